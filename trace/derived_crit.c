/* The critical path of each step, followed backwards from its end; each part leads to what the path had to wait for. On a device
 * that is the preceding event. At a collective it is the device that arrived last, from its arrival on. Where a device waited
 * for a core, it is the device that ran on that core before. If nothing precedes, the time is idle. The
 * parts of a path are in order of time, touch, and add up to the step. */
#include "trace/derived.h"

#include <stdlib.h>

enum {
    MAX_ROWS = 1000000, /* per run; later steps get no path */
    MAX_HOPS = 1 << 16, /* steps from device to device at the same time */
    MAX_MEETINGS = 1 << 26,
};

typedef struct Piece { /* of an event: where no nested event runs */
    int64_t start, end, event, coll, cat;
    guint last_over; /* by start: of it and those before, the place of the one that ends last */
} Piece;

typedef struct Meeting {
    int64_t last_ns;
    int64_t device; /* which arrived then: the one with the lowest id; 0 = not a meeting, INT64_MAX = none is known */
} Meeting;

/* A core ran a device; `before` is the device that it ran before, 0 = none, until before_end. */
typedef struct Turn {
    int64_t core, start, end, device, before, before_end;
} Turn;

typedef struct Path {
    sqlite3 *db;
    const char *path;
    const EventSet *set;
    int64_t run_id;
    Batch *out;            /* NULL = rows are kept */
    GArray *kept;          /* TraceCrit */
    GHashTable *device_of; /* name of a lane of ops, as a string's id -> device id */
    GArray *turn;          /* Turn, by device and start */
    GHashTable *pieces; /* device id -> GArray of Piece, by start */
    Meeting *late;         /* of the run, by coll_exec's id less first_meeting */
    int64_t first_meeting, n_meetings;
} Path;

static void add_piece(GArray *out, Piece *p, int64_t end)
{
    if (end > p->start)
        g_array_append_val(out, ((Piece){ p->start, end, p->event, p->coll, p->cat }));
}

static int by_start(const void *pa, const void *pb)
{
    const Piece *a = pa, *b = pb;
    return (a->start > b->start) - (a->start < b->start);
}

static void sort_pieces(GArray *pieces)
{
    Piece *p = (Piece *)(void *)pieces->data;
    bool sorted = true;
    for (guint i = 1; i < pieces->len && sorted; i++)
        sorted = p[i].start >= p[i - 1].start;
    if (!sorted)
        qsort(p, pieces->len, sizeof(Piece), by_start);
    for (guint i = 0; i < pieces->len; i++)
        p[i].last_over = i && p[p[i - 1].last_over].end > p[i].end ? p[i - 1].last_over : i;
}

/* Events of one device in one step, by lane, start and depth, into pieces. */
static void finish_lane(GArray *open, GArray *out)
{
    for (guint d = 0; d < open->len; d++) {
        Piece *p = &g_array_index(open, Piece, d);
        add_piece(out, p, p->end);
    }
    g_array_set_size(open, 0);
}

static void place(GArray *open, GArray *out, Piece e, int64_t depth)
{
    for (int64_t d = MIN(depth, (int64_t)open->len) - 1; d >= 0; d--) {
        Piece *parent = &g_array_index(open, Piece, d);
        if (parent->end < e.end)
            continue;
        add_piece(out, parent, e.start);
        parent->start = MAX(parent->start, e.end);
        break;
    }
    while ((int64_t)open->len <= depth)
        g_array_append_val(open, ((Piece){ 0 }));
    Piece *at = &g_array_index(open, Piece, depth);
    add_piece(out, at, at->end);
    *at = e;
}

/* Lanes of ops and streams. */
static bool is_path(const Path *p, const EventLane *l)
{
    return l->run_id == p->run_id && l->device_id && (l->kind == TRACE_LANE_OPS || l->kind == TRACE_LANE_STREAM) && l->n;
}

/* What waits outside a collective (at depth 0) waits for others to end the step: no step depends on it. */
static bool leads(const EventRow *e, int64_t longest)
{
    return e->dur_ns >= 0 && e->dur_ns <= longest && e->depth <= 4096 && (e->cat != TRACE_CAT_WAIT || e->depth > 0);
}

