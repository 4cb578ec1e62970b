/* Prices a whole program under any choice of ways, incrementally; see net.h. Start reading at net_take(). */
#include "runtime/partition/net.h"
#include "runtime/partition/known.h"

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

/* ---- what a price depends on, as a hash that is kept up to date ----
 * Equal hashes mean equal prices but for collisions of 64 bits. */

static uint64_t mix(uint64_t h, uint64_t w)
{
    h = (h ^ w) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

/* Where a hash begins. An address is to be mixed before the next one is: what two addresses have in common with two others, bit by bit, is no coincidence. */
static uint64_t hash_of(const void *address)
{
    return mix(0xD6E8FEB86659FD93u, (uint64_t)(uintptr_t)address);
}

static uint64_t hash_of_want(const Sharding *s, int role)
{
    return mix(hash_of(s), (uint64_t)role + 1);
}

static void count_want(NetValue *v, const Sharding *s, int n, uint64_t *wanted)
{
    int i = 0;
    while (i < v->tally.n && v->tally.v[i].layout != s)
        i++;
    if (i == v->tally.n) {
        NetTally row = { s, 0 };
        vec_push(&v->tally, row);
    }
    bool was = v->tally.v[i].n > 0;
    v->tally.v[i].n += n;
    bool is = v->tally.v[i].n > 0;
    *wanted += (uint64_t)(is - was) * hash_of_want(s, v->role);
}

/* One reader more, or one less. */
static void add_reader(Net *net, NetValue *v, const Sharding *s, int n)
{
    uint64_t *wanted = &net->values.v[v->root].wanted;
    if (v->uses.n >= MANY_USES)
        count_want(v, s, n, wanted);
    else
        *wanted += (uint64_t)(int64_t)n * hash_of_want(s, v->role);
}

static void add_readers(Net *net, NetValue *v)
{
    for (int i = 0; i < v->uses.n; i++) {
        const NetNode *n = &net->nodes.v[v->uses.v[i].node];
        const Sharding *s = n->ways.v[n->way]->in[v->uses.v[i].pos];
        if (s)
            add_reader(net, v, s, 1);
    }
}

/* Gives v and its copies their roles, and returns h with what stays about them. */
static uint64_t add_kind(Net *net, int v, int root, int *n_roles, uint64_t h)
{
    NetValue *value = &net->values.v[v];
    value->root = root;
    value->role = (*n_roles)++;
    for (int i = 0; i < value->wants.n; i++)
        h = mix(h, (uint64_t)(uintptr_t)value->wants.v[i]);
    for (int i = 0; i < value->copies.n; i++) {
        h = mix(h, (uint64_t)(uintptr_t)net->values.v[value->copies.v[i]].fixed);
        h = add_kind(net, value->copies.v[i], root, n_roles, h);
    }
    return mix(h, (uint64_t)value->copies.n);
}

static void set_way(Net *net, NetNode *n, int way)
{
    const Candidate *from = n->ways.v[n->way], *to = n->ways.v[way];
    for (int i = 0; i < n->n_in; i++) {
        const Sharding *was = from->in[i], *is = to->in[i];
        if (n->in[i] < 0 || was == is)
            continue;
        NetValue *v = &net->values.v[n->in[i]];
        if (was)
            add_reader(net, v, was, -1);
        if (is)
            add_reader(net, v, is, 1);
    }
    n->way = way;
}

/* ---- prices ---- */

static double *price_slot(NetPrices *p, uint64_t key)
{
    size_t mask = (size_t)p->cap - 1, i = (size_t)(key >> 20) & mask;
    while (p->keys[i] && p->keys[i] != key)
        i = (i + 1) & mask;
    return p->keys[i] == key ? &p->ns[i] : NULL;
}

static void put_price(NetPrices *p, uint64_t key, double ns)
{
    if (p->n * 2 >= p->cap) {
        NetPrices old = *p;
        *p = (NetPrices){ .cap = old.cap ? old.cap * 2 : 256 };
        p->keys = g_new0(uint64_t, p->cap);
        p->ns = g_new(double, p->cap);
        for (int i = 0; i < old.cap; i++)
            if (old.keys[i])
                put_price(p, old.keys[i], old.ns[i]);
        g_free(old.keys);
        g_free(old.ns);
    }
    size_t mask = (size_t)p->cap - 1, i = (size_t)(key >> 20) & mask;
    while (p->keys[i])
        i = (i + 1) & mask;
    p->keys[i] = key;
    p->ns[i] = ns;
    p->n++;
}

static void collect_wants(const Net *net, const NetValue *v, Made *wants)
{
    for (int i = 0; i < v->tally.n; i++)
        if (v->tally.v[i].n)
            add_want(wants, v->tally.v[i].layout);
    for (int i = 0; i < v->uses.n && v->uses.n < MANY_USES; i++) {
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
    MadeLayouts all = { made->v, made->n };
    *ns = layouts_price(net->x, type, &all, wants->v, wants->n, NULL);
    made->n = all.n;
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

static uint64_t key_of_value(const NetValue *v, const Sharding *made)
{
    return mix(mix(v->kind, v->wanted), (uint64_t)(uintptr_t)made) | 1;
}

static double value_cost(Net *net, const NetValue *v)
{
    if (v->behind >= 0)
        return 0;
    const Sharding *made = net_layout(net, v);
    if ((v->free || v->op->type->rank == 0) && !made->unreduced.n) /* a broadcast of a partial sum is one itself */
        return 0;
    net->budget--;
    uint64_t key = key_of_value(v, made);
    const double *known = net->prices.cap ? price_slot(&net->prices, key) : NULL;
    if (known)
        return *known * v->trips;
    Made start = { .v = { made }, .n = 1 }, after;
    double ns = group_price(net, v, &start, &after);
    put_price(&net->prices, key, ns);
    return ns * v->trips;
}

uint64_t net_surroundings(const Net *net, int node)
{
    const NetNode *n = &net->nodes.v[node];
    uint64_t h = mix((uint64_t)node, (uint64_t)n->way << 32 | (uint64_t)n->ways.n);
    for (int i = 0; i < n->n_around; i++) {
        const NetValue *v = &net->values.v[n->around[i]];
        h = mix(h, key_of_value(v, net_layout(net, v)));
    }
    return h;
}

double net_own_ns(const Net *net, const Candidate *c)
{
    return net->sure * c->compute_ns + c->inner_ns;
}

static double own_cost(const Net *net, const NetNode *n, int way)
{
    return net_own_ns(net, n->ways.v[way]) * n->trips;
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
        v = net->values.v[v].root;
        while (k < n->n_around && n->around[k] != v)
            k++;
        n->at[i] = k;
        n->around[k] = v;
        n->n_around = MAX(n->n_around, k + 1);
    }
}

static void find_least_own(const Net *net, NetNode *n)
{
    n->least_own = net_own_ns(net, n->ways.v[0]);
    for (int w = 1; w < n->ways.n; w++)
        n->least_own = MIN(n->least_own, net_own_ns(net, n->ways.v[w]));
}

double net_computing(const Net *net)
{
    double ns = 0;
    for (int i = 0; i < net->nodes.n; i++)
        ns += net->nodes.v[i].ways.v[net->nodes.v[i].way]->compute_ns * net->nodes.v[i].trips;
    return ns;
}

void net_weigh(Net *net, double sure)
{
    net->total += (sure - net->sure) * net_computing(net);
    net->sure = sure;
    for (int i = 0; i < net->nodes.n; i++)
        find_least_own(net, &net->nodes.v[i]);
}

void net_price(Net *net)
{
    net->total = 0;
    for (int i = 0; i < net->values.n; i++) {
        int n_roles = 0;
        if (net->values.v[i].behind < 0)
            net->values.v[i].kind = add_kind(net, i, i, &n_roles, hash_of(net->values.v[i].op->type->plain));
    }
    for (int i = 0; i < net->values.n; i++)
        add_readers(net, &net->values.v[i]);
    for (int i = 0; i < net->nodes.n; i++) {
        NetNode *n = &net->nodes.v[i];
        find_around(net, n);
        find_least_own(net, n);
        net->total += own_cost(net, n, n->way);
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
    net->total += own_cost(net, n, way) - own_cost(net, n, n->way);
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
    double ns = own_cost(net, n, n->way) - n->least_own * n->trips;
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
    double total = net->total + own_cost(net, n, way) - own_cost(net, n, was);
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
