/* Times of matrix products; see gemm.h. On GPUs
 *
 *     t = start + max(tiles, bytes) + 0.2 min(tiles, bytes)
 *     tiles = ceil(batch ceil(m / tm) ceil(n / tn) s / cores) (2 tm tn k / s / rate(tm, tn) + tile_ns)
 *
 * for the tile tm x tn and the split s of k that are fastest, as a library would choose them. What the formula misses of the measured
 * products of the device (their logarithms' difference) is interpolated linearly in the logarithms of the dimensions and added.
 * Source: the wave-quantisation model of NVIDIA's guide to matrix multiplication; parameters in gemm_fit.def. */
#include "runtime/sim/gemm_impl.h"

#include <pthread.h>

typedef struct Fit {
    const char *part;
    ElemType left, right, result;
    double start_ns, share, tile_ns, memory, split, small, spread;
} Fit;

static const Fit fits[] = {
#define GEMM_FIT(part, l, r, o, start, share, tile, mem, split, small, spread)                                                               \
    { #part, ELEM_##l, ELEM_##r, ELEM_##o, start, share, tile, mem, split, small, spread },
#include "runtime/sim/gemm_fit.def"
};

enum { N_K = 5, N_SIDE = 5, N_BATCH = 3, LEAST_LOG = 8 };

typedef struct Row {
    const char *part;
    ElemType left, right, result;
    int batch, m, n;
    double rate[N_K]; /* by log2 of k, from 256 on; 0 = not known */
} Row;

/* In the order of the fits; of each, batches 1, 2, 4, and in each m, then n, from 256 on. */
static const Row rows[] = {
#define GEMM(part, l, r, o, batch, m, n, ...) { #part, ELEM_##l, ELEM_##r, ELEM_##o, batch, m, n, { __VA_ARGS__ } },
#include "runtime/sim/gemm_measured.def"
};

enum { ROWS_PER_FIT = N_BATCH * N_SIDE * N_SIDE };
G_STATIC_ASSERT(G_N_ELEMENTS(rows) == ROWS_PER_FIT * G_N_ELEMENTS(fits));

GemmShape gemm_of_dot(const IrOp *dot)
{
    const DotDims *d = &dot->a.dot.dims;
    const Type *l = dot->operands[0]->type, *r = dot->operands[1]->type;
    GemmShape s = { 1, 1, 1, 1, l->elem, r->elem, dot->type->elem };
    for (int i = 0; i < d->lhs_batch.n; i++)
        s.batch *= l->dims[d->lhs_batch.v[i]];
    for (int i = 0; i < d->lhs_contracting.n; i++)
        s.k *= l->dims[d->lhs_contracting.v[i]];
    s.m = MAX(l->n_elems / MAX(s.batch * s.k, 1), 1);
    s.n = MAX(r->n_elems / MAX(s.batch * s.k, 1), 1);
    s.precision = gemm_precision(dot->a.dot.precision);
    s.turned = r->rank > 1 && d->rhs_contracting.n > 0 && d->rhs_contracting.v[d->rhs_contracting.n - 1] == r->rank - 1;
    return s;
}

GemmPrecision gemm_precision(const char *text)
{
    return !text ? PRECISION_DEFAULT : strstr(text, "highest") ? PRECISION_HIGHEST : strstr(text, "high") ? PRECISION_HIGH : PRECISION_DEFAULT;
}

double gemm_peak(const Hardware *hw, const GemmShape *s)
{
    ElemType wide = elem_info[s->right].bits > elem_info[s->left].bits ? s->right : s->left;
    if (wide == ELEM_f32 && hw->family == DEVICE_TPU)
        return hw->bf16 / (s->precision == PRECISION_HIGHEST ? 6 : s->precision == PRECISION_HIGH ? 3 : 1);
    if (wide == ELEM_f32 && hw->vector > 0 && s->precision == PRECISION_HIGHEST)
        return hw->vector;
    return hardware_peak(hw, wide);
}

double gemm_flops(const GemmShape *s)
{
    return 2.0 * (double)s->batch * (double)s->m * (double)s->n * (double)s->k;
}

double gemm_bytes(const GemmShape *s)
{
    double b = (double)s->batch, m = (double)s->m, n = (double)s->n, k = (double)s->k;
    return b * (m * k * elem_info[s->left].bits + k * n * elem_info[s->right].bits + m * n * elem_info[s->result].bits) / 8;
}

double gemm_roofline_ns(const Hardware *hw, const GemmShape *s)
{
    return fmax(gemm_flops(s) / gemm_peak(hw, s), gemm_bytes(s) / hw->hbm);
}

/* ---- GPUs ------------------------------------------------------------------------------------------------------------------------- */

/* Libraries have tiles of 16 and 32 for a side that is no longer. */
static double side_of(int tile, int64_t size)
{
    return tile > 64 || size > 32 ? tile : size > 16 ? 32 : 16;
}

static double tiles_ns(const Hardware *hw, const Fit *f, const GemmShape *s, double peak)
{
    static const int tiles[][2] = { { 64, 64 }, { 64, 128 }, { 128, 64 }, { 128, 128 }, { 128, 256 }, { 256, 128 }, { 256, 256 } };
    double best = INFINITY, core = peak / hw->cores * f->share;
    for (size_t i = 0; i < G_N_ELEMENTS(tiles); i++)
        for (int split = 1; split <= 8; split *= 2) {
            double tm = side_of(tiles[i][0], s->m), tn = side_of(tiles[i][1], s->n), b = (double)s->batch;
            double n = b * ceil((double)s->m / tm) * ceil((double)s->n / tn) * split;
            double one = 2 * tm * tn * (double)s->k / split / (core * exp(-f->small * log2(65536 / (tm * tn)))) + f->tile_ns;
            double sums = split > 1 ? split * b * (double)s->m * (double)s->n * 8 / hw->hbm * f->split : 0;
            best = fmin(best, ceil(n / hw->cores) * one + sums);
        }
    return best;
}

/* By how many octaves the sides of a product are below the least that were measured. */
static double below_measured(const GemmShape *s)
{
    const int64_t sides[] = { s->m, s->n, s->k };
    double sum = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(sides); i++)
        sum += fmax(LEAST_LOG - log2((double)MAX(sides[i], 1)), 0);
    return sum;
}

