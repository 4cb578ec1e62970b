/* How HLO spells Shardy's shardings in frontend attributes: what a parameter is laid out as by itself, #sdy.sharding<..>, and of all other ops a list for their
 * results, #sdy.sharding_per_value<[..]>, also of one. XLA refuses the former of other ops. */
#pragma once

#include "runtime/ir/ir.h"

/* True if the op's sharding is a list. */
bool sdy_pair_is_list(const IrOp *op);
/* A frontend attribute of the op as a list, where its text, of a constraint in another language, is no list; to be freed. NULL = it is as it should be. */
char *sdy_pair_listed(const IrOp *op, const IrPair *pair);
