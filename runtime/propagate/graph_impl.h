/* Internal declarations of graph.c (values, nodes, edges) and graph_groups.c (sharding groups). */
#pragma once

#include "runtime/propagate/graph.h"

/* Sets g->groups from n pairs (group id, reference) and the names of the values. Groups that share a value are merged. What a loop's
 * arguments get from their group holds for the whole edge, but what the edge gets does not reach their group, since Shardy looks for the
 * edge's own name there. */
void prop_graph_groups(PropGraph *g, const int *pairs, const IrValue *names, int n);
