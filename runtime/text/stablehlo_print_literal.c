/* Literals in MLIR's notation: decimals with enough digits to be read back exactly, bit patterns where decimals cannot
 * express the value, one hexadecimal string for large literals. */
#include "runtime/text/stablehlo_print.h"

#include <math.h>
#include <string.h>

#include "runtime/ir/scalar.h"

enum { MAX_LISTED = 100 };

static void print_bits(GString *out, const unsigned char *data, int bytes)
{
    g_string_append(out, "0x");
    for (int i = bytes - 1; i >= 0; i--)
        g_string_append_printf(out, "%02X", data[i]);
}

static void print_float(GString *out, ElemType e, const unsigned char *data)
{
    int bytes = elem_info[e].bytes;
    double v = scalar_to_double(e, data);
    if (!isfinite(v)) {
        print_bits(out, data, bytes);
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        char text[64];
        char format[8];
        g_snprintf(format, sizeof format, "%%.%de", digits);
        g_ascii_formatd(text, sizeof text, format, v);
        unsigned char back[16] = { 0 };
        scalar_from_double(e, g_ascii_strtod(text, NULL), back);
        if (memcmp(back, data, (size_t)bytes) == 0 || digits == 17) {
            g_string_append(out, text);
            return;
        }
    }
}

static void print_element(GString *out, ElemType e, const unsigned char *data)
{
    switch (elem_info[e].cls) {
    case CLASS_PRED:
        g_string_append(out, *data ? "true" : "false");
        return;
    case CLASS_SIGNED:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, scalar_to_int(e, data));
        return;
    case CLASS_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, (guint64)scalar_to_int(e, data));
        return;
    case CLASS_FLOAT:
        print_float(out, e, data);
        return;
    case CLASS_COMPLEX: {
        ElemType part = elem_part(e);
        g_string_append_c(out, '(');
        print_float(out, part, data);
        g_string_append_c(out, ',');
        print_float(out, part, data + elem_info[part].bytes);
        g_string_append_c(out, ')');
        return;
    }
    }
}

/* Dimension d and what is within; returns where the next element starts. */
static const unsigned char *print_list(GString *out, const Type *type, int d, const unsigned char *data)
{
    if (d == type->rank) {
        print_element(out, type->elem, data);
        return data + elem_info[type->elem].bytes;
    }
    g_string_append_c(out, '[');
    for (int64_t i = 0; i < type->dims[d]; i++) {
        g_string_append(out, i ? ", " : "");
        data = print_list(out, type, d + 1, data);
    }
    g_string_append_c(out, ']');
    return data;
}

void mlir_print_dense(GString *out, const Literal *l)
{
    const Type *type = l->type;
    g_string_append(out, "dense<");
    if (type->n_elems == 0) {
        g_string_append_c(out, '>');
        return;
    }
    static const unsigned char zeros[16];
    if (!l->data || l->splat) {
        print_element(out, type->elem, l->data ? l->data : zeros); /* elided text: its values are not known */
    } else if (type->n_elems <= MAX_LISTED) {
        print_list(out, type, 0, l->data);
    } else {
        static const char digits[] = "0123456789ABCDEF";
        const unsigned char *data = l->data;
        size_t n = (size_t)type->n_elems * (size_t)elem_info[type->elem].bytes;
        g_string_append(out, "\"0x");
        gsize at = out->len;
        g_string_set_size(out, at + 2 * n);
        int bits = elem_info[type->elem].bits; /* narrow integers are kept with their sign spread, but written without */
        unsigned mask = bits < 8 && type->elem != ELEM_pred ? (1u << bits) - 1 : 255;
        for (size_t i = 0; i < n; i++) {
            unsigned v = data[i] & mask;
            out->str[at + 2 * i] = digits[v >> 4];
            out->str[at + 2 * i + 1] = digits[v & 15];
        }
        g_string_append_c(out, '"');
    }
    g_string_append_c(out, '>');
}
