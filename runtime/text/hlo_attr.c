/* Attributes of instructions: a row and a function each. What a row's opcodes do not use, or no row knows, is
 * kept as text in op->extra. Start at hlo_attrs(). */
#include "runtime/text/hlo_impl.h"

#include <pthread.h>
#include <string.h>

#include "runtime/base/hash.h"

/* The attribute does not belong to this opcode: keep its text. */
typedef enum Taken { FAILED, TAKEN, NOT_MINE } Taken;

static Taken taken(bool fine)
{
    return fine ? TAKEN : FAILED;
}

/* ---- small values ---------------------------------------------------------------------------- */

static bool one_dim(HloReader *rd, int64_t *out)
{
    Ints list;
    const char *at = rd->lx.p;
    if (!hlo_int_list(rd, &list))
        return false;
    if (list.n != 1)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "expected one dimension, found %d", list.n);
    *out = list.v[0];
    return true;
}

/* One of the words; *out is its index. */
static bool choice(HloReader *rd, const char *const *words, bool ignore_case, int *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *at = lx->p;
    Span w = lex_word(lx);
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == w.n && (ignore_case ? g_ascii_strncasecmp(words[i], w.s, w.n) : memcmp(words[i], w.s, w.n)) == 0) {
            *out = i;
            return true;
        }
    GString *all = g_string_new(NULL);
    for (int i = 0; words[i]; i++)
        g_string_append_printf(all, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
    lx->p = at;
    lex_expected(lx, all->str);
    g_string_free(all, TRUE);
    return false;
}

static bool value_text(HloReader *rd, const char **out)
{
    Span v;
    if (!lex_value(&rd->lx, &v))
        return false;
    *out = hlo_dense_text(rd, v);
    return true;
}

/* ---- shapes and data movement ---------------------------------------------------------------- */

static Taken a_dimensions(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    switch (op->code) {
    case OP_broadcast: case OP_transpose: case OP_reverse: case OP_reduce: case OP_map:
    case OP_get_dimension_size: case OP_set_dimension_size:
        return taken(hlo_int_list(rd, &op->a.dims));
    case OP_concatenate: return taken(one_dim(rd, &op->a.concatenate.dim));
    case OP_sort: return taken(one_dim(rd, &op->a.sort.dim));
    case OP_all_gather: case OP_reduce_scatter: case OP_all_to_all: case OP_all_gather_start:
        if (!one_dim(rd, &op->a.collective.dim))
            return FAILED;
        op->a.collective.concat_dim = op->a.collective.dim;
        return TAKEN;
    default: return NOT_MINE;
    }
}

static Taken a_iota_dimension(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_iota)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.iota.dim, "a dimension"));
}

static Taken a_index(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_get_tuple_element)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.gte.index, "an index"));
}

/* {[0:4], [0:8:2]} */
static Taken a_slice(HloReader *rd, IrOp *op, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    if (op->code != OP_slice)
        return NOT_MINE;
    int64_t start[MAX_RANK], limit[MAX_RANK], stride[MAX_RANK];
    int n = 0;
    if (!lex_expect(lx, '{'))
        return FAILED;
    while (lex_peek(lx) != '}') {
        if (n == MAX_RANK)
            return taken(lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK));
        stride[n] = 1;
        if (!lex_expect(lx, '[') || !lex_int(lx, &start[n], "a start") || !lex_expect(lx, ':') || !lex_int(lx, &limit[n], "a limit"))
            return FAILED;
        if (lex_accept(lx, ':') && !lex_int(lx, &stride[n], "a stride"))
            return FAILED;
        if (!lex_expect(lx, ']'))
            return FAILED;
        n++;
        if (!lex_accept(lx, ','))
            break;
    }
    if (!lex_expect(lx, '}'))
        return FAILED;
    x->rank = n;
    op->a.slice.start = arena_dup_array(rd->a, start, n);
    op->a.slice.limit = arena_dup_array(rd->a, limit, n);
    op->a.slice.stride = arena_dup_array(rd->a, stride, n);
    return TAKEN;
}

