/* Inputs made up: random ones with a seed, zeros, or counting. The same seed gives the same values
 * everywhere. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/tensor/tensor.h"
#include "runtime/ir/ir.h"

typedef enum FillKind { FILL_RANDOM, FILL_ZEROS, FILL_IOTA } FillKind;

/* "random", "zeros", "iota"; false if it is none of them. */
bool fill_kind_parse(const char *text, FillKind *out);

/* One array. `index` keeps arguments with one seed apart. Random: floats normal with sigma 0.1,
 * integers uniform in 0 .. max_int (as far as the type reaches), pred even odds, complex both
 * parts. Iota: element i is i (wrapped). */
Tensor *fill_tensor(const Type *type, FillKind kind, uint64_t seed, int index, int64_t max_int);
/* One tensor per leaf of the entry's parameters, in order. max_int: 3, or fill_largest_dim(m) so
 * that random indices reach every place and beyond. NULL if one is too large. */
GPtrArray *fill_arguments(const IrModule *m, FillKind kind, uint64_t seed, int64_t max_int,
                          GError **error);
/* The same; NULL with SHARD_ERROR_STOPPED as soon as that is requested. */
GPtrArray *fill_arguments_until(const IrModule *m, FillKind kind, uint64_t seed, int64_t max_int, const Stop *stop, GError **error);
/* The largest dimension of any array in the module; at least 3. */
int64_t fill_largest_dim(const IrModule *m);
