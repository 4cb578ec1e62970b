/* Bitcasts read an array's memory as another type, so their meaning depends on memory layouts, which no pass after import looks at.
 * Here each becomes transposes around a bitcast between natural layouts, as later passes assume. One that keeps the element type
 * becomes a reshape, and can be split like one. */
#include <string.h>

#include "runtime/passes/optimise.h"

/* order: dims from major to minor. Returns whether that is the natural order. */
static bool major_to_minor(const Type *t, int64_t *order)
{
    int minor_first[MAX_RANK];
    type_minor_to_major(t, minor_first);
    bool natural = true;
    for (int i = 0; i < t->rank; i++) {
        order[i] = minor_first[t->rank - 1 - i];
        natural = natural && order[i] == i;
    }
    return natural;
}

/* The type whose natural layout is how `t` is in memory. */
static const Type *in_memory(IrModule *m, const Type *t, const int64_t *order)
{
    int64_t dims[MAX_RANK];
    for (int i = 0; i < t->rank; i++)
        dims[i] = t->dims[order[i]];
    return type_with_dims(m->types, t->plain, t->rank, dims);
}

/* A new op to be placed by the caller. */
static IrOp *unplaced(IrComp *c, OpCode code, const Type *type, IrOp *operand, const IrOp *from)
{
    IrOp *op = op_new(c, code, type, from->name, 1, &operand);
    c->n_ops--;
    op_inherit(op, from);
    return op;
}

/* The bitcast becomes the last of three ops; the first two are added to `ops`. */
static bool expand(IrComp *c, IrOp *op, GPtrArray *ops)
{
    if (op->code != OP_bitcast)
        return false;
    const Type *from = op->operands[0]->type, *to = op->type;
    if (from->kind != TYPE_ARRAY || to->kind != TYPE_ARRAY)
        return false;
    IrModule *m = c->module;
    int64_t before[MAX_RANK], after[MAX_RANK], back[MAX_RANK] = { 0 };
    bool natural = major_to_minor(from, before);
    natural = major_to_minor(to, after) && natural;
    OpCode cast_code = from->elem == to->elem ? OP_reshape : OP_bitcast;
    if (natural) {
        op->code = cast_code;
        return cast_code == OP_reshape;
    }
    IrOp *lying = unplaced(c, OP_transpose, in_memory(m, from, before), op->operands[0], op);
    lying->a.dims = ints_dup(m->arena, before, from->rank);
    IrOp *cast = unplaced(c, cast_code, in_memory(m, to, after), lying, op);
    for (int i = 0; i < to->rank; i++)
        back[after[i]] = i;
    op->code = OP_transpose;
    op->operands[0] = cast;
    memset(&op->a, 0, sizeof op->a);
    op->a.dims = ints_dup(m->arena, back, to->rank);
    g_ptr_array_add(ops, lying);
    g_ptr_array_add(ops, cast);
    return true;
}

int pass_expand_bitcasts(IrModule *m)
{
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        g_autoptr(GPtrArray) ops = g_ptr_array_new();
        for (int i = 0; i < c->n_ops; i++) {
            changed += expand(c, c->ops[i], ops);
            g_ptr_array_add(ops, c->ops[i]);
        }
        if ((int)ops->len == c->n_ops)
            continue;
        c->ops = arena_dup_array(m->arena, (IrOp **)ops->pdata, (int)ops->len);
        c->n_ops = c->cap = (int)ops->len;
        comp_renumber(c);
    }
    return changed;
}
