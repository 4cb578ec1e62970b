/* Building programs: any op in HLO's words, and functions for the frequent ones. */
#include "runtime/library/builder_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/text/hlo_piece.h"

/* ---- any op -------------------------------------------------------------------------------------------------------------------- */

typedef struct Callees {
    ShardscopeFunction *caller;
    bool packed; /* the op passes one value to each */
} Callees;

static IrComp *find_callee(void *user, const char *name, size_t n, GError **error)
{
    const Callees *x = user;
    g_autofree char *word = g_strndup(name, n);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    const ShardscopeBuilder *b = x->caller->b;
    for (guint i = 0; i < b->functions->len; i++) {
        ShardscopeFunction *f = b->functions->pdata[i];
        if (f == b->entry)
            continue;
        bool found = g_str_equal(f->name, word);
        if (found && f == x->caller) {
            diag(error, SHARD_ERROR_USAGE, NULL, NULL, "%s cannot call itself", word);
            return NULL;
        }
        if (found)
            return !builder_complete(f, error) ? NULL : x->packed ? builder_packed(f) : f->c;
        g_ptr_array_add(names, f->name);
    }
    g_ptr_array_add(names, NULL);
    const char *near = diag_nearest(word, (const char *const *)names->pdata);
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s?", near) : NULL;
    diag(error, SHARD_ERROR_USAGE, NULL, hint, "the builder has no function %s that can be called", word);
    return NULL;
}

/* dot(f32[8,4] x, f32[8,16] w), lhs_contracting_dims={1} */
static char *described(const BuilderOp *o)
{
    GString *out = g_string_new(o->op);
    g_string_append_c(out, '(');
    for (int i = 0; i < o->n_operands; i++) {
        const IrOp *op = o->operands[i]->op;
        g_string_append(out, i ? ", " : "");
        type_print(out, op->type, false);
        g_string_append_printf(out, " %s", op->code == OP_parameter && op->op_name ? op->op_name : op->name);
    }
    g_string_append_printf(out, ")%s%s", o->attrs && o->attrs[0] ? ", " : "", o->attrs ? o->attrs : "");
    if (out->len > 1000)
        g_string_append(g_string_truncate(out, 1000), "...");
    return g_string_free(out, FALSE);
}

/* The reader's error, at the user's line, of the op in full. What the message begins with is said by then. */
static void fail_op(const ShardscopeBuilder *b, const BuilderOp *o, GError *why, ShardscopeError **error)
{
    DiagPlace place = { 0 };
    bool ours = diag_place(why, &place);
    g_autofree char *text = g_strdup(why->message), *op = described(o);
    char *hint = place.hint ? g_strrstr(text, "\n  hint: ") : NULL, *colon = strstr(text, ": ");
    if (hint)
        *hint = 0;
    const char *word = strrchr(o->op, ' ');
    word = word ? word + 1 : o->op;
    bool repeats = g_str_has_prefix(text, word) && colon && strchr(" :", text[strlen(word)]) && (size_t)(colon - text) <= strlen(word) + 60;
    for (const char *s = text + strlen(word); repeats && s < colon; s++)
        repeats = s == text + strlen(word) || *s != ' ';
    TextPos at = builder_pos(b);
    GError *e = NULL;
    diag(&e, ours ? (ShardError)why->code : SHARD_ERROR_VERIFY, &at, place.hint, "%s: %s", op, repeats ? colon + 2 : text);
    g_error_free(why);
    library_fail(error, e);
}

static bool check_operands(const ShardscopeFunction *f, const BuilderOp *o, ShardscopeError **error)
{
    if (o->n_operands < 0 || (o->n_operands && !o->operands))
        return library_invalid(error, NULL, "%s: %d operands", o->op, o->n_operands);
    for (int i = 0; i < o->n_operands; i++) {
        if (!o->operands[i])
            return library_invalid(error, NULL, "%s: operand %d is NULL", o->op, i);
        if (o->operands[i]->f->b != f->b)
            return library_invalid(error, NULL, "%s: operand %d belongs to another builder", o->op, i);
        if (o->operands[i]->f != f)
            return builder_fail(f->b, error, SHARD_ERROR_USAGE, "%s: operand %d is a value of %s, not of %s: pass it as a parameter", o->op, i,
                                o->operands[i]->f->name, f->name);
    }
    return true;
}

