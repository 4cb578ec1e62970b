/* XLA's programs explained, from dumps that jaxlib 0.10.2 wrote (tests/unit/xla/dumps): every collective has a cause, and those looked at by hand
 * have the right one; the same from the final program alone. */
#include <glib/gstdio.h>

#include "runtime/xla/explain.h"
#include "runtime/xla/log.h"
#include "runtime/xla/memory.h"
#include "tests/unit/xla/dumped.h"

/* No collective has a reshard twice. */
static void check_ids(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            for (int a = 0; a < op->n_more_reshards; a++)
                for (int b = -1; b < a; b++)
                    g_assert_cmpint(op->more_reshards[a], !=, b < 0 ? op->reshard_id : op->more_reshards[b]);
        }
}

static Compiled *explain(const char *name, bool with_partitioned, Explained *found)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = dump_path(name);
    g_autoptr(XlaFolder) f = xla_folder_read(path, &error);
    g_assert_no_error(error);
    g_assert_cmpint(f->modules->len, ==, 1);
    const XlaModule *m = f->modules->pdata[0];
    XlaStages stages = { .before = dumped_stage(m, XLA_STAGE_BEFORE) };
    if (xla_stage(m, XLA_STAGE_FINAL))
        stages.final = dumped_stage(m, XLA_STAGE_FINAL);
    if (with_partitioned) {
        stages.partitioned = dumped_stage(m, XLA_STAGE_PARTITIONED);
        stages.annotated = dumped_stage(m, XLA_STAGE_ANNOTATED);
    }
    Compiled *c = xla_program(&stages, found, NULL, &error);
    g_clear_pointer(&stages.lost, g_array_unref);
    g_assert_no_error(error);
    check_ids(c->local);
    return c;
}

static IrOp *whole_op(const Compiled *c, int id)
{
    for (int k = 0; k < c->whole->n_comps; k++)
        for (int i = 0; i < c->whole->comps[k]->n_ops; i++)
            if (c->whole->comps[k]->ops[i]->id == id)
                return c->whole->comps[k]->ops[i];
    g_error("no op %d", id);
}

/* The reshard whose plan begins so and whose sentence contains the text. */
static const Reshard *find(const Compiled *c, const char *plan, const char *why)
{
    for (int i = 0; i < c->log->reshards.n; i++)
        if (g_str_has_prefix(c->log->reshards.v[i].plan, plan) && strstr(c->log->reshards.v[i].why, why))
            return &c->log->reshards.v[i];
    for (int i = 0; i < c->log->reshards.n; i++)
        g_test_message("%s: %s", c->log->reshards.v[i].plan, c->log->reshards.v[i].why);
    g_error("no reshard %s because %s", plan, why);
}

static XlaLogResult join_log(Compiled *c, const char *name)
{
    g_autofree char *path = dump_path(name), *log = NULL;
    g_assert_true(g_file_get_contents(path, &log, NULL, NULL));
    return xla_log_join(log, c);
}

static void test_mlp(void)
{
    for (int partitioned = 0; partitioned < 2; partitioned++) {
        Explained e;
        g_autoptr(Compiled) c = explain("mlp_train_mismatch", partitioned, &e);
        g_assert_cmpint(e.n_collectives, ==, 6); /* of which one combines six */
        g_assert_cmpint(e.n_unknown, ==, 0);
        has_layouts(find(c, "all-gather(dim 1, data)", "multiplies and sums dimension 1 of x"), "P('model', 'data')", "P('model', None)");
        has_layouts(find(c, "all-gather(dim 0, model)", "of w['w1'], which is split on 'model', with dimension 1 of x"), "P('model', 'data')", "P(None, 'data')");
        has_layouts(find(c, "all-reduce(model)", "dot_general (programs.py:86, backward pass) sums over dimension 0"), "P('data', None, unreduced={'model'})", "P('data', 'model')");
        if (partitioned)
            has_layouts(find(c, "all-gather(dim 0, data)", "is to be returned as P(None)"), "P('data')", "P(None)");
        /* the combined all-reduce stands for all the reshards that it serves */
        int most = 0;
        for (int i = 0; i < c->local->entry->n_ops; i++)
            most = MAX(most, c->local->entry->ops[i]->n_more_reshards);
        g_assert_cmpint(most, >=, 3);
    }
}

