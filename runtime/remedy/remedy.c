/* The search for remedies. Every proposed change is first estimated by a quick compile, in which the planner does not search and which
 * takes a tenth of the time; so are pairs of changes, and combinations that grow while they get better. The best are compiled in full,
 * and only these are reported. Start reading at remedies_find(). */
#include "runtime/remedy/remedy_impl.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "runtime/partition/kept_plans.h"

enum {
    MAX_KEPT = 40, MAX_IDLE = 120, MAX_JOINED = 8, MAX_WORKERS = 8,
    PAIR_RESHARDS = 8, PAIR_PROPOSALS = 7,     /* pairs are made of this many proposals for each of this many reshards */
    BEST = 10, PARTNERS = 24, CLIMBS = 3, CLIMB_STEPS = 6, MAX_SUMS = 12,
};
static const double LOOK_SHARE = 0.35, SUM_SHARE = 0.5, FULL_SHARE = 0.85; /* of the work allowed: each phase ends at so much of it */
static const double USUAL_CORES = 2, PATIENCE = 4, LEAST_S = 3; /* seconds allowed are of so many cores; they may spend so many times as much, and this more */
static const double WORTH = 0.02; /* of the price of all that moves: one more thing to edit must pay */

/* ---- several at once ------------------------------------------------------------------------------------------------- */

typedef struct Crew {
    Finder *f;
    const char *what;
    void (*work)(Finder *f, int i, void *user);
    void *user;
    int n;
    atomic_int next;
} Crew;

static void *crew_member(void *user)
{
    Crew *crew = user;
    Finder *f = crew->f;
    for (;;) {
        int i = atomic_fetch_add(&crew->next, 1);
        if (i >= crew->n || finder_stopped(f))
            return NULL;
        if (f->budget->progress) {
            pthread_mutex_lock(&f->lock);
            f->budget->progress(f->budget->user, crew->what, i, crew->n);
            pthread_mutex_unlock(&f->lock);
        }
        crew->work(f, i, crew->user);
    }
}

/* work(f, i) for i in 0 .. n-1, as many at once as there are cores. */
static void for_each(Finder *f, const char *what, int n, void (*work)(Finder *, int, void *), void *user)
{
    int n_workers = (int)CLAMP(sysconf(_SC_NPROCESSORS_ONLN), 1, MAX_WORKERS);
    Crew crew = { .f = f, .what = what, .work = work, .user = user, .n = n };
    pthread_t workers[MAX_WORKERS];
    int started = 0;
    while (started < MIN(n_workers, n) - 1 && pthread_create(&workers[started], NULL, crew_member, &crew) == 0)
        started++;
    crew_member(&crew);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i], NULL);
}

/* ---- estimating --------------------------------------------------------------------------------------------------------- */

typedef struct Idea { /* a proposal, or a combination of several */
    Proposal p;
    Glance g;
    int rank;         /* of a proposal, by score; -1 = a combination */
} Idea;
typedef VEC(Idea) Ideas;

static bool overlap(const RemedyChange *a, int n, const RemedyChange *b, int m)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (a[i].op == b[k].op && a[i].leaf == b[k].leaf)
                return true;
    return false;
}

static Idea sum_of(Finder *f, const Idea *a, const Idea *b)
{
    Idea out = { .p = { .n = a->p.n + b->p.n, .score = a->p.score + b->p.score, .n_reshards = a->p.n_reshards }, .rank = -1 };
    pthread_mutex_lock(&f->lock);
    out.p.changes = arena_array(f->out->arena, RemedyChange, out.p.n);
    out.p.reshards = arena_array(f->out->arena, int, a->p.n_reshards + b->p.n_reshards);
    pthread_mutex_unlock(&f->lock);
    memcpy(out.p.changes, a->p.changes, sizeof(RemedyChange) * (size_t)a->p.n);
    memcpy(out.p.changes + a->p.n, b->p.changes, sizeof(RemedyChange) * (size_t)b->p.n);
    memcpy(out.p.reshards, a->p.reshards, sizeof(int) * (size_t)a->p.n_reshards);
    for (int i = 0; i < b->p.n_reshards; i++) {
        bool known = false;
        for (int k = 0; k < a->p.n_reshards; k++)
            known |= a->p.reshards[k] == b->p.reshards[i];
        if (!known)
            out.p.reshards[out.p.n_reshards++] = b->p.reshards[i];
    }
    return out;
}

