/* Better ways for the whole program. One op after the other is given another way for trial; its neighbours are then led to
 * follow, as far as their kind just hands layouts on, and whatever stands nearby chooses anew what is cheapest for it. If
 * the whole program got cheaper, all of it stays; else all of it is taken back. So a chain of ops can change its layout
 * together where no single change would pay.
 * The idea of runs of moves that may get worse before they get better is Kernighan and Lin's, of graph partitioning.
 * Start reading at search_ways(). */
#include "runtime/partition/search_impl.h"

#include <math.h>

enum { MAX_FOLLOWERS = 96, MAX_PASSES = 4, MAX_PARTS = 60, MAX_REFILLS = 8, HEAT_REACH = 3 };

/* Prices of values worked out at most, a dozen to a microsecond; in large programs each costs more, but nodes in equal
 * surroundings share what is found out at one of them. Searches after the first mostly find that nothing is left. */
static int64_t budget_for(int n_nodes, int n_kinds, int k)
{
    return MIN(MIN(600000, 700 * n_kinds), MAX(400000000 / n_nodes, 150000)) >> (k ? k + 1 : 0);
}

static const double WORTH_GOING_ON = 3e-3; /* of what is moved: as long as the budget wins so much, there is another */
static const double WORTH_TRYING = 1e-5; /* of the whole price: what moves around an op must cost so much */

/* What is tried of each node: its ways that look best, each with the neighbours led in the first few manners. */
typedef struct Stage {
    int n_ways, n_follows;
} Stage;

static const Stage stages[] = { { 1, 2 }, { 4, 4 }, { 16, 4 } };

typedef enum Follow { FOLLOW_NONE = 0, FOLLOW_FORWARD = 1, FOLLOW_BACKWARD = 2, FOLLOW_BOTH = 3 } Follow;

