/* The table of README.md: for every row of ops.def, what the small programs of cases/ and data/ops
 * show. An op counts as read in a language if a program with it was read in that language,
 * as printed if the printed program was read again, as evaluated if a program with it ran through the
 * reference evaluator and its checks passed, as split if on some mesh the partitioned program computed
 * it on pieces and gave the same result. Nothing here is a list of ops kept by hand except the
 * reasons why some cannot be shown.
 *
 * The test compares the committed table with this one; --write writes it. */
#include <string.h>

#include "runtime/tensor/cut.h"
#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/import.h"
#include "runtime/passes/optimise.h"
#include "runtime/partition/orders.h"
#include "runtime/partition/partition.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"

typedef struct Proof {
    int read_hlo, read_mlir, printed_hlo, printed_mlir, evaluated, split, whole;
} Proof;

static Proof proofs[N_OPCODES];
static int n_programs, n_partitioned;

#define COUNT(m, field) \
    do { \
        bool seen_[N_OPCODES] = {false}; \
        ops_of((m), seen_); \
        for (int c_ = 0; c_ < N_OPCODES; c_++) \
            proofs[c_].field += seen_[c_]; \
    } while (0)

static void ops_of(const IrModule *m, bool *seen)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            seen[m->comps[c]->ops[i]->code] = true;
}

/* A program printed in one language and read again gives the same results. */
static void try_printed(const IrModule *m, bool mlir)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = module_print(m, mlir ? SPELL_STABLEHLO : SPELL_HLO);
    g_autoptr(IrModule) again = program_parse("printed", text, strlen(text), &error);
    if (!again || !conform_run(again, &error))
        return;
    if (mlir)
        COUNT(again, printed_mlir);
    else
        COUNT(again, printed_hlo);
}

/* ---- on a mesh ------------------------------------------------------------------------------- */

static bool is_cut(const Sharding *s)
{
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].axes.n)
            return true;
    return false;
}

/* Number of ops with a sharded operand or result. */
static void note_split(const IrModule *m, bool *split)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const IrOp *op = m->comps[c]->ops[i];
            bool cut = false;
            for (int l = 0; op->shardings && l < type_n_leaves(op->type); l++)
                cut = cut || is_cut(op->shardings[l]);
            for (int o = 0; o < op->n_operands; o++)
                for (int l = 0; op->operands[o]->shardings && l < type_n_leaves(op->operands[o]->type); l++)
                    cut = cut || is_cut(op->operands[o]->shardings[l]);
            split[op->code] = split[op->code] || cut;
        }
}

/* Turns the constants of the entry into arguments, which random_annotations shards; returns their values. */
static GPtrArray *constants_to_arguments(IrModule *m)
{
    GPtrArray *values = tensor_array_new();
    IrComp *e = m->entry;
    int n = e->n_params;
    IrOp **params = arena_array(m->arena, IrOp *, n + e->n_ops);
    for (int i = 0; i < n; i++) {
        params[i] = e->params[i];
        g_ptr_array_add(values, fill_tensor(e->params[i]->type, FILL_RANDOM, 5, i, 3));
    }
    for (int i = 0; i < e->n_ops; i++) {
        IrOp *op = e->ops[i];
        if (op->code != OP_constant || op->type->kind != TYPE_ARRAY)
            continue;
        Tensor *t = tensor_new(op->type);
        int bytes = elem_info[op->type->elem].bytes;
        for (int64_t k = 0; k < op->type->n_elems; k++)
            memcpy((char *)t->data + k * bytes,
                   (const char *)op->a.literal->data + (op->a.literal->splat ? 0 : k * bytes),
                   (size_t)bytes);
        g_ptr_array_add(values, t);
        op->code = OP_parameter;
        memset(&op->a, 0, sizeof op->a);
        op->a.parameter.number = n;
        params[n++] = op;
    }
    e->params = params;
    e->n_params = n;
    return values;
}

/* Removes the checks and makes the checked values the result. False if there were none. */
static bool checks_to_results(IrModule *m)
{
    IrComp *e = m->entry;
    g_autofree IrOp **values = g_new(IrOp *, e->n_ops + 1);
    g_autofree const Type **types = g_new(const Type *, e->n_ops + 1);
    int n = 0, kept = 0;
    for (int i = 0; i < e->n_ops; i++) {
        IrOp *op = e->ops[i];
        bool check = op->code == OP_custom_call && g_str_has_prefix(op->a.custom.target, "check.");
        if (check && op->operands[0]->type->kind == TYPE_ARRAY) {
            values[n] = op->operands[0];
            types[n++] = op->operands[0]->type;
        } else if (op != e->root || type_n_leaves(e->root->type)) {
            e->ops[kept++] = op;
        }
    }
    if (!n)
        return type_n_leaves(e->root->type) > 0;
    e->n_ops = kept;
    comp_renumber(e);
    e->root = op_new(e, OP_tuple, type_tuple(m->types, n, types), NULL, n, values);
    comp_renumber(e);
    e->results = NULL;
    return true;
}

