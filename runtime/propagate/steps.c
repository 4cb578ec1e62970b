/* Writes the steps of propagation into the decision log, each with a sentence. Of refusals only those that still hold at the
 * end are logged, so the log grows with the program and not with the number of visits. Start at prop_log_visit. */
#include "runtime/base/format.h"
#include "runtime/base/hash.h"
#include "runtime/propagate/propagate_impl.h"
#include "runtime/shard/spell.h"

enum { N_FACTORS = 64, N_AXES = 64 };

struct PropLog {
    DecisionLog *log;
    VEC(PropStep) refusals;
    VEC(int) values;         /* by refusal: the value refused */
    GString *scratch;        /* texts on their way into the log */
    const char *factors[N_FACTORS]; /* texts made last, by hash: most ops have the same few */
    AxisList axes[N_AXES];   /* kept last, likewise */
    GHashTable *seen;        /* what was refused where, to index + 1 in refusals */
};

PropLog *prop_log_new(DecisionLog *log, const PropGraph *g)
{
    (void)g;
    if (!log)
        return NULL;
    PropLog *l = g_new0(PropLog, 1);
    l->log = log;
    l->scratch = g_string_new(NULL);
    l->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return l;
}

void prop_log_free(PropLog *l)
{
    if (!l)
        return;
    vec_clear(&l->refusals);
    vec_clear(&l->values);
    g_hash_table_destroy(l->seen);
    g_string_free(l->scratch, TRUE);
    g_free(l);
}

static AxisList keep(PropLog *l, AxisList a)
{
    if (!a.n)
        return (AxisList){NULL, 0};
    guint64 hash = 0;
    for (int i = 0; i < a.n; i++)
        hash = hash * 31 + (guint64)a.v[i].axis * 7 + (guint64)a.v[i].pre * 3 + (guint64)a.v[i].size;
    AxisList *known = &l->axes[hash % N_AXES];
    if (!axis_list_equal(*known, a))
        *known = (AxisList){arena_dup_array(l->log->arena, a.v, a.n), a.n};
    return *known;
}

static const char *axes_text(PropLog *l, const Mesh *mesh, AxisList axes)
{
    g_string_truncate(l->scratch, 0);
    axis_list_print(l->scratch, mesh, axes);
    return decision_text(l->log, "%s", l->scratch->str);
}

/* ---- annotations ------------------------------------------------------------------------------ */

/* src: what it was taken over from; an op of NULL: it is the value's own. */
static void log_annotation(Propagation *p, const PropValue *v, const Sharding *s, IrValue src, const char *why)
{
    for (int d = 0; s && !s->maximal && d < s->rank; d++) {
        if (s->dims[d].axes.n == 0 && s->dims[d].open)
            continue;
        PropStep step = {.op = v->ir.op->id, .leaf = v->ir.leaf, .dim = d, .mesh = s->mesh,
                         .axes = keep(p->log, s->dims[d].axes), .src_op = src.op ? src.op->id : -1, .src_leaf = src.op ? src.leaf : -1,
                         .src_loc = src.op ? src.op->loc : v->ir.op->loc, .via_op = -1, .taken = true, .stage = -1,
                         .priority = MAX(s->dims[d].priority, 0), .why = why};
        decision_step(p->log->log, &step);
    }
}

/* Notes that `by` reads the value `read` and gave it the sharding `as` (NULL = any), unless another did before. */
static void pin(const Propagation *p, IrValue *by_value, IrValue read, const Sharding *as, IrValue by)
{
    int v = prop_value_of(&p->graph, read.op, read.leaf);
    const Sharding *have = v >= 0 ? p->graph.values.v[v].sharding : NULL;
    if (have && !by_value[v].op && (!as || sharding_same_layout(as, have)))
        by_value[v] = by;
}

/* By value: the first constraint, or argument or result of a manual computation, that reads it and gave it its sharding
 * (constraints.c); an op of NULL = none. */
