/* Rules as Shardy's text, out and in: ([ij], [k])->([i, jk]) {i=2, j=4, k=8} reduction={k}.
 * A factor is a letter i..z or z_1, z_2, ..; factors of one dim stand side by side. */
#include "runtime/propagate/rules.h"

enum { FIRST_LETTER = 'i', N_LETTERS = 'z' - 'i' + 1, MAX_FACTORS = 4096 };

const char *factor_kind_name(FactorKind kind)
{
    switch (kind) {
    case FACTOR_PASS_THROUGH:
        return "pass-through";
    case FACTOR_REDUCTION:
        return "reduction";
    case FACTOR_NEED_REPLICATION:
        return "need replication";
    case FACTOR_PERMUTATION:
        return "permutation";
    }
    return "";
}

void factor_name(GString *out, int factor)
{
    if (factor < N_LETTERS)
        g_string_append_c(out, (char)(FIRST_LETTER + factor));
    else
        g_string_append_printf(out, "z_%d", factor - N_LETTERS + 1);
}

static void print_tensors(GString *out, const RuleTensor *tensors, int n)
{
    g_string_append_c(out, '(');
    for (int t = 0; t < n; t++) {
        g_string_append(out, t ? ", [" : "[");
        for (int d = 0; d < tensors[t].rank; d++) {
            g_string_append(out, d ? ", " : "");
            for (int i = 0; i < tensors[t].dims[d].n; i++)
                factor_name(out, tensors[t].dims[d].factors[i]);
        }
        g_string_append_c(out, ']');
    }
    g_string_append_c(out, ')');
}

static void print_group(GString *out, const Rule *rule, const char *name, FactorKind kind, bool blocked)
{
    bool any = false;
    for (int f = 0; f < rule->n_factors; f++) {
        if (blocked ? !rule->factors[f].blocked : rule->factors[f].kind != kind)
            continue;
        g_string_append_printf(out, any ? ", " : " %s={", name);
        factor_name(out, f);
        any = true;
    }
    if (any)
        g_string_append_c(out, '}');
}

void rule_print(GString *out, const Rule *rule)
{
    print_tensors(out, rule->tensors, rule->n_operands);
    g_string_append(out, "->");
    print_tensors(out, rule->tensors + rule->n_operands, rule->n_results);
    for (int f = 0; f < rule->n_factors; f++) {
        g_string_append(out, f ? ", " : " {");
        factor_name(out, f);
        g_string_append_printf(out, "=%" G_GINT64_FORMAT, rule->factors[f].size);
    }
    if (rule->n_factors)
        g_string_append_c(out, '}');
    print_group(out, rule, "reduction", FACTOR_REDUCTION, false);
    print_group(out, rule, "need_replication", FACTOR_NEED_REPLICATION, false);
    print_group(out, rule, "permutation", FACTOR_PERMUTATION, false);
    print_group(out, rule, "blocked_propagation", FACTOR_PASS_THROUGH, true);
    if (rule->custom)
        g_string_append(out, ", custom");
}

/* ---- reading ---------------------------------------------------------------------------------- */

typedef struct RuleReader {
    Arena *arena;
    const char *p;
    const IrOp *op;
    int n_factors;                /* largest index seen, plus one */
    VEC(Factor) factors;
    GError **error;
} RuleReader;

static bool fail(RuleReader *r, const char *what)
{
    return diag(r->error, SHARD_ERROR_SHARDING, OP_AT(r->op), "the form is ([ij], [k])->([i, jk]) {i=2, j=4, k=8}",
                "sharding rule: %s at \"%.20s\"", what, r->p);
}

static void skip_space(RuleReader *r)
{
    while (g_ascii_isspace(*r->p))
        r->p++;
}

static bool take(RuleReader *r, const char *text)
{
    skip_space(r);
    size_t n = strlen(text);
    if (strncmp(r->p, text, n) != 0)
        return false;
    r->p += n;
    return true;
}

static bool expect(RuleReader *r, const char *text)
{
    if (take(r, text))
        return true;
    char *message = g_strdup_printf("expected \"%s\"", text);
    fail(r, message);
    g_free(message);
    return false;
}

