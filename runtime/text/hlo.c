/* Reads HLO text: modules and computations, one function per grammar rule. The header is in hlo_header.c, instructions
 * are in hlo_op.c. Start reading at hlo_parse(). */
#include "runtime/text/hlo_impl.h"

#include <string.h>

/* ---- computations ---------------------------------------------------------------------------- */

static bool finish_parameters(HloReader *rd, IrComp *c, const char *at)
{
    int n = 0;
    for (int i = 0; i < c->n_ops; i++)
        n += c->ops[i]->code == OP_parameter;
    c->params = arena_array(rd->a, IrOp *, n);
    c->n_params = n;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_parameter)
            continue;
        int64_t k = op->a.parameter.number;
        if (k >= n)
            return diag(rd->lx.error, SHARD_ERROR_PARSE, &op->at, NULL,
                        "parameter number %" G_GINT64_FORMAT
                        " of %d parameters in %s: numbers must have no gap",
                        k, n, c->name);
        if (c->params[k])
            return diag(rd->lx.error, SHARD_ERROR_PARSE, &op->at, NULL,
                        "parameter number %" G_GINT64_FORMAT " is taken by %s in line %d", k,
                        c->params[k]->name, c->params[k]->at.line);
        c->params[k] = op;
    }
    return c->root ||
           lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "a computation without instructions");
}

/* Moves the elements made for operands such as x#1 to right behind their tuples. */
static void place_elements(HloReader *rd, IrComp *c, int base)
{
    int n = rd->elements.n - base;
    if (n == 0)
        return;
    int *first = g_new(int, c->n_ops), *next = g_new(int, n), *stack = g_new(int, n + 2);
    IrOp **ops = arena_array(rd->a, IrOp *, c->n_ops);
    bool *moved = g_new0(bool, c->n_ops);
    for (int i = 0; i < c->n_ops; i++)
        first[i] = -1;
    comp_renumber(c);
    for (int i = n - 1; i >= 0; i--) {
        const IrOp *e = rd->elements.v[base + i];
        next[i] = first[e->operands[0]->pos];
        first[e->operands[0]->pos] = i;
        moved[e->pos] = true;
    }
    int at = 0;
    for (int i = 0; i < c->n_ops; i++) {
        if (moved[i])
            continue;
        ops[at++] = c->ops[i];
        int depth = 0;
        stack[0] = first[i];
        while (depth >= 0) {
            int k = stack[depth];
            if (k < 0) {
                depth--;
                continue;
            }
            IrOp *e = rd->elements.v[base + k];
            ops[at++] = e;
            stack[depth] = next[k];
            stack[++depth] = first[e->pos];
        }
    }
    memcpy(c->ops, ops, (size_t)c->n_ops * sizeof(IrOp *));
    comp_renumber(c);
    g_free(first);
    g_free(next);
    g_free(stack);
    g_free(moved);
    rd->elements.n = base;
}

static bool instructions(HloReader *rd, IrComp *c)
{
    Lex *lx = &rd->lx;
    int base = rd->elements.n;
    lex_skip(lx);
    const char *open = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    IrOp *root = NULL, *last = NULL;
    while (lex_peek(lx) != '}') {
        bool is_root;
        const char *at = lx->p;
        last = hlo_instruction(rd, c, &is_root);
        if (!last)
            return false;
        if (is_root && root)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "a second ROOT; the first is %s in line %d", root->name, root->at.line);
        if (is_root)
            root = last;
    }
    lx->p++;
    c->root = root ? root : last;
    if (!finish_parameters(rd, c, open))
        return false;
    place_elements(rd, c, base);
    return true;
}

/* The entry becomes the last computation; the printer puts it back to its place in the text. */
static void note_entry_place(IrModule *m)
{
    for (int i = 0; i + 1 < m->n_comps; i++)
        if (m->comps[i] == m->entry)
            pair_push(m->arena, &m->extra, &m->n_extra,
                      (IrPair){KEY_ENTRY_BEFORE, m->comps[i + 1]->name, true});
}

/* Moves it to the end of the list, behind the computations that were read inside it. */
void hlo_move_last(IrModule *m, IrComp *c)
{
    int i = m->n_comps - 1;
    while (m->comps[i] != c)
        i--;
    memmove(m->comps + i, m->comps + i + 1, (size_t)(m->n_comps - 1 - i) * sizeof *m->comps);
    m->comps[m->n_comps - 1] = c;
}

