#include "runtime/ir/ragged.h"

int ragged_dot_prefix(const IrOp *op, int64_t ragged, int64_t *dims)
{
    const DotDims *d = &op->a.dot.dims;
    int n = 0;
    for (int i = 0; i < d->lhs_batch.n; i++) {
        if (d->lhs_batch.v[i] == ragged)
            return n;
        dims[n++] = d->lhs_batch.v[i];
    }
    for (int i = 0; i < d->lhs_contracting.n; i++)
        if (d->lhs_contracting.v[i] == ragged) {
            for (int k = 0; k < i; k++)
                dims[n++] = d->lhs_contracting.v[k];
            return n;
        }
    for (int64_t k = 0; k < ragged; k++)
        if (!ints_have(d->lhs_batch, k) && !ints_have(d->lhs_contracting, k))
            dims[n++] = k;
    return n;
}
