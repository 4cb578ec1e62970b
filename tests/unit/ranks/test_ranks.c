/* The devices of a program divided among ranks, each with its own thread, workers and buffers, over a link within the process. Results are those of
 * one rank that runs all devices, bit for bit. If all devices are stuck, every rank reports which devices wait for which; if one rank fails,
 * the others say so. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/ranks/ranks.h"
#include "runtime/passes/pipeline.h"
#include "runtime/tensor/fill.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"
#include "tests/conformance/random_program.h"
#include "tests/unit/exec/run_both.h"
#include "tests/unit/ranks/link_hub.h"

enum { MOST = 4 };

/* Which ranks share memory: none; all, enough of it for what they send; each two, so little that heads go through their rings piece by piece, and that there is seldom room on a board. */
enum { APART, TOGETHER, TIGHT, N_PLACEMENTS };

static Hub *hub_of(int n_ranks, int placement)
{
    return hub_new(n_ranks, placement == APART ? 0 : placement == TOGETHER ? n_ranks : 2, placement == TOGETHER ? 1 << 20 : 6 << 10);
}

/* What all ranks of a run share, and what each has. */
typedef struct Group Group;
typedef struct Part {
    pthread_t thread;
    Group *group;
    int rank;
    bool ok, left_well;
    GError *error;
    int64_t sent, lent, posted;
} Part;
struct Group {
    Hub *hub;
    int n_ranks, n_devices, workers, steps, placement;
    int64_t slice_from; /* 0 = as usual */
    int64_t *lends, *posts; /* count what was lent, and posted; may be NULL */
    const Program *program;
    const GPtrArray *args, *want;
    const char *text;
    int fails; /* the rank that gives up before its second step; -1 = none */
    int short_of; /* the so-manieth allocation from rank 0's step short_in on fails; 0 = none does */
    int short_in; /* in step 0 nothing is kept from earlier steps, so that a run cannot do without memory */
    EventSink *sink; /* of rank 0's devices; NULL = nothing is recorded */
    pthread_barrier_t ready; /* where memory becomes short in step 0: all ranks have their arguments, and later memory is short */
    Part parts[MOST];
};

static Buffer ***table(int n_devices, int n)
{
    Buffer ***t = g_new0(Buffer **, n_devices + 1);
    for (int d = 0; d < n_devices; d++)
        t[d] = g_new0(Buffer *, n + 1);
    return t;
}

static void table_free(Buffer ***t, int n_devices, int n)
{
    for (int d = 0; d < n_devices; d++) {
        for (int i = 0; i < n; i++)
            if (t[d][i])
                buffer_unref(t[d][i]);
        g_free(t[d]);
    }
    g_free(t);
}

static void compare(const Part *part, Buffer ***out, int first, int n)
{
    const Group *g = part->group;
    const Program *p = g->program;
    for (int d = 0; g->want && d < n; d++)
        for (int k = 0; k < p->n_results; k++) {
            const Tensor *w = g->want->pdata[(first + d) * p->n_results + k];
            if (memcmp(out[d][k]->data, w->data, (size_t)type_bytes(w->type)) != 0)
                g_error("result %d of device %d differs on %d ranks:\n%s", k, first + d, g->n_ranks, g->text);
        }
}

