/* How wide the columns of a table's list are, and their texts cut to that. See table_list_impl.h. */
#include "viewer/layout/table_list_impl.h"

#include <math.h>
#include <string.h>

/* ---- whole texts ---- */

/* Without the words that column i leaves out in front of each text. NULL stays NULL. */
static const char *bare(const Drawn *d, int i, const char *text)
{
    const char *without = d->columns[i].without;
    return without && text && g_str_has_prefix(text, without) ? text + strlen(without) : text;
}

char *drawn_whole(const Drawn *d, guint line, int i, bool *is_text, bool *nothing)
{
    TableCell cell = arranged_cell(d->list->table, d->lines, line, d->of[i]);
    *nothing = cell.is == CELL_UNKNOWN;
    *is_text = cell.is == CELL_STRING;
    const ReportColumn *column = &d->list->table->columns[d->of[i]];
    g_autofree char *text = NULL;
    if (!*nothing && d->columns[i].as == AS_CHANGE) {
        double v = cell.is == CELL_INTEGER ? (double)cell.i : cell.r;
        TableCell size = { CELL_REAL, 0, fabs(v), NULL };
        g_autofree char *number = cell_show(&size, column->kind);
        text = v == 0 ? g_strdup("") : g_strconcat(v > 0 ? "+" : "−", number, NULL);
    } else {
        text = *nothing ? g_strdup(arranged_line(d->lines, line)->kind == LINE_GROUP ? "" : "–") : cell_show(&cell, column->kind);
    }
    cell_drop(&cell);
    int about = d->columns[i].about && !*nothing ? table_column(d->list->table, d->columns[i].about) : -1;
    if (about >= 0) {
        TableCell is = arranged_cell(d->list->table, d->lines, line, about);
        if (is.is == CELL_INTEGER && is.i == 1) {
            char *plain = text;
            text = g_strconcat("≈ ", plain, NULL);
            g_free(plain);
        }
        cell_drop(&is);
    }
    char *layout = g_str_equal(d->columns[i].key, "shape") && g_str_has_suffix(text, "}") ? strrchr(text, '{') : NULL;
    if (layout && layout > text && layout[-1] == ']') /* f32[8,16]{1,0}: how it lies in memory is not what lists are about */
        *layout = '\0';
    return g_strdup(bare(d, i, text));
}

static const char *before_of(const Drawn *d, int i)
{
    return d->columns[i].before ? d->columns[i].before : "";
}

/* ---- widths ---- */

enum { LINES_MEASURED = 64, PROSE_W = 400 };

/* The width that the texts of column i need, its heading included. */
static double needed(Drawn *d, int i)
{
    if (d->need[i] > 0)
        return d->need[i];
    const Column *c = &d->fit.columns[i + 1];
    double most = text_width(d->vp->metrics, FONT_small, c->title) + 22;
    for (guint line = 0; line < MIN(d->lines->lines->len, (guint)LINES_MEASURED); line++) {
        bool is_text, nothing;
        g_autofree char *text = drawn_whole(d, line, i, &is_text, &nothing);
        most = MAX(most, text_width(d->vp->metrics, c->font, text) + text_width(d->vp->metrics, c->font, before_of(d, i)) + 12);
    }
    return d->need[i] = ceil(most);
}

/* The width that the numbers of column i need: one that is cut is another number. */
static double needed_numbers(const Drawn *d, int i)
{
    double most = 0;
    for (guint line = 0; line < MIN(d->lines->lines->len, (guint)LINES_MEASURED); line++) {
        bool is_text, nothing;
        g_autofree char *text = drawn_whole(d, line, i, &is_text, &nothing);
        most = MAX(most, text_width(d->vp->metrics, d->columns[i].look.font, text) + 12);
    }
    return ceil(most);
}

/* So much of `room` that columns which need less than their part of it, by weight, get what they need, and the others share the rest. */
static double level(const double *need, const double *weight, int n, double room)
{
    double at = 0;
    bool full[MAX_COLUMNS] = { false };
    for (int round = 0; round < n; round++) {
        double left = room, parts = 0;
        for (int i = 0; i < n; i++) {
            left -= full[i] ? need[i] : 0;
            parts += full[i] ? 0 : weight[i];
        }
        if (parts <= 0)
            break;
        at = left / parts;
        bool more = false;
        for (int i = 0; i < n; i++)
            if (!full[i] && need[i] <= at * weight[i])
                full[i] = more = true;
        if (!more)
            break;
    }
    return at;
}

