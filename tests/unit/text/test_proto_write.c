/* Modules written as HloModuleProto and read back: every instruction has its opcode, name, type, attributes, operands, framework name, line and
 * annotations. That jaxlib takes the same bytes was tried by hand (0.10.2, all programs of data/ops and those XLA made of them). */
#include <glib.h>
#include <string.h>

#include "runtime/ir/sdy_pair.h"
#include "runtime/text/proto.h"
#include "runtime/text/proto_write.h"
#include "runtime/text/text.h"

static const char *source(void)
{
    return g_getenv("SHARDSCOPE_SOURCE") ? g_getenv("SHARDSCOPE_SOURCE") : ".";
}

static void same_op(const IrOp *a, const IrOp *b)
{
    g_assert_cmpstr(a->name, ==, b->name);
    g_assert_cmpint(a->code, ==, b->code);
    g_assert_true(type_same(a->type->plain, b->type->plain));
    g_assert_cmpint(a->n_operands, ==, b->n_operands);
    for (int i = 0; i < a->n_operands; i++)
        g_assert_cmpstr(a->operands[i]->name, ==, b->operands[i]->name);
    g_assert_cmpint(a->n_comps, ==, b->n_comps);
    for (int i = 0; i < a->n_comps; i++)
        g_assert_cmpstr(a->comps[i]->name, ==, b->comps[i]->name);
    if (op_info[a->code].attrs != ATTRS_batch_norm /* its epsilon is a float there */ && !op_attrs_equal(a, b, ATTR_RULE | ATTR_VALUE))
        g_error("%s: attributes differ", a->name);
    g_assert_cmpstr(a->op_name, ==, b->op_name);
    g_assert_cmpint(a->loc ? a->loc->line : 0, ==, b->loc ? b->loc->line : 0);
    g_assert_cmpint(a->n_pairs, ==, b->n_pairs);
    for (int i = 0; i < a->n_pairs; i++) {
        g_autofree char *list = sdy_pair_listed(a, &a->pairs[i]);
        g_assert_cmpstr(list ? list : a->pairs[i].value, ==, b->pairs[i].value);
    }
    g_assert_cmpint(a->sharding_text != NULL, ==, b->sharding_text != NULL);
}

/* False if the program has something that no message can hold, with the reason. */
static bool round_trip(const char *path, bool through_text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) read = program_read(path, NULL, &error);
    g_assert_no_error(error);
    g_autofree char *text = hlo_print(read, SPELL_HLO);
    g_autoptr(IrModule) plain = hlo_parse(path, text, strlen(text), &error); /* HLO's words for ops of other dialects */
    g_assert_no_error(error);
    GString *bytes = proto_write(through_text ? plain : read, &error);
    if (!bytes) {
        g_test_message("%s", error->message);
        g_assert_cmpint(error->code, ==, SHARD_ERROR_UNSUPPORTED);
        return false;
    }
    g_assert_true(proto_find(bytes->str, bytes->len));
    g_autoptr(IrModule) back = proto_parse("written.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    g_assert_cmpint(plain->n_comps, ==, back->n_comps);
    for (int k = 0; k < plain->n_comps; k++) {
        g_assert_cmpint(plain->comps[k]->n_ops, ==, back->comps[k]->n_ops);
        for (int i = 0; i < plain->comps[k]->n_ops; i++)
            same_op(plain->comps[k]->ops[i], back->comps[k]->ops[i]);
    }
    g_assert_cmpint(MAX(plain->n_partitions, 1), ==, MAX(back->n_partitions, 1));
    g_assert_cmpint(plain->n_aliases, ==, back->n_aliases);
    g_assert_cmpint(plain->is_scheduled, ==, back->is_scheduled);
    g_string_free(bytes, TRUE);
    return true;
}

static void test_folder(gconstpointer name)
{
    g_autofree char *dir = g_build_filename(source(), name, NULL);
    GDir *d = g_dir_open(dir, 0, NULL);
    int n = 0, refused = 0;
    for (const char *file; (file = g_dir_read_name(d));) {
        g_autofree char *path = g_build_filename(dir, file, NULL);
        if (!g_str_has_suffix(file, ".mlir") && !g_str_has_suffix(file, ".hlo") && !(g_str_has_prefix(file, "module_") && g_str_has_suffix(file, ".txt") && !strstr(file, "-buffer") && !strstr(file, "-live")))
            continue;
        g_autoptr(GPtrArray) all = program_read_all(path, NULL, NULL);
        if (!all || all->len != 1)
            continue;
        n++;
        refused += !round_trip(path, n % 2);
    }
    g_dir_close(d);
    g_test_message("%s: %d programs, %d with something that cannot be written", dir, n, refused);
    g_assert_cmpint(n, >, 2);
    g_assert_cmpint(refused * 5, <=, n);
}

