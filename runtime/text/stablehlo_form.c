/* The notations of an operation: the generic form, which every op has, and the pretty forms. Most pretty forms are a
 * list of operands, key = value pairs, words and bracketed parts whose order is irrelevant here, so one
 * function reads them all (mop_form_common); the build functions interpret them. */
#include "runtime/text/stablehlo_form.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

#include "runtime/ir/scalar.h"

/* ---- pieces ------------------------------------------------------------------------------------------- */

bool mop_form_operand(Reader *r, MOp *op)
{
    const char *at;
    IrOp *value = value_read(r, &at);
    if (!value)
        return false;
    if (op->n_operands == op->cap_operands) {
        int cap = MAX(4, op->cap_operands * 2);
        IrOp **v = arena_array(r->x.scratch, IrOp *, cap);
        const char **places = arena_array(r->x.scratch, const char *, cap);
        if (op->n_operands) {
            memcpy(v, op->operands, sizeof *v * (size_t)op->n_operands);
            memcpy(places, op->operand_at, sizeof *places * (size_t)op->n_operands);
        }
        op->operands = v;
        op->operand_at = places;
        op->cap_operands = cap;
    }
    op->operand_at[op->n_operands] = at;
    op->operands[op->n_operands++] = value;
    return true;
}

/* "(%a, %b)" */
bool mop_form_operands(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    if (!mlir_expect(x, '('))
        return false;
    if (mlir_accept(x, ')'))
        return true;
    do {
        if (!mop_form_operand(r, op))
            return false;
    } while (mlir_accept(x, ','));
    return mlir_expect(x, ')');
}

void mop_form_attr(Reader *r, MOp *op, const char *key, const char *at, MAttr *value)
{
    mlir_dict_add(&r->x, &op->attrs, str_intern(r->x.names, key), at, value);
}

static const Type **dup_types(Reader *r, const TypeVec *v)
{
    return v->n ? arena_dup_array(r->x.scratch, v->v, v->n) : arena_new(r->x.scratch, const Type *);
}

void mop_form_results(Reader *r, MOp *op, const TypeVec *v)
{
    op->types = dup_types(r, v);
    op->n_types = v->n;
}

void mop_form_args(Reader *r, MOp *op, const TypeVec *v)
{
    op->arg_types = dup_types(r, v);
    op->n_arg_types = v->n;
}

/* Types of operands out of the short list: one for all, one for each, or as the op has it. */
static void short_arg_types(Reader *r, MOp *op, const TypeVec *v)
{
    int n = op->n_operands;
    const Type *last = v->v[v->n - 1];
    const Type **types = arena_array(r->x.scratch, const Type *, MAX(n, 1));
    if (op->row->code == OP_complex && last->kind == TYPE_ARRAY && elem_info[last->elem].cls == CLASS_COMPLEX) {
        last = type_with_elem(r->m->types, last, elem_part(last->elem));
        for (int i = 0; i < n; i++)
            types[i] = last;
    } else if (op->row->code == OP_tuple && last->kind == TYPE_TUPLE && last->n_parts == n) {
        for (int i = 0; i < n; i++)
            types[i] = last->parts[i];
    } else if (op->row->code == OP_select && v->n == 2 && n == 3) {
        types[0] = v->v[0];
        types[1] = types[2] = v->v[1];
    } else if (v->n == 1 || v->n == n) {
        for (int i = 0; i < n; i++)
            types[i] = v->v[v->n == n ? i : 0];
    } else {
        return; /* the build function finds that they do not fit */
    }
    op->arg_types = types;
    op->n_arg_types = n;
}

/* What "T, T" without an arrow says, by op: the types of all results, of none, or of the last. */
static void short_types(Reader *r, MOp *op, const TypeVec *v)
{
    op->short_types = true;
    bool is_return = g_str_has_suffix(op->name, ".return");
    if (is_return && op->n_operands != v->n) {
        mop_form_args(r, op, v); /* the numbers differ, which is an error */
    } else {
        short_arg_types(r, op, v);
    }
    if (strcmp(op->name, "stablehlo.optimization_barrier") == 0) {
        mop_form_args(r, op, v);
        mop_form_results(r, op, v);
        return;
    }
    TypeVec none = { 0 };
    if (strcmp(op->name, "sdy.sharding_group") == 0 || is_return ||
        g_str_has_prefix(op->name, "check.") || strcmp(op->name, "interpreter.print") == 0) {
        mop_form_results(r, op, &none);
        return;
    }
    op->types = arena_new(r->x.scratch, const Type *);
    op->types[0] = v->v[v->n - 1];
    op->n_types = 1;
}

