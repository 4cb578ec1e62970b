/* Dense literals: splats, nested lists, hexadecimal blobs, bit patterns of floats, complex pairs, and blobs in the
 * section at the end of the file. The type is written behind the values, so the values are skipped first and read
 * when the type is known. Start at mlir_read_dense. */
#include "runtime/text/mlir_attr.h"

#include <pthread.h>
#include <string.h>

#include "runtime/ir/scalar.h"

typedef struct Filler { /* where the next element goes */
    const Type *type;
    unsigned char *data;
    int64_t n, cap;
    int bytes;
    bool list;          /* a list was seen: not a splat */
} Filler;

int64_t mlir_literal_int(const Literal *l, int64_t i)
{
    int bytes = elem_info[l->type->elem].bytes;
    return scalar_to_int(l->type->elem, (const char *)l->data + (l->splat ? 0 : i * bytes));
}

const Literal *mlir_literal_splat(Mlir *x, const Type *type, double f, int64_t i)
{
    unsigned char one[16] = { 0 };
    if (elem_is_float(type->elem) || elem_info[type->elem].cls == CLASS_COMPLEX)
        scalar_from_double(type->elem, f, one);
    else
        scalar_from_int(type->elem, i, one);
    return literal_new(x->m, type, one, true);
}

/* ---- one element ------------------------------------------------------------------------------- */

/* A decimal with a point. Up to 15 digits times or by a power of ten that is exact make a double with one rounding
 * (Clinger, "How to read floating point numbers accurately", 1990); the rest is strtod's. */
static double read_decimal(const char *s, const char **end)
{
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    const char *p = s + (*s == '-');
    uint64_t v = 0;
    int digits = 0, scale = 0, e = 0;
    for (bool point = false; g_ascii_isdigit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        v = digits < 18 ? v * 10 + (uint64_t)(*p - '0') : v;
        digits += v > 0;
        scale -= point;
    }
    if ((*p == 'e' || *p == 'E') && (g_ascii_isdigit(p[1]) || ((p[1] == '+' || p[1] == '-') && g_ascii_isdigit(p[2])))) {
        bool minus = *++p == '-';
        for (p += *p == '-' || *p == '+'; g_ascii_isdigit(*p); p++)
            e = MIN(e * 10 + (*p - '0'), 100000);
        scale += minus ? -e : e;
    }
    *end = p;
    if (digits > 15 || scale < -22 || scale > 22)
        return g_ascii_strtod(s, NULL);
    double d = scale < 0 ? (double)v / tens[-scale] : (double)v * tens[scale];
    return *s == '-' ? -d : d;
}

static bool read_float(Mlir *x, ElemType e, unsigned char *out)
{
    char c = mlir_peek(x);
    const char *s = x->cur;
    int bytes = elem_info[e].bytes;
    if (c == '0' && s[1] == 'x') {
        int64_t bits;
        if (!mlir_read_int(x, &bits))
            return false;
        if (elem_info[e].bits < 64 && (uint64_t)bits >> elem_info[e].bits)
            return mlir_fail(x, s, "the bit pattern is wider than %s", elem_info[e].mlir);
        memcpy(out, &bits, (size_t)bytes); /* little-endian hosts only, as everywhere in the runtime */
        return true;
    }
    const char *digits = s + (c == '-');
    if (!g_ascii_isdigit(*digits))
        return mlir_expected(x, "a number");
    while (g_ascii_isdigit(*digits))
        digits++;
    if (*digits != '.')
        return mlir_fail(x, s, "%.*s is an integer, %s needs a decimal point", (int)MIN(digits - s, 30), s, elem_info[e].mlir);
    scalar_from_double(e, read_decimal(s, &x->cur), out);
    return true;
}

static bool int_fits(ElemType e, int64_t v, bool negative)
{
    int bits = elem_info[e].bits;
    if (bits >= 64)
        return true;
    int64_t limit = (int64_t)1 << bits;
    /* Printers write i8 200 as -56; both are accepted. */
    return negative ? v >= -(limit >> 1) : v >= 0 && v < limit;
}

