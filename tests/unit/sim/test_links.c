/* Where meshes land on tori, and loads of links: JAX's own placements, the closed forms of topology.c against messages that are laid over links one by one, and laws
 * that hold for any layout. */
#include "runtime/sim/coll_time.h"
#include "runtime/sim/links.h"
#include "runtime/sim/place.h"

#include <string.h>

/* ---- placements --------------------------------------------------------------------------------------------------------------------- */

typedef struct Order {
    const char *name;
    int64_t n;
    uint32_t hash;
    int64_t second, middle, sizes[4];
} Order;

static const Order orders[] = {
#define ORDER(name, n, hash, second, middle, ...) { name, n, hash, second, middle, { __VA_ARGS__ } },
#include "mesh_orders.def"
};

static void test_jax(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(orders); i++) {
        const Order *o = &orders[i];
        int n_axes = 0;
        while (n_axes < 4 && o->sizes[n_axes])
            n_axes++;
        g_autofree int64_t *place = place_as_jax(hardware_named(o->name), o->sizes, n_axes);
        g_assert_nonnull(place);
        uint32_t hash = 2166136261u;
        for (int64_t k = 0; k < o->n; k++)
            hash = (hash ^ (uint32_t)place[k]) * 16777619u;
        g_test_message("%s, axes of %d and %d", o->name, (int)o->sizes[0], (int)o->sizes[1]);
        g_assert_cmpint(place[1], ==, o->second);
        g_assert_cmpint(place[o->n / 2], ==, o->middle);
        g_assert_cmpuint(hash, ==, o->hash);
    }
}

/* Every device once, on any mesh that has as many; slices are the outer part. */
static void test_once(void)
{
    static const struct {
        const char *name;
        int64_t sizes[3];
    } cases[] = { { "v6e-256", { 4, 8, 8 } }, { "v5p-2x2x12", { 6, 4, 2 } }, { "v4-4096", { 8, 16, 16 } }, { "2xv6e-256", { 2, 16, 16 } }, { "2xv6e-16", { 4, 4, 2 } }, { "4xv5e-64", { 8, 2, 16 } }, { "3xv6e-16", { 6, 2, 4 } } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Hardware *hw = hardware_named(cases[i].name);
        g_autofree int64_t *place = place_as_jax(hw, cases[i].sizes, 3);
        g_assert_nonnull(place);
        g_autofree bool *seen = g_new0(bool, hw->n_devices);
        for (int64_t k = 0; k < hw->n_devices; k++) {
            g_assert_cmpint(place[k], >=, 0);
            g_assert_cmpint(place[k], <, hw->n_devices);
            g_assert_false(seen[place[k]]);
            seen[place[k]] = true;
            g_assert_cmpint(place[k] / hw->domain, ==, hw->n_slices > 1 && cases[i].sizes[0] == hw->n_slices ? k / hw->domain : place[k] / hw->domain);
        }
    }
    const int64_t few[] = { 4, 4 }, odd[] = { 5, 51 };
    g_assert_null(place_as_jax(hardware_named("v6e-256"), few, 2)); /* not as many */
    g_assert_null(place_as_jax(hardware_named("v6e-256"), odd, 2));
    g_assert_null(place_as_jax(hardware_named("h100x16"), few, 2)); /* no torus */
}

/* Models of what-ifs live shortly: one where another was has its own placements, and its own wires. */
static void test_short_lives(void)
{
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    MeshAxis axes[] = { { "a", 8 }, { "b", 8 } };
    const Mesh *mesh = mesh_intern(t, &(Mesh){ .name = "m", .n_axes = 2, .axes = axes, .n_devices = 64 });
    static const char *const names[] = { "v5p-128", "v5e-64", "v5p-128" };
    AxisRef ref = axis_whole(mesh, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        static Hardware changed;
        changed = *hardware_named(names[i]);
        changed.hbm *= 2;
        const int64_t *place = place_of_mesh(&changed, mesh);
        g_autofree int64_t *own = place_as_jax(hardware_named(names[i]), (int64_t[]){ 8, 8 }, 2);
        for (int k = 0; k < 64; k++)
            g_assert_cmpint(place[k], ==, own[k]);
        int64_t ids[8];
        for (int k = 0; k < 8; k++)
            ids[k] = own[k];
        Wires along = wires_along(&changed, mesh, (AxisList){ &ref, 1 }), between = wires_between(&changed, ids, 8);
        for (int d = 0; d < 3; d++)
            g_assert_cmpint(along.extent[d], ==, between.extent[d]);
    }
    sharding_table_free(t);
    arena_free(arena);
}

