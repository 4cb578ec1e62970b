/* A loop on all cores, for work on the host besides executions: filling arguments, evaluating and comparing large arrays. Threads are made for the
 * loop and end with it; loops of kernels belong on the pool of compute/. */
#pragma once

#include <stdint.h>

/* Calls fn(arg, i) once for each i in [0, n), in any order and on any thread, and returns when all have returned. Runs in the calling thread where
 * there is one core, or no thread can be made. */
void parallel_for(int64_t n, void (*fn)(void *arg, int64_t i), void *arg);
