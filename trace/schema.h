/* tables.def and queries.def as data: the columns of each struct with kind and offset, so that one loop binds,
 * reads and frees the rows of every table and every question. Also the SQL text made from them. */
#pragma once

#include "trace/trace.h"

#include <sqlite3.h>

typedef enum ColumnKind {
    COLUMN_KEY,
    COLUMN_KREF,
    COLUMN_REF,
    COLUMN_OREF,
    COLUMN_INT,
    COLUMN_INT0,
    COLUMN_DINT,
    COLUMN_OINT,
    COLUMN_REAL,
    COLUMN_OREAL,
    COLUMN_TEXT,
    COLUMN_OTEXT,
    COLUMN_BLOB,
    COLUMN_OBLOB,
    COLUMN_ANY,
} ColumnKind;

typedef struct Column {
    const char *name;
    ColumnKind kind;
    size_t offset;
    const char *target; /* table that a reference points at */
    int64_t value;      /* default of COLUMN_DINT */
    const char *doc;
} Column;

/* A struct that rows are read into: a table's, or a question's. */
typedef struct RowType {
    const char *name, *doc;
    const Column *columns;
    int n_columns;
    size_t size;
    GDestroyNotify clear;       /* frees the texts and bytes of one row */
    const char *primary, *unique; /* column lists; NULL = none; results have neither */
} RowType;

const RowType *table_type(TraceTableId table);

/* table_type() for the results of questions: result_type_RunInfo, ... */
#define RESULT(T, doc) extern const RowType result_type_##T;
#include "trace/queries.def"

/* Binds column i of `row` to parameter i + 1. Returns the SQLite status. */
int row_bind(sqlite3_stmt *stmt, const RowType *type, const void *row);
/* The same as the value of an SQL function or a virtual table's column; texts must stay valid until SQLite has copied them. */
void column_result(sqlite3_context *out, const Column *c, const void *field);
/* Fills `row` from the current row of `stmt`, whose columns are in the type's order; texts are copies. A NULL
 * in a column that should not be NULL is read as 0 or "". */
void row_read(sqlite3_stmt *stmt, const RowType *type, void *row);
void row_clear(const RowType *type, void *row);
/* Makes a row whose bytes come from a file one that can be read: whether a value is known is a bool, which not every byte is. */
void row_settle(const RowType *type, void *row);

/* The whole schema: tables, views, the indexes made when the first program is stored, and those made when the file is finished.
 * Statements end in ";\n". The caller frees the strings. */
char *schema_tables(void);
char *schema_views(bool temporary);
char *schema_indexes(void);
char *schema_late_indexes(void);
/* "CREATE INDEX name ON ...", as SQLite keeps it; of those made when the file is finished. */
char *schema_late_index(const char *name);
char *schema_table(TraceTableId table, const char *create);
/* "name TYPE NOT NULL DEFAULT 0 REFERENCES ...": a column for CREATE and ALTER TABLE. */
void schema_column(GString *sql, const Column *c);
/* "INSERT INTO name(columns) VALUES(?, ...)", for row_bind(). */
char *schema_insert(const RowType *type);
/* "id, module_id, ..." */
char *schema_columns(const RowType *type);
