/* Constants: one pair of braces per dimension, or a scalar; tuples in parentheses. */
#include "runtime/text/hlo_impl.h"

#include <math.h>
#include <string.h>

#include "runtime/ir/scalar.h"

static bool out_of_range(HloReader *rd, const char *at, ElemType e)
{
    const char *end = at;
    while (*end && !strchr(",(){} \t\r\n", *end))
        end++;
    return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "value %.*s is out of range for %s",
                    (int)MIN(end - at, 60), at, elem_info[e].hlo);
}

static bool int_element(HloReader *rd, ElemType e, void *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *p = lx->p;
    bool negative = *p == '-';
    p += negative;
    if (e == ELEM_pred && g_ascii_isalpha(*p)) {
        bool v;
        if (!lex_bool(lx, &v))
            return false;
        *(uint8_t *)out = v;
        return true;
    }
    if (!g_ascii_isdigit(*p))
        return lex_expected(lx, e == ELEM_pred ? "true, false, 0 or 1" : "an integer");
    uint64_t v = 0;
    bool overflow = false;
    for (; g_ascii_isdigit(*p); p++)
        overflow = overflow || __builtin_mul_overflow(v, 10, &v) ||
                   __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v);
    if (*p == '.' || *p == 'e' || *p == 'E')
        return lex_expected(lx, "an integer");
    if (e == ELEM_pred) {
        *(uint8_t *)out = v != 0 || overflow;
    } else {
        int bits = elem_info[e].bits;
        bool is_signed = elem_info[e].cls == CLASS_SIGNED;
        uint64_t most = is_signed ? ((uint64_t)1 << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits);
        if (overflow || (negative && !is_signed && v != 0 && bits < 64) || v > most + (negative && is_signed))
            return out_of_range(rd, lx->p, e);
        scalar_from_int(e, (int64_t)(negative ? -v : v), out);
    }
    lx->p = p;
    return true;
}

/* nan, -nan and nan(0x7f) with a payload. */
static bool nan_element(HloReader *rd, ElemType e, const char *at, bool negative, void *out)
{
    Lex *lx = &rd->lx;
    uint64_t payload = 0;
    bool given = *lx->p == '(';
    if (given) {
        char *after;
        if (lx->p[1] != '0' || (lx->p[2] | 32) != 'x' || !g_ascii_isxdigit(lx->p[3]))
            return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "expected a payload like (0x1)");
        payload = g_ascii_strtoull(lx->p + 3, &after, 16);
        lx->p = after;
        if (!lex_expect(lx, ')'))
            return false;
    }
    if (!scalar_nan(e, negative, payload, out) || (given && payload == 0))
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        given ? "this NaN does not fit %s" : "%s has no NaN", elem_info[e].hlo);
    return true;
}

/* One real float of type e (never complex). */
static bool float_element(HloReader *rd, ElemType e, void *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *at = lx->p;
    double v;
    if (!lex_double(lx, &v, "a number"))
        return false;
    if (isnan(v))
        return nan_element(rd, e, at, *at == '-', out);
    if (isinf(v) && !g_ascii_isalpha(at[*at == '-'])) /* digits that not even f64 can hold */
        return out_of_range(rd, at, e);
    scalar_from_double(e, v, out);
    double stored = scalar_to_double(e, out);
    const FloatFormat *f = float_format(e);
    bool overflow =
        isinf(v) ? !f->has_inf
                 : !isfinite(stored) || (!f->has_inf && fabs(v) > float_max(e) && !f->has_nan);
    return !overflow || out_of_range(rd, at, e);
}

static bool element(HloReader *rd, ElemType e, char *out)
{
    Lex *lx = &rd->lx;
    switch (elem_info[e].cls) {
    case CLASS_PRED:
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return int_element(rd, e, out);
    case CLASS_FLOAT: return float_element(rd, e, out);
    case CLASS_COMPLEX: {
        ElemType part = elem_part(e);
        if (!lex_accept(lx, '('))
            return float_element(rd, part, out);
        if (!float_element(rd, part, out))
            return false;
        return lex_expect(lx, ',') && float_element(rd, part, out + elem_info[part].bytes) && lex_expect(lx, ')');
    }
    }
    return false;
}

/* Elements of dims [dim..]; *out moves behind them. At most MAX_RANK deep. */
static bool elements(HloReader *rd, const Type *type, int dim, char **out)
{
    Lex *lx = &rd->lx;
    if (dim == type->rank) {
        if (!element(rd, type->elem, *out))
            return false;
        *out += elem_info[type->elem].bytes;
        return true;
    }
    if (!lex_expect(lx, '{'))
        return false;
    int64_t n = 0;
    while (lex_peek(lx) != '}') {
        if (n == type->dims[dim])
            return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                            "more than %" G_GINT64_FORMAT " elements in dimension %d", n, dim);
        if (!elements(rd, type, dim + 1, out))
            return false;
        n++;
        lex_accept(lx, ',');
    }
    if (n != type->dims[dim])
        return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                        "%" G_GINT64_FORMAT
                        " elements in dimension %d, but the type has %" G_GINT64_FORMAT,
                        n, dim, type->dims[dim]);
    return lex_expect(lx, '}');
}

static bool is_elided(Lex *lx)
{
    const char *start = lx->p;
    bool yes = lex_accept(lx, '{') && lex_accept_text(lx, "...") && lex_accept(lx, '}');
    if (!yes)
        lx->p = start;
    return yes;
}

static const Literal *array_literal(HloReader *rd, const Type *type)
{
    Lex *lx = &rd->lx;
    Literal *l = arena_new(rd->a, Literal);
    l->type = type->plain;
    if (is_elided(lx)) {
        l->elided = true;
        return l;
    }
    /* An element takes at least a character, so the text bounds what is allocated. */
    if (type->n_elems > lx->end - lx->p) {
        lex_expect(lx, '{');
        lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                 "the text is too short for %" G_GINT64_FORMAT " elements", type->n_elems);
        return NULL;
    }
    char *data = arena_alloc(rd->a, (size_t)type_bytes(type));
    l->data = data;
    return elements(rd, type, 0, &data) ? l : NULL;
}

const Literal *hlo_literal(HloReader *rd, const Type *type)
{
    Lex *lx = &rd->lx;
    if (type->kind == TYPE_ARRAY)
        return array_literal(rd, type);
    if (type->kind != TYPE_TUPLE) {
        lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "a constant cannot be of this type");
        return NULL;
    }
    Literal *l = arena_new(rd->a, Literal);
    l->type = type->plain;
    if (is_elided(lx)) {
        l->elided = true;
        return l;
    }
    if (!lex_expect(lx, '('))
        return NULL;
    const Literal **parts = arena_array(rd->a, const Literal *, type->n_parts);
    for (int i = 0; i < type->n_parts; i++) {
        lex_skip(lx);
        if (!(parts[i] =
                  hlo_literal(rd, type->parts[i]))) /* as deep as the type, which was limited */
            return NULL;
        lex_accept(lx, ',');
    }
    l->parts = parts;
    return lex_expect(lx, ')') ? l : NULL;
}
