/* Rounding errors are distinguished from wrong results: the effect of another order of summation is accepted; the same error in a number
 * that is stable is not. */
#include "runtime/tensor/fill.h"
#include "runtime/reference/noise.h"
#include "runtime/reference/reference.h"
#include "runtime/text/text.h"

#include <math.h>

/* Results: the difference of two large sums of the same numbers; the same with a copy of the input appended, and its logarithm likewise;
 * which of the sums is larger; the input. */
static const char program[] =
    "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
    "ENTRY e { x = f32[64,32] parameter(0)\n z = f32[] constant(0)\n big = f32[] constant(1e6)\n"
    " rows = f32[64] reduce(x, z), dimensions={1}, to_apply=add\n a = f32[] reduce(rows, z), dimensions={0}, to_apply=add\n"
    " columns = f32[32] reduce(x, z), dimensions={0}, to_apply=add\n b = f32[] reduce(columns, z), dimensions={0}, to_apply=add\n"
    " nothing = f32[] subtract(a, b)\n large = f32[] multiply(nothing, big)\n one = f32[1] reshape(large)\n flat = f32[2048] reshape(x)\n"
    " mixed = f32[2049] concatenate(one, flat), dimensions={0}\n l = f32[1] log(one)\n logs = f32[2049] concatenate(l, flat), dimensions={0}\n"
    " first = pred[] compare(a, b), direction=GT\n seven = s32[] constant(700)\n zero = s32[] constant(0)\n at = s32[] select(first, seven, zero)\n"
    " ROOT t = (f32[], f32[2049], f32[2049], s32[], f32[64,32]) tuple(large, mixed, logs, at, x) }\n";

enum { NOTHING, MIXED, LOGS, AT, SAME, N_RESULTS };

typedef struct Case {
    IrModule *m;
    GPtrArray *args, *want, *got;
} Case;

static void case_init(Case *c, guint64 seed)
{
    g_autoptr(GError) error = NULL;
    c->m = program_parse("t.hlo", program, strlen(program), &error);
    g_assert_no_error(error);
    c->args = fill_arguments(c->m, FILL_RANDOM, seed, 5, &error);
    c->want = tensor_array_new();
    c->got = tensor_array_new();
    g_assert_true(reference_eval(c->m, (const Tensor *const *)c->args->pdata, 1, NULL, c->want, &error));
    for (guint i = 0; i < N_RESULTS; i++)
        g_ptr_array_add(c->got, tensor_dup(c->want->pdata[i]));
}

static void case_clear(Case *c)
{
    g_ptr_array_unref(c->args);
    g_ptr_array_unref(c->want);
    g_ptr_array_unref(c->got);
    module_free(c->m);
}

static int left(const Case *c, int result)
{
    g_autoptr(GError) error = NULL;
    bool off[N_RESULTS] = { false };
    off[result] = true;
    int i = noise_leaves(&(NoiseCase){ c->m, c->args, c->want, c->got, off }, NULL, &error);
    g_assert_no_error(error);
    return i;
}

static float *floats(const Case *c, int result)
{
    return ((Tensor *)c->got->pdata[result])->data;
}

static void test_excused(void)
{
    for (guint64 seed = 0; seed < 8; seed++) {
        Case c;
        case_init(&c, seed);
        floats(&c, NOTHING)[0] = floats(&c, MIXED)[0] = 0; /* the exact difference */
        g_assert_cmpint(left(&c, NOTHING), ==, -1);
        g_assert_cmpint(left(&c, MIXED), ==, -1);
        floats(&c, NOTHING)[0] = 1e4f; /* many times the rounding error */
        g_assert_cmpint(left(&c, NOTHING), ==, NOTHING);
        case_clear(&c);
    }
}

