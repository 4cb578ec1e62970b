/* Scenes of every view on a trace written by hand: nothing thinner than a pixel or far away, picking finds what is
 * drawn, sizes from tiny to huge, empty traces in words; and the scenes as text against tests/golden/viewer. */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/viewer/hand.h"
#include "tests/unit/viewer/scenes.h"
#include "trace/report/settings.h"
#include "viewer/layout/timeline.h"
#include "viewer/layout/reading.h"
#include "viewer/layout/theme.h"
#include "viewer/layout/table_list.h"
#include "viewer/model/source.h"
#include "viewer/views.h"
#include "viewer/views/source.h"

static void test_all_sizes(void)
{
    const double sizes[][2] = { { 64, 64 }, { 200, 1000 }, { 1000, 90 }, { 640, 480 }, { 1280, 800 }, { 3840, 2160 } };
    const char *files[] = { "cases.db", "long.db", "bare.db", "wide.db" };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        for (int i = 0; i < n_views; i++) {
            Rows *rows = scenes_load(files[f], views[i], (Ref){ 0 }, 0, 0);
            for (size_t k = 0; k < G_N_ELEMENTS(sizes); k++) {
                g_autoptr(Scene) s = scenes_lay_out(rows, views[i], sizes[k][0], sizes[k][1], (Ref){ 0 });
                g_assert_cmpint(s->items->len, >, 0);
                scenes_check_items(s);
            }
            rows_unref(rows);
        }
    }
}

/* The colour at a point just before item `n` is painted. */
static Rgb colour_below(const Scene *s, guint n, double x, double y, ThemeId theme)
{
    int pane = g_array_index(s->items, Item, n).pane;
    for (guint i = n; i-- > 0;) {
        const Item *it = &g_array_index(s->items, Item, i);
        if ((it->pane != pane && it->pane != 0) || it->role == ROLE_none || x < it->x || x >= it->x + it->w || y < it->y || y >= it->y + it->h)
            continue;
        if (it->kind == ITEM_box)
            return theme_tint(theme, it->role, it->tint, it->tint2);
    }
    return theme_colour(theme, ROLE_background);
}

/* Where the letters of a text are. */
static Rect letters_of(const Item *it)
{
    double w = text_width(metrics_fixed, it->font, it->label), room = it->w > 0 ? it->w : w;
    w = MIN(w, room);
    if (it->vertical)
        return (Rect){ it->x, it->y, metrics_fixed[it->font].line_h, it->w };
    double x = it->align == ALIGN_right ? it->x + room - w : it->align == ALIGN_centre ? it->x + (room - w) / 2 : it->x;
    return (Rect){ x, it->y, w, metrics_fixed[it->font].line_h };
}

static void check_contrast(const Scene *s, const char *what)
{
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        const Pane *p = &s->panes[it->pane];
        if (it->kind != ITEM_text || !it->label || !*it->label)
            continue;
        Rect r = letters_of(it);
        for (int k = 0; k <= 2; k++) {
            double x = r.x + 1 + (r.w - 2) * k / 2, y = r.y + r.h / 2;
            if (x < p->x || x >= p->x + p->w || y < p->y || y >= p->y + p->h)
                continue;
            for (ThemeId t = THEME_light; t <= THEME_dark; t++) {
                double c = rgb_contrast(theme_text(t, it->role), colour_below(s, i, x, y, t));
                if (c < 4.5)
                    g_error("%s: \"%s\" (%s) at %.0f,%.0f has a contrast of %.2f in theme %d", what, it->label, role_name(it->role), x, y, c, t);
            }
        }
    }
}

