/* What the two files of LAPACK's custom-calls share: one call on one matrix of a batch. */
#pragma once

#include "runtime/reference/reference_impl.h"

/* Matrices are row-major in tensors and column-major in the buffers that LAPACK sees, which hold
 * doubles, or (re, im) pairs of them if `is_complex`. */
typedef struct LapackCall {
    const IrOp *op;
    Tensor **in, **out;
    int64_t batch; /* which matrix */
    bool is_complex;
} LapackCall;

/* A routine: what it takes and gives, one word a value. The first letter is the element (e as the
 * routine's name says, r its real part's type, c its complex one, i integer), the others the dims
 * after the batch: m and n rows and columns of the first value, k the smaller, l one less than m
 * but not negative, any other letter what stands there first. */
typedef struct LapackRoutine {
    const char *name;
    void (*run)(const LapackCall *);
    const char *in, *out;
} LapackRoutine;

/* The value of a key among the call's attributes ("uplo = 76 : ui8", "left = true"), or `otherwise`
 * if it has none. */
int64_t lapack_attribute(const IrOp *op, const char *key, int64_t otherwise);

/* lapack_run.c; the table ends with a row without a name. Real and complex numbers may
 * differ in what they take, then one of two rows fits. */
extern const LapackRoutine lapack_routines[];
