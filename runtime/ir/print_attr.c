/* Prints the attributes of each opcode as HLO text, in HLO's order. */
#include <string.h>

#include "runtime/ir/print_impl.h"

void hlo_print_attr(const Printer *p, const char *name)
{
    text_put(p->out, ", ");
    text_put(p->out, name);
    text_put_c(p->out, '=');
}

void hlo_print_ints_attr(const Printer *p, const char *name, Ints v)
{
    hlo_print_attr(p, name);
    hlo_print_ints(p->out, v);
}

static void print_some_ints_attr(const Printer *p, const char *name, Ints v)
{
    if (v.n)
        hlo_print_ints_attr(p, name, v);
}

static void print_one_int_attr(const Printer *p, const char *name, int64_t v)
{
    hlo_print_ints_attr(p, name, (Ints){&v, 1});
}

void hlo_print_int_attr(const Printer *p, const char *name, int64_t v)
{
    hlo_print_attr(p, name);
    type_print_int(p->out, v);
}

void hlo_print_text_attr(const Printer *p, const char *name, const char *text)
{
    if (!text)
        return;
    hlo_print_attr(p, name);
    text_put(p->out, text);
}

void hlo_print_flag_attr(const Printer *p, const char *name, bool v)
{
    if (v)
        hlo_print_text_attr(p, name, "true");
}

static void print_bool_attr(const Printer *p, const char *name, bool v)
{
    hlo_print_text_attr(p, name, v ? "true" : "false");
}

void hlo_print_comp_attr(const Printer *p, const char *name, const IrComp *c)
{
    hlo_print_attr(p, name);
    hlo_print_name(p, c->name);
}

/* Prints one of the kept texts. */
void hlo_print_extra_attr(const Printer *p, const IrOp *op, const char *key)
{
    if (op->n_extra)
        hlo_print_text_attr(p, key, pair_get(op->extra, op->n_extra, key));
}

static void print_window(const Printer *p, Window w)
{
    static const char *const names[] = {"size",       "stride",     "pad",
                                        "lhs_dilate", "rhs_dilate", "rhs_reversal"};
    bool first = true;
    hlo_print_attr(p, "window");
    text_put_c(p->out, '{');
    for (int key = 0; key < 6 && w.n; key++) {
        bool plain = key != 0;
        for (int i = 0; i < w.n; i++) {
            const WindowDim *d = &w.dims[i];
            plain = plain && (key == 1   ? d->stride == 1
                              : key == 2 ? d->pad_lo == 0 && d->pad_hi == 0
                              : key == 3 ? d->base_dilation == 1
                              : key == 4 ? d->window_dilation == 1
                                         : !d->reversed);
        }
        if (plain)
            continue;
        format_append(p->out, "%s%s=", first ? "" : " ", names[key]);
        first = false;
        for (int i = 0; i < w.n; i++) {
            const WindowDim *d = &w.dims[i];
            if (i)
                text_put_c(p->out, 'x');
            if (key == 2)
                format_append(p->out, "%" G_GINT64_FORMAT "_%" G_GINT64_FORMAT, d->pad_lo,
                                       d->pad_hi);
            else
                format_append(p->out, "%" G_GINT64_FORMAT,
                                       key == 0   ? d->size
                                       : key == 1 ? d->stride
                                       : key == 3 ? d->base_dilation
                                       : key == 4 ? d->window_dilation
                                                  : (int64_t)d->reversed);
        }
    }
    text_put_c(p->out, '}');
}

/* The role of each dim of an array in a convolution: two dims have letters, the others are numbered spatial dims. */
typedef struct Labels {
    int first, second;
    char a, b;
    Ints spatial;
} Labels;

static void print_labels(GString *out, int rank, const Labels *l)
{
    for (int d = 0; d < rank; d++) {
        char c = d == l->first ? l->a : d == l->second ? l->b : '?';
        for (int i = 0; i < l->spatial.n && i < 10; i++)
            if (l->spatial.v[i] == d)
                c = (char)('0' + i);
        text_put_c(out, c);
    }
}

static void print_convolution(const Printer *p, const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    int rank = op->type->rank;
    if (op->a.conv.window.n)
        print_window(p, op->a.conv.window);
    hlo_print_attr(p, "dim_labels");
    print_labels(p->out, rank, &(Labels){ d->in_batch, d->in_feature, 'b', 'f', d->in_spatial });
    text_put_c(p->out, '_');
    print_labels(p->out, rank, &(Labels){ d->kernel_in, d->kernel_out, 'i', 'o', d->kernel_spatial });
    text_put(p->out, "->");
    print_labels(p->out, rank, &(Labels){ d->out_batch, d->out_feature, 'b', 'f', d->out_spatial });
    if (d->feature_groups != 1)
        hlo_print_int_attr(p, "feature_group_count", d->feature_groups);
    if (d->batch_groups != 1)
        hlo_print_int_attr(p, "batch_group_count", d->batch_groups);
    hlo_print_extra_attr(p, op, "convolution_kind");
    hlo_print_text_attr(p, "operand_precision", op->a.conv.precision);
}

