/* When kernels and collectives of a module run: an event-driven simulation of one representative device, since all run the same program
 * and a collective's time is that of its slowest group. One stream computes; on TPUs collectives have a stream for each set of wires (each
 * axis of a torus; the network between slices), on GPUs one: those that share wires run one after the other, which takes as long as both at half the rate. A stream takes, of what is ready, the one with the longest
 * way to the end, as a latency-hiding scheduler orders them, or the one with the longest way behind it, whichever order of the two is over sooner. Loops: a few trips are simulated, with what one passes to the next, and the
 * rest follow at the pace that they settle at. A collective may start one trip early. A program whose
 * text has starts and waits is run in its own order, and waits where it waits. Source: list scheduling (Graham). */
#pragma once

#include "runtime/sim/kernels.h"

/* Fills the lists' times. */
void sim_schedule(SimKernels *k);
