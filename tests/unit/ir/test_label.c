/* Labels of values: by their argument, by their role in a loop, by the call that makes them. */
#include "runtime/ir/label.h"

#include <string.h>

#include "runtime/text/text.h"

/* A loop that reads a slice of a stack of weights in each trip, carries x, and saves the result of each trip. */
static const char program[] =
    "HloModule jit_step\n"
    "body {\n"
    "  p = (s32[], f32[4,8], f32[3,8,8], f32[3,4,8]) parameter(0)\n"
    "  i = s32[] get-tuple-element(p), index=0\n"
    "  x = f32[4,8] get-tuple-element(p), index=1\n"
    "  ws = f32[3,8,8] get-tuple-element(p), index=2\n"
    "  saved = f32[3,4,8] get-tuple-element(p), index=3\n"
    "  zero = s32[] constant(0)\n"
    "  one = s32[] constant(1)\n"
    "  cut = f32[1,8,8] dynamic-slice(ws, i, zero, zero), dynamic_slice_sizes={1,8,8}\n"
    "  w = f32[8,8] reshape(cut), metadata={op_name=\"jit(step)/while/body/squeeze\" source_file=\"/src/mlp.py\" source_line=7}\n"
    "  y = f32[4,8] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name=\"jit(step)/while/body/dot_general\" source_file=\"/src/mlp.py\" source_line=8}\n"
    "  t = f32[4,8] tanh(y), metadata={op_name=\"jit(step)/while/body/tanh\" source_file=\"/src/mlp.py\" source_line=9}\n"
    "  row = f32[1,4,8] reshape(t)\n"
    "  stack = f32[3,4,8] dynamic-update-slice(saved, row, i, zero, zero)\n"
    "  next = s32[] add(i, one)\n"
    "  ROOT r = (s32[], f32[4,8], f32[3,8,8], f32[3,4,8]) tuple(next, t, ws, stack)\n"
    "}\n"
    "cond {\n"
    "  p = (s32[], f32[4,8], f32[3,8,8], f32[3,4,8]) parameter(0)\n"
    "  i = s32[] get-tuple-element(p), index=0\n"
    "  n = s32[] constant(3)\n"
    "  ROOT c = pred[] compare(i, n), direction=LT\n"
    "}\n"
    "ENTRY e {\n"
    "  a = f32[4,8] parameter(0), metadata={op_name=\"x\"}\n"
    "  b = f32[3,8,8] parameter(1), metadata={op_name=\"w['layers']\"}\n"
    "  h = f32[4,8] negate(a), metadata={op_name=\"jit(step)/transpose(jvp(f))/neg\" source_file=\"/src/mlp.py\" source_line=3}\n"
    "  zero = s32[] constant(0)\n"
    "  nothing = f32[] constant(0)\n"
    "  room = f32[3,4,8] broadcast(nothing), dimensions={}\n"
    "  init = (s32[], f32[4,8], f32[3,8,8], f32[3,4,8]) tuple(zero, h, b, room)\n"
    "  loop = (s32[], f32[4,8], f32[3,8,8], f32[3,4,8]) while(init), condition=cond, body=body, metadata={op_name=\"jit(step)/while\" source_file=\"/src/mlp.py\" source_line=6}\n"
    "  last = f32[4,8] get-tuple-element(loop), index=1\n"
    "  all = f32[3,4,8] get-tuple-element(loop), index=3\n"
    "  wide = f32[3,64] reshape(b), metadata={op_name=\"jit(step)/reshape\" source_file=\"/src/mlp.py\" source_line=11}\n"
    "  ROOT out = (f32[4,8], f32[3,4,8], f32[3,64]) tuple(last, all, wide)\n"
    "}\n";

static const IrOp *named(const IrModule *m, const char *name)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (g_str_equal(m->comps[i]->ops[k]->name, name))
                return m->comps[i]->ops[k];
    g_assert_not_reached();
}

