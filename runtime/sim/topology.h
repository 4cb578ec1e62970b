/* The wires of a group of devices, and the time of a collective over them. The time follows from the bytes that a device receives under
 * ring algorithms (coll_traffic), the wires that the group can use, and a latency. */
#pragma once

#include "runtime/shard/mesh.h"
#include "runtime/sim/hardware.h"

typedef enum Pattern {
    PATTERN_GATHER,   /* all-gather, reduce-scatter, broadcast */
    PATTERN_REDUCE,   /* all-reduce: both */
    PATTERN_EXCHANGE, /* all-to-all */
    PATTERN_PERMUTE,
} Pattern;

typedef struct Wires {
    int64_t n;          /* members of a group */
    int64_t n_domains;  /* that the group spans */
    int64_t extent[3];  /* members along each axis of a torus */
    int64_t stride[3];  /* and how far they stand apart */
    int64_t pair;       /* members on one chip of a torus */
    bool uneven;        /* on some axis of the torus they are not equally far apart */
    double busiest;     /* bytes over the busiest link of a torus for each byte that a member receives, of layouts without a closed form and of permutes;
                         * 0 = the closed form holds */
    double hops;        /* then the longest way between two that meet */
} Wires;

/* The group of the first device along mesh axes; devices of a torus stand as JAX places them (place.h), others in the order of the mesh. */
Wires wires_along(const Hardware *hw, const Mesh *mesh, AxisList axes);
/* A group given by its device ids. */
Wires wires_between(const Hardware *hw, const int64_t *ids, int64_t n);
/* True if members of a torus form a grid: along each axis the same places, evenly spaced. */
bool wires_are_grid(const Wires *w);
/* True if the chips of a slice close to a ring along axis d: v5e and v6e have the link on axes of 16, the others on multiples of 4. */
bool torus_wraps(const Hardware *hw, int d);
/* Where the members of a group stand, as words for a sentence: "inside a host", "between hosts", of TPUs slices, of racks that are one domain of links domains.
 * NULL where all devices are joined alike: n_devices in all. Static text. */
const char *wires_place(const Hardware *hw, const Wires *w, int64_t n_devices);
/* Of the bytes that each device receives, those that come from other hosts or slices: each member of a domain handles its share of the outer exchange, at the same
 * time as the inner one. */
double wires_far_bytes(const Wires *w, Pattern pattern, double bytes);
/* Time of one collective in which each device receives so many bytes (not negative); with 0 bytes its latency. All groups run at
 * once. 0 for a group of one. */
double wires_ns(const Hardware *hw, const Wires *w, Pattern pattern, double bytes);
