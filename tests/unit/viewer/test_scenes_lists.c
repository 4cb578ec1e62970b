/* Lists in the scenes of a trace written by hand: every view's can be filtered, sorted and grouped, each for itself; functions of a process; the
 * Overview's lists are the first lines of the others. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "tests/unit/viewer/scenes.h"
#include "viewer/layout/table_list.h"
#include "viewer/views/compare.h"
#include "viewer/views/overview.h"
#include "viewer/views/source.h"

/* Every view with a list of a table has all that such a list can do: a filter leaves rows out, a heading turns the order round. */
static void test_lists_alike(void)
{
    static const struct { const char *view, *column; } lists[] = { { "shardings", "bytes" }, { "memory", "bytes" }, { "reshards", "number" }, { "passes", "dur_ns" } };
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        const View *v = view_find(lists[i].view);
        Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
        ListState *st = list_state_new();
        Viewport vp = { .width = 1200, .height = 800, .metrics = metrics_fixed, .list = st };
        g_autoptr(GArray) all = g_array_new(FALSE, TRUE, sizeof(ViewStop)), up = g_array_new(FALSE, TRUE, sizeof(ViewStop));
        g_autoptr(GArray) down = g_array_new(FALSE, TRUE, sizeof(ViewStop)), some = g_array_new(FALSE, TRUE, sizeof(ViewStop));
        v->stops(rows, &vp, true, all);
        g_assert_cmpuint(all->len, >, 0);
        int column = table_column(st->of, lists[i].column);
        g_assert_cmpint(column, >=, 0);
        list_state_sort(st, column, true);
        v->stops(rows, &vp, true, down);
        list_state_sort(st, column, true);
        v->stops(rows, &vp, true, up);
        g_assert_cmpuint(up->len, ==, all->len);
        g_assert_cmpuint(down->len, ==, all->len);
        const TableCell *first = NULL, *last = NULL;
        for (guint k = 0; k < table_n_rows(st->of); k++) { /* largest first in one order is last in the other */
            first = table_facts(st->of, k)->id == g_array_index(down, ViewStop, 0).ref.id ? table_at(st->of, k, column) : first;
            last = table_facts(st->of, k)->id == g_array_index(up, ViewStop, up->len - 1).ref.id ? table_at(st->of, k, column) : last;
        }
        g_assert_true(first && last && first->is == CELL_INTEGER);
        g_assert_cmpint(first->i, ==, last->i);
        g_string_assign(st->filter, "no row has this");
        list_state_changed(st);
        v->stops(rows, &vp, true, some);
        g_assert_cmpuint(some->len, ==, 0);
        list_state_free(st);
        rows_unref(rows);
    }
}

static void assert_text(const View *v, const Rows *rows, ListState *st, const char *words, bool there)
{
    Viewport vp = { .width = 1300, .height = 4000, .metrics = metrics_fixed, .list = st };
    g_autoptr(Scene) s = scene_new(1300, 4000);
    v->layout(rows, &vp, s);
    g_autofree char *text = scenes_text(s);
    g_assert_cmpint(scenes_count(text, words) > 0, ==, there);
}

/* Lists beside a view's first one keep what was chosen of them apart: each is filtered and sorted for itself. */
static void test_further_lists(void)
{
    static const struct { const char *view; int slot; const char *column, *word; } lists[] = {
        { "compare", 0, "change_ns", "change ▾" }, { "memory", 1, "could_free_bytes", "could free ▾" }, { "steps", 0, "longest_ns", "longest ▾" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        const View *v = view_find(lists[i].view);
        Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
        ListState *first = list_state_new(), *st = list_state_at(first, lists[i].slot);
        assert_text(v, rows, first, "No row has these words", false);
        g_assert_nonnull(st->of);
        list_state_sort(st, table_column(st->of, lists[i].column), true);
        assert_text(v, rows, first, lists[i].word, true);
        g_string_assign(st->filter, "no row has this");
        list_state_changed(st);
        assert_text(v, rows, first, "No row has these words", true);
        for (ListState *other = first; other; other = other->next)
            g_assert_true(other == st || (!other->sort && !other->filter->len));
        list_state_free(first);
        rows_unref(rows);
    }
}

static double cell_number(const Table *t, const Arranged *a, guint line, int column, bool *known)
{
    TableCell c = arranged_cell(t, a, line, column);
    double v = c.is == CELL_INTEGER ? (double)c.i : c.r;
    *known = c.is == CELL_INTEGER || c.is == CELL_REAL;
    cell_drop(&c);
    return v;
}

/* What can be clicked of list `slot`: its headings, or the edges of its columns. Ids, in the order of the columns. */
static GArray *tools_of(const Scene *s, RefKind kind, int slot)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->ref.kind == kind && list_slot(it->ref) == slot)
            g_array_append_val(out, it->ref.id);
    }
    return out;
}

