/* Walks the program several times, each time knowing which layouts the last walk asked for. Then the net of the best round is
 * searched (search.c), and the program is walked again as the search decided. All walks but the last are undone. Complete plans are
 * compared again by what they move once lowered. Start reading at lay_out(). */
#include "runtime/partition/net.h"

#include <math.h>

enum { MAX_ROUNDS = 3, MAX_SEARCHES = 3, LARGE = 12000, LOWERED_AT_MOST = 2500, MANY_MEETINGS = 50 };

static const double WON_BY_LOWERING = 0.01; /* part by which a plan must be cheaper than the one that was searched */
static const double MEETING_NS = 1000, OFTEN = 0.1; /* what a meeting of virtual devices takes, about; the part of a step from which on that counts */
static const double MUCH_JOINED = 0.9, WAITED_FOR = 0.25; /* parts of the moving time, and of the latencies, that remain when collectives are combined */

void layouts_free(Layouts *l, int n)
{
    for (int i = 0; l && i < n; i++)
        vec_clear(&l[i]);
    g_free(l);
}

static bool walk_once(Insert *x, const Sharding *const *results, Layouts *wants, GError **error)
{
    Asker a = { .user = NULL, .cause = CAUSE_OUTPUT, .choice = -1, .why = "the program gives its result in this layout" };
    layouts_free(x->asked, x->n_input);
    x->asked = g_new0(Layouts, x->n_input);
    x->wants = wants;
    x->total_ns = x->computing_ns = 0;
    return walk(x, x->m->entry, 1, results, &a, error);
}

/* A walk that only computes its price and what it asks for: wants[] for the next one, to be freed by the caller. */
static bool try_round(Insert *x, const Sharding *const *results, Layouts *wants, Layouts **next, double *ns, GError **error)
{
    Saved *s = walk_save(x, &x->m->entry, 1);
    bool was_quiet = x->log->quiet;
    x->log->quiet = true;
    bool ok = walk_once(x, results, wants, error);
    x->log->quiet = was_quiet;
    *ns = x->total_ns;
    *next = x->asked;
    x->asked = NULL;
    if (ok && x->net) /* it looks at values as they stand now */
        net_price(x->net);
    walk_put_back(x, s);
    return ok;
}

typedef struct Round {
    Layouts *wants;
    Forced *forced; /* owned; may be NULL */
    double ns;
} Round;

/* What is compared: computing, done by `net`, counts less than moving once it is asked whether moving more is worth it. */
static double weighed(const Net *net, double ns)
{
    return ns - (1 - SURE_OF_COMPUTING) * net_computing(net);
}

/* The program as the search wants it, twice, so that the second time it is known what is wanted of each value. Returns its net. */
static Net *lay_out_anew(Insert *x, const Sharding *const *results, Round *r, GError **error)
{
    Layouts *seen = NULL;
    bool ok = try_round(x, results, NULL, &r->wants, &r->ns, error);
    Net *net = x->net = net_new(x);
    ok = ok && try_round(x, results, r->wants, &seen, &r->ns, error);
    x->net = NULL;
    layouts_free(seen, x->n_input);
    if (ok)
        return net;
    net_free(net);
    return NULL;
}

/* From the best round on, which stays its owner's: ways are changed where that makes the whole cheaper, and then where that moves less and
 * costs hardly more time. What turns out cheaper in the end stays. */
static bool improve(Insert *x, const Sharding *const *results, Round *best, GError **error)
{
    const Layouts *begun = best->wants;
    Layouts *seen;
    double ns;
    Net *net = x->net = net_new(x); /* of the best round */
    x->forced = best->forced;
    bool ok = try_round(x, results, best->wants, &seen, &ns, error);
    layouts_free(seen, x->n_input);
    x->net = NULL;
    for (int k = 0; k < MAX_SEARCHES && ok; k++) {
        double goal = k ? weighed(net, best->ns) : best->ns;
        if (k == 1)
            g_hash_table_remove_all(x->futile);
        if (k)
            net_weigh(net, SURE_OF_COMPUTING);
        x->forced = NULL;
        bool found = search_ways(x, net, k);
        if (!found && k == 0)
            continue;
        if (!found)
            break;
        net_free(net);
        Round r = { .forced = x->forced };
        net = lay_out_anew(x, results, &r, error);
        ok = net != NULL;
        bool better = ok && (k ? weighed(net, r.ns) : r.ns) < goal * (1 - 1e-6);
        Round *worse = better ? best : &r;
        if (worse->wants != begun)
            layouts_free(worse->wants, x->n_input);
        g_free(worse->forced);
        if (!better)
            break;
        *best = r;
    }
    x->forced = NULL;
    net_free(net);
    return ok;
}