/* Beside a number with a much larger error. */
static void test_stands_still(void)
{
    for (guint64 seed = 0; seed < 8; seed++) {
        Case c;
        case_init(&c, seed);
        for (int result = MIXED; result <= LOGS; result++) {
            floats(&c, result)[1000] += 0.01f;
            if (result == MIXED && fabsf(floats(&c, MIXED)[0]) > 10) /* its tolerance is relative to its largest number */
                floats(&c, result)[1000] += 1;
            g_assert_cmpint(left(&c, result), ==, result);
        }
        floats(&c, LOGS)[1000] = NAN; /* detected, if at all, at another place */
        g_assert_cmpint(left(&c, LOGS), ==, LOGS);
        *(int32_t *)((Tensor *)c.got->pdata[AT])->data = 701;
        g_assert_cmpint(left(&c, AT), ==, AT);
        floats(&c, SAME)[7] += 0.01f;
        g_assert_cmpint(left(&c, SAME), ==, SAME);
        case_clear(&c);
    }
}

static int left_of(const char *text, const GPtrArray *args, GPtrArray *want, double got)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    if (!want->len)
        g_assert_true(reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, NULL, want, &error));
    g_autoptr(GPtrArray) made = tensor_array_new();
    g_ptr_array_add(made, tensor_dup(want->pdata[0]));
    Tensor *t = made->pdata[0];
    scalar_store(t->type->elem, t->data, 0, (Scalar){ .f = got });
    bool off[1] = { true };
    int i = noise_leaves(&(NoiseCase){ m, args, want, made, off }, NULL, &error);
    g_assert_no_error(error);
    module_free(m);
    return i;
}

/* A number at the edge of its type may overflow in another order; one that is far from there may not, and what must be infinite may not be finite. */
static void test_overflow(void)
{
    static const char text[] = "HloModule m\nENTRY e { x = f16[1] parameter(0)\n ROOT r = f16[1] multiply(x, x) }\n";
    static const struct {
        double x, got;
        int left;
    } cases[] = { { 255.75, INFINITY, -1 }, { 255.75, -INFINITY, 0 }, { 200, INFINITY, 0 }, { 300, 65504, 0 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
        g_autoptr(GPtrArray) args = fill_arguments(m, FILL_RANDOM, 1, 1, &error), want = tensor_array_new();
        Tensor *x = args->pdata[0];
        scalar_store(ELEM_f16, x->data, 0, (Scalar){ .f = cases[i].x });
        g_assert_cmpint(left_of(text, args, want, cases[i].got), ==, cases[i].left);
        module_free(m);
    }
}

/* A result of f64 that went through f32 is as exact as that; one that did not is held to f64. */
static void test_singles(void)
{
    static const char *const text[] = { "HloModule m\nENTRY e { x = f64[1] parameter(0)\n s = f32[1] convert(x)\n y = f32[1] multiply(s, s)\n ROOT r = f64[1] convert(y) }\n",
                                        "HloModule m\nENTRY e { x = f64[1] parameter(0)\n ROOT r = f64[1] multiply(x, x) }\n" };
    for (int through = 0; through < 2; through++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("t.hlo", text[through], strlen(text[through]), &error);
        g_autoptr(GPtrArray) args = fill_arguments(m, FILL_RANDOM, 1, 1, &error), want = tensor_array_new();
        Tensor *x = args->pdata[0];
        scalar_store(ELEM_f64, x->data, 0, (Scalar){ .f = 1.7 });
        g_assert_cmpint(left_of(text[through], args, want, 1.7 * 1.7 * (1 + 1e-7)), ==, through == 0 ? -1 : 0);
        g_autoptr(GPtrArray) again = tensor_array_new();
        g_assert_cmpint(left_of(text[through], args, again, 1.7 * 1.7 * (1 + 1e-4)), ==, 0);
        module_free(m);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reference/noise/excused", test_excused);
    g_test_add_func("/reference/noise/stands-still", test_stands_still);
    g_test_add_func("/reference/noise/overflow", test_overflow);
    g_test_add_func("/reference/noise/singles", test_singles);
    return g_test_run();
}
