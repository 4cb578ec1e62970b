/* Properties of meshes, axis lists, interning and tiles, over random meshes and shardings; and a few well-known
 * numbers. */
#include "runtime/shard/tiles.h"

#include <string.h>

#include "tests/unit/shard/random_sharding.h"

enum { ROUNDS = 300 };

static const RandomKinds all_kinds = { true, true, true, true, false };

/* The valid boxes of all devices cover every element as often as there are replicas; devices with the same coordinates have the same
 * box. */
static void test_cover(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        const Sharding *s = random_sharding(f.t, mesh, 2, all_kinds);
        int64_t dims[2] = { g_test_rand_int_range(0, 24), g_test_rand_int_range(1, 24) };
        int64_t storage[2], coord[2], start[2], size[2];
        tile_dims(s, 2, dims, storage);
        int *covered = g_new0(int, dims[0] * dims[1] + 1);
        g_autoptr(GHashTable) starts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free); /* by tile */
        for (int64_t device = 0; device < mesh->n_devices; device++) {
            g_assert_true(tile_coords(s, device, coord));
            g_assert_true(tile_box(s, 2, dims, device, start, size));
            for (int d = 0; d < 2; d++) {
                g_assert_cmpint(coord[d], <, sharding_parts(s, d));
                g_assert_cmpint(start[d], ==, MIN(coord[d] * storage[d], dims[d]));
                g_assert_cmpint(size[d], <=, storage[d]);
            }
            int64_t tile = coord[0] * sharding_parts(s, 1) + coord[1];
            const int64_t *same = g_hash_table_lookup(starts, &tile);
            if (same)
                g_assert_cmpmem(start, sizeof start, same, sizeof start);
            else
                g_hash_table_insert(starts, g_memdup2(&tile, sizeof tile), g_memdup2(start, sizeof start));
            for (int64_t i = start[0]; i < start[0] + size[0]; i++)
                for (int64_t j = start[1]; j < start[1] + size[1]; j++)
                    covered[i * dims[1] + j]++;
        }
        for (int64_t i = 0; i < dims[0] * dims[1]; i++)
            g_assert_cmpint(covered[i], ==, tile_copies(s));
        g_assert_cmpint(g_hash_table_size(starts), ==, tile_count(s));
        g_assert_cmpint(tile_count(s) * tile_copies(s), ==, mesh->n_devices);
        g_free(covered);
    }
    fixture_free(f);
}

/* Groups along any list partition the devices; a member's place is its index along the list, and all members
 * agree on the coordinates along everything else. */
static void test_groups(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        const Sharding *s = random_sharding(f.t, mesh, 2, all_kinds);
        AxisList axes = s->dims[0].axes;
        AxisList rest = mesh_free_axes(f.arena, mesh, &axes, 1);
        g_assert_cmpint(axis_list_size(axes) * axis_list_size(rest), ==, mesh->n_devices);
        g_assert_cmpint(axis_list_size(axis_list_without_ones(f.arena, axes)), ==, axis_list_size(axes));
        int n_groups, group_size;
        int64_t **groups = mesh_groups(f.arena, mesh, axes, &n_groups, &group_size);
        bool *seen = g_new0(bool, mesh->n_devices);
        for (int g = 0; g < n_groups; g++)
            for (int i = 0; i < group_size; i++) {
                int64_t device = groups[g][i], lin = mesh_position_of(mesh, device);
                g_assert_false(seen[device]);
                seen[device] = true;
                g_assert_cmpint(axis_list_index(mesh, axes, lin), ==, i);
                g_assert_cmpint(axis_list_index(mesh, rest, lin), ==, g);
                g_assert_cmpint(mesh_device_at(mesh, lin), ==, device);
            }
        g_assert_cmpint((int64_t)n_groups * group_size, ==, mesh->n_devices);
        g_free(seen);
    }
    fixture_free(f);
}

/* Used and free sub-axes together are the whole mesh, and merge to whole axes when sorted. */
static void test_free_axes(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        const Sharding *s = random_sharding(f.t, mesh, 3, all_kinds);
        AxisList lists[5] = { s->dims[0].axes, s->dims[1].axes, s->dims[2].axes, s->replicated, s->unreduced };
        AxisList all = mesh_free_axes(f.arena, mesh, lists, 5);
        for (int i = 0; i < 5; i++) {
            g_assert_false(axis_list_overlaps(all, lists[i]));
            all = axis_list_concat(f.arena, all, lists[i]);
        }
        all = axis_list_sorted(f.arena, mesh, axis_list_without_ones(f.arena, all));
        AxisRef whole[MAX_AXES];
        int n = 0;
        for (int i = 0; i < mesh->n_axes; i++)
            if (mesh->axes[i].size > 1)
                whole[n++] = axis_whole(mesh, i);
        g_assert_true(axis_list_equal(all, (AxisList){ whole, n }));
    }
    fixture_free(f);
}

