/* The program with windows. */
#pragma once

#include <stdbool.h>

/* Opens the first trace in a window, with the others beside it in Compare (separate: each in a window of its own), and
 * runs until the last window is closed. view (may be NULL): its name. Returns the exit
 * status: 1 if a trace cannot be read (said on stderr), or if there is no display. */
int app_run(char *const *traces, int n, const char *view, bool separate);
