/* Opening program files: plain or compressed; files that are not programs are recognised. */
#pragma once

#include "runtime/base/stop.h"

/* Reads a file, or standard input if *path is "-"; *path becomes its name in messages. Compressed
 * text (gzip, bzip2, xz, zstd) is decompressed, MLIR bytecode returned as it is. If the file is neither text nor bytecode, or text of
 * another kind, the error says what it is and how to get a program's text. A NUL follows the *n bytes. The caller frees the text.
 * Ends with an error once `stop` (may be NULL) is requested. */
char *text_open(const char **path, gsize *n, const Stop *stop, GError **error);
/* As text_open, of a text of any kind, as reports and logs: UTF-16, as PowerShell writes what it redirects, becomes UTF-8, and bytes of zero, as a crash may leave in a
 * file, become '?'. Of a packed file that is damaged NULL with an error. */
char *text_open_any(const char *path, gsize *n, const Stop *stop, GError **error);
