/* The batch of a program is found, and only what carries it gets twice its size. Programs are HLO text. */
#include "runtime/sim/batch.h"

#include <string.h>

#include "runtime/sim/work.h"
#include "runtime/text/text.h"

static IrModule *parsed(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

/* Parameters as "x 64x16, w 16x32" after doubling; NULL if no batch is found. To be freed. */
static char *doubled(const char *text, double *flops)
{
    IrModule *m = parsed(text);
    g_autofree char *what = NULL;
    IrModule *twice = module_with_twice_the_batch(m, &what);
    GString *out = twice ? g_string_new(what) : NULL;
    for (int i = 0; twice && i < twice->entry->n_params; i++) {
        const Type *t = twice->entry->params[i]->type;
        g_string_append_printf(out, "%s%s ", i ? ", " : ": ", twice->entry->params[i]->name);
        for (int d = 0; d < t->rank; d++)
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d ? "x" : "", t->dims[d]);
    }
    *flops = twice ? module_flops(twice) / module_flops(m) : 0;
    if (twice)
        module_free(twice);
    module_free(m);
    return out ? g_string_free(out, FALSE) : NULL;
}

/* Two layers of equal width, with a gradient of the first weight, which the batch is summed away for. */
static void test_layers(void)
{
    double flops;
    g_autofree char *got = doubled("HloModule m\nENTRY e {\n  w = f32[32,32] parameter(0)\n  v = f32[32,32] parameter(1)\n  x = f32[64,32] parameter(2)\n"
                                   "  y = f32[64,32] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                                   "  z = f32[64,32] dot(y, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                                   "  r = f32[8,8,32] reshape(z)\n  b = f32[64,32] reshape(r)\n"
                                   "  g = f32[32,32] dot(x, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n  ROOT n = f32[32,32] subtract(w, g)\n}\n", &flops);
    g_assert_cmpstr(got, ==, "dimension 0 of x: w 32x32, v 32x32, x 128x32");
    g_assert_cmpfloat(flops, >, 1.98);
}

/* A loop over stacked layers: what a trip leaves is its input. */
static void test_loop(void)
{
    double flops;
    g_autofree char *got = doubled("HloModule m\nbody {\n  p = (s32[], f32[8,16], f32[4,16,16]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  v = f32[8,16] get-tuple-element(p), index=1\n"
                                   "  u = f32[4,16,16] get-tuple-element(p), index=2\n  z = s32[] constant(0)\n  one = s32[] constant(1)\n  l = f32[1,16,16] dynamic-slice(u, i, z, z), dynamic_slice_sizes={1,16,16}\n"
                                   "  lw = f32[16,16] reshape(l)\n  y = f32[8,16] dot(v, lw), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  j = s32[] add(i, one)\n"
                                   "  ROOT t = (s32[], f32[8,16], f32[4,16,16]) tuple(j, y, u)\n}\ncond {\n  p = (s32[], f32[8,16], f32[4,16,16]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n"
                                   "  n = s32[] constant(4)\n  ROOT c = pred[] compare(i, n), direction=LT\n}\nENTRY e {\n  x = f32[8,16] parameter(0)\n  w = f32[4,16,16] parameter(1)\n  z = s32[] constant(0)\n"
                                   "  t = (s32[], f32[8,16], f32[4,16,16]) tuple(z, x, w)\n  r = (s32[], f32[8,16], f32[4,16,16]) while(t), condition=cond, body=body\n  ROOT y = f32[8,16] get-tuple-element(r), index=1\n}\n", &flops);
    g_assert_cmpstr(got, ==, "dimension 0 of x: x 16x16, w 4x16x16");
    g_assert_cmpfloat(flops, >, 1.9);
}

/* Experts are in every product and are no batch, what each gets is; sums and maxima have no products to tell by. */
static void test_none(void)
{
    double flops;
    g_autofree char *experts = doubled("HloModule m\nENTRY e {\n  h = f32[4,64,16] parameter(0)\n  w = f32[4,16,32] parameter(1)\n  a = f32[4,64,16] tanh(h)\n"
                                       "  y = f32[4,64,32] dot(a, w), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}\n  ROOT r = f32[4,64,32] tanh(y)\n}\n", &flops);
    g_assert_cmpstr(experts, ==, "dimension 1 of h: h 4x128x16, w 4x16x32");
    g_autofree char *sums = doubled("HloModule m\nENTRY e {\n  x = f32[64,16] parameter(0)\n  ROOT r = f32[64,16] tanh(x)\n}\n", &flops);
    g_assert_null(sums);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/batch/layers", test_layers);
    g_test_add_func("/sim/batch/loop", test_loop);
    g_test_add_func("/sim/batch/none", test_none);
    return g_test_run();
}
