/* Which device of a torus runs which partition of a program. jax.make_mesh and mesh_utils.create_device_mesh give logical axes physical ones, the last
 * axis of the mesh first, since it is thought to communicate most: whole axes of the torus where their product is the axis' size, as many as there
 * are, and parts of them where no whole ones fit; small slices of some parts are a ring instead. Of several slices the outer part of the mesh goes
 * over them (create_hybrid_device_mesh). Source: jax/_src/mesh_utils.py of JAX 0.10; tests/python/mesh_order.py compares. */
#pragma once

#include "runtime/shard/mesh.h"
#include "runtime/sim/hardware.h"

/* By partition: the device of the hardware, counted row by row over the axes of the torus, the devices of a chip last. sizes: the axes of the mesh, the
 * outermost first. NULL: the hardware is no torus, or the mesh has not as many devices; partition i runs on device i. To be freed. */
int64_t *place_as_jax(const Hardware *hw, const int64_t *sizes, int n_axes);
/* The same of a mesh; NULL also where the mesh lists its devices itself. Never freed. */
const int64_t *place_of_mesh(const Hardware *hw, const Mesh *mesh);

/* An order that the user gives: "jax" and "rows" (partition i on device i) are known by name; else devices by partition, "3,1,0,2" or as HLO writes iota
 * lists, "[4,2]T(1,0)". NULL with an error that says what is wrong. *n: how many it orders. To be freed. */
int64_t *place_read(const char *text, int64_t *n, GError **error);
