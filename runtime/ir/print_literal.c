/* Prints constants as text: with enough digits to read back the same bits, and no more than HLO prints. */
#include <math.h>
#include <string.h>

#include "runtime/ir/print_impl.h"
#include "runtime/ir/scalar.h"

/* Digits of %g that round-trip any value of the type; f32 and f64 try fewer first. */
static int digits_of(ElemType e)
{
    switch (e) {
    case ELEM_f64: return 17;
    case ELEM_f32: return 9;
    case ELEM_f16: return 5;
    case ELEM_bf16: return 4;
    case ELEM_f8e4m3:
    case ELEM_f8e4m3fn:
    case ELEM_f8e4m3b11fnuz:
    case ELEM_f8e4m3fnuz:
    case ELEM_f8e3m4:
    case ELEM_f6e2m3fn: return 3;
    default: return 2;
    }
}

static void print_nan(GString *out, ElemType e, const void *p)
{
    const FloatFormat *f = float_format(e);
    uint64_t bits = 0;
    memcpy(&bits, p, (size_t)elem_info[e].bytes);
    /* In formats without a negative zero the only NaN has the sign bit set. */
    bool negative = f->has_sign && (bits >> (f->exponent_bits + f->mantissa_bits) & 1);
    uint64_t payload = bits & (((uint64_t)1 << f->mantissa_bits) - 1);
    g_string_append(out, negative ? "-nan" : "nan");
    if (!f->fn && !f->fnuz && payload != (uint64_t)1 << (f->mantissa_bits - 1))
        g_string_append_printf(out, "(0x%" G_GINT64_MODIFIER "x)", payload);
}

static void print_float(GString *out, ElemType e, const void *p)
{
    double v = scalar_to_double(e, p);
    if (isnan(v)) {
        print_nan(out, e, p);
        return;
    }
    if (isinf(v)) {
        g_string_append(out, v < 0 ? "-inf" : "inf");
        return;
    }
    if (fabs(v) < 10000 && v == (int)v && (v != 0 || !signbit(v)) &&
        (digits_of(e) >= 4 || fabs(v) < 100)) {
        g_string_append_printf(out, "%d", (int)v);
        return;
    }
    char text[G_ASCII_DTOSTR_BUF_SIZE], again[16], format[] = "%.17g";
    int tries[] = {e == ELEM_f32 ? 6 : e == ELEM_f64 ? 15 : digits_of(e), digits_of(e)};
    for (int i = 0; i < 2; i++) {
        g_snprintf(format, sizeof format, "%%.%dg", tries[i]);
        g_ascii_formatd(text, sizeof text, format, v);
        scalar_from_double(e, g_ascii_strtod(text, NULL), again);
        if (memcmp(again, p, (size_t)elem_info[e].bytes) == 0)
            break;
    }
    g_string_append(out, text);
}

static void hlo_print_scalar(GString *out, ElemType e, const void *p)
{
    switch (elem_info[e].cls) {
    case CLASS_PRED: g_string_append(out, *(const uint8_t *)p ? "true" : "false"); return;
    case CLASS_SIGNED:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, scalar_to_int(e, p));
        return;
    case CLASS_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, (uint64_t)scalar_to_int(e, p));
        return;
    case CLASS_FLOAT: print_float(out, e, p); return;
    case CLASS_COMPLEX: {
        ElemType part = elem_part(e);
        g_string_append_c(out, '(');
        print_float(out, part, p);
        g_string_append(out, ", ");
        print_float(out, part, (const char *)p + elem_info[part].bytes);
        g_string_append_c(out, ')');
        return;
    }
    }
}

static void print_element(GString *out, const Literal *l, int64_t i)
{
    ElemType e = l->type->elem;
    const char *p = (const char *)l->data + (l->splat ? 0 : i * elem_info[e].bytes);
    if (e == ELEM_pred && l->type->rank > 0)
        g_string_append_c(out, *p ? '1' : '0');
    else
        hlo_print_scalar(out, e, p);
}

/* Prints the part of dims [dim..] that starts at element `at` and has `stride` elements; `place` is its index in the enclosing part. */
static void print_part(GString *out, const Literal *l, int dim, int64_t place, int64_t at,
                       int64_t stride)
{
    const Type *t = l->type;
    int64_t n = t->dims[dim];
    bool last = dim == t->rank - 1;
    int64_t inner = n ? stride / n : 0;
    const char *pad = t->rank > 1 && !(last && n <= 1) ? " " : "";
    g_string_append_printf(out, "{%s", pad);
    if (t->rank > 3 && dim > 0 && !last)
        g_string_append_printf(out, "/*i%d=%" G_GINT64_FORMAT "*/%s", dim - 1, place, n ? " " : "");
    for (int64_t i = 0; i < n; i++) {
        if (i)
            g_string_append(out, ", ");
        if (last) {
            print_element(out, l, at + i);
            continue;
        }
        print_part(out, l, dim + 1, i, at + i * inner, inner);
    }
    g_string_append_printf(out, "%s}", pad);
}

void hlo_print_literal(GString *out, const Literal *l)
{
    if (l->elided || (!l->data && l->type->kind == TYPE_ARRAY)) {
        g_string_append(out, "{...}");
        return;
    }
    if (l->type->kind == TYPE_TUPLE) {
        g_string_append(out, "( ");
        for (int i = 0; i < l->type->n_parts; i++) {
            if (i)
                g_string_append(out, ", ");
            hlo_print_literal(out, l->parts[i]);
        }
        g_string_append(out, " )");
        return;
    }
    if (l->type->rank == 0) {
        print_element(out, l, 0);
    } else if (l->type->n_elems == 0 && l->type->dims[0] > 1000000) {
        g_string_append(out,
                        "{...}"); /* no elements, but as many braces as the first dimension has entries */
    } else {
        print_part(out, l, 0, 0, 0, l->type->n_elems);
    }
}
