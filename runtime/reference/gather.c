/* gather and scatter. Both iterate over the positions of the index array (all its dims except the one of the index vectors). Each position
 * gives the corner of a window in the operand; gather copies the window, scatter combines it with the update. */
#include <string.h>

#include "runtime/reference/reference_impl.h"

static int64_t index_at(const Tensor *t, int64_t i)
{
    Scalar v = scalar_load(t->type->elem, t->data, i);
    return elem_info[t->type->elem].cls == CLASS_UNSIGNED && v.i < 0 ? INT64_MAX : v.i;
}

/* Relates operand, index array and windows; window: the gather's result or the scatter's update
 * array. */
typedef struct Windows {
    const GatherDims *g;
    const Type *operand, *indices, *window;
    int n_batch;             /* positions: dims of the index array and of `window` */
    int batch_dim[MAX_RANK]; /* of the index array */
    int window_batch_dim[MAX_RANK];
    int64_t batch_size[MAX_RANK];
    int64_t box[MAX_RANK];         /* window sizes by operand dim */
    int64_t window_step[MAX_RANK]; /* in `window`, by operand dim; 0 for dims it lacks */
    int64_t operand_step[MAX_RANK], index_step[MAX_RANK],
        step[MAX_RANK]; /* step: of `window`, by its own dim */
} Windows;

static void windows_init(Windows *w, const IrOp *op, const Type *operand, const Type *indices,
                         const Type *window)
{
    *w = (Windows){.g = &op->a.gather, .operand = operand, .indices = indices, .window = window};
    const GatherDims *g = w->g;
    ref_strides(operand->rank, operand->dims, w->operand_step);
    ref_strides(indices->rank, indices->dims, w->index_step);
    ref_strides(window->rank, window->dims, w->step);
    for (int d = 0; d < indices->rank; d++)
        if (d != g->index_vector_dim) {
            w->batch_size[w->n_batch] = indices->dims[d];
            w->batch_dim[w->n_batch++] = d;
        }
    for (int d = 0, b = 0; d < window->rank; d++)
        if (!ints_have(g->offset, d) && b < w->n_batch)
            w->window_batch_dim[b++] = d;
    for (int d = 0, k = 0; d < operand->rank; d++) {
        w->box[d] = 1;
        if (ints_have(g->collapsed, d) || ints_have(g->operand_batching, d))
            continue;
        int64_t at = g->offset.v[k++];
        w->box[d] = window->dims[at];
        w->window_step[d] = w->step[at];
    }
}

/* The window's corner in the operand for a position, not clamped, and where the window starts in
 * `window`. */
static int64_t windows_start(const Windows *w, const Tensor *indices, const int64_t *batch,
                             int64_t *start)
{
    const GatherDims *g = w->g;
    int64_t at = 0, window_at = 0;
    for (int b = 0; b < w->n_batch; b++) {
        at += batch[b] * w->index_step[w->batch_dim[b]];
        window_at += batch[b] * w->step[w->window_batch_dim[b]];
    }
    int64_t vector_step =
        g->index_vector_dim < w->indices->rank ? w->index_step[g->index_vector_dim] : 0;
    memset(start, 0, sizeof *start * (size_t)w->operand->rank);
    for (int k = 0; k < g->map.n; k++)
        start[g->map.v[k]] = index_at(indices, at + k * vector_step);
    for (int i = 0; i < g->operand_batching.n; i++)
        for (int b = 0; b < w->n_batch; b++)
            if (w->batch_dim[b] == g->indices_batching.v[i])
                start[g->operand_batching.v[i]] = batch[b];
    return window_at;
}

static int64_t product(const int64_t *v, int n)
{
    int64_t p = 1;
    for (int i = 0; i < n; i++)
        p *= v[i];
    return p;
}

