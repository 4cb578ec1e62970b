/* The search behind reshard_plan.h.
 *
 * The axes of both shardings are cut at each other's boundaries into atoms. A state says which atoms split each dim
 * (major to minor) and which are still unreduced; a move takes or appends minor atoms, or exchanges atoms by a
 * permute. Dijkstra's algorithm over states, with the price of each move as the length of its edge: first with the atoms as
 * they are, then with atoms cut into primes, where a state counts only if what is left to do at least keeps it below the
 * price found first. Programs ask for few distinct reshards and states are few (a handful of atoms), so plans are found in
 * microseconds; beyond MAX_STATES the search gives up, and what the first one found stands.
 * Start reading at planner_plan(). */
#include "runtime/partition/reshard_plan.h"

#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

enum { MAX_DIMS = 8, MAX_ATOMS = 16, MAX_STATES = 6000, MAX_FINE_ATOMS = 6 };

/* So many atoms have more layouts than can be looked at for each reshard that is only priced: those that the program makes
 * in the end get the fine search then. */
enum { MANY_ATOMS = 5 };

struct Planner {
    IrModule *m;
    const CostModel *model;
    GHashTable *cache; /* PlanKey -> ReshardPlan */
    GHashTable *final; /* the same for those that are rough in the cache */
    bool thorough;     /* a plan for the latter is being made */
    bool rough;        /* the last search was not a fine one */
};

typedef struct PlanKey {
    const Type *type;
    const Sharding *from, *to;
} PlanKey;

static guint plan_key_hash(gconstpointer p)
{
    const PlanKey *k = p;
    return g_direct_hash(k->type) * 31u + g_direct_hash(k->from) * 17u + g_direct_hash(k->to);
}

static gboolean plan_key_equal(gconstpointer a, gconstpointer b)
{
    const PlanKey *x = a, *y = b;
    return x->type == y->type && x->from == y->from && x->to == y->to;
}

Planner *planner_new(IrModule *m, const CostModel *model)
{
    Planner *p = g_new0(Planner, 1);
    p->m = m;
    p->model = model;
    p->cache = g_hash_table_new_full(plan_key_hash, plan_key_equal, g_free, NULL);
    p->final = g_hash_table_new_full(plan_key_hash, plan_key_equal, g_free, NULL);
    return p;
}

void planner_free(Planner *p)
{
    if (!p)
        return;
    g_hash_table_destroy(p->cache);
    g_hash_table_destroy(p->final);
    g_free(p);
}

const CostModel *planner_model(const Planner *p)
{
    return p->model;
}

IrModule *planner_module(const Planner *p)
{
    return p->m;
}

bool tiles_nest(int64_t n, int64_t parts, int64_t k)
{
    return parts == 1 || tile_size(n, parts) == tile_size(n, parts * k) * k;
}

/* ---- states ----------------------------------------------------------------------------------------- */

static const CollKind step_colls[] = { [STEP_SLICE] = 0, [STEP_ALL_GATHER] = COLL_ALL_GATHER, [STEP_ALL_TO_ALL] = COLL_ALL_TO_ALL,
                                      [STEP_PERMUTE] = COLL_PERMUTE, [STEP_REDUCE_SCATTER] = COLL_REDUCE_SCATTER,
                                      [STEP_ALL_REDUCE] = COLL_ALL_REDUCE, [STEP_EXCHANGE] = COLL_PERMUTE };

typedef struct State {
    uint8_t n[MAX_DIMS];
    uint8_t atom[MAX_DIMS][MAX_ATOMS];
    uint32_t unreduced; /* bit per atom */
} State;

/* A state in few words: five bits for each atom of each dim and for each dim's end, then the unreduced ones. */
typedef struct Packed {
    uint64_t w[3];
} Packed;

typedef struct Node {
    State s;
    Packed key;
    double dist;
    double bytes_here;   /* that a device holds in this state */
    int prev;            /* -1 = the start */
    StepKind kind;       /* of the move from prev */
    int dim, to_dim;     /* indices into Search.dims */
    uint32_t moved;      /* atoms the move is about */
    int64_t bytes;
    bool done;
} Node;

typedef struct Search {
    Planner *p;
    const Type *type;
    const Mesh *mesh;
    const Sharding *from, *to;
    int n_dims;                     /* dims that either side splits */
    int dims[MAX_DIMS];
    int n_atoms;
    AxisRef atoms[MAX_ATOMS];
    AxisList all_axes;              /* of the atoms: what a permute may cross */
    double elem_bytes;              /* bytes of the dims not in `dims`, times the element size */
    VEC(Node) nodes;
    int *index;                     /* node number + 1 by hash of its key, 0 = free; index_size places, a power of two */
    int index_size;
    VEC(int) heap;                  /* node numbers by dist */
    State goal;
    double bound;                   /* a plan of this price is known; 0 = none */
    double least_left;              /* a state that is no prefix of the goal has at least this to pay */
    bool straight;                  /* free atoms are only cut in where the goal has them */
    Wires wires[(1 << MAX_FINE_ATOMS) + 1]; /* by atoms, as far as there are so few; the last: those of a permute */
    bool wires_known[(1 << MAX_FINE_ATOMS) + 1];
} Search;

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

