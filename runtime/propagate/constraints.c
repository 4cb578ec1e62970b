/* Applies sharding constraints, and the in-shardings of manual computations, to the values they constrain, before
 * propagation: a value that is constrained right after it is computed gets that sharding at once.
 * Source: Shardy's constraint application.
 * Start at constraints_apply. */
#include "runtime/propagate/constraints_edit.h"
#include "runtime/propagate/propagate_impl.h"

typedef struct PinUser { /* an op that demands a sharding of a value */
    IrOp *op;
    int slot;
} PinUser;

typedef struct Pins {
    IrModule *m;
    GHashTable *callers;    /* IrComp* to the op that runs it */
    GHashTable *users;      /* value to GArray of PinUser */
    GHashTable *use_counts; /* constraint to the number of slots that read it, in regions too */
    GHashTable *carried;    /* tuple to the loop or branch it is handed to */
    GHashTable *moved;      /* constraints that went to right behind an edge's value */
    VEC(IrComp *) comps;    /* reading order */
} Pins;

/* ---- values ----------------------------------------------------------------------------------- */

static gpointer value_key(IrValue v)
{
    return (gpointer)(guintptr)((guint64)v.op->id << 24 | (guint64)v.leaf);
}

/* value_resolve, also from a branch or an unchanging part of a loop's state to the value captured. */
static IrValue outer_value(const Pins *pins, IrOp *op, int leaf)
{
    for (;;) {
        IrValue v = value_resolve(op, leaf);
        IrOp *caller = v.op->code == OP_parameter ? g_hash_table_lookup(pins->callers, v.op->parent) : NULL;
        if (!caller)
            return v;
        if (caller->code == OP_conditional) {
            int branch = 0;
            while (caller->comps[branch] != v.op->parent)
                branch++;
            op = caller->operands[branch + 1 + (int)v.op->a.parameter.number];
        } else if (caller->code == OP_while) {
            if (!while_captures(caller, v.leaf))
                return v;
            op = caller->operands[0];
        } else {
            return v;
        }
        leaf = v.leaf;
    }
}

/* Where the value's sharding is kept: a loop's arguments share that of its result. */
static const Sharding **sharding_slot(const Pins *pins, IrValue v, bool make)
{
    IrOp *op = v.op;
    if (op->code == OP_parameter) {
        IrOp *caller = g_hash_table_lookup(pins->callers, op->parent);
        if (caller && caller->code == OP_while)
            op = caller;
    }
    if (!op->shardings && make)
        op->shardings = arena_array(pins->m->arena, const Sharding *, type_n_leaves(op->type));
    return op->shardings ? &op->shardings[v.leaf] : NULL;
}

static bool has_sharding(const Pins *pins, IrValue v)
{
    if (v.op->code == OP_manual)
        return true;
    IrOp *caller = v.op->code == OP_parameter ? g_hash_table_lookup(pins->callers, v.op->parent) : NULL;
    if (caller && caller->code == OP_manual)
        return true;
    const Sharding **slot = sharding_slot(pins, v, false);
    if (slot && *slot)
        return true;
    const IrParamInfo *said = v.op->code == OP_call && v.op->n_comps == 1 ? v.op->comps[0]->results : NULL;
    bool any = false; /* what the function says of its results holds for the call, which then says something of all */
    for (int i = 0; said && i < type_n_leaves(v.op->type); i++)
        any = any || said[i].sharding;
    return any;
}

static bool is_edge_target(const Pins *pins, IrValue v)
{
    if (v.op->code == OP_parameter)
        return g_hash_table_contains(pins->callers, v.op->parent);
    return v.op->code == OP_while || (v.op->code == OP_conditional && conditional_flows(v.op)) || v.op->code == OP_call ||
           v.op->code == OP_manual || v.op->code == OP_opt_barrier;
}

/* ---- who demands what ------------------------------------------------------------------------- */

static const Sharding *demanded(PinUser u)
{
    if (u.op->code == OP_manual)
        return u.slot < u.op->a.manual.n_in ? u.op->a.manual.in[u.slot] : NULL;
    return u.op->shardings ? u.op->shardings[0] : NULL;
}

