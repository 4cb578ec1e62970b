/* Building the graph: one recursive walk over the entry, in reading order. Start at prop_graph_build. */
#include "runtime/propagate/graph_impl.h"

#include "runtime/propagate/propagate_impl.h"

enum { MAX_NESTING = 2000 }; /* regions within regions */

typedef struct UserEntry {
    int ref, node;
} UserEntry;

typedef struct Builder {
    PropGraph *g;
    VEC(int) aliases;
    VEC(UserEntry) uses;
    VEC(int) group_ids;    /* pairs: group id, reference */
    VEC(IrValue) group_names;
    GHashTable *moved;
    int depth;
    GError **error;
} Builder;

/* ---- names ------------------------------------------------------------------------------------ */

static int add_ref(Builder *b, int value, bool is_target)
{
    PropRef r = {.value = value, .is_target = is_target};
    vec_push(&b->g->refs, r);
    vec_push(&b->aliases, -1);
    return b->g->refs.n - 1;
}

static int add_value(Builder *b, IrOp *op, int leaf, int def)
{
    PropValue v = {.type = type_leaf(op->type, leaf), .def = def, .group = -1, .ir = {op, leaf}};
    if (op->shardings)
        v.sharding = op->shardings[leaf];
    vec_push(&b->g->values, v);
    return b->g->values.n - 1;
}

static int resolve_alias(const Builder *b, int ref)
{
    while (b->aliases.v[ref] >= 0)
        ref = b->aliases.v[ref];
    return ref;
}

/* The reference that leaf `leaf` of an operand means; its op has been walked, as operands stand before users. */
static int ref_of(Builder *b, IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    int base = b->g->ref_of_op[v.op->id];
    g_assert(base >= 0);
    return resolve_alias(b, base + v.leaf);
}

static void note_use(Builder *b, int ref, int node)
{
    b->g->refs.v[ref].n_uses++;
    if (node >= 0) {
        UserEntry e = {ref, node};
        vec_push(&b->uses, e);
    }
}

/* Fresh values for all leaves of an op. */
static void define(Builder *b, IrOp *op, int def)
{
    int n = type_n_leaves(op->type);
    b->g->ref_of_op[op->id] = b->g->refs.n;
    for (int i = 0; i < n; i++)
        add_ref(b, add_value(b, op, i, def), false);
}

/* Leaf references for an op whose values are made elsewhere; the caller sets value or alias of each. */
static int reserve(Builder *b, IrOp *op)
{
    int base = b->g->refs.n, n = type_n_leaves(op->type);
    b->g->ref_of_op[op->id] = base;
    for (int i = 0; i < n; i++)
        add_ref(b, -1, false);
    return base;
}

/* ---- nodes ------------------------------------------------------------------------------------ */

static int add_node(Builder *b, NodeKind kind, IrOp *op, int n_operands, int n_results)
{
    PropNode node = {.kind = kind, .op = op, .n_operands = n_operands, .n_results = n_results};
    node.refs = arena_array(b->g->arena, int, n_operands + n_results);
    vec_push(&b->g->nodes, node);
    return b->g->nodes.n - 1;
}

/* An edge whose sources come one after another as they are met; at most `room`. It is first visited where
 * place_edge is called. */
static int add_edge(Builder *b, IrOp *op, int value, int room)
{
    int node = add_node(b, NODE_EDGE, op, 0, 1);
    PropNode *e = &b->g->nodes.v[node];
    e->refs = arena_array(b->g->arena, int, room + 1);
    b->g->values.v[value].def = node;
    b->g->values.v[value].is_edge = true;
    return node;
}

static void edge_source(Builder *b, int node, int ref, bool wakes)
{
    PropNode *e = &b->g->nodes.v[node];
    e->refs[e->n_operands++] = ref;
    note_use(b, ref, wakes ? node : -1);
}

static void place_edge(Builder *b, int node, int result_ref)
{
    PropNode *e = &b->g->nodes.v[node];
    e->refs[e->n_operands] = result_ref;
    const Type *type = b->g->values.v[b->g->refs.v[result_ref].value].type;
    e->rule = rule_identity(b->g->arena, type, e->n_operands + 1);
    vec_push(&b->g->order, node);
}

static bool walk(Builder *b, IrComp *c);

static bool walk_region(Builder *b, IrComp *c)
{
    if (b->depth == MAX_NESTING)
        return diag(b->error, SHARD_ERROR_LIMIT, &c->at, NULL, "more than %d regions nested", MAX_NESTING);
    b->depth++;
    bool ok = walk(b, c);
    b->depth--;
    return ok;
}

