/* Builds the net while the program is walked, and adds ways to its nodes; see net.h. Prices are in net_price.c. */
#include "runtime/partition/net.h"
#include "runtime/partition/known.h"

Net *net_new(Insert *x)
{
    Net *net = g_new0(Net, 1);
    net->x = x;
    net->sure = 1;
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
    g_free(net->prices.keys);
    g_free(net->prices.ns);
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

Candidate *net_carry(Net *net, NetNode *n, const Sharding *s)
{
    static Candidate none;
    Key k;
    key_of_carrying(n->carried, n->as_found, s, &k);
    Candidate *c = memo_get(&net->x->known, &k);
    if (!c) {
        Way w;
        bool can = way_following(net->x, n->op, n->rule, &(TensorLayout){ rule_operand(n->rule, 0), s }, NULL, &w);
        c = can ? carry_in(net->x, n, &w) : NULL;
        memo_put(&net->x->known, &k, c ? c : &none);
    }
    return c == &none ? NULL : c;
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

/* ---- for the search ---------------------------------------------------------------------------------------------- */

int net_way(const Net *net, NetNode *n, Candidate *c)
{
    if (!c)
        return -1;
    for (int i = 0; i < n->ways.n; i++)
        if (n->ways.v[i] == c)
            return i;
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
    n->least_own = MIN(n->least_own, net_own_ns(net, c));
    return n->ways.n - 1;
}
