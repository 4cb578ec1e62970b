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

/* The other tensor of the op that has the factor, with its axes there, results included; NULL if none. */
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

/* "operands disagree" sentence for dim d of operand pos, or NULL if no other operand holds the factor differently. */
static const char *why_disagree(Insert *x, const IrOp *op, const Rule *rule, int pos, int d, AxisList mine)
{
    const RuleTensor *rt = rule_operand(rule, pos);
    const char *value = value_label(x, value_leaf(x, op->operands[pos], 0));
    for (int k = 0; d < rt->rank && k < rt->dims[d].n; k++) {
        int f = rt->dims[d].factors[k];
        for (int i = 0; i < rule->n_operands; i++) {
            int dim;
            if (i == pos || op->operands[i]->type->kind != TYPE_ARRAY || !rule_tensor_has(rule_operand(rule, i), f, &dim, NULL))
                continue;
            IrOp *v = value_leaf(x, op->operands[i], 0);
            AxisList theirs = value_layout(x, v)->dims[dim].axes;
            if (axis_list_equal(mine, theirs))
                continue;
            const char *other = value_label(x, v);
            if (g_str_equal(other, value))
                other = decision_text(x->log, "%s as operand %d", other, i);
            return decision_text(x->log, "the %s is %s in %s and %s in %s", factor_role(x, op, rule, f, pos, d), split_text(x, mine),
                                 value, theirs.n && mine.n ? decision_text(x->log, "on %s", axes_text(x, theirs)) : split_text(x, theirs),
                                 other);
        }
    }
    return NULL;
}

const char *why_partial(Insert *x, const IrOp *value, AxisList axes, const char *asks)
{
    const char *what = op_family(value) == FAMILY_dot || op_family(value) == FAMILY_convolution ? "over the contracting dimension" :
                       op_family(value) == FAMILY_gather || op_family(value) == FAMILY_dynamic_slice ? "of rows that others own" :
                       op_family(value) == FAMILY_reduce ? "over the reduced dimension" : "of the whole";
    static const char *const kinds[] = { "sum", "maximum", "minimum", "product", "and", "or", "xor" };
    const Sharding *s = x->natural[value->id] ? x->natural[value->id][0] : NULL;
    return decision_text(x->log, "each device holds only its part of %s (a partial %s %s, split on %s), and %s", value_label(x, value),
                         kinds[s ? s->reduction : REDUCTION_SUM], what, axes_text(x, axes), asks);
}

const char *why_operand(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c, int pos, const Sharding *from,
                        const Sharding *to, Cause *cause)
{
    const IrOp *v = value_leaf(x, op->operands[pos], 0);
    const char *value = value_label(x, v), *name = op_info[op->code].id;
    *cause = CAUSE_OP_RULE;
    if (from->unreduced.n && !axis_list_equal(from->unreduced, to->unreduced))
        return why_partial(x, v, from->unreduced, decision_text(x->log, "%s needs all of it", name));
    for (int d = 0; d < to->rank; d++) { /* what the user can change first: operands that do not fit each other */
        const char *why = op->n_operands > 1 ? why_disagree(x, op, rule, pos, d, from->dims[d].axes) : NULL;
        if (why) {
            *cause = CAUSE_CONFLICT;
            return why;
        }
    }
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
            return decision_text(x->log, "%s is %s in %s and %s in %s", factor_role(x, op, rule, f, pos, d), split_text(x, mine), value,
                                 split_text(x, theirs), other);
        }
        if (mine.n == 0)
            return decision_text(x->log, "%s shares its work over %s: dimension %d of %s is cut", name, axes_text(x, want), d, value);
        return decision_text(x->log, "%s works on %s with dimension %d %s, and it is %s", name, value, d, split_text(x, want),
                             split_text(x, mine));
    }
    (void)c;
    return decision_text(x->log, "%s works on %s in another layout", name, value);
}
