/* Fourier transforms: one dim after the other, lines of a dim in parallel. Transforms of real numbers of even length are complex ones of
 * half the length. fft_lines.h has the arithmetic. Sums are in the same order whatever the number of workers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/tile_ops.h"
#include "runtime/exec/kernels/fft_impl.h"
#include "runtime/ir/ir.h"

typedef struct FftPlan {
    bool wide; /* double */
    int n_dims;
    Dim *dims;
    int64_t room_bytes; /* for what lies between the dims; 0 = the result has room */
} FftPlan;

#define LINKAGE static
#define NAME(x) x##_f64
#define REAL double
#define PACK double
#define LANES 1
#include "runtime/exec/kernels/fft_lines.h"
#undef NAME
#undef REAL
#undef PACK
#undef LANES

#define NAME(x) x##_f32
#define REAL float
#define PACK float
#define LANES 1
#include "runtime/exec/kernels/fft_lines.h"
#undef NAME
#undef REAL
#undef PACK
#undef LANES

typedef double TwoDoubles __attribute__((vector_size(16)));
typedef float FourFloats __attribute__((vector_size(16)));

#define NAME(x) x##_f64_by_2
#define REAL double
#define PACK TwoDoubles
#define LANES 2
#include "runtime/exec/kernels/fft_lines.h"
#undef NAME
#undef REAL
#undef PACK
#undef LANES

#define NAME(x) x##_f32_by_4
#define REAL float
#define PACK FourFloats
#define LANES 4
#include "runtime/exec/kernels/fft_lines.h"
#undef NAME
#undef REAL
#undef PACK
#undef LANES

/* ---- plans ---- */

/* exp(-2 pi i k / n) for k below `count`. */
static double *roots(Arena *arena, int64_t count, int64_t n)
{
    double *v = arena_array(arena, double, 2 * count);
    for (int64_t k = 0; k < count; k++) {
        double angle = 2 * G_PI * (double)k / (double)n;
        v[2 * k] = cos(angle);
        v[2 * k + 1] = -sin(angle);
    }
    return v;
}

static const void *in_type(Arena *arena, const double *v, int64_t n, bool wide)
{
    if (wide)
        return v;
    float *f = arena_array(arena, float, n);
    for (int64_t i = 0; i < n; i++)
        f[i] = (float)v[i];
    return f;
}

static bool take_factors(Line *l)
{
    int64_t left = l->n;
    for (int r = 4; left > 1 && r <= LARGEST_FACTOR; r = r == 4 ? 2 : r == 2 ? 3 : r + 2)
        for (; left % r == 0 && l->n_factors < MOST_FACTORS; left /= r)
            l->factor[l->n_factors++] = r;
    return left == 1;
}

static Line *line_new(Arena *arena, int64_t n, bool wide)
{
    Line *l = arena_array(arena, Line, 1);
    *l = (Line){ .n = n };
    if (take_factors(l)) {
        l->root = in_type(arena, roots(arena, n, n), 2 * n, wide);
        return l;
    }
    int64_t m = 1;
    while (m < 2 * n - 1)
        m *= 2;
    double *chirp = arena_array(arena, double, 2 * n), *filter = arena_array(arena, double, 2 * m), *w = arena_array(arena, double, 4 * m);
    for (int64_t k = 0, square = 0; k < n; square = (square + 2 * k + 1) % (2 * n), k++) { /* k^2 modulo 2 n */
        double angle = G_PI * (double)square / (double)n;
        chirp[2 * k] = cos(angle);
        chirp[2 * k + 1] = -sin(angle);
        w[k] = w[(m - k) % m] = chirp[2 * k];
        w[m + k] = w[m + (m - k) % m] = -chirp[2 * k + 1];
    }
    double *const x[2] = { w, w + m }, *const y[2] = { w + 2 * m, w + 3 * m };
    int at = passes_f64(line_new(arena, m, true), x, y);
    for (int64_t k = 0; k < m; k++) {
        filter[2 * k] = (at ? y : x)[0][k] / (double)m;
        filter[2 * k + 1] = (at ? y : x)[1][k] / (double)m;
    }
    l->by = line_new(arena, m, wide);
    l->chirp = in_type(arena, chirp, 2 * n, wide);
    l->filter = in_type(arena, filter, 2 * m, wide);
    return l;
}

/* ---- running ---- */

typedef struct DimRun {
    const Dim *d;
    bool wide;
    int64_t each; /* lines of a block */
    const void *from;
    void *to;
} DimRun;

typedef struct LinesFn {
    void (*fn)(const Dim *d, const void *from, void *to, int64_t first);
    int lanes;
} LinesFn;

