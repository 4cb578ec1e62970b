/* A row of labelled buttons of which one is active: how views draw their options. */
#pragma once

#include "viewer/layout/viewport.h"

/* Words for the values of option `option`: word k (0 .. n - 1) gives it the value k + 1; 0 is the view's own choice. */
typedef struct Choices {
    int option;
    const char *title; /* precedes them; NULL: nothing */
    const char *const *words;
    int n, chosen;
} Choices;

/* Draws them from x on at y; a click on one sets the option. Returns the x behind the last. Height: CHOICE_H. */
#define CHOICE_H 22.0
double choices_draw(Scene *s, const Viewport *vp, const Choices *c, double x, double y);
