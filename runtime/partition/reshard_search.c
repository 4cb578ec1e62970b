/* The search of the reshard planner: the moves between states, and Dijkstra's algorithm. The head of reshard_plan.c explains what a
 * state is. Start reading at path_run(). */
#include "runtime/partition/reshard_impl.h"

#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

const CollKind reshard_step_colls[] = { [STEP_SLICE] = 0, [STEP_ALL_GATHER] = COLL_ALL_GATHER, [STEP_ALL_TO_ALL] = COLL_ALL_TO_ALL,
                                      [STEP_PERMUTE] = COLL_PERMUTE, [STEP_REDUCE_SCATTER] = COLL_REDUCE_SCATTER,
                                      [STEP_ALL_REDUCE] = COLL_ALL_REDUCE, [STEP_BLOCKS] = COLL_PERMUTE };

static Packed pack(const State *s, int n_dims)
{
    Packed p = { { 0, 0, s->unreduced } };
    int at = 0;
    for (int i = 0; i < n_dims; i++)
        for (int k = 0; k <= s->n[i]; k++, at++)
            p.w[at / 12] |= (uint64_t)(k < s->n[i] ? s->atom[i][k] + 1 : 0x1f) << at % 12 * 5;
    return p;
}

static bool packed_equal(Packed a, Packed b)
{
    return a.w[0] == b.w[0] && a.w[1] == b.w[1] && a.w[2] == b.w[2];
}

static size_t packed_hash(Packed p)
{
    uint64_t h = p.w[0] * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 29 ^ p.w[1]) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 32 ^ p.w[2]) * UINT64_C(0x94d049bb133111eb);
    return (size_t)(h ^ h >> 31);
}

static void place_node(PathSearch *z, int node)
{
    size_t mask = (size_t)z->index_size - 1, i = packed_hash(z->nodes.v[node].key) & mask;
    while (z->index[i])
        i = (i + 1) & mask;
    z->index[i] = node + 1;
}

/* The node of a state, -1 if there is none yet. */
static int find_node(const PathSearch *z, Packed key)
{
    size_t mask = (size_t)z->index_size - 1;
    for (size_t i = packed_hash(key) & mask; z->index_size && z->index[i]; i = (i + 1) & mask)
        if (packed_equal(z->nodes.v[z->index[i] - 1].key, key))
            return z->index[i] - 1;
    return -1;
}

static int add_node(PathSearch *z, Node node)
{
    vec_push(&z->nodes, node);
    if (z->nodes.n * 2 > z->index_size) {
        z->index_size = MAX(z->index_size * 2, 64);
        g_free(z->index);
        z->index = g_new0(int, z->index_size);
        for (int i = 0; i + 1 < z->nodes.n; i++)
            place_node(z, i);
    }
    place_node(z, z->nodes.n - 1);
    return z->nodes.n - 1;
}

/* ---- the heap and the frontier ------------------------------------------------------------------------ */

static void heap_push(PathSearch *z, int node)
{
    vec_push(&z->heap, node);
    int i = z->heap.n - 1;
    while (i > 0) {
        int up = (i - 1) / 2;
        if (z->nodes.v[z->heap.v[up]].dist <= z->nodes.v[node].dist)
            break;
        z->heap.v[i] = z->heap.v[up];
        i = up;
    }
    z->heap.v[i] = node;
}

static int heap_pop(PathSearch *z)
{
    int top = z->heap.v[0], last = z->heap.v[--z->heap.n], i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= z->heap.n)
            break;
        if (c + 1 < z->heap.n && z->nodes.v[z->heap.v[c + 1]].dist < z->nodes.v[z->heap.v[c]].dist)
            c++;
        if (z->nodes.v[z->heap.v[c]].dist >= z->nodes.v[last].dist)
            break;
        z->heap.v[i] = z->heap.v[c];
        i = c;
    }
    if (z->heap.n)
        z->heap.v[i] = last;
    return top;
}

static Pattern pattern_of_step(StepKind kind)
{
    return coll_pattern(reshard_step_colls[kind]);
}

