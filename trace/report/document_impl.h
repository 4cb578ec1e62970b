/* Internal declarations of documents: document.c adds content, document_print.c prints it. */
#pragma once

#include "trace/report/document.h"

typedef struct Cell {
    enum { UNKNOWN, INTEGER, REAL, STRING } is;
    int64_t i;
    double r;
    char *s;
} Cell;

struct Table {
    const char *key;
    char *title;
    const ReportColumn *columns;
    int n_columns;
    GArray *cells; /* Cell, row by row */
    bool aside, not_in_text;
};

struct Block {
    bool has_run;
    int64_t run_id;
    char *label;
    GPtrArray *tables, *notes;
};

struct Document {
    const char *name;
    GPtrArray *blocks;
};

static inline guint table_n_rows(const Table *t)
{
    g_assert(t->n_columns > 0 && t->cells->len % (guint)t->n_columns == 0);
    return t->cells->len / (guint)t->n_columns;
}

static inline const Cell *table_cell(const Table *t, guint row, int column)
{
    return &g_array_index(t->cells, Cell, row * (guint)t->n_columns + (guint)column);
}
