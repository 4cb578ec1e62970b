/* Nsight Systems' SQLite export: kernels, copies, calls of CUDA, NVTX ranges, memory. XLA names its NVTX ranges after modules and thunks, so that a kernel's
 * instruction is that of the range around its launch. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/sqlite_rows.h"

enum { MOST_BACK = 64 };

/* A range of XLA's. */
typedef struct Range {
    int64_t tid, start, end;
    char *hlo_op, *module;
    bool has_id;
    uint64_t id;
} Range;

typedef struct Launch {
    int64_t tid, at;
} Launch;

typedef struct Nsys {
    Foreign *f;
    GArray *ranges;         /* Range, by thread and start */
    GHashTable *launches;   /* correlation -> Launch */
} Nsys;

static void range_clear(gpointer p)
{
    g_free(((Range *)p)->hlo_op);
    g_free(((Range *)p)->module);
}

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
    const Range *a = pa, *b = pb;
    return a->tid != b->tid ? (a->tid < b->tid ? -1 : 1) : (a->start > b->start) - (a->start < b->start);
}

static char *strings_join(const Foreign *f, const char *id)
{
    g_autofree char *strings = foreign_table(f, "StringIds");
    return strings ? g_strdup_printf("(SELECT value FROM StringIds WHERE id = %s)", id) : g_strdup("NULL");
}

/* globalTid: the thread in bits 0 to 23, the process above. */
static Track *host_track(Nsys *n, int64_t global_tid, const char *what)
{
    int64_t process = global_tid >> 24, thread = (global_tid & 0xffffff) * 2 + (what != NULL);
    Track *t = tracks_get(n->f->tracks, process, thread);
    if (!t->name)
        t->name = g_strdup_printf("thread %" G_GINT64_FORMAT "%s%s", global_tid & 0xffffff, what ? " " : "", what ? what : "");
    return t;
}

static void read_nvtx(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, "NVTX_EVENTS");
    if (!table)
        return;
    g_autofree char *text = foreign_column(f, table, "n", "text", "NULL"), *text_id = foreign_column(f, table, "n", "textId", "NULL"), *joined = strings_join(f, text_id),
                    *tid = foreign_column(f, table, "n", "globalTid", "0"),
                    *sql = g_strdup_printf("SELECT n.start, n.end, coalesce(%s, %s), %s, n.eventType FROM %s n WHERE n.eventType IN (59, 60, 34) AND n.start IS NOT NULL", text, joined, tid, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        int64_t start = sqlite3_column_int64(q, 0), end = sqlite3_column_type(q, 1) == SQLITE_NULL ? start : sqlite3_column_int64(q, 1), global = sqlite3_column_int64(q, 3);
        const char *name = foreign_text(q, 2);
        track_add(f->tracks, host_track(n, global, "NVTX"), start, end, name);
        g_autofree char *id = annotated(name, "program_id");
        Range x = { .tid = global, .start = start, .end = end, .hlo_op = annotated(name, "hlo_op"), .module = annotated(name, "hlo_module"), .has_id = id != NULL };
        x.id = id ? g_ascii_strtoull(id, NULL, 10) : 0;
        if (x.hlo_op || x.module)
            g_array_append_val(n->ranges, x);
    }
    g_array_sort(n->ranges, range_order);
}

static void read_calls(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, "CUPTI_ACTIVITY_KIND_RUNTIME");
    if (!table)
        return;
    g_autofree char *name = strings_join(f, "r.nameId"), *sql = g_strdup_printf("SELECT r.start, r.end, r.globalTid, r.correlationId, %s FROM %s r", name, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        int64_t global = sqlite3_column_int64(q, 2);
        TimelineEvent *e = track_add(f->tracks, host_track(n, global, NULL), sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), foreign_text(q, 4));
        e->arrow = track_launch(f->tracks, sqlite3_column_int64(q, 3), ARROW_FROM);
        Launch *l = g_new(Launch, 1);
        *l = (Launch){ global, sqlite3_column_int64(q, 0) };
        g_hash_table_replace(n->launches, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 3) + 1), l);
    }
}

