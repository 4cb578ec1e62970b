/* Times of collectives; see coll_time.h. A curve is interpolated in the logarithm of the size, as
 * factors of a line of latency and bytes. For a number of members
 * that was not measured, the factors by which the neighbouring curves exceed a formula (latency plus bytes over the links) are
 * interpolated in the logarithm of the number. Beyond one domain of links a collective is the inner one beside what the members
 * of a domain send over their network cards, whichever takes longer. */
#include "runtime/sim/coll_time.h"

#include <pthread.h>
#include <string.h>

typedef struct Point {
    double bytes, ns;
} Point;

typedef struct Curve {
    const char *part;
    CollKind kind;
    int n, n_points;
    const Point *points;
} Curve;

#define POINTS(...) ((const Point[]){ __VA_ARGS__ })
static const Curve curves[] = {
#define COLL_CURVE(part, kind, n, ...) { #part, COLL_##kind, n, sizeof POINTS(__VA_ARGS__) / sizeof(Point), POINTS(__VA_ARGS__) },
#include "runtime/sim/coll_measured.def"
};

/* True if a point may be looked at. */
static bool is_seen(const Point *p, double bytes, CollHold hold)
{
    double within = hold == COLL_HOLD_SIZE ? 2.001 : hold == COLL_HOLD_POINT ? 1.001 : 0;
    return within == 0 || p->bytes > bytes * within || bytes > p->bytes * within;
}

/* Latency and bytes over a rate, by least squares of the relative errors; neither is negative. */
typedef struct Line {
    double latency, per_byte;
} Line;

static Line line_through(const Curve *c, double bytes, CollHold hold)
{
    double u = 0, v = 0, uu = 0, uv = 0, vv = 0; /* of 1 / ns and bytes / ns */
    for (int i = 0; i < c->n_points; i++) {
        const Point *p = &c->points[i];
        if (!is_seen(p, bytes, hold))
            continue;
        double x = 1 / p->ns, y = p->bytes / p->ns;
        u += x;
        v += y;
        uu += x * x;
        uv += x * y;
        vv += y * y;
    }
    double det = uu * vv - uv * uv;
    Line l = { (u * vv - v * uv) / det, (v * uu - u * uv) / det };
    if (l.latency < 0)
        l = (Line){ 0, v / vv };
    if (l.per_byte < 0)
        l = (Line){ u / uu, 0 };
    return l;
}

/* Lines through all points, and the rows of hardware.def that curves belong to. Made once. */
typedef struct Index {
    Line lines[G_N_ELEMENTS(curves)];
    int row[G_N_ELEMENTS(curves)];
} Index;

static Index curve_index;

static void make_index(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(curves); i++) {
        curve_index.lines[i] = line_through(&curves[i], 0, COLL_HOLD_NONE);
        curve_index.row[i] = hardware_row(curves[i].part);
    }
}

static const Index *index_of(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_index);
    return &curve_index;
}

/* The time of a curve at a size: the factors by which its points exceed a line are interpolated in the logarithm of the size. *exact:
 * it was measured there. */
static double on_curve(const Curve *c, double bytes, CollHold hold, bool *exact)
{
    Line line = hold == COLL_HOLD_NONE ? index_of()->lines[c - curves] : line_through(c, bytes, hold);
    const Point *lo = NULL, *hi = NULL;
    for (int i = 0; i < c->n_points; i++) {
        const Point *p = &c->points[i];
        if (is_seen(p, bytes, hold)) {
            lo = p->bytes <= bytes ? p : lo;
            hi = p->bytes > bytes && !hi ? p : hi;
        }
    }
    *exact = lo && lo->bytes == bytes;
    const Point *a = lo ? lo : hi, *b = hi ? hi : lo;
    double over_a = a->ns / (line.latency + line.per_byte * a->bytes), over_b = b->ns / (line.latency + line.per_byte * b->bytes);
    double f = a == b ? 0 : log(bytes / a->bytes) / log(b->bytes / a->bytes);
    return (line.latency + line.per_byte * bytes) * over_a * pow(over_b / over_a, f);
}

