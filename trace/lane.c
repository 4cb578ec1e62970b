/* Event lanes: where a recording thread writes events while a step runs. A lane holds the events of the step in memory that grows with them.
 * Its lock is free except during a drain in the middle of a step, so storing an event takes a few ns.
 *
 * The number of events per lane and of all lanes of a writer is limited. When the limit is reached, the lane thins out its
 * events: of the trips of loops (trace_lane_trip) it keeps every second, then every fourth and so on, each trip complete; if there are no
 * trips to leave out, later events are dropped. From the first event left out, all events of the step are counted, by instruction
 * and category, including those already held. So sums are exact whatever is kept. */
#include "trace/lane_impl.h"
#include "trace/waiting.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* Of all lanes of a writer together: 230 MB. */
enum { MOST_HELD = 1 << 22, FIRST_ROOM = 16 };

/* ---- sums ---- */

void totals_clear(Totals *t)
{
    if (!t->is_kept)
        g_free(t->v);
    *t = (Totals){ .keep = t->keep, .lane_id = t->lane_id };
}

static OpTotal *totals_place(Totals *t, int64_t inst_id, int64_t name_id, int32_t cat)
{
    uint64_t h = ((uint64_t)inst_id * 0x9e3779b97f4a7c15u) ^ ((uint64_t)name_id * 0xc2b2ae3d27d4eb4fu) ^ (uint64_t)(uint32_t)cat;
    for (uint32_t i = (uint32_t)(h >> 32);; i++) {
        OpTotal *at = &t->v[i & (t->room - 1)];
        if (!at->n || (at->inst_id == inst_id && at->name_id == name_id && at->cat == cat))
            return at;
    }
}

/* To a table with so much room. */
static void totals_move(Totals *t, uint32_t room)
{
    Totals to = { .room = room };
    to.v = t->keep ? waiting_table(t->keep, t->lane_id, room) : NULL;
    bool kept = to.v != NULL;
    if (!kept)
        to.v = g_new0(OpTotal, room);
    for (uint32_t i = 0; i < t->room; i++)
        if (t->v[i].n)
            *totals_place(&to, t->v[i].inst_id, t->v[i].name_id, t->v[i].cat) = t->v[i];
    if (kept)
        waiting_table_done(t->keep);
    if (!t->is_kept)
        g_free(t->v);
    t->v = to.v;
    t->room = room;
    t->is_kept = kept;
}

static void totals_put(Totals *t, const OpTotal *x)
{
    if (!t->room || t->n >= t->room / 4 * 3)
        totals_move(t, t->room ? t->room * 2 : 16);
    OpTotal *at = totals_place(t, x->inst_id, x->name_id, x->cat);
    if (!at->n) {
        *at = *x;
        t->n++;
    } else {
        at->n += x->n;
        at->loops += x->loops;
        at->trips += x->trips;
        at->total_ns += x->total_ns;
        at->self_ns += x->self_ns;
        at->min_ns = MIN(at->min_ns, x->min_ns);
        at->max_ns = MAX(at->max_ns, x->max_ns);
    }
    t->n_events += x->n;
    t->cat_ns[x->cat > 0 && x->cat < N_CATS ? x->cat : TRACE_CAT_NONE] += x->self_ns;
}

static void totals_event(Totals *t, const Slot *s, int64_t self_ns)
{
    totals_put(t, &(OpTotal){ .inst_id = s->inst_id, .name_id = s->name_id, .cat = s->cat, .n = 1, .total_ns = s->dur_ns, .self_ns = self_ns,
                              .min_ns = s->dur_ns, .max_ns = s->dur_ns, .loops = slot_is_loop(s), .trips = slot_is_loop(s) ? s->iter - 1 : 0 });
}

void totals_merge(Totals *into, const Totals *from)
{
    for (uint32_t i = 0; i < from->room; i++)
        if (from->v[i].n)
            totals_put(into, &from->v[i]);
}

/* The event's self time: events come in the order of their ends, so those that began after it are nested in it. */
static int64_t self_time(Recent *r, const Slot *s)
{
    int64_t self = s->dur_ns;
    while (r->n && r->start[r->n - 1] >= s->start_ns && s->dur_ns > 0)
        self -= r->dur[--r->n];
    if (r->n == RECENT) { /* the oldest two are merged */
        r->dur[0] += r->dur[1];
        memmove(r->start + 1, r->start + 2, sizeof r->start[0] * (RECENT - 2));
        memmove(r->dur + 1, r->dur + 2, sizeof r->dur[0] * (RECENT - 2));
        r->n--;
    }
    r->start[r->n] = s->start_ns;
    r->dur[r->n++] = s->dur_ns;
    return MAX(self, 0);
}

