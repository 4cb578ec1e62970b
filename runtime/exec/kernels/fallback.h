/* Ops that only the reference evaluator knows. */
#pragma once

#include "runtime/plan/program.h"

typedef struct Fallback Fallback;

/* Fills in->fn and in->plan; the caller frees what it returns. NULL with *error if the evaluator does not know the op. */
Fallback *make_fallback(const IrOp *op, Instr *in, GError **error);
void fallback_free(Fallback *f);
