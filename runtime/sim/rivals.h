/* Hardware models by which a planner looks for other plans of a program for one machine: those found are compared by simulation. */
#pragma once

#include "runtime/sim/hardware.h"

enum { MAX_RIVALS = 12 };

/* Parts that hw is as good as in every number that prices depend on, as large as hw; then the least of them (hw itself where there is none) with dearer
 * links, with dearer latencies, and with cheaper ones. What a model has, every model that is as good as it has too: a plan that was taken for the one is compared with
 * those for the other. Returns how many. */
int hardware_rivals(const Hardware *hw, Hardware out[MAX_RIVALS]);
/* True if a is as good as b in every such number. */
bool hardware_as_good(const Hardware *a, const Hardware *b);