/* Reads one factor; -1 if the text here is none. */
static int read_factor(RuleReader *r)
{
    if (*r->p < FIRST_LETTER || *r->p > 'z')
        return -1;
    int f = *r->p++ - FIRST_LETTER;
    if (f == N_LETTERS - 1 && *r->p == '_' && g_ascii_isdigit(r->p[1])) {
        char *end;
        guint64 n = g_ascii_strtoull(r->p + 1, &end, 10);
        r->p = end;
        if (n == 0 || n > MAX_FACTORS)
            return -1;
        f = N_LETTERS - 1 + (int)n;
    }
    r->n_factors = MAX(r->n_factors, f + 1);
    return f;
}

static bool read_dim(RuleReader *r, RuleDim *dim)
{
    VEC(int) list = {0};
    skip_space(r);
    for (int f = read_factor(r); f >= 0; f = read_factor(r))
        vec_push(&list, f);
    if (list.n > 0)
        *dim = (RuleDim){.n = list.n, .factors = arena_dup_array(r->arena, list.v, list.n)};
    bool ok = list.n > 0;
    vec_clear(&list);
    return ok || fail(r, "expected a factor");
}

static bool read_tensor(RuleReader *r, RuleTensor *t, const Type *type)
{
    int rank = type->kind == TYPE_ARRAY ? type->rank : 0;
    RuleDim *dims = arena_array(r->arena, RuleDim, rank);
    if (!expect(r, "["))
        return false;
    for (int d = 0; d < rank; d++)
        if ((d && !expect(r, ",")) || !read_dim(r, &dims[d]))
            return false;
    *t = (RuleTensor){.rank = rank, .dims = dims};
    return expect(r, "]");
}

static bool read_tensors(RuleReader *r, RuleTensor *tensors, int first, int n)
{
    if (!expect(r, "("))
        return false;
    for (int i = 0; i < n; i++) {
        const Type *type = first + i < r->op->n_operands ? rule_operand_of(r->op, first + i)->type
                                                         : type_leaf(r->op->type, first + i - r->op->n_operands);
        if ((i && !expect(r, ",")) || !read_tensor(r, &tensors[first + i], type))
            return false;
    }
    return expect(r, ")");
}

static bool read_sizes(RuleReader *r)
{
    for (int want = 0; want < r->n_factors; want++) {
        if (!expect(r, want ? "," : "{"))
            return false;
        skip_space(r);
        int n = r->n_factors;
        int f = read_factor(r);
        if (f != want || r->n_factors != n)
            return fail(r, "expected the size of every factor, in order,");
        if (!expect(r, "="))
            return false;
        char *end;
        skip_space(r);
        gint64 size = g_ascii_strtoll(r->p, &end, 10);
        if (end == r->p || size < 0)
            return fail(r, "expected a size of at least 0");
        r->p = end;
        Factor factor = {.size = MAX(size, 1)}; /* a dim of nothing is one that cannot be split */
        vec_push(&r->factors, factor);
    }
    return r->n_factors == 0 || expect(r, "}");
}

/* Factors of a group: ascending, none in two groups (blocked ones may be). */
static bool read_group(RuleReader *r, FactorKind kind, bool blocked)
{
    int last = -1;
    if (!expect(r, "=") || !expect(r, "{"))
        return false;
    do {
        skip_space(r);
        int f = read_factor(r);
        if (f < 0 || f >= r->factors.n)
            return fail(r, "unknown factor");
        if (f <= last)
            return fail(r, "factors of a group must ascend");
        last = f;
        if (!blocked && r->factors.v[f].kind != FACTOR_PASS_THROUGH)
            return fail(r, "a factor in two groups");
        if (blocked)
            r->factors.v[f].blocked = true;
        else
            r->factors.v[f].kind = kind;
    } while (take(r, ","));
    return expect(r, "}");
}

/* Each at most once, in this order. */
static bool read_groups(RuleReader *r)
{
    return (!take(r, "reduction") || read_group(r, FACTOR_REDUCTION, false)) &&
           (!take(r, "need_replication") || read_group(r, FACTOR_NEED_REPLICATION, false)) &&
           (!take(r, "permutation") || read_group(r, FACTOR_PERMUTATION, false)) &&
           (!take(r, "blocked_propagation") || read_group(r, FACTOR_PASS_THROUGH, true));
}

