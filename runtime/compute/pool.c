/* The worker pool. One lock guards the queue of tasks and the list of open jobs; an atomic counter
 * distributes the blocks of a job. An idle worker spins briefly, since the next collective is often
 * microseconds away, then sleeps. */
#include "runtime/compute/pool.h"

#include <glib.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/base/memory_out.h"

enum { SPINS = 400, N_SCRATCH = 2 };

typedef struct Job Job;
struct Job {
    void (*fn)(void *arg, int64_t i);
    void *arg;
    int64_t n;
    atomic_int_fast64_t next;
    atomic_int helpers; /* workers other than the owner that use it */
    atomic_size_t short_bytes;         /* as Shortage, noted by helpers */
    _Atomic(const char *) short_what;
    Job *prev_job, *next_job;
};

typedef struct Worker {
    Pool *pool;
    pthread_t thread;
} Worker;

struct Pool {
    pthread_mutex_t lock; /* guards queue, jobs, the counts of who waits, stop */
    pthread_cond_t wake, owner_wake;
    Task *head, *tail;
    Job *jobs;
    int n_idle, n_owners; /* who waits: workers at `wake`, callers of pool_work at `owner_wake` */
    bool stop;
    atomic_uint seq; /* incremented whenever there may be new work; spinning workers watch it */
    int n_workers;
    Worker *workers; /* [1..n_workers) have threads */
};

/* Scratch memory belongs to the thread and is freed when it ends. */
typedef struct Scratch {
    void *p;
    size_t size;
} Scratch;
static pthread_key_t scratch_key;
static pthread_once_t scratch_once = PTHREAD_ONCE_INIT;

static void scratch_free(void *v)
{
    Scratch *s = v;
    for (int i = 0; i < N_SCRATCH; i++)
        free(s[i].p);
    free(s);
}

static void scratch_key_new(void)
{
    pthread_key_create(&scratch_key, scratch_free);
}

static _Thread_local Shortage shortage;

void pool_short(size_t bytes, const char *what)
{
    if (!shortage.bytes)
        shortage = (Shortage){ MAX(bytes, 1), what };
}

Shortage pool_take_short(void)
{
    Shortage s = shortage;
    shortage = (Shortage){ 0 };
    return s;
}

static void *scratch_get(int which, size_t bytes)
{
    static _Thread_local Scratch *own;
    if (!own) {
        pthread_once(&scratch_once, scratch_key_new);
        own = calloc(N_SCRATCH, sizeof *own);
        if (!own) {
            pool_short(bytes, "the work of a kernel");
            return NULL;
        }
        pthread_setspecific(scratch_key, own);
    }
    Scratch *s = &own[which];
    if (s->size < bytes) {
        free(s->p);
        s->size = (bytes + bytes / 4 + 4095) & ~(size_t)4095;
        s->p = s->size < bytes ? NULL : memory_get(s->size, 64);
        if (!s->p) {
            s->size = 0;
            pool_short(bytes, "the work of a kernel");
        }
    }
    return s->p;
}

void *pool_scratch(size_t bytes)
{
    return scratch_get(0, bytes);
}

void *pool_scratch2(size_t bytes)
{
    return scratch_get(1, bytes);
}

void *pool_temp(int64_t bytes)
{
    void *p = bytes < 0 ? NULL : memory_get((size_t)bytes + 64, 64);
    if (!p)
        pool_short((size_t)bytes, "the work of a kernel");
    return p;
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void job_run(Job *job)
{
    for (;;) {
        int64_t i = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (i >= job->n)
            return;
        job->fn(job->arg, i);
    }
}

/* A helper is between tasks, so that nothing is noted for its thread before. */
static void job_help(Job *job)
{
    job_run(job);
    Shortage s = pool_take_short();
    if (s.bytes) {
        atomic_store(&job->short_what, s.what);
        atomic_store(&job->short_bytes, s.bytes);
    }
}

/* There is work for n threads more. p->lock held. */
static void announce(Pool *p, int64_t n)
{
    atomic_fetch_add_explicit(&p->seq, 1, memory_order_release);
    for (int i = 0; i < p->n_idle && i < n; i++)
        pthread_cond_signal(&p->wake);
    if (n > p->n_idle && p->n_owners)
        pthread_cond_signal(&p->owner_wake);
}

/* Runs one piece of work if there is any. */
static bool work_once(Pool *p)
{
    pthread_mutex_lock(&p->lock);
    Task *task = p->head;
    if (task) {
        p->head = task->next;
        if (!p->head)
            p->tail = NULL;
        task->next = NULL;
        pthread_mutex_unlock(&p->lock);
        task->run(task);
        return true;
    }
    for (Job *job = p->jobs; job; job = job->next_job)
        if (atomic_load_explicit(&job->next, memory_order_relaxed) < job->n) {
            atomic_fetch_add_explicit(&job->helpers, 1, memory_order_relaxed);
            pthread_mutex_unlock(&p->lock);
            job_help(job);
            atomic_fetch_sub_explicit(&job->helpers, 1, memory_order_release);
            return true;
        }
    pthread_mutex_unlock(&p->lock);
    return false;
}

/* Waits until something may have changed since `seen`. */
static void wait_for_work(Pool *p, unsigned seen, atomic_bool *done)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&p->seq, memory_order_acquire) != seen || (done && atomic_load(done)))
            return;
        relax();
    }
    pthread_mutex_lock(&p->lock);
    int *waits = done ? &p->n_owners : &p->n_idle;
    (*waits)++;
    while (atomic_load_explicit(&p->seq, memory_order_acquire) == seen && !p->stop && !(done && atomic_load(done)))
        pthread_cond_wait(done ? &p->owner_wake : &p->wake, &p->lock);
    (*waits)--;
    pthread_mutex_unlock(&p->lock);
}

