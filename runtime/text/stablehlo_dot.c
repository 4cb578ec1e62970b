/* Contractions: dot, dot_general, ragged_dot, einsum. Precisions and algorithms are kept in HLO's notation, from which both
 * printers of the IR start. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_op.h"

#include <string.h>

bool mop_precision_text(Reader *r, MOp *op, const char **out)
{
    const MAttr *a = mop_attr(op, "precision_config", "precision");
    *out = NULL;
    if (!a)
        return true;
    if (a->kind != ATTR_ARRAY || a->n_items > 2)
        return mop_fail(r, op, "the precision of %s must be a list of one or two words", op->name);
    g_autoptr(GString) s = g_string_new("{");
    bool any = false;
    for (int i = 0; i < a->n_items; i++) {
        static const char *const words[] = { "DEFAULT", "HIGH", "HIGHEST", "PACKED_NIBBLE", NULL };
        const char *word = a->items[i]->kind == ATTR_WORD || a->items[i]->kind == ATTR_STRING ? a->items[i]->s : "";
        if (!g_strv_contains(words, word))
            return mop_fail(r, op, "the precision of %s must be DEFAULT, HIGH or HIGHEST, found '%s'", op->name, word);
        g_autofree char *lower = g_ascii_strdown(word, -1);
        any = any || strcmp(lower, "default") != 0;
        g_string_append_printf(s, "%s%s", i ? "," : "", lower);
    }
    g_string_append_c(s, '}');
    *out = any ? arena_strdup(r->m->arena, s->str) : NULL;
    return true;
}

static const char *type_word(const MAttr *a)
{
    return a && a->kind == ATTR_WORD ? a->s : "";
}

/* The algorithm's struct as HLO's name: "dot_bf16_bf16_f32_x3". */
static const char *algorithm_text(Reader *r, MOp *op)
{
    const MAttr *a = mop_attr(op, "algorithm", NULL);
    if (!a || a->kind != ATTR_STRUCT)
        return NULL;
    const char *lhs = type_word(mlir_field(a, "lhs_precision_type")), *rhs = type_word(mlir_field(a, "rhs_precision_type"));
    int64_t count = mlir_field_int(a, "num_primitive_operations", 1);
    bool fast = mlir_field_int(a, "allow_imprecise_accumulation", 0) != 0;
    bool f8 = g_str_has_prefix(lhs, "f8") && g_str_has_prefix(rhs, "f8");
    g_autoptr(GString) s = g_string_new("dot_");
    if (f8)
        g_string_append(s, "any_f8_any_f8");
    else
        g_string_append_printf(s, "%s_%s", lhs, rhs);
    g_string_append_printf(s, "_%s", type_word(mlir_field(a, "accumulation_type")));
    if (count > 1)
        g_string_append_printf(s, "_x%" G_GINT64_FORMAT, count);
    if (f8 && fast)
        g_string_append(s, "_fast_accum");
    return arena_strdup(r->m->arena, s->str);
}

/* All fields are given, and some hardware has the algorithm. */
static bool check_algorithm(Reader *r, MOp *op, const char *name)
{
    static const char *const known[] = { "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32",
                                         "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6",
                                         "dot_bf16_bf16_f32_x9", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
                                         "dot_f64_f64_f64", NULL };
    static const char *const fields[] = { "lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count",
                                          "rhs_component_count", "num_primitive_operations", "allow_imprecise_accumulation" };
    const MAttr *a = mop_attr(op, "algorithm", NULL);
    for (int i = 0; i < (int)G_N_ELEMENTS(fields); i++) {
        if (!mlir_field(a, fields[i]))
            return mop_fail(r, op, "the algorithm of %s needs the field %s", op->name, fields[i]);
        if (i >= 3 && i < 6 && mlir_field_int(a, fields[i], 0) < 1)
            return mop_fail(r, op, "%s of the algorithm of %s must be positive", fields[i], op->name);
    }
    bool one = mlir_field_int(a, "lhs_component_count", 0) == 1 && mlir_field_int(a, "rhs_component_count", 0) == 1;
    bool fast = mlir_field_int(a, "allow_imprecise_accumulation", 0) != 0 && !g_str_has_prefix(name, "dot_any_f8");
    return (one && !fast && g_strv_contains(known, name)) ||
           mop_fail(r, op, "no hardware is known to have the algorithm of %s, %s of %" G_GINT64_FORMAT " by %" G_GINT64_FORMAT " components%s", op->name, name,
                    mlir_field_int(a, "lhs_component_count", 0), mlir_field_int(a, "rhs_component_count", 0), fast ? ", imprecise" : "");
}

