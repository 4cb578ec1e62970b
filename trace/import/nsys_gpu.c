/* What Nsight Systems recorded of GPUs: kernels, graphs, copies, waits, memory, metrics. Each process numbers the GPUs that it sees from 0; which ones these are says
 * TARGET_INFO_CUDA_DEVICE. Parts of one GPU (MIG) are devices of their own. Start at nsys_read_gpus(). */
#include <string.h>

#include "trace/import/nsys_impl.h"

enum { MOST_DEVICES = 1 << 20, MARKS = 1 << 30, METRICS = 1 << 28 };

/* ---- which GPU ------------------------------------------------------------------------------------------------------------------- */

typedef struct Known {
    int64_t gpu, pid, number;
    char *uuid;
} Known;

static void known_clear(gpointer p)
{
    g_free(((Known *)p)->uuid);
}

static char *gpu_key(int64_t pid, int64_t number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, pid, number);
}

static void name_device(Nsys *n, int64_t ordinal, int64_t gpu)
{
    const char *name = g_hash_table_lookup(n->names, GSIZE_TO_POINTER((gsize)gpu + 1));
    if (name)
        g_hash_table_replace(n->f->tracks->device_kinds, GSIZE_TO_POINTER((gsize)ordinal + 1), g_strdup(name));
}

static void read_names(Nsys *n)
{
    g_autofree char *gpus = nsys_table(n, "TARGET_INFO_GPU");
    if (!gpus || !foreign_has_column(n->f, gpus, "name"))
        return;
    g_autofree char *id = foreign_column(n->f, gpus, "", "id", "rowid - 1"), *sql = g_strdup_printf("SELECT %s, name FROM %s", id, gpus);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next(n->f, q)) {
        int64_t gpu = CLAMP(sqlite3_column_int64(q, 0), 0, MOST_DEVICES);
        g_hash_table_replace(n->names, GSIZE_TO_POINTER((gsize)gpu + 1), g_utf8_make_valid(foreign_text(q, 1), -1));
        name_device(n, gpu, gpu);
    }
}

static GArray *read_known(Nsys *n)
{
    GArray *out = g_array_new(FALSE, TRUE, sizeof(Known));
    g_array_set_clear_func(out, known_clear);
    g_autofree char *table = nsys_table(n, "TARGET_INFO_CUDA_DEVICE");
    if (!table || !foreign_has_column(n->f, table, "gpuId") || !foreign_has_column(n->f, table, "cudaId"))
        return out;
    g_autofree char *pid = nsys_column(n, table, "pid"), *uuid = foreign_column(n->f, table, "x", "uuid", "''"),
                    *sql = g_strdup_printf("SELECT x.gpuId, x.cudaId, %s, %s FROM %s x ORDER BY 1, 4, 3, 2", pid, uuid, table);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    while (foreign_next(n->f, q) && out->len < MOST_DEVICES) {
        Known k = { CLAMP(sqlite3_column_int64(q, 0), 0, MOST_DEVICES), sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 1), g_strdup(foreign_text(q, 3)) };
        g_array_append_val(out, k);
    }
    return out;
}

/* Rows of one GPU follow each other: those with another text for it are of other parts. */
static bool is_same(const Known *a, const Known *b)
{
    return a->gpu == b->gpu && g_str_equal(a->uuid, b->uuid);
}

static bool has_parts(const GArray *known)
{
    for (guint i = 1; i < known->len; i++) {
        const Known *a = &g_array_index(known, Known, i - 1), *b = &g_array_index(known, Known, i);
        if (a->gpu == b->gpu && !is_same(a, b))
            return true;
    }
    return false;
}

void nsys_read_devices(Nsys *n)
{
    read_names(n);
    g_autoptr(GArray) known = read_known(n);
    bool parts = has_parts(known);
    int64_t next = -1;
    for (guint i = 0; i < known->len; i++) {
        const Known *k = &g_array_index(known, Known, i);
        next += i == 0 || !is_same(&g_array_index(known, Known, i - 1), k);
        NsysGpu *gpu = g_new(NsysGpu, 1);
        *gpu = (NsysGpu){ k->pid, k->number, parts ? next : k->gpu };
        g_hash_table_replace(n->gpus, gpu_key(k->pid, k->number), gpu);
        name_device(n, gpu->device, k->gpu);
    }
}

