/* What insertion decides: partial sums deferred, reshards shared, loops without reshards, users considered in advance. Programs are small
 * enough that the best plan is known. */
#include "runtime/partition/partition.h"
#include "runtime/passes/pipeline.h"
#include "runtime/propagate/propagate.h"
#include "runtime/text/text.h"

typedef struct Plan {
    IrModule *m, *local;
    DecisionLog *log;
    Planner *planner;
    CollTotal totals[N_COLL_KINDS];
    int64_t traffic;
} Plan;

static const Sharding *spec(IrModule *m, int rank, const int *axis_of_dim)
{
    AxisRef refs[4];
    AxisList dims[4] = { 0 };
    for (int d = 0; d < rank; d++)
        if (axis_of_dim[d] >= 0) {
            refs[d] = (AxisRef){ axis_of_dim[d], 1, m->mesh->axes[axis_of_dim[d]].size };
            dims[d] = (AxisList){ &refs[d], 1 };
        }
    return sharding_of_dims(m->shardings, m->mesh, rank, dims);
}

/* Shards parameters as listed (an axis for each dim, -1 = none; rows of 2); results are replicated. */
static Plan make(const char *text, const int *params, bool first_match)
{
    Plan p = { 0 };
    GError *error = NULL;
    p.m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    MeshAxis axes[] = { { "a", 4 }, { "b", 2 } };
    p.m->mesh = mesh_intern(p.m->shardings, &(Mesh){ .name = "mesh", .n_axes = 2, .axes = axes, .n_devices = 8 });
    IrComp *e = p.m->entry;
    for (int i = 0; i < e->n_params; i++) {
        e->params[i]->shardings = arena_array(p.m->arena, const Sharding *, 1);
        e->params[i]->shardings[0] = spec(p.m, e->params[i]->type->rank, params + 2 * i);
    }
    int n = type_n_leaves(e->root->type);
    e->results = arena_array(p.m->arena, IrParamInfo, n);
    for (int i = 0; i < n; i++)
        e->results[i].sharding = sharding_replicated(p.m->shardings, p.m->mesh, type_leaf(e->root->type, i)->rank);
    p.log = decision_log_new();
    g_assert_true(propagate(p.m, PROPAGATE_USER_PRIORITY, p.log, &error));
    p.planner = planner_new(p.m, hardware_named("cpu"));
    g_assert_true(insert_reshards(p.m, p.planner, &(PartitionOptions){ .first_match = first_match }, p.log, &error));
    g_assert_true(plan_reshards(p.m, p.planner, p.log, &error));
    p.local = localise(p.m, hardware_named("cpu"), p.log, &error);
    g_assert_no_error(error);
    module_traffic(p.local, p.totals, &p.traffic);
    return p;
}

static void plan_clear(Plan *p)
{
    planner_free(p->planner);
    decision_log_free(p->log);
    module_free(p->local);
    module_free(p->m);
}

/* Two products whose partial sums are added: one all-reduce suffices for both. */
static void test_partial_sums_meet(void)
{
    static const char text[] = "HloModule m\nENTRY e {\n x = f32[8,64] parameter(0)\n y = f32[64,8] parameter(1)\n z = f32[64,8] parameter(2)\n"
                               " p = f32[8,8] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                               " q = f32[8,8] dot(x, z), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n ROOT s = f32[8,8] add(p, q)\n}\n";
    Plan p = make(text, (int[]){ -1, 0, 0, -1, 0, -1 }, false);
    g_assert_cmpint(p.totals[COLL_ALL_REDUCE].count + p.totals[COLL_REDUCE_SCATTER].count, ==, 1);
    plan_clear(&p);
}

/* A value that one user needs replicated and another sharded is gathered once; the second takes a slice. */
static void test_reshards_are_shared(void)
{
    static const char text[] = "HloModule m\nENTRY e {\n x = f32[64,64] parameter(0)\n"
                               " p = f32[64,64] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                               " ROOT t = (f32[64,64], f32[64,64]) tuple(x, p)\n}\n";
    Plan p = make(text, (int[]){ 0, -1 }, false);
    int64_t whole = 64 * 64 * 4, gather = whole / 8 * 7; /* over all devices, at most */
    g_assert_cmpint(p.traffic, <=, 2 * gather); /* x once for all users, and the product */
    plan_clear(&p);
}

