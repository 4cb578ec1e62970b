/* Reads shapes. An array type is first looked up by its text, since programs repeat a few types many times. */
#include "runtime/text/hlo_impl.h"

#include <string.h>

#include "runtime/ir/names.h"

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

bool hlo_check_name(HloReader *rd, Span name, bool sigil, bool of_instruction)
{
    if (name.n > 23 || memchr(name.s, '.', name.n)) /* none of those: the usual case */
        return true;
    bool type = (!sigil || of_instruction) && name_is_type(name.s, name.n);
    bool keyword = !sigil && name_is_keyword(name.s, name.n);
    if (!type && !keyword)
        return true;
    g_autofree char *hint = g_strdup_printf("call it %.*s_", (int)name.n, name.s);
    return lex_fail(&rd->lx, name.s, SHARD_ERROR_PARSE, hint, "%.*s is a %s and cannot be a name",
                    (int)name.n, name.s, type ? "type" : "keyword");
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

/* The end of an array type's text in its usual form, without blanks: f32[2,3]{1,0:T(8,128)}.
 * Other forms are left to the slow path, which accepts all of them. */
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
    if (*p != '{' || !(g_ascii_isdigit(p[1]) || p[1] == ':')) {
        const char *next = p;
        while (g_ascii_isspace(*next))
            next++;
        if (*next != '{' && *next != '/')
            return p;
        while (g_ascii_isspace(*++next))
            ;
        return next[-1] == '/' || g_ascii_isdigit(*next) || *next == ':' || *next == '/' ? NULL : p; /* a layout apart from the type, or comments */
    }
    do
        p++;
    while (g_ascii_isalnum(*p) || strchr(",:()*#", *p ? *p : ' '));
    return *p == '}' ? p + 1 : NULL;
}

/* (2,*,128), (8) or (1:50,200): numbers apart by commas. `star`: a '*' may stand for one; `dim`: a dimension and
 * ':' before them. */
static bool layout_numbers(HloReader *rd, int rank, bool star, bool dim)
{
    Lex *lx = &rd->lx;
    int64_t v;
    if (!lex_expect(lx, '('))
        return false;
    if (dim) {
        lex_skip(lx);
        const char *at = lx->p;
        if (!lex_int(lx, &v, "a dimension") || !lex_expect(lx, ':'))
            return false;
        if (v < 0 || v >= rank)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "dimension %" G_GINT64_FORMAT " of a type of rank %d", v, rank);
    }
    do {
        if (star && lex_accept(lx, '*'))
            continue;
        lex_skip(lx);
        const char *at = lx->p;
        if (!lex_int(lx, &v, star ? "a tile size or '*'" : "a number"))
            return false;
        if (v < (star ? 1 : 0))
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "%" G_GINT64_FORMAT " does not belong in a layout", v);
    } while (lex_accept(lx, ','));
    return lex_expect(lx, ')');
}

/* (D,C+~): how the levels are stored, outermost first; *sparse: one is not dense. */
static bool level_types(HloReader *rd, bool *sparse)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '('))
        return false;
    do {
        char c = lex_peek(lx);
        if (!c || !strchr("DCSH", c) || g_ascii_isalnum(lx->p[1]))
            return lex_expected(lx, "D, C, S or H for a level");
        *sparse |= c != 'D';
        lx->p++;
        lex_accept(lx, '+');
        lex_accept(lx, '~');
    } while (lex_accept(lx, ','));
    return lex_expect(lx, ')');
}

static bool more_tiles(HloReader *rd, int rank, bool star, bool dim)
{
    do
        if (!layout_numbers(rd, rank, star, dim))
            return false;
    while (lex_peek(&rd->lx) == '(');
    return true;
}

/* Reads what follows the ':' of a layout, up to the brace; `out` gets what is printed, which excludes levels. */
static bool layout_properties(HloReader *rd, int rank, GString *out)
{
    static const char *const order[] = {"D", "T", "L", "#", "*", "E", "S", "SC", "P", "M"};
    Lex *lx = &rd->lx;
    bool sparse = false;
    size_t next = 0;
    while (lex_peek(lx) != '}') {
        const char *start = lx->p;
        Span word = lex_word(lx);
        bool fine;
        Span key = word.n ? word : (Span){start, 1};
        size_t k = 0;
        while (k < G_N_ELEMENTS(order) && !span_is(key, order[k]))
            k++;
        if (k < next)
            return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "layout property %s appears twice or behind %s: the order is D T L # * "
                            "E S SC P M",
                            order[k], order[next - 1]);
        next = k + 1;
        if (span_is(word, "D")) {
            if (!level_types(rd, &sparse))
                return false;
            continue;
        }
        if (span_is(word, "T") || span_is(word, "SC")) {
            fine = more_tiles(rd, rank, span_is(word, "T"), span_is(word, "SC"));
        } else if (span_is(word, "L") || span_is(word, "E") || span_is(word, "S") ||
                   span_is(word, "M")) {
            fine = layout_numbers(rd, rank, false, false);
        } else if (word.n == 0 && (*lx->p == '#' || *lx->p == '*')) {
            lx->p++;
            Span type;
            fine = lex_expect(lx, '(') && (type = lex_word(lx)).n > 0 &&
                   elem_from_hlo(type.s, type.n) != N_ELEMS && lex_expect(lx, ')');
            if (!fine && !*lx->error)
                return lex_expected(lx, "(u32) or another integer type");
        } else if (span_is(word, "P")) {
            if (!sparse)
                return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                                "a physical shape belongs to sparse arrays only");
            fine = lex_expect(lx, '(') && hlo_enter(rd) && hlo_type(rd) && lex_expect(lx, ')');
            rd->depth -= fine;
        } else {
            lx->p = start;
            return lex_expected(lx, "a layout property: D, T, L, #, *, E, S, SC, P or M");
        }
        if (!fine)
            return false;
        g_string_append(out, hlo_dense_text(rd, (Span){start, (size_t)(lx->p - start)}));
    }
    return true;
}

