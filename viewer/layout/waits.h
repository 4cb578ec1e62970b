/* Below the lanes, where there is room: a table of the collectives in the visible range, how long their groups waited,
 * and for which device. */
#pragma once

#include "viewer/layout/timeline.h"

/* Draws into a box of the current pane; nothing where no meetings were read or there is no room. */
void waits_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box);
