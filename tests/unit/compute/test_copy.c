/* Strided copies against a plain loop: shapes just below and above the sizes of squares, vectors and pieces, elements of all widths that begin anywhere,
 * dims in any order, cut, stepped over and reversed. Nothing beside the elements of the result is written, and nothing outside the source read. */
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/compute/shuffle.h"

enum { MAX_DIMS = 5 };

typedef struct Case {
    int width, rank;
    int64_t dims[MAX_DIMS], ss[MAX_DIMS], ds[MAX_DIMS], n_src, n_dst, from, to; /* from, to: where element 0 is */
} Case;

/* An array of rank dims in memory in the order that `order` says, each element `step[d]` apart and `gap[d]` more at its end; negative: from the end. */
static int64_t lay_out(const Case *c, const int *order, const int64_t *step, const int64_t *gap, int64_t *strides, int64_t *at)
{
    int64_t n = 1;
    *at = 0;
    for (int i = c->rank - 1; i >= 0; i--) {
        int d = order[i];
        int64_t s = n * ABS(step[d]);
        n = s * (c->dims[d] - 1) + n + gap[d] * n;
        strides[d] = step[d] < 0 ? -s : s;
        if (step[d] < 0)
            *at += s * (c->dims[d] - 1);
    }
    return n;
}

static void check(const Case *c, uint32_t seed)
{
    GRand *r = g_rand_new_with_seed(seed);
    int shift = c->width > 8 ? 0 : (int)(seed % 3); /* neither array need be aligned */
    int64_t w = c->width, total = 1;
    /* Exactly as large as what is read and written, so that an access outside is seen by a sanitizer. */
    g_autofree char *src_block = g_malloc((gsize)(c->n_src * w + shift)), *dst_block = g_malloc((gsize)(c->n_dst * w + shift)), *want = g_malloc((gsize)(c->n_dst * w));
    char *src = src_block + shift, *dst = dst_block + shift;
    for (int64_t i = 0; i < c->n_src * w; i++)
        src[i] = (char)g_rand_int(r);
    memset(dst, 0x5a, (size_t)(c->n_dst * w));
    memset(want, 0x5a, (size_t)(c->n_dst * w));
    for (int d = 0; d < c->rank; d++)
        total *= c->dims[d];
    for (int64_t i = 0; i < total; i++) {
        int64_t rest = i, from = c->from, to = c->to;
        for (int d = c->rank - 1; d >= 0; rest /= c->dims[d--]) {
            from += rest % c->dims[d] * c->ss[d];
            to += rest % c->dims[d] * c->ds[d];
        }
        memcpy(want + to * w, src + from * w, (size_t)w);
    }
    copy_strided(NULL, &(StridedCopy){ c->width, c->rank, c->dims, c->ss, c->ds }, src + c->from * w, dst + c->to * w);
    if (memcmp(want, dst, (size_t)(c->n_dst * w)) != 0) {
        GString *s = g_string_new(NULL);
        for (int d = 0; d < c->rank; d++)
            g_string_append_printf(s, " %d:%d:%d", (int)c->dims[d], (int)c->ss[d], (int)c->ds[d]);
        g_test_message("width %d, dims:source:result%s", c->width, s->str);
        g_string_free(s, TRUE);
        g_test_fail();
    }
    g_rand_free(r);
}

