/* Matrix products on OpenBLAS, one thread per call; the pool is the parallelism. */
#pragma once

#include "runtime/exec/kernel.h"

/* Tells OpenBLAS to keep to one thread. Call before any dot. */
void dot_init(void);

/* c[m, n] = a[m, k] * b[k, n] (+ c if accumulate), row-major with leading dimensions; ta: a is stored [k, m], tb: b is
 * stored [n, k]. Element type f32, f64, c64 or c128. Runs on the calling thread. */
void gemm(CType ct, bool ta, bool tb, int64_t m, int64_t n, int64_t k, const void *a, int64_t lda, const void *b, int64_t ldb,
          bool accumulate, void *c, int64_t ldc);

/* n elements in memory form to a compute type, and back. */
void widen(Pool *pool, ElemType from, CType to, int64_t n, const void *src, void *dst);
void narrow(Pool *pool, CType from, ElemType to, int64_t n, const void *src, void *dst);
