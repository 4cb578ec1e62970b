/* Floats as MLIR writes them in attributes: seven digits where those say the number, else as many as its type needs, else
 * its bits. LLVM cuts decimals off after a number of digits that it estimates from the bits, and only then rounds; texts are
 * compared and kept as they are, so this does the same.
 * Source: APFloat::toString and AsmPrinter's printFloatValue in LLVM. */
#include "runtime/text/mlir_attr.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/ir/scalar.h"

enum { MAX_DIGITS = 1100 }; /* of a double, exactly: 767 and some more for large exponents */

/* A number as digits, the first of them not 0, times ten to the power of `exp`. */
typedef struct Decimal {
    char digits[MAX_DIGITS];
    int n, exp;
} Decimal;

/* The number exactly, and how many bits the integer of its digits has. */
static int decimal_of(double v, Decimal *d)
{
    char text[MAX_DIGITS + 32];
    int exponent;
    double mantissa = frexp(fabs(v), &exponent); /* 0.5 to 1 */
    uint64_t whole = (uint64_t)ldexp(mantissa, 53);
    exponent -= 53;
    int zeros = __builtin_ctzll(whole);
    whole >>= zeros;
    exponent += zeros;
    /* The integer is whole * 2^exponent, or whole * 5^-exponent with as many decimals. */
    long double bits = log2l((long double)whole) + (exponent > 0 ? (long double)exponent : -exponent * 2.32192809488736234787L);
    snprintf(text, sizeof text, "%.*f", exponent < 0 ? -exponent : 0, fabs(v));
    d->n = 0;
    d->exp = exponent < 0 ? exponent : 0;
    for (const char *s = text; *s; s++)
        if (g_ascii_isdigit(*s) && (d->n || *s != '0') && d->n < MAX_DIGITS)
            d->digits[d->n++] = *s;
    return (int)floorl(bits) + 1;
}

static void drop(Decimal *d, int n)
{
    n = MIN(n, d->n);
    d->n -= n;
    d->exp += n;
}

static void drop_zeros(Decimal *d)
{
    while (d->n > 1 && d->digits[d->n - 1] == '0')
        drop(d, 1);
}

static void cut(Decimal *d, int bits, int precision)
{
    int needed = (precision * 196 + 58) / 59; /* 196/59 is a little more than the bits of a decimal */
    if (bits > needed)
        drop(d, (bits - needed) * 59 / 196);
    drop_zeros(d);
    if (d->n <= precision)
        return;
    bool up = d->digits[precision] >= '5';
    drop(d, d->n - precision);
    if (up) {
        while (d->n && d->digits[d->n - 1] == '9')
            drop(d, 1);
        if (d->n)
            d->digits[d->n - 1]++;
        else
            d->digits[d->n++] = '1';
    }
    drop_zeros(d);
}

/* 1.500000e+00: seven digits. */
static void print_scientific(GString *out, const Decimal *d, int precision)
{
    int exp = d->exp + d->n - 1;
    g_string_append_c(out, d->digits[0]);
    g_string_append_c(out, '.');
    if (d->n == 1 && !precision)
        g_string_append_c(out, '0');
    g_string_append_len(out, d->digits + 1, d->n - 1);
    for (int i = d->n - 1; i < precision; i++)
        g_string_append_c(out, '0');
    g_string_append_printf(out, precision ? "e%c%02d" : "E%c%d", exp < 0 ? '-' : '+', ABS(exp));
}

/* As short as it goes: 0.015, 765000, 9.99999974E-6. */
static void print_short(GString *out, const Decimal *d, int precision)
{
    enum { MAX_PADDING = 3 };
    int first = d->exp + d->n - 1; /* power of the first digit */
    if (d->exp >= 0 ? d->exp > MAX_PADDING || d->n + d->exp > precision : first < -MAX_PADDING) {
        print_scientific(out, d, 0);
        return;
    }
    int whole = d->exp + d->n;
    if (whole <= 0)
        g_string_append(out, "0.");
    for (int i = whole; i < 0; i++)
        g_string_append_c(out, '0');
    for (int i = 0; i < d->n; i++) {
        g_string_append(out, i && i == whole ? "." : "");
        g_string_append_c(out, d->digits[i]);
    }
    for (int i = 0; i < d->exp; i++)
        g_string_append_c(out, '0');
}

static bool says(ElemType e, const char *text, const void *data)
{
    unsigned char back[16] = { 0 };
    scalar_from_double(e, g_ascii_strtod(text, NULL), back);
    return memcmp(back, data, (size_t)elem_info[e].bytes) == 0;
}

static int significant_bits(ElemType e)
{
    return e == ELEM_f64 ? 53 : e == ELEM_f32 ? 24 : e == ELEM_f16 ? 11 : e == ELEM_bf16 ? 8 : 4;
}

void mlir_float_print(GString *out, ElemType e, const void *data)
{
    double v = scalar_to_double(e, data);
    if (isfinite(v)) {
        g_autoptr(GString) s = g_string_new(signbit(v) ? "-" : "");
        gsize sign = s->len;
        Decimal exact = { .digits = "0", .n = 1 }, d = exact;
        int bits = v != 0 ? decimal_of(v, &exact) : 0;
        enum { SHORT = 6 };
        d = exact;
        cut(&d, bits, SHORT);
        print_scientific(s, &d, SHORT);
        if (!says(e, s->str, data)) {
            int precision = 2 + significant_bits(e) * 59 / 196;
            g_string_truncate(s, sign);
            d = exact;
            cut(&d, bits, precision);
            print_short(s, &d, precision);
        }
        if (strchr(s->str, '.')) {
            g_string_append_len(out, s->str, (gssize)s->len);
            return;
        }
    }
    g_string_append(out, "0x");
    for (int i = elem_info[e].bytes - 1; i >= 0; i--)
        g_string_append_printf(out, "%02X", ((const unsigned char *)data)[i]);
}
