/* Facts: whatever a user can select in a view has some to show; what is said of a row of the timeline adds up. */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/viewer/sample.h"
#include "viewer/model/facts_impl.h"
#include "viewer/views.h"

static char *folder, *path;

/* Kinds that the inspector is for; the others are parts of pictures and controls. */
static bool is_shown(Ref r)
{
    static const int kinds[] = { REF_value, REF_reshard, REF_event, REF_inst, REF_run, REF_step, REF_meeting, REF_lane, REF_pass, REF_source };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if ((int)r.kind == kinds[i])
            return true;
    return false;
}

static bool says(const Facts *f, const char *label, const char *words)
{
    for (guint i = 0; i < f->list->len; i++) {
        const Fact *x = &g_array_index(f->list, Fact, i);
        if (x->label && x->value && g_str_equal(x->label, label) && strstr(x->value, words))
            return true;
    }
    return false;
}

static void test_all(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(path, &error);
    g_assert_no_error(error);
    int seen[64] = { 0 };
    for (int v = 0; v < n_views; v++) {
        g_autoptr(Rows) rows = rows_new("sample.db");
        Query q = { .width = 900 };
        g_assert_true(views[v]->load(r, &q, NULL, rows, &error));
        Viewport vp = { .width = 1200, .height = 900, .metrics = metrics_fixed };
        Scene *s = scene_new(1200, 900);
        views[v]->layout(rows, &vp, s);
        for (guint i = 0; i < s->items->len; i++) {
            Ref ref = g_array_index(s->items, Item, i).ref;
            if (!is_shown(ref) || ref.kind == REF_none)
                continue;
            Facts *f = facts_load(r, rows, ref, &error);
            g_assert_no_error(error);
            g_autofree char *text = facts_to_text(f);
            if (!f->list->len || strstr(text, "no further details"))
                g_error("%s: nothing is said of a %s", views[v]->name, f->kind);
            seen[MIN((int)ref.kind, 63)]++;
            facts_free(f);
        }
        scene_free(s);
    }
    g_assert_cmpint(seen[REF_lane], >, 0);
    g_assert_cmpint(seen[REF_pass], >, 0);
    g_assert_cmpint(seen[REF_event], >, 0);
    g_assert_cmpint(seen[REF_reshard], >, 0);
}

/* What the view knows besides stands with the rest: of a buffer in use at the peak its own name and size, not only those of the op that made it. */
static void test_held(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(path, &error);
    const View *memory = view_find("memory");
    g_autoptr(Rows) rows = rows_new("sample.db");
    g_assert_true(memory->load(r, &(Query){ .width = 900 }, NULL, rows, &error));
    Viewport vp = { .width = 1200, .height = 900, .metrics = metrics_fixed };
    g_autoptr(GArray) stops = g_array_new(FALSE, TRUE, sizeof(ViewStop));
    memory->stops(rows, &vp, true, stops);
    g_assert_cmpuint(stops->len, >, 0);
    for (guint i = 0; i < stops->len; i++) {
        const ViewStop *stop = &g_array_index(stops, ViewStop, i);
        Facts *f = facts_load(r, rows, stop->ref, &error);
        g_assert_no_error(error);
        view_add_facts(memory, rows, stop->ref, f);
        g_autofree char *text = facts_to_text(f);
        const char *held = strstr(text, "In use at the peak\n");
        if (!held || !strstr(held, stop->text))
            g_error("%s: %s", stop->text, text);
        facts_free(f);
    }
}

