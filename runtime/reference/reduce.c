/* reduce, map and scan: ops that apply a computation along dims of arrays or to every element. */
#include <math.h>
#include <string.h>

#include "runtime/reference/reference_impl.h"

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
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "not enough memory for the reduction %s",
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

/* Copies index k along dim d between an array and one without that dim (or with size 1 there). */
static void copy_line(const Type *whole, int d, int64_t k, void *array, void *line, bool to_line)
{
    int64_t step[MAX_RANK], line_step[MAX_RANK], box[MAX_RANK];
    memcpy(box, whole->dims, sizeof *box * (size_t)whole->rank);
    box[d] = 1;
    ref_strides(whole->rank, whole->dims, step);
    ref_strides(whole->rank, box, line_step);
    int bytes = elem_info[whole->elem].bytes;
    RefSide in_array = {array, k * step[d], step}, in_line = {line, 0, line_step};
    ref_copy(whole->rank, box, bytes, to_line ? in_line : in_array, to_line ? in_array : in_line);
}

/* True if `line` has the type of `whole` without dim d. */
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
