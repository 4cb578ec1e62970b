/* Compiling and executing through shardscope.h: results, donation, failures, layouts, replicas. Clients that are recorded are in test_record.c. */
#include "tests/unit/library/small.h"

#include <glib/gstdio.h>
#include <pthread.h>
#include <sqlite3.h>

static const char dot_text[] = "HloModule product\n"
                               "ENTRY e {\n"
                               "  x = f32[8,16] parameter(0), sharding={devices=[4,2]<=[8]}\n"
                               "  y = f32[16,8] parameter(1), sharding={devices=[2,4]<=[8]}\n"
                               "  ROOT d = f32[8,8] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={devices=[8,1]<=[8]}\n"
                               "}\n";


static void test_product(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(8);
    ShardscopeProgram *p = program_of(dot_text);
    ShardscopeExecutable *e = shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .propagate_to_result = (bool[]){ false }, .n_propagate_to_result = 1 }, &error);
    no_error(error);
    float x[128], y[128], z[64];
    for (int i = 0; i < 128; i++) {
        x[i] = (float)(i % 7);
        y[i] = (float)(i % 5);
    }
    ShardscopeSharding *sx = NULL, *sy = NULL;
    ShardscopeValueInfo info;
    g_assert_true(shardscope_executable_argument(e, 0, &info, &sx, &error) && shardscope_executable_argument(e, 1, NULL, &sy, &error));
    g_assert_cmpstr(info.name, ==, "x");
    g_assert_cmpint(info.shape.dims[1], ==, 16);
    ShardscopeArray *a = array_of(c, 2, (int64_t[]){ 8, 16 }, x, sx), *on_one = array_of(c, 2, (int64_t[]){ 16, 8 }, y, NULL),
                    *b = shardscope_array_put(on_one, sy, &error), *r = NULL;
    no_error(error);
    g_assert_true(shardscope_execute(e, (ShardscopeArray *[]){ a, b }, 2, NULL, &r, &error));
    g_assert_true(shardscope_array_to_host(r, z, sizeof z, &error));
    no_error(error);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            float want = 0;
            for (int j = 0; j < 16; j++)
                want += x[16 * i + j] * y[8 * j + k];
            g_assert_cmpfloat(z[8 * i + k], ==, want);
        }
    float row[8];
    g_assert_true(shardscope_array_shard_to_host(r, 3, row, sizeof row, &error)); /* the result is split into rows */
    g_assert_cmpmem(row, sizeof row, z + 24, sizeof row);
    float part[12];
    ShardscopeArray *slice = shardscope_array_slice(r, &(ShardscopeBox){ { 1, 2 }, { 3, 8 } }, NULL, &error);
    g_assert_true(shardscope_array_to_host(slice, part, sizeof part, &error));
    for (int i = 0; i < 12; i++)
        g_assert_cmpfloat(part[i], ==, z[8 * (1 + i / 6) + 2 + i % 6]);

    ShardscopeCost cost;
    ShardscopeMemory memory;
    g_assert_true(shardscope_executable_cost(e, &cost, &error) && shardscope_executable_memory(e, &memory, &error));
    g_assert_cmpfloat(cost.flops, ==, 2.0 * 8 * 16 * 8);
    g_assert_cmpint(memory.argument_bytes, ==, 128);
    g_assert_cmpint(memory.result_bytes, ==, 32);
    char *local = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &error);
    g_assert_nonnull(strstr(local, "f32[2,8]"));
    shardscope_free(local);
    size_t n_proto;
    char *proto = shardscope_executable_proto(e, &n_proto, &error);
    no_error(error);
    ShardscopeProgram *reread = shardscope_program_parse("product.pb", proto, n_proto, &error);
    no_error(error);
    char *read = shardscope_program_text(reread, SHARDSCOPE_HLO, &error);
    no_error(error);
    g_assert_nonnull(strstr(read, "is_scheduled=true")); /* as XLA says of what it has compiled */
    g_assert_nonnull(strstr(read, "allow_spmd_sharding_propagation_to_output={false}"));
    shardscope_free(read);
    shardscope_program_unref(reread);
    shardscope_free(proto);
    g_assert_null(shardscope_executable_proto(NULL, &n_proto, &error));
    expect(&error, SHARDSCOPE_INVALID, "an executable");

    g_assert_false(shardscope_execute(e, (ShardscopeArray *[]){ b, a }, 2, NULL, &slice, &error));
    expect(&error, SHARDSCOPE_INVALID, "argument 0, x of product must be f32[8,16], and is f32[16,8]");
    g_assert_false(shardscope_execute(e, (ShardscopeArray *[]){ a, on_one }, 2, NULL, &slice, &error));
    expect(&error, SHARDSCOPE_SHARDING, "argument 1, y of product must be laid out as");
    g_assert_false(shardscope_execute(e, &a, 1, NULL, &slice, &error));
    expect(&error, SHARDSCOPE_INVALID, "takes 2 arguments, and 1 are given");
    g_assert_false(shardscope_execute(e, (ShardscopeArray *[]){ a, NULL }, 2, NULL, &slice, &error));
    expect(&error, SHARDSCOPE_INVALID, "argument 1 of product is NULL");
    g_assert_false(shardscope_array_to_host(r, z, 4, &error));
    expect(&error, SHARDSCOPE_INVALID, "room for 4 bytes, and there are 256");
    g_assert_null(shardscope_array_slice(r, &(ShardscopeBox){ { 1, 2 }, { 9, 8 } }, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "elements 1 to 9 of dimension 0, which has 8");

    size_t n;
    void *bytes = shardscope_executable_serialise(e, &n, &error);
    ShardscopeExecutable *loaded = shardscope_executable_load(c, bytes, n, &error);
    no_error(error);
    char *was = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &error),
         *is = shardscope_executable_text(loaded, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &error);
    g_assert_cmpstr(was, ==, is);
    shardscope_free(was);
    shardscope_free(is);
    for (size_t cut = 0; cut < n; cut += 37) {
        g_assert_null(shardscope_executable_load(c, bytes, cut, &error));
        g_assert_nonnull(error);
        shardscope_error_free(error);
        error = NULL;
    }
    for (size_t at = 0; at < n; at += 41) { /* nor with any other damage, nor of another version */
        ((char *)bytes)[at] ^= 1;
        g_assert_null(shardscope_executable_load(c, bytes, n, &error));
        expect(&error, SHARDSCOPE_INVALID, at < strlen("shardscope executable 0.0.0") ? "of this version" : "damaged");
        ((char *)bytes)[at] ^= 1;
    }
    g_assert_nonnull(g_strstr_len(bytes, (gssize)n, "HloModule product, entry_computation_layout={(f32[2,8]")); /* what a device runs: nothing is planned again */
    float again[64];
    ShardscopeArray *same = NULL;
    g_assert_true(shardscope_execute(loaded, (ShardscopeArray *[]){ a, b }, 2, NULL, &same, &error));
    g_assert_true(shardscope_array_to_host(same, again, sizeof again, &error));
    g_assert_cmpmem(again, sizeof again, z, sizeof z);
    shardscope_array_unref(same);
    shardscope_free(bytes);
    shardscope_executable_unref(loaded);

    shardscope_array_unref(slice);
    shardscope_array_unref(a);
    shardscope_array_unref(b);
    shardscope_array_unref(on_one);
    shardscope_array_unref(r);
    shardscope_sharding_unref(sx);
    shardscope_sharding_unref(sy);
    ShardscopeMemoryStats stats;
    g_assert_true(shardscope_client_wait(c, &error) && shardscope_device_memory(c, 0, &stats, &error));
    g_assert_cmpint(stats.bytes_in_use, ==, 0);
    g_assert_cmpint(stats.n_arrays, ==, 0);
    g_assert_cmpint(stats.peak_bytes_in_use, >=, 128 + 32);
    shardscope_client_unref(c); /* the executable keeps it */
    shardscope_program_unref(p);
    shardscope_executable_unref(e);
}

