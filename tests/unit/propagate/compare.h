/* Compares the shardings of two modules: after our propagation, and after Shardy's on the same program. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct Comparison {
    int equal, total;
    GString *differences; /* a line each; the caller frees */
} Comparison;

/* Ops are matched by opcode and order, and by type if their numbers differ; ops on constants only by type,
 * since copies of them may be folded. Open or closed dims and replicated lists are ignored, partial values are compared; no
 * sharding counts as a replicated one. Both modules must have been imported (pass_import). */
Comparison compare_shardings(const IrModule *want, const IrModule *got);