/* ---- ops with regions ------------------------------------------------------------------------- */

static bool walk_while(Builder *b, IrOp *op)
{
    int n = type_n_leaves(op->type);
    int *edges = arena_array(b->g->arena, int, n);
    int result = reserve(b, op), cond = reserve(b, op->comps[0]->params[0]), body = reserve(b, op->comps[1]->params[0]);
    for (int i = 0; i < n; i++) {
        int init = ref_of(b, op->operands[0], i);
        edges[i] = -1;
        if (while_captures(op, i)) { /* as if it were used directly */
            b->aliases.v[result + i] = b->aliases.v[cond + i] = b->aliases.v[body + i] = init;
            continue;
        }
        int value = add_value(b, op, i, -1);
        PropRef target = {.value = value, .is_target = true};
        b->g->refs.v[result + i].value = value;
        b->g->refs.v[cond + i] = b->g->refs.v[body + i] = target;
        edges[i] = add_edge(b, op, value, 2);
        edge_source(b, edges[i], init, true);
    }
    if (!walk_region(b, op->comps[0]) || !walk_region(b, op->comps[1]))
        return false;
    note_use(b, ref_of(b, op->comps[0]->root, 0), -1);
    for (int i = 0; i < n; i++)
        if (edges[i] >= 0)
            edge_source(b, edges[i], ref_of(b, op->comps[1]->root, i), true);
    for (int i = 0; i < n; i++)
        if (edges[i] >= 0)
            place_edge(b, edges[i], result + i);
    return true;
}

static bool walk_conditional(Builder *b, IrOp *op)
{
    int n = type_n_leaves(op->type), result = reserve(b, op);
    bool flows = conditional_flows(op);
    int *edges = arena_array(b->g->arena, int, n);
    for (int i = 0; i < n; i++) {
        b->g->refs.v[result + i].value = add_value(b, op, i, -1);
        if (flows)
            edges[i] = add_edge(b, op, b->g->refs.v[result + i].value, op->n_comps);
    }
    note_use(b, ref_of(b, op->operands[0], 0), -1);
    for (int k = 0; k < op->n_comps; k++) {
        IrComp *branch = op->comps[k];
        for (int p = 0; p < branch->n_params; p++) {
            int base = reserve(b, branch->params[p]);
            for (int i = 0; i < type_n_leaves(branch->params[p]->type); i++)
                b->aliases.v[base + i] = ref_of(b, op->operands[k + 1 + p], i);
        }
        if (!walk_region(b, branch))
            return false;
        for (int i = 0; i < n; i++) {
            if (flows)
                edge_source(b, edges[i], ref_of(b, branch->root, i), true);
            else
                note_use(b, ref_of(b, branch->root, i), -1);
        }
    }
    for (int i = 0; i < n && flows; i++)
        place_edge(b, edges[i], result + i);
    return true;
}

/* Marks an edge as the boundary of a manual computation; returns what the annotation says of the edge's value. */
static const Sharding *manual_edge(Builder *b, int edge, EdgeView view, int i, const Sharding *const *list, int n)
{
    PropNode *e = &b->g->nodes.v[edge];
    e->view = view;
    e->as_written = i < n ? list[i] : NULL;
    e->manual = e->op->a.manual.axes;
    return view == VIEW_INTO_BODY ? manual_local(b->g->m->shardings, e->as_written, e->manual) : e->as_written;
}

/* Edges into a body: one per leaf of every parameter, placed in front of the body's ops. A change of an operand does
 * not wake those of manual regions, since Shardy looks only for the edges of an op's results there; they are visited once a run. Of calls
 * it does: Shardy would sleep there too, but XLA puts the functions' ops in their place first. */
static void enter_body(Builder *b, IrOp *op, IrComp *body)
{
    for (int p = 0; p < body->n_params; p++) {
        int base = reserve(b, body->params[p]);
        for (int i = 0; i < type_n_leaves(body->params[p]->type); i++) {
            int value = add_value(b, body->params[p], i, -1);
            b->g->refs.v[base + i].value = value;
            int edge = add_edge(b, op, value, 1);
            edge_source(b, edge, ref_of(b, op->operands[p], i), op->code != OP_manual);
            if (op->code == OP_manual)
                b->g->values.v[value].sharding = manual_edge(b, edge, VIEW_INTO_BODY, p, op->a.manual.in, op->a.manual.n_in);
            place_edge(b, edge, base + i);
        }
    }
}