/* The final program alone: five sums are one all-reduce, fusions have swallowed who takes each of them, and one product is left of two constants.
 * Two dots have one name and line; what goes into them, and its shape, tells them apart. */
static void test_combined(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("mlp_train_megatron", false, &e);
    g_assert_cmpint(e.n_collectives, ==, 2);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(e.n_likely, ==, 0);
    static const struct {
        const char *plan, *why, *from;
        OpCode code, user;
        int64_t dim;
    } sums[] = {
        { "all-reduce(data)", "dot_general (programs.py:87, backward pass)", "P(None, 'model', unreduced={'data'})", OP_dot, OP_transpose, 24 },
        { "all-reduce(data)", "dot_general (programs.py:86, backward pass)", "P('model', None, unreduced={'data'})", OP_dot, OP_transpose, 48 },
        { "all-reduce(data)", "reduce_sum (programs.py:86, backward pass)", "P('model', unreduced={'data'})", OP_reduce, OP_reshape, 48 },
        { "all-reduce(data)", "reduce_sum (programs.py:87, backward pass)", "P(None, unreduced={'data'})", OP_reduce, OP_reshape, 24 },
        { "all-reduce(data)", "reduce_sum (programs.py:87)", "P(unreduced={'data'})", OP_reduce, OP_divide, 0 },
        { "all-reduce(model)", "dot_general (programs.py:87)", "P('data', None, unreduced={'model'})", OP_dot, OP_add, 16 },
    };
    g_assert_cmpint(c->log->reshards.n, ==, G_N_ELEMENTS(sums));
    for (size_t i = 0; i < G_N_ELEMENTS(sums); i++) {
        const Reshard *r = find(c, sums[i].plan, sums[i].why);
        const IrOp *value = whole_op(c, r->value_op), *user = whole_op(c, r->user_op);
        g_autoptr(GString) from = g_string_new(NULL);
        sharding_print_spec(from, r->from);
        g_assert_cmpstr(from->str, ==, sums[i].from);
        g_assert_cmpint(value->code, ==, sums[i].code);
        g_assert_cmpint(user->code, ==, sums[i].user);
        g_assert_true(user->operands[0] == value);
        g_assert_cmpint(value->type->rank ? value->type->dims[0] : 0, ==, sums[i].dim);
    }
}

/* The program's sums are of bf16, those of XLA:CPU of f32: a sum that is promoted is still the dot's own. */
static void test_promoted(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("promoted", false, &e);
    g_assert_cmpint(e.n_collectives, ==, 2);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(e.n_likely, ==, 0);
    const Reshard *r = find(c, "all-reduce(model)", "dot_general (step.py:7) sums over dimension 1");
    has_layouts(r, "P('data', None, unreduced={'model'})", "P('data', None)");
    g_assert_cmpint(whole_op(c, r->value_op)->code, ==, OP_dot);
    const Reshard *gradient = find(c, "all-reduce(data)", "dot_general (step.py:7, backward pass) sums"), *loss = find(c, "all-reduce(data)", "reduce_sum (step.py:8)");
    has_layouts(gradient, "P(None, 'model', unreduced={'data'})", "P(None, 'model')");
    /* of the combined sum, each has as much as its operand: two gradients of 4 KiB and one number, which two devices exchange */
    g_assert_cmpint(gradient->bytes_moved, ==, 4096);
    g_assert_cmpint(loss->bytes_moved, ==, 4);
}

/* The final program alone, in which later passes changed the ops that collectives work on: means became products with a reciprocal, and twice under
 * the same names; short floats are computed in longer ones; dims of one element are gone; a region's result is what it sums itself. */
