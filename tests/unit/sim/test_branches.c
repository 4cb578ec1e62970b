/* Conditionals in simulated steps: which branch runs how often, what that takes, and the memory of the largest. */
#include "runtime/api/predict_run.h"

#include "runtime/text/text.h"

/* Two branches: a product, which is dear, and a copy; `index` computes %k, `body` may wrap it. */
#define BRANCHES \
    "dear {\n  x = f32[2048,2048] parameter(0)\n  ROOT d = f32[2048,2048] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n" \
    "cheap {\n  x = f32[2048,2048] parameter(0)\n  ROOT d = f32[2048,2048] negate(x)\n}\n"
#define STATE "(s32[], f32[2048,2048])"

typedef struct Ran {
    IrModule *m;
    Simulation *s;
} Ran;

static Ran run(const char *text)
{
    GError *error = NULL;
    static const SimOptions plain;
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return (Ran){ m, simulation_new(m, NULL, hardware_named("h100x8"), &plain) };
}

static void done(Ran r)
{
    simulation_free(r.s);
    module_free(r.m);
}

static const SimNode *find(const SimList *l, SimClass cls)
{
    for (int i = 0; i < l->n; i++) {
        if (l->nodes[i].cls == cls)
            return &l->nodes[i];
        for (int p = 0; p < l->nodes[i].n_parts; p++) {
            const SimNode *n = find(l->nodes[i].parts[p].list, cls);
            if (n)
                return n;
        }
    }
    return NULL;
}

/* A step whose branch is chosen by `index`, which defines s32[] k of s32[] a, an argument. */
static Ran run_once(const char *index)
{
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=8\n" BRANCHES "ENTRY e {\n  a = s32[] parameter(0)\n  x = f32[2048,2048] parameter(1)\n%s"
                                            "  ROOT r = f32[2048,2048] conditional(k, x, x), branch_computations={dear, cheap}\n}\n", index);
    return run(text);
}

