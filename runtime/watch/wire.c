/* Requests, events as bytes, tokens. See wire.h. */
#include "runtime/watch/wire.h"

#include <string.h>

static const char *const ask_names[] = { [WIRE_HELLO] = "hello", [WIRE_STATUS] = "status", [WIRE_CAPTURE] = "capture", [WIRE_END] = "end" };

/* ---- reading a request ------------------------------------------------------------------------------------------------------- */

typedef struct Cursor {
    const char *at, *end;
} Cursor;

static void skip_blank(Cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r' || *c->at == '\n'))
        c->at++;
}

static bool take(Cursor *c, char wanted)
{
    skip_blank(c);
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

/* A text into room[n]: printable ASCII, in which only \" \\ and \/ are escaped; names and tokens need no more. */
static bool take_text(Cursor *c, char *room, size_t n)
{
    if (!take(c, '"'))
        return false;
    size_t used = 0;
    for (; c->at < c->end && *c->at != '"'; c->at++) {
        if (*c->at == '\\' && (++c->at == c->end || !strchr("\"\\/", *c->at)))
            return false;
        if (*c->at < 0x20 || *c->at > 0x7e || used + 1 >= n)
            return false;
        room[used++] = *c->at;
    }
    room[used] = '\0';
    return take(c, '"');
}

static bool take_number(Cursor *c, int64_t *out)
{
    skip_blank(c);
    bool minus = c->at < c->end && *c->at == '-';
    c->at += minus;
    const char *first = c->at;
    int64_t v = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        if (v > (INT64_MAX - 9) / 10)
            return false;
        v = 10 * v + (*c->at - '0');
    }
    *out = minus ? -v : v;
    return c->at > first;
}

static bool take_word(Cursor *c)
{
    static const char *const words[] = { "true", "false", "null" };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(c->end - c->at) >= n && memcmp(c->at, words[i], n) == 0) {
            c->at += n;
            return true;
        }
    }
    return false;
}

/* The value of one member into the request. */
static bool take_member(Cursor *c, WireRequest *out, bool *asked)
{
    char key[32], text[WIRE_MAX_TOKEN + 1];
    int64_t number = 0;
    if (!take_text(c, key, sizeof key) || !take(c, ':'))
        return false;
    skip_blank(c);
    bool is_text = c->at < c->end && *c->at == '"';
    bool is_number = !is_text && c->at < c->end && (*c->at == '-' || (*c->at >= '0' && *c->at <= '9'));
    if (!(is_text ? take_text(c, text, sizeof text) : is_number ? take_number(c, &number) : take_word(c)))
        return false;
    if (is_text && strcmp(key, "token") == 0)
        memcpy(out->token, text, strlen(text) + 1);
    if (is_number && strcmp(key, "version") == 0)
        out->version = number;
    for (size_t i = 0; is_text && strcmp(key, "ask") == 0 && i < G_N_ELEMENTS(ask_names); i++)
        if (strcmp(text, ask_names[i]) == 0) {
            out->ask = (WireAsk)i;
            *asked = true;
        }
    return true;
}

bool wire_read_request(const char *line, size_t n, WireRequest *out, const char **why)
{
    Cursor c = { line, line + n };
    bool asked = false;
    *out = (WireRequest){ 0 };
    *why = "the request is no JSON object of texts and integers";
    if (n > WIRE_MAX_REQUEST || !take(&c, '{'))
        return false;
    if (!take(&c, '}')) {
        do {
            if (!take_member(&c, out, &asked))
                return false;
        } while (take(&c, ','));
        if (!take(&c, '}'))
            return false;
    }
    skip_blank(&c);
    if (c.at != c.end)
        return false;
    *why = "the request asks for nothing that is known: hello, status, capture or end";
    return asked;
}

