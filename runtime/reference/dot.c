/* dot and related ops. Operands are reordered to [batch, rows, inner] and [batch, inner, columns] in the type of the sums, multiplied,
 * and rounded once to the result's type. Large products of floats use BLAS. */
#include <cblas.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/blas.h"
#include "runtime/base/memory_out.h"
#include "runtime/ir/ragged.h"
#include "runtime/reference/reference_impl.h"

/* Products of fewer multiplications are done by plain loops, sums of more terms in double. */
enum { BLAS_FROM = 1 << 15, MAX_BLAS_DIM = 1 << 30, FEW_TERMS = 256 };

/* Plain sums over k of the products, exact in order: T accumulates, A holds the elements. */
#define PLAIN(name, A, T)                                                                          \
    static void name(RefMatDims d, const A *a, const A *b, A *c)                                   \
    {                                                                                              \
        for (int64_t i = 0; i < d.b * d.m; i++)                                                    \
            for (int64_t j = 0; j < d.n; j++) {                                                    \
                const A *row = a + i * d.k, *column = b + i / d.m * d.k * d.n + j;                 \
                T sum = 0;                                                                         \
                for (int64_t k = 0; k < d.k; k++)                                                  \
                    sum += (T)row[k] * (T)column[k * d.n];                                         \
                c[i * d.n + j] = (A)sum;                                                           \
            }                                                                                      \
    }
PLAIN(plain_f32, float, double)
PLAIN(plain_f64, double, double)
PLAIN(plain_u64, uint64_t, uint64_t)

/* Complex numbers as pairs; T is their part type, sums in double. */
#define PLAIN_COMPLEX(name, T)                                                                     \
    static void name(RefMatDims d, const T *a, const T *b, T *c)                                   \
    {                                                                                              \
        for (int64_t i = 0; i < d.b * d.m; i++)                                                    \
            for (int64_t j = 0; j < d.n; j++) {                                                    \
                double re = 0, im = 0;                                                             \
                for (int64_t k = 0; k < d.k; k++) {                                                \
                    const T *x = a + 2 * (i * d.k + k),                                            \
                            *y = b + 2 * ((i / d.m * d.k + k) * d.n + j);                          \
                    re += (double)x[0] * y[0] - (double)x[1] * y[1];                               \
                    im += (double)x[0] * y[1] + (double)x[1] * y[0];                               \
                }                                                                                  \
                c[2 * (i * d.n + j)] = (T)re;                                                      \
                c[2 * (i * d.n + j) + 1] = (T)im;                                                  \
            }                                                                                      \
    }
PLAIN_COMPLEX(plain_c64, float)
PLAIN_COMPLEX(plain_c128, double)

/* Sums of few terms in single precision are computed like a sequence of multiplications and additions,
 * each rounded. This equals the results of other evaluators to the bit, also if
 * terms cancel. */
static void steps_f32(RefMatDims d, const float *a, const float *b, float *c)
{
    for (int64_t i = 0; i < d.b * d.m; i++)
        for (int64_t j = 0; j < d.n; j++) {
            const float *row = a + i * d.k, *column = b + i / d.m * d.k * d.n + j;
            float sum = 0;
            for (int64_t k = 0; k < d.k; k++) {
                float product = row[k] * column[k * d.n];
                sum += product;
            }
            c[i * d.n + j] = sum;
        }
}

static void steps_c64(RefMatDims d, const float *a, const float *b, float *c)
{
    for (int64_t i = 0; i < d.b * d.m; i++)
        for (int64_t j = 0; j < d.n; j++) {
            float re = 0, im = 0;
            for (int64_t k = 0; k < d.k; k++) {
                const float *x = a + 2 * (i * d.k + k), *y = b + 2 * ((i / d.m * d.k + k) * d.n + j);
                float p = x[0] * y[0], q = x[1] * y[1], r = x[0] * y[1], s = x[1] * y[0];
                float part_re = p - q, part_im = r + s;
                re += part_re;
                im += part_im;
            }
            c[2 * (i * d.n + j)] = re;
            c[2 * (i * d.n + j) + 1] = im;
        }
}

