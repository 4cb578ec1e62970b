/* Makes modules, computations and ops, and restores order after edits. Copies are in clone.c, inlining is in inline.c. */
#include "runtime/ir/ir.h"

#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/ir/names.h"

/* ---- modules and computations ---------------------------------------------------------------- */

IrModule *module_new(const char *name)
{
    Arena *arena = arena_new_root();
    IrModule *m = arena_new(arena, IrModule);
    m->arena = arena;
    m->strs = str_table_new(arena);
    m->types = type_table_new(arena);
    m->shardings = sharding_table_new(arena);
    m->op_names = name_table_new(arena);
    m->comp_names = name_table_new(arena);
    m->name = arena_strdup(arena, name);
    m->n_replicas = 1;
    m->next_id = 1;
    return m;
}

void module_free(IrModule *m)
{
    if (!m)
        return;
    str_table_free(m->strs);
    type_table_free(m->types);
    sharding_table_free(m->shardings);
    name_table_free(m->op_names);
    name_table_free(m->comp_names);
    arena_free(m->arena);
}

/* The array with room for one more entry. Capacity doubles in the arena, so at most as much again is wasted. */
static void *grown(Arena *a, void *v, int n, int *cap, size_t size)
{
    if (n < *cap)
        return v;
    *cap = MAX(8, *cap * 2);
    void *bigger = arena_alloc(a, (size_t)*cap * size);
    if (n)
        memcpy(bigger, v, (size_t)n * size);
    return bigger;
}

/* A legal HLO name: other characters become '_', and the name of a type gets a '_' appended. */
static const char *legal_name(Arena *a, const char *hint, size_t *n)
{
    bool legal = g_ascii_isalpha(hint[0]) || hint[0] == '_';
    for (const char *s = hint; *s; s++)
        legal = legal && (g_ascii_isalnum(*s) || strchr("_.-", *s));
    *n = strlen(hint);
    bool is_type =
        elem_from_hlo(hint, *n) != N_ELEMS || !strcmp(hint, "token") || !strcmp(hint, "opaque");
    if (legal && !is_type)
        return hint;
    char *s = arena_printf(a, "%s%s%s", g_ascii_isalpha(hint[0]) || hint[0] == '_' ? "" : "_", hint,
                           is_type ? "_" : "");
    *n = strlen(s);
    for (char *p = s; *p; p++)
        if (!g_ascii_isalnum(*p) && !strchr("_.-", *p))
            *p = '_';
    return s;
}

IrComp *comp_new(IrModule *m, const char *name)
{
    IrComp *c = arena_new(m->arena, IrComp);
    size_t n;
    const char *legal = legal_name(m->arena, name ? name : "region", &n);
    c->name = name_take(m->comp_names, legal, n);
    c->module = m;
    m->comps = grown(m->arena, m->comps, m->n_comps, &m->cap_comps, sizeof *m->comps);
    m->comps[m->n_comps++] = c;
    return c;
}

/* ---- ops ------------------------------------------------------------------------------------- */

IrOp *op_new_named(IrComp *c, const NamedOp *o)
{
    IrModule *m = c->module;
    IrOp *op = arena_new(m->arena, IrOp);
    op->code = o->code;
    op->id = m->next_id++;
    op->pos = c->n_ops;
    op->name = name_take(m->op_names, o->name, o->n_name);
    op->type = o->type;
    op->n_operands = o->n_operands;
    if (o->n_operands)
        op->operands = arena_dup_array(m->arena, o->operands, o->n_operands);
    op->parent = c;
    c->ops = grown(m->arena, c->ops, c->n_ops, &c->cap, sizeof *c->ops);
    c->ops[c->n_ops++] = op;
    return op;
}

IrOp *op_new(IrComp *c, OpCode code, const Type *type, const char *hint, int n_operands,
             IrOp *const *operands)
{
    size_t n;
    hint = hint ? hint : op_info[code].hlo ? op_info[code].hlo : op_info[code].id;
    const char *name = legal_name(c->module->arena, hint, &n);
    return op_new_named(c, &(NamedOp){ code, type, name, n, n_operands, operands });
}

