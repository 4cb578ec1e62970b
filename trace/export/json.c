/* See json.h. */
#include "trace/export/json.h"

#include <math.h>

void json_text(GString *out, const char *text)
{
    g_autofree char *valid = g_utf8_validate(text, -1, NULL) ? NULL : g_utf8_make_valid(text, -1);
    g_string_append_c(out, '"');
    for (const char *p = valid ? valid : text; *p; p++) {
        if (*p == '"' || *p == '\\')
            g_string_append_c(out, '\\');
        if ((unsigned char)*p < 0x20)
            g_string_append_printf(out, "\\u%04x", (unsigned)*p);
        else
            g_string_append_c(out, *p);
    }
    g_string_append_c(out, '"');
}

void json_real(GString *out, double v)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, isfinite(v) ? g_ascii_dtostr(text, sizeof text, v) : "null");
}
