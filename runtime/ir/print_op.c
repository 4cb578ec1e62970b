/* Instructions as HLO text: attributes in HLO's order, then what any instruction may carry. */
#include <string.h>

#include "runtime/ir/print_impl.h"
#include "runtime/shard/spell.h"

/* ---- small values ---------------------------------------------------------------------------- */

void hlo_print_quoted(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (const char *s = text; *s; s++) {
        switch (*s) {
        case '\n': g_string_append(out, "\\n"); break;
        case '\r': g_string_append(out, "\\r"); break;
        case '\t': g_string_append(out, "\\t"); break;
        case '"': g_string_append(out, "\\\""); break;
        case '\'': g_string_append(out, "\\'"); break;
        case '\\': g_string_append(out, "\\\\"); break;
        default:
            if ((unsigned char)*s < ' ' || *s == 0x7f)
                g_string_append_printf(out, "\\%03o", (unsigned char)*s);
            else
                g_string_append_c(out, *s);
        }
    }
    g_string_append_c(out, '"');
}

void hlo_print_pairs(GString *out, const IrPair *pairs, int n)
{
    for (int i = 0; i < n; i++) {
        g_string_append_printf(out, "%s%s=", i ? "," : "", pairs[i].key);
        if (pairs[i].raw && *pairs[i].value == '{') /* MLIR's other values need quotes here */
            g_string_append(out, pairs[i].value);
        else
            hlo_print_quoted(out, pairs[i].value);
    }
}

void hlo_print_ints(GString *out, Ints v)
{
    g_string_append_c(out, '{');
    for (int i = 0; i < v.n; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? "," : "", v.v[i]);
    g_string_append_c(out, '}');
}

/* As type_print, with XLA's count every five parts of a tuple. */
void hlo_print_type(const Printer *p, const Type *type, bool with_layout)
{
    if (type->kind != TYPE_TUPLE) {
        type_print(p->out, type, with_layout);
        return;
    }
    g_string_append_c(p->out, '(');
    for (int i = 0; i < type->n_parts; i++) {
        if (i)
            g_string_append(p->out, ", ");
        if (i && i % 5 == 0)
            g_string_append_printf(p->out, "/*index=%d*/", i);
        hlo_print_type(p, type->parts[i], with_layout);
    }
    g_string_append_c(p->out, ')');
}

