/* For build functions: operands, attributes and results of the current operation, and making ops of the IR. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

bool mop_fail(Reader *r, const MOp *op, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool mop_unsupported(Reader *r, const MOp *op, const char *hint, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* A new op at the end of the innermost region with the provenance of the MOp being built. */
IrOp *mop_emit(Reader *r, OpCode code, const Type *type, int n, IrOp *const *operands);
/* The op's only result. */
bool mop_result(MOp *op, IrOp *value);
/* An op with several results: get_tuple_elements of `tuple`. With one result the value itself, with none nothing. */
bool mop_results(Reader *r, MOp *op, IrOp *tuple);
/* The type for all results: the single one, or a tuple. */
const Type *mop_type(Reader *r, const MOp *op);
/* Attributes by one of two names (alt may be NULL); they are marked as used. */
MAttr *mop_attr(MOp *op, const char *key, const char *alt);
bool mop_int(Reader *r, MOp *op, const char *key, const char *alt, int64_t missing, int64_t *out);
bool mop_bool(Reader *r, MOp *op, const char *key, const char *alt, bool missing, bool *out);
/* A list of numbers in the module's arena; false with the error if the attribute is not a list, or missing though `required`. */
bool mop_ints(Reader *r, MOp *op, const char *key, const char *alt, bool required, Ints *out);
/* False with the error if one of these attributes is missing (the list ends in NULL). */
bool mop_needs(Reader *r, MOp *op, const char *const *keys);
/* The word of an enum attribute, or NULL. */
const char *mop_word(MOp *op, const char *key, const char *alt);
bool mop_arity(Reader *r, const MOp *op, int n_operands, int n_results);
/* Fields of struct attributes. */
bool mlir_field_ints(Reader *r, const MAttr *s, const char *key, Ints *out);
int64_t mlir_field_int(const MAttr *s, const char *key, int64_t missing);
const MAttr *mlir_field(const MAttr *s, const char *key);
/* Handles attributes that were not used: annotations are added to op->main, unknown attributes are errors. */
bool mop_annotate(Reader *r, MOp *op);
/* row->build of an op with quantised operands or results: on what they stand for, where it computes. */
bool mop_build_quantised(Reader *r, MOp *op);
/* The computation of one binary op on scalars that are quantised as the first operand; NULL with the error if that has several scales. */
IrComp *mop_quantised_reducer(Reader *r, const MOp *op, OpCode code);
/* True if an operand or a result is quantised. */
bool mop_is_quantised(const MOp *op);
void reader_annotate_pair(Reader *r, IrPair **pairs, int *n, const MEntry *e);
/* x with its dims mapped into type's (size 1 dims that grow are dropped first). */
IrOp *mop_emit_broadcast(Reader *r, IrOp *x, const Type *type, Ints dims);
IrOp *mop_emit_splat(Reader *r, const Type *type, double f, int64_t i);
