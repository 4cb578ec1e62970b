/* Prints ops that compute on whole arrays as StableHLO text: gathers, contractions, windows, reductions, linear algebra,
 * random numbers. Called by mlir_print_op. */
#include <string.h>

#include "runtime/text/stablehlo_print.h"

static void print_field(GString *out, const char *key, Ints v, bool *comma)
{
    if (!v.n)
        return;
    g_string_append_printf(out, "%s%s = ", *comma ? ", " : "", key);
    mlir_print_ints(out, v.v, v.n);
    *comma = true;
}

void mlir_print_gather(Printer *p, const IrOp *op)
{
    const GatherDims *g = &op->a.gather;
    bool scatter = op->code == OP_scatter, comma = false;
    g_autoptr(GString) s = g_string_new(scatter ? "#stablehlo.scatter<" : "#stablehlo.gather<");
    print_field(s, scatter ? "update_window_dims" : "offset_dims", g->offset, &comma);
    print_field(s, scatter ? "inserted_window_dims" : "collapsed_slice_dims", g->collapsed, &comma);
    print_field(s, scatter ? "input_batching_dims" : "operand_batching_dims", g->operand_batching, &comma);
    print_field(s, scatter ? "scatter_indices_batching_dims" : "start_indices_batching_dims", g->indices_batching, &comma);
    print_field(s, scatter ? "scatter_dims_to_operand_dims" : "start_index_map", g->map, &comma);
    if (g->index_vector_dim)
        g_string_append_printf(s, "%sindex_vector_dim = %" G_GINT64_FORMAT, comma ? ", " : "", g->index_vector_dim);
    g_string_append_c(s, '>');
    mlir_print_generic_head(p, op, scatter ? "stablehlo.scatter" : "stablehlo.gather");
    if (!scatter)
        mlir_add_attr(p, "dimension_numbers", "%s", s->str);
    mlir_add_bool(p, "indices_are_sorted", g->sorted);
    if (scatter) {
        mlir_add_attr(p, "scatter_dimension_numbers", "%s", s->str);
        mlir_add_bool(p, "unique_indices", g->unique);
    } else {
        mlir_add_ints(p, "slice_sizes", g->slice_sizes.v, g->slice_sizes.n);
    }
    mlir_print_generic_tail(p, op);
}

/* ---- contractions --------------------------------------------------------------------------------------------------------- */

/* Word i of "{highest,default}" in capitals; DEFAULT where there is none. */
static char *precision_word(const char *text, int i)
{
    g_auto(GStrv) words = g_strsplit_set(text ? text : "", "{}, ", -1);
    int n = 0;
    for (char **w = words; *w; w++)
        if (**w && n++ == i)
            return g_ascii_strup(*w, -1);
    return g_strdup("DEFAULT");
}

/* "dot_bf16_bf16_f32_x3" as its fields. */
static void print_algorithm(GString *out, const char *name)
{
    g_auto(GStrv) w = g_strsplit(name, "_", -1);
    guint n = g_strv_length(w);
    bool f8 = g_str_has_prefix(name, "dot_any_f8_any_f8_");
    const char *lhs = f8 ? "f8E5M2" : n > 1 ? w[1] : "f32", *rhs = f8 ? "f8E5M2" : n > 2 ? w[2] : "f32";
    const char *acc = f8 ? (n > 5 ? w[5] : "f32") : n > 3 ? w[3] : "f32";
    int64_t count = !f8 && n > 4 && w[4][0] == 'x' ? g_ascii_strtoll(w[4] + 1, NULL, 10) : 1;
    g_string_append_printf(out, "<lhs_precision_type = %s, rhs_precision_type = %s, accumulation_type = %s, "
                           "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = %" G_GINT64_FORMAT
                           ", allow_imprecise_accumulation = %s>",
                           lhs, rhs, acc, count, g_str_has_suffix(name, "_fast_accum") ? "true" : "false");
}

