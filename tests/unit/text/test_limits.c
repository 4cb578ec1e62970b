/* Hostile programs: sizes near the limits of int64, unlimited nesting, calls that double at every level. Each ends
 * soon and with little memory, in an answer or in an error that names the limit. */
#include <string.h>
#include <sys/resource.h>

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

#define ADD "a { p = f32[] parameter(0) q = f32[] parameter(1) ROOT s = f32[] add(p, q) }\n"
#define ENTRY(body) "HloModule m\n" ADD "ENTRY e { " body " }\n"
#define MAIN(body) "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n" body "\nreturn %a : tensor<4xf32>\n}\n"
#define BIG "4611686018427387904"   /* 2^62 */
#define MOST "9223372036854775807" /* 2^63 - 1 */

enum { SECONDS = 60 }; /* for one program, under sanitizers on a busy machine too */

/* Reads, verifies, imports, evaluates and compiles; the first error, or NULL. */
static char *go_through(const char *text, gsize n)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GTimer) timer = g_timer_new();
    g_autoptr(IrModule) m = program_parse("t", text, n, &error), again = m ? program_parse("t", text, n, NULL) : NULL;
    g_autoptr(GPtrArray) args = NULL, results = tensor_array_new();
    g_autoptr(Compiled) c = NULL;
    CompileOptions o = {.verify = true};
    if (m && module_verify(m, &error) && pass_import(m, NULL, NULL, &error) && (args = fill_arguments(m, FILL_ZEROS, 0, 3, &error)) &&
        reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, NULL, results, &error))
        c = compile(g_steal_pointer(&again), &o, &error);
    g_assert_true((c != NULL) == (error == NULL));
    g_assert_cmpfloat(g_timer_elapsed(timer, NULL), <, SECONDS);
    return error ? g_strdup(error->message) : NULL;
}

/* `says` must occur in the error; NULL: there must be no error. */
static void expect(const char *text, gsize n, const char *says)
{
    g_autofree char *got = go_through(text, n);
    if (says ? !got || !strstr(got, says) : got != NULL) {
        g_test_message("%.300s\nwanted \"%s\", got \"%.300s\"", text, says ? says : "no error", got ? got : "no error");
        g_test_fail();
    }
}