static bool read_element(Mlir *x, ElemType e, unsigned char *out)
{
    char c = mlir_peek(x);
    const char *s = x->cur;
    if (elem_info[e].cls == CLASS_COMPLEX) {
        ElemType part = elem_part(e);
        int bytes = elem_info[part].bytes;
        if (!mlir_accept(x, '('))
            return mlir_expected(x, "a complex number (re,im)");
        return read_float(x, part, out) && mlir_expect(x, ',') && read_float(x, part, out + bytes) && mlir_expect(x, ')');
    }
    if (elem_is_float(e))
        return read_float(x, e, out);
    if (c == 't' || c == 'f') {
        bool value = mlir_accept_keyword(x, "true");
        if (value || mlir_accept_keyword(x, "false")) {
            if (e != ELEM_pred)
                return mlir_fail(x, s, "true and false are for i1, the literal is of %s", elem_info[e].mlir);
            scalar_from_int(e, value, out);
            return true;
        }
    }
    int64_t v;
    if (!mlir_read_int(x, &v))
        return false;
    if (*x->cur == '.' && g_ascii_isdigit(x->cur[1]))
        return mlir_fail(x, s, "a float in a literal of %s", elem_info[e].mlir);
    if (c == '-' && elem_info[e].cls == CLASS_UNSIGNED)
        return mlir_fail(x, s, "a negative number in a literal of %s", elem_info[e].mlir);
    if (!int_fits(e, v, c == '-'))
        return mlir_fail(x, s, "%.*s does not fit %s", (int)MIN(x->cur - s, 30), s, elem_info[e].mlir);
    scalar_from_int(e, e == ELEM_pred ? v != 0 : v, out);
    return true;
}

static bool push_element(Mlir *x, Filler *f)
{
    if (f->n == f->cap) {
        if (f->n >= f->type->n_elems && f->list)
            return mlir_fail(x, x->cur, "the literal has more than %" G_GINT64_FORMAT " elements", f->type->n_elems);
        f->cap = MAX(16, f->cap * 2);
        f->data = g_realloc(f->data, (size_t)f->cap * (size_t)f->bytes);
    }
    return read_element(x, f->type->elem, f->data + f->n++ * f->bytes);
}

/* A list at nesting level `dim`: its length must be that dimension. */
static bool read_list(Mlir *x, Filler *f, int dim)
{
    mlir_peek(x);
    const char *start = x->cur;
    if (dim >= f->type->rank)
        return mlir_fail(x, start, "the literal nests deeper than the type's %d dimensions", f->type->rank);
    if (!mlir_expect(x, '['))
        return false;
    int64_t n = 0, want = f->type->dims[dim];
    if (!mlir_accept(x, ']')) {
        do {
            bool ok = dim + 1 < f->type->rank ? read_list(x, f, dim + 1) : push_element(x, f);
            if (!ok)
                return false;
            n++;
        } while (mlir_accept(x, ','));
        if (!mlir_expect(x, ']'))
            return false;
    }
    if (n != want)
        return mlir_fail(x, start, "the list has %" G_GINT64_FORMAT " entries, dimension %d of the type has %" G_GINT64_FORMAT,
                         n, dim, want);
    return true;
}

/* ---- blobs ----------------------------------------------------------------------------------------- */

static unsigned char values_of_digits[256];

static void fill_digit_values(void)
{
    for (int c = 0; c < 256; c++) {
        int v = g_ascii_xdigit_value((char)c);
        values_of_digits[c] = (unsigned char)(v < 0 ? 16 : v);
    }
}

/* The value of a digit; 16 if it is none. */
static const unsigned char *digit_values(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_digit_values);
    return values_of_digits;
}

/* Digits to bytes; false if one is no digit. */
static bool hex_bytes(const char *s, size_t n, unsigned char *out)
{
    const unsigned char *values = digit_values();
    unsigned bad = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned hi = values[(unsigned char)s[2 * i]], lo = values[(unsigned char)s[2 * i + 1]];
        bad |= hi | lo;
        out[i] = (unsigned char)(hi << 4 | (lo & 15));
    }
    return !(bad & 16);
}

