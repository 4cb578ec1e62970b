/* The flag behind stop.h. */
#include "runtime/base/stop.h"

atomic_bool stop_wished;

bool stop_error(const TextPos *at, GError **error)
{
    return diag(error, SHARD_ERROR_RUN, at, NULL, "stopped");
}