static int64_t device_of(Nsys *n, int64_t process, int64_t number)
{
    if (n->last_number == number && n->last_process == process && n->last_known)
        return n->last_device;
    int64_t pid = process & 0xffffff;
    g_autofree char *mine = gpu_key(pid, number), *anybody = gpu_key(0, number);
    const NsysGpu *gpu = g_hash_table_lookup(n->gpus, mine);
    if (!gpu)
        gpu = g_hash_table_lookup(n->gpus, anybody);
    n->last_known = true;
    n->last_process = process;
    n->last_number = number;
    n->last_device = gpu ? gpu->device : CLAMP(number, 0, MOST_DEVICES);
    return n->last_device;
}

/* ---- streams ---------------------------------------------------------------------------------------------------------------------- */

/* Streams are numbered by each context, and contexts by each process. Number of the context among those of its device, from 0. */
static int64_t context_of(Nsys *n, int64_t device, int64_t process, int64_t context)
{
    g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, device, process, context), *all = g_strdup_printf("%" G_GINT64_FORMAT, device);
    gpointer have = g_hash_table_lookup(n->contexts, key);
    if (!have) {
        have = GINT_TO_POINTER(GPOINTER_TO_INT(g_hash_table_lookup(n->contexts, all)) + 1);
        g_hash_table_insert(n->contexts, g_strdup(all), have);
        g_hash_table_insert(n->contexts, g_strdup(key), have);
    }
    return GPOINTER_TO_INT(have) - 1;
}

/* What the first columns of a row say, in this order. Rows are not asked for by time: of a damaged table those before the damage would be lost. */
typedef struct GpuRow {
    int64_t start, end, number, stream, context, process, correlation;
} GpuRow;
enum { GPU_COLUMNS = 7 };

/* The rows of a table: the columns of GpuRow, then `more`, n of them. */
static ForeignRows *gpu_rows(Nsys *n, const char *table, const char *const *more, int n_more)
{
    const char *columns[GPU_COLUMNS + 4] = { "start", "end", "deviceId", "streamId", "contextId", "globalPid", "correlationId" };
    for (int i = 0; i < n_more; i++)
        columns[GPU_COLUMNS + i] = more[i];
    return foreign_rows(n->f, table, columns, GPU_COLUMNS + n_more);
}

static GpuRow gpu_row(const ForeignRows *q)
{
    int64_t v[GPU_COLUMNS];
    for (int i = 0; i < GPU_COLUMNS; i++)
        v[i] = foreign_rows_int(q, i);
    return (GpuRow){ v[0], v[1], v[2], v[3], v[4], nsys_process(v[5]), v[6] };
}

static Track *new_stream(Nsys *n, const GpuRow *x)
{
    int64_t device = device_of(n, x->process, x->number), context = context_of(n, device, x->process, x->context);
    Track *t = tracks_get(n->f->tracks, -1 - device, context << 32 | (x->stream & UINT32_MAX));
    t->device = device;
    t->is_gpu = true;
    t->kind = TRACE_LANE_STREAM;
    if (!t->name && context && (x->process || x->context))
        t->name = g_strdup_printf("Stream #%" G_GINT64_FORMAT " (process %" G_GINT64_FORMAT ", context %" G_GINT64_FORMAT ")", x->stream, x->process & 0xffffff, x->context);
    else if (!t->name)
        t->name = g_strdup_printf("Stream #%" G_GINT64_FORMAT, x->stream);
    return t;
}

static Track *stream_track(Nsys *n, const GpuRow *x)
{
    guint at = (guint)((((uint64_t)x->process * 31 + (uint64_t)x->number) * 31 + (uint64_t)x->context) * 31 + (uint64_t)x->stream) % G_N_ELEMENTS(n->streams);
    if (!n->streams[at].track || n->streams[at].process != x->process || n->streams[at].number != x->number || n->streams[at].context != x->context || n->streams[at].stream != x->stream) {
        n->streams[at].track = new_stream(n, x);
        n->streams[at].process = x->process;
        n->streams[at].number = x->number;
        n->streams[at].context = x->context;
        n->streams[at].stream = x->stream;
    }
    return n->streams[at].track;
}

/* Beside the streams, on one line of the device: what is there already, or is no work. */
static Track *mark_track(Nsys *n, const GpuRow *x, const char *name)
{
    int64_t device = device_of(n, x->process, x->number);
    Track *t = tracks_get(n->f->tracks, -1 - device, (int64_t)MARKS << 32 | g_str_hash(name));
    t->device = device;
    t->is_gpu = true;
    t->kind = TRACE_LANE_MARKERS;
    if (!t->name)
        t->name = g_strdup(name);
    return t;
}

