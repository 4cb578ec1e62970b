/* Programs of another process, compiled here again and recorded with the steps that it sends. Of capture.c alone. */
#pragma once

#include <json-glib/json-glib.h>

#include "runtime/library/library_impl.h"

typedef struct Captured Captured;

typedef struct CaptureTo {
    TraceWriter *writer;
    const char *label;    /* of runs; NULL = the program's name */
    int64_t zero_ns;      /* when the capture began, on the process's clock: time 0 of all runs */
    RunClock clock;       /* the process's */
    const Stop *stop;     /* ends a compile */
    int64_t pid;
} CaptureTo;

/* A program from the message "module" and the source that follows it: compiled, recorded as a run. NULL with an error if it is not the same program here. */
Captured *captured_new(const CaptureTo *to, JsonObject *module, GBytes *source, GError **error);
/* Records a step from its message. False with an error if the message is wrong, or the trace cannot be written. *lost: events that were left out. */
bool captured_step(Captured *c, JsonObject *step, GBytes *events, int64_t *lost, GError **error);
/* A count and one more of it in a message, which may say anything. */
int64_t captured_count(int64_t so_far, JsonObject *from, const char *key);
/* Ends the run, and frees it; NULL is fine. */
bool captured_end(Captured *c, GError **error);