static void test_rewritten(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("rewritten", false, &e);
    static const struct {
        const char *plan, *why, *value;
        OpCode code;
    } moves[] = {
        { "all-to-all", "asks for the result of shard_map (program.py:27) as P('y', 'x')", "jit(f)/shard_map", OP_manual },
        { "all-to-all", "XLA computes mul (program.py:26) as P('x', 'y')", "jit(f)/mul", OP_multiply },
        { "all-reduce", "reduces dimension 1 of the result of tanh (program.py:24)", "jit(f)/reduce_sum", OP_reduce },
        { "all-gather", "dimension 1 of the result of mul (program.py:25) is to be whole", "jit(f)/gather", OP_gather },
    };
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(e.n_likely, ==, 0);
    g_assert_cmpint(e.n_written, ==, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(moves); i++) {
        const Reshard *r = find(c, moves[i].plan, moves[i].why);
        g_assert_cmpstr(whole_op(c, r->value_op)->op_name, ==, moves[i].value);
        g_assert_cmpint(whole_op(c, r->value_op)->code, ==, moves[i].code);
    }
}

/* What a trip of a loop computes is carried on in another layout: XLA gives the collectives no name. Its tables of positions, of more than ten devices,
 * are not in the text. Its warnings are about these values, which it makes whole. */
static void test_made_whole(void)
{
    for (int partitioned = 0; partitioned < 2; partitioned++) {
        Explained e;
        g_autoptr(Compiled) c = explain("made_whole", partitioned, &e);
        g_assert_cmpint(e.n_unknown, ==, 0);
        const Reshard *carried = find(c, "all-gather(dim 1, x) ; all-gather(dim 0, y)", "carries the result of tanh (program.py:15) to its next trip as P('x', 'y'), but a trip leaves it as P('y', 'x')");
        const Reshard *other = find(c, "all-gather(dim 1, y) ; all-gather(dim 0, x)", "exp (program.py:17)"), *part = find(c, "all-gather(dim 0, x)", "dot_general (program.py:15)");
        has_layouts(carried, "P('y', 'x')", "P('x', 'y')");
        has_layouts(other, "P('x', 'y')", "P('y', 'x')");
        XlaLogResult r = join_log(c, "made_whole/partitioner.log");
        g_assert_cmpint(r.n_remats, ==, 2);
        g_assert_cmpint(r.n_found, ==, r.n_moves);
        g_assert_true(carried->is_remat && other->is_remat && !part->is_remat);
    }
}

/* What is computed again goes through a barrier, by whose name the log calls the weights. */
static void test_rematerialised(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("rematerialised", false, &e);
    g_assert_cmpint(e.n_unknown, ==, 0);
    XlaLogResult r = join_log(c, "rematerialised/partitioner.log");
    g_assert_cmpint(r.n_moves, >=, 4);
    g_assert_cmpint(r.n_found, ==, r.n_moves);
}

/* The final program alone: seven products of one name and line, of which five are computed on reshaped pieces. */
static void test_chain(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("reshard_chain", false, &e);
    static const struct {
        const char *plan, *from, *to;
    } moves[] = {
        { "all-gather(dim 1, b) ; all-to-all(a)", "P('a', 'b')", "P(None, 'a')" },
        { "all-to-all(a) ; collective-permute(a,b)", "P(None, 'a')", "P(('a', 'b'), None)" },
        { "all-to-all(a:(2)2,b) ; collective-permute(a,b)", "P(('a', 'b'), None)", "P('b', 'a')" },
        { "all-to-all(b) ; collective-permute(a,b)", "P('b', 'a')", "P(None, ('b', 'a'))" },
        { "all-gather(dim 1, a,b)", "P(None, ('b', 'a'))", "P(None, None)" },
        { "collective-permute(a,b)", "P('a', None)", "P(('b', 'a'), None)" }, /* each device cuts its part out first */
    };
    g_assert_cmpint(e.n_collectives, ==, 10);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(c->log->reshards.n, ==, G_N_ELEMENTS(moves));
    const IrOp *last = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(moves); i++) { /* each product takes the one before, moved */
        const Reshard *r = find(c, moves[i].plan, "of the result of mul (programs.py:296)");
        const IrOp *value = whole_op(c, r->value_op), *user = whole_op(c, r->user_op);
        has_layouts(r, moves[i].from, moves[i].to);
        g_assert_cmpint(user->code, ==, OP_multiply);
        const IrOp *taken = user->operands[0];
        while (taken->n_operands == 1 && taken->type->plain == taken->operands[0]->type->plain) /* constraints */
            taken = taken->operands[0];
        g_assert_true(taken == value);
        g_assert_true(!last || i == 5 || value == last);
        last = user;
    }
}

