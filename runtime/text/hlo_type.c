/* Shapes. An array type is looked up by its text first: programs repeat few types many times. */
#include "runtime/text/hlo_impl.h"

#include <string.h>

#include "runtime/base/hash.h"

/* ---- SpanMap --------------------------------------------------------------------------------- */

static void span_map_grow(SpanMap *m)
{
    SpanSlot *old = m->slots;
    uint32_t n_old = old ? m->mask + 1 : 0;
    m->mask = n_old ? n_old * 2 - 1 : 255;
    m->slots = g_new0(SpanSlot, m->mask + 1);
    for (uint32_t i = 0; i < n_old; i++) {
        if (!old[i].s)
            continue;
        uint32_t k = old[i].hash & m->mask;
        while (m->slots[k].s)
            k = (k + 1) & m->mask;
        m->slots[k] = old[i];
    }
    g_free(old);
}

static SpanSlot *span_slot(const SpanMap *m, Span key, uint32_t hash)
{
    uint32_t k = hash & m->mask;
    for (; m->slots[k].s; k = (k + 1) & m->mask)
        if (m->slots[k].hash == hash && m->slots[k].n == key.n &&
            memcmp(m->slots[k].s, key.s, key.n) == 0)
            break;
    return &m->slots[k];
}

void *span_map_get(const SpanMap *m, Span key, int scope)
{
    if (!m->slots)
        return NULL;
    const SpanSlot *slot = span_slot(m, key, hash_bytes(key.s, key.n));
    return slot->s && slot->scope == scope ? slot->value : NULL;
}

void *span_map_add(SpanMap *m, Span key, int scope, void *value)
{
    if (!m->slots || m->used * 2 >= m->mask)
        span_map_grow(m);
    uint32_t hash = hash_bytes(key.s, key.n);
    SpanSlot *slot = span_slot(m, key, hash);
    if (slot->s && slot->scope == scope)
        return slot->value;
    m->used += !slot->s;
    *slot = (SpanSlot){key.s, (uint32_t)key.n, hash, scope, value};
    return NULL;
}

void span_map_clear(SpanMap *m)
{
    g_free(m->slots);
    *m = (SpanMap){0};
}

/* ---- texts ----------------------------------------------------------------------------------- */

const char *hlo_dense_text(HloReader *rd, Span s)
{
    bool dense = true;
    for (size_t i = 0; i < s.n; i++)
        dense = dense && !g_ascii_isspace(s.s[i]) && s.s[i] != '/';
    if (dense)
        return hlo_text(rd, s);
    g_autofree char *copy = g_malloc(s.n + 1);
    size_t n = 0;
    char quote = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.s[i];
        if (quote) {
            copy[n++] = c;
            if (c == '\\' && i + 1 < s.n)
                copy[n++] = s.s[++i];
            else if (c == quote)
                quote = 0;
        } else if (c == '/' && i + 1 < s.n && s.s[i + 1] == '*') {
            const char *close = memmem(s.s + i + 2, s.n - i - 2, "*/", 2);
            i = close ? (size_t)(close + 1 - s.s) : s.n;
        } else if (!g_ascii_isspace(c)) {
            quote = c == '"' || c == '\'' ? c : 0;
            copy[n++] = c;
        }
    }
    return str_intern_n(rd->m->strs, copy, n);
}

bool hlo_enter(HloReader *rd)
{
    if (rd->depth >= MAX_TEXT_DEPTH)
        return lex_fail(&rd->lx, rd->lx.p, SHARD_ERROR_LIMIT, NULL,
                        "nested deeper than the limit of %d levels", MAX_TEXT_DEPTH);
    rd->depth++;
    return true;
}

/* ---- types ----------------------------------------------------------------------------------- */

/* The end of an array type's text as it is usually written, without blanks: f32[2,3]{1,0:T(8,128)}.
 * Longer readings are left to the slow path, which agrees on what a type is. */
static const char *plain_type_end(const char *p)
{
    while (g_ascii_isalnum(*p))
        p++;
    if (*p != '[')
        return NULL;
    do
        p++;
    while (g_ascii_isdigit(*p) || *p == ',');
    if (*p++ != ']')
        return NULL;
    if (*p != '{' || !(g_ascii_isdigit(p[1]) || p[1] == ':'))
        return *p == '{' && p[1] == '/' ? NULL : p;
    do
        p++;
    while (g_ascii_isalnum(*p) || strchr(",:()*#", *p ? *p : ' '));
    return *p == '}' ? p + 1 : NULL;
}

/* Checks "{1,0:T(8,128)}" against the rank; *text is what stays of it. */
static bool layout(HloReader *rd, int rank, const char **text)
{
    Lex *lx = &rd->lx;
    Span span;
    const char *open = lx->p;
    if (!lex_balanced(lx, &span, false))
        return false;
    const char *after = lx->p;
    lx->p = open + 1;
    uint64_t seen = 0;
    int n = 0;
    if (lex_peek(lx) != ':' && lex_peek(lx) != '}') {
        do {
            int64_t dim;
            const char *at = lx->p;
            if (!lex_int(lx, &dim, "a dimension number"))
                return false;
            if (dim < 0 || dim >= rank || (seen >> dim & 1))
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                                "layout entry %" G_GINT64_FORMAT
                                " is not a dimension, or is one twice: the rank is %d",
                                dim, rank);
            seen |= (uint64_t)1 << dim;
            n++;
        } while (lex_accept(lx, ','));
        if (n != rank)
            return lex_fail(lx, open, SHARD_ERROR_PARSE, NULL,
                            "a layout of %d dimensions on a type of rank %d", n, rank);
    }
    if (lex_peek(lx) != ':' && lex_peek(lx) != '}')
        return lex_expected(lx, "',', ':' or '}'");
    lx->p = after;
    *text = hlo_dense_text(rd, span);
    return true;
}

