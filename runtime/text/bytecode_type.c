/* Types of bytecode: MLIR's own, VHLO's, which say the same with numbers of their own, and StableHLO's. What is understood but
 * no value's type is kept with the reason, which whoever uses it for a value reports. Start at bc_type. */
#include "runtime/text/bytecode_impl.h"

#include <string.h>

static BcType *type_new(const BcEntry *e, Bytecode *b, BcTypeKind kind)
{
    BcType *t = arena_new(b->x->lasting, BcType);
    t->kind = kind;
    t->at = e->at;
    t->elem = N_ELEMS;
    return t;
}

static BcType *refused(const BcEntry *e, Bytecode *b, const char *spelled, const char *what)
{
    BcType *t = type_new(e, b, BC_REFUSED);
    t->spelled = spelled;
    t->what = what;
    return t;
}

/* An element type by MLIR's name for it. */
static BcType *scalar(const BcEntry *e, Bytecode *b, const char *spelled)
{
    BcType *t = type_new(e, b, BC_SCALAR);
    const char *digits = spelled + strcspn(spelled, "0123456789");
    t->spelled = spelled;
    t->elem = strcmp(spelled, "index") == 0 ? ELEM_s64 : elem_from_mlir(spelled, strlen(spelled));
    t->is_float = *spelled == 'f' || *spelled == 'b' || *spelled == 't';
    t->bits = *digits ? atoi(digits) : strcmp(spelled, "index") == 0 ? 64 : 0;
    return t;
}

static BcType *parts_of(BcCursor *c, BcType *t, bool also)
{
    VEC(const BcType *) v = { 0 };
    for (int list = 0; list < 1 + also; list++) {
        size_t n = bc_count(c);
        for (size_t i = 0; i < n && !bc_failed(c->b); i++) {
            const BcType *part = bc_type_ref(c);
            vec_push(&v, part);
        }
        t->n_inputs = list ? t->n_inputs : v.n;
    }
    t->n_parts = v.n;
    t->parts = v.n ? arena_dup_array(c->b->x->lasting, v.v, v.n) : NULL;
    vec_clear(&v);
    return bc_failed(c->b) ? NULL : t;
}

static const char *spell_parts(Bytecode *b, const char *open, const BcType *t, int from, int to, const char *close)
{
    g_autoptr(GString) s = g_string_new(open);
    enum { LONGEST = 1 << 16 }; /* types share parts */
    for (int i = from; i < to && s->len < LONGEST; i++) {
        g_string_append(s, i > from ? ", " : "");
        g_string_append(s, t->parts[i]->spelled);
    }
    g_string_append(s, close);
    return arena_strndup(b->x->lasting, s->str, s->len);
}

/* A tuple, or a future, which is the tuple of what will be there. */
static BcType *tuple(BcCursor *c, const BcEntry *e, bool future)
{
    Bytecode *b = c->b;
    BcType *t = parts_of(c, type_new(e, b, BC_VALUE), false);
    if (!t)
        return NULL;
    t->future = future;
    t->spelled = spell_parts(b, future ? "!stablehlo.future<" : "tuple<", t, 0, t->n_parts, ">");
    const Type **parts = arena_array(b->x->lasting, const Type *, MAX(t->n_parts, 1));
    for (int i = 0; i < t->n_parts; i++)
        if (!(parts[i] = bc_value_type(b, t->parts[i])))
            return NULL;
    if (!type_tuple_fits(t->n_parts, parts)) {
        mlir_fail_as(b->x, e->at, SHARD_ERROR_LIMIT, NULL, "the tuple nests too deeply or has too many parts");
        return NULL;
    }
    t->type = type_tuple(b->x->m->types, t->n_parts, parts);
    return t;
}

static BcType *function(BcCursor *c, const BcEntry *e)
{
    BcType *t = parts_of(c, type_new(e, c->b, BC_FUNCTION), true);
    if (!t)
        return NULL;
    t->what = "functions as values";
    const char *in = spell_parts(c->b, "(", t, 0, t->n_inputs, ") -> ");
    bool one = t->n_parts - t->n_inputs == 1 && t->parts[t->n_inputs]->kind != BC_FUNCTION;
    t->spelled = arena_printf(c->b->x->lasting, "%s%s", in, spell_parts(c->b, one ? "" : "(", t, t->n_inputs, t->n_parts, one ? "" : ")"));
    return t;
}

static const char *spell_tensor(Bytecode *b, const Ints *dims, const char *elem, const MAttr *encoding)
{
    g_autoptr(GString) s = g_string_new("tensor<");
    for (int i = 0; i < dims->n; i++) {
        if (dims->v[i] == INT64_MIN)
            g_string_append(s, "?x");
        else
            g_string_append_printf(s, "%" G_GINT64_FORMAT "x", dims->v[i]);
    }
    g_string_append(s, elem);
    if (encoding) {
        g_string_append(s, ", ");
        g_string_append(s, mlir_attr_text(b->x, encoding));
    }
    g_string_append_c(s, '>');
    return arena_strndup(b->x->lasting, s->str, s->len);
}

