/* The loops around one run of propagation: over user priorities, and within each over the five stages of op priorities. */
#include "runtime/propagate/propagate_impl.h"

enum { N_STAGES = 5 };

/* ---- op stages -------------------------------------------------------------------------------- */

static bool one_use_each(const PropGraph *g, const PropNode *node)
{
    if (node->kind == NODE_EDGE)
        return true; /* an edge is the only reader of its owner */
    for (int i = 0; i < node->n_operands; i++) {
        const PropRef *ref = &g->refs.v[node->refs[i]];
        const Type *type = g->values.v[ref->value].type;
        if (type->kind == TYPE_ARRAY && type->rank > 0 && ref->n_uses != 1)
            return false;
    }
    return true;
}

static bool moves_memory(const IrOp *op)
{
    return op->code == OP_custom_call && op->a.custom.target &&
           (strcmp(op->a.custom.target, "MoveToHost") == 0 || strcmp(op->a.custom.target, "MoveToDevice") == 0);
}

/* What ops of the first two stages allow: those that keep every element, and slices at a moving place. */
static PropDirection early_direction(const PropNode *node)
{
    if (node->kind == NODE_EDGE || op_is_elementwise(node->op) || node->op->code == OP_reshape ||
        node->op->code == OP_transpose || moves_memory(node->op))
        return DIRECTION_BOTH;
    if (node->op->code == OP_dynamic_slice || node->op->code == OP_dynamic_update_slice)
        return DIRECTION_FORWARD;
    return DIRECTION_NONE;
}

PropDirection priorities_direction(const Propagation *p, const PropNode *node, int factor)
{
    const Factor *f = &node->rule->factors[factor];
    if (f->blocked)
        return DIRECTION_NONE;
    if (p->stage < 0 || p->stage >= N_STAGES - 1)
        return DIRECTION_BOTH;
    PropDirection d = early_direction(node);
    if (d != DIRECTION_NONE && p->stage == 0 && !one_use_each(&p->graph, node))
        d = DIRECTION_NONE;
    if (p->stage >= 3 || (p->stage == 2 && f->kind == FACTOR_PASS_THROUGH)) {
        bool broadcast = node->kind == NODE_OP && node->op->code == OP_broadcast;
        d = direction_union(d, broadcast ? DIRECTION_BACKWARD : DIRECTION_BOTH);
    }
    return d;
}

static void run_stages(Propagation *p, bool stages)
{
    for (int s = stages ? 0 : -1; s < (stages ? N_STAGES : 0); s++) {
        p->stage = s;
        worklist_run(p);
    }
}

/* ---- user priorities -------------------------------------------------------------------------- */

static int dim_priority(const DimSharding *d)
{
    return MAX(d->priority, 0);
}

/* The dims of later priorities emptied, closed, and their axes kept out of the value meanwhile. */
static const Sharding *hold_back(Propagation *p, const Sharding *s, bool hold)
{
    bool any = false;
    for (int d = 0; s && d < s->rank; d++)
        any = any || s->dims[d].priority >= 0;
    if (!any)
        return s;
    DimSharding dims[MAX_RANK];
    Sharding held = *s;
    for (int d = 0; d < s->rank; d++) {
        dims[d] = (DimSharding){.axes = s->dims[d].axes, .open = s->dims[d].open, .priority = -1};
        if (hold && dim_priority(&s->dims[d]) > 0) {
            AxisRef *all = arena_array(p->graph.arena, AxisRef, held.replicated.n + dims[d].axes.n);
            for (int i = 0; i < held.replicated.n; i++)
                all[i] = held.replicated.v[i];
            for (int i = 0; i < dims[d].axes.n; i++)
                all[held.replicated.n + i] = dims[d].axes.v[i];
            held.replicated = (AxisList){.v = all, .n = held.replicated.n + dims[d].axes.n};
            dims[d] = (DimSharding){.priority = -1};
        }
    }
    held.dims = dims;
    return sharding_intern(p->graph.m->shardings, &held);
}