static void test_halo(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("conv_spatial", true, &e);
    g_assert_cmpint(e.n_collectives, ==, 10);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(c->log->reshards.n, ==, 3); /* two convolutions and a pooling, each of which exchanges several edges */
    for (int i = 0; i < 3; i++)
        g_assert_cmpint(c->log->reshards.v[i].cause, ==, CAUSE_HALO);
    find(c, "collective-permute", "conv_general_dilated");
    find(c, "collective-permute", "reduce_window_max");
}

static void test_loop(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("decode_loop", true, &e);
    g_assert_cmpint(e.n_collectives, ==, 4);
    g_assert_cmpint(e.n_unknown, ==, 0);
    const Reshard *r = find(c, "all-reduce", "picks from a dimension that is split on 'model'");
    g_assert_cmpint(r->trips, >, 1);
    find(c, "all-reduce", "sums over");
}

/* One slice of XLA's is two of the program, whose pieces are equal, and an edge of what a third takes. Joins lie otherwise than propagation says. */
static void test_joined(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("joined", true, &e);
    g_assert_cmpint(e.n_collectives, ==, 27);
    for (int i = 0; i < c->log->reshards.n; i++)
        g_assert_cmpint(c->log->reshards.v[i].certainty, ==, RESHARD_EXACT);
    has_layouts(find(c, "all-to-all(t)", "concatenate (program.py:11) needs all of dimension 1 of x after slice (program.py:11)"), "P('b', 't', None)", "P('b', None, 't')");
    has_layouts(find(c, "all-to-all(t)", "XLA computes concatenate"), "P('b', None, 't')", "P('b', 't', None)");
}

/* What a sort makes lies where its operand was moved, and a slice of it is known by its elements; sums over two dims name both. */
static void test_median(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("median", true, &e);
    g_assert_cmpint(e.n_collectives, ==, 6);
    g_assert_cmpint(e.n_exact, ==, 6);
    has_layouts(find(c, "all-reduce(b)", "the result of slice (program.py:10)"), "P('a', 'b')", "P('a', None)");
    find(c, "all-reduce(b) ; all-reduce(a)", "reduces dimensions 0 and 1 of the result of sin (program.py:10), which are split on 'a','b', so each");
}

/* What is only moved is followed element by element: layouts between two collectives, pieces that change places, slices of one value and name
 * that are cut out in several steps, partial results. Program: dumps/moves/program.py. */
static void test_moves(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("moves", true, &e);
    g_assert_cmpint(e.n_collectives, ==, 20);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(e.n_likely, ==, 0);
    g_assert_cmpint(e.n_exact, >=, 14);
    has_layouts(find(c, "all-to-all(y)", "concatenate (moves.py:14) combines dimension 0 of a"), "P('x', 'y')", "P(('x', 'y'), None)");
    has_layouts(find(c, "all-to-all(x) ; collective-permute(x,y)", "XLA moves b"), "P('y', 'x')", "P(('x', 'y'), None)");
    has_layouts(find(c, "all-to-all(y)", "with_sharding_constraint (moves.py:9, called at line 14) asks for the result of concatenate"), "P(('x', 'y'), None)", "P('x', 'y')");
    has_layouts(find(c, "all-to-all(x:(2)2) ; collective-permute", "sin (moves.py:15)"), "P('y', 'x')", "P('x', 'y')");
    has_layouts(find(c, "all-gather(dim 1, y) ; all-to-all(x)", "XLA moves w"), "P('x', 'y')", "P(None, 'x')");
    has_layouts(find(c, "all-gather(dim 0, y)", "so each device has only a partial result"), "P('x', unreduced={'y'})", "P('x')");
    find(c, "collective-permute(x)", "rev (moves.py:17) turns a around");
    int slices[2] = { 0 }, n = 0; /* the two slices differ only in what they cut out */
    for (int i = 0; i < c->log->reshards.n && n < 2; i++)
        if (g_str_has_prefix(c->log->reshards.v[i].why, "slice (moves.py:13) needs elements of a"))
            slices[n++] = c->log->reshards.v[i].user_op;
    g_assert_cmpint(n, ==, 2);
    g_assert_cmpint(slices[0], !=, slices[1]);
}

