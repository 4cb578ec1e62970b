/* A window on a display, driven by keys and clicks (xdotool). It says on standard output what it shows, and that is waited for. */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

typedef struct Driver {
    GSubprocess *program;
    GDataInputStream *out;
    char *state; /* the last line */
    GMainLoop *loop;
    const char *want;
    bool found;
} Driver;

extern const char *driver_theme;  /* of the desktop: GTK_THEME */
extern const char *driver_folder; /* in which the window keeps its settings; set it first */

/* Runs xdotool with these arguments, to NULL. */
void driver_xdotool(const char *first, ...);
/* Until the window says that it shows this. */
void driver_wait_for(Driver *d, const char *want);
/* Until it no longer says this. */
void driver_wait_past(Driver *d, const char *old);
/* name: of the file in the window's title. */
Driver driver_start_command(const char *const *command, const char *name);
/* more (may be NULL): a second file. */
Driver driver_start(const char *view, const char *file, const char *more);
/* Closes the window, which must end well. */
void driver_stop(Driver *d);
