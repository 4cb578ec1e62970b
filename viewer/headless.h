/* Renders any view into a file without a display, with the same load, layout and paint functions as the window. */
#pragma once

#include "viewer/views.h"
#include "viewer/paint/paint.h"

typedef struct RenderOptions {
    const char *view;    /* a name from views.c */
    const char *trace;   /* file */
    char *const *others; /* further files, for Compare; NULL at the end, may be NULL */
    const char *out;     /* .png, .svg, .pdf, .txt for the scene as text, .csv for its numbers, .dot for a graph */
    int width, height;   /* px */
    const char *run;     /* label, name or id; NULL = the first */
    const char *select;  /* a value's name, a reshard's number or an op's name; NULL = nothing */
    const char *device;  /* global id that pairs are drawn for; NULL = the view chooses */
    ThemeId theme;
    int64_t t0, t1;      /* ns; t1 <= t0 = the whole run */
    double scale;        /* image pixels a unit */
    bool transpose;
    bool facts; /* what the inspector says of the selected row, as text, instead of the picture */
    int option[MAX_OPTIONS]; /* as Viewport.option */
} RenderOptions;

bool headless_render(const RenderOptions *o, GError **error);
/* Scene to a file, by the ending of its name: .svg, .pdf, .txt, else a PNG with `scale` image pixels a unit. */
bool headless_write(const Scene *s, ThemeId theme, double scale, const char *path, GError **error);
/* What the view shows as DOT; an error where it has no such form. */
bool headless_write_dot(const View *view, const Rows *rows, const Viewport *vp, const char *path, GError **error);
/* The numbers behind a view as CSV, the same as `shardscope report --csv`; to be freed. run: as in RenderOptions. */
char *headless_table(const View *view, const char *trace, char *const *others, const char *run, GError **error);
