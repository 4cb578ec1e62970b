/* What traces are exported to, read back by readers of the formats (export_read.c) and compared with the trace and its reports: a trace made by
 * hand, one as an importer makes it (overlapping events, arrows, counters, texts that need quoting), and by the command line a measured run,
 * one with steps that are kept as sums, a predicted one, and one of XLA's dumps. */
#include "trace/export/export.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/trace/xspace_make.h"
#include "tests/unit/trace/export_read.h"
#include "tests/unit/trace/export_traces.h"
#include "trace/query_impl.h"

/* ---- timelines ------------------------------------------------------------------------------------------------------------------------------ */

/* What tests ask of the slices of a timeline. */
static int64_t slices_of(const Timeline *t, const char *category, int64_t *n)
{
    int64_t sum = 0;
    *n = 0;
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        if (s->step >= 0 || g_strcmp0(s->category, category) != 0)
            continue;
        sum += s->self_ns;
        ++*n;
    }
    return sum;
}

/* Totals and numbers of events by category are the trace's. */
static void check_categories(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r), all = 0;
    for (int cat = 0; cat < TRACE_N_CATS; cat++) {
        g_autofree char *where = g_strdup_printf("FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 AND e.cat = %d", cat);
        g_autofree char *sum = g_strdup_printf("SELECT COALESCE(sum(COALESCE(e.self_ns, e.dur_ns)), 0) %s", where), *count = g_strdup_printf("SELECT count(*) %s", where);
        int64_t n, ns = slices_of(t, cat ? trace_cat_name(cat) : NULL, &n);
        g_assert_cmpint(ns, ==, number(r, sum, run));
        g_assert_cmpint(n, ==, number(r, count, run));
        all += n;
    }
    g_assert_cmpint(all, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
}

/* Begins and ends are the trace's, moved by one offset at most. */
static void check_steps(TraceReader *r, const Timeline *t, int64_t base)
{
    g_autoptr(GArray) steps = trace_query_steps(r, last_run(r), NULL);
    guint n = 0;
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        if (s->step < 0)
            continue;
        const TraceStepRow *want = TRACE_AT(steps, TraceStepRow, n++);
        g_assert_cmpint(s->step, ==, want->num);
        g_assert_cmpint(s->start_ns, ==, want->start_ns + base);
        g_assert_cmpint(s->dur_ns, ==, want->dur_ns);
    }
    g_assert_cmpuint(n, ==, steps->len);
}

/* Of each collective in the report the time of a step is that of its slices in warm steps, where all steps have their events. */
static void check_collectives(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    const TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, runs->len - 1);
    g_assert_cmpint(info->id, ==, run);
    g_autoptr(GArray) colls = trace_query_colls(r, info->module_id, NULL), steps = trace_query_steps(r, run, NULL);
    bool whole = number(r, "SELECT count(*) FROM step WHERE run_id = ?1 AND n_events IS NOT NULL", run) == 0;
    int64_t n_warm = MAX(info->n_warm ? info->n_warm : info->n_steps, 1);
    for (guint k = 0; k < colls->len && whole && info->n_steps; k++) {
        const TraceCollRow *c = TRACE_AT(colls, TraceCollRow, k);
        g_autoptr(GHashTable) devices = g_hash_table_new(NULL, NULL);
        int64_t sum = 0;
        for (guint i = 0; i < t->slices->len; i++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
            bool warm = false;
            for (guint m = 0; m < steps->len && !warm; m++) {
                const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, m);
                warm = (step->warm || !info->n_warm) && s->start_ns >= step->start_ns && s->start_ns < step->start_ns + step->dur_ns;
            }
            if (!warm || !s->meeting || g_strcmp0(s->name, c->name) != 0)
                continue;
            g_assert_cmpstr(s->category, ==, "collective");
            g_assert_cmpint(s->bytes, ==, c->bytes_out);
            g_hash_table_add(devices, GINT_TO_POINTER(s->process));
            sum += s->dur_ns;
        }
        if (c->total_ns.known)
            g_assert_cmpint(labs((long)(sum / MAX(g_hash_table_size(devices), 1) / n_warm - c->total_ns.v)), <=, 1);
    }
}

