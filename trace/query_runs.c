/* Questions about runs, their steps and their devices. */
#include "trace/query_impl.h"
#include "trace/parts_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/capped.h"
#include "trace/units.h"

/* Over all collectives of a run's main module. */
#define RUN_LINKS(which) \
    "(SELECT sum(" LINK_BYTES("k", which) ") FROM snapshot ks JOIN computation kc ON kc.snapshot_id = ks.id JOIN inst ki ON ki.comp_id = kc.id JOIN coll k ON k.inst_id = ki.id" \
    "  WHERE ks.module_id = p.module_id AND ks.stage = 4 AND (SELECT min(host_id) < max(host_id) FROM device WHERE run_id = p.id))"

GArray *trace_query_runs(TraceReader *r, GError **error)
{
    return ASK(RunInfo,
        "WITH q AS (SELECT r.*, " MAIN_MODULE("r.id") " AS module_id FROM run r),"
        " p AS (SELECT q.*, COALESCE(m.mesh_id, (SELECT min(id) FROM mesh WHERE run_id = q.id)) AS mesh_id,"
        "       m.flops_one, m.flops_sum, m.traffic, m.peak_bytes, m.est_ns, m.compile_dur_ns, m.remedies_tried, m.remedies_left, m.remedies_looked, m.remedies_cut"
        "       FROM q LEFT JOIN module m ON m.id = q.module_id)"
        "SELECT id, COALESCE(NULLIF(label, ''), name) || iif(count(*) OVER same > 1, iif(kind = 2 AND hardware IS NOT NULL AND count(*) OVER alike = 1, ' on ' || hardware, ' (' || row_number() OVER (same ORDER BY id) || ')'), ''), name, label, kind, producer, config, hardware, epoch_ns, end_ns, mesh_id,"
        /* many axes of size 1 say nothing and are only counted */
        " (SELECT group_concat(iif(size = 1 AND ones, NULL, name || '=' || size), ',') || iif(max(ones), ' and ' || max(ones) || ' axes of size 1', '') FROM (SELECT name, size,"
        "   iif(sum(size = 1) OVER () BETWEEN 3 AND count(*) OVER () - 1, sum(size = 1) OVER (), 0) AS ones FROM mesh_axis WHERE mesh_id = p.mesh_id ORDER BY pos)),"
        " (SELECT count(*) FROM device WHERE run_id = p.id), (SELECT count(*) FROM module WHERE run_id = p.id),"
        " (SELECT count(*) FROM step WHERE run_id = p.id), (SELECT count(*) FROM step WHERE run_id = p.id AND warm = 1), module_id,"
        " (SELECT max(s.id) FROM snapshot s WHERE s.module_id = p.module_id AND s.stage = 1"
        "  AND EXISTS (SELECT 1 FROM computation c WHERE c.snapshot_id = s.id)),"
        " (SELECT max(s.id) FROM snapshot s WHERE s.module_id = p.module_id AND s.stage = 4),"
        " flops_one, flops_sum, traffic, peak_bytes, est_ns, compile_dur_ns, remedies_tried, remedies_left, remedies_looked, remedies_cut,"
        " options IS NOT NULL AND (source_path IS NOT NULL OR source_id IS NOT NULL), process,"
        " COALESCE((SELECT sum(dur_ns) FROM step WHERE run_id = p.id), 0), recompiled, " RUN_LINKS(0) ", " RUN_LINKS(1) ", " RUN_LINKS(2) ","
        " (SELECT count(DISTINCT host_id) FROM device WHERE run_id = p.id), cut_short,"
        " CASE WHEN kind <> 3 OR EXISTS (SELECT 1 FROM step WHERE run_id = p.id) OR NOT EXISTS (SELECT 1 FROM device d JOIN inst_stat x ON x.device_id = d.id WHERE d.run_id = p.id) THEN 'a step'"
        "  WHEN " LAUNCHES("p.id") " IS NOT NULL THEN 'a launch' ELSE 'in the profile' END FROM p"
        " WINDOW same AS (PARTITION BY COALESCE(NULLIF(label, ''), name)), alike AS (PARTITION BY COALESCE(NULLIF(label, ''), name), kind = 2, hardware) ORDER BY id", 0);
}

