/* What Nsight Systems recorded of threads: calls of CUDA, NVTX ranges, calls of the system, of libraries and of MPI. XLA names its NVTX ranges after modules and
 * thunks, so that a kernel's instruction is that of the range around its launch. Tables with times that nobody reads are counted. Start at nsys_read_threads(). */
#include <string.h>

#include "trace/import/nsys_impl.h"

Track *nsys_thread(Nsys *n, int64_t global_tid, const char *what)
{
    int64_t thread = global_tid & 0xffffff;
    Track *t = tracks_get(n->f->tracks, nsys_process(global_tid), what ? (int64_t)g_str_hash(what) << 24 | thread : thread);
    if (!t->name)
        t->name = g_strdup_printf("thread %" G_GINT64_FORMAT "%s%s", thread, what ? " " : "", what ? what : "");
    return t;
}

/* ---- ranges ----------------------------------------------------------------------------------------------------------------------- */

/* "Thunk:#name=..,hlo_op=fusion.1#": the value of a key, of several the innermost. */
static char *annotated(const char *name, const char *key)
{
    g_autofree char *find = g_strdup_printf("%s=", key);
    const char *at = NULL;
    for (const char *p = name; (p = strstr(p, find)); p++)
        if (p > name && (p[-1] == '#' || p[-1] == ','))
            at = p + strlen(find);
    return at ? g_strndup(at, strcspn(at, ",#")) : NULL;
}

static int range_order(gconstpointer pa, gconstpointer pb)
{
    const NsysRange *a = pa, *b = pb;
    if (a->tid != b->tid)
        return a->tid < b->tid ? -1 : 1;
    return a->start != b->start ? (a->start < b->start ? -1 : 1) : (a->end < b->end) - (a->end > b->end);
}

/* Ranges of a thread lie within each other. */
static void find_parents(GArray *ranges)
{
    NsysRange *x = (NsysRange *)ranges->data;
    for (guint i = 0, at = 0; i < ranges->len; i++) {
        while (at && (x[at - 1].tid != x[i].tid || x[at - 1].end < x[i].start))
            at = x[at - 1].parent;
        x[i].parent = at;
        at = i + 1;
    }
}

static void add_range(Nsys *n, int64_t tid, int64_t start, int64_t end, const char *name)
{
    NsysRange x = { .tid = tid, .start = start, .end = end, .hlo_op = annotated(name, "hlo_op"), .module = annotated(name, "hlo_module") };
    if (!x.hlo_op && !x.module)
        return;
    g_autofree char *id = annotated(name, "program_id");
    x.has_id = id != NULL;
    x.id = id ? g_ascii_strtoull(id, NULL, 10) : 0;
    g_array_append_val(n->ranges, x);
}

/* A text may be beside its event, or among the texts that many share. */
static char *text_of_row(const Nsys *n, const char *table)
{
    static const char *const numbers[] = { "textId", "nameId" }, *const texts[] = { "text", "name" };
    GString *s = g_string_new("coalesce(");
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (foreign_has_column(n->f, table, texts[i]))
            g_string_append_printf(s, "nullif(x.%s, ''), ", texts[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_autofree char *id = g_strdup_printf("x.%s", numbers[i]), *text = nsys_text(n, id);
        if (foreign_has_column(n->f, table, numbers[i]))
            g_string_append_printf(s, "%s, ", text);
    }
    g_string_append(s, "NULL, NULL)");
    return g_string_free(s, FALSE);
}

/* Rows that are no ranges and no marks name domains, categories and threads. */
static void count_other_nvtx(Nsys *n, const char *table, const char *type)
{
    g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM %s x WHERE coalesce(%s, 59) NOT IN (59, 60, 34)", table, type);
    nsys_count_left(n, sql, "nvtx_names", "rows of NVTX_EVENTS are no ranges or marks, but say what domains, categories or threads are called");
}

static void read_nvtx(Nsys *n)
{
    g_autofree char *table = nsys_table(n, "NVTX_EVENTS");
    if (!table || !foreign_has_column(n->f, table, "start"))
        return;
    g_autofree char *text = text_of_row(n, table), *tid = nsys_column(n, table, "globalTid"), *type = foreign_column(n->f, table, "x", "eventType", "59"), *end = foreign_column(n->f, table, "x", "end", "x.start"),
                    *sql = g_strdup_printf("SELECT x.start, %s, %s, %s FROM %s x WHERE coalesce(%s, 59) IN (59, 60, 34)", end, text, tid, table, type);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next_timed(n->f, q)) {
        int64_t start = sqlite3_column_int64(q, 0), to = sqlite3_column_type(q, 1) == SQLITE_NULL ? start : sqlite3_column_int64(q, 1), global = sqlite3_column_int64(q, 3);
        track_add(n->f->tracks, nsys_thread(n, global, "NVTX"), start, to, foreign_text(q, 2));
        add_range(n, global, start, to, foreign_text(q, 2));
    }
    count_other_nvtx(n, table, type);
    g_array_sort(n->ranges, range_order);
    find_parents(n->ranges);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------------- */

static void add_call(Nsys *n, uint64_t key, int64_t tid, int64_t at)
{
    if (!key)
        return;
    NsysCall *c = g_new(NsysCall, 1);
    *c = (NsysCall){ key, tid, at };
    g_hash_table_replace(n->calls, c, c);
}

static void read_calls(Nsys *n)
{
    g_autofree char *table = nsys_table(n, "CUPTI_ACTIVITY_KIND_RUNTIME");
    if (!table)
        return;
    g_autofree char *text = text_of_row(n, table), *tid = nsys_column(n, table, "globalTid"), *number = nsys_column(n, table, "correlationId"),
                    *sql = g_strdup_printf("SELECT x.start, x.end, %s, %s, %s FROM %s x", tid, number, text, table);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next_timed(n->f, q)) {
        int64_t start = sqlite3_column_int64(q, 0), global = sqlite3_column_int64(q, 2);
        uint64_t key = nsys_key(n, nsys_process(global), sqlite3_column_int64(q, 3));
        TrackEvent *e = track_add(n->f->tracks, nsys_thread(n, global, NULL), start, sqlite3_column_int64(q, 1), foreign_text(q, 4));
        e->arrow = track_launch(n->f->tracks, key, ARROW_FROM);
        add_call(n, key, global, start);
    }
}

