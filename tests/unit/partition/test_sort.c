/* Distributed sorts: equal to one stable sort of the whole, bit for bit, for every comparator, size and mesh; and when they are
 * chosen. The lowering is also tested without the planner, where it would not pay off. */
#include "runtime/tensor/cut.h"
#include "runtime/partition/lower.h"
#include "runtime/partition/partition.h"
#include "runtime/passes/optimise.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"

/* The order of floats that frameworks use: all NaNs equal and last, all zeros equal. */
#define CANONICAL                                                                                                              \
    " z = f32[] constant(0)\n n = f32[] constant(nan)\n az = pred[] compare(a, z), direction=EQ\n a1 = f32[] select(az, z, a)\n"       \
    " an = pred[] compare(a, a), direction=NE\n a2 = f32[] select(an, n, a1)\n bz = pred[] compare(b, z), direction=EQ\n"              \
    " b1 = f32[] select(bz, z, b)\n bn = pred[] compare(b, b), direction=NE\n b2 = f32[] select(bn, n, b1)\n"

typedef struct Order {
    const char *name, *elems[4], *comp; /* of the operands; "iota": s32 counting along the sorted dim */
} Order;

static const Order orders[] = {
    { "integers", { "s32" }, "ROOT r = pred[] compare(a, b), direction=LT\n" },
    { "integers, largest first", { "s16" }, "ROOT r = pred[] compare(a, b), direction=GT\n" },
    { "unsigned, asked backwards", { "u8" }, "ROOT r = pred[] compare(b, a), direction=GT\n" },
    { "total order", { "f32" }, "ROOT r = pred[] compare(a, b), direction=LT, type=TOTALORDER\n" },
    { "total order, largest first", { "bf16" }, "ROOT r = pred[] compare(a, b), direction=GT, type=TOTALORDER\n" },
    { "as frameworks ask", { "f32" }, CANONICAL " ROOT r = pred[] compare(a2, b2), direction=LT, type=TOTALORDER\n" },
    { "indices along", { "f32", "iota" }, CANONICAL " ROOT r = pred[] compare(a2, b2), direction=LT, type=TOTALORDER\n" },
    { "key and value", { "s32", "f32" }, "ROOT r = pred[] compare(a, b), direction=LT\n" },
    { "largest first with values", { "f32", "s32", "u8" }, "ROOT r = pred[] compare(a, b), direction=GT, type=TOTALORDER\n" },
    { "the second decides", { "f32", "s32", "s16" }, "ROOT r = pred[] compare(c, d), direction=LT\n" },
    { "two keys", { "s16", "s32", "f32" },
      " e = pred[] compare(a, b), direction=EQ\n l = pred[] compare(c, d), direction=GT\n s = pred[] compare(a, b), direction=LT\n"
      " ROOT r = pred[] select(e, l, s)\n" },
    { "two keys as frameworks ask", { "f32", "s32", "s16" },
      CANONICAL " l = pred[] compare(c, d), direction=LT\n e = pred[] compare(a2, b2), direction=EQ, type=TOTALORDER\n"
      " s = pred[] compare(a2, b2), direction=LT, type=TOTALORDER\n t = pred[] and(e, l)\n ROOT r = pred[] or(s, t)\n" },
    { "remainders", { "s32" },
      " three = s32[] constant(3)\n x = s32[] remainder(a, three)\n y = s32[] remainder(b, three)\n ROOT r = pred[] compare(x, y), direction=GT\n" },
    { "remainders with indices", { "s32", "iota" },
      " three = s32[] constant(3)\n x = s32[] remainder(a, three)\n y = s32[] remainder(b, three)\n ROOT r = pred[] compare(x, y), direction=LT\n" },
    { "truths", { "pred", "s32" }, "ROOT r = pred[] compare(a, b), direction=LT\n" },
};

static const char *elem_of(const char *e)
{
    return g_str_equal(e, "iota") ? "s32" : e;
}

