/* Sentences that say why a value changes its layout, made from the two layouts. They are written for people who write JAX and never
 * saw the compiler's program: a value is named as the user named it, or by the call that computes it and its line; a layout
 * is described by the mesh axes that split each dimension. */
#include "runtime/partition/why.h"

#include <string.h>

#include "runtime/shard/spell.h"

const char *op_label(Insert *x, const IrOp *op)
{
    return decision_label(x->log, op);
}

const char *value_label(Insert *x, const IrOp *op)
{
    return label_value(x->labels, op, 0);
}

const char *spec_text(Insert *x, const Sharding *s)
{
    g_autoptr(GString) t = g_string_new(NULL);
    Sharding shown = *s;
    if (!s->maximal) { /* axes that must not be used say nothing of the layout */
        shown.replicated = (AxisList){ NULL, 0 };
        s = &shown;
    }
    sharding_print_spec(t, s);
    return decision_text(x->log, "%s", t->str);
}

static const char *axes_text(Insert *x, AxisList axes)
{
    g_autoptr(GString) t = g_string_new(NULL), names = g_string_new(NULL);
    axis_list_print(names, x->m->mesh, axes);
    g_auto(GStrv) parts = g_strsplit(names->str, ",", -1);
    for (char **p = parts; *p; p++)
        g_string_append_printf(t, "%s'%s'", t->len ? "," : "", *p);
    return decision_text(x->log, "%s", t->str);
}

/* "split on 'a'" or "not split". */
static const char *split_text(Insert *x, AxisList axes)
{
    return axes.n ? decision_text(x->log, "split on %s", axes_text(x, axes)) : "not split";
}

static bool contracts(const IrOp *op)
{
    return op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution;
}

/* "dimension 1 of the result of mul (a.py:3), which is split on 'a'". */
static const char *dim_text(Insert *x, int dim, const char *value, AxisList axes)
{
    return decision_text(x->log, "dimension %d of %s, which is %s,", dim, value, split_text(x, axes));
}

/* What an op does with a dim of its input and one of another. */
static const char *meeting_text(Insert *x, const IrOp *op, const Rule *rule, int f, const char *mine, const char *theirs)
{
    const char *name = op_label(x, op);
    int n = 0;
    for (int t = 0; t < rule->n_operands + rule->n_results; t++)
        n += rule_tensor_has(&rule->tensors[t], f, NULL, NULL);
    if (rule->factors[f].kind == FACTOR_REDUCTION && contracts(op))
        return decision_text(x->log, "%s multiplies and sums along %s together with %s so both must be split alike", name, mine, theirs);
    if (rule->factors[f].kind == FACTOR_REDUCTION && op_family(op) != FAMILY_reduce)
        return decision_text(x->log, "%s looks up positions in %s for %s so both must be split alike", name, mine, theirs);
    if (op_family(op) == FAMILY_dot && n == 3)
        return decision_text(x->log, "%s works batch by batch: along %s and %s so both must be split alike", name, mine, theirs);
    return decision_text(x->log, "%s combines %s with %s and both must be split alike", name, mine, theirs);
}

/* "operands disagree" sentence for dim d of operand pos, or NULL if no other operand holds the factor differently. */
static const char *why_disagree(Insert *x, const IrOp *op, const Rule *rule, int pos, int d, AxisList mine)
{
    const RuleTensor *rt = rule_operand(rule, pos);
    const IrOp *v = value_leaf(x, op->operands[pos], 0);
    const char *value = value_label(x, v);
    for (int k = 0; d < rt->rank && k < rt->dims[d].n; k++) {
        int f = rt->dims[d].factors[k];
        for (int i = 0; i < rule->n_operands; i++) {
            int dim;
            if (i == pos || op->operands[i]->type->kind != TYPE_ARRAY || !rule_tensor_has(rule_operand(rule, i), f, &dim, NULL))
                continue;
            IrOp *w = value_leaf(x, op->operands[i], 0);
            AxisList theirs = value_layout(x, w)->dims[dim].axes;
            if (axis_list_equal(mine, theirs))
                continue;
            const char *other = value_label(x, w);
            if (w == v)
                other = decision_text(x->log, "%s (the same value as input %d)", other, i);
            else if (g_str_equal(other, value))
                other = decision_text(x->log, "its input %d (from the same line)", i);
            return decision_text(x->log, "%s: of the two, %s is moved",
                                 meeting_text(x, op, rule, f, dim_text(x, d, value, mine), dim_text(x, dim, other, theirs)), value);
        }
    }
    return NULL;
}