char *wire_print_request(WireAsk ask, const char *token)
{
    GString *s = g_string_new(NULL);
    g_string_append_printf(s, "{\"ask\":\"%s\"", ask_names[ask]);
    if (ask == WIRE_HELLO)
        g_string_append_printf(s, ",\"version\":%d", WIRE_VERSION);
    if (token) {
        g_string_append(s, ",\"token\":");
        wire_print_text(s, token);
    }
    g_string_append(s, "}\n");
    return g_string_free(s, FALSE);
}

void wire_print_text(GString *to, const char *text)
{
    if (!text) {
        g_string_append(to, "null");
        return;
    }
    g_string_append_c(to, '"');
    for (const char *t = text; *t;) {
        gunichar c = g_utf8_get_char_validated(t, -1);
        if (c == (gunichar)-1 || c == (gunichar)-2) {
            g_string_append_c(to, '?');
            t++;
            continue;
        }
        if (c == '"' || c == '\\')
            g_string_append_c(to, '\\');
        if (c < 0x20 || c == 0x7f)
            g_string_append_printf(to, "\\u%04x", (unsigned)c);
        else
            g_string_append_unichar(to, c);
        t = g_utf8_next_char(t);
    }
    g_string_append_c(to, '"');
}

/* ---- tokens and replies ------------------------------------------------------------------------------------------------------- */

/* Hashes are compared, which have one length and of which a prefix tells nothing about the token. */
bool wire_same_token(const char *a, const char *b)
{
    uint8_t hash[2][32];
    const char *texts[2] = { a, b };
    for (int i = 0; i < 2; i++) {
        GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
        gsize n = sizeof hash[i];
        g_checksum_update(sum, (const guchar *)texts[i], (gssize)strlen(texts[i]));
        g_checksum_get_digest(sum, hash[i], &n);
        g_checksum_free(sum);
    }
    volatile uint8_t differ = 0;
    for (size_t i = 0; i < sizeof hash[0]; i++)
        differ |= hash[0][i] ^ hash[1][i];
    return differ == 0;
}

bool wire_may_be_json(const char *line, size_t n)
{
    int depth = 0;
    bool in_text = false;
    for (size_t i = 0; i < n; i++) {
        char c = line[i];
        if ((unsigned char)c < 0x20 && c != '\t' && c != '\r')
            return false;
        if (in_text) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_text = false;
            continue;
        }
        in_text = c == '"';
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (depth > WIRE_MAX_DEPTH)
            return false;
    }
    return true;
}

/* ---- events ------------------------------------------------------------------------------------------------------------------------ */

void wire_put_events(GByteArray *to, const WireEvent *events, size_t n)
{
    guint at = to->len;
    g_byte_array_set_size(to, at + (guint)(n * WIRE_EVENT_BYTES));
    uint8_t *out = to->data + at;
    for (size_t i = 0; i < n; i++, out += WIRE_EVENT_BYTES) {
        const int64_t times[3] = { GINT64_TO_LE(events[i].a), GINT64_TO_LE(events[i].b), GINT64_TO_LE(events[i].c) };
        const int32_t op = GINT32_TO_LE(events[i].op);
        const uint16_t lane = GUINT16_TO_LE(events[i].lane);
        memcpy(out, times, sizeof times);
        memcpy(out + 24, &op, sizeof op);
        memcpy(out + 28, &lane, sizeof lane);
        out[30] = events[i].kind;
        out[31] = events[i].cat;
    }
}

void wire_get_event(const uint8_t *from, WireEvent *out)
{
    int64_t times[3];
    int32_t op;
    uint16_t lane;
    memcpy(times, from, sizeof times);
    memcpy(&op, from + 24, sizeof op);
    memcpy(&lane, from + 28, sizeof lane);
    *out = (WireEvent){ .a = GINT64_FROM_LE(times[0]), .b = GINT64_FROM_LE(times[1]), .c = GINT64_FROM_LE(times[2]), .op = GINT32_FROM_LE(op),
                        .lane = GUINT16_FROM_LE(lane), .kind = from[30], .cat = from[31] };
}