GArray *trace_query_run_counts(TraceReader *r, const TraceRunInfo *run, GError **error)
{
    return ASK(RunCounts,
        "SELECT (SELECT count(*) FROM computation c JOIN inst i ON i.comp_id = c.id WHERE c.snapshot_id = ?1),"
        " (SELECT count(*) FROM reshard WHERE module_id = ?2), (SELECT count(*) FROM pass WHERE module_id = ?2)", run->input_snap, run->module_id);
}

GArray *trace_query_hosts(TraceReader *r, int64_t run_id, GError **error)
{
    /* The clock at the run's time 0, where the run says when that was on it. */
    return ASK(HostRow,
        "SELECT h.id, h.name, h.process_index, COALESCE(h.recorded, 1), count(d.id), min(d.global_id), max(d.global_id),"
        " h.clock_off_ns + CAST(COALESCE(h.clock_rate * (COALESCE(r.zero_ns, h.clock_at_ns) - h.clock_at_ns), 0) AS INTEGER), h.clock_rate * 1e6, h.clock_err_ns, h.sent_bytes, h.n_cores,"
        " (SELECT count(*) FROM step s WHERE s.run_id = r.id AND EXISTS (SELECT 1 FROM step_part p JOIN device e ON e.id = p.device_id"
        "  WHERE p.step_id = s.id AND e.host_id = h.id AND e.run_id = r.id))"
        " + (SELECT count(*) FROM step s WHERE s.run_id = r.id AND " STEP_APART("s") "),"
        " " HOST_TITLE("h")
        " FROM run r JOIN host h ON h.run_id = r.id LEFT JOIN device d ON d.host_id = h.id WHERE r.id = ?1 GROUP BY h.id ORDER BY h.process_index IS NULL, h.process_index, h.id", run_id);
}

char *trace_links_said(TraceInt inside, TraceInt between_ranks, TraceInt between_hosts)
{
    GString *s = g_string_new(NULL);
    if (!inside.known)
        return g_string_free(s, FALSE);
    g_string_append_printf(s, "of what all devices receive, %s stays inside a %s", trace_bytes(inside.v).s, between_ranks.known ? "process" : "host");
    if (between_ranks.known)
        g_string_append_printf(s, ", %s goes between processes%s", trace_bytes(between_ranks.v).s, between_hosts.known ? " of a host" : "");
    if (between_hosts.known)
        g_string_append_printf(s, "%s %s %sbetween hosts", between_ranks.known ? " and" : ",", trace_bytes(between_hosts.v).s, between_ranks.known ? "" : "goes ");
    return g_string_free(s, FALSE);
}

/* True if a process before the i-th runs on the same machine. */
static bool host_was_said(const GArray *hosts, guint i)
{
    for (guint k = 0; k < i; k++)
        if (g_str_equal(TRACE_AT(hosts, TraceHostRow, k)->name, TRACE_AT(hosts, TraceHostRow, i)->name))
            return true;
    return false;
}

char *trace_hosts_said(const GArray *hosts)
{
    enum { MOST = 8 /* machines that are named */, MOST_PROCESSES = 4096 };
    GString *s = g_string_new(NULL);
    int n_machines = 0;
    for (guint i = 0; i < MIN(hosts->len, MOST_PROCESSES); i++) {
        const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, i);
        if (!h->n_cores.known || host_was_said(hosts, i) || n_machines++ >= MOST)
            continue;
        int n = 0;
        for (guint k = i; k < hosts->len; k++)
            n += g_str_equal(TRACE_AT(hosts, TraceHostRow, k)->name, h->name);
        g_string_append_printf(s, "%s%s%s", s->len ? "; " : "It ran on ", h->name, n > 1 ? ", " : " with ");
        if (n > 1)
            g_string_append_printf(s, "%d processes that may each use ", n);
        g_string_append_printf(s, "%" G_GINT64_FORMAT " core%s", h->n_cores.v, h->n_cores.v == 1 ? "" : "s");
    }
    if (n_machines > MOST)
        g_string_append_printf(s, "; and on %d other machines", n_machines - MOST);
    if (s->len)
        g_string_append_c(s, '.');
    return g_string_free(s, FALSE);
}

