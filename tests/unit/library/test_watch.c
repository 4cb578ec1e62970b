/* A running program, looked at by others, through the public header: what they see, who may, and peers that are up to no good. */
#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/library/watched.h"

static const char hello[] = "{\"ask\":\"hello\",\"version\":1}\n";

/* A connection without the library. -1 with errno. */
static int raw_connect(const char *path)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    g_strlcpy(at.sun_path, path, sizeof at.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* All that comes until the other side closes; to be freed. */
static char *read_to_end(int fd)
{
    GString *s = g_string_new(NULL);
    char block[65536];
    for (ssize_t n; (n = recv(fd, block, sizeof block, 0)) > 0;)
        g_string_append_len(s, block, n);
    return g_string_free(s, FALSE);
}

static ShardscopePeer *connect_self(ShardscopeError **error)
{
    g_autofree char *pid = g_strdup_printf("%d", (int)getpid());
    return shardscope_peer_connect(pid, NULL, error);
}

/* ---- what is seen ------------------------------------------------------------------------------------------------------------------ */

static void test_seen(void)
{
    Watched w;
    watched_init(&w, "1", NULL);
    ShardscopeError *error = NULL;
    char *at = shardscope_listening();
    g_autofree char *path = g_strdup_printf("%s/shardscope/%d.sock", watched_folder(), (int)getpid());
    g_assert_cmpstr(at, ==, path);
    shardscope_free(at);
    GStatBuf st;
    g_assert_cmpint(g_stat(path, &st), ==, 0);
    g_assert_cmpint(st.st_mode & 0777, ==, 0600);
    g_autofree char *dir = g_path_get_dirname(path);
    g_assert_cmpint(g_stat(dir, &st), ==, 0);
    g_assert_cmpint(st.st_mode & 0777, ==, 0700);

    ShardscopePeer *peer = connect_self(&error);
    for (int i = 0; i < 3; i++)
        watched_step(&w);
    ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
    g_assert_null(error);
    ShardscopeSeenProcess process;
    g_assert_true(shardscope_snapshot_process(s, &process));
    g_assert_cmpint(process.pid, ==, getpid());
    g_assert_nonnull(strstr(process.command, "test-library-watch"));
    ShardscopeSeenDevice d;
    ShardscopeMemoryStats m;
    for (int i = 0; i < 4; i++) {
        g_assert_true(shardscope_snapshot_device(s, i, &d));
        g_assert_true(shardscope_device_memory(w.client, i, &m, &error));
        g_assert_cmpint(d.bytes_in_use, ==, m.bytes_in_use);
        g_assert_cmpint(d.bytes_in_use, ==, 64 / 4 * 32 * 4 + 32 * 32 * 4); /* a quarter of x, and all of the sum */
        g_assert_cmpint(d.peak_bytes, ==, m.peak_bytes_in_use);
        g_assert_cmpint(d.peak_bytes, >, d.bytes_in_use);
        g_assert_cmpint(d.limit_bytes, >, d.peak_bytes);
        g_assert_cmpint(d.n_arrays, ==, 2);
    }
    g_assert_false(shardscope_snapshot_device(s, 4, &d));
    ShardscopeSeenArrays a;
    g_assert_true(shardscope_snapshot_arrays(s, 0, &a));
    g_assert_cmpstr(a.line, ==, "train.py:12");
    g_assert_cmpstr(a.type, ==, "f32[32,32]");
    g_assert_cmpstr(a.sharding, ==, "P(None, None)");
    g_assert_cmpint(a.count, ==, 1);
    g_assert_cmpint(a.bytes, ==, 4 * 32 * 32 * 4);
    g_assert_true(shardscope_snapshot_arrays(s, 1, &a));
    g_assert_cmpstr(a.line, ==, "copied from the host");
    g_assert_cmpstr(a.sharding, ==, "P('data', None)");
    g_assert_cmpint(a.bytes, ==, 64 * 32 * 4);
    g_assert_false(shardscope_snapshot_arrays(s, 2, &a));
    ShardscopeSeenProgram p;
    g_assert_true(shardscope_snapshot_program(s, 0, &p));
    g_assert_cmpstr(p.name, ==, "step");
    g_assert_cmpint(p.n_steps, ==, 3);
    g_assert_cmpfloat(p.steps_per_s, >, 0);
    g_assert_cmpint(p.last_ns, >, 0);
    g_assert_cmpint(p.running_ns, ==, -1);
    ShardscopeSeenCollective c;
    g_assert_true(shardscope_snapshot_collective(s, 0, &c));
    g_assert_cmpstr(c.kind, ==, "all-reduce");
    g_assert_nonnull(strstr(c.line, "train.py:12"));
    g_assert_cmpint(c.count, ==, 1);
    g_assert_cmpint(c.bytes, ==, 2 * 32 * 32 * 4 * 3 / 4);
    g_assert_false(shardscope_snapshot_collective(s, 1, &c));
    shardscope_snapshot_unref(s);

    /* Memory that pieces share is counted once, and goes with the last of them. */
    ShardscopeArray *pieces[4];
    ShardscopeSharding *sharding = shardscope_array_sharding(w.x);
    for (int i = 0; i < 4; i++)
        g_assert_nonnull(pieces[i] = shardscope_array_shard(w.x, i, &error));
    ShardscopeArray *again = shardscope_array_assemble(w.client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 64, 32 } }, pieces, 4, sharding, &error);
    g_assert_nonnull(again);
    g_assert_true(shardscope_device_memory(w.client, 2, &m, &error));
    g_assert_cmpint(m.bytes_in_use, ==, 64 / 4 * 32 * 4 + 32 * 32 * 4);
    shardscope_array_delete(w.x);
    for (int i = 0; i < 4; i++)
        shardscope_array_unref(pieces[i]);
    g_assert_true(shardscope_device_memory(w.client, 2, &m, &error));
    g_assert_cmpint(m.bytes_in_use, ==, 64 / 4 * 32 * 4 + 32 * 32 * 4);
    shardscope_array_unref(again);
    g_assert_true(shardscope_device_memory(w.client, 2, &m, &error));
    g_assert_cmpint(m.bytes_in_use, ==, 32 * 32 * 4);
    shardscope_sharding_unref(sharding);
    shardscope_peer_unref(peer);
    shardscope_listen_end();
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    watched_clear(&w);
}

