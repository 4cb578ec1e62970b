/* What a step would take if something were different, and what bounds it. */
#pragma once

#include "runtime/sim/simulate.h"

typedef struct WhatIf {
    const char *what; /* "links twice as fast", ... */
    double ns;        /* the step then */
} WhatIf;
enum { N_WHAT_IFS = 5 };
/* Simulates the module again for each. */
void sim_what_ifs(const IrModule *local, const Hardware *hw, const SimOptions *o, WhatIf out[N_WHAT_IFS]);

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