/* Every text of every view reads well where it stands, also on rows that are selected or under the pointer. */
static void test_contrast(void)
{
    const char *files[] = { "cases.db", "long.db", "bare.db", "wide.db" };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        for (int i = 0; i < n_views; i++) {
            Rows *rows = scenes_load(files[f], views[i], (Ref){ 0 }, 0, 0);
            g_autoptr(Scene) s = scenes_lay_out(rows, views[i], 1280, 1600, (Ref){ 0 });
            check_contrast(s, views[i]->name);
            g_autoptr(GArray) refs = g_array_new(FALSE, FALSE, sizeof(Ref));
            for (guint k = 0; k < s->items->len; k += 1 + s->items->len / 40) {
                if (g_array_index(s->items, Item, k).ref.kind != REF_none)
                    g_array_append_val(refs, g_array_index(s->items, Item, k).ref);
            }
            for (guint k = 0; k < refs->len; k++) {
                Ref ref = g_array_index(refs, Ref, k);
                Viewport vp = { .width = 1280, .height = 1600, .metrics = metrics_fixed, .select = ref, .hover = ref };
                scene_reset(s, 1280, 1600);
                views[i]->layout(rows, &vp, s);
                check_contrast(s, views[i]->name);
                vp.select = (Ref){ 0 };
                scene_reset(s, 1280, 1600);
                views[i]->layout(rows, &vp, s);
                check_contrast(s, views[i]->name);
            }
            rows_unref(rows);
        }
    }
}

/* What a screen reader walks through: every thing once, inside the picture, with words; and of a list's row all its cells. */
static void test_reading(void)
{
    const char *files[] = { "cases.db", "long.db", "bare.db", "wide.db" };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        for (int i = 0; i < n_views; i++) {
            Rows *rows = scenes_load(files[f], views[i], (Ref){ 0 }, 0, 0);
            g_autoptr(Scene) s = scenes_lay_out(rows, views[i], 1000, 700, (Ref){ 0 });
            g_autoptr(GArray) all = scene_read(s, 300);
            g_assert_cmpint(all->len, <=, 300);
            for (guint k = 0; k < all->len; k++) {
                const Reading *r = &g_array_index(all, Reading, k);
                g_assert_true(r->name && *r->name && g_utf8_validate(r->name, -1, NULL));
                g_assert_true(r->x >= 0 && r->y >= 0 && r->w >= 1 && r->h >= 1 && r->x + r->w <= 1000 && r->y + r->h <= 700);
                for (guint q = 0; q < k; q++)
                    g_assert_false(ref_equal(r->ref, g_array_index(all, Reading, q).ref));
            }
            if (f == 0 && g_str_equal(views[i]->name, "reshards")) {
                const TraceReshardRow *x = TRACE_AT(rows_current(rows)->reshards, TraceReshardRow, 0);
                bool told = false;
                for (guint k = 0; k < all->len; k++) {
                    const Reading *r = &g_array_index(all, Reading, k);
                    told |= r->ref.kind == REF_reshard && r->ref.id == x->id && strstr(r->name, x->value) && strstr(r->name, x->kinds);
                }
                g_assert_true(told);
            }
            rows_unref(rows);
        }
    }
}

/* Source brings the selected line into sight; while another one is being read, nothing of where it scrolled is kept. */
static void test_source(void)
{
    Rows *rows = scenes_load("cases.db", view_find("source"), (Ref){ 0 }, 0, 0);
    const SourceRows *own = source_rows(rows);
    g_assert_cmpuint(own->totals->len, >, 1);
    g_autoptr(Scene) s = scenes_lay_out(rows, view_find("source"), 1000, 700, (Ref){ 0 });
    g_assert_cmpfloat(s->panes[PANE_DETAIL].scroll, >, 0);
    Ref other = { REF_source, rows_current(rows)->info->id, source_id(TRACE_AT(own->totals, TraceLineTotal, 1)->at), 0 };
    g_autoptr(Scene) early = scenes_lay_out(rows, view_find("source"), 1000, 700, other);
    g_assert_cmpfloat(early->panes[PANE_DETAIL].scroll, ==, 0);
    rows_unref(rows);
}

/* What is selected elsewhere leads to its line: a value's, a reshard's; nothing selected, to the costliest. */
static void test_source_of_selection(void)
{
    static const struct {
        Ref select;
        const char *at;
    } cases[] = { { { REF_reshard, 1, 1, 0 }, "matmul.py:8" }, { { REF_value, 1, 2, 0 }, "matmul.py:6" }, { { 0 }, "matmul.py:8" } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Rows *rows = scenes_load("cases.db", view_find("source"), cases[i].select, 0, 0);
        const SourceRows *own = source_rows(rows);
        g_assert_cmpint(own->shown, >=, 0);
        g_assert_cmpstr(TRACE_AT(own->totals, TraceLineTotal, own->shown)->at, ==, cases[i].at);
        rows_unref(rows);
    }
}