/* The same in a loop of 12 trips, of which i is the counter. */
static Ran run_loop(const char *index)
{
    g_autofree char *text = g_strdup_printf(
        "HloModule m, num_partitions=8\n" BRANCHES "c {\n  p = " STATE " parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(12)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "b {\n  p = " STATE " parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = f32[2048,2048] get-tuple-element(p), index=1\n%s"
        "  r = f32[2048,2048] conditional(k, x, x), branch_computations={dear, cheap}\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  ROOT t = " STATE " tuple(j, r)\n}\n"
        "ENTRY e {\n  x = f32[2048,2048] parameter(0)\n  z = s32[] constant(0)\n  t = " STATE " tuple(z, x)\n  l = " STATE " while(t), condition=c, body=b\n"
        "  ROOT r = f32[2048,2048] get-tuple-element(l), index=1\n}\n", index);
    return run(text);
}

static void check_shares(Ran r, double dear, double cheap)
{
    const SimNode *n = find(r.s->kernels->entry, SIM_BRANCH);
    g_assert_nonnull(n);
    g_assert_false(n->guessed);
    g_assert_cmpint(r.s->kernels->n_guessed, ==, 0);
    g_assert_cmpfloat(fabs(n->parts[0].times - dear), <, 1e-9);
    g_assert_cmpfloat(fabs(n->parts[1].times - cheap), <, 1e-9);
    g_assert_cmpfloat(fabs(n->time.ns - dear * n->parts[0].list->first_ns - cheap * n->parts[1].list->first_ns), <, 1e-3);
    done(r);
}

/* Nothing says which: halfway, from the shorter to the longer, in the memory of the larger. */
static void test_guessed(void)
{
    Ran r = run_once("  k = s32[] copy(a)\n");
    const SimNode *n = find(r.s->kernels->entry, SIM_BRANCH);
    g_assert_true(n->guessed);
    g_assert_cmpint(r.s->kernels->n_guessed, ==, 1);
    double dear = n->parts[0].list->first_ns, cheap = n->parts[1].list->first_ns;
    g_assert_cmpfloat(dear, >, 3 * cheap);
    g_assert_cmpfloat(fabs(n->time.ns - (dear + cheap) / 2), <, 1e-3);
    g_assert_cmpfloat(r.s->step.low_ns, <, r.s->step.ns - (dear - cheap) / 2);
    g_assert_cmpfloat(r.s->step.high_ns, >, r.s->step.ns + (dear - cheap) / 2);
    double sum = 0;
    for (int c = 0; c < N_SIM_CLASSES; c++)
        sum += r.s->ns[c];
    g_assert_cmpfloat(fabs(sum - r.s->step.ns), <, 1e-3);
    g_assert_cmpfloat(r.s->flops, ==, 2048.0 * 2048 * 2048); /* half of them */
    done(r);
}

static void test_known(void)
{
    check_shares(run_once("  k = s32[] constant(0)\n"), 1, 0);
    check_shares(run_once("  k = s32[] constant(7)\n"), 0, 1); /* beyond the last is the last */
    check_shares(run_loop("  two = s32[] constant(2)\n  k = s32[] clamp(two, i, two)\n"), 0, 1);
    check_shares(run_loop("  four = s32[] constant(4)\n  k = s32[] remainder(i, four)\n"), 1. / 4, 3. / 4);
    check_shares(run_loop("  last = s32[] constant(11)\n  is = pred[] compare(i, last), direction=NE\n  k = s32[] convert(is)\n"), 1. / 12, 11. / 12);
}

/* Where devices take different branches all wait for the dearest. */
static void test_devices(void)
{
    check_shares(run_once("  d = u32[] partition-id()\n  k = s32[] convert(d)\n"), 1, 0);
    check_shares(run_once("  t = s32[8] constant({3,4,5,6,7,8,9,1})\n  d = u32[] partition-id()\n  s = s32[1] dynamic-slice(t, d), dynamic_slice_sizes={1}\n  k = s32[] reshape(s)\n"), 0, 1);
    check_shares(run_loop("  d = u32[] partition-id()\n  e = s32[] convert(d)\n  k = s32[] subtract(i, e)\n"), 8. / 12, 4. / 12); /* device i in trip i */
}

/* The state that a trip changes is not known, what it passes on is. */
static void test_state(void)
{
    static const char form[] =
        "HloModule m\n" BRANCHES "c {\n  p = (s32[], s32[], f32[2048,2048]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(12)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "b {\n  p = (s32[], s32[], f32[2048,2048]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  k = s32[] get-tuple-element(p), index=1\n  x = f32[2048,2048] get-tuple-element(p), index=2\n"
        "  r = f32[2048,2048] conditional(k, x, x), branch_computations={dear, cheap}\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  m = s32[] add(k, k)\n  ROOT t = (s32[], s32[], f32[2048,2048]) tuple(j, %s, r)\n}\n"
        "ENTRY e {\n  x = f32[2048,2048] parameter(0)\n  z = s32[] constant(0)\n  w = s32[] constant(1)\n  t = (s32[], s32[], f32[2048,2048]) tuple(z, w, x)\n"
        "  l = (s32[], s32[], f32[2048,2048]) while(t), condition=c, body=b\n  ROOT r = f32[2048,2048] get-tuple-element(l), index=2\n}\n";
    g_autofree char *kept = g_strdup_printf(form, "k"), *changed = g_strdup_printf(form, "m");
    check_shares(run(kept), 0, 1);
    Ran r = run(changed);
    g_assert_true(find(r.s->kernels->entry, SIM_BRANCH)->guessed);
    done(r);
}

/* Memory is that of the branch that holds most, also where it is the cheap one. */
static void test_memory(void)
{
    Ran r = run("HloModule m\nsum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
                "dear {\n  x = f32[64,64] parameter(0)\n  a = f32[64,64] custom-call(x), custom_call_target=\"f\", backend_config=\"{\\\"flops\\\": 1e15}\"\n  ROOT c = f32[64,64] negate(a)\n}\n"
                "cheap {\n  x = f32[64,64] parameter(0)\n  w = f32[4096,64,64] broadcast(x), dimensions={1,2}\n  k = f32[4096,64,64] custom-call(w), custom_call_target=\"f\", backend_config=\"{\\\"flops\\\": 1}\"\n"
                "  z = f32[] constant(0)\n  ROOT s = f32[64,64] reduce(k, z), dimensions={0}, to_apply=sum\n}\n"
                "ENTRY e {\n  k = s32[] parameter(0)\n  x = f32[64,64] parameter(1)\n  ROOT r = f32[64,64] conditional(k, x, x), branch_computations={dear, cheap}\n}\n");
    const int64_t wide = 4096LL * 64 * 64 * 4;
    g_assert_cmpint(r.s->memory.temp_bytes, >=, wide);
    MemoryPlan plan;
    predict_memory(r.s, r.m, &plan);
    g_assert_cmpint(plan.temp_bytes, >=, wide);
    memory_plan_clear(&plan);
    done(r);
}

typedef struct Followed {
    int n;
    int64_t sum, end;
} Followed;

static void follow(void *lane, int op, int64_t start, int64_t dur, int cat)
{
    Followed *f = lane;
    (void)op;
    (void)cat;
    g_assert_cmpint(start, >=, f->end); /* one after the other: nothing here overlaps */
    f->n++;
    f->sum += dur;
    f->end = start + dur;
}

/* The events of a step are as long as it, whatever share of it each branch has. */
static void test_events(void)
{
    const char *index[] = { "  k = s32[] copy(a)\n", "  k = s32[] constant(1)\n" };
    for (int i = 0; i < 2; i++) {
        Ran r = run_once(index[i]);
        Followed f = { 0 };
        void *lanes[] = { &f };
        predict_emit(r.s, &(EventSink){ .event = follow, .lanes = lanes }, NULL, 1, 0);
        g_assert_cmpint(f.n, ==, i ? 1 : 3); /* the copy of a, and both branches */
        g_assert_cmpfloat(fabs((double)f.sum - r.s->step.ns), <, 2);
        done(r);
    }
    Ran r = run_loop("  four = s32[] constant(4)\n  k = s32[] remainder(i, four)\n");
    Followed f = { 0 };
    void *lanes[] = { &f };
    predict_emit(r.s, &(EventSink){ .event = follow, .lanes = lanes }, NULL, 1, 0);
    g_assert_cmpfloat(fabs((double)f.end - r.s->step.ns), <, 2);
    done(r);
}

/* Each sum is of the one before and itself: worked out naively they are 2^50 numbers. */
static void test_many(void)
{
    GString *t = g_string_new("  v0 = s32[] add(i, i)\n");
    for (int k = 1; k < 50; k++)
        g_string_append_printf(t, "  v%d = s32[] add(v%d, v%d)\n", k, k - 1, k - 1);
    g_string_append(t, "  k = s32[] copy(v49)\n");
    Ran r = run_loop(t->str);
    g_assert_cmpint(r.s->kernels->n_guessed, ==, 1);
    done(r);
    g_string_free(t, TRUE);
}

/* ---- what executions did ------------------------------------------------------------------------------------------------ */

/* Trips and branches that arguments say, which nothing in the program does. */
static const char by_arguments[] = "HloModule m\n" BRANCHES
    "body {\n  s = (s32[], f32[2048,2048], s32[2]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  x = f32[2048,2048] get-tuple-element(s), index=1\n  a = s32[2] get-tuple-element(s), index=2\n"
    "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  p = s32[1] slice(a), slice={[0:1]}\n  q = s32[] reshape(p)\n  c = pred[] compare(i, q), direction=LT\n"
    "  y = f32[2048,2048] conditional(c, x, x), true_computation=dear, false_computation=cheap\n  ROOT t = (s32[], f32[2048,2048], s32[2]) tuple(j, y, a)\n}\n"
    "more {\n  s = (s32[], f32[2048,2048], s32[2]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  a = s32[2] get-tuple-element(s), index=2\n  p = s32[1] slice(a), slice={[1:2]}\n"
    "  n = s32[] reshape(p)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
    "ENTRY e {\n  x = f32[2048,2048] parameter(0)\n  a = s32[2] parameter(1)\n  z = s32[] constant(0)\n  t = (s32[], f32[2048,2048], s32[2]) tuple(z, x, a)\n"
    "  w = (s32[], f32[2048,2048], s32[2]) while(t), condition=more, body=body\n  ROOT r = f32[2048,2048] get-tuple-element(w), index=1\n}\n";

static int id_of(const IrModule *m, OpCode code)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++)
            if (m->comps[c]->ops[i]->code == code)
                return m->comps[c]->ops[i]->id;
    g_assert_not_reached();
}

static void test_taken(void)
{
    GError *error = NULL;
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    SimOptions o = { .taken = taken };
    IrModule *m = program_parse("test.hlo", by_arguments, sizeof by_arguments - 1, &error);
    g_assert_no_error(error);
    /* Two executions on two devices: twelve trips each; device 1 took the dear branch in three of four, device 0 never. */
    int64_t trips[] = { 24, 2, 24, 2 }, branches[] = { 0, 24, 18, 6 };
    g_hash_table_insert(taken, GINT_TO_POINTER(id_of(m, OP_while)), &(SimTaken){ 2, 2, trips });
    g_hash_table_insert(taken, GINT_TO_POINTER(id_of(m, OP_conditional)), &(SimTaken){ 2, 2, branches });
    Ran r = { m, simulation_new(m, NULL, hardware_named("h100x8"), &o) };
    const SimNode *loop = find(r.s->kernels->entry, SIM_LOOP), *n = find(r.s->kernels->entry, SIM_BRANCH);
    g_assert_cmpint(loop->trips, ==, 12);
    g_assert_false(n->guessed);
    g_assert_cmpfloat(n->parts[0].times, ==, 0.75);
    g_assert_cmpfloat(n->parts[1].times, ==, 0.25);
    g_assert_cmpint(r.s->kernels->n_taken, ==, 2);
    g_assert_cmpint(r.s->kernels->n_guessed, ==, 0);
    g_assert_false(r.s->kernels->unknown_trips);
    done(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/branches/guessed", test_guessed);
    g_test_add_func("/sim/branches/known", test_known);
    g_test_add_func("/sim/branches/many", test_many);
    g_test_add_func("/sim/branches/devices", test_devices);
    g_test_add_func("/sim/branches/state", test_state);
    g_test_add_func("/sim/branches/memory", test_memory);
    g_test_add_func("/sim/branches/taken", test_taken);
    g_test_add_func("/sim/branches/events", test_events);
    return g_test_run();
}
