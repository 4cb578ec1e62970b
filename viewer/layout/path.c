/* Drawing critical paths. See path.h. */
#include "viewer/layout/path.h"

#include <math.h>

#include "viewer/layout/costs.h"
#include "viewer/layout/words.h"

#define MAX_JUMPS 400

static Role role_of_part(const Rows *rows, const TraceCritRow *c)
{
    const TraceCollRow *k = c->inst_id ? g_hash_table_lookup(timeline_rows(rows)->coll, &c->inst_id) : NULL;
    return k ? role_of_coll(k->kind) : c->event_id ? role_of_cat(c->cat) : ROLE_idle;
}

void path_strip(Scene *s, const Rows *rows, const TimePlot *p, double y, double h)
{
    const GArray *crit = timeline_rows(rows)->crit;
    int n = (int)floor(p->w);
    if (!crit || crit->len == 0 || n < 1)
        return;
    g_autofree Cell *cells = g_new0(Cell, n);
    g_autofree double *most = g_new0(double, n);
    scene_text(s, FONT_small, ROLE_dim, (Spot){ 8, y - 1, p->x - 16 }, "critical path");
    for (guint i = 0; i < crit->len; i++) { /* where several share a column, the longest shows */
        const TraceCritRow *c = TRACE_AT(crit, TraceCritRow, i);
        double x0 = time_plot_x(p, c->start_ns) - p->x, x1 = time_plot_x(p, c->start_ns + c->dur_ns) - p->x;
        if (x1 <= 0 || x0 >= n)
            continue;
        for (int k = (int)CLAMP(x0, 0, n - 1); k <= (int)CLAMP(ceil(x1) - 1, 0, n - 1); k++) {
            if ((double)c->dur_ns <= most[k])
                continue;
            most[k] = (double)c->dur_ns;
            cells[k] = (Cell){ (uint8_t)role_of_part(rows, c), 235 };
        }
    }
    Item *it = scene_strip(s, p->x, y, h, cells, n);
    it->tip = scene_keep(s, "the chain of work that the step's end depends on; press C to draw it through the devices");
    it->ref = (Ref){ REF_time, 0, 0, 0 };
}

void path_jumps(Scene *s, const Rows *rows, const TimePlot *p, const double *y_of, int n)
{
    const GArray *crit = timeline_rows(rows)->crit;
    int drawn = 0;
    for (guint i = 1; crit && i < crit->len && drawn < MAX_JUMPS; i++) {
        const TraceCritRow *a = TRACE_AT(crit, TraceCritRow, i - 1), *b = TRACE_AT(crit, TraceCritRow, i);
        if (!a->global_id.known || !b->global_id.known || a->global_id.v == b->global_id.v || b->start_ns < p->t0 || b->start_ns >= p->t1)
            continue;
        int64_t from = a->global_id.v, to = b->global_id.v;
        if (from < 0 || to < 0 || from >= n || to >= n || y_of[from] < 0 || y_of[to] < 0)
            continue;
        double x = time_plot_x(p, b->start_ns);
        Item *it = scene_line(s, ROLE_edge, x, y_of[from], x, y_of[to]);
        it->edge_w = 2;
        it->arrow = fabs(y_of[from] - y_of[to]) > 14;
        drawn++;
    }
}
