/* Printing. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/model/browser.h"

/* Asks for a printer, then lays the current view out for the page and paints it in the roles for print. */
void print_view(GtkWindow *parent, Browser *s);
