/* Plans of block exchanges: which device sends which block to which, and in which round; see blocks.h. */
#include "runtime/partition/blocks.h"

#include "runtime/base/gcd.h"
#include "runtime/shard/tiles.h"

typedef struct Edge {
    int source, target;
    int64_t from[MAX_BLOCK_DIMS], to[MAX_BLOCK_DIMS], size[MAX_BLOCK_DIMS];
} Edge;

typedef struct Work {
    const Type *type;
    const Sharding *from, *to;
    int rank, n;
    int64_t tile[MAX_BLOCK_DIMS], want[MAX_BLOCK_DIMS]; /* tile sizes before and after */
    int64_t unit[MAX_BLOCK_DIMS];        /* what divides both, if it is not too small; else 0 */
    int *sent;                              /* by position: blocks it sends */
    int64_t *place;                         /* by position: its place along axes that neither layout has */
    GArray *edges, *own;                    /* of Edge */
    BlockPlan *out;
} Work;

static int64_t tile_number(const Sharding *s, const int64_t *coord)
{
    int64_t number = 0;
    for (int d = 0; d < s->rank; d++)
        number = number * sharding_parts(s, d) + coord[d];
    return number;
}

/* A device that holds the tile and sends least so far; the receiver itself if it does. Copies along axes that neither layout has
 * stay among themselves: in a manual region they are not copies at all. */
static int holder(const Work *w, int64_t tile, const int64_t *tile_of, int receiver)
{
    int best = -1;
    if (tile_of[receiver] == tile)
        return receiver;
    for (int i = 0; i < w->n; i++)
        if (tile_of[i] == tile && w->place[i] == w->place[receiver] && (best < 0 || w->sent[i] < w->sent[best]))
            best = i;
    return best;
}

/* All blocks of the tile that the device at position i is to have; false if they are too many. */
static bool need_blocks(Work *w, int i, const int64_t *tile_of)
{
    int64_t coord[MAX_BLOCK_DIMS], at[MAX_BLOCK_DIMS] = { 0 };
    tile_coords(w->to, mesh_device_at(w->to->mesh, i), coord);
    for (int count = 0; count < MAX_BLOCKS; count++) {
        Edge e = { .target = i };
        int64_t source[MAX_BLOCK_DIMS];
        bool exists = true;
        for (int d = 0; d < w->rank; d++) {
            int64_t start = coord[d] * w->want[d] + at[d];
            exists &= start < w->type->dims[d];
            source[d] = start / w->tile[d];
            e.from[d] = start % w->tile[d];
            e.to[d] = at[d];
            e.size[d] = w->unit[d] ? w->unit[d] : MIN(w->want[d] - at[d], w->tile[d] - e.from[d]);
        }
        if (exists) {
            e.source = holder(w, tile_number(w->from, source), tile_of, i);
            g_array_append_val(e.source == i ? w->own : w->edges, e);
            w->sent[e.source] += e.source != i;
            for (int d = 0; d < w->rank; d++) {
                w->out->whole[d] &= e.size[d] == w->tile[d] && e.size[d] == w->want[d];
                w->out->block[d] = MAX(w->out->block[d], e.size[d]);
                if (e.source == i)
                    w->out->own_block[d] = MAX(w->out->own_block[d], e.size[d]);
            }
        }
        int d = w->rank - 1;
        while (d >= 0 && (at[d] += e.size[d]) >= w->want[d])
            at[d--] = 0;
        if (d < 0)
            return true;
    }
    return false;
}

int64_t *blocks_places(Arena *arena, const Sharding *from, const Sharding *to)
{
    const Mesh *mesh = from->mesh;
    int64_t *place = arena_array(arena, int64_t, mesh->n_devices);
    if (to->mesh != mesh)
        return place;
    AxisList used[2 * MAX_RANK];
    int n = 0;
    for (int d = 0; d < from->rank; d++) {
        used[n++] = from->dims[d].axes;
        used[n++] = to->dims[d].axes;
    }
    AxisList beside = mesh_free_axes(arena, mesh, used, n);
    for (int64_t i = 0; i < mesh->n_devices; i++)
        place[i] = axis_list_index(mesh, beside, i);
    return place;
}

