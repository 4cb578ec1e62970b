/* The questions on the hand-made trace: each answer was computed by hand from tests/unit/trace/sample.c. */
#include "tests/unit/trace/sample.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

static char *path;
static TraceReader *reader;
static int64_t run, module, input, final; /* of the first run, which gathers */

static GArray *check(GArray *rows, GError *error, guint n)
{
    g_assert_no_error(error);
    g_assert_nonnull(rows);
    g_assert_cmpuint(rows->len, ==, n);
    return rows;
}

/* Declares `rows`, the answer to question(...), and checks how many there are. */
#define ASKED(rows, n, question, ...)                                                                        \
    GError *error_##rows = NULL;                                                                            \
    g_autoptr(GArray) rows = question(reader, ##__VA_ARGS__, &error_##rows);                                \
    check(rows, error_##rows, n)

static int64_t find(GArray *values, const char *name)
{
    for (guint i = 0; i < values->len; i++)
        if (g_str_equal(TRACE_AT(values, TraceValueRow, i)->name, name))
            return TRACE_AT(values, TraceValueRow, i)->inst_id;
    g_assert_not_reached();
}

static void test_runs(void)
{
    ASKED(runs, 2, trace_query_runs);
    const TraceRunInfo *a = TRACE_AT(runs, TraceRunInfo, 0), *b = TRACE_AT(runs, TraceRunInfo, 1);
    g_assert_cmpstr(a->title, ==, "gathered");
    g_assert_cmpstr(b->title, ==, "split");
    g_assert_cmpstr(a->mesh, ==, "a=2");
    g_assert_cmpint(a->n_devices, ==, 2);
    g_assert_cmpint(a->n_steps, ==, 3);
    g_assert_cmpint(a->n_warm, ==, 2);
    g_assert_cmpint(a->module_id, ==, module);
    g_assert_cmpint(a->final_snap, ==, final);
    g_assert_cmpint(a->traffic.v, ==, 8388608);
    g_assert_cmpint(b->traffic.v, ==, 0);
    int64_t id;
    GError *error = NULL;
    g_assert_true(trace_find_run(reader, "split", &id, &error));
    g_assert_cmpint(id, ==, b->id);
    g_assert_true(trace_find_run(reader, "1", &id, &error));
    g_assert_cmpint(id, ==, a->id);
    g_assert_true(trace_find_run(reader, NULL, &id, &error));
    g_assert_cmpint(id, ==, b->id);
    g_assert_false(trace_find_run(reader, "third", &id, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_assert_nonnull(strstr(error->message, "gathered, split"));
    g_clear_error(&error);
}

static void test_steps(void)
{
    ASKED(rows, 1, trace_query_step_summary, run);
    const TraceStepSummary *s = TRACE_AT(rows, TraceStepSummary, 0);
    /* Warm: 101 and 102 us. */
    g_assert_cmpint(s->n_steps, ==, 3);
    g_assert_cmpint(s->n_warm, ==, 2);
    g_assert_cmpint(s->min_ns.v, ==, 101000);
    g_assert_cmpint(s->median_ns.v, ==, 101500);
    g_assert_cmpint(s->p5_ns.v, ==, 101050);
    g_assert_cmpint(s->p95_ns.v, ==, 101950);
    g_assert_cmpint(s->max_ns.v, ==, 102000);
    ASKED(steps, 3, trace_query_steps, run);
    g_assert_cmpint(TRACE_AT(steps, TraceStepRow, 0)->warm, ==, 0);
    g_assert_cmpint(TRACE_AT(steps, TraceStepRow, 2)->start_ns, ==, 201000);
    ASKED(none, 1, trace_query_step_summary, 99);
    g_assert_false(TRACE_AT(none, TraceStepSummary, 0)->median_ns.known);
}

static void test_parts(void)
{
    /* Device 0: 20 + 20 us compute, 15 us waiting and gathering; device 1 begins 5 us late: 10 us. The rest idle. */
    ASKED(rows, 2, trace_query_step_parts, run, 0);
    const TraceStepPartRow *d0 = TRACE_AT(rows, TraceStepPartRow, 0), *d1 = TRACE_AT(rows, TraceStepPartRow, 1);
    g_assert_cmpint(d0->compute_ns, ==, 40000);
    g_assert_cmpint(d0->exposed_coll_ns, ==, 15000);
    g_assert_cmpint(d1->compute_ns, ==, 40000);
    g_assert_cmpint(d1->exposed_coll_ns, ==, 10000);
    g_assert_cmpint(d0->hidden_coll_ns, ==, 0);
    g_assert_cmpint(d0->idle_ns, ==, 101500 - 55000);
    g_assert_cmpint(d0->dur_ns, ==, 101500);
    ASKED(steps, 3, trace_query_steps, run);
    ASKED(one, 2, trace_query_step_parts, run, TRACE_AT(steps, TraceStepRow, 0)->id);
    g_assert_cmpint(TRACE_AT(one, TraceStepPartRow, 0)->idle_ns, ==, 45000);
    ASKED(load, 2, trace_query_device_load, run);
    /* Equal compute; device 1 is last at the gather in both warm steps, 5 us each. */
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 0)->global_id, ==, 1);
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 0)->n_last, ==, 2);
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 0)->late_ns, ==, 10000);
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 1)->n_last, ==, 0);
}

