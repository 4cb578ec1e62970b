/* A Scene: what one picture consists of, in paint order. Layout fills it, paint draws it, and picking, tooltips,
 * accessibility and golden tests read the same list. Nothing here knows GTK, cairo or the trace.
 *
 * Units are pixels from the top left corner of the picture, already scrolled. Boxes are snapped to whole pixels as
 * they are added, so neighbours that share an edge neither overlap nor leave a gap, and none is thinner than one. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum Role {
#define ROLE(id, light, dark) ROLE_##id,
#include "viewer/layout/roles.def"
    N_ROLES
} Role;
const char *role_name(Role role);
#define N_AXIS_ROLES 7
static inline Role role_axis(int pos)
{
    return (Role)(ROLE_axis_0 + (pos < 0 ? 0 : pos % N_AXIS_ROLES));
}

typedef enum FontRole { FONT_body, FONT_small, FONT_bold, FONT_title, FONT_mono, N_FONTS } FontRole;
typedef enum Align { ALIGN_left, ALIGN_centre, ALIGN_right } Align;
typedef enum Trim { TRIM_end, TRIM_middle, TRIM_start } Trim;

/* The row behind an item. `id` is the trace's row id unless the kind says otherwise; `run` a row of table run. */
typedef enum RefKind {
    REF_none,
    REF_run,
    REF_value,   /* inst */
    REF_tile,    /* sharding; sub = tile number in its grid */
    REF_device,  /* global id */
    REF_axis,    /* mesh; sub = position of the axis */
    REF_reshard,
    REF_inst,    /* an instruction of the final snapshot; sub = one of its buffers, in the Memory view; 0 = all of it */
    REF_event,   /* sub = lane */
    REF_step,
    REF_lane,
    REF_fold,    /* many events in one column; id = the longest, sub = how many */
    REF_meeting, /* coll_exec */
    REF_time,    /* the plot of a timeline: drag pans, wheel zooms; id 1 = its ruler: drag marks a range */
    REF_overview,/* the strip of the whole run */
    REF_split,   /* the edge between two panes */
    REF_pass,
    REF_view,    /* a view itself: a click opens it and selects nothing; id tells items of one picture apart */
    REF_option,  /* id = one of Viewport.option, sub = the value that a click gives it */
    REF_source,   /* a line of the user's program; id = source_id() (views/source.h); sub SOURCE_EDIT: a click opens the user's editor, SOURCE_PLACE: asks where its file is */
    REF_line,     /* of a list of a table: folded rows or a group; id = ListLine.key, sub = 1: the sign that opens it */
    REF_column,   /* a heading of such a list; id = column of the table, sub = 1: it holds numbers */
    REF_column_edge, /* the right edge of one, to be dragged; run = px that it is wide, id = its place in the list */
    REF_grouping, /* id = what list_grouping() counts */
    REF_filter,   /* where the words of a filter are typed */
    REF_folded,  /* of a graph: the neighbours of node id that are not drawn; sub = 1: its operands, 2: its users */
    REF_remedy,  /* a change of annotations, by its number in run `run`; sub = what a click does with it: REMEDY_* */
    REF_pin,     /* chooses row id (a lane, a run), or lets it go: Viewport.pinned */
} RefKind;
enum { REMEDY_TRY, REMEDY_COPY };
enum { SOURCE_EDIT = 1, SOURCE_PLACE };
#define REF_BIT(kind) (1u << (unsigned)(kind)) /* for sets of kinds */
typedef struct Ref {
    RefKind kind;
    int64_t run, id, sub;
} Ref;
const char *ref_kind_name(RefKind kind);
static inline bool ref_equal(Ref a, Ref b)
{
    return a.kind == b.kind && a.run == b.run && a.id == b.id && a.sub == b.sub;
}

/* A part of the picture, px. */
typedef struct Rect {
    double x, y, w, h;
} Rect;
/* A place that is as high as what is in it: top left corner, and how wide it may be (0 = no limit). A line of text
 * is put at one; functions that draw downwards from one return the y below. */
typedef struct Spot {
    double x, y, w;
} Spot;

typedef enum ItemKind { ITEM_box, ITEM_hatch, ITEM_text, ITEM_line, ITEM_strip } ItemKind;

/* One column of a STRIP: role ROLE_none = nothing there. */
typedef struct Cell {
    uint8_t role, tint;
} Cell;

