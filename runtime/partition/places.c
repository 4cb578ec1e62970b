/* Computes signs of nodes and finds counterparts of sets of nodes; see places.h. */
#include "runtime/partition/places.h"

enum { REACH = 4, MAX_READERS = 12, MAX_HOPS = 4 };

struct Places {
    const Net *net;
    uint64_t *sign[REACH + 1]; /* by reach and node */
    GHashTable *first;         /* sign -> number + 1 of a node that has it, the others by next[] */
    int *next, *prev;          /* by node, -1 = none */
    int *stamp;                /* by node: clock when it was last reached */
    int *image, *taken;        /* by node, of maps: its counterpart; clock when it became one */
    int *member, *hops;        /* by node, of maps: clock when it was in the set; how far off the set it was reached */
    int clock;
    VEC(int) changed, pending;
};

static uint64_t mix(uint64_t h, uint64_t w)
{
    h = (h ^ w) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static uint64_t mix_ptr(uint64_t h, const void *p)
{
    return mix(h, (uint64_t)(uintptr_t)p);
}

static uint64_t sign_of_way(const NetNode *n)
{
    const Candidate *c = n->ways.v[n->way];
    uint64_t h = c->on_partials;
    for (int i = 0; i < n->n_in; i++)
        h = mix_ptr(h, c->in[i]);
    for (int r = 0; r < n->n_out; r++)
        h = mix_ptr(h, c->out[r]);
    return h;
}

/* The node alone. */
static uint64_t sign_of_node(const NetNode *n)
{
    uint64_t h = mix_ptr(sign_of_way(n), n->carried ? (const void *)n->carried->plain : (const void *)n->rule);
    h = mix_ptr(h, n->op->parent);
    return mix(h, (uint64_t)n->trips);
}

static const NetValue *root_of(const Net *net, const NetValue *v)
{
    while (v->behind >= 0)
        v = &net->values.v[v->behind];
    return v;
}

static uint64_t mix_input(const Places *p, const uint64_t *sign, uint64_t h, int value)
{
    if (value < 0)
        return mix(h, 1);
    const NetValue *v = &p->net->values.v[value];
    if (v->free)
        return mix(h, 2);
    if (v->behind >= 0)
        h = mix_ptr(h, v->fixed);
    const NetValue *root = root_of(p->net, v);
    return root->maker < 0 ? mix_ptr(h, root->fixed) : mix(mix(h, sign[root->maker]), (uint64_t)root->leaf);
}

static uint64_t mix_readers(const Places *p, const uint64_t *sign, uint64_t h, const NetValue *v)
{
    h = mix(h, (uint64_t)v->uses.n << 32 | (uint64_t)v->wants.n);
    for (int i = 0; i < v->uses.n && i < MAX_READERS; i++)
        h = mix(h, sign[v->uses.v[i].node] + (uint64_t)v->uses.v[i].pos);
    for (int i = 0; i < v->wants.n; i++)
        h = mix_ptr(h, v->wants.v[i]);
    for (int i = 0; i < v->copies.n; i++) {
        const NetValue *copy = &p->net->values.v[v->copies.v[i]];
        h = mix_readers(p, sign, mix_ptr(h, copy->fixed), copy);
    }
    return h;
}

static uint64_t sign_of_place(const Places *p, int reach, int node)
{
    const NetNode *n = &p->net->nodes.v[node];
    if (reach == 0)
        return sign_of_node(n);
    const uint64_t *nearer = p->sign[reach - 1];
    uint64_t h = nearer[node];
    for (int i = 0; i < n->n_in; i++)
        h = mix_input(p, nearer, h, n->in[i]);
    for (int r = 0; r < n->n_out; r++)
        h = n->out[r] < 0 ? mix(h, 3) : mix_readers(p, nearer, h, &p->net->values.v[n->out[r]]);
    return h;
}

/* ---- nodes by sign ---- */

static gpointer key_of(uint64_t sign)
{
    return (gpointer)(uintptr_t)sign;
}

int places_first(const Places *p, uint64_t sign)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(p->first, key_of(sign))) - 1;
}

