/* Lists of tables. See table_list.h. Start reading at table_list_draw(). */
#include "viewer/layout/table_list_impl.h"

#include <math.h>
#include <string.h>

#include "viewer/views.h"

#define INDENT 12.0

/* ---- the list being drawn ---- */

static bool known_at_all(const Table *t, int column)
{
    for (guint i = 0; i < table_n_rows(t); i++)
        if (table_at(t, i, column)->is != CELL_UNKNOWN)
            return true;
    return false;
}

static int cost_column(const Table *t)
{
    g_auto(GStrv) keys = g_strsplit(t->order ? t->order : "", ",", -1);
    for (char **k = keys; *k; k++) {
        int column = table_column(t, *k);
        if (column >= 0 && known_at_all(t, column))
            return column;
    }
    return -1;
}

static double number_at(const Table *t, guint row, int column)
{
    const TableCell *c = table_at(t, row, column);
    return c->is == CELL_INTEGER ? (double)c->i : c->is == CELL_REAL ? c->r : 0;
}

/* Whether no row costs more than the one before it. */
static bool falls(const Table *t, int column)
{
    for (guint i = 1; i < table_n_rows(t); i++)
        if (number_at(t, i, column) > number_at(t, i - 1, column))
            return false;
    return table_n_rows(t) > 1;
}

static bool differ(const Table *t, int a, int b)
{
    for (guint i = 0; i < table_n_rows(t); i++)
        if (number_at(t, i, a) != number_at(t, i, b))
            return true;
    return false;
}

static void choose_columns(Drawn *d)
{
    d->marked = d->cost;
    for (int i = 0; i < d->list->n; i++) {
        int column = table_column(d->list->table, d->list->columns[i].key);
        int other = d->list->columns[i].unlike ? table_column(d->list->table, d->list->columns[i].unlike) : -1;
        if (column < 0 || !known_at_all(d->list->table, column))
            continue;
        if (other >= 0 && !differ(d->list->table, column, other)) {
            d->marked = column == d->cost ? other : d->marked;
            continue;
        }
        d->columns[d->n] = d->list->columns[i];
        d->of[d->n] = column;
        d->place[d->n++] = i;
    }
}

static Drawn drawn_init(const Viewport *vp, const TableList *list, guint most)
{
    g_assert(list->n < MAX_COLUMNS);
    Drawn d = { .list = list, .vp = vp, .own_state = !vp->list, .most = most };
    d.st = vp->list ? list_state_at(vp->list, list->slot) : list_state_new();
    d.st->pane = most ? 0 : list->pane ? list->pane : PANE_LIST;
    if (d.st->of != list->table) {
        list_state_forget_table(d.st);
        table_free(d.st->of);
        d.st->of = table_ref(list->table);
    }
    bool made = !d.st->arranged;
    if (made) {
        const char *group = list_grouping(d.st->group);
        Arrangement a = { .group = group && table_can_group(list->table, group) ? group : NULL, .sort = d.st->sort - 1, .descending = d.st->descending,
                          .filter = d.st->filter->str, .fold = true, .open = d.st->open, .top = d.st->all ? 0 : most };
        if (a.sort >= list->table->n_columns)
            a.sort = -1;
        d.st->arranged = table_arrange(list->table, &a);
    }
    d.lines = d.st->arranged;
    d.cost = cost_column(list->table);
    if (made)
        d.st->by_cost = !d.st->sort && d.cost >= 0 && falls(list->table, d.cost);
    choose_columns(&d);
    return d;
}

static void drawn_clear(Drawn *d)
{
    if (d->own_state)
        list_state_free(d->st);
}

/* Whether there is something to click. */
static bool is_live(const Drawn *d)
{
    return d->vp->list && !d->vp->still;
}

/* A few rows in a page need no filter. */
static bool has_tools(const Drawn *d)
{
    return is_live(d) && (!d->most || table_n_rows(d->list->table) > 8 || d->st->filter->len || d->st->typing);
}

/* What a heading, the filter, a sign or an edge of this list is to a click: the list is in the higher bits of `sub`. */
static Ref tool(const Drawn *d, RefKind kind, int64_t id, int sub)
{
    return (Ref){ kind, 0, id, sub | d->list->slot << 4 };
}

static double row_height(const Drawn *d)
{
    return d->line_h > 0 ? d->line_h : d->list->below ? BELOW_ROW_H : d->list->row_h > 0 ? d->list->row_h : LIST_ROW_H;
}