static bool emit_dot(Reader *r, MOp *op, const DotDims *dims)
{
    const char *precision, *algorithm = algorithm_text(r, op);
    if (!mop_precision_text(r, op, &precision) || (algorithm && !check_algorithm(r, op, algorithm)))
        return false;
    if (algorithm && precision)
        return mop_fail(r, op, "%s has an algorithm, which decides the precision: it must be DEFAULT", op->name);
    IrOp *out = mop_emit(r, OP_dot, op->types[0], 2, op->operands);
    out->a.dot.dims = *dims;
    out->a.dot.precision = precision;
    out->a.dot.algorithm = algorithm;
    return mop_result(op, out);
}

bool mop_build_dot_general(Reader *r, MOp *op)
{
    DotDims d = { 0 };
    if (!mop_arity(r, op, 2, 1))
        return false;
    const MAttr *s = mop_attr(op, "dot_dimension_numbers", NULL);
    if (s && s->kind == ATTR_STRUCT) {
        if (!mlir_field_ints(r, s, "lhs_batching_dimensions", &d.lhs_batch) || !mlir_field_ints(r, s, "rhs_batching_dimensions", &d.rhs_batch) ||
            !mlir_field_ints(r, s, "lhs_contracting_dimensions", &d.lhs_contracting) ||
            !mlir_field_ints(r, s, "rhs_contracting_dimensions", &d.rhs_contracting))
            return false;
    } else if (!mop_attr(op, "contracting_dims", NULL)) {
        return mop_fail(r, op, "%s needs contracting_dims = [..] x [..]", op->name);
    } else if (!mop_ints(r, op, "batching_dims", NULL, false, &d.lhs_batch) || !mop_ints(r, op, "batching_dims.rhs", NULL, false, &d.rhs_batch) ||
               !mop_ints(r, op, "contracting_dims", NULL, false, &d.lhs_contracting) ||
               !mop_ints(r, op, "contracting_dims.rhs", NULL, false, &d.rhs_contracting)) {
        return false;
    }
    if (d.lhs_batch.n != d.rhs_batch.n || d.lhs_contracting.n != d.rhs_contracting.n)
        return mop_fail(r, op, "%s pairs its dimensions: both sides need as many", op->name);
    return emit_dot(r, op, &d);
}

/* The older dot: last dimension with first. */
bool mop_build_dot(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, 2, 1))
        return false;
    const Type *lhs = op->operands[0]->type, *rhs = op->operands[1]->type;
    if (lhs->kind != TYPE_ARRAY || rhs->kind != TYPE_ARRAY || !lhs->rank || !rhs->rank)
        return mop_fail(r, op, "the operands of %s need a dimension", op->name);
    int64_t last = lhs->rank - 1, first = 0;
    DotDims d = { .lhs_contracting = ints_dup(r->m->arena, &last, 1), .rhs_contracting = ints_dup(r->m->arena, &first, 1) };
    return emit_dot(r, op, &d);
}

static const char *ints_text(Reader *r, Ints v)
{
    g_autoptr(GString) s = g_string_new("{");
    for (int i = 0; i < v.n; i++)
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, i ? "," : "", v.v[i]);
    g_string_append_c(s, '}');
    return arena_strdup(r->m->arena, s->str);
}