/* Pieces that come from the host one by one, as JAX sends them, are known as an array once they are used as one. */
static void test_pieces(void)
{
    Watched w;
    watched_init(&w, "1", NULL);
    ShardscopeError *error = NULL;
    ShardscopeArray *pieces[4];
    float data[16 * 32] = { 0 };
    for (int i = 0; i < 4; i++) {
        ShardscopeSharding *one = shardscope_sharding_single_device(i, &error);
        g_assert_nonnull(pieces[i] = shardscope_array_from_host(w.client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 16, 32 } }, data, NULL, one, &error));
        shardscope_sharding_unref(one);
    }
    ShardscopeSharding *sharding = shardscope_array_sharding(w.x);
    shardscope_array_unref(shardscope_array_assemble(w.client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 64, 32 } }, pieces, 4, sharding, &error));
    shardscope_array_delete(w.x);
    ShardscopePeer *peer = connect_self(&error);
    ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
    ShardscopeSeenArrays a;
    g_assert_true(shardscope_snapshot_arrays(s, 0, &a));
    g_assert_cmpstr(a.type, ==, "f32[64,32]");
    g_assert_cmpstr(a.sharding, ==, "P('data', None)");
    g_assert_cmpint(a.count, ==, 1);
    g_assert_false(shardscope_snapshot_arrays(s, 1, &a));
    shardscope_snapshot_unref(s);
    shardscope_peer_unref(peer);
    shardscope_sharding_unref(sharding);
    for (int i = 0; i < 4; i++)
        shardscope_array_unref(pieces[i]);
    watched_clear(&w);
    shardscope_listen_end();
}

/* ---- who may -------------------------------------------------------------------------------------------------------------------------- */

