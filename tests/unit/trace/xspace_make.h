/* Profiles as XLA's profiler writes them, made from the description of the format: a training step on TPUs or GPUs, with exact times. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct XMake {
    bool gpu;               /* streams of kernels instead of lines of modules and ops */
    int n_devices, first_device; /* on this host; number of its first device in the program */
    int n_all;              /* devices of the program; 0 = n_devices */
    int n_steps;
    int more_ops;           /* fusions a step beside those below */
    bool steps_line, no_hlo, no_async_line, no_program_ids;
    int64_t start_ns;       /* UNIX time at which the session began; 0 = not said */
    int64_t skew_ns;        /* how much later events happened than the host's clock says */
    const char *host;       /* may be NULL */
    int host_threads;       /* with events_each events each */
    int events_each;
    bool stats;             /* more_ops and events of threads say as much of themselves as those of real profiles */
} XMake;

/* Of one step on device d: ns, from the step's start. The all-gather runs beside the dot; all devices leave the all-reduce at one time. */
enum {
    XMAKE_STEP = 100000,      /* from step to step */
    XMAKE_FUSION = 10000,     /* fusion.1, at 0 */
    XMAKE_START = 1000,       /* all-gather-start.3, at 10000 */
    XMAKE_DOT = 20000,        /* fusion.4, at 11000 */
    XMAKE_DONE = 3000,        /* all-gather-done.3, at 31000 */
    XMAKE_COPY = 2000,        /* copy.5, at 34000 */
    XMAKE_REDUCE_END = 60000, /* all-reduce.2, from 40000 + 1000 d */
};

/* The bytes of a file; free with g_string_free. */
GString *xspace_make(const XMake *m);
/* The program that is in it, as HloProto. */
GString *xspace_make_program(int n_devices);
