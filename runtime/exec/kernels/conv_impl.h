/* Internal declarations of conv*.c: the plan of a convolution. */
#pragma once

#include "runtime/exec/kernel.h"

enum { MAX_SPATIAL = 8 };

/* An operand or the result: how it is brought to (or from) the order [batch, spatial.., feature]. */
typedef struct ConvArray {
    ElemType elem;
    int64_t n;                                /* elements */
    int64_t dims[MAX_RANK], strides[MAX_RANK], offset; /* dims in that order; strides and offset in the array as it is */
    bool same;                                /* it is in that order */
} ConvArray;

typedef struct ConvPlan {
    CType ct;
    int rank;                             /* spatial dims */
    WindowDim w[MAX_SPATIAL];
    int64_t in[MAX_SPATIAL], k[MAX_SPATIAL], out[MAX_SPATIAL]; /* sizes */
    int64_t batch, channels, out_batch, out_channels;
    int64_t groups, group_in, group_out;  /* feature or batch groups */
    bool by_batch;
    int64_t taps, rows;                   /* kernel positions; output positions over the batch */
    ConvArray input, kernel, result;
    bool pointwise, direct;
} ConvPlan;

typedef struct ConvRun {
    const ConvPlan *p;
    const char *x, *kernel;
    char *y;
    int64_t row_block, piece; /* rows per block; taps per piece */
    int64_t n_blocks;
} ConvRun;

/* An index as coordinates of the spatial dims. */
void conv_unravel(const ConvPlan *p, const int64_t *dims, int64_t i, int64_t *at);

/* What one row of a patch matrix is made from. */
typedef struct PatchRow {
    int64_t batch, at[MAX_SPATIAL]; /* of the input; of the output */
    int64_t channel;                /* first of the group's input features */
} PatchRow;
/* A row of the patch matrix: `n` taps from tap `t0`, group_in features each, of an input in order whose elements are of the plan's ct. */
void conv_fill_patch(const ConvPlan *p, const char *x, const PatchRow *row, int64_t t0, int64_t n, char *dst);

/* conv_int.c: by products of integers, on operands as they are in memory. */
bool conv_has_ints(const ConvPlan *p);
void conv_run_ints(const Kernel *k);

/* conv_tiles.c: products within registers, without a patch matrix. */
bool conv_has_tiles(const ConvPlan *p);
void conv_run_tiles(Pool *pool, const ConvRun *r);