static void test_token(void)
{
    ShardscopeError *error = NULL;
    g_assert_false(shardscope_listen("tcp:0", NULL, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_INVALID);
    g_assert_nonnull(strstr(shardscope_error_message(error), "token"));
    shardscope_error_free(error);
    error = NULL;
    g_assert_false(shardscope_listen("tcp:0", "too short", &error));
    shardscope_error_free(error);
    error = NULL;
    g_assert_false(shardscope_listen("somewhere", NULL, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_INVALID);
    shardscope_error_free(error);
    error = NULL;
    for (int unix_socket = 0; unix_socket < 2; unix_socket++) {
        g_autofree char *path = g_build_filename(watched_folder(), "own.sock", NULL);
        g_assert_true(shardscope_listen(unix_socket ? path : "tcp:0", "correct horse battery", &error));
        char *at = shardscope_listening();
        g_assert_true(g_str_has_prefix(at, unix_socket ? watched_folder() : "tcp:127.0.0.1:"));
        const char *wrong[] = { "correct horse batterz", "correct horse batter", "correct horse battery ", NULL };
        for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
            g_assert_null(shardscope_peer_connect(at, wrong[i], &error));
            g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_IO);
            g_assert_nonnull(strstr(shardscope_error_message(error), "token"));
            shardscope_error_free(error);
            error = NULL;
        }
        ShardscopePeer *peer = shardscope_peer_connect(at, "correct horse battery", &error);
        ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
        g_assert_null(error);
        shardscope_snapshot_unref(s);
        shardscope_peer_unref(peer);
        g_assert_false(shardscope_listen("1", NULL, &error)); /* it listens elsewhere */
        shardscope_error_free(error);
        error = NULL;
        shardscope_free(at);
        shardscope_listen_end();
        g_assert_null(shardscope_listening());
    }
}

/* As nobody, if this is root: the mode of the socket, and where that was changed its credentials. */
static void test_other_user(void)
{
    if (geteuid() != 0) {
        g_test_skip("only root can become another user");
        return;
    }
    g_autofree char *open_folder = g_dir_make_tmp("watched-open-XXXXXX", NULL), *path = g_build_filename(open_folder, "x.sock", NULL);
    g_chmod(open_folder, 0755);
    ShardscopeError *error = NULL;
    g_assert_true(shardscope_listen(path, NULL, &error));
    for (int changed = 0; changed < 2; changed++) {
        if (changed)
            g_chmod(path, 0666);
        pid_t child = fork();
        if (child == 0) { /* only system calls from here */
            if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
                _exit(10);
            int fd = raw_connect(path);
            if (fd < 0)
                _exit(errno == EACCES ? 20 : 21);
            char answer[200] = { 0 };
            ssize_t n = send(fd, hello, sizeof hello - 1, MSG_NOSIGNAL);
            n = recv(fd, answer, sizeof answer - 1, 0);
            _exit(n > 0 && strstr(answer, "another user") && recv(fd, answer, sizeof answer, 0) <= 0 ? 30 : 31);
        }
        int status;
        g_assert_cmpint(waitpid(child, &status, 0), ==, child);
        g_assert_true(WIFEXITED(status));
        g_assert_cmpint(WEXITSTATUS(status), ==, changed ? 30 : 20);
    }
    shardscope_listen_end();
    g_rmdir(open_folder);
}

/* ---- several, and bad ones ----------------------------------------------------------------------------------------------------------- */

static void test_several(void)
{
    Watched w;
    watched_init(&w, "1", NULL);
    enum { MOST = 16 };
    ShardscopePeer *peers[MOST];
    ShardscopeError *error = NULL;
    for (int i = 0; i < MOST; i++)
        g_assert_nonnull(peers[i] = connect_self(&error));
    for (int i = 0; i < 100; i++) { /* the refusal may come before anything is sent, or after */
        g_assert_null(connect_self(&error));
        g_assert_nonnull(strstr(shardscope_error_message(error), "16"));
        shardscope_error_free(error);
        error = NULL;
    }
    for (int k = 0; k < 3; k++) {
        watched_step(&w);
        for (int i = 0; i < MOST; i++) {
            ShardscopeSnapshot *s = shardscope_peer_look(peers[i], &error);
            ShardscopeSeenProgram p;
            g_assert_true(shardscope_snapshot_program(s, 0, &p));
            g_assert_cmpint(p.n_steps, ==, k + 1);
            shardscope_snapshot_unref(s);
        }
    }
    for (int i = 0; i < MOST; i++)
        shardscope_peer_unref(peers[i]);
    watched_clear(&w);
    shardscope_listen_end();
}