static double edge_of(const Scene *s, int slot, int64_t column)
{
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->ref.kind == REF_column_edge && list_slot(it->ref) == slot && it->ref.id == column)
            return (double)it->ref.run;
    }
    return -1;
}

static Scene *walk(const View *v, const Rows *rows, Ref select, ListState *first)
{
    Viewport vp = { .width = 1500, .height = 4000, .metrics = metrics_fixed, .list = first, .select = select };
    Scene *s = scene_new(1500, 4000);
    v->layout(rows, &vp, s);
    return s;
}

/* Every column of a list sorts it, both ways; its filter leaves out; what it can be grouped by groups it; each of its columns is as wide as it is made. */
static int try_list(const View *v, const Rows *rows, Ref select, ListState *first, int slot)
{
    ListState *st = list_state_at(first, slot);
    Scene *s = walk(v, rows, select, first);
    g_autoptr(GArray) headings = tools_of(s, REF_column, slot), edges = tools_of(s, REF_column_edge, slot);
    g_assert_cmpuint(headings->len, >, 0);
    g_assert_cmpuint(headings->len, ==, edges->len);
    scene_free(s);
    for (guint i = 0; i < headings->len; i++)
        for (int way = 0; way < 2; way++) {
            int column = (int)g_array_index(headings, int64_t, i);
            st->sort = column + 1;
            st->descending = way;
            list_state_changed(st);
            scene_free(walk(v, rows, select, first));
            bool was = false, is;
            double before = 0;
            for (guint k = 0; k < st->arranged->lines->len; k++) {
                if (arranged_line(st->arranged, k)->depth)
                    continue;
                double now = cell_number(st->of, st->arranged, k, column, &is);
                g_assert_true(!was || !is || (way ? now <= before : now >= before));
                before = is ? now : before;
                was |= is;
            }
        }
    st->sort = 0;
    g_string_assign(st->filter, "no row has this");
    list_state_changed(st);
    scene_free(walk(v, rows, select, first));
    g_assert_cmpuint(st->arranged->lines->len, ==, 0);
    g_string_truncate(st->filter, 0);
    for (int g = 1; list_grouping(g); g++) {
        st->group = g;
        list_state_changed(st);
        scene_free(walk(v, rows, select, first));
        bool can = table_can_group(st->of, list_grouping(g));
        for (guint k = 0; k < st->arranged->lines->len; k++)
            g_assert_true(!can || arranged_line(st->arranged, k)->kind == LINE_GROUP || arranged_line(st->arranged, k)->depth > 0);
    }
    st->group = 0;
    list_state_changed(st);
    int column = (int)g_array_index(edges, int64_t, 0);
    s = walk(v, rows, select, first);
    int w = (int)edge_of(s, slot, column) + 9;
    list_state_at(first, slot % N_LISTS)->width[column] = w;
    scene_free(s);
    s = walk(v, rows, select, first);
    g_assert_cmpfloat(edge_of(s, slot, column), ==, w);
    scene_free(s);
    return 1;
}

/* All lists of all views, whatever they are: those of a trace with several choices, of one with functions and predictions, with nothing or with a row selected. */
static void test_every_list(void)
{
    g_autofree char *path = scenes_edit("cases.db", "every.db",
        "UPDATE run SET process = 'python train.py, process 7' WHERE id < 3; UPDATE run SET kind = 2, hardware = 'h100x8' WHERE id = 4;"
        "INSERT INTO what_if(run_id, seq, what, step_ns, low_ns, high_ns) SELECT id, 0, 'links twice as fast', 2e6, 1e6, 3e6 FROM run;"
        "INSERT INTO what_if(run_id, seq, what, step_ns, low_ns, high_ns) SELECT id, 1, 'memory twice as fast', 1e6, 1e6, 3e6 FROM run");
    static const char *const files[] = { "cases.db", "every.db" };
    int n[16] = { 0 };
    g_assert_cmpint(n_views, <=, (int)G_N_ELEMENTS(n));
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++)
        for (int i = 0; i < n_views; i++) {
            Rows *rows = scenes_load(files[f], views[i], (Ref){ 0 }, 0, 0);
            Ref select = scenes_first_of(rows, views[i]);
            ListState *first = list_state_new();
            scene_free(walk(views[i], rows, select, first));
            int lists = 0;
            for (const ListState *st = first; st; st = st->next)
                lists++;
            for (int slot = 0; slot < lists; slot++)
                if (list_state_at(first, slot)->of)
                    n[i] += try_list(views[i], rows, select, first, slot);
            list_state_free(first);
            rows_unref(rows);
        }
    static const struct { const char *view; int least; } has[] = { { "overview", 3 }, { "shardings", 2 }, { "reshards", 2 }, { "passes", 2 }, { "steps", 2 }, { "memory", 4 }, { "compare", 8 }, { "source", 2 } };
    for (size_t i = 0; i < G_N_ELEMENTS(has); i++)
        g_assert_cmpint(n[view_index(view_find(has[i].view))], >=, has[i].least);
    g_unlink(path);
}