/* Sums of parts are kept beside the reader until another process writes into the file. */
static void test_parts_anew(void)
{
    char *copy = sample_path("parts.db");
    g_autofree char *whole = NULL;
    gsize n;
    g_assert_true(g_file_get_contents(path, &whole, &n, NULL) && g_file_set_contents(copy, whole, (gssize)n, NULL));
    GError *error = NULL;
    TraceReader *r = trace_open(copy, &error);
    g_autoptr(GArray) before = check(trace_query_step_parts(r, run, 0, &error), error, 2), again = check(trace_query_step_parts(r, run, 0, &error), error, 2);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(copy, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE step_part SET ns = ns * 2 WHERE cat = 1", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    g_autoptr(GArray) after = check(trace_query_step_parts(r, run, 0, &error), error, 2);
    for (guint i = 0; i < 2; i++) {
        int64_t compute = TRACE_AT(before, TraceStepPartRow, i)->compute_ns;
        g_assert_cmpint(TRACE_AT(again, TraceStepPartRow, i)->compute_ns, ==, compute);
        g_assert_cmpint(TRACE_AT(after, TraceStepPartRow, i)->compute_ns, ==, 2 * compute);
    }
    g_array_unref(check(trace_query_step_parts(r, 99, 0, &error), error, 0));
    trace_close(r);
    sample_remove(copy);
}

/* Numbers beside the names of views are those of the rows that the views read. */
static void test_counts(void)
{
    ASKED(runs, 2, trace_query_runs);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, i);
        ASKED(counts, 1, trace_query_run_counts, info);
        g_autoptr(GArray) values = trace_query_values(reader, info->input_snap, NULL), reshards = trace_query_reshards(reader, info->module_id, NULL),
                          passes = trace_query_passes(reader, info->module_id, NULL);
        g_assert_cmpint(TRACE_AT(counts, TraceRunCounts, 0)->n_values, ==, values->len);
        g_assert_cmpint(TRACE_AT(counts, TraceRunCounts, 0)->n_reshards, ==, reshards->len);
        g_assert_cmpint(TRACE_AT(counts, TraceRunCounts, 0)->n_passes, ==, passes->len);
        g_assert_cmpstr(info->per, ==, "a step");
    }
}

static void test_collectives(void)
{
    ASKED(kinds, 1, trace_query_coll_kinds, module);
    const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, 0);
    g_assert_cmpstr(k->kind_name, ==, "all-gather");
    g_assert_cmpint(k->n, ==, 1);
    g_assert_cmpint(k->n_step, ==, 1);
    g_assert_cmpint(k->bytes, ==, 16777216);
    g_assert_cmpint(k->traffic, ==, 8388608);
    g_assert_cmpint(k->total_ns.v, ==, 12500); /* (15 + 10) / 2 us a step */
    g_assert_cmpint(k->exposed_ns.v, ==, 12500);
    ASKED(colls, 1, trace_query_colls, module);
    ASKED(alone, 1, trace_query_coll, TRACE_AT(colls, TraceCollRow, 0)->inst_id);
    g_assert_cmpint(TRACE_AT(alone, TraceCollRow, 0)->moved_ns.v, ==, TRACE_AT(colls, TraceCollRow, 0)->moved_ns.v);
    g_assert_cmpint(TRACE_AT(alone, TraceCollRow, 0)->total_ns.v, ==, TRACE_AT(colls, TraceCollRow, 0)->total_ns.v);
    ASKED(no_collective, 0, trace_query_coll, TRACE_AT(colls, TraceCollRow, 0)->inst_id + 1);
    const TraceCollRow *c = TRACE_AT(colls, TraceCollRow, 0);
    g_assert_cmpstr(c->name, ==, "all-gather.1");
    g_assert_cmpstr(c->groups, ==, "{{0,1}}");
    g_assert_cmpstr(c->axes, ==, "a");
    g_assert_cmpint(c->group_size.v, ==, 2);
    g_assert_cmpint(c->reshard_id, >, 0);
    g_assert_cmpstr(c->at, ==, "train.py:13");
    ASKED(other, 0, trace_query_coll_kinds, module + 1);
    ASKED(lines, 1, trace_query_lines, module);
    g_assert_cmpstr(TRACE_AT(lines, TraceLineRow, 0)->at, ==, "train.py:13");
    g_assert_cmpint(TRACE_AT(lines, TraceLineRow, 0)->traffic, ==, 8388608);
    ASKED(runs, 2, trace_query_runs);
    ASKED(totals, 4, trace_query_line_totals, TRACE_AT(runs, TraceRunInfo, 0));
    const TraceLineTotal *line = TRACE_AT(totals, TraceLineTotal, 0); /* the all-gather and the dot that needs it */
    g_assert_cmpstr(line->at, ==, "train.py:13");
    g_assert_cmpint(line->n_reshards, ==, 1);
    g_assert_cmpint(line->traffic, ==, 8388608);
    g_assert_cmpint(line->total_ns.v, ==, 32500); /* 12.5 + 20 us a step */
    g_assert_false(line->waited_ns.known && line->waited_ns.v > 0);
    g_assert_cmpint(line->moved_ns.v, ==, 12500);
    ASKED(meetings, 3, trace_query_meetings, run, 0);
    const TraceMeetingRow *m = TRACE_AT(meetings, TraceMeetingRow, 0);
    g_assert_cmpint(m->n_seen, ==, 2);
    g_assert_cmpint(m->n_expected, ==, 2);
    g_assert_cmpint(m->last_ns - m->first_ns, ==, 5000);
    g_assert_cmpint(m->exposed_ns.v, ==, 25000);
    ASKED(members, 2, trace_query_members, m->id);
    g_assert_cmpint(TRACE_AT(members, TraceMemberRow, 1)->global_id.v, ==, 1);
}

