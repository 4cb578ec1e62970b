/* The command by which a recorded run is made again: under a change of annotations, or for other hardware. Reports print it, the viewer
 * runs it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct TraceAgain {
    const char *trace;    /* the file, as the user named it; the new run goes there too */
    int64_t run;          /* id */
    int64_t remedy;       /* TraceRemedyRow.number; 0 = none */
    const char *hardware; /* model that predicts times; NULL = as recorded */
    bool compile_only;    /* predictions alone, no steps */
} TraceAgain;

/* "shardscope", "run", "--again", ...; NULL-terminated, to be freed with g_strfreev. */
char **trace_again_args(const TraceAgain *a);
/* The same in one line, as a shell reads it. To be freed. */
char *trace_again_command(const TraceAgain *a);