/* 0_0x1_2 or 0_0_1x0_0_0 */
static Taken a_padding(HloReader *rd, IrOp *op, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    if (op->code != OP_pad)
        return NOT_MINE;
    int64_t lo[MAX_RANK], hi[MAX_RANK], interior[MAX_RANK];
    int n = 0;
    lex_skip(lx);
    if (g_ascii_isdigit(*lx->p) || *lx->p == '-') { /* a scalar's padding is empty */
        do {
            if (n == MAX_RANK)
                return taken(lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK));
            interior[n] = 0;
            if (!lex_int(lx, &lo[n], "padding") || !lex_expect(lx, '_') || !lex_int(lx, &hi[n], "padding"))
                return FAILED;
            if (*lx->p == '_') {
                lx->p++;
                if (!lex_int(lx, &interior[n], "padding"))
                    return FAILED;
            }
            n++;
        } while (*lx->p == 'x' && lx->p++);
    }
    x->rank = n;
    op->a.pad.lo = arena_dup_array(rd->a, lo, n);
    op->a.pad.hi = arena_dup_array(rd->a, hi, n);
    op->a.pad.interior = arena_dup_array(rd->a, interior, n);
    return TAKEN;
}

static Taken a_dynamic_slice_sizes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_dynamic_slice ? taken(hlo_int_list(rd, &op->a.dynamic_slice.sizes)) : NOT_MINE;
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

#define GATHER_LIST(attr, opcode, field)                                                           \
    static Taken a_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        (void)x;                                                                                   \
        return op->code == OP_##opcode ? taken(hlo_int_list(rd, &op->a.gather.field)) : NOT_MINE;  \
    }
GATHER_LIST(offset_dims, gather, offset)
GATHER_LIST(collapsed_slice_dims, gather, collapsed)
GATHER_LIST(start_index_map, gather, map)
GATHER_LIST(operand_batching_dims, gather, operand_batching)
GATHER_LIST(start_indices_batching_dims, gather, indices_batching)
GATHER_LIST(update_window_dims, scatter, offset)
GATHER_LIST(inserted_window_dims, scatter, collapsed)
GATHER_LIST(scatter_dims_to_operand_dims, scatter, map)
GATHER_LIST(input_batching_dims, scatter, operand_batching)
GATHER_LIST(scatter_indices_batching_dims, scatter, indices_batching)

static Taken a_slice_sizes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_gather)
        return NOT_MINE;
    return taken(hlo_int_list(rd, &op->a.gather.slice_sizes));
}

static Taken a_index_vector_dim(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_gather && op->code != OP_scatter)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.gather.index_vector_dim, "a dimension"));
}

static Taken a_indices_are_sorted(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_gather || op->code == OP_scatter ? taken(lex_bool(&rd->lx, &op->a.gather.sorted)) : NOT_MINE;
}

static Taken a_unique_indices(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_gather || op->code == OP_scatter ? taken(lex_bool(&rd->lx, &op->a.gather.unique)) : NOT_MINE;
}

/* ---- dot and convolution --------------------------------------------------------------------- */

static bool is_dot(const IrOp *op)
{
    return op->code == OP_dot || op->code == OP_ragged_dot || op->code == OP_scaled_dot;
}

#define DOT_LIST(attr, field)                                                                      \
    static Taken a_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        (void)x;                                                                                   \
        return is_dot(op) ? taken(hlo_int_list(rd, &op->a.dot.dims.field)) : NOT_MINE;             \
    }
DOT_LIST(lhs_batch_dims, lhs_batch)
DOT_LIST(rhs_batch_dims, rhs_batch)
DOT_LIST(lhs_contracting_dims, lhs_contracting)
DOT_LIST(rhs_contracting_dims, rhs_contracting)

static Taken a_operand_precision(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (is_dot(op))
        return taken(value_text(rd, &op->a.dot.precision));
    return op->code == OP_convolution ? taken(value_text(rd, &op->a.conv.precision)) : NOT_MINE;
}

