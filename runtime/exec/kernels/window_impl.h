/* Internal declarations of reduce_window.c and select_scatter.c. */
#pragma once

#include "runtime/exec/kernel.h"
#include "runtime/plan/reduce.h"

enum { WINDOW_ARRAYS = 8 };

typedef struct WindowPlan {
    int rank, n;
    WindowDim dims[MAX_RANK];
    int64_t in_dims[MAX_RANK], out_dims[MAX_RANK];
    int64_t n_in, n_out;
    ElemType elem[WINDOW_ARRAYS];
    OpCode plain;
    ReduceKind kind;
    CType ct;
    const TileProg *prog;    /* general */
    const TileProg *select;  /* select-and-scatter: two inputs, pred */
    CompareDir dir;          /* of a plain select in f32 */
    bool fast;               /* a plain select */
    bool adds;               /* fast, and its scatter is a sum */
} WindowPlan;

/* Windows of op over an array of type `large`, one for each element of `small`. */
WindowPlan *window_plan(Arena *arena, const IrOp *op, const Type *large, const Type *small);
/* Finds the next element of the window of result element `out` (coordinates) that is in the array; *at is its position. k: the position in the
 * window, zeros for the first call. False at the end. */
bool next_in_window(const WindowPlan *p, const int64_t *out, int64_t *k, bool first, int64_t *at);
