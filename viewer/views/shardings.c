/* The Shardings view: its data and its callbacks. The picture is in layout/sharding.c. */
#include "viewer/views/shardings.h"

#include "trace/report/arrange.h"
#include "trace/report/shardings.h"
#include "viewer/layout/list.h"
#include "viewer/layout/sharding.h"
#include "viewer/layout/words.h"
#include "viewer/views.h"

static void rows_free(gpointer p)
{
    ShardingsRows *s = p;
    g_clear_pointer(&s->why, g_array_unref);
    g_clear_pointer(&s->pictured, g_ptr_array_unref);
    table_free(s->table);
    g_free(s->alike);
    g_free(s);
}

const ShardingsRows *shardings_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

/* The same name in other runs is drawn beside it. */
static bool load_namesakes(TraceReader *r, const TraceValueRow *about, Rows *out, GError **error)
{
    for (guint i = 0; i < out->run->len; i++) {
        GArray *values = ((RunRows *)g_ptr_array_index(out->run, i))->values;
        for (guint k = 0; values && k < values->len; k++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, k);
            if (g_strcmp0(v->name, about->name) == 0 && !load_geom(r, v->sharding_id, out, error))
                return false;
        }
    }
    return true;
}

/* The value that is selected, or that a selected reshard is about; 0 = none. */
static int64_t asked_value(const Rows *rows, Ref select)
{
    const TraceReshardRow *moved = select.kind == REF_reshard ? rows_reshard(rows, select.id, NULL) : NULL;
    return select.kind == REF_value ? select.id : moved ? moved->inst_id : 0;
}

static void unref_array(gpointer p)
{
    if (p)
        g_array_unref(p);
}

/* Parameters and results, in the order of the program; of those that are alike the first. table: of these values. */
static GArray *pictured(const GArray *values, const Table *table)
{
    g_autoptr(GHashTable) like = g_hash_table_new(g_int64_hash, g_int64_equal), first = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < table_n_rows(table); i++)
        g_hash_table_insert(like, (gpointer)&table_facts(table, i)->id, table_facts(table, i)->like);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Pictured));
    for (guint i = 0; i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        char *key = g_hash_table_lookup(like, &v->inst_id);
        gpointer at = NULL;
        if (g_strcmp0(v->role, "value") == 0)
            continue;
        if (key && g_hash_table_lookup_extended(first, key, NULL, &at)) {
            TRACE_AT(out, Pictured, GPOINTER_TO_UINT(at))->n++;
            continue;
        }
        if (key)
            g_hash_table_insert(first, key, GUINT_TO_POINTER(out->len));
        g_array_append_val(out, ((Pictured){ v, 1 }));
    }
    return out;
}

/* What is drawn beside the list where no value is selected: all runs, of the functions of a process the one that is looked at. */
static bool load_pictured(TraceReader *r, const Rows *rows, ShardingsRows *own, GError **error)
{
    own->pictured = g_ptr_array_new_with_free_func(unref_array);
    g_ptr_array_set_size(own->pictured, (int)rows->run->len);
    for (guint i = 0; i < rows->run->len; i++) {
        const RunRows *run = g_ptr_array_index(rows->run, i);
        if (!run->values || rows_is_other_function(rows, (int)i))
            continue;
        g_autoptr(TraceLayers) layers = (int)i == rows->current ? NULL : trace_layers(r, run->info->module_id, error);
        if (!layers && (int)i != rows->current)
            return false;
        Table *table = layers ? shardings_table(run->values, layers) : table_ref(own->table);
        own->pictured->pdata[i] = pictured(run->values, table);
        table_free(table);
    }
    return true;
}

/* The list: that of the rows before, if they are of the same run. */
static Table *load_table(TraceReader *r, const Rows *prev, const RunRows *run, GError **error)
{
    const RunRows *before = prev ? rows_current(prev) : NULL;
    const ShardingsRows *old = prev ? shardings_rows(prev) : NULL;
    if (old && old->table && before && before->values == run->values)
        return table_ref(old->table);
    g_autoptr(TraceLayers) layers = trace_layers(r, run->info->module_id, error);
    return layers ? shardings_table(run->values, layers) : NULL;
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_values | LOAD_reshards | LOAD_summary, error))
        return false;
    const TraceValueRow *about = NULL;
    int64_t asked_id = asked_value(out, q->select), about_run = 0;
    for (guint i = 0; i < out->run->len; i++) {
        const RunRows *run = g_ptr_array_index(out->run, i);
        GArray *values = run->values;
        for (guint k = 0; values && k < values->len; k++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, k);
            bool asked = asked_id && v->inst_id == asked_id;
            if (asked) {
                about = v;
                about_run = run->info->id;
            }
            if ((asked || g_strcmp0(v->role, "value") != 0) && !load_geom(r, v->sharding_id, out, error))
                return false;
        }
    }
    const RunRows *run = rows_current(out);
    if (!run || !run->values)
        return true;
    ShardingsRows *own = g_new0(ShardingsRows, 1);
    rows_give(out, own, rows_free);
    if (!(own->table = load_table(r, prev, run, error)) || !load_pictured(r, out, own, error))
        return false;
    if (!about)
        return true;
    if (!load_namesakes(r, about, out, error))
        return false;
    own->about = (Ref){ REF_value, about_run, about->inst_id, 0 };
    own->alike = table_alike(own->table, about->inst_id);
    own->why = trace_query_why(r, about->inst_id, true, error);
    return own->why != NULL;
}

static int64_t count(const Rows *rows)
{
    const TraceRunCounts *n = rows_counts(rows);
    return n ? n->n_values : -1;
}

static const char *empty(const TraceRunInfo *run)
{
    return run->input_snap ? NULL : "no program was recorded";
}

static const Table *table(const Rows *rows, RefKind kind)
{
    const ShardingsRows *own = shardings_rows(rows);
    return own && kind == REF_value ? own->table : NULL;
}

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    const RunRows *run = rows_current(rows);
    const ShardingsRows *own = shardings_rows(rows);
    if (!run || !own || !own->table)
        return;
    TableList list = shardings_list(own, run->info->id);
    table_list_stops(vp, &list, out);
}

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    g_autoptr(GArray) values = run ? trace_query_values(r, run->info->input_snap, error) : NULL;
    for (guint i = 0; values && i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        names_add(out, (Ref){ REF_value, run->info->id, v->inst_id, 0 }, NULL, value_title(v), "%s %s %s",
                  g_strcmp0(v->role, "value") == 0 ? v->opcode : v->role, shape_show(v->shape).s, v->spec ? v->spec : "");
    }
    return values || !run;
}

static const ViewPage page = { .heading = "How parameters and results are sharded", .of_file = true, .folded = true };

const View view_shardings = {
    .name = "shardings",
    .title = "Shardings",
    .hint = "How every array is sharded over the devices, and why.",
    .load = load,
    .layout = layout_shardings,
    .accepts = REF_BIT(REF_value) | REF_BIT(REF_reshard), /* of a reshard, its value */
    .home = REF_BIT(REF_value) | REF_BIT(REF_tile),
    .reads_selection = true,
    .tells = true,
    .count = count,
    .empty = empty,
    .stops = stops,
    .table = table,
    .names = names,
    .page = &page,
    .report = "shardings",
};