static IrValue *readers_that_pin(const Propagation *p)
{
    IrValue *by_value = g_new0(IrValue, p->graph.values.n + 1);
    const IrModule *m = p->graph.m;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (op->code == OP_constraint && op->shardings)
                pin(p, by_value, (IrValue){op->operands[0], 0}, op->shardings[0], (IrValue){op, 0});
            if (op->code != OP_manual || op->n_comps != 1)
                continue;
            const IrComp *body = op->comps[0];
            for (int a = 0; a < op->n_operands && a < op->a.manual.n_in && a < body->n_params; a++)
                pin(p, by_value, (IrValue){op->operands[a], 0}, op->a.manual.in[a], (IrValue){body->params[a], 0});
            for (int r = 0; r < op->a.manual.n_out; r++)
                pin(p, by_value, (IrValue){body->root, r}, NULL, (IrValue){op, r});
        }
    return by_value;
}

void prop_log_annotations(Propagation *p)
{
    if (!p->log)
        return;
    g_autoptr(GHashTable) written = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    const DecisionLog *log = p->log->log;
    for (int i = 0; i < log->annotations.n; i++) {
        gint64 key = (gint64)log->annotations.v[i].op << 24 | log->annotations.v[i].leaf;
        g_hash_table_add(written, g_memdup2(&key, sizeof key));
    }
    g_autofree IrValue *pins = readers_that_pin(p);
    for (int derived = 0; derived < 2; derived++) /* a chain's end precedes what refers to it */
        for (int i = 0; i < p->graph.values.n; i++) {
            const PropValue *v = &p->graph.values.v[i];
            gint64 key = (gint64)v->ir.op->id << 24 | v->ir.leaf;
            IrValue by = g_hash_table_contains(written, &key) || pins[i].op == v->ir.op ? (IrValue){NULL, 0} : pins[i];
            if ((by.op != NULL) != derived)
                continue;
            const char *why = by.op                             ? "constraint by an op that reads it"
                              : v->ir.op->code == OP_parameter  ? "annotated argument"
                              : v->ir.op->code == OP_constraint ? "constraint in the program"
                              : v->ir.op->code == OP_manual     ? "boundary of a manual computation"
                                                                : "constraint on this value";
            log_annotation(p, v, v->sharding, by, why);
        }
}

/* ---- steps ------------------------------------------------------------------------------------ */

typedef struct Place { /* where an event happened */
    int node, result;
    const Rule *rule;
} Place;

/* The value behind tensor t of a visit; NULL for a result's annotation. */
static const PropValue *tensor_value(const Propagation *p, const Place *at, int t)
{
    if (at->node >= 0)
        return prop_node_value(&p->graph, &p->graph.nodes.v[at->node], t);
    return t == 0 ? &p->graph.values.v[p->graph.refs.v[p->graph.results[at->result].ref].value] : NULL;
}

static const char *factor_text(Propagation *p, const Place *at, int f)
{
    GString *s = p->log->scratch;
    g_string_truncate(s, 0);
    factor_name(s, f);
    const Factor *factor = &at->rule->factors[f];
    format_append(s, " (%s, size %" G_GINT64_FORMAT ")", factor_kind_name(factor->kind), factor->size);
    guint slot = hash_bytes(s->str, s->len) % N_FACTORS;
    const char **known = &p->log->factors[slot];
    if (!*known || strcmp(*known, s->str) != 0)
        *known = arena_strndup(p->log->log->arena, s->str, s->len);
    return *known;
}

static int dim_of(const Place *at, int tensor, int factor)
{
    int dim = -1;
    if (tensor >= 0)
        rule_tensor_has(&at->rule->tensors[tensor], factor, &dim, NULL);
    return dim;
}

static void print_via(GString *out, const Propagation *p, const Place *at)
{
    const IrOp *op = at->node >= 0 ? p->graph.nodes.v[at->node].op : NULL;
    if (op)
        format_append(out, "%s %%%s", op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id, op->name);
    else
        text_put(out, "the program's result");
}

static void print_value(GString *out, const Propagation *p, const Place *at, int tensor)
{
    const PropValue *v = tensor >= 0 ? tensor_value(p, at, tensor) : NULL;
    if (!v)
        format_append(out, "result %d of the program", at->result);
    else if (v->ir.leaf)
        format_append(out, "%%%s#%d", v->ir.op->name, v->ir.leaf);
    else
        format_append(out, "%%%s", v->ir.op->name);
}