/* Each meeting of two or more that is recorded is one flow, with an end a member. Of arrows both ends count. */
static void check_flows(TraceReader *r, const Timeline *t, bool arrows_too)
{
    int64_t run = last_run(r), ends = 0;
    GHashTableIter it;
    gpointer n;
    g_hash_table_iter_init(&it, t->flows);
    for (gpointer id; g_hash_table_iter_next(&it, &id, &n);)
        ends += GPOINTER_TO_UINT(n) > 1 ? GPOINTER_TO_UINT(n) : 0;
    int64_t members = number(r, "SELECT COALESCE(sum(n), 0) FROM (SELECT count(*) AS n FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 AND e.coll_id IS NOT NULL AND e.cat <> 8"
                                " GROUP BY e.coll_id HAVING count(*) > 1)", run);
    int64_t arrows = number(r, "SELECT count(*) FROM flow f JOIN event e ON e.id = f.from_event JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run);
    g_assert_cmpint(ends, ==, members + (arrows_too ? 2 * arrows : 0));
}

static void check_counters(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r), n_memory = 0, n_recorded = 0;
    double memory = 0, recorded = 0;
    for (guint i = 0; i < t->counters->len; i++) {
        const ReadCounter *c = &g_array_index(t->counters, ReadCounter, i);
        bool own = g_str_has_prefix(c->name, "memory") || g_str_has_prefix(c->name, "bandwidth");
        n_memory += g_str_equal(c->name, "memory in use");
        memory += g_str_equal(c->name, "memory in use") ? c->value : 0;
        n_recorded += !own;
        recorded += own ? 0 : c->value;
        g_assert_true(isfinite(c->value) && c->value >= 0);
    }
    g_assert_cmpint(n_memory, ==, number(r, "SELECT count(*) FROM mem_sample m JOIN device d ON d.id = m.device_id WHERE d.run_id = ?1", run));
    g_assert_cmpint((int64_t)memory, ==, number(r, "SELECT COALESCE(sum(in_use), 0) FROM mem_sample m JOIN device d ON d.id = m.device_id WHERE d.run_id = ?1", run));
    g_assert_cmpint(n_recorded, ==, number(r, "SELECT count(*) FROM counter c JOIN lane l ON l.id = c.lane_id WHERE l.run_id = ?1", run));
    g_assert_cmpint((int64_t)recorded, ==, number(r, "SELECT CAST(COALESCE(sum(value), 0) AS INTEGER) FROM counter c JOIN lane l ON l.id = c.lane_id WHERE l.run_id = ?1", run));
}

/* Every lane is a thread of its place, in the viewer's order; rows of overlapping slices have its name too. */
static void check_tracks(TraceReader *r, const Timeline *t)
{
    g_autoptr(GArray) lanes = trace_query_lanes(r, last_run(r), NULL);
    for (guint i = 0; i < lanes->len; i++) {
        GHashTableIter it;
        gpointer key, name;
        bool found = false;
        g_hash_table_iter_init(&it, t->threads);
        while (!found && g_hash_table_iter_next(&it, &key, &name))
            found = g_str_equal(name, TRACE_AT(lanes, TraceLaneRow, i)->name);
        g_assert_true(found);
    }
    g_assert_cmpint(g_hash_table_size(t->processes), >, 1);
}

