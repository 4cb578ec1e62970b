/* Nodes of a net in equal surroundings. The layers of a model repeat, so what is true of an op in one layer is mostly true of its
 * counterparts in the others. Each node has a sign: a hash of its kind and way, and of those of the nodes up to a few values away.
 * Two nodes with the same sign have equal surroundings. Signs are kept up to date as ways change.
 * Source: the colour refinement of Weisfeiler and Lehman. */
#pragma once

#include "runtime/partition/net.h"

typedef struct Places Places;

/* Signs of all nodes as they are now. The net must outlive it, and get no more nodes. */
Places *places_new(const Net *net);
void places_free(Places *p);

/* The node's sign. Equal signs mean equal surroundings but for collisions of a 64-bit hash. */
uint64_t places_sign(const Places *p, int node);
/* Number of different signs. */
int places_n_kinds(const Places *p);
/* Nodes with that sign: the first (-1 = none), and the one after a node (-1 = no more). In no particular order. */
int places_first(const Places *p, uint64_t sign);
int places_next(const Places *p, int node);

/* Brings signs up to date after the ways of these nodes changed (each listed once or more). */
void places_changed(Places *p, const int *nodes, int n);

/* The counterparts of nodes set[0..n), seen from `to` as these are seen from `from`: out[i] belongs to set[i]. False if one
 * has none, or if two would share one. `from` must be one of the set. */
bool places_map(Places *p, int from, int to, const int *set, int n, int *out);
