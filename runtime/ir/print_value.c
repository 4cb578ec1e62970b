/* Prints the small values of HLO text: quoted strings, frontend attributes, lists of numbers, types, names. */
#include <string.h>

#include "runtime/ir/names.h"
#include "runtime/ir/print_impl.h"

void hlo_print_quoted(GString *out, const char *text)
{
    text_put_c(out, '"');
    for (const char *s = text; *s; s++) {
        size_t plain = 0;
        while ((unsigned char)s[plain] >= ' ' && (unsigned char)s[plain] < 0x7f && s[plain] != '"' && s[plain] != '\'' && s[plain] != '\\')
            plain++;
        text_put_n(out, s, plain);
        s += plain;
        if (!*s)
            break;
        switch (*s) {
        case '\n': text_put(out, "\\n"); break;
        case '\r': text_put(out, "\\r"); break;
        case '\t': text_put(out, "\\t"); break;
        case '"': text_put(out, "\\\""); break;
        case '\'': text_put(out, "\\'"); break;
        case '\\': text_put(out, "\\\\"); break;
        default:
            format_append(out, "\\%03o", (unsigned char)*s); /* as XLA does: bytes, not characters */
        }
    }
    text_put_c(out, '"');
}

void hlo_print_pairs(GString *out, const IrPair *pairs, int n)
{
    for (int i = 0; i < n; i++) {
        text_put(out, i ? "," : "");
        text_put(out, pairs[i].key);
        text_put_c(out, '=');
        if (pairs[i].raw && *pairs[i].value == '{') /* MLIR's other values need quotes here */
            text_put(out, pairs[i].value);
        else
            hlo_print_quoted(out, pairs[i].value);
    }
}

void hlo_print_ints(GString *out, Ints v)
{
    text_put_c(out, '{');
    for (int i = 0; i < v.n; i++) {
        if (i)
            text_put_c(out, ',');
        type_print_int(out, v.v[i]);
    }
    text_put_c(out, '}');
}

/* As type_print, with XLA's index comment at every fifth part of a tuple. */
void hlo_print_type(const Printer *p, const Type *type, bool with_layout)
{
    TypeSeen *seen = p->types && with_layout && type->kind == TYPE_ARRAY ? &p->types[((uintptr_t)type >> 4) % N_TYPES_SEEN] : NULL;
    if (seen && seen->type == type) {
        text_repeat(p->out, seen->at, seen->n);
        return;
    }
    if (seen) {
        *seen = (TypeSeen){type, p->out->len, 0};
        type_print(p->out, type, true);
        seen->n = p->out->len - seen->at;
        return;
    }
    if (type->kind != TYPE_TUPLE) {
        type_print(p->out, type, with_layout);
        return;
    }
    text_put_c(p->out, '(');
    for (int i = 0; i < type->n_parts; i++) {
        if (i)
            text_put(p->out, ", ");
        if (i && i % 5 == 0)
            format_append(p->out, "/*index=%d*/", i);
        hlo_print_type(p, type->parts[i], with_layout);
    }
    text_put_c(p->out, ')');
}

void hlo_print_name(const Printer *p, const char *name)
{
    size_t n = strlen(name);
    if (p->long_form || name_is_reserved(name, n))
        text_put_c(p->out, '%');
    text_put_n(p->out, name, n);
}
