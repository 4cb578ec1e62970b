/* The Passes view's rows: the passes of the run, and the text around the one that is shown. */
#pragma once

#include "viewer/layout/table_list.h"

typedef struct PassesRows {
    GArray *passes;                 /* TracePassRow */
    Table *table;                   /* the same, as `report passes` has it */
    Ref about;                      /* the pass that is shown; REF_none = there is none */
    char *text_before, *text_after; /* of the program, around it; NULL = not kept */
    GArray *diff;                   /* DiffLine between the two; NULL = not kept */
    GPtrArray *marks;               /* names of the instruction that is followed through the passes, in all its forms; NULL = none */
    GArray *touched;                /* TraceTouchRow: passes that did something to it; NULL = none, or not recorded */
} PassesRows;

PassesRows *passes_rows_new(void);
void passes_rows_free(gpointer p);
const PassesRows *passes_rows(const Rows *rows); /* NULL: there is no run */
/* The list at the left. */
TableList passes_list(const PassesRows *own, int64_t run);
void layout_passes(const Rows *rows, const Viewport *vp, Scene *out);
