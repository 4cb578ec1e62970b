/* Line diff: common head and tail are cut off. A short rest goes through the greedy algorithm of E. Myers, "An O(ND)
 * difference algorithm and its variations" (1986), remembering each round so that the path can be walked back. A long one
 * is first cut at anchors, as B. Cohen's patience diff does: lines that each text has just once, as many as stand in one
 * order in both; and where whole lines give none, at instructions of one name. So a pass that touches every line of a
 * long program still shows each line beside what it became, in time that grows with the text and not with the changes. */
#include "viewer/layout/diff.h"

#include <stdbool.h>
#include <string.h>

#define MAX_CHANGES 3000
#define SHORT 600 /* lines of both texts together that need no anchors */

typedef struct Line {
    const char *text;
    int len;
    guint hash;
} Line;

/* Two texts in lines, and where the result goes. */
typedef struct Diff {
    const GArray *a, *b; /* Line */
    GArray *out;         /* DiffLine */
} Diff;

/* Lines [a0, a1) of the one text and [b0, b1) of the other. */
typedef struct Range {
    int a0, a1, b0, b1;
} Range;

static GArray *split(const char *text)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Line));
    while (text && *text) {
        const char *end = strchr(text, '\n');
        Line l = { text, (int)(end ? end - text : (long)strlen(text)), 5381 };
        for (int i = 0; i < l.len; i++)
            l.hash = l.hash * 33 + (unsigned char)text[i];
        g_array_append_val(out, l);
        text = end ? end + 1 : NULL;
    }
    return out;
}

static bool same(const GArray *a, int i, const GArray *b, int k)
{
    const Line *x = &g_array_index(a, Line, i), *y = &g_array_index(b, Line, k);
    return x->hash == y->hash && x->len == y->len && memcmp(x->text, y->text, (size_t)x->len) == 0;
}

static void put(GArray *out, char mark, const GArray *from, int i)
{
    const Line *l = &g_array_index(from, Line, i);
    DiffLine d = { mark, l->text, l->len };
    g_array_append_val(out, d);
}

/* Walks the rounds back from the end; what is found comes out in reverse. */
static void walk_back(const Diff *t, Range r, GPtrArray *rounds)
{
    g_autoptr(GArray) back = g_array_new(FALSE, FALSE, sizeof(DiffLine));
    int x = r.a1 - r.a0, y = r.b1 - r.b0;
    for (int d = (int)rounds->len - 1; d >= 0; d--) {
        const int *v = (const int *)g_ptr_array_index(rounds, d) + d + 1; /* v[-d-1 .. d+1] before round d */
        int k = x - y, pk = k == -d || (k != d && v[k - 1] < v[k + 1]) ? k + 1 : k - 1;
        int px = d ? v[pk] : 0, py = d ? px - pk : 0;
        while (x > px && y > py) {
            put(back, ' ', t->a, r.a0 + x - 1);
            x--, y--;
        }
        if (d == 0)
            break;
        if (x == px)
            put(back, '+', t->b, r.b0 + --y);
        else
            put(back, '-', t->a, r.a0 + --x);
    }
    for (int i = (int)back->len - 1; i >= 0; i--)
        g_array_append_val(t->out, g_array_index(back, DiffLine, i));
}

/* False: there are too many changes. */
static bool middle(const Diff *t, Range r)
{
    int n = r.a1 - r.a0, m = r.b1 - r.b0;
    int max = MIN(n + m, MAX_CHANGES), found = -1;
    g_autofree int *store = g_new0(int, 2 * max + 3);
    int *v = store + max + 1;
    g_autoptr(GPtrArray) rounds = g_ptr_array_new_with_free_func(g_free);
    for (int d = 0; d <= max && found < 0; d++) {
        g_ptr_array_add(rounds, g_memdup2(v - d - 1, sizeof(int) * (size_t)(2 * d + 3)));
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1, y = x - k;
            while (x < n && y < m && same(t->a, r.a0 + x, t->b, r.b0 + y))
                x++, y++;
            v[k] = x;
            if (x >= n && y >= m) {
                found = d;
                break;
            }
        }
    }
    if (found < 0)
        return false;
    walk_back(t, r, rounds);
    return true;
}

/* ---- anchors ---- */

/* What must be the same for two lines to be an anchor: all of it, or the name before " = ". */
typedef enum Level { LEVEL_line, LEVEL_name, N_LEVELS } Level;

typedef struct Anchor {
    const char *key;
    int n;             /* bytes of it */
    int in_a, in_b;    /* times */
    int at_a, at_b;
} Anchor;

/* n = 0: this line is none. */
static Anchor key_of(const Line *l, Level level)
{
    if (level == LEVEL_line)
        return (Anchor){ .key = l->text, .n = l->len > 2 ? l->len : 0 };
    const char *name = l->text, *end = g_strstr_len(l->text, l->len, " = ");
    while (end && name < end && *name == ' ')
        name++;
    if (end && end - name > 5 && memcmp(name, "ROOT ", 5) == 0) /* roots come and go */
        name += 5;
    return (Anchor){ .key = name, .n = end ? (int)(end - name) : 0 };
}