ShardscopeValue *builder_op(ShardscopeFunction *f, BuilderOp o, ShardscopeError **error)
{
    g_autofree char *attrs = o.attrs;
    if (failed_before(error) || !builder_open(f, error) || !check_operands(f, &o, error))
        return NULL;
    g_autofree IrOp **operands = g_new(IrOp *, o.n_operands + 1);
    for (int i = 0; i < o.n_operands; i++)
        operands[i] = o.operands[i]->op;
    const char *word = strrchr(o.op, ' ');
    word = word ? word + 1 : o.op;
    Callees callees = { f, g_str_equal(word, "while") || g_str_equal(word, "conditional") };
    GError *why = NULL;
    IrOp *op = hlo_piece(f->c, &(HloPiece){ .op = o.op, .type = o.type, .operands = operands, .n_operands = o.n_operands, .attrs = attrs, .find = find_callee,
                                            .user = &callees }, &why);
    if (op)
        return builder_value(f, op);
    fail_op(f->b, &o, why, error);
    return NULL;
}

ShardscopeValue *shardscope_op(ShardscopeFunction *f, const char *op, ShardscopeValue *const *operands, int n_operands, const char *attributes,
                               ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    NEED(op, "an op", NULL);
    return builder_op(f, (BuilderOp){ .op = op, .operands = operands, .n_operands = n_operands, .attrs = g_strdup(attributes) }, error);
}

/* Of several shapes a tuple. */
static const Type *types_of(const ShardscopeFunction *f, const ShardscopeShape *shapes, int n, ShardscopeError **error)
{
    g_autofree const Type **types = g_new(const Type *, n + 1);
    for (int i = 0; i < n; i++) {
        if (!library_check_shape("ShardscopeOp.results", &shapes[i], error))
            return NULL;
        types[i] = type_array(f->b->m->types, (ElemType)(shapes[i].dtype - 1), shapes[i].rank, shapes[i].dims);
    }
    return n == 1 ? types[0] : type_tuple(f->b->m->types, n, types);
}

ShardscopeValue *shardscope_op_of_shape(ShardscopeFunction *f, const ShardscopeOp *op, ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    ShardscopeOp o;
    if (!library_options(&o, sizeof o, op, "ShardscopeOp", error) || !builder_open(f, error))
        return NULL;
    NEED(o.op, "ShardscopeOp.op", NULL);
    if (o.n_results < 0 || o.n_results > 1000000 || (o.n_results && !o.results)) {
        library_invalid(error, NULL, "%s: %d results", o.op, o.n_results);
        return NULL;
    }
    const Type *type = o.n_results ? types_of(f, o.results, o.n_results, error) : NULL;
    if (o.n_results && !type)
        return NULL;
    return builder_op(f, (BuilderOp){ .op = o.op, .type = type, .operands = o.operands, .n_operands = o.n_operands, .attrs = g_strdup(o.attributes) }, error);
}

/* ---- values ---------------------------------------------------------------------------------------------------------------------- */

static bool not_built(const ShardscopeValue *v, ShardscopeError **error)
{
    return v->f->b->m || library_invalid(error, NULL, "the program has been built already");
}

bool shardscope_value_shape(const ShardscopeValue *v, ShardscopeShape *out, ShardscopeError **error)
{
    NEED(v, "a value", false);
    NEED(out, "a place for the result", false);
    if (!not_built(v, error))
        return false;
    const Type *type = v->op->type;
    if (type->kind != TYPE_ARRAY) {
        g_autofree char *text = type_text(type);
        return library_invalid(error, "shardscope_value_result takes the arrays out of it", "%s has no shape: it is %s", v->op->name, text);
    }
    *out = (ShardscopeShape){ .dtype = (ShardscopeDtype)((int)type->elem + 1), .rank = type->rank };
    memcpy(out->dims, type->dims, sizeof *type->dims * (size_t)type->rank);
    return true;
}

