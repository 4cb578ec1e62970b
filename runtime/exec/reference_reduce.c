/* Computations applied along or over arrays: reduce, map, scan, sort, topk. */
#include <math.h>
#include <string.h>

#include "runtime/exec/reference_impl.h"

/* ---- reduce ---------------------------------------------------------------------------------- */

/* Visits the operand in row-major order; `place` steps through the result alongside. */
typedef struct Visit {
    int rank;
    const int64_t *dims;
    int64_t index[MAX_RANK], step[MAX_RANK]; /* step in the result; 0 along reduced dims */
    int64_t at;                              /* in the result */
} Visit;

static Visit visit_start(const IrOp *op, const Type *type)
{
    Visit v = {.rank = type->rank, .dims = type->dims};
    bool reduced[MAX_RANK] = {false};
    for (int i = 0; i < op->a.dims.n; i++)
        reduced[op->a.dims.v[i]] = true;
    int64_t step = 1;
    for (int d = type->rank - 1; d >= 0; d--)
        if (!reduced[d]) {
            v.step[d] = step;
            step *= type->dims[d];
        }
    return v;
}

static void visit_next(Visit *v)
{
    for (int d = v->rank - 1; d >= 0; d--) {
        v->at += v->step[d];
        if (++v->index[d] < v->dims[d])
            return;
        v->at -= v->step[d] * v->dims[d];
        v->index[d] = 0;
    }
}

bool ref_reduce(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n = op->n_operands / 2;
    for (int i = 0; i < n; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    g_autoptr(RefBody) b = ref_body_new(cx, op->comps[0]);
    int64_t n_out = out[0]->type->n_elems;
    ref_body_terms(b, in[0]->type->n_elems / MAX(n_out, 1));
    g_autofree Scalar *acc = g_try_new(Scalar, (gsize)MAX(n_out * n, 1));
    if (!acc)
        return diag(error, SHARD_ERROR_LIMIT, &op->at, NULL, "no memory for the reduction %s",
                    op->name);
    for (int64_t o = 0; o < n_out; o++)
        for (int i = 0; i < n; i++)
            acc[o * n + i] = scalar_convert(in[n + i]->type->elem, b->param_elem[i],
                                            scalar_load(in[n + i]->type->elem, in[n + i]->data, 0));
    Visit v = visit_start(op, in[0]->type);
    ElemType e = in[0]->type->elem;
    bool simple = n == 1 && b->simple != N_OPCODES;
    bool sums =
        simple && !b->rounds && b->simple == OP_add && elem_is_float(b->param_elem[0]) && elem_is_float(e);
    g_autofree Scalar *args = g_new0(Scalar, 2 * n);
    for (int64_t at = 0; at < in[0]->type->n_elems; at++, visit_next(&v)) {
        if (sums) {
            acc[v.at].f += e == ELEM_f32 ? ((const float *)in[0]->data)[at]
                                         : scalar_load(e, in[0]->data, at).f;
            continue;
        }
        for (int i = 0; i < n; i++) {
            args[i] = acc[v.at * n + i];
            ElemType from = in[i]->type->elem, to = b->param_elem[n + i];
            Scalar x = scalar_load(from, in[i]->data, at);
            args[n + i] = from == to ? x : scalar_convert(from, to, x);
        }
        if (simple)
            acc[v.at] = ref_combine(b, args[0], args[1]);
        else if (!ref_body_run(b, args, &acc[v.at * n], error))
            return false;
    }
    for (int64_t o = 0; o < n_out; o++)
        for (int i = 0; i < n; i++)
            scalar_store(out[i]->type->elem, out[i]->data, o,
                         scalar_convert(b->result_elem[i], out[i]->type->elem, acc[o * n + i]));
    return true;
}

/* ---- map and scan ---------------------------------------------------------------------------- */

bool ref_map(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    g_autoptr(RefBody) b = ref_body_new(cx, op->comps[0]);
    g_autofree Scalar *args = g_new0(Scalar, MAX(op->n_operands, 1));
    for (int64_t i = 0; i < op->type->n_elems; i++) {
        Scalar result;
        for (int o = 0; o < op->n_operands; o++)
            args[o] = scalar_load(in[o]->type->elem, in[o]->data, i);
        if (!ref_body_run(b, args, &result, error))
            return false;
        scalar_store(op->type->elem, out[0]->data, i, result);
    }
    return true;
}

static int64_t extra_int(const IrOp *op, const char *key, int64_t otherwise)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    if (text && g_str_has_prefix(text, "true"))
        return 1;
    while (text && *text && !g_ascii_isdigit(*text))
        text++;
    return text && *text ? g_ascii_strtoll(text, NULL, 10) : otherwise;
}