/* Lines of the partitioner's log say the same layouts, in one step or several; others are not found. */
static void test_log(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("moves", true, &e);
    XlaLogResult r = join_log(c, "moves/partitioner.log");
    g_assert_cmpint(r.n_lines, ==, 11);
    g_assert_cmpint(r.n_moves, ==, 11);
    g_assert_cmpint(r.n_found, ==, 11);
    g_assert_cmpint(r.n_confirmed, >=, 6);
    g_assert_cmpint(r.n_contradicted, ==, 0);
    g_assert_cmpint(find(c, "all-to-all(y)", "combines dimension 0 of a")->certainty, ==, 80);
    XlaLogResult other = xla_log_join("Resharding %sin.0 = f32[16,16]{1,0} sine(%b.0), sharding={devices=[4,2]<=[8]}, metadata={op_name=\"jit(f)/sin\"} from {devices=[4,2]<=[8]} to {devices=[1,8]<=[8]}\n"
                                      "Resharding %nonsense from {devices=[4,2]<=[8\nResharding from to\n", c);
    g_assert_cmpint(other.n_moves, ==, 1);
    g_assert_cmpint(other.n_found, ==, 0);
}

/* A product is divided among four groups of two, and the log says what each group does as if there were but two devices. Program: dumps/grouped/program.py. */
static void test_log_of_groups(void)
{
    static const struct {
        const char *from, *to;
        int lines, found;
    } others[] = {
        { "{devices=[1,1,2]<=[2]}", "{devices=[1,2,1]<=[2]}", 1, 1 },
        { "{devices=[1,2,1]<=[2]}", "{devices=[1,1,2]<=[2]}", 1, 0 },
        { "{devices=[1,1,2]<=[2]}", "{replicated}", 1, 0 },
        { "{devices=[1,1,4]<=[4]}", "{devices=[1,4,1]<=[4]}", 1, 0 },
        { "{devices=[1,1,3]<=[3]}", "{devices=[1,3,1]<=[3]}", 0, 0 },      /* of no groups of eight */
        { "{devices=[1,1,2]<=[2]}", "{devices=[1,4,1]<=[4]}", 0, 0 },
        { "{devices=[1,1,99999999999999999999]<=[2]}", "{devices=[1,2,1]<=[2]}", 0, 0 },
        { "{devices=[65536,65536,2]<=[2]}", "{devices=[,2,1]<=[2]}", 0, 0 },
    };
    Explained e;
    g_autoptr(Compiled) c = explain("grouped", true, &e);
    g_assert_cmpint(e.n_unknown, ==, 0);
    const Reshard *r = find(c, "all-to-all(m)", "the result of sin");
    has_layouts(r, "P('d', None, 'm')", "P('d', 'm', None)");
    int certainty = r->certainty;
    for (size_t i = G_N_ELEMENTS(others); i-- > 0;) {
        g_autofree char *line = g_strdup_printf("Resharding %%sin.0 = f32[2,16,4]{2,1,0} sine(%%param), metadata={op_name=\"jit(f)/sin\"} from %s to %s\n", others[i].from, others[i].to);
        g_assert_cmpint(r->logged, ==, 0);
        XlaLogResult one = xla_log_join(line, c);
        g_assert_cmpint(one.n_in_groups, ==, others[i].lines);
        g_assert_cmpint(one.n_in_groups_found, ==, others[i].found);
        r = find(c, "all-to-all(m)", "the result of sin");
        ((Reshard *)r)->logged = 0;
        ((Reshard *)r)->certainty = certainty;
    }
    XlaLogResult all = join_log(c, "grouped/partitioner.log");
    g_assert_cmpint(all.n_in_groups, ==, 1);
    g_assert_cmpint(all.n_in_groups_found, ==, 1);
    r = find(c, "all-to-all(m)", "the result of sin");
    g_assert_cmpint(r->logged, ==, 1);
    g_assert_cmpint(r->certainty, ==, RESHARD_LOGGED);
}

