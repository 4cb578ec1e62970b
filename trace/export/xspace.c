/* XSpace, the profile of XProf and of jax.profiler: a plane a device with lines of steps, programs and ops, one for the host, one with the
 * programs. What is known of an op is in the metadata of its events, which is written once. Lines are spooled, since a message's length stands before it.
 * Source: xplane.proto of TSL by field numbers, and the names by which XProf finds planes, lines and stats. */
#include "trace/export/formats.h"

#include "trace/export/xspace.h"
#include "trace/wire_put.h"

/* ---- planes -------------------------------------------------------------------------------------------------------------------------------- */

static void begin_plane(XSpace *s, int64_t id, const char *name)
{
    wire_put_int(spool_tail(s->plane), PLANE_ID, id);
    wire_put_text(spool_tail(s->plane), PLANE_NAME, name);
    s->counter = 0;
}

static bool end_plane(Export *x, XSpace *s, GError **error)
{
    xspace_write_lines(s);
    xspace_put_all_metadata(x, s);
    return spool_write(x, PLANES, s->plane, error);
}

static bool put_lane(Export *x, XSpace *s, const ExportTrack *t, GError **error)
{
    const SliceCalls calls = { xspace_put_slice, NULL, s };
    if (!export_slices(x, t, &calls, error))
        return false;
    for (guint row = 0; row < s->rows->len; row++)
        if (row == 0 || spool_size(s->rows->pdata[row]))
            xspace_put_line(s, xspace_line_name(t->lane), xspace_row_of(s, (int)row));
    if (spool_size(s->waits))
        xspace_put_line(s, "XLA TraceMe", s->waits);
    if (spool_size(s->exposed))
        xspace_put_line(s, "XLA Ops", s->exposed);
    return true;
}

/* Where the lanes have none of this kind. */
static bool has_lane(const XSpace *s, const ExportPlace *p, int kind)
{
    for (guint i = 0; i < s->tracks->tracks->len; i++) {
        const ExportTrack *t = TRACE_AT(s->tracks->tracks, ExportTrack, i);
        if (t->place == p && t->lane->kind == kind)
            return true;
    }
    return false;
}

static int64_t number_of(const XSpace *s, int64_t step_id)
{
    const int64_t *number = g_hash_table_lookup(s->numbers, &step_id);
    return number ? number[1] : 0;
}

static void put_steps(Export *x, XSpace *s)
{
    for (guint i = 0; i < x->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(x->steps, TraceStepRow, i);
        xspace_begin_event(s, metadata_of(STEPS, st->id), st->start_ns, st->dur_ns);
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_step_num, number_of(s, st->id));
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_group_id, number_of(s, st->id));
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_own_warm, st->warm);
        xspace_end_event(s, 0);
    }
    xspace_put_line(s, "Steps", xspace_row_of(s, 0));
    for (guint i = 0; i < x->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(x->steps, TraceStepRow, i);
        g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, number_of(s, st->id));
        xspace_put_name(s, metadata_of(STEPS, st->id), name, NULL);
    }
}

static bool each_exec(Export *x, sqlite3_stmt *row, void *data)
{
    XSpace *s = data;
    (void)x;
    xspace_begin_event(s, metadata_of(PROGRAMS, sqlite3_column_int64(row, 0)), export_sane(sqlite3_column_int64(row, 2)), MAX(export_sane(sqlite3_column_int64(row, 3)), 0));
    xspace_stat_uint(s, s->event, EVENT_STATS, STAT_run_id, (uint64_t)sqlite3_column_int64(row, 1));
    if (sqlite3_column_type(row, 4) != SQLITE_NULL)
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_group_id, number_of(s, sqlite3_column_int64(row, 4)));
    xspace_end_event(s, 0);
    return true;
}

/* The run's programs, and those of other runs that its devices ran: of a dump with a profile each function is a run, and one has the timeline. */
#define PROGRAMS_OF_RUN "SELECT m.id, m.name FROM module m WHERE m.run_id = ?1 OR m.id IN (SELECT e.module_id FROM device d JOIN exec e ON e.device_id = d.id WHERE d.run_id = ?1) ORDER BY m.id"

static char *program_name(Export *x, int64_t module, const char *name)
{
    return g_strdup_printf("%s(%" G_GUINT64_FORMAT ")", name, (guint64)xspace_program_id(x, module));
}

