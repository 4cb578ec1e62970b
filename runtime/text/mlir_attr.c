/* Reads attributes: values in dictionaries and behind '=' in pretty forms. Aliases are in mlir_alias.c. Start at
 * mlir_read_attr. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

static MAttr *attr_new(Mlir *x, MAttrKind kind)
{
    MAttr *a = arena_new(x->scratch, MAttr);
    a->kind = kind;
    return a;
}

enum { MAX_SPLAT = 1 << 16 }; /* elements of a list of integers that is written as one */

bool mlir_attr_ints(Mlir *x, const MAttr *a, Ints *out)
{
    if (a->kind == ATTR_INTS) {
        *out = a->ints;
        return true;
    }
    if (a->kind == ATTR_DENSE) {
        const Literal *l = a->literal;
        if (elem_is_float(l->type->elem) || elem_info[l->type->elem].cls == CLASS_COMPLEX)
            return false;
        /* A splat's type is text, so its size is not bounded by the file's. */
        if (l->type->n_elems > (l->splat ? MAX_SPLAT : 1 << 24))
            return false;
        int64_t *v = arena_array(x->scratch, int64_t, MAX(l->type->n_elems, 1));
        for (int64_t i = 0; i < l->type->n_elems; i++)
            v[i] = mlir_literal_int(l, i);
        *out = (Ints){ v, (int)l->type->n_elems };
        return true;
    }
    if (a->kind != ATTR_ARRAY)
        return false;
    int64_t *v = arena_array(x->scratch, int64_t, MAX(a->n_items, 1));
    for (int i = 0; i < a->n_items; i++) {
        if (a->items[i]->kind != ATTR_INT && a->items[i]->kind != ATTR_BOOL)
            return false;
        v[i] = a->items[i]->i;
    }
    *out = (Ints){ v, a->n_items };
    return true;
}

/* ---- dictionaries ---------------------------------------------------------------------------- */

void mlir_dict_add(Mlir *x, MDict *dict, const char *key, const char *at, MAttr *value)
{
    if (dict->n == dict->cap) {
        int cap = MAX(4, dict->cap * 2);
        MEntry *v = arena_array(x->scratch, MEntry, cap);
        if (dict->n)
            memcpy(v, dict->v, sizeof *v * (size_t)dict->n);
        dict->v = v;
        dict->cap = cap;
    }
    dict->v[dict->n++] = (MEntry){ .key = key, .value = value, .at = at };
}

enum { MAX_CHECKED = 64 }; /* entries of a dictionary that later ones are compared with */

static bool read_entries(Mlir *x, MDict *dict, char close)
{
    if (mlir_accept(x, close))
        return true;
    int first = dict->n;
    do {
        const char *key;
        char c = mlir_peek(x);
        const char *at = x->cur;
        if (c == '"') {
            const char *s = mlir_read_string(x, NULL);
            if (!s)
                return false;
            key = str_intern(x->names, s);
        } else {
            Str w = mlir_accept_word(x);
            if (!w.n)
                return mlir_expected(x, "an attribute's name");
            key = mlir_intern(x, w);
        }
        for (int i = first; i < MIN(dict->n, first + MAX_CHECKED); i++)
            if (dict->v[i].key == key)
                return mlir_fail(x, at, "the attribute '%s' is given twice", key);
        MAttr *value;
        if (mlir_accept(x, '=')) {
            value = mlir_read_attr(x, true);
            if (!value)
                return false;
        } else {
            value = attr_new(x, ATTR_UNIT);
            value->text = (Str){ "unit", 4 };
        }
        mlir_dict_add(x, dict, key, at, value);
    } while (mlir_accept(x, ','));
    return mlir_expect(x, close);
}

bool mlir_read_dict(Mlir *x, MDict *dict)
{
    return mlir_expect(x, '{') && read_entries(x, dict, '}');
}

