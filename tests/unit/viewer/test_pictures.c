/* Laws of tiles, pictures, fetching and bins, on random meshes, shapes and events. No display, no cairo, no trace. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/viewer/hand.h"
#include "viewer/layout/bins.h"
#include "viewer/layout/diff.h"
#include "viewer/layout/fetch.h"
#include "viewer/layout/pair.h"
#include "viewer/layout/picture.h"
#include "viewer/layout/ruler.h"

enum { ROUNDS = 400 };
static const char *const meshes[] = { "a=4,b=2", "a=8", "a=2,b=2,c=2", "a=3,b=2", "a=1,b=5", "a=4,b=4,c=4" };

/* A random spec of `rank` dimensions in which each axis splits at most one. */
static char *random_spec(GRand *r, const MeshGeom *m, int rank)
{
    g_autofree GString **dims = g_new0(GString *, rank);
    for (int d = 0; d < rank; d++)
        dims[d] = g_string_new(NULL);
    for (guint i = 0; i < m->axes->len; i++) {
        int d = g_rand_int_range(r, -1, rank);
        if (d >= 0)
            g_string_append_printf(dims[d], "%s%s", dims[d]->len ? "," : "", TRACE_AT(m->axes, TraceMeshAxis, i)->name);
    }
    GString *spec = g_string_new(NULL);
    for (int d = 0; d < rank; d++) {
        g_string_append_printf(spec, "%s%s", d ? "|" : "", dims[d]->len ? dims[d]->str : "-");
        g_string_free(dims[d], TRUE);
    }
    return g_string_free(spec, FALSE);
}

typedef struct Pair {
    Rows *rows;
    const MeshGeom *mesh;
    TileGrid *a, *b;
    int64_t from, to;
} Pair;

static Pair random_pair(GRand *r)
{
    Pair p = { .rows = hand_rows() };
    int run = hand_run(p.rows, "run", meshes[g_rand_int_range(r, 0, G_N_ELEMENTS(meshes))]);
    p.mesh = rows_mesh(p.rows, p.rows->runs ? TRACE_AT(p.rows->runs, TraceRunInfo, 0)->mesh_id : 0);
    int rank = g_rand_int_range(r, 1, 5);
    g_autoptr(GString) shape = g_string_new("f32[");
    for (int d = 0; d < rank; d++)
        g_string_append_printf(shape, "%s%d", d ? "," : "", g_rand_int_range(r, 1, 41));
    g_string_append_c(shape, ']');
    g_autofree char *sa = random_spec(r, p.mesh, rank), *sb = random_spec(r, p.mesh, rank);
    p.from = hand_sharding(p.rows, run, sa);
    p.to = hand_sharding(p.rows, run, sb);
    p.a = tile_grid_new(shape->str, rows_geom(p.rows, p.from), p.mesh, 0, false);
    p.b = tile_grid_new(shape->str, rows_geom(p.rows, p.to), p.mesh, 0, false);
    g_assert_null(p.a->problem);
    g_assert_null(p.b->problem);
    return p;
}

static void pair_clear(Pair *p)
{
    tile_grid_free(p->a);
    tile_grid_free(p->b);
    rows_unref(p->rows);
}

static void test_tiles_cover_once(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(1);
    for (int k = 0; k < ROUNDS; k++) {
        Pair p = random_pair(r);
        int64_t whole = 1, sum = 0, members = 0;
        for (int d = 0; d < p.a->rank; d++)
            whole *= p.a->size[d];
        for (int t = 0; t < p.a->n_tiles; t++) {
            sum += tile_elements(p.a, t);
            int64_t ids[64];
            int n = tile_ids(p.a, t, ids, 64);
            members += n;
            for (int i = 0; i < n; i++)
                g_assert_cmpint(p.a->tile_of[grid_device(p.a, ids[i])], ==, t);
        }
        g_assert_cmpint(sum, ==, whole);
        g_assert_cmpint(members, ==, p.a->n_dev);
        pair_clear(&p);
    }
}

static bool overlap(Rect a, Rect b)
{
    const double e = 1e-6;
    return a.x + a.w > b.x + e && b.x + b.w > a.x + e && a.y + a.h > b.y + e && b.y + b.h > a.y + e;
}

/* Tiles of a picture neither overlap nor leave the plot, and every tile with elements is there (up to four split
 * dimensions are drawn whole). */
