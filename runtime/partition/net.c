/* Prices of a whole program under any ways of its ops; see net.h. */
#include "runtime/partition/net.h"

enum { MAX_WANTS = 12, MANY_USES = 24 };

Net *net_new(Insert *x)
{
    Net *net = g_new0(Net, 1);
    net->x = x;
    net->value_of = g_hash_table_new(NULL, NULL);
    net->node_of = g_hash_table_new(NULL, NULL);
    net->carries = g_hash_table_new(NULL, NULL);
    return net;
}

void net_free(Net *net)
{
    if (!net)
        return;
    for (int i = 0; i < net->values.n; i++) {
        NetValue *v = &net->values.v[i];
        vec_clear(&v->uses);
        vec_clear(&v->tally);
        vec_clear(&v->wants);
        vec_clear(&v->copies);
    }
    for (int i = 0; i < net->nodes.n; i++) {
        vec_clear(&net->nodes.v[i].ways);
        vec_clear(&net->nodes.v[i].followed);
    }
    vec_clear(&net->before);
    vec_clear(&net->values);
    vec_clear(&net->nodes);
    g_hash_table_destroy(net->value_of);
    g_hash_table_destroy(net->node_of);
    g_hash_table_destroy(net->carries);
    g_free(net);
}

/* ---- written by the walk -------------------------------------------------------------------------------------- */

static int value_number(Net *net, IrOp *op)
{
    int at = GPOINTER_TO_INT(g_hash_table_lookup(net->value_of, GINT_TO_POINTER(op->id + 1))) - 1;
    if (at >= 0)
        return at;
    NetValue v = { .op = op, .maker = -1, .behind = -1, .fixed = value_layout(net->x, op), .trips = (double)net->x->trips,
                   .free = value_is_free(op) };
    vec_push(&net->values, v);
    g_hash_table_insert(net->value_of, GINT_TO_POINTER(op->id + 1), GINT_TO_POINTER(net->values.n));
    return net->values.n - 1;
}

void net_add_node(Net *net, IrOp *op, const Rule *rule, const GPtrArray *ways, IrOp *const *values)
{
    if (!net)
        return;
    Insert *x = net->x;
    int n_leaves = type_n_leaves(op->type), number = net->nodes.n;
    NetNode n = { .op = op, .rule = rule, .trips = (double)x->trips, .n_in = op->n_operands, .n_out = n_leaves,
                  .in = arena_array(x->scratch, int, op->n_operands), .out = arena_array(x->scratch, int, n_leaves) };
    for (guint i = 0; i < ways->len; i++)
        vec_push(&n.ways, (Candidate *)g_ptr_array_index(ways, i));
    for (int i = 0; i < op->n_operands; i++) {
        n.in[i] = values[i] ? value_number(net, values[i]) : -1;
        if (n.in[i] >= 0) {
            NetUse use = { number, i };
            vec_push(&net->values.v[n.in[i]].uses, use);
        }
    }
    for (int r = 0; r < n_leaves; r++)
        n.out[r] = -1;
    vec_push(&net->nodes, n);
    g_hash_table_insert(net->node_of, GINT_TO_POINTER(op->id + 1), GINT_TO_POINTER(number + 1));
    if (op->type->kind == TYPE_ARRAY)
        net_add_part(net, op, op, 0);
}

/* ---- loops ---- */

enum { IN_BODY, IN_TEST, AFTER_LOOP, N_PLACES };

typedef struct Carries {
    int place;
    const int *nodes; /* by leaf */
} Carries;

static void register_carries(Net *net, const IrOp *op, int place, const int *nodes)
{
    Carries *c = arena_new(net->x->scratch, Carries);
    *c = (Carries){ place, nodes };
    g_hash_table_insert(net->carries, GINT_TO_POINTER(op->id + 1), c);
}

static Candidate *carry_in(Insert *x, NetNode *n, const Way *w)
{
    AxisList dims[MAX_RANK];
    for (int d = 0; d < n->carried->rank; d++)
        dims[d] = way_dim(x, &rule_operand(n->rule, 0)->dims[d], w);
    const Sharding *s = sharding_of_dims(x->m->shardings, x->m->mesh, n->carried->rank, dims);
    double more = (double)storage_bytes(n->carried, s) - (double)storage_bytes(n->carried, n->as_found);
    if (more > planner_model(x->planner)->memory_bytes / 16)
        return NULL;
    Candidate *c = arena_new(x->scratch, Candidate);
    c->in = arena_array(x->scratch, const Sharding *, n->n_in);
    c->out = arena_array(x->scratch, const Sharding *, n->n_out);
    for (int i = 0; i < n->n_in; i++)
        c->in[i] = s;
    for (int i = 0; i < n->n_out; i++)
        c->out[i] = s;
    c->factors = arena_dup_array(x->scratch, w->f, n->rule->n_factors);
    c->text = "";
    return c;
}

