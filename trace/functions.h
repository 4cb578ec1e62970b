/* Which of several runs are of one function, and can be compared: a process has no choice between its functions, nor has a dump of XLA's that holds
 * several, so a time of one says nothing about a time of another. */
#pragma once

#include "trace/trace.h"

typedef struct TraceFunctions {
    GPtrArray *names; /* of each run the function that it is of, of several of that name "f (2)"; all NULL where there is one function at most. NULL
                       * also for choices of shardings of a program that is none of them: these are compared with each other */
    GArray *groups;   /* of each run, guint: the number of its function, 0 for the dearest */
    guint n;          /* functions */
} TraceFunctions;

/* Of n runs; file[i] is a number for the file that run i stands in, in whose order they are. The same name in two files is the same function. */
TraceFunctions *trace_functions_new(const TraceRunInfo *const *runs, const int *file, guint n);
void trace_functions_free(TraceFunctions *f);
guint trace_function_of(const TraceFunctions *f, guint run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceFunctions, trace_functions_free)
