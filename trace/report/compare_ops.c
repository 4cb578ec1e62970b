/* See compare_ops.h. */
#include "trace/report/compare_ops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/capped.h"
#include "trace/units.h"

/* ---- ops ---- */

static int by_change(const void *pa, const void *pb)
{
    const OpChange *a = pa, *b = pb;
    int64_t x = a->ns < 0 ? sub_capped(0, a->ns) : a->ns, y = b->ns < 0 ? sub_capped(0, b->ns) : b->ns;
    if (x != y)
        return x < y ? 1 : -1;
    const TraceOpTotal *p = a->here ? a->here : a->there, *q = b->here ? b->here : b->there;
    int names = g_strcmp0(p->name, q->name);
    return names ? names : g_strcmp0(p->opcode, q->opcode);
}

static char *op_key(const TraceOpTotal *x)
{
    return g_strconcat(x->opcode, " ", x->name, NULL);
}

static bool has_times(const OpSide *side)
{
    for (guint i = 0; i < side->ops->len && side->run->kind != TRACE_RUN_PREDICTED; i++)
        if (TRACE_AT(side->ops, TraceOpTotal, i)->self_ns > 0)
            return true;
    return false;
}

bool op_changes_predicted(const OpSide *there, const OpSide *here)
{
    return !has_times(there) || !has_times(here);
}

static TraceInt time_of(const TraceOpTotal *x, bool predicted)
{
    if (!predicted)
        return TRACE_INT(x->self_ns);
    return TRACE_INT(x->est_ns.known ? (int64_t)CLAMP(round(x->est_ns.v), 0, 9e18) : 0);
}

static int64_t coll_time_of(const TraceOpTotal *x, bool predicted)
{
    return predicted ? 0 : x->coll_ns;
}

static OpChange change_of(const TraceOpTotal *here, const TraceOpTotal *there, bool predicted)
{
    OpChange c = { .here = here, .there = there };
    if (here)
        c.here_ns = time_of(here, predicted);
    if (there)
        c.there_ns = time_of(there, predicted);
    c.ns = sub_capped(c.here_ns.v, c.there_ns.v);
    c.coll_ns = sub_capped(here ? coll_time_of(here, predicted) : 0, there ? coll_time_of(there, predicted) : 0);
    return c;
}

GArray *op_changes(const OpSide *base, const OpSide *other)
{
    const GArray *there = base->ops, *here = other->ops;
    bool predicted = op_changes_predicted(base, other);
    GArray *out = g_array_new(FALSE, TRUE, sizeof(OpChange));
    g_autoptr(GHashTable) by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < there->len; i++)
        g_hash_table_insert(by_key, op_key(TRACE_AT(there, TraceOpTotal, i)), TRACE_AT(there, TraceOpTotal, i));
    for (guint i = 0; i < here->len; i++) {
        const TraceOpTotal *x = TRACE_AT(here, TraceOpTotal, i);
        g_autofree char *key = op_key(x);
        OpChange c = change_of(x, g_hash_table_lookup(by_key, key), predicted);
        g_hash_table_remove(by_key, key);
        g_array_append_val(out, c);
    }
    for (guint i = 0; i < there->len; i++) {
        const TraceOpTotal *y = TRACE_AT(there, TraceOpTotal, i);
        g_autofree char *key = op_key(y);
        if (g_hash_table_lookup(by_key, key) != y)
            continue;
        OpChange c = change_of(NULL, y, predicted);
        g_array_append_val(out, c);
    }
    if (out->len)
        qsort(out->data, out->len, sizeof(OpChange), by_change);
    return out;
}

static const ReportColumn op_columns[] = {
    { "label", "op", CELL_TEXT },
    { "opcode", "kind", CELL_TEXT, COL_SAME | COL_KIND },
    { "there_ns", "there", CELL_NS, COL_SUM },
    { "here_ns", "here", CELL_NS, COL_SUM },
    { "change_ns", "change", CELL_NS, COL_SUM },
    { "bar_ns", NULL, CELL_NS, COL_SUM },
    { "size_ns", NULL, CELL_NS, COL_SUM },
    { "collective_ns", "of it in collectives", CELL_NS, COL_SUM },
    { "name", NULL, CELL_TEXT },
};

