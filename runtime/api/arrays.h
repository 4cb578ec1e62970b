/* A program's arguments and results as .npz files, whose arrays are named arg0, arg1, ... by parameter number and out0, out1, ... by
 * result number. */
#pragma once

#include "runtime/exec/loaded.h"
#include "runtime/tensor/fill.h"

/* Where arguments come from. */
typedef struct ArgumentSource {
    const char *npz;     /* file; NULL = made up */
    FillOptions fill;    /* how they are made up; its stop and progress also apply to reading */
} ArgumentSource;

/* The whole arguments of the module's entry: a Tensor for each leaf of each parameter, in order. NULL with an error. */
GPtrArray *arguments_make(const IrModule *m, const ArgumentSource *from, GError **error);
/* Sizes of the program that its text leaves open, as far as they follow from those of the file's arrays (pass_refine_sizes). */
bool arguments_refine(IrModule *m, const ArgumentSource *from, GError **error);
/* Reads them from the file onto the devices of this rank, of which each gets its tiles only. For modules of one replica. */
bool arguments_load(LoadedProgram *p, const IrModule *m, const ArgumentSource *from, GError **error);
/* Writes out0, out1, ...; on failure no file is left behind, and one that was there is unchanged. */
bool results_write(const char *path, const GPtrArray *results, GError **error);
/* Writes the results of the last step as loaded_stream_result gives them: of several ranks, all call this, and rank 0 has a path. Results of several replicas are one array
 * with a new first dimension. On failure as results_write. */
bool results_stream(const char *path, LoadedProgram *p, int n_replicas, GError **error);
/* Checks, before long work, that a file can be created or replaced at the path, as far as folders and permissions tell. */
bool path_can_write(const char *path, GError **error);