/* Of a node and its way; the state of the net is that of all nodes together (Zobrist's hashing of positions). */
static uint64_t state_of(int node, int way)
{
    uint64_t h = ((uint64_t)node << 16 | (uint64_t)way) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

void search_take(Search *s, int node, int way)
{
    int was = s->net->nodes.v[node].way;
    if (was == way)
        return;
    s->state ^= state_of(node, was) ^ state_of(node, way);
    vec_push(&s->undo, node);
    vec_push(&s->undo, was);
    net_take(s->net, node, way);
}

void search_take_back(Search *s, int mark)
{
    while (s->undo.n > mark) {
        int way = s->undo.v[--s->undo.n], node = s->undo.v[--s->undo.n];
        s->state ^= state_of(node, s->net->nodes.v[node].way) ^ state_of(node, way);
        net_take_back(s->net, node, way);
    }
}

void search_begin(Search *s)
{
    s->undo.n = 0;
    net_keep(s->net);
}

static const RuleTensor *tensor_of(const NetNode *n, int pos, bool result)
{
    return result ? rule_result(n->rule, pos) : rule_operand(n->rule, pos);
}

/* The way in which the node has that tensor in layout `want`, the rest as it is; -1 if it cannot. */
static int way_to_follow(Search *s, int node, int pos, bool result, const Sharding *want)
{
    NetNode *n = &s->net->nodes.v[node];
    if (n->ways.n >= MAX_WAYS_KEPT)
        return -1;
    return net_way(n, n->carried ? net_carry(s->net, n, want) :
                      candidate_following(s->x, n->op, n->rule, tensor_of(n, pos, result), want, n->ways.v[n->way]));
}

/* The same on partial sums as the operands are now. */
static int way_on_parts(Search *s, int node)
{
    NetNode *n = &s->net->nodes.v[node];
    const Sharding *at[MAX_PARTS] = { NULL };
    if (n->carried || n->n_in > MAX_PARTS)
        return -1;
    bool any = false;
    for (int i = 0; i < n->n_in; i++)
        if (n->in[i] >= 0) {
            at[i] = net_layout(s->net, &s->net->values.v[n->in[i]]);
            any |= at[i]->unreduced.n > 0;
        }
    return any ? net_way(n, candidate_on_parts(s->x, n->op, n->rule, at)) : -1;
}

/* Ops that give on what layout they get. */
static bool hands_on(const NetNode *n)
{
    switch ((int)op_family(n->op)) {
    case FAMILY_control: return true; /* a leaf that a loop carries */
    case FAMILY_elementwise: case FAMILY_broadcast: case FAMILY_transpose: case FAMILY_reshape: case FAMILY_reduce: case FAMILY_slice:
    case FAMILY_pad: case FAMILY_concatenate: case FAMILY_reverse: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice:
    case FAMILY_bitcast_convert: case FAMILY_sort: case FAMILY_topk: case FAMILY_reduce_window: case FAMILY_gather: return true;
    }
    return false;
}

/* Leads a neighbour to have its tensor as the value is now laid out; true if it followed. */
static bool lead(Search *s, int node, int pos, bool result, const Sharding *want)
{
    if (s->stamp[node] == s->trial || !hands_on(&s->net->nodes.v[node]))
        return false;
    int way = want->unreduced.n ? (result ? -1 : way_on_parts(s, node)) : way_to_follow(s, node, pos, result, want);
    if (way < 0)
        return false;
    s->stamp[node] = s->trial;
    search_take(s, node, way);
    return true;
}

/* Readers of a value, and of copies of it that need not be made first. */
static void lead_readers(Search *s, const NetValue *v, const Sharding *layout)
{
    for (int i = 0; i < v->uses.n; i++)
        if (s->led.n < MAX_FOLLOWERS && lead(s, v->uses.v[i].node, v->uses.v[i].pos, false, layout))
            vec_push(&s->led, v->uses.v[i].node);
    for (int i = 0; i < v->copies.n; i++) {
        const NetValue *copy = &s->net->values.v[v->copies.v[i]];
        if (sharding_holds(v->op->type, layout, copy->fixed))
            lead_readers(s, copy, layout);
    }
}

static void lead_neighbours(Search *s, int node, Follow follow)
{
    const Net *net = s->net;
    int n_in = net->nodes.v[node].n_in, n_out = net->nodes.v[node].n_out;
    for (int i = 0; i < n_in; i++) {
        const NetNode *n = &net->nodes.v[node];
        const Sharding *want = n->ways.v[n->way]->in[i];
        if (n->in[i] < 0 || !want || net->values.v[n->in[i]].free)
            continue;
        const NetValue *v = &net->values.v[n->in[i]];
        while (v->behind >= 0 && sharding_holds(v->op->type, want, v->fixed))
            v = &net->values.v[v->behind];
        if (follow & FOLLOW_BACKWARD && v->maker >= 0 && s->led.n < MAX_FOLLOWERS && lead(s, v->maker, v->leaf, true, want))
            vec_push(&s->led, v->maker);
        if (follow == FOLLOW_BOTH)
            lead_readers(s, v, want);
    }
    for (int r = 0; r < n_out && follow & FOLLOW_FORWARD; r++) {
        const NetNode *n = &net->nodes.v[node];
        if (n->out[r] >= 0)
            lead_readers(s, &net->values.v[n->out[r]], n->ways.v[n->way]->out[r]);
    }
}

static void enqueue(Search *s, int node)
{
    if (s->queued[node] == s->trial)
        return;
    s->queued[node] = s->trial;
    vec_push(&s->queue, node);
}

static void enqueue_readers(Search *s, const NetValue *v)
{
    for (int i = 0; i < v->uses.n && i < MAX_FOLLOWERS; i++)
        enqueue(s, v->uses.v[i].node);
    for (int i = 0; i < v->copies.n; i++)
        enqueue_readers(s, &s->net->values.v[v->copies.v[i]]);
}

static void enqueue_around(Search *s, int node)
{
    const NetNode *n = &s->net->nodes.v[node];
    for (int i = 0; i < n->n_in; i++) {
        if (n->in[i] < 0 || s->net->values.v[n->in[i]].free)
            continue;
        const NetValue *v = &s->net->values.v[n->in[i]];
        while (v->behind >= 0)
            v = &s->net->values.v[v->behind];
        if (v->maker >= 0)
            enqueue(s, v->maker);
        enqueue_readers(s, v);
    }
    for (int r = 0; r < n->n_out; r++)
        if (n->out[r] >= 0)
            enqueue_readers(s, &s->net->values.v[n->out[r]]);
}

static void follow_once(Search *s, int node, int pos, bool result, const Sharding *layout)
{
    NetNode *n = &s->net->nodes.v[node];
    for (int i = 0; i < n->followed.n; i++)
        if (n->followed.v[i] == layout)
            return;
    vec_push(&n->followed, layout);
    way_to_follow(s, node, pos, result, layout);
}

/* Ways that fit what neighbours have or want now. */
static void add_fitting_ways(Search *s, int node)
{
    const NetNode *n = &s->net->nodes.v[node];
    for (int i = 0; i < n->n_in; i++)
        if (n->in[i] >= 0 && !s->net->values.v[n->in[i]].free) {
            const Sharding *l = net_layout(s->net, &s->net->values.v[n->in[i]]);
            if (!l->unreduced.n)
                follow_once(s, node, i, false, l);
        }
    for (int r = 0; r < n->n_out; r++) {
        if (n->out[r] < 0)
            continue;
        const NetValue *v = &s->net->values.v[n->out[r]];
        for (int i = 0; i < v->uses.n && i < 8; i++) {
            const NetNode *reader = &s->net->nodes.v[v->uses.v[i].node];
            const Sharding *want = reader->ways.v[reader->way]->in[v->uses.v[i].pos];
            if (want && !want->unreduced.n)
                follow_once(s, node, r, true, want);
        }
        for (int i = 0; i < v->wants.n; i++)
            follow_once(s, node, r, true, v->wants.v[i]);
    }
    way_on_parts(s, node);
}

/* The node takes what is cheapest as things stand; true if that is something else. */
static bool choose(Search *s, int node)
{
    const NetNode *n = &s->net->nodes.v[node];
    double least = s->net->total - SEARCH_EPSILON * s->start;
    if (net_to_win(s->net, node) <= SEARCH_EPSILON * s->start)
        return false;
    gpointer here = (gpointer)(uintptr_t)net_surroundings(s->net, node);
    if (g_hash_table_contains(s->content, here))
        return false;
    add_fitting_ways(s, node);
    int best = n->way;
    for (int w = 0; w < n->ways.n && s->net->budget > 0; w++) {
        double total = w == n->way ? s->net->total : net_try(s->net, node, w, least);
        if (total < least) {
            least = total;
            best = w;
        }
    }
    bool changed = best != n->way;
    if (!changed && s->net->budget > 0)
        g_hash_table_add(s->content, (gpointer)(uintptr_t)net_surroundings(s->net, node));
    search_take(s, node, best);
    return changed;
}

/* What was just changed stays: whoever stands beside it may try again. */
void search_note_changes(Search *s)
{
    s->clock++;
    s->queue.n = 0;
    s->trial++;
    for (int i = 0; i < s->undo.n; i += 2) {
        enqueue(s, s->undo.v[i]);
        enqueue_around(s, s->undo.v[i]);
    }
    for (int i = 0; i < s->queue.n; i++)
        s->changed_at[s->queue.v[i]] = s->clock;
    s->queue.n = 0;
    for (int i = 0; i < s->undo.n; i += 2)
        vec_push(&s->queue, s->undo.v[i]);
    places_changed(s->places, s->queue.v, s->queue.n);
}

/* Those in the queue choose one by one; whoever changes, its neighbours are asked again. */
static void settle(Search *s)
{
    for (int i = 0; i < s->queue.n && i < 4 * MAX_FOLLOWERS && s->net->budget > 0; i++) {
        int at = s->queue.v[i];
        s->queued[at] = 0;
        if (!choose(s, at))
            continue;
        s->queued[at] = s->trial;
        enqueue_around(s, at);
        s->queued[at] = 0;
    }
}

static bool try_way(Search *s, int node, int way, Follow follow)
{
    double before = s->net->total;
    s->trial++;
    s->queue.n = s->led.n = 0;
    search_begin(s);
    s->stamp[node] = s->queued[node] = s->trial; /* it stays as it is now */
    search_take(s, node, way);
    vec_push(&s->led, node);
    for (int i = 0; i < s->led.n && follow; i++)
        lead_neighbours(s, s->led.v[i], follow);
    gpointer state = (gpointer)(uintptr_t)s->state;
    if (!g_hash_table_add(s->seen, state)) { /* others led here, in vain */
        search_take_back(s, 0);
        return false;
    }
    for (int i = s->led.n - 1; i > 0; i--)
        enqueue(s, s->led.v[i]);
    for (int i = 0; i < s->led.n; i++)
        enqueue_around(s, s->led.v[i]);
    settle(s);
    if (s->net->total < before - SEARCH_EPSILON * s->start) {
        search_note_changes(s);
        for (int i = 0; i < s->undo.n; i++)
            vec_push(&s->won, s->undo.v[i]);
        return true;
    }
    search_take_back(s, 0);
    return false;
}

/* Price of the values around a node: what there is to win. */
static double cost_around(const Search *s, int node)
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

static bool improve_node(Search *s, int node)
{
    add_fitting_ways(s, node);
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
            if (ranked[i].at != n->way && try_way(s, node, ranked[i].at, how[k]))
                any = true;
        }
    return any;
}

