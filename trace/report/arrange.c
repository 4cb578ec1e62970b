/* Listing the rows of a table. See arrange.h. Start reading at table_arrange(). */
#include "trace/report/arrange.h"
#include "trace/capped.h"
#include "trace/report/ranges.h"

#include <string.h>

/* ---- what lines show ---- */

void cell_drop(TableCell *c)
{
    g_clear_pointer(&c->s, g_free);
    c->is = CELL_UNKNOWN;
}

static bool cells_equal(const TableCell *a, const TableCell *b)
{
    return a->is == b->is && a->i == b->i && (a->is != CELL_REAL || a->r == b->r) && g_strcmp0(a->s, b->s) == 0;
}

static TableCell cell_copy(const TableCell *c)
{
    TableCell copy = *c;
    copy.s = g_strdup(c->s);
    return copy;
}

/* "block/0…23/o" of texts that differ in numbers alone; NULL if they differ in more. */
static char *range_text(const Table *t, const Arranged *a, const ListLine *line, int column)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    for (guint k = 0; k < line->n; k++) {
        const TableCell *c = table_at(t, g_array_index(a->order, guint, line->first + k), column);
        g_ptr_array_add(texts, c->is == CELL_STRING ? c->s : NULL);
    }
    return ranges_text((const char *const *)texts->pdata, (int)texts->len);
}

static TableCell sum_cells(const Table *t, const guint *rows, guint n, int column)
{
    TableCell sum = { .is = CELL_UNKNOWN };
    for (guint k = 0; k < n; k++) {
        const TableCell *c = table_at(t, rows[k], column);
        if (c->is == CELL_INTEGER && sum.is != CELL_REAL)
            sum = (TableCell){ .is = CELL_INTEGER, .i = add_capped(sum.i, c->i) };
        else if (c->is == CELL_INTEGER || c->is == CELL_REAL)
            sum = (TableCell){ .is = CELL_REAL, .r = (sum.is == CELL_INTEGER ? (double)sum.i : sum.r) + (c->is == CELL_REAL ? c->r : (double)c->i) };
    }
    return sum;
}

static bool all_equal(const Table *t, const guint *rows, guint n, int column)
{
    for (guint k = 1; k < n; k++)
        if (!cells_equal(table_at(t, rows[0], column), table_at(t, rows[k], column)))
            return false;
    return true;
}

TableCell arranged_cell(const Table *t, const Arranged *a, guint i, int column)
{
    const ListLine *line = arranged_line(a, i);
    const guint *rows = &g_array_index(a->order, guint, line->first);
    const TableCell *first = table_at(t, rows[0], column);
    if (line->n == 1)
        return cell_copy(first);
    if (t->columns[column].use & COL_SUM)
        return sum_cells(t, rows, line->n, column);
    if (all_equal(t, rows, line->n, column))
        return cell_copy(first);
    if (line->kind == LINE_GROUP)
        return (TableCell){ .is = CELL_UNKNOWN };
    if (first->is != CELL_STRING) /* the number of the first finds them */
        return column == 0 ? cell_copy(first) : (TableCell){ .is = CELL_UNKNOWN };
    char *range = range_text(t, a, line, column);
    if (range)
        return (TableCell){ .is = CELL_STRING, .s = range };
    return t->columns[column].kind == CELL_BELOW ? (TableCell){ .is = CELL_STRING, .s = g_strconcat("of the first: ", first->s, NULL) } : cell_copy(first);
}

guint arranged_row(const Arranged *a, guint i)
{
    return g_array_index(a->order, guint, arranged_line(a, i)->first);
}

/* ---- groups ---- */

static unsigned use_of(const char *group)
{
    static const struct { const char *name; unsigned use; } uses[] = { { "line", COL_LINE }, { "kind", COL_KIND }, { "axis", COL_AXIS }, { "cause", COL_CAUSE } };
    for (size_t i = 0; i < G_N_ELEMENTS(uses); i++)
        if (g_strcmp0(group, uses[i].name) == 0)
            return uses[i].use;
    return 0;
}