static void place_node(Search *z, int node)
{
    size_t mask = (size_t)z->index_size - 1, i = packed_hash(z->nodes.v[node].key) & mask;
    while (z->index[i])
        i = (i + 1) & mask;
    z->index[i] = node + 1;
}

/* The node of a state, -1 if there is none yet. */
static int find_node(const Search *z, Packed key)
{
    size_t mask = (size_t)z->index_size - 1;
    for (size_t i = packed_hash(key) & mask; z->index_size && z->index[i]; i = (i + 1) & mask)
        if (packed_equal(z->nodes.v[z->index[i] - 1].key, key))
            return z->index[i] - 1;
    return -1;
}

static int add_node(Search *z, Node node)
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

static bool state_equal(const State *a, const State *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void add_cuts(GArray *cuts, int axis, AxisList l)
{
    for (int i = 0; i < l.n; i++) {
        if (l.v[i].axis != axis)
            continue;
        int64_t ends[2] = { l.v[i].pre, l.v[i].pre * l.v[i].size };
        for (int e = 0; e < 2; e++) {
            guint k = 0;
            while (k < cuts->len && g_array_index(cuts, int64_t, k) < ends[e])
                k++;
            if (k == cuts->len || g_array_index(cuts, int64_t, k) != ends[e])
                g_array_insert_val(cuts, k, ends[e]);
        }
    }
}

static bool covered(const Sharding *s, AxisRef a)
{
    for (int d = 0; d < s->rank; d++)
        for (int i = 0; i < s->dims[d].axes.n; i++)
            if (axis_contains(s->dims[d].axes.v[i], a))
                return true;
    for (int i = 0; i < s->unreduced.n; i++)
        if (axis_contains(s->unreduced.v[i], a))
            return true;
    return false;
}

/* Cuts each atom into its prime factors, as long as there are not too many: 2 parts of an axis of 4 may then be
 * exchanged against an axis of 2. */
static void split_atoms(Search *z)
{
    for (int i = 0; i < z->n_atoms && z->n_atoms < MAX_FINE_ATOMS; i++) {
        AxisRef a = z->atoms[i];
        int64_t p = 2;
        while (a.size % p)
            p++;
        if (p == a.size)
            continue;
        memmove(&z->atoms[i + 2], &z->atoms[i + 1], sizeof *z->atoms * (size_t)(z->n_atoms - i - 1));
        z->atoms[i] = (AxisRef){ a.axis, a.pre, p };
        z->atoms[i + 1] = (AxisRef){ a.axis, a.pre * p, a.size / p };
        z->n_atoms++;
    }
}

/* Cuts the axes of both sides into atoms. False: too many, or cuts that do not divide one another. */
static bool make_atoms(Search *z)
{
    for (int axis = 0; axis < z->mesh->n_axes; axis++) {
        g_autoptr(GArray) cuts = g_array_new(FALSE, FALSE, sizeof(int64_t));
        const Sharding *both[2] = { z->from, z->to };
        for (int k = 0; k < 2; k++) {
            for (int d = 0; d < both[k]->rank; d++)
                add_cuts(cuts, axis, both[k]->dims[d].axes);
            add_cuts(cuts, axis, both[k]->unreduced);
        }
        for (guint i = 0; i + 1 < cuts->len; i++) {
            int64_t lo = g_array_index(cuts, int64_t, i), hi = g_array_index(cuts, int64_t, i + 1);
            if (hi % lo)
                return false;
            AxisRef a = { axis, lo, hi / lo };
            if (!covered(z->from, a) && !covered(z->to, a))
                continue;
            if (z->n_atoms == MAX_ATOMS)
                return false;
            z->atoms[z->n_atoms++] = a;
        }
    }
    return true;
}

/* The atoms of a list, major to minor: within one reference the outer atoms (small pre) come first. */
static int list_atoms(const Search *z, AxisList l, uint8_t *out)
{
    int n = 0;
    for (int i = 0; i < l.n; i++)
        for (int a = 0; a < z->n_atoms; a++) /* atoms stand in order of pre within an axis */
            if (axis_contains(l.v[i], z->atoms[a]))
                out[n++] = (uint8_t)a;
    return n;
}

static State state_of(const Search *z, const Sharding *s)
{
    State st;
    memset(&st, 0, sizeof st);
    for (int i = 0; i < z->n_dims; i++)
        st.n[i] = (uint8_t)list_atoms(z, s->dims[z->dims[i]].axes, st.atom[i]);
    uint8_t u[MAX_ATOMS];
    int n = list_atoms(z, s->unreduced, u);
    for (int i = 0; i < n; i++)
        st.unreduced |= 1u << u[i];
    return st;
}

static AxisList atoms_list(const Search *z, const uint8_t *atoms, int n)
{
    AxisRef *v = arena_array(z->p->m->arena, AxisRef, n);
    int k = 0;
    for (int i = 0; i < n; i++) {
        AxisRef a = z->atoms[atoms[i]];
        if (k > 0 && v[k - 1].axis == a.axis && v[k - 1].pre * v[k - 1].size == a.pre)
            v[k - 1].size *= a.size;
        else
            v[k++] = a;
    }
    return (AxisList){ v, k };
}

static AxisList mask_list(const Search *z, uint32_t mask)
{
    uint8_t atoms[MAX_ATOMS];
    int n = 0;
    for (int a = 0; a < z->n_atoms; a++)
        if (mask >> a & 1)
            atoms[n++] = (uint8_t)a;
    return atoms_list(z, atoms, n);
}

static const Sharding *state_sharding(const Search *z, const State *s)
{
    AxisList dims[MAX_RANK] = { 0 };
    for (int i = 0; i < z->n_dims; i++)
        dims[z->dims[i]] = atoms_list(z, s->atom[i], s->n[i]);
    ShardingTable *t = z->p->m->shardings;
    const Sharding *sh = sharding_of_dims(t, z->mesh, z->from->rank, dims);
    return s->unreduced ? sharding_with_unreduced(t, sh, mask_list(z, s->unreduced), z->from->reduction) : sh;
}

static int64_t parts_of(const Search *z, const State *s, int i)
{
    int64_t p = 1;
    for (int k = 0; k < s->n[i]; k++)
        p *= z->atoms[s->atom[i][k]].size;
    return p;
}

static int64_t mask_size(const Search *z, uint32_t mask)
{
    int64_t p = 1;
    for (int a = 0; a < z->n_atoms; a++)
        if (mask >> a & 1)
            p *= z->atoms[a].size;
    return p;
}

static double local_bytes(const Search *z, const State *s)
{
    double b = z->elem_bytes;
    for (int i = 0; i < z->n_dims; i++)
        b *= (double)tile_size(z->type->dims[z->dims[i]], parts_of(z, s, i));
    return b;
}

static uint32_t used_mask(const State *s, int n_dims)
{
    uint32_t used = s->unreduced;
    for (int i = 0; i < n_dims; i++)
        for (int k = 0; k < s->n[i]; k++)
            used |= 1u << s->atom[i][k];
    return used;
}

/* ---- the heap and the frontier ------------------------------------------------------------------------ */

static void heap_push(Search *z, int node)
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

static int heap_pop(Search *z)
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
    return coll_pattern(step_colls[kind]);
}

