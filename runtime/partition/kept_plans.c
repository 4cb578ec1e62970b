/* See kept_plans.h. Plans stand in chains by hash; a new one is put before the others of its chain in one atomic step, and none goes before the whole
 * does. An entry is its question and then its answer, both as words. Start reading at kept_plan(). */
#include "runtime/partition/kept_plans.h"

#include <stdatomic.h>
#include <string.h>

enum { CHAINS = 1 << 15 };

typedef struct Entry Entry;
struct Entry {
    Entry *next;
    uint64_t hash;
    guint n_question, n;
    uint64_t w[];
};

struct KeptPlans {
    _Atomic(Entry *) chain[CHAINS];
};

KeptPlans *kept_plans_new(void)
{
    return g_new0(KeptPlans, 1);
}

void kept_plans_free(KeptPlans *k)
{
    for (int i = 0; k && i < CHAINS; i++)
        for (Entry *e = atomic_load(&k->chain[i]), *next; e; e = next) {
            next = e->next;
            g_free(e);
        }
    g_free(k);
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Padding may differ between two models that are equal: then plans are not shared, which harms nothing. */
uint64_t kept_plans_hardware(const Hardware *hw)
{
    uint64_t h = sizeof *hw, word;
    for (size_t i = 0; i + sizeof word <= sizeof *hw; i += sizeof word) {
        memcpy(&word, (const char *)hw + i, sizeof word);
        h = mix(h, word);
    }
    return h;
}

/* ---- writing ----------------------------------------------------------------------------------------- */

typedef VEC(uint64_t) Words;

static void put(Words *w, int64_t x)
{
    vec_push(w, (uint64_t)x);
}

static void put_real(Words *w, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    vec_push(w, bits);
}

static void put_text(Words *w, const char *s)
{
    size_t n = s ? strlen(s) + 1 : 0;
    put(w, (int64_t)n);
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, s + i, MIN(n - i, 8));
        vec_push(w, word);
    }
}

static void put_axes(Words *w, AxisList l)
{
    put(w, l.n);
    for (int i = 0; i < l.n; i++) {
        put(w, l.v[i].axis);
        put(w, l.v[i].pre);
        put(w, l.v[i].size);
    }
}

static void put_sharding(Words *w, const Sharding *s)
{
    put(w, (int64_t)s->rank << 8 | (int64_t)s->reduction << 1 | s->maximal);
    for (int d = 0; d < s->rank; d++) {
        put(w, (int64_t)s->dims[d].priority * 2 + s->dims[d].open); /* -1 = not given */
        put_axes(w, s->dims[d].axes);
    }
    put_axes(w, s->replicated);
    put_axes(w, s->unreduced);
    put_axes(w, s->manual);
}

static void put_question(Words *w, const PlanQuestion *q)
{
    const Mesh *mesh = q->from->mesh;
    const Type *type = q->type;
    put(w, (int64_t)q->hardware);
    put(w, (int64_t)type->elem << 16 | (int64_t)type->rank << 1 | q->final);
    for (int d = 0; d < type->rank; d++)
        put(w, type->dims[d]);
    put(w, mesh->n_axes);
    for (int a = 0; a < mesh->n_axes; a++) {
        put(w, mesh->axes[a].size);
        put_text(w, mesh->axes[a].name);
    }
    put_sharding(w, q->from);
    put_sharding(w, q->to);
}

static void put_plan(Words *w, const ReshardPlan *plan)
{
    put(w, plan->n_steps);
    for (int i = 0; i < plan->n_steps; i++) {
        const PlanStep *s = &plan->steps[i];
        put(w, s->kind);
        put(w, s->dim);
        put(w, s->to_dim);
        put_axes(w, s->axes);
        put_sharding(w, s->from);
        put_sharding(w, s->to);
        put(w, s->bytes);
        put_real(w, s->ns);
    }
    put(w, plan->bytes);
    put(w, plan->peak_bytes);
    put_real(w, plan->ns);
    put(w, plan->far_bytes);
    put_text(w, plan->text);
    put(w, plan->is_remat << 1 | plan->is_rough);
    put(w, plan->n_options);
    for (int i = 0; i < plan->n_options; i++) {
        const PlanOption *o = &plan->options[i];
        put_text(w, o->plan);
        put_real(w, o->est_ns);
        put(w, o->bytes_moved);
        put(w, o->peak_bytes);
        put(w, o->chosen);
        put_text(w, o->rejected_because);
    }
}

/* ---- reading ----------------------------------------------------------------------------------------- */

typedef struct Reader {
    const uint64_t *w;
    IrModule *m;
    const Mesh *mesh;
} Reader;

static int64_t take(Reader *r)
{
    return (int64_t)*r->w++;
}

static double take_real(Reader *r)
{
    double x;
    memcpy(&x, r->w++, sizeof x);
    return x;
}

static const char *take_text(Reader *r)
{
    size_t n = (size_t)take(r);
    const char *s = n ? arena_memdup(r->m->arena, r->w, n) : NULL;
    r->w += (n + 7) / 8;
    return s;
}

