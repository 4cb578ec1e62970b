/* Lines of the partitioner's log that no collective is made for become reshards that say what became of them. The lines are of the kinds that the
 * partitioner writes; the dump is one that jaxlib wrote (dumps/moves/program.py). */
#include <glib/gstdio.h>

#include "runtime/xla/log.h"
#include "runtime/xla/lost.h"
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

/* Pieces in reverse order, as a reverse leaves them, are layouts too: what is explained without the log says them, and the log agrees. Of a value that nothing moves the
 * line becomes a row. */
static void test_turned(void)
{
    g_autoptr(Compiled) c = explain();
    int n = 0;
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        if (!strstr(r->why, "rev (moves.py:17) turns a around"))
            continue;
        has_layouts(r, "P('x', 'y')", "P('x', 'y')");
        g_assert_false(sharding_same_layout(r->from, r->to));
        g_assert_cmpint(r->certainty, ==, RESHARD_EXACT);
        n++;
    }
    g_assert_cmpint(n, ==, 1);
    XlaLogResult said = xla_log_join("Resharding %param = f32[16,16]{1,0} parameter(0), metadata={op_name=\"a\"} from {devices=[4,2]<=[8]} to {devices=[4,2]6,7,4,5,2,3,0,1}\n", c);
    g_assert_cmpint(said.n_confirmed, ==, 1);
    g_assert_cmpint(said.n_added, ==, 0);
    const Reshard *r = join(c, "Resharding %k = f32[16,16]{1,0} tanh(%b.0), metadata={op_name=\"jit(f)/nobody\"} from {devices=[4,2]<=[8]} to {devices=[4,2]6,7,4,5,2,3,0,1}\n");
    has_layouts(r, "P('x', 'y')", "P('x', 'y')");
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

/* Of what devices do within groups the log does not say which devices these are: a layout of the value's own and one beside it that agree. */
static void test_groups(void)
{
    g_autoptr(Compiled) c = explain();
    const Reshard *r = join(c, "Resharding %sin.9 = f32[16,32]{1,0} sine(%b.0), metadata={op_name=\"jit(f)/sin\"} from {replicated} to {devices=[1,2]<=[2]}\n");
    has_layouts(r, "P('x', None)", "P('x', 'y')");
    g_assert_cmpint(r->bytes_moved, ==, 0);
    g_assert_null(join(c, "Resharding %sin.9 = f32[16,8]{1,0} sine(%b.0), metadata={op_name=\"jit(f)/sin\"} from {replicated} to {devices=[1,2]<=[2]}\n")); /* of another size */
}

static int n_between(const Compiled *c, const char *from, const char *to)
{
    int n = 0;
    for (int i = 0; i < c->log->reshards.n; i++) {
        g_autoptr(GString) a = g_string_new(NULL), b = g_string_new(NULL);
        sharding_print_spec(a, c->log->reshards.v[i].from);
        sharding_print_spec(b, c->log->reshards.v[i].to);
        n += g_str_has_prefix(c->log->reshards.v[i].plan, "all-to-all(") && g_str_equal(a->str, from) && g_str_equal(b->str, to);
    }
    return n;
}

/* Where an all-to-all of a scan's slices takes the axis is seen from the final program alone by what each device sends. The log agrees, and changes nothing. */
static void test_sent(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("recurrence", &e);
    int right = n_between(c, "P('t', None)", "P(None, 't')");
    g_assert_cmpint(right, >, 0);
    g_assert_cmpint(n_between(c, "P('t', None)", "P(None, None)"), ==, 0); /* it gives nobody a whole value */
    XlaLogResult r = xla_log_join("Resharding %slice.1 = f32[1,4]{1,0} slice(%add.9), metadata={op_name=\"jit(loss)/jvp()/slice\"} from {devices=[4,1]<=[4]} to {devices=[1,4]<=[4]}\n", c);
    g_assert_cmpint(r.n_contradicted, ==, 0);
    g_assert_cmpint(n_between(c, "P('t', None)", "P(None, 't')"), ==, right);
}

