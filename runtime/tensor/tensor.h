/* Whole arrays on the host: program inputs and outputs, and the values of the reference evaluator.
 *
 * Data is row-major without padding, elem_info[].bytes per element, host byte order; pred is one
 * byte 0 or 1, integers below 8 bits take a byte each (signed ones sign-extended), complex are (re,
 * im) pairs. A token or opaque has no data. Types are borrowed from a TypeTable, which must outlive
 * the tensor. Tensors are reference-counted; the holder of the only reference may write
 * to the tensor. Not thread-safe. */
#pragma once

#include "runtime/base/diag.h"
#include "runtime/base/npz.h"
#include "runtime/ir/type.h"

typedef struct Tensor {
    const Type *type;
    void *data;
    int64_t bytes; /* of data; kept here because the type may be freed before the tensor */
    int refs;
} Tensor;

/* A zeroed tensor with one reference. The second function returns NULL with SHARD_ERROR_LIMIT if there is not enough memory, instead of
 * ending the process. */
Tensor *tensor_new(const Type *type);
Tensor *tensor_try_new(const Type *type, const TextPos *at, GError **error);
/* False with SHARD_ERROR_LIMIT if so many bytes are not available besides all tensors; the error names `what`. */
bool tensor_room(int64_t bytes, const char *what, const TextPos *at, GError **error);
/* Limits the memory of all tensors together, instead of by the machine's memory; 0 = no own limit. */
void tensor_limit(int64_t bytes);
/* A new tensor with a copy of `data`, type_bytes(type) bytes. */
Tensor *tensor_of(const Type *type, const void *data);
Tensor *tensor_dup(const Tensor *t);
Tensor *tensor_ref(const Tensor *t);
void tensor_unref(Tensor *t); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tensor, tensor_unref)
/* A GPtrArray that owns its tensors. */
GPtrArray *tensor_array_new(void);

/* ---- elements -------------------------------------------------------------------------------- */

/* One element of any type: pred and signed integers in i, unsigned in u, floats exactly in f,
 * complex in f and im. */
typedef struct Scalar {
    union {
        int64_t i;
        uint64_t u;
        double f;
    };
    double im;
} Scalar;

Scalar scalar_load(ElemType e, const void *data, int64_t index);
/* Floats round once to nearest even (overflow: inf, else NaN, else the largest value, as the type
 * allows); integers keep their low bits; pred is v.i != 0. */
void scalar_store(ElemType e, void *data, int64_t index, Scalar v);
/* Real floats only: n elements from `at` on, from or to numbers. The same as one by one, but faster for the usual types. */
void scalar_store_doubles(ElemType e, void *data, int64_t at, const double *v, int64_t n);
void scalar_load_doubles(ElemType e, const void *data, int64_t at, double *v, int64_t n);
/* Makes n elements that others wrote, one a byte, what scalar_store leaves: integers narrower than a byte have only their low bits, sign
 * extended, whatever is above them. Nothing to do for other types. */
void scalar_trim(ElemType e, void *data, int64_t n);
/* The value that storing and loading again gives. */
Scalar scalar_round(ElemType e, Scalar v);
/* Any element type to any other by HLO's convert: floats to integers truncate and saturate, NaN
 * gives 0; integers wrap; anything but zero is true; a real number gets the imaginary part 0, of a
 * complex one the real part is kept. */
Scalar scalar_convert(ElemType from, ElemType to, Scalar v);

/* As a double: integers rounded, complex their real part. As an integer: converted as above. */
double tensor_get_f64(const Tensor *t, int64_t index);
int64_t tensor_get_i64(const Tensor *t, int64_t index);
void tensor_set_f64(Tensor *t, int64_t index, double v);
void tensor_set_i64(Tensor *t, int64_t index, int64_t v);

/* ---- files and comparison -------------------------------------------------------------------- */

/* A tensor of type `want` from a file's array; numpy's dtype must be the type's (bfloat16 as
 * uint16, 8-bit and narrower special types as 1-byte items) and the dims equal. */
Tensor *tensor_from_npy(const NpyArray *a, const Type *want, GError **error);
/* What it asks of dtype and dims; of an array whose data may be NULL. */
bool tensor_fits_npy(const NpyArray *a, const Type *want, GError **error);
/* Brings n elements as files have them into the form in which they are stored: unused bits of narrow types, booleans. */
void tensor_store_form(ElemType elem, void *data, int64_t n);
/* The array as a file's member; caller frees with npy_free. */
NpyArray *tensor_to_npy(const Tensor *t, const char *name);
/* The head of an array of the type, which has at least one dimension to spare, without data; copies > 0: so many of it, in a new first dimension. */
NpyArray *type_to_npy(const Type *type, const char *name, int64_t copies);

/* True if got equals want within the bounds that depend on the element type: relative to the
 * largest finite magnitude of want, f32 and c64 2e-4, f64 and c128 1e-9, f16 1e-2, bf16 3e-2,
 * narrower floats one step of their mantissa; integers and pred exact. NaN matches NaN only,
 * infinities themselves only. *max_abs and *max_rel (may be NULL) are raised to this pair's largest
 * errors if those are larger, so that several outputs accumulate; a mismatch of types, NaNs or
 * infinities counts as infinite. */
bool tensor_compare(const Tensor *got, const Tensor *want, double *max_abs, double *max_rel);
/* The bound on max_rel for an element type, 0 = exact. */
double tensor_tolerance(ElemType e);
