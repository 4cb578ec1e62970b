/* A document as aligned text, JSON, CSV, and as tables of an HTML page. Start at document_print(). */
#include "trace/report/document_impl.h"
#include "trace/report/elide.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* ---- text ---- */

/* Pads to `width` characters: text to the right, numbers to the left. The last column is not padded. */
static void put_padded(GString *out, const char *s, glong width, bool text, bool last)
{
    glong pad = width - g_utf8_strlen(s, -1);
    if (!text)
        for (; pad > 0; pad--)
            g_string_append_c(out, ' ');
    g_string_append(out, s);
    if (text && !last)
        for (; pad > 0; pad--)
            g_string_append_c(out, ' ');
}

/* The longest text a column of an aligned table shows; JSON and CSV have all of it. */
enum { MAX_CELL = 72 };

/* The texts of a column as an aligned table shows them, one a row, each to be freed. */
static void column_texts(const Table *t, int column, char **out)
{
    guint n = table_n_rows(t);
    bool long_one = false;
    for (guint i = 0; i < n; i++) {
        out[i] = cell_show(table_at(t, i, column), t->columns[column].kind);
        long_one |= g_utf8_strlen(out[i], -1) > MAX_CELL;
    }
    g_autoptr(Elider) e = long_one ? elider_new((const char *const *)out, (int)n) : NULL;
    for (guint i = 0; i < n && e; i++) {
        char *whole = out[i];
        out[i] = elide(e, whole, MAX_CELL, NULL, NULL);
        g_free(whole);
    }
}

/* One a column, to be freed. */
static bool *shown_columns(const Table *t)
{
    bool *shown = g_new0(bool, t->n_columns);
    for (int k = 0; k < t->n_columns; k++)
        shown[k] = table_is_shown(t, k);
    return shown;
}

static void print_lines(const Table *t, int column, GString *out)
{
    for (guint i = 0; i < table_n_rows(t); i++)
        g_string_append_printf(out, "%s\n", table_at(t, i, column)->s);
}

static void print_table(const Table *t, GString *out)
{
    if (table_line_column(t) >= 0) {
        print_lines(t, table_line_column(t), out);
        return;
    }
    guint rows = table_n_rows(t);
    g_autofree bool *shown = shown_columns(t);
    glong *width = g_new0(glong, t->n_columns);
    char **cells = g_new0(char *, rows * (guint)t->n_columns + 1);
    int last = -1;
    for (int k = 0; k < t->n_columns; k++) {
        if (!shown[k])
            continue;
        last = k;
        width[k] = g_utf8_strlen(t->columns[k].heading, -1);
        char **texts = cells + (guint)k * rows;
        column_texts(t, k, texts);
        for (guint i = 0; i < rows; i++)
            width[k] = MAX(width[k], g_utf8_strlen(texts[i], -1));
    }
    for (guint i = 0; i <= rows; i++) { /* row 0 is the heading */
        g_string_append(out, " ");
        for (int k = 0; k < t->n_columns; k++) {
            if (!shown[k])
                continue;
            const char *s = i ? cells[(guint)k * rows + i - 1] : t->columns[k].heading;
            g_string_append(out, " ");
            put_padded(out, s, width[k], t->columns[k].kind == CELL_TEXT, k == last);
            if (k != last)
                g_string_append_c(out, ' ');
        }
        g_string_append_c(out, '\n');
        for (int k = 0; i && k < t->n_columns; k++) {
            const TableCell *c = table_at(t, i - 1, k);
            if (t->columns[k].kind == CELL_BELOW && t->columns[k].heading && c->is == CELL_STRING && *c->s)
                g_string_append_printf(out, "        %s%s\n", t->columns[k].heading, c->s);
        }
    }
    for (guint i = 0; i < rows * (guint)t->n_columns; i++)
        g_free(cells[i]);
    g_free(cells);
    g_free(width);
}