/* The share of the bandwidth that a product reaches. The measured ones were repeated, and few of them are large and thin: their matrices were in caches. One that is thinner than
 * they are, or would exceed the bandwidth, streams from memory if it is twice as large as the last cache. */
static double memory_share(const Hardware *hw, const Fit *f, const GemmShape *s)
{
    double thin = f->memory > 1.2 ? 1 : 1 - exp2(-below_measured(s));
    double streams = hw->cache_bytes > 0 ? CLAMP(log2(gemm_bytes(s) / hw->cache_bytes), 0, 1) * thin : 0;
    return pow(f->memory, 1 - streams) * pow(hw->hbm_share, streams);
}

/* What a product takes to read and write its matrices. Where the measured ones reach less of the bandwidth than streams do, as on AMD, that is so of the first bytes: of a thin product
 * the others stream (F: of MI355X's products of 16 rows with 8,192 x 8,192 weights of 8 bits, source A of tests/bench/elsewhere.csv). */
static double bytes_ns(const Hardware *hw, const Fit *f, const GemmShape *s)
{
    const double first = 32 << 20;
    double bytes = gemm_bytes(s), ns = bytes / (hw->hbm * memory_share(hw, f, s)), thin = 1 - exp2(-fmax(below_measured(s) - 1, 0));
    if (f->memory >= hw->hbm_share || bytes <= first)
        return ns;
    double streamed = first / (hw->hbm * f->memory) + (bytes - first) / (hw->hbm * hw->hbm_share);
    return pow(ns, 1 - thin) * pow(fmin(streamed, ns), thin);
}

/* The formula alone. */
static double fitted_ns(const Hardware *hw, const Fit *f, const GemmShape *s)
{
    double tiles = tiles_ns(hw, f, s, gemm_peak(hw, s)), bytes = bytes_ns(hw, f, s);
    return f->start_ns + fmax(tiles, bytes) + 0.2 * fmin(tiles, bytes);
}

/* The fit of the part that is nearest in element types: the same operands if there are such, else as many bits. NULL = none. */
static const Fit *fit_of(const char *part, const GemmShape *s)
{
    const Fit *best = NULL;
    int score = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(fits); i++) {
        const Fit *f = &fits[i];
        if (!g_str_equal(f->part, part))
            continue;
        int same = (elem_info[f->left].bits == elem_info[s->left].bits) * 8 + (f->left == s->left) * 4 + (f->right == s->right) * 2 + (f->result == s->result);
        if (same > score) {
            best = f;
            score = same;
        }
    }
    return score >= 8 ? best : NULL;
}

