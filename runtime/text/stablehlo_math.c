/* Windows, reductions, sorting, linear algebra, randomness. */
#include "runtime/text/stablehlo_impl.h"

#include <string.h>

/* ---- windows --------------------------------------------------------------------------------------------- */

/* n rows [low, high] of a nested list, a dense literal or a flat list. */
static bool read_padding(Reader *r, MOp *op, const MAttr *a, int n, WindowDim *dims)
{
    if (!a)
        return true;
    if (a->kind == ATTR_ARRAY && a->n_items && a->items[0]->kind == ATTR_ARRAY) {
        for (int i = 0; i < a->n_items; i++) {
            Ints row;
            if (a->n_items != n || !mlir_attr_ints(&r->x, a->items[i], &row) || row.n != 2)
                return mop_fail(r, op, "the padding of %s needs %d rows [low, high]", op->name, n);
            dims[i].pad_lo = row.v[0];
            dims[i].pad_hi = row.v[1];
        }
        return true;
    }
    Ints v;
    if (a->kind == ATTR_DENSE && a->literal->type->elem != ELEM_s64)
        return mop_fail(r, op, "the padding of %s must be of i64, not %s", op->name, elem_info[a->literal->type->elem].mlir);
    if (!mlir_attr_ints(&r->x, a, &v) || v.n != 2 * n)
        return mop_fail(r, op, "the padding of %s needs %d rows [low, high]", op->name, n);
    for (int i = 0; i < n; i++) {
        dims[i].pad_lo = v.v[2 * i];
        dims[i].pad_hi = v.v[2 * i + 1];
    }
    return true;
}

typedef struct WindowKeys {
    const MAttr *strides, *padding, *base, *window, *reversal;
} WindowKeys;

static bool spread_ints(Reader *r, MOp *op, const MAttr *a, int n, const char *what, int64_t *out)
{
    Ints v;
    if (!a)
        return true;
    if (!mlir_attr_ints(&r->x, a, &v) || (v.n != n && v.n != 0))
        return mop_fail(r, op, "%s of %s needs %d numbers", what, op->name, n);
    for (int i = 0; i < v.n; i++)
        out[i] = v.v[i];
    return true;
}

/* All parts of a window but its size; missing ones are 1, 0, false. */
static bool read_window(Reader *r, MOp *op, const WindowKeys *k, int n, WindowDim *dims)
{
    int64_t v[4][MAX_RANK];
    for (int i = 0; i < n; i++) {
        v[0][i] = v[1][i] = v[2][i] = 1;
        v[3][i] = 0;
    }
    if (!spread_ints(r, op, k->strides, n, "the stride", v[0]) || !spread_ints(r, op, k->base, n, "the base dilation", v[1]) ||
        !spread_ints(r, op, k->window, n, "the window dilation", v[2]) || !spread_ints(r, op, k->reversal, n, "the reversal", v[3]))
        return false;
    for (int i = 0; i < n; i++) {
        dims[i].stride = v[0][i];
        dims[i].base_dilation = v[1][i];
        dims[i].window_dilation = v[2][i];
        dims[i].reversed = v[3][i] != 0;
    }
    return read_padding(r, op, k->padding, n, dims);
}

static bool dims_window(Reader *r, MOp *op, int rank, Window *out)
{
    Ints sizes;
    bool select = op->row->code == OP_select_and_scatter;
    if (!mop_ints(r, op, "window_dimensions", NULL, !select, &sizes))
        return false;
    if (sizes.n != rank)
        return mop_fail(r, op, "window_dimensions of %s needs %d numbers, %d are given", op->name, rank, sizes.n);
    WindowDim *dims = arena_array(r->m->arena, WindowDim, MAX(rank, 1));
    for (int i = 0; i < rank; i++)
        dims[i].size = sizes.v[i];
    WindowKeys k = { mop_attr(op, "window_strides", NULL), mop_attr(op, "padding", NULL), mop_attr(op, "base_dilations", NULL),
                     mop_attr(op, "window_dilations", NULL), NULL };
    *out = (Window){ rank, dims };
    return read_window(r, op, &k, rank, dims);
}

