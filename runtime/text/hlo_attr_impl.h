/* Shared by the readers of attributes: hlo_attr.c (the driver, computations, collectives, what any instruction may
 * carry) and hlo_attr_math.c (shapes, indices, contractions, windows, numbers). The rows are in hlo_attrs.def. */
#pragma once

#include "runtime/text/hlo_impl.h"

/* NOT_MINE: the attribute does not belong to this opcode, so its text is kept; nothing was read. */
typedef enum Taken { FAILED, TAKEN, NOT_MINE } Taken;

static inline Taken taken(bool fine)
{
    return fine ? TAKEN : FAILED;
}

#define ATTR(name, handler) Taken hlo_attr_##handler(HloReader *rd, IrOp *op, OpAttrs *x);
#include "runtime/text/hlo_attrs.def"

/* {3} */
bool hlo_one_dim(HloReader *rd, int64_t *out);
/* One of the words (NULL-terminated); *out is its index. */
bool hlo_choice(HloReader *rd, const char *const *words, bool ignore_case, int *out);
/* Any value, interned without blanks. */
bool hlo_value_text(HloReader *rd, const char **out);