static double measured_ns(const Row *row, int k)
{
    double flops = 2.0 * row->batch * row->m * row->n * (256 << k);
    return row->rate[k] > 0 ? flops / row->rate[k] : 0;
}

/* What the formula misses of each measured product, as a logarithm; NAN where nothing is known. Made once. */
static double missed[G_N_ELEMENTS(rows)][N_K];

static void find_missed(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        for (int k = 0; k < N_K; k++) {
            const Row *r = &rows[i];
            GemmShape s = { r->batch, r->m, r->n, 256 << k, r->left, r->right, r->result };
            double ns = measured_ns(r, k);
            missed[i][k] = ns > 0 ? log(ns / fitted_ns(hardware_named(r->part), &fits[i / ROWS_PER_FIT], &s)) : NAN;
        }
}

/* A place among the measured sizes of one dimension: between `at` and the next, and how far beyond the ends. */
typedef struct Place {
    int at, n;
    double part, beyond;
} Place;

static Place place_of(int64_t size, int least_log, int n)
{
    double x = log2((double)MAX(size, 1)) - least_log, c = CLAMP(x, 0, n - 1);
    int at = MIN((int)c, n - 2);
    return (Place){ at, n, c - at, fabs(x - c) };
}

/* The interpolated error of the formula at a shape, weighed by how near the measured ones are; *exact: one of them is the shape. Of
 * hold_out see gemm.h. */
static double correction(const Fit *f, const GemmShape *s, bool hold_out, bool *exact)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_missed);
    int first = (int)(f - fits) * ROWS_PER_FIT;
    Place p[4] = { place_of(s->batch, 0, N_BATCH), place_of(s->m, LEAST_LOG, N_SIDE), place_of(s->n, LEAST_LOG, N_SIDE), place_of(s->k, LEAST_LOG, N_K) };
    double sum = 0, weight = 0;
    *exact = false;
    for (int c = 0; c < 16; c++) {
        double w = 1;
        int at[4];
        bool near = true;
        for (int d = 0; d < 4; d++) {
            bool up = c >> d & 1;
            at[d] = p[d].at + up;
            w *= up ? p[d].part : 1 - p[d].part;
            near &= fabs(p[d].at + p[d].part - at[d]) <= 1.001;
        }
        double miss = missed[first + (at[0] * N_SIDE + at[1]) * N_SIDE + at[2]][at[3]];
        if (w <= 0 || isnan(miss) || (hold_out && near))
            continue;
        sum += w * miss;
        weight += w;
        *exact |= w > 0.999;
    }
    *exact &= p[0].beyond + p[1].beyond + p[2].beyond + p[3].beyond < 1e-6;
    return weight > 0 ? sum * exp2(-below_measured(s)) : 0; /* below the least size the error fades */
}

enum { FEW_ROWS = 8 };

/* A matrix times a few vectors is read once and summed on the vector units, as XLA:GPU writes such products (its GEMV rewriting and strength
 * reduction); three quarters of the bandwidth (A). */
static double rows_ns(const Hardware *hw, const Fit *f, const GemmShape *s)
{
    return f->start_ns + fmax(gemm_bytes(s) / (hw->hbm * 0.75), gemm_flops(s) / (hw->f32 * 0.125));
}

/* A product with sides below those that were measured takes no longer than one with the least that were, nor than more of those. */
static double filled_ns(const Hardware *hw, const Fit *f, const GemmShape *s, bool hold_out)
{
    enum { LEAST = 1 << LEAST_LOG, MOST_BATCH = 1 << (N_BATCH - 1) };
    GemmShape to = *s;
    to.m = MAX(s->m, LEAST), to.n = MAX(s->n, LEAST), to.k = MAX(s->k, LEAST);
    double least = INFINITY;
    for (; to.batch == s->batch || to.batch <= MOST_BATCH; to.batch *= 2) {
        bool exact;
        least = fmin(least, fitted_ns(hw, f, &to) * exp(correction(f, &to, hold_out, &exact)));
    }
    return least;
}

