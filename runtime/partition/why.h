/* Sentences that say why a value changes its layout; why.c. */
#pragma once

#include "runtime/partition/candidates.h"

/* "dot_general (mlp.py:12)". */
const char *op_label(Insert *x, const IrOp *op);
/* "w['b1']", "the result of dot_general (mlp.py:12)". */
const char *value_label(Insert *x, const IrOp *op);
/* An operand that must change its layout because its op is divided in a certain way. */
typedef struct OperandMove {
    const IrOp *op;
    const Rule *rule;          /* of op */
    const Candidate *way;
    int pos;                   /* of the operand */
    const Sharding *from, *to;
} OperandMove;
/* Why it must; sets the cause. */
const char *why_operand(Insert *x, const OperandMove *m, Cause *cause);
/* Why a partial value must be combined; `asks` ends the sentence: "add needs the sum". */
const char *why_partial(Insert *x, const IrOp *value, AxisList axes, const char *asks);
const char *spec_text(Insert *x, const Sharding *s);
/* Why an op of divided values is done whole by every device, with its price and that of the best way to divide it. ways: Candidates, the one taken first. */
const char *why_whole(Insert *x, const GPtrArray *ways, bool tiled);