/* A partial sum used inside and outside of a branch is reduced once, not twice. */
static void test_sum_for_a_branch(void)
{
    static const char text[] =
        "HloModule m\nfirst { m = f32[64,64] parameter(0)\n ROOT r = f32[1,64] slice(m), slice={[0:1], [0:64]} }\n"
        "last { m = f32[64,64] parameter(0)\n ROOT r = f32[1,64] slice(m), slice={[63:64], [0:64]} }\n"
        "ENTRY e {\n x = f32[64,512] parameter(0)\n p = pred[] parameter(1)\n"
        " d = f32[64,64] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
        " c = f32[1,64] conditional(p, d, d), true_computation=first, false_computation=last\n t = f32[64,64] tanh(d)\n"
        " ROOT r = (f32[1,64], f32[64,64]) tuple(c, t)\n}\n";
    Plan p = make(text, (int[]){ -1, 0, -1, -1 }, false);
    g_assert_cmpint(p.traffic, <=, 2 * 64 * 64 * 4 / 4 * 3); /* one all-reduce along the axis of four */
    plan_clear(&p);
}

/* A loop-invariant value is not moved in each of the 16 trips. */
static void test_loop_invariant(void)
{
    static const char text[] =
        "HloModule m\ncond { s = (s32[], f32[8,64], f32[64,64]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " n = s32[] constant(16)\n ROOT r = pred[] compare(i, n), direction=LT }\n"
        "body { s = (s32[], f32[8,64], f32[64,64]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " x = f32[8,64] get-tuple-element(s), index=1\n w = f32[64,64] get-tuple-element(s), index=2\n one = s32[] constant(1)\n"
        " j = s32[] add(i, one)\n y = f32[8,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        " t = f32[8,64] tanh(y)\n ROOT r = (s32[], f32[8,64], f32[64,64]) tuple(j, t, w) }\n"
        "ENTRY e { x = f32[8,64] parameter(0)\n w = f32[64,64] parameter(1)\n z = s32[] constant(0)\n"
        " t = (s32[], f32[8,64], f32[64,64]) tuple(z, x, w)\n l = (s32[], f32[8,64], f32[64,64]) while(t), condition=cond, body=body\n"
        " ROOT r = f32[8,64] get-tuple-element(l), index=1 }\n";
    Plan p = make(text, (int[]){ 0, -1, 0, -1 }, false);
    Plan naive = make(text, (int[]){ 0, -1, 0, -1 }, true);
    int64_t once = 64 * 64 * 4, trips = 16 * 8 * 64 * 4; /* the weights once, and an activation in each trip */
    g_assert_cmpint(p.traffic, <=, once + trips);
    g_assert_cmpint(p.traffic * 4, <, naive.traffic);
    plan_clear(&naive);
    plan_clear(&p);
}

/* A loop reads the rows of a sharded array one by one: the array is gathered once, instead of an all-reduce for each row. The loop
 * state's sum is broadcast in the same trip: broadcasting a pending partial sum is not free. */
static void test_loop_reads_rows(void)
{
    static const char text[] =
        "HloModule m\nadd { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = f32[] add(p, q) }\n"
        "cond { s = (s32[], f32[16,8], f32[8]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " n = s32[] constant(16)\n ROOT r = pred[] compare(i, n), direction=LT }\n"
        "body { s = (s32[], f32[16,8], f32[8]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " x = f32[16,8] get-tuple-element(s), index=1\n c = f32[8] get-tuple-element(s), index=2\n one = s32[] constant(1)\n zero = s32[] constant(0)\n"
        " j = s32[] add(i, one)\n r = f32[1,8] dynamic-slice(x, i, zero), dynamic_slice_sizes={1,8}\n v = f32[8] reshape(r)\n z = f32[] constant(0)\n"
        " a = f32[] reduce(c, z), dimensions={0}, to_apply=add\n b = f32[8] broadcast(a), dimensions={}\n d = f32[8] add(b, v)\n"
        " ROOT t = (s32[], f32[16,8], f32[8]) tuple(j, x, d) }\n"
        "ENTRY e { x = f32[16,8] parameter(0)\n z = s32[] constant(0)\n f = f32[] constant(0)\n c = f32[8] broadcast(f), dimensions={}\n"
        " t = (s32[], f32[16,8], f32[8]) tuple(z, x, c)\n l = (s32[], f32[16,8], f32[8]) while(t), condition=cond, body=body\n"
        " ROOT r = f32[8] get-tuple-element(l), index=2 }\n";
    Plan p = make(text, (int[]){ 0, 1 }, false);
    int64_t once = 16 * 4 * 4 / 4 * 3, sums = 16 * 4, result = 4 * 4; /* columns of three other devices; one number in each trip; half of the result */
    g_assert_cmpint(p.traffic, <=, once + sums + result);
    plan_clear(&p);
}

