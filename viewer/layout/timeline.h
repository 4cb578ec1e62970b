/* The Steps view's picture, and its time axis. */
#pragma once

#include "viewer/layout/time_plot.h"
#include "viewer/layout/viewport.h"
#include "viewer/views/steps.h"

void layout_timeline(const Rows *rows, const Viewport *vp, Scene *out);
/* Where the axis is; everything but x and w is 0 where these are not rows of the Steps view. */
TimePlot timeline_plot(const Rows *rows, const Viewport *vp);
/* True if these rows can be drawn at that viewport without reading more. */
bool timeline_covers(const Rows *rows, const Viewport *vp);