static Taken a_algorithm(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const generators[] = { "rng_default", "rng_three_fry", "rng_philox", NULL };
    if (op->code == OP_rng_bit_generator)
        return taken(choice(rd, generators, true, &op->a.rng_bits.algorithm));
    return is_dot(op) ? taken(value_text(rd, &op->a.dot.algorithm)) : NOT_MINE;
}

/* 3x3, or 1_1x0_1 if `second` is given; returns the count, -1 on error. */
static int window_numbers(HloReader *rd, int64_t *first, int64_t *second)
{
    Lex *lx = &rd->lx;
    int n = 0;
    do {
        if (n == MAX_RANK)
            return lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK) - 1;
        if (!lex_int(lx, &first[n], "a number"))
            return -1;
        if (second && (!lex_expect(lx, '_') || !lex_int(lx, &second[n], "a number")))
            return -1;
        n++;
    } while (*lx->p == 'x' && lx->p++);
    return n;
}

/* {size=3x3 stride=2x2 pad=1_1x0_1 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1} */
static bool window(HloReader *rd, Window *out)
{
    Lex *lx = &rd->lx;
    static const char *const keys[] = { "size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal", NULL };
    int64_t v[6][MAX_RANK], hi[MAX_RANK] = { 0 };
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
        if (!choice(rd, keys, false, &key) || !lex_expect(lx, '='))
            return false;
        lex_skip(lx);
        int count = window_numbers(rd, v[key], key == 2 ? hi : NULL);
        if (count < 0)
            return false;
        if (seen >> key & 1)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "window %s is given twice", keys[key]);
        if (n >= 0 && n != count)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "window %s has %d dimensions, others have %d", keys[key], count, n);
        seen |= 1u << key;
        n = count;
        lex_accept(lx, ',');
    }
    if (n >= 0 && !(seen & 1))
        return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "the window has no size");
    n = MAX(n, 0);
    WindowDim *dims = arena_array(rd->a, WindowDim, n);
    for (int d = 0; d < n; d++)
        dims[d] = (WindowDim){ v[0][d], v[1][d], v[2][d], hi[d], v[3][d], v[4][d], v[5][d] != 0 };
    *out = (Window){ n, dims };
    return lex_expect(lx, '}');
}

static Taken a_window(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code == OP_convolution)
        return taken(window(rd, &op->a.conv.window));
    if (op->code == OP_reduce_window || op->code == OP_select_and_scatter)
        return taken(window(rd, &op->a.window.window));
    return NOT_MINE;
}

/* One part of dim_labels: letters[0] and letters[1] each once, digits 0..n-1 each once, '?' for unused dims. */
static bool label_part(HloReader *rd, const char *letters, int *first, int *second, Ints *spatial, bool last)
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
            return lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK);
        if (place && *place < 0) {
            *place = dim;
        } else if (g_ascii_isdigit(c) && places[c - '0'] < 0) {
            places[c - '0'] = dim;
            n = MAX(n, c - '0' + 1);
        } else if (c != '?') {
            return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "dim_labels: '%c' does not belong here or stands twice", c);
        }
    }
    for (int d = 0; d < n; d++)
        if (places[d] < 0)
            return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "dim_labels: spatial dimension %d is missing", d);
    if (*first < 0 || *second < 0)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "dim_labels: '%c' is missing", letters[*first < 0 ? 0 : 1]);
    *spatial = ints_dup(rd->a, places, n);
    return true;
}

static Taken a_dim_labels(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    Lex *lx = &rd->lx;
    if (op->code != OP_convolution)
        return NOT_MINE;
    ConvDims *d = &op->a.conv.dims;
    lex_skip(lx);
    const char *start = lx->p;
    if (!label_part(rd, "bf", &d->in_batch, &d->in_feature, &d->in_spatial, false) || !lex_expect(lx, '_') ||
        !label_part(rd, "io", &d->kernel_in, &d->kernel_out, &d->kernel_spatial, false))
        return FAILED;
    if (!lex_accept_text(lx, "->"))
        return taken(lex_expected(lx, "'->'"));
    if (!label_part(rd, "bf", &d->out_batch, &d->out_feature, &d->out_spatial, true))
        return FAILED;
    if (d->in_spatial.n != d->kernel_spatial.n || d->in_spatial.n != d->out_spatial.n)
        return taken(lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "dim_labels: the three parts have %d, %d and %d spatial dimensions",
                              d->in_spatial.n, d->kernel_spatial.n, d->out_spatial.n));
    return TAKEN;
}

