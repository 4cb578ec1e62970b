/* A row of words of which one is chosen, as views draw their options. */
#pragma once

#include "viewer/layout/viewport.h"

/* Draws the words from x on at y; a click on word k gives option `option` the value k + 1 (0 is
 * the view's own choice). `title` (may be NULL) stands
 * before them. Returns the x behind the last. Height: CHOICE_H. */
#define CHOICE_H 22.0
double choices_draw(Scene *s, const Viewport *vp, int option, const char *title, const char *const *words, int n, int chosen, double x, double y);
