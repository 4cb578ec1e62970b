/* Parts of the Shardings view that other views draw too. */
#pragma once

#include "viewer/layout/picture.h"

/* The layout of a value as the trace has it: its sharding's geometry on the run's mesh. NULL parts: see problem. */
TileGrid *value_grid(const Rows *rows, int run, const char *shape, int64_t sharding_id, bool undecided_is_whole);
/* What people call it: a parameter by the framework's name, anything else by its name in the program. */
const char *value_title(const TraceValueRow *v);
bool value_undecided(const TraceValueRow *v); /* no annotation shards it: it is replicated */
const MeshGeom *value_mesh(const Rows *rows, int run, int64_t sharding_id);
/* The chain behind a sharding as sentences, each with its file:line; returns the y below. */
double why_chain(Scene *s, const Viewport *vp, const GArray *why, Spot spot);
/* What each mesh axis does to this array, one line each; returns the y below. */
double axis_legend(Scene *s, const Viewport *vp, const ShardGeom *geom, const MeshGeom *mesh, Spot spot);
