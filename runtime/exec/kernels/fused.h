/* Running tile programs over whole arrays, with a reduction at the end if there is one. */
#pragma once

#include "runtime/plan/program.h"

/* True for a reduce of one array by a plain operation. */
bool fused_can_reduce(const IrOp *op);
/* Fills in->fn and in->plan. n: elements of the space; reduce: or NULL, with the register it reads, the input that
 * holds its start value and its result's number. */
void fused_plan(Arena *arena, Instr *in, const TileProg *p, int64_t n, const IrOp *reduce, int reg, int init, int output);
/* Computes d[i] = f(a[i], b[i]) of a plain reduction, n elements in memory form of type e (narrow floats round). */
OpCode reduce_opcode(ReduceKind kind);