static void test_donation(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeProgram *p = program_of(donating_text);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    ShardscopeSharding *s;
    ShardscopeValueInfo info;
    g_assert_true(shardscope_executable_argument(e, 0, &info, &s, &error));
    g_assert_true(info.donated);
    float x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, y[8];
    ShardscopeArray *a = array_of(c, 1, (int64_t[]){ 8 }, x, s), *first = a;
    shardscope_array_ref(first);
    for (int i = 0; i < 50; i++) { /* asked for faster than done */
        ShardscopeArray *next;
        g_assert_true(shardscope_execute(e, &a, 1, NULL, &next, &error));
        shardscope_array_unref(a);
        a = next;
    }
    g_assert_true(shardscope_array_to_host(a, y, sizeof y, &error));
    no_error(error);
    for (int i = 0; i < 8; i++)
        g_assert_cmpfloat(y[i], ==, x[i] + 50);
    g_assert_true(shardscope_array_is_deleted(first));
    g_assert_false(shardscope_array_to_host(first, y, sizeof y, &error));
    expect(&error, SHARDSCOPE_RUN, "has been deleted or donated");
    ShardscopeArray *r;
    g_assert_false(shardscope_execute(e, &first, 1, NULL, &r, &error));
    expect(&error, SHARDSCOPE_RUN, "argument 0 has been deleted");
    g_assert_true(shardscope_execute(e, &a, 1, &(ShardscopeExecuteOptions){ SHARDSCOPE_EXECUTE_OPTIONS, .keep = (int[]){ 0 }, .n_keep = 1 }, &r, &error));
    g_assert_true(shardscope_array_to_host(a, y, sizeof y, &error) && y[0] == 50);
    g_assert_true(shardscope_array_to_host(r, y, sizeof y, &error) && y[0] == 51);
    shardscope_array_delete(r);
    g_assert_true(shardscope_array_is_deleted(r));
    shardscope_array_unref(r);
    shardscope_array_unref(a);
    shardscope_array_unref(first);
    shardscope_sharding_unref(s);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

/* Programs, options and arrays that cannot be. */
static void test_refused(void)
{
    ShardscopeError *error = NULL;
    g_assert_null(shardscope_program_parse("bad.hlo", "HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] ad(x, x)\n}\n", 70, &error));
    g_assert_cmpstr(shardscope_error_file(error), ==, "bad.hlo");
    g_assert_cmpint(shardscope_error_line(error), ==, 4);
    g_assert_cmpint(shardscope_error_column(error), >, 1);
    g_assert_nonnull(shardscope_error_hint(error));
    expect(&error, SHARDSCOPE_PARSE, "bad.hlo:4:");
    g_assert_null(shardscope_program_read("/nonexistent/x.hlo", &error));
    expect(&error, SHARDSCOPE_IO, "no such file");
    ShardscopeClient *c = client_of(4);
    ShardscopeProgram *p = program_of(dot_text);
    g_assert_null(shardscope_compile(c, p, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "for 8 devices, and the client has 4");
    g_assert_null(shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .planner = "none" }, &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
    error = NULL;
    g_assert_null(shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .argument_layouts = (const char *const[]){ "{1,0}", "{0,1}", NULL } }, &error));
    expect(&error, SHARDSCOPE_UNSUPPORTED, "argument 1, y is asked to lie as {0,1}: arrays lie row-major here, as {1,0}");
    g_assert_null(shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .result_layouts = (const char *const[]){ NULL } }, &error));
    expect(&error, SHARDSCOPE_INVALID, "there are 1 results, and 0 layouts");
    ShardscopeCompileOptions wrong = { .struct_size = 3 };
    g_assert_null(shardscope_compile(c, p, &wrong, &error));
    expect(&error, SHARDSCOPE_INVALID, "struct_size is 3");
    g_assert_null(shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = -1 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "a client of -1 devices");
    uint8_t codes[4] = { 0x08, 0x0f, 0xf7, 0x07 }, back[4]; /* as a client may write s4: what is above the low bits does not count */
    ShardscopeArray *narrow = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_S4, 1, { 4 } }, codes, NULL, NULL, &error);
    g_assert_true(shardscope_array_to_host(narrow, back, sizeof back, &error));
    static const uint8_t extended[4] = { 0xf8, 0xff, 0x07, 0x07 };
    g_assert_cmpmem(back, sizeof back, extended, sizeof extended);
    shardscope_array_unref(narrow);
    float x[8] = { 0 };
    g_assert_null(shardscope_array_from_host(c, &(ShardscopeShape){ (ShardscopeDtype)99, 1, { 8 } }, x, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "no element type 99");
    g_assert_null(shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { -8 } }, x, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "f32[-8] cannot be");
    g_assert_null(shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { INT64_MAX / 2, 8 } }, x, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "cannot be");
    g_assert_null(shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { INT64_C(1) << 50 } }, x, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_LIMIT, "not enough memory");
    ShardscopeSharding *far = shardscope_sharding_single_device(4, &error);
    g_assert_null(shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 8 } }, x, NULL, far, &error));
    expect(&error, SHARDSCOPE_INVALID, "names device 4, and the client has 4 devices");
    shardscope_sharding_unref(far);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

