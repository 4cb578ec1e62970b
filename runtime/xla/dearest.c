/* A short list, kept sorted; see dearest.h. */
#include "runtime/xla/dearest.h"

#include <string.h>

#include "runtime/base/format.h"
#include "runtime/ir/label.h"
#include "runtime/sim/collective.h"
#include "runtime/sim/cost.h"
#include "runtime/xla/explain.h"

enum { MOST = 5 };

typedef struct Dear {
    double cost_ns;          /* predicted, of a step */
    char *text;
} Dear;

struct XlaDearest {
    Dear v[MOST + 1];        /* the dearest first; one place more, for what is put in */
    int n;
    GHashTable *seen;        /* texts of all that were added */
    bool any_written;
};

XlaDearest *xla_dearest_new(void)
{
    XlaDearest *d = g_new0(XlaDearest, 1);
    d->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return d;
}

void xla_dearest_free(XlaDearest *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->n; i++)
        g_free(d->v[i].text);
    g_hash_table_unref(d->seen);
    g_free(d);
}

/* "all-reduce(data), 12.0 KiB, in jit_step: dot (x.py:3) sums over ..." */
static char *text_of(const char *module, const Reshard *r)
{
    g_autofree char *bytes = format_size(r->bytes_moved * r->trips);
    g_autofree char *times = r->trips > 1 ? g_strdup_printf(" in %" G_GINT64_FORMAT " trips", r->trips) : g_strdup("");
    return g_strdup_printf("%s, %s%s, %s: %s%s", r->plan, bytes, times, module, r->why, r->certainty > RESHARD_LIKELY ? "" : " (likely)");
}

static void put(XlaDearest *d, double cost_ns, char *text)
{
    int at = d->n;
    for (; at > 0 && d->v[at - 1].cost_ns < cost_ns; at--)
        d->v[at] = d->v[at - 1];
    d->v[at] = (Dear){ cost_ns, text };
    d->n++;
    if (d->n > MOST)
        g_free(d->v[--d->n].text);
}

/* Takes the text, of a module of that name. Compilers number a function's compilations: SyncTensorsGraph.322. */
static void put_once(XlaDearest *d, double cost_ns, const char *module, char *text)
{
    gsize n = strlen(module);
    while (n > 0 && g_ascii_isdigit(module[n - 1]))
        n--;
    const char *number = n > 1 && module[n - 1] == '.' ? module + n - 1 : NULL, *at = number ? strstr(text, module) : NULL;
    char *key = at ? g_strdup_printf("%.*s%s", (int)(at - text + (number - module)), text, at + strlen(module)) : g_strdup(text);
    if (g_hash_table_add(d->seen, key))
        put(d, cost_ns, text);
    else
        g_free(text);
}

/* How often each computation runs in a step: IrComp -> number. */
static GHashTable *executions(const IrModule *m)
{
    GHashTable *times = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(times, m->entry, GSIZE_TO_POINTER(1));
    for (int k = m->n_comps - 1; k >= 0; k--) { /* callers are behind what they call */
        gsize mine = GPOINTER_TO_SIZE(g_hash_table_lookup(times, m->comps[k]));
        for (int i = 0; mine && i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            gsize trips = op->code == OP_while ? (gsize)MAX(while_trip_count(op), 1) : 1;
            for (int j = 0; j < op->n_comps; j++)
                g_hash_table_insert(times, op->comps[j], GSIZE_TO_POINTER(mine * trips));
        }
    }
    return times;
}

static void add_written(XlaDearest *d, const char *module, const Compiled *c, const IrOp *op, gsize times, StepPrices *prices)
{
    g_autofree char *bytes = format_size(op_traffic(op, c->n_devices) * (int64_t)times);
    g_autofree char *often = times > 1 ? g_strdup_printf(" in %" G_GSIZE_FORMAT " trips", times) : g_strdup("");
    put_once(d, op_step_ns(op, prices) * (double)times, module,
             g_strdup_printf("%s, %s%s, %s: the program itself has it, as %s", coll_kind_names[op_coll_kind(op)], bytes, often, module, decision_label(c->log, op)));
    d->any_written = true;
}

static void note_collectives(const IrModule *m, bool *by_id)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            by_id[m->comps[k]->ops[i]->id] = op_is_collective(m->comps[k]->ops[i]);
}

static bool comes_from(const IrOp *op, const bool *by_id, int n)
{
    bool any = false;
    for (int i = 0; i < op->n_origins && !any; i++)
        any = op->origins[i] >= 0 && op->origins[i] < n && by_id[op->origins[i]];
    return any;
}

/* Collectives that the program itself has, as in a shard_map: no reshard's, and one of the program as written is what they come from. */
static void add_all_written(XlaDearest *d, const char *module, const Compiled *c)
{
    g_autoptr(GHashTable) times = executions(c->local);
    g_autofree bool *theirs = g_new0(bool, c->whole->next_id + 1);
    StepPrices *prices = step_prices_new(planner_model(c->planner), NULL, c->n_devices);
    note_collectives(c->whole, theirs);
    for (int k = 0; k < c->local->n_comps; k++)
        for (int i = 0; i < c->local->comps[k]->n_ops; i++) {
            const IrOp *op = c->local->comps[k]->ops[i];
            gsize n = GPOINTER_TO_SIZE(g_hash_table_lookup(times, op->parent));
            if (n && op->reshard_id <= 0 && op_is_collective(op) && op_coll_kind(op) != COLL_NONE && comes_from(op, theirs, c->whole->next_id))
                add_written(d, module, c, op, n, prices);
        }
    step_prices_free(prices);
}

void xla_dearest_add(XlaDearest *d, const char *module, const Compiled *c)
{
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i];
        put_once(d, r->est_ns * (double)r->trips, module, text_of(module, r));
    }
    if (c->planner)
        add_all_written(d, module, c);
}

void xla_dearest_tell(const XlaDearest *d, void (*tell)(void *user, const char *line), void *user)
{
    if (!tell || !d->n)
        return;
    const char *what = d->any_written ? "changes of layout and written collectives" : "changes of layout";
    g_autofree char *heading = g_strdup_printf(g_hash_table_size(d->seen) > MOST ? "the dearest %s:" : "%s, the dearest first:", what);
    tell(user, heading);
    for (int i = 0; i < d->n; i++) {
        g_autofree char *line = g_strdup_printf("  %s", d->v[i].text);
        tell(user, line);
    }
}
