/* The content of a report before it is formatted: blocks (one per run) of tables of cells. A report adds cells in the order of its columns;
 * document_print() formats them. */
#pragma once

#include "trace/report/report.h"
#include "trace/units.h"

typedef enum CellKind {
    CELL_TEXT,
    CELL_COUNT,
    CELL_BYTES,
    CELL_NS,
    CELL_FLOPS,
    CELL_PERCENT, /* 12.5 prints as 12.5 % */
    CELL_BELOW,   /* text on a line of its own below the row, after the heading */
} CellKind;

typedef struct ReportColumn {
    const char *key;     /* in JSON and CSV */
    const char *heading; /* in text; NULL = not shown there */
    CellKind kind;
} ReportColumn;

typedef struct Document Document;
typedef struct Block Block;
typedef struct Table Table;

/* `name` is the report's, borrowed. */
Document *document_new(const char *name);
void document_free(Document *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Document, document_free)
/* Adds the block of a run; `run` NULL for one that is not about a single run. */
Block *document_block(Document *d, const TraceRunInfo *run);
void document_print(const Document *d, ReportFormat format, GString *out);

/* `key` names the list in JSON, `title` is printed above it in text (NULL = nothing). Columns are borrowed. CSV prints the first
 * table of each block that is not set aside (table_aside). */
Table *block_table(Block *b, const char *key, const char *title, const ReportColumn *columns, int n_columns);
/* A sentence, in text and in the JSON list "notes". */
void block_note(Block *b, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
/* Excludes the table from CSV. */
void table_aside(Table *t);
/* Excludes the table from text, where notes replace it. */
void table_not_in_text(Table *t);

void cell_text(Table *t, const char *s); /* NULL = not known */
void cell_int(Table *t, int64_t v);
void cell_oint(Table *t, TraceInt v);
void cell_real(Table *t, double v);
void cell_oreal(Table *t, TraceReal v);
/* An id or count in which 0 means none. */
void cell_id(Table *t, int64_t id);
