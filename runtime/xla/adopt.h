/* Shardings as XLA's own propagation chose them, from the stage right before its partitioner. */
#pragma once

#include "runtime/ir/ir.h"

/* Reads a sharding in GSPMD's spelling on a mesh of m's; NULL = it cannot be read, or not be said on that mesh, or is no layout (manual, maximal). */
const Sharding *xla_sharding_read(IrModule *m, const Mesh *mesh, const char *text, int rank);
/* The same of leaf `leaf` of a tuple's sharding; a text without a tuple is every leaf's. */
const Sharding *xla_sharding_read_leaf(IrModule *m, const Mesh *mesh, const char *text, int leaf, int rank);

typedef struct Adopted {
    int n_values;       /* that could be compared */
    int n_differ;       /* of these, that our propagation laid out otherwise; they now have XLA's */
} Adopted;
/* whole: after our propagation, calls inlined. annotated: the stage, whose calls are inlined here too; values are matched as align.h says. */
Adopted xla_adopt_shardings(IrModule *whole, IrModule *annotated);
