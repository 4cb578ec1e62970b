/* Answers computed once for all ops that ask the same question: keys for Insert.known; known.c. */
#pragma once

#include "runtime/partition/candidates.h"

/* The rule to partition the op by; NULL if there is none. */
const Rule *known_rule(Insert *x, const IrOp *op);
/* Question: the candidates of `op`, given its operands, users and annotations as they are now. */
void key_of_candidates(Insert *x, IrOp *op, const Rule *rule, Key *k);
/* Question: the op's own costs when divided in that way. */
void key_of_base(Insert *x, const IrOp *op, const Rule *rule, const Way *w, Key *k);
/* Question: how the op can have one tensor in that layout. */
void key_of_following(Insert *x, const IrOp *op, int tensor, const Sharding *want, const Candidate *now, Key *k);
/* Question: how the op runs on operands in these layouts, some of them partial. */
void key_of_parts(Insert *x, const IrOp *op, const Sharding *const *at, Key *k);
/* Question: the price of a value's layouts, made from `start`. */
void key_of_layouts(const Type *type, const Sharding *const *start, int n_start, const Sharding *const *wants, int n_wants, Key *k);
/* Question: a leaf of a loop carried in layout s. */
void key_of_carrying(const Type *type, const Sharding *as_found, const Sharding *s, Key *k);
