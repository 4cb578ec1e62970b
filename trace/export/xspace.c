/* XSpace, the profile of XProf and of jax.profiler: a plane a device with lines of steps, programs and ops, one for the host, one with the
 * programs. What is known of an op is in the metadata of its events, which is written once. Lines are spooled, since a message's length stands before it.
 * Source: xplane.proto of TSL by field numbers, and the names by which XProf finds planes, lines and stats. */
#include "trace/export/formats.h"

#include "trace/export/spool.h"
#include "trace/export/xspace.h"
#include "trace/wire_put.h"

enum { /* XSpace */ PLANES = 1, WARNINGS = 3, HOSTNAMES = 4 };
enum { /* XPlane */ PLANE_ID = 1, PLANE_NAME = 2, LINES = 3, EVENT_METADATA = 4, STAT_METADATA = 5, PLANE_STATS = 6 };
enum { /* XLine */ LINE_ID = 1, LINE_NAME = 2, TIMESTAMP = 3, EVENTS = 4, DURATION = 9, DISPLAY_ID = 10 };
enum { /* XStat's values */ AS_DOUBLE = 2, AS_UINT = 3, AS_INT = 4, AS_TEXT = 5, AS_BYTES = 6 };

/* Names of stats; the numbers are those of their metadata in every plane. */
typedef enum Stat { STAT_program_id = 1, STAT_symbol_id, STAT_hlo_category, STAT_hlo_module, STAT_hlo_op, STAT_tf_op, STAT_source, STAT_flops, STAT_bytes_accessed, STAT_shape, STAT_step_num,
                    STAT_group_id, STAT_run_id, STAT_flow, STAT_hlo_proto, STAT_device_type, STAT_peak_flops, STAT_peak_memory, STAT_memory_size, STAT_start, STAT_stop,
                    STAT_counter, STAT_own_category, STAT_own_warm, STAT_count } Stat;
static const char *const stat_names[STAT_count] = { [STAT_program_id] = "program_id", [STAT_symbol_id] = "symbol_id", [STAT_hlo_category] = "hlo_category", [STAT_hlo_module] = "hlo_module", [STAT_hlo_op] = "hlo_op",
    [STAT_tf_op] = "tf_op", [STAT_source] = "source", [STAT_flops] = "flops", [STAT_bytes_accessed] = "bytes_accessed", [STAT_shape] = "shape_with_layout",
    [STAT_step_num] = "step_num", [STAT_group_id] = "group_id", [STAT_run_id] = "run_id", [STAT_flow] = "flow", [STAT_hlo_proto] = "Hlo Proto",
    [STAT_device_type] = "device_type_string", [STAT_peak_flops] = "peak_teraflops_per_second", [STAT_peak_memory] = "peak_hbm_bw_gigabytes_per_second",
    [STAT_memory_size] = "memory_size", [STAT_start] = "profile_start_time", [STAT_stop] = "profile_stop_time", [STAT_counter] = "counter_value",
    [STAT_own_category] = "shardscope_category", [STAT_own_warm] = "shardscope_warm" };

/* Event metadata of instructions have their row's number; of other names, programs and steps, numbers above. */
enum { NAMES = 1, PROGRAMS = 2, STEPS = 3, COUNTERS = 4 };
static int64_t metadata_of(int kind, int64_t row)
{
    return (int64_t)(((uint64_t)kind << 40) + (uint64_t)row);
}

typedef struct XSpace {
    const ExportTracks *tracks;
    Spool *plane;
    GPtrArray *rows;    /* Spool: events of the rows of a lane */
    Spool *waits;       /* waits for members, in collectives */
    GString *event, *stat, *entry;
    GHashTable *exchanged; /* "module name" of what xspace_program() found */
    GHashTable *insts;  /* used in this plane: id -> category */
    GHashTable *names;  /* likewise, and the category that such events have: id * categories + category */
    int64_t base_ns;    /* is added to times, so that none is negative */
    int line;           /* number of the last line */
    int64_t counter;    /* metadata of the counter that is being written */
} XSpace;