void mlir_print_dot(Printer *p, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    GString *out = p->out;
    mlir_print_head(p, op);
    if (d->lhs_batch.n) {
        g_string_append(out, ", batching_dims = ");
        mlir_print_ints(out, d->lhs_batch.v, d->lhs_batch.n);
        g_string_append(out, " x ");
        mlir_print_ints(out, d->rhs_batch.v, d->rhs_batch.n);
    }
    g_string_append(out, ", contracting_dims = ");
    mlir_print_ints(out, d->lhs_contracting.v, d->lhs_contracting.n);
    g_string_append(out, " x ");
    mlir_print_ints(out, d->rhs_contracting.v, d->rhs_contracting.n);
    g_autofree char *a = precision_word(op->a.dot.precision, 0), *b = precision_word(op->a.dot.precision, 1);
    g_string_append_printf(out, ", precision = [%s, %s]", a, b);
    if (op->a.dot.algorithm) {
        g_string_append(out, ", algorithm = ");
        print_algorithm(out, op->a.dot.algorithm);
    }
    mlir_print_op_end(p, op);
}

static void add_precision(Printer *p, const char *dialect, const char *text)
{
    g_autofree char *a = precision_word(text, 0), *b = precision_word(text, 1);
    mlir_add_attr(p, "precision_config", "[#%s<precision %s>, #%s<precision %s>]", dialect, a, dialect, b);
}

static Ints extra_ints(const IrOp *op, const char *key, int64_t *buffer)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    int n = 0;
    for (const char *s = text; s && n < MAX_RANK && (s = strpbrk(s, "-0123456789")) != NULL; ) {
        char *end;
        buffer[n++] = g_ascii_strtoll(s, &end, 10);
        s = end > s ? end : s + 1;
    }
    return (Ints){ buffer, n };
}

static void print_ragged_dot(Printer *p, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    int64_t ragged[MAX_RANK], group[MAX_RANK];
    bool comma = false;
    g_autoptr(GString) s = g_string_new("#chlo.ragged_dot<");
    print_field(s, "lhs_batching_dimensions", d->lhs_batch, &comma);
    print_field(s, "rhs_batching_dimensions", d->rhs_batch, &comma);
    print_field(s, "lhs_contracting_dimensions", d->lhs_contracting, &comma);
    print_field(s, "rhs_contracting_dimensions", d->rhs_contracting, &comma);
    print_field(s, "lhs_ragged_dimensions", extra_ints(op, "lhs_ragged_dims", ragged), &comma);
    print_field(s, "rhs_group_dimensions", extra_ints(op, "rhs_group_dims", group), &comma);
    g_string_append_c(s, '>');
    mlir_print_generic_head(p, op, "chlo.ragged_dot");
    add_precision(p, "chlo", op->a.dot.precision);
    mlir_add_attr(p, "ragged_dot_dimension_numbers", "%s", s->str);
    mlir_print_generic_tail(p, op);
}

/* Labels by position: "[b, 0, 1, f]". */
/* The roles of an array's dims in a convolution: two have letters, the others are numbered as spatial dims. */
typedef struct Labels {
    int first, second;
    char a, b;
    Ints spatial;
} Labels;

static void print_labels(GString *out, int rank, const Labels *l)
{
    g_string_append_c(out, '[');
    for (int i = 0; i < rank; i++) {
        g_string_append(out, i ? ", " : "");
        int k = 0;
        while (k < l->spatial.n && l->spatial.v[k] != i)
            k++;
        if (i == l->first || i == l->second)
            g_string_append_c(out, i == l->first ? l->a : l->b);
        else
            g_string_append_printf(out, "%d", k);
    }
    g_string_append_c(out, ']');
}

