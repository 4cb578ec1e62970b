/* One run: nodes are visited until nothing changes. Where conflicting shardings meet, the order of visits decides, so it
 * is Shardy's: a stack without duplicates that pops in reading order at first; a written value pushes the
 * readers of its edge's other targets, its own op, then its readers, and the node being visited is not pushed.
 * Start at worklist_run. */
#include "runtime/propagate/propagate_impl.h"

static void push(Propagation *p, int node)
{
    if (node < 0 || node == p->current || p->on_stack[node] || p->graph.nodes.v[node].erased)
        return;
    p->on_stack[node] = true;
    p->stack[p->n_stack++] = node;
}

static void push_users(Propagation *p, int first, int end)
{
    for (int i = end - 1; i >= first; i--)
        push(p, p->graph.users[i]);
}

static void wake(Propagation *p, int value)
{
    const int *first = p->graph.first + 2 * value;
    push_users(p, first[0], first[1]);
    push(p, p->graph.values.v[value].def);
    push_users(p, first[1], first[2]);
}

/* The value's new sharding, and `others` for the other members of its group; wakes whoever reads it. */
static void worklist_write(Propagation *p, int value, const Sharding *s, const Sharding *others)
{
    int group = p->graph.values.v[value].group;
    if (group < 0) {
        p->graph.values.v[value].sharding = s;
        wake(p, value);
        return;
    }
    for (int i = 0; i < p->graph.groups[group].n_values; i++) {
        int member = p->graph.groups[group].values[i];
        p->graph.values.v[member].sharding = member == value ? s : others;
        wake(p, member);
    }
}

/* The one mesh that all shardings are on. NULL if there is none, if they disagree, or if a value sits on a single
 * device. A mesh without axes agrees with every other. */
static const Mesh *common_mesh(const Sharding *const *s, int n)
{
    const Mesh *mesh = NULL;
    for (int i = 0; i < n; i++) {
        if (!s[i])
            continue;
        if (s[i]->maximal)
            return NULL;
        if (s[i]->mesh->n_axes == 0)
            continue;
        if (mesh && mesh != s[i]->mesh)
            return NULL;
        mesh = s[i]->mesh;
    }
    return mesh;
}

static bool any_axes(const Sharding *const *s, int n)
{
    for (int i = 0; i < n; i++)
        for (int d = 0; s[i] && d < s[i]->rank; d++)
            if (s[i]->dims[d].axes.n > 0)
                return true;
    return false;
}

static bool any_direction(const PropDirection *directions, int n)
{
    for (int i = 0; i < n; i++)
        if (directions[i] != DIRECTION_NONE)
            return true;
    return false;
}

/* Projects, extends, and leaves the outcome in `s` (NULL where nothing changed). False if nothing changed at all. */
static bool relate(Propagation *p, const Rule *rule, const PropDirection *directions, const Sharding **s)
{
    int n = rule->n_operands + rule->n_results;
    const Mesh *mesh = any_axes(s, n) && any_direction(directions, rule->n_factors) ? common_mesh(s, n) : NULL;
    if (!mesh)
        return false;
    p->events.list.n = 0;
    Projection view;
    projection_init(&view, p->scratch, rule, mesh, s, p->log ? &p->events : NULL);
    if (p->basic)
        strategy_basic(&view, directions, false);
    else
        strategy_aggressive(&view, directions);
    bool changed = false;
    for (int i = 0; i < n; i++) {
        const Sharding *now = view.tensors[i].updated ? projection_back(&view, i, p->graph.m->shardings) : s[i];
        s[i] = now != s[i] ? now : NULL;
        changed = changed || s[i];
    }
    return changed;
}

static PropDirection *node_directions(Propagation *p, const PropNode *node)
{
    PropDirection *d = arena_array(p->scratch, PropDirection, node->rule->n_factors);
    for (int f = 0; f < node->rule->n_factors; f++)
        d[f] = node->kind == NODE_BARRIER ? node->barrier : priorities_direction(p, node, f);
    return d;
}

static void visit(Propagation *p, int index)
{
    const PropNode *node = &p->graph.nodes.v[index];
    if (!node->rule || node->rule->n_factors == 0)
        return;
    arena_reset(p->scratch);
    int n = node->n_operands + node->n_results;
    const Sharding **s = arena_array(p->scratch, const Sharding *, n);
    for (int i = 0; i < n; i++)
        s[i] = prop_node_value(&p->graph, node, i)->sharding;
    if (node->view != VIEW_SAME)
        s[n - 1] = edge_view_from_sources(p, node, s[n - 1]);
    bool changed = relate(p, node->rule, node_directions(p, node), s);
    if (p->log && p->events.list.n > 0)
        prop_log_visit(p, index, -1, node->rule);
    p->events.list.n = 0;
    if (!changed)
        return;
    const Sharding *seen = s[n - 1]; /* a group gets what the edge saw, without manual axes: Shardy adds them to the owner alone */
    if (node->view != VIEW_SAME && s[n - 1])
        s[n - 1] = edge_view_back(p, node, s[n - 1]);
    for (int i = 0; i < n; i++)
        if (s[i])
            worklist_write(p, p->graph.refs.v[node->refs[i]].value, s[i], i == n - 1 ? seen : s[i]);
}

/* An op that nothing reads goes away, and what only it read may follow. */
static bool erase_if_dead(Propagation *p, int index)
{
    PropNode *node = &p->graph.nodes.v[index];
    if (!node->pure)
        return false;
    for (int i = 0; i < node->n_results; i++)
        if (p->graph.refs.v[node->refs[node->n_operands + i]].n_uses > 0)
            return false;
    node->erased = true;
    for (int i = 0; i < node->n_operands; i++) {
        PropRef *ref = &p->graph.refs.v[node->refs[i]];
        if (--ref->n_uses <= 1)
            push(p, p->graph.values.v[ref->value].def);
    }
    return true;
}

/* The returned values and the annotations of the program's results say the same. */
static void sync_results(Propagation *p)
{
    for (int i = 0; i < p->graph.n_results; i++) {
        PropResult *r = &p->graph.results[i];
        if (r->rule->n_factors == 0)
            continue;
        arena_reset(p->scratch);
        PropDirection *both = arena_array(p->scratch, PropDirection, r->rule->n_factors);
        for (int f = 0; f < r->rule->n_factors; f++)
            both[f] = DIRECTION_BOTH;
        int value = p->graph.refs.v[r->ref].value;
        const Sharding *s[2] = {p->graph.values.v[value].sharding, r->sharding};
        bool changed = relate(p, r->rule, both, s);
        if (p->log && p->events.list.n > 0)
            prop_log_visit(p, -1, i, r->rule);
        p->events.list.n = 0;
        if (changed && s[0])
            worklist_write(p, value, s[0], s[0]);
        if (changed && s[1])
            r->sharding = s[1];
    }
}

void worklist_run(Propagation *p)
{
    p->current = -1;
    p->n_stack = 0;
    memset(p->on_stack, 0, (size_t)p->graph.nodes.n * sizeof *p->on_stack);
    for (int i = p->graph.order.n - 1; i >= 0; i--)
        push(p, p->graph.order.v[i]);
    sync_results(p);
    while (p->n_stack > 0) {
        p->current = p->stack[--p->n_stack];
        p->on_stack[p->current] = false;
        if (!erase_if_dead(p, p->current))
            visit(p, p->current);
    }
    p->current = -1;
    sync_results(p);
    p->n_stack = 0;
}