static void *run_part(void *user)
{
    Part *part = user;
    Group *g = part->group;
    const Program *p = g->program;
    Ranks *ranks = ranks_new(hub_link(g->hub, part->rank), &part->error);
    g_assert_no_error(part->error);
    if (g->slice_from)
        ranks_slice_from(ranks, g->slice_from);
    g_autoptr(Executable) exe = executable_new(p, &part->error);
    ExecContext *cx = exec_context_new(g->workers);
    int first, n;
    ranks_block(ranks, part->rank, p->n_devices, &first, &n);
    Transport *t = ranks_transport_new(ranks, p, NULL, exec_context_pool(cx), exec_context_buffers(cx));
    exec_context_rank(cx, t, first, n);
    exec_context_results(cx, part->rank % 2);
    if (g->sink && part->rank == 0) {
        exec_context_record(cx, g->sink);
        exec_context_delay(cx, 1, 3000);
    }
    Buffer ***in = table(n, p->n_params);
    for (int d = 0; d < n; d++)
        for (int i = 0; i < p->n_params; i++) {
            const Tensor *a = g->args->pdata[(first + d) * p->n_params + i];
            in[d][i] = exec_context_argument(cx, exe, i);
            memcpy(in[d][i]->data, a->data, (size_t)type_bytes(a->type));
        }
    part->ok = true;
    for (int k = 0; k < g->steps && part->ok; k++) {
        Buffer ***out = table(n, p->n_results);
        if (part->rank == g->fails && k == 1) {
            g_set_error_literal(&part->error, SHARD_ERROR, SHARD_ERROR_RUN, "no more paper");
            part->ok = false;
        } else {
            bool together = g->short_of && k == 0 && g->short_in == 0;
            if (together)
                pthread_barrier_wait(&g->ready);
            if (part->rank == 0 && k == g->short_in)
                memory_fail(g->short_of, false);
            if (together)
                pthread_barrier_wait(&g->ready);
            ranks_step_begin(t);
            part->ok = executable_run(exe, cx, in, out, NULL, &part->error);
            ranks_step_end(t);
        }
        if (part->ok)
            compare(part, out, first, n);
        table_free(out, n, p->n_results);
    }
    part->sent = ranks_bytes_sent(t);
    part->lent = ranks_times_lent(t);
    part->posted = ranks_times_posted(t);
    if (!part->ok)
        ranks_fail(ranks, part->error->message);
    table_free(in, n, p->n_params);
    executable_free(g_steal_pointer(&exe));
    t->free(t);
    part->left_well = ranks_leave(ranks, part->ok, NULL);
    exec_context_free(cx);
    return NULL;
}

static void run_group(Group *g)
{
    g->hub = hub_of(g->n_ranks, g->placement);
    pthread_barrier_init(&g->ready, NULL, (unsigned)g->n_ranks);
    for (int i = 0; i < g->n_ranks; i++) {
        g->parts[i] = (Part){ .group = g, .rank = i };
        pthread_create(&g->parts[i].thread, NULL, run_part, &g->parts[i]);
    }
    for (int i = 0; i < g->n_ranks; i++)
        pthread_join(g->parts[i].thread, NULL);
    pthread_barrier_destroy(&g->ready);
    g_assert_true(hub_free(g->hub) || g->short_of);
}

/* Returns the bytes sent between ranks. */
static int64_t check_module(const IrModule *m, const GPtrArray *args, const char *text, Group g)
{
    GError *error = NULL;
    int n_devices = g.n_devices, n_ranks = g.n_ranks, workers = g.workers;
    g_autoptr(GPtrArray) want = run_executor(m, n_devices, args, workers, &error);
    g_assert_no_error(error);
    g_autoptr(Program) p = program_new(m, n_devices, &error);
    g_assert_no_error(error);
    g.steps = 3;
    g.program = p;
    g.args = args;
    g.want = want;
    g.text = text;
    g.fails = -1;
    run_group(&g);
    int64_t sent = 0;
    for (int i = 0; i < n_ranks; i++) {
        g_assert_no_error(g.parts[i].error);
        g_assert_true(g.parts[i].left_well);
        sent += g.parts[i].sent;
        if (g.lends)
            *g.lends += g.parts[i].lent;
        if (g.posts)
            *g.posts += g.parts[i].posted;
    }
    return sent;
}

static int64_t check_ranks(const char *text, int n_devices, int n_ranks, int workers, int placement)
{
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, n_devices, 7, 9);
    return check_module(m, args, text, (Group){ .n_ranks = n_ranks, .workers = workers, .n_devices = n_devices, .placement = placement });
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

