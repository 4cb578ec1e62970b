/* See events.h. Start at event_set_load(). */
#include "trace/events.h"

#include <stdlib.h>

EventSet *event_set_new(void)
{
    EventSet *s = g_new0(EventSet, 1);
    s->lanes = g_array_new(FALSE, TRUE, sizeof(EventLane));
    s->flows = g_array_new(FALSE, FALSE, sizeof(EventFlow));
    return s;
}

void event_set_free(EventSet *s)
{
    if (!s)
        return;
    free(s->rows);
    g_array_unref(s->lanes);
    g_array_unref(s->flows);
    g_free(s);
}

EventRow *event_set_add(EventSet *s, size_t n)
{
    if (s->n + n > s->room) { /* room that is not used takes no memory */
        s->room = MAX(s->room * 2, s->n + n + 4096);
        s->rows = realloc(s->rows, s->room * sizeof(EventRow));
        g_assert(s->rows);
    }
    s->n += n;
    return s->rows + s->n - n;
}

/* ---- order --------------------------------------------------------------------------------------------------------------- */

static int row_order(const void *pa, const void *pb)
{
    const EventRow *a = pa, *b = pb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

void event_lane_sort(EventSet *s, EventLane *lane)
{
    EventRow *row = s->rows + lane->first;
    bool sorted = true;
    lane->depths = 1;
    for (size_t i = 0; i < lane->n; i++) {
        lane->depths = MAX(lane->depths, (int64_t)row[i].depth + 1);
        sorted = sorted && (!i || row_order(&row[i - 1], &row[i]) <= 0);
    }
    if (!sorted)
        qsort(row, lane->n, sizeof *row, row_order);
}

size_t event_set_close_gaps(EventSet *s, guint from_lane)
{
    size_t first = from_lane < s->lanes->len ? g_array_index(s->lanes, EventLane, from_lane).first : s->n, n = first;
    for (guint i = from_lane; i < s->lanes->len; i++) {
        EventLane *lane = &g_array_index(s->lanes, EventLane, i);
        size_t from = lane->first, to = from + lane->n;
        lane->first = n;
        for (size_t k = from; k < to; k++)
            if (s->rows[k].name_id)
                s->rows[n++] = s->rows[k];
        lane->n = n - lane->first;
        event_lane_sort(s, lane);
    }
    s->n = n;
    return n - first;
}

void event_set_number(EventSet *s, guint from_lane, int64_t first_id)
{
    for (guint i = from_lane; i < s->lanes->len; i++) {
        const EventLane *lane = &g_array_index(s->lanes, EventLane, i);
        for (size_t k = 0; k < lane->n; k++)
            s->rows[lane->first + k].id = (uint32_t)first_id++;
    }
}

size_t event_lane_from(const EventSet *s, const EventLane *lane, int64_t t)
{
    const EventRow *row = event_lane_rows(s, lane);
    size_t lo = 0, hi = lane->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (row[mid].start_ns < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

uint32_t *event_lane_by_depth(const EventSet *s, const EventLane *lane, size_t **first)
{
    const EventRow *row = event_lane_rows(s, lane);
    size_t *at = g_new0(size_t, (size_t)lane->depths + 2), *from = *first = g_new0(size_t, (size_t)lane->depths + 1);
    for (size_t i = 0; i < lane->n; i++)
        from[row[i].depth + 1]++;
    for (int64_t d = 0; d < lane->depths; d++) {
        from[d + 1] += from[d];
        at[d] = from[d];
    }
    uint32_t *order = g_new(uint32_t, lane->n);
    for (size_t i = 0; i < lane->n; i++)
        order[at[row[i].depth]++] = (uint32_t)i;
    g_free(at);
    return order;
}

/* ---- from a file --------------------------------------------------------------------------------------------------------- */

#define EVENT_COLUMNS "SELECT id, depth, start_ns, dur_ns, name_id, cat, inst_id, exec_id, coll_id, self_ns, lane_id FROM event"

static uint32_t small_id(sqlite3_stmt *stmt, int column)
{
    int64_t id = sqlite3_column_int64(stmt, column);
    return id > 0 && id <= UINT32_MAX ? (uint32_t)id : 0;
}

static void read_row(sqlite3_stmt *stmt, EventRow *row)
{
    int64_t cat = sqlite3_column_int64(stmt, 5);
    *row = (EventRow){ .id = small_id(stmt, 0), .depth = (uint32_t)CLAMP(sqlite3_column_int64(stmt, 1), 0, EVENT_DEPTHS - 1),
                       .start_ns = sqlite3_column_int64(stmt, 2), .dur_ns = sqlite3_column_int64(stmt, 3), .name_id = small_id(stmt, 4),
                       .cat = cat > 0 && cat < 256 ? (uint32_t)cat : 0, .inst_id = small_id(stmt, 6), .exec_id = small_id(stmt, 7), .coll_id = small_id(stmt, 8),
                       .self_ns = sqlite3_column_type(stmt, 9) == SQLITE_NULL ? EVENT_NO_SELF : sqlite3_column_int64(stmt, 9) };
}

static bool load_lanes(EventSet *s, sqlite3 *db, const char *path, int64_t first_run, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path,
        "SELECT l.id, l.run_id, l.device_id, l.kind, (SELECT count(*) FROM event e WHERE e.lane_id = l.id) FROM lane l WHERE l.run_id >= ?1 ORDER BY l.id", error);
    if (!stmt)
        return false;
    sqlite3_bind_int64(stmt, 1, first_run);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        EventLane lane = { .id = sqlite3_column_int64(stmt, 0), .run_id = sqlite3_column_int64(stmt, 1), .device_id = sqlite3_column_int64(stmt, 2),
                           .kind = sqlite3_column_int64(stmt, 3), .depths = 1, .first = s->n, .n = (size_t)sqlite3_column_int64(stmt, 4) };
        if (lane.n)
            event_set_add(s, lane.n);
        g_array_append_val(s->lanes, lane);
    }
    return sqlite3_finalize(stmt) == SQLITE_OK || db_fail(db, path, error);
}

static int lane_order(const void *pa, const void *pb)
{
    const EventLane *a = pa, *b = pb;
    return (a->id > b->id) - (a->id < b->id);
}

bool event_set_add_lanes(EventSet *s, sqlite3 *db, const char *path, int64_t first_run, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT id, run_id, device_id, kind FROM lane WHERE run_id >= ?1", error);
    if (!stmt)
        return false;
    g_autoptr(GHashTable) have = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < s->lanes->len; i++)
        g_hash_table_add(have, g_memdup2(&g_array_index(s->lanes, EventLane, i).id, sizeof(int64_t)));
    sqlite3_bind_int64(stmt, 1, first_run);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        EventLane lane = { .id = sqlite3_column_int64(stmt, 0), .run_id = sqlite3_column_int64(stmt, 1), .device_id = sqlite3_column_int64(stmt, 2),
                           .kind = sqlite3_column_int64(stmt, 3), .depths = 1, .first = s->n };
        if (!g_hash_table_contains(have, &lane.id))
            g_array_append_val(s->lanes, lane);
    }
    g_array_sort(s->lanes, lane_order);
    return sqlite3_finalize(stmt) == SQLITE_OK || db_fail(db, path, error);
}