/* ---- other tables -------------------------------------------------------------------------------------------------------------------- */

/* Tables that were not read, in order. */
static GPtrArray *tables_left(Nsys *n)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    sqlite3_stmt *q = foreign_ask(n->f, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name");
    while (foreign_next(n->f, q))
        if (!g_hash_table_contains(n->read, foreign_text(q, 0)))
            g_ptr_array_add(out, g_strdup(foreign_text(q, 0)));
    return out;
}

/* "OSRT_API" -> "OSRT", "MPI_COLLECTIVES_EVENTS" -> "MPI COLLECTIVES" */
static char *plain_name(const char *table)
{
    static const char *const ends[] = { "_EVENTS", "_API" };
    g_autofree char *name = g_strdup(g_str_has_prefix(table, "CUPTI_ACTIVITY_KIND_") ? table + strlen("CUPTI_ACTIVITY_KIND_") : table);
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_has_suffix(name, ends[i]) && strlen(name) > strlen(ends[i]))
            name[strlen(name) - strlen(ends[i])] = 0;
    return g_strdelimit(g_steal_pointer(&name), "_", ' ');
}

static void read_other(Nsys *n, const char *table)
{
    g_autofree char *what = plain_name(table), *text = text_of_row(n, table), *sql = g_strdup_printf("SELECT x.start, x.end, x.globalTid, %s FROM \"%s\" x", text, table);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next_timed(n->f, q)) {
        const char *name = foreign_text(q, 3);
        int64_t start = sqlite3_column_int64(q, 0), end = sqlite3_column_type(q, 1) == SQLITE_NULL ? start : sqlite3_column_int64(q, 1);
        track_add(n->f->tracks, nsys_thread(n, sqlite3_column_int64(q, 2), what), start, end, *name ? name : what);
    }
}

/* What threads called has a start, an end and a thread, whatever it is: of the system, of cuDNN, cuBLAS, MPI, OpenACC, ... */
static void read_others(Nsys *n)
{
    g_autoptr(GPtrArray) left = tables_left(n);
    for (guint i = 0; i < left->len; i++) {
        const char *table = left->pdata[i];
        if (!foreign_has_column(n->f, table, "start") || !foreign_has_column(n->f, table, "end") || !foreign_has_column(n->f, table, "globalTid"))
            continue;
        read_other(n, table);
        g_hash_table_add(n->read, g_strdup(table));
    }
}

void nsys_read_threads(Nsys *n)
{
    read_nvtx(n);
    read_calls(n);
    read_others(n);
}

void nsys_count_rest(Nsys *n)
{
    static const char *const times[] = { "start", "timestamp", "rawTimestamp" };
    ImportRun *r = n->f->tracks->run;
    g_autoptr(GPtrArray) left = tables_left(n);
    for (guint i = 0; i < left->len; i++) {
        const char *table = left->pdata[i];
        bool has_times = false;
        for (size_t k = 0; k < G_N_ELEMENTS(times); k++)
            has_times |= foreign_has_column(n->f, table, times[k]);
        bool is_activity = g_str_has_prefix(table, "CUPTI_ACTIVITY_KIND_") || g_str_has_suffix(table, "_EVENTS");
        int64_t rows = has_times || is_activity ? foreign_count(n->f, table) : 0;
        g_autofree char *code = g_strdup_printf("table_%s", table);
        if (rows)
            import_note(r, 1, code, rows, has_times ? "rows of %s are not imported" : "rows of %s have no times and are not imported", table);
        r->n_seen += rows;
        r->n_left += rows;
    }
}
