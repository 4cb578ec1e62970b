/* The table of waits in collectives. See waits.h. */
#include "viewer/layout/waits.h"

#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/words.h"

typedef struct Wait {
    int64_t inst;
    const char *name;
    int64_t kind, n, sum_ns, max_ns;
    guint worst; /* LaneData index + 1 of who came last most often */
    int64_t worst_n;
    GHashTable *last; /* LaneData index + 1 -> how often */
} Wait;

static void wait_clear(gpointer p)
{
    g_hash_table_unref(((Wait *)p)->last);
}

static gint by_sum(gconstpointer a, gconstpointer b)
{
    const Wait *x = a, *y = b;
    return x->sum_ns > y->sum_ns ? -1 : x->sum_ns < y->sum_ns;
}

static void count(GArray *waits, GHashTable *index, const TimelineRows *t, const TraceMeetingRow *m)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(index, &m->inst_id));
    if (!at) {
        Wait w = { .inst = m->inst_id, .name = m->name ? m->name : "?", .kind = m->kind.known ? m->kind.v : 0,
                   .last = g_hash_table_new(NULL, NULL) };
        g_array_append_val(waits, w);
        at = waits->len;
        g_hash_table_insert(index, (gpointer)&m->inst_id, GUINT_TO_POINTER(at));
    }
    Wait *w = &g_array_index(waits, Wait, at - 1);
    w->n++;
    w->sum_ns += m->last_ns - m->first_ns;
    w->max_ns = MAX(w->max_ns, m->last_ns - m->first_ns);
    gpointer last = g_hash_table_lookup(t->last, &m->id);
    if (!last)
        return;
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(w->last, last)) + 1;
    g_hash_table_insert(w->last, last, GUINT_TO_POINTER(n));
    if (n > w->worst_n) {
        w->worst_n = n;
        w->worst = GPOINTER_TO_UINT(last);
    }
}

static void draw_row(const List *l, const Rows *rows, Spot spot, const Wait *a)
{
    const TimelineRows *t = timeline_rows(rows);
    const TraceCollRow *k = g_hash_table_lookup(t->coll, &a->inst);
    char times[24];
    g_snprintf(times, sizeof times, "%" G_GINT64_FORMAT, a->n);
    Word mean = word_ns((double)a->sum_ns / (double)MAX(a->n, 1)), max = word_ns((double)a->max_ns);
    g_autofree char *who = a->worst ? g_strdup_printf("%s, last %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " times",
                                                      TRACE_AT(t->data, LaneData, a->worst - 1)->lane->name, a->worst_n, a->n)
                                    : g_strdup("–");
    const char *why = k && k->why ? k->why : "";
    g_autofree char *name = k ? g_strdup_printf("%s of %s", k->kind_name, k->label) : g_strdup(a->name);
    const char *texts[] = { "", name, times, mean.s, max.s, who, why };
    list_row(l, spot, texts, (Ref){ REF_inst, rows_current(rows)->info->id, a->inst, 0 }, why);
    scene_box(l->s, role_of_coll(a->kind), (Rect){ spot.x + 6, spot.y + 6, 10, 10 });
}

void waits_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box)
{
    static const Column all[] = {
        { "", 22, ALIGN_left, TRIM_end, FONT_small, ROLE_none },
        { "collective", -1.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { "times", 52, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "mean wait", 116, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "longest", 74, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "most often waits for", -1.5, ALIGN_left, TRIM_end, FONT_small, ROLE_none },
        { "reason", -2, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
    };
    const TimelineRows *t = timeline_rows(rows);
    TimePlot p = timeline_plot(rows, vp);
    if (box.h < 3 * LIST_ROW_H)
        return;
    g_autoptr(GArray) waits = g_array_new(FALSE, TRUE, sizeof(Wait));
    g_array_set_clear_func(waits, wait_clear);
    g_autoptr(GHashTable) index = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < t->meetings->len; i++) {
        const GArray *some = g_ptr_array_index(t->meetings, i);
        for (guint k = 0; k < some->len; k++) {
            const TraceMeetingRow *m = TRACE_AT(some, TraceMeetingRow, k);
            if (m->end_ns >= p.t0 && m->first_ns < p.t1)
                count(waits, index, t, m);
        }
    }
    if (waits->len == 0)
        return;
    g_array_sort(waits, by_sum);
    scene_box(s, ROLE_background, box); /* over the lines between steps */
    List l = list_fit(s, vp, all, G_N_ELEMENTS(all), box.w);
    list_header(&l, box.x, box.y);
    int room = (int)(box.h / LIST_ROW_H) - 1;
    for (int i = 0; i < MIN((int)waits->len, room); i++)
        draw_row(&l, rows, (Spot){ box.x, box.y + (i + 1) * LIST_ROW_H, box.w }, &g_array_index(waits, Wait, i));
}
