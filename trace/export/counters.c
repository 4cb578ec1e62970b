/* Numbers over time: memory of each device as it was measured, the bandwidth that its collectives reach, and counters that were recorded. */
#include "trace/export/export_impl.h"

#include <string.h>

typedef struct Held {
    int64_t ts_ns;
    double value;
} Held;

typedef struct Values {
    const CounterCalls *calls;
    const ExportCounter *counter;
    int column; /* of the value; the time is column 0 */
    bool begun;
    int64_t after_ns; /* is added to times */
    GArray *held;     /* Held: of several runs, until all have come and can be put in order; else NULL */
    int64_t end_ns; /* bandwidth: until when the last value holds; INT64_MIN = it was ended */
} Values;

static void tell(Export *x, Values *v, int64_t ts_ns, double value)
{
    if (!v->begun)
        v->calls->begin(x, v->counter, v->calls->data);
    v->begun = true;
    v->calls->value(x, v->counter, ts_ns, value, v->calls->data);
}

static void give(Export *x, Values *v, int64_t ts_ns, double value)
{
    const Held h = { export_sane(ts_ns) + v->after_ns, value };
    if (v->held)
        g_array_append_val(v->held, h);
    else
        tell(x, v, h.ts_ns, h.value);
}

static Values values_of(const CounterCalls *calls, const ExportCounter *c, int column, guint n_runs)
{
    return (Values){ .calls = calls, .counter = c, .column = column, .held = n_runs > 1 ? g_array_new(FALSE, FALSE, sizeof(Held)) : NULL };
}

static int compare_held(gconstpointer a, gconstpointer b)
{
    const Held *p = a, *q = b;
    return (p->ts_ns > q->ts_ns) - (p->ts_ns < q->ts_ns);
}

/* g_array_sort keeps the order of those of one time. */
static void values_end(Export *x, Values *v)
{
    if (!v->held)
        return;
    g_array_sort(v->held, compare_held);
    for (guint i = 0; i < v->held->len; i++)
        tell(x, v, TRACE_AT(v->held, Held, i)->ts_ns, TRACE_AT(v->held, Held, i)->value);
    g_clear_pointer(&v->held, g_array_unref);
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
    for (int i = 0; i < (int)G_N_ELEMENTS(names); i++) {
        ExportCounter c = { p, names[i], .bytes = true };
        Values v = values_of(calls, &c, i + 1, p->devices->len);
        for (guint k = 0; ok && k < p->devices->len; k++) {
            const ExportPart *part = TRACE_AT(p->devices, ExportPart, k);
            v.after_ns = part->after_ns;
            ok = export_each(x, EXPORT_ASK("SELECT ts_ns, in_use, reserved, resident FROM mem_sample WHERE device_id = ?1 AND space = 0 AND ts_ns >= ?2 AND ts_ns < ?3"
                                           " ORDER BY ts_ns", part->id, x->from_ns, x->to_ns), each_sample, &v, error);
        }
        values_end(x, &v);
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
    Values v = values_of(calls, &c, 0, p->devices->len);
    bool ok = true;
    for (guint k = 0; ok && k < p->devices->len; k++) {
        const ExportPart *part = TRACE_AT(p->devices, ExportPart, k);
        v.after_ns = part->after_ns;
        v.end_ns = INT64_MIN;
        ok = export_each(x, EXPORT_ASK(
            "SELECT c.last_ns, c.end_ns, k.bytes_wire FROM lane l CROSS JOIN event e ON e.lane_id = l.id AND e.coll_id IS NOT NULL AND e.cat = 2"
            " JOIN coll_exec c ON c.id = e.coll_id JOIN coll k ON k.inst_id = c.inst_id"
            " WHERE l.device_id = ?1 AND e.start_ns >= ?2 AND e.start_ns < ?3 AND c.end_ns > c.last_ns ORDER BY c.last_ns", part->id, x->from_ns, x->to_ns),
            each_meeting, &v, error);
        if (ok && v.end_ns != INT64_MIN)
            give(x, &v, v.end_ns, 0);
    }
    values_end(x, &v);
    return ok;
}

/* The counters of a lane: their names' rows, each once. */
static bool each_name(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    GArray *ids = data;
    int64_t id = sqlite3_column_int64(row, 0);
    for (guint i = 0; i < ids->len; i++)
        if (g_array_index(ids, int64_t, i) == id)
            return true;
    g_array_append_val(ids, id);
    return true;
}

static bool recorded(Export *x, const ExportTrack *t, const CounterCalls *calls, GError **error)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    bool ok = true;
    for (guint k = 0; ok && k < t->parts->len; k++)
        ok = export_each(x, EXPORT_ASK("SELECT DISTINCT name_id FROM counter WHERE lane_id = ?1", TRACE_AT(t->parts, ExportPart, k)->id), each_name, ids, error);
    for (guint i = 0; ok && i < ids->len; i++) {
        int64_t id = g_array_index(ids, int64_t, i);
        const char *name = export_text(x, id);
        ExportCounter c = { t->place, name, .bytes = strstr(name, "bytes") && !strstr(name, "/s") };
        Values v = values_of(calls, &c, 1, t->parts->len);
        for (guint k = 0; ok && k < t->parts->len; k++) {
            const ExportPart *part = TRACE_AT(t->parts, ExportPart, k);
            v.after_ns = part->after_ns;
            ok = export_each(x, EXPORT_ASK("SELECT ts_ns, value FROM counter WHERE lane_id = ?1 AND name_id = ?2 AND ts_ns >= ?3 AND ts_ns < ?4 ORDER BY ts_ns",
                                           part->id, id, x->from_ns, x->to_ns), each_sample, &v, error);
        }
        values_end(x, &v);
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
