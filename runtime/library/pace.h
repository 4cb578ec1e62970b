/* How the calling thread goes about executions (pace.c). Times are of clock_ns(). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PACE_SOON_NS = 100000 /* what of other work at most is kept from going on beside an execution */ };

/* To be asked before each execution: true if it waited for each of the last ones at once. */
bool pace_is_waiting(void);
/* It has been asked for, and the call returns now. */
void pace_asked(int64_t now_ns);
/* The thread waits for, or has itself told of, a result. */
void pace_waits(int64_t now_ns);
