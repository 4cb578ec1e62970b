/* Devices, the worker pool and collectives: who waits for whom, what is recorded, and how a run ends. */
#include <string.h>
#include <pthread.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/compute/pool.h"
#include "tests/unit/exec/run_both.h"

/* ---- the pool ------------------------------------------------------------------------------------------ */

typedef struct Sum {
    Task task;
    Pool *pool;
    int64_t cells[1000];
    atomic_int *left;
    atomic_bool *done;
} Sum;

static void add_block(void *arg, int64_t i)
{
    ((Sum *)arg)->cells[i] += i;
}

static void sum_task(Task *task)
{
    Sum *s = (Sum *)task;
    Pool *pool = s->pool;
    atomic_bool *done = s->done;
    for (int round = 0; round < 20; round++)
        pool_for(pool, 1000, add_block, s);
    if (atomic_fetch_sub(s->left, 1) == 1) {
        atomic_store(done, true);
        pool_wake(pool);
    }
}

/* 24 sums at once. */
static void sum_all(Pool *pool)
{
    enum { N = 24 };
    Sum *sums = g_new0(Sum, N);
    atomic_int left = N;
    atomic_bool done = false;
    for (int i = 0; i < N; i++) {
        sums[i] = (Sum){ .task.run = sum_task, .pool = pool, .left = &left, .done = &done };
        pool_push(pool, &sums[i].task);
    }
    pool_work(pool, &done);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 1000; k++)
            g_assert_cmpint(sums[i].cells[k], ==, 20 * k);
    g_free(sums);
}

/* Also where workers are let sleep, while others are still awake, and woken again. */
static void test_pool(void)
{
    for (int workers = 1; workers <= 4; workers++) {
        Pool *pool = pool_new(workers);
        for (int i = 0; i < 3; i++) {
            pool_wakes(pool, i != 1);
            sum_all(pool);
        }
        pool_free(pool);
    }
}

/* ---- collectives ----------------------------------------------------------------------------------------- */

static const char *const collectives[] = {
    "ROOT r = T[4,6] all-reduce(a), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, to_apply=add",
    "ROOT r = T[4,6] all-reduce(a), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, to_apply=max",
    "ROOT r = T[4,6] all-reduce(a), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, to_apply=odd",
    "b = T[4,6] multiply(a, a) ROOT r = (T[4,6], T[4,6]) all-reduce(a, b), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, to_apply=add",
    "ROOT r = T[4,M6] all-gather(a), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, dimensions={1}",
    "ROOT r = T[M4,6] all-gather(a), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, dimensions={0}",
    "b = T[4,M6] broadcast(c), dimensions={0} i = T[4,M6] iota(), iota_dimension=1 x = T[4,M6] add(b, i) "
    "ROOT r = T[4,6] reduce-scatter(x), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, dimensions={1}, to_apply=add",
    "b = T[M4,6] broadcast(d), dimensions={1} i = T[M4,6] iota(), iota_dimension=0 x = T[M4,6] multiply(b, i) "
    "ROOT r = T[4,6] reduce-scatter(x), channel_id=1, replica_groups=GROUPS, use_global_device_ids=true, dimensions={0}, to_apply=odd",
    "b = T[3,M4] broadcast(e), dimensions={1} i = T[3,M4] iota(), iota_dimension=0 x = T[3,M4] add(b, i) "
    "ROOT r = T[3,M4] all-to-all(x), channel_id=1, replica_groups=GROUPS, dimensions={1}",
};

/* Groups of equal size: an odd number of members, permuted members, one member, all devices. */
typedef struct Grouping {
    int n_devices, size;
    const char *groups;
} Grouping;
static const Grouping groupings[] = {
    { 6, 3, "{{4,0,2},{5,1,3}}" }, { 6, 1, "{{5},{4},{3},{2},{1},{0}}" }, { 5, 5, "{{3,1,4,0,2}}" }, { 8, 2, "{{0,7},{6,1},{2,5},{4,3}}" },
    { 8, 4, "[2,4]<=[4,2]T(1,0)" }, { 7, 7, "{{0,1,2,3,4,5,6}}" },
};