/* Of a list in a page only the first lines, until all are asked for. */
static void test_first_lines(void)
{
    static const ReportColumn columns[] = { { "n", "n", CELL_COUNT, COL_SUM } };
    static const TableColumn shown[] = { { .key = "n", .look = { NULL, 80, ALIGN_right, TRIM_end, FONT_small, ROLE_none } } };
    g_autoptr(Table) t = table_new("rows", NULL, columns, 1);
    for (int i = 0; i < 20; i++)
        cell_int(t, 1000 + i);
    ListState *st = list_state_new();
    Viewport vp = { .width = 600, .height = 900, .metrics = metrics_fixed, .list = st };
    TableList list = { .table = t, .columns = shown, .n = 1, .kind = REF_inst, .run = 1 };
    g_autoptr(Scene) s = scene_new(600, 900);
    double few = table_list_flow(s, &vp, &list, (Spot){ 0, 0, 500 }, 5);
    g_autofree char *text = scenes_text(s);
    g_assert_true(scenes_count(text, "15 more") == 1 && scenes_count(text, "1004") == 1 && scenes_count(text, "1005") == 0);
    list_state_toggle(st, 0);
    scene_reset(s, 600, 900);
    double all = table_list_flow(s, &vp, &list, (Spot){ 0, 0, 500 }, 5);
    g_autofree char *whole = scenes_text(s);
    g_assert_true(scenes_count(whole, "1019") == 1 && all > few);
    list_state_free(st);
}

/* Where no steps are recorded, views say what times are of. */
static void test_no_steps(void)
{
    g_autofree char *path = scenes_edit("cases.db", "launches.db", "DELETE FROM step; UPDATE module SET est_ns = NULL; UPDATE inst_stat SET n = 4");
    g_assert_nonnull(path);
    static const char *const named[] = { "overview", "reshards", "compare" };
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
        scenes_must_say("launches.db", named[i], (Ref){ 0 }, (const char *const[]){ "mean of the 4 launches", NULL });
}

/* Of a dump with several functions, each run is set against the fastest of its own function, and no verdict is given between functions. */
static void test_dump_functions(void)
{
    g_autofree char *path = scenes_edit("cases.db", "dump.db", "UPDATE run SET kind = 3, name = 'jit_' || iif(id = 1, 1, 2), label = 'run ' || id; UPDATE step SET dur_ns = dur_ns * 1000 WHERE run_id > 1");
    g_assert_nonnull(path);
    Rows *rows = scenes_load("dump.db", view_find("compare"), (Ref){ 0 }, 0, 0);
    g_assert_cmpuint(rows->runs->len, >, 2);
    Viewport vp = { .width = 1280, .height = 4000, .metrics = metrics_fixed };
    g_autoptr(Scene) s = scene_new(1280, 4000);
    view_find("compare")->layout(rows, &vp, s);
    g_autofree char *all = scenes_text(s);
    g_assert_cmpint(scenes_count(all, "the fastest "), ==, 2); /* the heading, and the one of several */
    g_assert_cmpint(scenes_count(all, "run 1 against"), ==, 0);
    for (guint i = 1; i < rows->runs->len; i++) {
        g_assert_cmpuint(compare_run(rows, i)->function, ==, compare_run(rows, 1)->function);
        g_assert_true(fabs(compare_run(rows, i)->difference.part) < 100);
    }
    g_assert_cmpuint(compare_run(rows, 0)->function, !=, compare_run(rows, 1)->function);
    g_assert_false(compare_run(rows, 0)->difference.known);
    vp.pinned[0] = 1; /* ticked all the same */
    vp.pinned[1] = 2;
    vp.n_pinned = 2;
    scene_reset(s, 1280, 4000);
    view_find("compare")->layout(rows, &vp, s);
    g_autofree char *ticked = scenes_text(s);
    g_assert_cmpint(scenes_count(ticked, "These are different functions"), ==, 1);
    g_assert_cmpint(scenes_count(ticked, "Why it is"), ==, 0);
    rows_unref(rows);
}

/* Functions of a process are no choice of one or the other: the Overview lists them by time, Memory names no other one's peak,
 * and Compare compares what was compiled under one name. */
