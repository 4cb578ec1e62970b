/* Details of one row for the inspector, as lines of text, from the same queries as the reports. */
#pragma once

#include "viewer/model/rows.h"

typedef struct Fact {
    char *label; /* NULL: the value is a sentence of its own; value NULL: the label is a heading */
    char *value;
    Ref link;    /* where the value leads; REF_none = nowhere */
    Ref remedy;  /* REF_remedy: a change of annotations that can be copied; and tried, where can_try says so */
    bool can_try;
} Fact;

typedef struct Facts {
    Ref about;
    char *kind, *title;
    GArray *list; /* Fact */
} Facts;

/* Runs in the worker. Never empty: a row that is gone says so. NULL with an error. */
Facts *facts_load(TraceReader *r, const Rows *rows, Ref ref, GError **error);
/* A sentence above the others; nothing for NULL. */
void facts_put_first(Facts *f, const char *sentence);
void facts_free(Facts *f); /* accepts NULL */
char *facts_to_text(const Facts *f); /* for the clipboard */
