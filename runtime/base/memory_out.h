/* Memory that nobody can go on without, and that could not be had. Where an error can be given it is given
 * (SHARD_ERROR_LIMIT); this is for the places that cannot: scratch of kernels under way, blocks of arenas. */
#pragma once

#include <stddef.h>

/* Prints "shardscope: out of memory: no N MiB for WHAT" and ends the process with status 1, without running exit handlers: what
 * a trace was given stays readable. `what` is static text. From any thread. */
void memory_out(size_t bytes, const char *what) __attribute__((noreturn));
/* The same where GLib finds no memory, which otherwise aborts; for main(). */
void memory_out_of_glib(void);
