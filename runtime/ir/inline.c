/* Inlining: replaces calls by the bodies of their callees. The callee's ops are moved, not copied, so their ids and everything recorded
 * about them remain valid. Ops without a location or framework name take the call's. */
#include "runtime/ir/ir.h"

#include <string.h>

/* The replacement of a removed op, or the op itself. Chains are followed to the end: a call may return its argument, which may be a
 * call. */
static IrOp *stand_in(GHashTable *map, IrOp *op)
{
    for (IrOp *next; (next = g_hash_table_lookup(map, op));)
        op = next;
    return op;
}

typedef VEC(IrOp *) OpVec;

/* Appends the callee's body to `out`; `map` receives replacements for the parameters and the call. */
static void move_body(IrOp *call, OpVec *out, GHashTable *map)
{
    IrComp *callee = call->comps[0];
    for (int i = 0; i < callee->n_ops; i++) {
        IrOp *op = callee->ops[i];
        if (op->code == OP_parameter) {
            g_hash_table_insert(map, op, stand_in(map, call->operands[op->a.parameter.number]));
            continue;
        }
        for (int k = 0; k < op->n_operands; k++)
            op->operands[k] = stand_in(map, op->operands[k]);
        op->parent = call->parent;
        if (!op->loc)
            op->loc = call->loc;
        if (!op->op_name)
            op->op_name = call->op_name;
        vec_push(out, op);
    }
    g_hash_table_insert(map, call, stand_in(map, callee->root));
    callee->n_ops = callee->n_params = 0;
    callee->root = NULL;
}

static void inline_in(IrComp *c)
{
    bool any = false;
    for (int i = 0; i < c->n_ops; i++)
        any = any || c->ops[i]->code == OP_call;
    if (!any)
        return;
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    OpVec out = {0};
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++)
            op->operands[k] = stand_in(map, op->operands[k]);
        if (op->code == OP_call)
            move_body(op, &out, map);
        else
            vec_push(&out, op);
    }
    c->root = stand_in(map, c->root);
    c->ops = arena_dup_array(c->module->arena, out.v, out.n);
    c->n_ops = c->cap = out.n;
    vec_clear(&out);
    comp_renumber(c);
}

void module_inline_calls(IrModule *m)
{
    module_order_comps(m);
    for (int i = 0; i < m->n_comps; i++)
        inline_in(m->comps[i]);
    module_order_comps(m);
}
