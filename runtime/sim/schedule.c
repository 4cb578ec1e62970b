/* List scheduling of kernels and collectives; see schedule.h. */
#include "runtime/sim/schedule.h"

#include <string.h>

enum { TRIPS = 4 };                                 /* simulated of a loop */
enum { STREAM_COMPUTE, STREAM_LINKS = 3, STREAM_CARDS, N_STREAMS }; /* 1, 2, 3: axes of a torus; 3 the links of any other domain */

typedef struct Task {
    double ns, ready, level, start, end;
    int waits;          /* dependencies without an end yet */
    unsigned streams;   /* bits */
    int queue;          /* the stream on whose queue it stands */
} Task;

/* Tasks by a number, the least first. */
typedef struct Heap {
    int n, *v;
    double *key;
} Heap;

static void heap_put(Heap *h, int task, double key)
{
    int i = h->n++;
    for (; i > 0 && h->key[(i - 1) / 2] > key; i = (i - 1) / 2) {
        h->v[i] = h->v[(i - 1) / 2];
        h->key[i] = h->key[(i - 1) / 2];
    }
    h->v[i] = task;
    h->key[i] = key;
}

static int heap_take(Heap *h)
{
    int first = h->v[0], last = h->v[--h->n], i = 0;
    double key = h->key[h->n];
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->n)
            break;
        c += c + 1 < h->n && h->key[c + 1] < h->key[c];
        if (h->key[c] >= key)
            break;
        h->v[i] = h->v[c];
        h->key[i] = h->key[c];
        i = c;
    }
    h->v[i] = last;
    h->key[i] = key;
    return first;
}

/* Which of the tasks that are ready a stream takes: that with the longest way to the end, or that with the longest way behind it. */
typedef enum Order { ORDER_WAY, ORDER_REST, N_ORDERS } Order;

typedef struct Plan {
    const SimKernels *k;
    SimList *list;
    Order order;
    int copies, n;      /* tasks: copies * list->n */
    Task *tasks;
    int *next, *first;  /* successors of task i: next[first[i] .. first[i + 1]) */
    GArray *edges;      /* pairs of tasks */
    Heap later[N_STREAMS], now[N_STREAMS]; /* by the time they are ready; by their level */
    double free_at[N_STREAMS];
} Plan;

static unsigned streams_of(const SimKernels *k, const SimNode *n)
{
    bool waits = k->as_written && op_family(n->op) == FAMILY_collective; /* no start: the program waits for it there */
    bool one = k->hw->family == DEVICE_CPU; /* the cores that compute also move */
    if (n->cls != SIM_COLLECTIVE || k->o->no_overlap || waits || one)
        return 1u << STREAM_COMPUTE;
    if (k->hw->family == DEVICE_GPU) /* one at a time, whatever its wires: XLA's scheduler has one in flight unless it is told otherwise */
        return 1u << STREAM_LINKS;
    bool sums = n->coll == COLL_REDUCE_SCATTER || n->coll == COLL_ALL_REDUCE;
    unsigned bits = sums && !k->hw->sums_beside && n->done < 0 ? 1u << STREAM_COMPUTE : 0;
    if (n->wires.n_domains > 1)
        bits |= 1u << STREAM_CARDS;
    bool torus = k->hw->wiring == WIRING_TORUS2 || k->hw->wiring == WIRING_TORUS3;
    for (int d = 0; d < 3 && torus; d++)
        if (n->wires.extent[d] > 1)
            bits |= 1u << (1 + d);
    return bits & ~(1u << STREAM_COMPUTE) ? bits : bits | 1u << STREAM_LINKS;
}

static void add_edge(Plan *p, int from, int to)
{
    int pair[2] = { from, to };
    g_array_append_vals(p->edges, pair, 2);
}

/* What a copy needs: nodes of its own, what the trip before passes on, and of a collective that needs nothing of its own trip, that the
 * trip before the last is over. */