/* The result of the op has the factor split otherwise. */
static const char *why_result(Insert *x, const OperandMove *m, int f, int d, const char *value)
{
    const IrOp *op = m->op;
    const Rule *rule = m->rule;
    AxisList mine = m->from->dims[d].axes;
    for (int r = 0; r < rule->n_results; r++) {
        int dim;
        if (!rule_tensor_has(rule_result(rule, r), f, &dim, NULL))
            continue;
        AxisList theirs = decided(x, op, r)->dims[dim].axes;
        if (axis_list_equal(mine, theirs))
            continue;
        if (theirs.n)
            return decision_text(x->log, "dimension %d of the result of %s is to be %s, so dimension %d of %s, which becomes it, has to be split in the same way, but it is %s",
                                 dim, op_label(x, op), split_text(x, theirs), d, value, split_text(x, mine));
        return decision_text(x->log, "dimension %d of the result of %s is to be whole on each device, so dimension %d of %s, which becomes it, has to be whole too, but it is %s",
                             dim, op_label(x, op), d, value, split_text(x, mine));
    }
    return NULL;
}

/* "dimension 0 of x" of the dim that `value` sums away split over the axes; NULL if it is not to be told. */
static const char *summed_dim(Insert *x, const IrOp *value, AxisList axes)
{
    const Rule *rule = rule_of(x->rules, value);
    for (int i = 0; rule && i < rule->n_operands; i++)
        for (int f = 0; f < rule->n_factors; f++) {
            int dim;
            if (rule->factors[f].kind != FACTOR_REDUCTION || value->operands[i]->type->kind != TYPE_ARRAY ||
                !rule_tensor_has(rule_operand(rule, i), f, &dim, NULL))
                continue;
            const IrOp *v = value->operands[i];
            while (v->code == OP_reshard)
                v = v->operands[0];
            const Sharding *in = value->operands[i]->shardings ? value->operands[i]->shardings[0] : NULL;
            for (int k = 0; in && dim < in->rank && k < in->dims[dim].axes.n; k++)
                for (int a = 0; a < axes.n; a++)
                    if (axes.v[a].axis == in->dims[dim].axes.v[k].axis)
                        return decision_text(x->log, "dimension %d of %s", dim, value_label(x, v));
        }
    return NULL;
}

static const Sharding *computed(const IrOp *op)
{
    return op->shardings && op->type->kind == TYPE_ARRAY ? op->shardings[0] : NULL;
}

/* The op that left the partial sum unfinished which `value` still is: up its operands that are partial too. */
static const IrOp *partial_source(const IrOp *value)
{
    enum { MAX_HOPS = 200 };
    for (int hops = 0; hops < MAX_HOPS; hops++) {
        if (contracts(value) || op_family(value) == FAMILY_reduce)
            return value;
        const IrOp *next = NULL;
        for (int i = 0; i < value->n_operands && !next; i++)
            next = computed(value->operands[i]) && computed(value->operands[i])->unreduced.n ? value->operands[i] : NULL;
        if (!next)
            return NULL;
        value = next;
    }
    return NULL;
}

