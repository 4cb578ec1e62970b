/* Adds one op to a module under construction. Start at hlo_piece(). */
#pragma once

#include "runtime/ir/ir.h"

/* One op for a module under construction, described in HLO's words. Errors have no position; their columns count the text. */
typedef struct HloPiece {
    const char *op;        /* "dot", or "(u64[2], u32[8]) rng-bit-generator" with its type; also "square", which HLO has no word for */
    const Type *type;      /* NULL: the one before op, else the one that follows from operands and attributes */
    IrOp *const *operands; /* of the computation that the op is added to */
    int n_operands;
    const char *attrs;     /* "lhs_contracting_dims={1}, rhs_contracting_dims={0}"; NULL = none */
    /* The computation of that name, ready to be called; NULL with *error. */
    IrComp *(*find)(void *user, const char *name, size_t n, GError **error);
    void *user;
} HloPiece;
/* Adds it to the computation, with a plain type; NULL with *error, and the computation is as it was. */
IrOp *hlo_piece(IrComp *c, const HloPiece *piece, GError **error);