static void look_at(Finder *f, int i, void *user)
{
    Idea *idea = &((Idea *)user)[i];
    idea->g = remedy_glance(f, idea->p.changes, idea->p.n);
}

/* Looks at the first of them, as many as the work up to `share` allows; returns how many. */
static int look_at_all(Finder *f, const char *what, Ideas *ideas, double share)
{
    int n = finder_take_work(f, f->look_s, share, ideas->n);
    for_each(f, what, n, look_at, ideas->v);
    f->out->n_glanced += n;
    return n;
}

static int by_glance(gconstpointer a, gconstpointer b)
{
    const Idea *x = *(const Idea *const *)a, *y = *(const Idea *const *)b;
    if (x->g.compiled != y->g.compiled)
        return x->g.compiled ? -1 : 1;
    return x->g.price_ns < y->g.price_ns ? -1 : x->g.price_ns > y->g.price_ns ? 1 : x->p.n - y->p.n;
}

/* The ideas whose quick compile succeeded, best first. */
static GPtrArray *best_looking(Ideas *ideas)
{
    GPtrArray *out = g_ptr_array_new();
    for (int i = 0; i < ideas->n; i++)
        if (ideas->v[i].g.compiled)
            g_ptr_array_add(out, &ideas->v[i]);
    g_ptr_array_sort(out, by_glance);
    return out;
}

static bool is_for(const Proposal *p, int reshard)
{
    for (int i = 0; i < p->n_reshards; i++)
        if (p->reshards[i] == reshard)
            return true;
    return false;
}

static void add_pair(Finder *f, Ideas *pairs, const Idea *a, const Idea *b)
{
    if (a == b || overlap(a->p.changes, a->p.n, b->p.changes, b->p.n))
        return;
    vec_push(pairs, sum_of(f, a, b));
}

static int by_cost(gconstpointer a, gconstpointer b)
{
    const Reshard *x = *(const Reshard *const *)a, *y = *(const Reshard *const *)b;
    double cx = x->est_ns * (double)x->trips, cy = y->est_ns * (double)y->trips;
    return cx > cy ? -1 : cx < cy ? 1 : x->id - y->id;
}

/* Makes pairs, for cases where one change alone does not help: two proposals for the same expensive reshard, and two of the best. */
static void think_of_pairs(Finder *f, GPtrArray *best, Ideas *pairs)
{
    const DecisionLog *log = f->search.c->log;
    g_autoptr(GPtrArray) costly = g_ptr_array_new();
    for (int i = 0; i < log->reshards.n; i++)
        if (!log->reshards.v[i].shared_with && log->reshards.v[i].bytes_moved > 0)
            g_ptr_array_add(costly, &log->reshards.v[i]);
    g_ptr_array_sort(costly, by_cost);
    for (guint k = 0; k < costly->len && k < PAIR_RESHARDS; k++) {
        const Idea *mine[PAIR_PROPOSALS];
        int n = 0;
        for (guint i = 0; i < best->len && n < PAIR_PROPOSALS; i++)
            if (is_for(&((const Idea *)best->pdata[i])->p, ((const Reshard *)costly->pdata[k])->id))
                mine[n++] = best->pdata[i];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                add_pair(f, pairs, mine[i], mine[j]);
    }
    for (guint i = 0; i < best->len && i < BEST; i++)
        for (guint j = 0; j < i; j++)
            add_pair(f, pairs, best->pdata[i], best->pdata[j]);
}

/* Greedy search from one idea: adds the change that improves it most, as long as one does. */
static Idea climb(Finder *f, const Idea *from, GPtrArray *best, double worth)
{
    Idea at = *from;
    for (int step = 0; step < CLIMB_STEPS; step++) {
        Ideas next = { 0 };
        for (guint i = 0; i < best->len && i < PARTNERS; i++)
            add_pair(f, &next, &at, best->pdata[i]);
        look_at_all(f, "sums of changes", &next, SUM_SHARE);
        Idea found = at;
        for (int i = 0; i < next.n; i++)
            if (next.v[i].g.compiled && next.v[i].g.price_ns < found.g.price_ns - worth)
                found = next.v[i];
        vec_clear(&next);
        if (found.p.changes == at.p.changes)
            break;
        at = found;
    }
    return at;
}