/* The middle of what is drawn and stands for a row gives that row, or one that was drawn over it. */
static void test_picking(void)
{
    for (int i = 0; i < n_views; i++) {
        Rows *rows = scenes_load("cases.db", views[i], (Ref){ 0 }, 0, 0);
        g_autoptr(Scene) s = scenes_lay_out(rows, views[i], 1280, 800, (Ref){ 0 });
        int found = 0;
        for (guint k = 0; k < s->items->len; k++) {
            const Item *it = &g_array_index(s->items, Item, k);
            const Pane *p = &s->panes[it->pane];
            double x = it->x + it->w / 2, y = it->y + it->h / 2;
            if (it->kind != ITEM_box || it->ref.kind == REF_none || x < p->x || x >= p->x + p->w || y < p->y || y >= p->y + p->h)
                continue;
            const Item *hit = scene_pick(s, x, y);
            g_assert_nonnull(hit);
            g_assert_true(hit >= it);
            found += ref_equal(hit->ref, it->ref);
        }
        g_assert_cmpint(found, >=, 3);
        rows_unref(rows);
    }
}

/* A link leads to a view that there is, which can show the row that it carries; every kind of row has one home at most;
 * the rows that a view reads out are rows that it can select. */
static void test_links(void)
{
    int links = 0, stops = 0;
    for (int i = 0; i < n_views; i++) {
        const View *v = views[i];
        Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
        g_autoptr(Scene) s = scenes_lay_out(rows, v, 1280, 2000, (Ref){ 0 });
        for (guint k = 0; k < s->items->len; k++) {
            const Item *it = &g_array_index(s->items, Item, k);
            if (!it->go)
                continue;
            const View *to = view_find(it->go);
            g_assert_nonnull(to);
            if (it->ref.kind != REF_view && it->ref.kind != REF_none && !view_accepts(to, it->ref.kind))
                g_error("%s links to %s with a %s, which that does not show", v->name, to->name, ref_kind_name(it->ref.kind));
            links++;
        }
        Viewport vp = { .width = 1280, .height = 800, .metrics = metrics_fixed };
        g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ViewStop));
        if (v->stops)
            v->stops(rows, &vp, true, all);
        for (guint k = 0; k < all->len; k++, stops++)
            g_assert_true(view_accepts(v, g_array_index(all, ViewStop, k).ref.kind));
        for (int k = 0; k < i; k++)
            g_assert_cmpint(views[k]->home & v->home, ==, 0);
        rows_unref(rows);
    }
    g_assert_cmpint(links, >, 20);
    g_assert_cmpint(stops, >, 100);
}

/* A change of layout that a result of the program asks for is on no edge of the graph, and is drawn below its value. */
static void test_result_changes_layout(void)
{
    const View *v = view_find("graph");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    for (int of_result = 0; of_result < 2; of_result++) {
        if (of_result)
            TRACE_AT(rows_current(rows)->reshards, TraceReshardRow, 0)->user_id = 0;
        g_autoptr(Scene) s = scenes_lay_out(rows, v, 1280, 900, (Ref){ 0 });
        g_autofree char *text = scenes_text(s);
        g_assert_cmpint(scenes_count(text, "for the result"), ==, of_result);
    }
    rows_unref(rows);
}

