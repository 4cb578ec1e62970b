/* See launches.h. */
#include "trace/import/launches.h"

#include <string.h>

/* What we call a line behind the device's name: "device 3: XLA Modules". */
const char *import_plain_lane(const char *name)
{
    const char *colon = g_str_has_prefix(name, "device ") && g_ascii_isdigit(name[7]) ? strstr(name, ": ") : NULL;
    return colon ? colon + 2 : name;
}

int import_lane_kind(const char *name, bool is_gpu)
{
    name = import_plain_lane(name);
    const char *part = g_str_has_prefix(name, "SparseCore ") ? strstr(name, ": ") : NULL;
    name = part ? part + 2 : name;
    const char *from = strstr(name, " - from #"); /* XProf makes such lines of one stream each */
    size_t n = from ? (size_t)(from - name) : strlen(name);
    static const struct {
        const char *name;
        int kind;
    } known[] = { { "Steps", TRACE_LANE_STEPS }, { "XLA Modules", TRACE_LANE_MODULES }, { "XLA Ops", TRACE_LANE_OPS }, { "Async XLA Ops", TRACE_LANE_ASYNC }, { "XLA TraceMe", TRACE_LANE_MARKERS },
                  { "Framework Name Scope", TRACE_LANE_MARKERS }, { "Framework Ops", TRACE_LANE_MARKERS }, { "Source code", TRACE_LANE_MARKERS }, { "Source Code", TRACE_LANE_MARKERS }, { "Launch Stats", TRACE_LANE_MARKERS },
                  { "Host Offload Ops", TRACE_LANE_MARKERS }, { "Tensor Core Sync Flag", TRACE_LANE_MARKERS }, { "Overlay", TRACE_LANE_MARKERS }, { "TC Overlay", TRACE_LANE_MARKERS }, { "Scalar Unit", TRACE_LANE_MARKERS }, { "Pallas Primitives", TRACE_LANE_MARKERS }, { "CUPTI overhead", TRACE_LANE_MARKERS }, { "between slices", TRACE_LANE_ASYNC }, { IMPORT_WORKED_OUT, TRACE_LANE_ASYNC }, { "links", TRACE_LANE_STREAM }, { "Sparse Core Steps", TRACE_LANE_MARKERS },
                  { "Sparse Core Modules", TRACE_LANE_MARKERS }, { "Sparse Core Ops", TRACE_LANE_STREAM }, { "Sparse Core Syncs", TRACE_LANE_MARKERS } };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (strlen(known[i].name) == n && strncmp(name, known[i].name, n) == 0) /* XProf adds lines of modules and ops to GPUs, which repeat what streams have */
            return is_gpu && known[i].kind == TRACE_LANE_OPS ? TRACE_LANE_MARKERS : known[i].kind;
    return g_str_has_prefix(name, "Stream #") ? TRACE_LANE_STREAM : 0;
}

static int kernel_by_start(gconstpointer pa, gconstpointer pb)
{
    const ImportKernel *a = pa, *b = pb;
    return a->start != b->start ? (a->start < b->start ? -1 : 1) : (a->end > b->end) - (a->end < b->end);
}

/* An execution of a program that is being put together. */
typedef struct Launch {
    ImportOp *first, *last; /* the op with which executions begin; the op before */
    int64_t start, end;
    bool open;
} Launch;

/* The op that begins each execution: of the entry's that ran, the first in the schedule; else the first that ran. */
static ImportOp *first_op(const GArray *kernels, const ImportProgram *g)
{
    ImportOp *best = NULL;
    for (guint i = 0; i < kernels->len; i++) {
        const ImportKernel *k = &g_array_index(kernels, ImportKernel, i);
        if (k->program != g || !k->op)
            continue;
        if (!best || (k->op->in_entry && (!best->in_entry || k->op->ord < best->ord)))
            best = k->op;
    }
    return best;
}

static void close_launch(TimelineDevice *d, ImportProgram *g, Launch *x)
{
    if (x->open)
        timeline_exec(d, g, x->start, x->end, 0);
    x->open = false;
}

void import_find_execs(TimelineDevice *d, GArray *kernels)
{
    bool sorted = true;
    for (guint i = 1; i < kernels->len && sorted; i++)
        sorted = kernel_by_start(&g_array_index(kernels, ImportKernel, i - 1), &g_array_index(kernels, ImportKernel, i)) <= 0;
    if (!sorted)
        g_array_sort(kernels, kernel_by_start);
    g_autoptr(GHashTable) launches = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < kernels->len; i++) {
        const ImportKernel *k = &g_array_index(kernels, ImportKernel, i);
        Launch *x = g_hash_table_lookup(launches, k->program);
        if (!x) {
            g_hash_table_insert(launches, k->program, x = g_new0(Launch, 1));
            x->first = first_op(kernels, k->program);
        }
        if (k->op && k->op == x->first && x->last != x->first)
            close_launch(d, k->program, x);
        if (!x->open)
            *x = (Launch){ .first = x->first, .start = k->start, .end = k->end, .open = true };
        x->end = MAX(x->end, k->end);
        x->last = k->op ? k->op : x->last;
    }
    GHashTableIter it;
    gpointer program, launch;
    g_hash_table_iter_init(&it, launches);
    while (g_hash_table_iter_next(&it, &program, &launch))
        close_launch(d, program, launch);
}
