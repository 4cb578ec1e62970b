/* Hand-made rows for testing layouts without a trace: runs, meshes and shardings from short texts. */
#pragma once

#include "viewer/model/rows.h"

/* A run with a mesh "a=4,b=2" of devices 0.. in row-major order; returns its index. Texts must outlive the rows. */
int hand_run(Rows *rows, const char *title, const char *mesh);
/* A sharding of `rank` dimensions by axes of that run's mesh: "-|a|a,b" = dim 0 whole, dim 1 by a, dim 2 by a and b.
 * Returns its id. */
int64_t hand_sharding(Rows *rows, int run, const char *spec);
/* A value with its sharding; role: parameter, result or value. Returns its id. */
int64_t hand_value(Rows *rows, int run, const char *role, const char *name, const char *shape, const char *spec);
Rows *hand_rows(void);
