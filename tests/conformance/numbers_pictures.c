/* Every number with a unit that the viewer's pictures and the page say is one that the reports say. What pictures alone have is left out: axes, rulers
 * and single events of Steps; differences, which have a sign; on one edge of a graph, sums of so many reshards. */
#include "tests/conformance/numbers.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/report/report.h"
#include "trace/units.h"

#define NUMBER "(?<![\\w.,])[0-9][0-9,]*(?:\\.[0-9]+)? (?:ns|µs|ms|s|min|h|B|KiB|MiB|GiB|TiB)(?![\\w/])"

/* ---- what the reports say ---- */

static void learn_text(GHashTable *known, const char *text)
{
    g_autoptr(GRegex) number = g_regex_new(NUMBER, G_REGEX_OPTIMIZE, 0, NULL);
    g_autoptr(GMatchInfo) m = NULL;
    for (g_regex_match(number, text, 0, &m); g_match_info_matches(m); g_match_info_next(m, NULL))
        g_hash_table_add(known, g_match_info_fetch(m, 0));
}

static void learn_json(GHashTable *known, JsonNode *node, const char *key)
{
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        JsonObjectIter it;
        const char *name;
        JsonNode *member;
        json_object_iter_init(&it, json_node_get_object(node));
        while (json_object_iter_next(&it, &name, &member))
            learn_json(known, member, name);
    } else if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *a = json_node_get_array(node);
        for (guint i = 0; i < json_array_get_length(a); i++)
            learn_json(known, json_array_get_element(a, i), key);
    } else if (JSON_NODE_HOLDS_VALUE(node)) {
        GType type = json_node_get_value_type(node);
        if (type == G_TYPE_STRING)
            learn_text(known, json_node_get_string(node));
        else if (type != G_TYPE_BOOLEAN && g_str_has_suffix(key, "ns"))
            g_hash_table_add(known, g_strdup(trace_ns(fabs(json_node_get_double(node))).s));
        else if (type == G_TYPE_INT64)
            g_hash_table_add(known, g_strdup(trace_bytes(ABS(json_node_get_int(node))).s));
    }
}

/* A command's output: as JSON, or as text where it has sentences of its own. */
static void learn(GHashTable *known, const char *const *args, bool json)
{
    g_autofree char *out = numbers_run(args);
    g_autoptr(JsonNode) root = json && out ? json_from_string(out, NULL) : NULL;
    if (root)
        learn_json(known, root, "");
    else if (out)
        learn_text(known, out);
}

static GHashTable *all_known(const NumbersTrace *t, const char *run)
{
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++) {
        learn(known, (const char *[]){ "report", t->path, list[i]->name, "--json", "--all", NULL }, true); /* of all runs, which Compare shows */
        learn(known, (const char *[]){ "report", t->path, list[i]->name, "--run", run, NULL }, false); /* sums of what is left out */
        learn(known, (const char *[]){ "report", t->path, list[i]->name, "--all", "--run", run, NULL }, false); /* folded rows have sums */
    }
    learn(known, (const char *[]){ "report", t->path, "reshards", "--remove", "--run", run, NULL }, false);
    learn(known, (const char *[]){ "compare", t->path, "--json", "--top", "0", NULL }, true);
    learn(known, (const char *[]){ "compare", t->path, "--top", "0", NULL }, false);
    return known;
}

/* ---- what pictures say ---- */

static void check_text(const NumbersTrace *t, GHashTable *known, const char *where, const char *text)
{
    g_autoptr(GRegex) number = g_regex_new(NUMBER, G_REGEX_OPTIMIZE, 0, NULL);
    g_autoptr(GMatchInfo) m = NULL;
    for (g_regex_match(number, text, 0, &m); g_match_info_matches(m); g_match_info_next(m, NULL)) {
        g_autofree char *word = g_match_info_fetch(m, 0);
        int at = 0;
        g_match_info_fetch_pos(m, 0, &at, NULL);
        bool change = at && (text[at - 1] == '+' || text[at - 1] == '-' || (at >= 3 && strncmp(text + at - 3, "−", 3) == 0));
        if (!change && !g_hash_table_contains(known, word))
            g_error("%s: %s says \"%s\" in \"%.200s\", which no report does", t->program, where, word, text);
    }
}

