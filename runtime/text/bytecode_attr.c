/* Attributes of bytecode: those of MLIR itself, and the encodings that other dialects share with them. An attribute without a code
 * is text in the file, which the functions of the text reader read. Start at bc_attr. */
#include "runtime/text/bytecode_impl.h"

#include <string.h>

#include "runtime/ir/scalar.h"

/* ---- new attributes -------------------------------------------------------------------------------------- */

MAttr *bc_attr_new(Bytecode *b, MAttrKind kind)
{
    MAttr *a = arena_new(b->x->lasting, MAttr);
    a->kind = kind;
    return a;
}

MAttr *bc_attr_word(Bytecode *b, const char *word, const char *kind)
{
    MAttr *a = bc_attr_new(b, ATTR_WORD);
    a->s = word;
    a->spelled = kind;
    return a;
}

MAttr *bc_attr_int(Bytecode *b, int64_t v, const char *spelled)
{
    MAttr *a = bc_attr_new(b, ATTR_INT);
    a->i = v;
    a->f = (double)v;
    a->spelled = spelled;
    return a;
}

MAttr *bc_attr_ints(Bytecode *b, Ints v)
{
    MAttr *a = bc_attr_new(b, ATTR_INTS);
    a->ints = v;
    a->spelled = "i64";
    return a;
}

MAttr *bc_attr_struct(Bytecode *b, const char *name)
{
    MAttr *a = bc_attr_new(b, ATTR_STRUCT);
    a->s = name;
    return a;
}

void bc_field(Bytecode *b, MAttr *s, const char *key, MAttr *value)
{
    if (value)
        mlir_dict_add(b->x, &s->dict, key, b->x->cur, value);
}

MAttr *bc_read_word(BcCursor *c, const char *kind, const char *const *words, int n)
{
    const char *at = c->p;
    uint64_t i = bc_varint(c);
    if (i < (uint64_t)n)
        return bc_attr_word(c->b, words[i], kind);
    bc_fail(c, at, "%" G_GUINT64_FORMAT " is no %s", i, kind);
    return NULL;
}

/* ---- what dialects share -------------------------------------------------------------------------------------- */

