/* The canvas for assistive technologies: the things in its picture are accessible children with a name, a place and a
 * click action. layout/reading.h finds them. */
#pragma once

#include "viewer/widgets/canvas_impl.h"

GType canvas_access_get_type(void);
/* The picture has changed. Costs nothing until an assistive technology has asked for children; then they are updated
 * once the picture has stopped changing. */
void canvas_access_changed(ShardCanvas *c);
