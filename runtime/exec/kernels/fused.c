/* Runs tile programs over whole arrays. Without a reduction the array is divided into blocks of tiles. With a reduction the
 * array is seen as [A, R, C], reduced over R: rows (C = 1) are folded tile by tile, columns are accumulated in a tile
 * along C. Long R are divided into chunks whose partial results are reduced in turn, so the order of
 * combination depends on the shape only. If reduced and kept dims alternate further, there are several such phases. */
#include "runtime/exec/kernels/fused.h"

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "runtime/compute/every.h"
#include "runtime/plan/reduce.h"

enum { CHUNK = 1 << 15 };

typedef struct FusedPlan {
    const TileProg *prog;
    int64_t n, row; /* row: tiles do not cross multiples of it; 0 = anywhere */
    int64_t block;  /* elements per block */
    size_t scratch; /* bytes that a run of the program needs */
    /* reduction */
    bool reduces;
    OpCode op;
    ElemType elem;  /* of the reduced array */
    CType ct;
    int reg, init, output;
    int n_phases;
    ReducePhase phases[MAX_REDUCE_PHASES];
} FusedPlan;

/* ---- plain ------------------------------------------------------------------------------------------------ */

typedef struct Walk {
    const Kernel *k;
    const FusedPlan *f;
} Walk;

static void run_block(void *arg, int64_t i)
{
    const Walk *w = arg;
    const FusedPlan *f = w->f;
    int64_t start = i * f->block, end = MIN(f->n, start + f->block);
    TileRun run;
    void *scratch = pool_scratch(f->scratch);
    if (!scratch)
        return;
    tile_run_init(&run, f->prog, w->k->args, w->k->outs, scratch);
    int64_t tile = f->prog->tile;
    while (start < end) {
        int64_t n = MIN(tile, end - start);
        if (f->row)
            n = MIN(n, f->row - start % f->row);
        tile_run(&run, start, (int)n);
        start += n;
    }
}

static void run_map(const Kernel *k)
{
    const FusedPlan *f = k->plan;
    Walk w = { k, f };
    if (f->n > 0 && f->n <= f->block) {
        run_block(&w, 0);
        return;
    }
    pool_for(k->pool, (f->n + f->block - 1) / f->block, run_block, &w);
}

/* ---- reductions --------------------------------------------------------------------------------------------- */

/* One phase: from a tile program, or from memory of the compute type, into memory of the compute type. */
typedef struct Reducer {
    const Kernel *k; /* with prog, else memory */
    const TileProg *prog;
    const char *memory;
    int reg;
    TileFn op, fold;
    int width, tile;
    int64_t short_row; /* rows of fewer elements are combined column by column */
    bool any_order;    /* gives the same result */
    CType sums;        /* CT_f64 or CT_u64: it adds such numbers, or signed ones of as many bits; else anything */
    ReducePhase p;
    char *out;       /* [a, n_chunks, c] */
    int64_t n_chunks, chunk; /* chunks of R */
    int64_t rows;    /* rows per block if C = 1 and R is not divided */
} Reducer;

typedef struct Cursor {
    const Reducer *r;
    TileRun run;
    char *acc; /* a tile of its own */
} Cursor;

/* False if there is not enough memory. */
static bool cursor_init(Cursor *c, const Reducer *r)
{
    size_t bytes = r->prog ? tile_run_bytes(r->prog) : 0;
    bytes = (bytes + 63) & ~(size_t)63;
    char *scratch = pool_scratch(bytes + 2 * TILE_BYTES);
    if (!scratch)
        return false;
    c->r = r;
    c->acc = scratch + bytes;
    if (r->prog)
        tile_run_init(&c->run, r->prog, r->k->args, r->k->outs, scratch);
    return true;
}

static const char *cursor_get(Cursor *c, int64_t start, int64_t n)
{
    const Reducer *r = c->r;
    if (!r->prog)
        return r->memory + start * r->width;
    tile_run(&c->run, start, (int)n);
    return c->run.reg[r->reg];
}

