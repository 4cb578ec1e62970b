/* See chrome_event.h. */
#include "trace/import/chrome_event.h"

#include <string.h>

static void value_clear(gpointer p)
{
    g_free(((ChromeValue *)p)->name);
}

/* The texts of an event lie one behind the other. */
enum { TEXTS = (G_STRUCT_OFFSET(ChromeEvent, sequence) - G_STRUCT_OFFSET(ChromeEvent, name)) / sizeof(GString *) + 1 };

static GString **texts_of(ChromeEvent *e)
{
    return &e->name;
}

static void begin(ChromeEvent *e)
{
    GString **texts = texts_of(e);
    for (int i = 0; i < (int)TEXTS; i++)
        if (texts[i]->len)
            g_string_truncate(texts[i], 0);
    e->phase = 0;
    e->ts_ns = e->dur_ns = e->pid = e->tid = 0;
    e->device = e->stream = e->ordinal = -1;
    e->run = e->bytes = e->meets = e->correlation = 0;
    g_array_set_size(e->values, 0);
}

/* Processes and threads are numbers, or texts in some traces. */
static bool read_id(ChromeReader *c, JsonReader *j, GString *text, int64_t *out)
{
    enum { FEW = 15 };
    char next = jread_peek(j);
    const char *p = j->p;
    int64_t v = 0;
    if (next != '0') /* 0x10 */
        while (p < j->end && p - j->p <= FEW && *p >= '0' && *p <= '9')
            v = 10 * v + (*p++ - '0');
    if (p > j->p && p < j->end && (*p == ',' || *p == '}')) {
        j->p = p;
        *out = v;
        return true;
    }
    if (!jread_scalar(j, text))
        return false;
    char *end;
    *out = g_ascii_strtoll(text->str, &end, 0);
    if (end != text->str && !*end) {
        g_string_truncate(text, 0);
        return true;
    }
    gpointer have = g_hash_table_lookup(c->numbers, text->str);
    if (!have) {
        have = GINT_TO_POINTER((int)g_hash_table_size(c->numbers) + 1);
        g_hash_table_insert(c->numbers, g_strdup(text->str), have);
    }
    *out = -(int64_t)GPOINTER_TO_INT(have);
    return true;
}

bool chrome_read_number(JsonReader *j, int64_t *out)
{
    char c = jread_peek(j);
    if (c != '"' && c != '-' && !g_ascii_isdigit(c))
        return jread_skip(j);
    JsonReader here = *j;
    if (jread_scaled(j, 1, out))
        return true;
    *j = here; /* a text */
    return jread_skip(j);
}

typedef struct Known {
    const char *name;
    size_t n, at; /* at: of a GString * or an int64_t in ChromeEvent */
    bool number;
} Known;
#define TEXT(name, field) { name, sizeof name - 1, G_STRUCT_OFFSET(ChromeEvent, field), false }
#define NUMBER(name, field) { name, sizeof name - 1, G_STRUCT_OFFSET(ChromeEvent, field), true }

/* NULL = nobody asks for it. */
static const Known *known_argument(const char *name, size_t n)
{
    static const Known known[] = { /* by length */
        TEXT("op", op), TEXT("Seq", sequence), TEXT("name", arg_name), TEXT("line", line), TEXT("tf_op", tf_op), NUMBER("bytes", bytes), TEXT("hlo_op", hlo_op), TEXT("source", source), TEXT("labels", labels),
        NUMBER("device", device), NUMBER("stream", stream), NUMBER("run_id", run), TEXT("op_name", tf_op), TEXT("hlo_module", hlo_module), NUMBER("collective", meets), NUMBER("correlation", correlation),
        TEXT("hlo_category", category), NUMBER("device_ordinal", ordinal), TEXT("Collective name", collective), TEXT("Process Group Name", group_name), TEXT("Process Group Ranks", group) };
    static const uint8_t first[21] = { 0, 0, 0, 1, 2, 4, 6, 12, 13, 13, 13, 15, 16, 17, 17, 18, 19, 19, 19, 20, 21 }; /* of each length, and behind the last */
    for (size_t i = n < 20 ? first[n] : 21; i < (n < 20 ? first[n + 1] : 21); i++)
        if (memcmp(known[i].name, name, n) == 0)
            return &known[i];
    return NULL;
}
#undef TEXT
#undef NUMBER

