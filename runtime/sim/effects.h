/* What makes a step other than its kernels one by one: products that run while their operand still arrives, devices that are late, stages of
 * a pipeline that have nothing to do. */
#pragma once

#include "runtime/sim/kernels.h"

/* Gathers before products, and products before reduce-scatters, in pieces: the first piece is waited for, the others go beside the product.
 * Source: XLA's windowed einsum; time = max(product, transfer of the rest) + one piece. Before scheduling. */
void sim_windows(SimKernels *k);
/* As the options say, the slowest device's kernels take longer, and where n devices meet they wait for the last: each kernel's time varies by the
 * share `jitter` (one standard deviation), so the last of n is late by jitter * sqrt(2 ln n) of the root of the sum of squares since they met
 * last (A: normal, independent). Before scheduling. */
void sim_delays(SimKernels *k);
/* Of loops that pass values on along an axis of S devices and run T > S trips (rings run S at most): a pipeline, of whose trips each device is idle in
 * S - 1, or computes what nobody uses. Takes that share of each class out of ns[], and returns the sum; *flops likewise. After scheduling. */
double sim_bubbles(const SimKernels *k, double ns[N_SIM_CLASSES], double *flops);