/* A program that sorts arrays of these dims along one of them. */
static char *program(const Order *o, const char *dims, int dim)
{
    GString *s = g_string_new("HloModule sort\norder {\n"), *types = g_string_new(NULL), *args = g_string_new(NULL), *parts = g_string_new(NULL);
    int n = 0;
    for (; n < 4 && o->elems[n]; n++)
        for (int k = 0; k < 2; k++)
            g_string_append_printf(s, " %c = %s[] parameter(%d)\n", "abcdfghk"[2 * n + k], elem_of(o->elems[n]), 2 * n + k);
    g_string_append_printf(s, "%s}\nENTRY main {\n", o->comp);
    for (int i = 0, param = 0; i < n; i++) {
        if (g_str_equal(o->elems[i], "iota"))
            g_string_append_printf(s, " x%d = s32[%s] iota(), iota_dimension=%d\n", i, dims, dim);
        else
            g_string_append_printf(s, " x%d = %s[%s] parameter(%d)\n", i, o->elems[i], dims, param++);
        g_string_append_printf(types, "%s%s[%s]", i ? ", " : "", elem_of(o->elems[i]), dims);
        g_string_append_printf(args, "%sx%d", i ? ", " : "", i);
        g_string_append_printf(parts, "%sg%d", i ? ", " : "", i);
    }
    g_string_append_printf(s, " %s = %s%s%s sort(%s), dimensions={%d}, to_apply=order\n", n > 1 ? "both" : "g0", n > 1 ? "(" : "", types->str,
                           n > 1 ? ")" : "", args->str, dim);
    for (int i = 0; n > 1 && i < n; i++)
        g_string_append_printf(s, " g%d = %s[%s] get-tuple-element(both), index=%d\n", i, elem_of(o->elems[i]), dims, i);
    g_string_append_printf(s, " ROOT out = (%s) tuple(%s)\n}\n", types->str, parts->str);
    g_string_free(types, TRUE);
    g_string_free(args, TRUE);
    g_string_free(parts, TRUE);
    return g_string_free(s, FALSE);
}

/* Few different values, so that many are equal; floats include both zeros, infinities and NaNs with different bits. */
static Tensor *few_values(const Type *t, GRand *rand)
{
    static const uint32_t odd[] = { 0x00000000, 0x80000000, 0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0x7fffffff, 0x3f800000, 0xbf800000 };
    Tensor *out = tensor_new(t);
    int kinds = g_rand_int_range(rand, 1, 12);
    for (int64_t i = 0; i < t->n_elems; i++) {
        int v = g_rand_int_range(rand, 0, kinds);
        uint32_t bits = odd[v % (int)G_N_ELEMENTS(odd)];
        if (t->elem == ELEM_f32)
            memcpy((char *)out->data + 4 * i, &bits, 4);
        else if (t->elem == ELEM_bf16)
            memcpy((char *)out->data + 2 * i, (char *)&bits + 2, 2);
        else
            tensor_set_i64(out, i, t->elem == ELEM_pred ? v % 2 : v == 3 ? INT32_MAX : elem_info[t->elem].cls == CLASS_SIGNED ? 4 - v : v);
    }
    return out;
}

static void check_bits(const char *what, const IrModule *m, const GPtrArray *want, const GPtrArray *got, int64_t n)
{
    for (guint i = 0; i < want->len; i++) {
        const Tensor *w = g_ptr_array_index(want, i);
        g_autoptr(Tensor) joined = tensor_new(w->type);
        for (int64_t d = 0; d < n; d++)
            tile_paste(joined, m->entry->results[i].sharding, d, ((Tensor *)g_ptr_array_index(got, (guint)d * want->len + i))->data);
        if (memcmp(joined->data, w->data, (size_t)type_bytes(w->type)) != 0) {
            g_test_message("%s: result %u differs", what, i);
            g_test_fail();
        }
    }
}

/* Everything has the same layout, so that only the sort moves data. */
static void lay_out_alike(IrModule *m, const Sharding *s)
{
    IrComp *e = m->entry;
    for (int i = 0; i < e->n_ops; i++) {
        int n = type_n_leaves(e->ops[i]->type);
        e->ops[i]->shardings = arena_array(m->arena, const Sharding *, n);
        for (int k = 0; k < n; k++)
            e->ops[i]->shardings[k] = s;
    }
    int n = type_n_leaves(e->root->type);
    e->results = arena_array(m->arena, IrParamInfo, n);
    for (int i = 0; i < n; i++)
        e->results[i].sharding = s;
}

