/* What somebody who has only shardscope.h gets wrong, and what a long-running program does: every function without its object, a training
 * step of a small network with each of its calls made to fail, and a thousand programs compiled, run and freed in the memory of one. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/library/check.h"

#include <stdio.h>
#include <unistd.h>

/* ---- every function without its object ------------------------------------------------------------------------------------------- */

/* The call fails, with an error that names the function and says what is needed; without a place for the error it fails all the same. */
#define FAILS(call)                                                                                      \
    do {                                                                                                 \
        ShardscopeError *e_ = NULL, **error = &e_;                                                       \
        g_assert_true(!(call));                                                                          \
        if (!e_)                                                                                         \
            g_error("%s: no error", #call);                                                              \
        if (shardscope_error_status(e_) != SHARDSCOPE_INVALID || !strstr(shardscope_error_message(e_), "NULL")) \
            g_error("%s: %s", #call, shardscope_error_message(e_));                                      \
        const char *said = shardscope_error_message(e_);                                                 \
        g_assert_true(!(call)); /* after an error nothing is done */                                     \
        g_assert_true(said == shardscope_error_message(e_));                                             \
        shardscope_error_free(e_);                                                                       \
        error = NULL;                                                                                    \
        g_assert_true(!(call));                                                                          \
    } while (0)

static void test_no_objects(void)
{
    ShardscopeShape shape = { SHARDSCOPE_F32, 1, { 4 } };
    ShardscopeBox box = { { 0 }, { 1 } };
    ShardscopeValueInfo info;
    ShardscopeSharding *sharding;
    ShardscopeMemoryStats stats;
    ShardscopeCost cost;
    ShardscopeMemory memory;
    ShardscopeArray *array = NULL;
    ShardscopeOutcome outcome;
    ShardscopeFileFacts facts;
    ShardscopeVerified verified;
    float data[4] = { 0 };
    size_t n;
    int rank;
    int64_t dims[4];
    FAILS(shardscope_sharding_named(NULL, 0, NULL, error));
    FAILS(shardscope_sharding_replicated(NULL, error));
    FAILS(shardscope_sharding_text(NULL, 1, SHARDSCOPE_SPELL_JAX, error));
    FAILS(shardscope_sharding_on_mesh(NULL, NULL, 1, error));
    FAILS(shardscope_shard_shape(NULL, 1, (int64_t[]){ 4 }, dims, &rank, error));
    FAILS(shardscope_sharding_box(NULL, 1, (int64_t[]){ 4 }, 0, &box, error));
    FAILS(shardscope_sharding_picture(NULL, 1, (int64_t[]){ 4 }, false, error));
    FAILS(shardscope_positional_reshape(NULL, 1, (int64_t[]){ 4 }, error));
    FAILS(shardscope_positional_replicate(NULL, 0, true, error));
    FAILS(shardscope_positional_transpose(NULL, NULL, error));
    FAILS(shardscope_program_read(NULL, error));
    FAILS(shardscope_program_text(NULL, SHARDSCOPE_HLO, error));
    FAILS(shardscope_program_argument(NULL, 0, &info, error));
    FAILS(shardscope_program_result(NULL, 0, &info, error));
    FAILS(shardscope_builder_entry(NULL, error));
    FAILS(shardscope_builder_function(NULL, "f", error));
    FAILS(shardscope_builder_build(NULL, error));
    FAILS(shardscope_parameter(NULL, "x", &shape, NULL, error));
    FAILS(shardscope_result(NULL, NULL, NULL, NULL, error));
    FAILS(shardscope_constant(NULL, &shape, data, error));
    FAILS(shardscope_add(NULL, NULL, error));
    FAILS(shardscope_matmul(NULL, NULL, error));
    FAILS(shardscope_value_set_sharding(NULL, NULL, error));
    FAILS(shardscope_device_memory(NULL, 0, &stats, error));
    FAILS(shardscope_client_record(NULL, "x.db", NULL, error));
    FAILS(shardscope_client_record_end(NULL, error));
    FAILS(shardscope_client_wait(NULL, error));
    FAILS(shardscope_compile(NULL, NULL, NULL, error));
    FAILS(shardscope_executable_argument(NULL, 0, &info, &sharding, error));
    FAILS(shardscope_executable_result(NULL, 0, &info, &sharding, error));
    FAILS(shardscope_executable_text(NULL, SHARDSCOPE_STAGE_INPUT, SHARDSCOPE_HLO, error));
    FAILS(shardscope_executable_cost(NULL, &cost, error));
    FAILS(shardscope_executable_memory(NULL, &memory, error));
    FAILS(shardscope_executable_serialise(NULL, &n, error));
    FAILS(shardscope_executable_load(NULL, "", 0, error));
    FAILS(shardscope_array_from_host(NULL, &shape, data, NULL, NULL, error));
    FAILS(shardscope_array_shape(NULL, &shape, error));
    FAILS(shardscope_array_wait(NULL, error));
    FAILS(shardscope_array_to_host(NULL, data, sizeof data, error));
    FAILS(shardscope_array_shard_to_host(NULL, 0, data, sizeof data, error));
    FAILS(shardscope_array_shard(NULL, 0, error));
    FAILS(shardscope_array_assemble(NULL, &shape, NULL, 0, NULL, error));
    FAILS(shardscope_array_put(NULL, NULL, error));
    FAILS(shardscope_array_slice(NULL, &box, NULL, error));
    FAILS(shardscope_execute(NULL, NULL, 0, NULL, &array, error));
    FAILS(shardscope_annotation_begin(NULL, "step", 0, error));
    FAILS(shardscope_annotation_end(NULL, error));
    FAILS(shardscope_file_program(NULL, 0, error));
    FAILS(shardscope_file_check(NULL, &facts, error));
    FAILS(shardscope_file_verify(NULL, 0, NULL, &verified, error));
    FAILS(shardscope_file_evaluate(NULL, 0, NULL, error));
    FAILS(shardscope_evaluation_text(NULL, 0, 0, 8, error));
    FAILS(shardscope_job_run(NULL, error));
    FAILS(shardscope_job_outcome(NULL, 0, &outcome, error));
    FAILS(shardscope_trace_open(NULL, error));
    FAILS(shardscope_report(NULL, NULL, NULL, error));
    /* What gives back accepts nothing, and what only asks has an answer. */
    shardscope_mesh_unref(NULL);
    shardscope_sharding_unref(NULL);
    shardscope_program_unref(NULL);
    shardscope_builder_unref(NULL);
    shardscope_client_unref(NULL);
    shardscope_executable_unref(NULL);
    shardscope_array_unref(NULL);
    shardscope_array_delete(NULL);
    shardscope_error_free(NULL);
    g_assert_cmpint(shardscope_executable_n_replicas(NULL), ==, -1);
    g_assert_cmpint(shardscope_client_n_devices(NULL), ==, -1);
}

/* ---- a training step, each call of it made to fail --------------------------------------------------------------------------------- */

/* How many objects the calls of the step below were given, and which of them is missing. */
typedef struct Calls {
    int n, fails;
} Calls;

/* The object, or NULL where this use of one is the one to fail. */
static void *or_null(Calls *calls, const void *object)
{
    return calls->n++ == calls->fails ? NULL : (void *)object;
}

/* One step of y = tanh(x w), w -= x^T ((y - t) (1 - y^2)), the batch divided over 4 devices. Everything is freed whatever fails. True without
 * an error if all went well. */
static bool train(Calls *calls, float *loss, ShardscopeError **error)
{
    ShardscopeClient *client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = 1 }, error);
    ShardscopeMesh *mesh = shardscope_mesh_new(1, (const char *[]){ "data" }, (int64_t[]){ 4 }, error);
    ShardscopeSharding *rows = shardscope_sharding_named(or_null(calls, mesh), 1, (const char *[]){ "data" }, error);
    ShardscopeSharding *whole = shardscope_sharding_replicated(or_null(calls, mesh), error);
    ShardscopeBuilder *b = shardscope_builder_new("train", mesh, error);
    ShardscopeFunction *f = shardscope_builder_entry(or_null(calls, b), error);
    const ShardscopeShape x_shape = { SHARDSCOPE_F32, 2, { 8, 4 } }, w_shape = { SHARDSCOPE_F32, 2, { 4, 2 } }, t_shape = { SHARDSCOPE_F32, 2, { 8, 2 } };
    ShardscopeValue *x = shardscope_parameter(or_null(calls, f), "x", or_null(calls, &x_shape), rows, error);
    ShardscopeValue *t = shardscope_parameter(or_null(calls, f), "t", &t_shape, rows, error);
    ShardscopeValue *w = shardscope_parameter(or_null(calls, f), "w", &w_shape, whole, error);
    ShardscopeValue *y = shardscope_tanh(shardscope_matmul(or_null(calls, x), or_null(calls, w), error), error);
    ShardscopeValue *off = shardscope_subtract(or_null(calls, y), or_null(calls, t), error);
    ShardscopeValue *slope = shardscope_scale(shardscope_multiply(y, y, error), -1, 1, error);
    ShardscopeValue *back = shardscope_matmul(shardscope_transpose(or_null(calls, x), NULL, error), shardscope_multiply(off, slope, error), error);
    shardscope_result(or_null(calls, f), shardscope_reduce_sum(shardscope_multiply(off, off, error), 0, NULL, error), "loss", NULL, error);
    shardscope_result(f, shardscope_subtract(or_null(calls, w), shardscope_scale(back, 0.05, 0, error), error), "w", whole, error);
    shardscope_donate(or_null(calls, w), 1, error);
    ShardscopeProgram *program = shardscope_builder_build(or_null(calls, b), error);
    ShardscopeExecutable *step = shardscope_compile(or_null(calls, client), or_null(calls, program), NULL, error);
    float data[32], targets[16] = { 1 }, weights[8] = { 0 };
    for (int i = 0; i < 32; i++)
        data[i] = (float)(i % 5) / 5;
    ShardscopeArray *in[3] = { NULL }, *out[2] = { NULL };
    in[0] = shardscope_array_from_host(or_null(calls, client), &x_shape, or_null(calls, data), NULL, rows, error);
    in[1] = shardscope_array_from_host(client, &t_shape, targets, NULL, rows, error);
    in[2] = shardscope_array_from_host(client, &w_shape, weights, NULL, or_null(calls, whole), error); /* on one device: not what the step takes */
    bool ran = shardscope_execute(or_null(calls, step), or_null(calls, in), 3, NULL, or_null(calls, out), error);
    ran = ran && shardscope_array_to_host(or_null(calls, out[0]), or_null(calls, loss), sizeof *loss, error);
    for (int i = 0; i < 3; i++)
        shardscope_array_unref(in[i]);
    shardscope_array_unref(out[0]);
    shardscope_array_unref(out[1]);
    shardscope_executable_unref(step);
    shardscope_program_unref(program);
    shardscope_builder_unref(b);
    shardscope_sharding_unref(rows);
    shardscope_sharding_unref(whole);
    shardscope_mesh_unref(mesh);
    shardscope_client_unref(client);
    return ran;
}

