/* report steps: the times of warm steps, where they went on each device, what the end of a step waits for, and each step. */
#include "trace/report/reports.h"
#include "trace/shares.h"

#include "trace/capped.h"
#include "trace/critical.h"
#include "trace/report/predicted.h"
#include "trace/bound.h"

#include <math.h>

static const ReportColumn summary_columns[] = {
    { "n_steps", "steps", CELL_COUNT },   { "n_warm", "warm", CELL_COUNT },  { "median_ns", "median", CELL_NS },
    { "p5_ns", "p5", CELL_NS },           { "p95_ns", "p95", CELL_NS },      { "min_ns", "min", CELL_NS },
    { "max_ns", "max", CELL_NS },         { "mean_ns", "mean", CELL_NS },    { "est_ns", "predicted", CELL_NS },
    { "compile_ns", "compile", CELL_NS },
};

static const ReportColumn device_columns[] = {
    { "device", "device", CELL_COUNT },
    { "kind", "kind", CELL_TEXT },
    { "compute_ns", "compute", CELL_NS },
    { "exposed_collective_ns", "exposed coll.", CELL_NS },
    { "hidden_collective_ns", "hidden coll.", CELL_NS },
    { "exposed_copy_ns", "copy", CELL_NS },
    { "host_ns", "host", CELL_NS },
    { "wait_ns", "wait devices", CELL_NS },
    { "queue_ns", "wait cores", CELL_NS },
    { "idle_ns", "idle", CELL_NS },
    { "compile_ns", NULL, CELL_NS },
    { "busy_percent", "busy", CELL_PERCENT },
    { "n_last", "last to arrive", CELL_COUNT },
    { "late_ns", "others waited for it", CELL_NS },
};

static const ReportColumn host_columns[] = {
    { "process", "process", CELL_TEXT }, { "host", "host", CELL_TEXT }, { "rank", NULL, CELL_COUNT }, { "first_device", "devices from", CELL_COUNT }, { "last_device", "to", CELL_COUNT },
    { "n_steps", "steps", CELL_COUNT }, { "recorded", NULL, CELL_COUNT }, { "clock_off_ns", "clock behind", CELL_NS, COL_KNOWN }, { "drift_ns", "drift a second", CELL_NS, COL_KNOWN },
    { "clock_err_ns", "times within", CELL_NS, COL_KNOWN }, { "sent_bytes", "sent to others", CELL_BYTES, COL_KNOWN }, { "n_cores", "cores", CELL_COUNT, COL_KNOWN },
};

static const ReportColumn step_columns[] = {
    { "step", "step", CELL_COUNT }, { "start_ns", "start", CELL_NS }, { "dur_ns", "time", CELL_NS }, { "warm", "warm", CELL_COUNT },
};

static const ReportColumn critical_columns[] = {
    { "label", "on the critical path", CELL_TEXT }, { "name", "instruction", CELL_TEXT }, { "category", "category", CELL_TEXT }, { "ns", "per step", CELL_NS },
    { "percent", "share", CELL_PERCENT },          { "at", "at", CELL_TEXT },          { "why", "why: ", CELL_BELOW },
};

static const ReportColumn verdict_columns[] = { { "verdict", "what bounds the step", CELL_TEXT } };

static const ReportColumn loop_columns[] = {
    { "label", "loops that ran as one piece of code", CELL_TEXT }, { "name", "instruction", CELL_TEXT }, { "n", "a step and device", CELL_COUNT }, { "trips", "trips", CELL_COUNT },
    { "least", "least", CELL_COUNT, COL_KNOWN }, { "most", "most", CELL_COUNT, COL_KNOWN }, { "ns", "time", CELL_NS }, { "trip_ns", "a trip", CELL_NS, COL_KNOWN }, { "at", "at", CELL_TEXT },
};

enum { STEPS_IN_TEXT = 40, CRITICAL = 12 };

static void critical_row(Table *t, const TraceCritTotal *x, const CritFold *f, int64_t sum)
{
    const char *label = f ? f->label : x->label, *name = f ? f->name : x->name;
    int64_t ns = f ? f->ns : x->ns;
    cell_text(t, label ? label : name ? name : "nothing runs");
    cell_text(t, x->inst_id ? name : NULL);
    cell_text(t, x->cat_name);
    cell_int(t, ns);
    cell_real(t, sum > 0 ? 100.0 * (double)ns / (double)sum : 0);
    cell_text(t, x->at);
    cell_text(t, x->why);
}

