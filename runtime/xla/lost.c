/* Which pass removed what the partitioner had made; see lost.h. */
#include "runtime/xla/lost.h"

#include <string.h>

#include "runtime/sim/collective.h"
#include "runtime/xla/passes.h"

typedef struct XlaLost {
    int reshard;             /* id */
    char *name;              /* of its first collective, as its stage prints it */
    const char *kind;
    int64_t channel;         /* -1 = none */
} XlaLost;

static void lost_clear(void *p)
{
    g_free(((XlaLost *)p)->name);
}

/* By id: whether an op has it. */
static bool *reshards_in(const IrModule *m, int n)
{
    bool *has = g_new0(bool, n + 2);
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            for (int j = -1; j < op->n_more_reshards; j++) {
                int id = j < 0 ? op->reshard_id : op->more_reshards[j];
                if (id > 0 && id <= n)
                    has[id] = true;
            }
        }
    return has;
}

static void add(GArray *lost, const IrOp *op, int id, DecisionLog *log)
{
    const Groups *g = &op->a.collective.groups;
    XlaLost l = { id, g_strdup(op->name), coll_kind_names[op_coll_kind(op)], g->has_channel ? g->channel : -1 };
    Reshard *r = &log->reshards.v[id - 1];
    r->gone = decision_text(log, "a pass of XLA's after the partitioner removed its %s", l.kind);
    r->bytes_moved = 0;
    r->est_ns = 0;
    g_array_append_val(lost, l);
}

GArray *xla_lost_find(const IrModule *partitioned, const IrModule *final, DecisionLog *log)
{
    int n = log->reshards.n;
    GArray *lost = g_array_new(FALSE, FALSE, sizeof(XlaLost));
    g_array_set_clear_func(lost, lost_clear);
    g_autofree bool *kept = reshards_in(final, n);
    for (int k = 0; k < partitioned->n_comps; k++)
        for (int i = 0; i < partitioned->comps[k]->n_ops; i++) {
            const IrOp *op = partitioned->comps[k]->ops[i];
            for (int j = -1; j < op->n_more_reshards; j++) {
                int id = j < 0 ? op->reshard_id : op->more_reshards[j];
                if (id <= 0 || id > n || kept[id] || op_coll_kind(op) == COLL_NONE)
                    continue;
                kept[id] = true;
                add(lost, op, id, log);
            }
        }
    return lost;
}

/* True if a stage has the collective: under its name, or one of its kind on its channel, as which a pass made it anew. */
static bool has(GBytes *text, const XlaLost *l)
{
    gsize n;
    const char *at = g_bytes_get_data(text, &n);
    g_autofree char *name = g_strdup_printf("%s = ", l->name), *kind = g_strdup_printf(" %s", l->kind), *channel = g_strdup_printf("channel_id=%" G_GINT64_FORMAT ",", l->channel);
    for (const char *stop = at + n, *end; at < stop; at = end + 1) {
        end = memchr(at, '\n', (gsize)(stop - at));
        end = end ? end : stop;
        if (!g_strstr_len(at, end - at, kind))
            continue;
        const char *named = g_strstr_len(at, end - at, name);
        if ((named && (named == at || named[-1] == '%' || named[-1] == ' ')) || (l->channel >= 0 && g_strstr_len(at, end - at, channel)))
            return true;
    }
    return false;
}

void xla_lost_tell(const XlaModule *m, const GArray *lost, DecisionLog *log)
{
    const XlaStage *first = xla_stage(m, XLA_STAGE_PARTITIONED);
    g_autofree bool *told = g_new0(bool, lost->len + 1);
    bool after = false;
    for (guint i = 0; i < m->stages->len && lost->len; i++) {
        const XlaStage *s = m->stages->pdata[i];
        g_autoptr(GBytes) text = after ? xla_stage_text(s, NULL) : NULL;
        for (guint k = 0; k < lost->len && text; k++) {
            const XlaLost *l = &g_array_index(lost, XlaLost, k);
            if (told[k] || has(text, l))
                continue;
            told[k] = true;
            log->reshards.v[l->reshard - 1].gone = decision_text(log, "%s removed its %s", s->kind == XLA_STAGE_FINAL ? "one of XLA's last passes" : decision_text(log, "XLA's pass %s", s->label), l->kind);
        }
        after = after || s == first;
    }
}
