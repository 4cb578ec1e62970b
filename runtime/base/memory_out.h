/* What happens when memory runs out.
 *
 * Memory of values, of kernels' work and of programs comes from memory_get, which can return NULL. Whoever computes values passes that on as
 * an error. Whoever reads, compiles or evaluates a program allocates in too many places for that: it runs under memory_guarded, and memory_out
 * goes back there from wherever it is called. What the work had allocated from the heap is then lost, but the process goes on. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* `size` bytes at a multiple of `align` (a power of two, at least 8), for free(); NULL if there are none. Any thread. */
void *memory_get(size_t size, size_t align);
/* For tests: the n-th memory_get from now on fails, and if `all` those after it too; 0 = none does. */
void memory_fail(long n, bool all);
/* For tests: calls of memory_get since memory_fail. */
long memory_calls(void);

/* Calls work(arg). False with *error (SHARD_ERROR_LIMIT) if memory_out was called meanwhile by this thread, or if GLib found no memory for what this
 * thread wanted: then work did not return, and what it had allocated stays so. Locks that it took must not need it to let them go. Guards nest. */
bool memory_guarded(void (*work)(void *arg), void *arg, GError **error);
/* The same with what memory_out was told, instead of an error. */
bool memory_tried(void (*work)(void *arg), void *arg, size_t *bytes, const char **what);

/* There are no `bytes` for `what` ("the program"). Returns to memory_guarded; outside of it, writes that to stderr and ends the process with
 * exit status 1, without allocating anything. */
void memory_out(size_t bytes, const char *what) __attribute__((noreturn));
/* From now on memory_out is called if GLib finds no memory, whoever asked it. For programs that own their process. */
void memory_out_of_glib(void);