static void test_reshards(void)
{
    ASKED(rows, 1, trace_query_reshards, module);
    const TraceReshardRow *s = TRACE_AT(rows, TraceReshardRow, 0);
    g_assert_cmpstr(s->value, ==, "y");
    g_assert_cmpstr(s->consumer, ==, "z");
    g_assert_cmpstr(s->consumer_op, ==, "dot");
    g_assert_cmpstr(s->from_text, ==, "{_, a}");
    g_assert_cmpstr(s->to_text, ==, "{_, _}");
    g_assert_cmpstr(s->cause_name, ==, "operands disagree");
    g_assert_cmpstr(s->why, ==, "the contracting dimension of z is split over a in y and whole in v");
    g_assert_cmpstr(s->at, ==, "train.py:13");
    g_assert_cmpstr(s->kinds, ==, "all-gather");
    g_assert_cmpstr(s->pass, ==, "reshard");
    g_assert_cmpint(s->n_inst, ==, 1);
    g_assert_cmpint(s->traffic.v, ==, 8388608);
    g_assert_cmpint(s->total_ns.v, ==, 12500);
    g_assert_cmpfloat(s->est_ns.v, ==, 12000);
    ASKED(one, 1, trace_query_reshard, s->id);
    g_assert_cmpstr(TRACE_AT(one, TraceReshardRow, 0)->why, ==, s->why);
    g_assert_cmpint(TRACE_AT(one, TraceReshardRow, 0)->total_ns.v, ==, 12500);
    ASKED(colls, 1, trace_query_reshard_colls, s->id);
    ASKED(of, 1, trace_query_reshards_of, TRACE_AT(colls, TraceCollRow, 0)->inst_id);
    g_assert_cmpint(TRACE_AT(of, TraceReshardRow, 0)->id, ==, s->id);
    ASKED(plans, 2, trace_query_reshard_plans, s->id);
    g_assert_cmpint(TRACE_AT(plans, TracePlanRow, 0)->chosen, ==, 1);
    g_assert_cmpstr(TRACE_AT(plans, TracePlanRow, 1)->rejected_because, ==, "moves more");
    ASKED(remedies, 1, trace_query_remedies, module, s->id);
    const TraceRemedyRow *y = TRACE_AT(remedies, TraceRemedyRow, 0);
    g_assert_cmpfloat(y->gain_ns.v, ==, 45000);
    g_assert_cmpint(y->n_gone, ==, 1);
    g_assert_cmpint(y->peak_change.v, ==, -16777216);
    ASKED(all, 1, trace_query_remedies, module, 0);
    ASKED(none, 0, trace_query_reshards, module + 1);
}

