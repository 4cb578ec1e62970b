/* Reshard plans: they lead from one sharding to the other by steps that fit together, and cost no more than gathering
 * everything. All pairs of shardings of small values on small meshes. */
#include "runtime/partition/blocks.h"
#include "runtime/partition/kept_plans.h"
#include "runtime/partition/reshard_plan.h"
#include "runtime/shard/tiles.h"

typedef VEC(const Sharding *) Shardings;

/* All assignments of each axis to a dim or none, in mesh order. */
static Shardings all_shardings(IrModule *m, const Mesh *mesh, int rank)
{
    Shardings out = { 0 };
    int n = mesh->n_axes, total = 1;
    for (int a = 0; a < n; a++)
        total *= rank + 1;
    for (int code = 0; code < total; code++) {
        AxisRef refs[8][8];
        AxisList dims[8] = { 0 };
        int rest = code, count[8] = { 0 };
        for (int a = 0; a < n; a++, rest /= rank + 1) {
            int d = rest % (rank + 1);
            if (d < rank)
                refs[d][count[d]++] = (AxisRef){ a, 1, mesh->axes[a].size };
        }
        for (int d = 0; d < rank; d++)
            dims[d] = (AxisList){ refs[d], count[d] };
        vec_push(&out, sharding_of_dims(m->shardings, mesh, rank, dims));
    }
    return out;
}

/* Axes that neither layout uses. */
static AxisList beside(Arena *arena, const Sharding *from, const Sharding *to)
{
    AxisList used[20];
    int n = 0;
    for (int d = 0; d < from->rank; d++) {
        used[n++] = from->dims[d].axes;
        used[n++] = to->dims[d].axes;
    }
    used[n++] = from->unreduced;
    return mesh_free_axes(arena, from->mesh, used, n);
}

/* In a manual region devices that differ along such axes have different values: no step may mix them. */
static void check_apart(Arena *arena, const ReshardPlan *plan, const Type *type, const Sharding *from, const Sharding *to)
{
    AxisList apart = beside(arena, from, to);
    for (int i = 0; i < plan->n_steps; i++)
        for (int d = 0; d < type->rank; d++)
            g_assert_false(axis_list_overlaps(plan->steps[i].to->dims[d].axes, apart));
    const BlockPlan *x = blocks_plan(arena, type, from, to);
    for (int i = 0; x && i < x->n_rounds * x->n_devices; i++)
        if (x->rounds[i].source >= 0)
            g_assert_cmpint(axis_list_index(from->mesh, apart, x->rounds[i].source), ==, axis_list_index(from->mesh, apart, i % x->n_devices));
}

static void check_plan(const ReshardPlan *plan, const Type *type, const Sharding *from, const Sharding *to)
{
    const Sharding *at = from;
    int64_t bytes = 0;
    for (int i = 0; i < plan->n_steps; i++) {
        g_assert_true(sharding_same_layout(plan->steps[i].from, at));
        at = plan->steps[i].to;
        bytes += plan->steps[i].bytes;
        const PlanStep *s = &plan->steps[i];
        if (s->kind == STEP_PERMUTE)
            for (int d = 0; d < type->rank; d++)
                g_assert_cmpint(sharding_parts(s->from, d), ==, sharding_parts(s->to, d));
        if (s->kind == STEP_ALL_GATHER)
            g_assert_cmpint(sharding_parts(s->from, s->dim), ==, sharding_parts(s->to, s->dim) * axis_list_size(s->axes));
    }
    g_assert_true(sharding_same_layout(at, to));
    g_assert_cmpint(bytes, ==, plan->bytes);
    for (int i = 0; i < plan->n_options; i++) /* otherwise the cheaper plan would temporarily hold the whole value */
        g_assert_true(plan->ns <= plan->options[i].est_ns + 1e-6 || plan->peak_bytes < plan->options[i].peak_bytes);
}

static void all_pairs(const int64_t *sizes, int n_axes, const int64_t *dims, int rank)
{
    g_autoptr(IrModule) m = module_new("m");
    MeshAxis axes[4] = { { "a", 0 }, { "b", 0 }, { "c", 0 }, { "d", 0 } };
    int64_t n = 1;
    for (int a = 0; a < n_axes; a++)
        n *= axes[a].size = sizes[a];
    const Mesh *mesh = mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = n_axes, .axes = axes, .n_devices = n });
    const Type *type = type_array(m->types, ELEM_f32, rank, dims);
    Planner *p = planner_new(m, hardware_named("cpu"));
    Shardings all = all_shardings(m, mesh, rank);
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < all.n; k++) {
            const ReshardPlan *plan = planner_plan(p, type, all.v[i], all.v[k]);
            check_plan(plan, type, all.v[i], all.v[k]);
            check_apart(m->arena, plan, type, all.v[i], all.v[k]);
            AxisList free_axes = mesh_free_axes(m->arena, mesh, (AxisList[]){ all.v[i]->dims[0].axes, rank > 1 ? all.v[i]->dims[1].axes : all.v[i]->dims[0].axes }, 2);
            if (free_axes.n == 0)
                continue;
            const Sharding *partial = sharding_with_unreduced(m->shardings, all.v[i], free_axes, REDUCTION_SUM);
            check_plan(planner_plan(p, type, partial, all.v[k]), type, partial, all.v[k]);
        }
    vec_clear(&all);
    planner_free(p);
}