/* Of what is left out, so that the path adds up. */
static void critical_rest(Table *t, guint n, int64_t ns, int64_t sum)
{
    g_autofree char *more = g_strdup_printf("%u more (--all)", n);
    cell_text(t, more);
    cell_text(t, NULL);
    cell_text(t, NULL);
    cell_int(t, ns);
    cell_real(t, sum > 0 ? 100.0 * (double)ns / (double)sum : 0);
    cell_text(t, NULL);
    cell_text(t, NULL);
}

/* The critical path: only less time on this path makes a step shorter. In text, what is alike in each layer is one row, and all but the first ones are another. */
static void add_critical(Block *b, const GArray *rows, const ReportOptions *o)
{
    bool folds = report_folds(o) && !o->expand, whole = o->all || o->format == REPORT_JSON || o->format == REPORT_CSV;
    g_autoptr(GArray) folded = folds ? crit_fold(rows) : NULL;
    guint n = folds ? folded->len : rows->len, shown = whole || n <= CRITICAL + 1 ? n : CRITICAL;
    int64_t sum = 0, rest = 0;
    for (guint i = 0; i < rows->len; i++)
        sum = add_capped(sum, TRACE_AT(rows, TraceCritTotal, i)->ns);
    Table *t = block_table(b, "critical_path", NULL, critical_columns, G_N_ELEMENTS(critical_columns));
    table_aside(t);
    for (guint i = 0; i < n; i++) {
        const CritFold *f = folds ? &g_array_index(folded, CritFold, i) : NULL;
        const TraceCritTotal *x = f ? f->first : TRACE_AT(rows, TraceCritTotal, i);
        if (i < shown)
            critical_row(t, x, f, sum);
        else
            rest = add_capped(rest, f ? f->ns : x->ns);
    }
    if (shown < n)
        critical_rest(t, n - shown, rest, sum);
}

static const ReportColumn share_columns[] = { { "category", "the mean warm step, over all devices", CELL_TEXT }, { "ns", "a step", CELL_NS }, { "percent", "share", CELL_PERCENT } };

static const ReportColumn planned_columns[] = { { "category", "the predicted step", CELL_TEXT }, { "ns", "a step", CELL_NS }, { "percent", "share", CELL_PERCENT } };

/* What the Overview draws as a bar. */
static void put_shares(Block *b, const TraceShares *sh, const ReportColumn columns[3])
{
    if (sh->sum_ns <= 0)
        return;
    TraceShares mean = *sh;
    Table *t = block_table(b, "shares", NULL, columns, 3);
    table_aside(t);
    for (int k = 0; k < TRACE_N_SHARES; k++) {
        if (mean.ns[k] <= 0)
            continue;
        cell_text(t, trace_share_name(k));
        cell_real(t, mean.ns[k]);
        cell_real(t, 100 * mean.ns[k] / mean.sum_ns);
    }
    if (mean.hidden_ns > 0)
        block_note(b, "beside the parts of a step, %s of collectives are hidden under compute, in the mean over all devices", trace_ns(mean.hidden_ns).s);
}

static const ReportColumn dearest_columns[] = { { "label", "the dearest operations, as predicted", CELL_TEXT }, { "kind", "kind", CELL_TEXT }, { "n", "instructions", CELL_COUNT },
                                                { "ns", "a step", CELL_NS },                                        { "percent", "share", CELL_PERCENT } };

/* Of a step that nothing executed: the model's shares, and what it prices highest. */
static bool add_planned(Block *b, TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, GError **error)
{
    g_autoptr(GArray) kinds = trace_query_coll_kinds(r, run->module_id, error);
    g_autoptr(GArray) ops = kinds ? trace_query_op_totals(r, run->id, error) : NULL;
    g_autoptr(GArray) parts = ops ? trace_query_predicted_parts(r, run->id, error) : NULL;
    g_autoptr(GArray) devices = parts ? trace_query_step_parts(r, run->id, 0, error) : NULL;
    if (!devices)
        return false;
    TraceShares sh = trace_run_shares(run, devices, parts, kinds);
    put_shares(b, &sh, planned_columns);
    if (run->kind == TRACE_RUN_PREDICTED)
        return true; /* the parts are told already, and the critical path tells the operations */
    if (parts->len)
        predicted_parts_add(b, parts);
    bool whole = o->all || o->format == REPORT_JSON || o->format == REPORT_CSV;
    Table *t = block_table(b, "dearest", NULL, dearest_columns, G_N_ELEMENTS(dearest_columns));
    table_aside(t);
    for (guint i = 0, n = 0; i < ops->len && (whole || n < CRITICAL); i++) {
        const TraceOpTotal *x = TRACE_AT(ops, TraceOpTotal, i);
        if (!x->est_ns.known || x->est_ns.v <= 0)
            continue;
        n++;
        cell_text(t, x->label ? x->label : x->name);
        cell_text(t, x->opcode);
        cell_int(t, x->n_inst);
        cell_real(t, x->est_ns.v);
        cell_real(t, sh.sum_ns > 0 ? 100 * x->est_ns.v / sh.sum_ns : 0);
    }
    return true;
}