static void test_placement(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(2);
    for (int k = 0; k < ROUNDS; k++) {
        Pair p = random_pair(r);
        double w = g_rand_double_range(r, 60, 900), h = g_rand_double_range(r, 60, 600);
        Placement at = picture_place(p.a, g_rand_boolean(r) ? p.b : NULL, (Rect){ 10, 20, w, h }, g_rand_boolean(r));
        double area = 0;
        for (int t = 0; t < p.a->n_tiles; t++) {
            Rect a, b;
            if (!picture_tile(&at, t, &a)) {
                g_assert_cmpint(tile_elements(p.a, t), ==, 0);
                continue;
            }
            g_assert_true(a.w > 0 && a.h > 0);
            g_assert_true(a.x >= 10 - 1e-6 && a.y >= 20 - 1e-6 && a.x + a.w <= 10 + w + 1e-6 && a.y + a.h <= 20 + h + 1e-6);
            area += a.w * a.h;
            for (int o = 0; o < t; o++) {
                if (picture_tile(&at, o, &b))
                    g_assert_false(overlap(a, b));
            }
        }
        g_assert_true(area > 0 && area <= w * h + 1e-6);
        pair_clear(&p);
    }
}

/* What is here and what is fetched make up what is needed, piece by piece, from a device that has it. */
static void test_fetch(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(3);
    for (int k = 0; k < ROUNDS; k++) {
        Pair p = random_pair(r);
        for (int dev = 0; dev < p.a->n_dev; dev++) {
            g_autoptr(GArray) pieces = fetch_pieces(p.a, p.b, dev);
            g_assert_nonnull(pieces);
            int64_t all = 0, fetched = 0;
            for (guint i = 0; i < pieces->len; i++) {
                const FetchPiece *f = TRACE_AT(pieces, FetchPiece, i);
                g_assert_cmpint(f->elements, >, 0);
                g_assert_cmpint(f->source, >=, 0);
                g_assert_cmpint(p.a->tile_of[f->source], ==, f->tile);
                for (int d = 0; d < p.a->rank; d++) {
                    int64_t b, e;
                    tile_range(p.a, f->tile, d, &b, &e);
                    g_assert_true(f->begin[d] >= b && f->end[d] <= e);
                }
                all += f->elements;
                fetched += f->source == dev ? 0 : f->elements;
            }
            g_assert_cmpint(all, ==, tile_elements(p.b, p.b->tile_of[dev]));
            g_assert_cmpint(fetched, ==, fetch_needed(p.a, p.b, dev));
        }
        for (int dev = 0; dev < p.a->n_dev; dev++)
            g_assert_cmpint(fetch_needed(p.a, p.a, dev), ==, 0);
        pair_clear(&p);
    }
}

static void test_slices_need_nothing(void)
{
    Rows *rows = hand_rows();
    int run = hand_run(rows, "run", "a=4,b=2");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    int64_t whole = hand_sharding(rows, run, "-|-"), split = hand_sharding(rows, run, "a|b");
    g_autoptr(TileGrid) from = tile_grid_new("f32[10,15]", rows_geom(rows, whole), mesh, 0, false);
    g_autoptr(TileGrid) to = tile_grid_new("f32[10,15]", rows_geom(rows, split), mesh, 0, false);
    for (int i = 0; i < 8; i++) {
        g_assert_cmpint(fetch_needed(from, to, i), ==, 0);
        g_assert_cmpint(fetch_needed(to, from, i), ==, 150 - tile_elements(to, to->tile_of[i]));
    }
    rows_unref(rows);
}

/* An all-gather over `a` must show groups along a: nobody fetches from another coordinate of b. */
static void test_sources_follow_the_mesh(void)
{
    Rows *rows = hand_rows();
    int run = hand_run(rows, "run", "a=4,b=2");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    int64_t split = hand_sharding(rows, run, "a|-"), whole = hand_sharding(rows, run, "-|-");
    g_autoptr(TileGrid) from = tile_grid_new("f32[8,8]", rows_geom(rows, split), mesh, 0, false);
    g_autoptr(TileGrid) to = tile_grid_new("f32[8,8]", rows_geom(rows, whole), mesh, 0, false);
    for (int dev = 0; dev < 8; dev++) {
        g_autoptr(GArray) pieces = fetch_pieces(from, to, dev);
        g_assert_cmpint(pieces->len, ==, 4);
        for (guint i = 0; i < 4; i++)
            g_assert_cmpint(TRACE_AT(pieces, FetchPiece, i)->source % 2, ==, dev % 2);
    }
    rows_unref(rows);
}