static void test_even(void)
{
    all_pairs((int64_t[]){ 2, 2, 2 }, 3, (int64_t[]){ 16, 32 }, 2);
    all_pairs((int64_t[]){ 4, 2 }, 2, (int64_t[]){ 16, 8 }, 2);
    all_pairs((int64_t[]){ 3, 2 }, 2, (int64_t[]){ 12, 18 }, 2);
}

static void test_uneven(void)
{
    all_pairs((int64_t[]){ 4, 2 }, 2, (int64_t[]){ 10, 7 }, 2);
    all_pairs((int64_t[]){ 3, 2 }, 2, (int64_t[]){ 5, 1 }, 2);
    all_pairs((int64_t[]){ 5 }, 1, (int64_t[]){ 3, 11 }, 2);
}

/* Axes of the two dims of a matrix. */
typedef struct Layout {
    AxisList dims[2];
} Layout;

static const ReshardPlan *one(Planner *p, const Mesh *mesh, const Type *t, Layout from, Layout to)
{
    IrModule *m = planner_module(p);
    return planner_plan(p, t, sharding_of_dims(m->shardings, mesh, 2, from.dims), sharding_of_dims(m->shardings, mesh, 2, to.dims));
}

static void test_known(void)
{
    g_autoptr(IrModule) m = module_new("m");
    MeshAxis axes[] = { { "a", 4 }, { "b", 2 } };
    const Mesh *mesh = mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = 2, .axes = axes, .n_devices = 8 });
    const Type *t = type_array(m->types, ELEM_f32, 2, (int64_t[]){ 16, 16 });
    Planner *p = planner_new(m, hardware_named("cpu"));
    AxisRef ra = { 0, 1, 4 }, rb = { 1, 1, 2 };
    AxisList a = { &ra, 1 }, b = { &rb, 1 }, none = { NULL, 0 };
    g_assert_cmpstr(one(p, mesh, t, (Layout){ { a, none } }, (Layout){ { none, a } })->text, ==, "all-to-all(dim 0 to 1, a)");
    g_assert_cmpint(one(p, mesh, t, (Layout){ { a, none } }, (Layout){ { none, a } })->bytes, ==, 16 * 16 * 4 / 4 * 3 / 4);
    g_assert_cmpstr(one(p, mesh, t, (Layout){ { a, none } }, (Layout){ { a, b } })->text, ==, "slice(dim 1, b)");
    g_assert_cmpstr(one(p, mesh, t, (Layout){ { a, b } }, (Layout){ { a, none } })->text, ==, "all-gather(dim 1, b)");
    g_assert_cmpint(one(p, mesh, t, (Layout){ { none, none } }, (Layout){ { none, none } })->n_steps, ==, 0);
    planner_free(p);
}

/* Two hosts of four devices each: the inner axis joins devices of one host, the outer one the hosts. Plans say so, and the one that is taken moves least between hosts. */
static void test_hosts(void)
{
    g_autoptr(IrModule) m = module_new("m");
    MeshAxis axes[] = { { "out", 2 }, { "in", 4 } };
    const Mesh *mesh = mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = 2, .axes = axes, .n_devices = 8 });
    const Type *t = type_array(m->types, ELEM_f32, 2, (int64_t[]){ 1024, 1024 });
    Hardware hw = *hardware_named("cpu");
    hw.domain = 4;
    hw.nic = hw.link / 50;
    Planner *p = planner_new(m, &hw);
    AxisRef of_out = { 0, 1, 2 }, of_in = { 1, 1, 4 };
    AxisList out = { &of_out, 1 }, in = { &of_in, 1 }, none = { NULL, 0 };
    const ReshardPlan *inside = one(p, mesh, t, (Layout){ { in, none } }, (Layout){ { none, none } }), *between = one(p, mesh, t, (Layout){ { out, none } }, (Layout){ { none, none } });
    g_assert_cmpstr(inside->text, ==, "all-gather(dim 0, in inside a host)");
    g_assert_cmpstr(between->text, ==, "all-gather(dim 0, out between hosts)");
    g_assert_cmpint(inside->far_bytes, ==, 0);
    g_assert_cmpint(between->far_bytes, ==, 2 << 20); /* a device gets the half that its host does not have */
    g_assert_true(between->bytes < inside->bytes && between->ns > 3 * inside->ns);
    /* Each device of a host can get a part of the other half, and the rest from its neighbours. */
    const ReshardPlan *both = one(p, mesh, t, (Layout){ { in, out } }, (Layout){ { none, none } });
    g_assert_cmpint(both->far_bytes, ==, 512 << 10);
    g_assert_cmpint(both->n_options, ==, 2);
    g_assert_nonnull(strstr(both->options[1].rejected_because, "moves 2 MiB between hosts, where the other plan moves 512 KiB"));
    planner_free(p);
    p = planner_new(m, hardware_named("cpu")); /* all alike: no words */
    g_assert_cmpstr(one(p, mesh, t, (Layout){ { out, none } }, (Layout){ { none, none } })->text, ==, "all-gather(dim 0, out)");
    planner_free(p);
}