static void test_functions(void)
{
    g_autofree char *path = scenes_edit("cases.db", "functions.db", "UPDATE run SET process = 'python train.py, process 7', name = 'f' || id, label = NULL");
    Rows *rows = scenes_load("functions.db", view_find("overview"), (Ref){ 0 }, 0, 0);
    g_autoptr(GPtrArray) functions = trace_run_functions(rows->runs, 0);
    g_assert_cmpuint(functions->len, ==, rows->runs->len);
    g_assert_true(functions->pdata[0] == rows_current(rows)->info); /* the one that took most time is shown first */
    g_autoptr(Scene) s = scenes_lay_out(rows, view_find("overview"), 1280, 4000, (Ref){ 0 });
    g_autofree char *text = scenes_text(s);
    g_assert_cmpint(scenes_count(text, "The functions of this process"), ==, 1);
    g_assert_cmpint(scenes_count(text, "The runs of this file"), ==, 0);
    const char *at = strstr(text, "The functions of this process");
    for (guint i = 0; i < functions->len; i++) { /* in the order of their time */
        at = strstr(at, ((const TraceRunInfo *)functions->pdata[i])->title);
        g_assert_nonnull(at);
    }
    g_autofree char *other = g_strdup_printf("; %s ", ((const TraceRunInfo *)functions->pdata[1])->title);
    rows_unref(rows);
    rows = scenes_load("functions.db", view_find("memory"), (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) memory = scenes_lay_out(rows, view_find("memory"), 1280, 900, (Ref){ 0 });
    g_autofree char *said = scenes_text(memory);
    g_assert_cmpint(scenes_count(said, other), ==, 0);
    rows_unref(rows);
    rows = scenes_load("functions.db", view_find("shardings"), (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) pictures = scenes_lay_out(rows, view_find("shardings"), 1280, 4000, (Ref){ 0 });
    g_autofree char *pictured = scenes_text(pictures);
    g_autoptr(GPtrArray) again = trace_run_functions(rows->runs, (guint)rows->current);
    for (guint i = 0; i < again->len; i++) { /* of the function that is looked at, not of all that the process ran */
        g_autofree char *heading = g_strdup_printf(" %s mesh ", ((const TraceRunInfo *)again->pdata[i])->title);
        g_assert_cmpint(strstr(pictured, heading) != NULL, ==, again->pdata[i] == TRACE_AT(rows->runs, TraceRunInfo, rows->current));
    }
    rows_unref(rows);
    rows = scenes_load("functions.db", view_find("compare"), (Ref){ 0 }, 0, 0);
    Viewport vp = { .width = 1280, .height = 4000, .metrics = metrics_fixed };
    g_autoptr(Scene) c = scene_new(1280, 4000);
    view_find("compare")->layout(rows, &vp, c);
    g_autofree char *one = scenes_text(c);
    g_assert_cmpint(scenes_count(one, "Tick another to compare it"), ==, 1);
    vp.option[0] = 2; /* all */
    scene_reset(c, 1280, 4000);
    view_find("compare")->layout(rows, &vp, c);
    g_autofree char *all = scenes_text(c);
    g_assert_cmpint(scenes_count(all, "another function"), ==, (int)rows->runs->len - 1);
    rows_unref(rows);
    g_unlink(path);
}

/* The Overview's lists are the first lines of those of the reports and views, in the same order, under headings that say what the numbers are. */
static void test_overview_lists(void)
{
    const View *v = view_find("overview");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    const OverviewRows *own = overview_rows(rows);
    g_assert_true(own->moves && own->held);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1280, 2000, (Ref){ 0 });
    g_autofree char *text = scenes_text(s);
    static const char *const headings[] = { " received moved in ", " a device share ", " a step of it " };
    for (size_t i = 0; i < G_N_ELEMENTS(headings); i++)
        g_assert_cmpint(scenes_count(text, headings[i]), ==, 1);
    const Table *tables[] = { own->moves, own->held };
    for (size_t k = 0; k < G_N_ELEMENTS(tables); k++) {
        g_autoptr(Arranged) a = table_arrange(tables[k], &(Arrangement){ .sort = -1, .fold = true });
        const char *at = strstr(text, k ? "a device share" : "moved in");
        for (guint i = 0; i < MIN(a->lines->len, 5u); i++) {
            TableCell c = arranged_cell(tables[k], a, i, table_column(tables[k], "bytes"));
            g_autofree char *bytes = cell_show(&c, CELL_BYTES), *words = g_strdup_printf(" %s ", bytes);
            cell_drop(&c);
            at = strstr(at, words);
            g_assert_nonnull(at);
        }
    }
    rows_unref(rows);
}

/* Columns that need little leave their room to those that need more, so that texts are whole where all of them fit. */
static void test_widths(void)
{
    static const ReportColumn columns[] = { { "a", "a", CELL_TEXT }, { "b", "b", CELL_TEXT }, { "n", "n", CELL_COUNT } };
    static const TableColumn shown[] = {
        { .key = "a", .look = { NULL, 0, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } }, { .key = "b", .look = { NULL, 0, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "n", .look = { NULL, 60, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    static const char whole[] = "P('data', 'model', None, unreduced={'fsdp', 'tensor'})";
    g_autoptr(Table) t = table_new("rows", NULL, columns, 3);
    cell_text(t, "x");
    cell_text(t, whole);
    cell_int(t, 1);
    double room = 64 + 60 + text_width(metrics_fixed, FONT_small, whole) + 60; /* half of it would not do */
    for (int dragged = 0; dragged < 2; dragged++) {
        ListState *st = list_state_new();
        st->width[0] = dragged ? (int)room / 2 : 0;
        Viewport vp = { .width = room, .height = 200, .metrics = metrics_fixed, .list = st };
        TableList list = { .table = t, .columns = shown, .n = 3, .kind = REF_inst, .run = 1 };
        g_autoptr(Scene) s = scene_new(room, 200);
        table_list_draw(s, &vp, &list, (Rect){ 0, 0, room, 200 }, (Ref){ 0 });
        g_autofree char *text = scenes_text(s);
        g_assert_cmpint(scenes_count(text, whole), ==, !dragged); /* what the user made of a width holds */
        list_state_free(st);
    }
}

/* Boxes of the memory's treemap say what they are and how large, wherever there is room for some of the name. */
static void test_treemap_names(void)
{
    const View *v = view_find("memory");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1400, 900, (Ref){ 0 });
    int named = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->kind != ITEM_box || it->ref.kind != REF_inst || it->tint != 205 || it->w < 70 || it->h < 40)
            continue;
        g_auto(GStrv) lines = g_strsplit(it->label ? it->label : "", "\n", -1);
        g_assert_cmpuint(g_strv_length(lines), ==, 2);
        g_assert_true(g_str_has_suffix(lines[1], "B"));
        for (int k = 0; k < 2; k++)
            g_assert_cmpfloat(text_width(metrics_fixed, FONT_small, lines[k]), <=, it->w);
        named++;
    }
    g_assert_cmpint(named, >, 0);
    rows_unref(rows);
}

/* While none is selected, Reshards shows the one on top of its list, also where that is one of many that cost most together. */
static void test_reshard_shown(void)
{
    const View *v = view_find("reshards");
    g_autofree char *path = scenes_edit("cases.db", "many.db", "UPDATE reshard SET est_ns = 1000000 WHERE id = (SELECT max(id) FROM reshard WHERE module_id = (SELECT module_id FROM run ORDER BY id LIMIT 1))");
    g_assert_nonnull(path);
    static const char *const files[] = { "cases.db", "many.db" };
    for (int i = 0; i < 2; i++) {
        Rows *rows = scenes_load(files[i], v, (Ref){ 0 }, 0, 0);
        Viewport vp = { .width = 1400, .height = 900, .metrics = metrics_fixed };
        g_autoptr(GArray) stops = g_array_new(FALSE, TRUE, sizeof(ViewStop));
        v->stops(rows, &vp, true, stops);
        g_assert_cmpuint(stops->len, >, 0);
        g_assert_true(ref_equal(v->shows(rows), g_array_index(stops, ViewStop, 0).ref));
        rows_unref(rows);
    }
}

/* Buffers that differ in their layer alone stand together under one name, where none has room for its own. */
static void test_treemap_layers(void)
{
    g_autoptr(GString) sql = g_string_new(NULL);
    for (int i = 0; i < 64; i++)
        g_string_append_printf(sql,
            "INSERT INTO str(s) VALUES('params[''layers''][''%d''][''kernel'']');"
            "INSERT INTO inst(comp_id, ord, name_id, opcode_id, op_name_id, param_no) SELECT c.id, %d, s.id, (SELECT min(opcode_id) FROM inst), s.id, 0 FROM computation c"
            " JOIN str s ON s.s = 'params[''layers''][''%d''][''kernel'']';"
            "INSERT INTO buffer(alloc_id, inst_id, off, size, live_from, live_to, at_peak, cat, place, label)"
            " SELECT alloc_id, (SELECT max(id) FROM inst), 0, max(size) / 8, live_from, live_to, 1, cat, %d, 'params[''layers''][''%d''][''kernel'']' FROM buffer GROUP BY alloc_id;",
            i, 1000 + i, i, 1000 + i, i);
    g_autofree char *path = scenes_edit("cases.db", "deep.db", sql->str);
    g_assert_nonnull(path);
    const View *v = view_find("memory");
    Rows *rows = scenes_load("deep.db", v, (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1400, 900, (Ref){ 0 });
    int boxes = 0, plates = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        bool layer = it->kind == ITEM_box && it->tint == 205 && it->tip && strstr(it->tip, "['layers']");
        bool plate = layer && it->label && strstr(it->label, "\n64 × ");
        boxes += layer && !plate && !it->label;
        plates += plate;
        g_assert_true(!plate || strstr(it->label, "layers"));
    }
    g_assert_cmpint(boxes, ==, 64);
    g_assert_cmpint(plates, ==, 1);
    rows_unref(rows);
}

static bool is_of_map(const Item *it)
{
    return it->kind == ITEM_box && it->ref.kind == REF_inst && (it->tint == 230 || it->tint == 120);
}

static int boxes_of_map(const char *file)
{
    const View *v = view_find("memory");
    Rows *rows = scenes_load(file, v, (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1400, 900, (Ref){ 0 });
    int n = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *a = &g_array_index(s->items, Item, i);
        n += is_of_map(a);
        for (guint k = i + 1; is_of_map(a) && a->label && k < s->items->len; k++) { /* nothing is drawn over words */
            const Item *b = &g_array_index(s->items, Item, k);
            g_assert_false(is_of_map(b) && b->x < a->x + a->w && a->x < b->x + b->w && b->y < a->y + a->h && a->y < b->y + b->h);
        }
    }
    rows_unref(rows);
    return n;
}

/* A small value in the place of the largest one hides no other buffer, and one that is drawn over another leaves it no words. */
static void test_memory_map(void)
{
    static const char largest[] = "(SELECT id FROM buffer ORDER BY size DESC, id LIMIT 1)";
    g_autofree char *small = g_strdup_printf("UPDATE buffer SET place = 777 WHERE id = %s;"
        "INSERT INTO buffer(alloc_id, inst_id, off, size, live_from, live_to, at_peak, cat, place, label)"
        " SELECT alloc_id, inst_id, off, 1, live_from, live_to, 0, cat, 777, 'one byte of it' FROM buffer WHERE id = %s", largest, largest);
    g_autofree char *twice = g_strdup_printf("UPDATE buffer SET place = 777 WHERE id = %s;"
        "INSERT INTO buffer(alloc_id, inst_id, off, size, live_from, live_to, at_peak, cat, place, label)"
        " SELECT alloc_id, inst_id, off, size, live_from, live_to, 0, cat, 777, 'the same' FROM buffer WHERE id = %s", largest, largest);
    int n = boxes_of_map("cases.db");
    g_assert_cmpint(n, >, 2);
    g_autofree char *a = scenes_edit("cases.db", "small.db", small), *b = scenes_edit("cases.db", "twice.db", twice);
    g_assert_nonnull(a);
    g_assert_nonnull(b);
    g_assert_cmpint(boxes_of_map("small.db"), >=, n);
    g_assert_cmpint(boxes_of_map("twice.db"), ==, n + 1);
}

/* A thousand small parameters, one upon the other, each too thin to be seen, are a box together: the memory that they take does not look free. */
static void test_memory_thin(void)
{
    g_autofree char *path = scenes_edit("cases.db", "thin.db",
        "WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < 999)"
        "INSERT INTO buffer(alloc_id, inst_id, off, size, at_peak, cat, place, label)"
        " SELECT a.id, (SELECT min(inst_id) FROM buffer), a.size + 8192 * i, 8192, 1, 1, 5000 + i, 'small ' || i FROM k JOIN alloc a ON a.flags = 1");
    g_assert_nonnull(path);
    const View *v = view_find("memory");
    Rows *rows = scenes_load("thin.db", v, (Ref){ 0 }, 0, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1400, 900, (Ref){ 0 });
    int together = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        bool one = it->kind == ITEM_box && it->tip && g_str_has_prefix(it->tip, "1000 buffers, 7.81 MiB together, parameter");
        together += one;
        g_assert_true(!one || it->h > 20); /* of 47.8 MiB on some 340 px */
    }
    g_assert_cmpint(together, ==, 1);
    rows_unref(rows);
}

/* Of each step two moments were recorded: an op with all that the plan has in use, and the end, where parameters alone are left. Between them
 * nothing is drawn, in the curve and in the rows of devices alike; what is left is drawn as what it is; and a legend names the colours. */
static void test_memory_time(void)
{
    g_autofree char *path = scenes_edit("cases.db", "two.db",
        "DELETE FROM mem_sample;"
        "INSERT OR IGNORE INTO mem_sample(device_id, space, ts_ns, in_use) SELECT l.device_id, 0, s.start_ns + s.dur_ns * 3 / 4, 40 << 20 FROM step s JOIN lane l ON l.run_id = s.run_id WHERE l.device_id IS NOT NULL;"
        "INSERT OR IGNORE INTO mem_sample(device_id, space, ts_ns, in_use) SELECT l.device_id, 0, s.start_ns + s.dur_ns,"
        " 8 << 20 FROM step s JOIN lane l ON l.run_id = s.run_id WHERE l.device_id IS NOT NULL");
    g_assert_nonnull(path);
    const View *v = view_find("memory");
    Rows *rows = scenes_load("two.db", v, (Ref){ 0 }, 0, 0);
    Viewport vp = { .width = 1400, .height = 900, .metrics = metrics_fixed };
    vp.option[0] = 2;
    g_autoptr(Scene) s = scene_new(1400, 900);
    v->layout(rows, &vp, s);
    int n_steps = (int)rows_current(rows)->steps->len, strips = 0, named = 0, left = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        named += it->kind == ITEM_text && (g_strcmp0(it->label, "parameter") == 0 || g_strcmp0(it->label, "temporary") == 0) && it->x < 600;
        bool end = it->kind == ITEM_box && it->tip && g_str_has_prefix(it->tip, "8 MiB in use");
        left += end;
        g_assert_true(!end || it->role == ROLE_axis_0);
        int seen = 0;
        for (int k = 0; it->kind == ITEM_strip && k < it->n; k++)
            seen += g_array_index(s->cells, Cell, it->first + k).role != ROLE_none;
        strips += it->kind == ITEM_strip;
        g_assert_true(it->kind != ITEM_strip || (seen >= n_steps && seen <= 4 * n_steps));
    }
    g_assert_cmpint(strips, ==, 8);
    g_assert_cmpint(named, ==, 2);
    g_assert_cmpint(left, >, 0);
    rows_unref(rows);
}

