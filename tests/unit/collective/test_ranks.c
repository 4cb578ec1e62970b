/* A second transport: the devices of a program are divided among two ranks, each with its own thread, workers and buffers, and data for
 * a collective reaches the other rank as bytes. Results are those of one rank that runs all devices, bit for bit. If all devices are
 * stuck, both ranks report which devices wait for which. */
#include <pthread.h>
#include <string.h>

#include "tests/unit/exec/run_both.h"

enum { RANKS = 2 };

/* ---- a transport between ranks of one process ------------------------------------------------------------------ */

typedef struct Hub Hub;
typedef struct Rank {
    Transport transport; /* first */
    Hub *hub;
    int first, n;        /* its devices */
    BufferPool *buffers;
    bool told;           /* that it is stuck */
} Rank;

/* State of one group: which members have arrived, and the bytes that they sent. */
typedef struct Gathering {
    int arrived;
    Arrival **members;
    void ***sent; /* [member][operand] */
} Gathering;

struct Hub {
    pthread_mutex_t lock; /* protects all fields */
    const Program *program;
    Rank ranks[RANKS];
    Gathering **gatherings;    /* [collective][group] */
    const Collective **stands; /* for each device, the collective at which it waits */
    int running, parked;       /* devices of all ranks */
    int64_t bytes_sent;        /* between different ranks */
};

static Rank *rank_of(Hub *h, int device)
{
    return &h->ranks[device >= h->ranks[1].first];
}

/* Requires the lock. Performs the exchange for the members that rank r runs, on separate buffers. */
static void exchange_for(Hub *h, Rank *r, const Collective *c, int group, Gathering *g)
{
    int n = c->group_size[group];
    Buffer ***operands = g_new0(Buffer **, n), ***results = g_new0(Buffer **, n);
    bool any = false;
    for (int i = 0; i < n; i++) {
        bool here = rank_of(h, c->members[group][i]) == r;
        results[i] = here ? g->members[i]->results : NULL;
        any |= here;
    }
    for (int i = 0; any && i < n; i++) {
        operands[i] = g_new0(Buffer *, c->n_operands);
        for (int k = 0; k < c->n_operands; k++) {
            size_t bytes = (size_t)type_bytes(c->operand_types[k]);
            operands[i][k] = buffer_pool_get(r->buffers, bytes);
            memcpy(operands[i][k]->data, g->sent[i][k], bytes);
            h->bytes_sent += results[i] ? 0 : (int64_t)bytes;
        }
    }
    if (any)
        collective_exchange(&(CollectiveArgs){ .c = c, .group = group, .operands = (Buffer *const **)operands, .results = results, .buffers = r->buffers });
    for (int i = 0; any && i < n; i++) {
        for (int k = 0; k < c->n_operands; k++)
            buffer_unref(operands[i][k]);
        g_free(operands[i]);
    }
    g_free(operands);
    g_free(results);
}

static void forget(const Collective *c, Gathering *g, int member)
{
    for (int k = 0; g->sent[member] && k < c->n_operands; k++)
        g_free(g->sent[member][k]);
    g_clear_pointer(&g->sent[member], g_free);
    g->members[member] = NULL;
}

/* Requires the lock. The ranks that must be told about a deadlock. */
static int find_stuck(Hub *h, Rank **stuck)
{
    int n = 0;
    if (h->running || !h->parked)
        return 0;
    for (int i = 0; i < RANKS; i++) {
        bool waits = false;
        for (int d = 0; d < h->ranks[i].n; d++)
            waits |= h->stands[h->ranks[i].first + d] != NULL;
        if (waits && !h->ranks[i].told) {
            h->ranks[i].told = true;
            stuck[n++] = &h->ranks[i];
        }
    }
    return n;
}

