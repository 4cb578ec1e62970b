/* What is known of a reduction before it runs. */
#pragma once

#include "runtime/ir/ir.h"

enum { MAX_REDUCE_PHASES = 8 };

/* An array seen as [a, r, c] and reduced over r. */
typedef struct ReducePhase {
    int64_t a, r, c;
} ReducePhase;

/* Integers of less than a byte lie in one each: what loops over bytes make of them has to be cut to their bits, unless one of its operands. */
bool elem_is_cut(ElemType e);
/* The element-wise op that combines two elements; N_OPCODES of REDUCE_OTHER. */
OpCode reduce_opcode(ReduceKind kind);
/* Merges neighbouring dims of the operand of a reduce that are all kept or all reduced, and divides the reduction into phases. False if
 * there are more than MAX_REDUCE_PHASES. */
bool reduce_phases(const IrOp *op, ReducePhase *phases, int *n_phases);
/* True for a reduce of one array by a plain operation, of elements that no loop has to cut. */
bool reduce_is_plain(const IrOp *op);
