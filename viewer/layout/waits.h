/* Below the lanes, where there is room: the collectives in sight, how long their groups waited, and for whom. */
#pragma once

#include "viewer/layout/timeline.h"

/* Draws into a box of the current pane; nothing where no meetings were read or there is no room. */
void waits_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box);
