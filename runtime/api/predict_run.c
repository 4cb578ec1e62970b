/* Events and memory of a simulated step. */
#include "runtime/api/predict_run.h"

#include <string.h>

enum { MOST_EVENTS = 50000 }; /* of a device and step */

typedef struct Event {
    int op;
    int64_t start, dur;
    EventCat cat;
} Event;

typedef struct Told {
    GArray *events;
    double zero;
    int64_t room; /* events that may still be emitted */
} Told;

static int64_t events_of(const SimList *l)
{
    int64_t n = 0;
    for (int i = 0; i < l->n; i++) {
        const SimNode *node = &l->nodes[i];
        n += node->body ? MIN(node->trips * events_of(node->body), 1 << 30) : node->time.ns > 0;
    }
    return n;
}

static void tell(Told *t, const SimNode *n, double start, double ns)
{
    Event e = { n->op->id, (int64_t)(t->zero + start), (int64_t)(t->zero + start + ns) - (int64_t)(t->zero + start),
                n->cls == SIM_COLLECTIVE ? EVENT_COLLECTIVE : n->cls == SIM_COPY ? EVENT_COPY : EVENT_COMPUTE };
    if (e.dur > 0 || n->cls == SIM_COLLECTIVE)
        g_array_append_val(t->events, e);
}

static int by_start(gconstpointer a, gconstpointer b, gpointer list)
{
    const SimList *l = list;
    double x = l->start_ns[*(const int *)a], y = l->start_ns[*(const int *)b];
    return x < y ? -1 : x > y;
}

static void tell_list(Told *t, const SimList *l, double at, bool settled);

static void tell_loop(Told *t, const SimNode *n, double at)
{
    int64_t each = events_of(n->body);
    if (each * n->trips > t->room) {
        tell(t, n, at, n->time.ns);
        return;
    }
    t->room -= each * n->trips;
    for (int64_t k = 0; k < n->trips; k++) {
        tell_list(t, n->body, at, k > 0);
        at += k > 0 ? n->body->next_ns : n->body->first_ns;
    }
}

/* One pass. Settled: kernels without gaps but for what the pass is longer than all of them, collectives as early as they are. */
static void tell_list(Told *t, const SimList *l, double at, bool settled)
{
    g_autofree int *order = g_new(int, l->n + 1);
    double work = 0, pass = settled ? l->next_ns : l->first_ns, scale = l->first_ns > 0 ? pass / l->first_ns : 1;
    for (int i = 0; i < l->n; i++) {
        order[i] = i;
        work += l->nodes[i].cls == SIM_COLLECTIVE ? 0 : l->nodes[i].time.ns;
    }
    g_qsort_with_data(order, l->n, sizeof *order, by_start, (gpointer)l);
    double next = fmax(pass - work, 0);
    for (int k = 0; k < l->n; k++) {
        const SimNode *n = &l->nodes[order[k]];
        double start = settled ? next : l->start_ns[order[k]];
        if (n->cls == SIM_COLLECTIVE) {
            tell(t, n, at + l->start_ns[order[k]] * (settled ? scale : 1), n->time.ns);
            continue;
        }
        if (n->body)
            tell_loop(t, n, at + start);
        else
            tell(t, n, at + start, n->time.ns);
        next += n->time.ns;
    }
}

static int by_time(gconstpointer a, gconstpointer b)
{
    const Event *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start ? 1 : (int)x->cat - (int)y->cat;
}

/* Tells what is in use after each node of the entry, in the order of time. */
static void tell_memory(const Simulation *s, const EventSink *sink, int lane, const MemoryPlan *plan, int64_t at_ns)
{
    const SimList *l = s->kernels->entry;
    g_autofree int64_t *held = g_new0(int64_t, plan->n_positions + 2);
    g_autofree int *order = g_new(int, l->n + 1);
    for (int i = 0; i < plan->n_buffers; i++) {
        const PlannedBuffer *b = &plan->buffers[i];
        if (b->param >= 0)
            continue;
        held[MAX(b->live_from, 0)] += b->size;
        held[MIN(b->live_to, plan->n_positions) + 1] -= b->size;
    }
    for (int i = 1; i <= plan->n_positions; i++)
        held[i] += held[i - 1];
    for (int i = 0; i < l->n; i++)
        order[i] = i;
    g_qsort_with_data(order, l->n, sizeof *order, by_start, (gpointer)l);
    for (int k = 0; k < l->n; k++)
        sink->memory(sink->lanes[lane], at_ns + (int64_t)l->end_ns[order[k]], held[order[k]], held[order[k]]);
}

