/* Rows of a lane; see nest.h. A few rows are looked at one after the other; of many (kernels of a stream that all overlap), a tree over the rows holds the
 * earliest and the latest end of each of its parts. Start reading at import_nest. */
#include "trace/import/nest.h"

enum { FEW = 32 };

/* A moment, exactly. */
typedef struct Moment {
    int64_t ns;
    int ps;
} Moment;

static const Moment never = { INT64_MAX, 0 }, always = { INT64_MIN, 0 };

static bool is_before(Moment a, Moment b)
{
    return a.ns != b.ns ? a.ns < b.ns : a.ps < b.ps;
}

/* What is open in a row: until when, and which event it is. */
typedef struct Open {
    Moment end;
    guint event;
} Open;

typedef struct Ends {
    Moment first, last;
} Ends;

typedef struct Rows {
    Open *v;
    guint n, size;           /* rows there are, and for how many there is room: a power of two */
    Ends *tree;              /* of more than a few: node k's parts are 2k and 2k + 1, the rows are size .. 2 * size - 1 */
} Rows;

static void tree_set(Rows *r, guint row)
{
    guint at = row + r->size;
    r->tree[at] = (Ends){ r->v[row].end, r->v[row].end };
    while ((at /= 2)) {
        const Ends *a = &r->tree[2 * at], *b = &r->tree[2 * at + 1];
        r->tree[at] = (Ends){ is_before(b->first, a->first) ? b->first : a->first, is_before(a->last, b->last) ? b->last : a->last };
    }
}

static void grow(Rows *r)
{
    r->size = r->size ? r->size * 2 : FEW;
    r->v = g_renew(Open, r->v, r->size);
    if (r->size == FEW)
        return;
    r->tree = g_renew(Ends, r->tree, (gsize)r->size * 2);
    for (guint i = 0; i < r->size * 2; i++)
        r->tree[i] = (Ends){ never, always };
    for (guint i = 0; i < r->n; i++)
        tree_set(r, i);
}

static void rows_set(Rows *r, guint row, Open open)
{
    if (row == r->size)
        grow(r);
    r->v[row] = open;
    r->n = MAX(r->n, row + 1);
    if (r->tree)
        tree_set(r, row);
}

/* The first row that is free from then on; as many as there are, if none is. */
static guint first_free(const Rows *r, Moment start)
{
    guint at = 1;
    if (!r->tree) {
        for (at = 0; at < r->n && is_before(start, r->v[at].end); at++)
            ;
        return at;
    }
    if (is_before(start, r->tree[1].first))
        return r->n;
    while (at < r->size)
        at = 2 * at + is_before(start, r->tree[2 * at].first);
    return at - r->size;
}

/* The last row below `depth` whose event does not end before then; -1 = none. */
static int64_t around(const Rows *r, guint depth, Moment end)
{
    if (!r->tree) {
        while (depth > 0 && is_before(r->v[depth - 1].end, end))
            depth--;
        return (int64_t)depth - 1;
    }
    guint at = depth + r->size;
    while (at > 1 && (at % 2 == 0 || is_before(r->tree[at - 1].last, end))) /* what lies left of it holds none */
        at /= 2;
    if (at <= 1)
        return -1;
    for (at--; at < r->size;)
        at = 2 * at + !is_before(r->tree[2 * at + 1].last, end);
    return (int64_t)at - r->size;
}

/* ---- by the device's clock ------------------------------------------------------------------------------------------------- */

/* An event that later ones may lie in, and what of it is its own. */
typedef struct Around {
    int64_t start, end, self; /* ps */
    int64_t self_ns;
    guint event;
} Around;

static void leave(const Around *a, TimelineEvent *events)
{
    const int64_t most = INT64_MAX / 2000;
    TimelineEvent *e = &events[a->event];
    e->self_ns = a->self_ns;
    e->self_more_ps = (int32_t)CLAMP(a->self - CLAMP(a->self_ns, -most, most) * 1000, INT32_MIN, INT32_MAX);
}

void import_nest_by_device(GArray *events)
{
    const int64_t most = INT64_C(1) << 61; /* of damaged files */
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(Around));
    TimelineEvent *e = (TimelineEvent *)events->data;
    for (guint i = 0; i <= events->len; i++) {
        bool last = i == events->len;
        int64_t start = last ? 0 : CLAMP(e[i].self_ns, -most, most), dur = last ? 0 : CLAMP(MIN(e[i].dur_ns, most / 1000) * 1000 + e[i].more_ps, 0, most);
        while (open->len) {
            Around *top = &g_array_index(open, Around, open->len - 1);
            if (!last && top->start <= start && start + dur <= top->end)
                break;
            leave(top, e);
            g_array_set_size(open, open->len - 1);
        }
        if (last)
            break;
        if (open->len) {
            Around *top = &g_array_index(open, Around, open->len - 1);
            top->self = MAX(top->self - dur, -most);
            top->self_ns = MAX(top->self_ns - e[i].dur_ns, -most / 1000);
        }
        g_array_append_val(open, ((Around){ start, start + dur, dur, e[i].dur_ns, i }));
    }
}

/* ---- rows --------------------------------------------------------------------------------------------------------------------- */

static int nest(GArray *events, bool has_self)
{
    Rows rows = { 0 };
    TimelineEvent *e = (TimelineEvent *)events->data;
    for (guint i = 0; i < events->len; i++) {
        Moment start = { e[i].start_ns, e[i].start_ps }, end = { e[i].start_ns + e[i].dur_ns, e[i].end_ps };
        guint depth = first_free(&rows, start);
        rows_set(&rows, depth, (Open){ end, i });
        e[i].depth = (uint16_t)MIN(depth, NEST_MAX_DEPTH);
        if (has_self)
            continue;
        e[i].self_ns = e[i].dur_ns;
        e[i].self_more_ps = e[i].more_ps;
        int64_t outer = around(&rows, depth, end);
        if (outer >= 0) {
            TimelineEvent *o = &e[rows.v[outer].event];
            if (__builtin_sub_overflow(o->self_ns, e[i].dur_ns, &o->self_ns)) /* several that overlap may be longer than what is around them */
                o->self_ns = INT64_MIN;
            o->self_more_ps = (int32_t)CLAMP((int64_t)o->self_more_ps - e[i].more_ps, INT32_MIN, INT32_MAX);
        }
    }
    g_free(rows.v);
    g_free(rows.tree);
    return (int)MIN(rows.n, NEST_MAX_DEPTH + 1);
}

int import_nest(GArray *events)
{
    return nest(events, false);
}

int import_nest_rows(GArray *events)
{
    return nest(events, true);
}
