/* Programs whose sizes are left open: read, checked, printed and read again; refined once the arguments' sizes are known, and evaluated. */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/ir/verify.h"
#include "runtime/reference/reference.h"
#include "runtime/text/text.h"

/* Every operation that takes sizes from operands, a loop over a value of open size with a size from outside, a branch, a window, sums of sizes. */
static const char program[] =
    "func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {\n"
    "  %0 = stablehlo.add %a, %b : tensor<f32>\n  return %0 : tensor<f32>\n}\n"
    "func.func private @twice(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
    "  %0 = stablehlo.add %x, %x : tensor<?x4xf32>\n  return %0 : tensor<?x4xf32>\n}\n"
    "func.func @main(%x: tensor<?x4xf32>, %i: tensor<2xi32>) -> (tensor<?xf32>, tensor<?x3x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {\n"
    "  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>\n"
    "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %one = stablehlo.constant dense<1> : tensor<i32>\n  %two = stablehlo.constant dense<2> : tensor<i32>\n"
    "  %four = stablehlo.constant dense<4> : tensor<1xi32>\n  %f = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
    "  %three = stablehlo.constant dense<3> : tensor<1xi32>\n  %ones = stablehlo.constant dense<1> : tensor<2xi32>\n  %zeros = stablehlo.constant dense<0> : tensor<2xi32>\n"
    /* n * 8 / 2: all elements */
    "  %eight = stablehlo.constant dense<8> : tensor<i32>\n  %p = stablehlo.multiply %n, %eight : tensor<i32>\n  %q = stablehlo.divide %p, %two : tensor<i32>\n"
    "  %q1 = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>\n"
    "  %d = call @twice(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>\n"
    "  %flat = stablehlo.dynamic_reshape %d, %q1 : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>\n"
    "  %sizes = stablehlo.concatenate %n1, %three, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>\n"
    "  %wide = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [0, 2] : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x3x4xf32>\n"
    "  %count = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n"
    "  %hi = stablehlo.constant dense<[2, 0]> : tensor<2xi32>\n"
    "  %padded = stablehlo.dynamic_pad %x, %f, %zeros, %hi, %zeros : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>\n"
    "  %from = stablehlo.constant dense<[1, 0]> : tensor<2xi32>\n"
    "  %to = stablehlo.concatenate %n1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
    "  %cut = stablehlo.real_dynamic_slice %x, %from, %to, %ones : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>\n"
    "  %one1 = stablehlo.constant dense<1> : tensor<1xi32>\n"
    "  %gs = stablehlo.concatenate %n1, %one1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
    "  %picked = \"stablehlo.dynamic_gather\"(%x, %i, %gs) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>\n"
    "  %ws = stablehlo.concatenate %n1, %one1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
    "  %less = stablehlo.subtract %n1, %one1 : tensor<1xi32>\n  %pl = stablehlo.constant dense<0> : tensor<1xi32>\n"
    "  %row = stablehlo.concatenate %less, %pl, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
    "  %r0 = stablehlo.reshape %row : (tensor<2xi32>) -> tensor<1x2xi32>\n  %r1 = stablehlo.constant dense<0> : tensor<1x2xi32>\n"
    "  %pad = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>\n"
    "  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %f, %ws, %ones, %ones, %ones, %pad) {called_computations = [@add]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>\n"
    "  %w:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, tensor<?x4xf32>\n"
    "   cond {\n    %c = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n"
    "  } do {\n    %more = stablehlo.dynamic_broadcast_in_dim %f, %to, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>\n"
    "    %v2 = stablehlo.add %v, %v : tensor<?x4xf32>\n    %v3 = stablehlo.add %v2, %more : tensor<?x4xf32>\n    %k2 = stablehlo.add %k, %one : tensor<i32>\n"
    "    stablehlo.return %k2, %v3 : tensor<i32>, tensor<?x4xf32>\n  }\n"
    "  return %flat, %wide, %count, %padded, %cut, %picked, %sums, %w#1 : tensor<?xf32>, tensor<?x3x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x4xf32>\n}\n";

static IrModule *read_text(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.mlir", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_true(module_verify(m, &error));
    g_assert_no_error(error);
    return m;
}

/* The parameter's sizes become rows x 4 and 2. */
static bool refine(IrModule *m, int64_t rows, GError **error)
{
    const Type *params[2] = { type_array(m->types, ELEM_f32, 2, (int64_t[]){ rows, 4 }), m->entry->params[1]->type };
    return pass_refine_sizes(m, params, error);
}

static void check_values(IrModule *m)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(refine(m, 3, &error));
    g_assert_no_error(error);
    g_assert_true(module_check_runnable(m, &error));
    g_autofree char *type = type_text(m->entry->root->type);
    g_assert_cmpstr(type, ==, "(f32[12], f32[3,3,4], s32[3], f32[5,4], f32[2,4], f32[3,2], f32[3,4], f32[3,4])");
    g_autoptr(GPtrArray) args = tensor_array_new(), got = tensor_array_new();
    for (int p = 0; p < 2; p++)
        g_ptr_array_add(args, tensor_new(m->entry->params[p]->type));
    for (int i = 0; i < 12; i++)
        tensor_set_f64(args->pdata[0], i, i);
    tensor_set_i64(args->pdata[1], 0, 3);
    tensor_set_i64(args->pdata[1], 1, 1);
    g_assert_true(reference_eval(m, (const Tensor *const *)args->pdata, 2, NULL, got, &error));
    g_assert_no_error(error);
    static const struct { int result, at; double value; } want[] = {
        { 0, 11, 22 }, { 1, 0, 0 }, { 1, 35, 11 }, { 1, 15, 7 }, { 2, 2, 2 }, { 3, 11, 11 }, { 3, 12, 0 }, { 4, 0, 4 }, { 4, 7, 11 },
        { 5, 0, 3 }, { 5, 1, 1 }, { 5, 5, 9 }, { 6, 0, 0 }, { 6, 4, 4 }, { 6, 11, 21 }, { 7, 11, 44 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(want); i++)
        g_assert_cmpfloat(tensor_get_f64(got->pdata[want[i].result], want[i].at), ==, want[i].value);
}