/* A place at this stage; with one of its ways, for the searches to come. */
static gpointer futile_key(const Search *s, uint64_t sign, const Candidate *way)
{
    return (gpointer)(uintptr_t)((sign ^ (uint64_t)(s->stage + 1) << 40) + (uint64_t)(uintptr_t)way * 0x9E3779B97F4A7C15u);
}

static bool tried_before(const Search *s, int node, uint64_t sign)
{
    const NetNode *n = &s->net->nodes.v[node];
    bool all = true;
    for (int w = 0; w < n->ways.n && all; w++)
        all = g_hash_table_contains(s->x->futile, futile_key(s, sign, n->ways.v[w]));
    return all;
}

static void note_futile(Search *s, int node, uint64_t sign)
{
    const NetNode *n = &s->net->nodes.v[node];
    g_hash_table_add(s->futile, futile_key(s, sign, NULL));
    for (int w = 0; w < n->ways.n; w++)
        g_hash_table_add(s->x->futile, futile_key(s, sign, n->ways.v[w]));
}

/* Tries the node, unless another one in equal surroundings was tried in vain; what it wins, its like get too. */
static bool improve_alike(Search *s, int node)
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
static double *heat_of_nodes(Search *s)
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
            enqueue_around(s, i);
            for (int k = 0; k < s->queue.n; k++)
                next[i] = MAX(next[i], 0.25 * heat[s->queue.v[k]]);
        }
        memcpy(heat, next, sizeof *heat * (size_t)n);
    }
    return heat;
}

