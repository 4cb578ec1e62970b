/* Futures: the results of asynchronous operations before they are done. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

const Type *future_type(Reader *r, const IrOp *start); /* the tuple type that a future represents */
/* False with the error if a future is used by anything else than the done of its start; op NULL: by a signature. */
bool reader_check_futures(Reader *r, const MOp *op);
