/* Shared by all build functions: attributes by name, new ops with the location of the operation being read, and
 * the handling of attributes that no build function asked for. */
#include "runtime/text/stablehlo_op.h"

#include <stdarg.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------------------------------------- */

bool mop_fail(Reader *r, const MOp *op, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return diag(r->x.error, SHARD_ERROR_PARSE, &op->pos, NULL, "%s", message);
}

bool mop_unsupported(Reader *r, const MOp *op, const char *hint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return diag(r->x.error, SHARD_ERROR_UNSUPPORTED, &op->pos, hint, "%s", message);
}

bool mop_arity(Reader *r, const MOp *op, int n_operands, int n_results)
{
    if (n_operands >= 0 && op->n_operands != n_operands)
        return mop_fail(r, op, "%s takes %d operand%s, %d given", op->name, n_operands, n_operands == 1 ? "" : "s",
                       op->n_operands);
    if (n_results >= 0 && op->n_types != n_results)
        return mop_fail(r, op, "%s has %d result%s, %d type%s given", op->name, n_results, n_results == 1 ? "" : "s",
                       op->n_types, op->n_types == 1 ? "" : "s");
    return true;
}

/* ---- new ops ------------------------------------------------------------------------------------------- */

IrOp *mop_emit(Reader *r, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    const char *name = op_info[code].hlo ? op_info[code].hlo : op_info[code].id; /* legal as it stands */
    IrOp *op = op_new_named(r->region->comp, &(NamedOp){ code, type, name, strlen(name), n, operands });
    op->at = r->op->pos;
    op->loc = r->op->loc.frames;
    op->op_name = r->op->loc.name;
    return op;
}

bool mop_result(MOp *op, IrOp *value)
{
    op->only = value;
    op->results = &op->only;
    if (!op->main)
        op->main = value;
    return true;
}

const Type *mop_type(Reader *r, const MOp *op)
{
    return op->n_types == 1 ? op->types[0] : type_tuple(r->m->types, op->n_types, op->types);
}

bool mop_results(Reader *r, MOp *op, IrOp *tuple)
{
    if (op->n_types == 1)
        return mop_result(op, tuple);
    op->main = op->main ? op->main : tuple;
    op->results = arena_array(r->x.scratch, IrOp *, MAX(op->n_types, 1));
    for (int i = 0; i < op->n_types; i++) {
        op->results[i] = mop_emit(r, OP_get_tuple_element, op->types[i], 1, &tuple);
        op->results[i]->a.gte.index = i;
    }
    return true;
}

IrOp *mop_emit_broadcast(Reader *r, IrOp *x, const Type *type, Ints dims)
{
    int64_t kept[MAX_RANK], sizes[MAX_RANK];
    int n = 0;
    for (int i = 0; i < dims.n; i++) {
        if (x->type->dims[i] == 1 && type->dims[dims.v[i]] != 1)
            continue;
        kept[n] = dims.v[i];
        sizes[n++] = x->type->dims[i];
    }
    if (n < dims.n) {
        x = mop_emit(r, OP_reshape, type_array(r->m->types, x->type->elem, n, sizes), 1, &x);
        x->a.stretched = ints_dup(r->m->arena, dims.v, dims.n);
    }
    IrOp *op = mop_emit(r, OP_broadcast, type, 1, &x);
    op->a.dims = ints_dup(r->m->arena, kept, n);
    return op;
}

IrOp *mop_emit_splat(Reader *r, const Type *type, double f, int64_t i)
{
    IrOp *op = mop_emit(r, OP_constant, type, 0, NULL);
    op->a.literal = mlir_literal_splat(&r->x, type, f, i);
    return op;
}

/* ---- attributes by name ---------------------------------------------------------------------------------- */

MAttr *mop_attr(MOp *op, const char *key, const char *alt)
{
    for (int i = 0; i < op->attrs.n; i++) {
        MEntry *e = &op->attrs.v[i];
        if (strcmp(e->key, key) == 0 || (alt && strcmp(e->key, alt) == 0)) {
            e->used = true;
            return e->value;
        }
    }
    return NULL;
}