/* The program and the instruction of the ranges around a launch. */
static void find_op(Nsys *n, Track *t, int64_t correlation)
{
    ImportRun *r = n->f->tracks->run;
    const Launch *l = g_hash_table_lookup(n->launches, GSIZE_TO_POINTER((gsize)correlation + 1));
    guint low = 0, high = l ? n->ranges->len : 0;
    while (low < high) {
        guint mid = (low + high) / 2;
        const Range *x = &g_array_index(n->ranges, Range, mid);
        if (x->tid < l->tid || (x->tid == l->tid && x->start <= l->at))
            low = mid + 1;
        else
            high = mid;
    }
    const char *op = NULL, *module = NULL;
    const Range *with_module = NULL;
    for (guint i = low, back = 0; i-- > 0 && back < MOST_BACK && !module; back++) {
        const Range *x = &g_array_index(n->ranges, Range, i);
        if (x->tid != l->tid)
            break;
        if (x->end < l->at)
            continue;
        op = op ? op : x->hlo_op;
        module = x->module;
        with_module = x;
    }
    if (!module)
        return;
    ImportProgram *g = import_programs_find(r->programs, module, with_module->has_id, with_module->id);
    ImportOp *found = op ? import_program_op(g, op, strlen(op)) : NULL;
    if (op && !found)
        found = import_programs_make_op(r->programs, g, op);
    track_of_program(t, g, found);
}

static Track *stream_track(Nsys *n, int64_t device, int64_t stream)
{
    device = CLAMP(device, 0, 1 << 20);
    Track *t = tracks_get(n->f->tracks, -1 - device, stream);
    t->device = device;
    t->is_gpu = true;
    t->kind = TRACE_LANE_STREAM;
    if (!t->name)
        t->name = g_strdup_printf("Stream #%" G_GINT64_FORMAT, stream);
    return t;
}

static void read_kernels(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, "CUPTI_ACTIVITY_KIND_KERNEL");
    if (!table)
        return;
    g_autofree char *id = foreign_column(f, table, "k", "shortName", "k.demangledName"), *name = strings_join(f, id),
                    *sql = g_strdup_printf("SELECT k.start, k.end, k.deviceId, k.streamId, k.correlationId, %s FROM %s k ORDER BY k.start", name, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next(f, q)) {
        Track *t = stream_track(n, sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
        TimelineEvent *e = track_add(f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), foreign_text(q, 5));
        e->arrow = track_launch(f->tracks, sqlite3_column_int64(q, 4), ARROW_TO);
        find_op(n, t, sqlite3_column_int64(q, 4));
    }
}

static const char *copy_name(int64_t kind, char *buffer, size_t n)
{
    static const char *const names[] = { [1] = "MemcpyH2D", [2] = "MemcpyD2H", [3] = "MemcpyH2A", [4] = "MemcpyA2H", [5] = "MemcpyA2A", [6] = "MemcpyA2D", [7] = "MemcpyD2A", [8] = "MemcpyD2D", [9] = "MemcpyH2H", [10] = "MemcpyP2P" };
    if (kind > 0 && kind < (int64_t)G_N_ELEMENTS(names))
        return names[kind];
    g_snprintf(buffer, n, "Memcpy of kind %" G_GINT64_FORMAT, kind);
    return buffer;
}

static void read_copies(Nsys *n, const char *name, bool sets)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, name);
    if (!table)
        return;
    g_autofree char *kind = foreign_column(f, table, "c", "copyKind", "0"), *sql = g_strdup_printf("SELECT c.start, c.end, c.deviceId, c.streamId, c.correlationId, %s FROM %s c ORDER BY c.start", kind, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    char buffer[64];
    while (foreign_next(f, q)) {
        Track *t = stream_track(n, sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
        TimelineEvent *e = track_add(f->tracks, t, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), sets ? "Memset" : copy_name(sqlite3_column_int64(q, 5), buffer, sizeof buffer));
        e->cat = TRACE_CAT_COPY;
        e->arrow = track_launch(f->tracks, sqlite3_column_int64(q, 4), ARROW_TO);
        find_op(n, t, sqlite3_column_int64(q, 4));
    }
}

