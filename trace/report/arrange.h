/* How the rows of a table are listed: filtered, grouped, sorted, rows that differ in their layer alone folded into one
 * line. Worked out here for the reports and for the viewer's lists. */
#pragma once

#include "trace/report/table.h"

typedef struct Arrangement {
    const char *group;  /* layer, line, kind, axis or cause; NULL = not grouped */
    int sort;           /* column; -1 = as the table was made, folded rows and groups by what they cost */
    bool descending;
    const char *filter; /* rows that have each of these words, in any case: in a column where any row has it there, else anywhere; NULL = all */
    bool fold;
    bool expand;        /* groups and folded rows are open */
    GHashTable *open;   /* ListLine.key (as GUINT_TO_POINTER) of groups and folded rows that are open; NULL = none. Borrowed */
    int64_t top;        /* so many lines of the first level; 0 = all */
} Arrangement;

typedef struct ListLine {
    enum { LINE_ROW, LINE_FOLD, LINE_GROUP } kind;
    int depth;       /* 0 = first level */
    guint first, n;  /* of the rows it represents, in Arranged.order */
    bool open;
    guint key;       /* tells it from others, whatever the order */
    char *name;      /* of a group */
} ListLine;

typedef struct Arranged {
    GArray *lines;  /* ListLine, in sight: members only of what is open */
    GArray *order;  /* guint, rows of the table */
    guint n_rows;   /* rows that the lines stand for */
    guint left_out; /* lines beyond `top` */
    bool folds;     /* some rows were folded */
} Arranged;

/* What --group may be of this table, "layer, line, kind", to be freed; NULL = nothing. */
char *table_groupings(const Table *t);
bool table_can_group(const Table *t, const char *group);
Arranged *table_arrange(const Table *t, const Arrangement *a);
void arranged_free(Arranged *a); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Arranged, arranged_free)
static inline const ListLine *arranged_line(const Arranged *a, guint i)
{
    return &g_array_index(a->lines, ListLine, i);
}
/* The row that line `i` is, or the first that it represents. */
guint arranged_row(const Arranged *a, guint i);
/* What is in a column of a line: of several rows the sum (COL_SUM), or what they agree in; of folded rows that
 * differ in their layer's number, the range: block/0…23/o; else the first one's text. To be cleared with cell_drop(). */
TableCell arranged_cell(const Table *t, const Arranged *a, guint i, int column);
void cell_drop(TableCell *c);
/* What a row is that lists fold with others, as details of it alone differ from its line in them: "one of 24 alike; in all bytes 42 MiB". To be freed; NULL = no
 * row has this id (RowFacts.id), or it is like no other. */
char *table_alike(const Table *t, int64_t id);
/* The lines as a table of its own: of groups (opened ones: their rows, with the group's name in front), or of rows, with the
 * number of rows that each represents if some are folded. Keys of added columns: "group", "rows". */
Table *table_listed(const Table *t, const Arranged *list, const Arrangement *a);
