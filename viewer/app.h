/* The program with windows. */
#pragma once

/* Opens each trace in a window and runs until the last is closed. view (may be NULL): its name. Returns the exit
 * status: 1 if a trace cannot be read (said on stderr), or if there is no display. */
int app_run(char *const *traces, int n, const char *view);
