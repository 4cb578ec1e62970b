/* Reshard plans against lower bounds that do not depend on the planner's moves: a device must receive what it needs and does not have; a sum of g
 * parts takes g - 1 messages per element, and one more for each further device that needs it. All pairs of shardings (axes in
 * any order on any dim, sub-axes of axes of 4 and 6, partial sums) of small values on small meshes, even and uneven, in
 * natural, reversed and permuted device orders; each plan is also run on data.
 * The worst ratio of bytes to bound is printed. `-m slow` takes all pairs, otherwise every 7th. */
#include "runtime/tensor/cut.h"
#include "runtime/reference/reference.h"
#include "runtime/partition/partition.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/text/text.h"

enum { MAX_N = 16 };

typedef VEC(const Sharding *) Shardings;

typedef struct World {
    IrModule *m;
    const Mesh *mesh;
    const Type *type;
    Planner *planner;
    Shardings all;
} World;

/* ---- all shardings ------------------------------------------------------------------------------------------------- */

static bool is_free(AxisRef a, const AxisList *dims, int rank)
{
    for (int d = 0; d < rank; d++)
        for (int i = 0; i < dims[d].n; i++)
            if (axis_overlaps(dims[d].v[i], a) || !axis_coexist(dims[d].v[i], a))
                return false;
    return true;
}

/* Recursively appends each sub-axis to each dim. */
static void grow(World *w, const AxisRef *pieces, int n_pieces, AxisList *dims)
{
    int rank = w->type->rank;
    const Sharding *s = sharding_of_dims(w->m->shardings, w->mesh, rank, dims);
    for (int i = 0; i < w->all.n; i++)
        if (w->all.v[i] == s)
            return;
    vec_push(&w->all, s);
    for (int p = 0; p < n_pieces; p++) {
        if (!is_free(pieces[p], dims, rank))
            continue;
        for (int d = 0; d < rank; d++) {
            AxisList was = dims[d];
            dims[d] = axis_list_concat(w->m->arena, was, (AxisList){ &pieces[p], 1 });
            grow(w, pieces, n_pieces, dims);
            dims[d] = was;
        }
    }
}

static World world(const int64_t *sizes, int n_axes, const int64_t *ids, const int64_t *dims, int rank)
{
    World w = { .m = module_new("m") };
    static const char *const names[] = { "a", "b", "c" };
    MeshAxis axes[3];
    AxisRef pieces[16];
    int64_t n = 1;
    int n_pieces = 0;
    for (int a = 0; a < n_axes; a++) {
        axes[a] = (MeshAxis){ names[a], sizes[a] };
        n *= sizes[a];
        pieces[n_pieces++] = (AxisRef){ a, 1, sizes[a] };
        for (int64_t k = 2; k < sizes[a]; k++)
            if (sizes[a] % k == 0) {
                pieces[n_pieces++] = (AxisRef){ a, 1, k };
                pieces[n_pieces++] = (AxisRef){ a, k, sizes[a] / k };
            }
    }
    w.mesh = mesh_intern(w.m->shardings, &(Mesh){ .name = "mesh", .n_axes = n_axes, .axes = axes, .n_devices = n, .device_ids = ids });
    w.type = type_array(w.m->types, ELEM_f32, rank, dims);
    w.planner = planner_new(w.m, hardware_named("cpu"));
    AxisList none[8] = { 0 };
    grow(&w, pieces, n_pieces, none);
    return w;
}

static void world_clear(World *w)
{
    vec_clear(&w->all);
    planner_free(w->planner);
    module_free(w->m);
}

/* ---- bounds -------------------------------------------------------------------------------------------------------- */

static int64_t volume(const World *w, const Sharding *s, int64_t device, int64_t *lo, int64_t *size)
{
    int64_t v = 1;
    tile_box(s, w->type->rank, w->type->dims, device, lo, size);
    for (int d = 0; d < w->type->rank; d++)
        v *= size[d];
    return v;
}

/* Number of elements that a device has under `to` but not under `from`. */
static int64_t missing(const World *w, const Sharding *from, const Sharding *to, int64_t device)
{
    int64_t a[8], n[8], b[8], k[8], common = 1, need = volume(w, to, device, b, k);
    volume(w, from, device, a, n);
    for (int d = 0; d < w->type->rank; d++)
        common *= MAX(0, MIN(a[d] + n[d], b[d] + k[d]) - MAX(a[d], b[d]));
    return need - common;
}

/* Lower bound of the bytes received by the device that receives most. */
static double bound(const World *w, const Sharding *from, const Sharding *to)
{
    int64_t parts = axis_list_size(from->unreduced), worst = 0, total = 0, n = w->mesh->n_devices, lo[8], size[8];
    for (int64_t dev = 0; dev < n; dev++) {
        int64_t need = parts > 1 ? volume(w, to, dev, lo, size) : missing(w, from, to, dev);
        worst = MAX(worst, need);
        total += need;
    }
    if (parts > 1) /* for each element, some device must be the first with the sum: it needs parts - 1 messages, not 1 */
        total += w->type->n_elems * (parts - 2);
    return 4 * MAX((double)worst, (double)total / (double)n);
}

