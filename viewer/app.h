/* The program with windows. */
#pragma once

#include <stdbool.h>

#include "viewer/layout/theme.h"

/* How the windows begin; each of these may be NULL. */
typedef struct AppOptions {
    const char *view;     /* the name of a view */
    const char *run;      /* a run of the first trace: its label, name or number */
    const char *select;   /* something of that run by its name, as RenderOptions.select */
    const ThemeId *theme; /* NULL: the one chosen last, else the desktop's */
    bool separate;        /* a window for each trace, not one for all */
} AppOptions;

/* Opens the first trace in a window, with the others beside it in Compare (separate: each in a window of its own), and
 * runs until the last window is closed. Returns the exit status: 1 if a trace cannot be read, or what is to be shown is not in it
 * (said on stderr), or if there is no display. */
int app_run(char *const *traces, int n, const AppOptions *o);
