/* Differences and gains in words. See verdict.h. */
#include "trace/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 1000, LEAST_STEPS = 3, MOST_STEPS = 2000 };

static int by_value(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

/* int64_t: ns of each step that counts. */
static GArray *times_of(const GArray *steps)
{
    bool only_warm = false;
    for (guint i = 0; i < steps->len; i++)
        only_warm |= TRACE_AT(steps, TraceStepRow, i)->warm != 0;
    GArray *out = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0; i < steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(steps, TraceStepRow, i);
        if (s->warm || !only_warm)
            g_array_append_val(out, s->dur_ns);
    }
    return out;
}

static double median_of(GArray *times)
{
    qsort(times->data, times->len, sizeof(int64_t), by_value);
    return (double)trace_quantile((int64_t *)(void *)times->data, (int)times->len, 0.5);
}

/* Of as many of them as there are, each drawn from all, which are sorted. Drawn ones are counted by place, which takes no sorting. */
static double drawn_median(const GArray *from, GArray *room, GRand *r)
{
    guint n = MIN(from->len, MOST_STEPS), *times = (guint *)(void *)g_array_set_size(room, from->len)->data;
    memset(times, 0, from->len * sizeof *times);
    for (guint i = 0; i < n; i++)
        times[g_rand_int_range(r, 0, (int)from->len)]++;
    int64_t middle[2] = { 0 }; /* of an even number of them */
    const guint place[2] = { (n - 1) / 2, n / 2 };
    for (guint i = 0, k = 0, upto = 0; i < from->len && k < 2; i++)
        for (upto += times[i]; k < 2 && place[k] < upto; k++)
            middle[k] = g_array_index(from, int64_t, i);
    return (double)trace_quantile(middle, 2, 0.5);
}

static int by_real(const void *pa, const void *pb)
{
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

/* Both sorted. The middle 95 % of relative differences of medians, both drawn again and again with replacement (the bootstrap of B. Efron, 1979).
 * The seed is fixed: the same trace gives the same interval. */
static void find_interval(TraceDifference *d, const GArray *steps, const GArray *base)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(1979);
    g_autoptr(GArray) room = g_array_new(FALSE, FALSE, sizeof(guint));
    double ratios[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
        double x = drawn_median(base, room, r), y = drawn_median(steps, room, r);
        ratios[i] = x > 0 ? y / x - 1 : 0;
    }
    qsort(ratios, DRAWS, sizeof *ratios, by_real);
    d->sure = true;
    d->lo = ratios[DRAWS * 25 / 1000];
    d->hi = ratios[DRAWS * 975 / 1000 - 1];
}

TraceDifference trace_difference(const GArray *steps, const GArray *base)
{
    TraceDifference d = { 0 };
    g_autoptr(GArray) a = times_of(base), b = times_of(steps);
    if (!a->len || !b->len)
        return d;
    double before = median_of(a);
    d.known = before > 0;
    d.part = d.known ? median_of(b) / before - 1 : 0;
    if (d.known && a->len >= LEAST_STEPS && b->len >= LEAST_STEPS)
        find_interval(&d, b, a);
    return d;
}

bool trace_is_noise(const TraceDifference *d)
{
    return d->known && d->sure && d->lo <= 0 && d->hi >= 0;
}

const char *trace_difference_verdict(const TraceDifference *d)
{
    return !d->known ? NULL : trace_is_noise(d) ? "within the noise" : d->sure ? "beyond the noise" : "too few steps to say";
}

TraceWord trace_difference_text(const TraceDifference *d)
{
    TraceWord w;
    if (!d->known)
        g_snprintf(w.s, sizeof w.s, "-");
    else if (trace_is_noise(d))
        g_snprintf(w.s, sizeof w.s, "%s, %s", trace_change(100 * d->part).s, trace_difference_verdict(d));
    else if (!d->sure)
        g_snprintf(w.s, sizeof w.s, "%s", trace_change(100 * d->part).s);
    else
        g_snprintf(w.s, sizeof w.s, "%+.1f %% (%+.1f to %+.1f)", 100 * d->part, 100 * d->lo, 100 * d->hi);
    return w;
}

TraceWord trace_gain_text(double gain_ns, double before_ns)
{
    TraceWord w;
    if (before_ns > 0)
        g_snprintf(w.s, sizeof w.s, "%s of the predicted step, %s of %s", trace_percent(100 * fabs(gain_ns) / before_ns).s, trace_ns(fabs(gain_ns)).s, trace_ns(before_ns).s);
    else
        g_snprintf(w.s, sizeof w.s, "%s of the predicted step", trace_ns(fabs(gain_ns)).s);
    return w;
}

#define SAME 0.005 /* what rounding to three digits hides */

char *trace_planned_said(const TraceReshardRow *r, const GArray *plans)
{
    const TracePlanRow *chosen = NULL;
    for (guint i = 0; plans && i < plans->len; i++)
        if (TRACE_AT(plans, TracePlanRow, i)->chosen)
            chosen = TRACE_AT(plans, TracePlanRow, i);
    if (!chosen || !chosen->est_ns.known || !r->est_ns.known || chosen->est_ns.v <= 0)
        return NULL;
    double whole = chosen->est_ns.v * (double)MAX(r->trips, 1), apart = fabs(r->est_ns.v - whole);
    if (r->trips <= 1 && apart <= SAME * whole)
        return NULL;
    GString *s = g_string_new("planned: one execution of it by itself");
    if (r->trips > 1)
        g_string_append_printf(s, ", %s for the %" G_GINT64_FORMAT " of a step", trace_ns(whole).s, r->trips);
    if (apart > SAME * whole)
        g_string_append_printf(s, "; predicted %s a step: its collectives as they stand in the final program, where others may be combined with them", trace_ns(r->est_ns.v).s);
    return g_string_free(s, FALSE);
}

char *trace_combined_said(const TraceReshardRow *r, const GArray *colls)
{
    int64_t all = 0;
    for (guint i = 0; colls && i < colls->len; i++)
        all += MAX(TRACE_AT(colls, TraceCollRow, i)->traffic, 0);
    if (!colls || !colls->len || !r->traffic.known || r->traffic.v >= all - (int64_t)colls->len)
        return NULL;
    return g_strdup_printf("%s; of the %s, %s is for this one", colls->len == 1 ? "other changes of layout are combined with it" : "other changes of layout are combined with these",
                           trace_bytes(all).s, trace_bytes(r->traffic.v).s);
}

const char *trace_remedy_trial(const TraceRunInfo *run)
{
    return run->kind == TRACE_RUN_IMPORTED ? "compiled by Shardscope in XLA's manner, op by op; XLA itself has not compiled it" : "compiled, not run";
}

const char *trace_remedy_none(const TraceRunInfo *run, bool tried)
{
    if (!run->remedies_tried.known)
        return NULL;
    if (tried)
        return "no change of annotations that was compiled removes it or lets it move less";
    return run->kind == TRACE_RUN_IMPORTED ? "no change is known to remove it: either none comes to mind, or Shardscope, dividing the program in XLA's manner, does not move this value, so that it cannot tell" :
                                             "no change of annotations was compiled for it";
}