void mlir_print_convolution(Printer *p, const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    const Window *w = &op->a.conv.window;
    GString *out = p->out;
    int rank = op->type->rank;
    mlir_print_results(p, op);
    g_string_append(out, "stablehlo.convolution(");
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append(out, ") dim_numbers = ");
    print_labels(out, rank, &(Labels){ d->in_batch, d->in_feature, 'b', 'f', d->in_spatial });
    g_string_append_c(out, 'x');
    print_labels(out, rank, &(Labels){ d->kernel_in, d->kernel_out, 'i', 'o', d->kernel_spatial });
    g_string_append(out, "->");
    print_labels(out, rank, &(Labels){ d->out_batch, d->out_feature, 'b', 'f', d->out_spatial });
    g_string_append(out, ", window = {");
    static const char *const keys[] = { "stride", "pad", "lhs_dilate", "rhs_dilate", "reverse" };
    for (int k = 0; k < 5; k++) {
        g_string_append_printf(out, "%s%s = [", k ? ", " : "", keys[k]);
        for (int i = 0; i < w->n; i++) {
            const WindowDim *x = &w->dims[i];
            g_string_append(out, i ? ", " : "");
            if (k == 1)
                g_string_append_printf(out, "[%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]", x->pad_lo, x->pad_hi);
            else if (k == 4)
                g_string_append(out, x->reversed ? "true" : "false");
            else
                g_string_append_printf(out, "%" G_GINT64_FORMAT, k == 0 ? x->stride : k == 2 ? x->base_dilation : x->window_dilation);
        }
        g_string_append_c(out, ']');
    }
    g_string_append_c(out, '}');
    mlir_add_i64(p, "batch_group_count", MAX(d->batch_groups, 1));
    mlir_add_i64(p, "feature_group_count", MAX(d->feature_groups, 1));
    add_precision(p, "stablehlo", op->a.conv.precision);
    mlir_print_op_end(p, op);
}

/* ---- reductions, windows, sorting ------------------------------------------------------------------------------------------- */

static bool same_place(const Loc *a, const Loc *b)
{
    for (; a && b && a != b; a = a->caller, b = b->caller)
        if (a->file != b->file || a->line != b->line || a->col != b->col || a->end_line != b->end_line ||
            a->end_col != b->end_col || a->func != b->func)
            return false;
    return a == b;
}

/* The op of "applies", if the computation is just that on scalars of the input's type, in order. */
static OpCode applied_op(const IrOp *op)
{
    static const OpCode allowed[] = { OP_add, OP_multiply, OP_maximum, OP_minimum, OP_and, OP_or, OP_xor };
    const IrComp *c = op->comps[0];
    const IrOp *root = c->root;
    if (op->n_operands != 2 || c->n_ops != 3 || c->n_params != 2 || root->n_operands != 2 || root->op_name != op->op_name ||
        !same_place(root->loc, op->loc))
        return N_OPCODES;
    if (root->operands[0] != c->params[0] || root->operands[1] != c->params[1] ||
        root->type->elem != op->operands[0]->type->elem || root->n_pairs || root->sharding_text || root->shardings)
        return N_OPCODES;
    for (int i = 0; i < (int)G_N_ELEMENTS(allowed); i++)
        if (root->code == allowed[i])
            return root->code;
    return N_OPCODES;
}

void mlir_print_reduce(Printer *p, const IrOp *op)
{
    OpCode applied = applied_op(op);
    if (applied == N_OPCODES) { /* the generic form, whose arguments are in the IR's order */
        mlir_print_generic_head(p, op, "stablehlo.reduce");
        mlir_add_ints(p, "dimensions", op->a.dims.v, op->a.dims.n);
        mlir_print_generic_tail(p, op);
        return;
    }
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.reduce(%s init: %s) applies %s across dimensions = ",
                           mlir_operand_leaves(p, op, 0)[0], mlir_operand_leaves(p, op, 1)[0], op_info[applied].mlir);
    mlir_print_ints(p->out, op->a.dims.v, op->a.dims.n);
    mlir_print_op_end(p, op);
}

static void add_window(Printer *p, const Window *w, bool dilations)
{
    int64_t v[4][MAX_RANK], pad[2 * MAX_RANK];
    for (int i = 0; i < w->n; i++) {
        v[0][i] = w->dims[i].size;
        v[1][i] = w->dims[i].stride;
        v[2][i] = w->dims[i].base_dilation;
        v[3][i] = w->dims[i].window_dilation;
        pad[2 * i] = w->dims[i].pad_lo;
        pad[2 * i + 1] = w->dims[i].pad_hi;
    }
    if (dilations)
        mlir_add_ints(p, "base_dilations", v[2], w->n);
    mlir_add_rows(p, "padding", pad, w->n);
    if (dilations)
        mlir_add_ints(p, "window_dilations", v[3], w->n);
    mlir_add_ints(p, "window_dimensions", v[0], w->n);
    mlir_add_ints(p, "window_strides", v[1], w->n);
}

