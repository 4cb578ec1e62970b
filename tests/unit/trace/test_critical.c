/* Critical paths in few lines: what layers have in common is one, sums are kept, and what is one instruction keeps its name. */
#include "trace/critical.h"

static GArray *totals_of(const TraceCritTotal *rows, guint n)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof *rows);
    g_array_append_vals(out, rows, n);
    return out;
}

static void is(const GArray *folded, guint i, const char *label, const char *name, int64_t ns)
{
    const CritFold *f = &g_array_index(folded, CritFold, i);
    g_assert_cmpstr(f->label, ==, label);
    g_assert_cmpstr(f->name, ==, name);
    g_assert_cmpint(f->ns, ==, ns);
}

static void test_layers(void)
{
    const TraceCritTotal rows[] = {
        { .name = "dot.7", .inst_id = 1, .cat = TRACE_CAT_COMPUTE, .ns = 100, .at = "m.py:3", .label = "dot_general (m.py:3)" },
        { .name = "reduce-scatter.12", .inst_id = 2, .cat = TRACE_CAT_COLLECTIVE, .ns = 60, .at = "m.py:3", .label = "dot_general (m.py:3) and 2 more" },
        { .name = "reduce-scatter", .inst_id = 3, .cat = TRACE_CAT_COLLECTIVE, .ns = 50, .at = "m.py:3", .label = "dot_general (m.py:3)" },
        { .name = "reduce-scatter.4", .inst_id = 4, .cat = TRACE_CAT_COLLECTIVE, .ns = 40, .at = "m.py:9", .label = "dot_general (m.py:9) and 1 more" },
        { .name = NULL, .cat = TRACE_CAT_IDLE, .ns = 30 },
        { .name = "all-gather.1", .inst_id = 5, .cat = TRACE_CAT_COLLECTIVE, .ns = 20, .at = "m.py:3", .label = "dot_general (m.py:3)" },
    };
    g_autoptr(GArray) totals = totals_of(rows, G_N_ELEMENTS(rows)), folded = crit_fold(totals);
    g_assert_cmpuint(folded->len, ==, 5);
    is(folded, 0, "dot_general (m.py:3)", "reduce-scatter × 2", 110);
    is(folded, 1, "dot_general (m.py:3)", "dot.7", 100);
    is(folded, 2, "dot_general (m.py:9) and 1 more", "reduce-scatter.4", 40); /* alone, it is told whole */
    is(folded, 3, NULL, NULL, 30);
    is(folded, 4, "dot_general (m.py:3)", "all-gather.1", 20);
    g_assert_cmpint(g_array_index(folded, CritFold, 0).first->inst_id, ==, 2);
}

/* A path through steps that are recorded whole, in a run whose other steps are shorter, says so; one that adds up to the mean says nothing. */
static void test_said(void)
{
    const TraceCritTotal rows[] = { { .name = "dot", .ns = 1500 }, { .name = "add", .ns = 302 } };
    g_autoptr(GArray) totals = totals_of(rows, G_N_ELEMENTS(rows));
    g_autofree char *off = trace_path_said(totals, &(TraceStepSummary){ .mean_ns = TRACE_INT(949) });
    g_autofree char *same = trace_path_said(totals, &(TraceStepSummary){ .mean_ns = TRACE_INT(1803) });
    g_assert_cmpstr(off, ==, "the critical path is that of the steps recorded event by event, which take 1.80 µs in the mean; the mean of all warm steps is 949 ns");
    g_assert_cmpstr(same, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/critical/layers", test_layers);
    g_test_add_func("/trace/critical/said", test_said);
    return g_test_run();
}