static bool hub_arrive(Transport *t, Arrival *a)
{
    Hub *h = ((Rank *)t)->hub;
    const Collective *c = a->collective;
    int member = c->position_of[a->device], n = c->group_size[a->group];
    Arrival *others[64];
    Rank *stuck[RANKS];
    int n_others = 0, n_stuck = 0;
    pthread_mutex_lock(&h->lock);
    Gathering *g = &h->gatherings[c->index][a->group];
    g->members[member] = a;
    g->sent[member] = g_new0(void *, c->n_operands + 1);
    for (int k = 0; k < c->n_operands; k++) {
        g->sent[member][k] = g_memdup2(a->operands[k]->data, (gsize)type_bytes(c->operand_types[k]));
        buffer_unref(a->operands[k]);
        a->operands[k] = NULL;
    }
    bool complete = ++g->arrived == n;
    h->stands[a->device] = c;
    h->running--;
    h->parked++;
    if (complete) {
        for (int i = 0; i < RANKS; i++)
            exchange_for(h, &h->ranks[i], c, a->group, g);
        for (int i = 0; i < n; i++) {
            Arrival *m = g->members[i];
            h->stands[m->device] = NULL;
            h->running++;
            h->parked--;
            forget(c, g, i);
            if (m != a)
                others[n_others++] = m;
        }
        g->arrived = 0;
    } else {
        n_stuck = find_stuck(h, stuck);
    }
    pthread_mutex_unlock(&h->lock);
    for (int i = 0; i < n_others; i++)
        others[i]->complete(others[i]);
    for (int i = 0; i < n_stuck; i++)
        stuck[i]->transport.stuck(stuck[i]->transport.user);
    return complete;
}

static void hub_ended(Transport *t, int device)
{
    Hub *h = ((Rank *)t)->hub;
    Rank *stuck[RANKS];
    (void)device;
    pthread_mutex_lock(&h->lock);
    h->running--;
    int n = find_stuck(h, stuck);
    pthread_mutex_unlock(&h->lock);
    for (int i = 0; i < n; i++)
        stuck[i]->transport.stuck(stuck[i]->transport.user);
}

static const Collective *hub_stands_at(Transport *t, int device)
{
    Hub *h = ((Rank *)t)->hub;
    pthread_mutex_lock(&h->lock);
    const Collective *c = h->stands[device];
    pthread_mutex_unlock(&h->lock);
    return c;
}

/* Data that arrived is freed with the hub, after both ranks have reported. */
static void hub_reset(Transport *t)
{
    (void)t;
}

static void hub_init(Hub *h, const Program *p, int split)
{
    *h = (Hub){ .program = p, .running = p->n_devices };
    pthread_mutex_init(&h->lock, NULL);
    for (int i = 0; i < RANKS; i++)
        h->ranks[i] = (Rank){ .transport = { .arrive = hub_arrive, .reset = hub_reset, .ended = hub_ended, .stands_at = hub_stands_at }, .hub = h,
                              .first = i ? split : 0, .n = i ? p->n_devices - split : split };
    h->stands = g_new0(const Collective *, p->n_devices);
    h->gatherings = g_new0(Gathering *, p->n_collectives + 1);
    for (int i = 0; i < p->n_collectives; i++) {
        const Collective *c = p->collectives[i];
        h->gatherings[i] = g_new0(Gathering, c->n_groups + 1);
        for (int g = 0; g < c->n_groups; g++) {
            h->gatherings[i][g].members = g_new0(Arrival *, c->group_size[g]);
            h->gatherings[i][g].sent = g_new0(void **, c->group_size[g]);
        }
    }
}