static void test_uneven_numbers(void)
{
    Rows *rows = hand_rows();
    int run = hand_run(rows, "run", "a=4");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    g_autoptr(TileGrid) g = tile_grid_new("f32[10]", rows_geom(rows, hand_sharding(rows, run, "a")), mesh, 0, false);
    const int64_t want[] = { 3, 3, 3, 1 };
    for (int t = 0; t < 4; t++)
        g_assert_cmpint(tile_elements(g, t), ==, want[t]);
    g_assert_cmpfloat_with_epsilon(grid_padding(g), 2.0 / 12, 1e-9);
    g_autoptr(TileGrid) five = tile_grid_new("f32[5]", rows_geom(rows, hand_sharding(rows, run, "a")), mesh, 0, false);
    g_assert_cmpint(tile_elements(five, 2), ==, 1);
    g_assert_cmpint(tile_elements(five, 3), ==, 0); /* all padding */
    rows_unref(rows);
}

static void test_bad_layouts_say_so(void)
{
    Rows *rows = hand_rows();
    int run = hand_run(rows, "run", "a=4");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    const ShardGeom *two = rows_geom(rows, hand_sharding(rows, run, "-|a"));
    const char *shapes[] = { "f32[8]", "(f32[8], f32[8])", "nonsense", "f32[1,", NULL, "f32[-3,4]", "f32[9999999999999999999999,2]" };
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
        g_autoptr(TileGrid) g = tile_grid_new(shapes[i], two, mesh, 0, false);
        g_assert_nonnull(g->problem);
        g_assert_cmpint(g->n_tiles, ==, 0);
    }
    g_autoptr(TileGrid) none = tile_grid_new("f32[8,8]", NULL, mesh, 4, false);
    g_assert_nonnull(none->problem);
    g_autoptr(TileGrid) whole = tile_grid_new("f32[8,8]", NULL, mesh, 4, true);
    g_assert_null(whole->problem);
    g_assert_cmpint(whole->n_tiles, ==, 1);
    ((TraceTileRow *)(void *)two->tiles->data)->coord = 77; /* a damaged trace */
    g_autoptr(TileGrid) bad = tile_grid_new("f32[8,8]", two, mesh, 0, false);
    g_assert_nonnull(bad->problem);
    rows_unref(rows);
}

static void test_bands(void)
{
    Rows *rows = hand_rows();
    hand_run(rows, "run", "x=8,y=2");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    RulerBand b[MAX_BANDS];
    g_assert_cmpint(ruler_bands("y,x:(2)4", 8, mesh, b), ==, 2);
    g_assert_cmpstr(b[0].name, ==, "y");
    g_assert_cmpint(b[1].size, ==, 4);
    g_assert_cmpint(b[1].role, ==, role_axis(0));
    g_assert_cmpint(ruler_bands("nobody", 6, mesh, b), ==, 1);
    g_assert_cmpint(b[0].size, ==, 6);
    rows_unref(rows);
}

static void test_ticks(void)
{
    for (int64_t span = 1; span < (int64_t)1e15; span = span * 3 + 1) {
        int64_t step = ruler_tick(span, 1000, 80);
        g_assert_cmpint(step, >=, 1);
        if (step > 1)
            g_assert_cmpfloat((double)step / (double)span * 1000, >=, 79.999);
        int64_t lead = step;
        while (lead >= 10) {
            g_assert_cmpint(lead % 10, ==, 0);
            lead /= 10;
        }
        g_assert_true(lead == 1 || lead == 2 || lead == 5);
    }
}

/* Every event of a pixel or more is drawn singly, no other is, and the columns hold the time of the rest. */
static void test_bins(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(4);
    for (int k = 0; k < 200; k++) {
        LaneEvents row = { .level = -1, .spans = g_array_new(FALSE, TRUE, sizeof(TraceEventRow)) };
        int64_t t = 0;
        for (int i = 0; i < 500; i++) {
            TraceEventRow e = { .id = i + 1, .start_ns = t, .dur_ns = g_rand_boolean(r) ? g_rand_int_range(r, 0, 50) : g_rand_int_range(r, 0, 5000) };
            g_array_append_val(row.spans, e);
            t += e.dur_ns + g_rand_int_range(r, 0, 200);
        }
        int64_t t0 = g_rand_int_range(r, 0, (int)(t / 2)), t1 = t0 + 1 + g_rand_int_range(r, 0, (int)(t / 2));
        int n = g_rand_int_range(r, 1, 700);
        double ns = (double)(t1 - t0) / n;
        g_autoptr(Bins) b = bins_new(&row, t0, t1, n);
        guint at = 0;
        int64_t small = 0, small_ns = 0, counted = 0, counted_ns = 0;
        for (guint i = 0; i < row.spans->len; i++) {
            const TraceEventRow *e = TRACE_AT(row.spans, TraceEventRow, i);
            if (e->start_ns >= t1 || e->start_ns + MAX(e->dur_ns, 1) <= t0)
                continue;
            if ((double)e->dur_ns >= ns) {
                g_assert_cmpint(at, <, b->spans->len);
                g_assert_cmpint(g_array_index(b->spans, const TraceEventRow *, at++)->id, ==, e->id);
            } else {
                small++;
                small_ns += e->dur_ns;
            }
        }
        g_assert_cmpint(at, ==, b->spans->len);
        for (int i = 0; i < b->n; i++) {
            counted += b->columns[i].n;
            counted_ns += b->columns[i].busy_ns;
        }
        g_assert_cmpint(counted, ==, small);
        g_assert_cmpint(counted_ns, ==, small_ns);
        g_array_unref(row.spans);
    }
}