char *trace_clocks_said(const GArray *hosts)
{
    int64_t worst = 0;
    double fastest = 0;
    for (guint i = 0; i < hosts->len; i++) {
        const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, i);
        worst = MAX(worst, h->clock_err_ns.v);
        fastest = MAX(fastest, h->clock_ppm.v < 0 ? -h->clock_ppm.v : h->clock_ppm.v);
    }
    if (!worst)
        return g_strdup("");
    return g_strdup_printf("Processes on different machines have different clocks: their times are put on the clock of rank 0, and are off by at most %s beside its own; clocks drift by up to %s a second.",
                           trace_ns((double)worst).s, trace_ns(fastest * 1e3).s);
}

/* Of functions of a process, by what they took: in steps, else while they were compiled. */
static int heavier_first(const TraceRunInfo *x, const TraceRunInfo *y)
{
    if (x->steps_ns != y->steps_ns)
        return x->steps_ns < y->steps_ns ? 1 : -1;
    int64_t cx = x->steps_ns ? 0 : x->compile_dur_ns.v, cy = y->steps_ns ? 0 : y->compile_dur_ns.v;
    return cx != cy ? (cx < cy ? 1 : -1) : (x->id > y->id) - (x->id < y->id);
}

static int by_weight(gconstpointer a, gconstpointer b)
{
    return heavier_first(*(const TraceRunInfo *const *)a, *(const TraceRunInfo *const *)b);
}

bool trace_run_has_measured_steps(const TraceRunInfo *run)
{
    return run->n_steps > 0 && run->kind != TRACE_RUN_PREDICTED;
}

bool trace_run_is_main(const GArray *runs, guint i)
{
    const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
    for (guint k = 0; run->process && k < runs->len; k++) {
        const TraceRunInfo *other = TRACE_AT(runs, TraceRunInfo, k);
        bool same = k != i && g_strcmp0(other->process, run->process) == 0;
        if (same && heavier_first(other, run) < 0)
            return false;
    }
    return true;
}

bool trace_run_is_compared(const GArray *runs, guint i, const char *name)
{
    const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i), *named = NULL;
    for (guint k = 0; run->process && name && k < runs->len; k++) {
        const TraceRunInfo *other = TRACE_AT(runs, TraceRunInfo, k);
        if (g_strcmp0(other->process, run->process) == 0 && g_strcmp0(other->name, name) == 0 && (!named || heavier_first(other, named) < 0))
            named = other;
    }
    return named ? run == named : trace_run_is_main(runs, i);
}

GPtrArray *trace_run_functions(const GArray *runs, guint i)
{
    const char *process = i < runs->len ? TRACE_AT(runs, TraceRunInfo, i)->process : NULL;
    GPtrArray *out = g_ptr_array_new();
    for (guint k = 0; process && k < runs->len; k++)
        if (g_strcmp0(TRACE_AT(runs, TraceRunInfo, k)->process, process) == 0)
            g_ptr_array_add(out, TRACE_AT(runs, TraceRunInfo, k));
    g_ptr_array_sort(out, by_weight);
    return out;
}

bool trace_find_run(TraceReader *r, const char *which, int64_t *run_id, GError **error)
{
    g_autoptr(GArray) runs = trace_query_runs(r, error);
    if (!runs)
        return false;
    for (guint i = runs->len; i-- > 0;) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run->id);
        if (!which || g_strcmp0(which, run->title) == 0 || g_strcmp0(which, run->label) == 0 || g_str_equal(which, run->name) || g_str_equal(which, id)) {
            *run_id = run->id;
            return true;
        }
    }
    if (!runs->len) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: the trace holds no run", r->path);
        return false;
    }
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < MIN(runs->len, 12); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", TRACE_AT(runs, TraceRunInfo, i)->title);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: there is no run \"%s\"\n  hint: the runs are %s%s", r->path, which, names->str,
                runs->len > 12 ? ", ..." : "");
    return false;
}

/* ---- steps ---- */

