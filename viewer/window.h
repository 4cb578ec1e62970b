/* A window for one trace: header bar, list of views, the canvas, the inspector, a status line. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/layout/theme.h"
#include "viewer/model/browser.h"

/* Takes the browser. view (may be NULL): the name of the view to begin with. */
GtkWidget *window_new(GtkApplication *app, Browser *browser, const char *view);
/* The windows made from here on are in these colours, whatever was chosen before or the desktop has. */
void window_begin_with_theme(ThemeId theme);
/* A window without a trace, that offers to open one. */
GtkWidget *window_new_empty(GtkApplication *app);
/* Asks for a file and opens it in a window of its own. */
void window_ask_open(GtkWindow *parent, GtkApplication *app);
