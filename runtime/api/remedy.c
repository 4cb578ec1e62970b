/* Compiles proposals and judges what they did; see remedy.h. Start reading at remedies_find(). */
#include "runtime/api/remedy_impl.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/exec/execute.h"
#include "runtime/shard/spell.h"

enum { MAX_KEPT = 40, MAX_NAMED_NEW = 3, MAX_JOINED = 8 };

/* What a compile moves, by who wants what. */
typedef struct Moves {
    GHashTable *bytes;         /* "value leaf > user pos" -> int64_t, of one execution */
    GHashTable *total;         /* the same -> times trips */
} Moves;

static const IrOp **ops_by_id(const Compiled *c, int *n)
{
    *n = MAX(c->whole->next_id, c->input->next_id);
    const IrOp **ops = g_new0(const IrOp *, *n + 1);
    const IrModule *const modules[] = { c->whole, c->input };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < modules[k]->n_comps; i++)
            for (int j = 0; j < modules[k]->comps[i]->n_ops; j++)
                ops[modules[k]->comps[i]->ops[j]->id] = modules[k]->comps[i]->ops[j];
    return ops;
}

static const char *name_at(const IrOp *const *ops, int n, int id)
{
    return id >= 0 && id < n && ops[id] ? ops[id]->name : "-";
}

/* Names, since ops that a compile adds have other numbers in another compile. */
static char *move_key(const IrOp *const *ops, int n, const Reshard *r)
{
    return g_strdup_printf("%s %d > %s %d", name_at(ops, n, r->value_op), r->leaf, name_at(ops, n, r->user_op), r->user_pos);
}

static const Reshard *payer(const DecisionLog *log, const Reshard *r)
{
    return r->shared_with > 0 && r->shared_with <= log->reshards.n ? &log->reshards.v[r->shared_with - 1] : r;
}

static void add_bytes(GHashTable *h, const char *key, int64_t bytes)
{
    int64_t *have = g_hash_table_lookup(h, key);
    if (have)
        *have += bytes;
    else
        g_hash_table_insert(h, g_strdup(key), g_memdup2(&bytes, sizeof bytes));
}

static Moves moves_of(const Compiled *c, const IrOp *const *ops, int n)
{
    Moves m = { g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) };
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i], *p = payer(c->log, r);
        g_autofree char *key = move_key(ops, n, r);
        add_bytes(m.bytes, key, p->bytes_moved);
        add_bytes(m.total, key, p->bytes_moved * p->trips);
    }
    return m;
}

static void moves_clear(Moves *m)
{
    g_hash_table_destroy(m->bytes);
    g_hash_table_destroy(m->total);
}

static int64_t looked_up(GHashTable *h, const char *key)
{
    const int64_t *have = g_hash_table_lookup(h, key);
    return have ? *have : 0;
}

/* ---- one compile ---------------------------------------------------------------------------------------------------- */

typedef struct Finder {
    Search search;
    Remedies *out;
    const IrModule *fresh;
    const CompileOptions *options;
    const RemedyBudget *budget;
    int64_t deadline_ns;
    Moves before;
    const IrOp **ops;
    int n_ops;
    /* Compiles of different changes share nothing but what is read only; several run at once. */
    Remedy *results;           /* by proposal; changes NULL = not tried */
    bool *compiled;
    atomic_int next, n_started;
    pthread_mutex_t lock;      /* guards out->arena, and who is told of progress */
} Finder;

static Compiled *compile_with(Finder *f, const RemedyChange *changes, int n, GError **error)
{
    g_autofree ImportChange *list = g_new0(ImportChange, n + 1);
    for (int i = 0; i < n; i++) {
        list[i] = (ImportChange){ changes[i].kind, changes[i].op, changes[i].leaf, NULL };
        if (!changes[i].to)
            continue;
        GString *text = g_string_new(NULL);
        sharding_print_sdy(text, changes[i].to, false);
        list[i].spec = g_string_free(text, FALSE);
    }
    CompileOptions o = *f->options;
    o.keep_snapshots = false;
    o.import.changes = list;
    o.import.n_changes = n;
    Compiled *c = compile(module_clone(f->fresh), &o, error);
    for (int i = 0; i < n; i++)
        g_free((char *)list[i].spec);
    return c;
}

