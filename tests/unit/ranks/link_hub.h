/* A link between ranks that are threads of one process, for tests: what is sent is copied, and arrives after a delay that differs from message
 * to message, in order between each two ranks. An even number of ranks can ring each other, as on one machine; they are rung before a message arrives. */
#pragma once

#include "runtime/ranks/link.h"

typedef struct Hub Hub;
/* For n ranks, of which each `near` in a row share memory of so many bytes for each rank; 0 = none do. The links must have been left before hub_free. */
Hub *hub_new(int n, int near, size_t bytes);
/* True if all ranks left cleanly. */
bool hub_free(Hub *h);
Link *hub_link(Hub *h, int rank);
/* From now on nothing goes to the rank, or comes from it. */
void hub_cut(Hub *h, int rank);
