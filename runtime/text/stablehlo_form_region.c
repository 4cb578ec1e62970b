/* Pretty forms that contain regions: reduce, while, manual and named computations, scan. */
#include "runtime/text/stablehlo_form.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

/* The reducer of the short form: "applies stablehlo.add". */
static bool read_applies(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    mlir_peek(x);
    const char *at = x->cur;
    Str w = mlir_accept_word(x);
    const char *dot = w.n ? memchr(w.s, '.', w.n) : NULL;
    OpCode code = dot ? opcode_from_mlir(dot + 1, (size_t)(w.s + w.n - dot - 1)) : N_OPCODES;
    if (code == N_OPCODES || op_info[code].family != FAMILY_elementwise || op_info[code].n_args != 2 || !(op_info[code].traits & COMMUTES))
        return mlir_fail(x, at, "expected a binary operation that commutes behind 'applies', found '%.*s'", (int)MIN(w.n, 40), w.s);
    mop_form_applies(r, op, at, code);
    return true;
}

void mop_form_applies(Reader *r, MOp *op, const char *at, OpCode code)
{
    MAttr *a = arena_new(r->x.scratch, MAttr);
    a->kind = ATTR_INT;
    a->made = &op_info[code]; /* a key that cannot occur as an attribute in the program */
    mop_form_attr(r, op, "applies", at, a);
}

/* "reducer(%a: T, %b: T) (%c: U, %d: U) { .. }": pairs in the text, all lefts then all rights in the block. */
static bool read_reducer(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    Region *region = region_open(r, REGION_CLONED, mop_region_label(r, op, 0));
    while (mlir_peek(x) == '(')
        if (!region_args_read(r))
            return false;
    int n = region->n_args;
    if (n != op->n_operands || n % 2)
        return mlir_fail(x, x->cur, "the reducer takes %d arguments, %d operands need %d", n, op->n_operands, op->n_operands);
    for (int i = 0; i < n; i++)
        region->args[i]->a.parameter.number = i / 2 + (i % 2) * (n / 2);
    if (!region_read(r, region))
        return false;
    op->regions = arena_new(x->scratch, Region *);
    op->regions[0] = region;
    op->n_regions = 1;
    return true;
}

/* reduce(%a init: %z), (%b init: %y) [applies stablehlo.add] across dimensions = [1] {..} : FT [reducer ..] */
bool mop_form_reduce(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    MOp inits = { 0 };
    do {
        if (!mlir_expect(x, '(') || !mop_form_operand(r, op) || !mlir_expect_keyword(x, "init") || !mlir_expect(x, ':') ||
            !mop_form_operand(r, &inits) || !mlir_expect(x, ')'))
            return false;
    } while (mlir_accept(x, ','));
    bool is_short = mlir_accept_keyword(x, "applies");
    if (is_short && !read_applies(r, op))
        return false;
    if (!mlir_expect_keyword(x, "across"))
        return false;
    const char *at = x->cur;
    Str key = mlir_accept_word(x);
    if (!str_is(key, "dimensions"))
        return mlir_fail(x, at, "expected 'dimensions = [..]'");
    if (!mlir_expect(x, '=') || !mop_form_pair(r, op, key, at))
        return false;
    if (mlir_peek(x) == '{' && !mop_form_loose(r, op))
        return false;
    if (!mop_form_types(r, op))
        return false;
    int n = op->n_operands;
    IrOp **all = arena_array(x->scratch, IrOp *, 2 * n);
    const char **places = arena_array(x->scratch, const char *, 2 * n);
    memcpy(all, op->operands, sizeof *all * (size_t)n);
    memcpy(all + n, inits.operands, sizeof *all * (size_t)n);
    memcpy(places, op->operand_at, sizeof *places * (size_t)n);
    memcpy(places + n, inits.operand_at, sizeof *places * (size_t)n);
    op->operands = all;
    op->operand_at = places;
    op->n_operands = op->cap_operands = 2 * n;
    if (is_short)
        return true;
    if (!mlir_expect_keyword(x, "reducer"))
        return false;
    return read_reducer(r, op);
}

