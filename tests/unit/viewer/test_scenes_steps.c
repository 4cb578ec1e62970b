/* The Steps view in scenes of traces written by hand: what is shown first, gaps, legend, levels of detail, meetings, and when and under which
 * name an event is told. */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/viewer/hand.h"
#include "tests/unit/viewer/scenes.h"
#include "viewer/layout/timeline.h"
#include "viewer/layout/words.h"

/* Folding takes out just the gaps, keeps the order, and is undone by unfolding where there is no gap. */
static void test_folded_time(void)
{
    g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(TimeGap));
    const TimeGap some[] = { { 0, 100, 0 }, { 300, 350, 100 }, { 500, 1000, 150 } };
    g_array_append_vals(gaps, some, 3);
    TimePlot p = { .x = 10, .w = 350, .t0 = 0, .t1 = 1000, .first = 0, .last = 1000, .gaps = gaps };
    g_assert_cmpint(time_plot_fold(&p, 1000) - time_plot_fold(&p, 0), ==, 350);
    int64_t before = time_plot_fold(&p, 0);
    for (int64_t t = 0; t <= 1000; t++) {
        int64_t u = time_plot_fold(&p, t);
        bool in_gap = t < 100 || (t >= 300 && t < 350) || t >= 500;
        g_assert_true(u >= before);
        before = u;
        g_assert_cmpint(time_plot_unfold(&p, u), ==, t < 100 ? 100 : t >= 300 && t < 350 ? 350 : in_gap ? 1000 : t);
    }
    g_assert_cmpfloat(time_plot_x(&p, 320), ==, time_plot_x(&p, 350));
    p.gaps = NULL;
    g_assert_cmpint(time_plot_fold(&p, 77), ==, 77);
    g_assert_cmpint(time_plot_unfold(&p, 77), ==, 77);
}

/* Colours of lanes, of the bars beside them and of the critical path: all of them, and no other, are in the legend. */
static void check_legend(const Scene *s, double below)
{
    bool drawn[N_ROLES] = { false }, named[N_ROLES] = { false };
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        for (int c = 0; c < it->n; c++)
            drawn[g_array_index(s->cells, Cell, it->first + c).role] = true;
        if (it->kind == ITEM_box && (it->ref.kind == REF_event || it->ref.kind == REF_lane))
            drawn[it->role] = true;
        if (it->kind == ITEM_box && it->pane == 0 && it->y > below && it->w == 12 && it->h == 11)
            named[it->role] = true;
    }
    for (int r = ROLE_none + 1; r < N_ROLES; r++) {
        if (drawn[r] != named[r])
            g_error("%s is %s, and %s in the legend", role_name((Role)r), drawn[r] ? "drawn" : "not drawn", named[r] ? "is" : "is not");
    }
}

