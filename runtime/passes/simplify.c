/* Removes shape ops without effect that lowering leaves behind; fold.c does the same for arithmetic. */
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

/* A slice of a broadcast that leaves the dims of what is broadcast whole: less of the same copies. */
static bool slices_only_copies(const IrOp *op)
{
    const IrOp *copies = op->operands[0];
    for (int i = 0; i < copies->a.dims.n; i++)
        if (op->type->dims[copies->a.dims.v[i]] != copies->type->dims[copies->a.dims.v[i]])
            return false;
    return true;
}

/* broadcast(broadcast(x)): the dims of x say where they end up at once. */
static void join_broadcasts(IrOp *op)
{
    const IrOp *inner = op->operands[0];
    int64_t *dims = arena_array(op->parent->module->arena, int64_t, inner->a.dims.n);
    for (int i = 0; i < inner->a.dims.n; i++)
        dims[i] = op->a.dims.v[inner->a.dims.v[i]];
    op->a.dims = (Ints){ dims, inner->a.dims.n };
    op->operands[0] = inner->operands[0];
}

/* transpose(transpose(x)). */
static void join_transposes(IrOp *op)
{
    const IrOp *inner = op->operands[0];
    int64_t *dims = arena_array(op->parent->module->arena, int64_t, inner->a.dims.n);
    for (int d = 0; d < op->a.dims.n; d++)
        dims[d] = inner->a.dims.v[op->a.dims.v[d]];
    op->a.dims = (Ints){ dims, op->a.dims.n };
    op->operands[0] = inner->operands[0];
}

/* Operands without elements say nothing (a roll by 0 makes some); one stays in any case. Returns whether any was dropped. */
static bool drop_empty_parts(IrOp *op)
{
    int n = 0, before = op->n_operands;
    for (int i = 0; i < before; i++)
        if (op->operands[i]->type->n_elems > 0)
            op->operands[n++] = op->operands[i];
    op->n_operands = MAX(n, 1);
    return op->n_operands < before;
}

/* What the op may be replaced by; NULL = itself, which *changed says was made simpler in place. */
static IrOp *simpler(IrOp *op, bool *changed)
{
    if (is_identity_slice(op) || is_identity_pad(op) || is_identity_transpose(op))
        return op->operands[0];
    if ((op->code == OP_reshape || op->code == OP_convert || op->code == OP_copy) && op->type == op->operands[0]->type)
        return op->operands[0];
    if (op->code == OP_concatenate && drop_empty_parts(op))
        *changed = true;
    if (op->code == OP_concatenate && op->n_operands == 1)
        return op->operands[0];
    if (op->code == OP_reshape && op->operands[0]->code == OP_reshape) {
        *changed = true;
        op->operands[0] = op->operands[0]->operands[0];
        return op->type == op->operands[0]->type ? op->operands[0] : NULL;
    }
    if (op->code == OP_slice && op->operands[0]->code == OP_broadcast && slices_only_copies(op)) {
        *changed = true;
        op->a.dims = op->operands[0]->a.dims;
        op->code = OP_broadcast;
        op->operands[0] = op->operands[0]->operands[0];
        return NULL;
    }
    if (op->code == OP_broadcast && op->operands[0]->code == OP_broadcast) {
        *changed = true;
        join_broadcasts(op);
    }
    if (op->code == OP_transpose && op->operands[0]->code == OP_transpose) {
        *changed = true;
        join_transposes(op);
        return is_identity_transpose(op) && op->type == op->operands[0]->type ? op->operands[0] : NULL;
    }
    if (op->code == OP_get_tuple_element && op->operands[0]->code == OP_tuple)
        return op->operands[0]->operands[op->a.gte.index];
    return NULL;
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
            bool in_place = false;
            IrOp *r = simpler(op, &in_place);
            changed += r || in_place;
            if (!r)
                continue;
            replacement[op->id] = r;
            if (c->root == op)
                c->root = r;
        }
        if (changed > before)
            comp_drop_dead(c, false);
    }
    return changed;
}