/* ---- stats ------------------------------------------------------------------------------------------------------------------------------- */

static void put_stat(XSpace *s, GString *out, int field)
{
    wire_put_message(out, field, s->stat);
}

static void stat_int(XSpace *s, GString *out, int field, Stat stat, int64_t v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_int_always(s->stat, AS_INT, v);
    put_stat(s, out, field);
}

static void stat_uint(XSpace *s, GString *out, int field, Stat stat, uint64_t v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_int_always(s->stat, AS_UINT, (int64_t)v);
    put_stat(s, out, field);
}

static void stat_double(XSpace *s, GString *out, int field, Stat stat, double v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_double(s->stat, AS_DOUBLE, v);
    put_stat(s, out, field);
}

static void stat_text(XSpace *s, GString *out, int field, Stat stat, const char *v)
{
    if (!v || !*v)
        return;
    g_autofree char *valid = g_utf8_make_valid(v, -1);
    wire_put_int(s->stat, 1, stat);
    wire_put_text(s->stat, AS_TEXT, valid);
    put_stat(s, out, field);
}

/* ---- events and lines ---------------------------------------------------------------------------------------------------------------------- */

enum { EVENT_STATS = 4, EVENT_META_STATS = 5 };

static int64_t ps(const XSpace *s, int64_t ns)
{
    return (int64_t)((uint64_t)(ns + s->base_ns) * 1000);
}

static Spool *row_of(XSpace *s, int row)
{
    while ((int)s->rows->len <= row)
        g_ptr_array_add(s->rows, spool_new());
    return s->rows->pdata[row];
}

/* Begins s->event; its stats may follow. */
static void begin_event(XSpace *s, int64_t metadata, int64_t start_ns, int64_t dur_ns)
{
    wire_put_int(s->event, 1, metadata);
    wire_put_int(s->event, 2, ps(s, start_ns));
    wire_put_int(s->event, 3, (int64_t)((uint64_t)dur_ns * 1000));
}

static void end_event_in(XSpace *s, Spool *to)
{
    wire_put_message(spool_tail(to), EVENTS, s->event);
    spool_settle(to);
}

static void end_event(XSpace *s, int row)
{
    end_event_in(s, row_of(s, row));
}

/* A line with these events. */
static void put_line(XSpace *s, const char *name, Spool *events)
{
    g_autoptr(GString) line = g_string_new(NULL);
    Spool *whole = spool_new();
    wire_put_int(line, LINE_ID, ++s->line);
    wire_put_text(line, LINE_NAME, name);
    wire_put_int(line, DISPLAY_ID, s->line);
    /* A message's fields may come in pieces: the events are appended as they are. */
    g_string_append_len(spool_tail(whole), line->str, (gssize)line->len);
    spool_append(whole, events);
    spool_put(s->plane, LINES, whole);
    spool_free(whole);
}

static const char *line_name(const TraceLaneRow *l)
{
    switch (l->kind) {
    case TRACE_LANE_STEPS:
        return "Steps";
    case TRACE_LANE_MODULES:
        return "XLA Modules";
    case TRACE_LANE_OPS:
        return l->device_id ? "XLA Ops" : l->name;
    case TRACE_LANE_ASYNC:
        return "Async XLA Ops";
    case TRACE_LANE_MARKERS:
        return "XLA TraceMe";
    default:
        return l->name;
    }
}