/* Where the sentence below a line is, from the line's left top corner. */
static Spot place_below(const Drawn *d, Spot at)
{
    double x = d->fit.columns[0].w + (d->n && d->columns[0].as == AS_PAINTED ? d->fit.columns[1].w : 0) + 6;
    return (Spot){ at.x + x, at.y + LIST_ROW_H - 3, at.w - x - 6 };
}

/* In a page, where rows need not be alike, a line is as high as the sentence below it needs. */
static double height_of(const Drawn *d, guint line, double w)
{
    TableCell c = arranged_cell(d->list->table, d->lines, line, table_column(d->list->table, d->list->below));
    g_autoptr(Scene) trial = scene_new(w, BELOW_ROW_H);
    double bottom = c.is == CELL_STRING ? scene_paragraph(trial, d->vp->metrics, FONT_small, ROLE_dim, place_below(d, (Spot){ 0, 0, w }), c.s) + 3 : 0;
    cell_drop(&c);
    return MAX(BELOW_ROW_H, ceil(bottom));
}

/* ---- drawing ---- */

static char *line_tip(const Drawn *d, guint line)
{
    const ListLine *l = arranged_line(d->lines, line);
    if (d->list->tip && l->kind == LINE_ROW)
        return d->list->tip(d->list->of, arranged_row(d->lines, line));
    GString *s = g_string_new(NULL);
    if (l->kind == LINE_GROUP)
        g_string_append_printf(s, "%s", l->name);
    else if (l->kind == LINE_FOLD)
        g_string_append_printf(s, table_facts(d->list->table, arranged_row(d->lines, line))->layer ? "%u rows alike in everything but their layer: the sign in front opens them"
                                                                                                  : "%u rows of one name: the sign in front opens them", l->n);
    for (int i = 0; i < d->n; i++) {
        if (d->columns[i].as == AS_BAR || d->columns[i].as == AS_PAINTED) /* the number that it draws has a column of its own */
            continue;
        TableCell c = arranged_cell(d->list->table, d->lines, line, d->of[i]);
        const ReportColumn *column = &d->list->table->columns[d->of[i]];
        const char *title = d->columns[i].look.title ? d->columns[i].look.title : column->heading;
        bool is_text, nothing;
        g_autofree char *text = d->columns[i].as == AS_CHANGE ? drawn_whole(d, line, i, &is_text, &nothing) : cell_show(&c, column->kind);
        if (c.is != CELL_UNKNOWN)
            g_string_append_printf(s, "%s%s: %s", s->len ? "\n" : "", title, text);
        cell_drop(&c);
    }
    int below = d->list->below ? table_column(d->list->table, d->list->below) : -1;
    TableCell c = below < 0 ? (TableCell){ 0 } : arranged_cell(d->list->table, d->lines, line, below);
    if (c.is == CELL_STRING)
        g_string_append_printf(s, "%s%s", s->len ? "\n" : "", c.s);
    cell_drop(&c);
    return g_string_free(s, FALSE);
}

static double number_in(const Drawn *d, guint line, int column)
{
    TableCell c = arranged_cell(d->list->table, d->lines, line, column);
    double cost = c.is == CELL_INTEGER ? (double)c.i : c.is == CELL_REAL ? c.r : 0;
    cell_drop(&c);
    return cost;
}

/* What a line costs, for its bar. */
static double cost_of(const Drawn *d, guint line)
{
    return d->cost < 0 ? 0 : number_in(d, line, d->cost);
}

static Ref line_ref(const Drawn *d, guint line)
{
    const ListLine *l = arranged_line(d->lines, line);
    if (l->kind == LINE_GROUP)
        return (Ref){ REF_line, d->list->run, l->key, d->list->slot << 4 };
    if (d->list->kind == REF_none)
        return (Ref){ 0 };
    const RowFacts *facts = table_facts(d->list->table, arranged_row(d->lines, line));
    return (Ref){ d->list->kind, d->list->of_runs ? facts->id : d->list->run, facts->id, facts->part };
}

/* Whether a row is what is selected: of several of one id all are, unless a part is. */
static bool is_row(const RowFacts *row, Ref shown)
{
    return row->id == shown.id && (!shown.sub || !row->part || row->part == shown.sub);
}

