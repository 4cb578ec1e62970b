/* Ops that only move elements. Most of them copy a box of elements between two strided arrays. */
#include <string.h>

#include "runtime/reference/reference_impl.h"

void ref_copy(int rank, const int64_t *box, int bytes, RefSide to, RefSide from)
{
    int64_t index[MAX_RANK + 1] = {0};
    for (int d = 0; d < rank; d++)
        if (!box[d])
            return;
    int inner = MAX(rank - 1, 0); /* the last dimension is the loop below, the others are stepped */
    int64_t n = rank ? box[inner] : 1, to_one = rank ? to.step[inner] : 0,
            from_one = rank ? from.step[inner] : 0;
    do {
        char *t = to.data;
        const char *f = from.data;
        int64_t ti = to.at, fi = from.at;
        for (int d = 0; d < inner; d++) {
            ti += index[d] * to.step[d];
            fi += index[d] * from.step[d];
        }
        if (to_one == 1 && from_one == 1) {
            memcpy(t + ti * bytes, f + fi * bytes, (size_t)(n * bytes));
            continue;
        }
        if (bytes == 4) {
            uint32_t *t4 = (uint32_t *)to.data + ti;
            const uint32_t *f4 = (const uint32_t *)from.data + fi;
            for (int64_t i = 0; i < n; i++)
                t4[i * to_one] = f4[i * from_one];
            continue;
        }
        for (int64_t i = 0; i < n; i++)
            memcpy(t + (ti + i * to_one) * bytes, f + (fi + i * from_one) * bytes, (size_t)bytes);
    } while (ref_next(inner, box, index));
}

static int bytes_of(const Tensor *t)
{
    return elem_info[t->type->elem].bytes;
}

/* out[index] = in[from_at + index . step], over all of out. */
static bool pull(const IrOp *op, const Tensor *in, int64_t from_at, const int64_t *step,
                 Tensor **out, GError **error)
{
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int64_t to_step[MAX_RANK];
    ref_strides(op->type->rank, op->type->dims, to_step);
    ref_copy(op->type->rank, op->type->dims, bytes_of(in), (RefSide){out[0]->data, 0, to_step},
             (RefSide){in->data, from_at, step});
    return true;
}

bool ref_iota(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx, (void)in;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int64_t step[MAX_RANK];
    ref_strides(op->type->rank, op->type->dims, step);
    int d = (int)op->a.iota.dim;
    for (int64_t i = 0; i < op->type->n_elems; i++)
        tensor_set_i64(out[0], i, i / step[d] % op->type->dims[d]);
    return true;
}

bool ref_broadcast(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    int64_t from[MAX_RANK], step[MAX_RANK] = {0};
    ref_strides(in[0]->type->rank, in[0]->type->dims, from);
    for (int d = 0; d < op->a.dims.n; d++)
        if (in[0]->type->dims[d] == op->type->dims[op->a.dims.v[d]]) /* else size 1, repeated */
            step[op->a.dims.v[d]] = from[d];
    return pull(op, in[0], 0, step, out, error);
}

bool ref_reshape(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    if (in[0]->type->n_elems != op->type->n_elems)
        return ref_unsupported(op, error, "the number of elements changes");
    out[0] = ref_new(op, 0, error);
    if (out[0] && op->type->n_elems)
        memcpy(out[0]->data, in[0]->data, (size_t)type_bytes(op->type));
    return out[0] != NULL;
}

bool ref_transpose(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    int64_t from[MAX_RANK], step[MAX_RANK];
    ref_strides(in[0]->type->rank, in[0]->type->dims, from);
    for (int d = 0; d < op->type->rank; d++)
        step[d] = from[op->a.dims.v[d]];
    return pull(op, in[0], 0, step, out, error);
}

bool ref_reverse(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    int64_t step[MAX_RANK], at = 0;
    ref_strides(op->type->rank, op->type->dims, step);
    for (int i = 0; i < op->a.dims.n; i++) {
        int64_t d = op->a.dims.v[i];
        at += (op->type->dims[d] - 1) * step[d];
        step[d] = -step[d];
    }
    return pull(op, in[0], at, step, out, error);
}