typedef struct Worst {
    double even, uneven, partial; /* ratio of bytes to the lower bound */
    double sum;
    int n, exact, remats;
} Worst;

static bool divides(const World *w, const Sharding *s)
{
    for (int d = 0; d < w->type->rank; d++)
        if (w->type->dims[d] % sharding_parts(s, d))
            return false;
    return true;
}

static void check_bytes(const World *w, const Sharding *from, const Sharding *to, Worst *worst)
{
    const ReshardPlan *plan = planner_plan(w->planner, w->type, from, to);
    double least = bound(w, from, to), ratio = least > 0 ? (double)plan->bytes / least : 1;
    bool even = divides(w, from) && divides(w, to);
    g_assert_true(least > 0 || plan->bytes == 0); /* no missing elements: nothing moves */
    g_assert_cmpfloat((double)plan->bytes, >=, even ? least - 1 : 0);
    double *slot = from->unreduced.n ? &worst->partial : even ? &worst->even : &worst->uneven;
    if (ratio > *slot) {
        g_autoptr(GString) s = g_string_new(NULL);
        sharding_print_spec(s, from);
        g_string_append(s, " to ");
        sharding_print_spec(s, to);
        g_test_message("%.3f: %" G_GINT64_FORMAT " bytes, at least %.0f: %s by %s", ratio, plan->bytes, least, s->str, plan->text);
    }
    *slot = MAX(*slot, ratio);
    worst->sum += ratio;
    worst->n++;
    worst->exact += ratio < 1 + 1e-9;
    worst->remats += plan->is_remat;
    /* No single collective that is applicable is cheaper, nor is gathering everything. */
    for (int i = 0; i < plan->n_options; i++)
        if (even)
            g_assert_cmpint(plan->bytes, <=, plan->options[i].bytes_moved);
    bool same_tiles = !from->unreduced.n;
    for (int d = 0; d < w->type->rank; d++)
        same_tiles &= sharding_parts(from, d) == sharding_parts(to, d);
    if (same_tiles && even)
        g_assert_cmpint(plan->bytes, <=, storage_bytes(w->type, from));
    if (even && !sharding_is_replicated(from) && !sharding_is_replicated(to) && !from->unreduced.n)
        g_assert_false(plan->is_remat); /* never replicated where neither side is */
}

/* ---- on data ------------------------------------------------------------------------------------------------------- */

/* A program whose argument has layout `from` and whose result has layout `to`. */
static void check_data(const World *w, const Sharding *from, const Sharding *to)
{
    static const char *const texts[] = { "HloModule m\nENTRY e { ROOT x = f32[%d] parameter(0) }",
                                         "HloModule m\nENTRY e { ROOT x = f32[%d,%d] parameter(0) }" };
    const int64_t *dims = w->type->dims;
    g_autofree char *text = w->type->rank == 1 ? g_strdup_printf(texts[0], (int)dims[0]) : g_strdup_printf(texts[1], (int)dims[0], (int)dims[1]);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    m->mesh = mesh_intern(m->shardings, w->mesh);
    const Sharding *s[2] = { from, to };
    for (int i = 0; i < 2; i++) {
        AxisList lists[8];
        for (int d = 0; d < w->type->rank; d++)
            lists[d] = s[i]->dims[d].axes;
        s[i] = sharding_of_dims(m->shardings, m->mesh, w->type->rank, lists);
    }
    IrOp *p = m->entry->params[0];
    p->shardings = arena_array(m->arena, const Sharding *, 1);
    p->shardings[0] = s[0];
    m->entry->results = arena_array(m->arena, IrParamInfo, 1);
    m->entry->results[0].sharding = s[1];
    DecisionLog *log = decision_log_new();
    Planner *planner = planner_new(m, hardware_named("cpu"));
    g_assert_true(insert_reshards(m, planner, &(PartitionOptions){ 0 }, log, &error) && plan_reshards(m, planner, log, &error));
    g_autoptr(IrModule) local = localise(m, hardware_named("cpu"), log, &error);
    g_assert_no_error(error);
    int64_t n = m->mesh->n_devices;
    g_autoptr(Tensor) whole = tensor_new(p->type);
    for (int64_t i = 0; i < whole->type->n_elems; i++)
        ((float *)whole->data)[i] = (float)(i + 1);
    g_autoptr(GPtrArray) pieces = tensor_array_new(), got = tensor_array_new();
    for (int64_t d = 0; d < n; d++) {
        Tensor *piece = tensor_new(local->entry->params[0]->type);
        tile_cut(whole, s[0], d, piece->data);
        g_ptr_array_add(pieces, piece);
    }
    reference_eval_spmd(local, (const Tensor *const *)pieces->pdata, 1, &(RefOptions){ .n_devices = n }, got, &error);
    g_assert_no_error(error);
    for (int64_t d = 0; d < n; d++) { /* each device separately, so that replicas of a tile are checked, too */
        int64_t lo[8], size[8], at[8] = { 0 };
        int64_t count = volume(w, to, d, lo, size);
        const Tensor *t = g_ptr_array_index(got, (guint)d);
        for (int64_t i = 0; i < count; i++) {
            int64_t rest = i, from_at = 0, to_at = 0;
            for (int k = w->type->rank - 1; k >= 0; k--) {
                at[k] = rest % size[k];
                rest /= size[k];
            }
            for (int k = 0; k < w->type->rank; k++) {
                from_at = from_at * dims[k] + lo[k] + at[k];
                to_at = to_at * t->type->dims[k] + at[k];
            }
            g_assert_cmpfloat(((const float *)t->data)[to_at], ==, (float)(from_at + 1));
        }
    }
    planner_free(planner);
    decision_log_free(log);
}

