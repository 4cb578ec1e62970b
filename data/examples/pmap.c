/* How jax.pmap lays arrays out: unstacked, chunked and whole dimensions, replicas; the same function on a device for each index; and what
 * wrong calls say: axis sizes that differ, too many replicas or devices, an argument of another shape, sharding, number, or already donated. */
#include "example.h"

static const ShardscopeShape shape = { SHARDSCOPE_F32, 2, { 8, 4 } };

static void show(Example *x, const char *title, ShardscopeSharding *s)
{
    example_check(x);
    printf("==== %s\n", title);
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int rank;
    shardscope_shard_shape(s, 2, shape.dims, shard, &rank, &x->error);
    example_check(x);
    for (int64_t i = 0; i < shardscope_sharding_n_devices(s); i++) {
        ShardscopeBox box;
        int64_t device = shardscope_sharding_device(s, i);
        example_expect(shardscope_sharding_box(s, 2, shape.dims, device, &box, &x->error), "every device holds a part");
        printf("device %d: [%d:%d, %d:%d], %d dimension%s\n", (int)device, (int)box.start[0], (int)box.stop[0], (int)box.start[1], (int)box.stop[1], rank, rank == 1 ? "" : "s");
    }
}

static void layouts(Example *x)
{
    const struct {
        const char *title;
        ShardscopePmapDim dims[2];
        int64_t replicas, n_devices;
        int rank;
    } all[] = {
        { "Unstacked(8), NoSharding", { { SHARDSCOPE_PMAP_UNSTACKED, 1, { 8 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } }, 1, 8, 1 },
        { "NoSharding, Unstacked(4)", { { SHARDSCOPE_PMAP_NONE, 0, { 0 } }, { SHARDSCOPE_PMAP_UNSTACKED, 1, { 4 } } }, 1, 4, 1 },
        { "Chunked([4]), Chunked([2])", { { SHARDSCOPE_PMAP_CHUNKED, 1, { 4 } }, { SHARDSCOPE_PMAP_CHUNKED, 1, { 2 } } }, 1, 8, 2 },
        { "Chunked([2, 2]), NoSharding, 2 replicas", { { SHARDSCOPE_PMAP_CHUNKED, 2, { 2, 2 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } }, 2, 8, 2 },
        { "NoSharding, NoSharding, 8 replicas", { { SHARDSCOPE_PMAP_NONE, 0, { 0 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } }, 8, 8, 2 },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ShardscopeSharding *s = shardscope_sharding_pmap(2, all[i].dims, all[i].replicas, NULL, &x->error);
        show(x, all[i].title, s);
        example_expect(shardscope_sharding_n_devices(s) == all[i].n_devices, "the number of devices");
        shardscope_sharding_unref(s);
    }
    /* sizes that do not agree with the array's */
    ShardscopeSharding *s = shardscope_sharding_pmap(2, (ShardscopePmapDim[]){ { SHARDSCOPE_PMAP_CHUNKED, 1, { 3 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } }, 1, NULL, &x->error);
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int rank;
    shardscope_shard_shape(s, 2, shape.dims, shard, &rank, &x->error);
    example_fails(x, "splits dimension 0 into 3 pieces, but its size is 8");
    shardscope_sharding_unref(s);
}

/* Row i of x times 2, on device i; the argument is donated if `donate`. */
static ShardscopeExecutable *doubled(Example *x, int64_t n, bool donate)
{
    ShardscopeMesh *mesh = shardscope_mesh_new(1, (const char *[]){ "i" }, &n, &x->error);
    ShardscopeSharding *rows = shardscope_sharding_parse(mesh, "P('i')", 2, &x->error);
    ShardscopeBuilder *b = shardscope_builder_new("pmap_double", mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *v = shardscope_parameter(f, "x", &(ShardscopeShape){ SHARDSCOPE_F32, 2, { n, 4 } }, rows, &x->error);
    shardscope_result(f, shardscope_scale(v, 2, 0, &x->error), "y", rows, &x->error);
    if (donate)
        shardscope_donate(v, 0, &x->error);
    ShardscopeProgram *p = shardscope_builder_build(b, &x->error);
    shardscope_builder_unref(b);
    ShardscopeExecutable *e = shardscope_compile(x->client, p, NULL, &x->error);
    shardscope_program_unref(p);
    shardscope_sharding_unref(rows);
    shardscope_mesh_unref(mesh);
    return e;
}

static ShardscopeArray *ones(Example *x, int64_t rows, ShardscopeSharding *s)
{
    float data[64];
    for (int i = 0; i < 64; i++)
        data[i] = 1;
    return shardscope_array_from_host(x->client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { rows, 4 } }, data, NULL, s, &x->error);
}

static void calls(Example *x)
{
    ShardscopeExecutable *e = doubled(x, 8, true);
    ShardscopeSharding *rows;
    shardscope_executable_argument(e, 0, NULL, &rows, &x->error);
    ShardscopeArray *a = ones(x, 8, rows), *whole = ones(x, 8, NULL), *short_one = ones(x, 4, NULL), *r = NULL, *none = NULL;
    shardscope_execute(e, &a, 1, NULL, &r, &x->error);
    example_check(x);
    example_equal(x, r, 2, "x times 2");
    shardscope_execute(e, &a, 1, NULL, &none, &x->error);
    example_fails(x, "argument 0 has been deleted or donated to an execution");
    shardscope_execute(e, &whole, 1, NULL, &none, &x->error);
    example_fails(x, "must be laid out as");
    shardscope_execute(e, &short_one, 1, NULL, &none, &x->error);
    example_fails(x, "must be f32[8,4], and is f32[4,4]");
    shardscope_execute(e, (ShardscopeArray *[]){ r, r }, 2, NULL, &none, &x->error);
    example_fails(x, "takes 1 arguments, and 2 are given");
    example_expect(!doubled(x, 16, false), "16 devices are too many");
    example_fails(x, "the program is for 16 devices, and the client has 8");
    shardscope_sharding_pmap(2, (ShardscopePmapDim[]){ { SHARDSCOPE_PMAP_UNSTACKED, 1, { 8 } }, { SHARDSCOPE_PMAP_NONE, 0, { 0 } } }, 1, (int64_t[]){ 0, 1, 2, 3, 4, 5, 6, 6 }, &x->error);
    example_fails(x, "each can appear once");
    ShardscopeArray *all[] = { a, whole, short_one, r };
    for (int i = 0; i < 4; i++)
        shardscope_array_unref(all[i]);
    shardscope_sharding_unref(rows);
    shardscope_executable_unref(e);
}

/* A value on each of n devices: pxla.replicate. */
static void replicate(Example *x)
{
    int64_t n = 8;
    ShardscopeMesh *mesh = shardscope_mesh_new(1, (const char *[]){ "i" }, &n, &x->error);
    ShardscopeSharding *all = shardscope_sharding_replicated(mesh, &x->error);
    ShardscopeArray *one = ones(x, 8, NULL), *copies = shardscope_array_put(one, all, &x->error);
    float data[32];
    for (int64_t d = 0; d < n; d++) {
        shardscope_array_shard_to_host(copies, d, data, sizeof data, &x->error);
        example_check(x);
        example_expect(data[31] == 1, "every device has a copy");
    }
    printf("a copy on each of %d devices\n", (int)n);
    ShardscopeProgram *p = shardscope_program_parse("nothing", "ENTRY e { ROOT c = f32[] constant(1) }", 38, &x->error);
    shardscope_compile(x->client, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = 16 }, &x->error);
    example_fails(x, "16 devices");
    shardscope_program_unref(p);
    shardscope_array_unref(one);
    shardscope_array_unref(copies);
    shardscope_sharding_unref(all);
    shardscope_mesh_unref(mesh);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    layouts(&x);
    calls(&x);
    replicate(&x);
    return example_end(&x);
}
