/* Building programs: calls, loops, branches, reductions. Loops and branches take one value in HLO, a tuple; here they take several, and
 * the tuples are made where they are needed. */
#include "runtime/library/builder_impl.h"

#include <string.h>

/* A copy whose parameters are the parts of one. */
static IrComp *packed_of(ShardscopeFunction *f)
{
    IrModule *m = f->b->m;
    IrComp *c = comp_clone(f->c);
    g_autofree const Type **types = g_new(const Type *, c->n_params + 1);
    for (int i = 0; i < c->n_params; i++)
        types[i] = c->params[i]->type->plain;
    IrOp *tuple = op_new(c, OP_parameter, type_tuple(m->types, c->n_params, types), "state", 0, NULL);
    tuple->at = c->at;
    tuple->origins = &tuple->id;
    tuple->n_origins = 1;
    for (int i = 0; i < c->n_params; i++) {
        IrOp *p = c->params[i];
        p->code = OP_get_tuple_element;
        p->a = (IrAttrs){ .gte.index = i };
        p->n_operands = 1;
        p->operands = arena_dup_array(m->arena, &tuple, 1);
    }
    memmove(c->ops + 1, c->ops, sizeof *c->ops * (size_t)(c->n_ops - 1));
    c->ops[0] = tuple;
    comp_renumber(c);
    return c;
}

IrComp *builder_packed(ShardscopeFunction *f)
{
    if (f->c->n_params == 1)
        return f->c;
    if (!f->packed)
        f->packed = packed_of(f);
    return f->packed;
}

/* The values as one operand. */
static ShardscopeValue *pack(ShardscopeFunction *f, ShardscopeValue *const *values, int n, ShardscopeError **error)
{
    return n == 1 ? values[0] : builder_op(f, (BuilderOp){ .op = "tuple", .operands = values, .n_operands = n }, error);
}

static bool check_values(ShardscopeValue *const *values, int n, const char *what, ShardscopeError **error)
{
    if (n < 0 || (n && !values))
        return library_invalid(error, NULL, "%d %s", n, what);
    for (int i = 0; i < n; i++)
        if (!values[i])
            return library_invalid(error, NULL, "%s %d is NULL", what, i);
    return true;
}

/* A function of the same builder. */
static bool check_function(const ShardscopeFunction *f, const ShardscopeFunction *callee, const char *function, ShardscopeError **error)
{
    if (!callee)
        return library_null(error, function, "a function");
    return f->b == callee->b || library_invalid(error, NULL, "%s belongs to another builder", callee->name);
}

ShardscopeValue *shardscope_call(ShardscopeFunction *f, ShardscopeFunction *callee, ShardscopeValue *const *arguments, int n_arguments, ShardscopeError **error)
{
    NEED(f, "a function", NULL);
    if (!check_values(arguments, n_arguments, "argument", error) || !check_function(f, callee, __func__, error))
        return NULL;
    return builder_op(f, (BuilderOp){ .op = "call", .operands = arguments, .n_operands = n_arguments, .attrs = g_strdup_printf("to_apply=%s", callee->name) }, error);
}

/* Fails before anything is added. */
static bool check_branch(const ShardscopeFunction *g, ShardscopeValue *const *values, int n, const char *what, ShardscopeError **error)
{
    bool fits = g->c->n_params == n;
    for (int i = 0; i < n && fits; i++)
        fits = g->c->params[i]->type->plain == values[i]->op->type->plain;
    if (fits)
        return true;
    g_autoptr(GString) takes = g_string_new(NULL), gets = g_string_new(NULL);
    for (int i = 0; i < g->c->n_params; i++) {
        g_string_append(takes, i ? ", " : "");
        type_print(takes, g->c->params[i]->type, false);
    }
    for (int i = 0; i < n; i++) {
        g_string_append(gets, i ? ", " : "");
        type_print(gets, values[i]->op->type, false);
    }
    return builder_fail(g->b, error, SHARD_ERROR_VERIFY, "the %s %s takes (%s), and gets (%s)", what, g->name, takes->str, gets->str);
}

ShardscopeValue *shardscope_while(ShardscopeFunction *condition, ShardscopeFunction *body, ShardscopeValue *const *state, int n, ShardscopeError **error)
{
    NEED(condition, "a condition", NULL);
    NEED(body, "a body", NULL);
    if (!check_values(state, n, "value of the state", error))
        return NULL;
    if (!n) {
        library_invalid(error, NULL, "a loop needs a state");
        return NULL;
    }
    ShardscopeFunction *f = state[0]->f;
    if (!check_function(f, condition, __func__, error) || !check_function(f, body, __func__, error) || !builder_open(f, error) ||
        !check_branch(condition, state, n, "condition", error) || !check_branch(body, state, n, "body", error))
        return NULL;
    ShardscopeValue *packed = pack(f, state, n, error);
    if (!packed)
        return NULL;
    return builder_op(f, (BuilderOp){ .op = "while", .operands = &packed, .n_operands = 1, .attrs = g_strdup_printf("condition=%s, body=%s", condition->name, body->name) }, error);
}

