/* compare: one row per run, the settings in which runs differ, and why slower runs are slower, in the sentences that the
 * recorder stored with each reshard. Runs may come from several files. compare_why.c writes the sentences. */
#include "trace/report/compare_impl.h"
#include "trace/report/compare_why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/bound.h"
#include "trace/capped.h"
#include "trace/report/compare_matrix.h"
#include "trace/report/compare_ops.h"
#include "trace/report/functions.h"
#include "trace/report/settings.h"
#include "trace/verdict.h"

enum { N_KINDS = 9, OPS_PER_RUN = 5, MOST_FUNCTIONS = 8 };

/* ---- one row a run ---- */

/* Columns that depend on the runs; they must live as long as the document that uses them. */
typedef struct Columns {
    GArray *columns;   /* ReportColumn */
    GPtrArray *strings;
} Columns;

static Columns columns_new(void)
{
    return (Columns){ g_array_new(FALSE, FALSE, sizeof(ReportColumn)), g_ptr_array_new_with_free_func(g_free) };
}

static void columns_clear(Columns *c)
{
    g_array_unref(c->columns);
    g_ptr_array_unref(c->strings);
}

static const char *keep(Columns *c, char *s)
{
    g_ptr_array_add(c->strings, s);
    return s;
}

static void column(Columns *c, const char *key, const char *heading, CellKind kind)
{
    g_array_append_val(c->columns, ((ReportColumn){ key, heading, kind }));
}

/* Over which links bytes go: columns that only text of runs in several processes has. */
static void link_columns(Columns *c)
{
    const ReportColumn all[] = { { "inside", "inside", CELL_BYTES, COL_KNOWN }, { "between_ranks", "between ranks", CELL_BYTES, COL_KNOWN }, { "between_hosts", "between hosts", CELL_BYTES, COL_KNOWN } };
    g_array_append_vals(c->columns, all, G_N_ELEMENTS(all));
}

/* A count and the bytes of each kind of collective that some run has. */
static void kind_columns(Columns *c, const GArray *runs, bool *has)
{
    for (guint i = 0; i < runs->len; i++) {
        const GArray *kinds = TRACE_AT(runs, Compared, i)->kinds;
        for (guint k = 0; k < kinds->len; k++) {
            int64_t kind = TRACE_AT(kinds, TraceCollKind, k)->kind;
            if (kind > 0 && kind < N_KINDS)
                has[kind] = true;
        }
    }
    for (int k = 1; k < N_KINDS; k++) {
        if (!has[k])
            continue;
        g_autofree char *key = g_strdelimit(g_strdup(trace_coll_name(k)), "-", '_');
        column(c, keep(c, g_strdup_printf("%s_count", key)), trace_coll_name(k), CELL_COUNT);
        column(c, keep(c, g_strdup_printf("%s_bytes", key)), "bytes", CELL_BYTES);
    }
}

TraceDifference compared_difference(const Compared *c, const Compared *base)
{
    if (c->measured != base->measured || !c->step_ns.known || !base->step_ns.known || base->step_ns.v <= 0)
        return (TraceDifference){ 0 };
    if (c->measured)
        return trace_difference(c->each, base->each);
    return (TraceDifference){ .known = true, .part = c->step_ns.v / base->step_ns.v - 1 };
}

