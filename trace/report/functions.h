/* Runs that are the functions of a process, as a program that compiles several records them: listed by the time that each took, beside
 * a report of the one that took most (trace_run_is_main). */
#pragma once

#include "trace/report/document.h"

/* A block for each process; none for runs that are choices of shardings. `runs` of trace_query_runs(). */
void functions_add(Document *d, const GArray *runs);
