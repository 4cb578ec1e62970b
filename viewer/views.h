/* The views: a row each. A new view is a row here, a load function and a layout function; it then has a tab, a
 * picture without a display, and its tests. */
#pragma once

#include "viewer/layout/viewport.h"
#include "viewer/model/load.h"

typedef struct View {
    const char *name;  /* for --render */
    const char *title; /* for people */
    const char *hint;  /* what it answers, one sentence */
    LoadFn load;
    LayoutFn layout;
    const char *report; /* of the same numbers as a table; NULL = none */
} View;

extern const View views[];
extern const int n_views;
const View *view_find(const char *name); /* NULL: no such view */