static Taken a_feature_group_count(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_convolution ? taken(lex_int(&rd->lx, &op->a.conv.dims.feature_groups, "a count")) : NOT_MINE;
}

static Taken a_batch_group_count(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_convolution ? taken(lex_int(&rd->lx, &op->a.conv.dims.batch_groups, "a count")) : NOT_MINE;
}

/* ---- other numbers and words ----------------------------------------------------------------- */

static Taken a_direction(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = { "EQ", "NE", "GE", "GT", "LE", "LT", NULL };
    int dir;
    if (op->code != OP_compare)
        return NOT_MINE;
    if (!choice(rd, words, false, &dir))
        return FAILED;
    op->a.compare.dir = (CompareDir)dir;
    return TAKEN;
}

static Taken a_type(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = { "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", NULL };
    int kind;
    if (op->code != OP_compare)
        return NOT_MINE;
    if (!choice(rd, words, false, &kind))
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
        return taken(lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "%" G_GINT64_FORMAT " bits", v));
    *out = (int)v;
    return TAKEN;
}

static Taken a_exponent_bits(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return bits(rd, op, &op->a.reduce_precision.exponent_bits);
}

static Taken a_mantissa_bits(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return bits(rd, op, &op->a.reduce_precision.mantissa_bits);
}

static Taken a_is_stable(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code == OP_sort)
        return taken(lex_bool(&rd->lx, &op->a.sort.stable));
    if (op->code != OP_topk)
        return NOT_MINE;
    op->a.topk.stable_given = true;
    return taken(lex_bool(&rd->lx, &op->a.topk.stable));
}

static Taken a_k(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_topk ? taken(lex_int(&rd->lx, &op->a.topk.k, "a count")) : NOT_MINE;
}

static Taken a_largest(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_topk ? taken(lex_bool(&rd->lx, &op->a.topk.largest)) : NOT_MINE;
}

static Taken a_fft_type(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = { "FFT", "IFFT", "RFFT", "IRFFT", NULL };
    return op->code == OP_fft ? taken(choice(rd, words, false, &op->a.fft.kind)) : NOT_MINE;
}

static Taken a_fft_length(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_fft ? taken(hlo_int_list(rd, &op->a.fft.length)) : NOT_MINE;
}

static Taken a_lower(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op_family(op) == FAMILY_linalg ? taken(lex_bool(&rd->lx, &op->a.linalg.lower)) : NOT_MINE;
}

static Taken a_left_side(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_triangular_solve ? taken(lex_bool(&rd->lx, &op->a.linalg.left_side)) : NOT_MINE;
}

static Taken a_unit_diagonal(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_triangular_solve ? taken(lex_bool(&rd->lx, &op->a.linalg.unit_diagonal)) : NOT_MINE;
}

static Taken a_transpose_a(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    static const char *const words[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL };
    return op->code == OP_triangular_solve ? taken(choice(rd, words, false, &op->a.linalg.transpose)) : NOT_MINE;
}

static bool is_batch_norm(const IrOp *op)
{
    return op->code == OP_batch_norm_training || op->code == OP_batch_norm_inference || op->code == OP_batch_norm_grad;
}

static Taken a_epsilon(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_batch_norm(op) ? taken(lex_double(&rd->lx, &op->a.batch_norm.epsilon, "a number")) : NOT_MINE;
}

static Taken a_feature_index(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_batch_norm(op) ? taken(lex_int(&rd->lx, &op->a.batch_norm.feature, "a dimension")) : NOT_MINE;
}

