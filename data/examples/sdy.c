/* x * 2 on a mesh of 4 x 2, and x * y with both operands and the result split into rows: shardings in Shardy's words and in GSPMD's. */
#include "example.h"

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    const ShardscopeShape shape = { SHARDSCOPE_S64, 2, { 8, 2 } };
    ShardscopeMesh *mesh = shardscope_mesh_new(2, (const char *[]){ "x", "y" }, (int64_t[]){ 4, 2 }, &x.error);
    ShardscopeSharding *s = shardscope_sharding_named(mesh, 2, (const char *[]){ "x", "y" }, &x.error);
    ShardscopeBuilder *b = shardscope_builder_new("jit_f", mesh, &x.error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x.error);
    ShardscopeValue *p = shardscope_parameter(f, "x", &shape, s, &x.error);
    shardscope_result(f, shardscope_scale(p, 2, 0, &x.error), "", s, &x.error);
    ShardscopeProgram *program = shardscope_builder_build(b, &x.error);
    char *text = shardscope_program_text(program, SHARDSCOPE_STABLEHLO, &x.error);
    example_check(&x);
    example_expect(strstr(text, "sdy.mesh @mesh = <[\"x\"=4, \"y\"=2]>") && strstr(text, "[{\"x\"}, {\"y\"}]"), "the mesh and the sharding are in the text");
    example_print(&x, "StableHLO with Shardy's annotations", text);
    ShardscopeExecutable *e = shardscope_compile(x.client, program, NULL, &x.error);
    int64_t in[16], out[16];
    for (int i = 0; i < 16; i++)
        in[i] = i;
    ShardscopeArray *a = shardscope_array_from_host(x.client, &shape, in, NULL, s, &x.error), *r;
    shardscope_execute(e, &a, 1, NULL, &r, &x.error);
    shardscope_array_to_host(r, out, sizeof out, &x.error);
    example_check(&x);
    for (int i = 0; i < 16; i++)
        example_expect(out[i] == 2 * i, "x * 2");
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_program_unref(program);
    shardscope_builder_unref(b);
    shardscope_sharding_unref(s);

    /* The notebook's sharded_jit: x * y under P(2, 1). */
    const ShardscopeShape square = { SHARDSCOPE_F32, 2, { 2, 2 } };
    s = shardscope_sharding_parse_gspmd("{devices=[2,1]0,1}", 2, 2, &x.error);
    b = shardscope_builder_new("sharded_jit_f", NULL, &x.error);
    f = shardscope_builder_entry(b, &x.error);
    ShardscopeValue *left = shardscope_parameter(f, "x", &square, s, &x.error);
    ShardscopeValue *right = shardscope_parameter(f, "y", &square, s, &x.error);
    ShardscopeValue *product = shardscope_multiply(shardscope_value_constrain(left, s, &x.error), shardscope_value_constrain(right, s, &x.error), &x.error);
    shardscope_result(f, shardscope_value_constrain(product, s, &x.error), "z", s, &x.error);
    e = example_compile(&x, b, NULL);
    example_print(&x, "GSPMD's annotations", shardscope_executable_text(e, SHARDSCOPE_STAGE_INPUT, SHARDSCOPE_HLO_SHORT, &x.error));
    float numbers[4] = { 0, 1, 2, 3 }, z[4];
    a = shardscope_array_from_host(x.client, &square, numbers, NULL, s, &x.error);
    shardscope_execute(e, (ShardscopeArray *[]){ a, a }, 2, NULL, &r, &x.error);
    shardscope_array_to_host(r, z, sizeof z, &x.error);
    example_check(&x);
    for (int i = 0; i < 4; i++)
        example_expect(z[i] == numbers[i] * numbers[i], "x * y");
    printf("[[%g %g] [%g %g]]\n", z[0], z[1], z[2], z[3]);
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_executable_unref(e);
    shardscope_sharding_unref(s);
    shardscope_mesh_unref(mesh);
    return example_end(&x);
}
