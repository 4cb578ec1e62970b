/* Layouts on the devices in reverse order. XLA's partitioner computes a reverse piece by piece, so that a result whose divided dims are reversed lies on the devices in
 * reverse order, and what goes in has to lie so where the result is to lie as usual. Such a layout is one of a mesh that has its devices in another order. */
#pragma once

#include "runtime/base/limits.h"
#include "runtime/shard/sharding.h"

/* The mesh with its devices in reverse order along some axes or parts of axes. */
const Mesh *mesh_turned(Arena *arena, ShardingTable *t, const Mesh *mesh, AxisList axes);
/* A layout whose pieces along some dims, a bit each, are on the devices in reverse order; the layout itself if none of them is divided. */
const Sharding *sharding_turned(Arena *arena, ShardingTable *t, const Sharding *s, uint64_t dims);
