/* 1 / (1 + exp(-x)) and its derivative as programs, in HLO and StableHLO, as written and as they run; a product of two 2 x 2 matrices. */
#include "example.h"

/* The derivative is exp(-x) / (1 + exp(-x))^2. */
static ShardscopeProgram *sigmoid(Example *x, const ShardscopeShape *shape, bool derivative)
{
    ShardscopeBuilder *b = shardscope_builder_new(derivative ? "jit_grad_sigmoid" : "jit_sigmoid", NULL, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *in = shardscope_parameter(f, "x", shape, NULL, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *one = shardscope_fill(f, shape, 1, &x->error), *e = shardscope_exp(shardscope_negate(in, &x->error), &x->error);
    ShardscopeValue *below = shardscope_add(e, one, &x->error), *y = NULL;
    SHARDSCOPE_AT(b);
    if (derivative) {
        y = shardscope_negate(shardscope_divide(one, shardscope_multiply(below, below, &x->error), &x->error), &x->error);
        y = shardscope_negate(shardscope_multiply(y, e, &x->error), &x->error);
    } else {
        y = shardscope_divide(one, below, &x->error);
    }
    shardscope_result(f, y, NULL, NULL, &x->error);
    ShardscopeProgram *p = shardscope_builder_build(b, &x->error);
    shardscope_builder_unref(b);
    example_check(x);
    return p;
}

static void run(Example *x, const ShardscopeShape *shape, bool derivative)
{
    ShardscopeProgram *p = sigmoid(x, shape, derivative);
    example_print(x, "HLO", shardscope_program_text(p, SHARDSCOPE_HLO_SHORT, &x->error));
    example_print(x, "StableHLO", shardscope_program_text(p, SHARDSCOPE_STABLEHLO, &x->error));
    ShardscopeExecutable *e = shardscope_compile(x->client, p, NULL, &x->error);
    example_print(x, "as it runs", shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &x->error));
    float in[16], out[16];
    int64_t n = 1;
    for (int d = 0; d < shape->rank; d++)
        n *= shape->dims[d];
    for (int i = 0; i < 16; i++)
        in[i] = (float)i / 4 - 1;
    ShardscopeArray *a = shardscope_array_from_host(x->client, shape, in, NULL, NULL, &x->error), *r;
    shardscope_execute(e, &a, 1, NULL, &r, &x->error);
    shardscope_array_to_host(r, out, sizeof *out * (size_t)n, &x->error);
    example_check(x);
    for (int64_t i = 0; i < n; i++) {
        double s = 1 / (1 + exp(-(double)in[i]));
        example_expect(fabs((double)out[i] - (derivative ? s * (1 - s) : s)) < 1e-6, "sigmoid");
    }
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
}

static void dot(Example *x)
{
    const ShardscopeShape shape = { SHARDSCOPE_F32, 2, { 2, 2 } };
    ShardscopeBuilder *b = shardscope_builder_new("xla_computation_dot", NULL, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *l = shardscope_parameter(f, "a", &shape, NULL, &x->error), *r = shardscope_parameter(f, "b", &shape, NULL, &x->error);
    shardscope_result(f, shardscope_matmul(l, r, &x->error), NULL, NULL, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, NULL);
    example_print(x, "as it runs", shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &x->error));
    ShardscopeArray *zero = shardscope_array_from_host(x->client, &shape, (float[4]){ 0 }, NULL, NULL, &x->error), *out;
    shardscope_execute(e, (ShardscopeArray *[]){ zero, zero }, 2, NULL, &out, &x->error);
    example_equal(x, out, 0, "zero times zero");
    shardscope_array_unref(zero);
    shardscope_array_unref(out);
    shardscope_executable_unref(e);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 1);
    const ShardscopeShape scalar = { SHARDSCOPE_F32, 0, { 0 } }, vector = { SHARDSCOPE_F32, 1, { 10 } }, matrix = { SHARDSCOPE_F32, 2, { 2, 2 } };
    run(&x, &vector, false);
    run(&x, &matrix, false);
    run(&x, &scalar, true);
    dot(&x);
    return example_end(&x);
}
