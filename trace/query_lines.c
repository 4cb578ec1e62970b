/* What each line of the user's program costs, added up from the answers that reports of ops, reshards and memory give, so that
 * lists and margins of a source agree with them. */
#include "trace/capped.h"
#include "trace/query_impl.h"

typedef struct Lines {
    GArray *rows;   /* TraceLineTotal */
    GHashTable *at; /* file:line of the questions' rows -> index + 1 */
} Lines;

static TraceLineTotal *line_at(Lines *l, const char *at)
{
    guint i = GPOINTER_TO_UINT(g_hash_table_lookup(l->at, at));
    if (!i) {
        TraceLineTotal new_line = { .at = g_strdup(at) };
        g_array_append_val(l->rows, new_line);
        i = l->rows->len;
        g_hash_table_insert(l->at, g_strdup(at), GUINT_TO_POINTER(i));
    }
    return TRACE_AT(l->rows, TraceLineTotal, i - 1);
}

static void add_known(TraceInt *sum, TraceInt v)
{
    if (v.known)
        *sum = TRACE_INT(add_capped(sum->v, v.v));
}

static bool add_ops(TraceReader *r, int64_t snapshot, bool final, Lines *l, GError **error)
{
    g_autoptr(GArray) insts = snapshot ? trace_query_insts(r, snapshot, error) : NULL;
    for (guint i = 0; insts && i < insts->len; i++) {
        const TraceInstRow *x = TRACE_AT(insts, TraceInstRow, i);
        if (!x->at)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->n_ops += !final;
        t->n_insts += final;
        if (final)
            add_known(&t->total_ns, x->total_ns);
    }
    return insts || !snapshot;
}

static bool add_reshards(TraceReader *r, int64_t module, Lines *l, GError **error)
{
    g_autoptr(GArray) reshards = trace_query_reshards(r, module, error);
    for (guint i = 0; reshards && i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        if (!x->at)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->n_reshards++;
        t->traffic = add_capped(t->traffic, x->traffic.v);
        add_known(&t->moved_ns, x->moved_ns);
        if (x->est_ns.known)
            t->est_ns = (TraceReal){ .known = true, .v = t->est_ns.v + x->est_ns.v };
    }
    return reshards != NULL;
}

/* Collectives that the program has itself, at their own lines. */
static bool add_own_collectives(TraceReader *r, int64_t module, Lines *l, GError **error)
{
    g_autoptr(GArray) colls = trace_query_colls(r, module, error);
    for (guint i = 0; colls && i < colls->len; i++) {
        const TraceCollRow *x = TRACE_AT(colls, TraceCollRow, i);
        if (!x->at || x->reshard_id)
            continue;
        TraceLineTotal *t = line_at(l, x->at);
        t->traffic = add_capped(t->traffic, x->traffic);
        add_known(&t->moved_ns, x->moved_ns);
        if (x->est_ns.known)
            t->est_ns = (TraceReal){ .known = true, .v = t->est_ns.v + x->est_ns.v };
    }
    return colls != NULL;
}

static bool add_buffers(TraceReader *r, int64_t snapshot, Lines *l, GError **error)
{
    g_autoptr(GArray) buffers = snapshot ? trace_query_buffers(r, snapshot, true, error) : NULL;
    for (guint i = 0; buffers && i < buffers->len; i++) {
        const TraceBufferRow *x = TRACE_AT(buffers, TraceBufferRow, i);
        if (x->at) {
            TraceLineTotal *t = line_at(l, x->at);
            t->peak_bytes = add_capped(t->peak_bytes, x->place_bytes);
        }
    }
    return buffers || !snapshot;
}

static gint dearest_first(gconstpointer pa, gconstpointer pb)
{
    const TraceLineTotal *a = pa, *b = pb;
    if (a->traffic != b->traffic)
        return a->traffic < b->traffic ? 1 : -1;
    if (a->total_ns.v != b->total_ns.v)
        return a->total_ns.v < b->total_ns.v ? 1 : -1;
    if (a->peak_bytes != b->peak_bytes)
        return a->peak_bytes < b->peak_bytes ? 1 : -1;
    return g_strcmp0(a->at, b->at);
}

GArray *trace_query_line_totals(TraceReader *r, const TraceRunInfo *run, GError **error)
{
    Lines l = { .rows = g_array_new(FALSE, TRUE, sizeof(TraceLineTotal)), .at = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    g_array_set_clear_func(l.rows, result_type_LineTotal.clear);
    bool ok = add_ops(r, run->input_snap, false, &l, error) && add_ops(r, run->final_snap, true, &l, error) && add_reshards(r, run->module_id, &l, error) &&
              add_own_collectives(r, run->module_id, &l, error) && add_buffers(r, run->final_snap, &l, error);
    g_hash_table_unref(l.at);
    if (!ok) {
        g_array_unref(l.rows);
        return NULL;
    }
    g_array_sort(l.rows, dearest_first);
    return l.rows;
}
