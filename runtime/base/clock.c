#include "runtime/base/clock.h"

#include <stdatomic.h>

ClockBend clock_bend;

static int64_t unix_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_unix_ns(int64_t at_ns)
{
    static _Atomic int64_t kept; /* UNIX time at the clock's 0; 0 = not known */
    const int64_t second = 1000000000;
    int64_t is = unix_now_ns() - clock_ns(), was = atomic_load(&kept);
    while (was == 0 || is - was > second || was - is > second)
        if (atomic_compare_exchange_weak(&kept, &was, is))
            was = is;
    return was + at_ns;
}
