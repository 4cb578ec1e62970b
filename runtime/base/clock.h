/* The monotonic clock, in ns. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Of tests: a clock that is ahead and goes faster, as another machine's may. */
typedef struct ClockBend {
    bool on;
    int64_t from_ns, ahead_ns;
    double faster; /* ns more for each ns since from_ns */
} ClockBend;
extern ClockBend clock_bend; /* set before there are threads */

static inline int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    if (__builtin_expect(clock_bend.on, false))
        ns += clock_bend.ahead_ns + (int64_t)(clock_bend.faster * (double)(ns - clock_bend.from_ns));
    return ns;
}

/* What all threads of the process have computed until now, in ns: other programs on the machine do not lengthen it. */
static inline int64_t clock_processor_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* UNIX time of a reading of clock_ns(). Two readings of a process stay as far apart as they are, however the system's time is adjusted meanwhile by less than a
 * second; what is more, such as after the machine slept, is taken over. From any thread. */
int64_t clock_unix_ns(int64_t at_ns);