static void put_slice(Export *x, const ExportSlice *e, void *data)
{
    XSpace *s = data;
    (void)x;
    int64_t key = e->inst ? e->inst->id : (int64_t)((uint64_t)e->name_id * TRACE_N_CATS + (uint64_t)CLAMP(e->cat, 0, TRACE_N_CATS - 1));
    GHashTable *used = e->inst ? s->insts : s->names;
    if (!g_hash_table_contains(used, &key)) {
        int64_t *own = g_new(int64_t, 2);
        own[0] = key;
        own[1] = e->cat;
        g_hash_table_insert(used, own, own);
    }
    begin_event(s, e->inst ? e->inst->id : metadata_of(NAMES, key), e->start_ns, e->dur_ns);
    if (e->coll_id && e->cat != TRACE_CAT_WAIT) /* joined with the other members: in both directions */
        stat_uint(s, s->event, EVENT_STATS, STAT_flow, (uint64_t)e->coll_id << 2 | 3);
    /* Waits are markers beside the ops, as runtimes of TPUs write them: in profiles the time of a collective holds its wait. */
    bool wait = e->cat == TRACE_CAT_WAIT && e->around && e->track->lane->kind == TRACE_LANE_OPS;
    end_event_in(s, wait ? s->waits : row_of(s, e->row));
}

/* ---- metadata ------------------------------------------------------------------------------------------------------------------------------ */

/* s->event holds the metadata's fields but for id. */
static void put_metadata(XSpace *s, int field, int64_t id)
{
    g_autoptr(GString) body = g_string_new(NULL);
    wire_put_int(body, 1, id);
    g_string_append_len(body, s->event->str, (gssize)s->event->len);
    g_string_truncate(s->event, 0);
    wire_put_int_always(s->entry, 1, id);
    wire_put_message(s->entry, 2, body);
    wire_put_message(spool_tail(s->plane), field, s->entry);
    spool_settle(s->plane);
}

static void put_name(XSpace *s, int64_t id, const char *name, const char *category)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    wire_put_text(s->event, 2, valid);
    stat_text(s, s->event, EVENT_META_STATS, STAT_hlo_category, category);
    stat_text(s, s->event, EVENT_META_STATS, STAT_own_category, category);
    put_metadata(s, EVENT_METADATA, id);
}

/* As the program in the file calls it: HLO has no exchange of blocks between different dimensions, which is written as one along a dimension of its own,
 * with ops around it that move data on the device. To be freed. */
static char *name_in_program(const XSpace *s, const InstFacts *f)
{
    g_autofree char *key = f->coll ? g_strdup_printf("%" G_GINT64_FORMAT " %s" XSPACE_EXCHANGED, f->module_id, f->name) : NULL;
    bool other = key && g_hash_table_contains(s->exchanged, key);
    return g_strconcat(f->name, other ? XSPACE_EXCHANGED : "", NULL);
}

/* "%dot.3 = f32[8,8] dot(...)" is what XProf takes apart where it knows no better; the name stands beside it. */
static void put_inst(Export *x, XSpace *s, const InstFacts *f, int64_t cat)
{
    g_autofree char *own_name = name_in_program(s, f), *text = g_strdup_printf("%%%s = %s %s()", own_name, f->shape ? f->shape : "", f->opcode), *valid = g_utf8_make_valid(text, -1);
    wire_put_text(s->event, 2, valid);
    wire_put_text(s->event, 4, own_name);
    stat_uint(s, s->event, EVENT_META_STATS, STAT_program_id, (uint64_t)xspace_program_id(x, f->module_id));
    stat_uint(s, s->event, EVENT_META_STATS, STAT_symbol_id, (uint64_t)f->id); /* by both numbers XProf tells ops apart */
    stat_text(s, s->event, EVENT_META_STATS, STAT_hlo_category, f->category ? f->category : f->coll ? f->coll : f->opcode);
    stat_text(s, s->event, EVENT_META_STATS, STAT_tf_op, f->op_name);
    stat_text(s, s->event, EVENT_META_STATS, STAT_source, f->at);
    stat_text(s, s->event, EVENT_META_STATS, STAT_shape, f->shape);
    stat_text(s, s->event, EVENT_META_STATS, STAT_own_category, cat ? trace_cat_name(cat) : NULL); /* by which our importer tells what it was */
    if (f->flops.known)
        stat_int(s, s->event, EVENT_META_STATS, STAT_flops, (int64_t)CLAMP(f->flops.v, 0, 9e18));
    if (f->bytes_rw.known)
        stat_int(s, s->event, EVENT_META_STATS, STAT_bytes_accessed, (int64_t)CLAMP(f->bytes_rw.v, 0, 9e18));
    put_metadata(s, EVENT_METADATA, f->id);
}