const char *why_partial(Insert *x, const IrOp *value, AxisList axes, const char *asks)
{
    static const char *const kinds[] = { "sum", "maximum", "minimum", "product", "\"and\"", "\"or\"", "\"xor\"" };
    const Sharding *s = x->natural[value->id] ? x->natural[value->id][0] : NULL;
    const char *kind = kinds[s ? s->reduction : REDUCTION_SUM], *split = axes_text(x, axes);
    const char *dim = x->log->quiet ? NULL : summed_dim(x, value, axes);
    if (contracts(value) || op_family(value) == FAMILY_reduce)
        return decision_text(x->log, "%s %s %s, which is split on %s, so each device has only a partial %s, and %s", op_label(x, value),
                             contracts(value) ? "sums over" : "reduces", dim ? dim : "a dimension", split, kind, asks);
    if (op_family(value) == FAMILY_gather || op_family(value) == FAMILY_dynamic_slice)
        return decision_text(x->log, "%s picks from a dimension that is split on %s, so each device has only the elements in its own piece, and %s",
                             op_label(x, value), split, asks);
    if (op_family(value) == FAMILY_scatter)
        return decision_text(x->log, "%s combines updates that are split on %s, so each device has only a partial %s, and %s", op_label(x, value), split,
                             kind, asks);
    const IrOp *source = x->log->quiet ? NULL : partial_source(value);
    dim = source && source != value ? summed_dim(x, source, axes) : NULL;
    if (dim)
        return decision_text(x->log, "%s is still a partial %s on each device: %s %s %s, which is split on %s, and the sum was deferred until here; now %s",
                             value_label(x, value), kind, op_label(x, source), contracts(source) ? "sums over" : "reduces", dim, split, asks);
    return decision_text(x->log, "%s is still a partial %s on each device (of an earlier op, split on %s; adding it up was deferred until here), and %s",
                         value_label(x, value), kind, split, asks);
}

/* What the op itself cannot do with a dimension that is split as `mine`, whatever its other operands are; NULL = nothing. */
static const char *why_own(Insert *x, const OperandMove *m, int d, const char *name, const char *value)
{
    const IrOp *op = m->op;
    const Rule *rule = m->rule;
    const RuleTensor *t = rule_operand(rule, m->pos);
    int f = t->dims[d].factors[t->dims[d].n - 1];
    AxisList mine = m->from->dims[d].axes, want = m->to->dims[d].axes;
    if (rule->factors[f].kind == FACTOR_NEED_REPLICATION && mine.n)
        return decision_text(x->log, "%s needs all of dimension %d of %s on each device, but it is %s", name, d, value, split_text(x, mine));
    bool sorts = op_family(op) == FAMILY_sort, deals = sorts || op_family(op) == FAMILY_fft;
    if (deals && rule->factors[f].kind == FACTOR_PERMUTATION && want.n < mine.n)
        return decision_text(x->log, "%s %s along dimension %d of %s, which is %s, and having all of %s on one device was found cheaper than working on each device's piece and exchanging elements",
                             name, sorts ? "sorts" : "transforms", d, value, split_text(x, mine), t->rank == 1 ? "it" : "each line");
    if (rule->factors[f].kind == FACTOR_PERMUTATION && want.n < mine.n)
        return decision_text(x->log, "%s combines neighbouring elements along dimension %d of %s, which is %s, and one gather was found cheaper than exchanging edges",
                             name, d, value, split_text(x, mine));
    return NULL;
}

