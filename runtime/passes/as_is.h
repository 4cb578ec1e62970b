/* Programs that somebody divided already: what each device runs, as XLA's dumps after partitioning have it. */
#pragma once

#include "runtime/passes/pipeline.h"

/* True if the module is the program of one of several devices: it is scheduled, or has collectives between devices and no annotation
 * that asks for a division. */
bool module_is_divided(const IrModule *m);
/* What compile() gives for a program that has nothing left to do: no pass runs, all three modules are the same. Takes m. Of the options
 * hardware, on_text and import.n_devices count. NULL with an error. */
Compiled *compile_as_is(IrModule *m, const CompileOptions *o, GError **error);