static int column_for(const Table *t, const char *group)
{
    unsigned use = use_of(group);
    for (int k = 0; use && k < t->n_columns; k++)
        if (t->columns[k].use & use)
            return k;
    return -1;
}

static bool has_layers(const Table *t)
{
    for (guint i = 0; i < t->facts->len; i++)
        if (table_facts(t, i)->layer)
            return true;
    return false;
}

bool table_can_group(const Table *t, const char *group)
{
    return g_strcmp0(group, "layer") == 0 ? t->facts->len > 0 : column_for(t, group) >= 0;
}

char *table_groupings(const Table *t)
{
    static const char *const names[] = { "layer", "line", "kind", "axis", "cause" };
    GString *s = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (i == 0 ? has_layers(t) : table_can_group(t, names[i]))
            g_string_append_printf(s, "%s%s", s->len ? ", " : "", names[i]);
    bool none = !s->len;
    char *text = g_string_free(s, none);
    return none ? NULL : text;
}

static const char *group_of(const Table *t, guint row, const char *group, int column)
{
    if (column < 0) {
        const char *layer = table_facts(t, row)->layer;
        return layer ? layer : "outside of layers";
    }
    const TableCell *c = table_at(t, row, column);
    return c->is == CELL_STRING && *c->s ? c->s : g_str_equal(group, "line") ? "no line known" : g_str_equal(group, "axis") ? "no axis" : "not known";
}

/* ---- filter ---- */

/* shown: in the columns with a heading alone, not in sentences below the row nor in what only JSON has. */
static bool row_has(const Table *t, guint row, const char *word, bool shown)
{
    for (int k = 0; k < t->n_columns; k++) {
        const TableCell *c = table_at(t, row, k);
        if (c->is == CELL_UNKNOWN || (shown && (!t->columns[k].heading || t->columns[k].kind == CELL_BELOW)))
            continue;
        g_autofree char *text = cell_show(c, t->columns[k].kind), *lower = g_ascii_strdown(text, -1);
        if (strstr(lower, word))
            return true;
    }
    return false;
}

/* A word that stands in some row's columns is looked for there: "all-gather" does not find a reduce-scatter because a change that would remove it
 * adds an all-gather. One that stands in no column may stand in a sentence. */
static GArray *rows_that_pass(const Table *t, const char *filter)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autofree char *lower = g_ascii_strdown(filter ? filter : "", -1);
    g_auto(GStrv) words = g_strsplit(lower, " ", -1);
    guint n_words = g_strv_length(words);
    g_autofree bool *shown = g_new0(bool, n_words + 1);
    for (guint k = 0; k < n_words; k++)
        for (guint i = 0; *words[k] && !shown[k] && i < table_n_rows(t); i++)
            shown[k] = row_has(t, i, words[k], true);
    for (guint i = 0; i < table_n_rows(t); i++) {
        bool pass = true;
        for (guint k = 0; k < n_words && pass; k++)
            pass = !*words[k] || row_has(t, i, words[k], shown[k]);
        if (pass)
            g_array_append_val(rows, i);
    }
    return rows;
}

/* ---- units: a row, or rows that are folded; a group is one too while groups are sorted ---- */

enum { MAX_ORDER = 4 };

typedef struct Unit {
    GArray *rows; /* guint */
    const char *name;
    guint key, place;
    TableCell by[MAX_ORDER]; /* what it is sorted by */
} Unit;

static void unit_clear(void *p)
{
    Unit *u = p;
    g_array_unref(u->rows);
    for (int i = 0; i < MAX_ORDER; i++)
        cell_drop(&u->by[i]);
}

