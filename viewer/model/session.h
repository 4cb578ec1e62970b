/* An open trace in a window: what is visible, selected and under the pointer, per view, and the worker that reads.
 * Views never call each other; they read and write the session. Main thread only, but for what load.c does inside
 * the worker. */
#pragma once

#include "viewer/model/facts.h"
#include "viewer/model/notes.h"
#include "viewer/views.h"

typedef struct Session Session;

typedef enum SessionChange {
    SESSION_rows = 1,     /* the current view has something new to draw */
    SESSION_view = 2,     /* another view, or another run */
    SESSION_selection = 4,
    SESSION_hover = 8,
    SESSION_facts = 16,   /* facts about the selection have come */
    SESSION_busy = 32,    /* reading began or ended */
    SESSION_index = 64,   /* names to go to have come */
} SessionChange;
typedef void (*SessionFn)(Session *s, unsigned changes, void *data);

/* Opens the trace once to see that it can be read. */
Session *session_new(const char *path, GError **error);
/* Another file, whose runs Compare shows beside this one's. */
bool session_add_file(Session *s, const char *path, GError **error);
int session_n_files(const Session *s); /* others */
char **session_others(const Session *s); /* their paths, NULL at the end; to be freed */
/* Stops the worker and waits for it. Accepts NULL. */
void session_free(Session *s);
/* One listener: the window. It is told in the main loop. */
void session_listen(Session *s, SessionFn fn, void *data);

const char *session_path(const Session *s);
const Rows *session_rows(const Session *s);  /* of the current view; NULL while they are read */
const char *session_error(const Session *s); /* why there are none, or NULL */
bool session_busy(const Session *s);
const Facts *session_facts(const Session *s); /* about the selection; NULL: none yet */
const View *session_view(const Session *s);
/* What the current view is drawn with. The canvas changes scroll, range and size, then calls session_redraw(). */
Viewport *session_viewport(Session *s);
void session_redraw(Session *s);

void session_show(Session *s, const View *view);
void session_set_run(Session *s, int64_t run_id);
int64_t session_run(const Session *s); /* id; 0 = none yet */
void session_select(Session *s, Ref ref);
void session_focus(Session *s, Ref ref); /* a tile or device within the selected thing */
void session_open_node(Session *s, int64_t inst); /* of the graph: show all that hangs on it */
void session_hover(Session *s, Ref ref, const char *tip);
const char *session_hover_tip(const Session *s);
/* Opens what a row stands for where it is drawn best: a reshard in Reshards, an event in Steps. */
void session_go(Session *s, Ref ref);
/* The same in the view with this name, NULL = the best one. A REF_view selects nothing. */
void session_go_in(Session *s, const char *view, Ref ref);
/* Places one has been: view, run, selection, time. False: no further. */
bool session_back(Session *s);
bool session_forward(Session *s);

/* Names of everything in the current run, for going anywhere: its values, reshards, passes and instructions. NULL while
 * they are read, which the first call asks for; SESSION_index says that they are there. */
const Rows *session_index(Session *s);
/* Reads everything again: the file has grown or was replaced. What is shown stays until the new is there. */
void session_reload(Session *s);
/* Whether the current run is still being written, as far as is known. */
bool session_is_live(const Session *s);
Notes *session_notes(Session *s);
/* Where one is, as a bookmark; texts are borrowed and good until the next call. And going there. */
Bookmark session_place(Session *s);
void session_visit(Session *s, const Bookmark *b);
