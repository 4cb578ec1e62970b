/* The table of views. A new view is a row here and a file in viewer/views/ that defines view_NAME. See views.h. */
#include "viewer/views.h"

#include "trace/report/arrange.h"

/* In the order of the list at the window's left, of Alt+1 ..., and of Go to Anything. */
#define VIEWS(ROW) \
    ROW(overview)  \
    ROW(shardings) \
    ROW(reshards)  \
    ROW(passes)    \
    ROW(steps)     \
    ROW(memory)    \
    ROW(compare)   \
    ROW(graph)     \
    ROW(source)

#define DECLARE(name) extern const View view_##name;
VIEWS(DECLARE)
#undef DECLARE

#define POINTER(name) &view_##name,
const View *const views[] = { VIEWS(POINTER) };
#undef POINTER
const int n_views = G_N_ELEMENTS(views);

const View *view_find(const char *name)
{
    for (int i = 0; i < n_views; i++) {
        if (g_str_equal(views[i]->name, name))
            return views[i];
    }
    return NULL;
}

int view_index(const View *v)
{
    for (int i = 0; i < n_views; i++) {
        if (views[i] == v)
            return i;
    }
    g_assert_not_reached();
}

const View *view_home(RefKind kind)
{
    for (int i = 0; i < n_views; i++) {
        if (views[i]->home & REF_BIT(kind))
            return views[i];
    }
    return NULL;
}

void view_add_facts(const View *v, const Rows *rows, Ref ref, Facts *f)
{
    const Table *t = rows && v->table ? v->table(rows, ref.kind) : NULL;
    g_autofree char *alike = t ? table_alike(t, ref.id) : NULL;
    facts_put_first(f, alike);
    if (rows && v->facts)
        v->facts(rows, ref, f);
}

const View *view_of_files(void)
{
    for (int i = 0; i < n_views; i++) {
        if (views[i]->other_files)
            return views[i];
    }
    return views[0];
}

Names *views_names(TraceReader *r, int64_t run_id, GError **error)
{
    g_autoptr(Rows) rows = rows_new(trace_path(r));
    if (!load_runs(r, &(Query){ .run_id = run_id }, NULL, rows, 0, error))
        return NULL;
    g_autoptr(Names) out = names_new();
    for (int i = 0; i < n_views; i++) {
        if (views[i]->names && !views[i]->names(r, rows, out, error))
            return NULL;
    }
    return g_steal_pointer(&out);
}