static void test_labels(void)
{
    static const char *const wanted[][2] = {
        { "a", "x" },
        { "b", "w['layers']" },
        { "h", "the result of neg (mlp.py:3, backward pass)" },
        { "w", "a trip's slice of w['layers']" },
        { "ws", "w['layers']" },
        { "y", "the result of dot_general (mlp.py:8)" },
        { "x", "the loop carry computed by tanh (mlp.py:9)" },
        { "last", "the loop carry computed by tanh (mlp.py:9)" },
        { "all", "tanh (mlp.py:9) saved by every trip" },
        { "wide", "w['layers'] after reshape (mlp.py:11)" },
    };
    GError *error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", program, strlen(program), &error);
    g_assert_no_error(error);
    DecisionLog *log = decision_log_new();
    Labels *l = labels_new(m, log);
    for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++)
        g_assert_cmpstr(label_value(l, named(m, wanted[i][0]), 0), ==, wanted[i][1]);
    g_assert_cmpstr(label_loop(l, named(m, "loop")), ==, "the loop (mlp.py:6)");
    g_assert_cmpstr(label_result(l, m, 1), ==, "result 1");
    log->quiet = true; /* rows that are not kept need no text */
    g_assert_cmpstr(label_value(l, named(m, "y"), 0), ==, "");
    labels_free(l);
    decision_log_free(log);
}

/* A trip that saves what it was given, as a layer saves its input, is named by what computes that. */
static void test_saved_carry(void)
{
    g_auto(GStrv) parts = g_strsplit(program, "reshape(t)", 2);
    g_autofree char *text = g_strjoinv("reshape(x)", parts);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    DecisionLog *log = decision_log_new();
    Labels *l = labels_new(m, log);
    g_assert_cmpstr(label_value(l, named(m, "all"), 0), ==, "the loop carry computed by tanh (mlp.py:9) saved by every trip");
    labels_free(l);
    decision_log_free(log);
}

/* An op that replaces several keeps the origins and reshards of all of them. */
/* What a branch takes has the name that it has outside, whatever the compiler calls the branch's parameter. */
static void test_branches(void)
{
    static const char choice[] =
        "HloModule jit_step\n"
        "first {\n"
        "  arg_tuple.2 = (f32[4,8], f32[8,8]) parameter(0)\n"
        "  left = f32[4,8] get-tuple-element(arg_tuple.2), index=0\n"
        "  right = f32[8,8] get-tuple-element(arg_tuple.2), index=1\n"
        "  ROOT y = f32[4,8] dot(left, right), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        "}\n"
        "second {\n"
        "  ROOT Arg_.0 = f32[4,8] parameter(0)\n"
        "}\n"
        "ENTRY e {\n"
        "  p = pred[] parameter(0)\n"
        "  a = f32[4,8] parameter(1), metadata={op_name=\"x\"}\n"
        "  b = f32[8,8] parameter(2), metadata={op_name=\"w\"}\n"
        "  h = f32[4,8] negate(a), metadata={op_name=\"jit(step)/neg\" source_file=\"/src/mlp.py\" source_line=3}\n"
        "  both = (f32[4,8], f32[8,8]) tuple(a, b)\n"
        "  ROOT out = f32[4,8] conditional(p, both, h), true_computation=first, false_computation=second\n"
        "}\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", choice, strlen(choice), &error);
    g_assert_no_error(error);
    DecisionLog *log = decision_log_new();
    g_autoptr(Labels) l = labels_new(m, log);
    g_assert_cmpstr(label_value(l, named(m, "left"), 0), ==, "x");
    g_assert_cmpstr(label_value(l, named(m, "right"), 0), ==, "w");
    g_assert_cmpstr(label_value(l, named(m, "Arg_.0"), 0), ==, "the result of neg (mlp.py:3)");
    g_clear_pointer(&l, labels_free);
    decision_log_free(log);
}

