/* Times of collectives; see coll_time.h. A measured curve is interpolated in the logarithm of the size, as factors of a line of latency and
 * bytes. Among members that were not measured, and where points are held out, coll_fit.h says it. Beyond one domain of links a collective is
 * the inner one beside what the members of a domain send over their network cards, whichever takes longer. */
#include "runtime/sim/coll_time.h"

#include "runtime/sim/coll_fit.h"
#include "runtime/sim/coll_outer.h"

#include <pthread.h>
#include <string.h>

/* Latency and bytes over a rate, by least squares of the relative errors; neither is negative. */
typedef struct Line {
    double latency, per_byte;
} Line;

static Line line_through(const CollCurve *c)
{
    double u = 0, v = 0, uu = 0, uv = 0, vv = 0; /* of 1 / ns and bytes / ns */
    for (int i = 0; i < c->n_points; i++) {
        const CollPoint *p = &c->points[i];
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

/* Times of a curve's points as they are used: by size they never fall. To be freed. */
static double *rising(const CollCurve *c)
{
    double *ns = g_new(double, c->n_points);
    for (int i = 0; i < c->n_points; i++)
        ns[i] = log(c->points[i].ns);
    coll_rise(ns, c->n_points);
    for (int i = 0; i < c->n_points; i++)
        ns[i] = exp(ns[i]);
    return ns;
}

/* Lines through all points, their times, the rows of hardware.def that curves belong to, and the models of those rows. Made once. */
typedef struct Index {
    Line *lines;
    double **ns;
    int *row;
    GHashTable *models; /* row -> Hardware */
} Index;

static Index curve_index;

static void make_index(void)
{
    curve_index = (Index){ g_new(Line, n_coll_curves), g_new(double *, n_coll_curves), g_new(int, n_coll_curves), g_hash_table_new(NULL, NULL) };
    for (int i = 0; i < n_coll_curves; i++) {
        curve_index.lines[i] = line_through(&coll_curves[i]);
        curve_index.ns[i] = rising(&coll_curves[i]);
        curve_index.row[i] = hardware_row(coll_curves[i].part);
        g_hash_table_insert(curve_index.models, GINT_TO_POINTER(curve_index.row[i]), (gpointer)hardware_named(coll_curves[i].part));
    }
}

static const Index *index_of(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_index);
    return &curve_index;
}

/* The time of a curve at a size: the factors by which its points exceed a line are interpolated in the logarithm of the size, which may not
 * leave what lies between the points. *exact: it was measured there. */
static double on_curve(const CollCurve *c, double bytes, bool *exact)
{
    const Index *index = index_of();
    Line line = index->lines[c - coll_curves];
    const double *ns = index->ns[c - coll_curves];
    int a = 0, b = 0;
    for (int i = 0; i < c->n_points; i++) {
        a = c->points[i].bytes <= bytes ? i : a;
        b = i;
        if (c->points[i].bytes > bytes)
            break;
    }
    double from = c->points[a].bytes, to = c->points[b].bytes;
    *exact = from == bytes && fabs(c->points[a].ns / ns[a] - 1) < 1e-9;
    double over_a = ns[a] / (line.latency + line.per_byte * from), over_b = ns[b] / (line.latency + line.per_byte * to);
    double f = a == b ? 0 : log(bytes / from) / log(to / from);
    double between = (line.latency + line.per_byte * bytes) * over_a * pow(over_b / over_a, f);
    return a == b ? between : CLAMP(between, ns[a], ns[b]);
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

/* The measured curve of so many members of the part that `hw` is like; NULL if there is none. */
static const CollCurve *curve_of(const Hardware *hw, CollKind kind, int64_t n)
{
    const Index *index = index_of();
    for (int i = 0; i < n_coll_curves; i++)
        if (coll_curves[i].kind == kind && index->row[i] == hw->coll_row && coll_curves[i].n == n)
            return &coll_curves[i];
    return NULL;
}

/* With what is left out of the measured ones. */
static CollWhere where_of(const Hardware *hw, double bytes, int64_t n, CollHold hold)
{
    CollWhere at = { hw->coll_row, (double)n, bytes, 0, hold == COLL_HOLD_SIZE_CARDS || hold == COLL_HOLD_GROUP_CARDS };
    switch (hold) {
    case COLL_HOLD_POINT: at.within = 1.001; break;
    case COLL_HOLD_SIZE: case COLL_HOLD_SIZE_CARDS: at.within = 2.001; break;
    case COLL_HOLD_GROUP: case COLL_HOLD_GROUP_CARDS: at.within = INFINITY; break;
    case COLL_HOLD_NONE: break;
    }
    return at;
}

/* Inside one domain, n members; NAN if nothing was measured of the part. */
static Estimate domain_estimate(const Hardware *hw, CollKind asked, double bytes, int64_t n, CollHold hold)
{
    CollKind kind = measured_like(asked);
    int64_t want = coll_pattern(kind) == PATTERN_PERMUTE ? 2 : n; /* all pairs at once, each over links of its own */
    CollGuess guess = { 0, 0 };
    if (hw->coll_row < 0)
        return (Estimate){ NAN, NAN, NAN, ORIGIN_ASSUMED };
    const CollCurve *curve = hold == COLL_HOLD_NONE ? curve_of(hw, kind, want) : NULL;
    CollWhere at = where_of(hw, bytes, want, hold);
    if (!curve && !coll_fit(kind, &at, &guess))
        return (Estimate){ NAN, NAN, NAN, ORIGIN_ASSUMED };
    bool exact = false, own = hw->is_row && g_str_equal(hw->id, hw->coll_part);
    const Hardware *of = own ? hw : g_hash_table_lookup(index_of()->models, GINT_TO_POINTER(hw->coll_row));
    double ns = coll_formula_ns(hw, kind, bytes, (double)want);
    ns *= curve ? on_curve(curve, bytes, &exact) / coll_formula_ns(of, kind, bytes, (double)want) : exp(guess.log_factor);
    if (!own)
        return estimate_of(ns, 0.3, ORIGIN_ASSUMED);
    if (!curve)
        return estimate_of(ns, guess.spread, ORIGIN_FITTED);
    bool small = bytes < (16 << 20) || kind == COLL_PERMUTE;
    return estimate_of(ns, exact ? 0.06 : small ? 0.18 : 0.07, exact && kind == asked ? ORIGIN_MEASURED : ORIGIN_INTERPOLATED);
}

/* Bytes that a device reads and writes for a collective among n virtual ones, whose memory is one: a sum is made once for all, as is what is gathered, and
 * what is passed on stays where it is. bytes: as coll_estimate has them. */
static double shared_bytes(CollKind kind, double bytes, double n)
{
    switch (coll_pattern(kind)) {
    case PATTERN_GATHER: return kind == COLL_REDUCE_SCATTER ? bytes * (1 + 1 / n) : kind == COLL_BROADCAST ? 0 : 2 * bytes / n;
    case PATTERN_REDUCE: return bytes * (1 + 1 / n);
    case PATTERN_EXCHANGE: return 2 * bytes;
    case PATTERN_PERMUTE: return 0;
    }
    return 0;
}

static double received_bytes(CollKind kind, double bytes, double n)
{
    return (double)coll_traffic(kind, (int64_t)(kind == COLL_REDUCE_SCATTER ? bytes / n : bytes), (int64_t)n);
}

/* Among virtual devices of one machine. The rates are those of what is received where all devices meet, of MEASURED bytes a device: others follow by the bytes
 * that are read and written, and from which caches. */
static double shared_ns(const Hardware *hw, CollKind kind, double bytes, double n)
{
    const double measured = 2 << 20; /* source: api/calibrate.c */
    Pattern pattern = coll_pattern(kind);
    bool sum = pattern == PATTERN_REDUCE || kind == COLL_REDUCE_SCATTER;
    double all = hw->domain > 1 ? (double)hw->domain : hw->n_devices > 1 ? (double)hw->n_devices : 8, rate = sum ? hw->link * hw->net_share : pattern == PATTERN_EXCHANGE ? hw->exchange : hw->hand_on;
    CollKind as = sum ? COLL_ALL_REDUCE : pattern == PATTERN_EXCHANGE ? COLL_ALL_TO_ALL : COLL_ALL_GATHER;
    double touched = shared_bytes(kind, bytes, n), latency = wires_ns(hw, &(Wires){ .n = 2, .n_domains = 1 }, pattern, 0);
    if (hw->hand_on <= 0 && hw->exchange <= 0) /* a machine that was not measured: bytes weigh what they weigh on links */
        return latency + received_bytes(kind, bytes, n) / (hw->link * hw->net_share);
    if (rate <= 0)
        rate = hw->link * hw->net_share;
    double each = 1 / rate * received_bytes(as, measured, all) / shared_bytes(as, measured, all);
    return latency + touched * each * hardware_cached_gain(hw, measured) / hardware_cached_gain(hw, touched);
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
        double ns = hw->wiring == WIRING_MEMORY ? shared_ns(hw, kind, bytes, (double)w->n) : wires_ns(hw, &one, coll_pattern(kind), received);
        inner = estimate_of(ns, torus ? 0.2 : 0.3, torus ? ORIGIN_SPEC : ORIGIN_ASSUMED);
    }
    if (m <= 1)
        return inner;
    double outer = coll_outer_ns(hw, kind, bytes, m, g);
    double latency = hw->far_ns > 0 ? hw->far_ns : g >= 2 ? fmin(inner.ns, 20e3) : 20e3;
    return estimate_of(fmax(inner.ns, outer) + latency, 0.3, ORIGIN_ASSUMED);
}

/* What the least collective takes of the device alone. Source: the constants of NCCL's tuning.cc for a ring over NVLink, whose hops are announced with each word; AMD's library
 * has the same ones. */
static double device_latency_ns(CollKind kind, double n)
{
    const double base = 6.6e3, hop = 0.6e3;
    switch (coll_pattern(kind)) {
    case PATTERN_GATHER: case PATTERN_EXCHANGE: return base + (n - 1) * hop;
    case PATTERN_REDUCE: return base + 2 * (n - 1) * hop;
    case PATTERN_PERMUTE: return base + hop;
    }
    return base;
}

double coll_launch_ns(const Hardware *hw, CollKind kind, const Wires *w)
{
    if (hw->family != DEVICE_GPU || hw->coll_row < 0 || w->n < 2 || w->n_domains > 1)
        return 0;
    return fmax(whole_estimate(hw, kind, 1, w, COLL_HOLD_NONE).ns - device_latency_ns(kind, (double)w->n), 0);
}

Estimate coll_estimate(const Hardware *hw, CollKind kind, double bytes, const Wires *w, CollHold hold)
{
    Estimate e = whole_estimate(hw, kind, bytes, w, hold);
    double launch = hw->queued ? coll_launch_ns(hw, kind, w) : 0;
    if (launch > 0)
        e = estimate_of(fmax(e.ns - launch, 0), 0.3, ORIGIN_ASSUMED);
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
    for (size_t k = 0; k < (size_t)n_coll_curves; k++) {
        if (i < coll_curves[k].n_points) {
            *out = (CollCase){ coll_curves[k].part, coll_curves[k].kind, coll_curves[k].n, (int64_t)coll_curves[k].points[i].bytes, coll_curves[k].points[i].ns };
            return true;
        }
        i -= coll_curves[k].n_points;
    }
    return false;
}
