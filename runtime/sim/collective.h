/* Kinds of collectives and the bytes they move. Everything about a kind is in its row of collectives.def.
 *
 * Traffic means bytes received by one device under ring algorithms: the measure that reports call "bytes", `verify` prints
 * and plans are compared by. What it costs in time is in cost.h. */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/sim/topology.h"

typedef enum CollKind {
    COLL_NONE,
#define COLL(id, name, pattern, received) COLL_##id,
#include "runtime/sim/collectives.def"
    N_COLL_KINDS
} CollKind;

extern const char *const coll_kind_names[N_COLL_KINDS]; /* "all-gather", ...; NULL of COLL_NONE */

/* The kind of a collective, of its -start form too; COLL_NONE for other opcodes. A send or recv counts although it may be
 * with the host, see op_coll_kind(). */
CollKind coll_kind_of(OpCode code);
/* The kind of a collective between devices; COLL_NONE for other ops, and for sends to and from the host. */
CollKind op_coll_kind(const IrOp *op);

/* How the kind uses the wires of its group. */
Pattern coll_pattern(CollKind kind);
/* Bytes that each member receives in one execution. bytes: of the result on one device (of a reduce-scatter the small one);
 * g: members of a group. 0 for COLL_NONE. */
int64_t coll_traffic(CollKind kind, int64_t bytes, int64_t g);

/* Members of the largest group of a collective; all devices if it lists no groups. */
int64_t coll_group_size(const IrOp *op, int64_t n_devices);
/* Bytes that each device receives in one execution of an op of a local module; 0 if it is no collective between devices. */
int64_t op_traffic(const IrOp *op, int64_t n_devices);

/* All collectives of one kind in a local module. */
typedef struct CollTotal {
    int64_t count;   /* instructions */
    int64_t bytes;   /* of their results on one device, the body of a loop counted once */
    int64_t traffic; /* received by one device in a step: the body of a loop times its trip count, once where that is unknown */
} CollTotal;
/* Sums over a local module from its entry; of a conditional the branch with the most traffic counts. totals is indexed by CollKind;
 * traffic is the sum of all kinds. Either may be NULL. */
void module_traffic(const IrModule *local, CollTotal totals[N_COLL_KINDS], int64_t *traffic);
/* Of the branches of a conditional, the one whose collectives move most: it is the one that a step's traffic counts. */
int counted_branch(const IrOp *conditional, int64_t n_devices);
