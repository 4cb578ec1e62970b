/* One trial of the search: an op gets another way; neighbours that merely pass layouts on are made to follow; then each op nearby
 * chooses again what is cheapest for it. If the price of the whole program fell, all changes stay; otherwise all are undone. So a
 * chain of ops can change its layout together where no single change would pay.
 * Source of the idea: Kernighan and Lin's graph partitioning, whose sequences of moves may get worse before they get better.
 * Start reading at search_try(). */
#include "runtime/partition/search_impl.h"

#include <math.h>

enum { MAX_FOLLOWERS = 96, MAX_PARTS = 60 };

/* Hash of a node with its way. The hash of the whole net is the combination over all nodes (Zobrist hashing). */
static uint64_t state_of(int node, int way)
{
    uint64_t h = ((uint64_t)node << 16 | (uint64_t)way) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

void search_take(WaySearch *s, int node, int way)
{
    int was = s->net->nodes.v[node].way;
    if (was == way)
        return;
    s->state ^= state_of(node, was) ^ state_of(node, way);
    vec_push(&s->undo, node);
    vec_push(&s->undo, was);
    net_take(s->net, node, way);
}

void search_take_back(WaySearch *s, int mark)
{
    while (s->undo.n > mark) {
        int way = s->undo.v[--s->undo.n], node = s->undo.v[--s->undo.n];
        s->state ^= state_of(node, s->net->nodes.v[node].way) ^ state_of(node, way);
        net_take_back(s->net, node, way);
    }
}

void search_begin(WaySearch *s)
{
    s->undo.n = 0;
    net_keep(s->net);
}

static const RuleTensor *tensor_of(const NetNode *n, int pos, bool result)
{
    return result ? rule_result(n->rule, pos) : rule_operand(n->rule, pos);
}

/* The node's way that has that tensor in layout `want` and everything else unchanged; -1 if there is none. */
static int way_to_follow(WaySearch *s, int node, int pos, bool result, const Sharding *want)
{
    NetNode *n = &s->net->nodes.v[node];
    if (n->ways.n >= MAX_WAYS_KEPT)
        return -1;
    return net_way(s->net, n, n->carried ? net_carry(s->net, n, want) :
                      candidate_following(s->x, n->op, n->rule, tensor_of(n, pos, result), want, n->ways.v[n->way]));
}

/* The same with operands that are partial sums now taken as they are. */
static int way_on_parts(WaySearch *s, int node)
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
    return any ? net_way(s->net, n, candidate_on_parts(s->x, n->op, n->rule, at)) : -1;
}

/* Ops that pass the layout of their operands on to their results. */
static bool hands_on(const NetNode *n)
{
    switch (op_family(n->op)) {
    case FAMILY_control: return true; /* a leaf that a loop carries */
    case FAMILY_elementwise: case FAMILY_broadcast: case FAMILY_transpose: case FAMILY_reshape: case FAMILY_reduce: case FAMILY_slice:
    case FAMILY_pad: case FAMILY_concatenate: case FAMILY_reverse: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice:
    case FAMILY_bitcast_convert: case FAMILY_sort: case FAMILY_topk: case FAMILY_reduce_window: case FAMILY_gather: return true;
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_scatter: case FAMILY_dot: case FAMILY_convolution:
    case FAMILY_select_and_scatter: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard:
    case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

/* Gives a neighbour the way that takes the value in its present layout; true if it has such a way. */
static bool lead(WaySearch *s, int node, int pos, bool result, const Sharding *want)
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
static void lead_readers(WaySearch *s, const NetValue *v, const Sharding *layout)
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

static void lead_neighbours(WaySearch *s, int node, Follow follow)
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

static void enqueue(WaySearch *s, int node)
{
    if (s->queued[node] == s->trial)
        return;
    s->queued[node] = s->trial;
    vec_push(&s->queue, node);
}

static void enqueue_readers(WaySearch *s, const NetValue *v)
{
    for (int i = 0; i < v->uses.n && i < MAX_FOLLOWERS; i++)
        enqueue(s, v->uses.v[i].node);
    for (int i = 0; i < v->copies.n && i < MAX_FOLLOWERS; i++)
        enqueue_readers(s, &s->net->values.v[v->copies.v[i]]);
}

void search_enqueue_around(WaySearch *s, int node)
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

static void follow_once(WaySearch *s, int node, int pos, bool result, const Sharding *layout)
{
    NetNode *n = &s->net->nodes.v[node];
    for (int i = 0; i < n->followed.n; i++)
        if (n->followed.v[i] == layout)
            return;
    vec_push(&n->followed, layout);
    way_to_follow(s, node, pos, result, layout);
}

/* Ways that fit what neighbours have or want now. */
void search_add_ways(WaySearch *s, int node)
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

/* Gives the node the way that is cheapest now; true if that is another one. */
static bool choose(WaySearch *s, int node)
{
    const NetNode *n = &s->net->nodes.v[node];
    double least = s->net->total - SEARCH_EPSILON * s->start;
    if (net_to_win(s->net, node) <= SEARCH_EPSILON * s->start)
        return false;
    gpointer here = (gpointer)(uintptr_t)net_surroundings(s->net, node);
    if (g_hash_table_contains(s->content, here))
        return false;
    search_add_ways(s, node);
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

/* The last changes stay: their neighbours may be tried again. */
void search_note_changes(WaySearch *s)
{
    s->clock++;
    s->queue.n = 0;
    s->trial++;
    for (int i = 0; i < s->undo.n; i += 2) {
        enqueue(s, s->undo.v[i]);
        search_enqueue_around(s, s->undo.v[i]);
    }
    for (int i = 0; i < s->queue.n; i++)
        s->changed_at[s->queue.v[i]] = s->clock;
    s->queue.n = 0;
    for (int i = 0; i < s->undo.n; i += 2)
        vec_push(&s->queue, s->undo.v[i]);
    places_changed(s->places, s->queue.v, s->queue.n);
}

/* Nodes in the queue choose one after the other; the neighbours of one that changes are queued again. */
static void settle(WaySearch *s)
{
    for (int i = 0; i < s->queue.n && i < 4 * MAX_FOLLOWERS && s->net->budget > 0; i++) {
        int at = s->queue.v[i];
        s->queued[at] = 0;
        if (!choose(s, at))
            continue;
        s->queued[at] = s->trial;
        search_enqueue_around(s, at);
        s->queued[at] = 0;
    }
}

bool search_try(WaySearch *s, int node, int way, Follow follow)
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
    if (!g_hash_table_add(s->seen, state)) { /* an earlier trial began here without success */
        search_take_back(s, 0);
        return false;
    }
    for (int i = s->led.n - 1; i > 0; i--)
        enqueue(s, s->led.v[i]);
    for (int i = 0; i < s->led.n; i++)
        search_enqueue_around(s, s->led.v[i]);
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
