/* What gather and scatter share: where the windows lie that an index array selects. A window whose inner dims are complete is
 * contiguous in memory (a row of an embedding). */
#pragma once

#include "runtime/exec/kernel.h"

/* The plan of gather and scatter: an index array, a large array that it addresses, a small array with batch and window dims. */
typedef struct IndexPlan {
    int width;
    ElemType elem, index;
    int rank;                       /* of the large array */
    int64_t dims[MAX_RANK], strides[MAX_RANK], slice[MAX_RANK];
    int n_map;
    int64_t map[MAX_RANK], map_stride; /* large dim of each index component; its stride in the index array */
    /* batch dims: sizes, strides in the index array, strides in the small array, and large dim they select or -1 */
    int n_batch;
    int64_t batch[MAX_RANK], index_stride[MAX_RANK], small_batch[MAX_RANK], selects[MAX_RANK];
    /* window dims */
    int n_window;
    int64_t window[MAX_RANK], small_window[MAX_RANK], large_window[MAX_RANK];
    int64_t n_positions, n_slice;
    int64_t run;                    /* elements that are contiguous on both sides at the end of the window */
    int n_outer;                    /* window dims before the run */
} IndexPlan;

IndexPlan *index_plan(Arena *arena, const GatherDims *g, const Type *large, const Type *index, const Type *small);

/* Indices to look up. A window that is not wholly inside the large array is moved into it with `clamp` (gather); otherwise its offset is negative (scatter). */
typedef struct IndexSource {
    const IndexPlan *plan;
    const void *indices;
    bool clamp;
} IndexSource;

/* Where the windows of positions that follow each other along the last dim of the batch begin in the small array: at first + i * by. */
typedef struct IndexRow {
    int64_t first, by;
} IndexRow;
/* The positions [first, first + m) that are in one row, m at most n: returns m. Offsets in elements. */
int64_t index_row(const IndexSource *s, int64_t first, int64_t n, int64_t *large, IndexRow *small);

/* Where the windows of positions [first, first + n) begin in the large and the small array, as offsets in elements. */
void index_offsets(const IndexSource *s, int64_t first, int64_t n, int64_t *large, int64_t *small);

/* Calls for each run of the window; offsets in elements relative to its begin. */
#define EACH_RUN(p, body)                                                                          \
    do {                                                                                           \
        int64_t lo = 0, so = 0, w_[MAX_RANK];                                                      \
        for (int i_ = 0; i_ < (p)->n_outer; i_++)                                                  \
            w_[i_] = 0;                                                                            \
        for (;;) {                                                                                 \
            body;                                                                                  \
            int d_ = (p)->n_outer - 1;                                                             \
            for (; d_ >= 0; d_--) {                                                                \
                lo += (p)->large_window[d_];                                                       \
                so += (p)->small_window[d_];                                                       \
                if (++w_[d_] < (p)->window[d_])                                                    \
                    break;                                                                         \
                lo -= (p)->window[d_] * (p)->large_window[d_];                                     \
                so -= (p)->window[d_] * (p)->small_window[d_];                                     \
                w_[d_] = 0;                                                                        \
            }                                                                                      \
            if (d_ < 0)                                                                            \
                break;                                                                             \
        }                                                                                          \
    } while (0)
