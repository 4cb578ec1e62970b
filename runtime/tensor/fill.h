/* Generated inputs: random numbers with a seed, zeros, or counting. The same seed gives the same values
 * on every machine. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/tensor/tensor.h"
#include "runtime/ir/ir.h"

typedef enum FillKind { FILL_RANDOM, FILL_ZEROS, FILL_IOTA } FillKind;

/* "random", "zeros", "iota"; false if it is none of them. */
bool fill_kind_parse(const char *text, FillKind *out);

typedef struct FillOptions {
    FillKind kind;
    uint64_t seed;
    int64_t max_int;   /* 3, or fill_largest_dim(m), so that random indices reach every position and beyond */
    const Stop *stop;  /* once it is requested, filling ends with SHARD_ERROR_STOPPED; NULL = never */
    void (*progress)(void *user, int64_t done, int64_t total); /* elements, every few ms; may be NULL */
    void *user;
} FillOptions;

/* Elements [from, from + n) of argument `index`, in row-major order, stored from element `at` of `to` on. */
typedef struct FillRange {
    ElemType elem;
    int64_t from, at, n;
} FillRange;
void fill_elements(const FillOptions *o, int index, FillRange range, void *to);
/* One array. Different values of `index` give different arrays for one seed. Random: floats normal with sigma 0.1,
 * integers uniform in 0 .. max_int (as far as the type reaches), pred even odds, complex both
 * parts. Iota: element i is i (wrapped). */
Tensor *fill_tensor(const Type *type, FillKind kind, uint64_t seed, int index, int64_t max_int);
/* One tensor per leaf of the entry's parameters, in order. NULL if one is too large. */
GPtrArray *fill_arguments_with(const IrModule *m, const FillOptions *o, GError **error);
GPtrArray *fill_arguments(const IrModule *m, FillKind kind, uint64_t seed, int64_t max_int,
                          GError **error);
/* The largest dimension of any array in the module; at least 3. */
int64_t fill_largest_dim(const IrModule *m);
