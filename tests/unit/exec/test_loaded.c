/* Arguments that are made up tile by tile are those that are made up whole and cut: uneven tiles, several axes, every fill, element types of all
 * widths. Results that come a few MiB at a time are those that are put together whole. */
#include <string.h>

#include "runtime/api/program.h"
#include "runtime/exec/loaded_impl.h"

static Compiled *compiled(const char *text, int n_devices)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    ProgramOptions po = { .n_devices = n_devices };
    CompileOptions o = { 0 };
    compile_options_from(&po, NULL, &o, &error);
    g_assert_no_error(error);
    Compiled *c = program_compile_module(m, &o, NULL, &error);
    g_assert_no_error(error);
    compile_options_clear(&o);
    return c;
}

static GPtrArray *results_of(LoadedProgram *p)
{
    GError *error = NULL;
    g_assert_true(loaded_step(p, NULL, &error));
    GPtrArray *out = loaded_results(p, &error);
    g_assert_no_error(error);
    return out;
}

static bool take(void *user, const void *data, size_t bytes, GError **error)
{
    (void)error;
    g_byte_array_append(user, data, (guint)bytes);
    return true;
}

static bool refuse(void *user, const void *data, size_t bytes, GError **error)
{
    (void)user;
    (void)data;
    (void)bytes;
    g_set_error(error, SHARD_ERROR, SHARD_ERROR_IO, "no room");
    return false;
}

/* Elements that come a few MiB at a time are those of the whole results. */
static void check_stream(LoadedProgram *p, const GPtrArray *want)
{
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(loaded_n_results(p), ==, (int)want->len);
    for (int i = 0; i < (int)want->len; i++) {
        const Tensor *w = want->pdata[i];
        g_autoptr(GByteArray) got = g_byte_array_new();
        g_assert_true(type_same(loaded_result_type(p, i), w->type));
        g_assert_true(loaded_stream_result(p, 0, i, take, got, &error));
        g_assert_no_error(error);
        g_assert_cmpmem(got->data, got->len, w->data, (gsize)type_bytes(w->type));
    }
    g_assert_false(loaded_stream_result(p, 0, 0, refuse, NULL, &error));
    g_assert_cmpstr(error->message, ==, "no room");
}

static void check(const char *sharding, const char *type, int n_devices, FillKind kind)
{
    g_autofree char *text = g_strdup_printf("HloModule t, num_partitions=%d\nENTRY e {\n x = %s parameter(0), sharding={%s}\n y = %s parameter(1), sharding={replicated}\n"
                                            " ROOT r = (%s, %s) tuple(x, y)\n}\n", n_devices, type, sharding, type, type, type);
    g_autoptr(Compiled) c = compiled(text, n_devices);
    GError *error = NULL;
    FillOptions fill = { .kind = kind, .seed = 11, .max_int = 3 };
    g_autoptr(LoadedProgram) p = loaded_new(c, 1, &error);
    g_autoptr(GPtrArray) args = fill_arguments_with(c->input, &fill, &error);
    g_assert_true(loaded_set_args(p, args, &error));
    g_autoptr(GPtrArray) want = results_of(p);
    g_assert_true(loaded_fill_args(p, &fill, &error));
    g_autoptr(GPtrArray) got = results_of(p);
    check_stream(p, got);
    for (guint i = 0; i < want->len; i++) {
        const Tensor *w = want->pdata[i], *g = got->pdata[i], *a = args->pdata[i];
        g_assert_cmpmem(g->data, (gsize)type_bytes(g->type), w->data, (gsize)type_bytes(w->type));
        g_assert_cmpmem(g->data, (gsize)type_bytes(g->type), a->data, (gsize)type_bytes(a->type));
    }
}

