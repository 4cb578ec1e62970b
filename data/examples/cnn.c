/* A small convolutional network on one image, split over four devices along the features of each layer: two convolutions with average pools, two dense
 * layers, log-softmax. As in the notebook, the rows of the pooled image are what the dense layers take for a batch. */
#include "example.h"

#define SHAPE(...) (&(ShardscopeShape){ SHARDSCOPE_F32, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), { __VA_ARGS__ } })

typedef struct Net {
    Example *x;
    ShardscopeFunction *f;
    ShardscopeMesh *mesh;
} Net;

/* Weights whose last dimension is split. */
static ShardscopeValue *weights(Net *n, const char *name, const ShardscopeShape *shape)
{
    ShardscopeSharding *s = shardscope_sharding_parse(n->mesh, shape->rank == 4 ? "P(None, None, None, 'features')" : "P(None, 'features')", shape->rank, &n->x->error);
    ShardscopeValue *v = shardscope_parameter(n->f, name, shape, s, &n->x->error);
    shardscope_sharding_unref(s);
    return v;
}

static ShardscopeValue *relu(Net *n, ShardscopeValue *v)
{
    ShardscopeShape shape;
    shardscope_value_shape(v, &shape, &n->x->error);
    return shardscope_maximum(v, shardscope_fill(n->f, &shape, 0, &n->x->error), &n->x->error);
}

/* convolution, relu, average over 2 x 2 */
static ShardscopeValue *layer(Net *n, ShardscopeValue *v, ShardscopeValue *kernel)
{
    v = shardscope_op(n->f, "convolution", (ShardscopeValue *[]){ v, kernel }, 2, "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f", &n->x->error);
    ShardscopeValue *zero = shardscope_fill(n->f, &(ShardscopeShape){ SHARDSCOPE_F32, 0, { 0 } }, 0, &n->x->error);
    v = shardscope_op(n->f, "reduce-window", (ShardscopeValue *[]){ relu(n, v), zero }, 2, "window={size=1x2x2x1 stride=1x2x2x1}, to_apply=plus", &n->x->error);
    return shardscope_scale(v, 0.25, 0, &n->x->error);
}

static ShardscopeExecutable *compile(Net *n)
{
    ShardscopeError **error = &n->x->error;
    ShardscopeBuilder *b = shardscope_builder_new("jit_apply", n->mesh, error);
    n->f = shardscope_builder_entry(b, error);
    ShardscopeFunction *plus = shardscope_builder_function(b, "plus", error);
    ShardscopeValue *l = shardscope_parameter(plus, "a", &(ShardscopeShape){ SHARDSCOPE_F32, 0, { 0 } }, NULL, error);
    ShardscopeValue *r = shardscope_parameter(plus, "b", &(ShardscopeShape){ SHARDSCOPE_F32, 0, { 0 } }, NULL, error);
    shardscope_result(plus, shardscope_add(l, r, error), NULL, NULL, error);
    ShardscopeValue *image = shardscope_parameter(n->f, "image", SHAPE(1, 28, 28, 1), NULL, error);
    ShardscopeValue *k1 = weights(n, "Conv_0", SHAPE(3, 3, 1, 32)), *k2 = weights(n, "Conv_1", SHAPE(3, 3, 32, 64));
    ShardscopeValue *w1 = weights(n, "Dense_0", SHAPE(448, 256)), *w2 = shardscope_parameter(n->f, "Dense_1", SHAPE(256, 10), NULL, error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *v = layer(n, layer(n, image, k1), k2);
    SHARDSCOPE_AT(b);
    v = shardscope_reshape(v, 2, (int64_t[]){ 7, 448 }, error);
    v = relu(n, shardscope_matmul(v, w1, error));
    SHARDSCOPE_AT(b);
    v = shardscope_matmul(v, w2, error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *top = shardscope_reduce_max(v, 1, (int[]){ 1 }, error);
    v = shardscope_subtract(v, shardscope_broadcast(top, 2, (int64_t[]){ 7, 10 }, (int[]){ 0 }, error), error);
    ShardscopeValue *sum = shardscope_log(shardscope_reduce_sum(shardscope_exp(v, error), 1, (int[]){ 1 }, error), error);
    v = shardscope_subtract(v, shardscope_broadcast(sum, 2, (int64_t[]){ 7, 10 }, (int[]){ 0 }, error), error);
    shardscope_result(n->f, v, "log_softmax", NULL, error);
    return example_compile(n->x, b, NULL);
}

/* exp of the result adds up to 1; of an image of zeros, all are a tenth. */
static void run(Net *n, ShardscopeExecutable *e, float brightness)
{
    ShardscopeError **error = &n->x->error;
    ShardscopeArray *in[5], *out;
    for (int i = 0; i < 5; i++) {
        ShardscopeValueInfo info;
        ShardscopeSharding *s;
        shardscope_executable_argument(e, i, &info, &s, error);
        example_check(n->x);
        int64_t size = 1;
        for (int d = 0; d < info.shape.rank; d++)
            size *= info.shape.dims[d];
        float *data = malloc(sizeof *data * (size_t)size);
        for (int64_t k = 0; k < size; k++)
            data[k] = i ? (float)((k * 37) % 101 - 50) / 500 : brightness * (float)(k % 7);
        in[i] = shardscope_array_from_host(n->x->client, &info.shape, data, NULL, s, error);
        free(data);
        shardscope_sharding_unref(s);
    }
    float y[70];
    shardscope_execute(e, in, 5, NULL, &out, error);
    shardscope_array_to_host(out, y, sizeof y, error);
    example_check(n->x);
    for (int i = 0; i < 7; i++) {
        double sum = 0, spread = 0;
        for (int k = 0; k < 10; k++) {
            sum += exp((double)y[10 * i + k]);
            spread = fmax(spread, fabs((double)y[10 * i + k] - (double)y[10 * i]));
        }
        example_expect(fabs(sum - 1) < 1e-5, "probabilities add up to 1");
        example_expect((spread > 1e-6) == (brightness != 0.0f), "an image of zeros tells nothing, another does");
    }
    printf("brightness %g: %g %g %g ...\n", (double)brightness, (double)y[0], (double)y[1], (double)y[2]);
    for (int i = 0; i < 5; i++)
        shardscope_array_unref(in[i]);
    shardscope_array_unref(out);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 4);
    Net n = { .x = &x, .mesh = shardscope_mesh_new(1, (const char *[]){ "features" }, (int64_t[]){ 4 }, &x.error) };
    ShardscopeExecutable *e = compile(&n);
    run(&n, e, 0);
    run(&n, e, 0.1f);
    shardscope_executable_unref(e);
    shardscope_mesh_unref(n.mesh);
    return example_end(&x);
}
