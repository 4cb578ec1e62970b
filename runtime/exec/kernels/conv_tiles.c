/* Convolutions of f32 without a patch matrix: products of a few rows with 16 columns are summed within registers (compute/tile_conv.h), and rows are
 * read where they are in the input, which is copied once if there is padding.
 *   by position   rows are output positions; what is summed follows each other in memory: the features of a tap, or of several
 *   by image      rows are the images of the batch, side by side in memory; what is summed are positions. So are the gradients of kernels written, whose
 *                 "images" are features, and whose kernel is as large as the input
 * Blocks of rows are divided over the workers. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/conv_impl.h"

enum { COLUMNS = CONV_COLUMNS_AT_ONCE, BLOCK_ROWS = 96, MOST_SUM = 2048, PART_SUM = 1024, FEW_COLUMNS = 8, LONG_ROW = 8 };

typedef struct Tiles {
    const ConvRun *r;
    const ConvPlan *p;
    bool by_image;
    const float *x;                      /* with padding */
    int64_t at[MAX_SPATIAL];             /* strides of x: spatial dims */
    int64_t image, feature, first;       /* of a step to the next image and feature; of the first output position's first tap */
    float *columns;                      /* [group][block of columns][n_runs][k][16] */
    int64_t *runs, n_runs, k, step;      /* as of ConvTile */
    int64_t n_column_blocks, n_row_blocks;
} Tiles;

bool conv_has_tiles(const ConvPlan *p)
{
    if (!tile_table()->conv.fn || p->ct != CT_f32 || p->by_batch || p->pointwise || p->rank < 1 || p->group_out < FEW_COLUMNS)
        return false;
    for (int d = 0; d < p->rank; d++)
        if (p->w[d].base_dilation > 1)
            return false;
    return true;
}

/* ---- the input ----------------------------------------------------------------------------------------------------- */

/* Along dim d: elements of the input that are read from, with `before` elements of zero in front. */
typedef struct Extent {
    int64_t all, before, first, n; /* size with padding; zeroes in front; the first element that is in it, how many */
} Extent;

static Extent extent_of(const ConvPlan *p, int d)
{
    const WindowDim *w = &p->w[d];
    Extent e = { .all = (p->out[d] - 1) * w->stride + (p->k[d] - 1) * w->window_dilation + 1, .before = MAX(0, w->pad_lo), .first = MAX(0, -w->pad_lo) };
    e.before = MIN(e.before, e.all);
    e.n = CLAMP(p->in[d] - e.first, 0, e.all - e.before);
    return e;
}

/* True if the input can be read where it is. */
static bool fits(const ConvPlan *p, bool by_image)
{
    for (int d = 0; d < p->rank; d++) {
        Extent e = extent_of(p, d);
        if (e.n < e.all)
            return false;
    }
    return p->input.strides[by_image ? 0 : p->rank + 1] == 1;
}

/* Makes t->x; *own is freed by the caller. False: not enough memory. */
static bool place_input(Pool *pool, Tiles *t, const char *x, void **own)
{
    const ConvPlan *p = t->p;
    int n = p->rank;
    if (fits(p, t->by_image)) {
        t->x = (const float *)(const void *)x;
        memcpy(t->at, p->input.strides + 1, sizeof(int64_t) * (size_t)n);
        t->image = p->input.strides[0];
        t->feature = p->input.strides[n + 1];
        for (int d = 0; d < n; d++)
            t->first += extent_of(p, d).first * t->at[d];
        return true;
    }
    int64_t dims[MAX_RANK], to[MAX_RANK], all = t->by_image ? p->batch : p->channels, from = 0, into = 0;
    bool padded = false;
    for (int d = n - 1; d >= 0; d--) {
        Extent e = extent_of(p, d);
        t->at[d] = to[d + 1] = all;
        all *= e.all;
        dims[d + 1] = e.n;
        from += e.first * p->input.strides[d + 1];
        into += e.before * t->at[d];
        padded |= e.n < e.all;
    }
    t->image = to[0] = t->by_image ? 1 : all;
    t->feature = to[n + 1] = t->by_image ? all : 1;
    all *= t->by_image ? p->channels : p->batch;
    dims[0] = p->batch;
    dims[n + 1] = p->channels;
    float *copy = *own = pool_temp(all * (int64_t)sizeof(float));
    if (!copy)
        return false;
    if (padded)
        memset(copy, 0, (size_t)all * sizeof(float));
    copy_strided(pool, &(StridedCopy){ sizeof(float), n + 2, dims, p->input.strides, to }, x + from * (int64_t)sizeof(float), copy + into);
    t->x = copy;
    return true;
}

