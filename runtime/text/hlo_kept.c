/* Attributes that the program's meaning does not need: who may carry them, and that their form is right. Their
 * text is kept for printing, and so is that of attributes which no opcode is known to have: they are newer than we are.
 * An attribute of other opcodes is an error. Start at hlo_kept_attr(). */
#include <string.h>

#include "runtime/text/hlo_attr_impl.h"

/* ---- forms ----------------------------------------------------------------------------------- */

static bool any_value(HloReader *rd, IrOp *op)
{
    (void)op;
    Span v;
    return lex_value(&rd->lx, &v);
}

static bool flag(HloReader *rd, IrOp *op)
{
    (void)op;
    bool v;
    return lex_bool(&rd->lx, &v);
}

static bool number(HloReader *rd, IrOp *op)
{
    (void)op;
    int64_t v;
    return lex_int(&rd->lx, &v, "a number");
}

static bool count(HloReader *rd, IrOp *op)
{
    (void)op;
    int64_t v;
    const char *at = rd->lx.p;
    return lex_int(&rd->lx, &v, "a count") &&
           (v >= 1 || lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "a count below 1"));
}

static bool list(HloReader *rd, IrOp *op)
{
    (void)op;
    Ints v;
    return hlo_int_list(rd, &v);
}

static bool text(HloReader *rd, IrOp *op)
{
    (void)op;
    Span inside;
    bool escaped;
    return lex_string(&rd->lx, &inside, &escaped);
}

static bool braces(HloReader *rd, IrOp *op)
{
    (void)op;
    Span v;
    return lex_peek(&rd->lx) == '{' ? lex_balanced(&rd->lx, &v, true)
                                    : lex_expected(&rd->lx, "'{'");
}

bool hlo_config(HloReader *rd)
{
    Span inside;
    bool escaped;
    char first = lex_peek(&rd->lx);
    if (first == '"' || first == '\'')
        return lex_string(&rd->lx, &inside, &escaped);
    return first == '{' ? lex_balanced(&rd->lx, &inside, false)
                        : lex_expected(&rd->lx, "a string or a dictionary in braces");
}

static bool config(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_config(rd);
}

static bool dim_labels(HloReader *rd, IrOp *op)
{
    (void)op;
    ConvDims dims;
    return hlo_dim_labels(rd, &dims);
}

/* {kind="sharding", entry={replicated}, exit={maximal device=1}} */
static bool domain(HloReader *rd, IrOp *op)
{
    static const char *const keys[] = {"kind", "entry", "exit", NULL};
    Lex *lx = &rd->lx;
    Span value;
    int key;
    (void)op;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!hlo_choice(rd, keys, false, &key) || !lex_expect(lx, '=') ||
            !(key == 0 ? text(rd, op) : hlo_sharding(rd, &value)))
            return false;
    }
    return lex_expect(lx, '}');
}

/* ({"a"}, {"b" {0,1}}), {"a"}, {} for nothing, or [synthetic_call]: shaped like the value. */
static bool original(HloReader *rd)
{
    Lex *lx = &rd->lx;
    Span inside;
    Ints path;
    bool escaped;
    if (lex_accept(lx, '(')) {
        if (!hlo_enter(rd))
            return false;
        LEX_LIST(lx, ')') {
            if (!original(rd))
                return false;
        }
        rd->depth--;
        return lex_expect(lx, ')');
    }
    if (!lex_accept(lx, '{'))
        return lex_expected(lx, "{\"name\"}, {} or (...) in an original value");
    if (lex_accept(lx, '}'))
        return true;
    return lex_string(lx, &inside, &escaped) &&
           (lex_peek(lx) != '{' || hlo_int_list(rd, &path)) && lex_expect(lx, '}');
}

static bool origin(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    (void)op;
    if (!lex_expect(lx, '{'))
        return false;
    bool fine;
    if (!lex_accept(lx, '['))
        fine = original(rd);
    else
        fine = (lex_word(lx).n > 0 || lex_expected(lx, "synthetic_call")) && lex_expect(lx, ']');
    return fine && lex_expect(lx, '}');
}

