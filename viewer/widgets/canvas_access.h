/* What the canvas says to a screen reader: the things in its picture as children, each with a name, a place, and a
 * click. See layout/reading.h for how they are found. */
#pragma once

#include "viewer/widgets/canvas_impl.h"

GType canvas_access_get_type(void);
/* The picture has changed. Costs nothing until somebody has asked for children; then those are told anew once the
 * picture rests. */
void canvas_access_changed(ShardCanvas *c);
