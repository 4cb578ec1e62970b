/* Captured values of loops and branches. A region reads values of the enclosing block through parts of its parameter. Shardy
 * gives each use of a constant a sharding of its own, so captures_widen splits a captured constant into one part per use
 * before propagation. Afterwards captures_tidy merges parts that hold the same value and removes parts that no region
 * reads. Only loops read from StableHLO are changed: there the captures follow the listed state.
 * Start at captures_take, then captures_widen, then captures_tidy. */
#include "runtime/propagate/propagate_impl.h"

typedef struct Region {
    IrOp *owner;
    int slot;            /* operand of the owner that holds what the region reads */
    IrComp *comps[2];    /* a loop's condition and body, or a branch alone */
    int n_comps;
    bool *taken;         /* by part: some use has it already */
    VEC(IrOp *) added;   /* further parts, in the computation that reads them */
    VEC(int) from;       /* parts that they repeat */
} Region;

struct Captures {
    GHashTable *by_comp; /* IrComp* to Region */
    GPtrArray *all;
};

static bool is_flat(const Type *t)
{
    for (int i = 0; i < t->n_parts; i++)
        if (t->parts[i]->kind == TYPE_TUPLE)
            return false;
    return true;
}

static bool is_open_loop(const IrOp *op)
{
    return op->code == OP_while && op->n_comps == 2 && op->a.loop.listed > 0 && op->operands[0]->code == OP_tuple &&
           op->type->kind == TYPE_TUPLE && op->comps[0]->n_params == 1 && op->comps[1]->n_params == 1 &&
           op->comps[1]->root->code == OP_tuple && op->parent->root != op && is_flat(op->type);
}

static bool is_open_branch(const IrOp *op, int branch)
{
    const IrOp *in = op->operands[branch + 1];
    return op->comps[branch]->n_params == 1 &&
           (in->type->kind == TYPE_TUPLE ? in->code == OP_tuple && is_flat(in->type) : in->type->kind == TYPE_ARRAY);
}

/* The regions of an op that can be changed, as (slot, computations); false when there are no more. */
static bool next_region(const IrOp *op, int *at, Region *out)
{
    if (op->code == OP_while && *at == 0) {
        *at = 1;
        *out = (Region){.owner = (IrOp *)op, .slot = 0, .comps = {op->comps[0], op->comps[1]}, .n_comps = 2};
        return is_open_loop(op);
    }
    while (op->code == OP_conditional && *at < op->n_comps) {
        int k = (*at)++;
        if (is_open_branch(op, k)) {
            *out = (Region){.owner = (IrOp *)op, .slot = k + 1, .comps = {op->comps[k]}, .n_comps = 1};
            return true;
        }
    }
    return false;
}

static int n_parts(const Region *r)
{
    const Type *t = r->owner->operands[r->slot]->type;
    return t->kind == TYPE_TUPLE ? t->n_parts : 1;
}

static bool is_captured(const Region *r, int part)
{
    return r->owner->code == OP_conditional || while_captures(r->owner, part);
}

static IrOp *source_of_part(const Region *r, int part)
{
    IrOp *in = r->owner->operands[r->slot];
    return in->type->kind == TYPE_TUPLE ? in->operands[part] : in;
}

/* ---- a part for each use ------------------------------------------------------------------------ */

static void region_free(gpointer p)
{
    Region *r = p;
    g_free(r->taken);
    vec_clear(&r->added);
    vec_clear(&r->from);
    g_free(r);
}

Captures *captures_new(IrModule *m)
{
    Captures *c = g_new0(Captures, 1);
    c->by_comp = g_hash_table_new(NULL, NULL);
    c->all = g_ptr_array_new_with_free_func(region_free);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (op->code != OP_while && op->code != OP_conditional)
                continue;
            Region r;
            for (int at = 0; next_region(op, &at, &r);) {
                Region *kept = g_memdup2(&r, sizeof r);
                kept->taken = g_new0(bool, n_parts(kept) + 1);
                g_ptr_array_add(c->all, kept);
                for (int j = 0; j < r.n_comps; j++)
                    g_hash_table_insert(c->by_comp, r.comps[j], kept);
            }
        }
    return c;
}

void captures_free(Captures *c)
{
    g_hash_table_destroy(c->by_comp);
    g_ptr_array_free(c->all, TRUE);
    g_free(c);
}

