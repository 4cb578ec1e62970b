/* Memory profiles in pprof's format, as jax.profiler.save_device_memory_profile writes them: what is allocated on each device, by the stack that made it.
 * They have one moment: allocations are stored at time 0 without an end, and their sum as the memory in use. */
#include <string.h>

#include "trace/import/run.h"
#include "trace/wire.h"

enum { MAX_FRAMES = 256 };

typedef struct Pprof {
    ImportRun *r;
    WireMessage m;
    bool bad;
    GPtrArray *strings;
    GHashTable *functions, *locations; /* id -> WireMessage */
    GHashTable *in_use;                /* device row -> bytes */
    GHashTable *devices;               /* name -> row */
    int space, count;                  /* which of a sample's values are bytes, and a number of allocations; -1 = none */
    int64_t host;
} Pprof;

static const char *string_at(const Pprof *p, int64_t i)
{
    return i >= 0 && i < (int64_t)p->strings->len ? p->strings->pdata[i] : "";
}

static void read_tables(Pprof *p)
{
    const uint8_t *at = p->m.p;
    WireField f;
    while (wire_next_cut(&at, p->m.p + p->m.n, &f, &p->bad)) {
        WireMessage m = { f.bytes, f.n, &p->bad };
        if (f.type != 2)
            continue;
        if (f.number == 6) {
            g_autofree char *raw = g_strndup(f.n ? (const char *)f.bytes : "", MIN(f.n, (size_t)1 << 16));
            g_ptr_array_add(p->strings, g_utf8_make_valid(raw, -1));
        } else if (f.number == 4 || f.number == 5) {
            int64_t id = wire_int(m, 1, 0);
            g_hash_table_replace(f.number == 4 ? p->locations : p->functions, g_memdup2(&id, sizeof id), g_memdup2(&m, sizeof m));
        }
    }
    const uint8_t *type = NULL;
    WireMessage t;
    for (int i = 0; wire_each(p->m, 1, &type, &t); i++) {
        if (g_str_equal(string_at(p, wire_int(t, 2, 0)), "bytes"))
            p->space = i;
        else if (g_str_equal(string_at(p, wire_int(t, 2, 0)), "count"))
            p->count = i;
    }
}

/* The row of frame i and those that called it: a sample names its leaf first. */
static int64_t place(Pprof *p, const WireInts *frames, int i)
{
    if (i >= MIN(frames->n, MAX_FRAMES))
        return 0;
    const WireMessage *location = g_hash_table_lookup(p->locations, &frames->v[i]);
    WireMessage line = location ? wire_message(*location, 4) : (WireMessage){ .bad = &p->bad };
    int64_t id = wire_int(line, 1, 0), number = wire_int(line, 2, 0);
    const WireMessage *function = g_hash_table_lookup(p->functions, &id);
    if (!function)
        return place(p, frames, i + 1);
    const char *file = string_at(p, wire_int(*function, 4, 0)), *name = string_at(p, wire_int(*function, 2, 0));
    TraceLoc row = { .file_id = trace_str(p->r->w, *file ? file : "?"), .func_id = *name ? trace_str(p->r->w, name) : 0, .parent_id = place(p, frames, i + 1) };
    if (number > 0)
        row.line = TRACE_INT(number);
    return trace_loc(p->r->w, &row);
}

static const char *label(Pprof *p, WireMessage sample, const char *key)
{
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(sample, 3, &at, &m))
        if (g_str_equal(string_at(p, wire_int(m, 1, 0)), key))
            return string_at(p, wire_int(m, 2, 0));
    return "";
}

/* "TFRT_CPU_3", "cuda:1", "TPU_0(...)": the first number in it. */
static int64_t ordinal_in(const char *name)
{
    const char *at = name;
    while (*at && (!g_ascii_isdigit(*at) || (at > name && g_ascii_isalnum(at[-1]))))
        at++;
    return *at ? (int64_t)MIN(g_ascii_strtoull(at, NULL, 10), (guint64)1 << 20) : 0;
}