/* Of everything that the plane's events name; and the stats' names. */
static void put_all_metadata(Export *x, XSpace *s)
{
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, s->insts);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const int64_t *key = value;
        const InstFacts *f = export_inst(x, key[0]);
        if (f)
            put_inst(x, s, f, key[1]);
    }
    g_hash_table_iter_init(&it, s->names);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const int64_t *key = value;
        put_name(s, metadata_of(NAMES, key[0]), export_text(x, key[0] / TRACE_N_CATS), key[1] ? trace_cat_name(key[1]) : NULL);
    }
    g_hash_table_remove_all(s->insts);
    g_hash_table_remove_all(s->names);
    for (int i = 1; i < STAT_count; i++) {
        wire_put_text(s->event, 2, stat_names[i]);
        put_metadata(s, STAT_METADATA, i);
    }
}

/* ---- planes -------------------------------------------------------------------------------------------------------------------------------- */

static void begin_plane(XSpace *s, int64_t id, const char *name)
{
    wire_put_int(spool_tail(s->plane), PLANE_ID, id);
    wire_put_text(spool_tail(s->plane), PLANE_NAME, name);
    s->line = 0;
}

static bool end_plane(Export *x, XSpace *s, GError **error)
{
    put_all_metadata(x, s);
    return spool_write(x, PLANES, s->plane, error);
}

static bool put_lane(Export *x, XSpace *s, const ExportTrack *t, GError **error)
{
    const SliceCalls calls = { put_slice, NULL, s };
    if (!export_slices(x, t, &calls, error))
        return false;
    for (guint row = 0; row < s->rows->len; row++)
        if (row == 0 || spool_size(s->rows->pdata[row]))
            put_line(s, line_name(t->lane), row_of(s, (int)row));
    if (spool_size(s->waits))
        put_line(s, "XLA TraceMe", s->waits);
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

static void put_steps(Export *x, XSpace *s)
{
    for (guint i = 0; i < x->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(x->steps, TraceStepRow, i);
        begin_event(s, metadata_of(STEPS, st->num), st->start_ns, st->dur_ns);
        stat_int(s, s->event, EVENT_STATS, STAT_step_num, st->num);
        stat_int(s, s->event, EVENT_STATS, STAT_group_id, st->num);
        stat_int(s, s->event, EVENT_STATS, STAT_own_warm, st->warm);
        end_event(s, 0);
    }
    put_line(s, "Steps", row_of(s, 0));
    for (guint i = 0; i < x->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(x->steps, TraceStepRow, i);
        g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, st->num);
        put_name(s, metadata_of(STEPS, st->num), name, NULL);
    }
}

static bool each_exec(Export *x, sqlite3_stmt *row, void *data)
{
    XSpace *s = data;
    (void)x;
    begin_event(s, metadata_of(PROGRAMS, sqlite3_column_int64(row, 0)), export_sane(sqlite3_column_int64(row, 2)), MAX(export_sane(sqlite3_column_int64(row, 3)), 0));
    stat_uint(s, s->event, EVENT_STATS, STAT_run_id, (uint64_t)sqlite3_column_int64(row, 1));
    if (sqlite3_column_type(row, 4) != SQLITE_NULL)
        stat_int(s, s->event, EVENT_STATS, STAT_group_id, sqlite3_column_int64(row, 4));
    end_event(s, 0);
    return true;
}

static char *program_name(Export *x, int64_t module, const char *name)
{
    return g_strdup_printf("%s(%" G_GUINT64_FORMAT ")", name, (guint64)xspace_program_id(x, module));
}

