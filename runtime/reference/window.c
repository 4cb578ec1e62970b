/* reduce-window and select-and-scatter; window.h defines windows. */
#include "runtime/reference/window.h"

/* Limit of the steps of one op, about a day of work: programs with more are refused. */
static const double max_steps = 1e14;
static const int64_t max_window = 1 << 28; /* elements of one window */

bool window_work(const IrOp *op, const WindowDim *win, int n_dims, double steps, int64_t *n,
                 GError **error)
{
    *n = 1;
    for (int d = 0; d < n_dims; d++) {
        if (win[d].size > max_window / MAX(*n, 1))
            return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL,
                        "the window of %s has more than %d elements", op->name, (int)max_window);
        *n *= win[d].size;
    }
    if (steps * (double)*n > max_steps)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "%s takes %.2g steps, more than %.2g",
                    op->name, steps * (double)*n, max_steps);
    return true;
}

/* ---- reduce-window --------------------------------------------------------------------------- */

/* One window dimension is larger than 1, moves by 1 without dilation, and always reaches back to
 * the start or on to the end: a running reduction. Returns that dim, *forward tells which; -1 if
 * the windows are not of that kind. */
static int running_dim(const IrOp *op, const Type *type, const Type *to, bool *forward)
{
    int found = -1;
    for (int d = 0; d < type->rank; d++) {
        const WindowDim *w = &op->a.window.window.dims[d];
        if (w->size == 1 && w->stride == 1 && w->pad_lo == 0 && w->pad_hi == 0 &&
            w->base_dilation == 1)
            continue;
        if (found >= 0 || w->stride != 1 || w->base_dilation != 1 || w->window_dilation != 1 ||
            to->dims[d] != type->dims[d])
            return -1;
        found = d;
        *forward = w->pad_hi == 0 && w->pad_lo == w->size - 1 && w->size >= type->dims[d];
        if (!*forward && !(w->pad_lo == 0 && w->pad_hi == w->size - 1 && w->size >= type->dims[d]))
            return -1;
    }
    return found;
}

typedef struct Terms {
    int n;       /* arrays */
    Tensor **in;
    bool before; /* acc = f(x, acc) in place of f(acc, x) */
} Terms;

/* acc = f(acc, x) for element `at` of each of the arrays; args is [2 n] scratch with acc in front. */
static bool step_body(RefBody *b, const Terms *terms, Scalar *args, int64_t at, GError **error)
{
    int n = terms->n;
    Tensor **in = terms->in;
    for (int i = 0; i < n; i++) {
        Scalar x = scalar_load(in[i]->type->elem, in[i]->data, at);
        args[n + i] = in[i]->type->elem == b->param_elem[n + i]
                          ? x
                          : scalar_convert(in[i]->type->elem, b->param_elem[n + i], x);
        if (terms->before) {
            x = args[i];
            args[i] = args[n + i];
            args[n + i] = x;
        }
    }
    if (n == 1 && b->simple != N_OPCODES) {
        args[0] = ref_combine(b, args[0], args[1]);
        return true;
    }
    return ref_body_run(b, args, args, error);
}

/* A running reduction of any computation. From the start on, each window's terms are combined in their order; towards the start
 * terms keep their places, and the initial value is the last of them. */
static bool running_body(RefBody *b, const IrOp *op, Tensor **in, int d, Tensor **out, GError **error)
{
    int n = op->n_operands / 2;
    const Type *type = in[0]->type;
    bool forward = op->a.window.window.dims[d].pad_hi == 0;
    int64_t step[MAX_RANK], length = type->dims[d];
    ref_strides(type->rank, type->dims, step);
    g_autofree Scalar *args = g_new0(Scalar, 2 * n);
    for (int64_t i = 0; i < type->n_elems; i++) {
        if (i / step[d] % length) /* once per line, from its first element */
            continue;
        for (int a = 0; a < n; a++)
            args[a] = scalar_convert(in[n + a]->type->elem, b->param_elem[a], scalar_load(in[n + a]->type->elem, in[n + a]->data, 0));
        for (int64_t k = 0; k < length; k++) {
            int64_t at = i + (forward ? k : length - 1 - k) * step[d];
            if (!step_body(b, &(Terms){n, in, !forward}, args, at, error))
                return false;
            for (int a = 0; a < n; a++)
                scalar_store(out[a]->type->elem, out[a]->data, at, scalar_convert(b->result_elem[a], out[a]->type->elem, args[a]));
        }
    }
    return true;
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
            if (inside && type->elem == ELEM_f32 && b->simple == OP_add) { /* by far the most frequent case */
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
    bool forward = false;
    int d = type->n_elems > 0 ? running_dim(op, type, to, &forward) : -1;
    if (d >= 0 && n == 1 && !b->rounds && b->simple != N_OPCODES) {
        running_reduce(b, op, in, d, forward, out[0]);
        return true;
    }
    if (d >= 0 && b->simple == N_OPCODES)
        return running_body(b, op, in, d, out, error);
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
            if (inside && !step_body(b, &(Terms){n, in, false}, args, at, error))
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
