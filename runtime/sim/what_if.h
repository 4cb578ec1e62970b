/* What a step would take if something were different, and what bounds it. */
#pragma once

#include "runtime/sim/simulate.h"

typedef struct WhatIf {
    const char *what;  /* "links twice as fast", ... */
    Estimate step;     /* the step then; ns 0 = it cannot be told, and note says why */
    const char *part;  /* the part of the step that changes most: a class of kernels, or "exposed collectives over AXES"; NULL = none does */
    double part_ns;    /* by how much, below 0 where it gets shorter */
    const char *note;  /* how it was told, or what it takes to do it; NULL = nothing to say */
} WhatIf;

typedef struct WhatIfs {
    Arena *arena;
    VEC(WhatIf) list;
} WhatIfs;
/* Simulates the module again for each: products, memory, links (all, and those that collectives along each set of axes use) and latencies twice as
 * good, another order of the mesh's axes, twice the batch, without overlap. base: the simulation of the module on hw under o. */
WhatIfs *sim_what_ifs(const IrModule *local, const Mesh *mesh, const Simulation *base, const SimOptions *o);
void what_ifs_free(WhatIfs *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WhatIfs, what_ifs_free)

/* A kernel or collective of the program and its place under the roofline. */
typedef struct SimPlace {
    const SimNode *node;
    double times;      /* executions in a step */
    double ns;         /* of all of them, alone */
    double intensity;  /* floating-point operations for a byte of memory; 0 for collectives */
    const char *bound; /* "products", "memory", "launch", "links", "latency" */
} SimPlace;
/* The n places that take longest, longest first; *n is set to fewer if there are fewer. The caller frees the array. */
SimPlace *sim_places(const Simulation *s, int *n);