static void leave_body(Builder *b, IrOp *op, IrComp *body)
{
    int result = reserve(b, op);
    for (int i = 0; i < type_n_leaves(op->type); i++) {
        int value = add_value(b, op, i, -1);
        b->g->refs.v[result + i].value = value;
        int edge = add_edge(b, op, value, 1);
        edge_source(b, edge, ref_of(b, body->root, i), true);
        if (op->code == OP_manual)
            b->g->values.v[value].sharding = manual_edge(b, edge, VIEW_OUT_OF_BODY, i, op->a.manual.out, op->a.manual.n_out);
        else if (!b->g->values.v[value].sharding && body->results)
            b->g->values.v[value].sharding = body->results[i].sharding;
        place_edge(b, edge, result + i);
    }
}

/* A called function is its call during propagation: Shardy's named computation. */
static bool walk_body(Builder *b, IrOp *op)
{
    enter_body(b, op, op->comps[0]);
    if (!walk_region(b, op->comps[0]))
        return false;
    leave_body(b, op, op->comps[0]);
    return true;
}

static void walk_opt_barrier(Builder *b, IrOp *op)
{
    int n = type_n_leaves(op->type), result = reserve(b, op);
    for (int i = 0; i < n; i++) {
        b->g->refs.v[result + i].value = add_value(b, op, i, -1);
        int edge = add_edge(b, op, b->g->refs.v[result + i].value, 1);
        edge_source(b, edge, ref_of(b, op->operands[0], i), true);
        place_edge(b, edge, result + i);
    }
}

/* ---- plain ops -------------------------------------------------------------------------------- */

static bool is_pure(const IrOp *op)
{
    if ((op_info[op->code].traits & (SIDE_EFFECT | COMMUNICATES)) != 0)
        return false;
    if (op->code == OP_custom_call)
        return !op->a.custom.side_effect && !g_str_has_prefix(op->a.custom.target ? op->a.custom.target : "", "sdy.");
    return op->code != OP_constraint; /* Shardy keeps dangling ones */
}

/* A reshape that is half of a stretching broadcast is no value of the program: propagation sees the two as one. */
static bool is_half_broadcast(const IrOp *op)
{
    return op->code == OP_reshape && op->a.stretched.n > 0;
}

/* The place of a constraint that moved: several results have their edges in a row, and it follows its own. */
static void place_behind_edge(Builder *b, int node)
{
    const PropNode *constraint = &b->g->nodes.v[node];
    int def = b->g->values.v[b->g->refs.v[constraint->refs[0]].value].def;
    int at = b->g->order.n;
    for (; at > 0 && b->g->order.v[at - 1] != def; at--) {
        const PropNode *before = &b->g->nodes.v[b->g->order.v[at - 1]];
        if (before->kind != NODE_EDGE && !g_hash_table_contains(b->moved, before->op))
            break;
    }
    if (at == 0 || b->g->order.v[at - 1] != def)
        at = b->g->order.n;
    vec_push(&b->g->order, node);
    for (int i = b->g->order.n - 1; i > at; i--)
        b->g->order.v[i] = b->g->order.v[i - 1];
    b->g->order.v[at] = node;
}

static void walk_plain(Builder *b, IrOp *op)
{
    const IrOp *reshape = broadcast_stretched(op);
    int leaves = 0;
    bool tuples = false;
    for (int i = 0; i < op->n_operands; i++) {
        leaves += type_n_leaves(op->operands[i]->type);
        tuples = tuples || op->operands[i]->type->kind == TYPE_TUPLE;
    }
    int n_results = type_n_leaves(op->type);
    int node = add_node(b, op->code == OP_propagation_barrier ? NODE_BARRIER : NODE_OP, op, leaves, n_results);
    int at = 0;
    for (int i = 0; i < op->n_operands; i++)
        for (int k = 0; k < type_n_leaves(op->operands[i]->type); k++) {
            int ref = ref_of(b, reshape ? reshape->operands[i] : op->operands[i], k);
            b->g->nodes.v[node].refs[at++] = ref;
            note_use(b, ref, node);
        }
    define(b, op, node);
    PropNode *n = &b->g->nodes.v[node];
    for (int i = 0; i < n_results; i++)
        n->refs[at++] = b->g->ref_of_op[op->id] + i;
    n->rule = tuples ? NULL : reshape ? rule_of_stretched(b->g->rules, op) : rule_of(b->g->rules, op);
    n->pure = is_pure(op);
    if (op->code == OP_propagation_barrier)
        n->barrier = op->a.barrier.direction == 1 ? DIRECTION_FORWARD
                     : op->a.barrier.direction == 2 ? DIRECTION_BACKWARD : DIRECTION_NONE;
    if (op->code == OP_sharding_group) {
        vec_push(&b->group_ids, (int)op->a.group.id);
        vec_push(&b->group_ids, n->refs[0]);
        vec_push(&b->group_names, value_resolve(op->operands[0], 0));
    }
    if (op->code == OP_constraint && g_hash_table_contains(b->moved, op))
        place_behind_edge(b, node);
    else
        vec_push(&b->g->order, node);
}