static bool each_program(Export *x, sqlite3_stmt *row, void *data)
{
    int64_t id = sqlite3_column_int64(row, 0);
    g_autofree char *name = program_name(x, id, (const char *)sqlite3_column_text(row, 1) ? (const char *)sqlite3_column_text(row, 1) : "");
    wire_put_text(((XSpace *)data)->event, 2, name);
    stat_uint(data, ((XSpace *)data)->event, EVENT_META_STATS, STAT_program_id, (uint64_t)xspace_program_id(x, id));
    put_metadata(data, EVENT_METADATA, metadata_of(PROGRAMS, id));
    return true;
}

static bool put_modules(Export *x, XSpace *s, const ExportPlace *p, GError **error)
{
    bool ok = export_each(x, EXPORT_ASK("SELECT e.module_id, e.launch, e.start_ns, e.dur_ns, s.num FROM exec e LEFT JOIN step s ON s.id = e.step_id"
                                        " WHERE e.device_id = ?1 AND e.module_id IS NOT NULL AND e.start_ns >= ?2 AND e.start_ns < ?3 ORDER BY e.start_ns", p->device_id, x->from_ns, x->to_ns),
                          each_exec, s, error);
    put_line(s, "XLA Modules", row_of(s, 0));
    return ok && export_each(x, EXPORT_ASK("SELECT id, name FROM module WHERE run_id = ?1", x->run->id), each_program, s, error);
}

/* What the device is. */
static bool each_device(Export *x, sqlite3_stmt *row, void *data)
{
    (void)x;
    XSpace *s = data;
    GString *out = spool_tail(s->plane);
    stat_text(s, out, PLANE_STATS, STAT_device_type, (const char *)sqlite3_column_text(row, 0));
    if (sqlite3_column_type(row, 1) != SQLITE_NULL)
        stat_double(s, out, PLANE_STATS, STAT_peak_flops, sqlite3_column_double(row, 1) / 1e12);
    if (sqlite3_column_type(row, 2) != SQLITE_NULL)
        stat_double(s, out, PLANE_STATS, STAT_peak_memory, sqlite3_column_double(row, 2) / 1e9);
    if (sqlite3_column_type(row, 3) != SQLITE_NULL)
        stat_int(s, out, PLANE_STATS, STAT_memory_size, sqlite3_column_int64(row, 3));
    return true;
}

/* Counters are events of no length with a value. */
static void begin_counter(Export *x, const ExportCounter *c, void *data)
{
    XSpace *s = data;
    (void)x;
    s->counter++;
    put_name(s, metadata_of(COUNTERS, s->counter), c->name, NULL);
}

static void put_value(Export *x, const ExportCounter *c, int64_t ts_ns, double value, void *data)
{
    XSpace *s = data;
    (void)x;
    (void)c;
    begin_event(s, metadata_of(COUNTERS, s->counter), ts_ns, 0);
    stat_double(s, s->event, EVENT_STATS, STAT_counter, value);
    end_event(s, 0);
}

static bool put_counters(Export *x, XSpace *s, const ExportPlace *p, GError **error)
{
    const CounterCalls calls = { begin_counter, put_value, s };
    s->counter = 0;
    bool ok = export_counters_of(x, s->tracks, p, &calls, error);
    if (spool_size(row_of(s, 0)))
        put_line(s, "_counters_", row_of(s, 0));
    return ok;
}

/* Every device is called a TPU: of planes with that name XProf takes the lines as they are, of those of GPUs it makes them up from kernels. What it
 * is stands in device_type_string. The threads of the first host are the plane that XProf looks for. */
static char *plane_name(const ExportPlace *p)
{
    if (p->device_id)
        return g_strdup_printf("/device:TPU:%" G_GINT64_FORMAT, p->global_id);
    return p->number == 2 && !p->cores ? g_strdup("/host:CPU") : g_strdup_printf("/host:CPU %s", p->name);
}

