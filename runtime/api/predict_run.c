/* Events and memory of a simulated step. */
#include "runtime/api/predict_run.h"

#include <math.h>
#include <string.h>

enum { MOST_EVENTS = 50000 }; /* of a device and step */

typedef struct Event {
    int op;
    int64_t start, dur;
    EventCat cat;
} Event;

typedef struct Told {
    GArray *events;
    int64_t zero;  /* what the clock says when the step begins: too large for the digits of a double */
    double from, scale; /* a time t of the schedule is told as from + t * scale: branches take their share of the time that they would take */
    int64_t room; /* events that may still be emitted */
} Told;

static int64_t events_of(const SimList *l)
{
    int64_t n = 0;
    for (int i = 0; i < l->n; i++) {
        const SimNode *node = &l->nodes[i];
        n += !node->n_parts && node->time.ns > 0;
        for (int p = 0; p < node->n_parts; p++)
            n += MIN((int64_t)ceil(node->parts[p].times) * events_of(node->parts[p].list), 1 << 30);
    }
    return n;
}

/* One kernel's end and the next one's start are the same time, added up in another order: their last digits do not decide. */
static int64_t whole_ns(double ns)
{
    return (int64_t)(ns + 1e-3);
}

static void tell(Told *t, const SimNode *n, double start, double ns)
{
    double at = t->from + start * t->scale, end = t->from + (start + ns) * t->scale;
    Event e = { n->op->id, t->zero + whole_ns(at), whole_ns(end) - whole_ns(at),
                n->cls == SIM_COLLECTIVE ? EVENT_COLLECTIVE : EVENT_COMPUTE }; /* copies are kernels too, beside which collectives run */
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

static void tell_trips(Told *t, const SimList *l, int64_t trips, double at)
{
    for (int64_t k = 0; k < trips; k++) {
        tell_list(t, l, at, k > 0);
        at += k > 0 ? l->next_ns : l->first_ns;
    }
}

/* A branch that runs in a share of the cases, or of the trips around it: all of it, so much shorter. */
static void tell_branch(Told *t, const SimPart *p, double at)
{
    double from = t->from, scale = t->scale;
    t->from += scale * at * (1 - p->times);
    t->scale *= p->times;
    tell_list(t, p->list, at, false);
    t->from = from;
    t->scale = scale;
}

static void tell_parts(Told *t, const SimNode *n, double at)
{
    int64_t each = 0;
    for (int p = 0; p < n->n_parts; p++)
        each += n->parts[p].times > 0 ? events_of(n->parts[p].list) : 0;
    if (each * n->trips > t->room) {
        tell(t, n, at, n->time.ns);
        return;
    }
    t->room -= each * n->trips;
    if (n->n_parts == 1)
        tell_trips(t, n->parts[0].list, n->trips, at);
    for (int p = 0; p < n->n_parts && n->n_parts > 1; p++) {
        if (n->parts[p].times > 0)
            tell_branch(t, &n->parts[p], at);
        at += n->parts[p].times * n->parts[p].list->first_ns;
    }
}

/* A pass of a loop at its pace: first what collectives take of it that nothing hides, then the kernels without gaps. The first collectives fill
 * that time; the others run beside the kernels. */
static void tell_settled(Told *t, const SimList *l, const int *order, double at)
{
    double work = 0, moving = 0;
    for (int i = 0; i < l->n; i++)
        *(l->nodes[i].cls == SIM_COLLECTIVE ? &moving : &work) += l->nodes[i].time.ns;
    double pass = l->next_ns, gap = fmax(pass - work, 0), filled = 0, next = gap, left = moving;
    double scale = l->first_ns > 0 ? pass / l->first_ns : 1;
    for (int k = 0; k < l->n; k++) {
        const SimNode *n = &l->nodes[order[k]];
        double ns = n->time.ns;
        if (n->cls != SIM_COLLECTIVE) {
            if (n->n_parts)
                tell_parts(t, n, at + next);
            else
                tell(t, n, at + next, ns);
            next += ns;
            continue;
        }
        left -= ns;
        if (filled < gap) { /* the last that can fill it does */
            double end = fmin(left > 0 ? filled + ns : fmax(filled + ns, gap), pass);
            tell(t, n, at + filled, end - filled);
            filled = end;
        } else {
            double start = fmax(fmin(l->start_ns[order[k]] * scale, pass - ns), gap);
            tell(t, n, at + start, fmin(ns, pass - start));
        }
    }
}

/* One pass; settled: not the first of a loop. */
static void tell_list(Told *t, const SimList *l, double at, bool settled)
{
    g_autofree int *order = g_new(int, l->n + 1);
    for (int i = 0; i < l->n; i++)
        order[i] = i;
    g_qsort_with_data(order, l->n, sizeof *order, by_start, (gpointer)l);
    if (settled) {
        tell_settled(t, l, order, at);
        return;
    }
    for (int k = 0; k < l->n; k++) {
        const SimNode *n = &l->nodes[order[k]];
        double start = l->start_ns[order[k]];
        if (n->n_parts)
            tell_parts(t, n, at + start);
        else
            tell(t, n, at + start, n->cls == SIM_COLLECTIVE ? l->end_ns[order[k]] - start : n->time.ns);
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
    Told t = { g_array_new(FALSE, FALSE, sizeof(Event)), at_ns, 0, 1, MOST_EVENTS };
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

/* Returns the buffer's place in the list; -1: it has no bytes. */
static int add_buffer(GArray *list, PlannedBuffer b)
{
    if (b.size <= 0)
        return -1;
    g_array_append_val(list, b);
    return (int)list->len - 1;
}

/* By node: the last that reads its results; l->n of those that are returned. */
static int *last_uses(const SimList *l)
{
    int *last = g_new(int, l->n + 1);
    for (int i = 0; i < l->n; i++) {
        last[i] = i;
        for (int k = 0; k < l->nodes[i].n_deps; k++)
            last[l->nodes[i].deps[k]] = i;
    }
    for (int k = 0; k < l->n_leaves; k++)
        if (l->root_node[k] >= 0)
            last[l->root_node[k]] = l->n;
    return last;
}

/* The operand over which a node's results are written: element-wise results and scatters, where an operand as large ends. -1 = none. */
static int written_over(const SimList *l, int i, const int *last)
{
    const SimNode *n = &l->nodes[i];
    for (int k = 0; k < n->n_deps && (n->cls == SIM_FUSION || n->op->code == OP_scatter); k++)
        if (last[n->deps[k]] == i && l->nodes[n->deps[k]].out_bytes >= n->out_bytes)
            return n->deps[k];
    return -1;
}

/* Of what a node runs the computation that holds most. */
static const SimList *largest_part(const SimNode *n)
{
    const SimList *largest = NULL;
    int64_t most = -1;
    for (int p = 0; p < n->n_parts; p++) {
        int64_t peak = sim_list_peak(n->parts[p].list, NULL);
        if (peak > most)
            most = peak, largest = n->parts[p].list;
    }
    return largest;
}

/* What a loop's body, or a branch, holds where it holds most, while it runs: at position `at` of the entry. */
static void add_body(GArray *list, const SimList *l, int at)
{
    int peak = 0;
    sim_list_peak(l, &peak);
    g_autofree int *last = last_uses(l);
    for (int i = 0; i <= peak && i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        bool held = last[i] >= peak && !(i == peak && (n->n_parts || written_over(l, i, last) >= 0));
        if (held)
            add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .param = -1, .result = -1, .size = n->out_bytes, .live_from = at, .live_to = at, .shares = -1,
                                              .cat = n->cls == SIM_COLLECTIVE ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY });
        if (n->n_parts && i == peak)
            add_body(list, largest_part(n), at);
    }
}

/* Leaf of the results that is written over a leaf of the arguments; -1 = none. */
static int result_over(const IrModule *m, int leaf)
{
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].param == leaf && m->aliases[i].output >= 0)
            return (int)m->aliases[i].output;
    return -1;
}

