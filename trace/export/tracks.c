/* The places and tracks of a run's timeline, in the order in which the viewer draws them: the run with its steps, hosts, devices, and
 * the cores that ran the devices. */
#include "trace/export/export_impl.h"

static void place_free(gpointer data)
{
    ExportPlace *p = data;
    g_clear_pointer(&p->devices, g_array_unref);
    g_free(p->name);
    g_free(p);
}

static void track_clear(gpointer data)
{
    g_clear_pointer(&((ExportTrack *)data)->parts, g_array_unref);
}

static GArray *part_of(ExportPart part)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(ExportPart));
    g_array_append_val(parts, part);
    return parts;
}

static ExportPlace *add_place(ExportTracks *t, const ExportPlace *p)
{
    ExportPlace *own = g_memdup2(p, sizeof *p);
    own->number = (int)t->places->len + 1;
    if (own->device_id && !own->devices)
        own->devices = part_of((ExportPart){ .id = own->device_id });
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
            g_array_append_val(t->tracks, ((ExportTrack){ only, l, (int)t->tracks->len + 1, part_of((ExportPart){ l->id, 0, l }) }));
    }
}

static ExportTracks *tracks_new(void)
{
    ExportTracks *t = g_new0(ExportTracks, 1);
    t->places = g_ptr_array_new_with_free_func(place_free);
    t->tracks = g_array_new(FALSE, FALSE, sizeof(ExportTrack));
    g_array_set_clear_func(t->tracks, track_clear);
    return t;
}

ExportTracks *export_tracks(Export *x, GError **error)
{
    ExportTracks *t = tracks_new();
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

/* ---- several runs as one timeline ------------------------------------------------------------------------------------------------ */

static void run_clear(gpointer r)
{
    export_tracks_free(((ExportRun *)r)->tracks);
}

ExportRuns *export_runs(Export *x, GError **error)
{
    ExportRuns *all = g_new0(ExportRuns, 1);
    all->runs = g_array_new(FALSE, FALSE, sizeof(ExportRun));
    g_array_set_clear_func(all->runs, run_clear);
    for (guint i = 0; i < x->side_by_side->len; i++) {
        const TraceRunInfo *run = x->side_by_side->pdata[i];
        if (run->epoch_ns && (!all->epoch_ns || run->epoch_ns < all->epoch_ns))
            all->epoch_ns = run->epoch_ns;
    }
    for (guint i = 0; i < x->side_by_side->len; i++) {
        ExportRun r = { .run = x->side_by_side->pdata[i] };
        r.after_ns = r.run->epoch_ns ? export_sane(r.run->epoch_ns - all->epoch_ns) : 0;
        r.tracks = export_turn_to(x, r.run, error) ? export_tracks(x, error) : NULL;
        if (!r.tracks) {
            export_runs_free(all);
            return NULL;
        }
        g_array_append_val(all->runs, r);
        all->first_ns = MIN(all->first_ns, r.after_ns + export_first_ns(x, r.tracks));
    }
    return all;
}

void export_runs_free(ExportRuns *r)
{
    if (!r)
        return;
    g_array_unref(r->runs);
    g_free(r);
}

/* Hosts stand before devices, in the order of their numbers, and those before cores. */
static int compare_places(gconstpointer a, gconstpointer b)
{
    const ExportPlace *p = *(ExportPlace *const *)a, *q = *(ExportPlace *const *)b;
    int kind_p = p->number == 1 ? 0 : p->cores ? 3 : p->device_id ? 2 : 1, kind_q = q->number == 1 ? 0 : q->cores ? 3 : q->device_id ? 2 : 1;
    if (kind_p != kind_q)
        return kind_p < kind_q ? -1 : 1;
    if (kind_p == 2 && p->global_id != q->global_id)
        return p->global_id < q->global_id ? -1 : 1;
    return p->number - q->number; /* as they came */
}

static ExportPlace *place_named(const ExportTracks *t, const char *name)
{
    for (guint i = 1; i < t->places->len; i++) {
        ExportPlace *p = t->places->pdata[i];
        if (g_str_equal(p->name, name))
            return p;
    }
    return NULL;
}

static void join_places(ExportTracks *all, const ExportRun *r)
{
    for (guint i = 1; i < r->tracks->places->len; i++) {
        const ExportPlace *p = r->tracks->places->pdata[i];
        const ExportPart part = { .id = p->device_id, .after_ns = r->after_ns };
        ExportPlace *there = place_named(all, p->name);
        if (there && there->devices && p->device_id)
            g_array_append_val(there->devices, part);
        if (there)
            continue;
        ExportPlace own = *p;
        own.name = g_strdup(p->name);
        own.devices = p->device_id ? part_of(part) : NULL;
        add_place(all, &own);
    }
}

/* The nth track of that kind and name in the place. */
static ExportTrack *nth_track(ExportTracks *t, const ExportPlace *p, const TraceLaneRow *l, int nth)
{
    for (guint i = 0; i < t->tracks->len; i++) {
        ExportTrack *k = TRACE_AT(t->tracks, ExportTrack, i);
        if (k->place == p && k->lane->kind == l->kind && !g_strcmp0(k->lane->name, l->name) && nth-- == 0)
            return k;
    }
    return NULL;
}

/* What the run has of the place. */
static void join_tracks(ExportTracks *all, const ExportPlace *p, const ExportRun *r)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* kind and name -> how many of them the run had */
    for (guint i = 0; i < r->tracks->tracks->len; i++) {
        const ExportTrack *t = TRACE_AT(r->tracks->tracks, ExportTrack, i);
        if (!g_str_equal(t->place->name, p->name))
            continue;
        char *key = g_strdup_printf("%d %s", (int)t->lane->kind, t->lane->name ? t->lane->name : "");
        int nth = GPOINTER_TO_INT(g_hash_table_lookup(seen, key));
        g_hash_table_replace(seen, key, GINT_TO_POINTER(nth + 1));
        const ExportPart part = { t->lane->id, r->after_ns, t->lane };
        ExportTrack *there = nth_track(all, p, t->lane, nth);
        if (there)
            g_array_append_val(there->parts, part);
        else
            g_array_append_val(all->tracks, ((ExportTrack){ p, t->lane, (int)all->tracks->len + 1, part_of(part) }));
    }
}

