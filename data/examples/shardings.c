/* The classes of shardings, each with the part of an array of 8 x 4 that every device holds, and a picture: named, positional (reshaped, replicated,
 * transposed), GSPMD, pmap, single device. Conversions between their spellings, equivalence, shard shapes, meshes, and the errors of wrong ones. */
#include "example.h"

static const int64_t dims[2] = { 8, 4 };

/* devices_indices_map, and the shape of a shard. */
static void show(Example *x, const char *title, ShardscopeSharding *s)
{
    example_check(x);
    char *text = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_JAX, &x->error), *tiles = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_GSPMD, &x->error),
         *axes = shardscope_sharding_text(s, 2, SHARDSCOPE_SPELL_SDY, &x->error);
    example_check(x);
    printf("==== %s\n%s   %s   %s\n", title, text, tiles, axes);
    shardscope_free(text);
    shardscope_free(tiles);
    shardscope_free(axes);
    int64_t shard[SHARDSCOPE_MAX_RANK], n = shardscope_sharding_n_devices(s), held = 0;
    int rank;
    shardscope_shard_shape(s, 2, dims, shard, &rank, &x->error);
    example_check(x);
    printf("each device holds (");
    for (int d = 0; d < rank; d++)
        printf("%s%d", d ? ", " : "", (int)shard[d]);
    printf(")\n");
    for (int64_t i = 0; i < n; i++) {
        ShardscopeBox box;
        int64_t device = shardscope_sharding_device(s, i), elements = 1;
        example_expect(shardscope_sharding_box(s, 2, dims, device, &box, &x->error), "a device of the sharding holds a part");
        printf("device %d: [%d:%d, %d:%d]\n", (int)device, (int)box.start[0], (int)box.stop[0], (int)box.start[1], (int)box.stop[1]);
        for (int d = 0; d < 2; d++)
            elements *= box.stop[d] - box.start[d];
        held += elements;
    }
    example_expect(held % 32 == 0 && held >= 32, "each element is on as many devices as any other");
    example_print(x, "", shardscope_sharding_picture(s, 2, dims, false, &x->error));
}

static void take(Example *x, const char *title, ShardscopeSharding *s)
{
    show(x, title, s);
    shardscope_sharding_unref(s);
}

static void named(Example *x)
{
    ShardscopeMesh *mesh = shardscope_mesh_new(2, (const char *[]){ "x", "y" }, (int64_t[]){ 4, 2 }, &x->error),
                   *order = shardscope_mesh_new_with_devices(2, (const char *[]){ "x", "y" }, (int64_t[]){ 4, 2 }, (int64_t[]){ 0, 4, 1, 5, 2, 6, 3, 7 }, &x->error),
                   *slices = shardscope_mesh_new_hybrid(2, (const char *[]){ "x", "y" }, (int64_t[]){ 2, 2 }, (int64_t[]){ 2, 1 }, &x->error);
    take(x, "named, both axes", shardscope_sharding_parse(mesh, "P('x', 'y')", 2, &x->error));
    take(x, "named, two axes on one dimension", shardscope_sharding_parse(mesh, "P(('x', 'y'), None)", 2, &x->error));
    take(x, "named, replicated along x", shardscope_sharding_parse(mesh, "P(None, 'y')", 2, &x->error));
    take(x, "replicated", shardscope_sharding_replicated(mesh, &x->error));
    take(x, "named, a permuted mesh", shardscope_sharding_parse(order, "P('x', 'y')", 2, &x->error));
    take(x, "named, a mesh of two slices", shardscope_sharding_parse(slices, "P('x', 'y')", 2, &x->error));
    ShardscopeSharding *s = shardscope_sharding_parse(mesh, "P('x', 'y')", 2, &x->error), *t = shardscope_sharding_parse_gspmd("{devices=[4,2]<=[8]}", 2, 8, &x->error),
                       *back = shardscope_sharding_on_mesh(t, mesh, 2, &x->error);
    example_check(x);
    example_expect(shardscope_sharding_equivalent(s, t, 2) && shardscope_sharding_equivalent(s, back, 2), "a named sharding and its tiles are equivalent");
    example_expect(!shardscope_sharding_is_replicated(s), "it is not replicated");
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int rank;
    shardscope_shard_shape(s, 2, (int64_t[]){ 6, 4 }, shard, &rank, &x->error);
    example_fails(x, "splits dimension 0 into 4 pieces, but its size is 6");
    shardscope_sharding_parse(mesh, "P('x', 'z')", 2, &x->error);
    example_fails(x, "z");
    shardscope_sharding_named(mesh, 2, (const char *[]){ "x", "x" }, &x->error);
    example_fails(x, "axis \"x\" splits dimension 0 and again dimension 1");
    shardscope_sharding_parse(mesh, "P('x', 'y', None)", 2, &x->error);
    example_fails(x, "3 entries for a value of 2 dimensions");
    ShardscopeSharding *all[] = { s, t, back };
    for (int i = 0; i < 3; i++)
        shardscope_sharding_unref(all[i]);
    shardscope_mesh_unref(mesh);
    shardscope_mesh_unref(order);
    shardscope_mesh_unref(slices);
}

