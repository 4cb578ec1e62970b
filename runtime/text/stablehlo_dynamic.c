/* Operations whose result has sizes that are known at run time only, "?". Those that take their sizes from operands are kept as custom-calls of
 * their own name, with their attributes as frontend attributes; once the sizes are known, passes/refine.c makes the static ops of them. All others
 * are the ops that they are of known sizes, with types that have an unknown one. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_print.h"

#include <string.h>

/* The operations, and the first of their operands that says a size. */
static const struct {
    const char *name;
    int first;
    bool by_type; /* where all types are of known sizes, these say all there is to know */
} sized[] = {
    { "stablehlo.dynamic_reshape", 1, true },     { "stablehlo.dynamic_broadcast_in_dim", 1, true }, { "stablehlo.dynamic_iota", 0, true },
    { "stablehlo.real_dynamic_slice", 1, false }, { "stablehlo.dynamic_pad", 2, false },             { "stablehlo.dynamic_gather", 2, false },
    { "stablehlo.dynamic_conv", 2, false },
};

static size_t row_of(const char *name)
{
    size_t i = 0;
    while (i < G_N_ELEMENTS(sized) && strcmp(name, sized[i].name) != 0)
        i++;
    return i;
}

bool stablehlo_takes_sizes(const char *name)
{
    return row_of(name) < G_N_ELEMENTS(sized);
}

bool mop_is_unsized(const MOp *op)
{
    size_t i = row_of(op->name);
    if (i == G_N_ELEMENTS(sized))
        return false;
    bool known = true;
    for (int k = 0; k < op->n_types; k++)
        known = known && op->types[k]->runs;
    for (int k = 0; k < op->n_operands; k++)
        known = known && op->operands[k]->type->runs && (sized[i].by_type || k < sized[i].first || op->operands[k]->code == OP_constant);
    return !known;
}

/* The dimension numbers, which the short form spells otherwise, in the form that any attribute has. */
static bool keep_dims(Reader *r, MOp *op, IrOp *out)
{
    Ints dims;
    int64_t dim;
    bool broadcast = strcmp(op->name, "stablehlo.dynamic_broadcast_in_dim") == 0;
    g_autoptr(GString) text = g_string_new(NULL);
    if (broadcast) {
        if (!mop_ints(r, op, "broadcast_dimensions", "dims", true, &dims))
            return false;
        for (int i = 0; i < dims.n; i++)
            g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i ? ", " : ": ", dims.v[i]);
        g_string_prepend(text, "array<i64");
        g_string_append_c(text, '>');
    } else {
        if (!mop_int(r, op, "iota_dimension", "dim", -1, &dim))
            return false;
        g_string_printf(text, "%" G_GINT64_FORMAT " : i64", dim);
    }
    pair_add(r->m->arena, &out->pairs, &out->n_pairs, broadcast ? "stablehlo.broadcast_dimensions" : "stablehlo.iota_dimension", text->str, false);
    return true;
}

bool mop_build_unsized(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, -1, 1))
        return false;
    IrOp *out = mop_emit(r, OP_custom_call, op->types[0], op->n_operands, op->operands);
    bool has_dims = strcmp(op->name, "stablehlo.dynamic_broadcast_in_dim") == 0 || strcmp(op->name, "stablehlo.dynamic_iota") == 0;
    if (has_dims && !keep_dims(r, op, out))
        return false;
    out->a.custom.target = arena_strdup(r->m->arena, op->name);
    mop_keep_attributes(r, op, out);
    for (int i = 0; i < out->n_pairs; i++) /* an attribute's text is without its name */
        if (strcmp(out->pairs[i].key, "stablehlo.dimension_numbers") == 0 && out->pairs[i].value[0] == '<')
            out->pairs[i].value = arena_printf(r->m->arena, "#stablehlo.%s%s", strcmp(op->name, "stablehlo.dynamic_conv") == 0 ? "conv" : "gather", out->pairs[i].value);
    return mop_result(op, out);
}
