/* The list of a table as the viewer draws it: headings to click, folded rows and groups to open, a filter, widths, and
 * arrows that stay when texts are cut. */
#include "viewer/layout/reading.h"
#include "viewer/layout/table_list.h"

#include <string.h>

#include "viewer/views.h"

static const ReportColumn columns[] = {
    { "number", "#", CELL_COUNT }, { "value", "value", CELL_TEXT }, { "to", "to", CELL_TEXT, COL_SAME },
    { "bytes", "bytes", CELL_BYTES, COL_SUM }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE }, { "never", "never", CELL_NS, COL_SUM },
};

static const TableColumn shown[] = {
    { "number", NULL, NULL, { NULL, 40, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "value", NULL, "the result of ", { NULL, 0, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
    { "to", "→ ", NULL, { NULL, 90, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
    { "bytes", NULL, NULL, { NULL, 80, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    { "at", NULL, NULL, { NULL, 80, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },
    { "never", NULL, NULL, { NULL, 80, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },
};

/* Four blocks and two that stand alone. */
static Table *make(void)
{
    Table *t = table_new("rows", NULL, columns, G_N_ELEMENTS(columns));
    t->order = "bytes";
    for (int i = 0; i < 6; i++) {
        g_autofree char *name = i < 4 ? g_strdup_printf("the result of block/%d/dot", i) : g_strdup_printf("head %d", i), *layer = i < 4 ? g_strdup_printf("block/%d", i) : NULL;
        cell_int(t, i);
        cell_text(t, name);
        cell_text(t, i < 4 ? "P(None, None, 'first_axis', ('second', 'third'))" : "P()");
        cell_int(t, i < 4 ? 16 : 100 * i);
        cell_text(t, i < 4 ? "m.py:1" : "m.py:2");
        cell_oint(t, (TraceInt){ 0 });
        table_row_facts(t, 10 + i, i < 4 ? g_strdup("dot") : NULL, layer);
    }
    return t;
}

static Scene *draw(Table *t, ListState *st, Ref select)
{
    Scene *s = scene_new(700, 400);
    Viewport vp = { .width = 700, .height = 400, .metrics = metrics_fixed, .list = st };
    TableList list = { .table = t, .columns = shown, .n = G_N_ELEMENTS(shown), .kind = REF_reshard, .run = 1 };
    table_list_draw(s, &vp, &list, (Rect){ 0, 0, 700, 400 }, select);
    return s;
}

static int count(const Scene *s, RefKind kind, Role role)
{
    int n = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        n += it->kind == ITEM_box && it->ref.kind == kind && (role == N_ROLES || it->role == role);
    }
    return n;
}

static const Item *text(const Scene *s, const char *part)
{
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->kind == ITEM_text && it->label && strstr(it->label, part))
            return it;
    }
    return NULL;
}

/* Words that a column leaves out in front are no part of what is cut: the call's name stays, not the file that all rows share. */
static void test_cut_without(void)
{
    static const ReportColumn of[] = { { "value", "value", CELL_TEXT } };
    static const TableColumn look[] = { { "value", NULL, "the result of ", { NULL, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } } };
    Table *t = table_new("rows", NULL, of, G_N_ELEMENTS(of));
    const char *const calls[] = { "dot_general", "dot_general", "add", "mul", "reshape", "exp" };
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autofree char *name = g_strdup_printf("the result of %s (mgpu_infer.py:157, in linear.py:%d)", calls[i], 287 + (int)i / 2);
        cell_text(t, name);
        table_row_facts(t, 1 + i, NULL, NULL);
    }
    ListState *st = list_state_new();
    Scene *s = scene_new(150, 200);
    Viewport vp = { .width = 150, .height = 200, .metrics = metrics_fixed, .list = st };
    TableList list = { .table = t, .columns = look, .n = 1, .kind = REF_reshard, .run = 1 };
    table_list_draw(s, &vp, &list, (Rect){ 0, 0, 150, 200 }, (Ref){ 0 });
    g_assert_nonnull(text(s, "dot_general…"));
    scene_free(s);
    list_state_free(st);
    table_free(t);
}

/* Of a group's long path its end is seen, which tells it from others, and not the folder that all share. */
static void test_group_paths(void)
{
    static const ReportColumn of[] = { { "value", "value", CELL_TEXT }, { "bytes", "bytes", CELL_BYTES, COL_SUM }, { "at", "at", CELL_TEXT, COL_LINE } };
    static const TableColumn look[] = { { "value", NULL, NULL, { NULL, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } }, { "bytes", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } } };
    Table *t = table_new("rows", NULL, of, G_N_ELEMENTS(of));
    cell_text(t, "dot");
    cell_int(t, 16);
    cell_text(t, "/a/folder/of/which/the/name/is/much/longer/than/there/is/room/for/in/a/list/layers/linears.py:102");
    ListState *st = list_state_new();
    for (st->group = 1; g_strcmp0(list_grouping(st->group), "line") != 0; st->group++)
        ;
    g_autoptr(Scene) s = scene_new(420, 200);
    Viewport vp = { .width = 420, .height = 200, .metrics = metrics_fixed, .list = st };
    TableList list = { .table = t, .columns = look, .n = G_N_ELEMENTS(look), .kind = REF_reshard, .run = 1 };
    table_list_draw(s, &vp, &list, (Rect){ 0, 0, 420, 200 }, (Ref){ 0 });
    const Item *it = text(s, "layers/linears.py:102");
    g_assert_nonnull(it);
    g_assert_null(strstr(it->label, "/a/folder"));
    list_state_free(st);
    table_free(t);
}

/* Where room is short the last columns go before texts are cut so that nobody can read them; those stay that the user has chosen, and two
 * costs. */
static void test_narrow(void)
{
    static const ReportColumn of[] = { { "value", "value", CELL_TEXT }, { "from", "from", CELL_TEXT }, { "bytes", "bytes", CELL_BYTES, COL_SUM },
                                       { "moved", "moved", CELL_NS, COL_SUM }, { "waited", "waited", CELL_NS, COL_SUM }, { "at", "at", CELL_TEXT, COL_LINE } };
    static const TableColumn look[] = {
        { "value", NULL, NULL, { NULL, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } }, { "from", NULL, NULL, { NULL, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { "bytes", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },   { "moved", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { "waited", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },  { "at", NULL, NULL, { NULL, 116, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },
    };
    Table *t = table_new("rows", NULL, of, G_N_ELEMENTS(of));
    for (int i = 0; i < 3; i++) {
        cell_text(t, "dot_general (programs.py:129)");
        cell_text(t, i ? "P('model', None, unreduced={'data'})" : "P(None, 'model', unreduced={'data'})");
        for (int k = 0; k < 3; k++)
            cell_int(t, 100 * i + k);
        cell_text(t, "programs.py:129");
    }
    for (int round = 0; round < 3; round++) {
        ListState *st = list_state_new();
        if (round == 2)
            list_state_sort(st, 4, true);
        double w = round ? 560 : 1100;
        Scene *s = scene_new(w, 300);
        Viewport vp = { .width = w, .height = 300, .metrics = metrics_fixed, .list = st };
        table_list_draw(s, &vp, &(TableList){ .table = t, .columns = look, .n = G_N_ELEMENTS(look), .kind = REF_reshard, .run = 1 }, (Rect){ 0, 0, w, 300 }, (Ref){ 0 });
        g_assert_nonnull(text(s, "moved"));
        g_assert_true((text(s, "waited") != NULL) == (round != 1));
        g_assert_true((text(s, "programs.py:129") != NULL) == (round == 0 || text(s, "dot_general (programs.py:129)") != NULL));
        if (round < 2)
            g_assert_true(text(s, "P('model', None") && text(s, "P(None, 'model")); /* what tells them apart */
        scene_free(s);
        list_state_free(st);
    }
    table_free(t);
}

/* The name of a file and its line stay whole as long as there is a column to give up. */
static void test_paths(void)
{
    static const ReportColumn of[] = { { "at", "at", CELL_TEXT, COL_LINE }, { "bytes", "bytes", CELL_BYTES, COL_SUM }, { "moved", "moved", CELL_NS, COL_SUM }, { "peak", "peak", CELL_BYTES, COL_SUM } };
    static const TableColumn look[] = {
        { "at", NULL, NULL, { NULL, 0, ALIGN_left, TRIM_start, FONT_small, ROLE_none } },   { "bytes", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { "moved", NULL, NULL, { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } }, { "peak", NULL, NULL, { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    Table *t = table_new("rows", NULL, of, G_N_ELEMENTS(of));
    cell_text(t, "/usr/lib/python3/site-packages/flax/linen/modeling_flax_t5.py:1022");
    for (int k = 0; k < 3; k++)
        cell_int(t, 100 + k);
    ListState *st = list_state_new();
    for (double w = 500; w >= 340; w -= 160) {
        Scene *s = scene_new(w, 300);
        Viewport vp = { .width = w, .height = 300, .metrics = metrics_fixed, .list = st };
        table_list_draw(s, &vp, &(TableList){ .table = t, .columns = look, .n = G_N_ELEMENTS(look), .kind = REF_reshard, .run = 1 }, (Rect){ 0, 0, w, 300 }, (Ref){ 0 });
        const Item *at = text(s, "modeling_flax_t5.py:1022");
        g_assert_nonnull(at);
        g_assert_cmpfloat(at->w, >=, text_width(metrics_fixed, FONT_small, at->label));
        g_assert_true((text(s, "peak") != NULL) == (w > 400));
        scene_free(s);
    }
    list_state_free(st);
    table_free(t);
}

static void test_fold(void)
{
    Table *t = make();
    ListState *st = list_state_new();
    Scene *s = draw(t, st, (Ref){ REF_reshard, 1, 12, 0 });
    g_assert_cmpint(count(s, REF_reshard, N_ROLES), ==, 3); /* dearest first: 500, 400, four blocks */
    g_assert_nonnull(text(s, "▸ ×4"));
    g_assert_nonnull(text(s, "block/0…3/dot"));
    g_assert_null(text(s, "the result"));
    g_assert_nonnull(text(s, "64 B"));
    g_assert_null(text(s, "never"));
    g_assert_cmpint(count(s, REF_reshard, ROLE_row_select), ==, 1); /* the line that holds the selected row */
    const Item *arrow = text(s, "→ P(");
    g_assert_nonnull(arrow);
    guint key = 0;
    for (guint i = 0; i < s->items->len; i++)
        if (g_array_index(s->items, Item, i).ref.kind == REF_line)
            key = (guint)g_array_index(s->items, Item, i).ref.id;
    list_state_toggle(st, key);
    scene_free(s);
    s = draw(t, st, (Ref){ REF_reshard, 1, 12, 0 });
    g_assert_nonnull(text(s, "▾ ×4"));
    g_assert_nonnull(text(s, "block/2/dot"));
    g_assert_cmpint(count(s, REF_reshard, ROLE_row_select), ==, 1);
    scene_free(s);
    list_state_free(st);
    s = draw(t, NULL, (Ref){ 0 }); /* as in a file: folded, nothing to click */
    g_assert_cmpint(count(s, REF_column, N_ROLES), ==, 0);
    g_assert_nonnull(text(s, "×4"));
    scene_free(s);
    table_free(t);
}

static void test_choices(void)
{
    Table *t = make();
    ListState *st = list_state_new();
    int bytes = table_column(t, "bytes");
    list_state_sort(st, bytes, true);
    g_assert_true(st->sort == bytes + 1 && st->descending);
    list_state_sort(st, bytes, true);
    g_assert_true(st->sort == bytes + 1 && !st->descending);
    Scene *s = draw(t, st, (Ref){ 0 });
    g_assert_nonnull(text(s, "bytes ▴"));
    g_assert_cmpfloat(text(s, "×4")->y, <, text(s, "head 4")->y);
    scene_free(s);
    list_state_sort(st, bytes, true);
    g_assert_cmpint(st->sort, ==, 0);

    g_string_assign(st->filter, "HEAD 5");
    list_state_changed(st);
    s = draw(t, st, (Ref){ 0 });
    g_assert_cmpint(count(s, REF_reshard, N_ROLES), ==, 1);
    g_assert_nonnull(text(s, "1 of 6 rows"));
    scene_free(s);
    g_string_truncate(st->filter, 0);

    for (st->group = 1; g_strcmp0(list_grouping(st->group), "line") != 0; st->group++)
        ;
    list_state_changed(st);
    GArray *stops = g_array_new(FALSE, FALSE, sizeof(ViewStop));
    Viewport vp = { .width = 700, .height = 400, .metrics = metrics_fixed, .list = st };
    TableList list = { .table = t, .columns = shown, .n = G_N_ELEMENTS(shown), .kind = REF_reshard, .run = 1 };
    table_list_stops(&vp, &list, stops);
    g_assert_cmpuint(stops->len, ==, 2);
    g_assert_cmpint(g_array_index(stops, ViewStop, 0).ref.kind, ==, REF_line);
    g_assert_cmpstr(g_array_index(stops, ViewStop, 0).text, ==, "m.py:2");
    list_state_toggle(st, (guint)g_array_index(stops, ViewStop, 0).ref.id);
    g_array_set_size(stops, 0);
    table_list_stops(&vp, &list, stops);
    g_assert_cmpuint(stops->len, ==, 4);
    g_assert_cmpint(g_array_index(stops, ViewStop, 1).ref.id, ==, 14);
    g_array_unref(stops);
    s = draw(t, st, (Ref){ 0 });
    g_assert_nonnull(text(s, "900 B"));
    scene_free(s);
    list_state_free(st);
    table_free(t);
}

static void test_widths(void)
{
    Table *t = make();
    ListState *st = list_state_new();
    st->width[2] = 60; /* too narrow for the layouts */
    Scene *s = draw(t, st, (Ref){ 0 });
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->kind == ITEM_text && it->label && g_str_has_prefix(it->label, "→ "))
            g_assert_cmpfloat(text_width(metrics_fixed, FONT_small, it->label), <=, 50);
    }
    g_assert_nonnull(text(s, "→ "));
    scene_free(s);
    st->width[2] = 0;
    st->width[1] = 520; /* it takes the room of others, from the right: not that of the costs, and of what the rows are sorted by */
    st->sort = table_column(t, "at") + 1;
    s = draw(t, st, (Ref){ 0 });
    const char *const stay[] = { "value", "bytes", "at" };
    for (guint i = 0; i < G_N_ELEMENTS(stay); i++)
        if (!text(s, stay[i]))
            g_error("the column \"%s\" is gone", stay[i]);
    g_assert_null(text(s, "→ "));
    scene_free(s);
    list_state_free(st);
    table_free(t);
}

/* Rows in the table's own order, largest cost first, say by what they are listed without a click; rows in another order say nothing. A column that
 * no row has another number in than in one beside it is left out. */
static void test_own_order(void)
{
    static const ReportColumn numbers[] = { { "name", "name", CELL_TEXT }, { "exposed", "exposed", CELL_NS }, { "moved", "moved", CELL_NS } };
    static const TableColumn both[] = {
        { "name", NULL, NULL, { NULL, 200, ALIGN_left, TRIM_end, FONT_small, ROLE_none } },
        { "exposed", NULL, NULL, { NULL, 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .unlike = "moved" },
        { "moved", NULL, NULL, { NULL, 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    static const struct { int exposed[3], moved[3]; const char *marked, *never; } all[] = {
        { { 9, 5, 1 }, { 9, 5, 1 }, "moved ▾", "exposed" }, { { 9, 5, 1 }, { 9, 50, 1 }, "exposed ▾", "moved ▾" }, { { 1, 5, 9 }, { 1, 5, 8 }, "exposed", "▾" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        Table *t = table_new("rows", NULL, numbers, G_N_ELEMENTS(numbers));
        t->order = "exposed";
        for (int k = 0; k < 3; k++) {
            cell_text(t, "x");
            cell_int(t, all[i].exposed[k]);
            cell_int(t, all[i].moved[k]);
            table_row_facts(t, k, NULL, NULL);
        }
        ListState *st = list_state_new();
        Viewport vp = { .width = 700, .height = 400, .metrics = metrics_fixed, .list = st };
        g_autoptr(Scene) s = scene_new(700, 400);
        table_list_draw(s, &vp, &(TableList){ .table = t, .columns = both, .n = 3, .kind = REF_reshard, .run = 1 }, (Rect){ 0, 0, 700, 400 }, (Ref){ 0 });
        g_assert_nonnull(text(s, all[i].marked));
        g_assert_null(text(s, all[i].never));
        g_autoptr(GArray) read = scene_read(s, 100); /* edges to drag are nothing to read out */
        for (guint k = 0; k < read->len; k++)
            g_assert_cmpint(g_array_index(read, Reading, k).ref.kind, !=, REF_column_edge);
        g_assert_cmpuint(read->len, >, 3);
        list_state_free(st);
        table_free(t);
    }
}

/* Draws it and keeps what the canvas keeps; the y of the marked row, -1 where that is out of sight. */
static double marked_y(Table *t, Viewport *vp, int row)
{
    TableList list = { .table = t, .columns = shown, .n = G_N_ELEMENTS(shown), .kind = REF_reshard, .run = 1 };
    g_autoptr(Scene) s = scene_new(vp->width, vp->height);
    table_list_draw(s, vp, &list, (Rect){ 0, 0, vp->width, vp->height }, (Ref){ REF_reshard, 1, 10 + row, 0 });
    const Pane *p = &s->panes[PANE_LIST];
    vp->scroll[PANE_LIST] = p->scroll > 0 ? p->scroll : vp->scroll[PANE_LIST];
    vp->seen[PANE_LIST] = p->shown;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->kind == ITEM_box && it->role == ROLE_row_select && it->ref.kind == REF_reshard && it->y >= p->y && it->y + it->h <= p->y + p->h)
            return it->y;
    }
    return -1;
}

/* A row that another view led to comes into sight, once: from then on the list is where the user scrolls it. */
static void test_sight(void)
{
    Table *t = make();
    for (int i = 6; i < 60; i++) {
        cell_int(t, i);
        cell_text(t, "tail");
        cell_text(t, "P()");
        cell_int(t, 60 - i);
        cell_text(t, "m.py:2");
        cell_oint(t, (TraceInt){ 0 });
        table_row_facts(t, 10 + i, NULL, NULL);
    }
    ListState *st = list_state_new();
    Viewport vp = { .width = 700, .height = 200, .metrics = metrics_fixed, .list = st };
    g_assert_cmpfloat(marked_y(t, &vp, 50), >=, 0);
    g_assert_cmpfloat(vp.scroll[PANE_LIST], >, 0);
    double there = vp.scroll[PANE_LIST];
    g_assert_cmpfloat(marked_y(t, &vp, 50), >=, 0);
    g_assert_cmpfloat(vp.scroll[PANE_LIST], ==, there);
    g_assert_cmpfloat(marked_y(t, &vp, 49), >=, 0); /* in sight already */
    g_assert_cmpfloat(vp.scroll[PANE_LIST], ==, there);
    vp.scroll[PANE_LIST] = 0;
    g_assert_cmpfloat(marked_y(t, &vp, 49), ==, -1);
    g_assert_cmpfloat(vp.scroll[PANE_LIST], ==, 0);
    g_assert_cmpfloat(marked_y(t, &vp, 2), >=, 0); /* in a fold */
    list_state_free(st);
    table_free(t);
}

/* A sentence below a row of a page is there whole, and the next row below it. */
static void test_below(void)
{
    static const ReportColumn with[] = { { "plan", "plan", CELL_TEXT }, { "why", NULL, CELL_BELOW } };
    static const TableColumn look[] = { { "plan", NULL, NULL, { NULL, 0, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } } };
    g_autoptr(Table) t = table_new("plans", NULL, with, G_N_ELEMENTS(with));
    static const char *const why[] = { "it moves more bytes than the one that was chosen, and takes more memory while it does", "chosen" };
    for (size_t i = 0; i < G_N_ELEMENTS(why); i++) {
        cell_text(t, i ? "second" : "first");
        cell_text(t, why[i]);
        table_row_facts(t, (int64_t)i + 1, NULL, NULL);
    }
    g_autoptr(Scene) s = scene_new(260, 400);
    Viewport vp = { .width = 260, .height = 400, .metrics = metrics_fixed, .still = true };
    TableList list = { .table = t, .columns = look, .n = 1, .below = "why" };
    table_list_flow(s, &vp, &list, (Spot){ 0, 0, 260 }, 0);
    g_autoptr(GString) said = g_string_new(NULL);
    double last = 0, second = 0;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->kind == ITEM_text && it->role == ROLE_dim && *it->label && !g_str_equal(it->label, "plan") && !g_str_equal(it->label, "chosen")) {
            g_string_append_printf(said, "%s%s", said->len ? " " : "", it->label);
            g_assert_cmpfloat(text_width(metrics_fixed, it->font, it->label), <=, it->w);
            last = it->y + metrics_fixed[FONT_small].line_h;
        }
        second = it->kind == ITEM_text && g_str_equal(it->label, "second") ? it->y : second;
    }
    g_assert_cmpstr(said->str, ==, why[0]);
    g_assert_cmpfloat(second, >=, last);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/viewer/table-list/fold", test_fold);
    g_test_add_func("/viewer/table-list/cut-without", test_cut_without);
    g_test_add_func("/viewer/table-list/narrow", test_narrow);
    g_test_add_func("/viewer/table-list/paths", test_paths);
    g_test_add_func("/viewer/table-list/group-paths", test_group_paths);
    g_test_add_func("/viewer/table-list/choices", test_choices);
    g_test_add_func("/viewer/table-list/widths", test_widths);
    g_test_add_func("/viewer/table-list/own-order", test_own_order);
    g_test_add_func("/viewer/table-list/sight", test_sight);
    g_test_add_func("/viewer/table-list/below", test_below);
    return g_test_run();
}