/* "[b, 0, 1, f]": where each letter and each spatial number stands. */
static bool read_labels(Reader *r, char batch, char feature, int *b, int *f, Ints *spatial)
{
    Mlir *x = &r->x;
    int64_t place[MAX_RANK];
    int n = 0, n_spatial = 0;
    *b = *f = -1;
    for (int i = 0; i < MAX_RANK; i++)
        place[i] = -1;
    const char *at = x->cur;
    if (!mlir_expect(x, '['))
        return false;
    do {
        char c = mlir_peek(x);
        if (g_ascii_isdigit(c)) {
            int64_t k;
            if (!mlir_read_int(x, &k))
                return false;
            if (k < 0 || k >= MAX_RANK || place[k] >= 0)
                return mlir_fail(x, at, "the dimension numbers repeat or exceed their number");
            place[k] = n;
            n_spatial++;
        } else if (c == batch || c == feature) {
            x->cur++;
            *(c == batch ? b : f) = n;
        } else if (c == '?') {
            x->cur++;
        } else {
            return mlir_expected(x, "a dimension number");
        }
        if (++n > MAX_RANK)
            return mlir_fail(x, at, "more than %d dimensions", (int)MAX_RANK);
    } while (mlir_accept(x, ','));
    if (!mlir_expect(x, ']'))
        return false;
    for (int i = 0; i < n_spatial; i++)
        if (place[i] < 0)
            return mlir_fail(x, at, "spatial dimension %d is missing", i);
    if (*b < 0 || *f < 0)
        return mlir_fail(x, at, "the dimension numbers need '%c' and '%c'", batch, feature);
    *spatial = ints_dup(r->m->arena, place, n_spatial);
    return true;
}

/* The nine fields as one list attribute of numbers: in b, f, n, spatial.., kernel i, o, n, .., out b, f, n, .. */
MAttr *conv_dims_read(Reader *r)
{
    Mlir *x = &r->x;
    MAttr *a = arena_new(x->scratch, MAttr);
    ConvDims *d = arena_new(x->scratch, ConvDims);
    mlir_peek(x);
    a->text.s = x->cur;
    if (!read_labels(r, 'b', 'f', &d->in_batch, &d->in_feature, &d->in_spatial) ||
        !(mlir_accept(x, 'x') || mlir_expected(x, "'x'")) ||
        !read_labels(r, 'i', 'o', &d->kernel_in, &d->kernel_out, &d->kernel_spatial) ||
        !(mlir_accept_text(x, "->") || mlir_expected(x, "'->'")) ||
        !read_labels(r, 'b', 'f', &d->out_batch, &d->out_feature, &d->out_spatial))
        return NULL;
    a->kind = ATTR_RAW;
    a->text.n = (size_t)(x->cur - a->text.s);
    a->made = d;
    return a;
}

