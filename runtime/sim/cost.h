/* What ops, collectives and whole modules cost on a hardware model, in ns. Bytes and FLOPs come from collective.h and work.h,
 * rates and latencies from hardware.h and topology.h.
 *
 * These are prices for comparing plans of one program. The time of a module is the sum over its ops, as if nothing
 * overlapped. On the model "cpu" ratios alone count: a byte received weighs as much as a dozen multiply-adds, or as fifty
 * bytes of a device's own memory. */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/sim/collective.h"
#include "runtime/sim/work.h"

/* Time of one collective in which each device receives `traffic` bytes, along mesh axes. */
double coll_ns(const Hardware *hw, const Mesh *mesh, CollKind kind, double traffic, AxisList axes);
/* Time of computing: `flops` of a dot or convolution, else nothing but touching `bytes` of the device's memory. */
double op_work_ns(const Hardware *hw, const IrOp *op, double flops, double bytes);

/* Prices ops of one local module, which must not change meanwhile: remembers the wires of groups that it has looked up. mesh: says where on a torus
 * partitions run; NULL: partition i runs on device i. */
typedef struct StepPrices StepPrices;
StepPrices *step_prices_new(const Hardware *hw, const Mesh *mesh, int64_t n_devices);
void step_prices_free(StepPrices *p);
/* Time of one execution of an op on one device; computations that it calls are not counted. */
double op_step_ns(const IrOp *op, StepPrices *p);
/* The part of it that does not depend on the number of bytes: the latency of a collective, 0 for other ops. */
double op_latency_ns(const IrOp *op, StepPrices *p);

/* Time of one execution of a local module on one device: the body of a loop times its trip count, at least once; of a
 * conditional the dearest branch. */
double module_step_ns(const IrModule *local, const Hardware *hw);
/* The part of it that collectives take. */
double module_moving_ns(const IrModule *local, const Hardware *hw);
/* How many collectives one execution makes, loops and branches as above. */
double module_meetings(const IrModule *local);