/* Whether the row `shown` is this line, or hidden in it. */
static bool stands_for(const Drawn *d, guint line, Ref shown)
{
    const ListLine *l = arranged_line(d->lines, line);
    if (ref_equal(line_ref(d, line), shown))
        return l->kind != LINE_FOLD || !l->open;
    if (l->kind == LINE_ROW && shown.kind != REF_none && shown.kind == d->list->kind && table_facts(d->list->table, arranged_row(d->lines, line))->part)
        return is_row(table_facts(d->list->table, arranged_row(d->lines, line)), shown);
    for (guint k = 0; l->kind != LINE_ROW && !l->open && shown.kind != REF_none && shown.kind == d->list->kind && k < l->n; k++)
        if (is_row(table_facts(d->list->table, g_array_index(d->lines->order, guint, l->first + k)), shown))
            return true;
    return false;
}

/* Bars to both sides, of numbers that are more or less. */
static void draw_bar(Drawn *d, Scene *s, guint line, int i, Rect box)
{
    double most = d->longest[i], v = number_in(d, line, d->of[i]), half = (box.w - 8) / 2, len = most > 0 ? half * fabs(v) / most : 0;
    if (v != 0)
        scene_box(s, v > 0 ? ROLE_fetch : ROLE_local, (Rect){ v > 0 ? box.x + half : box.x + half - len, box.y + 5, MAX(len, 1), box.h - 10 })->tint = 200;
    scene_line(s, ROLE_grid, box.x + half, box.y, box.x + half, box.y + box.h);
}

/* Cells that are more than text: file:line leads to the source, others where the view says. */
static void draw_cells(Drawn *d, Scene *s, guint line, Spot at)
{
    double x = at.x + d->fit.columns[0].w, h = row_height(d);
    bool is_row = arranged_line(d->lines, line)->kind == LINE_ROW;
    for (int i = 0; i + 1 < d->fit.n; i++) {
        const Column *c = &d->fit.columns[i + 1];
        if (d->columns[i].as == AS_BAR)
            draw_bar(d, s, line, i, (Rect){ x, at.y, c->w, h });
        if (d->columns[i].as == AS_PAINTED && is_row)
            d->list->paint(d->list->of, s, arranged_row(d->lines, line), d->columns[i].key, (Rect){ x, at.y, c->w, h });
        Ref to = d->list->link && is_row ? d->list->link(d->list->of, arranged_row(d->lines, line), d->columns[i].key) : (Ref){ 0 };
        if (to.kind != REF_none) {
            Item *it = scene_box(s, ROLE_none, (Rect){ x, at.y, c->w, h });
            it->ref = to;
            it->go = d->list->go;
        }
        TableCell cell = arranged_cell(d->list->table, d->lines, line, d->of[i]);
        if (c->ink == ROLE_link && d->list->table->columns[d->of[i]].use & COL_LINE && cell.is == CELL_STRING) {
            Item *it = scene_box(s, ROLE_none, (Rect){ x, at.y, c->w, h });
            it->ref = (Ref){ REF_source, d->list->run, (int64_t)g_str_hash(cell.s), 0 };
            it->go = "source";
            it->tip = scene_keepf(s, "%s: shows the line in Source", cell.s);
        }
        cell_drop(&cell);
        x += c->w;
    }
}

/* The sentence below a row. */
static void draw_below(Drawn *d, Scene *s, guint line, Spot at)
{
    int column = table_column(d->list->table, d->list->below);
    TableCell c = arranged_cell(d->list->table, d->lines, line, column);
    if (c.is == CELL_STRING && d->line_h > 0)
        layout_sentence(s, d->vp, FONT_small, ROLE_dim, place_below(d, at), c.s);
    else if (c.is == CELL_STRING)
        scene_text(s, FONT_small, ROLE_dim, place_below(d, at), c.s)->trim = TRIM_end;
    cell_drop(&c);
}

