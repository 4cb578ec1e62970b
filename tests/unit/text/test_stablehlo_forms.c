/* Notations of StableHLO that mean the same, what is refused and where, and what is preserved by printing. JAX's own parser (jaxlib
 * 0.10.2) was run on every text here and agrees, except for the few marked "older". */
#include "runtime/text/text.h"

#include <string.h>

static IrModule *read_text(const char *text)
{
    GError *error = NULL;
    IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
    if (!m || !module_verify(m, &error))
        g_error("%s in:\n%s", error->message, text);
    return m;
}

/* The printed text, after checking its round trip. */
static char *printed(const char *text)
{
    g_autoptr(IrModule) m = read_text(text);
    char *once = stablehlo_print(m);
    g_autoptr(IrModule) again = read_text(once);
    g_autofree char *twice = stablehlo_print(again);
    g_assert_cmpstr(once, ==, twice);
    return once;
}

static void expect_error(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
    if (m && module_verify(m, &error))
        g_error("taken, but wanted: %s\nin:\n%s", message, text);
    module_free(m);
    if (!g_str_has_prefix(error->message, message))
        g_error("got:  %s\nwant: %s\nin:\n%s", error->message, message, text);
}

/* ---- forms ------------------------------------------------------------------------------------------------- */

#define F "tensor<4xf32>"
#define I "tensor<4xi32>"
#define M "tensor<4x6xf32>"
#define ADD "{\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}"

typedef struct Pair {
    const char *args, *result, *pretty, *generic; /* operands are %a, %b, .., the result is %0 */
} Pair;

static const Pair pairs[] = {
    { "%a: " F, F, "stablehlo.negate %a : " F, "\"stablehlo.negate\"(%a) : (" F ") -> " F },
    { "%a: " F, F, "stablehlo.tanh %a {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : " F,
      "\"stablehlo.tanh\"(%a) <{result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (" F ") -> " F },
    { "%a: " F ", %b: " F, F, "stablehlo.atan2 %a, %b : " F, "\"stablehlo.atan2\"(%a, %b) {} : (" F ", " F ") -> " F },
    { "%a: " F ", %b: " F, "tensor<4xi1>", "stablehlo.compare  LT, %a, %b,  FLOAT : (" F ", " F ") -> tensor<4xi1>",
      "\"stablehlo.compare\"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (" F ", " F ") -> tensor<4xi1>" },
    { "%a: tensor<4xi1>, %b: " F, F, "stablehlo.select %a, %b, %b : tensor<4xi1>, " F, "\"stablehlo.select\"(%a, %b, %b) : (tensor<4xi1>, " F ", " F ") -> " F },
    { "%a: " F ", %b: " F, "tensor<4xcomplex<f32>>", "stablehlo.complex %a, %b : tensor<4xcomplex<f32>>",
      "\"stablehlo.complex\"(%a, %b) : (" F ", " F ") -> tensor<4xcomplex<f32>>" },
    { "%a: tensor<f32>, %b: " F, F, "stablehlo.clamp %a, %b, %a : (tensor<f32>, " F ", tensor<f32>) -> " F,
      "\"stablehlo.clamp\"(%a, %b, %a) : (tensor<f32>, " F ", tensor<f32>) -> " F },
    { "%a: " F, F, "stablehlo.reduce_precision %a, format = e5m10 : " F,
      "\"stablehlo.reduce_precision\"(%a) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (" F ") -> " F },
    { "", "tensor<2x3xi32>", "stablehlo.iota dim = 1 : tensor<2x3xi32>", "\"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>" },
    { "%a: " F, "tensor<2x4xf32>", "stablehlo.broadcast_in_dim %a, dims = [1] : (" F ") -> tensor<2x4xf32>",
      "\"stablehlo.broadcast_in_dim\"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (" F ") -> tensor<2x4xf32>" /* the older form */ },
    { "%a: " M, "tensor<6x4xf32>", "stablehlo.transpose %a, dims = [1, 0] : (" M ") -> tensor<6x4xf32>",
      "\"stablehlo.transpose\"(%a) <{permutation = array<i64: 1, 0>}> : (" M ") -> tensor<6x4xf32>" },
    { "%a: " M, "tensor<2x4xf32>", "stablehlo.slice %a [0:4:2, 1:5] : (" M ") -> tensor<2x4xf32>",
      "\"stablehlo.slice\"(%a) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 4, 5>, strides = array<i64: 2, 1>}> : (" M ") -> tensor<2x4xf32>" },
    { "%a: " M ", %b: tensor<f32>", "tensor<3x14xf32>", "stablehlo.pad %a, %b, low = [0, 1], high = [-1, 2], interior = [0, 1] : (" M ", tensor<f32>) -> tensor<3x14xf32>",
      "\"stablehlo.pad\"(%a, %b) <{edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: -1, 2>, interior_padding = array<i64: 0, 1>}> : (" M ", tensor<f32>) -> tensor<3x14xf32>" },
    { "%a: " M ", %b: tensor<i32>", "tensor<1x4xf32>", "stablehlo.dynamic_slice %a, %b, %b, sizes = [1, 4] : (" M ", tensor<i32>, tensor<i32>) -> tensor<1x4xf32>",
      "\"stablehlo.dynamic_slice\"(%a, %b, %b) <{slice_sizes = array<i64: 1, 4>}> : (" M ", tensor<i32>, tensor<i32>) -> tensor<1x4xf32>" },
    { "%a: " M, "tensor<4x12xf32>", "stablehlo.concatenate %a, %a, dim = 1 : (" M ", " M ") -> tensor<4x12xf32>",
      "\"stablehlo.concatenate\"(%a, %a) <{dimension = 1 : i64}> : (" M ", " M ") -> tensor<4x12xf32>" },
    { "%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>", "tensor<2x3x5xf32>",
      "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>",
      "\"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<rhs_contracting_dimensions = [1], lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
      "lhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>" },
    { "%a: " M, "tensor<6x4xf32>", "stablehlo.unary_einsum %a, config = \"ab->ba\" : (" M ") -> tensor<6x4xf32>",
      "\"stablehlo.unary_einsum\"(%a) <{einsum_config = \"ab->ba\"}> : (" M ") -> tensor<6x4xf32>" },
    { "%a: " M ", %b: tensor<f32>", F, "stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (" M ", tensor<f32>) -> " F,
      "\"stablehlo.reduce\"(%a, %b) <{dimensions = array<i64: 1>}> (" ADD ") : (" M ", tensor<f32>) -> " F },
    { "%a: tensor<4x16xf32>", "tensor<4x9xcomplex<f32>>", "stablehlo.fft %a, type =  RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>",
      "\"stablehlo.fft\"(%a) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 16>}> : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>" },
    { "%a: tensor<4x4xf32>", "tensor<4x4xf32>", "stablehlo.cholesky %a, lower = true : tensor<4x4xf32>",
      "\"stablehlo.cholesky\"(%a) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>" },
    { "%a: " F, F, "chlo.erf_inv %a : " F " -> " F, "\"chlo.erf_inv\"(%a) : (" F ") -> " F },
    { "%a: " F ", %b: tensor<2x4xf32>", "tensor<2x4xf32>", "chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (" F ", tensor<2x4xf32>) -> tensor<2x4xf32>",
      "\"chlo.broadcast_add\"(%a, %b) : (" F ", tensor<2x4xf32>) -> tensor<2x4xf32>" },
    { "%a: " F, F, "stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {k = 1 : i32}} : (" F ") -> " F,
      "\"stablehlo.custom_call\"(%a) <{call_target_name = \"foo\", api_version = 4 : i32, backend_config = {k = 1 : i32}, called_computations = [], has_side_effect = false}> : (" F ") -> " F },
    { "%a: " F, F, "stablehlo.custom_call @foo(%a) {backend_config = \"\", mhlo.backend_config = {k = 1 : i32}} : (" F ") -> " F,
      "\"stablehlo.custom_call\"(%a) <{call_target_name = \"foo\", api_version = 4 : i32, backend_config = {k = 1 : i32}}> : (" F ") -> " F },
};

