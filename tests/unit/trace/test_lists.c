/* Lists: which layer a name belongs to, rows folded, grouped, sorted and filtered, and long texts cut so that they stay
 * apart. On tables made here; `reports.txt` has the reports. */
#include "trace/layers.h"
#include "trace/report/arrange.h"
#include "trace/report/elide.h"
#include "trace/report/lines.h"
#include "trace/report/ranges.h"

#include <string.h>

/* ---- layers ---- */

static void test_layers(void)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) is_arg = g_array_new(FALSE, FALSE, sizeof(bool));
    for (int block = 0; block < 4; block++)
        for (int layer = 0; layer < 2; layer++) {
            bool arg = true, op = false;
            g_ptr_array_add(names, g_strdup_printf("params['decoder']['block']['%d']['layer']['%d']['wi_0']", block, layer));
            g_array_append_val(is_arg, arg);
            g_ptr_array_add(names, g_strdup_printf("params['decoder']['block']['%d']['layer']['%d']['wi_1']", block, layer));
            g_array_append_val(is_arg, arg);
            g_ptr_array_add(names, g_strdup_printf("jit(step)/Model/decoder/block/%d/layer/%d/dot_general", block, layer));
            g_array_append_val(is_arg, op);
        }
    g_autoptr(TraceLayers) l = trace_layers_of((const char *const *)names->pdata, (const bool *)is_arg->data, (int)names->len);
    TraceLayer arg = trace_layer(l, "params['decoder']['block']['3']['layer']['1']['wi_0']");
    g_assert_cmpstr(arg.pattern, ==, "params['decoder']['block']['*']['layer']['1']['wi_0']"); /* four blocks, two layers, two matrices */
    g_assert_cmpstr(arg.name, ==, "decoder/block/3");
    g_assert_cmpint(arg.number, ==, 3);
    TraceLayer op = trace_layer(l, "jit(step)/Model/decoder/block/3/layer/1/dot_general");
    g_assert_cmpstr(op.name, ==, "decoder/block/3"); /* the same layer as the argument's */
    g_assert_cmpstr(op.module, ==, "decoder/block/3/layer/1");
    g_assert_cmpstr(op.pattern, ==, "jit(step)/Model/decoder/block/*/layer/1/dot_general");
    g_assert_null(trace_layer(l, "another name").name);
    g_assert_cmpstr(trace_layer(l, "another name").pattern, ==, "another name");
    g_assert_null(trace_layer(l, NULL).pattern);
    /* A value of layer 1 used in layer 2 is like one of 2 used in 3, and unlike one used where it is. */
    const char *format = "jit(step)/Model/decoder/block/%d/layer/0/dot_general";
    g_autofree char *b1 = g_strdup_printf(format, 1), *b2 = g_strdup_printf(format, 2), *b3 = g_strdup_printf(format, 3);
    g_autofree char *k12 = trace_layer_key(l, b1, b2), *k23 = trace_layer_key(l, b2, b3), *k22 = trace_layer_key(l, b2, b2);
    g_assert_cmpstr(k12, ==, k23);
    g_assert_cmpstr(k12, !=, k22);
}

static void test_numbers_that_are_no_layers(void)
{
    static const char *const names[] = { "jit(f)/mlp/wi_0/dot", "jit(f)/mlp/wi_1/dot", "jit(f)/conv2d/x1234567/add", "7", "", "a/0", "state[0].mu" };
    static const bool is_arg[G_N_ELEMENTS(names)] = { 0 };
    g_autoptr(TraceLayers) l = trace_layers_of(names, is_arg, G_N_ELEMENTS(names));
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        g_assert_null(trace_layer(l, names[i]).name);
}

/* ---- arranging ---- */

static const ReportColumn columns[] = {
    { "number", "#", CELL_COUNT },  { "value", "value", CELL_TEXT },          { "shape", "shape", CELL_TEXT, COL_SAME },
    { "bytes", "bytes", CELL_BYTES, COL_SUM }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },
};