static bool walk(Builder *b, IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        bool ok = true;
        if (op->code == OP_while && op->n_comps == 2)
            ok = walk_while(b, op);
        else if (op->code == OP_conditional)
            ok = walk_conditional(b, op);
        else if ((op->code == OP_call || op->code == OP_manual) && op->n_comps == 1)
            ok = walk_body(b, op);
        else if (op->code == OP_opt_barrier)
            walk_opt_barrier(b, op);
        else if (is_half_broadcast(op))
            define(b, op, -1);
        else if (op->code != OP_parameter && op->code != OP_tuple && op->code != OP_get_tuple_element)
            walk_plain(b, op);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- the whole -------------------------------------------------------------------------------- */

static void build_results(Builder *b)
{
    PropGraph *g = b->g;
    IrComp *entry = g->m->entry;
    g->n_results = type_n_leaves(entry->root->type);
    g->results = arena_array(g->arena, PropResult, g->n_results);
    for (int i = 0; i < g->n_results; i++) {
        PropResult *r = &g->results[i];
        r->ref = ref_of(b, entry->root, i);
        r->sharding = entry->results ? entry->results[i].sharding : NULL;
        r->rule = rule_identity(g->arena, g->values.v[g->refs.v[r->ref].value].type, 2);
        note_use(b, r->ref, -1);
    }
}

static void build_users(Builder *b)
{
    PropGraph *g = b->g;
    int n = 2 * g->values.n;
    g->first = arena_array(g->arena, int, n + 1);
    g->users = arena_array(g->arena, int, b->uses.n);
    for (int i = 0; i < b->uses.n; i++) {
        const PropRef *r = &g->refs.v[b->uses.v[i].ref];
        g->first[2 * r->value + !r->is_target + 1]++;
    }
    for (int i = 0; i < n; i++)
        g->first[i + 1] += g->first[i];
    int *at = arena_dup_array(g->arena, g->first, n + 1);
    for (int i = 0; i < b->uses.n; i++) {
        const PropRef *r = &g->refs.v[b->uses.v[i].ref];
        g->users[at[2 * r->value + !r->is_target]++] = b->uses.v[i].node;
    }
}

bool prop_graph_build(PropGraph *g, IrModule *m, Arena *arena, RuleCache *rules, GHashTable *moved, GError **error)
{
    *g = (PropGraph){.m = m, .arena = arena, .rules = rules};
    g->ref_of_op = arena_array(arena, int, m->next_id);
    for (int i = 0; i < m->next_id; i++)
        g->ref_of_op[i] = -1;
    Builder b = {.g = g, .moved = moved, .error = error};
    for (int i = 0; i < m->entry->n_params; i++)
        define(&b, m->entry->params[i], -1);
    bool ok = walk(&b, m->entry);
    if (ok) {
        build_results(&b);
        build_users(&b);
        prop_graph_groups(g, b.group_ids.v, b.group_names.v, b.group_ids.n / 2);
        g->alias = arena_dup_array(arena, b.aliases.v, b.aliases.n);
    }
    vec_clear(&b.aliases);
    vec_clear(&b.uses);
    vec_clear(&b.group_ids);
    vec_clear(&b.group_names);
    return ok;
}

void prop_graph_clear(PropGraph *g)
{
    vec_clear(&g->values);
    vec_clear(&g->refs);
    vec_clear(&g->nodes);
    vec_clear(&g->order);
}

int prop_value_of(const PropGraph *g, IrOp *op, int leaf)
{
    IrValue v = value_resolve(op, leaf);
    int ref = g->ref_of_op[v.op->id];
    if (ref < 0)
        return -1;
    ref += v.leaf;
    while (g->alias[ref] >= 0)
        ref = g->alias[ref];
    return g->refs.v[ref].value;
}
