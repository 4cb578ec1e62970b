/* Bounds strides beyond the end of a dim or of a window with one place, and dilations and gaps of a dim with one element: nothing is
 * stepped over, so any number means the same. A program's text may contain any number there; with small ones later arithmetic cannot
 * overflow. */
#include "runtime/passes/optimise.h"

static int bound(int64_t *v, bool idle, int64_t neutral)
{
    if (!idle || *v == neutral)
        return 0;
    *v = neutral;
    return 1;
}

static int bound_slice(IrOp *op)
{
    int n = 0;
    int64_t *stride = arena_dup_array(op->parent->module->arena, op->a.slice.stride, op->type->rank);
    for (int d = 0; d < op->type->rank; d++)
        n += bound(&stride[d], stride[d] > op->operands[0]->type->dims[d], MAX(op->operands[0]->type->dims[d], 1));
    op->a.slice.stride = stride;
    return n;
}

static int bound_pad(IrOp *op)
{
    const Type *from = op->operands[0]->type;
    if (!op->a.pad.interior)
        return 0;
    int n = 0;
    int64_t *interior = arena_dup_array(op->parent->module->arena, op->a.pad.interior, from->rank);
    for (int d = 0; d < from->rank; d++)
        n += bound(&interior[d], from->dims[d] <= 1, 0);
    op->a.pad.interior = interior;
    return n;
}

/* Elements behind the first place of the window, and one: a stride of that or more reaches no other place. */
static int64_t window_left(const WindowDim *w, int64_t n)
{
    int64_t in = n ? (n - 1) * w->base_dilation + 1 : 0, size = (w->size - 1) * w->window_dilation + 1;
    return MAX(in + w->pad_lo + w->pad_hi - size + 1, 1);
}

/* in_dims, out_dims: of the operand and the result that the window moves along, NULL = all in order. */
static int bound_window(IrOp *op, Window *w, const int64_t *in_dims, const int64_t *out_dims)
{
    int n = 0;
    const Type *places = type_leaf(op->type, 0);
    WindowDim *dims = arena_dup_array(op->parent->module->arena, w->dims, w->n);
    for (int i = 0; i < w->n; i++) {
        int in = in_dims ? (int)in_dims[i] : i, out = out_dims ? (int)out_dims[i] : i;
        n += bound(&dims[i].window_dilation, dims[i].size <= 1, 1);
        n += bound(&dims[i].base_dilation, op->operands[0]->type->dims[in] <= 1, 1);
        int64_t left = window_left(&dims[i], op->operands[0]->type->dims[in]);
        n += bound(&dims[i].stride, places->dims[out] <= 1 && dims[i].stride > left, left);
    }
    w->dims = dims;
    return n;
}

int pass_bound_strides(IrModule *m)
{
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            if (op->code == OP_slice)
                changed += bound_slice(op);
            else if (op->code == OP_pad)
                changed += bound_pad(op);
            else if (op->code == OP_reduce_window)
                changed += bound_window(op, &op->a.window.window, NULL, NULL);
            else if (op->code == OP_convolution)
                changed += bound_window(op, &op->a.conv.window, op->a.conv.dims.in_spatial.v, op->a.conv.dims.out_spatial.v);
        }
    return changed;
}
