/* Collectives from the partitioner's program to the final one: later passes combine them, make them asynchronous, copy or drop them. */
#pragma once

#include "runtime/ir/ir.h"

/* Gives collectives of `final` the reshards of those of `partitioned` that they are or contain: found by channel and kind, by name, and for
 * combined ones by the types of their operands. Returns how many of final's were found. Both have n_devices. */
int follow_collectives(const IrModule *partitioned, IrModule *final);
