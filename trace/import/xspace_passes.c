/* What the compiler did while the profiler ran: XLA's pipelines name the module that they compile, and what runs directly within one is a pass. GPUs' profiles
 * also have passes as annotations that say all themselves. Start at xpasses_end_thread().
 * Source: XLA's hlo_pass_pipeline.cc, for the names of events. */
#include <string.h>

#include "trace/import/xspace_impl.h"
#include "trace/writer_impl.h"

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

/* ---- passes that a dump has ----------------------------------------------------------------------------------------------- */

/* A pass of a dump, which says of those alone that changed the module that they ran. */
typedef struct Dumped {
    int64_t row;
    const char *name, *pipeline; /* interned */
    gint64 first, last;      /* the earliest and the latest of the profile's passes that it can be; -1 = none */
} Dumped;

/* The same of the profile's passes, in the order in which they ended, as dumps are written. */
typedef struct Ended {
    int64_t end_ns, dur_ns;
    const char *name, *pipeline;
} Ended;

/* Dumps have underscores in the names of files, for spaces. */
static const char *as_in_files(const char *text)
{
    g_autofree char *s = g_strdup(text ? text : "");
    return g_intern_string(g_strdelimit(s, " ", '_'));
}

static const char *text_of(sqlite3_stmt *strings, int64_t id)
{
    sqlite3_bind_int64(strings, 1, id);
    const char *text = as_in_files(sqlite3_step(strings) == SQLITE_ROW ? (const char *)sqlite3_column_text(strings, 0) : NULL);
    sqlite3_reset(strings);
    return text;
}

static GArray *dumped_passes(sqlite3 *db, int64_t module_id)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Dumped));
    sqlite3_stmt *q = db_prepare(db, "", "SELECT p.id, n.s, l.s FROM pass p JOIN str n ON n.id = p.name_id LEFT JOIN str l ON l.id = p.pipeline_id WHERE p.module_id = ?1 AND p.dur_ns IS NULL ORDER BY p.seq", NULL);
    sqlite3_bind_int64(q, 1, module_id);
    while (q && sqlite3_step(q) == SQLITE_ROW)
        g_array_append_val(out, ((Dumped){ sqlite3_column_int64(q, 0), as_in_files((const char *)sqlite3_column_text(q, 1)), as_in_files((const char *)sqlite3_column_text(q, 2)), -1, -1 }));
    sqlite3_finalize(q);
    return out;
}

static int by_end(gconstpointer pa, gconstpointer pb)
{
    const Ended *a = pa, *b = pb;
    if (a->end_ns != b->end_ns)
        return a->end_ns < b->end_ns ? -1 : 1;
    return (a->dur_ns > b->dur_ns) - (a->dur_ns < b->dur_ns); /* what is within another pass ends first */
}

static GArray *ended_passes(const XPasses *x, sqlite3 *db, const ImportProgram *program)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Ended));
    sqlite3_stmt *strings = db_prepare(db, "", "SELECT s FROM str WHERE id = ?1", NULL);
    for (guint i = 0; i < x->found->len && strings; i++) {
        const Found *f = &g_array_index(x->found, Found, i);
        if (f->program == program)
            g_array_append_val(out, ((Ended){ f->start_ns + f->dur_ns, f->dur_ns, text_of(strings, f->name_id), text_of(strings, f->pipeline_id) }));
    }
    sqlite3_finalize(strings);
    g_array_sort(out, by_end);
    return out;
}

static bool is_pass(const GArray *ended, gint64 i, const Dumped *d)
{
    const Ended *e = &g_array_index(ended, Ended, i);
    return e->name == d->name && e->pipeline == d->pipeline;
}

/* Both have the passes in the order in which they ran, so which one is which follows wherever the earliest one possible is the latest one, too. Of a pass
 * that runs several times, and is dumped less often, it is not known which time. */
static void time_dumped(XPasses *x, const ImportProgram *program)
{
    sqlite3 *db = x->r->w->db;
    writer_flush(x->r->w);
    g_autoptr(GArray) passes = dumped_passes(db, program->module_id);
    g_autoptr(GArray) ended = ended_passes(x, db, program);
    gint64 at = 0, n = ended->len;
    for (guint k = 0; k < passes->len; k++) {
        Dumped *d = &g_array_index(passes, Dumped, k);
        for (gint64 i = at; i < n && d->first < 0; i++)
            d->first = is_pass(ended, i, d) ? i : -1;
        at = d->first >= 0 ? d->first + 1 : at;
    }
    at = n - 1;
    for (guint k = passes->len; k-- > 0;) {
        Dumped *d = &g_array_index(passes, Dumped, k);
        for (gint64 i = at; i >= 0 && d->last < 0; i--)
            d->last = is_pass(ended, i, d) ? i : -1;
        at = d->last >= 0 ? d->last - 1 : at;
    }
    sqlite3_stmt *update = db_prepare(db, "", "UPDATE pass SET dur_ns = ?2 WHERE id = ?1", NULL);
    for (guint k = 0; update && k < passes->len; k++) {
        const Dumped *d = &g_array_index(passes, Dumped, k);
        if (d->first < 0 || d->first != d->last)
            continue;
        sqlite3_bind_int64(update, 1, d->row);
        sqlite3_bind_int64(update, 2, g_array_index(ended, Ended, d->first).dur_ns);
        sqlite3_step(update);
        sqlite3_reset(update);
    }
    sqlite3_finalize(update);
}

void xpasses_store(XPasses *x)
{
    g_autoptr(GHashTable) timed = g_hash_table_new(NULL, NULL);
    g_autofree int64_t *row_of = g_new0(int64_t, x->found->len + 1);
    for (guint i = 0; i < x->found->len; i++)
        g_array_index(x->found, Found, i).place = i + 1;
    g_array_sort(x->found, by_start);
    for (guint i = 0; i < x->found->len; i++) {
        const Found *f = &g_array_index(x->found, Found, i);
        if (!f->program || !f->program->module_id)
            continue;
        if (f->program->insts) { /* a dump has said which there are, and what they did */
            if (g_hash_table_add(timed, f->program))
                time_dumped(x, f->program);
            continue;
        }
        TracePass row = { .module_id = f->program->module_id, .seq = f->program->n_passes++, .parent_id = row_of[f->parent], .name_id = f->name_id, .pipeline_id = f->pipeline_id,
                          .start_ns = TRACE_INT(f->start_ns), .dur_ns = TRACE_INT(f->dur_ns) };
        row_of[f->place] = trace_put_pass(x->r->w, &row);
    }
    g_hash_table_unref(x->pipelines);
    g_hash_table_unref(x->others);
    g_array_unref(x->found);
    g_free(x);
}
