/* simulate: what a program, a matrix product or a collective would take on accelerators that need not be here. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *gemm, *collective, *trace, *label;
static char **tries;
static char *within;
static gint64 steps = 1;
static double remedies = -1;
static char *jitter, *straggler, *order;
static gboolean json, flash, no_flash, no_overlap, no_hiding, windows, base, per_device;

/* "250ms" in ns; 0 = it is none. */
static double read_time(const char *text)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = { { "ns", 1 }, { "us", 1e3 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "min", 60e9 } };
    char *end;
    double v = g_ascii_strtod(text, &end);
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
        if (end != text && v > 0 && v < 1e15 && g_str_equal(g_strchug(end), units[i].unit))
            return v * units[i].ns;
    return 0;
}

/* "3%" and "3" as 0.03. */
static bool read_percent(const char *text, double *out)
{
    char *end;
    *out = g_ascii_strtod(text, &end) / 100;
    return end != text && (!*end || g_str_equal(end, "%")) && *out >= 0 && *out <= 1;
}

static bool read_straggler(const char *text, gint64 *device, double *factor)
{
    char *end, *last;
    *device = g_ascii_strtoll(text, &end, 10);
    if (end == text || *end != ':' || *device < 0)
        return false;
    *factor = g_ascii_strtod(end + 1, &last);
    return last != end + 1 && !*last && *factor >= 1 && *factor <= 1000;
}

int cmd_simulate(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "gemm", 0, 0, G_OPTION_ARG_STRING, &gemm, "In place of a program: so many products of m x k by k x n on one device", "[BATCHx]MxNxK[:TYPE]" },
        { "collective", 0, 0, G_OPTION_ARG_STRING, &collective, "In place of a program: one collective among all devices, or so many of them", "KIND:SIZE[:MEMBERS]" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &trace, "Record the prediction in this trace, as a run that is marked predicted", "FILE.db" },
        { "steps", 'n', 0, G_OPTION_ARG_INT64, &steps, "With -o: record so many equal steps, default 1", "K" },
        { "try", 't', 0, G_OPTION_ARG_STRING_ARRAY, &tries, "Predict the program with these parameters' shardings replaced: case1:x='P(None,\"a\")'. May be repeated", "LABEL:NAME=SPEC,..." },
        { "base", 0, 0, G_OPTION_ARG_NONE, &base, "With --try: first the program's own shardings, as \"base\"", NULL },
        { "remedies", 0, 0, G_OPTION_ARG_DOUBLE, &remedies, "With -o: how much work goes into changes of annotations and of the mesh's order, as seconds of two cores; 0 = none. Default that of run, of one prediction alone", "SECONDS" },
        { "label", 'l', 0, G_OPTION_ARG_STRING, &label, "Name of the run; with --try, a prefix of the runs' labels", "TEXT" },
        { "within", 0, 0, G_OPTION_ARG_STRING, &within, "Which of the models, shardings and programs is the cheapest that fits and takes at most that long a step: 250ms, 1.5s", "TIME" },
        { "per-device", 0, 0, G_OPTION_ARG_NONE, &per_device, "The program is what each device runs, as XLA writes it after partitioning; scheduled modules are known as such", NULL },
        { "flash", 0, 0, G_OPTION_ARG_NONE, &flash, "Attention is run in one kernel that keeps the scores on the chip, also on AMD, where XLA makes none", NULL },
        { "no-flash", 0, 0, G_OPTION_ARG_NONE, &no_flash, "Attention is run as it is written, not in one kernel that keeps the scores on the chip", NULL },
        { "no-overlap", 0, 0, G_OPTION_ARG_NONE, &no_overlap, "Nothing is run beside a collective", NULL },
        { "no-latency-hiding", 0, 0, G_OPTION_ARG_NONE, &no_hiding, "Kernels run in the program's order, as without XLA's latency-hiding scheduler", NULL },
        { "collective-matmul", 0, 0, G_OPTION_ARG_NONE, &windows, "Products run in pieces while operands are gathered or results scattered, as XLA's windowed einsums do", NULL },
        { "jitter", 0, 0, G_OPTION_ARG_STRING, &jitter, "Times of kernels vary by that much from device to device; where devices meet they wait for the last", "PERCENT" },
        { "straggler", 0, 0, G_OPTION_ARG_STRING, &straggler, "A device takes so many times as long for its kernels: 5:1.2", "DEVICE:FACTOR" },
        { "device-order", 0, 0, G_OPTION_ARG_STRING, &order, "Which device of the model runs which partition: jax as jax.make_mesh places a mesh on a torus, the default; rows the i-th the i-th; or the devices, as 3,1,0,2 or [4,2]T(1,0)", "ORDER" },
        { "json", 0, 0, G_OPTION_ARG_NONE, &json, "Results as JSON", NULL },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((gemm != NULL) + (collective != NULL) + (files[0] != NULL) != 1)
        return cmd_usage("simulate: give a program, --gemm or --collective\n  hint: shardscope simulate --help");
    if (!files[0] && (trace || tries || label || within))
        return cmd_usage("simulate: -o, --try, --label and --within go with a program");
    if (!(remedies >= 0 || remedies == -1))
        return cmd_usage("--remedies: must be a number from 0 on");
    double within_ns = 0, varies = 0, factor = 0;
    gint64 slow = 0;
    if (jitter && !read_percent(jitter, &varies))
        return cmd_usage("--jitter %s: must be a percentage from 0 to 100", jitter);
    if (straggler && !read_straggler(straggler, &slow, &factor))
        return cmd_usage("--straggler %s: must be a device and by how much it is slower\n  hint: 5:1.2", straggler);
    if (within && !(within_ns = read_time(within)))
        return cmd_usage("--within %s: must be a time with its unit\n  hint: 800us, 250ms, 1.5s", within);
    if (steps < 1)
        return cmd_usage("--steps %" G_GINT64_FORMAT ": must be at least 1", steps);
    if (!compile_flags.hardware)
        return cmd_usage("simulate: --hardware is missing\n  hint: shardscope simulate --hardware list prints the models");
    ShardscopeProgramOptions program;
    if (files[0] && ((status = cmd_program_options(cmd_stop_on_signals(), &program))))
        return status;
    ShardscopeSimulateOptions o = { SHARDSCOPE_SIMULATE_OPTIONS, .hardware = compile_flags.hardware, .gemm = gemm, .collective = collective,
                                    .json = json, .program = files[0] ? &program : NULL, .paths = files[0] ? (const char *const *)files : NULL, .within_ns = within_ns,
                                    .no_flash = no_flash, .flash = flash, .no_overlap = no_overlap, .tries = (const char *const *)tries, .base = base, .per_device = per_device,
                                    .label = label, .trace = trace, .steps = steps, .remedies_s = remedies,
                                    .no_latency_hiding = no_hiding, .collective_matmul = windows, .jitter = varies, .straggler = slow, .straggler_factor = factor, .device_order = order };
    ShardscopeError *error = NULL;
    char *text = shardscope_simulate(&o, &error);
    if (!text)
        return cmd_fail(error);
    fputs(text, stdout);
    shardscope_free(text);
    return 0;
}