static GArray *pin_users(const Pins *pins, IrValue v)
{
    return g_hash_table_lookup(pins->users, value_key(v));
}

static void add_pin_user(Pins *pins, IrValue v, PinUser u)
{
    GArray *list = pin_users(pins, v);
    if (!list) {
        list = g_array_new(FALSE, FALSE, sizeof(PinUser));
        g_hash_table_insert(pins->users, value_key(v), list);
    }
    g_array_append_val(list, u);
}

static bool others_disagree(const Pins *pins, IrValue v, PinUser me)
{
    GArray *list = pin_users(pins, v);
    for (guint i = 0; list && i < list->len; i++) {
        PinUser u = g_array_index(list, PinUser, i);
        if (!(u.op == me.op && u.slot == me.slot) && demanded(u) != demanded(me))
            return true;
    }
    return false;
}

static bool is_closed(const Sharding *s)
{
    for (int d = 0; d < s->rank; d++)
        if (s->dims[d].open)
            return false;
    return true;
}

/* ---- editing ---------------------------------------------------------------------------------- */

/* True if the slot only hands a value to the region that reads it, which is no use of its own. */
static bool is_capture(const Pins *pins, const IrOp *user, int slot)
{
    if (user->code == OP_conditional)
        return slot > 0;
    if (user->code != OP_tuple)
        return false;
    const IrOp *region = g_hash_table_lookup(pins->carried, user);
    if (!region && user == user->parent->root) { /* a loop's body hands on what it captures */
        region = g_hash_table_lookup(pins->callers, user->parent);
        return region && region->code == OP_while && region->comps[1] == user->parent && while_captures(region, slot);
    }
    return region && (region->code == OP_conditional || while_captures(region, slot));
}

static void count_use(Pins *pins, const IrOp *constraint, int n)
{
    n += GPOINTER_TO_INT(g_hash_table_lookup(pins->use_counts, constraint));
    g_hash_table_insert(pins->use_counts, (gpointer)constraint, GINT_TO_POINTER(n));
}

/* Every slot behind `by` in its computation that reads v reads `by` instead; regions read it through theirs. */
static void redirect(Pins *pins, IrValue v, IrOp *by, bool regions, bool returns)
{
    IrComp *c = by->parent;
    int n = 0;
    for (int i = by->pos + 1; i < c->n_ops; i++) {
        IrOp *user = c->ops[i];
        if (user->code == OP_get_tuple_element || (!returns && user == c->root && user->code == OP_tuple))
            continue;
        for (int k = 0; k < user->n_operands; k++) {
            IrOp *o = user->operands[k];
            if (o->type->kind == TYPE_TUPLE || !same_value(outer_value(pins, o, 0), v) ||
                (!regions && is_capture(pins, user, k)))
                continue;
            user->operands[k] = by;
            n++;
        }
    }
    if (returns && c->root != by && c->root->type->kind != TYPE_TUPLE && same_value(outer_value(pins, c->root, 0), v)) {
        c->root = by;
        n++;
    }
    count_use(pins, by, n);
}

/* ---- the cases -------------------------------------------------------------------------------- */

/* Whoever demanded a sharding of `from`, `except` left out, demands it of `to`. */
static void hand_over(Pins *pins, IrValue from, IrValue to, const IrOp *except)
{
    GArray *list = pin_users(pins, from);
    for (guint i = 0; list && i < list->len; i++)
        if (g_array_index(list, PinUser, i).op != except)
            add_pin_user(pins, to, g_array_index(list, PinUser, i));
    if (list)
        g_array_set_size(list, 0);
}

/* A loop's argument keeps its freedom; all that reads it reads the constraint instead, which moves to right behind it,
 * out of a region if need be. */