/* Folds elements [start, start + n) into one. */
static void fold_run(Cursor *c, int64_t start, int64_t n, char *out)
{
    const Reducer *r = c->r;
    if (n <= r->tile) {
        r->fold(out, cursor_get(c, start, n), NULL, NULL, (int)n);
        return;
    }
    if (r->any_order) { /* tile by tile, which are only read */
        for (int64_t i = 0; i < n; i += r->tile) {
            int64_t m = MIN(r->tile, n - i);
            r->fold(i ? c->acc : out, cursor_get(c, start + i, m), NULL, NULL, (int)m);
            if (i)
                r->op(out, out, c->acc, NULL, 1);
        }
        return;
    }
    memcpy(c->acc, cursor_get(c, start, r->tile), (size_t)r->tile * (size_t)r->width);
    for (int64_t i = r->tile; i < n; i += r->tile) {
        int64_t m = MIN(r->tile, n - i);
        r->op(c->acc, c->acc, cursor_get(c, start + i, m), NULL, (int)m);
    }
    r->fold(out, c->acc, NULL, NULL, r->tile);
}

#ifdef __SSE2__
/* Four columns that follow each other, of words: `by` apart in d. */
static void four_columns(uint32_t *d, int64_t by, const uint32_t *x, int64_t m, int64_t r)
{
    int64_t j = 0;
    for (; j + 4 <= m; j += 4) {
        const uint32_t *row = x + j * r;
        __m128i a = _mm_loadu_si128((const void *)row), b = _mm_loadu_si128((const void *)(row + r)), c = _mm_loadu_si128((const void *)(row + 2 * r)),
                e = _mm_loadu_si128((const void *)(row + 3 * r));
        __m128i ab = _mm_unpacklo_epi32(a, b), ce = _mm_unpacklo_epi32(c, e), ab2 = _mm_unpackhi_epi32(a, b), ce2 = _mm_unpackhi_epi32(c, e);
        _mm_storeu_si128((void *)(d + j), _mm_unpacklo_epi64(ab, ce));
        _mm_storeu_si128((void *)(d + by + j), _mm_unpackhi_epi64(ab, ce));
        _mm_storeu_si128((void *)(d + 2 * by + j), _mm_unpacklo_epi64(ab2, ce2));
        _mm_storeu_si128((void *)(d + 3 * by + j), _mm_unpackhi_epi64(ab2, ce2));
    }
    for (; j < m; j++)
        for (int64_t k = 0; k < 4; k++)
            d[k * by + j] = x[j * r + k];
}
#else
static void four_columns(uint32_t *d, int64_t by, const uint32_t *x, int64_t m, int64_t r)
{
    for (int64_t k = 0; k < 4; k++)
        for (int64_t j = 0; j < m; j++)
            d[k * by + j] = x[j * r + k];
}
#endif

/* A fold combines rows of fewer than 32 from left to right, but for the extremes of vectors, where no order matters. */
enum { SHORT_ROW = 32, SHORT_ROW_OF_EXTREMES = 16 };

/* m short rows at x, combined column by column; each row in the order of a fold. */
static void fold_columns(const Cursor *c, const char *x, int64_t m, char *out)
{
    const Reducer *r = c->r;
    char *column = c->acc + TILE_BYTES;
    int64_t k = 1, by = (m + 3) & ~(int64_t)3;
    load_every(out, x, r->p.r, r->width, m);
    for (; r->width == 4 && k + 4 <= r->p.r && 16 * by <= TILE_BYTES; k += 4) {
        four_columns((uint32_t *)(void *)column, by, (const uint32_t *)(const void *)(x + 4 * k), m, r->p.r);
        for (int i = 0; i < 4; i++)
            r->op(out, out, column + 4 * i * by, NULL, (int)m);
    }
    for (; k < r->p.r; k++) {
        load_every(column, x + k * r->width, r->p.r, r->width, m);
        r->op(out, out, column, NULL, (int)m);
    }
}

