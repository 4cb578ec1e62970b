/* %s %d %ld %lld (and %i) %c %% and %.0f to %.4f, %.1g to %.4g without width or flags are done by hand; a format with anything else goes
 * to the C library whole. Start at format_append_list. */
#include "runtime/base/format.h"

#include <math.h>
#include <stdio.h>

void format_int(GString *out, int64_t v)
{
    char digits[24], *end = digits + sizeof digits, *at = end;
    uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (v < 0)
        *--at = '-';
    text_put_n(out, at, (size_t)(end - at));
}

enum { MAX_DIGITS = 4 };
static const double power[] = { 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8 };

/* |v| times the power of ten, as a whole number, rounded as printf does, which looks at the exact value: -1 for what is too
 * near to a half for that to be sure here, and for what is large or no number. */
static int64_t rounded(double v, int digits)
{
    double scaled = fabs(v) * power[digits], whole = floor(scaled);
    if (!(scaled < 1e9) || fabs(scaled - whole - 0.5) < 1e-6)
        return -1;
    return (int64_t)whole + (scaled - whole > 0.5);
}

static void append_decimal(GString *out, bool negative, int64_t n, int digits)
{
    int64_t unit = (int64_t)power[digits];
    if (negative)
        text_put_n(out, "-", 1);
    format_int(out, n / unit);
    if (!digits)
        return;
    char part[16] = { '.' };
    n %= unit;
    for (int i = digits; i > 0; i--, n /= 10)
        part[i] = (char)('0' + n % 10);
    text_put_n(out, part, (size_t)digits + 1);
}

static void by_library(GString *out, const char *fmt, int digits, double v)
{
    char text[400];
    int n = snprintf(text, sizeof text, fmt, digits, v);
    text_put_n(out, text, (size_t)n);
}

static void append_fixed(GString *out, double v, int digits)
{
    int64_t n = rounded(v, digits);
    if (n < 0)
        by_library(out, "%.*f", digits, v);
    else
        append_decimal(out, signbit(v), n, digits);
}

/* `digits` significant ones without zeros at the end; very small and large numbers, written with an exponent, are the library's. */
static void append_general(GString *out, double v, int digits)
{
    double size = fabs(v);
    int places = digits - 1; /* behind the point */
    for (double limit = 10; size >= limit && places > 0; limit *= 10)
        places--;
    for (double limit = 1; size < limit && places < digits + 3; limit /= 10)
        places++;
    int64_t n = size >= 1e-3 && size < power[digits] ? rounded(v, places) : -1;
    if (n < 0 || n >= (int64_t)power[digits]) { /* or rounded up to one digit more */
        by_library(out, "%.*g", digits, v);
        return;
    }
    while (places > 0 && n % 10 == 0) {
        n /= 10;
        places--;
    }
    append_decimal(out, signbit(v), n, places);
}

/* One conversion, of which `at` follows the '%'. Its length; 0 if it is not one of ours, and then nothing is appended. */
static size_t convert(GString *out, const char *at, va_list *ap)
{
    switch (*at) {
    case '%':
        text_put_n(out, "%", 1);
        return 1;
    case 's': {
        const char *s = va_arg(*ap, const char *);
        s = s ? s : "(null)";
        text_put_n(out, s, strlen(s));
        return 1;
    }
    case 'd':
    case 'i':
        format_int(out, va_arg(*ap, int));
        return 1;
    case 'c': {
        char c = (char)va_arg(*ap, int);
        text_put_n(out, &c, 1);
        return 1;
    }
    case 'l':
        if (at[1] == 'd' || at[1] == 'i') {
            format_int(out, va_arg(*ap, long));
            return 2;
        }
        if (at[1] != 'l' || (at[2] != 'd' && at[2] != 'i'))
            return 0;
        format_int(out, va_arg(*ap, long long));
        return 3;
    case '.': {
        int digits = at[1] - '0';
        if (digits >= 0 && digits <= MAX_DIGITS && at[2] == 'f')
            append_fixed(out, va_arg(*ap, double), digits);
        else if (digits >= 1 && digits <= MAX_DIGITS && at[2] == 'g')
            append_general(out, va_arg(*ap, double), digits);
        else
            return 0;
        return 3;
    }
    default:
        return 0;
    }
}

void format_append_list(GString *out, const char *fmt, va_list ap)
{
    gsize start = out->len;
    va_list mine;
    va_copy(mine, ap);
    const char *from = fmt;
    for (const char *at; (at = strchr(from, '%'));) {
        text_put_n(out, from, (size_t)(at - from));
        size_t n = convert(out, at + 1, &mine);
        if (!n) {
            g_string_truncate(out, start);
            g_string_append_vprintf(out, fmt, ap);
            va_end(mine);
            return;
        }
        from = at + 1 + n;
    }
    text_put_n(out, from, strlen(from));
    va_end(mine);
}

void format_append(GString *out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    format_append_list(out, fmt, ap);
    va_end(ap);
}

char *format_size(int64_t bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    double b = (double)bytes;
    int u = 0;
    for (; b >= 1024 && u < 4; u++)
        b /= 1024;
    g_autofree char *number = g_strdup_printf("%.*f", u == 0 ? 0 : b < 9.995 ? 2 : 1, b); /* as trace_bytes() writes it: 1.5 MiB, 2 MiB */
    for (char *end = number + strlen(number); u && (end[-1] == '0' || end[-1] == '.'); *--end = '\0')
        if (end[-1] == '.') {
            end[-1] = '\0';
            break;
        }
    return g_strdup_printf("%s %s", number, units[u]);
}
