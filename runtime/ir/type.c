/* The table of types: a hash set that interns them, so that equal types are one pointer. Start at intern(). */
#include "runtime/ir/type.h"

#include "runtime/base/format.h"

#include <string.h>

const ElemInfo elem_info[N_ELEMS] = {
#define ELEM(id, hlo, mlir, bits, cls, bytes) [ELEM_##id] = {hlo, mlir, bits, CLASS_##cls, bytes},
#include "runtime/ir/elems.def"
};

ElemType elem_from_hlo(const char *name, size_t n)
{
    if (n < 2 || n > 13) /* no name is shorter or longer */
        return N_ELEMS;
    for (int e = 0; e < N_ELEMS; e++) {
        const char *s = elem_info[e].hlo;
        if (s[0] == name[0] && s[1] == name[1] && strncmp(s, name, n) == 0 && s[n] == 0)
            return (ElemType)e;
    }
    return N_ELEMS;
}

ElemType elem_from_mlir(const char *name, size_t n)
{
    for (int e = 0; e < N_ELEMS; e++)
        if (strncmp(elem_info[e].mlir, name, n) == 0 && elem_info[e].mlir[n] == 0)
            return (ElemType)e;
    return N_ELEMS;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct TypeSlot {
    const Type *type;
    uint32_t hash;
} TypeSlot;

struct TypeTable {
    Arena *arena;
    TypeSlot *slots;
    uint32_t n, mask;
    const Type *scalars[N_ELEMS];
    const Type *token, *opaque;
};

TypeTable *type_table_new(Arena *arena)
{
    TypeTable *t = g_new0(TypeTable, 1);
    t->arena = arena;
    t->mask = 255;
    t->slots = g_new0(TypeSlot, t->mask + 1);
    return t;
}

void type_table_free(TypeTable *t)
{
    if (!t)
        return;
    g_free(t->slots);
    g_free(t);
}

static uint32_t mix(uint32_t h, uint64_t x)
{
    uint64_t v = (x ^ h) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(v >> 32) ^ (uint32_t)v;
}

static uint32_t type_hash(const Type *k)
{
    uint32_t h = (uint32_t)k->kind * 31 + (uint32_t)k->elem;
    for (int i = 0; i < k->rank; i++)
        h = mix(h, (uint64_t)k->dims[i]);
    for (int i = 0; k->dyn && i < k->rank; i++)
        h = mix(h, k->dyn[i] ? 2 : 1);
    for (int i = 0; k->unbounded && i < k->rank; i++)
        h = mix(h, k->unbounded[i] ? 4 : 3);
    for (int i = 0; i < k->n_parts; i++)
        h = mix(h, (uint64_t)(uintptr_t)k->parts[i]);
    for (const char *s = k->layout; s && *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return mix(k->quant ? mix(h, g_str_hash(k->quant->text)) : h, (uint64_t)k->rank);
}

static bool same_but_parts(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->elem != b->elem || a->rank != b->rank || a->n_parts != b->n_parts)
        return false;
    if (!a->layout != !b->layout || !a->dyn != !b->dyn || !a->unbounded != !b->unbounded ||
        !a->quant != !b->quant || (a->quant && strcmp(a->quant->text, b->quant->text) != 0))
        return false;
    if (a->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) != 0)
        return false;
    if (a->dyn && memcmp(a->dyn, b->dyn, (size_t)a->rank * sizeof *a->dyn) != 0)
        return false;
    if (a->unbounded && memcmp(a->unbounded, b->unbounded, (size_t)a->rank * sizeof *a->dyn) != 0)
        return false;
    return !a->layout || strcmp(a->layout, b->layout) == 0;
}

/* Equality of a key with an entry. Their parts are interned. */
static bool same_in_table(const Type *a, const Type *b)
{
    return same_but_parts(a, b) && (a->n_parts == 0 || memcmp(a->parts, b->parts, (size_t)a->n_parts * sizeof *a->parts) == 0);
}

bool type_same(const Type *a, const Type *b)
{
    if (a == b)
        return true;
    if (!a || !b || !same_but_parts(a, b))
        return false;
    for (int i = 0; i < a->n_parts; i++) /* recursion is bounded by MAX_TUPLE_DEPTH */
        if (!type_same(a->parts[i], b->parts[i]))
            return false;
    return true;
}