/* Sums of m short rows of wide elements, of which vectors hold few. */
#define WIDE_SUMS(T, R)                                                                            \
    for (int64_t j = 0; j < m; j++, x += (R)) {                                                    \
        T sum = x[0];                                                                              \
        for (int64_t k = 1; k < (R); k++)                                                          \
            sum += x[k];                                                                           \
        out[j] = sum;                                                                              \
    }                                                                                              \
    return
#define WIDE_ROWS(T)                                                                               \
    static void sum_rows_##T(T *out, const T *x, int64_t m, int64_t r)                             \
    {                                                                                              \
        switch (r) {                                                                               \
        case 2: WIDE_SUMS(T, 2);                                                                   \
        case 3: WIDE_SUMS(T, 3);                                                                   \
        case 4: WIDE_SUMS(T, 4);                                                                   \
        case 8: WIDE_SUMS(T, 8);                                                                   \
        default: WIDE_SUMS(T, r);                                                                  \
        }                                                                                          \
    }
WIDE_ROWS(uint64_t)
WIDE_ROWS(double)

static void fold_short_rows(const Cursor *c, const char *x, int64_t m, char *out)
{
    const Reducer *r = c->r;
    if (r->sums == CT_f64)
        sum_rows_double((double *)(void *)out, (const double *)(const void *)x, m, r->p.r);
    else if (r->sums == CT_u64)
        sum_rows_uint64_t((uint64_t *)(void *)out, (const uint64_t *)(const void *)x, m, r->p.r);
    else
        fold_columns(c, x, m, out);
}

static void reduce_rows(void *arg, int64_t i)
{
    const Reducer *r = arg;
    Cursor c;
    if (!cursor_init(&c, r))
        return;
    if (r->n_chunks > 1) {
        int64_t row = i / r->n_chunks, begin = i % r->n_chunks * r->chunk;
        fold_run(&c, row * r->p.r + begin, MIN(r->chunk, r->p.r - begin), r->out + i * r->width);
        return;
    }
    int64_t from = i * r->rows, to = MIN(r->p.a, from + r->rows), per_tile = MAX(1, r->tile / r->p.r);
    if (r->p.r > r->tile) {
        for (int64_t row = from; row < to; row++)
            fold_run(&c, row * r->p.r, r->p.r, r->out + row * r->width);
        return;
    }
    for (int64_t row = from; row < to; row += per_tile) {
        int64_t m = MIN(per_tile, to - row);
        const char *x = cursor_get(&c, row * r->p.r, m * r->p.r);
        if (r->p.r < r->short_row && r->width <= 8) {
            fold_short_rows(&c, x, m, r->out + row * r->width);
            continue;
        }
        for (int64_t j = 0; j < m; j++)
            r->fold(r->out + (row + j) * r->width, x + j * r->p.r * r->width, NULL, NULL, (int)r->p.r);
    }
}

/* Columns [c0, c0 + n) of chunk `chunk` of slab a; n <= tile. */
static void reduce_columns(Cursor *c, int64_t a, int64_t chunk, int64_t c0, int64_t n)
{
    const Reducer *r = c->r;
    int64_t begin = chunk * r->chunk, end = MIN(r->p.r, begin + r->chunk), w = r->width;
    char *out = r->out + ((a * r->n_chunks + chunk) * r->p.c + c0) * w;
    int64_t k = n == r->p.c ? MAX(1, r->tile / n) : 1; /* rows per tile */
    int64_t filled = 0;
    for (int64_t row = begin; row < end; row += k) {
        int64_t m = MIN(k, end - row) * n;
        const char *x = cursor_get(c, (a * r->p.r + row) * r->p.c + c0, m);
        if (row == begin) {
            memcpy(c->acc, x, (size_t)(m * w));
            filled = m;
        } else {
            r->op(c->acc, c->acc, x, NULL, (int)m);
        }
    }
    for (int64_t m = filled / n; m > 1; m -= m / 2) /* the last half of the rows onto the first */
        r->op(c->acc, c->acc, c->acc + (m - m / 2) * n * w, NULL, (int)(m / 2 * n));
    memcpy(out, c->acc, (size_t)(n * w));
}

