/* Convolution: for each block of output places the input under the kernel is gathered as a matrix, which
 * is multiplied with the kernel. */
#include <math.h>
#include <string.h>

#include "runtime/reference/window.h"

enum { PATCH_ELEMS = 1 << 22 }; /* of one block of gathered input */

typedef struct Conv {
    const IrOp *op;
    const ConvDims *dims;
    const WindowDim *win;
    int n; /* spatial dims */
    ElemType work;
    int64_t spatial[MAX_RANK]; /* output sizes, window order */
    int64_t window[MAX_RANK];  /* window sizes */
    int64_t in_step[MAX_RANK], kernel_step[MAX_RANK], out_step[MAX_RANK]; /* by array dim */
    const Type *in, *kernel, *out;
    int64_t group_in, group_out; /* features of one feature group */
    int64_t n_window;
} Conv;

static int64_t ints_product(const int64_t *v, int n)
{
    int64_t p = 1;
    for (int i = 0; i < n; i++)
        p *= v[i];
    return p;
}

/* n elements from every `from_step`-th place to every `to_step`-th. */
static void copy_row(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n,
                     int bytes)
{
    if (to_step == 1 && from_step == 1) {
        memcpy(to, from, (size_t)(n * bytes));
    } else if (bytes == 4) {
        uint32_t *t = (uint32_t *)(void *)to;
        const uint32_t *f = (const uint32_t *)(const void *)from;
        for (int64_t i = 0; i < n; i++)
            t[i * to_step] = f[i * from_step];
    } else if (bytes == 8) {
        uint64_t *t = (uint64_t *)(void *)to;
        const uint64_t *f = (const uint64_t *)(const void *)from;
        for (int64_t i = 0; i < n; i++)
            t[i * to_step] = f[i * from_step];
    } else {
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_step * bytes, from + i * from_step * bytes, (size_t)bytes);
    }
}

/* Output features [first, first + n), which read one group of input features and one part of the
 * batch. */
typedef struct Features {
    int64_t first, n;
    int64_t group, batch_from;
} Features;

/* One place of the output. */
typedef struct Place {
    int64_t batch, at[MAX_RANK]; /* at: in window order */
} Place;

/* Place i of the output in row-major order of (batch, spatial dims). */
static Place place_of(const Conv *c, int64_t i)
{
    int64_t per_batch = ints_product(c->spatial, c->n), step[MAX_RANK];
    Place place = {.batch = i / per_batch};
    ref_strides(c->n, c->spatial, step);
    for (int d = 0; d < c->n; d++)
        place.at[d] = i % per_batch / step[d] % c->spatial[d];
    return place;
}

/* Gathers the input under the kernel for one output place: patch[k * group_in + z], zero outside of the input.
 * `valid` tells which window elements are inside. */
static void gather_patch(const Conv *c, const Features *f, const Tensor *x, const Place *place,
                         char *patch, bool *valid)
{
    int bytes = elem_info[c->work].bytes;
    int64_t k[MAX_RANK] = {0};
    for (int64_t w = 0; w < c->n_window; w++, ref_next(c->n, c->window, k)) {
        int64_t at = (f->batch_from + place->batch) * c->in_step[c->dims->in_batch] +
                     f->group * c->group_in * c->in_step[c->dims->in_feature];
        valid[w] = true;
        for (int d = 0; d < c->n && valid[w]; d++) {
            int64_t i =
                window_index(&c->win[d], c->in->dims[c->dims->in_spatial.v[d]], place->at[d], k[d]);
            valid[w] = i >= 0;
            at += i * c->in_step[c->dims->in_spatial.v[d]];
        }
        char *to = patch + w * c->group_in * bytes;
        if (!valid[w]) {
            memset(to, 0, (size_t)(c->group_in * bytes));
            continue;
        }
        copy_row(to, 1, (const char *)x->data + at * bytes, c->in_step[c->dims->in_feature],
                 c->group_in, bytes);
    }
}

/* The kernel for one group of output features, as [window, group_in, n_features] with reversed dims
 * reversed. */