/* ---- what is summed ------------------------------------------------------------------------------------------------- */

/* Several taps of the last dim are one run if their features follow each other. */
static bool joins_taps(const Tiles *t)
{
    const ConvPlan *p = t->p;
    return !t->by_image && p->w[p->rank - 1].window_dilation == 1 && p->group_in == p->channels && t->at[p->rank - 1] == p->channels;
}

static bool find_runs(Tiles *t)
{
    const ConvPlan *p = t->p;
    int last = p->rank - 1, outer = t->by_image || joins_taps(t) ? last : last + 1;
    int64_t taps = 1, features = t->by_image ? p->group_in : 1;
    for (int d = 0; d < outer; d++)
        taps *= p->k[d];
    t->n_runs = features * taps;
    t->k = p->taps * p->group_in / t->n_runs;
    t->step = t->by_image ? p->w[last].window_dilation * t->at[last] : 1;
    t->runs = (int64_t *)pool_temp(t->n_runs * (int64_t)sizeof(int64_t));
    for (int64_t i = 0; t->runs && i < t->n_runs; i++) {
        int64_t rest = i % taps;
        t->runs[i] = i / taps * t->feature;
        for (int d = outer - 1; d >= 0; d--) {
            t->runs[i] += rest % p->k[d] * p->w[d].window_dilation * t->at[d];
            rest /= p->k[d];
        }
    }
    return t->runs != NULL;
}

typedef struct Packing {
    Tiles *t;
    const float *kernel; /* as it is in memory */
} Packing;

/* One block of columns: [feature][taps] by image, [taps][feature] by position, of 16 output features each. */
static void pack_block(void *arg, int64_t i)
{
    const Packing *pack = arg;
    const Tiles *t = pack->t;
    const ConvPlan *p = t->p;
    const int64_t *strides = p->kernel.strides;
    int64_t sum = p->taps * p->group_in, f0 = i % t->n_column_blocks * COLUMNS, n = MIN(COLUMNS, p->group_out - f0), by = strides[p->rank + 1], k[MAX_SPATIAL];
    const float *from = pack->kernel + p->kernel.offset + (i / t->n_column_blocks * p->group_out + f0) * by;
    float *to = t->columns + i * sum * COLUMNS;
    for (int64_t tap = 0; tap < p->taps; tap++) {
        conv_unravel(p, p->k, tap, k);
        const float *at = from;
        for (int d = 0; d < p->rank; d++)
            at += k[d] * strides[d];
        for (int64_t z = 0; z < p->group_in; z++, at += strides[p->rank]) {
            float *row = to + (t->by_image ? z * p->taps + tap : tap * p->group_in + z) * COLUMNS;
            for (int64_t f = 0; f < COLUMNS; f++)
                row[f] = f < n ? at[f * by] : 0;
        }
    }
}

/* ---- blocks of rows ------------------------------------------------------------------------------------------------- */

/* A row: an image and an output position. */
typedef struct RowAt {
    int64_t image, place, o[MAX_SPATIAL];
} RowAt;

static RowAt row_at(const Tiles *t, int64_t row)
{
    const ConvPlan *p = t->p;
    int64_t per_image = p->rows / p->out_batch;
    RowAt at = { .image = t->by_image ? row % p->out_batch : row / per_image, .place = t->by_image ? row / p->out_batch : row % per_image };
    conv_unravel(p, p->out, at.place, at.o);
    return at;
}

/* True if there was a next output position; else to the first one. */
static bool next_place(const ConvPlan *p, RowAt *at)
{
    at->place++;
    for (int d = p->rank - 1; d >= 0; d--) {
        if (++at->o[d] < p->out[d])
            return true;
        at->o[d] = 0;
    }
    at->place = 0;
    return false;
}

static void next_row(const Tiles *t, RowAt *at)
{
    if (!t->by_image) {
        at->image += !next_place(t->p, at);
    } else if (++at->image == t->p->out_batch) {
        at->image = 0;
        next_place(t->p, at);
    }
}

