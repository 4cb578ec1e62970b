/* Quantised types and operations that make no sense are refused; what they compute is in conformance/cases/quantised.mlir. */
#include <glib.h>
#include <string.h>

#include "runtime/text/text.h"

#define MAIN(body) "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n" body "\nreturn %a : tensor<4xf32>\n}"
#define QUANT(type) MAIN("%0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant." type ">")

static void refused(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
    if (m)
        g_error("accepted: %s", text);
    g_assert_nonnull(error);
    if (!g_str_has_prefix(error->message, "t.mlir:") || !strstr(error->message, message))
        g_error("got:  %s\nwant: %s", error->message, message);
}

static void test_refused(void)
{
    refused(QUANT("any<i8:f32>"), "stablehlo.uniform_quantize: quantised types other than uniform ones");
    refused(QUANT("uniform<i8:f32:{0:1}, {{1.0}, {2.0}}>"), "quantised types with scales for blocks of elements are not supported");
    refused(QUANT("uniform<f32:f32, 1.0:0>"), "the storage of a quantised type must be an integer of at most 32 bits");
    refused(QUANT("uniform<i64:f32, 1.0:0>"), "the storage of a quantised type must be an integer of at most 32 bits");
    refused(QUANT("uniform<i8:i32, 1.0:0>"), "the expressed type of a quantised type must be a float");
    refused(QUANT("uniform<i8<-300:127>:f32, 1.0:0>"), "the bounds of a quantised type must fit its storage");
    refused(QUANT("uniform<i8:f32, -1.0:0>"), "a scale must be a positive number");
    refused(QUANT("uniform<i8:f32, 1.0:128>"), "a zero point must be one of the stored numbers");
    refused(QUANT("uniform<i8:f32:1, {1.0, 2.0}>"), "the quantised dimension 1 must be one of the tensor's 1");
    refused(QUANT("uniform<i8:f32:0, {1.0, 2.0}>"), "the quantised dimension 0 must be one of the tensor's 1, with 2 elements");
    refused(QUANT("uniform<i8:f32:0, {1.0 2.0}>"), "expected '}', found '2.0'");
    refused(MAIN("%0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4xf32>"), "stablehlo.uniform_quantize has a quantised result");
    refused(MAIN("%0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<5x!quant.uniform<i8:f32, 1.0>>"), "must have the same dimensions");
    refused(MAIN("%0 = stablehlo.uniform_dequantize %a : (tensor<4xf32>) -> tensor<4xi8>"), "stablehlo.uniform_dequantize has a quantised operand");
    refused(MAIN("%q = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>\n"
                 "%z = stablehlo.constant dense<0> : tensor<i8>\n"
                 "%s = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<i8>) -> tensor<i8>"),
            "a computation on values with a scale for each index is not supported");
}

/* A type is written in one way, whatever the program's spelling, and defaults are as the dialect has them. */
static void test_types(void)
{
    static const struct { const char *written, *text; } cases[] = {
        { "!quant.uniform<i8:f32, 1.0>", "!quant.uniform<i8:f32, 1>" },
        { "!quant.uniform< i8 <-128:127> : f32, 5.000000e-01 : 3 >", "!quant.uniform<i8:f32, 0.5:3>" },
        { "!quant.uniform<u8<1:255>:bf16, 2:7>", "!quant.uniform<u8<1:255>:bf16, 2:7>" },
        { "!quant.uniform<i4:f32:0, {1.5:-8, 2, 3, 4}>", "!quant.uniform<i4:f32:0, {1.5:-8,2,3,4}>" },
        { "!quant.uniform<i32:f64, 0.25>", "!quant.uniform<i32:f64, 0.25>" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = g_strdup_printf("!q = %s\nfunc.func @main(%%a: tensor<4x!q>) -> tensor<4x%s> { return %%a : tensor<4x!q> }", cases[i].written, cases[i].written);
        IrModule *m = stablehlo_parse("t.mlir", text, strlen(text), &error);
        g_assert_no_error(error);
        const Type *type = m->entry->ops[0]->type;
        g_assert_nonnull(type->quant);
        g_assert_cmpstr(type->quant->text, ==, cases[i].text);
        g_assert_true(type->plain->quant == NULL && type->plain->elem == type->quant->storage);
        module_free(m);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/quant/refused", test_refused);
    g_test_add_func("/text/quant/types", test_types);
    return g_test_run();
}