MAttr *mlir_read_struct(Mlir *x, const char *name)
{
    mlir_peek(x);
    const char *start = x->cur;
    MAttr *a = attr_new(x, ATTR_STRUCT);
    a->s = name;
    if (!mlir_expect(x, '<') || !mlir_enter(x))
        return NULL;
    bool ok = read_entries(x, &a->dict, '>');
    mlir_leave(x);
    a->text = (Str){ start, (size_t)(x->cur - start) };
    return ok ? a : NULL;
}

/* ---- values ---------------------------------------------------------------------------------- */

static MAttr *read_number(Mlir *x, bool typed)
{
    const char *start = x->cur, *e = start + (*start == '-');
    bool hex = e[0] == '0' && e[1] == 'x';
    while (g_ascii_isdigit(*e))
        e++;
    MAttr *a;
    if (*e == '.' && !hex) {
        char *end;
        a = attr_new(x, ATTR_FLOAT);
        a->f = g_ascii_strtod(start, &end);
        x->cur = end;
    } else {
        a = attr_new(x, ATTR_INT);
        if (!mlir_read_int(x, &a->i))
            return NULL;
        a->f = (double)a->i;
    }
    if (typed && mlir_peek(x) == ':' && x->cur[1] != ':') {
        x->cur++;
        Str w = mlir_accept_word(x);
        bool is_float = w.n && (w.s[0] == 'f' || str_is(w, "bf16") || str_is(w, "tf32"));
        if (!w.n) {
            mlir_expected(x, "the number's type");
            return NULL;
        }
        if (is_float && a->kind == ATTR_INT) {
            a->kind = ATTR_FLOAT;
            ElemType e_type = elem_from_mlir(w.s, w.n);
            if (hex && (e_type == ELEM_f32 || e_type == ELEM_f64)) {
                a->bits = true;
                float f32;
                uint32_t bits32 = (uint32_t)a->i;
                memcpy(&f32, &bits32, 4);
                if (e_type == ELEM_f32)
                    a->f = (double)f32;
                else
                    memcpy(&a->f, &a->i, 8);
            }
        }
    }
    return a;
}

static MAttr *read_array(Mlir *x)
{
    MAttr *a = attr_new(x, ATTR_ARRAY);
    VEC(MAttr *) items = { 0 };
    bool ok = mlir_enter(x);
    if (!ok)
        return NULL;
    x->cur++;
    if (!mlir_accept(x, ']')) {
        do {
            MAttr *item = mlir_read_attr(x, true);
            ok = item != NULL;
            if (ok)
                vec_push(&items, item);
        } while (ok && mlir_accept(x, ','));
        ok = ok && mlir_expect(x, ']');
    }
    a->n_items = items.n;
    if (items.n)
        a->items = arena_dup_array(x->scratch, items.v, items.n);
    vec_clear(&items);
    mlir_leave(x);
    return ok ? a : NULL;
}

/* Behind "array": "<i64: 1, 2>". */
static MAttr *read_dense_array(Mlir *x)
{
    MAttr *a = attr_new(x, ATTR_INTS);
    if (!mlir_expect(x, '<'))
        return NULL;
    Str elem = mlir_accept_word(x);
    if (!elem.n) {
        mlir_expected(x, "the array's element type");
        return NULL;
    }
    VEC(int64_t) v = { 0 };
    bool ok = true;
    if (mlir_accept(x, ':')) {
        do {
            int64_t i = 0;
            if (elem.s[0] == 'f') { /* not used by any op we read; kept as text */
                char *end;
                mlir_peek(x);
                g_ascii_strtod(x->cur, &end);
                ok = end > x->cur || mlir_expected(x, "a number");
                x->cur = end;
            } else if (mlir_accept_keyword(x, "true")) {
                i = 1;
            } else if (!mlir_accept_keyword(x, "false")) {
                ok = mlir_read_int(x, &i);
            }
            vec_push(&v, i);
        } while (ok && mlir_accept(x, ','));
    }
    ok = ok && mlir_expect(x, '>');
    a->ints = ints_dup(x->scratch, v.v, v.n);
    vec_clear(&v);
    return ok ? a : NULL;
}

