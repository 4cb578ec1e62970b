/* Programs whose annotations want devices in several orders: each device holds of arguments and results what the annotation's text says,
 * by its own list of devices, and results are those of the evaluator. */
#include <string.h>

#include "runtime/api/verify.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"

static IrModule *parsed(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse(*text == 'm' ? "t.mlir" : "t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return m;
}

static Compiled *compiled(const char *text)
{
    GError *error = NULL;
    Compiled *c = compile(parsed(text), &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    return c;
}

enum { ROWS = 8, COLS = 12, MAX_N = 8 };

/* rows x cols tiles of an array of ROWS x COLS, and copies of them; tile t lies on devices ids[t * copies ..]. */
typedef struct Tiling {
    int rows, cols, copies, n;
    int ids[MAX_N];
} Tiling;

static Tiling random_tiling(GRand *rand, int n)
{
    Tiling t = { 1, 1, 1, n, { 0 } };
    for (int left = n; left > 1; left /= 2) {
        int to = g_rand_int_range(rand, 0, 3);
        int *dim = to == 0 && t.rows < 8 ? &t.rows : to == 1 && t.cols < 4 ? &t.cols : &t.copies;
        *dim *= 2;
    }
    for (int i = 0; i < n; i++)
        t.ids[i] = i;
    for (int i = n - 1; i > 0 && g_rand_boolean(rand); i--) {
        int k = g_rand_int_range(rand, 0, i + 1), id = t.ids[i];
        t.ids[i] = t.ids[k];
        t.ids[k] = id;
    }
    return t;
}

static char *tiling_text(const Tiling *t)
{
    if (t->rows * t->cols == 1)
        return g_strdup("{replicated}");
    GString *s = g_string_new(NULL);
    g_string_printf(s, t->copies > 1 ? "{devices=[%d,%d,%d]" : "{devices=[%d,%d]", t->rows, t->cols, t->copies);
    for (int i = 0; i < t->n; i++)
        g_string_append_printf(s, "%s%d", i ? "," : "", t->ids[i]);
    g_string_append(s, t->copies > 1 ? " last_tile_dim_replicate}" : "}");
    return g_string_free(s, FALSE);
}

/* Of the whole array: what the device at place i of the list holds. */
static void cut(const Tiling *t, const int32_t *whole, int i, int32_t *piece)
{
    int tile = i / t->copies, h = ROWS / t->rows, w = COLS / t->cols;
    for (int r = 0; r < h; r++)
        memcpy(piece + r * w, whole + (tile / t->cols * h + r) * COLS + tile % t->cols * w, sizeof *piece * (size_t)w);
}

/* r = 2 x + y, with x, y, a value between and r in orders of their own. */
static void check_random(GRand *rand)
{
    int n = g_rand_boolean(rand) ? 4 : 8;
    Tiling x = random_tiling(rand, n), y = random_tiling(rand, n), mid = random_tiling(rand, n), r = random_tiling(rand, n);
    g_autofree char *tx = tiling_text(&x), *ty = tiling_text(&y), *tm = tiling_text(&mid), *tr = tiling_text(&r);
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=%d\nENTRY e {\n x = s32[8,12] parameter(0), sharding=%s\n y = s32[8,12] parameter(1), sharding=%s\n"
                                            " a = s32[8,12] add(x, x)\n k = s32[8,12] custom-call(a), custom_call_target=\"Sharding\", sharding=%s\n"
                                            " b = s32[8,12] add(k, y)\n ROOT t = (s32[8,12], s32[8,12]) tuple(b, b), sharding={%s, %s}\n}\n", n, tx, ty, tm, tr, tx);
    Compiled *c = compiled(text);
    int32_t whole[3][ROWS * COLS];
    for (int i = 0; i < ROWS * COLS; i++) {
        whole[0][i] = i + 1;
        whole[1][i] = 1000 * i;
        whole[2][i] = 2 * whole[0][i] + whole[1][i];
    }
    const Tiling *of[4] = { &x, &y, &r, &x };
    g_autoptr(GPtrArray) pieces = tensor_array_new();
    for (int k = 0; k < 2 * n; k++)
        g_ptr_array_add(pieces, tensor_new(c->local->entry->params[k % 2]->type));
    for (int a = 0; a < 2; a++)
        for (int i = 0; i < n; i++)
            cut(of[a], whole[a], i, ((Tensor *)pieces->pdata[of[a]->ids[i] * 2 + a])->data);
    GError *error = NULL;
    g_autoptr(GPtrArray) results = conform_execute(c->local, pieces, n, &error);
    g_assert_no_error(error);
    for (int a = 2; a < 4; a++)
        for (int i = 0; i < n; i++) {
            int32_t want[ROWS * COLS];
            cut(of[a], whole[2], i, want);
            const Tensor *got = results->pdata[of[a]->ids[i] * 2 + a - 2];
            g_assert_cmpmem(got->data, (size_t)type_bytes(got->type), want, (size_t)(ROWS / of[a]->rows * COLS / of[a]->cols) * sizeof *want);
        }
    compiled_free(c);
}

static void test_places(void)
{
    GRand *rand = g_rand_new_with_seed(15);
    for (int i = 0; i < 15 * CONFORM_ROUNDS; i++)
        check_random(rand);
    g_rand_free(rand);
}

/* Each program equals the evaluator; `permutes`: that it moves at least so many values from one order to another. */
static void check_program(const char *text, int n_devices, int permutes)
{
    CompileOptions compile = { 0 };
    VerifyOptions o = { .compile = &compile, .n_workers = 2 };
    Verified out = { 0 };
    GError *error = NULL;
    program_check_results(parsed(text), &o, &out, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(out.what, ==, NULL);
    g_assert_cmpint(out.n_devices, ==, n_devices);
    g_assert_cmpint(out.collectives[COLL_PERMUTE].count, >=, permutes);
    g_assert_cmpint(out.fallbacks, ==, 0);
}

#define T "tensor<12x12xf32>"
#define SH(s) "{sdy.sharding = #sdy.sharding<" s ">}"

static void test_meshes(void)
{
    /* Orders that no digits of one mesh give; constraints in a loop; what a region over one of them does with device numbers. */
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=2, \"y\"=2]>\n  sdy.mesh @b = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>\n"
                  "  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {\"y\"}]") ", %y: " T " " SH("@b, [{\"x\"}, {}]") ") -> (" T " " SH("@b, [{\"x\"}, {\"y\"}]") ") {\n"
                  "    %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" T ", " T ") -> " T "\n"
                  "    %1 = sdy.sharding_constraint %0 <@a, [{\"x\"}, {}]> : " T "\n    %2 = stablehlo.tanh %1 : " T "\n    return %2 : " T "\n  }\n}\n", 4, 1);
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  sdy.mesh @b = <[\"z\"=4], device_ids=[2, 0, 3, 1]>\n"
                  "  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {}]") ") -> (" T " " SH("@a, [{}, {\"x\"}]") ") {\n    %z = stablehlo.constant dense<0> : tensor<i32>\n"
                  "    %w:2 = stablehlo.while(%i = %z, %s = %x) : tensor<i32>, " T "\n     cond {\n      %c = stablehlo.constant dense<3> : tensor<i32>\n"
                  "      %t = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %t : tensor<i1>\n    } do {\n"
                  "      %one = stablehlo.constant dense<1> : tensor<i32>\n      %n = stablehlo.add %i, %one : tensor<i32>\n      %k = sdy.sharding_constraint %s <@b, [{\"z\"}, {}]> : " T "\n"
                  "      %sin = stablehlo.sine %k : " T "\n      stablehlo.return %n, %sin : tensor<i32>, " T "\n    }\n"
                  "    %r = sdy.manual_computation(%w#1) in_shardings=[<@b, [{\"z\"}, {}]>] out_shardings=[<@b, [{\"z\"}, {}]>] manual_axes={\"z\"} (%p: tensor<3x12xf32>) {\n"
                  "      %id = stablehlo.partition_id : tensor<ui32>\n      %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>\n"
                  "      %v = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3x12xf32>\n      %q = stablehlo.multiply %v, %p : tensor<3x12xf32>\n"
                  "      sdy.return %q : tensor<3x12xf32>\n    } : (" T ") -> " T "\n    return %r : " T "\n  }\n}\n", 4, 2);
    /* Fewer devices, a number that does not divide, one device; and cuts that do not go together. */
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4, \"y\"=2]>\n  sdy.mesh @two = <[\"z\"=2], device_ids=[1, 0]>\n  sdy.mesh @one = <[], device_ids=[3]>\n"
                  "  sdy.mesh @three = <[\"t\"=3]>\n  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {\"y\"}]") ") -> (" T " " SH("@two, [{}, {\"z\"}]") ") {\n"
                  "    %1 = sdy.sharding_constraint %x <@two, [{\"z\"}, {}]> : " T "\n    %2 = stablehlo.tanh %1 : " T "\n    %3 = sdy.sharding_constraint %2 <@one, []> : " T "\n"
                  "    %4 = sdy.sharding_constraint %3 <@three, [{\"t\"}, {}]> : " T "\n    return %4 : " T "\n  }\n}\n", 8, 0);
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=2, \"y\"=3]>\n  sdy.mesh @b = <[\"x\"=3, \"y\"=2]>\n  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {\"y\"}]") ") -> ("
                  T " " SH("@b, [{\"y\"}, {\"x\"}]") ") {\n    %0 = stablehlo.add %x, %x : " T "\n    return %0 : " T "\n  }\n}\n", 6, 0);
}