static void grow(TypeTable *t)
{
    TypeSlot *old = t->slots;
    uint32_t n_old = t->mask + 1;
    t->mask = n_old * 2 - 1;
    t->slots = g_new0(TypeSlot, t->mask + 1);
    for (uint32_t i = 0; i < n_old; i++) {
        if (!old[i].type)
            continue;
        uint32_t k = old[i].hash & t->mask;
        while (t->slots[k].type)
            k = (k + 1) & t->mask;
        t->slots[k] = old[i];
    }
    g_free(old);
}

static const Type *plain_tuple(TypeTable *t, const Type *key);

/* The interned type equal to `key`; if it is new, made with copies of what key points to. */
static const Type *intern(TypeTable *t, const Type *key)
{
    uint32_t h = type_hash(key);
    uint32_t k = h & t->mask;
    for (; t->slots[k].type; k = (k + 1) & t->mask)
        if (t->slots[k].hash == h && same_in_table(t->slots[k].type, key))
            return t->slots[k].type;

    Type *type = arena_new(t->arena, Type);
    *type = *key;
    type->layout = arena_strdup(t->arena, key->layout);
    static const int64_t no_dims[1];
    type->dims = no_dims; /* never NULL, so that memcpy and memcmp of no dims are defined */
    if (key->rank) {
        type->dims = arena_dup_array(t->arena, key->dims, key->rank);
        type->dyn = key->dyn ? arena_dup_array(t->arena, key->dyn, key->rank) : NULL;
        type->unbounded =
            key->unbounded ? arena_dup_array(t->arena, key->unbounded, key->rank) : NULL;
    }
    if (key->n_parts)
        type->parts = arena_dup_array(t->arena, key->parts, key->n_parts);
    type->n_elems = 1;
    for (int i = 0; i < key->rank; i++) {
        bool overflow = __builtin_mul_overflow(type->n_elems, key->dims[i], &type->n_elems);
        g_assert(!overflow || !"array type too large; callers check type_dims_fit first");
    }
    type->n_leaves = key->kind != TYPE_TUPLE;
    type->flat = key->kind == TYPE_TUPLE;
    type->n_nodes = 1;
    type->runs = key->kind != TYPE_BUFFER && !key->unbounded;
    for (int i = 0; i < key->n_parts; i++) {
        const Type *part = key->parts[i];
        type->runs = type->runs && part->runs;
        type->n_leaves += key->kind == TYPE_TUPLE ? part->n_leaves : 0;
        type->n_nodes += part->n_nodes;
        type->depth = MAX(type->depth, part->depth + 1);
        type->flat = type->flat && part->kind != TYPE_TUPLE;
    }
    t->slots[k] = (TypeSlot){type, h};
    if (++t->n * 2 > t->mask)
        grow(t);

    if (type->layout || type->quant) {
        Type plain = *type;
        plain.layout = NULL;
        plain.quant = NULL;
        type->plain = intern(t, &plain);
    } else {
        type->plain = type->n_parts ? plain_tuple(t, type) : type;
    }
    return type;
}

/* The tuple of the parts' plain types; `type` itself if all parts are plain. The same for a buffer. */
static const Type *plain_tuple(TypeTable *t, const Type *type)
{
    bool is_plain = true;
    for (int i = 0; i < type->n_parts; i++)
        is_plain = is_plain && type->parts[i]->plain == type->parts[i];
    if (is_plain)
        return type;
    const Type **parts = g_new(const Type *, type->n_parts);
    for (int i = 0; i < type->n_parts; i++)
        parts[i] = type->parts[i]->plain;
    const Type *plain = type->kind == TYPE_BUFFER ? type_buffer(t, parts[0])
                                                  : type_tuple(t, type->n_parts, parts);
    g_free(parts);
    return plain;
}

bool type_dims_fit(ElemType elem, int rank, const int64_t *dims)
{
    if (rank > MAX_RANK)
        return false;
    /* Zero dims must not hide an overflow of the others: strides are products too. */
    int64_t bytes = elem_info[elem].bytes;
    for (int i = 0; i < rank; i++) {
        if (dims[i] < 0)
            return false;
        if (dims[i] > 0 && __builtin_mul_overflow(bytes, dims[i], &bytes))
            return false;
    }
    return true;
}

