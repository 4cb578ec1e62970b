/* Progress of long operations, and their cancellation. */
#include "trace/writer_impl.h"

#include <time.h>

/* SQLite instructions between two checks: less than a ms. */
enum { ASK_EVERY = 20000, TELL_EVERY_MS = 100 };

bool watch_go_on(const Watch *watch, GError **error)
{
    if (!watch || !watch->stop || !watch->stop(watch->user))
        return true;
    g_clear_error(error); /* a cancelled statement is reported as "interrupted" */
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_STOPPED, "stopped");
    return false;
}

bool watch_step(const Watch *watch, const char *what, int64_t done, int64_t of, GError **error)
{
    static _Thread_local int64_t told_ms;
    static _Thread_local const char *told;
    if (watch && watch->progress) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        int64_t now_ms = t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
        if (now_ms - told_ms >= TELL_EVERY_MS || what != told) {
            watch->progress(watch->user, what, done, of);
            told_ms = now_ms;
            told = what;
        }
    }
    return watch_go_on(watch, error);
}

static int ask(void *watch)
{
    return !watch_go_on(watch, NULL);
}

void watch_db(const Watch *watch, sqlite3 *db)
{
    bool asks = watch && watch->stop;
    sqlite3_progress_handler(db, asks ? ASK_EVERY : 0, asks ? ask : NULL, (void *)watch);
}