static IrModule *collective_module(const char *body, const char *type, const Grouping *g)
{
    GString *s = g_string_new("HloModule m\n"
        "add {\n x = T[] parameter(0)\n y = T[] parameter(1)\n ROOT r = T[] add(x, y)\n}\n"
        "max {\n x = T[] parameter(0)\n y = T[] parameter(1)\n ROOT r = T[] maximum(x, y)\n}\n"
        "odd {\n x = T[] parameter(0)\n y = T[] parameter(1)\n m = T[] multiply(x, y)\n o = T[] constant(1)\n n = T[] add(m, o)\n ROOT r = T[] minimum(n, x)\n}\n"
        "ENTRY main {\n a = T[4,6] parameter(0)\n z = T[] constant(0)\n k = s32[] constant(0)\n"
        " c6 = T[4,1] slice(a), slice={[0:4], [0:1]}\n c = T[4] reshape(c6)\n d6 = T[1,6] slice(a), slice={[2:3], [0:6]}\n d = T[6] reshape(d6)\n E ");
    g_string_append(s, body);
    g_string_append(s, "\n}\n");
    char num[4][16];
    g_snprintf(num[0], 16, "%d", 6 * g->size);
    g_snprintf(num[1], 16, "%d", 4 * g->size);
    g_string_replace(s, "GROUPS", g->groups, 0);
    g_autofree char *flat = g_strdup_printf("w = T[%d] iota(), iota_dimension=0\n e = T[%d] add(w, w)\n", 4 * g->size, 4 * g->size);
    g_string_replace(s, "E ", flat, 1);
    g_string_replace(s, "M6", num[0], 0);
    g_string_replace(s, "M4", num[1], 0);
    g_string_replace(s, "T[", type, 0);
    for (const char *const *op = (const char *const[]){ " b = ", " i = ", " x = ", " ROOT r = ", NULL }; *op; op++) {
        g_autofree char *line = g_strdup_printf("\n%s", *op);
        g_string_replace(s, *op, line, 0);
    }
    IrModule *m = module_of(s->str);
    g_string_free(s, TRUE);
    return m;
}

static void test_collectives(void)
{
    static const char *const types[] = { "f32[", "bf16[", "s32[", "f64[" };
    for (guint i = 0; i < G_N_ELEMENTS(collectives); i++)
        for (guint g = 0; g < G_N_ELEMENTS(groupings); g++)
            for (guint t = 0; t < G_N_ELEMENTS(types); t++) {
                g_autoptr(IrModule) m = collective_module(collectives[i], types[t], &groupings[g]);
                g_autoptr(GPtrArray) args = random_args(m, groupings[g].n_devices, 3 + i, 9);
                g_autofree char *what = g_strdup_printf("%s in %s, %s", collectives[i], groupings[g].groups, types[t]);
                check_against_reference(m, groupings[g].n_devices, args, what);
            }
}

static void test_permute(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nENTRY e {\n a = f32[5] parameter(0)\n b = f32[5] collective-permute(a), channel_id=1, source_target_pairs={{0,3},{3,1},{4,4}}\n"
                                      " c = f32[5] add(a, b)\n ROOT d = f32[5] collective-permute(c), channel_id=2, source_target_pairs={{0,1},{1,2},{2,3},{3,4},{4,0}}\n}\n");
    g_autoptr(GPtrArray) args = random_args(m, 6, 1, 1);
    check_against_reference(m, 6, args, "permutes");
}

/* A donated argument, shared by reference with another device, must not be written through. */
static void test_shared_then_written(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "ENTRY e {\n a = f32[8] parameter(0)\n b = f32[8] all-reduce(a), channel_id=1, replica_groups={{0,1,2}}, use_global_device_ids=true, to_apply=add\n"
        " p = u32[] partition-id()\n u = f32[1] constant({5})\n c = f32[8] dynamic-update-slice(b, u, p)\n d = f32[8] collective-permute(c), channel_id=2, source_target_pairs={{0,1},{1,2},{2,0}}\n"
        " e1 = f32[8] dynamic-update-slice(d, u, p)\n ROOT f = f32[8] add(e1, e1)\n}\n");
    g_autoptr(GPtrArray) args = random_args(m, 3, 1, 1);
    check_against_reference(m, 3, args, "shared, then written");
}

/* A loop in which a collective of all devices is followed at once by collectives of smaller groups: a fast device already waits in the
 * next collective, with other groups, while slower devices still work on the first. */
