/* rocprofv3's database (rocpd): kernels, copies, ranges of the host, allocations. Times are in the rows in released versions, behind ids of
 * rocpd_timestamp in others. */
#include <string.h>

#include "trace/import/sqlite_rows.h"

typedef struct Rocpd {
    Foreign *f;
    char *events; /* table whose rows have what launches and kernels have in common; NULL = there is none */
    GHashTable *ordinals; /* agent id + 1 -> GPU's number + 1 */
} Rocpd;

static void read_agents(Rocpd *x)
{
    Foreign *f = x->f;
    g_autofree char *table = foreign_table(f, "rocpd_info_agent");
    if (!table)
        return;
    g_autofree char *order = foreign_column(f, table, "", "type_index", "id"), *product = foreign_column(f, table, "", "product_name", "name"),
                    *sql = g_strdup_printf("SELECT id, coalesce(nullif(%s, ''), name) FROM %s WHERE type = 'GPU' ORDER BY %s, id", product, table, order);
    sqlite3_stmt *q = foreign_ask(f, sql);
    for (int n = 0; foreign_next(f, q); n++) {
        g_hash_table_insert(x->ordinals, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 0) + 1), GINT_TO_POINTER(n + 1));
        g_hash_table_replace(f->tracks->device_kinds, GSIZE_TO_POINTER((gsize)n + 1), g_strdup(foreign_text(q, 1)));
    }
}

/* Expression of the number that a launch and what it launched have in common. */
static char *correlation_of(const Rocpd *x, const char *table)
{
    return x->events && foreign_has_column(x->f, table, "event_id") ? g_strdup_printf("(SELECT correlation_id FROM %s WHERE id = k.event_id)", x->events) : g_strdup("0");
}

/* Expressions of a row's start and end. */
static void times_of(const Foreign *f, const char *table, char **start, char **end)
{
    g_autofree char *stamps = foreign_table(f, "rocpd_timestamp");
    bool inline_times = foreign_has_column(f, table, "start") || !stamps;
    *start = inline_times ? g_strdup("k.start") : g_strdup_printf("(SELECT value FROM %s WHERE id = k.start_id)", stamps);
    *end = inline_times ? g_strdup("k.\"end\"") : g_strdup_printf("(SELECT value FROM %s WHERE id = k.end_id)", stamps);
}

static Track *stream_track(Rocpd *x, int64_t agent, int64_t queue)
{
    int ordinal = GPOINTER_TO_INT(g_hash_table_lookup(x->ordinals, GSIZE_TO_POINTER((gsize)agent + 1)));
    if (!ordinal)
        return NULL;
    Track *t = tracks_get(x->f->tracks, -ordinal, queue);
    t->device = ordinal - 1;
    t->is_gpu = true;
    t->kind = TRACE_LANE_STREAM;
    if (!t->name)
        t->name = g_strdup_printf("Stream #%" G_GINT64_FORMAT, queue);
    return t;
}

static void add_to_stream(Rocpd *x, sqlite3_stmt *q, const char *name, int64_t correlation, int cat)
{
    ImportRun *r = x->f->tracks->run;
    Track *t = stream_track(x, sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
    if (!t) {
        r->n_seen++;
        r->n_left++;
        import_note(r, 1, "no_device", 1, "events are of devices that the file does not describe");
        return;
    }
    TimelineEvent *e = track_add(x->f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), name);
    e->cat = (uint8_t)cat;
    e->arrow = track_launch(x->f->tracks, correlation, ARROW_TO);
}