bool mop_build_ragged_dot(Reader *r, MOp *op)
{
    const MAttr *s = mop_attr(op, "ragged_dot_dimension_numbers", NULL);
    if (!mop_arity(r, op, 3, 1))
        return false;
    if (!s || s->kind != ATTR_STRUCT)
        return mop_fail(r, op, "%s needs the attribute ragged_dot_dimension_numbers", op->name);
    DotDims d = { 0 };
    Ints ragged, group;
    if (!mlir_field_ints(r, s, "lhs_batching_dimensions", &d.lhs_batch) || !mlir_field_ints(r, s, "rhs_batching_dimensions", &d.rhs_batch) ||
        !mlir_field_ints(r, s, "lhs_contracting_dimensions", &d.lhs_contracting) ||
        !mlir_field_ints(r, s, "rhs_contracting_dimensions", &d.rhs_contracting) ||
        !mlir_field_ints(r, s, "lhs_ragged_dimensions", &ragged) || !mlir_field_ints(r, s, "rhs_group_dimensions", &group))
        return false;
    const char *precision;
    if (!mop_precision_text(r, op, &precision))
        return false;
    IrOp *out = mop_emit(r, OP_ragged_dot, op->types[0], 3, op->operands);
    out->a.dot.dims = d;
    out->a.dot.precision = precision;
    pair_add(r->m->arena, &out->extra, &out->n_extra, "lhs_ragged_dims", ints_text(r, ragged), true);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "rhs_group_dims", ints_text(r, group), true);
    return mop_result(op, out);
}

/* einsum "ab,bc->ac": letters of both operands and the result are batch dims, of both operands alone contracted. The
 * dot's result has batch dims, then what is left of the left operand, then of the right; a transpose orders them. */
static bool build_unary_einsum(Reader *r, MOp *op, const char *config);

bool mop_build_einsum(Reader *r, MOp *op)
{
    const MAttr *config = mop_attr(op, "einsum_config", "config");
    if (!config || config->kind != ATTR_STRING)
        return mop_fail(r, op, "%s needs its config in quotes", op->name);
    if (strcmp(op->name, "stablehlo.unary_einsum") == 0)
        return build_unary_einsum(r, op, config->s);
    g_auto(GStrv) sides = g_strsplit(config->s, "->", 2);
    g_auto(GStrv) in = sides[0] ? g_strsplit(sides[0], ",", 2) : NULL;
    if (op->n_operands != 2 || !sides[0] || !sides[1] || !in[0] || !in[1])
        return mop_unsupported(r, op, NULL, "%s: only two operands and \"ab,bc->ac\" are supported", op->name);
    const char *l = g_strstrip(in[0]), *rr = g_strstrip(in[1]), *o = g_strstrip(sides[1]);
    const Type *lhs = op->operands[0]->type, *rhs = op->operands[1]->type, *to = op->types[0];
    bool plain = op->n_types == 1 && lhs->kind == TYPE_ARRAY && rhs->kind == TYPE_ARRAY && to->kind == TYPE_ARRAY &&
                 (int)strlen(l) == lhs->rank && (int)strlen(rr) == rhs->rank && (int)strlen(o) == to->rank;
    for (const char *s = config->s; *s; s++)
        plain = plain && (g_ascii_isalpha(*s) || strchr(",->", *s) || *s == ' ');
    if (!plain)
        return mop_fail(r, op, "the config of %s does not fit its operands", op->name);
    int64_t lb[MAX_RANK], rb[MAX_RANK], lc[MAX_RANK], rc[MAX_RANK], sizes[MAX_RANK], perm[MAX_RANK];
    char letters[MAX_RANK * 2 + 1];
    int nb = 0, nc = 0, n = 0;
    for (int i = 0; i < lhs->rank; i++) {
        const char *at = strchr(rr, l[i]);
        if (at && strchr(o, l[i])) {
            lb[nb] = i;
            rb[nb++] = at - rr;
        } else if (at) {
            lc[nc] = i;
            rc[nc++] = at - rr;
        } else if (!strchr(o, l[i])) {
            return mop_unsupported(r, op, NULL, "%s: '%c' is summed in one operand alone", op->name, l[i]);
        }
    }
    for (int i = 0; i < nb; i++, n++) {
        letters[n] = l[lb[i]];
        sizes[n] = lhs->dims[lb[i]];
    }
    for (int side = 0; side < 2; side++) {
        const char *mine = side ? rr : l, *other = side ? l : rr;
        const Type *type = side ? rhs : lhs;
        for (int i = 0; mine[i]; i++) {
            if (strchr(other, mine[i]))
                continue;
            if (n == to->rank || !strchr(o, mine[i]))
                return mop_unsupported(r, op, NULL, "%s: '%c' is summed in one operand alone", op->name, mine[i]);
            letters[n] = mine[i];
            sizes[n++] = type->dims[i];
        }
    }
    letters[n] = 0;
    bool identity = true;
    for (int i = 0; i < to->rank; i++) {
        const char *at = n == to->rank ? strchr(letters, o[i]) : NULL;
        if (!at)
            return mop_fail(r, op, "the config of %s does not fit its operands", op->name);
        perm[i] = at - letters;
        identity = identity && perm[i] == i;
    }
    Arena *a = r->m->arena;
    DotDims d = { ints_dup(a, lb, nb), ints_dup(a, rb, nb), ints_dup(a, lc, nc), ints_dup(a, rc, nc) };
    const char *precision;
    if (!mop_precision_text(r, op, &precision))
        return false;
    IrOp *out = mop_emit(r, OP_dot, type_array(r->m->types, to->elem, n, sizes), 2, op->operands);
    out->a.dot.dims = d;
    out->a.dot.precision = precision;
    if (!identity) {
        out = mop_emit(r, OP_transpose, to, 1, &out);
        out->a.dims = ints_dup(a, perm, n);
    }
    return mop_result(op, out);
}

