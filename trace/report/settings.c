/* Settings of runs. See settings.h. */
#include "trace/report/settings.h"

#include "trace/capped.h"
#include "trace/respell.h"
#include "trace/units.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* Flattens a JSON object into `into`: "a.b" -> value as text. */
static void flatten(JsonObject *o, const char *prefix, GHashTable *into, int depth)
{
    JsonObjectIter it;
    const char *key;
    JsonNode *value;
    json_object_iter_init(&it, o);
    while (json_object_iter_next(&it, &key, &value)) {
        char *path = g_strconcat(prefix, key, NULL);
        if (JSON_NODE_HOLDS_OBJECT(value) && depth < 8) {
            g_autofree char *deeper = g_strconcat(path, ".", NULL);
            flatten(json_node_get_object(value), deeper, into, depth + 1);
            g_free(path);
        } else if (JSON_NODE_HOLDS_VALUE(value) && json_node_get_value_type(value) == G_TYPE_STRING) {
            g_hash_table_replace(into, path, g_strdup(json_node_get_string(value)));
        } else {
            g_hash_table_replace(into, path, json_to_string(value, FALSE));
        }
    }
}

GHashTable *trace_settings(const char *config)
{
    GHashTable *settings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!config || !json_parser_load_from_data(parser, config, -1, NULL))
        return settings;
    JsonNode *root = json_parser_get_root(parser);
    if (root && JSON_NODE_HOLDS_OBJECT(root))
        flatten(json_node_get_object(root), "", settings, 0);
    return settings;
}

/* As JAX writes it: P(None,"a") is P(None, 'a'). */
static char *tidy(const char *spec)
{
    GString *out = g_string_new(NULL);
    for (const char *c = spec; *c; c++) {
        g_string_append_c(out, *c == '"' ? '\'' : *c);
        if (*c == ',' && c[1] && c[1] != ' ' && c[1] != ')')
            g_string_append_c(out, ' ');
    }
    return g_string_free(out, FALSE);
}

char *trace_setting_show(const char *value)
{
    if (!strstr(value, "P("))
        return g_strdup(value);
    g_autofree char *plain = tidy(value);
    return trace_respell(plain, trace_spelling_now(), NULL, NULL);
}

/* "x=P(None,"a"), y=P("a")" by name. Commas within brackets or quotes belong to a value. */
static GHashTable *overrides(const char *text)
{
    GHashTable *out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const char *begin = text;
    int depth = 0;
    bool quoted = false;
    for (const char *c = text; c; c++) {
        quoted ^= *c == '"';
        depth += quoted ? 0 : (*c == '(' || *c == '[' || *c == '{') - (*c == ')' || *c == ']' || *c == '}');
        if (*c && (*c != ',' || depth > 0 || quoted))
            continue;
        g_autofree char *one = g_strndup(begin, (gsize)(c - begin));
        char *equals = strchr(g_strstrip(one), '=');
        if (equals) {
            *equals = 0;
            g_hash_table_replace(out, g_strdup(g_strstrip(one)), tidy(g_strstrip(equals + 1)));
        }
        if (!*c)
            break;
        begin = c + 1;
    }
    return out;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether a user who wrote `name` meant this parameter: by the framework's name, its name in the text, or its number. */
static bool is_parameter(const TraceValueRow *v, const char *name)
{
    if (g_strcmp0(v->role, "parameter") != 0)
        return false;
    const char *own = v->name && *v->name == '%' ? v->name + 1 : v->name;
    g_autofree char *number = g_strdup_printf("arg%" G_GINT64_FORMAT, v->param_no.known ? v->param_no.v : -1);
    return g_strcmp0(v->label, name) == 0 || g_strcmp0(own, name) == 0 || g_str_equal(number, name);
}

/* In another notation than that of the user's option: as the run's values have it, for GSPMD's text needs the mesh. */
static void respell(GHashTable *specs, const GArray *values)
{
    if (trace_spelling_now() == TRACE_SPELLING_JAX)
        return;
    GHashTableIter it;
    gpointer name;
    g_hash_table_iter_init(&it, specs);
    while (g_hash_table_iter_next(&it, &name, NULL))
        for (guint i = 0; values && i < values->len; i++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
            if (v->spec && is_parameter(v, name)) {
                g_hash_table_iter_replace(&it, g_strdup(v->spec));
                break;
            }
        }
}

/* A parameter's sharding in a run that did not replace it: "P('data', None) (as the program says)". To be freed. */
static char *own_spec(const GArray *values, const char *name)
{
    for (guint i = 0; values && i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        if (v->spec && is_parameter(v, name))
            return g_strdup_printf("%s (as the program says)", v->spec);
    }
    return g_strdup("as the program says");
}

/* Of parameters whose sharding was replaced in one run alone: what they are in the other. */
static void fill_own(GHashTable *specs, GHashTable *other, const GArray *values)
{
    GHashTableIter it;
    gpointer key;
    g_hash_table_iter_init(&it, other);
    while (g_hash_table_iter_next(&it, &key, NULL))
        if (!g_hash_table_contains(specs, key))
            g_hash_table_insert(specs, g_strdup(key), own_spec(values, key));
}

/* Appends what differs between two tables, by name; `none` represents a value that is not there. */
static void add_changes(GString *out, GHashTable *from, GHashTable *to, const char *none)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTable *const both[] = { from, to };
    for (int k = 0; k < 2; k++) {
        GHashTableIter it;
        gpointer key;
        g_hash_table_iter_init(&it, both[k]);
        while (g_hash_table_iter_next(&it, &key, NULL))
            g_hash_table_add(names, key);
    }
    guint n;
    g_autofree gpointer *sorted = g_hash_table_get_keys_as_array(names, &n);
    qsort(sorted, n, sizeof *sorted, by_text);
    for (guint i = 0; i < n; i++) {
        const char *a = g_hash_table_lookup(from, sorted[i]), *b = g_hash_table_lookup(to, sorted[i]);
        if (g_strcmp0(a, b) != 0)
            g_string_append_printf(out, "%s%s is %s instead of %s", out->len ? "; " : "", (char *)sorted[i], b ? b : none, a ? a : none);
    }
}

