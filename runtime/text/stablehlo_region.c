/* Converts regions to computations: MLIR's regions may use values from outside, HLO's computations may not. Such a value becomes an
 * input of the op (while: one more carried value; case and if: an operand of the branch) or, in the small computations
 * of reduce and similar ops, a cloned constant. Start at region_import. */
#include "runtime/text/stablehlo_scope.h"
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_sdy.h"

#include <string.h>

/* ---- captures ---------------------------------------------------------------------------------------- */

enum { MAX_CLONED = 64, MAX_MOVED = 4096 /* bytes */ };

/* Clones a constant, or a few shape changes of one, into `c`; NULL for other values. */
static IrOp *clone_constant(IrComp *c, IrOp *op, int *budget)
{
    if (--*budget < 0)
        return NULL;
    OpFamily family = op_family(op);
    bool movable = op->code == OP_constant || family == FAMILY_iota || family == FAMILY_broadcast ||
                   family == FAMILY_reshape || family == FAMILY_elementwise;
    if (!movable)
        return NULL;
    IrOp *operands[3];
    if (op->n_operands > 3)
        return NULL;
    for (int i = 0; i < op->n_operands; i++)
        if (!(operands[i] = clone_constant(c, op->operands[i], budget)))
            return NULL;
    IrOp *copy = op_new(c, op->code, op->type, op->name, op->n_operands, operands);
    op_inherit(copy, op);
    op_copy_attrs(copy, op);
    return copy;
}

/* What the op stands for, through the regions around. */
static IrOp *source_of(Reader *r, IrOp *op)
{
    for (IrOp *next; (next = g_hash_table_lookup(r->outer_of, op)) != NULL;)
        op = next;
    return op;
}

/* Constants go into the region, as XLA's conversion has it: a loop that carried its limit or step would have no known number of trips. JAX moves all constants
 * of a function to its begin before it sends the program. Large ones are carried: they would be there twice. */
static bool moves_inside(const IrOp *op)
{
    return op->code == OP_constant && (op->a.literal->splat || type_bytes(op->type) <= MAX_MOVED);
}

IrOp *region_import(Reader *r, Region *region, IrOp *outer, const char *at, const char *name)
{
    if (!region->local_of)
        region->local_of = g_hash_table_new(NULL, NULL);
    IrOp *local = g_hash_table_lookup(region->local_of, outer);
    if (local)
        return local;
    switch (region->kind) {
    case REGION_FUNCTION:
    case REGION_MANUAL:
        mlir_fail(&r->x, at, "%%%s is outside of this body, which may only use its own arguments", name);
        return NULL;
    case REGION_CLONED: {
        int budget = MAX_CLONED;
        local = clone_constant(region->comp, source_of(r, outer), &budget);
        if (!local) {
            mlir_fail_as(&r->x, at, SHARD_ERROR_UNSUPPORTED, NULL,
                         "%%%s is outside of this computation and is not a constant", name);
            return NULL;
        }
        break;
    }
    case REGION_LIFTED: {
        if (moves_inside(source_of(r, outer))) {
            local = clone_constant(region->comp, source_of(r, outer), &(int){ 1 });
            break;
        }
        local = op_new(region->comp, OP_parameter, outer->type, outer->name, 0, NULL);
        local->at = outer->at;
        local->loc = outer->loc;
        local->op_name = outer->op_name;
        g_hash_table_insert(r->outer_of, local, outer);
        Capture capture = { outer, local };
        vec_push(&region->captures, capture);
        break;
    }
    }
    g_hash_table_insert(region->local_of, outer, local);
    return local;
}

/* ---- roots -------------------------------------------------------------------------------------------- */

static IrOp *tuple_of(Reader *r, IrComp *c, int n, IrOp **values)
{
    const Type **parts = arena_array(r->x.scratch, const Type *, MAX(n, 1));
    for (int i = 0; i < n; i++)
        parts[i] = values[i]->type;
    return op_new(c, OP_tuple, type_tuple(r->m->types, n, parts), NULL, n, values);
}

void region_finish(Reader *r, Region *region)
{
    IrComp *c = region->comp;
    c->root = region->n_yields == 1 ? region->yields[0] : tuple_of(r, c, region->n_yields, region->yields);
    if (region->n_yields != 1)
        c->root->at = c->at;
    comp_renumber(c);
}

/* Turns stand-ins into parts of one parameter: arguments first, then `captured` values, which are looked up
 * among the region's captures (absent ones are not used by it). What all parts are is in `types`.
 * With one part the parameter is the value itself. */
typedef struct Lift {
    int n_args, n_captured;
    IrOp *const *captured;
    const Type *type;  /* of the parameter */
    bool pass_through; /* captured values that the region does not use are returned too */
} Lift;