static void print_name(const Printer *p, const char *name)
{
    if (p->long_form)
        g_string_append_c(p->out, '%');
    g_string_append(p->out, name);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void attr(const Printer *p, const char *name)
{
    g_string_append_printf(p->out, ", %s=", name);
}

static void ints_attr(const Printer *p, const char *name, Ints v)
{
    attr(p, name);
    hlo_print_ints(p->out, v);
}

static void some_ints_attr(const Printer *p, const char *name, Ints v)
{
    if (v.n)
        ints_attr(p, name, v);
}

static void one_int_attr(const Printer *p, const char *name, int64_t v)
{
    ints_attr(p, name, (Ints){ &v, 1 });
}

static void int_attr(const Printer *p, const char *name, int64_t v)
{
    g_string_append_printf(p->out, ", %s=%" G_GINT64_FORMAT, name, v);
}

static void text_attr(const Printer *p, const char *name, const char *text)
{
    if (text)
        g_string_append_printf(p->out, ", %s=%s", name, text);
}

static void flag_attr(const Printer *p, const char *name, bool v)
{
    if (v)
        text_attr(p, name, "true");
}

static void bool_attr(const Printer *p, const char *name, bool v)
{
    text_attr(p, name, v ? "true" : "false");
}

static void comp_attr(const Printer *p, const char *name, const IrComp *c)
{
    attr(p, name);
    print_name(p, c->name);
}

/* One of the kept texts in its place. */
static void extra_attr(const Printer *p, const IrOp *op, const char *key)
{
    text_attr(p, key, pair_get(op->extra, op->n_extra, key));
}

static void print_window(const Printer *p, Window w)
{
    static const char *const names[] = { "size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal" };
    bool first = true;
    attr(p, "window");
    g_string_append_c(p->out, '{');
    for (int key = 0; key < 6 && w.n; key++) {
        bool plain = key != 0;
        for (int i = 0; i < w.n; i++) {
            const WindowDim *d = &w.dims[i];
            plain = plain && (key == 1 ? d->stride == 1 : key == 2 ? d->pad_lo == 0 && d->pad_hi == 0 : key == 3 ? d->base_dilation == 1 :
                              key == 4 ? d->window_dilation == 1 : !d->reversed);
        }
        if (plain)
            continue;
        g_string_append_printf(p->out, "%s%s=", first ? "" : " ", names[key]);
        first = false;
        for (int i = 0; i < w.n; i++) {
            const WindowDim *d = &w.dims[i];
            if (i)
                g_string_append_c(p->out, 'x');
            if (key == 2)
                g_string_append_printf(p->out, "%" G_GINT64_FORMAT "_%" G_GINT64_FORMAT, d->pad_lo, d->pad_hi);
            else
                g_string_append_printf(p->out, "%" G_GINT64_FORMAT, key == 0 ? d->size : key == 1 ? d->stride : key == 3 ? d->base_dilation :
                                       key == 4 ? d->window_dilation : (int64_t)d->reversed);
        }
    }
    g_string_append_c(p->out, '}');
}

static void print_labels(GString *out, int rank, int a, int b, char ca, char cb, Ints spatial)
{
    for (int d = 0; d < rank; d++) {
        char c = d == a ? ca : d == b ? cb : '?';
        for (int i = 0; i < spatial.n && i < 10; i++)
            if (spatial.v[i] == d)
                c = (char)('0' + i);
        g_string_append_c(out, c);
    }
}

static void print_convolution(const Printer *p, const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    int rank = op->type->rank;
    if (op->a.conv.window.n)
        print_window(p, op->a.conv.window);
    attr(p, "dim_labels");
    print_labels(p->out, rank, d->in_batch, d->in_feature, 'b', 'f', d->in_spatial);
    g_string_append_c(p->out, '_');
    print_labels(p->out, rank, d->kernel_in, d->kernel_out, 'i', 'o', d->kernel_spatial);
    g_string_append(p->out, "->");
    print_labels(p->out, rank, d->out_batch, d->out_feature, 'b', 'f', d->out_spatial);
    if (d->feature_groups != 1)
        int_attr(p, "feature_group_count", d->feature_groups);
    if (d->batch_groups != 1)
        int_attr(p, "batch_group_count", d->batch_groups);
    extra_attr(p, op, "convolution_kind");
    text_attr(p, "operand_precision", op->a.conv.precision);
}

static void print_slice(const Printer *p, const IrOp *op)
{
    bool strides = false;
    for (int i = 0; i < op->type->rank; i++)
        strides = strides || op->a.slice.stride[i] != 1;
    attr(p, "slice");
    g_string_append_c(p->out, '{');
    for (int i = 0; i < op->type->rank; i++) {
        g_string_append_printf(p->out, "%s[%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i ? ", " : "", op->a.slice.start[i], op->a.slice.limit[i]);
        if (strides)
            g_string_append_printf(p->out, ":%" G_GINT64_FORMAT, op->a.slice.stride[i]);
        g_string_append_c(p->out, ']');
    }
    g_string_append_c(p->out, '}');
}

static void print_padding(const Printer *p, const IrOp *op)
{
    bool interior = false;
    for (int i = 0; i < op->type->rank; i++)
        interior = interior || op->a.pad.interior[i] != 0;
    attr(p, "padding");
    for (int i = 0; i < op->type->rank; i++) {
        g_string_append_printf(p->out, "%s%" G_GINT64_FORMAT "_%" G_GINT64_FORMAT, i ? "x" : "", op->a.pad.lo[i], op->a.pad.hi[i]);
        if (interior)
            g_string_append_printf(p->out, "_%" G_GINT64_FORMAT, op->a.pad.interior[i]);
    }
}

static void print_dot(const Printer *p, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    some_ints_attr(p, "lhs_batch_dims", d->lhs_batch);
    ints_attr(p, "lhs_contracting_dims", d->lhs_contracting);
    some_ints_attr(p, "rhs_batch_dims", d->rhs_batch);
    ints_attr(p, "rhs_contracting_dims", d->rhs_contracting);
    text_attr(p, "operand_precision", op->a.dot.precision);
    text_attr(p, "algorithm", op->a.dot.algorithm);
}

static void print_gather(const Printer *p, const IrOp *op)
{
    const GatherDims *d = &op->a.gather;
    bool gather = op->code == OP_gather;
    ints_attr(p, gather ? "offset_dims" : "update_window_dims", d->offset);
    ints_attr(p, gather ? "collapsed_slice_dims" : "inserted_window_dims", d->collapsed);
    ints_attr(p, gather ? "start_index_map" : "scatter_dims_to_operand_dims", d->map);
    some_ints_attr(p, gather ? "operand_batching_dims" : "input_batching_dims", d->operand_batching);
    some_ints_attr(p, gather ? "start_indices_batching_dims" : "scatter_indices_batching_dims", d->indices_batching);
    int_attr(p, "index_vector_dim", d->index_vector_dim);
    if (gather)
        ints_attr(p, "slice_sizes", d->slice_sizes);
    flag_attr(p, "indices_are_sorted", d->sorted);
    if (!gather)
        flag_attr(p, "unique_indices", d->unique);
}

static void print_groups(const Printer *p, const Groups *g)
{
    attr(p, "replica_groups");
    if (g->text) {
        g_string_append(p->out, g->text);
        return;
    }
    g_string_append_c(p->out, '{');
    for (int i = 0; i < g->n_groups; i++) {
        if (i)
            g_string_append_c(p->out, ',');
        hlo_print_ints(p->out, g->groups[i]);
    }
    g_string_append_c(p->out, '}');
}

static void print_collective(const Printer *p, const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    bool has_dim = op->code == OP_all_gather || op->code == OP_reduce_scatter || op->code == OP_all_gather_start ||
                   (op->code == OP_all_to_all && op->a.collective.dim >= 0);
    if (g->has_channel)
        int_attr(p, "channel_id", g->channel);
    if (op->code == OP_collective_permute || op->code == OP_collective_permute_start) {
        attr(p, "source_target_pairs");
        g_string_append_c(p->out, '{');
        for (int i = 0; i + 1 < op->a.collective.pairs.n; i += 2)
            g_string_append_printf(p->out, "%s{%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "}", i ? "," : "", op->a.collective.pairs.v[i], op->a.collective.pairs.v[i + 1]);
        g_string_append_c(p->out, '}');
        return;
    }
    print_groups(p, g);
    extra_attr(p, op, "constrain_layout");
    bool dim_first = op->code == OP_all_gather || op->code == OP_all_gather_start || op->code == OP_all_to_all;
    if (has_dim && dim_first)
        one_int_attr(p, "dimensions", op->a.collective.dim);
    flag_attr(p, "use_global_device_ids", g->use_global_ids);
    if (has_dim && !dim_first)
        one_int_attr(p, "dimensions", op->a.collective.dim);
}

static void print_compare(const Printer *p, const IrOp *op)
{
    static const char *const dirs[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
    static const char *const kinds[] = { NULL, "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED" };
    const Type *x = op->operands[0]->type;
    CompareKind usual = COMPARE_DEFAULT;
    if (x->kind == TYPE_ARRAY)
        usual = elem_info[x->elem].cls == CLASS_SIGNED ? COMPARE_SIGNED :
                elem_info[x->elem].cls == CLASS_UNSIGNED || x->elem == ELEM_pred ? COMPARE_UNSIGNED : COMPARE_FLOAT;
    text_attr(p, "direction", dirs[op->a.compare.dir]);
    if (op->a.compare.kind != usual)
        text_attr(p, "type", kinds[op->a.compare.kind]);
}

static void print_custom(const Printer *p, const IrOp *op)
{
    static const char *const before[] = { "window", "dim_labels", "feature_group_count", "batch_group_count", "operand_precision", "padding_type" };
    for (size_t i = 0; i < G_N_ELEMENTS(before); i++)
        extra_attr(p, op, before[i]);
    attr(p, "custom_call_target");
    hlo_print_quoted(p->out, op->a.custom.target);
    extra_attr(p, op, "operand_layout_constraints");
    flag_attr(p, "custom_call_has_side_effect", op->a.custom.side_effect);
    extra_attr(p, op, "literal");
    extra_attr(p, op, "output_to_operand_aliasing");
    extra_attr(p, op, "schedule");
    extra_attr(p, op, "api_version");
}

static void print_fft(const Printer *p, const IrOp *op)
{
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
    text_attr(p, "fft_type", kinds[op->a.fft.kind]);
    ints_attr(p, "fft_length", op->a.fft.length);
}

static void print_linalg(const Printer *p, const IrOp *op)
{
    static const char *const forms[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
    if (op->code == OP_cholesky) {
        flag_attr(p, "lower", op->a.linalg.lower);
        return;
    }
    flag_attr(p, "left_side", op->a.linalg.left_side);
    flag_attr(p, "lower", op->a.linalg.lower);
    flag_attr(p, "unit_diagonal", op->a.linalg.unit_diagonal);
    text_attr(p, "transpose_a", forms[op->a.linalg.transpose]);
}

static void print_batch_norm(const Printer *p, const IrOp *op)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    text_attr(p, "epsilon", g_ascii_dtostr(text, sizeof text, op->a.batch_norm.epsilon));
    int_attr(p, "feature_index", op->a.batch_norm.feature);
}

static void print_own_attrs(const Printer *p, const IrOp *op)
{
    static const char *const generators[] = { "rng_default", "rng_three_fry", "rng_philox" };
    switch (op->code) {
    case OP_broadcast: case OP_transpose: case OP_reverse: case OP_reduce: case OP_get_dimension_size: case OP_set_dimension_size:
        ints_attr(p, "dimensions", op->a.dims);
        break;
    case OP_map: some_ints_attr(p, "dimensions", op->a.dims); break;
    case OP_concatenate: one_int_attr(p, "dimensions", op->a.concatenate.dim); break;
    case OP_sort:
        one_int_attr(p, "dimensions", op->a.sort.dim);
        flag_attr(p, "is_stable", op->a.sort.stable);
        break;
    case OP_iota: int_attr(p, "iota_dimension", op->a.iota.dim); break;
    case OP_get_tuple_element: int_attr(p, "index", op->a.gte.index); break;
    case OP_slice: print_slice(p, op); break;
    case OP_pad: print_padding(p, op); break;
    case OP_dynamic_slice: ints_attr(p, "dynamic_slice_sizes", op->a.dynamic_slice.sizes); break;
    case OP_gather: case OP_scatter: print_gather(p, op); break;
    case OP_dot: case OP_ragged_dot: case OP_scaled_dot: print_dot(p, op); break;
    case OP_convolution: print_convolution(p, op); break;
    case OP_reduce_window: case OP_select_and_scatter:
        if (op->a.window.window.n)
            print_window(p, op->a.window.window);
        else
            text_attr(p, "window", "{}");
        break;
    case OP_compare: print_compare(p, op); break;
    case OP_reduce_precision:
        int_attr(p, "exponent_bits", op->a.reduce_precision.exponent_bits);
        int_attr(p, "mantissa_bits", op->a.reduce_precision.mantissa_bits);
        break;
    case OP_topk:
        int_attr(p, "k", op->a.topk.k);
        bool_attr(p, "largest", op->a.topk.largest);
        if (op->a.topk.stable_given || !op->a.topk.stable)
            bool_attr(p, "is_stable", op->a.topk.stable);
        break;
    case OP_fft: print_fft(p, op); break;
    case OP_cholesky: case OP_triangular_solve: print_linalg(p, op); break;
    case OP_batch_norm_training: case OP_batch_norm_inference: case OP_batch_norm_grad: print_batch_norm(p, op); break;
    case OP_rng_bit_generator: text_attr(p, "algorithm", generators[op->a.rng_bits.algorithm]); break;
    case OP_all_reduce: case OP_all_gather: case OP_reduce_scatter: case OP_all_to_all: case OP_ragged_all_to_all:
    case OP_collective_permute: case OP_collective_broadcast: case OP_all_reduce_start: case OP_all_gather_start:
    case OP_collective_permute_start:
        print_collective(p, op);
        break;
    case OP_custom_call: print_custom(p, op); break;
    default: break; /* no attributes of their own */
    }
}

static void print_comps(const Printer *p, const IrOp *op)
{
    switch (op->code) {
    case OP_while:
        comp_attr(p, "condition", op->comps[0]);
        comp_attr(p, "body", op->comps[1]);
        return;
    case OP_select_and_scatter:
        comp_attr(p, "select", op->comps[0]);
        comp_attr(p, "scatter", op->comps[1]);
        return;
    case OP_conditional: case OP_custom_call:
        if (op->code == OP_conditional && op->n_comps == 2 && op->operands[0]->type->elem == ELEM_pred) {
            comp_attr(p, "true_computation", op->comps[0]);
            comp_attr(p, "false_computation", op->comps[1]);
            return;
        }
        attr(p, op->code == OP_conditional ? "branch_computations" : "called_computations");
        g_string_append_c(p->out, '{');
        for (int i = 0; i < op->n_comps; i++) {
            if (i)
                g_string_append(p->out, ", ");
            print_name(p, op->comps[i]->name);
        }
        g_string_append_c(p->out, '}');
        return;
    case OP_fusion: case OP_async_start: comp_attr(p, "calls", op->comps[0]); return;
    default: comp_attr(p, "to_apply", op->comps[0]); return;
    }
}

/* ---- what any instruction may carry ---------------------------------------------------------- */

/* The shardings that passes gave the op, in both spellings; false if a leaf has none. */
static bool print_given_shardings(const IrOp *op, GString *gspmd, GString *sdy)
{
    int n = type_n_leaves(op->type);
    bool tuple = op->type->kind == TYPE_TUPLE, all = op->shardings != NULL && n > 0;
    for (int i = 0; i < n && all; i++)
        all = op->shardings[i] != NULL;
    if (!all)
        return false;
    g_string_append(gspmd, tuple ? "{" : "");
    g_string_append(sdy, tuple ? "#sdy.sharding_per_value<[" : "#sdy.sharding");
    for (int i = 0; i < n; i++) {
        if (i) {
            g_string_append(gspmd, ", ");
            if (i % 5 == 0)
                g_string_append_printf(gspmd, "/*index=%d*/", i);
            g_string_append(sdy, ", ");
        }
        sharding_print_gspmd(gspmd, op->shardings[i]);
        sharding_print_sdy(sdy, op->shardings[i], true);
    }
    g_string_append(gspmd, tuple ? "}" : "");
    g_string_append(sdy, tuple ? "]>" : "");
    return true;
}

static void print_annotations(const Printer *p, const IrOp *op, const IrPair *more, int n_more)
{
    g_autoptr(GString) gspmd = g_string_new(NULL), sdy = g_string_new(NULL);
    bool given = print_given_shardings(op, gspmd, sdy);
    text_attr(p, "sharding", given ? gspmd->str : op->sharding_text);
    bool any = given || n_more;
    for (int i = 0; i < op->n_pairs; i++)
        any = any || !given || strcmp(op->pairs[i].key, "xla.sdy.sharding") != 0;
    if (!any)
        return;
    attr(p, "frontend_attributes");
    g_string_append_c(p->out, '{');
    gsize start = p->out->len;
    if (given)
        hlo_print_pairs(p->out, &(IrPair){ "xla.sdy.sharding", sdy->str, false }, 1);
    for (int i = 0; i < op->n_pairs + n_more; i++) {
        const IrPair *pair = i < op->n_pairs ? &op->pairs[i] : &more[i - op->n_pairs];
        if (given && strcmp(pair->key, "xla.sdy.sharding") == 0)
            continue;
        if (p->out->len > start)
            g_string_append_c(p->out, ',');
        hlo_print_pairs(p->out, pair, 1);
    }
    g_string_append_c(p->out, '}');
}

static void print_metadata(const Printer *p, const IrOp *op)
{
    static const char prefix[] = "metadata.";
    GString *out = p->out;
    int frame = p->frames ? frame_id(p->frames, op->loc) : 0;
    gsize before = out->len;
    attr(p, "metadata");
    g_string_append_c(out, '{');
    gsize start = out->len;
#define FIELD(...) (out->len > start ? g_string_append_c(out, ' ') : out, g_string_append_printf(out, __VA_ARGS__))
    const char *op_type = pair_get(op->extra, op->n_extra, "metadata.op_type");
    if (op_type)
        FIELD("op_type=%s", op_type);
    if (op->op_name) {
        FIELD("op_name=");
        hlo_print_quoted(out, op->op_name);
    }
    if (op->loc && !p->frames && op->loc->file) {
        FIELD("source_file=");
        hlo_print_quoted(out, op->loc->file);
        FIELD("source_line=%d", op->loc->line);
        if (op->loc->end_line)
            FIELD("source_end_line=%d", op->loc->end_line);
        if (op->loc->col)
            FIELD("source_column=%d", op->loc->col);
        if (op->loc->end_col)
            FIELD("source_end_column=%d", op->loc->end_col);
    }
    for (int i = 0; i < op->n_extra; i++)
        if (g_str_has_prefix(op->extra[i].key, prefix) && strcmp(op->extra[i].key, "metadata.op_type") != 0)
            FIELD("%s=%s", op->extra[i].key + sizeof prefix - 1, op->extra[i].value);
    if (frame)
        FIELD("stack_frame_id=%d", frame);
#undef FIELD
    if (out->len == start)
        g_string_truncate(out, before);
    else
        g_string_append_c(out, '}');
}

/* Kept texts that stand before the computations and annotations, and those behind them; the others have a place
 * of their own. */
static const char *const behind[] = { "control-predecessors", "statistics", "parameter_replication", "result_accuracy", "origin", NULL };
static const char *const placed[] = { "window", "dim_labels", "feature_group_count", "batch_group_count", "operand_precision", "padding_type",
                                      "operand_layout_constraints", "literal", "output_to_operand_aliasing", "schedule", "api_version",
                                      "constrain_layout", "convolution_kind", "is_composite", "backend_config", "backend_config.quoted", NULL };

static bool has_place(const IrOp *op, const char *key)
{
    if (g_str_has_prefix(key, "metadata.") || g_strv_contains(behind, key) || !strcmp(key, "is_composite") || !strcmp(key, "backend_config") ||
        !strcmp(key, "backend_config.quoted"))
        return true;
    if (op->code == OP_custom_call)
        return g_strv_contains(placed, key);
    return (op_is_collective(op) && !strcmp(key, "constrain_layout")) || (op->code == OP_convolution && !strcmp(key, "convolution_kind"));
}

static void print_attrs(const Printer *p, const IrOp *op)
{
    print_own_attrs(p, op);
    for (int i = 0; p->from_hlo && i < op->n_extra; i++) /* MLIR's other attributes are not HLO */
        if (!has_place(op, op->extra[i].key))
            text_attr(p, op->extra[i].key, op->extra[i].value);
    if (op->n_comps)
        print_comps(p, op);
    extra_attr(p, op, "is_composite");
    flag_attr(p, "is_composite", op->code == OP_composite);
    print_annotations(p, op, NULL, 0);
    for (int i = 0; behind[i]; i++)
        if (p->long_form || strcmp(behind[i], "control-predecessors") != 0)
            extra_attr(p, op, behind[i]);
    if (p->long_form)
        print_metadata(p, op);
    if (op->code == OP_custom_call && op->a.custom.backend_config) {
        const char *config = op->a.custom.backend_config;
        bool raw = *config == '{' && !pair_get(op->extra, op->n_extra, "backend_config.quoted");
        attr(p, "backend_config");
        if (raw)
            g_string_append(p->out, config);
        else
            hlo_print_quoted(p->out, config);
    }
    extra_attr(p, op, "backend_config");
}

/* ---- ops without a word of their own --------------------------------------------------------- */

/* The custom call that stands for the op; *more: attributes that say what the target alone does not. */
static char *stand_in_target(const IrOp *op, IrPair *more, int *n_more, char *text, size_t size)
{
    *n_more = 0;
    switch (op->code) {
    case OP_constraint: case OP_reshard: return g_strdup("Sharding");
    case OP_sharding_group:
        g_snprintf(text, size, "%" G_GINT64_FORMAT " : i64", op->a.group.id);
        more[(*n_more)++] = (IrPair){ "xla.sdy.sharding_group_id", text, false };
        return g_strdup("xla.sdy.ShardingGroup");
    case OP_propagation_barrier:
        g_snprintf(text, size, "%d : i32", op->a.barrier.direction);
        more[(*n_more)++] = (IrPair){ "xla.sdy.allowed_direction", text, false };
        return g_strdup("xla.sdy.PropagationBarrier");
    default: return g_strdup_printf("chlo.%s", op_info[op->code].mlir);
    }
}

static void print_head(const Printer *p, const char *name, const char *suffix, const Type *type)
{
    print_name(p, name);
    g_string_append_printf(p->out, "%s = ", suffix);
    hlo_print_type(p, type, true);
}

static void print_operand(const Printer *p, const Type *type, const char *name, const char *suffix)
{
    if (p->operand_types) {
        hlo_print_type(p, type, true);
        g_string_append_c(p->out, ' ');
    }
    print_name(p, name);
    g_string_append(p->out, suffix);
}

static void print_operands(const Printer *p, const IrOp *op)
{
    for (int i = 0; i < op->n_operands; i++) {
        if (i)
            g_string_append(p->out, ", ");
        if (p->long_form && i && i % 5 == 0)
            g_string_append_printf(p->out, "/*index=%d*/", i);
        print_operand(p, op->operands[i]->type, op->operands[i]->name, "");
    }
}

static void print_sdy_list(GString *out, const Sharding *const *v, int n)
{
    g_string_append(out, "#sdy.sharding_per_value<[");
    for (int i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "");
        if (v[i])
            sharding_print_sdy(out, v[i], true);
    }
    g_string_append(out, "]>");
}

/* "NAME.SUFFIX.0 = T get-tuple-element(NAME.SUFFIX), index=0", a line each. */
static void print_parts(const Printer *p, const IrOp *op, const char *suffix, const Type *tuple)
{
    for (int i = 0; i < tuple->n_parts; i++) {
        g_autofree char *part = g_strdup_printf("%s.%d", suffix, i);
        print_head(p, op->name, part, tuple->parts[i]);
        g_string_append(p->out, " get-tuple-element(");
        print_operand(p, tuple, op->name, suffix);
        g_string_append_printf(p->out, "), index=%d\n  ", i);
    }
}

static void print_part_list(const Printer *p, const IrOp *op, const char *suffix, const Type *tuple)
{
    for (int i = 0; i < tuple->n_parts; i++) {
        g_autofree char *part = g_strdup_printf("%s.%d", suffix, i);
        g_string_append(p->out, i ? ", " : "");
        print_operand(p, tuple->parts[i], op->name, part);
    }
}

/* A manual computation as Shardy writes it in HLO: values made local, a call of the body, its results made whole. */
static void print_manual(const Printer *p, const IrOp *op, bool is_root)
{
    const IrComp *body = op->comps[0];
    TypeTable *types = op->parent->module->types;
    const Type **list = g_new(const Type *, body->n_params + 1);
    for (int i = 0; i < body->n_params; i++)
        list[i] = body->params[i]->type;
    const Type *in = type_tuple(types, body->n_params, list), *out = body->root->type;
    g_free(list);
    g_autoptr(GString) ins = g_string_new(NULL), outs = g_string_new(NULL), axes = g_string_new("#sdy<manual_axes{");
    const char *in_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.in_shardings"), *out_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.out_shardings"),
               *axes_text = pair_get(op->pairs, op->n_pairs, "xla.sdy.manual_axes");
    if (op->a.manual.mesh) {
        print_sdy_list(ins, op->a.manual.in, op->a.manual.n_in);
        print_sdy_list(outs, op->a.manual.out, op->a.manual.n_out);
        for (int i = 0; i < op->a.manual.axes.n; i++) {
            AxisRef a = op->a.manual.axes.v[i];
            const MeshAxis *axis = &op->a.manual.mesh->axes[a.axis];
            g_string_append_printf(axes, "%s\"%s\"", i ? ", " : "", axis->name);
            if (a.size != axis->size)
                g_string_append_printf(axes, ":(%" G_GINT64_FORMAT ")%" G_GINT64_FORMAT, a.pre, a.size);
        }
        g_string_append(axes, "}>");
        in_text = ins->str;
        out_text = outs->str;
        axes_text = axes->str;
    }
    print_head(p, op->name, ".local", in);
    g_string_append(p->out, " custom-call(");
    print_operands(p, op);
    g_string_append(p->out, "), custom_call_target=\"xla.sdy.GlobalToLocalShape\", custom_call_has_side_effect=true, frontend_attributes={");
    hlo_print_pairs(p->out, (IrPair[]){ { "xla.sdy.in_shardings", in_text ? in_text : "", false }, { "xla.sdy.manual_axes", axes_text ? axes_text : "", false } }, 2);
    g_string_append(p->out, "}\n  ");
    print_parts(p, op, ".local", in);
    print_head(p, op->name, ".body", out);
    g_string_append(p->out, " call(");
    print_part_list(p, op, ".local", in);
    g_string_append_c(p->out, ')');
    comp_attr(p, "to_apply", body);
    g_string_append(p->out, "\n  ");
    if (out->kind == TYPE_TUPLE)
        print_parts(p, op, ".body", out);
    if (is_root)
        g_string_append(p->out, "ROOT ");
    print_head(p, op->name, "", op->type);
    g_string_append(p->out, " custom-call(");
    if (out->kind == TYPE_TUPLE)
        print_part_list(p, op, ".body", out);
    else
        print_operand(p, out, op->name, ".body");
    g_string_append(p->out, "), custom_call_target=\"xla.sdy.LocalToGlobalShape\", custom_call_has_side_effect=true, frontend_attributes={");
    hlo_print_pairs(p->out, (IrPair[]){ { "xla.sdy.manual_axes", axes_text ? axes_text : "", false }, { "xla.sdy.out_shardings", out_text ? out_text : "", false } }, 2);
    g_string_append_c(p->out, '}');
    if (p->long_form)
        print_metadata(p, op);
}

/* StableHLO's form that splits one dimension and joins another: blocks exchanged along the first, then moved over
 * to the second. A line each, names made of the op's. */
static void print_moving_all_to_all(const Printer *p, const IrOp *op, int k, bool is_root)
{
    const Type *x = op->operands[k]->type, *to = op->type->kind == TYPE_TUPLE ? op->type->parts[k] : op->type;
    TypeTable *types = op->parent->module->types;
    int split = (int)op->a.collective.dim, concat = (int)op->a.collective.concat_dim, rank = x->rank;
    int64_t n = op->a.collective.split_count;
    if (n == 0)
        n = to->dims[split] ? x->dims[split] / to->dims[split] : 1;
    int64_t cut[MAX_RANK + 1], moved[MAX_RANK + 1], perm[MAX_RANK + 1];
    for (int i = 0, at = 0; i < rank; i++) {
        if (i == split)
            cut[at++] = n;
        cut[at++] = i == split ? x->dims[i] / n : x->dims[i];
    }
    /* The block number stands before the split dimension and goes before the joined one. */
    for (int i = 0, at = 0; i < rank; i++) {
        int old = i < split ? i : i + 1;
        if (i == concat)
            perm[at++] = split;
        perm[at++] = old;
    }
    for (int i = 0; i <= rank; i++)
        moved[i] = cut[perm[i]];
    const Type *exchanged = x->plain, *blocks = type_array(types, x->elem, rank + 1, cut), *turned = type_array(types, x->elem, rank + 1, moved);
    g_autofree char *base = op->n_operands > 1 ? g_strdup_printf(".%d", k) : g_strdup("");
    g_autofree char *a = g_strdup_printf("%s.exchanged", base), *b = g_strdup_printf("%s.blocks", base), *c = g_strdup_printf("%s.moved", base);
    print_head(p, op->name, a, exchanged);
    g_string_append(p->out, " all-to-all(");
    print_operand(p, x, op->operands[k]->name, "");
    g_string_append_c(p->out, ')');
    print_collective(p, op);
    g_string_append(p->out, "\n  ");
    print_head(p, op->name, b, blocks);
    g_string_append(p->out, " reshape(");
    print_operand(p, exchanged, op->name, a);
    g_string_append(p->out, ")\n  ");
    print_head(p, op->name, c, turned);
    g_string_append(p->out, " transpose(");
    print_operand(p, blocks, op->name, b);
    g_string_append_c(p->out, ')');
    ints_attr(p, "dimensions", (Ints){ perm, rank + 1 });
    g_string_append(p->out, is_root && op->n_operands == 1 ? "\n  ROOT " : "\n  ");
    print_head(p, op->name, base, to);
    g_string_append(p->out, " reshape(");
    print_operand(p, turned, op->name, c);
    g_string_append_c(p->out, ')');
}

static void print_moving_all_to_alls(const Printer *p, const IrOp *op, bool is_root)
{
    for (int k = 0; k < op->n_operands; k++) {
        g_string_append(p->out, k ? "\n  " : "");
        print_moving_all_to_all(p, op, k, is_root);
    }
    if (op->n_operands > 1) {
        g_string_append(p->out, is_root ? "\n  ROOT " : "\n  ");
        print_head(p, op->name, "", op->type);
        g_string_append(p->out, " tuple(");
        for (int k = 0; k < op->n_operands; k++) {
            g_autofree char *base = g_strdup_printf(".%d", k);
            g_string_append(p->out, k ? ", " : "");
            print_operand(p, op->type->parts[k], op->name, base);
        }
        g_string_append_c(p->out, ')');
    }
    print_annotations(p, op, NULL, 0);
    if (p->long_form)
        print_metadata(p, op);
}

void hlo_print_op(const Printer *p, const IrOp *op)
{
    bool is_root = op == op->parent->root;
    if (op->code == OP_manual) {
        print_manual(p, op, is_root);
        return;
    }
    if (op->code == OP_all_to_all && op->a.collective.dim >= 0 && op->a.collective.dim != op->a.collective.concat_dim) {
        print_moving_all_to_alls(p, op, is_root);
        return;
    }
    if (is_root)
        g_string_append(p->out, "ROOT ");
    print_head(p, op->name, "", op->type);
    const char *word = op->code == OP_composite && op->n_comps ? "call" : op_info[op->code].hlo;
    g_string_append_printf(p->out, " %s(", word ? word : "custom-call");
    if (op->code == OP_parameter)
        g_string_append_printf(p->out, "%" G_GINT64_FORMAT, op->a.parameter.number);
    else if (op->code == OP_constant)
        hlo_print_literal(p->out, op->a.literal);
    else
        print_operands(p, op);
    g_string_append_c(p->out, ')');
    if (word) {
        print_attrs(p, op);
        return;
    }
    IrPair more[1];
    int n_more;
    char text[40];
    g_autofree char *target = stand_in_target(op, more, &n_more, text, sizeof text);
    attr(p, "custom_call_target");
    hlo_print_quoted(p->out, target);
    flag_attr(p, "custom_call_has_side_effect", op->code == OP_sharding_group);
    print_annotations(p, op, more, n_more);
    if (p->long_form)
        print_metadata(p, op);
}

void op_print(GString *out, const IrOp *op)
{
    Printer p = { .out = out, .m = op->parent->module, .long_form = true, .operand_types = true, .from_hlo = true };
    hlo_print_op(&p, op);
}