static void read_kernels(Rocpd *x)
{
    Foreign *f = x->f;
    g_autofree char *table = foreign_table(f, "rocpd_kernel_dispatch"), *symbols = foreign_table(f, "rocpd_info_kernel_symbol");
    if (!table)
        return;
    g_autofree char *start = NULL, *end = NULL, *stream = foreign_column(f, table, "k", "stream_id", "k.queue_id");
    times_of(f, table, &start, &end);
    g_autofree char *display = symbols ? foreign_column(f, symbols, "", "display_name", "kernel_name") : NULL,
                    *name = symbols ? g_strdup_printf("(SELECT coalesce(nullif(%s, ''), kernel_name) FROM %s WHERE id = k.kernel_id)", display, symbols) : g_strdup("NULL"),
                    *number = correlation_of(x, table), *sql = g_strdup_printf("SELECT %s, %s, k.agent_id, coalesce(%s, k.queue_id), %s, %s FROM %s k ORDER BY 1", start, end, stream, name, number, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q))
        add_to_stream(x, q, foreign_text(q, 4), sqlite3_column_int64(q, 5), 0);
}

static void read_copies(Rocpd *x)
{
    Foreign *f = x->f;
    g_autofree char *table = foreign_table(f, "rocpd_memory_copy"), *strings = foreign_table(f, "rocpd_string");
    if (!table)
        return;
    g_autofree char *start = NULL, *end = NULL, *stream = foreign_column(f, table, "k", "stream_id", "0"), *dst = foreign_column(f, table, "k", "dst_agent_id", "0"),
                    *src = foreign_column(f, table, "k", "src_agent_id", "0"), *name_id = foreign_column(f, table, "k", "name_id", "NULL");
    times_of(f, table, &start, &end);
    g_autofree char *name = strings ? g_strdup_printf("(SELECT string FROM %s WHERE id = %s)", strings, name_id) : g_strdup("NULL"),
                    *number = correlation_of(x, table), *sql = g_strdup_printf("SELECT %s, %s, %s, coalesce(%s, 0), %s, %s, %s FROM %s k ORDER BY 1", start, end, dst, stream, name, src, number, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        const char *what = foreign_text(q, 4);
        bool to_gpu = g_hash_table_contains(x->ordinals, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 2) + 1));
        int64_t agent = to_gpu ? sqlite3_column_int64(q, 2) : sqlite3_column_int64(q, 5);
        Track *t = stream_track(x, agent, sqlite3_column_int64(q, 3));
        if (!t) {
            add_to_stream(x, q, what, 0, TRACE_CAT_COPY); /* counts it as left out */
            continue;
        }
        TimelineEvent *e = track_add(f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), *what ? what : "Memcpy");
        e->cat = TRACE_CAT_COPY;
        e->arrow = track_launch(f->tracks, sqlite3_column_int64(q, 6), ARROW_TO);
    }
}

static void read_regions(Rocpd *x)
{
    Foreign *f = x->f;
    g_autofree char *table = foreign_table(f, "rocpd_region"), *strings = foreign_table(f, "rocpd_string");
    if (!table || !strings)
        return;
    g_autofree char *start = NULL, *end = NULL, *pid = foreign_column(f, table, "k", "pid", "0"), *tid = foreign_column(f, table, "k", "tid", "0");
    times_of(f, table, &start, &end);
    g_autofree char *number = correlation_of(x, table), *sql = g_strdup_printf("SELECT %s, %s, %s, %s, (SELECT string FROM %s WHERE id = k.name_id), %s FROM %s k", start, end, pid, tid, strings, number, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        Track *t = tracks_get(f->tracks, sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
        if (!t->name)
            t->name = g_strdup_printf("thread %" G_GINT64_FORMAT, t->thread);
        TimelineEvent *e = track_add(f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), foreign_text(q, 4));
        e->arrow = track_launch(f->tracks, sqlite3_column_int64(q, 5), ARROW_FROM);
    }
}

void rocpd_read(Foreign *f)
{
    Rocpd x = { .f = f, .ordinals = g_hash_table_new(NULL, NULL), .events = foreign_table(f, "rocpd_event") };
    if (x.events && !foreign_has_column(f, x.events, "correlation_id"))
        g_clear_pointer(&x.events, g_free);
    read_agents(&x);
    read_kernels(&x);
    read_copies(&x);
    read_regions(&x);
    g_hash_table_unref(x.ordinals);
    g_free(x.events);
}