/* Appends to `ideas` the combinations that are estimated better than their parts. */
static void add_sums(Finder *f, Ideas *ideas)
{
    g_autoptr(GPtrArray) best = best_looking(ideas);
    double worth = WORTH * f->comm_ns;
    Ideas pairs = { 0 }, kept = { 0 };
    think_of_pairs(f, best, &pairs);
    look_at_all(f, "pairs of changes", &pairs, 0.5 * (LOOK_SHARE + SUM_SHARE));
    g_autoptr(GPtrArray) fine = best_looking(&pairs);
    double alone = best->len ? ((const Idea *)best->pdata[0])->g.price_ns : 0;
    for (guint i = 0; i < fine->len && i < BEST / 2 && ((const Idea *)fine->pdata[i])->g.price_ns < alone - worth; i++)
        vec_push(&kept, *(const Idea *)fine->pdata[i]);
    int n_pairs = kept.n;
    for (int i = 0; i < MIN(n_pairs, CLIMBS); i++) {
        Idea top = climb(f, &kept.v[i], best, worth);
        if (top.p.changes != kept.v[i].p.changes)
            vec_push(&kept, top);
    }
    for (guint i = 0; n_pairs == 0 && i < best->len && i < CLIMBS; i++) {
        Idea top = climb(f, best->pdata[i], best, worth);
        if (top.p.changes != ((const Idea *)best->pdata[i])->p.changes)
            vec_push(&kept, top);
    }
    for (int i = 0; i < kept.n && i < MAX_SUMS; i++)
        vec_push(ideas, kept.v[i]);
    vec_clear(&pairs);
    vec_clear(&kept);
}

/* Order of the full compiles: by estimate, but every third one by the proposal's score. */
static GPtrArray *in_turn(Ideas *ideas)
{
    g_autoptr(GPtrArray) looks = best_looking(ideas);
    g_autoptr(GHashTable) there = g_hash_table_new(NULL, NULL);
    GPtrArray *out = g_ptr_array_new();
    int next = 0;
    for (guint i = 0; i < looks->len || next < ideas->n;) {
        bool by_rank = i >= looks->len || out->len % 3 == 2;
        while (by_rank && next < ideas->n && (g_hash_table_contains(there, &ideas->v[next]) || (ideas->v[next].g.looked && !ideas->v[next].g.compiled)))
            next++;
        if (by_rank && next >= ideas->n && i >= looks->len)
            break;
        Idea *take = by_rank && next < ideas->n ? &ideas->v[next++] : i < looks->len ? looks->pdata[i++] : NULL;
        if (take && g_hash_table_add(there, take))
            g_ptr_array_add(out, take);
    }
    return out;
}

/* ---- full compiles----------------------------------------------------------------------------------------------------- */

typedef struct Trials {
    GPtrArray *order;          /* Idea */
    Remedy *results;           /* .changes NULL = not tried */
    bool *compiled;
} Trials;

static void try_one(Finder *f, int i, void *user)
{
    Trials *t = user;
    t->compiled[i] = remedy_try(f, &((Idea *)t->order->pdata[i])->p, &t->results[i]);
}

static void try_in_full(Finder *f, Ideas *ideas, Remedies *tried)
{
    g_autoptr(GPtrArray) order = in_turn(ideas);
    int n = (int)order->len;
    Trials t = { order, g_new0(Remedy, n + 1), g_new0(bool, n + 1) };
    for_each(f, "changes in full", finder_take_work(f, f->full_s, FULL_SHARE, MIN(n, f->budget->changes)), try_one, &t);
    for (int i = 0; i < n; i++)
        if (t.compiled[i])
            vec_push(&tried->list, t.results[i]);
    for (int i = 0; i < n; i++)
        f->out->n_left += !t.results[i].changes && !((Idea *)order->pdata[i])->g.looked;
    g_free(t.results);
    g_free(t.compiled);
}

/* ---- choosing what to report---------------------------------------------------------------------------------------------------- */

