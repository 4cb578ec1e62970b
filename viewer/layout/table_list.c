/* Lists of tables. See table_list.h. Start reading at table_list_draw(). */
#include "viewer/layout/table_list.h"

#include <math.h>
#include <string.h>

#include "viewer/views.h"

#define MARK_W 54.0 /* of the column with the sign for closed and open, and how many rows a line represents */
#define INDENT 12.0

/* ---- what the user chose ---- */

ListState *list_state_new(void)
{
    ListState *st = g_new0(ListState, 1);
    st->filter = g_string_new(NULL);
    st->open = g_hash_table_new(NULL, NULL);
    return st;
}

static void forget_table(ListState *st)
{
    g_clear_pointer(&st->arranged, arranged_free);
    for (int i = 0; i < MAX_COLUMNS; i++)
        g_clear_pointer(&st->cut[i], elider_free);
}

void list_state_free(ListState *st)
{
    if (!st)
        return;
    forget_table(st);
    table_free(st->of);
    g_string_free(st->filter, TRUE);
    g_hash_table_unref(st->open);
    g_free(st);
}

void list_state_changed(ListState *st)
{
    g_clear_pointer(&st->arranged, arranged_free);
}

void list_state_sort(ListState *st, int column, bool number)
{
    if (st->sort != column + 1) {
        st->sort = column + 1;
        st->descending = number;
    } else if (st->descending == number) {
        st->descending = !number;
    } else {
        st->sort = 0;
    }
    list_state_changed(st);
}

void list_state_toggle(ListState *st, guint key)
{
    if (!g_hash_table_remove(st->open, GUINT_TO_POINTER(key)))
        g_hash_table_add(st->open, GUINT_TO_POINTER(key));
    list_state_changed(st);
}

int64_t list_state_row_id(const ListState *st, guint row)
{
    return table_facts(st->of, row)->id;
}

const char *list_grouping(int i)
{
    static const char *const names[] = { NULL, "layer", "line", "kind", "axis", "cause" };
    return i >= 0 && i < (int)G_N_ELEMENTS(names) ? names[i] : NULL;
}

/* ---- the list being drawn ---- */

typedef struct Drawn {
    const TableList *list;
    const Viewport *vp;
    ListState *st;     /* the viewport's, or one of this picture */
    bool own_state;
    const Arranged *lines;
    TableColumn columns[MAX_COLUMNS]; /* those with something to show */
    int of[MAX_COLUMNS];              /* their columns in the table */
    int place[MAX_COLUMNS];           /* and in the list: ListState.width */
    int n;
    int cost;          /* column of the table: the first of its order that knows anything; -1 = none */
    List fit;          /* with the widths; its first column is the mark */
} Drawn;

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

static void choose_columns(Drawn *d)
{
    for (int i = 0; i < d->list->n; i++) {
        int column = table_column(d->list->table, d->list->columns[i].key);
        if (column < 0 || !known_at_all(d->list->table, column))
            continue;
        d->columns[d->n] = d->list->columns[i];
        d->of[d->n] = column;
        d->place[d->n++] = i;
    }
}

static Drawn drawn_init(const Viewport *vp, const TableList *list)
{
    g_assert(list->n < MAX_COLUMNS);
    Drawn d = { .list = list, .vp = vp, .st = vp->list, .own_state = !vp->list };
    if (!d.st)
        d.st = list_state_new();
    if (d.st->of != list->table) {
        forget_table(d.st);
        table_free(d.st->of);
        d.st->of = table_ref(list->table);
    }
    if (!d.st->arranged) {
        const char *group = list_grouping(d.st->group);
        Arrangement a = { .group = group && table_can_group(list->table, group) ? group : NULL, .sort = d.st->sort - 1, .descending = d.st->descending,
                          .filter = d.st->filter->str, .fold = true, .open = d.st->open };
        if (a.sort >= list->table->n_columns)
            a.sort = -1;
        d.st->arranged = table_arrange(list->table, &a);
    }
    d.lines = d.st->arranged;
    d.cost = cost_column(list->table);
    choose_columns(&d);
    return d;
}

static void drawn_clear(Drawn *d)
{
    if (d->own_state)
        list_state_free(d->st);
}

static bool has_tools(const Viewport *vp)
{
    return vp->list && !vp->still;
}

