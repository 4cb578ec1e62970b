/* Loads of a torus' links when several groups of devices communicate at once: what is sent goes link by link, along one axis after the other, the
 * shorter way round where an axis closes to a ring, and the link with most to carry says how long it takes. It holds for any layout; topology.c
 * has closed forms for groups that are whole axes or evenly spaced parts of them, which the tests compare with this. */
#pragma once

#include "runtime/sim/topology.h"

/* Devices of one group, numbers of the hardware's. */
typedef struct LinkGroup {
    const int64_t *ids;
    int64_t n;
} LinkGroup;

typedef struct LinkLoad {
    double busiest; /* bytes over the busiest link one way, for each byte that a member receives */
    double hops;    /* the longest way between two members that exchange something directly */
} LinkLoad;

/* Of gathers and reductions: rings along each axis of the torus where a group is a grid, else one in the order of its members. Of a permute the
 * groups are pairs, sender first. Members in other slices and on the same chip load no link. {0, 0}: no link is used, or an exchange is too large to
 * look at. The hardware is a torus. */
LinkLoad links_load(const Hardware *hw, const LinkGroup *groups, int n_groups, Pattern pattern);
/* The wires of the first group, with the load of all where that group alone does not say it: permutes, which go any way, and groups that are no grids. */
Wires wires_of_groups(const Hardware *hw, const LinkGroup *groups, int n_groups, Pattern pattern);