/* A greedy choice is worse: each slice alone is cheapest on the sharded array, but all of them end replicated, and the array is small
 * enough to be gathered once. */
static void test_looks_ahead(void)
{
    static const char text[] =
        "HloModule m\nENTRY e {\n x = f32[10,8] parameter(0)\n r = f32[10,8] reverse(x), dimensions={0}\n"
        " p = f32[9,8] slice(x), slice={[1:10], [0:8]}\n q = f32[9,8] slice(r), slice={[1:10], [0:8]}\n"
        " ROOT t = (f32[9,8], f32[9,8], f32[10,8]) tuple(p, q, r)\n}\n";
    Plan p = make(text, (int[]){ 0, -1 }, false);
    int64_t whole = 12 * 8 * 4; /* four tiles of three rows */
    g_assert_cmpint(p.traffic, <=, whole / 4 * 3);
    plan_clear(&p);
}

/* Each op of the chain is cheapest with its operand's sharding; only the whole chain, with the sum at its end, makes it better to move
 * the small vector instead. Op by op, a greedy choice gathers the large product. */
static void test_chain(void)
{
    static const char text[] =
        "HloModule m\nadd { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = f32[] add(p, q) }\n"
        "ENTRY e { x = f32[64,8] parameter(0)\n y = f32[8,256] parameter(1)\n"
        " p = f32[64,256] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n t = f32[64,256] tanh(p)\n"
        " u = f32[64,256] multiply(t, p)\n v = f32[64,256] negate(u)\n w = f32[256,64] transpose(v), dimensions={1,0}\n"
        " z = f32[] constant(0)\n ROOT s = f32[64] reduce(w, z), dimensions={0}, to_apply=add }\n";
    Plan p = make(text, (int[]){ -1, 0, 0, -1 }, false), greedy = make(text, (int[]){ -1, 0, 0, -1 }, true);
    g_assert_cmpint(p.traffic * 4, <, greedy.traffic);
    int n_lost = 0;
    g_autoptr(GString) scratch = g_string_new(NULL);
    for (int i = 0; i < p.log->choices.n; i++)
        for (int k = 0; k < p.log->choices.v[i].n_options; k++) {
            const ChoiceOption *o = &p.log->choices.v[i].options[k];
            g_assert_true(o->chosen == (k == 0));
            const char *why = decision_option_why(scratch, &p.log->choices.v[i], k);
            g_assert_true(o->chosen ? !why : why && *why);
            n_lost += !o->chosen;
        }
    g_assert_cmpint(n_lost, >, 0);
    plan_clear(&greedy);
    plan_clear(&p);
}

/* Two constraints in a row, then the replicated value: it is gathered once, and both sharded copies are slices of it. */
static void test_fuller_copy_serves(void)
{
    static const char text[] =
        "HloModule m\nENTRY e { x = f32[64,64] parameter(0)\n"
        " a = f32[64,64] custom-call(x), custom_call_target=\"Sharding\", sharding={devices=[1,8]<=[8]}\n"
        " b = f32[64,64] negate(a)\n"
        " c = f32[64,64] custom-call(b), custom_call_target=\"Sharding\", sharding={devices=[8,1]<=[8]}\n"
        " ROOT d = f32[64,64] tanh(c) }\n";
    Plan p = make(text, (int[]){ 0, -1 }, false);
    g_assert_cmpint(p.traffic, <=, 64 * 64 * 4 / 4 * 3); /* the missing part of x */
    plan_clear(&p);
}