static void load_pieces(Path *p, int64_t s0, int64_t s1)
{
    g_hash_table_remove_all(p->pieces);
    g_autoptr(GArray) open = g_array_new(FALSE, TRUE, sizeof(Piece));
    for (guint i = 0; i < p->set->lanes->len; i++) {
        const EventLane *l = &g_array_index(p->set->lanes, EventLane, i);
        if (!is_path(p, l))
            continue;
        const EventRow *row = event_lane_rows(p->set, l);
        GArray *out = NULL;
        for (size_t k = event_lane_from(p->set, l, s0); k < l->n && row[k].start_ns < s1; k++) {
            if (!leads(&row[k], s1 - s0))
                continue;
            if (!out && !(out = g_hash_table_lookup(p->pieces, GSIZE_TO_POINTER(l->device_id)))) {
                out = g_array_new(FALSE, FALSE, sizeof(Piece));
                g_hash_table_insert(p->pieces, GSIZE_TO_POINTER(l->device_id), out);
            }
            place(open, out, (Piece){ row[k].start_ns, row[k].start_ns + row[k].dur_ns, row[k].id, row[k].coll_id, row[k].cat }, row[k].depth);
        }
        if (out)
            finish_lane(open, out);
    }
    GHashTableIter it;
    gpointer all;
    g_hash_table_iter_init(&it, p->pieces);
    while (g_hash_table_iter_next(&it, NULL, &all))
        sort_pieces(all);
}

static Meeting *meeting_of(const Path *p, int64_t coll_id)
{
    return coll_id >= p->first_meeting && coll_id - p->first_meeting < p->n_meetings ? &p->late[coll_id - p->first_meeting] : NULL;
}


/* Who came last to each meeting. */
static bool load_meetings(Path *p, GError **error)
{
    p->first_meeting = db_int(p->db, "SELECT min(c.id)" MEETINGS_OF_RUN, &p->run_id, 1, 1);
    int64_t last = db_int(p->db, "SELECT max(c.id)" MEETINGS_OF_RUN, &p->run_id, 1, 0);
    p->n_meetings = p->first_meeting > 0 && last >= p->first_meeting ? MIN(last - p->first_meeting + 1, MAX_MEETINGS) : 0;
    p->late = g_try_new0(Meeting, MAX(p->n_meetings, 1));
    if (!p->late)
        p->n_meetings = 0;
    sqlite3_stmt *stmt = db_prepare(p->db, p->path, "SELECT c.id, c.last_ns" MEETINGS_OF_RUN, error);
    if (!stmt)
        return false;
    sqlite3_bind_int64(stmt, 1, p->run_id);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        Meeting *m = meeting_of(p, sqlite3_column_int64(stmt, 0));
        if (m)
            *m = (Meeting){ sqlite3_column_int64(stmt, 1), INT64_MAX };
    }
    for (guint i = 0; i < p->set->lanes->len && p->n_meetings; i++) {
        const EventLane *l = &g_array_index(p->set->lanes, EventLane, i);
        const EventRow *row = event_lane_rows(p->set, l);
        for (size_t k = 0; k < l->n && l->device_id; k++) {
            Meeting *m = row[k].coll_id ? meeting_of(p, row[k].coll_id) : NULL;
            if (m && m->device && m->last_ns == row[k].start_ns)
                m->device = MIN(m->device, l->device_id);
        }
    }
    return sqlite3_finalize(stmt) == SQLITE_OK || db_fail(p->db, p->path, error);
}

static int by_device(const void *pa, const void *pb)
{
    const Turn *a = pa, *b = pb;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

static void load_turns(Path *p, int64_t s0, int64_t s1)
{
    g_array_set_size(p->turn, 0);
    for (guint i = 0; i < p->set->lanes->len; i++) {
        const EventLane *l = &g_array_index(p->set->lanes, EventLane, i);
        if (l->run_id != p->run_id || l->kind != TRACE_LANE_CORE)
            continue;
        const EventRow *row = event_lane_rows(p->set, l);
        for (size_t k = event_lane_from(p->set, l, s0); k < l->n && row[k].start_ns < s1; k++) {
            if (row[k].depth)
                continue;
            Turn t = { .core = l->id, .start = row[k].start_ns, .end = row[k].start_ns + CLAMP(row[k].dur_ns, 0, s1 - s0),
                       .device = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(p->device_of, GSIZE_TO_POINTER((gsize)row[k].name_id))) };
            const Turn *last = p->turn->len ? &g_array_index(p->turn, Turn, p->turn->len - 1) : NULL;
            if (last && last->core == t.core) {
                t.before = last->device;
                t.before_end = last->end;
            }
            g_array_append_val(p->turn, t);
        }
    }
    if (p->turn->len)
        qsort(p->turn->data, p->turn->len, sizeof(Turn), by_device);
}

