/* The palette (Go to Anything): a search field and, below it, matching commands, views, runs, values, reshards, passes,
 * instructions, steps, devices and bookmarks. Return opens the match. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/model/browser.h"

typedef struct PaletteCommand {
    const char *title, *keys; /* "Export…", "Ctrl+E" */
    const char *action;       /* of the window, "export" or "view::steps"; never freed */
} PaletteCommand;

/* Shows it over the window. commands: PaletteCommand, taken; may be NULL. only_bookmarks: for Ctrl+B. */
void palette_show(GtkWindow *parent, Browser *browser, GArray *commands, bool only_bookmarks);
/* The index that an open palette waited for has come. */
void palette_update(GtkWindow *parent);