static void gather_kernel(const Conv *c, const Tensor *kernel, int64_t first_feature,
                          int64_t n_features, char *to)
{
    int bytes = elem_info[c->work].bytes;
    int64_t k[MAX_RANK] = {0};
    for (int64_t w = 0; w < c->n_window; w++, ref_next(c->n, c->window, k)) {
        int64_t at = 0;
        for (int d = 0; d < c->n; d++)
            at += (c->win[d].reversed ? c->window[d] - 1 - k[d] : k[d]) *
                  c->kernel_step[c->dims->kernel_spatial.v[d]];
        for (int64_t z = 0; z < c->group_in; z++, to += n_features * bytes)
            copy_row(to, 1,
                     (const char *)kernel->data + (at + z * c->kernel_step[c->dims->kernel_in] +
                                                   first_feature * c->kernel_step[c->dims->kernel_out]) *
                                                      bytes,
                     c->kernel_step[c->dims->kernel_out], n_features, bytes);
    }
}

static void put_result(const Conv *c, const Features *f, Tensor *out, const Place *place,
                       const char *from)
{
    int bytes = elem_info[c->work].bytes;
    int64_t at = place->batch * c->out_step[c->dims->out_batch] +
                 f->first * c->out_step[c->dims->out_feature];
    for (int d = 0; d < c->n; d++)
        at += place->at[d] * c->out_step[c->dims->out_spatial.v[d]];
    copy_row((char *)out->data + at * bytes, c->out_step[c->dims->out_feature], from, 1, f->n,
             bytes);
}

/* Outside of the input, zero times an infinite kernel element would be NaN. So a kernel that is not finite
 * is only multiplied with the elements inside. */
static bool all_finite(ElemType e, const char *data, int64_t n)
{
    if (!elem_is_float(e) && elem_info[e].cls != CLASS_COMPLEX)
        return true;
    for (int64_t i = 0; i < n; i++) {
        Scalar v = scalar_load(e, data, i);
        if (!isfinite(v.f) || (elem_info[e].cls == CLASS_COMPLEX && !isfinite(v.im)))
            return false;
    }
    return true;
}

/* One place with the kernel rows of missing elements left out. */
static void place_exact(const Conv *c, const char *patch, const bool *valid, const char *kernel,
                        int64_t n_features, char *result)
{
    int bytes = elem_info[c->work].bytes;
    g_autofree char *p = g_malloc((gsize)MAX(c->n_window * c->group_in * bytes, 1));
    g_autofree char *k = g_malloc((gsize)MAX(c->n_window * c->group_in * n_features * bytes, 1));
    int64_t rows = 0;
    for (int64_t w = 0; w < c->n_window; w++)
        for (int64_t z = 0; valid[w] && z < c->group_in; z++, rows++) {
            memcpy(p + rows * bytes, patch + (w * c->group_in + z) * bytes, (size_t)bytes);
            memcpy(k + rows * n_features * bytes,
                   kernel + (w * c->group_in + z) * n_features * bytes,
                   (size_t)(n_features * bytes));
        }
    ref_matmul(c->work, c->out->elem == c->work, (RefMatDims){1, 1, n_features, rows}, p, k, result);
}

/* The features for all places: blocks of patches times the kernel. */
static void conv_features(const Conv *c, const Features *f, const Tensor *x, const Tensor *kernel,
                          Tensor *out)
{
    int bytes = elem_info[c->work].bytes;
    int64_t n = f->n, rows = c->n_window * c->group_in,
            places = ints_product(c->spatial, c->n) * c->out->dims[c->dims->out_batch];
    int64_t block = CLAMP(PATCH_ELEMS / MAX(rows, 1), 1, MAX(places, 1));
    g_autofree char *k = g_malloc0((gsize)MAX(rows * n * bytes, 1));
    g_autofree char *patches = g_malloc0((gsize)MAX(rows * block * bytes, 1));
    g_autofree char *result = g_malloc0((gsize)MAX(block * n * bytes, 1));
    g_autofree bool *valid = g_new0(bool, MAX(c->n_window, 1));
    gather_kernel(c, kernel, f->first, n, k);
    bool finite = all_finite(c->work, k, rows * n);
    for (int64_t start = 0; start < places; start += block) {
        int64_t count = MIN(block, places - start);
        for (int64_t i = 0; i < count; i++) {
            Place place = place_of(c, start + i);
            gather_patch(c, f, x, &place, patches + i * rows * bytes, valid);
            if (!finite)
                place_exact(c, patches + i * rows * bytes, valid, k, n, result + i * n * bytes);
        }
        if (finite)
            ref_matmul(c->work, c->out->elem == c->work, (RefMatDims){1, count, n, rows}, patches, k,
                       result);
        for (int64_t i = 0; i < count; i++) {
            Place place = place_of(c, start + i);
            put_result(c, f, out, &place, result + i * n * bytes);
        }
    }
}