static void run_row(Table *t, const Compared *c, const bool *has)
{
    const Compared *fastest = c->base;
    cell_text(t, c->label);
    cell_text(t, c->function);
    cell_text(t, c->run->mesh);
    cell_oint(t, c->measured ? c->steps->median_ns : (TraceInt){ 0 });
    cell_oint(t, c->measured ? c->steps->p5_ns : (TraceInt){ 0 });
    cell_oint(t, c->measured ? c->steps->p95_ns : (TraceInt){ 0 });
    cell_int(t, c->measured ? c->steps->n_warm : 0);
    cell_oreal(t, c->measured ? c->run->est_ns : c->step_ns);
    TraceDifference d = fastest ? compared_difference(c, fastest) : (TraceDifference){ 0 };
    cell_oreal(t, d.known ? TRACE_REAL(100 * d.part) : (TraceReal){ 0 });
    cell_text(t, c == fastest || !c->measured ? NULL : trace_difference_verdict(&d));
    cell_oint(t, d.known ? TRACE_INT(trace_is_noise(&d)) : (TraceInt){ 0 });
    for (int k = 1; k < N_KINDS; k++) {
        if (!has[k])
            continue;
        int64_t n = 0, bytes = 0;
        for (guint i = 0; i < c->kinds->len; i++) {
            const TraceCollKind *x = TRACE_AT(c->kinds, TraceCollKind, i);
            n += x->kind == k ? x->n : 0;
            bytes = add_capped(bytes, x->kind == k ? x->traffic : 0);
        }
        cell_int(t, n);
        cell_int(t, bytes);
    }
    cell_int(t, c->traffic);
    cell_oint(t, c->run->inside);
    cell_oint(t, c->run->between_ranks);
    cell_oint(t, c->run->between_hosts);
    TraceInt peak = c->run->peak_bytes;
    if (!peak.known && c->peaks->len)
        peak = TRACE_AT(c->peaks, TracePeakRow, 0)->measured;
    cell_oint(t, peak);
    const TraceDeviceLoad *slow = c->load->len ? TRACE_AT(c->load, TraceDeviceLoad, 0) : NULL;
    bool known = slow && slow->compute_ns.known;
    cell_oint(t, known ? TRACE_INT(slow->global_id) : (TraceInt){ 0 });
    cell_oint(t, known ? slow->compute_ns : (TraceInt){ 0 });
    cell_oreal(t, c->run->flops_sum);
    cell_text(t, trace_run_kind_name(c->run->kind));
    cell_text(t, c->run->hardware);
}

static void add_runs(Block *b, Columns *c, const GArray *runs)
{
    bool has[N_KINDS] = { false };
    column(c, "run", "run", CELL_TEXT);
    g_array_append_val(c->columns, ((ReportColumn){ "function", "function", CELL_TEXT, COL_KNOWN }));
    column(c, "mesh", "mesh", CELL_TEXT);
    column(c, "median_ns", "step median", CELL_NS);
    column(c, "p5_ns", "p5", CELL_NS);
    column(c, "p95_ns", "p95", CELL_NS);
    column(c, "n_warm", "steps", CELL_COUNT);
    column(c, "est_ns", "predicted", CELL_NS);
    column(c, "slower_percent", "slower", CELL_PERCENT);
    column(c, "verdict", "which is", CELL_TEXT);
    column(c, "is_noise", NULL, CELL_COUNT);
    kind_columns(c, runs, has);
    column(c, "bytes", "all bytes", CELL_BYTES);
    link_columns(c);
    column(c, "peak_bytes", "peak memory", CELL_BYTES);
    column(c, "slowest_device", "slowest device", CELL_COUNT);
    column(c, "slowest_compute_ns", "compute there", CELL_NS);
    column(c, "flops_sum", NULL, CELL_FLOPS);
    column(c, "kind", NULL, CELL_TEXT);
    column(c, "hardware", NULL, CELL_TEXT);
    Table *t = block_table(b, "runs", NULL, (const ReportColumn *)c->columns->data, (int)c->columns->len);
    for (guint i = 0; i < runs->len; i++)
        run_row(t, TRACE_AT(runs, Compared, i), has);
}

/* ---- what differs in run.config ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* As a user of JAX writes it, or in the notation that was asked for; NULL = the run has no such setting. To be freed. */
static char *setting_said(GHashTable *settings, const char *key)
{
    const char *value = g_hash_table_lookup(settings, key);
    return value ? trace_setting_show(value) : NULL;
}

