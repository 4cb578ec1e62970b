/* argmax and argmin: the array is seen as [a, r, c] and combined along r. Neighbouring columns are combined row by row, side by side; where c is small, those of
 * several a are laid out so a few rows at a time. Of long rows (c = 1) the extreme of each tile is found first, and the position in the best tile alone. All of it gives
 * what combining from the first row to the last gives, in any number of pieces. The positions are counted, not read. */
#include <math.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/compute/tile.h"
#include "runtime/exec/kernel.h"
#include "runtime/plan/arg_reduce.h"

enum { COLUMNS = 512, WIDE_ROW = 32, CHUNK_BYTES = 1 << 15, LONG_ROW = 32, TILE = TILE_BYTES / 4, PART = 1 << 16, FEW_ROWS = 16 };

typedef struct ArgPlan {
    ArgReduce s;
    ElemType elem, at_elem;
    CType ct;
    int width, wide; /* bytes of an element, and of what it is computed as */
    ArgTakeFn take;
    ArgFindFn find;
    TileFn fold;
} ArgPlan;

typedef struct ArgRun {
    const ArgPlan *p;
    const char *x, *start; /* the start value as it is computed */
    char *best, *at;       /* results, [a, c] each */
    int64_t columns;       /* of a block; of several a if it is more than c */
    int64_t per;           /* long rows: of a block */
    /* A few long rows, by parts: */
    int64_t n_parts;
    int32_t *part_at;      /* [a, n_parts]: the position of the extreme of each, -1 = the start value is better */
} ArgRun;

/* ---- results ------------------------------------------------------------------------------------------------------ */

/* Positions of results [first, first + n), -1 for the start value's. */
static void put_positions(const ArgRun *run, int64_t first, int64_t n, int32_t *at)
{
    const ArgPlan *p = run->p;
    for (int64_t i = 0; i < n; i++)
        at[i] = at[i] < 0 ? (int32_t)p->s.start_at : at[i];
    tile_table()->convert[CT_s32][ctype_of(p->at_elem)](run->at + first * elem_info[p->at_elem].bytes, at, NULL, NULL, (int)n);
}

/* n elements as they are computed: where they are, or in `to`. */
static const char *widened(const ArgPlan *p, const char *x, int64_t n, char *to)
{
    if (elem_is_ctype(p->elem))
        return x;
    tile_table()->load[p->elem](to, x, NULL, NULL, (int)n);
    return to;
}

static double number(const ArgPlan *p, const char *value)
{
    return p->ct == CT_f32 ? *(const float *)(const void *)value : p->ct == CT_f64 ? *(const double *)(const void *)value : 1;
}

/* Zeros are equal, but the greatest one is +0 and the least one -0, so that these are what maximum and minimum give. Result i is a zero. */
static void sign_zero(const ArgRun *run, int64_t i, char *value)
{
    const ArgPlan *p = run->p;
    const char *x = run->x + (i / p->s.c * p->s.r * p->s.c + i % p->s.c) * p->width;
    char wide[16];
    for (int64_t r = -1; r < p->s.r && !!signbit(number(p, value)) != p->s.least; r++) {
        const char *other = r < 0 ? run->start : widened(p, x + r * p->s.c * p->width, 1, wide);
        if (number(p, other) == 0)
            memcpy(value, other, (size_t)p->wide);
    }
}

static void put_values(const ArgRun *run, int64_t first, int64_t n, char *best)
{
    const ArgPlan *p = run->p;
    for (int64_t i = 0; elem_is_float(p->elem) && i < n; i++)
        if (number(p, best + i * p->wide) == 0)
            sign_zero(run, first + i, best + i * p->wide);
    char *to = run->best + first * p->width;
    if (elem_is_ctype(p->elem))
        memcpy(to, best, (size_t)(n * p->width));
    else
        tile_table()->store[p->elem](to, best, NULL, NULL, (int)n);
}

/* ---- columns ------------------------------------------------------------------------------------------------------ */

typedef struct Columns {
    char best[COLUMNS * 8], wide[COLUMNS * 4], chunk[CHUNK_BYTES];
    int32_t at[COLUMNS];
} Columns;

static void columns_begin(const ArgRun *run, Columns *c, int64_t n)
{
    copy_fill(NULL, run->p->wide, n, run->start, c->best);
    memset(c->at, -1, sizeof *c->at * (size_t)n);
}

