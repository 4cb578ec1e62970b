/* Each use of a constant may have a sharding of its own. Before propagation every use gets its own copy of the constant (and
 * of expressions of constants, calls included); afterwards copies with equal shardings are merged.
 * Source: Shardy's constant or scalar splitter and merger. */
#include "runtime/propagate/propagate_impl.h"

struct ConstantClones {
    GHashTable *original; /* IrOp* to the id of the op it is a copy of; originals to their own */
    bool uncalled;        /* some function has lost a call */
};

/* What an op is to this pass; CAPTURED besides: a region's name for one outside. */
enum { PLAIN, CONSTANT_EXPRESSION, SCALAR_EXPANSION, CAPTURED = 4 };

enum { MAX_DEPTH = 100 }; /* of an expression that is copied; deeper ones stay shared */

typedef struct Kinds {
    char *kind;        /* by id of the ops before the pass */
    int *depth;
    int n;
    Captures *captures;
} Kinds;

typedef struct Splitter {
    IrComp *c;
    const Kinds *kinds;
    int n;             /* ops before the pass; the arrays are by position before the pass */
    int *uses;         /* slots that still read the op */
    IrOp **copy_of;    /* this use's copy, while one use is served */
    GPtrArray **clones; /* all copies, which go in front of the original */
    VEC(int) touched;
    GHashTable *groups; /* op to GPtrArray of the sharding groups that name it: no uses, copies join them; NULL = none */
    int64_t budget;
    ConstantClones *all;
} Splitter;

static bool is_half_broadcast(const IrOp *op)
{
    return op->code == OP_reshape && op->a.stretched.n > 0;
}

/* Scalars of the program; what a stretching broadcast takes its one element from may have dims. */
static bool is_scalar(const IrOp *op)
{
    return op->type->kind == TYPE_ARRAY && op->type->rank == 0 && !is_half_broadcast(op);
}

static bool is_movable(const IrOp *op)
{
    return op->code == OP_broadcast || op->code == OP_reshape || op->code == OP_slice ||
           (op_is_elementwise(op) && op->code != OP_constraint);
}

/* A function that makes constants of constants; `depth` of calls around it. */
static bool keeps_constants(const IrComp *c, int depth)
{
    bool all = c->is_function && depth < MAX_DEPTH;
    for (int i = 0; all && i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        all = op->code == OP_parameter || op->code == OP_constant || op->code == OP_iota || op->code == OP_tuple ||
              op->code == OP_get_tuple_element || op->code == OP_sharding_group || is_movable(op) ||
              (op->code == OP_call && op->n_comps == 1 && keeps_constants(op->comps[0], depth + 1));
    }
    return all;
}

static int kind_of(const Kinds *k, const IrOp *op)
{
    return op->id < k->n ? k->kind[op->id] : PLAIN;
}

static void classify(Kinds *all, const IrOp *op)
{
    bool call = op->code == OP_call && op->n_comps == 1;
    if (op->type->kind != TYPE_ARRAY && !call)
        return;
    const IrOp *outside = captures_source(all->captures, op);
    if (outside) {
        int kind = kind_of(all, outside);
        all->kind[op->id] = (char)(kind ? kind | CAPTURED : PLAIN);
        all->depth[op->id] = kind ? all->depth[outside->id] : 0;
        return;
    }
    bool constant = op->code == OP_constant || op->code == OP_iota || (is_movable(op) && op->n_operands > 0) ||
                    (op->code == OP_get_tuple_element && op->operands[0]->code == OP_call);
    constant = constant || call;
    int depth = 0;
    for (int k = 0; constant && k < op->n_operands; k++) {
        constant = (kind_of(all, op->operands[k]) & CONSTANT_EXPRESSION) != 0;
        depth = constant ? MAX(depth, all->depth[op->operands[k]->id] + 1) : 0;
    }
    if (constant && call)
        constant = keeps_constants(op->comps[0], 0);
    all->depth[op->id] = depth;
    if (constant && depth <= MAX_DEPTH)
        all->kind[op->id] = CONSTANT_EXPRESSION;
    else if (op->code == OP_broadcast && is_scalar(op->operands[0]))
        all->kind[op->id] = SCALAR_EXPANSION;
}

/* Around before inside: regions know what they read. */
static Kinds kinds_of_module(IrModule *m)
{
    Kinds all = {.n = m->next_id, .captures = captures_new(m)};
    all.kind = g_new0(char, all.n);
    all.depth = g_new0(int, all.n);
    for (int i = m->n_comps - 1; i >= 0; i--)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            classify(&all, m->comps[i]->ops[k]);
    return all;
}

static void kinds_clear(Kinds *all)
{
    captures_free(all->captures);
    g_free(all->kind);
    g_free(all->depth);
}

