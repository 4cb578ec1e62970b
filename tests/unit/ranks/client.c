/* A client whose devices are in several processes, under mpirun: programs for all devices get the pieces that each process has, and leave their results where
 * they belong; programs for devices of one process run there alone. With an argument: rank 1 gives up, and the others end with its words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/library/shardscope.h"

#define CHECK(what)                                                                                       \
    do {                                                                                                  \
        if (!(what)) {                                                                                    \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #what, error ? shardscope_error_message(error) : "wrong"); \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

enum { MOST = 2 /* devices of a process */, ROWS = 4 /* of a device */, COLUMNS = 8 };
static ShardscopeError *error;

/* sum: of all rows; else the rows moved on by one, so that each device gets one of its neighbour. */
static char *text(int n, bool sum)
{
    static char out[2000];
    int rows = n * ROWS;
    if (sum)
        snprintf(out, sizeof out,
                 "module @sum attributes {mhlo.num_partitions = %d : i32, mhlo.num_replicas = 1 : i32} {\n sdy.mesh @m = <[\"x\"=%d]>\n"
                 " func.func public @main(%%a: tensor<%dx%dxf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) -> tensor<%dxf32> {\n"
                 "  %%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                 "  %%s = stablehlo.reduce(%%a init: %%z) applies stablehlo.add across dimensions = [0] : (tensor<%dx%dxf32>, tensor<f32>) -> tensor<%dxf32>\n"
                 "  return %%s : tensor<%dxf32>\n }\n}\n",
                 n, n, rows, COLUMNS, COLUMNS, rows, COLUMNS, COLUMNS, COLUMNS);
    else
        snprintf(out, sizeof out,
                 "module @roll attributes {mhlo.num_partitions = %d : i32, mhlo.num_replicas = 1 : i32} {\n sdy.mesh @m = <[\"x\"=%d]>\n"
                 " func.func public @main(%%a: tensor<%dx%dxf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) -> (tensor<%dx%dxf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) {\n"
                 "  %%t = stablehlo.slice %%a [%d:%d, 0:%d] : (tensor<%dx%dxf32>) -> tensor<1x%dxf32>\n"
                 "  %%h = stablehlo.slice %%a [0:%d, 0:%d] : (tensor<%dx%dxf32>) -> tensor<%dx%dxf32>\n"
                 "  %%r = stablehlo.concatenate %%t, %%h, dim = 0 : (tensor<1x%dxf32>, tensor<%dx%dxf32>) -> tensor<%dx%dxf32>\n"
                 "  return %%r : tensor<%dx%dxf32>\n }\n}\n",
                 n, n, rows, COLUMNS, rows, COLUMNS, rows - 1, rows, COLUMNS, rows, COLUMNS, COLUMNS, rows - 1, COLUMNS, rows, COLUMNS, rows - 1, COLUMNS, COLUMNS, rows - 1,
                 COLUMNS, rows, COLUMNS, rows, COLUMNS);
    return out;
}

/* Processes have different numbers of devices. */
static int devices_of(int process)
{
    return process == 1 ? 1 : MOST;
}

static float value(int row, int column)
{
    return (float)(row * 10 + column);
}

static ShardscopeExecutable *compiled(ShardscopeClient *client, const char *code, const ShardscopeCompileOptions *o)
{
    ShardscopeProgram *p = shardscope_program_parse("program", code, strlen(code), &error);
    ShardscopeExecutable *e = p ? shardscope_compile(client, p, o, &error) : NULL;
    shardscope_program_unref(p);
    return e;
}