/* Copies place k along dim d between an array and one without that dim (or with size 1 there). */
static void copy_line(const Type *whole, int d, int64_t k, void *array, void *line, bool to_line)
{
    int64_t step[MAX_RANK], line_step[MAX_RANK], box[MAX_RANK];
    memcpy(box, whole->dims, sizeof *box * (size_t)whole->rank);
    box[d] = 1;
    ref_strides(whole->rank, whole->dims, step);
    ref_strides(whole->rank, box, line_step);
    int bytes = elem_info[whole->elem].bytes;
    if (to_line)
        ref_copy(whole->rank, box, bytes, line, 0, line_step, array, k * step[d], step);
    else
        ref_copy(whole->rank, box, bytes, array, k * step[d], step, line, 0, line_step);
}

/* Whether `line` is `whole` without the extent of dim d. */
static bool is_line(const Type *whole, const Type *line, int d)
{
    return whole->kind == TYPE_ARRAY && line->kind == TYPE_ARRAY && whole->elem == line->elem &&
           d >= 0 && d < whole->rank && line->n_elems * whole->dims[d] == whole->n_elems;
}

/* The types of the operands, the results and the step's parameters and results against each other.
 */
static bool scan_fits(const IrOp *op, int d, int n_in, int n_out)
{
    const IrComp *step = op->comps[0];
    const Type *first = op->operands[0]->type;
    for (int i = 0; i < op->n_operands; i++) {
        const Type *whole = op->operands[i]->type, *param = step->params[i]->type;
        if (i >= n_in ? whole->plain != param->plain
                      : !is_line(whole, param, d) || whole->dims[d] != first->dims[d])
            return false;
    }
    for (int i = 0; i < type_n_leaves(op->type); i++) {
        const Type *result = type_leaf(op->type, i), *root = type_leaf(step->root->type, i);
        if (i >= n_out ? result->plain != root->plain || i - n_out + n_in >= op->n_operands ||
                             root->plain != op->operands[i - n_out + n_in]->type->plain
                       : !is_line(result, root, d) || result->dims[d] != first->dims[d])
            return false;
    }
    return true;
}

/* f(input slices..., carries...) gives (output slices..., carries...), along one dim. */
bool ref_scan(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int d = (int)(op->a.dims.n ? op->a.dims.v[0] : extra_int(op, "dimensions", 0));
    int n_carries = (int)extra_int(op, "num_carries", 1), n_in = op->n_operands - n_carries;
    const IrComp *step = op->comps[0];
    int n_results = type_n_leaves(op->type), n_out = n_results - n_carries;
    bool shape_ok = n_carries >= 0 && n_in >= 1 && n_out >= 0 && step->n_params == op->n_operands &&
                    type_n_leaves(step->root->type) == n_results &&
                    scan_fits(op, d, n_in, n_out);
    if (!shape_ok)
        return ref_unsupported(op, error, "its operands, carries and computation do not match");
    for (int i = 0; i < n_out; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    for (int i = 0; i < n_carries; i++)
        out[n_out + i] = tensor_ref(in[n_in + i]);
    bool reverse = extra_int(op, "is_reverse", 0) != 0;
    int64_t length = in[0]->type->dims[d];
    g_autofree Tensor **args = g_new0(Tensor *, op->n_operands);
    g_autofree Tensor **results = g_new0(Tensor *, MAX(n_results, 1));
    for (int64_t i = 0; i < length; i++) {
        int64_t k = reverse ? length - 1 - i : i;
        for (int a = 0; a < n_in; a++) {
            args[a] = tensor_new(step->params[a]->type);
            copy_line(in[a]->type, d, k, in[a]->data, args[a]->data, true);
        }
        for (int c = 0; c < n_carries; c++)
            args[n_in + c] = g_steal_pointer(&out[n_out + c]);
        if (!ref_comp(cx, step, args, results, error))
            return false;
        for (int o = 0; o < n_out; o++) {
            copy_line(out[o]->type, d, k, out[o]->data, results[o]->data, false);
            tensor_unref(results[o]);
        }
        for (int c = 0; c < n_carries; c++)
            out[n_out + c] = results[n_out + c];
    }
    return true;
}

/* ---- sort ------------------------------------------------------------------------------------ */

typedef struct Sorter {
    RefBody *body;
    Tensor **in;
    int n;
    int64_t base, step; /* of the line being sorted */
    Scalar *args;
    GError **error;
} Sorter;

/* Whether element a of the line must stand before element b. Failing computations count as no. */
static bool before(Sorter *s, int64_t a, int64_t b)
{
    for (int i = 0; i < s->n; i++) {
        const Tensor *t = s->in[i];
        s->args[2 * i] = scalar_load(t->type->elem, t->data, s->base + a * s->step);
        s->args[2 * i + 1] = scalar_load(t->type->elem, t->data, s->base + b * s->step);
    }
    Scalar result = {.i = 0};
    ref_body_run(s->body, s->args, &result, s->error);
    return result.i != 0;
}

/* Merge sort of a permutation; stable: the right one goes first only if it must. */
static void merge_sort(Sorter *s, int64_t *order, int64_t *scratch, int64_t n)
{
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t lo = 0; lo < n; lo += 2 * width) {
            int64_t mid = MIN(lo + width, n), hi = MIN(lo + 2 * width, n), a = lo, b = mid;
            for (int64_t k = lo; k < hi; k++) {
                bool right = a == mid || (b < hi && before(s, order[b], order[a]));
                scratch[k] = order[right ? b++ : a++];
            }
        }
        memcpy(order, scratch, sizeof *order * (size_t)n);
    }
}

