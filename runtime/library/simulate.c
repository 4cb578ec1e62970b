/* Predictions for accelerators that need not be here. */
#include "runtime/api/ask.h"
#include "runtime/api/predict.h"
#include "runtime/library/library_impl.h"

static char *simulate(const ShardscopeSimulateOptions *o, const ProgramOptions *program, GError **error)
{
    if (o->path)
        return predict_program(&(PredictOptions){ .path = o->path, .program = *program, .json = o->json,
                                                  .sim = { .no_flash = o->no_flash, .no_overlap = o->no_overlap } }, error);
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