static void print_text(const Document *d, GString *out)
{
    bool first = true;
    if (!d->blocks->len)
        g_string_append(out, "This trace holds no run: recording ended before a program was compiled.\n");
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        if (b->label && d->blocks->len > 1)
            g_string_append_printf(out, "%srun %s\n", first ? "" : "\n", b->label);
        first = false;
        bool above = false; /* a table has been printed above */
        for (guint k = 0; k < b->tables->len; k++) {
            const Table *t = b->tables->pdata[k];
            if (t->not_in_text || !(table_n_rows(t) || table_line_column(t) >= 0))
                continue;
            if (above)
                g_string_append_c(out, '\n');
            if (t->title)
                g_string_append_printf(out, "%s\n", t->title);
            print_table(t, out);
            above = true;
        }
        if (above && b->notes->len)
            g_string_append_c(out, '\n');
        for (guint k = 0; k < b->notes->len; k++)
            g_string_append_printf(out, "%s\n", (char *)b->notes->pdata[k]);
    }
}

/* ---- JSON ---- */

static void json_cell(JsonBuilder *j, const TableCell *c, CellKind kind)
{
    switch (c->is) {
    case CELL_UNKNOWN:
        json_builder_add_null_value(j);
        break;
    case CELL_INTEGER:
        json_builder_add_int_value(j, c->i);
        break;
    case CELL_REAL:
        if (kind == CELL_NS || kind == CELL_BYTES)
            json_builder_add_int_value(j, (gint64)llround(c->r));
        else
            json_builder_add_double_value(j, c->r);
        break;
    case CELL_STRING:
        json_builder_add_string_value(j, c->s);
        break;
    }
}

static void json_table(JsonBuilder *j, const Table *t)
{
    json_builder_set_member_name(j, t->key);
    json_builder_begin_array(j);
    for (guint i = 0; i < table_n_rows(t); i++) {
        json_builder_begin_object(j);
        for (int k = 0; k < t->n_columns; k++) {
            json_builder_set_member_name(j, t->columns[k].key);
            json_cell(j, table_at(t, i, k), t->columns[k].kind);
        }
        json_builder_end_object(j);
    }
    json_builder_end_array(j);
}

/* {"report": name, "runs": [{"run": id, "label": ..., TABLE: [ROW...], "notes": [...]}]}; a block about no single run
 * has neither id nor label. */
static void print_json(const Document *d, GString *out)
{
    g_autoptr(JsonBuilder) j = json_builder_new();
    json_builder_begin_object(j);
    json_builder_set_member_name(j, "report");
    json_builder_add_string_value(j, d->name);
    json_builder_set_member_name(j, "runs");
    json_builder_begin_array(j);
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        json_builder_begin_object(j);
        if (b->has_run) {
            json_builder_set_member_name(j, "run");
            json_builder_add_int_value(j, b->run_id);
            json_builder_set_member_name(j, "label");
            json_builder_add_string_value(j, b->label);
        }
        for (guint k = 0; k < b->tables->len; k++)
            json_table(j, b->tables->pdata[k]);
        json_builder_set_member_name(j, "notes");
        json_builder_begin_array(j);
        for (guint k = 0; k < b->notes->len; k++)
            json_builder_add_string_value(j, b->notes->pdata[k]);
        json_builder_end_array(j);
        json_builder_end_object(j);
    }
    json_builder_end_array(j);
    json_builder_end_object(j);
    g_autoptr(JsonGenerator) text = json_generator_new();
    json_generator_set_pretty(text, TRUE);
    JsonNode *root = json_builder_get_root(j);
    json_generator_set_root(text, root);
    g_autofree char *s = json_generator_to_data(text, NULL);
    json_node_unref(root);
    g_string_append_printf(out, "%s\n", s);
}

/* ---- CSV ---- */

void document_csv_text(GString *out, const char *s)
{
    if (!strpbrk(s, ",\"\r\n")) {
        g_string_append(out, s);
        return;
    }
    g_string_append_c(out, '"');
    for (; *s; s++) {
        if (*s == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, *s);
    }
    g_string_append_c(out, '"');
}

static void csv_cell(GString *out, const TableCell *c, CellKind kind)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (c->is) {
    case CELL_UNKNOWN:
        break;
    case CELL_INTEGER:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, c->i);
        break;
    case CELL_REAL:
        if (kind == CELL_NS || kind == CELL_BYTES)
            g_string_append_printf(out, "%lld", llround(c->r));
        else
            g_string_append(out, g_ascii_dtostr(number, sizeof number, c->r));
        break;
    case CELL_STRING:
        document_csv_text(out, c->s);
        break;
    }
}

