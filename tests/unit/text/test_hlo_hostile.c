/* The HLO reader on wrong or large input: positions of errors, depth and size, and the reference and corpus files. */
#include "runtime/text/text.h"

#include <string.h>

static IrModule *read_ok(const char *text)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_nonnull(m);
    g_assert_true(module_verify(m, &error));
    g_assert_no_error(error);
    return m;
}

#define ADD "add { add.a = f32[] parameter(0) add.b = f32[] parameter(1) ROOT add.c = f32[] add(add.a, add.b) }\n"

/* ---- errors ---------------------------------------------------------------------------------- */

static void test_errors(void)
{
    const struct { const char *text, *message; } rows[] = {
        { "HloModule m\nENTRY e {\n  ROOT x = f32[2] frobnicate()\n}", "t:3:19: unknown operation frobnicate" },
        { "HloModule m\nENTRY e {\n  ROOT x = f32[2] multply(x, x)\n}", "t:3:19: unknown operation multply\n  hint: did you mean multiply?" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  ROOT x = f32[2] add(a, aa)\n}", "t:4:26: no value named aa so far in this computation\n  hint: did you mean a?" },
        { "HloModule m\nENTRY e {\n  x = f32[2] negate(late)\n  late = f32[2] parameter(0)\n}",
          "t:3:21: no value named late so far in this computation\n  hint: line 4 defines it, but a value must be defined before it is used" },
        { "HloModule m\nENTRY e {\n  a = f32[] constant(1)\n  a = f32[] constant(2)\n}", "t:4:3: a second instruction named a in this computation; the first is in line 3" },
        { "HloModule m\nENTRY e {\n  ROOT a = f32[] constant(1)\n  ROOT b = f32[] constant(2)\n}", "t:4:3: a second ROOT; the first is a in line 3" },
        { "HloModule m\nENTRY e { a = f32[] constant(1) }\nENTRY f { a = f32[] constant(1) }", "t:3:1: a second ENTRY computation; the first is in line 2" },
        { "HloModule m\ne { a = f32[] constant(1) }\ne { a = f32[] constant(1) }", "t:3:1: a second computation named e; the first is in line 2" },
        { "HloModule m\nENTRY e {\n  a = f32[] parameter(1)\n}", "t:3:3: parameter number 1 of 1 parameters in e: numbers must have no gap" },
        { "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n b = f32[] parameter(0)\n}", "t:4:2: parameter number 0 is taken by a in line 3" },
        { "HloModule m\nENTRY e {\n  a = f32[2,x] parameter(0)\n}", "t:3:13: expected a dimension, found 'x'" },
        { "HloModule m\nENTRY e {\n  a = f32[2]{1} parameter(0)\n}", "t:3:14: layout entry 1 is not a dimension, or is one twice: the rank is 1" },
        { "HloModule m\nENTRY e {\n  a = f99[2] parameter(0)\n}", "t:3:7: expected a type, found 'f99'" },
        { "HloModule m\nENTRY e {\n  a = f32[9223372036854775807,2] parameter(0)\n}", "t:3:7: the type's size in bytes does not fit 64 bits" },
        { "HloModule m\nENTRY e {\n  a = f32[99999999999999999999] parameter(0)\n}", "t:3:11: 99999999999999999999 does not fit 64 bits" },
        { "HloModule m\nENTRY e {\n  a = s8[] constant(128)\n}", "t:3:21: value 128 is out of range for s8" },
        { "HloModule m\nENTRY e {\n  a = f16[] constant(65520)\n}", "t:3:22: value 65520 is out of range for f16" },
        { "HloModule m\nENTRY e {\n  a = u8[] constant(-1)\n}", "t:3:21: value -1 is out of range for u8" },
        { "HloModule m\nENTRY e {\n  a = f32[2] constant({1})\n}", "t:3:25: 1 elements in dimension 0, but the type has 2" },
        { "HloModule m\nENTRY e {\n  a = f32[2] constant({1,2,3})\n}", "t:3:28: more than 2 elements in dimension 0" },
        { "HloModule m\nENTRY e {\n  a = f32[] constant(nan(0xffffffff))\n}", "t:3:22: this NaN does not fit f32" },
        { "HloModule m\nENTRY e {\n  a = f32[9999999999] constant({1})\n}", "t:3:33: the text is too short for 9999999999 elements" },
        { "HloModule m\nENTRY e {\n  a = f32[] constant(1), metadata={op_name=\"x", "t:3:44: a string that does not end\n  hint: the text may be cut short" },
        { "HloModule m\nENTRY e {\n  a = f32[] constant(1), sharding={devices=[2", "t:3:46: expected ']', found the end of the text\n  hint: the text may be cut short" },
        { "HloModule m /* open", "t:1:13: expected a computation, found a comment that does not end" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(f32[3] a)\n}", "t:4:21: operand a is written as f32[3], but it is f32[2]" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] add(a)\n}", "t:4:14: add takes 2 operands, not 1" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] transpose(a)\n}", "t:4:14: transpose needs the attribute dimensions" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0), sharding={replicated}, sharding={replicated}\n}", "t:3:51: attribute sharding is given twice" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = pred[2] compare(a, a), direction=QQ\n}", "t:4:40: expected EQ, NE, GE, GT, LE or LT, found 'QQ'" },
        { "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] call(a), to_apply=g\n}", "t:4:32: no computation named g so far" },
        { "HloModule m\nENTRY e (a: f32[2]) -> f32[3] {\n  a = f32[2] parameter(0)\n}", "t:2:24: e is said to return f32[3], but its root a is f32[2]" },
        { "HloModule m, replica_count=0\nENTRY e { a = f32[] constant(1) }", "t:1:28: 0 is not a count of devices" },
        { "HloModule m, num_partitions=2, num_partitions=2\nENTRY e { a = f32[] constant(1) }", "t:1:32: header attribute num_partitions is given twice" },
        { "HloModule m, input_output_alias={ {3}: (0, {}) }\nENTRY e { a = f32[] parameter(0) }", "t:1:35: no such part of the value" },
        { "", "t:1:1: expected HloModule, found the end of the text" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t", rows[i].text, strlen(rows[i].text), &error);
        g_assert_null(m);
        g_assert_cmpstr(error->message, ==, rows[i].message);
    }
}

