/* Internal declarations of the reader: reader.c and query_*.c. */
#pragma once

#include "trace/db.h"
#include "trace/links.h"

struct TraceReader {
    sqlite3 *db;
    char *path;
    int version;
    TraceSpelling spelling;
    GHashTable *gspmd; /* sharding as JAX's -> as GSPMD's, those asked for; NULL = none yet */
    Links *links;
    GHashTable *parts; /* run -> parts_sql(); NULL = none yet */
    int64_t parts_version; /* of the file when they were read */
};

/* Runs a question: ?1 ?2 ... are `args`, the columns are in the order of `type`. Returns a new array of its rows, which
 * frees their texts; NULL with an error. */
GArray *reader_ask(TraceReader *r, const RowType *type, const char *sql, const int64_t *args, int n_args, GError **error);

#define ASK(T, sql, ...)                                                                                     \
    reader_ask(r, &result_type_##T, sql, (const int64_t[]){ __VA_ARGS__ },                                  \
               (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), error)