static void sort_in_pieces(const Order *o, guint seed)
{
    static const int devices[] = { 2, 3, 4, 5, 6, 7, 8, 8, 16 };
    g_autoptr(GError) error = NULL;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    int n = devices[g_rand_int_range(rand, 0, (int)G_N_ELEMENTS(devices))], dim = g_rand_int_range(rand, 0, 3);
    int size = g_rand_boolean(rand) ? n * n * g_rand_int_range(rand, 1, 4) : g_rand_int_range(rand, 1, n > 8 ? 90 : 160);
    int before = dim ? g_rand_int_range(rand, 1, 4) : 0, after = dim > 1 ? g_rand_int_range(rand, 1, 3) : 0;
    g_autofree char *dims = after ? g_strdup_printf("%d,%d,%d", before, size, after) : before ? g_strdup_printf("%d,%d", before, size) :
                                                                                             g_strdup_printf("%d", size);
    dim = before != 0;
    g_autofree char *text = program(o, dims, dim);
    g_autoptr(IrModule) plain = program_parse("t.hlo", text, strlen(text), &error), m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    m->mesh = random_mesh(m, rand, n);
    lay_out_alike(m, random_sharding(m, m->mesh, rand, plain->entry->root->type->parts[0]->rank));
    g_autofree char *what = g_strdup_printf("%s, [%s], seed %u, %d devices", o->name, dims, seed, n);
    g_autoptr(IrModule) local = localise(m, hardware_named("cpu"), NULL, &error);
    g_assert_no_error(error);
    if (seed % 2) {
        pass_fold(local);
        pass_simplify(local);
        pass_cse(local);
        pass_dce(local);
    }
    module_verify(local, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) args = tensor_array_new(), want = tensor_array_new(), got = tensor_array_new();
    for (int i = 0; i < plain->entry->n_params; i++)
        g_ptr_array_add(args, few_values(plain->entry->params[i]->type, rand));
    reference_eval(plain, (const Tensor *const *)args->pdata, (int)args->len, NULL, want, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) pieces = conform_cut(m, args, local, n);
    reference_eval_spmd(local, (const Tensor *const *)pieces->pdata, (int)args->len, &(RefOptions){ .n_devices = n }, got, &error);
    g_assert_no_error(error);
    check_bits(what, m, want, got, n);
    g_autoptr(GPtrArray) ran = conform_execute(local, pieces, n, &error);
    g_assert_no_error(error);
    check_bits(what, m, want, ran, n);
}

static void test_order(gconstpointer data)
{
    int rounds = g_test_slow() ? 600 : 8 * CONFORM_ROUNDS;
    for (int i = 0; i < rounds; i++)
        sort_in_pieces(data, (guint)i);
}

/* ---- when ------------------------------------------------------------------------------------------------------------ */

typedef struct Chosen {
    CollTotal totals[N_COLL_KINDS];
    int64_t traffic, choice_bytes; /* choice_bytes: bytes of the chosen plan, according to the recorded decision */
    int how;                       /* as recorded in the log */
    bool whole_lost;               /* sorting everything on each device is among the rejected plans, with a higher cost and a reason */
} Chosen;

/* Shards the last dim of the first parameter over all devices, and that of the result if it has dims. */
static Chosen choose_for(const char *text, int rank, int n, bool first_match)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    MeshAxis axis = { "a", n };
    m->mesh = mesh_intern(m->shardings, &(Mesh){ .name = "mesh", .n_axes = 1, .axes = &axis, .n_devices = n });
    AxisRef all = { 0, 1, n };
    AxisList split[4] = { 0 };
    split[rank - 1] = (AxisList){ &all, 1 };
    IrComp *e = m->entry;
    e->params[0]->shardings = arena_array(m->arena, const Sharding *, 1);
    e->params[0]->shardings[0] = sharding_of_dims(m->shardings, m->mesh, rank, split);
    e->results = arena_array(m->arena, IrParamInfo, 1);
    const Type *result = type_leaf(e->root->type, 0);
    e->results[0].sharding = result->plain == e->params[0]->type->plain ? e->params[0]->shardings[0] :
                                                                         sharding_replicated(m->shardings, m->mesh, result->rank);
    DecisionLog *log = decision_log_new();
    g_assert_true(propagate(m, PROPAGATE_USER_PRIORITY, log, &error));
    Planner *planner = planner_new(m, hardware_named("cpu"));
    g_assert_true(insert_reshards(m, planner, &(PartitionOptions){ .first_match = first_match }, log, &error));
    g_assert_true(plan_reshards(m, planner, log, &error));
    g_autoptr(IrModule) local = localise(m, hardware_named("cpu"), log, &error);
    g_assert_no_error(error);
    Chosen c = { 0 };
    module_traffic(local, c.totals, &c.traffic);
    for (int i = 0; i < log->splits.n; i++)
        c.how = MAX(c.how, log->splits.v[i].how);
    for (int i = 0; i < log->choices.n; i++)
        for (int k = 0; k < log->choices.v[i].n_options; k++) {
            const ChoiceOption *o = &log->choices.v[i].options[k];
            if (o->chosen)
                c.choice_bytes = o->bytes_moved;
            c.whole_lost |= !o->chosen && g_str_equal(o->text, "whole on every device");
        }
    planner_free(planner);
    decision_log_free(log);
    return c;
}