/* "{1,0:T(8,128)}" checked against the rank; *text is what is printed of it. */
static bool layout(HloReader *rd, int rank, const char **text)
{
    Lex *lx = &rd->lx;
    const char *open = lx->p;
    uint64_t seen = 0;
    int n = 0;
    g_autoptr(GString) out = g_string_new("{");
    if (!lex_expect(lx, '{'))
        return false;
    if (lex_peek(lx) != ':' && *lx->p != '}') {
        do {
            int64_t dim;
            lex_skip(lx);
            const char *at = lx->p;
            if (!lex_int(lx, &dim, "a dimension number"))
                return false;
            if (dim < 0 || dim >= rank || (seen >> dim & 1))
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                                "layout entry %" G_GINT64_FORMAT
                                " is not a dimension, or is one twice: the rank is %d",
                                dim, rank);
            seen |= (uint64_t)1 << dim;
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT, n ? "," : "", dim);
            n++;
        } while (lex_accept(lx, ','));
    }
    if (n != rank)
        return lex_fail(lx, open, SHARD_ERROR_PARSE, NULL,
                        "a layout of %d dimensions on a type of rank %d", n, rank);
    if (lex_accept(lx, ':')) {
        g_string_append_c(out, ':');
        gsize before = out->len;
        if (!layout_properties(rd, rank, out))
            return false;
        if (out->len == before)
            g_string_truncate(out, before - 1);
    }
    if (lex_peek(lx) != '}')
        return lex_expected(lx, "',', ':' or '}'");
    lx->p++;
    g_string_append_c(out, '}');
    *text = rank == 0 && out->len == 2 ? NULL : hlo_text(rd, (Span){out->str, out->len});
    return true;
}

/* {2,1,0} */
static const char *row_major(char *text, int rank)
{
    char *p = text;
    *p++ = '{';
    for (int d = rank - 1; d >= 0; d--) {
        if (d >= 10)
            *p++ = (char)('0' + d / 10);
        *p++ = (char)('0' + d % 10);
        *p++ = d ? ',' : '}';
    }
    *p = 0;
    return text;
}

const Type *hlo_with_layouts(HloReader *rd, const Type *type)
{
    char text[4 * MAX_RANK];
    if (type->kind == TYPE_ARRAY && (type->layout || type->rank == 0))
        return type;
    if (type->kind == TYPE_ARRAY) {
        Type like = *type;
        like.layout = row_major(text, type->rank);
        return type_array_like(rd->m->types, &like);
    }
    if (type->kind == TYPE_BUFFER)
        return type_buffer(rd->m->types, hlo_with_layouts(rd, type->parts[0]));
    if (type->kind != TYPE_TUPLE)
        return type;
    const Type **parts = g_new(const Type *, type->n_parts + 1);
    for (int i = 0; i < type->n_parts; i++)
        parts[i] = hlo_with_layouts(rd, type->parts[i]); /* as deep as tuples may be */
    const Type *filled = type_tuple(rd->m->types, type->n_parts, parts);
    g_free(parts);
    return filled;
}

static const Type *array_type(HloReader *rd)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    const char *end = rd->before_literal ? NULL : plain_type_end(start);
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
    bool dyn[MAX_RANK] = {false}, unbounded[MAX_RANK] = {false};
    int rank = 0;
    while (rank > 0 || lex_peek(lx) != ']') {
        if (rank == MAX_RANK) {
            lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK);
            return NULL;
        }
        dims[rank] = 0;
        unbounded[rank] = lex_accept(lx, '?');
        dyn[rank] = !unbounded[rank] && lex_accept_text(lx, "<=");
        const char *at = lx->p;
        if (!unbounded[rank] && !lex_int(lx, &dims[rank], rank ? "a dimension" : "a dimension or ']'"))
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
    const char *behind = lx->p;
    if ((!rd->before_literal || *behind == '{') && lex_accept(lx, '{')) { /* a layout only if a number or ':' follows: else it opens a body */
        char next = lex_peek(lx);
        lx->p = behind;
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
    char plain[4 * MAX_RANK];
    if (!text && rank > 0)
        text = row_major(plain, rank);
    const Type *type = type_array_like(rd->m->types, &(Type){ .elem = elem, .rank = rank, .dims = dims, .dyn = dyn, .unbounded = unbounded, .layout = text });
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
    if (lex_peek(lx) != ')') {
        do {
            const Type *part = hlo_type(rd);
            if (!part)
                return NULL;
            vec_push(&rd->parts, part);
        } while (lex_accept(lx, ','));
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

/* b(f32[4]{0}) */
static const Type *buffer_type(HloReader *rd)
{
    Lex *lx = &rd->lx;
    lx->p += 2;
    lex_skip(lx);
    const char *at = lx->p;
    if (*at == '(' || (*at == 'b' && at[1] == '(')) {
        lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "a buffer holds an array, not a tuple or a buffer");
        return NULL;
    }
    const Type *array = array_type(rd);
    if (!array || !lex_expect(lx, ')'))
        return NULL;
    if (array->kind == TYPE_ARRAY)
        return type_buffer(rd->m->types, array);
    lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "a buffer holds an array, not %s",
             array->kind == TYPE_TOKEN ? "a token" : "an opaque value");
    return NULL;
}

const Type *hlo_type(HloReader *rd)
{
    char c = lex_peek(&rd->lx);
    if (c == '(')
        return tuple_type(rd);
    if (c == 'b' && rd->lx.p[1] == '(')
        return buffer_type(rd);
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