static bool each_program(Export *x, sqlite3_stmt *row, void *data)
{
    int64_t id = sqlite3_column_int64(row, 0);
    g_autofree char *name = program_name(x, id, (const char *)sqlite3_column_text(row, 1) ? (const char *)sqlite3_column_text(row, 1) : "");
    wire_put_text(((XSpace *)data)->event, 2, name);
    xspace_stat_uint(data, ((XSpace *)data)->event, EVENT_META_STATS, STAT_program_id, (uint64_t)xspace_program_id(x, id));
    xspace_put_metadata(data, EVENT_METADATA, metadata_of(PROGRAMS, id));
    return true;
}

static bool put_modules(Export *x, XSpace *s, const ExportPlace *p, GError **error)
{
    bool ok = export_each(x, EXPORT_ASK("SELECT e.module_id, e.launch, e.start_ns, e.dur_ns, e.step_id FROM exec e"
                                        " WHERE e.device_id = ?1 AND e.module_id IS NOT NULL AND e.start_ns >= ?2 AND e.start_ns < ?3 ORDER BY e.start_ns", p->device_id, x->from_ns, x->to_ns),
                          each_exec, s, error);
    xspace_put_line(s, "XLA Modules", xspace_row_of(s, 0));
    return ok && export_each(x, EXPORT_ASK(PROGRAMS_OF_RUN, x->run->id), each_program, s, error);
}

/* What the device is. */
static bool each_device(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    XSpace *s = data;
    GString *out = spool_tail(s->plane);
    xspace_stat_text(s, out, PLANE_STATS, STAT_device_type, (const char *)sqlite3_column_text(row, 0));
    if (sqlite3_column_type(row, 1) != SQLITE_NULL)
        xspace_stat_double(s, out, PLANE_STATS, STAT_peak_flops, sqlite3_column_double(row, 1) / 1e12);
    if (sqlite3_column_type(row, 2) != SQLITE_NULL)
        xspace_stat_double(s, out, PLANE_STATS, STAT_peak_memory, sqlite3_column_double(row, 2) / 1e9);
    if (sqlite3_column_type(row, 3) != SQLITE_NULL)
        xspace_stat_int(s, out, PLANE_STATS, STAT_memory_size, sqlite3_column_int64(row, 3));
    return true;
}

/* Counters are events of no length with a value. */
static void begin_counter(Export *x, const ExportCounter *c, void *data)
{
    XSpace *s = data;
    (void)x;
    s->counter++;
    xspace_put_name(s, metadata_of(COUNTERS, s->counter), c->name, NULL);
}

static void put_value(Export *x, const ExportCounter *c, int64_t ts_ns, double value, void *data)
{
    XSpace *s = data;
    (void)x;
    (void)c;
    xspace_begin_event(s, metadata_of(COUNTERS, s->counter), ts_ns, 0);
    xspace_stat_double(s, s->event, EVENT_STATS, STAT_counter, value);
    xspace_end_event(s, 0);
}

static bool put_counters(Export *x, XSpace *s, const ExportPlace *p, GError **error)
{
    const CounterCalls calls = { begin_counter, put_value, s };
    bool ok = export_counters_of(x, s->tracks, p, &calls, error);
    if (spool_size(xspace_row_of(s, 0)))
        xspace_put_line(s, "_counters_", xspace_row_of(s, 0));
    return ok;
}

/* A device of which only streams are known, as profiles of GPUs have them. */
static bool is_gpu(const ExportTracks *t, const ExportPlace *p)
{
    bool streams = false;
    for (guint i = 0; p->device_id && i < t->tracks->len; i++) {
        const ExportTrack *track = TRACE_AT(t->tracks, ExportTrack, i);
        if (track->place == p && track->lane->kind == TRACE_LANE_OPS)
            return false;
        streams |= track->place == p && track->lane->kind == TRACE_LANE_STREAM;
    }
    return streams;
}

/* Every other device is called a TPU: of planes with that name XProf takes the lines as they are, of those of GPUs it makes them up from kernels. What it
 * is stands in device_type_string. The threads of the first host are the plane that XProf looks for. */
static char *plane_name(const ExportTracks *t, const ExportPlace *p)
{
    if (p->device_id)
        return g_strdup_printf("/device:%s:%" G_GINT64_FORMAT, is_gpu(t, p) ? "GPU" : "TPU", p->global_id);
    return p->number == 2 && !p->cores ? g_strdup("/host:CPU") : g_strdup_printf("/host:CPU %s", p->name);
}

