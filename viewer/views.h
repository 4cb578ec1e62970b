/* The views. A view is a struct of callbacks in a file of its own in viewer/views/ and a row of the table in views.c;
 * nothing else knows its name. What it does not need is left out: every field but name, title, hint, load and layout
 * may be NULL or 0, and its comment says what that means.
 *
 * All callbacks are plain functions of rows and a viewport: none touches a widget or the display. */
#pragma once

#include "trace/report/table.h"
#include "viewer/layout/time_plot.h"
#include "viewer/layout/viewport.h"
#include "viewer/model/facts.h"
#include "viewer/model/load.h"
#include "viewer/model/names.h"

/* One row of a view in the order in which it is read: what the arrow keys step through and what Find searches. */
typedef struct ViewStop {
    Ref ref;
    const char *text; /* of the rows */
    double y;         /* px from the top of the content of PANE_LIST, or of PANE_DETAIL in a view without one; not used by a view with a time axis */
} ViewStop;
static inline void view_stop_add(GArray *stops, Ref ref, const char *text, double y)
{
    ViewStop s = { ref, text, y };
    g_array_append_val(stops, s);
}

/* A key that a view handles, for the window of all keys. keys NULL: a heading; title NULL: the end of the list. */
typedef struct ViewKey {
    const char *keys, *title;
} ViewKey;

/* Of a view with a time axis: the canvas zooms and pans it. */
typedef struct ViewTime {
    /* Where the axis is; false: these rows have nothing with a time. */
    bool (*plot)(const Rows *rows, const Viewport *vp, TimePlot *out);
    /* Whether these rows can be drawn at that viewport without reading more. */
    bool (*covers)(const Rows *rows, const Viewport *vp);
    /* The time that a row takes, ns; false: not known. */
    bool (*extent)(const Rows *rows, Ref ref, int64_t *begin, int64_t *end);
    /* The begin or end of something that is nearest to t, where one is at most `within` ns away; else t. */
    int64_t (*snap)(const Rows *rows, int64_t t, int64_t within);
} ViewTime;

/* What of a view goes into the page of report --html. */
typedef struct ViewPage {
    const char *heading; /* above the picture; NULL: the picture has its own */
    bool of_file;        /* once for the file, not for each run */
    bool folded;         /* behind its heading until that is clicked */
    /* Chooses the range, the choices and the height (0: as high as the content) of a picture that starts out as the whole;
     * false: there is nothing worth a picture. NULL: the whole. */
    bool (*frame)(const Rows *rows, Viewport *vp);
    /* A sentence below the picture: what it leaves out or sums up. To be freed; NULL: nothing. */
    char *(*note)(const Rows *rows, const Scene *s);
} ViewPage;

typedef struct View {
    const char *name;  /* for --render and for links (Item.go) */
    const char *title; /* for people */
    const char *hint;  /* what it answers, one sentence */
    LoadFn load;
    LayoutFn layout;

    unsigned accepts;     /* REF_BIT of the kinds of rows that it can show as selected; 0 = none */
    unsigned home;        /* REF_BIT of the kinds that are drawn best here: Enter and links without a view lead here */
    bool reads_selection; /* load reads details of the selected row, so it runs again when the selection changes */
    bool other_files;     /* it shows the runs of further files beside those of the trace */
    bool tells;           /* what is selected is told by the view itself, so in a narrow window the inspector stays folded */
    bool pans;            /* the picture is larger than the window and is dragged about */
    const ViewTime *time; /* NULL: it has no time axis */

    /* The number of things it shows, for the list of views; -1: not known. The rows may be another view's: only what all
     * views share may be read. NULL: the list shows no number. */
    int64_t (*count)(const Rows *rows);
    /* Why it has nothing to show of this run; NULL: it has something. NULL as callback: always something. */
    const char *(*empty)(const TraceRunInfo *run);
    /* Appends its rows in reading order (ViewStop). all: every one, else those that can be reached from the selection by
     * the arrow keys. NULL: it has none. */
    void (*stops)(const Rows *rows, const Viewport *vp, bool all, GArray *out);
    /* A key of its own, as a lower-case character. True: it is handled; vp may have changed, and *select, REF_none at
     * first, is the row to select. NULL: it has no keys. */
    bool (*key)(const Rows *rows, Viewport *vp, gunichar key, Ref *select);
    const ViewKey *keys;
    /* The row whose details it shows while none is selected, so that the inspector tells of the same; REF_none or NULL: none. */
    Ref (*shows)(const Rows *rows);
    /* The table that its list shows, where the list's rows are of this kind; else NULL, also as callback. */
    const Table *(*table)(const Rows *rows, RefKind kind);
    /* Adds what the view knows of a row besides facts_load(). NULL: nothing. */
    void (*facts)(const Rows *rows, Ref ref, Facts *f);
    /* Another row was selected in it. NULL: the detail pane goes back to its top. */
    void (*selected)(Viewport *vp);
    /* Names that can be gone to. The rows have the trace's runs and nothing else; false with an error. */
    bool (*names)(TraceReader *r, const Rows *rows, Names *out, GError **error);
    /* A command that opens it with what is selected: its title in menus, and its key as GTK writes it. NULL: none. */
    const char *command, *command_key;

    const ViewPage *page; /* NULL: it is not on the page */
    const char *report; /* of the same numbers as a table; NULL = of several files: compare */
    /* What it shows as DOT text, to be freed; NULL as result: nothing to draw; NULL as callback: it has no such form. */
    char *(*to_dot)(const Rows *rows, const Viewport *vp);
} View;

extern const View *const views[];
extern const int n_views;
const View *view_find(const char *name); /* NULL: no such view */
int view_index(const View *v);
const View *view_home(RefKind kind);      /* the view in which a row of this kind is drawn best; NULL: none */
/* Adds to the facts about a row what the view beside them knows of it: that its list folds it with others, and View.facts. */
void view_add_facts(const View *v, const Rows *rows, Ref ref, Facts *f);
const View *view_of_files(void);          /* the view that shows several files side by side */
static inline bool view_accepts(const View *v, RefKind kind)
{
    return v->accepts & REF_BIT(kind);
}
/* Everything with a name in a run (0 = the first), as the views tell it. To be freed; NULL with an error. */
Names *views_names(TraceReader *r, int64_t run_id, GError **error);
