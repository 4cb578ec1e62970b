/* Repeats what was won: the layers of a model repeat, so changes that paid in one layer are tried on the corresponding nodes of the
 * others (places.h) instead of being searched again. This costs little, so deep programs take hardly longer than shallow ones.
 * Start reading at search_repeat(). */
#include "runtime/partition/search_impl.h"

#include <math.h>

/* Nodes that changed and their new ways; the first one is the node that was tried. */
typedef struct Won {
    VEC(int) nodes;
    VEC(Candidate *) ways;
    VEC(int) images;       /* scratch: their counterparts */
} Won;

static void add_won(WaySearch *s, int node, Won *w)
{
    s->stamp[node] = s->trial;
    vec_push(&w->nodes, node);
    vec_push(&w->ways, s->net->nodes.v[node].ways.v[s->net->nodes.v[node].way]);
    vec_push(&w->images, -1);
}

static void collect_won(WaySearch *s, int from, Won *w)
{
    s->trial++;
    add_won(s, from, w);
    for (int i = 0; i < s->won.n; i += 2)
        if (s->stamp[s->won.v[i]] != s->trial && s->net->nodes.v[s->won.v[i]].way != s->won.v[i + 1])
            add_won(s, s->won.v[i], w);
}

/* Undoes changes that win nothing by themselves: elsewhere they would only prevent a match. */
static void drop_bystanders(WaySearch *s)
{
    search_begin(s);
    for (int i = 0; i < s->won.n; i += 2) {
        int node = s->won.v[i], before = s->won.v[i + 1];
        if (s->net->nodes.v[node].way != before && net_try(s->net, node, before, INFINITY) <= s->net->total)
            search_take(s, node, before);
    }
    if (s->undo.n)
        search_note_changes(s);
}

/* Number of the same way at another node of its kind. */
static int same_way(WaySearch *s, int node, Candidate *way, int image)
{
    NetNode *n = &s->net->nodes.v[image];
    if (n->ways.n >= MAX_WAYS_KEPT || (way->on_partials && splat_operands(s->net->nodes.v[node].op) != splat_operands(n->op)))
        return -1;
    return net_way(s->net, n, way);
}

/* Gives the counterparts seen from `to` the same ways; false if one has no such way, when those before it have theirs already. */
static bool take_counterparts(WaySearch *s, const Won *w, int to)
{
    if (!places_map(s->places, w->nodes.v[0], to, w->nodes.v, w->nodes.n, w->images.v))
        return false;
    for (int i = 0; i < w->nodes.n; i++) {
        int way = same_way(s, w->nodes.v[i], w->ways.v[i], w->images.v[i]);
        if (way < 0)
            return false;
        search_take(s, w->images.v[i], way);
    }
    return true;
}

/* Repeats the changes at each of these places by itself, then at all places together where it did not pay alone. True if something stays. */
static bool repeat_at(WaySearch *s, const Won *w, const int *places, int n)
{
    VEC(int) left = { 0 };
    search_begin(s);
    for (int i = 0; i < n; i++) {
        double before = s->net->total;
        int mark = s->undo.n;
        if (!take_counterparts(s, w, places[i])) {
            search_take_back(s, mark);
        } else if (s->net->total >= before - SEARCH_EPSILON * s->start) {
            search_take_back(s, mark);
            vec_push(&left, places[i]);
        }
        s->refused[places[i]] = s->n_wins;
    }
    double before = s->net->total;
    int all = s->undo.n;
    for (int i = 0; i < left.n; i++) {
        int mark = s->undo.n;
        if (!take_counterparts(s, w, left.v[i]))
            search_take_back(s, mark);
    }
    if (s->net->total >= before - SEARCH_EPSILON * s->start)
        search_take_back(s, all);
    vec_clear(&left);
    if (s->undo.n)
        search_note_changes(s);
    return s->undo.n > 0;
}

void search_repeat(WaySearch *s, int from, uint64_t sign, IntList *places)
{
    Won w = { 0 };
    int64_t budget = s->net->budget;
    drop_bystanders(s);
    collect_won(s, from, &w);
    s->n_wins++;
    do {
        if (places->n && !repeat_at(s, &w, places->v, places->n))
            break;
        places->n = 0;
        for (int i = places_first(s->places, sign); i >= 0; i = places_next(s->places, i))
            if (s->refused[i] != s->n_wins)
                vec_push(places, i);
    } while (places->n);
    s->net->budget = budget; /* each was paid for by a win */
    vec_clear(&w.nodes);
    vec_clear(&w.ways);
    vec_clear(&w.images);
}