/* Arguments that come as one tuple, each as the user knows it, or by its number. */
static void test_tupled(void)
{
    static const char tupled[] =
        "HloModule jit_step\nENTRY e {\n"
        "  arg_tuple.6 = (f32[4,8], f32[8,8], f32[8]) parameter(0)\n"
        "  a = f32[4,8] get-tuple-element(arg_tuple.6), index=0\n"
        "  b = f32[8,8] get-tuple-element(arg_tuple.6), index=1, metadata={op_name=\"w['w1']\"}\n"
        "  ROOT y = f32[4,8] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name=\"jit(step)/dot_general\"}\n"
        "}\n";
    g_autoptr(IrModule) m = program_parse("t.hlo", tupled, strlen(tupled), NULL);
    DecisionLog *log = decision_log_new();
    g_autoptr(Labels) l = labels_new(m, log);
    g_assert_cmpstr(label_value(l, named(m, "a"), 0), ==, "argument 0");
    g_assert_cmpstr(label_value(l, named(m, "b"), 0), ==, "w['w1']");
    g_assert_cmpstr(label_value(l, named(m, "arg_tuple.6"), 2), ==, "argument 2");
    g_clear_pointer(&l, labels_free);
    decision_log_free(log);
}

/* Haiku's names of parameters have slashes, as paths of ops have: those in brackets are part of the name. */
static void test_slashes(void)
{
    static const char text[] = "HloModule jit_step\nENTRY e {\n"
                               "  p__mlp_linear____w__ = f32[8] parameter(0), metadata={op_name=\"params['mlp/~/linear']['w']\"}\n"
                               "  q.1 = f32[8] parameter(1), metadata={op_name=\"jit(step)/q[0]/add\"}\n"
                               "  ROOT y = f32[8] add(p__mlp_linear____w__, q.1)\n"
                               "}\n";
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), NULL);
    DecisionLog *log = decision_log_new();
    g_autoptr(Labels) l = labels_new(m, log);
    g_assert_cmpstr(label_value(l, named(m, "p__mlp_linear____w__"), 0), ==, "params['mlp/~/linear']['w']");
    g_assert_cmpstr(label_value(l, named(m, "q.1"), 0), ==, "q.1");
    g_clear_pointer(&l, labels_free);
    decision_log_free(log);
}

static void test_merged(void)
{
    g_autoptr(IrModule) m = program_parse("t.hlo", program, strlen(program), NULL);
    IrOp *a = (IrOp *)named(m, "y"), *b = (IrOp *)named(m, "t"), *c = (IrOp *)named(m, "row");
    a->reshard_id = 5;
    b->reshard_id = 3;
    c->reshard_id = 0;
    op_add_origins(b, a);
    op_add_origins(b, a);
    g_assert_cmpint(b->reshard_id, ==, 3);
    g_assert_cmpint(b->n_more_reshards, ==, 1);
    g_assert_cmpint(b->more_reshards[0], ==, 5);
    op_add_origins(c, b); /* an op of the program does not become part of a reshard */
    g_assert_cmpint(c->reshard_id, ==, 0);
    g_autoptr(IrModule) copy = module_clone(m);
    g_assert_cmpint(named(copy, "t")->more_reshards[0], ==, 5);
}

/* Of arguments without a name XLA makes one up, which tells less than the number. */
static void test_unnamed_arguments(void)
{
    static const char text[] = "HloModule f\nENTRY e {\n  Arg_1.7 = f32[4] parameter(0)\n  weights = f32[4] parameter(1)\n"
                               "  p2.7 = f32[4] parameter(2), metadata={op_name=\"xla__device_data\"}\n  ROOT s = f32[4] add(Arg_1.7, weights)\n}\n";
    GError *error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    DecisionLog *log = decision_log_new();
    Labels *l = labels_new(m, log);
    g_assert_cmpstr(label_value(l, named(m, "Arg_1.7"), 0), ==, "argument 0");
    g_assert_cmpstr(label_value(l, named(m, "weights"), 0), ==, "weights");
    g_assert_cmpstr(label_value(l, named(m, "p2.7"), 0), ==, "argument 2");
    labels_free(l);
    decision_log_free(log);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/label/values", test_labels);
    g_test_add_func("/label/saved-carry", test_saved_carry);
    g_test_add_func("/label/branches", test_branches);
    g_test_add_func("/label/tupled", test_tupled);
    g_test_add_func("/label/slashes", test_slashes);
    g_test_add_func("/label/merged", test_merged);
    g_test_add_func("/label/unnamed-arguments", test_unnamed_arguments);
    return g_test_run();
}
