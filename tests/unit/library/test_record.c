/* Clients that are recorded: several threads and clients, compiles meanwhile, what a trace says, a trace that cannot go on. */
#include "tests/unit/library/small.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>

/* ---- threads ------------------------------------------------------------------------------------------------------------- */

typedef struct Shared {
    ShardscopeClient *client;
    ShardscopeExecutable *e;
    ShardscopeSharding *s;
} Shared;

static gpointer add_many(gpointer data)
{
    const Shared *sh = data;
    ShardscopeError *error = NULL;
    float x[8] = { 0 }, y[8];
    for (int round = 0; round < 20; round++) {
        ShardscopeArray *a = array_of(sh->client, 1, (int64_t[]){ 8 }, x, sh->s);
        g_assert_true(shardscope_annotation_begin(sh->client, "round", round, &error));
        for (int i = 0; i < 5; i++) {
            ShardscopeArray *next;
            g_assert_true(shardscope_execute(sh->e, &a, 1, NULL, &next, &error));
            shardscope_array_unref(a);
            a = next;
        }
        g_assert_true(shardscope_annotation_end(sh->client, &error));
        g_assert_true(shardscope_thread_annotation_begin("between", -1, &error) && shardscope_thread_annotation_end(&error));
        g_assert_true(shardscope_array_to_host(a, y, sizeof y, &error));
        g_assert_cmpfloat(y[7], ==, 5);
        shardscope_array_unref(a);
    }
    no_error(error);
    return NULL;
}