/* #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]> or #stablehlo.conv<raw input_batch_dimension = 0, ..> */
static const ConvDims *conv_attr(Reader *r, MOp *op)
{
    const MAttr *a = mop_attr(op, "dim_numbers", NULL);
    if (a && a->made)
        return a->made;
    a = mop_attr(op, "dimension_numbers", NULL);
    const char *open = a && a->kind == ATTR_RAW ? memchr(a->text.s, '<', a->text.n) : NULL;
    if (!open) {
        mop_fail(r, op, "%s needs its dimension numbers", op->name);
        return NULL;
    }
    Mlir *x = &r->x;
    const char *cur = x->cur, *line_start = x->line_start;
    int line = x->line;
    x->cur = open + 1;
    const ConvDims *made = NULL;
    if (mlir_accept_keyword(x, "raw")) {
        /* The fields are those of a struct without its '<'. */
        MAttr *s = arena_new(x->scratch, MAttr);
        bool ok = true;
        do {
            Str key = mlir_accept_word(x);
            ok = key.n && mlir_expect(x, '=');
            MAttr *v = ok ? mlir_read_attr(x, true) : NULL;
            ok = v != NULL;
            if (ok)
                mlir_dict_add(x, &s->dict, mlir_intern(x, key), key.s, v);
        } while (ok && mlir_accept(x, ','));
        if (ok) {
            ConvDims *d = arena_new(x->scratch, ConvDims);
            d->in_batch = (int)mlir_field_int(s, "input_batch_dimension", 0);
            d->in_feature = (int)mlir_field_int(s, "input_feature_dimension", 0);
            d->kernel_in = (int)mlir_field_int(s, "kernel_input_feature_dimension", 0);
            d->kernel_out = (int)mlir_field_int(s, "kernel_output_feature_dimension", 0);
            d->out_batch = (int)mlir_field_int(s, "output_batch_dimension", 0);
            d->out_feature = (int)mlir_field_int(s, "output_feature_dimension", 0);
            ok = mlir_field_ints(r, s, "input_spatial_dimensions", &d->in_spatial) &&
                 mlir_field_ints(r, s, "kernel_spatial_dimensions", &d->kernel_spatial) &&
                 mlir_field_ints(r, s, "output_spatial_dimensions", &d->out_spatial);
            made = ok ? d : NULL;
        }
    } else {
        a = conv_dims_read(r);
        made = a ? a->made : NULL;
    }
    if (!made)
        mop_fail(r, op, "the dimension numbers of %s are not well-formed", op->name);
    x->cur = cur;
    x->line = line;
    x->line_start = line_start;
    return made;
}

static bool check_conv_dims(Reader *r, const MOp *op, const ConvDims *d, int rank, const Type *kernel)
{
    int n = d->in_spatial.n;
    bool ok = d->kernel_spatial.n == n && d->out_spatial.n == n && n + 2 == rank && kernel->rank == rank;
    const int single[] = { d->in_batch, d->in_feature, d->kernel_in, d->kernel_out, d->out_batch, d->out_feature };
    for (int i = 0; i < (int)G_N_ELEMENTS(single); i++)
        ok = ok && single[i] >= 0 && single[i] < rank;
    for (int i = 0; ok && i < n; i++)
        ok = d->in_spatial.v[i] >= 0 && d->in_spatial.v[i] < rank && d->kernel_spatial.v[i] >= 0 &&
             d->kernel_spatial.v[i] < rank && d->out_spatial.v[i] >= 0 && d->out_spatial.v[i] < rank;
    return ok || mop_fail(r, op, "the dimension numbers of %s do not fit its operands", op->name);
}

bool mop_build_convolution(Reader *r, MOp *op)
{
    bool dynamic = strcmp(op->name, "stablehlo.dynamic_conv") == 0;
    if (!mop_arity(r, op, dynamic ? 3 : 2, 1))
        return false;
    const ConvDims *read = conv_attr(r, op);
    if (!read)
        return false;
    ConvDims d = *read;
    const Type *in = op->operands[0]->type, *kernel = op->operands[1]->type;
    if (in->kind != TYPE_ARRAY || kernel->kind != TYPE_ARRAY)
        return mop_fail(r, op, "the operands of %s must be tensors", op->name);
    static const char *const needed[] = { "batch_group_count", "feature_group_count", NULL };
    if (!mop_needs(r, op, needed) || !check_conv_dims(r, op, &d, in->rank, kernel) ||
        !mop_int(r, op, "feature_group_count", NULL, 1, &d.feature_groups) ||
        !mop_int(r, op, "batch_group_count", NULL, 1, &d.batch_groups))
        return false;
    int n = d.in_spatial.n;
    WindowDim *dims = arena_array(r->m->arena, WindowDim, MAX(n, 1));
    for (int i = 0; i < n; i++)
        dims[i].size = kernel->dims[d.kernel_spatial.v[i]];
    const MAttr *window = mop_attr(op, "window", NULL);
    WindowKeys k = { mop_attr(op, "window_strides", NULL), mop_attr(op, "padding", NULL), mop_attr(op, "lhs_dilation", NULL),
                     mop_attr(op, "rhs_dilation", NULL), mop_attr(op, "window_reversal", NULL) };
    if (window && window->kind == ATTR_DICT)
        k = (WindowKeys){ mlir_field(window, "stride"), mlir_field(window, "pad"), mlir_field(window, "lhs_dilate"),
                          mlir_field(window, "rhs_dilate"), mlir_field(window, "reverse") };
    MAttr from_operand = { .kind = ATTR_DENSE };
    if (dynamic) {
        const IrOp *p = op->operands[2];
        if (p->code != OP_constant)
            return mop_unsupported(r, op, "trace the program with fixed shapes",
                                  "%s: its padding is not a constant; dynamic shapes are not supported", op->name);
        from_operand.literal = p->a.literal;
        k.padding = &from_operand;
    }
    if (!read_window(r, op, &k, n, dims))
        return false;
    const char *precision;
    if (!mop_precision_text(r, op, &precision))
        return false;
    IrOp *out = mop_emit(r, OP_convolution, op->types[0], 2, op->operands);
    out->a.conv.window = (Window){ n, dims };
    out->a.conv.dims = d;
    out->a.conv.precision = precision;
    return mop_result(op, out);
}