static void print_csv(const Document *d, GString *out)
{
    bool heading = true;
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        const Table *t = NULL;
        for (guint k = 0; !t && k < b->tables->len; k++)
            t = ((Table *)b->tables->pdata[k])->aside ? NULL : b->tables->pdata[k];
        if (!t)
            continue;
        for (guint row = 0; row < table_n_rows(t) + heading; row++) {
            if (b->label && heading && row == 0)
                g_string_append(out, "run,");
            else if (b->label) {
                document_csv_text(out, b->label);
                g_string_append_c(out, ',');
            }
            for (int k = 0; k < t->n_columns; k++) {
                if (k)
                    g_string_append_c(out, ',');
                if (heading && row == 0)
                    document_csv_text(out, t->columns[k].key);
                else
                    csv_cell(out, table_at(t, row - heading, k), t->columns[k].kind);
            }
            g_string_append(out, "\r\n");
        }
        heading = false;
    }
}

/* ---- HTML: what the text shows, as tables of a page ---- */

static void html_text(GString *out, const char *s)
{
    g_autofree char *valid = g_utf8_make_valid(s, -1), *safe = g_markup_escape_text(valid, -1);
    g_string_append(out, safe);
}

static void html_table(const Table *t, GString *out)
{
    int n_shown = 0;
    g_autofree bool *shown = shown_columns(t);
    if (t->title) {
        g_string_append(out, "<p><b>");
        html_text(out, t->title);
        g_string_append(out, "</b></p>");
    }
    int line = table_line_column(t);
    if (line >= 0) {
        g_string_append(out, "<div class=\"wide\"><pre>");
        for (guint i = 0; i < table_n_rows(t); i++) {
            html_text(out, table_at(t, i, line)->s);
            g_string_append_c(out, '\n');
        }
        g_string_append(out, "</pre></div>\n");
        return;
    }
    g_string_append(out, "<div class=\"wide\"><table><tr>");
    for (int k = 0; k < t->n_columns; k++) {
        if (!shown[k])
            continue;
        n_shown++;
        g_string_append_printf(out, "<th%s>", t->columns[k].kind == CELL_TEXT ? " class=\"t\"" : "");
        html_text(out, t->columns[k].heading);
        g_string_append(out, "</th>");
    }
    g_string_append(out, "</tr>\n");
    guint rows = table_n_rows(t);
    g_auto(GStrv) cells = g_new0(char *, rows * (guint)t->n_columns + 1);
    for (int k = 0; k < t->n_columns; k++)
        column_texts(t, k, cells + (guint)k * rows);
    for (guint i = 0; i < rows; i++) {
        g_string_append(out, "<tr>");
        for (int k = 0; k < t->n_columns; k++) {
            if (!shown[k])
                continue;
            g_string_append_printf(out, "<td%s>", t->columns[k].kind == CELL_TEXT ? " class=\"t\"" : "");
            html_text(out, cells[(guint)k * rows + i]);
            g_string_append(out, "</td>");
        }
        g_string_append(out, "</tr>\n");
        for (int k = 0; k < t->n_columns; k++) {
            const TableCell *c = table_at(t, i, k);
            if (t->columns[k].kind != CELL_BELOW || !t->columns[k].heading || c->is != CELL_STRING || !*c->s)
                continue;
            g_string_append_printf(out, "<tr><td class=\"w\" colspan=\"%d\">", n_shown);
            html_text(out, t->columns[k].heading);
            html_text(out, c->s);
            g_string_append(out, "</td></tr>\n");
        }
    }
    g_string_append(out, "</table></div>\n");
}

static void print_html(const Document *d, GString *out)
{
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        if (b->label && d->blocks->len > 1) {
            g_string_append(out, "<h3>");
            html_text(out, b->label);
            g_string_append(out, "</h3>");
        }
        for (guint k = 0; k < b->tables->len; k++) {
            const Table *t = b->tables->pdata[k];
            if (!t->not_in_text && table_n_rows(t))
                html_table(t, out);
        }
        for (guint k = 0; k < b->notes->len; k++) {
            g_string_append(out, "<p>");
            html_text(out, b->notes->pdata[k]);
            g_string_append(out, "</p>\n");
        }
    }
}

void document_print(const Document *d, ReportFormat format, GString *out)
{
    switch (format) {
    case REPORT_TEXT:
        print_text(d, out);
        break;
    case REPORT_JSON:
        print_json(d, out);
        break;
    case REPORT_CSV:
        print_csv(d, out);
        break;
    case REPORT_HTML:
        print_html(d, out);
        break;
    }
}