/* Three blocks with a weight and a gradient each, and one row that belongs to none. */
static Table *blocks(void)
{
    Table *t = table_new("rows", NULL, columns, G_N_ELEMENTS(columns));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            g_autofree char *name = g_strdup_printf("p['block'][%d]['%s']", i + 9, k ? "w" : "b"), *layer = g_strdup_printf("block/%d", i + 9);
            cell_int(t, 2 * i + k);
            cell_text(t, name);
            cell_text(t, k ? "f32[8]" : "f32[2]");
            cell_int(t, k ? 32 : 8);
            cell_text(t, k ? "m.py:2" : "m.py:1");
            table_row_facts(t, 100 + 2 * i + k, g_strdup(k ? "w" : "b"), layer);
        }
    cell_int(t, 6);
    cell_text(t, "head");
    cell_text(t, "f32[9]");
    cell_oint(t, (TraceInt){ 0 });
    cell_text(t, NULL);
    table_row_facts(t, 106, NULL, NULL);
    return t;
}

static char *shown(const Table *t, const Arranged *a, guint line, const char *column)
{
    int k = table_column(t, column);
    TableCell c = arranged_cell(t, a, line, k);
    char *s = cell_show(&c, t->columns[k].kind);
    cell_drop(&c);
    return s;
}

#define ASSERT_CELL(t, a, line, column, want)                      \
    do {                                                           \
        g_autofree char *got_ = shown(t, a, line, column);         \
        g_assert_cmpstr(got_, ==, want);                           \
    } while (0)

static void test_fold(void)
{
    g_autoptr(Table) t = blocks();
    g_autoptr(Arranged) a = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true });
    g_assert_true(a->folds);
    g_assert_cmpuint(a->lines->len, ==, 3);
    g_assert_cmpuint(a->n_rows, ==, 7);
    g_assert_cmpint(arranged_line(a, 1)->kind, ==, LINE_FOLD);
    g_assert_cmpuint(arranged_line(a, 1)->n, ==, 3);
    ASSERT_CELL(t, a, 1, "value", "p['block'][9…11]['w']");
    ASSERT_CELL(t, a, 1, "bytes", "96 B");
    ASSERT_CELL(t, a, 1, "#", "1");
    ASSERT_CELL(t, a, 2, "value", "head");
    /* Opened, its rows stand below it. */
    g_autoptr(GHashTable) open = g_hash_table_new(NULL, NULL);
    g_hash_table_add(open, GUINT_TO_POINTER(arranged_line(a, 1)->key));
    g_autoptr(Arranged) b = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true, .open = open });
    g_assert_cmpuint(b->lines->len, ==, 6);
    ASSERT_CELL(t, b, 3, "value", "p['block'][10]['w']");
    g_assert_cmpint(arranged_line(b, 3)->depth, ==, 1);
    /* Not folded where they differ in a column of COL_SAME. */
    cell_int(t, 7);
    cell_text(t, "p['block'][12]['w']");
    cell_text(t, "f32[16]");
    cell_int(t, 64);
    cell_text(t, "m.py:2");
    table_row_facts(t, 107, g_strdup("w"), "block/12");
    g_autoptr(Arranged) c = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true });
    g_assert_cmpuint(c->lines->len, ==, 4);
}

/* Details are of one row, while its line in a list is of all that are alike. */
static void test_alike(void)
{
    g_autoptr(Table) t = blocks();
    g_autofree char *weight = table_alike(t, 103), *head = table_alike(t, 106), *none = table_alike(t, 999);
    g_assert_cmpstr(weight, ==, "one of 3 alike; in all bytes 96 B");
    g_assert_null(head);
    g_assert_null(none);
}

