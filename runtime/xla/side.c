/* Numbers and uses of a module's values; see side.h. */
#include "runtime/xla/side.h"

static void number_values(Side *s)
{
    const IrModule *m = s->m;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            s->ops[op->id] = op;
            s->base[op->id] = s->n_values;
            s->n_values += type_n_leaves(op->type);
            for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++)
                vec_push(&s->list, op);
        }
}

static void find_callers(Side *s)
{
    const IrModule *m = s->m;
    for (int k = 0; k < m->n_comps; k++)
        g_hash_table_insert(s->comp_at, m->comps[k], GINT_TO_POINTER(k + 1));
    g_autofree bool *many = g_new0(bool, m->n_comps + 1);
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            for (int j = 0; j < m->comps[k]->ops[i]->n_comps; j++) {
                int at = GPOINTER_TO_INT(g_hash_table_lookup(s->comp_at, m->comps[k]->ops[i]->comps[j])) - 1;
                if (at < 0)
                    continue;
                many[at] |= s->caller[at] != NULL;
                s->caller[at] = m->comps[k]->ops[i];
            }
    for (int k = 0; k < m->n_comps; k++)
        if (many[k])
            s->caller[k] = NULL;
}

static void find_uses(Side *s)
{
    const IrModule *m = s->m;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            if (op->code == OP_tuple || op->code == OP_get_tuple_element)
                continue;
            for (int j = 0; j < op->n_operands; j++)
                for (int leaf = 0; leaf < type_n_leaves(op->operands[j]->type); leaf++) {
                    int v = side_value(s, op->operands[j], leaf);
                    if (v >= 0)
                        vec_push(&s->uses[v], ((SideUse){ op, j }));
                }
        }
}

Side *side_new(const IrModule *m)
{
    Side *s = g_new0(Side, 1);
    s->m = m;
    s->ops = g_new0(IrOp *, m->next_id + 1);
    s->base = g_new0(int, m->next_id + 1);
    s->caller = g_new0(IrOp *, m->n_comps + 1);
    s->comp_at = g_hash_table_new(NULL, NULL);
    number_values(s);
    s->of = s->list.v;
    find_callers(s);
    s->uses = (SideUses *)g_malloc0_n((gsize)s->n_values + 1, sizeof *s->uses);
    find_uses(s);
    return s;
}

void side_free(Side *s)
{
    if (!s)
        return;
    for (int v = 0; v < s->n_values; v++)
        vec_clear(&s->uses[v]);
    g_free(s->uses);
    g_hash_table_unref(s->comp_at);
    g_free(s->caller);
    g_free(s->base);
    g_free(s->ops);
    vec_clear(&s->list);
    g_free(s);
}

int side_value(const Side *s, IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    return v.op->code == OP_tuple || v.leaf >= type_n_leaves(v.op->type) ? -1 : s->base[v.op->id] + v.leaf;
}

IrValue side_at(const Side *s, int value)
{
    IrOp *op = s->of[value];
    return (IrValue){ op, value - s->base[op->id] };
}

IrOp *side_caller(const Side *s, const IrComp *c)
{
    int at = GPOINTER_TO_INT(g_hash_table_lookup(s->comp_at, c)) - 1;
    return at < 0 ? NULL : s->caller[at];
}

int side_passed(const Side *s, const IrOp *op, int slot, IrValue param)
{
    int number = (int)param.op->a.parameter.number;
    int pos = op->code == OP_conditional ? slot + 1 : number;
    if (pos >= op->n_operands || param.leaf >= type_n_leaves(op->operands[pos]->type))
        return -1;
    return side_value(s, op->operands[pos], param.leaf);
}