/* Columns of texts give each other what they do not need. Sentences, which are never whole, take what is left; what nobody needs is shared by all. */
static void share_out(Drawn *d, const ListState *widths)
{
    int at[MAX_COLUMNS], n = 0;
    bool is_prose[MAX_COLUMNS];
    double need[MAX_COLUMNS], weight[MAX_COLUMNS], more[MAX_COLUMNS], pool = 0, sum = 0, prose = 0, flexible = 0; /* more: part of what nobody needs */
    for (int i = 0; i + 1 < d->fit.n; i++) {
        const ReportColumn *column = &d->list->table->columns[d->of[i]];
        double w = d->fit.columns[i + 1].w;
        if ((column->kind != CELL_TEXT && column->kind != CELL_BELOW) || d->columns[i].as == AS_BAR || d->columns[i].as == AS_PAINTED || widths->width[d->place[i]] > 0)
            continue;
        double whole = needed(d, i);
        at[n] = i;
        weight[n] = w;
        is_prose[n] = d->fit.columns[i + 1].trim == TRIM_end && whole > PROSE_W;
        need[n] = is_prose[n] ? w * 0.6 : column->use & COL_LINE ? MIN(whole, w) : whole; /* of a path its end says most */
        more[n] = d->columns[i].look.w > 0 ? 0 : w;
        prose += is_prose[n] ? w : 0;
        flexible += more[n];
        pool += w;
        sum += need[n++];
    }
    double spare = pool - sum, per = spare < 0 ? level(need, weight, n, pool) : 0;
    for (int k = 0; k < n; k++) {
        Column *c = &d->fit.columns[at[k] + 1];
        double part = prose > 0 ? (is_prose[k] ? weight[k] / prose : 0) : flexible > 0 ? more[k] / flexible : weight[k] / pool;
        double gets = spare < 0 ? MIN(need[k], per * weight[k]) : need[k] + spare * part;
        c->w = MAX(floor(gets), 20);
    }
}

/* The width that the files' names and lines of a column of paths need: less says nothing. */
static double needed_names(const Drawn *d, int i)
{
    double most = 0;
    for (guint line = 0; line < MIN(d->lines->lines->len, (guint)LINES_MEASURED); line++) {
        bool is_text, nothing;
        g_autofree char *text = drawn_whole(d, line, i, &is_text, &nothing);
        const char *slash = strrchr(text, '/');
        most = MAX(most, text_width(d->vp->metrics, FONT_small, slash ? slash + 1 : text) + 12);
    }
    return ceil(most);
}

#define READABLE_W 230.0 /* of a text that is cut: its halves tell it from others */
#define SHORT 0.12       /* of what texts have, that they may lack */

static bool is_cost(const Drawn *d, int i)
{
    CellKind kind = d->list->table->columns[d->of[i]].kind;
    return kind == CELL_BYTES || kind == CELL_NS || d->of[i] == d->cost;
}

/* Whether texts are cut so much that the last column had better give them its room. Two costs always stay, and what the user chose. */
static bool is_crowded(Drawn *d)
{
    double need = 0, have = 0;
    int costs = 0;
    for (int i = 0; i + 1 < d->fit.n; i++) {
        const ReportColumn *column = &d->list->table->columns[d->of[i]];
        const Column *c = &d->fit.columns[i + 1];
        costs += is_cost(d, i);
        bool path = column->use & COL_LINE;
        if ((c->trim != TRIM_middle && !path) || column->kind != CELL_TEXT || d->columns[i].look.w > 0)
            continue;
        double whole = path ? needed_names(d, i) : needed(d, i);
        need += MIN(whole, MAX(READABLE_W, c->w));
        have += c->w;
    }
    int last = d->fit.n - 2;
    return d->columns[last].look.w > 0 && d->columns[last].as == AS_TEXT && costs > (is_cost(d, last) ? 2 : 1) && need - have > have * SHORT;
}

static void leave_out(Drawn *d, Column *looks, Column *own, int i)
{
    for (int k = i; k + 1 < d->n; k++) {
        d->columns[k] = d->columns[k + 1];
        d->of[k] = d->of[k + 1];
        d->place[k] = d->place[k + 1];
        d->need[k] = d->need[k + 1];
        d->longest[k] = d->longest[k + 1];
        looks[k + 1] = looks[k + 2];
        own[k + 1] = own[k + 2];
    }
    d->n--;
}

/* A column that the user made wide takes the room of others, from the right: not of the first, of two costs, of that by which the rows are sorted, and
 * of those whose width the user chose too. looks, own: of all columns, with and without the user's widths; w: the room. */
static void make_room(Drawn *d, Column *looks, Column *own, const ListState *widths, double w)
{
    int costs = 0;
    for (int i = 0; i < d->n; i++)
        costs += is_cost(d, i);
    for (int i = d->n - 1; i > 0 && list_least_width(looks, d->n + 1) > w; i--) {
        bool cost = is_cost(d, i), kept = widths->width[d->place[i]] > 0 || d->st->sort - 1 == d->of[i] || (cost && costs <= 2);
        if (kept)
            continue;
        costs -= cost;
        leave_out(d, looks, own, i);
    }
}

