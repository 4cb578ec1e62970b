/* rocprofv3's database (rocpd): kernels, copies, ranges of the host, memory, counters. Each process has tables of its own, with a suffix; views without one may stand
 * beside them. In released versions a row has its times and what it belongs to; in others these are behind ids, of rocpd_timestamp and rocpd_track. Start at
 * rocpd_read(). */
#include <string.h>

#include "trace/import/sqlite_rows.h"

typedef struct Rocpd {
    Foreign *f;
    const char *suffix;   /* of the tables of the process at hand */
    int64_t process;      /* its number */
    ForeignNames strings, symbols; /* of the process: texts, and what kernels are called */
    GArray *numbers;      /* uint32_t: what launches and kernels have in common, by the id of the event, as far as ids are small and without large gaps; 0 = nothing */
    sqlite3_stmt *number; /* asks for others; NULL = there are none */
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

static char *time_of(const Rocpd *x, const char *table, const char *name)
{
    g_autofree char *stamps = about(x, "rocpd_timestamp"), *id = g_strconcat(name, "_id", NULL);
    return !foreign_has_column(x->f, table, name) && stamps && foreign_has_column(x->f, table, id) ? g_strdup_printf("(SELECT value FROM \"%s\" WHERE id = k.%s)", stamps, id) : g_strdup_printf("k.\"%s\"", name);
}

/* Of the event of that id; 0 = nothing. */
static int64_t number_of(Rocpd *x, int64_t id)
{
    if (id >= 0 && id < x->numbers->len && g_array_index(x->numbers, uint32_t, id))
        return g_array_index(x->numbers, uint32_t, id);
    if (!x->number || id == 0)
        return 0;
    sqlite3_bind_int64(x->number, 1, id);
    int64_t n = sqlite3_step(x->number) == SQLITE_ROW ? sqlite3_column_int64(x->number, 0) : 0;
    sqlite3_reset(x->number);
    return n;
}

static uint64_t launch_key(const Rocpd *x, int64_t number)
{
    return number ? ((uint64_t)x->process << 48) ^ (uint64_t)number : 0;
}

/* ---- what a process is ------------------------------------------------------------------------------------------------------------- */

/* The numbers of events; false if some are too far apart, or too large, to be kept. */
static bool keep_numbers(Rocpd *x, const char *table, const char *column)
{
    enum { APART = 1 << 16 };
    const char *const columns[] = { "id", column };
    bool all = true;
    int64_t n = 0;
    ForeignRows *q = foreign_rows(x->f, table, columns, 2);
    while (foreign_rows_next(q)) {
        int64_t id = foreign_rows_int(q, 0), number = foreign_rows_int(q, 1);
        n++;
        if (id < 0 || id > 4 * n + APART || number <= 0 || number > UINT32_MAX) {
            all &= number == 0;
            continue;
        }
        if (id >= x->numbers->len)
            g_array_set_size(x->numbers, (guint)id + 1);
        g_array_index(x->numbers, uint32_t, id) = (uint32_t)number;
    }
    return all;
}

/* rocprofv3 numbers calls in stack_id, and leaves correlation_id to the program that is profiled. */
static void find_number(Rocpd *x)
{
    g_autofree char *events = about(x, "rocpd_event");
    g_array_set_size(x->numbers, 0);
    sqlite3_finalize(x->number);
    x->number = NULL;
    if (!events || !foreign_has_column(x->f, events, "correlation_id"))
        return;
    bool stack = foreign_has_column(x->f, events, "stack_id");
    g_autofree char *any = g_strdup_printf("SELECT 1 FROM \"%s\" WHERE stack_id <> 0 LIMIT 1", events);
    sqlite3_stmt *q = stack ? foreign_ask(x->f, any) : NULL;
    stack = false;
    while (foreign_next(x->f, q))
        stack = true;
    const char *column = stack ? "stack_id" : "correlation_id";
    g_autofree char *sql = g_strdup_printf("SELECT %s FROM \"%s\" WHERE id = ?1", column, events);
    if (!keep_numbers(x, events, column))
        x->number = foreign_ask(x->f, sql);
}

/* The texts of the process at hand, and the names of its kernels. */
static void find_names(Rocpd *x)
{
    g_autofree char *strings = about(x, "rocpd_string"), *symbols = about(x, "rocpd_info_kernel_symbol");
    g_autofree char *string = strings ? g_strdup_printf("SELECT string FROM \"%s\" WHERE id = ?1", strings) : NULL, *symbol = NULL;
    if (symbols) {
        g_autofree char *display = foreign_column(x->f, symbols, "", "display_name", "NULL"), *plain = foreign_column(x->f, symbols, "", "kernel_name", "NULL");
        symbol = g_strdup_printf("SELECT coalesce(nullif(%s, ''), %s) FROM \"%s\" WHERE id = ?1", display, plain, symbols);
    }
    foreign_names_end(&x->strings);
    foreign_names_end(&x->symbols);
    foreign_names_begin(&x->strings, x->f, string);
    foreign_names_begin(&x->symbols, x->f, symbol);
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

/* The columns of a table's rows, by their expressions, which the caller gives up: from the table itself where they are but columns. */
static ForeignRows *rows_of(const Rocpd *x, const char *table, char *const *expressions, int n)
{
    enum { MOST = 12 };
    char *columns[MOST] = { NULL };
    const char *names[MOST] = { NULL };
    bool plain = n <= MOST;
    for (int i = 0; plain && i < n; i++) { /* k."name" */
        const char *at = expressions[i];
        size_t length = strlen(at);
        names[i] = NULL;
        if (g_str_has_prefix(at, "k.\"") && !strchr(at + 3, ' ') && at[length - 1] == '"') {
            g_autofree char *name = g_strndup(at + 3, length - 4);
            names[i] = columns[i] = g_steal_pointer(&name);
            plain = foreign_has_column(x->f, table, names[i]);
        } else {
            plain = g_str_equal(at, "NULL") || g_str_equal(at, "0");
        }
    }
    ForeignRows *out = plain ? foreign_rows(x->f, table, names, n) : NULL;
    if (!out) {
        GString *sql = g_string_new("SELECT ");
        for (int i = 0; i < n; i++)
            g_string_append_printf(sql, "%s%s", i ? ", " : "", expressions[i]);
        g_string_append_printf(sql, " FROM \"%s\" k", table);
        out = foreign_rows_of(x->f, sql->str, n);
        g_string_free(sql, TRUE);
    }
    for (int i = 0; i < MOST; i++)
        g_clear_pointer(&columns[i], g_free);
    return out;
}

/* Columns of work on a GPU, in this order. */
enum { START, END, AGENT, STREAM, QUEUE, NAME, EVENT, FROM, WORK_COLUMNS };

static ForeignRows *work_of(const Rocpd *x, const char *table, const char *agent, const char *from, const char *name)
{
    char *e[WORK_COLUMNS] = { [START] = time_of(x, table, "start"), [END] = time_of(x, table, "end"), [AGENT] = column(x, table, agent, "0"), [STREAM] = column(x, table, "stream_id", "NULL"), [QUEUE] = column(x, table, "queue_id", "0"),
                              [NAME] = foreign_column(x->f, table, "k", name, "NULL"), [EVENT] = foreign_column(x->f, table, "k", "event_id", "0"), [FROM] = foreign_column(x->f, table, "k", from, "0") };
    ForeignRows *q = rows_of(x, table, e, WORK_COLUMNS);
    for (int i = 0; i < WORK_COLUMNS; i++)
        g_free(e[i]);
    return q;
}

static int64_t queue_of(const ForeignRows *q)
{
    return foreign_rows_int(q, foreign_rows_null(q, STREAM) ? QUEUE : STREAM);
}

static void add_to_stream(Rocpd *x, ForeignRows *q, Track *t, uint32_t name, int cat)
{
    ImportRun *r = x->f->tracks->run;
    if (!t) {
        r->n_seen++;
        r->n_left++;
        import_note(r, 1, "no_device", 1, "events are of devices that the file does not describe");
        return;
    }
    TrackEvent *e = track_add_named(x->f->tracks, t, foreign_rows_int(q, START), foreign_rows_int(q, END), name ? name : tracks_name(r, cat == TRACE_CAT_COPY ? "Memcpy" : "?"));
    e->cat = (uint8_t)cat;
    e->arrow = track_launch(x->f->tracks, launch_key(x, number_of(x, foreign_rows_int(q, EVENT))), ARROW_TO);
}

static void read_kernels(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_kernel_dispatch"), *agents = about(x, "rocpd_info_agent");
    if (!table)
        return;
    ForeignRows *q = work_of(x, table, "agent_id", "", "kernel_id");
    while (foreign_rows_next(q)) {
        int64_t on = foreign_rows_int(q, AGENT);
        if (!foreign_rows_timed(q))
            continue;
        if (!agents && !g_hash_table_contains(x->ordinals, GSIZE_TO_POINTER((gsize)on + 1)))
            add_agent(x, on);
        add_to_stream(x, q, stream_track(x, on, queue_of(q)), foreign_rows_null(q, NAME) ? 0 : foreign_name(&x->symbols, foreign_rows_int(q, NAME)), 0);
    }
}

/* A copy is of the GPU that it goes to, else of that from which it comes. */
static void read_copies(Rocpd *x)
{
    g_autofree char *table = events_of(x, "rocpd_memory_copy");
    if (!table)
        return;
    ForeignRows *q = work_of(x, table, "dst_agent_id", "src_agent_id", "name_id");
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        Track *t = stream_track(x, foreign_rows_int(q, AGENT), queue_of(q));
        t = t ? t : stream_track(x, foreign_rows_int(q, FROM), queue_of(q));
        add_to_stream(x, q, t, foreign_rows_null(q, NAME) ? 0 : foreign_name(&x->strings, foreign_rows_int(q, NAME)), TRACE_CAT_COPY);
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
    enum { PID = 2, TID, REGION_NAME, REGION_EVENT, REGION_COLUMNS };
    g_autofree char *table = events_of(x, "rocpd_region");
    if (!table)
        return;
    char *e[REGION_COLUMNS] = { time_of(x, table, "start"), time_of(x, table, "end"), column(x, table, "pid", "0"), column(x, table, "tid", "0"), foreign_column(x->f, table, "k", "name_id", "NULL"),
                                foreign_column(x->f, table, "k", "event_id", "0") };
    ForeignRows *q = rows_of(x, table, e, REGION_COLUMNS);
    for (int i = 0; i < REGION_COLUMNS; i++)
        g_free(e[i]);
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        Track *t = tracks_get(x->f->tracks, (x->process << 32) + foreign_rows_int(q, PID), foreign_rows_int(q, TID));
        if (!t->name)
            t->name = g_strdup_printf("thread %" G_GINT64_FORMAT, t->thread);
        uint32_t name = foreign_rows_null(q, REGION_NAME) ? 0 : foreign_name(&x->strings, foreign_rows_int(q, REGION_NAME));
        TrackEvent *out = track_add_named(x->f->tracks, t, foreign_rows_int(q, START), foreign_rows_int(q, END), name ? name : tracks_name(x->f->tracks->run, "?"));
        out->arrow = track_launch(x->f->tracks, launch_key(x, number_of(x, foreign_rows_int(q, REGION_EVENT))), ARROW_FROM);
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
    Rocpd x = { .f = f, .numbers = g_array_new(FALSE, TRUE, sizeof(uint32_t)), .ordinals = g_hash_table_new(NULL, NULL), .gpus = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    g_autoptr(GPtrArray) suffixes = suffixes_of(f);
    for (guint i = 0; i < suffixes->len; i++) {
        x.suffix = suffixes->pdata[i];
        x.process = i;
        find_number(&x);
        find_names(&x);
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
    foreign_names_end(&x.strings);
    foreign_names_end(&x.symbols);
    g_array_unref(x.numbers);
    sqlite3_finalize(x.number);
}