/* The argument of a program, of pieces that are here. */
static ShardscopeArray *argument(ShardscopeClient *client, ShardscopeExecutable *e, int n, int first, int own)
{
    ShardscopeArray *parts[64] = { NULL };
    ShardscopeValueInfo info;
    ShardscopeSharding *sharding;
    CHECK(shardscope_executable_argument(e, 0, &info, &sharding, &error));
    for (int d = first; d < first + own; d++) {
        float data[ROWS * COLUMNS];
        for (int i = 0; i < ROWS * COLUMNS; i++)
            data[i] = value(d * ROWS + i / COLUMNS, i % COLUMNS);
        ShardscopeSharding *one = shardscope_sharding_single_device(d, &error);
        parts[d] = shardscope_array_from_host(client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { ROWS, COLUMNS } }, data, NULL, one, &error);
        CHECK(parts[d]);
        shardscope_sharding_unref(one);
    }
    ShardscopeArray *a = shardscope_array_assemble(client, &info.shape, parts, n, sharding, &error);
    CHECK(a);
    for (int d = 0; d < n; d++)
        shardscope_array_unref(parts[d]);
    shardscope_sharding_unref(sharding);
    return a;
}

static void check_sum(ShardscopeArray *r, int n, int first, int own)
{
    for (int d = first; d < first + own; d++) {
        float got[COLUMNS];
        CHECK(shardscope_array_shard_to_host(r, d, got, sizeof got, &error));
        for (int c = 0; c < COLUMNS; c++) {
            float want = 0;
            for (int row = 0; row < n * ROWS; row++)
                want += value(row, c);
            CHECK(got[c] == want);
        }
    }
    float whole[COLUMNS];
    CHECK(!shardscope_array_to_host(r, whole, sizeof whole, &error)); /* copies are elsewhere */
    shardscope_error_free(error);
    error = NULL;
}

static void check_roll(ShardscopeArray *r, int n, int first, int own)
{
    for (int d = first; d < first + own; d++) {
        float got[ROWS * COLUMNS];
        CHECK(shardscope_array_shard_to_host(r, d, got, sizeof got, &error));
        for (int i = 0; i < ROWS * COLUMNS; i++)
            CHECK(got[i] == value((d * ROWS + i / COLUMNS + n * ROWS - 1) % (n * ROWS), i % COLUMNS));
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    ShardscopeRanks *ranks = shardscope_ranks_join(&error);
    CHECK(ranks);
    int me = shardscope_ranks_me(ranks), n = 0, before = 0, first, own;
    ShardscopeClient *client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = devices_of(me), .n_threads = 1, .ranks = ranks }, &error);
    for (int p = 0; p < shardscope_ranks_n(ranks); p++) {
        before = p == me ? n : before;
        for (int k = 0; k < devices_of(p); k++)
            CHECK(shardscope_client_process_of(client, n++) == p);
    }
    CHECK(client && shardscope_client_n_devices(client) == n && shardscope_client_own_devices(client, &first, &own, &error) && first == before && own == devices_of(me));
    CHECK(shardscope_client_process_of(client, n) == -1);
    ShardscopeExecutable *sum = compiled(client, text(n, true), NULL), *roll = compiled(client, text(n, false), NULL);
    CHECK(sum && roll);
    if (argc > 1 && me == 1)
        shardscope_ranks_fail(NULL, "out of paper");
    for (int round = 0; round < 4; round++)
        for (int which = 0; which < 2; which++) {
            ShardscopeExecutable *e = which ? roll : sum;
            ShardscopeArray *a = argument(client, e, n, first, own), *r = NULL;
            CHECK(shardscope_execute(e, &a, 1, NULL, &r, &error));
            if (argc > 1) {
                CHECK(!shardscope_array_wait(r, &error) && (me == 1 || strstr(shardscope_error_message(error), "out of paper")));
                return 1;
            }
            (which ? check_roll : check_sum)(r, n, first, own);
            shardscope_array_unref(a);
            shardscope_array_unref(r);
        }
    /* Devices of this process alone, and such of two. */
    int64_t mine[] = { first, first + 1 }, across[] = { 1, 2 };
    ShardscopeExecutable *local = compiled(client, text(own, true), &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .device_assignment = mine });
    CHECK(local);
    CHECK(n == own || !compiled(client, text(2, true), &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .device_assignment = across }));
    CHECK(n == own || strstr(shardscope_error_message(error), "run on all "));
    shardscope_error_free(error);
    error = NULL;
    shardscope_executable_unref(local);
    shardscope_executable_unref(sum);
    shardscope_executable_unref(roll);
    shardscope_client_unref(client);
    return shardscope_ranks_leave(ranks, true, &error) ? 0 : 1;
}
