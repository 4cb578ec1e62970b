/* Line diff: common head and tail are cut off, the rest goes through the greedy algorithm of E. Myers, "An O(ND)
 * difference algorithm and its variations" (1986), remembering each round so that the path can be walked back. */
#include "viewer/layout/diff.h"

#include <stdbool.h>
#include <string.h>

#define MAX_CHANGES 3000

typedef struct Line {
    const char *text;
    int len;
    guint hash;
} Line;

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
static void walk_back(GArray *out, const GArray *a, const GArray *b, GPtrArray *rounds, int head, int n, int m)
{
    g_autoptr(GArray) back = g_array_new(FALSE, FALSE, sizeof(DiffLine));
    int x = n, y = m;
    for (int d = (int)rounds->len - 1; d >= 0; d--) {
        const int *v = (const int *)g_ptr_array_index(rounds, d) + d + 1; /* v[-d-1 .. d+1] before round d */
        int k = x - y, pk = k == -d || (k != d && v[k - 1] < v[k + 1]) ? k + 1 : k - 1;
        int px = d ? v[pk] : 0, py = d ? px - pk : 0;
        while (x > px && y > py) {
            put(back, ' ', a, head + x - 1);
            x--, y--;
        }
        if (d == 0)
            break;
        if (x == px)
            put(back, '+', b, head + --y);
        else
            put(back, '-', a, head + --x);
    }
    for (int i = (int)back->len - 1; i >= 0; i--)
        g_array_append_val(out, g_array_index(back, DiffLine, i));
}

static bool middle(GArray *out, const GArray *a, const GArray *b, int head, int n, int m)
{
    int max = MIN(n + m, MAX_CHANGES), found = -1;
    g_autofree int *store = g_new0(int, 2 * max + 3);
    int *v = store + max + 1;
    g_autoptr(GPtrArray) rounds = g_ptr_array_new_with_free_func(g_free);
    for (int d = 0; d <= max && found < 0; d++) {
        g_ptr_array_add(rounds, g_memdup2(v - d - 1, sizeof(int) * (size_t)(2 * d + 3)));
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1, y = x - k;
            while (x < n && y < m && same(a, head + x, b, head + y))
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
    walk_back(out, a, b, rounds, head, n, m);
    return true;
}

GArray *diff_lines(const char *before, const char *after)
{
    g_autoptr(GArray) a = split(before), b = split(after);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(DiffLine));
    int n = (int)a->len, m = (int)b->len, head = 0, tail = 0;
    while (head < n && head < m && same(a, head, b, head))
        head++;
    while (tail < n - head && tail < m - head && same(a, n - 1 - tail, b, m - 1 - tail))
        tail++;
    for (int i = 0; i < head; i++)
        put(out, ' ', a, i);
    if (!middle(out, a, b, head, n - head - tail, m - head - tail)) {
        for (int i = head; i < n - tail; i++)
            put(out, '-', a, i);
        for (int i = head; i < m - tail; i++)
            put(out, '+', b, i);
    }
    for (int i = n - tail; i < n; i++)
        put(out, ' ', a, i);
    return out;
}