static void shuffle_order(GRand *r, int n, int *order)
{
    for (int i = 0; i < n; i++) {
        int k = g_rand_int_range(r, 0, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
}

static void test_random(void)
{
    static const int sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 67, 130 };
    static const int widths[] = { 1, 1, 2, 2, 4, 8, 16 };
    GRand *r = g_rand_new_with_seed(7);
    for (uint32_t i = 0; i < 3000 && !g_test_failed(); i++) {
        Case c = { .width = widths[g_rand_int_range(r, 0, G_N_ELEMENTS(widths))], .rank = g_rand_int_range(r, 1, MAX_DIMS + 1) };
        int64_t left = 6000, step[MAX_DIMS], gap[MAX_DIMS], sign[MAX_DIMS], none[MAX_DIMS] = { 0 };
        int from[MAX_DIMS], to[MAX_DIMS];
        bool plain = g_rand_boolean(r);
        for (int d = 0; d < c.rank; d++) {
            do
                c.dims[d] = sizes[g_rand_int_range(r, 0, G_N_ELEMENTS(sizes))];
            while (c.dims[d] > left);
            left /= c.dims[d];
            step[d] = plain ? 1 : (int[]){ 1, 1, 1, -1, -1, 2, -2, 3 }[g_rand_int_range(r, 0, 8)];
            gap[d] = plain || g_rand_boolean(r) ? 0 : g_rand_int_range(r, 0, 3);
            sign[d] = g_rand_int_range(r, 0, 8) ? 1 : -1;
        }
        shuffle_order(r, c.rank, from);
        shuffle_order(r, c.rank, to);
        c.n_src = lay_out(&c, from, step, gap, c.ss, &c.from);
        c.n_dst = lay_out(&c, to, sign, g_rand_boolean(r) ? none : gap, c.ds, &c.to);
        check(&c, i);
    }
    g_rand_free(r);
}

/* Pixels of 1 to 9 channels that are taken apart, put together, reversed, cut and repeated, and transpositions of short runs. */
static void test_pixels(void)
{
    uint32_t seed = 0;
    for (int width = 1; width <= 8; width *= 2)
        for (int64_t c = 1; c <= 9; c++)
            for (int64_t n = 30; n <= 132; n += 17) {
                int64_t rows = 18, all = rows * n * c;
                const Case cases[] = {
                    { width, 3, { rows, c, n }, { n * c, 1, c }, { n * c, n, 1 }, all, all, 0, 0 },                      /* apart */
                    { width, 3, { rows, n, c }, { n * c, 1, n }, { n * c, c, 1 }, all, all, 0, 0 },                      /* together */
                    { width, 3, { rows, n, c }, { n * c, -c, 1 }, { n * c, c, 1 }, all, all, (n - 1) * c, 0 },           /* pixels reversed */
                    { width, 3, { rows, n, c }, { n * c, c, -1 }, { n * c, c, 1 }, all, all, c - 1, 0 },                 /* channels reversed */
                    { width, 3, { rows, n, c }, { n * c, -1, -n }, { n * c, c, 1 }, all, all, n * c - 1, 0 },            /* reversed and together */
                    { width, 3, { rows, c, n }, { n * c, 1, -c }, { n * c, n, 1 }, all, all, (n - 1) * c, 0 },           /* reversed and apart */
                    { width, 3, { rows, n, c }, { c, rows * c, 1 }, { n * c, c, 1 }, all, all, 0, 0 },                   /* rows and columns exchanged */
                    { width, 3, { rows, n, c }, { n, 1, 0 }, { n * c, c, 1 }, rows * n, all, 0, 0 },                     /* each element c times */
                    { width, 2, { rows, n }, { n * c, c }, { n, 1 }, all, rows * n, 0, 0 },                              /* the first channel */
                    { width, 2, { rows, n }, { n * c, c }, { n, 1 }, all, rows * n, c - 1, 0 },                          /* the last channel */
                };
                for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
                    check(&cases[i], seed++);
            }
}

/* Large enough to be divided between workers. */
static void test_pieces(void)
{
    const int64_t n = 400 * 1000 + 3;
    const Case cases[] = {
        { 1, 2, { 3, n }, { 1, 3 }, { n, 1 }, 3 * n, 3 * n, 0, 0 },
        { 2, 2, { n, 3 }, { 1, n }, { 3, 1 }, 3 * n, 3 * n, 0, 0 },
        { 4, 1, { n }, { -1 }, { 1 }, n, n, n - 1, 0 },
        { 1, 2, { n, 3 }, { -3, 1 }, { 3, 1 }, 3 * n, 3 * n, 3 * n - 3, 0 },
        { 1, 2, { 1001, 1003 }, { 1, 1001 }, { 1003, 1 }, 1001 * 1003, 1001 * 1003, 0, 0 },
        { 2, 3, { 501, 403, 3 }, { 3, 501 * 3, 1 }, { 403 * 3, 3, 1 }, 501 * 403 * 3, 501 * 403 * 3, 0, 0 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        check(&cases[i], i);
}

static void test_join(void)
{
    uint8_t from[5][103], to[5 * 103];
    const void *x[5];
    for (int k = 0; k < 5; k++) {
        x[k] = from[k];
        for (int i = 0; i < 103; i++)
            from[k][i] = (uint8_t)(k * 50 + i);
    }
    if (!shuffle_join(1, 5, x, 3, 100, to)) {
        g_test_skip("this processor has no shuffles");
        return;
    }
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < 5; k++)
            g_assert_cmpint(to[i * 5 + k], ==, from[k][i + 3]);
    g_assert_false(shuffle_join(1, 9, x, 0, 100, to));
    g_assert_false(shuffle_join(1, 5, x, 0, 3, to));
}

/* Elements 1 to 9 times each; none beyond those that it says are written. */
static void test_repeat(void)
{
    for (int width = 1; width <= 4; width *= 2)
        for (int times = 1; times <= 9; times++)
            for (int64_t n = 1; n < 70; n += 11) {
                g_autofree char *src = g_malloc((gsize)(n * width)), *dst = g_malloc((gsize)(n * width * times));
                for (int64_t i = 0; i < n * width; i++)
                    src[i] = (char)(i * 7 + 3);
                int64_t done = shuffle_repeat(width, times, src, n, dst);
                g_assert_cmpint(done, <=, n);
                for (int64_t i = 0; i < done * times; i++)
                    g_assert_cmpint(memcmp(dst + i * width, src + i / times * width, (size_t)width), ==, 0);
            }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/copy/random", test_random);
    g_test_add_func("/copy/pixels", test_pixels);
    g_test_add_func("/copy/pieces", test_pieces);
    g_test_add_func("/copy/join", test_join);
    g_test_add_func("/copy/repeat", test_repeat);
    return g_test_run();
}