/* The turn of the device that has begun at t; NULL = none. */
static const Turn *turn_at(const Path *p, int64_t device, int64_t t)
{
    guint lo = 0, hi = p->turn->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        const Turn *x = &g_array_index(p->turn, Turn, mid);
        if (x->device < device || (x->device == device && x->start <= t))
            lo = mid + 1;
        else
            hi = mid;
    }
    const Turn *x = lo ? &g_array_index(p->turn, Turn, lo - 1) : NULL;
    return x && x->device == device ? x : NULL;
}

static bool load_lane_names(Path *p, int64_t run_id, GError **error)
{
    sqlite3_stmt *names = db_prepare(p->db, p->path,
        "SELECT n.id, l.device_id FROM lane l JOIN str n ON n.s = l.name WHERE l.run_id = ?1 AND l.kind = 3 AND l.device_id IS NOT NULL", error);
    if (!names)
        return false;
    sqlite3_bind_int64(names, 1, run_id);
    while (sqlite3_step(names) == SQLITE_ROW)
        g_hash_table_insert(p->device_of, GSIZE_TO_POINTER(sqlite3_column_int64(names, 0)), GSIZE_TO_POINTER(sqlite3_column_int64(names, 1)));
    return sqlite3_finalize(names) == SQLITE_OK || db_fail(p->db, p->path, error);
}

/* What a device did just before t: the piece that ends at t, for which what begins then waited; else the last one that runs at t; else the one that
 * ended last. Streams of a device run beside each other, so that this is not always the piece that began last. */
static const Piece *piece_before(Path *p, int64_t device, int64_t t)
{
    enum { NEAR = 16 };
    GArray *a = g_hash_table_lookup(p->pieces, GSIZE_TO_POINTER(device));
    guint lo = 0, hi = a ? a->len : 0;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(a, Piece, mid).start < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (guint i = lo; i > 0 && lo - i < NEAR; i--)
        if (g_array_index(a, Piece, i - 1).end == t)
            return &g_array_index(a, Piece, i - 1);
    if (!lo)
        return NULL;
    const Piece *last = &g_array_index(a, Piece, lo - 1);
    return last->end >= t ? last : &g_array_index(a, Piece, last->last_over);
}

/* The device whose last event ends last, lowest id first. */
static int64_t last_device(Path *p, int64_t s1)
{
    GHashTableIter it;
    gpointer device, pieces;
    int64_t best = 0, end = INT64_MIN;
    g_hash_table_iter_init(&it, p->pieces);
    while (g_hash_table_iter_next(&it, &device, &pieces)) {
        const Piece *last = piece_before(p, (int64_t)GPOINTER_TO_SIZE(device), s1);
        int64_t id = (int64_t)GPOINTER_TO_SIZE(device);
        if (last && (last->end > end || (last->end == end && id < best))) {
            best = id;
            end = last->end;
        }
    }
    return best;
}

/* Makes rows from the end of the step to its start; `via` of a row is set when the piece before it is known. */
static GArray *walk(Path *p, int64_t step_id, int64_t s0, int64_t s1)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(TraceCrit));
    int64_t device = last_device(p, s1), t = s1;
    int hops = 0;
    while (t > s0) {
        const Piece *q = piece_before(p, device, t);
        TraceCrit row = { .step_id = step_id };
        if (!q || q->end < t) {
            row.start_ns = q ? MAX(q->end, s0) : s0;
            row.cat = TRACE_CAT_IDLE;
        } else {
            const Meeting *m = q->coll ? meeting_of(p, q->coll) : NULL;
            const Turn *turn = q->cat == TRACE_CAT_QUEUE ? turn_at(p, device, t) : NULL;
            bool waited = m && m->device && m->device != INT64_MAX && m->device != device && m->last_ns >= q->start && m->last_ns < t;
            bool queued = turn && turn->before && turn->before != device && turn->before_end > q->start && turn->before_end <= t;
            row.start_ns = MAX(waited ? m->last_ns : queued ? turn->before_end : q->start, s0);
            row.event_id = q->event;
            row.cat = q->cat;
            row.via = waited;
            device = waited ? m->device : queued ? turn->before : device;
            if (row.start_ns == t && hops++ < MAX_HOPS) /* the core ran the other device until then, without a gap */
                continue;
        }
        hops = 0;
        row.dur_ns = t - row.start_ns;
        if (row.dur_ns <= 0) /* a damaged file */
            break;
        t = row.start_ns;
        g_array_append_val(rows, row);
    }
    return rows;
}