static int64_t count(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    g_assert_cmpint(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &st, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(st), ==, SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}

/* Two clients, two threads each, both recorded. */
static void test_threads(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *dir = g_dir_make_tmp("shardscope-XXXXXX", NULL), *paths[2] = { g_build_filename(dir, "a.db", NULL), g_build_filename(dir, "b.db", NULL) };
    Shared shared[2];
    GThread *threads[4];
    for (int i = 0; i < 2; i++) {
        shared[i].client = client_of(4);
        g_assert_true(shardscope_client_record(shared[i].client, paths[i], "threads", &error));
        ShardscopeProgram *p = program_of(donating_text);
        shared[i].e = shardscope_compile(shared[i].client, p, NULL, &error);
        g_assert_true(shardscope_executable_argument(shared[i].e, 0, NULL, &shared[i].s, &error));
        no_error(error);
        shardscope_program_unref(p);
    }
    g_assert_false(shardscope_client_record(shared[0].client, paths[0], NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "recorded already");
    for (int i = 0; i < 4; i++)
        threads[i] = g_thread_new("add", add_many, &shared[i / 2]);
    for (int i = 0; i < 4; i++)
        g_thread_join(threads[i]);
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            g_assert_true(shardscope_client_record_end(shared[i].client, &error));
        shardscope_sharding_unref(shared[i].s);
        shardscope_executable_unref(shared[i].e);
        shardscope_client_unref(shared[i].client); /* ends the other one's */
        g_assert_cmpint(count(paths[i], "select count(*) from step"), ==, 200);
        g_assert_cmpint(count(paths[i], "select count(*) from step join str on str.id = name_id where s = 'round 7'"), ==, 10); /* 5 of each thread */
        /* What the host did: a lane for each thread, with its annotations and calls, those of one depth apart from each other. */
        g_assert_cmpint(count(paths[i], "select count(*) from lane where kind = 6 and name like 'host thread %'"), ==, 2);
        g_assert_cmpint(count(paths[i], "select count(*) from event join str on str.id = name_id join lane on lane.id = lane_id where kind = 6 and depth = 0 and s like 'round %'"), ==, 40);
        g_assert_cmpint(count(paths[i], "select count(*) from event join str on str.id = name_id join lane on lane.id = lane_id where kind = 6 and depth = 1 and s = 'execute'"), ==, 200);
        g_assert_cmpint(count(paths[i], "select count(*) from event join str on str.id = name_id join lane on lane.id = lane_id where kind = 6 and s = 'between'"), ==, 40); /* nothing is asked for in them */
        g_assert_cmpint(count(paths[i], "select count(*) from event a join event b on a.lane_id = b.lane_id and a.depth = b.depth and a.id < b.id join lane on lane.id = a.lane_id where kind = 6"
                                        " and a.start_ns < b.start_ns + b.dur_ns and b.start_ns < a.start_ns + a.dur_ns"), ==, 0);
        g_assert_cmpint(count(paths[i], "select count(*) from lane where kind = 6 and name like 'host%' and n_events != (select count(*) from event where lane_id = lane.id)"), ==, 0);
        g_assert_cmpint(count(paths[i], "select count(*) from run where kind = 0 or end_ns is null"), ==, 0);
        g_assert_cmpint(count(paths[i], "select count(*) from (pragma_foreign_key_check)"), ==, 0);
        g_unlink(paths[i]);
    }
    no_error(error);
    g_free(paths[1]);
    g_rmdir(dir);
    g_assert_false(shardscope_annotation_end(NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "NULL where a client is needed");
}

/* ---- compiling meanwhile --------------------------------------------------------------------------------------------------- */

static gpointer compile_many(gpointer data)
{
    const Shared *sh = data;
    ShardscopeError *error = NULL;
    for (int round = 0; round < 10; round++) {
        ShardscopeProgram *p = program_of(donating_text);
        ShardscopeExecutable *e = shardscope_compile(sh->client, p, NULL, &error);
        ShardscopeMemory memory;
        g_assert_true(shardscope_executable_memory(e, &memory, &error));
        float x[8] = { 0 }, y[8];
        ShardscopeArray *a = array_of(sh->client, 1, (int64_t[]){ 8 }, x, sh->s), *b;
        g_assert_true(shardscope_execute(e, &a, 1, NULL, &b, &error));
        shardscope_executable_unref(e); /* while it runs */
        g_assert_true(shardscope_array_to_host(b, y, sizeof y, &error));
        g_assert_cmpfloat(y[0], ==, 1);
        shardscope_array_unref(a);
        shardscope_array_unref(b);
        shardscope_program_unref(p);
    }
    no_error(error);
    return NULL;
}

/* One recorded client: two threads execute, one compiles and executes what it compiled, one asks for the devices' memory and moves arrays. */
static void test_compile_meanwhile(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *dir = g_dir_make_tmp("shardscope-XXXXXX", NULL), *path = g_build_filename(dir, "a.db", NULL);
    Shared sh = { .client = client_of(4) };
    g_assert_true(shardscope_client_record(sh.client, path, "meanwhile", &error));
    ShardscopeProgram *p = program_of(donating_text);
    sh.e = shardscope_compile(sh.client, p, NULL, &error);
    g_assert_true(shardscope_executable_argument(sh.e, 0, NULL, &sh.s, &error));
    shardscope_program_unref(p);
    GThread *threads[3] = { g_thread_new("execute", add_many, &sh), g_thread_new("execute", add_many, &sh), g_thread_new("compile", compile_many, &sh) };
    ShardscopeSharding *one = shardscope_sharding_single_device(2, &error);
    for (int i = 0; i < 10; i++) {
        float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, y[8];
        ShardscopeMemoryStats stats;
        ShardscopeArray *a = array_of(sh.client, 1, (int64_t[]){ 8 }, x, sh.s), *b = shardscope_array_put(a, one, &error);
        g_assert_true(shardscope_device_memory(sh.client, 2, &stats, &error));
        g_assert_true(shardscope_array_to_host(b, y, sizeof y, &error));
        g_assert_cmpmem(x, sizeof x, y, sizeof y);
        shardscope_array_unref(a);
        shardscope_array_unref(b);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(threads); i++)
        g_thread_join(threads[i]);
    shardscope_sharding_unref(one);
    shardscope_sharding_unref(sh.s);
    shardscope_executable_unref(sh.e);
    g_assert_true(shardscope_client_record_end(sh.client, &error));
    shardscope_client_unref(sh.client);
    no_error(error);
    g_assert_cmpint(count(path, "select count(*) from step"), >=, 2 * 100 + 10);
    g_assert_cmpint(count(path, "select count(*) from run where end_ns is null"), ==, 0);
    g_assert_cmpint(count(path, "select count(*) from module"), >=, 11);
    g_assert_cmpint(count(path, "select count(*) from (pragma_foreign_key_check)"), ==, 0);
    g_unlink(path);
    g_rmdir(dir);
}
static char *asked(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
    char *text = sqlite3_step(stmt) == SQLITE_ROW ? g_strdup((const char *)sqlite3_column_text(stmt, 0)) : NULL;
    sqlite3_finalize(stmt);
    return text;
}

/* A trace says why a function was compiled again, and how the thread that asks calls its steps. */
static void test_said_in_trace(void)
{
    static const char *const texts[] = {
        "HloModule f\nENTRY e {\n  x = f32[8] parameter(0), sharding={devices=[2]<=[2]}\n  y = f32[] parameter(1)\n  b = f32[8] broadcast(y), dimensions={}\n  ROOT r = f32[8] add(x, b)\n}\n",
        "HloModule f\nENTRY e {\n  x = f32[16] parameter(0), sharding={replicated}\n  y = f32[] parameter(1)\n  b = f32[16] broadcast(y), dimensions={}\n  ROOT r = f32[16] add(x, b)\n}\n",
        "HloModule f\nENTRY e {\n  x = f32[16] parameter(0), sharding={replicated}\n  ROOT r = f32[16] add(x, x)\n}\n",
    };
    static const char *const why[] = { NULL, "argument 0, x is f32[16] as P(None), and was f32[8] as P('_0')", "it takes 1 arguments, and took 2" };
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(2);
    char *path = g_build_filename(g_get_tmp_dir(), "shardscope-said.db", NULL);
    g_remove(path);
    g_assert_true(shardscope_client_record(c, path, NULL, &error));
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        ShardscopeProgram *p = program_of(texts[i]);
        ShardscopeExecutable *e = shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_partitions = 2 }, &error);
        no_error(error);
        ShardscopeSharding *s = NULL;
        float x[16] = { 0 };
        ShardscopeArray *a[2] = { NULL }, *r = NULL;
        for (int k = 0; k < shardscope_executable_n_arguments(e); k++) {
            ShardscopeValueInfo info;
            g_assert_true(shardscope_executable_argument(e, k, &info, &s, &error));
            a[k] = shardscope_array_from_host(c, &info.shape, x, NULL, s, &error);
            shardscope_sharding_unref(s);
        }
        g_assert_true(shardscope_thread_annotation_begin("turn", (int64_t)i, &error));
        g_assert_true(shardscope_execute(e, a, shardscope_executable_n_arguments(e), NULL, &r, &error));
        g_assert_true(shardscope_thread_annotation_end(&error) && shardscope_array_wait(r, &error));
        for (int k = 0; k < 2; k++)
            shardscope_array_unref(a[k]);
        shardscope_array_unref(r);
        shardscope_executable_unref(e);
        shardscope_program_unref(p);
    }
    g_assert_true(shardscope_client_record_end(c, &error));
    sqlite3 *db = NULL;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    for (int i = 0; i < (int)G_N_ELEMENTS(texts); i++) {
        g_autofree char *sql = g_strdup_printf("SELECT recompiled FROM run ORDER BY id LIMIT 1 OFFSET %d", i), *got = asked(db, sql);
        if (why[i] && g_str_has_suffix(why[i], "P('_0')")) /* how an axis without a name is called */
            g_assert_true(got && g_str_has_prefix(got, "argument 0, x is f32[16] as P(None), and was f32[8] as P("));
        else
            g_assert_cmpstr(got, ==, why[i]);
        g_autofree char *name_sql = g_strdup_printf("SELECT s FROM str JOIN step ON str.id = name_id ORDER BY step.id LIMIT 1 OFFSET %d", i), *name = asked(db, name_sql),
                        *want = g_strdup_printf("turn %d", i);
        g_assert_cmpstr(name, ==, want);
    }
    sqlite3_close(db);
    g_remove(path);
    g_free(path);
    shardscope_client_unref(c);
}

