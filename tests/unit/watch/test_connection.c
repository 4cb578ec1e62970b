/* What a peer gets over a connection, turn by turn: a socket pair in the place of the server and its thread, so that the order in which requests, steps
 * and replies meet is that of the test. */
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/api/program.h"
#include "runtime/watch/connection.h"
#include "runtime/watch/watch_impl.h"

typedef struct Peer {
    int fd;
    pthread_mutex_t lock;
    Connection *c;
    GString *got;            /* all that came */
} Peer;

static void peer_ask(Peer *p, WireAsk ask)
{
    g_autofree char *line = wire_print_request(ask, NULL);
    g_assert_cmpint(send(p->fd, line, strlen(line), 0), ==, (ssize_t)strlen(line));
    g_assert_true(connection_turn(p->c, POLLIN));
}

/* All that there is: what the connection could not write yet is written as room is made. */
static void peer_take(Peer *p)
{
    char some[65536];
    bool more;
    do {
        more = connection_has_output(p->c);
        g_assert_true(connection_turn(p->c, POLLOUT));
        for (ssize_t n; (n = recv(p->fd, some, sizeof some, MSG_DONTWAIT)) > 0;)
            g_string_append_len(p->got, some, n);
    } while (more);
}

static void peer_init(Peer *p)
{
    int fds[2];
    g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), ==, 0);
    *p = (Peer){ .fd = fds[0], .got = g_string_new(NULL) };
    pthread_mutex_init(&p->lock, NULL);
    p->c = connection_new(fds[1], &p->lock, NULL);
    peer_ask(p, WIRE_HELLO);
    peer_ask(p, WIRE_CAPTURE);
    peer_take(p);
}

static void peer_clear(Peer *p)
{
    connection_free(p->c);
    close(p->fd);
    g_string_free(p->got, TRUE);
    pthread_mutex_destroy(&p->lock);
}

/* A step without events, as the server gives it to its connections. */
static void peer_step(Peer *p, const WatchProgram *program)
{
    char *line = g_strdup_printf("{\"step\":{\"program\":%" G_GINT64_FORMAT "},\"bytes\":0}\n", program->id);
    g_autoptr(GBytes) bytes = g_bytes_new_take(line, strlen(line));
    pthread_mutex_lock(&p->lock);
    connection_step(p->c, bytes, program->id);
    pthread_mutex_unlock(&p->lock);
}

static size_t place(const Peer *p, const char *what, const WatchProgram *program)
{
    g_autofree char *text = g_strdup_printf("{\"%s\":{\"program\":%" G_GINT64_FORMAT, what, program->id);
    const char *at = strstr(p->got->str, text);
    g_assert_nonnull(at);
    g_assert_null(strstr(at + 1, text));
    return (size_t)(at - p->got->str);
}

static Compiled *compiled(void)
{
    static const char text[] = "HloModule t\nENTRY e { p = f32[8] parameter(0)\n ROOT n = f32[8] negate(p) }\n";
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    ProgramOptions po = { .n_devices = 2 };
    CompileOptions o = { 0 };
    compile_options_from(&po, NULL, &o, &error);
    g_assert_no_error(error);
    Compiled *c = program_compile_module(m, &o, NULL, &error);
    g_assert_no_error(error);
    compile_options_clear(&o);
    return c;
}

/* The capture ends while steps still wait to be written: each program's module is before its first step, programs that did not run come too, all
 * before the end. */
static void test_ends_with_steps(void)
{
    static const WatchOps ops = { .kind = "client" };
    g_autoptr(Compiled) c = compiled();
    WatchGroup *group = watch_group_new(&ops, NULL, 2);
    Peer p;
    peer_init(&p);
    WatchProgram *programs[3];
    for (int i = 0; i < 3; i++)
        programs[i] = watch_program_new(group, &(WatchProgramInfo){ .compiled = c, .source_name = "t.hlo", .n_cores = 1 });
    for (int i = 0; i < 4; i++)
        peer_step(&p, programs[i % 2]);
    peer_ask(&p, WIRE_END);
    peer_take(&p);
    g_test_message("%s", p.got->str);
    const char *end = strstr(p.got->str, "{\"end\":{\"steps\":4,\"dropped\":0}}");
    g_assert_nonnull(end);
    for (int i = 0; i < 3; i++) {
        size_t module = place(&p, "module", programs[i]);
        g_assert_cmpint(module, <, (size_t)(end - p.got->str));
        g_autofree char *step = g_strdup_printf("{\"step\":{\"program\":%" G_GINT64_FORMAT, programs[i]->id);
        const char *first = strstr(p.got->str, step);
        g_assert_cmpint(first != NULL, ==, i < 2);
        if (first)
            g_assert_cmpint(module, <, (size_t)(first - p.got->str));
    }
    peer_clear(&p);
    for (int i = 0; i < 3; i++)
        watch_program_free(programs[i]);
    watch_group_free(group);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/watch/connection/ends-with-steps", test_ends_with_steps);
    return g_test_run();
}
