/* Ops of the program as written ("whole"), found by the names that ops and collectives of the partitioned one ("local") carry; and what decide.c
 * asks of ops beside. */
#pragma once

#include "runtime/xla/explain_impl.h"

enum { FEW = 5 };            /* ops that are looked through */

/* True if what the collective was made for has the name and the place of the op. */
bool named_alike(const Found *f, const IrOp *whole);
/* Ops of whole that have the collective's name and compute something. To be freed. */
GPtrArray *named_ops(const Explain *x, const Found *f);
/* The one of them that takes the value; of several the one that follows it. */
const IrOp *named_user(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named);
/* The one of them that takes the value with other dims of one element, which later passes left out. *value: that value. */
const IrOp *named_reshaped(const Explain *x, const Found *f, const GPtrArray *named, int *value);
/* XLA keeps one op of several whose pieces are equal: the one of that name that takes a value which an op before the collective has the elements of, too. Sets f->twin and f->value. */
const IrOp *named_twin(const Explain *x, Found *f, const GPtrArray *named);
/* Of a permute of such an op, which is also the edge that another op of its name wants of what it takes: that op. Sets f->twin and f->value. NULL = it is none. */
const IrOp *named_edge(const Explain *x, Found *f, const Ahead *ahead, const GPtrArray *named);
/* What is left where values could not be followed exactly: an op of that name. *pos: its operand that comes from the value, -1 = unknown. */
const IrOp *named_near(const Explain *x, const Found *f, const Ahead *ahead, const GPtrArray *named, int *pos);
/* The op of that name whose parts are to be combined: the one that is or takes the value, or the only one; of several the first that no other
 * collective was found for. */
const IrOp *named_partial(const Explain *x, const Found *f, const GPtrArray *named, const IrOp *maker, bool *sure);

/* What is known of how a value of local came from the value that it stands for. */
typedef struct NamedWay {
    bool joined;             /* it is put together of several: it stands for one of them, as likely as not */
    bool computed;           /* an op that was not recognised computes it */
    const IrOp *by;          /* of whole: that op, as far as its name tells */
} NamedWay;
NamedWay named_way(const Align *a, IrOp *op);

/* True if the value is computed from the canonical value `from`, a few ops up. */
bool explain_comes_from(const Align *a, IrOp *op, int from, int depth);
/* True if the op is one of those that follow. */
bool explain_is_ahead(const Ahead *ahead, const IrOp *op);
/* Ops whose parts on several devices have to be combined when what they reduce or look up is divided. */
bool explain_may_be_partial(const IrOp *op);
/* Sums of which no element is known before all parts are added. Of what is looked up, one device has each element, and the others zeros. */
bool explain_sums_parts(const IrOp *op);
