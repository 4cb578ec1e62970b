/* Plans for accelerators, compared by their simulated steps: none is slower than another that was at hand, nor than the one taken for worse hardware. */
#include <string.h>

#include "runtime/passes/predicted.h"
#include "runtime/sim/rivals.h"
#include "runtime/text/text.h"

#define MESH "sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
#define LAID(dims) " {sdy.sharding = #sdy.sharding<@mesh, [" dims "]>}"
#define DOT(to, a, b, ca, cb, ta, tb, tr) to " = stablehlo.dot_general " a ", " b ", contracting_dims = [" #ca "] x [" #cb "] : (tensor<" ta ">, tensor<" tb ">) -> tensor<" tr ">\n"
#define ADD "applies stablehlo.add across dimensions = "

static const struct {
    const char *name, *text;
} programs[] = {
    { "training of two layers", "module @m { " MESH "func.func @main(%w: tensor<512x2048xf32>" LAID("{\"a\"}, {\"b\"}") ", %v: tensor<2048x512xf32>" LAID("{\"b\"}, {\"a\"}")
      ", %x: tensor<1024x512xf32>" LAID("{\"a\", \"b\"}, {}") ", %t: tensor<1024x512xf32>" LAID("{\"a\", \"b\"}, {}") ") -> (tensor<512x2048xf32>" LAID("{\"a\"}, {\"b\"}")
      ", tensor<2048x512xf32>" LAID("{\"b\"}, {\"a\"}") ", tensor<f32>) {\n"
      DOT("%0", "%x", "%w", 1, 0, "1024x512xf32", "512x2048xf32", "1024x2048xf32") "%h = stablehlo.tanh %0 : tensor<1024x2048xf32>\n"
      DOT("%y", "%h", "%v", 1, 0, "1024x2048xf32", "2048x512xf32", "1024x512xf32") "%e = stablehlo.subtract %y, %t : tensor<1024x512xf32>\n"
      DOT("%dv", "%h", "%e", 0, 0, "1024x2048xf32", "1024x512xf32", "2048x512xf32") DOT("%1", "%e", "%v", 1, 1, "1024x512xf32", "2048x512xf32", "1024x2048xf32")
      "%2 = stablehlo.multiply %1, %h : tensor<1024x2048xf32>\n" DOT("%dw", "%x", "%2", 0, 0, "1024x512xf32", "1024x2048xf32", "512x2048xf32")
      "%nw = stablehlo.subtract %w, %dw : tensor<512x2048xf32>\n%nv = stablehlo.subtract %v, %dv : tensor<2048x512xf32>\n%q = stablehlo.multiply %e, %e : tensor<1024x512xf32>\n"
      "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%l = stablehlo.reduce(%q init: %z) " ADD "[0, 1] : (tensor<1024x512xf32>, tensor<f32>) -> tensor<f32>\n"
      "return %nw, %nv, %l : tensor<512x2048xf32>, tensor<2048x512xf32>, tensor<f32> } }\n" },
    { "a product", "module @m { " MESH "func.func @main(%x: tensor<1024x4096xf32>" LAID("{\"b\"}, {\"a\"}") ", %w: tensor<4096x1024xf32>" LAID("{\"b\"}, {\"a\"}") ") -> tensor<1024x1024xf32> {\n"
      DOT("%y", "%x", "%w", 1, 0, "1024x4096xf32", "4096x1024xf32", "1024x1024xf32") "return %y : tensor<1024x1024xf32> } }\n" },
    { "layouts that change", "module @m { " MESH "func.func @main(%x: tensor<2048x2048xf32>" LAID("{\"a\"}, {\"b\"}") ") -> (tensor<2048x2048xf32>" LAID("{\"b\"}, {\"a\"}") ", tensor<2048xf32>" LAID("{}") ") {\n"
      "%0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>\n%1 = stablehlo.add %x, %0 : tensor<2048x2048xf32>\n"
      "%2 = sdy.sharding_constraint %1 <@mesh, [{\"a\", \"b\"}, {}]> : tensor<2048x2048xf32>\n%3 = stablehlo.tanh %2 : tensor<2048x2048xf32>\n%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "%4 = sdy.sharding_constraint %3 <@mesh, [{}, {\"b\", \"a\"}]> : tensor<2048x2048xf32>\n%5 = stablehlo.exponential %4 : tensor<2048x2048xf32>\n"
      "%6 = stablehlo.reduce(%5 init: %z) " ADD "[0] : (tensor<2048x2048xf32>, tensor<f32>) -> tensor<2048xf32>\nreturn %5, %6 : tensor<2048x2048xf32>, tensor<2048xf32> } }\n" },
    { "rows sorted", "module @m { " MESH "func.func @main(%x: tensor<64x16384xf32>" LAID("{\"a\"}, {\"b\"}") ") -> (tensor<64x16384xf32>" LAID("{\"a\"}, {\"b\"}") ", tensor<64xf32>" LAID("{\"a\"}") ") {\n"
      "%0 = \"stablehlo.sort\"(%x) <{dimension = 1 : i64}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n"
      "}) : (tensor<64x16384xf32>) -> tensor<64x16384xf32>\n%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x16384xf32>) -> tensor<16384x64xf32>\n"
      "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%1 = stablehlo.reduce(%t init: %z) " ADD "[0] : (tensor<16384x64xf32>, tensor<f32>) -> tensor<64xf32>\n"
      "return %0, %1 : tensor<64x16384xf32>, tensor<64xf32> } }\n" },
};

enum { N_PROGRAMS = G_N_ELEMENTS(programs) };

static double step_ns(int program, CompileOptions o)
{
    GError *error = NULL;
    IrModule *m = program_parse(programs[program].name, programs[program].text, strlen(programs[program].text), &error);
    g_assert_no_error(error);
    o.no_reasons = o.no_plan = true;
    g_autoptr(Compiled) c = compile(m, &o, &error);
    g_assert_no_error(error);
    return compiled_step(c, NULL).ns;
}

/* Pairs of which the first is as good in everything, by what is known of them: fixed plans never take longer there (unit/sim/test_ranking.c). */
static void test_better_hardware(void)
{
    static const char *const pairs[][2] = { { "h200x8", "h100x8" }, { "b300x8", "b200x8" }, { "mi355x8", "mi350x8" }, { "v5p-16", "v4-16" } };
    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++)
        for (int p = 0; p < N_PROGRAMS; p++) {
            double better = step_ns(p, (CompileOptions){ .hardware = pairs[i][0] }), worse = step_ns(p, (CompileOptions){ .hardware = pairs[i][1] });
            if (better > worse * (1 + 1e-6))
                g_error("%s: %.1f us on %s, %.1f on %s", programs[p].name, better / 1e3, pairs[i][0], worse / 1e3, pairs[i][1]);
        }
}

/* What is compared is never worse than what it is compared with. */
static void test_other_plans(void)
{
    static const char *const rows[] = { "gb200x8", "v5e-8", "tpu7x-8" };
    int better = 0;
    for (size_t r = 0; r < G_N_ELEMENTS(rows); r++)
        for (int p = 0; p < N_PROGRAMS; p++) {
            double best = step_ns(p, (CompileOptions){ .hardware = rows[r] }), own = step_ns(p, (CompileOptions){ .hardware = rows[r], .rival = RIVAL_NONE });
            double first = step_ns(p, (CompileOptions){ .hardware = rows[r], .first_match = true });
            if (best > own || best > first * (1 + 1e-6))
                g_error("%s on %s: %.1f us, %.1f without plans by other prices, %.1f by the first match", programs[p].name, rows[r], best / 1e3, own / 1e3, first / 1e3);
            better += best < own;
        }
    g_assert_cmpint(better, >, 0);
}

/* What a model is compared by, a better one is compared by too. */
static void test_rivals(void)
{
    static const char *const chain[] = { "a100x8", "h100x8", "h200x8" };
    Hardware all[MAX_RIVALS], less[MAX_RIVALS];
    for (size_t i = 1; i < G_N_ELEMENTS(chain); i++) {
        int n = hardware_rivals(hardware_named(chain[i]), all), n_less = hardware_rivals(hardware_named(chain[i - 1]), less), found = 0;
        g_assert_true(hardware_as_good(hardware_named(chain[i]), hardware_named(chain[i - 1])));
        for (int k = 0; k < n_less; k++)
            for (int a = 0; a < n; a++)
                found += all[a].link == less[k].link && all[a].gather_ns == less[k].gather_ns && all[a].bf16 == less[k].bf16 && all[a].hbm == less[k].hbm && all[a].latency_scale == less[k].latency_scale;
        g_assert_cmpint(found, ==, n_less);
        bool itself = false;
        for (int a = 0; a < n; a++)
            itself |= all[a].n_devices == 8 && g_str_has_prefix(chain[i - 1], all[a].part);
        g_assert_true(itself);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/plans/better-hardware", test_better_hardware);
    g_test_add_func("/passes/plans/other-plans", test_other_plans);
    g_test_add_func("/passes/plans/rivals", test_rivals);
    return g_test_run();
}
