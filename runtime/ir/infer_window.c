/* Result types of windows, reductions, sorts and scans. */
#include "runtime/ir/infer_impl.h"

#include <string.h>

/* ---- scan ------------------------------------------------------------------------------------ */

/* True if `line` is a slice of `whole` at one index of dim d: dim d is absent or has size 1. */
static bool is_line_of(const Type *whole, const Type *line, int64_t d, int64_t length)
{
    if (whole->kind != TYPE_ARRAY || line->kind != TYPE_ARRAY || whole->elem != line->elem || d >= whole->rank || whole->dims[d] != length)
        return false;
    bool kept = line->rank == whole->rank;
    if (!kept && line->rank != whole->rank - 1)
        return false;
    for (int i = 0, k = 0; i < whole->rank; i++) {
        if (i != d ? line->dims[k] != whole->dims[i] : kept && line->dims[k] != 1)
            return false;
        k += i != d || kept;
    }
    return true;
}

/* Part i of a type that may or may not be a tuple. */
static const Type *part_of(const Type *type, int i)
{
    return type->kind == TYPE_TUPLE ? type->parts[i] : type;
}

/* Inputs are sliced along a dim and carries passed from step to step; results are the stacked outputs and the final carries. */
const Type *infer_scan(const IrOp *op, GError **error)
{
    const Type *type = infer_declared(op, error);
    int64_t dim[1], carries[1];
    int n_dims, n_counts;
    if (!type || op->n_comps != 1)
        return type ? infer_fail(op, error, "it calls nothing") : NULL;
    const IrComp *step = op->comps[0];
    const Type *gives = step->root->type;
    bool counted = infer_kept_numbers(op, "num_carries", carries, 1, &n_counts) && n_counts == 1;
    int n_carries = counted && carries[0] <= op->n_operands ? (int)carries[0] : -1, n_in = op->n_operands - n_carries;
    int n_out = (type->kind == TYPE_TUPLE ? type->n_parts : 1) - n_carries;
    if (!infer_kept_numbers(op, "dimensions", dim, 1, &n_dims) || n_dims != 1 || n_carries < 0 || n_out < 0)
        return type; /* outputs and carries cannot be told apart: not checked */
    if (step->n_params != op->n_operands)
        return infer_fail(op, error, "%s takes %d values, there are %d operands", step->name, step->n_params, op->n_operands);
    if ((gives->kind == TYPE_TUPLE ? gives->n_parts : 1) != n_out + n_carries)
        return infer_fail(op, error, "%s returns %s for the result %s", step->name, infer_text(gives), infer_text(type));
    const Type *first = op->operands[0]->type;
    if (n_in < 1 || first->kind != TYPE_ARRAY || dim[0] >= first->rank)
        return infer_fail(op, error, "there is no dimension %" G_GINT64_FORMAT " to go along", dim[0]);
    int64_t length = first->dims[dim[0]];
    for (int i = 0; i < op->n_operands; i++) {
        const Type *has_type = op->operands[i]->type, *takes = step->params[i]->type;
        if (i < n_in ? !is_line_of(has_type, takes, dim[0], length) : has_type->plain != takes->plain)
            return infer_fail(op, error, "operand %d is %s, of which %s takes %s", i, infer_text(has_type), step->name, infer_text(takes));
    }
    for (int i = 0; i < n_out + n_carries; i++) {
        const Type *is = part_of(type, i), *each = part_of(gives, i);
        if (i < n_out ? !is_line_of(is, each, dim[0], length) : is->plain != each->plain || is->plain != op->operands[n_in + i - n_out]->type->plain)
            return infer_fail(op, error, "result %d is %s, but %s returns %s", i, infer_text(is), step->name, infer_text(each));
    }
    return type;
}

/* ---- windows --------------------------------------------------------------------------------- */

enum { TOO_FAR = -2 };

/* Number of positions of window `w` over n elements with padding and dilation; -1 if a number is invalid, TOO_FAR if one exceeds the
 * supported range. */
