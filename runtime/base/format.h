/* A fast printf for messages that are made in large numbers. Common conversions are done here, all others by the C library;
 * the output is the same as the C library's. */
#pragma once

#include <glib.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Appends; like g_string_append_printf, a few times as fast. */
void format_append(GString *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void format_append_list(GString *out, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* The number in decimal. */
void format_int(GString *out, int64_t v);
/* A number of bytes as people say it: "512 B", "1.50 KiB", "16.0 MiB", "250 GiB". To be freed. */
char *format_size(int64_t bytes);

/* What g_string_append_len, g_string_append and g_string_append_c do, without a call where there is room; of a literal the
 * length is known when this is compiled. */
static inline void text_put_n(GString *out, const char *text, size_t n)
{
    if (out->len + n >= out->allocated_len) {
        g_string_append_len(out, text, (gssize)n);
        return;
    }
    memcpy(out->str + out->len, text, n);
    out->len += n;
    out->str[out->len] = '\0';
}

static inline void text_put(GString *out, const char *text)
{
    text_put_n(out, text, strlen(text));
}

/* Appends n bytes of the text itself, from `at`. */
static inline void text_repeat(GString *out, gsize at, gsize n)
{
    if (out->len + n >= out->allocated_len) {
        gsize end = out->len;
        g_string_set_size(out, end + n);
        g_string_truncate(out, end);
    }
    text_put_n(out, out->str + at, n);
}

static inline void text_put_c(GString *out, char c)
{
    text_put_n(out, &c, 1);
}
