/* A product, element by element, of two matrices on 2 x 4 devices: nothing has to be moved. */
#include "tiled.h"

int main(int argc, char **argv)
{
    Example x = example_begin(argc, argv, 8);
    int64_t n = x.full ? 4096 : 64;
    tiled_run(&x, &(Tiled){ .function = "ShardedMultiply", .op = "multiply", .sharding = "{devices=[2,4]0,1,2,3,4,5,6,7}", .rows = 2 * n, .columns = 4 * n,
                            .n_devices = 8, .x = 3, .y = 4, .result = 12, .steps = x.full ? 300 : 20 });
    return example_end(&x);
}
