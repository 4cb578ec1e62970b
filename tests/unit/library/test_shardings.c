/* Meshes and shardings through shardscope.h: what JAX's classes say of the same, and the errors with their facts. */
#include "tests/unit/library/check.h"

static ShardscopeMesh *mesh_of(const char *text)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *m = shardscope_mesh_parse(text, &error);
    no_error(error);
    return m;
}

static void test_meshes(void)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *m = shardscope_mesh_new(2, (const char *[]){ "data", "model" }, (int64_t[]){ 4, 2 }, &error);
    no_error(error);
    g_assert_cmpint(shardscope_mesh_n_axes(m), ==, 2);
    g_assert_cmpint(shardscope_mesh_n_devices(m), ==, 8);
    g_assert_cmpstr(shardscope_mesh_axis_name(m, 1), ==, "model");
    g_assert_cmpint(shardscope_mesh_axis_size(m, 0), ==, 4);
    g_assert_cmpint(shardscope_mesh_axis_size(m, 2), ==, -1);
    g_assert_cmpint(shardscope_mesh_device(m, 5), ==, 5);
    g_assert_cmpint(shardscope_mesh_device(m, 8), ==, -1);
    shardscope_mesh_unref(m);

    m = shardscope_mesh_new_with_devices(1, (const char *[]){ "x" }, (int64_t[]){ 3 }, (int64_t[]){ 7, 2, 4 }, &error);
    no_error(error);
    g_assert_cmpint(shardscope_mesh_device(m, 1), ==, 2);
    shardscope_mesh_unref(m);

    /* Two slices of four devices; axis a lies over slices. mesh_utils.create_hybrid_device_mesh((2, 2), (2, 1)) of devices numbered
     * slice by slice gives [[0, 1], [2, 3], [4, 5], [6, 7]]; with (1, 2): [[0, 1, 4, 5], [2, 3, 6, 7]]. */
    m = shardscope_mesh_new_hybrid(2, (const char *[]){ "a", "b" }, (int64_t[]){ 2, 2 }, (int64_t[]){ 1, 2 }, &error);
    no_error(error);
    const int64_t want[] = { 0, 1, 4, 5, 2, 3, 6, 7 };
    for (int i = 0; i < 8; i++)
        g_assert_cmpint(shardscope_mesh_device(m, i), ==, want[i]);
    shardscope_mesh_unref(m);

    g_assert_null(shardscope_mesh_new(2, (const char *[]){ "a", "a" }, (int64_t[]){ 2, 2 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "two axes of the mesh are called \"a\"");
    g_assert_null(shardscope_mesh_new(1, (const char *[]){ "a" }, (int64_t[]){ 0 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "axis \"a\" has the size 0");
    g_assert_null(shardscope_mesh_new_with_devices(1, (const char *[]){ "x" }, (int64_t[]){ 2 }, (int64_t[]){ 3, 3 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "device 3 appears twice");
    g_assert_null(shardscope_mesh_new(1, (const char *[]){ "a" }, (int64_t[]){ INT64_MAX }, &error));
    expect(&error, SHARDSCOPE_INVALID, "more than");
    g_assert_null(shardscope_mesh_parse("a=x", &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
}

static void check_box(const ShardscopeSharding *s, int rank, const int64_t *dims, int64_t device, const int64_t *want)
{
    ShardscopeError *error = NULL;
    ShardscopeBox box;
    g_assert_true(shardscope_sharding_box(s, rank, dims, device, &box, &error));
    for (int d = 0; d < rank; d++) {
        g_assert_cmpint(box.start[d], ==, want[2 * d]);
        g_assert_cmpint(box.stop[d], ==, want[2 * d + 1]);
    }
}

static void test_named(void)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *m = mesh_of("x=4,y=2");
    ShardscopeSharding *s = shardscope_sharding_named(m, 2, (const char *[]){ "y,x", NULL }, &error);
    no_error(error);
    check_box(s, 2, (int64_t[]){ 16, 3 }, 3, (int64_t[]){ 10, 12, 0, 3 }); /* device 3: x 1, y 1 */
    int64_t shard[4];
    int rank;
    g_assert_true(shardscope_shard_shape(s, 3, (int64_t[]){ 16, 3, 5 }, shard, &rank, &error)); /* dimensions beyond the spec are whole */
    g_assert_cmpint(rank, ==, 3);
    g_assert_cmpint(shard[0], ==, 2);
    g_assert_cmpint(shard[2], ==, 5);
    char *text = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_JAX, &error), *gspmd = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_GSPMD, &error),
         *sdy = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_SDY, &error);
    g_assert_cmpstr(text, ==, "P(('y', 'x'), None)");
    g_assert_cmpstr(gspmd, ==, "{devices=[8,1]<=[4,2]T(1,0)}");
    g_assert_cmpstr(sdy, ==, "[{\"y\", \"x\"}, {}]");
    ShardscopeSharding *same = shardscope_sharding_parse_gspmd(gspmd, 2, 8, &error), *named = shardscope_sharding_parse(m, text, 2, &error),
                       *on = shardscope_sharding_on_mesh(same, m, 2, &error);
    no_error(error);
    g_assert_cmpint(shardscope_sharding_kind(same), ==, SHARDSCOPE_GSPMD);
    g_assert_true(shardscope_sharding_equivalent(s, same, 2));
    g_assert_true(shardscope_sharding_equivalent(named, same, 2));
    char *again = shardscope_sharding_text(on, 2, SHARDSCOPE_SPELL_JAX, &error);
    g_assert_cmpstr(again, ==, text);
    ShardscopeSharding *other = shardscope_sharding_parse(m, "P(('x', 'y'), None)", 2, &error);
    g_assert_false(shardscope_sharding_equivalent(s, other, 2));
    g_assert_false(shardscope_sharding_is_replicated(s));
    ShardscopeSharding *whole = shardscope_sharding_replicated(m, &error), *one = shardscope_sharding_single_device(0, &error);
    g_assert_true(shardscope_sharding_is_replicated(whole));
    g_assert_false(shardscope_sharding_equivalent(whole, one, 2)); /* other devices */
    shardscope_free(text);
    shardscope_free(gspmd);
    shardscope_free(sdy);
    shardscope_free(again);

    g_assert_false(shardscope_shard_shape(s, 2, (int64_t[]){ 12, 3 }, shard, &rank, &error));
    expect(&error, SHARDSCOPE_SHARDING, "splits dimension 0 into 8 pieces, but its size is 12");
    g_assert_false(shardscope_shard_shape(s, 1, (int64_t[]){ 12 }, shard, &rank, &error));
    expect(&error, SHARDSCOPE_SHARDING, "at least 2 dimensions, and this one has 1");
    g_assert_null(shardscope_sharding_named(m, 1, (const char *[]){ "z" }, &error));
    g_assert_cmpstr(shardscope_error_hint(error), ==, "the mesh has x, y");
    expect(&error, SHARDSCOPE_SHARDING, "unknown axis \"z\"");
    g_assert_null(shardscope_sharding_named(m, 2, (const char *[]){ "x", "x" }, &error));
    expect(&error, SHARDSCOPE_SHARDING, "axis \"x\" splits dimension 0 and again dimension 1");
    g_assert_null(shardscope_sharding_parse(m, "P('x'", 1, &error));
    shardscope_error_free(error);
    error = NULL;
    g_assert_null(shardscope_sharding_parse(NULL, "P('x')", 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "NULL where a mesh is needed");

    /* Uneven: the last pieces are short, as the compiler lays them. */
    check_box(named, 2, (int64_t[]){ 12, 3 }, 0, (int64_t[]){ 0, 2, 0, 3 });
    check_box(named, 2, (int64_t[]){ 12, 3 }, 7, (int64_t[]){ 12, 12, 0, 3 });
    for (int i = 0; i < 6; i++)
        shardscope_sharding_unref(((ShardscopeSharding *[]){ s, same, named, on, other, whole })[i]);
    shardscope_sharding_unref(one);
    shardscope_mesh_unref(m);
}

/* Of JAX's documentation of PositionalSharding: reshape, replicate, transpose. */
static void test_positional(void)
{
    ShardscopeError *error = NULL;
    ShardscopeSharding *flat = shardscope_sharding_positional(1, (int64_t[]){ 8 }, NULL, &error),
                       *s = shardscope_positional_reshape(flat, 2, (int64_t[]){ 4, 2 }, &error), *r = shardscope_positional_replicate(s, 0, true, &error),
                       *t = shardscope_positional_transpose(s, NULL, &error), *all = shardscope_positional_replicate(s, SHARDSCOPE_ALL_AXES, true, &error),
                       *less = shardscope_positional_replicate(s, -1, false, &error);
    no_error(error);
    const int64_t dims[] = { 8, 8 };
    check_box(s, 2, dims, 5, (int64_t[]){ 4, 6, 4, 8 });
    check_box(r, 2, dims, 5, (int64_t[]){ 0, 8, 4, 8 }); /* {0, 2, 4, 6} {1, 3, 5, 7} */
    check_box(t, 2, dims, 5, (int64_t[]){ 4, 8, 4, 6 }); /* 2 x 4: 5 is at [1][2] */
    check_box(all, 2, dims, 3, (int64_t[]){ 0, 8, 0, 8 });
    check_box(less, 1, dims, 3, (int64_t[]){ 2, 4 });
    g_assert_true(shardscope_sharding_is_replicated(all));
    g_assert_cmpint(shardscope_sharding_rank(less), ==, 1);
    ShardscopeMesh *m = mesh_of("a=4,b=2");
    ShardscopeSharding *named = shardscope_sharding_parse(m, "P(None, 'b')", 2, &error);
    g_assert_true(shardscope_sharding_equivalent(named, r, 2));
    ShardscopeSharding *order = shardscope_sharding_positional(2, (int64_t[]){ 2, 2 }, (int64_t[]){ 3, 1, 0, 2 }, &error),
                       *far = shardscope_sharding_positional(1, (int64_t[]){ 2 }, (int64_t[]){ 6, 4 }, &error);
    no_error(error);
    check_box(order, 2, (int64_t[]){ 4, 4 }, 0, (int64_t[]){ 2, 4, 0, 2 });
    check_box(far, 1, (int64_t[]){ 4 }, 4, (int64_t[]){ 2, 4 });
    g_assert_false(shardscope_sharding_box(far, 1, (int64_t[]){ 4 }, 0, &(ShardscopeBox){ 0 }, &error));
    no_error(error);
    g_assert_cmpint(shardscope_sharding_device(far, 0), ==, 6);

    g_assert_null(shardscope_positional_reshape(flat, 2, (int64_t[]){ 3, 2 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "shape [8] cannot be reshaped to [3, 2]");
    g_assert_null(shardscope_positional_replicate(s, 2, true, &error));
    expect(&error, SHARDSCOPE_INVALID, "axis 2 of an array of devices of 2 dimensions");
    g_assert_null(shardscope_positional_transpose(s, (int[]){ 0, 0 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "each once");
    g_assert_null(shardscope_positional_transpose(named, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "no array of devices");
    g_assert_null(shardscope_sharding_positional(1, (int64_t[]){ 2 }, (int64_t[]){ 1, 1 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "each can appear once");
    ShardscopeSharding *made[] = { flat, s, r, t, all, less, named, order, far };
    for (size_t i = 0; i < G_N_ELEMENTS(made); i++)
        shardscope_sharding_unref(made[i]);
    shardscope_mesh_unref(m);
}

static void test_pmap(void)
{
    ShardscopeError *error = NULL;
    /* jax.pmap of (8, 4) over the first dimension: each device one row. */
    ShardscopePmapDim rows[] = { { SHARDSCOPE_PMAP_UNSTACKED, 1, { 8 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } };
    ShardscopeSharding *s = shardscope_sharding_pmap(2, rows, 1, NULL, &error);
    no_error(error);
    int64_t shard[4];
    int rank;
    g_assert_true(shardscope_shard_shape(s, 2, (int64_t[]){ 8, 4 }, shard, &rank, &error));
    g_assert_cmpint(rank, ==, 1);
    g_assert_cmpint(shard[0], ==, 4);
    check_box(s, 2, (int64_t[]){ 8, 4 }, 6, (int64_t[]){ 6, 7, 0, 4 });
    shardscope_sharding_unref(s);
    ShardscopePmapDim chunks[] = { { SHARDSCOPE_PMAP_CHUNKED, 2, { 2, 2 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } };
    s = shardscope_sharding_pmap(2, chunks, 2, NULL, &error);
    no_error(error);
    g_assert_cmpint(shardscope_sharding_n_devices(s), ==, 8);
    check_box(s, 2, (int64_t[]){ 16, 4 }, 5, (int64_t[]){ 8, 12, 0, 4 }); /* devices 4 and 5 hold the third chunk */
    shardscope_sharding_unref(s);
    chunks[0].sizes[1] = 0;
    g_assert_null(shardscope_sharding_pmap(2, chunks, 2, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "dimension 0 is split into 0 pieces");
}

/* An error that is there already makes every call do nothing. */
static void test_errors_stay(void)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *m = shardscope_mesh_parse("x", &error);
    g_assert_null(m);
    char *first = g_strdup(shardscope_error_message(error));
    ShardscopeSharding *s = shardscope_sharding_parse(m, "P('x')", 1, &error);
    g_assert_null(s);
    g_assert_null(shardscope_sharding_text(s, 1, SHARDSCOPE_SPELL_JAX, &error));
    g_assert_null(shardscope_client_new(NULL, &error));
    g_assert_cmpstr(shardscope_error_message(error), ==, first);
    shardscope_error_free(error);
    g_free(first);
    g_assert_null(shardscope_sharding_parse(NULL, NULL, 1, NULL)); /* nobody asks why */
    shardscope_sharding_unref(NULL);
    shardscope_mesh_unref(NULL);
    shardscope_error_free(NULL);
    g_assert_cmpint(shardscope_error_status(NULL), ==, SHARDSCOPE_OK);
}

static void test_picture(void)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *m = mesh_of("a=2,b=2");
    ShardscopeSharding *s = shardscope_sharding_parse(m, "P('a', 'b')", 2, &error);
    char *picture = shardscope_sharding_picture(s, 2, (int64_t[]){ 4, 4 }, false, &error);
    no_error(error);
    g_assert_nonnull(strstr(picture, "CPU 3"));
    shardscope_free(picture);
    g_assert_null(shardscope_sharding_picture(s, 2, (int64_t[]){ 3, 4 }, false, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_SHARDING);
    shardscope_error_free(error);
    shardscope_sharding_unref(s);
    shardscope_mesh_unref(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/shardings/meshes", test_meshes);
    g_test_add_func("/library/shardings/named", test_named);
    g_test_add_func("/library/shardings/positional", test_positional);
    g_test_add_func("/library/shardings/pmap", test_pmap);
    g_test_add_func("/library/shardings/errors-stay", test_errors_stay);
    g_test_add_func("/library/shardings/picture", test_picture);
    return g_test_run();
}