/* ---- a run made again ------------------------------------------------------------------------------------------------------ */

/* A program that somebody's process compiled is made again from its trace, for its own hardware and for another; not where its devices are in an
 * order of their own, which `run --again` cannot say. */
static void test_again(void)
{
    static const char text[] = "HloModule f\nENTRY e {\n  x = f32[8,8] parameter(0), sharding={devices=[1,4]<=[4]}\n  ROOT r = f32[8,8] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    static const int64_t backwards[] = { 3, 2, 1, 0 };
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "shardscope-again.db", NULL);
    g_remove(path);
    g_assert_true(shardscope_client_record(c, path, NULL, &error));
    ShardscopeProgram *p = program_of(text);
    for (int i = 0; i < 2; i++) {
        ShardscopeExecutable *e = shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_partitions = 4, .device_assignment = i ? backwards : NULL }, &error);
        no_error(error);
        shardscope_executable_unref(e);
    }
    shardscope_program_unref(p);
    g_assert_true(shardscope_client_record_end(c, &error));
    shardscope_client_unref(c);
    g_assert_cmpint(count(path, "select count(*) from run where options is not null and source_id is not null"), ==, 1);
    static const char *const hardware[] = { NULL, "h100" };
    for (int i = 0; i < 2; i++) {
        ShardscopeProgramOptions program = { SHARDSCOPE_PROGRAM_OPTIONS, .hardware = hardware[i] };
        ShardscopeJob *job = shardscope_job_new(&(ShardscopeJobOptions){ SHARDSCOPE_JOB_OPTIONS, .program = &program, .again = path, .again_run = "1", .no_execute = true }, &error);
        no_error(error);
        g_assert_true(shardscope_job_run(job, &error));
        shardscope_job_unref(job);
    }
    g_assert_cmpint(count(path, "select traffic from module join run on run.id = run_id where run.id = 1"), >, 0);
    g_assert_cmpint(count(path, "select count(distinct traffic) from module where run_id in (1, 3)"), ==, 1);
    g_assert_cmpint(count(path, "select count(*) from run where kind = 2 and hardware like 'h100%'"), ==, 1);
    ShardscopeJob *job = shardscope_job_new(&(ShardscopeJobOptions){ SHARDSCOPE_JOB_OPTIONS, .again = path, .again_run = "2", .no_execute = true }, &error);
    g_assert_true(!job || !shardscope_job_run(job, &error));
    shardscope_job_unref(job);
    expect(&error, SHARDSCOPE_INVALID, "does not hold how run");
    g_remove(path);
}

