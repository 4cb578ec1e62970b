/* Reads instructions: name, type, opcode, operands, attributes. */
#include "runtime/text/hlo_impl.h"

#include <string.h>

/* ---- operands -------------------------------------------------------------------------------- */

/* The later line that defines the name, for the hint; 0 if there is none. */
static int later_definition(HloReader *rd, Span name)
{
    Lex *lx = &rd->lx;
    for (const char *p = lx->p; (p = memmem(p, (size_t)(lx->end - p), name.s, name.n));
         p += name.n) {
        const char *after = p + name.n;
        bool starts = p > lx->text && (p[-1] == ' ' || p[-1] == '%' || p[-1] == '\n');
        if (starts && after[0] == ' ' && after[1] == '=' && after[2] == ' ')
            return lex_pos(lx, p).line;
    }
    return 0;
}

static bool unknown_operand(HloReader *rd, Span name)
{
    g_autofree char *word = g_strndup(name.s, MIN(name.n, 200));
    g_autofree char *hint = NULL;
    int line = later_definition(rd, name);
    if (line) {
        hint = g_strdup_printf("line %d defines it, but a value must be defined before it is used", line);
    } else {
        GPtrArray *names = g_ptr_array_new();
        for (int i = 0; i < rd->ops->entries.n; i++)
            if (rd->ops->entries.v[i].scope == rd->scope)
                g_ptr_array_add(names, (gpointer)((IrOp *)rd->ops->entries.v[i].value)->name);
        g_ptr_array_add(names, NULL);
        const char *near = diag_nearest(word, (const char *const *)names->pdata);
        hint = near ? g_strdup_printf("did you mean %s?", near) : NULL;
        g_ptr_array_free(names, TRUE);
    }
    return lex_fail(&rd->lx, name.s, SHARD_ERROR_PARSE, hint,
                    "no value named %s so far in this computation", word);
}

/* Each element once, however often it is named; `text`: x#1 as it stands. */
static IrOp *element_of(HloReader *rd, IrComp *c, IrOp *op, int64_t index, Span text)
{
    IrOp *known = span_map_get(rd->ops, text, rd->scope);
    if (known)
        return known;
    g_autofree char *name = g_strdup_printf("%s_%" G_GINT64_FORMAT, op->name, index);
    IrOp *gte = op_new(c, OP_get_tuple_element, op->type->parts[index], name, 1, &op);
    span_map_add(rd->ops, text, rd->scope, gte);
    vec_push(&rd->elements, gte);
    gte->a.gte.index = index;
    gte->at = op->at;
    gte->origins = &gte->id;
    gte->n_origins = 1;
    return gte;
}

static IrOp *instruction_body(HloReader *rd, IrComp *c, Span name, TextPos at, const Type *type,
                              bool has_attrs);

/* add(f32[] constant(1), y): an instruction without a name in an operand's place. */
static IrOp *nested_operand(HloReader *rd, IrComp *c, const Type *type)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    Span code = lex_word(lx);
    lx->p = start;
    if (!hlo_enter(rd))
        return NULL;
    g_autofree char *name = g_strdup_printf("%.*s.anon", (int)MIN(code.n, 100), code.s);
    IrOp *op = instruction_body(rd, c, (Span){name, strlen(name)}, lex_pos(lx, start), type, false);
    rd->depth--;
    return op;
}

static IrOp *new_parameter(HloReader *rd, IrComp *c, Span name, const Type *type)
{
    IrOp *op = name.n ? op_new_named(c, &(NamedOp){ OP_parameter, type, name.s, name.n, 0, NULL })
                      : op_new(c, OP_parameter, type, NULL, 0, NULL);
    op->a.parameter.number = rd->n_made++;
    op->at = lex_pos(&rd->lx, name.s);
    op->origins = &op->id;
    op->n_origins = 1;
    if (name.n)
        span_map_add(rd->ops, name, rd->scope, op);
    return op;
}