/* Rows picked by index are complete on no device; the all-to-all behind them takes columns. The partitioner's log says so. */
static void test_picked(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("picked", true, &e);
    XlaLogResult r = join_log(c, "picked/partitioner.log");
    g_assert_cmpint(r.n_confirmed, >=, 4);
    g_assert_cmpint(r.n_contradicted, ==, 0);
    bool found = false;
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *one = &c->log->reshards.v[i];
        if (!g_str_has_prefix(one->plan, "all-to-all") || !strstr(one->why, "gather"))
            continue;
        found = true;
        g_assert_cmpint(sharding_parts(one->from, 0), ==, 1);
        g_assert_cmpint(sharding_parts(one->from, 1), ==, 8);
        g_assert_cmpint(sharding_parts(one->to, 0), ==, 8);
    }
    g_assert_true(found);
}

/* Products in a row that share a name, each sum of which is completed before the next product moves it; slices computed as their operand lies, or
 * whose edges are exchanged after another move; results gathered by adding pieces up. Program: dumps/chained/program.py. */
static void test_chained(void)
{
    static const struct {
        const char *plan, *why, *from, *to;
    } moves[] = {
        { "all-reduce(y)", "dot_general (chained.py:14) sums over dimension 1 of a", "P(None, 'x', unreduced={'y'})", "P('y', 'x')" },
        { "all-gather(dim 0, y) ; all-to-all(x)", "of the result of dot_general (chained.py:14)", "P('y', 'x')", "P('x', None)" },
        { "collective-permute(x:(1)2,y) ; all-gather(dim 1, x:(2)2)", "XLA moves ws[1]", "P('y', 'x')", "P(None, 'y')" },
        { "all-to-all(x) ; collective-permute(x:(1)2) ; collective-permute(x)", "of the result of slice", "P(None, 'x')", "P('x', 'y')" },
        { "collective-permute(x,y) ; all-reduce(x:(1)2)", "XLA computes slice (chained.py:15) as P(None, 'x')", "P(None, 'x')", "P(None, 'y')" },
        { "all-reduce(y)", "is to be returned as P(None, None)", "P(None, 'y')", "P(None, None)" },
    };
    Explained e;
    g_autoptr(Compiled) c = explain("chained", true, &e);
    for (size_t i = 0; i < G_N_ELEMENTS(moves); i++)
        has_layouts(find(c, moves[i].plan, moves[i].why), moves[i].from, moves[i].to);
    for (int i = 0; i < c->log->reshards.n; i++)
        g_assert_cmpint(c->log->reshards.v[i].certainty, >, RESHARD_LIKELY);
    XlaLogResult r = join_log(c, "chained/partitioner.log");
    g_assert_cmpint(r.n_moves, >=, 9);
    g_assert_cmpint(r.n_found, ==, r.n_moves);
    g_assert_cmpint(r.n_contradicted, ==, 0);
}

/* The final program alone: what was computed once before partitioning is computed in each of the fusions that send a part of it, behind reshapes;
 * what is looked up is masked; a gradient multiplies the same values in several orders under one name. Nothing that is said is contradicted by the
 * partitioner's log. Program: dumps/merged/program.py. */
static void test_merged(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("merged", false, &e);
    g_assert_cmpint(e.n_collectives, ==, 15);
    g_assert_cmpint(e.n_unknown, ==, 0);
    g_assert_cmpint(e.n_certain, >=, 9);
    has_layouts(find(c, "all-to-all(b) ; collective-permute(a,c)", "cos (merged.py:19)"), "P(('a', 'b'), None, 'c')", "P('c', 'b', 'a')");
    find(c, "all-to-all(b,c)", "of the result of add_any (merged.py:14, backward pass)");
    find(c, "all-to-all(b,c)", "of the result of mul (merged.py:14, backward pass)");
    XlaLogResult r = join_log(c, "merged/partitioner.log");
    g_assert_cmpint(r.n_found, ==, r.n_moves);
    g_assert_cmpint(r.n_contradicted, ==, 0);
}