static void test_what_it_says(void)
{
    scenes_must_say("bare.db", "shardings", (Ref){ 0 }, (const char *const[]){ "No shardings recorded", NULL });
    scenes_must_say("bare.db", "passes", (Ref){ 0 }, (const char *const[]){ "No passes", NULL });
    scenes_must_say("cases.db", "passes", (Ref){ 0 }, (const char *const[]){ "localise", "+1", "1 line removed, 2 added", "z = all-reduce(part)", NULL });
    scenes_must_say("bare.db", "memory", (Ref){ 0 }, (const char *const[]){ "No memory plan", NULL });
    scenes_must_say("cases.db", "memory", (Ref){ 0 }, (const char *const[]){ "peak 40 MiB", "In use at the peak", "all-reduce.3", "could free", NULL });
    scenes_must_say("bare.db", "steps", (Ref){ 0 }, (const char *const[]){ "No timeline", "compiled, not executed", NULL });
    scenes_must_say("cases.db", "shardings", (Ref){ 0 }, (const char *const[]){ "case1", "case1b", "case2", "full", NULL });
    scenes_must_say("cases.db", "compare", (Ref){ 0 }, (const char *const[]){ "the fastest", "case1 against case2", "Why it is slower", NULL });
    scenes_must_say("cases.db", "compare", (Ref){ REF_run, 1, 1, 0 },
             (const char *const[]){ "case1 against case2", "1 24 MiB", "Reshards that only case1 has", "the contracted dimension of", "Values with another sharding", NULL });
    scenes_must_say("cases.db", "overview", (Ref){ 0 }, (const char *const[]){ "Where does the step go?", "What moves, and why?", "What fills the memory?", "40 MiB", "case1b", "1 reshard by 1 collective ", NULL });
    scenes_must_say("bare.db", "overview", (Ref){ 0 }, (const char *const[]){ "compiled, not executed", "memory of this run was not recorded", NULL });
    scenes_must_say("cases.db", "graph", (Ref){ 0 }, (const char *const[]){ "parameter", "dot", "f32[2048,2048]", "reach", NULL });
    scenes_must_say("cases.db", "steps", (Ref){ 0 }, (const char *const[]){ "first to last", "in all", "most often waits for", NULL });
    scenes_must_say("bare.db", "graph", (Ref){ 0 }, (const char *const[]){ "No program", NULL });
    scenes_must_say("cases.db", "steps", (Ref){ 0 }, (const char *const[]){ "device 7", "step 4", "device 5, last 4 of 4 times", NULL });
    scenes_must_say("cases.db", "reshards", (Ref){ 0 }, (const char *const[]){ "all-reduce(a)", "Why it is there", "matmul.py:8", "moves more", "chosen", NULL });
    const View *v = view_find("shardings");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    const RunRows *run = rows_current(rows);
    Ref z = { REF_value, run->info->id, TRACE_AT(run->values, TraceValueRow, run->values->len - 1)->inst_id, 0 };
    const TraceReshardRow *moved = TRACE_AT(run->reshards, TraceReshardRow, 0); /* of a reshard, the value that it moves */
    const TraceValueRow *value = rows_value(rows, moved->inst_id, NULL);
    if (value)
        scenes_must_say("cases.db", "shardings", (Ref){ REF_reshard, run->info->id, moved->id, 0 },
                 (const char *const[]){ "Why it is sharded this way", "Where its layout changes", value->name, NULL });
    scenes_must_say("cases.db", "shardings", z, (const char *const[]){ "Why it is sharded this way", "k is contracted", "The same value in the other runs", NULL });
    rows_unref(rows);
}

static int times_told(const char *text)
{
    return scenes_count(text, "What was changed: ") + scenes_count(text, "Nothing was changed") + scenes_count(text, "No setting that was recorded differs");
}

/* What was changed stands first; any runs can be ticked, each is compared with the fastest of them; an op's times lead to
 * the op in their own runs. */
