/* See hlo_kept_forms.h. */
#include "runtime/text/hlo_kept_forms.h"

#include <string.h>

bool kept_any_value(HloReader *rd, IrOp *op)
{
    (void)op;
    Span v;
    return lex_value(&rd->lx, &v);
}

bool kept_flag(HloReader *rd, IrOp *op)
{
    (void)op;
    bool v;
    return lex_bool(&rd->lx, &v);
}

bool kept_number(HloReader *rd, IrOp *op)
{
    (void)op;
    int64_t v;
    return lex_int(&rd->lx, &v, "a number");
}

bool kept_count(HloReader *rd, IrOp *op)
{
    (void)op;
    int64_t v;
    const char *at = rd->lx.p;
    return lex_int(&rd->lx, &v, "a count") &&
           (v >= 1 || lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "a count below 1"));
}

bool kept_list(HloReader *rd, IrOp *op)
{
    (void)op;
    Ints v;
    return hlo_int_list(rd, &v);
}

bool kept_text(HloReader *rd, IrOp *op)
{
    (void)op;
    Span inside;
    bool escaped;
    return lex_string(&rd->lx, &inside, &escaped);
}

bool kept_braces(HloReader *rd, IrOp *op)
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

bool kept_config(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_config(rd);
}

bool kept_dim_labels(HloReader *rd, IrOp *op)
{
    (void)op;
    ConvDims dims;
    return hlo_dim_labels(rd, &dims);
}

/* The one kind of domain that HLO has. */
static bool domain_kind(Lex *lx)
{
    lex_skip(lx);
    const char *at = lx->p;
    Span kind;
    bool escaped;
    if (!lex_string(lx, &kind, &escaped))
        return false;
    return span_is(kind, "sharding") ||
           lex_fail(lx, at, SHARD_ERROR_PARSE, "the only kind is \"sharding\"", "unknown kind of domain \"%.*s\"", (int)MIN(kind.n, 100), kind.s);
}

/* {kind="sharding", entry={replicated}, exit={maximal device=1}} */
bool kept_domain(HloReader *rd, IrOp *op)
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
            !(key == 0 ? domain_kind(lx) : hlo_sharding(rd, &value)))
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

bool kept_origin(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    (void)op;
    if (!lex_expect(lx, '{'))
        return false;
    bool fine = true;
    if (lex_peek(lx) == '}') /* nothing is known */
        return lex_expect(lx, '}');
    if (!lex_accept(lx, '['))
        fine = original(rd);
    else
        fine = (lex_word(lx).n > 0 || lex_expected(lx, "synthetic_call")) && lex_expect(lx, ']');
    return fine && lex_expect(lx, '}');
}

bool kept_shape(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_type(rd) != NULL;
}

static bool one_of(HloReader *rd, const char *const *words)
{
    int i;
    return hlo_choice(rd, words, true, &i);
}

bool kept_fusion_kind(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"kLoop", "kInput", "kOutput", "kCustom", NULL};
    return one_of(rd, words);
}

bool kept_distribution(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"rng_uniform", "rng_normal", NULL};
    return one_of(rd, words);
}

bool kept_schedule(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST",
                                        NULL};
    return one_of(rd, words);
}

bool kept_api_version(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                        "API_VERSION_STATUS_RETURNING_UNIFIED",
                                        "API_VERSION_TYPED_FFI", NULL};
    return one_of(rd, words);
}

bool kept_padding_type(HloReader *rd, IrOp *op)
{
    (void)op;
    static const char *const words[] = {"PADDING_VALID", "PADDING_SAME", NULL};
    return one_of(rd, words);
}

bool kept_convolution_kind(HloReader *rd, IrOp *op)
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

bool kept_precisions(HloReader *rd, IrOp *op)
{
    (void)op;
    return hlo_precisions(rd);
}

bool kept_window(HloReader *rd, IrOp *op)
{
    (void)op;
    Window w;
    return hlo_window(rd, &w);
}

/* {%a, %b}: instructions of the same computation that stand before this one; kept by the names they have got. */
bool kept_predecessors(HloReader *rd, IrOp *op)
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
bool kept_statistics(HloReader *rd, IrOp *op)
{
    (void)op;
    Lex *lx = &rd->lx;
    int64_t index = -1, n = 0;
    double v;
    const char *at = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        Span name = lex_word(lx);
        if (name.n == 0)
            return lex_expected(lx, "a name");
        bool shown = span_is(name, "visualizing_index");
        if (!lex_expect(lx, '=') || !(shown ? lex_int(lx, &index, "an index") : lex_double(lx, &v, "a number")))
            return false;
        n += !shown;
    }
    if (index < 0)
        return lex_expected(lx, "visualizing_index");
    if (index > 0 && index >= n)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "visualizing_index %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " statistics",
                        index, n);
    return lex_expect(lx, '}');
}

bool kept_replication(HloReader *rd, IrOp *op)
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
bool kept_accuracy(HloReader *rd, IrOp *op)
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
bool kept_layout_constraints(HloReader *rd, IrOp *op)
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
bool kept_aliasing(HloReader *rd, IrOp *op)
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

/* Whether a tuple's type stands here, before the values: (s32[], f32[]) ( 1, 2 ). */
static bool is_tuple_type(const Lex *lx)
{
    Lex ahead = *lx;
    Span type;
    GError *ignored = NULL;
    ahead.error = &ignored;
    bool is = lex_peek(&ahead) == '(' && lex_balanced(&ahead, &type, false) && lex_peek(&ahead) == '(';
    g_clear_error(&ignored);
    return is;
}

static bool typed_literal(HloReader *rd)
{
    const Type *type = hlo_type(rd);
    lex_skip(&rd->lx);
    return type && hlo_literal(rd, type);
}

/* s32[2]{0} {1, 2}, or ( s32[] 1, f32[] 2 ). */
static bool literal_with_types(HloReader *rd)
{
    Lex *lx = &rd->lx;
    if (!lex_accept(lx, '('))
        return typed_literal(rd);
    if (!hlo_enter(rd))
        return false;
    LEX_LIST(lx, ')') {
        if (!literal_with_types(rd))
            return false;
    }
    rd->depth--;
    return lex_expect(lx, ')');
}

/* The above, or (s32[], f32[]) ( 1, 2 ). */
bool kept_literal(HloReader *rd, IrOp *op)
{
    (void)op;
    rd->before_literal = true;
    bool fine = is_tuple_type(&rd->lx) ? typed_literal(rd) : literal_with_types(rd);
    rd->before_literal = false;
    return fine;
}
