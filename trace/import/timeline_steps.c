/* The steps of an imported run: those that the profile names, else one for each launch of the program that runs longest. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/timeline_impl.h"

enum { NAMED_BY_USER = 1, NAMED_BY_DEVICE = 2, INFERRED = 3 };

static int by_num(gconstpointer pa, gconstpointer pb)
{
    const NamedStep *a = pa, *b = pb;
    return a->num != b->num ? (a->num < b->num ? -1 : 1) : (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

static int by_start(gconstpointer pa, gconstpointer pb)
{
    const NamedStep *a = pa, *b = pb;
    return a->start_ns != b->start_ns ? (a->start_ns < b->start_ns ? -1 : 1) : (a->num > b->num) - (a->num < b->num);
}

/* Those of a source, one for each number: each device, and each host, names the same steps. */
static GArray *named(const Timeline *t, int source)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NamedStep));
    for (guint i = 0; i < t->steps->len; i++)
        if (g_array_index(t->steps, NamedStep, i).source == source)
            g_array_append_vals(all, &g_array_index(t->steps, NamedStep, i), 1);
    g_array_sort(all, by_num);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(NamedStep));
    for (guint i = 0; i < all->len; i++) {
        const NamedStep *s = &g_array_index(all, NamedStep, i);
        NamedStep *last = out->len ? &g_array_index(out, NamedStep, out->len - 1) : NULL;
        if (last && last->num == s->num) {
            last->start_ns = MIN(last->start_ns, s->start_ns);
            last->end_ns = MAX(last->end_ns, s->end_ns);
        } else {
            g_array_append_vals(out, s, 1);
        }
    }
    g_array_sort(out, by_start);
    return out;
}

/* The launches of a program, over all devices. */
static GArray *launches(const Timeline *t, const ImportProgram *g)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NamedStep));
    for (guint i = 0; g && i < t->devices->len; i++) {
        const TimelineDevice *d = t->devices->pdata[i];
        for (guint k = 0; k < d->execs->len; k++) {
            const TimelineExec *x = &g_array_index(d->execs, TimelineExec, k);
            if (x->program == g)
                g_array_append_val(all, ((NamedStep){ INFERRED, x->launch, x->start_ns, x->end_ns, { 0 } }));
        }
    }
    Timeline of_these = { .steps = all };
    return named(&of_these, INFERRED);
}

/* Each launch begins and ends within a step of the user. */
static bool all_within(const GArray *launched, const GArray *steps)
{
    guint k = 0;
    for (guint i = 0; i < launched->len; i++) {
        const NamedStep *x = &g_array_index(launched, NamedStep, i);
        while (k < steps->len && g_array_index(steps, NamedStep, k).end_ns < x->end_ns)
            k++;
        if (k == steps->len || g_array_index(steps, NamedStep, k).start_ns > x->start_ns)
            return false;
    }
    return true;
}

/* The user's words are about the host, which may be ahead of the devices: then a step is a launch, with the user's number. */
static GArray *steps_of(const Timeline *t)
{
    GArray *steps = named(t, NAMED_BY_DEVICE);
    if (steps->len)
        return steps;
    g_array_unref(steps);
    steps = named(t, NAMED_BY_USER);
    g_autoptr(GArray) launched = launches(t, timeline_main_program(t));
    if (steps->len && (launched->len != steps->len || all_within(launched, steps)))
        return steps;
    for (guint i = 0; i < launched->len; i++) { /* until the next begins: what the devices wait for is part of a step */
        NamedStep *s = &g_array_index(launched, NamedStep, i);
        s->num = i;
        if (steps->len) {
            s->num = g_array_index(steps, NamedStep, i).num;
            s->source = NAMED_BY_USER;
        }
        if (i + 1 < launched->len)
            s->end_ns = g_array_index(launched, NamedStep, i + 1).start_ns;
    }
    g_array_unref(steps);
    return g_steal_pointer(&launched);
}

static int by_value(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static int64_t middle(const GArray *steps)
{
    g_autofree int64_t *v = g_new(int64_t, steps->len + 1);
    for (guint i = 0; i < steps->len; i++) {
        const NamedStep *s = &g_array_index(steps, NamedStep, i);
        v[i] = s->end_ns - s->start_ns;
    }
    if (steps->len)
        qsort(v, steps->len, sizeof *v, by_value);
    return steps->len ? v[steps->len / 2] : 0;
}

/* Marks the steps in which an event of the lane lies; both are in the order of time. Returns how many were not marked before. */
static guint mark_lane(const Timeline *t, const EventLane *lane, const GArray *steps, bool *has)
{
    guint n = 0, k = 0;
    for (size_t i = 0; i < lane->n && k < steps->len; i++) {
        const EventRow *e = &t->events->rows[lane->first + i];
        while (k < steps->len && g_array_index(steps, NamedStep, k).end_ns <= e->start_ns)
            k++;
        for (guint s = k; s < steps->len && g_array_index(steps, NamedStep, s).start_ns < e->start_ns + MAX(e->dur_ns, 1) && !has[s]; s++, n++)
            has[s] = true;
    }
    return n;
}

/* Which steps have events of devices: profilers' buffers fill up, and our own exports of long runs have all steps, but events of some. To be freed. */
static bool *with_events(const Timeline *t, const GArray *steps)
{
    bool *has = g_new0(bool, steps->len + 1);
    guint n = 0;
    for (guint i = 0; i < t->events->lanes->len && n < steps->len; i++) {
        const EventLane *lane = &g_array_index(t->events->lanes, EventLane, i);
        if (lane->device_id && (lane->kind == TRACE_LANE_OPS || lane->kind == TRACE_LANE_STREAM || lane->kind == TRACE_LANE_ASYNC))
            n += mark_lane(t, lane, steps, has);
    }
    if (n == 0) /* of no step: then devices are not what the profile is of */
        memset(has, true, steps->len);
    return has;
}

GArray *timeline_put_steps(Timeline *t)
{
    g_autoptr(GArray) steps = steps_of(t);
    g_autofree bool *has = with_events(t, steps);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(TraceStep));
    int64_t usual = middle(steps);
    for (guint i = 0; i < steps->len; i++) {
        NamedStep *s = &g_array_index(steps, NamedStep, i);
        if (i + 1 < steps->len)
            s->end_ns = MIN(s->end_ns, g_array_index(steps, NamedStep, i + 1).start_ns);
        g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, s->num);
        TraceStep row = { .run_id = t->run_id, .num = s->num, .name_id = trace_str(t->w, name), .start_ns = s->start_ns, .dur_ns = s->end_ns - s->start_ns, .source = s->source };
        row.warm = s->warm;
        if (!has[i])
            row.n_events = TRACE_INT(0);
        if (i == 0 && !s->warm.known && steps->len > 2 && row.dur_ns > usual + usual / 2)
            row.warm = TRACE_INT(0);
        row.id = trace_put_step(t->w, &row);
        g_array_append_val(out, row);
    }
    t->n_steps = (int)out->len;
    return out;
}