void totals_add(Totals *t, const Slot *s, size_t n)
{
    size_t i = 1;
    while (i < n && s[i].start_ns + s[i].dur_ns >= s[i - 1].start_ns + s[i - 1].dur_ns)
        i++;
    if (i >= n) { /* in the order of their ends, as most lanes are */
        Recent recent = { .n = 0 };
        for (i = 0; i < n; i++)
            totals_event(t, &s[i], self_time(&recent, &s[i]));
        return;
    }
    g_autofree Slot *sorted = g_memdup2(s, n * sizeof *s);
    g_autofree TraceEvent *nested = g_new0(TraceEvent, n);
    g_autoptr(GArray) row_end = g_array_new(FALSE, FALSE, sizeof(int64_t));
    qsort(sorted, n, sizeof *sorted, slot_compare);
    slots_nest(row_end, sorted, n, nested);
    for (i = 0; i < n; i++)
        totals_event(t, &sorted[i], nested[i].self_ns.v);
}

/* ---- the recording thread ---- */

void lane_lock(TraceLaneBuffer *b)
{
    for (int i = 1; atomic_flag_test_and_set_explicit(&b->busy, memory_order_acquire); i++)
        if (i % 64 == 0)
            sched_yield(); /* the holder may be waiting for this core */
}

void lane_unlock(TraceLaneBuffer *b)
{
    atomic_flag_clear_explicit(&b->busy, memory_order_release);
}

void lane_count(TraceLaneBuffer *b)
{
    if (b->counting)
        return;
    b->counting = true;
    b->recent.n = 0;
    totals_clear(&b->step);
    totals_add(&b->step, b->slots, b->n);
}

void lane_reset(TraceLaneBuffer *b)
{
    b->n = 0;
    b->trip = b->last_trip = 0;
    b->stride = 1;
    b->dropped += b->left_out;
    b->left_out = 0;
    b->counting = false;
    totals_clear(&b->step);
}

static bool is_kept(const TraceLaneBuffer *b, uint32_t trip)
{
    return trip == 0 || (trip - 1) % b->stride == 0;
}

/* Makes room by allocating memory, if the limits allow it. */
static bool grow(TraceLaneBuffer *b)
{
    uint32_t room = MIN(MAX(b->room * 2, FIRST_ROOM), b->most);
    int64_t more = (int64_t)room - b->room;
    if (more <= 0)
        return false;
    if (atomic_fetch_add_explicit(b->held, more, memory_order_relaxed) + more > MOST_HELD && b->room >= FIRST_ROOM) {
        atomic_fetch_sub_explicit(b->held, more, memory_order_relaxed);
        return false;
    }
    b->slots = g_renew(Slot, b->slots, room);
    b->room = room;
    return true;
}

/* Makes room by dropping every other trip that is still kept; the new event may belong to a dropped one. */
static bool thin_out(TraceLaneBuffer *b)
{
    while (b->n == b->room && b->last_trip > b->stride) {
        b->stride *= 2;
        uint32_t n = 0;
        for (uint32_t i = 0; i < b->n; i++)
            if (is_kept(b, b->slots[i].trip))
                b->slots[n++] = b->slots[i];
        b->left_out += b->n - n;
        b->n = n;
    }
    return b->n < b->room;
}

static void push(TraceLaneBuffer *b, const Slot *event)
{
    lane_lock(b);
    bool keep = is_kept(b, b->trip);
    if (keep && b->n == b->room && !grow(b)) {
        lane_count(b);
        keep = thin_out(b) && is_kept(b, b->trip);
    }
    if (b->counting)
        totals_event(&b->step, event, self_time(&b->recent, event));
    if (keep) {
        b->slots[b->n] = *event;
        b->slots[b->n++].trip = b->trip;
    } else {
        b->left_out++;
    }
    lane_unlock(b);
}

void trace_lane_event(TraceLaneBuffer *lane, int64_t start_ns, int64_t dur_ns, int64_t inst_id, int64_t name_id,
                      int cat)
{
    if (lane)
        push(lane, &(Slot){ .start_ns = start_ns, .dur_ns = MAX(dur_ns, 0), .inst_id = inst_id, .name_id = name_id, .cat = cat });
}

void trace_lane_loop(TraceLaneBuffer *lane, const TraceLoopRun *x)
{
    if (lane)
        push(lane, &(Slot){ .start_ns = x->start_ns, .dur_ns = MAX(x->dur_ns, 0), .inst_id = x->inst_id, .cat = x->cat, .iter = 1 + MAX(x->trips, 0) });
}

void trace_lane_meet(TraceLaneBuffer *lane, const TraceMeet *m)
{
    if (lane)
        push(lane, &(Slot){ .start_ns = m->start_ns, .dur_ns = MAX(m->dur_ns, 0), .inst_id = m->inst_id, .name_id = m->name_id,
                            .cat = TRACE_CAT_COLLECTIVE, .iter = m->iter, .grp = m->grp, .n_members = MAX(m->n_members, 1) });
}

