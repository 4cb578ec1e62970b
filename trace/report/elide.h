/* Long texts of a list cut so that they stay apart: what other rows have too goes first, what tells a row from them
 * stays. "state.opt_state[0].mu['params']['mlp']['wi_0']" becomes "state…mu…wi_0" beside "state…nu…wi_0". */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct Elider Elider;
typedef double (*ElideMeasure)(const char *text, void *data);

/* Of the texts of a column; NULLs are skipped. Nothing of them is kept. One thread uses it, with one way to measure: it remembers
 * what it cut. */
Elider *elider_new(const char *const *texts, int n);
void elider_free(Elider *e); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Elider, elider_free)
/* `text`, of whole words where one fits, no wider than `room`, as `measure` counts (NULL: characters). To be freed. */
char *elide(const Elider *e, const char *text, double room, ElideMeasure measure, void *data);