static void draw_line(Drawn *d, Scene *s, guint line, Spot at, Ref shown, double most)
{
    const ListLine *l = arranged_line(d->lines, line);
    Ref ref = line_ref(d, line);
    double h = row_height(d);
    char *texts[MAX_COLUMNS + 1] = { NULL };
    texts[0] = l->kind == LINE_ROW ? g_strdup("") : g_strdup_printf("%s ×%u", l->open ? "▾" : "▸", l->n);
    for (int i = 0; i + 1 < d->fit.n; i++)
        texts[i + 1] = drawn_text(d, line, i);
    g_autofree char *tip = line_tip(d, line);
    Viewport marked = *d->vp;
    marked.select = stands_for(d, line, shown) ? ref : (Ref){ 0 };
    List fit = d->fit;
    fit.vp = &marked;
    guint first = s->items->len;
    list_row(&fit, at, (const char *const *)texts, ref, tip);
    if (l->kind != LINE_GROUP)
        g_array_index(s->items, Item, first).go = d->list->go;
    Role mark = d->list->mark && l->kind == LINE_ROW ? d->list->mark(d->list->of, d->list->table, arranged_row(d->lines, line)) : ROLE_none;
    if (mark != ROLE_none)
        scene_box(s, mark, (Rect){ at.x + 6, at.y + ((d->list->below ? LIST_ROW_H : h) - 10) / 2, 10, 10 });
    if (l->kind == LINE_GROUP) { /* its name over the columns that have no sum */
        double room = 0;
        for (int i = 0; i + 1 < d->fit.n && (!texts[i + 1][0] || room < 120); i++)
            room += d->fit.columns[i + 1].w;
        for (guint k = first; k < s->items->len; k++) {
            Item *it = &g_array_index(s->items, Item, k);
            if (it->kind == ITEM_text && it->x >= at.x + MARK_W && it->x < at.x + MARK_W + room)
                it->label = "";
        }
        bool path = g_strcmp0(list_grouping(d->st->group), "line") == 0 && strchr(l->name, '/');
        g_autofree char *name = path ? drawn_path(d, l->name, FONT_bold, MAX(room - 10, 120)) : g_strdup(l->name);
        scene_text(s, FONT_bold, ROLE_text, (Spot){ at.x + MARK_W + 6, at.y + (h - LIST_ROW_H) / 2 + 3, MAX(room - 10, 120) }, name)->trim = TRIM_middle;
    }
    if (l->kind != LINE_ROW) {
        Item *sign = scene_box(s, ROLE_none, (Rect){ at.x + l->depth * INDENT, at.y, MARK_W, h });
        sign->ref = (Ref){ REF_line, d->list->run, l->key, 1 | d->list->slot << 4 };
        sign->tip = scene_keep(s, l->open ? "closes it (Left)" : "opens it (Right)");
    }
    double bar = d->list->role && most > 0 ? (at.w - 8) * cost_of(d, line) / most : 0;
    if (bar >= 1 && !l->open) {
        Item *it = scene_box(s, d->list->role(d->list->table, arranged_row(d->lines, line)), (Rect){ at.x, at.y + h - 3, MIN(bar, at.w), 2 });
        it->ref = ref;
    }
    draw_cells(d, s, line, at);
    if (d->list->below)
        draw_below(d, s, line, at);
    if (l->depth > 0)
        scene_box(s, ROLE_grid, (Rect){ at.x + 2 + (l->depth - 1) * 4, at.y, 1, h });
    for (int i = 0; i <= MAX_COLUMNS; i++)
        g_free(texts[i]);
}