static void test_compare_choice(void)
{
    const View *v = view_find("compare");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    Viewport vp = { .width = 1280, .height = 4000, .metrics = metrics_fixed };
    g_autoptr(Scene) s = scene_new(1280, 4000);
    v->layout(rows, &vp, s);
    g_autofree char *two = scenes_text(s);
    g_assert_cmpint(times_told(two), ==, 1);
    const char *title = strstr(two, " against case"), *why = strstr(two, "Why it is slower: "), *where = strstr(two, "What the devices do in a step: the mean"); /* one mean, said to be one */
    g_assert_true(title && why && where && title < why && why < where);
    int links[2] = { 0 };
    int64_t runs[2] = { 0 };
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->ref.kind != REF_inst || !it->go)
            continue;
        int k = runs[0] == 0 || runs[0] == it->ref.run ? 0 : 1;
        g_assert_true(runs[k] == 0 || runs[k] == it->ref.run);
        g_assert_cmpstr(it->go, ==, "graph");
        g_assert_true(it->ref.id > 0);
        runs[k] = it->ref.run;
        links[k]++;
    }
    g_assert_true(links[0] > 0 && links[1] > 0);
    for (guint i = 0; i < 3; i++)
        viewport_pin(&vp, ((const RunRows *)g_ptr_array_index(rows->run, i))->info->id);
    scene_reset(s, 1280, 4000);
    v->layout(rows, &vp, s);
    g_autofree char *three = scenes_text(s);
    g_assert_cmpint(times_told(three), ==, 2);
    rows_unref(rows);
}

/* A difference that is within the noise in the list is not called slower below it, whichever run is the base. */
static void test_compare_noise(void)
{
    const View *v = view_find("compare");
    g_autofree char *path = scenes_edit("cases.db", "noise.db", "UPDATE step SET dur_ns = 1000000 + run_id * 20000 + (id * 7919 % 5) * 300000");
    Rows *rows = scenes_load("noise.db", v, (Ref){ 0 }, 0, 0);
    int n_noise = 0;
    for (guint i = 0; i < rows->runs->len; i++)
        for (guint k = i + 1; k < rows->runs->len; k++) {
            Viewport vp = { .width = 1280, .height = 4000, .metrics = metrics_fixed };
            viewport_pin(&vp, TRACE_AT(rows->runs, TraceRunInfo, i)->id);
            viewport_pin(&vp, TRACE_AT(rows->runs, TraceRunInfo, k)->id);
            g_autoptr(Scene) s = scene_new(1280, 4000);
            v->layout(rows, &vp, s);
            g_autofree char *text = scenes_text(s);
            bool noise = scenes_count(text, "within the noise") > 0 && !scenes_count(text, "% (");
            n_noise += noise;
            if (noise && scenes_count(text, "Why it is slower"))
                g_error("%s", text);
        }
    g_assert_cmpint(n_noise, >, 0);
    rows_unref(rows);
    g_unlink(path);
}

