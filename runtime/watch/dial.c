/* Connections to processes that listen. See dial.h. */
#include "runtime/watch/dial.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/base/diag.h"
#include "runtime/watch/place.h"

enum { ANSWER_MS = 10000, READ_AT_ONCE = 1 << 16 };

/* ---- reading ----------------------------------------------------------------------------------------------------------------- */

static bool is_gone(GError **error)
{
    return diag(error, SHARD_ERROR_IO, NULL, NULL, "the process has ended, or closed the connection");
}

/* Waits for more, and takes it. */
static DialResult more(Dial *d, int wait_ms, GError **error)
{
    struct pollfd fds[2] = { { .fd = d->fd, .events = POLLIN }, { .fd = d->wake_fd, .events = POLLIN } };
    int ready = poll(fds, d->wake_fd >= 0 ? 2 : 1, wait_ms);
    if (ready == 0 || (ready < 0 && errno == EINTR) || (ready > 0 && !fds[0].revents))
        return DIAL_NOTHING;
    if (d->at == d->n)
        d->at = d->n = 0;
    if (d->at > d->room / 2) {
        memmove(d->in, d->in + d->at, d->n - d->at);
        d->n -= d->at;
        d->at = 0;
    }
    if (d->room - d->n < READ_AT_ONCE) {
        d->room = MAX(2 * d->room, d->n + READ_AT_ONCE);
        d->in = g_realloc(d->in, d->room);
    }
    ssize_t k = recv(d->fd, d->in + d->n, d->room - d->n, MSG_DONTWAIT);
    if (k < 0 && (errno == EAGAIN || errno == EINTR))
        return DIAL_NOTHING;
    if (k <= 0)
        return is_gone(error) ? DIAL_OK : DIAL_FAILED;
    d->n += (size_t)k;
    return DIAL_OK;
}

DialResult dial_line(Dial *d, int wait_ms, char **line, size_t *n, GError **error)
{
    size_t seen = 0;
    for (;;) {
        char *end = d->n > d->at + seen ? memchr(d->in + d->at + seen, '\n', d->n - d->at - seen) : NULL;
        if (end) {
            *end = '\0';
            *line = d->in + d->at;
            *n = (size_t)(end - *line);
            d->at += *n + 1;
            return DIAL_OK;
        }
        seen = d->n - d->at;
        if (seen > WIRE_MAX_LINE) {
            diag(error, SHARD_ERROR_IO, NULL, NULL, "the process sent a line of more than %d bytes", WIRE_MAX_LINE);
            return DIAL_FAILED;
        }
        DialResult r = more(d, wait_ms, error);
        if (r != DIAL_OK)
            return r;
    }
}

GBytes *dial_bytes(Dial *d, size_t n, GError **error)
{
    if (n > WIRE_MAX_BYTES) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "the process wants to send %zu bytes at once, and at most %d are taken", n, WIRE_MAX_BYTES);
        return NULL;
    }
    while (d->n - d->at < n) {
        int wake_fd = d->wake_fd;
        d->wake_fd = -1; /* a message is read whole */
        DialResult r = more(d, ANSWER_MS, error);
        d->wake_fd = wake_fd;
        if (r == DIAL_NOTHING)
            diag(error, SHARD_ERROR_IO, NULL, NULL, "the process stopped in the middle of a message");
        if (r != DIAL_OK)
            return NULL;
    }
    GBytes *bytes = g_bytes_new(d->in + d->at, n);
    d->at += n;
    return bytes;
}

/* ---- asking --------------------------------------------------------------------------------------------------------------------- */

bool dial_ask(Dial *d, WireAsk ask, GError **error)
{
    g_autofree char *line = wire_print_request(ask, NULL);
    size_t n = strlen(line);
    return send(d->fd, line, n, MSG_NOSIGNAL) == (ssize_t)n || is_gone(error);
}

JsonParser *dial_read(const char *line, size_t n, JsonObject **out, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    JsonNode *root = wire_may_be_json(line, n) && json_parser_load_from_data(parser, line, (gssize)n, NULL) ? json_parser_get_root(parser) : NULL;
    if (!root || !JSON_NODE_HOLDS_OBJECT(root)) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "what listens there does not speak this protocol");
        return NULL;
    }
    *out = json_node_get_object(root);
    g_autofree char *why = dial_text(*out, "error");
    if (!why[0])
        return g_steal_pointer(&parser);
    diag(error, SHARD_ERROR_IO, NULL, strstr(why, "token") ? "SHARDSCOPE_TOKEN must be what the process was started with" : NULL, "refused: %s", why);
    return NULL;
}