static void test_pairs(void)
{
    for (int i = 0; i < (int)G_N_ELEMENTS(pairs); i++) {
        const Pair *p = &pairs[i];
        const char *const forms[] = { p->pretty, p->generic };
        g_autofree char *first = NULL;
        for (int k = 0; k < 2; k++) {
            g_autofree char *text = g_strdup_printf("func.func @main(%s) -> (%s) {\n%%0 = %s\nreturn %%0 : %s\n}\n", p->args, p->result,
                                                    forms[k], p->result);
            g_autofree char *now = printed(text);
            if (k)
                g_assert_cmpstr(first, ==, now);
            else
                first = g_steal_pointer(&now);
        }
    }
}

/* The function in both forms. */
static void test_functions(void)
{
    g_autofree char *pretty = printed("func.func private @f(%x: " F ") -> " F " {\nreturn %x : " F "\n}\nfunc.func @main(%a: " F " {jax.x = 1 : i32}) -> (" F " {jax.y}) {\n"
                                      "%0 = call @f(%a) : (" F ") -> " F "\nreturn %0 : " F "\n}\n");
    g_autofree char *generic = printed(
        "\"builtin.module\"() ({\n\"func.func\"() <{function_type = (" F ") -> " F ", sym_name = \"f\", sym_visibility = \"private\"}> ({\n^bb0(%x: " F "):\n"
        "\"func.return\"(%x) : (" F ") -> ()\n}) : () -> ()\n\"func.func\"() <{arg_attrs = [{jax.x = 1 : i32}], function_type = (" F ") -> " F ", res_attrs = [{jax.y}], sym_name = \"main\"}> ({\n"
        "^bb0(%a: " F "):\n%0 = \"func.call\"(%a) <{callee = @f}> : (" F ") -> " F "\n\"func.return\"(%0) : (" F ") -> ()\n}) : () -> ()\n}) : () -> ()\n");
    g_assert_cmpstr(pretty, ==, generic);
}