/* A constraint says where the value lies also where its layout stays; and so do signatures of functions. */
static void test_kept(void)
{
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  sdy.mesh @b = <[\"x\"=4], device_ids=[3, 1, 0, 2]>\n"
                  "  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {}]") ") -> (" T " " SH("@a, [{\"x\"}, {}]") ") {\n"
                  "    %0 = stablehlo.tanh %x : " T "\n    %1 = sdy.sharding_constraint %0 <@b, [{\"x\"}, {?}]> : " T "\n    %2 = stablehlo.sine %1 : " T "\n"
                  "    %3 = sdy.sharding_constraint %2 <@a, [{\"x\"}, {}]> : " T "\n    %4 = stablehlo.cosine %3 : " T "\n    return %4 : " T "\n  }\n}\n", 4, 2);
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  sdy.mesh @b = <[\"x\"=4], device_ids=[3, 1, 0, 2]>\n"
                  "  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {}]") ") -> (" T " " SH("@a, [{\"x\"}, {}]") ") {\n"
                  "    %0 = stablehlo.tanh %x : " T "\n    %1:2 = call @f(%0, %x) : (" T ", " T ") -> (" T ", " T ")\n    %2 = stablehlo.cosine %1#1 : " T "\n    return %2 : " T "\n  }\n"
                  "  func.func private @f(%p: " T " " SH("@b, [{\"x\"}, {}]") ", %q: " T ") -> (" T ", " T " " SH("@a, [{}, {\"x\"}]") ") {\n"
                  "    %0 = stablehlo.sine %p : " T "\n    return %q, %0 : " T ", " T "\n  }\n}\n", 4, 1);
    /* The value of a branch is handed on in the program's order. */
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  sdy.mesh @b = <[\"x\"=4], device_ids=[3, 1, 0, 2]>\n"
                  "  func.func @main(%x: " T " " SH("@a, [{\"x\"}, {}]") ", %c: tensor<i1>) -> (" T " " SH("@a, [{\"x\"}, {}]") ") {\n"
                  "    %0 = \"stablehlo.if\"(%c) ({\n      %1 = sdy.sharding_constraint %x <@b, [{\"x\"}, {}]> : " T "\n      stablehlo.return %1 : " T "\n    }, {\n"
                  "      %2 = stablehlo.sine %x : " T "\n      stablehlo.return %2 : " T "\n    }) : (tensor<i1>) -> " T "\n    return %0 : " T "\n  }\n}\n", 4, 0);
}

