/* report reshards: every change of layout with its reason and its cost; with --remove, the changes of annotations that would remove them; with a
 * number, everything about that reshard. */
#include "trace/report/reshards.h"
#include "trace/verdict.h"
#include "trace/capped.h"

#include <math.h>

static const ReportColumn columns[] = {
    { "number", "#", CELL_COUNT },
    { "label", "value", CELL_TEXT },
    { "value", NULL, CELL_TEXT },
    { "module", "in", CELL_TEXT, COL_KNOWN },
    { "shape", "shape", CELL_TEXT, COL_SAME },
    { "from", NULL, CELL_TEXT },
    { "to", NULL, CELL_TEXT },
    { "from_spec", "from", CELL_TEXT, COL_SAME },
    { "to_spec", "to", CELL_TEXT, COL_SAME },
    { "kinds", "becomes", CELL_TEXT, COL_SAME | COL_KIND },
    { "axes", "axes", CELL_TEXT, COL_SAME | COL_AXIS },
    { "bytes", "bytes", CELL_BYTES, COL_SUM },
    { "inside", "inside", CELL_BYTES, COL_SUM | COL_KNOWN },
    { "between_ranks", "between ranks", CELL_BYTES, COL_SUM | COL_KNOWN },
    { "between_hosts", "between hosts", CELL_BYTES, COL_SUM | COL_KNOWN },
    { "trips", "trips", CELL_COUNT, COL_SAME },
    { "bytes_once", NULL, CELL_BYTES, COL_SAME },
    { "bytes_full", NULL, CELL_BYTES, COL_SAME },
    { "est_ns", "predicted", CELL_NS, COL_SUM },
    { "total_ns", NULL, CELL_NS, COL_SUM },
    { "moved_ns", "moved", CELL_NS, COL_SUM },
    { "waited_ns", "waited", CELL_NS, COL_SUM },
    { "exposed_ns", "exposed", CELL_NS, COL_SUM },
    { "n_instructions", NULL, CELL_COUNT, COL_SUM },
    { "consumer", NULL, CELL_TEXT },
    { "consumer_op", NULL, CELL_TEXT, COL_SAME },
    { "operand", NULL, CELL_COUNT, COL_SAME },
    { "cause", NULL, CELL_COUNT },
    { "cause_name", NULL, CELL_TEXT, COL_SAME | COL_CAUSE },
    { "plan", NULL, CELL_TEXT, COL_SAME },
    { "pass", NULL, CELL_TEXT, COL_SAME },
    { "rematerialised", NULL, CELL_COUNT },
    { "certainty", NULL, CELL_COUNT },
    { "shared_with", NULL, CELL_COUNT },
    { "consumer_label", NULL, CELL_TEXT },
    { "why", "why:          ", CELL_BELOW },
    { "at", "at:           ", CELL_BELOW, COL_SAME | COL_LINE },
    { "asked_by", "annotations:  ", CELL_BELOW },
    { "gone", "nothing left: ", CELL_BELOW },
    { "certainty_name", "certainty:    ", CELL_BELOW },
    { "remedy", "removed by:   ", CELL_BELOW },
};

/* shared: the number of the reshard that does its work; unknown: it does its own. */
static void add_row(Table *t, const TraceLayers *layers, const TraceReshardRow *x, TraceInt shared)
{
    TraceLayer own = trace_layer(layers, x->value_path), user = trace_layer(layers, x->user_path);
    cell_int(t, x->seq);
    cell_text(t, x->value_label);
    cell_text(t, x->value);
    cell_text(t, own.module);
    cell_text(t, x->shape);
    cell_text(t, x->from_text);
    cell_text(t, x->to_text);
    cell_text(t, x->from_spec);
    cell_text(t, x->to_spec);
    cell_text(t, x->kinds ? x->kinds : x->shared_with ? "shared" : x->gone ? "nothing" : "slice");
    cell_text(t, x->axes);
    cell_oint(t, x->traffic);
    cell_oint(t, x->inside);
    cell_oint(t, x->between_ranks);
    cell_oint(t, x->between_hosts);
    cell_int(t, x->trips);
    cell_oint(t, x->bytes_moved);
    cell_oint(t, x->bytes_full);
    cell_oreal(t, x->est_ns);
    cell_oint(t, x->total_ns);
    cell_oint(t, x->moved_ns);
    cell_oint(t, waited(x->total_ns, x->moved_ns));
    cell_oint(t, x->exposed_ns);
    cell_int(t, x->n_inst);
    cell_text(t, x->consumer);
    cell_text(t, x->consumer_op);
    cell_oint(t, x->user_pos);
    cell_int(t, x->cause);
    cell_text(t, x->cause_name);
    cell_text(t, x->plan);
    cell_text(t, x->pass);
    cell_int(t, x->is_remat);
    cell_int(t, x->certainty);
    cell_oint(t, shared);
    cell_text(t, x->consumer_label);
    cell_text(t, x->why);
    cell_text(t, x->at);
    cell_text(t, x->asked_by);
    cell_text(t, x->gone);
    cell_text(t, trace_certainty_name(x->certainty));
    if (x->remedy && x->remedy_gain_ns.known) {
        g_autofree char *text = g_strdup_printf("%s (%s %s%s%s)", x->remedy, x->remedy_gain_ns.v >= 0 ? "saves" : "costs", trace_gain_text(x->remedy_gain_ns.v, x->step_ns.v).s,
                                                x->remedy_brings ? "; instead comes " : "", x->remedy_brings ? x->remedy_brings : "");
        cell_text(t, text);
    } else {
        cell_text(t, x->remedy);
    }
    g_autofree char *loop = table_loop_name(x->trips);
    table_row_facts(t, x->id, trace_layer_key(layers, x->value_path ? x->value_path : x->value, x->user_path), own.name ? own.name : user.name ? user.name : loop);
}