/* Any strides, backwards and repeating ones too, for elements of every size, against one element after the other. */
static void test_strides(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(2);
    static const struct {
        ShardscopeDtype dtype;
        int64_t bytes;
    } types[] = { { SHARDSCOPE_U8, 1 }, { SHARDSCOPE_S16, 2 }, { SHARDSCOPE_S32, 4 }, { SHARDSCOPE_F64, 8 }, { SHARDSCOPE_C128, 16 } };
    enum { MOST = 5 * 5 * 50 * 40 * 16 };
    g_autofree char *from = g_malloc(MOST), *back = g_malloc(MOST);
    for (int i = 0; i < MOST; i++)
        from[i] = (char)(i % 61 + i / 61 % 37);
    GRand *rand = g_rand_new_with_seed(17);
    for (int n = 0; n < 200; n++) {
        int64_t bytes = types[n % 5].bytes, strides[4], start = 0, step = bytes, count = 1;
        int rank = g_rand_int_range(rand, 1, 5), order[4];
        ShardscopeShape shape = { types[n % 5].dtype, rank, { 0 } };
        for (int d = 0; d < rank; d++) {
            shape.dims[d] = g_rand_int_range(rand, 1, 6);
            order[d] = d;
        }
        shape.dims[g_rand_int_range(rand, 0, rank)] = 50;
        shape.dims[g_rand_int_range(rand, 0, rank)] = 40;
        for (int d = rank - 1; d > 0; d--) {
            int e = g_rand_int_range(rand, 0, d + 1), t = order[d];
            order[d] = order[e];
            order[e] = t;
        }
        for (int k = 0; k < rank; k++) { /* order[0] is the nearest in memory */
            int d = order[k];
            bool backwards = g_rand_int_range(rand, 0, 4) == 0, repeats = g_rand_int_range(rand, 0, 8) == 0;
            strides[d] = repeats ? 0 : backwards ? -step : step;
            start += backwards && !repeats ? step * (shape.dims[d] - 1) : 0;
            step *= repeats ? 1 : shape.dims[d];
            count *= shape.dims[d];
        }
        ShardscopeSharding *s = n % 3 ? NULL : shardscope_sharding_parse_gspmd("{replicated}", rank, 2, &error);
        ShardscopeArray *a = shardscope_array_from_host(c, &shape, from + start, strides, s, &error);
        no_error(error);
        g_assert_true(shardscope_array_to_host(a, back, (size_t)(count * bytes), &error));
        for (int64_t i = 0; i < count; i++) {
            int64_t at = start, left = i;
            for (int d = rank - 1; d >= 0; d--) {
                at += left % shape.dims[d] * strides[d];
                left /= shape.dims[d];
            }
            g_assert_true(memcmp(back + i * bytes, from + at, (size_t)bytes) == 0);
        }
        shardscope_array_unref(a);
        shardscope_sharding_unref(s);
    }
    g_rand_free(rand);
    shardscope_client_unref(c);
}

