/* Ops that only move elements; all are strided copies. */
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/compute/interleave.h"
#include "runtime/compute/shuffle.h"
#include "runtime/exec/kernel.h"

/* out = view(in): one copy with strides and an offset into the operand. */
typedef struct CopyPlan {
    int width, rank;
    int64_t dims[MAX_RANK], ss[MAX_RANK], ds[MAX_RANK], offset;
} CopyPlan;

static void run_copy(const Kernel *k)
{
    const CopyPlan *p = k->plan;
    copy_strided(k->pool, &(StridedCopy){ p->width, p->rank, p->dims, p->ss, p->ds }, (const char *)k->args[0] + p->offset * p->width, k->outs[0]);
}

typedef struct IotaPlan {
    const TileProg *prog;
    int64_t n;
} IotaPlan;

static void run_iota(const Kernel *k)
{
    const IotaPlan *p = k->plan;
    TileRun run;
    void *scratch = pool_scratch(tile_run_bytes(p->prog));
    if (!scratch)
        return;
    tile_run_init(&run, p->prog, k->args, k->outs, scratch);
    for (int64_t i = 0; i < p->n; i += p->prog->tile)
        tile_run(&run, i, (int)MIN(p->prog->tile, p->n - i));
}

bool make_iota(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    IotaPlan *p = arena_new(arena, IotaPlan);
    int64_t inner = 1;
    for (int d = (int)op->a.iota.dim + 1; d < op->type->rank; d++)
        inner *= op->type->dims[d];
    TileBuilder *b = tile_builder_new(arena);
    tile_store(b, tile_load_iota(b, op->type->elem, op->type->dims[op->a.iota.dim], inner), 0, op->type->elem);
    p->prog = tile_builder_finish(b);
    p->n = op->type->n_elems;
    tile_builder_free(b);
    to->fn = run_iota;
    to->plan = p;
    return true;
}

/* A copy of the whole result; *ss gets the operand's strides, from which the caller sets the plan's ss. */
static CopyPlan *plan_of(Arena *arena, const IrOp *op, int64_t ss[MAX_RANK], Bound *to)
{
    const Type *x = op->operands[0]->type, *y = op->type;
    CopyPlan *p = arena_new(arena, CopyPlan);
    strides_of(x->rank, x->dims, ss);
    strides_of(y->rank, y->dims, p->ds);
    p->width = elem_info[y->elem].bytes;
    p->rank = y->rank;
    memcpy(p->dims, y->dims, sizeof(int64_t) * (size_t)y->rank);
    to->fn = run_copy;
    to->plan = p;
    return p;
}

bool make_broadcast(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    int64_t ss[MAX_RANK];
    CopyPlan *p = plan_of(arena, op, ss, to);
    for (int i = 0; i < op->operands[0]->type->rank; i++)
        p->ss[op->a.dims.v[i]] = ss[i];
    return true;
}

bool make_transpose(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    int64_t ss[MAX_RANK];
    CopyPlan *p = plan_of(arena, op, ss, to);
    for (int d = 0; d < op->type->rank; d++)
        p->ss[d] = ss[op->a.dims.v[d]];
    return true;
}

bool make_reverse(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    int64_t ss[MAX_RANK];
    CopyPlan *p = plan_of(arena, op, ss, to);
    memcpy(p->ss, ss, sizeof(int64_t) * (size_t)op->type->rank);
    for (int i = 0; i < op->a.dims.n; i++) {
        int64_t d = op->a.dims.v[i];
        p->offset += (op->type->dims[d] - 1) * ss[d];
        p->ss[d] = -ss[d];
    }
    return true;
}

bool make_slice(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    int64_t ss[MAX_RANK];
    CopyPlan *p = plan_of(arena, op, ss, to);
    for (int d = 0; d < op->type->rank; d++) {
        p->ss[d] = ss[d] * op->a.slice.stride[d];
        p->offset += ss[d] * op->a.slice.start[d];
    }
    return true;
}

bool kernel_same_bytes(const IrOp *op)
{
    const Type *from = op->operands[0]->type, *to = op->type;
    bool narrow = elem_info[from->elem].bits < 8 || elem_info[to->elem].bits < 8;
    return type_bytes(from) == type_bytes(to) && (from->elem == to->elem || !narrow);
}

bool make_same_bytes(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    int64_t ss[MAX_RANK], bytes = type_bytes(op->type);
    if (!kernel_same_bytes(op))
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "%s between arrays of other bytes", op_info[op->code].id);
    CopyPlan *p = plan_of(arena, op, ss, to);
    p->width = p->rank = 1;
    p->dims[0] = bytes;
    p->ss[0] = p->ds[0] = 1;
    return true;
}

/* ---- pad ---------------------------------------------------------------------------------------------- */

typedef struct PadPlan {
    int width, rank;
    int64_t dims[MAX_RANK], ss[MAX_RANK], ds[MAX_RANK], from, to, n_out, n_in;
    bool solid; /* what comes from the operand lies together in the result */
} PadPlan;

