/* Attributes of contractions, windows and arithmetic: numbers and words. There is one function per attribute; hlo_attrs.def maps
 * names to functions. Attributes of shapes are in hlo_attr_shape.c. */
#include <string.h>

#include "runtime/text/hlo_attr_impl.h"

/* ---- dot and convolution --------------------------------------------------------------------- */

static bool is_dot(const IrOp *op)
{
    return op->code == OP_dot || op->code == OP_ragged_dot || op->code == OP_scaled_dot;
}

#define DOT_LIST(attr, field)                                                                      \
    Taken hlo_attr_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        (void)x;                                                                                   \
        return is_dot(op) ? taken(hlo_int_list(rd, &op->a.dot.dims.field)) : NOT_MINE;             \
    }
DOT_LIST(lhs_batch_dims, lhs_batch)
DOT_LIST(rhs_batch_dims, rhs_batch)
DOT_LIST(lhs_contracting_dims, lhs_contracting)
DOT_LIST(rhs_contracting_dims, rhs_contracting)

Taken hlo_attr_operand_precision(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (!is_dot(op) && op->code != OP_convolution)
        return NOT_MINE;
    lex_skip(&rd->lx);
    const char *start = rd->lx.p;
    if (!hlo_precisions(rd))
        return FAILED;
    const char *text = hlo_dense_text(rd, (Span){start, (size_t)(rd->lx.p - start)});
    if (is_dot(op))
        op->a.dot.precision = text;
    else
        op->a.conv.precision = text;
    return TAKEN;
}

Taken hlo_attr_algorithm(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const generators[] = {"rng_default", "rng_three_fry", "rng_philox", NULL};
    if (op->code == OP_rng_bit_generator)
        return taken(hlo_choice(rd, generators, true, &op->a.rng_bits.algorithm));
    if (!is_dot(op))
        return NOT_MINE;
    lex_skip(&rd->lx);
    if (*rd->lx.p != 'd' && *rd->lx.p != 'u')
        return taken(lex_expected(&rd->lx, "an algorithm: dot_... or unset"));
    Span word = lex_word(&rd->lx);
    if (!(word.n > 4 && memcmp(word.s, "dot_", 4) == 0) && !span_is(word, "unset"))
        return taken(lex_fail(&rd->lx, word.s, SHARD_ERROR_PARSE, NULL,
                              "%.*s is not an algorithm: dot_... or unset", (int)MIN(word.n, 60),
                              word.s));
    op->a.dot.algorithm = hlo_text(rd, word);
    return TAKEN;
}

/* 3x3, or 1_1x0_1 if `second` is given; returns the count, -1 on error. */
static int window_numbers(HloReader *rd, int64_t *first, int64_t *second)
{
    Lex *lx = &rd->lx;
    int n = 0;
    do {
        if (n == MAX_RANK)
            return lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions",
                            MAX_RANK) -
                   1;
        if (!lex_int(lx, &first[n], "a number"))
            return -1;
        if (second && (!lex_expect(lx, '_') || !lex_int(lx, &second[n], "a number")))
            return -1;
        n++;
    } while (*lx->p == 'x' && lx->p++);
    return n;
}

/* {size=3x3 stride=2x2 pad=1_1x0_1 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1} */
bool hlo_window(HloReader *rd, Window *out)
{
    Lex *lx = &rd->lx;
    static const char *const keys[] = {"size",       "stride",       "pad", "lhs_dilate",
                                       "rhs_dilate", "rhs_reversal", NULL};
    int64_t v[6][MAX_RANK], hi[MAX_RANK] = {0};
    int n = -1;
    unsigned seen = 0;
    for (int d = 0; d < MAX_RANK; d++) {
        v[1][d] = v[3][d] = v[4][d] = 1;
        v[2][d] = v[5][d] = 0;
    }
    if (!lex_expect(lx, '{'))
        return false;
    while (lex_peek(lx) != '}') {
        int key;
        const char *at = lx->p;
        if (!hlo_choice(rd, keys, false, &key) || !lex_expect(lx, '='))
            return false;
        lex_skip(lx);
        int count = window_numbers(rd, v[key], key == 2 ? hi : NULL);
        if (count < 0)
            return false;
        if (seen >> key & 1)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "window %s is given twice", keys[key]);
        if (n >= 0 && n != count)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "window %s has %d dimensions, others have %d", keys[key], count, n);
        seen |= 1u << key;
        n = count;
        lex_accept(lx, ',');
    }
    if (n >= 0 && !(seen & 1))
        return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "the window has no size");
    n = MAX(n, 0);
    WindowDim *dims = arena_array(rd->a, WindowDim, n);
    for (int d = 0; d < n; d++)
        dims[d] = (WindowDim){v[0][d], v[1][d], v[2][d], hi[d], v[3][d], v[4][d], v[5][d] != 0};
    *out = (Window){n, dims};
    return lex_expect(lx, '}');
}

