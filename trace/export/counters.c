/* Numbers over time: memory of each device as it was measured, the bandwidth that its collectives reach, and counters that were recorded. */
#include "trace/export/export_impl.h"

#include <string.h>

typedef struct Values {
    const CounterCalls *calls;
    const ExportCounter *counter;
    int column; /* of the value; the time is column 0 */
    bool begun;
    int64_t end_ns; /* bandwidth: until when the last value holds; INT64_MIN = it was ended */
} Values;

static void give(Export *x, Values *v, int64_t ts_ns, double value)
{
    ts_ns = export_sane(ts_ns);
    if (!v->begun)
        v->calls->begin(x, v->counter, v->calls->data);
    v->begun = true;
    v->calls->value(x, v->counter, ts_ns, value, v->calls->data);
}

static bool each_sample(Export *x, sqlite3_stmt *row, void *data)
{
    Values *v = data;
    if (sqlite3_column_type(row, v->column) != SQLITE_NULL)
        give(x, v, sqlite3_column_int64(row, 0), sqlite3_column_double(row, v->column));
    return true;
}

static bool memory(Export *x, const ExportPlace *p, const CounterCalls *calls, GError **error)
{
    static const char *const names[] = { "memory in use", "memory reserved", "memory of the host behind it" };
    bool ok = true;
    for (int i = 0; ok && i < (int)G_N_ELEMENTS(names); i++) {
        ExportCounter c = { p, names[i], .bytes = true };
        Values v = { calls, &c, i + 1, false, INT64_MIN };
        ok = export_each(x, EXPORT_ASK("SELECT ts_ns, in_use, reserved, resident FROM mem_sample WHERE device_id = ?1 AND space = 0 AND ts_ns >= ?2 AND ts_ns < ?3"
                                       " ORDER BY ts_ns", p->device_id, x->from_ns, x->to_ns), each_sample, &v, error);
    }
    return ok;
}

/* Bytes that a device receives a second while a collective moves data: from the last arrival to its end, by ring algorithms. This is the bus
 * bandwidth of nccl-tests. */
static bool each_meeting(Export *x, sqlite3_stmt *row, void *data)
{
    Values *v = data;
    int64_t begin = export_sane(sqlite3_column_int64(row, 0)), end = MAX(export_sane(sqlite3_column_int64(row, 1)), begin + 1);
    if (v->end_ns != INT64_MIN && v->end_ns < begin)
        give(x, v, v->end_ns, 0);
    give(x, v, begin, sqlite3_column_double(row, 2) * 1e9 / (double)(end - begin));
    v->end_ns = MAX(end, v->end_ns);
    return true;
}

static bool bandwidth(Export *x, const ExportPlace *p, const CounterCalls *calls, GError **error)
{
    ExportCounter c = { p, "bandwidth of collectives", .unit = "bytes/s" };
    Values v = { calls, &c, 0, false, INT64_MIN };
    bool ok = export_each(x, EXPORT_ASK(
        "SELECT c.last_ns, c.end_ns, k.bytes_wire FROM lane l CROSS JOIN event e ON e.lane_id = l.id AND e.coll_id IS NOT NULL AND e.cat = 2"
        " JOIN coll_exec c ON c.id = e.coll_id JOIN coll k ON k.inst_id = c.inst_id"
        " WHERE l.device_id = ?1 AND e.start_ns >= ?2 AND e.start_ns < ?3 AND c.end_ns > c.last_ns ORDER BY c.last_ns", p->device_id, x->from_ns, x->to_ns),
        each_meeting, &v, error);
    if (ok && v.end_ns != INT64_MIN)
        give(x, &v, v.end_ns, 0);
    return ok;
}

/* The counters of a lane: their names' rows. */
static bool each_name(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    GArray *ids = data;
    int64_t id = sqlite3_column_int64(row, 0);
    g_array_append_val(ids, id);
    return true;
}

static bool recorded(Export *x, const ExportTrack *t, const CounterCalls *calls, GError **error)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    bool ok = export_each(x, EXPORT_ASK("SELECT DISTINCT name_id FROM counter WHERE lane_id = ?1", t->lane->id), each_name, ids, error);
    for (guint i = 0; ok && i < ids->len; i++) {
        int64_t id = g_array_index(ids, int64_t, i);
        const char *name = export_text(x, id);
        ExportCounter c = { t->place, name, .bytes = strstr(name, "bytes") && !strstr(name, "/s") };
        Values v = { calls, &c, 1, false, INT64_MIN };
        ok = export_each(x, EXPORT_ASK("SELECT ts_ns, value FROM counter WHERE lane_id = ?1 AND name_id = ?2 AND ts_ns >= ?3 AND ts_ns < ?4 ORDER BY ts_ns",
                                       t->lane->id, id, x->from_ns, x->to_ns), each_sample, &v, error);
    }
    return ok;
}

bool export_counters_of(Export *x, const ExportTracks *t, const ExportPlace *p, const CounterCalls *calls, GError **error)
{
    bool ok = !p->device_id || (memory(x, p, calls, error) && bandwidth(x, p, calls, error));
    for (guint i = 0; ok && i < t->tracks->len; i++) {
        const ExportTrack *track = TRACE_AT(t->tracks, ExportTrack, i);
        ok = track->place != p || recorded(x, track, calls, error);
    }
    return ok;
}

bool export_counters(Export *x, const ExportTracks *t, const CounterCalls *calls, GError **error)
{
    bool ok = true;
    for (guint i = 0; ok && i < t->places->len; i++)
        ok = export_counters_of(x, t, t->places->pdata[i], calls, error);
    return ok;
}
