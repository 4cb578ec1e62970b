/* What moving and computing costs: bytes under ring algorithms, and time on a hardware model (sim/).
 * Bytes are what each device receives (the project's measure of traffic). */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/sim/topology.h"

typedef enum CollKind {
    COLL_ALL_GATHER = 1, COLL_ALL_REDUCE, COLL_REDUCE_SCATTER, COLL_ALL_TO_ALL, COLL_PERMUTE, COLL_BROADCAST,
    COLL_SEND_RECV, COLL_RAGGED_ALL_TO_ALL, N_COLL_KINDS
} CollKind; /* numbered as the trace's coll.kind */

extern const char *const coll_kind_names[N_COLL_KINDS]; /* "all-gather", ... */
/* 0 if the opcode is no collective. */
CollKind coll_kind_of(OpCode code);

/* Bytes one device receives: `bytes` are those of the result for all-gather, all-to-all, permute and all-reduce,
 * of the (small) result for reduce-scatter; g = members of a group. */
int64_t coll_traffic(CollKind kind, int64_t bytes, int64_t g);

typedef struct Hardware CostModel;
/* hardware_named(). */
const CostModel *cost_model_named(const char *name);

Pattern coll_pattern(CollKind kind);
/* Time of a collective in which each device receives so many bytes, along mesh axes. */
double coll_ns(const CostModel *model, const Mesh *mesh, CollKind kind, double traffic, AxisList axes);

/* Bytes of one device's storage of an array under a sharding; 0 for what is no array. */
int64_t storage_bytes(const Type *type, const Sharding *s);

/* Members of a group of a collective: by its groups, else all devices. */
int64_t coll_group_size(const IrOp *op, int64_t n_devices);
/* Traffic of one execution of a collective op of a local module. */
int64_t op_traffic(const IrOp *op, int64_t n_devices);

typedef struct CollTotal {
    int64_t count, bytes, traffic; /* bytes of results per device, loops once; traffic times trip counts */
} CollTotal;
/* Sums over a local module from its entry: loops multiplied by their trip counts where known, conditionals count
 * their dearest branch. */
void module_traffic(const IrModule *local, CollTotal totals[N_COLL_KINDS], int64_t *traffic);
/* Floating-point operations of one execution of an op, loops not multiplied; a multiply-add counts 2. */
double op_flops(const IrOp *op);
/* From the entry, loops times trips. */
double module_flops(const IrModule *m);
/* Predicted time of one execution of a local module on one device, ns: every op by itself, nothing overlaps. What counts are
 * differences between plans of one program. */
typedef struct StepPrices StepPrices; /* remembers what it looked up; for one module that is not changed meanwhile */
StepPrices *step_prices_new(const CostModel *model, int64_t n_devices);
void step_prices_free(StepPrices *p);
double op_step_ns(const IrOp *op, StepPrices *p); /* of one op; what it calls not counted */
double op_latency_ns(const IrOp *op, StepPrices *p); /* the part of that which a collective takes however little it moves */
double module_step_ns(const IrModule *local, const CostModel *model);
/* The part of it that collectives take. */
double module_moving_ns(const IrModule *local, const CostModel *model);
