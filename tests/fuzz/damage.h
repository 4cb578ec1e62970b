/* What happens to files on their way: they are cut, lose or repeat blocks, have wrong bits, go through filters of text, or state lengths that nobody wrote. */
#pragma once

#include <glib.h>

enum { DAMAGE_KINDS = 20 };

/* How the kind is called. */
const char *damage_name(int kind);
/* A damaged copy; the same one for the same numbers drawn. To be freed with g_byte_array_unref. */
GByteArray *damage(GRand *rand, int kind, const guint8 *bytes, gsize n);
