/* Walks the program several times, each time knowing which layouts the last walk asked for. Then the net of the best round is
 * searched (search.c), and the program is walked again as the search decided. All walks but the last are undone. Complete plans are
 * compared again once lowered (plans.c). Start reading at lay_out(). */
#include "runtime/partition/rounds.h"

enum { MAX_ROUNDS = 3, MAX_SEARCHES = 3, LARGE = 12000, LOWERED_AT_MOST = 2500 };

void layouts_free(Layouts *l, int n)
{
    for (int i = 0; l && i < n; i++)
        vec_clear(&l[i]);
    g_free(l);
}

bool walk_once(Insert *x, const Sharding *const *results, Layouts *wants, GError **error)
{
    Asker a = { .user = NULL, .cause = CAUSE_OUTPUT, .choice = -1, .why = "the program gives its result in this layout" };
    layouts_free(x->asked, x->n_input);
    x->asked = g_new0(Layouts, x->n_input);
    x->wants = wants;
    x->total_ns = x->computing_ns = 0;
    return walk(x, x->m->entry, 1, results, &a, error);
}

bool try_round(Insert *x, const Sharding *const *results, Layouts *wants, Layouts **next, double *ns, GError **error)
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
 * what propagation decided represents it. */
bool best_round(Insert *x, const Sharding *const *results, Round *begun, GError **error)
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

bool search_from(Insert *x, const Sharding *const *results, Round *begun, Round *best, GError **error)
{
    bool ok = best_round(x, results, begun, error);
    *best = *begun;
    return ok && (!x->searching || improve(x, results, best, error));
}

void plans_free(Insert *x, Round *begun, Round *best)
{
    if (best->wants != begun->wants)
        layouts_free(best->wants, x->n_input);
    layouts_free(begun->wants, x->n_input);
    g_free(best->forced);
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
    if (ok && x->searching && x->options->lowered && x->n_input <= LOWERED_AT_MOST) {
        ok = lay_out_lowered(x, results, &begun, &best, error);
    } else if (ok) {
        x->forced = best.forced;
        ok = walk_once(x, results, best.wants, error);
        x->forced = NULL;
    }
    plans_free(x, &begun, &best);
    return ok;
}
