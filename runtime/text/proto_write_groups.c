/* Groups of devices as HLO's text spells them, serialised in the same spelling: a range of numbers, or axes of a mesh. The text was read as groups before, so it is well formed. */
#include "runtime/text/proto_write_impl.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of a text such as {1,0}, up to `end`. */
static void put_numbers(GString *out, int number, const char *text, const char *end)
{
    WireInts v = { 0 };
    for (const char *at = text; at < end;) {
        char *behind;
        int64_t x = strtoll(at, &behind, 10);
        if (behind > at)
            vec_push(&v, x);
        at = behind > at ? behind : at + 1;
    }
    wire_put_ints(out, number, v.v, v.n);
    vec_clear(&v);
}

/* [4,2]<=[2,4]T(1,0) */
static bool put_range(GString *out, const char *text)
{
    g_autoptr(GString) list = g_string_new(NULL);
    char *end;
    int64_t groups = strtoll(text + 1, &end, 10), size = *end == ',' ? strtoll(end + 1, NULL, 10) : 0;
    if (groups < 1 || size < 1)
        return false;
    wire_put_int(list, 1, groups);
    wire_put_int(list, 2, size);
    const char *reshape = strstr(text, "<=[") + 2, *close = reshape + strcspn(reshape, "]"), *perm = strchr(reshape, 'T');
    put_numbers(list, 3, reshape, close);
    if (perm)
        put_numbers(list, 4, perm, perm + strlen(perm));
    else if (!memchr(reshape, ',', (gsize)(close - reshape)))
        wire_put_ints(list, 4, &(int64_t){ 0 }, 1);
    wire_put_message(out, 92, list);
    return true;
}

/* ---- axes of a mesh ------------------------------------------------------------------------------------------------------- */

/* The name of an axis at the cursor: 'a' or "a". False if there is none. */
static bool axis_name(const char **at, const char **name, gsize *n)
{
    char quote = **at;
    const char *end = quote == '\'' || quote == '"' ? strchr(*at + 1, quote) : NULL;
    if (!end)
        return false;
    *name = *at + 1;
    *n = (gsize)(end - *name);
    *at = end + 1;
    return true;
}

/* ['a'=2,'b'=4], the cursor at the bracket. names: with quotes, for axis_number. */
static bool put_axes(GString *mesh, const char **at, GPtrArray *names)
{
    g_autoptr(GString) axis = g_string_new(NULL);
    const char *name;
    gsize n;
    for (++*at; **at && **at != ']'; *at += **at == ',') {
        if (!axis_name(at, &name, &n) || **at != '=')
            return false;
        g_ptr_array_add(names, g_strndup(name, n));
        char *end;
        int64_t size = strtoll(*at + 1, &end, 10);
        wire_put_text(axis, 1, names->pdata[names->len - 1]);
        wire_put_int(axis, 2, size);
        wire_put_message(mesh, 1, axis);
        if (end == *at + 1 || (*end != ',' && *end != ']'))
            return false;
        *at = end;
    }
    *at += **at == ']';
    return names->len > 0;
}

/* , device_ids=([2,4]T(1,0)) or (0,2,1,3); nothing if there is none. */
static bool put_ids(GString *mesh, const char **at)
{
    static const char word[] = ", device_ids=(";
    if (!g_str_has_prefix(*at, word))
        return true;
    const char *open = *at + strlen(word), *end = strchr(open, '{'), *close = end ? g_strrstr_len(open, end - open, ")") : NULL;
    if (!close)
        return false;
    *at = close + 1;
    if (*open != '[') {
        put_numbers(mesh, 2, open, close);
        return true;
    }
    g_autoptr(GString) range = g_string_new(NULL);
    const char *dims_end = open + strcspn(open, "]"), *perm = memchr(open, 'T', (gsize)(close - open));
    int64_t n_dims = 1;
    for (const char *p = open; p < dims_end; p++)
        n_dims += *p == ',';
    put_numbers(range, 1, open, dims_end);
    if (perm)
        put_numbers(range, 2, perm, close);
    for (int64_t d = 0; !perm && d < n_dims; d++)
        wire_put_ints(range, 2, &d, 1);
    wire_put_message(mesh, 3, range);
    return true;
}

/* {'a','b':(2)2}, the cursor before it. */
static bool put_refs(GString *out, const char *at, const GPtrArray *names)
{
    g_autoptr(GString) ref = g_string_new(NULL), part = g_string_new(NULL);
    const char *name;
    gsize n;
    at += strspn(at, " ");
    if (*at++ != '{')
        return false;
    for (; *at && *at != '}'; at += *at == ',') {
        if (!axis_name(&at, &name, &n))
            return false;
        guint k = 0;
        while (k < names->len && (strlen(names->pdata[k]) != n || memcmp(names->pdata[k], name, n) != 0))
            k++;
        if (k == names->len)
            return false;
        wire_put_int(ref, 1, k);
        if (*at == ':') {
            char *end;
            wire_put_int(part, 1, strtoll(at + 2, &end, 10));
            if (*end != ')')
                return false;
            wire_put_int(part, 2, strtoll(end + 1, &end, 10));
            wire_put_message(ref, 2, part);
            at = end;
        }
        wire_put_message(out, 2, ref);
    }
    return *at == '}';
}

/* mesh['a'=2,'b'=4], device_ids=(..) {'a'} */
static bool put_mesh(GString *out, const char *text)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) mesh = g_string_new(NULL), list = g_string_new(NULL);
    const char *at = text + strlen("mesh");
    if (!put_axes(mesh, &at, names) || !put_ids(mesh, &at))
        return false;
    wire_put_message(list, 1, mesh);
    if (!put_refs(list, at, names))
        return false;
    wire_put_message(out, 93, list);
    return true;
}

bool proto_write_groups(GString *out, const char *text)
{
    if (text && text[0] == '[' && strstr(text, "<=["))
        return put_range(out, text);
    return text && g_str_has_prefix(text, "mesh[") && put_mesh(out, text);
}
