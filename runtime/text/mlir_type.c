/* Types: tensor<2x3xf32>, tuple<..>, tokens. Shapes need lexical rules of their own, since 20x20xf32 is not one number. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

const Type *mlir_type_refused(Mlir *x, const char *at, Str text, const char *what, const char *hint)
{
    g_autofree char *shown = g_strndup(text.s, MIN(text.n, (size_t)60));
    mlir_fail_as(x, at, SHARD_ERROR_UNSUPPORTED, hint, "%s%s%s (%s) are not supported", x->doing ? x->doing : "",
                 x->doing ? ": " : "", what, shown);
    return NULL;
}

/* The text from `at` to the cursor. */
static Str text_from(const Mlir *x, const char *at)
{
    return (Str){ at, (size_t)MAX(x->cur - at, 0) };
}

static const Type *unsupported(Mlir *x, const char *at, const char *what, const char *hint)
{
    return mlir_type_refused(x, at, text_from(x, at), what, hint);
}

bool mlir_shape_bound(Mlir *x, MShape *shape, const MAttr *encoding, const char *at)
{
    Ints bounds = { 0 };
    const MAttr *list = encoding;
    if (encoding->kind == ATTR_STRUCT && encoding->dict.n == 1)
        list = encoding->dict.v[0].value;
    if (encoding->kind != ATTR_STRUCT || !mlir_attr_ints(x, list, &bounds) || bounds.n != shape->rank)
        return mlir_fail_as(x, at, SHARD_ERROR_UNSUPPORTED, NULL, "unknown tensor encoding");
    for (int i = 0; i < shape->rank; i++) {
        if (bounds.v[i] < 0)
            continue;
        if (!shape->dynamic[i])
            return mlir_fail(x, at, "dimension %d has a size, and cannot have a bound too", i);
        shape->dims[i] = bounds.v[i];
        shape->bounded[i] = true;
    }
    return true;
}

const Type *mlir_shape_type(Mlir *x, const MShape *shape, const char *at)
{
    bool bounded = false, unknown = false, open[MAX_RANK];
    for (int i = 0; i < shape->rank; i++) {
        bounded = bounded || shape->bounded[i];
        open[i] = shape->dynamic[i] && !shape->bounded[i];
        unknown = unknown || open[i];
    }
    if (!type_dims_fit(shape->elem, shape->rank, shape->dims)) {
        mlir_fail_as(x, at, SHARD_ERROR_LIMIT, NULL, "the tensor's size in bytes does not fit 64 bits");
        return NULL;
    }
    const TypeQuant *q = shape->quant;
    if (q && q->axis >= 0 && (q->axis >= shape->rank || shape->dims[q->axis] != q->n)) {
        mlir_fail(x, at, "the quantised dimension %d must be one of the tensor's %d, with %d elements, one for each scale", q->axis, shape->rank, q->n);
        return NULL;
    }
    if (bounded || unknown || q)
        return type_array_like(x->m->types, &(Type){ .elem = shape->elem, .rank = shape->rank, .dims = shape->dims, .dyn = bounded ? shape->bounded : NULL,
                                                     .unbounded = unknown ? open : NULL, .quant = q });
    return type_array(x->m->types, shape->elem, shape->rank, shape->dims);
}

/* "!quant.uniform<..>" or an alias of it; other quantisations are refused. */
static ElemType read_quantised(Mlir *x, const TypeQuant **quant)
{
    const char *at = x->cur++;
    Str w = mlir_accept_word(x), body;
    const MAttr *alias = x->aliases && w.n ? mlir_alias(x, str_intern_n(x->names, at, (size_t)(w.s + w.n - at))) : NULL;
    if (x->error && *x->error)
        return N_ELEMS;
    if (alias && alias->kind == ATTR_TYPE && alias->type && alias->type->quant && alias->type->rank == 0)
        *quant = alias->type->quant;
    else if (str_is(w, "quant.uniform"))
        *quant = mlir_read_quant(x, at);
    else if (mlir_peek(x) == '<' && !mlir_skip_balanced(x, &body))
        return N_ELEMS;
    else if (w.n >= 5 && memcmp(w.s, "quant", 5) == 0)
        unsupported(x, at, "quantised types other than uniform ones", NULL);
    else
        mlir_fail(x, at, "unknown element type '!%.*s'", (int)MIN(w.n, 40), w.s);
    return *quant ? (*quant)->storage : N_ELEMS;
}

/* An element type; N_ELEMS with the error set. */
static ElemType read_elem(Mlir *x, const TypeQuant **quant)
{
    if (mlir_peek(x) == '!')
        return read_quantised(x, quant);
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
    MShape shape = { 0 };
    for (;;) {
        char c = mlir_peek(x);
        if (c == '*') {
            x->cur++;
            return unsupported(x, start, "unranked tensors", NULL);
        }
        if (!g_ascii_isdigit(c) && c != '?')
            break;
        if (shape.rank == MAX_RANK) {
            mlir_fail_as(x, x->cur, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", (int)MAX_RANK);
            return NULL;
        }
        if (c == '?') {
            x->cur++;
            shape.dynamic[shape.rank] = true;
        } else {
            int64_t d = 0;
            const char *at = x->cur;
            for (; g_ascii_isdigit(*x->cur); x->cur++)
                if (__builtin_mul_overflow(d, 10, &d) || __builtin_add_overflow(d, *x->cur - '0', &d)) {
                    mlir_fail(x, at, "the dimension does not fit 64 bits");
                    return NULL;
                }
            shape.dims[shape.rank] = d;
        }
        shape.rank++;
        if (*x->cur != 'x') {
            mlir_expected(x, "'x' behind the dimension");
            return NULL;
        }
        x->cur++;
    }
    shape.elem = read_elem(x, &shape.quant);
    if (shape.elem == N_ELEMS)
        return NULL;
    if (mlir_accept(x, ',')) {
        const char *at = x->cur;
        MAttr *encoding = mlir_read_attr(x, true);
        if (!encoding || !mlir_shape_bound(x, &shape, encoding, at))
            return NULL;
    }
    return mlir_expect(x, '>') ? mlir_shape_type(x, &shape, start) : NULL;
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
    if (str_is(w, "quant.uniform")) { /* an alias's definition */
        const TypeQuant *quant = mlir_read_quant(x, start);
        return quant ? type_array_like(x->m->types, &(Type){ .elem = quant->storage, .quant = quant }) : NULL;
    }
    Str body;
    if (mlir_peek(x) == '<' && !mlir_skip_balanced(x, &body))
        return NULL;
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