void trace_lane_trip(TraceLaneBuffer *lane, uint32_t trip)
{
    if (!lane)
        return;
    lane_lock(lane);
    lane->trip = trip;
    lane->last_trip = MAX(lane->last_trip, trip);
    lane_unlock(lane);
}

int trace_lane_room(TraceLaneBuffer *lane)
{
    if (!lane)
        return 0;
    lane_lock(lane);
    int room = (int)(lane->most - lane->n);
    lane_unlock(lane);
    return room;
}

/* ---- lanes ---- */

static TraceLaneBuffer *lane_new(TraceWriter *w, const TraceLane *row, uint32_t most)
{
    TraceLaneBuffer *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
    g_assert(b);
    memset(b, 0, sizeof *b);
    atomic_flag_clear(&b->busy);
    b->most = most;
    b->stride = 1;
    b->held = &w->slots_held;
    b->row_end = g_array_new(FALSE, FALSE, sizeof(int64_t));
    b->row = *row;
    g_ptr_array_add(w->lanes, b);
    return b;
}

void lane_keep(TraceLaneBuffer *b, Waiting *keep)
{
    lane_lock(b);
    b->batch.keep = keep;
    b->batch.lane_id = b->row.id;
    if (b->batch.v)
        totals_move(&b->batch, b->batch.room);
    lane_unlock(b);
}

TraceLaneBuffer *lane_again(TraceWriter *w, const TraceLane *row, int64_t dropped)
{
    TraceLaneBuffer *b = lane_new(w, row, FIRST_ROOM);
    b->stored_events = row->n_events.v;
    b->dropped = b->stored_dropped = dropped;
    return b;
}

TraceLaneBuffer *trace_lane_new(TraceWriter *w, const TraceLane *lane, int capacity)
{
    trace_wait(w);
    if (!w)
        return NULL;
    uint32_t most = FIRST_ROOM;
    while (most < (uint32_t)MAX(capacity, 1) && most < 1u << 30)
        most *= 2;
    TraceLaneBuffer *b = lane_new(w, lane, most);
    b->row.id = 0;
    b->row.id = trace_put_lane(w, &b->row);
    /* The row borrowed its name from the caller until now; totals are stored by id only. */
    b->row.name = NULL;
    if (w->waiting)
        lane_keep(b, w->waiting);
    return b;
}

int64_t trace_lane_id(const TraceLaneBuffer *lane)
{
    return lane ? lane->row.id : 0;
}

void lane_free(gpointer p)
{
    TraceLaneBuffer *b = p;
    atomic_fetch_sub(b->held, b->room);
    g_array_unref(b->row_end);
    totals_clear(&b->step);
    totals_clear(&b->batch);
    g_free(b->slots);
    free(b);
}

/* ---- events in their rows ---- */

/* By start, longest first; a wait comes after its collective, even if both are equally long. */
int slot_compare(const void *pa, const void *pb)
{
    const Slot *a = pa, *b = pb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    if (a->dur_ns != b->dur_ns)
        return a->dur_ns > b->dur_ns ? -1 : 1;
    return (a->cat == TRACE_CAT_WAIT) - (b->cat == TRACE_CAT_WAIT);
}

/* The first row that is free at `start`. Events come by start, longest first, so for nested ones this is the
 * nesting level, and others never overlap either. */
static int64_t free_row(GArray *row_end, int64_t start, int64_t end)
{
    guint d = 0;
    while (d < row_end->len && g_array_index(row_end, int64_t, d) > start)
        d++;
    if (d == row_end->len)
        g_array_append_val(row_end, end);
    g_array_index(row_end, int64_t, d) = end;
    return d;
}

void slots_nest(GArray *row_end, const Slot *s, size_t n, TraceEvent *out)
{
    GArray *open = g_array_new(FALSE, FALSE, sizeof(size_t)); /* by depth: event that was put there last */
    const size_t none = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        int64_t end = s[i].start_ns + s[i].dur_ns;
        int64_t depth = free_row(row_end, s[i].start_ns, end);
        out[i].depth = depth;
        out[i].self_ns = TRACE_INT(s[i].dur_ns);
        for (int64_t d = MIN(depth, (int64_t)open->len) - 1; d >= 0; d--) {
            size_t p = g_array_index(open, size_t, d);
            if (p != none && s[p].start_ns + s[p].dur_ns >= end) {
                out[p].self_ns.v -= s[i].dur_ns;
                break;
            }
        }
        while ((int64_t)open->len <= depth)
            g_array_append_val(open, none);
        g_array_index(open, size_t, depth) = i;
    }
    g_array_unref(open);
}