static void add_edges(Plan *p)
{
    const SimList *l = p->list;
    int last_work = -1;
    for (int i = 0; i < l->n; i++)
        if (l->nodes[i].cls != SIM_COLLECTIVE && l->nodes[i].time.ns > 0)
            last_work = i;
    for (int c = 0, before = -1; c < p->copies; c++)
        for (int i = 0; i < l->n; i++) {
            const SimNode *n = &l->nodes[i];
            int at = c * l->n + i;
            if (p->k->o->no_hiding && n->cls != SIM_COLLECTIVE) {
                if (before >= 0)
                    add_edge(p, before, at);
                before = at;
            }
            for (int k = 0; k < n->n_deps; k++)
                add_edge(p, c * l->n + n->deps[k], at);
            for (int k = 0; k < n->n_reads && c > 0; k++)
                if (n->reads[k] < l->n_leaves && l->root_node[n->reads[k]] >= 0)
                    add_edge(p, (c - 1) * l->n + l->root_node[n->reads[k]], at);
            if (c > 1 && last_work >= 0 && n->cls == SIM_COLLECTIVE && n->n_deps == 0)
                add_edge(p, (c - 2) * l->n + last_work, at);
        }
    const int *e = (const int *)(const void *)p->edges->data;
    int n_edges = (int)p->edges->len / 2;
    p->first = g_new0(int, p->n + 2);
    p->next = g_new(int, n_edges + 1);
    for (int i = 0; i < n_edges; i++)
        p->first[e[2 * i] + 1]++;
    for (int i = 0; i < p->n; i++)
        p->first[i + 1] += p->first[i];
    g_autofree int *at = g_memdup2(p->first, sizeof(int) * (size_t)(p->n + 1));
    for (int i = 0; i < n_edges; i++) {
        p->next[at[e[2 * i]]++] = e[2 * i + 1];
        p->tasks[e[2 * i + 1]].waits++;
    }
}

static void put_ready(Plan *p, int task)
{
    Task *t = &p->tasks[task];
    heap_put(&p->later[t->queue], task, t->ready);
}

/* When stream s could begin its next task, INFINITY if it has none. */
static double earliest(Plan *p, int s)
{
    if (p->now[s].n)
        return p->free_at[s];
    return p->later[s].n ? fmax(p->free_at[s], p->later[s].key[0]) : INFINITY;
}

static void run_next(Plan *p, int s, double at)
{
    while (p->later[s].n && p->later[s].key[0] <= at) {
        int task = heap_take(&p->later[s]);
        heap_put(&p->now[s], task, -p->tasks[task].level);
    }
    int task = heap_take(&p->now[s]);
    Task *t = &p->tasks[task];
    t->start = at;
    for (int r = 0; r < N_STREAMS; r++)
        if (t->streams >> r & 1)
            t->start = fmax(t->start, p->free_at[r]);
    t->end = t->start + t->ns;
    const SimNode *n = &p->list->nodes[task % p->list->n];
    bool all = n->n_parts > 0;
    for (int r = 0; r < N_STREAMS; r++)
        if ((t->streams >> r & 1) || all)
            p->free_at[r] = fmax(p->free_at[r], t->end);
    for (int i = p->first[task]; i < p->first[task + 1]; i++) {
        Task *u = &p->tasks[p->next[i]];
        u->ready = fmax(u->ready, t->end);
        if (--u->waits == 0)
            put_ready(p, p->next[i]);
    }
}

static void run_all(Plan *p)
{
    for (int i = p->n - 1; i >= 0; i--) { /* tasks come after those they need */
        double longest = 0;
        for (int k = p->first[i]; k < p->first[i + 1]; k++)
            longest = fmax(longest, p->tasks[p->next[k]].level);
        p->tasks[i].level = p->k->as_written || p->k->o->no_hiding ? p->n - i : longest + p->tasks[i].ns;
    }
    for (int i = 0; i < p->n && p->order == ORDER_REST; i++) /* ties as they come */
        p->tasks[i].level -= p->tasks[i].ns;
    for (int i = 0; i < p->n; i++)
        if (p->tasks[i].waits == 0)
            put_ready(p, i);
    for (;;) {
        int best = -1;
        double at = INFINITY;
        for (int s = 0; s < N_STREAMS; s++) {
            double t = earliest(p, s);
            if (t < at)
                at = t, best = s;
        }
        if (best < 0)
            break;
        run_next(p, best, at);
    }
}

static void schedule_list(SimKernels *k, SimList *l, int64_t trips);

/* Time of a node that runs others, and its share of the classes. */
static double node_ns(SimKernels *k, SimNode *n)
{
    double ns = 0;
    if (!n->n_parts)
        return n->time.ns;
    for (int p = 0; p < n->n_parts; p++) {
        SimList *l = n->parts[p].list;
        if (!l->busy_ns)
            schedule_list(k, l, n->trips);
        ns += fmin(n->parts[p].times, 1) * l->first_ns + fmax(n->parts[p].times - 1, 0) * l->next_ns;
    }
    n->time = estimate_of(ns, 0.2, ORIGIN_ASSUMED);
    return ns;
}