/* Narrow elements in place of raw bytes: one byte each, or `packed` from bit 0 of byte 0 on. */
static void widen(ElemType e, size_t n, bool packed, const unsigned char *from, unsigned char *to)
{
    int bits = elem_info[e].bits;
    unsigned mask = (1u << bits) - 1;
    for (size_t i = 0; i < n; i++) {
        unsigned v = packed ? from[i * (size_t)bits / 8] >> (i * (size_t)bits % 8) : from[i];
        if (elem_is_float(e))
            to[i] = (unsigned char)(v & mask);
        else
            scalar_from_int(e, e == ELEM_pred ? (v & mask) != 0 : (int64_t)(v & mask), &to[i]);
    }
}

/* Makes the literal of n raw little-endian bytes, given as digits. Large literals are decoded directly into their memory. */
static const Literal *from_blob(Mlir *x, const char *at, const Type *type, const char *digits, size_t n)
{
    ElemType e = type->elem;
    size_t bytes = (size_t)elem_info[e].bytes, n_elems = (size_t)type->n_elems, want = n_elems * bytes;
    int bits = elem_info[e].bits;
    size_t n_packed = bits < 8 ? (n_elems * (size_t)bits + 7) / 8 : want;
    unsigned char one[16] = { 0 };
    Literal *l = arena_new(x->m->arena, Literal);
    l->type = type->plain;
    bool ok = true;
    if (n == bytes && n_elems > 1) {
        /* One element is a splat; one byte of bits is one too, unless it can only be packed. */
        ok = hex_bytes(digits, n, one);
        l->splat = !(e == ELEM_pred && n == n_packed && one[0] > 1 && one[0] < 0xff);
    }
    if (ok && !l->splat && n != want && n != n_packed) {
        mlir_fail(x, at, "the blob has %zu bytes, the type needs %zu", n, want);
        return NULL;
    }
    unsigned char *data = arena_alloc(x->m->arena, l->splat ? bytes : want);
    l->data = data;
    if (ok && l->splat) {
        memcpy(data, one, bytes);
        if (bits < 8)
            widen(e, 1, false, one, data);
    } else if (ok && bits >= 8) {
        ok = hex_bytes(digits, n, data);
    } else if (ok) {
        unsigned char *raw = g_malloc(n + 1);
        ok = hex_bytes(digits, n, raw);
        widen(e, n_elems, n != want || (n == bytes && n_elems > 1), raw, data);
        g_free(raw);
    }
    if (!ok)
        mlir_fail(x, at, "the blob has a character that is no hexadecimal digit");
    return ok ? l : NULL;
}

const Literal *mlir_literal_raw(Mlir *x, const char *at, const Type *type, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    ElemType e = type->elem;
    size_t size = (size_t)elem_info[e].bytes, n_elems = (size_t)type->n_elems;
    int bits = elem_info[e].bits;
    size_t n_packed = bits < 8 ? (n_elems * (size_t)bits + 7) / 8 : n_elems * size;
    bool pred = e == ELEM_pred;
    bool splat = n == size && n_elems != 1 && (!pred || n_elems > 8 || *from == 0 || *from == 0xff);
    if (!splat && n != n_elems * size && n != n_packed) {
        mlir_fail(x, at, "the literal has %zu bytes, its type needs %zu", n, n_elems * size);
        return NULL;
    }
    if (bits >= 8)
        return literal_new(x->m, type, n ? from : (const void *)"", splat);
    size_t n_out = splat ? 1 : n_elems;
    unsigned char *out = g_malloc(n_out + 1);
    widen(e, n_out, !splat && n != n_elems, from, out);
    const Literal *l = literal_new(x->m, type, out, splat);
    g_free(out);
    return l;
}

/* "0x..." between quotes at s. */
static const Literal *read_blob(Mlir *x, const char *s, size_t n, const Type *type, size_t skip_bytes)
{
    if (n < 2 || s[0] != '0' || s[1] != 'x' || n % 2) {
        mlir_fail(x, s, "a literal in quotes must be \"0x\" and pairs of hexadecimal digits");
        return NULL;
    }
    size_t n_bytes = (n - 2) / 2;
    if (n_bytes >= skip_bytes)
        return from_blob(x, s, type, s + 2 + 2 * skip_bytes, n_bytes - skip_bytes);
    mlir_fail(x, s, "the blob is too short");
    return NULL;
}