bool op_is_with_host(const IrOp *op)
{
    if (op->code == OP_infeed || op->code == OP_outfeed)
        return true;
    if (op->code != OP_send && op->code != OP_recv && op->code != OP_send_done && op->code != OP_recv_done)
        return false;
    const char *host = pair_get(op->extra, op->n_extra, "is_host_transfer");
    return host && strcmp(host, "true") == 0;
}

bool op_sent_pairs(Arena *a, const IrOp *op, Ints *out)
{
    const char *text = pair_get(op->pairs, op->n_pairs, SENT_PAIRS);
    g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (const char *p = text; p && *p;) {
        if (strchr("{}, \"", *p)) {
            p++;
            continue;
        }
        char *end;
        int64_t id = g_ascii_strtoll(p, &end, 10);
        if (end == p || id < 0)
            return false;
        g_array_append_val(v, id);
        p = end;
    }
    if (!text || v->len % 2)
        return false;
    *out = ints_dup(a, (const int64_t *)(const void *)v->data, (int)v->len);
    return true;
}

void op_inherit(IrOp *op, const IrOp *from)
{
    op->loc = from->loc;
    op->op_name = from->op_name;
    op->at = from->at;
    op->origins = from->origins; /* shared: never changed in place */
    op->n_origins = from->n_origins;
    op->reshard_id = from->reshard_id;
    op->more_reshards = from->more_reshards; /* shared: never changed in place */
    op->n_more_reshards = from->n_more_reshards;
}

void op_copy_attrs(IrOp *op, const IrOp *from)
{
    Arena *a = op->parent->module->arena;
    op->a = from->a;
    op->comps = from->comps; /* shared: replaced, never changed in place */
    op->n_comps = from->n_comps;
    if (from->shardings)
        op->shardings = arena_dup_array(a, from->shardings, type_n_leaves(from->type));
    op->wanted = from->wanted;
    op->sharding_text = from->sharding_text;
    op->pairs = pairs_dup(a, from->pairs, from->n_pairs);
    op->n_pairs = from->n_pairs;
    op->extra = pairs_dup(a, from->extra, from->n_extra);
    op->n_extra = from->n_extra;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

/* Adds the reshards that `from` serve. An op that was made for no reshard keeps reshard_id 0. */
static void add_reshards(IrOp *op, IrOp *const *from, int n)
{
    g_autoptr(GHashTable) known = NULL;
    VEC(int) more = { 0 };
    for (int i = 0; i < n && op->reshard_id > 0; i++)
        for (int k = -1; k < from[i]->n_more_reshards; k++) {
            int id = k < 0 ? from[i]->reshard_id : from[i]->more_reshards[k];
            if (id <= 0 || id == op->reshard_id)
                continue;
            if (!known) {
                known = g_hash_table_new(NULL, NULL);
                for (int j = 0; j < op->n_more_reshards; j++) {
                    vec_push(&more, op->more_reshards[j]);
                    g_hash_table_add(known, GINT_TO_POINTER(op->more_reshards[j]));
                }
            }
            if (g_hash_table_add(known, GINT_TO_POINTER(id)))
                vec_push(&more, id);
        }
    if (more.n > op->n_more_reshards) {
        op->more_reshards = arena_dup_array(op->parent->module->arena, more.v, more.n);
        op->n_more_reshards = more.n;
    }
    vec_clear(&more);
}

void op_add_origins_of(IrOp *op, IrOp *const *from, int n)
{
    add_reshards(op, from, n);
    VEC(int) all = { 0 };
    for (int k = 0; k < op->n_origins; k++)
        vec_push(&all, op->origins[k]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < from[i]->n_origins; k++)
            vec_push(&all, from[i]->origins[k]);
    if (all.n > op->n_origins) {
        qsort(all.v, (size_t)all.n, sizeof *all.v, by_number);
        int kept = 0;
        for (int i = 0; i < all.n; i++)
            if (i == 0 || all.v[i] != all.v[i - 1])
                all.v[kept++] = all.v[i];
        op->origins = arena_dup_array(op->parent->module->arena, all.v, kept);
        op->n_origins = kept;
    }
    vec_clear(&all);
}

void op_add_origins(IrOp *op, const IrOp *from)
{
    op_add_origins_of(op, (IrOp *const *)&from, 1);
}

void op_set_comps(IrOp *op, int n, IrComp *const *comps)
{
    op->n_comps = n;
    op->comps = n ? arena_dup_array(op->parent->module->arena, comps, n) : NULL;
}

/* ---- small values ---------------------------------------------------------------------------- */

const Literal *literal_new(IrModule *m, const Type *type, const void *data, bool splat)
{
    g_assert(type->kind == TYPE_ARRAY);
    Literal *l = arena_new(m->arena, Literal);
    l->type = type->plain;
    l->splat = splat;
    int64_t n = splat ? 1 : type->n_elems;
    l->data = arena_memdup(m->arena, data, (size_t)n * (size_t)elem_info[type->elem].bytes);
    return l;
}

Ints ints_dup(Arena *a, const int64_t *v, int n)
{
    return (Ints){n ? arena_dup_array(a, v, n) : NULL, n};
}

bool ints_equal(Ints a, Ints b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.v, b.v, (size_t)a.n * sizeof *a.v) == 0);
}