static void test_shardings(void)
{
    ASKED(values, 5, trace_query_values, input);
    const TraceValueRow *x = TRACE_AT(values, TraceValueRow, 0), *w = TRACE_AT(values, TraceValueRow, 1), *z = TRACE_AT(values, TraceValueRow, 4);
    g_assert_cmpstr(x->role, ==, "parameter");
    g_assert_cmpstr(x->decided, ==, "user");
    g_assert_cmpstr(x->annotation, ==, "P('a', None)");
    g_assert_cmpstr(x->sharding, ==, "{a, _}");
    g_assert_cmpint(x->copies.v, ==, 1);
    g_assert_cmpstr(w->decided, ==, "default");
    g_assert_cmpint(w->copies.v, ==, 2); /* every device of the module */
    g_assert_cmpstr(z->role, ==, "result");
    g_assert_cmpstr(z->decided, ==, "propagated");
    int64_t id;
    static const char *const spellings[] = { "w", "%w", "arg1", "params['w']" };
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        g_assert_true(trace_find_value(reader, module, spellings[i], &id, NULL));
        g_assert_cmpint(id, ==, w->inst_id);
    }
    GError *missing = NULL;
    g_assert_false(trace_find_value(reader, module, "%q", &id, &missing));
    g_assert_nonnull(strstr(missing->message, "no value \"%q\""));
    g_clear_error(&missing);
    static const char *const mistyped[] = { "params[w]", "params.W", "parms['w']" };
    for (size_t i = 0; i < G_N_ELEMENTS(mistyped); i++) {
        g_assert_false(trace_find_value(reader, module, mistyped[i], &id, &missing));
        g_assert_nonnull(strstr(missing->message, "did you mean params['w']"));
        g_clear_error(&missing);
    }
    static const char *const results[] = { "out0", "result0", "result 0" };
    for (size_t i = 0; i < G_N_ELEMENTS(results); i++) {
        g_assert_true(trace_find_value(reader, module, results[i], &id, NULL));
        g_assert_cmpint(id, ==, z->inst_id);
    }
    g_assert_false(trace_find_value(reader, module, "out7", &id, NULL));
    ASKED(tiles, 2, trace_query_tiles, x->sharding_id);
    g_assert_cmpint(TRACE_AT(tiles, TraceTileRow, 0)->coord, ==, 0);
    g_assert_cmpint(TRACE_AT(tiles, TraceTileRow, 1)->coord, ==, 1);
    ASKED(dims, 1, trace_query_sharding_dims, x->sharding_id);
    g_assert_cmpstr(TRACE_AT(dims, TraceShardingDim, 0)->axes, ==, "a");
    ASKED(axes, 0, trace_query_sharding_axes, x->sharding_id);
    ASKED(info, 1, trace_query_sharding, x->sharding_id);
    g_assert_cmpint(TRACE_AT(info, TraceShardingInfo, 0)->n_used, ==, 2); /* x and z */
    ASKED(mesh_axes, 1, trace_query_mesh_axes, TRACE_AT(info, TraceShardingInfo, 0)->mesh_id);
    ASKED(mesh_devices, 2, trace_query_mesh_devices, TRACE_AT(info, TraceShardingInfo, 0)->mesh_id);
    ASKED(notes, 1, trace_query_annotations, module);
    g_assert_cmpstr(TRACE_AT(notes, TraceAnnotationRow, 0)->value, ==, "x");
    g_assert_cmpstr(TRACE_AT(notes, TraceAnnotationRow, 0)->at, ==, "train.py:10");
    ASKED(splits, 2, trace_query_op_splits, module);
    g_assert_cmpstr(TRACE_AT(splits, TraceOpSplitRow, 1)->how_name, ==, "repeated");
    ASKED(choices, 0, trace_query_choices, module);
    ASKED(options, 0, trace_query_choice_options, 1);
}

static void test_why(void)
{
    ASKED(values, 5, trace_query_values, input);
    ASKED(chain, 3, trace_query_why, find(values, "z"), false);
    static const char *const want[] = { "z", "y", "x" };
    for (guint i = 0; i < 3; i++) {
        const TraceWhyRow *row = TRACE_AT(chain, TraceWhyRow, i);
        g_assert_cmpstr(row->value, ==, want[i]);
        g_assert_cmpint(row->depth, ==, i);
        g_assert_cmpstr(row->came_from, ==, i < 2 ? want[i + 1] : NULL);
    }
    g_assert_cmpstr(TRACE_AT(chain, TraceWhyRow, 1)->through_op, ==, "dot");
    g_assert_cmpstr(TRACE_AT(chain, TraceWhyRow, 2)->at, ==, "train.py:10");
    g_assert_cmpstr(TRACE_AT(chain, TraceWhyRow, 2)->annotation, ==, "P('a', None)");
    ASKED(with, 4, trace_query_why, find(values, "z"), true);
    g_assert_cmpstr(TRACE_AT(with, TraceWhyRow, 0)->why, ==, "a already splits dim 0");
    ASKED(none, 0, trace_query_why, find(values, "w"), false);
}

