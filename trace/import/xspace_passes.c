/* What the compiler did while the profiler ran: XLA's pipelines name the module that they compile, and what runs directly within one is a pass. GPUs' profiles
 * also have passes as annotations that say all themselves. Start at xpasses_end_thread().
 * Source: XLA's hlo_pass_pipeline.cc, for the names of events. */
#include <string.h>

#include "trace/import/xspace_impl.h"

typedef struct Pipeline {
    int64_t name_id;
    ImportProgram *program;
} Pipeline;

typedef struct Found {
    int64_t start_ns, dur_ns, name_id, pipeline_id, row;
    ImportProgram *program;
    guint parent;            /* place + 1 of the pass around it, before sorting; 0 = none */
    guint place;
} Found;

struct XPasses {
    ImportRun *r;
    GHashTable *pipelines;   /* str id of the event's name -> Pipeline */
    GHashTable *others;      /* str ids of names that no pass has */
    GArray *found;           /* Found */
};

XPasses *xpasses_new(ImportRun *r)
{
    XPasses *x = g_new0(XPasses, 1);
    x->r = r;
    x->pipelines = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    x->others = g_hash_table_new(NULL, NULL);
    x->found = g_array_new(FALSE, FALSE, sizeof(Found));
    return x;
}

static void add_pipeline(XPasses *x, uint32_t name_id, const char *name, const char *module)
{
    g_autofree char *tail = g_strdup_printf(" (%s)", module);
    if (!*module || !g_str_has_suffix(name, tail) || strlen(name) == strlen(tail))
        return;
    g_autofree char *plain = g_strndup(name, strlen(name) - strlen(tail));
    Pipeline *p = g_new(Pipeline, 1);
    *p = (Pipeline){ trace_str(x->r->w, plain), import_programs_find(x->r->programs, module, false, 0) };
    g_hash_table_insert(x->pipelines, GUINT_TO_POINTER(name_id), p);
}

bool xpasses_kind(XPasses *x, const XPlane *p, const XEvent *e, uint32_t name_id, const char *name)
{
    XStat module, source;
    if (*name == '$' || strstr(name, "::") || g_str_equal(name, "RunInvariantCheckers")) /* a frame of Python, a function of C++, what only looks */
        g_hash_table_add(x->others, GUINT_TO_POINTER(name_id));
    if (xevent_stat(p, e, XSTAT_source_file, &source) && xevent_stat(p, e, XSTAT_module, &module)) {
        g_autofree char *file = xstat_text(&source), *text = xstat_text(&module);
        if (strstr(file, "hlo_pass_pipeline"))
            add_pipeline(x, name_id, name, text);
    }
    return g_str_equal(name, "XlaPass") || g_str_has_prefix(name, "XlaPass:#");
}

/* "XlaPass:#name=algsimp,module=jit_f,program_id=3#": the value of a key; NULL = it has none. */
static char *in_name(const char *name, const char *key)
{
    g_autofree char *first = g_strdup_printf("#%s=", key), *later = g_strdup_printf(",%s=", key);
    const char *at = strstr(name, first);
    at = at ? at : strstr(name, later);
    return at ? g_strndup(at + strlen(key) + 2, strcspn(at + strlen(key) + 2, ",#")) : NULL;
}

void xpasses_note(XPasses *x, const XPlane *p, const XEvent *e, int64_t start_ns, int64_t dur_ns)
{
    XStat s;
    g_autofree char *text = xkind_name(e->kind), *name = in_name(text, "name"), *module = in_name(text, "module"), *id = in_name(text, "program_id");
    if (!name && xevent_stat(p, e, XSTAT_name, &s))
        name = xstat_text(&s);
    if (!module && xevent_stat(p, e, XSTAT_module, &s))
        module = xstat_text(&s);
    bool has_id = id || xevent_stat(p, e, XSTAT_program_id, &s);
    ImportProgram *program = name && module ? import_programs_find(x->r->programs, module, has_id, id ? g_ascii_strtoull(id, NULL, 10) : has_id ? (uint64_t)xstat_int(&s) : 0) : NULL;
    if (program)
        g_array_append_val(x->found, ((Found){ .start_ns = start_ns, .dur_ns = dur_ns, .name_id = trace_str(x->r->w, name), .program = program }));
}

/* An event that others may be in. */
typedef struct Around {
    int64_t end_ns;
    const Pipeline *pipeline; /* NULL = it is none */
    guint pass;               /* place + 1 of the pass that it is, or that is around it */
} Around;

void xpasses_end_thread(XPasses *x, const GArray *events)
{
    enum { MAX_OPEN = 512 };
    Around open[MAX_OPEN];
    guint n = 0;
    for (guint i = 0; i < events->len && g_hash_table_size(x->pipelines); i++) {
        const TimelineEvent *e = &g_array_index(events, TimelineEvent, i);
        while (n && open[n - 1].end_ns < e->start_ns + e->dur_ns)
            n--;
        const Pipeline *around = n ? open[n - 1].pipeline : NULL, *mine = g_hash_table_lookup(x->pipelines, GUINT_TO_POINTER(e->name_id));
        guint pass = n ? open[n - 1].pass : 0;
        if (around && !mine && !g_hash_table_contains(x->others, GUINT_TO_POINTER(e->name_id))) {
            Found f = { .start_ns = e->start_ns, .dur_ns = e->dur_ns, .name_id = e->name_id, .pipeline_id = around->name_id, .program = around->program, .parent = pass };
            g_array_append_val(x->found, f);
            pass = x->found->len;
        }
        if (n < MAX_OPEN)
            open[n++] = (Around){ e->start_ns + e->dur_ns, mine, pass };
    }
}

static int by_start(gconstpointer pa, gconstpointer pb)
{
    const Found *a = pa, *b = pb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    if (a->dur_ns != b->dur_ns)
        return a->dur_ns > b->dur_ns ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

void xpasses_store(XPasses *x)
{
    g_autofree int64_t *row_of = g_new0(int64_t, x->found->len + 1);
    for (guint i = 0; i < x->found->len; i++)
        g_array_index(x->found, Found, i).place = i + 1;
    g_array_sort(x->found, by_start);
    for (guint i = 0; i < x->found->len; i++) {
        const Found *f = &g_array_index(x->found, Found, i);
        if (!f->program || f->program->insts || !f->program->module_id) /* a dump has said it */
            continue;
        TracePass row = { .module_id = f->program->module_id, .seq = f->program->n_passes++, .parent_id = row_of[f->parent], .name_id = f->name_id, .pipeline_id = f->pipeline_id,
                          .start_ns = TRACE_INT(f->start_ns), .dur_ns = TRACE_INT(f->dur_ns) };
        row_of[f->place] = trace_put_pass(x->r->w, &row);
    }
    g_hash_table_unref(x->pipelines);
    g_hash_table_unref(x->others);
    g_array_unref(x->found);
    g_free(x);
}