/* What is left, one execution, of a reshard and of those that share its collectives. */
static int64_t left_of(Finder *f, const Moves *after, const Reshard *r)
{
    int64_t most = 0;
    const DecisionLog *log = f->search.c->log;
    for (int i = r->id - 1; i < log->reshards.n; i++) {
        const Reshard *other = &log->reshards.v[i];
        if (other->id != r->id && other->shared_with != r->id)
            continue;
        g_autofree char *key = move_key(f->ops, f->n_ops, other);
        most = MAX(most, looked_up(after->bytes, key));
    }
    return most;
}

static void list_effects(Finder *f, const Moves *after, Remedy *out)
{
    const DecisionLog *log = f->search.c->log;
    VEC(RemedyEffect) effects = { 0 };
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        if (r->shared_with || r->bytes_moved <= 0)
            continue;
        int64_t left = left_of(f, after, r);
        if (left == r->bytes_moved)
            continue;
        vec_push(&effects, ((RemedyEffect){ r->id, left == 0 ? REMEDY_GONE : left < r->bytes_moved ? REMEDY_CHEAPER : REMEDY_DEARER, left }));
    }
    pthread_mutex_lock(&f->lock);
    out->effects = arena_dup_array(f->out->arena, effects.v, effects.n);
    pthread_mutex_unlock(&f->lock);
    out->n_effects = effects.n;
    vec_clear(&effects);
}

static int by_bytes(gconstpointer a, gconstpointer b)
{
    const Reshard *x = *(const Reshard *const *)a, *y = *(const Reshard *const *)b;
    int64_t bx = x->bytes_moved * x->trips, by = y->bytes_moved * y->trips;
    return bx > by ? -1 : bx < by ? 1 : x->id - y->id;
}

/* Moves that nobody made before. */
static const char *new_moves(Finder *f, const Compiled *c)
{
    int n;
    g_autofree const IrOp **ops = ops_by_id(c, &n);
    g_autoptr(GPtrArray) fresh = g_ptr_array_new();
    for (int i = 0; i < c->log->reshards.n; i++) {
        Reshard *r = &c->log->reshards.v[i];
        g_autofree char *key = move_key(ops, n, r);
        if (!r->shared_with && r->bytes_moved > 0 && looked_up(f->before.bytes, key) == 0)
            g_ptr_array_add(fresh, r);
    }
    g_ptr_array_sort(fresh, by_bytes);
    GString *t = g_string_new(NULL);
    pthread_mutex_lock(&f->lock);
    for (guint i = 0; i < fresh->len && i < MAX_NAMED_NEW; i++) {
        const Reshard *r = fresh->pdata[i];
        const IrOp *v = r->value_op >= 0 && r->value_op < n ? ops[r->value_op] : NULL;
        const char *name = !v ? "?" : v->code == OP_parameter && v->op_name && *v->op_name ? v->op_name : v->name;
        g_string_append_printf(t, "%s%s", i ? ", " : "", remedy_move_text(&f->search, name, r->plan, r->bytes_moved * r->trips));
    }
    if (fresh->len > MAX_NAMED_NEW)
        g_string_append_printf(t, " and %u more", fresh->len - MAX_NAMED_NEW);
    const char *copy = t->len ? arena_strdup(f->out->arena, t->str) : NULL;
    pthread_mutex_unlock(&f->lock);
    g_string_free(t, TRUE);
    return copy;
}

int64_t compiled_peak_bytes(const Compiled *c)
{
    g_autoptr(Executable) exe = executable_new(c->local, (int)c->n_devices, NULL);
    if (!exe)
        return -1;
    const MemoryPlan *plan = executable_memory(exe);
    return plan->argument_bytes + plan->output_bytes - plan->alias_bytes + plan->temp_bytes;
}

static int64_t count_collectives(const Compiled *c)
{
    int64_t n = 0;
    for (int k = 1; k < N_COLL_KINDS; k++)
        n += c->totals[k].count;
    return n;
}

static bool out_of_time(Finder *f)
{
    return atomic_load(&f->n_started) >= f->budget->changes || clock_ns() > f->deadline_ns || (f->budget->stop && f->budget->stop(f->budget->user));
}

