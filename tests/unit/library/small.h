/* Small programs and arrays that several tests of the library execute. */
#pragma once

#include "tests/unit/library/check.h"

static inline ShardscopeClient *client_of(int n_devices)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = n_devices, .n_threads = 2 }, &error);
    no_error(error);
    return c;
}

static inline ShardscopeProgram *program_of(const char *text)
{
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_program_parse("test.hlo", text, strlen(text), &error);
    no_error(error);
    return p;
}

/* One argument that the result takes over. */
static const char donating_text[] = "HloModule add_one, input_output_alias={ {}: (0, {}, may-alias) }\n"
                                    "ENTRY e {\n"
                                    "  x = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n"
                                    "  one = f32[] constant(1)\n"
                                    "  ones = f32[8] broadcast(one), dimensions={}\n"
                                    "  ROOT r = f32[8] add(x, ones), sharding={devices=[4]<=[4]}\n"
                                    "}\n";

static inline ShardscopeArray *array_of(ShardscopeClient *c, int rank, const int64_t *dims, const float *data, ShardscopeSharding *s)
{
    ShardscopeError *error = NULL;
    ShardscopeShape shape = { SHARDSCOPE_F32, rank, { 0 } };
    memcpy(shape.dims, dims, sizeof *dims * (size_t)rank);
    ShardscopeArray *a = shardscope_array_from_host(c, &shape, data, NULL, s, &error);
    no_error(error);
    return a;
}