static double move_ns(PathSearch *z, StepKind kind, uint32_t moved, double bytes)
{
    uint32_t mask = kind == STEP_PERMUTE ? 1u << MAX_FINE_ATOMS : moved;
    if (z->n_atoms <= MAX_FINE_ATOMS && z->wires_known[mask])
        return wires_ns(z->p->model, &z->wires[mask], pattern_of_step(kind), bytes);
    AxisRef refs[MAX_ATOMS];
    AxisList axes = { refs, 0 };
    for (int a = 0; a < z->n_atoms; a++)
        if (moved >> a & 1)
            refs[axes.n++] = z->atoms[a];
    if (z->n_atoms > MAX_FINE_ATOMS)
        return coll_ns(z->p->model, z->mesh, reshard_step_colls[kind], bytes, kind == STEP_PERMUTE ? z->all_axes : axes);
    z->wires[mask] = wires_along(z->p->model, z->mesh, kind == STEP_PERMUTE ? z->all_axes : axes);
    z->wires_known[mask] = true;
    return wires_ns(z->p->model, &z->wires[mask], pattern_of_step(kind), bytes);
}

/* The least that any collective costs which leaves a device with the goal's bytes: half of them were received, by the kind and
 * along the atoms that are fastest at it. */
static double least_collective_ns(PathSearch *z)
{
    static const StepKind kinds[] = { STEP_ALL_GATHER, STEP_ALL_TO_ALL, STEP_PERMUTE, STEP_REDUCE_SCATTER, STEP_ALL_REDUCE };
    double half = state_local_bytes(z, &z->goal) * 0.5, start = 0, rest = 0;
    for (int k = 0; k < (int)G_N_ELEMENTS(kinds); k++)
        for (int a = 0; a <= z->n_atoms; a++) { /* the last: all of them */
            uint32_t mask = a < z->n_atoms ? 1u << a : (1u << z->n_atoms) - 1;
            double one = move_ns(z, kinds[k], mask, 1), more = move_ns(z, kinds[k], mask, MAX(half, 1)) - one;
            start = k + a == 0 ? one : MIN(start, one);
            rest = k + a == 0 ? more : MIN(rest, more);
        }
    return MAX(start, 0) + MAX(rest, 0);
}

/* True if slices alone lead to the goal. */
static bool is_prefix_of_goal(const PathSearch *z, const State *s)
{
    if (s->unreduced != z->goal.unreduced)
        return false;
    for (int i = 0; i < z->n_dims; i++)
        if (s->n[i] > z->goal.n[i] || memcmp(s->atom[i], z->goal.atom[i], s->n[i]) != 0)
            return false;
    return true;
}

/* A move from one state to another. */
typedef struct Move {
    StepKind kind;
    int dim, to_dim;     /* indices into PathSearch.dims, -1 = none */
    uint32_t moved;      /* atoms that the move is about */
    double bytes;        /* received by each device */
} Move;

/* Enters state s, reached from node `prev` (-1 = it is the start) by a move, unless it is known at a lower price. */
static void reach(PathSearch *z, int prev, const State *s, Move m)
{
    const Hardware *c = z->p->model;
    double here = state_local_bytes(z, s), touched = here + (prev >= 0 ? z->nodes.v[prev].bytes_here : 0);
    double ns = reshard_touch_ns(c, touched);
    if (prev >= 0 && m.kind != STEP_SLICE)
        ns += move_ns(z, m.kind, m.moved, m.bytes);
    double dist = (prev >= 0 ? z->nodes.v[prev].dist : 0) + ns;
    if (z->bound > 0 && dist + (is_prefix_of_goal(z, s) ? 0 : z->least_left) > z->bound)
        return;
    Packed key = pack(s, z->n_dims);
    int at = find_node(z, key);
    if (at >= 0 && z->nodes.v[at].dist <= dist)
        return;
    Node node = { *s, key, dist, here, prev, m.kind, m.dim, m.to_dim, m.moved, (int64_t)m.bytes, false };
    if (at >= 0)
        z->nodes.v[at] = node;
    else
        at = add_node(z, node);
    heap_push(z, at);
}

/* ---- moves --------------------------------------------------------------------------------------------- */

int64_t gather_senders(int64_t n, int64_t parts, int64_t g)
{
    int64_t tile = tile_size(n, parts), full = tile ? (n + tile - 1) / tile : 0;
    return full && full <= (g - 1) / 2 ? full : 0;
}