/* Loop state has the sharding that the body uses, even if its initial value has another: no trip moves it. */
static void test_loop_carries_as_it_works(void)
{
    static const char text[] =
        "HloModule m\nless { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT r = pred[] compare(p, q), direction=LT }\n"
        "cond { s = (s32[], f32[64,64]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " n = s32[] constant(16)\n ROOT r = pred[] compare(i, n), direction=LT }\n"
        "body { s = (s32[], f32[64,64]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
        " x = f32[64,64] get-tuple-element(s), index=1\n one = s32[] constant(1)\n j = s32[] add(i, one)\n"
        " y = f32[64,64] sort(x), dimensions={0}, to_apply=less\n ROOT r = (s32[], f32[64,64]) tuple(j, y) }\n"
        "ENTRY e { x = f32[64,64] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[64,64]) tuple(z, x)\n"
        " l = (s32[], f32[64,64]) while(t), condition=cond, body=body\n ROOT r = f32[64,64] get-tuple-element(l), index=1 }\n";
    Plan p = make(text, (int[]){ 0, -1 }, false);
    g_assert_cmpint(p.traffic, <=, 2 * 64 * 64 * 4); /* the initial value and the replicated result; nothing in between */
    plan_clear(&p);
}

/* Two rows over four devices leave two of them idle. Reports and costs are those of the busy devices; so a long product is sharded along
 * a dim that all devices can share, although sharding its rows would move nothing. */
static void test_uneven_work_is_priced(void)
{
    static const char text[] = "HloModule m\nENTRY e {\n x = f32[2,512] parameter(0)\n w = f32[512,512] parameter(1)\n y = f32[2,512] negate(x)\n"
                               " ROOT s = f32[2,512] dot(y, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    Plan p = make(text, (int[]){ 0, -1, -1, -1 }, false);
    double one = 0, sum = 0;
    for (int i = 0; i < p.log->splits.n; i++) {
        const OpSplit *s = &p.log->splits.v[i];
        one += s->flops_one;
        sum += s->flops_sum;
    }
    g_assert_cmpfloat(sum, <=, 1.1 * one);
    g_assert_cmpfloat(module_flops(p.local) * 8, <=, 1.1 * module_flops(p.m));
    plan_clear(&p);
}

/* Groups of many devices are printed as a transposed iota; reading it gives the same groups. */
static void test_many_devices_in_few_words(void)
{
    static const char *const layouts[] = { "{\\\"y\\\"}, {}", "{}, {\\\"z\\\", \\\"x\\\"}", "{\\\"x\\\":(2)2}, {\\\"y\\\"}", "{\\\"z\\\", \\\"y\\\", \\\"x\\\"}, {}" };
    int n_groups = 0, n_texts = 0;
    for (int from = 0; from < (int)G_N_ELEMENTS(layouts); from++) {
        g_autofree char *text = g_strdup_printf(
            "HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=4, \"y\"=4, \"z\"=4]>}}\nENTRY e {\n"
            "  a = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [%s]>\"}\n"
            "  ROOT b = f32[64,64] custom-call(a), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{}, {}]>\"}\n}\n",
            layouts[from]);
        GError *error = NULL;
        IrModule *m = program_parse("m.hlo", text, strlen(text), &error);
        g_assert_no_error(error);
        g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .verify = true }, &error);
        g_assert_no_error(error);
        g_autofree char *printed = module_print(c->local, SPELL_HLO);
        g_autoptr(IrModule) again = program_parse("again.hlo", printed, strlen(printed), &error);
        g_assert_no_error(error);
        const IrComp *made = c->local->entry, *read = again->entry;
        g_assert_cmpint(made->n_ops, ==, read->n_ops);
        for (int i = 0; i < made->n_ops; i++) {
            const Groups *g = &made->ops[i]->a.collective.groups, *h = &read->ops[i]->a.collective.groups;
            if (made->ops[i]->code != OP_all_gather)
                continue;
            n_texts += g->text != NULL;
            g_assert_cmpint(g->n_groups, ==, h->n_groups);
            for (int k = 0; k < g->n_groups; k++, n_groups++)
                g_assert_true(ints_equal(g->groups[k], h->groups[k]));
        }
    }
    g_assert_cmpint(n_texts, >=, 4);
    g_assert_cmpint(n_groups, >, 64);
}

/* Layers of a normalised perceptron with shared weights and a sharded hidden dim: each layer as given needs two all-reduces; with the
 * rows sharded over both axes, none. */