/* Choices by a boolean, halves of asynchronous ops that name their computation, aliases of parts of parts. */
static void test_calls(void)
{
    static const char text[] = "HloModule t, input_output_alias={ {0, 1}: (0, {0}, must-alias), {1}: (0, {1, 0}, may-alias) }\n"
                               "neg { x = f32[4] parameter(0) ROOT n = f32[4] negate(x) }\n"
                               "same { x = f32[4] parameter(0) ROOT n = f32[4] copy(x) }\n"
                               "later { x = f32[4] parameter(0) ROOT n = f32[4] cosine(x) }\n"
                               "ENTRY e {\n  p = (f32[4], (f32[4], f32[])) parameter(0)\n  a = f32[4] get-tuple-element(p), index=0\n"
                               "  b = (f32[4], f32[]) get-tuple-element(p), index=1\n  c = f32[4] get-tuple-element(b), index=0\n"
                               "  t = pred[] constant(true)\n  d = f32[4] conditional(t, a, c), true_computation=neg, false_computation=same\n"
                               "  s = ((f32[4]), f32[4], u32[]) async-start(d), calls=later\n  f = f32[4] async-done(s), calls=later\n"
                               "  g = (f32[4], f32[4]) tuple(f, a)\n  ROOT r = ((f32[4], f32[4]), f32[4]) tuple(g, c)\n}\n";
    GError *error = NULL;
    g_autoptr(IrModule) read = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write(read, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    g_assert_cmpint(back->entry->n_ops, ==, read->entry->n_ops);
    for (int i = 0; i < read->entry->n_ops; i++)
        same_op(read->entry->ops[i], back->entry->ops[i]);
    g_assert_cmpint(back->n_aliases, ==, 2);
    for (int i = 0; i < 2; i++) {
        g_assert_cmpint(back->aliases[i].output, ==, i + 1);
        g_assert_cmpint(back->aliases[i].param, ==, i);
        g_assert_true(back->aliases[i].must == (i == 0));
    }
    g_string_free(bytes, TRUE);
}

/* A custom call that does not say its version has the original one, as XLA writes it: of version 0 jaxlib prints a text that it does not read. */
static void test_version(void)
{
    static const char text[] = "HloModule t, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\nENTRY e {\n"
                               "  a = f32[4]{0} parameter(0)\n  ROOT c = f32[4]{0} custom-call(a), custom_call_target=\"f\"\n}\n";
    static const char field[] = "\xe8\x04\x01"; /* number 77 */
    GError *error = NULL;
    g_autoptr(IrModule) read = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write(read, &error);
    g_assert_no_error(error);
    bool found = false;
    for (gsize i = 0; i + 3 <= bytes->len && !found; i++)
        found = memcmp(bytes->str + i, field, 3) == 0;
    g_assert_true(found);
    g_string_free(bytes, TRUE);
}

/* Ops that HLO does not have are custom calls in the text, and here. */
static void test_stand_ins(void)
{
    static const char text[] = "HloModule t, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\nENTRY e {\n"
                               "  a = f32[4]{0} parameter(0)\n  b = f32[4]{0} custom-call(a), custom_call_target=\"chlo.erf_inv\"\n"
                               "  c = f32[4]{0} custom-call(a, b), custom_call_target=\"chlo.zeta\"\n  ROOT d = f32[4]{0} custom-call(c), custom_call_target=\"chlo.lgamma\"\n}\n";
    GError *error = NULL;
    g_autoptr(IrModule) read = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpint(read->entry->ops[1]->code, ==, OP_erf_inv);
    GString *bytes = proto_write(read, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    for (int i = 0; i < read->entry->n_ops; i++)
        same_op(read->entry->ops[i], back->entry->ops[i]);
    g_string_free(bytes, TRUE);
}

/* What is kept for tools is written too: its texts are those that were read. */
static void test_hints(void)
{
    static const char text[] = "HloModule t, entry_computation_layout={(f32[4]{0}, (f32[], f32[]))->f32[4]{0}}\nENTRY e {\n"
                               "  a = f32[4]{0} parameter(0), parameter_replication={true}\n  b = (f32[], f32[]) parameter(1), parameter_replication={false,true}\n"
                               "  x = f32[4]{0} tanh(a), result_accuracy={mode=highest}\n  y = f32[4]{0} exponential(x), result_accuracy={tolerance={atol=1,rtol=0.5,ulps=2}}\n"
                               "  s = (f32[4]{0}, f32[4]{0}, u32[]) copy-start(y), cross_program_prefetch_index=0\n  d = f32[4]{0} copy-done(s)\n"
                               "  c = f32[4]{0} custom-call(d), custom_call_target=\"f\", output_to_operand_aliasing={{}: (0, {})}, padding_type=PADDING_SAME\n"
                               "  t = ((f32[4]{0}, f32[]), f32[4]{0}) custom-call(b, y), custom_call_target=\"g\", output_to_operand_aliasing={{0,1}: (0, {1}), {1}: (1, {})}\n"
                               "  ROOT r = f32[4]{0} add(c, y), statistics={visualizing_index=1,first=2.5,second=3}, metadata={op_type=\"Add\" op_name=\"f/add\" deduplicated_name=\"d\" scheduling_name=\"s\"}\n}\n";
    static const char *const keys[] = { "metadata.op_type", "metadata.deduplicated_name", "metadata.scheduling_name", "parameter_replication", "result_accuracy", "cross_program_prefetch_index", "padding_type", "statistics", "output_to_operand_aliasing" };
    GError *error = NULL;
    g_autoptr(IrModule) read = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write(read, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    int met = 0;
    for (int i = 0; i < read->entry->n_ops; i++)
        for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
            const IrOp *a = read->entry->ops[i], *b = back->entry->ops[i];
            const char *want = pair_get(a->extra, a->n_extra, keys[k]), *have = pair_get(b->extra, b->n_extra, keys[k]);
            g_assert_cmpstr(have, ==, want);
            met += want != NULL;
        }
    g_assert_cmpint(met, ==, 12);
    g_string_free(bytes, TRUE);
}

/* The module beside its configuration: read back with the shardings of the whole parameters, and nothing of them where their number does not fit. */
static void test_with_config(void)
{
    static const char text[] = "HloModule t, entry_computation_layout={(f32[4]{0}, f32[8]{0})->(f32[4]{0}, f32[8]{0})}, replica_count=2, num_partitions=4\nENTRY e {\n"
                               "  a = f32[4]{0} parameter(0)\n  b = f32[8]{0} parameter(1), sharding={replicated}\n  x = f32[4]{0} negate(a), sharding={unreduced}\n"
                               "  ROOT r = (f32[4]{0}, f32[8]{0}) tuple(x, b)\n}\n";
    static const char *const names[] = { "{devices=[4]<=[4]}", "{devices=[4]<=[4]}" };
    const ProtoShardings fits = { .parameters = names, .results = names, .n_parameters = 2, .n_results = 2 },
                         fewer = { .parameters = names, .results = names, .n_parameters = 1, .n_results = 1 };
    GError *error = NULL;
    g_autoptr(IrModule) m = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    gsize sizes[2];
    for (int k = 0; k < 2; k++) {
        GString *bytes = proto_write_with_config(m, k ? &fewer : &fits, &error);
        g_assert_no_error(error);
        sizes[k] = bytes->len;
        g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
        g_assert_no_error(error);
        g_assert_cmpint(back->n_replicas, ==, 2);
        g_assert_cmpint(back->n_partitions, ==, 4);
        g_assert_cmpstr(back->entry->params[0]->sharding_text, ==, k ? NULL : "{devices=[4]<=[4]}");
        g_assert_cmpstr(back->entry->params[1]->sharding_text, ==, "{replicated}");
        for (int i = 0; i < back->entry->n_ops; i++)
            g_assert_true(!back->entry->ops[i]->sharding_text || back->entry->ops[i]->code == OP_parameter);
        g_string_free(bytes, TRUE);
    }
    g_assert_cmpint(sizes[0], >, sizes[1] + 2 * 10); /* two parameters' and the results' in the module's own fields */
}

/* What callers order otherwise than by rows is said of parameters and results alone, and what may be chosen is said too. */
static void test_orders(void)
{
    static const char text[] = "HloModule t, entry_computation_layout={(f32[4,8]{1,0}, f32[4,8]{1,0})->(f32[4,8]{1,0}, f32[4,8]{1,0})}, allow_spmd_sharding_propagation_to_output={true,false}\n"
                               "ENTRY e {\n  a = f32[4,8]{1,0} parameter(0)\n  b = f32[4,8]{1,0} parameter(1)\n  x = f32[4,8]{1,0} add(a, b)\n"
                               "  ROOT r = (f32[4,8]{1,0}, f32[4,8]{1,0}) tuple(x, b)\n}\n";
    static const char *const in[] = { "{0,1}", "default" }, *const out[] = { NULL, "{0,1}" };
    const ProtoShardings s = { .n_parameters = 2, .n_results = 2, .parameter_orders = in, .result_orders = out };
    GError *error = NULL;
    g_autoptr(IrModule) m = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write_with_config(m, &s, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    g_autofree char *printed = hlo_print(back, SPELL_HLO);
    g_assert_nonnull(strstr(printed, "entry_computation_layout={(f32[4,8]{0,1}, f32[4,8]{1,0})->(f32[4,8]{1,0}, f32[4,8]{0,1})}"));
    g_assert_nonnull(strstr(printed, "allow_spmd_sharding_propagation_to_parameters={false}, allow_spmd_sharding_propagation_to_output={true,false}"));
    g_assert_nonnull(strstr(printed, "f32[4,8]{1,0} add("));
    g_string_free(bytes, TRUE);
}

/* XLA reads the sharding of a parameter by itself, and of a constraint as a list. */
static void test_constraints(void)
{
    static const char text[] = "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) -> tensor<8x8xf32> {\n"
                               "  %0 = sdy.sharding_constraint %a <@m, [{}, {\"x\"}]> : tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n}\n";
    GError *error = NULL;
    g_autoptr(IrModule) m = program_parse("t.mlir", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write(m, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    int n = 0;
    for (int i = 0; i < back->entry->n_ops; i++) {
        const IrOp *op = back->entry->ops[i];
        const char *want = op->code == OP_parameter ? "#sdy.sharding<@m, [{\"x\"}, {}]>" : "#sdy.sharding_per_value<[<@m, [{}, {\"x\"}]>]>";
        for (int k = 0; k < op->n_pairs; k++, n++)
            g_assert_cmpstr(op->pairs[k].value, ==, want);
    }
    g_assert_cmpint(n, ==, 2);
    g_string_free(bytes, TRUE);
}

/* Shardings by names of axes, whose lists of devices are written too, and the ops that only newer modules have. */
static void test_named(void)
{
    static const char text[] =
        "HloModule m, num_partitions=4\n"
        "step {\n  a = f32[8]{0} parameter(0)\n  c = f32[8]{0} parameter(1)\n  s = f32[8]{0} add(a, c)\n  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(s, s)\n}\n"
        "ENTRY e {\n"
        "  x = f32[4,8]{1,0} parameter(0), sharding={mesh['a'=2,'b'=2], [{'b'}, {'a'}]}\n"
        "  y = f32[4,8]{1,0} negate(x), sharding={mesh['a'=2,'b'=2], device_ids=(3,1,2,0), [{'a', ?}, {}], replicated={'b'}}\n"
        "  z = f32[4,8]{1,0} abs(y), sharding={mesh['a'=4], [{'a':(1)2}, {}], unreduced=max{'a':(2)2}}\n"
        "  w = f32[8]{0} parameter(1), sharding={mesh['a'=2,'b'=2], [{}], manual={'b'}}\n"
        "  l = (f32[4,8]{1,0}, f32[8]{0}) scan(z, w), dimensions={0}, num_carries=1, is_reverse=true, is_associative=false, to_apply=step\n"
        "  u = f32[] constant(0)\n"
        "  ROOT r = f32[4,8]{1,0} rng(u, u), distribution=RNG_UNIFORM\n}\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = hlo_parse("m.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write(m, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("m.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    for (int i = 0; i < m->entry->n_ops; i++) {
        g_assert_cmpstr(m->entry->ops[i]->sharding_text, ==, back->entry->ops[i]->sharding_text);
        same_op(m->entry->ops[i], back->entry->ops[i]);
    }
    g_autofree char *scan = hlo_print(back, SPELL_HLO_SHORT);
    g_assert_nonnull(strstr(scan, "dimensions={0}, num_carries=1, is_reverse=true, is_associative=false"));
    g_string_free(bytes, TRUE);
}

/* Narrow elements share bytes in the layouts of modules that are for XLA's readers. */
static void test_packed(void)
{
    static const char text[] = "HloModule t\nENTRY e {\n  a = s4[4,8]{0,1} parameter(0)\n  b = u2[4] parameter(1)\n  c = pred[4] compare(b, b), direction=EQ\n  d = s4[] constant(3)\n"
                               "  ROOT r = (s4[4,8]{0,1}, pred[4], s4[]) tuple(a, c, d)\n}\n";
    GError *error = NULL;
    g_autoptr(IrModule) m = hlo_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    GString *bytes = proto_write_with_config(m, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
    g_assert_no_error(error);
    g_autofree char *printed = hlo_print(back, SPELL_HLO);
    g_assert_nonnull(strstr(printed, "entry_computation_layout={(s4[4,8]{0,1:E(4)}, u2[4]{0:E(2)})->(s4[4,8]{0,1:E(4)}, pred[4]{0}, s4[]{:E(4)})}"));
    g_string_free(bytes, TRUE);
}

/* Groups keep their spelling: lists, ranges, axes of a mesh, which may be parts of axes and have their devices in another order. */
static void test_groups(void)
{
    static const char *const spellings[] = { "[2,4]<=[8]", "[4,2]<=[2,4]T(1,0)", "mesh['a'=2,'b'=4] {'b'}", "mesh['a'=2,'b'=4] {'a','b'}", "mesh['a'=4,'b'=2], device_ids=([2,4]T(1,0)) {'a'}",
                                             "mesh['x'=2,'axis_1'=4], device_ids=([2,2,2]T(0,2,1)) {'axis_1':(2)2}", "mesh['a'=2,'b'=4], device_ids=(7,6,5,4,3,2,1,0) {'b':(1)2,'a'}" };
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        g_autofree char *text = g_strdup_printf("HloModule t, num_partitions=8\nENTRY e {\n  a = f32[4]{0} parameter(0)\n"
                                                "  ROOT g = f32[32]{0} all-gather(a), channel_id=1, replica_groups=%s, dimensions={0}, use_global_device_ids=true\n}\n", spellings[i]);
        GError *error = NULL;
        g_autoptr(IrModule) m = hlo_parse("t.hlo", text, strlen(text), &error);
        g_assert_no_error(error);
        GString *bytes = proto_write(m, &error);
        g_assert_no_error(error);
        g_autoptr(IrModule) back = proto_parse("t.hlo.pb", bytes->str, bytes->len, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(back->entry->root->a.collective.groups.text, ==, spellings[i]);
        g_assert_cmpstr(back->entry->root->a.collective.groups.text, ==, m->entry->root->a.collective.groups.text);
        g_assert_cmpint(back->entry->root->a.collective.groups.n_groups, ==, m->entry->root->a.collective.groups.n_groups);
        g_string_free(bytes, TRUE);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/proto-write/ops", "data/ops", test_folder);
    g_test_add_data_func("/proto-write/xla", "tests/unit/xla/dumps/mlp_train_mismatch", test_folder);
    g_test_add_data_func("/proto-write/xla-halo", "tests/unit/xla/dumps/conv_spatial", test_folder);
    g_test_add_func("/proto-write/hints", test_hints);
    g_test_add_func("/proto-write/calls", test_calls);
    g_test_add_func("/proto-write/with-config", test_with_config);
    g_test_add_func("/proto-write/constraints", test_constraints);
    g_test_add_func("/proto-write/named", test_named);
    g_test_add_func("/proto-write/packed", test_packed);
    g_test_add_func("/proto-write/version", test_version);
    g_test_add_func("/proto-write/orders", test_orders);
    g_test_add_func("/proto-write/stand-ins", test_stand_ins);
    g_test_add_func("/proto-write/groups", test_groups);
    return g_test_run();
}
