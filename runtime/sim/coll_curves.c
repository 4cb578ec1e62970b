/* The table of measured collectives. */
#include "runtime/sim/coll_curves.h"

#include <math.h>

#define POINTS(...) ((const CollPoint[]){ __VA_ARGS__ })
const CollCurve coll_curves[] = {
#define COLL_CURVE(part, kind, n, ...) { #part, COLL_##kind, n, sizeof POINTS(__VA_ARGS__) / sizeof(CollPoint), POINTS(__VA_ARGS__) },
#include "runtime/sim/coll_measured.def"
};
const int n_coll_curves = G_N_ELEMENTS(coll_curves);

double coll_formula_ns(const Hardware *hw, CollKind kind, double bytes, double n)
{
    double received = coll_pattern(kind) == PATTERN_PERMUTE ? bytes : bytes * (n - 1) / n * (kind == COLL_ALL_REDUCE ? 2 : 1);
    double rate = 0.8 * hw->link * (hw->wiring == WIRING_MESH && coll_pattern(kind) != PATTERN_PERMUTE ? n - 1 : 1);
    double latency = hw->wiring == WIRING_MESH ? 60e3 : 15e3;
    return latency * (1 + 0.15 * log2(n / 2)) + received / rate;
}