static void test_group_and_sort(void)
{
    g_autoptr(Table) t = blocks();
    g_autofree char *may = table_groupings(t);
    g_assert_cmpstr(may, ==, "layer, line");
    g_assert_false(table_can_group(t, "axis"));
    g_autoptr(Arranged) by_layer = table_arrange(t, &(Arrangement){ .sort = -1, .group = "layer" });
    g_assert_cmpuint(by_layer->lines->len, ==, 4);
    g_assert_cmpstr(arranged_line(by_layer, 0)->name, ==, "block/9");
    ASSERT_CELL(t, by_layer, 0, "bytes", "40 B");
    g_assert_cmpstr(arranged_line(by_layer, 3)->name, ==, "outside of layers"); /* nothing known of its bytes: last */
    g_autoptr(Arranged) by_line = table_arrange(t, &(Arrangement){ .sort = -1, .group = "line", .fold = true, .expand = true });
    g_assert_cmpstr(arranged_line(by_line, 0)->name, ==, "m.py:2"); /* dearest first */
    ASSERT_CELL(t, by_line, 0, "bytes", "96 B");
    g_assert_cmpint(arranged_line(by_line, 1)->kind, ==, LINE_FOLD);
    g_assert_cmpint(arranged_line(by_line, 2)->depth, ==, 2);

    int bytes = table_column(t, "bytes"), value = table_column(t, "value");
    g_autoptr(Arranged) down = table_arrange(t, &(Arrangement){ .sort = bytes, .descending = true, .top = 2 });
    ASSERT_CELL(t, down, 0, "#", "1");
    g_assert_cmpuint(down->lines->len, ==, 2);
    g_assert_cmpuint(down->left_out, ==, 5);
    g_autoptr(Arranged) up = table_arrange(t, &(Arrangement){ .sort = bytes });
    ASSERT_CELL(t, up, 0, "bytes", "8 B");
    ASSERT_CELL(t, up, 6, "value", "head"); /* what is not known comes last either way */
    g_autoptr(Arranged) natural = table_arrange(t, &(Arrangement){ .sort = value });
    ASSERT_CELL(t, natural, 1, "value", "p['block'][9]['b']"); /* 9 before 10 */
}

static void test_filter(void)
{
    g_autoptr(Table) t = blocks();
    g_autoptr(Arranged) a = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "BLOCK [10]", .fold = true });
    g_assert_cmpuint(a->n_rows, ==, 2);
    g_autoptr(Arranged) units = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "F32[8] m.py" });
    g_assert_cmpuint(units->n_rows, ==, 3);
    g_autoptr(Arranged) none = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "nothing" });
    g_assert_cmpuint(none->lines->len, ==, 0);
}

/* A word that columns have is not found in the sentence of a row that has it in none of them; one that only sentences have is. */
static void test_filter_columns(void)
{
    static const ReportColumn of[] = { { "kind", "becomes", CELL_TEXT }, { "plan", NULL, CELL_TEXT }, { "why", "why: ", CELL_BELOW } };
    g_autoptr(Table) t = table_new("rows", NULL, of, G_N_ELEMENTS(of));
    cell_text(t, "all-gather");
    cell_text(t, "all-gather(a)");
    cell_text(t, "it is needed whole");
    cell_text(t, "reduce-scatter");
    cell_text(t, "reduce-scatter(a)");
    cell_text(t, "without it comes an all-gather");
    g_autoptr(Arranged) shown = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "All-Gather" });
    g_autoptr(Arranged) said = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "comes" });
    g_autoptr(Arranged) both = table_arrange(t, &(Arrangement){ .sort = -1, .filter = "all-gather whole" });
    g_assert_cmpuint(shown->n_rows, ==, 1);
    g_assert_cmpuint(said->n_rows, ==, 1);
    g_assert_cmpuint(both->n_rows, ==, 1);
}

/* ---- cutting ---- */

static void test_elide(void)
{
    static const char *const texts[] = {
        "state.params['params']['decoder']['layers']['mlp']['wi_0']['kernel']",        "state.opt_state[0].mu['params']['decoder']['layers']['mlp']['wi_0']['kernel']",
        "state.opt_state[0].nu['params']['decoder']['layers']['mlp']['wi_0']['kernel']", "state.opt_state[0].nu['params']['decoder']['layers']['mlp']['wo']['kernel']",
        "state.params['params']['decoder']['layers']['mlp']['wo']['kernel']", "state.opt_state[0].mu['params']['decoder']['layers']['mlp']['wo']['kernel']",
    };
    g_autoptr(Elider) e = elider_new(texts, G_N_ELEMENTS(texts));
    for (int room = 16; room < 80; room += 7) {
        g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
            char *s = elide(e, texts[i], room, NULL, NULL);
            g_assert_cmpint(g_utf8_strlen(s, -1), <=, room);
            if ((size_t)room >= strlen(texts[i]))
                g_assert_cmpstr(s, ==, texts[i]);
            g_assert_true(g_hash_table_add(seen, s)); /* weight, mu and nu never look the same */
        }
    }
}