/* Two imported runs of one program are what two compilers made of it, not "nothing changed"; neither has measured times. */
static void test_compare_imported(void)
{
    g_autofree char *path = scenes_edit("cases.db", "imported.db", "UPDATE run SET kind = 3, config = NULL, name = 'step'");
    Rows *rows = scenes_load("imported.db", view_find("compare"), (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, view_find("compare"), 1280, 4000, (Ref){ 0 });
    g_autofree char *text = scenes_text(s);
    if (scenes_count(text, "The same program: as ") != 1)
        g_error("%s", text);
    g_assert_cmpint(times_told(text), ==, 0);
    rows_unref(rows);
    g_unlink(path);
}

/* One run is not the fastest of anything. */
static void test_compare_alone(void)
{
    Rows *rows = scenes_load("bare.db", view_find("compare"), (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, view_find("compare"), 1280, 900, (Ref){ 0 });
    g_autofree char *text = scenes_text(s);
    g_assert_cmpint(scenes_count(text, "fastest"), ==, 0);
    g_assert_cmpint(scenes_count(text, "There is only one run. "), ==, 1);
    rows_unref(rows);
}

static void test_settings(void)
{
    TraceRunInfo a = { .name = "m.mlir", .mesh = "a=4,b=2", .config = "{\"mesh\":\"a=4,b=2\",\"shard\":\"x=P(None,\\\"a\\\"), y=P(\\\"a\\\",None)\",\"steps\":20}" };
    TraceRunInfo b = a, c = a;
    b.config = "{\"mesh\":\"a=4,b=2\",\"shard\":\"x=P(\\\"b\\\",\\\"a\\\"), y=P(\\\"a\\\",None)\",\"steps\":20,\"hardware\":\"tpu_v4\"}";
    g_autofree char *same = trace_settings_change(&a, &c), *change = trace_settings_change(&a, &b);
    g_assert_null(same);
    g_assert_cmpstr(change, ==, "x is P('b', 'a') instead of P(None, 'a'); hardware is tpu_v4 instead of not set");
    TraceRunInfo here = a, there = a; /* a run that was executed, and what it is predicted to take elsewhere */
    here.hardware = "cpu";
    there.hardware = "h100";
    g_autofree char *model = trace_settings_change(&here, &there);
    g_assert_cmpstr(model, ==, "the hardware model is h100 instead of cpu");
    here.hardware = NULL; /* nothing was asked for: it was planned for this machine */
    here.kind = TRACE_RUN_MEASURED;
    there.kind = TRACE_RUN_COMPILED;
    g_autofree char *planned = trace_settings_change(&here, &there);
    g_assert_cmpstr(planned, ==, "the hardware model is h100 instead of cpu");
    c.mesh = "x=8";
    c.config = "not JSON";
    g_autofree char *other = trace_settings_change(&a, &c);
    g_assert_nonnull(strstr(other, "y is as the program says instead of P('a', None)"));
    g_assert_nonnull(strstr(other, "the mesh is x=8 instead of a=4,b=2"));
}

/* A parameter that only one run replaces is told with what it is in the other. */
static void test_settings_named(void)
{
    TraceRunInfo own = { .name = "m.mlir", .config = "{}" }, tried = own;
    tried.config = "{\"shard\":\"x=P(None,\\\"a\\\"), arg1=P(\\\"a\\\"), z=P(\\\"a\\\")\"}";
    g_autoptr(GArray) values = g_array_new(FALSE, TRUE, sizeof(TraceValueRow));
    const TraceValueRow x = { .name = (char *)"%x.1", .label = (char *)"x", .role = (char *)"parameter", .spec = (char *)"P('b', None)" };
    const TraceValueRow y = { .name = (char *)"%y.1", .label = (char *)"y", .role = (char *)"parameter", .param_no = { 1, true }, .spec = (char *)"P(None)" };
    const TraceValueRow z = { .name = (char *)"%z", .label = (char *)"z", .role = (char *)"value", .spec = (char *)"P(None)" };
    g_array_append_val(values, x);
    g_array_append_val(values, y);
    g_array_append_val(values, z);
    g_autofree char *change = trace_settings_change_named(&own, values, &tried, NULL);
    g_assert_cmpstr(change, ==, "arg1 is P('a') instead of P(None) (as the program says); x is P(None, 'a') instead of P('b', None) (as the program says); "
                                "z is P('a') instead of as the program says");
    g_autofree char *back = trace_settings_change_named(&tried, NULL, &own, values);
    g_assert_nonnull(strstr(back, "x is P('b', None) (as the program says) instead of P(None, 'a')"));
    /* In GSPMD's notation a replaced sharding is written as the run's values have it: the option's text knows no mesh. */
    g_autoptr(GArray) after = g_array_new(FALSE, TRUE, sizeof(TraceValueRow));
    g_array_append_vals(after, values->data, values->len);
    for (guint i = 0; i < after->len; i++)
        TRACE_AT(after, TraceValueRow, i)->spec = "{devices=[1,4,2]<=[8] last_tile_dim_replicate}";
    trace_default_spelling(TRACE_SPELLING_GSPMD);
    g_autofree char *gspmd = trace_settings_change_named(&own, values, &tried, after);
    trace_default_spelling(TRACE_SPELLING_JAX);
    g_assert_nonnull(strstr(gspmd, "x is {devices=[1,4,2]<=[8] last_tile_dim_replicate} instead of"));
    g_assert_null(strstr(gspmd, "P(None, 'a')"));
}

/* What is a change of what, and that two runs lie apart. */
static void test_settings_apart(void)
{
    TraceRunInfo base = { .name = "m", .title = (char *)"m", .kind = TRACE_RUN_MEASURED, .epoch_ns = 1000000000, .end_ns = { 5000000000, true }, .config = "{}" }, made = base, more = base;
    made.title = (char *)"change 1";
    made.config = "{\"changes\":\"x is split\"}";
    made.epoch_ns = base.epoch_ns + INT64_C(95000000000);
    more.config = "{\"changes\":\"x is split; y is split\"}";
    more.epoch_ns = base.epoch_ns + INT64_C(6000000000);
    g_assert_true(trace_settings_is_changed(&made, &base));
    g_assert_false(trace_settings_is_changed(&base, &made));
    g_assert_true(trace_settings_is_changed(&more, &made));
    g_assert_false(trace_settings_is_changed(&made, &more));
    g_assert_false(trace_settings_is_changed(&made, &made));
    g_autofree char *apart = trace_settings_apart(&base, &made), *back = trace_settings_apart(&made, &base), *near = trace_settings_apart(&base, &more);
    g_assert_cmpstr(apart, ==, "m was recorded 90.0 s before change 1: where the machine did something else then, that is in the difference, too");
    g_assert_cmpstr(apart, ==, back);
    g_assert_null(near);
}

static void test_paragraphs(void)
{
    g_autoptr(Scene) s = scene_new(400, 400);
    double y = scene_paragraph(s, metrics_fixed, FONT_body, ROLE_text, (Spot){ 0, 0, 70 }, "one two three four five six");
    g_assert_cmpint((int)y, ==, (int)s->items->len * 16);
    for (guint i = 0; i < s->items->len; i++)
        g_assert_cmpfloat(text_width(metrics_fixed, FONT_body, g_array_index(s->items, Item, i).label), <=, 70);
    scene_reset(s, 400, 400); /* a word longer than a line is broken, and nothing of it is lost */
    static const char word[] = "variables['decoder']['block']['0']['ünïcode']";
    scene_paragraph(s, metrics_fixed, FONT_body, ROLE_text, (Spot){ 0, 0, 180 }, word);
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < s->items->len; i++) {
        const char *part = g_array_index(s->items, Item, i).label;
        g_assert_cmpfloat(text_width(metrics_fixed, FONT_body, part), <=, 180);
        g_assert_true(g_utf8_validate(part, -1, NULL));
        g_string_append(all, part);
    }
    g_assert_cmpstr(all->str, ==, word);
    g_assert_true(g_str_has_suffix(g_array_index(s->items, Item, 0).label, "]")); /* where paths may be broken */
}

static void test_golden(gconstpointer view)
{
    const View *v = view;
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    Ref select = scenes_first_of(rows, v);
    rows_unref(rows);
    rows = scenes_load("cases.db", v, select, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1000, 700, select);
    g_autofree char *text = scene_to_text(s), *name = g_strdup_printf("%s.txt", v->name), *want = NULL;
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests", "golden", "viewer", name, NULL);
    rows_unref(rows);
    if (g_getenv("GOLDEN_UPDATE")) {
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
        return;
    }
    if (!g_file_get_contents(path, &want, NULL, NULL))
        g_error("%s is missing: GOLDEN_UPDATE=1 writes it", path);
    if (g_str_equal(text, want))
        return;
    g_auto(GStrv) a = g_strsplit(want, "\n", -1), b = g_strsplit(text, "\n", -1);
    int i = 0;
    while (a[i] && b[i] && g_str_equal(a[i], b[i]))
        i++;
    g_error("%s line %d\n  want: %s\n  have: %s", path, i + 1, a[i] ? a[i] : "(end)", b[i] ? b[i] : "(end)");
}

/* Where files are, by what was said of it: a folder, a file's whole name, or nothing but where to look. The last word counts. */
static void test_source_maps(void)
{
    g_autofree char *dir = g_dir_make_tmp("maps-XXXXXX", NULL), *sub = g_build_filename(dir, "sub", NULL);
    g_mkdir(sub, 0700);
    const char *const names[] = { "mapped_one.py", "mapped_two.py", "sub/mapped_three.py" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(dir, names[i], NULL);
        g_assert_true(g_file_set_contents(path, "x", -1, NULL));
    }
    g_assert_null(source_find("/gone/mapped_one.py", "t.db"));
    g_autofree char *one = g_build_filename(dir, "mapped_one.py", NULL), *folder = source_map_to("/gone/mapped_one.py", one);
    g_assert_true(source_add_map(folder));
    g_autofree char *beside = source_find("/gone/mapped_two.py", "t.db"), *bare = source_find("mapped_two.py", "t.db");
    g_assert_cmpstr(strrchr(beside, '/'), ==, "/mapped_two.py");
    g_assert_null(bare);
    g_autofree char *anywhere = source_map_to("mapped_one.py", one); /* a name without a folder: those beside it too */
    g_assert_true(source_add_map(anywhere));
    g_autofree char *now = source_find("mapped_two.py", "t.db"), *deeper = source_find("sub/mapped_three.py", "t.db");
    g_assert_nonnull(now);
    g_assert_nonnull(deeper);
    g_autofree char *renamed = g_strconcat("mapped_name.py=", one, NULL), *to_folder = g_strconcat("mapped_three.py=", sub, NULL);
    source_add_map(renamed);
    source_add_map(to_folder);
    g_autofree char *other = source_find("mapped_name.py", "t.db"), *in_folder = source_find("mapped_three.py", "t.db");
    g_assert_cmpstr(other, ==, one);
    g_assert_nonnull(in_folder);
    g_assert_false(source_add_map("no equals sign"));
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(dir, names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(sub);
    g_rmdir(dir);
}

/* The editor's command: %f and %l anywhere in it, or the file at its end. */
static void test_editor(void)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) code = source_editor_args("code -g %f:%l", "/a b/mlp.py", 12, &error), plain = source_editor_args("my-editor --wait", "/mlp.py", 3, &error);
    g_assert_no_error(error);
    g_autofree char *a = g_strjoinv("|", code), *b = g_strjoinv("|", plain);
    g_assert_cmpstr(a, ==, "code|-g|/a b/mlp.py:12");
    g_assert_cmpstr(b, ==, "my-editor|--wait|/mlp.py");
    g_assert_null(source_editor_args("code '", "/mlp.py", 3, &error));
    g_assert_nonnull(error);
}

