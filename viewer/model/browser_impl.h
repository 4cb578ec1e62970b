/* What browser.c and browser_ask.c share. */
#pragma once

#include <gio/gio.h>

#include "viewer/model/browser.h"

#define MAX_VIEWS 16
#define MAX_PLACES 100

typedef struct Place {
    const View *view;
    int64_t run;
    Ref select;
    int64_t t0, t1;
} Place;

struct Browser {
    char *path;
    Notes *notes;
    Names *index;         /* of run index_run */
    int64_t index_run;
    bool index_asked;
    bool fresh;           /* the next question must open the file again */
    GPtrArray *others; /* paths, NULL at the end */
    BrowserFn fn;
    void *data;
    const View *view;
    Viewport vp[MAX_VIEWS];
    struct ListState *lists[MAX_VIEWS];
    Rows *rows[MAX_VIEWS];
    char *error[MAX_VIEWS];
    Query asked[MAX_VIEWS]; /* what rows[] answer, or will */
    int generation[MAX_VIEWS], facts_generation; /* the worker reads them too: atomic */
    bool known[MAX_VIEWS];  /* asked for since the file was opened or read again */
    int pending;
    int64_t run;
    Ref select, focus, hover;
    char *hover_tip;
    Facts *facts;
    bool facts_old; /* the file was read again since: they are asked for anew once the view has come */
    GArray *open;   /* int64_t: nodes of the graph that were opened */
    GArray *places; /* Place */
    int place;
    GThreadPool *worker;
    GCancellable *closing;
    GMutex reader_lock;  /* guards the pointer: closing interrupts what the worker asks */
    TraceReader *reader; /* the worker's */
};

void browser_tell(Browser *s, unsigned changes);
/* A GThreadPool's function: one request, in the worker. */
void browser_work(gpointer task, gpointer browser);
void browser_ask_view(Browser *s, const View *v);
/* About the selection; what was known is dropped. */
void browser_ask_facts(Browser *s);
/* Reads again if what was asked last does not answer what is looked at now. */
void browser_refresh(Browser *s);
