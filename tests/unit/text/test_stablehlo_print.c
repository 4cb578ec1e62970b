/* The StableHLO printer, and reader and printer together on real programs, whole and truncated. */
#include "runtime/passes/import.h"
#include "runtime/text/text.h"

#include <gio/gio.h>
#include <string.h>

static IrModule *read_text(const char *text)
{
    GError *error = NULL;
    IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
    if (!m)
        g_error("%s in:\n%s", error->message, text);
    return m;
}

/* Makes @main with arguments, result types and a body that ends with its return. */
static IrModule *read_main(const char *args, const char *results, const char *body)
{
    g_autofree char *text = g_strdup_printf("func.func public @main(%s) -> (%s) {\n%s\n}\n", args, results, body);
    return read_text(text);
}

/* ---- real programs ------------------------------------------------------------------------------------------ */

static char *shared_path(const char *rest)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    return source ? g_build_filename(source, "..", "shared", "reference", rest, NULL) : NULL;
}

typedef void (*FileFn)(const char *path, const char *text, size_t n);

static int each_file(FileFn fn)
{
    g_autofree char *root = shared_path("");
    GDir *dir = root ? g_dir_open(root, 0, NULL) : NULL;
    if (!dir)
        return 0;
    int n = 0;
    const char *name;
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *folder = g_build_filename(root, name, NULL);
        GDir *inner = g_dir_open(folder, 0, NULL);
        const char *file;
        while (inner && (file = g_dir_read_name(inner)) != NULL) {
            g_autofree char *path = g_build_filename(folder, file, NULL);
            g_autofree char *text = NULL;
            gsize size;
            if (!g_str_has_suffix(file, ".mlir") || !g_file_get_contents(path, &text, &size, NULL) || size == 0)
                continue;
            fn(path, text, size);
            n++;
        }
        if (inner)
            g_dir_close(inner);
    }
    g_dir_close(dir);
    return n;
}

/* Printing, reading and printing again gives the same text and a well-formed program. */
static void check_print(const char *path, const IrModule *m)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *once = stablehlo_print(m);
    g_autoptr(IrModule) back = stablehlo_parse(path, once, strlen(once), &error);
    g_assert_no_error(error);
    module_verify(back, &error);
    g_assert_no_error(error);
    g_autofree char *twice = stablehlo_print(back);
    g_assert_cmpstr(once, ==, twice);
    g_assert_cmpint(back->entry->n_params, ==, m->entry->n_params);
    for (int i = 0; i < m->entry->n_params; i++)
        g_assert_cmpstr(back->entry->params[i]->op_name, ==, m->entry->params[i]->op_name);
}

static void check_file(const char *path, const char *text, size_t n)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = stablehlo_parse(path, text, n, &error);
    g_assert_no_error(error);
    g_assert_cmpint(m->entry->n_ops, >, 0);
    module_verify(m, &error);
    g_assert_no_error(error);
    check_print(path, m);
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        g_assert_nonnull(c->root);
        for (int k = 0; k < c->n_ops; k++) {
            g_assert_cmpint(c->ops[k]->pos, ==, k);
            g_assert_cmpint(c->ops[k]->at.line, >, 0);
            for (int j = 0; j < c->ops[k]->n_operands; j++) {
                g_assert_true(c->ops[k]->operands[j]->parent == c);
                g_assert_cmpint(c->ops[k]->operands[j]->pos, <, k);
            }
        }
    }
}

static void test_reference(void)
{
    int n = each_file(check_file);
    if (n == 0)
        g_test_skip("the reference programs are not here");
    else
        g_assert_cmpint(n, >=, 27);
}

static char *every_op_text(gsize *n)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(source ? source : ".", "tests", "unit", "text", "every_op.mlir", NULL);
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, n, &error);
    g_assert_no_error(error);
    return text;
}

static void test_every_op(void)
{
    gsize n;
    g_autofree char *text = every_op_text(&n);
    check_file("every_op.mlir", text, n);
}

/* Checks that the entry has a line that starts with "%N = text". */
static void expect_line(const char *args, const char *result, const char *op, const char *line)
{
    g_autofree char *body = g_strdup_printf("%%0 = %s\n return %%0 : %s", op, result);
    g_autoptr(IrModule) m = read_main(args, result, body);
    g_autofree char *text = stablehlo_print(m);
    if (!strstr(text, line))
        g_error("no \"%s\" in\n%s", line, text);
}

