/* Times of collectives at numbers of members and sizes that were not measured, from all that were of the same part and kind. */
#pragma once

#include "runtime/sim/coll_curves.h"

/* A collective of `bytes` among `n` members of a card, by its position in hardware.def. What is left out, for tests of accuracy: measured
 * points among as many members with sizes within a factor of `within` of `bytes`; 0 = nothing, INFINITY = all sizes; of that card, or of
 * all cards that it is fitted with. */
typedef struct CollWhere {
    int row;
    double n, bytes, within;
    bool all_cards;
} CollWhere;

/* The natural logarithm of the time over coll_formula_ns(), and how far the truth is from it four times in five. */
typedef struct CollGuess {
    double log_factor, spread;
} CollGuess;

/* False if nothing was measured of the card. Any thread. */
bool coll_fit(CollKind kind, const CollWhere *at, CollGuess *out);