static void blas(ElemType e, RefMatDims d, const void *a, const void *b, void *c)
{
    static const float one_c64[2] = {1, 0}, zero_c64[2];
    static const double one_c128[2] = {1, 0}, zero_c128[2];
    int m = (int)d.m, n = (int)d.n, k = (int)d.k, bytes = elem_info[e].bytes;
    size_t missing;
    if (!blas_ready(&missing))
        memory_out(missing, "the work of OpenBLAS");
    for (int64_t i = 0; i < d.b; i++) {
        const void *x = (const char *)a + i * d.m * d.k * bytes,
                   *y = (const char *)b + i * d.k * d.n * bytes;
        void *z = (char *)c + i * d.m * d.n * bytes;
        if (e == ELEM_f32)
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, x, k, y, n, 0, z, n);
        else if (e == ELEM_f64)
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, x, k, y, n, 0, z, n);
        else if (e == ELEM_c64)
            cblas_cgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, one_c64, x, k, y, n,
                        zero_c64, z, n);
        else
            cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, one_c128, x, k, y, n,
                        zero_c128, z, n);
    }
}

/* The type that a result of type e is accumulated in. */
static ElemType work_type(ElemType e)
{
    switch (elem_info[e].cls) {
    case CLASS_FLOAT: return e == ELEM_f64 ? ELEM_f64 : ELEM_f32;
    case CLASS_COMPLEX: return e;
    case CLASS_PRED:
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return ELEM_u64;
    }
    g_assert_not_reached();
}

/* Data of one type as data of another, new memory. Integers go to 64 bits without change of value.
 */
static void *widen(ElemType from, ElemType to, const void *data, int64_t n)
{
    int bytes = elem_info[to].bytes;
    char *out = g_malloc((gsize)MAX(n * bytes, 1));
    if (ref_convert_floats(from, to, data, out, n))
        return out;
    bool ints = to == ELEM_u64;
    for (int64_t i = 0; i < n; i++) {
        Scalar v = scalar_load(from, data, i);
        scalar_store(to, out, i, ints && !elem_is_float(from) ? v : scalar_convert(from, to, v));
    }
    return out;
}

void ref_matmul(ElemType e, bool single, RefMatDims d, const void *x, const void *y, void *z)
{
    if (!d.b || !d.m || !d.n)
        return;
    ElemType w = work_type(e);
    g_autofree void *a_own = w == e ? NULL : widen(e, w, x, d.b * d.m * d.k), *b_own = w == e ? NULL : widen(e, w, y, d.b * d.k * d.n);
    const void *a = w == e ? x : a_own, *b = w == e ? y : b_own;
    g_autofree void *c_own = w == e ? NULL : g_malloc0((gsize)(d.b * d.m * d.n * elem_info[w].bytes));
    void *c = w == e ? memset(z, 0, (size_t)(d.b * d.m * d.n * elem_info[w].bytes)) : c_own;
    bool fits = d.m < MAX_BLAS_DIM && d.n < MAX_BLAS_DIM && d.k < MAX_BLAS_DIM;
    if (!d.k) /* nothing to add up: zeros */
        ;
    else if (w != ELEM_u64 && fits && (double)d.m * (double)d.n * (double)d.k >= BLAS_FROM)
        blas(w, d, a, b, c);
    else if (single && w == ELEM_f32 && d.k <= FEW_TERMS)
        steps_f32(d, a, b, c);
    else if (single && w == ELEM_c64 && d.k <= FEW_TERMS)
        steps_c64(d, a, b, c);
    else if (w == ELEM_f32)
        plain_f32(d, a, b, c);
    else if (w == ELEM_f64)
        plain_f64(d, a, b, c);
    else if (w == ELEM_c64)
        plain_c64(d, a, b, c);
    else if (w == ELEM_c128)
        plain_c128(d, a, b, c);
    else
        plain_u64(d, a, b, c);
    if (c == z || ref_convert_floats(w, e, c, z, d.b * d.m * d.n))
        return;
    for (int64_t i = 0; i < d.b * d.m * d.n; i++)
        scalar_store(e, z, i,
                     e == ELEM_pred ? (Scalar){.i = scalar_load(w, c, i).u != 0}
                                    : scalar_load(w, c, i));
}

/* Sizes of an operand by role, and its elements in role order. */
typedef struct Side {
    int64_t batch, free, inner;
    void *data; /* [batch, free, inner] or [batch, inner, free], of type `elem` */
} Side;

/* The operand converted to `elem` with its dims reordered: batch, then free and contracted or the
 * other way round. */