/* Meshes of which nothing is divided, and whose numbers of devices do not go together. */
static void test_nothing_divided(void)
{
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  sdy.mesh @b = <[\"x\"=3]>\n  func.func @main(%x: " T " " SH("@a, [{}, {}]") ") -> (" T " " SH("@b, [{\"x\"}, {}]") ") {\n"
                  "    %0 = stablehlo.tanh %x : " T "\n    return %0 : " T "\n  }\n}\n", 4, 0);
}

/* What a function's signature says of its result counts, also where the result is a parameter with a sharding of its own. */
static void test_returned_parameter(void)
{
    Compiled *c = compiled("module @m attributes {mhlo.num_partitions = 4 : i32} {\n  func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = \"{devices=[4,1]<=[4]}\"}) -> "
                           "(tensor<8x8xf32> {mhlo.sharding = \"{devices=[1,4]<=[4]}\"}) {\n    return %x : tensor<8x8xf32>\n  }\n}\n");
    g_assert_cmpint(c->local->entry->root->type->dims[0], ==, 8);
    g_assert_cmpint(c->local->entry->root->type->dims[1], ==, 2);
    compiled_free(c);
}

/* A loop that nothing reads, with a reshard in its body, used to end the compiler. */
static void test_dead_loop(void)
{
    check_program("module @m {\n  sdy.mesh @a = <[\"x\"=2, \"y\"=2]>\n  func.func @main(%x: " T ") -> (" T " " SH("@a, [{\"x\"}, {\"y\"}]") ") {\n    %z = stablehlo.constant dense<0> : tensor<i32>\n"
                  "    %w:2 = stablehlo.while(%i = %z, %s = %x) : tensor<i32>, " T "\n     cond {\n      %c = stablehlo.constant dense<3> : tensor<i32>\n"
                  "      %t = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %t : tensor<i1>\n    } do {\n"
                  "      %one = stablehlo.constant dense<1> : tensor<i32>\n      %n = stablehlo.add %i, %one : tensor<i32>\n      %k = sdy.sharding_constraint %s <@a, [{}, {}]> : " T "\n"
                  "      %sin = stablehlo.sine %k : " T "\n      stablehlo.return %n, %sin : tensor<i32>, " T "\n    }\n    %d = stablehlo.negate %w#1 : " T "\n"
                  "    %r = stablehlo.tanh %x : " T "\n    return %r : " T "\n  }\n}\n", 4, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/orders/places", test_places);
    g_test_add_func("/partition/orders/meshes", test_meshes);
    g_test_add_func("/partition/orders/kept", test_kept);
    g_test_add_func("/partition/orders/nothing-divided", test_nothing_divided);
    g_test_add_func("/partition/orders/returned-parameter", test_returned_parameter);
    g_test_add_func("/partition/orders/dead-loop", test_dead_loop);
    return g_test_run();
}
