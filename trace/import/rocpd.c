/* rocprofv3's database (rocpd): kernels, copies, ranges of the host, memory, counters. Each process has tables of its own, with a suffix; views without one may stand
 * beside them. In released versions a row has its times and what it belongs to; in others these are behind ids, of rocpd_timestamp and rocpd_track. Start at
 * rocpd_read(). */
#include <string.h>

#include "trace/import/sqlite_rows.h"

typedef struct Rocpd {
    Foreign *f;
    const char *suffix;   /* of the tables of the process at hand */
    int64_t process;      /* its number */
    char *number;         /* expression of what launches and kernels have in common, of an event whose id is k.event_id; NULL = nothing */
    GHashTable *ordinals; /* id of an agent of the process -> GPU's number + 1 */
    GHashTable *gpus;     /* what a GPU is told by on all processes -> its number + 1 */
} Rocpd;

static bool is_table(const Rocpd *x, const char *name)
{
    sqlite3_stmt *q;
    bool is = sqlite3_prepare_v2(x->f->db, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", -1, &q, NULL) == SQLITE_OK && sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(q) == SQLITE_ROW;
    sqlite3_finalize(q);
    return is;
}

/* What describes: the process's own, else one that all share. NULL = there is none. The caller frees it. */
static char *about(const Rocpd *x, const char *name)
{
    g_autofree char *own = g_strconcat(name, x->suffix, NULL);
    return is_table(x, own) ? g_steal_pointer(&own) : foreign_table(x->f, name);
}

/* A table of events of the process at hand. */
static char *events_of(const Rocpd *x, const char *name)
{
    g_autofree char *own = g_strconcat(name, x->suffix, NULL);
    return is_table(x, own) ? g_steal_pointer(&own) : NULL;
}

/* An expression for a column of a row k, which its track may have instead. */
static char *column(const Rocpd *x, const char *table, const char *name, const char *other)
{
    g_autofree char *track = about(x, "rocpd_track");
    if (!foreign_has_column(x->f, table, name) && foreign_has_column(x->f, table, "track_id") && track && foreign_has_column(x->f, track, name))
        return g_strdup_printf("(SELECT \"%s\" FROM \"%s\" WHERE id = k.track_id)", name, track);
    return foreign_column(x->f, table, "k", name, other);
}

static char *name_of(const Rocpd *x, const char *table)
{
    g_autofree char *strings = about(x, "rocpd_string");
    return strings && foreign_has_column(x->f, table, "name_id") ? g_strdup_printf("(SELECT string FROM \"%s\" WHERE id = k.name_id)", strings) : g_strdup("NULL");
}

static char *time_of(const Rocpd *x, const char *table, const char *name)
{
    g_autofree char *stamps = about(x, "rocpd_timestamp"), *id = g_strconcat(name, "_id", NULL);
    return !foreign_has_column(x->f, table, name) && stamps && foreign_has_column(x->f, table, id) ? g_strdup_printf("(SELECT value FROM \"%s\" WHERE id = k.%s)", stamps, id) : g_strdup_printf("k.\"%s\"", name);
}

static char *number_of(const Rocpd *x, const char *table)
{
    return g_strdup(x->number && foreign_has_column(x->f, table, "event_id") ? x->number : "0");
}

static uint64_t launch_key(const Rocpd *x, int64_t number)
{
    return number ? ((uint64_t)x->process << 48) ^ (uint64_t)number : 0;
}

/* ---- what a process is ------------------------------------------------------------------------------------------------------------- */

/* rocprofv3 numbers calls in stack_id, and leaves correlation_id to the program that is profiled. */
static void find_number(Rocpd *x)
{
    g_autofree char *events = about(x, "rocpd_event");
    g_clear_pointer(&x->number, g_free);
    if (!events || !foreign_has_column(x->f, events, "correlation_id"))
        return;
    bool stack = foreign_has_column(x->f, events, "stack_id");
    g_autofree char *any = g_strdup_printf("SELECT 1 FROM \"%s\" WHERE stack_id <> 0 LIMIT 1", events);
    sqlite3_stmt *q = stack ? foreign_ask(x->f, any) : NULL;
    stack = false;
    while (foreign_next(x->f, q))
        stack = true;
    x->number = g_strdup_printf("(SELECT %s FROM \"%s\" WHERE id = k.event_id)", stack ? "stack_id" : "correlation_id", events);
}

/* GPUs are told apart by what they have themselves, since processes may see some of them each. */
static void read_agents(Rocpd *x)
{
    Foreign *f = x->f;
    g_hash_table_remove_all(x->ordinals);
    g_autofree char *table = about(x, "rocpd_info_agent");
    if (!table)
        return;
    g_autofree char *order = foreign_column(f, table, "k", "type_index", "k.id"), *product = foreign_column(f, table, "k", "product_name", "k.name"), *index = foreign_column(f, table, "k", "absolute_index", "NULL"),
                    *uuid = foreign_column(f, table, "k", "uuid", "NULL"),
                    *sql = g_strdup_printf("SELECT k.id, coalesce(nullif(%s, ''), k.name), coalesce('uuid ' || nullif(%s, 0), 'agent ' || %s, 'gpu ' || %s) FROM \"%s\" k WHERE k.type = 'GPU' ORDER BY %s, k.id", product, uuid,
                                           index, order, table, order);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        gpointer have = g_hash_table_lookup(x->gpus, foreign_text(q, 2));
        if (!have) {
            have = GINT_TO_POINTER((int)g_hash_table_size(x->gpus) + 1);
            g_hash_table_insert(x->gpus, g_strdup(foreign_text(q, 2)), have);
            g_hash_table_replace(f->tracks->device_kinds, have, g_utf8_make_valid(foreign_text(q, 1), -1));
        }
        g_hash_table_insert(x->ordinals, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 0) + 1), have);
    }
}