GArray *trace_query_steps(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(StepRow, "SELECT s.id, s.num, n.s, s.start_ns, s.dur_ns, s.warm, s.source FROM step s"
                        " LEFT JOIN str n ON n.id = s.name_id WHERE s.run_id = ?1 ORDER BY s.num", run_id);
}

/* Loops that the executor ran as one piece of code each have an event of their own; others are the events of their ops. */
#define WHOLE_LOOPS(RUN)                                                                                                                          \
    "(SELECT iif(n, iif(n > 1, printf('%,d loops ran as one piece of code each', n), 'One loop ran as one piece of code')"                       \
    " || ': the times of its trips and ops are not told apart, they are in that of the loop.', '') FROM (SELECT count(DISTINCT t.inst_id) AS n"    \
    " FROM inst_stat t JOIN device d ON d.id = t.device_id AND d.run_id = " RUN " JOIN run r ON r.id = d.run_id AND r.kind = 1"                    \
    " JOIN inst i ON i.id = t.inst_id JOIN str o ON o.id = i.opcode_id WHERE o.s = 'while' AND t.n > 0))"

/* In a file whose recording was cut short nothing has worked out yet where the time of steps recorded whole went, while that of the others is recorded. */
#define NOT_WORKED_OUT(RUN)                                                                                                                \
    "iif((SELECT value FROM meta WHERE key = 'finalized') IS NOT 1 AND EXISTS (SELECT 1 FROM step s WHERE s.run_id = " RUN " AND s.n_events IS NULL AND" \
    " NOT EXISTS (SELECT 1 FROM step_part p WHERE p.step_id = s.id)), ' The recording was not finished: what a step''s time went to is that of the others, until" \
    " shardscope optimize FILE works it out for all.', '')"

GArray *trace_query_kept(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(Kept,
        "WITH q AS (SELECT count(*) AS steps, sum(n_events IS NULL) AS whole, sum(n_kept > 0) AS thin, sum(iif(n_kept > 0, n_events, 0)) AS happened,"
        "  sum(iif(n_kept > 0, n_kept, 0)) AS kept, sum(n_events IS NOT NULL AND n_kept IS NULL) AS dark FROM step WHERE run_id = ?1)"
        "SELECT steps, COALESCE(whole, 0), COALESCE(thin, 0), COALESCE(happened, 0), COALESCE(kept, 0),"
        " trim(iif(dark > 0, printf('Of %,d of %,d steps the profile has no events of devices: how long they took is known, not what they did.', dark, steps), '')"
        " || iif(whole + thin + dark < steps, printf('%,d of %,d steps are recorded event by event, the others as sums: times are of all steps,'"
        "  || ' timelines and meetings of the recorded ones; on the critical path each of these counts for the steps that are nearest to it in length.', whole + thin, steps) || " NOT_WORKED_OUT("?1") ", '')"
        " || iif(whole + thin < steps AND thin > 0, ' ', '')"
        " || iif(thin > 0, printf('%,d of %,d events of %s are recorded: times are of all events, timelines and meetings of the recorded ones,'"
        "  || ' critical paths are left out.', kept, happened, iif(thin = 1, 'one step', printf('%,d steps', thin))), '')"
        " || iif(steps > 0 OR NOT EXISTS (SELECT 1 FROM inst_stat JOIN device d ON d.id = device_id WHERE d.run_id = ?1), '', COALESCE("
        "   (SELECT iif(n > 1, printf('No steps are recorded: the times of a step are the mean of the %,d launches of the program.', n),"
        "   'No steps are recorded: the times of a step are those of the one launch of the program.') FROM (SELECT " LAUNCHES("?1") " AS n) WHERE n > 0),"
        "   'No steps are recorded, and how often the program was launched is not known: measured times are of the whole profile.')) || ' ' || " WHOLE_LOOPS("?1") "),"
        " COALESCE((SELECT printf('Predicted times are those of the model \"%s\"%s; ' || iif(steps > 0, 'measured ones hold what it leaves out: the start of each op, %s.',"
        "   'nothing was executed.'), COALESCE(r.hardware, 'cpu'), iif(d.virtual, ', in which each device has hardware of its own', ''),"
        "  iif(d.virtual, printf('and that %s %s', iif(d.n = 1, 'one virtual device has', printf('%d virtual devices share', d.n)), iif(d.cores > 1, iif(d.processes > 1, printf('%d threads of %d processes', d.cores, d.processes), printf('%d cores', d.cores)), iif(d.cores = 1, 'one core', 'the cores of one machine'))),"
        "   'and whatever else the machine did'))"
        "  || COALESCE((SELECT printf(' They price the plan op by op; the run \"%s\" is scheduled as kernels.', COALESCE(o.label, o.name)) FROM run o"
        "   WHERE o.kind = 2 AND o.hardware = r.hardware AND o.name = r.name LIMIT 1), '')"
        "  FROM run r JOIN (SELECT count(*) AS n, max(is_virtual) AS virtual, (SELECT count(*) FROM lane WHERE run_id = ?1 AND kind = 10) AS cores,"
        "   (SELECT count(*) FROM host WHERE run_id = ?1 AND process_index IS NOT NULL) AS processes"
        "   FROM device WHERE run_id = ?1) d JOIN module m ON m.run_id = r.id AND m.est_ns IS NOT NULL"
        "  WHERE r.id = ?1 AND (r.kind = 1 AND steps > 0 OR r.kind = 4 AND steps = 0) LIMIT 1), '') FROM q", run_id);
}

