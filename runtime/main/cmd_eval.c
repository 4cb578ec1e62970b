/* eval: the reference evaluator on whole arrays; of a file with several programs on each. With --per-device the program is
 * one device's part already, and all devices are evaluated in step. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *outputs, *fill_name;
static gint64 seed = 0;
static gboolean per_device;

static bool print_results(const ShardscopeEvaluation *values, ShardscopeError **error)
{
    enum { SHOWN = 8 };
    int n = shardscope_evaluation_n_results(values);
    for (int64_t d = 0; d < shardscope_evaluation_n_devices(values); d++)
        for (int i = 0; i < n; i++) {
            if (!shardscope_evaluation_shape(values, d, i, &(ShardscopeShape){ 0 }, NULL))
                continue; /* a token */
            char *text = shardscope_evaluation_text(values, d, i, SHOWN, error);
            g_autofree char *where = per_device ? g_strdup_printf("device %" G_GINT64_FORMAT " ", d) : g_strdup("");
            if (!text)
                return false;
            printf("%sout%d %s\n", where, i, text);
            shardscope_free(text);
        }
    return true;
}

static void warn(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "shardscope: %s\n", message);
}

static bool eval_program(ShardscopeFile *file, int i, const ShardscopeEvaluateOptions *o, ShardscopeError **error)
{
    ShardscopeEvaluation *values = shardscope_file_evaluate(file, i, o, error);
    bool ok = values && (outputs ? shardscope_evaluation_write(values, outputs, error) : print_results(values, error));
    shardscope_evaluation_unref(values);
    return ok;
}

int cmd_eval(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Read the arguments arg0, arg1, ... from this file", "FILE.npz" },
        { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &outputs, "Write the results out0, out1, ... to this file", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "Values of the arguments without --inputs: random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of random arguments, default 0", "S" },
        { "per-device", 0, 0, G_OPTION_ARG_NONE, &per_device,
          "The program is what one device runs: evaluate it on all devices (--devices, of each of the --replicas, unless the program says how many). An argument is "
          "given to every device, or has an extra first dimension with a row for each device; results have that dimension", NULL },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("eval", files)))
        return status;
    ShardscopeFill fill;
    if ((status = cmd_fill_kind(fill_name, inputs, &fill)))
        return status;
    ShardscopeStop *stop = cmd_stop_on_signals();
    ShardscopeError *error = NULL;
    if (outputs && !shardscope_can_write(outputs, &error))
        return cmd_fail(error);
    ShardscopeProgramOptions program;
    if ((status = cmd_program_options(stop, &program)))
        return status;
    ShardscopeFile *file = shardscope_file_read(files[0], stop, &error);
    int n = shardscope_file_n_programs(file);
    if (n > 1 && (inputs || outputs))
        return cmd_usage("eval: %s holds %d programs, but --inputs and --outputs need a file with one program", files[0], n);
    ShardscopeEvaluateOptions o = { SHARDSCOPE_EVALUATE_OPTIONS, .program = &program, .inputs = inputs, .fill = fill, .seed = (uint64_t)seed,
                                    .per_device = per_device, .warn = warn };
    bool ok = shardscope_program_options_check(&program, &error);
    for (int i = 0; ok && i < n; i++)
        ok = eval_program(file, i, &o, &error);
    shardscope_file_unref(file);
    return ok ? 0 : cmd_fail(error);
}