static void run_pad(const Kernel *k)
{
    const PadPlan *p = k->plan;
    char *out = k->outs[0];
    if (p->solid) { /* only what lies before and behind */
        copy_fill(k->pool, p->width, p->to, k->args[1], out);
        copy_fill(k->pool, p->width, p->n_out - p->to - p->n_in, k->args[1], out + (p->to + p->n_in) * p->width);
    } else {
        copy_fill(k->pool, p->width, p->n_out, k->args[1], out);
    }
    if (p->n_in)
        copy_strided(k->pool, &(StridedCopy){ p->width, p->rank, p->dims, p->ss, p->ds }, (const char *)k->args[0] + p->from * p->width,
                     (char *)k->outs[0] + p->to * p->width);
}

bool make_pad(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    const Type *x = op->operands[0]->type, *y = op->type;
    PadPlan *p = arena_new(arena, PadPlan);
    p->width = elem_info[y->elem].bytes;
    p->rank = y->rank;
    p->n_out = y->n_elems;
    strides_of(x->rank, x->dims, p->ss);
    strides_of(y->rank, y->dims, p->ds);
    p->n_in = 1;
    for (int d = 0; d < y->rank; d++) {
        int64_t step = x->dims[d] > 1 ? op->a.pad.interior[d] + 1 : 1, lo = op->a.pad.lo[d];
        /* Elements i with 0 <= lo + i * step < size; negative padding crops. Either may be near the ends of int64. */
        int64_t first = lo < 0 ? -(lo + 1) / step + 1 : 0;
        __int128 room = (__int128)y->dims[d] - lo;
        int64_t end = room <= 0 ? 0 : (int64_t)MIN((__int128)x->dims[d], (room - 1) / step + 1);
        p->dims[d] = MAX(0, end - first);
        p->n_in *= p->dims[d];
        if (p->dims[d] == 0)
            continue;
        p->from += first * p->ss[d];
        p->to += (lo + first * step) * p->ds[d];
        p->ds[d] *= step;
    }
    p->solid = p->n_in > 0 && (!y->rank || p->ds[0] * p->dims[0] == p->n_in);
    for (int d = 1; d < y->rank; d++)
        p->solid &= p->dims[d] == y->dims[d];
    to->fn = run_pad;
    to->plan = p;
    return true;
}

/* ---- concatenate ------------------------------------------------------------------------------------------ */

typedef struct ConcatPlan {
    int64_t width, outer, row;  /* bytes of a row of the result */
    int64_t *part;              /* bytes that each operand gives to a row */
} ConcatPlan;

#define EACH_ROW(INNER)                                                                            \
    for (int64_t r = 0; r < rows; r++, o += row, x += (INNER))                                     \
        for (int64_t i = 0; i < (INNER); i++)                                                      \
            o[i] = x[i];                                                                           \
    break
#define PUT_ROWS(T)                                                                                \
    static void put_rows_##T(T *o, const T *x, int64_t rows, int64_t n, int64_t row)               \
    {                                                                                              \
        switch (n) {                                                                               \
        case 1:                                                                                    \
            EACH_ROW(1);                                                                           \
        case 2:                                                                                    \
            EACH_ROW(2);                                                                           \
        default:                                                                                   \
            EACH_ROW(n);                                                                           \
        }                                                                                          \
    }
PUT_ROWS(uint8_t)
PUT_ROWS(uint16_t)
PUT_ROWS(uint32_t)
PUT_ROWS(uint64_t)

enum { SHORT_ROW = 16, BLOCK = 1 << 16 }; /* elements of a row; bytes */

typedef struct Rows {
    const Kernel *k;
    const ConcatPlan *p;
    int64_t per;
} Rows;

#define PART_ROWS(T)                                                                               \
    put_rows_##T((T *)r->k->outs[0] + at, (const T *)r->k->args[i] + first * n, rows, n, row);      \
    break

static void rows_block(void *arg, int64_t block)
{
    const Rows *r = arg;
    const ConcatPlan *p = r->p;
    int64_t first = block * r->per, rows = MIN(p->outer - first, r->per), row = p->row / p->width, at = first * row;
    bool single = row == r->k->in->n_in;
    for (int i = 0; single && i < r->k->in->n_in; i++)
        single = p->part[i] == p->width;
    char *to = (char *)r->k->outs[0] + at * p->width;
    if (single && (interleave((int)p->width, r->k->in->n_in, (const void *const *)r->k->args, first, rows, to) ||
                   shuffle_join((int)p->width, r->k->in->n_in, (const void *const *)r->k->args, first, rows, to)))
        return;
    for (int i = 0; i < r->k->in->n_in; i++) {
        int64_t n = p->part[i] / p->width;
        switch (p->width) {
        case 1: PART_ROWS(uint8_t);
        case 2: PART_ROWS(uint16_t);
        case 4: PART_ROWS(uint32_t);
        default: PART_ROWS(uint64_t);
        }
        at += n;
    }
}

