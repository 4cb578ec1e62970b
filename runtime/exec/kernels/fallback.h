/* Ops that run on the reference evaluator because there is no kernel for them. */
#pragma once

#include "runtime/exec/kernel.h"

typedef struct Fallback Fallback;

/* Fills to->fn and to->plan; the caller frees the result. NULL with *error if the evaluator does not support the op. */
Fallback *make_fallback(const IrOp *op, Bound *to, GError **error);
void fallback_free(Fallback *f);
