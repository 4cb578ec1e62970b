/* Loops whose trips do little work, compiled to one piece of machine code: condition, body, nested loops and branches. An instruction of the device
 * program costs the executor about 30 ns besides its work (memory, counts of references, events), which is most of the time of such loops.
 *
 * Values of up to a vector have a fixed place in the loop's frame, larger ones a buffer of their own, whose address is in the frame; values
 * from outside are read where they are. Integer scalars live in general registers over all trips, as far as there are registers, and a few small floats in vector registers.
 * Element-wise groups, slices and copies become instructions, other ops calls of their kernels.
 * Results equal those of the executor's other way bit for bit. To the trace such a loop is one event, which says how many trips it ran.
 *
 * Start reading in loop_find.c (which loops, what shares memory), then loop_code.c (instructions), loop_move.c and loop_ops.c; loop_homes.c and
 * loop_int.c for integers, loop_kept.c for floats; loop_run.c runs them. */
#pragma once

#include "runtime/exec/bind.h"

typedef struct Device Device;

/* Compiles the loops of a program that are worth it, into `loops` of the binding. None where the processor runs no such code, or if the environment
 * variable SHARDSCOPE_LOOPS is 0. */
void bind_loops(Binding *b, const Program *p);
void loop_free(LoopCode *l);
/* Runs the loop at whose first move the device is, to behind its last. False: stopped, or failed. */
bool loop_run(Device *d, const LoopCode *l);
/* Its frame in a device, made when it first runs. */
void loop_frame_free(LoopFrame *f);
