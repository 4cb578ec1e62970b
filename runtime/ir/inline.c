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

/* What a signature wants of an argument, in a module with several orders of devices: the parameter becomes a constraint. */
static void keep_wanted_parameter(IrOp *param, IrOp *argument, IrOp *call, OpVec *out)
{
    param->code = OP_constraint;
    param->a = (IrAttrs){ 0 };
    param->n_operands = 1;
    param->operands = arena_dup_array(call->parent->module->arena, &argument, 1);
    param->parent = call->parent;
    vec_push(out, param);
}

/* What a result is wanted as, at positions of the module's mesh: as propagation completed it (`have`), unless it has other axes than those asked for. */
static const Sharding *wanted_at_home(IrModule *m, const Sharding *wanted, const Sharding *have)
{
    bool completed = have && !have->maximal && have->rank == wanted->rank;
    for (int d = 0; completed && d < wanted->rank; d++)
        completed = axis_list_equal(wanted->dims[d].axes, have->dims[d].axes) || (wanted->dims[d].open && axis_list_is_prefix(wanted->dims[d].axes, have->dims[d].axes));
    if (completed)
        return have;
    Sharding home = *wanted;
    home.mesh = m->mesh;
    return sharding_intern(m->shardings, &home);
}

/* The value with a constraint behind it, if the signature wants one. */
static IrOp *wanted_result(IrOp *value, const IrParamInfo *info, IrComp *into, OpVec *out)
{
    if (!info->wanted || value->type->kind != TYPE_ARRAY)
        return value;
    IrOp *made = op_new(into, OP_constraint, value->type, NULL, 1, &value);
    op_inherit(made, value);
    const Sharding *home = wanted_at_home(into->module, info->wanted, info->sharding);
    made->shardings = arena_dup_array(into->module->arena, &home, 1);
    made->wanted = info->wanted;
    vec_push(out, made);
    return made;
}

static IrOp *wanted_results(IrOp *root, const IrComp *callee, IrComp *into, OpVec *out)
{
    if (!callee->results)
        return root;
    if (root->code != OP_tuple)
        return type_n_leaves(root->type) == 1 ? wanted_result(root, &callee->results[0], into, out) : root;
    bool any = false;
    for (int i = 0; i < root->n_operands; i++)
        any |= callee->results[i].wanted != NULL;
    if (!any || root->n_operands != type_n_leaves(root->type))
        return root;
    g_autofree IrOp **parts = g_new(IrOp *, root->n_operands);
    for (int i = 0; i < root->n_operands; i++)
        parts[i] = wanted_result(root->operands[i], &callee->results[i], into, out);
    IrOp *made = op_new(into, OP_tuple, root->type, NULL, root->n_operands, parts);
    op_inherit(made, root);
    made->shardings = root->shardings;
    vec_push(out, made);
    return made;
}

/* Appends the callee's body to `out`; `map` receives replacements for the parameters and the call. */
static void move_body(IrOp *call, OpVec *out, GHashTable *map)
{
    IrComp *callee = call->comps[0];
    for (int i = 0; i < callee->n_ops; i++) {
        IrOp *op = callee->ops[i];
        if (op->code == OP_parameter) {
            IrOp *argument = stand_in(map, call->operands[op->a.parameter.number]);
            if (op->wanted && op->type->kind == TYPE_ARRAY)
                keep_wanted_parameter(op, argument, call, out);
            else
                g_hash_table_insert(map, op, argument);
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
    g_hash_table_insert(map, call, wanted_results(stand_in(map, callee->root), callee, call->parent, out));
    callee->n_ops = callee->n_params = 0;
    callee->root = NULL;
}

static void inline_in(IrComp *c)
{
    bool any = false;
    int n = c->n_ops; /* constraints of signatures are made behind them, and go to where they belong */
    for (int i = 0; i < n; i++)
        any = any || c->ops[i]->code == OP_call;
    if (!any)
        return;
    g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
    OpVec out = {0};
    for (int i = 0; i < n; i++) {
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
