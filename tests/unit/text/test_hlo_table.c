/* Every instruction, type and header of a table prints as it was read, in each of the three notations; copies of a module
 * and omitted types give the same. */
#include "runtime/text/text.h"

#include <string.h>

#include "tests/unit/text/hlo_rows.h"

/* Forms that only dumps contain: metadata, order, index comments in lists. */
static const char *const annotated[] = {
    "negate(%x), metadata={op_type=\"a\" op_name=\"b\" source_file=\"c.py\" source_line=3}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_name=\"b\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_type=\"t\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={source_file=\"f\"}|f32[4,8]{1,0}",
    "negate(%x), "
    "metadata={op_name=\"x\" source_file=\"s\" source_line=1 source_end_line=2 source_column=3 source_end_column=4}|f32[4,8]{1,0}",
    "negate(%x), metadata={profile_type={1}}|f32[4,8]{1,0}",
    "negate(%x), metadata={profile_type={1} deduplicated_name=\"d\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={deduplicated_name=\"d\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={scheduling_name=\"sch\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_name=\"a\\\"b\\'c\\\\d\\n\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={preserve_layout=true}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_name=\"q\" metadata_payload=\"zz\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={metadata_payload=\"p\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={size_of_generated_code_in_bytes=12}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_name=\"\"}|f32[4,8]{1,0}",
    "negate(%x), "
    "metadata={op_type=\"a\" op_name=\"b\" source_file=\"c.py\" source_line=3 source_end_line=4 source_column=1 source_end_column=2 profile_type={1} deduplicated_name=\"d\" preserve_layout=true scheduling_name=\"s\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={unknown_key=3}|f32[4,8]{1,0}",
    "negate(%x), metadata={unknown_key=\"s\"}|f32[4,8]{1,0}",
    "negate(%x), metadata={size_of_memory_working_set_in_bytes=5}|f32[4,8]{1,0}",
    "negate(%x), metadata={op_name=\"\\303\\251 \\001\"}|f32[4,8]{1,0}",
    "negate(%x), control-predecessors={%s}|f32[4,8]{1,0}",
    "negate(%x), control-predecessors={%s, %i}|f32[4,8]{1,0}",
    "concatenate(%x, %x, %x, %x, %x, /*index=5*/%x, %x), dimensions={0}|f32[28,8]{1,0}",
    "tuple(%x, %s, %x, %s, %x, /*index=5*/%s)|(f32[4,8]{1,0}, f32[], f32[4,8]{1,0}, f32[], f32[4,8]{1,0}, "
    "/*index=5*/f32[])",
    "tuple(%s, %s, %s, %s, %s, /*index=5*/%s), sharding={{replicated}, {replicated}, {replicated}, {replicated}, "
    "{replicated}, /*index=5*/{replicated}}|(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[])",
    "custom-call(%x), custom_call_target=\"t\", called_computations={%add, %same}|f32[4,8]{1,0}",
    "conditional(%i, %x, %x), branch_computations={%same, %same}|f32[4,8]{1,0}",
    "negate(%x), sharding={replicated}, frontend_attributes={a=\"b\"}, control-predecessors={%s}, "
    "metadata={op_name=\"n\"}, backend_config=\"bc\"|f32[4,8]{1,0}",
};

