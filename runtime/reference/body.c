/* Computations that reduce, sort, scatter and others call once per element. If every op is element-wise on scalars the
 * computation runs as straight-line code over scalars; otherwise it is evaluated like any computation, on scalar tensors. */
#include "runtime/reference/reference_impl.h"

#include <string.h>

typedef struct RefStep {
    const IrOp *op; /* NULL: dst = args[0] */
    int dst, args[3];
} RefStep;

static bool is_scalar(const Type *type)
{
    return type->kind == TYPE_ARRAY && type->rank == 0;
}

/* Ops that return their operand if it is a scalar. */
static bool is_copy(const IrOp *op)
{
    switch (op->code) {
    case OP_copy:
    case OP_reshape:
    case OP_broadcast:
    case OP_transpose:
    case OP_opt_barrier:
    case OP_bitcast: return op->n_operands == 1 && op->type->plain == op->operands[0]->type->plain;
    default: return false; /* everything else computes */
    }
}

static bool is_simple(OpCode code)
{
    switch (code) {
    case OP_add:
    case OP_multiply:
    case OP_maximum:
    case OP_minimum:
    case OP_and:
    case OP_or:
    case OP_xor: return true;
    default: return false; /* not a reduction by itself */
    }
}

/* Reads a scalar's bits as another type of the same width, as comparators of floats do. */
static bool is_cast(const IrOp *op)
{
    if (op->code != OP_bitcast_convert || op->n_operands != 1 || !is_scalar(op->type) || !is_scalar(op->operands[0]->type))
        return false;
    int bits = elem_info[op->type->elem].bits;
    return bits >= 8 && bits == elem_info[op->operands[0]->type->elem].bits;
}

static Scalar cast(const IrOp *op, Scalar v)
{
    char bytes[16] = {0};
    scalar_store(op->operands[0]->type->elem, bytes, 0, v);
    return scalar_load(op->type->elem, bytes, 0);
}

/* Straight-line code, or false if some op is not elementwise on scalars. The register of an op is
 * its position. */
static bool compile(RefBody *b)
{
    const IrComp *c = b->comp;
    VEC(RefStep) steps = {0};
    b->n_regs = c->n_ops;
    b->regs = g_new0(Scalar, MAX(c->n_ops, 1));
    bool ok = true;
    for (int i = 0; ok && i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        RefStep s = {.op = op, .dst = i};
        for (int o = 0; o < MIN(op->n_operands, 3); o++)
            s.args[o] = op->operands[o]->pos;
        if (op->code == OP_parameter) {
            ok = is_scalar(op->type);
        } else if (op->code == OP_constant) {
            ok = is_scalar(op->type) && !op->a.literal->elided;
            if (ok)
                b->regs[i] = scalar_load(op->type->elem, op->a.literal->data, 0);
        } else if (op == c->root && op->code == OP_tuple) {
            continue;
        } else if (is_scalar(op->type) && is_copy(op)) {
            s.op = NULL;
            vec_push(&steps, s);
        } else {
            ok = is_cast(op) || (is_scalar(op->type) && op_family(op) == FAMILY_elementwise &&
                                 ref_scalar_check(op, NULL));
            vec_push(&steps, s);
        }
    }
    if (!ok) {
        vec_clear(&steps);
        return false;
    }
    b->n_steps = steps.n;
    b->steps = steps.v ? steps.v : g_new0(RefStep, 1);
    b->result_regs = g_new(int, MAX(b->n_results, 1));
    for (int r = 0; r < b->n_results; r++)
        b->result_regs[r] = c->root->code == OP_tuple ? c->root->operands[r]->pos : c->root->pos;
    return true;
}

static void classify(RefBody *b)
{
    const IrOp *root = b->comp->root;
    b->simple = N_OPCODES;
    b->picks = -1;
    if (root->code == OP_parameter)
        b->picks = (int)root->a.parameter.number;
    if (b->n_params != 2 || root->n_operands != 2 || !is_simple(root->code) ||
        root->type->kind != TYPE_ARRAY)
        return;
    const IrOp *x = root->operands[0], *y = root->operands[1], *p = b->comp->params[0],
               *q = b->comp->params[1];
    bool both = (x == p && y == q) || (x == q && y == p);
    if (both && is_scalar(p->type) && p->type->plain == q->type->plain &&
        root->type->plain == p->type->plain) {
        b->simple = root->code;
        b->simple_op = root;
    }
}

RefBody *ref_body_new(RefCx *cx, const IrComp *comp)
{
    RefBody *b = g_new0(RefBody, 1);
    *b = (RefBody){.cx = cx,
                   .comp = comp,
                   .n_params = ref_comp_n_args(comp),
                   .n_results = type_n_leaves(comp->root->type)};
    b->param_elem = g_new(ElemType, MAX(b->n_params, 1));
    b->result_elem = g_new(ElemType, MAX(b->n_results, 1));
    int n = 0;
    for (int p = 0; p < comp->n_params; p++)
        for (int l = 0; l < type_n_leaves(comp->params[p]->type); l++)
            b->param_elem[n++] = type_leaf(comp->params[p]->type, l)->elem;
    for (int r = 0; r < b->n_results; r++)
        b->result_elem[r] = type_leaf(comp->root->type, r)->elem;
    classify(b);
    compile(b);
    return b;
}

void ref_body_free(RefBody *b)
{
    if (!b)
        return;
    g_free(b->param_elem);
    g_free(b->result_elem);
    g_free(b->steps);
    g_free(b->result_regs);
    g_free(b->regs);
    g_free(b);
}

/* The general case: evaluates the computation on scalar tensors. */
static bool run_general(RefBody *b, const Scalar *args, Scalar *results, GError **error)
{
    g_autofree Tensor **in = g_new(Tensor *, MAX(b->n_params, 1));
    g_autofree Tensor **out = g_new0(Tensor *, MAX(b->n_results, 1));
    int n = 0;
    for (int p = 0; p < b->comp->n_params; p++)
        for (int l = 0; l < type_n_leaves(b->comp->params[p]->type); l++, n++) {
            in[n] = tensor_new(type_leaf(b->comp->params[p]->type, l));
            if (in[n]->type->kind == TYPE_ARRAY)
                scalar_store(b->param_elem[n], in[n]->data, 0, args[n]);
        }
    if (!ref_comp(b->cx, b->comp, in, out, error))
        return false;
    for (int r = 0; r < b->n_results; r++) {
        if (out[r]->type->kind == TYPE_ARRAY)
            results[r] = scalar_load(b->result_elem[r], out[r]->data, 0);
        tensor_unref(out[r]);
    }
    return true;
}

bool ref_body_run(RefBody *b, const Scalar *args, Scalar *results, GError **error)
{
    if (!b->steps)
        return run_general(b, args, results, error);
    for (int p = 0; p < b->n_params; p++)
        b->regs[b->comp->params[p]->pos] = args[p];
    for (int i = 0; i < b->n_steps; i++) {
        const RefStep *s = &b->steps[i];
        if (!s->op) {
            b->regs[s->dst] = b->regs[s->args[0]];
            continue;
        }
        if (s->op->code == OP_bitcast_convert) {
            b->regs[s->dst] = cast(s->op, b->regs[s->args[0]]);
            continue;
        }
        const Scalar a[3] = {b->regs[s->args[0]], b->regs[s->args[1]], b->regs[s->args[2]]};
        b->regs[s->dst] = ref_scalar(s->op, a);
    }
    for (int r = 0; r < b->n_results; r++)
        results[r] = b->regs[b->result_regs[r]];
    return true;
}