Table *op_changes_table(const GArray *changes, const TraceLayers *layers)
{
    Table *t = table_new("ops", NULL, op_columns, G_N_ELEMENTS(op_columns));
    t->order = "size_ns";
    for (guint i = 0; i < changes->len; i++) {
        const OpChange *c = TRACE_AT(changes, OpChange, i);
        const TraceOpTotal *op = c->here ? c->here : c->there;
        if (!c->ns) /* from here on none changed */
            break;
        cell_text(t, op->label);
        cell_text(t, op->opcode);
        cell_oint(t, c->there_ns);
        cell_oint(t, c->here_ns);
        cell_int(t, c->ns);
        cell_int(t, c->ns);
        cell_int(t, c->ns < 0 ? sub_capped(0, c->ns) : c->ns);
        cell_oint(t, c->coll_ns ? TRACE_INT(c->coll_ns) : (TraceInt){ 0 });
        cell_text(t, op->name);
        TraceLayer layer = layers ? trace_layer(layers, op->name) : (TraceLayer){ 0 };
        table_row_facts(t, op->inst_id, layers ? trace_layer_key(layers, op->name, NULL) : NULL, layer.name);
    }
    return t;
}

/* ---- values ---- */

static const ReportColumn value_columns[] = {
    { "value", "value", CELL_TEXT },     { "there", "there", CELL_TEXT, COL_SAME },        { "here", "here", CELL_TEXT, COL_SAME },
    { "bytes", "a device", CELL_TEXT, COL_SAME }, { "kind", "kind", CELL_TEXT, COL_SAME | COL_KIND }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },
};

static bool is_replicated(const TraceValueRow *v)
{
    return !v->sharding_id || (v->shards.known && v->shards.v == 1 && v->kind.known && (v->kind.v == 0 || v->kind.v == 3));
}

static bool is_same(const TraceValueRow *a, const TraceValueRow *b)
{
    return (is_replicated(a) && is_replicated(b)) || g_strcmp0(a->spec, b->spec) == 0;
}

static char *bytes_text(TraceInt v)
{
    return v.known ? g_strdup(trace_bytes(v.v).s) : g_strdup("–");
}

Table *value_changes_table(const GArray *there, const GArray *here, const TraceLayers *layers)
{
    Table *t = table_new("values", NULL, value_columns, G_N_ELEMENTS(value_columns));
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < there->len; i++)
        g_hash_table_insert(by_name, (gpointer)TRACE_AT(there, TraceValueRow, i)->name, TRACE_AT(there, TraceValueRow, i));
    for (int inside = 0; inside < 2; inside++) { /* arguments and results, then values inside */
        for (guint i = 0; i < here->len; i++) {
            const TraceValueRow *v = TRACE_AT(here, TraceValueRow, i), *u = g_hash_table_lookup(by_name, v->name);
            bool is_value = g_strcmp0(v->role, "value") == 0;
            if (!u || is_value != (inside == 1) || g_strcmp0(u->shape, v->shape) != 0 || is_same(u, v))
                continue;
            g_autofree char *a = bytes_text(u->bytes_out), *b = bytes_text(v->bytes_out), *both = g_strdup_printf("%s → %s", a, b);
            cell_text(t, v->label);
            cell_text(t, u->spec ? u->spec : "replicated");
            cell_text(t, v->spec ? v->spec : "replicated");
            cell_text(t, both);
            cell_text(t, v->role);
            cell_text(t, v->at);
            const char *path = is_value && v->op_name ? v->op_name : v->label;
            TraceLayer layer = layers ? trace_layer(layers, path) : (TraceLayer){ 0 };
            table_row_facts(t, v->inst_id, layers ? trace_layer_key(layers, path, NULL) : NULL, layer.name);
        }
    }
    return t;
}
