/* A wish that long work ends early: made by a signal handler or another thread, looked at by loops that can take long.
 * Who gives up because of it says so with stop_error(). */
#pragma once

#include <stdatomic.h>

#include "runtime/base/diag.h"

extern atomic_bool stop_wished;

/* Async-signal-safe. */
static inline void stop_request(void)
{
    atomic_store_explicit(&stop_wished, true, memory_order_relaxed);
}
static inline bool stop_requested(void)
{
    return atomic_load_explicit(&stop_wished, memory_order_relaxed);
}
static inline void stop_clear(void)
{
    atomic_store_explicit(&stop_wished, false, memory_order_relaxed);
}
/* SHARD_ERROR_RUN "stopped"; false. `at` may be NULL. */
bool stop_error(const TextPos *at, GError **error);
