/* XLA's internal SPMD calls: several slices, pads or rotations of one value that are a step apart, combined so that a partitioner
 * exchanges the halo once. Written as custom-calls with target "_SPMDInternalOp_NAME" and numbers in the backend's text:
 * "dimension=0,amount=2,start_indices=[0,3],..". */
#pragma once

#include "runtime/ir/ir.h"

typedef enum SpmdCallKind {
    SPMD_ROTATE_RIGHT, /* row k of the result is row k - amount, modulo the size */
    SPMD_MULTI_ROTATE, /* left + right + 1 results; row k of result i is row k + left - i, modulo the size */
    SPMD_WRAP,         /* the last `left` rows, all rows, the first `right` rows */
    SPMD_MULTI_SLICE,  /* amount + 1 results; result i is the slice moved by i rows */
    SPMD_MULTI_PAD,    /* amount + 1 results; result i has amount - i rows of operand 1 in front, i behind */
} SpmdCallKind;

typedef struct SpmdCall {
    SpmdCallKind kind;
    int dim;
    int64_t amount, left, right;
    int64_t start[MAX_RANK], stride[MAX_RANK]; /* of result 0 of a multi-slice; else 0 and 1 */
} SpmdCall;

/* True for a custom-call with such a target. */
bool op_is_spmd_call(const IrOp *op);
/* Reads the call and checks its types; false with *error (SHARD_ERROR_VERIFY at the op) if numbers and types do not fit. */
bool spmd_call_read(const IrOp *op, SpmdCall *out, GError **error);