/* dense_resource<name>: the blob's first four bytes are its alignment. */
static const Literal *read_resource(Mlir *x, const char *at, const char *name, const Type *type)
{
    const char *s = x->resources.s, *end = s + x->resources.n;
    size_t len = strlen(name);
    while (s && (s = memmem(s, (size_t)(end - s), name, len)) != NULL) {
        const char *e = s + len;
        bool whole = !mlir_is_name_char(s[-1]) && !mlir_is_name_char(*e);
        if (s[-1] == '"' && *e == '"')
            e++;
        while (g_ascii_isspace(*e))
            e++;
        if (whole && *e == ':') {
            for (e++; g_ascii_isspace(*e); e++)
                continue;
            const char *close = *e == '"' ? memchr(e + 1, '"', (size_t)(end - e - 1)) : NULL;
            if (close)
                return read_blob(x, e + 1, (size_t)(close - e - 1), type, 4);
        }
        s += len;
    }
    mlir_fail(x, at, "the file has no resource '%s'", name);
    return NULL;
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static const Literal *fill(Mlir *x, Filler *f, const char *close)
{
    bool ok = true;
    f->list = mlir_peek(x) == '[';
    if (f->list) {
        /* The values are text, so the file bounds them; the type's size alone must not. */
        ok = read_list(x, f, 0);
    } else if (x->cur < close) {
        ok = push_element(x, f);
    } else if (f->type->n_elems) {
        ok = mlir_fail(x, close, "the literal has no values, its type has %" G_GINT64_FORMAT, f->type->n_elems);
    }
    mlir_peek(x);
    if (ok && x->cur != close)
        ok = mlir_expected(x, "'>'");
    if (!ok)
        return NULL;
    if (!f->list && f->n == 1)
        return literal_new(x->m, f->type, f->data, f->type->n_elems != 1);
    return literal_new(x->m, f->type, f->data ? f->data : (void *)"", false);
}

const Literal *mlir_read_dense(Mlir *x)
{
    Str word = mlir_accept_word(x), body;
    const char *at = word.s;
    if (mlir_peek(x) != '<') {
        mlir_expect(x, '<');
        return NULL;
    }
    if (str_is(word, "sparse")) {
        mlir_fail_as(x, at, SHARD_ERROR_UNSUPPORTED, NULL, "sparse literals are not supported");
        return NULL;
    }
    const char *start = x->cur, *start_line = x->line_start;
    int line = x->line;
    if (!mlir_skip_balanced(x, &body) || !mlir_expect(x, ':'))
        return NULL;
    const char *type_at = x->cur;
    const Type *type = mlir_read_type(x);
    if (!type)
        return NULL;
    if (type->kind != TYPE_ARRAY) {
        mlir_fail(x, type_at, "a literal must be a tensor");
        return NULL;
    }
    const char *after = x->cur, *after_line_start = x->line_start;
    int after_line = x->line;
    x->cur = start + 1;
    x->line = line;
    x->line_start = start_line;

    const char *close = body.s + body.n - 1;
    const Literal *l;
    char c = mlir_peek(x);
    if (str_is(word, "dense_resource")) {
        const char *name = c == '"' ? mlir_read_string(x, NULL)
                                    : arena_strndup(x->scratch, x->cur, (size_t)(close - x->cur));
        l = name && *name ? read_resource(x, at, name, type) : NULL;
        if (!l)
            mlir_fail(x, at, "expected a resource's name");
    } else if (c == '"') {
        const char *end = memchr(x->cur + 1, '"', (size_t)(close - x->cur - 1));
        l = read_blob(x, x->cur + 1, end ? (size_t)(end - x->cur - 1) : 0, type, 0);
    } else {
        Filler f = { .type = type, .bytes = elem_info[type->elem].bytes };
        l = fill(x, &f, close);
        g_free(f.data);
    }
    x->cur = after;
    x->line = after_line;
    x->line_start = after_line_start;
    return l;
}