static double move_ns(Search *z, StepKind kind, uint32_t moved, double bytes)
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
        return coll_ns(z->p->model, z->mesh, step_colls[kind], bytes, kind == STEP_PERMUTE ? z->all_axes : axes);
    z->wires[mask] = wires_along(z->p->model, z->mesh, kind == STEP_PERMUTE ? z->all_axes : axes);
    z->wires_known[mask] = true;
    return wires_ns(z->p->model, &z->wires[mask], pattern_of_step(kind), bytes);
}

/* The least that any collective costs which leaves a device with the goal's bytes: half of them were received, by the kind and
 * along the atoms that are fastest at it. */
static double least_collective_ns(Search *z)
{
    static const StepKind kinds[] = { STEP_ALL_GATHER, STEP_ALL_TO_ALL, STEP_PERMUTE, STEP_REDUCE_SCATTER, STEP_ALL_REDUCE };
    double half = local_bytes(z, &z->goal) * 0.5, start = 0, rest = 0;
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
static bool is_prefix_of_goal(const Search *z, const State *s)
{
    if (s->unreduced != z->goal.unreduced)
        return false;
    for (int i = 0; i < z->n_dims; i++)
        if (s->n[i] > z->goal.n[i] || memcmp(s->atom[i], z->goal.atom[i], s->n[i]) != 0)
            return false;
    return true;
}

static void reach(Search *z, int prev, const State *s, StepKind kind, int dim, int to_dim, uint32_t moved, double bytes)
{
    const CostModel *c = z->p->model;
    double here = local_bytes(z, s), touched = here + (prev >= 0 ? z->nodes.v[prev].bytes_here : 0);
    double ns = hardware_memory_ns(c, touched) * 0.5;
    if (prev >= 0 && kind != STEP_SLICE)
        ns += move_ns(z, kind, moved, bytes);
    double dist = (prev >= 0 ? z->nodes.v[prev].dist : 0) + ns;
    if (z->bound > 0 && dist + (is_prefix_of_goal(z, s) ? 0 : z->least_left) > z->bound)
        return;
    Packed key = pack(s, z->n_dims);
    int at = find_node(z, key);
    if (at >= 0 && z->nodes.v[at].dist <= dist)
        return;
    Node node = { *s, key, dist, here, prev, kind, dim, to_dim, moved, (int64_t)bytes, false };
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
static int64_t gather_bytes(int64_t n, int64_t parts, int64_t g, int64_t tile)
{
    int64_t senders = gather_senders(n, parts, g);
    return senders ? coll_traffic(COLL_BROADCAST, tile, g) * senders : coll_traffic(COLL_ALL_GATHER, tile * g, g);
}

static int64_t dim_size(const Search *z, int i)
{
    return z->type->dims[z->dims[i]];
}

static void try_gathers(Search *z, int at)
{
    State s = z->nodes.v[at].s;
    for (int i = 0; i < z->n_dims; i++) {
        int64_t parts = parts_of(z, &s, i), g = 1;
        State t = s;
        uint32_t moved = 0;
        while (t.n[i] > 0) {
            uint8_t a = t.atom[i][--t.n[i]];
            t.atom[i][t.n[i]] = 0;
            moved |= 1u << a;
            g *= z->atoms[a].size;
            if (!tiles_nest(dim_size(z, i), parts / g, g))
                continue;
            reach(z, at, &t, STEP_ALL_GATHER, i, i, moved, (double)gather_bytes(dim_size(z, i), parts, g, (int64_t)local_bytes(z, &s)));
        }
    }
}

static void append(State *s, int i, uint8_t atom)
{
    s->atom[i][s->n[i]++] = atom;
}

static void try_slices(Search *z, int at)
{
    State s = z->nodes.v[at].s;
    uint32_t used = used_mask(&s, z->n_dims);
    for (int a = 0; a < z->n_atoms; a++) {
        if (used >> a & 1)
            continue;
        for (int i = 0; i < z->n_dims; i++) {
            if (!tiles_nest(dim_size(z, i), parts_of(z, &s, i), z->atoms[a].size))
                continue;
            int place = s.n[i];
            if (z->straight && (place >= z->goal.n[i] || z->goal.atom[i][place] != a))
                continue;
            State t = s;
            append(&t, i, (uint8_t)a);
            reach(z, at, &t, STEP_SLICE, i, i, 1u << a, 0);
        }
    }
}

static void try_all_to_alls(Search *z, int at)
{
    State s = z->nodes.v[at].s;
    for (int i = 0; i < z->n_dims; i++) {
        State taken = s;
        int64_t g = 1, parts = parts_of(z, &s, i);
        uint32_t moved = 0;
        while (taken.n[i] > 0) {
            uint8_t a = taken.atom[i][--taken.n[i]];
            taken.atom[i][taken.n[i]] = 0;
            g *= z->atoms[a].size;
            moved |= 1u << a;
            if (!tiles_nest(dim_size(z, i), parts / g, g))
                continue;
            for (int j = 0; j < z->n_dims; j++) {
                if (j == i || !tiles_nest(dim_size(z, j), parts_of(z, &s, j), g))
                    continue;
                State t = taken;
                for (int k = taken.n[i]; k < s.n[i]; k++)
                    append(&t, j, s.atom[i][k]);
                double padded = local_bytes(z, &t) * (double)(tile_size(dim_size(z, i), parts) * g) /
                                (double)MAX(tile_size(dim_size(z, i), parts / g), 1);
                reach(z, at, &t, STEP_ALL_TO_ALL, i, j, moved, (double)coll_traffic(COLL_ALL_TO_ALL, (int64_t)padded, g));
            }
        }
    }
}

static void try_reductions(Search *z, int at)
{
    State s = z->nodes.v[at].s, goal = z->goal;
    uint32_t mask = s.unreduced & ~goal.unreduced;
    if (!mask)
        return;
    State t = s;
    t.unreduced &= ~mask;
    double local = local_bytes(z, &s);
    reach(z, at, &t, STEP_ALL_REDUCE, -1, -1, mask, (double)coll_traffic(COLL_ALL_REDUCE, (int64_t)local, mask_size(z, mask)));
    for (int a = 0; a < z->n_atoms; a++) {
        if (!(mask >> a & 1))
            continue;
        int64_t g = z->atoms[a].size;
        t = s;
        t.unreduced &= ~(1u << a);
        if (mask != 1u << a)
            reach(z, at, &t, STEP_ALL_REDUCE, -1, -1, 1u << a, (double)coll_traffic(COLL_ALL_REDUCE, (int64_t)local, g));
        for (int i = 0; i < z->n_dims; i++) {
            if (!tiles_nest(dim_size(z, i), parts_of(z, &s, i), g))
                continue;
            State u = t;
            append(&u, i, (uint8_t)a);
            reach(z, at, &u, STEP_REDUCE_SCATTER, i, i, 1u << a,
                  (double)coll_traffic(COLL_REDUCE_SCATTER, (int64_t)local_bytes(z, &u), g));
        }
    }
}

static void try_permutes(Search *z, int at)
{
    State s = z->nodes.v[at].s, goal = z->goal;
    double bytes = local_bytes(z, &s);
    /* All dims that the target cuts into as many parts take the target's axes at once. */
    State t = s;
    uint32_t fixed = s.unreduced;
    bool match[MAX_DIMS], any = false;
    for (int i = 0; i < z->n_dims; i++) {
        match[i] = parts_of(z, &s, i) == parts_of(z, &goal, i);
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
        reach(z, at, &t, STEP_PERMUTE, -1, -1, 0, bytes);
    /* One atom against a free one of its size, or two against each other. */
    uint32_t used = used_mask(&s, z->n_dims);
    for (int i = 0; i < z->n_dims; i++) {
        for (int k = 0; k < s.n[i]; k++) {
            int64_t size = z->atoms[s.atom[i][k]].size;
            for (int a = 0; a < z->n_atoms; a++) {
                if (used >> a & 1 || z->atoms[a].size != size)
                    continue;
                State u = s;
                u.atom[i][k] = (uint8_t)a;
                reach(z, at, &u, STEP_PERMUTE, -1, -1, 0, bytes);
            }
            for (int j = i; j < z->n_dims; j++)
                for (int l = j == i ? k + 1 : 0; l < s.n[j]; l++) {
                    if (j != i && z->atoms[s.atom[j][l]].size != size)
                        continue;
                    State u = s;
                    u.atom[i][k] = s.atom[j][l];
                    u.atom[j][l] = s.atom[i][k];
                    reach(z, at, &u, STEP_PERMUTE, -1, -1, 0, bytes);
                }
        }
    }
}

/* ---- results -------------------------------------------------------------------------------------------- */

static const char *const step_names[] = { "slice", "all-gather", "all-to-all", "collective-permute", "reduce-scatter", "all-reduce", "blocks by", "keep one" };

static const char *steps_text(Planner *p, const Mesh *mesh, const PlanStep *steps, int n)
{
    if (n == 0)
        return "nothing";
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        const PlanStep *st = &steps[i];
        g_string_append_printf(s, "%s%s", i ? " ; " : "", step_names[st->kind]);
        if (st->kind == STEP_EXCHANGE)
            g_string_append_printf(s, " %d x collective-permute", st->exchange->n_rounds);
        if (st->kind == STEP_PERMUTE || st->kind == STEP_EXCHANGE)
            continue;
        g_string_append_c(s, '(');
        if (st->kind == STEP_ALL_TO_ALL)
            g_string_append_printf(s, "dim %d to %d, ", st->dim, st->to_dim);
        else if (st->kind != STEP_ALL_REDUCE && st->kind != STEP_KEEP_ONE)
            g_string_append_printf(s, "dim %d, ", st->dim);
        axis_list_print(s, mesh, st->axes);
        g_string_append_c(s, ')');
    }
    return arena_strdup(p->m->arena, s->str);
}

static void finish_plan(Planner *p, const Type *type, ReshardPlan *plan)
{
    bool whole = false;
    for (int i = 0; i < plan->n_steps; i++) {
        const PlanStep *s = &plan->steps[i];
        plan->bytes += s->bytes;
        plan->ns += s->ns;
        plan->peak_bytes = MAX(plan->peak_bytes, storage_bytes(type, s->from) + storage_bytes(type, s->to));
        whole |= i + 1 < plan->n_steps && sharding_is_replicated(s->to) && s->kind == STEP_ALL_GATHER;
    }
    plan->text = plan->n_steps ? steps_text(p, plan->steps[0].from->mesh, plan->steps, plan->n_steps) : "nothing";
    plan->is_remat = whole;
}

static double step_ns(const Planner *p, const Mesh *mesh, StepKind kind, AxisList axes, int64_t bytes, int64_t touched)
{
    return hardware_memory_ns(p->model, (double)touched) * 0.5 +
           (kind == STEP_SLICE ? 0 : coll_ns(p->model, mesh, step_colls[kind], (double)bytes, axes));
}

/* Reduce everything, gather every dim whole, slice to the target: always possible, and what a first-match list
 * falls back to. Dims whose leading axes agree keep them. */
static ReshardPlan *plan_through_whole(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    Arena *arena = p->m->arena;
    ShardingTable *t = p->m->shardings;
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    PlanStep *steps = arena_array(arena, PlanStep, 2 * type->rank + 1);
    const Sharding *cur = from;
    int n = 0;
    uint64_t keep = 0;
    for (int d = 0; d < type->rank; d++)
        if (axis_list_equal(from->dims[d].axes, to->dims[d].axes))
            keep |= UINT64_C(1) << d;
    if (from->unreduced.n && !axis_list_equal(from->unreduced, to->unreduced)) {
        const Sharding *next = sharding_with_unreduced(t, cur, to->unreduced, from->reduction);
        int64_t g = axis_list_size(from->unreduced) / axis_list_size(to->unreduced);
        int64_t bytes = coll_traffic(COLL_ALL_REDUCE, storage_bytes(type, cur), g);
        AxisList axes = from->unreduced;
        if (to->unreduced.n) { /* what is reduced: the pieces of `from` that `to` lacks */
            AxisRef *v = arena_array(arena, AxisRef, axes.n);
            int k = 0;
            for (int i = 0; i < axes.n; i++) {
                bool kept = false;
                for (int j = 0; j < to->unreduced.n; j++)
                    kept |= axis_contains(to->unreduced.v[j], axes.v[i]);
                if (!kept)
                    v[k++] = axes.v[i];
            }
            axes = (AxisList){ v, k };
        }
        steps[n++] = (PlanStep){ STEP_ALL_REDUCE, -1, -1, axes, cur, next, bytes,
                                 step_ns(p, from->mesh, STEP_ALL_REDUCE, axes, bytes, storage_bytes(type, cur)) };
        cur = next;
    }
    for (int d = 0; d < type->rank; d++) {
        AxisList axes = cur->dims[d].axes;
        if (keep >> d & 1 || axes.n == 0)
            continue;
        const Sharding *next = sharding_with_dim(t, cur, d, (AxisList){ NULL, 0 });
        int64_t g = axis_list_size(axes);
        int64_t bytes = gather_bytes(type->dims[d], g, g, storage_bytes(type, cur));
        steps[n++] = (PlanStep){ STEP_ALL_GATHER, d, d, axes, cur, next, bytes,
                                 step_ns(p, from->mesh, STEP_ALL_GATHER, axes, bytes, storage_bytes(type, next)) };
        cur = next;
    }
    for (int d = 0; d < type->rank; d++) {
        AxisList axes = to->dims[d].axes;
        if (keep >> d & 1 || axes.n == 0)
            continue;
        const Sharding *next = sharding_with_dim(t, cur, d, axes);
        steps[n++] = (PlanStep){ STEP_SLICE, d, d, axes, cur, next, 0, step_ns(p, from->mesh, STEP_SLICE, axes, 0, storage_bytes(type, next)) };
        cur = next;
    }
    plan->steps = steps;
    plan->n_steps = n;
    finish_plan(p, type, plan);
    return plan;
}

/* Atoms move one by one in the search; neighbours of a kind on one dim are one collective. */
static bool join_steps(const Search *z, PlanStep *a, const PlanStep *b)
{
    if (a->kind != b->kind || a->dim != b->dim || a->kind == STEP_PERMUTE || a->kind == STEP_ALL_TO_ALL)
        return false;
    Arena *arena = z->p->m->arena;
    bool outer_first = a->kind == STEP_SLICE || a->kind == STEP_REDUCE_SCATTER; /* gathers peel off the minor axes first */
    a->axes = outer_first ? axis_list_concat(arena, a->axes, b->axes) : axis_list_concat(arena, b->axes, a->axes);
    if (a->kind == STEP_ALL_REDUCE)
        a->axes = axis_list_sorted(arena, z->mesh, a->axes);
    a->to = b->to;
    int64_t g = axis_list_size(a->axes);
    a->bytes = a->kind != STEP_ALL_GATHER ? a->bytes + b->bytes
                                          : gather_bytes(z->type->dims[a->dim], sharding_parts(a->from, a->dim), g, storage_bytes(z->type, a->from));
    a->ns = a->kind == STEP_SLICE ? a->ns + b->ns :
            step_ns(z->p, z->mesh, a->kind, a->axes, a->bytes, storage_bytes(z->type, a->from) + storage_bytes(z->type, a->to));
    return true;
}

static ReshardPlan *plan_of_path(Search *z, int goal)
{
    Arena *arena = z->p->m->arena;
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    int n = 0;
    for (int at = goal; z->nodes.v[at].prev >= 0; at = z->nodes.v[at].prev)
        n++;
    PlanStep *steps = arena_array(arena, PlanStep, n);
    plan->n_steps = n;
    for (int at = goal; z->nodes.v[at].prev >= 0; at = z->nodes.v[at].prev) {
        const Node *node = &z->nodes.v[at], *prev = &z->nodes.v[node->prev];
        PlanStep *st = &steps[--n];
        st->kind = node->kind;
        st->dim = node->dim < 0 ? -1 : z->dims[node->dim];
        st->to_dim = node->to_dim < 0 ? -1 : z->dims[node->to_dim];
        st->from = state_sharding(z, &prev->s);
        st->to = state_sharding(z, &node->s);
        st->bytes = node->bytes;
        st->ns = node->dist - prev->dist;
        if (node->kind == STEP_ALL_GATHER || node->kind == STEP_ALL_TO_ALL) { /* in the order they had in the dim */
            const State *ps = &prev->s;
            int keep = node->s.n[node->dim];
            st->axes = atoms_list(z, ps->atom[node->dim] + keep, ps->n[node->dim] - keep);
        } else {
            st->axes = mask_list(z, node->moved);
        }
    }
    int k = 0;
    for (int i = 0; i < plan->n_steps; i++)
        if (k == 0 || !join_steps(z, &steps[k - 1], &steps[i]))
            steps[k++] = steps[i];
    plan->n_steps = k;
    plan->steps = steps;
    finish_plan(z->p, z->type, plan);
    return plan;
}

static void search_begin(Search *z, Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    *z = (Search){ .p = p, .type = type, .mesh = from->mesh, .from = from, .to = to, .elem_bytes = elem_info[type->elem].bytes };
}

/* The node of the goal, or -1. */
static int search_run(Search *z)
{
    State start = state_of(z, z->from);
    z->all_axes = mask_list(z, (1u << z->n_atoms) - 1);
    z->goal = state_of(z, z->to);
    z->least_left = z->bound > 0 ? least_collective_ns(z) : 0;
    reach(z, -1, &start, STEP_SLICE, -1, -1, 0, 0);
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

static void search_clear(Search *z)
{
    g_free(z->index);
    vec_clear(&z->nodes);
    vec_clear(&z->heap);
}

static ReshardPlan *search(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    Search z;
    ReshardPlan *plan = NULL;
    search_begin(&z, p, type, from, to);
    for (int d = 0; d < type->rank; d++) {
        if (from->dims[d].axes.n || to->dims[d].axes.n) {
            if (z.n_dims == MAX_DIMS)
                return NULL;
            z.dims[z.n_dims++] = d;
        } else {
            z.elem_bytes *= (double)type->dims[d];
        }
    }
    if (!make_atoms(&z))
        return NULL;
    Search fine = z;
    split_atoms(&fine);
    int goal = search_run(&z);
    bool many = fine.n_atoms >= MANY_ATOMS;
    p->rough = fine.n_atoms > z.n_atoms && many && !p->thorough;
    if (fine.n_atoms > z.n_atoms && !p->rough) {
        fine.bound = goal >= 0 ? z.nodes.v[goal].dist * (1 + 1e-9) : 0;
        fine.straight = many && goal >= 0;
        int better = search_run(&fine);
        if (better >= 0)
            plan = plan_of_path(&fine, better);
    }
    if (!plan && goal >= 0)
        plan = plan_of_path(&z, goal);
    search_clear(&fine);
    search_clear(&z);
    return plan;
}

/* Bytes that some device is to have and has not: no plan can move less. */
static int64_t missing_bytes(const Type *type, const Sharding *from, const Sharding *to)
{
    int64_t worst = 0, n = MIN(from->mesh->n_devices, MAX_EXCHANGE_DEVICES);
    for (int64_t i = 0; i < n; i++) {
        int64_t dev = mesh_device_at(from->mesh, i), a[MAX_RANK], na[MAX_RANK], b[MAX_RANK], nb[MAX_RANK], need = 1, have = 1;
        tile_box(from, type->rank, type->dims, dev, a, na);
        tile_box(to, type->rank, type->dims, dev, b, nb);
        for (int d = 0; d < type->rank; d++) {
            need *= nb[d];
            have *= MAX(0, MIN(a[d] + na[d], b[d] + nb[d]) - MAX(a[d], b[d]));
        }
        worst = MAX(worst, need - have);
    }
    return worst * elem_info[type->elem].bytes;
}

/* The first k steps of a plan, then straight to the target; NULL if that is impossible or no cheaper. */
static ReshardPlan *plan_by_blocks(Planner *p, const Type *type, const ReshardPlan *plan, int k, const Sharding *from, const Sharding *to)
{
    const Sharding *at = k ? plan->steps[k - 1].to : from;
    double ns = 0;
    for (int i = 0; i < k; i++)
        ns += plan->steps[i].ns;
    if (at->unreduced.n || to->unreduced.n || from->mesh->n_devices > MAX_EXCHANGE_DEVICES)
        return NULL;
    AxisList all = mesh_free_axes(p->m->arena, from->mesh, NULL, 0);
    int64_t least = missing_bytes(type, at, to), touched = storage_bytes(type, at) + storage_bytes(type, to);
    bool smaller = plan->is_remat && plan->peak_bytes > touched; /* never through a whole copy where blocks will do */
    if (!smaller && ns + step_ns(p, from->mesh, STEP_EXCHANGE, all, least, touched) >= plan->ns)
        return NULL;
    Exchange *e = exchange_plan(p->m->arena, type, at, to);
    if (!e || e->n_rounds == 0)
        return NULL;
    int64_t bytes = e->elems * elem_info[type->elem].bytes;
    PlanStep last = { STEP_EXCHANGE, -1, -1, { NULL, 0 }, at, to, bytes, 0, e };
    last.ns = coll_ns(p->model, from->mesh, COLL_PERMUTE, (double)bytes / e->n_rounds, all) * e->n_rounds +
              0.5 * hardware_memory_ns(p->model, (double)(touched + (e->ragged ? 6 : 2) * bytes));
    if (!smaller && ns + last.ns >= plan->ns)
        return NULL;
    ReshardPlan *made = arena_new(p->m->arena, ReshardPlan);
    PlanStep *steps = arena_array(p->m->arena, PlanStep, k + 1);
    memcpy(steps, plan->steps, sizeof *steps * (size_t)k);
    steps[k] = last;
    made->steps = steps;
    made->n_steps = k + 1;
    finish_plan(p, type, made);
    return made;
}

/* What the plan not taken has more of. */
static const char *why_rejected(Planner *p, const ReshardPlan *lost, const ReshardPlan *won)
{
    Arena *arena = p->m->arena;
    if (lost->bytes > won->bytes && won->bytes > 0)
        return arena_printf(arena, "moves %.2f times as many bytes", (double)lost->bytes / (double)won->bytes);
    if (lost->bytes > won->bytes)
        return "moves data where the other plan moves none";
    if (lost->n_steps > won->n_steps)
        return arena_printf(arena, "as many bytes in %d steps instead of %d", lost->n_steps, won->n_steps);
    if (lost->is_remat && !won->is_remat)
        return "holds the whole value on every device on the way";
    return "touches more memory on the way";
}

static const ReshardPlan *make_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    if (sharding_same_layout(from, to)) {
        ReshardPlan *none = arena_new(p->m->arena, ReshardPlan);
        none->text = "nothing";
        return none;
    }
    p->rough = false;
    ReshardPlan *whole = plan_through_whole(p, type, from, to), *best = search(p, type, from, to);
    if (!best || best->ns > whole->ns) {
        ReshardPlan *t = best;
        best = whole;
        whole = t;
    }
    for (int k = 0; k < best->n_steps; k++) {
        ReshardPlan *direct = plan_by_blocks(p, type, best, k, from, to);
        if (direct) {
            whole = best;
            best = direct;
            break;
        }
    }
    bool two = whole && strcmp(whole->text, best->text) != 0;
    PlanOption *o = arena_array(p->m->arena, PlanOption, 2);
    o[0] = (PlanOption){ best->text, best->ns, best->bytes, best->peak_bytes, true, NULL };
    if (two)
        o[1] = (PlanOption){ whole->text, whole->ns, whole->bytes, whole->peak_bytes, false, why_rejected(p, whole, best) };
    best->options = o;
    best->n_options = two ? 2 : 1;
    best->is_rough = p->rough;
    return best;
}

/* `to` is partial along axes that `from` is not: everything else first, which leaves `to` without those axes. */
static const ReshardPlan *plan_to_partial(Planner *p, const Type *type, const Sharding *from, const Sharding *to, AxisList kept, AxisList made)
{
    Arena *arena = p->m->arena;
    const Sharding *before = sharding_with_unreduced(p->m->shardings, to, kept, to->reduction);
    const ReshardPlan *reach = p->thorough ? planner_plan_final(p, type, from, before) : planner_plan(p, type, from, before);
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    *plan = *reach;
    PlanStep *steps = arena_array(arena, PlanStep, reach->n_steps + 1);
    for (int i = 0; i < reach->n_steps; i++)
        steps[i] = reach->steps[i];
    steps[plan->n_steps++] = (PlanStep){ STEP_KEEP_ONE, -1, -1, made, before, to, 0, 0, NULL };
    plan->steps = steps;
    plan->peak_bytes = MAX(plan->peak_bytes, storage_bytes(type, before) + storage_bytes(type, to));
    plan->text = steps_text(p, to->mesh, steps, plan->n_steps);
    return plan;
}

static const ReshardPlan *plan_any(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    AxisList kept = { arena_array(p->m->arena, AxisRef, to->unreduced.n + 1), 0 }, made = { arena_array(p->m->arena, AxisRef, to->unreduced.n + 1), 0 };
    for (int i = 0; i < to->unreduced.n; i++) {
        bool has = false;
        for (int k = 0; k < from->unreduced.n && from->reduction == to->reduction; k++)
            has = has || axis_contains(from->unreduced.v[k], to->unreduced.v[i]);
        AxisList *list = has ? &kept : &made;
        ((AxisRef *)list->v)[list->n++] = to->unreduced.v[i];
    }
    return made.n ? plan_to_partial(p, type, from, to, kept, made) : make_plan(p, type, from, to);
}

const ReshardPlan *planner_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    PlanKey key = { type->plain, from, to };
    const ReshardPlan *plan = g_hash_table_lookup(p->cache, &key);
    if (!plan) {
        plan = plan_any(p, type->plain, from, to);
        PlanKey *k = g_new(PlanKey, 1);
        *k = key;
        g_hash_table_insert(p->cache, k, (gpointer)plan);
    }
    return plan;
}

const ReshardPlan *planner_plan_final(Planner *p, const Type *type, const Sharding *from, const Sharding *to)
{
    const ReshardPlan *plan = planner_plan(p, type, from, to);
    if (!plan->is_rough)
        return plan;
    PlanKey key = { type->plain, from, to };
    const ReshardPlan *final = g_hash_table_lookup(p->final, &key);
    if (final)
        return final;
    p->thorough = true;
    final = plan_any(p, type->plain, from, to);
    p->thorough = false;
    g_hash_table_insert(p->final, g_memdup2(&key, sizeof key), (gpointer)final);
    return final;
}
