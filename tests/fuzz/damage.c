/* Damages files; see damage.h. */
#include "tests/fuzz/damage.h"

#include <gio/gio.h>
#include <string.h>

static gsize below(GRand *rand, gsize n)
{
    return n > 1 ? (gsize)g_rand_int_range(rand, 0, (gint32)MIN(n, (gsize)G_MAXINT32)) : 0;
}

static void cut_end(GRand *rand, GByteArray *b)
{
    g_byte_array_set_size(b, (guint)below(rand, b->len));
}

static void cut_begin(GRand *rand, GByteArray *b)
{
    g_byte_array_remove_range(b, 0, (guint)below(rand, b->len));
}

static void flip_bits(GRand *rand, GByteArray *b)
{
    for (int i = 1 + (int)below(rand, 4); i > 0; i--)
        b->data[below(rand, b->len)] ^= (guint8)(1u << below(rand, 8));
}

static void set_bytes(GRand *rand, GByteArray *b)
{
    for (int i = 1 + (int)below(rand, 8); i > 0; i--)
        b->data[below(rand, b->len)] = (guint8)(i % 2 ? 0xff : below(rand, 256));
}

/* A block of it: where it begins, and how long it is. */
static gsize block(GRand *rand, const GByteArray *b, gsize *n)
{
    gsize at = below(rand, b->len);
    gsize most = (gsize)1 << below(rand, 13);
    *n = MIN(b->len - at, most);
    return at;
}

static void hole(GRand *rand, GByteArray *b)
{
    gsize n, at = block(rand, b, &n);
    memset(b->data + at, 0, n);
}

static void noise(GRand *rand, GByteArray *b)
{
    gsize n, at = block(rand, b, &n);
    for (gsize i = 0; i < n; i++)
        b->data[at + i] = (guint8)below(rand, 256);
}

static void lose_block(GRand *rand, GByteArray *b)
{
    gsize n, at = block(rand, b, &n);
    g_byte_array_remove_range(b, (guint)at, (guint)n);
}

/* Puts bytes in. */
static void put(GByteArray *b, gsize at, const guint8 *bytes, gsize n)
{
    gsize old = b->len;
    g_byte_array_set_size(b, (guint)(old + n));
    memmove(b->data + at + n, b->data + at, old - at);
    memcpy(b->data + at, bytes, n);
}

static void repeat_block(GRand *rand, GByteArray *b)
{
    gsize n, at = block(rand, b, &n);
    g_autofree guint8 *copy = g_memdup2(b->data + at, n);
    put(b, below(rand, b->len), copy, n);
}

/* Lengths of protobufs, of SQLite's cells, and of anything in 4 bytes. */
static void hostile_length(GRand *rand, GByteArray *b)
{
    static const guint8 numbers[][10] = { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, { 0xff, 0xff, 0xff, 0xff, 0x0f }, { 0xff, 0xff, 0xff, 0xff, 0x07 },
                                          { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80 }, { 0x7f, 0xff, 0xff, 0xff }, { 0x80, 0x00, 0x00, 0x00 } };
    static const gsize sizes[] = { 10, 5, 5, 10, 4, 4 };
    gsize which = below(rand, G_N_ELEMENTS(sizes)), n = sizes[which], at = below(rand, b->len);
    if (below(rand, 2))
        put(b, at, numbers[which], n);
    else
        memcpy(b->data + at, numbers[which], MIN(n, b->len - at));
}

/* A number of a text becomes another. */
static void hostile_number(GRand *rand, GByteArray *b)
{
    static const char *const numbers[] = { "99999999999999999999", "9223372036854775807", "-9223372036854775808", "4294967296", "2147483648", "-1", "0", "1e999", "-", "" };
    gsize at = below(rand, b->len), n = 0;
    for (gsize tries = 0; tries < b->len && !g_ascii_isdigit(b->data[at]); tries++)
        at = (at + 1) % b->len;
    while (at + n < b->len && g_ascii_isdigit(b->data[at + n]))
        n++;
    g_byte_array_remove_range(b, (guint)at, (guint)n);
    const char *other = numbers[below(rand, G_N_ELEMENTS(numbers))];
    put(b, at, (const guint8 *)other, strlen(other));
}

