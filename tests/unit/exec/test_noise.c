/* Rounding is told from what a program computes. */
#include "runtime/exec/fill.h"
#include "runtime/exec/noise.h"
#include "runtime/exec/reference.h"
#include "runtime/text/text.h"

/* A difference of two sums of the same numbers, a plain product, integers, and a sum. */
static const char program[] =
    "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
    "ENTRY e { x = f32[64,32] parameter(0)\n n = s32[4] parameter(1)\n z = f32[] constant(0)\n"
    " rows = f32[64] reduce(x, z), dimensions={1}, to_apply=add\n a = f32[] reduce(rows, z), dimensions={0}, to_apply=add\n"
    " columns = f32[32] reduce(x, z), dimensions={0}, to_apply=add\n b = f32[] reduce(columns, z), dimensions={0}, to_apply=add\n"
    " nothing = f32[] subtract(a, b)\n twice = f32[64,32] add(x, x)\n more = s32[4] add(n, n)\n"
    " ROOT t = (f32[], f32[64,32], s32[4], f32[]) tuple(nothing, twice, more, a) }\n";

static void test_noise(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", program, strlen(program), &error);
    g_assert_no_error(error);
    for (guint64 seed = 0; seed < 8; seed++) {
        g_autoptr(GPtrArray) args = fill_arguments(m, FILL_RANDOM, seed, 5, &error), out = tensor_array_new();
        double noise[4];
        g_assert_true(reference_eval(m, (const Tensor *const *)args->pdata, 2, 0, out, &error));
        g_assert_true(results_noise(m, args, out, noise, &error));
        g_assert_cmpfloat(noise[0], >, 0); /* all of it is rounding */
        g_assert_cmpfloat(noise[0], <, 1e-4);
        g_assert_cmpfloat(noise[1], >, 0); /* a unit in the last place of numbers up to about 0.8 */
        g_assert_cmpfloat(noise[1], <, 3e-7);
        g_assert_cmpfloat(noise[2], ==, 0);
        g_assert_cmpfloat(noise[3], <, 1e-5);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/noise", test_noise);
    return g_test_run();
}