static void test_tiles(void)
{
    static const char *const shardings[] = { "devices=[8,1]<=[8]", "devices=[1,8]<=[8]", "devices=[4,2]<=[8]", "devices=[2,2,2]<=[8] last_tile_dim_replicate", "devices=[2,4]<=[4,2]T(1,0)", "replicated", "maximal device=5" };
    static const char *const types[] = { "f32[7,10]", "bf16[16,8]", "s32[3,17]", "pred[9,9]", "f64[1,5]", "c64[8,3]", "u8[33,2]", "f32[0,8]" };
    for (guint s = 0; s < G_N_ELEMENTS(shardings); s++)
        for (guint t = 0; t < G_N_ELEMENTS(types); t++)
            for (FillKind kind = FILL_RANDOM; kind <= FILL_IOTA; kind++)
                check(shardings[s], types[t], 8, kind);
}

/* Results of several parts: rows, pieces of rows, pieces of what is deeper; larger than what comes at once. */
static void test_large(void)
{
    check("devices=[3,2]<=[6]", "f32[1501,1501]", 6, FILL_IOTA);
    check("devices=[1,2,3]<=[6]", "u8[2,2,4200001]", 6, FILL_IOTA);
    check("devices=[6,1]<=[6]", "s16[2,4200001]", 6, FILL_IOTA);
    check("replicated", "f64[1100001]", 6, FILL_IOTA);
}

/* A stop ends filling. */
static void test_stop(void)
{
    g_autoptr(Compiled) c = compiled("HloModule t\nENTRY e {\n ROOT x = f32[64,64] parameter(0)\n}\n", 2);
    g_autoptr(LoadedProgram) p = loaded_new(c, 1, NULL);
    Stop stop = { 0 };
    stop_request(&stop);
    g_autoptr(GError) error = NULL;
    g_assert_false(loaded_fill_args(p, &(FillOptions){ .stop = &stop }, &error));
    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_STOPPED);
}

/* Devices that hold the same tile hold it once, also where the program writes over the argument, which it does in a copy. */
static void test_shared(void)
{
    static const char text[] = "HloModule t, num_partitions=8, input_output_alias={ {0}: (0, {}, may-alias) }\nENTRY e {\n x = f32[8,6] parameter(0), sharding={replicated}\n"
        " y = f32[8,6] parameter(1), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n i = f32[8,6] negate(x), sharding={replicated}\n"
        " j = f32[8,6] negate(y), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n"
        " ROOT r = (f32[8,6], f32[8,6]) tuple(i, j), sharding={{replicated}, {devices=[4,1,2]<=[8] last_tile_dim_replicate}}\n}\n";
    g_autoptr(Compiled) c = compiled(text, 8);
    GError *error = NULL;
    FillOptions fill = { .kind = FILL_RANDOM, .seed = 3, .max_int = 3 };
    g_autoptr(LoadedProgram) p = loaded_new(c, 1, &error);
    g_autoptr(GPtrArray) args = fill_arguments_with(c->input, &fill, &error);
    for (int way = 0; way < 2; way++) {
        g_assert_true(way ? loaded_fill_args(p, &fill, &error) : loaded_set_args(p, args, &error));
        for (int d = 1; d < 8; d++) {
            g_assert_true(p->loaded[d][0] == p->loaded[0][0]);
            g_assert_true((p->loaded[d][1] == p->loaded[d - 1][1]) == (d % 2 == 1));
        }
        g_autoptr(GPtrArray) first = results_of(p), second = results_of(p);
        for (guint i = 0; i < first->len; i++) {
            const Tensor *a = args->pdata[i], *f = first->pdata[i], *s = second->pdata[i];
            g_assert_cmpmem(f->data, (gsize)type_bytes(f->type), s->data, (gsize)type_bytes(s->type));
            for (int64_t k = 0; k < a->type->n_elems; k++)
                g_assert_cmpfloat(((const float *)f->data)[k], ==, -((const float *)a->data)[k]);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/loaded/tiles", test_tiles);
    g_test_add_func("/exec/loaded/shared", test_shared);
    g_test_add_func("/exec/loaded/large", test_large);
    g_test_add_func("/exec/loaded/stop", test_stop);
    return g_test_run();
}
