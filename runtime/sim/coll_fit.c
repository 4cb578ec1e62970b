/* A Gaussian process over the logarithms of size and members: what coll_formula_ns() misses is a smooth function of both (long), plus one
 * that neighbours share (near: protocols change with the size, trees with the members), plus noise. Predictions without some of the points
 * follow from the inverse of the whole matrix, so that leaving points out costs no new fit. The intervals are scaled so that four points in
 * five lie within theirs when each is left out with its neighbours in size.
 * Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, chapters 2 and 5.4.2. */
#include "runtime/sim/coll_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Standard deviations and lengths, in logarithms to the base e of times and to the base 2 of sizes and members: the least mean error over
 * all parts with sizes within a factor of two and with numbers of members left out. */
static const double offset = 0.5, far = 0.5, far_size = 10, far_n = 3, near = 0.15, near_size = 2.5, near_n = 1.5;

/* Of single measurements: tables of H100 and B200 step by 2 us. */
static double noise_of(const char *part)
{
    return g_str_equal(part, "h100") || g_str_equal(part, "b200") ? 0.12 : 0.04;
}

enum { GRID = 48, PER_OCTAVE = 2, LEAST_LOG = 12 }; /* curves of members that were not measured: from 4 KiB in half octaves */

typedef struct Made {
    double n;
    CollGuess at[GRID];
} Made;

typedef struct Fit {
    int row;
    CollKind kind;
    int n_points;
    double noise;
    double *size, *n, *bytes; /* logarithms to the base 2 of bytes and members; bytes */
    double *y, *weight;       /* what the formula misses, and the inverse times that */
    double *inverse;          /* of the matrix of covariances */
    double scale;             /* spread over standard deviation */
    GArray *made;             /* Made */
} Fit;

static double matern(double r)
{
    return (1 + sqrt(3) * r) * exp(-sqrt(3) * r);
}

static double covariance(double size, double n)
{
    return offset * offset + far * far * matern(size / far_size) * matern(n / far_n) + near * near * matern(size / near_size) * exp(-n / near_n);
}

