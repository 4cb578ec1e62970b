/* Steps as they are told: counted and timed always; with somebody connected the meetings of collectives too, and for a capture all
 * events, which are collected by device and sent when the step is over. */
#include "runtime/watch/watch_impl.h"

#include "runtime/base/clock.h"

/* Of a step, together, and of one device in it; what does not fit is counted. */
enum { MAX_STEP_EVENTS = 3 << 19, MAX_LANE_EVENTS = 1 << 17 };

atomic_int watch_n_connected, watch_n_capturing;

bool watch_is_connected(void)
{
    return atomic_load_explicit(&watch_n_connected, memory_order_relaxed) > 0;
}

/* What one device, or one core, did in the step that runs. */
struct StepLane {
    WatchProgram *p;
    int index;           /* of the device or core */
    int64_t trips;       /* of its next event; 0 = not said */
    WireEvent *v;
    size_t n, room, most;
    int64_t lost;
};

static void lane_add(StepLane *l, WireEvent e)
{
    if (l->n == l->most) {
        l->lost++;
        return;
    }
    if (l->n == l->room) {
        l->room = MAX(2 * l->room, 256);
        l->v = g_renew(WireEvent, l->v, l->room);
    }
    e.lane = (uint16_t)l->index;
    l->v[l->n++] = e;
}

/* ---- the sink -------------------------------------------------------------------------------------------------------------- */

static void on_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    StepLane *l = lane;
    const EventSink *to = l->p->recorder;
    if (to && to->event)
        to->event(to->lanes[l->index], op_id, start_ns, dur_ns, cat);
    if (l->p->captured)
        lane_add(l, (WireEvent){ .kind = WIRE_EVENT, .cat = (uint8_t)cat, .op = op_id, .a = start_ns, .b = dur_ns, .c = l->trips });
    l->trips = 0;
}

static void on_trips(void *lane, int64_t n)
{
    StepLane *l = lane;
    const EventSink *to = l->p->recorder;
    if (to && to->trips)
        to->trips(to->lanes[l->index], n);
    l->trips = n;
}

static void on_memory(void *lane, int64_t at_ns, int64_t held, int64_t high)
{
    StepLane *l = lane;
    const EventSink *to = l->p->recorder;
    if (to && to->memory)
        to->memory(to->lanes[l->index], at_ns, held, high);
    if (l->p->captured)
        lane_add(l, (WireEvent){ .kind = WIRE_MEMORY, .a = at_ns, .b = held, .c = high });
}

static void on_core(void *user, int core, int device, int64_t start_ns, int64_t dur_ns)
{
    WatchProgram *p = user;
    const EventSink *to = p->recorder;
    if (to && to->core && core < to->n_cores)
        to->core(to->user, core, device, start_ns, dur_ns);
    if (p->captured && core < p->n_cores)
        lane_add(&p->lanes[p->n_lanes - p->n_cores + core], (WireEvent){ .kind = WIRE_CORE, .op = device, .a = start_ns, .b = dur_ns });
}