static void print_slice(const Printer *p, const IrOp *op)
{
    bool strides = false;
    for (int i = 0; i < op->type->rank; i++)
        strides = strides || op->a.slice.stride[i] != 1;
    hlo_print_attr(p, "slice");
    text_put_c(p->out, '{');
    for (int i = 0; i < op->type->rank; i++) {
        format_append(p->out, "%s[%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i ? ", " : "",
                               op->a.slice.start[i], op->a.slice.limit[i]);
        if (strides)
            format_append(p->out, ":%" G_GINT64_FORMAT, op->a.slice.stride[i]);
        text_put_c(p->out, ']');
    }
    text_put_c(p->out, '}');
}

static void print_padding(const Printer *p, const IrOp *op)
{
    bool interior = false;
    for (int i = 0; i < op->type->rank; i++)
        interior = interior || op->a.pad.interior[i] != 0;
    hlo_print_attr(p, "padding");
    for (int i = 0; i < op->type->rank; i++) {
        format_append(p->out, "%s%" G_GINT64_FORMAT "_%" G_GINT64_FORMAT, i ? "x" : "",
                               op->a.pad.lo[i], op->a.pad.hi[i]);
        if (interior)
            format_append(p->out, "_%" G_GINT64_FORMAT, op->a.pad.interior[i]);
    }
}

static void print_dot(const Printer *p, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    print_some_ints_attr(p, "lhs_batch_dims", d->lhs_batch);
    hlo_print_ints_attr(p, "lhs_contracting_dims", d->lhs_contracting);
    print_some_ints_attr(p, "rhs_batch_dims", d->rhs_batch);
    hlo_print_ints_attr(p, "rhs_contracting_dims", d->rhs_contracting);
    hlo_print_extra_attr(p, op, "lhs_ragged_dims");
    hlo_print_extra_attr(p, op, "rhs_group_dims");
    hlo_print_text_attr(p, "operand_precision", op->a.dot.precision);
    hlo_print_text_attr(p, "algorithm", op->a.dot.algorithm);
}

static void print_gather(const Printer *p, const IrOp *op)
{
    const GatherDims *d = &op->a.gather;
    bool gather = op->code == OP_gather;
    hlo_print_ints_attr(p, gather ? "offset_dims" : "update_window_dims", d->offset);
    hlo_print_ints_attr(p, gather ? "collapsed_slice_dims" : "inserted_window_dims", d->collapsed);
    hlo_print_ints_attr(p, gather ? "start_index_map" : "scatter_dims_to_operand_dims", d->map);
    print_some_ints_attr(p, gather ? "operand_batching_dims" : "input_batching_dims",
                         d->operand_batching);
    print_some_ints_attr(p,
                         gather ? "start_indices_batching_dims" : "scatter_indices_batching_dims",
                         d->indices_batching);
    hlo_print_int_attr(p, "index_vector_dim", d->index_vector_dim);
    if (gather)
        hlo_print_ints_attr(p, "slice_sizes", d->slice_sizes);
    hlo_print_flag_attr(p, "indices_are_sorted", d->sorted);
    if (!gather)
        hlo_print_flag_attr(p, "unique_indices", d->unique);
}

static void print_groups(const Printer *p, const Groups *g)
{
    hlo_print_attr(p, "replica_groups");
    if (g->text) {
        text_put(p->out, g->text);
        return;
    }
    text_put_c(p->out, '{');
    for (int i = 0; i < g->n_groups; i++) {
        if (i)
            text_put_c(p->out, ',');
        hlo_print_ints(p->out, g->groups[i]);
    }
    text_put_c(p->out, '}');
}

