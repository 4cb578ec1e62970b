/* The module as it would be for twice the batch, to be simulated. */
#pragma once

#include "runtime/ir/ir.h"

/* A copy in which the dims that carry the batch have twice their size: of arguments, results and everything between. *what: "dimension 0 of x", an argument
 * that has it, to be freed. NULL if no dimension looks like a batch; *what is unset. The copy is for counting only: what its attributes say of
 * sizes is not changed, so it cannot be run. */
IrModule *module_with_twice_the_batch(const IrModule *local, char **what);