/* What the log says otherwise, and elements do not prove, is no longer certain. */
static void test_contradicted(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("reshard_chain", false, &e);
    Reshard *r = &c->log->reshards.v[find(c, "all-gather(dim 1, a,b)", "mul")->id - 1];
    r->certainty = RESHARD_AGREES; /* as if only names agreed */
    const char *name = NULL;
    for (int k = 0; k < c->whole->n_comps; k++)
        for (int i = 0; i < c->whole->comps[k]->n_ops; i++)
            name = c->whole->comps[k]->ops[i]->id == r->value_op ? c->whole->comps[k]->ops[i]->op_name : name;
    g_autofree char *line = g_strdup_printf("Resharding %%m = f32[8,8]{1,0} multiply(%%a, %%b), metadata={op_name=\"%s\"} from {devices=[8,1]<=[8]} to {replicated}\n", name);
    XlaLogResult l = xla_log_join(line, c);
    g_assert_cmpint(l.n_contradicted, >=, 1);
    g_assert_cmpint(r->logged, ==, -1);
    g_assert_cmpint(r->certainty, ==, RESHARD_LIKELY);
}

static IrModule *read_text(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("xla-text-XXXXXX", NULL), *path = g_build_filename(dir, "m.hlo", NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    IrModule *m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    g_unlink(path);
    g_rmdir(dir);
    return m;
}

/* What is gathered comes from no value of the program, and the op of its name takes two: nobody knows which of them was moved, so none is named.
 * Of an op that takes one, that is likely the one. */
static void test_near(void)
{
    for (int n = 1; n <= 2; n++) {
        g_autofree char *before = g_strdup_printf("HloModule jit_f, num_partitions=2\n\nENTRY %%main (a: f32[8], b: f32[8]) -> f32[8] {\n"
                                                  "  %%a = f32[8]{0} parameter(0), sharding={devices=[2]<=[2]}\n  %%b = f32[8]{0} parameter(1), sharding={devices=[2]<=[2]}\n"
                                                  "  ROOT %%x = f32[8]{0} %s, sharding={replicated}, metadata={op_name=\"jit(f)/x\"}\n}\n", n == 1 ? "sine(%b)" : "add(%a, %b)");
        XlaStages stages = { .before = read_text(before) };
        stages.final = read_text("HloModule jit_f, num_partitions=2\n\nENTRY %main (a: f32[4], b: f32[4]) -> f32[8] {\n"
                                 "  %a = f32[4]{0} parameter(0), sharding={devices=[2]<=[2]}\n  %b = f32[4]{0} parameter(1), sharding={devices=[2]<=[2]}\n"
                                 "  %i = f32[4]{0} iota(), iota_dimension=0\n  %m = f32[4]{0} multiply(%i, %i)\n"
                                 "  %g = f32[8]{0} all-gather(%m), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true, metadata={op_name=\"jit(f)/x\"}\n"
                                 "  ROOT %n = f32[8]{0} negate(%g)\n}\n");
        g_autoptr(GError) error = NULL;
        Explained e;
        compiled_free(xla_program(&stages, &e, NULL, &error));
        g_assert_no_error(error);
        g_assert_cmpint(e.n_unknown, ==, n > 1);
        g_assert_cmpint(e.n_likely, ==, n == 1);
        g_assert_cmpint(e.n_certain, ==, 0);
    }
}

/* XLA's plan and ours stand beside each other, priced, one of them chosen. */
static void test_options(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("mlp_train_mismatch", true, &e);
    int pairs = 0;
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        int chosen = 0;
        for (int k = 0; k < r->n_options; k++)
            chosen += r->options[k].chosen;
        g_assert_cmpint(chosen, ==, 1);
        pairs += r->n_options == 2;
        g_assert_cmpint(r->bytes_moved, >, 0);
    }
    g_assert_cmpint(pairs, >=, 8);
}

