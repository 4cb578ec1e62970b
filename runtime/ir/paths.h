/* Framework names of ops in functions and regions. */
#pragma once

#include "runtime/ir/ir.h"

/* Calls, loops, branches, fusions and manual regions, whose computations are no one else's once calls are flattened. */
static inline bool op_owns_comps(const IrOp *op)
{
    return op_family(op) == FAMILY_control || op_family(op) == FAMILY_manual;
}

/* Ops named from where their function or manual region begins get what calls it before their names. Of a module whose calls are flattened, which
 * module_flatten_calls ends with; a second time changes nothing. */
void module_complete_names(IrModule *m);