int places_next(const Places *p, int node)
{
    return p->next[node];
}

static void list_add(Places *p, int node)
{
    gpointer key = key_of(p->sign[REACH][node]);
    int first = places_first(p, p->sign[REACH][node]);
    p->prev[node] = -1;
    p->next[node] = first;
    if (first >= 0)
        p->prev[first] = node;
    g_hash_table_insert(p->first, key, GINT_TO_POINTER(node + 1));
}

static void list_drop(Places *p, int node)
{
    gpointer key = key_of(p->sign[REACH][node]);
    if (p->next[node] >= 0)
        p->prev[p->next[node]] = p->prev[node];
    if (p->prev[node] >= 0)
        p->next[p->prev[node]] = p->next[node];
    else if (p->next[node] >= 0)
        g_hash_table_insert(p->first, key, GINT_TO_POINTER(p->next[node] + 1));
    else
        g_hash_table_remove(p->first, key);
}

Places *places_new(const Net *net)
{
    Places *p = g_new0(Places, 1);
    int n = net->nodes.n;
    p->net = net;
    for (int k = 0; k <= REACH; k++) {
        p->sign[k] = g_new(uint64_t, n + 1);
        for (int i = 0; i < n; i++)
            p->sign[k][i] = sign_of_place(p, k, i);
    }
    p->first = g_hash_table_new(NULL, NULL);
    p->next = g_new(int, n + 1);
    p->prev = g_new(int, n + 1);
    p->stamp = g_new0(int, n + 1);
    p->image = g_new(int, n + 1);
    p->taken = g_new0(int, n + 1);
    p->member = g_new0(int, n + 1);
    p->hops = g_new(int, n + 1);
    for (int i = n - 1; i >= 0; i--)
        list_add(p, i);
    return p;
}

void places_free(Places *p)
{
    for (int k = 0; k <= REACH; k++)
        g_free(p->sign[k]);
    g_hash_table_destroy(p->first);
    g_free(p->next);
    g_free(p->prev);
    g_free(p->stamp);
    g_free(p->image);
    g_free(p->taken);
    g_free(p->member);
    g_free(p->hops);
    vec_clear(&p->changed);
    vec_clear(&p->pending);
    g_free(p);
}

uint64_t places_sign(const Places *p, int node)
{
    return p->sign[REACH][node];
}

int places_n_kinds(const Places *p)
{
    return (int)g_hash_table_size(p->first);
}

/* ---- as ways change ---- */

static void touch(Places *p, int node)
{
    if (p->stamp[node] == p->clock)
        return;
    p->stamp[node] = p->clock;
    vec_push(&p->pending, node);
}

static void touch_readers(Places *p, const NetValue *v)
{
    for (int i = 0; i < v->uses.n; i++)
        touch(p, v->uses.v[i].node);
    for (int i = 0; i < v->copies.n; i++)
        touch_readers(p, &p->net->values.v[v->copies.v[i]]);
}

/* Nodes whose signs depend on this one's, one step further. */
static void touch_around(Places *p, int node)
{
    const NetNode *n = &p->net->nodes.v[node];
    touch(p, node);
    for (int i = 0; i < n->n_in; i++) {
        if (n->in[i] < 0 || p->net->values.v[n->in[i]].free)
            continue;
        const NetValue *root = root_of(p->net, &p->net->values.v[n->in[i]]);
        if (root->maker >= 0)
            touch(p, root->maker);
    }
    for (int r = 0; r < n->n_out; r++)
        if (n->out[r] >= 0)
            touch_readers(p, &p->net->values.v[n->out[r]]);
}

