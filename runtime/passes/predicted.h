/* The predicted step of a compiled program: simulated on the hardware model that it was planned for. Whatever says or stores a predicted step
 * asks here, so that the headline of a run, its parts, the gains of remedies and a simulation of the program are one number. */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/sim/simulate.h"

/* o: NULL = as usual. c has a local module. c and what the options point at must outlive the simulation. */
Simulation *compiled_simulation(const Compiled *c, const SimOptions *o);
/* Time of a step in whole ns, with its interval. */
Estimate compiled_step(const Compiled *c, const SimOptions *o);
/* The same of a step that is simulated already. */
Estimate simulated_step(const Simulation *s);

/* Time of one execution, in ns, of each op of c->local by its id: of a kernel at the op whose result it writes. 0: the op takes no time of its own,
 * or is computed inside other kernels. A collective in a branch that the simulation does not take has its price alone. To be freed. */
double *simulated_op_ns(const Simulation *s, const IrModule *local);
