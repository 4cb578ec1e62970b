/* The widget that shows the current view of a browser: lays out, paints, and turns pointer and keys into what the
 * browser should show. It is never taller than the window; panes scroll inside the scene. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/model/browser.h"
#include "viewer/layout/theme.h"

#define SHARD_TYPE_CANVAS (shard_canvas_get_type())
G_DECLARE_FINAL_TYPE(ShardCanvas, shard_canvas, SHARD, CANVAS, GtkDrawingArea)

GtkWidget *shard_canvas_new(Browser *browser); /* borrowed; must outlive it */
/* What is drawn has changed. */
void shard_canvas_update(ShardCanvas *c);
/* The picture that is shown, for export; laid out if need be. Borrowed. */
const Scene *shard_canvas_scene(ShardCanvas *c);
void shard_canvas_set_theme(ShardCanvas *c, ThemeId theme);
ThemeId shard_canvas_theme(const ShardCanvas *c);
/* Selects the next (dir 1) or previous row whose text contains `text`; NULL = any. False: there is none. */
bool shard_canvas_find(ShardCanvas *c, const char *text, int dir);
/* The same, and says how many rows there are with this text; *at gets the number of the one selected, from 1. */
int shard_canvas_hits(ShardCanvas *c, const char *text, int dir, int *at);
/* Zooms to the selection, or to the marked range. */
void shard_canvas_fit_selection(ShardCanvas *c);
/* Whole run, or the whole picture. */
void shard_canvas_fit(ShardCanvas *c);
