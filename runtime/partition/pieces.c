/* Sends rows of a split dim piece by piece. The rows that a target lacks are cut into pieces by the shard that holds them; pieces with
 * different senders and different receivers travel in one permute. This moves less than whole slots (halo.c) where shards need
 * runs of different lengths, or runs that are not a multiple of a tile apart: ends of uneven dims, slices, rolls.
 * Each piece goes into the first permute in which both its shards are free, longest pieces first (first fit decreasing, of bin packing). */
#include "runtime/partition/pieces.h"
#include "runtime/partition/local_build.h"

typedef struct Sorted {
    int64_t n;
    int at;
} Sorted;

static int longest_first(const void *a, const void *b)
{
    const Sorted *x = a, *y = b;
    return x->n != y->n ? (x->n > y->n ? -1 : 1) : x->at - y->at;
}

void pieces_put(Pieces *p, Arena *arena, Piece piece)
{
    if (p->n == p->room) {
        Piece *more = arena_array(arena, Piece, p->room = MAX(16, 2 * p->room));
        if (p->n)
            memcpy(more, p->v, sizeof *more * (size_t)p->n);
        p->v = more;
    }
    p->v[p->n++] = piece;
}

void pieces_add(Pieces *p, Arena *arena, int to, int64_t whole, int64_t at, int64_t n)
{
    while (n > 0) {
        int64_t from = whole / p->tile, row = whole % p->tile, take = MIN(n, p->tile - row);
        pieces_put(p, arena, (Piece){ (int)from, to, row, at, take, 0 });
        whole += take;
        at += take;
        n -= take;
    }
}

void pieces_pack(Pieces *p, Arena *arena)
{
    g_autofree int *own = g_new0(int, p->k), *degree = g_new0(int, 2 * p->k);
    g_autofree Sorted *order = g_new(Sorted, p->n + 1);
    int moving = 0, most = 0;
    p->n_own = 0;
    for (int i = 0; i < p->n; i++) {
        Piece *v = &p->v[i];
        if (v->from == v->to) {
            v->round = own[v->to]++;
            p->n_own = MAX(p->n_own, own[v->to]);
        } else {
            order[moving++] = (Sorted){ v->n, i };
            int out = ++degree[v->from], in = ++degree[p->k + v->to];
            most = MAX(most, MAX(out, in));
        }
    }
    if (moving)
        qsort(order, (size_t)moving, sizeof *order, longest_first);
    /* the rounds that its two shards have taken up are fewer than twice the most that one has */
    g_autofree bool *sends = g_new0(bool, p->k * 2 * most + 1), *gets = g_new0(bool, p->k * 2 * most + 1);
    int rounds = 0;
    for (int i = 0; i < moving; i++) {
        Piece *v = &p->v[order[i].at];
        int r = 0;
        while (r < rounds && (sends[r * p->k + v->from] || gets[r * p->k + v->to]))
            r++;
        rounds = MAX(rounds, r + 1);
        sends[r * p->k + v->from] = gets[r * p->k + v->to] = true;
        v->round = p->n_own + r;
    }
    p->n_rounds = p->n_own + rounds;
    p->length = arena_array(arena, int64_t, p->n_rounds);
    for (int i = 0; i < p->n; i++)
        p->length[p->v[i].round] = MAX(p->length[p->v[i].round], p->v[i].n);
}

int64_t pieces_rows(const Pieces *p)
{
    int64_t rows = 0;
    for (int r = p->n_own; r < p->n_rounds; r++)
        rows += p->length[r];
    return rows;
}

/* ---- as local ops ---- */

static IrOp *send(Local *x, const Pieces *p, int round, IrOp *block, AxisList axes)
{
    int n_groups, size, n = 0;
    int64_t **groups = mesh_groups(x->out->arena, x->mesh, axes, &n_groups, &size);
    int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * p->k * n_groups);
    for (int i = 0; i < p->n; i++)
        for (int g = 0; p->v[i].round == round && g < n_groups; g++) {
            pairs[n++] = groups[g][p->v[i].from];
            pairs[n++] = groups[g][p->v[i].to];
        }
    IrOp *op = lb_op(x, OP_collective_permute, block->type, 1, &block);
    op->a.collective.pairs = (Ints){ pairs, n };
    op->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
    return op;
}

/* A block of rows as it arrived in a round. */
typedef struct Arrived {
    int round;
    IrOp *block;
    const int64_t *shift; /* per shard: rows of the block that stand before the piece */
    int dim;
    AxisList axes;        /* which split dim */
} Arrived;

/* Where the pieces of a round go, by shard; of shards that get none all is 0. */
typedef struct Places {
    int64_t *at, *lo, *hi; /* the block begins at `at`, its piece is [lo, hi) */
} Places;

static Places places_of(Local *x, const Pieces *p, const Arrived *arrived)
{
    int64_t *v = arena_array(x->out->arena, int64_t, 3 * p->k);
    memset(v, 0, sizeof *v * (size_t)(3 * p->k));
    Places w = { v, v + p->k, v + 2 * p->k };
    for (int i = 0; i < p->n; i++)
        if (p->v[i].round == arrived->round) {
            int to = p->v[i].to;
            w.at[to] = p->v[i].at - arrived->shift[to];
            w.lo[to] = p->v[i].at;
            w.hi[to] = p->v[i].at + p->v[i].n;
        }
    return w;
}

