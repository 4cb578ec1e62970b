/* Futures: the results of asynchronous operations before they are done. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

const Type *future_type(Reader *r, const IrOp *start); /* what the text calls a future, as a tuple */
/* Futures go from a start to its done and nowhere else; op NULL: a signature. */
bool reader_check_futures(Reader *r, const MOp *op);
