/* Writes protobuf's wire format; see wire_put.h. */
#include "trace/wire_put.h"

#include <string.h>

void wire_put_varint(GString *out, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        g_string_append_c(out, (char)(v | 0x80));
    g_string_append_c(out, (char)v);
}

static void put_key(GString *out, int number, int type)
{
    wire_put_varint(out, (uint64_t)number << 3 | (uint64_t)type);
}

void wire_put_int_always(GString *out, int number, int64_t v)
{
    put_key(out, number, 0);
    wire_put_varint(out, (uint64_t)v);
}

void wire_put_int(GString *out, int number, int64_t v)
{
    if (v)
        wire_put_int_always(out, number, v);
}

void wire_put_fixed64(GString *out, int number, uint64_t v)
{
    v = GUINT64_TO_LE(v);
    put_key(out, number, 1);
    g_string_append_len(out, (const char *)&v, sizeof v);
}

void wire_put_double(GString *out, int number, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    wire_put_fixed64(out, number, bits);
}

void wire_put_float(GString *out, int number, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits = GUINT32_TO_LE(bits);
    put_key(out, number, 5);
    g_string_append_len(out, (const char *)&bits, sizeof bits);
}

void wire_put_bytes(GString *out, int number, const void *bytes, gsize n)
{
    put_key(out, number, 2);
    wire_put_varint(out, n);
    g_string_append_len(out, bytes, (gssize)n);
}

void wire_put_text(GString *out, int number, const char *text)
{
    if (text && *text)
        wire_put_bytes(out, number, text, strlen(text));
}

void wire_put_message(GString *out, int number, GString *body)
{
    wire_put_bytes(out, number, body->str, body->len);
    g_string_truncate(body, 0);
}

void wire_put_ints(GString *out, int number, const int64_t *v, int n)
{
    if (!n)
        return;
    g_autoptr(GString) packed = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        wire_put_varint(packed, (uint64_t)v[i]);
    wire_put_message(out, number, packed);
}