static const char *via_text(const Propagation *p, const Place *at)
{
    g_string_truncate(p->log->scratch, 0);
    print_via(p->log->scratch, p, at);
    return decision_text(p->log->log, "%s", p->log->scratch->str);
}

static const char *value_text(const Propagation *p, const Place *at, int tensor)
{
    g_string_truncate(p->log->scratch, 0);
    print_value(p->log->scratch, p, at, tensor);
    return decision_text(p->log->log, "%s", p->log->scratch->str);
}

static const char *refusal_text(Propagation *p, const Place *at, const PropEvent *e, const Mesh *mesh)
{
    DecisionLog *log = p->log->log;
    const char *asked = axes_text(p->log, mesh, e->asked), *via = via_text(p, at);
    int dim = dim_of(at, e->tensor, e->factor);
    const char *value = value_text(p, at, e->tensor);
    switch (e->why) {
    case WHY_CONFLICT:
        return decision_text(log, "operands and results of %s disagree: dim %d of %s is not split on %s first", via, dim, value, asked);
    case WHY_OTHER_FACTOR: {
        int other = e->against >= 0 ? dim_of(at, e->tensor, e->against) : -1;
        return other >= 0 ? decision_text(log, "%s: %s already splits dim %d of %s", via, asked, other, value)
                          : decision_text(log, "%s: %s already splits %s", via, asked, value);
    }
    case WHY_REPLICATED:
        return decision_text(log, "%s is kept whole along (part of) %s", value, asked);
    case WHY_CLOSED:
        return decision_text(log, "dim %d of %s is closed: propagation must not add axes to it", dim, value);
    case WHY_SIZE:
        return decision_text(log, "%s does not divide the %" G_GINT64_FORMAT " that %s leaves of dim %d of %s", asked,
                             at->rule->factors[e->factor].size, via, dim, value);
    case WHY_STRIDED:
        return decision_text(log, "splitting on %s would give each device elements of %s that are not contiguous", asked, value);
    case WHY_RESULT_REFUSED:
        return decision_text(log, "the result of %s did not take %s, so its operands do not take it from each other", via, asked);
    case WHY_EXTENDED:
        break;
    }
    return "";
}

static NamedDim named(const Propagation *p, const Place *at, int tensor, int factor)
{
    const PropValue *v = tensor >= 0 ? tensor_value(p, at, tensor) : NULL;
    return (NamedDim){v ? v->ir.op->name : NULL, v ? v->ir.leaf : at->result, dim_of(at, tensor, factor)};
}

static PropStep step_of(Propagation *p, const Place *at, const PropEvent *e, const Mesh *mesh)
{
    const PropValue *v = tensor_value(p, at, e->tensor);
    const PropValue *src = e->source >= 0 ? tensor_value(p, at, e->source) : NULL;
    const IrOp *root = p->graph.m->entry->root, *via = at->node >= 0 ? p->graph.nodes.v[at->node].op : NULL;
    PropStep s = {.op = v ? v->ir.op->id : root->id, .leaf = v ? v->ir.leaf : at->result, .mesh = mesh,
                  .dim = dim_of(at, e->tensor, e->factor), .axes = keep(p->log, e->got), .asked = keep(p->log, e->asked),
                  .src_op = src ? src->ir.op->id : -1, .src_leaf = src ? src->ir.leaf : -1,
                  .src_loc = src ? src->ir.op->loc : NULL,
                  .via_op = via ? via->id : -1, .value = named(p, at, e->tensor, e->factor), .from = named(p, at, e->source, e->factor),
                  .via = via ? via->name : NULL, .via_code = via ? via->code : 0,
                  .direction = e->tensor >= at->rule->n_operands ? 1 : 2, .taken = e->why == WHY_EXTENDED,
                  .priority = p->priority, .stage = p->stage};
    if (!src && e->source >= 0 && at->node < 0) { /* what the program says of its result */
        s.src_op = root->id;
        s.src_leaf = at->result;
        s.src_loc = root->loc;
    }
    return s;
}