static void add_arguments(GArray *list, const IrModule *m, int n)
{
    int leaf = 0;
    for (int i = 0; i < m->entry->n_params; i++)
        for (int k = 0; k < type_n_leaves(m->entry->params[i]->type); k++, leaf++)
            add_buffer(list, (PlannedBuffer){ .op_id = m->entry->params[i]->id, .leaf = k, .param = leaf, .result = result_over(m, leaf), .size = type_bytes(type_leaf(m->entry->params[i]->type, k)),
                                              .live_from = -1, .live_to = n, .offset = -1, .shares = -1, .cat = BUFFER_PARAMETER });
}

/* A loop's results, each by its name; those that it passes on are in memory already. */
static void add_carries(GArray *list, const SimNode *n, int from, int to)
{
    const SimList *body = n->parts[0].list;
    for (int k = 0; k < body->n_leaves; k++)
        if (body->root_param[k] != k)
            add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .leaf = k, .param = -1, .result = -1, .size = type_bytes(type_leaf(n->op->type, k)), .live_from = from, .live_to = to,
                                              .shares = -1, .cat = BUFFER_TEMPORARY });
}

/* By leaf of the root: true if it is an argument's memory. */
static bool *find_donated(const SimList *l, const IrModule *m)
{
    bool *donated = g_new0(bool, l->n_leaves + 1);
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].output >= 0 && m->aliases[i].output < l->n_leaves)
            donated[m->aliases[i].output] = true;
    return donated;
}