static void hub_clear(Hub *h)
{
    for (int i = 0; i < h->program->n_collectives; i++) {
        const Collective *c = h->program->collectives[i];
        for (int g = 0; g < c->n_groups; g++) {
            for (int k = 0; k < c->group_size[g]; k++)
                forget(c, &h->gatherings[i][g], k);
            g_free(h->gatherings[i][g].members);
            g_free(h->gatherings[i][g].sent);
        }
        g_free(h->gatherings[i]);
    }
    g_free(h->gatherings);
    g_free(h->stands);
    pthread_mutex_destroy(&h->lock);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

/* A rank, and the thread that runs it. */
typedef struct Part {
    pthread_t thread;
    Executable *exe;
    ExecContext *cx;
    Buffer ***in, ***out;
    bool ok;
    GError *error;
} Part;

static void part_init(Part *part, const Program *p, Rank *rank, const GPtrArray *args, int workers)
{
    GError *error = NULL;
    *part = (Part){ .exe = executable_new(p, &error), .cx = exec_context_new(workers) };
    g_assert_no_error(error);
    rank->buffers = exec_context_buffers(part->cx);
    exec_context_rank(part->cx, &rank->transport, rank->first, rank->n);
    part->in = g_new0(Buffer **, rank->n);
    part->out = g_new0(Buffer **, rank->n);
    for (int d = 0; d < rank->n; d++) {
        part->in[d] = g_new0(Buffer *, p->n_params + 1);
        part->out[d] = g_new0(Buffer *, p->n_results + 1);
        for (int i = 0; i < p->n_params; i++) {
            const Tensor *t = args->pdata[(rank->first + d) * p->n_params + i];
            part->in[d][i] = buffer_new((size_t)type_bytes(t->type));
            memcpy(part->in[d][i]->data, t->data, (size_t)type_bytes(t->type));
        }
    }
}

static void part_clear(Part *part, const Program *p, const Rank *rank)
{
    for (int d = 0; d < rank->n; d++) {
        for (int i = 0; i < p->n_params; i++)
            buffer_unref(part->in[d][i]);
        for (int i = 0; part->ok && i < p->n_results; i++)
            buffer_unref(part->out[d][i]);
        g_free(part->in[d]);
        g_free(part->out[d]);
    }
    g_free(part->in);
    g_free(part->out);
    executable_free(part->exe);
    exec_context_free(part->cx);
    g_clear_error(&part->error);
}

static void *run_part(void *user)
{
    Part *part = user;
    part->ok = executable_run(part->exe, part->cx, part->in, part->out, NULL, &part->error);
    return NULL;
}

static void run_parts(Part *parts)
{
    for (int i = 0; i < RANKS; i++)
        pthread_create(&parts[i].thread, NULL, run_part, &parts[i]);
    for (int i = 0; i < RANKS; i++)
        pthread_join(parts[i].thread, NULL);
}

/* Devices below `split` run in one rank, the others in another: results equal those of a single rank. Returns the bytes sent between the
 * ranks. */
static int64_t check_split(const char *text, int n_devices, int split, int workers)
{
    GError *error = NULL;
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, n_devices, 7, 9);
    g_autoptr(GPtrArray) want = run_executor(m, n_devices, args, workers, &error);
    g_assert_no_error(error);
    g_autoptr(Program) p = program_new(m, n_devices, &error);
    g_assert_no_error(error);
    Hub hub;
    Part parts[RANKS];
    hub_init(&hub, p, split);
    for (int i = 0; i < RANKS; i++)
        part_init(&parts[i], p, &hub.ranks[i], args, workers);
    run_parts(parts);
    for (int i = 0; i < RANKS; i++) {
        g_assert_no_error(parts[i].error);
        g_assert_true(parts[i].ok);
        for (int d = 0; d < hub.ranks[i].n; d++)
            for (int k = 0; k < p->n_results; k++) {
                const Tensor *w = want->pdata[(hub.ranks[i].first + d) * p->n_results + k];
                if (memcmp(parts[i].out[d][k]->data, w->data, (size_t)type_bytes(w->type)) != 0)
                    g_error("result %d of device %d differs:\n%s", k, hub.ranks[i].first + d, text);
            }
        part_clear(&parts[i], p, &hub.ranks[i]);
    }
    int64_t sent = hub.bytes_sent;
    hub_clear(&hub);
    return sent;
}

/* ---- programs ------------------------------------------------------------------------------------------------------ */

#define HEAD                                                                                                             \
    "HloModule m\nadd {\n x = T[] parameter(0)\n y = T[] parameter(1)\n ROOT r = T[] add(x, y)\n}\n"                      \
    "odd {\n x = T[] parameter(0)\n y = T[] parameter(1)\n m = T[] multiply(x, y)\n o = T[] constant(1)\n n = T[] add(m, o)\n ROOT r = T[] minimum(n, x)\n}\n"
#define ENTRY HEAD "ENTRY e {\n a = T[8,8] parameter(0)\n s = T[8,8] multiply(a, a)\n"
#define ALL ", channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true"
#define CROSSED ", channel_id=1, replica_groups={{0,3},{2,1}}, use_global_device_ids=true"