/* Pieces, odd sharding orders: what goes in comes out. */
static void test_layouts(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(6);
    int32_t data[24], back[24], column[6];
    for (int i = 0; i < 24; i++)
        data[i] = i;
    static const char *const specs[] = { "{devices=[2,3]0,3,1,4,2,5}", "{devices=[3,1,2]<=[6] last_tile_dim_replicate}", "{replicated}", "{devices=[1,6]5,4,3,2,1,0}" };
    for (size_t i = 0; i < G_N_ELEMENTS(specs); i++) {
        ShardscopeSharding *s = shardscope_sharding_parse_gspmd(specs[i], 2, 6, &error);
        no_error(error);
        /* data read as the transpose of a 6 x 4 matrix */
        ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_S32, 2, { 4, 6 } }, data, (int64_t[]){ 4, 16 }, s, &error);
        g_assert_true(shardscope_array_to_host(a, back, sizeof back, &error));
        no_error(error);
        for (int k = 0; k < 24; k++)
            g_assert_cmpint(back[k], ==, data[k % 6 * 4 + k / 6]);
        for (size_t j = 0; j < G_N_ELEMENTS(specs); j++) {
            ShardscopeSharding *t = shardscope_sharding_parse_gspmd(specs[j], 2, 6, &error);
            ShardscopeArray *b = shardscope_array_put(a, t, &error);
            memset(back, 0, sizeof back);
            shardscope_array_to_host(b, back, sizeof back, &error);
            no_error(error);
            for (int k = 0; k < 24; k++)
                g_assert_cmpint(back[k], ==, data[k % 6 * 4 + k / 6]);
            shardscope_array_unref(b);
            shardscope_sharding_unref(t);
        }
        ShardscopeSharding *one = shardscope_sharding_single_device(5, &error);
        ShardscopeArray *b = shardscope_array_put(a, one, &error);
        g_assert_true(shardscope_array_to_host(b, back, sizeof back, &error));
        g_assert_cmpint(back[6], ==, data[1]);
        shardscope_array_unref(b);
        shardscope_sharding_unref(one);
        shardscope_array_unref(a);
        shardscope_sharding_unref(s);
    }
    ShardscopeSharding *s = shardscope_sharding_positional(1, (int64_t[]){ 3 }, (int64_t[]){ 4, 0, 2 }, &error);
    int32_t pieces[3][2] = { { 0, 1 }, { 2, 3 }, { 4, 5 } };
    ShardscopeArray *a = shardscope_array_from_shards(c, &(ShardscopeShape){ SHARDSCOPE_S32, 1, { 6 } }, (const void *[]){ pieces[0], pieces[1], pieces[2] }, 3, s, &error);
    g_assert_true(shardscope_array_to_host(a, column, sizeof column, &error));
    no_error(error);
    for (int i = 0; i < 6; i++)
        g_assert_cmpint(column[i], ==, i);
    int32_t piece[2];
    g_assert_true(shardscope_array_shard_to_host(a, 0, piece, sizeof piece, &error) && piece[0] == 2);
    g_assert_false(shardscope_array_shard_to_host(a, 1, piece, sizeof piece, &error));
    expect(&error, SHARDSCOPE_INVALID, "device 1 holds nothing");
    shardscope_array_unref(a);
    shardscope_sharding_unref(s);
    shardscope_client_unref(c);
}