static int n_marked(const Scene *s, Ref ref)
{
    int n = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        n += it->kind == ITEM_box && it->ref.kind == REF_inst && it->ref.id == ref.id && (it->role == ROLE_row_select || it->edge == ROLE_select);
    }
    return n;
}

/* Of an instruction with two buffers the one that was clicked is marked, in the list, the treemap and the map; both are where the instruction is selected elsewhere. */
static void test_memory_buffers(void)
{
    g_autofree char *path = scenes_edit("cases.db", "second.db", "INSERT INTO buffer(alloc_id, inst_id, off, size, live_from, live_to, at_peak, cat, place, label)"
        " SELECT alloc_id, inst_id, off + size, size, live_from, live_to, 1, cat, 778, 'its second result' FROM buffer WHERE at_peak = 1 ORDER BY size DESC, id LIMIT 1");
    g_assert_nonnull(path);
    const View *v = view_find("memory");
    Rows *rows = scenes_load("second.db", v, (Ref){ 0 }, 0, 0);
    Ref one = { 0 };
    g_autoptr(Scene) plain = scenes_lay_out(rows, v, 1400, 900, (Ref){ 0 });
    for (guint i = 0; i < plain->items->len; i++) {
        const Item *it = &g_array_index(plain->items, Item, i);
        if (it->kind == ITEM_box && it->ref.kind == REF_inst && it->tip && strstr(it->tip, "its second result"))
            one = it->ref;
    }
    g_assert_cmpint(one.sub, !=, 0);
    g_autoptr(Scene) s = scenes_lay_out(rows, v, 1400, 900, one);
    g_assert_cmpint(n_marked(s, one), ==, 3);
    one.sub = 0;
    g_autoptr(Scene) both = scenes_lay_out(rows, v, 1400, 900, one);
    g_assert_cmpint(n_marked(both, one), ==, 5); /* in the list they are one line */
    rows_unref(rows);
}

