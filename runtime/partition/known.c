/* Memoised answers. What it costs to divide an op follows from its kind (rule_kind) and from the layouts around it, and a program has few
 * of either: answers are stored under these, so the repeated layers of a model are priced once. A key must contain everything that
 * the answer depends on. Start reading at key_of_candidates(). */
#include "runtime/partition/known.h"

#include "runtime/partition/lower.h"

typedef enum Question { ASK_BASE = 1, ASK_CANDIDATES, ASK_FOLLOWING, ASK_PARTS, ASK_LAYOUTS, ASK_CARRYING } Question;

static const Rule no_rule;

const Rule *known_rule(Insert *x, const IrOp *op)
{
    int kind = rule_kind(x->rules, op);
    while (x->lowered.n <= kind)
        vec_push(&x->lowered, NULL);
    if (!x->lowered.v[kind]) {
        const Rule *rule = lower_rule(x->scratch, op, rule_of(x->rules, op));
        x->lowered.v[kind] = rule ? rule : &no_rule;
    }
    return x->lowered.v[kind] == &no_rule ? NULL : x->lowered.v[kind];
}

static void begin(Insert *x, const IrOp *op, Question q, Key *k)
{
    key_init(k);
    key_add(k, (uint64_t)q << 32 | (uint32_t)rule_kind(x->rules, op));
}

static void add_axes(Key *k, AxisList l)
{
    key_add(k, (uint64_t)l.n);
    for (int i = 0; i < l.n; i++) {
        key_add(k, (uint64_t)l.v[i].axis << 32 | (uint64_t)l.v[i].pre);
        key_add(k, (uint64_t)l.v[i].size);
    }
}

/* Adds all layouts that the value can be made from, and whether it is free in any layout. */
static void add_sources(Insert *x, IrOp *value, Key *k)
{
    int at = k->n, n = 0;
    key_add(k, 0);
    FOR_SOURCES (v, x, value) {
        key_add(k, (uint64_t)(uintptr_t)v->sharding | value_is_free(v->op));
        n++;
    }
    if (!k->full)
        k->w[at] = (uint64_t)n;
}

static void add_users(Insert *x, const IrOp *op, Key *k)
{
    const Layouts *wants = x->wants && op->id < x->n_input && op->type->kind == TYPE_ARRAY ? &x->wants[op->id] : NULL;
    int n = wants ? wants->n : 0;
    key_add(k, (uint64_t)n);
    for (int i = 0; i < n; i++)
        key_add_ptr(k, wants->v[i]);
}

void key_of_candidates(Insert *x, IrOp *op, const Rule *rule, Key *k)
{
    begin(x, op, ASK_CANDIDATES, k);
    add_axes(k, x->manual);
    for (int r = 0; r < rule->n_results; r++)
        key_add_ptr(k, decided(x, op, r));
    add_users(x, op, k);
    for (int i = 0; i < op->n_operands; i++) {
        IrOp *operand = op->operands[i];
        if (operand->type->kind != TYPE_ARRAY)
            continue;
        key_add_ptr(k, operand->shardings ? decided(x, operand, 0) : NULL);
        add_sources(x, value_leaf(x, operand, 0), k);
    }
}

void key_of_base(Insert *x, const IrOp *op, const Rule *rule, const Way *w, Key *k)
{
    begin(x, op, ASK_BASE, k);
    key_add(k, w->whole);
    for (int f = 0; f < rule->n_factors; f++)
        add_axes(k, w->f[f]);
}

void key_of_following(Insert *x, const IrOp *op, int tensor, const Sharding *want, const Candidate *now, Key *k)
{
    begin(x, op, ASK_FOLLOWING, k);
    key_add(k, (uint64_t)tensor << 32 | (uint32_t)now->base);
    key_add_ptr(k, want);
    k->full |= now->base == 0;
}

void key_of_parts(Insert *x, const IrOp *op, const Sharding *const *at, Key *k)
{
    begin(x, op, ASK_PARTS, k);
    key_add(k, splat_operands(op));
    for (int i = 0; i < op->n_operands; i++)
        key_add_ptr(k, at[i]);
}

void key_of_layouts(const Type *type, const Sharding *const *start, int n_start, const Sharding *const *wants, int n_wants, Key *k)
{
    key_init(k);
    key_add(k, (uint64_t)ASK_LAYOUTS << 32 | (uint64_t)n_start << 16 | (uint64_t)n_wants);
    key_add_ptr(k, type->plain);
    for (int i = 0; i < n_start; i++)
        key_add_ptr(k, start[i]);
    for (int i = 0; i < n_wants; i++)
        key_add_ptr(k, wants[i]);
}

void key_of_carrying(const Type *type, const Sharding *as_found, const Sharding *s, Key *k)
{
    key_init(k);
    key_add(k, (uint64_t)ASK_CARRYING << 32);
    key_add_ptr(k, type->plain);
    key_add_ptr(k, as_found);
    key_add_ptr(k, s);
}
