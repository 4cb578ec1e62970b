/* What a run's devices spent, by stacks: program, functions of the user's source, line, op. For pprof and for flame graphs. */
#pragma once

#include "trace/export/export_impl.h"

typedef enum StackValue { STACK_TIME, STACK_BYTES, STACK_MEMORY, N_STACK_VALUES } StackValue;

typedef struct StackFrame {
    char *name;
    char *file; /* NULL = none */
    int64_t line;
} StackFrame;

typedef struct ExportStack {
    GArray *frames; /* StackFrame, the outermost first; the last is the op */
    const char *category; /* "compute" */
    int64_t value[N_STACK_VALUES];
} ExportStack;

/* "time", "bytes", "memory"; NULL beyond the last. "nanoseconds", "bytes". */
const char *stack_value_name(int value);
const char *stack_value_unit(StackValue value);

/* The stacks of x->run, in the order of its programs. Time is self time on all devices together, over the warm steps (all steps if none is warm;
 * the whole run if it has none), or in the step that was asked for; of a run without events it is what is predicted for a step on one device. Bytes are
 * what devices receive in the same time by ring algorithms; memory is what is in use at the peak of one device, by the plan. x->note says which. */
GPtrArray *export_stacks(Export *x, GError **error);