static void positional(Example *x)
{
    ShardscopeSharding *line = shardscope_sharding_positional(1, (int64_t[]){ 8 }, NULL, &x->error), *s = shardscope_positional_reshape(line, 2, (int64_t[]){ 4, 2 }, &x->error);
    show(x, "positional (4, 2)", s);
    take(x, "positional, replicated along 0", shardscope_positional_replicate(s, 0, true, &x->error));
    take(x, "positional, replicated along 1", shardscope_positional_replicate(s, 1, true, &x->error));
    ShardscopeSharding *wide = shardscope_positional_reshape(line, 2, (int64_t[]){ 2, 4 }, &x->error);
    take(x, "positional, transposed (2, 4)", shardscope_positional_transpose(wide, NULL, &x->error));
    take(x, "positional, an order of its own", shardscope_sharding_positional(2, (int64_t[]){ 2, 2 }, (int64_t[]){ 3, 1, 0, 2 }, &x->error));
    shardscope_positional_reshape(s, 2, (int64_t[]){ 3, 2 }, &x->error);
    example_fails(x, "8");
    shardscope_sharding_positional(1, (int64_t[]){ 2 }, (int64_t[]){ 1, 1 }, &x->error);
    example_fails(x, "each can appear once");
    shardscope_sharding_unref(line);
    shardscope_sharding_unref(s);
    shardscope_sharding_unref(wide);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    named(&x);
    positional(&x);
    take(&x, "GSPMD, replicated on the last dimension of tiles", shardscope_sharding_parse_gspmd("{devices=[2,2,2]<=[8] last_tile_dim_replicate}", 2, 8, &x.error));
    take(&x, "GSPMD, a list of devices", shardscope_sharding_parse_gspmd("{devices=[2,2]0,2,1,3}", 2, 4, &x.error));
    take(&x, "a single device", shardscope_sharding_single_device(3, &x.error));
    /* an array under one of them, moved to another */
    ShardscopeSharding *rows = shardscope_sharding_parse_gspmd("{devices=[8,1]<=[8]}", 2, 8, &x.error), *tiles = shardscope_sharding_parse_gspmd("{devices=[2,4]<=[8]}", 2, 8, &x.error);
    float numbers[32];
    for (int i = 0; i < 32; i++)
        numbers[i] = (float)i;
    ShardscopeArray *a = shardscope_array_from_host(x.client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 8, 4 } }, numbers, NULL, rows, &x.error),
                    *b = shardscope_array_put(a, tiles, &x.error);
    float part[4], whole[32];
    shardscope_array_shard_to_host(b, 5, part, sizeof part, &x.error);
    shardscope_array_to_host(b, whole, sizeof whole, &x.error);
    example_check(&x);
    example_expect(part[0] == 17 && part[3] == 29 && memcmp(whole, numbers, sizeof whole) == 0, "the array under another sharding");
    ShardscopeSharding *far = shardscope_sharding_parse_gspmd("{devices=[16,1]<=[16]}", 2, 16, &x.error);
    shardscope_array_put(a, far, &x.error);
    example_fails(&x, "the client has 8 devices");
    ShardscopeSharding *all[] = { rows, tiles, far };
    for (int i = 0; i < 3; i++)
        shardscope_sharding_unref(all[i]);
    shardscope_array_unref(a);
    shardscope_array_unref(b);
    return example_end(&x);
}
