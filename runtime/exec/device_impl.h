/* What device.c and loop_run.c share: the values in a device's slots. */
#pragma once

#include "runtime/exec/device.h"

/* The slot holds b from here on, and takes its reference; NULL = nothing. */
void device_slot_set(Device *d, int slot, Buffer *b);
/* The slot's bytes are counted elsewhere, or not at all. */
void device_uncount(Device *d, int slot);
/* Drops what the instruction is the last to read. */
void device_release(Device *d, const Instr *in);
/* A buffer for a value of the program; NULL: the run fails at `in`. */
Buffer *device_buffer(Device *d, const Instr *in, int64_t bytes);
/* Calls the instruction's kernel with d->args and d->outs. False: not enough memory. */
bool device_call(Device *d, const Instr *in, const Bound *kernel);
/* Emits the event of what ran since the last one. */
void device_record(Device *d, const Instr *in);
/* The same of a loop that ran as one piece of code. */
void device_record_loop(Device *d, const Instr *in, int64_t trips);