/* Parallel programs, and ops that only interpreters support. */
static bool runs_programs(const IrModule *m)
{
    for (int i = 0; i < m->entry->n_ops; i++) {
        const IrOp *op = m->entry->ops[i];
        if (op->code == OP_custom_call && g_str_has_prefix(op->a.custom.target, "interpreter."))
            return true;
    }
    return false;
}

/* False if something went wrong, which fails the test: wrong results and refusals alike. */
static bool try_partitioned(IrModule *plain, IrModule *m, guint seed, GError **error)
{
    if (conform_n_devices(m) > 1 || runs_programs(m)) /* the program is partitioned already */
        return true;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    bool split[N_OPCODES] = {false};
    if (!checks_to_results(plain) || !checks_to_results(m) || !pass_import(plain, NULL, NULL, error) ||
        !pass_import(m, NULL, NULL, error))
        return *error == NULL;
    g_autoptr(GPtrArray) whole = constants_to_arguments(m), same = constants_to_arguments(plain),
                         args = tensor_array_new(), want = tensor_array_new(), got = tensor_array_new();
    if (!reference_eval(plain, (const Tensor *const *)same->pdata, (int)same->len, NULL, want, error))
        return false;
    if (!m->mesh) /* else the program has a mesh and shardings of its own */
        random_annotations(m, random_mesh(m, rand, 4), rand);
    int64_t n = m->mesh->n_devices;
    DecisionLog *log = decision_log_new();
    Planner *planner = planner_new(m, hardware_named("cpu"));
    PartitionOptions options = {0};
    g_autoptr(IrModule) local = NULL;
    bool ok = propagate(m, PROPAGATE_USER_PRIORITY, log, error);
    if (ok) {
        module_inline_calls(m);
        widen_partial_sums(m);
    }
    ok = ok && insert_reshards(m, planner, &options, log, error);
    if (ok) {
        note_split(m, split);
        narrow_whole_sums(m);
    }
    ok = ok && plan_reshards(m, planner, log, error) &&
         (local = localise(m, hardware_named("cpu"), log, error)) != NULL &&
         module_verify(local, error);
    if (ok)
        orders_show(m, log);
    for (int64_t d = 0; ok && d < n; d++)
        for (int i = 0; i < local->entry->n_params; i++) {
            const IrOp *p = m->entry->params[i];
            Tensor *t = tensor_new(local->entry->params[i]->type);
            tile_cut(whole->pdata[i], p->shardings ? p->shardings[0] : NULL, d, t->data);
            g_ptr_array_add(args, t);
        }
    ok = ok && reference_eval_spmd(local, (const Tensor *const *)args->pdata, (int)(args->len / n), &(RefOptions){ .n_devices = n },
                                   got, error);
    for (guint i = 0; ok && i < want->len; i++) {
        const Tensor *w = want->pdata[i];
        g_autoptr(Tensor) joined = tensor_new(w->type);
        for (int64_t d = 0; d < n; d++)
            tile_paste(joined, m->entry->results ? m->entry->results[i].sharding : NULL, d,
                       ((Tensor *)got->pdata[d * want->len + i])->data);
        double max_abs = 0, max_rel = 0;
        ok = tensor_compare(joined, w, &max_abs, &max_rel) ||
             diag(error, SHARD_ERROR_RUN, NULL, NULL, "result %u is off by %g", i, max_abs);
    }
    planner_free(planner);
    decision_log_free(log);
    for (int c = 0; ok && c < N_OPCODES; c++)
        proofs[c].split += split[c];
    n_partitioned += ok;
    return ok;
}

/* ---- the programs ---------------------------------------------------------------------------- */

static int failures;

static void failed(const char *path, const IrModule *m, const char *what, GError *error)
{
    if (failures++ < 60)
        g_test_message("%s: %s: %s: %s", path, m->entry->name, what, error->message);
    g_error_free(error);
}

static void look_at(const char *path)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) pieces = program_read_all(path, NULL, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < pieces->len; i++) {
        IrModule *m = pieces->pdata[i];
        n_programs++;
        if (g_str_has_suffix(path, ".mlir"))
            COUNT(m, read_mlir);
        else
            COUNT(m, read_hlo);
        try_printed(m, false);
        try_printed(m, true);
        if (!conform_run(m, &error)) { /* must come last, because it imports the module */
            failed(path, m, "evaluated", error);
            error = NULL;
            continue;
        }
        COUNT(m, evaluated);
    }
    for (guint seed = 0; seed < 2; seed++) {
        g_autoptr(GPtrArray) again = program_read_all(path, NULL, NULL), plain = program_read_all(path, NULL, NULL);
        for (guint i = 0; i < again->len; i++) {
            IrModule *m = again->pdata[i];
            if (!try_partitioned(plain->pdata[i], m, seed * 100003 + i, &error)) {
                failed(path, m, seed ? "partitioned (second mesh)" : "partitioned", error);
                error = NULL;
            }
        }
    }
}

