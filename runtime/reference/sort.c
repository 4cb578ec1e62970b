/* sort and topk: lines of elements ordered by a comparator, whole or only the first k of them. */
#include "runtime/reference/reference_impl.h"

#include <stdlib.h>
#include <string.h>

/* An integer among the attributes of a custom-call, MLIR's ("k = 4 : i64") or JSON ("k": 4). */
static int64_t config_int(const IrOp *op, const char *key, int64_t otherwise)
{
    const char *config = op->a.custom.backend_config, *at = config ? strstr(config, key) : NULL;
    if (!at)
        return otherwise;
    at += strlen(key);
    at += strspn(at, "\" :=");
    return g_ascii_isdigit(*at) ? g_ascii_strtoll(at, NULL, 10) : otherwise;
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

/* True if element a of the line must come before element b; false if the computation fails. */
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

/* A stable merge sort of a permutation: the right element comes first only if the comparator requires it. */
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

/* n arrays of the same dims that are sorted together along one dim; out has as many of the first
 * elements as it has room for in that dim. */
typedef struct Arrays {
    Tensor **in, **out;
    int n, dim;
} Arrays;

static bool sort_lines(RefCx *cx, const IrComp *comparator, const Arrays *arrays, GError **error)
{
    Tensor **in = arrays->in, **out = arrays->out;
    const Type *type = in[0]->type, *to = out[0]->type;
    int d = arrays->dim;
    g_autoptr(RefBody) body = ref_body_new(cx, comparator);
    g_autofree Scalar *args = g_new0(Scalar, 2 * arrays->n);
    GError *local = NULL; /* before() cannot return it */
    int64_t step[MAX_RANK], n = type->rank ? type->dims[d] : 1, n_kept = to->rank ? to->dims[d] : 1;
    ref_strides(type->rank, type->dims, step);
    Sorter s = {.body = body,
                .in = in,
                .n = arrays->n,
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
        int64_t line = i / (s.step * n), to_at = line * s.step * n_kept + i % s.step;
        for (int o = 0; o < arrays->n; o++) {
            int bytes = elem_info[in[o]->type->elem].bytes;
            for (int64_t k = 0; k < n_kept; k++)
                memcpy((char *)out[o]->data + (to_at + k * s.step) * bytes,
                       (const char *)in[o]->data + (i + order[k] * s.step) * bytes, (size_t)bytes);
        }
    }
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

bool ref_sort(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const Type *type = in[0]->type;
    int d = (int)(op->a.sort.dim < 0 ? op->a.sort.dim + type->rank : op->a.sort.dim);
    for (int i = 0; i < op->n_operands; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    return sort_lines(cx, op->comps[0], &(Arrays){in, out, op->n_operands, d}, error);
}

/* ApproxTopK and PartialReduce: operands are arrays and initial values; results are the elements of every line that a
 * comparator puts first, as many as the results' dims. The definition allows approximations; this is the exact
 * result. */
bool ref_approx_topk(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n = op->n_operands / 2, d = -1;
    const Type *type = in[0]->type;
    bool fits = n > 0 && op->n_operands == 2 * n && op->n_comps == 1 &&
                type_n_leaves(op->type) == n && type->kind == TYPE_ARRAY &&
                ref_comp_n_args(op->comps[0]) == 2 * n && type_n_leaves(op->comps[0]->root->type) == 1;
    int64_t dim = config_int(op, "reduction_dim", -1);
    for (int i = 0; fits && i < n; i++) {
        const Type *from = in[i]->type, *to = type_leaf(op->type, i);
        fits = to->kind == TYPE_ARRAY && to->elem == from->elem && to->rank == type->rank &&
               from->rank == type->rank && type->rank > 0;
        for (int k = 0; fits && k < type->rank; k++) {
            if (from->dims[k] != to->dims[k] && (d < 0 || d == k))
                d = k;
            else if (from->dims[k] != to->dims[k])
                fits = false;
            fits = fits && from->dims[k] == type->dims[k] && to->dims[k] <= from->dims[k] &&
                   to->dims[k] == type_leaf(op->type, 0)->dims[k];
        }
    }
    if (fits && d < 0) /* whole lines */
        d = (int)(dim >= 0 && dim < type->rank ? dim : type->rank - 1);
    if (!fits || (dim >= 0 && dim != d))
        return ref_unsupported(op, error, "its operands, results and comparator do not fit");
    for (int i = 0; i < n; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    return sort_lines(cx, op->comps[0], &(Arrays){in, out, n, d}, error);
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

/* Sorts whole lines, largest (or smallest) first, equal values by lower index. For the op, and for the custom-call TopK, whose
 * result type gives the number. */
bool ref_topk(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *type = in[0]->type;
    bool fits = op->n_operands == 1 && type_n_leaves(op->type) == 2 && type->kind == TYPE_ARRAY &&
                type->rank > 0 && elem_info[type->elem].cls != CLASS_COMPLEX;
    for (int i = 0; fits && i < 2; i++) {
        const Type *to = type_leaf(op->type, i);
        fits = to->kind == TYPE_ARRAY && to->rank == type->rank &&
               (i ? elem_is_int(to->elem) : to->elem == type->elem);
        for (int d = 0; fits && d < type->rank; d++)
            fits = d + 1 < type->rank ? to->dims[d] == type->dims[d] : to->dims[d] <= type->dims[d];
        fits = fits && to->dims[to->rank - 1] == type_leaf(op->type, 0)->dims[to->rank - 1];
    }
    if (!fits)
        return ref_unsupported(op, error, "not defined on this operand");
    for (int i = 0; i < 2; i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    bool largest = op->code != OP_topk || op->a.topk.largest;
    int64_t n = type->dims[type->rank - 1], k = out[0]->type->dims[type->rank - 1];
    g_autofree Keyed *line = g_new(Keyed, MAX(n, 1));
    for (int64_t row = 0; n && row < type->n_elems / n; row++) {
        for (int64_t i = 0; i < n; i++) {
            int64_t key = order_key(type->elem, scalar_load(type->elem, in[0]->data, row * n + i));
            line[i] = (Keyed){largest ? key : ~key, i};
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