static void log_refusal(Propagation *p, const Place *at, const PropEvent *e, const Mesh *mesh)
{
    const PropValue *v = tensor_value(p, at, e->tensor);
    if (!v)
        return;
    guint64 where = at->node >= 0 ? (guint64)at->node : (guint64)G_MAXINT32 + (guint64)at->result;
    gint64 key = (gint64)((where * 64 + (guint64)(e->tensor & 63)) * 64 + (guint64)(e->factor & 63)) * 8 + (gint64)e->why;
    int at_index = GPOINTER_TO_INT(g_hash_table_lookup(p->log->seen, &key)) - 1;
    int value = (int)(v - p->graph.values.v);
    if (at_index >= 0) {
        PropStep *old = &p->log->refusals.v[at_index];
        if (axis_list_equal(old->asked, e->asked))
            return;
    }
    PropStep s = step_of(p, at, e, mesh);
    s.factor = factor_text(p, at, e->factor);
    s.why = refusal_text(p, at, e, mesh);
    if (at_index >= 0) {
        p->log->refusals.v[at_index] = s;
        return;
    }
    vec_push(&p->log->refusals, s);
    vec_push(&p->log->values, value);
    g_hash_table_insert(p->log->seen, g_memdup2(&key, sizeof key), GINT_TO_POINTER(p->log->refusals.n));
}

void prop_log_visit(Propagation *p, int node, int result, const Rule *rule)
{
    Place at = {node, result, rule};
    for (int i = 0; i < p->events.list.n; i++) {
        const PropEvent *e = &p->events.list.v[i];
        const Mesh *mesh = p->graph.m->mesh;
        if (e->why != WHY_EXTENDED) {
            log_refusal(p, &at, e, mesh);
            continue;
        }
        if (!tensor_value(p, &at, e->tensor) && p->graph.m->entry->root->code != OP_tuple)
            continue; /* the one result is the value itself */
        PropStep s = step_of(p, &at, e, mesh);
        s.factor = factor_text(p, &at, e->factor);
        decision_step(p->log->log, &s);
    }
}

/* True if the value holds the whole of what was once refused. */
static bool overcome(const Propagation *p, const PropStep *s, int value)
{
    const Sharding *now = p->graph.values.v[value].sharding;
    return now && !now->maximal && s->dim >= 0 && s->dim < now->rank && axis_list_is_prefix(s->asked, now->dims[s->dim].axes);
}

static bool splits(const Sharding *s)
{
    for (int d = 0; s && !s->maximal && d < s->rank; d++)
        if (s->dims[d].axes.n > 0)
            return true;
    return false;
}

static void log_name(Propagation *p, const IrOp *op, int leaf, int value, const char *why)
{
    const PropValue *v = &p->graph.values.v[value];
    if (!splits(v->sharding))
        return;
    PropStep step = {.op = op->id, .leaf = leaf, .dim = -1, .mesh = v->sharding->mesh, .src_op = v->ir.op->id, .src_leaf = v->ir.leaf,
                     .src_loc = v->ir.op->loc, .via_op = -1, .taken = true, .stage = -1, .why = why};
    decision_step(p->log->log, &step);
}

/* Names of values that are not the value's own: parts of tuples, what a loop or a branch sees of a value from outside, what a
 * stretching broadcast takes its operand as. */
static void log_names(Propagation *p)
{
    const IrModule *m = p->graph.m;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            bool names = op->code == OP_get_tuple_element || op->code == OP_parameter || op->code == OP_while || op->code == OP_conditional;
            for (int leaf = 0; names && leaf < type_n_leaves(op->type); leaf++) {
                int at = prop_value_of(&p->graph, op, leaf);
                if (at >= 0 && (p->graph.values.v[at].ir.op != op || p->graph.values.v[at].ir.leaf != leaf))
                    log_name(p, op, leaf, at, "another name of the same value");
            }
            const IrOp *reshape = broadcast_stretched(op);
            int whole = reshape ? prop_value_of(&p->graph, reshape->operands[0], 0) : -1;
            if (whole >= 0)
                log_name(p, reshape, 0, whole, "the same value without dimensions of size 1");
        }
}

void prop_log_finish(Propagation *p)
{
    if (!p->log)
        return;
    log_names(p);
    for (int i = 0; i < p->log->refusals.n; i++)
        if (!overcome(p, &p->log->refusals.v[i], p->log->values.v[i]))
            decision_step(p->log->log, &p->log->refusals.v[i]);
}
