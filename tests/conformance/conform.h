/* Random meshes and shardings for whole programs, programs that check themselves, and partitioned programs run. */
#pragma once

#include "runtime/reference/reference.h"
#include "runtime/propagate/propagate.h"

/* Random trials per program; fewer in sanitizer builds, which are slow and check memory and threads rather than results. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CONFORM_ROUNDS = 1 };
#else
enum { CONFORM_ROUNDS = 4 };
#endif

/* n devices as one or more axes, ids permuted with even odds. */
const Mesh *random_mesh(IrModule *m, GRand *rand, int n_devices);
/* Axes assigned to dims at random, sometimes sub-axes; dims may be split into more parts than they have elements. */
const Sharding *random_sharding(IrModule *m, const Mesh *mesh, GRand *rand, int rank);
/* Parameters (most of them) and results (some) get random shardings. */
void random_annotations(IrModule *m, const Mesh *mesh, GRand *rand);
/* Verifies, imports and evaluates a program that contains checks of its results; a program whose header
 * names several devices runs on all of them. */
bool conform_run(IrModule *m, GError **error);
int64_t conform_n_devices(const IrModule *m);

/* Every device's pieces of the arguments: [d * n_args + i]. */
GPtrArray *conform_cut(const IrModule *whole, const GPtrArray *args, const IrModule *local, int64_t n_devices);
/* The local program on virtual devices: results as reference_eval_spmd gives them. */
GPtrArray *conform_execute(const IrModule *local, const GPtrArray *pieces, int n_devices, GError **error);
