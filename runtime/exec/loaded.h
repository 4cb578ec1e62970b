/* A compiled program with its inputs on the virtual devices: inputs are divided into tiles, the program runs step by step, and outputs
 * are assembled. */
#pragma once

#include "runtime/base/npz_slice.h"
#include "runtime/exec/execute.h"
#include "runtime/tensor/fill.h"
#include "runtime/tensor/tensor.h"
#include "runtime/passes/pipeline.h"
#include "runtime/ranks/ranks.h"

typedef struct LoadedProgram LoadedProgram;

/* The compiled program must outlive the result, and must have a device program (compiled_program). */
LoadedProgram *loaded_new(const Compiled *c, int n_workers, GError **error);
/* The same for the devices of this rank; all ranks call each of the functions below, with the same program. ranks may be NULL. */
LoadedProgram *loaded_new_on(const Compiled *c, int n_workers, Ranks *ranks, GError **error);
void loaded_free(LoadedProgram *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LoadedProgram, loaded_free)

Executable *loaded_executable(LoadedProgram *s);
ExecContext *loaded_context(LoadedProgram *s);

/* Divides whole arguments (one tensor per parameter leaf, borrowed; those of replica 0, then those of replica 1, ...) into the tiles of each
 * device. */
bool loaded_set_args(LoadedProgram *s, const GPtrArray *args, GError **error);
/* Makes arguments up, each device's tile by itself: the values that fill_arguments gives, of replica r with the seed of o plus r, without an array
 * that is whole anywhere. */
bool loaded_fill_args(LoadedProgram *s, const FillOptions *o, GError **error);
/* Reads them from a file, of which each rank reads the tiles of its devices only. heads: of npz_heads(file), one for each argument, which fits its type
 * (tensor_fits_npy). For programs of one replica. */
bool loaded_read_args(LoadedProgram *s, NpzFile *file, const NpyArray *const *heads, const Stop *stop, GError **error);
/* Executes once on all devices, with the loaded inputs; donated ones are copied first, which the times in stats do not include. Results
 * replace those of the last step. */
bool loaded_step(LoadedProgram *s, StepStats *stats, GError **error);
/* Whole results of the last step: one tensor per result leaf, in order, by replica. The caller unrefs the array. Of several ranks, rank 0
 * has them; the others get an empty array. */
GPtrArray *loaded_results(LoadedProgram *s, GError **error);
