/* Executions of programs, launches, and the meetings of collectives. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/timeline_impl.h"

enum { MAX_SHIFT = 3 };

/* ---- executions and launches -------------------------------------------------------------------------------------------------- */

void timeline_exec(TimelineDevice *d, ImportProgram *program, int64_t start_ns, int64_t end_ns, int64_t key)
{
    g_array_append_val(d->execs, ((TimelineExec){ .start_ns = start_ns, .end_ns = MAX(end_ns, start_ns), .program = program, .key = key }));
}

static int exec_by_start(gconstpointer pa, gconstpointer pb)
{
    const TimelineExec *a = pa, *b = pb;
    return a->start_ns != b->start_ns ? (a->start_ns < b->start_ns ? -1 : 1) : (a->end_ns < b->end_ns) - (a->end_ns > b->end_ns);
}

/* The executions of a program on a device. */
static GPtrArray *execs_of(const TimelineDevice *d, const ImportProgram *g)
{
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < d->execs->len; i++) {
        TimelineExec *x = &g_array_index(d->execs, TimelineExec, i);
        if (x->program == g)
            g_ptr_array_add(out, x);
    }
    return out;
}

static int by_value(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

/* The middle of how far apart the starts lie if the device's first execution is number `shift` of the reference. */
static int64_t distance(const GPtrArray *ref, const GPtrArray *mine, int shift)
{
    g_autoptr(GArray) d = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0; i < mine->len && i < 4096; i++) {
        int64_t k = (int64_t)i + shift;
        if (k < 0 || k >= ref->len)
            continue;
        int64_t apart = ABS(((const TimelineExec *)mine->pdata[i])->start_ns - ((const TimelineExec *)ref->pdata[k])->start_ns);
        g_array_append_val(d, apart);
    }
    if (!d->len || d->len + MAX_SHIFT < MIN(ref->len, mine->len))
        return INT64_MAX;
    qsort(d->data, d->len, sizeof(int64_t), by_value);
    return g_array_index(d, int64_t, d->len / 2);
}

/* A profile begins and ends in the middle of things: one device may have seen an execution more than another. */
static int best_shift(const GPtrArray *ref, const GPtrArray *mine)
{
    int best = 0;
    int64_t least = distance(ref, mine, 0);
    for (int s = 1; s <= MAX_SHIFT; s++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int64_t d = distance(ref, mine, sign * s);
            if (d < least) {
                least = d;
                best = sign * s;
            }
        }
    return best;
}

/* Numbers the launches of one program: by their key where the profile has one, else by order on each device. */
static void number_launches(Timeline *t, const ImportProgram *g)
{
    const GPtrArray *ref = NULL;
    g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    bool keyed = true;
    for (guint i = 0; i < t->devices->len; i++) {
        GPtrArray *list = execs_of(t->devices->pdata[i], g);
        g_ptr_array_add(lists, list);
        if (!ref || list->len > ref->len)
            ref = list;
        for (guint k = 0; k < list->len; k++)
            keyed = keyed && ((const TimelineExec *)list->pdata[k])->key != 0;
    }
    if (keyed) {
        g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
        g_autoptr(GPtrArray) all = g_ptr_array_new();
        for (guint i = 0; i < lists->len; i++)
            g_ptr_array_extend(all, lists->pdata[i], NULL, NULL);
        TimelineExec **x = (TimelineExec **)all->pdata;
        for (guint i = 0; i < all->len; i++) { /* a launch's number is that of its first start */
            TimelineExec *first = g_hash_table_lookup(seen, &x[i]->key);
            if (!first || x[i]->start_ns < first->start_ns)
                g_hash_table_replace(seen, &x[i]->key, x[i]);
        }
        g_autoptr(GPtrArray) firsts = g_ptr_array_new();
        GHashTableIter it;
        gpointer first;
        g_hash_table_iter_init(&it, seen);
        while (g_hash_table_iter_next(&it, NULL, &first))
            g_ptr_array_add(firsts, first);
        for (guint i = 1; i < firsts->len; i++) /* few */
            for (guint k = i; k > 0 && ((TimelineExec *)firsts->pdata[k])->start_ns < ((TimelineExec *)firsts->pdata[k - 1])->start_ns; k--) {
                gpointer swap = firsts->pdata[k];
                firsts->pdata[k] = firsts->pdata[k - 1];
                firsts->pdata[k - 1] = swap;
            }
        for (guint i = 0; i < firsts->len; i++)
            ((TimelineExec *)firsts->pdata[i])->launch = i;
        for (guint i = 0; i < all->len; i++)
            x[i]->launch = ((TimelineExec *)g_hash_table_lookup(seen, &x[i]->key))->launch;
        return;
    }
    for (guint i = 0; i < lists->len; i++) {
        GPtrArray *list = lists->pdata[i];
        int shift = list == ref ? 0 : best_shift(ref, list);
        for (guint k = 0; k < list->len; k++)
            ((TimelineExec *)list->pdata[k])->launch = (int64_t)k + shift;
    }
}

