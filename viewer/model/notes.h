/* The user's bookmarks and notes on a trace. They are stored in a file in the user's data folder, named by an identity
 * of the trace, not by its path; the trace itself is never written to. */
#pragma once

#include "viewer/model/rows.h"

typedef struct Bookmark {
    char *title;
    char *view; /* name */
    int64_t run;
    Ref select;
    int64_t t0, t1;
} Bookmark;

typedef struct Notes Notes;

/* Reads what there is for this trace; a file that cannot be read counts as empty. Never NULL. */
Notes *notes_open(const char *trace);
void notes_free(Notes *n); /* accepts NULL */
const GPtrArray *notes_bookmarks(const Notes *n); /* Bookmark */
/* Each of these is written at once; false with an error if that failed (what is shown is kept all the same). */
bool notes_add_bookmark(Notes *n, const Bookmark *b, GError **error); /* copied */
bool notes_remove_bookmark(Notes *n, guint i, GError **error);
char *notes_text(const Notes *n, Ref about); /* to be freed; NULL = none */
bool notes_set_text(Notes *n, Ref about, const char *text, GError **error); /* "" removes it */
