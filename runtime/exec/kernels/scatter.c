/* scatter: combines windows of updates with those of the result that the indices select, one position after the other. */
#include <string.h>

#include "runtime/base/extremes.h"
#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/index_plan.h"
#include "runtime/plan/fuse.h"
#include "runtime/plan/reduce.h"

typedef struct ScatterPlan {
    IndexPlan *at;
    OpCode plain;   /* combine one array as this op; OP_copy = overwrite; N_OPCODES = prog */
    TileProg *prog;
    int n_arrays;
    const Type *const *types; /* [n_arrays] of the results */
} ScatterPlan;

enum {
    PART = 1 << 20, CONVERTED = 512,
    POSITIONS = 256, /* that are looked up before their windows are combined */
    LONG = 16,       /* positions along the last dim of the batch */
    SHORT_RUN = 256, /* elements: longer ones are combined by a call each */
};

/* Combines a run of updates, at offsets in elements, into the result; a program may combine several arrays at once. */
static void combine_run(const ScatterPlan *p, const Kernel *k, int64_t large, int64_t small, TileRun *tile)
{
    const TileTable *tab = tile_table();
    int w = p->at->width, n = p->n_arrays;
    int64_t run = p->at->run;
    char *d = (char *)k->outs[0] + large * w;
    const char *u = (const char *)k->args[n + 1] + small * w;
    if (p->plain == OP_copy) {
        memcpy(d, u, (size_t)(run * w));
        return;
    }
    if (p->plain != N_OPCODES) {
        ElemType elem = p->at->elem;
        TileFn fn = tab->op[p->plain][ctype_of(elem)];
        if (elem_is_ctype(elem)) {
            for (int64_t i = 0; i < run; i += PART)
                fn(d + i * w, d + i * w, u + i * w, NULL, (int)MIN(PART, run - i));
            return;
        }
        float x[CONVERTED], y[CONVERTED];
        for (int64_t i = 0; i < run; i += CONVERTED) {
            int m = (int)MIN(CONVERTED, run - i);
            tab->load[elem](x, d + i * w, NULL, NULL, m);
            tab->load[elem](y, u + i * w, NULL, NULL, m);
            fn(x, x, y, NULL, m);
            tab->store[elem](d + i * w, x, NULL, NULL, m);
        }
        return;
    }
    /* One element at a time, through copies: the program may write a result before it has read all operands. */
    for (int64_t i = 0; i < run; i++) {
        char old[16][16];
        for (int a = 0; a < n; a++) {
            int wa = elem_info[p->types[a]->elem].bytes;
            memcpy(old[a], (char *)k->outs[a] + (large + i) * wa, (size_t)wa);
            ((const void **)(uintptr_t)tile->in)[a] = old[a];
            ((const void **)(uintptr_t)tile->in)[n + a] = (const char *)k->args[n + 1 + a] + (small + i) * wa;
            ((void **)(uintptr_t)tile->out)[a] = (char *)k->outs[a] + (large + i) * wa;
        }
        tile_run(tile, 0, 1);
    }
}

/* ---- windows that lie together ---------------------------------------------------------------------------- */

/* Positions that follow each other: where their windows are in the large and the small array; or, of windows of one element that one index each selects, these. */
typedef struct Positions {
    int64_t n;
    int64_t run;             /* elements of a window */
    const int64_t *large, *small;
    const uint32_t *words;   /* NULL, or the indices, `by` apart; those above `most`, as negative ones are, are outside */
    int64_t by, step;        /* elements of the large array from one index to the next */
    uint32_t most;
    int64_t first, small_by; /* in the small array */
} Positions;

#define COMBINE(T, to, from, expr)                                                                 \
    do {                                                                                           \
        T *t_ = (to), x = *t_, y = (from);                                                         \
        (void)x;                                                                                   \
        *t_ = (T)(expr);                                                                           \
    } while (0)
