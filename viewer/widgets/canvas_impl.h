/* What the files of the canvas share. */
#pragma once

#include "viewer/paint/paint.h"
#include "viewer/widgets/canvas.h"

struct _ShardCanvas {
    GtkDrawingArea parent;
    Browser *browser;
    Scene *scene;
    TextCache *text;
    double zoom;    /* pixels of the widget a pixel of the scene: more than 1 where the desktop's text is larger */
    bool stale;     /* scene must be laid out again */
    cairo_surface_t *image; /* the scene as it was painted; in memory, where boxes cost least. NULL = not yet */
    bool painted;   /* image shows the scene */
    ThemeId theme;
    bool theme_set; /* by the user, not by the desktop */
    const char *cursor;
    bool down, dragging, marking;
    Ref shown; /* selection that the timeline has brought into sight, or that was made in it */
    bool link_on; /* a thing of the picture has the frame of keys */
    Ref link;     /* which, */
    const char *link_go; /* where it leads (as Item.go), */
    double link_x, link_y; /* and where it was, among several of the same */
    Ref press;
    const char *press_go; /* view that the pressed item leads to; NULL = none */
    double press_x, press_y, last_x, last_y, pointer_x, pointer_y;
};

/* Whether the view has a time axis and something on it; canvas_plot() also says where. */
bool canvas_has_time(ShardCanvas *c);
bool canvas_plot(ShardCanvas *c, TimePlot *out);
void canvas_set_time(ShardCanvas *c, int64_t t0, int64_t t1);
void canvas_zoom(ShardCanvas *c, double factor, double x); /* span times factor, the time at x stays */
void canvas_pan(ShardCanvas *c, double px);
void canvas_scroll_pane(ShardCanvas *c, int pane, double px);
void canvas_set_option(ShardCanvas *c, int option, int value);
bool canvas_pans(ShardCanvas *c); /* the picture is dragged about */
void canvas_move_picture(ShardCanvas *c, double dx, double dy);
void canvas_fit_selection(ShardCanvas *c); /* or the marked range, where nothing is selected */
/* What a click on this does; go: as Item.go; x: where, px. */
void canvas_click(ShardCanvas *c, Ref ref, const char *go, double x);
/* The context menu, of what is there or of the selection. */
void canvas_menu_at(ShardCanvas *c, const GdkEvent *event, double x, double y);
gboolean canvas_menu_key(GtkWidget *w);
void canvas_show_selection(ShardCanvas *c); /* slices of what was selected in another view come into sight */
gboolean canvas_key(GtkWidget *w, GdkEventKey *e);

/* canvas_links.c: what can be clicked, by keys. */
void canvas_link_step(ShardCanvas *c, int dir);
bool canvas_link_open(ShardCanvas *c);  /* false: nothing has the frame */
bool canvas_link_leave(ShardCanvas *c); /* likewise */
void canvas_link_draw(ShardCanvas *c, cairo_t *cr);

/* canvas_list.c: the list of a table, where the view has one. */
bool canvas_list_click(ShardCanvas *c, Ref r);  /* false: it is none of the list's */
bool canvas_list_key(ShardCanvas *c, const GdkEventKey *e);
void canvas_list_drag(ShardCanvas *c, double x); /* of a column's edge */
void canvas_list_dragged(ShardCanvas *c);        /* it was let go: the width is remembered */
void canvas_list_restore(ShardCanvas *c);        /* the widths of columns, as they were remembered */
