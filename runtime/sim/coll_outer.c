/* Times of collectives between domains; see coll_outer.h.
 *
 * GPUs, as NCCL does it: a ring goes through all members of a domain and leaves it by a card, so that all but one part of the whole passes each card; a tree of
 * the domains has one way up and down, over which a sum of two domains passes once, and of more twice. What a message takes however small it is grows with
 * the members that it passes one after another. Sources: NCCL's tuning.cc for the times of a hop, its developers' answers in NVIDIA/nccl 812 and nccl-tests 196
 * for the bytes. tests/bench/elsewhere.csv has the measurements that this was looked at with: 4 hosts of 8 B200, of which the time of a chunk is (F), 20 racks of GB200, from which the cards are (F). */
#include "runtime/sim/coll_outer.h"

#include <math.h>

/* How the bytes of a message are announced: with each word (LL), or chunk by chunk (Simple). */
typedef struct Protocol {
    double base_ns, link_ns, card_ns; /* of a message, and for each member that passes it on over a link or a card */
    double share;                     /* of a card's rate */
    double chunk;                     /* bytes that are passed on at a time */
} Protocol;

static const Protocol protocols[] = { { 6.6e3, 0.6e3, 5e3, 0.2, 0 }, { 8.4e3, 3.4e3, 14e3, 1, 512 << 10 } };

enum { CHANNELS = 16, MOST_CARDS = 8 }; /* two channels to a card, also where a domain has more cards */

static const double card_share = 0.92;

static double ring_ns(const Hardware *hw, const Protocol *p, double bytes, double m, double g)
{
    double cards = fmin(g, MOST_CARDS), n = m * g, rate = hw->nic * card_share * p->share * cards;
    return p->base_ns + (n - m) * p->link_ns + (m - 1) * p->card_ns + bytes * (n - 1) / n / rate;
}

/* The members of a domain in a chain, the domains in a tree. */
static double tree_ns(const Hardware *hw, const Protocol *p, double bytes, double m, double g)
{
    double cards = fmin(g, MOST_CARDS), card = hw->nic * card_share, channels = g > 1 ? CHANNELS : 2;
    double chunk = fmin(p->chunk, bytes / channels), by_card = chunk / (card * cards / channels), by_link = g > 1 ? chunk / (hw->link / 4) : 0;
    double ns = p->base_ns + 2 * ((g - 1) * (p->link_ns + by_link) + log2(m) * (p->card_ns + by_card));
    return ns + (m > 2 ? 2 : 1) * bytes / (card * p->share * cards);
}

static double gpu_ns(const Hardware *hw, CollKind kind, double bytes, double m, double g)
{
    double best = INFINITY, card = hw->nic * card_share;
    Pattern pattern = coll_pattern(kind);
    if (pattern == PATTERN_EXCHANGE)
        return 2e3 * (m - 1) * g + bytes * (m - 1) / m / card;
    if (pattern == PATTERN_PERMUTE)
        return 14e3 + bytes / card;
    for (size_t i = 0; i < G_N_ELEMENTS(protocols); i++) {
        const Protocol *p = &protocols[i];
        if (pattern == PATTERN_GATHER)
            best = fmin(best, ring_ns(hw, p, bytes, m, g));
        else
            best = fmin(best, fmin(2 * ring_ns(hw, p, bytes, m, g), tree_ns(hw, p, bytes, m, g)));
    }
    return best;
}

/* Between slices of TPUs the hosts send, and sum: the members of a slice each a part. What a message takes is F of two published steps (tests/bench/steps.csv). */
static double tpu_ns(const Hardware *hw, CollKind kind, double bytes, double m, double g)
{
    const double message_ns = 1e6;
    double card = hw->nic * card_share, levels = log2(m) * message_ns;
    switch (coll_pattern(kind)) {
    case PATTERN_GATHER: return levels + bytes * (m - 1) / (m * g * card);
    case PATTERN_REDUCE: return levels + 2 * bytes * (m - 1) / (m * g * card);
    case PATTERN_EXCHANGE: return message_ns + bytes * (m - 1) / m / card;
    case PATTERN_PERMUTE: return message_ns + bytes / card;
    }
    return 0;
}

double coll_outer_ns(const Hardware *hw, CollKind kind, double bytes, double m, double g)
{
    return hw->family == DEVICE_TPU ? tpu_ns(hw, kind, bytes, m, g) : gpu_ns(hw, kind, bytes, m, g);
}
