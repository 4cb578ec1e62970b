/* eval: the reference evaluator on whole arrays; of a file with several programs on each. */
#include "runtime/exec/reference.h"
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *outputs, *fill_name;
static gint64 seed = 0;

static void print_result(guint i, const Tensor *t)
{
    g_autofree char *type = type_text(t->type);
    printf("out%u %s", i, type);
    int64_t n = MIN(t->type->n_elems, 8);
    for (int64_t k = 0; k < n; k++)
        printf("%s%.6g", k ? ", " : " = ", tensor_get_f64(t, k));
    printf("%s\n", t->type->n_elems > n ? ", ..." : "");
}

static bool eval_one(IrModule *m, const CompileOptions *o, FillKind fill, GError **error)
{
    g_autoptr(GPtrArray) args = NULL, results = tensor_array_new();
    if (!module_verify(m, error) || !module_check_runnable(m, error) || !pass_import(m, &o->import, NULL, error) ||
        !(args = cmd_arguments(m, inputs, fill, (uint64_t)seed, 3, error)) ||
        !reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, 0, results, error) ||
        (outputs && !cmd_write_outputs(outputs, results, error)))
        return false;
    for (guint i = 0; !outputs && i < results->len; i++)
        if (((Tensor *)g_ptr_array_index(results, i))->type->kind == TYPE_ARRAY)
            print_result(i, g_ptr_array_index(results, i));
    return true;
}

int cmd_eval(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Arguments arg0, arg1, ...", "FILE.npz" },
        { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &outputs, "Writes results out0, out1, ...", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of random arguments", "S" },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if (!files[0] || files[1])
        return cmd_usage("eval: exactly one program");
    FillKind fill = FILL_RANDOM;
    if (fill_name && !fill_kind_parse(fill_name, &fill))
        return cmd_usage("--fill %s: random, zeros or iota", fill_name);
    GError *error = NULL;
    g_autoptr(GPtrArray) programs = program_read_all(files[0], &error);
    if (programs && programs->len > 1 && (inputs || outputs))
        return cmd_usage("eval: %s holds %u programs, --inputs and --outputs are for one", files[0], programs->len);
    CompileOptions o = { 0 };
    bool ok = programs && compile_options_from_flags(&o, NULL, &error);
    for (guint i = 0; ok && i < programs->len; i++)
        ok = eval_one(programs->pdata[i], &o, fill, &error);
    compile_options_clear(&o);
    return ok ? 0 : cmd_fail(error);
}