static GHashTable *by_id(const GArray *rows)
{
    GHashTable *at = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < rows->len; i++)
        g_hash_table_insert(at, (gpointer)&TRACE_AT(rows, TraceReshardRow, i)->id, TRACE_AT(rows, TraceReshardRow, i));
    return at;
}

static TraceInt number_of_shared(GHashTable *at, const TraceReshardRow *x)
{
    const TraceReshardRow *other = x->shared_with ? g_hash_table_lookup(at, &x->shared_with) : NULL;
    return other ? TRACE_INT(other->seq) : (TraceInt){ 0 };
}

Table *reshards_table(const GArray *rows, const TraceLayers *layers)
{
    Table *t = table_new("reshards", NULL, columns, G_N_ELEMENTS(columns));
    t->order = "exposed_ns,est_ns,bytes";
    g_autoptr(GHashTable) at = by_id(rows);
    for (guint i = 0; i < rows->len; i++) {
        const TraceReshardRow *x = TRACE_AT(rows, TraceReshardRow, i);
        add_row(t, layers, x, number_of_shared(at, x));
    }
    return t;
}

enum { REMEDIES_IN_TEXT = 12 };

static const ReportColumn kept_columns[] = {
    { "number", "#", CELL_COUNT },     { "label", "value", CELL_TEXT },  { "kinds", "becomes", CELL_TEXT },
    { "bytes", "bytes", CELL_BYTES },  { "n_tried", "tried", CELL_COUNT }, { "tried", "best change tried", CELL_TEXT },
};

/* Reshards that no change removes, and what was tried for them. */
static bool add_kept(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) rows = trace_query_reshards(r, run->module_id, error);
    if (!rows)
        return false;
    Table *t = NULL;
    guint shown = 0, left_out = 0;
    for (guint i = 0; i < rows->len; i++) {
        const TraceReshardRow *x = TRACE_AT(rows, TraceReshardRow, i);
        if (x->remedy || x->shared_with || x->traffic.v <= 0)
            continue;
        if (o->format == REPORT_TEXT && !o->all && shown == REMEDIES_IN_TEXT) {
            left_out++;
            continue;
        }
        g_autoptr(GArray) tried = trace_query_tried(r, x->id, error);
        if (!tried)
            return false;
        if (!t) {
            t = block_table(b, "kept", "reshards that no change tried removes", kept_columns, G_N_ELEMENTS(kept_columns));
            table_aside(t);
        }
        shown++;
        cell_int(t, x->seq);
        cell_text(t, x->value_label);
        cell_text(t, x->kinds);
        cell_oint(t, x->traffic);
        cell_int(t, tried->len);
        const TraceTriedRow *best = tried->len ? TRACE_AT(tried, TraceTriedRow, 0) : NULL;
        g_autofree char *gain = best && best->gain_ns.known ? g_strdup(trace_ns(fabs(best->gain_ns.v)).s) : NULL;
        bool same = best && fabs(best->gain_ns.v) < 0.5;
        g_autofree char *text = same ? g_strdup_printf("%s: no effect", best->text) : !best ? g_strdup(run->kind == TRACE_RUN_IMPORTED ? trace_remedy_none(run, false) : x->asked_by ? "there was no time to compile a change for it" : "not caused by an annotation") :
                                g_strdup_printf("%s: it moves %s, and a step is %s by %s", best->text, best->effect == 3 ? "more bytes" : "as many bytes as before",
                                                best->gain_ns.v >= 0 ? "shorter" : "longer", gain ? gain : "?");
        cell_text(t, text);
    }
    if (left_out)
        block_note(b, "%u more are not shown (--all shows them)", left_out);
    return true;
}