/* Operands that do not fit into a message's head, and pieces that are not in one piece in memory. */
static const char *const large[] = {
#define BIG "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\nENTRY e {\n a = f32[96,128] parameter(0)\n s = f32[96,128] multiply(a, a)\n"
    BIG " ROOT g = f32[96,128] all-reduce(s)" ALL ", to_apply=add\n}\n",
    BIG " ROOT g = f32[96,32] reduce-scatter(s)" ALL ", dimensions={1}, to_apply=add\n}\n",
    BIG " ROOT g = f32[96,128] all-to-all(s), channel_id=1, replica_groups={{3,0,1,2}}, dimensions={1}\n}\n",
    BIG " ROOT g = f32[96,128] all-to-all(s), channel_id=1, replica_groups={{0,2,1,3}}, dimensions={0}\n}\n",
    BIG " t = f32[3] iota(), iota_dimension=0\n g = (f32[96,128], f32[3]) all-reduce(s, t)" ALL ", to_apply=add\n ROOT r = f32[96,128] get-tuple-element(g), index=0\n}\n",
    /* Uneven slices, of elements that are added in more bits than they have. */
    "HloModule m\nadd {\n x = bf16[] parameter(0)\n y = bf16[] parameter(1)\n ROOT r = bf16[] add(x, y)\n}\nENTRY e {\n a = bf16[331,101] parameter(0)\n ROOT g = bf16[331,101] all-reduce(a)" CROSSED ", to_apply=add\n}\n",
    BIG " h = f32[384,128] all-gather(s)" ALL ", dimensions={0}\n g = f32[384,512] all-gather(h)" ALL ", dimensions={1}\n ROOT r = f32[192,512] slice(g), slice={[100:292], [0:512]}\n}\n",
    BIG " g = f32[96,128] collective-permute(s), channel_id=1, source_target_pairs={{0,3},{3,0},{1,2}}\n ROOT r = f32[96,128] subtract(g, s)\n}\n",
};

enum { IN_ONE_RANK = 9 };

static void test_equal(void)
{
    static const char *const types[] = { "f32[", "bf16[", "s32[" };
    for (guint i = 0; i < G_N_ELEMENTS(programs); i++)
        for (guint t = 0; t < G_N_ELEMENTS(types); t++) {
            GString *s = g_string_new(programs[i]);
            g_string_replace(s, "T[", types[t], 0);
            for (int n_ranks = 2; n_ranks <= MOST; n_ranks++)
                g_assert_true((check_ranks(s->str, 4, n_ranks, 1 + (int)(i + t) % 2, (int)(i + t + (guint)n_ranks) % N_PLACEMENTS) > 0) == (i != IN_ONE_RANK || n_ranks >= 3));
            g_string_free(s, TRUE);
        }
    for (guint i = 0; i < G_N_ELEMENTS(large); i++)
        for (int n_ranks = 2; n_ranks <= MOST; n_ranks++)
            for (int placement = 0; placement < N_PLACEMENTS; placement++)
                g_assert_cmpint(check_ranks(large[i], 4, n_ranks, 1, placement), >, 4096);
}

/* Whatever the size: operands are lent, and results of reductions and gathers made in one rank's memory, where ranks share it; where they have too little or none, all is sent. */
static void test_lent(void)
{
    int64_t lent[N_PLACEMENTS] = { 0 };
    for (guint i = 0; i < G_N_ELEMENTS(programs) + G_N_ELEMENTS(large); i++) {
        bool is_large = i >= G_N_ELEMENTS(programs);
        GString *s = g_string_new(is_large ? large[i - G_N_ELEMENTS(programs)] : programs[i]);
        g_string_replace(s, "T[", i % 2 ? "s32[" : "f32[", 0);
        g_autoptr(IrModule) m = module_of(s->str);
        g_autoptr(GPtrArray) args = random_args(m, 4, 7, 9);
        for (int n_ranks = 2; n_ranks <= MOST; n_ranks++)
            for (int placement = 0; placement < N_PLACEMENTS; placement++) {
                int64_t before = lent[placement];
                check_module(m, args, s->str, (Group){ .n_ranks = n_ranks, .workers = 1 + (int)i % 2, .n_devices = 4, .placement = placement, .slice_from = 1, .lends = &lent[placement] });
                if (placement == TOGETHER && i != IN_ONE_RANK)
                    g_assert_cmpint(lent[placement], >, before);
            }
        g_string_free(s, TRUE);
    }
    g_assert_cmpint(lent[APART] + lent[TIGHT], ==, 0);
}

