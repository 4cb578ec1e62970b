/* Searches for better ways of the whole program: decides which ops are tried in another way (trial.c), in which order, how often, and
 * what is not worth trying again. Start reading at search_ways(). */
#include "runtime/partition/search_impl.h"

#include <math.h>

enum { MAX_PASSES = 4, MAX_REFILLS = 8, HEAT_REACH = 3 };

/* Evaluation budget, in prices of values computed: about 12 per µs. Nodes in equal surroundings share results, so it grows with the kinds of
 * nodes, not with the program. Searches after the first (k > 0) get less: they mostly find that nothing is left to win. */
static int64_t budget_for(int n_kinds, int k)
{
    return MIN(1000 * n_kinds, 150000) >> (k ? k + 1 : 0);
}

static const int64_t IN_VAIN = 50000; /* a search that has won nothing after so many prices ends */
static const double WORTH_GOING_ON = 3e-3; /* part of the price of moving that a budget must win for the next one to be granted */
static const double WORTH_TRYING = 1e-5; /* part of the whole price that moving around an op must cost for the op to be tried */

/* How much of each node is tried: its n_ways cheapest ways, each with the first n_follows manners of making neighbours follow. */
typedef struct Stage {
    int n_ways, n_follows;
} Stage;

static const Stage stages[] = { { 1, 2 }, { 4, 4 }, { 16, 4 } };

/* Price of the values around a node: what there is to win. */
static double cost_around(const WaySearch *s, int node)
{
    const NetNode *n = &s->net->nodes.v[node];
    double cost = n->ways.v[n->way]->inner_ns * n->trips;
    for (int i = 0; i < n->n_in; i++)
        cost += n->in[i] >= 0 ? s->net->values.v[n->in[i]].cost : 0;
    for (int r = 0; r < n->n_out; r++)
        cost += n->out[r] >= 0 ? s->net->values.v[n->out[r]].cost : 0;
    return cost;
}

typedef struct Ranked {
    double cost;
    int at;
} Ranked;

static int by_cost(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->cost != y->cost ? (x->cost < y->cost ? -1 : 1) : x->at - y->at;
}

static bool improve_node(WaySearch *s, int node)
{
    search_add_ways(s, node);
    const NetNode *n = &s->net->nodes.v[node];
    Ranked ranked[MAX_WAYS_KEPT];
    int count = 0;
    for (int w = 0; w < n->ways.n && count < MAX_WAYS_KEPT; w++)
        if (w != n->way)
            ranked[count++] = (Ranked){ net_try(s->net, node, w, INFINITY), w };
    qsort(ranked, (size_t)count, sizeof *ranked, by_cost);
    bool any = false;
    const Stage *stage = &stages[s->stage];
    for (int i = 0; i < MIN(count, stage->n_ways); i++)
        for (int k = 0; k < stage->n_follows && s->net->budget > 0; k++) {
            static const Follow how[] = { FOLLOW_NONE, FOLLOW_BOTH, FOLLOW_FORWARD, FOLLOW_BACKWARD };
            if (ranked[i].at != n->way && search_try(s, node, ranked[i].at, how[k]))
                any = true;
        }
    return any;
}

/* Key of a place at this stage, or with one of its ways: for later searches to skip. */
static gpointer futile_key(const WaySearch *s, uint64_t sign, const Candidate *way)
{
    return (gpointer)(uintptr_t)((sign ^ (uint64_t)(s->stage + 1) << 40) + (uint64_t)(uintptr_t)way * 0x9E3779B97F4A7C15u);
}

static bool tried_before(const WaySearch *s, int node, uint64_t sign)
{
    const NetNode *n = &s->net->nodes.v[node];
    bool all = true;
    for (int w = 0; w < n->ways.n && all; w++)
        all = g_hash_table_contains(s->x->futile, futile_key(s, sign, n->ways.v[w]));
    return all;
}

static void note_futile(WaySearch *s, int node, uint64_t sign)
{
    const NetNode *n = &s->net->nodes.v[node];
    g_hash_table_add(s->futile, futile_key(s, sign, NULL));
    for (int w = 0; w < n->ways.n; w++)
        g_hash_table_add(s->x->futile, futile_key(s, sign, n->ways.v[w]));
}

/* Tries the node, unless one in equal surroundings was tried without success; what it wins is repeated at nodes like it. */
static bool improve_alike(WaySearch *s, int node)
{
    uint64_t sign = places_sign(s->places, node);
    if (g_hash_table_contains(s->futile, futile_key(s, sign, NULL)) || tried_before(s, node, sign))
        return false;
    IntList alike = { 0 };
    for (int i = places_first(s->places, sign); i >= 0; i = places_next(s->places, i))
        if (i != node)
            vec_push(&alike, i);
    s->won.n = 0;
    bool won = improve_node(s, node);
    if (won)
        search_repeat(s, node, sign, &alike);
    else if (s->net->budget > 0)
        note_futile(s, node, sign);
    vec_clear(&alike);
    return won;
}

/* What there is to win at each node, or a few ops away from it: a sum put off is paid for where it is asked for, and is owed
 * to the op that divided it. */
