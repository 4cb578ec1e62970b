/* The phases of propagation in order. Start at propagate; then graph.c (what is a value), worklist.c (one run),
 * strategy.c (what one op does), priorities.c (what may move when). */
#include "runtime/propagate/propagate.h"

#include "runtime/propagate/propagate_impl.h"

bool propagate_strategy_named(const char *name, PropagateStrategy *out)
{
    static const char *const names[] = {"user-priority", "op-priority", "aggressive", "basic"};
    for (int i = 0; i < (int)G_N_ELEMENTS(names); i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (PropagateStrategy)i;
            return true;
        }
    return false;
}

/* Takes out groups and what the runs found dead, as Shardy does; other ops that nothing uses stay. */
static void drop_spent(const PropGraph *g, IrModule *m)
{
    bool *gone = arena_array(g->arena, bool, m->next_id), *read = arena_array(g->arena, bool, m->next_id);
    for (int i = 0; i < g->nodes.n; i++)
        if (g->nodes.v[i].erased)
            gone[g->nodes.v[i].op->id] = true;
    for (int i = 0; i < m->n_comps; i++) {
        IrComp *c = m->comps[i];
        int n = 0;
        captures_tidy(c, true);
        for (int k = 0; k < c->n_ops; k++) {
            IrOp *op = c->ops[k];
            bool name = op->code == OP_get_tuple_element || op->code == OP_tuple;
            gone[op->id] = gone[op->id] || (op->code == OP_reshape && op->a.stretched.n > 0); /* as its broadcast does */
            for (int j = 0; name && j < op->n_operands; j++)
                gone[op->id] = gone[op->id] || gone[op->operands[j]->id];
            if (op->code != OP_sharding_group)
                c->ops[n++] = op;
        }
        read[c->root->id] = true; /* what is read stays: a loop may still list it as a capture */
        int kept = n;
        for (int k = n - 1; k >= 0; k--) {
            IrOp *op = c->ops[k];
            if (gone[op->id] && !read[op->id])
                continue;
            for (int j = 0; j < op->n_operands; j++)
                read[op->operands[j]->id] = true;
            c->ops[--kept] = op;
        }
        memmove(c->ops, c->ops + kept, sizeof *c->ops * (size_t)(n - kept));
        c->n_ops = n - kept;
        comp_renumber(c);
    }
}

static const Sharding *without_ones(Propagation *p, const Sharding *s)
{
    bool any = false;
    for (int d = 0; s && d < s->rank; d++)
        for (int i = 0; i < s->dims[d].axes.n; i++)
            any = any || s->dims[d].axes.v[i].size == 1;
    for (int i = 0; s && i < s->replicated.n; i++)
        any = any || s->replicated.v[i].size == 1;
    if (!any)
        return s;
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        dims[d].axes = axis_list_without_ones(p->graph.arena, s->dims[d].axes);
        if (dims[d].axes.n == 0 && !dims[d].open)
            dims[d].priority = -1;
    }
    Sharding stripped = *s;
    stripped.dims = dims;
    stripped.replicated = axis_list_without_ones(p->graph.arena, s->replicated);
    return sharding_intern(p->graph.m->shardings, &stripped);
}

/* Axes of size 1 split nothing and would only stand in the way. */
static void strip_ones(Propagation *p)
{
    for (int i = 0; i < p->graph.values.n; i++)
        p->graph.values.v[i].sharding = without_ones(p, p->graph.values.v[i].sharding);
    for (int i = 0; i < p->graph.n_results; i++)
        p->graph.results[i].sharding = without_ones(p, p->graph.results[i].sharding);
}

/* From the graph of the module to shardings in the module. */
static bool run(Propagation *p, PropagateStrategy strategy, DecisionLog *log, GError **error)
{
    p->basic = strategy == PROPAGATE_BASIC;
    p->stack = arena_array(p->graph.arena, int, p->graph.nodes.n);
    p->on_stack = arena_array(p->graph.arena, bool, p->graph.nodes.n);
    p->log = prop_log_new(log, &p->graph);
    strip_ones(p);
    if (!groups_start(&p->graph, error))
        return false;
    prop_log_annotations(p);
    priorities_run(p, strategy);
    prop_log_finish(p);
    finish_store(p);
    return true;
}

bool propagate(IrModule *m, PropagateStrategy strategy, DecisionLog *log, GError **error)
{
    if (!m->mesh)
        return true;
    if (!rules_check(m, error) || !module_flatten_calls(m, error))
        return false;
    ConstantClones *clones = constants_split(m);
    GHashTable *moved = constraints_apply(m);

    Arena *arena = arena_new_root();
    RuleCache *rules = rule_cache_new(arena, false);
    Propagation p = {.scratch = arena_new_root()};
    bool ok = prop_graph_build(&p.graph, m, arena, rules, moved, error);
    if (ok && groups_part(&p.graph)) {
        prop_graph_clear(&p.graph);
        ok = prop_graph_build(&p.graph, m, arena, rules, moved, error);
    }
    ok = ok && run(&p, strategy, log, error);
    if (ok) {
        drop_spent(&p.graph, m);
        constants_merge(m, clones);
        finish_module(m);
    }
    prop_log_free(p.log);
    vec_clear(&p.events.list);
    prop_graph_clear(&p.graph);
    rule_cache_free(rules);
    arena_free(p.scratch);
    arena_free(arena);
    constant_clones_free(clones);
    g_hash_table_destroy(moved);
    return ok;
}
