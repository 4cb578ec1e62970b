/* Final programs in the forms that XLA gives them for GPUs and TPUs, written by hand after what its compilers print: asynchronous pairs and computations,
 * products that are divided into loops, collectives of the next trip that are begun in this one. Each collective has the cause that it would have in one piece. */
#include "tests/unit/xla/dumped.h"

static const Reshard *of(const Compiled *c, const char *plan, const char *why)
{
    for (int i = 0; i < c->log->reshards.n; i++)
        if (strcmp(c->log->reshards.v[i].plan, plan) == 0 && strstr(c->log->reshards.v[i].why, why))
            return &c->log->reshards.v[i];
    for (int i = 0; i < c->log->reshards.n; i++)
        g_test_message("%s: %s", c->log->reshards.v[i].plan, c->log->reshards.v[i].why);
    g_error("no reshard %s because %s", plan, why);
}

static void test_async(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("async", &e);
    g_assert_cmpint(e.n_collectives, ==, 2);
    g_assert_cmpint(e.n_unknown, ==, 0);
    const Reshard *moved = of(c, "all-to-all(axis0)", "sharding_constraint (train.py:8) asks for the result of sin (train.py:8)");
    has_layouts(moved, "P('axis0', None)", "P(None, 'axis0')");
    g_assert_cmpint(moved->certainty, ==, RESHARD_EXACT);
    has_layouts(of(c, "reduce-scatter(dim 0, axis0)", "dot_general (train.py:10) sums over dimension 1"), "P(None, None, unreduced={'axis0'})", "P('axis0', None)");
}

/* Pieces of an operand go around while they are multiplied: the operand is gathered. */
static void test_windowed_gather(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("windowed_gather", &e);
    g_assert_cmpint(e.n_collectives, ==, 1);
    has_layouts(of(c, "collective-permute(axis0)", "the result of sin (train.py:8), which becomes it"), "P('axis0', None)", "P(None, None)");
}

/* Sums go around, and each device adds its part: the result is added up and scattered, in the loop and once behind it. */
static void test_windowed_scatter(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("windowed_scatter", &e);
    g_assert_cmpint(e.n_collectives, ==, 2);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(c->log->reshards.n, ==, 2);
    for (int i = 0; i < 2; i++) {
        has_layouts(&c->log->reshards.v[i], "P(None, None, unreduced={'axis0'})", "P('axis0', None)");
        g_assert_nonnull(strstr(c->log->reshards.v[i].why, "dot_general (train.py:9) sums over dimension 1 of x"));
    }
    g_assert_cmpint(of(c, "collective-permute(axis0)", "sums")->trips, ==, 4);
}

/* The loop carries what it gathered for its next trip; the first is gathered before it. */
static void test_pipelined(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("pipelined", &e);
    g_assert_cmpint(e.n_collectives, ==, 2);
    g_assert_cmpint(c->log->reshards.n, ==, 2);
    for (int i = 0; i < 2; i++) {
        has_layouts(&c->log->reshards.v[i], "P('axis0', None)", "P(None, None)");
        g_assert_nonnull(strstr(c->log->reshards.v[i].why, "XLA moves a trip's slice of ws"));
        g_assert_cmpint(c->log->reshards.v[i].certainty, ==, RESHARD_EXACT);
    }
}

/* An associative scan has many slices and sums of one name and line, so that a value may be taken for another. Where nothing had to be sent from the one layout
 * to the other, that has happened, and the answer is no more than likely. */
static void test_scanned(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("scanned", &e);
    int n_in_vain = 0;
    g_assert_cmpint(e.n_unknown, ==, 0);
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        if (!r->bytes_moved || r->from->unreduced.n || sharding_same_layout(r->from, r->to) || explain_sends(r->from, r->to))
            continue;
        n_in_vain++;
        g_assert_cmpint(r->certainty, ==, RESHARD_LIKELY);
    }
    g_assert_cmpint(n_in_vain, <=, 3);
}

/* XLA's propagation laid a matrix out by columns, ours by rows. What its collective gathers says which it was. */
static void test_gathered_columns(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("solved", &e);
    int n = 0;
    for (int i = 0; i < c->log->reshards.n; i++)
        if (g_str_equal(c->log->reshards.v[i].plan, "all-gather(dim 1, axis0)")) {
            n++;
            has_layouts(&c->log->reshards.v[i], "P(None, 'axis0')", "P(None, None)");
        }
    g_assert_cmpint(n, ==, 4);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xla/forms/async", test_async);
    g_test_add_func("/xla/forms/windowed-gather", test_windowed_gather);
    g_test_add_func("/xla/forms/windowed-scatter", test_windowed_scatter);
    g_test_add_func("/xla/forms/pipelined", test_pipelined);
    g_test_add_func("/xla/forms/scanned", test_scanned);
    g_test_add_func("/xla/forms/gathered-columns", test_gathered_columns);
    return g_test_run();
}