static Side arrange(const Tensor *t, Ints batch, Ints inner, bool inner_first, ElemType elem)
{
    const Type *type = t->type;
    int order[MAX_RANK], n = 0;
    Side s = {1, 1, 1, NULL};
    for (int i = 0; i < batch.n; i++) {
        order[n++] = (int)batch.v[i];
        s.batch *= type->dims[batch.v[i]];
    }
    for (int pass = 0; pass < 2; pass++) {
        if ((pass == 0) == inner_first) {
            for (int i = 0; i < inner.n; i++) {
                order[n++] = (int)inner.v[i];
                s.inner *= type->dims[inner.v[i]];
            }
            continue;
        }
        for (int d = 0; d < type->rank; d++)
            if (!ints_have(batch, d) && !ints_have(inner, d)) {
                order[n++] = d;
                s.free *= type->dims[d];
            }
    }
    int64_t from[MAX_RANK], step[MAX_RANK], dims[MAX_RANK], to[MAX_RANK];
    ref_strides(type->rank, type->dims, from);
    for (int d = 0; d < type->rank; d++) {
        dims[d] = type->dims[order[d]];
        step[d] = from[order[d]];
    }
    ref_strides(type->rank, dims, to);
    g_autofree void *wide = type->elem == elem ? NULL : widen(type->elem, elem, t->data, type->n_elems);
    s.data = g_malloc((gsize)MAX(type->n_elems * elem_info[elem].bytes, 1));
    ref_copy(type->rank, dims, elem_info[elem].bytes, (RefSide){s.data, 0, to}, (RefSide){wide ? wide : t->data, 0, step});
    return s;
}

static void multiply(ElemType e, const Side *a, const Side *b, void *out)
{
    RefMatDims d = {a->batch, a->free, b->free, a->inner};
    ref_matmul(e, e == ELEM_f32 || e == ELEM_c64, d, a->data, b->data, out);
}

/* Operands are converted to the result's type first; sums are computed in f32 or wider and rounded once. The
 * algorithm attribute, a hint about speed, is ignored. */
bool ref_dot(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const DotDims *d = &op->a.dot.dims;
    ElemType e = op->type->elem;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    Side a = arrange(in[0], d->lhs_batch, d->lhs_contracting, false, e);
    Side b = arrange(in[1], d->rhs_batch, d->rhs_contracting, true, e);
    multiply(e, &a, &b, out[0]->data);
    g_free(a.data);
    g_free(b.data);
    return true;
}

/* The first number of an attribute kept as text, "{1}" or "[1]" or "1"; -1 if there is none. */
static int64_t extra_number(const IrOp *op, const char *key)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    while (text && *text && !g_ascii_isdigit(*text))
        text++;
    return text && *text ? g_ascii_strtoll(text, NULL, 10) : -1;
}

/* Which rows of a ragged operand are in which group: sizes[.., group] for each index of some of its dims. */
typedef struct Ragged {
    int64_t dim, n_groups;         /* the dim that is ragged */
    int n_prefix;                  /* dims with sizes of their own */
    int64_t prefix[MAX_RANK];
    const Tensor *sizes;
} Ragged;

/* Sets every element outside of the group's rows to zero. */
static void keep_group(Tensor *t, const Ragged *r, int64_t group)
{
    int64_t step[MAX_RANK];
    ref_strides(t->type->rank, t->type->dims, step);
    int bytes = elem_info[t->type->elem].bytes;
    int64_t n_lists = r->n_groups ? r->sizes->type->n_elems / r->n_groups : 0;
    g_autofree int64_t *lo = g_new0(int64_t, n_lists + 1), *hi = g_new0(int64_t, n_lists + 1);
    for (int64_t k = 0; k < n_lists; k++)
        for (int64_t g = 0; g <= group; g++) {
            lo[k] = hi[k];
            hi[k] += MAX(tensor_get_i64(r->sizes, k * r->n_groups + g), 0);
        }
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        int64_t at = i / step[r->dim] % t->type->dims[r->dim], list = 0;
        for (int p = 0; p < r->n_prefix; p++)
            list = list * t->type->dims[r->prefix[p]] + i / step[r->prefix[p]] % t->type->dims[r->prefix[p]];
        if (at < lo[list] || at >= hi[list])
            memset((char *)t->data + i * bytes, 0, (size_t)bytes);
    }
}

/* A ragged product is a sum over groups: lhs with all rows outside the group set to zero, times the group's
 * rhs (its group dim, if any, sliced to g). Zero rows contribute exact
 * zeros, so this holds for every mode. */