typedef struct OwnedStep {
    TraceStepRow row;
    const TraceRunInfo *run;
} OwnedStep;

static int compare_steps(gconstpointer a, gconstpointer b)
{
    const TraceStepRow *p = &((const OwnedStep *)a)->row, *q = &((const OwnedStep *)b)->row;
    return p->start_ns != q->start_ns ? (p->start_ns < q->start_ns ? -1 : 1) : (p->id > q->id) - (p->id < q->id);
}

static bool join_steps(Export *x, const ExportRuns *runs, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(OwnedStep));
    g_autoptr(GPtrArray) owners = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref); /* of the rows' texts */
    for (guint k = 0; k < runs->runs->len; k++) {
        const ExportRun *r = TRACE_AT(runs->runs, ExportRun, k);
        if (!export_turn_to(x, r->run, error))
            return false;
        g_ptr_array_add(owners, g_array_ref(x->steps));
        for (guint i = 0; i < x->steps->len; i++) {
            OwnedStep s = { *TRACE_AT(x->steps, TraceStepRow, i), r->run };
            s.row.start_ns += r->after_ns;
            g_array_append_val(all, s);
        }
    }
    g_array_sort(all, compare_steps);
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(TraceStepRow));
    x->step_runs = g_ptr_array_new();
    for (guint i = 0; i < all->len; i++) {
        const OwnedStep *s = TRACE_AT(all, OwnedStep, i);
        g_array_append_val(steps, s->row);
        g_ptr_array_add(x->step_runs, (gpointer)s->run);
    }
    g_clear_pointer(&x->steps, g_array_unref);
    x->steps = steps;
    x->steps_of = g_steal_pointer(&owners);
    x->run = x->side_by_side->pdata[0];
    return true;
}

ExportTracks *export_timeline(Export *x, const ExportRuns *runs, GError **error)
{
    ExportTracks *all = tracks_new();
    const char *title = runs->runs->len > 1 && x->run->process ? x->run->process : x->run->title;
    add_place(all, &(ExportPlace){ .name = g_strdup(title) });
    for (guint k = 0; k < runs->runs->len; k++)
        join_places(all, TRACE_AT(runs->runs, ExportRun, k));
    g_ptr_array_sort(all->places, compare_places);
    for (guint i = 0; i < all->places->len; i++) {
        ExportPlace *p = all->places->pdata[i];
        p->number = (int)i + 1;
        for (guint k = 0; i && k < runs->runs->len; k++)
            join_tracks(all, p, TRACE_AT(runs->runs, ExportRun, k));
    }
    if (runs->runs->len > 1 && !join_steps(x, runs, error))
        g_clear_pointer(&all, export_tracks_free);
    return all;
}

int export_step_row(GArray *ends, const TraceStepRow *s)
{
    guint row = 0;
    while (row < ends->len && g_array_index(ends, int64_t, row) > s->start_ns)
        row++;
    if (row == ends->len)
        g_array_set_size(ends, row + 1);
    g_array_index(ends, int64_t, row) = s->start_ns + s->dur_ns;
    return (int)row;
}

char *export_step_name(const Export *x, const TraceStepRow *s)
{
    g_autofree char *own = s->name ? g_strdup(s->name) : g_strdup_printf("step %" G_GINT64_FORMAT, s->num);
    if (!x->step_runs)
        return g_steal_pointer(&own);
    const TraceRunInfo *run = x->step_runs->pdata[s - TRACE_AT(x->steps, TraceStepRow, 0)];
    return g_strdup_printf("%s, %s", run->name, own);
}
