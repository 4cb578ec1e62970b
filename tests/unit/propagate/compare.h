/* Compares the shardings of two modules: after our propagation, and after Shardy's on the same program. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct Comparison {
    int equal, total;
    GString *differences; /* a line each; the caller frees */
} Comparison;

/* Ops are matched by opcode and order, by type where their numbers differ; those made of constants alone by type,
 * since copies of them are folded or not. Open or closed dims and replicated lists do not count; partial values do; no
 * sharding is the same as a replicated one. Both modules went through pass_import. */
Comparison compare_shardings(const IrModule *want, const IrModule *got);
