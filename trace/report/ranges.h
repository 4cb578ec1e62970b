/* One text for several that differ in the number of their layer: "block/0…23/o". */
#pragma once

#include <glib.h>

/* NULL if they differ in more than numbers, if these do not differ by the same amount within a text, or if one is NULL. To be freed. */
char *ranges_text(const char *const *texts, int n);
/* Which of the texts, in whatever order they stand, differ in one number alone that counts up by ones: arrays of their positions by that number,
 * each text in one, in the order of their first ones. To be unreferenced. */
GPtrArray *ranges_groups(const char *const *texts, guint n);
