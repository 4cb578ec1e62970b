/* Collectives between ranks beside the bare MPI calls of the same size and pattern, in turn in one run:
 *     mpirun -n 4 build/release/tests/bench-ranks [DEVICES_PER_RANK [LARGEST_MIB [KIND]]]
 * Prints, of each kind and size (of an operand, per device), the median and the least time of a step that is this collective alone, of what MPI
 * takes, and the ratios: on a machine that does other work the least times say more. Then the mean CPU time of all ranks together. MPI's side moves the same data for as many devices per rank: operands of a rank's devices are added by a
 * plain loop before an MPI_Allreduce or MPI_Reduce_scatter_block between ranks; pieces of all devices go in one MPI_Allgather,
 * MPI_Alltoall, or in a send and a receive. While MPI's side runs the thread of messages sleeps. Ranks of one machine begin, and end, both sides together at a counter in shared memory where
 * they give the core to each other: where there are more ranks than cores, what one does after its turn would be in the time of the other. */
#include <inttypes.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/ranks.h"
#include "tests/unit/exec/run_both.h"

Link *shardscope_link_open(int version, char *why, size_t room);

/* ---- a link that can be kept from MPI ------------------------------------------------------------------------------ */

typedef struct Paused {
    Link link; /* first */
    Link *real;
} Paused;
static pthread_mutex_t using = PTHREAD_MUTEX_INITIALIZER; /* held while MPI's side runs */

static void p_send_head(Link *l, int to, void *head, size_t bytes)
{
    Link *real = ((Paused *)l)->real;
    pthread_mutex_lock(&using);
    real->send_head(real, to, head, bytes);
    pthread_mutex_unlock(&using);
}

/* Nothing has come while MPI's side runs: who asks must not wait, since it holds locks that devices want. */
static void *p_next_head(Link *l, int *from, size_t *bytes)
{
    Link *real = ((Paused *)l)->real;
    if (pthread_mutex_trylock(&using) != 0)
        return NULL;
    void *head = real->next_head(real, from, bytes);
    pthread_mutex_unlock(&using);
    return head;
}

static void *p_send(Link *l, int to, const void *data, size_t bytes)
{
    Link *real = ((Paused *)l)->real;
    pthread_mutex_lock(&using);
    void *t = real->send(real, to, data, bytes);
    pthread_mutex_unlock(&using);
    return t;
}

static void *p_receive(Link *l, int from, void *data, size_t bytes)
{
    Link *real = ((Paused *)l)->real;
    pthread_mutex_lock(&using);
    void *t = real->receive(real, from, data, bytes);
    pthread_mutex_unlock(&using);
    return t;
}

static bool p_done(Link *l, void *transfer)
{
    Link *real = ((Paused *)l)->real;
    if (pthread_mutex_trylock(&using) != 0)
        return false;
    bool done = real->done(real, transfer);
    pthread_mutex_unlock(&using);
    return done;
}

static void p_leave(Link *l, bool clean, bool well)
{
    Link *real = ((Paused *)l)->real;
    real->leave(real, clean, well);
}

/* ---- kinds --------------------------------------------------------------------------------------------------------- */

