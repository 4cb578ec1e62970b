/* Which result each argument that is offered to any (as JAX offers them where it does not know the results' shardings) is written over. */
#include <string.h>

#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"

#define ARG(type) "tensor<" type "xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@a, [{\"x\"}, {}]>}"

static IrAlias alias_of(const IrModule *m, int param)
{
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].param == param)
            return m->aliases[i];
    g_assert_not_reached();
}

/* The results for arguments 0 and 1, which are as large on a device as is said. */
static void check(const char *args, const char *body, int first, int second)
{
    g_autofree char *text = g_strdup_printf("module @m {\n  sdy.mesh @a = <[\"x\"=4]>\n  func.func @main(%s) -> %s\n}\n", args, body);
    GError *error = NULL;
    IrModule *m = program_parse("t.mlir", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled *c = compile(m, &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    g_assert_cmpint(c->local->n_aliases, ==, 2);
    g_assert_cmpint(alias_of(c->local, 0).output, ==, first);
    g_assert_cmpint(alias_of(c->local, 1).output, ==, second);
    compiled_free(c);
}

static void test_by_size(void)
{
    /* Each gets the result of its own size, whatever their order; the first of equals gets the first. */
    check("%x: " ARG("4x8") ", %y: " ARG("8x8"),
          "(tensor<8x8xf32>, tensor<4x8xf32>) {\n    %0 = stablehlo.tanh %y : tensor<8x8xf32>\n    %1 = stablehlo.tanh %x : tensor<4x8xf32>\n"
          "    return %0, %1 : tensor<8x8xf32>, tensor<4x8xf32>\n  }", 1, 0);
    check("%x: " ARG("8x8") ", %y: " ARG("8x8"),
          "(tensor<8x8xf32>, tensor<8x8xf32>) {\n    %0 = stablehlo.tanh %y : tensor<8x8xf32>\n    %1 = stablehlo.tanh %x : tensor<8x8xf32>\n"
          "    return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>\n  }", 0, 1);
    /* What a device holds counts: the result is whole on each. */
    check("%x: " ARG("8x8") ", %y: " ARG("8x8"),
          "(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{}, {}]>}, tensor<8x8xf32>) {\n    %0 = stablehlo.add %x, %y : tensor<8x8xf32>\n"
          "    return %0, %0 : tensor<8x8xf32>, tensor<8x8xf32>\n  }", 1, -1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/donors/by size", test_by_size);
    return g_test_run();
}
