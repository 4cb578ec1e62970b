/* The error of cancelled work; see stop.h. */
#include "runtime/base/stop.h"

bool stop_error(const TextPos *at, GError **error)
{
    return diag(error, SHARD_ERROR_STOPPED, at, NULL, "stopped");
}