/* Texts that parse but are no valid program: the verifier names the instruction. */
static void test_verify_errors(void)
{
    const struct { const char *text, *message; } rows[] = {
        { "a = f32[2] parameter(0) b = f32[3] parameter(1)\n ROOT c = f32[2] add(a, b)", "t:3:7: add c: operands are f32[2] and f32[3]" },
        { "a = f32[2] parameter(0)\n ROOT c = f32[3] negate(a)", "t:3:7: negate c: the type is f32[3], but operands and attributes give f32[2]" },
        { "a = f32[2,3] parameter(0) b = f32[4,5] parameter(1)\n ROOT c = f32[2,5] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
          "t:3:7: dot c: contracting dimension 1 of f32[2,3] has size 3, dimension 0 of f32[4,5] has 4" },
        { "a = f32[6] parameter(0)\n ROOT c = f32[2,4] reshape(a)", "t:3:7: reshape c: f32[6] cannot become f32[2,4]: 6 and 8 elements" },
        { "a = f32[6] parameter(0)\n ROOT c = f32[3] slice(a), slice={[4:7]}", "t:3:7: slice c: [4:7:1] of dimension 0 of size 6" },
        { "a = s32[6] parameter(0)\n ROOT c = s32[6] tanh(a)", "t:3:7: tanh c: not defined for s32[6]" },
        { "a = f32[6] parameter(0)\n ROOT c = f32[] get-tuple-element(a), index=0", "t:3:7: get-tuple-element c: element 0 of f32[6]" },
        { "a = f32[2] parameter(0)\n ROOT c = f32[2] collective-permute(a), channel_id=1, source_target_pairs={{0,1},{0,2}}", "t:3:7: collective-permute c: source 0 is in two pairs" },
        { "a = f32[2] parameter(0)\n ROOT c = f32[6] all-gather(a), channel_id=1, replica_groups={{0,1,0}}, use_global_device_ids=true, dimensions={0}",
          "t:3:7: all-gather c: id 0 is in two places" },
        { "a = f32[2] parameter(0)\n ROOT c = f32[4] all-gather(a), channel_id=1, replica_groups={{0,9}}, use_global_device_ids=true, dimensions={0}",
          "t:3:7: all-gather c: id 9 of 4" },
        { "a = f32[3] parameter(0)\n ROOT c = f32[2] reduce-scatter(a), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, dimensions={0}, to_apply=add",
          "t:3:7: reduce-scatter c: dimension 0 of size 3 does not divide among 2 devices" },
        { "a = f32[3] parameter(0) z = f32[] constant(0)\n ROOT c = f32[] reduce(a, z), dimensions={0}, to_apply=one", "t:3:7: reduce c: one takes 1 parameters, but is called with 2 values" },
        { "a = f32[1,2,3] parameter(0)\n ROOT c = f32[1,2,3] convolution(a, a), window={size=1}, dim_labels=??bf0_0io->b0f",
          "t:3:7: convolution c: dim_labels do not name each of the 3 dimensions once" },
        { "a = f32[3] parameter(0)\n ROOT c = f32[] call(a), to_apply=one", "t:3:7: call c: parameter 0 of one is f32[], but f32[3] is passed" },
        { "a = f32[] parameter(0)\n ROOT c = f32[] while(a), condition=one, body=one", "t:3:7: while c: the condition one returns f32[] instead of pred[]" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4 " ADD "one { ROOT one.a = f32[] parameter(0) } ENTRY e { %s }", rows[i].text);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t", text, strlen(text), &error);
        g_assert_no_error(error);
        g_assert_false(module_verify(m, &error));
        g_assert_cmpstr(error->message, ==, rows[i].message);
    }
}

