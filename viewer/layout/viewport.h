/* What a layout is told besides its rows: how big the picture is, what is scrolled, selected and under the pointer. */
#pragma once

#include "viewer/layout/scene.h"
#include "viewer/model/rows.h"

#define MAX_OPTIONS 4
#define MAX_PINS 256

typedef struct Viewport {
    double width, height;
    const Metrics *metrics;   /* one a font role */
    double scroll[MAX_PANES]; /* px, y */
    Ref seen[MAX_PANES];      /* the row that a list was last scrolled for: when another is selected, that one comes into sight */
    double split;             /* where the user put the edge between the panes, 0..1; 0 = the view's own choice */
    int64_t t0, t1;           /* visible time, ns; t1 <= t0 = the whole run */
    int64_t mark0, mark1;     /* range of time that the user marked, ns; mark1 <= mark0 = none */
    Ref select, hover;
    Ref focus;                /* the tile, device or event looked at within the selected thing */
    bool still;               /* a picture on paper or in a page: nothing will be hovered, so all tooltips are wanted */
    bool transpose;           /* rows and columns of tile pictures change places */
    int option[MAX_OPTIONS];  /* choices of the view, each 0 at first; the view says what they mean */
    GArray *open;             /* int64_t ids of graph nodes whose folded neighbours were opened; NULL = none. Borrowed */
    struct ListState *list;   /* the view's list as the user wants it (table_list.h); NULL = as the report has it. Borrowed; holds what is worked out from it */
    double pan_x, pan_y;      /* of a graph, px from where the view puts it */
    double row_h;             /* of a timeline's rows; 0 = the view chooses */
    int64_t pinned[MAX_PINS]; /* rows that the user chose: of a timeline lanes that stay at the top, and less the host's id, hosts that are folded; of Compare runs, by id */
    int n_pinned;
} Viewport;

/* Every view has one of these. `out` is reset by the caller. */
typedef void (*LayoutFn)(const Rows *rows, const Viewport *vp, Scene *out);

/* Panes that views agree on, so that the canvas knows what to scroll. */
enum { PANE_LIST = 1, PANE_DETAIL, PANE_TEXT };

/* Pins a row, or lets it go; of too many the first goes. */
void viewport_pin(Viewport *vp, int64_t id);
bool viewport_is_pinned(const Viewport *vp, int64_t id);

/* Several views: what to say where there is nothing to draw. Title, one sentence. */
void layout_empty(Scene *out, const Viewport *vp, Rect box, const char *title, const char *sentence);
/* A paragraph in which each file:line leads to that line in the Source view; returns the y below it. */
double layout_sentence(Scene *out, const Viewport *vp, FontRole font, Role ink, Spot spot, const char *text);
/* A thin bar at the right edge of a pane whose content is longer than it. */
void layout_scrollbar(Scene *out, int pane, double scroll);
/* Brings a scroll position into what a pane allows. */
double layout_clamp_scroll(double scroll, double content_h, double h);
