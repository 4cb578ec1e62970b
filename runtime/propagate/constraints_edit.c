/* See constraints_edit.h. */
#include "runtime/propagate/constraints_edit.h"

void comp_place_after(IrComp *c, IrOp *op, const IrOp *anchor)
{
    int from = op->pos, to = anchor->pos < from ? anchor->pos + 1 : anchor->pos;
    int step = from < to ? 1 : -1;
    for (int i = from; i != to; i += step) {
        c->ops[i] = c->ops[i + step];
        c->ops[i]->pos = i;
    }
    c->ops[to] = op;
    op->pos = to;
}

/* A tuple op made of get_tuple_element ops, in place of a tuple that some other op computes. */
static IrOp *take_apart(IrComp *c, IrOp *tuple, IrOp **last)
{
    int n = tuple->type->n_parts;
    IrOp **parts = g_new(IrOp *, (gsize)n + 1);
    for (int i = 0; i < n; i++) {
        parts[i] = op_new(c, OP_get_tuple_element, tuple->type->parts[i], NULL, 1, &tuple);
        parts[i]->a.gte.index = i;
        op_inherit(parts[i], tuple);
        comp_place_after(c, parts[i], *last);
        *last = parts[i];
        if (parts[i]->type->kind == TYPE_TUPLE)
            parts[i] = take_apart(c, parts[i], last);
    }
    IrOp *whole = op_new(c, OP_tuple, tuple->type, NULL, n, parts);
    op_inherit(whole, tuple);
    comp_place_after(c, whole, *last);
    *last = whole;
    g_free(parts);
    return whole;
}

static bool holds(const IrOp *tuple, IrValue v)
{
    IrOp *op = (IrOp *)tuple;
    for (int i = 0; i < type_n_leaves(tuple->type); i++)
        if (same_value(value_resolve(op, i), v))
            return true;
    return false;
}

void comp_expose(IrComp *c, IrValue v)
{
    GHashTable *apart = g_hash_table_new(NULL, NULL);
    for (int i = 0; i <= c->n_ops; i++) {
        IrOp *user = i < c->n_ops ? c->ops[i] : NULL;
        if (user && user->code == OP_get_tuple_element)
            continue;
        for (int k = 0; k < (user ? user->n_operands : 1); k++) {
            IrOp **slot = user ? &user->operands[k] : &c->root;
            if ((*slot)->type->kind != TYPE_TUPLE || (*slot)->code == OP_tuple || !holds(*slot, v))
                continue;
            IrOp *whole = g_hash_table_lookup(apart, *slot);
            if (!whole) {
                IrOp *last = *slot;
                int before = c->n_ops;
                whole = take_apart(c, *slot, &last);
                g_hash_table_insert(apart, *slot, whole);
                i += user ? c->n_ops - before : 0;
            }
            *slot = whole;
        }
    }
    g_hash_table_destroy(apart);
}

IrOp *comp_first_name(IrComp *c, IrValue v)
{
    if (v.op->type->kind != TYPE_TUPLE)
        return v.op;
    for (int i = v.op->pos + 1; i < c->n_ops; i++)
        if (c->ops[i]->code == OP_get_tuple_element && c->ops[i]->type->kind != TYPE_TUPLE &&
            same_value(value_resolve(c->ops[i], 0), v))
            return c->ops[i];
    return NULL;
}

IrOp *comp_last_name(IrComp *c, const IrOp *name)
{
    int i = name->pos;
    while (i + 1 < c->n_ops && (c->ops[i + 1]->code == OP_parameter || c->ops[i + 1]->code == OP_get_tuple_element))
        i++;
    return c->ops[i];
}

void comp_lift(IrOp *constraint)
{
    IrComp *c = constraint->parent;
    IrOp *input = constraint->operands[0];
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++)
            if (op->operands[k] == constraint)
                op->operands[k] = input;
        if (op != constraint)
            c->ops[n++] = op;
    }
    c->n_ops = n;
    if (c->root == constraint)
        c->root = input;
    comp_renumber(c);
}