static IrOp *operand(HloReader *rd, IrComp *c)
{
    Lex *lx = &rd->lx;
    const Type *type = NULL;
    const char *at = lx->p;
    if (lex_peek(lx) != '%' && hlo_at_type(rd)) {
        type = hlo_type(rd);
        if (!type)
            return NULL;
        rd->any_operand_type = true;
    }
    Span name;
    bool sigil;
    lex_skip(lx);
    const char *name_at = lx->p;
    bool alone = rd->one_op && rd->ops == &rd->outer_ops;
    if (alone && type && (*lx->p == ',' || *lx->p == ')')) /* a shape may follow */
        return new_parameter(rd, c, (Span){lx->p, 0}, type);
    if (!lex_name(lx, &name, &sigil, "an operand"))
        return NULL;
    rd->any_sigil |= sigil;
    if (!sigil && *lx->p == '(') {
        lx->p = name_at;
        return nested_operand(rd, c, type);
    }
    IrOp *op = span_map_get(rd->ops, name, rd->scope);
    if (!op && alone && type)
        op = new_parameter(rd, c, name, type);
    if (!op) {
        unknown_operand(rd, name);
        return NULL;
    }
    while (*lx->p == '#') {
        int64_t index;
        lx->p++;
        if (!lex_int(lx, &index, "an element number"))
            return NULL;
        if (op->type->kind != TYPE_TUPLE || index < 0 || index >= op->type->n_parts) {
            lex_fail(lx, name.s, SHARD_ERROR_PARSE, NULL, "%s has no element %" G_GINT64_FORMAT,
                     op->name, index);
            return NULL;
        }
        op = element_of(rd, c, op, index, (Span){name.s, (size_t)(lx->p - name.s)});
    }
    if (type && type->plain != op->type->plain) {
        g_autofree char *said = type_text(type), *is = type_text(op->type);
        lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "operand %s is written as %s, but it is %s",
                 op->name, said, is);
        return NULL;
    }
    return op;
}

/* (a, b, c): pushed on rd->operands; their number, or -1. */
static int operands(HloReader *rd, IrComp *c)
{
    Lex *lx = &rd->lx;
    int base = rd->operands.n;
    if (!lex_expect(lx, '('))
        return -1;
    LEX_LIST(lx, ')') {
        IrOp *op = operand(rd, c);
        if (!op)
            return -1;
        vec_push(&rd->operands, op);
    }
    return lex_expect(lx, ')') ? rd->operands.n - base : -1;
}

/* ---- opcodes --------------------------------------------------------------------------------- */

/* `<op>-start`, `-update` and `-done` of an op without a pair of its own stand for async-start
 * around a computation of that op, *stem_out. */
static OpCode async_sugar(Span word, OpCode *stem_out)
{
    static const struct {
        const char *suffix;
        OpCode code;
    } rows[] = {
        {"-start", OP_async_start},
        {"-update", OP_async_update},
        {"-done", OP_async_done},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        size_t n = strlen(rows[i].suffix);
        if (word.n <= n || memcmp(word.s + word.n - n, rows[i].suffix, n) != 0)
            continue;
        OpCode stem = opcode_from_hlo(word.s, word.n - n);
        if (stem == N_OPCODES || op_family(&(IrOp){.code = stem}) == FAMILY_async ||
            stem == OP_parameter || stem == OP_constant)
            return N_OPCODES;
        *stem_out = stem;
        return rows[i].code;
    }
    return N_OPCODES;
}

bool hlo_unknown_opcode(HloReader *rd, Span word)
{
    g_autofree char *name = g_strndup(word.s, MIN(word.n, 100));
    const char *near = diag_nearest(name, opcode_hlo_names());
    g_autofree char *hint = near ? g_strdup_printf("did you mean %s?", near) : NULL;
    return lex_fail(&rd->lx, word.s, SHARD_ERROR_PARSE, hint, "unknown operation %s", name);
}