GArray *trace_query_imported(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(ImportSaid,
        "SELECT i.id, i.name, i.kind, i.size, i.status, (SELECT n FROM import_note WHERE import_id = i.id AND code = 'events'),"
        " COALESCE((SELECT n FROM import_note WHERE import_id = i.id AND code = 'left_out'), 0), n.severity, n.code, n.n, n.text"
        " FROM import i LEFT JOIN import_note n ON n.import_id = i.id AND n.code NOT IN ('events', 'left_out') WHERE i.run_id = ?1 ORDER BY i.id, n.severity DESC, n.n DESC, n.code", run_id);
}

static int by_value(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

/* Of n sorted values, the one at fraction f between the first and the last, linear between neighbours. */
int64_t trace_quantile(const int64_t *v, int n_values, double f)
{
    guint n = (guint)n_values;
    double at = f * (n - 1);
    guint i = (guint)at;
    if (i + 1 >= n)
        return v[n - 1];
    double more = (at - i) * ((double)v[i + 1] - (double)v[i]) + 0.5;
    return more < 9e18 ? add_capped(v[i], (int64_t)more) : v[i + 1];
}

GArray *trace_query_step_summary(TraceReader *r, int64_t run_id, GError **error)
{
    g_autoptr(GArray) steps = trace_query_steps(r, run_id, error);
    if (!steps)
        return NULL;
    TraceStepSummary s = { .run_id = run_id, .n_steps = steps->len };
    for (guint i = 0; i < steps->len; i++)
        s.n_warm += TRACE_AT(steps, TraceStepRow, i)->warm != 0;
    g_autoptr(GArray) durs = g_array_new(FALSE, FALSE, sizeof(int64_t));
    int64_t sum = 0;
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, i);
        if (s.n_warm && !step->warm)
            continue;
        g_array_append_val(durs, step->dur_ns);
        sum = add_capped(sum, step->dur_ns);
    }
    if (durs->len) {
        int64_t *v = (int64_t *)durs->data;
        qsort(v, durs->len, sizeof *v, by_value);
        s.min_ns = TRACE_INT(v[0]);
        s.p5_ns = TRACE_INT(trace_quantile(v, (int)durs->len, 0.05));
        s.median_ns = TRACE_INT(trace_quantile(v, (int)durs->len, 0.5));
        s.p95_ns = TRACE_INT(trace_quantile(v, (int)durs->len, 0.95));
        s.max_ns = TRACE_INT(v[durs->len - 1]);
        s.mean_ns = TRACE_INT(sum / durs->len);
    }
    GArray *rows = g_array_new(FALSE, TRUE, sizeof s);
    g_array_append_val(rows, s);
    return rows;
}