static const Type *array_type(HloReader *rd)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    const char *end = plain_type_end(start);
    if (end) {
        const Type *known = span_map_get(&rd->types, (Span){start, (size_t)(end - start)}, 0);
        if (known) {
            lx->p = end;
            return known;
        }
    }
    Span word = lex_word(lx);
    ElemType elem = elem_from_hlo(word.s, word.n);
    bool token = span_is(word, "token"), opaque = span_is(word, "opaque");
    if (word.n == 0 || (elem == N_ELEMS && !token && !opaque)) {
        lx->p = start;
        return (void *)(uintptr_t)lex_expected(lx, "a type");
    }
    if (!lex_expect(lx, '['))
        return NULL;
    int64_t dims[MAX_RANK];
    bool dyn[MAX_RANK] = {false};
    int rank = 0;
    while (lex_peek(lx) != ']') {
        if (rank == MAX_RANK) {
            lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK);
            return NULL;
        }
        if (*lx->p == '?') {
            lex_fail(lx, lx->p, SHARD_ERROR_UNSUPPORTED,
                     "give the dimension a size, or a bound: <=N",
                     "unbounded dimensions cannot be compiled");
            return NULL;
        }
        dyn[rank] = lex_accept_text(lx, "<=");
        const char *at = lx->p;
        if (!lex_int(lx, &dims[rank], "a dimension or ']'"))
            return NULL;
        if (dims[rank++] < 0) {
            lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "a negative dimension");
            return NULL;
        }
        if (!lex_accept(lx, ','))
            break;
    }
    if (!lex_expect(lx, ']'))
        return NULL;
    const char *text = NULL;
    if (*lx->p == '{') { /* a layout only if a number or ':' follows: else it opens a body */
        lx->p++;
        char next = lex_peek(lx);
        lx->p = start;
        while (*lx->p != ']')
            lx->p++;
        lx->p++;
        if ((g_ascii_isdigit(next) || next == ':') && !layout(rd, rank, &text))
            return NULL;
    }
    if (token || opaque) {
        if (rank != 0) {
            lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "%.*s has no dimensions", (int)word.n,
                     word.s);
            return NULL;
        }
        return token ? type_token(rd->m->types) : type_opaque(rd->m->types);
    }
    if (!type_dims_fit(elem, rank, dims)) {
        lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL,
                 "the type's size in bytes does not fit 64 bits");
        return NULL;
    }
    const Type *type = type_array_full(rd->m->types, elem, rank, dims, dyn, text);
    if (end == lx->p)
        span_map_add(&rd->types, (Span){start, (size_t)(end - start)}, 0, (void *)type);
    return type;
}

static const Type *tuple_type(HloReader *rd)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p++;
    if (!hlo_enter(rd))
        return NULL;
    int base = rd->parts.n;
    while (lex_peek(lx) != ')') {
        const Type *part = hlo_type(rd);
        if (!part)
            return NULL;
        vec_push(&rd->parts, part);
        if (!lex_accept(lx, ','))
            break;
    }
    if (!lex_expect(lx, ')'))
        return NULL;
    int n = rd->parts.n - base;
    rd->parts.n = base;
    rd->depth--;
    if (!type_tuple_fits(n, rd->parts.v + base)) {
        lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL, "a tuple with more than %d parts or %d levels",
                 MAX_TUPLE_NODES, MAX_TUPLE_DEPTH);
        return NULL;
    }
    return type_tuple(rd->m->types, n, rd->parts.v + base);
}

const Type *hlo_type(HloReader *rd)
{
    char c = lex_peek(&rd->lx);
    if (c == '(')
        return tuple_type(rd);
    if (c == 'b' && rd->lx.p[1] == '(') {
        lex_fail(&rd->lx, rd->lx.p, SHARD_ERROR_UNSUPPORTED, NULL,
                 "buffer types are not supported");
        return NULL;
    }
    return array_type(rd);
}

bool hlo_at_type(HloReader *rd)
{
    Lex *lx = &rd->lx;
    char c = lex_peek(lx);
    if (c == '(')
        return true;
    if (!g_ascii_isalpha(c))
        return false;
    const char *p = lx->p;
    while (g_ascii_isalnum(*p))
        p++;
    if (*p == '[')
        return true;
    if (c == 'b' && *p == '(' && p == lx->p + 1)
        return true;
    const char *start = lx->p; /* blanks before the bracket */
    if (!g_ascii_isspace(*p) && *p != '/')
        return false;
    lx->p = p;
    bool bracket = lex_peek(lx) == '[';
    lx->p = start;
    return bracket;
}
