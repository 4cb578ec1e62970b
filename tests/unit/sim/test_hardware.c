/* Hardware models: names, shapes of slices, and the closed forms of collectives on rings, lines, switches and full meshes. */
#include "runtime/sim/place.h"
#include "runtime/sim/topology.h"

#include "runtime/shard/sharding.h"

static void test_names(void)
{
    static const char *const good[] = { "cpu", "cpu-4", "a100x8", "h100x8", "h100", "h100x64", "h200x8", "b200x8", "gb200x72", "mi300x8", "mi350x8",
                                        "v4-16", "v5e-16", "v5p-128", "v6e-256" };
    static const char *const bad[] = { "", "h100x", "h100x0", "h100x8x", "cpux8", "cpu-", "cpu-0", "cpu-4x", "2xcpu-4", "v5e-512", "v5e-17", "v5e-12", "v6e-3x5", "v5p-12", "tpu7x-6", "v4-3", "nvidia", "h100x99999999999", "H100x8" };
    for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
        const Hardware *hw = hardware_named(good[i]);
        g_assert_nonnull(hw);
        g_assert_cmpstr(hw->name, ==, good[i]);
        g_assert_true(hw == hardware_named(good[i]));
        g_assert_cmpfloat(hw->bf16, >, 0);
        g_assert_cmpfloat(hw->memory_bytes, >, 1e9);
        g_assert_nonnull(strstr(hardware_names(), hw->part));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
        g_assert_null(hardware_named(bad[i]));
    g_assert_cmpint(hardware_named("cpu-4")->domain, ==, 4); /* of any number of devices, four on each machine */
    g_assert_cmpint(hardware_named("cpu-4")->n_devices, ==, 0);
    g_assert_cmpfloat(hardware_named("cpu-4")->nic, <, hardware_named("cpu")->nic);
    const Hardware *cube = hardware_named("v4-128"), *flat = hardware_named("v5e-256");
    g_assert_cmpint(cube->torus[0] * cube->torus[1] * cube->torus[2], ==, 64);
    g_assert_cmpint(cube->torus[0], ==, 4);
    g_assert_cmpint(flat->torus[1], ==, 16);
    g_assert_cmpint(flat->torus[2], ==, 16);
    const Hardware *long_one = hardware_named("v5p-768"), *largest = hardware_named("v5p-12288"), *seven = hardware_named("7x-16"); /* 384 and 6,144 chips in cubes; not seven slices */
    g_assert_true(long_one->torus[0] == 4 && long_one->torus[1] == 8 && long_one->torus[2] == 12);
    g_assert_true(largest->torus[0] == 16 && largest->torus[1] == 16 && largest->torus[2] == 24);
    g_assert_cmpint(seven->n_devices, ==, 16);
}

static double time_of(const char *name, const int64_t *ids, int64_t n, Pattern p, double bytes)
{
    const Hardware *hw = hardware_named(name);
    Wires w = wires_between(hw, ids, n);
    Wires nothing = w;
    return wires_ns(hw, &w, p, bytes) - wires_ns(hw, &nothing, p, 0); /* without the latency */
}

static int64_t row[64];

static const int64_t *ids(int64_t n, int64_t stride)
{
    for (int64_t i = 0; i < n; i++)
        row[i] = i * stride;
    return row;
}

static void close_to(double got, double want)
{
    g_assert_cmpfloat(got, >, want * 0.97);
    g_assert_cmpfloat(got, <, want * 1.03);
}