/* A whole value that a constraint divides, and that is then gathered for a product: two changes, the first of which sends nothing. Program: dumps/asked/program.py. */
static void test_constraint(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain_dumped("asked", &e);
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests/unit/xla/dumps/asked/partitioner.log", NULL), *log = NULL;
    g_assert_true(g_file_get_contents(path, &log, NULL, NULL));
    int before = c->log->reshards.n;
    for (int i = 0; i < before; i++)
        if (strcmp(c->log->reshards.v[i].plan, "all-gather(dim 1, x)") == 0)
            has_layouts(&c->log->reshards.v[i], "P('y', 'x')", "P('y', None)");
    XlaLogResult r = xla_log_join(log, c);
    g_assert_cmpint(r.n_moves, ==, 1);
    g_assert_cmpint(r.n_found, ==, 1);
    g_assert_cmpint(r.n_added, ==, 1);
    const Reshard *cut = &c->log->reshards.v[before];
    has_layouts(cut, "P(None, None)", "P('y', 'x')");
    g_assert_cmpint(cut->cause, ==, CAUSE_USER_CONSTRAINT);
    g_assert_cmpint(cut->bytes_moved, ==, 0);
    g_assert_nonnull(strstr(cut->why, "with_sharding_constraint (program.py:9, called at line 13) asks for w"));
}

/* A collective that the partitioner made and a later pass removed: the pass is named. Stages written by hand. */
static void test_lost(void)
{
    static const char *const head = "HloModule jit_f, num_partitions=2\n\nENTRY e {\n  ";
    static const struct {
        const char *file, *body;
    } stages[] = {
        { "before_optimizations", "x = f32[8]{0} parameter(0), sharding={devices=[2]<=[2]}, metadata={op_name=\"x\"}\n  s = f32[8]{0} sine(x), sharding={devices=[2]<=[2]}, metadata={op_name=\"jit(f)/sin\"}\n"
                                  "  ROOT c = f32[8]{0} cosine(s), sharding={replicated}, metadata={op_name=\"jit(f)/cos\"}\n}\n" },
        { "0003.spmd-partitioner.after_spmd-partitioning.before_x", "p = f32[4]{0} parameter(0), metadata={op_name=\"x\"}\n  s = f32[4]{0} sine(p), metadata={op_name=\"jit(f)/sin\"}\n"
                                  "  g = f32[8]{0} all-gather(s), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true, metadata={op_name=\"jit(f)/cos\"}\n  ROOT c = f32[8]{0} cosine(g), metadata={op_name=\"jit(f)/cos\"}\n}\n" },
        { "0004.simplification.after_reshape-mover.before_algsimp", "p = f32[4]{0} parameter(0)\n  s = f32[4]{0} sine(p)\n  g.1 = f32[8]{0} all-gather(s), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true\n"
                                  "  ROOT c = f32[8]{0} cosine(g.1)\n}\n" },
        { "0005.simplification.after_algsimp.before_dce", "p = f32[4]{0} parameter(0)\n  k = f32[] constant(1)\n  ROOT b = f32[8]{0} broadcast(k), dimensions={}\n}\n" },
        { "cpu_after_optimizations", "p = f32[4]{0} parameter(0)\n  k = f32[] constant(1)\n  ROOT b = f32[8]{0} broadcast(k), dimensions={}\n}\n" },
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("xla-lost-XXXXXX", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(stages); i++) {
        g_autofree char *name = g_strdup_printf("module_0000.jit_f.%s.txt", stages[i].file), *path = g_build_filename(dir, name, NULL), *text = g_strconcat(head, stages[i].body, NULL);
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    g_autoptr(XlaFolder) f = xla_folder_read(dir, &error);
    g_assert_no_error(error);
    const XlaModule *m = f->modules->pdata[0];
    XlaStages s = { .before = dumped_stage(m, XLA_STAGE_BEFORE), .partitioned = dumped_stage(m, XLA_STAGE_PARTITIONED), .final = dumped_stage(m, XLA_STAGE_FINAL) };
    Explained e;
    g_autoptr(Compiled) c = xla_program(&s, &e, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpint(c->log->reshards.n, ==, 1);
    xla_lost_tell(m, s.lost, c->log);
    g_assert_nonnull(strstr(c->log->reshards.v[0].gone, "algsimp removed its all-gather"));
    g_assert_cmpint(c->log->reshards.v[0].bytes_moved, ==, 0);
    g_array_unref(s.lost);
    for (guint i = 0; i < m->stages->len; i++)
        g_unlink(((const XlaStage *)m->stages->pdata[i])->path);
    g_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xla/asked/slice", test_slice);
    g_test_add_func("/xla/asked/gone", test_gone);
    g_test_add_func("/xla/asked/nameless", test_nameless);
    g_test_add_func("/xla/asked/shared", test_shared);
    g_test_add_func("/xla/asked/turned", test_turned);
    g_test_add_func("/xla/asked/constraint", test_constraint);
    g_test_add_func("/xla/asked/groups", test_groups);
    g_test_add_func("/xla/asked/sent", test_sent);
    g_test_add_func("/xla/asked/lost", test_lost);
    g_test_add_func("/xla/asked/reshaped", test_reshaped);
    return g_test_run();
}
