/* Ends the process when an allocation fails in code that cannot return an error: scratch memory of running kernels, blocks of arenas.
 * Code that can return an error returns SHARD_ERROR_LIMIT instead. */
#pragma once

#include <stddef.h>

/* Prints "shardscope: out of memory: no N MiB for WHAT" and ends the process with status 1, without running exit handlers, so that
 * what is in the trace file stays readable. `what` is static text. May be called from any thread. */
void memory_out(size_t bytes, const char *what) __attribute__((noreturn));
/* Makes failed allocations of GLib end the process in the same way, instead of abort(). Called by main(). */
void memory_out_of_glib(void);
