/* Element-wise ops on arrays, one element at a time through ref_scalar. The ops in which large f32 programs spend most of their time
 * have plain loops. */
#include <math.h>
#include <string.h>

#include "runtime/reference/reference_impl.h"

/* Scalar operands (a select's predicate, clamp's bounds) apply to all elements. */
static int64_t step_of(const Tensor *t, const Tensor *out)
{
    return t->type->n_elems == out->type->n_elems ? 1 : 0;
}

#define EACH(expression)                                                                           \
    for (int64_t i = 0; i < n; i++)                                                                \
        z[i] = (expression);                                                                       \
    return true

/* 32-bit integers; signed ones as unsigned, since these ops give the same bits for both. */
static bool word_loops(const IrOp *op, Tensor **in, Tensor *out)
{
    int64_t n = out->type->n_elems;
    uint32_t *z = out->data;
    const uint32_t *x = in[0]->data, *y = op->n_operands > 1 ? in[1]->data : NULL;
    switch (op->code) {
    case OP_add: EACH(x[i] + y[i]);
    case OP_subtract: EACH(x[i] - y[i]);
    case OP_multiply: EACH(x[i] * y[i]);
    case OP_and: EACH(x[i] & y[i]);
    case OP_or: EACH(x[i] | y[i]);
    case OP_xor: EACH(x[i] ^ y[i]);
    case OP_shift_left: EACH(y[i] < 32 ? x[i] << y[i] : 0);
    case OP_shift_right_logical: EACH(y[i] < 32 ? x[i] >> y[i] : 0);
    default: return false; /* element by element */
    }
}

/* Comparisons of f32 in C's sense, which is IEEE's. */
static bool compare_loops(const IrOp *op, Tensor **in, Tensor *out)
{
    int64_t n = out->type->n_elems;
    uint8_t *z = out->data;
    const float *x = in[0]->data, *y = in[1]->data;
    switch (op->a.compare.dir) {
    case DIR_EQ: EACH(x[i] == y[i]);
    case DIR_NE: EACH(x[i] != y[i]);
    case DIR_GE: EACH(x[i] >= y[i]);
    case DIR_GT: EACH(x[i] > y[i]);
    case DIR_LE: EACH(x[i] <= y[i]);
    case DIR_LT: EACH(x[i] < y[i]);
    }
    return false;
}

static bool is_word(ElemType e)
{
    return e == ELEM_s32 || e == ELEM_u32;
}

/* Plain loops where there are some for the op and its types. */
static bool fast(const IrOp *op, Tensor **in, Tensor *out)
{
    ElemType e = in[0]->type->elem, to = op->type->elem;
    for (int o = 1; o < op->n_operands; o++)
        if (in[o]->type->elem != e || in[o]->type->n_elems != in[0]->type->n_elems)
            return false;
    if (op->n_operands > 2 || in[0]->type->n_elems != out->type->n_elems)
        return false;
    if (e == ELEM_f32 && op->code == OP_compare && op->a.compare.kind != COMPARE_TOTALORDER)
        return compare_loops(op, in, out);
    if (elem_is_float(e) && op->code == OP_convert)
        return ref_convert_floats(e, to, in[0]->data, out->data, out->type->n_elems);
    if (to == e && ref_float_blocks(op, in, out))
        return true;
    return is_word(e) && to == e && word_loops(op, in, out);
}

static void select_bytes(Tensor **in, Tensor *out)
{
    const uint8_t *p = in[0]->data;
    int64_t step = step_of(in[0], out), bytes = elem_info[out->type->elem].bytes, n = out->type->n_elems;
    if (bytes == 4) {
        uint32_t *z = out->data;
        const uint32_t *x = in[1]->data, *y = in[2]->data;
        for (int64_t i = 0; i < n; i++)
            z[i] = p[i * step] ? x[i] : y[i];
        return;
    }
    for (int64_t i = 0; i < out->type->n_elems; i++)
        memcpy((char *)out->data + i * bytes,
               (const char *)(p[i * step] ? in[1] : in[2])->data + i * bytes, (size_t)bytes);
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
    if (fast(op, in, out[0]))
        return true;
    if (op->code == OP_select && in[1]->type->elem == op->type->elem &&
        in[2]->type->elem == op->type->elem) {
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
