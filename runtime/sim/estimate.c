/* Names of where predicted times come from. */
#include "runtime/sim/estimate.h"

#include <stddef.h>

const char *origin_name(Origin from)
{
    switch (from) {
    case ORIGIN_MEASURED: return "measured";
    case ORIGIN_INTERPOLATED: return "interpolated";
    case ORIGIN_FITTED: return "fitted";
    case ORIGIN_SPEC: return "spec";
    case ORIGIN_ASSUMED: return "assumed";
    }
    return NULL;
}
