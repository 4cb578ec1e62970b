/* Elementwise ops on arrays: element by element through ref_scalar, with plain loops for what large f32 programs
 * spend their time in. */
#include <math.h>
#include <string.h>

#include "runtime/exec/reference_impl.h"

/* Scalar operands (a select's predicate, clamp's bounds) stand for all elements. */
static int64_t step_of(const Tensor *t, const Tensor *out)
{
    return t->type->n_elems == out->type->n_elems ? 1 : 0;
}

/* The same in plain loops for f32; false if the op has none here. One rounding per op: sums, products and quotients of
 * floats in float, the rest in double. */
static bool float_loops(const IrOp *op, Tensor **in, Tensor *out)
{
    int64_t n = out->type->n_elems;
    float *z = out->data;
    const float *x = in[0]->data, *y = op->n_operands > 1 ? in[1]->data : NULL;
    switch (op->code) {
    case OP_add:
        for (int64_t i = 0; i < n; i++)
            z[i] = x[i] + y[i];
        return true;
    case OP_subtract:
        for (int64_t i = 0; i < n; i++)
            z[i] = x[i] - y[i];
        return true;
    case OP_multiply:
        for (int64_t i = 0; i < n; i++)
            z[i] = x[i] * y[i];
        return true;
    case OP_divide:
        for (int64_t i = 0; i < n; i++)
            z[i] = x[i] / y[i];
        return true;
    case OP_negate:
        for (int64_t i = 0; i < n; i++)
            z[i] = -x[i];
        return true;
    default: break; /* by the tables */
    }
    if (op->n_operands == 1 && ref_float1[op->code]) {
        RefF1 f = ref_float1[op->code];
        for (int64_t i = 0; i < n; i++)
            z[i] = (float)f(x[i]);
        return true;
    }
    if (op->n_operands == 2 && ref_float2[op->code]) {
        RefF2 f = ref_float2[op->code];
        for (int64_t i = 0; i < n; i++)
            z[i] = (float)f(x[i], y[i]);
        return true;
    }
    return false;
}

static void select_bytes(Tensor **in, Tensor *out)
{
    const uint8_t *p = in[0]->data;
    int64_t step = step_of(in[0], out), bytes = elem_info[out->type->elem].bytes;
    for (int64_t i = 0; i < out->type->n_elems; i++)
        memcpy((char *)out->data + i * bytes, (const char *)(p[i * step] ? in[1] : in[2])->data + i * bytes, (size_t)bytes);
}

bool ref_elementwise(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    if (op->code == OP_copy) {
        out[0] = tensor_ref(in[0]);
        return true;
    }
    if (!ref_scalar_check(op, error))
        return false;
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    bool all_f32 = op->type->elem == ELEM_f32 && in[0]->type->elem == ELEM_f32 &&
                   (op->n_operands < 2 || in[1]->type->elem == ELEM_f32) && op->n_operands < 3;
    if (all_f32 && float_loops(op, in, out[0]))
        return true;
    if (op->code == OP_select && in[1]->type->elem == op->type->elem && in[2]->type->elem == op->type->elem) {
        select_bytes(in, out[0]);
        return true;
    }
    int64_t step[3] = {0};
    for (int o = 0; o < op->n_operands; o++)
        step[o] = step_of(in[o], out[0]);
    for (int64_t i = 0; i < op->type->n_elems; i++) {
        Scalar a[3];
        for (int o = 0; o < op->n_operands; o++)
            a[o] = scalar_load(in[o]->type->elem, in[o]->data, i * step[o]);
        scalar_store(op->type->elem, out[0]->data, i, ref_scalar(op, a));
    }
    return true;
}