static void test_words(void)
{
    g_assert_cmpstr(word_bytes(7340032).s, ==, "7 MiB");
    g_assert_cmpstr(word_bytes(1023).s, ==, "1023 B");
    g_assert_cmpstr(word_ns(1500).s, ==, "1.50 µs");
    g_assert_cmpstr(word_count(-1234567).s, ==, "-1,234,567");
    int64_t ids[] = { 0, 64, 128, 192, 256, 320, 384, 448 }, run[] = { 4, 5, 6, 7 };
    g_assert_cmpstr(word_ids(ids, 8, 60).s, ==, "0,64,128,192,256,320,384,448");
    g_assert_cmpstr(word_ids(ids, 8, 14).s, ==, "0–448 by 64");
    g_assert_cmpstr(word_ids(run, 4, 6).s, ==, "4–7");
    g_assert_cmpstr(word_ids(ids, 8, 5).s, ==, "0 +7");
    g_assert_cmpstr(word_ids(ids, 8, 2).s, ==, "");
    g_assert_cmpstr(shape_show("f32[8,16]{1,0:T(8,128)}").s, ==, "f32[8,16]");
    int rank;
    int64_t dims[MAX_RANK];
    char elem[16];
    g_assert_true(shape_parse("tensor<4x16xbf16>", &rank, dims, elem));
    g_assert_cmpint(rank, ==, 2);
    g_assert_cmpint(dims[1], ==, 16);
    g_assert_cmpstr(elem, ==, "bf16");
    g_assert_true(shape_parse("f32[]", &rank, dims, elem));
    g_assert_cmpint(rank, ==, 0);
}

static char *without(const GArray *diff, char mark)
{
    GString *s = g_string_new(NULL);
    for (guint i = 0; i < diff->len; i++) {
        const DiffLine *l = &g_array_index(diff, DiffLine, i);
        if (l->mark != mark)
            g_string_append_printf(s, "%.*s\n", l->len, l->text);
    }
    return g_string_free(s, FALSE);
}

/* A long program in which a pass changes every line, takes some out and brings others: both texts are still in the
 * difference, and each line that stays stands right before what it became. */
static void test_long_diff(void)
{
    g_autoptr(GString) a = g_string_new("ENTRY main {\n"), b = g_string_new("ENTRY main {\n");
    g_autoptr(GRand) r = g_rand_new_with_seed(8);
    int stay = 0;
    for (int i = 0; i < 6000; i++) {
        int what = g_rand_int_range(r, 0, 50);
        if (what == 0)
            g_string_append_printf(b, "  fresh.%d = f32[4] negate(op.%d)\n", i, i);
        if (what != 1)
            g_string_append_printf(a, "  op.%d = f32[8] add(op.%d, op.%d)\n", i, i - 1, i - 3);
        if (what != 1 && what != 2)
            g_string_append_printf(b, "  %sop.%d = f32[4] add(op.%d, op.%d)\n", i == 5999 ? "ROOT " : "", i, i - 1, i - 3);
        stay += what != 1 && what != 2;
    }
    g_autoptr(GArray) d = diff_lines(a->str, b->str);
    g_autofree char *before = without(d, '+'), *after = without(d, '-');
    g_assert_cmpstr(before, ==, a->str);
    g_assert_cmpstr(after, ==, b->str);
    int together = 0;
    for (guint i = 1; i < d->len; i++) {
        const DiffLine *x = &g_array_index(d, DiffLine, i - 1), *y = &g_array_index(d, DiffLine, i);
        int u, v;
        together += x->mark == '-' && y->mark == '+' && sscanf(x->text, "  op.%d", &u) == 1 &&
                    (sscanf(y->text, "  op.%d", &v) == 1 || sscanf(y->text, "  ROOT op.%d", &v) == 1) && u == v;
    }
    g_assert_cmpint(together, ==, stay);
}

