/* Host arrays: allocation, files, comparison. tensor_scalar.c accesses single elements. */
#include "runtime/tensor/tensor.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/memory_out.h"
#include "runtime/ir/scalar.h"

/* Bytes of all tensors that are alive, and their limit: three quarters of the machine's
 * memory. The system overcommits memory and would kill the process later. */
static _Atomic int64_t live_bytes;

static int64_t own_limit; /* 0 = none */

void tensor_limit(int64_t bytes)
{
    own_limit = bytes;
}

static int64_t max_live_bytes(void)
{
    static atomic_int_fast64_t of_machine; /* read once, since every new tensor needs it */
    if (own_limit)
        return own_limit;
    int64_t limit = atomic_load_explicit(&of_machine, memory_order_relaxed);
    if (!limit) {
        long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
        limit = pages > 0 && size > 0 ? (int64_t)pages * size / 4 * 3 : (int64_t)1 << 33;
        atomic_store_explicit(&of_machine, limit, memory_order_relaxed);
    }
    return limit;
}

Tensor *tensor_try_new(const Type *type, const TextPos *at, GError **error)
{
    Tensor *t = g_new0(Tensor, 1);
    *t = (Tensor){.type = type, .refs = 1};
    if (type->kind != TYPE_ARRAY)
        return t;
    int64_t bytes = type_bytes(type), limit = max_live_bytes();
    if (bytes <= limit - live_bytes)
        t->data = g_try_malloc0((gsize)MAX(bytes, 1));
    if (!t->data) {
        g_autofree char *text = type_text(type);
        diag(error, SHARD_ERROR_LIMIT, at, NULL,
             "not enough memory for %s: it takes %" G_GINT64_FORMAT " MiB, %" G_GINT64_FORMAT
             " of %" G_GINT64_FORMAT " MiB are in use",
             text, bytes >> 20, live_bytes >> 20, limit >> 20);
        g_free(t);
        return NULL;
    }
    t->bytes = bytes;
    live_bytes += bytes;
    return t;
}

bool tensor_room(int64_t bytes, const char *what, const TextPos *at, GError **error)
{
    int64_t limit = max_live_bytes();
    return bytes <= limit - live_bytes ||
           diag(error, SHARD_ERROR_LIMIT, at, NULL, "not enough memory to work on %s: it takes %" G_GINT64_FORMAT " MiB, %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " MiB are in use",
                what, bytes >> 20, live_bytes >> 20, limit >> 20);
}

Tensor *tensor_new(const Type *type)
{
    Tensor *t = tensor_try_new(type, NULL, NULL);
    if (!t)
        memory_out((size_t)type_bytes(type), "a value on the host");
    return t;
}

Tensor *tensor_of(const Type *type, const void *data)
{
    Tensor *t = tensor_new(type);
    if (type->kind == TYPE_ARRAY && type->n_elems)
        memcpy(t->data, data, (size_t)type_bytes(type));
    return t;
}

Tensor *tensor_dup(const Tensor *t)
{
    return tensor_of(t->type, t->data);
}

Tensor *tensor_ref(const Tensor *t)
{
    Tensor *shared = (Tensor *)t; /* the count is not part of the value */
    shared->refs++;
    return shared;
}

void tensor_unref(Tensor *t)
{
    if (!t || --t->refs)
        return;
    if (t->data)
        live_bytes -= t->bytes;
    g_free(t->data);
    g_free(t);
}

static void tensor_destroy(gpointer t)
{
    tensor_unref(t);
}

GPtrArray *tensor_array_new(void)
{
    return g_ptr_array_new_with_free_func(tensor_destroy);
}

/* ---- elements as numbers ---------------------------------------------------------------------- */

double tensor_get_f64(const Tensor *t, int64_t i)
{
    Scalar v = scalar_load(t->type->elem, t->data, i);
    return scalar_convert(t->type->elem, ELEM_f64, v).f;
}

int64_t tensor_get_i64(const Tensor *t, int64_t i)
{
    Scalar v = scalar_load(t->type->elem, t->data, i);
    return scalar_convert(t->type->elem, ELEM_s64, v).i;
}