/* Whether the number has the type that the dialect wants of it, where one is written: "4 : i32". */
static bool is_typed(const MOp *op, const char *key, const MAttr *a)
{
    static const char *const narrow[] = { "api_version", "version", "index", "exponent_bits", "mantissa_bits", NULL };
    const char *colon = a->kind == ATTR_INT && a->text.s ? memchr(a->text.s, ':', a->text.n) : NULL;
    if (!colon || !g_str_has_prefix(op->name, "stablehlo."))
        return true;
    do
        colon++;
    while (g_ascii_isspace(*colon));
    const char *type = g_strv_contains(narrow, key) ? "i32" : "i64";
    return g_str_has_prefix(colon, type) && !g_ascii_isalnum(colon[3]);
}

bool mop_int(Reader *r, MOp *op, const char *key, const char *alt, int64_t missing, int64_t *out)
{
    const MAttr *a = mop_attr(op, key, alt);
    *out = missing;
    if (!a)
        return true;
    if (!is_typed(op, key, a))
        return mop_fail(r, op, "%s of %s is of another type: %.*s", key, op->name, (int)MIN(a->text.n, 100), a->text.s);
    if (a->kind == ATTR_INT || a->kind == ATTR_BOOL) {
        *out = a->i;
        return true;
    }
    Ints v; /* dense<3> : tensor<i64> in older programs */
    if (a->kind == ATTR_DENSE && mlir_attr_ints(&r->x, a, &v) && v.n == 1) {
        *out = v.v[0];
        return true;
    }
    return mop_fail(r, op, "%s of %s must be an integer", key, op->name);
}

bool mop_bool(Reader *r, MOp *op, const char *key, const char *alt, bool missing, bool *out)
{
    const MAttr *a = mop_attr(op, key, alt);
    *out = missing;
    if (!a)
        return true;
    if (a->kind == ATTR_UNIT)
        *out = true;
    else if (a->kind == ATTR_BOOL || a->kind == ATTR_INT)
        *out = a->i != 0;
    else
        return mop_fail(r, op, "%s of %s must be true or false", key, op->name);
    return true;
}

bool mop_ints(Reader *r, MOp *op, const char *key, const char *alt, bool required, Ints *out)
{
    const MAttr *a = mop_attr(op, key, alt);
    Ints v = { 0 };
    if (!a && required)
        return mop_fail(r, op, "%s needs the attribute %s", op->name, key);
    if (a && !mlir_attr_ints(&r->x, a, &v))
        return mop_fail(r, op, "%s of %s must be a list of integers", key, op->name);
    *out = ints_dup(r->m->arena, v.v, v.n);
    return true;
}

bool mop_needs(Reader *r, MOp *op, const char *const *keys)
{
    for (; *keys; keys++)
        if (!mop_attr(op, *keys, NULL))
            return mop_fail(r, op, "%s needs the attribute %s", op->name, *keys);
    return true;
}

const char *mop_word(MOp *op, const char *key, const char *alt)
{
    const MAttr *a = mop_attr(op, key, alt);
    return a && (a->kind == ATTR_WORD || a->kind == ATTR_STRING) ? a->s : NULL;
}

const MAttr *mlir_field(const MAttr *s, const char *key)
{
    for (int i = 0; i < s->dict.n; i++)
        if (strcmp(s->dict.v[i].key, key) == 0)
            return s->dict.v[i].value;
    return NULL;
}

bool mlir_field_ints(Reader *r, const MAttr *s, const char *key, Ints *out)
{
    const MAttr *a = mlir_field(s, key);
    Ints v = { 0 };
    if (a && !mlir_attr_ints(&r->x, a, &v)) {
        Str t = a->text;
        return mlir_fail(&r->x, t.s, "%s must be a list of integers", key);
    }
    *out = ints_dup(r->m->arena, v.v, v.n);
    return true;
}

int64_t mlir_field_int(const MAttr *s, const char *key, int64_t missing)
{
    const MAttr *a = mlir_field(s, key);
    return a && (a->kind == ATTR_INT || a->kind == ATTR_BOOL) ? a->i : missing;
}

/* ---- annotations --------------------------------------------------------------------------------------------- */

