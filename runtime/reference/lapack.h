/* What the files of LAPACK's custom-calls share: one call on one matrix of a batch. */
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
 * but not negative, any other letter what is there first. */
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

/* lapack_values.c. Buffers are freed by the caller with g_free. */
int lapack_rows(const Tensor *t);
int lapack_columns(const Tensor *t);
/* A zeroed buffer of n elements, doubles or pairs. */
double *lapack_room(const LapackCall *c, int64_t n);
/* Element i of a buffer. */
void lapack_put(bool pairs, double *v, int64_t i, Scalar x);
/* A column-major copy of the call's matrix, with room for `room` columns; its vector. */
double *lapack_take(const LapackCall *c, const Tensor *t, int room);
double *lapack_take_vector(const LapackCall *c, const Tensor *t);
/* A result from a column-major buffer whose columns are `leading` elements apart; from vectors; LAPACK's info. */
void lapack_give(const LapackCall *c, Tensor *t, const double *v, int leading);
void lapack_give_vector(const LapackCall *c, Tensor *t, const double *v);
void lapack_give_ints(const LapackCall *c, Tensor *t, const int *v);
void lapack_give_info(const LapackCall *c, Tensor *t, int info);
/* An attribute that is a letter, such as "uplo". */
char lapack_letter(const LapackCall *c, const char *key, char otherwise);
/* True if one of the n_values elements of `a` is an infinity or NaN, on which iterations need not end. Then results 0 .. n_results - 1
 * are NaN, and the last result is LAPACK's number for a bad matrix. */
bool lapack_refuse_not_finite(const LapackCall *c, const double *a, int64_t n_values, int n_results);
