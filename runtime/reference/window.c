/* Windows sliding over arrays: convolution, reduce-window, select-and-scatter. A window dimension
 * of size w, stride s, low padding lo, base dilation b and window dilation r puts element k of the
 * window at output position o on p = o * s - lo + k * r of the padded and dilated array; the
 * element there is array[p / b], or nothing if p is negative, beyond the end or in a hole (not a
 * multiple of b). */
#include <math.h>
#include <string.h>

#include "runtime/reference/reference_impl.h"

/* The array index under window element k at output position o, or -1. */
static int64_t window_index(const WindowDim *w, int64_t n, int64_t o, int64_t k)
{
    int64_t p = o * w->stride - w->pad_lo + k * w->window_dilation;
    if (p < 0 || p % w->base_dilation)
        return -1;
    p /= w->base_dilation;
    return p < n ? p : -1;
}

/* Steps that one op may take: a day's work means that the sizes are no honest ones. */
static const double max_steps = 1e14;
static const int64_t max_window = 1 << 28; /* elements of one window */

/* Counts the elements of the window in *n; an error if the op would take too long. `steps`: how many
 * it takes for each element of the window. */
static bool window_work(const IrOp *op, const WindowDim *win, int n_dims, double steps, int64_t *n,
                        GError **error)
{
    *n = 1;
    for (int d = 0; d < n_dims; d++) {
        if (win[d].size > max_window / MAX(*n, 1))
            return diag(error, SHARD_ERROR_LIMIT, &op->at, NULL,
                        "the window of %s has more than %d elements", op->name, (int)max_window);
        *n *= win[d].size;
    }
    if (steps * (double)*n > max_steps)
        return diag(error, SHARD_ERROR_LIMIT, &op->at, NULL, "%s takes %.2g steps, more than %.2g",
                    op->name, steps * (double)*n, max_steps);
    return true;
}

/* ---- convolution ----------------------------------------------------------------------------- */

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

/* What the kernel meets at one output place: patch[k * group_in + z], zero where there is nothing.
 * `valid` notes which window elements met something. */
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

/* The kernel for one group of output features, [window, group_in, n_features]; reversed dims turned
 * round. */
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

/* Where the window met nothing, zero times an infinite kernel element would be NaN: such kernels
 * are multiplied with exactly the elements that meet something. */
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
    *type = *t->type;
    type->elem = e;
    type->layout = NULL;
    Tensor *wide = tensor_new(type);
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
    g_autoptr(Tensor) wide = tensor_new(&types[2]);
    /* features that share their input features and their part of the batch go together */
    int64_t groups = MAX(fg, bg), n = features / groups, batch = op->type->dims[dims->out_batch];
    if (op->type->n_elems)
        for (int64_t g = 0; g < groups; g++) {
            Features f = {g * n, n, fg > 1 ? g : 0, bg > 1 ? g * batch : 0};
            conv_features(&c, &f, x, kernel, wide);
        }
    for (int64_t i = 0; i < op->type->n_elems; i++)
        scalar_store(e, out[0]->data, i,
                     scalar_convert(c.work, e, scalar_load(c.work, wide->data, i)));
    return true;
}

/* ---- reduce-window --------------------------------------------------------------------------- */

/* One window dimension is larger than 1, moves by 1 without dilation, and always reaches back to
 * the start or on to the end: a running reduction. Returns that dim, *forward tells which; -1 if
 * the windows are not of that kind. */
static int running_dim(const IrOp *op, const Type *type, bool *forward)
{
    int found = -1;
    for (int d = 0; d < type->rank; d++) {
        const WindowDim *w = &op->a.window.window.dims[d];
        if (w->size == 1 && w->stride == 1 && w->pad_lo == 0 && w->pad_hi == 0 &&
            w->base_dilation == 1)
            continue;
        if (found >= 0 || w->stride != 1 || w->base_dilation != 1 || w->window_dilation != 1 ||
            op->type->dims[d] != type->dims[d])
            return -1;
        found = d;
        *forward = w->pad_hi == 0 && w->pad_lo == w->size - 1 && w->size >= type->dims[d];
        if (!*forward && !(w->pad_lo == 0 && w->pad_hi == w->size - 1 && w->size >= type->dims[d]))
            return -1;
    }
    return found;
}