/* Nothing but this one use reads any array of the expression. */
static bool is_exclusive(const Splitter *s, const IrOp *op)
{
    if (is_scalar(op))
        return true;
    if (s->uses[op->pos] != 1)
        return false;
    if (kind_of(s->kinds, op) & CAPTURED)
        return captures_is_free(s->kinds->captures, op);
    for (int i = 0; i < op->n_operands; i++)
        if (!is_exclusive(s, op->operands[i]))
            return false;
    return true;
}

/* An expression that stays as it is reads captured values under their own names. */
static void claim(const Splitter *s, IrOp *op)
{
    if (is_scalar(op))
        return;
    if (kind_of(s->kinds, op) & CAPTURED) {
        captures_take(s->kinds->captures, op);
        return;
    }
    for (int i = 0; i < op->n_operands; i++)
        claim(s, op->operands[i]);
}

/* One use less; what nothing reads any more reads nothing. */
static void release(Splitter *s, const IrOp *op)
{
    if (--s->uses[op->pos] > 0 || kind_of(s->kinds, op) == PLAIN || (kind_of(s->kinds, op) & CAPTURED))
        return;
    for (int i = 0; i < op->n_operands; i++)
        release(s, op->operands[i]);
}

static void remember(ConstantClones *all, IrOp *op, int original)
{
    g_hash_table_insert(all->original, op, GINT_TO_POINTER(original));
}

static void join_groups(Splitter *s, const IrOp *op, IrOp *copy)
{
    GPtrArray *groups = s->groups ? g_hash_table_lookup(s->groups, op) : NULL;
    for (guint i = 0; groups && i < groups->len; i++) {
        const IrOp *group = groups->pdata[i];
        IrOp *twin = op_new(s->c, OP_sharding_group, group->type, group->name, 1, &copy);
        op_copy_attrs(twin, group);
        op_inherit(twin, group);
        s->c->n_ops--; /* placed by assemble */
        g_ptr_array_add(s->clones[op->pos], twin);
    }
}

/* A copy of a function of this kind, and of all that it calls: each call owns what it calls. */
static IrComp *clone_function(IrComp *c)
{
    IrComp *copy = comp_clone(c);
    int n = type_n_leaves(c->root->type);
    copy->results = c->results ? arena_dup_array(c->module->arena, c->results, n) : NULL;
    for (int i = 0; i < copy->n_ops; i++)
        if (copy->ops[i]->code == OP_call) {
            IrComp *own = clone_function(copy->ops[i]->comps[0]);
            op_set_comps(copy->ops[i], 1, &own);
        }
    return copy;
}

static void place_copy(Splitter *s, const IrOp *op, IrOp *copy)
{
    s->c->n_ops--; /* placed by assemble */
    if (!s->clones[op->pos])
        s->clones[op->pos] = g_ptr_array_new();
    g_ptr_array_add(s->clones[op->pos], copy);
    s->budget--;
}

/* A copy of the expression down to its scalars, which stay shared. */
static IrOp *copy_expression(Splitter *s, IrOp *op)
{
    if (is_scalar(op)) {
        s->uses[op->pos]++;
        return op;
    }
    if (s->copy_of[op->pos])
        return s->copy_of[op->pos];
    bool captured = (kind_of(s->kinds, op) & CAPTURED) != 0;
    IrOp *taken = captured ? captures_take(s->kinds->captures, op) : NULL;
    s->copy_of[op->pos] = taken;
    if (captured)
        vec_push(&s->touched, op->pos);
    if (taken == op) {
        s->uses[op->pos]++;
        return op;
    }
    if (taken) {
        place_copy(s, op, taken);
        return taken;
    }
    IrOp **operands = g_new(IrOp *, (gsize)op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++)
        operands[i] = copy_expression(s, op->operands[i]);
    IrOp *copy = op_new(s->c, op->code, op->type, op->name, op->n_operands, operands);
    g_free(operands);
    op_copy_attrs(copy, op);
    if (op->code == OP_call) { /* copies stand in front, where the first of the functions is called */
        IrComp *own = clone_function(op->comps[0]);
        op_set_comps(op, 1, &own);
    }
    op_inherit(copy, op);
    place_copy(s, op, copy);
    join_groups(s, op, copy);
    s->copy_of[op->pos] = copy;
    vec_push(&s->touched, op->pos);
    remember(s->all, copy, op->id);
    return copy;
}

static void serve_use(Splitter *s, IrOp **slot)
{
    IrOp *op = *slot;
    if (kind_of(s->kinds, op) == PLAIN || op->type->kind != TYPE_ARRAY || is_scalar(op) || s->budget <= 0)
        return;
    if (is_exclusive(s, op)) {
        claim(s, op);
        return;
    }
    *slot = copy_expression(s, op);
    release(s, op);
    for (int i = 0; i < s->touched.n; i++)
        s->copy_of[s->touched.v[i]] = NULL;
    s->touched.n = 0;
}