static void columns_put(const ArgRun *run, Columns *c, int64_t first, int64_t n)
{
    put_values(run, first, n, c->best);
    put_positions(run, first, n, c->at);
}

/* Some columns of one a. */
static void wide_block(void *arg, int64_t block)
{
    const ArgRun *run = arg;
    const ArgPlan *p = run->p;
    int64_t n_blocks = (p->s.c + run->columns - 1) / run->columns, a = block / n_blocks, c0 = block % n_blocks * run->columns, n = MIN(run->columns, p->s.c - c0);
    Columns *c = pool_scratch(sizeof *c);
    if (!c)
        return;
    columns_begin(run, c, n);
    const char *x = run->x + (a * p->s.r * p->s.c + c0) * p->width;
    for (int64_t i = 0; i < p->s.r; i++, x += p->s.c * p->width)
        p->take(c->best, c->at, widened(p, x, n, c->wide), (int32_t)i, (int)n);
    columns_put(run, c, a * p->s.c + c0, n);
}

/* All columns of some a. */
static void narrow_block(void *arg, int64_t block)
{
    const ArgRun *run = arg;
    const ArgPlan *p = run->p;
    int64_t most = run->columns / p->s.c, a0 = block * most, a = MIN(most, p->s.a - a0), n = a * p->s.c, rows = CHUNK_BYTES / (n * p->width);
    Columns *c = pool_scratch(sizeof *c);
    if (!c)
        return;
    columns_begin(run, c, n);
    for (int64_t r0 = 0; r0 < p->s.r; r0 += rows) {
        int64_t m = MIN(rows, p->s.r - r0);
        int64_t dims[] = { m, a, p->s.c }, from[] = { p->s.c, p->s.r * p->s.c, 1 }, to[] = { n, p->s.c, 1 };
        copy_strided(NULL, &(StridedCopy){ p->width, 3, dims, from, to }, run->x + (a0 * p->s.r + r0) * p->s.c * p->width, c->chunk);
        for (int64_t i = 0; i < m; i++)
            p->take(c->best, c->at, widened(p, c->chunk + i * n * p->width, n, c->wide), (int32_t)(r0 + i), (int)n);
    }
    columns_put(run, c, a0 * p->s.c, n);
}

/* ---- long rows ---------------------------------------------------------------------------------------------------- */

typedef struct Extreme {
    char value[16]; /* as it is computed */
    int32_t at;     /* -1: the start value */
} Extreme;

/* Element by element: rows with NaNs that do not stay, where it is the order that counts. */
static void take_each(const ArgRun *run, const char *x, int64_t from, int64_t to, Extreme *e)
{
    char wide[16];
    for (int64_t i = from; i < to; i++)
        run->p->take(e->value, &e->at, widened(run->p, x + i * run->p->width, 1, wide), (int32_t)i, 1);
}

static bool is_nan(const ArgPlan *p, const char *value)
{
    return p->ct == CT_f32 ? isnan(*(const float *)(const void *)value) : p->ct == CT_f64 && isnan(*(const double *)(const void *)value);
}

/* Elements [from, to) of a row, after what e is of what comes before. wide: a tile. */
static void take_row(const ArgRun *run, const char *x, int64_t from, int64_t to, Extreme *e, char *wide)
{
    const ArgPlan *p = run->p;
    Extreme before = *e;
    int32_t best = -1; /* the tile */
    char value[16];
    for (int64_t i = from; i < to; i += TILE) {
        int64_t n = MIN(TILE, to - i);
        p->fold(value, widened(p, x + i * p->width, n, wide), NULL, NULL, (int)n);
        if (p->s.nan_passes && is_nan(p, value)) {
            *e = before;
            take_each(run, x, from, to, e);
            return;
        }
        p->take(e->value, &best, value, (int32_t)((i - from) / TILE), 1);
    }
    if (best < 0)
        return;
    int64_t i = from + best * TILE, n = MIN(TILE, to - i);
    const char *tile = widened(p, x + i * p->width, n, wide);
    int found = p->find(tile, e->value, (int)n, p->s.last && !is_nan(p, e->value));
    g_assert(found >= 0);
    e->at = (int32_t)(i + found);
    memcpy(e->value, tile + found * p->wide, (size_t)p->wide); /* zeros have signs */
}

static Extreme begin(const ArgRun *run)
{
    Extreme e = { .at = -1 };
    memcpy(e.value, run->start, (size_t)run->p->wide);
    return e;
}

