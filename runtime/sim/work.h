/* What ops do on one device, apart from communication: floating-point operations, bytes of memory, passes over data. Numbers
 * follow from shapes alone; what they cost on a hardware model is in cost.h. */
#pragma once

#include "runtime/ir/ir.h"

/* Floating-point operations of one execution of an op. A multiply-add counts 2, copies and type conversions 0; computations
 * that the op calls are not counted. */
double op_flops(const IrOp *op);
/* Of a convolution the share of them that meets elements: neither padding nor what dilation put between them. */
double conv_useful_share(const IrOp *conv);
/* Steps of an accelerator's vector units: an operation of each element is one, a division or a function what units make of it. Of ops that are not element-wise
 * op_flops(). */
double op_vector_steps(const IrOp *op);
/* The same on the cores of this machine, in additions of floats: maxima look for NaN, 16-bit floats are converted before and after each step, windows are gone through
 * one by one (F). dear, whole: as in Hardware. */
double op_core_steps(const IrOp *op, double dear, double whole);
/* The same of one execution of a module, from its entry: the body of a loop times its trip count, at least once; of a
 * conditional the dearest branch. */
double module_flops(const IrModule *m);
/* True of dots and convolutions: ops whose time FLOPs decide, not bytes. */
bool op_is_contraction(const IrOp *op);

/* Bytes of memory that one execution of an op of a local module reads and writes. A reshape touches none; an op that reads a
 * few places of an operand touches as much of it as its result has; an update in place touches the updated part. */
double op_memory_bytes(const IrOp *op);
/* Bytes in a row of what a gather takes or a scatter updates at once. */
double op_row_bytes(const IrOp *op);
/* Of a gather or scatter: bytes that memory moves over those that are asked for, where rows are shorter than a sector of so many bytes. */
double short_row_factor(const IrOp *op, double sector);
/* True if the op reads no more of that operand than its result has: slices and gathers. */
bool op_reads_part(const IrOp *op, int operand);

/* How often sorting n elements reads and writes all of them. Source: merge sort that begins with runs of 8 elements, each
 * sorted in one pass, and doubles the length of runs in each pass that follows. */
double sort_passes(int64_t n);

/* Bytes of one device's tile of an array under a sharding, padding of uneven dims included; 0 for other types. */
int64_t storage_bytes(const Type *type, const Sharding *s);
