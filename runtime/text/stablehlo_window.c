/* Windows, and convolutions in both notations. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_op.h"

#include <string.h>

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
    bool is_attribute = a == mop_attr(op, "padding", NULL); /* as an operand it may be of any integers */
    if (is_attribute && a->kind == ATTR_DENSE && a->literal->type->elem != ELEM_s64)
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

bool mop_window(Reader *r, MOp *op, int rank, Window *out)
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

/* "[b, 0, 1, f]": where each letter and each spatial number is. */
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
    if (a && a->made)
        return a->made;
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
    if (in->elem != kernel->elem)
        return mop_fail(r, op, "the operands of %s are of %s and %s, and must be of one type", op->name, elem_info[in->elem].mlir, elem_info[kernel->elem].mlir);
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
