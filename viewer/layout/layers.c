/* Layered graph drawing. See layers.h. Spots are the nodes and, on every layer that a long edge crosses, a thin dummy
 * node; links join spots of neighbouring layers. Start reading at layers_place(). */
#include "viewer/layout/layers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS 8
#define THIN 6.0 /* px that a passing edge takes */

typedef struct Spot {
    int node; /* -1 = an edge passes */
    int rank, order;
    double w, x; /* x of the centre */
    double want;
} Spot;

typedef struct Link {
    int up, down; /* spots */
} Link;

typedef struct Work {
    LayerNode *nodes;
    int n;
    LayerEdge *edges;
    int m;
    GArray *spots; /* Spot; the first n are the nodes */
    GArray *links; /* Link */
    GArray *chain; /* int: spots of the edges, one edge after the other */
    int *chain_at; /* [m + 1] */
    int n_ranks;
    GArray **layer; /* [n_ranks] int: spots in order */
    GArray **up, **down; /* [spots] int: neighbours */
} Work;

static Spot *spot(const Work *k, int i)
{
    return &g_array_index(k->spots, Spot, i);
}

/* Longest way from the top. Nodes on a circle get ranked as soon as nothing else can be: the first by number. */
static void find_ranks(Work *k, bool *counts)
{
    g_autofree int *waits = g_new0(int, k->n + 1);
    g_autofree bool *done = g_new0(bool, k->n + 1);
    for (int e = 0; e < k->m; e++)
        counts[e] = k->edges[e].from != k->edges[e].to;
    for (int e = 0; e < k->m; e++)
        waits[k->edges[e].to] += counts[e];
    for (int left = k->n; left > 0; left--) {
        int pick = -1;
        for (int i = 0; i < k->n && pick < 0; i++)
            if (!done[i] && waits[i] == 0)
                pick = i;
        for (int i = 0; i < k->n && pick < 0; i++) {
            if (done[i])
                continue;
            pick = i; /* on a circle: what still points here is not counted */
            for (int e = 0; e < k->m; e++)
                if (k->edges[e].to == i && !done[k->edges[e].from])
                    counts[e] = false;
        }
        done[pick] = true;
        for (int e = 0; e < k->m; e++) {
            if (k->edges[e].from != pick || !counts[e])
                continue;
            LayerNode *to = &k->nodes[k->edges[e].to];
            waits[k->edges[e].to]--;
            to->rank = MAX(to->rank, k->nodes[pick].rank + 1);
        }
    }
}

/* What takes nothing is just above its first user. */
static void sink_sources(Work *k, const bool *counts)
{
    for (int i = 0; i < k->n; i++) {
        int lowest = G_MAXINT;
        bool source = true;
        for (int e = 0; e < k->m; e++) {
            source &= !(counts[e] && k->edges[e].to == i);
            if (counts[e] && k->edges[e].from == i)
                lowest = MIN(lowest, k->nodes[k->edges[e].to].rank - 1);
        }
        if (source && lowest != G_MAXINT)
            k->nodes[i].rank = MAX(lowest, 0);
    }
}

static int add_spot(Work *k, int node, int rank, double w)
{
    Spot s = { .node = node, .rank = rank, .w = w };
    g_array_append_val(k->spots, s);
    return (int)k->spots->len - 1;
}

static void add_link(Work *k, int up, int down)
{
    g_array_append_val(k->links, ((Link){ up, down }));
}

static void lay_chains(Work *k, const bool *counts)
{
    for (int i = 0; i < k->n; i++)
        add_spot(k, i, k->nodes[i].rank, k->nodes[i].w);
    for (int e = 0; e < k->m; e++) {
        k->chain_at[e] = (int)k->chain->len;
        int a = k->edges[e].from, b = k->edges[e].to;
        g_array_append_val(k->chain, a);
        for (int r = k->nodes[a].rank + 1; counts[e] && r < k->nodes[b].rank; r++) {
            int s = add_spot(k, -1, r, THIN);
            int before = g_array_index(k->chain, int, k->chain->len - 1);
            add_link(k, before, s);
            g_array_append_val(k->chain, s);
        }
        if (counts[e])
            add_link(k, g_array_index(k->chain, int, k->chain->len - 1), b);
        g_array_append_val(k->chain, b);
    }
    k->chain_at[k->m] = (int)k->chain->len;
}

