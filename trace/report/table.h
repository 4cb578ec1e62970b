/* A table of a report: rows of cells, and what may be done with its rows (arrange.h). The viewer's lists are these tables
 * too. A report fills cells in the order of its columns. */
#pragma once

#include "trace/trace.h"

typedef enum CellKind {
    CELL_TEXT,
    CELL_COUNT,
    CELL_BYTES,
    CELL_NS,
    CELL_FLOPS,
    CELL_RATE,    /* bytes/s */
    CELL_PERCENT, /* 12.5 prints as 12.5 % */
    CELL_BELOW,   /* text on a line of its own below the row, after the heading */
    CELL_LINE,    /* is the row in text, as it is; the table is then lines without headings, and its title stands there also without rows */
} CellKind;

/* What a column is to the list it is in; several may be joined by |. */
typedef enum ColumnUse {
    COL_PLAIN = 0,
    COL_SAME = 1,  /* rows that are folded agree in it */
    COL_SUM = 2,   /* folded rows and groups show its sum */
    COL_LINE = 4,  /* --group line: file:line */
    COL_KIND = 8,  /* --group kind */
    COL_AXIS = 16, /* --group axis */
    COL_CAUSE = 32, /* --group cause */
    COL_KNOWN = 64, /* is in text only if some row has it */
} ColumnUse;

typedef struct ReportColumn {
    const char *key;     /* in JSON and CSV */
    const char *heading; /* in text; NULL = not shown there */
    CellKind kind;
    unsigned use;        /* of ColumnUse */
} ReportColumn;

typedef struct TableCell {
    enum { CELL_UNKNOWN, CELL_INTEGER, CELL_REAL, CELL_STRING } is;
    int64_t i;
    double r;
    char *s;
} TableCell;

/* What is known of a row besides its cells. */
typedef struct RowFacts {
    char *like;  /* equal for rows that differ in their layer alone (trace_layer_key), NULL = it is like no other */
    char *layer; /* for --group layer, NULL = none */
    int64_t id;  /* of the trace's row */
    int64_t part; /* which of those of one id it is, as a buffer of an instruction is; 0 = it is the only one */
} RowFacts;

typedef struct Table {
    const char *key;
    char *title;
    const ReportColumn *columns;
    int n_columns;
    GArray *cells; /* TableCell, row by row */
    GArray *facts; /* RowFacts, of the rows up to the last that has any */
    ReportColumn *own_columns; /* `columns`, where they belong to the table */
    const char *order; /* keys of columns, "exposed_ns,bytes": what folded rows and groups are sorted by; NULL = the first COL_SUM */
    guint top; /* so many lines unless more are asked for; 0 = all */
    bool aside, not_in_text;
    gatomicrefcount refs;
} Table;

/* Columns and key are borrowed, the title is copied. */
Table *table_new(const char *key, const char *title, const ReportColumn *columns, int n_columns);
Table *table_ref(Table *t); /* a finished table does not change, so threads may share it */
void table_free(Table *t);  /* one reference; accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Table, table_free)
guint table_n_rows(const Table *t);
const TableCell *table_at(const Table *t, guint row, int column);
/* The column with this key or, failing that, this heading; -1. */
int table_column(const Table *t, const char *name);
/* The column that "NAME", "NAME:asc" or "NAME:desc" asks to sort by, and which way; -1 = there is none such, or sort is NULL. */
int table_sort_column(const Table *t, const char *sort, bool *descending);
/* A shown column is in the aligned table: it has a heading and no line of its own. */
bool table_is_shown(const Table *t, int column);
/* The column that is the row in text; -1 = the table is aligned columns. */
int table_line_column(const Table *t);
/* Not the table for CSV. */
void table_aside(Table *t);
/* Not in text at all: notes say it better there. */
void table_not_in_text(Table *t);

void cell_text(Table *t, const char *s); /* NULL = not known */
void cell_int(Table *t, int64_t v);
void cell_oint(Table *t, TraceInt v);
void cell_real(Table *t, double v);
void cell_oreal(Table *t, TraceReal v);
/* Takes what `c` holds. */
void cell_add(Table *t, TableCell *c);
/* An id or count in which 0 means none. */
void cell_id(Table *t, int64_t id);
/* Facts about the row whose cells were added last. Takes `like`; `layer` is copied. */
void table_row_facts(Table *t, int64_t id, char *like, const char *layer);
void table_row_part(Table *t, int64_t part); /* of the row whose facts were given last */
const RowFacts *table_facts(const Table *t, guint row); /* all 0 if none were given */
/* "in a loop of 32 trips" for rows without a layer; NULL for one trip. To be freed. */
char *table_loop_name(int64_t trips);

/* As people read it: "–", "1.5 KiB", "12.3 %". To be freed. */
char *cell_show(const TableCell *c, CellKind kind);
