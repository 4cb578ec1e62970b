/* Headings of the Steps view: a run of several processes has one for each process, which says its devices, and, where a machine ran several of them, one
 * for each machine above those of its processes. A click on a heading folds its rows. */
#include "viewer/layout/timeline_impl.h"

#define INDENT 14.0 /* px, of what is within a machine */

static const TraceLaneRow *lane_at(const TimelineDraw *d, guint i)
{
    return TRACE_AT(d->t->data, LaneData, i)->lane;
}

/* A machine is folded as its first process is, but for this offset: viewports know pins by number. */
static int64_t machine_pin(int64_t first_host)
{
    return -first_host - (INT64_C(1) << 40);
}

void timeline_group(TimelineDraw *d)
{
    guint n = d->t->data->len;
    g_autofree int64_t *machine = g_new(int64_t, n + 1);
    bool several_machines = false, several_in_one = false;
    d->grouped = false;
    for (guint i = 0; i < n; i++) {
        const TraceLaneRow *l = lane_at(d, i);
        bool same = i && l->machine && g_strcmp0(l->machine, lane_at(d, i - 1)->machine) == 0;
        machine[i] = same ? machine[i - 1] : l->host_id;
        several_machines |= i && !same;
        several_in_one |= l->host_id != machine[i];
        d->grouped |= l->host_id != lane_at(d, 0)->host_id;
    }
    d->machine = several_machines && several_in_one ? g_steal_pointer(&machine) : NULL;
}

/* Of a lane of the timeline's. */
static guint place_of(const TimelineDraw *d, const LaneData *lane)
{
    return (guint)(lane - TRACE_AT(d->t->data, LaneData, 0));
}

static bool machine_is_folded(const TimelineDraw *d, guint i)
{
    return d->machine && viewport_is_pinned(d->vp, machine_pin(d->machine[i]));
}

bool timeline_is_folded(const TimelineDraw *d, const LaneData *lane)
{
    return d->grouped && (viewport_is_pinned(d->vp, -lane->lane->host_id) || machine_is_folded(d, place_of(d, lane)));
}

static bool begins_machine(const TimelineDraw *d, guint i)
{
    return d->machine && (i == 0 || d->machine[i] != d->machine[i - 1]);
}

static bool begins_process(const TimelineDraw *d, guint i)
{
    return d->grouped && !machine_is_folded(d, i) && (i == 0 || lane_at(d, i)->host_id != lane_at(d, i - 1)->host_id);
}

int timeline_n_headings(const TimelineDraw *d, guint i)
{
    return begins_machine(d, i) + begins_process(d, i);
}

static bool is_within(const TimelineDraw *d, guint i, guint first, bool machine)
{
    return machine ? d->machine[i] == d->machine[first] : lane_at(d, i)->host_id == lane_at(d, first)->host_id;
}

enum { MANY_RANGES = 4 };

static void add_range(GString *out, int n, int64_t lo, int64_t hi)
{
    if (n > MANY_RANGES)
        return;
    g_string_append(out, n > 1 ? ", " : lo == hi ? ": device " : ": devices ");
    if (n == MANY_RANGES)
        g_string_append(out, "…");
    else if (lo == hi)
        g_string_append_printf(out, "%" G_GINT64_FORMAT, lo);
    else
        g_string_append_printf(out, "%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, lo, hi);
}

/* ": devices 0 to 3, 8 to 11" of a machine or process whose first lane this is; to be freed. */
static char *devices_of(const TimelineDraw *d, guint first, bool machine)
{
    GString *out = g_string_new(NULL);
    int64_t lo = -1, hi = -1;
    int n = 0;
    for (guint i = first; i < d->t->data->len && is_within(d, i, first, machine); i++) {
        const TraceLaneRow *l = lane_at(d, i);
        if (!l->global_id.known || l->global_id.v == hi)
            continue;
        if (hi >= 0 && l->global_id.v != hi + 1)
            add_range(out, ++n, lo, hi);
        lo = hi >= 0 && l->global_id.v == hi + 1 ? lo : l->global_id.v;
        hi = l->global_id.v;
    }
    if (hi >= 0)
        add_range(out, ++n, lo, hi);
    return g_string_free(out, FALSE);
}

typedef struct Heading {
    int64_t pin;
    double x;
    const char *of, *name; /* "machine", "h1" */
} Heading;

static void draw_heading(TimelineDraw *d, const Heading *h, const char *devices, double y)
{
    bool folded = viewport_is_pinned(d->vp, h->pin);
    Item *back = scene_box(d->s, ROLE_panel, (Rect){ 0, y, d->vp->width, HEADING_H - 1 });
    back->ref = (Ref){ REF_pin, d->run->info->id, h->pin, 0 };
    back->tip = scene_keepf(d->s, folded ? "show the rows of this %s" : "fold the rows of this %s", h->of);
    Item *it = scene_textf(d->s, FONT_small, ROLE_text, (Spot){ h->x, y + (HEADING_H - 1 - d->m[FONT_small].line_h) / 2, d->vp->width - h->x - 6 }, "%s %s%s%s", folded ? "▸" : "▾",
                           h->name, devices, folded ? ", folded" : "");
    it->ref = back->ref;
    it->tip = back->tip;
}

void timeline_headings(TimelineDraw *d, guint i, double y)
{
    const TraceLaneRow *l = lane_at(d, i);
    if (begins_machine(d, i)) {
        g_autofree char *devices = devices_of(d, i, true);
        draw_heading(d, &(Heading){ machine_pin(d->machine[i]), 6, "machine", l->machine ? l->machine : "a machine" }, devices, y);
        y += HEADING_H;
    }
    if (begins_process(d, i)) {
        g_autofree char *devices = devices_of(d, i, false);
        draw_heading(d, &(Heading){ -l->host_id, d->machine ? 6 + INDENT : 6, "process", l->host ? l->host : "a process" }, devices, y);
    }
}
