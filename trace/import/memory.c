/* See memory.h. */
#include "trace/import/memory.h"

struct ImportMemory {
    GArray *points; /* Point */
};

typedef struct Point {
    int64_t device_row, ts_ns, bytes;
    int what;
} Point;

int import_memory_named(const char *name)
{
    static const char *const names[] = { [MEMORY_IN_USE] = "memory in use", [MEMORY_RESERVED] = "memory reserved", [MEMORY_RESIDENT] = "memory of the host behind it" };
    for (int i = MEMORY_IN_USE; i <= MEMORY_RESIDENT; i++)
        if (g_str_equal(names[i], name))
            return i;
    return 0;
}

ImportMemory *import_memory_new(void)
{
    ImportMemory *m = g_new0(ImportMemory, 1);
    m->points = g_array_new(FALSE, FALSE, sizeof(Point));
    return m;
}

void import_memory_free(ImportMemory *m)
{
    g_array_unref(m->points);
    g_free(m);
}

void import_memory_add(ImportMemory *m, int64_t device_row, int64_t ts_ns, int what, double bytes)
{
    Point p = { device_row, ts_ns, bytes != bytes ? 0 : (int64_t)CLAMP(bytes, -9e18, 9e18), what };
    g_array_append_val(m->points, p);
}

static int by_moment(gconstpointer pa, gconstpointer pb)
{
    const Point *a = pa, *b = pb;
    if (a->device_row != b->device_row)
        return a->device_row < b->device_row ? -1 : 1;
    return (a->ts_ns > b->ts_ns) - (a->ts_ns < b->ts_ns);
}

/* Where a moment does not say what is in use, it is what was. */
void import_memory_store(ImportRun *r, ImportMemory *m)
{
    g_array_sort(m->points, by_moment);
    TraceMemSample row = { 0 };
    for (guint i = 0; i < m->points->len; i++) {
        const Point *p = &g_array_index(m->points, Point, i);
        if (i == 0 || by_moment(p, p - 1) != 0)
            row = (TraceMemSample){ .device_id = p->device_row, .ts_ns = p->ts_ns, .in_use = row.device_id == p->device_row ? row.in_use : 0 };
        if (p->what == MEMORY_IN_USE)
            row.in_use = p->bytes;
        else if (p->what == MEMORY_RESERVED)
            row.reserved = TRACE_INT(p->bytes);
        else
            row.resident = TRACE_INT(p->bytes);
        if (i + 1 == m->points->len || by_moment(p, p + 1) != 0)
            import_mem_sample(r, &row);
    }
}
