#include "tests/unit/trace/xspace_text.h"

#include <stdbool.h>
#include <string.h>

#include "trace/wire_put.h"

typedef struct Plane {
    GString *m, *line;           /* line: NULL = none is open */
    GHashTable *kinds, *stats;   /* name -> id + 1 */
} Plane;

static int64_t stat_id(Plane *p, const char *name)
{
    gpointer have = g_hash_table_lookup(p->stats, name);
    if (have)
        return GPOINTER_TO_INT(have);
    int64_t id = (int64_t)g_hash_table_size(p->stats) + 1;
    g_hash_table_insert(p->stats, g_strdup(name), GINT_TO_POINTER((int)id));
    g_autoptr(GString) entry = g_string_new(NULL), value = g_string_new(NULL);
    wire_put_int(value, 1, id);
    wire_put_text(value, 2, name);
    wire_put_int(entry, 1, id);
    wire_put_message(entry, 2, value);
    wire_put_message(p->m, 5, entry);
    return id;
}

static bool is_number(const char *s, bool *real)
{
    const char *at = s + (*s == '-');
    *real = strchr(s, '.') != NULL;
    return *at && strspn(at, "0123456789.") == strlen(at);
}

static void put_stat(Plane *p, GString *out, int number, const char *text, const GString *bytes)
{
    g_autoptr(GString) s = g_string_new(NULL);
    const char *eq = strchr(text, '=');
    g_assert_nonnull(eq);
    g_autofree char *name = g_strndup(text, (gsize)(eq - text));
    const char *v = eq + 1;
    bool real;
    wire_put_int(s, 1, stat_id(p, name));
    if (g_str_equal(v, "bytes"))
        wire_put_bytes(s, 6, bytes->str, bytes->len);
    else if (*v == '&')
        wire_put_int(s, 7, stat_id(p, v + 1));
    else if (*v == 'u' && is_number(v + 1, &real))
        wire_put_int_always(s, 3, (int64_t)g_ascii_strtoull(v + 1, NULL, 10));
    else if (!is_number(v, &real))
        wire_put_text(s, 5, v);
    else if (real)
        wire_put_double(s, 2, g_ascii_strtod(v, NULL));
    else
        wire_put_int_always(s, 4, g_ascii_strtoll(v, NULL, 10));
    wire_put_message(out, number, s);
}

static int64_t put_kind(Plane *p, int64_t id, const char *name, const char *display, char **stats, const GString *bytes)
{
    g_autoptr(GString) entry = g_string_new(NULL), value = g_string_new(NULL);
    wire_put_int(value, 1, id);
    wire_put_text(value, 2, name);
    wire_put_text(value, 4, display);
    for (; stats && *stats; stats++)
        put_stat(p, value, 5, *stats, bytes);
    wire_put_int(entry, 1, id);
    wire_put_message(entry, 2, value);
    wire_put_message(p->m, 4, entry);
    g_hash_table_insert(p->kinds, g_strdup(display && *display ? display : name), GINT_TO_POINTER((int)id));
    return id;
}

static void end_line(Plane *p)
{
    if (p->line)
        wire_put_message(p->m, 3, p->line);
    if (p->line)
        g_string_free(p->line, TRUE);
    p->line = NULL;
}

static void end_plane(Plane *p, GString *space)
{
    if (!p->m)
        return;
    end_line(p);
    wire_put_message(space, 1, p->m);
    g_string_free(p->m, TRUE);
    g_hash_table_unref(p->kinds);
    g_hash_table_unref(p->stats);
    *p = (Plane){ 0 };
}

static void put_event(Plane *p, char **part)
{
    g_autoptr(GString) e = g_string_new(NULL);
    gpointer have = g_hash_table_lookup(p->kinds, part[0]);
    g_assert_cmpint(g_strv_length(part), >=, 3);
    wire_put_int(e, 1, have ? GPOINTER_TO_INT(have) : put_kind(p, (int64_t)g_hash_table_size(p->kinds) + 1000, part[0], NULL, NULL, NULL));
    bool sum = part[1][0] == 'x';
    wire_put_int(e, sum ? 5 : 2, g_ascii_strtoll(part[1] + sum, NULL, 10));
    wire_put_int(e, 3, g_ascii_strtoll(part[2], NULL, 10));
    for (char **s = part + 3; *s; s++)
        put_stat(p, e, 4, *s, NULL);
    wire_put_message(p->line, 4, e);
}

static void put_line(Plane *p, char **part)
{
    g_assert_cmpint(g_strv_length(part), ==, 3);
    end_line(p);
    p->line = g_string_new(NULL);
    wire_put_int(p->line, 1, g_ascii_strtoll(part[1], NULL, 10));
    wire_put_text(p->line, 2, part[0]);
    wire_put_int(p->line, 3, g_ascii_strtoll(part[2], NULL, 10));
}

GString *xspace_of_text(const char *text, const GString *bytes)
{
    GString *space = g_string_new(NULL);
    Plane p = { 0 };
    g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
    for (int i = 0; lines[i]; i++) {
        const char *line = g_strchug(lines[i]), *rest = strchr(line, ' ');
        g_auto(GStrv) part = g_strsplit(rest ? rest + 1 : "", "|", 0);
        if (g_str_has_prefix(line, "plane ")) {
            end_plane(&p, space);
            p = (Plane){ .m = g_string_new(NULL), .kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .stats = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
            wire_put_text(p.m, 2, rest + 1);
        } else if (g_str_has_prefix(line, "host ")) {
            wire_put_text(space, 4, rest + 1);
        } else if (g_str_has_prefix(line, "stat ")) {
            put_stat(&p, p.m, 6, rest + 1, NULL);
        } else if (g_str_has_prefix(line, "kind ")) {
            char *end = part[0];
            int64_t id = *end == '@' ? g_ascii_strtoll(end + 1, &end, 10) : (int64_t)g_hash_table_size(p.kinds) + 1000;
            put_kind(&p, id, *end == ' ' ? end + 1 : end, part[1], part[1] ? part + 2 : NULL, bytes);
        } else if (g_str_has_prefix(line, "line ")) {
            put_line(&p, part);
        } else if (g_str_has_prefix(line, "event ")) {
            put_event(&p, part);
        } else {
            g_assert_cmpstr(line, ==, "");
        }
    }
    end_plane(&p, space);
    return space;
}