static void lift_region(Reader *r, Region *region, const Lift *lift)
{
    int n_args = lift->n_args, n_captured = lift->n_captured;
    IrOp *const *captured = lift->captured;
    const Type *type = lift->type;
    IrComp *c = region->comp;
    Arena *scratch = r->x.scratch;
    int n_parts = n_args + n_captured;
    IrOp **parts = arena_array(scratch, IrOp *, MAX(n_parts, 1));
    for (int i = 0; i < n_args; i++)
        if (region->arg_used[i])
            parts[i] = region->args[i];
    for (int i = 0; i < n_captured; i++)
        parts[n_args + i] = region->local_of ? g_hash_table_lookup(region->local_of, captured[i]) : NULL;

    int n_old = c->n_ops;
    IrOp **old = arena_array(scratch, IrOp *, MAX(n_old, 1));
    int n_rest = 0;
    for (int i = 0; i < n_old; i++)
        if (c->ops[i]->code != OP_parameter)
            old[n_rest++] = c->ops[i];
    c->cap = n_old + n_parts + 8;
    c->ops = arena_array(r->m->arena, IrOp *, c->cap);
    c->n_ops = 0;
    if (n_parts == 1) {
        IrOp *only = parts[0];
        if (!only)
            only = n_args ? region->args[0] : op_new(c, OP_parameter, type, "arg", 0, NULL);
        only->a.parameter.number = 0;
        if (!only->at.line)
            only->at = c->at;
        if (c->n_ops == 0) /* op_new has appended it already */
            c->ops[c->n_ops++] = only;
        parts[0] = only;
    } else {
        IrOp *param = op_new(c, OP_parameter, type, "arg_tuple", 0, NULL);
        param->at = c->at;
        for (int i = 0; i < n_parts; i++) {
            IrOp *part = parts[i];
            if (!part && lift->pass_through && i >= n_args)
                part = parts[i] = op_new(c, OP_get_tuple_element, type->parts[i], NULL, 1, &param);
            else if (part)
                c->ops[c->n_ops++] = part;
            else
                continue;
            part->code = OP_get_tuple_element;
            part->operands = arena_dup_array(r->m->arena, &param, 1);
            part->n_operands = 1;
            memset(&part->a, 0, sizeof part->a);
            part->a.gte.index = i;
            if (!part->at.line)
                part->at = c->at;
        }
    }
    for (int i = 0; i < n_rest; i++)
        c->ops[c->n_ops++] = old[i];
    if (lift->pass_through && n_captured) {
        int n = region->n_yields;
        IrOp **yields = arena_array(scratch, IrOp *, n + n_captured);
        memcpy(yields, region->yields, sizeof *yields * (size_t)n);
        memcpy(yields + n, parts + n_args, sizeof *yields * (size_t)n_captured);
        region->yields = yields;
        region->n_yields = n + n_captured;
    }
    region_finish(r, region);
}

/* ---- while, case, if ------------------------------------------------------------------------------------ */

static bool check_yields(Reader *r, const MOp *op, const Region *region, int n, const Type *const *types, const char *what)
{
    if (region->n_yields != n)
        return mlir_fail(&r->x, region->at, "%s returns %d value%s, %s needs %d", what, region->n_yields,
                         region->n_yields == 1 ? "" : "s", op->name, n);
    for (int i = 0; i < n; i++)
        if (region->yields[i]->type->plain != types[i]->plain)
            return mlir_fail(&r->x, region->at, "%s returns value %d of another type than %s needs", what, i, op->name);
    return true;
}

static void add_captures(GPtrArray *all, GHashTable *seen, const Region *region)
{
    for (int i = 0; i < region->captures.n; i++)
        if (g_hash_table_add(seen, region->captures.v[i].outer))
            g_ptr_array_add(all, region->captures.v[i].outer);
}

/* The results of a loop have one sharding each; so must the values it carries besides. */
static void extend_shardings(Reader *r, MOp *op, int n, IrOp *const *captured)
{
    MEntry *entry = NULL;
    for (int i = 0; i < op->attrs.n; i++)
        if (strcmp(op->attrs.v[i].key, "sdy.sharding") == 0)
            entry = &op->attrs.v[i];
    if (!entry || !n)
        return;
    MAttr *a = arena_new(r->x.scratch, MAttr); /* the value may be an alias's, which others use */
    *a = *entry->value;
    entry->value = a;
    g_autoptr(GString) s = g_string_new(mlir_attr_text(&r->x, a));
    if (!g_str_has_suffix(s->str, "]>"))
        return;
    g_autofree char *first = sharding_of_list(s->str, 0);
    g_string_truncate(s, s->len - 2);
    for (int i = 0; i < n; i++) {
        const IrOp *source = source_of(r, captured[i]);
        g_autofree char *text = sharding_of_value(source, first);
        g_string_append_printf(s, "%s%s", s->str[s->len - 1] == '[' ? "" : ", ", text);
    }
    g_string_append(s, "]>");
    a->text = (Str){ arena_strndup(r->x.scratch, s->str, s->len), s->len };
}