/* A drawn number is not said a second time where a row is explained, under the heading of its picture. */
static void test_tips_of_bars(void)
{
    const View *v = view_find("compare");
    Rows *rows = scenes_load("cases.db", v, (Ref){ 0 }, 0, 0);
    Viewport vp = { .width = 1400, .height = 3000, .metrics = metrics_fixed, .still = true };
    g_autoptr(Scene) s = scene_new(1400, 3000);
    v->layout(rows, &vp, s);
    int tips = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const char *tip = g_array_index(s->items, Item, i).tip;
        tips += tip && strstr(tip, "change: ");
        g_assert_false(tip && strstr(tip, "less   more"));
    }
    g_assert_cmpint(tips, >, 0);
    rows_unref(rows);
}

/* Each file:line inside a sentence leads to its line, also where the trace knows the file by its whole path; nothing else does, and nothing on paper. */
/* What is cut for want of room is read in a tooltip. */
static void test_cut_texts(void)
{
    g_autoptr(Scene) s = scene_new(300, 100);
    scene_text(s, FONT_small, ROLE_text, (Spot){ 10, 10, 60 }, "a text that is longer than that");
    scene_text(s, FONT_small, ROLE_text, (Spot){ 10, 40, 200 }, "short");
    g_assert_cmpstr(scene_cut_text(s, metrics_fixed, 20, 15), ==, "a text that is longer than that");
    g_assert_null(scene_cut_text(s, metrics_fixed, 20, 45));
    g_assert_cmpstr(scene_text_at(s, metrics_fixed, 20, 45), ==, "short"); /* to be copied */
    g_assert_null(scene_text_at(s, metrics_fixed, 20, 90));
    static const char several[] = "one sentence that takes several lines"; /* copied from any of them */
    g_assert_cmpfloat(scene_paragraph(s, metrics_fixed, FONT_small, ROLE_text, (Spot){ 150, 10, 120 }, several), >, 35);
    g_assert_cmpstr(scene_text_at(s, metrics_fixed, 160, 15), ==, several);
    g_assert_cmpstr(scene_text_at(s, metrics_fixed, 160, 28), ==, several);
    g_assert_null(scene_cut_text(s, metrics_fixed, 90, 15));
}