static void test_rings(void)
{
    const double whole = 1 << 30, wire = 45; /* bytes a ns */
    /* A ring of 16 sends in both directions at once; an all-to-all is limited by its bisection: a quarter of a gather. */
    double gather = time_of("v5e-256", ids(16, 1), 16, PATTERN_GATHER, whole * 15 / 16);
    close_to(gather, whole * 15 / 16 / (2 * wire));
    close_to(time_of("v5e-256", ids(16, 1), 16, PATTERN_EXCHANGE, whole / 16 * 15 / 16), whole / (8 * wire));
    /* 8 of them form a line: one direction, and twice the time for the same bytes. */
    close_to(time_of("v5e-256", ids(8, 1), 8, PATTERN_GATHER, whole * 7 / 8), whole * 7 / 8 / wire);
    /* Both axes of the torus at once. */
    int64_t all[256];
    for (int64_t i = 0; i < 256; i++)
        all[i] = i;
    close_to(time_of("v5e-256", all, 256, PATTERN_GATHER, whole * 255 / 256), whole * 255 / 256 / (4 * wire));
}

static void test_switches(void)
{
    const double bytes = 1 << 30;
    const Hardware *h = hardware_named("h100x16");
    close_to(time_of("h100x16", ids(8, 1), 8, PATTERN_GATHER, bytes), bytes / (h->link * h->net_share));
    /* In a full mesh, a pair has one of its seven links. */
    double two = time_of("mi350x8", ids(2, 1), 2, PATTERN_GATHER, bytes), eight = time_of("mi350x8", ids(8, 1), 8, PATTERN_GATHER, bytes);
    close_to(two / eight, 7);
    /* Beyond the domain, the network is the limit. */
    g_assert_cmpfloat(time_of("h100x16", ids(2, 8), 2, PATTERN_GATHER, bytes), >, 5 * time_of("h100x16", ids(2, 1), 2, PATTERN_GATHER, bytes));
}

/* Costs along mesh axes equal costs of groups given by the devices that run them. */
static void test_axes_agree_with_ids(void)
{
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    MeshAxis axes[] = { { "a", 2 }, { "b", 4 }, { "c", 4 } };
    const Mesh *mesh = mesh_intern(t, &(Mesh){ .name = "m", .n_axes = 3, .axes = axes, .n_devices = 32 });
    static const char *const names[] = { "cpu", "cpu-8", "h100x32", "mi300x32", "v5e-32", "v4-64", "gb200x72", "2xv6e-16" };
    for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
        for (int a = 0; a < 3; a++) {
            const Hardware *hw = hardware_named(names[k]);
            AxisRef ref = axis_whole(mesh, a);
            AxisList list = { &ref, 1 };
            int n_groups, size;
            int64_t **groups = mesh_groups(arena, mesh, list, &n_groups, &size);
            const int64_t *place = place_of_mesh(hw, mesh);
            g_assert_cmpint(place != NULL, ==, hw->torus[2] > 1 && hw->n_devices == 32);
            for (int i = 0; i < size && place; i++)
                groups[0][i] = place[groups[0][i]];
            Wires along = wires_along(hw, mesh, list), between = wires_between(hw, groups[0], size);
            g_assert_cmpfloat(wires_ns(hw, &along, PATTERN_REDUCE, 1e6), ==, wires_ns(hw, &between, PATTERN_REDUCE, 1e6));
        }
    sharding_table_free(t);
    arena_free(arena);
}

static void test_dots(void)
{
    const Hardware *hw = hardware_named("h100x8");
    /* Large square products are limited by arithmetic, products with a vector by memory. */
    close_to(hardware_dot_ns(hw, ELEM_bf16, 2e12, 1e8), 2e12 / (989e3 * 0.8));
    close_to(hardware_dot_ns(hw, ELEM_bf16, 2e6, 1e9), 1e9 / (3352 * 0.88));
    g_assert_cmpfloat(hardware_dot_ns(hw, ELEM_f64, 2e12, 1e8), >, 5 * hardware_dot_ns(hw, ELEM_f32, 2e12, 1e8));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/hardware/names", test_names);
    g_test_add_func("/sim/hardware/rings", test_rings);
    g_test_add_func("/sim/hardware/switches", test_switches);
    g_test_add_func("/sim/hardware/axes-agree-with-ids", test_axes_agree_with_ids);
    g_test_add_func("/sim/hardware/dots", test_dots);
    return g_test_run();
}