/* The region that `op` brings a captured value into, and as which part; NULL if it does not. */
static Region *region_of(const Captures *c, const IrOp *op, int *part)
{
    if ((op->code != OP_get_tuple_element && op->code != OP_parameter) || op->type->kind != TYPE_ARRAY)
        return NULL;
    Region *r = g_hash_table_lookup(c->by_comp, op->parent);
    const IrOp *param = r ? op->parent->params[0] : NULL;
    if (!r || (op != param && (op->code != OP_get_tuple_element || op->operands[0] != param)))
        return NULL;
    *part = op == param ? 0 : (int)op->a.gte.index;
    return *part < n_parts(r) && is_captured(r, *part) ? r : NULL;
}

IrOp *captures_source(const Captures *c, const IrOp *op)
{
    int part;
    const Region *r = region_of(c, op, &part);
    return r ? source_of_part(r, part) : NULL;
}

bool captures_hands_on(const Captures *c, const IrComp *comp, const IrOp *op, int slot)
{
    const Region *r = op == comp->root ? g_hash_table_lookup(c->by_comp, comp) : NULL;
    return r && r->owner->code == OP_while && r->comps[1] == comp && is_captured(r, slot);
}

bool captures_is_free(const Captures *c, const IrOp *op)
{
    int part;
    const Region *r = region_of(c, op, &part);
    return r && !r->taken[part];
}

IrOp *captures_take(Captures *c, IrOp *op)
{
    int part;
    Region *r = region_of(c, op, &part);
    g_assert(r);
    if (!r->taken[part]) {
        r->taken[part] = true;
        return op;
    }
    IrComp *comp = op->parent;
    IrOp *more = op_new(comp, OP_get_tuple_element, op->type, op->name, 1, &comp->params[0]);
    more->a.gte.index = n_parts(r) + r->added.n;
    op_inherit(more, op);
    vec_push(&r->added, more);
    vec_push(&r->from, part);
    return more;
}

/* ---- types and lists that follow ----------------------------------------------------------------- */

static void place(IrComp *c, IrOp *op, int at)
{
    comp_renumber(c);
    memmove(c->ops + at + 1, c->ops + at, sizeof *c->ops * (size_t)(op->pos - at));
    c->ops[at] = op;
    comp_renumber(c);
}

/* An op of a tuple type gets one of the parts `keep` names, in that order; -1: a part without a sharding. */
static void set_parts(IrOp *op, const Type *type, const int *keep)
{
    int n = type->n_parts;
    if (op->shardings) {
        const Sharding **s = arena_array(op->parent->module->arena, const Sharding *, n);
        for (int i = 0; i < n; i++)
            s[i] = keep[i] >= 0 ? op->shardings[keep[i]] : NULL;
        op->shardings = s;
    }
    op->type = type;
}

static void set_operands(IrOp *tuple, int n, IrOp *const *operands)
{
    tuple->operands = arena_dup_array(tuple->parent->module->arena, operands, n);
    tuple->n_operands = n;
}

/* The tuple that is the region's alone. */
static IrOp *own_tuple(Region *r, bool shared)
{
    IrOp *in = r->owner->operands[r->slot];
    IrComp *c = r->owner->parent;
    if (in->type->kind == TYPE_TUPLE && !shared)
        return in;
    bool tuple = in->type->kind == TYPE_TUPLE;
    const Type *type = tuple ? in->type : type_tuple(c->module->types, 1, &in->type);
    IrOp *own = tuple ? op_new(c, OP_tuple, type, NULL, in->n_operands, in->operands) : op_new(c, OP_tuple, type, NULL, 1, &in);
    op_inherit(own, in);
    place(c, own, r->owner->pos);
    r->owner->operands[r->slot] = own;
    return own;
}

static bool is_shared(const IrComp *c, const IrOp *tuple)
{
    int n = tuple == c->root;
    for (int i = 0; i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++)
            n += c->ops[i]->operands[k] == tuple;
    return n > 1;
}

/* A region whose parameter is the one value it reads gets a tuple of it. */
static void as_tuple(IrComp *c, const Type *type)
{
    IrOp *value = c->params[0];
    if (value->type->kind == TYPE_TUPLE)
        return;
    IrOp *param = op_new(c, OP_parameter, type, NULL, 0, NULL);
    op_inherit(param, value);
    param->a.parameter.number = 0;
    value->code = OP_get_tuple_element;
    memset(&value->a, 0, sizeof value->a);
    set_operands(value, 1, &param);
    for (int i = 0; i < c->n_ops; i++) /* parts that were added */
        if (c->ops[i]->code == OP_get_tuple_element && c->ops[i]->n_operands == 1 && c->ops[i]->operands[0] == value)
            c->ops[i]->operands[0] = param;
    place(c, param, 0);
}

