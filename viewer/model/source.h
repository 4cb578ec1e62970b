/* Files of the user's program, found by the names that a trace carries for them. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Names that begin with OLD are looked for under NEW: "OLD=NEW"; "=NEW" is for all names. For the whole process, from any thread; the last one
 * counts most. False: there is no "=". */
bool source_add_map(const char *map);
/* The map by which the file of this name is the one at `path`, and those beside it are beside that. To be freed. */
char *source_map_to(const char *name, const char *path);
/* The file's path, to be freed: as mapped, as named, beside the trace, or in the current folder. NULL: not found. */
char *source_find(const char *name, const char *trace);
/* The lines of a regular file of valid text up to 4 MiB; NULL: it is none. To be freed with g_strfreev. */
char **source_read(const char *path);
/* "train.py" and 12 of "train.py:12"; false: there is no number. *file to be freed. */
bool source_split(const char *at, char **file, int *line);
/* The command line of the user's editor, split into words: %f and %l in the setting are the file and the line; a setting without %f gets
 * the file at its end. To be freed with g_strfreev; NULL with an error if the setting cannot be split. */
char **source_editor_args(const char *setting, const char *path, int line, GError **error);