/* How a device spent the mean step; in a file whose times are not worked out yet all that is known is whom others waited for. */
static void add_device(Table *t, const TraceDeviceLoad *l, const TraceStepPartRow *p)
{
    cell_int(t, l->global_id);
    cell_text(t, l->kind);
    const int64_t ns[] = { p->compute_ns, p->exposed_coll_ns, p->hidden_coll_ns, p->exposed_copy_ns, p->host_ns, p->wait_ns, p->queue_ns, p->idle_ns, p->compile_ns };
    for (guint i = 0; i < G_N_ELEMENTS(ns); i++)
        cell_oint(t, (TraceInt){ ns[i], p->dur_ns > 0 });
    cell_oreal(t, p->dur_ns > 0 ? TRACE_REAL(100.0 * (double)p->compute_ns / (double)p->dur_ns) : (TraceReal){ 0 });
    cell_int(t, l->n_last);
    cell_int(t, l->late_ns);
}

static gint by_number(gconstpointer pa, gconstpointer pb)
{
    const TraceDeviceLoad *a = *(const TraceDeviceLoad *const *)pa, *b = *(const TraceDeviceLoad *const *)pb;
    return (a->global_id > b->global_id) - (a->global_id < b->global_id);
}

static void add_devices(Block *b, const GArray *parts, const GArray *load, const char *title)
{
    Table *t = block_table(b, "devices", title, device_columns, G_N_ELEMENTS(device_columns));
    table_aside(t);
    g_autoptr(GHashTable) by_device = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < parts->len; i++)
        g_hash_table_insert(by_device, &TRACE_AT(parts, TraceStepPartRow, i)->device_id, TRACE_AT(parts, TraceStepPartRow, i));
    g_autoptr(GPtrArray) devices = g_ptr_array_new(); /* load has the busiest first */
    for (guint i = 0; i < load->len; i++)
        g_ptr_array_add(devices, TRACE_AT(load, TraceDeviceLoad, i));
    g_ptr_array_sort(devices, by_number);
    for (guint i = 0; i < devices->len; i++) {
        const TraceDeviceLoad *l = devices->pdata[i];
        const TraceStepPartRow *p = g_hash_table_lookup(by_device, &l->device_id);
        if (p || l->late_ns)
            add_device(t, l, p ? p : &(TraceStepPartRow){ 0 });
    }
}

/* The processes, what is known of their clocks, and whose devices are missing. */
static void add_hosts(Block *b, const GArray *hosts)
{
    g_autofree char *said = trace_hosts_said(hosts);
    if (*said)
        block_note(b, "%s", said);
    if (hosts->len < 2)
        return;
    Table *t = block_table(b, "processes", "the processes that ran it", host_columns, G_N_ELEMENTS(host_columns));
    table_aside(t);
    for (guint i = 0; i < hosts->len; i++) {
        const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, i);
        cell_text(t, h->title);
        cell_text(t, h->name);
        cell_oint(t, h->process);
        cell_oint(t, h->first_device);
        cell_oint(t, h->last_device);
        cell_int(t, h->n_steps);
        cell_int(t, h->recorded);
        cell_oint(t, h->clock_off_ns);
        cell_oreal(t, h->clock_ppm.known ? TRACE_REAL(h->clock_ppm.v * 1e3) : h->clock_ppm);
        cell_oint(t, h->clock_err_ns);
        cell_oint(t, h->sent_bytes);
        cell_oint(t, h->n_cores);
        if (!h->recorded)
            block_note(b, "what the devices of %s did is not in this file", h->title);
    }
    g_autofree char *clocks = trace_clocks_said(hosts);
    if (*clocks)
        block_note(b, "%s", clocks);
}