static guint anchor_hash(gconstpointer p)
{
    const Anchor *x = p;
    guint h = 5381;
    for (int i = 0; i < x->n; i++)
        h = h * 33 + (unsigned char)x->key[i];
    return h;
}

static gboolean anchor_equal(gconstpointer p, gconstpointer q)
{
    const Anchor *x = p, *y = q;
    return x->n == y->n && memcmp(x->key, y->key, (size_t)x->n) == 0;
}

static void count_keys(GHashTable *table, const GArray *lines, int from, int until, Level level, bool second)
{
    for (int i = from; i < until; i++) {
        const Line *l = &g_array_index(lines, Line, i);
        Anchor probe = key_of(l, level);
        if (!probe.n)
            continue;
        Anchor *x = g_hash_table_lookup(table, &probe);
        if (!x) {
            x = g_memdup2(&probe, sizeof probe);
            g_hash_table_add(table, x);
        }
        if (second)
            x->in_b++, x->at_b = i;
        else
            x->in_a++, x->at_a = i;
    }
}

static gint by_place(gconstpointer p, gconstpointer q)
{
    return (*(Anchor *const *)p)->at_a - (*(Anchor *const *)q)->at_a;
}

/* The longest list of anchors that stand in the same order in both, by patience sorting. */
static GPtrArray *in_order(GPtrArray *all)
{
    int n = (int)all->len, piles = 0;
    g_autofree int *top = g_new(int, n + 1), *before = g_new(int, n + 1);
    for (int i = 0; i < n; i++) {
        int at = ((Anchor *)all->pdata[i])->at_b, lo = 0, hi = piles;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (((Anchor *)all->pdata[top[mid]])->at_b < at)
                lo = mid + 1;
            else
                hi = mid;
        }
        before[i] = lo ? top[lo - 1] : -1;
        top[lo] = i;
        piles = MAX(piles, lo + 1);
    }
    GPtrArray *out = g_ptr_array_new();
    for (int i = piles ? top[piles - 1] : -1; i >= 0; i = before[i])
        g_ptr_array_insert(out, -1, all->pdata[i]);
    for (guint i = 0, k = out->len; i + 1 < k; i++, k--) {
        gpointer t = out->pdata[i];
        out->pdata[i] = out->pdata[k - 1];
        out->pdata[k - 1] = t;
    }
    return out;
}

static void diff_range(const Diff *t, Range r, Level level);

/* False: this level has none. */
static bool diff_between_anchors(const Diff *t, Range r, Level level)
{
    g_autoptr(GHashTable) table = g_hash_table_new_full(anchor_hash, anchor_equal, g_free, NULL);
    count_keys(table, t->a, r.a0, r.a1, level, false);
    count_keys(table, t->b, r.b0, r.b1, level, true);
    g_autoptr(GPtrArray) once = g_ptr_array_new();
    GHashTableIter it;
    gpointer key;
    g_hash_table_iter_init(&it, table);
    while (g_hash_table_iter_next(&it, &key, NULL))
        if (((Anchor *)key)->in_a == 1 && ((Anchor *)key)->in_b == 1)
            g_ptr_array_add(once, key);
    g_ptr_array_sort(once, by_place);
    g_autoptr(GPtrArray) anchors = in_order(once);
    if (!anchors->len)
        return false;
    for (guint i = 0; i < anchors->len; i++) {
        const Anchor *x = anchors->pdata[i];
        diff_range(t, (Range){ r.a0, x->at_a, r.b0, x->at_b }, level + 1);
        if (same(t->a, x->at_a, t->b, x->at_b)) {
            put(t->out, ' ', t->a, x->at_a);
        } else {
            put(t->out, '-', t->a, x->at_a);
            put(t->out, '+', t->b, x->at_b);
        }
        r.a0 = x->at_a + 1;
        r.b0 = x->at_b + 1;
    }
    diff_range(t, r, level + 1);
    return true;
}

static void diff_range(const Diff *t, Range r, Level level)
{
    int tail = 0;
    for (; r.a0 < r.a1 && r.b0 < r.b1 && same(t->a, r.a0, t->b, r.b0); r.a0++, r.b0++)
        put(t->out, ' ', t->a, r.a0);
    for (; r.a0 < r.a1 && r.b0 < r.b1 && same(t->a, r.a1 - 1, t->b, r.b1 - 1); r.a1--, r.b1--)
        tail++;
    int n = r.a1 - r.a0, m = r.b1 - r.b0;
    bool done = false;
    for (Level l = level; n && m && n + m > SHORT && l < N_LEVELS && !done; l++)
        done = diff_between_anchors(t, r, l);
    if (!done && !middle(t, r)) {
        for (int i = r.a0; i < r.a1; i++)
            put(t->out, '-', t->a, i);
        for (int i = r.b0; i < r.b1; i++)
            put(t->out, '+', t->b, i);
    }
    for (int i = r.a1; i < r.a1 + tail; i++)
        put(t->out, ' ', t->a, i);
}

GArray *diff_lines(const char *before, const char *after)
{
    g_autoptr(GArray) a = split(before), b = split(after);
    Diff t = { a, b, g_array_new(FALSE, FALSE, sizeof(DiffLine)) };
    diff_range(&t, (Range){ 0, (int)a->len, 0, (int)b->len }, LEVEL_line);
    return t.out;
}
