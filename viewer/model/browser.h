/* Browser: the state of a window on a trace: per view what is visible, selected and under the pointer; the history of
 * places; and the worker thread that reads. Views never call each other; they ask the browser for another view. To be
 * used in the main thread; load functions run in the worker. */
#pragma once

#include "viewer/model/facts.h"
#include "viewer/model/notes.h"
#include "viewer/views.h"

typedef struct Browser Browser;

typedef enum BrowserChange {
    BROWSER_rows = 1,     /* the current view has something new to draw */
    BROWSER_view = 2,     /* another view, or another run */
    BROWSER_selection = 4,
    BROWSER_hover = 8,
    BROWSER_facts = 16,   /* facts about the selection have come */
    BROWSER_busy = 32,    /* reading began or ended */
    BROWSER_index = 64,   /* names to go to have come */
} BrowserChange;
typedef void (*BrowserFn)(Browser *s, unsigned changes, void *data);

/* Opens the trace once to see that it can be read. */
Browser *browser_new(const char *path, GError **error);
/* Another file, whose runs Compare shows beside this one's. */
bool browser_add_file(Browser *s, const char *path, GError **error);
int browser_n_files(const Browser *s); /* others */
char **browser_others(const Browser *s); /* their paths, NULL at the end; to be freed */
/* Stops the worker and waits for it. Accepts NULL. */
void browser_free(Browser *s);
/* One listener: the window. It is told in the main loop. */
void browser_listen(Browser *s, BrowserFn fn, void *data);

const char *browser_path(const Browser *s);
const Rows *browser_rows(const Browser *s);  /* of the current view; NULL while they are read */
bool browser_is_late(const Browser *s);      /* these rows are of another run than the current one, whose rows are read */
const char *browser_error(const Browser *s); /* why there are none, or NULL */
bool browser_busy(const Browser *s);
const Facts *browser_facts(const Browser *s); /* about the selection; NULL: none yet */
const View *browser_view(const Browser *s);
/* What the current view is drawn with. The canvas changes scroll, range and size, then calls browser_redraw(). */
Viewport *browser_viewport(Browser *s);
/* How the list of a view (index in `views`) is shown. */
struct ListState *browser_list(Browser *s, int view);
void browser_redraw(Browser *s);

void browser_show(Browser *s, const View *view);
void browser_set_run(Browser *s, int64_t run_id);
int64_t browser_run(const Browser *s); /* id; 0 = none yet */
void browser_select(Browser *s, Ref ref);
void browser_focus(Browser *s, Ref ref); /* a tile or device within the selected thing */
void browser_open_node(Browser *s, int64_t inst); /* of the graph: show all that hangs on it */
void browser_hover(Browser *s, Ref ref, const char *tip);
const char *browser_hover_tip(const Browser *s);
/* Opens what a row represents where it is drawn best: a reshard in Reshards, an event in Steps. */
void browser_go(Browser *s, Ref ref);
/* The same in the view with this name, NULL = the best one. A REF_view selects nothing. */
void browser_go_in(Browser *s, const char *view, Ref ref);
/* Places one has been: view, run, selection, time. False: no further. */
bool browser_back(Browser *s);
bool browser_forward(Browser *s);

/* Names of everything in the current run, for going anywhere. NULL while they are read, which the first call asks for;
 * BROWSER_index says that they are there. */
const Names *browser_index(Browser *s);
/* Reads everything again: the file has grown or was replaced. What is shown stays until the new is there. */
void browser_reload(Browser *s);
/* Whether the current run is still being written, as far as is known. */
bool browser_is_live(const Browser *s);
Notes *browser_notes(Browser *s);
/* Where one is, as a bookmark; texts are borrowed and good until the next call. And going there. */
Bookmark browser_place(Browser *s);
void browser_visit(Browser *s, const Bookmark *b);
