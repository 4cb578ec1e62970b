/* Functions of arrays on a mesh x=4, y=2: what pmap makes of a sum along each axis, an identity that splits its result, a square, and a product with
 * a replicated vector. Prints what each device holds. */
#include "example.h"

/* Every shard of an array of s32 or f32, by device. */
static void print_shards(Example *x, ShardscopeArray *a)
{
    ShardscopeShape shape;
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int rank;
    ShardscopeSharding *s = shardscope_array_sharding(a);
    shardscope_array_shape(a, &shape, &x->error);
    shardscope_shard_shape(s, shape.rank, shape.dims, shard, &rank, &x->error);
    example_check(x);
    int64_t n = 1;
    for (int d = 0; d < rank; d++)
        n *= shard[d];
    union { int32_t i; float f; } data[64];
    for (int64_t k = 0; k < shardscope_sharding_n_devices(s); k++) {
        int64_t device = shardscope_sharding_device(s, k);
        shardscope_array_shard_to_host(a, device, data, (size_t)n * 4, &x->error);
        example_check(x);
        printf("device %d:", (int)device);
        for (int64_t i = 0; i < n; i++)
            printf(shape.dtype == SHARDSCOPE_F32 ? " %g" : " %.0f", shape.dtype == SHARDSCOPE_F32 ? (double)data[i].f : (double)data[i].i);
        printf("\n");
    }
    shardscope_sharding_unref(s);
}

/* pmap(sum, in_axes=axis) of ones: a device for each index of that axis, which sums the rest. */
static void pmap_sum(Example *x, int axis)
{
    const ShardscopeShape shape = { SHARDSCOPE_F32, 2, { 8, 4 } };
    int64_t n = shape.dims[axis];
    ShardscopeMesh *mesh = shardscope_mesh_new(1, (const char *[]){ "i" }, &n, &x->error);
    ShardscopeSharding *in = shardscope_sharding_parse(mesh, axis ? "P(None, 'i')" : "P('i')", 2, &x->error), *out = shardscope_sharding_parse(mesh, "P('i')", 1, &x->error);
    ShardscopeBuilder *b = shardscope_builder_new("pmap_sum", mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *data = shardscope_parameter(f, "data", &shape, in, &x->error);
    shardscope_result(f, shardscope_reduce_sum(data, 1, (int[]){ 1 - axis }, &x->error), "sum", out, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, NULL);
    float ones[32];
    for (int i = 0; i < 32; i++)
        ones[i] = 1;
    ShardscopeArray *a = shardscope_array_from_host(x->client, &shape, ones, NULL, in, &x->error), *r;
    shardscope_execute(e, &a, 1, NULL, &r, &x->error);
    example_check(x);
    printf("sums along axis %d, by device\n", 1 - axis);
    print_shards(x, r);
    example_equal(x, r, axis ? 8 : 4, "the sum of ones");
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_sharding_unref(in);
    shardscope_sharding_unref(out);
    shardscope_mesh_unref(mesh);
}

/* f(x) = x or x * x, whose result is split over both axes. */
static void elementwise(Example *x, ShardscopeMesh *mesh, bool square)
{
    const ShardscopeShape shape = { SHARDSCOPE_S32, 2, { 8, 4 } };
    ShardscopeSharding *both = shardscope_sharding_parse(mesh, "P('x', 'y')", 2, &x->error), *whole = shardscope_sharding_replicated(mesh, &x->error);
    ShardscopeSharding *in = square ? both : whole;
    ShardscopeBuilder *b = shardscope_builder_new(square ? "pjit_square" : "pjit_identity", mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *v = shardscope_parameter(f, "x", &shape, in, &x->error);
    shardscope_result(f, square ? shardscope_multiply(v, v, &x->error) : v, "y", both, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, NULL);
    int32_t numbers[32], back[32];
    for (int i = 0; i < 32; i++)
        numbers[i] = i;
    ShardscopeArray *a = shardscope_array_from_host(x->client, &shape, numbers, NULL, in, &x->error), *r;
    shardscope_execute(e, &a, 1, NULL, &r, &x->error);
    shardscope_array_to_host(r, back, sizeof back, &x->error);
    example_check(x);
    for (int i = 0; i < 32; i++)
        example_expect(back[i] == (square ? i * i : i), "the result");
    printf("%s, by device\n", square ? "squares" : "numbers");
    print_shards(x, r);
    if (square)
        example_print(x, "as written", shardscope_executable_text(e, SHARDSCOPE_STAGE_INPUT, SHARDSCOPE_HLO_SHORT, &x->error));
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_sharding_unref(both);
    shardscope_sharding_unref(whole);
}

/* M @ v, with M split into rows over all devices, and v whole on each. */
static void product(Example *x, ShardscopeMesh *mesh)
{
    const ShardscopeShape sm = { SHARDSCOPE_F32, 2, { 8, 8 } }, sv = { SHARDSCOPE_S32, 2, { 8, 1 } };
    ShardscopeSharding *rows = shardscope_sharding_parse(mesh, "P(('x', 'y'), None)", 2, &x->error), *whole = shardscope_sharding_replicated(mesh, &x->error);
    ShardscopeBuilder *b = shardscope_builder_new("pjit_dot", mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *m = shardscope_parameter(f, "M", &sm, rows, &x->error), *v = shardscope_parameter(f, "v", &sv, whole, &x->error);
    shardscope_result(f, shardscope_matmul(m, shardscope_convert(v, SHARDSCOPE_F32, &x->error), &x->error), "y", rows, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, NULL);
    float eye[64], y[8];
    int32_t numbers[8];
    for (int i = 0; i < 64; i++)
        eye[i] = i % 9 == 0;
    for (int i = 0; i < 8; i++)
        numbers[i] = i;
    ShardscopeArray *in[2] = { shardscope_array_from_host(x->client, &sm, eye, NULL, rows, &x->error),
                               shardscope_array_from_host(x->client, &sv, numbers, NULL, whole, &x->error) }, *r;
    shardscope_execute(e, in, 2, NULL, &r, &x->error);
    shardscope_array_to_host(r, y, sizeof y, &x->error);
    example_check(x);
    for (int i = 0; i < 8; i++)
        example_expect(y[i] == (float)i, "M @ v");
    ShardscopeCost cost;
    shardscope_executable_cost(e, &cost, &x->error);
    example_expect(cost.n_collectives == 0, "rows times a whole vector need no collective");
    printf("M @ v, by device\n");
    print_shards(x, r);
    shardscope_array_unref(in[0]);
    shardscope_array_unref(in[1]);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_sharding_unref(rows);
    shardscope_sharding_unref(whole);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    printf("%d devices\n", shardscope_client_n_devices(x.client));
    pmap_sum(&x, 0);
    pmap_sum(&x, 1);
    ShardscopeMesh *mesh = shardscope_mesh_new(2, (const char *[]){ "x", "y" }, (int64_t[]){ 4, 2 }, &x.error);
    elementwise(&x, mesh, false);
    elementwise(&x, mesh, true);
    product(&x, mesh);
    shardscope_mesh_unref(mesh);
    return example_end(&x);
}
