/* The Overview's lists of what moves and of what fills the memory: the first lines of the tables that the reports print and that the views of
 * their own list, with rows of equal layers folded in the same way. */
#include <string.h>

#include "trace/report/arrange.h"
#include "trace/report/elide.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/words.h"

#define TOP_ROWS 5

/* The list, and how its first lines are cut. */
typedef struct Top {
    const Table *t;
    Arranged *a;
    Elider *cut;
    char *names[TOP_ROWS];
    guint n;
} Top;

static double number_in(const Top *top, guint line, const char *key)
{
    int column = table_column(top->t, key);
    TableCell c = column < 0 ? (TableCell){ 0 } : arranged_cell(top->t, top->a, line, column);
    double v = c.is == CELL_INTEGER ? (double)c.i : c.is == CELL_REAL ? c.r : -1;
    cell_drop(&c);
    return v;
}

/* To be freed; NULL = not known. */
static char *text_in(const Top *top, guint line, const char *key)
{
    int column = table_column(top->t, key);
    TableCell c = column < 0 ? (TableCell){ 0 } : arranged_cell(top->t, top->a, line, column);
    char *s = c.is == CELL_STRING ? g_strdup(c.s) : NULL;
    cell_drop(&c);
    return s;
}

static char *shown_in(const Top *top, guint line, const char *key)
{
    int column = table_column(top->t, key);
    TableCell c = arranged_cell(top->t, top->a, line, column);
    char *s = cell_show(&c, top->t->columns[column].kind);
    cell_drop(&c);
    return s;
}

static Top top_of(const Table *t)
{
    Top top = { .t = t, .a = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true, .top = TOP_ROWS }) };
    top.n = MIN(top.a->lines->len, (guint)TOP_ROWS);
    for (guint i = 0; i < top.n; i++) {
        g_autofree char *label = text_in(&top, i, "label");
        const char *of = "the result of ", *name = label ? label : "–";
        g_autofree char *module = text_in(&top, i, "module"); /* lines of a library say little: who calls them tells rows apart */
        top.names[i] = g_strconcat(g_str_has_prefix(name, of) ? name + strlen(of) : name, module ? ", in " : NULL, module, NULL);
    }
    top.cut = elider_new((const char *const *)top.names, (int)top.n);
    return top;
}

static void top_clear(Top *top)
{
    for (guint i = 0; i < top->n; i++)
        g_free(top->names[i]);
    elider_free(top->cut);
    arranged_free(top->a);
}

static double width_of(const char *text, void *metrics)
{
    return text_width(metrics, FONT_small, text);
}

/* "#4 name", or "×24 name" of folded rows, in `room`. To be freed. */
static char *title_of(const Draw *d, const Top *top, guint line, double room, bool numbered)
{
    const ListLine *l = arranged_line(top->a, line);
    g_autofree char *number = numbered ? shown_in(top, line, "number") : NULL;
    g_autofree char *front = l->kind == LINE_FOLD ? g_strdup_printf("×%u ", l->n) : number ? g_strdup_printf("#%s ", number) : g_strdup("");
    g_autofree char *name = elide(top->cut, top->names[line], room - width_of(front, (gpointer)d->m), width_of, (gpointer)d->m);
    return g_strconcat(front, name, NULL);
}

/* Left of the two numbers of overview_line(). */
static double room_of(Spot spot)
{
    return spot.w - 2 * 66 - 30;
}

/* The column that changes of layout are listed by: the time that nothing hides, which is that of moving where nothing is hidden. */
static const char *cost_of_moves(const Table *t)
{
    int moved = table_column(t, "moved_ns"), exposed = table_column(t, "exposed_ns");
    bool measured = false;
    for (guint i = 0; i < table_n_rows(t); i++) {
        const TableCell *m = table_at(t, i, moved), *e = table_at(t, i, exposed);
        measured |= m->is != CELL_UNKNOWN;
        if (m->is != CELL_UNKNOWN && e->is != CELL_UNKNOWN && m->i != e->i)
            return "exposed_ns";
    }
    return measured ? "moved_ns" : "est_ns";
}