static char *branch_names(const ShardscopeValue *which, ShardscopeFunction *const *branches, int n)
{
    if (which->op->type->kind == TYPE_ARRAY && which->op->type->elem == ELEM_pred && n == 2)
        return g_strdup_printf("true_computation=%s, false_computation=%s", branches[0]->name, branches[1]->name);
    GString *out = g_string_new("branch_computations={");
    for (int i = 0; i < n; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "", branches[i]->name);
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

ShardscopeValue *shardscope_conditional(ShardscopeValue *which, ShardscopeFunction *const *branches, int n_branches, ShardscopeValue *const *operands,
                                        int n_operands, ShardscopeError **error)
{
    NEED(which, "what chooses the branch", NULL);
    NEED(branches, "branches", NULL);
    ShardscopeFunction *f = which->f;
    if (n_branches < 1) {
        library_invalid(error, NULL, "%d branches", n_branches);
        return NULL;
    }
    if (!check_values(operands, n_operands, "operand", error) || !builder_open(f, error))
        return NULL;
    for (int i = 0; i < n_branches; i++)
        if (!check_function(f, branches[i], __func__, error) || !check_branch(branches[i], operands, n_operands, "branch", error))
            return NULL;
    ShardscopeValue *packed = pack(f, operands, n_operands, error);
    if (!packed)
        return NULL;
    g_autofree ShardscopeValue **all = g_new(ShardscopeValue *, n_branches + 1);
    all[0] = which;
    for (int i = 0; i < n_branches; i++)
        all[i + 1] = packed;
    return builder_op(f, (BuilderOp){ .op = "conditional", .operands = all, .n_operands = n_branches + 1, .attrs = branch_names(which, branches, n_branches) }, error);
}

/* ---- reductions ------------------------------------------------------------------------------------------------------------------ */

/* Of all dimensions if axes is NULL. */
static char *axes_text(const ShardscopeValue *x, int n, const int *axes)
{
    if (axes)
        return builder_list(n, axes);
    int all[SHARDSCOPE_MAX_RANK], rank = x->op->type->kind == TYPE_ARRAY ? x->op->type->rank : 0;
    for (int d = 0; d < rank; d++)
        all[d] = d;
    return builder_list(rank, all);
}

static ShardscopeValue *reduce(ShardscopeValue *x, ShardscopeValue *init, ShardscopeFunction *by, const char *axes, ShardscopeError **error)
{
    return builder_op(x->f, (BuilderOp){ .op = "reduce", .operands = (ShardscopeValue *[]){ x, init }, .n_operands = 2,
                                         .attrs = g_strdup_printf("dimensions=%s, to_apply=%s", axes, by->name) }, error);
}

ShardscopeValue *shardscope_reduce(ShardscopeValue *x, ShardscopeValue *init, ShardscopeFunction *by, int n_axes, const int *axes, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    NEED(init, "a value to start from", NULL);
    if (!check_function(x->f, by, __func__, error))
        return NULL;
    g_autofree char *text = axes_text(x, n_axes, axes);
    return reduce(x, init, by, text, error);
}

/* The function of two scalars for an op, one for each type. */
static ShardscopeFunction *reducer(ShardscopeBuilder *b, const char *op, ElemType elem, ShardscopeError **error)
{
    g_autofree char *name = g_strdup_printf("%s.%s", op, elem_info[elem].hlo);
    for (guint i = 0; i < b->functions->len; i++) {
        ShardscopeFunction *f = b->functions->pdata[i];
        if (g_str_equal(f->name, name))
            return f;
    }
    ShardscopeShape scalar = { .dtype = (ShardscopeDtype)(elem + 1) };
    ShardscopeFunction *f = shardscope_builder_function(b, name, error);
    ShardscopeValue *two[2] = { f ? shardscope_parameter(f, "a", &scalar, NULL, error) : NULL, f ? shardscope_parameter(f, "b", &scalar, NULL, error) : NULL };
    ShardscopeValue *r = two[0] && two[1] ? builder_op(f, (BuilderOp){ .op = op, .operands = two, .n_operands = 2 }, error) : NULL;
    return r && shardscope_result(f, r, NULL, NULL, error) ? f : NULL;
}

static ShardscopeValue *reduce_by(ShardscopeValue *x, const char *op, ReduceKind kind, const char *axes, ShardscopeError **error)
{
    ShardscopeBuilder *b = x->f->b;
    if (!builder_open(x->f, error))
        return NULL;
    const Type *type = x->op->type;
    char element[16] = { 0 };
    if (type->kind != TYPE_ARRAY || !reduce_identity(kind, type->elem, element)) {
        g_autofree char *text = type_text(type);
        builder_fail(b, error, SHARD_ERROR_VERIFY, "reduce by %s of %s: not defined", op, text);
        return NULL;
    }
    ShardscopeFunction *by = reducer(b, op, type->elem, error);
    if (!by)
        return NULL;
    IrOp *init = op_new(x->f->c, OP_constant, type_scalar(b->m->types, type->elem), NULL, 0, NULL);
    init->a.literal = literal_new(b->m, init->type, element, false);
    return reduce(x, builder_value(x->f, init), by, axes, error);
}

ShardscopeValue *shardscope_reduce_sum(ShardscopeValue *x, int n_axes, const int *axes, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    g_autofree char *text = axes_text(x, n_axes, axes);
    return reduce_by(x, "add", REDUCE_SUM, text, error);
}

ShardscopeValue *shardscope_reduce_max(ShardscopeValue *x, int n_axes, const int *axes, ShardscopeError **error)
{
    NEED(x, "a value", NULL);
    g_autofree char *text = axes_text(x, n_axes, axes);
    return reduce_by(x, "maximum", REDUCE_MAX, text, error);
}