/* A GPU that nothing describes: some writers leave the table of agents out. */
static void add_agent(Rocpd *x, int64_t agent)
{
    g_autofree char *key = g_strdup_printf("process %" G_GINT64_FORMAT " agent %" G_GINT64_FORMAT, x->process, agent);
    gpointer have = GINT_TO_POINTER((int)g_hash_table_size(x->gpus) + 1);
    g_hash_table_insert(x->gpus, g_steal_pointer(&key), have);
    g_hash_table_insert(x->ordinals, GSIZE_TO_POINTER((gsize)agent + 1), have);
}

static void read_host(Rocpd *x)
{
    g_autofree char *nodes = about(x, "rocpd_info_node");
    if (!nodes || x->f->tracks->host || !foreign_has_column(x->f, nodes, "hostname"))
        return;
    g_autofree char *sql = g_strdup_printf("SELECT hostname FROM \"%s\" WHERE hostname <> '' LIMIT 1", nodes);
    sqlite3_stmt *q = foreign_ask(x->f, sql);
    while (foreign_next(x->f, q)) {
        Tracks *t = x->f->tracks;
        g_free(t->host);
        g_free(t->clock);
        t->host = g_utf8_make_valid(foreign_text(q, 0), -1);
        t->clock = g_strconcat("since the start of ", t->host, NULL);
    }
}

/* ---- devices --------------------------------------------------------------------------------------------------------------------- */

static Track *stream_track(Rocpd *x, int64_t agent, int64_t queue)
{
    int ordinal = GPOINTER_TO_INT(g_hash_table_lookup(x->ordinals, GSIZE_TO_POINTER((gsize)agent + 1)));
    if (!ordinal)
        return NULL;
    Track *t = tracks_get(x->f->tracks, -ordinal, x->process << 32 | (queue & UINT32_MAX));
    t->device = ordinal - 1;
    t->is_gpu = true;
    t->kind = TRACE_LANE_STREAM;
    if (!t->name)
        t->name = x->process ? g_strdup_printf("Stream #%" G_GINT64_FORMAT " (process %" G_GINT64_FORMAT ")", queue, x->process) : g_strdup_printf("Stream #%" G_GINT64_FORMAT, queue);
    return t;
}

static void add_to_stream(Rocpd *x, sqlite3_stmt *q, Track *t, const char *name, int cat)
{
    ImportRun *r = x->f->tracks->run;
    if (!t) {
        r->n_seen++;
        r->n_left++;
        import_note(r, 1, "no_device", 1, "events are of devices that the file does not describe");
        return;
    }
    TrackEvent *e = track_add(x->f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), *name ? name : cat == TRACE_CAT_COPY ? "Memcpy" : "?");
    e->cat = (uint8_t)cat;
    e->arrow = track_launch(x->f->tracks, launch_key(x, sqlite3_column_int64(q, 5)), ARROW_TO);
}

