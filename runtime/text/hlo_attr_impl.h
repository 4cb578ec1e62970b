/* Internal declarations of the readers of attributes: hlo_attr.c (dispatch, computations, collectives, attributes of every
 * instruction), hlo_attr_shape.c and hlo_attr_math.c (shapes, indices, contractions, windows, numbers), hlo_kept.c (attributes kept as
 * text). The rows are in hlo_attrs.def. */
#pragma once

#include "runtime/text/hlo_impl.h"

/* NOT_MINE: the attribute has no meaning for the opcode (hlo_kept_attr may accept it); nothing was read. */
typedef enum Taken { FAILED, TAKEN, NOT_MINE } Taken;

static inline Taken taken(bool fine)
{
    return fine ? TAKEN : FAILED;
}

#define ATTR(name, handler) Taken hlo_attr_##handler(HloReader *rd, IrOp *op, OpAttrs *x);
#include "runtime/text/hlo_attrs.def"

/* Reads an attribute that is kept as text, with the cursor behind '=', into op->extra; an error if the opcode has
 * no attribute of that name. */
/* `known`: some opcode is known to have the attribute. */
bool hlo_kept_attr(HloReader *rd, IrOp *op, Span name, bool known);
/* Whether instructions have attributes of that name: some that the reader interprets, some whose text is kept (or fields of one). */
bool hlo_is_interpreted(Span name);
bool hlo_is_of_instruction(Span name);
/* An attribute that no instruction or module is known to have: refused if it looks like a misspelt one. */
bool hlo_unknown_attr(HloReader *rd, Span name);
/* Names of the attributes that are interpreted, and of those that are kept, are added to the list. */
void hlo_interpreted_names(GPtrArray *out);
void hlo_kept_names(GPtrArray *out);
/* {size=3x3 stride=2x2 ...} */
bool hlo_window(HloReader *rd, Window *out);
/* b01f_01io->b01f into all but the group counts of *out */
bool hlo_dim_labels(HloReader *rd, ConvDims *out);
/* "text", or a dictionary {...} whose contents are not interpreted. */
bool hlo_config(HloReader *rd);
/* {high,default} */
bool hlo_precisions(HloReader *rd);
/* {3} */
bool hlo_one_dim(HloReader *rd, int64_t *out);