/* What is small is posted from the second step on where ranks share memory. */
static void test_posted(void)
{
    int64_t posted[N_PLACEMENTS] = { 0 };
    for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
        GString *s = g_string_new(programs[i]);
        g_string_replace(s, "T[", i % 2 ? "bf16[" : "f32[", 0);
        g_autoptr(IrModule) m = module_of(s->str);
        g_autoptr(GPtrArray) args = random_args(m, 4, 7, 9);
        for (int n_ranks = 2; n_ranks <= MOST; n_ranks++)
            for (int placement = 0; placement < N_PLACEMENTS; placement++) {
                int64_t before = posted[placement];
                check_module(m, args, s->str, (Group){ .n_ranks = n_ranks, .workers = 1 + (int)i % 2, .n_devices = 4, .placement = placement, .posts = &posted[placement] });
                if (placement == TOGETHER && i != IN_ONE_RANK)
                    g_assert_cmpint(posted[placement], >, before);
            }
        g_string_free(s, TRUE);
    }
    g_assert_cmpint(posted[APART] + posted[TIGHT], ==, 0);
}

/* Small operands of which each rank reads a little are read where they are, trip after trip; each trip makes the next one's operand of them, where it could be overwritten. */
static void test_places(void)
{
    static const char text[] =
        "HloModule m\nbody {\n t = (s32[], f32[32,16]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n x = f32[32,16] get-tuple-element(t), index=1\n o = s32[] constant(1)\n j = s32[] add(i, o)\n"
        " g = f32[32,16] all-to-all(x), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}\n y = f32[32,16] subtract(x, g)\n"
        " h = f32[32,16] all-to-all(y), channel_id=2, replica_groups={{3,0,2,1}}, dimensions={1}\n n = f32[32,16] maximum(h, y)\n ROOT u = (s32[], f32[32,16]) tuple(j, n)\n}\n"
        "more {\n t = (s32[], f32[32,16]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n n = s32[] constant(30)\n ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "ENTRY e {\n a = f32[32,16] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[32,16]) tuple(z, a)\n w = (s32[], f32[32,16]) while(t), condition=more, body=body\n"
        " ROOT r = f32[32,16] get-tuple-element(w), index=1\n}\n";
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 4, 7, 9);
    for (int n_ranks = 2; n_ranks <= MOST; n_ranks++)
        for (int placement = 0; placement < N_PLACEMENTS; placement++) {
            int64_t lent = 0;
            check_module(m, args, text, (Group){ .n_ranks = n_ranks, .workers = 1, .n_devices = 4, .placement = placement, .lends = &lent });
            g_assert_true((lent > 0) == (placement == TOGETHER));
        }
}

/* Random programs with random shardings, as they are partitioned; all-reduces of any size by slices. RANDOM_PROGRAMS=N: so many; RANDOM_SEED=S: the
 * first seed. */
static void test_random(void)
{
    int n = g_getenv("RANDOM_PROGRAMS") ? atoi(g_getenv("RANDOM_PROGRAMS")) : 12, first = g_getenv("RANDOM_SEED") ? atoi(g_getenv("RANDOM_SEED")) : 1, compared = 0;
    for (int seed = first; seed < first + n; seed++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(RandomProgram) random = random_program_new((guint)seed);
        g_autofree char *text = random_program_text(random);
        g_autoptr(IrModule) plain = program_parse("random.hlo", text, strlen(text), &error);
        IrModule *m = program_parse("random.hlo", text, strlen(text), &error);
        g_assert_true(plain && m && pass_import(plain, NULL, NULL, &error));
        g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
        g_assert_no_error(error);
        if (c->n_devices < 2)
            continue;
        g_autoptr(GPtrArray) whole = fill_arguments(plain, FILL_RANDOM, (guint64)seed, seed & 1 ? 3 : 12, &error);
        g_autoptr(GPtrArray) pieces = conform_cut(c->whole, whole, c->local, c->n_devices);
        compared += check_module(c->local, pieces, text, (Group){ .n_ranks = 2 + seed % 3, .workers = 1 + seed % 2, .n_devices = (int)c->n_devices, .slice_from = seed % 4 ? 1 : 0, .placement = seed % 7 % N_PLACEMENTS }) > 0;
    }
    g_test_message("%d of %d programs sent something", compared, n);
    g_assert_cmpint(compared, >, 0);
}

/* Device 0 takes the branch without the collective, so the others would wait forever: each rank learns about all of them. */
static void check_stuck(const char *text, int placement);

