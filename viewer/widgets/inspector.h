/* The panel with the details of the selection. */
#pragma once

#include <gtk/gtk.h>

#include "viewer/model/browser.h"

#define SHARD_TYPE_INSPECTOR (shard_inspector_get_type())
G_DECLARE_FINAL_TYPE(ShardInspector, shard_inspector, SHARD, INSPECTOR, GtkBox)

GtkWidget *shard_inspector_new(Browser *browser); /* borrowed; must outlive it */
void shard_inspector_update(ShardInspector *i);