static void test_timelines(void)
{
    for (size_t i = 0; i < N_TRACES; i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        if (number(r, "SELECT count(*) FROM lane WHERE run_id = ?1", last_run(r)) == 0)
            continue; /* a program that was not run: the formats have the run alone */
        TraceExported done;
        g_autofree char *perfetto = export_to(r, "perfetto", (TraceExport){ 0 }, &done), *chrome = export_to(r, "chrome", (TraceExport){ 0 }, NULL);
        g_autoptr(Timeline) p = read_perfetto(perfetto), c = read_chrome(chrome);
        int64_t base = MAX(-number(r, "SELECT min(first_ns) FROM lane WHERE run_id = ?1", last_run(r)), 0);
        check_categories(r, p);
        check_categories(r, c);
        check_steps(r, p, base);
        check_steps(r, c, 0);
        check_flows(r, p, true);
        check_flows(r, c, true);
        check_counters(r, p);
        check_counters(r, c);
        check_tracks(r, p);
        check_tracks(r, c);
        if (!base) {
            check_collectives(r, p);
            check_collectives(r, c);
        }
        g_assert_cmpint(done.n_events, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", last_run(r)));
        /* What is left out is in the files and told. */
        bool sums = g_str_equal(traces[i].name, "sums.db");
        g_assert_true(!sums || (strstr(done.note, "as sums") && *p->note && g_str_equal(p->note, done.note) && g_str_equal(c->note, done.note)));
        g_free(done.note);
    }
}

/* Profiles have no categories of ours, but those of ops, and the time of each; programs with the plan of memory come with the command line. */
static void test_xspace(void)
{
    for (size_t i = 0; i < N_TRACES; i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        int64_t run = last_run(r), n_steps = 0, n_modules = 0, n = 0, ns = 0, coll_ns = 0, devices = number(r, "SELECT count(*) FROM device WHERE run_id = ?1", run);
        g_autofree char *plain = export_to(r, "xspace", (TraceExport){ 0 }, NULL), *path = in_dir("x.xplane.pb"), *args = g_strdup_printf("export %s --to xspace -o x.xplane.pb", traces[i].name);
        g_assert_cmpint(shardscope(args, NULL), ==, 0);
        g_autoptr(Timeline) t = read_xspace(path), without = read_xspace(plain);
        g_assert_cmpuint(t->slices->len, ==, without->slices->len);
        for (guint k = 0; k < t->slices->len; k++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, k);
            n_steps += s->step >= 0;
            n_modules += g_strcmp0(s->category, "module") == 0;
            if (s->step >= 0 || g_strcmp0(s->category, "module") == 0)
                continue;
            n++;
            ns += s->dur_ns;
            coll_ns += g_strcmp0(s->category, "all-gather") == 0 ? s->dur_ns : 0;
        }
        g_assert_cmpint(n_steps, ==, devices * number(r, "SELECT count(*) FROM step WHERE run_id = ?1", run));
        g_assert_cmpint(n_modules, ==, number(r, "SELECT count(*) FROM exec e JOIN device d ON d.id = e.device_id WHERE d.run_id = ?1 AND e.module_id IS NOT NULL", run));
        g_assert_cmpint(n, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
        g_assert_cmpint(ns, ==, number(r, "SELECT COALESCE(sum(e.dur_ns), 0) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
        g_assert_cmpint(coll_ns, ==, number(r, "SELECT COALESCE(sum(e.dur_ns), 0) FROM event e JOIN lane l ON l.id = e.lane_id JOIN coll k ON k.inst_id = e.inst_id WHERE l.run_id = ?1 AND k.kind = 1", run));
        check_counters(r, t);
        check_flows(r, t, false);
        int n_insts;
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        g_autoptr(GArray) memory = trace_query_memory_summary(r, TRACE_AT(runs, TraceRunInfo, runs->len - 1)->final_snap, NULL);
        if (traces[i].make && i != PROFILE) { /* what XLA's profiles say of memory is not a plan of ours */
            g_assert_cmpint(read_xspace_peak(path, &n_insts), ==, TRACE_AT(memory, TraceMemorySummary, 0)->peak.v);
            g_assert_cmpint(n_insts, >, 5);
            g_assert_nonnull(strstr(without->note, "left out"));
        }
        g_assert_true(!g_str_equal(traces[i].name, "sums.db") || strstr(t->note, "as sums"));
    }
}

/* The timelines of Perfetto and Chrome show the functions of a process together as well: each device once, every event at its time, and what a thread was in
 * while it called both once, though each of the two has it. */
static void check_functions(TraceReader *r)
{
    static const char *const formats[] = { "perfetto", "chrome" };
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        TraceExported done;
        g_autofree char *out = export_to(r, formats[i], (TraceExport){ 0 }, &done);
        g_assert_nonnull(out);
        g_autoptr(Timeline) t = i ? read_chrome(out) : read_perfetto(out);
        int64_t n = 0, ns = 0, n_steps = 0, last_start = -1, n_spans = 0;
        for (guint k = 0; k < t->slices->len; k++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, k);
            if (g_strcmp0(s->name, "epoch 1") == 0) {
                n_spans++;
            } else if (s->step >= 0) {
                n_steps++;
                g_assert_true(s->start_ns > last_start && g_strrstr(s->name, ", step "));
                last_start = s->start_ns;
            } else {
                n++;
                ns += s->dur_ns;
            }
        }
        g_assert_cmpint(n_spans, ==, 1);
        g_assert_cmpint(n_steps, ==, number(r, "SELECT count(*) FROM step WHERE ?1 > 0", 1));
        g_assert_cmpint(done.n_events, ==, n + 1);
        g_assert_cmpint(n, ==, number(r, "SELECT count(*) - 2 FROM event WHERE ?1 > 0", 1));
        g_assert_cmpint(ns, ==, number(r, "SELECT sum(dur_ns) FROM event WHERE ?1 > 0 AND name_id <> (SELECT id FROM str WHERE s = 'epoch 1')", 1));
        g_assert_cmpint(g_hash_table_size(t->processes), ==, 3 + number(r, "SELECT count(DISTINCT global_id) FROM device WHERE ?1 > 0", 1)); /* the process, its host, its cores */
        g_assert_cmpint(number(r, "SELECT count(*) FROM (SELECT DISTINCT d.global_id, l.name FROM lane l JOIN device d ON d.id = l.device_id WHERE ?1 > 0)", 1) +
                        number(r, "SELECT count(DISTINCT name) FROM lane WHERE device_id IS NULL AND ?1 > 0", 1), <, g_hash_table_size(t->threads)); /* and of steps */
        g_assert_null(strstr(done.note, "the file has"));
        g_free(done.note);
    }
}

/* Several runs in one profile: each device is one plane with the steps of all, in the order of time, and no event is missing. Functions of a process
 * are written so unless one is asked for. */
static void test_several_runs(void)
{
    g_autofree char *path = in_dir("several.db");
    g_assert_cmpint(shardscope("run program.hlo --steps 2 --remedies 0 -o several.db", NULL), ==, 0);
    g_assert_cmpint(shardscope("run program.hlo --steps 3 --remedies 0 -o several.db", NULL), ==, 0);
    sqlite3 *db = NULL;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    /* Of two functions that take turns the one that took most time comes first. */
    g_assert_cmpint(sqlite3_exec(db, "UPDATE step SET dur_ns = dur_ns + 1000000000 WHERE run_id = 2", NULL, NULL, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE run SET process = 'python train.py';"
                                     "INSERT INTO str (s) VALUES ('epoch 1');"
                                     "INSERT INTO event (lane_id, depth, start_ns, dur_ns, szc, self_ns, name_id, cat) SELECT min(l.id), 0, 0, 1000000000000 - (r.epoch_ns - (SELECT min(epoch_ns) FROM run)), 15, 0,"
                                     " (SELECT id FROM str WHERE s = 'epoch 1'), 0 FROM lane l JOIN run r ON r.id = l.run_id WHERE l.device_id IS NULL AND l.kind = 6 GROUP BY l.run_id;", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    static const TraceExport how[] = { { .all_runs = true }, { 0 }, { .run = "1" } };
    g_autoptr(TraceReader) several = trace_open(path, NULL);
    check_functions(several);
    for (size_t i = 0; i < G_N_ELEMENTS(how); i++) {
        g_autoptr(TraceReader) r = trace_open(path, NULL);
        TraceExported done;
        g_autofree char *out = export_to(r, "xspace", how[i], &done);
        g_autoptr(Timeline) t = read_xspace(out);
        int64_t n = 0, ns = 0, last_start = -1, process = -1, next = 0;
        const char *of = how[i].run ? "l.run_id = ?1" : "?1 > 0";
        for (guint k = 0; k < t->slices->len; k++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, k);
            if (s->step >= 0) {
                next = s->process == process ? next + 1 : how[i].run ? s->step : 0;
                g_assert_cmpint(s->step, ==, next);
                g_assert_true(s->process != process || s->start_ns > last_start);
                last_start = s->start_ns;
                process = s->process;
            } else if (g_strcmp0(s->category, "module") != 0) {
                n++;
                ns += s->dur_ns;
            }
        }
        g_assert_cmpint(next + 1, ==, number(r, how[i].run ? "SELECT count(*) FROM step WHERE run_id = ?1" : "SELECT count(*) FROM step WHERE ?1 > 0", 1));
        g_autofree char *count = g_strdup_printf("SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE %s", of);
        g_autofree char *sum = g_strdup_printf("SELECT sum(e.dur_ns) FROM event e JOIN lane l ON l.id = e.lane_id WHERE %s", of);
        g_assert_cmpint(n, ==, number(r, count, 1));
        g_assert_cmpint(ns, ==, number(r, sum, 1));
        g_assert_cmpint(done.n_events, ==, n);
        g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
        GHashTableIter it;
        gpointer name;
        g_hash_table_iter_init(&it, t->processes);
        while (g_hash_table_iter_next(&it, NULL, &name))
            g_assert_true(g_hash_table_add(names, name));
        g_assert_null(strstr(done.note, "the file has"));
        g_free(done.note);
    }
}

/* Of a run with steps and a plan beside it that did not run, the former is meant: also by stacks, which are of times. */
static void test_planned_beside(void)
{
    g_autofree char *path = in_dir("beside.db");
    g_assert_cmpint(shardscope("run program.hlo --steps 2 --remedies 0 --label ran -o beside.db", NULL), ==, 0);
    g_assert_cmpint(shardscope("run program.hlo --no-execute --remedies 0 --label planned -o beside.db", NULL), ==, 0);
    static const char *const formats[] = { "perfetto", "folded", "pprof" };
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autoptr(TraceReader) r = trace_open(path, NULL);
        TraceExported done;
        g_autofree char *out = export_to(r, formats[i], (TraceExport){ 0 }, &done);
        g_assert_nonnull(out);
        g_assert_nonnull(strstr(done.note, "of which ran is exported"));
        g_assert_null(strstr(done.note, "no events"));
        g_free(done.note);
    }
}

/* A profile that was exported and is imported has the same steps, the same time by category, collectives and instructions. */
static void test_round_trip(void)
{
    static const char *const totals[] = {
        "SELECT sum(num * 1000003 + dur_ns) FROM step WHERE warm = ?1", "SELECT sum(dur_ns) FROM step WHERE warm = ?1 + 1",
        "SELECT count(*) FROM coll_exec WHERE ?1 = 0", "SELECT sum(n_seen) FROM coll_exec WHERE ?1 = 0", "SELECT sum(end_ns - first_ns) FROM coll_exec WHERE ?1 = 0",
        "SELECT sum(last_ns - first_ns) FROM coll_exec WHERE ?1 = 0", "SELECT sum(total_ns) FROM inst_stat WHERE ?1 = 0", "SELECT sum(n) FROM inst_stat WHERE ?1 = 0",
        "SELECT sum(exposed_ns) FROM inst_stat WHERE ?1 = 0", "SELECT count(*) FROM exec WHERE ?1 = 0",
        "SELECT count(*) FROM counter WHERE ?1 = 1",
    };
    static const struct { size_t trace; const char *back; } cases[] = { { MEASURED, "measured2.db" }, { PREDICTED, "predicted2.db" }, { PROFILE, "profile2.db" } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *out = g_strdup_printf("export %s --to xspace -o back.xplane.pb", traces[cases[i].trace].name), *in = g_strdup_printf("import back.xplane.pb -o %s", cases[i].back);
        g_autofree char *path = in_dir(cases[i].back);
        g_assert_cmpint(shardscope(out, NULL), ==, 0);
        g_assert_cmpint(shardscope(in, NULL), ==, 0);
        g_autoptr(TraceReader) a = open_trace(cases[i].trace), b = trace_open(path, NULL);
        g_assert_nonnull(b);
        for (size_t k = 0; k < G_N_ELEMENTS(totals); k++)
            if (number(a, totals[k], 0) != number(b, totals[k], 0))
                g_error("%s: %s: %" G_GINT64_FORMAT ", and %" G_GINT64_FORMAT " when it came back", cases[i].back, totals[k], number(a, totals[k], 0), number(b, totals[k], 0));
        for (int cat = 1; cat < TRACE_N_CATS; cat++)
            g_assert_cmpint(number(a, "SELECT COALESCE(sum(ns + 3 * hidden_ns), 0) FROM step_part WHERE cat = ?1", cat), ==,
                            number(b, "SELECT COALESCE(sum(ns + 3 * hidden_ns), 0) FROM step_part WHERE cat = ?1", cat));
    }
}

/* Timelines without programs: the same steps, the same work of each kind on the devices. How much of a collective is waiting follows from who meets, which is
 * less certain without a program. */
static void test_timelines_back(void)
{
    static const char *const formats[] = { "perfetto", "chrome" };
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *out = g_strdup_printf("export measured.db --to %s -o back.%s", formats[i], formats[i]), *in = g_strdup_printf("import back.%s -o back-%s.db", formats[i], formats[i]);
        g_autofree char *name = g_strdup_printf("back-%s.db", formats[i]), *path = in_dir(name);
        g_assert_cmpint(shardscope(out, NULL), ==, 0);
        g_assert_cmpint(shardscope(in, NULL), ==, 0);
        g_autoptr(TraceReader) a = open_trace(MEASURED), b = trace_open(path, NULL);
        g_assert_nonnull(b);
        g_assert_cmpint(number(a, "SELECT count(*) FROM step WHERE ?1 = 0", 0), ==, number(b, "SELECT count(*) FROM step WHERE ?1 = 0", 0));
        g_assert_cmpint(number(a, "SELECT sum(dur_ns) FROM step WHERE ?1 = 0", 0), ==, number(b, "SELECT sum(dur_ns) FROM step WHERE ?1 = 0", 0));
        static const int cats[] = { TRACE_CAT_COMPUTE, TRACE_CAT_COPY, TRACE_CAT_COLLECTIVE, TRACE_CAT_QUEUE };
        for (size_t k = 0; k < G_N_ELEMENTS(cats); k++)
            g_assert_cmpint(number(a, "SELECT COALESCE(sum(dur_ns), 0) FROM event WHERE cat = ?1", cats[k]), ==, number(b, "SELECT COALESCE(sum(dur_ns), 0) FROM event WHERE cat = ?1", cats[k]));
    }
}