static void pin_edge_target(Pins *pins, IrValue v, PinUser me, const Sharding *s)
{
    IrComp *c = v.op->parent;
    comp_expose(c, v);
    IrOp *name = comp_first_name(c, v);
    g_assert(name);
    IrOp *by = me.op;
    bool made = me.op->code == OP_manual || me.op->parent != c;
    if (made) {
        by = op_new(c, OP_constraint, name->type, NULL, 1, &name);
        op_inherit(by, me.op);
        by->shardings = arena_array(pins->m->arena, const Sharding *, 1);
        by->shardings[0] = s;
    }
    const IrOp *caller = v.op->code == OP_parameter ? g_hash_table_lookup(pins->callers, c) : NULL;
    comp_place_after(c, by, caller && caller->code == OP_while ? comp_last_name(c, name) : name);
    by->operands[0] = name;
    g_hash_table_add(pins->moved, by);
    bool lifted = made && me.op->code == OP_constraint;
    hand_over(pins, v, (IrValue){by, 0}, lifted || !made ? me.op : NULL);
    if (lifted) {
        hand_over(pins, (IrValue){me.op, 0}, (IrValue){by, 0}, NULL);
        count_use(pins, by, GPOINTER_TO_INT(g_hash_table_lookup(pins->use_counts, me.op)));
        comp_lift(me.op);
    }
    add_pin_user(pins, v, (PinUser){by, 0});
    redirect(pins, v, by, true, true);
    if (s->unreduced.n > 0)
        *sharding_slot(pins, v, true) = sharding_with_unreduced(
            pins->m->shardings, sharding_open(pins->m->shardings, s->mesh, s->rank), s->unreduced, s->reduction);
}

static void pin(Pins *pins, IrValue v, PinUser me)
{
    const Sharding *s = demanded(me);
    if (!s || s->maximal || !is_closed(s) || has_sharding(pins, v) || others_disagree(pins, v, me))
        return;
    if (is_edge_target(pins, v))
        pin_edge_target(pins, v, me, s);
    else
        *sharding_slot(pins, v, true) = s;
}

static IrOp *only_constraint_user(const Pins *pins, IrOp *constraint)
{
    GArray *list = pin_users(pins, (IrValue){constraint, 0});
    if (!list || list->len != 1 || GPOINTER_TO_INT(g_hash_table_lookup(pins->use_counts, constraint)) != 1)
        return NULL;
    IrOp *user = g_array_index(list, PinUser, 0).op;
    return user->code == OP_constraint ? user : NULL;
}

static bool has_constraint_user(const Pins *pins, IrOp *constraint)
{
    GArray *list = pin_users(pins, (IrValue){constraint, 0});
    for (guint i = 0; list && i < list->len; i++)
        if (g_array_index(list, PinUser, i).op->code == OP_constraint)
            return true;
    return false;
}

/* Constraints that follow one another at once: later readers of the first one's input meant the last one. */
static void follow_chain(Pins *pins, IrValue v, IrOp *first)
{
    GArray *list = pin_users(pins, v);
    if (v.op->code == OP_constraint || has_sharding(pins, v) || !list || list->len != 1)
        return;
    IrOp *last = first;
    for (IrOp *next = only_constraint_user(pins, last); next; next = only_constraint_user(pins, last))
        last = next;
    if (last != first && !has_constraint_user(pins, last)) /* what the program itself returns stays what it was */
        redirect(pins, v, last, false, last->parent != pins->m->entry);
}

/* ---- the walk --------------------------------------------------------------------------------- */

static void collect(Pins *pins, IrComp *c)
{
    vec_push(&pins->comps, c);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_while && op->code != OP_conditional && op->code != OP_call && op->code != OP_manual)
            continue;
        for (int k = 0; k < op->n_comps; k++)
            g_hash_table_insert(pins->callers, op->comps[k], op);
        for (int k = 0; k < op->n_operands; k++)
            if (op->operands[k]->code == OP_tuple)
                g_hash_table_insert(pins->carried, op->operands[k], op);
    }
}

/* Constraints among the parts of a tuple that somebody takes whole. */
static void note_whole(Pins *pins, const IrOp *loop, IrOp *tuple)
{
    for (int i = 0; i < type_n_leaves(tuple->type); i++) {
        IrOp *o = loop && while_captures(loop, i) ? NULL : outer_value(pins, tuple, i).op;
        if (o && o->code == OP_constraint)
            count_use(pins, o, 1);
    }
}