/* Behind ':'. */
static bool read_signature(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    r->arg_types.n = r->result_types.n = 0;
    bool parens = mlir_peek(x) == '(';
    bool ok = mlir_read_types(x, &r->arg_types);
    while (ok && !parens && mlir_accept(x, ','))
        ok = mlir_read_types(x, &r->arg_types);
    if (!ok)
        return false;
    if (mlir_accept_text(x, "->")) {
        if (!mlir_read_types(x, &r->result_types))
            return false;
        mop_form_args(r, op, &r->arg_types);
        mop_form_results(r, op, &r->result_types);
        return true;
    }
    if (parens)
        return mlir_expected(x, "'->'");
    short_types(r, op, &r->arg_types);
    return true;
}

bool mop_form_types(Reader *r, MOp *op)
{
    return mlir_expect(&r->x, ':') && read_signature(r, op);
}

bool mop_form_raw(Reader *r, MOp *op, const char *key)
{
    mlir_peek(&r->x);
    const char *at = r->x.cur;
    Str body;
    if (!mlir_skip_balanced(&r->x, &body))
        return false;
    MAttr *a = arena_new(r->x.scratch, MAttr);
    a->kind = ATTR_RAW;
    a->text = body;
    mop_form_attr(r, op, key, at, a);
    return true;
}

/* "{..}" behind an op: attributes of its own and any others. */
bool mop_form_loose(Reader *r, MOp *op)
{
    int n = op->attrs.n;
    bool ok = mlir_read_dict(&r->x, &op->attrs);
    for (; n < op->attrs.n; n++)
        op->attrs.v[n].loose = true;
    return ok;
}

const char *mop_region_label(Reader *r, const MOp *op, int i)
{
    const char *word = strchr(op->name, '.') ? strchr(op->name, '.') + 1 : op->name;
    if (op->row->code == OP_while)
        return i ? "while_body" : "while_cond";
    if (op->row->code == OP_reduce)
        return "reducer";
    if (op->row->code == OP_manual)
        return "manual_computation_body";
    if (strcmp(op->name, "sdy.named_computation") == 0) {
        for (int k = 0; k < op->attrs.n; k++)
            if (strcmp(op->attrs.v[k].key, "name") == 0 && op->attrs.v[k].value->kind == ATTR_STRING)
                return op->attrs.v[k].value->s;
        return word;
    }
    return arena_printf(r->x.scratch, "%s_region_%d", word, i);
}

/* ---- the generic form -------------------------------------------------------------------------------------- */

bool mop_form_regions(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    VEC(Region *) regions = { 0 };
    bool ok = true;
    do {
        Region *region = region_open(r, op->row->region, mop_region_label(r, op, regions.n));
        ok = region_read(r, region);
        vec_push(&regions, region);
    } while (ok && mlir_accept(x, ','));
    if (ok && regions.n) {
        op->regions = arena_dup_array(x->scratch, regions.v, regions.n);
        op->n_regions = regions.n;
    }
    vec_clear(&regions);
    return ok;
}

bool mop_form_generic(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    if (!mop_form_operands(r, op))
        return false;
    if (mlir_peek(x) == '[')
        return mlir_fail_as(x, x->cur, SHARD_ERROR_UNSUPPORTED, NULL, "%s: successor blocks are not supported", op->name);
    if (mlir_peek(x) == '<') {
        x->cur++;
        if (!mlir_read_dict(x, &op->attrs) || !mlir_expect(x, '>'))
            return false;
    }
    if (mlir_peek(x) == '(') {
        x->cur++;
        if (!mlir_accept(x, ')') && (!mop_form_regions(r, op) || !mlir_expect(x, ')')))
            return false;
    }
    if (mlir_peek(x) == '{' && !mop_form_loose(r, op))
        return false;
    if (!mlir_expect(x, ':'))
        return false;
    r->arg_types.n = r->result_types.n = 0;
    if ((mlir_peek(x) != '(' && !mlir_expected(x, "a function type")) || !mlir_read_types(x, &r->arg_types) ||
        (!mlir_accept_text(x, "->") && !mlir_expected(x, "'->'")) || !mlir_read_types(x, &r->result_types))
        return false;
    mop_form_args(r, op, &r->arg_types);
    mop_form_results(r, op, &r->result_types);
    return true;
}

/* ---- the common pretty form --------------------------------------------------------------------------------- */