static void test_places_in_sentences(void)
{
    static const char said[] = "dot (matmul.py:8, in b-1.c:12) takes 3.5:1 of 1.5 MiB at x.y, as matmul.py:8 says";
    static const char *const places[] = { "matmul.py:8", "b-1.c:12", "matmul.py:8" };
    Viewport vp = { .width = 900, .height = 200, .metrics = metrics_fixed };
    g_autoptr(Scene) s = scene_new(900, 200);
    double y = layout_sentence(s, &vp, FONT_small, ROLE_text, (Spot){ 10, 20, 800 }, said);
    g_assert_cmpfloat(y, ==, 20 + metrics_fixed[FONT_small].line_h);
    guint n = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->ref.kind != REF_source)
            continue;
        g_assert_cmpuint(n, <, G_N_ELEMENTS(places));
        g_assert_cmpint(it->ref.id, ==, source_id(places[n]));
        g_assert_cmpfloat(fabs(it->w - text_width(metrics_fixed, FONT_small, places[n])), <=, 1);
        g_assert_true(scene_pick(s, it->x + 1, it->y + 1) == it);
        n++;
    }
    g_assert_cmpuint(n, ==, G_N_ELEMENTS(places));
    guint with = s->items->len;
    vp.still = true;
    scene_reset(s, 900, 200);
    layout_sentence(s, &vp, FONT_small, ROLE_text, (Spot){ 10, 20, 800 }, said);
    g_assert_cmpuint(s->items->len, ==, with - 2 * G_N_ELEMENTS(places));
    g_autofree char *elsewhere = scenes_edit("cases.db", "elsewhere.db", "UPDATE str SET s = '/home/u/matmul.py' WHERE s = 'matmul.py'");
    g_assert_nonnull(elsewhere);
    Rows *rows = scenes_load("elsewhere.db", view_find("source"), (Ref){ REF_source, 0, source_id("matmul.py:8"), 0 }, 0, 0);
    const SourceRows *own = source_rows(rows);
    g_assert_cmpint(own->shown, >=, 0);
    g_assert_cmpstr(TRACE_AT(own->totals, TraceLineTotal, own->shown)->at, ==, "/home/u/matmul.py:8");
    rows_unref(rows);
}

