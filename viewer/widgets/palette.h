/* The palette: a field for a few letters and below it what they may mean, anywhere in the trace: commands, views, runs,
 * values, reshards, passes, instructions, steps, devices, bookmarks. Return goes there. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/model/session.h"

typedef struct PaletteCommand {
    const char *title, *keys; /* "Export…", "Ctrl+E" */
    const char *action;       /* of the window, "export" or "view::steps" */
} PaletteCommand;

/* Shows it over the window. commands[n] live as long as the program. only_bookmarks: for Ctrl+B. */
void palette_show(GtkWindow *parent, Session *session, const PaletteCommand *commands, int n, bool only_bookmarks);
/* The index that an open palette waited for has come. */
void palette_update(GtkWindow *parent);
