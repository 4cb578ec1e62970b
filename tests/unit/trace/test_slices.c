/* Which prediction is chosen: by what a step costs, never one that does not fit, is too slow or failed; and the matrix of them. */
#include "trace/slices.h"

static TracePredictionRow row(const char *hardware, double step_ms, double usd_hour, int64_t n_chips)
{
    TracePredictionRow p = { .program = "p", .hardware = hardware, .step_ns = step_ms * 1e6, .low_ns = step_ms * 0.8e6, .high_ns = step_ms * 1.25e6, .n_devices = n_chips, .n_chips = n_chips,
                             .peak_bytes = 10, .capacity_bytes = 20 };
    if (usd_hour > 0)
        p.price_hour = TRACE_REAL(usd_hour);
    return p;
}

static GArray *list_of(const TracePredictionRow *rows, guint n)
{
    GArray *a = g_array_new(FALSE, TRUE, sizeof(TracePredictionRow));
    g_array_append_vals(a, rows, n);
    return a;
}

static void expect(const GArray *rows, double within_ms, const char *order, const char *said)
{
    g_autoptr(GArray) slices = trace_slices(rows, within_ms * 1e6);
    g_autoptr(GString) got = g_string_new(NULL);
    for (guint i = 0; i < slices->len; i++) {
        const TraceSlice *s = TRACE_AT(slices, TraceSlice, i);
        g_string_append_printf(got, "%s%s %s", i ? ", " : "", s->row->hardware, trace_slice_word(s->state));
    }
    g_assert_cmpstr(got->str, ==, order);
    g_autofree char *text = trace_slices_said(slices, within_ms * 1e6);
    g_assert_cmpstr(text, ==, said);
}

static void test_cheapest(void)
{
    /* 1,000 steps: 100 ms at 36 USD an hour are 1 USD, 50 ms at 71.90 USD 0.9986 USD, 90 ms at 80 USD 2 USD. */
    TracePredictionRow rows[] = { row("dear", 90, 80, 4), row("slow", 100, 36, 8), row("fast", 50, 71.9, 16), row("big", 10, 1, 1), row("none", 0, 0, 0) };
    rows[3].peak_bytes = 30;
    rows[4].failed = "no such part";
    g_autoptr(GArray) all = list_of(rows, 5);
    expect(all, 0, "fast chosen, slow good, dear good, big does not fit, none failed", "the cheapest that fits: fast, 50.0 ms, 0.999 USD for 1,000 steps (71.90 USD an hour: given)\n");
    expect(all, 95, "fast chosen, dear good, slow too slow, big does not fit, none failed",
           "the cheapest that fits and takes at most 95.0 ms a step: fast, 50.0 ms, 0.999 USD for 1,000 steps (71.90 USD an hour: given)\n");
    expect(all, 60, "fast chosen, dear too slow, slow too slow, big does not fit, none failed",
           "the cheapest that fits and takes at most 60.0 ms a step: fast, 50.0 ms, 0.999 USD for 1,000 steps (71.90 USD an hour: given); it may take up to 62.5 ms, so this is not certain\n");
    expect(all, 20, "fast too slow, dear too slow, slow too slow, big does not fit, none failed", "none that fits takes at most 20.0 ms a step: the fastest is fast, 50.0 ms\n");
    g_autoptr(GArray) last = list_of(rows + 3, 2);
    expect(last, 0, "big does not fit, none failed", "none has the memory: big has 20 B of the 30 B that a device needs\n");
    g_autoptr(GArray) failed = list_of(rows + 4, 1);
    expect(failed, 0, "none failed", "none could be predicted\n");
}

static void test_without_prices(void)
{
    TracePredictionRow rows[] = { row("many", 10, 0, 64), row("few", 40, 0, 8), row("as few", 30, 0, 8), row("priced", 90, 1, 128) };
    g_autoptr(GArray) all = list_of(rows, 3), with = list_of(rows, 4);
    expect(all, 50, "as few chosen, few good, many good", "the fewest chips that fit and take at most 50.0 ms a step: as few, 30.0 ms, 8 chips; prices are not known\n");
    expect(with, 0, "priced chosen, as few good, few good, many good",
           "the cheapest that fits: priced, 90.0 ms, 0.0250 USD for 1,000 steps (1.00 USD an hour: given); those without a price are not compared\n");
    rows[1].n_devices = 4;
    g_autoptr(GArray) part = list_of(rows + 1, 1);
    expect(part, 0, "few chosen", "the fewest chips that fit: few, 40.0 ms, 8 chips; prices are not known; the program runs on 4 of its 8 chips\n");
}

static void test_matrix(void)
{
    TracePredictionRow rows[] = { row("a", 10, 2, 1), row("b", 20, 1, 1), row("a", 30, 2, 1), row("a", 5, 2, 1) };
    rows[2].label = "case1";
    rows[3].program = "q";
    g_autoptr(GArray) all = list_of(rows, 4), slices = trace_slices(all, 0);
    g_autoptr(TraceMatrix) m = trace_matrix(slices, all);
    g_assert_cmpint(m->n_rows, ==, 3);
    g_assert_cmpint(m->n_columns, ==, 2);
    g_assert_cmpstr(trace_slice_text(m->cells[0]).s, ==, "10.0 ms, chosen"); /* 20 ms at half the price cost the same: chips and time decide */
    g_assert_cmpstr(trace_slice_text(m->cells[1]).s, ==, "20.0 ms");
    g_assert_cmpstr(trace_slice_text(m->cells[2]).s, ==, "30.0 ms");
    g_assert_null(m->cells[3]);
    g_assert_cmpstr(m->rows[2]->program, ==, "q");
    g_assert_cmpstr(trace_slice_text(m->cells[4]).s, ==, "5.00 ms, chosen"); /* each program has one */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/slices/cheapest", test_cheapest);
    g_test_add_func("/trace/slices/without_prices", test_without_prices);
    g_test_add_func("/trace/slices/matrix", test_matrix);
    return g_test_run();
}