static AxisList take_axes(Reader *r)
{
    int n = (int)take(r);
    AxisRef *v = n ? arena_array(r->m->arena, AxisRef, n) : NULL;
    for (int i = 0; i < n; i++) {
        v[i].axis = (int32_t)take(r);
        v[i].pre = take(r);
        v[i].size = take(r);
    }
    return (AxisList){ v, n };
}

static const Sharding *take_sharding(Reader *r)
{
    int64_t head = take(r);
    DimSharding dims[MAX_RANK];
    Sharding s = { .mesh = r->mesh, .rank = (int)(head >> 8), .dims = dims, .reduction = (Reduction)(head >> 1 & 0x7f), .maximal = head & 1 };
    for (int d = 0; d < s.rank; d++) {
        int64_t marks = take(r);
        dims[d] = (DimSharding){ .open = marks & 1, .priority = (int)(marks >> 1) };
        dims[d].axes = take_axes(r);
    }
    s.replicated = take_axes(r);
    s.unreduced = take_axes(r);
    s.manual = take_axes(r);
    return sharding_intern(r->m->shardings, &s);
}

static PlanStep take_step(Reader *r)
{
    PlanStep s = { .kind = (StepKind)take(r) };
    s.dim = (int)take(r);
    s.to_dim = (int)take(r);
    s.axes = take_axes(r);
    s.from = take_sharding(r);
    s.to = take_sharding(r);
    s.bytes = take(r);
    s.ns = take_real(r);
    return s;
}

static PlanOption take_option(Reader *r)
{
    PlanOption o = { .plan = take_text(r) };
    o.est_ns = take_real(r);
    o.bytes_moved = take(r);
    o.peak_bytes = take(r);
    o.chosen = take(r);
    o.rejected_because = take_text(r);
    return o;
}

static const ReshardPlan *take_plan(Reader *r)
{
    Arena *arena = r->m->arena;
    ReshardPlan *plan = arena_new(arena, ReshardPlan);
    plan->n_steps = (int)take(r);
    PlanStep *steps = arena_array(arena, PlanStep, plan->n_steps);
    for (int i = 0; i < plan->n_steps; i++)
        steps[i] = take_step(r);
    plan->steps = steps;
    plan->bytes = take(r);
    plan->peak_bytes = take(r);
    plan->ns = take_real(r);
    plan->far_bytes = take(r);
    plan->text = take_text(r);
    int64_t marks = take(r);
    plan->is_remat = marks >> 1;
    plan->is_rough = marks & 1;
    plan->n_options = (int)take(r);
    PlanOption *options = arena_array(arena, PlanOption, plan->n_options);
    for (int i = 0; i < plan->n_options; i++)
        options[i] = take_option(r);
    plan->options = options;
    return plan;
}

/* ---- the chains -------------------------------------------------------------------------------------- */

/* Ids of devices may be many, and sizes that are bounds change what is stored: rare, and left out. */
static bool can_be_kept(const PlanQuestion *q)
{
    const Mesh *mesh = q->from->mesh;
    return !q->type->dyn && mesh == q->to->mesh && !mesh->device_ids && !mesh->maximal;
}

static uint64_t hash_of(const Words *w)
{
    uint64_t h = (uint64_t)w->n;
    for (int i = 0; i < w->n; i++)
        h = mix(h, w->v[i]);
    return h;
}

static const Entry *find(KeptPlans *k, const Words *question, uint64_t hash)
{
    const Entry *e = atomic_load_explicit(&k->chain[hash % CHAINS], memory_order_acquire);
    while (e && (e->hash != hash || e->n_question != (guint)question->n || memcmp(e->w, question->v, 8 * (size_t)question->n) != 0))
        e = e->next;
    return e;
}

const ReshardPlan *kept_plan(KeptPlans *k, IrModule *m, const PlanQuestion *q)
{
    if (!can_be_kept(q))
        return NULL;
    Words question = { 0 };
    put_question(&question, q);
    const Entry *e = find(k, &question, hash_of(&question));
    vec_clear(&question);
    return e ? take_plan(&(Reader){ e->w + e->n_question, m, q->from->mesh }) : NULL;
}

void kept_plan_add(KeptPlans *k, const PlanQuestion *q, const ReshardPlan *plan)
{
    bool ok = can_be_kept(q);
    for (int i = 0; i < plan->n_steps; i++)
        ok &= !plan->steps[i].blocks;
    if (!ok)
        return;
    Words w = { 0 };
    put_question(&w, q);
    uint64_t hash = hash_of(&w);
    guint n_question = (guint)w.n;
    put_plan(&w, plan);
    Entry *e = g_malloc(sizeof *e + 8 * (size_t)w.n);
    *e = (Entry){ .hash = hash, .n_question = n_question, .n = (guint)w.n };
    memcpy(e->w, w.v, 8 * (size_t)w.n);
    vec_clear(&w);
    _Atomic(Entry *) *chain = &k->chain[hash % CHAINS];
    e->next = atomic_load(chain);
    while (!atomic_compare_exchange_weak(chain, &e->next, e))
        ;
}