static char *fold_key(const Table *t, guint row)
{
    const char *like = table_facts(t, row)->like;
    if (!like)
        return NULL;
    GString *s = g_string_new(like);
    for (int k = 0; k < t->n_columns; k++) {
        if (!(t->columns[k].use & COL_SAME))
            continue;
        const TableCell *c = table_at(t, row, k);
        if (c->is == CELL_STRING)
            g_string_append_printf(s, "\n%s", c->s);
        else if (c->is == CELL_UNKNOWN)
            g_string_append(s, "\n?");
        else
            g_string_append_printf(s, "\n%.17g", c->is == CELL_INTEGER ? (double)c->i : c->r);
    }
    return g_string_free(s, FALSE);
}

/* " bytes 42 MiB, moved 9.5 µs": the sums of what is shown. */
static char *sums_said(const Table *t, const GArray *rows)
{
    GString *s = g_string_new(NULL);
    for (int k = 0; k < t->n_columns; k++) {
        if (!(t->columns[k].use & COL_SUM) || !table_is_shown(t, k))
            continue;
        TableCell sum = sum_cells(t, (const guint *)(const void *)rows->data, rows->len, k);
        g_autofree char *text = sum.is == CELL_UNKNOWN ? NULL : cell_show(&sum, t->columns[k].kind);
        if (text && (sum.is == CELL_INTEGER ? sum.i != 0 : sum.r != 0))
            g_string_append_printf(s, "%s %s %s", s->len ? "," : "", t->columns[k].heading, text);
        cell_drop(&sum);
    }
    return g_string_free(s, FALSE);
}

char *table_alike(const Table *t, int64_t id)
{
    guint at = 0, n = table_n_rows(t);
    while (at < n && table_facts(t, at)->id != id)
        at++;
    g_autofree char *key = at < n ? fold_key(t, at) : NULL;
    if (!key)
        return NULL;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < n; i++) {
        g_autofree char *other = g_strcmp0(table_facts(t, i)->like, table_facts(t, at)->like) == 0 ? fold_key(t, i) : NULL;
        if (g_strcmp0(other, key) == 0)
            g_array_append_val(rows, i);
    }
    g_autofree char *sums = rows->len > 1 ? sums_said(t, rows) : NULL;
    return sums ? g_strdup_printf("one of %u alike%s%s", rows->len, *sums ? "; in all" : "", sums) : NULL;
}

static GArray *units_new(void)
{
    GArray *units = g_array_new(FALSE, TRUE, sizeof(Unit));
    g_array_set_clear_func(units, unit_clear);
    return units;
}

/* Puts a row into the unit with this key, or a new one. `key` NULL: alone. Takes the key. */
static void put_row(GArray *units, GHashTable *known, char *key, const char *name, guint row)
{
    gpointer at;
    if (key && g_hash_table_lookup_extended(known, key, NULL, &at)) {
        g_array_append_val(g_array_index(units, Unit, GPOINTER_TO_UINT(at)).rows, row);
        g_free(key);
        return;
    }
    Unit u = { .rows = g_array_new(FALSE, FALSE, sizeof(guint)), .name = name, .place = units->len, .key = key ? g_str_hash(key) : 0 };
    g_array_append_val(u.rows, row);
    g_array_append_val(units, u);
    if (key)
        g_hash_table_insert(known, key, GUINT_TO_POINTER(units->len - 1));
}

static GArray *make_units(const Table *t, const GArray *rows, bool fold)
{
    GArray *units = units_new();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < rows->len; i++) {
        guint row = g_array_index(rows, guint, i);
        put_row(units, known, fold ? fold_key(t, row) : NULL, NULL, row);
    }
    return units;
}

static GArray *make_groups(const Table *t, const GArray *rows, const char *group)
{
    GArray *units = units_new();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int column = column_for(t, group);
    for (guint i = 0; i < rows->len; i++) {
        guint row = g_array_index(rows, guint, i);
        const char *name = group_of(t, row, group, column);
        put_row(units, known, g_strconcat("group ", name, NULL), name, row);
    }
    return units;
}

/* ---- order ---- */

typedef struct Order {
    int column[MAX_ORDER], n;
    bool descending;
    bool by_name; /* groups, by the column they are grouped by */
} Order;