static void fit_columns(Drawn *d, Scene *s, double w)
{
    Column looks[MAX_COLUMNS];
    bool marks = d->lines->folds || list_grouping(d->st->group);
    looks[0] = (Column){ "", marks ? MARK_W : 4, ALIGN_left, TRIM_end, FONT_small, ROLE_dim };
    for (int i = 0; i < d->n; i++) {
        looks[i + 1] = d->columns[i].look;
        if (!looks[i + 1].title)
            looks[i + 1].title = d->list->table->columns[d->of[i]].heading;
        if (d->st->width[d->place[i]] > 0)
            looks[i + 1].w = d->st->width[d->place[i]];
    }
    d->fit = list_fit(s, d->vp, looks, d->n + 1, w);
}

/* ---- cutting texts ---- */

typedef struct Pen {
    const Metrics *m;
    FontRole font;
} Pen;

static double width_of(const char *text, void *pen)
{
    const Pen *p = pen;
    return text_width(p->m, p->font, text);
}

static const Elider *elider_for(Drawn *d, int i)
{
    Elider **e = &d->st->cut[i];
    if (*e)
        return *e;
    const Table *t = d->list->table;
    guint n = table_n_rows(t);
    g_autofree const char **texts = g_new0(const char *, n + 1);
    for (guint k = 0; k < n; k++)
        texts[k] = table_at(t, k, d->of[i])->s;
    return *e = elider_new(texts, (int)n);
}

/* What is in a column of a line, cut to its width. To be freed. */
static char *shown_text(Drawn *d, guint line, int i)
{
    const Column *c = &d->fit.columns[i + 1];
    TableCell cell = arranged_cell(d->list->table, d->lines, line, d->of[i]);
    bool nothing = cell.is == CELL_UNKNOWN;
    g_autofree char *text = nothing ? g_strdup(arranged_line(d->lines, line)->kind == LINE_GROUP ? "" : "–") : cell_show(&cell, d->list->table->columns[d->of[i]].kind);
    bool is_text = cell.is == CELL_STRING;
    cell_drop(&cell);
    const char *without = d->columns[i].without, *said = without && g_str_has_prefix(text, without) ? text + strlen(without) : text;
    const char *before = !nothing && d->columns[i].before ? d->columns[i].before : "";
    Pen pen = { d->vp->metrics, c->font };
    double room = c->w - 10 - text_width(pen.m, pen.font, before);
    if (!is_text || c->trim != TRIM_middle || width_of(said, &pen) <= room)
        return g_strconcat(before, said, NULL);
    g_autofree char *cut = elide(elider_for(d, i), said, room, width_of, &pen);
    return g_strconcat(before, cut, NULL);
}

/* ---- drawing ---- */

static char *line_tip(const Drawn *d, guint line)
{
    GString *s = g_string_new(NULL);
    const ListLine *l = arranged_line(d->lines, line);
    if (l->kind == LINE_GROUP)
        g_string_append_printf(s, "%s", l->name);
    else if (l->kind == LINE_FOLD)
        g_string_append_printf(s, table_facts(d->list->table, arranged_row(d->lines, line))->layer ? "%u rows alike in everything but their layer: the sign in front opens them"
                                                                                                  : "%u rows of one name: the sign in front opens them", l->n);
    for (int i = 0; i < d->n; i++) {
        TableCell c = arranged_cell(d->list->table, d->lines, line, d->of[i]);
        const ReportColumn *column = &d->list->table->columns[d->of[i]];
        const char *title = d->columns[i].look.title ? d->columns[i].look.title : column->heading;
        g_autofree char *text = cell_show(&c, column->kind);
        if (c.is != CELL_UNKNOWN)
            g_string_append_printf(s, "%s%s: %s", s->len ? "\n" : "", title, text);
        cell_drop(&c);
    }
    return g_string_free(s, FALSE);
}

/* What a line costs, for its bar. */
static double cost_of(const Drawn *d, guint line)
{
    if (d->cost < 0)
        return 0;
    TableCell c = arranged_cell(d->list->table, d->lines, line, d->cost);
    double cost = c.is == CELL_INTEGER ? (double)c.i : c.is == CELL_REAL ? c.r : 0;
    cell_drop(&c);
    return cost;
}

static Ref line_ref(const Drawn *d, guint line)
{
    const ListLine *l = arranged_line(d->lines, line);
    if (l->kind == LINE_GROUP)
        return (Ref){ REF_line, d->list->run, l->key, 0 };
    return (Ref){ d->list->kind, d->list->run, table_facts(d->list->table, arranged_row(d->lines, line))->id, 0 };
}