/* A tensor's values in another element type; `type` is scratch for its type. */
static Tensor *as_type(const Tensor *t, ElemType e, Type *type)
{
    if (t->type->elem == e)
        return tensor_ref(t);
    *type = *t->type;
    type->elem = e;
    type->layout = NULL;
    Tensor *wide = tensor_new(type);
    if (ref_convert_floats(t->type->elem, e, t->data, wide->data, type->n_elems))
        return wide;
    for (int64_t i = 0; i < type->n_elems; i++)
        scalar_store(e, wide->data, i,
                     scalar_convert(t->type->elem, e, scalar_load(t->type->elem, t->data, i)));
    return wide;
}

bool ref_convolution(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    if (op->n_operands != 2)
        return ref_unsupported(op, error, "more than two operands");
    const ConvDims *dims = &op->a.conv.dims;
    Conv c = {.op = op,
              .dims = dims,
              .win = op->a.conv.window.dims,
              .n = dims->in_spatial.n,
              .in = in[0]->type,
              .kernel = in[1]->type,
              .out = op->type};
    ElemType e = op->type->elem;
    c.work = elem_is_float(e)                    ? (e == ELEM_f64 ? e : ELEM_f32)
             : elem_info[e].cls == CLASS_COMPLEX ? e
                                                 : ELEM_s64;
    double steps = (double)op->type->n_elems * (double)c.kernel->dims[dims->kernel_in];
    if (!window_work(op, c.win, c.n, steps, &c.n_window, error))
        return false;
    for (int d = 0; d < c.n; d++) {
        c.spatial[d] = op->type->dims[dims->out_spatial.v[d]];
        c.window[d] = c.win[d].size;
    }
    ref_strides(c.in->rank, c.in->dims, c.in_step);
    ref_strides(c.kernel->rank, c.kernel->dims, c.kernel_step);
    ref_strides(c.out->rank, c.out->dims, c.out_step);
    int64_t features = op->type->dims[dims->out_feature], fg = MAX(dims->feature_groups, 1),
            bg = MAX(dims->batch_groups, 1);
    c.group_in = c.kernel->dims[dims->kernel_in];
    c.group_out = features / fg;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    Type types[3];
    g_autoptr(Tensor) x = as_type(in[0], c.work, &types[0]);
    g_autoptr(Tensor) kernel = as_type(in[1], c.work, &types[1]);
    types[2] = *op->type;
    types[2].elem = c.work;
    g_autoptr(Tensor) wide = c.work == e ? tensor_ref(out[0]) : tensor_new(&types[2]);
    /* features with the same input features and the same part of the batch are computed together */
    int64_t groups = MAX(fg, bg), n = features / groups, batch = op->type->dims[dims->out_batch];
    if (op->type->n_elems)
        for (int64_t g = 0; g < groups; g++) {
            Features f = {g * n, n, fg > 1 ? g : 0, bg > 1 ? g * batch : 0};
            conv_features(&c, &f, x, kernel, wide);
        }
    if (wide->data == out[0]->data || ref_convert_floats(c.work, e, wide->data, out[0]->data, op->type->n_elems))
        return true;
    for (int64_t i = 0; i < op->type->n_elems; i++)
        scalar_store(e, out[0]->data, i,
                     scalar_convert(c.work, e, scalar_load(c.work, wide->data, i)));
    return true;
}