static void test_memory(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("mlp_train_mismatch", true, &e);
    g_autofree char *folder = dump_path("mlp_train_mismatch"), *assignment = NULL, *lives = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(folder, NULL);
    const XlaModule *m = f->modules->pdata[0];
    g_assert_true(g_file_get_contents(m->assignment, &assignment, NULL, NULL));
    g_assert_true(g_file_get_contents(m->lives, &lives, NULL, NULL));
    MemoryPlan plan;
    int skipped;
    g_assert_true(xla_memory_read(assignment, lives, c->local, &plan, &skipped));
    g_assert_cmpint(skipped, ==, 0);
    g_assert_cmpint(plan.peak_bytes, >, plan.argument_bytes);
    g_assert_cmpint(plan.peak_bytes, <=, plan.argument_bytes + plan.constant_bytes + plan.own_output_bytes + plan.temp_bytes);
    int64_t at_peak = 0;
    for (int i = 0; i < plan.n_buffers; i++)
        at_peak += plan.buffers[i].at_peak ? plan.buffers[i].size : 0;
    g_assert_cmpint(at_peak, ==, plan.peak_bytes);
    memory_plan_clear(&plan);
    /* a result's region is held from its first value to its last */
    g_assert_true(xla_memory_read("allocation 0: size 16, maybe-live-out:\n value: <1 a @0> (size=16,offset=0): f32[4]\n value: <2 b @0> (size=16,offset=0): f32[4]\n",
                                  "BufferLiveRange:\n    a{}:0-1\n    b{}:4-5\n", c->local, &plan, &skipped));
    g_assert_cmpint(plan.n_buffers, ==, 2);
    g_assert_cmpint(plan.buffers[0].live_to + 1, ==, plan.buffers[1].live_from);
    memory_plan_clear(&plan);
    g_assert_false(xla_memory_read("nonsense\nallocation x\n value: <", NULL, c->local, &plan, &skipped));
    g_assert_cmpint(skipped, ==, 5); /* each line, and both ends */
    memory_plan_clear(&plan);
}

/* A sort takes keys and their positions: what is moved as integers is the positions, not the keys. */
static void test_sorted_positions(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("sort_topk", true, &e);
    int seen = 0;
    for (int i = 0; i < c->local->entry->n_ops; i++) {
        const IrOp *op = c->local->entry->ops[i];
        if (op->code != OP_all_to_all || op->reshard_id <= 0)
            continue;
        const Reshard *r = &c->log->reshards.v[op->reshard_id - 1];
        g_assert_cmpint(type_leaf(whole_op(c, r->value_op)->type, r->leaf)->elem, ==, op->operands[0]->type->elem);
        seen++;
    }
    g_assert_cmpint(seen, ==, 5);
}

/* Two equal reductions are one value; each has its own line and its own users. */
static void test_equal_reductions(void)
{
    Explained e;
    g_autoptr(Compiled) c = explain("reductions", true, &e);
    int seen = 0;
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        const IrOp *value = whole_op(c, r->value_op), *user = r->user_op >= 0 ? whole_op(c, r->user_op) : NULL;
        if (g_strcmp0(value->op_name, "jit(f)/reduce_max") != 0)
            continue;
        if (user)
            g_assert_cmpint(user->loc->line, ==, value->loc->line);
        seen += user ? 1 : 10;
    }
    g_assert_cmpint(seen, ==, 11); /* one for the softmax, one that is returned */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!g_getenv("SHARDSCOPE_SOURCE"))
        g_setenv("SHARDSCOPE_SOURCE", ".", TRUE);
    g_test_add_func("/xla/mlp", test_mlp);
    g_test_add_func("/xla/combined", test_combined);
    g_test_add_func("/xla/promoted", test_promoted);
    g_test_add_func("/xla/rewritten", test_rewritten);
    g_test_add_func("/xla/made-whole", test_made_whole);
    g_test_add_func("/xla/rematerialised", test_rematerialised);
    g_test_add_func("/xla/chain", test_chain);
    g_test_add_func("/xla/halo", test_halo);
    g_test_add_func("/xla/loop", test_loop);
    g_test_add_func("/xla/joined", test_joined);
    g_test_add_func("/xla/median", test_median);
    g_test_add_func("/xla/moves", test_moves);
    g_test_add_func("/xla/log", test_log);
    g_test_add_func("/xla/log-of-groups", test_log_of_groups);
    g_test_add_func("/xla/options", test_options);
    g_test_add_func("/xla/memory", test_memory);
    g_test_add_func("/xla/picked", test_picked);
    g_test_add_func("/xla/chained", test_chained);
    g_test_add_func("/xla/merged", test_merged);
    g_test_add_func("/xla/contradicted", test_contradicted);
    g_test_add_func("/xla/near", test_near);
    g_test_add_func("/xla/sorted-positions", test_sorted_positions);
    g_test_add_func("/xla/equal-reductions", test_equal_reductions);
    return g_test_run();
}