static void test_each_call_fails(void)
{
    Calls all = { .fails = -1 };
    ShardscopeError *error = NULL;
    float loss = 0;
    g_assert_true(train(&all, &loss, &error));
    no_error(error);
    g_assert_cmpfloat(loss, ==, 1); /* weights 0: what remains are the targets */
    g_assert_cmpint(all.n, >, 25);
    for (int i = 0; i < all.n; i++) {
        Calls one = { .fails = i };
        error = NULL;
        g_assert_false(train(&one, &loss, &error));
        g_assert_nonnull(error);
        g_assert_cmpstr(shardscope_error_message(error), !=, "");
        g_assert_true(shardscope_error_status(error) == SHARDSCOPE_INVALID || shardscope_error_status(error) == SHARDSCOPE_SHARDING);
        shardscope_error_free(error);
        train(&(Calls){ .fails = i }, &loss, NULL); /* without a place for errors calls go on with what they have */
    }
}

/* ---- a thousand programs ----------------------------------------------------------------------------------------------------------- */

/* Bytes of the process that lie in memory; -1 where the system does not say. */
static int64_t resident(void)
{
    long long pages = 0, in_memory = -1;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%lld %lld", &pages, &in_memory) != 2)
        in_memory = -1;
    if (f)
        fclose(f);
    return in_memory < 0 ? -1 : (int64_t)in_memory * sysconf(_SC_PAGESIZE);
}