bool ref_slice(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    int64_t step[MAX_RANK], at = 0;
    ref_strides(in[0]->type->rank, in[0]->type->dims, step);
    for (int d = 0; d < op->type->rank; d++) {
        at += op->a.slice.start[d] * step[d];
        step[d] *= op->a.slice.stride ? op->a.slice.stride[d] : 1;
    }
    return pull(op, in[0], at, step, out, error);
}

/* Element i of dim d goes to lo + i * (interior + 1); what falls outside is cropped. */
bool ref_pad(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *from = in[0]->type, *to = op->type;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int bytes = bytes_of(in[0]), rank = to->rank;
    for (int64_t i = 0; i < to->n_elems; i++)
        memcpy((char *)out[0]->data + i * bytes, in[1]->data, (size_t)bytes);
    int64_t to_step[MAX_RANK], from_step[MAX_RANK], box[MAX_RANK], to_at = 0, from_at = 0;
    ref_strides(rank, to->dims, to_step);
    ref_strides(rank, from->dims, from_step);
    for (int d = 0; d < rank; d++) {
        /* A dim of one element has no gaps, whatever the interior padding. */
        bool gaps = op->a.pad.interior && from->dims[d] > 1;
        int64_t every = gaps ? op->a.pad.interior[d] + 1 : 1, lo = op->a.pad.lo[d];
        int64_t first =
            lo < 0 ? (-lo + every - 1) / every : 0; /* first element that lands inside */
        int64_t end = to->dims[d] > lo ? (to->dims[d] - lo + every - 1) / every : 0;
        box[d] = MAX(MIN(end, from->dims[d]) - first, 0);
        from_at += first * from_step[d];
        to_at += (lo + first * every) * to_step[d];
        to_step[d] *= every;
    }
    ref_copy(rank, box, bytes, (RefSide){out[0]->data, to_at, to_step},
             (RefSide){in[0]->data, from_at, from_step});
    return true;
}

bool ref_concatenate(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int64_t to_step[MAX_RANK], at = 0;
    ref_strides(op->type->rank, op->type->dims, to_step);
    for (int o = 0; o < op->n_operands; o++) {
        const Type *from = in[o]->type;
        int64_t step[MAX_RANK];
        ref_strides(from->rank, from->dims, step);
        ref_copy(from->rank, from->dims, bytes_of(in[o]),
                 (RefSide){out[0]->data, at * to_step[op->a.concatenate.dim], to_step},
                 (RefSide){in[o]->data, 0, step});
        at += from->dims[op->a.concatenate.dim];
    }
    return true;
}

/* Start indices, one scalar operand each or all in a vector, clamped so that the box stays inside.
 * Unsigned types count from 0 up; tensor_get_i64 would wrap the largest, so they are compared as
 * they are. */
static void clamped_starts(Tensor **index, int n_index, int rank, const int64_t *dims,
                           const int64_t *box, int64_t *start)
{
    bool vector = n_index == 1 && index[0]->type->rank == 1;
    for (int d = 0; d < rank; d++) {
        const Tensor *t = vector ? index[0] : index[d];
        Scalar v = scalar_load(t->type->elem, t->data, vector ? d : 0);
        int64_t top = dims[d] - box[d];
        if (elem_info[t->type->elem].cls == CLASS_UNSIGNED)
            start[d] = v.u > (uint64_t)top ? top : v.i;
        else
            start[d] = CLAMP(v.i, 0, top);
    }
}

bool ref_dynamic_slice(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    int64_t step[MAX_RANK], start[MAX_RANK], at = 0;
    const Type *from = in[0]->type;
    ref_strides(from->rank, from->dims, step);
    clamped_starts(in + 1, op->n_operands - 1, from->rank, from->dims, op->type->dims, start);
    for (int d = 0; d < from->rank; d++)
        at += start[d] * step[d];
    return pull(op, in[0], at, step, out, error);
}