static bool shape(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_type(rd) != NULL;
}

static bool one_of(HloReader *rd, const char *const *words)
{
    int i;
    return hlo_choice(rd, words, true, &i);
}

static bool fusion_kind(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"kLoop", "kInput", "kOutput", "kCustom", NULL};
    return one_of(rd, words);
}

static bool distribution(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"rng_uniform", "rng_normal", NULL};
    return one_of(rd, words);
}

static bool schedule(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST",
                                        NULL};
    return one_of(rd, words);
}

static bool api_version(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                        "API_VERSION_STATUS_RETURNING_UNIFIED",
                                        "API_VERSION_TYPED_FFI", NULL};
    return one_of(rd, words);
}

static bool padding_type(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"PADDING_VALID", "PADDING_SAME", NULL};
    return one_of(rd, words);
}

static bool convolution_kind(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"fprop", "wgrad", "dgrad", "unset", NULL};
    return one_of(rd, words);
}

bool hlo_precisions(HloReader *rd)
{
    static const char *const words[] = {"default", "high", "highest", "packed_nibble", NULL};
    Lex *lx = &rd->lx;
    int i;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!hlo_choice(rd, words, true, &i))
            return false;
    }
    return lex_expect(lx, '}');
}

static bool precisions(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_precisions(rd);
}

static bool window(HloReader *rd, IrOp *op)
{
    (void)op;
    Window w;
    return hlo_window(rd, &w);
}

/* {%a, %b}: instructions of the same computation that stand before this one; kept by the names they have got. */
static bool predecessors(HloReader *rd, IrOp *op)
{
    (void)op;
    Lex *lx = &rd->lx;
    g_autoptr(GString) names = g_string_new("{");
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        Span name;
        if (!lex_name(lx, &name, NULL, "an instruction"))
            return false;
        const IrOp *earlier = span_map_get(rd->ops, name, rd->scope);
        if (!earlier)
            return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL,
                            "no instruction named %.*s so far in this computation",
                            (int)MIN(name.n, 200), name.s);
        g_string_append_printf(names, "%s%s", names->len > 1 ? ", " : "", earlier->name);
    }
    g_string_append_c(names, '}');
    rd->kept_text = hlo_text(rd, (Span){names->str, names->len});
    return lex_expect(lx, '}');
}

/* {visualizing_index=1,name=33,name=44} */
static bool statistics(HloReader *rd, IrOp *op)
{
    (void)op;
    Lex *lx = &rd->lx;
    int64_t index = 0, n = 0;
    double v;
    const char *at = lx->p;
    if (!lex_expect(lx, '{') || !lex_accept_text(lx, "visualizing_index"))
        return lex_expected(lx, "visualizing_index");
    if (!lex_expect(lx, '=') || !lex_int(lx, &index, "an index"))
        return false;
    while (lex_accept(lx, ',')) {
        if (lex_word(lx).n == 0)
            return lex_expected(lx, "a name");
        if (!lex_expect(lx, '=') || !lex_double(lx, &v, "a number"))
            return false;
        n++;
    }
    if (index < 0 || index >= n)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "visualizing_index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " statistics",
                        index, n);
    return lex_expect(lx, '}');
}

static bool replication(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    int n = 0;
    bool v;
    lex_skip(lx);
    const char *at = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!lex_bool(lx, &v))
            return false;
        n++;
    }
    if (op->type && n != type_n_leaves(op->type))
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "%d entries for a parameter of %d leaf buffers", n,
                        type_n_leaves(op->type));
    return lex_expect(lx, '}');
}

