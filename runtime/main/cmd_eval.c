/* eval: the reference evaluator on whole arrays; of a file with several programs on each. With --per-device the program is
 * one device's part already, and all devices are evaluated in step. */
#include "runtime/api/evaluate.h"
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *outputs, *fill_name;
static gint64 seed = 0;
static gboolean per_device;

static void print_result(const char *where, guint i, const Tensor *t)
{
    g_autofree char *type = type_text(t->type);
    printf("%sout%u %s", where, i, type);
    int64_t n = MIN(t->type->n_elems, 8);
    for (int64_t k = 0; k < n; k++)
        printf("%s%.6g", k ? ", " : " = ", tensor_get_f64(t, k));
    printf("%s\n", t->type->n_elems > n ? ", ..." : "");
}

static bool eval_program(IrModule *m, const EvaluateOptions *o, GError **error)
{
    g_autoptr(GPtrArray) results = tensor_array_new();
    int64_t n = 1;
    if (!program_evaluate(m, o, results, &n, error))
        return false;
    if (outputs)
        return o->per_device ? results_write_stacked(outputs, results, n, error) : results_write(outputs, results, error);
    guint each = results->len / (guint)n;
    for (guint i = 0; i < results->len; i++) {
        g_autofree char *where = o->per_device ? g_strdup_printf("device %u ", i / each) : g_strdup("");
        if (((Tensor *)results->pdata[i])->type->kind == TYPE_ARRAY)
            print_result(where, i % each, results->pdata[i]);
    }
    return true;
}

int cmd_eval(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Arguments arg0, arg1, ...", "FILE.npz" },
        { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &outputs, "Writes results out0, out1, ...", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of random arguments", "S" },
        { "per-device", 0, 0, G_OPTION_ARG_NONE, &per_device,
          "The program is one device's already: evaluates it on all of them. An argument is every device's, or has a row for "
          "each along a dimension in front; results have such rows. --devices if the program does not say how many", NULL },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("eval", files)))
        return status;
    FillKind fill;
    if ((status = cmd_fill_kind(fill_name, inputs, &fill)))
        return status;
    static Stop stop;
    cmd_stop_on_signals(&stop);
    GError *error = NULL;
    if (outputs && !path_can_write(outputs, &error))
        return cmd_fail(error);
    g_autoptr(GPtrArray) programs = program_read_all(files[0], &stop, &error);
    if (programs && programs->len > 1 && (inputs || outputs))
        return cmd_usage("eval: %s holds %u programs, --inputs and --outputs are for one", files[0], programs->len);
    ProgramOptions program = cmd_program_options();
    CompileOptions c = { 0 };
    bool ok = programs && compile_options_from(&program, NULL, &c, &error);
    EvaluateOptions o = { .import = &c.import, .per_device = per_device, .stop = &stop,
                          .arguments = { inputs, { .kind = fill, .seed = (uint64_t)seed, .max_int = 3, .stop = &stop } } };
    for (guint i = 0; ok && i < programs->len; i++)
        ok = eval_program(programs->pdata[i], &o, &error);
    compile_options_clear(&c);
    return ok ? 0 : cmd_fail(error);
}
