/* One layer of hidden units, trained by SGD on a mesh data=4, model=2: rows of the batch over 'data', columns of w1 and rows of w2 over 'model'.
 * Forward, backward by hand, update; the weights are donated, so a step needs no second copy of them. The loss must fall to a tenth. */
#include "example.h"

enum { BATCH = 64, IN = 16, HIDDEN = 32, OUT = 4 };
#define MATRIX(m, n) (&(ShardscopeShape){ SHARDSCOPE_F32, 2, { m, n } })

typedef struct Layouts {
    ShardscopeMesh *mesh;
    ShardscopeSharding *batch, *w1, *w2, *hidden; /* of x and y, the weights, the hidden units */
} Layouts;

static Layouts layouts(Example *x)
{
    Layouts l = { .mesh = shardscope_mesh_new(2, (const char *[]){ "data", "model" }, (int64_t[]){ 4, 2 }, &x->error) };
    l.batch = shardscope_sharding_parse(l.mesh, "P('data', None)", 2, &x->error);
    l.w1 = shardscope_sharding_parse(l.mesh, "P(None, 'model')", 2, &x->error);
    l.w2 = shardscope_sharding_parse(l.mesh, "P('model', None)", 2, &x->error);
    l.hidden = shardscope_sharding_parse(l.mesh, "P('data', 'model')", 2, &x->error);
    example_check(x);
    return l;
}

/* a^T @ b and a @ b^T, without the transpose. */
static ShardscopeValue *contract(Example *x, ShardscopeValue *a, ShardscopeValue *b, int dim)
{
    return shardscope_dot_general(a, b, &(ShardscopeDotDims){ .n_contracting = 1, .a_contracting = &dim, .b_contracting = &dim }, &x->error);
}

/* (w1, w2, x, y) -> (loss, w1, w2) */
static ShardscopeExecutable *compile_step(Example *x, const Layouts *l, double rate)
{
    ShardscopeBuilder *b = shardscope_builder_new("train_step", l->mesh, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *w1 = shardscope_parameter(f, "w1", MATRIX(IN, HIDDEN), l->w1, &x->error);
    ShardscopeValue *w2 = shardscope_parameter(f, "w2", MATRIX(HIDDEN, OUT), l->w2, &x->error);
    ShardscopeValue *in = shardscope_parameter(f, "x", MATRIX(BATCH, IN), l->batch, &x->error);
    ShardscopeValue *want = shardscope_parameter(f, "y", MATRIX(BATCH, OUT), l->batch, &x->error);

    SHARDSCOPE_AT(b);
    ShardscopeValue *h = shardscope_tanh(shardscope_matmul(in, w1, &x->error), &x->error);
    h = shardscope_value_constrain(h, l->hidden, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *wrong = shardscope_subtract(shardscope_matmul(h, w2, &x->error), want, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *loss = shardscope_reduce_sum(shardscope_multiply(wrong, wrong, &x->error), 0, NULL, &x->error);
    loss = shardscope_scale(loss, 1.0 / (BATCH * OUT), 0, &x->error);

    SHARDSCOPE_AT(b);
    ShardscopeValue *d_out = shardscope_scale(wrong, 2.0 / (BATCH * OUT), 0, &x->error);
    ShardscopeValue *d_w2 = contract(x, h, d_out, 0);
    SHARDSCOPE_AT(b);
    ShardscopeValue *d_h = contract(x, d_out, w2, 1), *slope = shardscope_scale(shardscope_multiply(h, h, &x->error), -1, 1, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *d_w1 = contract(x, in, shardscope_multiply(d_h, slope, &x->error), 0);

    SHARDSCOPE_AT(b);
    shardscope_result(f, loss, "loss", NULL, &x->error);
    shardscope_result(f, shardscope_subtract(w1, shardscope_scale(d_w1, rate, 0, &x->error), &x->error), "w1", l->w1, &x->error);
    shardscope_result(f, shardscope_subtract(w2, shardscope_scale(d_w2, rate, 0, &x->error), &x->error), "w2", l->w2, &x->error);
    shardscope_donate(w1, 1, &x->error);
    shardscope_donate(w2, 2, &x->error);
    return example_compile(x, b, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .label = "MLP" });
}

/* Numbers in -1 to 1 that look random, the same in every run. */
static ShardscopeArray *random_array(Example *x, ShardscopeShape *shape, double scale, uint32_t seed, ShardscopeSharding *s)
{
    float data[BATCH * HIDDEN];
    for (int64_t i = 0; i < shape->dims[0] * shape->dims[1]; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (float)(scale * ((double)(seed >> 8) / (1 << 23) - 1));
    }
    return shardscope_array_from_host(x->client, shape, data, NULL, s, &x->error);
}

/* y = tanh of sums of a few inputs: something that the layer can learn. */
static ShardscopeArray *targets(Example *x, ShardscopeArray *in, ShardscopeSharding *s)
{
    float data[BATCH * IN], y[BATCH * OUT];
    shardscope_array_to_host(in, data, sizeof data, &x->error);
    example_check(x);
    for (int i = 0; i < BATCH; i++)
        for (int k = 0; k < OUT; k++)
            y[OUT * i + k] = (float)tanh((double)(data[IN * i + k] - data[IN * i + k + 4] + data[IN * i + k + 8]));
    return shardscope_array_from_host(x->client, MATRIX(BATCH, OUT), y, NULL, s, &x->error);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    Layouts l = layouts(&x);
    ShardscopeExecutable *step = compile_step(&x, &l, 0.3);
    ShardscopeArray *in = random_array(&x, MATRIX(BATCH, IN), 1, 1, l.batch), *want = targets(&x, in, l.batch);
    ShardscopeArray *w1 = random_array(&x, MATRIX(IN, HIDDEN), 0.4, 2, l.w1), *w2 = random_array(&x, MATRIX(HIDDEN, OUT), 0.3, 3, l.w2);
    long n = x.steps ? x.steps : x.full ? 3000 : 300;
    float first = 0, last = 0;
    for (long i = 0; i < n; i++) {
        ShardscopeArray *out[3] = { NULL };
        shardscope_annotation_begin(x.client, "train", i, &x.error);
        shardscope_execute(step, (ShardscopeArray *[]){ w1, w2, in, want }, 4, NULL, out, &x.error);
        shardscope_annotation_end(x.client, &x.error);
        shardscope_array_unref(w1);
        shardscope_array_unref(w2);
        w1 = out[1];
        w2 = out[2];
        shardscope_array_to_host(out[0], &last, sizeof last, &x.error);
        shardscope_array_unref(out[0]);
        example_check(&x);
        if (i == 0)
            first = last;
        if (i % 50 == 0 || i == n - 1)
            printf("step %ld: loss %.5f\n", i, (double)last);
    }
    example_expect(n < 300 || last < first / 10, "the loss falls to a tenth");
    ShardscopeArray *all[] = { in, want, w1, w2 };
    for (int i = 0; i < 4; i++)
        shardscope_array_unref(all[i]);
    ShardscopeSharding *shardings[] = { l.batch, l.w1, l.w2, l.hidden };
    for (int i = 0; i < 4; i++)
        shardscope_sharding_unref(shardings[i]);
    shardscope_mesh_unref(l.mesh);
    shardscope_executable_unref(step);
    return example_end(&x);
}