static int compare_cells(const TableCell *a, const TableCell *b, bool descending)
{
    if (a->is == CELL_UNKNOWN || b->is == CELL_UNKNOWN) /* last, whichever way */
        return (a->is == CELL_UNKNOWN) - (b->is == CELL_UNKNOWN);
    int c;
    if (a->is == CELL_STRING || b->is == CELL_STRING) {
        c = strverscmp(a->s ? a->s : "", b->s ? b->s : "");
    } else {
        double x = a->is == CELL_INTEGER ? (double)a->i : a->r, y = b->is == CELL_INTEGER ? (double)b->i : b->r;
        c = (x > y) - (x < y);
    }
    return descending ? -c : c;
}

static gint compare_units(gconstpointer pa, gconstpointer pb, gpointer data)
{
    const Unit *a = pa, *b = pb;
    const Order *o = data;
    for (int i = 0; i < o->n; i++) {
        int c = compare_cells(&a->by[i], &b->by[i], o->descending);
        if (c)
            return c;
    }
    if (o->by_name && strverscmp(a->name, b->name) != 0)
        return o->descending ? strverscmp(b->name, a->name) : strverscmp(a->name, b->name);
    return a->place < b->place ? -1 : a->place > b->place;
}

static void sort_units(const Table *t, GArray *units, Order o)
{
    for (guint i = 0; i < units->len; i++) {
        Unit *u = &g_array_index(units, Unit, i);
        const guint *rows = (const guint *)u->rows->data;
        for (int k = 0; k < o.n; k++) {
            bool sum = t->columns[o.column[k]].use & COL_SUM;
            u->by[k] = sum ? sum_cells(t, rows, u->rows->len, o.column[k]) : u->name ? (TableCell){ .is = CELL_UNKNOWN } : cell_copy(table_at(t, rows[0], o.column[k]));
        }
    }
    g_array_sort_with_data(units, compare_units, &o);
}

/* By what rows cost: the table's own order, or its first sum. */
static Order dearest_first(const Table *t)
{
    Order o = { .descending = true };
    g_auto(GStrv) keys = g_strsplit(t->order ? t->order : "", ",", -1);
    for (char **k = keys; *k && o.n < MAX_ORDER; k++)
        if (table_column(t, *k) >= 0)
            o.column[o.n++] = table_column(t, *k);
    for (int k = 0; !o.n && k < t->n_columns; k++)
        if (t->columns[k].use & COL_SUM)
            o.column[o.n++] = k;
    return o;
}

/* ---- putting it together ---- */

static void line_clear(void *p)
{
    g_free(((ListLine *)p)->name);
}

static bool is_open(const Arrangement *a, guint key)
{
    return a->expand || (a->open && g_hash_table_contains(a->open, GUINT_TO_POINTER(key)));
}

static void add_line(Arranged *out, ListLine line)
{
    g_array_append_val(out->lines, line);
}

/* The units' rows and lines, at this depth; `seen` false: their rows alone, since what they are in is closed. */
static void add_units(Arranged *out, const Arrangement *a, const GArray *units, int depth, guint group_key, bool seen)
{
    for (guint i = 0; i < units->len; i++) {
        const Unit *u = &g_array_index(units, Unit, i);
        guint first = out->order->len, key = u->key ^ (group_key * 31);
        bool fold = u->rows->len > 1, open = fold && is_open(a, key);
        g_array_append_vals(out->order, u->rows->data, u->rows->len);
        out->folds |= fold;
        if (!seen)
            continue;
        add_line(out, (ListLine){ .kind = fold ? LINE_FOLD : LINE_ROW, .depth = depth, .first = first, .n = u->rows->len, .open = open, .key = key });
        for (guint k = 0; open && k < u->rows->len; k++)
            add_line(out, (ListLine){ .kind = LINE_ROW, .depth = depth + 1, .first = first + k, .n = 1 });
    }
}