/* Splitting a list anywhere: the parts concatenate to the list, and the first is its prefix and its common prefix with the list. */
static void test_prefix_laws(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        const Sharding *s = random_sharding(f.t, mesh, 1, all_kinds);
        AxisList list = s->dims[0].axes;
        if (!list.n)
            continue;
        int keep = g_test_rand_int_range(0, list.n);
        AxisRef *v = arena_dup_array(f.arena, list.v, keep + 1);
        AxisList head = { v, keep };
        for (int64_t p = 2; p < v[keep].size; p++)
            if (v[keep].size % p == 0) {
                v[keep].size = p; /* the split goes through a sub-axis */
                head.n++;
                break;
            }
        g_assert_true(axis_list_is_prefix(head, list));
        AxisList tail = axis_list_drop_prefix(f.arena, list, head);
        g_assert_cmpint(axis_list_size(head) * axis_list_size(tail), ==, axis_list_size(list));
        g_assert_true(axis_list_equal(axis_list_concat(f.arena, head, tail), list));
        g_assert_false(head.n && tail.n && axis_list_overlaps(head, tail));
        for (int64_t lin = 0; lin < mesh->n_devices; lin++)
            g_assert_cmpint(axis_list_index(mesh, list, lin), ==,
                            axis_list_index(mesh, head, lin) * axis_list_size(tail) +
                                axis_list_index(mesh, tail, lin));
    }
    fixture_free(f);
}

/* A list that was cut is the same list when its neighbours are merged again, and none of its elements is covered in part. */
static void test_cut_laws(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        AxisList list = random_sharding(f.t, mesh, 1, all_kinds)->dims[0].axes, at = random_sharding(f.t, mesh, 1, all_kinds)->dims[0].axes;
        bool fits = true; /* cut points of both in one factorisation */
        for (int i = 0; i < list.n; i++)
            for (int k = 0; k < at.n; k++)
                fits = fits && axis_coexist(list.v[i], at.v[k]);
        AxisList cut = axis_list_cut(f.arena, list, at);
        g_assert_true(axis_list_equal(axis_list_merged(f.arena, cut), list));
        for (int i = 0; i < cut.n && fits; i++)
            for (int k = 0; k < at.n; k++)
                g_assert_true(axis_contains(at.v[k], cut.v[i]) || !axis_overlaps(at.v[k], cut.v[i]));
    }
    const AxisRef both = { 0, 3, 4 }, first = { 0, 1, 6 };
    AxisList cut = axis_list_cut(f.arena, (AxisList){ &both, 1 }, (AxisList){ &first, 1 });
    g_assert_cmpint(cut.n, ==, 2);
    g_assert_true(axis_equal(cut.v[0], (AxisRef){ 0, 3, 2 }) && axis_equal(cut.v[1], (AxisRef){ 0, 6, 2 }));
    fixture_free(f);
}

/* Equal content gives the same pointer, whatever order it was built in; a changed dim gives another. */
static void test_interning(void)
{
    Fixture f = fixture_new();
    for (int round = 0; round < ROUNDS; round++) {
        const Mesh *mesh = random_mesh(f.t, all_kinds);
        Mesh copy = *mesh;
        copy.name = "other";
        g_assert_true(mesh_intern(f.t, &copy) == mesh);
        const Sharding *s = random_sharding(f.t, mesh, 2, all_kinds);
        Sharding twin = *s;
        twin.mesh = &copy;
        AxisRef back[32];
        for (int i = 0; i < s->replicated.n; i++)
            back[i] = s->replicated.v[s->replicated.n - 1 - i];
        twin.replicated.v = back;
        int before = sharding_table_count(f.t);
        g_assert_true(sharding_intern(f.t, &twin) == s);
        g_assert_cmpint(sharding_table_count(f.t), ==, before);

        const Sharding *closed = sharding_closed(f.t, s);
        g_assert_true(sharding_same_layout(closed, s));
        g_assert_true(sharding_closed(f.t, closed) == closed);
        const Sharding *whole = sharding_with_dim(f.t, s, 0, (AxisList){ 0 });
        g_assert_true(sharding_same_layout(whole, s) == (sharding_parts(s, 0) == 1));
        GError *error = NULL;
        g_assert_true(sharding_check(s, 2, &error));
        g_assert_no_error(error);
        g_assert_false(sharding_check(s, 3, NULL));
    }
    fixture_free(f);
}