static void test_steps_frame(void)
{
    const View *v = view_find("steps");
    const char *files[] = { "cases.db", "long.db", "wide.db" };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        Rows *rows = scenes_load(files[f], v, (Ref){ 0 }, 0, 0);
        for (int fold = 0; fold < 2; fold++) {
            Viewport vp = { .width = 1280, .height = 900, .metrics = metrics_fixed, .option = { 0, 0, fold ? 2 : 0 } };
            g_autoptr(Scene) s = scene_new(1280, 900);
            v->layout(rows, &vp, s);
            scenes_check_items(s);
            check_legend(s, 700);
        }
        rows_unref(rows);
    }
    /* One step: the ruler begins at 0; rows fill the height; a pinned row is above the others and does not scroll. */
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    const RunRows *run = rows_current(rows);
    const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, 2);
    Viewport vp = { .width = 1280, .height = 900, .metrics = metrics_fixed, .t0 = st->start_ns, .t1 = st->start_ns + st->dur_ns };
    g_autoptr(Scene) s = scene_new(1280, 900);
    v->layout(rows, &vp, s);
    bool zero = false;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        zero |= it->kind == ITEM_text && it->y < 22 && g_strcmp0(it->label, "0") == 0;
    }
    g_assert_true(zero);
    g_autofree char *text = scenes_text(s);
    g_assert_nonnull(strstr(text, "waits "));
    vp.width = 4000; /* where there is room, also for whom */
    g_autoptr(Scene) wide = scene_new(4000, 900);
    v->layout(rows, &vp, wide);
    g_autofree char *more = scenes_text(wide);
    g_assert_nonnull(strstr(more, " for device 5"));
    vp.width = 1280;
    g_assert_cmpfloat(s->panes[PANE_LIST].content_h, >, 0.45 * s->panes[PANE_LIST].h);
    const TimelineRows *t = timeline_rows(rows);
    viewport_pin(&vp, TRACE_AT(t->data, LaneData, 5)->lane->id);
    g_autoptr(Scene) pinned = scene_new(1280, 900);
    v->layout(rows, &vp, pinned);
    g_assert_cmpfloat(pinned->panes[PANE_LIST].y, >, s->panes[PANE_LIST].y + 20);
    g_assert_cmpfloat(pinned->panes[PANE_LIST].content_h, <, s->panes[PANE_LIST].content_h);
    viewport_pin(&vp, TRACE_AT(t->data, LaneData, 5)->lane->id);
    g_assert_cmpint(vp.n_pinned, ==, 0);
    /* An end of a marked range snaps to the edge of a slice, and only to one that is near. */
    const TraceEventRow *e = TRACE_AT(TRACE_AT(TRACE_AT(t->data, LaneData, 0)->rows, LaneEvents, 0)->spans, TraceEventRow, 0);
    g_assert_cmpint(v->time->snap(rows, e->start_ns + 3, 5), ==, e->start_ns);
    g_assert_cmpint(v->time->snap(rows, e->start_ns - 1000000000, 5), ==, e->start_ns - 1000000000);
    /* N goes from event to event of a device. */
    Ref to = { 0 }, next = { 0 };
    g_assert_true(v->key(rows, &vp, 'n', &to));
    g_assert_cmpint(to.kind, ==, REF_event);
    vp.select = to;
    g_assert_true(v->key(rows, &vp, 'n', &next));
    g_assert_true(next.kind == REF_event && next.id != to.id && next.sub == to.sub);
    vp.select = next;
    g_assert_true(v->key(rows, &vp, 'b', &next));
    g_assert_true(ref_equal(next, to));
    rows_unref(rows);
}

/* Gives every collective of a lane a wait inside, of half its time; returns the sum of these between t0 and t1. */
static int64_t put_waits(const LaneData *d, int64_t t0, int64_t t1)
{
    LaneEvents inner = { .depth = 1, .spans = g_array_new(FALSE, TRUE, sizeof(TraceEventRow)) };
    GArray *spans = TRACE_AT(d->rows, LaneEvents, 0)->spans;
    int64_t sum = 0;
    for (guint i = 0; i < spans->len; i++) {
        TraceEventRow w = *TRACE_AT(spans, TraceEventRow, i);
        if (w.cat != TRACE_CAT_COLLECTIVE || w.start_ns < t0 || w.start_ns >= t1)
            continue;
        w.cat = TRACE_CAT_WAIT;
        w.depth = 1;
        w.dur_ns /= 2;
        w.inst_id = 0;
        w.name_id = G_MAXINT32;
        sum += w.dur_ns;
        g_array_append_val(inner.spans, w);
    }
    g_array_append_val(d->rows, inner);
    return sum;
}

static const char *marked_title(const Scene *s)
{
    for (guint i = 0; i < s->items->len; i++)
        if (g_array_index(s->items, Item, i).label && g_str_has_prefix(g_array_index(s->items, Item, i).label, "marked range"))
            return g_array_index(s->items, Item, i).label;
    g_assert_not_reached();
}

