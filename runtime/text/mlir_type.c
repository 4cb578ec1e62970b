/* Types: tensor<2x3xf32>, tuple<..>, tokens. Shapes need lexical rules of their own, since 20x20xf32 is not one number. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

static const Type *unsupported(Mlir *x, const char *at, const char *what, const char *hint)
{
    const char *end = x->cur;
    g_autofree char *text = g_strndup(at, (gsize)MIN(MAX(end - at, 0), 60));
    mlir_fail_as(x, at, SHARD_ERROR_UNSUPPORTED, hint, "%s%s%s (%s) are not supported", x->doing ? x->doing : "",
                 x->doing ? ": " : "", what, text);
    return NULL;
}

/* An element type; N_ELEMS with the error set. */
static ElemType read_elem(Mlir *x)
{
    const char *at = x->cur;
    if (mlir_peek(x) == '!') {
        x->cur++;
        Str w = mlir_accept_word(x), body;
        if (mlir_peek(x) == '<' && !mlir_skip_balanced(x, &body))
            return N_ELEMS;
        if (w.n >= 5 && memcmp(w.s, "quant", 5) == 0)
            unsupported(x, at, "quantised types", NULL);
        else
            mlir_fail(x, at, "unknown element type '!%.*s'", (int)MIN(w.n, 40), w.s);
        return N_ELEMS;
    }
    Str w = mlir_accept_word(x);
    if (str_is(w, "complex")) {
        if (!mlir_expect(x, '<'))
            return N_ELEMS;
        Str part = mlir_accept_word(x);
        if (!str_is(part, "f32") && !str_is(part, "f64")) {
            mlir_fail(x, part.s, "complex<..> takes f32 or f64");
            return N_ELEMS;
        }
        return mlir_expect(x, '>') ? (str_is(part, "f32") ? ELEM_c64 : ELEM_c128) : N_ELEMS;
    }
    if (str_is(w, "index"))
        return ELEM_s64;
    ElemType e = elem_from_mlir(w.s, w.n);
    if (e == N_ELEMS || e == ELEM_s1 || w.n == 0) {
        if (w.n)
            mlir_fail(x, w.s, "unknown element type '%.*s'", (int)MIN(w.n, 40), w.s);
        else
            mlir_expected(x, "an element type");
        return N_ELEMS;
    }
    return e;
}

