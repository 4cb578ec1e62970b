/* Jobs: several at once in threads of their own, cancelled at any moment, and refused where they cannot run. */
#include "runtime/api/job.h"

#include <glib/gstdio.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/tensor/tensor.h"

/* f32[64,64] times itself, rows sharded over four devices: one all-gather, or none if y is replicated. */
static const char product[] = "HloModule product, num_partitions=4\n"
                              "ENTRY main {\n"
                              "  x = f32[64,64] parameter(0), sharding={devices=[4,1]<=[4]}\n"
                              "  y = f32[64,64] parameter(1), sharding={devices=[4,1]<=[4]}\n"
                              "  ROOT r = f32[64,64] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={devices=[4,1]<=[4]}\n"
                              "}\n";

/* Ends after 2^62 trips. */
static const char endless[] = "HloModule endless, num_partitions=2\n"
                              "body { p = (s64[]) parameter(0) i = s64[] get-tuple-element(p), index=0 o = s64[] constant(1) j = s64[] add(i, o) ROOT t = (s64[]) tuple(j) }\n"
                              "more { p = (s64[]) parameter(0) i = s64[] get-tuple-element(p), index=0 n = s64[] constant(4611686018427387904) ROOT l = pred[] compare(i, n), direction=LT }\n"
                              "ENTRY main { z = s64[] parameter(0) t = (s64[]) tuple(z) w = (s64[]) while(t), condition=more, body=body ROOT r = s64[] get-tuple-element(w), index=0 }\n";

static JobOptions options_of(const char *text)
{
    return (JobOptions){ .path = "t.hlo", .text = text, .text_bytes = strlen(text), .steps = 1, .fill = FILL_IOTA, .n_workers = 2 };
}

/* Row r, column c of iota(64, 64) times itself. */
static double expected(int r, int c)
{
    double sum = 0;
    for (int k = 0; k < 64; k++)
        sum += (double)(float)(64 * r + k) * (64 * k + c);
    return sum;
}

static void check_product(const JobOutcome *o)
{
    g_assert_cmpint(o->n_devices, ==, 4);
    g_assert_nonnull(o->results);
    g_assert_cmpuint(o->results->len, ==, 1);
    const Tensor *t = o->results->pdata[0];
    for (int r = 0; r < 64; r += 9)
        for (int c = 0; c < 64; c += 7)
            g_assert_cmpfloat_with_epsilon(tensor_get_f64(t, 64 * r + c) / expected(r, c), 1, 1e-5);
}

/* ---- several at once --------------------------------------------------------------------------------------------------- */

typedef struct Started {
    Job *job;
    GError *error;
    bool ok;
    int64_t ended_ns;
} Started;

static void *run_in_thread(void *user)
{
    Started *s = user;
    s->ok = job_run(s->job, &s->error);
    s->ended_ns = clock_ns();
    return NULL;
}