char *shardscope_value_type(const ShardscopeValue *v, ShardscopeError **error)
{
    NEED(v, "a value", NULL);
    return not_built(v, error) ? type_text(v->op->type) : NULL;
}

int shardscope_value_n_results(const ShardscopeValue *v)
{
    if (!v || !v->f->b->m)
        return -1;
    return v->op->type->kind == TYPE_TUPLE ? v->op->type->n_parts : 1;
}

ShardscopeValue *shardscope_value_result(ShardscopeValue *v, int i, ShardscopeError **error)
{
    NEED(v, "a value", NULL);
    if (!not_built(v, error))
        return NULL;
    int n = shardscope_value_n_results(v);
    if (i < 0 || i >= n) {
        builder_fail(v->f->b, error, SHARD_ERROR_USAGE, "%s has %d result%s, and no number %d", v->op->name, n, n == 1 ? "" : "s", i);
        return NULL;
    }
    if (v->op->type->kind != TYPE_TUPLE)
        return v;
    if (!v->parts)
        v->parts = g_new0(ShardscopeValue *, n);
    if (!v->parts[i])
        v->parts[i] = builder_op(v->f, (BuilderOp){ .op = "get-tuple-element", .operands = &v, .n_operands = 1, .attrs = g_strdup_printf("index=%d", i) }, error);
    return v->parts[i];
}

/* ---- texts of attributes ------------------------------------------------------------------------------------------------------------ */