static char *deep(int layers)
{
    GString *s = g_string_new("HloModule m\nadd {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b)\n}\nENTRY e {\n"
                              " x0 = f32[512,64] parameter(0)\n wu = f32[64,256] parameter(1)\n wd = f32[256,64] parameter(2)\n z = f32[] constant(0)\n");
    for (int l = 0; l < layers; l++)
        g_string_append_printf(s, " q%d = f32[512,64] multiply(x%d, x%d)\n v%d = f32[512] reduce(q%d, z), dimensions={1}, to_apply=add\n r%d = f32[512] rsqrt(v%d)\n"
                               " b%d = f32[512,64] broadcast(r%d), dimensions={0}\n n%d = f32[512,64] multiply(x%d, b%d)\n"
                               " h%d = f32[512,256] dot(n%d, wu), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n t%d = f32[512,256] tanh(h%d)\n"
                               " d%d = f32[512,64] dot(t%d, wd), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n x%d = f32[512,64] add(x%d, d%d)\n",
                               l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l + 1, l, l);
    g_string_append_printf(s, " ROOT o = f32[512,64] negate(x%d)\n}\n", layers);
    return g_string_free(s, FALSE);
}

/* The search is as good with many equal layers as with a few: all layers get the same improvement. */
static void test_deep_as_well_as_shallow(void)
{
    int64_t traffic[2];
    static const int layers[] = { 12, 240 };
    for (int i = 0; i < 2; i++) {
        g_autofree char *text = deep(layers[i]);
        Plan p = make(text, (int[]){ 0, -1, -1, 1, 1, -1 }, false);
        traffic[i] = p.traffic;
        plan_clear(&p);
    }
    g_assert_cmpint(traffic[1], <, 2 * traffic[0]);
}

static double moving_ns(const IrModule *local)
{
    StepPrices *prices = step_prices_new(hardware_named("cpu"), NULL, local->n_partitions);
    double ns = 0;
    for (int i = 0; i < local->entry->n_ops; i++)
        if (op_family(local->entry->ops[i]) == FAMILY_collective)
            ns += op_step_ns(local->entry->ops[i], prices);
    step_prices_free(prices);
    return ns;
}

/* A dot that could also be sharded along an idle axis, with its result gathered over that axis: more data is moved exactly if the saved
 * compute time clearly exceeds the cost. */
static void test_moves_more_for_sure_gains_only(void)
{
    int n_more = 0, n_others = 0;
    for (int k = 1; k <= 160; k++) {
        g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n x = f32[256,%d] parameter(0)\n w = f32[%d,256] parameter(1)\n"
                                                " ROOT y = f32[256,256] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n", k, k);
        Plan p = make(text, (int[]){ 0, -1, -1, -1 }, false), given = make(text, (int[]){ 0, -1, -1, -1 }, true);
        double more = moving_ns(p.local) - moving_ns(given.local);
        double saved = module_step_ns(given.local, hardware_named("cpu")) - module_step_ns(p.local, hardware_named("cpu")) + more;
        if (p.traffic > given.traffic)
            g_assert_cmpfloat(saved, >, 1.15 * more);
        n_more += p.traffic > given.traffic;
        n_others += p.traffic <= given.traffic;
        plan_clear(&given);
        plan_clear(&p);
    }
    g_assert_cmpint(n_others, >, 0);
    g_assert_cmpint(n_more, >, 0);
}

/* A slice of a concatenation: the intermediate value causes no communication. Rows are sharded. */
static void test_cuts_cancel_out(void)
{
    static const char *const cuts[] = {
        "b = f32[32,8] concatenate(n, n), dimensions={0}\n ROOT r = f32[16,8] slice(b), slice={[16:32], [0:8]}",
        "z = f32[] constant(0)\n b = f32[19,8] pad(n, z), padding=1_2x0_0\n ROOT r = f32[16,8] slice(b), slice={[1:17], [0:8]}",
        "h = f32[5,8] slice(n), slice={[0:5], [0:8]}\n t = f32[11,8] slice(n), slice={[5:16], [0:8]}\n ROOT r = f32[16,8] concatenate(h, t), dimensions={0}",
        "z = s32[] constant(7)\n ROOT r = f32[16,8] dynamic-slice(n, z, z), dynamic_slice_sizes={16,8}",
        "b = f32[16,8] reverse(n), dimensions={0}\n ROOT r = f32[16,8] reverse(b), dimensions={0}",
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(cuts); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\nENTRY e {\n x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
                                                " n = f32[16,8] negate(x)\n %s, sharding={devices=[4,1]<=[4]}\n}\n", cuts[i]);
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("m.hlo", text, strlen(text), &error);
        g_assert_no_error(error);
        g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .verify = true }, &error);
        g_assert_no_error(error);
        g_assert_cmpint(c->traffic, ==, 0);
    }
}