static char *symbol_name(const Rocpd *x)
{
    g_autofree char *symbols = about(x, "rocpd_info_kernel_symbol");
    if (!symbols)
        return g_strdup("NULL");
    g_autofree char *display = foreign_column(x->f, symbols, "", "display_name", "NULL"), *plain = foreign_column(x->f, symbols, "", "kernel_name", "NULL");
    return g_strdup_printf("(SELECT coalesce(nullif(%s, ''), %s) FROM \"%s\" WHERE id = k.kernel_id)", display, plain, symbols);
}

static void read_kernels(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_kernel_dispatch");
    if (!table)
        return;
    g_autofree char *start = time_of(x, table, "start"), *end = time_of(x, table, "end"), *agent = column(x, table, "agent_id", "0"), *queue = column(x, table, "queue_id", "0"),
                    *stream = column(x, table, "stream_id", "NULL"), *name = symbol_name(x), *number = number_of(x, table), *agents = about(x, "rocpd_info_agent"),
                    *sql = g_strdup_printf("SELECT %s, %s, %s, coalesce(%s, %s, 0), %s, %s FROM \"%s\" k", start, end, agent, stream, queue, name, number, table);
    sqlite3_stmt *q = foreign_ask(x->f, sql);
    while (foreign_next_timed(x->f, q)) {
        int64_t on = sqlite3_column_int64(q, 2);
        if (!agents && !g_hash_table_contains(x->ordinals, GSIZE_TO_POINTER((gsize)on + 1)))
            add_agent(x, on);
        add_to_stream(x, q, stream_track(x, on, sqlite3_column_int64(q, 3)), foreign_text(q, 4), 0);
    }
}

/* A copy is of the GPU that it goes to, else of that from which it comes. */
static void read_copies(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_memory_copy");
    if (!table)
        return;
    g_autofree char *start = time_of(x, table, "start"), *end = time_of(x, table, "end"), *to = foreign_column(x->f, table, "k", "dst_agent_id", "0"), *from = foreign_column(x->f, table, "k", "src_agent_id", "0"),
                    *queue = column(x, table, "queue_id", "0"), *stream = column(x, table, "stream_id", "NULL"), *name = name_of(x, table), *number = number_of(x, table),
                    *sql = g_strdup_printf("SELECT %s, %s, %s, coalesce(%s, %s, 0), %s, %s, %s FROM \"%s\" k", start, end, to, stream, queue, name, number, from, table);
    sqlite3_stmt *q = foreign_ask(x->f, sql);
    while (foreign_next_timed(x->f, q)) {
        Track *t = stream_track(x, sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
        t = t ? t : stream_track(x, sqlite3_column_int64(q, 6), sqlite3_column_int64(q, 3));
        add_to_stream(x, q, t, foreign_text(q, 4), TRACE_CAT_COPY);
    }
}

/* Releases do not say how much: it is what was allocated at the address. */
static void read_memory(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_memory_allocate");
    if (!table || !foreign_has_column(x->f, table, "type") || !foreign_has_column(x->f, table, "size"))
        return;
    g_autofree char *start = time_of(x, table, "start"), *agent = column(x, table, "agent_id", "0"), *address = foreign_column(x->f, table, "k", "address", "0"),
                    *sql = g_strdup_printf("SELECT %s, %s, %s, k.size, k.type FROM \"%s\" k ORDER BY 1", start, agent, address, table);
    g_autoptr(GHashTable) sizes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free), in_use = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    sqlite3_stmt *q = foreign_ask(x->f, sql);
    while (foreign_next_timed(x->f, q)) {
        int64_t at = sqlite3_column_int64(q, 2), size = CLAMP(sqlite3_column_int64(q, 3), 0, INT64_C(1) << 50);
        gpointer gpu = g_hash_table_lookup(x->ordinals, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 1) + 1));
        bool frees = g_str_has_prefix(foreign_text(q, 4), "FREE");
        const int64_t *was = frees ? g_hash_table_lookup(sizes, &at) : NULL;
        size = was ? *was : size;
        g_hash_table_replace(sizes, g_memdup2(&at, sizeof at), g_memdup2(&(int64_t){ frees ? 0 : size }, sizeof size));
        x->f->tracks->run->n_seen++;
        if (!gpu) {
            x->f->tracks->run->n_left++;
            import_note(x->f->tracks->run, 0, "host_memory", 1, "allocations of the host are not imported");
            continue;
        }
        int64_t *sum = g_hash_table_lookup(in_use, gpu);
        if (!sum)
            g_hash_table_insert(in_use, gpu, sum = g_new0(int64_t, 1));
        *sum = CLAMP(*sum + (frees ? -size : size), 0, INT64_C(1) << 60);
        g_array_append_val(x->f->tracks->memory, ((TrackMemory){ .device = GPOINTER_TO_INT(gpu) - 1, .ts_ns = sqlite3_column_int64(q, 0), .in_use = *sum }));
    }
}

