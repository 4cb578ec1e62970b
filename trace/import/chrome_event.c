/* See chrome_event.h. */
#include "trace/import/chrome_event.h"

#include <string.h>

static void value_clear(gpointer p)
{
    g_free(((ChromeValue *)p)->name);
}

static GString **texts_of(ChromeEvent *e, int i)
{
    GString **all[] = { &e->name, &e->cat, &e->pid_text, &e->tid_text, &e->id_text, &e->arg_name, &e->hlo_op, &e->hlo_module, &e->category, &e->tf_op, &e->op, &e->line, &e->source, &e->labels, &e->group, &e->group_name, &e->collective, &e->sequence };
    return i < (int)G_N_ELEMENTS(all) ? all[i] : NULL;
}

static void begin(ChromeEvent *e)
{
    GString **s;
    for (int i = 0; (s = texts_of(e, i)); i++)
        g_string_truncate(*s, 0);
    e->phase = 0;
    e->ts_ns = e->dur_ns = e->pid = e->tid = 0;
    e->has_dur = false;
    e->device = e->stream = e->ordinal = -1;
    e->run = e->bytes = e->meets = e->correlation = 0;
    g_array_set_size(e->values, 0);
}

/* Processes and threads are numbers, or texts in some traces. */
static bool read_id(ChromeReader *c, JsonReader *j, GString *text, int64_t *out)
{
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

static bool read_args(ChromeReader *c, JsonReader *j)
{
    ChromeEvent *e = &c->e;
    if (jread_peek(j) != '{')
        return jread_skip(j);
    jread_take(j, '{');
    bool first = true;
    while (jread_more(j, '}', &first)) {
        const struct {
            const char *name;
            GString *text;
            int64_t *number;
        } known[] = { { "name", e->arg_name, NULL }, { "hlo_op", e->hlo_op, NULL }, { "hlo_module", e->hlo_module, NULL }, { "hlo_category", e->category, NULL }, { "tf_op", e->tf_op, NULL },
                      { "source", e->source, NULL }, { "op", e->op, NULL }, { "op_name", e->tf_op, NULL }, { "line", e->line, NULL }, { "collective", NULL, &e->meets }, { "correlation", NULL, &e->correlation }, { "labels", e->labels, NULL }, { "Process Group Ranks", e->group, NULL },
                      { "Process Group Name", e->group_name, NULL }, { "Collective name", e->collective, NULL }, { "Seq", e->sequence, NULL }, { "device", NULL, &e->device }, { "stream", NULL, &e->stream }, { "device_ordinal", NULL, &e->ordinal },
                      { "run_id", NULL, &e->run }, { "bytes", NULL, &e->bytes } };
        size_t i = 0;
        if (!jread_key(j, c->key))
            return false;
        while (i < G_N_ELEMENTS(known) && !g_str_equal(known[i].name, c->key->str))
            i++;
        bool counter = e->phase == 'C' || e->phase == 'i' || !e->phase;
        char next = jread_peek(j);
        if (counter && (g_ascii_isdigit(next) || next == '-')) {
            ChromeValue v = { 0 };
            if (!jread_number(j, &v.v))
                return false;
            v.name = g_strdup(c->key->str);
            g_array_append_val(e->values, v);
            if (i < G_N_ELEMENTS(known) && known[i].number)
                *known[i].number = v.v > -9e15 && v.v < 9e15 ? (int64_t)v.v : 0;
        } else if (i < G_N_ELEMENTS(known) ? !(known[i].text ? jread_scalar(j, known[i].text) : chrome_read_number(j, known[i].number)) : !jread_skip(j)) {
            return false;
        }
    }
    return !j->bad;
}

bool chrome_read_event(ChromeReader *c, JsonReader *j)
{
    ChromeEvent *e = &c->e;
    begin(e);
    if (!jread_take(j, '{'))
        return false;
    bool first = true;
    while (jread_more(j, '}', &first)) {
        if (!jread_key(j, c->key))
            return false;
        const char *k = c->key->str;
        bool ok = true;
        if (g_str_equal(k, "ph")) {
            ok = jread_text(j, c->text);
            e->phase = ok ? c->text->str[0] : 0;
        } else if (g_str_equal(k, "ts")) {
            ok = jread_scaled(j, 1000, &e->ts_ns);
        } else if (g_str_equal(k, "dur")) {
            ok = jread_scaled(j, 1000, &e->dur_ns);
            e->has_dur = true;
        } else if (g_str_equal(k, "pid")) {
            ok = read_id(c, j, e->pid_text, &e->pid);
        } else if (g_str_equal(k, "tid")) {
            ok = read_id(c, j, e->tid_text, &e->tid);
        } else if (g_str_equal(k, "name")) {
            ok = jread_scalar(j, e->name);
        } else if (g_str_equal(k, "cat")) {
            ok = jread_scalar(j, e->cat);
        } else if (g_str_equal(k, "id")) {
            ok = jread_scalar(j, e->id_text);
        } else if (g_str_equal(k, "args")) {
            ok = read_args(c, j);
        } else {
            ok = jread_skip(j);
        }
        if (!ok)
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
    GString **text;
    *c = (ChromeReader){ .numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .key = g_string_new(NULL), .text = g_string_new(NULL) };
    for (int i = 0; (text = texts_of(&c->e, i)); i++)
        *text = g_string_new(NULL);
    c->e.values = g_array_new(FALSE, FALSE, sizeof(ChromeValue));
    g_array_set_clear_func(c->e.values, value_clear);
}

void chrome_reader_end(ChromeReader *c)
{
    GString **text;
    for (int i = 0; (text = texts_of(&c->e, i)); i++)
        g_string_free(*text, TRUE);
    g_hash_table_unref(c->numbers);
    g_string_free(c->key, TRUE);
    g_string_free(c->text, TRUE);
    g_array_unref(c->e.values);
}