Taken hlo_attr_window(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code == OP_convolution)
        return taken(hlo_window(rd, &op->a.conv.window));
    if (op->code == OP_reduce_window || op->code == OP_select_and_scatter)
        return taken(hlo_window(rd, &op->a.window.window));
    return NOT_MINE;
}

/* One part of dim_labels: letters[0] and letters[1] each once, digits 0..n-1 each once, '?' for
 * unused dims. */
static bool label_part(HloReader *rd, const char *letters, int *first, int *second, Ints *spatial,
                       bool last)
{
    Lex *lx = &rd->lx;
    int64_t places[MAX_RANK];
    const char *start = lx->p;
    *first = *second = -1;
    int n = 0, dim = 0;
    for (int d = 0; d < MAX_RANK; d++)
        places[d] = -1;
    for (; *lx->p && !strchr(last ? ", )}\t\r\n" : "_-", *lx->p); lx->p++, dim++) {
        char c = *lx->p;
        int *place = c == letters[0] ? first : c == letters[1] ? second : NULL;
        if (dim == MAX_RANK)
            return lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions",
                            MAX_RANK);
        if (place && *place < 0) {
            *place = dim;
        } else if (g_ascii_isdigit(c) && places[c - '0'] < 0) {
            places[c - '0'] = dim;
            n = MAX(n, c - '0' + 1);
        } else if (c != '?') {
            return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                            "dim_labels: '%c' does not belong here or appears twice", c);
        }
    }
    for (int d = 0; d < n; d++)
        if (places[d] < 0)
            return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "dim_labels: spatial dimension %d is missing", d);
    if (*first < 0 || *second < 0)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "dim_labels: '%c' is missing",
                        letters[*first < 0 ? 0 : 1]);
    *spatial = ints_dup(rd->a, places, n);
    return true;
}

bool hlo_dim_labels(HloReader *rd, ConvDims *d)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *start = lx->p;
    if (!label_part(rd, "bf", &d->in_batch, &d->in_feature, &d->in_spatial, false) ||
        !lex_expect(lx, '_') ||
        !label_part(rd, "io", &d->kernel_in, &d->kernel_out, &d->kernel_spatial, false))
        return false;
    if (!lex_accept_text(lx, "->"))
        return lex_expected(lx, "'->'");
    if (!label_part(rd, "bf", &d->out_batch, &d->out_feature, &d->out_spatial, true))
        return false;
    return (d->in_spatial.n == d->kernel_spatial.n && d->in_spatial.n == d->out_spatial.n) ||
           lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                    "dim_labels: the three parts have %d, %d and %d spatial dimensions",
                    d->in_spatial.n, d->kernel_spatial.n, d->out_spatial.n);
}

Taken hlo_attr_dim_labels(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_convolution ? taken(hlo_dim_labels(rd, &op->a.conv.dims)) : NOT_MINE;
}

Taken hlo_attr_feature_group_count(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_convolution
               ? taken(lex_int(&rd->lx, &op->a.conv.dims.feature_groups, "a count"))
               : NOT_MINE;
}

Taken hlo_attr_batch_group_count(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_convolution
               ? taken(lex_int(&rd->lx, &op->a.conv.dims.batch_groups, "a count"))
               : NOT_MINE;
}

