/* Why one predicted run is slower than another: the part that grew most comes first, and a layout change is named only where exposed collectives grew. */
#include "trace/report/compare_why.h"

#include <string.h>

typedef struct Side {
    TraceRunInfo run;
    GArray *reshards, *splits, *planned, *ops;
    TraceShares shares;
} Side;

static Side side_new(const char *hardware, double products, double exposed, double copies)
{
    Side s = { .run = { .kind = TRACE_RUN_PREDICTED, .n_steps = 1, .hardware = (char *)hardware } };
    GArray **all[] = { &s.reshards, &s.splits, &s.planned, &s.ops };
    const guint sizes[] = { sizeof(TraceReshardRow), sizeof(TraceOpSplitRow), sizeof(TracePredictedPartRow), sizeof(TraceOpTotal) };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        *all[i] = g_array_new(FALSE, TRUE, sizes[i]);
    TracePredictedPartRow parts[] = { { .cause = (char *)"products", .ns = products }, { .cause = (char *)"exposed collectives", .axes = (char *)"x", .ns = exposed }, { .cause = (char *)"copies", .ns = copies } };
    g_array_append_vals(s.planned, parts, G_N_ELEMENTS(parts));
    TraceOpTotal ops[] = { { .name = (char *)"dot_general", .opcode = (char *)"dot", .label = (char *)"dot_general (a.py:3)", .est_ns = TRACE_REAL(products) },
                           { .name = (char *)"w", .opcode = (char *)"all-gather", .label = (char *)"w", .est_ns = TRACE_REAL(5 * exposed) } };
    g_array_append_vals(s.ops, ops, G_N_ELEMENTS(ops));
    s.shares = trace_predicted_shares(products + exposed + copies, s.planned, NULL);
    return s;
}

static void side_clear(Side *s)
{
    g_array_unref(s->reshards);
    g_array_unref(s->splits);
    g_array_unref(s->planned);
    g_array_unref(s->ops);
}

static void add_gather(Side *s)
{
    TraceReshardRow r = { .seq = 1, .value = (char *)"w", .value_label = (char *)"w", .kinds = (char *)"all-gather", .plan = (char *)"all-gather", .traffic = TRACE_INT(1 << 20), .why = (char *)"it is asked for" };
    g_array_append_val(s->reshards, r);
}

static char *why(Side *slow, Side *fast)
{
    WhySide here = why_side(&slow->run, 1 << 20, &slow->shares, slow->planned, slow->ops), there = why_side(&fast->run, 0, &fast->shares, fast->planned, fast->ops);
    here.reshards = slow->reshards, here.splits = slow->splits;
    there.reshards = fast->reshards, there.splits = fast->splits;
    return compare_why(&here, &there, NULL);
}

static void test_computing(void)
{
    Side fast = side_new("h100x8", 10e3, 1e3, 500), slow = side_new("h100x8", 30e3, 1.1e3, 100);
    add_gather(&slow);
    g_autofree char *told = why(&slow, &fast);
    g_assert_cmpstr(told, ==, "of its predicted step: products +20.0 \u00b5s, copies -400 ns; dot_general (a.py:3) alone takes 20.0 \u00b5s more");
    side_clear(&fast);
    side_clear(&slow);
}

static void test_moving(void)
{
    Side fast = side_new("h100x8", 10e3, 1e3, 500), slow = side_new("h100x8", 9e3, 6e3, 500);
    add_gather(&slow);
    g_autofree char *told = why(&slow, &fast);
    g_assert_cmpstr(told, ==, "of its predicted step: exposed collectives over x +5.00 \u00b5s, products -1.00 \u00b5s; all-gather of w, 1 MiB, because it is asked for");
    side_clear(&fast);
    side_clear(&slow);
}

static void test_elsewhere(void)
{
    Side fast = side_new("h100x8", 10e3, 1e3, 500), slow = side_new("v5e-8", 50e3, 9e3, 500);
    add_gather(&slow);
    g_autofree char *told = why(&slow, &fast);
    g_assert_true(g_str_has_prefix(told, "predicted on v5e-8, not on h100x8; of its predicted step: products +40.0 \u00b5s, exposed collectives over x +8.00 \u00b5s"));
    g_assert_null(strstr(told, "all-gather"));
    side_clear(&fast);
    side_clear(&slow);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/compare-why/computing", test_computing);
    g_test_add_func("/trace/compare-why/moving", test_moving);
    g_test_add_func("/trace/compare-why/elsewhere", test_elsewhere);
    return g_test_run();
}
