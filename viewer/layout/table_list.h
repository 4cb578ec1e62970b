/* A list whose rows are a table of the reports (trace/report/table.h): sorted by a click on a heading, filtered, grouped,
 * rows that differ in their layer alone folded until they are opened, columns as wide as the user made them. How rows are
 * arranged is worked out by trace/report/arrange.h. */
#pragma once

#include "trace/report/arrange.h"
#include "trace/report/elide.h"
#include "viewer/layout/list.h"

/* What the user has chosen of a view's list, and what follows from it for the table drawn last. The browser has one a
 * view, and one behind it for each further list of the view; a viewport without one (a picture in a file) shows the list as the report does. */
typedef struct ListState {
    struct ListState *next; /* of the view's next list; NULL = none yet */
    int pane;          /* that it was drawn in last; 0 = none of its own */
    bool all;          /* of a list that begins with its first lines: all of them */
    int group;         /* of list_grouping(); 0 = not grouped */
    int sort;          /* column of the table + 1; 0 = the table's own order */
    bool descending;
    GString *filter;
    bool typing;       /* keys go into the filter */
    GHashTable *open;  /* ListLine.key */
    int width[MAX_COLUMNS]; /* px of a column of the list; 0 = the list's own */

    Table *of;         /* a reference: the table that these are of */
    Arranged *arranged; /* NULL = to be made */
    bool by_cost;      /* the rows are in the table's own order, which is the largest cost first */
    Elider *cut[MAX_COLUMNS];
} ListState;

#define N_LISTS 8 /* of a view, as far as widths are remembered */

ListState *list_state_new(void);
void list_state_free(ListState *st); /* with those behind it; accepts NULL */
/* That of list `slot` (from 0) of a view whose first is `first`; made if it is not there. */
ListState *list_state_at(ListState *first, int slot);
/* The slot of the list that a heading, filter, sign or edge belongs to. */
static inline int list_slot(Ref r)
{
    return (int)(r.sub >> 4);
}
/* After any choice was changed. */
void list_state_changed(ListState *st);
/* A click on the heading of a column: numbers from the largest, texts from A; again: the other way; again: the table's own order. */
void list_state_sort(ListState *st, int column, bool number);
void list_state_toggle(ListState *st, guint key);
/* RowFacts.id of a row of the table drawn last. */
int64_t list_state_row_id(const ListState *st, guint row);
/* "layer", "line", ...; NULL for 0 and beyond the last. */
const char *list_grouping(int i);

typedef struct TableColumn {
    const char *key;  /* of the table's column */
    const char *before; /* is in front of each cell, "→ "; NULL = nothing */
    const char *without; /* a beginning of texts that is left out: "the result of "; NULL = nothing */
    Column look;      /* look.title NULL = as in the report */
    const char *unlike; /* key of another column: this one is left out where no row differs in the two; NULL = it never is */
    enum { AS_TEXT, AS_CHANGE, AS_BAR, AS_PAINTED } as; /* a number may be a change, with its sign; a bar is to the left or the right of the middle; what is painted is sorted by the number */
    const char *about; /* key of another column: where that is 1, the number is a prediction and has ≈ in front; NULL = it never is */
} TableColumn;

typedef struct TableList {
    Table *table;
    const TableColumn *columns; /* at most MAX_COLUMNS; those that nothing is known of are left out */
    int n;
    RefKind kind;     /* of the rows: Ref.id is RowFacts.id */
    int64_t run;
    Role (*role)(const Table *t, guint row); /* of the bar that shows what a line costs; NULL = no bars */
    Role (*mark)(const void *of, const Table *t, guint row); /* of a box in front of a line, ROLE_none = no box; NULL = of none */
    int slot;         /* which of the view's lists this is, from 0 */
    int pane;         /* that it scrolls in; 0 = PANE_LIST */
    const char *go;   /* the view that a click on a row leads to; NULL = it selects the row */
    /* Where a cell of column `key` leads to, other than its row; REF_none: nowhere else. NULL = no cell does. */
    Ref (*link)(const void *of, guint row, const char *key);
    /* Draws the cell of a row in a column AS_PAINTED. */
    void (*paint)(const void *of, Scene *s, guint row, const char *key, Rect cell);
    /* What a row says when the pointer rests on it, to be freed. NULL = its columns. */
    char *(*tip)(const void *of, guint row);
    const void *of;   /* for mark(), link(), paint() and tip() */
    bool of_runs;     /* each row is a run: of Ref.run, too */
    double row_h;     /* 0 = LIST_ROW_H */
    const char *below; /* key of a column of sentences, in a second line of each row: rows are BELOW_ROW_H high; NULL = none */
} TableList;

#define BELOW_ROW_H 38.0

/* The list in a pane of its own. `shown`: the row that counts as selected. */
void table_list_draw(Scene *s, const Viewport *vp, const TableList *list, Rect box, Ref shown);
/* The list as a part of a page, its first `most` lines until more are asked for. Returns the y below. */
double table_list_flow(Scene *s, const Viewport *vp, const TableList *list, Spot spot, guint most);
/* Appends its lines in sight as ViewStop (views.h): rows with `kind`, groups as REF_line. */
void table_list_stops(const Viewport *vp, const TableList *list, GArray *out);
/* The height that all its lines need, headings included. */
double table_list_height(const Viewport *vp, const TableList *list);