/* ---- hostile texts --------------------------------------------------------------------------- */

static char *repeated(const char *before, const char *unit, int n, const char *after)
{
    GString *s = g_string_new(before);
    for (int i = 0; i < n; i++)
        g_string_append(s, unit);
    g_string_append(s, after);
    return g_string_free(s, FALSE);
}

static void test_depth(void)
{
    const char *const units[] = { "(", "{", "to_apply={ a = f32[] call(), ", "[", "add(" };
    const char *const before[] = { "HloModule m ENTRY e { a = ", "HloModule m ENTRY e { a = s32[] constant(", "HloModule m ENTRY e { a = f32[] call(), ",
                                   "HloModule m, x=", "HloModule m ENTRY e { a = f32[] " };
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
        g_autofree char *text = repeated(before[i], units[i], 100000, "");
        g_autoptr(GError) error = NULL;
        g_assert_null(hlo_parse("t", text, strlen(text), &error));
        g_assert_nonnull(error);
    }
    g_autofree char *deep = repeated("HloModule m ENTRY e { a = ", "(", 100000, "");
    g_autoptr(GError) error = NULL;
    g_assert_null(hlo_parse("t", deep, strlen(deep), &error));
    g_assert_true(g_error_matches(error, SHARD_ERROR, SHARD_ERROR_LIMIT));
    g_assert_nonnull(strstr(error->message, "1000 levels"));
}

/* Unknown attributes are kept, up to a limit, because each is compared with the earlier ones. */
static void test_many_attributes(void)
{
    GString *s = g_string_new("HloModule m ENTRY e { a = f32[] constant(1)");
    for (int i = 0; i < 1000; i++)
        g_string_append_printf(s, ", x%d=1", i);
    g_string_append(s, " }");
    g_autoptr(GError) error = NULL;
    g_assert_null(hlo_parse("t", s->str, s->len, &error));
    g_assert_true(g_error_matches(error, SHARD_ERROR, SHARD_ERROR_LIMIT));
    g_string_free(s, TRUE);
}

/* An attribute that belongs to other opcodes is an error that names both. */
static void test_misplaced_attribute(void)
{
    static const char *const rows[] = { "direction=LT", "calls=e", "has_dynamic_root=true" };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m ENTRY e { a = f32[] constant(1), %s }", rows[i]);
        g_autofree char *want = g_strdup_printf("t:1:46: unexpected attribute %.*s: constant", (int)strcspn(rows[i], "="), rows[i]);
        g_autoptr(GError) error = NULL;
        g_assert_null(hlo_parse("t", text, strlen(text), &error));
        g_assert_nonnull(strstr(error->message, want));
    }
}

/* Types whose size doubles with each line stop at a limit. */
static void test_tuple_bomb(void)
{
    GString *s = g_string_new("HloModule m ENTRY e { t0 = tuple()\n");
    for (int i = 1; i < 200; i++)
        g_string_append_printf(s, "t%d = tuple(t%d, t%d)\n", i, i - 1, i - 1);
    g_string_append_c(s, '}');
    g_autoptr(GError) error = NULL;
    g_assert_null(hlo_parse("t", s->str, s->len, &error));
    g_assert_nonnull(strstr(error->message, "1048576 parts"));
    g_string_free(s, TRUE);
}