/* Names of the settings that differ among runs `from` to `end`, sorted. The texts belong to `settings`. */
static GPtrArray *settings_that_differ(const GPtrArray *settings, guint from, guint end)
{
    g_autoptr(GHashTable) keys = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = from; i < end; i++) {
        GHashTableIter it;
        gpointer key, value;
        g_hash_table_iter_init(&it, settings->pdata[i]);
        while (g_hash_table_iter_next(&it, &key, &value))
            for (guint k = from; k < end; k++)
                if (g_strcmp0(value, g_hash_table_lookup(settings->pdata[k], key)) != 0)
                    g_hash_table_add(keys, key);
    }
    guint n;
    g_autofree gpointer *names = g_hash_table_get_keys_as_array(keys, &n);
    qsort(names, n, sizeof *names, by_text);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(out, names[i]);
    return out;
}

/* Of one function: a column for each run. */
static void add_settings_of_one(Block *b, Columns *columns, const GArray *runs, const GPtrArray *settings)
{
    column(columns, "setting", "setting", CELL_TEXT);
    for (guint i = 0; i < runs->len; i++)
        column(columns, TRACE_AT(runs, Compared, i)->label, TRACE_AT(runs, Compared, i)->label, CELL_TEXT);
    Table *t = block_table(b, "settings", "settings that differ", (const ReportColumn *)columns->columns->data, (int)columns->columns->len);
    table_aside(t);
    g_autoptr(GPtrArray) names = settings_that_differ(settings, 0, runs->len);
    for (guint k = 0; k < names->len; k++) {
        cell_text(t, names->pdata[k]);
        for (guint i = 0; i < runs->len; i++) {
            g_autofree char *said = setting_said(settings->pdata[i], names->pdata[k]);
            cell_text(t, said);
        }
    }
}

static const ReportColumn function_setting_columns[] = {
    { "function", "function", CELL_TEXT, COL_SAME }, { "setting", "setting", CELL_TEXT, COL_SAME }, { "run", "run", CELL_TEXT }, { "value", "is", CELL_TEXT },
};

/* Of several functions: what differs among the runs of each, since functions are not compared with each other. */
static void add_settings_of_each(Block *b, const GArray *runs, const GPtrArray *settings)
{
    Table *t = block_table(b, "settings", "settings that differ between runs of one function", function_setting_columns, G_N_ELEMENTS(function_setting_columns));
    table_aside(t);
    for (guint from = 0, end = 0; from < runs->len; from = end) {
        while (end < runs->len && TRACE_AT(runs, Compared, end)->group == TRACE_AT(runs, Compared, from)->group)
            end++;
        g_autoptr(GPtrArray) names = settings_that_differ(settings, from, end);
        for (guint k = 0; k < names->len; k++)
            for (guint i = from; i < end; i++) {
                g_autofree char *said = setting_said(settings->pdata[i], names->pdata[k]);
                cell_text(t, TRACE_AT(runs, Compared, i)->function);
                cell_text(t, names->pdata[k]);
                cell_text(t, TRACE_AT(runs, Compared, i)->label);
                cell_text(t, said);
            }
    }
}

static void add_settings(Block *b, Columns *columns, const GArray *runs)
{
    g_autoptr(GPtrArray) settings = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    bool several = false;
    for (guint i = 0; i < runs->len; i++) {
        g_ptr_array_add(settings, trace_settings(TRACE_AT(runs, Compared, i)->run->config));
        several |= TRACE_AT(runs, Compared, i)->group != TRACE_AT(runs, Compared, 0)->group;
    }
    if (several)
        add_settings_of_each(b, runs, settings);
    else
        add_settings_of_one(b, columns, runs, settings);
}

/* ---- ops whose time changed most ---- */