/* Of a marked range: waiting inside a collective is waiting, not busy, and what was busy before is divided into the two. */
static void test_marked(void)
{
    const View *v = view_find("steps");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    const TimelineRows *t = timeline_rows(rows);
    const TraceStepRow *st = TRACE_AT(rows_current(rows)->steps, TraceStepRow, 2);
    int64_t t0 = st->start_ns, t1 = st->start_ns + st->dur_ns, waits = 0;
    Viewport vp = { .width = 1280, .height = 900, .metrics = metrics_fixed, .t0 = t0, .t1 = t1, .mark0 = t0, .mark1 = t1 };
    g_autoptr(Scene) before = scene_new(1280, 900), after = scene_new(1280, 900);
    v->layout(rows, &vp, before);
    g_assert_null(strstr(marked_title(before), "waiting"));
    for (guint i = 0; i < t->data->len; i++)
        waits += put_waits(TRACE_AT(t->data, LaneData, i), t0, t1);
    v->layout(rows, &vp, after);
    const char *busy[] = { strstr(marked_title(before), "busy "), strstr(marked_title(after), "busy ") }, *waiting = strstr(marked_title(after), "waiting for devices ");
    g_assert_true(busy[0] && busy[1] && waiting);
    double was = g_ascii_strtod(busy[0] + 5, NULL), is = g_ascii_strtod(busy[1] + 5, NULL), part = g_ascii_strtod(waiting + strlen("waiting for devices "), NULL);
    g_assert_cmpfloat_with_epsilon(was, is + part, 1.1);
    g_assert_cmpfloat_with_epsilon(part, 100 * (double)waits / (double)(t1 - t0) / (double)t->data->len, 1);
    rows_unref(rows);
}

/* The selected collective shows its spine and names the last to come. */
static void test_meeting(void)
{
    const View *v = view_find("steps");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1280, 800, scenes_first_of(rows, v));
    g_autofree char *text = scenes_text(s);
    g_assert_nonnull(strstr(text, "last to arrive: device 5, "));
    rows_unref(rows);
}

/* Far out, a long run is drawn from counts; zoomed in, from events; the picture of a range is never empty. */
static void test_level_of_detail(void)
{
    const View *v = view_find("steps");
    Rows *far = scenes_load("long.db", v, (Ref){ 0 }, 0, 0), *close = scenes_load("long.db", v, (Ref){ 0 }, 40000000, 40100000);
    const TimelineRows *far_rows = timeline_rows(far), *close_rows = timeline_rows(close);
    g_assert_cmpint(far_rows->level, >=, 0);
    const LaneEvents *f = TRACE_AT(TRACE_AT(far_rows->data, LaneData, 0)->rows, LaneEvents, 0);
    const LaneEvents *c = TRACE_AT(TRACE_AT(close_rows->data, LaneData, 0)->rows, LaneEvents, 0);
    g_assert_nonnull(f->buckets);
    g_assert_cmpint(f->buckets->len, >, 0);
    g_assert_cmpint(f->buckets->len + f->spans->len, <, 20000);
    g_assert_cmpint(c->spans->len, >, 10);
    Viewport vp = { .width = 1280, .height = 800, .metrics = metrics_fixed, .t0 = 40000000, .t1 = 40100000 };
    g_assert_true(timeline_covers(close, &vp));
    g_assert_false(timeline_covers(far, &vp));
    g_autoptr(Scene) s = scene_new(1280, 800);
    layout_timeline(close, &vp, s);
    int events = 0;
    for (guint i = 0; i < s->items->len; i++)
        events += g_array_index(s->items, Item, i).ref.kind == REF_event;
    g_assert_cmpint(events, >, 10);
    rows_unref(far);
    rows_unref(close);
}

/* All events of a lane may be within a moment of another's time, or of its own: how many are in sight is told lane by lane, and by counts where there are some. */
static void test_dense(void)
{
    const View *v = view_find("steps");
    Rows *far = scenes_load("long.db", v, (Ref){ 0 }, 0, 0);
    int64_t last = timeline_rows(far)->last_ns;
    for (int own = 0; own < 2; own++) {
        g_autofree char *counted = g_strdup_printf("UPDATE lane SET lod_min = %d, last_ns = 1000 * last_ns", timeline_rows(far)->level + 1);
        g_free(scenes_edit("long.db", "dense.db", own ? counted : "UPDATE lane SET lod_min = 14; UPDATE lane SET last_ns = 1000 * last_ns WHERE id = (SELECT max(id) FROM lane)"));
        Rows *near = scenes_load("dense.db", v, (Ref){ 0 }, 1, last);
        const TimelineRows *t = timeline_rows(near);
        const LaneEvents *row = TRACE_AT(TRACE_AT(t->data, LaneData, 0)->rows, LaneEvents, 0);
        g_assert_cmpint(t->level, <, own ? timeline_rows(far)->level + 1 : 14);
        g_assert_nonnull(row->buckets);
        g_assert_cmpint(row->spans->len, <, 20000);
        rows_unref(near);
    }
    rows_unref(far);
}