/* Inverts a symmetric positive definite matrix in place, by Gauss and Jordan without pivots, which such a matrix does not need. */
static void invert(double *m, int n)
{
    for (int p = 0; p < n; p++) {
        double d = 1 / m[p * n + p];
        m[p * n + p] = 1;
        for (int j = 0; j < n; j++)
            m[p * n + j] *= d;
        for (int i = 0; i < n; i++) {
            double f = m[i * n + p];
            if (i == p || f == 0)
                continue;
            m[i * n + p] = 0;
            for (int j = 0; j < n; j++)
                m[i * n + j] -= f * m[p * n + j];
        }
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Without the points of `held`, of which there are few. */
static CollGuess guess(const Fit *f, CollWhere at)
{
    int n = f->n_points, n_held = 0;
    g_autofree int *held = g_new(int, n + 1);
    for (int i = 0; i < n; i++)
        if (at.within > 0 && fabs(f->n[i] - log2(at.n)) < 1e-9 && f->bytes[i] <= at.bytes * at.within && at.bytes <= f->bytes[i] * at.within)
            held[n_held++] = i;
    g_autofree double *k = g_new(double, n + 1), *v = g_new0(double, n + 1), *block = g_new(double, (gsize)n_held * (gsize)n_held + 1);
    double mean = 0, variance = covariance(0, 0) + f->noise * f->noise;
    for (int i = 0; i < n; i++) {
        k[i] = covariance(fabs(f->size[i] - log2(at.bytes)), fabs(f->n[i] - log2(at.n)));
        mean += k[i] * f->weight[i];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            v[i] += f->inverse[i * n + j] * k[j];
        variance -= k[i] * v[i];
    }
    for (int a = 0; a < n_held; a++)
        for (int b = 0; b < n_held; b++)
            block[a * n_held + b] = f->inverse[held[a] * n + held[b]];
    invert(block, n_held);
    for (int a = 0; a < n_held; a++)
        for (int b = 0; b < n_held; b++) {
            mean -= v[held[a]] * block[a * n_held + b] * f->weight[held[b]];
            variance += v[held[a]] * block[a * n_held + b] * v[held[b]];
        }
    return (CollGuess){ mean, f->scale * sqrt(fmax(variance, 0)) };
}

static Fit *fit_new(int row, CollKind kind)
{
    Fit *f = g_new0(Fit, 1);
    *f = (Fit){ .row = row, .kind = kind, .made = g_array_new(FALSE, FALSE, sizeof(Made)) };
    for (int c = 0; c < n_coll_curves; c++)
        f->n_points += coll_curves[c].kind == kind && hardware_row(coll_curves[c].part) == row ? coll_curves[c].n_points : 0;
    int n = f->n_points, at = 0;
    f->size = g_new(double, n + 1), f->n = g_new(double, n + 1), f->bytes = g_new(double, n + 1);
    f->y = g_new(double, n + 1), f->weight = g_new0(double, n + 1), f->inverse = g_new(double, (gsize)n * (gsize)n + 1);
    for (int c = 0; c < n_coll_curves; c++) {
        const CollCurve *v = &coll_curves[c];
        for (int i = 0; i < v->n_points && v->kind == kind && hardware_row(v->part) == row; i++, at++) {
            f->noise = noise_of(v->part);
            f->bytes[at] = v->points[i].bytes;
            f->size[at] = log2(v->points[i].bytes);
            f->n[at] = log2(v->n);
            f->y[at] = log(v->points[i].ns / coll_formula_ns(hardware_named(v->part), kind, v->points[i].bytes, v->n));
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->inverse[i * n + j] = covariance(fabs(f->size[i] - f->size[j]), fabs(f->n[i] - f->n[j])) + (i == j ? f->noise * f->noise : 0);
    invert(f->inverse, n);
    g_autofree double *off = g_new(double, n + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->weight[i] += f->inverse[i * n + j] * f->y[j];
    f->scale = 1;
    for (int i = 0; i < n; i++) { /* error over standard deviation */
        CollGuess g = guess(f, (CollWhere){ exp2(f->n[i]), f->bytes[i], 2.001 });
        off[i] = fabs(g.log_factor - f->y[i]) / g.spread;
    }
    qsort(off, (size_t)n, sizeof *off, by_value);
    f->scale = n ? off[n * 4 / 5] : 1;
    return f;
}

/* A curve among members of which none was measured, made once. */
static CollGuess on_made(Fit *f, CollWhere at)
{
    Made *m = NULL;
    for (guint i = 0; i < f->made->len && !m; i++)
        m = g_array_index(f->made, Made, i).n == at.n ? &g_array_index(f->made, Made, i) : NULL;
    if (!m) {
        Made made = { .n = at.n };
        for (int i = 0; i < GRID; i++)
            made.at[i] = guess(f, (CollWhere){ at.n, exp2(LEAST_LOG + (double)i / PER_OCTAVE), 0 });
        g_array_append_val(f->made, made);
        m = &g_array_index(f->made, Made, f->made->len - 1);
    }
    double x = CLAMP((log2(fmax(at.bytes, 1)) - LEAST_LOG) * PER_OCTAVE, 0, GRID - 1);
    int i = MIN((int)x, GRID - 2);
    const CollGuess *a = &m->at[i], *b = &m->at[i + 1];
    return (CollGuess){ a->log_factor + (x - i) * (b->log_factor - a->log_factor), a->spread + (x - i) * (b->spread - a->spread) };
}

bool coll_fit(int row, CollKind kind, CollWhere at, CollGuess *out)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards fits and their curves */
    static GPtrArray *fits;
    pthread_mutex_lock(&lock);
    if (!fits)
        fits = g_ptr_array_new();
    Fit *f = NULL;
    for (guint i = 0; i < fits->len && !f; i++) {
        Fit *g = fits->pdata[i];
        f = g->row == row && g->kind == kind ? g : NULL;
    }
    if (!f) {
        f = fit_new(row, kind);
        g_ptr_array_add(fits, f);
    }
    bool any = f->n_points > 0;
    if (any)
        *out = at.within > 0 ? guess(f, at) : on_made(f, at);
    pthread_mutex_unlock(&lock);
    return any;
}