/* Better by more than rounding: less time, or fewer bytes and not more time. */
static bool improves(const Finder *f, const Remedy *r)
{
    const Compiled *c = f->search.c;
    double bytes = (double)(c->traffic - r->traffic) / fmax((double)c->traffic, 1), time = (f->before_ns - r->step_ns) / fmax(f->comm_ns, 1e-3);
    return time > 2e-3 || (bytes > 1e-3 && time > -1e-3);
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
    if (a->traffic != b->traffic || a->n_collectives != b->n_collectives || a->step_ns != b->step_ns || a->peak_bytes != b->peak_bytes)
        return false;
    int i = 0, k = 0;
    for (;;) { /* what a change was meant for does not count, only its effects */
        while (i < a->n_effects && a->effects[i].kind == REMEDY_IN_VAIN)
            i++;
        while (k < b->n_effects && b->effects[k].kind == REMEDY_IN_VAIN)
            k++;
        if (i == a->n_effects || k == b->n_effects)
            return i == a->n_effects && k == b->n_effects;
        if (a->effects[i].reshard != b->effects[k].reshard || a->effects[i].bytes_moved != b->effects[k].bytes_moved)
            return false;
        i++, k++;
    }
}

static int by_gain(gconstpointer a, gconstpointer b)
{
    const Remedy *x = a, *y = b;
    return x->step_ns < y->step_ns ? -1 : x->step_ns > y->step_ns ? 1 : x->traffic < y->traffic ? -1 : x->traffic > y->traffic ? 1 :
           x->n_changes - y->n_changes;
}

/* True if the remedy is only a part of one that is kept, such as the change in one of many equal layers. */
static bool part_of(const Remedy *r, const Remedy *whole)
{
    for (int i = 0; i < r->n_changes && !r->mesh; i++) {
        bool found = false;
        for (int k = 0; k < whole->n_changes && !found; k++)
            found = r->changes[i].op == whole->changes[k].op && r->changes[i].leaf == whole->changes[k].leaf && r->changes[i].to == whole->changes[k].to;
        if (!found)
            return false;
    }
    return !r->mesh && r->n_changes < whole->n_changes;
}

/* True if it makes the same change to several arrays of one role, so that making a part of it would be incomplete. */
static bool is_one_change(const Remedy *r)
{
    for (int i = 1; i < r->n_changes; i++)
        if (r->changes[i].to != r->changes[0].to)
            return false;
    return true;
}

/* Number of edits; changes to the same sharding count once, another order of the mesh is one. */
static int n_edits(const Remedy *r)
{
    int n = r->mesh != NULL;
    for (int i = 0; i < r->n_changes; i++) {
        bool known = false;
        for (int k = 0; k < i && !known; k++)
            known = r->changes[k].to == r->changes[i].to && r->changes[k].kind == r->changes[i].kind;
        n += !known;
    }
    return n;
}

/* Chooses what to report: the remedies that help; of those that remove a reshard but make the step longer, the best for each reshard
 * that no other removes; then the others, as tried without effect. */
static void keep_best(Finder *f, Remedies *tried)
{
    if (tried->list.n)
        qsort(tried->list.v, (size_t)tried->list.n, sizeof(Remedy), by_gain);
    g_autoptr(GHashTable) removed = g_hash_table_new(NULL, NULL);
    Remedies idle = { 0 };
    for (int i = 0; i < tried->list.n; i++) {
        Remedy *r = &tried->list.v[i];
        bool better = improves(f, r), news = false, again = false;
        for (int k = 0; k < f->out->list.n && !again; k++)
            again = same_outcome(r, &f->out->list.v[k]);
        if (again)
            continue;
        bool half = false;
        for (int k = 0; k < f->out->list.n && !half; k++)
            half = is_one_change(&f->out->list.v[k]) && part_of(r, &f->out->list.v[k]);
        for (int k = 0; k < r->n_effects; k++)
            if (r->effects[k].kind == REMEDY_GONE)
                news |= g_hash_table_add(removed, GINT_TO_POINTER(r->effects[k].reshard));
        for (int k = 0; k < f->out->list.n && !half && !news; k++) /* more edits for a smaller gain */
            half = n_edits(r) > n_edits(&f->out->list.v[k]);
        bool moved_on = r->brings && fabs(f->before_ns - r->step_ns) < 1e-3 * f->before_ns;
        if (half || f->out->list.n >= MAX_KEPT || (!better && (moved_on || !news || !removes_any(r)))) {
            r->idle = true;
            if (idle.list.n < MAX_IDLE)
                vec_push(&idle.list, *r);
            continue;
        }
        vec_push(&f->out->list, *r);
    }
    f->out->n_useful = f->out->list.n;
    for (int i = 0; i < idle.list.n; i++)
        vec_push(&f->out->list, idle.list.v[i]);
    vec_clear(&idle.list);
}