/* Behind "tensor<": "2x3xf32>", with an encoding perhaps. */
static const Type *read_tensor(Mlir *x, const char *start)
{
    int64_t dims[MAX_RANK];
    int rank = 0, n_unbounded = 0;
    bool unbounded[MAX_RANK] = { false };
    for (;;) {
        char c = mlir_peek(x);
        if (c == '*') {
            x->cur++;
            return unsupported(x, start, "unranked tensors", NULL);
        }
        if (!g_ascii_isdigit(c) && c != '?')
            break;
        if (rank == MAX_RANK) {
            mlir_fail_as(x, x->cur, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", (int)MAX_RANK);
            return NULL;
        }
        if (c == '?') {
            x->cur++;
            unbounded[rank] = true;
            dims[rank] = 0;
            n_unbounded++;
        } else {
            int64_t d = 0;
            const char *at = x->cur;
            for (; g_ascii_isdigit(*x->cur); x->cur++)
                if (__builtin_mul_overflow(d, 10, &d) || __builtin_add_overflow(d, *x->cur - '0', &d)) {
                    mlir_fail(x, at, "the dimension does not fit 64 bits");
                    return NULL;
                }
            dims[rank] = d;
        }
        rank++;
        if (*x->cur != 'x') {
            mlir_expected(x, "'x' behind the dimension");
            return NULL;
        }
        x->cur++;
    }
    ElemType e = read_elem(x);
    if (e == N_ELEMS)
        return NULL;
    bool dyn[MAX_RANK] = { false };
    bool bounded = false;
    if (mlir_accept(x, ',')) {
        const char *at = x->cur;
        MAttr *encoding = mlir_read_attr(x, true);
        if (!encoding)
            return NULL;
        Ints bounds = { 0 };
        const MAttr *list = encoding;
        if (encoding->kind == ATTR_STRUCT && encoding->dict.n == 1)
            list = encoding->dict.v[0].value;
        if (encoding->kind != ATTR_STRUCT || !mlir_attr_ints(x, list, &bounds) || bounds.n != rank) {
            mlir_fail_as(x, at, SHARD_ERROR_UNSUPPORTED, NULL, "unknown tensor encoding");
            return NULL;
        }
        for (int i = 0; i < rank; i++) {
            if (bounds.v[i] < 0 || !unbounded[i])
                continue;
            dims[i] = bounds.v[i];
            dyn[i] = bounded = true;
            n_unbounded--;
        }
    }
    if (!mlir_expect(x, '>'))
        return NULL;
    if (n_unbounded)
        return unsupported(x, start, "dynamic shapes", "trace the program with fixed shapes");
    if (!type_dims_fit(e, rank, dims)) {
        mlir_fail_as(x, start, SHARD_ERROR_LIMIT, NULL, "the tensor's size in bytes does not fit 64 bits");
        return NULL;
    }
    if (bounded)
        return type_array_full(x->m->types, e, rank, dims, dyn, NULL);
    return type_array(x->m->types, e, rank, dims);
}

static const Type *read_tuple(Mlir *x, const char *start)
{
    TypeVec parts = { 0 };
    const Type *type = NULL;
    bool ok = true;
    if (!mlir_accept(x, '>')) {
        do {
            const Type *part = mlir_read_type(x);
            ok = part != NULL;
            if (ok)
                vec_push(&parts, part);
        } while (ok && mlir_accept(x, ','));
        ok = ok && mlir_expect(x, '>');
    }
    if (ok && !type_tuple_fits(parts.n, parts.v))
        ok = mlir_fail_as(x, start, SHARD_ERROR_LIMIT, NULL, "the tuple nests too deeply or has too many parts");
    if (ok)
        type = type_tuple(x->m->types, parts.n, parts.v);
    vec_clear(&parts);
    return type;
}

static const Type *read_dialect_type(Mlir *x, const char *start)
{
    Str w = mlir_accept_word(x);
    if (str_is(w, "stablehlo.token") || str_is(w, "mhlo.token"))
        return type_token(x->m->types);
    const char *name = str_intern_n(x->names, start, (size_t)(w.s + w.n - start));
    const MAttr *alias = x->aliases && w.n ? mlir_alias(x, name) : NULL;
    if (alias && alias->kind == ATTR_TYPE && alias->type)
        return alias->type;
    if (x->error && *x->error)
        return NULL;
    if (str_is(w, "stablehlo.future")) { /* a tuple of the future's values */
        x->future_at = start;
        return mlir_expect(x, '<') ? read_tuple(x, start) : NULL;
    }
    Str body;
    if (mlir_peek(x) == '<' && !mlir_skip_balanced(x, &body))
        return NULL;
    if (str_is(w, "quant.uniform"))
        return unsupported(x, start, "quantised types", NULL);
    if (str_is(w, "mhlo.async_bundle"))
        return unsupported(x, start, "asynchronous values", NULL);
    mlir_fail(x, start, "unknown type '%.*s'", (int)MIN(x->cur - start, 60), start);
    return NULL;
}

/* The cache's entry for a simple type such as "tensor<2x3xf32>" at s, with its text filled in; NULL for other types. */
static MTypeText *cached(Mlir *x, const char *s, bool *hit)
{
    enum { LONGEST = 64 };
    static const char intro[] = "tensor<";
    if (strncmp(s, intro, sizeof intro - 1) != 0)
        return NULL;
    uint32_t hash = 2166136261u;
    const char *e = s + sizeof intro - 1;
    for (; *e != '>'; e++) {
        if (e - s > LONGEST || !(g_ascii_isalnum(*e)))
            return NULL;
        hash = (hash ^ (unsigned char)*e) * 16777619u;
    }
    MTypeText *entry = &x->types[(hash ^ hash >> 15) % MLIR_TYPE_CACHE];
    Str text = { s, (size_t)(e + 1 - s) };
    *hit = entry->type && entry->text.n == text.n && memcmp(entry->text.s, s, text.n) == 0;
    if (!*hit)
        *entry = (MTypeText){ text, NULL };
    return entry;
}

const Type *mlir_read_type(Mlir *x)
{
    char c = mlir_peek(x);
    const char *start = x->cur;
    bool hit = false;
    MTypeText *entry = c == 't' ? cached(x, start, &hit) : NULL;
    if (hit) {
        x->cur += entry->text.n;
        return entry->type;
    }
    if (!mlir_enter(x))
        return NULL;
    const Type *type = NULL;
    if (c == '!') {
        x->cur++;
        type = read_dialect_type(x, start);
    } else {
        Str w = mlir_accept_word(x);
        if (str_is(w, "tensor"))
            type = mlir_expect(x, '<') ? read_tensor(x, start) : NULL;
        else if (str_is(w, "tuple"))
            type = mlir_expect(x, '<') ? read_tuple(x, start) : NULL;
        else if (str_is(w, "memref") || str_is(w, "vector") || str_is(w, "none"))
            type = unsupported(x, start, "values that are not tensors", NULL);
        else if (w.n)
            mlir_fail(x, start, "unknown type '%.*s'", (int)MIN(w.n, 40), w.s);
        else
            mlir_expected(x, "a type");
    }
    mlir_leave(x);
    if (entry)
        entry->type = type;
    return type;
}

bool mlir_read_types(Mlir *x, TypeVec *out)
{
    if (!mlir_accept(x, '(')) {
        const Type *type = mlir_read_type(x);
        if (!type)
            return false;
        vec_push(out, type);
        return true;
    }
    if (mlir_accept(x, ')'))
        return true;
    do {
        const Type *type = mlir_read_type(x);
        if (!type)
            return false;
        vec_push(out, type);
    } while (mlir_accept(x, ','));
    return mlir_expect(x, ')');
}