/* All events in the order in which they lie in the file, each to its lane: twice as fast as lane by lane. */
static bool load_all(EventSet *s, sqlite3 *db, const char *path, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, EVENT_COLUMNS, error);
    if (!stmt)
        return false;
    g_autoptr(GHashTable) place = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < s->lanes->len; i++)
        g_hash_table_insert(place, &g_array_index(s->lanes, EventLane, i).id, GUINT_TO_POINTER(i + 1));
    g_autofree size_t *got = g_new0(size_t, s->lanes->len + 1);
    guint last = 0;
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(stmt, 10);
        if (!last || g_array_index(s->lanes, EventLane, last - 1).id != id)
            last = GPOINTER_TO_UINT(g_hash_table_lookup(place, &id));
        const EventLane *lane = last ? &g_array_index(s->lanes, EventLane, last - 1) : NULL;
        if (lane && got[last] < lane->n)
            read_row(stmt, s->rows + lane->first + got[last]++);
    }
    for (guint i = 0; i < s->lanes->len; i++)
        g_array_index(s->lanes, EventLane, i).n = got[i + 1];
    return sqlite3_finalize(stmt) == SQLITE_OK || db_fail(db, path, error);
}

static bool load_each(EventSet *s, sqlite3 *db, const char *path, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, EVENT_COLUMNS " WHERE lane_id = ?1 ORDER BY depth, start_ns, id", error);
    bool ok = stmt != NULL;
    for (guint i = 0; ok && i < s->lanes->len; i++) {
        EventLane *lane = &g_array_index(s->lanes, EventLane, i);
        size_t n = 0;
        sqlite3_bind_int64(stmt, 1, lane->id);
        while (n < lane->n && sqlite3_step(stmt) == SQLITE_ROW)
            read_row(stmt, s->rows + lane->first + n++);
        lane->n = n;
        ok = sqlite3_reset(stmt) == SQLITE_OK || db_fail(db, path, error);
    }
    sqlite3_finalize(stmt);
    return ok;
}

EventSet *event_set_load(sqlite3 *db, const char *path, int64_t first_run, GError **error)
{
    EventSet *s = event_set_new();
    if (!load_lanes(s, db, path, first_run, error) || !(first_run <= 1 ? load_all(s, db, path, error) : load_each(s, db, path, error))) {
        event_set_free(s);
        return NULL;
    }
    for (guint i = 0; i < s->lanes->len; i++)
        event_lane_sort(s, &g_array_index(s->lanes, EventLane, i));
    return s;
}