static void test_big_groups(void)
{
    const char *const texts[] = { "[1,4000000000]<=[4000000000]", "[1000000,1000000]<=[1000000,1000000]", "mesh['a'=99999999999] {'a'}", "[2,2]<=[2,2]T(0,0)", "[2,3]<=[4]" };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *text = g_strdup_printf(ADD "ENTRY e { p = f32[] parameter(0) r = f32[] all-reduce(p), replica_groups=%s, to_apply=add }", texts[i]);
        g_autoptr(GError) error = NULL;
        g_assert_null(hlo_parse("t", text, strlen(text), &error));
        g_assert_nonnull(error);
    }
}

/* Memory per instruction is constant, and many equal names do not make parsing slow. */
static size_t arena_for(int n, const char *format)
{
    GString *s = g_string_new("HloModule m ENTRY e { p = f32[16,16]{1,0} parameter(0)\n");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, format, i);
    g_string_append(s, "}\n");
    g_autoptr(IrModule) m = read_ok(s->str);
    g_string_free(s, TRUE);
    g_assert_cmpint(m->entry->n_ops, >=, n);
    return arena_used(m->arena);
}

static void test_large(void)
{
    const char *const formats[] = {
        "n%d = f32[16,16]{1,0} add(p, p), metadata={op_name=\"jit(f)/layer/add\"}\n",
        "n%d = f32[16,16]{1,0} add(f32[16,16]{1,0} negate(p), p)\n", /* anonymous: all named negate.anon */
    };
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        size_t one = arena_for(50000, formats[i]), two = arena_for(100000, formats[i]);
        g_assert_cmpfloat((double)two / (double)one, <, 2.3);
        g_assert_cmpfloat((double)two / 100000, <, 2000);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Reads every *.hlo file below the directory, and checks that printing it in its own spelling gives the same bytes. Returns the number
 * of files. */
static int check_files(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    int n = 0;
    for (const char *name; dir && (name = g_dir_read_name(dir)); ) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR)) {
            n += check_files(full);
            continue;
        }
        if (!g_str_has_suffix(name, ".hlo"))
            continue;
        g_autofree char *text = NULL;
        g_autoptr(GError) error = NULL;
        g_file_get_contents(full, &text, NULL, &error);
        g_assert_no_error(error);
        g_autoptr(IrModule) m = program_read(full, NULL, &error);
        g_assert_no_error(error);
        module_verify(m, &error);
        g_assert_no_error(error);
        static const char *const names[] = { "hlo", "hlo-short", "hlo-dump" };
        const char *own = pair_get(m->extra, m->n_extra, KEY_SPELLING);
        for (int form = 0; form < 3; form++) {
            g_autofree char *printed = module_print(m, (IrSpelling)form);
            if (strcmp(own, names[form]) == 0) {
                if (strcmp(printed, text) != 0)
                    g_error("%s changed on the way", full);
                continue;
            }
            g_autoptr(IrModule) again = hlo_parse(full, printed, strlen(printed), &error);
            g_assert_no_error(error);
            module_verify(again, &error);
            g_assert_no_error(error);
            g_autofree char *printed2 = module_print(again, (IrSpelling)form);
            g_assert_cmpstr(printed, ==, printed2);
        }
        n++;
    }
    return n;
}

static void test_files(gconstpointer folder)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(source ? source : ".", "..", "shared", folder, NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        g_test_skip("the shared programs are not here");
        return;
    }
    g_assert_cmpint(check_files(path), >, 10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/hlo/errors", test_errors);
    g_test_add_func("/text/hlo/verify-errors", test_verify_errors);
    g_test_add_func("/text/hlo/depth", test_depth);
    g_test_add_func("/text/hlo/many-attributes", test_many_attributes);
    g_test_add_func("/text/hlo/misplaced-attribute", test_misplaced_attribute);
    g_test_add_func("/text/hlo/tuple-bomb", test_tuple_bomb);
    g_test_add_func("/text/hlo/big-groups", test_big_groups);
    g_test_add_func("/text/hlo/large", test_large);
    g_test_add_data_func("/text/hlo/files/reference", "reference", test_files);
    g_test_add_data_func("/text/hlo/files/corpus", "corpus", test_files);
    return g_test_run();
}
