/* Programs with sizes near the limits of int64: nothing overflows, and no memory grows with numbers in the text. */
#include "runtime/partition/partition.h"
#include "runtime/passes/import.h"
#include "runtime/passes/optimise.h"
#include "runtime/propagate/propagate.h"
#include "runtime/text/text.h"

/* The local program of `text`, verified. */
static IrModule *divided(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_true(module_verify(m, &error) && pass_import(m, NULL, NULL, &error));
    pass_bound_strides(m);
    DecisionLog *log = decision_log_new();
    Planner *planner = planner_new(m, hardware_named("cpu"));
    PartitionOptions options = { 0 };
    propagate(m, PROPAGATE_USER_PRIORITY, log, &error);
    g_assert_no_error(error);
    g_assert_true(insert_reshards(m, planner, &options, log, &error) && plan_reshards(m, planner, log, &error));
    IrModule *local = localise(m, hardware_named("cpu"), log, &error);
    g_assert_no_error(error);
    module_verify(local, &error);
    g_assert_no_error(error);
    planner_free(planner);
    decision_log_free(log);
    return local;
}

/* A few elements padded or concatenated to a huge dim: one op or operand for each tile of the result would be millions, and one for each
 * existing tile takes memory quadratic in the number of devices. */
static void test_short_to_long(void)
{
    static const char *const texts[] = {
        "HloModule m\nENTRY e {\n x = f32[8] parameter(0), sharding={devices=[8]<=[8]}\n z = f32[] constant(0)\n"
        " ROOT p = f32[1000000000] pad(x, z), padding=3_999999989, sharding={devices=[8]<=[8]}\n}\n",
        "HloModule m\nENTRY e {\n x = f32[8] parameter(0), sharding={devices=[8]<=[8]}\n"
        " y = f32[1000000000] parameter(1), sharding={devices=[8]<=[8]}\n w = f32[3] parameter(2), sharding={devices=[8]<=[8]}\n"
        " ROOT p = f32[1000000011] concatenate(x, y, w), dimensions={0}, sharding={devices=[8]<=[8]}\n}\n",
        "HloModule m\nENTRY e {\n x = f32[4096] parameter(0), sharding={devices=[4096]<=[4096]}\n z = f32[] constant(0)\n"
        " ROOT p = f32[16777216] pad(x, z), padding=0_16773120, sharding={devices=[4096]<=[4096]}\n}\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(IrModule) local = divided(texts[i]);
        int operands = 0;
        for (int k = 0; k < local->entry->n_ops; k++)
            operands += local->entry->ops[k]->n_operands;
        g_assert_cmpint(operands, <, 1000);
    }
}

/* Indices beyond 2^31 have a type that holds them. */
static void test_far_places(void)
{
    g_autoptr(IrModule) local = divided(
        "HloModule m\nadd { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = f32[] add(p, q) }\nENTRY e {\n"
        " x = f32[8000000001] parameter(0), sharding={devices=[8]<=[8]}\n y = f32[3000000000,4] parameter(1), sharding={devices=[8,1]<=[8]}\n"
        " at = s64[] parameter(2)\n i = s64[7,1] parameter(3)\n z = f32[] constant(0)\n j = s32[] convert(at)\n"
        " row = f32[4000000000] dynamic-slice(x, at), dynamic_slice_sizes={4000000000}\n"
        " u = f32[8000000001] dynamic-update-slice(x, row, at)\n"
        " two = f32[3,2] dynamic-slice(y, j, j), dynamic_slice_sizes={3,2}\n v = f32[3000000000,4] dynamic-update-slice(y, two, j, j)\n"
        " g = f32[7,4] gather(y, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}\n"
        " s = f32[3000000000,4] scatter(y, i, g), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add\n"
        " p = f32[8000000008] pad(x, z), padding=1_6\n sum = f32[] reduce(x, z), dimensions={0}, to_apply=add\n"
        " ROOT t = (f32[4000000000], f32[8000000001], f32[3000000000,4], f32[7,4], f32[3000000000,4], f32[8000000008], f32[]) tuple(row, u, v, g, s, p, sum),"
        " sharding={{devices=[8]<=[8]}, {devices=[8]<=[8]}, {devices=[8,1]<=[8]}, {replicated}, {devices=[8,1]<=[8]}, {devices=[8]<=[8]}, {replicated}}\n}\n");
    int wide = 0;
    for (int k = 0; k < local->entry->n_ops; k++) {
        const IrOp *op = local->entry->ops[k];
        if (op->code != OP_constant || (op->type->elem != ELEM_s32 && op->type->elem != ELEM_s64))
            continue;
        wide += op->type->elem == ELEM_s64;
        for (int64_t e = 0; e < op->a.literal->type->n_elems && op->type->elem == ELEM_s32; e++)
            g_assert_cmpint(((const int32_t *)op->a.literal->data)[op->a.literal->splat ? 0 : e], >=, -8); /* if it overflowed, it would be far below */
    }
    g_assert_cmpint(wide, >, 4);
}