/* ---- tests --------------------------------------------------------------------------------------------------------- */

static void all_pairs(const int64_t *sizes, int n_axes, const int64_t *ids, const int64_t *dims, int rank, double even)
{
    World w = world(sizes, n_axes, ids, dims, rank);
    Worst worst = { 0 };
    int step = g_test_slow() ? 1 : 7, at = 0;
    for (int i = 0; i < w.all.n; i++)
        for (int k = 0; k < w.all.n; k++) {
            if (at++ % step)
                continue;
            check_bytes(&w, w.all.v[i], w.all.v[k], &worst);
            if (at % (step * 5) == 1)
                check_data(&w, w.all.v[i], w.all.v[k]);
            AxisList used[2] = { w.all.v[i]->dims[0].axes, w.all.v[i]->dims[rank - 1].axes };
            AxisList rest = mesh_free_axes(w.m->arena, w.mesh, used, 2);
            if (rest.n && divides(&w, w.all.v[i]) && divides(&w, w.all.v[k]))
                check_bytes(&w, sharding_with_unreduced(w.m->shardings, w.all.v[i], rest, REDUCTION_SUM), w.all.v[k], &worst);
        }
    g_test_message("%d shardings, %d pairs: bytes over bound %.3f on average, %.1f %% at the bound; worst %.3f even, %.3f uneven, %.3f of "
                   "partial sums; %d through the whole", w.all.n, worst.n, worst.sum / worst.n, 100.0 * worst.exact / worst.n, worst.even,
                   worst.uneven, worst.partial, worst.remats);
    g_assert_cmpfloat(worst.even, <=, even + 1e-9);
    g_assert_cmpfloat(worst.partial, <=, 3 + 1e-9);
    g_assert_cmpfloat(worst.uneven, <=, 5);
    g_assert_cmpint(worst.remats, ==, 0);
    world_clear(&w);
}

/* Large enough that bytes dominate the cost, not the number of messages. */
static void test_even(void)
{
    all_pairs((int64_t[]){ 2, 2, 2 }, 3, NULL, (int64_t[]){ 64, 64 }, 2, 1);
    all_pairs((int64_t[]){ 4, 2 }, 2, NULL, (int64_t[]){ 64, 32 }, 2, 1);
    all_pairs((int64_t[]){ 3, 2 }, 2, NULL, (int64_t[]){ 48, 72 }, 2, 1);
    all_pairs((int64_t[]){ 6 }, 1, NULL, (int64_t[]){ 360 }, 1, 1);
}

static void test_orders(void)
{
    static const int64_t reversed[] = { 7, 6, 5, 4, 3, 2, 1, 0 }, mixed[] = { 3, 5, 0, 6, 1, 7, 4, 2 };
    all_pairs((int64_t[]){ 4, 2 }, 2, reversed, (int64_t[]){ 32, 64 }, 2, 1);
    all_pairs((int64_t[]){ 2, 2, 2 }, 3, mixed, (int64_t[]){ 64, 32 }, 2, 1);
}

static void test_uneven(void)
{
    all_pairs((int64_t[]){ 4, 2 }, 2, NULL, (int64_t[]){ 50, 37 }, 2, 1);
    all_pairs((int64_t[]){ 3, 2 }, 2, NULL, (int64_t[]){ 25, 49 }, 2, 1);
    all_pairs((int64_t[]){ 2, 2, 2 }, 3, NULL, (int64_t[]){ 9, 13 }, 2, 1);
    all_pairs((int64_t[]){ 5 }, 1, NULL, (int64_t[]){ 3, 11 }, 2, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/partition/reshard-proof/even", test_even);
    g_test_add_func("/partition/reshard-proof/orders", test_orders);
    g_test_add_func("/partition/reshard-proof/uneven", test_uneven);
    return g_test_run();
}