void predict_memory(Simulation *s, const IrModule *m, MemoryPlan *out)
{
    const SimList *l = s->kernels->entry;
    GArray *list = g_array_new(FALSE, TRUE, sizeof(PlannedBuffer));
    add_arguments(list, m, l->n);
    g_autofree int *result = g_new(int, l->n + 1), *buffer = g_new(int, l->n + 1), *last = last_uses(l);
    g_autofree int64_t *bytes = g_new(int64_t, l->n + 1); /* of its own: not those in arguments' memory */
    g_autofree int64_t *returned = g_new0(int64_t, l->n + 1); /* of these, of results */
    g_autofree int64_t *place = g_new0(int64_t, l->n + 1);    /* size of the memory that it is in */
    g_autofree bool *donated = find_donated(l, m);
    for (int i = 0; i < l->n; i++) {
        result[i] = -1;
        bytes[i] = l->nodes[i].out_bytes;
    }
    for (int k = l->n_leaves - 1; k >= 0; k--) {
        int64_t size = type_bytes(type_leaf(m->entry->root->type, k));
        int node = l->root_node[k];
        if (node >= 0 && donated[k])
            bytes[node] = MAX(bytes[node] - size, 0);
        else if (node >= 0) {
            result[node] = k;
            returned[node] += size;
        } else if (!donated[k]) /* an argument or a constant that is returned */
            add_buffer(list, (PlannedBuffer){ .op_id = m->entry->root->id, .leaf = k, .param = -1, .result = k, .size = size, .live_from = l->n, .live_to = l->n,
                                              .offset = -1, .shares = -1, .cat = BUFFER_OUTPUT });
    }
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        int from = n->n_parts ? i + 1 : i, over = bytes[i] == n->out_bytes ? written_over(l, i, last) : -1;
        if (n->n_parts) /* its results are written over its operands, and exist when it is through */
            add_body(list, largest_part(n), i);
        if (over >= 0 && result[i] >= 0 && place[over] != n->out_bytes)
            over = -1; /* a result has memory of its own size */
        place[i] = over >= 0 ? place[over] : n->out_bytes;
        buffer[i] = -1;
        if (result[i] >= 0 && returned[i] < bytes[i]) { /* an op of several values, of which some are returned */
            add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .param = -1, .result = -1, .size = bytes[i] - returned[i], .live_from = from, .live_to = MAX(last[i], from), .shares = -1,
                                              .cat = n->cls == SIM_COLLECTIVE ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY });
            bytes[i] = returned[i];
        }
        if (returned[i] > bytes[i]) /* returned more than once: as copies */
            add_buffer(list, (PlannedBuffer){ .op_id = m->entry->root->id, .leaf = result[i], .param = -1, .result = result[i], .size = returned[i] - bytes[i], .live_from = l->n, .live_to = l->n,
                                              .offset = -1, .shares = -1, .cat = BUFFER_OUTPUT });
        if (n->n_parts && n->op->code == OP_while && result[i] < 0 && bytes[i] == n->out_bytes)
            add_carries(list, n, from, MAX(last[i], from));
        else
            buffer[i] = add_buffer(list, (PlannedBuffer){ .op_id = n->op->id, .param = -1, .result = result[i], .size = bytes[i], .live_from = from, .live_to = MAX(last[i], from),
                                                          .offset = result[i] >= 0 ? -1 : 0, .shares = over >= 0 ? buffer[over] : -1,
                                                          .cat = result[i] >= 0 ? BUFFER_OUTPUT : n->cls == SIM_COLLECTIVE ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY });
    }
    const SimMemory *mem = &s->memory;
    *out = (MemoryPlan){ .n_positions = l->n + 2, .argument_bytes = mem->argument_bytes, .output_bytes = mem->output_bytes, .alias_bytes = mem->alias_bytes };
    out->n_buffers = (int)list->len;
    out->buffers = (PlannedBuffer *)(void *)g_array_free(list, FALSE);
    memory_plan_solve(out);
    simulation_memory(s, out->peak_bytes, out->temp_bytes);
}