static const Rule *carry_rule(Insert *x, const Type *t)
{
    Rule *r = arena_dup_array(x->scratch, rule_identity(x->scratch, t, 2 + N_PLACES), 1);
    r->n_operands = 2;
    r->n_results = N_PLACES;
    return r;
}

const int *net_add_carries(Net *net, const IrOp *loop, const Sharding *const *state)
{
    if (!net || loop->type->kind != TYPE_TUPLE)
        return NULL;
    Insert *x = net->x;
    int n = type_n_leaves(loop->type);
    if (n != loop->type->n_parts)
        return NULL;
    int *nodes = arena_array(x->scratch, int, n);
    for (int i = 0; i < n; i++) {
        const Type *t = type_leaf(loop->type, i);
        nodes[i] = -1;
        if (t->kind != TYPE_ARRAY || t->rank > MAX_FACTORS)
            continue;
        NetNode node = { .op = (IrOp *)loop, .rule = carry_rule(x, t), .carried = t, .leaf = i, .as_found = state[i], .n_in = 2,
                         .n_out = N_PLACES, .in = arena_array(x->scratch, int, 2), .out = arena_array(x->scratch, int, N_PLACES) };
        for (int k = 0; k < 2; k++)
            node.in[k] = -1;
        for (int k = 0; k < N_PLACES; k++)
            node.out[k] = -1;
        Way w = way_project(x, node.rule, rule_operand(node.rule, 0), state[i]);
        vec_push(&node.ways, carry_in(x, &node, &w));
        nodes[i] = net->nodes.n;
        vec_push(&net->nodes, node);
    }
    register_carries(net, loop, AFTER_LOOP, nodes);
    register_carries(net, loop->comps[0]->params[0], IN_TEST, nodes);
    register_carries(net, loop->comps[1]->params[0], IN_BODY, nodes);
    return nodes;
}

void net_add_use(Net *net, IrOp *value, int node, int pos)
{
    if (!net)
        return;
    int v = value_number(net, value);
    NetUse use = { node, pos };
    vec_push(&net->values.v[v].uses, use);
    net->nodes.v[node].in[pos] = v;
}

Candidate *net_make(Net *net, NetNode *n, const Way *w)
{
    return n->carried ? carry_in(net->x, n, w) : candidate_base(net->x, n->op, n->rule, w);
}

void net_add_part(Net *net, IrOp *part, IrOp *op, int leaf)
{
    if (!net)
        return;
    const Carries *c = g_hash_table_lookup(net->carries, GINT_TO_POINTER(op->id + 1));
    if (c && c->nodes[leaf] >= 0) {
        int at = value_number(net, part);
        net->values.v[at].maker = c->nodes[leaf];
        net->values.v[at].leaf = c->place;
        net->nodes.v[c->nodes[leaf]].out[c->place] = at;
        return;
    }
    int node = GPOINTER_TO_INT(g_hash_table_lookup(net->node_of, GINT_TO_POINTER(op->id + 1))) - 1;
    if (node < 0 || !net->nodes.v[node].ways.v[0]->out[leaf])
        return;
    int v = value_number(net, part);
    net->values.v[v].maker = node;
    net->values.v[v].leaf = leaf;
    net->nodes.v[node].out[leaf] = v;
}

void net_add_want(Net *net, IrOp *value, const Sharding *want)
{
    if (!net)
        return;
    int v = value_number(net, value);
    vec_push(&net->values.v[v].wants, want);
}

void net_add_copy(Net *net, IrOp *copy, IrOp *value, const Sharding *want)
{
    if (!net)
        return;
    int v = value_number(net, value), c = value_number(net, copy);
    net->values.v[c].behind = v;
    net->values.v[c].fixed = want;
    vec_push(&net->values.v[v].copies, c);
}

/* ---- prices -------------------------------------------------------------------------------------------------------- */

