/* Processes that are forked off while other threads use the client: the child reads arrays that are ready and lets go of everything, whatever those threads held. */
#include "tests/unit/library/small.h"

#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/sanitized.h"

static atomic_bool enough;

/* Makes arrays, looks at them and drops them. */
static gpointer use(gpointer client)
{
    static const float data[1 << 14];
    while (!atomic_load(&enough)) {
        ShardscopeArray *a = array_of(client, 1, (int64_t[]){ 1 << 14 }, data, NULL);
        g_assert_true(shardscope_array_is_ready(a) && !shardscope_array_is_deleted(a));
        shardscope_array_unref(a);
    }
    return NULL;
}

/* What JAX does in a child that ends: some exit status, and no hang. */
static void in_child(ShardscopeClient *c, ShardscopeExecutable *e, ShardscopeArray *a, ShardscopeArray *b)
{
    alarm(120); /* ends it if it hangs */
    ShardscopeError *error = NULL;
    float out[8] = { 0 };
    bool ok = !shardscope_array_is_deleted(a) && shardscope_array_to_host(a, out, sizeof out, &error) && out[7] == 7;
    shardscope_array_delete(b);
    ok = ok && shardscope_array_is_deleted(b);
    ShardscopeArray *r = NULL;
    ok = ok && !shardscope_execute(e, &a, 1, NULL, &r, &error); /* its devices stayed in the parent */
    shardscope_error_free(error);
    shardscope_array_unref(a);
    shardscope_array_unref(b);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
    _exit(ok ? 0 : 1);
}

static void test_fork(void)
{
    if (SANITIZED) {
        g_test_skip("a sanitizer's own locks may be held by the threads that are left out");
        return;
    }
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeProgram *p = program_of(donating_text);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    no_error(error);
    shardscope_program_unref(p);
    const float data[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    ShardscopeArray *a = array_of(c, 1, (int64_t[]){ 8 }, data, NULL), *b = array_of(c, 1, (int64_t[]){ 8 }, data, NULL);
    GThread *threads[3];
    for (int i = 0; i < 3; i++)
        threads[i] = g_thread_new("use", use, c);
    for (int i = 0; i < 60; i++) {
        pid_t child = fork();
        g_assert_cmpint(child, >=, 0);
        if (!child)
            in_child(c, e, a, b);
        int status = -1;
        g_assert_cmpint(waitpid(child, &status, 0), ==, child);
        g_assert_true(WIFEXITED(status));
        g_assert_cmpint(WEXITSTATUS(status), ==, 0);
    }
    atomic_store(&enough, true);
    for (int i = 0; i < 3; i++)
        g_thread_join(threads[i]);
    float out[8];
    g_assert_true(shardscope_array_to_host(b, out, sizeof out, &error)); /* what the children deleted is theirs */
    g_assert_cmpmem(out, sizeof out, data, sizeof data);
    shardscope_array_unref(a);
    shardscope_array_unref(b);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fork/while-others-allocate", test_fork);
    return g_test_run();
}