static void note_uses(Pins *pins, IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code == OP_get_tuple_element || op->code == OP_tuple)
            continue;
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *o = op->operands[k];
            if (is_capture(pins, op, k))
                continue;
            if (o->type->kind == TYPE_TUPLE) {
                note_whole(pins, op->code == OP_while ? op : NULL, o);
                continue;
            }
            bool demands = op->code == OP_constraint || op->code == OP_manual;
            if (!demands && o->code != OP_constraint && o->code != OP_get_tuple_element && o->code != OP_parameter)
                continue;
            IrValue v = outer_value(pins, o, 0);
            if (v.op->code == OP_constraint)
                count_use(pins, v.op, 1);
            if (demands)
                add_pin_user(pins, v, (PinUser){op, k});
        }
    }
    IrOp *caller = g_hash_table_lookup(pins->callers, c);
    bool body = caller && caller->code == OP_while && caller->comps[1] == c;
    if (c->root->type->kind == TYPE_TUPLE)
        note_whole(pins, body ? caller : NULL, c->root);
    else if (outer_value(pins, c->root, 0).op->code == OP_constraint)
        count_use(pins, outer_value(pins, c->root, 0).op, 1);
}

/* Constraints and manual computations in reading order, regions where they stand. An explicit stack, since hostile
 * programs nest deeply. */
static void walk(Pins *pins)
{
    typedef struct { IrOp **ops; int n, i; } Frame;
    VEC(Frame) stack = {0};
    IrComp *c = pins->m->entry;
    Frame start = {c->n_ops ? g_memdup2(c->ops, sizeof *c->ops * (gsize)c->n_ops) : NULL, c->n_ops, 0};
    vec_push(&stack, start);
    while (stack.n > 0) {
        Frame *f = &stack.v[stack.n - 1];
        if (f->i == f->n) {
            g_free(f->ops);
            stack.n--;
            continue;
        }
        IrOp *op = f->ops[f->i++];
        if (op->code == OP_constraint) {
            IrValue v = outer_value(pins, op->operands[0], 0);
            follow_chain(pins, v, op);
            pin(pins, v, (PinUser){op, 0});
        } else if (op->code == OP_manual) {
            for (int k = 0; k < op->n_operands; k++)
                if (op->operands[k]->type->kind != TYPE_TUPLE)
                    pin(pins, outer_value(pins, op->operands[k], 0), (PinUser){op, k});
        }
        if (op->code != OP_while && op->code != OP_conditional && op->code != OP_call && op->code != OP_manual)
            continue;
        for (int k = op->n_comps - 1; k >= 0; k--) {
            IrComp *region = op->comps[k];
            Frame inner = {g_memdup2(region->ops, sizeof *region->ops * (gsize)region->n_ops), region->n_ops, 0};
            vec_push(&stack, inner);
        }
    }
    vec_clear(&stack);
}

static bool has_pins(const IrModule *m)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->code == OP_constraint || m->comps[i]->ops[k]->code == OP_manual)
                return true;
    return false;
}

static void free_list(gpointer list)
{
    g_array_free(list, TRUE);
}

GHashTable *constraints_apply(IrModule *m)
{
    GHashTable *moved = g_hash_table_new(NULL, NULL);
    if (!has_pins(m))
        return moved;
    Pins pins = {.m = m, .callers = g_hash_table_new(NULL, NULL),
                 .users = g_hash_table_new_full(NULL, NULL, NULL, free_list), .use_counts = g_hash_table_new(NULL, NULL),
                 .carried = g_hash_table_new(NULL, NULL), .moved = moved};
    for (int i = 0; i < m->n_comps; i++) {
        comp_renumber(m->comps[i]);
        collect(&pins, m->comps[i]);
    }
    for (int i = 0; i < pins.comps.n; i++)
        note_uses(&pins, pins.comps.v[i]);
    walk(&pins);
    vec_clear(&pins.comps);
    g_hash_table_destroy(pins.callers);
    g_hash_table_destroy(pins.users);
    g_hash_table_destroy(pins.use_counts);
    g_hash_table_destroy(pins.carried);
    return moved;
}