static const char *const types[] = {
    "f32[2,3]{0,1}",
    "f32[2,3]{1,0:T(8,128)}",
    "f32[2,3]{1,0:T(8,128)(2,1)}",
    "f32[2,3]{1,0:T(2,*)}",
    "f32[2,3]{1,0:T(8,128)S(1)}",
    "s4[2,3]{1,0:E(4)}",
    "f32[2,3]{1,0:T(8,128)E(32)S(5)}",
    "f32[2,3]{1,0:L(512)}",
    "f32[2,3]{1,0:#(u32)*(u64)}",
    "f32[2,3]{1,0:SC(0:1)}",
    "f32[2,3]{1,0:SC(1:1,2)(0:1)}",
    "f32[2,3]{1,0:M(128)}",
    "f32[<=4,3]{1,0}",
    "f32[<=4,<=3]{1,0}",
    "u32[]{:S(2)}",
    "f32[]{:T(128)}",
    "f32[0,3]{1,0}",
    "token[]",
    "opaque[]",
    "()",
    "(())",
    "(f32[], (s32[], ()))",
    "(f32[2]{0}, token[])",
    "b(f32[4]{0})",
    "b(f32[])",
    "(b(f32[4]{0}), f32[])",
    "f32[?]{0}",
    "f32[?,4]{1,0}",
    "f32[?,<=4]{1,0}",
    "s2[8]{0:E(2)}",
    "f4e2m1fn[8]{0:T(128)E(4)}",
    "f8e8m0fnu[3]{0}",
    "c128[2,2,2,2,2]{4,3,2,1,0}",
    "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[])",
};

/* Behind "HloModule m, ". */
static const char *const headers[] = {
    "is_scheduled=true, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "alias_passthrough_params=true, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "input_output_alias={ {}: (0, {}, may-alias) }, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "input_output_alias={ {}: (0, {}, must-alias) }, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "buffer_donor={ (0, {}) }, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "buffer_donor={ (0, {}), (1, {}) }, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "input_output_alias={ {}: (1, {}, may-alias) }, buffer_donor={ (0, {}) }, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, replica_count=4",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, num_partitions=8",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, replica_count=2, num_partitions=4",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, allow_spmd_sharding_propagation_to_parameters={true,false}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, allow_spmd_sharding_propagation_to_output={true}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, allow_spmd_sharding_propagation_to_parameters={true}, allow_spmd_sharding_propagation_to_output={true}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, frontend_attributes={a=\"b\"}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"data\"=1, \"fsdp\"=8]>}}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, frontend_attributes={a=\"b\",c={d}}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, num_partitions=2, frontend_attributes={a=\"\"}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, new_attribute={1,{2}}",
    "entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}, num_partitions=2, new_attribute=\"x\"",
    "entry_computation_layout={(f32[4]{0:T(128)}, f32[4]{0:S(5)})->f32[4]{0:T(8)}}",
};

static IrModule *read_ok(const char *text)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = hlo_parse("t.hlo", text, strlen(text), &error);
    if (!m || !module_verify(m, &error))
        g_error("%s\n%s", error->message, text);
    return m;
}

/* A module parsed from any of its printed spellings prints the same in all of them. */
static void check_spellings(const IrModule *m)
{
    g_autofree char *full = module_print(m, SPELL_HLO), *brief = module_print(m, SPELL_HLO_SHORT), *dump = module_print(m, SPELL_HLO_DUMP);
    const char *const texts[3] = { full, brief, dump };
    static const char *const names[] = { "hlo", "hlo-short", "hlo-dump" };
    for (int form = 0; form < 3; form++) {
        g_autoptr(IrModule) again = read_ok(texts[form]);
        g_assert_cmpstr(pair_get(again->extra, again->n_extra, KEY_SPELLING), ==, names[form]);
        for (int to = 0; to < 3; to++) {
            if (form == 1 && to != 1) /* the short form drops metadata */
                continue;
            g_autofree char *text = module_print(again, (IrSpelling)to);
            g_assert_cmpstr(text, ==, texts[to]);
        }
    }
    g_autoptr(IrModule) copy = module_clone(m);
    g_autofree char *copied = module_print(copy, SPELL_HLO);
    g_assert_cmpstr(copied, ==, texts[0]);
}

static void test_rows(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(hlo_rows); i++) {
        const char *bar = strrchr(hlo_rows[i], '|');
        g_autofree char *line = g_strdup_printf("  ROOT out = %s %.*s\n", bar + 1, (int)(bar - hlo_rows[i]), hlo_rows[i]);
        g_autofree char *text = g_strdup_printf("%s%s}\n", ROWS_HEAD, line);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        if (!strstr(printed, line))
            g_error("%s became\n%s", line, strstr(printed, "  ROOT out = "));
        check_spellings(m);
    }
}

