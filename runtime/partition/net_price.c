/* Prices of a whole program under any ways of its ops; see net.h. Start reading at net_take(). */
#include "runtime/partition/net.h"

enum { MAX_WANTS = 12, MANY_USES = 24 };

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

static double own_ns(const Candidate *c)
{
    return c->compute_ns + c->inner_ns;
}

static double own_cost(const NetNode *n, int way)
{
    return own_ns(n->ways.v[way]) * n->trips;
}

static void find_around(Net *net, NetNode *n)
{
    n->around = arena_array(net->x->scratch, int, n->n_in + n->n_out);
    n->at = arena_array(net->x->scratch, int, n->n_in + n->n_out);
    n->n_around = 0;
    for (int i = 0; i < n->n_in + n->n_out; i++) {
        int v = i < n->n_in ? n->in[i] : n->out[i - n->n_in], k = 0;
        n->at[i] = -1;
        if (v < 0)
            continue;
        v = root_of(net, v);
        while (k < n->n_around && n->around[k] != v)
            k++;
        n->at[i] = k;
        n->around[k] = v;
        n->n_around = MAX(n->n_around, k + 1);
    }
}

void net_price(Net *net)
{
    net->total = 0;
    for (int i = 0; i < net->values.n; i++)
        tally_uses(net, &net->values.v[i]);
    for (int i = 0; i < net->nodes.n; i++) {
        NetNode *n = &net->nodes.v[i];
        find_around(net, n);
        n->least_own = own_ns(n->ways.v[0]);
        for (int w = 1; w < n->ways.n; w++)
            n->least_own = MIN(n->least_own, own_ns(n->ways.v[w]));
        net->total += own_cost(n, n->way);
    }
    for (int i = 0; i < net->values.n; i++) {
        net->values.v[i].cost = value_cost(net, &net->values.v[i]);
        net->total += net->values.v[i].cost;
    }
}

/* A bit per value around the node, the 64 first: whether another way has it in another layout. */
static uint64_t values_changed(const NetNode *n, const Candidate *was, const Candidate *is)
{
    uint64_t bits = 0;
    for (int i = 0; i < n->n_in; i++)
        if (was->in[i] != is->in[i] && n->at[i] >= 0 && n->at[i] < 64)
            bits |= UINT64_C(1) << n->at[i];
    for (int r = 0; r < n->n_out; r++)
        if (was->out[r] != is->out[r] && n->at[n->n_in + r] >= 0 && n->at[n->n_in + r] < 64)
            bits |= UINT64_C(1) << n->at[n->n_in + r];
    return bits;
}

void net_take(Net *net, int node, int way)
{
    NetNode *n = &net->nodes.v[node];
    double total = net->total;
    uint64_t changed = values_changed(n, n->ways.v[n->way], n->ways.v[way]);
    net->total += own_cost(n, way) - own_cost(n, n->way);
    set_way(net, n, way);
    for (int i = 0; i < n->n_around; i++) {
        NetValue *v = &net->values.v[n->around[i]];
        NetPrice before = { n->around[i], v->cost };
        vec_push(&net->before, before);
        if (i < 64 && !(changed >> i & 1))
            continue;
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

double net_to_win(const Net *net, int node)
{
    const NetNode *n = &net->nodes.v[node];
    double ns = own_cost(n, n->way) - n->least_own * n->trips;
    for (int i = 0; i < n->n_around; i++)
        ns += net->values.v[n->around[i]].cost;
    return ns;
}

/* Values in other layouts are priced anew. They cost nothing at least: as soon as it comes to too much, that is known. */
double net_try(Net *net, int node, int way, double limit)
{
    NetNode *n = &net->nodes.v[node];
    int was = n->way;
    uint64_t changed = values_changed(n, n->ways.v[was], n->ways.v[way]);
    double total = net->total + own_cost(n, way) - own_cost(n, was);
    for (int i = 0; i < n->n_around; i++)
        if (i >= 64 || changed >> i & 1)
            total -= net->values.v[n->around[i]].cost;
    if (total >= limit)
        return total;
    set_way(net, n, way);
    for (int i = 0; i < n->n_around && total < limit; i++)
        if (i >= 64 || changed >> i & 1)
            total += value_cost(net, &net->values.v[n->around[i]]);
    set_way(net, n, was);
    return total;
}
