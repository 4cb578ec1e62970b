/* Time of a collective: from measured ones where the part has them, over the wires of its group elsewhere. In ns; all groups run at
 * once; launch included. */
#pragma once

#include "runtime/sim/collective.h"
#include "runtime/sim/estimate.h"

/* bytes: of the whole value: the result, of a reduce-scatter the operand, of an all-to-all and a permute what one device holds.
 * hold_out, for tests of accuracy: COLL_HOLD_SIZE as if sizes within a factor of two had not been measured for this group,
 * COLL_HOLD_POINT only this one, COLL_HOLD_GROUP as if groups of that many members had not been; _CARDS: nor on cards of its family. */
typedef enum CollHold {
    COLL_HOLD_NONE,
    COLL_HOLD_POINT,
    COLL_HOLD_SIZE,
    COLL_HOLD_GROUP,
    COLL_HOLD_SIZE_CARDS,
    COLL_HOLD_GROUP_CARDS
} CollHold;
Estimate coll_estimate(const Hardware *hw, CollKind kind, double bytes, const Wires *w, CollHold hold);
/* Of that, at most what the host takes to start it, which measured ones that were run one by one have in them; 0 where none were measured. Hardware.queued leaves it out. */
double coll_launch_ns(const Hardware *hw, CollKind kind, const Wires *w);
/* The same by the bytes that each member receives under ring algorithms (coll_traffic), its time alone, for prices of plans; with 0 bytes
 * the latency. */
double coll_traffic_ns(const Hardware *hw, CollKind kind, double traffic, const Wires *w);
/* Bytes that each member receives at the data sheet's rate of one device. */
double coll_roofline_ns(const Hardware *hw, CollKind kind, double bytes, int64_t n);

/* The measured collectives, for tests of accuracy: the i-th; false beyond the last. */
typedef struct CollCase {
    const char *part;
    CollKind kind;
    int64_t n, bytes;
    double ns;
} CollCase;
bool coll_measured(int i, CollCase *out);