/* Starts from the best remedy and adds others while the combination, compiled in full, gets better. */
static void try_joined(Finder *f, Remedies *tried)
{
    if (tried->list.n < 2)
        return;
    qsort(tried->list.v, (size_t)tried->list.n, sizeof(Remedy), by_gain);
    Remedy best = tried->list.v[0];
    int n = tried->list.n, n_joined = 0;
    for (int i = 1, joined = 0; i < n && joined < MAX_JOINED; i++) {
        const Remedy *next = &tried->list.v[i];
        if (!improves(f, &best) || !improves(f, next))
            break;
        if (overlap(best.changes, best.n_changes, next->changes, next->n_changes))
            continue;
        if (finder_stopped(f) || atomic_load(&f->n_started) >= f->budget->changes || !finder_take_work(f, f->full_s, FULL_SHARE, 1))
            break;
        RemedyChange *both = arena_array(f->out->arena, RemedyChange, best.n_changes + next->n_changes);
        memcpy(both, best.changes, sizeof *both * (size_t)best.n_changes);
        memcpy(both + best.n_changes, next->changes, sizeof *both * (size_t)next->n_changes);
        Remedy sum;
        joined++;
        if (!remedy_try(f, &(Proposal){ .changes = both, .n = best.n_changes + next->n_changes }, &sum) || best.step_ns - sum.step_ns < WORTH * f->comm_ns)
            continue;
        best = sum;
        n_joined++;
    }
    if (n_joined)
        vec_push(&tried->list, best);
}

static atomic_int n_searches;

static Remedies *find(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget, bool elsewhere)
{
    Remedies *out = g_new0(Remedies, 1), tried = { 0 };
    out->arena = arena_new_root();
    double seconds = fmin(budget->seconds, 1e6);
    CompileOptions options = *o;
    options.kept_plans = kept_plans_new();
    options.rival = c->rival;
    Finder f = { .out = out, .fresh = fresh, .options = &options, .budget = budget, .work_s = USUAL_CORES * seconds,
                 .most_ns = (int64_t)((PATIENCE * USUAL_CORES * seconds + LEAST_S) * 1e9), .number = atomic_fetch_add(&n_searches, 1) + 1 };
    search_init(&f.search, c, out->arena);
    finder_init(&f);
    bool able = c->whole->mesh && budget->seconds > 0 && (!elsewhere || stand_in_init(&f));
    if (able)
        remedy_propose(&f.search);
    Ideas ideas = { 0 };
    for (int i = 0; i < f.search.proposals.n; i++)
        vec_push(&ideas, ((Idea){ .p = f.search.proposals.v[i], .rank = i }));
    look_at_all(&f, "changes", &ideas, LOOK_SHARE);
    add_sums(&f, &ideas);
    try_in_full(&f, &ideas, &tried);
    try_joined(&f, &tried);
    remedy_orders(&f, &tried);
    out->n_tried = atomic_load(&f.n_started);
    keep_best(&f, &tried);
    for (int i = 0; i < out->list.n; i++) {
        Remedy *r = &out->list.v[i];
        if (r->mesh) {
            remedy_order_texts(&f, r);
            continue;
        }
        r->text = remedy_text(&f.search, r->changes, r->n_changes);
        r->code = remedy_code(&f.search, r->changes, r->n_changes);
        r->try_with = remedy_try_with(&f.search, r->changes, r->n_changes);
        r->patch = remedy_patch(&f.search, r->changes, r->n_changes);
        r->edits = remedy_edits_text(&f.search, fresh, r->changes, r->n_changes);
    }
    if (!elsewhere)
        remedies_check(&f);
    out->cut = atomic_load(&f.cut);
    vec_clear(&ideas);
    vec_clear(&tried.list);
    stand_in_clear(&f);
    finder_clear(&f);
    search_clear(&f.search);
    kept_plans_free(options.kept_plans);
    return out;
}

Remedies *remedies_find(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget)
{
    return find(c, fresh, o, budget, false);
}

Remedies *remedies_find_elsewhere(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget)
{
    return find(c, fresh, o, budget, true);
}

void remedies_free(Remedies *r)
{
    if (!r)
        return;
    vec_clear(&r->list);
    arena_free(r->arena);
    g_free(r);
}
