/* Lines of text about a running process. See frame.h; start at frame_of(). */
#include "runtime/main/frame.h"

#include <stdarg.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------------------ */

void frame_table_init(FrameTable *t, const char *right)
{
    *t = (FrameTable){ right, (int)strlen(right), g_ptr_array_new_with_free_func(g_free) };
}

void frame_table_row(FrameTable *t, ...)
{
    va_list ap;
    va_start(ap, t);
    for (int i = 0; i < t->n_columns; i++)
        g_ptr_array_add(t->cells, va_arg(ap, char *));
    va_end(ap);
}

static int width_of(const char *text)
{
    int n = 0;
    for (const char *c = text; *c; c = g_utf8_next_char(c)) {
        gunichar u = g_utf8_get_char(c);
        n += g_unichar_iszerowidth(u) ? 0 : g_unichar_iswide(u) ? 2 : 1;
    }
    return n;
}

void frame_table_end(FrameTable *t, GPtrArray *lines)
{
    g_autofree int *width = g_new0(int, t->n_columns);
    for (guint i = 0; i < t->cells->len; i++) {
        int *w = &width[(int)i % t->n_columns];
        *w = MAX(*w, width_of(t->cells->pdata[i]));
    }
    for (guint i = 0; i < t->cells->len; i += (guint)t->n_columns) {
        GString *s = g_string_new(NULL);
        for (int k = 0; k < t->n_columns; k++) {
            const char *cell = t->cells->pdata[i + (guint)k];
            int pad = width[k] - width_of(cell);
            bool last = k + 1 == t->n_columns;
            g_string_append_printf(s, "%s%*s%s%*s", k ? "  " : "", t->right[k] == 'r' ? pad : 0, "", cell, t->right[k] == 'r' || last ? 0 : pad, "");
        }
        g_ptr_array_add(lines, g_string_free(s, FALSE));
    }
    g_ptr_array_unref(t->cells);
}

char *frame_cut(const char *text, int columns)
{
    if (columns <= 0 || width_of(text) <= columns)
        return g_strdup(text);
    int n = 0;
    const char *c = text;
    for (; *c; c = g_utf8_next_char(c)) {
        gunichar u = g_utf8_get_char(c);
        int w = g_unichar_iszerowidth(u) ? 0 : g_unichar_iswide(u) ? 2 : 1;
        if (n + w > columns - 1)
            break;
        n += w;
    }
    g_autofree char *head = g_strndup(text, (gsize)(c - text));
    return g_strconcat(head, "…", NULL);
}

char *frame_rate(double per_s)
{
    if (!(per_s > 0))
        return g_strdup("-");
    return g_strdup_printf(per_s >= 100 ? "%.0f" : per_s >= 10 ? "%.1f" : "%.3g", per_s);
}

/* ---- sections: a heading line, then rows -------------------------------------------------------------------------------------- */

static char *bytes(int64_t n)
{
    return g_strdup(shardscope_bytes_word(n).text);
}

static char *ns(int64_t n)
{
    return g_strdup(shardscope_ns_word((double)n).text);
}

static char *number(int64_t n)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, n);
}

static char *text(const char *t)
{
    return g_strdup(t);
}

static bool same_memory(const ShardscopeSeenDevice *a, const ShardscopeSeenDevice *b)
{
    return a->group == b->group && a->bytes_in_use == b->bytes_in_use && a->peak_bytes == b->peak_bytes && a->n_arrays == b->n_arrays && a->limit_bytes == b->limit_bytes;
}

/* "client 2: " where there are several groups. */
static char *group_prefix(const ShardscopeSnapshot *s, int group)
{
    ShardscopeSeenProcess p = { 0 };
    shardscope_snapshot_process(s, &p);
    return p.n_groups > 1 ? g_strdup_printf("%d: ", group) : g_strdup("");
}

/* Neighbours that hold alike are one row. */
static GPtrArray *device_lines(const ShardscopeSnapshot *s)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    FrameTable t;
    frame_table_init(&t, "lrrrr");
    frame_table_row(&t, text("DEVICE"), text("IN USE"), text("PEAK"), text("LIMIT"), text("ARRAYS"));
    ShardscopeSeenDevice first, d;
    for (int i = 0; shardscope_snapshot_device(s, i, &first);) {
        int n = 1;
        while (shardscope_snapshot_device(s, i + n, &d) && same_memory(&first, &d))
            n++;
        g_autofree char *group = group_prefix(s, first.group);
        frame_table_row(&t, n > 1 ? g_strdup_printf("%s%d-%d, each", group, first.device, first.device + n - 1) : g_strdup_printf("%s%d", group, first.device),
                        bytes(first.bytes_in_use), bytes(first.peak_bytes), first.limit_bytes ? bytes(first.limit_bytes) : text("-"), number(first.n_arrays));
        i += n;
    }
    frame_table_end(&t, lines);
    return lines;
}

