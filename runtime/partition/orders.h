/* Modules whose annotations want several orders of devices, as of meshes with different device_ids. Propagation, reshards and their
 * prices know one mesh: positions in it. Which device stands at a position is a matter of the order that a value is in. Here each op
 * gets the order in which it runs, and localise moves values between orders by one collective-permute each, as XLA does where only
 * the devices of tiles differ. */
#pragma once

#include "runtime/ir/decision.h"

/* The mesh in whose order each op of the module runs, by op id, for g_free; NULL if the module has one order. All are meshes of the
 * module's axes. Constraints, manual regions, arguments and results have theirs, and annotated ops that the planner left in the layout
 * asked for; others run where most bytes of their operands are, those without divided operands (an argument, say) where their users
 * are; loops, branches and what they hand on are in the module's order. */
const Mesh **orders_of(const IrModule *m);
/* The order that leaf `leaf` of the op's result is in. */
const Mesh *orders_value(const IrModule *m, const Mesh *const *orders, const IrOp *op, int leaf);
/* The order that the program's result `leaf` is returned in. */
const Mesh *orders_result(const IrModule *m, const Mesh *const *orders, int leaf);
/* True if the value is alike on all devices, so that any order is right. */
bool orders_free(const IrOp *op, int leaf);

/* The same sharding in another order of devices; NULL and those of a single device stay. */
const Sharding *orders_sharding(ShardingTable *t, const Sharding *s, const Mesh *order);

/* Once the module is localised: shardings of its ops and results, and of reshards in the log, name the meshes whose order they are in,
 * so that they say which device holds what. */
void orders_show(IrModule *m, DecisionLog *log);
