/* A whole program as few nodes: equal layers folded into one ("× 24 layers"), what lies between them by module, loops by
 * themselves; each opened on demand: layers into single ones, these and other parts into ops, loops into their bodies. */
#pragma once

#include "viewer/layout/neighbours.h"

/* g: its layers were looked for. open: ids that GraphNode.fold had; NULL = none. */
Neighbours *parts_new(const GraphRows *g, const GArray *open);