/* ---- refusals ---------------------------------------------------------------------------------------------- */

#define MAIN(args, body) "func.func @main(" args ") {\n" body "\nreturn\n}\n"
#define CONST(literal) MAIN("", "%0 = stablehlo.constant " literal)

static void test_literals(void)
{
    expect_error(CONST("dense<1> : tensor<2xf32>"), "t.mlir:2:31: 1 is an integer, f32 needs a decimal point");
    expect_error(CONST("dense<1e5> : tensor<f32>"), "t.mlir:2:31: 1 is an integer");
    expect_error(CONST("dense<+1.0> : tensor<f32>"), "t.mlir:2:31: expected a number, found '+'");
    expect_error(CONST("dense<1.0> : tensor<i32>"), "t.mlir:2:31: a float in a literal of i32");
    expect_error(CONST("dense<true> : tensor<i32>"), "t.mlir:2:31: true and false are for i1, the literal is of i32");
    expect_error(CONST("dense<-1> : tensor<ui8>"), "t.mlir:2:31: a negative number in a literal of ui8");
    expect_error(CONST("dense<256> : tensor<i8>"), "t.mlir:2:31: 256 does not fit i8");
    expect_error(CONST("dense<0x1FF> : tensor<i8>"), "t.mlir:2:31: 0x1FF does not fit i8");
    expect_error(CONST("dense<0x7F> : tensor<f4E2M1FN>"), "t.mlir:2:31: the bit pattern is wider than f4E2M1FN");
    expect_error(CONST("dense<[1.0]> : tensor<2xf32>"), "t.mlir:2:31: the list has 1 entries, dimension 0 of the type has 2");
    expect_error(CONST("dense<\"0x0000803F00\"> : tensor<2xf32>"), "t.mlir:2:32: the blob has 5 bytes, the type needs 8");
    expect_error(CONST("dense<\"0x0000803G\"> : tensor<f32>"), "t.mlir:2:32: the blob has a character that is no hexadecimal digit");
    expect_error(CONST("dense<\"00\" \"00\"> : tensor<f32>"), "t.mlir:2:");
    static const char *const fine[] = { "dense<0x7FC00000> : tensor<f32>", "dense<[-1, 255]> : tensor<2xi8>", "dense<\"0x01000000\"> : tensor<3xi32>",
                                        "dense<(1.0,0x7F800000)> : tensor<3xcomplex<f32>>", "dense<> : tensor<0x3xf32>", "dense<-8> : tensor<3xi4>",
                                        "dense<2> : tensor<1000000x1000000xi8>", "dense<[0.5, -6.0]> : tensor<2xf4E2M1FN>", "dense<1.e5> : tensor<f32>" };
    for (int i = 0; i < (int)G_N_ELEMENTS(fine); i++) {
        g_autofree char *text = g_strdup_printf(MAIN("", "%%0 = stablehlo.constant %s"), fine[i]);
        g_free(printed(text));
    }
}

#define SCALARS "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
#define ADDS SCALARS "%s = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n"
#define LESS SCALARS "%s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n"
#define SELECTS(select, scatter)                                                                                                                            \
    MAIN("%a: " F ", %b: tensor<2xf32>, %c: tensor<f32>", "%0 = \"stablehlo.select_and_scatter\"(%a, %b, %c) ({\n" select "}, {\n" scatter                   \
         "}) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (" F ", tensor<2xf32>, tensor<f32>) -> " F)
#define ALGORITHM                                                                                                                                           \
    "algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "         \
    "num_primitive_operations = 3, allow_imprecise_accumulation = false>"

