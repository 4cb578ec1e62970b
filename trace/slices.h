/* Which of several predictions to choose: the same answer for `simulate`, for reports of runs that were recorded, and for the viewer. */
#pragma once

#include "trace/trace.h"
#include "trace/units.h"

typedef enum TraceSliceState {
    TRACE_SLICE_CHOSEN,   /* the cheapest that fits and is fast enough */
    TRACE_SLICE_GOOD,     /* fits and is fast enough */
    TRACE_SLICE_SLOW,     /* takes longer than asked for */
    TRACE_SLICE_TOO_BIG,  /* does not fit the devices' memory */
    TRACE_SLICE_FAILED,   /* no prediction */
} TraceSliceState;

typedef struct TraceSlice {
    const TracePredictionRow *row; /* borrowed */
    TraceSliceState state;
    bool surely;                   /* fast enough even at the slow end of its interval; true where no time was asked for */
    TraceReal step_price;          /* USD of one step: price_hour for step_ns */
} TraceSlice;

/* Sorts predictions (TracePredictionRow) of each program: those that may be chosen by what a step costs, those without a price after them
 * by chips and then time; then the slow ones by time, those that do not fit, and what failed. The first of a program is chosen if it may
 * be. within_ns: the longest step, 0 = any. A new array of TraceSlice, which borrows the rows. */
GArray *trace_slices(const GArray *predictions, double within_ns);
/* "the cheapest that fits and takes at most 100 ms a step: v5p-64, 84.2 ms, 1.57 USD for 1,000 steps". One line for each program;
 * they are told apart by name if there are several. To be freed. */
char *trace_slices_said(const GArray *slices, double within_ns);
/* Predictions as a matrix: programs and their shardings down, hardware across, both in the order in which they first come. Of several predictions of
 * one cell the last. */
typedef struct TraceMatrix {
    int n_rows, n_columns;
    const TracePredictionRow **rows;    /* one of each program and label */
    const char **columns;               /* hardware */
    const TraceSlice **cells;           /* row by row; NULL = not predicted */
} TraceMatrix;
/* slices: of trace_slices(), borrowed; predictions: what they were made of. */
TraceMatrix *trace_matrix(const GArray *slices, const GArray *predictions);
void trace_matrix_free(TraceMatrix *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceMatrix, trace_matrix_free)
/* "2.47 s", "2.95 s, does not fit", "26.0 s, chosen". */
TraceWord trace_slice_text(const TraceSlice *s);
/* "chosen", "good", "too slow", "does not fit", "failed". */
const char *trace_slice_word(TraceSliceState state);
/* "1.57 USD"; "-" where it is not known. */
TraceWord trace_price(TraceReal usd);
/* "four times in five between 39.9 µs and 103.8 µs; 57.7 % of the peak of h100x8; 34.6 GiB of 72.7 GiB a device". To be freed. */
char *trace_prediction_said(const TracePredictionRow *p);