/* ---- a trace that cannot go on --------------------------------------------------------------------------------------------- */

typedef struct Told {
    int n;
    char *message;
} Told;

static void take_warning(void *user, const char *message)
{
    Told *t = user;
    t->n++;
    g_free(t->message);
    t->message = g_strdup(message);
}

/* A file that may grow to that size and no further: the executions go on, and whoever made the client is told once, whether the recording is ended or
 * the client just freed. */
static void try_with_room(rlim_t bytes, bool end)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "shardscope-no-room.db", NULL);
    g_remove(path);
    struct rlimit was, little;
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &was), ==, 0);
    little = (struct rlimit){ bytes, was.rlim_max };
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &little), ==, 0);
    Told told = { 0 };
    Shared sh = { .client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = 2, .trace = path,
                                                                              .warn = take_warning, .user = &told }, &error) };
    no_error(error);
    ShardscopeProgram *p = program_of(donating_text);
    sh.e = shardscope_compile(sh.client, p, NULL, &error);
    g_assert_true(shardscope_executable_argument(sh.e, 0, NULL, &sh.s, &error));
    add_many(&sh);
    no_error(error);
    bool ok = !end || shardscope_client_record_end(sh.client, &error);
    if (end)
        expect(&error, SHARDSCOPE_TRACE, path);
    g_assert_cmpint(ok, ==, !end);
    shardscope_program_unref(p);
    shardscope_sharding_unref(sh.s);
    shardscope_executable_unref(sh.e);
    shardscope_client_unref(sh.client);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &was), ==, 0);
    signal(SIGXFSZ, handler);
    g_assert_cmpint(told.n, ==, 1);
    g_assert_nonnull(strstr(told.message, path));
    g_test_message("%s", told.message);
    g_free(told.message);
    g_remove(path);
}

static void test_no_room(void)
{
    try_with_room(0, true);
    try_with_room(0, false);
    try_with_room(1 << 17, true);
    try_with_room(1 << 17, false);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/record/threads", test_threads);
    g_test_add_func("/library/record/compile-meanwhile", test_compile_meanwhile);
    g_test_add_func("/library/record/said-in-trace", test_said_in_trace);
    g_test_add_func("/library/record/again", test_again);
    g_test_add_func("/library/record/no-room", test_no_room);
    return g_test_run();
}
