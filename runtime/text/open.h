/* Opening program files: plain or compressed; files that are not programs are recognised. */
#pragma once

#include "runtime/base/stop.h"

/* The text of a file, or of standard input if *path is "-", to be freed; *path becomes what messages call it. Packed
 * text (gzip, bzip2, xz, zstd) is unpacked. What is no text, or the text of something else, is an error that says what
 * the file is and how to get a program's text. A NUL follows the text's *n bytes.
 * Gives up once `stop` (may be NULL) is requested. */
char *text_open(const char **path, gsize *n, const Stop *stop, GError **error);
