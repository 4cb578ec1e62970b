/* Shardings in sentences, in another notation. */
#include "trace/respell.h"

#include <string.h>

static char *known(const char *spec, void *data)
{
    (void)data;
    return g_str_equal(spec, "P('a', None)") ? g_strdup("{devices=[4,1]<=[4]}") : NULL;
}

static void check(const char *text, const char *shardy, const char *gspmd)
{
    g_autofree char *same = trace_respell(text, TRACE_SPELLING_JAX, known, NULL), *sdy = trace_respell(text, TRACE_SPELLING_SHARDY, known, NULL);
    g_autofree char *other = trace_respell(text, TRACE_SPELLING_GSPMD, known, NULL), *alone = trace_respell(text, TRACE_SPELLING_GSPMD, NULL, NULL);
    g_assert_cmpstr(same, ==, text);
    g_assert_cmpstr(sdy, ==, shardy);
    g_assert_cmpstr(other, ==, gspmd);
    g_assert_cmpstr(alone, ==, text);
}

static void test_sentences(void)
{
    check("x is asked for as P('a', None), not P(None, ('b', 'c'))", "x is asked for as [{\"a\"}, {}], not [{}, {\"b\", \"c\"}]",
          "x is asked for as {devices=[4,1]<=[4]}, not P(None, ('b', 'c'))");
    check("--shard P(None,\"a\") of x", "--shard [{}, {\"a\"}] of x", "--shard P(None,\"a\") of x");
    check("dot P('x', None, unreduced={'y', 'z'}), and", "dot [{\"x\"}, {}], unreduced={\"y\", \"z\"}, and", "dot P('x', None, unreduced={'y', 'z'}), and");
    check("P('x', replicated={'y'})", "[{\"x\"}], replicated={\"y\"}", "P('x', replicated={'y'})");
    check("P(('x', ...), P.UNCONSTRAINED)", "[{\"x\", ?}, {?}]", "P(('x', ...), P.UNCONSTRAINED)");
    check("P()", "[]", "P()");
    check("P('x:(1)2')", "[{\"x:(1)2\"}]", "P('x:(1)2')");
}

/* What only looks like a sharding stays. */
static void test_others(void)
{
    static const char *const texts[] = { "jit(step)/jvp()/while", "JVP(x)", "a.P('a')", "P(x + 1)", "P('a", "P(", "P", "P('a', (None))", "P(('a', ('b')))", "P('a'" };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        check(texts[i], texts[i], texts[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/respell/sentences", test_sentences);
    g_test_add_func("/trace/respell/others", test_others);
    return g_test_run();
}
