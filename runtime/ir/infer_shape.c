/* Result types of ops that move data, from broadcasts to scatters. */
#include "runtime/ir/infer_impl.h"

#include <string.h>

static bool same_dims(const Type *a, const Type *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

const Type *infer_broadcast(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *to = x ? infer_declared(op, error) : NULL;
    if (!to)
        return NULL;
    Ints dims = op->a.dims;
    if (to->kind != TYPE_ARRAY || to->elem != x->elem)
        return infer_fail(op, error, "the result is %s, the operand %s", infer_text(to),
                          infer_text(x));
    if (dims.n != x->rank)
        return infer_fail(op, error, "%d dimensions for an operand %s", dims.n, infer_text(x));
    if (!infer_dims(op, error, dims, to->rank, "dimension"))
        return NULL;
    for (int i = 0; i < dims.n; i++)
        if (to->dims[dims.v[i]] != x->dims[i])
            return infer_fail(op, error,
                              "dimension %d of size %" G_GINT64_FORMAT
                              " becomes dimension %" G_GINT64_FORMAT " of size %" G_GINT64_FORMAT,
                              i, x->dims[i], dims.v[i], to->dims[dims.v[i]]);
    return to;
}

const Type *infer_reshape(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *to = x ? infer_declared(op, error) : NULL;
    if (!to)
        return NULL;
    if (to->kind != TYPE_ARRAY || to->elem != x->elem ||
        (to->n_elems != x->n_elems && op->code == OP_reshape))
        return infer_fail(
            op, error,
            "%s cannot become %s: %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " elements",
            infer_text(x), infer_text(to), x->n_elems, to->kind == TYPE_ARRAY ? to->n_elems : 0);
    return to;
}

const Type *infer_transpose(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    if (op->a.dims.n != x->rank)
        return infer_fail(op, error, "a permutation of %d for an operand %s", op->a.dims.n,
                          infer_text(x));
    if (!infer_dims(op, error, op->a.dims, x->rank, "dimension"))
        return NULL;
    int64_t dims[MAX_RANK];
    for (int i = 0; i < x->rank; i++)
        dims[i] = x->dims[op->a.dims.v[i]];
    return infer_make(op, error, x->elem, x->rank, dims);
}

const Type *infer_reverse(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    return x && infer_dims(op, error, op->a.dims, x->rank, "dimension") ? x->plain : NULL;
}

const Type *infer_slice(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    int64_t dims[MAX_RANK];
    for (int i = 0; i < x->rank; i++) {
        int64_t a = op->a.slice.start[i], b = op->a.slice.limit[i], s = op->a.slice.stride[i];
        if (a < 0 || a > b || b > x->dims[i] || s < 1)
            return infer_fail(op, error,
                              "[%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                              "] of dimension %d of size %" G_GINT64_FORMAT,
                              a, b, s, i, x->dims[i]);
        dims[i] = (b - a) / s + ((b - a) % s != 0);
    }
    return infer_make(op, error, x->elem, x->rank, dims);
}

const Type *infer_pad(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *v = x ? infer_array(op, 1, error) : NULL;
    if (!v)
        return NULL;
    if (v->rank != 0 || v->elem != x->elem)
        return infer_fail(op, error, "%s padded with %s", infer_text(x), infer_text(v));
    int64_t dims[MAX_RANK];
    for (int i = 0; i < x->rank; i++) {
        int64_t holes, dilated;
        if (op->a.pad.interior[i] < 0)
            return infer_fail(op, error, "interior padding %" G_GINT64_FORMAT,
                              op->a.pad.interior[i]);
        if (__builtin_mul_overflow(MAX(x->dims[i] - 1, 0), op->a.pad.interior[i], &holes) ||
            __builtin_add_overflow(x->dims[i], holes, &dilated) ||
            __builtin_add_overflow(dilated, op->a.pad.lo[i], &dims[i]) ||
            __builtin_add_overflow(dims[i], op->a.pad.hi[i], &dims[i]) || dims[i] < 0)
            return infer_fail(op, error,
                              "padding %" G_GINT64_FORMAT "_%" G_GINT64_FORMAT
                              " of dimension %d of size %" G_GINT64_FORMAT " leaves no size",
                              op->a.pad.lo[i], op->a.pad.hi[i], i, x->dims[i]);
        if (!infer_reaches(op->a.pad.lo[i]) || !infer_reaches(op->a.pad.hi[i]) || !infer_reaches(dilated))
            return infer_fail(op, error, "padding of dimension %d reaches further than 2^40 elements", i);
    }
    return infer_make(op, error, x->elem, x->rank, dims);
}