/* Whether the row `shown` is this line, or hidden in it. */
static bool stands_for(const Drawn *d, guint line, Ref shown)
{
    const ListLine *l = arranged_line(d->lines, line);
    if (ref_equal(line_ref(d, line), shown))
        return l->kind != LINE_FOLD || !l->open;
    for (guint k = 0; l->kind != LINE_ROW && !l->open && shown.kind == d->list->kind && k < l->n; k++)
        if (table_facts(d->list->table, g_array_index(d->lines->order, guint, l->first + k))->id == shown.id)
            return true;
    return false;
}

/* file:line leads to the source. */
static void link_lines(Drawn *d, Scene *s, guint line, Spot at)
{
    double x = at.x + d->fit.columns[0].w;
    for (int i = 0; i + 1 < d->fit.n; i++) {
        const Column *c = &d->fit.columns[i + 1];
        TableCell cell = arranged_cell(d->list->table, d->lines, line, d->of[i]);
        if (c->ink == ROLE_link && d->list->table->columns[d->of[i]].use & COL_LINE && cell.is == CELL_STRING) {
            Item *it = scene_box(s, ROLE_none, (Rect){ x, at.y, c->w, LIST_ROW_H });
            it->ref = (Ref){ REF_source, d->list->run, (int64_t)g_str_hash(cell.s), 0 };
            it->go = "source";
            it->tip = scene_keepf(s, "%s: shows the line in Source", cell.s);
        }
        cell_drop(&cell);
        x += c->w;
    }
}

static void draw_line(Drawn *d, Scene *s, guint line, Spot at, Ref shown, double most)
{
    const ListLine *l = arranged_line(d->lines, line);
    Ref ref = line_ref(d, line);
    char *texts[MAX_COLUMNS + 1] = { NULL };
    texts[0] = l->kind == LINE_ROW ? g_strdup("") : g_strdup_printf("%s ×%u", l->open ? "▾" : "▸", l->n);
    for (int i = 0; i + 1 < d->fit.n; i++)
        texts[i + 1] = shown_text(d, line, i);
    g_autofree char *tip = line_tip(d, line);
    Viewport marked = *d->vp;
    marked.select = stands_for(d, line, shown) ? ref : (Ref){ 0 };
    List fit = d->fit;
    fit.vp = &marked;
    guint first = s->items->len;
    list_row(&fit, at, (const char *const *)texts, ref, tip);
    if (l->kind == LINE_GROUP) { /* its name over the columns that have no sum */
        double room = 0;
        for (int i = 0; i + 1 < d->fit.n && (!texts[i + 1][0] || room < 120); i++)
            room += d->fit.columns[i + 1].w;
        for (guint k = first; k < s->items->len; k++) {
            Item *it = &g_array_index(s->items, Item, k);
            if (it->kind == ITEM_text && it->x >= at.x + MARK_W && it->x < at.x + MARK_W + room)
                it->label = "";
        }
        scene_text(s, FONT_bold, ROLE_text, (Spot){ at.x + MARK_W + 6, at.y + 3, MAX(room - 10, 120) }, l->name)->trim = TRIM_middle;
    }
    if (l->kind != LINE_ROW) {
        Item *sign = scene_box(s, ROLE_none, (Rect){ at.x + l->depth * INDENT, at.y, MARK_W, LIST_ROW_H });
        sign->ref = (Ref){ REF_line, d->list->run, l->key, 1 };
        sign->tip = scene_keep(s, l->open ? "closes it (Left)" : "opens it (Right)");
    }
    double bar = d->list->role && most > 0 ? (at.w - 8) * cost_of(d, line) / most : 0;
    if (bar >= 1 && !l->open) {
        Item *it = scene_box(s, d->list->role(d->list->table, arranged_row(d->lines, line)), (Rect){ at.x, at.y + LIST_ROW_H - 3, MIN(bar, at.w), 2 });
        it->ref = ref;
    }
    link_lines(d, s, line, at);
    if (l->depth > 0)
        scene_box(s, ROLE_grid, (Rect){ at.x + 2 + (l->depth - 1) * 4, at.y, 1, LIST_ROW_H });
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
    box->ref = (Ref){ REF_filter, 0, 0, 0 };
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
        Ref ref = { REF_grouping, 0, i, 0 };
        Item *back = scene_box(s, d->st->group == i ? ROLE_row_select : ROLE_panel, (Rect){ x - 5, at.y + 2, w + 10, LIST_ROW_H - 4 });
        back->ref = ref;
        scene_text(s, FONT_small, d->st->group == i ? ROLE_text : ROLE_link, (Spot){ x, y, w + 4 }, word)->ref = ref;
        x += w + 14;
    }
    guint all = table_n_rows(d->list->table);
    if (x + 150 < at.x + at.w) {
        Item *it = d->lines->n_rows < all ? scene_textf(s, FONT_small, ROLE_dim, (Spot){ x, y, at.x + at.w - x - 8 }, "%u of %u rows", d->lines->n_rows, all)
                                          : scene_textf(s, FONT_small, ROLE_dim, (Spot){ x, y, at.x + at.w - x - 8 }, "%u rows", all);
        it->align = ALIGN_right;
    }
}

