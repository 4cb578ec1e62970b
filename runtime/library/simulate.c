/* Predictions for accelerators that need not be here. */
#include "runtime/api/ask.h"
#include "runtime/api/calibrate.h"
#include "runtime/api/job.h"
#include "runtime/library/library_impl.h"

/* A job that predicts. */
static char *simulate_program(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    JobOptions j = { .path = o->path, .program = *program, .tries = (char *const *)o->tries, .base = o->base, .label = o->label, .trace = o->trace,
                     .steps = MAX(o->steps, 1), .predict = true, .per_device = o->per_device, .no_flash = o->no_flash, .no_overlap = o->no_overlap };
    g_autoptr(Job) job = job_new(&j, error);
    if (!job || !job_run(job, error))
        return NULL;
    GString *text = g_string_new(o->json && o->tries ? "[" : NULL);
    for (int i = 0; i < job_n_outcomes(job); i++) {
        const JobOutcome *out = job_outcome(job, i);
        g_string_append_printf(text, "%s%s", i && o->json ? ", " : i ? "\n" : "", o->json ? out->prediction : out->told);
    }
    g_string_append(text, o->json && o->tries ? "]\n" : o->json ? "\n" : "");
    return g_string_free(text, FALSE);
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