/* ---- other numbers and words ----------------------------------------------------------------- */

Taken hlo_attr_direction(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = {"EQ", "NE", "GE", "GT", "LE", "LT", NULL};
    int dir;
    if (op->code != OP_compare)
        return NOT_MINE;
    if (!hlo_choice(rd, words, false, &dir))
        return FAILED;
    op->a.compare.dir = (CompareDir)dir;
    return TAKEN;
}

Taken hlo_attr_type(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", NULL};
    int kind;
    if (op->code != OP_compare)
        return NOT_MINE;
    if (!hlo_choice(rd, words, false, &kind))
        return FAILED;
    op->a.compare.kind = (CompareKind)(COMPARE_FLOAT + kind);
    return TAKEN;
}

static Taken bits(HloReader *rd, const IrOp *op, int *out)
{
    int64_t v;
    const char *at = rd->lx.p;
    if (op->code != OP_reduce_precision)
        return NOT_MINE;
    if (!lex_int(&rd->lx, &v, "a number of bits"))
        return FAILED;
    if (v < 0 || v > 64)
        return taken(
            lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "%" G_GINT64_FORMAT " bits", v));
    *out = (int)v;
    return TAKEN;
}

Taken hlo_attr_exponent_bits(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return bits(rd, op, &op->a.reduce_precision.exponent_bits);
}

Taken hlo_attr_mantissa_bits(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return bits(rd, op, &op->a.reduce_precision.mantissa_bits);
}

Taken hlo_attr_is_stable(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code == OP_sort)
        return taken(lex_bool(&rd->lx, &op->a.sort.stable));
    if (op->code != OP_topk)
        return NOT_MINE;
    op->a.topk.stable_given = true;
    return taken(lex_bool(&rd->lx, &op->a.topk.stable));
}

Taken hlo_attr_k(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_topk ? taken(lex_int(&rd->lx, &op->a.topk.k, "a count")) : NOT_MINE;
}

Taken hlo_attr_largest(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_topk ? taken(lex_bool(&rd->lx, &op->a.topk.largest)) : NOT_MINE;
}

Taken hlo_attr_fft_type(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = {"FFT", "IFFT", "RFFT", "IRFFT", NULL};
    return op->code == OP_fft ? taken(hlo_choice(rd, words, false, &op->a.fft.kind)) : NOT_MINE;
}

Taken hlo_attr_fft_length(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_fft ? taken(hlo_int_list(rd, &op->a.fft.length)) : NOT_MINE;
}

Taken hlo_attr_lower(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op_family(op) == FAMILY_linalg ? taken(lex_bool(&rd->lx, &op->a.linalg.lower))
                                          : NOT_MINE;
}

Taken hlo_attr_left_side(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_triangular_solve ? taken(lex_bool(&rd->lx, &op->a.linalg.left_side))
                                           : NOT_MINE;
}

Taken hlo_attr_unit_diagonal(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_triangular_solve ? taken(lex_bool(&rd->lx, &op->a.linalg.unit_diagonal))
                                           : NOT_MINE;
}

Taken hlo_attr_transpose_a(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL};
    return op->code == OP_triangular_solve
               ? taken(hlo_choice(rd, words, false, &op->a.linalg.transpose))
               : NOT_MINE;
}

static bool is_batch_norm(const IrOp *op)
{
    return op->code == OP_batch_norm_training || op->code == OP_batch_norm_inference ||
           op->code == OP_batch_norm_grad;
}

Taken hlo_attr_epsilon(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (!is_batch_norm(op))
        return NOT_MINE;
    bool read = lex_double(&rd->lx, &op->a.batch_norm.epsilon, "a number");
    op->a.batch_norm.epsilon = (float)op->a.batch_norm.epsilon; /* of single precision for values of every type */
    return taken(read);
}

Taken hlo_attr_feature_index(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_batch_norm(op) ? taken(lex_int(&rd->lx, &op->a.batch_norm.feature, "a dimension"))
                             : NOT_MINE;
}