const char *why_operand(Insert *x, const OperandMove *m, Cause *cause)
{
    const IrOp *op = m->op;
    const Rule *rule = m->rule;
    const Sharding *from = m->from, *to = m->to;
    int pos = m->pos;
    *cause = CAUSE_OP_RULE;
    if (!x->log)
        return "";
    const IrOp *v = value_leaf(x, op->operands[pos], 0);
    const char *value = value_label(x, v), *name = op_label(x, op);
    if (from->unreduced.n && !axis_list_equal(from->unreduced, to->unreduced))
        return why_partial(x, v, from->unreduced, decision_text(x->log, "%s needs the total", name));
    const RuleTensor *rt = rule_operand(rule, pos);
    for (int d = 0; d < to->rank && d < rt->rank; d++) { /* what no other operand would change */
        AxisList mine = from->dims[d].axes, want = to->dims[d].axes;
        const char *why = axis_list_equal(mine, want) ? NULL : why_own(x, m, d, name, value);
        if (why)
            return why;
    }
    for (int d = 0; d < to->rank; d++) { /* what the user can change first: operands that do not fit each other */
        const char *why = op->n_operands > 1 ? why_disagree(x, op, rule, pos, d, from->dims[d].axes) : NULL;
        if (why) {
            *cause = CAUSE_CONFLICT;
            return why;
        }
    }
    for (int d = 0; d < to->rank; d++) {
        AxisList mine = from->dims[d].axes, want = to->dims[d].axes;
        if (axis_list_equal(mine, want))
            continue;
        int f = d < rt->rank ? rt->dims[d].factors[rt->dims[d].n - 1] : -1;
        if (f < 0)
            continue;
        const char *why = why_result(x, m, f, d, value);
        if (why) {
            *cause = CAUSE_CONFLICT;
            return why;
        }
        if (mine.n == 0)
            return decision_text(x->log, "the devices along %s share the work of %s: each takes its piece of dimension %d of %s, which all of them have",
                                 axes_text(x, want), name, d, value);
        return decision_text(x->log, "of the ways to divide %s over the devices, the cheapest (%s) needs dimension %d of %s %s, and it is %s", name,
                             m->way->text, d, value, split_text(x, want), split_text(x, mine));
    }
    return decision_text(x->log, "%s needs %s in another layout", name, value);
}

/* Where a factor is: "result dimension 0", "dimension 1 of input 0", "the summed dimension". */
static const char *factor_place(Insert *x, const Rule *rule, int f)
{
    int dim;
    for (int r = 0; r < rule->n_results; r++)
        if (rule_tensor_has(rule_result(rule, r), f, &dim, NULL))
            return decision_text(x->log, "result dimension %d", dim);
    for (int i = 0; i < rule->n_operands; i++)
        if (rule_tensor_has(rule_operand(rule, i), f, &dim, NULL))
            return decision_text(x->log, rule->factors[f].kind == FACTOR_REDUCTION ? "the summed dimension %d of input %d" : "dimension %d of input %d", dim, i);
    return "a dimension";
}

const char *candidate_text(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c)
{
    if (!x->log || x->log->quiet)
        return "";
    g_autoptr(GString) s = g_string_new(NULL);
    for (int f = 0; f < rule->n_factors; f++)
        if (c->factors[f].n)
            g_string_append_printf(s, "%s%s on %s", s->len ? ", " : "", factor_place(x, rule, f), axes_text(x, c->factors[f]));
    (void)op;
    if (c->whole && s->len)
        g_string_append(s, ", with operands that every device has whole");
    return s->len ? decision_text(x->log, "split %s", s->str) : "whole on every device";
}

const char *why_whole(Insert *x, const GPtrArray *ways, bool tiled)
{
    const Candidate *best = g_ptr_array_index(ways, 0), *divided = NULL;
    for (guint i = 1; i < ways->len; i++) {
        const Candidate *c = g_ptr_array_index(ways, i);
        if (axis_list_size(c->used) > 1 && (!divided || candidate_price(c, 1) < candidate_price(divided, 1)))
            divided = c;
    }
    if (!divided)
        return tiled ? "none of its dimensions can be divided" : "no operand or result is split: they are partial sums, which are whole once added up";
    double whole = candidate_price(best, 1), parts = candidate_price(divided, 1);
    return decision_text(x->log, whole <= parts ? "repeating it costs %.4g µs including reshards, dividing it at least %.4g µs, %.0f %% of that for moving data" :
                                 candidate_price(best, SURE_OF_COMPUTING) <= candidate_price(divided, SURE_OF_COMPUTING) ?
                                                  "repeating it costs %.4g µs and dividing it %.4g µs, %.0f %% of that for moving data: the gain is smaller than the error of predictions" :
                                                  "by itself repeating it costs %.4g µs and dividing it %.4g µs, %.0f %% of that for moving data; together with the reshards that the ops around it then need, repeating it is cheaper",
                         whole / 1e3, parts / 1e3, 100 * divided->comm_ns / MAX(parts, 1e-9));
}