static void test_passes(void)
{
    ASKED(passes, 2, trace_query_passes, module);
    const TracePassRow *p = TRACE_AT(passes, TracePassRow, 1);
    g_assert_cmpstr(p->name, ==, "reshard");
    g_assert_cmpint(p->dur_ns.v, ==, 700000);
    g_assert_cmpint(p->coll_after.v, ==, 1);
    g_assert_cmpint(p->bytes_after.v, ==, 8388608);
    g_assert_false(p->snap_before);
    ASKED(values, 5, trace_query_values, input);
    ASKED(touched, 1, trace_query_touches, module, find(values, "y"), 0);
    g_assert_cmpint(TRACE_AT(touched, TraceTouchRow, 0)->pass_id, ==, p->id);
    ASKED(untouched, 0, trace_query_touches, module, find(values, "w"), 0);
    g_autofree char *text = trace_snapshot_text(reader, input, NULL);
    g_assert_cmpstr(text, ==, "HloModule jit_mlp\n");
    GError *missing = NULL;
    g_assert_null(trace_snapshot_text(reader, final, &missing));
    g_assert_error(missing, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_clear_error(&missing);
    ASKED(insts, 4, trace_query_insts, final);
    const TraceInstRow *dot = TRACE_AT(insts, TraceInstRow, 1), *gather = TRACE_AT(insts, TraceInstRow, 2);
    g_assert_cmpstr(dot->name, ==, "y.1");
    g_assert_cmpint(dot->total_ns.v, ==, 20000);
    g_assert_cmpint(dot->n.v, ==, 1);
    g_assert_cmpstr(gather->opcode, ==, "all-gather");
    ASKED(origins, 1, trace_query_origins, gather->id);
    g_assert_cmpstr(TRACE_AT(origins, TraceInstRow, 0)->name, ==, "y");
    ASKED(later, 2, trace_query_descendants, TRACE_AT(origins, TraceInstRow, 0)->id);
    g_assert_cmpstr(TRACE_AT(later, TraceInstRow, 0)->name, ==, "y.1");
    ASKED(inst, 1, trace_query_inst, gather->id);
    g_assert_cmpint(TRACE_AT(inst, TraceInstRow, 0)->total_ns.v, ==, 12500);
    ASKED(operands, 4, trace_query_operands, input);
    ASKED(totals, 3, trace_query_op_totals, run);
    for (guint i = 0; i < totals->len; i++) {
        const TraceOpTotal *t = TRACE_AT(totals, TraceOpTotal, i);
        g_assert_cmpint(t->self_ns, ==, g_str_equal(t->opcode, "all-gather") ? 12500 : 20000);
        g_assert_cmpint(t->coll_ns, ==, g_str_equal(t->opcode, "all-gather") ? 12500 : 0);
    }
}

static void test_memory(void)
{
    ASKED(rows, 1, trace_query_memory_summary, final);
    const TraceMemorySummary *m = TRACE_AT(rows, TraceMemorySummary, 0);
    g_assert_cmpint(m->argument, ==, 8388608);
    g_assert_cmpint(m->output, ==, 8388608);
    g_assert_cmpint(m->alias, ==, 0);
    g_assert_cmpint(m->temp, ==, 25165824);
    g_assert_cmpint(m->peak.v, ==, 33554432);
    ASKED(buffers, 4, trace_query_buffers, final, false);
    const TraceBufferRow *b = TRACE_AT(buffers, TraceBufferRow, 0);
    g_assert_cmpstr(b->value, ==, "all-gather.1");
    g_assert_cmpstr(b->cat_name, ==, "collective");
    g_assert_cmpstr(b->sharding, ==, "{_, _}"); /* what the reshard makes of y */
    ASKED(peak, 3, trace_query_buffers, final, true);
    ASKED(curve, 5, trace_query_memory_curve, final);
    static const int64_t want[][4] = { { 0, 1, 1, 1 }, { 1, 4, 1, 2 }, { 2, 6, 2, 4 }, { 3, 4, 0, 4 }, { 3, 8, 1, 4 } }; /* in units of 8 MiB */
    for (guint i = 0; i < curve->len; i++) {
        const TraceCurvePoint *p = TRACE_AT(curve, TraceCurvePoint, i);
        g_assert_cmpint(p->pos, ==, want[i][0]);
        g_assert_cmpint(p->cat, ==, want[i][1]);
        g_assert_cmpint(p->bytes, ==, want[i][2] * 8388608);
        g_assert_cmpint(p->total, ==, want[i][3] * 8388608);
    }
    g_assert_cmpint(m->peak_pos, ==, 2);
    g_assert_cmpint(m->reserved, ==, 8388608 + 8388608 + 25165824);
    g_assert_cmpint(m->packing, ==, 0);
    int64_t sum = 0;
    for (guint i = 0; i < peak->len; i++)
        sum += TRACE_AT(peak, TraceBufferRow, i)->place_bytes;
    g_assert_cmpint(sum, ==, m->peak.v);
    ASKED(peaks, 2, trace_query_peaks, run);
    g_assert_cmpint(TRACE_AT(peaks, TracePeakRow, 0)->global_id, ==, 1);
    g_assert_cmpint(TRACE_AT(peaks, TracePeakRow, 0)->measured.v, ==, 33554433);
    g_assert_cmpint(TRACE_AT(peaks, TracePeakRow, 0)->at_ns.v, ==, 40000);
    g_assert_cmpint(TRACE_AT(peaks, TracePeakRow, 0)->planned.v, ==, 33554432);
    ASKED(copies, 1, trace_query_copies, final); /* arguments that lie in no buffer do not count */
    g_assert_cmpint(TRACE_AT(copies, TraceCopyRow, 0)->could_free.v, ==, 8388608);
    ASKED(samples, 1, trace_query_mem_samples, TRACE_AT(peaks, TracePeakRow, 0)->device_id);
}

static void test_timeline(void)
{
    ASKED(lanes, 2, trace_query_lanes, run);
    const TraceLaneRow *l = TRACE_AT(lanes, TraceLaneRow, 0);
    g_assert_cmpstr(l->name, ==, "device 0");
    g_assert_cmpint(l->n_events, ==, 9);
    g_assert_cmpint(l->depths, ==, 1);
    g_assert_cmpint(l->dropped, ==, 0);
    ASKED(events, 9, trace_query_events, l->id, 0);
    const TraceEventRow *gather = TRACE_AT(events, TraceEventRow, 1);
    g_assert_cmpint(gather->start_ns, ==, 20000);
    g_assert_cmpint(gather->cat, ==, TRACE_CAT_COLLECTIVE);
    ASKED(newer, 8, trace_query_events, l->id, TRACE_AT(events, TraceEventRow, 0)->id);
    GError *error = NULL;
    g_autoptr(GArray) names = trace_query_names(reader, run, &error);
    bool found = false;
    for (guint i = 0; i < names->len; i++) {
        const TraceNameRow *n = TRACE_AT(names, TraceNameRow, i);
        found |= n->id == gather->name_id && g_str_equal(n->name, "all-gather.1") && g_str_equal(n->opcode, "all-gather");
    }
    g_assert_true(found);
    ASKED(detail, 1, trace_query_event, gather->id);
    const TraceEventDetail *d = TRACE_AT(detail, TraceEventDetail, 0);
    g_assert_cmpstr(d->name, ==, "all-gather.1");
    g_assert_cmpstr(d->opcode, ==, "all-gather");
    g_assert_cmpint(d->step_id, >, 0);
    g_assert_nonnull(strstr(d->why, "contracting"));
    ASKED(flows, 0, trace_query_flows, run, 0, 1000000, 100);
}

/* The end waits for dot2 on device 1; that for the gather, at which device 1 itself came last; that for its dot1, which
 * began 5 us late. On device 0 the path would have crossed over at the gather. */
static void test_critical_path(void)
{
    ASKED(steps, 3, trace_query_steps, run);
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, i);
        GError *error = NULL;
        g_autoptr(GArray) path_rows = trace_query_crit(reader, step->id, INT64_MIN, INT64_MAX, 1000, &error);
        g_autoptr(GArray) one = trace_query_crit(reader, step->id, INT64_MIN, INT64_MAX, 1, &error);
        g_autoptr(GArray) none = trace_query_crit(reader, step->id, step->start_ns - 100, step->start_ns, 1000, &error);
        g_assert_true(path_rows && one && none);
        g_assert_cmpuint(one->len, ==, 1);
        g_assert_cmpuint(none->len, ==, 0);
        g_assert_no_error(error);
        int64_t t = step->start_ns;
        for (guint k = 0; k < path_rows->len; k++) {
            const TraceCritRow *c = TRACE_AT(path_rows, TraceCritRow, k);
            g_assert_cmpint(c->seq, ==, k);
            g_assert_cmpint(c->start_ns, ==, t);
            g_assert_cmpint(c->dur_ns, >, 0);
            t += c->dur_ns;
        }
        g_assert_cmpint(t, ==, step->start_ns + step->dur_ns);
        /* dot1 of device 1 after 5 us of nothing, gather from its last arrival on, dot2, the rest of the step. */
        static const struct { int64_t cat, dur; } want[] = { { 5, 5000 }, { 1, 20000 }, { 2, 10000 }, { 1, 20000 } };
        g_assert_cmpuint(path_rows->len, ==, 5);
        for (guint k = 0; k < 4; k++) {
            g_assert_cmpint(TRACE_AT(path_rows, TraceCritRow, k)->cat, ==, want[k].cat);
            g_assert_cmpint(TRACE_AT(path_rows, TraceCritRow, k)->dur_ns, ==, want[k].dur);
        }
        g_assert_cmpint(TRACE_AT(path_rows, TraceCritRow, 1)->global_id.v, ==, 1);
        g_assert_cmpint(TRACE_AT(path_rows, TraceCritRow, 2)->via, ==, 1);
        g_assert_cmpint(TRACE_AT(path_rows, TraceCritRow, 4)->cat, ==, TRACE_CAT_IDLE);
    }
}