bool ints_have(Ints list, int64_t v)
{
    for (int i = 0; i < list.n; i++)
        if (list.v[i] == v)
            return true;
    return false;
}

const char *pair_get(const IrPair *pairs, int n, const char *key)
{
    for (int i = 0; i < n; i++)
        if (strcmp(pairs[i].key, key) == 0)
            return pairs[i].value;
    return NULL;
}

IrPair *pairs_dup(Arena *a, const IrPair *pairs, int n)
{
    if (n == 0)
        return NULL;
    int cap = 1;
    while (cap < n)
        cap *= 2;
    IrPair *copy = arena_array(a, IrPair, cap);
    memcpy(copy, pairs, (size_t)n * sizeof *copy);
    return copy;
}

void pair_push(Arena *a, IrPair **pairs, int *n, IrPair pair)
{
    /* Capacities are powers of two: the array is full if n is one. */
    if ((*n & (*n - 1)) == 0) {
        IrPair *bigger = arena_array(a, IrPair, *n ? *n * 2 : 1);
        if (*n)
            memcpy(bigger, *pairs, (size_t)*n * sizeof *bigger);
        *pairs = bigger;
    }
    (*pairs)[(*n)++] = pair;
}

void pair_add(Arena *a, IrPair **pairs, int *n, const char *key, const char *value, bool raw)
{
    pair_push(a, pairs, n, (IrPair){arena_strdup(a, key), arena_strdup(a, value), raw});
}

IrComp *comp_of_two(IrModule *m, const char *name, OpCode code, const Type *scalar)
{
    IrComp *c = comp_new(m, name);
    IrOp *args[2];
    for (int i = 0; i < 2; i++) {
        args[i] = op_new(c, OP_parameter, scalar, i ? "rhs" : "lhs", 0, NULL);
        args[i]->a.parameter.number = i;
    }
    c->root = op_new(c, code, scalar, NULL, 2, args);
    comp_renumber(c);
    return c;
}

bool compare_holds(CompareDir dir, int64_t x, int64_t y)
{
    switch (dir) {
    case DIR_EQ: return x == y;
    case DIR_NE: return x != y;
    case DIR_LT: return x < y;
    case DIR_LE: return x <= y;
    case DIR_GT: return x > y;
    case DIR_GE: return x >= y;
    }
    return false;
}

/* ---- order after edits ----------------------------------------------------------------------- */

void comp_renumber(IrComp *c)
{
    enum { AHEAD = 8 }; /* ops are scattered in memory: prefetch this many ahead */
    int64_t n_params = 0;
    int last = -1; /* parameter */
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        __builtin_prefetch(c->ops[MIN(i + AHEAD, c->n_ops - 1)], 1);
        op->pos = i;
        op->parent = c;
        if (op->code != OP_parameter)
            continue;
        n_params = MAX(n_params, op->a.parameter.number + 1);
        last = i;
    }
    g_assert(n_params <= c->n_ops);
    if (n_params > c->n_params)
        c->params = arena_array(c->module->arena, IrOp *, n_params);
    c->n_params = (int)n_params;
    for (int i = 0; i <= last; i++)
        if (c->ops[i]->code == OP_parameter)
            c->params[c->ops[i]->a.parameter.number] = c->ops[i];
}

