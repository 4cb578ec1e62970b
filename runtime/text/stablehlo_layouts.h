/* How the operands and results of a custom call are asked to lie in memory. Values have no layout here; a routine of LAPACK, which reads a matrix by columns,
 * finds another matrix in memory that lies by rows, and a caller who asks for that is given what it makes of it. */
#pragma once

#include "runtime/text/stablehlo_op.h"

/* Per value its dimensions from minor to major; n 0 = as the routine wants them. */
typedef struct Layouts {
    int n;
    const Ints *v;
} Layouts;

/* Reads operand_layouts or result_layouts, of n values of these types; false with the error. */
bool mop_layouts(Reader *r, const MOp *op, const char *key, int n, const Type *const *types, Layouts *out);
/* True if the target reads and writes memory by columns. */
bool layouts_matter(const char *target);
/* Replaces operands, or results, by what such a routine finds in the memory, or by what others find in what it wrote. */
void layouts_of_operands(Reader *r, MOp *op, const Layouts *l);
void layouts_of_results(Reader *r, MOp *op, const Layouts *l);
/* Of the call that was made of such an op: its values lie by columns now, which it says where it is printed. */
void layouts_are_columns(Reader *r, MOp *op, IrOp *call);