int main(int argc, char **argv)
{
    scenes_begin(&argc, &argv);
    g_autofree char *cases = scenes_file("cases.db"), *bare = scenes_file("bare.db"), *big = scenes_file("long.db"), *wide = scenes_file("wide.db");
    sample_cases(cases);
    sample_bare(bare);
    sample_wide(wide, 512);
    sample_long(big, 250000);
    g_test_add_func("/viewer/scenes/source-of-selection", test_source_of_selection);
    g_test_add_func("/viewer/scenes/editor", test_editor);
    g_test_add_func("/viewer/scenes/source-maps", test_source_maps);
    g_test_add_func("/viewer/scenes/sizes", test_all_sizes);
    g_test_add_func("/viewer/scenes/contrast", test_contrast);
    g_test_add_func("/viewer/scenes/picking", test_picking);
    g_test_add_func("/viewer/scenes/reading", test_reading);
    g_test_add_func("/viewer/scenes/links", test_links);
    g_test_add_func("/viewer/scenes/result-changes-layout", test_result_changes_layout);
    g_test_add_func("/viewer/scenes/words", test_what_it_says);
    g_test_add_func("/viewer/scenes/compare-choice", test_compare_choice);
    g_test_add_func("/viewer/scenes/compare-noise", test_compare_noise);
    g_test_add_func("/viewer/scenes/compare-imported", test_compare_imported);
    g_test_add_func("/viewer/scenes/compare-alone", test_compare_alone);
    g_test_add_func("/viewer/scenes/settings", test_settings);
    g_test_add_func("/viewer/scenes/settings/named", test_settings_named);
    g_test_add_func("/viewer/scenes/settings/apart", test_settings_apart);
    g_test_add_func("/viewer/scenes/source", test_source);
    g_test_add_func("/viewer/scenes/paragraphs", test_paragraphs);
    for (int i = 0; i < n_views; i++) {
        g_autofree char *name = g_strdup_printf("/viewer/golden/%s", views[i]->name);
        g_test_add_data_func(name, views[i], test_golden);
    }
    return scenes_end();
}