/* What a compile was asked for is in the bytes: shardings chosen for some arguments and results, devices, overrides. */
static void test_serialised_options(void)
{
    static const char text[] = "HloModule chosen\n"
                               "ENTRY e {\n"
                               "  x = f32[8,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
                               "  y = f32[8,8] parameter(1), sharding={replicated}\n"
                               "  z = f32[8,8] parameter(2), sharding={replicated}\n"
                               "  s = f32[8,8] add(x, y)\n"
                               "  t = f32[8,8] multiply(s, z)\n"
                               "  ROOT r = (f32[8,8], f32[8,8]) tuple(s, t), sharding={{replicated}, {replicated}}\n"
                               "}\n";
    static const struct { bool chosen[3], of_result[2]; const char *shardings[2]; int64_t devices[4]; } cases[] = {
        { { false, true, false }, { true, false }, { NULL }, { 0, 1, 2, 3 } },
        { { false, false, true }, { false, true }, { NULL }, { 3, 1, 0, 2 } },
        { { false, false, false }, { true, true }, { "z={devices=[1,4]<=[4]}", NULL }, { 0, 1, 2, 3 } },
    };
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeProgram *p = program_of(text);
    for (size_t k = 0; k < G_N_ELEMENTS(cases); k++) {
        ShardscopeCompileOptions o = { SHARDSCOPE_COMPILE_OPTIONS, .propagate_to_argument = cases[k].chosen, .n_propagate_to_argument = 3, .device_assignment = cases[k].devices,
                                       .propagate_to_result = cases[k].of_result, .n_propagate_to_result = 2, .shardings = cases[k].shardings, .n_partitions = 4 };
        ShardscopeExecutable *e = shardscope_compile(c, p, &o, &error);
        size_t n;
        void *bytes = shardscope_executable_serialise(e, &n, &error);
        ShardscopeExecutable *loaded = shardscope_executable_load(c, bytes, n, &error);
        no_error(error);
        for (int i = 0; i < 3; i++) {
            ShardscopeSharding *was = NULL, *is = NULL;
            g_assert_true(shardscope_executable_argument(e, i, NULL, &was, &error) && shardscope_executable_argument(loaded, i, NULL, &is, &error));
            g_assert_true(shardscope_sharding_equivalent(was, is, 2));
            bool split = i == 0 || cases[k].chosen[i] || (i == 2 && cases[k].shardings[0]);
            g_assert_cmpint(shardscope_sharding_is_replicated(is), ==, !split);
            shardscope_sharding_unref(was);
            shardscope_sharding_unref(is);
        }
        for (int i = 0; i < 2; i++) {
            ShardscopeSharding *was = NULL, *is = NULL;
            g_assert_true(shardscope_executable_result(e, i, NULL, &was, &error) && shardscope_executable_result(loaded, i, NULL, &is, &error));
            g_assert_true(shardscope_sharding_equivalent(was, is, 2));
            g_assert_cmpint(shardscope_sharding_is_replicated(is), ==, !cases[k].of_result[i]);
            shardscope_sharding_unref(was);
            shardscope_sharding_unref(is);
        }
        shardscope_free(bytes);
        shardscope_executable_unref(e);
        shardscope_executable_unref(loaded);
    }
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

/* Bytes that are no executable give an error, whatever is wrong with them. */
static void test_hostile_bytes(void)
{
    static const char *const options[] = { "", "{}", "[other]\n", "mesh=x\n", "[options]\npartitions=many\n", "[options]\npartitions=99999999999999\n",
                                           "[options]\npartitions=-3\n", "[options]\nto_arguments=7\n", "[options]\nto_argument=true;maybe;\n",
                                           "[options]\nto_argument=true;false;\n", "[options]\ndevices=a;b\n", "[options]\ndevices=0;0\n", "[options]\ndevices=1\n",
                                           "[options]\nmesh=\\q\n", "[options]\nmesh=\xff\n", "[options]\nmesh=x=0\n", "[options]\nshardings=x;\xfe;\n",
                                           "[options]\nplanner=none\n", "[options]\nhardware=\n" };
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(2);
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        char *bytes = g_strdup_printf("shardscope executable 0.1.0\n%s\nHloModule m\nENTRY e {\n  ROOT x = f32[8] parameter(0), sharding={devices=[2]<=[2]}\n}\n", options[i]);
        g_assert_null(shardscope_executable_load(c, bytes, strlen(bytes), &error));
        g_assert_nonnull(error);
        g_clear_pointer(&error, shardscope_error_free);
        g_free(bytes);
    }
    shardscope_client_unref(c);
}

