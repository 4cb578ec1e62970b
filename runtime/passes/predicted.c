/* See predicted.h. */
#include "runtime/passes/predicted.h"

#include <math.h>

#include "runtime/plan/fuse.h"
#include "runtime/sim/cost.h"

/* As the device program has them (plan/). */
static void groups_of(const IrComp *c, int *group, bool *stored)
{
    FusePlan *f = fuse_plan(c);
    for (int i = 0; i < c->n_ops; i++) {
        group[i] = f->group_of[i];
        stored[i] = group[i] < 0 && f->needed[i] && !op_is_rename(c->ops[i]);
    }
    for (int g = 0; g < f->n_groups; g++)
        for (int i = 0; i < f->groups[g].outputs.n; i++)
            stored[f->groups[g].outputs.v[i]->pos] = true;
    fuse_plan_free(f);
}

Simulation *compiled_simulation(const Compiled *c, const SimOptions *o)
{
    SimOptions options = o ? *o : (SimOptions){ 0 };
    options.grouping = groups_of;
    return simulation_new(c->local, c->whole->mesh, c->model, &options);
}

Estimate simulated_step(const Simulation *s)
{
    Estimate e = s->step;
    e.ns = round(e.ns); /* steps are recorded in whole ns */
    return e;
}

Estimate compiled_step(const Compiled *c, const SimOptions *o)
{
    Simulation *s = compiled_simulation(c, o);
    Estimate e = simulated_step(s);
    simulation_free(s);
    return e;
}

/* known: the computations that are added already; one that is called from several places has a list for each of them. */
static void add_list(const SimList *l, GHashTable *known, double *ns, int n_ids)
{
    if (!g_hash_table_add(known, (gpointer)l->comp))
        return;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++)
            add_list(n->parts[p].list, known, ns, n_ids);
        if (!n->n_parts && n->op && n->op->id >= 0 && n->op->id < n_ids)
            ns[n->op->id] += n->time.ns;
    }
}

double *simulated_op_ns(const Simulation *s, const IrModule *local)
{
    double *ns = g_new0(double, local->next_id + 1);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    add_list(s->kernels->entry, known, ns, local->next_id);
    StepPrices *prices = step_prices_new(s->kernels->hw, local->mesh, s->kernels->n_devices);
    for (int c = 0; c < local->n_comps; c++)
        for (int i = 0; i < local->comps[c]->n_ops && !g_hash_table_contains(known, local->comps[c]); i++) {
            const IrOp *op = local->comps[c]->ops[i];
            ns[op->id] = op_is_collective(op) ? op_step_ns(op, prices) : ns[op->id];
        }
    step_prices_free(prices);
    return ns;
}