static GArray *ordered_units(const Table *t, const Arrangement *a, const GArray *rows)
{
    GArray *units = make_units(t, rows, a->fold);
    if (a->sort >= 0)
        sort_units(t, units, (Order){ .column = { a->sort }, .n = 1, .descending = a->descending });
    else if (units->len < rows->len && t->order)
        sort_units(t, units, dearest_first(t));
    return units;
}

static void add_groups(Arranged *out, const Table *t, const Arrangement *a, const GArray *rows)
{
    g_autoptr(GArray) groups = make_groups(t, rows, a->group);
    bool by_name = a->sort >= 0 && a->sort == column_for(t, a->group);
    if (by_name)
        sort_units(t, groups, (Order){ .descending = a->descending, .by_name = true });
    else
        sort_units(t, groups, a->sort >= 0 ? (Order){ .column = { a->sort }, .n = 1, .descending = a->descending } : dearest_first(t));
    for (guint i = 0; i < groups->len; i++) {
        const Unit *u = &g_array_index(groups, Unit, i);
        if (a->top && i >= (guint64)a->top) {
            out->left_out++;
            continue;
        }
        bool open = is_open(a, u->key);
        add_line(out, (ListLine){ .kind = LINE_GROUP, .first = out->order->len, .n = u->rows->len, .open = open, .key = u->key, .name = g_strdup(u->name) });
        g_autoptr(GArray) units = ordered_units(t, a, u->rows);
        add_units(out, a, units, 1, u->key, open);
    }
}

Arranged *table_arrange(const Table *t, const Arrangement *a)
{
    Arranged *out = g_new0(Arranged, 1);
    out->lines = g_array_new(FALSE, TRUE, sizeof(ListLine));
    g_array_set_clear_func(out->lines, line_clear);
    out->order = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GArray) rows = rows_that_pass(t, a->filter);
    if (a->group && table_can_group(t, a->group)) {
        add_groups(out, t, a, rows);
    } else {
        g_autoptr(GArray) units = ordered_units(t, a, rows);
        if (a->top && units->len > (guint64)a->top) {
            out->left_out = units->len - (guint)a->top;
            g_array_set_size(units, (guint)a->top);
        }
        add_units(out, a, units, 0, 0, true);
    }
    out->n_rows = out->order->len;
    return out;
}

void arranged_free(Arranged *a)
{
    if (!a)
        return;
    g_array_unref(a->lines);
    g_array_unref(a->order);
    g_free(a);
}

/* ---- as a table ---- */

/* Whether a column of the table is in the list. Closed groups show what can be added up. */
static bool is_listed(const Table *t, int column, const Arrangement *a)
{
    return !a->group || a->expand || t->columns[column].use & COL_SUM;
}

Table *table_listed(const Table *t, const Arranged *list, const Arrangement *a)
{
    ReportColumn *columns = g_new0(ReportColumn, t->n_columns + 2);
    int n = 0;
    bool counted = list->folds || (a->group && !a->expand);
    if (a->group)
        columns[n++] = (ReportColumn){ "group", a->group, CELL_TEXT, COL_PLAIN };
    if (counted)
        columns[n++] = (ReportColumn){ "rows", a->group ? "rows" : "×", CELL_COUNT, COL_SUM };
    for (int k = 0; k < t->n_columns; k++)
        if (is_listed(t, k, a))
            columns[n++] = t->columns[k];
    Table *out = table_new(t->key, t->title, columns, n);
    out->own_columns = columns;
    out->aside = t->aside;
    out->not_in_text = t->not_in_text;
    const char *group = NULL;
    for (guint i = 0; i < list->lines->len; i++) {
        const ListLine *line = arranged_line(list, i);
        if (line->kind == LINE_GROUP)
            group = line->name;
        if (line->kind == LINE_GROUP && a->expand)
            continue;
        if (a->group)
            cell_text(out, group);
        if (counted)
            cell_int(out, line->n);
        for (int k = 0; k < t->n_columns; k++)
            if (is_listed(t, k, a)) {
                TableCell c = arranged_cell(t, list, i, k);
                g_array_append_val(out->cells, c);
            }
    }
    return out;
}