/* What all texts that begin alike have too is nothing that tells them apart, rare as it may be in the whole list. */
static void test_elide_alike(void)
{
    enum { N_ALIKE = 4, N_OTHERS = 20 };
    static const char *const layers[N_ALIKE] = { "wi_0", "wi_1", "query", "out" };
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < N_ALIKE; i++)
        g_ptr_array_add(texts, g_strdup_printf("a trip's slice of state.params['decoder']['layers']['%s']['kernel'] after convert (steps.py:1133, in scan.py:124)", layers[i]));
    for (int i = 0; i < N_OTHERS; i++)
        g_ptr_array_add(texts, g_strdup_printf("dot_general (linears.py:%d)", i));
    g_autoptr(Elider) e = elider_new((const char *const *)texts->pdata, (int)texts->len);
    for (int room = 26; room < 60; room += 4)
        for (int i = 0; i < N_ALIKE; i++) {
            g_autofree char *s = elide(e, texts->pdata[i], room, NULL, NULL);
            g_test_message("%s", s);
            g_assert_nonnull(strstr(s, layers[i]));
        }
}

/* What is kept stays together, in words: no row of single letters and numbers between gaps. */
static void test_elide_words(void)
{
    static const char *const texts[] = {
        "variables['decoder']['block']['0…23']['layer']['2']['DenseReluDense']['wi_0']['kernel']", "variables['decoder']['block']['0…23']['layer']['1']['EncDecAttention']['o']['kernel']",
        "variables['encoder']['block']['0…23']['layer']['0']['SelfAttention']['o']['kernel']",    "variables['encoder']['block']['0…23']['layer']['1']['DenseReluDense']['wi_0']['kernel']",
    };
    g_autoptr(Elider) e = elider_new(texts, G_N_ELEMENTS(texts));
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *s = elide(e, texts[i], 36, NULL, NULL), *again = elide(e, texts[i], 36, NULL, NULL);
        int gaps = 0;
        for (const char *p = s; (p = strstr(p, "…")); p += strlen("…"))
            gaps++;
        g_assert_cmpint(gaps, <=, 3);
        g_assert_cmpstr(s, ==, again);
        g_assert_cmpint(g_utf8_strlen(s, -1), >, 18);
        g_assert_nonnull(strstr(s, i < 2 ? "decoder" : "encoder")); /* the word that tells it from others */
        g_assert_nonnull(strstr(s, i == 0 || i == 3 ? "wi_0" : "o"));
    }
    static const char *const calls[] = { "dot_general (train.py:32, in linear.py:287, backward pass)", "dot_general (train.py:40, in linear.py:287, backward pass)" };
    g_autoptr(Elider) lines = elider_new(calls, 2);
    g_autofree char *one = elide(lines, calls[0], 30, NULL, NULL), *other = elide(lines, calls[1], 30, NULL, NULL);
    g_assert_true(strstr(one, "32") && strstr(other, "40"));
    g_assert_true(g_str_has_prefix(one, "dot_general") && g_str_has_prefix(other, "dot_general")); /* what it is */
    static const char *const long_calls[] = { "convert_element_type (decoders.py:847, backward pass)", "convert_element_type (train.py:162)", "sub (max_utils.py:670)" };
    g_autoptr(Elider) names = elider_new(long_calls, 3);
    for (int room = 40; room < 50; room++) { /* room for some of its letters is not left empty */
        g_autofree char *s = elide(names, long_calls[0], room, NULL, NULL);
        g_assert_true(g_str_has_prefix(s, "conv"));
        g_assert_nonnull(strstr(s, "decoders.py:847"));
        g_assert_cmpint(g_utf8_strlen(s, -1), <=, room);
    }
}