/* Each byte as what `filter` writes for it. */
static void filtered(GByteArray *b, void (*filter)(GByteArray *out, guint8 c))
{
    g_autoptr(GByteArray) in = g_byte_array_append(g_byte_array_new(), b->data, b->len);
    g_byte_array_set_size(b, 0);
    for (guint i = 0; i < in->len; i++)
        filter(b, in->data[i]);
}

static void crlf(GByteArray *out, guint8 c)
{
    if (c == '\n')
        g_byte_array_append(out, (const guint8 *)"\r", 1);
    g_byte_array_append(out, &c, 1);
}

static void no_cr(GByteArray *out, guint8 c)
{
    if (c != '\r')
        g_byte_array_append(out, &c, 1);
}

static void latin1_to_utf8(GByteArray *out, guint8 c)
{
    guint8 two[] = { (guint8)(0xc0 | c >> 6), (guint8)(0x80 | (c & 0x3f)) };
    g_byte_array_append(out, c < 0x80 ? &c : two, c < 0x80 ? 1 : 2);
}

static void replaced(GByteArray *out, guint8 c)
{
    g_byte_array_append(out, c < 0x80 ? &c : (const guint8 *)"\xef\xbf\xbd", c < 0x80 ? 1 : 3);
}

static void seven_bits(GByteArray *out, guint8 c)
{
    c &= 0x7f;
    g_byte_array_append(out, &c, 1);
}

static void utf16(GByteArray *out, guint8 c)
{
    guint8 two[] = { c, 0 };
    g_byte_array_append(out, two, 2);
}

static void wrong_endian(GRand *rand, GByteArray *b)
{
    guint n = 2u << below(rand, 3);
    for (guint i = 0; i + n <= b->len; i += n)
        for (guint k = 0; k < n / 2; k++) {
            guint8 c = b->data[i + k];
            b->data[i + k] = b->data[i + n - 1 - k];
            b->data[i + n - 1 - k] = c;
        }
}

static void packed(GByteArray *b)
{
    g_autoptr(GZlibCompressor) to = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
    g_autofree guint8 *out = g_malloc(b->len + 1024);
    gsize n_read, n_written;
    if (g_converter_convert(G_CONVERTER(to), b->data, b->len, out, b->len + 1024, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL) != G_CONVERTER_FINISHED)
        return;
    g_byte_array_set_size(b, 0);
    g_byte_array_append(b, out, (guint)n_written);
}

static const char *const names[DAMAGE_KINDS] = { "cut at the end", "cut at the begin", "bits flipped", "bytes set", "hole", "noise", "block lost", "block repeated", "length", "number", "LF to CRLF", "without CR",
                                                 "Latin-1 to UTF-8", "no UTF-8", "seven bits", "UTF-16", "wrong endian", "gzip", "gzip cut", "gzip flipped" };

const char *damage_name(int kind)
{
    return names[kind];
}

GByteArray *damage(GRand *rand, int kind, const guint8 *bytes, gsize n)
{
    static void (*const filters[])(GByteArray *, guint8) = { crlf, no_cr, latin1_to_utf8, replaced, seven_bits, utf16 };
    static void (*const changes[])(GRand *, GByteArray *) = { cut_end, cut_begin, flip_bits, set_bytes, hole, noise, lose_block, repeat_block, hostile_length, hostile_number };
    GByteArray *b = g_byte_array_append(g_byte_array_new(), bytes, (guint)n);
    if (!n)
        return b;
    if (kind < (int)G_N_ELEMENTS(changes))
        changes[kind](rand, b);
    else if (kind < 16)
        filtered(b, filters[kind - 10]);
    else if (kind == 16)
        wrong_endian(rand, b);
    else
        packed(b);
    if (kind == 18)
        cut_end(rand, b);
    else if (kind == 19)
        flip_bits(rand, b);
    return b;
}