/* Above the headings: filter, grouping, how many there are. */
static void draw_tools(Drawn *d, Scene *s, Spot at)
{
    const Metrics *m = d->vp->metrics;
    double y = at.y + (LIST_ROW_H - m[FONT_small].line_h) / 2, x = at.x + 6;
    scene_box(s, ROLE_panel, (Rect){ at.x, at.y, at.w, LIST_ROW_H });
    double room = at.w < 520 ? MAX(floor(at.w * 0.3), 60) : 220; /* of the filter */
    Item *box = scene_box(s, ROLE_background, (Rect){ x, at.y + 2, room, LIST_ROW_H - 4 });
    box->edge = d->st->typing ? ROLE_link : ROLE_grid;
    box->ref = tool(d, REF_filter, 0, 0);
    box->tip = scene_keep(s, "only rows in which these words stand (/ to type, Esc to end)");
    bool empty = !d->st->filter->len;
    g_autofree char *typed = g_strdup_printf("%s%s", d->st->filter->str, d->st->typing ? "▏" : "");
    scene_text(s, FONT_small, empty && !d->st->typing ? ROLE_dim : ROLE_text, (Spot){ x + 6, y, room - 12 }, empty && !d->st->typing ? "filter: /" : typed)->trim = TRIM_start;
    x += room + (at.w < 520 ? 10 : 16);
    const char *by = at.w < 520 ? "by" : "group by";
    scene_text(s, FONT_small, ROLE_dim, (Spot){ x, y, 60 }, by);
    x += text_width(m, FONT_small, by) + 10;
    for (int i = 0; i == 0 || list_grouping(i); i++) {
        if (i && !table_can_group(d->list->table, list_grouping(i)))
            continue;
        const char *word = i ? list_grouping(i) : "nothing";
        double w = text_width(m, FONT_small, word);
        if (x + w + 20 > at.x + at.w)
            return;
        Ref ref = tool(d, REF_grouping, i, 0);
        Item *back = scene_box(s, d->st->group == i ? ROLE_row_select : ROLE_panel, (Rect){ x - 5, at.y + 2, w + 10, LIST_ROW_H - 4 });
        back->ref = ref;
        back->tip = i ? scene_keepf(s, "groups the rows by %s", word) : scene_keep(s, "shows the rows without groups");
        scene_text(s, FONT_small, d->st->group == i ? ROLE_text : ROLE_link, (Spot){ x, y, w + 4 }, word)->ref = ref;
        x += w + 14;
    }
    guint all = table_n_rows(d->list->table);
    if (x + 150 < at.x + at.w) {
        Item *it = d->lines->n_rows < all ? scene_textf(s, FONT_small, ROLE_dim, (Spot){ x, y, at.x + at.w - x - 8 }, "%u of %u rows", d->lines->n_rows, all)
                                          : scene_textf(s, FONT_small, ROLE_dim, (Spot){ x, y, at.x + at.w - x - 8 }, all == 1 ? "%u row" : "%u rows", all);
        it->align = ALIGN_right;
    }
}

/* The headings, each a place to click, with an edge to drag. */
static void draw_header(Drawn *d, Scene *s, double x, double y)
{
    double at = x + d->fit.columns[0].w;
    for (int i = 0; i + 1 < d->fit.n; i++) {
        Column *c = &d->fit.columns[i + 1];
        bool own = d->st->by_cost && d->of[i] == d->marked, sorted = own || d->st->sort == d->of[i] + 1, number = d->list->table->columns[d->of[i]].kind != CELL_TEXT && d->list->table->columns[d->of[i]].kind != CELL_BELOW;
        const char *title = c->title;
        if (sorted)
            c->title = scene_keepf(s, "%s %s", c->title, own || d->st->descending ? "▾" : "▴");
        if (is_live(d)) {
            Item *it = scene_box(s, ROLE_background, (Rect){ at, y, c->w - 5, LIST_ROW_H - 1 });
            it->ref = tool(d, REF_column, d->of[i], number);
            it->tip = scene_keepf(s, sorted ? "%s: a click turns the order round" : "%s: a click sorts by it", title);
            scene_box(s, ROLE_grid, (Rect){ at + c->w - 1, y + 4, 1, LIST_ROW_H - 8 });
            Item *edge = scene_box(s, ROLE_none, (Rect){ at + c->w - 5, y, 8, LIST_ROW_H });
            edge->ref = tool(d, REF_column_edge, d->place[i], 0);
            edge->ref.run = (int64_t)c->w;
        }
        at += c->w;
    }
    list_header(&d->fit, x, y);
}

static void measure_bars(Drawn *d)
{
    for (int i = 0; i < d->n; i++)
        for (guint line = 0; d->columns[i].as == AS_BAR && line < d->lines->lines->len; line++)
            d->longest[i] = MAX(d->longest[i], fabs(number_in(d, line, d->of[i])));
}

static void draw_headings(Drawn *d, Scene *s, Spot *at)
{
    if (has_tools(d)) {
        draw_tools(d, s, *at);
        at->y += LIST_ROW_H;
    }
    draw_header(d, s, at->x, at->y);
    at->y += LIST_ROW_H;
}

static double most_cost(const Drawn *d)
{
    double most = 0;
    for (guint i = 0; d->list->role && i < d->lines->lines->len; i++)
        most = MAX(most, arranged_line(d->lines, i)->open ? 0 : cost_of(d, i));
    return most;
}

/* A row that is shown anew, as one that another view led to, comes into sight; afterwards the list stays where the user scrolls it. */
static double scroll_to(const Drawn *d, Ref shown, double content, double view)
{
    double asked = d->vp->scroll[d->st->pane];
    if (shown.kind == REF_none || ref_equal(shown, d->vp->seen[d->st->pane]))
        return layout_clamp_scroll(asked, content, view);
    for (guint i = 0; i < d->lines->lines->len; i++) {
        double y = i * row_height(d);
        if (!stands_for(d, i, shown))
            continue;
        if (y < asked || y + row_height(d) > asked + view)
            asked = floor(y - view / 3);
        break;
    }
    return layout_clamp_scroll(asked, content, view);
}

