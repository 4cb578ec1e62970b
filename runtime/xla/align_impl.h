/* Shared by align.c (the matching) and canon.c (which values of the program as written are equal). */
#pragma once

#include "runtime/xla/align.h"

/* Fills a->canon, then a->reshaped. */
void align_make_canon(Align *a);
/* The one of the values that differ in dims of one element which stands for all of them. */
int align_reshaped_root(const Align *a, int value);
/* True of a reshape or broadcast that only adds or removes dims of one element. */
bool align_only_unit_dims(const IrOp *op);
/* True of conversions between floating-point types, which XLA puts in and takes out where a device computes in more bits. */
bool align_only_rounds(const IrOp *op);
/* True of ops of whole whose result has the elements of their first operand, but for dims of one element and rounding: also reductions along
 * such dims. */
bool align_keeps_elements(const IrOp *op);
/* True of ops whose result is their operand, for whoever asks which value it is. */
bool align_passes_on(const IrOp *op);
/* The value that such an op passes on as its leaf. */
IrValue align_passed(IrOp *op, int leaf);
/* The first constant of whole with the number of this one; make: it may be this one itself, of whole. -1 = none, or it has several numbers. */
int align_splat(const Align *a, const IrOp *op, bool make);
/* True if an array can be a piece of one of whole: same rank, no dim larger, but for padding. */
bool align_may_be_piece(const Type *piece, const Type *whole);
/* The op of whole that an op of local computes, of the users of the values that its operands stand for; equal values have their uses at each of their
 * copies, `aliases` by value. NULL = none. *guess: another has the same name and is as likely. */
const IrOp *align_find_match(const Align *a, const IrOp *local, GPtrArray *const *aliases, bool *guess);
/* The op of whole that ends here although another op computes it: what the compiler made for an op has its name, and the last of it, which
 * ops of other names read, has the size of its result. value: of whole, what it works on. */
const IrOp *align_find_end(const Align *a, const IrOp *op, int value);
