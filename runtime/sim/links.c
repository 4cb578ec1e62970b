/* Messages of collectives laid over the links of a torus; see links.h. */
#include "runtime/sim/links.h"

#include <math.h>
#include <string.h>

enum { DIMS = 3 };

typedef struct Net {
    const Hardware *hw;
    int64_t chips;   /* of a slice */
    double *load;    /* by slice's chip, axis and direction: bytes over the link that leaves it there */
    int64_t n_slices;
    double hops;
} Net;

typedef struct Place {
    int64_t slice, at[DIMS];
} Place;

static Place place_on(const Net *net, int64_t id)
{
    Place p;
    int64_t chip = id / net->hw->per_chip;
    p.slice = chip / net->chips;
    chip %= net->chips;
    for (int d = DIMS - 1; d >= 0; d--) {
        p.at[d] = chip % net->hw->torus[d];
        chip /= net->hw->torus[d];
    }
    return p;
}

static double *link_of(const Net *net, const Place *p, int d, bool up)
{
    int64_t chip = 0;
    for (int k = 0; k < DIMS; k++)
        chip = chip * net->hw->torus[k] + p->at[k];
    return &net->load[((p->slice * net->chips + chip) * DIMS + d) * 2 + up];
}

/* Sends along axis d until `to`. */
static void go(Net *net, Place *p, int d, int64_t to, bool up, double bytes)
{
    int64_t size = net->hw->torus[d];
    while (p->at[d] != to) {
        *link_of(net, p, d, up) += bytes;
        p->at[d] = (p->at[d] + (up ? 1 : size - 1)) % size;
    }
}

/* One message. Where both ways round a ring are as long, half of it takes each. */
static void send(Net *net, int64_t from, int64_t to, double bytes)
{
    Place p = place_on(net, from), q = place_on(net, to);
    double hops = 0;
    if (p.slice != q.slice)
        return;
    for (int d = 0; d < DIMS; d++) {
        int64_t size = net->hw->torus[d], ahead = (q.at[d] - p.at[d] + size) % size;
        if (!ahead)
            continue;
        Place half = p;
        if (!torus_wraps(net->hw, d)) {
            go(net, &p, d, q.at[d], q.at[d] > p.at[d], bytes);
            hops += fabs((double)(q.at[d] - half.at[d]));
        } else if (2 * ahead == size) {
            go(net, &half, d, q.at[d], true, bytes / 2);
            go(net, &p, d, q.at[d], false, bytes / 2);
            hops += (double)ahead;
        } else {
            go(net, &p, d, q.at[d], 2 * ahead < size, bytes);
            hops += (double)MIN(ahead, size - ahead);
        }
    }
    net->hops = fmax(net->hops, hops);
}

/* ---- groups ------------------------------------------------------------------------------------------------------------------------- */

/* Both directions of a ring at once. */
static void send_round(Net *net, const int64_t *ids, int64_t n, double bytes)
{
    for (int64_t i = 0; i < n; i++) {
        send(net, ids[i], ids[(i + 1) % n], bytes / 2);
        send(net, ids[(i + 1) % n], ids[i], bytes / 2);
    }
}

typedef struct Member {
    int64_t line, at, id;
} Member;