IrComp *hlo_body(HloReader *rd, Span name, TextPos at)
{
    if (!hlo_enter(rd))
        return NULL;
    g_autofree char *text = g_strndup(name.s, name.n);
    IrComp *c = comp_new(rd->m, text);
    c->at = at;
    SpanMap inner = {0}, *outer = rd->ops;
    int outer_scope = rd->scope;
    rd->ops = outer ? &inner : &rd->outer_ops;
    rd->scope++; /* never used before in this table */
    bool fine = instructions(rd, c);
    span_map_clear(&inner);
    rd->ops = outer;
    if (outer)
        rd->scope = outer_scope;
    rd->depth--;
    hlo_move_last(rd->m, c);
    return fine ? c : NULL;
}

/* (a: f32[2], b: (s32[], f32[])) -> f32[2]: parameters are skipped, since the instructions repeat them; *result is NULL if there is no signature. */
static bool signature(HloReader *rd, const Type **result, const char **at)
{
    Lex *lx = &rd->lx;
    Span name;
    *result = NULL;
    if (!lex_accept(lx, '('))
        return true;
    LEX_LIST(lx, ')') {
        if (!lex_name(lx, &name, NULL, "a parameter's name or ')'"))
            return false;
        lex_accept(lx, ':');
        if (!hlo_type(rd))
            return false;
    }
    if (!lex_expect(lx, ')'))
        return false;
    if (!lex_accept_text(lx, "->"))
        return lex_expected(lx, "'->'");
    lex_skip(lx);
    *at = lx->p;
    return (*result = hlo_type(rd)) != NULL;
}

static bool computation_tail(HloReader *rd, IrComp *c)
{
    Lex *lx = &rd->lx;
    while (lex_accept(lx, ',')) {
        Span key = lex_word(lx), value;
        if (key.n == 0)
            return lex_expected(lx, "execution_thread");
        if (!lex_expect(lx, '=') || !lex_value(lx, &value))
            return false;
        pair_push(rd->a, &c->extra, &c->n_extra,
                  (IrPair){hlo_text(rd, key), hlo_text(rd, value), true});
    }
    return true;
}

static bool computation(HloReader *rd)
{
    Lex *lx = &rd->lx;
    Span name;
    bool sigil, is_entry = false;
    const Type *result;
    const char *result_at = NULL;
    lex_skip(lx);
    const char *start = lx->p;
    if (!lex_name(lx, &name, &sigil, "a computation"))
        return false;
    if (!sigil && span_is(name, "ENTRY") && lex_peek(lx) != '(') {
        is_entry = true;
        if (!lex_name(lx, &name, &sigil, "the entry computation's name"))
            return false;
    }
    if (!hlo_check_name(rd, name, sigil, false))
        return false;
    if (!signature(rd, &result, &result_at))
        return false;
    IrComp *c = hlo_body(rd, name, lex_pos(lx, start));
    if (!c)
        return false;
    if (result && result->plain != c->root->type->plain) {
        g_autofree char *said = type_text(result), *is = type_text(c->root->type);
        return lex_fail(lx, result_at, SHARD_ERROR_PARSE, NULL,
                        "%s is said to return %s, but its root %s is %s", c->name, said,
                        c->root->name, is);
    }
    if (is_entry && rd->m->entry)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "a second ENTRY computation; the first is in line %d",
                        rd->m->entry->at.line);
    IrComp *earlier = span_map_add(&rd->comps, name, 0, c);
    if (earlier)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "a second computation named %.*s; the first is in line %d",
                        (int)MIN(name.n, 200), name.s, earlier->at.line);
    if (is_entry) {
        rd->m->entry = c;
        c->is_function = true;
    }
    return computation_tail(rd, c);
}

/* ---- modules --------------------------------------------------------------------------------- */

/* Notes the style of the text, so that it can be printed in the same style. */
static void note_spelling(HloReader *rd)
{
    const char *spelling = !rd->any_sigil ? "hlo-short" : rd->any_operand_type ? "hlo" : "hlo-dump";
    pair_push(rd->a, &rd->m->extra, &rd->m->n_extra, (IrPair){KEY_SPELLING, spelling, true});
}

static bool at_computation(Lex *lx)
{
    const char *start = lx->p;
    Span name = {start, 0};
    lex_skip(lx);
    lx->p += *lx->p == '%';
    name = lex_word(lx);
    char next = lex_peek(lx);
    lx->p = start;
    return name.n && (next == '{' || next == '(' || span_is(name, "ENTRY"));
}

static bool not_hlo(Lex *lx)
{
    const char *start = lx->p;
    Span word = lex_word(lx);
    word.n = word.n ? MIN(word.n, 60) : 1;
    g_autofree char *raw = g_strndup(start, word.n), *text = g_utf8_make_valid(raw, -1);
    return lex_fail(lx, start, SHARD_ERROR_PARSE,
                    "HLO text begins with HloModule, StableHLO text with module",
                    "expected a program, found '%s'", text);
}