void hlo_print_collective(const Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    bool has_dim = op->code == OP_all_gather || op->code == OP_reduce_scatter ||
                   op->code == OP_all_gather_start ||
                   (op->code == OP_all_to_all && op->a.collective.dim >= 0);
    if (g->has_channel)
        hlo_print_int_attr(p, "channel_id", g->channel);
    if (op->code == OP_collective_permute || op->code == OP_collective_permute_start) {
        hlo_print_attr(p, "source_target_pairs");
        text_put_c(p->out, '{');
        for (int i = 0; i + 1 < op->a.collective.pairs.n; i += 2)
            format_append(p->out, "%s{%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "}",
                                   i ? "," : "", op->a.collective.pairs.v[i],
                                   op->a.collective.pairs.v[i + 1]);
        text_put_c(p->out, '}');
        return;
    }
    print_groups(p, g);
    hlo_print_extra_attr(p, op, "constrain_layout");
    bool dim_first =
        op->code == OP_all_gather || op->code == OP_all_gather_start || op->code == OP_all_to_all;
    if (has_dim && dim_first)
        print_one_int_attr(p, "dimensions", op->a.collective.dim);
    if (op_says_global_ids(op))
        hlo_print_flag_attr(p, "use_global_device_ids", g->use_global_ids);
    if (has_dim && !dim_first)
        print_one_int_attr(p, "dimensions", op->a.collective.dim);
}

