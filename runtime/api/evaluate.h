/* Evaluates a program with the reference evaluator: on whole arrays, or, if it is what one device runs, on all devices together. */
#pragma once

#include "runtime/api/arrays.h"
#include "runtime/passes/import.h"

typedef struct EvaluateOptions {
    const ImportOptions *import;
    ArgumentSource arguments;
    bool per_device;     /* the program is what one device runs. An array of a file is given to every device, or has an extra first
                            dimension with a row for each device; made-up arguments differ between devices */
    const Stop *stop;
    void (*warn)(void *user, const char *message); /* what the caller should know of the results; may be NULL */
    void *user;
} EvaluateOptions;

/* Gives constants that the text leaves out as {...} the values that XLA's tools give them. A sentence about it, to be freed; NULL if there are none. */
char *elided_filled(IrModule *m);

/* Verifies m and evaluates it. results (from tensor_array_new) gets a tensor for each leaf of the result; with per_device those of
 * device 0, then those of device 1, ... *n_devices: number of devices, or without per_device of replicas. m is changed, and owns the results' types. */
bool program_evaluate(IrModule *m, const EvaluateOptions *o, GPtrArray *results, int64_t *n_devices, GError **error);
/* Arguments for each of n_devices devices (or replicas) that have values of their own, [device * leaves + leaf]: an array of a file is given
 * to each of them, or has an extra first dimension with a row for each; made-up ones are drawn from the seeds that follow. */
GPtrArray *device_arguments(const IrModule *m, const ArgumentSource *from, int64_t n_devices, GError **error);
/* The arguments of each replica onto the devices of this rank, which get their tiles only where nothing has to be whole. */
bool device_arguments_load(LoadedProgram *p, const IrModule *m, const ArgumentSource *from, int64_t n_replicas, GError **error);
/* Writes the results out0, out1, ... of several devices, each as one array with a new first dimension for the devices. */
bool results_write_stacked(const char *path, const GPtrArray *results, int64_t n_devices, GError **error);
