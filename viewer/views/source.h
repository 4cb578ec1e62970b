/* Rows of the Source view. */
#pragma once

#include "viewer/layout/table_list.h"

typedef struct SourceRows {
    GArray *totals;    /* TraceLineTotal */
    Table *table;      /* the same as `report lines`; RowFacts.id is source_id() */
    char *beside;      /* why lines take longer than the step, a sentence; NULL = they do not */
    bool calls;        /* costs with what a line calls are known, and may differ */
    int shown;         /* index in totals of the line shown; -1 = there is none */
    char *file;        /* its file as the trace names it */
    char *path;        /* where that was found; NULL = not found or no text */
    char **text;       /* its lines; NULL likewise */
} SourceRows;

const SourceRows *source_rows(const Rows *rows); /* NULL: nothing was loaded */
/* Ref.id of REF_source: a line by its "file:line". */
int64_t source_id(const char *at);
/* The line that an id stands for: its own, else that of its name without folders, as sentences write it. */
bool source_is(const char *at, int64_t id);
TableList source_list(const SourceRows *own, const Viewport *vp, int64_t run);
void layout_source(const Rows *rows, const Viewport *vp, Scene *out);
