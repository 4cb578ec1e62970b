/* Asking a foreign SQLite file, whose tables depend on the version that wrote it. */
#pragma once

#include <sqlite3.h>

#include "trace/import/sqlite_pages.h"
#include "trace/import/tracks.h"

typedef struct Foreign {
    sqlite3 *db;
    SqlitePages *pages; /* NULL = it takes SQLite to read them */
    Tracks *tracks;
    bool damaged;      /* a query failed in the middle */
} Foreign;

/* The table's name in the file: itself, or with a suffix behind it; NULL = there is none. The caller frees it. */
char *foreign_table(const Foreign *f, const char *name);
bool foreign_has(const Foreign *f, const char *name);
bool foreign_has_column(const Foreign *f, const char *table, const char *column);
/* The column, or `other` (an expression) if the table does not have it; prefixed by alias and a dot if that is not empty. The caller frees it. */
char *foreign_column(const Foreign *f, const char *table, const char *alias, const char *column, const char *other);
/* A query failed: it is noted, and the file damaged. */
void foreign_failed(Foreign *f);
/* Prepared, or NULL, which is noted. */
sqlite3_stmt *foreign_ask(Foreign *f, const char *sql);
/* The next row; false at the end, where the statement is finished. */
bool foreign_next(Foreign *f, sqlite3_stmt *stmt);
/* The next row whose first column is a time; others are counted as left out. */
bool foreign_next_timed(Foreign *f, sqlite3_stmt *stmt);
/* Rows of a large table or of a query, value by value. */
typedef struct ForeignRows {
    Foreign *f;
    SqliteScan *scan;  /* else by the query */
    sqlite3_stmt *query;
    SqliteValue *values;
    int n, rowid_at;   /* rowid_at: the column that is the row's number; -1 = none is */
    GString *text;
} ForeignRows;

/* The rows of a table, with these columns; a column that it does not have, or that is NULL, has no values. In no particular order. */
ForeignRows *foreign_rows(Foreign *f, const char *table, const char *const *columns, int n);
/* The rows of a query of n columns. */
ForeignRows *foreign_rows_of(Foreign *f, const char *sql, int n);
/* False at the end, where they are freed. */
bool foreign_rows_next(ForeignRows *x);
/* The first column is a time; else the row is counted as left out. */
bool foreign_rows_timed(ForeignRows *x);
/* A value as a number, 0 for NULL; as text, "" for NULL, which is borrowed until the next call. */
int64_t foreign_rows_int(const ForeignRows *x, int column);
const char *foreign_rows_text(ForeignRows *x, int column);
bool foreign_rows_null(const ForeignRows *x, int column);

/* Texts that rows refer to by number: each is asked for once, and becomes a name of events. */
typedef struct ForeignNames {
    Foreign *f;
    sqlite3_stmt *query; /* of one number; NULL = there are no texts */
    GHashTable *known;   /* number -> name id, 0 = there is no such text */
} ForeignNames;
void foreign_names_begin(ForeignNames *names, Foreign *f, const char *sql);
void foreign_names_end(ForeignNames *names);
/* As tracks_name; 0 if there is no text of that number, or an empty one. */
uint32_t foreign_name(ForeignNames *names, int64_t number);

/* How many rows a table has. */
int64_t foreign_count(Foreign *f, const char *table);
/* Text of a column, "" for NULL. */
const char *foreign_text(sqlite3_stmt *stmt, int column);

void nsys_read(Foreign *f);
void rocpd_read(Foreign *f);
