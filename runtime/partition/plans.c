/* Complete plans of a program, compared as lowered. The search goes by the price of each op by itself. What is combined, hoisted and left out
 * afterwards, and on accelerators what runs beside what, may make another plan the better one: the one that the search began with, the first
 * that fits, or one that is searched with other prices. Plans for virtual devices are compared by what they move, those for accelerators by their
 * simulated steps. Start reading at lay_out_lowered(). */
#include "runtime/partition/rounds.h"

#include <math.h>

#include "runtime/sim/rivals.h"

enum { MANY_MEETINGS = 50, SMALL = 700 };

static const double WON_BY_LOWERING = 0.01; /* part by which a plan must be cheaper than the one that was searched */
static const double MEETING_NS = 1000, OFTEN = 0.1; /* what a meeting of virtual devices takes, about; the part of a step from which on that counts */
static const double MUCH_JOINED = 0.9, WAITED_FOR = 0.25; /* parts of the moving time, and of the latencies, that remain when collectives are combined */
static const double WORTH_SEARCHING = 1e-3; /* part of a price; where a search of a program that is not small wins less, others are not made */

/* Forgets all remembered answers: they hold for other options. */
static void take_options(Insert *x, const PartitionOptions *options)
{
    x->options = options;
    x->known = (Memo){ .arena = x->scratch };
}

typedef struct PlanPrice {
    LoweredPrice lowered;
    double computing;
    double apart;          /* what moving comes to if nothing is combined */
} PlanPrice;

/* Of the program laid out in that way. Of virtual devices ops that lowering adds to cut and mask are not counted: most become part of others. */
static PlanPrice price_plan(Insert *x, const Sharding *const *results, const Round *r)
{
    Saved *s = walk_save(x, &x->m->entry, 1);
    bool was_quiet = x->log->quiet;
    x->log->quiet = true;
    x->forced = r->forced;
    PlanPrice price = { .lowered = { .moving = INFINITY } };
    if (walk_once(x, results, r->wants, NULL)) {
        price.lowered = x->options->lowered(x->m, x->options->user);
        price.computing = x->computing_ns;
        price.apart = x->total_ns - x->computing_ns;
    }
    layouts_free(x->asked, x->n_input);
    x->asked = NULL;
    x->forced = NULL;
    x->log->quiet = was_quiet;
    walk_put_back(x, s);
    return price;
}

static double in_all(const PlanPrice *p)
{
    return p->lowered.moving + SURE_OF_COMPUTING * p->computing;
}

static bool wins(const PlanPrice *a, const PlanPrice *than)
{
    if (isinf(a->lowered.moving) || isinf(than->lowered.moving) || a->lowered.step <= 0)
        return in_all(a) < in_all(than) * (1 - WON_BY_LOWERING);
    if (a->lowered.fits != than->lowered.fits)
        return a->lowered.fits;
    return a->lowered.step < than->lowered.step * (1 - 1e-9);
}

/* Virtual devices have no latency by their model, so that bytes are what counts. But loops that meet in each trip take what meetings take: where
 * there are many, plans are looked for that meet less. They are taken if they move no more. */
static bool meets_often(const Insert *x, const PlanPrice *plan)
{
    return planner_model(x->planner)->gather_ns < MEETING_NS / 100 && plan->lowered.meetings >= MANY_MEETINGS &&
           plan->lowered.meetings * MEETING_NS > OFTEN * (plan->lowered.moving + plan->computing);
}

static bool meets_less(const PlanPrice *a, const PlanPrice *than)
{
    return a->lowered.moving <= than->lowered.moving * (1 + 1e-9) &&
           in_all(a) + a->lowered.meetings * MEETING_NS < (in_all(than) + than->lowered.meetings * MEETING_NS) * (1 - WON_BY_LOWERING);
}

/* The best plan so far. */
typedef struct Contest {
    Insert *x;
    const Sharding *const *results;
    PlanPrice least;
    Round last;
    Round kept;            /* last, where it is none of the caller's; else empty */
} Contest;

static void plan_free(const Contest *c, Round *plan)
{
    layouts_free(plan->wants, c->x->n_input);
    g_free(plan->forced);
    *plan = (Round){ 0 };
}

/* Takes the plan, which is the contest's from here on, if it is better. */
static bool try_plan(Contest *c, Round *plan, bool (*better)(const PlanPrice *, const PlanPrice *))
{
    PlanPrice price = price_plan(c->x, c->results, plan);
    if (better(&price, &c->least)) {
        plan_free(c, &c->kept);
        c->least = price;
        c->last = c->kept = *plan;
        return true;
    }
    plan_free(c, plan);
    return false;
}

/* Says of every op how it is divided in the plan under the prices at hand, so that it is the same plan under others. */
static bool pin(const Contest *c, Round *plan)
{
    Insert *x = c->x;
    Layouts *seen;
    double ns;
    Net *net = x->net = net_new(x);
    x->forced = plan->forced;
    bool ok = try_round(x, c->results, plan->wants, &seen, &ns, NULL);
    layouts_free(seen, x->n_input);
    x->net = NULL;
    x->forced = NULL;
    g_free(plan->forced);
    plan->forced = ok ? net_forced(net) : NULL;
    net_free(net);
    return ok;
}