void predict_emit(const Simulation *s, const EventSink *sink, const MemoryPlan *plan, int n_lanes, int64_t at_ns)
{
    if (!sink || !sink->event)
        return;
    Told t = { g_array_new(FALSE, FALSE, sizeof(Event)), (double)at_ns, MOST_EVENTS };
    tell_list(&t, s->kernels->entry, 0, false);
    g_array_sort(t.events, by_time);
    for (int d = 0; d < n_lanes; d++)
        for (guint i = 0; i < t.events->len; i++) {
            const Event *e = &g_array_index(t.events, Event, i);
            sink->event(sink->lanes[d], e->op, e->start, e->dur, (int)e->cat);
        }
    for (int d = 0; d < n_lanes && sink->memory; d++)
        tell_memory(s, sink, d, plan, at_ns);
    g_array_unref(t.events);
}

/* ---- memory --------------------------------------------------------------------------------------------------------------------------- */

static void add_buffer(GArray *list, PlannedBuffer b)
{
    b.shares = -1;
    if (b.size > 0)
        g_array_append_val(list, b);
}

/* By node: the last that reads its results. */
static int *last_uses(const SimList *l)
{
    int *last = g_new(int, l->n + 1);
    for (int i = 0; i < l->n; i++) {
        last[i] = i;
        for (int k = 0; k < l->nodes[i].n_deps; k++)
            last[l->nodes[i].deps[k]] = i;
    }
    return last;
}

/* What a loop's body holds where it holds most, while the loop runs: at position `at` of the entry. */
static void add_body(GArray *list, const SimList *l, int at)
{
    int peak = 0;
    sim_list_peak(l, &peak);
    g_autofree int *last = last_uses(l);
    for (int k = 0; k < l->n_leaves; k++)
        if (l->root_node[k] >= 0)
            last[l->root_node[k]] = l->n;
    for (int i = 0; i <= peak && i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        bool held = last[i] >= peak && !(n->body && i == peak);
        if (held)
            add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .param = -1, .result = -1, .size = n->out_bytes, .live_from = at, .live_to = at,
                                              .cat = n->cls == SIM_COLLECTIVE ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY });
        if (n->body && i == peak)
            add_body(list, n->body, at);
    }
}

static void add_arguments(GArray *list, const IrModule *m, int n)
{
    int leaf = 0;
    for (int i = 0; i < m->entry->n_params; i++)
        for (int k = 0; k < type_n_leaves(m->entry->params[i]->type); k++, leaf++)
            add_buffer(list, (PlannedBuffer){ .op_id = m->entry->params[i]->id, .leaf = k, .param = leaf, .result = -1, .size = type_bytes(type_leaf(m->entry->params[i]->type, k)),
                                              .live_from = -1, .live_to = n, .offset = -1, .cat = BUFFER_PARAMETER });
}

void predict_memory(const Simulation *s, const IrModule *m, MemoryPlan *out)
{
    enum { NO_RESULT = -1, IN_ARGUMENT = -2 };
    const SimList *l = s->kernels->entry;
    GArray *list = g_array_new(FALSE, TRUE, sizeof(PlannedBuffer));
    add_arguments(list, m, l->n);
    g_autofree int *returned = g_new(int, l->n + 1), *last = last_uses(l);
    for (int i = 0; i < l->n; i++)
        returned[i] = NO_RESULT;
    for (int k = l->n_leaves - 1; k >= 0; k--)
        if (l->root_node[k] >= 0)
            returned[l->root_node[k]] = k;
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].output >= 0 && m->aliases[i].output < l->n_leaves && l->root_node[m->aliases[i].output] >= 0)
            returned[l->root_node[m->aliases[i].output]] = IN_ARGUMENT;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        int result = returned[i];
        if (n->body)
            add_body(list, n->body, i);
        if (result == IN_ARGUMENT && !n->body)
            continue;
        add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .param = -1, .result = MAX(result, -1), .size = n->out_bytes, .live_from = n->body ? i + 1 : i,
                                          .live_to = result >= 0 ? l->n : MAX(last[i], n->body ? i + 1 : i), .offset = result >= 0 ? -1 : 0,
                                          .cat = result >= 0 ? BUFFER_OUTPUT : n->cls == SIM_COLLECTIVE ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY });
    }
    const SimMemory *mem = &s->memory;
    *out = (MemoryPlan){ .n_positions = l->n + 2, .argument_bytes = mem->argument_bytes, .output_bytes = mem->output_bytes, .alias_bytes = mem->alias_bytes };
    out->n_buffers = (int)list->len;
    out->buffers = (PlannedBuffer *)(void *)g_array_free(list, FALSE);
    memory_plan_solve(out);
    out->peak_bytes = mem->peak_bytes;
}