static Estimate gpu_estimate(const Hardware *hw, const Fit *f, const GemmShape *s, bool hold_out)
{
    bool exact, own = hw->is_row && g_str_equal(hw->id, f->part);
    double ns = fitted_ns(hw, f, s), error = correction(f, s, hold_out, &exact);
    if (below_measured(s) > 0)
        ns = fmin(ns, filled_ns(hw, f, s, hold_out) * exp(-error));
    if (MIN(s->m, s->n) <= FEW_ROWS && ns * exp(error) > rows_ns(hw, f, s))
        return estimate_of(rows_ns(hw, f, s), 0.25, ORIGIN_ASSUMED);
    bool same = f->left == s->left && f->right == s->right && f->result == s->result;
    ns *= exp(error);
    if (!own)
        return estimate_of(ns, f->spread + 0.15, ORIGIN_ASSUMED);
    if (exact && same)
        return estimate_of(ns, 0.05, ORIGIN_MEASURED);
    if (error != 0)
        return estimate_of(ns, fmax(f->spread, 0.08), ORIGIN_INTERPOLATED);
    return estimate_of(ns, f->spread * 1.15, ORIGIN_FITTED);
}

/* Products without a table, by share of the peak and whole tiles of 128. */
static Estimate plain_estimate(const Hardware *hw, const GemmShape *s)
{
    if (hw->family == DEVICE_CPU)
        return estimate_of(gemm_core_ns(hw, s), 0.35, ORIGIN_ASSUMED);
    Fit f = { .start_ns = 5000, .share = hw->gemm_share, .tile_ns = 1000, .memory = hw->hbm_share, .split = 1 };
    return estimate_of(fitted_ns(hw, &f, s), 0.35, ORIGIN_ASSUMED);
}

/* ---- TPUs ------------------------------------------------------------------------------------------------------------------------- */

static const double tpu_start_ns = 1600;

static double padded(int64_t v, int64_t to)
{
    return (double)((v + to - 1) / to * to);
}

/* The stationary operand fills the matrix units, k by n or k by m; the other streams through them. What is loaded before the first and
 * stored after the last block is not hidden. Fitted to the eight products that were measured on one TensorCore of a TPU7x, within 10 %. */
static Estimate tpu_estimate(const Hardware *hw, const GemmShape *s)
{
    const double fill_bytes = 24e6;
    int64_t mxu = hw->mxu;
    double k = padded(s->k, mxu), left = padded(s->m, 8) * padded(s->n, mxu), right = padded(s->n, 8) * padded(s->m, mxu);
    double flops = 2 * (double)s->batch * k * fmin(left, right);
    double compute = flops / (gemm_peak(hw, s) * hw->gemm_share), bytes = gemm_bytes(s) / (hw->hbm * hw->hbm_share);
    double fill = fmin(bytes, fill_bytes / hw->hbm);
    bool own = g_str_equal(hw->part, "v7x") && hw->is_row;
    return estimate_of(tpu_start_ns + fmax(compute + fill, bytes), own ? 0.12 : 0.2, own ? ORIGIN_FITTED : ORIGIN_ASSUMED);
}

Estimate gemm_estimate(const Hardware *hw, const GemmShape *s, bool hold_out)
{
    if (hw->family == DEVICE_TPU)
        return tpu_estimate(hw, s);
    const Fit *f = hw->gemm_part && gemm_peak(hw, s) != hw->vector ? fit_of(hw->gemm_part, s) : NULL; /* none is of vector units */
    return f ? gpu_estimate(hw, f, s, hold_out) : plain_estimate(hw, s);
}

double gemm_start_ns(const Hardware *hw, const GemmShape *s)
{
    const Fit *f = hw->gemm_part ? fit_of(hw->gemm_part, s) : NULL;
    return hw->family == DEVICE_TPU ? tpu_start_ns : hw->family == DEVICE_CPU ? 0 : f ? f->start_ns : 5000;
}

bool gemm_measured(int i, const char **part, GemmShape *shape, double *ns)
{
    if (i < 0 || i >= (int)G_N_ELEMENTS(rows) * N_K)
        return false;
    const Row *r = &rows[i / N_K];
    int k = i % N_K;
    *part = r->part;
    *shape = (GemmShape){ r->batch, r->m, r->n, 256 << k, r->left, r->right, r->result };
    *ns = measured_ns(r, k);
    return true;
}
