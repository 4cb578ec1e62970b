/* SQLite with the trace library's errors: shared by writer, reader, derived tables and migration. */
#pragma once

#include "trace/schema.h"

#include <sys/stat.h>

typedef enum TraceFileKind {
    TRACE_FILE_ABSENT,
    TRACE_FILE_EMPTY, /* exists, 0 bytes */
    TRACE_FILE_OURS,
    TRACE_FILE_FOREIGN, /* anything else, with an error set */
} TraceFileKind;

/* Opens `path` with SQLite's flags; NULL with TRACE_ERROR_OPEN. */
sqlite3 *db_open(const char *path, int flags, GError **error);
/* For reading, also a trace that is being recorded, or was cut short in a folder that may not be written (reader.c). */
sqlite3 *db_open_read_only(const char *path, GError **error);
/* The kind of the file by its first bytes, without opening it in SQLite. */
TraceFileKind db_file_kind(const char *path, GError **error);
/* The checks on an open database: application_id, then version. *version gets major * 100 + minor. */
bool db_check(sqlite3 *db, const char *path, int *version, GError **error);
/* Sets the error "path: SQLite's message"; returns false. */
bool db_fail(sqlite3 *db, const char *path, GError **error);
bool db_exec(sqlite3 *db, const char *path, const char *sql, GError **error);
sqlite3_stmt *db_prepare(sqlite3 *db, const char *path, const char *sql, GError **error);
/* The first column of the first row; `missing` if there is no row, or on failure. */
int64_t db_int(sqlite3 *db, const char *sql, const int64_t *args, int n_args, int64_t missing);
/* What is wrong with the file's structure, in SQLite's words, to be freed; NULL = nothing. Reads the whole file: 2 to 3 ms a MB. */
char *db_damage(sqlite3 *db);

/* The recorder's lock on a file (lock.c), held from before SQLite opens the file until after SQLite closes it. `create`: a missing file
 * is created, empty. NULL with TRACE_ERROR_BUSY if another process, or another writer of this one, holds it. */
typedef struct FileLock FileLock;
FileLock *lock_take(const char *path, bool create, GError **error);
/* True if lock_take() created the file. */
bool lock_made_file(const FileLock *l);
void lock_release(FileLock *l); /* accepts NULL */
/* Reads the first n bytes of a file that a writer of this process has locked; -1 for other files. */
ssize_t lock_peek(const struct stat *st, void *head, size_t n);