void mlir_print_windowed(Printer *p, const IrOp *op)
{
    bool reduce = op->code == OP_reduce_window;
    mlir_print_generic_head(p, op, reduce ? "stablehlo.reduce_window" : "stablehlo.select_and_scatter");
    add_window(p, &op->a.window.window, reduce);
    mlir_print_generic_tail(p, op);
}

void mlir_print_sort(Printer *p, const IrOp *op)
{
    mlir_print_generic_head(p, op, "stablehlo.sort");
    mlir_add_i64(p, "dimension", op->a.sort.dim);
    mlir_add_bool(p, "is_stable", op->a.sort.stable);
    mlir_print_generic_tail(p, op);
}

static const char *kept_of(const IrOp *op, const char *key)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    return text ? text : "";
}

/* HLO's form of it keeps its attributes as texts: "{1}", "true". */
static void print_scan(Printer *p, const IrOp *op)
{
    const char *dim = kept_of(op, "dimensions");
    mlir_print_generic_head(p, op, "chlo.scan");
    mlir_add_i64(p, "dimension", g_ascii_strtoll(dim + (*dim == '{'), NULL, 10));
    mlir_add_bool(p, "is_reverse", g_str_equal(kept_of(op, "is_reverse"), "true"));
    int n = op->n_operands, n_results = type_n_leaves(op->type), carries = (int)g_ascii_strtoll(kept_of(op, "num_carries"), NULL, 10);
    if (*kept_of(op, "is_associative"))
        mlir_add_bool(p, "is_associative", true);
    mlir_add_attr(p, "operandSegmentSizes", "array<i32: %d, %d>", n - carries, carries);
    mlir_add_attr(p, "resultSegmentSizes", "array<i32: %d, %d>", n_results - carries, carries);
    mlir_print_generic_tail(p, op);
}

void mlir_print_topk(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    if (!op->a.topk.largest) { /* chlo's topk supports the largest only */
        g_string_append_printf(p->out, "stablehlo.custom_call @mhlo.topk(%s)", mlir_operand_leaves(p, op, 0)[0]);
        mlir_add_attr(p, "mhlo.attributes", "{k = %" G_GINT64_FORMAT " : i64, largest = false}", op->a.topk.k);
        mlir_print_op_end(p, op);
        return;
    }
    g_string_append_printf(p->out, "chlo.top_k(%s, k = %" G_GINT64_FORMAT, mlir_operand_leaves(p, op, 0)[0], op->a.topk.k);
    if (op->a.topk.stable_given)
        g_string_append_printf(p->out, ", is_stable = %s", op->a.topk.stable ? "true" : "false");
    g_string_append_c(p->out, ')');
    mlir_print_bare_types_end(p, op, " -> ", true, true);
}

/* ---- the rest -------------------------------------------------------------------------------------------------------------------- */

