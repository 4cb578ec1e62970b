#include "runtime/ranks/bell.h"

#include <limits.h>
#include <sched.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/clock.h"

void bell_ring(Bell *b)
{
    atomic_fetch_add(&b->rings, 1);
    if (atomic_load(&b->sleepers))
        syscall(SYS_futex, &b->rings, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

void bell_relax(void)
{
    enum { TIMES = 4 };
    for (int i = 0; i < TIMES; i++)
        relax();
}

void bell_pause(int64_t spin_ns)
{
    if (spin_ns)
        relax();
    else
        sched_yield();
}

bool bell_wait(Bell *b, unsigned heard, int64_t spin_ns, int yields, int64_t max_ns)
{
    enum { SPINS = 16 }; /* between looks at the clock */
    if (spin_ns)
        for (int64_t end_ns = clock_ns() + spin_ns; clock_ns() < end_ns;)
            for (int i = 0; i < SPINS; i++) {
                if (atomic_load(&b->rings) != heard)
                    return false;
                relax();
            }
    for (int i = 0; i < yields; i++) {
        if (atomic_load(&b->rings) != heard)
            return false;
        sched_yield();
    }
    struct timespec t = { .tv_sec = max_ns / 1000000000, .tv_nsec = max_ns % 1000000000 };
    atomic_fetch_add(&b->sleepers, 1);
    syscall(SYS_futex, &b->rings, FUTEX_WAIT, heard, &t, NULL, 0); /* returns at once if it was rung */
    atomic_fetch_sub(&b->sleepers, 1);
    return true;
}