/* Dialect attributes whose insides are fields "key = value". */
static bool is_struct(Str name)
{
    static const char *const names[] = { "gather", "scatter", "dot", "dot_algorithm", "channel_handle",
                                         "output_operand_alias", "bounds", "type_extensions", "result_accuracy",
                                         "ragged_dot", "axis_ref", "replica_group_mesh_axes", "mesh", NULL };
    const char *dot = memrchr(name.s, '.', name.n);
    if (!dot || (name.n >= 4 && memcmp(name.s, "sdy.", 4) == 0))
        return false;
    Str last = { dot + 1, (size_t)(name.s + name.n - dot - 1) };
    for (const char *const *p = names; *p; p++)
        if (str_is(last, *p))
            return true;
    return false;
}

/* "#alias", "#dialect.name<..>", "#dialect<kind WORD>". */
static MAttr *read_hash(Mlir *x)
{
    const char *start = x->cur;
    const char *e = start + 1;
    while (mlir_is_name_char(*e))
        e++;
    Str name = { start + 1, (size_t)(e - start - 1) };
    if (!name.n) {
        x->cur++;
        mlir_expected(x, "an attribute's name after '#'");
        return NULL;
    }
    const char *interned = str_intern_n(x->names, start, (size_t)(e - start));
    if (g_hash_table_contains(x->aliases, interned)) {
        x->cur = e;
        return mlir_alias(x, interned);
    }
    x->cur = e;
    if (*e != '<') {
        if (memchr(name.s, '.', name.n)) { /* "#stablehlo.x" without parameters */
            MAttr *a = attr_new(x, ATTR_RAW);
            a->s = interned;
            return a;
        }
        mlir_fail(x, start, "unknown alias '%s'", interned);
        return NULL;
    }
    if (is_struct(name)) {
        const char *dot = memrchr(name.s, '.', name.n);
        const char *last = str_intern_n(x->names, dot + 1, (size_t)(name.s + name.n - dot - 1));
        if (strcmp(last, "bounds") != 0)
            return mlir_read_struct(x, last);
        /* #stablehlo.bounds<4, ?> */
        MAttr *a = attr_new(x, ATTR_STRUCT), *list = attr_new(x, ATTR_INTS);
        VEC(int64_t) v = { 0 };
        x->cur++;
        bool ok = true;
        do {
            int64_t i = -1;
            if (!mlir_accept(x, '?'))
                ok = mlir_read_int(x, &i);
            vec_push(&v, i);
        } while (ok && mlir_accept(x, ','));
        list->ints = ints_dup(x->scratch, v.v, v.n);
        vec_clear(&v);
        mlir_dict_add(x, &a->dict, "bounds", start, list);
        return ok && mlir_expect(x, '>') ? a : NULL;
    }
    if (!memchr(name.s, '.', name.n)) {
        /* "#stablehlo<precision HIGH>": two words are an enum, anything else is kept as text. */
        const char *before = x->cur;
        x->cur++;
        Str kind = mlir_accept_word(x), word = mlir_accept_word(x);
        if (kind.n && word.n && mlir_peek(x) == '>') {
            x->cur++;
            MAttr *a = attr_new(x, ATTR_WORD);
            a->s = mlir_intern(x, word);
            return a;
        }
        x->cur = before;
    }
    Str body;
    if (!mlir_skip_balanced(x, &body))
        return NULL;
    MAttr *a = attr_new(x, ATTR_RAW);
    a->s = interned;
    return a;
}