const Sharding *net_layout(const Net *net, const NetValue *v)
{
    if (v->maker < 0)
        return v->fixed;
    const NetNode *n = &net->nodes.v[v->maker];
    return n->ways.v[n->way]->out[v->leaf];
}

typedef struct Made {
    const Sharding *v[MAX_WANTS * 2];
    int n;
} Made;

static void add_want(Made *wants, const Sharding *s)
{
    for (int i = 0; i < wants->n; i++)
        if (wants->v[i] == s)
            return;
    if (wants->n < MAX_WANTS)
        wants->v[wants->n++] = s;
}

/* Wants of what is there already cost nothing. */
static void drop_held(Made *wants, const Made *held)
{
    int n = 0;
    for (int i = 0; i < wants->n; i++) {
        bool there = false;
        for (int k = 0; k < held->n; k++)
            there |= held->v[k] == wants->v[i];
        if (!there)
            wants->v[n++] = wants->v[i];
    }
    wants->n = n;
}

static void count_want(NetValue *v, const Sharding *s, int n)
{
    for (int i = 0; i < v->tally.n; i++)
        if (v->tally.v[i].layout == s) {
            v->tally.v[i].n += n;
            return;
        }
    NetTally row = { s, n };
    vec_push(&v->tally, row);
}

static void tally_uses(const Net *net, NetValue *v)
{
    for (int i = 0; i < v->uses.n && v->uses.n >= MANY_USES; i++) {
        const NetNode *n = &net->nodes.v[v->uses.v[i].node];
        const Sharding *s = n->ways.v[n->way]->in[v->uses.v[i].pos];
        if (s)
            count_want(v, s, 1);
    }
}

static void set_way(Net *net, NetNode *n, int way)
{
    for (int i = 0; i < n->n_in; i++) {
        NetValue *v = n->in[i] < 0 ? NULL : &net->values.v[n->in[i]];
        const Sharding *was = n->ways.v[n->way]->in[i], *is = n->ways.v[way]->in[i];
        if (!v || !v->tally.n || was == is)
            continue;
        if (was)
            count_want(v, was, -1);
        if (is)
            count_want(v, is, 1);
    }
    n->way = way;
}

static void collect_wants(const Net *net, const NetValue *v, Made *wants)
{
    for (int i = 0; i < v->tally.n; i++)
        if (v->tally.v[i].n)
            add_want(wants, v->tally.v[i].layout);
    for (int i = 0; i < v->uses.n && !v->tally.n; i++) {
        const NetNode *n = &net->nodes.v[v->uses.v[i].node];
        const Sharding *s = n->ways.v[n->way]->in[v->uses.v[i].pos];
        if (s)
            add_want(wants, s);
    }
    for (int i = 0; i < v->wants.n; i++)
        add_want(wants, v->wants.v[i]);
    for (int i = 0; i < v->copies.n; i++)
        add_want(wants, net->values.v[v->copies.v[i]].fixed);
}

/* Of all wants, made from what is there; which then are there too. */
static double known_price(Net *net, const Type *type, Made *made, const Made *wants)
{
    Key k;
    key_of_layouts(type, made->v, made->n, wants->v, wants->n, &k);
    double *ns = memo_get(&net->x->known, &k);
    if (ns) {
        memcpy(made->v + made->n, wants->v, sizeof *wants->v * (size_t)wants->n);
        made->n += wants->n;
        return *ns;
    }
    ns = arena_new(net->x->scratch, double);
    *ns = layouts_price(net->x, type, made->v, &made->n, wants->v, wants->n, NULL);
    memo_put(&net->x->known, &k, ns);
    return *ns;
}

static double group_price(Net *net, const NetValue *v, const Made *held, Made *made)
{
    Made wants = { .n = 0 };
    collect_wants(net, v, &wants);
    drop_held(&wants, held);
    *made = *held;
    double ns = wants.n ? known_price(net, v->op->type, made, &wants) : 0;
    for (int i = 0; i < v->copies.n; i++) {
        const NetValue *copy = &net->values.v[v->copies.v[i]];
        Made start = { .v = { copy->fixed }, .n = 1 }, after;
        for (int k = 0; k < made->n && start.n < MAX_WANTS; k++)
            if (made->v[k] != copy->fixed && sharding_holds(v->op->type, made->v[k], copy->fixed))
                start.v[start.n++] = made->v[k];
        ns += group_price(net, copy, &start, &after);
    }
    return ns;
}

