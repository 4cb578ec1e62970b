/* Result types of contractions, transforms and linear algebra. */
#include "runtime/ir/infer_impl.h"
#include "runtime/ir/ragged.h"

#include <string.h>

/* ---- dot ------------------------------------------------------------------------------------- */

ElemType infer_wider(ElemType a, ElemType b)
{
    const ElemInfo *x = &elem_info[a], *y = &elem_info[b];
    if (a == b)
        return a;
    if (x->cls != y->cls)
        return x->cls > y->cls ? a : b; /* pred < signed < unsigned < float < complex */
    if (x->bits != y->bits)
        return x->bits > y->bits ? a : b;
    return a == ELEM_bf16 ? a : b; /* between f16 and bf16: the larger range */
}

typedef struct Side { /* an operand, and its dims that are paired with dims of the other */
    const Type *type;
    Ints dims;
} Side;

static bool pairs_match(const IrOp *op, const char *what, const Side *left, const Side *right, GError **error)
{
    const Type *x = left->type, *y = right->type;
    Ints xd = left->dims, yd = right->dims;
    if (xd.n != yd.n)
        return infer_fail(op, error, "%d %s dimensions on the left, %d on the right", xd.n, what,
                          yd.n) != NULL;
    if (!infer_dims(op, error, xd, x->rank, what) || !infer_dims(op, error, yd, y->rank, what))
        return false;
    for (int i = 0; i < xd.n; i++)
        if (x->dims[xd.v[i]] != y->dims[yd.v[i]])
            return infer_fail(op, error,
                              "%s dimension %" G_GINT64_FORMAT " of %s has size %" G_GINT64_FORMAT
                              ", dimension %" G_GINT64_FORMAT " of %s has %" G_GINT64_FORMAT,
                              what, xd.v[i], infer_text(x), x->dims[xd.v[i]], yd.v[i],
                              infer_text(y), y->dims[yd.v[i]]) != NULL;
    return true;
}

/* Batch dims, then the remaining dims of x and of y, without dim `skip` of y; returns how many. */
static int result_dims(const DotDims *d, const Type *x, const Type *y, int64_t skip, int64_t *dims)
{
    int n = 0;
    for (int i = 0; i < d->lhs_batch.n; i++)
        dims[n++] = x->dims[d->lhs_batch.v[i]];
    for (int i = 0; i < x->rank; i++)
        if (!ints_have(d->lhs_batch, i) && !ints_have(d->lhs_contracting, i))
            dims[n++] = x->dims[i];
    for (int i = 0; i < y->rank; i++)
        if (!ints_have(d->rhs_batch, i) && !ints_have(d->rhs_contracting, i) && i != skip)
            dims[n++] = y->dims[i];
    return n;
}

const Type *infer_dot(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error), *y = x ? infer_array(op, 1, error) : NULL;
    const DotDims *d = &op->a.dot.dims;
    if (!y || !pairs_match(op, "batch", &(Side){ x, d->lhs_batch }, &(Side){ y, d->rhs_batch }, error) ||
        !pairs_match(op, "contracting", &(Side){ x, d->lhs_contracting }, &(Side){ y, d->rhs_contracting }, error))
        return NULL;
    for (int i = 0; i < d->lhs_batch.n; i++)
        if (ints_have(d->lhs_contracting, d->lhs_batch.v[i]) ||
            ints_have(d->rhs_contracting, d->rhs_batch.v[i]))
            return infer_fail(op, error, "a dimension is batch and contracting");
    int rank = x->rank + y->rank - d->lhs_batch.n - 2 * d->lhs_contracting.n;
    if (rank > MAX_RANK)
        return infer_fail(op, error, "the result has %d dimensions, the limit is %d", rank,
                          MAX_RANK);
    int64_t dims[MAX_RANK];
    int n = result_dims(d, x, y, -1, dims);
    ElemType elem =
        op->type && op->type->kind == TYPE_ARRAY ? op->type->elem : infer_wider(x->elem, y->elem);
    return infer_make(op, error, elem, n, dims);
}

bool infer_kept_numbers(const IrOp *op, const char *key, int64_t *v, int max, int *n)
{
    const char *s = pair_get(op->extra, op->n_extra, key);
    *n = 0;
    while (s && (s = strpbrk(s, "0123456789")) != NULL) {
        char *end;
        if (*n == max)
            return false;
        v[(*n)++] = g_ascii_strtoll(s, &end, 10);
        s = end;
    }
    return true;
}

/* Rows of the left operand form groups. The right operand has a slice per group (its group dim), unless the ragged dim is contracted or a
 * batch dim: contracted, the result gets a new first dim of groups; as a batch dim, nothing changes. */