static void test_sizes(void)
{
    static const struct { const char *text, *says; } cases[] = {
        { ENTRY("ROOT x = f32[4294967296,4294967296] parameter(0)"), "size in bytes does not fit 64 bits" },
        { ENTRY("ROOT x = f32[0," BIG "," BIG "] parameter(0)"), "size in bytes does not fit 64 bits" },
        { ENTRY("ROOT x = f32[" MOST "0] parameter(0)"), "does not fit 64 bits" },
        { ENTRY("ROOT x = f32[0,3,1000000000] parameter(0)"), NULL },
        { ENTRY("ROOT x = f32[] parameter(" MOST ")"), "parameter number" },
        { ENTRY("ROOT x = f32[1099511627776] iota(), iota_dimension=0"), "not enough memory for f32[1099511627776]" },
        { ENTRY("z = f32[] constant(1)  x = f32[1048576,1048576] broadcast(z), dimensions={}  ROOT r = f32[1,1] slice(x), slice={[0:1],[0:1]}"),
          "not enough memory for f32[1048576,1048576]" },
        { ENTRY("x = f32[2] parameter(0)  z = f32[] constant(0)  ROOT p = f32[2] pad(x, z), padding=" MOST "_-" MOST "_0"), "leaves no size" },
        { ENTRY("x = f32[1] parameter(0)  z = f32[] constant(7)  ROOT p = f32[4] pad(x, z), padding=1_2_" MOST), NULL },
        { ENTRY("x = f32[4] parameter(0)  ROOT c = f32[1] slice(x), slice={[0:4:" MOST "]}"), NULL },
        { ENTRY("x = f32[4] parameter(0)  z = f32[] constant(0)  ROOT c = f32[1] reduce-window(x, z), window={size=" BIG " pad=4611686018427387900_0}, to_apply=a"),
          "elements" },
        { ENTRY("x = f32[1,1,4] parameter(0)  k = f32[1,1,2] parameter(1)  ROOT c = f32[1,1,4] convolution(x, k), "
                "window={size=2 rhs_dilate=" BIG " pad=" BIG "_" BIG "}, dim_labels=bf0_oi0->bf0"), "makes no sense" },
        { ENTRY("x = f32[1,1,4] parameter(0)  k = f32[1,1,2] parameter(1)  ROOT c = f32[1,1,4] convolution(x, k), "
                "window={size=2 rhs_dilate=4000000000 pad=2000000000_2000000000}, dim_labels=bf0_oi0->bf0"), NULL },
        { ENTRY("x = f32[4] parameter(0)  ROOT r = (f32[" BIG "], s32[" BIG "]) topk(x), k=" BIG ", largest=true"), "does not fit 64 bits" },
        { MAIN("%x = stablehlo.constant dense<1.0> : tensor<1048576x1048576xf32>"), NULL },
        { MAIN("%x = stablehlo.constant dense<1.0> : tensor<4294967296x4294967296xf32>"), "does not fit 64 bits" },
        { MAIN("%x = stablehlo.constant dense<\"0x123\"> : tensor<4xf32>"), "hexadecimal" },
        { MAIN("%x:4294967296 = \"stablehlo.abs\"(%a) : (tensor<4xf32>) -> tensor<4xf32>"), "number of results" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        expect(cases[i].text, strlen(cases[i].text), cases[i].says);
}

static void test_devices(void)
{
    static const struct { const char *text, *says; } cases[] = {
        { "HloModule m, num_partitions=" MOST "\nENTRY e { ROOT x = f32[8] parameter(0) }", "limit of 1048576 devices" },
        { "HloModule m, num_partitions=1000000, replica_count=1000000\nENTRY e { ROOT x = f32[8] parameter(0) }", "limit of 1048576 devices" },
        { ENTRY("ROOT x = f32[8] parameter(0), sharding={devices=[1000000000]<=[1000000000]}"), "at most 4194304 devices" },
        { ENTRY("ROOT x = f32[8] parameter(0), sharding={devices=[1," MOST "]<=[" MOST "] last_tile_dim_replicate}"), "at most 4194304 devices" },
        { ENTRY("x = f32[8] parameter(0)  ROOT r = f32[8] all-reduce(x), replica_groups=[1000000000,1]<=[1000000000], to_apply=a"), "4194304" },
        { "sdy.mesh @m = <[\"x\"=1099511627776]>\n" MAIN(""), "1048576 devices" },
        { "sdy.mesh @m = <[\"x\"=1048576, \"y\"=1048576, \"z\"=16777216]>\n" MAIN(""), "1048576 devices" },
        { "sdy.mesh @m = <[\"x\"=0]>\n" MAIN(""), "of size 0" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        expect(cases[i].text, strlen(cases[i].text), cases[i].says);
}

/* Returns `before`, then `part` n times, then `after`. */
static void expect_repeated(const char *before, const char *part, int n, const char *after, const char *says)
{
    g_autoptr(GString) s = g_string_new(before);
    for (int i = 0; i < n; i++)
        g_string_append(s, part);
    g_string_append(s, after);
    expect(s->str, s->len, says);
}

static void test_nesting(void)
{
    expect_repeated("ENTRY e { ROOT x = ", "(", 100000, "", "limit of 1000");
    expect_repeated("ENTRY e { ROOT x = f32[] constant(", "{", 100000, "", "");
    expect_repeated("func.func @main(%a: tensor<f32>) { ", "\"stablehlo.case\"(%a) ({", 50000, "", "deeper than");
    expect_repeated("", "module {", 100000, "", "deeper than");
    expect_repeated("func.func @main(%a: tensor<f32>) { %x = stablehlo.abs %a : tensor<f32> loc(", "callsite(\"a\" at ", 100000, "", "deeper than");
    expect_repeated("func.func @main(%a: tensor<f32>) { %x = stablehlo.constant dense<", "[", 100000, "", "deeper than");
    expect_repeated("ENTRY e { ROOT x = f32[", "1,", 100, "1] parameter(0) }", "dimensions");
    expect_repeated("ENTRY e { x = f32[] parameter(0)  ROOT y = f32[] custom-call(x), custom_call_target=\"Sharding\", backend_config=\"", "{", 100000,
                    "\" }", NULL);
}

/* Computations fn0, fn1 and so on, made by a format that takes the own number and the previous one; the entry calls the last. */
static void expect_levels(const char *first, const char *format, int n, const char *last, const char *says)
{
    g_autoptr(GString) s = g_string_new("HloModule m\nc { s = (f32[]) parameter(0)  ROOT r = pred[] constant(false) }\n");
    g_string_append(s, first);
    for (int i = 1; i <= n; i++)
        for (const char *p = format; *p; p++)
            if (*p == '$')
                g_string_append_printf(s, "%d", i);
            else if (*p == '@')
                g_string_append_printf(s, "%d", i - 1);
            else
                g_string_append_c(s, *p);
    g_string_append_printf(s, "ENTRY e { x = f32[] parameter(0)  t = (f32[]) tuple(x)  ROOT r = %s%d }\n", last, n);
    expect(s->str, s->len, says);
}

static void test_calls(void)
{
    const char *negate = "fn0 { x = f32[] parameter(0)  ROOT r = f32[] negate(x) }\n", *same = "fn0 { ROOT s = (f32[]) parameter(0) }\n";
    const char *call = "fn$ { x = f32[] parameter(0)  ROOT r = f32[] call(x), to_apply=fn@ }\n";
    expect_levels(negate, call, 500, "f32[] call(x), to_apply=fn", NULL);
    expect_levels(negate, call, 50000, "f32[] call(x), to_apply=fn", "calls nest deeper than the limit of 1000");
    expect_levels(same, "fn$ { s = (f32[]) parameter(0)  ROOT r = (f32[]) while(s), condition=c, body=fn@ }\n", 50000,
                  "(f32[]) while(t), condition=c, body=fn", "calls nest deeper than the limit of 1000");
    expect_levels(negate, "fn$ { x = f32[] parameter(0)  y = f32[] call(x), to_apply=fn@  ROOT r = f32[] call(y), to_apply=fn@ }\n", 60,
                  "f32[] call(x), to_apply=fn", "exceeds the limit of 2000000 ops");
    expect_levels(same, "fn$ { s = (f32[]) parameter(0)  y = (f32[]) while(s), condition=c, body=fn@  ROOT r = (f32[]) while(y), condition=c, body=fn@ }\n",
                  60, "(f32[]) while(t), condition=c, body=fn", "exceeds the limit of 2000000 ops");
    static const char recursive[] = "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n%b = call @main(%a) : (tensor<f32>) -> tensor<f32>\nreturn %b : tensor<f32>\n}\n";
    expect(recursive, strlen(recursive), "calls itself");
}

/* A long chain does not use up the stack, and many parameters do not take quadratic time. */
static void test_length(void)
{
    g_autoptr(GString) s = g_string_new("ENTRY e { x0 = f32[] parameter(0)\n");
    for (int i = 1; i < 20000; i++)
        g_string_append_printf(s, "x%d = f32[] add(x%d, x%d)\n", i, i - 1, i - 1);
    g_string_append(s, "ROOT r = f32[] negate(x19999) }\n");
    expect(s->str, s->len, NULL);
    g_string_assign(s, "ENTRY e {\n");
    for (int i = 0; i < 3000; i++)
        g_string_append_printf(s, "x%d = f32[] parameter(%d)\n", i, i);
    g_string_append(s, "ROOT r = f32[] negate(x7) }\n");
    expect(s->str, s->len, NULL);
    g_string_assign(s, "ENTRY e { x = f32[] parameter(0)  t0 = (f32[]) tuple(x)\n");
    for (int i = 1; i < 8000; i++)
        g_string_append_printf(s, "g%d = f32[] get-tuple-element(t%d), index=0\nt%d = (f32[]) tuple(g%d)\n", i, i - 1, i, i);
    g_string_append(s, "ROOT r = f32[] get-tuple-element(t7999), index=0 }\n");
    expect(s->str, s->len, NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlim_t most = (rlim_t)4 << 30; /* a program that needs more is refused with a message, not killed by the system */
    setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
#endif
    g_test_add_func("/text/limits/sizes", test_sizes);
    g_test_add_func("/text/limits/devices", test_devices);
    g_test_add_func("/text/limits/nesting", test_nesting);
    g_test_add_func("/text/limits/calls", test_calls);
    g_test_add_func("/text/limits/length", test_length);
    return g_test_run();
}