bool mop_build_while(Reader *r, MOp *op)
{
    Region *cond = op->regions[0], *body = op->regions[1];
    int n = op->n_operands;
    const Type *pred = type_scalar(r->m->types, ELEM_pred);
    if (cond->n_args != n || body->n_args != n || op->n_types != n)
        return mop_fail(r, op, "%s carries %d values, but its condition takes %d, its body %d, and it has %d results",
                       op->name, n, cond->n_args, body->n_args, op->n_types);
    for (int i = 0; i < n; i++)
        if (cond->args[i]->type->plain != op->operands[i]->type->plain ||
            body->args[i]->type->plain != op->operands[i]->type->plain ||
            op->types[i]->plain != op->operands[i]->type->plain)
            return mop_fail(r, op, "carried value %d of %s changes its type", i, op->name);
    if (!check_yields(r, op, cond, 1, &pred, "the condition") || !check_yields(r, op, body, n, op->types, "the body"))
        return false;

    g_autoptr(GPtrArray) captured = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    add_captures(captured, seen, cond);
    add_captures(captured, seen, body);
    int n_captured = (int)captured->len, n_parts = n + n_captured;
    IrOp **parts = arena_array(r->x.scratch, IrOp *, MAX(n_parts, 1));
    if (n)
        memcpy(parts, op->operands, sizeof *parts * (size_t)n);
    if (n_captured)
        memcpy(parts + n, captured->pdata, sizeof *parts * (size_t)n_captured);
    extend_shardings(r, op, n_captured, (IrOp *const *)captured->pdata);
    const Type **types = arena_array(r->x.scratch, const Type *, MAX(n_parts, 1));
    for (int i = 0; i < n_parts; i++)
        types[i] = parts[i]->type;
    const Type *type = n_parts == 1 ? types[0] : type_tuple(r->m->types, n_parts, types);
    Lift lift = { n, n_captured, (IrOp *const *)captured->pdata, type, false };
    lift_region(r, cond, &lift);
    lift.pass_through = true;
    lift_region(r, body, &lift);

    IrOp *state = n_parts == 1 ? parts[0] : mop_emit(r, OP_tuple, type, n_parts, parts);
    IrOp *loop = mop_emit(r, OP_while, type, 1, &state);
    op_set_comps(loop, 2, (IrComp *[]){ cond->comp, body->comp });
    loop->a.loop.listed = n;
    op->main = loop;
    if (n_parts == 1 && n == 1)
        return mop_result(op, loop);
    op->results = arena_array(r->x.scratch, IrOp *, MAX(n, 1));
    for (int i = 0; i < n; i++) {
        op->results[i] = mop_emit(r, OP_get_tuple_element, types[i], 1, &loop);
        op->results[i]->a.gte.index = i;
    }
    return true;
}

/* case and if: operands are the index (or predicate) and, per branch, what it captures: the value itself if it is
 * one, else a tuple. */
bool mop_build_case(Reader *r, MOp *op)
{
    if (op->n_operands != 1)
        return mop_fail(r, op, "%s takes one operand, the %s", op->name, op->n_regions == 2 ? "predicate or index" : "index");
    const Type *index = op->operands[0]->type;
    bool is_if = op->row->n_regions == 2;
    if (index->kind != TYPE_ARRAY || index->rank || index->elem != (is_if ? ELEM_pred : ELEM_s32))
        return mop_fail(r, op, "the operand of %s must be %s", op->name, is_if ? "tensor<i1>" : "tensor<i32>");
    if (op->n_regions == 0 || (is_if && op->n_regions != 2))
        return mop_fail(r, op, is_if ? "%s needs two branches" : "%s needs a branch", op->name);
    IrOp **operands = arena_array(r->x.scratch, IrOp *, op->n_regions + 1);
    IrComp **comps = arena_array(r->x.scratch, IrComp *, op->n_regions);
    operands[0] = op->operands[0];
    for (int i = 0; i < op->n_regions; i++) {
        Region *branch = op->regions[i];
        if (branch->n_args)
            return mlir_fail(&r->x, branch->at, "a branch of %s takes no arguments", op->name);
        if (!check_yields(r, op, branch, op->n_types, op->types, "the branch"))
            return false;
        int n = branch->captures.n;
        IrOp **captured = arena_array(r->x.scratch, IrOp *, MAX(n, 1));
        const Type **types = arena_array(r->x.scratch, const Type *, MAX(n, 1));
        for (int k = 0; k < n; k++) {
            captured[k] = branch->captures.v[k].outer;
            types[k] = captured[k]->type;
        }
        const Type *type = n == 1 ? types[0] : type_tuple(r->m->types, n, types);
        operands[i + 1] = n == 1 ? captured[0] : mop_emit(r, OP_tuple, type, n, captured);
        lift_region(r, branch, &(Lift){ 0, n, captured, type, false });
        comps[i] = branch->comp;
    }
    IrOp *cond = mop_emit(r, OP_conditional, mop_type(r, op), op->n_regions + 1, operands);
    op_set_comps(cond, op->n_regions, comps);
    return mop_results(r, op, cond);
}