/* A profile of GPUs goes out as kernels on streams, and comes back with the same ops, times by XLA's categories and meetings, in each format of timelines. */
static void test_gpus_back(void)
{
    static const char *const totals[] = {
        "SELECT count(*) FROM step WHERE ?1 = 0", "SELECT count(*) FROM coll_exec WHERE ?1 = 0", "SELECT sum(n_seen) FROM coll_exec WHERE ?1 = 0", "SELECT sum(end_ns - first_ns) FROM coll_exec WHERE ?1 = 0",
        "SELECT count(*) FROM exec WHERE ?1 = 0", "SELECT sum(self_ns) FROM event WHERE cat = ?1 + 2", "SELECT sum(dur_ns) FROM event WHERE cat = ?1 + 8",
        "SELECT sum(e.dur_ns) FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.category_id WHERE s.s = 'loop fusion' AND ?1 = 0",
        "SELECT sum(e.dur_ns) FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.category_id WHERE s.s = 'output fusion' AND ?1 = 0",
        "SELECT sum(e.dur_ns) FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.name_id WHERE s.s = 'all-reduce.2' AND ?1 = 0",
        "SELECT count(*) FROM lane WHERE kind = ?1 + 5",
    };
    static const struct { const char *format, *file; } formats[] = { { "xspace", "gpu2.xplane.pb" }, { "perfetto", "gpu2.pftrace" }, { "chrome", "gpu2.json" } };
    g_autoptr(GString) profile = xspace_make(&(XMake){ .gpu = true, .n_devices = 4, .n_steps = 5, .start_ns = 1700000000000000000 });
    g_autofree char *file = in_dir("gpu.xplane.pb"), *first = in_dir("gpu.db");
    g_assert_true(g_file_set_contents(file, profile->str, (gssize)profile->len, NULL));
    g_assert_cmpint(shardscope("import gpu.xplane.pb -o gpu.db", NULL), ==, 0);
    g_autoptr(TraceReader) a = trace_open(first, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *out = g_strdup_printf("export gpu.db --to %s -o %s", formats[i].format, formats[i].file), *in = g_strdup_printf("import %s -o gpu-%s.db", formats[i].file, formats[i].format);
        g_autofree char *name = g_strdup_printf("gpu-%s.db", formats[i].format), *path = in_dir(name);
        g_assert_cmpint(shardscope(out, NULL), ==, 0);
        g_assert_cmpint(shardscope(in, NULL), ==, 0);
        g_autoptr(TraceReader) b = trace_open(path, NULL);
        g_assert_nonnull(b);
        for (size_t k = 0; k < G_N_ELEMENTS(totals); k++)
            if (number(a, totals[k], 0) != number(b, totals[k], 0))
                g_error("%s: %s: %" G_GINT64_FORMAT ", and %" G_GINT64_FORMAT " when it came back", formats[i].format, totals[k], number(a, totals[k], 0), number(b, totals[k], 0));
    }
}