/* A sort along the last dim. */
static Chosen choose(const char *dims, int rank, int n, bool first_match)
{
    g_autofree char *text = program(&orders[0], dims, rank - 1);
    return choose_for(text, rank, n, first_match);
}

/* A few elements of the sorted array, as for a median: the whole array is not needed. */
static void test_few_places_read(void)
{
    static const char text[] =
        "HloModule m\nlt { a = s32[] parameter(0)\n b = s32[] parameter(1)\n ROOT r = pred[] compare(a, b), direction=LT }\n"
        "ENTRY e { x = s32[8192] parameter(0)\n i = s32[2,1] parameter(1)\n s = s32[8192] sort(x), dimensions={0}, to_apply=lt\n"
        " ROOT g = s32[2] gather(s, i), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1} }\n";
    Chosen c = choose_for(text, 1, 8, false);
    g_assert_cmpint(c.traffic * 2, <, 8192 / 8 * 7 * 4);
}

static void test_lines_in_pieces(void)
{
    Chosen c = choose("8192", 1, 8, false), gathered = choose("8192", 1, 8, true);
    g_assert_cmpint(gathered.totals[COLL_ALL_GATHER].count, ==, 1);
    g_assert_cmpint(gathered.traffic, ==, 8192 / 8 * 7 * 4);
    g_assert_cmpint(c.totals[COLL_ALL_GATHER].count, ==, 0);
    g_assert_cmpint(c.traffic * 3, <, gathered.traffic);
    g_assert_cmpint(c.traffic, ==, c.choice_bytes); /* the estimated cost equals that of the program made */
    g_assert_cmpint(c.how, ==, 1);
    g_assert_true(c.whole_lost);
}

/* Where other dims can be sharded instead, whole lines are sorted; otherwise parts of lines. */
static void test_moved_or_not(void)
{
    Chosen many = choose("64,4096", 2, 8, false), few = choose("2,4096", 2, 8, false);
    g_assert_cmpint(many.totals[COLL_ALL_TO_ALL].count, ==, 2);
    g_assert_cmpint(many.totals[COLL_PERMUTE].count, ==, 0);
    g_assert_cmpint(few.totals[COLL_PERMUTE].count, >, 0);
    g_assert_cmpint(few.totals[COLL_ALL_GATHER].count, ==, 0);
}

/* Small parts on many devices are gathered: exchanging their edges would move more. */
static void test_too_small(void)
{
    Chosen c = choose("40", 1, 8, false);
    g_assert_cmpint(c.traffic, <=, 5 * 7 * 4);
}

/* Comparators that are not strict reverse equal elements, so the array is sorted whole. */
static void test_no_order(void)
{
    static const Order turned[] = {
        { "or equal", { "s32", "s32" }, "ROOT r = pred[] compare(a, b), direction=LE\n" },
        { "less or equal", { "s32", "s32" },
          " l = pred[] compare(a, b), direction=LT\n e = pred[] compare(a, b), direction=EQ\n ROOT r = pred[] or(l, e)\n" },
        { "not greater", { "s16", "s32" }, " g = pred[] compare(a, b), direction=GT\n ROOT r = pred[] not(g)\n" },
        { "the last of two keys", { "s32", "s32" },
          " e = pred[] compare(a, b), direction=EQ\n l = pred[] compare(a, b), direction=LT\n k = pred[] compare(c, d), direction=GE\n"
          " ROOT r = pred[] select(e, k, l)\n" },
        { "one against another", { "s32", "s32" }, "ROOT r = pred[] compare(a, d), direction=LT\n" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(turned) + G_N_ELEMENTS(orders); i++) {
        bool strict = i >= G_N_ELEMENTS(turned);
        g_autofree char *text = program(strict ? &orders[i - G_N_ELEMENTS(turned)] : &turned[i], "4003", 0);
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = program_parse("sort.hlo", text, strlen(text), &error);
        g_assert_no_error(error);
        for (int k = 0; k < m->entry->n_ops; k++)
            if (m->entry->ops[k]->code == OP_sort)
                g_assert_true(lower_can_sort(m->entry->ops[k]) == strict);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
        g_autofree char *path = g_strdup_printf("/partition/sort/%s", orders[i].name);
        g_test_add_data_func(path, &orders[i], test_order);
    }
    g_test_add_func("/partition/sort/lines in pieces", test_lines_in_pieces);
    g_test_add_func("/partition/sort/moved or not", test_moved_or_not);
    g_test_add_func("/partition/sort/too small", test_too_small);
    g_test_add_func("/partition/sort/no order", test_no_order);
    g_test_add_func("/partition/sort/few places read", test_few_places_read);
    return g_test_run();
}
