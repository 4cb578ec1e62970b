/* A function of two sharded arguments, called by the entry, that runs for many steps on buffers of each device: what the examples matmul and
 * multiply share. */
#ifndef TILED_H
#define TILED_H

#include "example.h"

typedef struct Tiled {
    const char *function, *op, *attributes; /* the called function and what it computes */
    const char *sharding;                   /* of arguments, constraints and result */
    int64_t rows, columns;                  /* of each argument */
    int n_devices;
    const int64_t *assignment;              /* devices; NULL = 0, 1, 2, ... */
    float x, y, result;                     /* all elements */
    long steps;
} Tiled;

static inline ShardscopeExecutable *tiled_compile(Example *x, const Tiled *t)
{
    const ShardscopeShape shape = { SHARDSCOPE_F32, 2, { t->rows, t->columns } };
    ShardscopeSharding *s = shardscope_sharding_parse_gspmd(t->sharding, 2, t->n_devices, &x->error);
    ShardscopeBuilder *b = shardscope_builder_new("IrToHlo.21", NULL, &x->error);
    ShardscopeFunction *inner = shardscope_builder_function(b, t->function, &x->error), *main_function = shardscope_builder_entry(b, &x->error);
    ShardscopeValue *p0 = shardscope_parameter(inner, "p0", &shape, NULL, &x->error);
    SHARDSCOPE_AT(b);
    ShardscopeValue *left = shardscope_value_constrain(p0, s, &x->error);
    ShardscopeValue *p1 = shardscope_parameter(inner, "p1", &shape, NULL, &x->error);
    ShardscopeValue *right = shardscope_value_constrain(p1, s, &x->error);
    ShardscopeValue *made = shardscope_op(inner, t->op, (ShardscopeValue *[]){ left, right }, 2, t->attributes, &x->error);
    shardscope_value_set_sharding(made, s, &x->error);
    shardscope_result(inner, made, NULL, NULL, &x->error);
    ShardscopeValue *in[2];
    in[0] = shardscope_parameter(main_function, "x", &shape, s, &x->error);
    in[1] = shardscope_parameter(main_function, "y", &shape, s, &x->error);
    shardscope_result(main_function, shardscope_call(main_function, inner, in, 2, &x->error), "z", s, &x->error);
    ShardscopeExecutable *e = example_compile(x, b, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = 1, .n_partitions = t->n_devices,
                                                                                 .device_assignment = t->assignment });
    shardscope_sharding_unref(s);
    return e;
}

/* An argument from a buffer for each device. */
static inline ShardscopeArray *tiled_argument(Example *x, ShardscopeExecutable *e, int i, float value)
{
    ShardscopeValueInfo info;
    ShardscopeSharding *s;
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int rank;
    shardscope_executable_argument(e, i, &info, &s, &x->error);
    shardscope_shard_shape(s, info.shape.rank, info.shape.dims, shard, &rank, &x->error);
    example_check(x);
    int64_t n = shard[0] * shard[1], n_shards = shardscope_sharding_n_devices(s);
    float *buffer = malloc(sizeof *buffer * (size_t)n);
    const void *buffers[16];
    for (int64_t k = 0; k < n; k++)
        buffer[k] = value;
    for (int64_t k = 0; k < n_shards; k++)
        buffers[k] = buffer;
    ShardscopeArray *a = shardscope_array_from_shards(x->client, &info.shape, buffers, n_shards, s, &x->error);
    free(buffer);
    shardscope_sharding_unref(s);
    example_check(x);
    return a;
}

static inline void tiled_run(Example *x, const Tiled *t)
{
    ShardscopeExecutable *e = tiled_compile(x, t);
    example_print(x, "as written", shardscope_executable_text(e, SHARDSCOPE_STAGE_INPUT, SHARDSCOPE_HLO, &x->error));
    example_print(x, "on each device", shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &x->error));
    ShardscopeArray *in[2] = { tiled_argument(x, e, 0, t->x), tiled_argument(x, e, 1, t->y) }, *out = NULL;
    long steps = x->steps ? x->steps : t->steps;
    for (long step = 0; step < steps; step++) {
        shardscope_array_unref(out);
        if (step % 100 == 0)
            printf("step %ld\n", step);
        shardscope_annotation_begin(x->client, "step", step, &x->error);
        shardscope_execute(e, in, 2, NULL, &out, &x->error);
        shardscope_annotation_end(x->client, &x->error);
        shardscope_array_wait(out, &x->error); /* one at a time: results of many would fill the memory */
        example_check(x);
    }
    example_equal(x, out, t->result, "every element of the result");
    ShardscopeSharding *s = shardscope_array_sharding(out);
    example_expect(shardscope_sharding_n_devices(s) == t->n_devices, "the result is on all devices");
    for (int64_t i = 0; i < shardscope_sharding_n_devices(s); i++)
        printf("shard %d is on device %d\n", (int)i, (int)shardscope_sharding_device(s, i));
    ShardscopeCost cost;
    shardscope_executable_cost(e, &cost, &x->error);
    printf("%d collectives, %lld bytes received by a device\n", (int)cost.n_collectives, (long long)cost.collective_bytes);
    shardscope_sharding_unref(s);
    shardscope_array_unref(out);
    shardscope_array_unref(in[0]);
    shardscope_array_unref(in[1]);
    shardscope_executable_unref(e);
}

#endif
