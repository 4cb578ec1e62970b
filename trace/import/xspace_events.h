/* The events of a line, one after the other. Long lines are decoded ahead, batch by batch, in a thread of their own, which knows the bytes and the tables of the
 * plane alone: whatever joins, names and stores events happens in the caller's thread in the order of the file, so results do not depend on it. */
#pragma once

#include "trace/import/xspace.h"

typedef struct XEvents XEvents;

/* n_threads: 1 = decodes where it is called, 2 = always in the other thread, 0 = there for long lines, where the machine has a core for it. */
XEvents *xevents_new(int n_threads);
void xevents_free(XEvents *x);
/* Begins with a line; one that was begun before ends. The plane must live until its last event was read, or another line begins. wanted: the stats to read, ended
 * by XSTAT_OTHER; NULL = all that readers look for. Damage of the bytes is noted in line->m.bad. */
void xevents_begin(XEvents *x, const XPlane *p, const XLine *line, const XStatKey *wanted);
/* The next event, which is there until the next call; NULL at the end. */
const XEvent *xevents_next(XEvents *x);
/* What follows is not read. */
void xevents_end(XEvents *x);