static void running_reduce(const RefBody *b, const IrOp *op, Tensor **in, int d, bool forward,
                           Tensor *out)
{
    const Type *type = in[0]->type;
    int64_t step[MAX_RANK], n = type->dims[d];
    ref_strides(type->rank, type->dims, step);
    for (int64_t i = 0; i < type->n_elems; i++) {
        if (i / step[d] % n) /* once per line, from its first element */
            continue;
        Scalar acc = scalar_load(type->elem, in[1]->data, 0);
        for (int64_t k = 0; k < n; k++) {
            int64_t at = i + (forward ? k : n - 1 - k) * step[d];
            acc = ref_combine(b, acc, scalar_load(type->elem, in[0]->data, at));
            scalar_store(op->type->elem, out->data, at, acc);
        }
    }
}

/* acc = f(acc, x) for one element of each of the n arrays; args is [2 n] scratch with acc in front.
 */
static bool step_body(RefBody *b, int n, Scalar *args, Tensor **in, int64_t at, GError **error)
{
    for (int i = 0; i < n; i++) {
        Scalar x = scalar_load(in[i]->type->elem, in[i]->data, at);
        args[n + i] = in[i]->type->elem == b->param_elem[n + i]
                          ? x
                          : scalar_convert(in[i]->type->elem, b->param_elem[n + i], x);
    }
    if (n == 1 && b->simple != N_OPCODES) {
        args[0] = ref_combine(b, args[0], args[1]);
        return true;
    }
    return ref_body_run(b, args, args, error);
}

/* Contiguous elements whose windows have the same shape: those of the last dims that windows do not reach across. */
typedef struct Rows {
    int64_t n;   /* elements of one row */
    int n_outer; /* the dims before the row's */
} Rows;

static Rows equal_windows(const WindowDim *win, const Type *type, const Type *to)
{
    int64_t n = 1;
    int d = type->rank;
    for (; d > 0; d--) {
        const WindowDim *w = &win[d - 1];
        if (w->size != 1 || w->stride != 1 || w->pad_lo || w->pad_hi || w->base_dilation != 1 || type->dims[d - 1] != to->dims[d - 1])
            break;
        n *= type->dims[d - 1];
    }
    return (Rows){n, d};
}

/* One array combined by a plain op: a whole row at a time, each element's terms in the order of its window. */
static void reduce_rows(const RefBody *b, const IrOp *op, Tensor **in, Tensor *out, Rows rows, int64_t n_window)
{
    int64_t n_row = rows.n;
    int n_outer = rows.n_outer;
    const Type *type = in[0]->type, *to = out->type;
    const WindowDim *win = op->a.window.window.dims;
    int64_t step[MAX_RANK], window[MAX_RANK], place[MAX_RANK] = {0};
    ref_strides(type->rank, type->dims, step);
    for (int i = 0; i < n_outer; i++)
        window[i] = win[i].size;
    Scalar init = scalar_convert(in[1]->type->elem, b->param_elem[0], scalar_load(in[1]->type->elem, in[1]->data, 0));
    g_autofree Scalar *acc = g_new(Scalar, n_row);
    for (int64_t o = 0; o < to->n_elems; o += n_row, ref_next(n_outer, to->dims, place)) {
        for (int64_t j = 0; j < n_row; j++)
            acc[j] = init;
        int64_t k[MAX_RANK] = {0};
        for (int64_t w = 0; w < n_window; w++, ref_next(n_outer, window, k)) {
            int64_t at = 0;
            bool inside = true;
            for (int i = 0; i < n_outer && inside; i++) {
                int64_t x = window_index(&win[i], type->dims[i], place[i], k[i]);
                inside = x >= 0;
                at += x * step[i];
            }
            if (inside && type->elem == ELEM_f32 && b->simple == OP_add) { /* by far the most frequent */
                const float *x = (const float *)in[0]->data + at;
                for (int64_t j = 0; j < n_row; j++)
                    acc[j].f = b->rounds ? (double)(float)(acc[j].f + (double)x[j]) : acc[j].f + (double)x[j];
            } else if (inside) {
                for (int64_t j = 0; j < n_row; j++)
                    acc[j] = ref_combine(b, acc[j], scalar_load(type->elem, in[0]->data, at + j));
            }
        }
        for (int64_t j = 0; j < n_row; j++)
            scalar_store(to->elem, out->data, o + j, scalar_convert(b->result_elem[0], to->elem, acc[j]));
    }
}