void timeline_launches(Timeline *t)
{
    g_autoptr(GHashTable) programs = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) order = g_ptr_array_new();
    for (guint i = 0; i < t->devices->len; i++) {
        TimelineDevice *d = t->devices->pdata[i];
        if (d->launched)
            continue;
        g_array_sort(d->execs, exec_by_start);
        for (guint k = 0; k < d->execs->len; k++) {
            TimelineExec *x = &g_array_index(d->execs, TimelineExec, k);
            x->program->n_execs++;
            x->program->busy_ns += x->end_ns - x->start_ns;
            if (g_hash_table_add(programs, x->program))
                g_ptr_array_add(order, x->program);
        }
    }
    for (guint i = 0; i < order->len; i++)
        number_launches(t, order->pdata[i]);
    for (guint i = 0; i < t->devices->len; i++) {
        TimelineDevice *d = t->devices->pdata[i];
        if (d->launched)
            continue;
        d->launched = true;
        int64_t first = d->execs->len ? trace_reserve(t->w, TRACE_TABLE_exec, d->execs->len) : 0;
        for (guint k = 0; k < d->execs->len; k++)
            g_array_index(d->execs, TimelineExec, k).row = first + k;
    }
}

uint32_t timeline_exec_at(TimelineDevice *d, int64_t start_ns, int64_t key)
{
    const TimelineExec *x = (const TimelineExec *)d->execs->data;
    guint n = d->execs->len;
    if (!n)
        return 0;
    if (d->exec_at >= n || x[d->exec_at].start_ns > start_ns)
        d->exec_at = 0;
    while (d->exec_at + 1 < n && x[d->exec_at + 1].start_ns <= start_ns)
        d->exec_at++;
    for (guint i = d->exec_at + 1, looked = 0; i-- > 0 && looked < 8; looked++) /* executions may overlap a little */
        if (x[i].start_ns <= start_ns && start_ns <= x[i].end_ns && (!key || !x[i].key || x[i].key == key))
            return i + 1;
    return 0;
}

ImportProgram *timeline_main_program(const Timeline *t)
{
    ImportProgram *best = NULL;
    for (guint i = 0; i < t->devices->len; i++) {
        const TimelineDevice *d = t->devices->pdata[i];
        for (guint k = 0; k < d->execs->len; k++) {
            ImportProgram *g = g_array_index(d->execs, TimelineExec, k).program;
            if (g->owns)
                return g;
            if (!best || g->busy_ns > best->busy_ns)
                best = g;
        }
    }
    return best;
}

/* ---- meetings -------------------------------------------------------------------------------------------------------------------- */

typedef struct Count {
    uint32_t exec;
    int64_t n;
} Count;

/* How often the op ran before in this execution on this device. */
static int64_t occurrence(TimelineDevice *d, gpointer op, uint32_t exec)
{
    Count *c = g_hash_table_lookup(d->counts, op);
    if (!c)
        g_hash_table_insert(d->counts, op, c = g_new0(Count, 1));
    if (c->exec != exec) {
        c->exec = exec;
        c->n = 0;
    }
    return c->n++;
}

typedef struct Key {
    const void *program;
    int64_t op, launch, iter, grp;
} Key;

