/* Asynchronous storing: a thread of a writer that runs jobs in the order in which they were queued. The thread
 * is created for the first job. The other functions of the writer wait for the jobs, through writer_turn(), so callers need not
 * know of the thread. */
#include "trace/writer_impl.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

typedef struct Job {
    TraceJob run;
    void *data;
    GDestroyNotify done;
} Job;

struct Later {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more, idle;
    GQueue jobs;        /* under lock */
    bool quit;          /* under lock */
    atomic_int n_left;  /* jobs that have not ended */
};

/* The writer whose jobs this thread runs. */
static _Thread_local const TraceWriter *served;

bool later_is_job(const TraceWriter *w)
{
    return served == w;
}

static void run_job(TraceWriter *w, Job *job)
{
    job->run(w, job->data);
    if (job->done)
        job->done(job->data);
    g_free(job);
}

static void *serve(void *arg)
{
    TraceWriter *w = arg;
    Later *l = w->later;
    served = w;
    pthread_mutex_lock(&l->lock);
    for (;;) {
        Job *job = g_queue_pop_head(&l->jobs);
        if (!job && l->quit)
            break;
        if (!job) {
            pthread_cond_wait(&l->more, &l->lock);
            continue;
        }
        pthread_mutex_unlock(&l->lock);
        run_job(w, job);
        pthread_mutex_lock(&l->lock);
        atomic_fetch_sub_explicit(&l->n_left, 1, memory_order_release);
        pthread_cond_broadcast(&l->idle);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* Starts the thread with signals blocked, so that the program's other threads receive them. False if no thread can be created. */
static bool start(TraceWriter *w)
{
    Later *l = w->later = g_new0(Later, 1);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->more, NULL);
    pthread_cond_init(&l->idle, NULL);
    atomic_init(&l->n_left, 0);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&l->thread, NULL, serve, w) == 0;
    if (ok)
        pthread_setname_np(l->thread, "trace");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!ok)
        g_clear_pointer(&w->later, g_free);
    return ok;
}

void trace_later(TraceWriter *w, TraceJob run, void *data, GDestroyNotify done)
{
    Job *job = g_new(Job, 1);
    *job = (Job){ run, data, done };
    if (!w || (!w->later && !start(w))) {
        run_job(w, job);
        return;
    }
    Later *l = w->later;
    pthread_mutex_lock(&l->lock);
    atomic_fetch_add_explicit(&l->n_left, 1, memory_order_relaxed);
    g_queue_push_tail(&l->jobs, job);
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
}

bool later_is_busy(const TraceWriter *w)
{
    return w->later && atomic_load_explicit(&w->later->n_left, memory_order_acquire) > 0;
}

void trace_wait(TraceWriter *w)
{
    Later *l = w ? w->later : NULL;
    if (!l || served == w || !atomic_load_explicit(&l->n_left, memory_order_acquire))
        return;
    pthread_mutex_lock(&l->lock);
    while (atomic_load_explicit(&l->n_left, memory_order_acquire))
        pthread_cond_wait(&l->idle, &l->lock);
    pthread_mutex_unlock(&l->lock);
}

void later_end(TraceWriter *w)
{
    Later *l = w->later;
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->quit = true;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->more);
    pthread_cond_destroy(&l->idle);
    g_clear_pointer(&w->later, g_free);
}