static void look_in(const char *root, const char *a, const char *b)
{
    g_autofree char *folder = g_build_filename(root, a, b, NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(dir);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(name, ".mlir") || g_str_has_suffix(name, ".hlo")) {
            g_autofree char *path = g_build_filename(folder, name, NULL);
            look_at(path);
        }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The reason why a row is not tested. */
static const char *const notes[N_OPCODES] = {
    [OP_parameter] = "given, cut as annotated",
    [OP_constant] = "known everywhere, cut where used",
    [OP_partition_id] = "in per-device programs",
    [OP_replica_id] = "in per-device programs",
    [OP_tuple] = "taken apart before splitting",
    [OP_get_tuple_element] = "taken apart before splitting",
    [OP_fusion] = "its body runs on whole arrays",
    [OP_composite] = "read as a call of its decomposition",
    [OP_all_reduce] = "in per-device programs and manual regions",
    [OP_all_gather] = "in per-device programs and manual regions",
    [OP_reduce_scatter] = "in per-device programs and manual regions",
    [OP_all_to_all] = "in per-device programs and manual regions",
    [OP_ragged_all_to_all] = "in per-device programs and manual regions",
    [OP_collective_permute] = "in per-device programs and manual regions",
    [OP_collective_broadcast] = "in per-device programs and manual regions",
    [OP_all_reduce_start] = "in per-device programs",
    [OP_all_reduce_done] = "in per-device programs",
    [OP_all_gather_start] = "in per-device programs",
    [OP_all_gather_done] = "in per-device programs",
    [OP_collective_permute_start] = "in per-device programs",
    [OP_collective_permute_done] = "in per-device programs",
    [OP_send] = "between programs that run in parallel, and with the host",
    [OP_send_done] = "between programs that run in parallel, and with the host",
    [OP_recv] = "between programs that run in parallel, and with the host",
    [OP_recv_done] = "between programs that run in parallel, and with the host",
    [OP_infeed] = "fed by a test file, else made-up numbers",
    [OP_outfeed] = "each device hands out what it has",
    [OP_set_dimension_size] = "is a copy, beside which a number says how much counts",
    [OP_dynamic_reshape] = "elements are taken by places that follow from the sizes",
    [OP_rng_bit_generator] = "every device draws all bits and keeps its own",
    [OP_constraint] = "sdy.sharding_constraint, custom-call Sharding",
    [OP_reshard] = "made by a pass",
    [OP_sharding_group] = "sdy.sharding_group",
    [OP_propagation_barrier] = "sdy.propagation_barrier",
    [OP_manual] = "sdy.manual_computation",
    [OP_custom_call] = "marks, checks, LAPACK's routines, top-k",
};

static const char *state(bool spelled, int proofs_of_it)
{
    return !spelled ? "–" : proofs_of_it ? "yes" : "no";
}

static char *table(void)
{
    GString *s = g_string_new("| op | HLO | StableHLO | evaluated | sharded | |\n"
                              "|---|---|---|---|---|---|\n");
    for (int c = 0; c < N_OPCODES; c++) {
        const OpInfo *info = &op_info[c];
        const Proof *p = &proofs[c];
        g_string_append_printf(s, "| %s | %s | %s | %s | %s | %s |\n", info->id,
                               state(info->hlo != NULL, p->printed_hlo),
                               state(info->mlir != NULL, p->printed_mlir),
                               p->evaluated ? "yes" : "no", p->split ? "split" : "whole",
                               notes[c]              ? notes[c]
                               : p->split            ? ""
                                                     : "every device computes all of it");
    }
    return g_string_free(s, FALSE);
}

static const char begin[] = "<!-- table -->\n", end[] = "<!-- end of table -->\n";

static char *readme_path(void)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(root ? root : ".", "tests", "conformance", "README.md", NULL);
}

static void look_at_all(void)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    look_in(root ? root : ".", "tests/conformance", "cases");
    look_in(root ? root : ".", "data", "ops");
}

static void test_programs(void)
{
    look_at_all();
    g_assert_cmpint(failures, ==, 0);
    g_assert_cmpint(n_programs, >, 2500);
    g_assert_cmpint(n_partitioned, >, 2 * 2500);
}

static void test_table(void)
{
    g_autofree char *path = readme_path(), *text = NULL, *made = table();
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    const char *from = strstr(text, begin), *to = strstr(text, end);
    g_assert_true(from && to && from < to);
    g_autofree char *there = g_strndup(from + strlen(begin), (gsize)(to - from) - strlen(begin));
    if (strcmp(there, made))
        g_error("%s is not what ops.def and the programs give: run test-conformance-table --write", path);
}

static int write_table(void)
{
    look_at_all();
    g_autofree char *path = readme_path(), *text = NULL, *made = table();
    if (failures || !g_file_get_contents(path, &text, NULL, NULL))
        return 1;
    const char *from = strstr(text, begin), *to = strstr(text, end);
    if (!from || !to)
        return 1;
    g_autofree char *whole = g_strdup_printf("%.*s%s%s", (int)(from - text + (int)strlen(begin)), text, made, to);
    return g_file_set_contents(path, whole, -1, NULL) ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_table();
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/conformance/table/programs", test_programs);
    g_test_add_func("/conformance/table/readme", test_table);
    return g_test_run();
}