static _Thread_local int own_number;

int pool_worker(void)
{
    return own_number;
}

int pool_n_workers(const Pool *p)
{
    return p->n_workers;
}

static void *worker_main(void *arg)
{
    Pool *p = ((Worker *)arg)->pool;
    own_number = (int)((Worker *)arg - p->workers);
    for (;;) {
        unsigned seen = atomic_load_explicit(&p->seq, memory_order_acquire);
        if (work_once(p))
            continue;
        pthread_mutex_lock(&p->lock);
        bool stop = p->stop;
        pthread_mutex_unlock(&p->lock);
        if (stop)
            return NULL;
        wait_for_work(p, seen, NULL);
    }
}

Pool *pool_new(int n_workers)
{
    if (n_workers <= 0) {
        cpu_set_t set;
        n_workers = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                                : (int)sysconf(_SC_NPROCESSORS_ONLN);
    }
    Pool *p = g_new0(Pool, 1);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->owner_wake, NULL);
    p->workers = g_new0(Worker, n_workers);
    p->n_workers = 1;
    for (int i = 1; i < n_workers; i++) {
        p->workers[i].pool = p;
        if (pthread_create(&p->workers[i].thread, NULL, worker_main, &p->workers[i]))
            break; /* with fewer threads the pool is slower, but works */
        p->n_workers++;
    }
    return p;
}

void pool_free(Pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    atomic_fetch_add(&p->seq, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 1; i < p->n_workers; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->owner_wake);
    pthread_mutex_destroy(&p->lock);
    g_free(p->workers);
    g_free(p);
}

void pool_push(Pool *p, Task *task)
{
    task->next = NULL;
    pthread_mutex_lock(&p->lock);
    if (p->tail)
        p->tail->next = task;
    else
        p->head = task;
    p->tail = task;
    announce(p, 1);
    pthread_mutex_unlock(&p->lock);
}

void pool_wake(Pool *p)
{
    pthread_mutex_lock(&p->lock);
    if (p->n_owners) /* one that spins sees its flag */
        pthread_cond_broadcast(&p->owner_wake);
    pthread_mutex_unlock(&p->lock);
}

void pool_work(Pool *p, atomic_bool *done)
{
    while (!atomic_load(done)) {
        unsigned seen = atomic_load_explicit(&p->seq, memory_order_acquire);
        if (!work_once(p) && !atomic_load(done))
            wait_for_work(p, seen, done);
    }
}

void pool_for(Pool *p, int64_t n, void (*fn)(void *arg, int64_t i), void *arg)
{
    if (!p || n <= 1 || p->n_workers == 1) {
        for (int64_t i = 0; i < n; i++)
            fn(arg, i);
        return;
    }
    Job job = { .fn = fn, .arg = arg, .n = n };
    pthread_mutex_lock(&p->lock);
    job.next_job = p->jobs;
    if (p->jobs)
        p->jobs->prev_job = &job;
    p->jobs = &job;
    announce(p, n - 1);
    pthread_mutex_unlock(&p->lock);

    job_run(&job);

    pthread_mutex_lock(&p->lock);
    if (job.prev_job)
        job.prev_job->next_job = job.next_job;
    else
        p->jobs = job.next_job;
    if (job.next_job)
        job.next_job->prev_job = job.prev_job;
    pthread_mutex_unlock(&p->lock);
    /* Waits only for helpers that are in the middle of their last block. */
    for (int i = 0; atomic_load_explicit(&job.helpers, memory_order_acquire) > 0; i++)
        if (i < SPINS)
            relax();
        else
            sched_yield();
    size_t missing = atomic_load(&job.short_bytes);
    if (missing)
        pool_short(missing, atomic_load(&job.short_what));
}