static void test_stuck(void)
{
    static const char stuck[] =
        "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "f {\n p = f32[4] parameter(0)\n ROOT lonely = f32[4] all-reduce(p), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=add\n}\n"
        "g {\n q = f32[4] parameter(0)\n ROOT n = f32[4] negate(q)\n}\n"
        "ENTRY e {\n a = f32[4] parameter(0)\n i = u32[] partition-id()\n z = u32[] constant(0)\n c = pred[] compare(i, z), direction=NE\n"
        " ROOT r = f32[4] conditional(c, a, a), true_computation=f, false_computation=g\n}\n";
    check_stuck(stuck, -1);
}

/* The same in the third trip of a loop, when ranks have met before and post what they have. */
static void test_stuck_late(void)
{
    static const char late[] =
        "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "f {\n p = f32[4] parameter(0)\n ROOT lonely = f32[4] all-reduce(p), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=add\n}\n"
        "g {\n q = f32[4] parameter(0)\n ROOT n = f32[4] negate(q)\n}\n"
        "body {\n t = (s32[], f32[4]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n x = f32[4] get-tuple-element(t), index=1\n o = s32[] constant(1)\n j = s32[] add(i, o)\n"
        " d = u32[] partition-id()\n z = u32[] constant(0)\n a = pred[] compare(d, z), direction=NE\n w = s32[] constant(2)\n b = pred[] compare(i, w), direction=LT\n c = pred[] or(a, b)\n"
        " y = f32[4] conditional(c, x, x), true_computation=f, false_computation=g\n ROOT u = (s32[], f32[4]) tuple(j, y)\n}\n"
        "more {\n t = (s32[], f32[4]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n n = s32[] constant(3)\n ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "ENTRY e {\n a = f32[4] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[4]) tuple(z, a)\n w = (s32[], f32[4]) while(t), condition=more, body=body\n"
        " ROOT r = f32[4] get-tuple-element(w), index=1\n}\n";
    check_stuck(late, TOGETHER);
}

/* placement: -1 = another one in each round. */
static void check_stuck(const char *stuck, int placement)
{
    g_autoptr(IrModule) m = module_of(stuck);
    g_autoptr(GPtrArray) args = random_args(m, 4, 1, 1);
    g_autoptr(Program) p = program_new(m, 4, NULL);
    for (int round = 0; round < 3; round++) {
        Group g = { .n_ranks = 2 + round, .workers = 1 + round % 2, .steps = 1, .program = p, .args = args, .text = stuck, .fails = -1, .placement = placement >= 0 ? placement : (round + 1) % N_PLACEMENTS };
        run_group(&g);
        int reports = 0;
        for (int i = 0; i < g.n_ranks; i++) {
            g_assert_false(g.parts[i].left_well);
            if (g.parts[i].ok) { /* its only device has ended its step */
                g_assert_cmpint(i, ==, 0);
                g_assert_cmpint(g.n_ranks, >=, 3);
                continue;
            }
            g_assert_error(g.parts[i].error, SHARD_ERROR, SHARD_ERROR_RUN);
            bool own = strstr(g.parts[i].error->message, "deadlock") && !g_str_has_prefix(g.parts[i].error->message, "rank");
            reports += own;
            for (int d = 1; d < 4; d++) {
                g_autofree char *text = g_strdup_printf("device %d waits at lonely for device 0", d);
                g_assert_nonnull(strstr(g.parts[i].error->message, text));
            }
            if (own && i == 0) /* the rank that runs the device has the details */
                g_assert_nonnull(strstr(g.parts[i].error->message, "device 0 (at its end)"));
            g_clear_error(&g.parts[i].error);
        }
        g_assert_cmpint(reports, >, 0);
    }
}

/* One rank gives up between two steps: the others, which wait for its devices, end with its words. */
static void test_failure(void)
{
    g_autofree char *text = g_strdup(programs[0]);
    GString *s = g_string_new(text);
    g_string_replace(s, "T[", "f32[", 0);
    g_autoptr(IrModule) m = module_of(s->str);
    g_autoptr(GPtrArray) args = random_args(m, 4, 1, 1);
    g_autoptr(Program) p = program_new(m, 4, NULL);
    for (int fails = 0; fails < 3; fails++) {
        Group g = { .n_ranks = 3, .workers = 1, .steps = 50, .program = p, .args = args, .text = s->str, .fails = fails, .placement = fails };
        run_group(&g);
        for (int i = 0; i < 3; i++) {
            g_assert_false(g.parts[i].ok || g.parts[i].left_well);
            g_assert_nonnull(strstr(g.parts[i].error->message, "no more paper"));
            g_assert_true((strstr(g.parts[i].error->message, "rank") != NULL) == (i != fails));
            g_clear_error(&g.parts[i].error);
        }
    }
    g_string_free(s, TRUE);
}