#define NO_ROW "No row has these words."

void table_list_draw(Scene *s, const Viewport *vp, const TableList *list, Rect box, Ref shown)
{
    Drawn d = drawn_init(vp, list, 0);
    int pane = d.st->pane;
    drawn_fit(&d, s, box.w - 8);
    if (vp->select.kind == REF_line) /* a group */
        shown = vp->select;
    scene_box(s, ROLE_background, box);
    Spot at = { box.x, box.y, box.w };
    measure_bars(&d);
    draw_headings(&d, s, &at);
    double h = row_height(&d), content = d.lines->lines->len * h, view = MAX(box.y + box.h - at.y, 1), most = most_cost(&d);
    double scroll = scroll_to(&d, shown, content, view);
    scene_pane(s, pane, (Rect){ box.x, at.y, box.w, view }, content);
    s->panes[pane].shown = shown;
    if (scroll != layout_clamp_scroll(vp->scroll[pane], content, view))
        s->panes[pane].scroll = MAX(scroll, 0.5);
    for (guint i = (guint)(scroll / h); i < d.lines->lines->len && i * h - scroll < view; i++)
        draw_line(&d, s, i, (Spot){ box.x, at.y + i * h - scroll, box.w }, shown, most);
    if (!d.lines->lines->len)
        scene_text(s, FONT_body, ROLE_dim, (Spot){ box.x + 12, at.y + 6, box.w - 24 }, NO_ROW);
    layout_scrollbar(s, pane, scroll);
    scene_use_pane(s, 0);
    drawn_clear(&d);
}

double table_list_flow(Scene *s, const Viewport *vp, const TableList *list, Spot spot, guint most)
{
    Drawn d = drawn_init(vp, list, most);
    drawn_fit(&d, s, spot.w);
    measure_bars(&d);
    draw_headings(&d, s, &spot);
    double dearest = most_cost(&d);
    for (guint i = 0; i < d.lines->lines->len; i++, spot.y += row_height(&d)) {
        if (list->below)
            d.fit.row_h = d.line_h = height_of(&d, i, spot.w);
        draw_line(&d, s, i, spot, vp->select, dearest);
    }
    d.line_h = 0;
    if (!d.lines->lines->len) {
        scene_text(s, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 3, spot.w - 6 }, NO_ROW);
        spot.y += LIST_ROW_H;
    }
    if (d.lines->left_out || d.st->all) {
        Item *it = d.lines->left_out ? scene_textf(s, FONT_small, is_live(&d) ? ROLE_link : ROLE_dim, (Spot){ spot.x + 6, spot.y + 3, spot.w - 6 }, "%u more", d.lines->left_out)
                                     : scene_text(s, FONT_small, ROLE_link, (Spot){ spot.x + 6, spot.y + 3, spot.w - 6 }, "only the first");
        if (is_live(&d))
            it->ref = tool(&d, REF_line, 0, 1);
        spot.y += LIST_ROW_H;
    }
    drawn_clear(&d);
    return spot.y;
}

void table_list_stops(const Viewport *vp, const TableList *list, GArray *out)
{
    Drawn d = drawn_init(vp, list, 0);
    int named = 0; /* the first column of texts, which is what Find looks into */
    while (named < d.n && list->table->columns[d.of[named]].kind != CELL_TEXT)
        named++;
    for (guint i = 0; i < d.lines->lines->len; i++) {
        const ListLine *l = arranged_line(d.lines, i);
        if (l->kind == LINE_FOLD && l->open)
            continue; /* its first row comes next */
        const TableCell *c = named < d.n ? table_at(list->table, arranged_row(d.lines, i), d.of[named]) : NULL;
        const char *text = l->kind == LINE_GROUP ? l->name : c && c->s ? c->s : "";
        view_stop_add(out, line_ref(&d, i), d.own_state ? "" : text, i * row_height(&d));
    }
    drawn_clear(&d);
}

double table_list_height(const Viewport *vp, const TableList *list)
{
    Drawn d = drawn_init(vp, list, 0);
    double h = d.lines->lines->len * row_height(&d) + (1 + has_tools(&d)) * LIST_ROW_H;
    drawn_clear(&d);
    return h;
}