/* Received by each device when dim, of size n in `parts` tiles, is gathered over groups of g; a device has `tile` bytes before. */
int64_t reshard_gather_bytes(int64_t n, int64_t parts, int64_t g, int64_t tile)
{
    int64_t senders = gather_senders(n, parts, g);
    return senders ? coll_traffic(COLL_BROADCAST, tile, g) * senders : coll_traffic(COLL_ALL_GATHER, tile * g, g);
}

static int64_t dim_size(const PathSearch *z, int i)
{
    return z->type->dims[z->dims[i]];
}

static void try_gathers(PathSearch *z, int at)
{
    State s = z->nodes.v[at].s;
    for (int i = 0; i < z->n_dims; i++) {
        int64_t parts = state_parts(z, &s, i), g = 1;
        State t = s;
        uint32_t moved = 0;
        while (t.n[i] > 0) {
            uint8_t a = t.atom[i][--t.n[i]];
            t.atom[i][t.n[i]] = 0;
            moved |= 1u << a;
            g *= z->atoms[a].size;
            if (!tiles_nest(dim_size(z, i), parts / g, g))
                continue;
            reach(z, at, &t, (Move){ STEP_ALL_GATHER, i, i, moved, (double)reshard_gather_bytes(dim_size(z, i), parts, g, (int64_t)state_local_bytes(z, &s)) });
        }
    }
}

static void append(State *s, int i, uint8_t atom)
{
    s->atom[i][s->n[i]++] = atom;
}

static void try_slices(PathSearch *z, int at)
{
    State s = z->nodes.v[at].s;
    uint32_t used = state_atoms(&s, z->n_dims);
    for (int a = 0; a < z->n_atoms; a++) {
        if (used >> a & 1)
            continue;
        for (int i = 0; i < z->n_dims; i++) {
            if (!tiles_nest(dim_size(z, i), state_parts(z, &s, i), z->atoms[a].size))
                continue;
            int place = s.n[i];
            if (z->straight && (place >= z->goal.n[i] || z->goal.atom[i][place] != a))
                continue;
            State t = s;
            append(&t, i, (uint8_t)a);
            reach(z, at, &t, (Move){ STEP_SLICE, i, i, 1u << a, 0 });
        }
    }
}

static void try_all_to_alls(PathSearch *z, int at)
{
    State s = z->nodes.v[at].s;
    for (int i = 0; i < z->n_dims; i++) {
        State taken = s;
        int64_t g = 1, parts = state_parts(z, &s, i);
        uint32_t moved = 0;
        while (taken.n[i] > 0) {
            uint8_t a = taken.atom[i][--taken.n[i]];
            taken.atom[i][taken.n[i]] = 0;
            g *= z->atoms[a].size;
            moved |= 1u << a;
            if (!tiles_nest(dim_size(z, i), parts / g, g))
                continue;
            for (int j = 0; j < z->n_dims; j++) {
                if (j == i || !tiles_nest(dim_size(z, j), state_parts(z, &s, j), g))
                    continue;
                State t = taken;
                for (int k = taken.n[i]; k < s.n[i]; k++)
                    append(&t, j, s.atom[i][k]);
                double padded = state_local_bytes(z, &t) * (double)(tile_size(dim_size(z, i), parts) * g) /
                                (double)MAX(tile_size(dim_size(z, i), parts / g), 1);
                reach(z, at, &t, (Move){ STEP_ALL_TO_ALL, i, j, moved, (double)coll_traffic(COLL_ALL_TO_ALL, (int64_t)padded, g) });
            }
        }
    }
}

static void try_reductions(PathSearch *z, int at)
{
    State s = z->nodes.v[at].s, goal = z->goal;
    uint32_t mask = s.unreduced & ~goal.unreduced;
    if (!mask)
        return;
    State t = s;
    t.unreduced &= ~mask;
    double local = state_local_bytes(z, &s);
    reach(z, at, &t, (Move){ STEP_ALL_REDUCE, -1, -1, mask, (double)coll_traffic(COLL_ALL_REDUCE, (int64_t)local, path_mask_size(z, mask)) });
    for (int a = 0; a < z->n_atoms; a++) {
        if (!(mask >> a & 1))
            continue;
        int64_t g = z->atoms[a].size;
        t = s;
        t.unreduced &= ~(1u << a);
        if (mask != 1u << a)
            reach(z, at, &t, (Move){ STEP_ALL_REDUCE, -1, -1, 1u << a, (double)coll_traffic(COLL_ALL_REDUCE, (int64_t)local, g) });
        for (int i = 0; i < z->n_dims; i++) {
            if (!tiles_nest(dim_size(z, i), state_parts(z, &s, i), g))
                continue;
            State u = t;
            append(&u, i, (uint8_t)a);
            reach(z, at, &u, (Move){ STEP_REDUCE_SCATTER, i, i, 1u << a, (double)coll_traffic(COLL_REDUCE_SCATTER, (int64_t)state_local_bytes(z, &u), g) });
        }
    }
}