static void test_read(void)
{
    static const struct {
        const char *text;
        int64_t want[4];
    } good[] = { { "0,1,2,3", { 0, 1, 2, 3 } }, { "3,1,0,2", { 3, 1, 0, 2 } }, { "[4]", { 0, 1, 2, 3 } }, { "[2,2]T(1,0)", { 0, 2, 1, 3 } }, { "[2,2]", { 0, 1, 2, 3 } } };
    for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
        int64_t n = 0;
        g_autofree int64_t *ids = place_read(good[i].text, &n, NULL);
        g_assert_nonnull(ids);
        g_assert_cmpint(n, ==, 4);
        g_assert_cmpmem(ids, sizeof good[i].want, good[i].want, sizeof good[i].want);
    }
    static const char *const bad[] = { "", "0,", "0,0", "0,2", "-1,0", "a", "[", "[2", "[2,2]T", "[2,2]T(", "[2,2]T(0)", "[2,2]T(0,0)", "[2,2]T(1,0)x", "[2]x", "[0]", "[99999999999]", "[1048576,1048576]", "0,1,2,4" };
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        int64_t n;
        g_test_message("%s", bad[i]);
        g_assert_null(place_read(bad[i], &n, &error));
        g_assert_nonnull(error);
    }
}

/* ---- closed forms ------------------------------------------------------------------------------------------------------------------- */

enum { MOST = 1024 };

/* The groups of a mesh of `sizes` along the axes of the bits, as devices. */
typedef struct Laid {
    int64_t ids[MOST];
    LinkGroup groups[MOST];
    int n;
} Laid;

static void lay(Laid *l, const int64_t *sizes, int n_axes, unsigned axes, const int64_t *place)
{
    int64_t all = 1, members = 1, at[8];
    for (int a = 0; a < n_axes; a++) {
        all *= sizes[a];
        members *= axes >> a & 1 ? sizes[a] : 1;
    }
    g_assert_cmpint(all, <=, MOST);
    l->n = (int)(all / members);
    for (int g = 0; g < l->n; g++)
        l->groups[g] = (LinkGroup){ l->ids + g * members, members };
    for (int64_t i = 0; i < all; i++) {
        int64_t rest = i, group = 0, member = 0;
        for (int a = n_axes - 1; a >= 0; a--) {
            at[a] = rest % sizes[a];
            rest /= sizes[a];
        }
        for (int a = 0; a < n_axes; a++)
            if (axes >> a & 1)
                member = member * sizes[a] + at[a];
            else
                group = group * sizes[a] + at[a];
        l->ids[group * members + member] = place ? place[i] : i;
    }
}

/* Bytes a ns that reach a device, by closed form: without latencies. */
static double closed_rate(const Hardware *hw, const Laid *l, Pattern p)
{
    Wires w = wires_between(hw, l->groups[0].ids, l->groups[0].n);
    return 1e9 / (wires_ns(hw, &w, p, 1e9) - wires_ns(hw, &w, p, 0));
}

