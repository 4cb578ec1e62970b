/* Predictions for accelerators that need not be here. */
#include "runtime/api/ask.h"
#include "runtime/library/library_impl.h"

static char *simulate(const ShardscopeSimulateOptions *o, GError **error)
{
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
    GError *why = NULL;
    char *text = simulate(&o, &why);
    if (!text)
        library_fail(error, why);
    return text;
}
