/* What the two files of the Compare view share. */
#pragma once

#include "viewer/layout/list.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/table_list.h"
#include "viewer/layout/words.h"
#include "viewer/views/compare.h"

/* A run with what its step costs. */
typedef struct RunCost RunCost;
struct RunCost {
    const RunRows *run;
    const CompareRun *own;
    Shares shares;
    bool is_choice; /* compare_is_choice() */
    const RunCost *first; /* the fastest run of its function; of a choice. Of a predicted one the fastest predicted */
    bool beside;          /* a predicted choice whose function has measured ones */
    bool alone_beside;    /* and no other predicted one */
    bool alone;           /* a choice whose function has no other run that is listed */
};

/* Only then is one of them faster than the other. */
bool compare_is_same_function(const RunCost *a, const RunCost *b);

/* Two runs that are compared, with the tables of how they differ. */
typedef struct ComparePair {
    const RunCost *base, *other;
    GArray *changes;  /* OpChange; NULL = not known of one of them */
    bool predicted;   /* changes are those of predicted times: not both runs were executed */
    Table *ops, *values; /* NULL likewise */
    Table *only_here, *only_there; /* reshards that only the other has, only the base */
} ComparePair;

ComparePair *compare_pair_new(const RunCost *base, const RunCost *other);
void compare_pair_free(ComparePair *p);
/* Of the steps of a run to those of another, where it is known: to that which the list has as its base, and among not too many runs to any. */
TraceDifference compare_pair_difference(const RunCost *c, const RunCost *base);
/* Where the difference comes from, from the spot down; returns the y below. The lists are those from `slot` on. */
double compare_difference(Scene *s, const Viewport *vp, const ComparePair *pair, int slot, Spot spot);
/* Predicted runs as a matrix of programs and shardings by hardware, and which of them is the cheapest; returns the y below. Nothing is drawn of one
 * model alone. */
double compare_matrix(Scene *s, const Viewport *vp, const GArray *predictions, Spot spot);
