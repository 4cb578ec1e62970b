/* Small identities that lowering leaves behind. */
#include "runtime/passes/optimise.h"

static bool is_identity_slice(const IrOp *op)
{
    return op->code == OP_slice && op->type == op->operands[0]->type;
}

static bool is_identity_pad(const IrOp *op)
{
    if (op->code != OP_pad || op->type != op->operands[0]->type)
        return false;
    for (int d = 0; d < op->type->rank; d++)
        if (op->a.pad.lo[d] || op->a.pad.interior[d])
            return false;
    return true;
}

static bool is_identity_transpose(const IrOp *op)
{
    if (op->code != OP_transpose)
        return false;
    for (int d = 0; d < op->a.dims.n; d++)
        if (op->a.dims.v[d] != d)
            return false;
    return true;
}

/* What the op may be replaced by; NULL = itself. */
static IrOp *simpler(IrOp *op)
{
    if (is_identity_slice(op) || is_identity_pad(op) || is_identity_transpose(op))
        return op->operands[0];
    if ((op->code == OP_reshape || op->code == OP_convert || op->code == OP_copy) && op->type == op->operands[0]->type)
        return op->operands[0];
    if (op->code == OP_concatenate && op->n_operands == 1)
        return op->operands[0];
    if (op->code == OP_reshape && op->operands[0]->code == OP_reshape) {
        op->operands[0] = op->operands[0]->operands[0];
        return op->type == op->operands[0]->type ? op->operands[0] : NULL;
    }
    if (op->code == OP_get_tuple_element && op->operands[0]->code == OP_tuple)
        return op->operands[0]->operands[op->a.gte.index];
    return NULL;
}

/* convert(constant s32 scalar) to an integer type is that constant: the offsets of local programs. */
static bool fold_convert(IrModule *m, IrOp *op)
{
    int64_t v;
    const Type *t = op->type;
    if (op->code != OP_convert || t->kind != TYPE_ARRAY || !elem_is_int(t->elem) || op->operands[0]->code != OP_constant ||
        !elem_is_int(op->operands[0]->type->elem) || !op_constant_int(op->operands[0], &v) || elem_info[t->elem].bits < 8)
        return false;
    op->a.literal = literal_new(m, t, &v, true); /* little-endian: the low bytes come first */
    op->code = OP_constant;
    op->n_operands = 0;
    return true;
}

int pass_simplify(IrModule *m)
{
    int changed = 0;
    g_autofree IrOp **replacement = g_new0(IrOp *, m->next_id);
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        int before = changed;
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            for (int a = 0; a < op->n_operands; a++)
                if (replacement[op->operands[a]->id])
                    op->operands[a] = replacement[op->operands[a]->id];
            if (fold_convert(m, op)) {
                changed++;
                continue;
            }
            IrOp *r = simpler(op);
            if (!r)
                continue;
            replacement[op->id] = r;
            if (c->root == op)
                c->root = r;
            changed++;
        }
        if (changed > before)
            comp_drop_dead(c, false);
    }
    return changed;
}