/* ---- reductions --------------------------------------------------------------------------------------------- */

IrComp *reducer_new(Reader *r, OpCode code, const Type *scalar)
{
    g_autofree char *name = g_strdup_printf("%s_%s", op_info[code].id, elem_info[scalar->elem].hlo);
    IrComp *c = comp_new(r->m, name);
    c->at = r->op->pos;
    IrOp *v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = op_new(c, OP_parameter, scalar, i ? "rhs" : "lhs", 0, NULL);
        v[i]->a.parameter.number = i;
        v[i]->at = r->op->pos;
    }
    if ((code == OP_maximum || code == OP_minimum) && type_is_complex(scalar)) {
        c->root = complex_pick(r, c, code, v[0], v[1]);
    } else {
        c->root = op_new(c, code, scalar, NULL, 2, v);
        c->root->at = r->op->pos;
        c->root->loc = r->op->loc.frames;
        c->root->op_name = r->op->loc.name;
    }
    comp_renumber(c);
    return c;
}

/* The op's computation: its region, or what "applies" says. */
static IrComp *reducer_of(Reader *r, MOp *op, int n_inputs)
{
    const MAttr *applies = mop_attr(op, "applies", NULL);
    if (applies && applies->made) {
        const Type *type = op->operands[0]->type;
        if (n_inputs != 1 || type->kind != TYPE_ARRAY) {
            mop_fail(r, op, "the short form of %s takes one input", op->name);
            return NULL;
        }
        return reducer_new(r, (OpCode)((const OpInfo *)applies->made - op_info), type_scalar(r->m->types, type->elem));
    }
    if (op->n_regions != 1 || op->regions[0]->n_args != 2 * n_inputs || op->regions[0]->n_yields != n_inputs) {
        mop_fail(r, op, "%s needs one region with %d arguments that returns %d value%s", op->name, 2 * n_inputs, n_inputs,
                n_inputs == 1 ? "" : "s");
        return NULL;
    }
    region_finish(r, op->regions[0]);
    return op->regions[0]->comp;
}

static bool inputs_and_inits(Reader *r, MOp *op)
{
    if (op->n_operands < 2 || op->n_operands % 2 || op->n_types != op->n_operands / 2)
        return mop_fail(r, op, "%s takes n inputs and n initial values and has n results", op->name);
    return true;
}

bool mop_build_reduce(Reader *r, MOp *op)
{
    Ints dims;
    if (!inputs_and_inits(r, op) || !mop_ints(r, op, "dimensions", NULL, true, &dims))
        return false;
    const Type *from = op->operands[0]->type;
    for (int i = 0; i < dims.n; i++)
        if (from->kind != TYPE_ARRAY || dims.v[i] < 0 || dims.v[i] >= from->rank)
            return mop_fail(r, op, "the dimensions of %s must be the operand's", op->name);
    IrComp *c = reducer_of(r, op, op->n_types);
    if (!c)
        return false;
    IrOp *out = mop_emit(r, OP_reduce, mop_type(r, op), op->n_operands, op->operands);
    out->a.dims = dims;
    op_set_comps(out, 1, &c);
    return mop_results(r, op, out);
}