static void test_values(void)
{
    g_autoptr(IrModule) m = read_text(program);
    g_autoptr(GError) error = NULL;
    g_assert_false(module_check_runnable(m, &error));
    check_values(m);
}

/* As text in both languages, and read again. */
static void test_printed(void)
{
    static const IrSpelling spellings[] = { SPELL_HLO, SPELL_HLO_SHORT, SPELL_STABLEHLO };
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        g_autoptr(IrModule) m = read_text(program);
        g_autofree char *text = module_print(m, spellings[i]);
        g_autoptr(IrModule) again = read_text(text);
        g_autofree char *twice = module_print(again, spellings[i]); /* HLO's reader has given it layouts */
        g_autoptr(IrModule) third = read_text(twice);
        g_autofree char *thrice = module_print(third, spellings[i]);
        g_assert_true(g_str_equal(twice, thrice));
        g_assert_true(spellings[i] != SPELL_STABLEHLO || strstr(text, "dimension_numbers = #stablehlo.gather<offset_dims = [0]"));
        check_values(again);
    }
}

#define HEAD "func.func @main(%x: tensor<?x4xf32>, %i: tensor<2xi32>) -> tensor<?x4xf32> {\n" \
             "  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>\n"

static void test_refused(void)
{
    static const struct { const char *text, *message; } rows[] = {
        { HEAD "  %c = stablehlo.constant dense<4> : tensor<i32>\n  %ok = stablehlo.compare GE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
               "  stablehlo.custom_call @shape_assertion(%ok, %n) {error_message = \"only {0} rows\", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n"
               "  return %x : tensor<?x4xf32>\n}\n",
          "t.mlir:5:3: only 3 rows" },
        { HEAD "  %s = stablehlo.constant dense<[5, 4]> : tensor<2xi32>\n"
               "  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>\n  return %y : tensor<?x4xf32>\n}\n",
          "t.mlir:4:3: stablehlo.dynamic_broadcast_in_dim custom-call: the operand cannot be broadcast to these sizes" },
        { HEAD "  %s = stablehlo.constant dense<[-3, 4]> : tensor<2xi32>\n"
               "  %y = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>\n  return %y : tensor<?x4xf32>\n}\n",
          "t.mlir:4:3: stablehlo.dynamic_reshape custom-call: its sizes are those of no array" },
        { HEAD "  %s = stablehlo.constant dense<[5, 4]> : tensor<2xi32>\n"
               "  %y = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>\n  return %y : tensor<?x4xf32>\n}\n",
          "reshape" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(IrModule) m = read_text(rows[i].text);
        g_autoptr(GError) error = NULL;
        g_assert_false(refine(m, 3, &error));
        if (!strstr(error->message, rows[i].message))
            g_error("row %zu says %s, not %s", i, error->message, rows[i].message);
    }
}

/* What does not depend on sizes is checked while they are open. */
static void test_checked(void)
{
    static const char *const texts[] = {
        "HloModule m\nf { a = f32[?,4] parameter(0) ROOT r = f32[?,4] negate(a) }\nENTRY e { x = f32[?,4] parameter(0) ROOT y = f32[?,4] call(x, x), to_apply=f }\n",
        "HloModule m\nf { a = f32[?,4] parameter(0) ROOT r = f32[?,4] negate(a) }\nENTRY e { x = f32[?,5] parameter(0) ROOT y = f32[?,4] call(x), to_apply=f }\n",
        "HloModule m\nENTRY e { x = f32[?,4] parameter(0) t = (f32[?,4]) tuple(x) ROOT y = f32[?,4] get-tuple-element(t), index=3 }\n",
        "HloModule m\nENTRY e { x = f32[?,4] parameter(0) ROOT y = s32[] get-dimension-size(x), dimensions={7} }\n",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t.hlo", texts[i], strlen(texts[i]), &error);
        const Type *params[1] = { m ? type_array(m->types, ELEM_f32, 2, (int64_t[]){ 3, 4 }) : NULL };
        g_assert_false(m && module_verify(m, &error) && pass_refine_sizes(m, params, &error));
        g_assert_nonnull(error);
    }
}

/* Sizes that depend on values stay open, and are named. */
static void test_stays_open(void)
{
    g_autoptr(IrModule) m = read_text("func.func @main(%x: tensor<4x4xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {\n"
                                      "  %y = stablehlo.dynamic_reshape %x, %s : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>\n  return %y : tensor<?x?xf32>\n}\n");
    g_autoptr(GError) error = NULL;
    g_assert_true(refine(m, 4, &error));
    g_assert_no_error(error);
    g_assert_false(module_check_runnable(m, &error));
    g_assert_nonnull(strstr(error->message, "f32[?,?] has a dimension of unknown size"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/refine/values", test_values);
    g_test_add_func("/passes/refine/printed", test_printed);
    g_test_add_func("/passes/refine/refused", test_refused);
    g_test_add_func("/passes/refine/checked", test_checked);
    g_test_add_func("/passes/refine/stays-open", test_stays_open);
    return g_test_run();
}