/* What the run has of the place; `first`: no other run of the profile had it. */
static bool put_place(Export *x, XSpace *s, const ExportPlace *p, bool first, GError **error)
{
    g_hash_table_remove_all(s->of_run);
    s->is_gpu = is_gpu(s->tracks, p);
    g_array_set_size(s->busy, 0);
    s->exposed_ns = INT64_MIN;
    bool ok = !p->device_id || !first || export_each(x, EXPORT_ASK("SELECT kind, peak_flops, mem_bw, mem_bytes FROM device WHERE id = ?1", p->device_id), each_device, s, error);
    if (p->device_id && !has_lane(s, p, TRACE_LANE_STEPS))
        put_steps(x, s);
    ok = ok && (!p->device_id || s->is_gpu || has_lane(s, p, TRACE_LANE_MODULES) || put_modules(x, s, p, error));
    for (guint i = 0; ok && i < s->tracks->tracks->len; i++) {
        const ExportTrack *t = TRACE_AT(s->tracks->tracks, ExportTrack, i);
        ok = t->place != p || put_lane(x, s, t, error);
    }
    return ok && put_counters(x, s, p, error);
}

static bool turn_to(Export *x, XSpace *s, guint run, GError **error)
{
    const ExportRun *r = TRACE_AT(s->runs, ExportRun, run);
    if (x->run != r->run && !export_turn_to(x, r->run, error))
        return false;
    s->base_ns = r->after_ns - s->first_ns;
    s->tracks = r->tracks;
    return true;
}

/* A plane with what all runs have of this place. */
static bool put_plane(Export *x, XSpace *s, const char *name, int64_t number, GError **error)
{
    bool ok = true, first = true;
    begin_plane(s, number, name);
    for (guint k = 0; ok && k < s->runs->len; k++) {
        const ExportTracks *t = TRACE_AT(s->runs, ExportRun, k)->tracks;
        for (guint i = 1; ok && i < t->places->len; i++) {
            g_autofree char *own = plane_name(t, t->places->pdata[i]);
            if (!g_str_equal(own, name))
                continue;
            ok = turn_to(x, s, k, error) && put_place(x, s, t->places->pdata[i], first, error);
            first = false;
        }
    }
    return ok && end_plane(x, s, error);
}

static bool put_planes(Export *x, XSpace *s, GError **error)
{
    g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int64_t number = 1; /* places are numbered from 1, of which the first is the run itself */
    bool ok = true;
    for (guint k = 0; ok && k < s->runs->len; k++) {
        const ExportTracks *t = TRACE_AT(s->runs, ExportRun, k)->tracks;
        for (guint i = 1; ok && i < t->places->len; i++) {
            const ExportPlace *p = t->places->pdata[i];
            g_autofree char *name = plane_name(t, p);
            if (g_hash_table_contains(done, name) || (x->o->unix_time && !p->device_id))
                continue;
            ok = put_plane(x, s, name, ++number, error);
            g_hash_table_add(done, g_steal_pointer(&name));
        }
    }
    return ok;
}

static bool each_proto(Export *x, sqlite3_stmt *row, void *data)
{
    XSpace *s = data;
    int64_t id = sqlite3_column_int64(row, 0);
    const char *module = (const char *)sqlite3_column_text(row, 1);
    g_autofree char *name = program_name(x, id, module ? module : "");
    GString *proto = xspace_program(x, id, module ? module : "", s->exchanged);
    if (!proto)
        return true;
    wire_put_text(s->event, 2, name);
    wire_put_int(s->stat, 1, STAT_hlo_proto);
    wire_put_bytes(s->stat, AS_BYTES, proto->str, proto->len);
    xspace_put_stat(s, s->event, EVENT_META_STATS);
    xspace_put_metadata(s, EVENT_METADATA, xspace_program_id(x, id));
    g_string_free(proto, TRUE);
    return true;
}

static bool put_programs(Export *x, XSpace *s, GError **error)
{
    bool ok = true;
    begin_plane(s, 0, "/host:metadata");
    for (guint k = 0; ok && k < s->runs->len; k++)
        ok = turn_to(x, s, k, error) && export_each(x, EXPORT_ASK(PROGRAMS_OF_RUN, x->run->id), each_proto, s, error);
    return ok && end_plane(x, s, error);
}

static bool put_environment(Export *x, XSpace *s, GError **error)
{
    int64_t last = 0;
    for (guint k = 0; k < s->runs->len; k++) {
        const TraceRunInfo *run = TRACE_AT(s->runs, ExportRun, k)->run;
        if (run->epoch_ns && run->end_ns.known)
            last = MAX(last, run->epoch_ns + export_sane(run->end_ns.v));
    }
    begin_plane(s, 0, "Task Environment");
    if (s->unix_ns)
        xspace_stat_uint(s, spool_tail(s->plane), PLANE_STATS, STAT_start, (uint64_t)s->unix_ns);
    if (last)
        xspace_stat_uint(s, spool_tail(s->plane), PLANE_STATS, STAT_stop, (uint64_t)last);
    return end_plane(x, s, error);
}

