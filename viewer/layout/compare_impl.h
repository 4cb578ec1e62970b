/* What the two files of the Compare view share. */
#pragma once

#include "viewer/layout/list.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/words.h"
#include "viewer/views/compare.h"

/* A run with what its step costs. */
typedef struct RunCost {
    const RunRows *run;
    const CompareRun *own;
    Shares shares;
} RunCost;

/* Where the difference between two runs comes from, from the spot down; returns the y below. */
double compare_difference(Scene *s, const Viewport *vp, const RunCost *base, const RunCost *other, Spot spot);