static void reduce_slab(void *arg, int64_t i)
{
    const Reducer *r = arg;
    int64_t n_blocks = (r->p.c + r->tile - 1) / r->tile;
    int64_t cb = i % n_blocks, chunk = i / n_blocks % r->n_chunks, a = i / n_blocks / r->n_chunks;
    Cursor c;
    if (!cursor_init(&c, r))
        return;
    reduce_columns(&c, a, chunk, cb * r->tile, MIN(r->tile, r->p.c - cb * r->tile));
}

typedef struct SlabRange {
    Reducer *r;
    int64_t n, per;
} SlabRange;

static void reduce_slabs(void *arg, int64_t i)
{
    const SlabRange *s = arg;
    for (int64_t j = i * s->per; j < MIN(s->n, (i + 1) * s->per); j++)
        reduce_slab(s->r, j);
}

/* out: [a, c] of the compute type. */
static void reduce_phase(Reducer *r, char *out, Pool *pool)
{
    ReducePhase p = r->p;
    int64_t units = p.c == 1 ? p.a : p.a * ((p.c + r->tile - 1) / r->tile);
    r->chunk = p.c == 1 ? CHUNK : MAX(MAX(1, r->tile / p.c), CHUNK / MIN(p.c, r->tile));
    r->n_chunks = units < 64 && p.r > 2 * r->chunk ? (p.r + r->chunk - 1) / r->chunk : 1;
    if (r->n_chunks == 1)
        r->chunk = p.r;
    char *partial = r->n_chunks > 1 ? pool_temp(p.a * r->n_chunks * p.c * r->width) : NULL;
    if (r->n_chunks > 1 && !partial)
        return;
    r->out = partial ? partial : out;
    if (p.c == 1) {
        r->rows = MAX(1, BLOCK_ELEMS / MAX(1, p.r));
        pool_for(pool, r->n_chunks > 1 ? p.a * r->n_chunks : (p.a + r->rows - 1) / r->rows, reduce_rows, r);
    } else {
        int64_t n = units * r->n_chunks;
        int64_t each = MIN(p.c, r->tile) * r->chunk;
        SlabRange s = { r, n, MAX(1, BLOCK_ELEMS / MAX(1, each)) };
        pool_for(pool, (n + s.per - 1) / s.per, reduce_slabs, &s);
    }
    if (partial) {
        Reducer next = *r;
        next.prog = NULL;
        next.memory = partial;
        next.p = (ReducePhase){ p.a, r->n_chunks, p.c };
        reduce_phase(&next, out, NULL);
        pool_temp_free(partial);
    }
}

/* out[i] = init . out[i], and to memory form. */
static void finish(const FusedPlan *f, char *values, int64_t n, const void *init_mem, void *dst)
{
    const TileTable *tab = tile_table();
    char init[16], identity[16];
    int w = ctype_bytes[f->ct];
    ReduceKind kind = f->op == OP_add ? REDUCE_SUM : f->op == OP_multiply ? REDUCE_PRODUCT : f->op == OP_maximum ? REDUCE_MAX :
                      f->op == OP_minimum ? REDUCE_MIN : f->op == OP_and ? REDUCE_AND : f->op == OP_or ? REDUCE_OR : REDUCE_XOR;
    if (!reduce_identity(kind, f->elem, identity) || memcmp(identity, init_mem, (size_t)elem_info[f->elem].bytes) != 0) {
        if (elem_is_ctype(f->elem))
            memcpy(init, init_mem, (size_t)w);
        else
            tab->load[f->elem](init, init_mem, NULL, NULL, 1);
        for (int64_t i = 0; i < n; i++)
            tab->op[f->op][f->ct](values + i * w, init, values + i * w, NULL, 1);
    }
    if ((void *)values == dst)
        return;
    if (elem_is_ctype(f->elem)) {
        memcpy(dst, values, (size_t)(n * w));
        return;
    }
    for (int64_t i = 0; i < n; i += CHUNK)
        tab->store[f->elem]((char *)dst + i * elem_info[f->elem].bytes, values + i * w, NULL, NULL, (int)MIN(CHUNK, n - i));
}