static void test_annotated(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(annotated); i++) {
        const char *bar = strrchr(annotated[i], '|');
        g_autofree char *line = g_strdup_printf("  ROOT %%out = %s %.*s\n", bar + 1, (int)(bar - annotated[i]), annotated[i]);
        g_autofree char *text = g_strdup_printf("%s%s}\n", ROWS_HEAD, line);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_DUMP);
        if (!strstr(printed, line))
            g_error("%s became\n%s", line, strstr(printed, "  ROOT %out = "));
        check_spellings(m);
    }
}

static void test_types(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, entry_computation_layout={(%s)->(%s, f32[])}\n\nENTRY e {\n  q = %s parameter(0)\n"
                                                "  c = f32[] constant(1)\n  ROOT t = (%s, f32[]) tuple(q, c)\n}\n\n",
                                                types[i], types[i], types[i], types[i]);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        g_assert_cmpstr(printed, ==, text);
        check_spellings(m);
        /* Equal types are the same pointer, also in a copy. */
        g_assert_true(m->entry->root->type->parts[0] == m->entry->params[0]->type);
        g_assert_cmpint(m->entry->params[0]->type->runs, ==, !strstr(types[i], "b(") && !strchr(types[i], '?'));
    }
}

static void test_headers(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(headers); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, %s\n\nENTRY e {\n  a = f32[4]{0} parameter(0)\n  b = f32[4]{0} parameter(1)\n"
                                                "  ROOT c = f32[4]{0} add(a, b)\n}\n\n", headers[i]);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        g_assert_cmpstr(printed, ==, text);
        check_spellings(m);
    }
}

/* The entry may be at any position; computations behind it stay behind it. */
static void test_entry_place(void)
{
    static const char *const comps[] = { "c0 {\n  ROOT c0.a = f32[] constant(0)\n}\n\n", "ENTRY e {\n  ROOT e.a = f32[] constant(1)\n}\n\n",
                                         "c2 {\n  ROOT c2.a = f32[] constant(2)\n}\n\n" };
    static const int orders[][3] = { { 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 } };
    for (size_t i = 0; i < G_N_ELEMENTS(orders); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, entry_computation_layout={()->f32[]}\n\n%s%s%s", comps[orders[i][0]], comps[orders[i][1]],
                                                comps[orders[i][2]]);
        g_autoptr(IrModule) m = read_ok(text);
        g_assert_true(m->comps[m->n_comps - 1] == m->entry);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        g_assert_cmpstr(printed, ==, text);
    }
}

/* Dynamic sizes and buffers are legal but cannot be run; the message names the instruction. */
static void test_not_runnable(void)
{
    static const struct { const char *text, *says; } rows[] = {
        { "ENTRY e { p = f32[?,4] parameter(0) ROOT n = f32[?,4] negate(p) }", "t:1:11: parameter p: f32[?,4] has a dimension of unknown size" },
        { "ENTRY e { p = f32[4] parameter(0) ROOT n = b(f32[4]) custom-call(p), custom_call_target=\"pin\" }", "t:1:40: custom-call n: b(f32[4]) is a buffer" },
        { "ENTRY e { p = (s32[], (f32[4], f32[?])) parameter(0) ROOT n = s32[] get-tuple-element(p), index=0 }", "(s32[], (f32[4], f32[?])) has a dimension of unknown size" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t", rows[i].text, strlen(rows[i].text), &error);
        g_assert_no_error(error);
        g_assert_true(module_verify(m, &error));
        g_assert_false(module_check_runnable(m, &error));
        if (!strstr(error->message, rows[i].says))
            g_error("%s\n  not %s", error->message, rows[i].says);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/hlo-table/rows", test_rows);
    g_test_add_func("/text/hlo-table/annotated", test_annotated);
    g_test_add_func("/text/hlo-table/types", test_types);
    g_test_add_func("/text/hlo-table/headers", test_headers);
    g_test_add_func("/text/hlo-table/entry-place", test_entry_place);
    g_test_add_func("/text/hlo-table/not-runnable", test_not_runnable);
    return g_test_run();
}
