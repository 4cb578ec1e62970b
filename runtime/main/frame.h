/* What `monitor` shows of a process at a moment, as lines of text that fit a terminal. */
#pragma once

#include <glib.h>

#include "runtime/library/shardscope.h"

/* columns, rows 0 = as many as it takes. title: the first line. A line for each string of the result, without its end. */
GPtrArray *frame_of(const ShardscopeSnapshot *s, const char *title, int columns, int rows);

/* Lines of cells as aligned columns; the last column is as long as its texts. right: a letter for each column, 'r' = aligned to the right. */
typedef struct FrameTable {
    const char *right;
    int n_columns;
    GPtrArray *cells; /* row by row; strings, owned */
} FrameTable;
void frame_table_init(FrameTable *t, const char *right);
/* Takes as many texts as there are columns. */
void frame_table_row(FrameTable *t, ...);
/* Appends the lines, and clears the table. */
void frame_table_end(FrameTable *t, GPtrArray *lines);
/* "5570", "12.3", "0.0123", "-" for 0; to be freed. */
char *frame_rate(double per_s);
/* The text cut to so many columns of a terminal, "…" at its end if it was longer; to be freed. 0 = not cut. */
char *frame_cut(const char *text, int columns);
