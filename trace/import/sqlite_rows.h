/* Asking a foreign SQLite file, whose tables depend on the version that wrote it. */
#pragma once

#include <sqlite3.h>

#include "trace/import/tracks.h"

typedef struct Foreign {
    sqlite3 *db;
    Tracks *tracks;
    bool damaged;      /* a query failed in the middle */
} Foreign;

/* The table's name in the file: itself, or with a suffix behind it; NULL = there is none. The caller frees it. */
char *foreign_table(const Foreign *f, const char *name);
bool foreign_has(const Foreign *f, const char *name);
bool foreign_has_column(const Foreign *f, const char *table, const char *column);
/* The column, or `other` (an expression) if the table does not have it; prefixed by alias and a dot if that is not empty. The caller frees it. */
char *foreign_column(const Foreign *f, const char *table, const char *alias, const char *column, const char *other);
/* Prepared, or NULL, which is noted. */
sqlite3_stmt *foreign_ask(Foreign *f, const char *sql);
/* The next row; false at the end, where the statement is finished. */
bool foreign_next(Foreign *f, sqlite3_stmt *stmt);
/* The next row whose first column is a time; others are counted as left out. */
bool foreign_next_timed(Foreign *f, sqlite3_stmt *stmt);
/* How many rows a table has. */
int64_t foreign_count(Foreign *f, const char *table);
/* Text of a column, "" for NULL. */
const char *foreign_text(sqlite3_stmt *stmt, int column);

void nsys_read(Foreign *f);
void rocpd_read(Foreign *f);