static void test_elide_hostile(void)
{
    g_autoptr(GString) odd = g_string_new(NULL);
    for (int i = 0; i < 3000; i++)
        g_string_append(odd, i % 7 == 0 ? "__" : i % 3 ? "ä" : "['");
    const char *const texts[] = { odd->str, NULL, "", "………………………………", "a" };
    g_autoptr(Elider) e = elider_new(texts, G_N_ELEMENTS(texts));
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        for (int room = 0; texts[i] && room < 40; room++) {
            g_autofree char *s = elide(e, texts[i], room, NULL, NULL);
            g_assert_cmpint(g_utf8_strlen(s, -1), <=, MAX(room, 1));
        }
}

/* Numbers of layers become a range; times and sizes are none, and texts that differ in them are not one. */
static void test_ranges(void)
{
    const char *const layers[] = { "block/2/o 1.50 ms", "block/3/o 1.50 ms" }, *const times[] = { "costs 0.003124 µs", "costs 0.003189 µs" };
    g_autofree char *range = ranges_text(layers, 2), *none = ranges_text(times, 2);
    g_assert_cmpstr(range, ==, "block/2…3/o 1.50 ms");
    g_assert_null(none);
}

/* Lines that take longer together than the step are said to, others are not. */
static void test_lines_beside(void)
{
    g_autoptr(GArray) totals = g_array_new(FALSE, TRUE, sizeof(TraceLineTotal));
    const TraceLineTotal a = { .total_ns = { 1500000, true } }, b = { .total_ns = { 1000000, true } }, none = { 0 };
    g_array_append_val(totals, a);
    g_array_append_val(totals, b);
    g_array_append_val(totals, none);
    g_autofree char *said = lines_beside(totals, 2000000), *fits = lines_beside(totals, 2500000), *unknown = lines_beside(totals, 0);
    g_assert_true(g_str_has_prefix(said, "All lines together take 2.50 ms of a step of 2.00 ms: "));
    g_assert_null(fits);
    g_assert_null(unknown);
}

/* Layers of two kinds in turns, out of order, and one that is missing: what counts up without a gap is one group. */
static void test_ranges_groups(void)
{
    const char *const texts[] = { "a[0]['q'][0]", "a[0]['k'][1]", "a[1]['q'][0]", "a[1]['k'][1]", "a[10]['q'][0]", "a[2]['q'][0]", "b", "a[2]['k'][1]", "a[3]['k'][1]", "a[0]['q'][1]" };
    static const guint want[][4] = { { 0, 2, 5 }, { 1, 3, 7, 8 }, { 4 }, { 6 }, { 9 } };
    static const guint length[] = { 3, 4, 1, 1, 1 };
    g_autoptr(GPtrArray) groups = ranges_groups(texts, G_N_ELEMENTS(texts));
    g_assert_cmpuint(groups->len, ==, G_N_ELEMENTS(want));
    for (guint i = 0; i < groups->len; i++) {
        const GArray *g = groups->pdata[i];
        g_assert_cmpuint(g->len, ==, length[i]);
        for (guint k = 0; k < g->len; k++)
            g_assert_cmpuint(g_array_index(g, guint, k), ==, want[i][k]);
    }
    g_autoptr(GPtrArray) none = ranges_groups(NULL, 0);
    g_assert_cmpuint(none->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lists/layers", test_layers);
    g_test_add_func("/lists/no-layers", test_numbers_that_are_no_layers);
    g_test_add_func("/lists/fold", test_fold);
    g_test_add_func("/lists/alike", test_alike);
    g_test_add_func("/lists/ranges", test_ranges);
    g_test_add_func("/lists/ranges/groups", test_ranges_groups);
    g_test_add_func("/lists/lines/beside", test_lines_beside);
    g_test_add_func("/lists/group-and-sort", test_group_and_sort);
    g_test_add_func("/lists/filter", test_filter);
    g_test_add_func("/lists/filter-columns", test_filter_columns);
    g_test_add_func("/lists/elide", test_elide);
    g_test_add_func("/lists/elide-words", test_elide_words);
    g_test_add_func("/lists/elide-alike", test_elide_alike);
    g_test_add_func("/lists/elide-hostile", test_elide_hostile);
    return g_test_run();
}