char *builder_list(int n, const int *v)
{
    GString *out = g_string_new("{");
    for (int i = 0; i < n; i++)
        g_string_append_printf(out, "%s%d", i ? "," : "", v[i]);
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

/* The rank, or -1 with an error. */
static int rank_of(const ShardscopeValue *x, const char *op, ShardscopeError **error)
{
    if (!not_built(x, error))
        return -1;
    if (x->op->type->kind == TYPE_ARRAY)
        return x->op->type->rank;
    g_autofree char *text = type_text(x->op->type);
    builder_fail(x->f->b, error, SHARD_ERROR_VERIFY, "%s of %s, which is no array", op, text);
    return -1;
}

/* ---- element-wise -------------------------------------------------------------------------------------------------------------------- */

#define ONE(name, opcode)                                                                                                                  \
    ShardscopeValue *shardscope_##name(ShardscopeValue *x, ShardscopeError **error)                                                         \
    {                                                                                                                                      \
        NEED(x, "a value", NULL);                                                                                                          \
        return builder_op(x->f, (BuilderOp){ .op = opcode, .operands = &x, .n_operands = 1 }, error);                                      \
    }
#define TWO(name)                                                                                                                          \
    ShardscopeValue *shardscope_##name(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error)                                     \
    {                                                                                                                                      \
        NEED(a, "a value", NULL);                                                                                                          \
        NEED(b, "a second value", NULL);                                                                                                   \
        return builder_op(a->f, (BuilderOp){ .op = #name, .operands = (ShardscopeValue *[]){ a, b }, .n_operands = 2 }, error);            \
    }
ONE(negate, "negate")
ONE(exp, "exponential")
ONE(log, "log")
ONE(tanh, "tanh")
TWO(add)
TWO(subtract)
TWO(multiply)
TWO(divide)
TWO(maximum)
TWO(minimum)

/* The number, of x's shape. */
static ShardscopeValue *like(ShardscopeValue *x, double number, ShardscopeError **error)
{
    ShardscopeShape shape;
    return shardscope_value_shape(x, &shape, error) ? shardscope_fill(x->f, &shape, number, error) : NULL;
}

ShardscopeValue *shardscope_scale(ShardscopeValue *x, double factor, double plus, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    if (factor != 1)
        x = shardscope_multiply(x, like(x, factor, error), error);
    if (x && plus != 0)
        x = shardscope_add(x, like(x, plus, error), error);
    return x;
}

ShardscopeValue *shardscope_compare(ShardscopeValue *a, ShardscopeValue *b, const char *direction, ShardscopeError **error)
{
    NEED(a, "a value", NULL);
    NEED(b, "a second value", NULL);
    NEED(direction, "a direction", NULL);
    return builder_op(a->f, (BuilderOp){ .op = "compare", .operands = (ShardscopeValue *[]){ a, b }, .n_operands = 2,
                                         .attrs = g_strdup_printf("direction=%s", direction) }, error);
}

ShardscopeValue *shardscope_select(ShardscopeValue *which, ShardscopeValue *on_true, ShardscopeValue *on_false, ShardscopeError **error)
{
    NEED(which, "a predicate", NULL);
    return builder_op(which->f, (BuilderOp){ .op = "select", .operands = (ShardscopeValue *[]){ which, on_true, on_false }, .n_operands = 3 }, error);
}

ShardscopeValue *shardscope_convert(ShardscopeValue *x, ShardscopeDtype dtype, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    if (!shardscope_dtype_name(dtype)) {
        library_invalid(error, NULL, "there is no type %d of elements", (int)dtype);
        return NULL;
    }
    if (rank_of(x, "convert", error) < 0)
        return NULL;
    const Type *to = type_with_elem(x->f->b->m->types, x->op->type, (ElemType)(dtype - 1));
    return builder_op(x->f, (BuilderOp){ .op = "convert", .type = to, .operands = &x, .n_operands = 1 }, error);
}

/* ---- products -------------------------------------------------------------------------------------------------------------------------- */

ShardscopeValue *shardscope_dot_general(ShardscopeValue *a, ShardscopeValue *b, const ShardscopeDotDims *dims, ShardscopeError **error)
{
    NEED(a, "a value", NULL);
    NEED(b, "a second value", NULL);
    NEED(dims, "the dimensions", NULL);
    if ((dims->n_contracting && (!dims->a_contracting || !dims->b_contracting)) || (dims->n_batch && (!dims->a_batch || !dims->b_batch))) {
        library_null(error, __func__, "a list of dimensions");
        return NULL;
    }
    g_autofree char *ac = builder_list(dims->n_contracting, dims->a_contracting), *bc = builder_list(dims->n_contracting, dims->b_contracting),
                    *ab = builder_list(dims->n_batch, dims->a_batch), *bb = builder_list(dims->n_batch, dims->b_batch);
    char *attrs = g_strdup_printf("lhs_batch_dims=%s, lhs_contracting_dims=%s, rhs_batch_dims=%s, rhs_contracting_dims=%s", ab, ac, bb, bc);
    return builder_op(a->f, (BuilderOp){ .op = "dot", .operands = (ShardscopeValue *[]){ a, b }, .n_operands = 2, .attrs = attrs }, error);
}

ShardscopeValue *shardscope_matmul(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error)
{
    NEED(a, "a value", NULL);
    NEED(b, "a second value", NULL);
    int ra = rank_of(a, "matmul", error), rb = ra < 0 ? -1 : rank_of(b, "matmul", error);
    if (rb < 0)
        return NULL;
    int n_batch = MAX(rb - 2, 0), batch[SHARDSCOPE_MAX_RANK];
    if (ra < 1 || rb < 1 || ra < n_batch + 1) {
        g_autofree char *ta = type_text(a->op->type), *tb = type_text(b->op->type);
        builder_fail(a->f->b, error, SHARD_ERROR_VERIFY, "matmul of %s and %s: at least vectors, and all batch dimensions in both", ta, tb);
        return NULL;
    }
    for (int i = 0; i < n_batch; i++)
        batch[i] = i;
    return shardscope_dot_general(a, b, &(ShardscopeDotDims){ .n_contracting = 1, .n_batch = n_batch, .a_contracting = (int[]){ ra - 1 },
                                                              .b_contracting = (int[]){ MAX(rb - 2, 0) }, .a_batch = batch, .b_batch = batch }, error);
}

/* ---- shapes -------------------------------------------------------------------------------------------------------------------------------- */

ShardscopeValue *shardscope_transpose(ShardscopeValue *x, const int *axes, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    int rank = rank_of(x, "transpose", error), back[SHARDSCOPE_MAX_RANK];
    if (rank < 0)
        return NULL;
    for (int d = 0; d < rank; d++)
        back[d] = rank - 1 - d;
    g_autofree char *list = builder_list(rank, axes ? axes : back);
    return builder_op(x->f, (BuilderOp){ .op = "transpose", .operands = &x, .n_operands = 1, .attrs = g_strdup_printf("dimensions=%s", list) }, error);
}

/* x's type of elements under those sizes; NULL + error. */
static const Type *sized(ShardscopeValue *x, const char *op, int rank, const int64_t *dims, ShardscopeError **error)
{
    if (rank_of(x, op, error) < 0)
        return NULL;
    ShardscopeShape shape = { .dtype = (ShardscopeDtype)((int)x->op->type->elem + 1), .rank = rank };
    if (rank < 0 || rank > SHARDSCOPE_MAX_RANK || (rank && !dims)) {
        library_invalid(error, NULL, "%s to %d dimensions: there can be 0 to %d", op, rank, SHARDSCOPE_MAX_RANK);
        return NULL;
    }
    if (rank)
        memcpy(shape.dims, dims, sizeof *dims * (size_t)rank);
    return types_of(x->f, &shape, 1, error);
}

ShardscopeValue *shardscope_reshape(ShardscopeValue *x, int rank, const int64_t *dims, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    const Type *to = sized(x, "reshape", rank, dims, error);
    return to ? builder_op(x->f, (BuilderOp){ .op = "reshape", .type = to, .operands = &x, .n_operands = 1 }, error) : NULL;
}

ShardscopeValue *shardscope_broadcast(ShardscopeValue *x, int rank, const int64_t *dims, const int *axes, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    const Type *to = sized(x, "broadcast", rank, dims, error);
    if (!to)
        return NULL;
    int n = x->op->type->rank, last[SHARDSCOPE_MAX_RANK];
    for (int d = 0; d < n; d++)
        last[d] = rank - n + d;
    g_autofree char *list = builder_list(n, axes ? axes : last);
    return builder_op(x->f, (BuilderOp){ .op = "broadcast", .type = to, .operands = &x, .n_operands = 1, .attrs = g_strdup_printf("dimensions=%s", list) }, error);
}

ShardscopeValue *shardscope_slice(ShardscopeValue *x, const int64_t *start, const int64_t *stop, const int64_t *step, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    int rank = rank_of(x, "slice", error);
    if (rank < 0)
        return NULL;
    NEED((start && stop) || !rank, "where the slice begins and ends", NULL);
    GString *out = g_string_new("slice={");
    for (int d = 0; d < rank; d++)
        g_string_append_printf(out, "%s[%" PRId64 ":%" PRId64 ":%" PRId64 "]", d ? ", " : "", start[d], stop[d], step ? step[d] : 1);
    g_string_append_c(out, '}');
    return builder_op(x->f, (BuilderOp){ .op = "slice", .operands = &x, .n_operands = 1, .attrs = g_string_free(out, FALSE) }, error);
}

ShardscopeValue *shardscope_concatenate(ShardscopeValue *const *values, int n, int axis, ShardscopeError **error)
{
    NEED(values && n > 0 && values[0], "values", NULL);
    return builder_op(values[0]->f, (BuilderOp){ .op = "concatenate", .operands = values, .n_operands = n, .attrs = g_strdup_printf("dimensions={%d}", axis) }, error);
}

ShardscopeValue *shardscope_iota(ShardscopeFunction *f, const ShardscopeShape *shape, int axis, ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    NEED(shape, "a shape", NULL);
    const Type *type = builder_open(f, error) ? types_of(f, shape, 1, error) : NULL;
    return type ? builder_op(f, (BuilderOp){ .op = "iota", .type = type, .attrs = g_strdup_printf("iota_dimension=%d", axis) }, error) : NULL;
}
