/* The table of measured collectives. */
#include "runtime/sim/coll_curves.h"

#include <math.h>

#define POINTS(...) ((const CollPoint[]){ __VA_ARGS__ })
const CollCurve coll_curves[] = {
#define COLL_CURVE(part, kind, n, ...) { #part, COLL_##kind, n, sizeof POINTS(__VA_ARGS__) / sizeof(CollPoint), POINTS(__VA_ARGS__) },
#include "runtime/sim/coll_measured.def"
};
const int n_coll_curves = G_N_ELEMENTS(coll_curves);

/* Source: pool adjacent violators (Barlow and others, Statistical Inference under Order Restrictions, 1972). */
void coll_rise(double *log_ns, int n)
{
    g_autofree double *mean = g_new(double, n + 1);
    g_autofree int *count = g_new(int, n + 1);
    int blocks = 0;
    for (int i = 0; i < n; i++) {
        mean[blocks] = log_ns[i];
        count[blocks++] = 1;
        for (; blocks > 1 && mean[blocks - 2] > mean[blocks - 1]; blocks--) {
            int a = count[blocks - 2], b = count[blocks - 1];
            mean[blocks - 2] = (mean[blocks - 2] * a + mean[blocks - 1] * b) / (a + b);
            count[blocks - 2] = a + b;
        }
    }
    for (int b = 0, at = 0; b < blocks; b++)
        for (int i = 0; i < count[b]; i++)
            log_ns[at++] = mean[b];
}

double coll_formula_ns(const Hardware *hw, CollKind kind, double bytes, double n)
{
    double received = coll_pattern(kind) == PATTERN_PERMUTE ? bytes : bytes * (n - 1) / n * (kind == COLL_ALL_REDUCE ? 2 : 1);
    double rate = 0.8 * hw->link * (hw->wiring == WIRING_MESH && coll_pattern(kind) != PATTERN_PERMUTE ? n - 1 : 1);
    double latency = hw->wiring == WIRING_MESH ? 60e3 : 15e3;
    return latency * (1 + 0.15 * log2(n / 2)) + received / rate;
}