/* Latency and links: what the curves of different numbers of members are compared by. */
static double formula_ns(const Hardware *hw, CollKind kind, double bytes, double n)
{
    double received = coll_pattern(kind) == PATTERN_PERMUTE ? bytes : bytes * (n - 1) / n * (kind == COLL_ALL_REDUCE ? 2 : 1);
    double rate = 0.8 * hw->link * (hw->wiring == WIRING_MESH && coll_pattern(kind) != PATTERN_PERMUTE ? n - 1 : 1);
    double latency = hw->wiring == WIRING_MESH ? 60e3 : 15e3;
    return latency * (1 + 0.15 * log2(n / 2)) + received / rate;
}

/* Kinds that were not measured are like others. */
static CollKind measured_like(CollKind kind)
{
    switch (kind) {
    case COLL_BROADCAST: return COLL_ALL_GATHER;
    case COLL_SEND_RECV: return COLL_PERMUTE;
    case COLL_RAGGED_ALL_TO_ALL: return COLL_ALL_TO_ALL;
    case COLL_NONE: case COLL_ALL_GATHER: case COLL_ALL_REDUCE: case COLL_REDUCE_SCATTER: case COLL_ALL_TO_ALL: case COLL_PERMUTE:
    case N_COLL_KINDS: break;
    }
    return kind;
}

/* Inside one domain, n members; NAN without curves. */
static Estimate domain_estimate(const Hardware *hw, CollKind asked, double bytes, int64_t n, CollHold hold)
{
    const Curve *below = NULL, *above = NULL;
    CollKind kind = measured_like(asked);
    int64_t want = coll_pattern(kind) == PATTERN_PERMUTE ? 2 : n; /* all pairs at once, each over links of its own */
    const Index *index = index_of();
    for (size_t i = 0; i < G_N_ELEMENTS(curves) && hw->coll_row >= 0; i++) {
        const Curve *c = &curves[i];
        if (c->kind != kind || index->row[i] != hw->coll_row || (hold == COLL_HOLD_GROUP && c->n == want))
            continue;
        if (c->n <= want && (!below || c->n > below->n))
            below = c;
        if (c->n >= want && (!above || c->n < above->n))
            above = c;
    }
    if (!below && !above)
        return (Estimate){ NAN, NAN, NAN, ORIGIN_ASSUMED };
    const Curve *a = below ? below : above, *b = above ? above : below;
    bool exact, unused;
    bool own = hw->is_row && g_str_equal(hw->id, hw->coll_part);
    const Hardware *of = own ? hw : hardware_named(hw->coll_part);
    double f = a->n == b->n ? 0 : log((double)want / a->n) / log((double)b->n / a->n);
    double over_a = log(on_curve(a, bytes, hold, &exact) / formula_ns(of, kind, bytes, a->n)), over_b = log(on_curve(b, bytes, hold, &unused) / formula_ns(of, kind, bytes, b->n));
    double ns = exp(over_a * (1 - f) + over_b * f) * formula_ns(hw, kind, bytes, (double)want);
    if (!own)
        return estimate_of(ns, 0.3, ORIGIN_ASSUMED);
    if (a->n != want || b->n != want)
        return estimate_of(ns, 0.25, ORIGIN_FITTED);
    bool small = bytes < (16 << 20) || kind == COLL_PERMUTE;
    return estimate_of(ns, exact ? 0.06 : small ? 0.18 : 0.07, exact && kind == asked ? ORIGIN_MEASURED : ORIGIN_INTERPOLATED);
}

/* Over the network cards, m domains of g members each: bytes and latency of the outer part. Latencies: NCCL's trees take 14 us a level,
 * its rings 4 us a step (tuning.cc). */