static TrackEvent *add_work(Nsys *n, Track *t, const GpuRow *x, uint32_t name)
{
    if (x->end < x->start)
        import_note(n->f->tracks->run, 1, "no_end", 1, "events of GPUs end before they begin: they are there with a length of 0");
    TrackEvent *e = track_add_named(n->f->tracks, t, x->start, x->end, name);
    e->arrow = track_launch(n->f->tracks, nsys_key(n, x->process, x->correlation), ARROW_TO);
    return e;
}

/* ---- work ---------------------------------------------------------------------------------------------------------------------------- */

/* Launches whose kernels are there one by one. */
static void read_kernels(Nsys *n, GHashTable *single)
{
    g_autofree char *table = nsys_table(n, "CUPTI_ACTIVITY_KIND_KERNEL");
    if (!table)
        return;
    bool is_short = foreign_has_column(n->f, table, "shortName");
    const char *const names[] = { is_short ? "shortName" : "demangledName", "name" };
    ForeignRows *q = gpu_rows(n, table, names, 2);
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        GpuRow x = gpu_row(q);
        Track *t = stream_track(n, &x);
        uint64_t key = nsys_key(n, x.process, x.correlation);
        uint32_t name = foreign_rows_null(q, GPU_COLUMNS) ? 0 : foreign_name(&n->strings, foreign_rows_int(q, GPU_COLUMNS));
        add_work(n, t, &x, name ? name : tracks_name(n->f->tracks->run, foreign_rows_text(q, GPU_COLUMNS + 1)));
        nsys_find_op(n, t, key);
        if (single && key)
            g_hash_table_add(single, g_memdup2(&key, sizeof key));
    }
}

/* A graph as a whole is work of its stream, unless its kernels are there. */
static void read_graphs(Nsys *n, const char *table, GHashTable *single)
{
    static const char *const more[] = { "graphId" };
    ForeignRows *q = gpu_rows(n, table, more, 1);
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        GpuRow x = gpu_row(q);
        uint64_t key = nsys_key(n, x.process, x.correlation);
        g_autofree char *name = g_strdup_printf("CUDA graph %" G_GINT64_FORMAT, foreign_rows_int(q, GPU_COLUMNS));
        bool by_kernels = key && g_hash_table_contains(single, &key);
        Track *t = by_kernels ? mark_track(n, &x, "CUDA graphs") : stream_track(n, &x);
        add_work(n, t, &x, tracks_name(n->f->tracks->run, name));
        if (!by_kernels)
            nsys_find_op(n, t, key);
    }
}

static const char *copy_name(int64_t kind, char *buffer, size_t n)
{
    static const char *const names[] = { [1] = "MemcpyH2D", [2] = "MemcpyD2H", [3] = "MemcpyH2A", [4] = "MemcpyA2H", [5] = "MemcpyA2A", [6] = "MemcpyA2D", [7] = "MemcpyD2A", [8] = "MemcpyD2D", [9] = "MemcpyH2H",
                                         [10] = "MemcpyP2P", [11] = "Memcpy unified H2D", [12] = "Memcpy unified D2H", [13] = "Memcpy unified D2D" };
    if (kind > 0 && kind < (int64_t)G_N_ELEMENTS(names))
        return names[kind];
    g_snprintf(buffer, n, "Memcpy of kind %" G_GINT64_FORMAT, kind);
    return buffer;
}

static void read_copies(Nsys *n, const char *name, bool sets)
{
    static const char *const more[] = { "copyKind" };
    g_autofree char *table = nsys_table(n, name);
    if (!table)
        return;
    ForeignRows *q = gpu_rows(n, table, more, 1);
    char buffer[64];
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        GpuRow x = gpu_row(q);
        Track *t = stream_track(n, &x);
        add_work(n, t, &x, tracks_name(n->f->tracks->run, sets ? "Memset" : copy_name(foreign_rows_int(q, GPU_COLUMNS), buffer, sizeof buffer)))->cat = TRACE_CAT_COPY;
        nsys_find_op(n, t, nsys_key(n, x.process, x.correlation));
    }
}