typedef struct Item {
    ItemKind kind;
    Role role;          /* fill, ink or stroke */
    Role edge;          /* outline of a box; ROLE_none = none */
    uint8_t tint;       /* 255 = the role's colour, less = mixed with the background; ROLE_tile: place on the ramp */
    uint8_t tint2;      /* ROLE_tile: 255 = pure, less = paler */
    uint8_t edge_w;     /* px */
    FontRole font;
    Align align;
    Trim trim;
    bool vertical;      /* text runs upwards */
    bool arrow, dash;   /* lines */
    int pane;
    double x, y, w, h;  /* lines run from (x, y) to (x + w, y + h) */
    const char *label;  /* of a box: centred; the layout has seen that it fits */
    const char *tip;    /* tooltip, may have several lines */
    const char *whole;  /* of a line of a paragraph: all of its text; NULL = the line stands alone */
    Ref ref;
    const char *go;     /* name of the view that a click opens with `ref` selected; NULL = where it is */
    int first, n;       /* STRIP: its cells, one a pixel from x */
} Item;

/* A part of the picture that clips and scrolls by itself. Pane 0 is the whole picture. */
#define MAX_PANES 8
typedef struct Pane {
    double x, y, w, h;
    double content_h; /* more than h: it scrolls */
    double scroll;    /* where layout has put it, if not where it was asked to; 0 = as asked */
    Ref shown;        /* of a list, the row that is marked in it */
} Pane;

typedef struct Scene {
    double width, height;
    GArray *items; /* Item */
    GArray *cells; /* Cell */
    GStringChunk *text;
    Pane panes[MAX_PANES];
    int n_panes;
    int pane; /* that new items go to */
} Scene;

Scene *scene_new(double width, double height);
void scene_free(Scene *s);
void scene_reset(Scene *s, double width, double height);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Scene, scene_free)

/* Starts pane number `pane` (1..MAX_PANES-1); items go there until scene_use_pane(). */
void scene_pane(Scene *s, int pane, Rect box, double content_h);
void scene_use_pane(Scene *s, int pane);

/* Each returns the new item for further fields; the pointer is good until the next one is added. */
Item *scene_box(Scene *s, Role role, Rect box);
Item *scene_hatch(Scene *s, Role role, Rect box);
/* One line of text; align moves it inside the spot's width. */
Item *scene_text(Scene *s, FontRole font, Role ink, Spot spot, const char *text);
Item *scene_textf(Scene *s, FontRole font, Role ink, Spot spot, const char *format, ...)
    G_GNUC_PRINTF(5, 6);
Item *scene_line(Scene *s, Role role, double x0, double y0, double x1, double y1);
/* One pixel a cell, copied. */
Item *scene_strip(Scene *s, double x, double y, double h, const Cell *cells, int n);
const char *scene_keep(Scene *s, const char *text); /* a copy that lives as long as the scene */
const char *scene_keepf(Scene *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* ---- what a layout may know of fonts: numbers ---- */

typedef struct Metrics {
    double line_h;       /* px between lines */
    float ascii[128];    /* advance of each character, px */
    float sign[16];      /* of the signs in METRIC_SIGNS, in their order */
    float other;         /* of any other character */
} Metrics;
#define METRIC_SIGNS "–×→…µ·←●Σ—›≈"

/* The topmost item at a point that represents a row and is not hidden by its pane's edge, else NULL. */
const Item *scene_pick(const Scene *s, double x, double y);
/* The whole text of what is written there and cut for want of room; NULL = nothing is, or all of it can be read. m: one a font role. */
const char *scene_cut_text(const Scene *s, const Metrics *m, double x, double y);
/* What is written there, whole, also where it takes several lines; NULL = nothing is. */
const char *scene_text_at(const Scene *s, const Metrics *m, double x, double y);
/* The topmost pane there (0: none but the whole). */
int scene_pane_at(const Scene *s, double x, double y);
/* One item a line, coordinates rounded: what golden tests compare. To be freed. */
char *scene_to_text(const Scene *s);

/* ---- text in the room that there is ---- */

/* m: one a font role. */
double text_width(const Metrics *m, FontRole font, const char *text);
/* Breaks text at blanks into lines of at most w and adds them; returns the y below the last. */
double scene_paragraph(Scene *s, const Metrics *m, FontRole font, Role ink, Spot spot, const char *text);
/* Round numbers for tests and for layouts before any font is known: 7 px a character, 16 a line. */
extern const Metrics metrics_fixed[N_FONTS];