static void test_meetings_in_turn(void)
{
    enum { TRIPS = 3000 };
    g_autofree char *text = g_strdup_printf("HloModule m\nmax {\n x = s32[] parameter(0)\n y = s32[] parameter(1)\n ROOT r = s32[] maximum(x, y)\n}\n"
        "b {\n p = (s32[], s32[]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n v = s32[] get-tuple-element(p), index=1\n o = s32[] constant(1)\n j = s32[] add(i, o)\n"
        " s = s32[] all-reduce(v), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=max\n"
        " t = s32[] all-reduce(s), channel_id=2, replica_groups={{3},{2},{1},{0}}, use_global_device_ids=true, to_apply=max\n"
        " u = s32[] add(t, o)\n ROOT q = (s32[], s32[]) tuple(j, u)\n}\n"
        "c {\n p = (s32[], s32[]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(%d)\n ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "ENTRY e {\n a = s32[] parameter(0)\n z = s32[] constant(0)\n t = (s32[], s32[]) tuple(z, a)\n w = (s32[], s32[]) while(t), condition=c, body=b\n"
        " ROOT r = s32[] get-tuple-element(w), index=1\n}\n", TRIPS);
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 4, 1, 9);
    int32_t highest = 0;
    for (guint d = 0; d < args->len; d++)
        highest = MAX(highest, *(const int32_t *)((const Tensor *)args->pdata[d])->data);
    for (int workers = 1; workers <= 4; workers++) {
        GError *error = NULL;
        g_autoptr(GPtrArray) results = run_executor(m, 4, args, workers, &error);
        g_assert_no_error(error);
        for (guint d = 0; d < results->len; d++)
            g_assert_cmpint(*(const int32_t *)((const Tensor *)results->pdata[d])->data, ==, highest + TRIPS);
    }
}

/* ---- how runs end ------------------------------------------------------------------------------------------ */

/* Device 0 takes the branch without the collective, so the others would wait forever: a deadlock that must be detected. */
static const char *const stuck =
    "HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
    "f {\n p = f32[4] parameter(0)\n ROOT lonely = f32[4] all-reduce(p), channel_id=1, replica_groups={{0,1,2}}, use_global_device_ids=true, to_apply=add\n}\n"
    "g {\n q = f32[4] parameter(0)\n ROOT n = f32[4] negate(q)\n}\n"
    "ENTRY e {\n a = f32[4] parameter(0)\n i = u32[] partition-id()\n z = u32[] constant(0)\n c = pred[] compare(i, z), direction=NE\n"
    " ROOT r = f32[4] conditional(c, a, a), true_computation=f, false_computation=g\n}\n";

static void test_deadlock(void)
{
    g_autoptr(IrModule) m = module_of(stuck);
    g_autoptr(GPtrArray) args = random_args(m, 3, 1, 1);
    for (int workers = 1; workers <= 3; workers++) {
        GError *error = NULL;
        g_assert_null(run_executor(m, 3, args, workers, &error));
        g_assert_error(error, SHARD_ERROR, SHARD_ERROR_RUN);
        g_assert_nonnull(strstr(error->message, "device 1 waits at lonely for device 0 (at its end)"));
        g_assert_nonnull(strstr(error->message, "device 2 waits at lonely for device 0 (at its end)"));
        g_clear_error(&error);
    }
}

enum { MAX_EVENTS = 64 };
typedef struct Lane {
    struct {
        int op_id, cat;
        int64_t start, dur;
    } events[MAX_EVENTS];
    int n;
    int64_t held, least; /* memory at the end and minimum memory */
} Lane;

static void on_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    Lane *l = lane;
    g_assert_cmpint(l->n, <, MAX_EVENTS);
    l->events[l->n].op_id = op_id;
    l->events[l->n].cat = cat;
    l->events[l->n].start = start_ns;
    l->events[l->n++].dur = dur_ns;
}

static void on_memory(void *lane, int64_t at_ns, int64_t held, int64_t high)
{
    Lane *l = lane;
    g_assert_cmpint(at_ns, >, 0);
    g_assert_cmpint(high, >=, held);
    l->held = held;
    l->least = MIN(l->least, held);
}

static EventMeeting met;
static void on_meeting(void *user, const EventMeeting *meeting)
{
    (void)user;
    met = *meeting;
}