/* True where a row is of the piece, with the dims of `like`. */
static IrOp *inside(Local *x, const Type *like, const Arrived *arrived, const Places *w)
{
    IrOp *place = lb_iota(x, like, arrived->dim);
    IrOp *lo = lb_table_of_shards(x, arrived->axes, w->lo), *hi = lb_table_of_shards(x, arrived->axes, w->hi);
    return lb_binary(x, OP_and, lb_compare(x, DIR_GE, place, lb_spread(x, lo, like)), lb_compare(x, DIR_LT, place, lb_spread(x, hi, like)));
}

/* Rows by which a block of `length` reaches over the ends of what it goes into, at most. */
static void overhang(const Pieces *p, int64_t length, const Places *w, int64_t *before, int64_t *after)
{
    *before = *after = 0;
    for (int64_t i = 0; i < p->k; i++) {
        *before = MAX(*before, -w->at[i]);
        *after = MAX(*after, w->at[i] + length - p->size);
    }
}

/* The block moved within itself so that it reaches over no end; w->at becomes where it begins then. */
static IrOp *pull_in(Local *x, const Pieces *p, const Arrived *arrived, const Places *w)
{
    int64_t length = arrived->block->type->dims[arrived->dim], before, after;
    overhang(p, length, w, &before, &after);
    if (before + after == 0)
        return arrived->block;
    g_autofree int64_t *from = g_new(int64_t, p->k);
    for (int64_t i = 0; i < p->k; i++) {
        int64_t at = CLAMP(w->at[i], 0, p->size - length);
        from[i] = after - (w->at[i] - at);
        w->at[i] = at;
    }
    IrOp *padded = lb_pad_dim(x, arrived->block, arrived->dim, after, before, NULL);
    return lb_dynamic_slice_dim(x, padded, arrived->dim, lb_table_of_shards(x, arrived->axes, from), length);
}

static IrOp *write_block(Local *x, const Pieces *p, const Arrived *arrived, const Places *w, IrOp *into)
{
    IrOp *block = pull_in(x, p, arrived, w);
    int dim = arrived->dim;
    const Type *type = lb_with_dim(x, block->type, dim, p->size);
    int64_t length = block->type->dims[dim];
    IrOp *args[MAX_RANK + 2] = { into ? into : lb_spread(x, lb_zero(x, type->elem), type), block };
    for (int d = 0; d < type->rank; d++)
        args[2 + d] = d == dim ? lb_table_of_shards(x, arrived->axes, w->at) : lb_scalar(x, ELEM_s32, 0);
    bool whole = true;
    for (int64_t i = 0; i < p->k; i++) { /* from here on by rows of the block */
        w->lo[i] -= w->at[i];
        w->hi[i] = MAX(w->hi[i] - w->at[i], 0);
        whole &= w->lo[i] == 0 && w->hi[i] == length;
    }
    if (!whole && into) /* what stands there stays */
        args[1] = lb_select(x, inside(x, block->type, arrived, w), block, lb_dynamic_slice_dim(x, into, dim, args[2 + dim], length));
    lb_same_places(x, type->rank, args + 2);
    return lb_op(x, OP_dynamic_update_slice, type, 2 + type->rank, args);
}

/* The pieces of a round in their places among `size` rows; the other rows as in `into` (NULL = unspecified). */
static IrOp *put(Local *x, const Pieces *p, const Arrived *arrived, IrOp *into)
{
    IrOp *block = arrived->block;
    int dim = arrived->dim;
    int64_t length = p->length[arrived->round], before, after;
    Places w = places_of(x, p, arrived);
    overhang(p, length, &w, &before, &after);
    if (length + before + after < p->size) /* no array of more than the whole size is made to cut from */
        return write_block(x, p, arrived, &w, into);
    bool everywhere = true;
    before = after = 0;
    for (int64_t i = 0; i < p->k; i++) {
        before = MAX(before, w.at[i]);
        after = MAX(after, p->size - length - w.at[i]);
        everywhere &= w.lo[i] == 0 && w.hi[i] == p->size;
    }
    for (int64_t i = 0; i < p->k; i++)
        w.at[i] = before - w.at[i];
    block = lb_dynamic_slice_dim(x, lb_pad_dim(x, block, dim, before, after, NULL), dim, lb_table_of_shards(x, arrived->axes, w.at), p->size);
    if (everywhere || !into)
        return block;
    return lb_select(x, inside(x, block->type, arrived, &w), block, into);
}

IrOp *pieces_fetch(Local *x, const Pieces *p, IrOp *a, int dim, AxisList axes, IrOp *fill)
{
    IrOp *out = fill ? lb_spread(x, fill, lb_with_dim(x, a->type, dim, p->size)) : NULL;
    g_autofree int64_t *row = g_new(int64_t, p->k), *shift = g_new(int64_t, p->k);
    for (int r = 0; r < p->n_rounds; r++) {
        int64_t length = p->length[r], last = a->type->dims[dim] - length;
        memset(row, 0, sizeof *row * (size_t)p->k);
        memset(shift, 0, sizeof *shift * (size_t)p->k);
        for (int i = 0; i < p->n; i++)
            if (p->v[i].round == r) { /* a short piece at the tile's end is cut with what precedes it */
                row[p->v[i].from] = MIN(p->v[i].row, last);
                shift[p->v[i].to] = p->v[i].row - row[p->v[i].from];
            }
        IrOp *block = lb_dynamic_slice_dim(x, a, dim, lb_table_of_shards(x, axes, row), length);
        if (r >= p->n_own)
            block = send(x, p, r, block, axes);
        out = put(x, p, &(Arrived){ r, block, shift, dim, axes }, out);
    }
    return out;
}