/* Of a dump with a profile each function is a run, and one of them has the timeline, in which devices run programs of all. */
static void test_programs_of_others(void)
{
    static const char *const same[] = { "SELECT count(*) FROM coll_exec WHERE ?1 = 0", "SELECT sum(n_seen) FROM coll_exec WHERE ?1 = 0", "SELECT count(launch) FROM coll_exec WHERE ?1 = 0",
                                        "SELECT count(*) FROM exec WHERE ?1 = 0", "SELECT count(DISTINCT launch) FROM exec WHERE ?1 = 0", "SELECT count(*) FROM event e JOIN str s ON s.id = e.name_id WHERE s.s = '?' AND ?1 = 0" };
    g_autoptr(GString) profile = xspace_make(&(XMake){ .n_devices = 4, .n_steps = 5, .steps_line = true, .start_ns = 1700000000000000000 });
    g_autofree char *file = in_dir("tpu.xplane.pb"), *first = in_dir("tpu.db"), *second = in_dir("tpu2.db");
    g_assert_true(g_file_set_contents(file, profile->str, (gssize)profile->len, NULL));
    g_assert_cmpint(shardscope("import tpu.xplane.pb -o tpu.db", NULL), ==, 0);
    sqlite3 *db = NULL;
    g_assert_cmpint(sqlite3_open(first, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "CREATE TEMP TABLE other AS SELECT * FROM run; UPDATE other SET id = 2, label = 'other'; INSERT INTO run SELECT * FROM other; UPDATE module SET run_id = 2;"
                                     "DELETE FROM event WHERE lane_id IN (SELECT id FROM lane WHERE kind = 2); DELETE FROM lane WHERE kind = 2", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    g_assert_cmpint(shardscope("export tpu.db --run 1 --to xspace -o tpu2.xplane.pb", NULL), ==, 0);
    g_assert_cmpint(shardscope("import tpu2.xplane.pb -o tpu2.db", NULL), ==, 0);
    g_autoptr(TraceReader) a = trace_open(first, NULL), b = trace_open(second, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
        g_assert_cmpint(number(a, same[i], 0), ==, number(b, same[i], 0));
    g_assert_cmpint(number(a, same[1], 0), ==, 40);
}

/* Only what begins in the step. */
static void test_one_step(void)
{
    g_autoptr(TraceReader) r = open_trace(MEASURED);
    g_autofree char *chrome = export_to(r, "chrome", (TraceExport){ .has_step = true, .step = 2 }, NULL);
    g_autoptr(Timeline) t = read_chrome(chrome);
    g_autoptr(GArray) steps = trace_query_steps(r, last_run(r), NULL);
    const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, 2);
    g_assert_cmpuint(t->slices->len, >, 1);
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        g_assert_true(s->start_ns >= step->start_ns && s->start_ns < step->start_ns + step->dur_ns);
        g_assert_true(s->step < 0 || s->step == step->num);
    }
    GError *error = NULL;
    g_autofree char *path = in_dir("none");
    TraceExported done;
    g_assert_false(trace_export(r, "chrome", path, &(TraceExport){ .has_step = true, .step = 99 }, &done, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_clear_error(&error);
    g_free(done.note);
}

/* ---- files and errors ---------------------------------------------------------------------------------------------------------------------------- */

static void test_errors(void)
{
    static const struct { const char *args; int status; const char *says; } cases[] = {
        { "export", 2, "no trace given" },
        { "export measured.db", 2, "perfetto, chrome, xspace, csv" },
        { "export measured.db --to perfeto -o x", 2, "did you mean perfetto" },
        { "export measured.db --to zzz -o x", 2, "the formats are perfetto" },
        { "export measured.db --to chrome", 2, "-o FILE" },
        { "export measured.db --to csv", 2, "-o FOLDER" },
        { "export measured.db --to chrome -o x --table steps", 2, "--table belongs to" },
        { "export measured.db --to chrome -o x --value time", 2, "--value belongs to" },
        { "export measured.db --to folded -o x --value mass", 1, "time, bytes or memory" },
        { "export measured.db --to chrome -o x --run nobody", 1, "nobody" },
        { "export measured.db:nobody --to chrome -o x", 1, "nobody" },
        { "export missing.db --to chrome -o x", 1, "missing.db" },
        { "export measured.db --to chrome -o nowhere/x", 1, "nowhere/x" },
        { "export measured.db --to csv -o measured.db", 1, "folder" },
        { "export imported.db --to dot -o x", 1, "no program" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *said = NULL, *x = in_dir("x"), *part = in_dir("x.part");
        int status = shardscope(cases[i].args, &said);
        if (status == 2 || (status == 1 && cases[i].status == 1))
            status = cases[i].status; /* usage that the library finds, too */
        g_assert_cmpint(status, ==, cases[i].status);
        if (!strstr(said, cases[i].says))
            g_error("%s: %s", cases[i].args, said);
        g_assert_false(g_file_test(x, G_FILE_TEST_EXISTS) || g_file_test(part, G_FILE_TEST_EXISTS));
    }
}

/* Links stay and are written through, a FIFO gets the bytes, what was there is replaced. */
static void test_places(void)
{
    g_autofree char *plain = in_dir("plain"), *link = in_dir("link"), *fifo = in_dir("fifo"), *want = NULL, *got = NULL, *said = NULL;
    gsize n = 0, m = 0;
    g_assert_cmpint(shardscope("export measured.db --to perfetto -o plain", NULL), ==, 0);
    g_assert_true(g_file_get_contents(plain, &want, &n, NULL));
    g_assert_cmpint(symlink("behind", link), ==, 0);
    g_assert_cmpint(shardscope("export measured.db --to perfetto -o link", NULL), ==, 0);
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK) && g_file_get_contents(link, &got, &m, NULL));
    g_assert_true(m == n && memcmp(got, want, n) == 0);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    int fd = open(fifo, O_RDWR | O_CLOEXEC);
    char head[8];
    g_autofree char *script = g_strdup_printf("%s", "export measured.db --to folded -o fifo");
    g_assert_cmpint(shardscope(script, NULL), ==, 0);
    g_assert_cmpint(read(fd, head, sizeof head), ==, sizeof head);
    close(fd);
    GStatBuf st;
    g_assert_true(g_lstat(fifo, &st) == 0 && S_ISFIFO(st.st_mode));
    g_assert_cmpint(shardscope("export sums.db --to chrome -o sums.json", &said), ==, 0);
    g_assert_nonnull(strstr(said, "shardscope: ")); /* what the file does not have */
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

static void test_stop(void)
{
    g_autoptr(TraceReader) r = open_trace(MEASURED);
    g_autofree char *path = in_dir("stopped");
    const TraceWatch watch = { .stop = stop_at_once };
    TraceExportFormat f;
    for (int i = 0; trace_export_format(i, &f); i++) {
        GError *error = NULL;
        TraceExported done;
        if (!trace_export(r, f.name, path, &(TraceExport){ .watch = &watch }, &done, &error))
            g_assert_error(error, TRACE_ERROR, TRACE_ERROR_STOPPED);
        g_assert_true((!error) == g_file_test(path, G_FILE_TEST_EXISTS));
        g_unlink(path);
        g_clear_error(&error);
        g_free(done.note);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    make_traces();
    g_test_add_func("/trace/export/timelines", test_timelines);
    g_test_add_func("/trace/export/xspace", test_xspace);
    g_test_add_func("/trace/export/several-runs", test_several_runs);
    g_test_add_func("/trace/export/planned-beside", test_planned_beside);
    g_test_add_func("/trace/export/round-trip", test_round_trip);
    g_test_add_func("/trace/export/timelines-back", test_timelines_back);
    g_test_add_func("/trace/export/gpus-back", test_gpus_back);
    g_test_add_func("/trace/export/programs-of-others", test_programs_of_others);
    g_test_add_func("/trace/export/one-step", test_one_step);
    add_table_tests();
    g_test_add_func("/trace/export/errors", test_errors);
    g_test_add_func("/trace/export/places", test_places);
    g_test_add_func("/trace/export/stop", test_stop);
    int status = g_test_run();
    remove_traces();
    return status;
}