/* Constraints between parts of an op. */
static void test_constraints(void)
{
    g_free(printed(SELECTS(LESS, ADDS)));
    expect_error(SELECTS(ADDS, ADDS), "t.mlir:2:1: select-and-scatter: select_and_scatter_region_0 returns f32[] for 1 scalar of pred");
    expect_error(SELECTS(LESS, LESS), "t.mlir:2:1: select-and-scatter: select_and_scatter_region_1 returns pred[] for 1 scalar of f32");
    expect_error(MAIN("%a: " F ", %i: tensor<2x1xi32>, %u: tensor<2xf32>",
                      "%0 = \"stablehlo.scatter\"(%a, %i, %u) ({\n" LESS "}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
                      "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (" F ", tensor<2x1xi32>, tensor<2xf32>) -> " F),
                 "t.mlir:2:1: scatter: scatter_region_0 returns pred[] for 1 scalar of f32");
    expect_error(MAIN("%a: " M ", %b: " M, "%0 = \"stablehlo.map\"(%a, %b) ({\n" ADDS "}) {dimensions = array<i64: 0>} : (" M ", " M ") -> " M),
                 "t.mlir:2:1: dimensions of stablehlo.map must be all of the operands': 1 are given of 2");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [DEFAULT, HIGH], " ALGORITHM " : (" F ", " F ") -> tensor<f32>"),
                 "t.mlir:2:1: stablehlo.dot_general has an algorithm, which decides the precision");
    expect_error(MAIN("%a: tensor<1x1x1x2xcomplex<f32>>", "%0 = stablehlo.fft %a, type = FFT, length = [1, 1, 1, 2] : (tensor<1x1x1x2xcomplex<f32>>) -> tensor<1x1x1x2xcomplex<f32>>"),
                 "t.mlir:2:1: fft: 4 lengths for c64[1,1,1,2]");
    expect_error(MAIN("%a: tensor<3xf32>", "%s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>\n%0 = \"stablehlo.dynamic_broadcast_in_dim\"(%a, %s) {broadcast_dimensions = array<i64: 1>, "
                      "known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>"),
                 "t.mlir:3:1: dimension 0 of stablehlo.dynamic_broadcast_in_dim's operand is said to expand and not to");
    expect_error(MAIN("%a: tensor<3xf32>", "%s = stablehlo.constant dense<[4, 3]> : tensor<2xi32>\n%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>"),
                 "t.mlir:3:1: the shape operand of stablehlo.dynamic_broadcast_in_dim is not that of its result");
    expect_error(MAIN("%a: tensor<2x3x1xf32>, %b: tensor<1x1x1xbf16>", "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
                      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x1xf32>, tensor<1x1x1xbf16>) -> tensor<2x3x1xf32>"),
                 "t.mlir:2:1: the operands of stablehlo.convolution are of f32 and bf16");
    expect_error(MAIN("%a: " F, "%0 = chlo.broadcast_add %a, %a : (" F ", " F ") -> tensor<2x4xf32>"),
                 "t.mlir:2:1: dimension 0 of the result of chlo.broadcast_add is larger than that of each operand");
    expect_error(MAIN("%a: tensor<4xf32, #stablehlo.bounds<4>>", "%0 = stablehlo.negate %a : tensor<4xf32, #stablehlo.bounds<4>>"), "t.mlir:1:34: dimension 0 has a size");
    expect_error(MAIN("%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>", "%0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf64>"),
                 "t.mlir:2:1: stablehlo.uniform_dequantize gives f64: the values stand for f32");
    expect_error(MAIN("", "%0 = \"stablehlo.iota\"() {iota_dimension = 0 : i32} : () -> " F), "t.mlir:2:1: iota_dimension of stablehlo.iota is of another type: 0 : i32");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.custom_call @f(%a) {api_version = 1 : i64} : (" F ") -> " F), "t.mlir:2:1: api_version of stablehlo.custom_call is of another type");
    g_free(printed(MAIN("%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>", "%p = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi32>\n%0 = \"stablehlo.dynamic_conv\"(%a, %b, %p) "
                        "{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, "
                        "window_strides = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xi32>) -> tensor<1x4x4x1xf32>")));
    expect_error("func.func @f(%a: " F ") -> " F " {\nreturn %a : " F "\n}\nfunc.func @main(%a: " F ") -> " F " {\n%0 = stablehlo.composite \"a.\" %a {decomposition = @f} : (" F ") -> " F
                 "\nreturn %0 : " F "\n}\n", "t.mlir:5:1: the name of stablehlo.composite must be that of an op, \"dialect.op\": \"a.\"");
}

