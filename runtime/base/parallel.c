/* Threads take the next index until there are none; the caller is one of them. */
#include "runtime/base/parallel.h"

#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum { MAX_HELPERS = 15 };

typedef struct Loop {
    void (*fn)(void *arg, int64_t i);
    void *arg;
    int64_t n;
    atomic_int_fast64_t next;
} Loop;

static void *work(void *user)
{
    Loop *l = user;
    for (int64_t i; (i = atomic_fetch_add(&l->next, 1)) < l->n;)
        l->fn(l->arg, i);
    return NULL;
}

void parallel_for(int64_t n, void (*fn)(void *arg, int64_t i), void *arg)
{
    Loop loop = { .fn = fn, .arg = arg, .n = n };
    pthread_t helper[MAX_HELPERS];
    int n_helpers = 0, want = (int)MIN(n, (int64_t)g_get_num_processors()) - 1;
    sigset_t all, before; /* signals are the caller's */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (n_helpers < MIN(want, MAX_HELPERS) && pthread_create(&helper[n_helpers], NULL, work, &loop) == 0)
        n_helpers++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    work(&loop);
    for (int i = 0; i < n_helpers; i++)
        pthread_join(helper[i], NULL);
}