bool ref_reduce_window(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n = op->n_operands / 2, rank = in[0]->type->rank;
    const Type *type = in[0]->type,
               *to = out && op->type->kind == TYPE_TUPLE ? type_leaf(op->type, 0) : op->type;
    const WindowDim *win = op->a.window.window.dims;
    for (int i = 0; i < n; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    g_autoptr(RefBody) b = ref_body_new(cx, op->comps[0]);
    int64_t n_window;
    if (!window_work(op, win, rank, 1, &n_window, error))
        return false;
    ref_body_terms(b, n_window);
    bool forward;
    int d = n == 1 && !b->rounds && b->simple != N_OPCODES ? running_dim(op, type, &forward) : -1;
    if (d >= 0) {
        running_reduce(b, op, in, d, forward, out[0]);
        return true;
    }
    int64_t window[MAX_RANK], step[MAX_RANK], place[MAX_RANK] = {0};
    ref_strides(rank, type->dims, step);
    if (!window_work(op, win, rank, (double)to->n_elems * n, &n_window, error))
        return false;
    Rows rows = equal_windows(win, type, to);
    if (n == 1 && b->simple != N_OPCODES && type->elem == b->param_elem[1] && rows.n > 1) {
        reduce_rows(b, op, in, out[0], rows, n_window);
        return true;
    }
    for (int i = 0; i < rank; i++)
        window[i] = win[i].size;
    g_autofree Scalar *args = g_new0(Scalar, 2 * n);
    for (int64_t o = 0; o < to->n_elems; o++, ref_next(rank, to->dims, place)) {
        for (int i = 0; i < n; i++)
            args[i] = scalar_convert(in[n + i]->type->elem, b->param_elem[i],
                                     scalar_load(in[n + i]->type->elem, in[n + i]->data, 0));
        int64_t k[MAX_RANK] = {0};
        for (int64_t w = 0; w < n_window; w++, ref_next(rank, window, k)) {
            int64_t at = 0;
            bool inside = true;
            for (int i = 0; i < rank && inside; i++) {
                int64_t x = window_index(&win[i], type->dims[i], place[i], k[i]);
                inside = x >= 0;
                at += x * step[i];
            }
            if (inside && !step_body(b, n, args, in, at, error))
                return false;
        }
        for (int i = 0; i < n; i++)
            scalar_store(out[i]->type->elem, out[i]->data, o,
                         scalar_convert(b->result_elem[i], out[i]->type->elem, args[i]));
    }
    return true;
}

/* ---- select-and-scatter ---------------------------------------------------------------------- */

bool ref_select_and_scatter(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const Type *type = in[0]->type, *source = in[1]->type;
    const WindowDim *win = op->a.window.window.dims;
    ElemType e = type->elem;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    for (int64_t i = 0; i < op->type->n_elems; i++)
        scalar_store(op->type->elem, out[0]->data, i,
                     scalar_load(in[2]->type->elem, in[2]->data, 0));
    g_autoptr(RefBody) select = ref_body_new(cx, op->comps[0]);
    g_autoptr(RefBody) scatter = ref_body_new(cx, op->comps[1]);
    int64_t window[MAX_RANK], step[MAX_RANK], place[MAX_RANK] = {0}, n_window;
    ref_strides(type->rank, type->dims, step);
    if (!window_work(op, win, type->rank, (double)source->n_elems, &n_window, error))
        return false;
    for (int d = 0; d < type->rank; d++)
        window[d] = win[d].size;
    for (int64_t s = 0; s < source->n_elems; s++, ref_next(source->rank, source->dims, place)) {
        int64_t selected = -1, k[MAX_RANK] = {0};
        for (int64_t w = 0; w < n_window; w++, ref_next(type->rank, window, k)) {
            int64_t at = 0;
            bool inside = true;
            for (int d = 0; d < type->rank && inside; d++) {
                int64_t x = window_index(&win[d], type->dims[d], place[d], k[d]);
                inside = x >= 0;
                at += x * step[d];
            }
            if (!inside)
                continue;
            Scalar keep = {.i = 0};
            const Scalar pair[2] = {scalar_load(e, in[0]->data, MAX(selected, 0)),
                                    scalar_load(e, in[0]->data, at)};
            if (selected >= 0 && !ref_body_run(select, pair, &keep, error))
                return false;
            if (!keep.i)
                selected = at;
        }
        if (selected < 0)
            continue;
        Scalar sum, args[2] = {scalar_load(source->elem, in[1]->data, s),
                               scalar_load(op->type->elem, out[0]->data, selected)};
        if (!ref_body_run(scatter, args, &sum, error))
            return false;
        scalar_store(op->type->elem, out[0]->data, selected, sum);
    }
    return true;
}
