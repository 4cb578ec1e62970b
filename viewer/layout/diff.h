/* Two texts compared line by line. */
#pragma once

#include <glib.h>

typedef struct DiffLine {
    char mark;        /* ' ' in both, '-' gone, '+' new */
    const char *text; /* not ended by a zero; points into one of the texts */
    int len;
} DiffLine;

/* DiffLine in order; the two texts must outlive it. The fewest changes where these are at most 3,000 lines, else what
 * differs in the middle is shown as all gone and all new. */
GArray *diff_lines(const char *before, const char *after);
