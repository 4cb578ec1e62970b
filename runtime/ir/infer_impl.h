/* Shared by the files of type inference: infer.c (control flow, dispatch, the rest), infer_check.c (messages and checks), infer_elementwise.c, infer_shape.c (data movement,
 * gather, scatter), infer_dot.c (contractions, linear algebra), infer_window.c (windows, reductions, sorts), infer_comm.c (collectives).
 * Each infer_X returns a type without layout, or NULL with *error. The operand count is checked before. */
#pragma once

#include "runtime/ir/ir.h"

/* Sets *error to "dot %name: ..." at the op's position; always returns NULL. */
const Type *infer_fail(const IrOp *op, GError **error, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Windows and paddings are limited to 2^40 elements, so that products made by lowerings fit int64. */
static inline bool infer_reaches(int64_t v)
{
    return v <= INT64_C(1) << 40 && v >= -(INT64_C(1) << 40);
}
/* The op's own type if the text gave one; otherwise NULL with an error that it is required. */
const Type *infer_declared(const IrOp *op, GError **error);
/* The array type of operand i, or NULL with *error. */
const Type *infer_array(const IrOp *op, int i, GError **error);
/* An array type with these dims; NULL with *error if it is too large. */
const Type *infer_make(const IrOp *op, GError **error, ElemType elem, int rank, const int64_t *dims);
/* The type itself if n = 1, else a tuple of all n. */
const Type *infer_results(const IrOp *op, GError **error, int n, const Type *const *types);
/* True if each entry is in [0, rank) and none repeats; `what` names the list in the message. */
bool infer_dims(const IrOp *op, GError **error, Ints dims, int rank, const char *what);
/* Same element type and dims; bounds on dynamic sizes and layouts are not compared. */
bool types_agree(const Type *a, const Type *b);
/* Checks that comps[k] takes n scalar parameters, of types elems[i] (N_ELEMS = any). Float types of different precision match each
 * other. */
bool infer_scalar_params(const IrOp *op, GError **error, int k, int n, const ElemType *elems);
/* Checks that comps[k] returns n scalars of types elems[i]; float types likewise. */
bool infer_scalar_results(const IrOp *op, GError **error, int k, int n, const ElemType *elems);
/* The default result type of two operand types: complex wins over float, then range, then width. */
ElemType infer_wider(ElemType a, ElemType b);
/* Reads the numbers of an attribute kept as text, "{1}" or "[0,1]"; false if there are more than `max`. */
bool infer_kept_numbers(const IrOp *op, const char *key, int64_t *v, int max, int *n);
/* "f32[2,3]" in a small ring of static buffers, for messages with several types. */
const char *infer_text(const Type *type);

const Type *infer_elementwise(const IrOp *op, GError **error);
const Type *infer_broadcast(const IrOp *op, GError **error);
const Type *infer_reshape(const IrOp *op, GError **error);
const Type *infer_transpose(const IrOp *op, GError **error);
const Type *infer_reverse(const IrOp *op, GError **error);
const Type *infer_slice(const IrOp *op, GError **error);
const Type *infer_pad(const IrOp *op, GError **error);
const Type *infer_concatenate(const IrOp *op, GError **error);
const Type *infer_dynamic_slice(const IrOp *op, GError **error);
const Type *infer_dynamic_update_slice(const IrOp *op, GError **error);
const Type *infer_gather(const IrOp *op, GError **error);
const Type *infer_scatter(const IrOp *op, GError **error);
const Type *infer_bitcast_convert(const IrOp *op, GError **error);
const Type *infer_dot(const IrOp *op, GError **error);
const Type *infer_ragged_dot(const IrOp *op, GError **error);
const Type *infer_scan(const IrOp *op, GError **error);
const Type *infer_convolution(const IrOp *op, GError **error);
const Type *infer_reduce(const IrOp *op, GError **error);
const Type *infer_reduce_window(const IrOp *op, GError **error);
const Type *infer_select_and_scatter(const IrOp *op, GError **error);
const Type *infer_sort(const IrOp *op, GError **error);
const Type *infer_topk(const IrOp *op, GError **error);
const Type *infer_fft(const IrOp *op, GError **error);
const Type *infer_linalg(const IrOp *op, GError **error);
/* Types of all-reduce-start, all-gather-start, collective-permute-start and copy-start: operands, results and context. */
const Type *infer_start(const IrOp *op, GError **error);
const Type *infer_collective(const IrOp *op, GError **error);
const Type *infer_control(const IrOp *op, GError **error);