static void row_put(const ArgRun *run, int64_t row, Extreme *e)
{
    put_values(run, row, 1, e->value);
    put_positions(run, row, 1, &e->at);
}

static void rows_block(void *arg, int64_t block)
{
    const ArgRun *run = arg;
    const ArgPlan *p = run->p;
    char *wide = pool_scratch(TILE_BYTES);
    for (int64_t row = block * run->per; wide && row < MIN(p->s.a, (block + 1) * run->per); row++) {
        Extreme e = begin(run);
        take_row(run, run->x + row * p->s.r * p->width, 0, p->s.r, &e, wide);
        row_put(run, row, &e);
    }
}

static void part_block(void *arg, int64_t i)
{
    const ArgRun *run = arg;
    const ArgPlan *p = run->p;
    int64_t row = i / run->n_parts, from = i % run->n_parts * PART;
    char *wide = pool_scratch(TILE_BYTES);
    if (!wide)
        return;
    Extreme e = begin(run);
    take_row(run, run->x + row * p->s.r * p->width, from, MIN(p->s.r, from + PART), &e, wide);
    run->part_at[i] = e.at;
}

/* A few rows, by parts on all workers. Each part goes on from the start value, which changes nothing of what comes out in the end: what is not better than that
 * is not the result. Not of NaNs that do not stay. */
static void run_parts(const Kernel *k, ArgRun *run)
{
    const ArgPlan *p = run->p;
    run->part_at = pool_temp(p->s.a * run->n_parts * (int64_t)sizeof *run->part_at);
    if (!run->part_at)
        return;
    pool_for(k->pool, p->s.a * run->n_parts, part_block, run);
    char wide[16];
    for (int64_t row = 0; row < p->s.a; row++) {
        Extreme e = begin(run);
        const char *x = run->x + row * p->s.r * p->width;
        for (int64_t i = 0; i < run->n_parts; i++) {
            int32_t at = run->part_at[row * run->n_parts + i];
            if (at >= 0)
                p->take(e.value, &e.at, widened(p, x + at * p->width, 1, wide), at, 1);
        }
        row_put(run, row, &e);
    }
    pool_temp_free(run->part_at);
}

/* ------------------------------------------------------------------------------------------------------------------- */

static void run_arg_reduce(const Kernel *k)
{
    const ArgPlan *p = k->plan;
    char start[16];
    ArgRun run = { .p = p, .x = k->args[0], .best = k->outs[0], .at = k->outs[1] };
    run.start = widened(p, k->args[2], 1, start);
    int64_t few = MAX(1, BLOCK_ELEMS / p->s.r); /* columns that are worth a block */
    if (p->s.c == 1 && p->s.r >= LONG_ROW) {
        run.n_parts = (p->s.r + PART - 1) / PART;
        run.per = few;
        if (p->s.a < FEW_ROWS && run.n_parts > 1 && !p->s.nan_passes)
            run_parts(k, &run);
        else
            pool_for(k->pool, (p->s.a + run.per - 1) / run.per, rows_block, &run);
    } else if (p->s.c >= WIDE_ROW) {
        run.columns = MIN(COLUMNS, p->s.c);
        pool_for(k->pool, p->s.a * ((p->s.c + run.columns - 1) / run.columns), wide_block, &run);
    } else {
        run.columns = MAX(p->s.c, COLUMNS / p->s.c * p->s.c);
        pool_for(k->pool, (p->s.a + run.columns / p->s.c - 1) / (run.columns / p->s.c), narrow_block, &run);
    }
}

bool make_arg_reduce(Arena *arena, const IrOp *op, Bound *to)
{
    ArgPlan *p = arena_new(arena, ArgPlan);
    if (!arg_reduce_of(op, &p->s))
        return false;
    const TileTable *t = tile_table();
    p->elem = op->operands[0]->type->elem;
    p->at_elem = op->operands[1]->type->elem;
    p->ct = ctype_of(p->elem);
    p->width = elem_info[p->elem].bytes;
    p->wide = ctype_bytes[p->ct];
    p->take = t->arg_take[p->s.least][p->s.last][p->s.nan_passes][p->ct];
    p->find = t->arg_find[p->ct];
    p->fold = t->fold[p->s.least ? OP_minimum : OP_maximum][p->ct];
    to->fn = run_arg_reduce;
    to->plan = p;
    return true;
}