/* A custom call that represents an op that HLO does not have: "chlo.square". */
static void recognise_chlo(IrOp *op)
{
    static const char prefix[] = "chlo.";
    const char *target = op->a.custom.target;
    if (strncmp(target, prefix, sizeof prefix - 1) != 0 || op->n_comps ||
        op->a.custom.backend_config)
        return;
    const char *name = target + sizeof prefix - 1;
    OpCode code = opcode_from_mlir(name, strlen(name));
    if (code == N_OPCODES || op_info[code].hlo || op_info[code].family != FAMILY_elementwise ||
        op_info[code].n_args != op->n_operands)
        return;
    op->code = code;
    op->a = (IrAttrs){0};
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* The thread attribute belongs to the asynchronous op, not to the op in its computation. */
static void take_thread(HloReader *rd, IrOp *from, IrOp *to)
{
    for (int i = 0; i < from->n_extra; i++)
        if (strcmp(from->extra[i].key, "async_execution_thread") == 0) {
            pair_push(rd->a, &to->extra, &to->n_extra, from->extra[i]);
            memmove(from->extra + i, from->extra + i + 1,
                    (size_t)(--from->n_extra - i) * sizeof *from->extra);
            return;
        }
}

/* The attributes of the op that runs asynchronously, in a computation made for it. */
static bool wrapped_attrs(HloReader *rd, IrOp *start, OpCode inner, OpAttrs *attrs, const char *at)
{
    const Type *type = start->type;
    bool fits = type && type->kind == TYPE_TUPLE && type->n_parts >= 2 &&
                type->parts[0]->kind == TYPE_TUPLE && type->parts[0]->n_parts == start->n_operands;
    if (!fits)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "%s-start needs a result type ((operands), result, ...)",
                        op_info[inner].hlo);
    g_autofree char *inside = g_strdup_printf("%s.wrapped", start->name),
                    *operand_name = g_strdup_printf("%s.operand", start->name);
    IrComp *c = comp_new(rd->m, inside);
    IrOp **params = g_new(IrOp *, start->n_operands + 1);
    for (int i = 0; i < start->n_operands; i++) {
        params[i] = op_new(c, OP_parameter, start->operands[i]->type, operand_name, 0, NULL);
        params[i]->a.parameter.number = i;
        params[i]->at = start->at;
    }
    IrOp *op = op_new(c, inner, type->parts[1], inside, start->n_operands, params);
    g_free(params);
    op->at = start->at;
    op->origins = &op->id;
    op->n_origins = 1;
    c->root = op;
    c->at = start->at;
    comp_renumber(c);
    hlo_default_attrs(op);
    rd->wraps = true;
    bool fine = hlo_attrs(rd, op, attrs) && hlo_finish_attrs(rd, op, attrs, at);
    rd->wraps = false;
    if (!fine)
        return false;
    hlo_move_last(rd->m, c);
    op_set_comps(start, 1, &c);
    take_thread(rd, op, start);
    pair_push(rd->a, &start->extra, &start->n_extra, (IrPair){KEY_ASYNC_SUGAR, "true", true});
    /* The location belongs to the visible op. */
    start->loc = op->loc;
    start->op_name = op->op_name;
    start->sharding_text = op->sharding_text;
    start->pairs = op->pairs;
    start->n_pairs = op->n_pairs;
    op->sharding_text = NULL; /* of all parts of the state */
    op->pairs = NULL;
    op->n_pairs = 0;
    return true;
}

static bool parameter_number(HloReader *rd, IrOp *op)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '('))
        return false;
    const char *at = lx->p;
    if (!lex_int(lx, &op->a.parameter.number, "a parameter number"))
        return false;
    if (op->a.parameter.number < 0 || op->a.parameter.number > INT32_MAX)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "parameter number %" G_GINT64_FORMAT,
                        op->a.parameter.number);
    return lex_expect(lx, ')');
}

static bool constant_value(HloReader *rd, IrOp *op)
{
    if (!op->type)
        return lex_fail(&rd->lx, rd->lx.p, SHARD_ERROR_PARSE, NULL,
                        "a constant needs its type before the opcode");
    if (!lex_expect(&rd->lx, '('))
        return false;
    lex_skip(&rd->lx);
    const char *start = rd->lx.p;
    op->a.literal = hlo_literal(rd, op->type);
    if (op->a.literal && op->type->kind == TYPE_ARRAY && op->type->n_elems == 0 &&
        memmem(start, (size_t)(rd->lx.p - start), "{ }", 3)) /* XLA's spelling has changed */
        pair_push(rd->a, &op->extra, &op->n_extra, (IrPair){KEY_NARROW_BRACES, "true", true});
    return op->a.literal && lex_expect(&rd->lx, ')');
}

bool hlo_check_arity(HloReader *rd, OpCode code, int n, const char *at)
{
    int want = op_info[code].n_args;
    return want < 0 || want == n ||
           lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "%s takes %d operand%s, not %d",
                    op_info[code].hlo ? op_info[code].hlo : op_info[code].id, want, want == 1 ? "" : "s", n);
}

/* With unknown sizes, the result is only known if the op keeps its operand's sizes. */
static bool may_infer(HloReader *rd, const IrOp *op, const char *at)
{
    bool keeps = op_family(op) == FAMILY_elementwise || op_family(op) == FAMILY_tuple ||
                 op_family(op) == FAMILY_control || op_family(op) == FAMILY_barrier ||
                 op_family(op) == FAMILY_token;
    for (int i = 0; i < op->n_operands && !keeps; i++)
        if (!op->operands[i]->type->runs) {
            g_autofree char *type = type_text(op->operands[i]->type);
            return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                            "the result type of %s must be written, because operand %s is %s",
                            op_info[op->code].hlo, op->operands[i]->name, type);
        }
    return true;
}

