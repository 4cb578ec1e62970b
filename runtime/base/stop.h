/* Cooperative cancellation: one token for each job, set by a signal handler or another thread, and looked at by loops that
 * can take long. Whoever gives up because of it says so with stop_error(). */
#pragma once

#include <stdatomic.h>

#include "runtime/base/diag.h"

/* All zeroes: nobody asked to stop. Outlives whatever it was handed to. */
typedef struct Stop {
    atomic_bool requested;
} Stop;

/* Async-signal-safe, from any thread. */
static inline void stop_request(Stop *s)
{
    atomic_store_explicit(&s->requested, true, memory_order_relaxed);
}
/* False for NULL: work that nobody can cancel. */
static inline bool stop_requested(const Stop *s)
{
    return s && atomic_load_explicit(&s->requested, memory_order_relaxed);
}
/* SHARD_ERROR_STOPPED "stopped"; false. `at` may be NULL. */
bool stop_error(const TextPos *at, GError **error);