bool mop_build_reduce_window(Reader *r, MOp *op)
{
    Window window;
    if (!inputs_and_inits(r, op) || op->operands[0]->type->kind != TYPE_ARRAY)
        return mop_fail(r, op, "%s takes n inputs and n initial values and has n results", op->name);
    if (!dims_window(r, op, op->operands[0]->type->rank, &window))
        return false;
    IrComp *c = reducer_of(r, op, op->n_types);
    if (!c)
        return false;
    IrOp *out = mop_emit(r, OP_reduce_window, mop_type(r, op), op->n_operands, op->operands);
    out->a.window.window = window;
    op_set_comps(out, 1, &c);
    return mop_results(r, op, out);
}

bool mop_build_select_and_scatter(Reader *r, MOp *op)
{
    Window window;
    if (!mop_arity(r, op, 3, 1))
        return false;
    if (op->n_regions != 2 || op->operands[0]->type->kind != TYPE_ARRAY)
        return mop_fail(r, op, "%s needs two regions, select and scatter", op->name);
    if (!dims_window(r, op, op->operands[0]->type->rank, &window))
        return false;
    for (int i = 0; i < 2; i++) {
        if (op->regions[i]->n_args != 2 || op->regions[i]->n_yields != 1)
            return mop_fail(r, op, "the regions of %s take two values and return one", op->name);
        region_finish(r, op->regions[i]);
    }
    IrOp *out = mop_emit(r, OP_select_and_scatter, op->types[0], 3, op->operands);
    out->a.window.window = window;
    op_set_comps(out, 2, (IrComp *[]){ op->regions[0]->comp, op->regions[1]->comp });
    return mop_result(op, out);
}

