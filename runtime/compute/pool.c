/* The worker pool. Each worker has a queue of tasks: what a task makes runnable comes into the queue of the worker that runs it, so that devices
 * which meet often stay on one core; a worker with nothing to do takes half of another one's (work stealing, as in Cilk). One lock guards the list of
 * open jobs; an atomic counter distributes the blocks of a job. An idle worker spins briefly, since the next collective is often microseconds away,
 * then sleeps. */
#include "runtime/compute/pool.h"

#include <glib.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
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

/* First in, first out. */
typedef struct Queue {
    _Alignas(64) pthread_mutex_t lock;
    Task *head, *tail;
    atomic_int n;
} Queue;

struct Pool {
    pthread_mutex_t lock; /* guards jobs, the counts of who waits, stop */
    pthread_cond_t wake, owner_wake;
    Job *jobs;
    atomic_int n_jobs;
    atomic_int n_idle, n_owners; /* who waits: workers at `wake`, callers of pool_work at `owner_wake` */
    bool stop;
    atomic_bool lets_sleep; /* workers that wait are not woken for new work */
    atomic_uint seq; /* incremented whenever there may be new work; spinning workers watch it */
    int n_workers;
    Worker *workers; /* [1..n_workers) have threads */
    Queue *queues;   /* by worker; the first is also that of threads that are no workers */
    int n_queues;
};

static _Thread_local int own_number;
static _Thread_local const Pool *own_pool; /* NULL = no thread of a pool */

/* What the thread makes runnable between pool_hold and pool_release. */
static _Thread_local struct {
    Pool *pool; /* NULL = it is not between them */
    Task *head, *tail;
    int n;
} held;

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

/* Workers that would be woken for it. */
static int sleepers(Pool *p)
{
    return atomic_load_explicit(&p->lets_sleep, memory_order_relaxed) ? 0 : atomic_load(&p->n_idle);
}

/* There is work for n threads more. */
static void announce_locked(Pool *p, int64_t n) /* p->lock held */
{
    atomic_fetch_add(&p->seq, 1);
    int idle = sleepers(p);
    for (int i = 0; i < idle && i < n; i++)
        pthread_cond_signal(&p->wake);
    if (n > idle && atomic_load(&p->n_owners))
        pthread_cond_signal(&p->owner_wake);
}

/* Who goes to sleep counts itself first and looks at `seq` then; here it is the other way round, so that one of the two sees the other. */
static void announce(Pool *p, int64_t n)
{
    atomic_fetch_add(&p->seq, 1);
    if (!sleepers(p) && !atomic_load(&p->n_owners))
        return;
    pthread_mutex_lock(&p->lock);
    announce_locked(p, n);
    pthread_mutex_unlock(&p->lock);
}

/* ---- queues -------------------------------------------------------------------------------------------------------------------- */

static void queue_put(Queue *q, Task *first, Task *last, int n)
{
    pthread_mutex_lock(&q->lock);
    if (q->tail)
        q->tail->next = first;
    else
        q->head = first;
    q->tail = last;
    atomic_fetch_add_explicit(&q->n, n, memory_order_relaxed);
    pthread_mutex_unlock(&q->lock);
}

/* The oldest task, or with `half` the older half of all, in order. NULL if there is none. */
static Task *queue_take(Queue *q, bool half, int *n)
{
    if (atomic_load_explicit(&q->n, memory_order_relaxed) == 0)
        return NULL;
    pthread_mutex_lock(&q->lock);
    Task *first = q->head, *last = first;
    int there = atomic_load_explicit(&q->n, memory_order_relaxed);
    *n = !first ? 0 : half ? (there + 1) / 2 : 1;
    for (int i = 1; i < *n; i++)
        last = last->next;
    if (first) {
        q->head = last->next;
        if (!q->head)
            q->tail = NULL;
        last->next = NULL;
        atomic_fetch_sub_explicit(&q->n, *n, memory_order_relaxed);
    }
    pthread_mutex_unlock(&q->lock);
    return first;
}

static int own_queue(const Pool *p)
{
    return own_pool == p ? own_number : 0;
}

/* A task of the own queue, else of another one, of which half comes along. */
static Task *find_task(Pool *p)
{
    int me = own_queue(p), n;
    Task *task = queue_take(&p->queues[me], false, &n);
    for (int k = 1; !task && k < p->n_queues; k++) {
        task = queue_take(&p->queues[(me + k) % p->n_queues], true, &n);
        if (task && n > 1) {
            Task *last = task->next;
            while (last->next)
                last = last->next;
            queue_put(&p->queues[me], task->next, last, n - 1);
            task->next = NULL;
        }
    }
    return task;
}

/* ---- workers -------------------------------------------------------------------------------------------------------------------- */

/* Runs one piece of work if there is any. */
static bool work_once(Pool *p)
{
    Task *task = find_task(p);
    if (task) {
        task->run(task);
        return true;
    }
    if (atomic_load_explicit(&p->n_jobs, memory_order_relaxed) == 0)
        return false;
    pthread_mutex_lock(&p->lock);
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
    atomic_int *waits = done ? &p->n_owners : &p->n_idle;
    atomic_fetch_add(waits, 1);
    while (atomic_load(&p->seq) == seen && !p->stop && !(done && atomic_load(done)))
        pthread_cond_wait(done ? &p->owner_wake : &p->wake, &p->lock);
    atomic_fetch_sub(waits, 1);
    pthread_mutex_unlock(&p->lock);
}

void pool_wakes(Pool *p, bool wakes)
{
    atomic_store_explicit(&p->lets_sleep, !wakes, memory_order_relaxed);
}

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
    own_pool = p;
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
    p->queues = g_aligned_alloc0((gsize)n_workers, sizeof *p->queues, 64);
    p->n_queues = n_workers;
    for (int i = 0; i < n_workers; i++)
        pthread_mutex_init(&p->queues[i].lock, NULL);
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
    for (int i = 0; i < p->n_queues; i++)
        pthread_mutex_destroy(&p->queues[i].lock);
    g_aligned_free(p->queues);
    g_free(p->workers);
    g_free(p);
    pool_temp_trim();
}

void pool_push(Pool *p, Task *task)
{
    task->next = NULL;
    if (held.pool == p) {
        if (held.tail)
            held.tail->next = task;
        else
            held.head = task;
        held.tail = task;
        held.n++;
        return;
    }
    queue_put(&p->queues[own_queue(p)], task, task, 1);
    announce(p, 1);
}

void pool_hold(Pool *p)
{
    held.pool = p;
}

void pool_release(Pool *p)
{
    Task *first = held.head, *last = held.tail;
    int n = held.n;
    memset(&held, 0, sizeof held);
    if (!n)
        return;
    queue_put(&p->queues[own_queue(p)], first, last, n);
    announce(p, n);
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
    atomic_fetch_add(&p->n_jobs, 1);
    announce_locked(p, n - 1);
    pthread_mutex_unlock(&p->lock);

    job_run(&job);

    pthread_mutex_lock(&p->lock);
    atomic_fetch_sub(&p->n_jobs, 1);
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
