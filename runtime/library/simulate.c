/* Predictions for accelerators that need not be here. */
#include "runtime/api/ask.h"
#include "runtime/api/calibrate.h"
#include "runtime/api/job.h"
#include "runtime/library/library_impl.h"
#include "trace/units.h"

/* Adds the predictions of a job on one model; texts and lines of the table, one of each a run. */
static bool simulate_on(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GPtrArray *texts, GString *table, GError **error)
{
    JobOptions j = { .path = o->path, .program = *program, .tries = (char *const *)o->tries, .base = o->base, .label = o->label, .trace = o->trace,
                     .steps = MAX(o->steps, 1), .predict = true, .per_device = o->per_device, .no_flash = o->no_flash, .no_overlap = o->no_overlap };
    g_autoptr(Job) job = job_new(&j, error);
    if (!job || !job_run(job, error))
        return false;
    for (int i = 0; i < job_n_outcomes(job); i++) {
        const JobOutcome *out = job_outcome(job, i);
        g_ptr_array_add(texts, g_strdup(o->json ? out->prediction : out->told));
        g_string_append_printf(table, "%-14s %-12s %10s %14s %8.1f %% %10s%s\n", program->hardware, out->label ? out->label : "", trace_ns((double)out->step_ns[0]).s,
                               trace_ns((double)out->step_ns[0] * (double)out->n_devices).s, 100 * out->use, trace_bytes(out->memory.peak_bytes).s, out->fits ? "" : ", too much");
    }
    return true;
}

/* On each of several models, whose names have commas between them. */
static char *simulate_program(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    g_auto(GStrv) models = g_strsplit(o->hardware, ",", -1);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) table = g_string_new(NULL);
    g_string_append_printf(table, "%-14s %-12s %10s %14s %10s %10s\n", "hardware", "run", "step", "device seconds", "of peak", "memory");
    for (char **m = models; *m; m++) {
        ProgramOptions on = *program;
        on.hardware = *m;
        if (!simulate_on(o, &on, texts, table, error))
            return NULL;
    }
    bool list = o->tries || models[1];
    g_ptr_array_add(texts, NULL);
    g_autofree char *all = g_strjoinv(o->json ? ", " : "\n", (char **)texts->pdata);
    if (o->json)
        return g_strdup_printf("%s%s%s\n", list ? "[" : "", all, list ? "]" : "");
    return list ? g_strdup_printf("%s\n%s", all, table->str) : g_steal_pointer(&all);
}

static char *simulate(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    if (o->path)
        return simulate_program(o, program, error);
    const Hardware *hw = hardware_find(o->hardware, error);
    if (!hw)
        return NULL;
    if (o->gemm)
        return ask_gemm(o->gemm, hw, o->json, error);
    return ask_collective(o->collective, hw, o->json, error);
}

char *shardscope_simulate(const ShardscopeSimulateOptions *options, ShardscopeError **error)
{
    NEED(options, "the options", NULL);
    ShardscopeSimulateOptions o;
    if (!library_options(&o, sizeof o, options, "ShardscopeSimulateOptions", error))
        return NULL;
    NEED(o.hardware, "the hardware", NULL);
    if ((o.path != NULL) + (o.gemm != NULL) + (o.collective != NULL) != 1) {
        library_invalid(error, NULL, "one program, product or collective is simulated at a time");
        return NULL;
    }
    ProgramOptions program = { 0 };
    if (!library_program_options(o.program, &program, error))
        return NULL;
    program.hardware = o.hardware;
    GError *why = NULL;
    char *text = simulate(&o, &program, &why);
    if (!text)
        library_fail(error, why);
    return text;
}

char *shardscope_calibrate(int n_devices, ShardscopeStop *stop, ShardscopeError **error)
{
    enum { MOST = 4096 };
    if (failed_before(error))
        return NULL;
    if (n_devices < 1 || n_devices > MOST) {
        library_invalid(error, NULL, "%d devices: 1 to %d are measured", n_devices, MOST);
        return NULL;
    }
    GError *why = NULL;
    char *text = calibrate_text(n_devices, stop ? &stop->stop : NULL, &why);
    if (!text)
        library_fail(error, why);
    return text;
}