static double value_cost(Net *net, const NetValue *v)
{
    if (v->behind >= 0)
        return 0;
    Made start = { .v = { net_layout(net, v) }, .n = 1 }, after;
    if ((v->free || v->op->type->rank == 0) && !start.v[0]->unreduced.n) /* a broadcast of a partial sum is one itself */
        return 0;
    net->budget--;
    return group_price(net, v, &start, &after) * v->trips;
}

static int root_of(const Net *net, int v)
{
    while (net->values.v[v].behind >= 0)
        v = net->values.v[v].behind;
    return v;
}

static double own_cost(const NetNode *n, int way)
{
    return (n->ways.v[way]->compute_ns + n->ways.v[way]->inner_ns) * n->trips;
}

static void find_around(Net *net, NetNode *n)
{
    n->around = arena_array(net->x->scratch, int, n->n_in + n->n_out);
    n->n_around = 0;
    for (int i = 0; i < n->n_in + n->n_out; i++) {
        int v = i < n->n_in ? n->in[i] : n->out[i - n->n_in];
        if (v < 0)
            continue;
        v = root_of(net, v);
        bool seen = false;
        for (int k = 0; k < n->n_around; k++)
            seen |= n->around[k] == v;
        if (!seen)
            n->around[n->n_around++] = v;
    }
}

void net_price(Net *net)
{
    net->total = 0;
    for (int i = 0; i < net->values.n; i++)
        tally_uses(net, &net->values.v[i]);
    for (int i = 0; i < net->nodes.n; i++) {
        find_around(net, &net->nodes.v[i]);
        net->total += own_cost(&net->nodes.v[i], net->nodes.v[i].way);
    }
    for (int i = 0; i < net->values.n; i++) {
        net->values.v[i].cost = value_cost(net, &net->values.v[i]);
        net->total += net->values.v[i].cost;
    }
}

void net_take(Net *net, int node, int way)
{
    NetNode *n = &net->nodes.v[node];
    double total = net->total;
    net->total += own_cost(n, way) - own_cost(n, n->way);
    set_way(net, n, way);
    for (int i = 0; i < n->n_around; i++) {
        NetValue *v = &net->values.v[n->around[i]];
        NetPrice before = { n->around[i], v->cost };
        vec_push(&net->before, before);
        double cost = value_cost(net, v);
        net->total += cost - v->cost;
        v->cost = cost;
    }
    NetPrice before = { -1, total };
    vec_push(&net->before, before);
}

void net_take_back(Net *net, int node, int way)
{
    NetNode *n = &net->nodes.v[node];
    set_way(net, n, way);
    net->total = net->before.v[--net->before.n].ns;
    for (int i = 0; i < n->n_around; i++) {
        NetPrice before = net->before.v[--net->before.n];
        net->values.v[before.value].cost = before.ns;
    }
}

void net_keep(Net *net)
{
    net->before.n = 0;
}

double net_cost_around(const Net *net, int node)
{
    const NetNode *n = &net->nodes.v[node];
    double cost = own_cost(n, n->way);
    for (int i = 0; i < n->n_around; i++)
        cost += net->values.v[n->around[i]].cost;
    return cost;
}

/* Prices of values are nothing at least: as soon as those looked at come to too much, it is known. */
double net_try(Net *net, int node, int way, double limit)
{
    NetNode *n = &net->nodes.v[node];
    int was = n->way;
    double total = net->total - net_cost_around(net, node) + own_cost(n, way);
    if (total >= limit)
        return total;
    set_way(net, n, way);
    for (int i = 0; i < n->n_around && total < limit; i++)
        total += value_cost(net, &net->values.v[n->around[i]]);
    set_way(net, n, was);
    return total;
}

int net_way(NetNode *n, Candidate *c)
{
    if (!c)
        return -1;
    for (int i = 0; i < n->ways.n; i++) {
        const Candidate *o = n->ways.v[i];
        bool same = o->on_partials == c->on_partials && o->whole == c->whole && (!o->base || !c->base || o->base == c->base);
        for (int f = 0; f < n->rule->n_factors && same && !o->base; f++)
            same = axis_list_equal(o->factors[f], c->factors[f]);
        for (int k = 0; k < n->n_in && same && c->on_partials; k++)
            same = o->in[k] == c->in[k];
        if (same)
            return i;
    }
    vec_push(&n->ways, c);
    return n->ways.n - 1;
}
