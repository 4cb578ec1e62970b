/* Arrows between events of a profile: a kernel and its launch have a correlation id; producers and consumers a kind of context and a number; some events a
 * flow, whose lowest bits say whether it comes in or goes out. Numbers are those of one host. Source: TSL's context_types.h and XFlow in xplane_schema.h. */
#include "trace/import/xspace_impl.h"

enum { LAUNCH = 1, OTHER = 9, GPU_LAUNCH = 9, TPU_STREAM = 11, TPU_LAUNCH = 12 };
enum { CORRELATIONS, CONTEXTS, FLOWS, N_SPACES };

bool xplane_has_contexts(const XPlane *p)
{
    return xplane_knows(p, XSTAT_producer_id) || xplane_knows(p, XSTAT_consumer_id) || xplane_knows(p, XSTAT_flow);
}

bool xplane_has_arrows(const XPlane *p)
{
    return xplane_knows(p, XSTAT_correlation_id) || xplane_has_contexts(p);
}

/* Kinds of context are small; each is a space of its own. */
static uint32_t space_of(const XHost *h, int what, int64_t type)
{
    return (h->space << 8 | (uint32_t)(type & 63) << 2) | (uint32_t)what;
}

static int kind_of(int64_t type)
{
    return type == GPU_LAUNCH || type == TPU_STREAM || type == TPU_LAUNCH ? LAUNCH : OTHER;
}

uint32_t xkernel_arrow(ImportRun *r, const XHost *h, uint64_t correlation)
{
    return correlation ? timeline_arrow(r->timeline, 0, LAUNCH, space_of(h, CORRELATIONS, 0), correlation, ARROW_TO) : 0;
}

/* own: of a profile that we exported, whose flows are those between members of a meeting, which is told otherwise. */
uint32_t xevent_arrows(ImportRun *r, const XHost *h, const XPlane *p, const XEvent *e, bool on_device)
{
    enum { MOST_CONTEXTS = 16 };
    bool own = p->is_own;
    int64_t type[2][MOST_CONTEXTS] = { { 0 } }, id[2][MOST_CONTEXTS];
    int n_types[2] = { 0 }, n_ids[2] = { 0 };
    uint64_t correlation = 0, flow = 0;
    int side;
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++) {
        switch ((int)s->key) {
        case XSTAT_correlation_id:
            correlation = (uint64_t)xstat_int(s);
            break;
        case XSTAT_producer_type:
        case XSTAT_consumer_type:
            side = s->key == XSTAT_consumer_type;
            if (n_types[side] < MOST_CONTEXTS)
                type[side][n_types[side]++] = xstat_int(s);
            break;
        case XSTAT_producer_id:
        case XSTAT_consumer_id:
            side = s->key == XSTAT_consumer_id;
            if (n_ids[side] < MOST_CONTEXTS)
                id[side][n_ids[side]++] = xstat_int(s);
            break;
        case XSTAT_flow:
            flow = (uint64_t)xstat_int(s);
            break;
        default:
            break;
        }
    }
    uint32_t out = correlation ? timeline_arrow(r->timeline, 0, LAUNCH, space_of(h, CORRELATIONS, 0), correlation, on_device ? ARROW_TO : ARROW_FROM) : 0;
    for (side = 0; side < 2; side++)
        for (int i = 0; i < n_ids[side]; i++) /* an event without a kind has kind 0 */
            out = timeline_arrow(r->timeline, out, kind_of(type[side][i]), space_of(h, CONTEXTS, type[side][i]), (uint64_t)id[side][i], side ? ARROW_TO : ARROW_FROM);
    if (flow & ARROW_BOTH && !own)
        out = timeline_arrow(r->timeline, out, OTHER, space_of(h, FLOWS, 0), flow >> 2, (ArrowEnd)(flow & ARROW_BOTH));
    return out;
}