/* True if both lists ask for the same layouts: another walk would repeat the last one. */
static bool same_layouts(const Layouts *a, const Layouts *b, int n)
{
    for (int i = 0; i < n && a; i++)
        if (a[i].n != b[i].n || (a[i].n && memcmp(a[i].v, b[i].v, sizeof *a[i].v * (size_t)a[i].n) != 0))
            return false;
    return a != NULL;
}

/* ---- plans compared as lowered ---------------------------------------------------------------------------------------------- */

/* Forgets all remembered answers: they hold for other options. */
static void take_options(Insert *x, const PartitionOptions *options)
{
    x->options = options;
    x->known = (Memo){ .arena = x->scratch };
}

typedef struct PlanPrice {
    double moving, computing;
    double apart;          /* what moving comes to if nothing is combined */
    double meetings;       /* collectives in an execution */
} PlanPrice;

/* Of the program laid out in that way: moving as it is once lowered, infinitely much if that cannot be told. Ops that lowering adds to
 * cut and mask are not counted: most become part of others. */
static PlanPrice price_plan(Insert *x, const Sharding *const *results, const Round *r)
{
    Saved *s = walk_save(x, &x->m->entry, 1);
    bool was_quiet = x->log->quiet;
    x->log->quiet = true;
    x->forced = r->forced;
    PlanPrice price = { INFINITY, 0, 0, 0 };
    if (walk_once(x, results, r->wants, NULL)) {
        price.moving = x->options->moving_ns(x->m, &price.meetings, x->options->user);
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

static bool wins(const PlanPrice *a, const PlanPrice *than)
{
    double ns = a->moving + SURE_OF_COMPUTING * a->computing, least = than->moving + SURE_OF_COMPUTING * than->computing;
    return ns < least * (1 - WON_BY_LOWERING);
}

/* Programs so large that walks are dear: one to see what is asked for, a search, and the walk that stays. */
static bool lay_out_large(Insert *x, const Sharding *const *results, GError **error)
{
    Layouts *wants;
    double ns;
    Net *net = x->net = x->options->quick ? NULL : net_new(x);
    bool ok = try_round(x, results, NULL, &wants, &ns, error);
    x->net = NULL;
    if (ok && net)
        search_ways(x, net, 2);
    net_free(net);
    ok = ok && walk_once(x, results, wants, error);
    layouts_free(wants, x->n_input);
    return ok;
}

/* Looking ahead: an op is priced with what its users are going to want, which is known from the round before; in the first,
 * what propagation decided represents it. The cheapest round is where the search begins: *begun, whose layouts the caller frees. */
static bool best_round(Insert *x, const Sharding *const *results, Round *begun, GError **error)
{
    Layouts *wants[MAX_ROUNDS + 1] = { NULL };
    int at = 0;
    bool ok = true;
    for (int k = 0; k < (x->searching ? MAX_ROUNDS : 1) && ok; k++) {
        double ns;
        ok = try_round(x, results, wants[k], &wants[k + 1], &ns, error);
        if (k == 0 || ns < begun->ns * (1 - 1e-9)) {
            at = k;
            begun->ns = ns;
        }
        if (ok && same_layouts(wants[k], wants[k + 1], x->n_input))
            break;
    }
    begun->wants = wants[at];
    wants[at] = NULL;
    for (int k = 0; k <= MAX_ROUNDS; k++)
        layouts_free(wants[k], x->n_input);
    return ok;
}

static bool search_from(Insert *x, const Sharding *const *results, Round *begun, Round *best, GError **error)
{
    bool ok = best_round(x, results, begun, error);
    *best = *begun;
    return ok && (!x->searching || improve(x, results, best, error));
}

static void plans_free(Insert *x, Round *begun, Round *best)
{
    if (best->wants != begun->wants)
        layouts_free(best->wants, x->n_input);
    layouts_free(begun->wants, x->n_input);
    g_free(best->forced);
}

/* Looks for a plan with another model of the hardware. */
static bool search_with(Insert *x, const Sharding *const *results, const Hardware *model, Round *begun, Round *best)
{
    Planner *own = x->planner;
    x->planner = planner_new(x->m, model);
    planner_share(x->planner, planner_kept(own));
    take_options(x, x->options);
    bool ok = search_from(x, results, begun, best, NULL);
    planner_free(x->planner);
    x->planner = own;
    take_options(x, x->options);
    return ok;
}

/* With one by which collectives that can be joined mostly are: few of them are waited for. */
static bool search_joined(Insert *x, const Sharding *const *results, Round *begun, Round *best)
{
    Hardware joined = *planner_model(x->planner);
    joined.gather_ns *= WAITED_FOR;
    joined.reduce_ns *= WAITED_FOR;
    return search_with(x, results, &joined, begun, best);
}

/* Virtual devices have no latency by their model, so that bytes are what counts. But loops that meet in each trip take what meetings take: where
 * there are many, plans are looked for that meet less. They are taken if they move no more. */
static bool meets_often(const Insert *x, const PlanPrice *plan)
{
    return planner_model(x->planner)->gather_ns < MEETING_NS / 100 && plan->meetings >= MANY_MEETINGS && plan->meetings * MEETING_NS > OFTEN * (plan->moving + plan->computing);
}

static bool meets_less(const PlanPrice *a, const PlanPrice *than)
{
    return a->moving <= than->moving * (1 + 1e-9) && a->moving + SURE_OF_COMPUTING * a->computing + a->meetings * MEETING_NS <
                                                         (than->moving + SURE_OF_COMPUTING * than->computing + than->meetings * MEETING_NS) * (1 - WON_BY_LOWERING);
}

/* Replaces *least and *last by such a plan, which *kept then owns. */
static void search_waiting(Insert *x, const Sharding *const *results, PlanPrice *least, Round *last, Round kept[2])
{
    const double waits_ns[] = { MEETING_NS / 4, MEETING_NS * 4 };
    const PlanPrice first = *least;
    for (int i = 0; i < (int)G_N_ELEMENTS(waits_ns) && meets_often(x, &first); i++) {
        Hardware waits = *planner_model(x->planner);
        waits.gather_ns = waits.reduce_ns = waits.exchange_ns = waits.permute_ns = waits_ns[i];
        Round begun = { 0 }, best = { 0 };
        PlanPrice price;
        bool taken = search_with(x, results, &waits, &begun, &best) && (price = price_plan(x, results, &best), meets_less(&price, least));
        if (taken) {
            plans_free(x, &kept[0], &kept[1]);
            kept[0] = begun;
            kept[1] = best;
            *least = price;
            *last = best;
        } else {
            plans_free(x, &begun, &best);
        }
    }
}

/* The search goes by the price of each op by itself. What is combined, hoisted and left out afterwards may make another plan the better
 * one: one searched as if that were known, the one that the search began with, or the first that fits. */
static bool lay_out_lowered(Insert *x, const Sharding *const *results, const Round *begun, const Round *best, GError **error)
{
    PlanPrice least = price_plan(x, results, best), other;
    Round last = *best, joined_begun = { 0 }, joined = { 0 };
    if (best->forced && (other = price_plan(x, results, begun), wins(&other, &least))) {
        least = other;
        last = *begun;
    }
    if (least.moving < MUCH_JOINED * least.apart && search_joined(x, results, &joined_begun, &joined) &&
        (other = price_plan(x, results, &joined), wins(&other, &least))) {
        least = other;
        last = joined;
    }
    Round waiting[2] = { { 0 }, { 0 } };
    search_waiting(x, results, &least, &last, waiting);
    const PartitionOptions *own = x->options;
    PartitionOptions *plain = arena_dup_array(x->scratch, own, 1);
    plain->first_match = true;
    Memo known = x->known;
    take_options(x, plain);
    const Round as_it_comes = { 0 };
    other = price_plan(x, results, &as_it_comes);
    if (wins(&other, &least)) {
        last = as_it_comes;
    } else {
        x->options = own;
        x->known = known;
    }
    x->forced = last.forced;
    bool ok = walk_once(x, results, last.wants, error);
    x->forced = NULL;
    plans_free(x, &joined_begun, &joined);
    plans_free(x, &waiting[0], &waiting[1]);
    return ok;
}

bool lay_out(Insert *x, const Sharding *const *results, GError **error)
{
    if (x->options->first_match || x->m->mesh->n_devices == 1)
        return walk_once(x, results, NULL, error);
    x->searching = !x->options->quick;
    if (x->n_input > LARGE)
        return lay_out_large(x, results, error);
    Round begun = { 0 }, best;
    bool ok = search_from(x, results, &begun, &best, error);
    if (ok && x->searching && x->options->moving_ns && x->n_input <= LOWERED_AT_MOST) {
        ok = lay_out_lowered(x, results, &begun, &best, error);
    } else if (ok) {
        x->forced = best.forced;
        ok = walk_once(x, results, best.wants, error);
        x->forced = NULL;
    }
    plans_free(x, &begun, &best);
    return ok;
}