/* What is won at a node is won at all that stand in equal surroundings. */
static void weigh_by_kind(Search *s, double *heat)
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

/* What is spent on moving values, as things stand. */
static double moving_cost(const Net *net)
{
    double cost = 0;
    for (int i = 0; i < net->values.n; i++)
        cost += net->values.v[i].cost;
    for (int i = 0; i < net->nodes.n; i++)
        cost += net->nodes.v[i].ways.v[net->nodes.v[i].way]->inner_ns * net->nodes.v[i].trips;
    return cost;
}

/* True while there is a budget. A search that still wins when it is used up gets more. */
static bool goes_on(Search *s)
{
    if (s->net->budget > 0)
        return true;
    if (s->refills == MAX_REFILLS || s->net->total > s->at_refill - WORTH_GOING_ON * moving_cost(s->net))
        return false;
    s->refills++;
    s->at_refill = s->net->total;
    s->net->budget = s->chunk / 2;
    return true;
}

static bool pass(Search *s)
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

bool search_ways(Insert *x, Net *net, int k)
{
    if (net->nodes.n == 0)
        return false;
    Search s = { .x = x, .net = net, .start = net->total, .at_refill = net->total,  .stamp = g_new0(int, net->nodes.n), .queued = g_new0(int, net->nodes.n),
                 .changed_at = g_new0(int, net->nodes.n), .refused = g_new0(int, net->nodes.n), .tried_at = g_new(int, net->nodes.n),
                 .places = places_new(net), .seen = g_hash_table_new(NULL, NULL), .futile = g_hash_table_new(NULL, NULL), .content = g_hash_table_new(NULL, NULL) };
    net->budget = s.chunk = budget_for(net->nodes.n, places_n_kinds(s.places), k);
    for (s.stage = 0; s.stage < (int)G_N_ELEMENTS(stages) && goes_on(&s); s.stage++) { /* few of all before many of some */
        memset(s.tried_at, -1, sizeof *s.tried_at * (size_t)net->nodes.n);
        for (int i = 0; i < MAX_PASSES && goes_on(&s) && pass(&s); i++)
            continue;
    }
    bool better = net->total < s.start * (1 - 1e-6);
    if (better) {
        x->forced = g_new0(Forced, x->n_input);
        for (int i = 0; i < net->nodes.n; i++) {
            const NetNode *n = &net->nodes.v[i];
            const Candidate *c = n->ways.v[n->way];
            if (n->op->id >= x->n_input)
                continue;
            Forced *f = &x->forced[n->op->id];
            if (!n->carried) {
                *f = (Forced){ c->factors, c->on_partials, c->whole, NULL };
                continue;
            }
            if (!f->state)
                f->state = arena_array(x->scratch, const Sharding *, type_n_leaves(n->op->type));
            f->state[n->leaf] = c->in[0];
        }
    }
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