void places_changed(Places *p, const int *nodes, int n)
{
    p->pending.n = 0;
    p->clock++;
    for (int i = 0; i < n; i++)
        touch(p, nodes[i]);
    for (int k = 0; k <= REACH; k++) {
        p->changed.n = 0;
        for (int i = 0; i < p->pending.n; i++) {
            int at = p->pending.v[i];
            uint64_t sign = sign_of_place(p, k, at);
            if (sign == p->sign[k][at])
                continue;
            vec_push(&p->changed, at);
            if (k == REACH)
                list_drop(p, at);
            p->sign[k][at] = sign;
            if (k == REACH)
                list_add(p, at);
        }
        p->pending.n = 0;
        p->clock++;
        for (int i = 0; i < p->changed.n && k < REACH; i++)
            touch_around(p, p->changed.v[i]);
    }
}

/* ---- counterparts ---- */

typedef struct Map {
    Places *p;
    VEC(int) reached;
    int clock;             /* of stamps: node has an image */
    int hops;              /* of what is reached now, unless it is in the set */
    bool clash;
} Map;

static void pair(Map *m, int a, int b)
{
    Places *p = m->p;
    if (p->stamp[a] == m->clock) {
        m->clash |= p->image[a] != b && p->image[a] >= 0;
        return;
    }
    const NetNode *na = &p->net->nodes.v[a], *nb = &p->net->nodes.v[b];
    bool same = na->n_in == nb->n_in && na->n_out == nb->n_out && na->trips == nb->trips && na->op->parent == nb->op->parent &&
                (na->carried ? nb->carried && na->carried->plain == nb->carried->plain : !nb->carried && na->rule == nb->rule);
    if (!same || p->taken[b] == m->clock)
        return;
    p->hops[a] = p->member[a] == m->clock ? 0 : m->hops;
    p->stamp[a] = m->clock;
    p->taken[b] = m->clock;
    p->image[a] = b;
    vec_push(&m->reached, a);
}

static void pair_readers(Map *m, const NetValue *a, const NetValue *b)
{
    if (a->uses.n != b->uses.n || a->copies.n != b->copies.n || a->uses.n > MAX_READERS)
        return;
    for (int i = 0; i < a->uses.n; i++)
        if (a->uses.v[i].pos == b->uses.v[i].pos)
            pair(m, a->uses.v[i].node, b->uses.v[i].node);
    for (int i = 0; i < a->copies.n; i++)
        pair_readers(m, &m->p->net->values.v[a->copies.v[i]], &m->p->net->values.v[b->copies.v[i]]);
}

static void pair_around(Map *m, int a, int b)
{
    const Net *net = m->p->net;
    const NetNode *na = &net->nodes.v[a], *nb = &net->nodes.v[b];
    for (int i = 0; i < na->n_in; i++) {
        if (na->in[i] < 0 || nb->in[i] < 0 || net->values.v[na->in[i]].free || net->values.v[nb->in[i]].free)
            continue;
        const NetValue *va = root_of(net, &net->values.v[na->in[i]]), *vb = root_of(net, &net->values.v[nb->in[i]]);
        if (va->maker < 0 || vb->maker < 0 || va->leaf != vb->leaf)
            continue;
        pair(m, va->maker, vb->maker);
        pair_readers(m, va, vb);
    }
    for (int r = 0; r < na->n_out; r++)
        if (na->out[r] >= 0 && nb->out[r] >= 0)
            pair_readers(m, &net->values.v[na->out[r]], &net->values.v[nb->out[r]]);
}

bool places_map(Places *p, int from, int to, const int *set, int n, int *out)
{
    Map m = { .p = p, .clock = ++p->clock };
    for (int i = 0; i < n; i++)
        p->member[set[i]] = m.clock;
    pair(&m, from, to);
    int found = 0;
    for (int i = 0; i < m.reached.n && !m.clash && found < n; i++) {
        int at = m.reached.v[i];
        m.hops = p->hops[at] + 1;
        if (m.hops <= MAX_HOPS)
            pair_around(&m, at, p->image[at]);
        while (found < n && p->stamp[set[found]] == m.clock)
            found++;
    }
    vec_clear(&m.reached);
    for (int i = 0; i < n && found == n; i++)
        out[i] = p->image[set[i]];
    return found == n && !m.clash;
}
