/* Random meshes and shardings for whole programs, and programs that check themselves. */
#pragma once

#include "runtime/propagate/propagate.h"

/* n devices as one or more axes, ids permuted with even odds. */
const Mesh *random_mesh(IrModule *m, GRand *rand, int n_devices);
/* Axes dealt to dims at random, sub-axes now and then; dims too small to split may be split too. */
const Sharding *random_sharding(IrModule *m, const Mesh *mesh, GRand *rand, int rank);
/* Parameters (most of them) and results (some) get random shardings. */
void random_annotations(IrModule *m, const Mesh *mesh, GRand *rand);
/* Verifies, imports and evaluates a program whose checks say whether it is right; one whose header
 * names several devices runs on all of them. */
bool conform_run(IrModule *m, GError **error);
int64_t conform_n_devices(const IrModule *m);
