/* The StableHLO reader: each construct, positions of errors, limits. */
#include "runtime/text/text.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "runtime/ir/scalar.h"

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

static void expect_error(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
    g_assert_null(m);
    g_assert_nonnull(error);
    if (!g_str_has_prefix(error->message, message))
        g_error("got:  %s\nwant: %s", error->message, message);
}

static const IrOp *find(const IrModule *m, OpCode code)
{
    for (int i = 0; i < m->entry->n_ops; i++)
        if (m->entry->ops[i]->code == code)
            return m->entry->ops[i];
    g_error("no %s in the entry", op_info[code].id);
}

/* ---- constructs -------------------------------------------------------------------------------------- */

static void test_module(void)
{
    g_autoptr(IrModule) m = read_text(
        "#loc = loc(unknown)\n"
        "module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {\n"
        "  sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]> {stablehlo.mesh = {axes = [{name = \"a\", size = 4 : i64}]}} loc(#loc)\n"
        "  func.func public @main(%arg0: tensor<8x4xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>} loc(\"w['b1']\"),\n"
        "      %arg1: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<8x4xf32> {jax.result_info = \"result[0]\"}, tensor<4xf32>) {\n"
        "    %0 = call @f(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32> loc(#loc1)\n"
        "    return %0, %arg1 : tensor<8x4xf32>, tensor<4xf32>\n"
        "  }\n"
        "  func.func private @f(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
        "    return %arg0 : tensor<8x4xf32>\n"
        "  }\n"
        "}\n"
        "#loc1 = loc(\"jit(f)/call\"(#loc2))\n"
        "#loc2 = loc(callsite(\"g\"(\"a.py\":3:4 to :9) at \"h\"(\"b.py\":7:8 to 9:10)))\n");
    g_assert_cmpstr(m->name, ==, "jit_f");
    g_assert_cmpint(m->n_partitions, ==, 8);
    g_assert_cmpint(m->n_comps, ==, 2);
    g_assert_cmpstr(m->entry->name, ==, "main");
    g_assert_true(m->comps[1] == m->entry);
    g_assert_cmpstr(pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes"), ==, "{mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}");
    const IrOp *w = m->entry->params[0];
    g_assert_cmpstr(w->op_name, ==, "w['b1']");
    g_assert_cmpstr(pair_get(w->pairs, w->n_pairs, "xla.sdy.sharding"), ==, "#sdy.sharding<@mesh, [{\"a\"}, {}]>");
    g_assert_cmpint(w->at.line, ==, 4);
    g_assert_cmpint(m->n_aliases, ==, 2);
    g_assert_cmpint(m->aliases[0].output, ==, -1);
    g_assert_cmpint(m->aliases[0].param, ==, 0);
    g_assert_cmpint(m->aliases[1].output, ==, 1);
    g_assert_cmpint(m->aliases[1].param, ==, 1);
    g_assert_cmpstr(pair_get(m->entry->results[0].pairs, m->entry->results[0].n_pairs, "jax.result_info"), ==, "result[0]");
    const IrOp *call = find(m, OP_call);
    g_assert_cmpstr(call->op_name, ==, "jit(f)/call");
    g_assert_cmpstr(call->loc->file, ==, "a.py");
    g_assert_cmpint(call->loc->line, ==, 3);
    g_assert_cmpint(call->loc->end_line, ==, 3);
    g_assert_cmpint(call->loc->end_col, ==, 9);
    g_assert_cmpstr(call->loc->func, ==, "g");
    g_assert_cmpstr(call->loc->caller->func, ==, "h");
    g_assert_cmpint(call->loc->caller->end_line, ==, 9);
    g_assert_cmpint(call->at.line, ==, 6);
    g_assert_cmpint(call->at.col, ==, 5);
    g_assert_true(call->comps[0] == m->comps[0]);
    g_assert_cmpint(m->entry->root->code, ==, OP_tuple);
}

/* A literal's elements as doubles. */
static void check_literal(const char *dense, int n, const double *want)
{
    g_autofree char *type_copy = g_strdup(strrchr(dense, ':') + 2);
    g_autofree char *body = g_strdup_printf("%%0 = stablehlo.constant %s\n return %%0 : %s", dense, type_copy);
    g_autoptr(IrModule) m = read_main("", type_copy, body);
    const Literal *l = find(m, OP_constant)->a.literal;
    ElemType e = l->type->elem;
    bool complex = elem_info[e].cls == CLASS_COMPLEX;
    int bytes = complex ? elem_info[e].bytes / 2 : elem_info[e].bytes;
    for (int i = 0; i < n; i++) {
        double v = scalar_to_double(elem_part(e), (const char *)l->data + (l->splat ? 0 : i) * bytes);
        if (!(v == want[i] || (v != v && want[i] != want[i])))
            g_error("%s: element %d is %g, want %g", dense, i, v, want[i]);
    }
}
#define LITERAL(dense, ...) check_literal(dense, (int)G_N_ELEMENTS(((double[]){ __VA_ARGS__ })), (double[]){ __VA_ARGS__ })

static void test_literals(void)
{
    LITERAL("dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>", 1, -2, 3, 4);
    LITERAL("dense<1.5> : tensor<2x2xf32>", 1.5, 1.5, 1.5, 1.5);
    LITERAL("dense<true> : tensor<i1>", 1);
    LITERAL("dense<[true, false]> : tensor<2xi1>", 1, 0);
    LITERAL("dense<\"0x0001\"> : tensor<2xi1>", 0, 1);
    LITERAL("dense<\"0x02\"> : tensor<4xi1>", 0, 1, 0, 0);
    LITERAL("dense<\"0x0000803F00000040\"> : tensor<2xf32>", 1, 2);
    LITERAL("dense<\"0x0000803F\"> : tensor<3xf32>", 1, 1, 1);
    LITERAL("dense<0xFF800000> : tensor<f32>", -INFINITY);
    LITERAL("dense<[0x7FC0, 1.0]> : tensor<2xbf16>", NAN, 1);
    LITERAL("dense<[(1.0, 2.0), (-3.0, 4.5)]> : tensor<2xcomplex<f32>>", 1, 2, -3, 4.5);
    LITERAL("dense<-1.000000e-01> : tensor<f64>", -0.1);
    LITERAL("dense<0.1> : tensor<f16>", 0.0999755859375);
    LITERAL("dense<[200, 3]> : tensor<2xui8>", 200, 3);
    LITERAL("dense<18446744073709551615> : tensor<ui64>", 18446744073709551615.0);
    LITERAL("dense<-128> : tensor<i8>", -128);
    LITERAL("dense<1.0> : tensor<f8E4M3FN>", 1);
    g_autoptr(IrModule) m = read_main("", "tensor<0x3xf32>",
                                      "%0 = stablehlo.constant dense<> : tensor<0x3xf32>\n return %0 : tensor<0x3xf32>");
    g_assert_cmpint(find(m, OP_constant)->a.literal->type->n_elems, ==, 0);
}

/* The same op in two spellings must give the same attributes. */
static void test_forms(void)
{
    static const struct { const char *pretty, *generic, *args, *result; OpCode code; } cases[] = {
        { "stablehlo.transpose %a, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
          "\"stablehlo.transpose\"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x6xf32>) -> tensor<6x4xf32>",
          "%a: tensor<4x6xf32>", "tensor<6x4xf32>", OP_transpose },
        { "stablehlo.transpose %a, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
          "\"stablehlo.transpose\"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x6xf32>) -> tensor<6x4xf32>",
          "%a: tensor<4x6xf32>", "tensor<6x4xf32>", OP_transpose },
        { "stablehlo.reverse %a, dims = [0] : tensor<4xf32>",
          "\"mhlo.reverse\"(%a) {dimensions = dense<0> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
          "%a: tensor<4xf32>", "tensor<4xf32>", OP_reverse },
        { "stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>",
          "\"stablehlo.broadcast_in_dim\"(%a) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2x4xf32>",
          "%a: tensor<4xf32>", "tensor<2x4xf32>", OP_broadcast },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(cases); i++) {
        Ints dims[2];
        IrModule *keep[2];
        for (int k = 0; k < 2; k++) {
            g_autofree char *body = g_strdup_printf("%%0 = %s\n return %%0 : %s", k ? cases[i].generic : cases[i].pretty, cases[i].result);
            keep[k] = read_main(cases[i].args, cases[i].result, body);
            dims[k] = find(keep[k], cases[i].code)->a.dims;
        }
        g_assert_true(ints_equal(dims[0], dims[1]));
        module_free(keep[0]);
        module_free(keep[1]);
    }
}

static void test_captures(void)
{
    g_autoptr(IrModule) m = read_main("%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
        "%0 = \"stablehlo.case\"(%i) ({\n"
        "  %1 = stablehlo.add %x, %y : tensor<4xf32>\n stablehlo.return %1 : tensor<4xf32>\n"
        "}, {\n stablehlo.return %x : tensor<4xf32>\n"
        "}, {\n %c = stablehlo.constant dense<1.0> : tensor<4xf32>\n stablehlo.return %c : tensor<4xf32>\n"
        "}) : (tensor<i32>) -> tensor<4xf32>\n return %0 : tensor<4xf32>");
    const IrOp *op = find(m, OP_conditional);
    g_assert_cmpint(op->n_operands, ==, 4);
    g_assert_cmpint(op->operands[1]->code, ==, OP_tuple);
    g_assert_true(op->operands[2] == m->entry->params[1]);
    g_assert_cmpint(op->operands[3]->type->n_parts, ==, 0);
    for (int i = 0; i < 3; i++) {
        g_assert_cmpint(op->comps[i]->n_params, ==, 1);
        g_assert_true(op->comps[i]->params[0]->type == op->operands[i + 1]->type);
        g_assert_true(op->comps[i]->ops[0] == op->comps[i]->params[0]);
    }

    g_autoptr(IrModule) w = read_main("%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xf32>",
        "%c = stablehlo.constant dense<0> : tensor<i32>\n"
        "%0:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<4xf32>\n"
        "cond {\n %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        " stablehlo.return %1 : tensor<i1>\n} do {\n"
        " %one = stablehlo.constant dense<1> : tensor<i32>\n %1 = stablehlo.add %i, %one : tensor<i32>\n"
        " %2 = stablehlo.add %v, %y : tensor<4xf32>\n stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>\n}\n"
        "return %0#1 : tensor<4xf32>");
    const IrOp *loop = find(w, OP_while);
    g_assert_cmpint(loop->type->n_parts, ==, 4); /* i, v, captured n of the condition, captured y of the body */
    const IrOp *root = loop->comps[1]->root;
    g_assert_cmpint(root->n_operands, ==, 4);
    for (int i = 2; i < 4; i++) {
        g_assert_cmpint(root->operands[i]->code, ==, OP_get_tuple_element);
        g_assert_cmpint(root->operands[i]->a.gte.index, ==, i);
    }
    g_assert_true(loop->operands[0]->operands[2] == w->entry->params[0]);
    g_assert_true(loop->operands[0]->operands[3] == w->entry->params[2]);

    /* Constants go into loops and branches, also through two of them, so that the number of trips is known; large ones are carried, but for those of one value. */
    g_autoptr(IrModule) k = read_main("%p: tensor<i1>, %x: tensor<2048xf32>", "tensor<2048xf32>",
        "%c = stablehlo.constant dense<0> : tensor<i32>\n %n = stablehlo.constant dense<7> : tensor<i32>\n %one = stablehlo.constant dense<1> : tensor<i32>\n"
        "%s = stablehlo.constant dense<2.0> : tensor<2048xf32>\n %t = stablehlo.iota dim = 0 : tensor<2048xf32>\n"
        "%r = \"stablehlo.if\"(%p) ({\n %0:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<2048xf32>\n"
        "cond {\n %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n stablehlo.return %1 : tensor<i1>\n"
        "} do {\n %1 = stablehlo.add %i, %one : tensor<i32>\n %2 = stablehlo.add %v, %s : tensor<2048xf32>\n %3 = stablehlo.multiply %2, %t : tensor<2048xf32>\n"
        " stablehlo.return %1, %3 : tensor<i32>, tensor<2048xf32>\n}\n stablehlo.return %0#1 : tensor<2048xf32>\n"
        "}, {\n stablehlo.return %s : tensor<2048xf32>\n}) : (tensor<i1>) -> tensor<2048xf32>\n return %r : tensor<2048xf32>");
    const IrOp *branches = find(k, OP_conditional), *within = NULL;
    for (int i = 0; i < branches->comps[0]->n_ops; i++)
        within = branches->comps[0]->ops[i]->code == OP_while ? branches->comps[0]->ops[i] : within;
    g_assert_cmpint(within->type->n_parts, ==, 3); /* i, v and what is no constant */
    g_assert_cmpint(while_trip_count(within), ==, 7);
    g_assert_cmpint(branches->operands[2]->type->n_parts, ==, 0);

    /* Constants used in a reducer, also inside a branch, are cloned into it; other outer values are refused. */
    g_autoptr(IrModule) r = read_main("%p: tensor<i1>, %x: tensor<4xf32>", "tensor<f32>",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n %k = stablehlo.constant dense<2.0> : tensor<f32>\n"
        "%0 = \"stablehlo.if\"(%p) ({\n"
        " %1 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
        "  reducer(%a: tensor<f32>, %b: tensor<f32>) {\n %2 = stablehlo.multiply %b, %k : tensor<f32>\n"
        "  %3 = stablehlo.add %a, %2 : tensor<f32>\n stablehlo.return %3 : tensor<f32>\n }\n stablehlo.return %1 : tensor<f32>\n"
        "}, {\n stablehlo.return %z : tensor<f32>\n}) : (tensor<i1>) -> tensor<f32>\n return %0 : tensor<f32>");
    const IrComp *branch = find(r, OP_conditional)->comps[0];
    const IrOp *reduce = branch->root;
    g_assert_cmpint(reduce->code, ==, OP_reduce);
    bool constant = false;
    for (int i = 0; i < reduce->comps[0]->n_ops; i++)
        constant = constant || reduce->comps[0]->ops[i]->code == OP_constant;
    g_assert_true(constant);
    expect_error("func.func @main(%x: tensor<4xf32>, %k: tensor<f32>) -> tensor<f32> {\n"
                 "%0 = stablehlo.reduce(%x init: %k) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
                 " reducer(%a: tensor<f32>, %b: tensor<f32>) {\n  %1 = stablehlo.add %a, %k : tensor<f32>\n"
                 "stablehlo.return %1 : tensor<f32>\n}\nreturn %0 : tensor<f32>\n}\n",
                 "t.mlir:4:26: %k is outside of this computation and is not a constant");
}

static void test_reduce_order(void)
{
    /* The text has pairs; the computation has all left parameters before all right ones. */
    g_autoptr(IrModule) m = read_main("%x: tensor<4xf32>, %y: tensor<4xi32>, %u: tensor<f32>, %v: tensor<i32>", "tensor<f32>, tensor<i32>",
        "%0:2 = stablehlo.reduce(%x init: %u), (%y init: %v) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
        " reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {\n"
        "  stablehlo.return %b, %c : tensor<f32>, tensor<i32>\n }\n return %0#0, %0#1 : tensor<f32>, tensor<i32>");
    const IrOp *op = find(m, OP_reduce);
    const IrComp *c = op->comps[0];
    g_assert_true(op->operands[0] == m->entry->params[0] && op->operands[1] == m->entry->params[1]);
    g_assert_true(op->operands[2] == m->entry->params[2]);
    g_assert_cmpint(c->n_params, ==, 4);
    static const ElemType want[] = { ELEM_f32, ELEM_s32, ELEM_f32, ELEM_s32 };
    for (int i = 0; i < 4; i++)
        g_assert_cmpint(c->params[i]->type->elem, ==, want[i]);
    g_assert_cmpint(c->root->operands[0]->a.parameter.number, ==, 2);
    g_assert_cmpint(c->root->operands[1]->a.parameter.number, ==, 1);

    g_autoptr(IrModule) s = read_main("%x: tensor<4xf32>, %u: tensor<f32>", "tensor<f32>",
        "%0 = stablehlo.reduce(%x init: %u) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n return %0 : tensor<f32>");
    g_assert_cmpint(comp_reduce_kind(find(s, OP_reduce)->comps[0]), ==, REDUCE_MAX);
}

static void test_broadcasts(void)
{
    g_autoptr(IrModule) m = read_main("%x: tensor<1x4xf32>", "tensor<3x5x4xf32>",
        "%0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<1x4xf32>) -> tensor<3x5x4xf32>\n return %0 : tensor<3x5x4xf32>");
    const IrOp *op = find(m, OP_broadcast);
    g_assert_cmpint(op->operands[0]->code, ==, OP_reshape);
    g_assert_cmpint(op->a.dims.n, ==, 1);
    g_assert_cmpint(op->a.dims.v[0], ==, 2);

    g_autoptr(IrModule) c = read_main("%lo: tensor<f32>, %x: tensor<4xf32>, %p: tensor<i1>", "tensor<4xf32>",
        "%0 = stablehlo.clamp %lo, %x, %lo : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n"
        "%1 = stablehlo.select %p, %0, %x : tensor<i1>, tensor<4xf32>\n return %1 : tensor<4xf32>");
    for (int i = 0; i < 3; i += 2)
        g_assert_cmpint(find(c, OP_clamp)->operands[i]->code, ==, OP_broadcast);
    g_assert_cmpint(find(c, OP_select)->operands[0]->code, ==, OP_broadcast);
}

static void test_collectives(void)
{
    g_autoptr(IrModule) m = read_main("%x: tensor<4x8xf32>", "tensor<8x8xf32>",
        "%0 = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
        "replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>\n"
        "return %0 : tensor<8x8xf32>");
    const IrOp *op = find(m, OP_all_gather);
    const Groups *g = &op->a.collective.groups;
    g_assert_cmpint(op->a.collective.dim, ==, 0);
    g_assert_cmpint(g->n_groups, ==, 2);
    g_assert_cmpint(g->groups[0].n, ==, 2);
    g_assert_cmpint(g->groups[0].v[1], ==, 2);
    g_assert_cmpint(g->groups[1].n, ==, 1);
    g_assert_true(g->has_channel && g->channel == 1 && g->use_global_ids);

    g_autoptr(IrModule) a = read_text(
        "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {\n"
        "%0 = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, "
        "axes = [#stablehlo.axis_ref<name = \"x\">]>}> : (tensor<4xf32>) -> tensor<8xf32>\nreturn %0 : tensor<8xf32>\n}\n");
    g = &find(a, OP_all_gather)->a.collective.groups;
    g_assert_cmpint(g->n_groups, ==, 2);
    g_assert_cmpint(g->groups[1].v[0], ==, 1);
    g_assert_cmpint(g->groups[1].v[1], ==, 3);
}

static void test_convolution(void)
{
    static const char *const forms[] = {
        "stablehlo.convolution(%x, %k) dim_numbers = [b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [2, 3]], "
        "rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = "
        "[#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}",
        "\"stablehlo.convolution\"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
        "feature_group_count = 2 : i64, padding = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision HIGHEST>, "
        "#stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}>",
        "\"stablehlo.convolution\"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, "
        "input_feature_dimension = 3, input_spatial_dimensions = [2, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, "
        "kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, "
        "feature_group_count = 2 : i64, padding = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision HIGHEST>, "
        "#stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}>",
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(forms); i++) {
        g_autofree char *body = g_strdup_printf("%%0 = %s : (tensor<1x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x4x9x6xf32>\n return %%0 : tensor<1x4x9x6xf32>", forms[i]);
        g_autoptr(IrModule) m = read_main("%x: tensor<1x8x9x4xf32>, %k: tensor<3x3x2x6xf32>", "tensor<1x4x9x6xf32>", body);
        const IrOp *op = find(m, OP_convolution);
        const ConvDims *d = &op->a.conv.dims;
        g_assert_cmpint(d->in_spatial.v[0], ==, 2);
        g_assert_cmpint(d->in_spatial.v[1], ==, 1);
        g_assert_cmpint(d->kernel_in, ==, 2);
        g_assert_cmpint(d->feature_groups, ==, 2);
        const WindowDim *w = op->a.conv.window.dims;
        g_assert_cmpint(w[0].size, ==, 3);
        g_assert_cmpint(w[0].stride, ==, 2);
        g_assert_cmpint(w[1].pad_lo, ==, 2);
        g_assert_cmpint(w[1].pad_hi, ==, 3);
        g_assert_cmpint(w[1].window_dilation, ==, 2);
        g_assert_true(w[1].reversed && !w[0].reversed);
        g_assert_cmpstr(op->a.conv.precision, ==, "{highest,default}");
    }
}

static void test_sdy(void)
{
    g_autoptr(IrModule) m = read_text(
        "#sh = #sdy.sharding<@mesh, [{\"x\"}, {}]>\n"
        "sdy.mesh @mesh = <[\"x\"=2]>\n"
        "func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sh}) -> tensor<4x4xf32> {\n"
        "  %0 = sdy.sharding_constraint %a <@mesh, [{}, {\"x\"}]> : tensor<4x4xf32>\n"
        "  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<4x4xf32>\n"
        "  sdy.sharding_group %1 group_id=3 : tensor<4x4xf32>\n"
        "  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<4x4xf32>\n"
        "  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{\"x\"}, {}]>] out_shardings=[<@mesh, [{\"x\"}, {}]>] manual_axes={\"x\"} (%b: tensor<2x4xf32>) {\n"
        "    %5 = stablehlo.add %b, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<2x4xf32>\n"
        "    sdy.return %5 : tensor<2x4xf32>\n"
        "  } : (tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        "  %4 = sdy.all_gather [{\"x\"}, {}] %3 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>\n"
        "  return %4 : tensor<4x4xf32>\n}\n");
    const IrOp *p = m->entry->params[0];
    g_assert_cmpstr(pair_get(p->pairs, p->n_pairs, "xla.sdy.sharding"), ==, "#sdy.sharding<@mesh, [{\"x\"}, {}]>");
    int n = 0;
    static const char *const targets[] = { "Sharding", "Sharding", "xla.sdy.ShardingGroup", "xla.sdy.PropagationBarrier", "sdy.all_gather" };
    static const char *const keys[] = { "xla.sdy.sharding", "xla.sdy.reshard", "xla.sdy.sharding_group_id", "xla.sdy.allowed_direction", "axes" };
    static const char *const values[] = { "#sdy.sharding<@mesh, [{}, {\"x\"}]>", "true", "3", "FORWARD", "[{\"x\"}, {}]" };
    for (int i = 0; i < m->entry->n_ops; i++) {
        const IrOp *op = m->entry->ops[i];
        if (op->code != OP_custom_call)
            continue;
        g_assert_cmpstr(op->a.custom.target, ==, targets[n]);
        g_assert_cmpstr(pair_get(op->pairs, op->n_pairs, keys[n]), ==, values[n]);
        n++;
    }
    g_assert_cmpint(n, ==, 5);
    const IrOp *manual = find(m, OP_manual);
    g_assert_cmpstr(pair_get(manual->pairs, manual->n_pairs, "xla.sdy.manual_axes"), ==, "{\"x\"}");
    g_assert_cmpstr(pair_get(manual->pairs, manual->n_pairs, "xla.sdy.in_shardings"), ==, "[<@mesh, [{\"x\"}, {}]>]");
    const IrOp *add = manual->comps[0]->root;
    g_assert_cmpstr(pair_get(add->pairs, add->n_pairs, "xla.sdy.sharding"), ==, "#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>");
}

/* ---- errors ---------------------------------------------------------------------------------------------- */

#define MAIN(body) "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n" body "\n}\n"

static void test_errors(void)
{
    expect_error(MAIN("%0 = stablehlo.ad %a, %a : tensor<4xf32>"), "t.mlir:2:6: unknown operation 'stablehlo.ad'\n  hint: did you mean stablehlo.add?");
    expect_error(MAIN("%0 = stablehlo.add %a, %b : tensor<4xf32>"), "t.mlir:2:24: %b is not defined here");
    expect_error(MAIN("%0 = \"stablehlo.add\"(%a, %a) <{foo = 1}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"), "t.mlir:2:32: stablehlo.add has no attribute 'foo'");
    expect_error(MAIN("%0 = \"stablehlo.transpose\"(%a) {permutatio = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>"), "t.mlir:2:1: stablehlo.transpose needs the attribute permutation");
    expect_error(MAIN("%0 = stablehlo.add %a, %a : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>"), "t.mlir:2:24: operand 1 of stablehlo.add is tensor<4xf32>, but its type is given as tensor<5xf32>");
    expect_error(MAIN("%a = stablehlo.add %a, %a : tensor<4xf32>"), "t.mlir:2:1: %a is defined twice");
    expect_error(MAIN("%0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.any<i8:f32>>"), "t.mlir:2:66: stablehlo.uniform_quantize: quantised types other than uniform ones (!quant.any<i8:f32>) are not supported");
    expect_error(MAIN("%0 = call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>"), "t.mlir:2:1: there is no function @g");
    expect_error(MAIN("%0 = call @main(%a) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>"), "t.mlir:2:1: the function @main calls itself");
    expect_error(MAIN("%0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xf32>"), "t.mlir:2:31: the list has 2 entries, dimension 0 of the type has 3");
    expect_error(MAIN("%0 = stablehlo.constant dense<\"0x00\"> : tensor<3xf32>"), "t.mlir:2:32: the blob has 1 bytes, the type needs 12");
    expect_error(MAIN("return %a, %a : tensor<4xf32>, tensor<4xf32>"), "t.mlir:2:1: @main returns 2 values, its signature says 1");
    expect_error(MAIN("return %a#1 : tensor<4xf32>"), "t.mlir:2:8: %a has 1 result, there is no #1");
    expect_error(MAIN("return %a : tensor<4xf32> loc(#nowhere)"), "t.mlir:2:31: unknown alias '#nowhere'");
    expect_error(MAIN("return %a : tensor<4xf32>") "\n#x = loc(#x)\nfunc.func @g() { return loc(#x) }", "t.mlir:5:5: the alias refers to itself");
    expect_error("func.func @f(%a: tensor<4xf32>)", "t.mlir:1:32: the module has no function with a body");
    expect_error(MAIN("return %a : tensor<4xf32>\nreturn %a : tensor<4xf32>"), "t.mlir:3:1: the block goes on after its return");
    expect_error("", "t.mlir:1:1: the module has no function");
}

static void test_limits(void)
{
    g_autoptr(GString) s = g_string_new("func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {\n");
    for (int i = 0; i < 5000; i++)
        g_string_append_printf(s, "%%v%d = \"stablehlo.if\"(%%p) ({\n", i);
    expect_error(s->str, "t.mlir:202:8: nesting deeper than 200 levels");

    g_string_assign(s, "func.func @main(%a: tensor<f32> {x = ");
    for (int i = 0; i < 100000; i++)
        g_string_append_c(s, '[');
    expect_error(s->str, "t.mlir:1:238: nesting deeper than 200 levels");

    g_string_assign(s, "func.func @main() -> tensor<f32> { return loc(#l0) }\n");
    for (int i = 0; i < 100000; i++)
        g_string_append_printf(s, "#l%d = loc(callsite(#l%d at #l%d))\n", i, i + 1, i + 1);
    expect_error(s->str, "t.mlir:");

    expect_error("func.func @main(%a: tensor<99999999999x99999999999xf32>)", "t.mlir:1:21: the tensor's size in bytes does not fit 64 bits");
    expect_error("func.func @main(%a: tensor<99999999999999999999xf32>)", "t.mlir:1:28: the dimension does not fit 64 bits");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/stablehlo/module", test_module);
    g_test_add_func("/text/stablehlo/literals", test_literals);
    g_test_add_func("/text/stablehlo/forms", test_forms);
    g_test_add_func("/text/stablehlo/captures", test_captures);
    g_test_add_func("/text/stablehlo/reduce-order", test_reduce_order);
    g_test_add_func("/text/stablehlo/broadcasts", test_broadcasts);
    g_test_add_func("/text/stablehlo/collectives", test_collectives);
    g_test_add_func("/text/stablehlo/convolution", test_convolution);
    g_test_add_func("/text/stablehlo/sdy", test_sdy);
    g_test_add_func("/text/stablehlo/errors", test_errors);
    g_test_add_func("/text/stablehlo/limits", test_limits);
    return g_test_run();
}