const Type *infer_ragged_dot(const IrOp *op, GError **error)
{
    if (op->n_operands != 3)
        return infer_fail(op, error, "%d operands instead of 3", op->n_operands);
    const Type *x = infer_array(op, 0, error), *y = x ? infer_array(op, 1, error) : NULL, *sizes = y ? infer_array(op, 2, error) : NULL;
    const DotDims *d = &op->a.dot.dims;
    int64_t ragged[1], group[1];
    int n_ragged, n_group;
    if (!sizes || !pairs_match(op, "batch", &(Side){ x, d->lhs_batch }, &(Side){ y, d->rhs_batch }, error) ||
        !pairs_match(op, "contracting", &(Side){ x, d->lhs_contracting }, &(Side){ y, d->rhs_contracting }, error))
        return NULL;
    if (!infer_kept_numbers(op, "lhs_ragged_dims", ragged, 1, &n_ragged) || n_ragged != 1 || ragged[0] >= x->rank)
        return infer_fail(op, error, "it needs one ragged dimension of %s", infer_text(x));
    bool summed = ints_have(d->lhs_contracting, ragged[0]), batch = ints_have(d->lhs_batch, ragged[0]);
    if (!infer_kept_numbers(op, "rhs_group_dims", group, 1, &n_group) || n_group != !(summed || batch) || (n_group && group[0] >= y->rank))
        return infer_fail(op, error, summed || batch ? "a group dimension where the ragged one is %s" : "it needs one group dimension of %s",
                          summed ? "contracting" : batch ? "a batch" : infer_text(y));
    if (n_group && (ints_have(d->rhs_batch, group[0]) || ints_have(d->rhs_contracting, group[0])))
        return infer_fail(op, error, "the group dimension is batch or contracting");
    int64_t prefix[MAX_RANK];
    int n_prefix = sizes->rank == 1 ? 0 : ragged_dot_prefix(op, ragged[0], prefix);
    bool fits = elem_is_int(sizes->elem) && sizes->rank == n_prefix + 1;
    for (int i = 0; fits && i < n_prefix; i++)
        fits = sizes->dims[i] == x->dims[prefix[i]];
    if (!fits)
        return infer_fail(op, error, "the group sizes are %s", infer_text(sizes));
    int64_t n_groups = sizes->dims[n_prefix];
    if (n_group && y->dims[group[0]] != n_groups)
        return infer_fail(op, error, "%" G_GINT64_FORMAT " groups of %s, but sizes for %" G_GINT64_FORMAT, y->dims[group[0]], infer_text(y),
                          n_groups);
    int64_t dims[2 * MAX_RANK + 1];
    int n = 0;
    if (summed)
        dims[n++] = n_groups;
    n += result_dims(d, x, y, n_group ? group[0] : -1, dims + n);
    if (n > MAX_RANK)
        return infer_fail(op, error, "the result has %d dimensions, the limit is %d", n, MAX_RANK);
    return infer_make(op, error, op->type && op->type->kind == TYPE_ARRAY ? op->type->elem : infer_wider(x->elem, y->elem), n, dims);
}

/* ---- transforms and matrices ----------------------------------------------------------------- */

const Type *infer_fft(const IrOp *op, GError **error)
{
    enum { FFT, IFFT, RFFT, IRFFT };
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    Ints len = op->a.fft.length;
    int kind = op->a.fft.kind;
    bool real_in = kind == RFFT;
    if ((elem_info[x->elem].cls == CLASS_COMPLEX) == real_in ||
        (real_in && x->elem != ELEM_f32 && x->elem != ELEM_f64))
        return infer_fail(op, error, "not defined for %s", infer_text(x));
    if (len.n < 1 || len.n > MIN(x->rank, 3))
        return infer_fail(op, error, "%d lengths for %s", len.n, infer_text(x));
    int64_t dims[MAX_RANK];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    for (int i = 0; i < len.n; i++) {
        int64_t *dim = &dims[x->rank - len.n + i];
        bool last = i == len.n - 1;
        int64_t want = kind == IRFFT && last ? len.v[i] / 2 + 1 : len.v[i];
        if (len.v[i] < 0 || *dim != want)
            return infer_fail(
                op, error, "length %" G_GINT64_FORMAT " for a dimension of size %" G_GINT64_FORMAT,
                len.v[i], *dim);
        if (last && kind == RFFT)
            *dim = len.v[i] / 2 + 1;
        if (last && kind == IRFFT)
            *dim = len.v[i];
    }
    ElemType elem = x->elem;
    if (kind == RFFT)
        elem = elem == ELEM_f32 ? ELEM_c64 : ELEM_c128;
    if (kind == IRFFT)
        elem = elem == ELEM_c64 ? ELEM_f32 : ELEM_f64;
    return infer_make(op, error, elem, x->rank, dims);
}

const Type *infer_linalg(const IrOp *op, GError **error)
{
    const Type *a = infer_array(op, 0, error);
    if (!a)
        return NULL;
    if (a->rank < 2 || a->dims[a->rank - 1] != a->dims[a->rank - 2])
        return infer_fail(op, error, "%s is not a square matrix", infer_text(a));
    if (op->code == OP_cholesky)
        return a->plain;
    const Type *b = infer_array(op, 1, error);
    if (!b)
        return NULL;
    bool fits = b->rank == a->rank && b->elem == a->elem &&
                memcmp(a->dims, b->dims, (size_t)(a->rank - 2) * sizeof *a->dims) == 0 &&
                b->dims[b->rank - (op->a.linalg.left_side ? 2 : 1)] == a->dims[a->rank - 1];
    return fits ? b->plain : infer_fail(op, error, "%s and %s", infer_text(a), infer_text(b));
}
