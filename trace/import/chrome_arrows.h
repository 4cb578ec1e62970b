/* Arrows of Chrome's JSON: events that say where on a thread an arrow begins, passes or ends. The slice around that moment is meant; it may stand anywhere in the
 * file, so that they wait until all slices are read. */
#pragma once

#include "trace/import/tracks.h"

typedef struct ChromeArrows ChromeArrows;

ChromeArrows *chrome_arrows_new(void);
void chrome_arrows_free(ChromeArrows *a);
/* phase: s, t or f. id: with the category, what all of an arrow have. */
void chrome_arrows_add(ChromeArrows *a, Track *track, int64_t ts_ns, char phase, const char *cat, const char *id);
/* Marks the slices. Those without a slice are counted. */
int64_t chrome_arrows_bind(ChromeArrows *a, Tracks *tracks);