bool ref_gather(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    Windows w;
    windows_init(&w, op, in[0]->type, in[1]->type, op->type);
    int rank = w.operand->rank;
    /* a slice of size 0 on a collapsed dim makes an empty result without special treatment */
    int64_t batch[MAX_RANK] = {0}, start[MAX_RANK];
    if (!op->type->n_elems)
        return true;
    for (int64_t i = 0; i < product(w.batch_size, w.n_batch);
         i++, ref_next(w.n_batch, w.batch_size, batch)) {
        int64_t to = windows_start(&w, in[1], batch, start), from = 0;
        for (int d = 0; d < rank; d++)
            from += CLAMP(start[d], 0, w.operand->dims[d] - w.box[d]) * w.operand_step[d];
        ref_copy(rank, w.box, elem_info[op->type->elem].bytes,
                 (RefSide){out[0]->data, to, w.window_step},
                 (RefSide){in[0]->data, from, w.operand_step});
    }
    return true;
}

/* n arrays and their updates, combined by `body`. */
typedef struct Scatter {
    Windows w;
    RefBody *body;
    int n;
    Tensor **out, **updates;
} Scatter;

/* One window of all arrays: its corner is element `at` of each array and `update_at` of its updates. */
static bool combine_window(const Scatter *s, int64_t at, int64_t update_at, GError **error)
{
    const Windows *w = &s->w;
    RefBody *b = s->body;
    int n = s->n;
    Tensor **out = s->out, **updates = s->updates;
    int64_t index[MAX_RANK] = {0};
    g_autofree Scalar *args = g_new(Scalar, 2 * n);
    do {
        int64_t to = at, from = update_at;
        for (int d = 0; d < w->operand->rank; d++) {
            to += index[d] * w->operand_step[d];
            from += index[d] * w->window_step[d];
        }
        for (int i = 0; i < n; i++) {
            args[i] = scalar_load(out[i]->type->elem, out[i]->data, to);
            args[n + i] = scalar_load(updates[i]->type->elem, updates[i]->data, from);
        }
        if (n == 1 && b->simple != N_OPCODES)
            args[0] = ref_combine(b, args[0], args[1]);
        else if (!ref_body_run(b, args, args, error))
            return false;
        for (int i = 0; i < n; i++)
            scalar_store(out[i]->type->elem, out[i]->data, to, args[i]);
    } while (ref_next(w->operand->rank, w->box, index));
    return true;
}

/* A window that is not completely inside the operand is skipped. */
bool ref_scatter(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n = (op->n_operands - 1) / 2;
    const Tensor *indices = in[n];
    Tensor **updates = in + n + 1;
    for (int i = 0; i < n; i++)
        out[i] = in[i]->refs == 1 ? tensor_ref(in[i]) : tensor_dup(in[i]);
    if (!updates[0]->type->n_elems)
        return true;
    g_autoptr(RefBody) b = ref_body_new(cx, op->comps[0]);
    Scatter s = {.body = b, .n = n, .out = out, .updates = updates};
    windows_init(&s.w, op, in[0]->type, indices->type, updates[0]->type);
    const Windows *w = &s.w;
    int64_t batch[MAX_RANK] = {0}, start[MAX_RANK];
    for (int64_t i = 0; i < product(w->batch_size, w->n_batch);
         i++, ref_next(w->n_batch, w->batch_size, batch)) {
        int64_t from = windows_start(w, indices, batch, start), at = 0;
        bool inside = true;
        for (int d = 0; d < w->operand->rank && inside; d++) {
            inside = start[d] >= 0 && start[d] <= w->operand->dims[d] - w->box[d];
            at += inside ? start[d] * w->operand_step[d] : 0; /* a corner far outside could overflow */
        }
        if (!inside)
            continue;
        if (n == 1 && b->picks == 1)
            ref_copy(w->operand->rank, w->box, elem_info[out[0]->type->elem].bytes,
                     (RefSide){out[0]->data, at, w->operand_step},
                     (RefSide){updates[0]->data, from, w->window_step});
        else if (!combine_window(&s, at, from, error))
            return false;
    }
    return true;
}