static void test_two_at_once(void)
{
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("shardscope-job-XXXXXX", NULL), *trace = g_build_filename(folder, "t.db", NULL);
    JobOptions good = options_of(product), bad = options_of(endless);
    good.steps = 20;
    good.keep_results = true;
    good.trace = trace;
    good.remedies_s = 0.2;
    Started a = { .job = job_new(&good, &error) }, b = { .job = job_new(&bad, &error) };
    g_assert_no_error(error);
    pthread_t ta, tb;
    pthread_create(&ta, NULL, run_in_thread, &a);
    pthread_create(&tb, NULL, run_in_thread, &b);
    g_usleep(50000);
    int64_t asked_ns = clock_ns();
    job_cancel(b.job);
    pthread_join(tb, NULL);
    pthread_join(ta, NULL);
    g_assert_no_error(a.error);
    g_assert_true(a.ok);
    g_assert_cmpint(job_n_outcomes(a.job), ==, 1);
    check_product(job_outcome(a.job, 0));
    g_assert_cmpint(job_outcome(a.job, 0)->n_steps, ==, 20);
    g_assert_cmpint(job_step_ns(job_outcome(a.job, 0), 0), <=, job_step_ns(job_outcome(a.job, 0), 1));
    g_assert_false(b.ok);
    g_assert_error(b.error, SHARD_ERROR, SHARD_ERROR_STOPPED);
    g_assert_cmpint(b.ended_ns - asked_ns, <, 1000000000);
    g_assert_cmpint(job_n_outcomes(b.job), ==, 0);
    g_clear_error(&b.error);
    job_free(a.job);
    job_free(b.job);
    g_assert_cmpint(g_unlink(trace), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* The same program in many threads: each job has its own tables in compiler and executor. */
static void test_many_at_once(void)
{
    enum { N = 6 };
    JobOptions o = options_of(product);
    o.keep_results = true;
    o.steps = 3;
    Started s[N] = { 0 };
    pthread_t t[N];
    for (int i = 0; i < N; i++) {
        s[i].job = job_new(&o, NULL);
        pthread_create(&t[i], NULL, run_in_thread, &s[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], NULL);
        g_assert_no_error(s[i].error);
        check_product(job_outcome(s[i].job, 0));
        job_free(s[i].job);
    }
}

/* ---- choices, phases, errors ---------------------------------------------------------------------------------------------- */

static void test_tries(void)
{
    GError *error = NULL;
    char *tries[] = { "whole:y=P()", "columns:y=P(None, \"axis0\")", NULL };
    JobOptions o = options_of(product);
    o.tries = tries;
    o.base = true;
    o.label = "day 1";
    o.keep_results = true;
    g_autoptr(Job) job = job_new(&o, &error);
    g_assert_no_error(error);
    g_assert_true(job_run(job, &error));
    g_assert_no_error(error);
    g_assert_cmpint(job_n_outcomes(job), ==, 3);
    g_assert_cmpstr(job_outcome(job, 0)->label, ==, "day 1: base");
    g_assert_cmpstr(job_outcome(job, 1)->label, ==, "day 1: whole");
    g_assert_cmpint(job_outcome(job, 0)->traffic, >, 0);
    g_assert_cmpint(job_outcome(job, 1)->traffic, ==, 0);
    for (int i = 0; i < 3; i++)
        check_product(job_outcome(job, i));
}

typedef struct Seen {
    int calls[JOB_FINISH + 1];
    int64_t last_step;
    Job *job;
    JobPhase cancel_in;
} Seen;

static void on_progress(void *user, const JobProgress *p)
{
    Seen *s = user;
    s->calls[p->phase]++;
    g_assert_cmpint(p->total == 0 ? 0 : p->done, <=, p->total);
    if (p->phase == JOB_STEPS)
        s->last_step = p->done;
    if (s->job && p->phase == s->cancel_in)
        job_cancel(s->job);
}

static void test_phases(void)
{
    Seen seen = { 0 };
    JobOptions o = options_of(product);
    o.steps = 5;
    o.keep_results = true;
    o.progress = on_progress;
    o.user = &seen;
    g_autoptr(Job) job = job_new(&o, NULL);
    g_assert_true(job_run(job, NULL));
    for (JobPhase p = JOB_READ; p <= JOB_RESULTS; p++)
        g_assert_cmpint(seen.calls[p], >, 0);
    g_assert_cmpint(seen.last_step, ==, 6); /* one unmeasured warm-up step comes first */
}

/* Of the only run of a trace. */
static void check_end(const char *trace, bool complete)
{
    GError *error = NULL;
    g_autoptr(TraceReader) r = trace_open(trace, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error), hosts = trace_query_hosts(r, TRACE_AT(runs, TraceRunInfo, 0)->id, &error);
    g_assert_no_error(error);
    const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, 0);
    g_assert_cmpint(run->end_ns.known, ==, complete);
    g_assert_cmpstr(run->cut_short, ==, complete ? NULL : "it was asked to stop (Ctrl-C, a signal, or its caller)");
    g_autofree char *where = trace_hosts_said(hosts), *want = g_strdup_printf("It ran on %s with %u core%s.", g_get_host_name(), g_get_num_processors(), g_get_num_processors() == 1 ? "" : "s");
    g_assert_cmpstr(where, ==, want);
}

/* Cancelled in any phase: an error that says so, no outcome, and no files but a trace with a run. */
static void test_cancel_in_each_phase(void)
{
    static const JobPhase phases[] = { JOB_READ, JOB_COMPILE, JOB_FILL, JOB_STEPS, JOB_REMEDIES };
    for (size_t i = 0; i < G_N_ELEMENTS(phases); i++) {
        g_autofree char *folder = g_dir_make_tmp("shardscope-job-XXXXXX", NULL), *trace = g_build_filename(folder, "t.db", NULL);
        Seen seen = { .cancel_in = phases[i] };
        JobOptions o = options_of(product);
        o.steps = 100;
        o.trace = trace;
        o.remedies_s = 20;
        o.progress = on_progress;
        o.user = &seen;
        g_autoptr(Job) job = seen.job = job_new(&o, NULL);
        GError *error = NULL;
        int64_t start = clock_ns();
        bool ok = job_run(job, &error);
        g_assert_cmpint(clock_ns() - start, <, 5000000000);
        if (phases[i] == JOB_REMEDIES) { /* the run itself is complete by then */
            g_assert_no_error(error);
            g_assert_true(ok);
        } else {
            g_assert_error(error, SHARD_ERROR, SHARD_ERROR_STOPPED);
            g_assert_cmpint(job_n_outcomes(job), ==, 0);
        }
        g_clear_error(&error);
        bool has_run = phases[i] >= JOB_FILL;
        g_assert_cmpint(g_file_test(trace, G_FILE_TEST_EXISTS), ==, has_run);
        if (has_run) {
            check_end(trace, phases[i] == JOB_REMEDIES);
            g_unlink(trace);
        }
        g_assert_cmpint(g_rmdir(folder), ==, 0);
    }
}

static void refuse(JobOptions *o, ShardError code, const char *part)
{
    GError *error = NULL;
    g_autoptr(Job) job = job_new(o, &error);
    if (job)
        g_assert_false(job_run(job, &error));
    g_assert_error(error, SHARD_ERROR, (int)code);
    if (!strstr(error->message, part))
        g_error("\"%s\" does not say \"%s\"", error->message, part);
    g_error_free(error);
}

static void test_refused(void)
{
    JobOptions o = options_of(product);
    o.steps = 0;
    refuse(&o, SHARD_ERROR_USAGE, "`steps` 0");
    o.steps = INT64_MAX;
    refuse(&o, SHARD_ERROR_USAGE, "at most");
    o.steps = 1;
    o.trace = "";
    refuse(&o, SHARD_ERROR_IO, "empty");
    o.trace = NULL;
    char *tries[] = { "nothing", NULL };
    o.tries = tries;
    refuse(&o, SHARD_ERROR_USAGE, "no label");
    o.tries = NULL;
    /* hardware of fewer devices is found out before the trace has a run */
    g_autofree char *folder = g_dir_make_tmp("shardscope-XXXXXX", NULL), *trace = g_build_filename(folder, "small.db", NULL);
    o.trace = trace;
    o.predict = true;
    o.program.hardware = "v5p-4";
    refuse(&o, SHARD_ERROR_USAGE, "v5p-4 has 2");
    g_assert_false(g_file_test(trace, G_FILE_TEST_EXISTS));
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* ---- predictions beside a run ------------------------------------------------------------------------------------------- */

#define LOOP_STATE "(s32[], f32[128,128], s32[4])"
/* a = 0, 1, 2, 3: as many trips as its last element says, a product in those for which an element is 0. */
static const char by_arguments[] =
    "HloModule m, num_partitions=2\n"
    "dear { x = f32[128,128] parameter(0) ROOT d = f32[128,128] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0} }\n"
    "cheap { ROOT x = f32[128,128] parameter(0) }\n"
    "body { s = " LOOP_STATE " parameter(0) i = s32[] get-tuple-element(s), index=0 x = f32[128,128] get-tuple-element(s), index=1 a = s32[4] get-tuple-element(s), index=2\n"
    "  p = s32[1] dynamic-slice(a, i), dynamic_slice_sizes={1} q = s32[] reshape(p) z = s32[] constant(0) c = pred[] compare(q, z), direction=EQ\n"
    "  y = f32[128,128] conditional(c, x, x), true_computation=dear, false_computation=cheap o = s32[] constant(1) j = s32[] add(i, o) ROOT t = " LOOP_STATE " tuple(j, y, a) }\n"
    "more { s = " LOOP_STATE " parameter(0) i = s32[] get-tuple-element(s), index=0 a = s32[4] get-tuple-element(s), index=2 p = s32[1] slice(a), slice={[3:4]} n = s32[] reshape(p) ROOT l = pred[] compare(i, n), direction=LT }\n"
    "ENTRY main { x = f32[128,128] parameter(0), sharding={replicated} a = s32[4] parameter(1), sharding={replicated} z = s32[] constant(0) t = " LOOP_STATE " tuple(z, x, a)\n"
    "  w = " LOOP_STATE " while(t), condition=more, body=body ROOT r = f32[128,128] get-tuple-element(w), index=1 }\n";

/* A loop that runs as one piece of machine code. */
static const char by_argument[] =
    "HloModule m, num_partitions=2\n"
    "body { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), index=1 o = s32[] constant(1) j = s32[] add(i, o) ROOT t = (s32[], s32[]) tuple(j, n) }\n"
    "more { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), index=1 ROOT l = pred[] compare(i, n), direction=LT }\n"
    "ENTRY main { a = s32[8] parameter(0), sharding={replicated} p = s32[1] slice(a), slice={[7:8]} n = s32[] reshape(p) z = s32[] constant(0) t = (s32[], s32[]) tuple(z, n)\n"
    "  w = (s32[], s32[]) while(t), condition=more, body=body ROOT r = s32[] get-tuple-element(w), index=0 }\n";

#define SMALL_STATE "(s32[], f32[4], s32[4])"
/* The same with a conditional and a loop in it; a = 0, 1, 2, 3. */
static const char within[] =
    "HloModule m, num_partitions=2\n"
    "dear { x = f32[4] parameter(0) e = f32[4] exponential(x) ROOT d = f32[4] sine(e) }\n"
    "cheap { ROOT x = f32[4] parameter(0) }\n"
    "inner_body { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), index=1 o = s32[] constant(1) j = s32[] add(i, o) ROOT t = (s32[], s32[]) tuple(j, n) }\n"
    "inner_more { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), index=1 ROOT l = pred[] compare(i, n), direction=LT }\n"
    "body { s = " SMALL_STATE " parameter(0) i = s32[] get-tuple-element(s), index=0 x = f32[4] get-tuple-element(s), index=1 a = s32[4] get-tuple-element(s), index=2\n"
    "  p = s32[1] dynamic-slice(a, i), dynamic_slice_sizes={1} q = s32[] reshape(p) z = s32[] constant(0) c = pred[] compare(q, z), direction=EQ\n"
    "  y = f32[4] conditional(c, x, x), true_computation=dear, false_computation=cheap\n"
    "  t0 = (s32[], s32[]) tuple(z, q) w = (s32[], s32[]) while(t0), condition=inner_more, body=inner_body k = s32[] get-tuple-element(w), index=0 f = f32[] convert(k) b = f32[4] broadcast(f), dimensions={} v = f32[4] add(y, b)\n"
    "  o = s32[] constant(1) j = s32[] add(i, o) ROOT t = " SMALL_STATE " tuple(j, v, a) }\n"
    "more { s = " SMALL_STATE " parameter(0) i = s32[] get-tuple-element(s), index=0 a = s32[4] get-tuple-element(s), index=2 p = s32[1] slice(a), slice={[3:4]} n = s32[] reshape(p) ROOT l = pred[] compare(i, n), direction=LT }\n"
    "ENTRY main { x = f32[4] parameter(0), sharding={replicated} a = s32[4] parameter(1), sharding={replicated} z = s32[] constant(0) t = " SMALL_STATE " tuple(z, x, a)\n"
    "  w = " SMALL_STATE " while(t), condition=more, body=body ROOT r = f32[4] get-tuple-element(w), index=1 }\n";

/* The prediction, as JSON, beside a run of the program in a trace. */
static char *predicted_beside(const char *text)
{
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("shardscope-XXXXXX", NULL), *trace = g_build_filename(folder, "t.db", NULL);
    JobOptions o = options_of(text);
    o.trace = trace;
    o.program.hardware = "h100x2";
    o.steps = 2;
    Job *job = job_new(&o, &error);
    job_run(job, &error);
    g_assert_no_error(error);
    char *prediction = g_strdup(job_outcome(job, 1)->prediction);
    job_free(job);
    g_assert_cmpint(g_remove(trace), ==, 0);
    g_rmdir(folder);
    return prediction;
}

/* What the run did stands in for what the program does not say. */
static void test_beside(void)
{
    g_autofree char *both = predicted_beside(by_arguments), *trips = predicted_beside(by_argument), *inside = predicted_beside(within);
    g_assert_nonnull(strstr(both, "\"guessed_branches\":0"));
    g_assert_nonnull(strstr(both, "\"as_executed\":2"));
    g_assert_nonnull(strstr(trips, "\"as_executed\":1"));
    g_assert_nonnull(strstr(inside, "\"guessed_branches\":0"));
    g_assert_nonnull(strstr(inside, "\"as_executed\":3"));
}

/* Programs that need more memory or time than the machine has are refused before they start, with advice. */
static void test_too_large(void)
{
    JobOptions o = options_of("HloModule large, num_partitions=2\nENTRY main { x = f32[4000000,1000000] parameter(0) ROOT y = f32[4000000,1000000] negate(x) }\n");
    int64_t start = clock_ns();
    refuse(&o, SHARD_ERROR_LIMIT, "`no_execute`");
    o.force = true; /* then the allocation fails */
    refuse(&o, SHARD_ERROR_LIMIT, "not enough memory");
    o.force = false;
    o.no_execute = true;
    g_autoptr(Job) job = job_new(&o, NULL);
    g_assert_true(job_run(job, NULL));
    JobOptions slow = options_of(product);
    slow.steps = JOB_MAX_STEPS;
    refuse(&slow, SHARD_ERROR_LIMIT, "hours");
    g_assert_cmpint(clock_ns() - start, <, 5000000000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/job/two-at-once", test_two_at_once);
    g_test_add_func("/job/many-at-once", test_many_at_once);
    g_test_add_func("/job/tries", test_tries);
    g_test_add_func("/job/phases", test_phases);
    g_test_add_func("/job/cancel-in-each-phase", test_cancel_in_each_phase);
    g_test_add_func("/job/refused", test_refused);
    g_test_add_func("/job/beside", test_beside);
    g_test_add_func("/job/too-large", test_too_large);
    return g_test_run();
}
