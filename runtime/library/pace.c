/* Whether a thread waits for what it executes as soon as it has asked for it. Then it may as well do short executions itself, which saves two hand-overs
 * between threads; one that asks for the next execution, or does something else, while the devices work keeps that.
 *
 *     ask, wait, ask, wait ...     pace_is_waiting() from the fifth on
 *     ask, ask                     not, until it has waited four times again
 *     a late wait                  counts against two others, since the system may have had the thread wait
 *
 * By thread, and over all clients. */
#include "runtime/library/pace.h"

enum { ENOUGH = 4, MOST = 8, LATE = 2 };

static _Thread_local struct {
    int waits;      /* 0 to MOST: as soon as there was something to wait for */
    bool has_asked; /* and not waited since */
    int64_t asked_ns;
} pace;

bool pace_is_waiting(void)
{
    if (pace.has_asked)
        pace.waits = 0;
    pace.has_asked = false;
    return pace.waits >= ENOUGH;
}

void pace_asked(int64_t now_ns)
{
    pace.has_asked = true;
    pace.asked_ns = now_ns;
}

void pace_waits(int64_t now_ns)
{
    if (!pace.has_asked)
        return;
    bool soon = now_ns - pace.asked_ns <= PACE_SOON_NS;
    pace.has_asked = false;
    pace.waits += soon ? 1 : -LATE;
    pace.waits = pace.waits < 0 ? 0 : pace.waits > MOST ? MOST : pace.waits;
}