static char *state_of(const ShardscopeSeenProgram *p)
{
    const int64_t long_ns = 1000000000;
    if (p->running_ns >= long_ns)
        return g_strdup_printf("%s in a step that takes %s so far", p->name, shardscope_ns_word((double)p->running_ns).text);
    if (p->ago_ns >= long_ns && p->running_ns < 0)
        return g_strdup_printf("%s %s ago", p->name, shardscope_ns_word((double)p->ago_ns).text);
    return g_strdup(p->name);
}

static GPtrArray *program_lines(const ShardscopeSnapshot *s)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    FrameTable t;
    frame_table_init(&t, "rrrrl");
    frame_table_row(&t, text("STEPS"), text("STEPS/S"), text("LAST STEP"), text("DEVICES"), text("PROGRAM"));
    ShardscopeSeenProgram p;
    for (int i = 0; shardscope_snapshot_program(s, i, &p); i++)
        frame_table_row(&t, number(p.n_steps), frame_rate(p.steps_per_s), p.n_steps ? ns(p.last_ns) : text("-"),
                        number(p.n_devices), state_of(&p));
    frame_table_end(&t, lines);
    return lines;
}

static GPtrArray *array_lines(const ShardscopeSnapshot *s)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    FrameTable t;
    frame_table_init(&t, "rrlll");
    frame_table_row(&t, text("BYTES"), text("ARRAYS"), text("TYPE"), text("SHARDING"), text("MADE AT"));
    ShardscopeSeenArrays a;
    for (int i = 0; shardscope_snapshot_arrays(s, i, &a); i++)
        frame_table_row(&t, bytes(a.bytes), number(a.count), text(a.type), text(a.sharding), text(a.line));
    frame_table_end(&t, lines);
    return lines;
}

static GPtrArray *collective_lines(const ShardscopeSnapshot *s)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    FrameTable t;
    frame_table_init(&t, "lrrrrl");
    frame_table_row(&t, text("COLLECTIVE"), text("A STEP"), text("RECEIVED"), text("TIME"), text("WAIT"), text("FOR"));
    ShardscopeSeenCollective c;
    for (int i = 0; shardscope_snapshot_collective(s, i, &c); i++)
        frame_table_row(&t, text(c.kind), number(c.count), bytes(c.bytes), ns(c.move_ns), ns(c.wait_ns), text(c.line));
    frame_table_end(&t, lines);
    return lines;
}

/* ---- the frame -------------------------------------------------------------------------------------------------------------------- */

enum { N_SECTIONS = 4, LEAST = 3 /* lines of a section: heading, a row, and how many more */ };

/* How many lines each section gets, of `rows` with an empty line before each; a section without rows, or without room, gets none. The longest are
 * shortened first, and the last ones left out first. */
static void share_rows(const guint want[N_SECTIONS], int rows, int share[N_SECTIONS])
{
    static const int most[N_SECTIONS] = { 64, 12, 40, 40 }; /* where the terminal does not say */
    for (int k = 0; k < N_SECTIONS; k++)
        share[k] = want[k] <= 1 ? 0 : rows > 0 ? (int)want[k] : MIN((int)want[k], most[k]);
    if (rows <= 0)
        return;
    for (;;) {
        int sum = 0, longest = 0;
        for (int k = 0; k < N_SECTIONS; k++) {
            sum += share[k] ? share[k] + 1 : 0;
            longest = share[k] >= share[longest] ? k : longest;
        }
        if (sum <= rows)
            return;
        if (share[longest] > LEAST) {
            share[longest]--;
            continue;
        }
        int last = N_SECTIONS - 1;
        while (last > 0 && !share[last])
            last--;
        share[last] = 0;
    }
}

GPtrArray *frame_of(const ShardscopeSnapshot *s, const char *title, int columns, int rows)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(out, frame_cut(title, columns));
    GPtrArray *(*const make[N_SECTIONS])(const ShardscopeSnapshot *) = { device_lines, program_lines, array_lines, collective_lines };
    GPtrArray *sections[N_SECTIONS];
    guint want[N_SECTIONS];
    int share[N_SECTIONS];
    for (int k = 0; k < N_SECTIONS; k++) {
        sections[k] = make[k](s);
        want[k] = sections[k]->len;
    }
    share_rows(want, rows > 0 ? MAX(rows - 1, 1) : 0, share);
    for (int k = 0; k < N_SECTIONS; k++) {
        int n = share[k], all = (int)want[k];
        if (n)
            g_ptr_array_add(out, g_strdup(""));
        for (int i = 0; i < (n < all ? n - 1 : n); i++)
            g_ptr_array_add(out, frame_cut(sections[k]->pdata[i], columns));
        if (n && n < all)
            g_ptr_array_add(out, g_strdup_printf("… %d more", all - n + 1));
        g_ptr_array_unref(sections[k]);
    }
    return out;
}