typedef enum Kind { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, PERMUTE, N_KINDS } Kind;
static const char *const names[] = { "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "permute" };

static char *program_text(Kind kind, int64_t count, int n_devices)
{
    GString *all = g_string_new("{{"), *pairs = g_string_new("{");
    for (int i = 0; i < n_devices; i++)
        g_string_append_printf(all, "%s%d", i ? "," : "", i);
    g_string_append(all, "}}");
    g_autofree char *groups = g_string_free(all, FALSE), *op = NULL;
    switch (kind) {
    case ALL_REDUCE:
        op = g_strdup_printf("f32[%" PRId64 "] all-reduce(a), channel_id=1, replica_groups=%s, use_global_device_ids=true, to_apply=add", count, groups);
        break;
    case ALL_GATHER:
        op = g_strdup_printf("f32[%" PRId64 "] all-gather(a), channel_id=1, replica_groups=%s, use_global_device_ids=true, dimensions={0}", count * n_devices, groups);
        break;
    case REDUCE_SCATTER:
        op = g_strdup_printf("f32[%" PRId64 "] reduce-scatter(a), channel_id=1, replica_groups=%s, use_global_device_ids=true, dimensions={0}, to_apply=add", count / n_devices, groups);
        break;
    case ALL_TO_ALL:
        op = g_strdup_printf("f32[%" PRId64 "] all-to-all(a), channel_id=1, replica_groups=%s, dimensions={0}", count, groups);
        break;
    case PERMUTE:
        for (int i = 0; i < n_devices; i++)
            g_string_append_printf(pairs, "%s{%d,%d}", i ? "," : "", i, (i + n_devices / 2) % n_devices);
        op = g_strdup_printf("f32[%" PRId64 "] collective-permute(a), channel_id=1, source_target_pairs=%s}", count, pairs->str);
        break;
    case N_KINDS: break;
    }
    g_string_free(pairs, TRUE);
    return g_strdup_printf("HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
                           "ENTRY e {\n a = f32[%" PRId64 "] parameter(0)\n ROOT g = %s\n}\n", count, op);
}

/* Arrays of one rank: `in` of each device, `sum`, `out` of each device (one where devices share it). */
typedef struct Arrays {
    int per, n;
    int64_t count;
    float **in, *sum, *out;
} Arrays;

static void bare(Kind kind, const Arrays *a, int me)
{
    int64_t n = a->count, n_devices = (int64_t)a->n * a->per;
    switch (kind) {
    case ALL_REDUCE:
    case REDUCE_SCATTER: {
        const float *sum = a->in[0];
        for (int d = 1; d < a->per; d++) {
            for (int64_t i = 0; i < n; i++)
                a->sum[i] = sum[i] + a->in[d][i];
            sum = a->sum;
        }
        if (kind == ALL_REDUCE)
            MPI_Allreduce(sum, a->out, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        else
            MPI_Reduce_scatter_block(sum, a->out, (int)(n / a->n), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        break;
    }
    case ALL_GATHER:
        for (int d = 0; d < a->per; d++)
            memcpy(a->out + (me * a->per + d) * n, a->in[d], sizeof(float) * (size_t)n);
        MPI_Allgather(MPI_IN_PLACE, 0, MPI_FLOAT, a->out, (int)n * a->per, MPI_FLOAT, MPI_COMM_WORLD);
        break;
    case ALL_TO_ALL: { /* pieces of the devices of a rank, by receiving rank; then by receiving device */
        int64_t piece = n / n_devices;
        for (int r = 0; r < a->n; r++)
            for (int d = 0; d < a->per; d++)
                memcpy(a->sum + (r * a->per + d) * piece * a->per, a->in[d] + r * a->per * piece, sizeof(float) * (size_t)(piece * a->per));
        MPI_Alltoall(a->sum, (int)(piece * a->per * a->per), MPI_FLOAT, a->out, (int)(piece * a->per * a->per), MPI_FLOAT, MPI_COMM_WORLD);
        for (int d = 0; d < a->per; d++)
            for (int i = 0; i < (int)n_devices; i++)
                memcpy(a->sum + d * n + i * piece, a->out + (i * a->per + d) * piece, sizeof(float) * (size_t)piece);
        break;
    }
    case PERMUTE:
        for (int d = 0; d < a->per; d++)
            MPI_Sendrecv(a->in[d], (int)n, MPI_FLOAT, (me + a->n / 2) % a->n, 9, a->out + d * n, (int)n, MPI_FLOAT, (me + a->n - a->n / 2) % a->n, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    case N_KINDS: break;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_value);
    return v[n / 2];
}

/* A program of one collective, loaded on the devices of this rank. */
typedef struct Loaded {
    IrModule *m;
    Program *p;
    Executable *exe;
    ExecContext *cx;
    Transport *t;
    Buffer **in[64], **out[64];
    int n;
} Loaded;

static void step(Loaded *l)
{
    GError *error = NULL;
    ranks_step_begin(l->t);
    if (!executable_run(l->exe, l->cx, l->in, l->out, NULL, &error))
        g_error("%s", error->message);
    ranks_step_end(l->t);
}

static void drop_results(Loaded *l)
{
    for (int d = 0; d < l->n; d++)
        g_clear_pointer(&l->out[d][0], buffer_unref);
}

static void load(Loaded *l, Ranks *ranks, Kind kind, const Arrays *a)
{
    g_autofree char *text = program_text(kind, a->count, a->n * a->per);
    l->m = module_of(text);
    l->p = program_new(l->m, a->n * a->per, NULL);
    l->exe = executable_new(l->p, NULL);
    l->cx = exec_context_new(1);
    int first;
    ranks_block(ranks, ranks_me(ranks), l->p->n_devices, &first, &l->n);
    l->t = ranks_transport_new(ranks, l->p, NULL, exec_context_pool(l->cx), exec_context_buffers(l->cx));
    exec_context_rank(l->cx, l->t, first, l->n);
    exec_context_results(l->cx, true);
    for (int d = 0; d < l->n; d++) {
        l->in[d] = g_new0(Buffer *, 1);
        l->out[d] = g_new0(Buffer *, 1);
        l->in[d][0] = exec_context_argument(l->cx, l->exe, 0);
        memcpy(l->in[d][0]->data, a->in[d], (size_t)a->count * 4);
    }
}

static void unload(Loaded *l)
{
    drop_results(l);
    for (int d = 0; d < l->n; d++) {
        buffer_unref(l->in[d][0]);
        g_free(l->in[d]);
        g_free(l->out[d]);
    }
    executable_free(l->exe);
    l->t->free(l->t);
    exec_context_free(l->cx);
    program_free(l->p);
    module_free(l->m);
}

/* Waits until all ranks have ended a step, while the thread of messages goes on. */
static void wait_for_all(void)
{
    MPI_Request request;
    pthread_mutex_lock(&using);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int done = 0; !done;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&using);
        if (!done)
            usleep(50);
        pthread_mutex_lock(&using);
    }
    pthread_mutex_unlock(&using);
}

static atomic_uint *line; /* NULL = ranks are on several machines */

static void find_line(void)
{
    MPI_Comm near;
    MPI_Win win;
    MPI_Aint bytes;
    void *base = NULL;
    int n, all, me, unit;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
    MPI_Comm_size(near, &n);
    MPI_Comm_rank(near, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (n < all)
        return;
    MPI_Win_allocate_shared(me ? 0 : sizeof *line, 1, MPI_INFO_NULL, near, &base, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &base);
    line = base;
    if (!me)
        atomic_init(line, 0);
    MPI_Barrier(near);
}

/* All ranks are here. ours: the thread of messages goes on meanwhile; else MPI is the caller's. */
static void line_up(int n, bool ours)
{
    if (!line && ours)
        wait_for_all();
    else if (!line)
        MPI_Barrier(MPI_COMM_WORLD);
    for (unsigned end = line ? atomic_fetch_add(line, 1) / (unsigned)n * (unsigned)n + (unsigned)n : 0; line && atomic_load(line) < end;)
        sched_yield();
}

typedef struct Took {
    double wall_ms, cpu_ms;
} Took;

/* CPU time of all threads of this rank. */
static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static Took since(int64_t t0, double cpu0)
{
    return (Took){ (double)(clock_ns() - t0) * 1e-6, cpu_ms() - cpu0 };
}

/* The longest of the ranks' times, and the CPU time of all. */
static Took together(Took t)
{
    Took all;
    MPI_Allreduce(&t.wall_ms, &all.wall_ms, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&t.cpu_ms, &all.cpu_ms, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static void measure(Ranks *ranks, Kind kind, int per, int64_t bytes)
{
    enum { MOST = 400 };
    int n = ranks_n(ranks), me = ranks_me(ranks);
    Arrays a = { .per = per, .n = n, .count = bytes / 4, .in = g_new(float *, per), .sum = g_new(float, bytes / 4 * per), .out = g_new(float, bytes / 4 * per * (kind == ALL_GATHER ? n : 1)) };
    for (int d = 0; d < per; d++) {
        a.in[d] = g_new(float, a.count);
        for (int64_t i = 0; i < a.count; i++)
            a.in[d][i] = (float)(i % 101 + d + me);
    }
    Loaded l = { 0 };
    load(&l, ranks, kind, &a);
    int rounds = (int)CLAMP((64 << 20) / bytes, 9, MOST);
    double ours[MOST], theirs[MOST], own_cpu = 0, bare_cpu = 0;
    for (int i = -2; i < rounds; i++) {
        pthread_mutex_lock(&using);
        double cpu0 = cpu_ms();
        line_up(n, false);
        int64_t t0 = clock_ns();
        bare(kind, &a, me);
        Took theirs_took = since(t0, cpu0);
        line_up(n, false);
        theirs_took = together(theirs_took);
        pthread_mutex_unlock(&using);
        drop_results(&l);
        cpu0 = cpu_ms();
        line_up(n, true);
        t0 = clock_ns();
        step(&l);
        Took took = since(t0, cpu0);
        line_up(n, true);
        pthread_mutex_lock(&using);
        took = together(took);
        pthread_mutex_unlock(&using);
        if (i >= 0) {
            ours[i] = took.wall_ms;
            theirs[i] = theirs_took.wall_ms;
            own_cpu += took.cpu_ms / rounds;
            bare_cpu += theirs_took.cpu_ms / rounds;
        }
    }
    double o = median(ours, rounds), t = median(theirs, rounds); /* sorts them */
    if (!me) {
        printf("%-16s %10" PRId64 " %10.3f %10.3f %8.2f %10.3f %10.3f %8.2f %10.3f %10.3f %8.2f\n", names[kind], bytes, o, t, o / t, ours[0], theirs[0], ours[0] / theirs[0], own_cpu, bare_cpu, own_cpu / bare_cpu);
        fflush(stdout);
    }
    unload(&l);
    for (int d = 0; d < per; d++)
        g_free(a.in[d]);
    g_free(a.in);
    g_free(a.sum);
    g_free(a.out);
}

int main(int argc, char **argv)
{
    char why[200] = "";
    GError *error = NULL;
    int per = argc > 1 ? atoi(argv[1]) : 2;
    int64_t most = (int64_t)((argc > 2 ? atof(argv[2]) : 64) * (1 << 20));
    Link *real = shardscope_link_open(LINK_VERSION, why, sizeof why);
    if (!real) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    Paused paused = { { .me = real->me, .n = real->n, .name = real->name, .bells = real->bells, .notes = real->notes, .shared = real->shared, .shared_bytes = real->shared_bytes, .send_head = p_send_head, .next_head = p_next_head, .send = p_send, .receive = p_receive,
                        .done = p_done, .leave = p_leave }, real };
    Ranks *ranks = ranks_new(&paused.link, &error);
    if (!ranks) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    pthread_mutex_lock(&using);
    find_line();
    pthread_mutex_unlock(&using);
    if (!ranks_me(ranks))
        printf("# %s, %d ranks x %d devices\n%-16s %10s %10s %10s %8s %10s %10s %8s %10s %10s %8s\n", ranks_engine(ranks), ranks_n(ranks), per, "collective", "bytes", "ours ms", "MPI ms", "ratio", "ours least", "MPI least", "ratio", "our CPU", "MPI's CPU", "ratio");
    for (int k = 0; k < N_KINDS; k++)
        for (int64_t bytes = 4096; bytes <= most && (argc < 4 || strstr(names[k], argv[3])); bytes *= 4)
            measure(ranks, (Kind)k, per, bytes);
    return ranks_leave(ranks, true, NULL) ? 0 : 1;
}
