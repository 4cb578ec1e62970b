/* Internal to gemm.c and gemm_core.c, products on a core of this machine. */
#pragma once

#include "runtime/sim/gemm.h"

double gemm_flops(const GemmShape *s);
/* Of both operands and the result, once. */
double gemm_bytes(const GemmShape *s);
/* On a core, without the start of a kernel. */
double gemm_core_ns(const Hardware *hw, const GemmShape *s);