static bool put_place(Export *x, XSpace *s, const ExportPlace *p, GError **error)
{
    g_autofree char *name = plane_name(p);
    begin_plane(s, p->number, name);
    bool ok = !p->device_id || export_each(x, EXPORT_ASK("SELECT kind, peak_flops, mem_bw, mem_bytes FROM device WHERE id = ?1", p->device_id), each_device, s, error);
    if (p->device_id && !has_lane(s, p, TRACE_LANE_STEPS))
        put_steps(x, s);
    ok = ok && (!p->device_id || has_lane(s, p, TRACE_LANE_MODULES) || put_modules(x, s, p, error));
    for (guint i = 0; ok && i < s->tracks->tracks->len; i++) {
        const ExportTrack *t = TRACE_AT(s->tracks->tracks, ExportTrack, i);
        ok = t->place != p || put_lane(x, s, t, error);
    }
    return ok && put_counters(x, s, p, error) && end_plane(x, s, error);
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
    put_stat(s, s->event, EVENT_META_STATS);
    put_metadata(s, EVENT_METADATA, xspace_program_id(x, id));
    g_string_free(proto, TRUE);
    return true;
}

static bool put_programs(Export *x, XSpace *s, GError **error)
{
    begin_plane(s, 0, "/host:metadata");
    return export_each(x, EXPORT_ASK("SELECT id, name FROM module WHERE run_id = ?1 ORDER BY id", x->run->id), each_proto, s, error) && end_plane(x, s, error);
}

static bool put_environment(Export *x, XSpace *s, GError **error)
{
    begin_plane(s, 0, "Task Environment");
    if (x->run->epoch_ns) {
        stat_uint(s, spool_tail(s->plane), PLANE_STATS, STAT_start, (uint64_t)x->run->epoch_ns - (uint64_t)s->base_ns);
        if (x->run->end_ns.known)
            stat_uint(s, spool_tail(s->plane), PLANE_STATS, STAT_stop, (uint64_t)x->run->epoch_ns + (uint64_t)x->run->end_ns.v);
    }
    return end_plane(x, s, error);
}

static bool each_host(Export *x, sqlite3_stmt *row, void *data)
{
    GString *out = ((XSpace *)data)->entry;
    wire_put_text(out, HOSTNAMES, (const char *)sqlite3_column_text(row, 0));
    put_string(x, out);
    return true;
}

bool export_xspace(Export *x, GError **error)
{
    g_autoptr(ExportTracks) t = export_tracks(x, error);
    if (!t)
        return false;
    XSpace s = { .tracks = t, .plane = spool_new(), .rows = g_ptr_array_new_with_free_func((GDestroyNotify)spool_free), .waits = spool_new(), .exchanged = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .event = g_string_new(NULL), .stat = g_string_new(NULL),
                 .entry = g_string_new(NULL), .insts = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free), .names = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free),
                 .base_ns = -export_first_ns(x, t) };
    bool ok = put_programs(x, &s, error);
    for (guint i = 1; ok && i < t->places->len; i++)
        ok = put_place(x, &s, t->places->pdata[i], error);
    ok = ok && put_environment(x, &s, error) &&
         export_each(x, EXPORT_ASK("SELECT name FROM host WHERE run_id = ?1 ORDER BY id", x->run->id), each_host, &s, error);
    g_auto(GStrv) notes = g_strsplit(x->note->str, "\n", -1);
    for (char **n = notes; *n; n++)
        wire_put_text(s.entry, WARNINGS, *n);
    put_string(x, s.entry);
    spool_free(s.plane);
    spool_free(s.waits);
    g_ptr_array_unref(s.rows);
    GString *const strings[] = { s.event, s.stat, s.entry };
    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++)
        g_string_free(strings[i], TRUE);
    g_hash_table_unref(s.exchanged);
    g_hash_table_unref(s.insts);
    g_hash_table_unref(s.names);
    return ok;
}
