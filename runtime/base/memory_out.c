/* Memory, and what happens without it: nothing in memory_out allocates. */
#include "runtime/base/memory_out.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/diag.h"

static atomic_long calls, fail_at; /* for tests; fail_at 0 = never */
static atomic_bool fail_all;

void memory_fail(long n, bool all)
{
    atomic_store(&fail_at, 0);
    atomic_store(&calls, 0);
    atomic_store(&fail_all, all);
    atomic_store(&fail_at, n);
}

long memory_calls(void)
{
    return atomic_load(&calls);
}

void *memory_get(size_t size, size_t align)
{
    long n = atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed) + 1, at = atomic_load_explicit(&fail_at, memory_order_relaxed);
    void *p;
    if (at && (n == at || (n > at && atomic_load(&fail_all))))
        return NULL;
    return posix_memalign(&p, align, size) ? NULL : p;
}

/* ---- guards ------------------------------------------------------------------------------------------------------------------- */

typedef struct Guard Guard;
struct Guard {
    jmp_buf back;
    size_t bytes;
    const char *what;
    Guard *outer;
};

static _Thread_local Guard *guard; /* the innermost of this thread, or NULL */

static void end(const char *text, int n)
{
    ssize_t written = write(STDERR_FILENO, text, (size_t)n);
    (void)written;
    _exit(1);
}

void memory_out(size_t bytes, const char *what)
{
    Guard *g = guard;
    if (g) {
        g->bytes = bytes;
        g->what = what;
        longjmp(g->back, 1);
    }
    char text[200];
    int n = snprintf(text, sizeof text, "shardscope: out of memory: no %.4g MiB for %s\n", (double)bytes / 0x1p20, what);
    end(text, MIN(n, (int)sizeof text - 1));
    abort(); /* not reached */
}

/* ---- GLib's allocations --------------------------------------------------------------------------------------------------------- */

static atomic_bool owns_process;

/* "../glib/gmem.c:136: failed to allocate 4096 bytes", and of threads "creating thread 'x': ..." */
static void on_fatal(const char *domain, GLogLevelFlags level, const char *message, void *user)
{
    (void)user;
    const char *size = message ? strstr(message, "failed to allocate ") : NULL;
    if (size && (guard || atomic_load(&owns_process)))
        memory_out((size_t)g_ascii_strtoull(size + strlen("failed to allocate "), NULL, 10), "the program's tables");
    if ((!message || strstr(message, "creating thread")) && atomic_load(&owns_process))
        memory_out(0, "a thread");
    g_log_default_handler(domain, level, message, NULL);
}

static void set_handler(void)
{
    g_log_set_handler("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, on_fatal, NULL);
}

static void hear_glib(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_handler);
}

void memory_out_of_glib(void)
{
    atomic_store(&owns_process, true);
    hear_glib();
}

bool memory_tried(void (*work)(void *arg), void *arg, size_t *bytes, const char **what)
{
    hear_glib();
    Guard g = { .outer = guard };
    bool ok = setjmp(g.back) == 0;
    if (ok) {
        guard = &g;
        work(arg);
    }
    guard = g.outer;
    *bytes = g.bytes;
    *what = g.what;
    return ok;
}

bool memory_guarded(void (*work)(void *arg), void *arg, GError **error)
{
    size_t bytes;
    const char *what;
    return memory_tried(work, arg, &bytes, &what) ||
           diag(error, SHARD_ERROR_LIMIT, NULL, "free what is not needed any more, or work with a smaller program", "not enough memory: %.4g MiB for %s",
                (double)bytes / 0x1p20, what);
}