bool type_tuple_fits(int n, const Type *const *parts)
{
    int64_t nodes = 1;
    for (int i = 0; i < n; i++) {
        nodes += parts[i]->n_nodes;
        if (parts[i]->depth >= MAX_TUPLE_DEPTH || nodes > MAX_TUPLE_NODES)
            return false;
    }
    return true;
}

static bool any(const bool *v, int n)
{
    for (int i = 0; v && i < n; i++)
        if (v[i])
            return true;
    return false;
}

const Type *type_array_full(TypeTable *t, ElemType elem, int rank, const int64_t *dims,
                            const bool *dyn, const char *layout)
{
    return type_array_like(t, &(Type){ .elem = elem, .rank = rank, .dims = dims, .dyn = dyn, .layout = layout });
}

const Type *type_array_like(TypeTable *t, const Type *like)
{
    int rank = like->rank;
    g_assert(rank <= MAX_RANK);
    if (rank == 0 && !like->layout && !like->quant)
        return type_scalar(t, like->elem);
    return intern(t, &(Type){.kind = TYPE_ARRAY,
                             .elem = like->elem,
                             .rank = rank,
                             .dims = like->dims,
                             .dyn = any(like->dyn, rank) ? like->dyn : NULL,
                             .unbounded = any(like->unbounded, rank) ? like->unbounded : NULL,
                             .layout = like->layout,
                             .quant = like->quant});
}

const Type *type_array(TypeTable *t, ElemType elem, int rank, const int64_t *dims)
{
    return type_array_full(t, elem, rank, dims, NULL, NULL);
}

const Type *type_scalar(TypeTable *t, ElemType elem)
{
    if (!t->scalars[elem])
        t->scalars[elem] = intern(t, &(Type){.kind = TYPE_ARRAY, .elem = elem});
    return t->scalars[elem];
}

const Type *type_tuple(TypeTable *t, int n, const Type *const *parts)
{
    g_assert(type_tuple_fits(n, parts));
    return intern(t, &(Type){.kind = TYPE_TUPLE, .n_parts = n, .parts = parts});
}

const Type *type_token(TypeTable *t)
{
    if (!t->token)
        t->token = intern(t, &(Type){.kind = TYPE_TOKEN});
    return t->token;
}

const Type *type_opaque(TypeTable *t)
{
    if (!t->opaque)
        t->opaque = intern(t, &(Type){.kind = TYPE_OPAQUE});
    return t->opaque;
}

const Type *type_buffer(TypeTable *t, const Type *array)
{
    g_assert(array->kind == TYPE_ARRAY);
    return intern(t, &(Type){.kind = TYPE_BUFFER, .n_parts = 1, .parts = &array});
}

const Type *type_with_elem(TypeTable *t, const Type *type, ElemType elem)
{
    g_assert(type->kind == TYPE_ARRAY);
    return type_array_like(t, &(Type){ .elem = elem, .rank = type->rank, .dims = type->dims, .dyn = type->dyn, .unbounded = type->unbounded });
}

const Type *type_with_dims(TypeTable *t, const Type *type, int rank, const int64_t *dims)
{
    g_assert(type->kind == TYPE_ARRAY);
    return type_array(t, type->elem, rank, dims);
}

/* ---- queries ---------------------------------------------------------------------------------- */

int64_t type_bytes(const Type *type)
{
    if (type->kind == TYPE_ARRAY)
        return type->n_elems * elem_info[type->elem].bytes;
    int64_t sum = 0;
    for (int i = 0; i < type->n_parts; i++)
        if (__builtin_add_overflow(sum, type_bytes(type->parts[i]), &sum))
            return INT64_MAX;
    return sum;
}

const Type *type_leaf(const Type *type, int i)
{
    g_assert(i >= 0 && i < type->n_leaves);
    while (type->kind == TYPE_TUPLE) {
        if (type->flat)
            return type->parts[i];
        int part = 0;
        while (i >= type->parts[part]->n_leaves)
            i -= type->parts[part++]->n_leaves;
        type = type->parts[part];
    }
    return type;
}

int type_part_leaf(const Type *type, int i)
{
    g_assert(type->kind == TYPE_TUPLE && i >= 0 && i <= type->n_parts);
    if (type->flat)
        return i;
    int leaf = 0;
    for (int k = 0; k < i; k++)
        leaf += type->parts[k]->n_leaves;
    return leaf;
}

