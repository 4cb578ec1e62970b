/* A leaf of the tree represents several neighbouring times, so that the tree stays small; intervals that meet in a leaf are compared by
 * their ends. Adding takes time logarithmic in the number of leaves; a query for a short interval takes that plus the number of results. */
#include "runtime/plan/spans.h"

#include <stdbool.h>

#include "runtime/base/vec.h"

enum { MAX_LEAVES = 4096 };

typedef struct Span {
    int from, to;
    int asked; /* the last query that found it */
} Span;

typedef struct Node {
    VEC(int) here; /* spans that cover all its leaves, but not its parent's */
    bool below;    /* some child has any */
} Node;

struct Spans {
    Node *nodes;   /* 1 is the root, 2k and 2k + 1 the children of k */
    int n_leaves, width;
    VEC(Span) list;
    int n_asked;
};

Spans *spans_new(int last)
{
    Spans *s = g_new0(Spans, 1);
    s->n_leaves = 1;
    while (s->n_leaves < MAX_LEAVES && s->n_leaves <= last)
        s->n_leaves *= 2;
    s->width = last / s->n_leaves + 1;
    s->nodes = g_new0(Node, 2 * s->n_leaves);
    return s;
}

void spans_clear(Spans *s)
{
    for (int i = 1; i < 2 * s->n_leaves; i++) {
        s->nodes[i].here.n = 0;
        s->nodes[i].below = false;
    }
    s->list.n = 0;
}

void spans_free(Spans *s)
{
    for (int i = 1; i < 2 * s->n_leaves; i++)
        vec_clear(&s->nodes[i].here);
    vec_clear(&s->list);
    g_free(s->nodes);
    g_free(s);
}

/* Node `at` represents leaves lo..hi. */
static void add(Spans *s, int at, int lo, int hi, int from, int to)
{
    Node *node = &s->nodes[at];
    if (from <= lo && hi <= to) {
        vec_push(&node->here, s->list.n);
        return;
    }
    int mid = (lo + hi) / 2;
    node->below = true;
    if (from <= mid)
        add(s, 2 * at, lo, mid, from, to);
    if (to > mid)
        add(s, 2 * at + 1, mid + 1, hi, from, to);
}

void spans_add(Spans *s, int from, int to)
{
    add(s, 1, 0, s->n_leaves - 1, from / s->width, to / s->width);
    Span span = { from, to, 0 };
    vec_push(&s->list, span);
}

typedef struct Question {
    int from, to;           /* times */
    int first_leaf, last_leaf;
    int *out, n;
} Question;

static void find(Spans *s, int at, int lo, int hi, Question *q)
{
    const Node *node = &s->nodes[at];
    for (int i = 0; i < node->here.n; i++) {
        Span *span = &s->list.v[node->here.v[i]];
        if (span->asked == s->n_asked || span->from > q->to || q->from > span->to)
            continue;
        span->asked = s->n_asked;
        q->out[q->n++] = node->here.v[i];
    }
    if (!node->below)
        return;
    int mid = (lo + hi) / 2;
    if (q->first_leaf <= mid)
        find(s, 2 * at, lo, mid, q);
    if (q->last_leaf > mid)
        find(s, 2 * at + 1, mid + 1, hi, q);
}

int spans_find(Spans *s, int from, int to, int *out)
{
    s->n_asked++;
    Question q = { from, to, from / s->width, to / s->width, out, 0 };
    find(s, 1, 0, s->n_leaves - 1, &q);
    return q.n;
}