void mlir_print_linalg(Printer *p, const IrOp *op)
{
    static const char *const words[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
    if (op->code == OP_cholesky) {
        mlir_print_head(p, op);
        if (op->a.linalg.lower)
            g_string_append(p->out, ", lower = true");
        mlir_print_equal_types_end(p, op);
        return;
    }
    mlir_print_generic_head(p, op, "stablehlo.triangular_solve");
    mlir_add_bool(p, "left_side", op->a.linalg.left_side);
    mlir_add_bool(p, "lower", op->a.linalg.lower);
    mlir_add_attr(p, "transpose_a", "#stablehlo<transpose %s>", words[CLAMP(op->a.linalg.transpose, 0, 2)]);
    mlir_add_bool(p, "unit_diagonal", op->a.linalg.unit_diagonal);
    mlir_print_generic_tail(p, op);
}

void mlir_print_fft(Printer *p, const IrOp *op)
{
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
    mlir_print_head(p, op);
    g_string_append_printf(p->out, ", type = %s, length = ", kinds[CLAMP(op->a.fft.kind, 0, 3)]);
    mlir_print_ints(p->out, op->a.fft.length.v, op->a.fft.length.n);
    mlir_print_op_end(p, op);
}

/* A constant shortly before the op with these numbers, or NULL. */
static const char *earlier_constant(Printer *p, const IrOp *op, const int64_t *v, int n)
{
    for (int i = op->pos - 1; i >= 0 && i > op->pos - 32; i--) {
        const IrOp *c = op->parent->ops[i];
        const Literal *l = c->code == OP_constant ? c->a.literal : NULL;
        if (!l || l->type->elem != ELEM_s64 || l->type->rank != 1 || l->type->n_elems != n || !l->data)
            continue;
        bool same = true;
        for (int k = 0; k < n; k++)
            same = same && ((const int64_t *)l->data)[l->splat ? 0 : k] == v[k];
        if (same)
            return p->leaves[c->id][0];
    }
    return NULL;
}

/* The shape is an operand of rng: a constant that is there already (the reader leaves it without users) or a new one. */
static void print_rng(Printer *p, const IrOp *op)
{
    const char *kind = pair_get(op->extra, op->n_extra, "distribution");
    int rank = op->type->rank;
    const char *shape = earlier_constant(p, op, op->type->dims, rank);
    if (!shape) {
        shape = arena_printf(p->scratch, "%%%d", p->n_values++);
        mlir_print_indent(p);
        g_string_append_printf(p->out, "%s = stablehlo.constant dense<", shape);
        if (rank)
            mlir_print_ints(p->out, op->type->dims, rank);
        g_string_append_printf(p->out, "> : tensor<%dxi64>\n", rank);
    }
    mlir_print_head(p, op);
    g_string_append_printf(p->out, ", %s, distribution = %s", shape, kind && strstr(kind, "normal") ? "NORMAL" : "UNIFORM");
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    mlir_print_leaf_types(p->out, op->operands[0]->type);
    g_string_append(p->out, ", ");
    mlir_print_leaf_types(p->out, op->operands[1]->type);
    g_string_append_printf(p->out, ", tensor<%dxi64>) -> ", rank);
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

void mlir_print_rng_bits(Printer *p, const IrOp *op)
{
    static const char *const words[] = { "DEFAULT", "THREE_FRY", "PHILOX" };
    mlir_print_head(p, op);
    g_string_append_printf(p->out, ", algorithm = %s", words[CLAMP(op->a.rng_bits.algorithm, 0, 2)]);
    mlir_print_op_end(p, op);
}

static void print_batch_norm(Printer *p, const IrOp *op)
{
    char epsilon[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(epsilon, sizeof epsilon, "%.8e", op->a.batch_norm.epsilon);
    mlir_print_generic_head(p, op, op_info[op->code].mlir);
    mlir_add_attr(p, "epsilon", "%s : f32", epsilon);
    mlir_add_i64(p, "feature_index", op->a.batch_norm.feature);
    mlir_print_generic_tail(p, op);
}

void mlir_print_opaque(Printer *p, const IrOp *op)
{
    if (op->code == OP_map) {
        mlir_print_generic_head(p, op, "stablehlo.map");
        mlir_add_ints(p, "dimensions", op->a.dims.v, op->a.dims.n);
        mlir_print_generic_tail(p, op);
    } else if (op->code == OP_scan) {
        print_scan(p, op);
    } else if (op->code == OP_ragged_dot) {
        print_ragged_dot(p, op);
    } else if (op->code == OP_rng) {
        print_rng(p, op);
    } else if (op->code == OP_batch_norm_training || op->code == OP_batch_norm_inference || op->code == OP_batch_norm_grad) {
        print_batch_norm(p, op);
    } else if (op->code == OP_get_dimension_size || op->code == OP_set_dimension_size) {
        mlir_print_head(p, op);
        g_string_append_printf(p->out, ", dim = %" G_GINT64_FORMAT, op->a.dims.n ? op->a.dims.v[0] : 0);
        mlir_print_op_end(p, op);
    } else {
        mlir_print_as_custom_call(p, op);
    }
}