/* ---- computations ---------------------------------------------------------------------------- */

/* A name defined before, or a body in braces. */
static bool computation(HloReader *rd, IrComp **out)
{
    Lex *lx = &rd->lx;
    if (lex_peek(lx) == '{') {
        TextPos at = lex_pos(lx, lx->p);
        return (*out = hlo_body(rd, (Span){ "region", 6 }, at)) != NULL;
    }
    Span name;
    if (!lex_name(lx, &name, NULL, "a computation"))
        return false;
    *out = span_map_get(&rd->comps, name, 0);
    if (*out && *out == rd->m->entry)
        return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "the entry computation cannot be called");
    if (*out)
        return true;
    const char **names = g_new0(const char *, rd->comps.used + 1);
    for (uint32_t i = 0, n = 0; rd->comps.slots && i <= rd->comps.mask; i++)
        if (rd->comps.slots[i].s)
            names[n++] = ((IrComp *)rd->comps.slots[i].value)->name;
    g_autofree char *word = g_strndup(name.s, name.n);
    const char *near = diag_nearest(word, names);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s? A computation stands before those that use it", near) : NULL;
    g_free(names);
    return lex_fail(lx, name.s, SHARD_ERROR_PARSE, hint, "no computation named %s so far", word);
}

/* {%a, %b}, or one without braces. */
static bool computations(HloReader *rd, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    VEC(IrComp *) list = { 0 };
    bool braces = lex_accept(lx, '{'), fine = true;
    while (fine && !(braces && lex_peek(lx) == '}')) {
        IrComp *c = NULL;
        fine = computation(rd, &c);
        if (fine)
            vec_push(&list, c);
        if (!braces || !lex_accept(lx, ','))
            break;
    }
    fine = fine && (!braces || lex_expect(lx, '}'));
    if (fine) {
        x->list = arena_dup_array(rd->a, list.v, list.n);
        x->n_list = list.n;
    }
    vec_clear(&list);
    return fine;
}

#define COMPUTATION(attr, cond, field)                                                             \
    static Taken a_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        return (cond) ? taken(computation(rd, &x->field)) : NOT_MINE;                              \
    }
COMPUTATION(to_apply, (op_info[op->code].traits & CALLS) || op->code == OP_custom_call, to_apply)
COMPUTATION(calls, op_family(op) == FAMILY_control || op_family(op) == FAMILY_async, to_apply)
COMPUTATION(condition, op->code == OP_while, condition)
COMPUTATION(body, op->code == OP_while, body)
COMPUTATION(select, op->code == OP_select_and_scatter, select)
COMPUTATION(scatter, op->code == OP_select_and_scatter, scatter)
COMPUTATION(true_computation, op->code == OP_conditional, on_true)
COMPUTATION(false_computation, op->code == OP_conditional, on_false)

static Taken a_computations(HloReader *rd, IrOp *op, OpAttrs *x)
{
    return op->code == OP_conditional || op->code == OP_custom_call ? taken(computations(rd, x)) : NOT_MINE;
}

/* ---- collectives ----------------------------------------------------------------------------- */

static bool is_collective(const IrOp *op)
{
    return op_is_collective(op);
}

static Taken a_channel_id(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (!is_collective(op))
        return NOT_MINE;
    if (!lex_int(&rd->lx, &op->a.collective.groups.channel, "a channel"))
        return FAILED;
    op->a.collective.groups.has_channel = true;
    return TAKEN;
}

static Taken a_replica_groups(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_collective(op) ? taken(hlo_groups(rd, &op->a.collective.groups)) : NOT_MINE;
}

static Taken a_use_global_device_ids(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return is_collective(op) ? taken(lex_bool(&rd->lx, &op->a.collective.groups.use_global_ids)) : NOT_MINE;
}

static Taken a_source_target_pairs(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_collective_permute && op->code != OP_collective_permute_start)
        return NOT_MINE;
    return taken(hlo_pairs(rd, &op->a.collective.pairs));
}