#define EACH(T, expr)                                                                              \
    do {                                                                                           \
        T *d_ = d;                                                                                 \
        const T *u_ = u;                                                                           \
        if (p->words) {                                                                            \
            u_ += p->first;                                                                        \
            for (int64_t i = 0; i < p->n; i++) {                                                   \
                uint32_t v = p->words[i * p->by];                                                  \
                if (v <= p->most)                                                                  \
                    COMBINE(T, d_ + v * p->step, u_[i * p->small_by], expr);                       \
            }                                                                                      \
            return true;                                                                           \
        }                                                                                          \
        if (p->run > 1) {                                                                          \
            for (int64_t i = 0; i < p->n; i++) {                                                   \
                if (p->large[i] < 0)                                                               \
                    continue;                                                                      \
                T *to_ = d_ + p->large[i];                                                         \
                const T *from_ = u_ + p->small[i];                                                 \
                for (int64_t j = 0; j < p->run; j++)                                               \
                    COMBINE(T, to_ + j, from_[j], expr);                                           \
            }                                                                                      \
            return true;                                                                           \
        }                                                                                          \
        for (int64_t i = 0; i < p->n; i++)                                                         \
            if (p->large[i] >= 0)                                                                  \
                COMBINE(T, d_ + p->large[i], u_[p->small[i]], expr);                               \
        return true;                                                                               \
    } while (0)
#define GREATER(x, y) ((x) > (y) ? (x) : (y))
#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define SIXTEEN(op) bf16_from_f32(bf16_to_f32(x) op bf16_to_f32(y))

/* The ops and types that programs combine elements by, in loops of their own. False if there is none for this op and type. */
static bool combine_elements(const ScatterPlan *plan, void *d, const void *u, const Positions *p)
{
    OpCode op = plan->plain;
    ElemType elem = plan->at->elem;
    int width = plan->at->width;
    if (op == OP_copy && width == 1)
        EACH(uint8_t, y);
    if (op == OP_copy && width == 2)
        EACH(uint16_t, y);
    if (op == OP_copy && width == 4)
        EACH(uint32_t, y);
    if (op == OP_copy && width == 8)
        EACH(uint64_t, y);
    if (op == OP_add && elem == ELEM_f32)
        EACH(float, x + y);
    if (op == OP_multiply && elem == ELEM_f32)
        EACH(float, x * y);
    if (op == OP_maximum && elem == ELEM_f32)
        EACH(float, max_f32(x, y));
    if (op == OP_minimum && elem == ELEM_f32)
        EACH(float, min_f32(x, y));
    if (op == OP_add && elem == ELEM_f64)
        EACH(double, x + y);
    if (op == OP_add && elem == ELEM_bf16)
        EACH(uint16_t, SIXTEEN(+));
    if (op == OP_add && (elem == ELEM_s32 || elem == ELEM_u32))
        EACH(uint32_t, x + y);
    if (op == OP_add && (elem == ELEM_s64 || elem == ELEM_u64))
        EACH(uint64_t, x + y);
    if (op == OP_maximum && elem == ELEM_s32)
        EACH(int32_t, GREATER(x, y));
    if (op == OP_minimum && elem == ELEM_s32)
        EACH(int32_t, LESS(x, y));
    return false;
}

/* Counts, histograms, sums of segments: single elements that one index of 32 bits each selects, a row of the last batch dim at a time. False if it is
 * something else. */
