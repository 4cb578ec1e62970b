/* Forms of operations: reading the text of an operation into an MOp. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

/* ---- stablehlo_form.c, stablehlo_form_region.c: pretty forms ----------------------------------------------- */

bool mop_form_common(Reader *r, MOp *op);
bool mop_form_types(Reader *r, MOp *op); /* behind ':' */
bool mop_form_generic(Reader *r, MOp *op);
bool mop_form_reduce(Reader *r, MOp *op);
bool mop_form_while(Reader *r, MOp *op);
bool mop_form_manual(Reader *r, MOp *op);
bool mop_form_constant(Reader *r, MOp *op);
bool mop_form_check(Reader *r, MOp *op);
bool mop_form_scan(Reader *r, MOp *op);
/* The short form of reduce: "applies OP" instead of a region. */
void mop_form_applies(Reader *r, MOp *op, const char *at, OpCode code);
/* An attribute kept as text: "[..]" or "<..>" at the cursor. */
bool mop_form_raw(Reader *r, MOp *op, const char *key);
/* What the computation of the op's region i is called. */
const char *mop_region_label(Reader *r, const MOp *op, int i);
/* Parts of forms. */
bool mop_form_operand(Reader *r, MOp *op);
bool mop_form_operands(Reader *r, MOp *op);                               /* "(%a, %b)" */
bool mop_form_pair(Reader *r, MOp *op, Str key, const char *at);          /* behind "key =" */
bool mop_form_loose(Reader *r, MOp *op);                                  /* "{..}": attributes of its own and any others */
bool mop_form_regions(Reader *r, MOp *op);                                /* "{..}, {..}" */
void mop_form_attr(Reader *r, MOp *op, const char *key, const char *at, MAttr *value);
void mop_form_args(Reader *r, MOp *op, const TypeVec *v);                 /* the operands' types, */
void mop_form_results(Reader *r, MOp *op, const TypeVec *v);              /* and the results' */
