/* The table of passes, and the completions and the manual page that are made from it. */
#include <string.h>

#include "runtime/passes/as_is.h"
#include "runtime/text/text.h"

static char *read_file(const char *dir, const char *name)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

/* The text behind the single occurrence of `before` in a file, up to the next `after`. */
static char *between(const char *text, const char *before, const char *after)
{
    g_auto(GStrv) halves = g_strsplit(text, before, -1);
    g_assert_cmpint(g_strv_length(halves), ==, 2);
    g_auto(GStrv) rest = g_strsplit(halves[1], after, 2);
    g_assert_cmpint(g_strv_length(rest), ==, 2);
    return g_strdup(rest[0]);
}

static void test_words(void)
{
    static const struct {
        const char *file, *before, *after, *separator;
    } lists[] = {
        { "shardscope", "--stop-after) COMPREPLY=($(compgen -W \"", "\"", " " },
        { "_shardscope", "_shardscope_passes=(", ")", " " },
        { "shardscope.fish", "-l stop-after -x -a \"", "\"", " " },
        { "shardscope.1", "The passes are, in order: ", ".\n", ", " },
    };
    g_autofree char *data = g_build_filename(g_getenv("SHARDSCOPE_BUILD"), "data", NULL);
    g_autofree char *all = g_strjoinv(" ", (char **)pipeline_names());
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *text = read_file(data, lists[i].file);
        g_autofree char *list = between(text, lists[i].before, lists[i].after);
        g_auto(GStrv) no_escapes = g_strsplit(list, "\\", -1);
        g_autofree char *plain = g_strjoinv("", no_escapes);
        g_auto(GStrv) words = g_strsplit(plain, lists[i].separator, -1);
        g_autofree char *found = g_strjoinv(" ", words);
        g_assert_cmpstr(found, ==, all);
    }
}

static const char program[] =
    "module @m { sdy.mesh @mesh = <[\"a\"=4]>\n"
    "func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"a\"}]>},"
    " %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}) -> tensor<8x8xf32> {\n"
    "%y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "return %y : tensor<8x8xf32> } }\n";

/* A compilation that stops after a pass has run exactly the passes up to that one. */
static void test_stops(void)
{
    const char *const *names = pipeline_names();
    g_assert_cmpstr(names[0], ==, "parse");
    for (int n = 0; names[n]; n++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("t.mlir", program, strlen(program), &error);
        g_assert_no_error(error);
        CompileOptions o = { .stop_after = names[n], .verify = true };
        g_autoptr(Compiled) c = compile(m, &o, &error);
        g_assert_no_error(error);
        g_assert_cmpint(c->passes.n, ==, n);
        for (int i = 0; i < n; i++)
            g_assert_cmpstr(c->passes.v[i].name, ==, names[i + 1]);
    }
}

/* The text of a device's program is known as that when it is read: it is not divided again, has the same collectives, and the mesh that
 * names their axes. */
static void test_text_of_a_device(void)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("t.mlir", program, strlen(program), &error);
    g_assert_no_error(error);
    g_assert_false(module_is_divided(m));
    CompileOptions o = { .verify = true };
    g_autoptr(Compiled) c = compile(m, &o, &error);
    g_assert_no_error(error);
    g_autofree char *text = hlo_print(c->local, SPELL_HLO);
    m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_true(module_is_divided(m));
    g_autoptr(Compiled) again = compile_as_is(m, &o, &error);
    g_assert_no_error(error);
    g_assert_cmpint(again->n_devices, ==, 4);
    int n = 0;
    for (int k = 1; k < N_COLL_KINDS; k++) {
        g_assert_cmpint(again->totals[k].count, ==, c->totals[k].count);
        n += (int)c->totals[k].count;
    }
    g_assert_cmpint(n, >, 0);
    g_assert_nonnull(again->whole->mesh);
    g_assert_cmpstr(again->whole->mesh->axes[0].name, ==, "a");
}

/* Values of many types, each divided in one way and asked for in another. */
static char *many_layouts(void)
{
    enum { N = 12 };
    static const char *const layouts[] = { "[{\"a\"}, {}]", "[{}, {\"b\"}]", "[{\"b\"}, {\"a\"}]", "[{}, {}]", "[{\"a\"}, {\"b\"}]", "[{\"b\"}, {}]", "[{\"a\", \"b\"}, {}]" };
    GString *args = g_string_new(NULL), *types = g_string_new(NULL), *body = g_string_new(NULL), *names = g_string_new(NULL), *returned = g_string_new(NULL);
    for (int i = 0; i < N; i++) {
        g_autofree char *type = g_strdup_printf("tensor<%dx%dxf32>", 8 * (i % 4 + 1), 16 * (i % 3 + 1) + 8 * i);
        g_string_append_printf(args, "%s%%x%d: %s {sdy.sharding = #sdy.sharding<@mesh, %s>}", i ? ", " : "", i, type, layouts[i % G_N_ELEMENTS(layouts)]);
        g_string_append_printf(types, "%s%s {sdy.sharding = #sdy.sharding<@mesh, %s>}", i ? ", " : "", type, layouts[(3 * i + 2) % G_N_ELEMENTS(layouts)]);
        g_string_append_printf(body, "%%s%d = stablehlo.tanh %%x%d : %s\n%%y%d = stablehlo.multiply %%s%d, %%x%d : %s\n", i, i, type, i, i, i, type);
        g_string_append_printf(names, "%s%%y%d", i ? ", " : "", i);
        g_string_append_printf(returned, "%s%s", i ? ", " : "", type);
    }
    char *text = g_strdup_printf("module @m { sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\nfunc.func @main(%s) -> (%s) {\n%sreturn %s : %s } }\n", args->str, types->str, body->str, names->str, returned->str);
    GString *all[] = { args, types, body, names, returned };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_string_free(all[i], TRUE);
    return text;
}

/* The plan does not depend on where things are in memory: several processes that compile a program must come to the same. */
static void test_anywhere(void)
{
    enum { PLACES = 120 };
    g_autofree char *text = many_layouts(), *first = NULL;
    for (int k = 0; k < PLACES; k++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("t.mlir", text, strlen(text), &error);
        g_assert_no_error(error);
        arena_alloc(m->arena, 16 * (size_t)(k + 1)); /* shardings are so much farther from types */
        CompileOptions o = { 0 };
        g_autoptr(Compiled) c = compile(m, &o, &error);
        g_assert_no_error(error);
        g_autofree char *local = hlo_print(c->local, SPELL_HLO);
        if (!first)
            first = g_steal_pointer(&local);
        else
            g_assert_cmpstr(local, ==, first);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/pipeline/words", test_words);
    g_test_add_func("/passes/pipeline/stops", test_stops);
    g_test_add_func("/passes/pipeline/text-of-a-device", test_text_of_a_device);
    g_test_add_func("/passes/pipeline/anywhere", test_anywhere);
    return g_test_run();
}