/* Layouts on different meshes are equal exactly if every device holds the same box. */
static void test_same_layout_across_meshes(void)
{
    Fixture f = fixture_new();
    const MeshAxis flat[] = { { "d", 8 } }, grid[] = { { "a", 4 }, { "b", 2 } };
    const Mesh *m1 = mesh_intern(f.t, &(Mesh){ .n_axes = 1, .axes = flat, .n_devices = 8 });
    const Mesh *m2 = mesh_intern(f.t, &(Mesh){ .n_axes = 2, .axes = grid, .n_devices = 8 });
    const AxisRef d_major[] = { { 0, 1, 4 } }, a[] = { { 0, 1, 4 } }, b[] = { { 1, 1, 2 } };
    const Sharding *s1 = sharding_of_dims(f.t, m1, 1, &(AxisList){ d_major, 1 });
    const Sharding *s2 = sharding_of_dims(f.t, m2, 1, &(AxisList){ a, 1 });
    const Sharding *s3 = sharding_of_dims(f.t, m2, 1, &(AxisList){ b, 1 });
    g_assert_true(sharding_same_layout(s1, s2));
    g_assert_false(sharding_same_layout(s1, s3));
    g_assert_true(sharding_same_layout(sharding_replicated(f.t, m1, 1), sharding_replicated(f.t, m2, 1)));
    fixture_free(f);
}

static void test_uneven(void)
{
    Fixture f = fixture_new();
    const MeshAxis axes[] = { { "x", 4 } };
    const Mesh *mesh = mesh_intern(f.t, &(Mesh){ .n_axes = 1, .axes = axes, .n_devices = 4 });
    const AxisRef x = axis_whole(mesh, 0);
    const Sharding *s = sharding_of_dims(f.t, mesh, 1, &(AxisList){ &x, 1 });
    static const int64_t expected[3][5] = { { 10, 3, 3, 3, 1 }, { 5, 2, 2, 1, 0 }, { 3, 1, 1, 1, 0 } };
    for (int i = 0; i < 3; i++)
        for (int64_t device = 0; device < 4; device++) {
            int64_t start, size;
            g_assert_true(tile_box(s, 1, &expected[i][0], device, &start, &size));
            g_assert_cmpint(size, ==, expected[i][1 + device]);
        }
    int64_t coord;
    g_assert_false(tile_coords(s, 4, &coord));
    g_assert_false(tile_coords(s, -1, &coord));
    fixture_free(f);
}

static void test_maximal(void)
{
    Fixture f = fixture_new();
    const int64_t id = 5;
    const Mesh *mesh = mesh_intern(f.t, &(Mesh){ .n_devices = 1, .device_ids = &id, .maximal = true });
    const Sharding *s = sharding_intern(f.t, &(Sharding){ .mesh = mesh, .maximal = true });
    int64_t dims[2] = { 4, 6 }, start[2], size[2];
    g_assert_true(tile_box(s, 2, dims, 5, start, size));
    g_assert_cmpint(size[1], ==, 6);
    g_assert_false(tile_box(s, 2, dims, 0, start, size));
    g_assert_cmpint(tile_copies(s), ==, 1);
    g_assert_true(sharding_check(s, 7, NULL));
    fixture_free(f);
}

/* Shardings that the checker refuses. */
static void test_check(void)
{
    Fixture f = fixture_new();
    const MeshAxis axes[] = { { "x", 12 }, { "y", 2 } };
    const Mesh *mesh = mesh_intern(f.t, &(Mesh){ .n_axes = 2, .axes = axes, .n_devices = 24 });
    static const struct {
        AxisRef a, b;
        const char *message;
    } bad[] = {
        { { 1, 1, 2 }, { 1, 1, 2 }, "axis \"y\" is used twice" },
        { { 0, 1, 12 }, { 0, 2, 3 }, "axis \"x\" is used twice" },
        { { 0, 1, 2 }, { 0, 3, 4 }, "two sub-axes of axis \"x\" cannot be cut out of it together" },
        { { 0, 1, 5 }, { 1, 1, 2 }, "sub-axis \"x\":(1)5 does not divide axis \"x\" of size 12" },
        { { 7, 1, 5 }, { 1, 1, 2 }, "the sharding names an axis that its mesh lacks" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        const AxisList lists[2] = { { &bad[i].a, 1 }, { &bad[i].b, 1 } };
        GError *error = NULL;
        g_assert_false(sharding_check(sharding_of_dims(f.t, mesh, 2, lists), 2, &error));
        g_assert_nonnull(strstr(error->message, bad[i].message));
        g_clear_error(&error);
    }
    fixture_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/shard/tiles/cover", test_cover);
    g_test_add_func("/shard/tiles/uneven", test_uneven);
    g_test_add_func("/shard/tiles/maximal", test_maximal);
    g_test_add_func("/shard/mesh/groups", test_groups);
    g_test_add_func("/shard/mesh/free-axes", test_free_axes);
    g_test_add_func("/shard/mesh/prefix-laws", test_prefix_laws);
    g_test_add_func("/shard/mesh/cut-laws", test_cut_laws);
    g_test_add_func("/shard/sharding/interning", test_interning);
    g_test_add_func("/shard/sharding/same-layout-across-meshes", test_same_layout_across_meshes);
    g_test_add_func("/shard/sharding/check", test_check);
    return g_test_run();
}