/* Called by several threads at once. */
static void on_meeting(void *user, const EventMeeting *m)
{
    WatchProgram *p = user;
    const EventSink *to = p->recorder;
    if (to && to->meeting)
        to->meeting(to->user, m);
    if (m->op_id < 0 || m->op_id >= p->compiled->local->next_id)
        return;
    pthread_mutex_lock(&p->lock);
    LastMeeting *last = &p->met[m->op_id];
    int64_t step = p->n_steps + 1;
    if (last->step != step)
        *last = (LastMeeting){ .step = step };
    last->count += m->group == 0; /* the groups of an op meet equally often */
    if (m->end_ns > last->end_ns) {
        last->first_ns = m->first_ns;
        last->last_ns = m->last_ns;
        last->end_ns = m->end_ns;
        last->bytes = m->bytes;
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- lanes ------------------------------------------------------------------------------------------------------------------- */

void step_lanes_free(WatchProgram *p)
{
    for (int i = 0; i < p->n_lanes; i++)
        g_free(p->lanes[i].v);
    g_clear_pointer(&p->lanes, g_free);
    g_clear_pointer(&p->lane_pointers, g_free);
    p->n_lanes = 0;
}

static void make_lanes(WatchProgram *p)
{
    int n = (int)p->compiled->n_devices;
    p->n_lanes = n + p->n_cores;
    p->lanes = g_new0(StepLane, p->n_lanes);
    p->lane_pointers = g_new0(void *, n);
    for (int i = 0; i < p->n_lanes; i++) {
        p->lanes[i] = (StepLane){ .p = p, .index = i < n ? i : i - n, .most = MIN(MAX_LANE_EVENTS, MAX_STEP_EVENTS / (size_t)p->n_lanes) };
        if (i < n)
            p->lane_pointers[i] = &p->lanes[i];
    }
}

/* ---- steps ---------------------------------------------------------------------------------------------------------------------- */

static const EventSink *watched_sink(WatchProgram *p, const EventSink *recorder)
{
    p->recorder = recorder;
    p->captured = atomic_load(&watch_n_capturing) > 0;
    if (!p->lanes)
        make_lanes(p);
    pthread_mutex_lock(&p->lock);
    if (!p->met)
        p->met = g_new0(LastMeeting, p->compiled->local->next_id + 1);
    pthread_mutex_unlock(&p->lock);
    bool all = p->captured || recorder;
    p->sink = (EventSink){ .event = all ? on_event : NULL, .trips = all ? on_trips : NULL, .memory = all ? on_memory : NULL, .lanes = p->lane_pointers, .n_cores = p->n_cores,
                           .meeting = on_meeting, .core = all ? on_core : NULL, .user = p };
    return &p->sink;
}

const EventSink *watch_step_begin(WatchProgram *p, const EventSink *recorder)
{
    if (!p)
        return recorder;
    atomic_store_explicit(&p->began_ns, clock_ns(), memory_order_relaxed);
    p->watched = atomic_load_explicit(&watch_n_connected, memory_order_relaxed) > 0;
    if (p->watched)
        return watched_sink(p, recorder);
    if (p->lanes)
        step_lanes_free(p);
    return recorder;
}

/* The step's line and events, to whoever captures. */
static void send_step(WatchProgram *p, const char *name, const StepStats *stats)
{
    GByteArray *body = g_byte_array_new();
    int64_t lost = 0;
    for (int i = 0; i < p->n_lanes; i++) {
        wire_put_events(body, p->lanes[i].v, p->lanes[i].n);
        lost += p->lanes[i].lost;
    }
    GString *line = g_string_new("{\"step\":{\"program\":");
    g_string_append_printf(line, "%" G_GINT64_FORMAT ",\"number\":%" G_GINT64_FORMAT ",\"name\":", p->id, p->n_steps - 1);
    wire_print_text(line, name);
    g_string_append_printf(line, ",\"start_ns\":%" G_GINT64_FORMAT ",\"end_ns\":%" G_GINT64_FORMAT ",\"collectives\":%" G_GINT64_FORMAT ",\"collective_bytes\":%" G_GINT64_FORMAT
                           ",\"peak_bytes\":%zu,\"lost\":%" G_GINT64_FORMAT "},\"bytes\":%u}\n",
                           stats->start_ns, stats->end_ns, stats->collectives, stats->collective_bytes, stats->peak_bytes, lost, body->len);
    server_step(p->id, g_string_free(line, FALSE), body);
}

void watch_step_end(WatchProgram *p, const char *name, const StepStats *stats)
{
    if (!p)
        return;
    atomic_store_explicit(&p->began_ns, 0, memory_order_relaxed);
    if (stats) {
        pthread_mutex_lock(&p->lock);
        p->ends[p->n_steps++ % WATCH_RECENT] = stats->end_ns;
        p->last_ns = stats->end_ns - stats->start_ns;
        pthread_mutex_unlock(&p->lock);
    }
    if (!p->watched)
        return;
    if (stats && p->captured) {
        p->sent = true;
        send_step(p, name, stats);
    }
    for (int i = 0; i < p->n_lanes; i++) {
        p->lanes[i].n = 0;
        p->lanes[i].lost = 0;
    }
    p->watched = p->captured = false;
}
