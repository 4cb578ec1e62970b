/* XLA's internal SPMD calls (ir/spmd_call.h): each row of each result is copied from the row that it comes from. */
#include "runtime/ir/spmd_call.h"

#include <string.h>

#include "runtime/reference/reference_impl.h"

/* The row of the operand that is row k of result i along the call's dimension; -1 = what it is padded with. */
static int64_t source_row(const SpmdCall *call, int i, int64_t k, int64_t rows)
{
    int64_t at = 0;
    switch (call->kind) {
    case SPMD_ROTATE_RIGHT: at = k - call->amount % rows; break;
    case SPMD_MULTI_ROTATE: at = k + call->left - i; break;
    case SPMD_WRAP: at = k - call->left; break;
    case SPMD_MULTI_SLICE: return call->start[call->dim] + i + k * call->stride[call->dim];
    case SPMD_MULTI_PAD:
        at = k - (call->amount - i);
        return at < 0 || at >= rows ? -1 : at;
    }
    return ((at % rows) + rows) % rows;
}

static void fill_result(const SpmdCall *call, int i, Tensor **in, Tensor *out)
{
    const Type *from = in[0]->type, *to = out->type;
    int64_t step[MAX_RANK], index[MAX_RANK] = {0};
    size_t bytes = (size_t)elem_info[to->elem].bytes;
    ref_strides(from->rank, from->dims, step);
    for (int64_t n = 0; n < to->n_elems; n++) {
        int64_t at = 0;
        bool padded = false;
        for (int d = 0; d < to->rank; d++) {
            int64_t row = d == call->dim ? source_row(call, i, index[d], from->dims[d]) : call->start[d] + index[d] * call->stride[d];
            padded = padded || row < 0;
            at += row * step[d];
        }
        memcpy((char *)out->data + (size_t)n * bytes, padded ? (const char *)in[1]->data : (const char *)in[0]->data + (size_t)at * bytes, bytes);
        for (int d = to->rank - 1; d >= 0 && ++index[d] == to->dims[d]; d--)
            index[d] = 0;
    }
}

bool ref_spmd_call(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    SpmdCall call;
    if (!spmd_call_read(op, &call, error))
        return false;
    for (int l = 0; l < type_n_leaves(op->type); l++) {
        if (!(out[l] = ref_new(op, l, error)))
            return false;
        fill_result(&call, l, in, out[l]);
    }
    return true;
}
