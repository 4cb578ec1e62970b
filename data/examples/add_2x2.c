/* A sum of two 2 x 2 matrices whose rows are on two devices, by the custom call Sharding; on devices 1 and 0, to show an assignment. */
#include "tiled.h"

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 2);
    Tiled t = { .function = "ShardedAddForwardWithCustomCall", .op = "add", .sharding = "{devices=[2,1]0,1}", .rows = 2, .columns = 2, .n_devices = 2,
                .x = 3, .y = 4, .result = 7, .steps = 1 };
    tiled_run(&x, &t);
    t.assignment = (int64_t[]){ 1, 0 };
    tiled_run(&x, &t);
    t.assignment = (int64_t[]){ 1, 2 };
    ShardscopeBuilder *b = shardscope_builder_new("two", NULL, &x.error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &x.error);
    shardscope_result(f, shardscope_fill(f, &(ShardscopeShape){ SHARDSCOPE_F32, 0, { 0 } }, 1, &x.error), NULL, NULL, &x.error);
    ShardscopeProgram *p = shardscope_builder_build(b, &x.error);
    shardscope_compile(x.client, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_partitions = 2, .device_assignment = t.assignment }, &x.error);
    example_fails(&x, "device_assignment[1] is 2");
    shardscope_program_unref(p);
    shardscope_builder_unref(b);
    return example_end(&x);
}
