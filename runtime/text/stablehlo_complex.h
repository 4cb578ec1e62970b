/* Complex numbers where StableHLO defines an operation and HLO does not. New ops are appended to `c`. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

bool type_is_complex(const Type *type);
IrOp *complex_compare(Reader *r, IrComp *c, CompareDir dir, IrOp *a, IrOp *b); /* GE, GT, LE, LT */
IrOp *complex_pick(Reader *r, IrComp *c, OpCode code, IrOp *a, IrOp *b);      /* maximum, minimum */
IrOp *complex_to_real(Reader *r, IrOp *x, const Type *type);
