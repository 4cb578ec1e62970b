/* Lines of the partitioner's log that no collective is made for become reshards that say what became of them. The lines are of the kinds that the
 * partitioner writes; the dump is one that jaxlib wrote (dumps/moves/program.py). */
#include "runtime/xla/log.h"
#include "tests/unit/xla/dumped.h"

static Compiled *explain(void)
{
    Explained found;
    return explain_dumped("moves", &found);
}

/* Joins one line; returns the reshard that it became, NULL = none. */
static const Reshard *join(Compiled *c, const char *line)
{
    int before = c->log->reshards.n;
    XlaLogResult r = xla_log_join(line, c);
    g_assert_cmpint(r.n_added, ==, c->log->reshards.n - before);
    g_assert_cmpint(r.n_added, <=, 1);
    return r.n_added ? &c->log->reshards.v[before] : NULL;
}

#define SIN "Resharding %sin.0 = f32[16,16]{1,0} sine(%b.0), sharding={devices=[4,2]<=[8]}, metadata={op_name=\"jit(f)/sin\"} from {devices=[4,2]<=[8]} to "

static void test_slice(void)
{
    g_autoptr(Compiled) c = explain();
    const Reshard *r = join(c, SIN "{devices=[8,2]<=[16]}\n");
    g_assert_null(r); /* of other devices */
    r = join(c, "Resharding %w = f32[8,16]{1,0} parameter(2), metadata={op_name=\"w\"} from {devices=[4,1,2]<=[8] last_tile_dim_replicate} to {devices=[4,2]<=[8]}\n");
    has_layouts(r, "P('x', None)", "P('x', 'y')");
    g_assert_cmpstr(r->plan, ==, "slice(dim 1, y)");
    g_assert_cmpint(r->bytes_moved, ==, 0);
    g_assert_cmpint(r->certainty, ==, 80);
    g_assert_null(r->gone);
    g_assert_nonnull(strstr(r->why, "nothing is sent"));
}

/* What moves and has no collective, nor one of its name: nothing is left of it. Said twice, it is one reshard. */
static void test_gone(void)
{
    g_autoptr(Compiled) c = explain();
    const char *line = "Resharding %k = f32[16,16]{1,0} tanh(%b.0), metadata={op_name=\"jit(f)/nobody\"} from {devices=[4,2]<=[8]} to {devices=[1,8]<=[8]}\n"
                       "Resharding %k = f32[16,16]{1,0} tanh(%b.0), metadata={op_name=\"jit(f)/nobody\"} from {devices=[4,2]<=[8]} to {devices=[1,8]<=[8]}\n";
    const Reshard *r = join(c, line);
    has_layouts(r, "P('x', 'y')", "P(None, ('x', 'y'))");
    g_assert_nonnull(r->gone);
    g_assert_cmpint(r->shared_with, ==, 0);
    g_assert_cmpint(r->value_op, ==, -1); /* the program has no such op */
}

/* Without a name it cannot be told what became of it; that it would send something can. */
static void test_nameless(void)
{
    g_autoptr(Compiled) c = explain();
    const Reshard *r = join(c, "Resharding %all-gather = f32[16,16]{1,0} all-gather(%add.5), channel_id=6, dimensions={0}, sharding={devices=[4,2]<=[8]} from {devices=[4,2]<=[8]} to {replicated}\n");
    has_layouts(r, "P('x', 'y')", "P(None, None)");
    g_assert_nonnull(strstr(r->gone, "no name"));
    g_assert_cmpstr(r->plan, ==, "");
}

/* A change that an explained one is a part of shares its collectives. */
static void test_shared(void)
{
    g_autoptr(Compiled) c = explain();
    const Reshard *r = join(c, SIN "{devices=[1,8]<=[8]}\n");
    has_layouts(r, "P('x', 'y')", "P(None, ('x', 'y'))");
    g_assert_cmpint(r->shared_with, >, 0);
    g_assert_null(r->gone);
    const Reshard *whose = &c->log->reshards.v[r->shared_with - 1];
    g_assert_nonnull(strstr(whose->why, "sin"));
}

/* Pieces in reverse order, as a reverse leaves them, are layouts too. */
static void test_turned(void)
{
    g_autoptr(Compiled) c = explain();
    const Reshard *r = join(c, "Resharding %param = f32[16,16]{1,0} parameter(0), metadata={op_name=\"a\"} from {devices=[4,2]<=[8]} to {devices=[4,2]6,7,4,5,2,3,0,1}\n");
    has_layouts(r, "P('x', 'y')", "P('x', 'y')");
    g_assert_false(sharding_same_layout(r->from, r->to));
    g_assert_nonnull(strstr(r->why, "reverse order"));
    g_assert_null(join(c, "Resharding %param = f32[16,16]{1,0} parameter(0), metadata={op_name=\"a\"} from {devices=[4,2]<=[8]} to {devices=[4,2]6,4,7,5,2,3,0,1}\n"));
}

/* A step that XLA makes with a dim divided in two is about the value before. */
static void test_reshaped(void)
{
    g_autoptr(Compiled) c = explain();
    int before = c->log->reshards.n;
    XlaLogResult r = xla_log_join("Resharding %concatenate.2 = f32[8,64]{1,0} concatenate(%a.3, %b.3), dimensions={1}, metadata={op_name=\"jit(f)/concatenate\"} from {devices=[8,1]<=[8]} to {devices=[4,2]<=[8]}\n"
                                  "Resharding %reshape = f32[1,8,64]{2,1,0} reshape(%concatenate.2), metadata={op_name=\"jit(f)/concatenate\"} from {devices=[4,2,1]<=[8]} to {devices=[4,1,2]<=[8]}\n", c);
    g_assert_cmpint(r.n_lines, ==, 2);
    g_assert_cmpint(r.n_found, ==, 2);
    g_assert_cmpint(c->log->reshards.n, ==, before);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xla/asked/slice", test_slice);
    g_test_add_func("/xla/asked/gone", test_gone);
    g_test_add_func("/xla/asked/nameless", test_nameless);
    g_test_add_func("/xla/asked/shared", test_shared);
    g_test_add_func("/xla/asked/turned", test_turned);
    g_test_add_func("/xla/asked/reshaped", test_reshaped);
    return g_test_run();
}