static int64_t window_places(int64_t n, const WindowDim *w)
{
    int64_t in, size;
    if (w->size < 0 || w->stride < 1 || w->base_dilation < 1 || w->window_dilation < 1)
        return -1;
    if (__builtin_mul_overflow(MAX(n - 1, 0), w->base_dilation, &in) ||
        __builtin_add_overflow(in, n > 0, &in) || __builtin_add_overflow(in, w->pad_lo, &in) ||
        __builtin_add_overflow(in, w->pad_hi, &in) ||
        __builtin_mul_overflow(MAX(w->size - 1, 0), w->window_dilation, &size) ||
        __builtin_add_overflow(size, w->size > 0, &size))
        return -1;
    if (!infer_reaches(w->pad_lo) || !infer_reaches(w->pad_hi) || !infer_reaches(in) || !infer_reaches(size))
        return TOO_FAR;
    return in <= 0 || size > in ? 0 : (in - size) / w->stride + 1;
}

static bool place_dims(const IrOp *op, GError **error, Window w, const int64_t *in, int64_t *out)
{
    for (int i = 0; i < w.n; i++) {
        out[i] = w.dims[i].size < 1 ? -1 : window_places(in[i], &w.dims[i]);
        if (out[i] == TOO_FAR)
            return infer_fail(op, error, "window dimension %d reaches further than 2^40 elements, by its padding or dilations", i) != NULL;
        if (out[i] < 0)
            return infer_fail(op, error,
                              "window dimension %d makes no sense: size %" G_GINT64_FORMAT
                              ", stride %" G_GINT64_FORMAT ", dilations %" G_GINT64_FORMAT
                              " and %" G_GINT64_FORMAT ", over %" G_GINT64_FORMAT " elements",
                              i, w.dims[i].size, w.dims[i].stride, w.dims[i].base_dilation,
                              w.dims[i].window_dilation, in[i]) != NULL;
    }
    return true;
}

/* True if the numbers name each of the `rank` dimensions once. */
static bool names_all_dims(int rank, int a, int b, Ints spatial)
{
    uint64_t seen = 0;
    for (int i = 0; i < spatial.n + 2; i++) {
        int64_t d = i == 0 ? a : i == 1 ? b : spatial.v[i - 2];
        if (d < 0 || d >= rank || (seen >> d & 1))
            return false;
        seen |= (uint64_t)1 << d;
    }
    return spatial.n + 2 == rank;
}

