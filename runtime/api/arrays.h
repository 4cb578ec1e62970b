/* A program's arguments and results as files: .npz with members arg0, arg1, ... by parameter number, and out0, out1, ... */
#pragma once

#include "runtime/tensor/fill.h"

/* Where arguments come from. */
typedef struct ArgumentSource {
    const char *npz;     /* file; NULL = made up */
    FillOptions fill;    /* how they are made up; its stop and progress serve reading too */
} ArgumentSource;

/* Whole arguments of the module's entry, a tensor for each leaf of a parameter, in order. */
GPtrArray *arguments_make(const IrModule *m, const ArgumentSource *from, GError **error);
/* Writes out0, out1, ...: all of the file or nothing. */
bool results_write(const char *path, const GPtrArray *results, GError **error);
/* True if a file can be made or changed there, as far as folders and permissions tell: to be asked before the work. */
bool path_can_write(const char *path, GError **error);
