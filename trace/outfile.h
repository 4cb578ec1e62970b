/* Files that a program writes its results to. A regular file, or one that is not there yet, is written beside its place and takes
 * it when it is whole; of a symbolic link that is its target, and the link stays. Anything else (a device, a FIFO, a socket of
 * /dev/fd) is written to as it is. Errors are of G_FILE_ERROR, and name the file. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct OutFile {
    char *target; /* the file that is to be there, links followed */
    char *part;   /* where to write: a new file beside it, or the target itself */
} OutFile;

/* Says where to write (o->part). */
bool outfile_begin(OutFile *o, const char *path, GError **error);
/* After the last byte was written to o->part and it was closed: `ok` puts it in its place, else it is removed. Clears *o; false
 * with an error, unless *error was set before. */
bool outfile_end(OutFile *o, bool ok, GError **error);
/* All of it at once. */
bool outfile_write(const char *path, const void *data, size_t size, GError **error);