static const ReportColumn op_columns[] = {
    { "run", "run", CELL_TEXT, COL_SAME },
    { "op", NULL, CELL_TEXT },
    { "label", "op", CELL_TEXT },
    { "opcode", "kind", CELL_TEXT, COL_SAME | COL_KIND },
    { "fastest_ns", "fastest", CELL_NS, COL_SUM },
    { "ns", "here", CELL_NS, COL_SUM },
    { "change_ns", "change", CELL_NS, COL_SUM },
    { "collective_change_ns", NULL, CELL_NS, COL_SUM },
    { "size_ns", NULL, CELL_NS, COL_SUM }, /* what they are listed by; not shown */
};
enum { N_OP_COLUMNS = G_N_ELEMENTS(op_columns) - 1 };

/* Every op of a run that changed, largest change first. NULL with an error. */
static Table *all_ops(const Compared *c, const Compared *fastest, GError **error)
{
    g_autoptr(TraceLayers) layers = trace_layers(c->reader, c->run->module_id, error);
    if (!layers)
        return NULL;
    Table *t = table_new("ops", NULL, op_columns, G_N_ELEMENTS(op_columns));
    t->order = "size_ns";
    g_autoptr(GArray) changes = op_changes(&(OpSide){ fastest->run, fastest->ops }, &(OpSide){ c->run, c->ops });
    for (guint i = 0; i < changes->len; i++) {
        const OpChange *x = TRACE_AT(changes, OpChange, i);
        const TraceOpTotal *op = x->here ? x->here : x->there;
        if (!x->ns)
            break;
        cell_text(t, c->label);
        cell_text(t, op->name);
        cell_text(t, op->label);
        cell_text(t, op->opcode);
        cell_oint(t, x->there_ns);
        cell_oint(t, x->here_ns);
        cell_int(t, x->ns);
        cell_int(t, x->coll_ns);
        cell_int(t, x->ns < 0 ? sub_capped(0, x->ns) : x->ns);
        table_row_facts(t, op->inst_id, trace_layer_key(layers, op->name, NULL), trace_layer(layers, op->name).name);
    }
    return t;
}

/* What the options ask of a run's ops: as many as `top` says, else a few. */
static Arranged *arrange_ops(const Table *t, const ReportOptions *o)
{
    Arrangement a = { .filter = o->filter, .fold = report_folds(o), .expand = o->expand, .top = o->top ? o->top : OPS_PER_RUN };
    a.sort = table_sort_column(t, o->sort, &a.descending);
    return table_arrange(t, &a);
}

/* Where not both steps were measured, what ops are predicted to take in both. */
static bool can_compare_ops(const Compared *c, const Compared *fastest)
{
    return compared_difference(c, fastest).known || (c->run->est_ns.known && fastest->run->est_ns.known);
}

static bool add_ops(Block *b, Columns *columns, const GArray *runs, const ReportOptions *o, GError **error)
{
    g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func((GDestroyNotify)table_free);
    g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)arranged_free);
    bool folds = false;
    int n_predicted = 0, n_compared = 0;
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i), *fastest = c->base;
        if (!fastest || c == fastest || !can_compare_ops(c, fastest))
            continue;
        Table *t = all_ops(c, fastest, error);
        if (!t)
            return false;
        g_ptr_array_add(tables, t);
        n_compared++;
        n_predicted += op_changes_predicted(&(OpSide){ fastest->run, fastest->ops }, &(OpSide){ c->run, c->ops });
        Arranged *list = arrange_ops(t, o);
        g_ptr_array_add(lists, list);
        folds |= list->folds;
    }
    if (folds)
        column(columns, "rows", "×", CELL_COUNT);
    g_array_append_vals(columns->columns, op_columns, N_OP_COLUMNS);
    Table *out = block_table(b, "ops", n_predicted ? n_predicted < n_compared ? "ops whose time differs most from the fastest run, predicted times where they were not executed" : "ops whose predicted time differs most from the fastest run" : "ops whose time differs most from the fastest run", (const ReportColumn *)columns->columns->data, (int)columns->columns->len);
    table_aside(out);
    for (guint i = 0; i < tables->len; i++) {
        const Arranged *list = lists->pdata[i];
        for (guint k = 0; k < list->lines->len; k++) {
            if (folds)
                cell_int(out, arranged_line(list, k)->n);
            for (int x = 0; x < N_OP_COLUMNS; x++) {
                TableCell cell = arranged_cell(tables->pdata[i], list, k, x);
                cell_add(out, &cell);
            }
        }
    }
    return true;
}

