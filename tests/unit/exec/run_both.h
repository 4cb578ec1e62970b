/* Runs a per-device program on the executor and on the reference evaluator, for tests. */
#pragma once

#include "runtime/exec/execute.h"
#include "runtime/tensor/tensor.h"

/* args[d * n + i] -> array of results [d * n_out + i] by the executor, or NULL with *error. workers as in exec_context_new. */
GPtrArray *run_executor(const IrModule *m, int n_devices, const GPtrArray *args, int workers, GError **error);
/* Fills arguments of all devices from a seed (a device's differ), runs both, and stops the test if results differ. */
void check_against_reference(const IrModule *m, int n_devices, const GPtrArray *args, const char *what);
/* The module of a text; stops the test on errors. */
IrModule *module_of(const char *text);
/* Random leaves for n devices: floats in (-2, 2), integers 0..hi, row-major. */
GPtrArray *random_args(const IrModule *m, int n_devices, guint32 seed, int hi);