/* One device is delayed: the timelines of the others show the wait, its own does not. */
static void test_slow_device(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nadd {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT r = f32[] add(x, y)\n}\n"
        "ENTRY e {\n a = f32[1000] parameter(0)\n b = f32[1000] multiply(a, a)\n"
        " s = f32[1000] all-reduce(b), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=add\n ROOT c = f32[1000] negate(s)\n}\n");
    g_autoptr(Program) program = program_new(m, 4, NULL);
    g_autoptr(Executable) exe = executable_new(program, NULL);
    g_autoptr(ExecContext) cx = exec_context_new(2);
    Lane *lanes = g_new0(Lane, 4);
    void *pointers[] = { &lanes[0], &lanes[1], &lanes[2], &lanes[3] };
    EventSink recorder = { .event = on_event, .memory = on_memory, .lanes = pointers, .meeting = on_meeting };
    exec_context_record(cx, &recorder);
    exec_context_delay(cx, 2, 30000);
    Buffer *in[4], *out[4], **ins[4], **outs[4];
    for (int d = 0; d < 4; d++) {
        in[d] = buffer_new(4000);
        memset(in[d]->data, 0, 4000);
        ins[d] = &in[d];
        outs[d] = &out[d];
    }
    StepStats stats;
    g_assert_true(executable_run(exe, cx, ins, outs, &stats, NULL));
    g_assert_cmpint(stats.collectives, ==, 1);
    g_assert_cmpint(stats.collective_bytes, ==, 2 * 4000 * 3 / 4);
    g_assert_cmpint(met.n_members, ==, 4);
    g_assert_cmpint(met.last_ns - met.first_ns, >, 25000000);
    g_assert_cmpint(met.end_ns, >=, met.last_ns);
    for (int d = 0; d < 4; d++) {
        g_assert_cmpint(lanes[d].least, >=, 0);
        g_assert_cmpint(lanes[d].held, >=, 4000); /* at least the result, which is not an argument */
        g_assert_cmpint(lanes[d].held, <, 4 * 4000);
        int64_t waited = 0, end = 0;
        bool transfer = false;
        for (int i = 0; i < lanes[d].n; i++) {
            g_assert_cmpint(lanes[d].events[i].start, >=, end); /* in order, never overlapping */
            end = lanes[d].events[i].start + lanes[d].events[i].dur;
            g_assert_cmpint(lanes[d].events[i].start, >=, stats.start_ns);
            g_assert_cmpint(end, <=, stats.end_ns);
            if (lanes[d].events[i].cat == EVENT_WAIT)
                waited += lanes[d].events[i].dur;
            transfer |= lanes[d].events[i].cat == EVENT_COLLECTIVE;
        }
        g_assert_true(transfer);
        if (d == 2)
            g_assert_cmpint(waited, <, 1000000);
        else
            g_assert_cmpint(waited, >, 25000000);
        buffer_unref(in[d]);
        buffer_unref(out[d]);
    }
    g_free(lanes);
}

static void *cancel_later(void *stop)
{
    usleep(20000);
    stop_request(stop);
    return NULL;
}