/* ---- what bounds each run ---- */

static const ReportColumn bound_columns[] = { { "run", "run", CELL_TEXT }, { "bound", "what bounds its step", CELL_TEXT } };

static bool add_bounds(Block *b, const GArray *runs, GError **error)
{
    Table *t = block_table(b, "bounds", NULL, bound_columns, G_N_ELEMENTS(bound_columns));
    table_aside(t);
    table_not_in_text(t);
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i);
        g_autofree char *said = trace_bound(c->reader, c->run, error);
        if (!said)
            return false;
        if (!*said)
            continue;
        cell_text(t, c->label);
        cell_text(t, said);
        block_note(b, "%s: %s", c->label, said);
    }
    return true;
}

/* ---- all of it ---- */

static const ReportColumn slower_columns[] = {
    { "run", "run", CELL_TEXT }, { "than", "than", CELL_TEXT }, { "slower_percent", "slower", CELL_PERCENT }, { "why", "why", CELL_TEXT },
};

static WhySide side_of(const Compared *c)
{
    TraceShares shares = trace_run_shares(c->run, c->parts, c->planned, c->kinds);
    WhySide side = why_side(c->run, c->traffic, &shares, c->measured ? NULL : c->planned, c->ops);
    side.reshards = c->reshards, side.splits = c->splits;
    return side;
}

/* The runs slower than the fastest one, each with why. */
static void add_slower(Block *b, const GArray *runs)
{
    Table *t = block_table(b, "slower", NULL, slower_columns, G_N_ELEMENTS(slower_columns));
    table_aside(t);
    table_not_in_text(t);
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i), *fastest = c->base;
        TraceDifference than = fastest ? compared_difference(c, fastest) : (TraceDifference){ 0 };
        if (!fastest || c == fastest || !than.known || than.part <= 0)
            continue;
        const WhySide here = side_of(c), there = side_of(fastest);
        g_autofree char *why = compare_why(&here, &there, &than);
        cell_text(t, c->label);
        cell_text(t, fastest->label);
        cell_real(t, 100 * than.part);
        cell_text(t, why);
        block_note(b, "%s: %s", c->label, why);
    }
}

/* What was not recorded event by event, and which runs are predicted. */
static void add_notes(Block *b, const GArray *runs)
{
    bool measured = false, known = false;
    const Compared *told = NULL; /* whose note about predictions was told last */
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i);
        if (*c->kept_note)
            block_note(b, "%s: %s", c->label, c->kept_note);
        g_autofree char *apart = c->base && c->base != c ? trace_settings_apart(c->base->run, c->run) : NULL;
        if (apart)
            block_note(b, "%s", apart);
        measured |= c->measured;
        known |= c->step_ns.known;
    }
    g_autoptr(GString) beside = g_string_new(NULL);
    for (guint i = 0; i < runs->len; i++)
        if (TRACE_AT(runs, Compared, i)->beside)
            g_string_append_printf(beside, "%s%s", beside->len ? ", " : "", TRACE_AT(runs, Compared, i)->label);
    if (beside->len)
        block_note(b, "not executed, so that predicted steps are compared with each other, and with no measured one: %s", beside->str);
    if (known && !measured)
        block_note(b, "no run was executed: predicted steps are compared");
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i)->base;
        const char *note = c && c->measured ? TRACE_AT(c->kept, TraceKept, 0)->predicted_note : "";
        if (*note && (!told || !g_str_equal(note, TRACE_AT(told->kept, TraceKept, 0)->predicted_note)))
            block_note(b, "%s", note);
        told = *note ? c : told;
    }
    if (!known)
        block_note(b, "no step times were recorded or predicted, so no run can be called faster");
}