static void make_layers(Work *k)
{
    int n = (int)k->spots->len;
    for (int i = 0; i < n; i++)
        k->n_ranks = MAX(k->n_ranks, spot(k, i)->rank + 1);
    k->layer = g_new0(GArray *, k->n_ranks + 1);
    for (int r = 0; r < k->n_ranks; r++)
        k->layer[r] = g_array_new(FALSE, FALSE, sizeof(int));
    k->up = g_new0(GArray *, n + 1);
    k->down = g_new0(GArray *, n + 1);
    for (int i = 0; i < n; i++) {
        k->up[i] = g_array_new(FALSE, FALSE, sizeof(int));
        k->down[i] = g_array_new(FALSE, FALSE, sizeof(int));
        spot(k, i)->order = (int)k->layer[spot(k, i)->rank]->len;
        g_array_append_val(k->layer[spot(k, i)->rank], i);
    }
    for (guint i = 0; i < k->links->len; i++) {
        const Link *l = &g_array_index(k->links, Link, i);
        g_array_append_val(k->down[l->up], l->down);
        g_array_append_val(k->up[l->down], l->up);
    }
}

static double mean_order(const Work *k, const GArray *others, double none)
{
    double sum = 0;
    for (guint i = 0; i < others->len; i++)
        sum += spot(k, g_array_index(others, int, i))->order;
    return others->len ? sum / others->len : none;
}

static gint by_want(gconstpointer a, gconstpointer b, gpointer work)
{
    const Spot *x = spot(work, *(const int *)a), *y = spot(work, *(const int *)b);
    if (x->want != y->want)
        return x->want < y->want ? -1 : 1;
    return x->order - y->order;
}

static void find_order(Work *k)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool down = sweep % 2 == 0;
        for (int j = 0; j < k->n_ranks; j++) {
            GArray *l = k->layer[down ? j : k->n_ranks - 1 - j];
            for (guint i = 0; i < l->len; i++) {
                int s = g_array_index(l, int, i);
                spot(k, s)->want = mean_order(k, down ? k->up[s] : k->down[s], spot(k, s)->order);
            }
            g_array_sort_with_data(l, by_want, k);
            for (guint i = 0; i < l->len; i++)
                spot(k, g_array_index(l, int, i))->order = (int)i;
        }
    }
}

/* Positions of a layer: as near to what its spots want as their order and the gaps allow. Neighbours that want the
 * same room are pooled and share the mean of what they want. */
static void settle(Work *k, const GArray *l, double gap)
{
    int n = (int)l->len, pools = 0;
    g_autofree double *mean = g_new0(double, n + 1), *shift = g_new0(double, n + 1);
    g_autofree int *size = g_new0(int, n + 1);
    for (int i = 0; i < n; i++) {
        const Spot *s = spot(k, g_array_index(l, int, i)), *left = i ? spot(k, g_array_index(l, int, i - 1)) : NULL;
        shift[i] = left ? shift[i - 1] + (left->w + s->w) / 2 + (left->node < 0 && s->node < 0 ? gap / 3 : gap) : 0;
        mean[pools] = s->want - shift[i];
        size[pools++] = 1;
        while (pools > 1 && mean[pools - 2] > mean[pools - 1]) {
            int a = size[pools - 2], b = size[pools - 1];
            mean[pools - 2] = (mean[pools - 2] * a + mean[pools - 1] * b) / (a + b);
            size[pools - 2] = a + b;
            pools--;
        }
    }
    for (int p = 0, i = 0; p < pools; p++)
        for (int c = 0; c < size[p]; c++, i++)
            spot(k, g_array_index(l, int, i))->x = mean[p] + shift[i];
}

static double mean_x(const Work *k, const GArray *others, double none)
{
    double sum = 0;
    for (guint i = 0; i < others->len; i++)
        sum += spot(k, g_array_index(others, int, i))->x;
    return others->len ? sum / others->len : none;
}