/* A value has each factor once; one of size 1 stands alone in its dim. */
static bool tensor_fits(RuleReader *r, const Rule *rule, const RuleTensor *t)
{
    g_autofree bool *seen = g_new0(bool, rule->n_factors + 1);
    for (int d = 0; d < t->rank; d++)
        for (int i = 0; i < t->dims[d].n; i++) {
            int f = t->dims[d].factors[i];
            if (seen[f])
                return fail(r, "a factor twice in one value");
            seen[f] = true;
            if (t->dims[d].n > 1 && rule->factors[f].size == 1)
                return fail(r, "a factor of size 1 beside others");
        }
    return true;
}

/* What is summed away is not in a result, and every factor is somewhere. */
static bool factors_fit(RuleReader *r, const Rule *rule)
{
    for (int f = 0; f < rule->n_factors; f++) {
        bool used = false;
        for (int t = 0; t < rule->n_operands + rule->n_results; t++)
            if (rule_tensor_has(&rule->tensors[t], f, NULL, NULL)) {
                used = true;
                if (t >= rule->n_operands && rule->factors[f].kind == FACTOR_REDUCTION)
                    return fail(r, "a result has a reduction factor");
            }
        if (!used)
            return fail(r, "a factor that no dimension has");
    }
    for (int t = 0; t < rule->n_operands + rule->n_results; t++)
        if (!tensor_fits(r, rule, &rule->tensors[t]))
            return false;
    return true;
}

/* The product of a dim's factor sizes is computed later without checks. */
static bool sizes_fit(RuleReader *r, const Rule *rule)
{
    for (int t = 0; t < rule->n_operands + rule->n_results; t++) {
        int64_t product = 1;
        for (int d = 0; d < rule->tensors[t].rank; d++)
            for (int i = 0; i < rule->tensors[t].dims[d].n; i++)
                if (__builtin_mul_overflow(product, rule->factors[rule->tensors[t].dims[d].factors[i]].size, &product))
                    return fail(r, "factor sizes overflow");
    }
    return true;
}

static const Rule *read_rule(RuleReader *r)
{
    bool wrapped = take(r, "#sdy.op_sharding_rule") && take(r, "<");
    if (!wrapped)
        wrapped = take(r, "<");
    int n_results = type_n_leaves(r->op->type), n = r->op->n_operands + n_results;
    RuleTensor *tensors = arena_array(r->arena, RuleTensor, n);
    if (!read_tensors(r, tensors, 0, r->op->n_operands) || !expect(r, "->") ||
        !read_tensors(r, tensors, r->op->n_operands, n_results) || !read_sizes(r) || !read_groups(r))
        return NULL;
    bool custom = take(r, ",") && expect(r, "custom");
    if (wrapped && !expect(r, ">"))
        return NULL;
    skip_space(r);
    if (*r->p) {
        fail(r, "text left over");
        return NULL;
    }
    Rule *rule = arena_new(r->arena, Rule);
    *rule = (Rule){.n_factors = r->factors.n, .n_operands = r->op->n_operands, .n_results = n_results, .tensors = tensors,
                   .elementwise = op_is_elementwise(r->op), .custom = custom};
    if (r->factors.n > 0)
        rule->factors = arena_dup_array(r->arena, r->factors.v, r->factors.n);
    return sizes_fit(r, rule) && factors_fit(r, rule) ? rule : NULL;
}

const Rule *rule_parse(Arena *arena, const char *text, const IrOp *op, GError **error)
{
    RuleReader r = {.arena = arena, .p = text, .op = op, .error = error};
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_TUPLE) {
            fail(&r, "an operand is a tuple");
            return NULL;
        }
    const Rule *rule = read_rule(&r);
    vec_clear(&r.factors);
    return rule;
}

bool rules_check(const IrModule *m, GError **error)
{
    g_autoptr(GError) first = NULL;
    Arena *scratch = arena_new_root();
    for (int i = 0; i < m->n_comps && !first; i++)
        for (int k = 0; k < m->comps[i]->n_ops && !first; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            const char *text = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule");
            /* What XLA makes of a custom call keeps the call's attributes: in a module that it has compiled such a rule is about another op. */
            bool left_over = m->is_scheduled && op->code != OP_custom_call;
            if (text && !left_over && !op_repeats_rule(op))
                rule_parse(scratch, text, op, &first);
        }
    arena_free(scratch);
    if (!first)
        return true;
    g_propagate_error(error, g_steal_pointer(&first));
    return false;
}