/* Without the new lines a diff is the old text, without the old ones the new; and it has no needless change. */
static void test_diff(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(5);
    for (int k = 0; k < 300; k++) {
        g_autoptr(GString) a = g_string_new(NULL);
        g_autoptr(GString) b = g_string_new(NULL);
        int n = g_rand_int_range(r, 0, 30), kept = 0;
        for (int i = 0; i < n; i++) {
            int what = g_rand_int_range(r, 0, 4);
            g_autofree char *line = g_strdup_printf("%d\n", i);
            if (what != 0)
                g_string_append(a, line);
            if (what != 1)
                g_string_append(b, line);
            kept += what > 1;
        }
        g_autoptr(GArray) d = diff_lines(a->str, b->str);
        g_autoptr(GString) x = g_string_new(NULL);
        g_autoptr(GString) y = g_string_new(NULL);
        int same = 0;
        for (guint i = 0; i < d->len; i++) {
            const DiffLine *l = &g_array_index(d, DiffLine, i);
            same += l->mark == ' ';
            if (l->mark != '+')
                g_string_append_printf(x, "%.*s\n", l->len, l->text);
            if (l->mark != '-')
                g_string_append_printf(y, "%.*s\n", l->len, l->text);
        }
        g_assert_cmpstr(x->str, ==, a->str);
        g_assert_cmpstr(y->str, ==, b->str);
        g_assert_cmpint(same, ==, kept);
    }
}

/* A sum over many devices: how many is told, and all of them send, the last too. */
static void test_sum_of_many(void)
{
    Rows *rows = hand_rows();
    int run = hand_run(rows, "sum", "a=512");
    int64_t whole = hand_sharding(rows, run, "-|-"), split = hand_sharding(rows, run, "a|-");
    const MeshGeom *mesh = rows_mesh(rows, TRACE_AT(rows->runs, TraceRunInfo, 0)->mesh_id);
    const ShardGeom *summed = rows_geom(rows, whole);
    TraceShardingAxis partial = { .sharding_id = whole, .role = 2, .axis = "a" };
    g_array_append_val(summed->axes, partial);
    g_autoptr(TileGrid) from = tile_grid_new("f32[1024,64]", summed, mesh, 0, false);
    g_autoptr(TileGrid) to = tile_grid_new("f32[1024,64]", rows_geom(rows, split), mesh, 0, false);
    PairStyle st = { .before = from, .after = to, .from = summed, .to = rows_geom(rows, split), .mesh = mesh, .dev = 0, .bytes_moved = -1 };
    g_autoptr(Scene) s = scene_new(1200, 800);
    pair_draw(s, metrics_fixed, &st, (Rect){ 0, 0, 700, 300 });
    pair_matrix(s, metrics_fixed, &st, 750, 0, 256);
    bool told = false, last_sends = false;
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        told |= it->label && g_str_equal(it->label, "partial sums of 512");
        if (it->kind == ITEM_strip && it->n > 0)
            last_sends |= g_array_index(s->cells, Cell, it->first + it->n - 1).role == ROLE_fetch;
    }
    g_assert_true(told);
    g_assert_true(last_sends);
    rows_unref(rows);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/viewer/tiles/cover-once", test_tiles_cover_once);
    g_test_add_func("/viewer/tiles/uneven", test_uneven_numbers);
    g_test_add_func("/viewer/tiles/bad-layouts", test_bad_layouts_say_so);
    g_test_add_func("/viewer/picture/placement", test_placement);
    g_test_add_func("/viewer/fetch/adds-up", test_fetch);
    g_test_add_func("/viewer/fetch/slices", test_slices_need_nothing);
    g_test_add_func("/viewer/fetch/mesh", test_sources_follow_the_mesh);
    g_test_add_func("/viewer/fetch/sum-of-many", test_sum_of_many);
    g_test_add_func("/viewer/ruler/bands", test_bands);
    g_test_add_func("/viewer/ruler/ticks", test_ticks);
    g_test_add_func("/viewer/bins/exact", test_bins);
    g_test_add_func("/viewer/diff", test_diff);
    g_test_add_func("/viewer/long-diff", test_long_diff);
    g_test_add_func("/viewer/words", test_words);
    return g_test_run();
}