static void test_refused(void)
{
    expect_error(MAIN("%a: " F, "%0 = stablehlo.add %a %a : " F), "t.mlir:2:23: expected ',', found '%a'");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.add %a,, %a : " F), "t.mlir:2:23: expected an operand or attribute, found ','");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.add %a, %a, : " F), "t.mlir:2:28: expected an operand or attribute, found ':'");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.abs abs %a : " F), "t.mlir:2:20: unexpected 'abs' in stablehlo.abs");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.add %a, %a : " I), "t.mlir:2:20: operand 0 of stablehlo.add is tensor<4xf32>, but its type is given as tensor<4xi32>");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.add %a, %a {x = 1, x = 2} : " F), "t.mlir:2:35: the attribute 'x' is given twice");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.abs\"(%a) <{foo}> : (" F ") -> " F), "t.mlir:2:28: stablehlo.abs has no attribute 'foo'");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.tanh %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<BEST>>} : " F),
                 "t.mlir:2:1: the mode of result_accuracy of stablehlo.tanh must be DEFAULT, HIGHEST or TOLERANCE");
    expect_error(MAIN("%a: " M ", %b: tensor<f32>", "%0 = stablehlo.reduce(%a init: %b) applies stablehlo.subtract across dimensions = [1] : (" M ", tensor<f32>) -> " F),
                 "t.mlir:2:44: expected a binary operation that commutes behind 'applies', found 'stablehlo.subtract'");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.dot_general %a, %a : (" F ", " F ") -> tensor<f32>"), "t.mlir:2:1: stablehlo.dot_general needs contracting_dims");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [BEST, HIGH] : (" F ", " F ") -> tensor<f32>"),
                 "t.mlir:2:1: the precision of stablehlo.dot_general must be DEFAULT, HIGH or HIGHEST, found 'BEST'");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.broadcast %a, sizes = [3] : (" F ") -> tensor<2x4xf32>"), "t.mlir:2:1: the result of stablehlo.broadcast");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.custom_call @f(%a) {backend_config = {a = 1}} : (" F ") -> " F),
                 "t.mlir:2:1: backend_config of stablehlo.custom_call must be a string where api_version is 1");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (" F ") -> " F),
                 "t.mlir:2:1: layout 0 in operand_layouts of stablehlo.custom_call must be a permutation of 0 to 0");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (" F ") -> tensor<8xf32>"),
                 "t.mlir:2:1: replica_groups of stablehlo.all_gather lists 2 devices, but names device 2");
    g_free(printed(MAIN("%a: " F, "%0 = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (" F ") -> " F)));
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.all_reduce\"(%a) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\nstablehlo.return %x : tensor<f32>\n}) : (" F ") -> " F),
                 "t.mlir:2:1: stablehlo.all_reduce needs the attribute replica_groups");
    expect_error(MAIN("%a: tensor<4xui8>", "%0 = stablehlo.abs %a : tensor<4xui8>"), "t.mlir:2:1: the operand of stablehlo.abs must have a sign, it is of ui8");
    expect_error(MAIN("%a: tensor<4xi1>", "%0 = stablehlo.subtract %a, %a : tensor<4xi1>"), "t.mlir:2:1: stablehlo.subtract is not defined for i1");
    expect_error(MAIN("%a: " F ", %b: tensor<f32>", "%0 = stablehlo.pad %a, %b, low = [0], high = [0] : (" F ", tensor<f32>) -> " F), "t.mlir:2:1: stablehlo.pad needs the attribute interior_padding");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.map\"(%a) <{dimensions = array<i64: 1>}> ({\n^bb0(%x: tensor<f32>):\nstablehlo.return %x : tensor<f32>\n}) : (" F ") -> " F),
                 "t.mlir:2:1: dimensions of stablehlo.map must be 0, 1, .. in order");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.map\"(%a) <{dimensions = array<i64: 0>}> ({\n^bb0(%a: tensor<f32>):\nstablehlo.return %a : tensor<f32>\n}) : (" F ") -> " F),
                 "t.mlir:3:6: %a is defined twice");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xindex>]} : (" F ") -> " F),
                 "t.mlir:2:1: stablehlo.custom_call needs layouts of both its operands and its results, or of neither");
    expect_error(MAIN("%a: " F, "%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, "
                      "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false> : (" F ", " F ") -> tensor<f32>"),
                 "t.mlir:2:1: no hardware is known to have the algorithm of stablehlo.dot_general, dot_tf32_tf32_f32_x2");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0], [0]]> : tensor<2x1xi64>} : (" F ") -> " F),
                 "t.mlir:2:1: replica_groups of stablehlo.collective_broadcast names device 0 twice");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (" F ") -> " F),
                 "t.mlir:2:1: replica_groups of stablehlo.collective_broadcast names device -1");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.batch_norm_inference\"(%a, %a, %a, %a, %a) {epsilon = 1.0e-3 : f64, feature_index = 0 : i64} : (" F ", " F ", " F ", " F ", " F ") -> " F),
                 "t.mlir:2:1: epsilon of stablehlo.batch_norm_inference must be an f32, not 1.0e-3 : f64");
    expect_error(MAIN("%a: " F ", %t: !stablehlo.token",
                      "%0 = \"stablehlo.send\"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true} : (" F ", !stablehlo.token) -> !stablehlo.token"),
                 "t.mlir:2:1: the channel of stablehlo.send must be of type DEVICE_TO_HOST (2) where is_host_transfer is true, its type is 1");
    expect_error("\"builtin.module\"() ({\n\"func.func\"() <{function_type = (" F ") -> " I ", sym_name = \"main\"}> ({\n^bb0(%x: " F "):\n\"func.return\"(%x) : (" F ") -> ()\n}) : () -> ()\n}) : () -> ()\n",
                 "t.mlir:2:88: result 0 of @main is tensor<4xf32>, its type says tensor<4xi32>");
    expect_error("func.func @main() {\nreturn return\n}\n", "t.mlir:2:8: unexpected 'return' in func.return");
    /* A function that is never called is checked too. */
    expect_error("func.func @main() {\nreturn\n}\nfunc.func private @g(%a: " F ") -> tensor<5xf32> {\n%0 = stablehlo.reshape %a : (" F ") -> tensor<5xf32>\nreturn %0 : tensor<5xf32>\n}\n", "t.mlir:5:");
}