/* True if it compiled; *out is then what came of it. */
static bool try_changes(Finder *f, const RemedyChange *changes, int n, Remedy *out)
{
    GError *error = NULL;
    atomic_fetch_add(&f->n_started, 1);
    *out = (Remedy){ .changes = changes, .n_changes = n, .peak_bytes = -1 };
    g_autoptr(Compiled) c = compile_with(f, changes, n, &error);
    if (!c) {
        g_error_free(error);
        return false;
    }
    int n_ops;
    g_autofree const IrOp **ops = ops_by_id(c, &n_ops);
    Moves after = moves_of(c, ops, n_ops);
    out->n_collectives = count_collectives(c);
    out->traffic = c->traffic;
    out->step_ns = c->step_ns;
    out->flops_sum = c->flops_sum;
    list_effects(f, &after, out);
    moves_clear(&after);
    bool helps = c->traffic < f->search.c->traffic || c->step_ns < f->search.c->step_ns;
    bool removes = false;
    for (int i = 0; i < out->n_effects; i++)
        removes |= out->effects[i].kind == REMEDY_GONE;
    if (helps || removes) { /* what follows is only for those that are shown */
        out->brings = new_moves(f, c);
        out->peak_bytes = compiled_peak_bytes(c);
    }
    return true;
}

/* ---- which are kept ------------------------------------------------------------------------------------------------------- */

/* Better by more than rounding: fewer bytes or less time, and not much more of the other. */
static bool improves(const Finder *f, const Remedy *r)
{
    const Compiled *c = f->search.c;
    double bytes = (double)(c->traffic - r->traffic) / fmax((double)c->traffic, 1), time = (c->step_ns - r->step_ns) / fmax(c->step_ns, 1);
    return time > 1e-4 || (bytes > 1e-3 && time > -1e-3);
}

static bool removes_any(const Remedy *r)
{
    for (int i = 0; i < r->n_effects; i++)
        if (r->effects[i].kind == REMEDY_GONE)
            return true;
    return false;
}

static bool same_outcome(const Remedy *a, const Remedy *b)
{
    if (a->traffic != b->traffic || a->n_collectives != b->n_collectives || a->n_effects != b->n_effects || a->step_ns != b->step_ns ||
        a->peak_bytes != b->peak_bytes)
        return false;
    for (int i = 0; i < a->n_effects; i++)
        if (a->effects[i].reshard != b->effects[i].reshard || a->effects[i].bytes_moved != b->effects[i].bytes_moved)
            return false;
    return true;
}

static int by_gain(gconstpointer a, gconstpointer b)
{
    const Remedy *x = a, *y = b;
    return x->step_ns < y->step_ns ? -1 : x->step_ns > y->step_ns ? 1 : x->traffic < y->traffic ? -1 : x->traffic > y->traffic ? 1 :
           x->n_changes - y->n_changes;
}

/* Those that help; and of those that only remove something at a price, the best for each reshard that no other removes. */
static void keep_best(Finder *f, Remedies *tried)
{
    if (tried->list.n)
        qsort(tried->list.v, (size_t)tried->list.n, sizeof(Remedy), by_gain);
    g_autoptr(GHashTable) removed = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < tried->list.n && f->out->list.n < MAX_KEPT; i++) {
        Remedy *r = &tried->list.v[i];
        bool better = improves(f, r), news = false, again = false;
        for (int k = 0; k < r->n_effects; k++)
            if (r->effects[k].kind == REMEDY_GONE && (better || f->search.c->log->reshards.v[r->effects[k].reshard - 1].bytes_moved > 0))
                news |= g_hash_table_add(removed, GINT_TO_POINTER(r->effects[k].reshard));
        for (int k = 0; k < f->out->list.n && !again; k++)
            again = same_outcome(r, &f->out->list.v[k]);
        bool moved_on = r->brings && fabs(f->search.c->step_ns - r->step_ns) < 1e-3 * f->search.c->step_ns;
        if (again || (!better && (moved_on || !news || !removes_any(r))))
            continue;
        vec_push(&f->out->list, *r);
    }
}

static bool overlap(const Remedy *a, const Remedy *b)
{
    for (int i = 0; i < a->n_changes; i++)
        for (int k = 0; k < b->n_changes; k++)
            if (a->changes[i].op == b->changes[k].op && a->changes[i].leaf == b->changes[k].leaf)
                return true;
    return false;
}