static bool combine_by_index(const ScatterPlan *p, const Kernel *k)
{
    const IndexPlan *at = p->at;
    int last = at->n_batch - 1;
    if (at->n_slice != 1 || at->n_map != 1 || last < 0 || at->selects[last] >= 0 || (at->index != ELEM_s32 && at->index != ELEM_u32) || at->batch[last] < LONG)
        return false;
    int64_t most = at->dims[at->map[0]] - at->slice[at->map[0]];
    if (most < 0 || most > INT32_MAX)
        return false;
    for (int64_t row = 0; row < at->n_positions / at->batch[last]; row++) {
        Positions all = { .n = at->batch[last], .run = 1, .words = k->args[1], .by = at->index_stride[last], .step = at->strides[at->map[0]], .most = (uint32_t)most,
                          .small_by = at->small_batch[last] };
        int64_t rest = row, large = 0;
        for (int b = last - 1; b >= 0; b--) {
            int64_t pos = rest % at->batch[b];
            rest /= at->batch[b];
            all.words += pos * at->index_stride[b];
            all.first += pos * at->small_batch[b];
            large += at->selects[b] >= 0 ? pos * at->strides[at->selects[b]] : 0;
        }
        if (!combine_elements(p, (char *)k->outs[0] + large * at->width, k->args[2], &all))
            return false; /* at the first row */
    }
    return true;
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

static void run_scatter(const Kernel *k)
{
    const ScatterPlan *p = k->plan;
    const IndexPlan *at = p->at;
    int n = p->n_arrays;
    for (int a = 0; a < n; a++)
        if (k->outs[a] != k->args[a]) {
            int64_t count = 1;
            for (int d = 0; d < at->rank; d++)
                count *= at->dims[d];
            copy_flat(k->pool, count * elem_info[p->types[a]->elem].bytes, k->args[a], k->outs[a]);
        }
    if (at->n_slice == 0 || (n == 1 && combine_by_index(p, k)))
        return;
    TileRun tile = { 0 };
    const void *in[32] = { 0 };
    void *out[16] = { 0 };
    if (p->prog) {
        void *scratch = pool_scratch(tile_run_bytes(p->prog));
        if (!scratch)
            return;
        tile_run_init(&tile, p->prog, in, out, scratch);
    }
    int64_t large[POSITIONS], small[POSITIONS];
    bool whole = at->n_slice == at->run && at->run <= SHORT_RUN; /* a window is one run */
    for (int64_t first = 0; first < at->n_positions; first += POSITIONS) {
        int64_t m = MIN(POSITIONS, at->n_positions - first);
        index_offsets(&(IndexSource){ at, k->args[n], false }, first, m, large, small);
        if (whole && n == 1 && combine_elements(p, k->outs[0], k->args[n + 1], &(Positions){ .n = m, .run = at->run, .large = large, .small = small }))
            continue;
        for (int64_t i = 0; i < m; i++)
            if (large[i] >= 0)
                EACH_RUN(at, combine_run(p, k, large[i] + lo, small[i] + so, &tile));
    }
}

/* True for the computation that returns its second parameter. */
static bool is_overwrite(const IrComp *c)
{
    const IrOp *r = c->root;
    while ((r->code == OP_copy || r->code == OP_reshape) && r->n_operands == 1)
        r = r->operands[0];
    return r->code == OP_parameter && r->a.parameter.number == 1 && c->n_params == 2;
}

bool make_scatter(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    int n = op->n_operands / 2;
    if (n < 1 || n > 16 || op->n_operands != 2 * n + 1)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "scatter of %d arrays; at most 16", n);
    ScatterPlan *p = arena_new(arena, ScatterPlan);
    p->at = index_plan(arena, &op->a.gather, op->operands[0]->type, op->operands[n]->type, op->operands[n + 1]->type);
    if (op_reads(op, n + 1)->type->n_elems != op->operands[n + 1]->type->n_elems) /* one update for all */
        memset(p->at->small_batch, 0, sizeof p->at->small_batch);
    const Type **types = arena_array(arena, const Type *, n);
    for (int i = 0; i < n; i++)
        types[i] = op->operands[i]->type;
    p->types = types;
    p->n_arrays = n;
    p->plain = N_OPCODES;
    if (n == 1) {
        p->plain = is_overwrite(op->comps[0]) ? OP_copy : reduce_opcode(comp_reduce_kind(op->comps[0]));
        if (p->plain != N_OPCODES && p->plain != OP_copy && !tile_table()->op[p->plain][ctype_of(p->at->elem)])
            p->plain = N_OPCODES;
    }
    if (p->plain == N_OPCODES) {
        p->prog = tile_prog_of_comp(arena, op->comps[0], error);
        if (!p->prog)
            return false;
    }
    to->fn = run_scatter;
    to->plan = p;
    for (int i = 0; i < n; i++)
        g_assert(op_overwrites(op, i, i));
    to->over = true;
    return true;
}