static void check_same(const ReshardPlan *a, const ReshardPlan *b)
{
    g_assert_cmpstr(a->text, ==, b->text);
    g_assert_cmpint(a->n_steps, ==, b->n_steps);
    g_assert_cmpint(a->bytes, ==, b->bytes);
    g_assert_cmpint(a->peak_bytes, ==, b->peak_bytes);
    g_assert_true(a->ns == b->ns && a->is_rough == b->is_rough && a->is_remat == b->is_remat && a->far_bytes == b->far_bytes);
    for (int i = 0; i < a->n_steps; i++) {
        const PlanStep *x = &a->steps[i], *y = &b->steps[i];
        g_assert_true(x->kind == y->kind && x->dim == y->dim && x->to_dim == y->to_dim && x->bytes == y->bytes && x->ns == y->ns);
        g_assert_true(axis_list_equal(x->axes, y->axes) && sharding_same(x->from, y->from) && sharding_same(x->to, y->to));
    }
    g_assert_cmpint(a->n_options, ==, b->n_options);
    for (int i = 0; i < a->n_options; i++) {
        g_assert_cmpstr(a->options[i].plan, ==, b->options[i].plan);
        g_assert_cmpstr(a->options[i].rejected_because, ==, b->options[i].rejected_because);
        g_assert_cmpint(a->options[i].bytes_moved, ==, b->options[i].bytes_moved);
    }
}

/* Two compiles of one program, of which the second knows other layouts before: plans that the first one kept are equal to those that it finds, and are
 * layouts of its own table. Hardware, element types and axes' names that differ have plans of their own. */
static void test_kept(void)
{
    g_autoptr(IrModule) first = module_new("m"), second = module_new("m");
    MeshAxis axes[] = { { "a", 512 }, { "b", 2 }, { "c", 4 } }; /* too many for plans by blocks, which are not kept */
    Mesh like = { .name = "mesh", .n_axes = 3, .axes = axes, .n_devices = 4096 };
    const Mesh *mesh = mesh_intern(first->shardings, &like);
    sharding_replicated(second->shardings, mesh_intern(second->shardings, &(Mesh){ .name = "x", .n_axes = 1, .axes = axes, .n_devices = 512 }), 1);
    const Mesh *mesh2 = mesh_intern(second->shardings, &like);
    int64_t dims[] = { 4096, 8192 };
    const Type *t = type_array(first->types, ELEM_f32, 2, dims), *t2 = type_array(second->types, ELEM_f32, 2, dims), *half = type_array(second->types, ELEM_bf16, 2, dims);
    KeptPlans *kept = kept_plans_new();
    Hardware tpu = *hardware_find("v5p-8192", NULL), other = tpu;
    other.gather_ns *= 2;
    Planner *p = planner_new(first, &tpu), *p2 = planner_new(second, &tpu), *alone = planner_new(second, &tpu);
    planner_share(p, kept);
    planner_share(p2, kept);
    Shardings all = all_shardings(first, mesh, 2);
    int n_kept = 0;
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < all.n; k += 7) {
            const Sharding *from = sharding_intern(second->shardings, &(Sharding){ .mesh = mesh2, .rank = 2, .dims = all.v[i]->dims }),
                           *to = sharding_intern(second->shardings, &(Sharding){ .mesh = mesh2, .rank = 2, .dims = all.v[k]->dims });
            const ReshardPlan *was = planner_plan(p, t, all.v[i], all.v[k]);
            n_kept += kept_plan(kept, second, &(PlanQuestion){ kept_plans_hardware(&tpu), t2, from, to, false }) != NULL;
            g_assert_null(kept_plan(kept, second, &(PlanQuestion){ kept_plans_hardware(&other), t2, from, to, false }));
            g_assert_null(kept_plan(kept, second, &(PlanQuestion){ kept_plans_hardware(&tpu), half, from, to, false }));
            const ReshardPlan *now = planner_plan(p2, t2, from, to);
            check_same(now, was);
            check_same(now, planner_plan(alone, t2, from, to));
            check_same(planner_plan_final(p2, t2, from, to), planner_plan_final(alone, t2, from, to));
            for (int j = 0; j < now->n_steps; j++)
                g_assert_true(now->steps[j].from == sharding_intern(second->shardings, now->steps[j].from) && now->steps[j].to->mesh == mesh2);
        }
    g_assert_cmpint(n_kept, ==, all.n * ((all.n + 6) / 7));
    vec_clear(&all);
    planner_free(p);
    planner_free(p2);
    planner_free(alone);
    kept_plans_free(kept);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/plan/kept", test_kept);
    g_test_add_func("/partition/plan/even", test_even);
    g_test_add_func("/partition/plan/uneven", test_uneven);
    g_test_add_func("/partition/plan/known", test_known);
    g_test_add_func("/partition/plan/hosts", test_hosts);
    return g_test_run();
}