static void test_cancel(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nb {\n p = (s32[]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n o = s32[] constant(0)\n j = s32[] add(i, o)\n ROOT t = (s32[]) tuple(j)\n}\n"
        "c {\n p = (s32[]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(5)\n ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "ENTRY e {\n z = s32[] parameter(0)\n t = (s32[]) tuple(z)\n ROOT w = (s32[]) while(t), condition=c, body=b\n}\n");
    g_autoptr(Program) program = program_new(m, 3, NULL);
    g_autoptr(Executable) exe = executable_new(program, NULL);
    g_autoptr(ExecContext) cx = exec_context_new(2);
    Stop stop = { 0 };
    exec_context_stop(cx, &stop);
    Buffer *in[3], *out[3], **ins[3], **outs[3];
    for (int d = 0; d < 3; d++) {
        in[d] = buffer_new(4);
        memset(in[d]->data, 0, 4);
        ins[d] = &in[d];
        outs[d] = &out[d];
    }
    pthread_t thread;
    pthread_create(&thread, NULL, cancel_later, &stop);
    GError *error = NULL;
    g_assert_false(executable_run(exe, cx, ins, outs, NULL, &error)); /* an endless loop */
    pthread_join(thread, NULL);
    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_STOPPED);
    g_clear_error(&error);
    for (int d = 0; d < 3; d++)
        buffer_unref(in[d]);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Donated arguments may be overwritten and returned as results; other arguments stay unchanged. */
static void test_donation(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m, input_output_alias={ {0}: (0, {}, may-alias) }\n"
        "ENTRY e {\n a = f32[100] parameter(0)\n b = f32[100] parameter(1)\n c = f32[100] add(a, b)\n d = f32[100] multiply(b, b)\n ROOT t = (f32[100], f32[100]) tuple(c, d)\n}\n");
    g_autoptr(Program) program = program_new(m, 1, NULL);
    g_autoptr(Executable) exe = executable_new(program, NULL);
    g_autoptr(ExecContext) cx = exec_context_new(1);
    g_assert_true(executable_donates(exe, 0));
    g_assert_false(executable_donates(exe, 1));
    g_assert_cmpint(program->memory.alias_bytes, ==, 400);
    Buffer *in[2] = { buffer_new(400), buffer_new(400) }, *out[2], **ins[1] = { in }, **outs[1] = { out };
    for (int i = 0; i < 100; i++) {
        ((float *)in[0]->data)[i] = (float)i;
        ((float *)in[1]->data)[i] = 2;
    }
    void *given = in[0]->data;
    g_assert_true(executable_run(exe, cx, ins, outs, NULL, NULL));
    g_assert_null(in[0]);
    g_assert_true(out[0]->data == given);
    g_assert_cmpfloat(((float *)out[0]->data)[7], ==, 9);
    g_assert_cmpfloat(((float *)in[1]->data)[7], ==, 2);
    /* A second reference to the buffer forbids overwriting. */
    Buffer *kept = buffer_ref(out[0]);
    buffer_unref(out[1]);
    in[0] = out[0];
    g_assert_true(executable_run(exe, cx, ins, outs, NULL, NULL));
    g_assert_nonnull(in[0]);
    g_assert_cmpfloat(((float *)kept->data)[7], ==, 9);
    g_assert_cmpfloat(((float *)out[0]->data)[7], ==, 11);
    buffer_unref(kept);
    buffer_unref(in[0]);
    buffer_unref(in[1]);
    buffer_unref(out[0]);
    buffer_unref(out[1]);
}

/* A value that does not fit into memory ends the run with an error that names the instruction and the size; with more memory the program
 * runs. */
static void test_room(void)
{
    static const struct { const char *text, *message; size_t limit; } cases[] = {
        { "HloModule m, num_partitions=2\nENTRY e {\n  x = f32[1024] parameter(0)\n  ROOT b = f32[4096,1024] broadcast(x), dimensions={1}\n}\n",
          "4:8: not enough memory for broadcast b of f32[4096,1024]: 16 MiB for its result on device ", 12 << 20 },
        { "HloModule m, num_partitions=2\nENTRY e {\n  x = f32[1024,1024] parameter(0)\n  ROOT g = f32[2048,1024] all-gather(x), dimensions={0}, replica_groups={{0,1}}, "
          "channel_id=1, use_global_device_ids=true\n}\n",
          "4:8: not enough memory for all_gather g of f32[2048,1024]: 8 MiB for its results on device ", 12 << 20 },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(cases); i++) {
        g_autoptr(IrModule) m = module_of(cases[i].text);
        g_autoptr(GPtrArray) args = random_args(m, 2, 1, 3);
        for (int workers = 1; workers <= 2; workers++) {
            g_autoptr(GError) error = NULL;
            buffer_limit(cases[i].limit);
            g_assert_null(run_executor(m, 2, args, workers, &error));
            buffer_limit(0);
            g_assert_error(error, SHARD_ERROR, SHARD_ERROR_LIMIT);
            if (!strstr(error->message, cases[i].message))
                g_error("%s\nwant: %s", error->message, cases[i].message);
            check_against_reference(m, 2, args, cases[i].text);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/pool", test_pool);
    g_test_add_func("/exec/collectives", test_collectives);
    g_test_add_func("/exec/permute", test_permute);
    g_test_add_func("/exec/shared-then-written", test_shared_then_written);
    g_test_add_func("/exec/meetings-in-turn", test_meetings_in_turn);
    g_test_add_func("/exec/deadlock", test_deadlock);
    g_test_add_func("/exec/slow-device", test_slow_device);
    g_test_add_func("/exec/cancel", test_cancel);
    g_test_add_func("/exec/donation", test_donation);
    g_test_add_func("/exec/room", test_room);
    return g_test_run();
}
