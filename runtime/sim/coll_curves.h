/* Measured times of collectives, a curve over sizes for each part, kind and number of members (coll_measured.def). */
#pragma once

#include "runtime/sim/collective.h"

typedef struct CollPoint {
    double bytes, ns;
} CollPoint;

typedef struct CollCurve {
    const char *part; /* id of a row of hardware.def */
    CollKind kind;
    int n, n_points;
    const CollPoint *points; /* by size */
} CollCurve;

extern const CollCurve coll_curves[];
extern const int n_coll_curves;

/* Makes logarithms of times by size rise: those that a smaller size exceeds are noise of measuring, and become the mean of what is out of order. */
void coll_rise(double *log_ns, int n);

/* The formula that curves are compared by: latency plus bytes over the links, in ns. bytes: of the whole value. */
double coll_formula_ns(const Hardware *hw, CollKind kind, double bytes, double n);