static void test_windows(void)
{
    static const char *const windows[] = { "size=2 pad=3000000000000_3000000000000 rhs_dilate=6000000000043",
                                           "size=2 pad=-4611686018427387904_4611686018427387904" };
    for (gsize i = 0; i < G_N_ELEMENTS(windows); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m\nadd { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = f32[] add(p, q) }\n"
                                                "ENTRY e {\n x = f32[64] parameter(0)\n z = f32[] constant(0)\n"
                                                " ROOT r = f32[1] reduce-window(x, z), window={%s}, to_apply=add\n}\n", windows[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
        g_assert_true(!m || !module_verify(m, &error));
        g_assert_nonnull(strstr(error->message, "2^40"));
    }
    g_autoptr(IrModule) local = divided( /* there is a single window, so any stride gives the same result */
        "HloModule m\nadd { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = f32[] add(p, q) }\nENTRY e {\n"
        " x = f32[64] parameter(0), sharding={devices=[8]<=[8]}\n z = f32[] constant(0)\n"
        " w = f32[1] reduce-window(x, z), window={size=3 stride=4611686018427387904}, to_apply=add, sharding={devices=[8]<=[8]}\n"
        " ROOT n = f32[1] negate(w), sharding={devices=[8]<=[8]}\n}\n");
    g_assert_nonnull(local);
}

/* A chain of constraints with different layouts: the cost of one must not depend on a search over all earlier ones. */
static void test_chain_of_constraints(void)
{
    g_autoptr(GString) text = g_string_new("HloModule m\nENTRY e {\n v0 = f32[64,64] parameter(0), sharding={devices=[8,1]<=[8]}\n");
    enum { N = 4000 };
    for (int i = 0; i < N; i++)
        g_string_append_printf(text, " v%d = f32[64,64] custom-call(v%d), custom_call_target=\"Sharding\", sharding={devices=%s<=[8]}\n", i + 1, i,
                               i % 2 ? "[8,1]" : "[1,8]");
    g_string_append_printf(text, " ROOT t = f32[64,64] negate(v%d)\n}\n", N);
    gint64 begin = g_get_monotonic_time();
    g_autoptr(IrModule) local = divided(text->str);
    g_assert_cmpint(local->entry->n_ops, >, N / 2);
    g_assert_cmpint(g_get_monotonic_time() - begin, <, 20 * G_USEC_PER_SEC); /* takes a tenth of a second; minutes with such a search */
}

/* Blocks of several sizes are put down with a margin, but not in dims that every block has whole: the margins of three dims are 27 times the value. */
static void test_margins(void)
{
    g_autoptr(IrModule) local = divided("HloModule m, num_partitions=8\nENTRY e {\n x = f32[38,38,324,64] parameter(0), sharding={devices=[2,1,1,1,4]<=[8] last_tile_dim_replicate}\n"
                                        " ROOT r = f32[38,38,324,64] negate(x), sharding={devices=[1,8,1,1]<=[8]}\n}\n");
    for (int k = 0; k < local->entry->n_ops; k++)
        g_assert_cmpint(local->entry->ops[k]->type->n_elems, <=, 7 * 38 * 5 * 324 * 64);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/limits/short-to-long", test_short_to_long);
    g_test_add_func("/partition/limits/far-places", test_far_places);
    g_test_add_func("/partition/limits/margins", test_margins);
    g_test_add_func("/partition/limits/windows", test_windows);
    g_test_add_func("/partition/limits/chain-of-constraints", test_chain_of_constraints);
    return g_test_run();
}