const Type *infer_concatenate(const IrOp *op, GError **error)
{
    if (op->n_operands < 1)
        return infer_fail(op, error, "no operands");
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    int64_t d = op->a.concatenate.dim;
    if (d < 0 || d >= x->rank)
        return infer_fail(op, error, "dimension %" G_GINT64_FORMAT " of %s", d, infer_text(x));
    int64_t dims[MAX_RANK];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    for (int i = 1; i < op->n_operands; i++) {
        const Type *y = infer_array(op, i, error);
        if (!y)
            return NULL;
        bool fits = y->elem == x->elem && y->rank == x->rank;
        for (int k = 0; fits && k < x->rank; k++)
            fits = k == d || y->dims[k] == x->dims[k];
        if (!fits || __builtin_add_overflow(dims[d], y->dims[d], &dims[d]))
            return infer_fail(op, error, "%s and %s along dimension %" G_GINT64_FORMAT,
                              infer_text(x), infer_text(y), d);
    }
    return infer_make(op, error, x->elem, x->rank, dims);
}

/* Checks start indices, from operand `first` on: a scalar per dimension, or one vector. */
static bool check_starts(const IrOp *op, GError **error, int first, const Type *x)
{
    int n = op->n_operands - first;
    const Type *s = n > 0 ? infer_array(op, first, error) : NULL;
    if (n > 0 && !s)
        return false;
    if (n == 1 && s->rank == 1 && elem_is_int(s->elem) && s->dims[0] == x->rank)
        return true;
    if (n != x->rank)
        return infer_fail(op, error, "%d start indices for %s", n, infer_text(x)) != NULL;
    for (int i = first; i < op->n_operands; i++) {
        const Type *t = infer_array(op, i, error);
        if (!t)
            return false;
        if (t->rank != 0 || !elem_is_int(t->elem) || t->elem != s->elem)
            return infer_fail(op, error,
                              "start index %d is %s; all must be scalars of one integer type",
                              i - first, infer_text(t)) != NULL;
    }
    return true;
}

const Type *infer_dynamic_slice(const IrOp *op, GError **error)
{
    if (op->n_operands < 1)
        return infer_fail(op, error, "no operand");
    const Type *x = infer_array(op, 0, error);
    if (!x || !check_starts(op, error, 1, x))
        return NULL;
    Ints sizes = op->a.dynamic_slice.sizes;
    if (sizes.n != x->rank)
        return infer_fail(op, error, "%d sizes for %s", sizes.n, infer_text(x));
    for (int i = 0; i < sizes.n; i++)
        if (sizes.v[i] < 0 || sizes.v[i] > x->dims[i])
            return infer_fail(op, error,
                              "size %" G_GINT64_FORMAT " of dimension %d of size %" G_GINT64_FORMAT,
                              sizes.v[i], i, x->dims[i]);
    return infer_make(op, error, x->elem, x->rank, sizes.v);
}

