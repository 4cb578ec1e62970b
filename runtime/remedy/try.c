/* Compiles the program with changed annotations and finds the effects on the reshards of the first compile. Several such compiles run
 * at once; they share only data that none of them changes. */
#include "runtime/remedy/remedy_impl.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "runtime/passes/predicted.h"
#include "runtime/shard/spell.h"

enum { MAX_NAMED_NEW = 3 };

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

/* Keys are names, because ops that a compile adds have other ids in another compile. */
char *move_key(const IrOp *const *ops, int n, const Reshard *r)
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

static GHashTable *bytes_by_key(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

Moves moves_of(const Compiled *c)
{
    int n;
    g_autofree const IrOp **ops = ops_by_id(c, &n);
    Moves m = { bytes_by_key(), bytes_by_key(), bytes_by_key(), NULL, 0 };
    for (int i = 0; i < c->log->reshards.n; i++) {
        const Reshard *r = &c->log->reshards.v[i], *p = payer(c->log, r);
        g_autofree char *key = move_key(ops, n, r);
        add_bytes(m.bytes, key, p->bytes_moved);
        add_bytes(m.total, key, p->bytes_moved * p->trips);
        *strstr(key, " > ") = 0;
        add_bytes(m.of_value, key, p->bytes_moved);
    }
    return m;
}

void moves_clear(Moves *m)
{
    g_clear_pointer(&m->bytes, g_hash_table_destroy);
    g_clear_pointer(&m->total, g_hash_table_destroy);
    g_clear_pointer(&m->of_value, g_hash_table_destroy);
    for (int i = 0; i < m->n_around; i++)
        g_free(m->around[i].shardings);
    g_clear_pointer(&m->around, g_free);
    m->n_around = 0;
}

int64_t moves_under(GHashTable *h, const char *key)
{
    const int64_t *have = g_hash_table_lookup(h, key);
    return have ? *have : 0;
}

/* Measured on a core of 3 GHz over training programs of 100 to 1,200 ops. */
static const double LOOK_S_PER_OP = 40e-6, FULL_S_PER_OP = 200e-6;

static int count_ops(const IrModule *m)
{
    int n = 1;
    for (int i = 0; i < m->n_comps; i++)
        n += m->comps[i]->n_ops;
    return n;
}

/* How much longer compiles take on a mesh of many axes, by which a value can be laid out in many ways: twice as long with three, and twice
 * that with each more. */
static double many_ways(const Mesh *mesh)
{
    double times = 1;
    for (int a = 0, n = 0; mesh && a < mesh->n_axes; a++)
        times *= mesh->axes[a].size > 1 && ++n > 2 ? 2 : 1;
    return times;
}

double remedy_compile_seconds(const IrModule *fresh)
{
    return FULL_S_PER_OP * count_ops(fresh);
}

void finder_init(Finder *f)
{
    f->ops = ops_by_id(f->search.c, &f->n_ops);
    f->before = moves_of(f->search.c);
    double times = many_ways(f->search.c->whole->mesh);
    f->look_s = times * LOOK_S_PER_OP * count_ops(f->fresh);
    f->full_s = times * remedy_compile_seconds(f->fresh);
    pthread_mutex_init(&f->lock, NULL);
    f->before_ns = finder_step(f, f->search.c, NULL).ns;
    for (int i = 0; i < f->search.c->log->reshards.n; i++) {
        const Reshard *r = &f->search.c->log->reshards.v[i];
        f->comm_ns += r->shared_with ? 0 : r->est_ns * (double)r->trips;
    }
}

void finder_clear(Finder *f)
{
    pthread_mutex_destroy(&f->lock);
    moves_clear(&f->before);
    g_free(f->ops);
}

static int64_t thread_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

bool finder_stopped(Finder *f)
{
    static _Thread_local struct { int search; int64_t ns; } last;
    int64_t now = thread_ns();
    if (last.search == f->number)
        atomic_fetch_add(&f->spent_ns, now - last.ns);
    last.search = f->number;
    last.ns = now;
    if (atomic_load(&f->spent_ns) <= f->most_ns && !stop_requested(f->options->stop))
        return false;
    atomic_store(&f->cut, true);
    return true;
}

int finder_take_work(Finder *f, double each_s, double share, int n)
{
    double left = share * f->work_s - f->done_s;
    int most = left < 0 ? 0 : (int)fmin(left / each_s, (double)n);
    f->done_s += most * each_s;
    return most;
}

/* ---- compiling ------------------------------------------------------------------------------------------------------- */

static Compiled *compile_with(const IrModule *fresh, const CompileOptions *options, const Remedy *r, bool quick, GError **error)
{
    const RemedyChange *changes = r->changes;
    int n = r->n_changes;
    int n_before = options->import.n_changes; /* the program itself may be compiled with changes: these come on top */
    g_autofree ImportChange *all = g_new0(ImportChange, n_before + n + 1);
    ImportChange *list = all + n_before;
    for (int i = 0; i < n_before; i++)
        all[i] = options->import.changes[i];
    for (int i = 0; i < n; i++) {
        list[i] = (ImportChange){ changes[i].kind, changes[i].op, changes[i].leaf, NULL };
        if (!changes[i].to)
            continue;
        GString *text = g_string_new(NULL);
        sharding_print_sdy(text, changes[i].to, false);
        list[i].spec = g_string_free(text, FALSE);
    }
    CompileOptions o = *options;
    o.quick = quick;
    o.import.changes = all;
    o.import.n_changes = n_before + n;
    if (r->mesh)
        o.import.mesh = r->mesh;
    Compiled *c = compile(module_clone(fresh), &o, error);
    for (int i = 0; i < n; i++)
        g_free((char *)list[i].spec);
    return c;
}

Compiled *remedy_apply(const Remedy *r, const IrModule *fresh, const CompileOptions *o, GError **error)
{
    return compile_with(fresh, o, r, false, error);
}

Compiled *remedy_compile(Finder *f, const Remedy *r, bool quick, GError **error)
{
    CompileOptions o = *f->options;
    o.on_text = NULL;
    o.no_plan = true; /* compiled_program makes it for those that are shown */
    o.first_match |= f->stand_in != NULL;
    return compile_with(f->fresh, &o, r, quick || f->stand_in, error);
}

Glance remedy_glance(Finder *f, const RemedyChange *changes, int n)
{
    Glance g = { .looked = true };
    g_autoptr(Compiled) c = remedy_compile(f, &(Remedy){ .changes = changes, .n_changes = n }, true, NULL);
    if (c) {
        g.compiled = true;
        g.price_ns = c->price_ns;
        g.traffic = c->traffic;
    }
    return g;
}

/* ---- effects ----------------------------------------------------------------------------------------------------------- */

/* Bytes that a reshard, with those that share its collectives, still moves in one execution. */
static int64_t left_of(Finder *f, const Moves *after, const Reshard *r)
{
    int64_t most = 0;
    const DecisionLog *log = f->search.c->log;
    for (int i = r->id - 1; i < log->reshards.n; i++) {
        const Reshard *other = &log->reshards.v[i];
        if (other->id != r->id && other->shared_with != r->id)
            continue;
        if (f->stand_in) {
            most = MAX(most, stand_in_left(f, after, other));
            continue;
        }
        g_autofree char *key = move_key(f->ops, f->n_ops, other);
        int64_t was = moves_under(f->before.bytes, key), is = moves_under(after->bytes, key); /* of all under that key */
        int64_t mine = was > 0 ? (int64_t)((double)r->bytes_moved * ((double)is / (double)was) + 0.5) : is;
        most = MAX(most, is == was ? r->bytes_moved : mine);
    }
    return most;
}

static bool is_for(const Proposal *p, int reshard)
{
    for (int i = 0; i < p->n_reshards; i++)
        if (p->reshards[i] == reshard)
            return true;
    return false;
}

static void list_effects(Finder *f, const Moves *after, const Proposal *p, Remedy *out)
{
    const DecisionLog *log = f->search.c->log;
    VEC(RemedyEffect) effects = { 0 };
    for (int i = 0; i < log->reshards.n; i++) {
        const Reshard *r = &log->reshards.v[i];
        if (r->shared_with || r->bytes_moved <= 0)
            continue;
        int64_t left = left_of(f, after, r);
        if (left == r->bytes_moved && (!is_for(p, r->id) || (f->stand_in && !stand_in_has(f, r))))
            continue;
        vec_push(&effects, ((RemedyEffect){ r->id, left == 0 ? REMEDY_GONE : left < r->bytes_moved ? REMEDY_CHEAPER :
                                                   left > r->bytes_moved ? REMEDY_DEARER : REMEDY_IN_VAIN, left }));
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

/* Reshards that the first compile did not have. */
static const char *new_moves(Finder *f, const Compiled *c)
{
    int n;
    g_autofree const IrOp **ops = ops_by_id(c, &n);
    g_autoptr(GPtrArray) fresh = g_ptr_array_new();
    for (int i = 0; i < c->log->reshards.n; i++) {
        Reshard *r = &c->log->reshards.v[i];
        g_autofree char *key = move_key(ops, n, r);
        if (!r->shared_with && r->bytes_moved > 0 && moves_under(f->before.bytes, key) == 0)
            g_ptr_array_add(fresh, r);
    }
    g_ptr_array_sort(fresh, by_bytes);
    GString *t = g_string_new(NULL);
    pthread_mutex_lock(&f->lock);
    for (guint i = 0; i < fresh->len && i < MAX_NAMED_NEW; i++) {
        const Reshard *r = fresh->pdata[i];
        const IrOp *v = r->value_op >= 0 && r->value_op < n ? ops[r->value_op] : NULL;
        const char *name = !v ? "?" : v->code == OP_parameter && v->op_name && *v->op_name ? v->op_name : decision_label(c->log, v);
        g_string_append_printf(t, "%s%s", i ? ", " : "", remedy_move_text(&f->search, name, r->plan, r->bytes_moved * r->trips));
    }
    if (fresh->len > MAX_NAMED_NEW)
        g_string_append_printf(t, " and %u more", fresh->len - MAX_NAMED_NEW);
    const char *copy = t->len ? arena_strdup(f->out->arena, t->str) : NULL;
    pthread_mutex_unlock(&f->lock);
    g_string_free(t, TRUE);
    return copy;
}

int64_t compiled_peak_bytes(Compiled *c)
{
    const Program *program = compiled_program(c, NULL);
    return program ? program->memory.peak_bytes : -1;
}

static int64_t count_collectives(const Compiled *c)
{
    int64_t n = 0;
    for (int k = 1; k < N_COLL_KINDS; k++)
        n += c->totals[k].count;
    return n;
}

Estimate finder_step(const Finder *f, const Compiled *c, const SimOptions *o)
{
    return compiled_step(c, o ? o : f->budget->sim);
}

bool remedy_try(Finder *f, const Proposal *p, Remedy *out)
{
    return remedy_try_on(f, p, NULL, out);
}

bool remedy_try_on(Finder *f, const Proposal *p, const char *mesh, Remedy *out)
{
    atomic_fetch_add(&f->n_started, 1);
    *out = (Remedy){ .changes = p->changes, .n_changes = p->n, .peak_bytes = -1, .mesh = mesh };
    g_autoptr(Compiled) c = remedy_compile(f, out, false, NULL);
    if (!c)
        return false;
    Moves after = moves_of(c);
    if (f->stand_in)
        stand_in_around(f, c, &after);
    out->n_collectives = count_collectives(c);
    out->traffic = c->traffic;
    Estimate step = finder_step(f, c, NULL);
    out->step_ns = step.ns;
    out->simulated = step;
    out->simulated_before_ns = f->before_ns;
    out->flops_sum = c->flops_sum;
    list_effects(f, &after, p, out);
    if (f->stand_in)
        stand_in_totals(f, c, out);
    moves_clear(&after);
    bool helps = c->traffic < f->search.c->traffic || out->step_ns < f->before_ns;
    bool removes = false;
    for (int i = 0; i < out->n_effects; i++)
        removes |= out->effects[i].kind == REMEDY_GONE;
    if (helps || removes) { /* the rest is needed only for remedies that are reported */
        out->brings = new_moves(f, c);
        out->peak_bytes = f->stand_in ? -1 : compiled_peak_bytes(c);
    }
    return true;
}