/* Some rank finds no memory to send or to receive with: all of them end with an error that says so, or none if the run did not need it. */
static void test_short(void)
{
    int failures[2] = { 0 };
    for (int i = 0; i < 3; i++)
        for (int n = 1; n <= 10; n++) {
            g_autoptr(IrModule) m = module_of(large[i]);
            g_autoptr(GPtrArray) args = random_args(m, 4, 1, 1);
            g_autoptr(Program) p = program_new(m, 4, NULL);
            Group g = { .n_ranks = 2 + n % 2, .workers = 1, .steps = 4, .program = p, .args = args, .text = large[i], .fails = -1, .short_of = (n + 1) / 2, .short_in = (i + n) & 1, .placement = n % N_PLACEMENTS };
            run_group(&g);
            memory_fail(0, false);
            for (int k = 0; k < g.n_ranks; k++) {
                g_assert_true(g.parts[k].left_well == g.parts[0].left_well);
                failures[g.short_in] += !g.parts[k].ok;
                g_assert_true(g.parts[k].ok || strstr(g.parts[k].error->message, "memory"));
                g_clear_error(&g.parts[k].error);
            }
        }
    g_assert_cmpint(failures[0], >, 0);
}

static void send_one(Ranks *r, const Part *part, int channel, int i)
{
    gsize n = i % 3 ? 8 : 100000 + (gsize)i;
    char *bytes = g_malloc0(n);
    memcpy(bytes, &i, sizeof i);
    ranks_send(r, 1 - part->rank, channel, g_bytes_new_take(bytes, n));
}

static void receive_one(Ranks *r, Part *part, int channel, int i)
{
    g_autoptr(GBytes) mail = ranks_receive(r, 1 - part->rank, channel, NULL, &part->error);
    g_assert_no_error(part->error);
    int number;
    memcpy(&number, g_bytes_get_data(mail, NULL), sizeof number);
    g_assert_cmpint(number, ==, i);
    g_assert_cmpuint(g_bytes_get_size(mail), ==, i % 3 ? 8 : 100000 + (gsize)i);
}

/* Mail of one channel arrives in order, though the data of large mail takes longer than small mail that is sent after it, and some of what is said around steps
 * does not go as a message; many at once, then in turns. */
static void *send_mail(void *user)
{
    static const int channels[] = { RANKS_RESULTS, RANKS_STEP };
    Part *part = user;
    Ranks *r = ranks_new(hub_link(part->group->hub, part->rank), &part->error);
    g_assert_no_error(part->error);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 200; i++)
            send_one(r, part, channels[k], i);
        for (int i = 0; i < 200; i++)
            receive_one(r, part, channels[k], i);
    }
    for (int i = 0; i < 100; i++) {
        send_one(r, part, RANKS_STEP, i);
        receive_one(r, part, RANKS_STEP, i);
    }
    g_assert_true(ranks_leave(r, true, NULL));
    return NULL;
}

