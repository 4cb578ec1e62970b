/* Other orders of a mesh's axes: which axis is innermost decides over which wires its collectives go. */
#pragma once

#include "runtime/sim/simulate.h"

enum { SIM_MOST_AXES = 16, SIM_MOST_ORDERED = 5 }; /* axes of a mesh, and those longer than 1, of meshes that are looked at */

/* An order of the axes: positions in the mesh, the outermost first. Axes of size 1 stay where they are. */
typedef struct SimOrder {
    int axes[SIM_MOST_AXES];
    Estimate step; /* of the program as it was compiled, its devices renumbered */
} SimOrder;

/* What is to be ordered. */
typedef struct SimOrdering {
    const IrModule *local;
    const Mesh *mesh;
    const Hardware *hw;
    const SimOptions *o;
    int most;                  /* orders to simulate; of a mesh with more none are */
    bool (*go_on)(void *user); /* asked before each; may be NULL */
    void *user;
} SimOrdering;
/* The other orders, fastest first; to be freed. NULL with *n = 0 where there is nothing to reorder. */
SimOrder *sim_orders(const SimOrdering *what, int *n);
/* How many there are; 0 = nothing to reorder. */
int sim_n_orders(const Mesh *mesh);
/* "model=2,data=4", as --mesh takes it; axes NULL: the mesh's own order. To be freed. */
char *sim_order_text(const Mesh *mesh, const int *axes);
/* "jax.make_mesh((2, 4), ('model', 'data'))" of such a text. To be freed. */
char *sim_order_in_jax(const char *mesh);