/* Where the rows of a block begin in x, and in the result. */
static void find_rows(const Tiles *t, int64_t first, int64_t n, int64_t *from, int64_t *to)
{
    const ConvPlan *p = t->p;
    int64_t per_image = p->rows / p->out_batch;
    RowAt at = row_at(t, first);
    for (int64_t k = 0; k < n; k++, next_row(t, &at)) {
        from[k] = t->first + at.image * t->image;
        for (int d = 0; d < p->rank; d++)
            from[k] += at.o[d] * p->w[d].stride * t->at[d];
        to[k] = (at.image * per_image + at.place) * p->out_channels;
    }
}

/* Sums of rows to where they belong; `more`: they are added to what is there. */
static void put_sums(const ConvTile *tile, const int64_t *to, int64_t n_rows, int64_t n, bool more, float *y)
{
    for (int64_t i = 0; i < n_rows; i++) {
        const float *s = tile->sums + i * COLUMNS;
        float *d = y + to[i];
        if (!more && n == COLUMNS)
            memcpy(d, s, sizeof(float) * COLUMNS);
        else
            for (int64_t f = 0; f < n; f++)
                d[f] = more ? d[f] + s[f] : s[f];
    }
}

static void tiles_block(void *arg, int64_t i)
{
    const Tiles *t = arg;
    const ConvPlan *p = t->p;
    const ConvLoop *loop = &tile_table()->conv;
    int64_t g = i / t->n_row_blocks, first = i % t->n_row_blocks * BLOCK_ROWS, n = MIN(BLOCK_ROWS, p->rows - first), sum = t->n_runs * t->k;
    int64_t from[BLOCK_ROWS + CONV_MOST_ROWS], to[BLOCK_ROWS + CONV_MOST_ROWS], part = sum <= MOST_SUM ? t->n_runs : MAX(1, PART_SUM / t->k);
    find_rows(t, first, n, from, to);
    for (int64_t k = n; k < n + loop->rows; k++) { /* the last tile is whole */
        from[k] = from[n - 1];
        to[k] = to[n - 1];
    }
    ConvTile tile = { .k = t->k, .step = t->step };
    for (int64_t run = 0; run < t->n_runs; run += part) {
        tile.runs = t->runs + run;
        tile.n_runs = MIN(part, t->n_runs - run);
        for (int64_t c = 0; c < t->n_column_blocks; c++) {
            tile.columns = t->columns + ((g * t->n_column_blocks + c) * sum + run * t->k) * COLUMNS;
            float *y = (float *)(void *)t->r->y + g * p->group_out + c * COLUMNS;
            for (int64_t k = 0; k < n; k += loop->rows) {
                for (int row = 0; row < loop->rows; row++)
                    tile.rows[row] = t->x + from[k + row] + g * p->group_in * t->feature;
                loop->fn(&tile);
                put_sums(&tile, to + k, MIN(loop->rows, n - k), MIN(COLUMNS, p->group_out - c * COLUMNS), run > 0, y);
            }
        }
    }
}

/* Long rows of positions, few features, and many images, whose order in memory it is or that are worth being brought into it. */
static bool goes_by_image(const ConvPlan *p)
{
    return p->k[p->rank - 1] >= LONG_ROW && p->group_in < COLUMNS && p->batch >= LONG_ROW && p->groups == 1 &&
           (p->input.strides[0] == 1 || 4 * (p->rows / p->out_batch) < p->taps);
}

void conv_run_tiles(Pool *pool, const ConvRun *r)
{
    const ConvPlan *p = r->p;
    Tiles t = { .r = r, .p = p, .by_image = goes_by_image(p) };
    t.n_column_blocks = (p->group_out + COLUMNS - 1) / COLUMNS;
    t.n_row_blocks = (p->rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    void *own = NULL;
    t.columns = pool_temp(p->groups * t.n_column_blocks * p->taps * p->group_in * COLUMNS * (int64_t)sizeof(float));
    if (t.columns && place_input(pool, &t, r->x, &own) && find_runs(&t)) {
        pool_for(pool, p->groups * t.n_column_blocks, pack_block, &(Packing){ &t, (const float *)(const void *)r->kernel });
        pool_for(pool, p->groups * t.n_row_blocks, tiles_block, &t);
    }
    pool_temp_free(t.runs);
    pool_temp_free(t.columns);
    pool_temp_free(own);
}