/* Their trips are not events of their own. */
static bool add_loops(Block *b, TraceReader *r, const TraceRunInfo *run, GError **error)
{
    g_autoptr(GArray) loops = run->kind == TRACE_RUN_MEASURED ? trace_query_loops(r, run->id, error) : g_array_new(FALSE, TRUE, sizeof(TraceLoopRow));
    if (!loops || !loops->len)
        return loops != NULL;
    Table *t = block_table(b, "loops", NULL, loop_columns, G_N_ELEMENTS(loop_columns));
    table_aside(t);
    for (guint i = 0; i < loops->len; i++) {
        const TraceLoopRow *x = TRACE_AT(loops, TraceLoopRow, i);
        cell_text(t, x->label);
        cell_text(t, x->name);
        cell_real(t, x->n);
        cell_int(t, llround(x->trips));
        cell_oint(t, x->least);
        cell_oint(t, x->most);
        cell_real(t, x->ns);
        cell_oreal(t, x->trips > 0 ? (TraceReal){ x->ns / x->trips, true } : (TraceReal){ 0 });
        cell_text(t, x->at);
    }
    return true;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) summary = trace_query_step_summary(r, run->id, error);
    g_autoptr(GArray) parts = summary ? trace_query_step_parts(r, run->id, 0, error) : NULL;
    g_autoptr(GArray) load = parts ? trace_query_device_load(r, run->id, error) : NULL;
    g_autoptr(GArray) critical = load ? trace_query_crit_totals(r, run->id, error) : NULL;
    g_autoptr(GArray) steps = critical ? trace_query_steps(r, run->id, error) : NULL;
    g_autoptr(GArray) hosts = steps ? trace_query_hosts(r, run->id, error) : NULL;
    g_autofree char *verdict = hosts ? trace_bound(r, run, error) : NULL;
    if (!verdict)
        return false;
    if (run->cut_short)
        block_note(b, "the run was cut short: %s", run->cut_short);
    if (*verdict) {
        Table *said = block_table(b, "verdict", NULL, verdict_columns, G_N_ELEMENTS(verdict_columns));
        table_aside(said);
        table_not_in_text(said);
        cell_text(said, verdict);
        block_note(b, "%s", verdict);
    }
    const TraceStepSummary *s = TRACE_AT(summary, TraceStepSummary, 0);
    bool predicted = run->kind == TRACE_RUN_PREDICTED, measured = trace_run_has_measured_steps(run);
    Table *t = block_table(b, "summary", NULL, summary_columns, G_N_ELEMENTS(summary_columns));
    table_aside(t);
    cell_int(t, s->n_steps);
    cell_int(t, s->n_warm);
    cell_oint(t, measured ? s->median_ns : (TraceInt){ 0 });
    cell_oint(t, measured ? s->p5_ns : (TraceInt){ 0 });
    cell_oint(t, measured ? s->p95_ns : (TraceInt){ 0 });
    cell_oint(t, measured ? s->min_ns : (TraceInt){ 0 });
    cell_oint(t, measured ? s->max_ns : (TraceInt){ 0 });
    cell_oint(t, measured ? s->mean_ns : (TraceInt){ 0 });
    cell_oreal(t, run->est_ns);
    cell_oint(t, run->compile_dur_ns);
    if (predicted)
        table_not_in_text(t); /* steps that are all the same have no median */
    if (!predicted_add(b, r, run, error))
        return false;
    if (run->kind == TRACE_RUN_MEASURED)
        add_hosts(b, hosts);
    if (run->est_ns.known && (!steps->len || !parts->len || predicted)) { /* as the Overview does */
        if (!add_planned(b, r, run, o, error))
            return false;
    } else {
        TraceShares mean = trace_shares(parts);
        put_shares(b, &mean, share_columns);
    }
    add_devices(b, parts, load, predicted ? "the predicted step, by device" : "the mean warm step, by device");
    if (!add_loops(b, r, run, error))
        return false;
    add_critical(b, critical, o);
    g_autofree char *path = trace_path_said(critical, s);
    if (*path)
        block_note(b, "%s", path);

    Table *each = block_table(b, "steps", steps->len > STEPS_IN_TEXT ? NULL : "each step", step_columns, G_N_ELEMENTS(step_columns));
    if (steps->len > STEPS_IN_TEXT)
        table_not_in_text(each);
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *x = TRACE_AT(steps, TraceStepRow, i);
        cell_int(each, x->num);
        cell_int(each, x->start_ns);
        cell_int(each, x->dur_ns);
        cell_int(each, x->warm);
    }
    if (run->kind != TRACE_RUN_MEASURED && steps->len)
        block_note(b, "times are %s", trace_run_kind_name(run->kind) ? trace_run_kind_name(run->kind) : "of an unknown kind");
    if (!steps->len)
        block_note(b, "no steps recorded");
    else if (!parts->len)
        block_note(b, "%s", trace_is_finished(r) ? "no events recorded, so it is not known where the time went"
                                                 : "the recording was not finished; shardscope optimize FILE works out where the time went");
    return true;
}

const Report steps_report = {
    .name = "steps",
    .doc = "step times, and how each device spent them",
    .make = make,
    .of_events = true,
    .of_predictions = true,
};