static void test_hostile(void)
{
    Watched w;
    watched_init(&w, "1", NULL);
    g_autofree char *path = shardscope_listening();
    static const struct { const char *says, *answer; } bad[] = {
        { "GET / HTTP/1.0\r\n\r\n", "no JSON" }, { "{\"ask\":\"status\"}\n", "hello" }, { "{\"ask\":\"capture\"}\n", "hello" }, { "{\"ask\":\"run\"}\n", "nothing that is known" },
        { "{\"ask\":\"hello\",\"version\":2}\n", "version" }, { "{\"ask\":{\"ask\":\"hello\"}}\n", "no JSON" }, { "\n", "no JSON" },
        { "{\"ask\":\"hello\",\"version\":99999999999999999999}\n", "no JSON" }, { "[[[[[[\n", "no JSON" }, { "{\"ask\":\"hello\",\"version\":1}\n{\"ask\":\"end\"}\n", "does not capture" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        int fd = raw_connect(path);
        g_assert_cmpint(send(fd, bad[i].says, strlen(bad[i].says), MSG_NOSIGNAL), >, 0);
        g_autofree char *said = read_to_end(fd);
        if (!strstr(said, "\"error\"") || !strstr(said, bad[i].answer))
            g_error("%s answered by %s", bad[i].says, said);
        close(fd);
    }
    g_autofree char *much = g_malloc(100000);
    memset(much, 'a', 100000);
    int endless = raw_connect(path), silent = raw_connect(path), half = raw_connect(path), flood = raw_connect(path);
    ssize_t k = send(endless, much, 100000, MSG_NOSIGNAL); /* a line without end */
    k = send(half, hello, 10, MSG_NOSIGNAL);
    k = send(flood, hello, sizeof hello - 1, MSG_NOSIGNAL);
    for (int i = 0; i < 2000; i++) /* answers that are never read */
        k = send(flood, "{\"ask\":\"status\"}\n", 17, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)k;
    gint64 start = g_get_monotonic_time();
    for (int i = 0; i < 200; i++)
        watched_step(&w);
    g_assert_cmpint(g_get_monotonic_time() - start, <, 20 * G_USEC_PER_SEC);
    g_autofree char *said = read_to_end(endless);
    g_assert_nonnull(strstr(said, "longer than 4096"));
    ShardscopeError *error = NULL;
    ShardscopePeer *peer = connect_self(&error);
    ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
    g_assert_null(error);
    shardscope_snapshot_unref(s);
    shardscope_peer_unref(peer);
    g_autofree char *nothing = read_to_end(silent); /* closed after five seconds */
    g_assert_cmpstr(nothing, ==, "");
    close(endless), close(silent), close(half), close(flood);
    watched_clear(&w);
    shardscope_listen_end();
}

/* A process that answers whatever it wants. */
static gpointer answer_badly(gpointer data)
{
    int listening = GPOINTER_TO_INT(data);
    static const char *const answers[] = {
        "\n", "[]\n", "{\"hello\":1}\n", "{\"error\":\"\x1b[2Jno\"}\n", "{\"error\":\"\\u001b[2Jno\"}\n", "{\"hello\":{\"pid\":\"x\",\"command\":{},\"now_ns\":1e300}}\n{\"status\":{\"groups\":[1,{\"devices\":7,\"arrays\":[{}],\"programs\":[{\"rate\":\"a\"}]}]}}\n",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(answers); i++) {
        int fd = accept(listening, NULL, NULL);
        ssize_t k = send(fd, answers[i], strlen(answers[i]), MSG_NOSIGNAL);
        (void)k;
        char block[200];
        while (recv(fd, block, sizeof block, 0) > 0)
            ;
        close(fd);
    }
    return NULL;
}

static void test_hostile_process(void)
{
    g_autofree char *path = g_build_filename(watched_folder(), "bad.sock", NULL);
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    g_strlcpy(at.sun_path, path, sizeof at.sun_path);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_assert_cmpint(bind(listening, (struct sockaddr *)&at, sizeof at), ==, 0);
    g_assert_cmpint(listen(listening, 4), ==, 0);
    GThread *thread = g_thread_new("bad", answer_badly, GINT_TO_POINTER(listening));
    for (int i = 0; i < 5; i++) {
        ShardscopeError *error = NULL;
        g_assert_null(shardscope_peer_connect(path, NULL, &error));
        g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_IO);
        g_assert_null(strchr(shardscope_error_message(error), '\x1b'));
        shardscope_error_free(error);
    }
    ShardscopeError *error = NULL;
    ShardscopePeer *peer = shardscope_peer_connect(path, NULL, &error);
    ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
    g_assert_null(error);
    ShardscopeSeenArrays a;
    ShardscopeSeenDevice d;
    g_assert_true(shardscope_snapshot_arrays(s, 0, &a));
    g_assert_cmpstr(a.line, ==, "");
    g_assert_false(shardscope_snapshot_device(s, 0, &d));
    shardscope_snapshot_unref(s);
    shardscope_peer_unref(peer);
    g_thread_join(thread);
    close(listening);
    g_unlink(path);
}