static void test_print(void)
{
    expect_line("%a: tensor<4xf32>", "tensor<4xf32>", "\"stablehlo.add\"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
                "%0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n");
    expect_line("%a: tensor<4x6xf32>", "tensor<6x4xf32>", "stablehlo.transpose %a, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
                "%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>\n");
    expect_line("%a: tensor<4xf32>, %z: tensor<f32>", "tensor<f32>",
                "stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
                "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n");
    expect_line("", "tensor<2xf32>", "stablehlo.constant dense<[0.1, 0x7F800000]> : tensor<2xf32>",
                "stablehlo.constant dense<[1.000000e-01, 0x7F800000]> : tensor<2xf32>\n");
    expect_line("", "tensor<f64>", "stablehlo.constant dense<0.1> : tensor<f64>", "dense<1.000000e-01> : tensor<f64>\n");
    expect_line("", "tensor<f32>", "stablehlo.constant dense<0.333333343> : tensor<f32>", "dense<3.3333334e-01> : tensor<f32>\n");
}

/* Shardings that a pass added are printed at arguments, results and ops. */
static void test_print_shardings(void)
{
    g_autoptr(IrModule) m = read_text(
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
        "func.func @main(%a: tensor<4x4xf32> loc(\"w\")) -> tensor<4x4xf32> {\n"
        "  %0 = stablehlo.negate %a : tensor<4x4xf32>\n  return %0 : tensor<4x4xf32>\n}\n");
    const MeshAxis axes[] = { { "x", 2 }, { "y", 2 } };
    m->mesh = mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = 2, .axes = axes, .n_devices = 4 });
    const AxisRef x = { 0, 1, 2 };
    const AxisList dims[] = { { &x, 1 }, { NULL, 0 } };
    const Sharding *s = sharding_of_dims(m->shardings, m->mesh, 2, dims);
    for (int i = 0; i < m->entry->n_ops; i++) {
        m->entry->ops[i]->shardings = arena_array(m->arena, const Sharding *, 1);
        m->entry->ops[i]->shardings[0] = s;
    }
    m->entry->results = arena_array(m->arena, IrParamInfo, 1);
    m->entry->results[0].sharding = s;
    IrOp *reshard = op_new(m->entry, OP_reshard, m->entry->root->type, NULL, 1, &m->entry->root);
    reshard->shardings = arena_array(m->arena, const Sharding *, 1);
    reshard->shardings[0] = s;
    m->entry->root = reshard;
    g_autofree char *text = stablehlo_print(m);
    static const char *const lines[] = {
        "  sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n",
        "@main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>} loc(\"w\")) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n",
        "%0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>} : tensor<4x4xf32>\n",
        "%1 = sdy.reshard %0 <@mesh, [{\"x\"}, {}]> : tensor<4x4xf32>\n",
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(lines); i++)
        if (!strstr(text, lines[i]))
            g_error("no \"%s\" in\n%s", lines[i], text);
    check_print("sharded", m);
}

static IrModule *read_hlo(const char *body)
{
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=2\nENTRY e {\n%s}\n", body);
    GError *error = NULL;
    IrModule *m = hlo_parse("t.hlo", text, strlen(text), &error);
    if (!m)
        g_error("%s in:\n%s", error->message, text);
    return m;
}

