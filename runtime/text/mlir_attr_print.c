/* Attributes as MLIR writes them, for those that were read from bytecode and have no text of their own. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

#include "runtime/text/stablehlo_print.h"

static void print_string(GString *out, const char *s, size_t n)
{
    g_string_append_c(out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '\\')
            g_string_append(out, "\\\\");
        else if (c >= ' ' && c < 0x7f && c != '"')
            g_string_append_c(out, (char)c);
        else
            g_string_append_printf(out, "\\%02X", c);
    }
    g_string_append_c(out, '"');
}

static bool is_word(const char *s)
{
    if (!g_ascii_isalpha(*s) && *s != '_')
        return false;
    for (; *s; s++)
        if (!g_ascii_isalnum(*s) && !strchr("_$.", *s))
            return false;
    return true;
}

static void print_symbol(GString *out, const char *s)
{
    g_string_append_c(out, '@');
    if (is_word(s))
        g_string_append(out, s);
    else
        print_string(out, s, strlen(s));
}

/* Attributes share parts, so what is written out may be far longer than the file. */
static bool is_long(const GString *out)
{
    return out->len > MLIR_MAX_EXPANDED;
}

static void print_dict(GString *out, const MDict *dict)
{
    g_string_append_c(out, '{');
    for (int i = 0; i < dict->n && !is_long(out); i++) {
        const MEntry *e = &dict->v[i];
        g_string_append(out, i ? ", " : "");
        if (is_word(e->key))
            g_string_append(out, e->key);
        else
            print_string(out, e->key, strlen(e->key));
        if (e->value->kind == ATTR_UNIT)
            continue;
        g_string_append(out, " = ");
        mlir_attr_print(out, e->value);
    }
    g_string_append_c(out, '}');
}

static void print_ints(GString *out, const Ints *v, bool bools)
{
    for (int i = 0; i < v->n; i++) {
        g_string_append(out, i ? ", " : "");
        if (bools)
            g_string_append(out, v->v[i] ? "true" : "false");
        else
            g_string_append_printf(out, "%" G_GINT64_FORMAT, v->v[i]);
    }
}

/* #stablehlo.NAME<key = value, ..>: numbers and lists of them stand without types. */
static void print_struct(GString *out, const MAttr *a)
{
    g_string_append_printf(out, "#stablehlo.%s<", a->s);
    for (int i = 0; i < a->dict.n && !is_long(out); i++) {
        const MEntry *e = &a->dict.v[i];
        g_string_append_printf(out, "%s%s = ", i ? ", " : "", e->key);
        if (e->value->kind == ATTR_INT) {
            g_string_append_printf(out, "%" G_GINT64_FORMAT, e->value->i);
        } else if (e->value->kind == ATTR_INTS) {
            g_string_append_c(out, '[');
            print_ints(out, &e->value->ints, false);
            g_string_append_c(out, ']');
        } else {
            mlir_attr_print(out, e->value);
        }
    }
    g_string_append_c(out, '>');
}

static void print_typed(GString *out, const MAttr *a, const char *implied)
{
    if (a->spelled && (!implied || strcmp(a->spelled, implied) != 0))
        g_string_append_printf(out, " : %s", a->spelled);
}

/* In a list, numbers of i64 and f64 have no type. */
static void print_attr(GString *out, const MAttr *a, bool in_list)
{
    if (a->text.s) {
        g_string_append_len(out, a->text.s, (gssize)a->text.n);
        return;
    }
    switch (a->kind) {
    case ATTR_INT:
        if (a->spelled && *a->spelled == 'u')
            g_string_append_printf(out, "%" G_GUINT64_FORMAT, (guint64)a->i);
        else
            g_string_append_printf(out, "%" G_GINT64_FORMAT, a->i);
        print_typed(out, a, in_list ? "i64" : NULL);
        return;
    case ATTR_FLOAT:
        mlir_float_print(out, a->literal->type->elem, a->literal->data);
        print_typed(out, a, in_list ? "f64" : NULL);
        return;
    case ATTR_BOOL: g_string_append(out, a->i ? "true" : "false"); return;
    case ATTR_STRING: print_string(out, a->s, a->n_s); return;
    case ATTR_UNIT: g_string_append(out, "unit"); return;
    case ATTR_ARRAY:
        g_string_append_c(out, '[');
        for (int i = 0; i < a->n_items && !is_long(out); i++) {
            g_string_append(out, i ? ", " : "");
            print_attr(out, a->items[i], true);
        }
        g_string_append_c(out, ']');
        return;
    case ATTR_DICT: print_dict(out, &a->dict); return;
    case ATTR_SYMBOL: print_symbol(out, a->s); return;
    case ATTR_INTS:
        g_string_append_printf(out, "array<%s%s", a->spelled, a->ints.n ? ": " : "");
        print_ints(out, &a->ints, strcmp(a->spelled, "i1") == 0);
        g_string_append_c(out, '>');
        return;
    case ATTR_DENSE: {
        Literal l = *a->literal;
        l.splat = l.splat || l.type->n_elems == 1; /* MLIR writes no brackets around one element */
        mlir_print_dense(out, &l);
        print_typed(out, a, NULL);
        return;
    }
    case ATTR_STRUCT: print_struct(out, a); return;
    case ATTR_WORD:
        if (a->spelled)
            g_string_append_printf(out, "#stablehlo<%s %s>", a->spelled, a->s);
        else
            g_string_append(out, a->s);
        return;
    case ATTR_TYPE:
    case ATTR_FUNCTION:
    case ATTR_LOC:
    case ATTR_RAW: g_string_append(out, a->spelled ? a->spelled : ""); return;
    }
}

void mlir_attr_print(GString *out, const MAttr *a)
{
    print_attr(out, a, false);
}
