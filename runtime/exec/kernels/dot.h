/* Matrix products with OpenBLAS. Each call runs on one thread; the worker pool runs several calls in parallel. */
#pragma once

#include "runtime/exec/kernel.h"

/* Tells OpenBLAS to keep to one thread. Call before any dot. */
void dot_init(void);

/* c[m, n] = a[m, k] * b[k, n] (+ c if accumulate) of row-major matrices. */
typedef struct Gemm {
    CType ct;              /* f32, f64, c64 or c128 */
    bool ta, tb;           /* a is stored [k, m]; b is stored [n, k] */
    bool accumulate;
    int64_t m, n, k;
    int64_t lda, ldb, ldc; /* elements from one stored row to the next */
} Gemm;
/* Runs on the calling thread. */
void gemm(const Gemm *g, const void *a, const void *b, void *c);

/* n elements in memory form to a compute type, and back. */
void widen(Pool *pool, ElemType from, CType to, int64_t n, const void *src, void *dst);
void narrow(Pool *pool, CType from, ElemType to, int64_t n, const void *src, void *dst);