/* ---- custom calls and what any instruction may carry ------------------------------------------ */

static Taken a_custom_call_target(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    char *s;
    if (op->code != OP_custom_call)
        return NOT_MINE;
    if (!lex_string_dup(&rd->lx, rd->a, &s))
        return FAILED;
    op->a.custom.target = s;
    return TAKEN;
}

static Taken a_custom_call_has_side_effect(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_custom_call ? taken(lex_bool(&rd->lx, &op->a.custom.side_effect)) : NOT_MINE;
}

/* A custom call's is a value; elsewhere it is only text to keep. */
static Taken a_backend_config(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    Lex *lx = &rd->lx;
    if (op->code != OP_custom_call)
        return NOT_MINE;
    if (lex_peek(lx) == '"') {
        char *s;
        if (!lex_string_dup(lx, rd->a, &s))
            return FAILED;
        op->a.custom.backend_config = s;
        if (*s == '{') /* would print as a dictionary */
            pair_push(rd->a, &op->extra, &op->n_extra, (IrPair){ "backend_config.quoted", "true", true });
        return TAKEN;
    }
    Span raw;
    if (!lex_value(lx, &raw))
        return FAILED;
    op->a.custom.backend_config = hlo_text(rd, raw);
    return TAKEN;
}

static Taken a_sharding(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    Span raw;
    if (!lex_balanced(&rd->lx, &raw, true))
        return FAILED;
    op->sharding_text = hlo_text(rd, raw);
    return TAKEN;
}

static Taken a_frontend_attributes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return taken(hlo_frontend_attributes(rd, &op->pairs, &op->n_pairs));
}