static bool each_host(Export *x, sqlite3_stmt *row, void *data)
{
    GString *out = ((XSpace *)data)->entry;
    wire_put_text(out, HOSTNAMES, (const char *)sqlite3_column_text(row, 0));
    put_string(x, out);
    return true;
}

static int compare_starts(gconstpointer a, gconstpointer b)
{
    const int64_t *p = a, *q = b;
    return p[2] != q[2] ? (p[2] < q[2] ? -1 : 1) : (p[0] > q[0]) - (p[0] < q[0]);
}

/* Steps of one run keep their numbers; of several they are numbered as they began. */
static bool number_steps(Export *x, XSpace *s, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int64_t[3])); /* id, number, start */
    bool ok = true;
    for (guint k = 0; ok && k < s->runs->len; k++) {
        ok = turn_to(x, s, k, error);
        for (guint i = 0; ok && i < x->steps->len; i++) {
            const TraceStepRow *st = TRACE_AT(x->steps, TraceStepRow, i);
            const int64_t step[3] = { st->id, st->num, st->start_ns + s->base_ns };
            g_array_append_vals(all, step, 1);
        }
    }
    if (s->runs->len > 1)
        g_array_sort(all, compare_starts);
    for (guint i = 0; i < all->len; i++) {
        int64_t *step = g_memdup2(all->data + i * sizeof(int64_t[3]), sizeof(int64_t[3]));
        if (s->runs->len > 1)
            step[1] = i;
        g_hash_table_insert(s->numbers, step, step);
    }
    return ok;
}

bool export_xspace(Export *x, GError **error)
{
    GHashTable *sets[] = { g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free), g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free),
                           g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    g_autoptr(ExportRuns) runs = export_runs(x, error);
    if (!runs)
        return false;
    XSpace s = { .runs = runs->runs, .first_ns = runs->first_ns, .unix_ns = runs->epoch_ns ? runs->epoch_ns + runs->first_ns : 0, .plane = spool_new(), .lines = g_ptr_array_new_with_free_func(xspace_line_free),
                 .rows = g_ptr_array_new_with_free_func((GDestroyNotify)spool_free), .waits = spool_new(), .exposed = spool_new(), .busy = g_array_new(FALSE, FALSE, sizeof(XSpan)), .event = g_string_new(NULL), .stat = g_string_new(NULL),
                 .entry = g_string_new(NULL), .insts = sets[0], .names = sets[1], .numbers = sets[2], .exchanged = sets[3], .of_run = sets[4] };
    s.line_ns = x->o->unix_time ? s.unix_ns : 0;
    if (db_int(x->db, "SELECT EXISTS (SELECT 1 FROM flow)", NULL, 0, 0) == 1) {
        s.leaving = db_prepare(x->db, x->r->path, "SELECT min(kind) FROM flow WHERE from_event = ?1 HAVING count(*) > 0", error);
        s.arriving = s.leaving ? db_prepare(x->db, x->r->path, "SELECT from_event, kind FROM flow WHERE to_event = ?1 ORDER BY from_event", error) : NULL;
    }
    bool ok = (!s.leaving || s.arriving) && number_steps(x, &s, error) && put_programs(x, &s, error) && put_planes(x, &s, error);
    if (!x->o->unix_time) {
        ok = ok && turn_to(x, &s, 0, error) && put_environment(x, &s, error) &&
             export_each(x, EXPORT_ASK("SELECT name FROM host WHERE run_id = ?1 ORDER BY id", x->run->id), each_host, &s, error);
        g_auto(GStrv) notes = g_strsplit(x->note->str, "\n", -1);
        for (char **n = notes; *n; n++)
            wire_put_text(s.entry, WARNINGS, *n);
        put_string(x, s.entry);
    }
    sqlite3_finalize(s.leaving);
    sqlite3_finalize(s.arriving);
    spool_free(s.plane);
    spool_free(s.waits);
    spool_free(s.exposed);
    g_array_unref(s.busy);
    g_ptr_array_unref(s.rows);
    g_ptr_array_unref(s.lines);
    GString *const strings[] = { s.event, s.stat, s.entry };
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        g_string_free(strings[i], TRUE);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++)
        g_hash_table_unref(sets[i]);
    return ok;
}