/* Shares of the path add up to the mean warm step. */
static void test_critical_totals(void)
{
    ASKED(totals, 4, trace_query_crit_totals, run);
    int64_t sum = 0;
    for (guint i = 0; i < totals->len; i++)
        sum += TRACE_AT(totals, TraceCritTotal, i)->ns;
    g_assert_cmpint(sum, ==, 101500);
    g_assert_cmpstr(TRACE_AT(totals, TraceCritTotal, 0)->name, ==, NULL); /* 5 + 46.5 us of nothing */
    g_assert_cmpint(TRACE_AT(totals, TraceCritTotal, 0)->ns, ==, 51500);
    g_assert_cmpint(TRACE_AT(totals, TraceCritTotal, 3)->cat, ==, TRACE_CAT_COLLECTIVE);
    g_assert_cmpint(TRACE_AT(totals, TraceCritTotal, 3)->ns, ==, 10000);
}

/* Before it is finished a trace answers too: whatever needs derived rows is empty, never an error. */
static void test_unfinished(void)
{
    char *file = sample_path("u.db");
    TraceWriter *w = trace_writer_new(file, NULL);
    SampleIds s = sample_run(w, "live", true);
    g_assert_true(trace_commit(w, NULL));
    GError *error = NULL;
    TraceReader *q = trace_open(file, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) steps = check(trace_query_step_summary(q, s.run, &error), error, 1);
    g_assert_cmpint(TRACE_AT(steps, TraceStepSummary, 0)->median_ns.v, ==, 101500);
    g_array_unref(check(trace_query_step_parts(q, s.run, 0, &error), error, 0));
    g_autoptr(GArray) reshards = check(trace_query_reshards(q, s.module, &error), error, 1);
    g_assert_false(TRACE_AT(reshards, TraceReshardRow, 0)->total_ns.known);
    int64_t before = trace_data_version(q);
    sample_run(w, "more", false);
    g_assert_true(trace_commit(w, NULL));
    g_assert_cmpint(trace_data_version(q), !=, before);
    g_array_unref(check(trace_query_runs(q, &error), error, 2));
    trace_close(q);
    trace_writer_free(w);
    sample_remove(file);
}