static double *heat_of_nodes(WaySearch *s)
{
    int n = s->net->nodes.n;
    double *heat = g_new(double, n + 1);
    for (int i = 0; i < n; i++)
        heat[i] = cost_around(s, i);
    for (int round = 0; round < HEAT_REACH; round++) {
        g_autofree double *next = g_memdup2(heat, sizeof *heat * (size_t)(n + 1));
        for (int i = 0; i < n; i++) {
            s->trial++;
            s->queue.n = 0;
            search_enqueue_around(s, i);
            for (int k = 0; k < s->queue.n; k++)
                next[i] = MAX(next[i], 0.25 * heat[s->queue.v[k]]);
        }
        memcpy(heat, next, sizeof *heat * (size_t)n);
    }
    return heat;
}

/* Repeats what was won at a node at all nodes in equal surroundings. */
static void weigh_by_kind(WaySearch *s, double *heat)
{
    s->trial++;
    for (int i = 0; i < s->net->nodes.n; i++) {
        if (s->stamp[i] == s->trial)
            continue;
        int n = 0;
        for (int k = places_first(s->places, places_sign(s->places, i)); k >= 0; k = places_next(s->places, k))
            n++;
        for (int k = places_first(s->places, places_sign(s->places, i)); k >= 0; k = places_next(s->places, k)) {
            s->stamp[k] = s->trial;
            heat[k] *= n;
        }
    }
}

/* Price of moving values under the ways taken now. */
static double moving_cost(const Net *net)
{
    double cost = 0;
    for (int i = 0; i < net->values.n; i++)
        cost += net->values.v[i].cost;
    for (int i = 0; i < net->nodes.n; i++)
        cost += net->nodes.v[i].ways.v[net->nodes.v[i].way]->inner_ns * net->nodes.v[i].trips;
    return cost;
}

/* True while there is a budget, and something is won before too much of it is gone. A search that still wins when it is used up gets
 * more. */
static bool goes_on(WaySearch *s)
{
    if (stop_requested(s->net->x->options->stop))
        return false; /* the next walk says so */
    if (s->net->budget > 0)
        return s->net->total < s->start || s->chunk - s->net->budget < IN_VAIN;
    if (s->refills == MAX_REFILLS || s->net->total > s->at_refill - WORTH_GOING_ON * moving_cost(s->net))
        return false;
    s->refills++;
    s->at_refill = s->net->total;
    s->net->budget = s->chunk / 8;
    return true;
}

static bool pass(WaySearch *s)
{
    int n = s->net->nodes.n;
    g_autofree Ranked *order = g_new(Ranked, n + 1);
    g_autofree double *heat = heat_of_nodes(s);
    weigh_by_kind(s, heat);
    for (int i = 0; i < n; i++)
        order[i] = (Ranked){ -heat[i], i };
    qsort(order, (size_t)n, sizeof *order, by_cost);
    bool any = false;
    for (int i = 0; i < n && goes_on(s); i++) {
        int at = order[i].at;
        if (s->tried_at[at] >= s->changed_at[at] || heat[at] < WORTH_TRYING * s->net->total)
            continue;
        s->tried_at[at] = s->clock;
        any |= improve_alike(s, at);
    }
    return any;
}

Forced *net_forced(const Net *net)
{
    Insert *x = net->x;
    Forced *forced = g_new0(Forced, x->n_input);
    for (int i = 0; i < net->nodes.n; i++) {
        const NetNode *n = &net->nodes.v[i];
        const Candidate *c = n->ways.v[n->way];
        if (n->op->id >= x->n_input)
            continue;
        Forced *f = &forced[n->op->id];
        if (!n->carried) {
            *f = (Forced){ c->factors, c->on_partials, c->whole, NULL };
            continue;
        }
        if (!f->state)
            f->state = arena_array(x->scratch, const Sharding *, type_n_leaves(n->op->type));
        f->state[n->leaf] = c->in[0];
    }
    return forced;
}

bool search_ways(Insert *x, Net *net, int k)
{
    if (net->nodes.n == 0)
        return false;
    WaySearch s = { .x = x, .net = net, .start = net->total, .at_refill = net->total,  .stamp = g_new0(int, net->nodes.n), .queued = g_new0(int, net->nodes.n),
                 .changed_at = g_new0(int, net->nodes.n), .refused = g_new0(int, net->nodes.n), .tried_at = g_new(int, net->nodes.n),
                 .places = places_new(net), .seen = g_hash_table_new(NULL, NULL), .futile = g_hash_table_new(NULL, NULL), .content = g_hash_table_new(NULL, NULL) };
    net->budget = s.chunk = budget_for(places_n_kinds(s.places), k);
    for (s.stage = 0; s.stage < (int)G_N_ELEMENTS(stages) && goes_on(&s); s.stage++) { /* few of all before many of some */
        memset(s.tried_at, -1, sizeof *s.tried_at * (size_t)net->nodes.n);
        for (int i = 0; i < MAX_PASSES && goes_on(&s) && pass(&s); i++)
            continue;
    }
    bool better = net->total < s.start * (1 - 1e-6);
    if (better)
        x->forced = net_forced(net);
    g_debug("search %d: %d ops of %d kinds, %.8g to %.8g ns, %d refills, %" G_GINT64_FORMAT " left, stage %d", k, net->nodes.n, places_n_kinds(s.places), s.start, net->total, s.refills, net->budget, s.stage);
    vec_clear(&s.undo);
    vec_clear(&s.queue);
    vec_clear(&s.led);
    g_free(s.stamp);
    g_free(s.queued);
    g_free(s.changed_at);
    g_free(s.refused);
    g_free(s.tried_at);
    vec_clear(&s.won);
    places_free(s.places);
    g_hash_table_destroy(s.seen);
    g_hash_table_destroy(s.futile);
    g_hash_table_destroy(s.content);
    return better;
}
