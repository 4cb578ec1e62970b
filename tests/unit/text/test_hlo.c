/* The HLO reader and printer: every construct, read, printed and read again. */
#include "runtime/text/text.h"

#include <string.h>

#include "runtime/ir/scalar.h"

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

static IrOp *op_named(const IrModule *m, const char *name)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (strcmp(m->comps[i]->ops[k]->name, name) == 0)
                return m->comps[i]->ops[k];
    g_assert_not_reached();
}

#define ADD "add { add.a = f32[] parameter(0) add.b = f32[] parameter(1) ROOT add.c = f32[] add(add.a, add.b) }\n"

/* ---- spellings ------------------------------------------------------------------------------- */

static const char sample[] =
    "HloModule sample, is_scheduled=true, input_output_alias={ {0}: (1, {}, must-alias) }, buffer_donor={ (0, {1}) }, "
    "entry_computation_layout={((f32[4,8]{1,0}, s32[]), f32[4,8]{1,0})->(f32[4,8]{1,0}, f32[4]{0})}, num_partitions=4, "
    "frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>},note=\"a \\\"b\\\"\"}\n"
    "\nFileNames\n1 \"main.py\"\n2 \"model.py\"\n\nFunctionNames\n1 \"<module>\"\n2 \"f\"\n"
    "\nFileLocations\n1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=1 end_column=9}\n"
    "2 {file_name_id=2 function_name_id=2 line=7 end_line=8 column=4 end_column=6}\n"
    "\nStackFrames\n1 {file_location_id=1 parent_frame_id=1}\n2 {file_location_id=2 parent_frame_id=2}\n\n\n"
    "%add (a: f32[], b: f32[]) -> f32[] {\n"
    "  %a = f32[] parameter(0)\n  %b = f32[] parameter(1)\n  ROOT %c = f32[] add(%a, %b)\n}\n\n"
    "ENTRY %main (p: (f32[4,8], s32[]), w: f32[4,8]) -> (f32[4,8], f32[4]) {\n"
    "  %p = (f32[4,8]{1,0}, s32[]) parameter(0)\n"
    "  %w = f32[4,8]{1,0} parameter(1), sharding={devices=[2,2]<=[4]}, "
    "frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"x\\\"}, {\\\"y\\\"}]>\"}, metadata={op_name=\"w[\\'b\\']\"}\n"
    "  %x = f32[4,8]{1,0} get-tuple-element(%p), index=0\n"
    "  %zero = f32[] constant(0)\n"
    "  %s = f32[4,8]{1,0} multiply(%x, %w), metadata={op_type=\"mul\" op_name=\"jit(f)/mul\" stack_frame_id=2}\n"
    "  %g = f32[4,8]{1,0} all-reduce(%s), channel_id=1, replica_groups=[2,2]<=[4], use_global_device_ids=true, to_apply=%add\n"
    "  %r = f32[4]{0} reduce(%g, %zero), dimensions={1}, to_apply=%add\n"
    "  ROOT %t = (f32[4,8]{1,0}, f32[4]{0}) tuple(%g, %r), control-predecessors={%s}\n"
    "}\n\n";