/* Where steps are a small part of what was recorded, they are what is shown first; the strip below still shows the whole. */
static void test_first_view(void)
{
    const View *v = view_find("steps");
    for (int early = 0; early < 2; early++) {
        g_autofree char *path = scenes_edit("cases.db", "early.db", early ? "UPDATE lane SET first_ns = 0, last_ns = 40 * last_ns WHERE id = (SELECT max(id) FROM lane WHERE run_id = 1)" : "SELECT 1");
        Rows *rows = scenes_load("early.db", v, (Ref){ 0 }, 0, 0);
        const RunRows *run = rows_current(rows);
        const TraceStepRow *first = TRACE_AT(run->steps, TraceStepRow, 0), *last = TRACE_AT(run->steps, TraceStepRow, run->steps->len - 1);
        Viewport vp = { .width = 1200, .height = 700, .metrics = metrics_fixed };
        TimePlot p = timeline_plot(rows, &vp);
        g_assert_cmpint(p.t0, <=, first->start_ns);
        g_assert_cmpint(p.t1, >=, last->start_ns + last->dur_ns);
        int64_t steps = last->start_ns + last->dur_ns - first->start_ns;
        if (early) {
            g_assert_cmpint(p.t1 - p.t0, <, steps + steps / 10);
            g_assert_cmpint(p.last - p.first, >, 5 * steps);
        } else {
            g_assert_true(p.t0 == p.first && p.t1 == p.last);
        }
        vp.t0 = p.first;
        vp.t1 = p.last;
        TimePlot all = timeline_plot(rows, &vp); /* what is asked for is shown */
        g_assert_true(all.t0 == p.first && all.t1 == p.last);
        rows_unref(rows);
        g_unlink(path);
    }
}

static void test_when(void)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, TRUE, sizeof(TraceStepRow));
    for (int i = 0; i < 3; i++) {
        TraceStepRow st = { .num = i, .start_ns = 1000 * i, .dur_ns = 600 };
        g_array_append_val(steps, st);
    }
    static const struct { int64_t ns; const char *want; } all[] = { { 0, "0 ns into step 0" }, { 599, "599 ns into step 0" }, { 600, "at 600 ns" }, { 2100, "100 ns into step 2" },
                                                                    { 9000, "at 9.00 µs" } };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *s = word_when(steps, all[i].ns);
        g_assert_cmpstr(s, ==, all[i].want);
    }
    g_autofree char *none = word_when(NULL, 5);
    g_assert_cmpstr(none, ==, "at 5 ns");
}

/* Slices say what the user wrote where there is room, the instruction's name where there is less. */
static void test_names_of_slices(void)
{
    g_autofree char *path = scenes_edit("cases.db", "names.db", "INSERT OR IGNORE INTO str(s) VALUES('the result of matmul (net.py:8)');"
                                                "UPDATE inst SET label_id = (SELECT id FROM str WHERE s LIKE '%net.py:8%') WHERE name_id = (SELECT id FROM str WHERE s = 'dot.1')");
    const View *v = view_find("steps");
    Rows *rows = scenes_load("names.db", v, (Ref){ 0 }, 0, 0);
    const TraceStepRow *st = TRACE_AT(rows_current(rows)->steps, TraceStepRow, 1);
    for (int wide = 0; wide < 2; wide++) {
        Viewport vp = { .width = 1400, .height = 900, .metrics = metrics_fixed, .t0 = st->start_ns, .t1 = st->start_ns + (wide ? 1 : 12) * st->dur_ns };
        g_autoptr(Scene) s = scene_new(vp.width, vp.height);
        v->layout(rows, &vp, s);
        int user = 0, own = 0;
        for (guint i = 0; i < s->items->len; i++) {
            const Item *it = &g_array_index(s->items, Item, i);
            if (it->ref.kind != REF_event || !it->label)
                continue;
            user += g_str_equal(it->label, "matmul (net.py:8)");
            own += g_str_equal(it->label, "dot.1");
        }
        g_assert_cmpint(wide ? user : own, >, 0);
        g_assert_cmpint(wide ? own : user, ==, 0);
    }
    rows_unref(rows);
    g_unlink(path);
}

