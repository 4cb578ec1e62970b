/* The sentence on what bounds a step: each part of a step can be the bound; figures are those of the rows. */
#include <string.h>

#include "trace/bound.h"

static GArray *parts_of(const TraceStepPartRow *one, int n)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof *one);
    for (int i = 0; i < n; i++)
        g_array_append_val(out, *one);
    return out;
}

static void says(const TraceBoundFacts *f, const char *want)
{
    g_autofree char *said = trace_bound_of(f);
    g_assert_cmpstr(said, ==, want);
}

static void test_bounds(void)
{
    const TraceOpTotal dot = { .name = "dot", .self_ns = 600 };
    const struct {
        TraceStepPartRow part;
        const char *want;
    } all[] = {
        { { .dur_ns = 1000, .compute_ns = 700, .idle_ns = 300 }, "Computing bounds the step: it takes 70.0 %, dot (a.py:3) alone 60.0 %." },
        { { .dur_ns = 1000, .compute_ns = 300, .wait_ns = 700 }, "Waiting for other devices bounds the step: it takes 70.0 %." },
        { { .dur_ns = 1000, .compute_ns = 300, .exposed_copy_ns = 700 }, "The step is bound by copies: 70.0 % of it." },
        { { .dur_ns = 1000, .compute_ns = 300, .idle_ns = 700 }, "The devices are idle during 70.0 % of the step." },
        { { .dur_ns = 1000, .compute_ns = 300, .exposed_coll_ns = 700 }, "Collectives bound the step: moving data takes 70.0 % of it." },
        { { .dur_ns = 1000, .compute_ns = 200, .queue_ns = 400, .wait_ns = 400 },
          "The cores of this machine bound the step: 8 devices share 2 cores, and a device waits for a core during 40.0 % of the step and for other "
          "devices during 40.0 %; computing takes 20.0 %." },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autoptr(GArray) parts = parts_of(&all[i].part, 8);
        says(&(TraceBoundFacts){ .parts = parts, .op = &dot, .op_at = "a.py:3", .n_cores = 2 }, all[i].want);
    }
    says(&(TraceBoundFacts){ 0 }, NULL);
    g_autoptr(GArray) parts = parts_of(&all[G_N_ELEMENTS(all) - 1].part, 8);
    says(&(TraceBoundFacts){ .parts = parts, .n_cores = 4, .n_processes = 4, .n_machines = 2 }, /* on two cores each, perhaps: that is not recorded */
         "The cores of these machines bound the step: 8 devices share 4 threads of 4 processes, and a device waits for a core during 40.0 % of the step and for other "
         "devices during 40.0 %; computing takes 20.0 %.");
}

/* Reshards of one value by one kind add up; the line stands once; a change that gains too little is not mentioned. */
static void test_movers(void)
{
    const TraceStepPartRow part = { .dur_ns = 1000, .compute_ns = 200, .exposed_coll_ns = 800 };
    g_autoptr(GArray) parts = parts_of(&part, 4), reshards = g_array_new(FALSE, FALSE, sizeof(TraceReshardRow));
    const TraceReshardRow rows[] = {
        { .kinds = "all-gather", .value_label = "w['w1']", .at = "/home/user/programs.py:87", .exposed_ns = { 250, true }, .est_ns = { 30, true } },
        { .kinds = "all-reduce", .value_label = "the result of dot (programs.py:80)", .at = "programs.py:90", .exposed_ns = { 300, true }, .est_ns = { 40, true } },
        { .kinds = "all-gather", .value_label = "w['w1']", .at = "programs.py:88", .exposed_ns = { 250, true }, .est_ns = { 5, true } },
    };
    g_array_append_vals(reshards, rows, 3);
    g_autoptr(GArray) remedies = g_array_new(FALSE, FALSE, sizeof(TraceRemedyRow)), kinds = g_array_new(FALSE, FALSE, sizeof(TraceCollKind));
    TraceRemedyRow best = { .text = "x: P(None); y: P('a')", .gain_ns = { 5, true }, .before_ns = { 1000, true } };
    const TraceCollKind kind = { .est_ns = { 75, true } };
    g_array_append_val(remedies, best);
    g_array_append_val(kinds, kind);
    TraceBoundFacts f = { .parts = parts, .reshards = reshards, .remedies = remedies };
    says(&f, "Collectives bound the step: moving data takes 80.0 % of it, all-gathers of w['w1'] (programs.py:87) alone 50.0 %.");
    TRACE_AT(remedies, TraceRemedyRow, 0)->gain_ns.v = 500;
    says(&f, "Collectives bound the step: moving data takes 80.0 % of it, all-gathers of w['w1'] (programs.py:87) alone 50.0 %; a change would save 50.0 % of the "
             "predicted step, 500 ns of 1.00 µs: x: P(None) and y: P('a').");
    f = (TraceBoundFacts){ .reshards = reshards, .kinds = kinds, .est_ns = { 100, true } };
    says(&f, "Collectives bound the predicted step of 100 ns: moving data takes 75.0 % of it, all-reduces of dot (programs.py:80) alone 40.0 %.");
}

/* What does not fit is said first: a step that cannot be made has no bound worth reading. */
static void test_fits(void)
{
    TraceBoundFacts f = { .est_ns = { 100, true }, .peak = TRACE_INT(3 << 20), .capacity = TRACE_INT(2 << 20) };
    says(&f, "It does not fit: a device needs 3 MiB and has 2 MiB. Computing bounds the predicted step of 100 ns.");
    f.capacity = f.peak;
    says(&f, "Computing bounds the predicted step of 100 ns.");
    f.capacity = (TraceInt){ 0 };
    says(&f, "Computing bounds the predicted step of 100 ns.");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/bound/bounds", test_bounds);
    g_test_add_func("/trace/bound/movers", test_movers);
    g_test_add_func("/trace/bound/fits", test_fits);
    return g_test_run();
}