static LinesFn lines_fn(bool wide)
{
#ifdef HAVE_TILE_AVX
    if (tile_table() != tile_table_named("base"))
        return wide ? (LinesFn){ lines_f64_by_4, 4 } : (LinesFn){ lines_f32_by_8, 8 };
#endif
    return wide ? (LinesFn){ lines_f64_by_2, 2 } : (LinesFn){ lines_f32_by_4, 4 };
}

static void run_block(void *arg, int64_t block)
{
    const DimRun *r = arg;
    const Dim *d = r->d;
    LinesFn lines = lines_fn(r->wide);
    int64_t i = block * r->each, end = MIN(i + r->each, d->n_lines);
    for (; i + 1 < end; i += lines.lanes)
        lines.fn(&(Dim){ .kind = d->kind, .back = d->back, .halved = d->halved, .n = d->n, .inner = d->inner, .n_lines = end,
            .n_in = d->n_in, .n_out = d->n_out, .scale = d->scale, .line = d->line, .turn = d->turn }, r->from, r->to, i);
    if (i < end) /* one is left */
        (r->wide ? lines_f64 : lines_f32)(d, r->from, r->to, i);
}

static void run_fft(const Kernel *k)
{
    const FftPlan *p = k->plan;
    void *room = p->room_bytes ? pool_temp(p->room_bytes) : NULL;
    if (p->room_bytes && !room)
        return;
    for (int i = 0; i < p->n_dims; i++) {
        const Dim *d = &p->dims[i];
        DimRun r = { .d = d, .wide = p->wide, .from = d->from_arg ? k->args[0] : room ? room : k->outs[0], .to = d->to_out || !room ? k->outs[0] : room };
        r.each = MAX(8, BLOCK_ELEMS / MAX(d->n, 1) / 8 * 8);
        pool_for(k->pool, (d->n_lines + r.each - 1) / r.each, run_block, &r);
    }
    pool_temp_free(room);
}

static void dim_plan(Arena *arena, Dim *d, const Type *t, int at, bool wide)
{
    d->inner = 1;
    for (int i = at + 1; i < t->rank; i++)
        d->inner *= t->dims[i];
    d->n_lines = t->n_elems / t->dims[at];
    d->halved = d->kind != DIM_COMPLEX && d->n % 2 == 0;
    d->n_in = d->kind == DIM_FROM_REAL ? d->n : d->kind == DIM_TO_REAL ? 2 * (d->n / 2 + 1) : 2 * d->n;
    d->n_out = d->kind == DIM_TO_REAL ? d->n : d->kind == DIM_FROM_REAL ? 2 * (d->n / 2 + 1) : 2 * d->n;
    d->scale = d->back ? 1 / (double)d->n : 1;
    d->line = line_new(arena, d->halved ? d->n / 2 : d->n, wide);
    d->turn = d->halved ? in_type(arena, roots(arena, d->n / 2 + 1, d->n), d->n + 2, wide) : NULL;
}

bool make_fft(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    enum { FFT, IFFT, RFFT, IRFFT };
    (void)error;
    const Type *in = op->operands[0]->type, *out = op->type;
    int kind = op->a.fft.kind, n = op->a.fft.length.n, rank = in->rank, first = rank - n;
    if (n < 1 || first < 0 || in->n_elems < 1 || out->n_elems < 1)
        return false;
    FftPlan *p = arena_array(arena, FftPlan, 1);
    *p = (FftPlan){ .wide = elem_info[kind == IRFFT ? out->elem : in->elem].bytes == (kind == RFFT || kind == IRFFT ? 8 : 16), .n_dims = n };
    p->dims = arena_array(arena, Dim, n);
    const Type *between = kind == IRFFT ? in : out; /* the complex array */
    for (int i = 0; i < n; i++) { /* the last dim, of which real numbers are, comes first on the way there and last on the way back */
        int at = kind == IRFFT ? first + i : rank - 1 - i;
        bool is_real = at == rank - 1 && (kind == RFFT || kind == IRFFT);
        Dim *d = &p->dims[i];
        *d = (Dim){ .kind = !is_real ? DIM_COMPLEX : kind == RFFT ? DIM_FROM_REAL : DIM_TO_REAL, .back = kind == IFFT || kind == IRFFT,
                    .n = op->a.fft.length.v[at - first], .from_arg = i == 0, .to_out = kind != IRFFT || i == n - 1 };
        if (d->n < 1 || d->n != (is_real && kind == IRFFT ? out : in)->dims[at])
            return false;
        dim_plan(arena, d, between, at, p->wide);
    }
    p->room_bytes = kind == IRFFT && n > 1 ? in->n_elems * elem_info[in->elem].bytes : 0;
    *to = (Bound){ .fn = run_fft, .plan = p };
    return true;
}
