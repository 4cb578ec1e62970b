/* A Gaussian process over the logarithms of size and members: what coll_formula_ns() misses is a smooth function of both (far), plus one
 * that neighbours share (near: protocols change with the size, trees with the members), plus one of the bytes of each member's piece (where
 * rings change their protocol among any number of members), plus noise, of which a part is the clock that a short time was read from. Cards of
 * a family, which run the same library, share much of each. Predictions without some of the points follow from the inverse of the whole matrix,
 * so that leaving points out costs no new fit. The intervals are scaled so that four points in five lie within theirs when each is left out
 * with its neighbours in size on all cards of the family.
 * Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, chapters 2 and 5.4.2; Bonilla and others, Multi-task Gaussian Process
 * Prediction (2007). */
#include "runtime/sim/coll_fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Cards that are fitted together. Standard deviations and lengths, in logarithms to the base e of times and to the base 2 of sizes and
 * members: the least mean error with sizes within a factor of two and with numbers of members left out, of one card and of all of them. */
typedef struct Family {
    const char *parts[3];
    double offset, far, far_size, far_n, near, near_size, near_n, piece, piece_size, piece_n;
    double other_far, other_near; /* what another card of the family shares of each */
    double noise, noise_ns;
} Family;

static const Family families[] = {
    { { "h100", "b200" }, 0.5, 0.41, 5.4, 8, 0.1, 25, 6, 0.033, 0.9, 6, 0.86, 0.73, 0.02, 3.6e3 },
    { { "gb200", "gb300" }, 0.5, 0.376, 10, 3, 0.152, 2.5, 1.4, 0.08, 1, 3.5, 0.83, 0.94, 0.021, 1e3 },
    { { "mi350x" }, 0.022, 0.34, 5.3, 4, 1, 32, 0.1, 0.07, 1.4, 1.8, 1, 1, 0.015, 5.2e3 },
};

enum { GRID = 48, PER_OCTAVE = 2, LEAST_LOG = 12 }; /* curves of members that were not measured: from 4 KiB in half octaves */

typedef struct Made {
    int row;
    double n;
    CollGuess at[GRID];
    double log_ns[GRID]; /* of the times there */
} Made;

/* Where a point lies. */
typedef struct Place {
    int row;              /* of its card in hardware.def */
    double size, n, bytes; /* logarithms to the base 2 of bytes and members; bytes */
} Place;

typedef struct Fit {
    const Family *family;
    CollKind kind;
    int n_points;
    Place *place;
    double *y, *weight; /* what the formula misses, and the inverse times that */
    double *inverse;    /* of the matrix of covariances */
    double scale[G_N_ELEMENTS(families[0].parts)]; /* of a card: spread over standard deviation */
    GArray *made;       /* Made */
} Fit;

static double matern(double r)
{
    return (1 + sqrt(3) * r) * exp(-sqrt(3) * r);
}

