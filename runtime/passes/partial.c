/* Drops annotations that ask for partial sums of a value that is computed whole: keeping it whole means the same and costs
 * nothing. Runs before reshards are inserted; one walk in definition order. */
#include <string.h>

#include "runtime/passes/optimise.h"
#include "runtime/propagate/rules.h"

/* The parts of `want` that some list in `have` covers. */
static AxisList covered(Arena *arena, AxisList want, const AxisList *have, int n)
{
    AxisList left = want;
    for (int k = 0; k < n; k++)
        left = axis_list_without(arena, left, have[k]);
    return axis_list_without(arena, want, left);
}

static const Sharding *of_leaf(const IrOp *op, int leaf)
{
    IrValue v = value_resolve((IrOp *)op, leaf);
    return v.op->shardings ? v.op->shardings[v.leaf] : NULL;
}

/* Lists that the op's own sums may be partial over: axes that split dims which its rule reduces. Returns how many. */
static int own_sums(Arena *arena, RuleCache *rules, const IrOp *op, AxisList **out)
{
    const Rule *rule = rule_of(rules, op);
    int n = 0;
    for (int t = 0; rule && t < op->n_operands; t++)
        n += rule_operand(rule, t)->rank;
    *out = arena_array(arena, AxisList, n + 1);
    n = 0;
    for (int t = 0; rule && t < op->n_operands; t++) {
        const Sharding *s = of_leaf(op->operands[t], 0);
        for (int d = 0; s && !s->maximal && d < rule_operand(rule, t)->rank; d++)
            for (int i = 0; i < rule_operand(rule, t)->dims[d].n; i++)
                if (rule->factors[rule_operand(rule, t)->dims[d].factors[i]].kind == FACTOR_REDUCTION) {
                    (*out)[n++] = s->dims[d].axes;
                    break;
                }
    }
    return n;
}

/* Ops whose results are what something else says: manual regions, and arguments that the caller says are partial. What loops
 * and branches carry is whole. */
static bool is_told(const IrOp *op, GHashTable *manual_bodies)
{
    OpFamily family = op_family(op);
    if (family == FAMILY_manual || family == FAMILY_collective || family == FAMILY_custom)
        return true;
    if (op->code != OP_parameter)
        return false;
    if (op->parent != op->parent->module->entry)
        return g_hash_table_contains(manual_bodies, op->parent);
    const char *text = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding");
    return (text && strstr(text, "unreduced")) || op->sharding_text;
}

static int strip(IrModule *m, Arena *scratch, const Sharding **slot, const AxisList *have, int n)
{
    if (!*slot || (*slot)->maximal || (*slot)->unreduced.n == 0)
        return 0;
    AxisList keep = covered(scratch, (*slot)->unreduced, have, n);
    if (axis_list_equal(keep, (*slot)->unreduced))
        return 0;
    *slot = sharding_with_unreduced(m->shardings, *slot, keep, (*slot)->reduction);
    return 1;
}

static bool any_partial(const IrOp *op)
{
    for (int l = 0; l < type_n_leaves(op->type); l++)
        if (op->shardings[l] && op->shardings[l]->unreduced.n)
            return true;
    return false;
}

int pass_whole_partials(IrModule *m)
{
    Arena *scratch = arena_new_root();
    g_autoptr(RuleCache) rules = rule_cache_new(scratch, false);
    g_autoptr(GHashTable) manual_bodies = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->code == OP_manual)
                g_hash_table_add(manual_bodies, m->comps[i]->ops[k]->comps[0]);
    int n = 0;
    for (int i = m->n_comps - 1; i >= 0; i--) /* callers first: they decide what their regions are given */
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (!op->shardings || is_told(op, manual_bodies) || !any_partial(op))
                continue;
            bool carried = op_family(op) == FAMILY_control;
            int n_have = 0;
            for (int j = 0; j < op->n_operands && !carried; j++)
                n_have += type_n_leaves(op->operands[j]->type);
            AxisList *own;
            int n_own = own_sums(scratch, rules, op, &own);
            AxisList *have = arena_array(scratch, AxisList, n_have + n_own);
            if (n_own)
                memcpy(have, own, sizeof *own * (size_t)n_own);
            n_have = n_own;
            for (int j = 0; j < op->n_operands && !carried; j++)
                for (int l = 0; l < type_n_leaves(op->operands[j]->type); l++, n_have++) {
                    const Sharding *s = of_leaf(op->operands[j], l);
                    if (s && !s->maximal)
                        have[n_have] = s->unreduced;
                }
            for (int l = 0; l < type_n_leaves(op->type); l++)
                n += strip(m, scratch, &op->shardings[l], have, n_have);
        }
    for (int i = 0; m->entry->results && i < type_n_leaves(m->entry->root->type); i++) {
        const Sharding *s = of_leaf(m->entry->root, i);
        AxisList have = s && !s->maximal ? s->unreduced : (AxisList){ 0 };
        n += strip(m, scratch, &m->entry->results[i].sharding, &have, 1);
    }
    arena_free(scratch);
    return n;
}
