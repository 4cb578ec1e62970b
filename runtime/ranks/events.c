/* Events of a step as bytes. */
#include "runtime/ranks/events.h"

#include <pthread.h>
#include <string.h>

#include "runtime/base/vec.h"

typedef enum RowKind { ROW_EVENT, ROW_MEMORY, ROW_CORE, ROW_MEETING } RowKind;

/* One call of a sink. */
typedef struct Row {
    int32_t kind, device; /* of a core: the device that it ran */
    int32_t op_id, cat;   /* ROW_CORE: the core; ROW_MEETING: group, members */
    int64_t a, b, c;      /* ROW_EVENT: start, duration, trips; ROW_MEMORY: at, held, high; ROW_CORE: start, duration; ROW_MEETING: first, last, end */
    int64_t bytes;
} Row;

typedef struct Rows {
    VEC(Row) v;
    int device;    /* of the lane */
    int64_t trips; /* of its next event; 0 = not said */
} Rows;

struct RankEvents {
    int n, n_cores;
    Rows *lanes, *cores; /* each written by one thread at a time */
    Rows meetings;
    pthread_mutex_t lock; /* protects meetings */
    void **lane_of;
    EventSink sink;
};

typedef struct StepHead {
    StepStats stats;
    int64_t n_rows;
} StepHead;

static void on_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    Rows *r = lane;
    vec_push(&r->v, ((Row){ .kind = ROW_EVENT, .device = r->device, .op_id = op_id, .cat = cat, .a = start_ns, .b = dur_ns, .c = r->trips }));
    r->trips = 0;
}

static void on_trips(void *lane, int64_t n)
{
    ((Rows *)lane)->trips = n;
}

static void on_memory(void *lane, int64_t at_ns, int64_t held, int64_t high)
{
    Rows *r = lane;
    vec_push(&r->v, ((Row){ .kind = ROW_MEMORY, .device = r->device, .a = at_ns, .b = held, .c = high }));
}

static void on_core(void *user, int core, int device, int64_t start_ns, int64_t dur_ns)
{
    RankEvents *e = user;
    vec_push(&e->cores[core].v, ((Row){ .kind = ROW_CORE, .device = device, .op_id = core, .a = start_ns, .b = dur_ns }));
}

static void on_meeting(void *user, const EventMeeting *m)
{
    RankEvents *e = user;
    pthread_mutex_lock(&e->lock);
    vec_push(&e->meetings.v, ((Row){ .kind = ROW_MEETING, .device = m->n_members, .op_id = m->op_id, .cat = m->group, .a = m->first_ns, .b = m->last_ns, .c = m->end_ns, .bytes = m->bytes }));
    pthread_mutex_unlock(&e->lock);
}

RankEvents *rank_events_new(int first, int n, int n_cores)
{
    RankEvents *e = g_new0(RankEvents, 1);
    *e = (RankEvents){ .n = n, .n_cores = n_cores, .lanes = g_new0(Rows, n + 1), .cores = g_new0(Rows, n_cores + 1), .lane_of = g_new0(void *, n + 1) };
    for (int i = 0; i < n; i++) {
        e->lanes[i].device = first + i;
        e->lane_of[i] = &e->lanes[i];
    }
    pthread_mutex_init(&e->lock, NULL);
    e->sink = (EventSink){ .event = on_event, .trips = on_trips, .memory = on_memory, .lanes = e->lane_of, .n_cores = n_cores, .meeting = on_meeting, .core = on_core, .user = e };
    return e;
}

void rank_events_free(RankEvents *e)
{
    if (!e)
        return;
    for (int i = 0; i < e->n; i++)
        vec_clear(&e->lanes[i].v);
    for (int i = 0; i < e->n_cores; i++)
        vec_clear(&e->cores[i].v);
    vec_clear(&e->meetings.v);
    pthread_mutex_destroy(&e->lock);
    g_free(e->lanes);
    g_free(e->cores);
    g_free(e->lane_of);
    g_free(e);
}

const EventSink *rank_events_sink(RankEvents *e)
{
    return &e->sink;
}

static void append(GByteArray *out, StepHead *head, Rows *r)
{
    if (r->v.n)
        g_byte_array_append(out, (const guint8 *)r->v.v, (guint)(sizeof(Row) * (size_t)r->v.n));
    head->n_rows += r->v.n;
    r->v.n = 0;
}

GBytes *rank_events_take(RankEvents *e, const StepStats *stats)
{
    StepHead head = { .n_rows = 0 };
    if (stats)
        head.stats = *stats;
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)&head, sizeof head);
    for (int i = 0; e && i < e->n; i++)
        append(out, &head, &e->lanes[i]);
    for (int i = 0; e && i < e->n_cores; i++)
        append(out, &head, &e->cores[i]);
    if (e)
        append(out, &head, &e->meetings);
    memcpy(out->data, &head, sizeof head);
    return g_byte_array_free_to_bytes(out);
}

GBytes *rank_events_none(const StepStats *stats)
{
    return rank_events_take(NULL, stats);
}

static void replay(const Row *r, const EventShift *shift, const EventSink *to)
{
    int64_t a = ranks_clock_apply(&shift->clock, r->a);
    bool is_device = r->device >= 0 && r->device < shift->n_devices;
    switch ((RowKind)r->kind) {
    case ROW_EVENT:
        if (to->trips && is_device && r->c > 0)
            to->trips(to->lanes[r->device], r->c);
        if (to->event && is_device)
            to->event(to->lanes[r->device], r->op_id, a, r->b, r->cat);
        break;
    case ROW_MEMORY:
        if (to->memory && is_device)
            to->memory(to->lanes[r->device], a, r->b, r->c);
        break;
    case ROW_CORE:
        if (to->core && is_device && r->op_id >= 0 && shift->first_core + r->op_id < to->n_cores)
            to->core(to->user, shift->first_core + r->op_id, r->device, a, r->b);
        break;
    case ROW_MEETING:
        if (to->meeting)
            to->meeting(to->user, &(EventMeeting){ .op_id = r->op_id, .group = r->cat, .n_members = r->device, .first_ns = a, .last_ns = ranks_clock_apply(&shift->clock, r->b), .end_ns = ranks_clock_apply(&shift->clock, r->c), .bytes = r->bytes });
        break;
    }
}

bool rank_events_replay(GBytes *bytes, const EventShift *shift, const EventSink *to, StepStats *stats)
{
    gsize n;
    const char *data = g_bytes_get_data(bytes, &n);
    StepHead head;
    if (n < sizeof head)
        return false;
    memcpy(&head, data, sizeof head);
    if (head.n_rows < 0 || (gsize)head.n_rows != (n - sizeof head) / sizeof(Row))
        return false;
    *stats = head.stats;
    stats->start_ns = ranks_clock_apply(&shift->clock, stats->start_ns);
    stats->end_ns = ranks_clock_apply(&shift->clock, stats->end_ns);
    for (int64_t i = 0; to && i < head.n_rows; i++) {
        Row row;
        memcpy(&row, data + sizeof head + sizeof row * (gsize)i, sizeof row);
        replay(&row, shift, to);
    }
    return true;
}