/* Short rows: all parts of some rows at once, while these are in the cache. */
static bool concatenate_short(const Kernel *k, const ConcatPlan *p)
{
    if (p->width > 8 || p->row > SHORT_ROW * p->width)
        return false;
    Rows r = { k, p, MAX(1, BLOCK / MAX(1, p->row)) };
    if (p->outer <= r.per)
        rows_block(&r, 0);
    else
        pool_for(k->pool, (p->outer + r.per - 1) / r.per, rows_block, &r);
    return true;
}

static void run_concatenate(const Kernel *k)
{
    const ConcatPlan *p = k->plan;
    int64_t at = 0;
    if (concatenate_short(k, p))
        return;
    for (int i = 0; i < k->in->n_in; i++) {
        int64_t n = p->part[i] / p->width;
        copy_strided(k->pool, &(StridedCopy){ (int)p->width, 2, (int64_t[]){ p->outer, n }, (int64_t[]){ n, 1 }, (int64_t[]){ p->row / p->width, 1 } },
                     k->args[i], (char *)k->outs[0] + at);
        at += p->part[i];
    }
}

bool make_concatenate(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    ConcatPlan *p = arena_new(arena, ConcatPlan);
    int dim = (int)op->a.concatenate.dim;
    int64_t inner = elem_info[op->type->elem].bytes;
    p->width = inner;
    p->outer = 1;
    for (int d = 0; d < dim; d++)
        p->outer *= op->type->dims[d];
    for (int d = dim + 1; d < op->type->rank; d++)
        inner *= op->type->dims[d];
    p->row = inner * op->type->dims[dim];
    p->part = arena_array(arena, int64_t, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        p->part[i] = inner * op->operands[i]->type->dims[dim];
    to->fn = run_concatenate;
    to->plan = p;
    return true;
}

/* ---- slices whose place is computed ------------------------------------------------------------------------- */

typedef struct DynamicPlan {
    int width, rank, first; /* first: operand with the first start */
    bool vector;            /* all starts in one array */
    ElemType start;
    int64_t dims[MAX_RANK], small[MAX_RANK]; /* of the large array; of the slice */
    int64_t strides[MAX_RANK], small_strides[MAX_RANK];
    int64_t bytes;
} DynamicPlan;

static int64_t dynamic_offset(const DynamicPlan *p, const Kernel *k)
{
    int64_t at = 0;
    for (int d = 0; d < p->rank; d++) {
        int64_t s = p->vector ? index_at(p->start, k->args[p->first], d) : index_at(p->start, k->args[p->first + d], 0);
        at += CLAMP(s, 0, p->dims[d] - p->small[d]) * p->strides[d];
    }
    return at;
}

static void run_dynamic_slice(const Kernel *k)
{
    const DynamicPlan *p = k->plan;
    copy_strided(k->pool, &(StridedCopy){ p->width, p->rank, p->small, p->strides, p->small_strides },
                 (const char *)k->args[0] + dynamic_offset(p, k) * p->width, k->outs[0]);
}

static void run_dynamic_update_slice(const Kernel *k)
{
    const DynamicPlan *p = k->plan;
    if (k->outs[0] != k->args[0])
        copy_flat(k->pool, p->bytes, k->args[0], k->outs[0]);
    copy_strided(k->pool, &(StridedCopy){ p->width, p->rank, p->small, p->small_strides, p->strides }, k->args[1],
                 (char *)k->outs[0] + dynamic_offset(p, k) * p->width);
}

static DynamicPlan *dynamic_plan(Arena *arena, const IrOp *op, const Type *small, int first)
{
    const Type *x = op->operands[0]->type;
    DynamicPlan *p = arena_new(arena, DynamicPlan);
    p->width = elem_info[x->elem].bytes;
    p->rank = x->rank;
    p->first = first;
    p->vector = op->n_operands > first && op->operands[first]->type->rank == 1;
    p->start = op->n_operands > first ? op->operands[first]->type->elem : ELEM_s32;
    memcpy(p->dims, x->dims, sizeof(int64_t) * (size_t)x->rank);
    memcpy(p->small, small->dims, sizeof(int64_t) * (size_t)x->rank);
    strides_of(x->rank, x->dims, p->strides);
    strides_of(x->rank, small->dims, p->small_strides);
    p->bytes = type_bytes(x);
    return p;
}

bool make_dynamic_slice(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    to->plan = dynamic_plan(arena, op, op->type, 1);
    to->fn = run_dynamic_slice;
    return true;
}

bool make_dynamic_update_slice(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    to->plan = dynamic_plan(arena, op, op->operands[1]->type, 2);
    to->fn = run_dynamic_update_slice;
    g_assert(op_overwrites(op, 0, 0));
    to->over = true;
    return true;
}

/* ---- device ids ------------------------------------------------------------------------------------------------ */

static void run_partition_id(const Kernel *k)
{
    *(uint32_t *)k->outs[0] = (uint32_t)k->partition;
}

static void run_replica_id(const Kernel *k)
{
    *(uint32_t *)k->outs[0] = (uint32_t)k->replica;
}

bool make_device_id(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)arena;
    (void)error;
    to->fn = op->code == OP_partition_id ? run_partition_id : run_replica_id;
    return true;
}