/* What has a type by now keeps it; others get the one that follows. */
static bool complete_type(HloReader *rd, IrOp *op, const char *at)
{
    if (op->type)
        return true;
    const Type *type = may_infer(rd, op, at) ? op_infer(op, rd->lx.error) : NULL;
    if (type)
        op->type = hlo_with_layouts(rd, type);
    return type != NULL;
}

bool hlo_complete(HloReader *rd, IrOp *op, OpCode inner, bool has_attrs, const char *at)
{
    OpAttrs attrs = {0};
    hlo_default_attrs(op);
    if (inner != N_OPCODES && op->code == OP_async_start)
        return wrapped_attrs(rd, op, inner, &attrs, at) && hlo_check_async(rd, op, inner, at);
    if ((has_attrs && !hlo_attrs(rd, op, &attrs)) || !hlo_finish_attrs(rd, op, &attrs, at))
        return false;
    if (op->code == OP_custom_call)
        recognise_chlo(op);
    if (op->code == OP_call && op->n_comps)
        op->comps[0]->is_function = true;
    if (op_family(op) == FAMILY_async && !hlo_check_async(rd, op, inner, at))
        return false;
    return complete_type(rd, op, at);
}

OpCode hlo_opcode(Span word, OpCode *inner)
{
    *inner = N_OPCODES;
    OpCode code = opcode_from_hlo(word.s, word.n);
    return code == N_OPCODES ? async_sugar(word, inner) : code;
}

/* From the opcode on; `type` may be NULL. An instruction in an operand's place has no attributes:
 * the comma behind it is the operand list's. */
static IrOp *instruction_body(HloReader *rd, IrComp *c, Span name, TextPos at, const Type *type,
                              bool has_attrs)
{
    Lex *lx = &rd->lx;
    Span word = lex_word(lx);
    if (word.n == 0)
        return (void *)(uintptr_t)lex_expected(lx, "an operation");
    OpCode inner, code = hlo_opcode(word, &inner);
    if (code == N_OPCODES)
        return (void *)(uintptr_t)hlo_unknown_opcode(rd, word);

    bool plain_operands = code != OP_parameter && code != OP_constant;
    int base = rd->operands.n, n = 0;
    if (plain_operands) {
        n = operands(rd, c);
        if (n < 0 || !hlo_check_arity(rd, code, n, word.s))
            return NULL;
        rd->operands.n = base;
    }
    IrOp *op = op_new_named(c, &(NamedOp){ code, type, name.s, name.n, n, rd->operands.v + base });
    op->at = at;
    op->origins = &op->id;
    op->n_origins = 1;
    if ((code == OP_parameter && !parameter_number(rd, op)) ||
        (code == OP_constant && !constant_value(rd, op)))
        return NULL;
    return hlo_complete(rd, op, inner, has_attrs, word.s) ? op : NULL;
}

IrOp *hlo_instruction(HloReader *rd, IrComp *c, bool *is_root)
{
    Lex *lx = &rd->lx;
    Span name;
    bool sigil;
    lex_skip(lx);
    const char *start = lx->p;
    *is_root = false;
    bool nameless = rd->one_op && rd->ops == &rd->outer_ops && hlo_at_type(rd);
    if (nameless) { /* a single instruction without a left side */
        name = (Span){"_", 1};
        sigil = false;
    } else if (!lex_name(lx, &name, &sigil, "an instruction or '}'")) {
        return NULL;
    }
    if (!nameless && !sigil && span_is(name, "ROOT") && lex_peek(lx) != '=') {
        *is_root = true;
        lex_skip(lx);
        start = lx->p;
        if (!lex_name(lx, &name, &sigil, "an instruction's name"))
            return NULL;
    }
    rd->any_sigil |= sigil;
    if (!nameless && (!hlo_check_name(rd, name, sigil, true) || !lex_expect(lx, '=')))
        return NULL;
    const Type *type = NULL;
    if (hlo_at_type(rd) && !(type = hlo_type(rd)))
        return NULL;
    IrOp *op = instruction_body(rd, c, name, lex_pos(lx, start), type, true);
    if (!op)
        return NULL;
    IrOp *earlier = span_map_add(rd->ops, name, rd->scope, op);
    if (earlier) {
        lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                 "a second instruction named %.*s in this computation; the first is in line %d",
                 (int)MIN(name.n, 200), name.s, earlier->at.line);
        return NULL;
    }
    return op;
}
