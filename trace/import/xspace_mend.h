/* Damaged XSpace files: what is left of planes, lines and events, put together again. A changed byte in a length would lose all that follows; so, where something
 * cannot be what it says, the next place is looked for that reads as a plane, line or event, and lengths are made anew. */
#pragma once

#include "trace/wire.h"

#include <glib.h>

typedef enum XLevel { XLEVEL_SPACE, XLEVEL_PLANE, XLEVEL_LINE } XLevel;

/* True if a field of a message of that level has a type that it cannot have. */
bool xfield_is_wrong(XLevel level, const WireField *f);
/* True if the fields of a message of the level do not hold together, or of what is in it; lines are only looked at if they are the last. A file that is cut is not
 * damaged so. */
bool xspace_is_damaged(XLevel level, const uint8_t *p, size_t n);
/* A message of that level, made of the readable parts of a damaged one; freed with g_string_free. Adds the bytes that were left out to *skipped. */
GString *xspace_mend(XLevel level, const uint8_t *p, size_t n, int64_t *skipped);