static bool add_remedies(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) rows = trace_query_remedies(r, run->module_id, 0, error);
    if (!rows)
        return false;
    guint shown = o->format == REPORT_TEXT && !o->all ? MIN(rows->len, REMEDIES_IN_TEXT) : rows->len;
    const TraceRemedyRow *best = rows->len ? TRACE_AT(rows, TraceRemedyRow, 0) : NULL;
    bool none = best && best->gain_ns.known && best->gain_ns.v <= 0;
    reshard_put_remedies(r, run, b, none ? "changes of annotations, each compiled and compared: none makes the predicted step shorter, least loss first"
                                    : "changes of annotations, each compiled and compared, largest gain first", rows, shown);
    if (shown < rows->len)
        block_note(b, "%u more, which gain less, are not shown (--all shows them)", rows->len - shown);
    if (rows->len)
        block_note(b, run->kind == TRACE_RUN_IMPORTED ? "bytes and steps: XLA's, plus what the change makes of the program as Shardscope divides it in XLA's manner; negative gain: the step gets longer"
                                                      : "memory: change of a device's planned peak; negative gain: the step gets longer");
    if (run->remedies_tried.known && run->remedies_tried.v > 0 && !add_kept(r, run, o, b, error))
        return false;
    bool cut = run->remedies_cut.known && run->remedies_cut.v;
    if (cut)
        block_note(b, "the search for changes was cut short, on request or since it took much longer than usual: run again, it may find other changes");
    if (run->remedies_tried.known && run->remedies_tried.v == 0 && !cut)
        block_note(b, "nothing to remove: no collective goes back to an annotation");
    else if (run->remedies_tried.known)
        block_note(b, "%" G_GINT64_FORMAT " changes were compiled in full, %" G_GINT64_FORMAT " changes and sums of changes were looked at; %" G_GINT64_FORMAT
                   " were not reached%s", run->remedies_tried.v, run->remedies_looked.v, run->remedies_left.v,
                   run->remedies_left.v ? run->kind == TRACE_RUN_IMPORTED ? ": shardscope import --remedies SECONDS allows more work" : ": shardscope run --remedies SECONDS allows more work" : "");
    else if (!rows->len)
        block_note(b, "no changes were tried (shardscope %s --remedies SECONDS tries them)", run->kind == TRACE_RUN_IMPORTED ? "import" : "run");
    return true;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    if (o->remove)
        return add_remedies(r, run, o, b, error);
    g_autoptr(GArray) rows = trace_query_reshards(r, run->module_id, error);
    if (!rows)
        return false;
    g_autoptr(TraceLayers) layers = trace_layers(r, run->module_id, error);
    if (!layers)
        return false;
    Table *t = block_table(b, "reshards", NULL, columns, G_N_ELEMENTS(columns));
    t->order = "exposed_ns,est_ns,bytes";
    g_autoptr(GHashTable) at = by_id(rows);
    int64_t bytes = 0, exposed = 0;
    guint left_out = 0;
    bool found = false;
    for (guint i = 0; i < rows->len; i++) {
        const TraceReshardRow *x = TRACE_AT(rows, TraceReshardRow, i);
        bytes = add_capped(bytes, x->traffic.v);
        exposed = add_capped(exposed, x->exposed_ns.v);
        if (o->has_number && x->seq != o->number)
            continue;
        if (o->format == REPORT_TEXT && !o->all && !o->has_number && !x->kinds && x->traffic.v == 0) {
            left_out++;
            continue;
        }
        add_row(t, layers, x, number_of_shared(at, x));
        if (o->has_number && !reshard_put_detail(r, run, b, x, error))
            return false;
        found = true;
    }
    if (o->has_number) {
        if (!found)
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: run %s has no reshard %" G_GINT64_FORMAT "%s", trace_path(r), run->title, o->number,
                        rows->len ? "\n  hint: report FILE reshards --all lists them" : ": it has none at all");
        return found;
    }
    if (!rows->len) {
        block_note(b, run->module_id ? "no reshards: every op finds its inputs in the layout that it needs" : "no program recorded");
        return true;
    }
    g_autofree char *sum = g_strdup(trace_bytes(bytes).s), *time = g_strdup(trace_ns((double)exposed).s);
    if (exposed)
        block_note(b, "%u reshard%s, %s received by a device each step, %s of it exposed", rows->len, rows->len == 1 ? "" : "s", sum, time);
    else
        block_note(b, "%u reshard%s, %s received by a device each step", rows->len, rows->len == 1 ? "" : "s", sum);
    if (left_out)
        block_note(b, "%u of them not shown: they move nothing, or share the collectives of another (--all shows them)", left_out);
    if (run->remedies_tried.known && run->remedies_tried.v > 0)
        block_note(b, "shardscope report FILE reshards --remove lists changes that would remove them; --number N shows everything about one");
    return true;
}

const Report reshards_report = {
    .name = "reshards",
    .doc = "every layout change with its reason and its cost, most expensive first",
    .make = make,
    .remove = "changes of annotations that would remove some, largest gain first",
    .number = "everything about the one with this number",
    .all = "also those that move nothing",
    .of_events = true,
    .of_predictions = true,
};
