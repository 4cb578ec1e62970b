/* Insides of rounds.c (the walks and the search that make one plan) and plans.c (plans compared). */
#pragma once

#include "runtime/partition/net.h"

/* A plan: what the walk that makes it knows. */
typedef struct Round {
    Layouts *wants;
    Forced *forced; /* owned; may be NULL */
    double ns;
} Round;

/* ---- rounds.c ---- */

/* Lays the program out: wants (may be NULL) says what is asked for of each value, x->forced how ops are divided. */
bool walk_once(Insert *x, const Sharding *const *results, Layouts *wants, GError **error);
/* A walk that only computes its price and what it asks for: wants[] for the next one, to be freed by the caller. */
bool try_round(Insert *x, const Sharding *const *results, Layouts *wants, Layouts **next, double *ns, GError **error);
/* The cheapest of some walks, where a search begins: *begun, whose layouts the caller frees. */
bool best_round(Insert *x, const Sharding *const *results, Round *begun, GError **error);
/* The plan at which a search begins, and the best that it finds: to be freed together. */
bool search_from(Insert *x, const Sharding *const *results, Round *begun, Round *best, GError **error);
void plans_free(Insert *x, Round *begun, Round *best);

/* ---- plans.c ---- */

/* Lays the program out by the best plan there is: that of a search, or another. */
bool lay_out_lowered(Insert *x, const Sharding *const *results, const Round *begun, const Round *best, GError **error);