/* Copies go in front of what they copy; originals that nothing reads any more go away. */
static void assemble(Splitter *s)
{
    GPtrArray *order = g_ptr_array_new();
    for (int i = 0; i < s->n; i++) {
        IrOp *op = s->c->ops[i];
        for (guint k = 0; s->clones[i] && k < s->clones[i]->len; k++)
            g_ptr_array_add(order, s->clones[i]->pdata[k]);
        int kind = kind_of(s->kinds, op);
        if (kind & CAPTURED) { /* a name, which the loop may hand on */
            g_ptr_array_add(order, op);
            continue;
        }
        if (s->clones[i])
            remember(s->all, op, op->id);
        if (op->code == OP_sharding_group && kind_of(s->kinds, op->operands[0]) != PLAIN && s->uses[op->operands[0]->pos] == 0)
            continue; /* of an original that has gone */
        if (kind == PLAIN || s->uses[i] > 0 || op == s->c->root || (op->type->kind != TYPE_ARRAY && !s->clones[i]))
            g_ptr_array_add(order, op);
        else
            s->all->uncalled = s->all->uncalled || op->code == OP_call;
    }
    s->c->ops = arena_dup_array(s->c->module->arena, (IrOp **)order->pdata, order->len);
    s->c->n_ops = s->c->cap = (int)order->len;
    g_ptr_array_free(order, TRUE);
    comp_renumber(s->c);
}

static void free_list(gpointer list)
{
    g_ptr_array_free(list, TRUE);
}

static void note_group(Splitter *s, IrOp *group)
{
    if (!s->groups)
        s->groups = g_hash_table_new_full(NULL, NULL, NULL, free_list);
    GPtrArray *list = g_hash_table_lookup(s->groups, group->operands[0]);
    if (!list)
        g_hash_table_insert(s->groups, group->operands[0], list = g_ptr_array_new());
    g_ptr_array_add(list, group);
}

/* Unread constants read nothing either. */
static void release_unread(Splitter *s)
{
    for (int i = s->n - 1; i >= 0; i--) {
        const IrOp *op = s->c->ops[i];
        int kind = kind_of(s->kinds, op);
        if (kind == PLAIN || (kind & CAPTURED) || s->uses[i] > 0 || op->type->kind != TYPE_ARRAY)
            continue;
        for (int k = 0; k < op->n_operands; k++)
            s->uses[op->operands[k]->pos]--;
    }
}

static void split_comp(IrComp *c, const Kinds *kinds, ConstantClones *all)
{
    captures_widen(kinds->captures, c);
    captures_tidy(c, false); /* what only unread constants of a region read is not read */
    comp_renumber(c);
    int n = c->n_ops;
    if (n == 0)
        return;
    Splitter s = {.c = c, .kinds = kinds, .n = n, .budget = 4 * (int64_t)n + 10000, .all = all};
    s.uses = g_new0(int, n);
    s.copy_of = g_new0(IrOp *, n);
    s.clones = g_new0(GPtrArray *, n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++) {
            if (c->ops[i]->code == OP_sharding_group)
                note_group(&s, c->ops[i]);
            else if (!captures_hands_on(kinds->captures, c, c->ops[i], k))
                s.uses[c->ops[i]->operands[k]->pos]++;
        }
    s.uses[c->root->pos]++;
    release_unread(&s);
    for (int i = 0; i < n; i++)
        if (kind_of(kinds, c->ops[i]) == PLAIN && c->ops[i]->code != OP_sharding_group)
            for (int k = 0; k < c->ops[i]->n_operands; k++)
                if (!captures_hands_on(kinds->captures, c, c->ops[i], k))
                    serve_use(&s, &c->ops[i]->operands[k]);
    if (kind_of(kinds, c->root) & CAPTURED)
        serve_use(&s, &c->root);
    assemble(&s);
    for (int i = 0; i < n; i++)
        if (s.clones[i])
            g_ptr_array_free(s.clones[i], TRUE);
    g_free(s.uses);
    g_free(s.copy_of);
    g_free(s.clones);
    if (s.groups)
        g_hash_table_destroy(s.groups);
    vec_clear(&s.touched);
}

/* Groups that name a constant from inside of a region name it where it is, so that its copies join them. */
static void lift_groups(IrModule *m, const Kinds *kinds)
{
    for (int i = 0; i < m->n_comps; i++) {
        IrComp *c = m->comps[i];
        int n = 0;
        for (int k = 0; k < c->n_ops; k++) {
            IrOp *op = c->ops[k], *named = op->code == OP_sharding_group ? op->operands[0] : NULL;
            while (named && (kind_of(kinds, named) & CAPTURED))
                named = captures_source(kinds->captures, named);
            if (named && named->parent != c) {
                IrOp *lifted = op_new(named->parent, OP_sharding_group, op->type, op->name, 1, &named);
                op_copy_attrs(lifted, op);
                op_inherit(lifted, op);
            } else {
                c->ops[n++] = op;
            }
        }
        if (n < c->n_ops) {
            c->n_ops = n;
            comp_renumber(c);
        }
    }
}