/* Depth-first over called computations with an explicit stack, since a hostile program may nest deeply. */
void module_order_comps(IrModule *m)
{
    typedef struct {
        IrComp *c;
        int op, k;
    } Frame;
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    VEC(Frame) stack = {0};
    IrComp **order = arena_array(m->arena, IrComp *, MAX(m->cap_comps, 1));
    int n = 0;
    g_assert(m->entry);
    g_hash_table_add(seen, m->entry);
    vec_push(&stack, ((Frame){m->entry, 0, 0}));
    while (stack.n) {
        Frame *f = &stack.v[stack.n - 1];
        IrComp *callee = NULL;
        for (; !callee && f->op < f->c->n_ops; f->op++, f->k = 0) {
            const IrOp *op = f->c->ops[f->op];
            while (f->k < op->n_comps && g_hash_table_contains(seen, op->comps[f->k]))
                f->k++;
            if (f->k < op->n_comps) {
                callee = op->comps[f->k];
                break;
            }
        }
        if (callee) {
            g_hash_table_add(seen, callee);
            vec_push(&stack, ((Frame){callee, 0, 0}));
        } else {
            order[n++] = f->c;
            stack.n--;
        }
    }
    vec_clear(&stack);
    m->comps = order;
    m->n_comps = n;
}

/* ---- dead ops -------------------------------------------------------------------------------- */

/* Effects as bits: 1 a side effect inside, 2 a collective inside. `memo` keeps the result per computation. */
static int effects_of(const IrComp *c, GHashTable *memo);

static int effects_of_op(const IrOp *op, GHashTable *memo)
{
    int effects = (op_info[op->code].traits & SIDE_EFFECT) ? 1 : 0;
    if (op_is_collective(op))
        effects |= 2;
    if (op->code == OP_custom_call && op->a.custom.side_effect)
        effects |= 1;
    for (int i = 0; i < op->n_comps; i++)
        effects |= effects_of(op->comps[i], memo);
    return effects;
}

static int effects_of(const IrComp *c, GHashTable *memo)
{
    gpointer known;
    if (g_hash_table_lookup_extended(memo, c, NULL, &known))
        return GPOINTER_TO_INT(known);
    /* Callees stand before callers in the module, so visiting in order up to c limits the recursion depth. */
    const IrModule *m = c->module;
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *other = m->comps[i];
        if (g_hash_table_contains(memo, other))
            continue;
        g_hash_table_insert(memo, (gpointer)other,
                            GINT_TO_POINTER(3)); /* a computation that calls itself keeps all effects */
        int effects = 0;
        for (int k = 0; k < other->n_ops; k++)
            effects |= effects_of_op(other->ops[k], memo);
        g_hash_table_insert(memo, (gpointer)other, GINT_TO_POINTER(effects));
        if (other == c)
            return effects;
    }
    return 3; /* not in the module's list */
}

int comp_drop_dead(IrComp *c, bool drop_collectives)
{
    g_autoptr(GHashTable) memo = g_hash_table_new(NULL, NULL);
    g_autofree bool *live = g_new0(bool, c->n_ops);
    comp_renumber(c);
    for (int i = c->n_ops - 1; i >= 0; i--) {
        IrOp *op = c->ops[i];
        if (!live[i]) {
            int effects = op == c->root || op->code == OP_parameter ? 1 : effects_of_op(op, memo);
            live[i] = (effects & 1) || (!drop_collectives && (effects & 2));
        }
        for (int k = 0; live[i] && k < op->n_operands; k++)
            live[op->operands[k]->pos] = true;
    }
    int n = 0;
    for (int i = 0; i < c->n_ops; i++)
        if (live[i])
            c->ops[n++] = c->ops[i];
    int dropped = c->n_ops - n;
    c->n_ops = n;
    if (dropped)
        comp_renumber(c);
    return dropped;
}