void reader_annotate_pair(Reader *r, IrPair **pairs, int *n, const MEntry *e)
{
    const char *key = e->key;
    if (strcmp(key, "sdy.sharding") == 0)
        key = "xla.sdy.sharding";
    else if (strcmp(key, "sdy.sharding_rule") == 0)
        key = "xla.sdy.sharding_rule";
    bool sdy = key != e->key;
    bool config = strcmp(key, "infeed_config") == 0 || strcmp(key, "outfeed_config") == 0; /* as HLO has it: with its quotes */
    bool is_string = e->value->kind == ATTR_STRING && !config;
    const char *value = is_string ? e->value->s : mlir_attr_text(&r->x, e->value);
    pair_add(r->m->arena, pairs, n, key, value, !is_string && !sdy);
}

static bool known_attr(const OpRow *row, const char *key)
{
    /* Attributes that XLA's conversions add to any op. */
    static const char *const anywhere[] = { "result_layout", "operand_layout", "source_layout", "xla_shape", "name", NULL };
    for (const char *const *p = anywhere; *p; p++)
        if (strcmp(*p, key) == 0)
            return true;
    size_t n = strlen(key);
    for (const char *s = n ? row->attrs : NULL; s && (s = strstr(s, key)) != NULL; s += n)
        if ((s == row->attrs || s[-1] == ' ') && (s[n] == ' ' || s[n] == 0))
            return true;
    return false;
}

static bool unknown_attr(Reader *r, const MOp *op, const MEntry *e)
{
    g_auto(GStrv) names = g_strsplit(op->row->attrs ? op->row->attrs : "", " ", -1);
    const char *near = diag_nearest(e->key, (const char *const *)names);
    g_autofree char *hint = near && *near ? g_strdup_printf("did you mean %s?", near)
                            : op->row->attrs ? g_strdup_printf("%s has %s", op->name, op->row->attrs) : NULL;
    return mlir_fail_as(&r->x, e->at, SHARD_ERROR_PARSE, hint, "%s has no attribute '%s'", op->name, e->key);
}

/* Attributes with a dialect in their name may stand on any op. */
static bool annotate_discardable(Reader *r, IrOp *main, const MEntry *e)
{
    if (strcmp(e->key, "sdy.sharding") == 0 && !g_str_has_prefix(mlir_attr_text(&r->x, e->value), "#sdy.sharding_per_value<"))
        return mlir_fail_as(&r->x, e->at, SHARD_ERROR_SHARDING, "an operation may have several results: #sdy.sharding_per_value<[<@mesh, [..]>]>",
                            "sdy.sharding of an operation must be a sharding_per_value");
    Arena *arena = r->m->arena;
    if (strcmp(e->key, "mhlo.sharding") == 0 && e->value->kind == ATTR_STRING) {
        main->sharding_text = arena_strdup(arena, e->value->s);
    } else if (strcmp(e->key, "mhlo.frontend_attributes") == 0 && e->value->kind == ATTR_DICT) {
        for (int k = 0; k < e->value->dict.n; k++)
            reader_annotate_pair(r, &main->pairs, &main->n_pairs, &e->value->dict.v[k]);
    } else if (strncmp(e->key, "sdy.", 4) == 0) {
        reader_annotate_pair(r, &main->pairs, &main->n_pairs, e);
    } else {
        reader_annotate_pair(r, &main->extra, &main->n_extra, e);
    }
    return true;
}

bool mop_annotate(Reader *r, MOp *op)
{
    IrOp *main = op->main;
    for (int i = 0; i < op->attrs.n; i++) {
        MEntry *e = &op->attrs.v[i];
        if (e->used)
            continue;
        if (strchr(e->key, '.') && !g_str_has_suffix(e->key, ".rhs")) {
            if (main && !annotate_discardable(r, main, e))
                return false;
            continue;
        }
        bool known = known_attr(op->row, e->key);
        if (!known && !e->loose)
            return unknown_attr(r, op, e);
        MEntry kept = *e;
        if (!known) /* the printer removes the prefix */
            kept.key = arena_printf(r->x.scratch, MLIR_LOOSE "%s", e->key);
        if (main)
            reader_annotate_pair(r, &main->extra, &main->n_extra, &kept);
    }
    return true;
}