static void test_thousand_cycles(void)
{
    enum { WARM = 200, CYCLES = 1000, MAX_GROWTH = 4 << 20 };
    float loss;
    int64_t before = 0;
    for (int i = 0; i < CYCLES; i++) {
        ShardscopeError *error = NULL;
        g_assert_true(train(&(Calls){ .fails = -1 }, &loss, &error));
        no_error(error);
        if (i == WARM)
            before = resident();
    }
    int64_t after = resident();
    g_test_message("%d cycles: %" G_GINT64_FORMAT " KiB, after %d %" G_GINT64_FORMAT " KiB", CYCLES, after >> 10, WARM, before >> 10);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* which keep freed memory back */
    g_assert_cmpint(after, <, before + MAX_GROWTH);
#endif
}

/* A process that is forked off has none of the client's threads: errors instead of waiting for ever. */
static void test_fork(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 1 }, &error);
    static const char text[] = "HloModule one\nENTRY e {\n  x = f32[4] parameter(0)\n  ROOT r = f32[4] add(x, x)\n}\n";
    ShardscopeProgram *p = shardscope_program_parse("one.hlo", text, strlen(text), &error);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    no_error(error);
    float x[4] = { 1, 2, 3, 4 }, y[4];
    ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 4 } }, x, NULL, NULL, &error), *r = NULL;
    g_assert_true(shardscope_execute(e, &a, 1, NULL, &r, &error) && shardscope_array_wait(r, &error));
    pid_t child = fork();
    g_assert_cmpint(child, >=, 0);
    if (child == 0) {
        alarm(60);
        ShardscopeArray *other = NULL;
        bool refused = !shardscope_execute(e, &a, 1, NULL, &other, &error) && strstr(shardscope_error_message(error), "forked off");
        shardscope_error_free(error);
        error = NULL;
        refused = refused && !shardscope_client_wait(c, &error) && shardscope_error_status(error) == SHARDSCOPE_RUN;
        bool there = shardscope_array_to_host(r, y, sizeof y, NULL) && y[3] == 8; /* what was ready is */
        shardscope_client_unref(c);
        _exit(refused && there ? 0 : 1);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
    ShardscopeArray *again = NULL;
    g_assert_true(shardscope_execute(e, &a, 1, NULL, &again, &error) && shardscope_array_wait(again, &error));
    shardscope_array_unref(again);
    shardscope_array_unref(r);
    shardscope_array_unref(a);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/misuse/no-objects", test_no_objects);
    g_test_add_func("/library/misuse/each-call", test_each_call_fails);
    g_test_add_func("/library/misuse/thousand-cycles", test_thousand_cycles);
    g_test_add_func("/library/misuse/fork", test_fork);
    return g_test_run();
}