/* Two replicas on two devices each, in an order of their own: each takes arguments of its own, and they add up what they have. */
static void test_replicas(void)
{
    static const char text[] = "HloModule replicas, replica_count=2, num_partitions=2, input_output_alias={ {0}: (1, {}, may-alias) }\n"
                               "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n"
                               "ENTRY e {\n"
                               "  x = f32[4] parameter(0), sharding={devices=[2]<=[2]}\n"
                               "  y = f32[4] parameter(1), sharding={devices=[2]<=[2]}\n"
                               "  s = f32[4] all-reduce(x), replica_groups={{0,1}}, to_apply=add\n"
                               "  r = f32[4] add(s, y), sharding={devices=[2]<=[2]}\n"
                               "  id = u32[] replica-id()\n"
                               "  ROOT t = (f32[4], u32[]) tuple(r, id)\n"
                               "}\n";
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    char *path = g_build_filename(g_get_tmp_dir(), "shardscope-replicas.db", NULL);
    g_remove(path);
    g_assert_true(shardscope_client_record(c, path, NULL, &error));
    ShardscopeProgram *p = program_of(text);
    const int64_t devices[4] = { 2, 0, 3, 1 };
    ShardscopeExecutable *made = shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .device_assignment = devices }, &error);
    size_t n;
    void *bytes = shardscope_executable_serialise(made, &n, &error);
    ShardscopeExecutable *e = shardscope_executable_load(c, bytes, n, &error);
    no_error(error);
    shardscope_free(bytes);
    shardscope_executable_unref(made);
    g_assert_cmpint(shardscope_executable_n_replicas(e), ==, 2);
    g_assert_cmpint(shardscope_executable_n_devices(e), ==, 4);
    g_assert_cmpint(shardscope_executable_n_arguments(e), ==, 2);
    g_assert_false(shardscope_executable_argument(e, 4, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "argument 4");
    ShardscopeArray *a[4], *r[4];
    for (int i = 0; i < 4; i++) {
        ShardscopeSharding *s;
        g_assert_true(shardscope_executable_argument(e, i, NULL, &s, &error));
        for (int k = 0; k < 2; k++)
            g_assert_cmpint(shardscope_sharding_device(s, k), ==, devices[i / 2 * 2 + k]);
        const float own[4] = { (float)i, 10, (float)(i * i), -1 };
        a[i] = array_of(c, 1, (int64_t[]){ 4 }, own, s);
        shardscope_sharding_unref(s);
    }
    g_assert_false(shardscope_execute(e, a, 2, NULL, r, &error));
    expect(&error, SHARDSCOPE_INVALID, "takes 4 arguments, and 2 are given");
    ShardscopeArray *swapped[4] = { a[2], a[1], a[0], a[3] };
    g_assert_false(shardscope_execute(e, swapped, 4, NULL, r, &error));
    expect(&error, SHARDSCOPE_SHARDING, "on the executable's devices");
    g_assert_true(shardscope_execute(e, a, 4, &(ShardscopeExecuteOptions){ SHARDSCOPE_EXECUTE_OPTIONS, .keep = (int[]){ 3 }, .n_keep = 1 }, r, &error));
    no_error(error);
    g_assert_true(shardscope_array_is_deleted(a[1]));
    g_assert_false(shardscope_array_is_deleted(a[3]));
    for (int k = 0; k < 2; k++) {
        const float want[4] = { (float)(0 + 2 + (2 * k + 1)), 30, (float)(0 + 4 + (2 * k + 1) * (2 * k + 1)), -3 };
        float got[4];
        uint32_t id;
        g_assert_true(shardscope_array_to_host(r[2 * k], got, sizeof got, &error) && shardscope_array_to_host(r[2 * k + 1], &id, sizeof id, &error));
        no_error(error);
        for (int i = 0; i < 4; i++)
            g_assert_cmpfloat(got[i], ==, want[i]);
        g_assert_cmpint(id, ==, k);
    }
    for (int i = 0; i < 4; i++) {
        shardscope_array_unref(a[i]);
        shardscope_array_unref(r[i]);
    }
    g_assert_true(shardscope_client_record_end(c, &error));
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    sqlite3_stmt *ask;
    g_assert_cmpint(sqlite3_prepare_v2(db, "SELECT replicas, partitions, (SELECT count(*) FROM device) / (SELECT count(*) FROM run) FROM module", -1, &ask, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(ask), ==, SQLITE_ROW);
    g_assert_cmpint(sqlite3_column_int(ask, 0), ==, 2);
    g_assert_cmpint(sqlite3_column_int(ask, 1), ==, 2);
    g_assert_cmpint(sqlite3_column_int(ask, 2), ==, 4);
    sqlite3_finalize(ask);
    sqlite3_close(db);
    g_remove(path);
    g_free(path);
    g_assert_null(shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = 3 }, &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

/* The handles go while executions are in flight. */
static void test_dropped(void)
{
    ShardscopeError *error = NULL;
    for (int round = 0; round < 30; round++) {
        ShardscopeClient *c = client_of(4);
        ShardscopeProgram *p = program_of(donating_text);
        ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
        ShardscopeSharding *s;
        g_assert_true(shardscope_executable_argument(e, 0, NULL, &s, &error));
        float x[8] = { 0 };
        ShardscopeArray *a = array_of(c, 1, (int64_t[]){ 8 }, x, s), *r;
        shardscope_client_unref(c);
        g_assert_true(shardscope_execute(e, &a, 1, NULL, &r, &error));
        shardscope_array_unref(a);
        shardscope_array_unref(r);
        shardscope_sharding_unref(s);
        shardscope_program_unref(p);
        shardscope_executable_unref(e);
    }
    no_error(error);
}

/* Two devices add up for ever. */
static const char endless_text[] =
    "HloModule endless\n"
    "add { p = (s32[], f32[8,64]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  a = f32[8,64] get-tuple-element(p), index=1\n"
    "  b = f32[8,64] add(a, a)\n  ROOT t = (s32[], f32[8,64]) tuple(i, b) }\n"
    "go_on { p = (s32[], f32[8,64]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  z = s32[] constant(1)\n  ROOT c = pred[] compare(i, z), direction=LT }\n"
    "ENTRY e { x = f32[8,64] parameter(0), sharding={devices=[2,1]<=[2]}\n  z = s32[] constant(0)\n  t = (s32[], f32[8,64]) tuple(z, x)\n"
    "  w = (s32[], f32[8,64]) while(t), condition=go_on, body=add\n  ROOT r = f32[8,64] get-tuple-element(w), index=1 }\n";

/* In a process of its own, which then executes nothing any more. */
static void test_stopped_here(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(2);
    ShardscopeProgram *p = program_of(endless_text);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    no_error(error);
    const float x[512] = { 0 };
    float y[512];
    ShardscopeSharding *sx = NULL;
    g_assert_true(shardscope_executable_argument(e, 0, NULL, &sx, &error));
    ShardscopeArray *a = array_of(c, 2, (int64_t[]){ 8, 64 }, x, sx), *r = NULL, *later = NULL;
    g_assert_true(shardscope_execute(e, &a, 1, NULL, &r, &error));
    g_assert_true(shardscope_execute(e, &a, 1, NULL, &later, &error));
    g_assert_true(shardscope_is_executing());
    g_usleep(10000);
    shardscope_stop_executing();
    for (int i = 0; i < 2; i++) {
        g_assert_false(shardscope_array_to_host(i ? later : r, y, sizeof y, &error));
        g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_STOPPED);
        shardscope_error_free(g_steal_pointer(&error));
    }
    g_assert_true(shardscope_array_to_host(a, y, sizeof y, &error));
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_array_unref(later);
    shardscope_sharding_unref(sx);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

static const char three_text[] = "HloModule three\nENTRY e {\n  x = f32[8] parameter(0), sharding={devices=[2]<=[2]}\n  a = f32[8] negate(x), sharding={devices=[2]<=[2]}\n"
                                 "  b = f32[8] add(x, x), sharding={devices=[2]<=[2]}\n  c = f32[8] multiply(x, x), sharding={replicated}\n"
                                 "  ROOT r = (f32[8], f32[8], f32[8]) tuple(a, b, c)\n}\n";

/* Results, pieces of two of them, and what was seen of them when somebody was told of the first. */
typedef struct Told {
    ShardscopeArray *of[5];
    int n_ready[5]; /* when the i-th was told */
    pthread_mutex_t held;
} Told;

static void hold_up(void *user)
{
    Told *t = user;
    pthread_mutex_lock(&t->held);
    pthread_mutex_unlock(&t->held);
}

typedef struct Listener {
    Told *t;
    int i;
} Listener;

static void hear(void *user, ShardscopeError *why)
{
    Listener *l = user;
    no_error(why);
    for (int k = 0; k < 5; k++)
        l->t->n_ready[l->i] += shardscope_array_is_ready(l->t->of[k]);
}

/* Whoever is woken by one of several results, or by a piece of one, finds all of them ready, and need not be woken again. */
static void test_told_at_once(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(2);
    ShardscopeProgram *p = program_of(three_text);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    no_error(error);
    ShardscopeSharding *sx;
    g_assert_true(shardscope_executable_argument(e, 0, NULL, &sx, &error));
    ShardscopeArray *x = array_of(c, 1, (int64_t[]){ 8 }, (float[8]){ 1 }, sx);
    Told t = { .held = PTHREAD_MUTEX_INITIALIZER };
    pthread_mutex_lock(&t.held);
    g_assert_true(shardscope_client_on_idle(c, hold_up, &t, &error));
    g_assert_true(shardscope_execute(e, &x, 1, NULL, t.of, &error));
    t.of[3] = shardscope_array_shard(t.of[0], 1, &error);
    t.of[4] = shardscope_array_shard(t.of[2], 0, &error);
    no_error(error);
    Listener listeners[5];
    for (int i = 0; i < 5; i++) {
        listeners[i] = (Listener){ &t, i };
        g_assert_true(shardscope_array_on_ready(t.of[i], hear, &listeners[i], &error));
    }
    pthread_mutex_unlock(&t.held);
    g_assert_true(shardscope_client_wait(c, &error));
    for (int i = 0; i < 5; i++) {
        g_assert_cmpint(t.n_ready[i], ==, 5);
        shardscope_array_unref(t.of[i]);
    }
    shardscope_array_unref(x);
    shardscope_sharding_unref(sx);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

static void test_stopped(void)
{
    g_test_trap_subprocess("/library/execute/stopped/subprocess", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/execute/product", test_product);
    g_test_add_func("/library/execute/donation", test_donation);
    g_test_add_func("/library/execute/refused", test_refused);
    g_test_add_func("/library/execute/strides", test_strides);
    g_test_add_func("/library/execute/layouts", test_layouts);
    g_test_add_func("/library/execute/serialised-options", test_serialised_options);
    g_test_add_func("/library/execute/hostile-bytes", test_hostile_bytes);
    g_test_add_func("/library/execute/replicas", test_replicas);
    g_test_add_func("/library/execute/dropped", test_dropped);
    g_test_add_func("/library/execute/told-at-once", test_told_at_once);
    g_test_add_func("/library/execute/stopped", test_stopped);
    g_test_add_func("/library/execute/stopped/subprocess", test_stopped_here);
    return g_test_run();
}