/* name = ..., ROOT name = ... or a type. */
static bool at_instruction(HloReader *rd)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    bool yes = hlo_at_type(rd);
    for (int i = 0; i < 2 && !yes; i++) {
        lex_skip(lx);
        lx->p += *lx->p == '%';
        yes = lex_word(lx).n > 0 && lex_peek(lx) == '=';
    }
    lx->p = start;
    return yes;
}

/* A text of a single instruction: operands with unknown names become parameters. */
static bool single_instruction(HloReader *rd)
{
    IrComp *c = comp_new(rd->m, "_");
    bool is_root;
    rd->m->name = "_";
    rd->m->is_scheduled = true; /* one instruction has one order */
    rd->one_op = true;
    rd->ops = &rd->outer_ops;
    c->at = lex_pos(&rd->lx, rd->lx.p);
    lex_skip(&rd->lx);
    const char *at = rd->lx.p;
    c->root = hlo_instruction(rd, c, &is_root);
    if (c->root)
        place_elements(rd, c, 0);
    rd->ops = NULL;
    rd->m->entry = c;
    if (!c->root || !finish_parameters(rd, c, at))
        return false;
    hlo_move_last(rd->m, c);
    return lex_peek(&rd->lx) == 0
               ? true
               : lex_expected(&rd->lx, "the end of the text after a single instruction");
}

static bool module(HloReader *rd)
{
    Lex *lx = &rd->lx;
    HloHeader h = {0};
    const char *nul = memchr(lx->p, 0, (size_t)(lx->end - lx->p));
    if (nul) /* also inside strings, which would end there */
        return lex_fail(lx, nul, SHARD_ERROR_PARSE, NULL, "a NUL byte");
    lex_skip(lx);
    const char *start = lx->p;
    if (lx->p >= lx->end)
        return lex_expected(lx, "HloModule");
    Span first = lex_word(lx);
    bool has_header = span_is(first, "HloModule");
    if (has_header) {
        if (!hlo_header(rd, &h) || !hlo_stack_tables(rd))
            return false;
    } else {
        lx->p = start;
        if (!at_computation(lx)) {
            if (at_instruction(rd))
                return single_instruction(rd);
            return not_hlo(lx);
        }
    }
    while (lex_peek(lx) != 0)
        if (!computation(rd))
            return false;
    if (rd->m->n_comps == 0)
        return lex_expected(lx, "a computation");
    if (!rd->m->entry) {
        rd->m->entry = rd->m->comps[rd->m->n_comps - 1];
        rd->m->entry->is_function = true;
    }
    note_entry_place(rd->m);
    hlo_move_last(rd->m, rd->m->entry);
    if (!has_header)
        rd->m->name = arena_printf(rd->a, "module_%s", rd->m->entry->name);
    return hlo_header_end(rd, &h) && module_check_depth(rd->m, lx->error);
}

IrModule *hlo_parse(const char *path, const char *text, size_t n, GError **error)
{
    g_autofree char *copy = g_try_malloc(n + 1);
    if (!copy) {
        diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: not enough memory for %zu bytes of text",
             path, n);
        return NULL;
    }
    memcpy(copy, text, n);
    copy[n] = 0; /* the lexer stops at it */
    return hlo_parse_terminated(path, copy, n, error);
}

IrModule *hlo_parse_terminated(const char *path, const char *text, size_t n, GError **error)
{
    g_assert(text[n] == 0);
    g_autoptr(GError) own = NULL; /* the reader checks whether an error is set */
    HloReader rd = {.m = module_new("module")};
    rd.a = rd.m->arena;
    rd.scratch = arena_new_root();
    rd.m->path = str_intern(rd.m->strs, path);
    lex_init(&rd.lx, rd.m->path, text, n, &own);
    bool fine = module(&rd);
    if (fine)
        note_spelling(&rd);
    span_map_clear(&rd.types);
    span_map_clear(&rd.groups);
    span_map_clear(&rd.comps);
    span_map_clear(&rd.outer_ops);
    vec_clear(&rd.operands);
    vec_clear(&rd.elements);
    if (rd.async_comps)
        g_hash_table_destroy(rd.async_comps);
    vec_clear(&rd.parts);
    arena_free(rd.scratch);
    if (fine)
        return rd.m;
    module_free(rd.m);
    g_assert(own);
    g_propagate_error(error, g_steal_pointer(&own));
    return NULL;
}