/* Feature groups stay on their devices, however unevenly they are distributed; batch groups are summed locally, and only the result is
 * reduced. */
static void test_groups_stay(void)
{
    static const struct { const char *text; int64_t bytes; } convs[] = {
        { "HloModule m, num_partitions=4\nENTRY e {\n x = f32[4,6,14] parameter(0), sharding={devices=[1,1,4]<=[4]}\n"
          " k = f32[3,2,14] parameter(1), sharding={devices=[1,1,4]<=[4]}\n"
          " ROOT r = f32[4,6,14] convolution(x, k), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, feature_group_count=7, sharding={devices=[1,1,4]<=[4]}\n}\n", 0 },
        { "HloModule m, num_partitions=5\nENTRY e {\n x = f32[4,8,16] parameter(0), sharding={devices=[1,1,5]<=[5]}\n"
          " k = f32[4,8,16] parameter(1), sharding={devices=[1,1,5]<=[5]}\n"
          " ROOT r = f32[3,2,16] convolution(x, k), window={size=8 pad=1_1}, dim_labels=f0b_i0o->0bf, batch_group_count=8, sharding={devices=[1,1,5]<=[5]}\n}\n", 0 },
        { "HloModule m, num_partitions=4\nENTRY e {\n x = f32[4,6,2] parameter(0), sharding={devices=[4,1,1]<=[4]}\n"
          " k = f32[4,6,4] parameter(1), sharding={devices=[4,1,1]<=[4]}\n"
          " ROOT r = f32[3,1,4] convolution(x, k), window={size=6 pad=1_1}, dim_labels=f0b_i0o->0bf, batch_group_count=2, sharding={replicated}\n}\n", 2 * 12 * 4 * 3 / 4 },
    };
    for (int i = 0; i < (int)G_N_ELEMENTS(convs); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = program_parse("m.hlo", convs[i].text, strlen(convs[i].text), &error);
        g_assert_no_error(error);
        g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .verify = true }, &error);
        g_assert_no_error(error);
        g_assert_cmpint(c->traffic, ==, convs[i].bytes);
    }
}

static double predicted(const char *text, const char *hardware, bool first_match)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("m.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .hardware = hardware, .first_match = first_match, .verify = true }, &error);
    g_assert_no_error(error);
    return c->price_ns;
}

/* A training step with its hidden dim on one axis and its batch on the other: five gradients are reduced by one combined collective,
 * with a single latency. A planner that counts five latencies would gather activations instead. */
static void test_knows_what_is_combined(void)
{
    static const char text[] =
        "HloModule m, num_partitions=8\n"
        "add { a = f32[] parameter(0)\n"
        " b = f32[] parameter(1)\n"
        " ROOT r = f32[] add(a, b) }\n"
        "ENTRY e {\n"
        " x = f32[1024,512] parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n"
        " u = f32[512,2048] parameter(1), sharding={devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}\n"
        " v = f32[2048,512] parameter(2), sharding={devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}\n"
        " p = f32[2048] parameter(3), sharding={devices=[2,4]<=[4,2]T(1,0) last_tile_dim_replicate}\n"
        " q = f32[512] parameter(4), sharding={replicated}\n"
        " z = f32[] constant(0)\n"
        " f = f32[1024,2048] dot(x, u), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        " pp = f32[1024,2048] broadcast(p), dimensions={1}\n"
        " g = f32[1024,2048] add(f, pp)\n"
        " h = f32[1024,2048] tanh(g)\n"
        " y = f32[1024,512] dot(h, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        " qq = f32[1024,512] broadcast(q), dimensions={1}\n"
        " d = f32[1024,512] add(y, qq)\n"
        " dv = f32[2048,512] dot(h, d), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
        " dh = f32[1024,2048] dot(d, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
        " hh = f32[1024,2048] multiply(h, dh)\n"
        " du = f32[512,2048] dot(x, hh), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
        " dp = f32[2048] reduce(hh, z), dimensions={0}, to_apply=add\n"
        " dq = f32[512] reduce(d, z), dimensions={0}, to_apply=add\n"
        " dd = f32[1024,512] multiply(d, d)\n"
        " l = f32[] reduce(dd, z), dimensions={0,1}, to_apply=add\n"
        " nu = f32[512,2048] subtract(u, du)\n"
        " nv = f32[2048,512] subtract(v, dv)\n"
        " np = f32[2048] subtract(p, dp)\n"
        " nq = f32[512] subtract(q, dq)\n"
        " ROOT t = (f32[512,2048], f32[2048,512], f32[2048], f32[512], f32[]) tuple(nu, nv, np, nq, l), sharding={{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}, {devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}, {devices=[2,4]<=[4,2]T(1,0) last_tile_dim_replicate}, {replicated}, {replicated}}\n"
        "}\n";
    static const char *const models[] = { "h100x8", "h200x8", "b200x8", "mi300x8", "v5e-16" };
    for (int i = 0; i < (int)G_N_ELEMENTS(models); i++)
        g_assert_cmpfloat(predicted(text, models[i], false), <=, 1.01 * predicted(text, models[i], true));
}