/* ---- what printing keeps ----------------------------------------------------------------------------------- */

static void expect_kept(const char *text, const char *piece)
{
    g_autofree char *out = printed(text);
    if (!strstr(out, piece))
        g_error("lost: %s\nin:\n%s", piece, out);
}

static void test_kept(void)
{
    expect_kept("func.func @main(%a: " F ") -> " F " {\n%0 = stablehlo.composite \"my.op\" %a {composite_attributes = {k = 3 : i64}, decomposition = @f, version = 2 : i32} : (" F ") -> " F
                "\nreturn %0 : " F "\n}\nfunc.func private @f(%x: " F ") -> " F " {\nreturn %x : " F "\n}\n",
                "stablehlo.composite \"my.op\" %arg0 {composite_attributes = {k = 3 : i64}, decomposition = @f, version = 2 : i32}");
    expect_kept(MAIN("%a: " F, "%0 = stablehlo.add %a, %a {foo.bar = 1 : i32, plain, some = \"text\"} : " F), "{foo.bar = 1 : i32, plain = unit, some = \"text\"}");
    expect_kept("module @m attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 2 : i32} {\nfunc.func public @main() attributes {a.b = 1 : i64} {\nreturn\n}\nfunc.func @other() {\nreturn\n}\n}\n",
                "mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32, jax.uses_shape_polymorphism = true} {\n  func.func public @main() attributes {a.b = 1 : i64} {");
    expect_kept("func.func public @main() {\nreturn\n}\nfunc.func @other() {\nreturn\n}\n", "func.func public @other()");
    expect_kept("func.func @start() {\nreturn\n}\n", "func.func public @start()");
    expect_kept(MAIN("%a: " F ", %t: !stablehlo.token", "%0:2 = stablehlo.optimization_barrier %a, %t : " F ", !stablehlo.token"), "stablehlo.optimization_barrier %arg0, %arg1 : " F ", !stablehlo.token");
    expect_kept(MAIN("", "stablehlo.optimization_barrier()"), "\"stablehlo.optimization_barrier\"() : () -> ()");
    /* Narrow integers in hexadecimal data are unsigned bytes. */
    g_autoptr(GString) s = g_string_new("func.func @main() -> tensor<128xi4> {\n%0 = stablehlo.constant dense<\"0x");
    for (int i = 0; i < 128; i++)
        g_string_append(s, i ? "0F" : "01");
    g_string_append(s, "\"> : tensor<128xi4>\nreturn %0 : tensor<128xi4>\n}\n");
    expect_kept(s->str, "dense<\"0x010F0F");
}

static void test_locations(void)
{
    static const char *const same[] = {
        "loc(\"a.py\":1:2)", "loc(\"a.py\":1:2 to :9)", "loc(\"a.py\":1:2 to 3:4)", "loc(\"name\")", "loc(\"name\"(\"a.py\":1:2))",
        "loc(callsite(\"a.py\":1:2 at \"b.py\":3:4))", "loc(\"n\"(callsite(\"f\"(\"a.py\":1:2) at \"g\"(\"b.py\":3:4 to :5))))",
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(same); i++) {
        g_autofree char *text = g_strdup_printf(MAIN("%%a: " F, "%%0 = stablehlo.abs %%a : " F " %s"), same[i]);
        g_autofree char *want = g_strdup_printf("#loc1 = %s\n", same[i]);
        expect_kept(text, want);
    }
    static const char *const others[][2] = {
        { "loc(unknown)", "stablehlo.abs %arg0 : " F "\n" },
        { "loc(fused[\"a.py\":1:2, \"b.py\":3:4])", "#loc1 = loc(\"a.py\":1:2)\n" },
        { "loc(fused<{k = 1}>[\"x\", \"a.py\":1:2])", "#loc1 = loc(\"x\"(\"a.py\":1:2))\n" },
        { "loc(\"add:\"(\"jit(f)/add\"(\"a.py\":1:2)))", "#loc1 = loc(\"jit(f)/add\"(\"a.py\":1:2))\n" },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(others); i++) {
        g_autofree char *text = g_strdup_printf(MAIN("%%a: " F, "%%0 = stablehlo.abs %%a : " F " %s"), others[i][0]);
        expect_kept(text, others[i][1]);
    }
    /* A reduction with equal locations prints in the short form, however the locations are written. */
    expect_kept("func.func @main(%a: " M ", %b: tensor<f32>) -> " F " {\n%0 = \"stablehlo.reduce\"(%a, %b) <{dimensions = array<i64: 1>}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
                "%s = stablehlo.add %x, %y : tensor<f32> loc(\"n\"(\"a.py\":1:2))\nstablehlo.return %s : tensor<f32>\n}) : (" M ", tensor<f32>) -> " F " loc(\"n\"(\"a.py\":1:2))\nreturn %0 : " F "\n}\n",
                "applies stablehlo.add across dimensions = [1]");
}

