/* Nsight Systems' SQLite export. Which tables and columns there are depends on the version that wrote it and on what was recorded: each is asked for first.
 * Names, the session's start and remarks are here, threads in nsys_threads.c, GPUs in nsys_gpu.c. Start at nsys_read(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/nsys_impl.h"

static void text_free(gpointer p)
{
    g_free(((NsysText *)p)->hlo_op);
    g_free(((NsysText *)p)->module);
    g_free(p);
}

uint64_t nsys_key(const Nsys *n, int64_t process, int64_t correlation)
{
    if (!correlation)
        return 0;
    return n->by_process ? ((uint64_t)process << 32) ^ (uint64_t)(uint32_t)correlation : (uint64_t)correlation;
}

char *nsys_table(Nsys *n, const char *name)
{
    char *table = foreign_table(n->f, name);
    if (table)
        g_hash_table_add(n->read, g_strdup(table));
    return table;
}

char *nsys_column(const Nsys *n, const char *table, const char *column)
{
    return foreign_column(n->f, table, "x", column, "0");
}

char *nsys_text(const Nsys *n, const char *id)
{
    g_autofree char *strings = foreign_table(n->f, "StringIds");
    return strings ? g_strdup_printf("(SELECT value FROM StringIds WHERE id = %s)", id) : g_strdup("NULL");
}

uint32_t nsys_name(Nsys *n, ForeignRows *row, int text, int number)
{
    const char *own = foreign_rows_null(row, text) ? "" : foreign_rows_text(row, text);
    if (*own)
        return tracks_name(n->f->tracks->run, own);
    return foreign_rows_null(row, number) ? 0 : foreign_name(&n->strings, foreign_rows_int(row, number));
}

void nsys_count_left(Nsys *n, const char *sql, const char *code, const char *what)
{
    ImportRun *r = n->f->tracks->run;
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next(n->f, q)) {
        int64_t rows = sqlite3_column_int64(q, 0);
        r->n_seen += rows;
        r->n_left += rows;
        if (rows)
            import_note(r, 0, code, rows, "%s", what);
    }
}

/* Calls are numbered by each process: 8 processes of a node have call 117 each. */
static bool says_process(const Nsys *n)
{
    static const char *const launched[] = { "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE" };
    g_autofree char *calls = foreign_table(n->f, "CUPTI_ACTIVITY_KIND_RUNTIME");
    bool says = calls && foreign_has_column(n->f, calls, "globalTid");
    for (size_t i = 0; i < G_N_ELEMENTS(launched); i++) {
        g_autofree char *table = foreign_table(n->f, launched[i]);
        says = says && (!table || foreign_has_column(n->f, table, "globalPid"));
    }
    return says;
}

static void read_start(Nsys *n)
{
    g_autofree char *start = nsys_table(n, "TARGET_INFO_SESSION_START_TIME");
    if (!start || !foreign_has_column(n->f, start, "utcEpochNs"))
        return;
    sqlite3_stmt *q = foreign_ask(n->f, "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME");
    while (foreign_next(n->f, q))
        n->f->tracks->epoch_ns = sqlite3_column_int64(q, 0);
}

static void read_remarks(Nsys *n)
{
    g_autofree char *notes = nsys_table(n, "DIAGNOSTIC_EVENT");
    if (!notes || !foreign_has_column(n->f, notes, "text"))
        return;
    sqlite3_stmt *q = foreign_ask(n->f, "SELECT text FROM DIAGNOSTIC_EVENT");
    while (foreign_next(n->f, q))
        import_note(n->f->tracks->run, 1, "profiler_says", 1, "remarks of the profiler, the first: %s", foreign_text(q, 0));
}

static void read_host(Nsys *n)
{
    g_autofree char *environment = nsys_table(n, "TARGET_INFO_SYSTEM_ENV");
    if (!environment || !foreign_has_column(n->f, environment, "name") || !foreign_has_column(n->f, environment, "value"))
        return;
    sqlite3_stmt *q = foreign_ask(n->f, "SELECT value FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname' AND value <> '' LIMIT 1");
    while (foreign_next(n->f, q)) {
        g_free(n->f->tracks->host);
        n->f->tracks->host = g_utf8_make_valid(foreign_text(q, 0), -1);
    }
}

static void read_thread_names(Nsys *n)
{
    g_autofree char *threads = nsys_table(n, "ThreadNames");
    if (!threads || !foreign_has_column(n->f, threads, "globalTid") || !foreign_has_column(n->f, threads, "nameId"))
        return;
    g_autofree char *name = nsys_text(n, "t.nameId"), *sql = g_strdup_printf("SELECT t.globalTid, %s FROM %s t", name, threads);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next(n->f, q)) {
        Track *t = nsys_thread(n, sqlite3_column_int64(q, 0), NULL);
        g_free(t->name);
        t->name = g_utf8_make_valid(foreign_text(q, 1), -1);
    }
}

void nsys_read(Foreign *f)
{
    g_autofree char *strings = foreign_table(f, "StringIds");
    Nsys n = { .f = f, .texts = g_ptr_array_new_with_free_func(text_free), .text_of = g_hash_table_new(NULL, NULL), .ranges = g_array_new(FALSE, FALSE, sizeof(NsysRange)),
               .threads = g_array_new(FALSE, TRUE, sizeof(NsysThread)), .thread_of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL), .calls = g_array_new(FALSE, FALSE, sizeof(NsysCall)),
               .gpus = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), .names = g_hash_table_new_full(NULL, NULL, NULL, g_free),
               .contexts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .read = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    foreign_names_begin(&n.strings, f, strings ? "SELECT value FROM StringIds WHERE id = ?1" : NULL);
    n.by_process = says_process(&n);
    read_start(&n);
    read_remarks(&n);
    read_host(&n);
    read_thread_names(&n);
    nsys_read_devices(&n);
    nsys_read_threads(&n);
    nsys_read_gpus(&n);
    nsys_count_rest(&n);
    foreign_names_end(&n.strings);
    g_ptr_array_unref(n.texts);
    g_hash_table_unref(n.text_of);
    g_clear_pointer(&n.ranges, g_array_unref);
    g_array_unref(n.threads);
    g_hash_table_unref(n.thread_of);
    g_array_unref(n.calls);
    g_hash_table_unref(n.gpus);
    g_hash_table_unref(n.names);
    g_hash_table_unref(n.contexts);
    g_hash_table_unref(n.read);
}
