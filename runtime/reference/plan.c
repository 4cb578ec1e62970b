/* What the evaluator computes once per computation before it evaluates it: where values are stored, where each is used last, and
 * which ops are not needed. */
#include "runtime/reference/plan.h"

#include <string.h>

void ref_plan_free(gpointer data)
{
    RefPlan *p = data;
    g_free(p->slot);
    g_free(p->n_leaves);
    g_free(p->first_dead);
    g_free(p->dead);
    g_free(p->skip);
    g_free(p);
}

int ref_comp_n_args(const IrComp *comp)
{
    int n = 0;
    for (int p = 0; p < comp->n_params; p++)
        n += type_n_leaves(comp->params[p]->type);
    return n;
}

static bool op_has_collectives(RefCx *cx, const IrOp *op)
{
    if (op_is_collective(op))
        return true;
    for (int i = 0; i < op->n_comps; i++)
        if (ref_plan(cx, op->comps[i])->has_collectives)
            return true;
    return false;
}

/* True for ops without effects, which can be skipped if their result is not used. */
static bool is_pure(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_leaf: return op->code == OP_constant;
    case FAMILY_elementwise:
    case FAMILY_iota:
    case FAMILY_broadcast:
    case FAMILY_reshape:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_concatenate:
    case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice:
    case FAMILY_gather:
    case FAMILY_bitcast_convert:
    case FAMILY_dot:
    case FAMILY_convolution:
    case FAMILY_tuple: return true;
    /* calls, effects and state, or too rare to matter */
    case FAMILY_device_id: case FAMILY_scatter: case FAMILY_reduce: case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft:
    case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom:
    case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual:
    case FAMILY_opaque: return false;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

static bool *find_unneeded(const IrComp *comp)
{
    bool *skip = g_new(bool, comp->n_ops + 1);
    memset(skip, true, (gsize)comp->n_ops);
    skip[comp->root->pos] = false;
    for (int i = comp->n_ops - 1; i >= 0; i--) {
        const IrOp *op = comp->ops[i];
        skip[i] = skip[i] && is_pure(op);
        for (int o = 0; o < op->n_operands && !skip[i]; o++)
            skip[op->operands[o]->pos] = false;
    }
    return skip;
}

static RefPlan *plan_new(RefCx *cx, const IrComp *comp)
{
    RefPlan *p = g_new0(RefPlan, 1);
    p->slot = g_new(int, comp->n_ops + 1);
    p->n_leaves = g_new(int, comp->n_ops + 1);
    for (int i = 0; i < comp->n_ops; i++) {
        p->slot[i] = p->n_slots;
        p->n_leaves[i] = type_n_leaves(comp->ops[i]->type);
        p->n_slots += p->n_leaves[i];
        p->has_collectives = p->has_collectives || op_has_collectives(cx, comp->ops[i]);
    }
    p->skip = find_unneeded(comp);
    p->n_args = ref_comp_n_args(comp);
    p->n_results = type_n_leaves(comp->root->type);

    g_autofree int *last = g_new(int, p->n_slots + 1); /* the op after which a slot is dead */
    for (int i = 0; i < comp->n_ops; i++)
        for (int l = 0; l < p->n_leaves[i]; l++)
            last[p->slot[i] + l] = i;
    for (int i = 0; i < comp->n_ops; i++) {
        const IrOp *op = comp->ops[i];
        for (int o = 0; o < op->n_operands; o++) {
            int at = op->operands[o]->pos, first = p->slot[at], n = p->n_leaves[at];
            if (op->code == OP_get_tuple_element) {
                first += type_part_leaf(op->operands[o]->type, (int)op->a.gte.index);
                n = p->n_leaves[i];
            }
            for (int l = 0; l < n; l++)
                last[first + l] = i;
        }
    }
    for (int l = 0; l < p->n_results; l++)
        last[p->slot[comp->root->pos] + l] = comp->n_ops; /* never */

    p->first_dead = g_new0(int, comp->n_ops + 2);
    p->dead = g_new(int, p->n_slots + 1);
    for (int s = 0; s < p->n_slots; s++)
        p->first_dead[MIN(last[s], comp->n_ops) + 1]++;
    for (int i = 0; i <= comp->n_ops; i++)
        p->first_dead[i + 1] += p->first_dead[i];
    g_autofree int *fill = g_memdup2(p->first_dead, sizeof(int) * (gsize)(comp->n_ops + 2));
    for (int s = 0; s < p->n_slots; s++)
        p->dead[fill[MIN(last[s], comp->n_ops)]++] = s;
    return p;
}

const RefPlan *ref_plan(RefCx *cx, const IrComp *comp)
{
    RefPlan *p = g_hash_table_lookup(cx->shared->plans, comp);
    if (!p) {
        p = plan_new(cx, comp);
        g_hash_table_insert(cx->shared->plans, (gpointer)comp, p);
    }
    return p;
}

bool ref_comp_has_collectives(RefCx *cx, const IrComp *comp)
{
    return ref_plan(cx, comp)->has_collectives;
}
