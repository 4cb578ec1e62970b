/* A document as aligned text, JSON, CSV, and as tables of an HTML page. Start at document_print(). */
#include "trace/report/document_impl.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* ---- text ---- */

static char *for_people(const Cell *c, CellKind kind)
{
    double v = c->is == INTEGER ? (double)c->i : c->r;
    if (c->is == UNKNOWN)
        return g_strdup("–");
    if (c->is == STRING)
        return g_strdup(c->s);
    switch (kind) {
    case CELL_BYTES:
        return g_strdup(trace_bytes(c->is == INTEGER ? c->i : (int64_t)v).s);
    case CELL_NS:
        return g_strdup(trace_ns(v).s);
    case CELL_FLOPS:
        return g_strdup(trace_flops(v).s);
    case CELL_PERCENT:
        return g_strdup_printf("%.1f %%", v);
    case CELL_TEXT:
    case CELL_COUNT:
    case CELL_BELOW:
        break;
    }
    return c->is == INTEGER ? g_strdup_printf("%" G_GINT64_FORMAT, c->i) : g_strdup_printf("%g", v);
}

static bool is_shown(const ReportColumn *c)
{
    return c->heading && c->kind != CELL_BELOW;
}

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

/* Long texts (tuple shapes) keep their beginning and end. */
static char *fold(char *s)
{
    glong n = g_utf8_strlen(s, -1);
    if (n <= MAX_CELL)
        return s;
    g_autofree char *head = g_utf8_substring(s, 0, MAX_CELL - 21), *tail = g_utf8_substring(s, n - 20, n);
    g_free(s);
    return g_strdup_printf("%s…%s", head, tail);
}

static void print_table(const Table *t, GString *out)
{
    guint rows = table_n_rows(t);
    glong *width = g_new0(glong, t->n_columns);
    char **cells = g_new0(char *, rows * (guint)t->n_columns + 1);
    int last = -1;
    for (int k = 0; k < t->n_columns; k++) {
        if (!is_shown(&t->columns[k]))
            continue;
        last = k;
        width[k] = g_utf8_strlen(t->columns[k].heading, -1);
        for (guint i = 0; i < rows; i++) {
            char *s = fold(for_people(table_cell(t, i, k), t->columns[k].kind));
            cells[i * (guint)t->n_columns + (guint)k] = s;
            width[k] = MAX(width[k], g_utf8_strlen(s, -1));
        }
    }
    for (guint i = 0; i <= rows; i++) { /* row 0 is the heading */
        g_string_append(out, " ");
        for (int k = 0; k < t->n_columns; k++) {
            if (!is_shown(&t->columns[k]))
                continue;
            const char *s = i ? cells[(i - 1) * (guint)t->n_columns + (guint)k] : t->columns[k].heading;
            g_string_append(out, " ");
            put_padded(out, s, width[k], t->columns[k].kind == CELL_TEXT, k == last);
            if (k != last)
                g_string_append_c(out, ' ');
        }
        g_string_append_c(out, '\n');
        for (int k = 0; i && k < t->n_columns; k++) {
            const Cell *c = table_cell(t, i - 1, k);
            if (t->columns[k].kind == CELL_BELOW && t->columns[k].heading && c->is == STRING && *c->s)
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
        g_string_append(out, "There is no run in this trace: its recording ended before a program was compiled.\n");
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        if (b->label && d->blocks->len > 1)
            g_string_append_printf(out, "%srun %s\n", first ? "" : "\n", b->label);
        first = false;
        bool above = false; /* a table has been printed above */
        for (guint k = 0; k < b->tables->len; k++) {
            const Table *t = b->tables->pdata[k];
            if (t->not_in_text || !table_n_rows(t))
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

static void json_cell(JsonBuilder *j, const Cell *c, CellKind kind)
{
    switch (c->is) {
    case UNKNOWN:
        json_builder_add_null_value(j);
        break;
    case INTEGER:
        json_builder_add_int_value(j, c->i);
        break;
    case REAL:
        if (kind == CELL_NS || kind == CELL_BYTES)
            json_builder_add_int_value(j, (gint64)llround(c->r));
        else
            json_builder_add_double_value(j, c->r);
        break;
    case STRING:
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
            json_cell(j, table_cell(t, i, k), t->columns[k].kind);
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

static void csv_text(GString *out, const char *s)
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

static void csv_cell(GString *out, const Cell *c, CellKind kind)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (c->is) {
    case UNKNOWN:
        break;
    case INTEGER:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, c->i);
        break;
    case REAL:
        if (kind == CELL_NS || kind == CELL_BYTES)
            g_string_append_printf(out, "%lld", llround(c->r));
        else
            g_string_append(out, g_ascii_dtostr(number, sizeof number, c->r));
        break;
    case STRING:
        csv_text(out, c->s);
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
                csv_text(out, b->label);
                g_string_append_c(out, ',');
            }
            for (int k = 0; k < t->n_columns; k++) {
                if (k)
                    g_string_append_c(out, ',');
                if (heading && row == 0)
                    csv_text(out, t->columns[k].key);
                else
                    csv_cell(out, table_cell(t, row - heading, k), t->columns[k].kind);
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
    int shown = 0;
    if (t->title) {
        g_string_append(out, "<p><b>");
        html_text(out, t->title);
        g_string_append(out, "</b></p>");
    }
    g_string_append(out, "<div class=\"wide\"><table><tr>");
    for (int k = 0; k < t->n_columns; k++) {
        if (!is_shown(&t->columns[k]))
            continue;
        shown++;
        g_string_append_printf(out, "<th%s>", t->columns[k].kind == CELL_TEXT ? " class=\"t\"" : "");
        html_text(out, t->columns[k].heading);
        g_string_append(out, "</th>");
    }
    g_string_append(out, "</tr>\n");
    for (guint i = 0; i < table_n_rows(t); i++) {
        g_string_append(out, "<tr>");
        for (int k = 0; k < t->n_columns; k++) {
            if (!is_shown(&t->columns[k]))
                continue;
            g_autofree char *s = fold(for_people(table_cell(t, i, k), t->columns[k].kind));
            g_string_append_printf(out, "<td%s>", t->columns[k].kind == CELL_TEXT ? " class=\"t\"" : "");
            html_text(out, s);
            g_string_append(out, "</td>");
        }
        g_string_append(out, "</tr>\n");
        for (int k = 0; k < t->n_columns; k++) {
            const Cell *c = table_cell(t, i, k);
            if (t->columns[k].kind != CELL_BELOW || !t->columns[k].heading || c->is != STRING || !*c->s)
                continue;
            g_string_append_printf(out, "<tr><td class=\"w\" colspan=\"%d\">", shown);
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