const Type *infer_convolution(const IrOp *op, GError **error)
{
    if (op->n_operands < 2)
        return infer_fail(op, error, "%d operands instead of two", op->n_operands);
    const Type *x = infer_array(op, 0, error), *k = x ? infer_array(op, 1, error) : NULL;
    if (!k)
        return NULL;
    const ConvDims *d = &op->a.conv.dims;
    int spatial = d->in_spatial.n, rank = spatial + 2;
    if (x->rank != rank || k->rank != rank)
        return infer_fail(op, error, "dim_labels name %d dimensions; the operands are %s and %s",
                          rank, infer_text(x), infer_text(k));
    if (!names_all_dims(rank, d->in_batch, d->in_feature, d->in_spatial) ||
        !names_all_dims(rank, d->kernel_in, d->kernel_out, d->kernel_spatial) ||
        !names_all_dims(rank, d->out_batch, d->out_feature, d->out_spatial))
        return infer_fail(op, error, "dim_labels do not name each of the %d dimensions once", rank);
    if (op->a.conv.window.n != spatial)
        return infer_fail(op, error, "a window of %d dimensions for %d spatial ones",
                          op->a.conv.window.n, spatial);
    int64_t fg = d->feature_groups, bg = d->batch_groups;
    int64_t ib = x->dims[d->in_batch], in = x->dims[d->in_feature], ki = k->dims[d->kernel_in],
            ko = k->dims[d->kernel_out];
    if (fg < 1 || bg < 1 || (fg > 1 && bg > 1))
        return infer_fail(
            op, error, "%" G_GINT64_FORMAT " feature groups and %" G_GINT64_FORMAT " batch groups",
            fg, bg);
    if (in % fg != 0 || in / fg != ki || ko % fg != 0)
        return infer_fail(op, error,
                          "%" G_GINT64_FORMAT " input features in %" G_GINT64_FORMAT
                          " groups, a kernel of %" G_GINT64_FORMAT " by %" G_GINT64_FORMAT,
                          in, fg, ki, ko);
    if (ib % bg != 0 || ko % bg != 0)
        return infer_fail(op, error,
                          "a batch of %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                          " output features in %" G_GINT64_FORMAT " batch groups",
                          ib, ko, bg);
    int64_t sizes[MAX_RANK] = {0}, places[MAX_RANK], dims[MAX_RANK] = {0};
    for (int i = 0; i < spatial; i++) {
        int64_t size = k->dims[d->kernel_spatial.v[i]];
        if (size != op->a.conv.window.dims[i].size)
            return infer_fail(op, error,
                              "window dimension %d has size %" G_GINT64_FORMAT
                              ", the kernel has %" G_GINT64_FORMAT,
                              i, op->a.conv.window.dims[i].size, size);
        sizes[i] = x->dims[d->in_spatial.v[i]];
    }
    if (!place_dims(op, error, op->a.conv.window, sizes, places))
        return NULL;
    dims[d->out_batch] = ib / bg;
    dims[d->out_feature] = ko;
    for (int i = 0; i < spatial; i++)
        dims[d->out_spatial.v[i]] = places[i];
    ElemType elem =
        op->type && op->type->kind == TYPE_ARRAY ? op->type->elem : infer_wider(x->elem, k->elem);
    return infer_make(op, error, elem, rank, dims);
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* Checks a reduction: N arrays of equal dims and N scalars; to_apply takes 2N scalars (N results, N elements). *n is N. */
static bool check_reduction(const IrOp *op, GError **error, int *n)
{
    *n = op->n_operands / 2;
    if (op->n_operands < 2 || op->n_operands % 2)
        return infer_fail(op, error, "%d operands; it takes arrays and as many initial values",
                          op->n_operands) != NULL;
    const Type *x = infer_array(op, 0, error);
    ElemType *elems = g_new(ElemType, 2 * *n);
    bool fine = x != NULL;
    for (int i = 0; i < *n && fine; i++) {
        const Type *y = infer_array(op, i, error),
                   *init = y ? infer_array(op, *n + i, error) : NULL;
        fine = init != NULL;
        if (!fine)
            break;
        fine =
            y->rank == x->rank && memcmp(y->dims, x->dims, (size_t)x->rank * sizeof *x->dims) == 0;
        if (!fine)
            infer_fail(op, error, "arrays %s and %s", infer_text(x), infer_text(y));
        else if (init->rank != 0)
            fine = infer_fail(op, error, "the initial value is %s instead of a scalar",
                              infer_text(init)) != NULL;
        elems[i] = init->elem;
        elems[*n + i] = y->elem;
    }
    fine = fine && infer_scalar_params(op, error, 0, 2 * *n, elems);
    g_free(elems);
    return fine;
}

/* The element types of the results are those that the computation returns. */
static const Type *reduction_type(const IrOp *op, GError **error, int n, int rank,
                                  const int64_t *dims)
{
    const Type *root = op->comps[0]->root->type;
    if (n > 1 ? root->kind != TYPE_TUPLE || root->n_parts != n : root->kind != TYPE_ARRAY)
        return infer_fail(op, error, "%s returns %s for %d arrays", op->comps[0]->name,
                          infer_text(root), n);
    const Type **types = g_new(const Type *, n);
    const Type *type = NULL;
    for (int i = 0; i < n; i++) {
        const Type *part = n > 1 ? root->parts[i] : root;
        bool scalar = part->kind == TYPE_ARRAY && part->rank == 0;
        types[i] = scalar ? infer_make(op, error, part->elem, rank, dims)
                          : infer_fail(op, error, "%s returns %s instead of a scalar",
                                       op->comps[0]->name, infer_text(part));
        if (!types[i])
            goto out;
    }
    type = infer_results(op, error, n, types);
out:
    g_free(types);
    return type;
}

const Type *infer_reduce(const IrOp *op, GError **error)
{
    int n;
    if (!check_reduction(op, error, &n))
        return NULL;
    const Type *x = op->operands[0]->type;
    if (!infer_dims(op, error, op->a.dims, x->rank, "dimension"))
        return NULL;
    int64_t dims[MAX_RANK];
    int rank = 0;
    for (int i = 0; i < x->rank; i++)
        if (!ints_have(op->a.dims, i))
            dims[rank++] = x->dims[i];
    return reduction_type(op, error, n, rank, dims);
}

const Type *infer_reduce_window(const IrOp *op, GError **error)
{
    int n;
    int64_t dims[MAX_RANK];
    if (!check_reduction(op, error, &n))
        return NULL;
    const Type *x = op->operands[0]->type;
    if (op->a.window.window.n != x->rank)
        return infer_fail(op, error, "a window of %d dimensions over %s", op->a.window.window.n,
                          infer_text(x));
    return place_dims(op, error, op->a.window.window, x->dims, dims)
               ? reduction_type(op, error, n, x->rank, dims)
               : NULL;
}

const Type *infer_select_and_scatter(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *source = x ? infer_array(op, 1, error) : NULL,
               *init = source ? infer_array(op, 2, error) : NULL;
    int64_t dims[MAX_RANK];
    if (!init)
        return NULL;
    if (op->a.window.window.n != x->rank)
        return infer_fail(op, error, "a window of %d dimensions over %s", op->a.window.window.n,
                          infer_text(x));
    if (!place_dims(op, error, op->a.window.window, x->dims, dims))
        return NULL;
    if (source->rank != x->rank || memcmp(source->dims, dims, (size_t)x->rank * sizeof *dims) != 0)
        return infer_fail(op, error, "the source is %s, but the window takes other places over %s",
                          infer_text(source), infer_text(x));
    if (init->rank != 0)
        return infer_fail(op, error, "the initial value is %s instead of a scalar",
                          infer_text(init));
    ElemType two[] = {x->elem, x->elem};
    static const ElemType yes = ELEM_pred;
    return infer_scalar_params(op, error, 0, 2, two) && infer_scalar_params(op, error, 1, 2, two) && infer_scalar_results(op, error, 0, 1, &yes) &&
                   infer_scalar_results(op, error, 1, 1, two)
               ? x->plain
               : NULL;
}

/* ---- sorting --------------------------------------------------------------------------------- */

const Type *infer_sort(const IrOp *op, GError **error)
{
    int n = op->n_operands;
    const Type *x = n ? infer_array(op, 0, error) : NULL;
    if (!x)
        return infer_fail(op, error, "no operands");
    if (op->a.sort.dim < 0 || op->a.sort.dim >= MAX(x->rank, 1))
        return infer_fail(op, error, "dimension %" G_GINT64_FORMAT " of %s", op->a.sort.dim,
                          infer_text(x));
    ElemType *elems = g_new(ElemType, 2 * n);
    const Type **types = g_new(const Type *, n);
    bool fine = true;
    for (int i = 0; i < n && fine; i++) {
        const Type *y = infer_array(op, i, error);
        fine = y && y->rank == x->rank &&
               memcmp(y->dims, x->dims, (size_t)x->rank * sizeof *x->dims) == 0;
        if (y && !fine)
            infer_fail(op, error, "operands are %s and %s", infer_text(x), infer_text(y));
        types[i] = y ? y->plain : NULL;
        elems[2 * i] = elems[2 * i + 1] = y ? y->elem : N_ELEMS;
    }
    fine = fine && infer_scalar_params(op, error, 0, 2 * n, elems);
    if (fine) {
        const Type *less = op->comps[0]->root->type;
        fine = less->kind == TYPE_ARRAY && less->rank == 0 && less->elem == ELEM_pred;
        if (!fine)
            infer_fail(op, error, "%s returns %s instead of pred[]", op->comps[0]->name,
                       infer_text(less));
    }
    const Type *type = fine ? infer_results(op, error, n, types) : NULL;
    g_free(elems);
    g_free(types);
    return type;
}

const Type *infer_topk(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    if (x->rank < 1 || op->a.topk.k < 0 || op->a.topk.k > x->dims[x->rank - 1])
        return infer_fail(op, error, "the best %" G_GINT64_FORMAT " of %s", op->a.topk.k,
                          infer_text(x));
    int64_t dims[MAX_RANK];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    dims[x->rank - 1] = op->a.topk.k;
    const Type *values = infer_make(op, error, x->elem, x->rank, dims),
               *indices = infer_make(op, error, ELEM_s32, x->rank, dims);
    return values && indices ? infer_results(op, error, 2, (const Type *[]){values, indices})
                             : NULL;
}
