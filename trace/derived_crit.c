/* The critical path of each step, followed backwards from its end; each part leads to what the path had to wait for. On a device
 * that is the preceding event. At a collective it is the device that arrived last, from its arrival on. Where a device waited
 * for a core, it is the device that ran on that core before. If nothing precedes, the time is idle. The
 * parts of a path are in order of time, touch, and add up to the step. */
#include "trace/writer_impl.h"

#include <stdlib.h>

enum {
    MAX_ROWS = 1000000, /* per run; later steps get no path */
    MAX_HOPS = 1 << 16, /* steps from device to device at the same time */
};

typedef struct Piece { /* of an event: where no nested event runs */
    int64_t start, end, event, coll, cat;
} Piece;

typedef struct Meeting {
    int64_t id, last_ns, device;
} Meeting;

/* A core ran a device; `before` is the device that it ran before, 0 = none, until before_end. */
typedef struct Turn {
    int64_t core, start, end, device, before, before_end;
} Turn;

typedef struct Path {
    sqlite3 *db;
    const char *path;
    sqlite3_stmt *events, *meetings, *turns, *insert;
    GHashTable *device_of; /* name of a lane of ops, as a string's id -> device id */
    GArray *turn;          /* Turn, by device and start */
    GHashTable *pieces; /* device id -> GArray of Piece, by start */
    GHashTable *late;   /* coll_exec id -> Meeting */
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

/* The statement finds the rows of each lane by the step's time, so the cost of a step depends on its own events only. */
static bool load_pieces(Path *p, int64_t s0, int64_t s1, GError **error)
{
    g_hash_table_remove_all(p->pieces);
    g_autoptr(GArray) open = g_array_new(FALSE, TRUE, sizeof(Piece));
    GArray *out = NULL;
    int64_t lane = 0;
    sqlite3_bind_int64(p->events, 1, s0);
    sqlite3_bind_int64(p->events, 2, s1);
    while (sqlite3_step(p->events) == SQLITE_ROW) {
        int64_t device = sqlite3_column_int64(p->events, 0), own_lane = sqlite3_column_int64(p->events, 1);
        int64_t start = sqlite3_column_int64(p->events, 4), dur = sqlite3_column_int64(p->events, 5);
        int64_t depth = sqlite3_column_int64(p->events, 2);
        if (dur < 0 || depth < 0 || depth > 4096 || dur > s1 - s0)
            continue;
        if (own_lane != lane) {
            if (out)
                finish_lane(open, out);
            lane = own_lane;
            out = g_hash_table_lookup(p->pieces, GSIZE_TO_POINTER(device));
            if (!out) {
                out = g_array_new(FALSE, FALSE, sizeof(Piece));
                g_hash_table_insert(p->pieces, GSIZE_TO_POINTER(device), out);
            }
        }
        place(open, out, (Piece){ start, start + dur, sqlite3_column_int64(p->events, 3), sqlite3_column_int64(p->events, 7),
                                  sqlite3_column_int64(p->events, 6) }, depth);
    }
    if (out)
        finish_lane(open, out);
    GHashTableIter it;
    gpointer all;
    g_hash_table_iter_init(&it, p->pieces);
    while (g_hash_table_iter_next(&it, NULL, &all))
        if (((GArray *)all)->len)
            qsort(((GArray *)all)->data, ((GArray *)all)->len, sizeof(Piece), by_start);
    return sqlite3_reset(p->events) == SQLITE_OK || db_fail(p->db, p->path, error);
}

static bool load_meetings(Path *p, int64_t step_id, GError **error)
{
    g_hash_table_remove_all(p->late);
    sqlite3_bind_int64(p->meetings, 1, step_id);
    while (sqlite3_step(p->meetings) == SQLITE_ROW) {
        Meeting *m = g_new(Meeting, 1);
        *m = (Meeting){ sqlite3_column_int64(p->meetings, 0), sqlite3_column_int64(p->meetings, 1), sqlite3_column_int64(p->meetings, 2) };
        g_hash_table_replace(p->late, &m->id, m);
    }
    return sqlite3_reset(p->meetings) == SQLITE_OK || db_fail(p->db, p->path, error);
}

static int by_device(const void *pa, const void *pb)
{
    const Turn *a = pa, *b = pb;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

static bool load_turns(Path *p, int64_t s0, int64_t s1, GError **error)
{
    g_array_set_size(p->turn, 0);
    sqlite3_bind_int64(p->turns, 1, s0);
    sqlite3_bind_int64(p->turns, 2, s1);
    while (sqlite3_step(p->turns) == SQLITE_ROW) {
        int64_t start = sqlite3_column_int64(p->turns, 1), dur = sqlite3_column_int64(p->turns, 2);
        Turn t = { .core = sqlite3_column_int64(p->turns, 0), .start = start, .end = start + CLAMP(dur, 0, s1 - s0),
                   .device = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(p->device_of, GSIZE_TO_POINTER(sqlite3_column_int64(p->turns, 3)))) };
        const Turn *last = p->turn->len ? &g_array_index(p->turn, Turn, p->turn->len - 1) : NULL;
        if (last && last->core == t.core) {
            t.before = last->device;
            t.before_end = last->end;
        }
        g_array_append_val(p->turn, t);
    }
    if (p->turn->len)
        qsort(p->turn->data, p->turn->len, sizeof(Turn), by_device);
    return sqlite3_reset(p->turns) == SQLITE_OK || db_fail(p->db, p->path, error);
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

/* The last piece of a device that begins before t. */
static const Piece *piece_before(Path *p, int64_t device, int64_t t)
{
    GArray *a = g_hash_table_lookup(p->pieces, GSIZE_TO_POINTER(device));
    guint lo = 0, hi = a ? a->len : 0;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(a, Piece, mid).start < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &g_array_index(a, Piece, lo - 1) : NULL;
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
            const Meeting *m = q->coll ? g_hash_table_lookup(p->late, &q->coll) : NULL;
            const Turn *turn = q->cat == TRACE_CAT_QUEUE ? turn_at(p, device, t) : NULL;
            bool waited = m && m->device != device && m->last_ns >= q->start && m->last_ns < t;
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
    bool ok = true;
    for (guint i = 0; ok && i < rows->len; i++) {
        TraceCrit *row = &g_array_index(rows, TraceCrit, rows->len - 1 - i);
        row->seq = i;
        ok = row_bind(p->insert, table_type(TRACE_TABLE_crit), row) == SQLITE_OK && sqlite3_step(p->insert) == SQLITE_DONE;
        ok = ok || db_fail(p->db, p->path, error);
        sqlite3_reset(p->insert);
    }
    return ok;
}

bool derive_crit(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error)
{
    g_autofree char *insert = schema_insert(table_type(TRACE_TABLE_crit));
    g_autofree char *forget = g_strdup_printf(
        "DELETE FROM crit WHERE step_id IN (SELECT id FROM step WHERE run_id = %" G_GINT64_FORMAT ")", run_id);
    g_autofree char *rows_of = g_strdup_printf(
        "DROP TABLE IF EXISTS temp.crit_row; CREATE TEMP TABLE crit_row AS WITH RECURSIVE d(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n < "
        " (SELECT min(max(depths), 4096) FROM lane WHERE run_id = %1$" G_GINT64_FORMAT "))"
        " SELECT l.device_id, l.id AS lane_id, d.n AS depth FROM lane l JOIN d ON d.n <= l.depths"
        " WHERE l.run_id = %1$" G_GINT64_FORMAT " AND l.device_id IS NOT NULL AND l.kind IN (3, 5)"
        " AND EXISTS (SELECT 1 FROM event WHERE lane_id = l.id AND depth = d.n) ORDER BY l.id, d.n", run_id);
    if (!db_exec(db, path, forget, error) || !db_exec(db, path, rows_of, error))
        return false;
    Path p = { .db = db, .path = path };
    /* What waits outside a collective (8, at depth 0) waits for others to end the step: no step depends on it. */
    p.events = db_prepare(db, path,
        "SELECT k.device_id, e.lane_id, e.depth, e.id, e.start_ns, e.dur_ns, e.cat, e.coll_id FROM temp.crit_row k CROSS JOIN event e"
        " ON e.lane_id = k.lane_id AND e.depth = k.depth AND e.start_ns >= ?1 AND e.start_ns < ?2"
        " WHERE e.cat <> 8 OR e.depth > 0 ORDER BY e.lane_id, e.start_ns, e.depth", error);
    p.meetings = db_prepare(db, path,
        "SELECT c.id, c.last_ns, l.device_id FROM coll_exec c JOIN event e ON e.coll_id = c.id AND e.start_ns = c.last_ns"
        " JOIN lane l ON l.id = e.lane_id WHERE c.step_id = ?1 ORDER BY c.id, l.device_id DESC", error);
    p.turns = db_prepare(db, path,
        "SELECT e.lane_id, e.start_ns, e.dur_ns, e.name_id FROM lane l CROSS JOIN event e ON e.lane_id = l.id AND e.depth = 0 AND e.start_ns >= ?1"
        " AND e.start_ns < ?2 WHERE l.run_id = ?3 AND l.kind = 10 ORDER BY e.lane_id, e.start_ns", error);
    if (p.turns)
        sqlite3_bind_int64(p.turns, 3, run_id);
    p.turn = g_array_new(FALSE, FALSE, sizeof(Turn));
    p.device_of = g_hash_table_new(NULL, NULL);
    p.insert = db_prepare(db, path, insert, error);
    p.pieces = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_array_unref);
    p.late = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    sqlite3_stmt *steps = db_prepare(db, path,
        "SELECT id, start_ns, start_ns + dur_ns FROM step WHERE run_id = ?1 AND n_events IS NULL AND dur_ns > 0 AND abs(start_ns) < 1 << 60"
        " AND dur_ns < 1 << 60 ORDER BY warm DESC, num", error);
    bool ok = p.events && p.meetings && p.turns && p.insert && steps && load_lane_names(&p, run_id, error);
    guint n_rows = 0;
    int64_t n_done = 0, n_steps = db_int(db, "SELECT count(*) FROM step WHERE run_id = ?1 AND n_events IS NULL", &run_id, 1, 0);
    if (ok)
        sqlite3_bind_int64(steps, 1, run_id);
    while (ok && n_rows < MAX_ROWS && sqlite3_step(steps) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(steps, 0), s0 = sqlite3_column_int64(steps, 1), s1 = sqlite3_column_int64(steps, 2);
        ok = watch_step(watch, "critical paths", n_done++, n_steps, error) && load_pieces(&p, s0, s1, error) && load_meetings(&p, id, error) && load_turns(&p, s0, s1, error);
        if (!ok || !g_hash_table_size(p.pieces))
            continue; /* nothing recorded is not the same as idle */
        g_autoptr(GArray) rows = walk(&p, id, s0, s1);
        n_rows += rows->len;
        ok = store(&p, rows, error);
    }
    sqlite3_finalize(steps);
    sqlite3_finalize(p.events);
    sqlite3_finalize(p.meetings);
    sqlite3_finalize(p.turns);
    g_array_unref(p.turn);
    g_hash_table_unref(p.device_of);
    sqlite3_finalize(p.insert);
    g_hash_table_unref(p.pieces);
    g_hash_table_unref(p.late);
    sqlite3_exec(db, "DROP TABLE IF EXISTS temp.crit_row", NULL, NULL, NULL);
    return ok;
}
