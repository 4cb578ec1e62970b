/* One op of the IR as StableHLO text, by family. Ops that StableHLO has no word for become custom calls named after
 * HLO's, so that the text still parses. */
#include <string.h>

#include "runtime/text/stablehlo_print.h"

/* ---- pieces ------------------------------------------------------------------------------------------------- */

static void print_ints(GString *out, const int64_t *v, int n)
{
    g_string_append_c(out, '[');
    for (int i = 0; i < n; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? ", " : "", v[i]);
    g_string_append_c(out, ']');
}

static void add_ints(Printer *p, const char *key, const int64_t *v, int n)
{
    g_autoptr(GString) s = g_string_new("array<i64");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, i ? ", " : ": ", v[i]);
    g_string_append_c(s, '>');
    mlir_add_attr(p, key, "%s", s->str);
}

static void add_i64(Printer *p, const char *key, int64_t v)
{
    mlir_add_attr(p, key, "%" G_GINT64_FORMAT " : i64", v);
}

static void add_bool(Printer *p, const char *key, bool v)
{
    mlir_add_attr(p, key, "%s", v ? "true" : "false");
}

/* dense<[[a, b], ..]> : tensor<Nx2xi64> */
static void add_rows(Printer *p, const char *key, const int64_t *v, int n)
{
    if (n == 0) {
        mlir_add_attr(p, key, "dense<> : tensor<0x2xi64>");
        return;
    }
    g_autoptr(GString) s = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s[%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]", i ? ", " : "", v[2 * i], v[2 * i + 1]);
    mlir_add_attr(p, key, "dense<[%s]> : tensor<%dx2xi64>", s->str, n);
}

/* "<{props}>" out of the dictionary so far. */
static void print_properties(Printer *p)
{
    if (p->attrs->len)
        g_string_append_printf(p->out, " <{%s}>", p->attrs->str);
    g_string_truncate(p->attrs, 0);
}

/* %r = "name"(%a, %b), up to the properties. */
static void print_generic_head(Printer *p, const IrOp *op, const char *name)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "\"%s\"(", name);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
}

static void print_generic_tail(Printer *p, const IrOp *op)
{
    print_properties(p);
    for (int i = 0; i < op->n_comps; i++) {
        g_string_append(p->out, i ? ", " : " (");
        mlir_print_region(p, op->comps[i], true, "stablehlo.return");
    }
    g_string_append(p->out, op->n_comps ? ")" : "");
    mlir_print_op_end(p, op);
}

static bool is_chlo(const IrOp *op)
{
    return (op_info[op->code].traits & CHLO) != 0;
}

static void print_name(Printer *p, const IrOp *op)
{
    g_string_append_printf(p->out, "%s.%s ", is_chlo(op) ? "chlo" : "stablehlo", op_info[op->code].mlir);
}