static BcType *tensor(BcCursor *c, const BcEntry *e, bool encoded)
{
    Bytecode *b = c->b;
    MAttr *encoding = encoded ? bc_attr_ref(c) : NULL;
    Ints dims = bc_svarints(c);
    const BcType *elem = bc_type_ref(c);
    if (bc_failed(b))
        return NULL;
    BcType *t = type_new(e, b, BC_VALUE);
    t->spelled = spell_tensor(b, &dims, elem->spelled, encoding);
    if (elem->kind == BC_REFUSED) {
        t->kind = BC_REFUSED;
        t->what = elem->what;
        return t;
    }
    if (elem->kind != BC_SCALAR || elem->elem == N_ELEMS || elem->elem == ELEM_s1) {
        mlir_fail(b->x, e->at, "unknown element type '%.40s'", elem->spelled);
        return NULL;
    }
    if (dims.n > MAX_RANK) {
        mlir_fail_as(b->x, e->at, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", (int)MAX_RANK);
        return NULL;
    }
    MShape *shape = &t->shape;
    shape->elem = elem->elem;
    shape->rank = dims.n;
    for (int i = 0; i < dims.n; i++) {
        shape->dynamic[i] = dims.v[i] == INT64_MIN;
        shape->dims[i] = shape->dynamic[i] ? 0 : dims.v[i];
        if (shape->dims[i] < 0) {
            mlir_fail(b->x, e->at, "a dimension of %" G_GINT64_FORMAT " elements", shape->dims[i]);
            return NULL;
        }
    }
    if (encoding && !mlir_shape_bound(b->x, shape, encoding, e->at))
        return NULL;
    t->type = mlir_shape_type(b->x, shape, e->at);
    return t->type ? t : NULL;
}

static BcType *token(Bytecode *b, const BcEntry *e)
{
    BcType *t = type_new(e, b, BC_VALUE);
    t->spelled = "!stablehlo.token";
    t->type = type_token(b->x->m->types);
    return t;
}

static BcType *complex_of(BcCursor *c, const BcEntry *e)
{
    const BcType *part = bc_type_ref(c);
    return part ? scalar(e, c->b, arena_printf(c->b->x->lasting, "complex<%s>", part->spelled)) : NULL;
}

static BcType *unknown_code(Bytecode *b, const BcEntry *e, const char *dialect, uint64_t code)
{
    mlir_fail(b->x, e->at, "unknown type %" G_GUINT64_FORMAT " of the dialect %s", code, dialect);
    return NULL;
}

static BcType *read_builtin(BcCursor *c, const BcEntry *e)
{
    static const char *const floats[] = {
        [3] = "bf16", [4] = "f16", [5] = "f32", [6] = "f64", [7] = "f80", [8] = "f128", [21] = "tf32", [22] = "f8E5M2", [23] = "f8E4M3",
        [24] = "f8E4M3FN", [25] = "f8E5M2FNUZ", [26] = "f8E4M3FNUZ", [27] = "f8E4M3B11FNUZ", [28] = "f8E3M4", [29] = "f4E2M1FN", [30] = "f6E2M3FN",
        [31] = "f6E3M2FN", [32] = "f8E8M0FNU",
    };
    Bytecode *b = c->b;
    uint64_t code = bc_varint(c);
    if (code < G_N_ELEMENTS(floats) && floats[code])
        return scalar(e, b, floats[code]);
    switch (code) {
    case 0: {
        uint64_t v = bc_varint(c);
        return scalar(e, b, arena_printf(b->x->lasting, "%s%" G_GUINT64_FORMAT, (v & 3) == 0 ? "i" : (v & 3) == 1 ? "si" : "ui", MIN(v >> 2, (uint64_t)1 << 24)));
    }
    case 1: return scalar(e, b, "index");
    case 2: return function(c, e);
    case 9: return complex_of(c, e);
    case 12: return refused(e, b, "none", "values that are not tensors");
    case 13: return tensor(c, e, false);
    case 14: return tensor(c, e, true);
    case 15: return tuple(c, e, false);
    case 10: case 11: return refused(e, b, "memref", "values that are not tensors");
    case 16: case 17: return refused(e, b, "memref<*>", "values that are not tensors");
    case 18: return refused(e, b, "tensor<*>", "unranked tensors");
    case 19: case 20: return refused(e, b, "vector", "values that are not tensors");
    default: return unknown_code(b, e, "builtin", code);
    }
}

static BcType *read_vhlo(BcCursor *c, const BcEntry *e)
{
    static const char *const scalars[] = {
        [0] = "i1", [2] = "bf16", [3] = "f16", [4] = "f32", [5] = "f64", [6] = "f8E4M3FN", [7] = "f8E5M2", [9] = "index",
        [10] = "i4", [11] = "i8", [12] = "i16", [13] = "i32", [14] = "i64", [15] = "ui4", [16] = "ui8", [17] = "ui16", [18] = "ui32", [19] = "ui64",
        [27] = "f8E4M3FNUZ", [28] = "f8E5M2FNUZ", [29] = "f8E4M3B11FNUZ", [31] = "i2", [32] = "ui2", [34] = "tf32", [35] = "f8E4M3",
        [36] = "f8E3M4", [37] = "f4E2M1FN", [38] = "f6E2M3FN", [39] = "f6E3M2FN", [40] = "f8E8M0FNU",
    };
    Bytecode *b = c->b;
    uint64_t code = bc_varint(c);
    if (code < G_N_ELEMENTS(scalars) && scalars[code])
        return scalar(e, b, scalars[code]);
    switch (code) {
    case 1: return complex_of(c, e);
    case 8: return function(c, e);
    case 20: return tensor(c, e, false);
    case 21: return tensor(c, e, true);
    case 22: return token(b, e);
    case 23: return tuple(c, e, false);
    case 24: case 30: return refused(e, b, "!quant.uniform", "quantised types in bytecode");
    case 25: return refused(e, b, "tensor<*>", "unranked tensors");
    case 26: return refused(e, b, "!shape.witness", "values that are not tensors");
    case 33: return refused(e, b, "none", "values that are not tensors");
    case 41: return refused(e, b, "memref", "values that are not tensors");
    case 42: return tuple(c, e, true);
    default: return unknown_code(b, e, "vhlo", code);
    }
}

/* A type that its dialect has no code for, as text; the NUL behind it is not the text's. */
static BcType *read_text(Bytecode *b, const BcEntry *e)
{
    size_t n = strnlen(e->at, e->n);
    const char *text = arena_strndup(b->x->lasting, e->at, n);
    if (g_str_has_prefix(text, "!quant."))
        return refused(e, b, text, "quantised types in bytecode");
    if (elem_from_mlir(text, n) != N_ELEMS || strcmp(text, "tf32") == 0)
        return scalar(e, b, text);
    if (*text != '!' || e->dialect != BC_STABLEHLO) {
        mlir_fail(b->x, e->at, "unknown type '%.60s'", text);
        return NULL;
    }
    if (strcmp(text, "!stablehlo.token") == 0)
        return token(b, e);
    return refused(e, b, text, "values of this type");
}

static BcType *read_type(Bytecode *b, const BcEntry *e)
{
    BcCursor c = { b, e->at, e->at + e->n };
    BcType *t;
    if (!e->custom)
        return read_text(b, e);
    switch (e->dialect) {
    case BC_BUILTIN: t = read_builtin(&c, e); break;
    case BC_VHLO: t = read_vhlo(&c, e); break;
    case BC_STABLEHLO: {
        uint64_t code = bc_varint(&c);
        t = code == 0 ? token(b, e) : code == 1 ? tuple(&c, e, true) : unknown_code(b, e, "stablehlo", code);
        break;
    }
    case BC_FUNC: case BC_CHLO: case BC_SDY: case BC_OTHER:
    default: t = unknown_code(b, e, "of another tool", bc_varint(&c)); break;
    }
    /* What is refused is not read to its end. */
    return t && (t->kind == BC_REFUSED || bc_at_end(&c, "a type")) && !bc_failed(b) ? t : NULL;
}

const BcType *bc_type(Bytecode *b, uint64_t id, const char *at)
{
    if (id >= b->n_types) {
        mlir_fail(b->x, at, "there is no type %" G_GUINT64_FORMAT ", the file has %zu", id, b->n_types);
        return NULL;
    }
    BcEntry *e = &b->types[id];
    if (e->type)
        return e->type;
    if (e->busy) {
        mlir_fail(b->x, e->at, "the type refers to itself");
        return NULL;
    }
    if (bc_failed(b) || !mlir_enter(b->x))
        return NULL;
    e->busy = true;
    e->type = read_type(b, e);
    e->busy = false;
    mlir_leave(b->x);
    return e->type;
}

const BcType *bc_type_ref(BcCursor *c)
{
    const char *at = c->p;
    uint64_t id = bc_varint(c);
    return bc_failed(c->b) ? NULL : bc_type(c->b, id, at);
}

const Type *bc_value_type(Bytecode *b, const BcType *t)
{
    if (t->kind == BC_VALUE) {
        if (t->future)
            b->x->future_at = t->at;
        return t->type;
    }
    if (t->what)
        return mlir_type_refused(b->x, t->at, (Str){ t->spelled, strlen(t->spelled) }, t->what, t->hint);
    mlir_fail(b->x, t->at, "%s%s%s is no type of a value", b->x->doing ? b->x->doing : "", b->x->doing ? ": " : "", t->spelled);
    return NULL;
}