static void read_memory(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, "CUDA_GPU_MEMORY_USAGE_EVENTS");
    if (!table)
        return;
    g_autofree char *kind = foreign_column(f, table, "m", "memKind", "2"),
                    *sql = g_strdup_printf("SELECT m.start, m.deviceId, m.bytes, m.memoryOperationType FROM %s m WHERE %s = 2 ORDER BY m.start", table, kind);
    sqlite3_stmt *q = foreign_ask(f, sql);
    g_autoptr(GHashTable) in_use = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    while (foreign_next(f, q)) {
        int64_t device = CLAMP(sqlite3_column_int64(q, 1), 0, 1 << 20), bytes = sqlite3_column_int64(q, 2);
        int64_t *sum = g_hash_table_lookup(in_use, &device);
        if (!sum)
            g_hash_table_insert(in_use, g_memdup2(&device, sizeof device), sum = g_new0(int64_t, 1));
        if (bytes < 0 || bytes > INT64_C(1) << 50)
            continue;
        *sum = MAX(*sum + (sqlite3_column_int64(q, 3) ? -bytes : bytes), 0); /* what was there before the profile began is not known */
        g_array_append_val(f->tracks->memory, ((TrackMemory){ device, sqlite3_column_int64(q, 0), *sum }));
    }
}

static void read_facts(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *gpus = foreign_table(f, "TARGET_INFO_GPU"), *start = foreign_table(f, "TARGET_INFO_SESSION_START_TIME"), *notes = foreign_table(f, "DIAGNOSTIC_EVENT"), *threads = foreign_table(f, "ThreadNames");
    if (gpus) {
        g_autofree char *id = foreign_column(f, gpus, "", "id", "rowid - 1"), *sql = g_strdup_printf("SELECT %s, name FROM %s", id, gpus);
        sqlite3_stmt *q = foreign_ask(f, sql);
        while (foreign_next(f, q))
            g_hash_table_replace(f->tracks->device_kinds, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(q, 0) + 1), g_strdup(foreign_text(q, 1)));
    }
    if (start && foreign_has_column(f, start, "utcEpochNs")) {
        sqlite3_stmt *q = foreign_ask(f, "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME");
        while (foreign_next(f, q))
            f->tracks->epoch_ns = sqlite3_column_int64(q, 0);
    }
    if (notes && foreign_has_column(f, notes, "text")) {
        sqlite3_stmt *q = foreign_ask(f, "SELECT text FROM DIAGNOSTIC_EVENT");
        while (foreign_next(f, q))
            import_note(f->tracks->run, 1, "profiler_says", 1, "remarks of the profiler, the first: %s", foreign_text(q, 0));
    }
    if (threads) {
        g_autofree char *name = strings_join(f, "t.nameId"), *sql = g_strdup_printf("SELECT t.globalTid, %s FROM ThreadNames t", name);
        sqlite3_stmt *q = foreign_ask(f, sql);
        while (foreign_next(f, q)) {
            Track *t = host_track(n, sqlite3_column_int64(q, 0), NULL);
            g_free(t->name);
            t->name = g_utf8_make_valid(foreign_text(q, 1), -1);
        }
    }
}

void nsys_read(Foreign *f)
{
    Nsys n = { .f = f, .ranges = g_array_new(FALSE, FALSE, sizeof(Range)), .launches = g_hash_table_new_full(NULL, NULL, NULL, g_free) };
    g_array_set_clear_func(n.ranges, range_clear);
    read_facts(&n);
    read_nvtx(&n);
    read_calls(&n);
    read_kernels(&n);
    read_copies(&n, "CUPTI_ACTIVITY_KIND_MEMCPY", false);
    read_copies(&n, "CUPTI_ACTIVITY_KIND_MEMSET", true);
    read_memory(&n);
    g_array_unref(n.ranges);
    g_hash_table_unref(n.launches);
}