static void print_compare(const Printer *p, const IrOp *op)
{
    static const char *const dirs[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    static const char *const kinds[] = {NULL, "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
    const Type *x = op->operands[0]->type;
    CompareKind usual = COMPARE_DEFAULT;
    if (x->kind == TYPE_ARRAY)
        usual = elem_info[x->elem].cls == CLASS_SIGNED ? COMPARE_SIGNED
                : elem_info[x->elem].cls == CLASS_UNSIGNED || x->elem == ELEM_pred
                    ? COMPARE_UNSIGNED
                    : COMPARE_FLOAT;
    hlo_print_text_attr(p, "direction", dirs[op->a.compare.dir]);
    if (op->a.compare.kind != usual)
        hlo_print_text_attr(p, "type", kinds[op->a.compare.kind]);
}

static void print_custom(const Printer *p, const IrOp *op)
{
    static const char *const before[] = {"window",
                                         "dim_labels",
                                         "feature_group_count",
                                         "batch_group_count",
                                         "operand_precision",
                                         "padding_type"};
    for (size_t i = 0; i < G_N_ELEMENTS(before); i++)
        hlo_print_extra_attr(p, op, before[i]);
    hlo_print_attr(p, "custom_call_target");
    hlo_print_quoted(p->out, op->a.custom.target);
    hlo_print_extra_attr(p, op, "operand_layout_constraints");
    hlo_print_flag_attr(p, "custom_call_has_side_effect", op->a.custom.side_effect);
    hlo_print_extra_attr(p, op, "literal");
    hlo_print_extra_attr(p, op, "output_to_operand_aliasing");
    hlo_print_extra_attr(p, op, "schedule");
    hlo_print_extra_attr(p, op, "api_version");
}

static void print_fft(const Printer *p, const IrOp *op)
{
    static const char *const kinds[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
    hlo_print_text_attr(p, "fft_type", kinds[op->a.fft.kind]);
    hlo_print_ints_attr(p, "fft_length", op->a.fft.length);
}

static void print_linalg(const Printer *p, const IrOp *op)
{
    static const char *const forms[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
    if (op->code == OP_cholesky) {
        hlo_print_flag_attr(p, "lower", op->a.linalg.lower);
        return;
    }
    hlo_print_flag_attr(p, "left_side", op->a.linalg.left_side);
    hlo_print_flag_attr(p, "lower", op->a.linalg.lower);
    hlo_print_flag_attr(p, "unit_diagonal", op->a.linalg.unit_diagonal);
    hlo_print_text_attr(p, "transpose_a", forms[op->a.linalg.transpose]);
}

static void print_batch_norm(const Printer *p, const IrOp *op)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    double epsilon = op->a.batch_norm.epsilon; /* single precision in HLO */
    g_ascii_formatd(text, sizeof text, "%.6g", epsilon);
    if ((float)g_ascii_strtod(text, NULL) != (float)epsilon)
        g_ascii_formatd(text, sizeof text, "%.9g", epsilon);
    hlo_print_text_attr(p, "epsilon", text);
    hlo_print_int_attr(p, "feature_index", op->a.batch_norm.feature);
}

static void print_topk(const Printer *p, const IrOp *op)
{
    hlo_print_int_attr(p, "k", op->a.topk.k);
    print_bool_attr(p, "largest", op->a.topk.largest);
    if (op->a.topk.stable_given || !op->a.topk.stable)
        print_bool_attr(p, "is_stable", op->a.topk.stable);
}

/* For ops without attributes in the IR: those that were kept as text, in HLO's order. */
static void print_kept(const Printer *p, const IrOp *op)
{
    static const struct {
        OpCode code;
        const char *key;
    } kept[] = {
        { OP_rng, "distribution" }, { OP_fusion, "kind" }, { OP_rng_get_and_update_state, "delta" }, { OP_scan, "dimensions" },
        { OP_scan, "num_carries" }, { OP_scan, "is_reverse" }, { OP_scan, "is_associative" },
    };
    for (size_t i = 0; op->n_extra && i < G_N_ELEMENTS(kept); i++)
        if (kept[i].code == op->code)
            hlo_print_extra_attr(p, op, kept[i].key);
}

void hlo_print_own_attrs(const Printer *p, const IrOp *op)
{
    static const char *const generators[] = { "rng_default", "rng_three_fry", "rng_philox" };
    switch (op_info[op->code].attrs) {
    case ATTRS_none: print_kept(p, op); return;
    case ATTRS_dims: hlo_print_ints_attr(p, "dimensions", op->a.dims); return;
    case ATTRS_concatenate: print_one_int_attr(p, "dimensions", op->a.concatenate.dim); return;
    case ATTRS_sort:
        print_one_int_attr(p, "dimensions", op->a.sort.dim);
        hlo_print_flag_attr(p, "is_stable", op->a.sort.stable);
        return;
    case ATTRS_iota: hlo_print_int_attr(p, "iota_dimension", op->a.iota.dim); return;
    case ATTRS_gte: hlo_print_int_attr(p, "index", op->a.gte.index); return;
    case ATTRS_slice: print_slice(p, op); return;
    case ATTRS_pad: print_padding(p, op); return;
    case ATTRS_dynamic_slice: hlo_print_ints_attr(p, "dynamic_slice_sizes", op->a.dynamic_slice.sizes); return;
    case ATTRS_gather: print_gather(p, op); return;
    case ATTRS_dot: print_dot(p, op); return;
    case ATTRS_conv: print_convolution(p, op); return;
    case ATTRS_window:
        if (op->a.window.window.n)
            print_window(p, op->a.window.window);
        return;
    case ATTRS_compare: print_compare(p, op); return;
    case ATTRS_reduce_precision:
        hlo_print_int_attr(p, "exponent_bits", op->a.reduce_precision.exponent_bits);
        hlo_print_int_attr(p, "mantissa_bits", op->a.reduce_precision.mantissa_bits);
        return;
    case ATTRS_topk: print_topk(p, op); return;
    case ATTRS_fft: print_fft(p, op); return;
    case ATTRS_linalg: print_linalg(p, op); return;
    case ATTRS_batch_norm: print_batch_norm(p, op); return;
    case ATTRS_rng_bits: hlo_print_text_attr(p, "algorithm", generators[op->a.rng_bits.algorithm]); return;
    case ATTRS_collective: hlo_print_collective(p, op); return;
    case ATTRS_custom: print_custom(p, op); return;
    case ATTRS_parameter: /* printed between the op's parentheses */
    case ATTRS_literal:
    case ATTRS_stretched: /* printed by StableHLO's broadcast */
    case ATTRS_loop:
    case ATTRS_manual: /* printed on lines of their own (print_lines.c) */
    case ATTRS_group:  /* printed by the custom call that represents the op (print_op.c) */
    case ATTRS_barrier:
    case ATTRS_reshard:
    case N_ATTR_FORMS: return;
    }
}

void hlo_print_comps(const Printer *p, const IrOp *op)
{
    switch (op->code) {
    case OP_while:
        hlo_print_comp_attr(p, "condition", op->comps[0]);
        hlo_print_comp_attr(p, "body", op->comps[1]);
        return;
    case OP_select_and_scatter:
        hlo_print_comp_attr(p, "select", op->comps[0]);
        hlo_print_comp_attr(p, "scatter", op->comps[1]);
        return;
    case OP_conditional:
    case OP_custom_call:
        if (op->code == OP_conditional && op->n_comps == 2 &&
            op->operands[0]->type->elem == ELEM_pred) {
            hlo_print_comp_attr(p, "true_computation", op->comps[0]);
            hlo_print_comp_attr(p, "false_computation", op->comps[1]);
            return;
        }
        hlo_print_attr(p,
                       op->code == OP_conditional ? "branch_computations" : "called_computations");
        text_put_c(p->out, '{');
        for (int i = 0; i < op->n_comps; i++) {
            if (i)
                text_put(p->out, ", ");
            hlo_print_name(p, op->comps[i]->name);
        }
        text_put_c(p->out, '}');
        return;
    case OP_fusion:
    case OP_async_update:
    case OP_async_done:
    case OP_async_start: hlo_print_comp_attr(p, "calls", op->comps[0]); return;
    default: hlo_print_comp_attr(p, "to_apply", op->comps[0]); return; /* HLO's usual name for the computation that an op calls */
    }
}