bool ref_dynamic_update_slice(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx, (void)error;
    const Type *to = op->type, *box = in[1]->type;
    out[0] = in[0]->refs == 1 ? tensor_ref(in[0]) : tensor_dup(in[0]);
    int64_t step[MAX_RANK], from_step[MAX_RANK], start[MAX_RANK], at = 0;
    ref_strides(to->rank, to->dims, step);
    ref_strides(to->rank, box->dims, from_step);
    clamped_starts(in + 2, op->n_operands - 2, to->rank, to->dims, box->dims, start);
    for (int d = 0; d < to->rank; d++)
        at += start[d] * step[d];
    ref_copy(to->rank, box->dims, bytes_of(in[1]), (RefSide){out[0]->data, at, step},
             (RefSide){in[1]->data, 0, from_step});
    return true;
}

/* The bits of the operand read as another type: element 0 of a new last dimension has the low bits.
 * Types below 8 bits are packed for this. */
bool ref_bitcast_convert(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    ElemType from = in[0]->type->elem, to = op->type->elem;
    int a = elem_info[from].bits, b = elem_info[to].bits;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    if (in[0]->type->n_elems * a != op->type->n_elems * b)
        return ref_unsupported(op, error, "the number of bits changes");
    if (a >= 8 && b >= 8) {
        memcpy(out[0]->data, in[0]->data, (size_t)type_bytes(op->type));
        return true;
    }
    const uint8_t *x = in[0]->data;
    uint8_t *z = out[0]->data;
    for (int64_t bit = 0; bit < in[0]->type->n_elems * a; bit++) {
        int64_t i = bit / a, k = bit / b;
        int from_bit = (int)(bit % a), to_bit = (int)(bit % b);
        int value = x[i * elem_info[from].bytes + from_bit / 8] >> from_bit % 8 & 1;
        z[k * elem_info[to].bytes + to_bit / 8] |= (uint8_t)(value << to_bit % 8);
    }
    if (b < 8 && elem_info[to].cls == CLASS_SIGNED) /* into the storage form: sign-extended */
        for (int64_t k = 0; k < op->type->n_elems; k++)
            scalar_store(to, z, k, (Scalar){.i = z[k]});
    return true;
}

/* Steps in memory order of an array with its layout. */
static void physical_steps(const Type *type, int64_t *step)
{
    int order[MAX_RANK];
    int64_t s = 1;
    type_minor_to_major(type, order);
    for (int i = 0; i < type->rank; i++) {
        step[order[i]] = s;
        s *= type->dims[order[i]];
    }
}

/* The operand's memory under its layout, read under the result's. */
bool ref_bitcast(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *from = op->operands[0]->type, *to = op->type;
    if (type_bytes(from) != type_bytes(to))
        return ref_unsupported(op, error, "the number of bytes changes");
    out[0] = ref_new(op, 0, error);
    g_autoptr(Tensor) memory = tensor_try_new(from, OP_AT(op), error);
    if (!out[0] || !memory)
        return false;
    int64_t row_major[MAX_RANK], step[MAX_RANK];
    ref_strides(from->rank, from->dims, row_major);
    physical_steps(from, step);
    ref_copy(from->rank, from->dims, elem_info[from->elem].bytes, (RefSide){memory->data, 0, step},
             (RefSide){in[0]->data, 0, row_major});
    ref_strides(to->rank, to->dims, row_major);
    physical_steps(to, step);
    ref_copy(to->rank, to->dims, elem_info[to->elem].bytes,
             (RefSide){out[0]->data, 0, row_major}, (RefSide){memory->data, 0, step});
    return true;
}

/* Sizes are static: get_dimension_size returns the dimension, set_dimension_size must agree with it. */
bool ref_dynamic_size(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    if (op->code == OP_dynamic_reshape) {
        for (int d = 0; d < op->type->rank; d++)
            if (tensor_get_i64(in[1 + d], 0) != op->type->dims[d])
                return ref_unsupported(op, error, "the size of a dimension changes at run time");
        return ref_reshape(cx, op, in, out, error);
    }
    int64_t d = op->a.dims.n ? op->a.dims.v[0] : 0;
    if (op->code == OP_get_dimension_size) {
        out[0] = ref_new(op, 0, error);
        if (out[0])
            tensor_set_i64(out[0], 0, in[0]->type->dims[d]);
        return out[0] != NULL;
    }
    if (tensor_get_i64(in[1], 0) != in[0]->type->dims[d])
        return ref_unsupported(op, error, "the size of a dimension changes at run time");
    out[0] = tensor_ref(in[0]);
    return true;
}