static void test_sample(void)
{
    g_autoptr(IrModule) m = read_ok(sample);
    g_assert_cmpstr(m->name, ==, "sample");
    g_assert_true(m->is_scheduled);
    g_assert_cmpint(m->n_partitions, ==, 4);
    g_assert_cmpstr(pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes"), ==, "{mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>}");
    g_assert_cmpstr(pair_get(m->pairs, m->n_pairs, "note"), ==, "a \"b\"");
    g_assert_cmpint(m->n_aliases, ==, 2);
    g_assert_true(m->aliases[0].output == 0 && m->aliases[0].param == 2 && m->aliases[0].must);
    g_assert_true(m->aliases[1].output == -1 && m->aliases[1].param == 1);
    const IrOp *w = op_named(m, "w"), *s = op_named(m, "s"), *g = op_named(m, "g");
    g_assert_cmpstr(w->op_name, ==, "w['b']");
    g_assert_cmpstr(w->sharding_text, ==, "{devices=[2,2]<=[4]}");
    g_assert_cmpstr(pair_get(w->pairs, w->n_pairs, "xla.sdy.sharding"), ==, "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>");
    g_assert_cmpint(w->at.line, ==, 28);
    g_assert_cmpint(w->at.col, ==, 3);
    /* Frame 2's printed parent 2 is frame 1. */
    g_assert_cmpstr(s->loc->file, ==, "model.py");
    g_assert_cmpint(s->loc->line * 1000 + s->loc->col * 100 + s->loc->end_line * 10 + s->loc->end_col, ==, 7486);
    g_assert_cmpstr(s->loc->caller->func, ==, "<module>");
    g_assert_null(s->loc->caller->caller);
    g_assert_cmpint(s->n_origins, ==, 1);
    g_assert_cmpint(s->origins[0], ==, s->id);
    g_assert_cmpint(g->a.collective.groups.n_groups, ==, 2);
    g_assert_cmpint(g->a.collective.groups.groups[1].v[0], ==, 2);
    g_assert_true(g->a.collective.groups.use_global_ids && g->a.collective.groups.has_channel);
    g_assert_true(m->entry->root == op_named(m, "t") && m->entry->n_params == 2);
    g_assert_true(m->comps[m->n_comps - 1] == m->entry);
}

static void test_sample_comes_back(void)
{
    g_autoptr(IrModule) m = read_ok(sample);
    g_autofree char *dump = module_print(m, SPELL_HLO_DUMP);
    g_assert_cmpstr(dump, ==, sample);
    /* The same program after a round trip through either spelling. */
    g_autofree char *small = module_print(m, SPELL_HLO_SHORT), *large = module_print(m, SPELL_HLO);
    g_assert_null(strchr(small, '%'));
    g_assert_nonnull(strstr(large, "multiply(f32[4,8]{1,0} %x, f32[4,8]{1,0} %w)"));
    g_autoptr(IrModule) m_small = read_ok(small), m_large = read_ok(large);
    g_autofree char *small2 = module_print(m_small, SPELL_HLO_SHORT), *small3 = module_print(m_large, SPELL_HLO_SHORT),
                    *dump2 = module_print(m_large, SPELL_HLO_DUMP);
    g_assert_cmpstr(small2, ==, small);
    g_assert_cmpstr(small3, ==, small);
    g_assert_cmpstr(dump2, ==, sample);
}

static void test_loose_texts(void)
{
    const struct { const char *text; const char *entry; int n_ops; } rows[] = {
        { "\xEF\xBB\xBFHloModule m\r\nENTRY e {\r\n  ROOT a = f32[] constant(1)\r\n}", "e", 1 },
        { "HloModule m ENTRY e { a = f32[] constant(1) }", "e", 1 },                        /* no ROOT: the last instruction */
        { "HloModule m e { ROOT a = f32[] constant(1) }", "e", 1 },                         /* no ENTRY: the last computation */
        { "e { ROOT a=f32[] constant(1) b = f32[] add(a, a) }", "e", 2 },                    /* no header */
        { "ENTRY %e (x: f32[2]) -> f32[2] { ROOT %x = f32[2]{0} parameter(0) } // e", "e", 1 },
        { "HloModule m /* c */ ENTRY e { ROOT t = () tuple() }", "e", 1 },
        { "add(f32[2] x, f32[2] y)", NULL, 0 },                                             /* needs a name on the left */
        { "z = f32[2] add(f32[2] x, f32[2] y)", "_", 3 },                                /* a single instruction */
        { "HloModule m ENTRY e { p = (f32[2], (s32[], f32[3])) parameter(0) ROOT s = f32[3] negate(p#1#1) }", "e", 4 },
        { "HloModule m ENTRY e { ROOT s = f32[] add(f32[] constant(1), f32[] constant(2)) }", "e", 3 },
        { "HloModule m ENTRY e { p = f32[4] parameter(0) q = add(p, p) ROOT c = compare(p, q), direction=LT }", "e", 3 }, /* types left out */
        { "HloModule m, unknown_thing={a={1}} ENTRY e { ROOT a = f32[] constant(1), future_attr=\"x,y\", other={1,{2}} }", "e", 1 },
        { "HloModule older: ENTRY e { ROOT a = f32[] constant(1) }", "e", 1 },
        { "f32[2] add(f32[2], f32[2] %y)", "_", 3 },                                      /* no left side, no name */
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!rows[i].entry) {
            g_autoptr(GError) error = NULL;
            g_assert_null(hlo_parse("t", rows[i].text, strlen(rows[i].text), &error));
            continue;
        }
        g_autoptr(IrModule) m = read_ok(rows[i].text);
        g_assert_cmpstr(m->entry->name, ==, rows[i].entry);
        g_assert_cmpint(m->entry->n_ops, ==, rows[i].n_ops);
        g_autofree char *a = module_print(m, SPELL_HLO);
        g_autoptr(IrModule) again = read_ok(a);
        g_autofree char *b = module_print(again, SPELL_HLO);
        g_assert_cmpstr(a, ==, b);
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Lines that print exactly as written, in one entry computation with these parameters. */
static const char *const lines[] = {
    "broadcast(v), dimensions={1}|f32[3,4]{1,0}",
    "transpose(x), dimensions={1,0}|f32[8,4]{0,1}",
    "slice(x), slice={[0:4], [1:8]}|f32[4,7]{1,0}",
    "slice(x), slice={[0:4:2], [1:8:3]}|f32[2,3]{1,0}",
    "pad(x, s), padding=1_2x-1_0|f32[7,7]{1,0}",
    "pad(x, s), padding=0_0_1x0_0_0|f32[7,8]{1,0}",
    "concatenate(x, x), dimensions={1}|f32[4,16]{1,0}",
    "reverse(x), dimensions={0,1}|f32[4,8]{1,0}",
    "dynamic-slice(x, i, i), dynamic_slice_sizes={2,8}|f32[2,8]{1,0}",
    "dynamic-update-slice(x, x, i, i)|f32[4,8]{1,0}",
    "iota(), iota_dimension=1|s32[2,3]{1,0}",
    "compare(x, x), direction=GE, type=TOTALORDER|pred[4,8]{1,0}",
    "clamp(s, x, s)|f32[4,8]{1,0}",
    "reduce-precision(x), exponent_bits=5, mantissa_bits=10|f32[4,8]{1,0}",
    "dot(x, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}, "
    "operand_precision={highest,highest}, algorithm=dot_bf16_bf16_f32|f32[4]{0}",
    "convolution(im, k), window={size=3x3 stride=2x1 pad=1_1x0_-1 rhs_dilate=1x2}, dim_labels=b01f_01io->b01f, feature_group_count=2|f32[1,5,5,6]{3,2,1,0}",
    "reduce-window(x, s), window={size=1x3 pad=0_0x1_1}, to_apply=add|f32[4,8]{1,0}",
    "select-and-scatter(x, x, s), window={size=1x1}, select=ge, scatter=add|f32[4,8]{1,0}",
    "sort(x), dimensions={1}, is_stable=true, to_apply=lt|f32[4,8]{1,0}",
    "topk(x), k=2, largest=true|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "topk(x), k=2, largest=false, is_stable=false|(f32[4,2]{1,0}, s32[4,2]{1,0})",
    "gather(x, ij), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}, indices_are_sorted=true|f32[5,8]{1,0}",
    "scatter(x, ij, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, unique_indices=true, to_apply=add|f32[4,8]{1,0}",
    "map(x), dimensions={0,1}, to_apply=neg|f32[4,8]{1,0}",
    "fft(c), fft_type=IRFFT, fft_length={8}|f32[4,8]{1,0}",
    "cholesky(sq), lower=true|f32[4,4]{1,0}",
    "triangular-solve(sq, x), left_side=true, lower=true, transpose_a=ADJOINT|f32[4,8]{1,0}",
    "batch-norm-inference(x, v4, v4, v4, v4), epsilon=0.001, feature_index=0|f32[4,8]{1,0}",
    "rng-bit-generator(state), algorithm=rng_three_fry|(u64[2]{0}, u32[3]{0})",
    "while(x), condition=yes, body=same|f32[4,8]{1,0}",
    "conditional(i, x, x), branch_computations={same, same}|f32[4,8]{1,0}",
    "conditional(b, x, x), true_computation=same, false_computation=same|f32[4,8]{1,0}",
    "call(x), to_apply=same|f32[4,8]{1,0}",
    "fusion(x), kind=kLoop, calls=same|f32[4,8]{1,0}",
    "opt-barrier(x)|f32[4,8]{1,0}",
    "all-gather(x), channel_id=1, replica_groups={{0,1},{2,3}}, dimensions={1}, use_global_device_ids=true|f32[4,16]{1,0}",
    "reduce-scatter(x), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, dimensions={0}, to_apply=add|f32[1,8]{1,0}",
    "all-to-all(x), channel_id=1, replica_groups=[2,2]<=[2,2]T(1,0), dimensions={1}|f32[4,8]{1,0}",
    "all-to-all(x, x), channel_id=1, replica_groups={{0,1},{2,3}}|(f32[4,8]{1,0}, f32[4,8]{1,0})",
    "collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}|f32[4,8]{1,0}",
    "collective-broadcast(x), channel_id=1, replica_groups={{0,1}}|f32[4,8]{1,0}",
    "partition-id()|u32[]",
    "after-all()|token[]",
    "custom-call(x, s), custom_call_target=\"do\\\"it\", operand_layout_constraints={f32[4,8]{1,0}, f32[]}, custom_call_has_side_effect=true, "
    "api_version=API_VERSION_TYPED_FFI, backend_config={\"a\": [1, \"}\"]}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config=\"plain, text\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"t\", backend_config=\"{\\\"quoted\\\": 1}\"|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"Sharding\", sharding={devices=[2,2]<=[4]}|f32[4,8]{1,0}",
    "custom-call(x), custom_call_target=\"chlo.square\"|f32[4,8]{1,0}",
    "bitcast-convert(x)|u8[4,8,4]{2,1,0}",
    "stochastic-convert(x, bits)|bf16[4,8]{1,0}",
    "get-dimension-size(x), dimensions={1}|s32[]",
    "set-dimension-size(x, i), dimensions={1}|f32[4,<=8]{1,0}",
    "copy-start(x)|(f32[4,8]{1,0:S(5)}, f32[4,8]{1,0}, u32[])",
    "ragged-dot(x, k3, sizes), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}|f32[4,6]{1,0}",
};

#define LINES_HEAD                                                                                 \
    "HloModule m, num_partitions=4\n" ADD                                                          \
    "ge { ge.a = f32[] parameter(0) ge.b = f32[] parameter(1) ROOT ge.c = pred[] compare(ge.a, ge.b), direction=GE }\n" \
    "lt { lt.a = f32[] parameter(0) lt.b = f32[] parameter(1) ROOT lt.c = pred[] compare(lt.a, lt.b), direction=LT }\n" \
    "neg { neg.a = f32[] parameter(0) ROOT neg.c = f32[] negate(neg.a) }\n"                                    \
    "yes { yes.a = f32[4,8] parameter(0) ROOT yes.c = pred[] constant(true) }\n"                           \
    "same { ROOT same.a = f32[4,8]{1,0} parameter(0) }\n"                                               \
    "ENTRY e {\n x = f32[4,8]{1,0} parameter(0) s = f32[] parameter(1) i = s32[] parameter(2) b = pred[] parameter(3)\n" \
    " ij = s32[5,1] parameter(4) u = f32[5,8] parameter(5) im = f32[1,10,10,4] parameter(6) k = f32[3,3,2,6] parameter(7)\n" \
    " c = c64[4,5] parameter(8) sq = f32[4,4] parameter(9) v4 = f32[4] parameter(10) state = u64[2] parameter(11)\n" \
    " v = f32[4] parameter(12) bits = u32[4,8] parameter(13) k3 = f32[2,8,6] parameter(14) sizes = s32[2] parameter(15)\n"

static void test_lines(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        const char *bar = strrchr(lines[i], '|');
        g_autofree char *line = g_strdup_printf("  ROOT out = %s %.*s\n", bar + 1, (int)(bar - lines[i]), lines[i]);
        g_autofree char *text = g_strdup_printf("%s%s}", LINES_HEAD, line);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        if (!strstr(printed, line))
            g_error("%s became\n%s", line, strstr(printed, "  ROOT out = "));
        /* The copy prints the same and infers the same types, and nothing in it refers to the original. */
        g_autoptr(IrModule) copy = module_clone(m);
        module_free(g_steal_pointer(&m));
        g_autofree char *again = module_print(copy, SPELL_HLO_SHORT);
        g_assert_cmpstr(again, ==, printed);
        g_autoptr(GError) error = NULL;
        g_assert_true(module_verify(copy, &error));
    }
}

static void test_types_inferred(void)
{
    /* Where HLO says that a type can be inferred, omitting it gives the type that was written. */
    static const char *const stated[] = { "broadcast", "iota", "custom-call", "fusion", "rng-bit", "bitcast", "stochastic", "copy-start", "ragged-dot" };
    int inferred = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        const char *bar = strrchr(lines[i], '|');
        bool needs = false;
        for (size_t k = 0; k < G_N_ELEMENTS(stated); k++)
            needs = needs || g_str_has_prefix(lines[i], stated[k]);
        g_autofree char *with = g_strdup_printf("%s ROOT out = %s %.*s }", LINES_HEAD, bar + 1, (int)(bar - lines[i]), lines[i]);
        g_autofree char *without = g_strdup_printf("%s ROOT out = %.*s }", LINES_HEAD, (int)(bar - lines[i]), lines[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) a = read_ok(with), b = hlo_parse("t", without, strlen(without), &error);
        if (!b) {
            g_assert_true(needs);
            continue;
        }
        g_autofree char *ta = type_text(a->entry->root->type), *tb = type_text(b->entry->root->type);
        g_assert_cmpstr(ta, ==, tb);
        inferred++;
    }
    g_assert_cmpint(inferred, >, 35);
}

static void test_async(void)
{
    g_autoptr(IrModule) m = read_ok(
        "HloModule m, num_partitions=2\n" ADD
        "ENTRY e { p = f32[4] parameter(0) "
        "s = ((f32[4]), f32[2], u32[]) reduce-scatter-start(p), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, dimensions={0}, to_apply=add "
        "u = ((f32[4]), f32[2], u32[]) reduce-scatter-update(s) ROOT d = f32[2] reduce-scatter-done(u) }");
    const IrOp *s = op_named(m, "s");
    g_assert_cmpint(s->code, ==, OP_async_start);
    g_assert_cmpint(s->comps[0]->root->code, ==, OP_reduce_scatter);
    g_assert_cmpint(s->comps[0]->root->a.collective.groups.groups[0].n, ==, 2);
    g_assert_cmpint(m->entry->root->code, ==, OP_async_done);
}

static void test_inline_computations(void)
{
    g_autoptr(IrModule) m = read_ok(
        "HloModule m ENTRY e { x = f32[4] parameter(0) z = f32[] constant(0) "
        "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply={ x = f32[] parameter(0) y = f32[] parameter(1) ROOT q = f32[] add(x, y) } }");
    g_assert_cmpint(m->n_comps, ==, 2);
    g_assert_cmpint(comp_reduce_kind(m->entry->root->comps[0]), ==, REDUCE_SUM);
    g_assert_true(m->entry->root->operands[0] == m->entry->params[0]);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void test_groups(void)
{
    const struct { const char *text, *ids; } rows[] = {
        { "{{0,1},{2,3}}", "0 1|2 3|" }, { "{}", "" }, { "[2,2]<=[4]", "0 1|2 3|" }, { "[2,2]<=[2,2]T(1,0)", "0 2|1 3|" },
        { "[4,2]<=[2,4]T(1,0)", "0 4|1 5|2 6|3 7|" }, { "mesh['a'=2,'b'=2] {'b'}", "0 1|2 3|" }, { "mesh['a'=2,'b'=2] {'a'}", "0 2|1 3|" },
        { "mesh['a'=2,'b'=2] {'b','a'}", "0 2 1 3|" }, { "mesh['a'=2,'b'=2], device_ids=(0,2,1,3) {'b'}", "0 2|1 3|" },
        { "mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)) {'b'}", "0 2|1 3|" }, { "mesh['b'=4] {'b':(2)2}", "0 1|2 3|" },
        { "mesh['b'=4] {'b':(1)2}", "0 2|1 3|" }, { "mesh['b'=8] {'b':(2)2}", "0 2|1 3|4 6|5 7|" },
        { "mesh['b'=8] {'b':(4)2,'b':(1)2}", "0 4 1 5|2 6 3 7|" }, { "maximal_mesh[device_id=1] {}", "1|" },
        { "mesh[a=2,b=2] {b}", "0 1|2 3|" }, { "mesh[a=2,b.1=2], device_ids=(0,2,1,3) {b.1}", "0 2|1 3|" }, { "mesh[b=8] {b:(4)2, b:(1)2}", "0 4 1 5|2 6 3 7|" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=8\n" ADD
            "ENTRY e { p = f32[4] parameter(0) ROOT r = f32[4] all-reduce(p), channel_id=1, replica_groups=%s, use_global_device_ids=true, to_apply=add }", rows[i].text);
        g_autoptr(IrModule) m = read_ok(text);
        const Groups *g = &m->entry->root->a.collective.groups;
        g_autoptr(GString) ids = g_string_new(NULL);
        for (int k = 0; k < g->n_groups; k++)
            for (int j = 0; j < g->groups[k].n; j++)
                g_string_append_printf(ids, "%d%s", (int)g->groups[k].v[j], j == g->groups[k].n - 1 ? "|" : " ");
        g_assert_cmpstr(ids->str, ==, rows[i].ids);
        g_assert_cmpstr(g->text, ==, rows[i].text);
    }
}

/* Groups spelled alike are one list, of a copy too; channels and what else stands beside them are each op's own. */
static void test_groups_shared(void)
{
    g_autoptr(IrModule) m = read_ok("HloModule m, num_partitions=8\n" ADD
        "ENTRY e { p = f32[4] parameter(0)\n a = f32[4] all-reduce(p), channel_id=1, replica_groups=[4,2]<=[2,4]T(1,0), use_global_device_ids=true, to_apply=add, metadata={op_name=\"w[\\'a\\']\"}\n"
        "b = f32[4] all-reduce(a), channel_id=2, replica_groups=[4,2]<=[2,4]T(1,0) , use_global_device_ids=true, to_apply=add\n"
        "c = f32[4] all-reduce(b), channel_id=3, replica_groups=[2,4]<=[8], use_global_device_ids=true, to_apply=add\n"
        "ROOT d = f32[4] all-reduce(c), replica_groups=[4,2]<=[2,4]T(1,0), to_apply=add }");
    g_autoptr(IrModule) copy = module_clone(m);
    const IrModule *const both[] = { m, copy };
    for (size_t i = 0; i < G_N_ELEMENTS(both); i++) {
        const IrOp *d = both[i]->entry->root, *c = d->operands[0], *b = c->operands[0], *a = b->operands[0];
        g_assert_true(a->a.collective.groups.groups == b->a.collective.groups.groups && a->a.collective.groups.groups == d->a.collective.groups.groups);
        g_assert_true(c->a.collective.groups.groups != a->a.collective.groups.groups);
        g_assert_cmpint(b->a.collective.groups.groups[1].v[1], ==, 5);
        g_assert_cmpint(a->a.collective.groups.channel, ==, 1);
        g_assert_cmpint(b->a.collective.groups.channel, ==, 2);
        g_assert_cmpint(c->a.collective.groups.channel, ==, 3);
        g_assert_false(d->a.collective.groups.has_channel || d->a.collective.groups.use_global_ids);
    }
}

/* ---- literals -------------------------------------------------------------------------------- */

static void test_literals(void)
{
    /* type, as written, as printed (NULL: the same) */
    const struct { const char *type, *in, *out; } rows[] = {
        { "pred[]", "true", NULL }, { "pred[3]{0}", "{1, false, 7}", "{1, 0, 1}" }, { "s8[]", "-128", NULL }, { "u64[]", "18446744073709551615", NULL },
        { "s64[]", "-9223372036854775808", NULL }, { "f32[]", "1e-45", "1.4013e-45" }, { "f32[]", "0.1", NULL }, { "f32[]", "-0", NULL },
        { "f32[]", "3.40282347e+38", NULL }, { "f32[]", "16777217", "16777216" }, { "f64[]", "0.1", NULL }, { "f64[]", "4.9406564584124654e-324", "4.94065645841247e-324" },
        { "f32[]", "inf", NULL }, { "f32[]", "-inf", NULL }, { "f32[]", "nan", NULL }, { "f32[]", "-nan", NULL }, { "f32[]", "nan(0x1)", NULL },
        { "f64[]", "nan(0xf)", NULL }, { "bf16[]", "3.141", "3.141" }, { "f16[]", "65504", NULL }, { "f8e4m3fn[]", "448", "448" }, { "f4e2m1fn[]", "1.5", NULL },
        { "c64[]", "(1, -2.5)", NULL }, { "c128[]", "(nan, inf)", NULL }, { "s32[0]{0}", "{}", NULL }, { "f32[2,0]{1,0}", "{ {}, {} }", NULL },
        { "s32[2,3]{1,0}", "{{1,2,3},{4,5,6}}", "{ { 1, 2, 3 }, { 4, 5, 6 } }" }, { "s32[1,1]{1,0}", "{ {7} }", NULL },
        { "s4[3]{0}", "{-8, 0, 7}", NULL }, { "u2[2]{0}", "{3, 0}", NULL }, { "s1[2]{0}", "{-1, 0}", NULL },
        { "s32[1,2,1,2]{3,2,1,0}", "{{{{1,2}},{{3,4}}}}", "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } }, { /*i1=1*/ { 3, 4 } } } }" },
        { "f32[4]{0}", "{...}", NULL }, { "(s32[], f32[2]{0})", "(1, {2, 3})", "( 1, {2, 3} )" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("ENTRY e { ROOT c = %s constant(%s) }", rows[i].type, rows[i].in);
        g_autoptr(IrModule) m = read_ok(text);
        g_autofree char *printed = module_print(m, SPELL_HLO_SHORT);
        const char *out = rows[i].out ? rows[i].out : rows[i].in;
        g_autofree char *want = g_strdup_printf("constant(%s)\n", out);
        if (!strstr(printed, want))
            g_error("expected %s in\n%s", want, printed);
    }
}

/* Every value of the narrow types, and many of the wide ones, make a bitwise exact round trip. */
static void test_literals_round_trip(void)
{
    GRand *rand = g_rand_new_with_seed(7);
    for (int e = 0; e < N_ELEMS; e++) {
        if (elem_info[e].cls == CLASS_PRED)
            continue;
        int n = elem_info[e].bytes == 1 ? 256 : 600, bytes = elem_info[e].bytes;
        g_autoptr(IrModule) m = module_new("m");
        int64_t dim = n;
        const Type *type = type_array(m->types, (ElemType)e, 1, &dim);
        g_autofree uint8_t *data = g_malloc0((gsize)n * (gsize)bytes);
        for (int i = 0; i < n; i++) {
            if (float_format((ElemType)e)) { /* bits beyond the type's width stay zero */
                const FloatFormat *f = float_format((ElemType)e);
                for (int part = 0; part < bytes; part += elem_info[elem_part((ElemType)e)].bytes) {
                    uint64_t bits = bytes == 1 ? (uint64_t)i : (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
                    bits &= UINT64_MAX >> (64 - f->exponent_bits - f->mantissa_bits - f->has_sign);
                    memcpy(data + i * bytes + part, &bits, (size_t)elem_info[elem_part((ElemType)e)].bytes);
                }
            } else {
                scalar_from_int((ElemType)e, (int64_t)((uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand)), data + i * bytes);
            }
        }
        m->entry = comp_new(m, "e");
        IrOp *c = m->entry->root = op_new(m->entry, OP_constant, type, "c", 0, NULL);
        c->a.literal = literal_new(m, type, data, false);
        comp_renumber(m->entry);
        g_autofree char *text = module_print(m, SPELL_HLO);
        g_autoptr(IrModule) again = read_ok(text);
        g_assert_cmpmem(again->entry->root->a.literal->data, (gsize)n * (gsize)bytes, data, (gsize)n * (gsize)bytes);
    }
    g_rand_free(rand);
}

/* ---- cut short and changed ------------------------------------------------------------------- */

static void try_text(const char *text, size_t n)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = hlo_parse("t", text, n, &error);
    g_assert_true((m != NULL) != (error != NULL));
    if (!m)
        return;
    if (module_verify(m, NULL)) {
        g_autofree char *printed = module_print(m, SPELL_HLO);
        g_autoptr(IrModule) again = hlo_parse("t", printed, strlen(printed), &error);
        if (!again)
            g_error("%s\nfor what was printed of\n%s\n%s", error->message, text, printed);
    }
}

static void test_prefixes(void)
{
    for (size_t n = 0; n < sizeof sample; n++) {
        g_autofree char *cut = g_memdup2(sample, n ? n : 1); /* no terminating NUL, so that ASan detects a read beyond the end */
        try_text(cut, n);
    }
}

static void test_mutations(void)
{
    GRand *rand = g_rand_new_with_seed(11);
    static const char odd[] = "{}()[]=,%\"'/*#<>-.0919xT?\\\n\0\xff";
    for (int i = 0; i < 6000; i++) {
        g_autofree char *text = NULL;
        if (i % 2) {
            text = g_strdup(sample);
        } else {
            const char *line = lines[g_rand_int_range(rand, 0, G_N_ELEMENTS(lines))], *bar = strrchr(line, '|');
            text = g_strdup_printf("%s ROOT out = %s %.*s }", LINES_HEAD, bar + 1, (int)(bar - line), line);
        }
        int n = (int)strlen(text);
        for (int k = g_rand_int_range(rand, 1, 4); k > 0; k--) {
            int at = g_rand_int_range(rand, i % 2 ? 0 : (int)strlen(LINES_HEAD), n);
            text[at] = g_rand_boolean(rand) ? odd[g_rand_int_range(rand, 0, sizeof odd)] : text[g_rand_int_range(rand, 0, n)];
        }
        try_text(text, (size_t)n);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/hlo/sample", test_sample);
    g_test_add_func("/text/hlo/sample-comes-back", test_sample_comes_back);
    g_test_add_func("/text/hlo/loose-texts", test_loose_texts);
    g_test_add_func("/text/hlo/lines", test_lines);
    g_test_add_func("/text/hlo/types-inferred", test_types_inferred);
    g_test_add_func("/text/hlo/async", test_async);
    g_test_add_func("/text/hlo/inline-computations", test_inline_computations);
    g_test_add_func("/text/hlo/groups", test_groups);
    g_test_add_func("/text/hlo/groups-shared", test_groups_shared);
    g_test_add_func("/text/hlo/literals", test_literals);
    g_test_add_func("/text/hlo/literals-round-trip", test_literals_round_trip);
    g_test_add_func("/text/hlo/prefixes", test_prefixes);
    g_test_add_func("/text/hlo/mutations", test_mutations);
    return g_test_run();
}