static double outer_ns(const Hardware *hw, CollKind kind, double bytes, double m, double g)
{
    const double card_share = 0.92;
    double card = hw->nic * card_share;
    switch (coll_pattern(kind)) {
    case PATTERN_GATHER: return fmin(4e3 * (m - 1), 14e3 * log2(m) * 4) + bytes * (m - 1) / (m * g * card);
    case PATTERN_REDUCE: return 2 * 14e3 * log2(m) + 2 * bytes * (m - 1) / (m * g * card);
    case PATTERN_EXCHANGE: return 2e3 * (m - 1) * g + bytes * (m - 1) / m / card;
    case PATTERN_PERMUTE: return 14e3 + bytes / card;
    }
    return 0;
}

static Estimate whole_estimate(const Hardware *hw, CollKind kind, double bytes, const Wires *w, CollHold hold)
{
    if (w->n < 2 || kind == COLL_NONE)
        return (Estimate){ 0, 0, 0, ORIGIN_SPEC };
    double m = (double)MAX(w->n_domains, 1), g = (double)w->n / m, result = kind == COLL_REDUCE_SCATTER ? bytes / (double)w->n : bytes;
    double received = (double)coll_traffic(kind, (int64_t)result, w->n);
    bool torus = hw->wiring == WIRING_TORUS2 || hw->wiring == WIRING_TORUS3;
    Estimate inner = { NAN, NAN, NAN, ORIGIN_ASSUMED };
    if (!torus && g >= 2)
        inner = domain_estimate(hw, kind, bytes, (int64_t)g, hold);
    if (!torus && g < 2)
        inner = (Estimate){ 0, 0, 0, ORIGIN_ASSUMED };
    if (isnan(inner.ns)) {
        Wires one = *w;
        one.n_domains = 1;
        inner = estimate_of(wires_ns(hw, &one, coll_pattern(kind), received), torus ? 0.2 : 0.3, torus ? ORIGIN_SPEC : ORIGIN_ASSUMED);
    }
    if (m <= 1)
        return inner;
    double outer = outer_ns(hw, kind, bytes, m, g);
    double latency = g >= 2 ? fmin(inner.ns, 20e3) : 20e3;
    return estimate_of(fmax(inner.ns, outer) + latency, 0.3, ORIGIN_ASSUMED);
}

Estimate coll_estimate(const Hardware *hw, CollKind kind, double bytes, const Wires *w, CollHold hold)
{
    Estimate e = whole_estimate(hw, kind, bytes, w, hold);
    if (hw->latency_scale == 1)
        return e;
    double less = (1 - hw->latency_scale) * fmin(e.ns, whole_estimate(hw, kind, 1, w, hold).ns);
    return (Estimate){ e.ns - less, e.low_ns - less, e.high_ns - less, e.from };
}

double coll_traffic_ns(const Hardware *hw, CollKind kind, double traffic, const Wires *w)
{
    if (w->n < 2)
        return 0;
    if (hw->family != DEVICE_GPU)
        return wires_ns(hw, w, coll_pattern(kind), traffic);
    double n = (double)w->n, whole = traffic;
    switch (coll_pattern(kind)) {
    case PATTERN_GATHER: case PATTERN_EXCHANGE: whole = traffic * n / (n - 1); break;
    case PATTERN_REDUCE: whole = traffic * n / (2 * (n - 1)); break;
    case PATTERN_PERMUTE: break;
    }
    return coll_estimate(hw, kind, fmax(whole, 1), w, COLL_HOLD_NONE).ns;
}

double coll_roofline_ns(const Hardware *hw, CollKind kind, double bytes, int64_t n)
{
    double result = kind == COLL_REDUCE_SCATTER ? bytes / (double)n : bytes;
    double links = hw->wiring == WIRING_MESH && coll_pattern(kind) != PATTERN_PERMUTE ? (double)(n - 1) : 1;
    return (double)coll_traffic(kind, (int64_t)result, n) / (hw->link * links);
}

bool coll_measured(int i, CollCase *out)
{
    for (size_t k = 0; k < G_N_ELEMENTS(curves); k++) {
        if (i < curves[k].n_points) {
            *out = (CollCase){ curves[k].part, curves[k].kind, curves[k].n, (int64_t)curves[k].points[i].bytes, curves[k].points[i].ns };
            return true;
        }
        i -= curves[k].n_points;
    }
    return false;
}