double overview_moves(Draw *d, Spot spot)
{
    if (!d->own->moves || !table_n_rows(d->own->moves))
        return spot.y;
    Top top = top_of(d->own->moves);
    const char *time = cost_of_moves(top.t);
    double whole = 0;
    for (guint i = 0; i < table_n_rows(top.t); i++) {
        const TableCell *c = table_at(top.t, i, table_column(top.t, time));
        whole += c->is == CELL_INTEGER ? (double)c->i : c->is == CELL_REAL ? c->r : 0;
    }
    spot.y = overview_headings(d, spot, "received", g_str_equal(time, "est_ns") ? "predicted" : g_str_equal(time, "moved_ns") ? "moved in" : "exposed");
    for (guint i = 0; i < top.n; i++) {
        g_autofree char *bytes = shown_in(&top, i, "bytes"), *ns = shown_in(&top, i, time), *numbers = g_strconcat(bytes, "\t", ns, NULL);
        g_autofree char *title = title_of(d, &top, i, room_of(spot), true), *plan = text_in(&top, i, "plan"), *from = text_in(&top, i, "from_spec"), *to = text_in(&top, i, "to_spec");
        g_autofree char *why = text_in(&top, i, "why"), *cause = text_in(&top, i, "cause_name"), *at = text_in(&top, i, "at");
        g_autofree char *tip = g_strdup_printf("%s\n%s\n%s → %s\n%s%s%s", top.names[i], plan ? plan : "", from ? from : "–", to ? to : "–", why ? why : cause ? cause : "", at ? "\n" : "", at ? at : "");
        double cost = MAX(number_in(&top, i, time), 0);
        int64_t id = table_facts(top.t, arranged_row(top.a, i))->id;
        spot.y = overview_line(d, spot, &(OverviewLine){ whole > 0 ? cost / whole : 0, role_of_plan(plan ? plan : ""), title, numbers, tip, { overview_link(d, REF_reshard, id), "reshards" },
                                                         .below = why ? why : cause });
    }
    top_clear(&top);
    return spot.y;
}

static Role role_of_category(const char *name)
{
    for (int k = 0; k < N_BUFFER_CATS; k++)
        if (name && g_strcmp0(trace_buffer_cat_name(k), name) == 0)
            return role_of_buffer(k);
    return role_of_buffer(0);
}

double overview_held(Draw *d, Spot spot)
{
    if (!d->own->held || !table_n_rows(d->own->held))
        return spot.y;
    Top top = top_of(d->own->held);
    double sum = 0;
    for (guint i = 0; i < table_n_rows(top.t); i++)
        sum += (double)MAX(table_at(top.t, i, table_column(top.t, "bytes"))->i, 0);
    spot.y = overview_headings(d, spot, "a device", "share");
    for (guint i = 0; i < top.n && sum > 0; i++) {
        double bytes = MAX(number_in(&top, i, "bytes"), 0);
        char part[16];
        g_autofree char *size = shown_in(&top, i, "bytes"), *numbers = g_strdup_printf("%s\t%s", size, overview_percent(part, bytes, sum));
        g_autofree char *title = title_of(d, &top, i, room_of(spot), false), *category = text_in(&top, i, "category"), *shape = text_in(&top, i, "shape"), *spec = text_in(&top, i, "sharding");
        g_autofree char *at = text_in(&top, i, "at");
        g_autofree char *what = g_strdup_printf("%s%s%s%s%s", category ? category : "", shape ? "  " : "", shape ? shape_show(shape).s : "", spec ? "  " : "", spec ? spec : "");
        g_autofree char *tip = g_strdup_printf("%s\n%s%s%s", top.names[i], what, at ? "\n" : "", at ? at : "");
        int64_t id = table_facts(top.t, arranged_row(top.a, i))->id;
        spot.y = overview_line(d, spot, &(OverviewLine){ bytes / sum, role_of_category(category), title, numbers, tip, { overview_link(d, REF_inst, id), "memory" },
                                                         .below = what });
    }
    top_clear(&top);
    return spot.y;
}