void tensor_set_f64(Tensor *t, int64_t i, double v)
{
    scalar_store(t->type->elem, t->data, i,
                 scalar_convert(ELEM_f64, t->type->elem, (Scalar){.f = v}));
}

void tensor_set_i64(Tensor *t, int64_t i, int64_t v)
{
    scalar_store(t->type->elem, t->data, i,
                 scalar_convert(ELEM_s64, t->type->elem, (Scalar){.i = v}));
}

/* ---- files ----------------------------------------------------------------------------------- */

/* numpy's kind for an element type; bytes are elem_info's. Types that numpy lacks: bfloat16 is
 * saved as uint16, narrower floats as uint8. */
static char npy_kind(ElemType e)
{
    switch (elem_info[e].cls) {
    case CLASS_PRED: return 'b';
    case CLASS_SIGNED: return 'i';
    case CLASS_UNSIGNED: return 'u';
    case CLASS_COMPLEX: return 'c';
    case CLASS_FLOAT: return e == ELEM_bf16 || elem_info[e].bits < 16 ? 'u' : 'f';
    }
    g_assert_not_reached();
}

bool tensor_fits_npy(const NpyArray *a, const Type *want, GError **error)
{
    g_autofree char *text = type_text(want);
    if (want->kind != TYPE_ARRAY)
        return diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s: a file cannot hold a %s", a->name, text);
    bool odd = elem_is_float(want->elem) && npy_kind(want->elem) == 'u';
    bool dtype_ok = a->item_bytes == elem_info[want->elem].bytes &&
                    (a->kind == npy_kind(want->elem) || (odd && a->kind == 'V'));
    if (!dtype_ok)
        return diag(error, SHARD_ERROR_RUN, NULL,
                    odd ? "save such values as unsigned integers of the same width" : NULL,
                    "%s has dtype %c%d, the program wants %s", a->name, a->kind, a->item_bytes, text);
    bool dims_ok = a->rank == want->rank;
    for (int d = 0; dims_ok && d < a->rank; d++)
        dims_ok = a->dims[d] == want->dims[d];
    if (!dims_ok) {
        g_autoptr(GString) dims = g_string_new(NULL);
        for (int d = 0; d < a->rank; d++)
            g_string_append_printf(dims, "%s%" G_GINT64_FORMAT, d ? "," : "", a->dims[d]);
        return diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s has dimensions [%s], the program wants %s",
                    a->name, dims->str, text);
    }
    return true;
}

void tensor_store_form(ElemType elem, void *data, int64_t n)
{
    int bits = elem_info[elem].bits;
    if (bits >= 8 && elem != ELEM_pred)
        return;
    for (int64_t i = 0; i < n; i++) {
        Scalar v = {.i = ((const int8_t *)data)[i]};
        if (elem_is_float(elem))
            ((uint8_t *)data)[i] = (uint8_t)(v.u & ((1u << bits) - 1));
        else
            scalar_store(elem, data, i, v);
    }
}

Tensor *tensor_from_npy(const NpyArray *a, const Type *want, GError **error)
{
    if (!tensor_fits_npy(a, want, error))
        return NULL;
    Tensor *t = tensor_of(want, a->data);
    tensor_store_form(want->elem, t->data, want->n_elems);
    return t;
}

NpyArray *type_to_npy(const Type *type, const char *name, int64_t copies)
{
    NpyArray *a = g_new0(NpyArray, 1);
    if (type->kind != TYPE_ARRAY) { /* a token has nothing in it */
        *a = (NpyArray){ .name = g_strdup(name), .kind = 'b', .item_bytes = 1, .rank = 1 };
        return a;
    }
    *a = (NpyArray){ .name = g_strdup(name), .kind = npy_kind(type->elem), .item_bytes = elem_info[type->elem].bytes, .n_items = type->n_elems * MAX(copies, 1) };
    if (copies)
        a->dims[a->rank++] = copies;
    for (int d = 0; d < type->rank; d++)
        a->dims[a->rank++] = type->dims[d];
    return a;
}