/* ---- printing -------------------------------------------------------------------------------- */

void type_print_int(GString *out, int64_t v)
{
    if (v >= 0 && v < 10) { /* the common case */
        text_put_c(out, (char)('0' + v));
        return;
    }
    char text[24];
    int k = sizeof text;
    uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;
    do
        text[--k] = (char)('0' + u % 10);
    while (u /= 10);
    if (v < 0)
        text[--k] = '-';
    text_put_n(out, text + k, sizeof text - (size_t)k);
}

void type_print(GString *out, const Type *type, bool with_layout)
{
    switch (type->kind) {
    case TYPE_ARRAY:
        text_put(out, elem_info[type->elem].hlo);
        text_put_c(out, '[');
        for (int i = 0; i < type->rank; i++) {
            if (i)
                text_put_c(out, ',');
            if (type->unbounded && type->unbounded[i]) {
                text_put_c(out, '?');
                continue;
            }
            if (type->dyn && type->dyn[i])
                text_put(out, "<=");
            type_print_int(out, type->dims[i]);
        }
        text_put_c(out, ']');
        if (with_layout && type->layout)
            text_put(out, type->layout);
        return;
    case TYPE_TUPLE:
        text_put_c(out, '(');
        for (int i = 0; i < type->n_parts; i++) {
            if (i)
                text_put(out, ", ");
            type_print(out, type->parts[i], with_layout);
        }
        text_put_c(out, ')');
        return;
    case TYPE_TOKEN: text_put(out, "token[]"); return;
    case TYPE_OPAQUE: text_put(out, "opaque[]"); return;
    case TYPE_BUFFER:
        text_put(out, "b(");
        type_print(out, type->parts[0], with_layout);
        text_put_c(out, ')');
        return;
    }
}

void type_print_mlir(GString *out, const Type *type)
{
    switch (type->kind) {
    case TYPE_ARRAY:
        g_string_append(out, "tensor<");
        for (int i = 0; i < type->rank; i++) {
            if ((type->dyn && type->dyn[i]) || (type->unbounded && type->unbounded[i]))
                g_string_append_c(out, '?');
            else
                type_print_int(out, type->dims[i]);
            g_string_append_c(out, 'x');
        }
        g_string_append(out, elem_info[type->elem].mlir);
        if (type->dyn) { /* the bounds that the "?" leave out */
            g_string_append(out, ", #stablehlo.bounds<");
            for (int i = 0; i < type->rank; i++) {
                if (i)
                    g_string_append(out, ", ");
                if (type->dyn[i])
                    type_print_int(out, type->dims[i]);
                else
                    g_string_append_c(out, '?');
            }
            g_string_append_c(out, '>');
        }
        g_string_append_c(out, '>');
        return;
    case TYPE_TUPLE:
        g_string_append(out, "tuple<");
        for (int i = 0; i < type->n_parts; i++) {
            if (i)
                g_string_append(out, ", ");
            type_print_mlir(out, type->parts[i]);
        }
        g_string_append_c(out, '>');
        return;
    case TYPE_TOKEN: g_string_append(out, "!stablehlo.token"); return;
    case TYPE_OPAQUE: g_string_append(out, "!stablehlo.opaque"); return;
    case TYPE_BUFFER: /* MLIR's memref, which StableHLO uses */
        g_string_append(out, "memref<");
        for (int i = 0; i < type->parts[0]->rank; i++) {
            type_print_int(out, type->parts[0]->dims[i]);
            g_string_append_c(out, 'x');
        }
        g_string_append_printf(out, "%s>", elem_info[type->parts[0]->elem].mlir);
        return;
    }
}

char *type_text(const Type *type)
{
    GString *s = g_string_new(NULL);
    type_print(s, type, false);
    return g_string_free(s, FALSE);
}

void type_minor_to_major(const Type *type, int *order)
{
    for (int i = 0; i < type->rank; i++)
        order[i] = type->rank - 1 - i;
    if (!type->layout)
        return;
    const char *p = type->layout + 1;
    for (int i = 0; i < type->rank && g_ascii_isdigit(*p); i++) {
        char *end;
        order[i] = (int)CLAMP(g_ascii_strtoll(p, &end, 10), 0, type->rank - 1);
        p = *end == ',' ? end + 1 : end;
    }
}
