/* Opening program files: plain or compressed; files that are not programs are recognised. */
#pragma once

#include "runtime/base/stop.h"

/* Reads a file, or standard input if *path is "-"; *path becomes its name in messages. Compressed
 * text (gzip, bzip2, xz, zstd) is decompressed, MLIR bytecode returned as it is. If the file is neither text nor bytecode, or text of
 * another kind, the error says what it is and how to get a program's text. A NUL follows the *n bytes. The caller frees the text.
 * Ends with an error once `stop` (may be NULL) is requested. */
char *text_open(const char **path, gsize *n, const Stop *stop, GError **error);