static void run_reduce(const Kernel *k)
{
    const FusedPlan *f = k->plan;
    const TileTable *tab = tile_table();
    int w = ctype_bytes[f->ct];
    ReducePhase last = f->phases[f->n_phases - 1];
    int64_t n_out = last.a * last.c;
    char *dst = k->outs[f->output];
    bool direct = elem_is_ctype(f->elem);
    char *from = NULL;
    if (f->n == 0) { /* nothing to combine: the start value alone */
        for (int64_t i = 0; i < n_out; i++)
            memcpy(dst + i * elem_info[f->elem].bytes, k->args[f->init], (size_t)elem_info[f->elem].bytes);
        return;
    }
    for (int i = 0; i < f->n_phases; i++) {
        ReducePhase p = f->phases[i];
        bool is_last = i == f->n_phases - 1;
        char *to = is_last && direct ? dst : pool_temp(p.a * p.c * w);
        if (!to) {
            pool_temp_free(from);
            return;
        }
        Reducer r = { .k = k, .prog = i ? NULL : f->prog, .memory = from, .reg = f->reg, .op = tab->op[f->op][f->ct],
                      .fold = tab->fold[f->op][f->ct], .width = w, .tile = i ? TILE_BYTES / MAX(w, 4) : f->prog->tile, .p = p };
        bool extreme = f->ct == CT_f32 && (f->op == OP_maximum || f->op == OP_minimum);
        r.short_row = extreme ? SHORT_ROW_OF_EXTREMES : SHORT_ROW;
        r.any_order = extreme;
        r.sums = f->op != OP_add ? CT_pred : f->ct == CT_s64 ? CT_u64 : f->ct;
        reduce_phase(&r, to, k->pool);
        pool_temp_free(from);
        from = to;
    }
    finish(f, from, n_out, k->args[f->init], dst);
    if (!direct)
        pool_temp_free(from);
}

enum { WORTH_COMPILING = 64 }; /* elements */

/* If tiles end at the rows of a strided operand, it can be read in place. 0: they end anywhere. */
static int64_t row_of(const TileProg *p)
{
    int64_t row = 0;
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].mode == LOAD_STRIDED) {
            int64_t inner = p->loads[i].dims[p->loads[i].rank - 1];
            row = row ? MIN(row, inner) : inner;
        }
    return row < 256 ? 0 : row;
}

/* What no tile of the reduction's operand crosses: rows that are folded one by one. */
static int64_t folded_row(const FusedPlan *f, const TileProg *p)
{
    const ReducePhase *first = &f->phases[0];
    return f->n_phases && first->c == 1 && 2 * first->r > p->tile ? first->r : 0;
}

TileCode *make_fused(Arena *arena, const FusedCode *code, Bound *to)
{
    const IrOp *reduce = code->reduce;
    FusedPlan *f = arena_new(arena, FusedPlan);
    f->n = code->n_elems;
    if (reduce)
        reduce_phases(reduce, f->phases, &f->n_phases);
    f->row = row_of(code->prog);
    TileCode *compiled = code->n_elems >= WORTH_COMPILING ? tile_code_new(arena, code->prog, reduce ? folded_row(f, code->prog) : f->row) : NULL;
    const TileProg *p = compiled ? compiled->prog : code->prog;
    f->prog = p;
    f->scratch = tile_run_bytes(p);
    f->block = MAX(4 * p->tile, BLOCK_ELEMS / p->tile * p->tile);
    if (p->n_steps > 8)
        f->block = MAX(4 * p->tile, f->block / 2);
    to->fn = run_map;
    to->plan = f;
    to->over = true;
    if (!reduce)
        return compiled;
    f->reduces = true;
    f->op = reduce_opcode(comp_reduce_kind(reduce->comps[0]));
    f->elem = reduce->operands[0]->type->elem;
    f->ct = ctype_of(f->elem);
    f->reg = code->reg;
    f->init = code->init;
    f->output = code->output;
    to->fn = run_reduce;
    return compiled;
}