/* ---- the host ---------------------------------------------------------------------------------------------------------------------- */

static void read_regions(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_region");
    if (!table)
        return;
    g_autofree char *start = time_of(x, table, "start"), *end = time_of(x, table, "end"), *pid = column(x, table, "pid", "0"), *tid = column(x, table, "tid", "0"), *name = name_of(x, table),
                    *number = number_of(x, table), *sql = g_strdup_printf("SELECT %s, %s, %s, %s, %s, %s FROM \"%s\" k", start, end, pid, tid, name, number, table);
    sqlite3_stmt *q = foreign_ask(x->f, sql);
    while (foreign_next_timed(x->f, q)) {
        Track *t = tracks_get(x->f->tracks, (x->process << 32) + sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
        if (!t->name)
            t->name = g_strdup_printf("thread %" G_GINT64_FORMAT, t->thread);
        TrackEvent *e = track_add(x->f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), foreign_text(q, 4));
        e->arrow = track_launch(x->f->tracks, launch_key(x, sqlite3_column_int64(q, 5)), ARROW_FROM);
    }
}

static void count_rest(Rocpd *x)
{
    static const char *const names[] = { "rocpd_sample", "rocpd_pmc_event" };
    ImportRun *r = x->f->tracks->run;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *table = events_of(x, names[i]), *code = g_strdup_printf("table_%s", names[i]);
        int64_t n = table ? foreign_count(x->f, table) : 0;
        if (n)
            import_note(r, 1, code, n, "rows of %s are not imported", names[i]);
        r->n_seen += n;
        r->n_left += n;
    }
}

/* ---- in order --------------------------------------------------------------------------------------------------------------------- */

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The suffixes of tables of events. */
static GPtrArray *suffixes_of(const Foreign *f)
{
    static const char *const names[] = { "rocpd_kernel_dispatch", "rocpd_region", "rocpd_memory_copy", "rocpd_memory_allocate", "rocpd_sample", "rocpd_pmc_event" };
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    sqlite3_stmt *q = NULL;
    sqlite3_prepare_v2(f->db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", -1, &q, NULL);
    while (q && sqlite3_step(q) == SQLITE_ROW)
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
            const char *name = foreign_text(q, 0), *rest = name + strlen(names[i]);
            if (!g_str_has_prefix(name, names[i]) || (*rest && *rest != '_') || g_hash_table_contains(seen, rest))
                continue;
            g_ptr_array_add(out, g_strdup(rest));
            g_hash_table_add(seen, out->pdata[out->len - 1]);
        }
    sqlite3_finalize(q);
    g_ptr_array_sort(out, by_text);
    return out;
}

void rocpd_read(Foreign *f)
{
    Rocpd x = { .f = f, .ordinals = g_hash_table_new(NULL, NULL), .gpus = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    g_autoptr(GPtrArray) suffixes = suffixes_of(f);
    for (guint i = 0; i < suffixes->len; i++) {
        x.suffix = suffixes->pdata[i];
        x.process = i;
        find_number(&x);
        read_agents(&x);
        read_host(&x);
        read_kernels(&x);
        read_copies(&x);
        read_memory(&x);
        read_regions(&x);
        count_rest(&x);
    }
    g_hash_table_unref(x.ordinals);
    g_hash_table_unref(x.gpus);
    g_free(x.number);
}
