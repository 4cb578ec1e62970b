/* Sentences: why a value has to change its layout, made from the layouts that met. */
#include "runtime/partition/insert_impl.h"

#include "runtime/shard/spell.h"

const char *value_label(Insert *x, const IrOp *op)
{
    (void)x;
    if (op->code == OP_parameter && op->op_name && op->op_name[0])
        return op->op_name;
    return op->name;
}

const char *spec_text(Insert *x, const Sharding *s)
{
    g_autoptr(GString) t = g_string_new(NULL);
    sharding_print_spec(t, s);
    return decision_text(x->log, "%s", t->str);
}

static const char *axes_text(Insert *x, AxisList axes)
{
    g_autoptr(GString) t = g_string_new(NULL);
    axis_list_print(t, x->m->mesh, axes);
    return decision_text(x->log, "%s", t->str);
}

/* "sharded on a" or "whole". */
static const char *split_text(Insert *x, AxisList axes)
{
    return axes.n ? decision_text(x->log, "sharded on %s", axes_text(x, axes)) : "whole";
}

/* What a factor is to a reader: "contracting dimension", "batch dimension", "dimension 1". */
static const char *factor_role(Insert *x, const IrOp *op, const Rule *rule, int f, int pos, int dim)
{
    if (rule->factors[f].kind == FACTOR_REDUCTION)
        return op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution ? "contracting dimension" :
               op_family(op) == FAMILY_reduce ? "reduced dimension" : "indexed dimension";
    int n = 0;
    for (int t = 0; t < rule->n_operands + rule->n_results; t++)
        n += rule_tensor_has(&rule->tensors[t], f, NULL, NULL);
    if (op_family(op) == FAMILY_dot && n == 3)
        return "batch dimension";
    return decision_text(x->log, "dimension %d of %s", dim, value_label(x, value_leaf(x, op->operands[pos], 0)));
}

/* The other tensor of the op that has the factor, with its axes there; NULL if none. */
static const char *other_holder(Insert *x, const IrOp *op, const Rule *rule, int f, int pos, AxisList mine, AxisList *theirs)
{
    for (int i = 0; i < rule->n_operands; i++) {
        int dim;
        if (i == pos || op->operands[i]->type->kind != TYPE_ARRAY || !rule_tensor_has(rule_operand(rule, i), f, &dim, NULL))
            continue;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        *theirs = value_layout(x, v)->dims[dim].axes;
        if (!axis_list_equal(mine, *theirs))
            return value_label(x, v);
    }
    for (int r = 0; r < rule->n_results; r++) {
        int dim;
        if (!rule_tensor_has(rule_result(rule, r), f, &dim, NULL))
            continue;
        *theirs = decided(x, op, r)->dims[dim].axes;
        if (!axis_list_equal(mine, *theirs))
            return "the result";
    }
    return NULL;
}

const char *why_operand(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c, int pos, const Sharding *from,
                        const Sharding *to, Cause *cause)
{
    const char *value = value_label(x, value_leaf(x, op->operands[pos], 0)), *name = op_info[op->code].id;
    *cause = CAUSE_OP_RULE;
    if (from->unreduced.n && !axis_list_equal(from->unreduced, to->unreduced))
        return decision_text(x->log, "each device holds a partial result of %s, split on %s, and %s needs the whole sum", value,
                             axes_text(x, from->unreduced), name);
    for (int d = 0; d < to->rank; d++) {
        AxisList mine = from->dims[d].axes, want = to->dims[d].axes, theirs;
        if (axis_list_equal(mine, want))
            continue;
        const RuleTensor *rt = rule_operand(rule, pos);
        int f = d < rt->rank ? rt->dims[d].factors[rt->dims[d].n - 1] : -1;
        if (f < 0)
            continue;
        if (rule->factors[f].kind == FACTOR_NEED_REPLICATION)
            return decision_text(x->log, "%s needs all of dimension %d of %s on each device, and it is %s", name, d, value,
                                 split_text(x, mine));
        if (rule->factors[f].kind == FACTOR_PERMUTATION && want.n < mine.n)
            return decision_text(x->log, "%s mixes neighbours along dimension %d of %s, which is %s", name, d, value,
                                 split_text(x, mine));
        const char *other = other_holder(x, op, rule, f, pos, mine, &theirs);
        if (other) {
            *cause = CAUSE_CONFLICT;
            return decision_text(x->log, "the %s is %s in %s and %s in %s", factor_role(x, op, rule, f, pos, d),
                                 split_text(x, mine), value, split_text(x, theirs), other);
        }
        return decision_text(x->log, "%s works on %s with dimension %d %s, which is %s here", name, value, d,
                             split_text(x, want), split_text(x, mine));
    }
    (void)c;
    return decision_text(x->log, "%s works on %s in another layout", name, value);
}