/* " {attrs} : T" with one type when all are equal, else the function's. */
static void print_equal_types_end(Printer *p, const IrOp *op)
{
    bool equal = true;
    for (int i = 0; i < op->n_operands; i++)
        equal = equal && op->operands[i]->type->plain == op->type->plain;
    if (!equal) {
        mlir_print_op_end(p, op);
        return;
    }
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Types without parentheses: "A, B". */
static void print_bare_types_end(Printer *p, const IrOp *op, const char *between, bool operands, bool result)
{
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    for (int i = 0; operands && i < op->n_operands; i++) {
        g_string_append(p->out, i ? ", " : "");
        type_print_mlir(p->out, op->operands[i]->type);
    }
    g_string_append(p->out, between);
    if (result)
        mlir_print_result_types(p->out, op->type);
    mlir_print_loc(p, op);
}

/* %r = stablehlo.name %a, %b */
static void print_head(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    print_name(p, op);
    mlir_print_operands(p, op, 0, op->n_operands);
}

/* An op without a spelling of its own. */
static void print_as_custom_call(Printer *p, const IrOp *op)
{
    const OpInfo *info = &op_info[op->code];
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.custom_call @hlo.%s(", info->id);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    mlir_print_op_end(p, op);
}

/* ---- element-wise ------------------------------------------------------------------------------------------------ */

static void print_compare(Printer *p, const IrOp *op)
{
    static const char *const dirs[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
    static const char *const kinds[] = { "", ", FLOAT", ", TOTALORDER", ", SIGNED", ", UNSIGNED" };
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.compare %s, ", dirs[op->a.compare.dir]);
    mlir_print_operands(p, op, 0, 2);
    g_string_append(p->out, kinds[op->a.compare.kind]);
    mlir_print_op_end(p, op);
}

static void print_elementwise(Printer *p, const IrOp *op)
{
    if (!op_info[op->code].mlir) {
        print_as_custom_call(p, op);
    } else if (op->code == OP_compare) {
        print_compare(p, op);
    } else if (op->code == OP_select) {
        print_head(p, op);
        mlir_add_annotations(p, op);
        mlir_print_attr_dict(p);
        g_string_append(p->out, " : ");
        type_print_mlir(p->out, op->operands[0]->type);
        g_string_append(p->out, ", ");
        type_print_mlir(p->out, op->type);
        mlir_print_loc(p, op);
    } else if (op->code == OP_complex) {
        print_head(p, op);
        print_bare_types_end(p, op, "", false, true);
    } else if (op->code == OP_reduce_precision) {
        print_head(p, op);
        g_string_append_printf(p->out, ", format = e%dm%d", op->a.reduce_precision.exponent_bits, op->a.reduce_precision.mantissa_bits);
        print_equal_types_end(p, op);
    } else if (is_chlo(op)) {
        print_head(p, op);
        print_bare_types_end(p, op, " -> ", true, true);
    } else {
        print_head(p, op);
        if (op->code == OP_is_finite || op->code == OP_real || op->code == OP_imag)
            mlir_print_op_end(p, op);
        else
            print_equal_types_end(p, op);
    }
}

/* ---- leaves and shapes ---------------------------------------------------------------------------------------------- */

static void print_constant(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.constant");
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append_c(p->out, ' ');
    mlir_print_dense(p->out, op->a.literal);
    g_string_append(p->out, " : ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
}

static void print_shape_op(Printer *p, const IrOp *op)
{
    GString *out = p->out;
    int rank = op->n_operands && op->operands[0]->type->kind == TYPE_ARRAY ? op->operands[0]->type->rank : 0;
    OpFamily family = op_family(op);
    print_head(p, op);
    if (family == FAMILY_broadcast || family == FAMILY_transpose || family == FAMILY_reverse) {
        g_string_append(out, ", dims = ");
        print_ints(out, op->a.dims.v, op->a.dims.n);
    } else if (family == FAMILY_slice) {
        g_string_append(out, " [");
        for (int i = 0; i < rank; i++) {
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i ? ", " : "", op->a.slice.start[i],
                                   op->a.slice.limit[i]);
            if (op->a.slice.stride && op->a.slice.stride[i] != 1)
                g_string_append_printf(out, ":%" G_GINT64_FORMAT, op->a.slice.stride[i]);
        }
        g_string_append_c(out, ']');
    } else if (family == FAMILY_dynamic_slice) {
        g_string_append(out, ", sizes = ");
        print_ints(out, op->a.dynamic_slice.sizes.v, op->a.dynamic_slice.sizes.n);
    } else if (family == FAMILY_concatenate) {
        g_string_append_printf(out, ", dim = %" G_GINT64_FORMAT, op->a.concatenate.dim);
    } else if (family == FAMILY_pad) {
        g_string_append(out, ", low = ");
        print_ints(out, op->a.pad.lo, rank);
        g_string_append(out, ", high = ");
        print_ints(out, op->a.pad.hi, rank);
        g_string_append(out, ", interior = ");
        print_ints(out, op->a.pad.interior, rank);
    }
    if (op->code == OP_reverse)
        print_equal_types_end(p, op);
    else
        mlir_print_op_end(p, op);
}

static void print_iota(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.iota dim = %" G_GINT64_FORMAT, op->a.iota.dim);
    print_bare_types_end(p, op, "", false, true);
}

static void print_nullary(Printer *p, const IrOp *op, const char *name)
{
    mlir_print_results(p, op);
    g_string_append(p->out, name);
    print_bare_types_end(p, op, "", false, true);
}

static void print_field(GString *out, const char *key, Ints v, bool *comma)
{
    if (!v.n)
        return;
    g_string_append_printf(out, "%s%s = ", *comma ? ", " : "", key);
    print_ints(out, v.v, v.n);
    *comma = true;
}

static void print_gather(Printer *p, const IrOp *op)
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
    print_generic_head(p, op, scatter ? "stablehlo.scatter" : "stablehlo.gather");
    if (!scatter)
        mlir_add_attr(p, "dimension_numbers", "%s", s->str);
    add_bool(p, "indices_are_sorted", g->sorted);
    if (scatter) {
        mlir_add_attr(p, "scatter_dimension_numbers", "%s", s->str);
        add_bool(p, "unique_indices", g->unique);
    } else {
        add_ints(p, "slice_sizes", g->slice_sizes.v, g->slice_sizes.n);
    }
    print_generic_tail(p, op);
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

static void print_dot(Printer *p, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    GString *out = p->out;
    print_head(p, op);
    if (d->lhs_batch.n) {
        g_string_append(out, ", batching_dims = ");
        print_ints(out, d->lhs_batch.v, d->lhs_batch.n);
        g_string_append(out, " x ");
        print_ints(out, d->rhs_batch.v, d->rhs_batch.n);
    }
    g_string_append(out, ", contracting_dims = ");
    print_ints(out, d->lhs_contracting.v, d->lhs_contracting.n);
    g_string_append(out, " x ");
    print_ints(out, d->rhs_contracting.v, d->rhs_contracting.n);
    g_autofree char *a = precision_word(op->a.dot.precision, 0), *b = precision_word(op->a.dot.precision, 1);
    g_string_append_printf(out, ", precision = [%s, %s]", a, b);
    if (op->a.dot.algorithm) {
        g_string_append(out, ", algorithm = ");
        print_algorithm(out, op->a.dot.algorithm);
    }
    mlir_print_op_end(p, op);
}

static void add_precision(Printer *p, const char *text)
{
    g_autofree char *a = precision_word(text, 0), *b = precision_word(text, 1);
    mlir_add_attr(p, "precision_config", "[#stablehlo<precision %s>, #stablehlo<precision %s>]", a, b);
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
    print_generic_head(p, op, "chlo.ragged_dot");
    add_precision(p, op->a.dot.precision);
    mlir_add_attr(p, "ragged_dot_dimension_numbers", "%s", s->str);
    print_generic_tail(p, op);
}

/* Labels by position: "[b, 0, 1, f]". */
static void print_labels(GString *out, int rank, int first, int second, char a, char b, Ints spatial)
{
    g_string_append_c(out, '[');
    for (int i = 0; i < rank; i++) {
        g_string_append(out, i ? ", " : "");
        int k = 0;
        while (k < spatial.n && spatial.v[k] != i)
            k++;
        if (i == first || i == second)
            g_string_append_c(out, i == first ? a : b);
        else
            g_string_append_printf(out, "%d", k);
    }
    g_string_append_c(out, ']');
}

static void print_convolution(Printer *p, const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    const Window *w = &op->a.conv.window;
    GString *out = p->out;
    int rank = op->type->rank;
    mlir_print_results(p, op);
    g_string_append(out, "stablehlo.convolution(");
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append(out, ") dim_numbers = ");
    print_labels(out, rank, d->in_batch, d->in_feature, 'b', 'f', d->in_spatial);
    g_string_append_c(out, 'x');
    print_labels(out, rank, d->kernel_in, d->kernel_out, 'i', 'o', d->kernel_spatial);
    g_string_append(out, "->");
    print_labels(out, rank, d->out_batch, d->out_feature, 'b', 'f', d->out_spatial);
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
    add_i64(p, "batch_group_count", MAX(d->batch_groups, 1));
    add_i64(p, "feature_group_count", MAX(d->feature_groups, 1));
    add_precision(p, op->a.conv.precision);
    mlir_print_op_end(p, op);
}

/* ---- reductions, windows, sorting ------------------------------------------------------------------------------------------- */

/* The op of "applies", if the computation is just that on scalars of the input's type, in order. */
static OpCode applied_op(const IrOp *op)
{
    static const OpCode allowed[] = { OP_add, OP_multiply, OP_maximum, OP_minimum, OP_and, OP_or, OP_xor };
    const IrComp *c = op->comps[0];
    const IrOp *root = c->root;
    if (op->n_operands != 2 || c->n_ops != 3 || c->n_params != 2 || root->n_operands != 2 || root->op_name != op->op_name ||
        root->loc != op->loc)
        return N_OPCODES;
    if (root->operands[0] != c->params[0] || root->operands[1] != c->params[1] ||
        root->type->elem != op->operands[0]->type->elem || root->n_pairs || root->sharding_text || root->shardings)
        return N_OPCODES;
    for (int i = 0; i < (int)G_N_ELEMENTS(allowed); i++)
        if (root->code == allowed[i])
            return root->code;
    return N_OPCODES;
}

static void print_reduce(Printer *p, const IrOp *op)
{
    OpCode applied = applied_op(op);
    if (applied == N_OPCODES) { /* the generic form: its block order is ours */
        print_generic_head(p, op, "stablehlo.reduce");
        add_ints(p, "dimensions", op->a.dims.v, op->a.dims.n);
        print_generic_tail(p, op);
        return;
    }
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "stablehlo.reduce(%s init: %s) applies stablehlo.%s across dimensions = ",
                           mlir_operand_leaves(p, op, 0)[0], mlir_operand_leaves(p, op, 1)[0], op_info[applied].mlir);
    print_ints(p->out, op->a.dims.v, op->a.dims.n);
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
        add_ints(p, "base_dilations", v[2], w->n);
    add_rows(p, "padding", pad, w->n);
    if (dilations)
        add_ints(p, "window_dilations", v[3], w->n);
    add_ints(p, "window_dimensions", v[0], w->n);
    add_ints(p, "window_strides", v[1], w->n);
}

static void print_windowed(Printer *p, const IrOp *op)
{
    bool reduce = op->code == OP_reduce_window;
    print_generic_head(p, op, reduce ? "stablehlo.reduce_window" : "stablehlo.select_and_scatter");
    add_window(p, &op->a.window.window, reduce);
    print_generic_tail(p, op);
}

static void print_sort(Printer *p, const IrOp *op)
{
    print_generic_head(p, op, "stablehlo.sort");
    add_i64(p, "dimension", op->a.sort.dim);
    add_bool(p, "is_stable", op->a.sort.stable);
    print_generic_tail(p, op);
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
    print_generic_head(p, op, "chlo.scan");
    add_i64(p, "dimension", g_ascii_strtoll(dim + (*dim == '{'), NULL, 10));
    add_bool(p, "is_reverse", g_str_equal(kept_of(op, "is_reverse"), "true"));
    print_generic_tail(p, op);
}

static void print_topk(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    if (!op->a.topk.largest) { /* chlo's takes the largest only */
        g_string_append_printf(p->out, "stablehlo.custom_call @mhlo.topk(%s)", mlir_operand_leaves(p, op, 0)[0]);
        mlir_add_attr(p, "mhlo.attributes", "{k = %" G_GINT64_FORMAT " : i64, largest = false}", op->a.topk.k);
        mlir_print_op_end(p, op);
        return;
    }
    g_string_append_printf(p->out, "chlo.top_k(%s, k = %" G_GINT64_FORMAT, mlir_operand_leaves(p, op, 0)[0], op->a.topk.k);
    if (op->a.topk.stable_given)
        g_string_append_printf(p->out, ", is_stable = %s", op->a.topk.stable ? "true" : "false");
    g_string_append_c(p->out, ')');
    print_bare_types_end(p, op, " -> ", true, true);
}

/* ---- the rest -------------------------------------------------------------------------------------------------------------------- */

static void print_linalg(Printer *p, const IrOp *op)
{
    static const char *const words[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
    if (op->code == OP_cholesky) {
        print_head(p, op);
        if (op->a.linalg.lower)
            g_string_append(p->out, ", lower = true");
        print_equal_types_end(p, op);
        return;
    }
    print_generic_head(p, op, "stablehlo.triangular_solve");
    add_bool(p, "left_side", op->a.linalg.left_side);
    add_bool(p, "lower", op->a.linalg.lower);
    mlir_add_attr(p, "transpose_a", "#stablehlo<transpose %s>", words[CLAMP(op->a.linalg.transpose, 0, 2)]);
    add_bool(p, "unit_diagonal", op->a.linalg.unit_diagonal);
    print_generic_tail(p, op);
}

static void print_fft(Printer *p, const IrOp *op)
{
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
    print_head(p, op);
    g_string_append_printf(p->out, ", type = %s, length = ", kinds[CLAMP(op->a.fft.kind, 0, 3)]);
    print_ints(p->out, op->a.fft.length.v, op->a.fft.length.n);
    mlir_print_op_end(p, op);
}

/* A constant that stands shortly before the op and holds these numbers, or NULL. */
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
            print_ints(p->out, op->type->dims, rank);
        g_string_append_printf(p->out, "> : tensor<%dxi64>\n", rank);
    }
    print_head(p, op);
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

static void print_rng_bits(Printer *p, const IrOp *op)
{
    static const char *const words[] = { "DEFAULT", "THREE_FRY", "PHILOX" };
    print_head(p, op);
    g_string_append_printf(p->out, ", algorithm = %s", words[CLAMP(op->a.rng_bits.algorithm, 0, 2)]);
    mlir_print_op_end(p, op);
}

static void print_batch_norm(Printer *p, const IrOp *op)
{
    char epsilon[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(epsilon, sizeof epsilon, "%.8e", op->a.batch_norm.epsilon);
    g_autofree char *name = g_strdup_printf("stablehlo.%s", op_info[op->code].mlir);
    print_generic_head(p, op, name);
    mlir_add_attr(p, "epsilon", "%s : f32", epsilon);
    add_i64(p, "feature_index", op->a.batch_norm.feature);
    print_generic_tail(p, op);
}

/* All devices in one group, where the program leaves the groups out. */
static int64_t all_in_one(const Printer *p, const Groups *g)
{
    int64_t replicas = MAX(p->m->n_replicas, 1), partitions = MAX(p->m->n_partitions, 1);
    return !g->has_channel ? replicas : g->use_global_ids ? replicas * partitions : partitions;
}

static void add_groups(Printer *p, const Groups *g)
{
    int64_t rows = g->n_groups ? g->n_groups : 1, cols = g->n_groups ? 0 : all_in_one(p, g);
    for (int i = 0; i < g->n_groups; i++)
        cols = MAX(cols, g->groups[i].n);
    g_autoptr(GString) s = g_string_new(NULL);
    for (int64_t i = 0; i < rows; i++) {
        g_string_append(s, i ? ", [" : "[");
        for (int64_t k = 0; k < cols; k++) {
            int64_t id = !g->n_groups ? k : k < g->groups[i].n ? g->groups[i].v[k] : -1;
            g_string_append_printf(s, "%s%" G_GINT64_FORMAT, k ? ", " : "", id);
        }
        g_string_append_c(s, ']');
    }
    mlir_add_attr(p, "replica_groups", "dense<[%s]> : tensor<%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT "xi64>", s->str, rows, cols);
}

static void print_collective(Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    if (!op_info[op->code].mlir || (op->code == OP_all_to_all && op->a.collective.dim < 0)) {
        print_as_custom_call(p, op);
        return;
    }
    g_autofree char *name = g_strdup_printf("stablehlo.%s", op_info[op->code].mlir);
    print_generic_head(p, op, name);
    if (op->code == OP_all_gather)
        add_i64(p, "all_gather_dim", op->a.collective.dim);
    if (g->has_channel)
        mlir_add_attr(p, "channel_handle", "#stablehlo.channel_handle<handle = %" G_GINT64_FORMAT ", type = 1>", g->channel);
    if (op->code == OP_all_to_all)
        add_i64(p, "concat_dimension", op->a.collective.concat_dim);
    if (op->code == OP_collective_permute)
        add_rows(p, "source_target_pairs", op->a.collective.pairs.v, op->a.collective.pairs.n / 2);
    else
        add_groups(p, g);
    if (op->code == OP_reduce_scatter)
        add_i64(p, "scatter_dimension", op->a.collective.dim);
    if (op->code == OP_all_to_all) {
        int64_t members = g->n_groups ? g->groups[0].n : all_in_one(p, g);
        add_i64(p, "split_count", op->a.collective.split_count ? op->a.collective.split_count : members);
        add_i64(p, "split_dimension", op->a.collective.dim);
    }
    if (g->use_global_ids && (op->code == OP_all_gather || op->code == OP_all_reduce || op->code == OP_reduce_scatter))
        mlir_add_attr(p, "use_global_device_ids", NULL);
    print_generic_tail(p, op);
}

static void print_barrier(Printer *p, const IrOp *op)
{
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.optimization_barrier ");
    mlir_print_operands(p, op, 0, op->n_operands);
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : ");
    mlir_print_leaf_types(p->out, op->type);
    mlir_print_loc(p, op);
}

/* Attributes of custom calls that the reader keeps by name. */
static void add_kept(Printer *p, const IrOp *op)
{
    static const char *const kept[] = { "api_version", "operand_layouts", "result_layouts", "output_operand_aliases", NULL };
    for (int i = 0; i < op->n_extra; i++) {
        const IrPair *e = &op->extra[i];
        bool known = strchr(e->key, '.') != NULL && e->raw;
        for (const char *const *k = kept; *k; k++)
            known = known || (strcmp(e->key, *k) == 0 && (g_ascii_isdigit(e->value[0]) || e->value[0] == '['));
        if (known)
            mlir_add_attr(p, e->key, "%s", e->value);
    }
}

static void print_custom_call(Printer *p, const IrOp *op)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "unknown";
    const char *config = op->a.custom.backend_config;
    mlir_print_results(p, op);
    g_string_append(p->out, "stablehlo.custom_call ");
    mlir_print_symbol(p->out, target);
    g_string_append_c(p->out, '(');
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    if (op->a.custom.side_effect)
        mlir_add_attr(p, "has_side_effect", "true");
    if (config) {
        const char *version = pair_get(op->extra, op->n_extra, "api_version");
        bool typed = version && *version == '4' && *config == '{';
        g_autoptr(GString) s = g_string_new(NULL);
        if (!typed)
            mlir_print_string(s, config);
        mlir_add_attr(p, "backend_config", "%s", typed ? config : s->str);
    }
    add_kept(p, op);
    if (op->n_comps) {
        g_autoptr(GString) s = g_string_new(NULL);
        for (int i = 0; i < op->n_comps; i++) {
            g_string_append(s, i ? ", " : "");
            mlir_print_symbol(s, op->comps[i]->name);
        }
        mlir_add_attr(p, "called_computations", "[%s]", s->str);
    }
    mlir_print_op_end(p, op);
}

static void add_channel(Printer *p, const IrOp *op)
{
    const char *id = pair_get(op->extra, op->n_extra, "channel_id"), *host = pair_get(op->extra, op->n_extra, "is_host_transfer");
    bool to_host = host && strcmp(host, "true") == 0;
    int type = !to_host ? 1 : op->code == OP_send ? 2 : 3;
    mlir_add_attr(p, "channel_handle", "#stablehlo.channel_handle<handle = %s, type = %d>", id ? id : "0", type);
    add_bool(p, "is_host_transfer", to_host);
}

/* Leaves of a pair of ops' second half: those of the first without HLO's u32 context. */
static void rename_done(Printer *p, const IrOp *op)
{
    const char *const *from = mlir_operand_leaves(p, op, 0);
    int n = type_n_leaves(op->type), n_from = type_n_leaves(op->operands[0]->type);
    const char **leaves = arena_array(p->scratch, const char *, MAX(n, 1));
    for (int i = 0; i < n - 1; i++)
        leaves[i] = from[i];
    if (n)
        leaves[n - 1] = from[n_from - 1];
    p->leaves[op->id] = leaves;
}

static void print_token_op(Printer *p, const IrOp *op)
{
    if (op->code == OP_send_done || op->code == OP_recv_done) {
        rename_done(p, op);
        return;
    }
    if (op->code == OP_after_all) {
        if (op->n_operands == 0) {
            print_nullary(p, op, "stablehlo.create_token");
            return;
        }
        print_head(p, op);
        print_bare_types_end(p, op, "", false, true);
        return;
    }
    if (op->code == OP_infeed || op->code == OP_outfeed) {
        bool in = op->code == OP_infeed;
        print_generic_head(p, op, in ? "stablehlo.infeed" : "stablehlo.outfeed");
        mlir_add_attr(p, in ? "infeed_config" : "outfeed_config", "\"\"");
        print_generic_tail(p, op);
        return;
    }
    if (op->code != OP_send && op->code != OP_recv) {
        print_as_custom_call(p, op);
        return;
    }
    /* HLO's type is (data, context, token): MLIR's has data (recv) and token. */
    int all = type_n_leaves(op->type), n = op->code == OP_recv ? all - 1 : 1, number = p->n_values++;
    const char **leaves = arena_array(p->scratch, const char *, MAX(all, 1));
    for (int i = 0; i < n; i++)
        leaves[i < n - 1 ? i : all - 1] = n == 1 ? arena_printf(p->scratch, "%%%d", number) : arena_printf(p->scratch, "%%%d#%d", number, i);
    p->leaves[op->id] = leaves;
    mlir_print_indent(p);
    g_string_append_printf(p->out, n == 1 ? "%%%d = " : "%%%d:%d = ", number, n);
    g_string_append_printf(p->out, "\"stablehlo.%s\"(", op_info[op->code].mlir);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append_c(p->out, ')');
    add_channel(p, op);
    print_properties(p);
    g_string_append(p->out, " : (");
    for (int i = 0; i < op->n_operands; i++) {
        g_string_append(p->out, i ? ", " : "");
        mlir_print_leaf_types(p->out, op->operands[i]->type);
    }
    g_string_append(p->out, n == 1 ? ") -> " : ") -> (");
    for (int i = 0; i < n - 1; i++) {
        type_print_mlir(p->out, type_leaf(op->type, i));
        g_string_append(p->out, ", ");
    }
    g_string_append(p->out, n == 1 ? "!stablehlo.token" : "!stablehlo.token)");
    mlir_print_loc(p, op);
}

static void print_opaque(Printer *p, const IrOp *op)
{
    if (op->code == OP_map) {
        print_generic_head(p, op, "stablehlo.map");
        add_ints(p, "dimensions", op->a.dims.v, op->a.dims.n);
        print_generic_tail(p, op);
    } else if (op->code == OP_scan) {
        print_scan(p, op);
    } else if (op->code == OP_ragged_dot) {
        print_ragged_dot(p, op);
    } else if (op->code == OP_rng) {
        print_rng(p, op);
    } else if (op->code == OP_batch_norm_training || op->code == OP_batch_norm_inference || op->code == OP_batch_norm_grad) {
        print_batch_norm(p, op);
    } else if (op->code == OP_get_dimension_size || op->code == OP_set_dimension_size) {
        print_head(p, op);
        g_string_append_printf(p->out, ", dim = %" G_GINT64_FORMAT, op->a.dims.n ? op->a.dims.v[0] : 0);
        mlir_print_op_end(p, op);
    } else {
        print_as_custom_call(p, op);
    }
}

static void print_control(Printer *p, const IrOp *op)
{
    if (op->code == OP_while)
        mlir_print_while(p, op);
    else if (op->code == OP_conditional)
        mlir_print_conditional(p, op);
    else
        mlir_print_call(p, op);
}

void mlir_print_op(Printer *p, const IrOp *op)
{
    if (mlir_print_sdy_op(p, op))
        return;
    switch (op_family(op)) {
    case FAMILY_elementwise: print_elementwise(p, op); return;
    case FAMILY_leaf: print_constant(p, op); return;
    case FAMILY_iota: print_iota(p, op); return;
    case FAMILY_device_id: print_nullary(p, op, op->code == OP_partition_id ? "stablehlo.partition_id" : "stablehlo.replica_id"); return;
    case FAMILY_broadcast:
    case FAMILY_reshape:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_concatenate:
    case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice:
    case FAMILY_bitcast_convert: print_shape_op(p, op); return;
    case FAMILY_gather:
    case FAMILY_scatter: print_gather(p, op); return;
    case FAMILY_dot: print_dot(p, op); return;
    case FAMILY_convolution: print_convolution(p, op); return;
    case FAMILY_reduce: print_reduce(p, op); return;
    case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: print_windowed(p, op); return;
    case FAMILY_sort: print_sort(p, op); return;
    case FAMILY_topk: print_topk(p, op); return;
    case FAMILY_fft: print_fft(p, op); return;
    case FAMILY_linalg: print_linalg(p, op); return;
    case FAMILY_rng_bits: print_rng_bits(p, op); return;
    case FAMILY_tuple: return; /* only names */
    case FAMILY_control: print_control(p, op); return;
    case FAMILY_barrier:
        if (op->code == OP_opt_barrier)
            print_barrier(p, op);
        else
            print_as_custom_call(p, op);
        return;
    case FAMILY_collective: print_collective(p, op); return;
    case FAMILY_async: print_as_custom_call(p, op); return;
    case FAMILY_token: print_token_op(p, op); return;
    case FAMILY_custom: print_custom_call(p, op); return;
    case FAMILY_constraint:
    case FAMILY_reshard:
    case FAMILY_group: return; /* print_sdy_op did them */
    case FAMILY_manual: mlir_print_manual(p, op); return;
    case FAMILY_opaque: print_opaque(p, op); return;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}