/* `list` without the axes of `gone`, each of which it holds as a whole or as a part of a merged one. */
static AxisList without(Propagation *p, AxisList list, AxisList gone)
{
    AxisRef *v = arena_array(p->graph.arena, AxisRef, list.n + gone.n);
    int n = 0;
    for (int i = 0; i < list.n; i++)
        v[n++] = list.v[i];
    for (int k = 0; k < gone.n; k++)
        for (int i = 0; i < n; i++) {
            AxisRef a = v[i], g = gone.v[k];
            if (!axis_contains(a, g))
                continue;
            int64_t before = g.pre / a.pre, after = a.size / before / g.size;
            v[i] = v[n - 1];
            n--;
            if (before > 1)
                v[n++] = (AxisRef){.axis = a.axis, .pre = a.pre, .size = before};
            if (after > 1)
                v[n++] = (AxisRef){.axis = a.axis, .pre = g.pre * g.size, .size = after};
            break;
        }
    return (AxisList){.v = v, .n = n};
}

static const Sharding *restore(Propagation *p, const Sharding *now, const Sharding *initial, int priority)
{
    bool any = false;
    for (int d = 0; initial && d < initial->rank; d++)
        any = any || (dim_priority(&initial->dims[d]) == priority && initial->dims[d].priority > 0);
    if (!any)
        return now;
    DimSharding dims[MAX_RANK];
    Sharding s = *now;
    for (int d = 0; d < now->rank; d++) {
        dims[d] = now->dims[d];
        if (dim_priority(&initial->dims[d]) != priority)
            continue;
        dims[d] = (DimSharding){.axes = initial->dims[d].axes, .open = initial->dims[d].open, .priority = -1};
        s.replicated = without(p, s.replicated, dims[d].axes);
    }
    s.dims = dims;
    return sharding_intern(p->graph.m->shardings, &s);
}

static void note_priorities(const Sharding *s, GArray *seen)
{
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].priority > 0)
            g_array_append_val(seen, s->dims[d].priority);
}

static gint compare_ints(gconstpointer a, gconstpointer b)
{
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

/* Remembers what is written, sets the stage for priority 0; the list of later priorities is the caller's. */
static GArray *start_priorities(Propagation *p, bool hold)
{
    GArray *seen = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < p->graph.values.n; i++) {
        PropValue *v = &p->graph.values.v[i];
        v->initial = v->sharding;
        note_priorities(v->sharding, seen);
        v->sharding = hold_back(p, v->sharding, hold);
    }
    for (int i = 0; i < p->graph.n_results; i++) {
        PropResult *r = &p->graph.results[i];
        r->initial = r->sharding;
        note_priorities(r->sharding, seen);
        r->sharding = hold_back(p, r->sharding, hold);
    }
    g_array_sort(seen, compare_ints);
    return seen;
}

static void restore_priority(Propagation *p, int priority)
{
    for (int i = 0; i < p->graph.values.n; i++) {
        PropValue *v = &p->graph.values.v[i];
        v->sharding = restore(p, v->sharding, v->initial, priority);
    }
    for (int i = 0; i < p->graph.n_results; i++) {
        PropResult *r = &p->graph.results[i];
        r->sharding = restore(p, r->sharding, r->initial, priority);
    }
}

void priorities_run(Propagation *p, PropagateStrategy strategy)
{
    bool stages = strategy == PROPAGATE_USER_PRIORITY || strategy == PROPAGATE_OP_PRIORITY;
    bool user = strategy == PROPAGATE_USER_PRIORITY;
    GArray *later = start_priorities(p, user);
    p->priority = 0;
    run_stages(p, stages);
    for (guint i = 0; user && i < later->len; i++) {
        int priority = g_array_index(later, int, i);
        if (priority == p->priority)
            continue;
        p->priority = priority;
        restore_priority(p, priority);
        run_stages(p, stages);
    }
    g_array_free(later, TRUE);
}
