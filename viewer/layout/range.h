/* Statistics of the marked range of a timeline. */
#pragma once

#include "viewer/layout/timeline.h"

/* A table of the ops in [vp->mark0, vp->mark1), most time first, with a line of totals above. */
void range_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box);
