/* Times of collectives at numbers of members and sizes that were not measured, from all that were of the same part and kind. */
#pragma once

#include "runtime/sim/coll_curves.h"

/* What is left out, for tests of accuracy: measured points among `n` members with sizes within a factor of `within` of `bytes`; 0 =
 * nothing, INFINITY = all sizes. */
typedef struct CollWhere {
    double n, bytes, within;
} CollWhere;

/* The natural logarithm of the time over coll_formula_ns(), and how far the truth is from it four times in five. */
typedef struct CollGuess {
    double log_factor, spread;
} CollGuess;

/* row: position of the part in hardware.def. False if nothing was measured of it. Any thread. */
bool coll_fit(int row, CollKind kind, CollWhere at, CollGuess *out);