static Taken a_metadata(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return taken(hlo_metadata(rd, op));
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct AttrRow {
    const char *name;
    Taken (*read)(HloReader *, IrOp *, OpAttrs *);
} rows[] = {
    { "metadata", a_metadata },
    { "sharding", a_sharding },
    { "frontend_attributes", a_frontend_attributes },
    { "backend_config", a_backend_config },
    { "dimensions", a_dimensions },
    { "iota_dimension", a_iota_dimension },
    { "index", a_index },
    { "slice", a_slice },
    { "padding", a_padding },
    { "dynamic_slice_sizes", a_dynamic_slice_sizes },
    { "offset_dims", a_offset_dims },
    { "collapsed_slice_dims", a_collapsed_slice_dims },
    { "start_index_map", a_start_index_map },
    { "operand_batching_dims", a_operand_batching_dims },
    { "start_indices_batching_dims", a_start_indices_batching_dims },
    { "update_window_dims", a_update_window_dims },
    { "inserted_window_dims", a_inserted_window_dims },
    { "scatter_dims_to_operand_dims", a_scatter_dims_to_operand_dims },
    { "input_batching_dims", a_input_batching_dims },
    { "scatter_indices_batching_dims", a_scatter_indices_batching_dims },
    { "slice_sizes", a_slice_sizes },
    { "index_vector_dim", a_index_vector_dim },
    { "indices_are_sorted", a_indices_are_sorted },
    { "unique_indices", a_unique_indices },
    { "lhs_batch_dims", a_lhs_batch_dims },
    { "rhs_batch_dims", a_rhs_batch_dims },
    { "lhs_contracting_dims", a_lhs_contracting_dims },
    { "rhs_contracting_dims", a_rhs_contracting_dims },
    { "operand_precision", a_operand_precision },
    { "algorithm", a_algorithm },
    { "window", a_window },
    { "dim_labels", a_dim_labels },
    { "feature_group_count", a_feature_group_count },
    { "batch_group_count", a_batch_group_count },
    { "direction", a_direction },
    { "type", a_type },
    { "exponent_bits", a_exponent_bits },
    { "mantissa_bits", a_mantissa_bits },
    { "is_stable", a_is_stable },
    { "k", a_k },
    { "largest", a_largest },
    { "fft_type", a_fft_type },
    { "fft_length", a_fft_length },
    { "lower", a_lower },
    { "left_side", a_left_side },
    { "unit_diagonal", a_unit_diagonal },
    { "transpose_a", a_transpose_a },
    { "epsilon", a_epsilon },
    { "feature_index", a_feature_index },
    { "to_apply", a_to_apply },
    { "calls", a_calls },
    { "condition", a_condition },
    { "body", a_body },
    { "select", a_select },
    { "scatter", a_scatter },
    { "true_computation", a_true_computation },
    { "false_computation", a_false_computation },
    { "branch_computations", a_computations },
    { "called_computations", a_computations },
    { "channel_id", a_channel_id },
    { "replica_groups", a_replica_groups },
    { "use_global_device_ids", a_use_global_device_ids },
    { "source_target_pairs", a_source_target_pairs },
    { "custom_call_target", a_custom_call_target },
    { "custom_call_has_side_effect", a_custom_call_has_side_effect },
};
_Static_assert(G_N_ELEMENTS(rows) <= 128, "OpAttrs.seen has a bit per row");

/* What an opcode cannot do without. */
static const struct { OpCode code; const char *attr; } needed[] = {
    { OP_transpose, "dimensions" }, { OP_reverse, "dimensions" }, { OP_reduce, "dimensions" }, { OP_concatenate, "dimensions" },
    { OP_all_gather, "dimensions" }, { OP_reduce_scatter, "dimensions" }, { OP_all_gather_start, "dimensions" },
    { OP_get_dimension_size, "dimensions" }, { OP_set_dimension_size, "dimensions" },
    { OP_iota, "iota_dimension" }, { OP_get_tuple_element, "index" }, { OP_slice, "slice" }, { OP_pad, "padding" },
    { OP_dynamic_slice, "dynamic_slice_sizes" }, { OP_gather, "offset_dims" }, { OP_gather, "slice_sizes" },
    { OP_gather, "index_vector_dim" }, { OP_scatter, "index_vector_dim" }, { OP_scatter, "to_apply" },
    { OP_convolution, "dim_labels" }, { OP_compare, "direction" }, { OP_reduce_precision, "exponent_bits" },
    { OP_reduce_precision, "mantissa_bits" }, { OP_topk, "k" }, { OP_fft, "fft_type" }, { OP_fft, "fft_length" },
    { OP_batch_norm_training, "feature_index" }, { OP_batch_norm_inference, "feature_index" },
    { OP_batch_norm_grad, "feature_index" }, { OP_reduce, "to_apply" }, { OP_reduce_window, "to_apply" },
    { OP_reduce_window, "window" }, { OP_select_and_scatter, "window" }, { OP_select_and_scatter, "select" },
    { OP_select_and_scatter, "scatter" }, { OP_sort, "to_apply" }, { OP_map, "to_apply" }, { OP_call, "to_apply" },
    { OP_fusion, "calls" }, { OP_while, "condition" }, { OP_while, "body" }, { OP_all_reduce, "to_apply" },
    { OP_reduce_scatter, "to_apply" }, { OP_collective_permute, "source_target_pairs" },
    { OP_collective_permute_start, "source_target_pairs" }, { OP_custom_call, "custom_call_target" },
    { OP_rng_bit_generator, "algorithm" },
};

enum { N_SLOTS = 512 };
static uint8_t slots[N_SLOTS]; /* row + 1 */
static uint64_t needed_bits[N_OPCODES][2];

static int row_named(Span name)
{
    for (uint32_t k = hash_bytes(name.s, name.n) & (N_SLOTS - 1); slots[k]; k = (k + 1) & (N_SLOTS - 1))
        if (span_is(name, rows[slots[k] - 1].name))
            return slots[k] - 1;
    return -1;
}

static void fill_slots(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t k = hash_bytes(rows[i].name, strlen(rows[i].name)) & (N_SLOTS - 1);
        while (slots[k])
            k = (k + 1) & (N_SLOTS - 1);
        slots[k] = (uint8_t)(i + 1);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
        int row = row_named((Span){ needed[i].attr, strlen(needed[i].attr) });
        g_assert(row >= 0);
        needed_bits[needed[i].code][row / 64] |= (uint64_t)1 << (row % 64);
    }
}