bool ref_sort(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const Type *type = in[0]->type;
    int d = (int)(op->a.sort.dim < 0 ? op->a.sort.dim + type->rank : op->a.sort.dim);
    for (int i = 0; i < op->n_operands; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    g_autoptr(RefBody) body = ref_body_new(cx, op->comps[0]);
    g_autofree Scalar *args = g_new0(Scalar, 2 * op->n_operands);
    GError *local = NULL; /* before() cannot return it */
    int64_t step[MAX_RANK], n = type->rank ? type->dims[d] : 1;
    ref_strides(type->rank, type->dims, step);
    Sorter s = {.body = body,
                .in = in,
                .n = op->n_operands,
                .step = type->rank ? step[d] : 1,
                .args = args,
                .error = &local};
    g_autofree int64_t *order = g_new(int64_t, MAX(n, 1)), *scratch = g_new(int64_t, MAX(n, 1));
    for (int64_t i = 0; i < type->n_elems && !local; i++) {
        if (type->rank && i / step[d] % n)
            continue;
        s.base = i;
        for (int64_t k = 0; k < n; k++)
            order[k] = k;
        merge_sort(&s, order, scratch, n);
        for (int o = 0; o < op->n_operands; o++) {
            int bytes = elem_info[in[o]->type->elem].bytes;
            for (int64_t k = 0; k < n; k++)
                memcpy((char *)out[o]->data + (i + k * s.step) * bytes,
                       (const char *)in[o]->data + (i + order[k] * s.step) * bytes, (size_t)bytes);
        }
    }
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

/* ---- topk ------------------------------------------------------------------------------------ */

/* A key that orders all values of a type, larger is larger; floats in their total order. */
static int64_t order_key(ElemType e, Scalar v)
{
    if (elem_is_float(e))
        return ref_total_order_key(v.f);
    return elem_info[e].cls == CLASS_UNSIGNED ? (int64_t)(v.u ^ (uint64_t)1 << 63) : v.i;
}

typedef struct Keyed {
    int64_t key, index;
} Keyed;

static int by_key(gconstpointer a, gconstpointer b)
{
    const Keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Whole lines sorted, best first; equal values by lower index. */
bool ref_topk(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *type = in[0]->type;
    int64_t n = type->dims[type->rank - 1], k = op->a.topk.k;
    if (elem_info[type->elem].cls == CLASS_COMPLEX || k > n)
        return ref_unsupported(op, error, "not defined on this operand");
    for (int i = 0; i < 2; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    g_autofree Keyed *line = g_new(Keyed, MAX(n, 1));
    for (int64_t row = 0; n && row < type->n_elems / n; row++) {
        for (int64_t i = 0; i < n; i++) {
            int64_t key = order_key(type->elem, scalar_load(type->elem, in[0]->data, row * n + i));
            line[i] = (Keyed){op->a.topk.largest ? key : ~key, i};
        }
        qsort(line, (size_t)n, sizeof *line, by_key);
        for (int64_t i = 0; i < k; i++) {
            scalar_store(type->elem, out[0]->data, row * k + i,
                         scalar_load(type->elem, in[0]->data, row * n + line[i].index));
            tensor_set_i64(out[1], row * k + i, line[i].index);
        }
    }
    return true;
}