/* "[0:4, 1:8:2]": becomes three lists. */
static bool read_ranges(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    const char *at = x->cur++;
    int64_t v[3][MAX_RANK];
    int n = 0;
    if (!mlir_accept(x, ']')) {
        do {
            if (n == MAX_RANK)
                return mlir_fail(x, x->cur, "more than %d ranges", (int)MAX_RANK);
            v[2][n] = 1;
            if (!mlir_read_int(x, &v[0][n]) || !mlir_expect(x, ':') || !mlir_read_int(x, &v[1][n]) ||
                (mlir_accept(x, ':') && !mlir_read_int(x, &v[2][n])))
                return false;
            n++;
        } while (mlir_accept(x, ','));
        if (!mlir_expect(x, ']'))
            return false;
    }
    static const char *const keys[] = { "start_indices", "limit_indices", "strides" };
    for (int i = 0; i < 3; i++) {
        MAttr *a = arena_new(x->scratch, MAttr);
        a->kind = ATTR_INTS;
        a->ints = ints_dup(x->scratch, v[i], n);
        mop_form_attr(r, op, keys[i], at, a);
    }
    return true;
}

/* key = value; "[..] x [..]" gives two lists: key and "key.rhs". */
bool mop_form_pair(Reader *r, MOp *op, Str key, const char *at)
{
    Mlir *x = &r->x;
    MAttr *value;
    const char *name = mlir_intern(x, key);
    char c = mlir_peek(x);
    if (strcmp(name, "dim_numbers") == 0)
        value = conv_dims_read(r);
    else if (c == '<' && strcmp(name, "algorithm") == 0)
        value = mlir_read_struct(x, "dot_algorithm");
    else
        value = mlir_read_attr(x, false);
    if (!value)
        return false;
    mop_form_attr(r, op, name, at, value);
    if (value->kind == ATTR_ARRAY && mlir_peek(x) == 'x' && (x->cur[1] == ' ' || x->cur[1] == '[')) {
        x->cur++;
        MAttr *rhs = mlir_read_attr(x, false);
        if (!rhs)
            return false;
        g_autofree char *rhs_name = g_strconcat(name, ".rhs", NULL);
        mop_form_attr(r, op, rhs_name, at, rhs);
    }
    return true;
}

static bool read_word_item(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    Str w = mlir_peek_word(x);
    const char *at = x->cur;
    if (str_is(w, "dense") || str_is(w, "dense_resource")) {
        MAttr *value = mlir_read_attr(x, false);
        if (value)
            mop_form_attr(r, op, "value", at, value);
        return value != NULL;
    }
    x->cur += w.n;
    if (mlir_accept(x, '='))
        return mop_form_pair(r, op, w, at);
    bool takes_words = op->row->code == OP_compare || strncmp(op->name, "sdy.", 4) == 0 || strncmp(op->name, "interpreter.", 12) == 0;
    if (!takes_words || op->n_words == (int)G_N_ELEMENTS(op->words))
        return mlir_fail(x, at, "unexpected '%.*s' in %s", (int)MIN(w.n, 40), w.s, op->name);
    op->words[op->n_words++] = mlir_intern(x, w);
    return true;
}

static bool read_symbol_item(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    const char *at = x->cur;
    MAttr *value = mlir_read_attr(x, false);
    if (!value)
        return false;
    const char *key = *at == '#' ? "sharding" : value->kind == ATTR_STRING ? "name" : "@";
    mop_form_attr(r, op, key, at, value);
    return true;
}

/* "[max]" of Shardy's reductions, which "max" is too. */
static bool at_bracketed_word(Mlir *x)
{
    const char *p = x->cur + 1;
    while (g_ascii_isspace(*p))
        p++;
    return g_ascii_isalpha(*p);
}

static bool read_bracketed_word(Reader *r, MOp *op)
{
    r->x.cur++;
    mlir_peek(&r->x);
    return read_word_item(r, op) && mlir_expect(&r->x, ']');
}

/* The kind of part before the cursor in a pretty form; a comma is required between parts that could otherwise be confused. */
typedef enum Before { AT_START, AT_COMMA, AT_OPEN, AT_OPERAND, AT_WORD, AT_OTHER } Before;

static bool comma_missing(bool strict, Before before, bool operand, bool word)
{
    if (operand)
        return before == AT_OPERAND || (strict && before == AT_WORD);
    return word && strict && (before == AT_OPERAND || before == AT_WORD);
}

