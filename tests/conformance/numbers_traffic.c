/* Numbers of traffic, and how a trace is asked through the command line: see numbers.h. */
#include "tests/conformance/numbers.h"

#include <string.h>

/* Runs the command-line program and returns its standard output, NULL if it failed. */
char *numbers_run(const char *const *args)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)g_getenv("SHARDSCOPE_BIN"));
    for (; *args; args++)
        g_ptr_array_add(argv, (char *)*args);
    g_ptr_array_add(argv, NULL);
    char *out = NULL;
    int status = 0;
    g_autofree char *err = NULL;
    g_assert_true(g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, NULL));
    if (status != 0) {
        g_test_message("%s", err);
        g_clear_pointer(&out, g_free);
    }
    return out;
}

JsonNode *numbers_report(const char *path, const char *report)
{
    g_autofree char *text = numbers_run((const char *[]){ "report", path, report, "--json", NULL });
    g_assert_nonnull(text);
    JsonNode *root = json_from_string(text, NULL);
    g_assert_nonnull(root);
    return root;
}

JsonObject *numbers_run_of(JsonNode *root, guint i)
{
    return json_array_get_object_element(json_object_get_array_member(json_node_get_object(root), "runs"), i);
}

JsonObject *numbers_compared(JsonArray *rows, const TraceRunInfo *run)
{
    JsonObject *found = NULL;
    for (guint i = 0; i < json_array_get_length(rows) && !found; i++)
        if (g_strcmp0(json_object_get_string_member(json_array_get_object_element(rows, i), "run"), run->title) == 0)
            found = json_array_get_object_element(rows, i);
    return found;
}

int64_t numbers_sum(JsonObject *run, const char *table, const char *member)
{
    JsonArray *rows = json_object_get_array_member(run, table);
    int64_t sum = 0;
    for (guint i = 0; i < json_array_get_length(rows); i++)
        sum += json_object_get_int_member(json_array_get_object_element(rows, i), member);
    return sum;
}

/* Sums over collectives, over their kinds, over the changes of layout that they are for (several where they were combined) and over lines of the
 * source are of the same numbers. Of changes those without a collective are left out: they are predicted to cut only. */
static void check_sums(JsonObject *colls, JsonObject *moves)
{
    static const char *const members[] = { "est_ns", "total_ns", "moved_ns", "exposed_ns" };
    JsonArray *each = json_object_get_array_member(colls, "collectives"), *changes = json_object_get_array_member(moves, "reshards");
    for (size_t k = 0; k < G_N_ELEMENTS(members); k++) {
        int64_t of_changes = 0, of_each = 0, all = 0, kinds = 0;
        for (guint i = 0; i < json_array_get_length(changes); i++) {
            JsonObject *x = json_array_get_object_element(changes, i);
            of_changes += json_object_get_int_member(x, "n_instructions") == 0 || json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
        }
        for (guint i = 0; i < json_array_get_length(each); i++) {
            JsonObject *x = json_array_get_object_element(each, i);
            int64_t v = json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
            all += v;
            of_each += json_object_get_null_member(x, "reshard") ? 0 : v;
        }
        JsonArray *rows = json_object_get_array_member(colls, "kinds");
        for (guint i = 0; i < json_array_get_length(rows); i++) {
            JsonObject *x = json_array_get_object_element(rows, i);
            kinds += json_object_get_null_member(x, members[k]) ? 0 : json_object_get_int_member(x, members[k]);
        }
        g_assert_cmpint(kinds, ==, all);
        g_assert_cmpint(of_changes, ==, of_each);
    }
}

/* The exposed time of the collectives, of devices that take no part in some too, is the part of the mean step that goes to collectives. */
static void check_exposed(const NumbersTrace *t, const TraceRunInfo *run, JsonObject *colls)
{
    GError *error = NULL;
    g_autoptr(GArray) mean = trace_query_step_parts(t->r, run->id, 0, &error);
    g_assert_no_error(error);
    JsonArray *each = json_object_get_array_member(colls, "collectives");
    guint n = json_array_get_length(each);
    if (run->kind != TRACE_RUN_MEASURED || !mean->len || !n || json_object_get_null_member(json_array_get_object_element(each, 0), "exposed_ns"))
        return;
    int64_t of_step = 0, sum = numbers_sum(colls, "collectives", "exposed_ns");
    for (guint i = 0; i < mean->len; i++)
        of_step += TRACE_AT(mean, TraceStepPartRow, i)->exposed_coll_ns;
    of_step /= mean->len;
    g_assert_cmpint(ABS(sum - of_step), <=, 2 * n + 2); /* each is rounded to ns, by devices and by steps */
}