static void find_x(Work *k, double gap)
{
    for (int r = 0; r < k->n_ranks; r++) {
        for (guint i = 0; i < k->layer[r]->len; i++)
            spot(k, g_array_index(k->layer[r], int, i))->want = 0;
        settle(k, k->layer[r], gap);
    }
    for (int sweep = 0; sweep < 2 * SWEEPS; sweep++) {
        bool down = sweep % 2 == 0;
        for (int j = 0; j < k->n_ranks; j++) {
            const GArray *l = k->layer[down ? j : k->n_ranks - 1 - j];
            for (guint i = 0; i < l->len; i++) {
                int s = g_array_index(l, int, i);
                spot(k, s)->want = mean_x(k, down ? k->up[s] : k->down[s], spot(k, s)->x);
            }
            settle(k, l, gap);
        }
    }
}

static void write_back(Work *k, double gap_y, GArray *points, double *w, double *h)
{
    double left = 1e18, right = -1e18, y = 0;
    g_autofree double *top = g_new0(double, k->n_ranks + 1), *height = g_new0(double, k->n_ranks + 1);
    for (guint i = 0; i < k->spots->len; i++) {
        const Spot *s = spot(k, (int)i);
        left = MIN(left, s->x - s->w / 2);
        right = MAX(right, s->x + s->w / 2);
        if (s->node >= 0)
            height[s->rank] = MAX(height[s->rank], k->nodes[s->node].h);
    }
    for (int r = 0; r < k->n_ranks; r++) {
        top[r] = y;
        y += height[r] + gap_y;
    }
    for (int i = 0; i < k->n; i++) {
        LayerNode *nd = &k->nodes[i];
        nd->x = floor(spot(k, i)->x - nd->w / 2 - left);
        nd->y = floor(top[nd->rank] + (height[nd->rank] - nd->h) / 2);
    }
    for (int e = 0; e < k->m; e++) {
        LayerEdge *d = &k->edges[e];
        d->first = (int)points->len;
        for (int c = k->chain_at[e]; c < k->chain_at[e + 1]; c++) {
            int i = g_array_index(k->chain, int, c);
            const Spot *s = spot(k, i);
            bool is_first = c == k->chain_at[e];
            LayerPoint p = { floor(s->x - left), 0 };
            if (s->node >= 0) {
                p.y = is_first ? k->nodes[s->node].y + k->nodes[s->node].h : k->nodes[s->node].y;
                g_array_append_val(points, p);
            } else { /* straight through its layer */
                p.y = top[s->rank];
                g_array_append_val(points, p);
                p.y = top[s->rank] + height[s->rank];
                g_array_append_val(points, p);
            }
        }
        d->n = (int)points->len - d->first;
    }
    *w = k->n ? right - left : 0;
    *h = k->n ? y - gap_y : 0;
}

void layers_place(Layers *g)
{
    Work k = { .nodes = g->nodes, .n = g->n, .edges = g->edges, .m = g->m };
    k.spots = g_array_new(FALSE, TRUE, sizeof(Spot));
    k.links = g_array_new(FALSE, FALSE, sizeof(Link));
    k.chain = g_array_new(FALSE, FALSE, sizeof(int));
    k.chain_at = g_new0(int, g->m + 1);
    g_autofree bool *counts = g_new0(bool, g->m + 1);
    g_array_set_size(g->points, 0);
    for (int i = 0; i < g->n; i++)
        g->nodes[i].rank = 0;
    find_ranks(&k, counts);
    sink_sources(&k, counts);
    lay_chains(&k, counts);
    make_layers(&k);
    find_order(&k);
    find_x(&k, g->gap_x);
    write_back(&k, g->gap_y, g->points, &g->w, &g->h);
    for (int r = 0; r < k.n_ranks; r++)
        g_array_unref(k.layer[r]);
    for (guint i = 0; i < k.spots->len; i++) {
        g_array_unref(k.up[i]);
        g_array_unref(k.down[i]);
    }
    g_free(k.layer);
    g_free(k.up);
    g_free(k.down);
    g_free(k.chain_at);
    g_array_unref(k.spots);
    g_array_unref(k.links);
    g_array_unref(k.chain);
}
