/* What the canvas asks of the Passes view. */
#pragma once

#include "viewer/layout/viewport.h"

/* Where to scroll for the next (dir 1) or previous change, or line with what is followed; < 0: there is none. */
double passes_next(const Rows *rows, const Viewport *vp, int dir);