/* What was said of a tuple constant is said of each of its leaves, in both spellings. */
static void test_tuple_constant_sharding(void)
{
    static const struct {
        const char *written, *first, *second;
    } cases[] = {
        { "sharding={{replicated}, {devices=[2]<=[2]}}", "constant {mhlo.sharding = \"{replicated}\"} dense<[1", "constant {mhlo.sharding = \"{devices=[2]<=[2]}\"} dense<[3" },
        { "sharding={replicated}", "constant {mhlo.sharding = \"{replicated}\"} dense<[1", "constant {mhlo.sharding = \"{replicated}\"} dense<[3" },
        { "frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{\\\"x\\\"}]>]>\"}", "sharding_per_value<[<@mesh, [{?}]>]>} dense<[1",
          "sharding_per_value<[<@mesh, [{\"x\"}]>]>} dense<[3" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *body = g_strdup_printf(" c = (f32[2], f32[2]) constant(({1, 2}, {3, 4})), %s\n a = f32[2] get-tuple-element(c), index=0\n b = f32[2] get-tuple-element(c), index=1\n"
                                                " ROOT r = f32[2] add(a, b)\n", cases[i].written);
        IrModule *m = read_hlo(body);
        g_autofree char *text = stablehlo_print(m);
        if (!strstr(text, cases[i].first) || !strstr(text, cases[i].second))
            g_error("%s\n%s", cases[i].written, text);
        module_free(m);
    }
}

/* A constant of tuple type becomes one for each leaf. */
static void test_tuple_constant(void)
{
    IrModule *m = read_hlo(" a = f32[2] parameter(0)\n c = (f32[2], (s32[], f32[2])) constant(({1, 2}, (3, {4, 5})))\n t = (s32[], f32[2]) get-tuple-element(c), index=1\n"
                           " x = f32[2] get-tuple-element(t), index=1\n ROOT r = f32[2] add(a, x)\n");
    g_autofree char *text = stablehlo_print(m);
    g_assert_true(stablehlo_can_print(m, NULL));
    static const char *const lines[] = { "%0 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>", "%1 = stablehlo.constant dense<3> : tensor<i32>",
                                         "%2 = stablehlo.constant dense<[4.000000e+00, 5.000000e+00]> : tensor<2xf32>", "%3 = stablehlo.add %arg0, %2 : tensor<2xf32>" };
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
        if (!strstr(text, lines[i]))
            g_error("no \"%s\" in\n%s", lines[i], text);
    module_free(read_text(text));
    module_free(m);
}

/* What StableHLO has no word for is refused where text is asked for, with the place in the program. */
static void test_refused(void)
{
    static const struct {
        const char *body, *message;
    } cases[] = {
        { " a = s32[4] parameter(0)\n b = s1[4] convert(a)\n ROOT r = s32[4] convert(b)\n", "t.hlo:4:2: StableHLO has no signed integers of one bit (s1), which %b gives" },
        { " a = f32[4] parameter(0)\n o = opaque[] custom-call(a), custom_call_target=\"f\"\n ROOT r = f32[4] custom-call(o, a), custom_call_target=\"g\"\n",
          "t.hlo:4:2: StableHLO has no type opaque, which %o gives" },
        { " i = f32[4,4] parameter(0)\n o = f32[4,4] parameter(1)\n k = s32[] constant(0)\n s = (s32[], s32[]) tuple(k, k)\n"
          " ROOT p = f32[4,4] collective-permute(i, o, s, s), source_target_pairs={{0,1},{1,0}}, slice_sizes={{2,2}}\n",
          "t.hlo:7:7: StableHLO has no collective-permute into a given array, as %p is" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = read_hlo(cases[i].body);
        g_assert_false(stablehlo_can_print(m, &error));
        g_assert_nonnull(error);
        if (!g_str_has_prefix(error->message, cases[i].message))
            g_error("\"%s\" instead of \"%s\"", error->message, cases[i].message);
        module_free(m);
    }
}

/* The mesh of a value that one device holds is declared beside the module's own. */
static void test_print_maximal(void)
{
    static const char text[] = "HloModule t, num_partitions=2\nENTRY e {\n  x = f32[4] parameter(0), sharding={devices=[2]<=[2]}\n"
                               "  y = f32[4] negate(x), sharding={maximal device=1}\n  ROOT z = f32[4] sine(y), sharding={devices=[2]<=[2]}\n}\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_true(pass_import(m, NULL, NULL, &error));
    check_print("maximal", m);
}

/* Truncated at every byte: an error or, where only trailing text is missing, a module; never a crash. */
static void test_truncated(void)
{
    static const char *const names[] = { "every op", "manual_collectives/program.mlir", "control_flow/program.mlir" };
    for (int k = 0; k < (int)G_N_ELEMENTS(names); k++) {
        g_autofree char *path = k ? shared_path(names[k]) : NULL;
        g_autofree char *text = NULL;
        gsize n;
        if (k == 0)
            text = every_op_text(&n);
        else if (!path || !g_file_get_contents(path, &text, &n, NULL))
            continue; /* the reference programs are not here */
        for (gsize i = 0; i < n; i++) {
            g_autoptr(GError) error = NULL;
            IrModule *m = stablehlo_parse("t.mlir", text, i, &error);
            g_assert_true((m == NULL) == (error != NULL));
            module_free(m);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/stablehlo/every-op", test_every_op);
    g_test_add_func("/text/stablehlo/print", test_print);
    g_test_add_func("/text/stablehlo/print-shardings", test_print_shardings);
    g_test_add_func("/text/stablehlo/print-tuple-constant", test_tuple_constant);
    g_test_add_func("/text/stablehlo/print-tuple-constant-sharding", test_tuple_constant_sharding);
    g_test_add_func("/text/stablehlo/refused", test_refused);
    g_test_add_func("/text/stablehlo/print-maximal", test_print_maximal);
    g_test_add_func("/text/stablehlo/reference", test_reference);
    g_test_add_func("/text/stablehlo/truncated", test_truncated);
    return g_test_run();
}