/* An asynchronous start with its body, and its done. */
#define START(takes, body, gives) "%f = \"stablehlo.async_start\"(%a) ({\n^bb0(%x: " takes "):\n" body "\n}) : (" F ") -> !stablehlo.future<" gives ">\n"
#define PERMUTE "%r = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (" F ") -> " F "\nstablehlo.return %r : " F
#define DONE(takes, gives) "%d = \"stablehlo.async_done\"(%f) : (!stablehlo.future<" takes ">) -> " gives

static void test_async(void)
{
    expect_kept(MAIN("%a: " F, START(F, PERMUTE, F) DONE(F, F)), "    }) : (" F ") -> !stablehlo.future<" F ">\n    %1 = \"stablehlo.async_done\"(%0) : (!stablehlo.future<" F ">) -> " F);
    expect_kept(MAIN("%a: " F, START(F, "%r = stablehlo.slice %x [0:2] : (" F ") -> tensor<2xf32>\nstablehlo.return %r : tensor<2xf32>", "tensor<2xf32>")),
                "stablehlo.slice %arg1 [0:2]");
    expect_error(MAIN("%a: " F, START(F, "%r = stablehlo.abs %x : " F "\nstablehlo.return %r : " F, F)),
                 "t.mlir:2:1: the region of stablehlo.async_start must hold a collective or a slice, not abs");
    expect_error(MAIN("%a: " F, START(F, "%p = stablehlo.abs %x : " F "\n" PERMUTE, F)), "t.mlir:2:1: the region of stablehlo.async_start must hold one operation and a return");
    expect_error(MAIN("%a: " F, START("tensor<5xf32>", "stablehlo.return %x : tensor<5xf32>", "tensor<5xf32>")),
                 "t.mlir:2:1: operand 0 of stablehlo.async_start is tensor<4xf32>, its region takes tensor<5xf32>");
    expect_error(MAIN("%a: " F, START(F, PERMUTE, "tensor<5xf32>")), "t.mlir:2:1: stablehlo.async_start starts an operation that gives tensor<4xf32>, its own type says otherwise");
    expect_error(MAIN("%a: " F, START(F, "%r = stablehlo.slice %a [0:2] : (" F ") -> tensor<2xf32>\nstablehlo.return %r : tensor<2xf32>", "tensor<2xf32>")),
                 "t.mlir:4:22: %a is outside of this body");
    expect_error(MAIN("%a: " F, START(F, PERMUTE, F) DONE(F, "tensor<5xf32>")), "t.mlir:7:1: stablehlo.async_done gives tensor<4xf32>, its type says tensor<5xf32>");
    expect_error(MAIN("%a: " F, "%d = \"stablehlo.async_done\"(%a) : (" F ") -> " F), "t.mlir:2:1: the operand of stablehlo.async_done must be what stablehlo.async_start gives");
    expect_error(MAIN("%a: !stablehlo.future<" F ">", ""), "t.mlir:1:21: a signature: futures are not supported here");
    expect_error("func.func @main(%a: " F ") -> tuple<" F "> {\n" START(F, PERMUTE, F) "return %f : tuple<" F ">\n}\n", "t.mlir:7:8: func.return: futures are not supported here");
}

/* Ops that only MHLO has; its other ops are read as StableHLO or CHLO. */
static void test_mhlo(void)
{
    g_autoptr(IrModule) m = read_text(
        "func.func @main(%a: " F ", %t: !mhlo.token, %r: tensor<4xui32>) {\n%0 = mhlo.copy %a : " F "\n"
        "%1 = \"mhlo.add_dependency\"(%a, %t) : (" F ", !mhlo.token) -> " F "\n%2 = mhlo.bitcast %a : (" F ") -> tensor<2x2xf32>\n"
        "%3 = \"mhlo.stochastic_convert\"(%a, %r) : (" F ", tensor<4xui32>) -> tensor<4xi8>\n"
        "%4 = \"mhlo.xla.rng_get_and_update_state\"() {delta = 3 : i64} : () -> tensor<2xui64>\n\"mhlo.trace\"(%a) {tag = \"x\"} : (" F ") -> ()\n"
        "%5 = \"mhlo.fusion\"(%a) ({\n^bb0(%x: " F "):\n%y = mhlo.add %x, %x : " F "\nmhlo.return %y : " F
        "\n}) {fusion_kind = #mhlo<fusion_kind kInput>} : (" F ") -> " F "\n%6 = mhlo.acos %a : " F "\nreturn\n}\n");
    g_autofree char *out = module_print(m, SPELL_HLO_SHORT);
    static const char *const lines[] = { " copy(a)", " add-dependency(a, t)", " bitcast(a)", "s8[4] stochastic-convert(a, r)",
                                         "rng-get-and-update-state(), delta=3", "fusion(a), kind=kInput, calls=fusion_region_0", " acos(a)" };
    for (int i = 0; i < (int)G_N_ELEMENTS(lines); i++)
        if (!strstr(out, lines[i]))
            g_error("no %s in\n%s", lines[i], out);
    expect_error(MAIN("%a: " F, "%0 = \"mhlo.minimum_broadcast_shapes\"(%a) : (" F ") -> " F), "t.mlir:2:1: mhlo.minimum_broadcast_shapes: dynamic shapes are not supported");
    expect_error(MAIN("%a: " F, "%0 = \"stablehlo.collective_broadcast\"(%a, %a) {has_dynamic_root, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (" F ", " F ") -> " F),
                 "t.mlir:2:1: stablehlo.collective_broadcast: a root known at run time only is not supported");
}