static bool read_args(ChromeReader *c, JsonReader *j)
{
    ChromeEvent *e = &c->e;
    if (jread_peek(j) != '{')
        return jread_skip(j);
    jread_take(j, '{');
    bool first = true;
    while (jread_more(j, '}', &first)) {
        const char *name;
        size_t n;
        if (!jread_name(j, c->key, &name, &n))
            return false;
        const Known *k = known_argument(name, n);
        GString *text = k && !k->number ? G_STRUCT_MEMBER(GString *, e, k->at) : NULL;
        int64_t *number = k && k->number ? &G_STRUCT_MEMBER(int64_t, e, k->at) : NULL;
        bool counter = e->phase == 'C' || e->phase == 'i' || !e->phase;
        char next = jread_peek(j);
        if (counter && (g_ascii_isdigit(next) || next == '-')) {
            ChromeValue v = { g_strndup(name, n), 0 };
            bool ok = jread_number(j, &v.v);
            g_array_append_val(e->values, v);
            if (!ok)
                return false;
            if (number)
                *number = v.v > -9e15 && v.v < 9e15 ? (int64_t)v.v : 0;
        } else if (!(text ? jread_scalar(j, text) : number ? chrome_read_number(j, number) : jread_skip(j))) {
            return false;
        }
    }
    return !j->bad;
}

/* The members of an event. */
typedef enum Member { MEMBER_none, MEMBER_ph, MEMBER_ts, MEMBER_dur, MEMBER_pid, MEMBER_tid, MEMBER_name, MEMBER_cat, MEMBER_id, MEMBER_args } Member;

static Member member_of(const char *name, size_t n)
{
    static const char names[][5] = { [MEMBER_ph] = "ph", [MEMBER_ts] = "ts", [MEMBER_dur] = "dur", [MEMBER_pid] = "pid", [MEMBER_tid] = "tid", [MEMBER_name] = "name", [MEMBER_cat] = "cat", [MEMBER_id] = "id", [MEMBER_args] = "args" };
    for (int i = MEMBER_ph; n <= 4 && i < (int)G_N_ELEMENTS(names); i++)
        if (memcmp(names[i], name, n) == 0 && !names[i][n])
            return (Member)i;
    return MEMBER_none;
}

static bool read_member(ChromeReader *c, JsonReader *j, Member member)
{
    ChromeEvent *e = &c->e;
    bool ok;
    switch (member) {
    case MEMBER_ph:
        ok = jread_text(j, c->text);
        e->phase = ok ? c->text->str[0] : 0;
        return ok;
    case MEMBER_ts:
        return jread_scaled(j, 1000, &e->ts_ns);
    case MEMBER_dur:
        return jread_scaled(j, 1000, &e->dur_ns);
    case MEMBER_pid:
        return read_id(c, j, e->pid_text, &e->pid);
    case MEMBER_tid:
        return read_id(c, j, e->tid_text, &e->tid);
    case MEMBER_name:
        return jread_scalar(j, e->name);
    case MEMBER_cat:
        return jread_scalar(j, e->cat);
    case MEMBER_id:
        return jread_scalar(j, e->id_text);
    case MEMBER_args:
        return read_args(c, j);
    case MEMBER_none:
        break;
    }
    return jread_skip(j);
}

bool chrome_read_event(ChromeReader *c, JsonReader *j)
{
    begin(&c->e);
    if (!jread_take(j, '{'))
        return false;
    bool first = true;
    while (jread_more(j, '}', &first)) {
        const char *name;
        size_t n;
        if (!jread_name(j, c->key, &name, &n) || !read_member(c, j, member_of(name, n)))
            return false;
    }
    return !j->bad;
}

bool chrome_value(const ChromeEvent *e, const char *name, double *out)
{
    for (guint i = 0; i < e->values->len; i++)
        if (g_str_equal(g_array_index(e->values, ChromeValue, i).name, name)) {
            *out = g_array_index(e->values, ChromeValue, i).v;
            return true;
        }
    return false;
}

void chrome_reader_begin(ChromeReader *c)
{
    GString **texts = texts_of(&c->e);
    *c = (ChromeReader){ .numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .key = g_string_new(NULL), .text = g_string_new(NULL) };
    for (int i = 0; i < (int)TEXTS; i++)
        texts[i] = g_string_new(NULL);
    c->e.values = g_array_new(FALSE, FALSE, sizeof(ChromeValue));
    g_array_set_clear_func(c->e.values, value_clear);
}

void chrome_reader_end(ChromeReader *c)
{
    for (int i = 0; i < (int)TEXTS; i++)
        g_string_free(texts_of(&c->e)[i], TRUE);
    g_hash_table_unref(c->numbers);
    g_string_free(c->key, TRUE);
    g_string_free(c->text, TRUE);
    g_array_unref(c->e.values);
}