/* {mode=highest} or {tolerance={atol=1,rtol=0.5,ulps=2}} */
static bool accuracy(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const keys[] = {"mode", "tolerance", NULL},
                             *const modes[] = {"default", "highest", NULL},
                             *const parts[] = {"atol", "rtol", "ulps", NULL};
    Lex *lx = &rd->lx;
    int key, part;
    double v;
    if (!lex_expect(lx, '{') || !hlo_choice(rd, keys, false, &key) || !lex_expect(lx, '='))
        return false;
    if (key == 0)
        return hlo_choice(rd, modes, false, &part) && lex_expect(lx, '}');
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!hlo_choice(rd, parts, false, &part) || !lex_expect(lx, '=') ||
            !lex_double(lx, &v, "a number"))
            return false;
    }
    return lex_expect(lx, '}') && lex_expect(lx, '}');
}

/* {f32[2]{0}, (s32[], f32[3]{0})}: a type for each operand. */
static bool layout_constraints(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    int n = 0;
    lex_skip(lx);
    const char *start = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        const char *at = lx->p;
        const Type *type = hlo_type(rd);
        if (!type)
            return false;
        if (n < op->n_operands && type->plain != op->operands[n]->type->plain) {
            g_autofree char *said = type_text(type), *is = type_text(op->operands[n]->type);
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "the layout constraint %s of operand %d, which is %s", said, n, is);
        }
        n++;
    }
    if (n != op->n_operands)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "%d layout constraints for %d operands", n, op->n_operands);
    return lex_expect(lx, '}');
}

/* {{0}: (1, {}), {1}: (0, {0})}: parts of the result that are parts of operands. */
static bool aliasing(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    Ints path;
    int64_t operand;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        if (!hlo_int_list(rd, &path) || !lex_expect(lx, ':') || !lex_expect(lx, '('))
            return false;
        lex_skip(lx);
        const char *at = lx->p;
        if (!lex_int(lx, &operand, "an operand's number"))
            return false;
        if (operand < 0 || operand >= op->n_operands)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "operand %" G_GINT64_FORMAT " of %d", operand, op->n_operands);
        if (!lex_expect(lx, ',') || !hlo_int_list(rd, &path))
            return false;
        if (lex_accept(lx, ',') && lex_word(lx).n == 0)
            return lex_expected(lx, "may-alias or must-alias");
        if (!lex_expect(lx, ')'))
            return false;
    }
    return lex_expect(lx, '}');
}

/* s32[2]{0} {1, 2}, or ( s32[] 1, f32[] 2 ). */
static bool literal(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    if (!lex_accept(lx, '(')) {
        const Type *type = hlo_type(rd);
        lex_skip(lx);
        return type && hlo_literal(rd, type);
    }
    if (!hlo_enter(rd))
        return false;
    LEX_LIST(lx, ')') {
        if (!literal(rd, op))
            return false;
    }
    rd->depth--;
    return lex_expect(lx, ')');
}

/* ---- the table ------------------------------------------------------------------------------- */

#define COLLECTIVES                                                                                \
    "all-reduce all-reduce-start all-gather all-gather-start reduce-scatter all-to-all "           \
    "ragged-all-to-all collective-permute collective-permute-start collective-broadcast"