/* How plans are looked for by another model of the hardware. */
typedef enum Look {
    LOOK_SEARCH,  /* ops that the search leaves alone follow our own prices */
    LOOK_PINNED,  /* all follow the model's; where the search began is a plan, too */
    LOOK_WALK,    /* that one alone */
} Look;

/* What another model of the hardware finds. Returns how many. */
static int search_with(const Contest *c, const Hardware *model, Look look, Round plans[2])
{
    Insert *x = c->x;
    Planner *own = x->planner;
    x->planner = planner_new(x->m, model);
    planner_share(x->planner, planner_kept(own));
    take_options(x, x->options);
    bool found = look == LOOK_WALK ? best_round(x, c->results, &plans[0], NULL) : search_from(x, c->results, &plans[1], &plans[0], NULL);
    int n = look == LOOK_WALK || plans[1].wants == plans[0].wants ? 1 : 2, used = look == LOOK_SEARCH ? 1 : n;
    for (int i = 0; i < n && look != LOOK_SEARCH; i++)
        found = found && pin(c, &plans[i]);
    planner_free(x->planner);
    x->planner = own;
    take_options(x, x->options);
    for (int i = found ? used : 0; i < n; i++)
        plan_free(c, &plans[i]);
    return found ? used : 0;
}

/* True if a plan was taken. */
static bool enter(Contest *c, const Hardware *model, Look look, bool (*better)(const PlanPrice *, const PlanPrice *))
{
    Round plans[2] = { { 0 }, { 0 } };
    int n = search_with(c, model, look, plans);
    bool taken = false;
    for (int i = 0; i < n; i++)
        taken |= try_plan(c, &plans[i], better);
    return taken;
}

/* By a model in which collectives that can be joined mostly are: few of them are waited for. */
static void enter_joined(Contest *c)
{
    Hardware joined = *planner_model(c->x->planner);
    joined.gather_ns *= WAITED_FOR;
    joined.reduce_ns *= WAITED_FOR;
    enter(c, &joined, LOOK_SEARCH, wins);
}

static void enter_waiting(Contest *c)
{
    const double waits_ns[] = { MEETING_NS / 4, MEETING_NS * 4 };
    bool often = meets_often(c->x, &c->least);
    for (int i = 0; i < (int)G_N_ELEMENTS(waits_ns) && often; i++) {
        Hardware waits = *planner_model(c->x->planner);
        waits.gather_ns = waits.reduce_ns = waits.exchange_ns = waits.permute_ns = waits_ns[i];
        enter(c, &waits, LOOK_SEARCH, meets_less);
    }
}

/* By those of other hardware. gain: the part of the price that our own search won. */
static void enter_rivals(Contest *c, double gain)
{
    const PartitionOptions *o = c->x->options;
    Hardware models[MAX_RIVALS];
    int n = planner_model(c->x->planner)->family == DEVICE_CPU ? 0 : hardware_rivals(planner_model(c->x->planner), models);
    for (int i = 0; i < n; i++) {
        bool asked = o->rival == 0 || o->rival == i + 1;
        if (asked && enter(c, &models[i], gain < WORTH_SEARCHING && c->x->n_input > SMALL ? LOOK_WALK : LOOK_PINNED, wins) && o->taken)
            *o->taken = i + 1;
    }
}

/* The first plan that fits: x->options say afterwards whether it is taken. */
static void enter_first_match(Contest *c)
{
    Insert *x = c->x;
    const PartitionOptions *own = x->options;
    PartitionOptions *plain = arena_dup_array(x->scratch, own, 1);
    plain->first_match = true;
    Memo known = x->known;
    take_options(x, plain);
    const Round as_it_comes = { 0 };
    PlanPrice price = price_plan(x, c->results, &as_it_comes);
    if (wins(&price, &c->least)) {
        c->last = as_it_comes;
    } else {
        x->options = own;
        x->known = known;
    }
}

bool lay_out_lowered(Insert *x, const Sharding *const *results, const Round *begun, const Round *best, GError **error)
{
    Contest c = { .x = x, .results = results, .least = price_plan(x, results, best), .last = *best };
    PlanPrice other;
    if (best->forced && (other = price_plan(x, results, begun), wins(&other, &c.least))) {
        c.least = other;
        c.last = *begun;
    }
    if (c.least.lowered.moving < MUCH_JOINED * c.least.apart)
        enter_joined(&c);
    enter_waiting(&c);
    enter_rivals(&c, 1 - best->ns / begun->ns);
    enter_first_match(&c);
    x->forced = c.last.forced;
    bool ok = walk_once(x, results, c.last.wants, error);
    x->forced = NULL;
    plan_free(&c, &c.kept);
    return ok;
}