/* Of one step. */
#define PARTS                                                                                                \
    " sum(CASE p.cat WHEN 1 THEN p.ns ELSE 0 END) AS compute, sum(CASE p.cat WHEN 2 THEN p.ns ELSE 0 END) AS coll,"  \
    " sum(CASE p.cat WHEN 2 THEN p.hidden_ns ELSE 0 END) AS hidden, sum(CASE p.cat WHEN 3 THEN p.ns ELSE 0 END) AS copy,"  \
    " sum(CASE p.cat WHEN 4 THEN p.ns ELSE 0 END) AS host, sum(CASE p.cat WHEN 5 THEN p.ns ELSE 0 END) AS idle,"  \
    " sum(CASE p.cat WHEN 6 THEN p.ns ELSE 0 END) AS compile, sum(CASE p.cat WHEN 7 THEN p.ns ELSE 0 END) AS queue,"  \
    " sum(CASE p.cat WHEN 8 THEN p.ns ELSE 0 END) AS wait"

/* The mean step of a device, and what is left of it beside the means of its other parts: so the whole ns of all parts add up. */
#define MEAN_STEP(Q) "((" Q ".compute + " Q ".coll + " Q ".copy + " Q ".host + " Q ".idle + " Q ".compile + " Q ".wait + " Q ".queue) / " Q ".n)"
#define MEAN_IDLE(Q) "(" MEAN_STEP(Q) " - " Q ".compute / " Q ".n - " Q ".coll / " Q ".n - " Q ".copy / " Q ".n - " Q ".host / " Q ".n - " Q ".compile / " Q ".n" \
                     " - " Q ".wait / " Q ".n - " Q ".queue / " Q ".n)"

GArray *trace_query_step_parts(TraceReader *r, int64_t run_id, int64_t step_id, GError **error)
{
    if (step_id)
        return ASK(StepPartRow,
            "SELECT s.id, s.num, d.id, d.global_id, s.dur_ns, q.compute, q.coll, q.hidden, q.copy, q.host, q.idle, q.compile, q.wait, q.queue"
            " FROM (SELECT p.step_id, p.device_id," PARTS " FROM step_part p WHERE p.step_id = ?2 GROUP BY p.device_id) q"
            " JOIN step s ON s.id = q.step_id JOIN device d ON d.id = q.device_id WHERE s.run_id = ?1 ORDER BY d.global_id", run_id, step_id);
    const char *parts = parts_sql(r, run_id, error);
    if (!parts)
        return NULL;
    g_autofree char *sql = g_strconcat("WITH", parts, " SELECT 0, -1, d.id, d.global_id, " MEAN_STEP("q") ", q.compute / q.n,"
        " q.coll / q.n, q.hidden / q.n, q.copy / q.n, q.host / q.n, " MEAN_IDLE("q") ", q.compile / q.n, q.wait / q.n, q.queue / q.n"
        " FROM parts q JOIN device d ON d.id = q.device_id WHERE q.n > 0 ORDER BY d.global_id", NULL);
    return ASK(StepPartRow, sql, run_id);
}

GArray *trace_query_device_load(TraceReader *r, int64_t run_id, GError **error)
{
    const char *parts = parts_sql(r, run_id, error);
    if (!parts)
        return NULL;
    g_autofree char *sql = g_strconcat("WITH", parts, ","
        " late AS (SELECT l.device_id, count(*) AS n_last, sum(c.last_ns - c.first_ns) AS ns"
        "  FROM step s JOIN coll_exec c ON c.step_id = s.id AND c.last_ns > c.first_ns"
        "  JOIN event e ON e.coll_id = c.id AND e.start_ns = c.last_ns JOIN lane l ON l.id = e.lane_id"
        "  WHERE" COUNTED " GROUP BY l.device_id)"
        "SELECT d.id, d.global_id, d.kind, h.name, p.compute / p.n, p.coll / p.n, " MEAN_IDLE("p") ", COALESCE(t.n_last, 0),"
        " COALESCE(t.ns, 0), d.mem_bytes, d.is_virtual"
        " FROM device d LEFT JOIN host h ON h.id = d.host_id LEFT JOIN parts p ON p.device_id = d.id"
        " LEFT JOIN late t ON t.device_id = d.id WHERE d.run_id = ?1"
        " ORDER BY p.compute / p.n DESC, t.ns DESC, d.global_id", NULL);
    return ASK(DeviceLoad, sql, run_id);
}

