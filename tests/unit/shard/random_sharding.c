/* See random_sharding.h. */
#include "tests/unit/shard/random_sharding.h"

Fixture fixture_new(void)
{
    Arena *arena = arena_new_root();
    return (Fixture){ arena, sharding_table_new(arena) };
}

void fixture_free(Fixture f)
{
    sharding_table_free(f.t);
    arena_free(f.arena);
}

const Mesh *random_mesh(ShardingTable *t, RandomKinds kinds)
{
    static const char *const names[] = { "x", "y", "data", "fsdp" };
    static const int64_t sizes[] = { 1, 2, 2, 2, 3, 4, 4, 6, 8, 12 };
    MeshAxis axes[4];
    int n = g_test_rand_int_range(1, 5);
    int64_t n_devices = 1;
    for (int i = 0; i < n; i++) {
        axes[i] = (MeshAxis){ names[i], sizes[g_test_rand_int_range(0, G_N_ELEMENTS(sizes))] };
        n_devices *= axes[i].size;
    }
    int64_t *ids = NULL;
    if (kinds.ids && g_test_rand_bit()) {
        ids = g_new(int64_t, n_devices);
        for (int64_t i = 0; i < n_devices; i++) {
            int64_t k = g_test_rand_int_range(0, (int)i + 1);
            ids[i] = ids[k];
            ids[k] = i;
        }
    }
    const Mesh *mesh = mesh_intern(t, &(Mesh){ .name = "mesh", .n_axes = n, .axes = axes, .n_devices = n_devices,
                                               .device_ids = ids });
    g_free(ids);
    return mesh;
}

/* Splits every axis into sub-axes at random, down to prime sizes; returns their number. */
static int cut_axes(const Mesh *mesh, AxisRef *pieces)
{
    int n = 0;
    for (int i = 0; i < mesh->n_axes; i++) {
        int64_t pre = 1, size = mesh->axes[i].size;
        do {
            int64_t piece = size / pre;
            for (int64_t p = 2; p < piece; p++)
                if (piece % p == 0 && g_test_rand_bit()) {
                    piece = p;
                    break;
                }
            pieces[n++] = (AxisRef){ i, pre, piece };
            pre *= piece;
        } while (pre < size);
    }
    return n;
}

const Sharding *random_sharding(ShardingTable *t, const Mesh *mesh, int rank, RandomKinds kinds)
{
    enum { MAX_PIECES = 32, MAX_LISTS = 16 };
    AxisRef pieces[MAX_PIECES], store[MAX_LISTS][MAX_PIECES];
    AxisList lists[MAX_LISTS] = { 0 };
    int n = cut_axes(mesh, pieces);
    g_assert_cmpint(rank, <=, MAX_LISTS - 4);
    for (int i = n - 1; i > 0; i--) {
        int k = g_test_rand_int_range(0, i + 1);
        AxisRef swap = pieces[i];
        pieces[i] = pieces[k];
        pieces[k] = swap;
    }
    for (int l = 0; l < MAX_LISTS; l++)
        lists[l].v = store[l];
    for (int i = 0; i < n; i++) {
        int to = g_test_rand_int_range(0, rank + 4); /* the last one: not used */
        if ((to == rank && !kinds.replicated) || (to == rank + 1 && !kinds.unreduced) ||
            (to == rank + 2 && !kinds.manual))
            continue;
        store[to][lists[to].n++] = pieces[i];
    }
    DimSharding dims[MAX_LISTS] = { 0 };
    for (int d = 0; d < rank; d++) {
        dims[d] = (DimSharding){ .axes = lists[d], .priority = -1 };
        if (kinds.open && g_test_rand_bit())
            dims[d].open = true;
        if (kinds.open && (dims[d].open || lists[d].n) && g_test_rand_int_range(0, 4) == 0)
            dims[d].priority = g_test_rand_int_range(0, 3);
    }
    Sharding s = { .mesh = mesh, .rank = rank, .dims = dims };
    s.replicated = lists[rank];
    s.unreduced = lists[rank + 1];
    s.manual = lists[rank + 2];
    s.reduction = (Reduction)g_test_rand_int_range(REDUCTION_SUM, REDUCTION_MIN + 1);
    return sharding_intern(t, &s);
}