static void note_ragged(const Work *w, const GArray *edges)
{
    for (guint i = 0; i < edges->len; i++)
        for (int d = 0; d < w->rank; d++)
            w->out->ragged |= g_array_index(edges, Edge, i).size[d] != w->out->block[d];
}

/* Rounds of the edges: when u and v have no round free together, the path that alternates between a free one of each is
 * turned round. Returns the number of rounds. */
static int colour(const Work *w, int *round_of)
{
    int n_edges = (int)w->edges->len, most = 0;
    g_autofree int *degree = g_new0(int, 2 * w->n);
    for (int i = 0; i < n_edges; i++) {
        const Edge *e = &g_array_index(w->edges, Edge, i);
        int out = ++degree[e->source], in = ++degree[w->n + e->target];
        most = MAX(most, MAX(out, in));
    }
    if (most == 0 || most > MAX_BLOCK_ROUNDS)
        return most;
    g_autofree int *at = g_new(int, 2 * w->n * most); /* node and round -> edge, -1 = free */
    memset(at, -1, sizeof *at * (size_t)(2 * w->n * most));
    for (int i = 0; i < n_edges; i++) {
        const Edge *e = &g_array_index(w->edges, Edge, i);
        int u = e->source, v = w->n + e->target, a = 0, b = 0;
        while (at[u * most + a] >= 0)
            a++;
        while (at[v * most + b] >= 0)
            b++;
        if (a != b && at[v * most + a] >= 0) { /* turn the path from v over rounds a, b, a, ... */
            int node = v, want = a, other = b, edge = at[v * most + a];
            at[v * most + a] = -1;
            while (edge >= 0) {
                const Edge *f = &g_array_index(w->edges, Edge, edge);
                int far = node == f->source ? w->n + f->target : f->source, next = at[far * most + other];
                if (at[far * most + want] == edge)
                    at[far * most + want] = -1;
                at[node * most + other] = at[far * most + other] = edge;
                round_of[edge] = other;
                node = far;
                edge = next;
                int t = want;
                want = other;
                other = t;
            }
        }
        at[u * most + a] = at[v * most + a] = i;
        round_of[i] = a;
    }
    return most;
}

/* Idle devices are sent zeros: those go where something is still to be written. Own blocks are put down last, or first
 * if some device has none. */
static void place_idle(Work *w)
{
    BlockPlan *x = w->out;
    for (int i = 0; i < w->n; i++)
        x->local_first |= x->n_local > 0 && x->local[i].source < 0;
    for (int i = 0; i < w->n; i++) {
        const BlockMove *later = x->n_local > 0 && !x->local_first ? &x->local[i] : NULL;
        for (int r = x->n_rounds - 1; r >= 0; r--) {
            BlockMove *m = &x->rounds[r * w->n + i];
            if (m->source >= 0)
                later = later && !x->local_first && x->n_local > 0 ? later : m;
            else if (later)
                memcpy(m->to, later->to, sizeof m->to);
            else
                x->guarded = true;
        }
        for (int k = 0; k < x->n_local; k++) { /* fewer own blocks than others have: the first once more, or what is written over */
            BlockMove *m = &x->local[k * w->n + i];
            if (m->source < 0 && k > 0)
                *m = x->local[i];
            else if (m->source < 0 && later)
                memcpy(m->to, later->to, sizeof m->to);
        }
    }
}