bool ref_ragged_dot(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const DotDims *dims = &op->a.dot.dims;
    int64_t ragged = extra_number(op, "lhs_ragged_dims"),
            group = extra_number(op, "rhs_group_dims");
    if (ragged < 0 || ragged >= in[0]->type->rank || group >= in[1]->type->rank)
        return ref_unsupported(op, error, "its ragged and group dimensions are not as expected");
    bool contracting = ints_have(dims->lhs_contracting, ragged);
    ElemType e = op->type->elem;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    Ragged r = {.dim = ragged, .sizes = in[2]};
    r.n_prefix = in[2]->type->rank == 1 ? 0 : ragged_dot_prefix(op, ragged, r.prefix);
    int64_t n_groups = r.n_groups = in[2]->type->dims[r.n_prefix],
            chunk = contracting && n_groups ? op->type->n_elems / n_groups : op->type->n_elems;
    for (int64_t g = 0; g < n_groups; g++) {
        g_autoptr(Tensor) lhs = tensor_dup(in[0]);
        keep_group(lhs, &r, g);
        /* rhs[g]: the group dim becomes a batch dim of size 1 by reading at an offset */
        int64_t rdims[MAX_RANK], step[MAX_RANK], to[MAX_RANK];
        int rank = in[1]->type->rank;
        ref_strides(rank, in[1]->type->dims, step);
        memcpy(rdims, in[1]->type->dims, sizeof *rdims * (size_t)rank);
        if (group >= 0)
            rdims[group] = 1;
        ref_strides(rank, rdims, to);
        Type one = *in[1]->type;
        one.dims = rdims;
        one.n_elems = group >= 0 && in[1]->type->dims[group]
                          ? one.n_elems / in[1]->type->dims[group]
                          : one.n_elems;
        g_autofree void *slice = g_malloc0((gsize)MAX(one.n_elems * elem_info[one.elem].bytes, 1));
        ref_copy(rank, rdims, elem_info[one.elem].bytes, (RefSide){slice, 0, to},
                 (RefSide){in[1]->data, group >= 0 ? g * step[group] : 0, step});
        Tensor rhs = {&one, slice, 1};
        Side a = arrange(lhs, dims->lhs_batch, dims->lhs_contracting, false, e);
        Side b = arrange(&rhs, dims->rhs_batch, dims->rhs_contracting, true, e);
        g_autofree char *part =
            g_malloc0((gsize)MAX(a.batch * a.free * b.free * elem_info[e].bytes, 1));
        multiply(e, &a, &b, part);
        for (int64_t i = 0; i < MIN(chunk, a.batch * a.free * b.free); i++) {
            int64_t at = contracting ? g * chunk + i : i;
            Scalar x = scalar_load(e, out[0]->data, at), y = scalar_load(e, part, i);
            bool real = elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
            Scalar sum =
                real ? (Scalar){.f = x.f + y.f, .im = x.im + y.im} : (Scalar){.u = x.u + y.u};
            scalar_store(e, out[0]->data, at, sum);
        }
        g_free(a.data);
        g_free(b.data);
    }
    return true;
}

/* An operand times its scale in f32; each element of the scale applies to a block of operand elements. */
static Tensor *scaled(const Tensor *t, const Tensor *scale, const Type *f32)
{
    Tensor *out = tensor_new(f32);
    const Type *type = t->type;
    int64_t step[MAX_RANK], scale_step[MAX_RANK];
    ref_strides(type->rank, type->dims, step);
    ref_strides(type->rank, scale->type->dims, scale_step);
    for (int64_t i = 0; i < type->n_elems; i++) {
        int64_t at = 0;
        for (int d = 0; d < type->rank; d++)
            at +=
                i / step[d] % type->dims[d] * scale->type->dims[d] / type->dims[d] * scale_step[d];
        tensor_set_f64(out, i, (double)(float)(tensor_get_f64(t, i) * tensor_get_f64(scale, at)));
    }
    return out;
}

bool ref_scaled_dot(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    Tensor *wide[2];
    Type types[2];
    for (int o = 0; o < 2; o++) {
        bool fits = in[2 + o]->type->rank == in[o]->type->rank || in[2 + o]->type->rank == 0;
        if (!fits)
            return ref_unsupported(op, error, "a scale's rank is not its operand's");
        types[o] = *in[o]->type;
        types[o].elem = ELEM_f32;
    }
    for (int o = 0; o < 2; o++) {
        g_autoptr(Tensor) ones =
            in[2 + o]->type->rank == in[o]->type->rank ? tensor_ref(in[2 + o]) : NULL;
        if (ones) {
            wide[o] = scaled(in[o], ones, &types[o]);
            continue;
        }
        wide[o] = tensor_new(&types[o]);
        for (int64_t i = 0; i < types[o].n_elems; i++)
            tensor_set_f64(wide[o], i, tensor_get_f64(in[o], i) * tensor_get_f64(in[2 + o], 0));
    }
    bool ok = ref_dot(cx, op, wide, out, error);
    tensor_unref(wide[0]);
    tensor_unref(wide[1]);
    return ok;
}
