/* The window that lists keys and what the mouse does. */
#pragma once

#include <gtk/gtk.h>

void shortcuts_show(GtkWindow *parent);