/* Four processes on two machines, dealt out in turns. */
static const char in_turns[] =
    "UPDATE host SET name = 'h1', process_index = 0 WHERE run_id = 1;"
    "INSERT INTO host(id, run_id, name, process_index) VALUES(1001, 1, 'h2', 1), (1002, 1, 'h1', 2), (1003, 1, 'h2', 3);"
    "UPDATE lane SET host_id = 1000 + (SELECT global_id / 2 FROM device d WHERE d.id = device_id) WHERE run_id = 1 AND (SELECT global_id FROM device d WHERE d.id = device_id) > 1;";

static Ref pin_of(const Scene *s, const char *words)
{
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->label && strstr(it->label, words))
            return it->ref;
    }
    g_error("nothing says %s", words);
    return (Ref){ 0 };
}

static void expect_in_order(const char *text, const char *const *words)
{
    const char *at = text;
    for (; *words; words++) {
        at = strstr(at, *words);
        if (!at)
            g_error("%s is not in its place: %s", *words, text);
    }
}

/* Rows stand by machine, and there by process; folding a machine takes the headings of its processes away, too. */
static void test_machines(void)
{
    static const char *const all[] = { "▾ h1: devices 0 to 1, 4 to 5", "rank 0 on h1: devices 0 to 1", "device 0", "rank 2 on h1: devices 4 to 5", "▾ h2: devices 2 to 3, 6 to 7", "rank 1 on h2", "device 2", "rank 3 on h2", NULL },
                      *const less[] = { "▸ h1: devices 0 to 1, 4 to 5, folded", "▾ h2", "rank 1 on h2", "device 2", NULL };
    g_free(scenes_edit("cases.db", "turns.db", in_turns));
    const View *v = view_find("steps");
    Rows *rows = scenes_load("turns.db", v, (Ref){ 0 }, 0, 0);
    Viewport vp = { .width = 1280, .height = 900, .metrics = metrics_fixed };
    g_autoptr(Scene) s = scene_new(1280, 900), folded = scene_new(1280, 900);
    v->layout(rows, &vp, s);
    g_autofree char *text = scenes_text(s);
    expect_in_order(text, all);
    Ref pin = pin_of(s, "▾ h1:");
    g_assert_cmpint(pin.kind, ==, REF_pin);
    viewport_pin(&vp, pin.id);
    v->layout(rows, &vp, folded);
    g_autofree char *rest = scenes_text(folded);
    expect_in_order(rest, less);
    g_assert_cmpint(scenes_count(rest, "on h1"), ==, 0);
    g_assert_cmpint(scenes_count(rest, "rank "), ==, 2);
    rows_unref(rows);
}

int main(int argc, char **argv)
{
    scenes_begin(&argc, &argv);
    g_autofree char *cases = scenes_file("cases.db"), *big = scenes_file("long.db"), *wide = scenes_file("wide.db");
    sample_cases(cases);
    sample_wide(wide, 512);
    sample_long(big, 250000);
    g_test_add_func("/viewer/scenes/folded-time", test_folded_time);
    g_test_add_func("/viewer/scenes/steps-frame", test_steps_frame);
    g_test_add_func("/viewer/scenes/meeting", test_meeting);
    g_test_add_func("/viewer/scenes/marked", test_marked);
    g_test_add_func("/viewer/scenes/level-of-detail", test_level_of_detail);
    g_test_add_func("/viewer/scenes/dense", test_dense);
    g_test_add_func("/viewer/scenes/first-view", test_first_view);
    g_test_add_func("/viewer/scenes/when", test_when);
    g_test_add_func("/viewer/scenes/names-of-slices", test_names_of_slices);
    g_test_add_func("/viewer/scenes/machines", test_machines);
    return scenes_end();
}
