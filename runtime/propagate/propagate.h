/* Sharding propagation: from the annotations of a program to a sharding for every value that gets one.
 * Source: Shardy. Rules, strategies, priorities and visiting order are its own, so results can be compared
 * value by value.
 *
 * Priorities are nested, outermost first: user priorities (p0, p1, ..), op priorities (five stages), and within
 * a stage the factor strategy runs until nothing changes. Axes are only ever added, minor to what is there. */
#pragma once

#include "runtime/ir/decision.h"

typedef enum PropagateStrategy {
    PROPAGATE_USER_PRIORITY, /* the default: all layers */
    PROPAGATE_OP_PRIORITY,
    PROPAGATE_AGGRESSIVE,    /* one run, no priorities */
    PROPAGATE_BASIC,
} PropagateStrategy;

/* By the command line's names: user-priority, op-priority, aggressive, basic. False if it is none of these. */
bool propagate_strategy_named(const char *name, PropagateStrategy *out);

/* In: the module after import: m->mesh set (NULL = no program shardings, then nothing is done), annotations in the
 * shardings of parameters, constraints, loops, calls and manual computations, those of results in entry->results.
 * Out: op->shardings filled for every leaf of every op that got one (NULL = none: the same on every device), loops,
 * branches, calls and their bodies' parameters included, tuples and get_tuple_element as the values they name. All
 * are closed. entry->results exists and holds the results' final shardings; constraints have become OP_reshard. The
 * module is flat afterwards (every function has one caller), without the ops that Shardy would drop because nothing uses them.
 * Every step and every refusal that still holds at the end goes to `log` (may be NULL).
 * Fails on a sharding rule in the program that does not fit its op, groups of different shapes, or limits. */
bool propagate(IrModule *m, PropagateStrategy strategy, DecisionLog *log, GError **error);

/* Propagation copies constant expressions, one for each use, and folds the copies only as far as Shardy does. This folds
 * what else ended up alike, sharding included. */
void constants_fold(IrModule *m);