static void widen(Region *r)
{
    IrModule *m = r->owner->parent->module;
    int n = n_parts(r), more = r->added.n;
    IrOp *tuple = own_tuple(r, is_shared(r->owner->parent, r->owner->operands[r->slot]));
    const Type **parts = g_new(const Type *, n + more);
    IrOp **operands = g_new(IrOp *, n + more);
    int *keep = g_new(int, n + more);
    for (int i = 0; i < n + more; i++) {
        keep[i] = i < n ? i : -1;
        operands[i] = tuple->operands[i < n ? i : r->from.v[i - n]];
        parts[i] = operands[i]->type;
    }
    const Type *type = type_tuple(m->types, n + more, parts);
    set_operands(tuple, n + more, operands);
    set_parts(tuple, type, keep);
    for (int j = 0; j < r->n_comps; j++) {
        comp_renumber(r->comps[j]);
        as_tuple(r->comps[j], type);
        set_parts(r->comps[j]->params[0], type, keep);
    }
    if (r->owner->code == OP_while) { /* what is captured is handed on */
        IrComp *body = r->comps[1];
        IrOp *root = body->root;
        memcpy(operands, root->operands, sizeof *operands * (size_t)n);
        for (int i = 0; i < more; i++) {
            IrOp *part = r->added.v[i];
            if (part->parent != body) {
                part = op_new(body, OP_get_tuple_element, part->type, part->name, 1, &body->params[0]);
                part->a.gte.index = n + i;
                op_inherit(part, r->added.v[i]);
                place(body, part, 1);
            }
            operands[n + i] = part;
        }
        set_operands(root, n + more, operands);
        set_parts(root, type, keep);
        set_parts(r->owner, type, keep);
    }
    g_free(parts);
    g_free(operands);
    g_free(keep);
}

void captures_widen(Captures *c, IrComp *comp)
{
    for (int i = 0; i < comp->n_ops; i++) {
        const IrOp *op = comp->ops[i];
        bool regions = op->code == OP_while || op->code == OP_conditional;
        for (int k = 0; regions && k < op->n_comps; k++) {
            Region *r = g_hash_table_lookup(c->by_comp, op->comps[k]);
            if (!r || r->comps[0] != op->comps[k] || r->added.n == 0)
                continue;
            widen(r);
            while (comp->ops[i] != op) /* behind what was placed in front of it */
                i++;
        }
    }
}

/* ---- and back ------------------------------------------------------------------------------------ */

/* By part: whether a region reads it. False if parts cannot be told apart, since some op takes them whole. */
static bool note_reads(const Region *r, bool *read)
{
    for (int j = 0; j < r->n_comps; j++) {
        const IrComp *c = r->comps[j];
        const IrOp *param = c->params[0];
        bool loop_body = r->owner->code == OP_while && j == 1;
        if (c->root == param)
            return false;
        for (int i = 0; i <= c->n_ops; i++) {
            const IrOp *op = i < c->n_ops ? c->ops[i] : NULL;
            for (int k = 0; k < (op ? op->n_operands : 1); k++) {
                const IrOp *o = op ? op->operands[k] : c->root;
                if (o == param && op && op->code != OP_get_tuple_element)
                    return false;
                bool hands_on = loop_body && op == c->root && is_captured(r, k);
                if (o->code == OP_get_tuple_element && o->operands[0] == param && !hands_on)
                    read[o->a.gte.index] = true;
            }
        }
    }
    return true;
}

/* Where each part goes; -1: away. Returns how many stay. */
static int choose_parts(const Region *r, const bool *read, bool join, int *target, int *keep)
{
    const IrOp *tuple = r->owner->operands[r->slot];
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    int n = 0;
    for (int i = 0; i < tuple->n_operands; i++) {
        gpointer same;
        bool captured = is_captured(r, i);
        target[i] = -1;
        if (captured && !read[i])
            continue;
        if (captured && join && g_hash_table_lookup_extended(seen, tuple->operands[i], NULL, &same)) {
            target[i] = GPOINTER_TO_INT(same);
            continue;
        }
        if (captured)
            g_hash_table_insert(seen, tuple->operands[i], GINT_TO_POINTER(n));
        target[i] = n;
        keep[n++] = i;
    }
    return n;
}