static bool keep_text(HloReader *rd, IrOp *op, Span name)
{
    Span value;
    if (!lex_value(&rd->lx, &value))
        return false;
    const char *key = hlo_text(rd, name);
    for (int i = 0; i < op->n_extra; i++)
        if (op->extra[i].key == key)
            return lex_fail(&rd->lx, name.s, SHARD_ERROR_PARSE, NULL, "attribute %s is given twice", key);
    pair_push(rd->a, &op->extra, &op->n_extra, (IrPair){ key, hlo_text(rd, value), true });
    return true;
}

bool hlo_attrs(HloReader *rd, IrOp *op, OpAttrs *x)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_slots);
    Lex *lx = &rd->lx;
    while (lex_accept(lx, ',')) {
        Span name = lex_word(lx);
        if (name.n == 0)
            return lex_expected(lx, "an attribute");
        if (!lex_expect(lx, '='))
            return false;
        int row = row_named(name);
        Taken result = NOT_MINE;
        if (row >= 0) {
            uint64_t *seen = &x->seen[row / 64], bit = (uint64_t)1 << (row % 64);
            if (*seen & bit)
                return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "attribute %s is given twice", rows[row].name);
            *seen |= bit;
            result = rows[row].read(rd, op, x);
        }
        if (result == FAILED || (result == NOT_MINE && !keep_text(rd, op, name)))
            return false;
    }
    return true;
}

static bool put_computations(IrOp *op, const OpAttrs *x)
{
    IrComp *list[2];
    int n = 0;
    switch (op->code) {
    case OP_while: list[n++] = x->condition; list[n++] = x->body; break;
    case OP_select_and_scatter: list[n++] = x->select; list[n++] = x->scatter; break;
    case OP_conditional:
        if (x->n_list) {
            op_set_comps(op, x->n_list, x->list);
            return true;
        }
        if (!x->on_true || !x->on_false)
            return false;
        list[n++] = x->on_true;
        list[n++] = x->on_false;
        break;
    case OP_custom_call:
        if (x->n_list) {
            op_set_comps(op, x->n_list, x->list);
            return true;
        }
        /* fall through */
    default:
        if (x->to_apply)
            list[n++] = x->to_apply;
        break;
    }
    op_set_comps(op, n, list);
    return true;
}

bool hlo_finish_attrs(HloReader *rd, IrOp *op, const OpAttrs *x, const char *at)
{
    Lex *lx = &rd->lx;
    const uint64_t *want = needed_bits[op->code];
    if ((want[0] & ~x->seen[0]) || (want[1] & ~x->seen[1]))
        for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
            int row = row_named((Span){ needed[i].attr, strlen(needed[i].attr) });
            if (needed[i].code == op->code && !(x->seen[row / 64] >> (row % 64) & 1))
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s needs the attribute %s", op_info[op->code].hlo, needed[i].attr);
        }
    if (!put_computations(op, x))
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "conditional needs branch_computations, or true_computation and false_computation");
    if (op->code == OP_slice || op->code == OP_pad) { /* the lists are as long as the rank everywhere else */
        const Type *type = op->operands[0]->type;
        if (type->kind != TYPE_ARRAY || type->rank != x->rank || (op->type && (op->type->kind != TYPE_ARRAY || op->type->rank != x->rank)))
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s of %d dimensions, but the operand or the result has another rank",
                            op_info[op->code].hlo, x->rank);
    }
    return true;
}

void hlo_default_attrs(IrOp *op)
{
    switch (op->code) {
    case OP_convolution: op->a.conv.dims.feature_groups = op->a.conv.dims.batch_groups = 1; break;
    case OP_topk: op->a.topk.largest = op->a.topk.stable = true; break;
    case OP_all_to_all: op->a.collective.dim = op->a.collective.concat_dim = -1; break;
    default: break; /* all zeroes is right for the other opcodes */
    }
}