static guint meeting(Timeline *t, const Key *key)
{
    g_autoptr(GBytes) bytes = g_bytes_new(key, sizeof *key);
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(t->meeting_of, bytes));
    if (at)
        return at;
    TraceCollExec row = { .first_ns = INT64_MAX, .last_ns = INT64_MIN, .end_ns = INT64_MIN, .iter = TRACE_INT(key->iter), .grp = TRACE_INT(key->grp) };
    if (key->program)
        row.launch = TRACE_INT(key->launch);
    if (t->meetings->len % CHUNK_OF_IDS == 0)
        t->next_meeting = trace_reserve(t->w, TRACE_TABLE_coll_exec, CHUNK_OF_IDS);
    row.id = t->next_meeting++;
    g_array_append_val(t->meetings, row);
    g_hash_table_insert(t->meeting_of, g_steal_pointer(&bytes), GUINT_TO_POINTER(t->meetings->len));
    return t->meetings->len;
}

void timeline_meet(Timeline *t, TimelineDevice *d, GArray *events)
{
    for (guint i = 0; i < events->len; i++) {
        TimelineEvent *e = &g_array_index(events, TimelineEvent, i);
        bool known = e->meets || (e->op ? e->op->coll_kind : e->coll_kind);
        if (e->cat != TRACE_CAT_COLLECTIVE || !known)
            continue;
        const TimelineExec *x = e->exec ? &g_array_index(d->execs, TimelineExec, e->exec - 1) : NULL;
        ImportOp *op = e->op && e->op->ends && e->op->pair ? e->op->pair : e->op;
        bool arrives = !e->op || !e->op->ends || (!e->op->pair && !e->meets);
        Key key;
        memset(&key, 0, sizeof key);
        key.program = x ? x->program : NULL;
        key.op = op && op->inst_id ? op->inst_id : -(int64_t)e->name_id;
        key.launch = x ? x->launch : 0;
        key.iter = occurrence(d, e->op ? (gpointer)e->op : GUINT_TO_POINTER(e->name_id), e->exec);
        const ImportGroups *groups = op ? op->groups : NULL;
        int group = groups ? GPOINTER_TO_INT(g_hash_table_lookup(groups->of, GSIZE_TO_POINTER((gsize)d->global_id))) : 0;
        key.grp = MAX(group - 1, 0);
        if (e->meets)
            key = (Key){ .op = INT64_MIN, .launch = e->meets };
        e->coll = meeting(t, &key);
        TraceCollExec *row = &g_array_index(t->meetings, TraceCollExec, e->coll - 1);
        row->inst_id = op ? op->inst_id : 0;
        row->end_ns = MAX(row->end_ns, e->start_ns + e->dur_ns);
        if (arrives) {
            row->first_ns = MIN(row->first_ns, e->start_ns);
            row->last_ns = MAX(row->last_ns, e->start_ns);
            row->n_seen++;
        }
        row->n_expected = groups && groups->size ? groups->size : 0;
    }
}

static int64_t step_at(const GArray *steps, int64_t ns)
{
    guint low = 0, high = steps->len;
    while (low < high) {
        guint mid = (low + high) / 2;
        if (g_array_index(steps, TraceStep, mid).start_ns <= ns)
            low = mid + 1;
        else
            high = mid;
    }
    const TraceStep *s = low ? &g_array_index(steps, TraceStep, low - 1) : NULL;
    return s && ns < s->start_ns + s->dur_ns ? s->id : 0;
}

void timeline_put_meetings(Timeline *t, const GArray *steps)
{
    for (guint i = 0; i < t->devices->len; i++) {
        const TimelineDevice *d = t->devices->pdata[i];
        for (guint k = 0; k < d->execs->len; k++) {
            const TimelineExec *x = &g_array_index(d->execs, TimelineExec, k);
            trace_put_exec(t->w, &(TraceExec){ .id = x->row, .module_id = x->program->module_id, .device_id = d->row, .launch = x->launch, .start_ns = x->start_ns,
                                               .dur_ns = x->end_ns - x->start_ns, .step_id = step_at(steps, x->start_ns) });
        }
    }
    for (guint i = 0; i < t->meetings->len; i++) {
        TraceCollExec *row = &g_array_index(t->meetings, TraceCollExec, i);
        if (row->first_ns == INT64_MAX) /* the halves that start are not in the profile */
            row->first_ns = row->last_ns = row->end_ns;
        row->step_id = step_at(steps, row->first_ns);
        trace_put_coll_exec(t->w, row);
    }
}