/* The best change and others that go with it, one after the other as long as the sum gets better. */
static void try_joined(Finder *f, Remedies *tried)
{
    if (tried->list.n < 2)
        return;
    qsort(tried->list.v, (size_t)tried->list.n, sizeof(Remedy), by_gain);
    Remedy best = tried->list.v[0];
    int n = tried->list.n, n_joined = 0;
    double worth = 0.02 * f->search.c->step_ns; /* one more thing to edit must pay */
    for (int i = 1, joined = 0; i < n && joined < MAX_JOINED && !out_of_time(f); i++) {
        const Remedy *next = &tried->list.v[i];
        if (!improves(f, &best) || !improves(f, next))
            break;
        if (overlap(&best, next))
            continue;
        RemedyChange *both = arena_array(f->out->arena, RemedyChange, best.n_changes + next->n_changes);
        memcpy(both, best.changes, sizeof *both * (size_t)best.n_changes);
        memcpy(both + best.n_changes, next->changes, sizeof *both * (size_t)next->n_changes);
        Remedy sum;
        joined++;
        if (!try_changes(f, both, best.n_changes + next->n_changes, &sum) || best.step_ns - sum.step_ns < worth)
            continue;
        best = sum;
        n_joined++;
    }
    if (n_joined)
        vec_push(&tried->list, best);
}

static void *work(void *user)
{
    Finder *f = user;
    int n = f->search.proposals.n;
    for (;;) {
        if (out_of_time(f))
            return NULL;
        int i = atomic_fetch_add(&f->next, 1);
        if (i >= n)
            return NULL;
        if (f->budget->progress) {
            pthread_mutex_lock(&f->lock);
            f->budget->progress(f->budget->user, i, n);
            pthread_mutex_unlock(&f->lock);
        }
        f->compiled[i] = try_changes(f, f->search.proposals.v[i].changes, f->search.proposals.v[i].n, &f->results[i]);
    }
}

/* The most promising first, as many at once as there are cores. */
static void try_proposals(Finder *f, Remedies *tried)
{
    enum { MAX_WORKERS = 8 };
    int n = f->search.proposals.n, n_workers = (int)CLAMP(sysconf(_SC_NPROCESSORS_ONLN), 1, MAX_WORKERS);
    f->results = g_new0(Remedy, n + 1);
    f->compiled = g_new0(bool, n + 1);
    pthread_t workers[MAX_WORKERS];
    int started = 0;
    while (started < MIN(n_workers, n) - 1 && pthread_create(&workers[started], NULL, work, f) == 0)
        started++;
    work(f);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i], NULL);
    int n_tried = 0;
    for (int i = 0; i < n; i++) {
        n_tried += f->results[i].changes != NULL;
        if (f->compiled[i])
            vec_push(&tried->list, f->results[i]);
    }
    f->out->n_left = n - n_tried;
    g_free(f->results);
    g_free(f->compiled);
}

Remedies *remedies_find(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget)
{
    Remedies *out = g_new0(Remedies, 1), tried = { 0 };
    out->arena = arena_new_root();
    Finder f = { .out = out, .fresh = fresh, .options = o, .budget = budget,
                 .deadline_ns = clock_ns() + (int64_t)(fmin(budget->seconds, 1e6) * 1e9) };
    pthread_mutex_init(&f.lock, NULL);
    search_init(&f.search, c, out->arena);
    f.ops = ops_by_id(c, &f.n_ops);
    f.before = moves_of(c, f.ops, f.n_ops);
    if (c->whole->mesh && budget->seconds > 0)
        remedy_propose(&f.search);
    try_proposals(&f, &tried);
    try_joined(&f, &tried);
    out->n_tried = atomic_load(&f.n_started);
    keep_best(&f, &tried);
    for (int i = 0; i < out->list.n; i++) {
        Remedy *r = &out->list.v[i];
        r->text = remedy_text(&f.search, r->changes, r->n_changes);
        r->try_with = remedy_try_with(&f.search, r->changes, r->n_changes);
    }
    vec_clear(&tried.list);
    pthread_mutex_destroy(&f.lock);
    moves_clear(&f.before);
    g_free(f.ops);
    search_clear(&f.search);
    return out;
}

void remedies_free(Remedies *r)
{
    if (!r)
        return;
    vec_clear(&r->list);
    arena_free(r->arena);
    g_free(r);
}
