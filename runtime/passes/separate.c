/* Splits reductions and scatters of several operands into one op per operand, where the computation treats each operand as it would
 * treat that one alone. Each can then be divided in its own way, and partial results of known sums, maxima and the like can be combined
 * as such. An op whose operands depend on each other (the position of a maximum) stays as it is. Only for values that propagation
 * divided. Start reading at pass_separate(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/base/vec.h"

/* Marks, by position, what element `i` of the result is made from; false if that is not parameters i and n + i alone. */
static bool cone_of(const IrComp *c, int i, int n, bool *marked)
{
    memset(marked, 0, sizeof *marked * (size_t)c->n_ops);
    marked[c->root->operands[i]->pos] = true;
    for (int k = c->n_ops - 1; k >= 0; k--) {
        const IrOp *op = c->ops[k];
        if (!marked[k])
            continue;
        if (op->code == OP_parameter && op->a.parameter.number != i && op->a.parameter.number != n + i)
            return false;
        for (int a = 0; a < op->n_operands; a++)
            marked[op->operands[a]->pos] = true;
    }
    return true;
}

/* The computation of element i alone. */
static IrComp *comp_of(IrModule *m, const IrComp *c, int i, int n)
{
    g_autofree bool *marked = g_new(bool, c->n_ops);
    g_autofree IrOp **copy = g_new0(IrOp *, c->n_ops);
    cone_of(c, i, n, marked);
    g_autofree char *name = g_strdup_printf("%s_%d", c->name, i);
    IrComp *made = comp_new(m, name);
    for (int k = 0; k < 2; k++) {
        const IrOp *param = c->params[k ? n + i : i];
        IrOp *p = op_new(made, OP_parameter, param->type, param->name, 0, NULL);
        op_inherit(p, param);
        p->a.parameter.number = k;
        copy[param->pos] = p;
    }
    for (int k = 0; k < c->n_ops; k++) {
        const IrOp *op = c->ops[k];
        if (!marked[k] || copy[k])
            continue;
        g_autofree IrOp **operands = g_new(IrOp *, op->n_operands + 1);
        for (int a = 0; a < op->n_operands; a++)
            operands[a] = copy[op->operands[a]->pos];
        copy[k] = op_new(made, op->code, op->type, op->name, op->n_operands, operands);
        op_copy_attrs(copy[k], op);
        op_inherit(copy[k], op);
    }
    made->root = copy[c->root->operands[i]->pos];
    comp_renumber(made);
    return made;
}

static bool is_divided(IrOp *value)
{
    IrValue v = value_resolve(value, 0);
    const Sharding *s = v.op->shardings ? v.op->shardings[v.leaf] : NULL;
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].axes.n)
            return true;
    return false;
}

/* Operands of an op that can be taken apart, 0 of others. */
static int separable(const IrOp *op)
{
    int n = op->code == OP_reduce ? op->n_operands / 2 : op->code == OP_scatter ? (op->n_operands - 1) / 2 : 0;
    if (n < 2 || op->type->kind != TYPE_TUPLE || op->type->n_parts != n || op->n_comps != 1)
        return 0;
    IrComp *c = op->comps[0];
    if (c->n_params != 2 * n || c->root->code != OP_tuple || c->root->n_operands != n)
        return 0;
    bool divided = false;
    for (int i = 0; i < op->n_operands; i++)
        divided = divided || is_divided(op->operands[i]);
    for (int i = 0; i < n && op->shardings; i++)
        for (int d = 0; op->shardings[i] && d < op->shardings[i]->rank; d++)
            divided = divided || op->shardings[i]->dims[d].axes.n;
    comp_renumber(c);
    g_autofree bool *marked = g_new(bool, c->n_ops);
    for (int i = 0; i < n && divided; i++)
        if (!cone_of(c, i, n, marked))
            return 0;
    return divided ? n : 0;
}

int pass_separate(IrModule *m)
{
    int changed = 0, n_comps = m->n_comps;
    VEC(IrOp *) ops = { 0 };
    for (int k = 0; k < n_comps; k++) {
        IrComp *c = m->comps[k];
        int before = changed;
        ops.n = 0;
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            int n = separable(op);
            g_autofree IrOp **parts = g_new(IrOp *, n + 1);
            for (int j = 0; j < n; j++) {
                IrOp *args[3] = { op->operands[j], op->code == OP_reduce ? op->operands[n + j] : op->operands[n],
                                  op->code == OP_reduce ? NULL : op->operands[n + 1 + j] };
                IrComp *body = comp_of(m, op->comps[0], j, n);
                parts[j] = op_new(c, op->code, op->type->parts[j], op->name, op->code == OP_reduce ? 2 : 3, args);
                c->n_ops--;
                op_inherit(parts[j], op);
                parts[j]->a = op->a;
                op_set_comps(parts[j], 1, &body);
                if (op->shardings && op->shardings[j])
                    parts[j]->shardings = arena_dup_array(m->arena, &op->shardings[j], 1);
                vec_push(&ops, parts[j]);
            }
            vec_push(&ops, op);
            if (n == 0)
                continue;
            op->code = OP_tuple;
            op->operands = arena_dup_array(m->arena, parts, n);
            op->n_operands = n;
            op->n_comps = 0;
            memset(&op->a, 0, sizeof op->a);
            changed++;
        }
        if (changed == before)
            continue;
        c->ops = arena_dup_array(m->arena, ops.v, ops.n);
        c->n_ops = c->cap = ops.n;
        comp_renumber(c);
    }
    vec_clear(&ops);
    if (m->n_comps > n_comps)
        module_order_comps(m);
    return changed;
}