static bool store(Path *p, GArray *rows, GError **error)
{
    TraceCrit *row = (TraceCrit *)rows->data;
    for (guint i = 0; i < rows->len / 2; i++) {
        TraceCrit swap = row[i];
        row[i] = row[rows->len - 1 - i];
        row[rows->len - 1 - i] = swap;
    }
    for (guint i = 0; i < rows->len; i++)
        row[i].seq = i;
    if (!p->out)
        g_array_append_vals(p->kept, rows->data, rows->len);
    return !p->out || !rows->len || batch_store_rows(p->out, rows->data, (int)rows->len) || db_fail(p->db, p->path, error);
}

static bool walk_steps(Path *p, const Watch *watch, GError **error)
{
    sqlite3_stmt *steps = db_prepare(p->db, p->path,
        "SELECT id, start_ns, start_ns + dur_ns FROM step WHERE run_id = ?1 AND n_events IS NULL AND dur_ns > 0 AND abs(start_ns) < 1 << 60"
        " AND dur_ns < 1 << 60 ORDER BY warm DESC, num", error);
    if (!steps)
        return false;
    guint n_rows = 0;
    int64_t n_done = 0, n_steps = db_int(p->db, "SELECT count(*) FROM step WHERE run_id = ?1 AND n_events IS NULL", &p->run_id, 1, 0);
    bool ok = true;
    sqlite3_bind_int64(steps, 1, p->run_id);
    while (ok && n_rows < MAX_ROWS && sqlite3_step(steps) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(steps, 0), s0 = sqlite3_column_int64(steps, 1), s1 = sqlite3_column_int64(steps, 2);
        ok = watch_step(watch, "critical paths", n_done++, n_steps, error);
        if (!ok)
            break;
        load_pieces(p, s0, s1);
        if (!g_hash_table_size(p->pieces))
            continue; /* nothing recorded is not the same as idle */
        load_turns(p, s0, s1);
        g_autoptr(GArray) rows = walk(p, id, s0, s1);
        n_rows += rows->len;
        ok = store(p, rows, error);
    }
    return (sqlite3_finalize(steps) == SQLITE_OK || !ok || db_fail(p->db, p->path, error)) && ok;
}

/* Stores the rows, or appends them to `kept` where there is no batch. */
static bool find(const Derive *d, Batch *out, GArray *kept, GError **error)
{
    Path p = { .db = d->db, .path = d->path, .set = d->events, .run_id = d->run_id, .out = out, .kept = kept };
    p.turn = g_array_new(FALSE, FALSE, sizeof(Turn));
    p.device_of = g_hash_table_new(NULL, NULL);
    p.pieces = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_array_unref);
    bool ok = load_lane_names(&p, d->run_id, error) && load_meetings(&p, error) && walk_steps(&p, d->watch, error);
    g_array_unref(p.turn);
    g_hash_table_unref(p.device_of);
    g_hash_table_unref(p.pieces);
    g_free(p.late);
    return ok;
}

GArray *derive_find_crit(const Derive *d, GError **error)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(TraceCrit));
    if (find(d, NULL, rows, error))
        return rows;
    g_array_unref(rows);
    return NULL;
}

bool derive_crit(const Derive *d, const GArray *found, GError **error)
{
    g_autofree char *forget = g_strdup_printf(
        "DELETE FROM crit WHERE step_id IN (SELECT id FROM step WHERE run_id = %" G_GINT64_FORMAT " AND n_events IS NULL)", d->run_id);
    if (!db_exec(d->db, d->path, forget, error))
        return false;
    Batch *out = batch_new(d->db, d->path, table_type(TRACE_TABLE_crit), error);
    bool ok = out != NULL;
    if (ok && found)
        ok = !found->len || batch_store_rows(out, found->data, (int)found->len) || db_fail(d->db, d->path, error);
    else if (ok)
        ok = find(d, out, NULL, error);
    batch_free(out);
    return ok;
}