static MAttr *read_word(Mlir *x)
{
    Str w = mlir_peek_word(x);
    if (str_is(w, "dense") || str_is(w, "dense_resource") || str_is(w, "sparse")) {
        MAttr *a = attr_new(x, ATTR_DENSE);
        return (a->literal = mlir_read_dense(x)) ? a : NULL;
    }
    if (str_is(w, "loc")) {
        MLoc loc;
        return mlir_read_loc(x, &loc) ? attr_new(x, ATTR_LOC) : NULL;
    }
    if (str_is(w, "tensor") || str_is(w, "tuple")) {
        MAttr *a = attr_new(x, ATTR_TYPE);
        return (a->type = mlir_read_type(x)) ? a : NULL;
    }
    x->cur += w.n;
    if (str_is(w, "array") && *x->cur == '<')
        return read_dense_array(x);
    MAttr *a = attr_new(x, ATTR_WORD);
    a->s = mlir_intern(x, w);
    if (str_is(w, "true") || str_is(w, "false")) {
        a->kind = ATTR_BOOL;
        a->i = w.s[0] == 't';
    } else if (str_is(w, "unit")) {
        a->kind = ATTR_UNIT;
    } else if (*x->cur == '<') { /* complex<f32>, a function type's parts, ...: kept as text */
        Str body;
        if (!mlir_skip_balanced(x, &body))
            return NULL;
        a->kind = ATTR_RAW;
    }
    return a;
}

/* A function type, or part of an axis: (2)4. */
static MAttr *read_parenthesis(Mlir *x)
{
    const char *next = x->cur + 1;
    while (g_ascii_isspace(*next))
        next++;
    if (g_ascii_isdigit(*next)) {
        Str body;
        MAttr *part = attr_new(x, ATTR_RAW);
        if (!mlir_skip_balanced(x, &body))
            return NULL;
        while (g_ascii_isdigit(*x->cur))
            x->cur++;
        return part;
    }
    MAttr *a = attr_new(x, ATTR_FUNCTION);
    TypeVec types = { 0 };
    bool ok = mlir_read_types(x, &types);
    a->i = types.n;
    ok = ok && (mlir_accept_text(x, "->") || mlir_expected(x, "'->'")) && mlir_read_types(x, &types);
    a->n_items = types.n;
    a->items = arena_array(x->scratch, MAttr *, MAX(types.n, 1));
    for (int i = 0; i < types.n; i++) {
        a->items[i] = attr_new(x, ATTR_TYPE);
        a->items[i]->type = types.v[i];
    }
    vec_clear(&types);
    return ok ? a : NULL;
}

static MAttr *read_value(Mlir *x, char c, bool typed)
{
    Str body;
    MAttr *a;
    switch (c) {
    case '"':
        a = attr_new(x, ATTR_STRING);
        if (!(a->s = mlir_read_string(x, &a->n_s)))
            return NULL;
        if (typed && mlir_accept(x, ':') && !mlir_accept_word(x).n) {
            mlir_expected(x, "the string's type");
            return NULL;
        }
        return a;
    case '[':
        return read_array(x);
    case '{':
        a = attr_new(x, ATTR_DICT);
        if (!mlir_enter(x))
            return NULL;
        bool ok = mlir_read_dict(x, &a->dict);
        mlir_leave(x);
        return ok ? a : NULL;
    case '@':
        a = attr_new(x, ATTR_SYMBOL);
        return (a->s = mlir_read_symbol(x)) ? a : NULL;
    case '#':
        return read_hash(x);
    case '!':
        a = attr_new(x, ATTR_TYPE);
        return (a->type = mlir_read_type(x)) ? a : NULL;
    case '<':
        return mlir_skip_balanced(x, &body) ? attr_new(x, ATTR_RAW) : NULL;
    case '(':
        return read_parenthesis(x);
    default:
        break;
    }
    if (g_ascii_isdigit(c) || (c == '-' && g_ascii_isdigit(x->cur[1])))
        return read_number(x, typed);
    if (g_ascii_isalpha(c) || c == '_')
        return read_word(x);
    mlir_expected(x, "an attribute");
    return NULL;
}

MAttr *mlir_read_attr(Mlir *x, bool typed)
{
    char c = mlir_peek(x);
    const char *start = x->cur;
    MAttr *a = read_value(x, c, typed);
    if (a && !a->text.n)
        a->text = (Str){ start, (size_t)(x->cur - start) };
    return a;
}