/* Groups written as axes of a mesh, declared in the module or inline, with whole axes or sub-axes and devices in any order. */
static void test_mesh_axes(void)
{
    static const char *const cases[][2] = {
        { "mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\">]", "dense<[[0, 4], [1, 5], [2, 6], [3, 7]]>" },
        { "mesh = @m, axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>]", "dense<[[0, 2], [1, 3], [4, 6], [5, 7]]>" },
        { "mesh = @m, axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = (2)2>]", "dense<[[0, 1], [2, 3], [4, 5], [6, 7]]>" },
        { "mesh = @turned, axes = [#stablehlo.axis_ref<name = \"x\">]", "dense<[[7, 3], [6, 2], [5, 1], [4, 0]]>" },
        { "mesh = #stablehlo.mesh<axes=[<name=\"x\", size=4>, <name=\"y\", size=2>]>, axes = [#stablehlo.axis_ref<name = \"y\">]", "dense<[[0, 1], [2, 3], [4, 5], [6, 7]]>" },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(
            "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\nsdy.mesh @turned = <[\"x\"=2, \"y\"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>\n" MAIN(
                "%%a: " F, "%%0 = \"stablehlo.all_gather\"(%%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<%s>}> : (" F ") -> tensor<8xf32>"),
            cases[i][0]);
        expect_kept(text, cases[i][1]);
    }
}

/* Aliases whose size doubles at every step. */
static void test_alias_bomb(void)
{
    g_autoptr(GString) s = g_string_new("#a0 = 1\n");
    for (int i = 1; i < 60; i++)
        g_string_append_printf(s, "#a%d = [#a%d, #a%d]\n", i, i - 1, i - 1);
    g_string_append(s, "func.func @main() attributes {x.y = #a59} {\nreturn\n}\n");
    expect_error(s->str, "t.mlir:3:7: an attribute is longer than 1048576 bytes with its aliases written out");
}

/* ---- size -------------------------------------------------------------------------------------------------- */

/* The memory that a program takes, which must grow linearly with the text. */
static void test_size(void)
{
    double per_byte[2];
    for (int k = 0; k < 2; k++) {
        g_autoptr(GString) s = g_string_new("func.func @main(%a: " M ") -> " M " {\n%0 = stablehlo.abs %a : " M "\n");
        int n = k ? 40000 : 4000;
        for (int i = 1; i <= n; i++)
            g_string_append_printf(s, "%%%d = stablehlo.add %%%d, %%a {a.b} : " M " loc(\"f/x\"(\"a.py\":%d:3))\n", i, i - 1, i % 50 + 1);
        g_string_append_printf(s, "return %%%d : " M "\n}\n", n);
        g_autoptr(IrModule) m = read_text(s->str);
        per_byte[k] = (double)arena_used(m->arena) / (double)s->len;
    }
    g_assert_cmpfloat(per_byte[1], <, 8);
    g_assert_cmpfloat(per_byte[1], <, per_byte[0] * 1.5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/stablehlo-forms/pairs", test_pairs);
    g_test_add_func("/text/stablehlo-forms/functions", test_functions);
    g_test_add_func("/text/stablehlo-forms/literals", test_literals);
    g_test_add_func("/text/stablehlo-forms/refused", test_refused);
    g_test_add_func("/text/stablehlo-forms/constraints", test_constraints);
    g_test_add_func("/text/stablehlo-forms/kept", test_kept);
    g_test_add_func("/text/stablehlo-forms/locations", test_locations);
    g_test_add_func("/text/stablehlo-forms/async", test_async);
    g_test_add_func("/text/stablehlo-forms/mhlo", test_mhlo);
    g_test_add_func("/text/stablehlo-forms/mesh-axes", test_mesh_axes);
    g_test_add_func("/text/stablehlo-forms/alias-bomb", test_alias_bomb);
    g_test_add_func("/text/stablehlo-forms/size", test_size);
    return g_test_run();
}
