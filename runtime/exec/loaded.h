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
/* What a step needs before it begins: the last one's results are dropped, and donated inputs copied. Of several ranks, so that none is at this while others have begun. */
bool loaded_prepare(LoadedProgram *s, GError **error);
/* Executes once on all devices, with the loaded inputs, after loaded_prepare, which it calls itself if nobody has; the times in stats do not include that. */
bool loaded_step(LoadedProgram *s, StepStats *stats, GError **error);
/* Gives the memory of arguments and results back. Before the next step arguments are loaded again. */
void loaded_drop(LoadedProgram *s);
/* Whole results of the last step: one tensor per result leaf, in order, by replica. The caller unrefs the array. Of several ranks, rank 0
 * has them; the others get an empty array. */
GPtrArray *loaded_results(LoadedProgram *s, GError **error);
/* Gets the next elements of a result, in row-major order. */
typedef bool (*LoadedTake)(void *user, const void *data, size_t bytes, GError **error);
/* Gives result `i` of a replica, 0 to n - 1, of the last step to `take` a few MiB at a time, so that it is whole nowhere. Of several ranks, all call this, and rank 0's
 * `take` is called; ends with its error. Results that are parts of a sum are whole for the moment. */
bool loaded_stream_result(LoadedProgram *s, int replica, int i, LoadedTake take, void *user, GError **error);
/* Of a replica; whole. */
int loaded_n_results(const LoadedProgram *s);
const Type *loaded_result_type(const LoadedProgram *s, int i);