/* The headings, each a place to click, with an edge to drag. */
static void draw_header(Drawn *d, Scene *s, double x, double y)
{
    double at = x + d->fit.columns[0].w;
    for (int i = 0; i + 1 < d->fit.n; i++) {
        Column *c = &d->fit.columns[i + 1];
        bool sorted = d->st->sort == d->of[i] + 1, number = d->list->table->columns[d->of[i]].kind != CELL_TEXT && d->list->table->columns[d->of[i]].kind != CELL_BELOW;
        if (sorted)
            c->title = scene_keepf(s, "%s %s", c->title, d->st->descending ? "▾" : "▴");
        if (has_tools(d->vp)) {
            Item *it = scene_box(s, ROLE_background, (Rect){ at, y, c->w - 5, LIST_ROW_H - 1 });
            it->ref = (Ref){ REF_column, 0, d->of[i], number };
            it->tip = scene_keepf(s, "%s: a click sorts by it", c->title);
            scene_box(s, ROLE_grid, (Rect){ at + c->w - 1, y + 4, 1, LIST_ROW_H - 8 });
            Item *edge = scene_box(s, ROLE_none, (Rect){ at + c->w - 5, y, 8, LIST_ROW_H });
            edge->ref = (Ref){ .kind = REF_column_edge, .run = (int64_t)c->w, .id = d->place[i] };
        }
        at += c->w;
    }
    list_header(&d->fit, x, y);
}

void table_list_draw(Scene *s, const Viewport *vp, const TableList *list, Rect box, Ref shown)
{
    Drawn d = drawn_init(vp, list);
    fit_columns(&d, s, box.w - 8);
    if (vp->select.kind == REF_line) /* a group */
        shown = vp->select;
    scene_box(s, ROLE_background, box);
    double top = box.y;
    if (has_tools(vp)) {
        draw_tools(&d, s, (Spot){ box.x, top, box.w });
        top += LIST_ROW_H;
    }
    draw_header(&d, s, box.x, top);
    top += LIST_ROW_H;
    double content = d.lines->lines->len * LIST_ROW_H, view = box.y + box.h - top, most = 0;
    for (guint i = 0; list->role && i < d.lines->lines->len; i++)
        most = MAX(most, arranged_line(d.lines, i)->open ? 0 : cost_of(&d, i));
    double scroll = layout_clamp_scroll(vp->scroll[PANE_LIST], content, view);
    scene_pane(s, PANE_LIST, (Rect){ box.x, top, box.w, view }, content);
    for (guint i = (guint)(scroll / LIST_ROW_H); i < d.lines->lines->len && i * LIST_ROW_H - scroll < view; i++)
        draw_line(&d, s, i, (Spot){ box.x, top + i * LIST_ROW_H - scroll, box.w }, shown, most);
    if (!d.lines->lines->len)
        scene_text(s, FONT_body, ROLE_dim, (Spot){ box.x + 12, top + 6, box.w - 24 }, "No row has these words.");
    layout_scrollbar(s, PANE_LIST, scroll);
    scene_use_pane(s, 0);
    drawn_clear(&d);
}

void table_list_stops(const Viewport *vp, const TableList *list, GArray *out)
{
    Drawn d = drawn_init(vp, list);
    int named = 0; /* the first column of texts, which is what Find looks into */
    while (named < d.n && list->table->columns[d.of[named]].kind != CELL_TEXT)
        named++;
    for (guint i = 0; i < d.lines->lines->len; i++) {
        const ListLine *l = arranged_line(d.lines, i);
        if (l->kind == LINE_FOLD && l->open)
            continue; /* its first row comes next */
        const TableCell *c = named < d.n ? table_at(list->table, arranged_row(d.lines, i), d.of[named]) : NULL;
        const char *text = l->kind == LINE_GROUP ? l->name : c && c->s ? c->s : "";
        view_stop_add(out, line_ref(&d, i), d.own_state ? "" : text, i * LIST_ROW_H);
    }
    drawn_clear(&d);
}

double table_list_height(const Viewport *vp, const TableList *list)
{
    Drawn d = drawn_init(vp, list);
    double h = (d.lines->lines->len + 1 + has_tools(vp)) * LIST_ROW_H;
    drawn_clear(&d);
    return h;
}