static const char *model_of(const TraceRunInfo *run)
{
    bool planned = run->kind == TRACE_RUN_MEASURED || run->kind == TRACE_RUN_COMPILED; /* for this machine where nothing else was asked for */
    return run->hardware ? run->hardware : planned ? "cpu" : NULL;
}

/* The hardware of two predictions; of other runs the model that planned and priced them: where the program ran is another matter. */
static void add_hardware(GString *out, const TraceRunInfo *from, const TraceRunInfo *to)
{
    bool predicted = from->kind == TRACE_RUN_PREDICTED && to->kind == TRACE_RUN_PREDICTED;
    const char *a = model_of(from), *b = model_of(to);
    if ((predicted || (a && b)) && g_strcmp0(a, b) != 0)
        g_string_append_printf(out, "%sthe hardware%s is %s instead of %s", out->len ? "; " : "", predicted ? "" : " model", b ? b : "not known", a ? a : "not known");
}

char *trace_settings_change(const TraceRunInfo *from, const TraceRunInfo *to)
{
    return trace_settings_change_named(from, NULL, to, NULL);
}

bool trace_settings_is_changed(const TraceRunInfo *run, const TraceRunInfo *base)
{
    g_autoptr(GHashTable) a = trace_settings(base->config), b = trace_settings(run->config);
    const char *made = g_hash_table_lookup(b, "changes"), *before = g_hash_table_lookup(a, "changes");
    return made && g_strcmp0(made, before) != 0 && (!before || g_str_has_prefix(made, before));
}

char *trace_settings_apart(const TraceRunInfo *base, const TraceRunInfo *other)
{
    const int64_t least_ns = INT64_C(60000000000); /* compiling lies between any two */
    if (base->kind != TRACE_RUN_MEASURED || other->kind != TRACE_RUN_MEASURED || base->epoch_ns <= 0 || other->epoch_ns <= 0)
        return NULL;
    const TraceRunInfo *first = base->epoch_ns <= other->epoch_ns ? base : other, *second = first == base ? other : base;
    int64_t gap = sub_capped(sub_capped(second->epoch_ns, first->epoch_ns), first->end_ns.known ? MAX(first->end_ns.v, 0) : 0);
    if (gap < least_ns)
        return NULL;
    return g_strdup_printf("%s was recorded %s before %s: where the machine did something else then, that is in the difference, too", first->title, trace_ns((double)gap).s, second->title);
}

char *trace_settings_change_named(const TraceRunInfo *from, const GArray *from_values, const TraceRunInfo *to, const GArray *to_values)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GHashTable) a = trace_settings(from->config), b = trace_settings(to->config);
    if (g_strcmp0(from->name, to->name) != 0)
        g_string_append_printf(out, "the program is %s instead of %s", to->name, from->name);
    add_hardware(out, from, to);
    g_autoptr(GHashTable) x = overrides(g_hash_table_lookup(a, "shard")), y = overrides(g_hash_table_lookup(b, "shard"));
    respell(x, from_values);
    respell(y, to_values);
    fill_own(x, y, from_values);
    fill_own(y, x, to_values);
    add_changes(out, x, y, "as the program says");
    if (g_strcmp0(from->mesh, to->mesh) != 0)
        g_string_append_printf(out, "%sthe mesh is %s instead of %s", out->len ? "; " : "", to->mesh ? to->mesh : "none", from->mesh ? from->mesh : "none");
    const char *made = g_hash_table_lookup(b, "changes"), *before = g_hash_table_lookup(a, "changes");
    if (g_strcmp0(made, before) != 0) { /* a change that goes on from the other run's is told alone */
        bool more = made && before && g_str_has_prefix(made, before);
        const char *news = more ? made + strlen(before) : made;
        g_string_append_printf(out, "%s%s", out->len ? "; " : "", news ? news + strspn(news, "; ") : "without the change: ");
        if (!news)
            g_string_append(out, before);
        else if (before && !more)
            g_string_append_printf(out, "; without the change: %s", before);
    }
    const char *const told[] = { "shard", "mesh", "changes" };
    for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
        g_hash_table_remove(a, told[i]);
        g_hash_table_remove(b, told[i]);
    }
    add_changes(out, a, b, "not set");
    char *said = out->len ? trace_respell(out->str, trace_spelling_now(), NULL, NULL) : NULL;
    g_string_free(out, TRUE);
    return said;
}
