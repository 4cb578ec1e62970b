/* The content of a report before it is formatted: blocks (one per run) of tables of cells. A report adds cells in the order of its columns;
 * document_print() formats them. */
#pragma once

#include "trace/report/arrange.h"
#include "trace/report/report.h"
#include "trace/units.h"

typedef struct Document Document;
typedef struct Block Block;

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
/* Whether rows that differ in their layer alone are one line. */
bool report_folds(const ReportOptions *o);
/* Lists the main table (the first that is not aside) of each block as the options ask. False: there is no such column or grouping. */
bool document_arrange(Document *d, const ReportOptions *o, GError **error);
