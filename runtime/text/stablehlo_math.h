/* Shared by the build functions of several files: windows, precisions, reducers, shapes given as operands. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* stablehlo_dot.c */
/* [HIGH, DEFAULT] or [#stablehlo<precision HIGH>, ..] as "{high,default}"; NULL if all are default. */
bool mop_precision_text(Reader *r, MOp *op, const char **out);
/* stablehlo_window.c */
bool mop_window(Reader *r, MOp *op, int rank, Window *out); /* window_dimensions and related attributes */
MAttr *conv_dims_read(Reader *r); /* [b, 0, f]x[0, i, o]->[b, 0, f] */
/* stablehlo_math.c */
/* The computation (T, T) -> T of one binary op. */
IrComp *reducer_new(Reader *r, OpCode code, const Type *scalar);
/* stablehlo_shape.c */
bool mop_shape_operand_fits(Reader *r, MOp *op, int i); /* operand i, if it is a constant, lists the result's dims */