/* Where groups are whole axes of a torus, or parts of them that stand evenly apart, laying each message over the links comes to what the closed forms say. */
static void test_closed_forms(void)
{
    static const struct {
        const char *name;
        int64_t sizes[3];
        int n;
    } cases[] = { { "v5e-256", { 16, 16 }, 2 }, { "v5e-64", { 8, 8 }, 2 }, { "v4-128", { 4, 4, 4 }, 3 }, { "v5p-4x8x8", { 4, 8, 8 }, 3 }, { "v6e-8x16", { 8, 16 }, 2 }, { "v5p-2x2x4", { 2, 2, 4 }, 3 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (unsigned axes = 1; axes < 1u << cases[i].n; axes++) {
            const Hardware *hw = hardware_named(cases[i].name);
            static Laid l;
            lay(&l, cases[i].sizes, cases[i].n, axes, NULL);
            double closed = closed_rate(hw, &l, PATTERN_GATHER), laid = hw->link / links_load(hw, l.groups, l.n, PATTERN_GATHER).busiest;
            g_test_message("%s, axes %u: %g by closed form, %g over links", cases[i].name, axes, closed, laid);
            g_assert_cmpfloat(laid / closed, >, 0.99);
            g_assert_cmpfloat(laid / closed, <, 1.01);
        }
}

/* All-to-alls: the cut through the longest axis. Rings of an even number halve what goes to the other side; lines are exact. */
static void test_exchange(void)
{
    static const struct {
        const char *name;
        int64_t sizes[2];
        unsigned axes;
    } cases[] = { { "v5e-256", { 16, 16 }, 1 }, { "v5e-256", { 16, 16 }, 2 }, { "v5e-64", { 8, 8 }, 1 }, { "v5e-64", { 8, 8 }, 3 }, { "v5e-16", { 4, 4 }, 3 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Hardware *hw = hardware_named(cases[i].name);
        static Laid l;
        lay(&l, cases[i].sizes, 2, cases[i].axes, NULL);
        double closed = closed_rate(hw, &l, PATTERN_EXCHANGE), laid = hw->link / links_load(hw, l.groups, l.n, PATTERN_EXCHANGE).busiest;
        g_test_message("%s, axes %u: %g by closed form, %g over links", cases[i].name, cases[i].axes, closed, laid);
        g_assert_cmpfloat(laid / closed, >, 0.95);
        g_assert_cmpfloat(laid / closed, <, 1.05);
    }
}

/* A ring of 16 that closes sends both ways: twice what a line of 16 does, as v5p's axes of 14, which do not close, against those of 16. */
static void test_ring_and_line(void)
{
    static Laid ring, line;
    const int64_t sixteen[] = { 16, 16 }, eight[] = { 16, 8 };
    lay(&ring, sixteen, 2, 2, NULL);
    lay(&line, eight, 2, 2, NULL);
    double r = links_load(hardware_named("v6e-16x16"), ring.groups, ring.n, PATTERN_GATHER).busiest;
    double l = links_load(hardware_named("v6e-16x8"), line.groups, line.n, PATTERN_GATHER).busiest;
    g_assert_cmpfloat_with_epsilon(l, 2 * r, 1e-9);
}

/* A shift along a ring takes as many links as it goes far, the shorter way. */
static void test_shift(void)
{
    const Hardware *hw = hardware_named("v5e-256");
    for (int64_t by = 1; by < 16; by++) {
        int64_t ids[32];
        LinkGroup pairs[16];
        for (int64_t i = 0; i < 16; i++) {
            ids[2 * i] = i;
            ids[2 * i + 1] = (i + by) % 16;
            pairs[i] = (LinkGroup){ ids + 2 * i, 2 };
        }
        LinkLoad load = links_load(hw, pairs, 16, PATTERN_PERMUTE);
        int64_t way = MIN(by, 16 - by);
        g_assert_cmpfloat(load.busiest, ==, by == 8 ? 4 : (double)way); /* half goes each way round */
        g_assert_cmpfloat(load.hops, ==, (double)way);
        Wires w = wires_of_groups(hw, pairs, 16, PATTERN_PERMUTE);
        g_assert_cmpfloat(wires_ns(hw, &w, PATTERN_PERMUTE, 1e9), >, 0.99e9 * load.busiest / hw->link);
    }
}

/* ---- laws --------------------------------------------------------------------------------------------------------------------------- */

/* What other groups send besides only makes links fuller, and twice the same messages fill them twice. */
static void test_contention(void)
{
    static const Pattern patterns[] = { PATTERN_GATHER, PATTERN_EXCHANGE };
    const Hardware *hw = hardware_named("v5p-4x4x4");
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    for (int turn = 0; turn < 200; turn++) {
        int64_t ids[64];
        LinkGroup groups[32];
        for (int64_t i = 0; i < 64; i++) {
            int64_t other = i ? g_rand_int_range(random, 0, (gint32)i + 1) : 0;
            ids[i] = ids[other];
            ids[other] = i;
        }
        int members = 1 << g_rand_int_range(random, 1, 5), n = 64 / members;
        for (int g = 0; g < n; g++)
            groups[g] = (LinkGroup){ ids + g * members, members };
        for (size_t p = 0; p < G_N_ELEMENTS(patterns); p++) {
            double one = links_load(hw, groups, 1, patterns[p]).busiest, all = links_load(hw, groups, n, patterns[p]).busiest;
            g_assert_cmpfloat(one, >, 0);
            g_assert_cmpfloat(all, >=, one);
            LinkGroup twice[2] = { groups[0], groups[0] };
            g_assert_cmpfloat_with_epsilon(links_load(hw, twice, 2, patterns[p]).busiest, 2 * one, 1e-9);
            Wires w = wires_of_groups(hw, groups, n, patterns[p]);
            g_assert_cmpfloat(coll_estimate(hw, patterns[p] == PATTERN_GATHER ? COLL_ALL_GATHER : COLL_ALL_TO_ALL, 1e8, &w, COLL_HOLD_NONE).ns, >, 0);
        }
    }
}

/* Devices that stand unevenly apart share links with others although their places look like a line. */
static void test_uneven(void)
{
    const Hardware *hw = hardware_named("v6e-8x8");
    static Laid l;
    const int64_t sizes[] = { 8, 2, 2, 2 };
    lay(&l, sizes, 4, 1u << 1 | 1u << 3, NULL); /* columns 0, 1, 4, 5, and 2, 3, 6, 7 */
    Wires w = wires_between(hw, l.groups[0].ids, 4);
    g_assert_false(wires_are_grid(&w));
    Wires all = wires_of_groups(hw, l.groups, l.n, PATTERN_GATHER);
    g_assert_cmpfloat(wires_ns(hw, &all, PATTERN_GATHER, 1e9), >, 1.4 * wires_ns(hw, &w, PATTERN_GATHER, 1e9));
}

/* Faster links are never slower; longer values never faster; a part with slower links is slower by no more than their ratio. */
static void test_faster(void)
{
    static const char *const names[] = { "v6e-256", "v5p-4x4x8", "v7x-128", "h100x64", "mi350x8", "gb200x144", "2xv6e-256" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const Hardware *hw = hardware_named(names[i]);
        Hardware fast = *hw;
        fast.link *= 2;
        fast.nic *= 2;
        fast.is_row = false;
        g_autofree int64_t *ids = g_new(int64_t, hw->n_devices);
        for (int64_t k = 0; k < hw->n_devices; k++)
            ids[k] = k;
        for (int64_t n = 2; n <= hw->n_devices; n *= 2)
            for (int kind = COLL_ALL_GATHER; kind < N_COLL_KINDS; kind++) {
                Wires w = wires_between(hw, ids, n);
                double before = 0;
                for (double bytes = 1 << 10; bytes < 1e10; bytes *= 4) {
                    double slow = coll_estimate(hw, (CollKind)kind, bytes, &w, COLL_HOLD_NONE).ns, quick = coll_estimate(&fast, (CollKind)kind, bytes, &w, COLL_HOLD_NONE).ns;
                    g_assert_cmpfloat(quick, <=, slow * 1.0001);
                    g_assert_cmpfloat(quick, >=, slow / 2.0001);
                    g_assert_true(hw->coll_row >= 0 || slow >= before); /* measured ones are as they are */
                    before = slow;
                }
            }
    }
}

static double among(const char *name, CollKind kind, double bytes)
{
    const Hardware *hw = hardware_named(name);
    g_autofree int64_t *ids = g_new(int64_t, hw->n_devices);
    for (int64_t i = 0; i < hw->n_devices; i++)
        ids[i] = i;
    Wires w = wires_between(hw, ids, hw->n_devices);
    return coll_estimate(hw, kind, bytes, &w, COLL_HOLD_NONE).ns;
}

/* Between hosts: a sum passes the cards once where there are two, as a tree of two has it, else nearly twice, as a ring of all devices; a gather all but one part of the whole. Small ones take longer
 * the more devices they pass. Slices of TPUs talk through their hosts: a message takes about a millisecond. */
static void test_between_hosts(void)
{
    const double large = 16e9, cards = 8 * hardware_named("h100x16")->nic;
    g_assert_cmpfloat_with_epsilon(among("h100x16", COLL_ALL_REDUCE, large) / (large / cards), 1.87, 0.2); /* the links inside take longer */
    g_assert_cmpfloat_with_epsilon(among("b200x16", COLL_ALL_REDUCE, large) / (large / cards), 1.12, 0.1);
    for (int n = 32; n <= 512; n *= 4) {
        g_autofree char *name = g_strdup_printf("b200x%d", n);
        g_assert_cmpfloat_with_epsilon(among(name, COLL_ALL_REDUCE, large) / (large / cards), 2.15, 0.15);
        g_assert_cmpfloat_with_epsilon(among(name, COLL_ALL_GATHER, large) / (large / cards), 1.1, 0.1);
    }
    g_assert_cmpfloat(among("h100x1024", COLL_ALL_GATHER, 1 << 26), >, 4 * among("h100x64", COLL_ALL_GATHER, 1 << 26));
    g_assert_cmpfloat(among("h100x1024", COLL_ALL_REDUCE, 1 << 16), <, 200e3);
    g_assert_cmpfloat(among("2xv6e-256", COLL_ALL_REDUCE, 1 << 20), >, 0.5e6);
    g_assert_cmpfloat(among("4xv6e-256", COLL_ALL_REDUCE, 1 << 20), <, 3e6);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/links/jax", test_jax);
    g_test_add_func("/sim/links/once", test_once);
    g_test_add_func("/sim/links/short-lives", test_short_lives);
    g_test_add_func("/sim/links/read", test_read);
    g_test_add_func("/sim/links/closed_forms", test_closed_forms);
    g_test_add_func("/sim/links/exchange", test_exchange);
    g_test_add_func("/sim/links/ring_and_line", test_ring_and_line);
    g_test_add_func("/sim/links/shift", test_shift);
    g_test_add_func("/sim/links/contention", test_contention);
    g_test_add_func("/sim/links/uneven", test_uneven);
    g_test_add_func("/sim/links/faster", test_faster);
    g_test_add_func("/sim/links/between-hosts", test_between_hosts);
    return g_test_run();
}
