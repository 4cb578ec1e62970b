/* A program that is watched; see watched.h. */
#include "tests/unit/library/watched.h"

#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char program[] = "module @step {\n"
                              "  sdy.mesh @mesh = <[\"data\"=4]>\n"
                              "  func.func public @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>})\n"
                              "      -> (tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {\n"
                              "    %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc(#line)\n"
                              "    return %0 : tensor<32x32xf32>\n"
                              "  }\n"
                              "}\n"
                              "#line = loc(\"train.py\":12:4)\n";

static void init(Watched *w, const ShardscopeClientOptions *options)
{
    ShardscopeError *error = NULL;
    float data[64 * 32];
    for (int i = 0; i < 64 * 32; i++)
        data[i] = (float)(i % 7);
    *w = (Watched){ 0 };
    w->client = shardscope_client_new(options, &error);
    ShardscopeProgram *p = shardscope_program_parse("step.mlir", program, strlen(program), &error);
    w->step = p ? shardscope_compile(w->client, p, NULL, &error) : NULL;
    ShardscopeMesh *mesh = shardscope_mesh_parse("data=4", &error);
    ShardscopeSharding *rows = mesh ? shardscope_sharding_parse(mesh, "P('data', None)", 2, &error) : NULL;
    w->x = rows ? shardscope_array_from_host(w->client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 64, 32 } }, data, NULL, rows, &error) : NULL;
    if (error)
        g_error("%s", shardscope_error_message(error));
    shardscope_sharding_unref(rows);
    shardscope_mesh_unref(mesh);
    shardscope_program_unref(p);
}

void watched_init(Watched *w, const char *listen, const char *token)
{
    init(w, &(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = 2, .listen = listen, .listen_token = token });
}

void watched_init_recorded(Watched *w, const char *trace)
{
    init(w, &(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = 2, .trace = trace });
}

void watched_step(Watched *w)
{
    ShardscopeError *error = NULL;
    ShardscopeArray *sum = NULL;
    if (!shardscope_execute(w->step, &w->x, 1, NULL, &sum, &error) || !shardscope_array_wait(sum, &error))
        g_error("%s", shardscope_error_message(error));
    shardscope_array_unref(w->sum);
    w->sum = sum;
}

void watched_clear(Watched *w)
{
    shardscope_array_unref(w->x);
    shardscope_array_unref(w->sum);
    shardscope_executable_unref(w->step);
    shardscope_client_unref(w->client);
}

/* ---- where sockets lie -------------------------------------------------------------------------------------------------------- */

static char *folder;

const char *watched_folder(void)
{
    if (folder)
        return folder;
    GError *error = NULL;
    folder = g_dir_make_tmp("watched-XXXXXX", &error);
    g_assert_no_error(error);
    g_setenv("XDG_RUNTIME_DIR", folder, TRUE);
    return folder;
}

void watched_folder_remove(void)
{
    if (!folder)
        return;
    g_autofree char *sockets = g_build_filename(folder, "shardscope", NULL);
    rmdir(sockets);
    rmdir(folder);
    g_clear_pointer(&folder, g_free);
}

/* ---- a process of its own ------------------------------------------------------------------------------------------------------- */

int watched_spawn(const char *mode)
{
    watched_folder();
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    const char *argv[] = { self, "--watched", mode, NULL };
    GPid pid;
    GError *error = NULL;
    int out;
    g_spawn_async_with_pipes(NULL, (char **)argv, NULL, (GSpawnFlags)(G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL), NULL, NULL, &pid, NULL, &out, NULL, &error);
    g_assert_no_error(error);
    char ready;
    g_assert_cmpint(read(out, &ready, 1), ==, 1); /* after its first step */
    close(out);
    return (int)pid;
}

/* Steps of a program that has no text: it is built. Does not return. */
static void run_built(ShardscopeClient *client)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *mesh = shardscope_mesh_parse("x=4", &error);
    ShardscopeSharding *rows = shardscope_sharding_parse(mesh, "P('x', None)", 2, &error);
    const ShardscopeShape shape = { SHARDSCOPE_F32, 2, { 8, 8 } };
    static const float zeros[64];
    ShardscopeBuilder *b = shardscope_builder_new("built", mesh, &error);
    ShardscopeFunction *f = shardscope_builder_entry(b, &error);
    shardscope_builder_at(b, "built.c", 7);
    ShardscopeValue *x = shardscope_parameter(f, "x", &shape, rows, &error);
    shardscope_result(f, shardscope_tanh(shardscope_matmul(x, x, &error), &error), "y", rows, &error);
    ShardscopeExecutable *e = shardscope_compile(client, shardscope_builder_build(b, &error), NULL, &error);
    ShardscopeArray *a = shardscope_array_from_host(client, &shape, zeros, NULL, rows, &error), *r = NULL;
    for (bool first = true; shardscope_execute(e, &a, 1, NULL, &r, &error) && shardscope_array_wait(r, &error); first = false) {
        shardscope_array_unref(r);
        ssize_t told = first ? write(STDOUT_FILENO, "r", 1) : 0;
        (void)told;
        g_usleep(1000);
    }
    g_error("%s", shardscope_error_message(error));
}

/* Programs that are gone as soon as they have run once. Does not return. */
static void run_fleeting(Watched *w)
{
    for (;;) {
        ShardscopeError *error = NULL;
        ShardscopeProgram *p = shardscope_program_parse("step.mlir", program, strlen(program), &error);
        ShardscopeExecutable *before = w->step;
        w->step = shardscope_compile(w->client, p, NULL, &error);
        if (!w->step)
            g_error("%s", shardscope_error_message(error));
        shardscope_executable_unref(before);
        shardscope_program_unref(p);
        watched_step(w);
        shardscope_executable_unref(w->step);
        w->step = NULL;
        g_usleep(5000);
    }
}

int watched_main(const char *mode)
{
    Watched w;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nothing behind */
    watched_init(&w, "1", NULL);
    watched_step(&w);
    if (g_str_equal(mode, "built"))
        run_built(w.client);
    ssize_t told = write(STDOUT_FILENO, "r", 1);
    (void)told;
    if (g_str_equal(mode, "fleeting"))
        run_fleeting(&w);
    gint64 start = g_get_monotonic_time();
    while (!g_str_equal(mode, "ends") || g_get_monotonic_time() - start < G_USEC_PER_SEC / 2) {
        if (g_str_equal(mode, "idle"))
            pause();
        watched_step(&w);
        g_usleep(1000);
    }
    watched_clear(&w);
    return 0;
}
