/* What the arithmetic of Fourier transforms works on; it is compiled for several instruction sets (fft.c, fft_avx.c). */
#pragma once

#include "runtime/base/memory_out.h"
#include "runtime/exec/kernel.h"

enum { MOST_FACTORS = 64, LARGEST_FACTOR = 13 };

/* The transform of lines of one length; arrays are of the elements' real type. */
typedef struct Line {
    int64_t n;
    int n_factors, factor[MOST_FACTORS];
    const void *root;           /* [2 n]: cos and -sin of 2 pi k / n */
    const struct Line *by;      /* n has a large prime factor: a convolution of this length, a power of two; NULL = it has none */
    const void *chirp, *filter; /* with `by`: [2 n] exp(-i pi k^2 / n); [2 by->n] the transform of its inverse, divided by that length */
} Line;

/* By radix r: the lines consist of s interleaved ones, and the elements that are put together are `apart`. */
typedef struct Pass {
    int64_t r, s, apart;
    const void *roots; /* [2 r r]: cos and -sin of 2 pi j k / r */
} Pass;

typedef enum DimKind { DIM_COMPLEX, DIM_FROM_REAL, DIM_TO_REAL } DimKind;

/* The transform of one dim of an array. */
typedef struct Dim {
    DimKind kind;
    bool back, halved; /* halved: real numbers by pairs as complex ones */
    int64_t n, inner, n_lines; /* inner: elements from one of a line to the next */
    int64_t n_in, n_out;       /* reals from a line to the next, for lines that lie one after the other */
    double scale;
    const Line *line;
    const void *turn; /* halved: [n + 2] cos and -sin of 2 pi k / n */
    bool from_arg, to_out; /* else from or to the room beside */
} Dim;

static inline int64_t line_room(const Line *l)
{
    return l->by ? l->by->n : l->n;
}

/* Where a line begins, in reals. */
static inline int64_t dim_at(const Dim *d, int64_t line, int64_t apart)
{
    return d->inner == 1 ? line * apart : 2 * (line / d->inner * d->n * d->inner + line % d->inner);
}

/* 8 lines of f32 and 4 of f64 at once, on processors with AVX2. */
void lines_f32_by_8(const Dim *d, const void *from, void *to, int64_t first);
void lines_f64_by_4(const Dim *d, const void *from, void *to, int64_t first);
