/* Products of operands that are widened piece by piece (dot_pieces.c). */
#pragma once

#include "runtime/compute/tile_ops.h"

/* A stored matrix; trans: its transpose is multiplied. */
typedef struct DotSide {
    const char *data;
    ElemType elem;
    bool trans;
    int64_t ld; /* elements from one stored row to the next */
} DotSide;

typedef struct DotPieces {
    CType ct;        /* in which is multiplied: of floats or complex numbers; the result's */
    ElemType result;
    DotSide a, b;    /* [m, k] and [k, n] */
    int64_t m, n, k; /* none 0 */
    char *out;
    int64_t ldc;
} DotPieces;

/* out = a b, on the calling thread, in its scratch memory. */
void dot_pieces(const DotPieces *p);
