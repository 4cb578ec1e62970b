/* Protobuf's wire format, as much as the interface needs beside what trace/wire.h reads: messages written, and XLA's OpSharding. */
#include "runtime/pjrt/plugin.h"

#include <string.h>

bool wire_numbers(const WireField *f, GArray *out)
{
    if (f->type == 0) {
        g_array_append_val(out, ((int64_t){ (int64_t)f->value }));
        return true;
    }
    if (f->type != 2)
        return false;
    const uint8_t *at = f->bytes, *end = f->bytes + f->n;
    while (at < end) {
        uint64_t v;
        if (!wire_varint_at(&at, end, &v))
            return false;
        g_array_append_val(out, ((int64_t){ (int64_t)v }));
    }
    return true;
}

static void put_varint(GByteArray *out, uint64_t v)
{
    do {
        uint8_t byte = (uint8_t)((v & 127) | (v > 127 ? 128 : 0));
        g_byte_array_append(out, &byte, 1);
        v >>= 7;
    } while (v);
}

void wire_varint(GByteArray *out, int number, uint64_t value)
{
    put_varint(out, (uint64_t)number << 3);
    put_varint(out, value);
}

void wire_bytes(GByteArray *out, int number, const void *bytes, size_t n)
{
    put_varint(out, (uint64_t)number << 3 | 2);
    put_varint(out, n);
    g_byte_array_append(out, bytes, (guint)n);
}

void wire_packed(GByteArray *out, int number, const int64_t *v, int n)
{
    if (n == 0)
        return;
    g_autoptr(GByteArray) body = g_byte_array_new();
    for (int i = 0; i < n; i++)
        put_varint(body, (uint64_t)v[i]);
    wire_bytes(out, number, body->data, body->len);
}

/* ---- OpSharding ---------------------------------------------------------------------------------------------------------------- */

enum { REPLICATED = 0, MAXIMAL = 1, OTHER = 3, MANUAL = 4, UNREDUCED = 6 };

/* "4,2,1" up to what is no number or comma. */
static const char *numbers(const char *p, GArray *out)
{
    while (g_ascii_isdigit(*p) || *p == ',') {
        if (*p == ',') {
            p++;
            continue;
        }
        char *end;
        int64_t v = g_ascii_strtoll(p, &end, 10);
        g_array_append_val(out, v);
        p = end;
    }
    return p;
}

/* What follows a tiling: which trailing dimensions hold copies, and so on. */
static void subgroups(GByteArray *out, const char *p)
{
    if (strstr(p, "last_tile_dim_replicate")) {
        wire_varint(out, 6, 1);
        return;
    }
    const char *list = strstr(p, "last_tile_dims={");
    for (const char *word = list ? list + strlen("last_tile_dims={") : ""; *word && *word != '}';) {
        size_t n = strcspn(word, ",}");
        int kind = strncmp(word, "replicated", n) == 0 ? REPLICATED : strncmp(word, "manual", n) == 0 ? MANUAL : UNREDUCED;
        wire_varint(out, 8, (uint64_t)kind); /* not packed, which readers take as well */
        word += n;
        word += *word == ',' || *word == ' ';
        while (*word == ' ')
            word++;
    }
}

GByteArray *wire_op_sharding(const char *text)
{
    GByteArray *out = g_byte_array_new();
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(int64_t));
    const int64_t *v;
    const char *p;
    if (g_str_has_prefix(text, "{replicated")) {
        wire_varint(out, 1, REPLICATED);
    } else if (g_str_has_prefix(text, "{manual")) {
        wire_varint(out, 1, MANUAL);
    } else if (g_str_has_prefix(text, "{unreduced")) {
        wire_varint(out, 1, UNREDUCED);
    } else if (g_str_has_prefix(text, "{maximal device=")) {
        numbers(text + strlen("{maximal device="), list);
        wire_varint(out, 1, MAXIMAL);
        wire_packed(out, 3, (int64_t[]){ 1 }, 1);
        wire_packed(out, 4, (const int64_t *)(const void *)list->data, (int)list->len);
    } else if (g_str_has_prefix(text, "{devices=[")) {
        p = numbers(text + strlen("{devices=["), list);
        wire_varint(out, 1, OTHER);
        v = (const int64_t *)(const void *)list->data;
        wire_packed(out, 3, v, (int)list->len);
        g_array_set_size(list, 0);
        p += *p == ']';
        if (g_str_has_prefix(p, "<=[")) {
            p = numbers(p + 3, list);
            g_autoptr(GArray) perm = g_array_new(FALSE, FALSE, sizeof(int64_t));
            if (g_str_has_prefix(p, "]T("))
                numbers(p + 3, perm);
            for (guint i = 0; perm->len == 0 && i < list->len; i++)
                g_array_append_val(perm, ((int64_t){ (int64_t)i }));
            wire_packed(out, 9, (const int64_t *)(const void *)list->data, (int)list->len);
            wire_packed(out, 10, (const int64_t *)(const void *)perm->data, (int)perm->len);
        } else {
            p = numbers(p, list);
            wire_packed(out, 4, (const int64_t *)(const void *)list->data, (int)list->len);
        }
        subgroups(out, p);
    } else {
        g_byte_array_unref(out);
        return NULL;
    }
    return out;
}