/* Kernels that run beside a collective get fewer cores on GPUs, where collectives are kernels too: 16 of 132 (source: NCCL's channels). */
static double slowed_ns(const SimKernels *k, double hidden)
{
    return k->hw->family == DEVICE_GPU ? hidden * 0.12 : 0;
}

/* A time span of the schedule and by how much it gets longer. */
typedef struct Stretch {
    int node;
    double start, end, more;
} Stretch;

static int by_span(gconstpointer a, gconstpointer b)
{
    const Stretch *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Spans of the kernels of a list, or of its collectives, in the order of time. */
static GArray *spans_of(const SimList *l, bool collectives)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(Stretch));
    for (int i = 0; i < l->n; i++)
        if ((l->nodes[i].cls == SIM_COLLECTIVE) == collectives && !l->nodes[i].n_parts && l->end_ns[i] > l->start_ns[i])
            g_array_append_val(spans, ((Stretch){ i, l->start_ns[i], l->end_ns[i], 0 }));
    g_array_sort(spans, by_span);
    return spans;
}

/* `more` of each kernel: how long collectives run beside it. The sum of all. */
static double find_overlaps(GArray *kernels, const GArray *moving)
{
    double sum = 0, until = 0; /* collectives before `next` are over at `until` */
    guint next = 0;
    for (guint i = 0; i < kernels->len; i++) {
        Stretch *k = &g_array_index(kernels, Stretch, i);
        double at = k->start;
        while (at < k->end) {
            if (until > at) {
                double end = fmin(until, k->end);
                k->more += end - at;
                at = end;
            } else if (next < moving->len && g_array_index(moving, Stretch, next).start < k->end) {
                const Stretch *m = &g_array_index(moving, Stretch, next++);
                at = fmax(at, m->start);
                until = fmax(until, m->end);
            } else {
                break;
            }
        }
        sum += k->more;
    }
    return sum;
}

/* Where a time of the schedule is when the kernels are stretched. */
static double stretched(const GArray *kernels, const double *before, double t)
{
    guint low = 0, high = kernels->len; /* the last kernel that starts before t */
    while (low < high) {
        guint mid = (low + high) / 2;
        if (g_array_index(kernels, Stretch, mid).start < t)
            low = mid + 1;
        else
            high = mid;
    }
    if (!low)
        return t;
    const Stretch *k = &g_array_index(kernels, Stretch, low - 1);
    return t + before[low - 1] + k->more * fmin((t - k->start) / (k->end - k->start), 1);
}

/* Lengthens the kernels that run beside collectives, by so many ns together, and moves what comes after them. False: there are none. */
static bool slow_down(SimList *l, double ns)
{
    g_autoptr(GArray) kernels = spans_of(l, false), moving = spans_of(l, true);
    double sum = find_overlaps(kernels, moving);
    if (!(sum > 0))
        return false;
    g_autofree double *before = g_new(double, kernels->len + 1);
    double more = 0;
    for (guint i = 0; i < kernels->len; i++) {
        Stretch *k = &g_array_index(kernels, Stretch, i);
        Estimate *time = &l->nodes[k->node].time;
        k->more *= ns / sum;
        before[i] = more;
        more += k->more;
        double times = 1 + k->more / time->ns;
        *time = (Estimate){ time->ns * times, time->low_ns * times, time->high_ns * times, time->from };
    }
    for (int i = 0; i < l->n; i++) {
        l->start_ns[i] = stretched(kernels, before, l->start_ns[i]);
        l->end_ns[i] = stretched(kernels, before, l->end_ns[i]);
    }
    return true;
}

/* Sums by class of one pass, and what of its time no kernel fills. */
static void account(const SimKernels *k, SimList *l, double pass_ns)
{
    double work = 0, moving = 0;
    l->busy_ns = arena_array(k->arena, double, N_SIM_CLASSES);
    for (int i = 0; i < l->n; i++)
        *(l->nodes[i].cls == SIM_COLLECTIVE ? &moving : &work) += l->nodes[i].time.ns;
    double exposed = fmax(pass_ns - work, 0), slower = slowed_ns(k, fmax(moving - exposed, 0));
    l->first_ns += slower;
    l->next_ns += slower;
    l->busy_ns[SIM_COLLECTIVE] += slower > 0 && slow_down(l, slower) ? exposed : exposed + slower;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        if (n->cls == SIM_COLLECTIVE)
            continue;
        l->busy_ns[n->cls] += n->n_parts ? 0 : n->time.ns;
        for (int p = 0; p < n->n_parts; p++) {
            const SimPart *part = &n->parts[p];
            for (int c = 0; c < N_SIM_CLASSES; c++)
                l->busy_ns[c] += part->times * part->list->busy_ns[c];
            l->busy_ns[SIM_COLLECTIVE] += fmin(part->times, 1) * (part->list->first_ns - part->list->next_ns); /* the first trip waits for what later ones have early */
        }
    }
}