/* What lines of the source cause is what the changes of layout and the program's own collectives of which a line is known are. */
static void check_lines(const NumbersTrace *t, guint number, JsonObject *colls, JsonObject *moves)
{
    g_autoptr(JsonNode) root = numbers_report(t->path, "lines");
    int64_t known = 0;
    JsonArray *changes = json_object_get_array_member(moves, "reshards"), *each = json_object_get_array_member(colls, "collectives");
    for (guint i = 0; i < json_array_get_length(changes); i++) {
        JsonObject *x = json_array_get_object_element(changes, i);
        known += json_object_get_null_member(x, "at") || json_object_get_null_member(x, "bytes") ? 0 : json_object_get_int_member(x, "bytes");
    }
    for (guint i = 0; i < json_array_get_length(each); i++) {
        JsonObject *x = json_array_get_object_element(each, i);
        known += json_object_get_null_member(x, "at") || !json_object_get_null_member(x, "reshard") ? 0 : json_object_get_int_member(x, "bytes");
    }
    g_assert_cmpint(numbers_sum(numbers_run_of(root, number), "lines", "bytes"), ==, known);
    g_assert_cmpint(numbers_sum(colls, "lines", "bytes"), ==, known);
}

/* A row of the table per kind in the comparison. */
static void check_kinds(JsonObject *colls, JsonObject *compared)
{
    JsonArray *kinds = json_object_get_array_member(colls, "kinds");
    for (guint i = 0; i < json_array_get_length(kinds); i++) {
        JsonObject *x = json_array_get_object_element(kinds, i);
        static const char *const members[] = { "count", "bytes" };
        for (size_t k = 0; k < G_N_ELEMENTS(members); k++) {
            g_autofree char *name = g_strdup_printf("%s_%s", json_object_get_string_member(x, "kind"), members[k]);
            g_strdelimit(name, "-", '_');
            if (json_object_has_member(compared, name))
                g_assert_cmpint(json_object_get_int_member(compared, name), ==, json_object_get_int_member(x, members[k]));
        }
    }
}

/* What a device receives in a step: of the module, of its collectives by kind and one by one, of the comparison and of what `run --json` printed; and, in a
 * program whose collectives all come from changes of layout, of these. */
void numbers_check_traffic(const NumbersTrace *t, const TraceRunInfo *run, guint number, const char *printed)
{
    g_autoptr(JsonNode) said = printed ? json_from_string(printed, NULL) : NULL, colls = numbers_report(t->path, "collectives"), moves = numbers_report(t->path, "reshards");
    int64_t sum = numbers_sum(numbers_run_of(colls, number), "kinds", "bytes"), of_kinds = 0;
    if (said) {
        JsonObject *own = JSON_NODE_HOLDS_ARRAY(said) ? json_array_get_object_element(json_node_get_array(said), number) : json_node_get_object(said);
        JsonObject *kinds = json_object_get_object_member(own, "collectives");
        g_autoptr(GList) names = json_object_get_members(kinds);
        for (GList *k = names; k; k = k->next)
            of_kinds += json_object_get_int_member(json_object_get_object_member(kinds, k->data), "traffic");
        g_assert_cmpint(of_kinds, ==, sum);
    }
    g_assert_cmpint(run->traffic.v, ==, sum);
    g_assert_cmpint(numbers_sum(numbers_run_of(colls, number), "collectives", "bytes"), ==, sum);
    check_sums(numbers_run_of(colls, number), numbers_run_of(moves, number));
    check_exposed(t, run, numbers_run_of(colls, number));
    if (run->kind != TRACE_RUN_IMPORTED)
        check_lines(t, number, numbers_run_of(colls, number), numbers_run_of(moves, number));
    g_autofree char *text = numbers_run((const char *[]){ "compare", t->path, "--json", NULL });
    g_autoptr(JsonNode) compared = json_from_string(text, NULL);
    JsonObject *row = numbers_compared(json_object_get_array_member(numbers_run_of(compared, 0), "runs"), run);
    if (row)
        check_kinds(numbers_run_of(colls, number), row);
    JsonArray *each = json_object_get_array_member(numbers_run_of(colls, number), "collectives");
    for (guint i = 0; i < json_array_get_length(each); i++)
        if (json_object_get_null_member(json_array_get_object_element(each, i), "reshard"))
            return; /* one that the program has itself */
    if (run->kind == TRACE_RUN_IMPORTED)
        return; /* what its changes of layout moved is inferred */
    JsonArray *changes = json_object_get_array_member(numbers_run_of(moves, number), "reshards");
    int64_t moved = 0;
    for (guint i = 0; i < json_array_get_length(changes); i++) {
        JsonObject *x = json_array_get_object_element(changes, i);
        moved += json_object_get_null_member(x, "bytes") ? 0 : json_object_get_int_member(x, "bytes");
    }
    g_assert_cmpint(moved, ==, sum);
}
