/* After propagation: XLA's calls for values near each other become slices, pads and concatenations, which are divided like those
 * that a program writes itself; a log of values goes. Start at pass_expand_spmd_calls. */
#include "runtime/ir/spmd_call.h"

#include <string.h>

#include "runtime/passes/optimise.h"

typedef struct Expansion {
    IrComp *c;
    const IrOp *op;
    const SpmdCall *call;
    GPtrArray *ops;        /* the computation's list, made anew */
    const Sharding *lies;  /* of the result that is made, or NULL */
} Expansion;

/* A new op of the list, with the layout of the result. */
static IrOp *add(Expansion *x, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    IrOp *op = op_new(x->c, code, type, x->op->name, n, operands);
    x->c->n_ops--;
    op_inherit(op, x->op);
    if (x->lies) {
        op->shardings = arena_new(x->c->module->arena, const Sharding *);
        op->shardings[0] = x->lies;
    }
    g_ptr_array_add(x->ops, op);
    return op;
}

static IrOp *add_slice(Expansion *x, const int64_t *start, const int64_t *limit, const int64_t *stride)
{
    IrModule *m = x->c->module;
    IrOp *value = x->op->operands[0];
    int rank = value->type->rank;
    int64_t dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (limit[d] - start[d] + stride[d] - 1) / stride[d];
    IrOp *op = add(x, OP_slice, type_with_dims(m->types, value->type->plain, rank, dims), 1, &value);
    op->a.slice.start = arena_dup_array(m->arena, start, rank);
    op->a.slice.limit = arena_dup_array(m->arena, limit, rank);
    op->a.slice.stride = arena_dup_array(m->arena, stride, rank);
    return op;
}

/* Rows [lo, hi) along the call's dimension. */
static IrOp *rows(Expansion *x, int64_t lo, int64_t hi)
{
    const Type *t = x->op->operands[0]->type;
    int64_t start[MAX_RANK] = { 0 }, limit[MAX_RANK], one[MAX_RANK];
    for (int d = 0; d < t->rank; d++) {
        limit[d] = t->dims[d];
        one[d] = 1;
    }
    start[x->call->dim] = lo;
    limit[x->call->dim] = hi;
    return add_slice(x, start, limit, one);
}

static IrOp *add_concat(Expansion *x, int n, IrOp *const *parts)
{
    const Type *t = x->op->operands[0]->type;
    int64_t dims[MAX_RANK];
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    dims[x->call->dim] = 0;
    for (int i = 0; i < n; i++)
        dims[x->call->dim] += parts[i]->type->dims[x->call->dim];
    IrOp *op = add(x, OP_concatenate, type_with_dims(x->c->module->types, t->plain, t->rank, dims), n, parts);
    op->a.concatenate.dim = x->call->dim;
    return op;
}

/* The value that begins with row `first`, counted round. */
static IrOp *rolled(Expansion *x, int64_t first)
{
    int64_t n = x->op->operands[0]->type->dims[x->call->dim];
    first = n ? ((first % n) + n) % n : 0;
    if (first == 0)
        return add(x, OP_copy, x->op->operands[0]->type->plain, 1, x->op->operands);
    IrOp *parts[2] = { rows(x, first, n), rows(x, 0, first) };
    return add_concat(x, 2, parts);
}

static IrOp *wrapped(Expansion *x)
{
    const SpmdCall *call = x->call;
    int64_t n = x->op->operands[0]->type->dims[call->dim];
    IrOp *parts[3];
    int k = 0;
    if (call->left)
        parts[k++] = rows(x, n - call->left, n);
    parts[k++] = x->op->operands[0];
    if (call->right)
        parts[k++] = rows(x, 0, call->right);
    return add_concat(x, k, parts);
}

static IrOp *sliced(Expansion *x, int i)
{
    const SpmdCall *call = x->call;
    const Type *t = type_leaf(x->op->type, i);
    int64_t start[MAX_RANK], limit[MAX_RANK];
    for (int d = 0; d < t->rank; d++) {
        start[d] = call->start[d] + (d == call->dim ? i : 0);
        limit[d] = t->dims[d] ? start[d] + (t->dims[d] - 1) * call->stride[d] + 1 : start[d];
    }
    return add_slice(x, start, limit, call->stride);
}

static IrOp *padded(Expansion *x, int i)
{
    IrModule *m = x->c->module;
    const Type *t = type_leaf(x->op->type, i);
    int64_t *list = arena_array(m->arena, int64_t, 3 * t->rank);
    IrOp *op = add(x, OP_pad, t->plain, 2, x->op->operands);
    list[x->call->dim] = x->call->amount - i;
    list[t->rank + x->call->dim] = i;
    op->a.pad.lo = list;
    op->a.pad.hi = list + t->rank;
    op->a.pad.interior = list + 2 * t->rank;
    return op;
}

static IrOp *result(Expansion *x, int i)
{
    const SpmdCall *call = x->call;
    switch (call->kind) {
    case SPMD_ROTATE_RIGHT: return rolled(x, -call->amount);
    case SPMD_MULTI_ROTATE: return rolled(x, call->left - i);
    case SPMD_WRAP: return wrapped(x);
    case SPMD_MULTI_SLICE: return sliced(x, i);
    case SPMD_MULTI_PAD: return padded(x, i);
    }
    return NULL;
}

/* The call becomes a tuple of its results, or a copy of its one. */
static bool expand(IrComp *c, IrOp *op, GPtrArray *ops, GError **error)
{
    SpmdCall call;
    if (!spmd_call_read(op, &call, error))
        return false;
    int n = type_n_leaves(op->type);
    IrOp **results = arena_array(c->module->arena, IrOp *, n);
    for (int i = 0; i < n; i++) {
        Expansion x = { c, op, &call, ops, op->shardings ? op->shardings[i] : NULL };
        results[i] = result(&x, i);
    }
    op->code = op->type->kind == TYPE_TUPLE ? OP_tuple : OP_copy;
    op->operands = results;
    op->n_operands = n;
    op->n_pairs = 0;
    memset(&op->a, 0, sizeof op->a);
    return true;
}

/* Prints for people; nothing is gathered for it. */
static void drop_log(IrOp *op)
{
    if (op->code != OP_custom_call || !op->a.custom.target || strcmp(op->a.custom.target, "xla.debug.Log") != 0 || type_n_leaves(op->type))
        return;
    op->code = OP_tuple;
    op->n_operands = op->n_pairs = 0;
    memset(&op->a, 0, sizeof op->a);
}

bool pass_expand_spmd_calls(IrModule *m, GError **error)
{
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        g_autoptr(GPtrArray) ops = g_ptr_array_new();
        for (int i = 0; i < c->n_ops; i++) {
            drop_log(c->ops[i]);
            if (op_is_spmd_call(c->ops[i]) && !expand(c, c->ops[i], ops, error))
                return false;
            g_ptr_array_add(ops, c->ops[i]);
        }
        if ((int)ops->len == c->n_ops)
            continue;
        c->ops = arena_dup_array(m->arena, (IrOp **)ops->pdata, (int)ops->len);
        c->n_ops = c->cap = (int)ops->len;
        comp_renumber(c);
    }
    return true;
}
