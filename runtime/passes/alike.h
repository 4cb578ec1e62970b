/* For every value of a per-device program: which devices certainly hold equal values. What is computed from replicated parameters and
 * constants is equal everywhere, the result of a sum over devices is equal within each group, and so on. The answer is a
 * partition of the devices into classes; devices of one class hold equal values. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct Alike Alike;

enum { MAX_ALIKE_DEVICES = 1 << 14 };

/* Analyses all values. NULL if the program runs on one device or on more than the above, has replicas, or has loops
 * nested so deep that it would take long. */
Alike *alike_new(const IrModule *local);
void alike_free(Alike *a);

/* Class of each device, numbered from 0 in the order of the devices, for leaf `leaf` of op. */
const int *alike_classes(const Alike *a, const IrOp *op, int leaf);
/* Values of op on each device, if it is one integer that follows from the partition's number alone; else NULL. */
const int64_t *alike_table(const Alike *a, const IrOp *op);
/* The groups in which partitions take part in a collective, as lists of partition ids; false if its ids mean something else. */
bool alike_groups(Arena *arena, const IrOp *op, int64_t n_devices, Groups *out);
