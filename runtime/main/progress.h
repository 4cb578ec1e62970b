/* Progress of phases that take more than a second, on stderr, with rate and time left. On a terminal one line that is redrawn;
 * elsewhere a line every two seconds, if asked for. */
#pragma once

#include <stdbool.h>

#include "runtime/library/shardscope.h"

typedef struct Progress {
    bool on, terminal;
    bool drawn;          /* a line is on the terminal that has to be cleared */
    double last_s;       /* of the phase, when it was drawn last */
    ShardscopePhase phase;
} Progress;

/* asked: --progress was given. Without it progress is shown only if stderr is a terminal and `quiet` is false. */
void progress_init(Progress *p, bool asked, bool quiet);
/* ShardscopeJobOptions.progress, with the Progress as its user. */
void progress_show(void *progress, const ShardscopeProgress *at);
/* Clears the line; before anything else is printed. */
void progress_end(Progress *p);