static int by_line(const void *a, const void *b)
{
    const Member *x = a, *y = b;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

/* The members of a grid as lines along axis d, one after the other. */
static int64_t *lines_along(const Net *net, const LinkGroup *g, int d)
{
    g_autofree Member *m = g_new(Member, g->n);
    int64_t *out = g_new(int64_t, g->n);
    for (int64_t i = 0; i < g->n; i++) {
        Place p = place_on(net, g->ids[i]);
        m[i] = (Member){ .at = p.at[d], .id = g->ids[i], .line = p.slice * net->hw->per_chip + g->ids[i] % net->hw->per_chip };
        for (int k = 0; k < DIMS; k++)
            m[i].line = m[i].line * net->hw->torus[k] + (k == d ? 0 : p.at[k]);
    }
    qsort(m, (size_t)g->n, sizeof *m, by_line);
    for (int64_t i = 0; i < g->n; i++)
        out[i] = m[i].id;
    return out;
}

/* A grid uses all its axes at once, each for as much as its links carry. */
static void send_grid(Net *net, const LinkGroup *g, const Wires *w)
{
    double rate[DIMS], all = 0;
    for (int d = 0; d < DIMS; d++) {
        bool ring = torus_wraps(net->hw, d) && w->extent[d] > 2 && w->extent[d] * w->stride[d] == net->hw->torus[d];
        rate[d] = w->extent[d] > 1 ? (ring ? 2. : 1.) / (double)w->stride[d] : 0;
        all += rate[d];
    }
    for (int d = 0; d < DIMS && all > 0; d++) {
        if (w->extent[d] < 2)
            continue;
        g_autofree int64_t *line = lines_along(net, g, d);
        for (int64_t i = 0; i < g->n; i += w->extent[d])
            send_round(net, line + i, w->extent[d], rate[d] / all);
    }
}

static void send_group(Net *net, const LinkGroup *g, Pattern pattern)
{
    if (pattern == PATTERN_PERMUTE) {
        send(net, g->ids[0], g->ids[1], 1);
        return;
    }
    if (pattern == PATTERN_EXCHANGE) {
        for (int64_t i = 0; i < g->n; i++)
            for (int64_t j = 0; j < g->n; j++)
                if (i != j)
                    send(net, g->ids[i], g->ids[j], 1 / (double)(g->n - 1));
        return;
    }
    Wires w = wires_between(net->hw, g->ids, g->n);
    if (wires_are_grid(&w))
        send_grid(net, g, &w);
    else
        send_round(net, g->ids, g->n, 1);
}

LinkLoad links_load(const Hardware *hw, const LinkGroup *groups, int n_groups, Pattern pattern)
{
    enum { MOST_MESSAGES = 1 << 20 };
    Net net = { .hw = hw, .chips = hw->torus[0] * hw->torus[1] * hw->torus[2], .n_slices = hw->n_slices };
    double messages = 0;
    for (int i = 0; i < n_groups; i++) {
        messages += pattern == PATTERN_EXCHANGE ? (double)groups[i].n * (double)groups[i].n : 0;
        for (int64_t k = 0; k < groups[i].n; k++) /* partitions beyond the slice are the caller's mistake */
            net.n_slices = MAX(net.n_slices, groups[i].ids[k] / hw->per_chip / net.chips + 1);
    }
    if (messages > MOST_MESSAGES)
        return (LinkLoad){ 0, 0 };
    int64_t n_links = net.n_slices * net.chips * DIMS * 2;
    net.load = g_new0(double, n_links);
    for (int i = 0; i < n_groups; i++)
        if (groups[i].n > 1)
            send_group(&net, &groups[i], pattern);
    LinkLoad out = { 0, net.hops };
    for (int64_t i = 0; i < n_links; i++)
        out.busiest = fmax(out.busiest, net.load[i]);
    g_free(net.load);
    return out;
}

Wires wires_of_groups(const Hardware *hw, const LinkGroup *groups, int n_groups, Pattern pattern)
{
    enum { LOOK_AT = 64 }; /* groups along mesh axes are alike */
    Wires first = wires_between(hw, groups[0].ids, groups[0].n);
    bool torus = hw->wiring == WIRING_TORUS2 || hw->wiring == WIRING_TORUS3, odd = pattern == PATTERN_PERMUTE && groups[0].n == 2;
    for (int i = 0; i < MIN(n_groups, LOOK_AT) && torus && !odd; i++) {
        Wires w = wires_between(hw, groups[i].ids, groups[i].n);
        odd = !wires_are_grid(&w);
    }
    if (torus && odd) {
        LinkLoad load = links_load(hw, groups, n_groups, pattern);
        first.busiest = load.busiest;
        first.hops = load.hops;
    }
    return first;
}