JsonParser *dial_answer(Dial *d, const char *member, JsonObject **out, char **line, GError **error)
{
    char *text;
    size_t n;
    DialResult r = dial_line(d, ANSWER_MS, &text, &n, error);
    if (r == DIAL_NOTHING)
        diag(error, SHARD_ERROR_IO, NULL, NULL, "the process does not answer");
    JsonObject *all = NULL;
    JsonParser *parser = r == DIAL_OK ? dial_read(text, n, &all, error) : NULL;
    *out = parser ? dial_object(all, member) : NULL;
    if (parser && !*out) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "what listens there does not speak this protocol");
        g_clear_object(&parser);
    }
    if (parser && line)
        *line = text;
    return parser;
}

bool dial_open(Dial *d, const char *where, const char *token, GError **error)
{
    *d = (Dial){ .fd = -1, .wake_fd = -1 };
    g_auto(WatchPlace) place = { 0 };
    if (!place_to_connect(where, &place, error) || (d->fd = place_connect(&place, error)) < 0)
        return false;
    token = token ? token : g_getenv("SHARDSCOPE_TOKEN");
    g_autofree char *hello = wire_print_request(WIRE_HELLO, token && token[0] ? token : NULL);
    size_t n = strlen(hello);
    int64_t sent_ns = clock_ns();
    JsonObject *who;
    /* A process that refuses the connection says why and closes it, perhaps before it is sent anything: the reason is read all the same. */
    if (send(d->fd, hello, n, MSG_NOSIGNAL) != (ssize_t)n && errno != EPIPE && errno != ECONNRESET)
        return is_gone(error);
    g_autoptr(JsonParser) parser = dial_answer(d, "hello", &who, NULL, error);
    if (!parser)
        return false;
    int64_t now_ns = clock_ns();
    d->pid = dial_int(who, "pid");
    d->command = dial_text(who, "command");
    d->ahead_ns = dial_int(who, "now_ns") - now_ns;
    if (d->ahead_ns <= 0 && d->ahead_ns >= sent_ns - now_ns)
        d->ahead_ns = 0; /* the same clock, read on the way */
    return true;
}

void dial_close(Dial *d)
{
    if (d->fd >= 0)
        close(d->fd);
    d->fd = -1;
    g_clear_pointer(&d->in, g_free);
    g_clear_pointer(&d->command, g_free);
}

/* ---- members ------------------------------------------------------------------------------------------------------------------------ */

static JsonNode *member(JsonObject *o, const char *key, JsonNodeType type)
{
    JsonNode *node = o ? json_object_get_member(o, key) : NULL;
    return node && json_node_get_node_type(node) == type ? node : NULL;
}

double dial_real(JsonObject *o, const char *key)
{
    JsonNode *node = member(o, key, JSON_NODE_VALUE);
    GType type = node ? json_node_get_value_type(node) : G_TYPE_NONE;
    double v = type == G_TYPE_DOUBLE ? json_node_get_double(node) : type == G_TYPE_INT64 ? (double)json_node_get_int(node) : 0;
    return isfinite(v) ? v : 0;
}

int64_t dial_int(JsonObject *o, const char *key)
{
    JsonNode *node = member(o, key, JSON_NODE_VALUE);
    return node && json_node_get_value_type(node) == G_TYPE_INT64 ? json_node_get_int(node) : 0;
}

JsonObject *dial_object(JsonObject *o, const char *key)
{
    JsonNode *node = member(o, key, JSON_NODE_OBJECT);
    return node ? json_node_get_object(node) : NULL;
}

JsonArray *dial_array(JsonObject *o, const char *key)
{
    JsonNode *node = member(o, key, JSON_NODE_ARRAY);
    return node ? json_node_get_array(node) : NULL;
}

JsonObject *dial_element(JsonArray *a, guint i)
{
    JsonNode *node = a && i < json_array_get_length(a) ? json_array_get_element(a, i) : NULL;
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

char *dial_text(JsonObject *o, const char *key)
{
    JsonNode *node = member(o, key, JSON_NODE_VALUE);
    const char *text = node && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : "";
    GString *plain = g_string_new(NULL);
    for (const char *t = text; *t;) {
        gunichar c = g_utf8_get_char_validated(t, -1);
        bool bad = c == (gunichar)-1 || c == (gunichar)-2;
        if (bad || g_unichar_iscntrl(c))
            g_string_append_c(plain, '?');
        else
            g_string_append_unichar(plain, c);
        t = bad ? t + 1 : g_utf8_next_char(t);
    }
    return g_string_free(plain, FALSE);
}
