/* Element-wise functions that are too rare for vector kernels: special functions in f32 and f64, as scalar loops. */
#pragma once

/* X(opcode, type): the loops there are, all computed in f64. (erf_inv and digamma of f32 are among the vector kernels.) */
#define SPECIAL_LOOPS(X)                                                                           \
    X(erf_inv, f64)                                                                                \
    X(digamma, f64) X(bessel_i1e, f32) X(bessel_i1e, f64)                          \
    X(zeta, f32) X(zeta, f64) X(polygamma, f32) X(polygamma, f64)

/* Each as TileFn (tile_ops.h). */
#define SPECIAL_DECLARE(id, t) void special_##id##_##t(void *d, const void *a, const void *b, const void *c, int n);
SPECIAL_LOOPS(SPECIAL_DECLARE)
SPECIAL_DECLARE(digamma, f32) /* for what the vector kernel leaves */
void special_reduce_precision_f64(void *d, const void *a, const void *b, const void *c, int n);