static double covariance(const Family *f, const Place *a, const Place *b)
{
    double size = fabs(a->size - b->size), n = fabs(a->n - b->n), piece = fabs(a->size - a->n - b->size + b->n);
    bool one = a->row == b->row;
    double far = f->offset * f->offset + f->far * f->far * matern(size / f->far_size) * matern(n / f->far_n);
    double near = f->near * f->near * matern(size / f->near_size) * exp(-n / f->near_n);
    near += f->piece * f->piece * matern(piece / f->piece_size) * exp(-n / f->piece_n);
    return (one ? 1 : f->other_far) * far + (one ? 1 : f->other_near) * near;
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

static bool holds_out(const Place *p, const CollWhere *at)
{
    return at->within > 0 && (p->row == at->row || at->all_cards) && fabs(p->n - log2(at->n)) < 1e-9 && p->bytes <= at->bytes * at->within &&
           at->bytes <= p->bytes * at->within;
}

/* Position of a card in its family; -1 if it is none of it. */
static int card_of(const Family *f, int row)
{
    for (int i = 0; i < (int)G_N_ELEMENTS(f->parts) && f->parts[i]; i++)
        if (hardware_row(f->parts[i]) == row)
            return i;
    return -1;
}

/* Without the points that are held out, of which there are few. */
static CollGuess guess(const Fit *f, const CollWhere *at)
{
    int n = f->n_points, n_held = 0;
    g_autofree int *held = g_new(int, n + 1);
    for (int i = 0; i < n; i++)
        if (holds_out(&f->place[i], at))
            held[n_held++] = i;
    g_autofree double *k = g_new(double, n + 1), *v = g_new0(double, n + 1), *block = g_new(double, (gsize)n_held * (gsize)n_held + 1);
    Place here = { at->row, log2(at->bytes), log2(at->n), at->bytes };
    double mean = 0, variance = covariance(f->family, &here, &here) + f->family->noise * f->family->noise;
    for (int i = 0; i < n; i++) {
        k[i] = covariance(f->family, &here, &f->place[i]);
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
    return (CollGuess){ mean, f->scale[card_of(f->family, at->row)] * sqrt(fmax(variance, 0)) };
}

/* The measured points of the family's cards, and what the formula takes there. */
static void read_points(Fit *f, double *formula)
{
    int at = 0;
    for (int c = 0; c < n_coll_curves; c++) {
        const CollCurve *v = &coll_curves[c];
        int row = hardware_row(v->part);
        for (int i = 0; i < v->n_points && v->kind == f->kind && card_of(f->family, row) >= 0; i++, at++) {
            f->place[at] = (Place){ row, log2(v->points[i].bytes), log2(v->n), v->points[i].bytes };
            formula[at] = coll_formula_ns(hardware_named(v->part), f->kind, v->points[i].bytes, v->n);
            f->y[at] = log(v->points[i].ns / formula[at]);
        }
    }
}

/* Spread over standard deviation of the card at position `card`. */
static double scale_of(const Fit *f, int card)
{
    g_autofree double *off = g_new(double, f->n_points + 1);
    int n = 0;
    for (int i = 0; i < f->n_points; i++)
        if (card_of(f->family, f->place[i].row) == card) {
            CollGuess g = guess(f, &(CollWhere){ f->place[i].row, exp2(f->place[i].n), f->place[i].bytes, 2.001, true });
            off[n++] = fabs(g.log_factor - f->y[i]) / g.spread;
        }
    qsort(off, (size_t)n, sizeof *off, by_value);
    return n ? off[n * 4 / 5] : 1;
}

static Fit *fit_new(const Family *family, CollKind kind)
{
    Fit *f = g_new0(Fit, 1);
    *f = (Fit){ .family = family, .kind = kind, .made = g_array_new(FALSE, FALSE, sizeof(Made)) };
    for (int c = 0; c < n_coll_curves; c++)
        f->n_points += coll_curves[c].kind == kind && card_of(family, hardware_row(coll_curves[c].part)) >= 0 ? coll_curves[c].n_points : 0;
    int n = f->n_points;
    f->place = g_new(Place, n + 1), f->y = g_new(double, n + 1), f->weight = g_new0(double, n + 1);
    f->inverse = g_new(double, (gsize)n * (gsize)n + 1);
    g_autofree double *formula = g_new(double, n + 1);
    read_points(f, formula);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            f->inverse[i * n + j] = covariance(family, &f->place[i], &f->place[j]);
        double clock = family->noise_ns / formula[i];
        f->inverse[i * n + i] += family->noise * family->noise + clock * clock;
    }
    invert(f->inverse, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->weight[i] += f->inverse[i * n + j] * f->y[j];
    double scale[G_N_ELEMENTS(f->scale)];
    for (size_t i = 0; i < G_N_ELEMENTS(scale); i++)
        f->scale[i] = 1;
    for (size_t i = 0; i < G_N_ELEMENTS(scale); i++)
        scale[i] = scale_of(f, (int)i);
    memcpy(f->scale, scale, sizeof scale);
    return f;
}

static double log_formula(const Fit *f, const CollWhere *at, double bytes)
{
    return log(coll_formula_ns(hardware_part(at->row), f->kind, bytes, at->n));
}

/* A curve among members of which none was measured, made once. */
static CollGuess on_made(Fit *f, const CollWhere *at)
{
    Made *m = NULL;
    for (guint i = 0; i < f->made->len && !m; i++)
        m = g_array_index(f->made, Made, i).n == at->n && g_array_index(f->made, Made, i).row == at->row ? &g_array_index(f->made, Made, i) : NULL;
    if (!m) {
        Made made = { .row = at->row, .n = at->n };
        for (int i = 0; i < GRID; i++) {
            double bytes = exp2(LEAST_LOG + (double)i / PER_OCTAVE);
            made.at[i] = guess(f, &(CollWhere){ at->row, at->n, bytes, 0, false });
            made.log_ns[i] = log_formula(f, at, bytes) + made.at[i].log_factor;
        }
        coll_rise(made.log_ns, GRID);
        g_array_append_val(f->made, made);
        m = &g_array_index(f->made, Made, f->made->len - 1);
    }
    double x = CLAMP((log2(fmax(at->bytes, 1)) - LEAST_LOG) * PER_OCTAVE, 0, GRID - 1);
    int i = MIN((int)x, GRID - 2);
    double from = log_formula(f, at, exp2(LEAST_LOG + (double)i / PER_OCTAVE)), to = log_formula(f, at, exp2(LEAST_LOG + (double)(i + 1) / PER_OCTAVE));
    double a = m->log_ns[i] - from, b = m->log_ns[i + 1] - to, here = log_formula(f, at, at->bytes), log_ns = here + a + (x - i) * (b - a);
    bool on_grid = x > 0 && x < GRID - 1; /* beyond its ends the formula goes on */
    return (CollGuess){ (on_grid ? CLAMP(log_ns, m->log_ns[i], m->log_ns[i + 1]) : log_ns) - here, m->at[i].spread + (x - i) * (m->at[i + 1].spread - m->at[i].spread) };
}

bool coll_fit(CollKind kind, const CollWhere *at, CollGuess *out)
{
    const Family *family = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(families) && !family; i++)
        family = card_of(&families[i], at->row) >= 0 ? &families[i] : NULL;
    if (!family)
        return false;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards fits and their curves */
    static GPtrArray *fits;
    pthread_mutex_lock(&lock);
    if (!fits)
        fits = g_ptr_array_new();
    Fit *f = NULL;
    for (guint i = 0; i < fits->len && !f; i++) {
        Fit *g = fits->pdata[i];
        f = g->family == family && g->kind == kind ? g : NULL;
    }
    if (!f) {
        f = fit_new(family, kind);
        g_ptr_array_add(fits, f);
    }
    bool any = f->n_points > 0;
    if (any)
        *out = at->within > 0 ? guess(f, at) : on_made(f, at);
    pthread_mutex_unlock(&lock);
    return any;
}