static int64_t device_of(Pprof *p, const char *name)
{
    int64_t *row = g_hash_table_lookup(p->devices, name);
    if (row)
        return *row;
    int64_t ordinal = ordinal_in(name);
    const GPtrArray *all = timeline_devices(p->r->timeline);
    row = g_new0(int64_t, 1);
    for (guint i = 0; i < all->len; i++)
        if (((const TimelineDevice *)all->pdata[i])->global_id == ordinal)
            *row = ((const TimelineDevice *)all->pdata[i])->row;
    if (!*row)
        *row = timeline_device(p->r->timeline, &(TraceDevice){ .host_id = p->host, .global_id = ordinal, .ordinal = TRACE_INT(ordinal), .kind = *name ? name : "device" })->row;
    g_hash_table_insert(p->devices, g_strdup(name), row);
    return *row;
}

static void read_sample(Pprof *p, WireMessage m)
{
    WireInts frames = { 0 }, values = { 0 };
    wire_ints(m, 1, &frames);
    wire_ints(m, 2, &values);
    int64_t bytes = p->space >= 0 && p->space < values.n ? values.v[p->space] : 0, n = p->count >= 0 && p->count < values.n ? values.v[p->count] : 1;
    const char *device = label(p, m, "device"), *kind = label(p, m, "kind");
    p->r->n_seen++;
    if (bytes <= 0 || g_str_equal(kind, "executable")) {
        p->r->n_left++;
        import_note(p->r, 0, "no_memory_of_devices", 1, "samples are of programs, or hold nothing");
    } else {
        int64_t row = device_of(p, device);
        g_autofree char *what = n > 1 ? g_strdup_printf("%" G_GINT64_FORMAT " arrays", n) : g_strdup("an array");
        trace_put_mem_event(p->r->w, &(TraceMemEvent){ .device_id = row, .bytes = bytes, .what_id = trace_str(p->r->w, what), .loc_id = place(p, &frames, 0) });
        int64_t *sum = g_hash_table_lookup(p->in_use, &row);
        if (!sum)
            g_hash_table_insert(p->in_use, g_memdup2(&row, sizeof row), sum = g_new0(int64_t, 1));
        *sum = MIN(*sum + bytes, INT64_MAX / 4);
    }
    g_free(frames.v);
    g_free(values.v);
}

bool import_pprof(ImportRun *r, ImportSource *s, GError **error)
{
    Pprof p = { .r = r, .strings = g_ptr_array_new_with_free_func(g_free), .functions = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
                .locations = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free), .in_use = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
                .devices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), .space = -1, .count = -1 };
    p.m = (WireMessage){ s->p, s->n, &p.bad };
    p.host = timeline_host(r->timeline, s->name, r->n_hosts++);
    read_tables(&p);
    const uint8_t *at = NULL;
    WireMessage m;
    while (wire_each(p.m, 2, &at, &m))
        read_sample(&p, m);
    GHashTableIter it;
    gpointer row, sum;
    g_hash_table_iter_init(&it, p.in_use);
    while (g_hash_table_iter_next(&it, &row, &sum))
        import_mem_sample(r, &(TraceMemSample){ .device_id = *(int64_t *)row, .in_use = *(int64_t *)sum });
    if (p.bad || s->cut)
        import_note(r, 2, "damaged", 1, "the file is damaged: what could be read is there");
    import_saw(r, "samples", r->n_seen);
    import_end_file(r, s, IMPORT_PPROF, &(TraceImport){ .status = p.bad || s->cut });
    g_ptr_array_unref(p.strings);
    g_hash_table_unref(p.functions);
    g_hash_table_unref(p.locations);
    g_hash_table_unref(p.in_use);
    g_hash_table_unref(p.devices);
    return trace_commit(r->w, error);
}