const Type *infer_dynamic_update_slice(const IrOp *op, GError **error)
{
    if (op->n_operands < 2)
        return infer_fail(op, error, "%d operands", op->n_operands);
    const Type *x = infer_array(op, 0, error), *u = x ? infer_array(op, 1, error) : NULL;
    if (!u || !check_starts(op, error, 2, x))
        return NULL;
    bool fits = u->elem == x->elem && u->rank == x->rank;
    for (int i = 0; fits && i < x->rank; i++)
        fits = u->dims[i] <= x->dims[i];
    return fits ? x->plain
                : infer_fail(op, error, "an update %s into %s", infer_text(u), infer_text(x));
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

static bool ascending(Ints v)
{
    for (int i = 1; i < v.n; i++)
        if (v.v[i] <= v.v[i - 1])
            return false;
    return true;
}

/* Checks what gather and scatter share. Fills `batch` with the dims of the index array without the vector dim, in order, and *n_batch. */
static bool check_indices(const IrOp *op, GError **error, const Type *x, const Type *g,
                          int64_t *batch, int *n_batch)
{
    const GatherDims *d = &op->a.gather;
    if (!elem_is_int(g->elem))
        return infer_fail(op, error, "indices are %s", infer_text(g)) != NULL;
    if (d->index_vector_dim < 0 || d->index_vector_dim > g->rank)
        return infer_fail(op, error, "index_vector_dim %" G_GINT64_FORMAT " of %s",
                          d->index_vector_dim, infer_text(g)) != NULL;
    int64_t vector = d->index_vector_dim == g->rank ? 1 : g->dims[d->index_vector_dim];
    if (d->map.n != vector)
        return infer_fail(op, error, "%d dimensions are indexed by vectors of %" G_GINT64_FORMAT,
                          d->map.n, vector) != NULL;
    if (!infer_dims(op, error, d->map, x->rank, "indexed dimension") ||
        !infer_dims(op, error, d->collapsed, x->rank, "collapsed dimension") ||
        !infer_dims(op, error, d->operand_batching, x->rank, "batching dimension") ||
        !infer_dims(op, error, d->indices_batching, g->rank, "batching dimension of the indices"))
        return false;
    if (!ascending(d->collapsed) || !ascending(d->offset))
        return infer_fail(op, error, "dimensions are not in ascending order") != NULL;
    if (d->operand_batching.n != d->indices_batching.n)
        return infer_fail(op, error, "%d batching dimensions of the operand, %d of the indices",
                          d->operand_batching.n, d->indices_batching.n) != NULL;
    for (int i = 0; i < d->operand_batching.n; i++) {
        int64_t o = d->operand_batching.v[i], k = d->indices_batching.v[i];
        if (k == d->index_vector_dim || x->dims[o] != g->dims[k])
            return infer_fail(op, error,
                              "batching dimensions %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                              " have sizes %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
                              o, k, x->dims[o], g->dims[k]) != NULL;
        for (int j = 0; j < d->map.n + d->collapsed.n; j++)
            if (o == (j < d->map.n ? d->map.v[j] : d->collapsed.v[j - d->map.n]))
                return infer_fail(op, error,
                                  "dimension %" G_GINT64_FORMAT
                                  " is batching and indexed or collapsed",
                                  o) != NULL;
    }
    int n = 0;
    for (int i = 0; i < g->rank; i++)
        if (i != d->index_vector_dim)
            batch[n++] = g->dims[i];
    *n_batch = n;
    return true;
}

const Type *infer_gather(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *g = x ? infer_array(op, 1, error) : NULL;
    if (!g)
        return NULL;
    const GatherDims *d = &op->a.gather;
    int64_t batch[MAX_RANK], window[MAX_RANK], dims[MAX_RANK];
    int n_batch, n_window = 0;
    if (!check_indices(op, error, x, g, batch, &n_batch))
        return NULL;
    if (d->slice_sizes.n != x->rank)
        return infer_fail(op, error, "%d slice sizes for %s", d->slice_sizes.n, infer_text(x));
    for (int i = 0; i < x->rank; i++) {
        bool gone = ints_have(d->collapsed, i) || ints_have(d->operand_batching, i);
        int64_t size = d->slice_sizes.v[i];
        if (size < 0 || size > x->dims[i] || (gone && size > 1))
            return infer_fail(op, error,
                              "slice size %" G_GINT64_FORMAT
                              " in dimension %d of size %" G_GINT64_FORMAT "%s",
                              size, i, x->dims[i], gone ? ", which vanishes" : "");
        if (!gone)
            window[n_window++] = size;
    }
    int rank = n_batch + d->offset.n;
    if (d->offset.n != n_window)
        return infer_fail(op, error, "%d offset dimensions for slices of rank %d", d->offset.n,
                          n_window);
    if (rank > MAX_RANK)
        return infer_fail(op, error, "the result has %d dimensions, the limit is %d", rank,
                          MAX_RANK);
    if (!infer_dims(op, error, d->offset, rank, "offset dimension"))
        return NULL;
    for (int i = 0, b = 0, w = 0; i < rank; i++)
        dims[i] = ints_have(d->offset, i) ? window[w++] : batch[b++];
    return infer_make(op, error, x->elem, rank, dims);
}

const Type *infer_scatter(const IrOp *op, GError **error)
{
    int n = op->n_operands / 2;
    if (op->n_operands < 3 || op->n_operands % 2 == 0)
        return infer_fail(op, error, "%d operands; it takes inputs, indices and as many updates",
                          op->n_operands);
    const GatherDims *d = &op->a.gather;
    const Type *g = infer_array(op, n, error), *x0 = g ? infer_array(op, 0, error) : NULL;
    int64_t batch[MAX_RANK];
    int n_batch;
    if (!x0 || !check_indices(op, error, x0, g, batch, &n_batch))
        return NULL;
    const Type **types = g_new(const Type *, n);
    ElemType *elems = g_new(ElemType, 2 * n);
    bool fine = true;
    for (int k = 0; k < n && fine; k++) {
        const Type *x = infer_array(op, k, error),
                   *u = x ? infer_array(op, n + 1 + k, error) : NULL;
        fine = u != NULL;
        if (!fine)
            break;
        types[k] = x->plain;
        elems[k] = elems[n + k] = x->elem;
        fine = same_dims(x, x0) && u->elem == x->elem && u->rank == n_batch + d->offset.n &&
               infer_dims(op, error, d->offset, u->rank, "window dimension");
        int o = 0, b = 0;
        for (int i = 0; fine && i < u->rank; i++) {
            if (!ints_have(d->offset, i)) {
                fine = u->dims[i] == batch[b++];
                continue;
            }
            while (o < x->rank && (ints_have(d->collapsed, o) || ints_have(d->operand_batching, o)))
                o++;
            fine = o < x->rank && u->dims[i] <= x->dims[o];
            o++;
        }
        while (fine && o < x->rank && (ints_have(d->collapsed, o) || ints_have(d->operand_batching, o)))
            o++;
        fine = fine && o == x->rank;
        if (!fine)
            infer_fail(op, error, "updates %s at indices %s into %s", infer_text(u), infer_text(g),
                       infer_text(x));
    }
    fine = fine && infer_scalar_params(op, error, 0, 2 * n, elems) && infer_scalar_results(op, error, 0, n, elems);
    const Type *type = fine ? infer_results(op, error, n, types) : NULL;
    g_free(types);
    g_free(elems);
    return type;
}

const Type *infer_bitcast_convert(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *to = x ? infer_declared(op, error) : NULL;
    if (!to)
        return NULL;
    if (to->kind != TYPE_ARRAY ||
        (elem_info[x->elem].cls == CLASS_COMPLEX) != (elem_info[to->elem].cls == CLASS_COMPLEX))
        return infer_fail(op, error, "%s to %s", infer_text(x), infer_text(to));
    int from = elem_info[x->elem].bits, bits = elem_info[to->elem].bits;
    const Type *wide = from >= bits ? x : to, *narrow = from >= bits ? to : x;
    int extra = from == bits ? 0 : 1; /* the narrower type has an extra minor dimension, the ratio of the widths */
    bool fits = narrow->rank == wide->rank + extra &&
                memcmp(narrow->dims, wide->dims, (size_t)wide->rank * sizeof *wide->dims) == 0;
    if (fits && extra)
        fits = narrow->dims[wide->rank] * MIN(from, bits) == MAX(from, bits);
    return fits ? to : infer_fail(op, error, "%s to %s", infer_text(x), infer_text(to));
}