/* Where that is not enough, it is only as wide as leaves them their least. n: of columns. */
static void hold_back(Column *looks, const Column *own, int n, double w)
{
    double over = list_least_width(looks, n) - w, more = 0;
    for (int i = 0; i < n; i++)
        more += MAX(looks[i].w - MAX(own[i].w, LEAST_COLUMN_W), 0);
    for (int i = 0; i < n && over > 0 && more > 0; i++)
        looks[i].w -= MAX(looks[i].w - MAX(own[i].w, LEAST_COLUMN_W), 0) * MIN(over / more, 1);
}

void drawn_fit(Drawn *d, Scene *s, double w)
{
    Column looks[MAX_COLUMNS], own[MAX_COLUMNS];
    bool marks = d->list->mark, widened = false;
    const ListState *widths = d->own_state ? d->st : list_state_at(d->vp->list, d->list->slot % N_LISTS);
    looks[0] = own[0] = (Column){ "", d->lines->folds || list_grouping(d->st->group) ? MARK_W : marks ? 22 : 4, ALIGN_left, TRIM_end, FONT_small, ROLE_dim };
    for (int i = 0; i < d->n; i++) {
        Column *look = &own[i + 1];
        *look = d->columns[i].look;
        if (!look->title)
            look->title = d->list->table->columns[d->of[i]].heading;
        CellKind kind = d->list->table->columns[d->of[i]].kind;
        if (kind != CELL_TEXT && kind != CELL_BELOW && d->columns[i].as != AS_BAR && d->columns[i].as != AS_PAINTED && look->w > 0)
            look->w = MAX(look->w, needed_numbers(d, i));
        looks[i + 1] = *look;
        if (widths->width[d->place[i]] > 0)
            looks[i + 1].w = widths->width[d->place[i]];
        widened |= widths->width[d->place[i]] > MAX(look->w, LEAST_COLUMN_W);
    }
    if (widened) {
        make_room(d, looks, own, widths, w);
        hold_back(looks, own, d->n + 1, w);
    }
    for (int n = d->n + 1;; n = d->fit.n - 1) {
        d->fit = list_fit(s, d->vp, looks, n, w);
        share_out(d, widths);
        int last = d->fit.n - 2;
        if (last < 2 || widths->width[d->place[last]] > 0 || d->st->sort - 1 == d->of[last] || !is_crowded(d))
            break;
    }
    d->fit.row_h = d->list->below ? BELOW_ROW_H : d->list->row_h;
    d->fit.text_h = d->list->below ? LIST_ROW_H : 0;
}

/* ---- cut texts ---- */

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
    Elider **e = &d->st->cut[d->place[i]];
    if (*e)
        return *e;
    const Table *t = d->list->table;
    guint n = table_n_rows(t);
    g_autofree const char **texts = g_new0(const char *, n + 1);
    for (guint k = 0; k < n; k++)
        texts[k] = bare(d, i, table_at(t, k, d->of[i])->s);
    return *e = elider_new(texts, (int)n);
}

/* The end of a path from a folder's name on, as much as there is room for; at least the file's name and line. */
static char *cut_path(const char *path, double room, Pen *pen)
{
    const char *at = path;
    for (const char *slash = path; width_of(at, pen) > room && (slash = strchr(slash, '/')); at = slash)
        slash++;
    return g_strdup(at);
}

char *drawn_path(const Drawn *d, const char *path, FontRole font, double room)
{
    return cut_path(path, room, &(Pen){ d->vp->metrics, font });
}

char *drawn_text(Drawn *d, guint line, int i)
{
    if (d->columns[i].as == AS_BAR || d->columns[i].as == AS_PAINTED)
        return g_strdup("");
    const Column *c = &d->fit.columns[i + 1];
    bool is_text, nothing;
    g_autofree char *said = drawn_whole(d, line, i, &is_text, &nothing);
    const char *before = nothing ? "" : before_of(d, i);
    Pen pen = { d->vp->metrics, c->font };
    double room = c->w - 10 - text_width(pen.m, pen.font, before);
    if (is_text && d->list->table->columns[d->of[i]].use & COL_LINE && strchr(said, '/'))
        return cut_path(said, room, &pen);
    if (!is_text || c->trim != TRIM_middle || width_of(said, &pen) <= room)
        return g_strconcat(before, said, NULL);
    g_autofree char *cut = elide(elider_for(d, i), said, room, width_of, &pen);
    return g_strconcat(before, cut, NULL);
}
