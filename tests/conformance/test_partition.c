/* Partitioned programs against whole ones: every program of data/ops on random meshes (1 to 8 devices, permuted ids) with
 * random shardings (sub-axes, uneven dims). Both run on the reference evaluator, where differences are errors of the partitioner;
 * then the same local program runs on the executor, where further differences are errors of the executor. */
#include "runtime/tensor/cut.h"
#include "runtime/exec/execute.h"
#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/partition/orders.h"
#include "runtime/partition/partition.h"
#include "runtime/passes/import.h"
#include "runtime/passes/optimise.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"

static char *program_path(const char *name)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(root ? root : ".", "data", "ops", name, NULL);
}

/* Compares the results of program m on n devices, [device * results + result], with those of the whole program; `what` names the run. */
static void check_results(const char *what, const IrModule *m, const GPtrArray *want, const GPtrArray *got, int64_t n)
{
    for (guint i = 0; i < want->len; i++) {
        const Tensor *w = g_ptr_array_index(want, i);
        g_autoptr(Tensor) joined = tensor_new(w->type);
        for (int64_t d = 0; d < n; d++)
            tile_paste(joined, m->entry->results[i].sharding, d, ((Tensor *)g_ptr_array_index(got, (guint)d * want->len + i))->data);
        double max_abs = 0, max_rel = 0;
        if (!tensor_compare(joined, w, &max_abs, &max_rel)) {
            g_autofree char *type = type_text(w->type);
            g_test_message("%s, %d devices: result %u %s is off: max_abs %g max_rel %g", what, (int)n, i, type, max_abs, max_rel);
            g_test_fail();
        }
    }
}

/* The program after the passes prints as standard ops, with the same meaning. */
static void check_printed(const char *name, const IrModule *m, const GPtrArray *args, const GPtrArray *want)
{
    for (int form = 0; form < 2; form++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = module_print(m, form ? SPELL_STABLEHLO : SPELL_HLO_SHORT);
        g_autoptr(IrModule) again = program_parse(form ? "again.mlir" : "again.hlo", text, strlen(text), &error);
        if (!again || !module_verify(again, &error) || !pass_import(again, NULL, NULL, &error))
            g_test_message("%s: %s", name, error->message);
        g_assert_no_error(error);
        g_autoptr(GPtrArray) got = tensor_array_new();
        reference_eval(again, (const Tensor *const *)args->pdata, (int)args->len, NULL, got, &error);
        g_assert_no_error(error);
        for (guint i = 0; i < want->len; i++)
            g_assert_true(tensor_compare(g_ptr_array_index(got, i), g_ptr_array_index(want, i), NULL, NULL));
    }
}

/* Partitions and runs m, which has its mesh and annotations, and compares with the whole program `plain`. */
static void check(const char *name, guint seed, int n, IrModule *plain, IrModule *m)
{
    g_autoptr(GError) error = NULL;
    DecisionLog *log = decision_log_new();
    bool ok = propagate(m, PROPAGATE_USER_PRIORITY, log, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    moves_to_reshards(m);
    pass_expand_norms(m);
    pass_separate(m);
    widen_partial_sums(m);
    Planner *planner = planner_new(m, hardware_named("cpu"));
    PartitionOptions options = { .first_match = seed % 7 == 0 };
    g_assert_true(insert_reshards(m, planner, &options, log, &error));
    narrow_whole_sums(m);
    g_autoptr(GPtrArray) args = fill_arguments(plain, FILL_RANDOM, seed, seed & 1 ? 3 : 12, &error), want = tensor_array_new();
    reference_eval(plain, (const Tensor *const *)args->pdata, (int)args->len, NULL, want, &error);
    g_assert_no_error(error);
    if (seed < 100)
        check_printed(name, m, args, want);
    g_assert_true(plan_reshards(m, planner, log, &error));
    g_autoptr(IrModule) local = localise(m, hardware_named("cpu"), log, &error);
    orders_show(m, log);
    g_assert_no_error(error);
    pass_simplify(local);
    pass_cse(local);
    pass_equal(local);
    pass_dce(local);
    module_verify(local, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) got = tensor_array_new(), pieces = conform_cut(m, args, local, n);
    reference_eval_spmd(local, (const Tensor *const *)pieces->pdata, (int)args->len, &(RefOptions){ .n_devices = n }, got, &error);
    if (error)
        g_test_message("%s seed %u, %d devices: %s", name, seed, n, error->message);
    g_assert_no_error(error);
    g_autofree char *evaluated = g_strdup_printf("%s on the reference evaluator, seed %u", name, seed);
    check_results(evaluated, m, want, got, n);
    g_autoptr(GPtrArray) ran = conform_execute(local, pieces, n, &error);
    g_assert_no_error(error);
    g_autofree char *executed = g_strdup_printf("%s on the executor, seed %u", name, seed);
    check_results(executed, m, want, ran, n);
    planner_free(planner);
    decision_log_free(log);
}

static void one(const char *name, guint seed, int n)
{
    g_autofree char *path = program_path(name);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) plain = program_read(path, NULL, &error), m = plain ? program_read(path, NULL, &error) : NULL;
    g_assert_no_error(error);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    const Mesh *mesh = random_mesh(m, rand, n);
    random_annotations(m, mesh, rand);
    check(name, seed, n, plain, m);
}

/* With the program's own mesh and shardings. */
static void test_as_written(gconstpointer name)
{
    g_autofree char *path = program_path(name);
    for (guint seed = 0; seed < 2 * CONFORM_ROUNDS; seed++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) plain = program_read(path, NULL, &error), m = plain ? program_read(path, NULL, &error) : NULL;
        g_assert_no_error(error);
        g_assert_true(pass_import(plain, NULL, NULL, &error) && pass_import(m, NULL, NULL, &error));
        check(name, seed, (int)m->mesh->n_devices, plain, m);
    }
}

static void test_program(gconstpointer data)
{
    static const int devices[] = { 1, 2, 3, 5, 6, 8, 8, 4 };
    int rounds = g_test_slow() ? 60 : CONFORM_ROUNDS;
    for (int round = 0; round < rounds; round++)
        for (guint k = 0; k < G_N_ELEMENTS(devices); k++)
            one(data, (guint)round * 100 + k, devices[k]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const char *const programs[] = { "elementwise.hlo", "dot.hlo", "chain.hlo", "reduce.hlo", "shapes.hlo", "pieces.hlo", "roll.hlo", "cuts.hlo", "own_rows.hlo",
                                            "window.hlo", "conv.hlo", "groups.hlo", "index.hlo", "sort.hlo", "loop.hlo", "narrow.hlo", "linalg.hlo",
                                            "dilate.hlo", "pool_back.hlo", "topk.hlo", "sort_pieces.hlo", "overwrite.hlo", "scan.hlo", "fft_pieces.hlo", "random.hlo",
                                            "windows_at.hlo", "norms.hlo", "ragged.hlo", "several.hlo", "recut.hlo", "host.hlo", "nested_loop.hlo" };
    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *path = g_strdup_printf("/conformance/partition/%s", programs[i]);
        g_test_add_data_func(path, programs[i], test_program);
    }
    static const char *const written[] = { "manual_auto.mlir", "manual_copies.mlir", "fft_split.mlir", "moves.mlir", "../gspmd/far_indices.hlo", "../gspmd/short_to_long.hlo", "../gspmd/two_cuts.hlo" };
    for (gsize i = 0; i < G_N_ELEMENTS(written); i++) {
        g_autofree char *path = g_strdup_printf("/conformance/partition/%s", written[i]);
        g_test_add_data_func(path, written[i], test_as_written);
    }
    return g_test_run();
}