bool mop_build_sort(Reader *r, MOp *op)
{
    int64_t dim;
    bool stable;
    if (!op->n_operands || op->n_types != op->n_operands || op->n_regions != 1 ||
        op->regions[0]->n_args != 2 * op->n_operands || op->regions[0]->n_yields != 1)
        return mop_fail(r, op, "%s takes n operands, has n results and a region with 2n arguments", op->name);
    if (!mop_int(r, op, "dimension", NULL, -1, &dim) || !mop_bool(r, op, "is_stable", NULL, false, &stable))
        return false;
    const Type *type = op->operands[0]->type;
    int rank = type->kind == TYPE_ARRAY ? type->rank : 0;
    if (dim < 0)
        dim += rank;
    if (dim < 0 || dim >= rank)
        return mop_fail(r, op, "the dimension of %s must be one of the operand's %d", op->name, rank);
    for (int i = 0; i < 2 * op->n_operands; i++) {
        const Type *has = op->operands[i / 2]->type, *takes = op->regions[0]->args[i]->type;
        if (has->kind == TYPE_ARRAY && type_scalar(r->m->types, has->elem)->plain != takes->plain)
            return mop_fail(r, op, "argument %d of the comparator of %s must be a scalar of %s", i, op->name, elem_info[has->elem].mlir);
    }
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_sort, mop_type(r, op), op->n_operands, op->operands);
    out->a.sort.dim = dim;
    out->a.sort.stable = stable;
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* map, scan: one region over scalars or slices. */
bool mop_build_map(Reader *r, MOp *op)
{
    Ints dims = { 0 };
    if (op->n_regions != 1)
        return mop_fail(r, op, "%s needs one region", op->name);
    if (op->row->code == OP_map && (!mop_arity(r, op, -1, 1) || !mop_ints(r, op, "dimensions", NULL, true, &dims)))
        return false;
    for (int i = 0; i < dims.n; i++)
        if (dims.v[i] != i)
            return mop_fail(r, op, "dimensions of %s must be 0, 1, .. in order", op->name);
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, op->row->code, mop_type(r, op), op->n_operands, op->operands);
    if (op->row->code == OP_map)
        out->a.dims = dims;
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* chlo.scan: n inputs cut along a dimension and m carries; the region gives outputs and the carries of the next step. */
bool mop_build_scan(Reader *r, MOp *op)
{
    int64_t dim;
    bool reverse, associative;
    if (op->n_regions != 1 || op->regions[0]->n_args != op->n_operands || op->regions[0]->n_yields != op->n_types)
        return mop_fail(r, op, "%s needs one region that takes its operands and returns its results", op->name);
    if (!mop_int(r, op, "dimension", NULL, 0, &dim) || !mop_bool(r, op, "is_reverse", NULL, false, &reverse) ||
        !mop_bool(r, op, "is_associative", NULL, false, &associative))
        return false;
    const Type *first = op->n_operands ? op->operands[0]->type : NULL;
    if (!first || first->kind != TYPE_ARRAY || dim < 0 || dim >= first->rank)
        return mop_fail(r, op, "the dimension of %s must be one of its first operand", op->name);
    /* Carries have the types of the last region arguments; what is cut loses the dimension. */
    int n_inputs = 0;
    Ints segments;
    if (!mop_ints(r, op, "operandSegmentSizes", NULL, false, &segments))
        return false;
    if (segments.n && (segments.n != 2 || segments.v[0] < 0 || segments.v[1] < 0 || segments.v[0] + segments.v[1] != op->n_operands))
        return mop_fail(r, op, "operandSegmentSizes of %s must add up to its %d operands", op->name, op->n_operands);
    mop_attr(op, "resultSegmentSizes", NULL);
    while (n_inputs < op->n_operands && op->regions[0]->args[n_inputs]->type->plain != op->operands[n_inputs]->type->plain)
        n_inputs++;
    for (int i = n_inputs; i < op->n_operands; i++)
        if (op->regions[0]->args[i]->type->plain != op->operands[i]->type->plain)
            return mop_fail(r, op, "argument %d of %s's region has another type than the carry", i, op->name);
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_scan, mop_type(r, op), op->n_operands, op->operands);
    g_autofree char *at = g_strdup_printf("{%" G_GINT64_FORMAT "}", dim), *carries = g_strdup_printf("%d", op->n_operands - n_inputs);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "dimensions", at, true);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "is_reverse", reverse ? "true" : "false", true);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "num_carries", carries, true);
    if (associative)
        pair_add(r->m->arena, &out->extra, &out->n_extra, "is_associative", "true", true);
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* ---- the rest ------------------------------------------------------------------------------------------------ */

