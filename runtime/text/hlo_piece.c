/* Reads one op for a module under construction: its operands are ops of the module, and its opcode, type and attributes
 * are HLO's text. */
#include "runtime/text/hlo_piece.h"

#include <string.h>

#include "runtime/ir/verify.h"
#include "runtime/text/hlo_impl.h"

/* Parameters and constants are not made from text here. */
static bool is_source(OpCode code)
{
    return code == OP_parameter || code == OP_constant;
}

/* An element-wise op that HLO has no word for goes by its name in CHLO. */
static OpCode code_of(Span word, OpCode *inner)
{
    OpCode code = hlo_opcode(word, inner);
    if (code == N_OPCODES) {
        code = opcode_from_mlir(word.s, word.n);
        if (code != N_OPCODES && (op_info[code].hlo || op_info[code].family != FAMILY_elementwise))
            code = N_OPCODES;
    }
    return is_source(code) ? N_OPCODES : code;
}

/* Behind its operands. */
static IrOp *complete(HloReader *rd, IrComp *c, const HloPiece *piece, const Type *type)
{
    Lex *lx = &rd->lx;
    OpCode inner;
    lex_skip(lx);
    const char *at = lx->p;
    Span word = lex_word(lx);
    OpCode code = code_of(word, &inner);
    if (code == N_OPCODES) {
        if (is_source(opcode_from_hlo(word.s, word.n)))
            lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "parameters and constants are made by functions of their own");
        else
            hlo_unknown_opcode(rd, word);
        return NULL;
    }
    if (!hlo_check_arity(rd, code, piece->n_operands, at))
        return NULL;
    if (!op_info[code].hlo && lex_peek(lx) != 0) {
        lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s has no attributes", op_info[code].id);
        return NULL;
    }
    IrOp *op = op_new(c, code, type, NULL, piece->n_operands, piece->operands);
    op->origins = &op->id;
    op->n_origins = 1;
    if (!hlo_complete(rd, op, inner, true, at))
        return NULL;
    if (lex_peek(lx) != 0)
        return lex_expected(lx, "',' or the end of the attributes"), NULL;
    op->type = op->type->plain;
    return op_verify(op, lx->error) ? op : NULL;
}

IrOp *hlo_piece(IrComp *c, const HloPiece *piece, GError **error)
{
    g_autoptr(GError) own = NULL; /* the reader goes by whether an error is set */
    const char *attrs = piece->attrs && piece->attrs[strspn(piece->attrs, " \t\n")] ? piece->attrs : NULL;
    g_autofree char *text = g_strdup_printf("%s%s%s", piece->op, attrs ? ", " : "", attrs ? attrs : "");
    HloReader rd = { .m = c->module, .a = c->module->arena, .scratch = arena_new_root(), .piece = piece };
    rd.ops = &rd.outer_ops;
    int n_ops = c->n_ops;
    lex_init(&rd.lx, NULL, text, strlen(text), &own);
    const Type *type = piece->type;
    bool typed = hlo_at_type(&rd);
    if (typed)
        type = hlo_type(&rd);
    IrOp *op = typed && !type ? NULL : complete(&rd, c, piece, type);
    if (!op)
        c->n_ops = n_ops;
    span_map_clear(&rd.types);
    span_map_clear(&rd.groups);
    span_map_clear(&rd.comps);
    span_map_clear(&rd.outer_ops);
    vec_clear(&rd.operands);
    vec_clear(&rd.elements);
    vec_clear(&rd.parts);
    if (rd.async_comps)
        g_hash_table_destroy(rd.async_comps);
    arena_free(rd.scratch);
    g_assert(!op == !!own);
    if (own)
        g_propagate_error(error, g_steal_pointer(&own));
    return op;
}
