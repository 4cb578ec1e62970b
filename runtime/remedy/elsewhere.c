/* Remedies of a program that another compiler divided. What that compiler makes of a changed program is not known, so there is a stand-in: the
 * program compiled in its manner, op by op and with the first plan that fits. Where the stand-in moves the same value for the same consumer
 * (or at least the same value), what a change does to it is taken as what the change does to the other compiler's reshard; of other reshards nothing is claimed.
 * A partitioner divides op by op, by the shardings of what an op takes and makes. So where a change leaves these as they are, around the value and its consumer,
 * the other compiler does as it did, whatever else the stand-in does now. And where an op still sums over what is divided, its results still have to be added up.
 * All bytes and the step are those of the other compiler, plus what the change makes of the stand-in's. Applied to XLA in tests/python/remedies.py. */
#include "runtime/remedy/remedy_impl.h"

#include <math.h>
#include <string.h>

#include "runtime/propagate/rules.h"
#include "runtime/shard/spell.h"

struct StandIn {
    const char **key;        /* by reshard of the other compiler, from 0: under which the stand-in moves the same; NULL = it does not */
    bool *by_value;          /* the key is in Moves.of_value */
    int n;
    double step_ns;          /* of the stand-in, as are bytes */
    int64_t traffic;
};

static void find_key(Finder *f, const Reshard *r)
{
    StandIn *s = f->stand_in;
    g_autofree char *key = move_key(f->ops, f->n_ops, r);
    bool same = moves_under(f->before.bytes, key) > 0;
    if (!same)
        *strstr(key, " > ") = 0;
    if (!same && moves_under(f->before.of_value, key) <= 0)
        return;
    s->key[r->id - 1] = arena_strdup(f->out->arena, key);
    s->by_value[r->id - 1] = !same;
}

/* ---- what a reshard depends on ------------------------------------------------------------------------------------------ */

/* What an op takes, but for the stand-in's own changes of layout. */
static const IrOp *taken(const Finder *f, const IrOp *op)
{
    while (op->code == OP_reshard && op->id >= f->fresh->next_id)
        op = op->operands[0];
    return op;
}

static void add_shardings(const Finder *f, const IrOp *op, GString *out)
{
    op = taken(f, op);
    for (int leaf = 0; leaf < type_n_leaves(op->type); leaf++) {
        if (op->shardings && op->shardings[leaf])
            sharding_print_sdy(out, op->shardings[leaf], false);
        g_string_append_c(out, ';');
    }
}

/* The shardings of an op's results and of what it takes. */
static void add_around(const Finder *f, const IrOp *op, GString *out)
{
    if (!op)
        return;
    add_shardings(f, op, out);
    for (int i = 0; i < op->n_operands; i++)
        add_shardings(f, op->operands[i], out);
    g_string_append_c(out, '|');
}

static GHashTable *ops_by_name(const IrModule *m)
{
    GHashTable *out = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < m->n_comps; i++)
        for (int j = 0; j < m->comps[i]->n_ops; j++)
            if (m->comps[i]->ops[j]->name && *m->comps[i]->ops[j]->name)
                g_hash_table_insert(out, (gpointer)m->comps[i]->ops[j]->name, m->comps[i]->ops[j]);
    return out;
}

static const IrOp *named(const Finder *f, GHashTable *by_name, int id)
{
    const IrOp *op = id >= 0 && id < f->n_ops ? f->ops[id] : NULL;
    return op && op->name ? g_hash_table_lookup(by_name, op->name) : NULL;
}

/* The axes that divide an operand along a factor of the op's rule; *has: it has that factor. */
static AxisList divided_by(const Finder *f, const IrOp *op, const Rule *rule, int operand, int factor, bool *has)
{
    const IrOp *from = taken(f, op->operands[operand]);
    const Sharding *s = from->shardings && from->type->kind == TYPE_ARRAY ? from->shardings[0] : NULL;
    int dim;
    *has = rule_tensor_has(rule_operand(rule, operand), factor, &dim, NULL);
    return *has && s && !s->maximal && dim < s->rank ? s->dims[dim].axes : (AxisList){ 0 };
}

/* True if an op adds up elements that lie on several devices, whatever is moved for it: all that it takes is divided alike along what it sums. */
static bool sums_over_devices(const Finder *f, RuleCache *rules, const IrOp *op)
{
    const Rule *rule = op ? rule_of(rules, op) : NULL;
    for (int k = 0; rule && k < rule->n_factors; k++) {
        AxisList common = { 0 };
        bool any = false, has, alike = rule->factors[k].kind == FACTOR_REDUCTION;
        for (int i = 0; i < rule->n_operands && alike; i++) {
            AxisList axes = divided_by(f, op, rule, i, k, &has);
            alike = !has || (axes.n && (!any || axis_list_overlaps(common, axes)));
            common = has ? axes : common;
            any = any || has;
        }
        if (alike && any)
            return true;
    }
    return false;
}

