/* Add, forward and backward, as ops of a builder; then a program with two arguments and its text, compiled and executed. */
#include "example.h"

static const ShardscopeShape one = { SHARDSCOPE_F32, 2, { 1, 1 } };

/* output = x + y, the loss is its sum; the gradients of x and y are ones. */
static void forward_and_backward(Example *x)
{
    ShardscopeBuilder *b = shardscope_builder_new("add_forward_backward", NULL, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *p = shardscope_parameter(f, "x", &one, NULL, &x->error), *q = shardscope_parameter(f, "y", &one, NULL, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *output = shardscope_op(f, "add", (ShardscopeValue *[]){ p, q }, 2, NULL, &x->error);
    ShardscopeValue *gradient = shardscope_fill(f, &one, 1, &x->error);
    shardscope_result(f, output, "output", NULL, &x->error);
    shardscope_result(f, gradient, "x.grad", NULL, &x->error);
    shardscope_result(f, gradient, "y.grad", NULL, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, NULL);
    ShardscopeArray *in[2] = { shardscope_array_from_host(x->client, &one, &(float){ 1 }, NULL, NULL, &x->error),
                               shardscope_array_from_host(x->client, &one, &(float){ 0.25 }, NULL, NULL, &x->error) }, *out[3];
    shardscope_execute(e, in, 2, NULL, out, &x->error);
    example_check(x);
    example_equal(x, out[0], 1.25f, "output is x + y");
    example_equal(x, out[1], 1, "the gradient of x is 1");
    example_equal(x, out[2], 1, "the gradient of y is 1");
    printf("output 1.25, x.grad 1, y.grad 1\n");
    for (int i = 0; i < 3; i++)
        shardscope_array_unref(out[i]);
    shardscope_array_unref(in[0]);
    shardscope_array_unref(in[1]);
    shardscope_executable_unref(e);
}

/* A traced product: constants that nobody uses any more, arguments in the other order. */
static void two_times_three(Example *x)
{
    ShardscopeBuilder *b = shardscope_builder_new("IrToHlo.11", NULL, &x->error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *p0 = shardscope_parameter(f, "p0", &one, NULL, &x->error), *p1 = shardscope_parameter(f, "p1", &one, NULL, &x->error);
    ShardscopeValue *zero = shardscope_fill(f, &(ShardscopeShape){ SHARDSCOPE_F32, 0, { 0 } }, 0, &x->error);
    shardscope_broadcast(shardscope_reshape(zero, 2, (int64_t[]){ 1, 1 }, &x->error), 2, (int64_t[]){ 1, 1 }, NULL, &x->error);
    shardscope_result(f, shardscope_multiply(p1, p0, &x->error), NULL, NULL, &x->error);
    ShardscopeProgram *program = shardscope_builder_build(b, &x->error);
    shardscope_builder_unref(b);
    example_print(x, "the program", shardscope_program_text(program, SHARDSCOPE_HLO, &x->error));
    example_print(x, "the same in short", shardscope_program_text(program, SHARDSCOPE_HLO_SHORT, &x->error));
    ShardscopeExecutable *e = shardscope_compile(x->client, program, NULL, &x->error);
    ShardscopeArray *in[2] = { shardscope_array_from_host(x->client, &one, &(float){ 3 }, NULL, NULL, &x->error),
                               shardscope_array_from_host(x->client, &one, &(float){ 4 }, NULL, NULL, &x->error) }, *out;
    shardscope_execute(e, in, 2, NULL, &out, &x->error);
    example_check(x);
    example_expect(shardscope_executable_n_devices(e) == 1, "it runs on one device");
    example_equal(x, out, 12, "3 times 4");
    printf("3 times 4 is 12, on %d device\n", shardscope_executable_n_devices(e));
    shardscope_array_unref(out);
    shardscope_array_unref(in[0]);
    shardscope_array_unref(in[1]);
    shardscope_executable_unref(e);
    shardscope_program_unref(program);
}

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 1);
    forward_and_backward(&x);
    two_times_three(&x);
    return example_end(&x);
}