static void plan_clear(Plan *p)
{
    g_free(p->tasks);
    g_free(p->next);
    g_free(p->first);
    g_array_unref(p->edges);
    for (int s = 0; s < N_STREAMS; s++) {
        g_free(p->later[s].v);
        g_free(p->later[s].key);
        g_free(p->now[s].v);
        g_free(p->now[s].key);
    }
}

/* Runs so many copies of a list, one after the other as a loop does; the time until all are over. */
static double run_copies(SimKernels *k, SimList *l, Order order, int copies)
{
    bool keep = copies == 1;
    Plan p = { .k = k, .list = l, .order = order, .copies = copies, .edges = g_array_new(FALSE, FALSE, sizeof(int)) };
    p.n = copies * l->n;
    p.tasks = g_new0(Task, p.n + 1);
    for (int s = 0; s < N_STREAMS; s++) {
        p.later[s] = (Heap){ 0, g_new(int, p.n + 1), g_new(double, p.n + 1) };
        p.now[s] = (Heap){ 0, g_new(int, p.n + 1), g_new(double, p.n + 1) };
    }
    for (int i = 0; i < p.n; i++) {
        unsigned streams = streams_of(k, &l->nodes[i % l->n]);
        p.tasks[i] = (Task){ .ns = node_ns(k, &l->nodes[i % l->n]), .streams = streams, .queue = g_bit_nth_lsf(streams, -1) };
    }
    add_edges(&p);
    run_all(&p);
    double end = 0;
    for (int i = 0; i < p.n; i++)
        end = fmax(end, p.tasks[i].end);
    for (int i = 0; i < l->n && keep; i++) {
        l->start_ns[i] = p.tasks[i].start;
        l->end_ns[i] = p.tasks[i].end;
    }
    plan_clear(&p);
    return end;
}

/* Kernels of a list alone. */
static double work_of(const SimList *l)
{
    double work = 0;
    for (int i = 0; i < l->n; i++)
        work += l->nodes[i].cls == SIM_COLLECTIVE ? 0 : l->nodes[i].time.ns;
    return work;
}

/* Fills the list's times by one order of its tasks; returns the time of all trips. */
static double schedule_by(SimKernels *k, SimList *l, Order order, int64_t trips)
{
    int copies = (int)CLAMP(trips, 1, TRIPS);
    l->first_ns = l->next_ns = run_copies(k, l, order, 1);
    if (copies > 1) /* no shorter than its kernels: some may fill gaps of the first pass */
        l->next_ns = fmin(fmax((run_copies(k, l, order, copies) - l->first_ns) / (copies - 1), work_of(l)), l->first_ns);
    return l->first_ns + (double)(MAX(trips, 1) - 1) * l->next_ns;
}

/* True if the order of tasks may matter: several collectives wait for each other while kernels run. */
static bool has_orders(const SimKernels *k, const SimList *l)
{
    int beside = 0;
    for (int i = 0; i < l->n; i++)
        beside += l->nodes[i].cls == SIM_COLLECTIVE && streams_of(k, &l->nodes[i]) != 1u << STREAM_COMPUTE;
    return beside > 1 && !k->as_written && !k->o->no_hiding;
}

static void schedule_list(SimKernels *k, SimList *l, int64_t trips)
{
    l->start_ns = arena_array(k->arena, double, l->n + 1);
    l->end_ns = arena_array(k->arena, double, l->n + 1);
    double way = schedule_by(k, l, ORDER_WAY, trips);
    if (has_orders(k, l) && schedule_by(k, l, ORDER_REST, trips) >= way * (1 - 1e-9))
        schedule_by(k, l, ORDER_WAY, trips);
    account(k, l, l->next_ns);
}

void sim_schedule(SimKernels *k)
{
    schedule_list(k, k->entry, 1);
}