static void read_waits(Nsys *n)
{
    static const char *const more[] = { "syncType" }, *const names[] = { "wait", "wait for an event", "stream waits for an event", "wait for a stream", "wait for a context" };
    g_autofree char *table = nsys_table(n, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION");
    if (!table)
        return;
    ForeignRows *q = gpu_rows(n, table, more, 1);
    while (foreign_rows_next(q)) {
        if (!foreign_rows_timed(q))
            continue;
        GpuRow x = gpu_row(q);
        int64_t kind = foreign_rows_int(q, GPU_COLUMNS);
        add_work(n, mark_track(n, &x, "waits of the host"), &x, tracks_name(n->f->tracks->run, names[kind > 0 && kind < (int64_t)G_N_ELEMENTS(names) ? kind : 0]));
    }
}

/* ---- memory, metrics ------------------------------------------------------------------------------------------------------------- */

static void read_memory(Nsys *n)
{
    g_autofree char *table = nsys_table(n, "CUDA_GPU_MEMORY_USAGE_EVENTS");
    if (!table)
        return;
    g_autofree char *kind = foreign_column(n->f, table, "x", "memKind", "2"), *device = nsys_column(n, table, "deviceId"), *process = nsys_column(n, table, "globalPid"), *bytes = nsys_column(n, table, "bytes"),
                    *what = nsys_column(n, table, "memoryOperationType"), *sql = g_strdup_printf("SELECT x.start, %s, %s, %s, %s FROM %s x WHERE %s = 2 ORDER BY x.start", device, process, bytes, what, table, kind);
    sqlite3_stmt *q = foreign_ask(n->f, sql);
    g_autoptr(GHashTable) in_use = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    while (foreign_next_timed(n->f, q)) {
        int64_t of = device_of(n, nsys_process(sqlite3_column_int64(q, 2)), sqlite3_column_int64(q, 1)), size = sqlite3_column_int64(q, 3);
        int64_t *sum = g_hash_table_lookup(in_use, &of);
        if (!sum)
            g_hash_table_insert(in_use, g_memdup2(&of, sizeof of), sum = g_new0(int64_t, 1));
        if (size < 0 || size > INT64_C(1) << 50)
            continue;
        *sum = CLAMP(*sum + (sqlite3_column_int64(q, 4) ? -size : size), 0, INT64_C(1) << 60); /* what was there before the profile began is not known */
        g_array_append_val(n->f->tracks->memory, ((TrackMemory){ .device = of, .ts_ns = sqlite3_column_int64(q, 0), .in_use = *sum }));
    }
    g_autofree char *others = g_strdup_printf("SELECT count(*) FROM %s x WHERE coalesce(%s, 0) <> 2", table, kind);
    nsys_count_left(n, others, "memory_elsewhere", "allocations and releases of memory that is none of a device's");
}

/* Samples of hardware counters; the number of the GPU is in the lowest byte of their type. */
static void read_metrics(Nsys *n)
{
    Foreign *f = n->f;
    g_autofree char *table = foreign_table(f, "GPU_METRICS"), *about = nsys_table(n, "TARGET_INFO_GPU_METRICS");
    if (!table || !foreign_has_column(f, table, "timestamp") || !foreign_has_column(f, table, "metricId") || !foreign_has_column(f, table, "value"))
        return;
    g_hash_table_add(n->read, g_strdup(table));
    bool named = about && foreign_has_column(f, about, "metricName"), typed = named && foreign_has_column(f, about, "typeId") && foreign_has_column(f, table, "typeId");
    g_autofree char *type = nsys_column(n, table, "typeId"), *name = named ? g_strdup_printf("(SELECT metricName FROM %s WHERE metricId = x.metricId%s)", about, typed ? " AND typeId = x.typeId" : "") : g_strdup("NULL"),
                    *sql = g_strdup_printf("SELECT x.timestamp, %s & 255, x.metricId, x.value, coalesce(%s, 'metric ' || x.metricId) FROM %s x", type, name, table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    while (foreign_next_timed(f, q)) {
        int64_t gpu = sqlite3_column_int64(q, 1), process = gpu - METRICS;
        g_autofree char *whose = g_strdup_printf("metrics of GPU %" G_GINT64_FORMAT, gpu);
        if (!g_hash_table_contains(f->tracks->process_names, &process))
            tracks_name_process(f->tracks, process, whose);
        tracks_sample(f->tracks, process, track_ns(sqlite3_column_int64(q, 0)), foreign_text(q, 4), sqlite3_column_double(q, 3));
        f->tracks->run->n_seen++;
    }
}

void nsys_read_gpus(Nsys *n)
{
    g_autofree char *graphs = nsys_table(n, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
    g_autoptr(GHashTable) single = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    read_kernels(n, graphs ? single : NULL);
    if (graphs)
        read_graphs(n, graphs, single);
    read_copies(n, "CUPTI_ACTIVITY_KIND_MEMCPY", false);
    read_copies(n, "CUPTI_ACTIVITY_KIND_MEMSET", true);
    read_waits(n);
    read_memory(n);
    read_metrics(n);
}
