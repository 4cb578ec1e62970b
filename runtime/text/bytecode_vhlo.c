/* Attributes of the dialects VHLO, StableHLO and CHLO. VHLO repeats MLIR's own (lists, strings, numbers) with codes of its own.
 * Source: the lists of codes at the head of VhloBytecode.cpp, StablehloBytecode.cpp and ChloBytecode.cpp. */
#include "runtime/text/bytecode_impl.h"

const char *const bc_comparison_directions[6] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
const char *const bc_comparison_types[5] = { "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED" };
const char *const bc_fft_types[4] = { "FFT", "IFFT", "RFFT", "IRFFT" };
const char *const bc_precisions[3] = { "DEFAULT", "HIGH", "HIGHEST" };
const char *const bc_rng_algorithms[3] = { "DEFAULT", "THREE_FRY", "PHILOX" };
const char *const bc_rng_distributions[3] = { NULL, "UNIFORM", "NORMAL" };
const char *const bc_transposes[4] = { "TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
const char *const bc_accuracy_modes[3] = { "DEFAULT", "HIGHEST", "TOLERANCE" };

#define WORD(c, kind, words) bc_read_word(c, kind, words, (int)G_N_ELEMENTS(words))

static MAttr *read_distribution(BcCursor *c)
{
    const char *at = c->p;
    MAttr *a = WORD(c, "rng_distribution", bc_rng_distributions);
    if (a && !a->s)
        bc_fail(c, at, "0 is no rng_distribution");
    return a && a->s ? a : NULL;
}

/* ---- structs ------------------------------------------------------------------------------------------------- */

static void ints_field(BcCursor *c, MAttr *s, const char *key)
{
    bc_field(c->b, s, key, bc_attr_ints(c->b, bc_svarints(c)));
}

static void int_field(BcCursor *c, MAttr *s, const char *key)
{
    bc_field(c->b, s, key, bc_attr_int(c->b, bc_svarint(c), NULL));
}

MAttr *bc_read_alias(BcCursor *c)
{
    MAttr *s = bc_attr_struct(c->b, "output_operand_alias");
    ints_field(c, s, "output_tuple_indices");
    int_field(c, s, "operand_index");
    ints_field(c, s, "operand_tuple_indices");
    return s;
}

static MAttr *read_bounds(BcCursor *c)
{
    MAttr *s = bc_attr_struct(c->b, "bounds");
    Ints v = bc_svarints(c);
    g_autoptr(GString) text = g_string_new("#stablehlo.bounds<");
    int64_t *bounds = (int64_t *)v.v; /* just read */
    for (int i = 0; i < v.n; i++) {
        if (bounds[i] == INT64_MIN)
            bounds[i] = -1;
        g_string_append(text, i ? ", " : "");
        if (bounds[i] < 0)
            g_string_append_c(text, '?');
        else
            g_string_append_printf(text, "%" G_GINT64_FORMAT, bounds[i]);
    }
    g_string_append_c(text, '>');
    bc_field(c->b, s, "bounds", bc_attr_ints(c->b, v));
    s->text = (Str){ arena_strndup(c->b->x->lasting, text->str, text->len), text->len };
    return s;
}

static MAttr *read_accuracy(BcCursor *c)
{
    MAttr *s = bc_attr_struct(c->b, "result_accuracy");
    bc_field(c->b, s, "atol", bc_read_f64(c));
    bc_field(c->b, s, "rtol", bc_read_f64(c));
    int_field(c, s, "ulps");
    bc_field(c->b, s, "mode", bc_attr_ref(c));
    return s;
}

/* "(2)4", which is how the text has it. */
MAttr *bc_read_sub_axis(BcCursor *c)
{
    int64_t pre = bc_svarint(c), size = bc_svarint(c);
    MAttr *a = bc_attr_new(c->b, ATTR_RAW);
    a->spelled = arena_printf(c->b->x->lasting, "(%" G_GINT64_FORMAT ")%" G_GINT64_FORMAT, pre, size);
    return a;
}

static MAttr *axis_ref(BcCursor *c, MAttr *name, MAttr *part)
{
    MAttr *s = bc_attr_struct(c->b, "axis_ref");
    bc_field(c->b, s, "name", name);
    bc_field(c->b, s, "sub_axis_info", part);
    return s;
}

/* An axis of a mesh as text, since that is what reads it. */
static MAttr *mesh_axis(BcCursor *c, const MAttr *name, int64_t size)
{
    MAttr *a = bc_attr_new(c->b, ATTR_RAW);
    a->spelled = arena_printf(c->b->x->lasting, "<name = \"%s\", size = %" G_GINT64_FORMAT ">", name && name->kind == ATTR_STRING ? name->s : "", size);
    return a;
}

static MAttr *axes_groups(BcCursor *c, MAttr *mesh, MAttr *axes)
{
    MAttr *s = bc_attr_struct(c->b, "replica_group_mesh_axes");
    if (mesh && mesh->kind == ATTR_STRING) { /* VHLO's symbols are strings */
        MAttr *symbol = bc_attr_new(c->b, ATTR_SYMBOL);
        symbol->s = mesh->s;
        symbol->n_s = mesh->n_s;
        mesh = symbol;
    }
    bc_field(c->b, s, "mesh", mesh);
    bc_field(c->b, s, "axes", axes);
    return s;
}

static MAttr *mesh_of(BcCursor *c, MAttr *axes, MAttr *ids)
{
    MAttr *s = bc_attr_struct(c->b, "mesh");
    bc_field(c->b, s, "axes", axes);
    bc_field(c->b, s, "device_ids", ids);
    return s;
}

static MAttr *read_conv(BcCursor *c)
{
    ConvDims *d = arena_new(c->b->x->lasting, ConvDims);
    int64_t v[6];
    for (int i = 0; i < 3; i++) {
        v[2 * i] = bc_svarint(c);
        v[2 * i + 1] = bc_svarint(c);
        Ints places = bc_svarints(c);
        *(i == 0 ? &d->in_spatial : i == 1 ? &d->kernel_spatial : &d->out_spatial) = ints_dup(c->b->x->m->arena, places.v, places.n);
    }
    int *const to[] = { &d->in_batch, &d->in_feature, &d->kernel_in, &d->kernel_out, &d->out_batch, &d->out_feature };
    for (int i = 0; i < 6; i++)
        *to[i] = (int)CLAMP(v[i], -1, G_MAXINT);
    MAttr *a = bc_attr_new(c->b, ATTR_RAW);
    a->made = d;
    a->spelled = "#stablehlo.conv";
    return a;
}

static MAttr *read_ints_struct(BcCursor *c, const char *name, const char *const *lists, int n, bool index_vector_dim)
{
    MAttr *s = bc_attr_struct(c->b, name);
    for (int i = 0; i < n; i++)
        ints_field(c, s, lists[i]);
    if (index_vector_dim)
        int_field(c, s, "index_vector_dim");
    return s;
}

static MAttr *read_algorithm(BcCursor *c)
{
    MAttr *s = bc_attr_struct(c->b, "dot_algorithm");
    bc_field(c->b, s, "lhs_precision_type", bc_read_type_attr(c));
    bc_field(c->b, s, "rhs_precision_type", bc_read_type_attr(c));
    bc_field(c->b, s, "accumulation_type", bc_read_type_attr(c));
    int_field(c, s, "lhs_component_count");
    int_field(c, s, "rhs_component_count");
    int_field(c, s, "num_primitive_operations");
    bc_field(c->b, s, "allow_imprecise_accumulation", bc_attr_int(c->b, bc_byte(c) != 0, NULL));
    return s;
}

static MAttr *read_gather(BcCursor *c)
{
    static const char *const lists[] = { "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map" };
    return read_ints_struct(c, "gather", lists, 5, true);
}

static MAttr *read_scatter(BcCursor *c)
{
    static const char *const lists[] = { "update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims" };
    return read_ints_struct(c, "scatter", lists, 5, true);
}

static MAttr *read_dot(BcCursor *c)
{
    static const char *const lists[] = { "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions" };
    return read_ints_struct(c, "dot", lists, 4, false);
}

static MAttr *read_channel(BcCursor *c)
{
    MAttr *s = bc_attr_struct(c->b, "channel_handle");
    int_field(c, s, "handle");
    int_field(c, s, "type");
    return s;
}

static MAttr *unknown(BcCursor *c, const char *dialect, uint64_t code)
{
    bc_fail(c, c->p, "unknown attribute %" G_GUINT64_FORMAT " of the dialect %s", code, dialect);
    return NULL;
}

/* ---- by dialect ---------------------------------------------------------------------------------------------- */

static MAttr *read_bool(BcCursor *c)
{
    MAttr *a = bc_attr_int(c->b, bc_varint(c) != 0, "i1");
    a->kind = ATTR_BOOL;
    return a;
}

static MAttr *read_api_version(BcCursor *c)
{
    return bc_attr_int(c->b, (int64_t)bc_small(c), "i32");
}

MAttr *bc_read_vhlo_attr(BcCursor *c, uint64_t code)
{
    MAttr *one, *two;
    switch (code) {
    case 1: return bc_read_array(c);
    case 2: return read_bool(c);
    case 3: return WORD(c, "comparison_direction", bc_comparison_directions);
    case 4: return WORD(c, "comparison_type", bc_comparison_types);
    case 5: return read_api_version(c);
    case 6: return bc_read_dict(c);
    case 7: return WORD(c, "fft_type", bc_fft_types);
    case 8: case 9: return bc_read_number(c);
    case 10: return bc_read_alias(c);
    case 11: return WORD(c, "precision", bc_precisions);
    case 12: return WORD(c, "rng_algorithm", bc_rng_algorithms);
    case 13: return read_distribution(c);
    case 14: return bc_read_string(c);
    case 15: return bc_read_dense(c);
    case 16: return WORD(c, "transpose", bc_transposes);
    case 17: return bc_read_type_attr(c);
    case 18: return read_bounds(c);
    case 19: return WORD(c, "result_accuracy_mode", bc_accuracy_modes);
    case 20: return read_accuracy(c);
    case 21: return bc_read_sub_axis(c);
    case 22:
        one = bc_attr_ref(c);
        two = bc_varint(c) ? bc_attr_ref(c) : NULL;
        return axis_ref(c, one, two);
    case 23:
        one = bc_attr_ref(c);
        return axes_groups(c, one, bc_attr_ref(c));
    case 24:
        one = bc_attr_ref(c);
        return mesh_axis(c, one, bc_svarint(c));
    case 25:
        one = bc_attr_ref(c);
        return mesh_of(c, one, bc_attr_maybe(c));
    default: return unknown(c, "vhlo", code);
    }
}

MAttr *bc_read_stablehlo_attr(BcCursor *c, uint64_t code)
{
    MAttr *one;
    switch (code) {
    case 1: return read_channel(c);
    case 2: return WORD(c, "comparison_direction", bc_comparison_directions);
    case 3: return WORD(c, "comparison_type", bc_comparison_types);
    case 4: return read_conv(c);
    case 5: return read_dot(c);
    case 6: return WORD(c, "fft_type", bc_fft_types);
    case 7: return read_gather(c);
    case 8: return WORD(c, "precision", bc_precisions);
    case 9: return WORD(c, "rng_algorithm", bc_rng_algorithms);
    case 10: return read_distribution(c);
    case 11: return read_scatter(c);
    case 12: return WORD(c, "transpose", bc_transposes);
    case 13: return read_bounds(c);
    case 14: return bc_read_alias(c);
    case 15: return read_algorithm(c);
    case 16: return WORD(c, "result_accuracy_mode", bc_accuracy_modes);
    case 17: return read_accuracy(c);
    case 18:
        one = bc_attr_ref(c);
        return axes_groups(c, one, bc_read_array(c));
    case 19: return bc_read_sub_axis(c);
    case 20:
        one = bc_read_string(c);
        return axis_ref(c, one, bc_byte(c) ? bc_attr_ref(c) : NULL);
    case 21:
        one = bc_read_string(c);
        return mesh_axis(c, one, bc_svarint(c));
    case 22:
        one = bc_attr_ref(c);
        return mesh_of(c, one, bc_byte(c) ? bc_attr_ref(c) : NULL);
    default: return unknown(c, "stablehlo", code);
    }
}

MAttr *bc_read_chlo_attr(BcCursor *c, uint64_t code)
{
    switch (code) {
    case 0: return WORD(c, "comparison_direction", bc_comparison_directions);
    case 1: return WORD(c, "comparison_type", bc_comparison_types);
    default: return unknown(c, "chlo", code);
    }
}