static int word_index(const char *word, const char *const *words)
{
    for (int i = 0; word && words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

bool mop_build_fft(Reader *r, MOp *op)
{
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT", NULL };
    Ints length;
    int kind = word_index(mop_word(op, "fft_type", "type"), kinds);
    if (!mop_arity(r, op, 1, 1) || !mop_ints(r, op, "fft_length", "length", true, &length))
        return false;
    if (kind < 0)
        return mop_fail(r, op, "the type of %s must be FFT, IFFT, RFFT or IRFFT", op->name);
    IrOp *out = mop_emit(r, OP_fft, op->types[0], 1, op->operands);
    out->a.fft.kind = kind;
    out->a.fft.length = length;
    return mop_result(op, out);
}

bool mop_build_linalg(Reader *r, MOp *op)
{
    static const char *const words[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL };
    bool cholesky = op->row->code == OP_cholesky, lower, left, unit;
    const char *word = mop_word(op, "transpose_a", NULL);
    int transpose = word ? word_index(word, words) : 0;
    if (!mop_arity(r, op, cholesky ? 1 : 2, 1) || !mop_bool(r, op, "lower", NULL, false, &lower) ||
        !mop_bool(r, op, "left_side", NULL, false, &left) || !mop_bool(r, op, "unit_diagonal", NULL, false, &unit))
        return false;
    if (!cholesky && !mop_needs(r, op, (const char *const[]){ "left_side", "lower", "unit_diagonal", "transpose_a", NULL }))
        return false;
    for (int i = 0; i < op->n_operands; i++) {
        const Type *t = op->operands[i]->type;
        if (t->kind != TYPE_ARRAY || (!elem_is_float(t->elem) && elem_info[t->elem].cls != CLASS_COMPLEX))
            return mop_fail(r, op, "the operands of %s must be tensors of floats or complex numbers", op->name);
    }
    if (transpose < 0)
        return mop_fail(r, op, "transpose_a of %s must be NO_TRANSPOSE, TRANSPOSE or ADJOINT", op->name);
    IrOp *out = mop_emit(r, op->row->code, op->types[0], op->n_operands, op->operands);
    out->a.linalg.lower = lower;
    out->a.linalg.left_side = left;
    out->a.linalg.unit_diagonal = unit;
    out->a.linalg.transpose = transpose;
    return mop_result(op, out);
}

/* rng: the third operand is the shape, which the result's type tells. */
bool mop_build_rng(Reader *r, MOp *op)
{
    static const char *const words[] = { "UNIFORM", "NORMAL", NULL };
    int kind = word_index(mop_word(op, "rng_distribution", "distribution"), words);
    if (!mop_arity(r, op, 3, 1))
        return false;
    if (kind < 0)
        return mop_fail(r, op, "the distribution of %s must be UNIFORM or NORMAL", op->name);
    const IrOp *shape = op->operands[2];
    const Type *to = op->types[0];
    bool drawn = to->kind == TYPE_ARRAY && elem_info[to->elem].cls != CLASS_COMPLEX && (!kind || elem_is_float(to->elem));
    if (!drawn)
        return mop_fail(r, op, "%s draws %s numbers of floats%s only", op->name, kind ? "normal" : "uniform", kind ? "" : ", integers and i1");
    if (shape->code == OP_constant && shape->a.literal->data && to->kind == TYPE_ARRAY)
        for (int64_t i = 0; i < MAX(to->rank, shape->type->n_elems); i++)
            if (to->rank != shape->type->n_elems || mlir_literal_int(shape->a.literal, i) != to->dims[i])
                return mop_fail(r, op, "the shape operand of %s is not that of its result", op->name);
    IrOp *out = mop_emit(r, OP_rng, op->types[0], 2, op->operands);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "distribution", kind ? "rng_normal" : "rng_uniform", true);
    return mop_result(op, out);
}

bool mop_build_rng_bits(Reader *r, MOp *op)
{
    static const char *const words[] = { "DEFAULT", "THREE_FRY", "PHILOX", NULL };
    int algorithm = word_index(mop_word(op, "rng_algorithm", "algorithm"), words);
    if (!mop_arity(r, op, 1, 2))
        return false;
    if (algorithm < 0)
        return mop_fail(r, op, "the algorithm of %s must be DEFAULT, THREE_FRY or PHILOX", op->name);
    const Type *bits = op->types[1];
    if (bits->kind != TYPE_ARRAY || bits->elem == ELEM_pred || elem_info[bits->elem].cls == CLASS_COMPLEX)
        return mop_fail(r, op, "the bits of %s must be integers or floats", op->name);
    IrOp *out = mop_emit(r, OP_rng_bit_generator, mop_type(r, op), 1, op->operands);
    out->a.rng_bits.algorithm = algorithm;
    return mop_results(r, op, out);
}

bool mop_build_batch_norm(Reader *r, MOp *op)
{
    int64_t feature;
    const MAttr *epsilon = mop_attr(op, "epsilon", NULL);
    if (!mop_arity(r, op, op_info[op->row->code].n_args, op->row->code == OP_batch_norm_inference ? 1 : 3) ||
        !mop_int(r, op, "feature_index", NULL, -1, &feature))
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY || !elem_is_float(op->operands[i]->type->elem))
            return mop_fail(r, op, "the operands of %s must be tensors of floats", op->name);
    if (!epsilon || (epsilon->kind != ATTR_FLOAT && epsilon->kind != ATTR_INT) || feature < 0)
        return mop_fail(r, op, "%s needs epsilon and feature_index", op->name);
    IrOp *out = mop_emit(r, op->row->code, mop_type(r, op), op->n_operands, op->operands);
    out->a.batch_norm.epsilon = epsilon->f;
    out->a.batch_norm.feature = feature;
    return mop_results(r, op, out);
}
