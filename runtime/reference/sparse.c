/* The custom-call that a product of a sparse matrix by rows (CSR) with a dense one becomes on a CPU in JAX. Start at ref_csr_product(). */
#include <string.h>

#include "runtime/reference/reference_impl.h"

bool ref_is_csr_product(const IrOp *op)
{
    return op->a.custom.target && strcmp(op->a.custom.target, "cpu_csr_sparse_dense_ffi") == 0;
}

typedef struct Csr {
    const Tensor *values, *starts, *columns, *dense; /* [stored], [rows + 1], [stored], [n] or [n, width] */
    int64_t stored, rows, n, width;
} Csr;

static bool is_vector(const Type *t, bool of_ints)
{
    return t->kind == TYPE_ARRAY && t->rank == 1 && (!of_ints || elem_is_int(t->elem));
}

static bool is_float(ElemType e)
{
    return elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
}

/* What the op computes, if its types say so. */
static bool csr_of(const IrOp *op, Tensor **in, Csr *c)
{
    if (op->n_operands != 4 || op->type->kind != TYPE_ARRAY)
        return false;
    const Type *values = in[0]->type, *dense = in[3]->type, *result = op->type;
    *c = (Csr){ .values = in[0], .starts = in[1], .columns = in[2], .dense = in[3] };
    if (!is_vector(values, false) || !is_vector(in[1]->type, true) || !is_vector(in[2]->type, true) || dense->kind != TYPE_ARRAY)
        return false;
    if (!is_float(values->elem) || dense->elem != values->elem || result->elem != values->elem || dense->rank < 1 || dense->rank > 2 || result->rank != dense->rank)
        return false;
    c->stored = values->n_elems;
    c->rows = result->dims[0];
    c->n = dense->dims[0];
    c->width = dense->rank == 2 ? dense->dims[1] : 1;
    return in[2]->type->n_elems == c->stored && in[1]->type->n_elems == c->rows + 1 && (dense->rank == 1 || result->dims[1] == c->width);
}

/* Adds the row's stored elements times rows of the dense matrix into `sums`, pairs of parts. Elements whose column is none are padding. */
static void add_row(const Csr *c, int64_t row, double *sums)
{
    ElemType e = c->values->type->elem;
    int64_t from = MAX(tensor_get_i64(c->starts, row), 0), to = MIN(tensor_get_i64(c->starts, row + 1), c->stored);
    for (int64_t k = from; k < to; k++) {
        int64_t column = tensor_get_i64(c->columns, k);
        if (column < 0 || column >= c->n)
            continue;
        Scalar v = scalar_load(e, c->values->data, k);
        for (int64_t j = 0; j < c->width; j++) {
            Scalar x = scalar_load(e, c->dense->data, column * c->width + j);
            sums[2 * j] += v.f * x.f;
            if (elem_info[e].cls != CLASS_COMPLEX)
                continue;
            sums[2 * j] -= v.im * x.im;
            sums[2 * j + 1] += v.f * x.im + v.im * x.f;
        }
    }
}

bool ref_csr_product(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    Csr c;
    if (!csr_of(op, in, &c))
        return ref_unsupported(op, error, "it takes the stored elements, where rows begin, columns, and a dense vector or matrix of the same element type");
    if (!(out[0] = ref_new(op, 0, error)))
        return false;
    g_autofree double *sums = g_new(double, 2 * (gsize)c.width + 1);
    for (int64_t row = 0; row < c.rows; row++) {
        memset(sums, 0, 2 * (size_t)c.width * sizeof *sums);
        add_row(&c, row, sums);
        for (int64_t j = 0; j < c.width; j++)
            scalar_store(op->type->elem, out[0]->data, row * c.width + j, (Scalar){ .f = sums[2 * j], .im = sums[2 * j + 1] });
    }
    return true;
}
