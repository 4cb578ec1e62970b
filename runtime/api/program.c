/* Reads options given as text into CompileOptions: NAME=SPEC, choices of shardings, planner, propagation, hardware. */
#include "runtime/api/program.h"

#include <string.h>

/* Splits NAME=SPEC at the first '=' outside brackets and quotes. */
static bool split_override(const char *text, char **name, char **spec, GError **error)
{
    int depth = 0;
    char quote = 0;
    for (const char *p = text; *p; p++) {
        if (quote) {
            quote = *p == quote ? 0 : quote;
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
        } else if (strchr("[({", *p)) {
            depth++;
        } else if (strchr("])}", *p)) {
            depth--;
        } else if (*p == '=' && depth == 0) {
            *name = g_strndup(text, (gsize)(p - text));
            *spec = g_strdup(p + 1);
            g_strstrip(*name);
            g_strstrip(*spec);
            return true;
        }
    }
    return diag(error, SHARD_ERROR_USAGE, NULL, "write NAME=SPEC, for example x='P(\"a\",None)'", "no \"=\" in \"%s\"", text);
}

bool compile_options_from(const ProgramOptions *p, char *const *more, CompileOptions *out, GError **error)
{
    *out = (CompileOptions){ .hardware = p->hardware, .stop_after = p->stop_after, .stop = p->stop };
    if (p->planner && !g_str_equal(p->planner, "search") && !g_str_equal(p->planner, "first-match"))
        return diag(error, SHARD_ERROR_USAGE, NULL, "the planners are search and first-match", "unknown planner \"%s\"", p->planner);
    out->first_match = p->planner && g_str_equal(p->planner, "first-match");
    if (p->propagation && !propagate_strategy_named(p->propagation, &out->strategy))
        return diag(error, SHARD_ERROR_USAGE, NULL, "the strategies are user-priority, op-priority, aggressive and basic", "unknown propagation \"%s\"",
                    p->propagation);
    if (p->has_devices && p->n_devices < 1)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "%d devices: at least 1", p->n_devices);
    out->import.mesh = p->mesh;
    if (p->n_replicas < 0)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "%d replicas: at least 1", p->n_replicas);
    out->import.n_devices = p->has_devices ? p->n_devices : 0;
    out->import.n_replicas = p->n_replicas;
    g_autoptr(GArray) overrides = g_array_new(FALSE, TRUE, sizeof(ImportShard));
    char *const *lists[2] = { p->shards, more };
    bool ok = true;
    for (int k = 0; k < 2 && ok; k++)
        for (char *const *s = lists[k]; s && *s && ok; s++) {
            char *name = NULL, *spec = NULL;
            ok = split_override(*s, &name, &spec, error);
            if (!ok)
                break;
            ImportShard o = { .name = name, .spec = spec };
            g_array_append_val(overrides, o);
        }
    out->import.n_shards = (int)overrides->len;
    out->import.shards = (ImportShard *)(void *)g_array_free(g_steal_pointer(&overrides), FALSE);
    return ok;
}

void compile_options_clear(CompileOptions *o)
{
    for (int i = 0; i < o->import.n_shards; i++) {
        g_free((char *)o->import.shards[i].name);
        g_free((char *)o->import.shards[i].spec);
    }
    g_free((gpointer)o->import.shards);
    o->import.shards = NULL;
    o->import.n_shards = 0;
}

Compiled *program_compile_module(IrModule *m, const CompileOptions *o, IrModule **fresh, GError **error)
{
    /* --stop-after parse prints what was read, even if it is not a valid program. */
    bool print_only = o->stop_after && g_str_equal(o->stop_after, "parse");
    if (!print_only && !module_verify(m, error)) {
        module_free(m);
        return NULL;
    }
    if (fresh)
        *fresh = module_clone(m);
    return compile(m, o, error);
}

/* ---- choices of shardings -------------------------------------------------------------------------------------------- */

static void choice_free(gpointer p)
{
    ShardChoice *c = p;
    g_free(c->label);
    g_strfreev(c->shards);
    g_free(c);
}

/* Splits at commas outside brackets and quotes. */
static bool split_choice(const char *text, ShardChoice *out)
{
    const char *colon = strchr(text, ':');
    if (!colon || colon == text)
        return false;
    out->label = g_strndup(text, (gsize)(colon - text));
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    int depth = 0;
    char quote = 0;
    const char *start = colon + 1, *p = start;
    for (;; p++) {
        if (*p && quote) {
            quote = *p == quote ? 0 : quote;
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
        } else if (*p && strchr("([{<", *p)) {
            depth++;
        } else if (*p && strchr(")]}>", *p)) {
            depth--;
        } else if (*p == '\0' || (*p == ',' && depth == 0)) {
            if (p > start)
                g_ptr_array_add(list, g_strndup(start, (gsize)(p - start)));
            start = p + 1;
        }
        if (*p == '\0')
            break;
    }
    g_ptr_array_add(list, NULL);
    out->shards = (char **)g_ptr_array_free(g_steal_pointer(&list), FALSE);
    return true;
}

GPtrArray *shard_choices_read(char *const *texts, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(choice_free);
    for (; texts && *texts; texts++) {
        ShardChoice *c = g_new0(ShardChoice, 1);
        g_ptr_array_add(list, c);
        if (!split_choice(*texts, c)) {
            diag(error, SHARD_ERROR_USAGE, NULL, "write LABEL:NAME=SPEC,..., for example 'case1:x=P(None,\"a\"),y=P(\"a\",None)'", "no label in `tries` \"%s\"", *texts);
            return NULL;
        }
        for (guint i = 0; i + 1 < list->len; i++)
            if (g_str_equal(((ShardChoice *)list->pdata[i])->label, c->label)) {
                diag(error, SHARD_ERROR_USAGE, NULL, "give each choice another label", "two choices have the label \"%s\"", c->label);
                return NULL;
            }
    }
    return g_steal_pointer(&list);
}

char *collectives_text(const CollTotal *totals)
{
    GString *s = g_string_new(NULL);
    for (int k = 1; k < N_COLL_KINDS; k++)
        if (totals[k].count)
            g_string_append_printf(s, "%s%s:%" G_GINT64_FORMAT, s->len ? "," : "", coll_kind_names[k], totals[k].count);
    if (s->len == 0)
        g_string_append(s, "none");
    return g_string_free(s, FALSE);
}