ConstantClones *constants_split(IrModule *m)
{
    ConstantClones *all = g_new0(ConstantClones, 1);
    all->original = g_hash_table_new(NULL, NULL);
    int n = m->n_comps;
    Kinds kinds = kinds_of_module(m);
    lift_groups(m, &kinds);
    for (int i = 0; i < n; i++) /* functions that are copied for their calls come behind, alike from the start */
        split_comp(m->comps[i], &kinds, all);
    kinds_clear(&kinds);
    if (m->n_comps > n || all->uncalled)
        module_order_comps(m);
    return all;
}

void constant_clones_free(ConstantClones *clones)
{
    if (!clones)
        return;
    g_hash_table_destroy(clones->original);
    g_free(clones);
}

/* ---- and together again ----------------------------------------------------------------------- */

typedef struct MergeKey {
    IrOp *op;
    int original;
} MergeKey;

static const Sharding *sharding_of(const IrOp *op)
{
    return op->shardings ? op->shardings[0] : NULL;
}

static guint merge_hash(gconstpointer p)
{
    const MergeKey *k = p;
    guint h = (guint)k->original * 31u + g_direct_hash(sharding_of(k->op));
    for (int i = 0; i < k->op->n_operands; i++)
        h = h * 31u + g_direct_hash(k->op->operands[i]);
    return h;
}

static gboolean merge_equal(gconstpointer a, gconstpointer b)
{
    const MergeKey *x = a, *y = b;
    if (x->original != y->original || x->op->code != y->op->code || x->op->type != y->op->type ||
        x->op->at.line != y->op->at.line || x->op->at.col != y->op->at.col || sharding_of(x->op) != sharding_of(y->op) || x->op->n_operands != y->op->n_operands)
        return FALSE;
    for (int i = 0; i < x->op->n_operands; i++)
        if (x->op->operands[i] != y->op->operands[i])
            return FALSE;
    return op_attrs_equal(x->op, y->op, ATTR_ALL); /* programs that are not from a text may have several at one place */
}

static void merge_comp(IrComp *c, const ConstantClones *clones, bool whole)
{
    GHashTable *seen = g_hash_table_new_full(merge_hash, merge_equal, g_free, NULL);
    GHashTable *replaced = g_hash_table_new(NULL, NULL);
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *by = g_hash_table_lookup(replaced, op->operands[k]);
            if (by)
                op->operands[k] = by;
        }
        gpointer original;
        bool first = !whole && op->code != OP_constant && op->code != OP_broadcast && !is_half_broadcast(op); /* the copies that Shardy leaves */
        if (!first && op != c->root && g_hash_table_lookup_extended(clones->original, op, NULL, &original)) {
            MergeKey probe = {op, GPOINTER_TO_INT(original)};
            const MergeKey *same = g_hash_table_lookup(seen, &probe);
            if (same) {
                g_hash_table_insert(replaced, op, same->op);
                op_add_origins(same->op, op);
                continue;
            }
            g_hash_table_add(seen, g_memdup2(&probe, sizeof probe));
        }
        c->ops[n++] = op;
    }
    c->n_ops = n;
    comp_renumber(c);
    g_hash_table_destroy(seen);
    g_hash_table_destroy(replaced);
}

void constants_merge(IrModule *m, ConstantClones *clones)
{
    if (g_hash_table_size(clones->original) == 0)
        return;
    for (int i = m->n_comps - 1; i >= 0; i--) { /* around before inside, where what is read may have become one */
        merge_comp(m->comps[i], clones, false);
        captures_tidy(m->comps[i], true);
    }
}

/* Copies stand at the same place of the text, so that they need no list of their own once propagation is over. */
void constants_fold(IrModule *m)
{
    ConstantClones all = { .original = g_hash_table_new(NULL, NULL) };
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            bool constant = op->type->kind == TYPE_ARRAY && op->at.line > 0 &&
                            (op->code == OP_constant || op->code == OP_iota || is_movable(op));
            for (int j = 0; constant && j < op->n_operands; j++)
                constant = is_scalar(op->operands[j]) || g_hash_table_contains(all.original, op->operands[j]);
            if (constant)
                remember(&all, op, (int)((unsigned)op->at.line * 512u + (unsigned)op->at.col));
        }
    for (int i = m->n_comps - 1; i >= 0; i--) {
        merge_comp(m->comps[i], &all, true);
        captures_tidy(m->comps[i], true);
    }
    g_hash_table_destroy(all.original);
}
