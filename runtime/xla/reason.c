/* The sentence that says why XLA's partitioner put a collective there, from the two layouts and the rule of the op. Values and ops are named
 * as the user of JAX knows them. */
#include "runtime/xla/explain_impl.h"

#include "runtime/shard/spell.h"

static const char *spec(Explain *x, const Sharding *s)
{
    g_autoptr(GString) t = g_string_new(NULL);
    Sharding shown = *s;
    if (!s->maximal)
        shown.replicated = (AxisList){ NULL, 0 };
    sharding_print_spec(t, &shown);
    if (!s->maximal && s->mesh != x->whole->mesh)
        g_string_append(t, ", with devices in reverse order");
    return decision_text(x->log, "%s", t->str);
}

static const char *split(Explain *x, AxisList axes)
{
    if (!axes.n)
        return "not split";
    g_autoptr(GString) s = g_string_new(NULL), names = g_string_new(NULL);
    axis_list_print(names, x->whole->mesh, axes);
    g_auto(GStrv) parts = g_strsplit(names->str, ",", -1);
    for (char **p = parts; *p; p++)
        g_string_append_printf(s, "%s'%s'", s->len ? "," : "", *p);
    return decision_text(x->log, "split on %s", s->str);
}

static bool sums(const IrOp *op)
{
    return op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution;
}

static bool is_constant(const Explain *x, IrOp *op)
{
    int v = align_canon(x->align, op, 0);
    return v >= 0 && align_is_weak(x->align, v);
}

/* Another value of the op that has the factor split otherwise. */
static const char *why_other(Explain *x, const IrOp *op, const Rule *rule, const Found *f, int d)
{
    const RuleTensor *t = rule_operand(rule, f->user_pos);
    IrOp *mine = op->operands[f->user_pos];
    AxisList axes = explain_sharding(x, mine, 0)->dims[d].axes;
    const char *name = decision_label(x->log, op), *value = label_value(x->labels, mine, 0);
    for (int k = 0; k < t->dims[d].n; k++) {
        int factor = t->dims[d].factors[k], dim;
        if (rule->factors[factor].kind == FACTOR_NEED_REPLICATION && axes.n)
            return decision_text(x->log, "%s needs all of dimension %d of %s on each device, but it is %s", name, d, value, split(x, axes));
        for (int i = 0; i < rule->n_operands; i++) {
            if (is_constant(x, op->operands[i])) /* laid out as it is needed */
                continue;
            const Sharding *s = i != f->user_pos && op->operands[i]->type->kind == TYPE_ARRAY && rule_tensor_has(rule_operand(rule, i), factor, &dim, NULL) ? explain_sharding(x, op->operands[i], 0) : NULL;
            if (s && !s->maximal && !axis_list_equal(s->dims[dim].axes, axes))
                return decision_text(x->log, "%s %s dimension %d of %s, which is %s, with dimension %d of %s, which is %s, and both must be split alike: XLA moves %s", name,
                                     sums(op) && rule->factors[factor].kind == FACTOR_REDUCTION ? "multiplies and sums" : "combines", d, value, split(x, axes), dim,
                                     label_value(x->labels, op->operands[i], 0), split(x, s->dims[dim].axes), value);
        }
        for (int r = 0; r < rule->n_results; r++) {
            const Sharding *s = rule_tensor_has(rule_result(rule, r), factor, &dim, NULL) ? explain_sharding(x, op, r) : NULL;
            if (s && !s->maximal && !axis_list_equal(s->dims[dim].axes, axes))
                return decision_text(x->log, "dimension %d of the result of %s is to be %s, so dimension %d of %s, which becomes it, has to be so too, but it is %s", dim, name,
                                     s->dims[dim].axes.n ? split(x, s->dims[dim].axes) : "whole on each device", d, value, split(x, axes));
        }
    }
    return NULL;
}

static bool same_axes(const Sharding *a, const Sharding *b)
{
    bool same = a->rank == b->rank;
    for (int d = 0; same && d < a->rank; d++)
        same = axis_list_equal(a->dims[d].axes, b->dims[d].axes);
    return same;
}

static const char *turns_around(Explain *x, const IrOp *op, const char *value, const Sharding *from)
{
    return decision_text(x->log, "%s turns %s around, whose pieces, %s, therefore change places", decision_label(x->log, op), value, spec(x, from));
}

static const char *why_operand(Explain *x, const Found *f, const Layouts *l, Cause *cause)
{
    IrValue v = explain_taken(f, side_at(x->align->whole, f->value));
    const IrOp *op = f->user;
    const char *name = decision_label(x->log, op), *value = label_value(x->labels, v.op, v.leaf);
    *cause = CAUSE_OP_RULE;
    if (op->code == OP_reshard || op->code == OP_constraint) {
        *cause = CAUSE_USER_CONSTRAINT;
        return decision_text(x->log, "%s asks for %s as %s, but it is laid out as %s", name, value, spec(x, l->to), spec(x, l->from));
    }
    if (op->code == OP_reverse && l->to->mesh != l->from->mesh && same_axes(l->from, l->to)) {
        *cause = CAUSE_HALO;
        return turns_around(x, op, value, l->from);
    }
    const Rule *rule = f->user_pos >= 0 && op->operands[f->user_pos]->type->kind == TYPE_ARRAY ? rule_of(x->rules, op) : NULL;
    for (int d = 0; rule && f->user_pos < rule->n_operands && d < l->from->rank && d < rule_operand(rule, f->user_pos)->rank; d++) {
        const char *text = axis_list_equal(l->from->dims[d].axes, l->to->dims[d].axes) ? NULL : why_other(x, op, rule, f, d);
        if (text) {
            *cause = CAUSE_CONFLICT;
            return text;
        }
    }
    if (!sharding_same_layout(l->from, l->to))
        return decision_text(x->log, "XLA divides %s so that it takes %s as %s, but it is laid out as %s", name, value, spec(x, l->to), spec(x, l->from));
    return decision_text(x->log, "%s works on %s, which is laid out as %s, and XLA's way to divide it exchanges parts of it", name, value, spec(x, l->from));
}

