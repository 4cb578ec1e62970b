/* What the files of the window share: window.c builds it and listens to its browser, window_actions.c has the
 * commands, open.c opens files. */
#pragma once

#include "viewer/widgets/canvas.h"
#include "viewer/widgets/inspector.h"
#include "viewer/window.h"

#define MAX_TABS 16

typedef struct Window {
    GtkWidget *top, *header, *list, *runs, *canvas, *inspector, *panes, *status, *busy, *search, *search_entry, *search_count;
    GtkWidget *info, *info_text, *info_button, *hardware;
    GtkWidget *counts[MAX_TABS], *names[MAX_TABS];
    Browser *browser;
    guint n_runs; /* in the run list */
    int64_t titled; /* the run that the header tells of; 0 = none yet */
    bool filling; /* the run list is being filled: its signal means nothing */
    bool grown;   /* the file has changed since it was read */
    guint watch;  /* timer */
    gint64 file_state;
    bool full_screen;
    bool inspector_wanted; /* by the user; one that is empty is folded all the same where room is short */
    bool inspector_forced; /* asked for while it was folded: it stays */
    struct {               /* a run that the command line makes: window_jobs.c */
        struct Child *child;   /* NULL = none */
        struct Child *lists;   /* lists the hardware models */
        GtkWidget *bar, *text, *models;
        char *what;
        int64_t base, last;    /* the run it is made of; the last run before it */
        bool compare, follow;  /* show both in Compare; it is done, and will be shown when it was read */
        bool predicts;  /* it was made for other hardware: the simulated step is what is shown */
        bool listed;
    } job;
    struct Child *exporter; /* writes a run for another tool: window_export.c; NULL = none */
    char *export_path;
} Window;

/* ---- window_export.c ---- */

/* Asks for a file: the picture of the view, its numbers or its graph, by the name's ending. */
void window_export_picture(Window *w);
/* The run in the format of another tool. */
void window_export_run(Window *w);
/* Stops what is being written: the window goes. */
void window_drop_export(Window *w);

/* ---- window_source.c ---- */

/* The line that Source shows, in the user's editor: that of the setting, else what the desktop opens such files with. A file that is not found is
 * asked for. */
void window_open_editor(Window *w);
/* Asks where the file is that Source shows a line of; the answer is remembered. */
void window_ask_source(Window *w);

/* ---- window_jobs.c ---- */

/* Change number `number` of a run: compiled, run, and shown beside it in Compare. */
void window_try_remedy(Window *w, int64_t run, int64_t number);
/* Its patch on the clipboard. */
void window_copy_remedy(Window *w, int64_t run, int64_t number);
/* The current run's predictions under another model. */
void window_predict(Window *w, const char *model);
/* Shows the run that was made, once it was read. */
void window_follow_job(Window *w);
/* Stops what runs: the window goes. */
void window_drop_job(Window *w);
GtkWidget *window_job_bar(Window *w);
/* The button with the list of hardware models, and naming the current run's. */
GtkWidget *window_hardware_button(Window *w);
void window_show_hardware(Window *w);
/* The file has changed by our own doing. */
void window_forget_file_state(Window *w);

/* Colours of the panels beside the picture, for all windows. */
void window_load_css(ThemeId theme);
/* Shows or folds the inspector, by what the user wants, the room, and whether anything is selected. */
void window_fit_inspector(Window *w);
void window_add_actions(Window *w, GtkApplication *app);
GArray *window_commands(void); /* PaletteCommand */
char *window_action_of(const char *name, const View *view); /* "view::steps". To be freed */
/* For tests that drive the window: a line on standard output whenever nothing is being read. */
void window_tell_state(Window *w);
void window_search_next(GtkEntry *e, gpointer window);
void window_search_closed(GObject *bar, GParamSpec *what, gpointer window);
void window_tell_failure(GtkWindow *parent, const char *what, const char *why);

/* A text to be made in another thread. make: NULL with an error if it cannot be. */
typedef struct WindowText {
    char *(*make)(void *data, GError **error);
    void *data;
    void (*free)(void *data);
} WindowText;
/* Puts it on the clipboard, or tells the user that it failed; `failed` is static text. Takes over the data. */
void window_copy(Window *w, WindowText text, const char *failed);
/* A file was dropped, or chosen while a trace is open: asks whether to compare or to open a window. */
void window_open_or_compare(Window *w, const char *path);
/* Opens it in a window of its own; says what is wrong if that fails. */
void window_open_path(GtkWindow *parent, GtkApplication *app, const char *path);
/* Lists the processes that can be watched, and opens the one that is chosen in a window of its own, which follows it: live.c. */
void window_ask_process(GtkWindow *parent);
void window_take_drops(GtkWidget *widget, void (*dropped)(const char *path, gpointer data), gpointer data);
/* A button with a menu: Open, and the traces opened last. */
GtkWidget *window_open_button(GtkWindow *parent, GtkApplication *app);