/* Branches whose argument is a token by itself, in a loop whose state is taken apart and one after another: each takes the token that stands
 * in the new program for its own. */
static void test_branches_of_tokens(void)
{
    Plan p = make("c { t = token[] parameter(0)  ROOT x = token[] after-all(t) }\n"
                  "d { t = token[] parameter(0)  ROOT x = token[] after-all(t) }\n"
                  "body { p = (s32[], token[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  t = token[] get-tuple-element(p), index=1\n"
                  "  one = s32[] constant(1)  n = s32[] add(i, one)  r = token[] conditional(i, t, t), branch_computations={c, d}\n"
                  "  q = token[] conditional(n, r, r), branch_computations={c, d}  ROOT o = (s32[], token[]) tuple(n, q) }\n"
                  "test { p = (s32[], token[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  m = s32[] constant(3)  ROOT l = pred[] compare(i, m), direction=LT }\n"
                  "ENTRY e { x = f32[8,8] parameter(0)  z = s32[] constant(0)  k = token[] after-all()  s = (s32[], token[]) tuple(z, k)\n"
                  "  w = (s32[], token[]) while(s), condition=test, body=body  i = s32[] get-tuple-element(w), index=0  f = f32[] convert(i)\n"
                  "  b = f32[8,8] broadcast(f), dimensions={}  ROOT r = f32[8,8] add(x, b) }",
                  (int[]){ 0, -1 }, false);
    GError *error = NULL;
    g_assert_true(module_verify(p.m, &error));
    g_assert_true(module_verify(p.local, &error));
    plan_clear(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/insert/partial-sums-meet", test_partial_sums_meet);
    g_test_add_func("/partition/insert/reshards-are-shared", test_reshards_are_shared);
    g_test_add_func("/partition/insert/loop-invariant", test_loop_invariant);
    g_test_add_func("/partition/insert/loop-reads-rows", test_loop_reads_rows);
    g_test_add_func("/partition/insert/sum-for-a-branch", test_sum_for_a_branch);
    g_test_add_func("/partition/insert/branches-of-tokens", test_branches_of_tokens);
    g_test_add_func("/partition/insert/looks-ahead", test_looks_ahead);
    g_test_add_func("/partition/insert/chain", test_chain);
    g_test_add_func("/partition/insert/fuller-copy-serves", test_fuller_copy_serves);
    g_test_add_func("/partition/insert/loop-carries-as-it-works", test_loop_carries_as_it_works);
    g_test_add_func("/partition/insert/many-devices-in-few-words", test_many_devices_in_few_words);
    g_test_add_func("/partition/insert/deep-as-well-as-shallow", test_deep_as_well_as_shallow);
    g_test_add_func("/partition/insert/uneven-work", test_uneven_work_is_priced);
    g_test_add_func("/partition/insert/moves-more-for-sure-gains-only", test_moves_more_for_sure_gains_only);
    g_test_add_func("/partition/insert/cuts-cancel-out", test_cuts_cancel_out);
    g_test_add_func("/partition/insert/groups-stay", test_groups_stay);
    g_test_add_func("/partition/insert/knows-what-is-combined", test_knows_what_is_combined);
    return g_test_run();
}