/* That runs of different functions stand in one table, and how to see those that are left out. */
static void add_functions_note(Block *b, const GArray *runs, guint n_left)
{
    if (!runs->len || !TRACE_AT(runs, Compared, 0)->function)
        return;
    block_note(b, "runs of one function are compared with each other, functions are not: FILE:FUNCTION shows one");
    if (n_left)
        block_note(b, "%u more function%s, less dear; --top 0 shows all", n_left, n_left == 1 ? "" : "s");
}

/* What was predicted of all runs, where that is more than one thing; empty otherwise. The texts are the runs'. */
static GArray *predictions_of(const GArray *runs)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(TracePredictionRow));
    for (guint i = 0; i < runs->len; i++) {
        const GArray *own = TRACE_AT(runs, Compared, i)->predicted;
        g_array_append_vals(all, own->data, own->len);
    }
    if (all->len < 2)
        g_array_set_size(all, 0);
    return all;
}

/* By how many per cent the slowest run of a function is slower than the first of it; 0 if none is. */
static double worst_of(const GArray *runs)
{
    const Compared *first = NULL;
    double worst = 0;
    for (guint i = 0; i < runs->len; i++) {
        const Compared *c = TRACE_AT(runs, Compared, i);
        first = first && first->group == c->group ? first : c;
        TraceDifference than_first = compared_difference(c, first);
        if (than_first.known && !trace_is_noise(&than_first))
            worst = MAX(worst, 100 * than_first.part);
    }
    return worst;
}

/* People who ask for nothing in particular get the dearest functions; who asks how much slower runs are is answered for all. */
static guint functions_wanted(const ReportOptions *o, bool judged)
{
    bool for_people = o->format == REPORT_TEXT || o->format == REPORT_HTML;
    return for_people && !judged && !o->top && !o->filter && !o->sort ? MOST_FUNCTIONS : G_MAXUINT;
}

bool report_compare(const CompareSource *sources, int n_sources, const ReportOptions *o, GString *out, double *worst_percent, GError **error)
{
    guint n_left = 0;
    g_autoptr(GArray) runs = compared_load(sources, n_sources, functions_wanted(o, worst_percent != NULL), &n_left, error);
    if (!runs)
        return false;
    if (!runs->len) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "no run to compare");
        return false;
    }
    if (worst_percent)
        *worst_percent = worst_of(runs);
    Columns run_columns = columns_new(), setting_columns = columns_new(), own_columns = columns_new();
    Document *d = document_new("compare");
    for (int i = 0; i < n_sources && (o->format == REPORT_TEXT || o->format == REPORT_HTML); i++) {
        g_autoptr(GArray) info = sources[i].run ? NULL : trace_query_runs(sources[i].reader, NULL);
        if (info)
            functions_add(d, info);
    }
    Block *b = document_block(d, NULL);
    add_runs(b, &run_columns, runs);
    add_functions_note(b, runs, n_left);
    g_autoptr(GArray) predictions = predictions_of(runs), matrix_columns = compare_matrix_columns(predictions);
    if (predictions->len)
        compare_matrix_add(b, predictions, matrix_columns);
    add_settings(b, &setting_columns, runs);
    bool ok = add_bounds(b, runs, error) && add_ops(b, &own_columns, runs, o, error);
    if (ok) {
        add_slower(b, runs);
        add_notes(b, runs);
        ok = document_arrange(d, o, error);
    }
    if (ok)
        document_print(d, o->format, out);
    document_free(d);
    columns_clear(&run_columns);
    columns_clear(&setting_columns);
    columns_clear(&own_columns);
    return ok;
}