/* while(%i = %c, %y = %a) : T, T [attributes {..}] cond {..} do {..}: the names are arguments of both regions. */
bool mop_form_while(Reader *r, MOp *op)
{
    typedef struct { Str name; const char *at; } Arg;
    Mlir *x = &r->x;
    VEC(Arg) args = { 0 };
    TypeVec types = { 0 };
    bool ok = mlir_expect(x, '(');
    if (ok && !mlir_accept(x, ')')) {
        do {
            mlir_peek(x);
            Arg a = { .at = x->cur };
            ok = mlir_expect(x, '%');
            if (!ok)
                break;
            const char *s = x->cur;
            while (mlir_is_name_char(*x->cur))
                x->cur++;
            a.name = (Str){ s, (size_t)(x->cur - s) };
            ok = (a.name.n || mlir_expected(x, "a name after '%'")) && mlir_expect(x, '=') && mop_form_operand(r, op);
            vec_push(&args, a);
        } while (ok && mlir_accept(x, ','));
        ok = ok && mlir_expect(x, ')') && mlir_expect(x, ':');
        while (ok && types.n < args.n)
            ok = (!types.n || mlir_expect(x, ',')) && mlir_read_types(x, &types);
    }
    if (ok) {
        if (types.n != args.n)
            ok = mlir_fail(x, x->cur, "%d values and %d types", args.n, types.n);
        mop_form_args(r, op, &types);
        mop_form_results(r, op, &types);
    }
    if (ok && mlir_accept_keyword(x, "attributes"))
        ok = mop_form_loose(r, op);
    op->regions = arena_array(x->scratch, Region *, 2);
    static const char *const words[] = { "cond", "do" };
    for (int k = 0; ok && k < 2; k++) {
        ok = mlir_expect_keyword(x, words[k]);
        if (!ok)
            break;
        Region *region = op->regions[op->n_regions++] = region_open(r, REGION_LIFTED, mop_region_label(r, op, k));
        MLoc none = { 0 };
        for (int i = 0; ok && i < args.n; i++)
            ok = region_arg(r, args.v[i].name, args.v[i].at, types.v[i], &none) != NULL;
        ok = ok && region_read(r, region);
    }
    vec_clear(&args);
    vec_clear(&types);
    return ok;
}

/* sdy.manual_computation(%a) in_shardings=[..] out_shardings=[..] manual_axes={..} (%x: T) {..} : FT, and
 * sdy.named_computation<"f">(%a) (%x: T) {..} : FT */
bool mop_form_manual(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    if (mlir_accept(x, '<')) {
        const char *at = x->cur;
        MAttr *a = mlir_read_attr(x, false);
        if (!a || !mlir_expect(x, '>'))
            return false;
        if (a->kind != ATTR_STRING)
            return mlir_fail(x, at, "expected the computation's name in quotes");
        mop_form_attr(r, op, "name", at, a);
    }
    if (!mop_form_operands(r, op))
        return false;
    while (mlir_peek(x) != '(') {
        const char *at = x->cur;
        Str key = mlir_accept_word(x);
        if (!key.n)
            return mlir_expected(x, "'('");
        if (!mlir_expect(x, '='))
            return false;
        char c = mlir_peek(x);
        if (c == '[' || c == '{' || c == '<') {
            if (!mop_form_raw(r, op, mlir_intern(x, key)))
                return false;
        } else if (!mop_form_pair(r, op, key, at)) {
            return false;
        }
    }
    Region *region = region_open(r, REGION_MANUAL, mop_region_label(r, op, 0));
    if (!region_args_read(r) || !region_read(r, region))
        return false;
    op->regions = arena_new(x->scratch, Region *);
    op->regions[0] = region;
    op->n_regions = 1;
    if (mlir_peek(x) == '{' && !mop_form_loose(r, op))
        return false;
    return mop_form_types(r, op);
}

/* chlo.scan(%a) inits (%z) dimension=0 [attributes {..}] { ^bb0(..): .. } : FT */
bool mop_form_scan(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    if (!mop_form_operands(r, op) || !mlir_expect_keyword(x, "inits") || !mop_form_operands(r, op))
        return false;
    while (mlir_peek(x) != '{') {
        const char *at = x->cur;
        Str key = mlir_accept_word(x);
        if (str_is(key, "attributes")) {
            if (!mop_form_loose(r, op))
                return false;
            continue;
        }
        if (!key.n)
            return mlir_expected(x, "'{'");
        if (!mlir_expect(x, '=') || !mop_form_pair(r, op, key, at))
            return false;
        mlir_accept(x, ',');
    }
    return mop_form_regions(r, op) && mop_form_types(r, op);
}