GArray *trace_query_crit(TraceReader *r, int64_t step_id, int64_t t0, int64_t t1, int64_t most, GError **error)
{
    return ASK(CritRow,
        "SELECT c.seq, c.event_id, d.global_id, e.inst_id, c.start_ns, c.dur_ns, c.cat, c.via"
        " FROM crit c LEFT JOIN event e ON e.id = c.event_id LEFT JOIN lane l ON l.id = e.lane_id LEFT JOIN device d ON d.id = l.device_id"
        " WHERE c.step_id = ?1 AND c.start_ns < ?3 AND c.start_ns + c.dur_ns > ?2 ORDER BY c.seq LIMIT ?4", step_id, t0, t1, most);
}

char *trace_path_said(const GArray *totals, const TraceStepSummary *steps)
{
    int64_t sum = 0;
    for (guint i = 0; i < totals->len; i++)
        sum = add_capped(sum, TRACE_AT(totals, TraceCritTotal, i)->ns);
    double mean = (double)steps->mean_ns.v, off = (double)sum - mean;
    if (!sum || !steps->mean_ns.known || fabs(off) <= 0.02 * mean + (double)totals->len)
        return g_strdup("");
    return g_strdup_printf("the critical path is that of the steps recorded event by event, which take %s in the mean; the mean of all warm steps is %s", trace_ns((double)sum).s, trace_ns(mean).s);
}

/* How often the path of each step that has one counts in the mean. Of many steps some have no path: the slowest have, of the others a few, so that
 * a plain mean would be that of slow steps. Each step without one counts as the step with a path that is nearest to it in length, scaled to its own,
 * so that what the paths hold adds up to the mean step. */
#define PATH_WEIGHTS                                                                                         \
    " counted AS MATERIALIZED (SELECT s.id, s.dur_ns AS dur, EXISTS (SELECT 1 FROM crit x WHERE x.step_id = s.id) AS has FROM step s WHERE" COUNTED "),"  \
    " beside AS (SELECT dur, max(iif(has, dur, NULL)) OVER (ORDER BY dur) AS below,"    \
    "   min(iif(has, dur, NULL)) OVER (ORDER BY dur DESC) AS above FROM counted),"      \
    " stands AS (SELECT iif(below IS NULL OR above - dur < dur - below, above, below) AS dur, sum(dur) AS ns FROM beside GROUP BY 1),"  \
    " weight AS MATERIALIZED (SELECT c.id, t.ns * 1.0 / (c.dur * count(*) OVER (PARTITION BY c.dur)) / (SELECT count(*) FROM counted) AS w"  \
    "   FROM counted c JOIN stands t ON t.dur = c.dur WHERE c.has AND c.dur > 0)"

GArray *trace_query_crit_totals(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(CritTotal,
        "WITH" PATH_WEIGHTS " SELECT n.s, q.inst_id, q.cat, cat_name(q.cat), q.ns, " SAID("rs.why") ", v.at, iif(i.id IS NULL, NULL, " LABEL("i", "n", "op", "lb") ") FROM (SELECT e.name_id, e.inst_id, c.cat,"
        "  CAST(sum(c.dur_ns * w.w) + 1e-6 AS INTEGER) AS ns FROM weight w CROSS JOIN crit c ON c.step_id = w.id LEFT JOIN event e ON e.id = c.event_id"
        "  GROUP BY e.name_id, e.inst_id, c.cat) q"
        " LEFT JOIN str n ON n.id = q.name_id LEFT JOIN inst i ON i.id = q.inst_id LEFT JOIN v_loc v ON v.id = i.loc_id"
        " LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN str lb ON lb.id = i.label_id"
        " LEFT JOIN reshard rs ON rs.id = (SELECT min(reshard_id) FROM reshard_inst WHERE inst_id = q.inst_id)"
        " ORDER BY q.ns DESC, n.s, q.cat", run_id);
}