/* Names of parts by their new numbers, one name each; of parts that have gone none. */
static void rename_parts(IrComp *c, const int *target, int n)
{
    IrOp *param = c->params[0], **first = g_new0(IrOp *, n + 1);
    g_autoptr(GHashTable) replaced = g_hash_table_new(NULL, NULL);
    int kept = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code == OP_get_tuple_element && op->operands[0] == param) {
            int to = target[op->a.gte.index];
            if (to < 0)
                continue;
            op->a.gte.index = to;
            if (first[to]) {
                g_hash_table_insert(replaced, op, first[to]);
                continue;
            }
            first[to] = op;
        }
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *by = g_hash_table_lookup(replaced, op->operands[k]);
            if (by)
                op->operands[k] = by;
        }
        c->ops[kept++] = op;
    }
    c->n_ops = kept;
    IrOp *root = g_hash_table_lookup(replaced, c->root);
    c->root = root ? root : c->root;
    comp_renumber(c);
    g_free(first);
}

static void pick(IrOp *tuple, int n, const int *keep, const Type *type)
{
    IrOp **operands = g_new(IrOp *, n + 1);
    for (int i = 0; i < n; i++)
        operands[i] = tuple->operands[keep[i]];
    set_operands(tuple, n, operands);
    set_parts(tuple, type, keep);
    g_free(operands);
}

static void narrow(Region *r, const int *target, int n, const int *keep)
{
    IrModule *m = r->owner->parent->module;
    IrOp *tuple = own_tuple(r, is_shared(r->owner->parent, r->owner->operands[r->slot]));
    const Type **parts = g_new(const Type *, n + 1);
    for (int i = 0; i < n; i++)
        parts[i] = tuple->operands[keep[i]]->type;
    const Type *type = type_tuple(m->types, n, parts);
    g_free(parts);
    pick(tuple, n, keep, type);
    if (r->owner->code == OP_while) {
        pick(r->comps[1]->root, n, keep, type);
        set_parts(r->owner, type, keep);
    }
    for (int j = 0; j < r->n_comps; j++) {
        set_parts(r->comps[j]->params[0], type, keep);
        rename_parts(r->comps[j], target, n);
    }
}

/* A branch that no longer reads its one value gets an empty tuple. */
static void forget_value(Region *r)
{
    IrOp *param = r->comps[0]->params[0];
    bool used = r->comps[0]->root == param;
    for (int i = 0; i < r->comps[0]->n_ops && !used; i++)
        for (int k = 0; k < r->comps[0]->ops[i]->n_operands; k++)
            used = used || r->comps[0]->ops[i]->operands[k] == param;
    if (used)
        return;
    IrComp *c = r->owner->parent;
    IrOp *none = op_new(c, OP_tuple, type_tuple(c->module->types, 0, NULL), NULL, 0, NULL);
    op_inherit(none, r->owner);
    place(c, none, r->owner->pos);
    r->owner->operands[r->slot] = none;
    set_parts(param, none->type, NULL);
}

static void tidy_region(Region *r, bool join)
{
    int n = n_parts(r);
    if (r->owner->operands[r->slot]->type->kind != TYPE_TUPLE) {
        forget_value(r);
        return;
    }
    bool *read = g_new0(bool, n + 1);
    int *target = g_new(int, n + 1), *keep = g_new(int, n + 1);
    if (note_reads(r, read)) {
        int kept = choose_parts(r, read, join, target, keep);
        if (kept < n && (kept > 0 || r->owner->code == OP_conditional))
            narrow(r, target, kept, keep);
    }
    g_free(read);
    g_free(target);
    g_free(keep);
}

void captures_tidy(IrComp *c, bool join)
{
    g_autoptr(GHashTable) whole = NULL; /* loops of which more than the listed results are read */
    bool any = false;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        any = any || op->code == OP_while || op->code == OP_conditional;
        for (int k = 0; any && k < op->n_operands; k++) {
            const IrOp *loop = op->operands[k];
            if (loop->code != OP_while || (op->code == OP_get_tuple_element && op->a.gte.index < loop->a.loop.listed))
                continue;
            if (!whole)
                whole = g_hash_table_new(NULL, NULL);
            g_hash_table_add(whole, (gpointer)loop);
        }
    }
    if (!any)
        return;
    int n = c->n_ops;
    IrOp **ops = g_memdup2(c->ops, sizeof *c->ops * (gsize)n);
    for (int i = 0; i < n; i++) {
        if ((ops[i]->code != OP_while && ops[i]->code != OP_conditional) || (whole && g_hash_table_contains(whole, ops[i])))
            continue;
        Region r;
        for (int at = 0; next_region(ops[i], &at, &r);)
            tidy_region(&r, join);
    }
    g_free(ops);
}