MAttr *bc_read_array(BcCursor *c)
{
    size_t n = bc_count(c);
    MAttr *a = bc_attr_new(c->b, ATTR_ARRAY);
    a->items = arena_array(c->b->x->lasting, MAttr *, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        if (!(a->items[a->n_items++] = bc_attr_ref(c)))
            return NULL;
    return bc_failed(c->b) ? NULL : a;
}

MAttr *bc_read_dict(BcCursor *c)
{
    size_t n = bc_count(c);
    MAttr *a = bc_attr_new(c->b, ATTR_DICT);
    for (size_t i = 0; i < n; i++) {
        const char *at = c->p;
        MAttr *key = bc_attr_ref(c), *value = key ? bc_attr_ref(c) : NULL;
        if (!value)
            return NULL;
        if (key->kind != ATTR_STRING) {
            bc_fail(c, at, "a key of a dictionary must be a string");
            return NULL;
        }
        mlir_dict_add(c->b->x, &a->dict, str_intern(c->b->x->names, key->s), at, value);
    }
    return bc_failed(c->b) ? NULL : a;
}

/* A string's bytes may be anything, but a NUL ends it for us. */
static MAttr *string_attr(Bytecode *b, Str s)
{
    MAttr *a = bc_attr_new(b, ATTR_STRING);
    a->s = s.s;
    a->n_s = s.n;
    return a;
}

MAttr *bc_read_string(BcCursor *c)
{
    return string_attr(c->b, bc_string(c));
}

/* The bits of an integer or float of that many: up to 8 in a byte, up to 64 in a number. */
static uint64_t read_bits(BcCursor *c, int bits)
{
    if (bits <= 8)
        return bc_byte(c);
    if (bits <= 64)
        return (uint64_t)bc_svarint(c);
    uint64_t low = 0;
    size_t n = bc_count(c);
    for (size_t i = 0; i < n; i++) {
        uint64_t word = (uint64_t)bc_svarint(c);
        low = i ? low : word;
    }
    return low;
}

/* The number that its text gives: 0.001 of f32 is read as 0.001 there, not as the nearest f32. */
static double as_written(ElemType e, const void *raw)
{
    g_autoptr(GString) s = g_string_new(NULL);
    mlir_float_print(s, e, raw);
    return g_str_has_prefix(s->str, "0x") ? scalar_to_double(e, raw) : g_ascii_strtod(s->str, NULL);
}

static MAttr *float_attr(BcCursor *c, const BcType *type, const char *at)
{
    Bytecode *b = c->b;
    uint64_t bits = read_bits(c, type->bits);
    if (bc_failed(b))
        return NULL;
    if (type->elem == N_ELEMS) {
        bc_fail(c, at, "a number of the type %s", type->spelled);
        return NULL;
    }
    unsigned char raw[16] = { 0 };
    memcpy(raw, &bits, sizeof bits);
    MAttr *a = bc_attr_new(b, ATTR_FLOAT);
    a->f = as_written(type->elem, raw);
    a->i = (int64_t)bits;
    a->spelled = type->spelled;
    a->literal = literal_new(b->x->m, type_scalar(b->x->m->types, type->elem), raw, false);
    return a;
}

MAttr *bc_read_f64(BcCursor *c)
{
    static const BcType f64 = { .kind = BC_SCALAR, .spelled = "f64", .elem = ELEM_f64, .bits = 64, .is_float = true };
    return float_attr(c, &f64, c->p);
}

MAttr *bc_read_number(BcCursor *c)
{
    const char *at = c->p;
    const BcType *type = bc_type_ref(c);
    if (!type)
        return NULL;
    if (type->kind != BC_SCALAR || !type->bits) {
        bc_fail(c, at, "a number of the type %s", type->spelled);
        return NULL;
    }
    if (type->is_float)
        return float_attr(c, type, at);
    int shift = 64 - MIN(type->bits, 64);
    uint64_t bits = read_bits(c, type->bits) << shift;
    bool is_unsigned = *type->spelled == 'u';
    MAttr *a = bc_attr_int(c->b, is_unsigned ? (int64_t)(bits >> shift) : (int64_t)bits >> shift, type->spelled);
    if (strcmp(type->spelled, "i1") == 0) {
        a->kind = ATTR_BOOL;
        a->i = a->i != 0;
    }
    return a;
}

/* A type as an attribute: of values, of functions, or a word such as f32. */
MAttr *bc_read_type_attr(BcCursor *c)
{
    Bytecode *b = c->b;
    const BcType *type = bc_type_ref(c);
    if (!type)
        return NULL;
    if (type->kind == BC_SCALAR || type->kind == BC_REFUSED)
        return bc_attr_word(b, type->spelled, NULL);
    MAttr *a = bc_attr_new(b, type->kind == BC_FUNCTION ? ATTR_FUNCTION : ATTR_TYPE);
    a->type = type->type;
    a->spelled = type->spelled;
    if (type->kind != BC_FUNCTION)
        return a;
    a->i = type->n_inputs;
    a->n_items = type->n_parts;
    a->items = arena_array(b->x->lasting, MAttr *, MAX(type->n_parts, 1));
    for (int i = 0; i < type->n_parts; i++) {
        a->items[i] = bc_attr_new(b, ATTR_TYPE);
        a->items[i]->spelled = type->parts[i]->spelled;
        if (type->parts[i]->kind == BC_VALUE) /* others are refused where they are an argument's */
            a->items[i]->type = bc_value_type(b, type->parts[i]);
    }
    return a;
}

static MAttr *dense_of(BcCursor *c, const char *at, const BcType *type, Str bytes)
{
    Bytecode *b = c->b;
    if (!type || bc_failed(b))
        return NULL;
    const Type *t = bc_value_type(b, type);
    if (!t)
        return NULL;
    if (t->kind != TYPE_ARRAY) {
        bc_fail(c, at, "a literal must be a tensor");
        return NULL;
    }
    MAttr *a = bc_attr_new(b, ATTR_DENSE);
    a->spelled = type->spelled;
    return (a->literal = mlir_literal_raw(b->x, at, t, bytes.s, bytes.n)) ? a : NULL;
}

MAttr *bc_read_dense(BcCursor *c)
{
    const char *at = c->p;
    const BcType *type = bc_type_ref(c);
    return dense_of(c, at, type, bc_blob(c));
}

/* ---- MLIR's own ------------------------------------------------------------------------------------------------ */

static MAttr *read_resource(BcCursor *c)
{
    const char *at = c->p;
    const BcType *type = bc_type_ref(c);
    uint64_t i = bc_varint(c);
    if (bc_failed(c->b))
        return NULL;
    if (i >= c->b->n_resources || !c->b->resources[i].is_blob) {
        bc_fail(c, at, "there is no resource %" G_GUINT64_FORMAT ", the file has %zu", i, c->b->n_resources);
        return NULL;
    }
    return dense_of(c, at, type, c->b->resources[i].blob);
}

/* array<i64: ..>; of floats only the text matters. */
static MAttr *read_dense_array(BcCursor *c)
{
    Bytecode *b = c->b;
    const char *at = c->p;
    const BcType *elem = bc_type_ref(c);
    uint64_t n = bc_varint(c);
    Str bytes = bc_blob(c);
    if (bc_failed(b) || !elem)
        return NULL;
    size_t size = (size_t)(elem->bits + 7) / 8;
    if (elem->kind != BC_SCALAR || elem->elem == N_ELEMS || !size || size > 8 || n != bytes.n / size || bytes.n % size || n > G_MAXINT) {
        bc_fail(c, at, "a list of %" G_GUINT64_FORMAT " %s in %zu bytes", n, elem->spelled, bytes.n);
        return NULL;
    }
    MAttr *a = bc_attr_new(b, ATTR_INTS);
    int64_t *v = arena_array(b->x->lasting, int64_t, MAX(n, 1));
    for (uint64_t i = 0; i < n && !elem->is_float; i++)
        v[i] = scalar_to_int(elem->elem, bytes.s + i * size);
    a->ints = (Ints){ v, (int)n };
    a->spelled = elem->spelled;
    if (elem->is_float) {
        int64_t count = (int64_t)n;
        const Literal *l = literal_new(b->x->m, type_array(b->x->m->types, elem->elem, 1, &count), n ? bytes.s : "", false);
        g_autoptr(GString) s = g_string_new(NULL);
        g_string_append_printf(s, "array<%s%s", elem->spelled, n ? ": " : "");
        for (uint64_t i = 0; i < n; i++) {
            MAttr one = { .kind = ATTR_FLOAT };
            one.literal = literal_new(b->x->m, type_scalar(b->x->m->types, elem->elem), (const char *)l->data + i * size, false);
            g_string_append(s, i ? ", " : "");
            mlir_attr_print(s, &one);
        }
        g_string_append_c(s, '>');
        a->text = (Str){ arena_strndup(b->x->lasting, s->str, s->len), s->len };
    }
    return a;
}

static MAttr *read_symbol(BcCursor *c, bool nested)
{
    const char *at = c->p;
    MAttr *root = bc_attr_ref(c), *list = root && nested ? bc_read_array(c) : NULL;
    if (!root || (nested && !list))
        return NULL;
    /* Symbols of nested modules share one table: the last name is what counts. */
    const MAttr *last = list && list->n_items ? list->items[list->n_items - 1] : root;
    if (last->kind != ATTR_STRING && last->kind != ATTR_SYMBOL) {
        bc_fail(c, at, "a symbol's name must be a string");
        return NULL;
    }
    MAttr *a = bc_attr_new(c->b, ATTR_SYMBOL);
    a->s = last->s;
    a->n_s = last->n_s;
    return a;
}

static MAttr *read_builtin(BcCursor *c, uint64_t code)
{
    Bytecode *b = c->b;
    MAttr *a;
    switch (code) {
    case 0: return bc_read_array(c);
    case 1: return bc_read_dict(c);
    case 2: return bc_read_string(c);
    case 3: {
        Str s = bc_string(c);
        return bc_type_ref(c) ? string_attr(b, s) : NULL;
    }
    case 4: return read_symbol(c, false);
    case 5: return read_symbol(c, true);
    case 6: return bc_read_type_attr(c);
    case 7: return bc_attr_new(b, ATTR_UNIT);
    case 8: case 9: return bc_read_number(c);
    case 10: case 11: case 12: case 13: case 14: case 15: case 22: /* locations: bc_loc reads those */
        c->p = c->end;
        return bc_attr_new(b, ATTR_LOC);
    case 16: return read_resource(c);
    case 17: return read_dense_array(c);
    case 18: return bc_read_dense(c);
    case 19: case 20: case 21: /* strings, sparse, distinct: nothing that we read has these */
        c->p = c->end;
        a = bc_attr_new(b, ATTR_RAW);
        a->spelled = "unsupported";
        return a;
    default: break;
    }
    bc_fail(c, c->p, "unknown attribute %" G_GUINT64_FORMAT " of the dialect builtin", code);
    return NULL;
}

/* An attribute that its dialect has no code for, as text. */
static MAttr *read_text(Bytecode *b, const BcEntry *e)
{
    Mlir *x = b->x;
    const char *cur = x->cur, *text = x->text, *end = x->end, *line_start = x->line_start;
    size_t n = strnlen(e->at, e->n);
    /* The functions that read text want a NUL behind it, which the file need not have. */
    x->cur = x->text = x->line_start = arena_strndup(x->lasting, e->at, n);
    x->end = x->cur + n;
    GError *inner = NULL, **error = x->error;
    x->error = &inner;
    MAttr *a = mlir_read_attr(x, true);
    if (a && mlir_peek(x) != 0)
        a = NULL;
    x->error = error;
    x->cur = cur;
    x->text = text;
    x->end = end;
    x->line_start = line_start;
    if (!a)
        mlir_fail(x, e->at, "the attribute '%.*s' is not understood", (int)MIN(n, (size_t)60), e->at);
    g_clear_error(&inner);
    return a;
}

static MAttr *read_attr(Bytecode *b, const BcEntry *e)
{
    BcCursor c = { b, e->at, e->at + e->n };
    if (!e->custom)
        return read_text(b, e);
    uint64_t code = bc_varint(&c);
    MAttr *a = NULL;
    if (bc_failed(b))
        return NULL;
    switch (e->dialect) {
    case BC_BUILTIN: a = read_builtin(&c, code); break;
    case BC_VHLO: a = bc_read_vhlo_attr(&c, code); break;
    case BC_STABLEHLO: a = bc_read_stablehlo_attr(&c, code); break;
    case BC_CHLO: a = bc_read_chlo_attr(&c, code); break;
    case BC_SDY: a = bc_read_sdy_attr(&c, code); break;
    case BC_FUNC: case BC_OTHER:
        mlir_fail_as(b->x, e->at, SHARD_ERROR_UNSUPPORTED, NULL, "an attribute of a dialect that is not known here");
        return NULL;
    }
    return a && bc_at_end(&c, "an attribute") ? a : NULL;
}

BcEntry *bc_attr_at(Bytecode *b, uint64_t id, const char *at)
{
    if (id < b->n_attrs)
        return bc_failed(b) ? NULL : &b->attrs[id];
    mlir_fail(b->x, at, "there is no attribute %" G_GUINT64_FORMAT ", the file has %zu", id, b->n_attrs);
    return NULL;
}

bool bc_enter(Bytecode *b, BcEntry *e)
{
    if (e->busy)
        return mlir_fail(b->x, e->at, "the attribute refers to itself");
    b->x->cur = e->at; /* where mlir_enter says that it is too deep */
    return e->busy = mlir_enter(b->x);
}

void bc_leave(Bytecode *b, BcEntry *e, const char *cur)
{
    mlir_leave(b->x);
    b->x->cur = cur;
    e->busy = false;
}

MAttr *bc_attr(Bytecode *b, uint64_t id, const char *at)
{
    BcEntry *e = bc_attr_at(b, id, at);
    const char *cur = b->x->cur;
    if (!e || e->attr)
        return e ? e->attr : NULL;
    if (!bc_enter(b, e))
        return NULL;
    Arena *scratch = b->x->scratch;
    b->x->scratch = b->x->lasting;
    e->attr = read_attr(b, e);
    b->x->scratch = scratch;
    bc_leave(b, e, cur);
    return e->attr;
}

MAttr *bc_attr_ref(BcCursor *c)
{
    const char *at = c->p;
    uint64_t id = bc_varint(c);
    return bc_failed(c->b) ? NULL : bc_attr(c->b, id, at);
}

MAttr *bc_attr_maybe(BcCursor *c)
{
    const char *at = c->p;
    BcEntry *e = bc_attr_entry_maybe(c);
    return e ? bc_attr(c->b, (uint64_t)(e - c->b->attrs), at) : NULL;
}

BcEntry *bc_attr_entry_maybe(BcCursor *c)
{
    const char *at = c->p;
    bool there;
    uint64_t id = bc_flagged(c, &there);
    return bc_failed(c->b) || !there ? NULL : bc_attr_at(c->b, id, at);
}

BcEntry *bc_attr_entry(BcCursor *c)
{
    const char *at = c->p;
    uint64_t id = bc_varint(c);
    return bc_failed(c->b) ? NULL : bc_attr_at(c->b, id, at);
}