static const char *const programs[] = {
    ENTRY " g = T[8,8] all-reduce(s)" ALL ", to_apply=add\n ROOT r = T[8,8] add(g, a)\n}\n",
    ENTRY " ROOT g = T[8,8] all-reduce(s)" CROSSED ", to_apply=odd\n}\n",
    ENTRY " g = (T[8,8], T[8,8]) all-reduce(s, a)" ALL ", to_apply=add\n x = T[8,8] get-tuple-element(g), index=0\n y = T[8,8] get-tuple-element(g), index=1\n ROOT r = T[8,8] subtract(x, y)\n}\n",
    ENTRY " ROOT g = T[8,32] all-gather(s)" ALL ", dimensions={1}\n}\n",
    ENTRY " ROOT g = T[2,8] reduce-scatter(s)" ALL ", dimensions={0}, to_apply=add\n}\n",
    ENTRY " ROOT g = T[8,4] reduce-scatter(s)" CROSSED ", dimensions={1}, to_apply=odd\n}\n",
    ENTRY " ROOT g = T[8,8] all-to-all(s), channel_id=1, replica_groups={{3,0,1,2}}, dimensions={1}\n}\n",
    ENTRY " g = T[8,8] collective-permute(s), channel_id=1, source_target_pairs={{0,2},{2,0},{1,3}}\n ROOT r = T[8,8] add(g, s)\n}\n",
    ENTRY " ROOT g = T[8,8] collective-broadcast(s), channel_id=1, replica_groups={{2,0},{1,3}}\n}\n",
    /* Groups within one rank, and groups that leave a device out. */
    ENTRY " ROOT g = T[8,8] all-reduce(s), channel_id=1, replica_groups={{0},{1},{2,3}}, use_global_device_ids=true, to_apply=add\n}\n",
    /* The same collective repeatedly; each overwrites the results of the one before. */
    HEAD "body {\n t = (s32[], T[8,8]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n x = T[8,8] get-tuple-element(t), index=1\n o = s32[] constant(1)\n j = s32[] add(i, o)\n"
         " g = T[8,8] all-reduce(x)" ALL ", to_apply=odd\n h = T[8,8] collective-permute(g), channel_id=2, source_target_pairs={{0,1},{1,2},{2,3},{3,0}}\n n = T[8,8] subtract(h, x)\n ROOT u = (s32[], T[8,8]) tuple(j, n)\n}\n"
         "more {\n t = (s32[], T[8,8]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n n = s32[] constant(20)\n ROOT l = pred[] compare(i, n), direction=LT\n}\n"
         "ENTRY e {\n a = T[8,8] parameter(0)\n z = s32[] constant(0)\n t = (s32[], T[8,8]) tuple(z, a)\n w = (s32[], T[8,8]) while(t), condition=more, body=body\n"
         " ROOT r = T[8,8] get-tuple-element(w), index=1\n}\n",
};

enum { IN_ONE_RANK = 9 };

static void test_equal(void)
{
    static const char *const types[] = { "f32[", "bf16[", "s32[" };
    for (guint i = 0; i < G_N_ELEMENTS(programs); i++)
        for (guint t = 0; t < G_N_ELEMENTS(types); t++) {
            GString *s = g_string_new(programs[i]);
            g_string_replace(s, "T[", types[t], 0);
            for (int split = 1; split < 4; split++)
                for (int workers = 1; workers <= 2; workers++)
                    g_assert_true((check_split(s->str, 4, split, workers) > 0) == (i != IN_ONE_RANK || split == 3));
            g_string_free(s, TRUE);
        }
}

/* Device 0 takes the branch without the collective, so the others would wait forever: each rank learns about all of them. */
static void test_stuck(void)
{
    static const char stuck[] =
        "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "f {\n p = f32[4] parameter(0)\n ROOT lonely = f32[4] all-reduce(p), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=add\n}\n"
        "g {\n q = f32[4] parameter(0)\n ROOT n = f32[4] negate(q)\n}\n"
        "ENTRY e {\n a = f32[4] parameter(0)\n i = u32[] partition-id()\n z = u32[] constant(0)\n c = pred[] compare(i, z), direction=NE\n"
        " ROOT r = f32[4] conditional(c, a, a), true_computation=f, false_computation=g\n}\n";
    g_autoptr(IrModule) m = module_of(stuck);
    g_autoptr(GPtrArray) args = random_args(m, 4, 1, 1);
    g_autoptr(Program) p = program_new(m, 4, NULL);
    for (int round = 0; round < 20; round++) {
        Hub hub;
        Part parts[RANKS];
        hub_init(&hub, p, 2);
        for (int i = 0; i < RANKS; i++)
            part_init(&parts[i], p, &hub.ranks[i], args, 1 + round % 2);
        run_parts(parts);
        for (int i = 0; i < RANKS; i++) {
            g_assert_false(parts[i].ok);
            g_assert_error(parts[i].error, SHARD_ERROR, SHARD_ERROR_RUN);
            for (int d = 1; d < 4; d++) {
                g_autofree char *text = g_strdup_printf("device %d waits at lonely for device 0", d);
                g_assert_nonnull(strstr(parts[i].error->message, text));
            }
            g_assert_cmpint(strstr(parts[i].error->message, "device 0 (at its end)") != NULL, ==, i == 0); /* the rank that runs the device has the details */
            part_clear(&parts[i], p, &hub.ranks[i]);
        }
        hub_clear(&hub);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/collective/ranks/equal", test_equal);
    g_test_add_func("/collective/ranks/stuck", test_stuck);
    return g_test_run();
}