/* Runs of one label have numbers behind it, and can be asked for by these; the label alone means the last of them. */
static void test_equal_labels(void)
{
    char *file = sample_path("labels.db");
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceWriter) w = trace_writer_new(file, &error);
    g_assert_no_error(error);
    static const char *const labels[] = { "a", "b", "a", NULL }, *const titles[] = { "a (1)", "b", "a (2)", "m.mlir" };
    int64_t ids[4];
    for (int i = 0; i < 4; i++) {
        ids[i] = trace_put_run(w, &(TraceRun){ .name = "m.mlir", .label = labels[i], .producer = "by hand 1" });
        trace_end_run(w, ids[i], 1000);
    }
    g_assert_true(trace_writer_finish(g_steal_pointer(&w), &error));
    TraceReader *r = trace_open(file, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < 4; i++) {
        int64_t id = 0;
        g_assert_cmpstr(TRACE_AT(runs, TraceRunInfo, i)->title, ==, titles[i]);
        g_assert_true(trace_find_run(r, titles[i], &id, &error));
        g_assert_cmpint(id, ==, ids[i]);
    }
    int64_t last = 0;
    g_assert_true(trace_find_run(r, "a", &last, &error));
    g_assert_cmpint(last, ==, ids[2]);
    trace_close(r);
    sample_remove(file);
}

static const TraceLineTotal *line_of(GArray *totals, const char *at)
{
    for (guint i = 0; i < totals->len; i++)
        if (g_str_equal(TRACE_AT(totals, TraceLineTotal, i)->at, at))
            return TRACE_AT(totals, TraceLineTotal, i);
    g_assert_not_reached();
}

