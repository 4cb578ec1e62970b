/* The places and tracks of a run's timeline, in the order in which the viewer draws them: the run with its steps, hosts, devices, and
 * the cores that ran the devices. */
#include "trace/export/export_impl.h"

static void place_free(gpointer p)
{
    g_free(((ExportPlace *)p)->name);
    g_free(p);
}

static ExportPlace *add_place(ExportTracks *t, const ExportPlace *p)
{
    ExportPlace *own = g_memdup2(p, sizeof *p);
    own->number = (int)t->places->len + 1;
    g_ptr_array_add(t->places, own);
    return own;
}

/* Of the devices that the run has, also those without events: their memory may be known. */
static bool add_device(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    const char *kind = (const char *)sqlite3_column_text(row, 2), *host = (const char *)sqlite3_column_text(row, 4);
    int64_t global = sqlite3_column_int64(row, 1);
    g_autofree char *of = host && sqlite3_column_int64(row, 5) > 1 ? g_strdup_printf(" of %s", host) : g_strdup("");
    add_place(data, &(ExportPlace){ .name = g_strdup_printf("device %" G_GINT64_FORMAT "%s (%s)", global, of, kind ? kind : "?"),
                                    .device_id = sqlite3_column_int64(row, 0), .host_id = sqlite3_column_int64(row, 3), .global_id = global });
    return true;
}

/* The place of a lane that is no device's, made where it is not there yet. */
static ExportPlace *place_of_host(ExportTracks *t, const TraceLaneRow *l, bool cores)
{
    for (guint i = 0; i < t->places->len; i++) {
        ExportPlace *p = g_ptr_array_index(t->places, i);
        if (i && !p->device_id && p->cores == cores && p->host_id == l->host_id)
            return p;
    }
    const char *host = l->host ? l->host : "this machine";
    return add_place(t, &(ExportPlace){ .name = g_strdup_printf(cores ? "cores of %s" : "host %s", host), .host_id = l->host_id, .cores = cores });
}

static void add_tracks(ExportTracks *t, ExportPlace *only)
{
    for (guint i = 0; i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        bool own = only->device_id ? l->device_id == only->device_id
                                   : !l->device_id && l->host_id == only->host_id && (l->kind == TRACE_LANE_CORE) == only->cores;
        if (own)
            g_array_append_val(t->tracks, ((ExportTrack){ only, l, (int)t->tracks->len + 1 }));
    }
}

ExportTracks *export_tracks(Export *x, GError **error)
{
    ExportTracks *t = g_new0(ExportTracks, 1);
    t->places = g_ptr_array_new_with_free_func(place_free);
    t->tracks = g_array_new(FALSE, FALSE, sizeof(ExportTrack));
    t->lanes = trace_query_lanes(x->r, x->run->id, error);
    add_place(t, &(ExportPlace){ .name = g_strdup(x->run->title) });
    for (guint i = 0; t->lanes && i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        if (!l->device_id && l->kind != TRACE_LANE_CORE)
            place_of_host(t, l, false);
    }
    if (!t->lanes || !export_each(x, EXPORT_ASK("SELECT d.id, d.global_id, d.kind, d.host_id, h.name, (SELECT count(*) FROM host WHERE run_id = ?1)"
                                                " FROM device d LEFT JOIN host h ON h.id = d.host_id WHERE d.run_id = ?1 ORDER BY d.global_id", x->run->id), add_device, t, error)) {
        export_tracks_free(t);
        return NULL;
    }
    for (guint i = 0; i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        if (!l->device_id && l->kind == TRACE_LANE_CORE)
            place_of_host(t, l, true);
    }
    for (guint i = 1; i < t->places->len; i++)
        add_tracks(t, g_ptr_array_index(t->places, i));
    return t;
}

int64_t export_first_ns(const Export *x, const ExportTracks *t)
{
    int64_t first = 0;
    for (guint i = 0; i < t->lanes->len; i++)
        first = MIN(first, TRACE_AT(t->lanes, TraceLaneRow, i)->first_ns.v);
    for (guint i = 0; i < x->steps->len; i++)
        first = MIN(first, TRACE_AT(x->steps, TraceStepRow, i)->start_ns);
    return MAX(first, -(INT64_C(1) << 60));
}

void export_tracks_free(ExportTracks *t)
{
    if (!t)
        return;
    g_ptr_array_unref(t->places);
    g_array_unref(t->tracks);
    g_clear_pointer(&t->lanes, g_array_unref);
    g_free(t);
}