/* unary_einsum "abc->ca": letters that the result lacks are summed, the rest is put in order. */
static bool build_unary_einsum(Reader *r, MOp *op, const char *config)
{
    g_auto(GStrv) sides = g_strsplit(config, "->", 2);
    if (!mop_arity(r, op, 1, 1))
        return false;
    const Type *from = op->operands[0]->type, *to = op->types[0];
    const char *in = sides[0] ? g_strstrip(sides[0]) : "", *out = sides[0] && sides[1] ? g_strstrip(sides[1]) : "";
    bool plain = from->kind == TYPE_ARRAY && to->kind == TYPE_ARRAY && (int)strlen(in) == from->rank && (int)strlen(out) == to->rank;
    int64_t summed[MAX_RANK], sizes[MAX_RANK], perm[MAX_RANK];
    char left[MAX_RANK + 1];
    int n_summed = 0, n = 0;
    for (int i = 0; plain && in[i]; i++) {
        plain = g_ascii_isalpha(in[i]) && !strchr(in + i + 1, in[i]);
        if (strchr(out, in[i])) {
            sizes[n] = from->dims[i];
            left[n++] = in[i];
        } else {
            summed[n_summed++] = i;
        }
    }
    plain = plain && n == to->rank;
    for (int i = 0; plain && i < n; i++) {
        const char *at = memchr(left, out[i], (size_t)n);
        plain = at && !strchr(out + i + 1, out[i]);
        perm[i] = at ? at - left : 0;
    }
    if (!plain)
        return mop_fail(r, op, "the config \"%s\" of %s does not fit its operand", config, op->name);
    Arena *a = r->m->arena;
    const Type *scalar = type_scalar(r->m->types, from->elem);
    IrOp *v[2] = { op->operands[0], mop_emit_splat(r, scalar, 0, 0) };
    if (n_summed) {
        IrComp *add = reducer_new(r, OP_add, scalar);
        v[0] = mop_emit(r, OP_reduce, type_array(r->m->types, from->elem, n, sizes), 2, v);
        v[0]->a.dims = ints_dup(a, summed, n_summed);
        op_set_comps(v[0], 1, &add);
    }
    IrOp *result = mop_emit(r, OP_transpose, to, 1, v);
    result->a.dims = ints_dup(a, perm, n);
    return mop_result(op, result);
}