/* A device's row: its kind, its events, and the parts of its mean warm step, which make the whole of it. */
static void test_lane(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(path, &error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    int64_t run = TRACE_AT(runs, TraceRunInfo, 0)->id;
    g_autoptr(GArray) lanes = trace_query_lanes(r, run, &error);
    const View *steps = NULL;
    for (int v = 0; v < n_views; v++)
        steps = g_str_equal(views[v]->name, "steps") ? views[v] : steps;
    g_autoptr(Rows) rows = rows_new("sample.db");
    Query q = { .width = 900 };
    g_assert_true(steps->load(r, &q, NULL, rows, &error));
    const TraceLaneRow *device = NULL;
    for (guint i = 0; i < lanes->len && !device; i++)
        device = TRACE_AT(lanes, TraceLaneRow, i)->device_id && TRACE_AT(lanes, TraceLaneRow, i)->n_events ? TRACE_AT(lanes, TraceLaneRow, i) : NULL;
    g_assert_nonnull(device);
    Facts *f = facts_load(r, rows, (Ref){ REF_lane, run, device->id, 0 }, &error);
    g_assert_cmpstr(f->kind, ==, "device");
    g_assert_cmpstr(f->title, ==, device->name);
    g_autofree char *events = g_strdup_printf("%" G_GINT64_FORMAT, device->n_events);
    g_assert_true(says(f, "events", events));
    double percent = 0;
    for (guint i = 0; i < f->list->len; i++) {
        const Fact *x = &g_array_index(f->list, Fact, i);
        const char *comma = x->value ? strrchr(x->value, ',') : NULL;
        if (comma && g_str_has_suffix(x->value, " %"))
            percent += g_ascii_strtod(comma + 1, NULL);
    }
    g_assert_cmpfloat_with_epsilon(percent, 100, 0.5);
    facts_free(f);
    f = facts_load(r, rows, (Ref){ REF_lane, run, 987654, 0 }, &error); /* not there */
    g_assert_nonnull(f->title);
    facts_free(f);
}

/* Of a run that was only compiled nothing is said that only an executed one has. */
static void test_not_executed(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *bare = g_build_filename(folder, "bare.db", NULL);
    sample_bare(bare);
    g_autoptr(TraceReader) r = trace_open(bare, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_autoptr(Rows) rows = rows_new("bare.db");
    Query q = { .width = 900 };
    g_assert_true(views[0]->load(r, &q, NULL, rows, &error));
    Facts *f = facts_load(r, rows, (Ref){ REF_run, TRACE_AT(runs, TraceRunInfo, 0)->id, TRACE_AT(runs, TraceRunInfo, 0)->id, 0 }, &error);
    g_assert_no_error(error);
    g_assert_true(says(f, "recorded", "no step"));
    g_autofree char *text = facts_to_text(f);
    g_assert_null(strstr(text, "last to arrive"));
    facts_free(f);
}

static void test_shapes(void)
{
    static const struct { const char *whole, *shown; } all[] = {
        { "f32[8,16]{1,0}", "f32[8,16]{1,0}" },
        { "(f32[8,16], s32[], (f32[2,2], pred[]), f32[4], f32[1])", "(f32[8,16], s32[], (f32[2,2], pred[]), f32[4], f32[1])" },
        { "(f32[8,16]{1,0}, s32[], (f32[2,2], pred[]), f32[4], f32[1], f32[2])", "(f32[8,16]{1,0}, s32[], (f32[2,2], pred[]), f32[4], … 6 parts in all)" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *shown = facts_shape(all[i].whole);
        g_assert_cmpstr(shown, ==, all[i].shown);
    }
    g_assert_null(facts_shape(NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("viewer-facts-XXXXXX", NULL);
    path = g_build_filename(folder, "sample.db", NULL);
    sample_one(path);
    g_test_add_func("/viewer/facts/all", test_all);
    g_test_add_func("/viewer/facts/shapes", test_shapes);
    g_test_add_func("/viewer/facts/held", test_held);
    g_test_add_func("/viewer/facts/lane", test_lane);
    g_test_add_func("/viewer/facts/not-executed", test_not_executed);
    int failed = g_test_run();
    const char *const rm[] = { "rm", "-rf", folder, NULL };
    g_spawn_sync(NULL, (char **)rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    g_free(path);
    g_free(folder);
    return failed;
}