int main(int argc, char **argv)
{
    scenes_begin(&argc, &argv);
    g_autofree char *cases = scenes_file("cases.db");
    sample_cases(cases);
    g_test_add_func("/viewer/scenes/every-list", test_every_list);
    g_test_add_func("/viewer/scenes/lists-alike", test_lists_alike);
    g_test_add_func("/viewer/scenes/further-lists", test_further_lists);
    g_test_add_func("/viewer/scenes/first-lines", test_first_lines);
    g_test_add_func("/viewer/scenes/functions", test_functions);
    g_test_add_func("/viewer/scenes/no-steps", test_no_steps);
    g_test_add_func("/viewer/scenes/dump-functions", test_dump_functions);
    g_test_add_func("/viewer/scenes/overview-lists", test_overview_lists);
    g_test_add_func("/viewer/scenes/widths", test_widths);
    g_test_add_func("/viewer/scenes/treemap-names", test_treemap_names);
    g_test_add_func("/viewer/scenes/treemap-layers", test_treemap_layers);
    g_test_add_func("/viewer/scenes/reshard-shown", test_reshard_shown);
    g_test_add_func("/viewer/scenes/memory-map", test_memory_map);
    g_test_add_func("/viewer/scenes/memory-thin", test_memory_thin);
    g_test_add_func("/viewer/scenes/memory-time", test_memory_time);
    g_test_add_func("/viewer/scenes/memory-buffers", test_memory_buffers);
    g_test_add_func("/viewer/scenes/tips-of-bars", test_tips_of_bars);
    g_test_add_func("/viewer/scenes/cut-texts", test_cut_texts);
    g_test_add_func("/viewer/scenes/places-in-sentences", test_places_in_sentences);
    return scenes_end();
}
