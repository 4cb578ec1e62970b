/* A program on the reference evaluator: the whole of it on one device, or, where it is one device's part already, on all. */
#pragma once

#include "runtime/api/arrays.h"
#include "runtime/passes/import.h"

typedef struct EvaluateOptions {
    const ImportOptions *import;
    ArgumentSource arguments;
    bool per_device;     /* the program is one device's already. An array of a file is every device's, or has a row for each along
                            a dimension in front; made-up arguments differ between devices */
    const Stop *stop;
} EvaluateOptions;

/* Checks m and evaluates it. results (tensor_array_new) gets a tensor for each leaf of the result; per device those of device 0,
 * then those of device 1, ... *n_devices: how many; 1 without per_device. m is changed, and owns the results' types. */
bool program_evaluate(IrModule *m, const EvaluateOptions *o, GPtrArray *results, int64_t *n_devices, GError **error);
/* Writes out0, out1, ... of several devices, each as one array with the devices along a new first dimension. */
bool results_write_stacked(const char *path, const GPtrArray *results, int64_t n_devices, GError **error);