/* A label that is a number alone, in the ink of axes. */
static bool is_axis(const char *line, const char *label)
{
    g_autoptr(GRegex) number = g_regex_new("^" NUMBER "$", 0, 0, NULL);
    return strstr(line, " dim \"") && g_regex_match(number, label, 0, NULL);
}

/* True if n of the rows from `at` on have a sum of bytes that is written so. */
static bool is_sum_of(const GArray *moves, guint at, int n, int64_t sum, const char *written)
{
    if (n == 0)
        return g_str_equal(trace_bytes(sum).s, written);
    for (; at + (guint)n <= moves->len; at++)
        if (is_sum_of(moves, at + 1, n - 1, sum + TRACE_AT(moves, TraceReshardRow, at)->traffic.v, written))
            return true;
    return false;
}

/* "2 changes 416 B" on an edge of the graph, which is so many reshards. Sums of more than three are left out: too many are possible. */
static bool is_edge_sum(const GArray *moves, const char *view, const char *label)
{
    const char *written = strstr(label, " changes ");
    if (!g_str_equal(view, "graph") || !written || !g_ascii_isdigit(*label))
        return false;
    int n = atoi(label);
    return n > 3 || is_sum_of(moves, 0, n, 0, written + strlen(" changes "));
}

/* One item a line: kind, pane, place, role, and in quotes what it says. */
static void check_scene(const NumbersTrace *t, GHashTable *known, const GArray *moves, const char *view, const char *scene)
{
    bool is_time = g_str_equal(view, "steps");
    g_auto(GStrv) lines = g_strsplit(scene, "\n", -1);
    for (char **l = lines; *l; l++) {
        char *label = strchr(*l, '"'), *end = label ? strrchr(label + 1, '"') : NULL;
        if (!end)
            continue;
        g_autofree char *said = g_strndup(label + 1, (gsize)(end - label - 1));
        if (is_axis(*l, said) || is_edge_sum(moves, view, said) || is_time) /* of Steps: checked by events, not by sums */
            continue;
        check_text(t, known, view, said);
    }
}

/* The page without its pictures and styles: what its tables and sentences say. */
static char *page_text(const char *html)
{
    static const char *const away[] = { "<style.*?</style>", "<svg.*?</svg>", "<[^>]*>" };
    char *text = g_strdup(html);
    for (size_t i = 0; i < G_N_ELEMENTS(away); i++) {
        g_autoptr(GRegex) r = g_regex_new(away[i], G_REGEX_DOTALL, 0, NULL);
        char *next = g_regex_replace_literal(r, text, -1, 0, "\n", 0, NULL);
        g_assert_nonnull(next);
        g_free(text);
        text = next;
    }
    return text;
}

void numbers_check_pictures(const NumbersTrace *t, const TraceRunInfo *run)
{
    static const char *const views[] = { "overview", "shardings", "reshards", "passes", "memory", "compare", "graph", "source" };
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run->id), *page = g_strconcat(t->path, ".html", NULL), *html = NULL;
    g_autoptr(GHashTable) known = all_known(t, id);
    g_autoptr(GArray) moves = trace_query_reshards(t->r, run->module_id, NULL);
    if (moves->len) { /* the one whose details the view shows */
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, TRACE_AT(moves, TraceReshardRow, 0)->seq);
        learn(known, (const char *[]){ "report", t->path, "reshards", "--number", number, "--json", "--run", id, NULL }, true);
        learn(known, (const char *[]){ "report", t->path, "reshards", "--number", number, "--run", id, NULL }, false);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(views); i++) {
        g_autofree char *scene = numbers_scene(t->path, views[i], id);
        if (!scene)
            return;
        check_scene(t, known, moves, views[i], scene);
    }
    g_autofree char *none = numbers_run((const char *[]){ "report", t->path, "--html", page, "--run", id, NULL });
    g_assert_true(none && g_file_get_contents(page, &html, NULL, NULL));
    g_unlink(page);
    g_autofree char *text = page_text(html);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **l = lines; *l; l++)
        check_text(t, known, "the page", *l);
}
