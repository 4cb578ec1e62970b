/* A long text stored as an edit of another, for texts of many lines of which most are unchanged or nearly so: the module after each
 * pass. The edit is a list of (offset in the base relative to the end of the last copy, number of bytes to copy, number of new
 * bytes, those bytes); numbers are little-endian base 128, the offset zigzag-encoded. */
#pragma once

#include <glib.h>

/* The edit that turns `base` into `text`; NULL if it would be longer than `most` bytes. */
GByteArray *edit_make(const char *base, gsize n_base, const char *text, gsize n_text, gsize most);
/* The text of n_text bytes, with a NUL behind it; NULL if the edit is damaged. The caller frees it. */
char *edit_apply(const char *base, gsize n_base, const guint8 *edit, gsize n_edit, gsize n_text);