static void fill_rounds(Work *w, const int *round_of)
{
    BlockPlan *x = w->out;
    for (guint i = 0; i < w->edges->len; i++) {
        const Edge *e = &g_array_index(w->edges, Edge, i);
        BlockMove *m = &x->rounds[round_of[i] * w->n + e->target];
        m->source = e->source;
        memcpy(m->from, e->from, sizeof m->from);
        memcpy(m->to, e->to, sizeof m->to);
        memcpy(m->size, e->size, sizeof m->size);
        for (int d = 0; d < w->rank; d++)
            x->round_block[round_of[i]][d] = MAX(x->round_block[round_of[i]][d], e->size[d]);
    }
    for (int r = 0; r < x->n_rounds; r++) {
        int64_t elems = 1;
        for (int d = 0; d < w->rank; d++)
            elems *= x->round_block[r][d];
        x->elems += elems;
    }
    g_autofree int *kept = g_new0(int, w->n);
    for (guint i = 0; i < w->own->len; i++) {
        const Edge *e = &g_array_index(w->own, Edge, i);
        BlockMove *m = &x->local[kept[e->target]++ * w->n + e->target];
        m->source = e->target;
        memcpy(m->from, e->from, sizeof m->from);
        memcpy(m->to, e->to, sizeof m->to);
        memcpy(m->size, e->size, sizeof m->size);
    }
}

static BlockMove *idle_moves(Arena *arena, int n)
{
    BlockMove *m = arena_array(arena, BlockMove, n);
    for (int i = 0; i < n; i++)
        m[i].source = -1;
    return m;
}

static int most_kept(const Work *w)
{
    g_autofree int *kept = g_new0(int, w->n);
    int most = 0;
    for (guint i = 0; i < w->own->len; i++) {
        int n = ++kept[g_array_index(w->own, Edge, i).target];
        most = MAX(most, n);
    }
    return most;
}

BlockPlan *blocks_plan(Arena *arena, const Type *type, const Sharding *from, const Sharding *to)
{
    const Mesh *mesh = from->mesh;
    if (mesh->n_devices > MAX_BLOCK_DEVICES || from->unreduced.n || to->unreduced.n || type->n_elems == 0 ||
        type->rank > MAX_BLOCK_DIMS)
        return NULL;
    BlockPlan *x = arena_new(arena, BlockPlan);
    Work w = { .type = type, .from = from, .to = to, .rank = type->rank, .n = (int)mesh->n_devices, .out = x };
    for (int d = 0; d < w.rank; d++) {
        w.tile[d] = tile_size(type->dims[d], sharding_parts(from, d));
        w.want[d] = tile_size(type->dims[d], sharding_parts(to, d));
        int64_t unit = gcd64(w.tile[d], w.want[d]);
        x->whole[d] = true;
        w.unit[d] = 4 * unit >= MIN(w.tile[d], w.want[d]) ? unit : 0;
    }
    w.sent = g_new0(int, w.n);
    w.place = blocks_places(arena, from, to);
    w.edges = g_array_new(FALSE, FALSE, sizeof(Edge));
    w.own = g_array_new(FALSE, FALSE, sizeof(Edge));
    x->n_devices = w.n;
    g_autofree int64_t *tile_of = g_new(int64_t, w.n);
    for (int i = 0; i < w.n; i++) {
        int64_t coord[MAX_BLOCK_DIMS];
        tile_coords(from, mesh_device_at(mesh, i), coord);
        tile_of[i] = tile_number(from, coord);
    }
    bool fits = true;
    for (int i = 0; i < w.n && fits; i++)
        fits = need_blocks(&w, i, tile_of);
    g_autofree int *round_of = g_new0(int, w.edges->len + 1);
    x->n_rounds = fits ? colour(&w, round_of) : 0;
    fits = fits && x->n_rounds <= MAX_BLOCK_ROUNDS;
    if (fits) {
        x->n_local = most_kept(&w);
        x->round_block = arena_alloc(arena, sizeof *x->round_block * (size_t)x->n_rounds);
        x->rounds = idle_moves(arena, x->n_rounds * w.n);
        x->local = idle_moves(arena, x->n_local * w.n);
        fill_rounds(&w, round_of);
        note_ragged(&w, w.edges);
        note_ragged(&w, w.own);
        if (!x->ragged)
            place_idle(&w);
    }
    g_free(w.sent);
    g_array_free(w.edges, TRUE);
    g_array_free(w.own, TRUE);
    return fits ? x : NULL;
}
