/* Errors a user can cause. One line for what is wrong, a hint only where it can be acted on:
 *     mlp.hlo:12:7: unknown axis "z"
 *       hint: the mesh has x, y
 * In a binary file the place is an offset: "mlp.mlirbc:byte 812: ..".
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum ShardError {
    SHARD_ERROR_PARSE,       /* the text is not the language */
    SHARD_ERROR_VERIFY,      /* the program is not well-formed: types, shapes, attributes */
    SHARD_ERROR_SHARDING,    /* an annotation, mesh or override does not fit */
    SHARD_ERROR_UNSUPPORTED, /* understood, but not done here */
    SHARD_ERROR_IO,          /* files */
    SHARD_ERROR_RUN,         /* execution: deadlock, missing input */
    SHARD_ERROR_USAGE,       /* the command line; exit status 2 */
    SHARD_ERROR_LIMIT,       /* a stated limit was exceeded, or memory is wanting */
    SHARD_ERROR_STOPPED,     /* cancelled: runtime/base/stop.h */
} ShardError;

#define SHARD_ERROR (shard_error_quark())
GQuark shard_error_quark(void);

/* A position in a program's text; line and col are 1-based, 0 = not known. In a binary file `line` is an offset in bytes
 * and `col` is TEXT_POS_BYTES. */
enum { TEXT_POS_BYTES = -1 };
typedef struct TextPos {
    const char *file;
    int line, col;
} TextPos;

/* Sets *error to "file:line:col: message\n  hint: hint" (hint may be NULL, `at` may be NULL).
 * Always returns false, so that a caller can `return diag(...)`. Does nothing but return false
 * when error is NULL or already set. */
bool diag(GError **error, ShardError code, const TextPos *at, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* Where an error is and what helps, apart from its message. Strings belong to the error; NULL and 0 = not known. */
typedef struct DiagPlace {
    const char *file, *hint;
    int line, col;
} DiagPlace;
/* False for errors that are not of SHARD_ERROR. Prefixes that were put before the message do not matter. */
bool diag_place(const GError *error, DiagPlace *out);

/* The entry of `names` (NULL-terminated) nearest to `word` by edit distance, or NULL if none is near. */
const char *diag_nearest(const char *word, const char *const *names);
