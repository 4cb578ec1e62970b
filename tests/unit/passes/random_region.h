/* Random programs that are one manual region on 2 x 2 x 2 devices: two arguments, replicated along some axes, and a chain of collectives
 * over random groups, loops and arithmetic on the device's number. Values are integers, so that results are exact. */
#pragma once

#include <glib.h>

/* StableHLO text; g_free it. */
char *random_region(guint seed);