NpyArray *tensor_to_npy(const Tensor *t, const char *name)
{
    const Type *type = t->type;
    g_assert(type->kind == TYPE_ARRAY);
    NpyArray *a =
        npy_new(name, npy_kind(type->elem), elem_info[type->elem].bytes, type->rank, type->dims);
    if (type->n_elems)
        memcpy(a->data, t->data, (size_t)type_bytes(type));
    return a;
}

/* ---- comparison ------------------------------------------------------------------------------ */

double tensor_tolerance(ElemType e)
{
    switch (elem_info[e].cls) {
    case CLASS_PRED:
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return 0;
    case CLASS_COMPLEX: return e == ELEM_c128 ? 1e-9 : 2e-4;
    case CLASS_FLOAT: break;
    }
    if (e == ELEM_f64)
        return 1e-9;
    if (e == ELEM_f32)
        return 2e-4;
    if (e == ELEM_f16)
        return 1e-2;
    if (e == ELEM_bf16)
        return 3e-2;
    return e == ELEM_f8e8m0fnu ? 1 : ldexp(1, -float_format(e)->mantissa_bits);
}

static void raise_to(double *max, double v)
{
    if (max && v > *max)
        *max = v;
}

/* The difference of two parts; infinite if only one of them is NaN or infinite. */
static double part_error(double got, double want)
{
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (isinf(got) || isinf(want))
        return got == want ? 0 : INFINITY;
    return fabs(got - want);
}

static bool ints_compare(const Tensor *got, const Tensor *want, double *max_abs, double *max_rel)
{
    double worst = 0, scale = 0;
    bool equal = true;
    for (int64_t i = 0; i < got->type->n_elems; i++) {
        Scalar a = scalar_load(got->type->elem, got->data, i),
               b = scalar_load(got->type->elem, want->data, i);
        double x = scalar_convert(got->type->elem, ELEM_f64, a).f,
               y = scalar_convert(got->type->elem, ELEM_f64, b).f;
        scale = MAX(scale, fabs(y));
        if (a.i != b.i) {
            equal = false;
            worst = MAX(worst, MAX(fabs(x - y), 1));
        }
    }
    raise_to(max_abs, worst);
    raise_to(max_rel, worst / MAX(scale, 1));
    return equal;
}

bool tensor_compare(const Tensor *got, const Tensor *want, double *max_abs, double *max_rel)
{
    const Type *a = got->type, *b = want->type;
    bool same =
        a->kind == b->kind && (a->kind != TYPE_ARRAY || (a->elem == b->elem && a->rank == b->rank));
    for (int d = 0; same && a->kind == TYPE_ARRAY && d < a->rank; d++)
        same = a->dims[d] == b->dims[d];
    if (!same) {
        raise_to(max_abs, INFINITY);
        raise_to(max_rel, INFINITY);
        return false;
    }
    if (a->kind != TYPE_ARRAY)
        return true;
    if (!elem_is_float(a->elem) && elem_info[a->elem].cls != CLASS_COMPLEX)
        return ints_compare(got, want, max_abs, max_rel);
    bool complex = elem_info[a->elem].cls == CLASS_COMPLEX;
    double worst = 0, scale = 0;
    for (int64_t i = 0; i < a->n_elems; i++) {
        Scalar x = scalar_load(a->elem, got->data, i), y = scalar_load(a->elem, want->data, i);
        worst = MAX(worst, part_error(x.f, y.f));
        if (isfinite(y.f))
            scale = MAX(scale, fabs(y.f));
        if (complex) {
            worst = MAX(worst, part_error(x.im, y.im));
            if (isfinite(y.im))
                scale = MAX(scale, fabs(y.im));
        }
    }
    double rel = worst == 0 ? 0 : scale > 0 ? worst / scale : worst;
    raise_to(max_abs, worst);
    raise_to(max_rel, rel);
    return rel <= tensor_tolerance(a->elem);
}