/* The dims of an operand that the op combines, or looks at all of, and that are split on some of these axes. */
static int dims_over(Explain *x, const IrOp *op, int operand, AxisList axes, int out[MAX_RANK])
{
    const Rule *rule = rule_of(x->rules, op);
    const Sharding *s = explain_sharding(x, op->operands[operand], 0);
    int n = 0;
    for (int d = 0; d < s->rank && d < rule_operand(rule, operand)->rank; d++) {
        bool over = false;
        for (int k = 0; k < rule_operand(rule, operand)->dims[d].n; k++) {
            FactorKind kind = rule->factors[rule_operand(rule, operand)->dims[d].factors[k]].kind;
            over = over || kind == FACTOR_REDUCTION || kind == FACTOR_NEED_REPLICATION;
        }
        if (over && axis_list_overlaps(s->dims[d].axes, axes))
            out[n++] = d;
    }
    return n;
}

/* "dimension 0 of x, which is split on 'data'", or several: what a partial result was summed over. */
static const char *summed(Explain *x, const IrOp *op, AxisList axes)
{
    int i, first, dims[MAX_RANK];
    if (!explain_combines_over(x, op, axes, &i, &first))
        return decision_text(x->log, "a dimension, which is %s", split(x, axes));
    const char *value = label_value(x->labels, op->operands[i], 0);
    int n = dims_over(x, op, i, axes, dims);
    if (n < 2)
        return decision_text(x->log, "dimension %d of %s, which is %s", first, value, split(x, axes));
    g_autoptr(GString) t = g_string_new("dimensions ");
    for (int k = 0; k < n; k++)
        g_string_append_printf(t, "%s%d", k == 0 ? "" : k == n - 1 ? " and " : ", ", dims[k]);
    return decision_text(x->log, "%s of %s, which are %s", t->str, value, split(x, axes));
}

static const char *why_own(Explain *x, const Found *f, const Layouts *l, Cause *cause)
{
    const IrOp *op = side_at(x->align->whole, f->value).op;
    const char *name = decision_label(x->log, op);
    *cause = CAUSE_OP_RULE;
    if (!l->from->unreduced.n)
        return decision_text(x->log, "XLA computes %s as %s, but its result is to be laid out as %s", name, spec(x, l->from), spec(x, l->to));
    const char *axes = split(x, l->from->unreduced);
    if (op_family(op) == FAMILY_gather || op_family(op) == FAMILY_dynamic_slice)
        return decision_text(x->log, "%s picks from a dimension that is %s, so each device has only the elements in its own piece", name, axes);
    if (op_family(op) == FAMILY_concatenate)
        return decision_text(x->log, "%s joins pieces that are %s along the dimension in which it joins, so each device has only the elements of its own pieces", name, axes);
    if (op_family(op) == FAMILY_scatter)
        return decision_text(x->log, "%s combines updates that are %s, so each device has only a partial result", name, axes);
    if (op_family(op) == FAMILY_sort || op_family(op) == FAMILY_topk || op_family(op) == FAMILY_custom)
        return decision_text(x->log, "%s looks through %s, so each device has only the candidates of its own piece", name, summed(x, op, l->from->unreduced));
    return decision_text(x->log, "%s %s %s, so each device has only a partial %s", name, sums(op) ? "sums over" : "reduces", summed(x, op, l->from->unreduced), sums(op) ? "sum" : "result");
}

const char *explain_reason(Explain *x, const Found *f, const Layouts *l, Cause *cause)
{
    IrValue v = side_at(x->align->whole, f->value);
    const char *value = label_value(x->labels, v.op, v.leaf);
    switch (f->kind) {
    case FOUND_OPERAND:
        return why_operand(x, f, l, cause);
    case FOUND_OWN:
        return why_own(x, f, l, cause);
    case FOUND_HALO:
        *cause = CAUSE_HALO;
        if (f->user->code == OP_reverse)
            return turns_around(x, f->user, value, l->from);
        return decision_text(x->log, "%s needs elements of %s that lie beyond the edge of a device's piece, which is %s", decision_label(x->log, f->user), value, spec(x, l->from));
    case FOUND_OUTPUT:
        *cause = CAUSE_OUTPUT;
        return decision_text(x->log, "%s is to be returned as %s, but %s is laid out as %s", label_result(x->labels, x->whole, MAX(f->user_pos, 0)), spec(x, l->to), value, spec(x, l->from));
    case FOUND_LOOP:
        *cause = CAUSE_LOOP;
        if (f->carried.op)
            return decision_text(x->log, "%s carries %s to its next trip as %s, but a trip leaves it as %s", label_loop(x->labels, f->user), value, spec(x, l->to), spec(x, l->from));
        return decision_text(x->log, "%s carries %s as %s, but it comes in as %s", label_loop(x->labels, f->user), value, spec(x, l->to), spec(x, l->from));
    case FOUND_NOTHING: case FOUND_WRITTEN:
        break;
    }
    *cause = CAUSE_OP_RULE;
    return "";
}
