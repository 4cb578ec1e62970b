/* See scenes.h. */
#include "tests/unit/viewer/scenes.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "viewer/layout/timeline.h"

static char *folder;

char *scenes_file(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

Rows *scenes_load(const char *file, const View *v, Ref select, int64_t t0, int64_t t1)
{
    g_autofree char *path = scenes_file(file);
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(path, &error);
    g_assert_no_error(error);
    Rows *first = rows_new("sample.db"), *rows = rows_new("sample.db");
    Query q = { .t0 = t0, .t1 = t1, .width = 900 };
    g_assert_true(v->load(r, &q, NULL, first, &error));
    g_assert_no_error(error);
    q.select = select;
    g_assert_true(v->load(r, &q, first, rows, &error)); /* also shares rows from before */
    g_assert_no_error(error);
    rows_unref(first);
    return rows;
}

Scene *scenes_lay_out(const Rows *rows, const View *v, double w, double h, Ref select)
{
    Viewport vp = { .width = w, .height = h, .metrics = metrics_fixed, .select = select };
    Scene *s = scene_new(w, h);
    v->layout(rows, &vp, s);
    return s;
}

char *scenes_text(const Scene *s)
{
    GString *t = g_string_new(NULL);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->label)
            g_string_append_printf(t, "%s ", it->label);
    }
    return g_string_free(t, FALSE);
}

void scenes_must_say(const char *file, const char *view, Ref select, const char *const *words)
{
    const View *v = view_find(view);
    Rows *rows = scenes_load(file, v, select, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1280, 2000, select);
    g_autofree const char *text = scenes_text(s);
    for (; *words; words++) {
        if (!strstr(text, *words))
            g_error("%s of %s does not say \"%s\": %s", view, file, *words, text);
    }
    rows_unref(rows);
}

int scenes_count(const char *text, const char *words)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, words)); at += strlen(words))
        n++;
    return n;
}

void scenes_begin(int *argc, char ***argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)) /* in memory where the system has such a folder */
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(argc, argv, NULL);
    folder = g_dir_make_tmp("viewer-XXXXXX", NULL);
}

int scenes_end(void)
{
    int failed = g_test_run();
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = scenes_file(name);
        g_remove(path);
    }
    g_rmdir(folder);
    g_free(folder);
    return failed;
}

void scenes_check_items(const Scene *s)
{
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        g_assert_cmpint(it->pane, <, s->n_panes);
        g_assert_true(it->x >= -100001 && it->x <= 100001 && it->y >= -100001 && it->y <= 100001);
        if (it->kind == ITEM_box || it->kind == ITEM_hatch || it->kind == ITEM_strip) {
            g_assert_true(it->w >= 1 && it->h >= 1);
            g_assert_true(it->x == (int)it->x && it->w == (int)it->w);
        }
        if (it->label)
            g_assert_true(g_utf8_validate(it->label, -1, NULL));
        if (it->kind == ITEM_strip)
            g_assert_cmpint((guint)(it->first + it->n), <=, s->cells->len);
    }
}

Ref scenes_first_of(const Rows *rows, const View *v)
{
    const RunRows *run = rows_current(rows);
    if (g_str_equal(v->name, "shardings") && run->values->len)
        return (Ref){ REF_value, run->info->id, TRACE_AT(run->values, TraceValueRow, 0)->inst_id, 0 };
    if (g_str_equal(v->name, "reshards") && run->reshards->len)
        return (Ref){ REF_reshard, run->info->id, TRACE_AT(run->reshards, TraceReshardRow, 0)->id, 0 };
    const TimelineRows *time = timeline_rows(rows);
    if (time && time->data->len) {
        const LaneData *d = TRACE_AT(time->data, LaneData, 0);
        const GArray *spans = TRACE_AT(d->rows, LaneEvents, 0)->spans;
        for (guint i = 0; i < spans->len; i++)
            if (TRACE_AT(spans, TraceEventRow, i)->coll_id)
                return (Ref){ REF_event, run->info->id, TRACE_AT(spans, TraceEventRow, i)->id, d->lane->id };
    }
    return (Ref){ 0 };
}

char *scenes_edit(const char *from, const char *to, const char *sql)
{
    g_autofree char *old = scenes_file(from), *data = NULL;
    char *path = scenes_file(to);
    gsize size;
    g_assert_true(g_file_get_contents(old, &data, &size, NULL) && g_file_set_contents(path, data, (gssize)size, NULL));
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    return path;
}
