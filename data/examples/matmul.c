/* A product of two matrices that are split in both dimensions, {devices=[2,2]}: constraints in a called function, compile options with a device
 * assignment, a buffer for each device, a loop of steps that the trace names. */
#include "tiled.h"

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 4);
    int64_t n = x.full ? 8192 : 256;
    tiled_run(&x, &(Tiled){ .function = "ShardedMatMul", .op = "dot", .attributes = "lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                            .sharding = "{devices=[2,2]0,1,2,3}", .rows = n, .columns = n, .n_devices = 4, .assignment = (int64_t[]){ 0, 1, 2, 3 },
                            .x = 3, .y = 4, .result = 12.0f * (float)n, .steps = x.full ? 3000 : 20 });
    return example_end(&x);
}