/* A line that calls another has the other's costs too, beside its own. */
static void test_lines_with_calls(void)
{
    ASKED(runs, 2, trace_query_runs);
    ASKED(plain, 4, trace_query_line_totals, TRACE_AT(runs, TraceRunInfo, 0));
    for (guint i = 0; i < plain->len; i++)
        g_assert_false(TRACE_AT(plain, TraceLineTotal, i)->all_traffic.known); /* no line calls another */
    char *called = sample_path("called.db");
    sample_write(called);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(called, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "INSERT INTO loc(id, file_id, line, parent_id) SELECT 1001, file_id, 13, 1002 FROM loc WHERE line = 13 LIMIT 1;"
                                     "INSERT INTO loc(id, file_id, line, parent_id) SELECT 1002, file_id, 70, 1003 FROM loc WHERE line = 13 LIMIT 1;" /* a line that nothing else is from */
                                     "INSERT INTO loc(id, file_id, line) SELECT 1003, file_id, 13 FROM loc WHERE line = 13 LIMIT 1;" /* it calls itself */
                                     "UPDATE inst SET loc_id = 1001 WHERE loc_id IN (SELECT id FROM loc WHERE line = 13);"
                                     "UPDATE reshard SET cause_loc = 1001 WHERE cause_loc IN (SELECT id FROM loc WHERE line = 13)", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    GError *error = NULL;
    TraceReader *r = trace_open(called, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) totals = check(trace_query_line_totals(r, TRACE_AT(runs, TraceRunInfo, 0), &error), error, 5);
    const TraceLineTotal *before = line_of(plain, "train.py:13"), *own = line_of(totals, "train.py:13"), *caller = line_of(totals, "train.py:70");
    g_assert_cmpint(own->traffic, ==, before->traffic);
    g_assert_cmpint(own->total_ns.v, ==, before->total_ns.v);
    g_assert_cmpint(own->peak_bytes, ==, before->peak_bytes);
    g_assert_cmpint(caller->traffic + caller->n_reshards + caller->n_ops + caller->peak_bytes, ==, 0);
    const TraceLineTotal *both[] = { own, caller };
    for (int i = 0; i < 2; i++) {
        g_assert_cmpint(both[i]->all_traffic.v, ==, 8388608);
        g_assert_cmpint(both[i]->all_ns.v, ==, 32500);
        g_assert_cmpint(both[i]->all_reshards.v, ==, 1);
        g_assert_cmpint(both[i]->all_peak_bytes.v, ==, before->peak_bytes);
    }
    const TraceLineTotal *other = line_of(totals, "train.py:12");
    g_assert_cmpint(other->all_ns.v, ==, other->total_ns.v);
    trace_close(r);
    sample_remove(called);
}

/* Where a change of layout has one line and the collective that it became another, time and waiting stand where bytes do: at the line that caused it. */
static void test_lines_of_moves(void)
{
    char *file = sample_path("moves.db");
    sample_write(file);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "INSERT INTO loc(id, file_id, line) SELECT 1001, file_id, 70 FROM loc WHERE line = 13 LIMIT 1;"
                                     "UPDATE reshard SET cause_loc = 1001", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    GError *error = NULL;
    TraceReader *r = trace_open(file, &error);
    g_assert_no_error(error);
    ASKED(runs, 2, trace_query_runs);
    g_autoptr(GArray) totals = check(trace_query_line_totals(r, TRACE_AT(runs, TraceRunInfo, 0), &error), error, 5);
    const TraceLineTotal *cause = line_of(totals, "train.py:70"), *op = line_of(totals, "train.py:13");
    g_assert_cmpint(cause->traffic, ==, 8388608);
    g_assert_cmpint(cause->moved_ns.v, ==, 12500);
    g_assert_cmpint(cause->total_ns.v, ==, 12500);
    g_assert_cmpint(op->traffic, ==, 0);
    g_assert_cmpint(op->total_ns.v, ==, 20000);
    trace_close(r);
    sample_remove(file);
}

/* Of ten steps two have a path: the slowest, and one of nine that are alike, which counts for all of these. */
static void test_path_of_some(void)
{
    char *file = sample_path("some.db");
    sample_write(file);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "DELETE FROM crit; UPDATE step SET warm = 0 WHERE run_id = 1;"
                                     "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
                                     " INSERT INTO step(id, run_id, num, start_ns, dur_ns, warm, source) SELECT 2000 + i, 1, 500 + i, 1000000 * i, iif(i = 4, 1000, 100), 1, 1 FROM n;"
                                     "INSERT INTO crit(step_id, seq, event_id, start_ns, dur_ns, cat, via) VALUES (2004, 0, NULL, 0, 900, 7, 0), (2004, 1, NULL, 900, 100, 5, 0),"
                                     " (2007, 0, NULL, 0, 60, 7, 0), (2007, 1, NULL, 60, 40, 5, 0)", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    GError *error = NULL;
    TraceReader *r = trace_open(file, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) parts = check(trace_query_crit_totals(r, 1, &error), error, 2);
    g_assert_cmpint(TRACE_AT(parts, TraceCritTotal, 0)->cat, ==, 7);
    g_assert_cmpint(TRACE_AT(parts, TraceCritTotal, 0)->ns, ==, (9 * 60 + 900) / 10);
    g_assert_cmpint(TRACE_AT(parts, TraceCritTotal, 1)->ns, ==, (9 * 40 + 100) / 10);
    trace_close(r);
    sample_remove(file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    path = sample_path("a.db");
    sample_write(path);
    GError *error = NULL;
    reader = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(reader, &error);
    g_assert_no_error(error);
    run = TRACE_AT(runs, TraceRunInfo, 0)->id;
    module = TRACE_AT(runs, TraceRunInfo, 0)->module_id;
    input = TRACE_AT(runs, TraceRunInfo, 0)->input_snap;
    final = TRACE_AT(runs, TraceRunInfo, 0)->final_snap;
    g_test_add_func("/query/runs", test_runs);
    g_test_add_func("/query/steps", test_steps);
    g_test_add_func("/query/parts", test_parts);
    g_test_add_func("/query/parts/anew", test_parts_anew);
    g_test_add_func("/query/critical-path", test_critical_path);
    g_test_add_func("/query/critical-totals", test_critical_totals);
    g_test_add_func("/query/counts", test_counts);
    g_test_add_func("/query/collectives", test_collectives);
    g_test_add_func("/query/lines-with-calls", test_lines_with_calls);
    g_test_add_func("/query/lines-of-moves", test_lines_of_moves);
    g_test_add_func("/query/path-of-some", test_path_of_some);
    g_test_add_func("/query/reshards", test_reshards);
    g_test_add_func("/query/shardings", test_shardings);
    g_test_add_func("/query/why", test_why);
    g_test_add_func("/query/passes", test_passes);
    g_test_add_func("/query/memory", test_memory);
    g_test_add_func("/query/timeline", test_timeline);
    g_test_add_func("/query/unfinished", test_unfinished);
    g_test_add_func("/query/equal-labels", test_equal_labels);
    int rc = g_test_run();
    trace_close(reader);
    sample_remove(path);
    return rc;
}