static void mail_between(int placement)
{
    Group g = { .n_ranks = 2 };
    g.hub = hub_of(2, placement);
    for (int i = 0; i < 2; i++) {
        g.parts[i] = (Part){ .group = &g, .rank = i };
        pthread_create(&g.parts[i].thread, NULL, send_mail, &g.parts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(g.parts[i].thread, NULL);
    g_assert_true(hub_free(g.hub));
}

/* ---- waiting for a core ------------------------------------------------------------------------------------------------ */

/* Events of a device: the last that waited for a core, and how many of those were within the collective after it. */
typedef struct Seen {
    int64_t from_ns, to_ns;
    int n_within;
} Seen;

static void see_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    Seen *s = lane;
    (void)op_id;
    if (cat == EVENT_QUEUE) {
        s->from_ns = start_ns;
        s->to_ns = start_ns + dur_ns;
    } else if (cat == EVENT_COLLECTIVE) {
        s->n_within += s->from_ns >= start_ns && s->to_ns <= start_ns + dur_ns && s->to_ns > 0;
        s->from_ns = s->to_ns = 0;
    }
}

/* Device 0 meets device 2, of another rank, while the only worker is busy with device 1: from when the packet of device 2 is there it waits for a core. If that came too late in one
 * step, another shows it. */
static void test_core(void)
{
    static const char text[] = "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\nENTRY e {\n a = f32[64] parameter(0)\n"
                               " ROOT g = f32[64] all-reduce(a), channel_id=1, replica_groups={{0,2},{1,3}}, use_global_device_ids=true, to_apply=add\n}\n";
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 4, 1, 1);
    g_autoptr(Program) p = program_new(m, 4, NULL);
    for (int placement = APART; placement <= TOGETHER; placement++) {
        Seen seen[2] = { 0 };
        void *lanes[] = { &seen[0], &seen[1] };
        EventSink sink = { .event = see_event, .lanes = lanes };
        Group g = { .n_ranks = 2, .workers = 1, .steps = 30, .program = p, .args = args, .text = text, .fails = -1, .placement = placement, .sink = &sink };
        run_group(&g);
        g_assert_true(g.parts[0].ok && g.parts[1].ok);
        g_assert_cmpint(seen[0].n_within, >, 0);
    }
}

static void test_mail(void)
{
    for (int placement = 0; placement < N_PLACEMENTS; placement++)
        mail_between(placement);
}

/* ---- a machine that vanishes ------------------------------------------------------------------------------------------- */

static void *wait_in_vain(void *user)
{
    enum { PATIENCE = 3 };
    Part *part = user;
    Group *g = part->group;
    Ranks *ranks = ranks_new(hub_link(g->hub, part->rank), &part->error);
    g_assert_no_error(part->error);
    pthread_barrier_wait(&g->ready);
    hub_cut(g->hub, 1);
    ranks_patience(ranks, 10000000, PATIENCE);
    g_autoptr(GBytes) mail = ranks_receive(ranks, 1 - part->rank, RANKS_PROGRAM, NULL, &part->error);
    g_assert_null(mail);
    part->left_well = ranks_leave(ranks, false, NULL);
    return NULL;
}

/* Nothing comes from the other rank any more, and nobody says that it has ended: both learn that they are alone. */
static void test_silence(void)
{
    Group g = { .n_ranks = 2, .hub = hub_new(2, 0, 0) };
    pthread_barrier_init(&g.ready, NULL, 2);
    for (int i = 0; i < 2; i++) {
        g_clear_pointer(&hub_link(g.hub, i)->bells, g_free); /* they are on two machines */
        g.parts[i] = (Part){ .group = &g, .rank = i };
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&g.parts[i].thread, NULL, wait_in_vain, &g.parts[i]);
    for (int i = 0; i < 2; i++) {
        g_autofree char *text = g_strdup_printf("rank %d on ", 1 - i);
        pthread_join(g.parts[i].thread, NULL);
        g_assert_error(g.parts[i].error, SHARD_ERROR, SHARD_ERROR_RUN);
        g_assert_true(g_str_has_prefix(g.parts[i].error->message, text) && strstr(g.parts[i].error->message, "has been silent"));
        g_assert_false(g.parts[i].left_well);
        g_clear_error(&g.parts[i].error);
    }
    pthread_barrier_destroy(&g.ready);
    g_assert_false(hub_free(g.hub));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ranks/equal", test_equal);
    g_test_add_func("/ranks/lent", test_lent);
    g_test_add_func("/ranks/posted", test_posted);
    g_test_add_func("/ranks/places", test_places);
    g_test_add_func("/ranks/random", test_random);
    g_test_add_func("/ranks/stuck", test_stuck);
    g_test_add_func("/ranks/stuck-late", test_stuck_late);
    g_test_add_func("/ranks/failure", test_failure);
    g_test_add_func("/ranks/short-of-memory", test_short);
    g_test_add_func("/ranks/core", test_core);
    g_test_add_func("/ranks/mail", test_mail);
    g_test_add_func("/ranks/silence", test_silence);
    return g_test_run();
}