static void try_permutes(PathSearch *z, int at)
{
    State s = z->nodes.v[at].s, goal = z->goal;
    double bytes = state_local_bytes(z, &s);
    /* All dims that the target cuts into as many parts take the target's axes at once. */
    State t = s;
    uint32_t fixed = s.unreduced;
    bool match[MAX_DIMS], any = false;
    for (int i = 0; i < z->n_dims; i++) {
        match[i] = state_parts(z, &s, i) == state_parts(z, &goal, i);
        for (int k = 0; !match[i] && k < s.n[i]; k++)
            fixed |= 1u << s.atom[i][k];
    }
    for (int i = 0; i < z->n_dims; i++) {
        bool clash = false;
        for (int k = 0; k < goal.n[i]; k++)
            clash |= (fixed >> goal.atom[i][k] & 1) != 0;
        if (!match[i] || clash)
            continue;
        t.n[i] = goal.n[i];
        memcpy(t.atom[i], goal.atom[i], sizeof t.atom[i]);
        any = true;
    }
    /* Dims left as they were may hold atoms that others just took: then this is no layout. */
    uint32_t seen = t.unreduced;
    for (int i = 0; i < z->n_dims && any; i++)
        for (int k = 0; k < t.n[i]; k++) {
            any &= !(seen >> t.atom[i][k] & 1);
            seen |= 1u << t.atom[i][k];
        }
    if (any && !state_equal(&t, &s))
        reach(z, at, &t, (Move){ STEP_PERMUTE, -1, -1, 0, bytes });
    /* One atom against a free one of its size, or two against each other. */
    uint32_t used = state_atoms(&s, z->n_dims);
    for (int i = 0; i < z->n_dims; i++) {
        for (int k = 0; k < s.n[i]; k++) {
            int64_t size = z->atoms[s.atom[i][k]].size;
            for (int a = 0; a < z->n_atoms; a++) {
                if (used >> a & 1 || z->atoms[a].size != size)
                    continue;
                State u = s;
                u.atom[i][k] = (uint8_t)a;
                reach(z, at, &u, (Move){ STEP_PERMUTE, -1, -1, 0, bytes });
            }
            for (int j = i; j < z->n_dims; j++)
                for (int l = j == i ? k + 1 : 0; l < s.n[j]; l++) {
                    if (j != i && z->atoms[s.atom[j][l]].size != size)
                        continue;
                    State u = s;
                    u.atom[i][k] = s.atom[j][l];
                    u.atom[j][l] = s.atom[i][k];
                    reach(z, at, &u, (Move){ STEP_PERMUTE, -1, -1, 0, bytes });
                }
        }
    }
}

void path_begin(PathSearch *z, Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    *z = (PathSearch){ .p = p, .type = type, .mesh = from->mesh, .from = from, .to = to, .elem_bytes = elem_info[type->elem].bytes };
}

int path_run(PathSearch *z)
{
    State start = state_of_sharding(z, z->from);
    z->all_axes = path_mask_list(z, (1u << z->n_atoms) - 1);
    z->goal = state_of_sharding(z, z->to);
    z->least_left = z->bound > 0 ? least_collective_ns(z) : 0;
    reach(z, -1, &start, (Move){ STEP_SLICE, -1, -1, 0, 0 });
    while (z->heap.n > 0 && z->nodes.n < MAX_STATES) {
        int at = heap_pop(z);
        if (z->nodes.v[at].done)
            continue;
        z->nodes.v[at].done = true;
        if (state_equal(&z->nodes.v[at].s, &z->goal))
            return at;
        try_slices(z, at);
        try_reductions(z, at);
        try_gathers(z, at);
        try_all_to_alls(z, at);
        try_permutes(z, at);
    }
    return -1;
}

void path_clear(PathSearch *z)
{
    g_free(z->index);
    vec_clear(&z->nodes);
    vec_clear(&z->heap);
}