bool mop_form_common(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    int parens = 0;
    Before before = AT_START;
    bool strict = strncmp(op->name, "stablehlo.", 10) == 0 || strncmp(op->name, "chlo.", 5) == 0;
    for (;;) {
        char c = mlir_peek(x);
        bool ok = true, part = before != AT_COMMA && before != AT_OPEN;
        Str w = mlir_peek_word(x);
        if (comma_missing(strict, before, c == '%', w.n && !(str_is(w, "loc") && !parens)))
            return mlir_expected(x, "','");
        Before now = AT_OTHER;
        if (c == '%') {
            ok = mop_form_operand(r, op);
            now = AT_OPERAND;
        } else if (c == '(') {
            if (parens++ || before == AT_COMMA)
                return mlir_fail(x, x->cur, "unexpected '('");
            x->cur++;
            now = AT_OPEN;
        } else if (c == ')' && parens && before != AT_COMMA) {
            parens--;
            x->cur++;
            if (!op->n_operands && strcmp(op->name, "stablehlo.optimization_barrier") == 0 && mlir_peek(x) != ':') {
                op->types = arena_new(x->scratch, const Type *);
                return true;
            }
        } else if (c == ',' && part && before != AT_START) {
            x->cur++;
            now = AT_COMMA;
        } else if (c == ':' && !parens && part) {
            return mop_form_types(r, op);
        } else if (c == '{' && !parens && part) {
            bool axes = !op->n_operands && strncmp(op->name, "sdy.", 4) == 0; /* sdy.all_reduce {"x"} %a */
            ok = axes ? mop_form_raw(r, op, "axes") : mop_form_loose(r, op);
        } else if (c == '[' && !parens && part) {
            if (strcmp(op->name, "stablehlo.slice") == 0)
                ok = read_ranges(r, op);
            else if (strcmp(op->name, "stablehlo.get_tuple_element") == 0)
                ok = mop_form_pair(r, op, (Str){ "index", 5 }, x->cur);
            else if (strncmp(op->name, "sdy.", 4) == 0 && at_bracketed_word(x))
                ok = read_bracketed_word(r, op);
            else
                ok = mop_form_raw(r, op, "axes");
        } else if (c == '<' && !parens && part) {
            ok = mop_form_raw(r, op, "sharding");
        } else if (c == '@' || c == '"' || c == '#') {
            ok = read_symbol_item(r, op);
        } else if (w.n) {
            if (str_is(w, "loc") && !parens && part) {
                op->types = arena_new(x->scratch, const Type *);
                return true;
            }
            ok = read_word_item(r, op);
            now = AT_WORD;
        } else if (c == '}' && !parens && op->n_operands == 0 && part) { /* a return without values */
            op->types = arena_new(x->scratch, const Type *);
            return true;
        } else {
            return mlir_expected(x, parens ? "')'" : before == AT_COMMA ? "an operand or attribute" : "':' and the op's type");
        }
        if (!ok)
            return false;
        before = now;
    }
}

/* ---- ops with forms of their own -------------------------------------------------------------------------------- */

/* "dense<..> : T" with attributes before or between. */
bool mop_form_constant(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    if (mlir_peek(x) == '(') { /* constant() <{value = ..}> : () -> T, also for pretty names */
        return mop_form_generic(r, op);
    }
    if (mlir_peek(x) == '{' && !mop_form_loose(r, op))
        return false;
    const char *at = x->cur;
    MAttr *value = mlir_read_attr(x, true);
    if (!value)
        return false;
    if (value->kind != ATTR_DENSE)
        return mlir_fail(x, at, "expected dense<..>");
    mop_form_attr(r, op, "value", at, value);
    op->types = arena_new(x->scratch, const Type *);
    op->types[0] = value->literal->type;
    op->n_types = 1;
    return true;
}

/* check.expect_eq_const %a, dense<..> : T: the literal's type is that of the operand. Others have "tolerance = 0.1"
 * behind the operands. */
bool mop_form_check(Reader *r, MOp *op)
{
    Mlir *x = &r->x;
    do {
        char c = mlir_peek(x);
        const char *at = x->cur;
        if (c == '%') {
            if (!mop_form_operand(r, op))
                return false;
            continue;
        }
        if (c == '{')
            break;
        Str word = mlir_peek_word(x);
        if (word.n && !str_is(word, "dense") && !str_is(word, "dense_resource")) {
            x->cur += word.n;
            if (!mlir_expect(x, '=') || !mop_form_pair(r, op, word, at))
                return false;
            continue;
        }
        MAttr *value = mlir_read_attr(x, true);
        if (!value)
            return false;
        mop_form_attr(r, op, "value", at, value);
    } while (mlir_accept(x, ','));
    if (mlir_peek(x) == '{' && !mop_form_loose(r, op))
        return false;
    op->types = arena_new(x->scratch, const Type *);
    return mlir_peek(x) != ':' || mop_form_types(r, op);
}