void stand_in_around(const Finder *f, const Compiled *c, Moves *moves)
{
    const DecisionLog *log = f->search.c->log;
    g_autoptr(GHashTable) by_name = ops_by_name(c->whole);
    Arena *scratch = arena_new_root();
    RuleCache *rules = rule_cache_new(scratch, false);
    moves->around = g_new0(Around, log->reshards.n + 1);
    moves->n_around = log->reshards.n;
    for (int i = 0; i < log->reshards.n; i++) {
        const IrOp *value = named(f, by_name, log->reshards.v[i].value_op);
        GString *text = g_string_new(NULL);
        add_around(f, value, text);
        add_around(f, named(f, by_name, log->reshards.v[i].user_op), text);
        moves->around[i] = (Around){ g_string_free(text, FALSE), sums_over_devices(f, rules, value) };
    }
    rule_cache_free(rules);
    arena_free(scratch);
}

/* True if the value, its consumer and what they take are laid out as they were, or partial sums are such still: the other compiler moves them. */
static bool moves_still(const Finder *f, const Moves *after, const Reshard *r)
{
    const Around *was = &f->before.around[r->id - 1], *is = &after->around[r->id - 1];
    return (*was->shardings && strcmp(was->shardings, is->shardings) == 0) || (r->from && r->from->unreduced.n && is->sums);
}

/* ---- the stand-in ------------------------------------------------------------------------------------------------------- */

bool stand_in_init(Finder *f)
{
    const DecisionLog *log = f->search.c->log;
    StandIn *s = f->stand_in = g_new0(StandIn, 1);
    s->n = log->reshards.n;
    s->key = g_new0(const char *, s->n + 1);
    s->by_value = g_new0(bool, s->n + 1);
    g_autoptr(Compiled) c = remedy_compile(f, &(Remedy){ 0 }, true, NULL);
    if (!c)
        return false;
    moves_clear(&f->before);
    f->before = moves_of(c);
    stand_in_around(f, c, &f->before);
    f->full_s = f->look_s;
    s->traffic = c->traffic;
    s->step_ns = finder_step(f, c, NULL).ns;
    for (int i = 0; i < s->n; i++) {
        const Reshard *r = &log->reshards.v[i];
        find_key(f, r);
        f->out->n_open += r->bytes_moved > 0 && !r->shared_with && !s->key[i];
    }
    return true;
}

void stand_in_clear(Finder *f)
{
    StandIn *s = g_steal_pointer(&f->stand_in);
    if (!s)
        return;
    g_free(s->key);
    g_free(s->by_value);
    g_free(s);
}

int64_t stand_in_left(const Finder *f, const Moves *after, const Reshard *r)
{
    const StandIn *s = f->stand_in;
    const char *key = s->key[r->id - 1];
    if (!key || moves_still(f, after, r))
        return r->bytes_moved;
    bool by_value = s->by_value[r->id - 1];
    int64_t was = moves_under(by_value ? f->before.of_value : f->before.bytes, key), is = moves_under(by_value ? after->of_value : after->bytes, key);
    return is == was ? r->bytes_moved : (int64_t)((double)r->bytes_moved * ((double)is / (double)was) + 0.5);
}

/* What the other compiler's reshards move less: more than that is not saved, whatever the stand-in says. */
static int64_t most_saved(const Finder *f, const Remedy *r)
{
    const DecisionLog *log = f->search.c->log;
    int64_t saved = 0;
    for (int i = 0; i < r->n_effects; i++) {
        const Reshard *moved = &log->reshards.v[r->effects[i].reshard - 1];
        saved += MAX(moved->bytes_moved - r->effects[i].bytes_moved, 0) * moved->trips;
    }
    return saved;
}

void stand_in_totals(const Finder *f, const Compiled *c, Remedy *out)
{
    const StandIn *s = f->stand_in;
    Estimate step = finder_step(f, c, NULL);
    double ns = fmax(f->before_ns + step.ns - s->step_ns, 0), scale = step.ns > 0 ? ns / step.ns : 1;
    int64_t was = f->search.c->traffic;
    out->traffic = MAX(MAX(was + c->traffic - s->traffic, was - most_saved(f, out)), 0);
    out->step_ns = ns;
    out->simulated = (Estimate){ .ns = ns, .low_ns = step.low_ns * scale, .high_ns = step.high_ns * scale };
    out->n_collectives = -1;
}

bool stand_in_has(const Finder *f, const Reshard *r)
{
    return f->stand_in->key[r->id - 1] != NULL;
}