/* ---- processes that end ----------------------------------------------------------------------------------------------------------------- */

static bool is_listed(int pid)
{
    int n;
    int64_t *list = shardscope_listeners(&n);
    bool found = false;
    for (int i = 0; i < n; i++)
        found |= list[i] == pid;
    shardscope_free(list);
    return found;
}

static void test_killed(void)
{
    int pid = watched_spawn("forever");
    g_autofree char *where = g_strdup_printf("%d", pid), *path = g_strdup_printf("%s/shardscope/%d.sock", watched_folder(), pid);
    g_assert_true(is_listed(pid));
    ShardscopeError *error = NULL;
    ShardscopePeer *peer = shardscope_peer_connect(where, NULL, &error);
    ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
    g_assert_null(error);
    shardscope_snapshot_unref(s);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    g_assert_null(shardscope_peer_look(peer, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_IO);
    shardscope_error_free(error);
    error = NULL;
    shardscope_peer_unref(peer);
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS)); /* it could not remove its socket */
    g_assert_null(shardscope_peer_connect(where, NULL, &error));
    shardscope_error_free(error);
    g_assert_false(is_listed(pid));
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* A child of a process that listens does not, and its end leaves the socket. */
static void test_fork(void)
{
    Watched w;
    watched_init(&w, "1", NULL);
    g_autofree char *path = shardscope_listening();
    g_assert_nonnull(path);
    pid_t child = fork();
    if (child == 0)
        _exit(shardscope_listening() ? 1 : 0);
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
    g_assert_true(is_listed(getpid()));
    ShardscopeError *error = NULL;
    ShardscopePeer *peer = connect_self(&error);
    g_assert_null(error);
    shardscope_peer_unref(peer);
    watched_clear(&w);
    shardscope_listen_end();
    g_assert_false(is_listed(getpid()));
}

static void test_off(void)
{
    Watched w;
    g_unsetenv("SHARDSCOPE_LISTEN");
    watched_init(&w, NULL, NULL);
    g_assert_null(shardscope_listening());
    ShardscopeError *error = NULL;
    g_assert_null(connect_self(&error));
    g_assert_nonnull(strstr(shardscope_error_message(error), "SHARDSCOPE_LISTEN=1"));
    shardscope_error_free(error);
    watched_clear(&w);
    g_setenv("SHARDSCOPE_LISTEN", "1", TRUE);
    watched_init(&w, NULL, NULL);
    g_assert_true(is_listed(getpid()));
    watched_clear(&w);
    shardscope_listen_end();
    g_unsetenv("SHARDSCOPE_LISTEN");
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], "--watched"))
        return watched_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    g_unsetenv("SHARDSCOPE_TOKEN");
    watched_folder();
    g_test_add_func("/watch/off", test_off);
    g_test_add_func("/watch/seen", test_seen);
    g_test_add_func("/watch/pieces", test_pieces);
    g_test_add_func("/watch/token", test_token);
    g_test_add_func("/watch/other-user", test_other_user);
    g_test_add_func("/watch/several", test_several);
    g_test_add_func("/watch/hostile", test_hostile);
    g_test_add_func("/watch/hostile-process", test_hostile_process);
    g_test_add_func("/watch/killed", test_killed);
    g_test_add_func("/watch/fork", test_fork);
    int status = g_test_run();
    watched_folder_remove();
    return status;
}