static const struct Kept {
    const char *name, *codes; /* opcodes apart by blanks; "*": any */
    bool (*read)(HloReader *, IrOp *);
} kept[] = {
    {"control-predecessors", "*", predecessors},
    {"statistics", "*", statistics},
    {"origin", "*", origin},
    {"backend_config", "*", config},
    {"parameter_replication", "parameter", replication},
    {"result_accuracy",
     "acos acosh asin asinh atanh cbrt cos cosine cosh erf exponential exponential-minus-one log "
     "log-plus-one logistic rsqrt sine sinh sqrt tan tanh",
     accuracy},
    {"async_execution_thread", "async-start async-update async-done", text},
    {"output_to_operand_aliasing", "custom-call fusion call async-start", aliasing},
    {"constrain_layout", COLLECTIVES, flag},
    {"mode", "all-reduce all-reduce-start reduce-scatter", any_value},
    {"has_dynamic_root", "collective-broadcast", flag},
    {"slice_sizes", "collective-permute collective-permute-start", braces},
    {"channel_id", "send send-done recv recv-done", number},
    {"is_host_transfer", "send send-done recv recv-done", flag},
    {"infeed_config", "infeed", text},
    {"outfeed_config", "outfeed", text},
    {"outfeed_shape", "outfeed", shape},
    {"cross_program_prefetch_index", "copy-start", number},
    {"inferred_dimension", "reshape", number},
    {"distribution", "rng", distribution},
    {"delta", "rng-get-and-update-state", number},
    {"domain", "domain", domain},
    {"kind", "fusion", fusion_kind},
    {"is_composite", "call", flag},
    {"window", "custom-call", window},
    {"dim_labels", "custom-call", dim_labels},
    {"feature_group_count", "custom-call", count},
    {"batch_group_count", "custom-call", count},
    {"operand_precision", "custom-call", precisions},
    {"operand_layout_constraints", "custom-call", layout_constraints},
    {"padding_type", "custom-call", padding_type},
    {"literal", "custom-call", literal},
    {"schedule", "custom-call", schedule},
    {"api_version", "custom-call", api_version},
    {"convolution_kind", "convolution", convolution_kind},
    {"conv_kind", "convolution", convolution_kind},
    {"algorithm", "convolution", any_value},
    {"sparsity_config", "convolution", any_value},
    {"dimensions", "scan", list},
    {"num_carries", "scan", number},
    {"is_reverse", "scan", flag},
    {"is_associative", "scan", flag},
    {"lhs_ragged_dims", "ragged-dot", list},
    {"rhs_group_dims", "ragged-dot", list},
};

static bool has_code(const char *codes, const char *word)
{
    size_t n = strlen(word);
    if (*codes == '*')
        return true;
    for (const char *s = codes; (s = strstr(s, word)); s += n)
        if ((s == codes || s[-1] == ' ') && (s[n] == ' ' || s[n] == 0))
            return true;
    return false;
}

bool hlo_kept_attr(HloReader *rd, IrOp *op, Span name, bool known)
{
    static const struct Kept of_the_future = {"", "*", any_value};
    Lex *lx = &rd->lx;
    const char *word = op_info[op->code].hlo;
    /* Of add-start, what belongs to the asynchronous op is written among what belongs to the other. */
    if (rd->wraps && (span_is(name, "async_execution_thread") ||
                      (span_is(name, "output_to_operand_aliasing") && op->code != OP_custom_call)))
        word = op_info[OP_async_start].hlo;
    const struct Kept *k = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(kept) && !k; i++) {
        if (!span_is(name, kept[i].name))
            continue;
        known = true;
        if (has_code(kept[i].codes, word))
            k = &kept[i];
    }
    if (!known)
        k = &of_the_future;
    if (!k)
        return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL,
                        "unexpected attribute %.*s: %s has none of that name",
                        (int)MIN(name.n, 100), name.s, word);
    if (op->n_extra >= MAX_KEPT_ATTRS)
        return lex_fail(lx, name.s, SHARD_ERROR_LIMIT, NULL, "more than %d attributes without a meaning here",
                        MAX_KEPT_ATTRS);
    const char *key = hlo_text(rd, name);
    for (int i = 0; i < op->n_extra; i++)
        if (op->extra[i].key == key)
            return lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "attribute %s is given twice",
                            key);
    lex_skip(lx);
    const char *start = lx->p;
    rd->kept_text = NULL;
    if (!k->read(rd, op))
        return false;
    const char *value = rd->kept_text ? rd->kept_text
                                      : hlo_text(rd, (Span){start, (size_t)(lx->p - start)});
    if (strcmp(k->name, "mode") != 0) /* has no effect, and is not printed */
        pair_push(rd->a, &op->extra, &op->n_extra, (IrPair){key, value, true});
    return true;
}
