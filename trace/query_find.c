/* Finds a value of the program by a name that a user types: the name in the program text, the framework's name, argN, outN, a result's
 * name, an instruction of the final program, or a source line where one value is made. If there is none, the most similar
 * names are returned. */
#include "trace/query_impl.h"

#include <string.h>

enum { MAX_NEAR = 6, MAX_NAME = 120, MAX_AT_LINE = 12 };

static int64_t input_snapshot(TraceReader *r, int64_t module_id)
{
    return db_int(r->db, "SELECT max(s.id) FROM snapshot s WHERE s.module_id = ?1 AND s.stage = 1 AND EXISTS"
                         " (SELECT 1 FROM computation c WHERE c.snapshot_id = s.id)", &module_id, 1, 0);
}

/* Value that is result `n` of the entry. */
static int64_t result_value(TraceReader *r, int64_t snapshot, int64_t n)
{
    int64_t args[] = { snapshot, n };
    int64_t id = db_int(r->db, "SELECT e.src_id FROM inst i JOIN computation c ON c.id = i.comp_id JOIN str o ON o.id = i.opcode_id"
                               " JOIN operand e ON e.inst_id = i.id AND e.pos = ?2 WHERE c.snapshot_id = ?1 AND c.kind = 1 AND i.flags & 1"
                               " AND o.s = 'tuple'", args, 2, 0);
    if (!id && n == 0)
        id = db_int(r->db, "SELECT i.id FROM inst i JOIN computation c ON c.id = i.comp_id JOIN str o ON o.id = i.opcode_id"
                           " WHERE c.snapshot_id = ?1 AND c.kind = 1 AND i.flags & 1 AND o.s <> 'tuple'", args, 1, 0);
    return id;
}

static int64_t find_result(TraceReader *r, int64_t module_id, int64_t snapshot, const char *name)
{
    const char *number = g_str_has_prefix(name, "result ") ? name + 7 : g_str_has_prefix(name, "result") ? name + 6 : g_str_has_prefix(name, "out") ? name + 3 : NULL;
    guint64 n;
    if (number && g_ascii_string_to_unsigned(number, 10, 0, 1 << 24, &n, NULL))
        return result_value(r, snapshot, (int64_t)n);
    g_autoptr(GArray) notes = trace_query_annotations(r, module_id, NULL);
    g_autofree char *ending = g_strdup_printf(" of %s", name);
    for (guint i = 0; notes && i < notes->len; i++) {
        const TraceAnnotationRow *a = TRACE_AT(notes, TraceAnnotationRow, i);
        if (a->kind == 2 && a->label && g_str_has_suffix(a->label, ending))
            return result_value(r, snapshot, a->leaf);
    }
    return 0;
}

/* ---- names that come near --------------------------------------------------------------------------------------------- */

/* Letters and digits alone: "layersw1" of "p['layers']['w1']" without its p. */
static char *core(const char *name)
{
    GString *s = g_string_new(NULL);
    for (; *name && s->len < MAX_NAME; name++)
        if (g_ascii_isalnum(*name))
            g_string_append_c(s, g_ascii_tolower(*name));
    return g_string_free(s, FALSE);
}

/* The edit distance of two names; a name that is contained in the other is near. */
static int distance(const char *left, const char *right)
{
    g_autofree char *a = core(left), *b = core(right);
    int n = (int)strlen(a), m = (int)strlen(b);
    int row[MAX_NAME + 1];
    for (int k = 0; k <= m; k++)
        row[k] = k;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= m; k++) {
            int change = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            row[k] = MIN(change, 1 + MIN(row[k], row[k - 1]));
        }
    }
    return (n > 2 && strstr(b, a)) || (m > 2 && strstr(a, b)) ? MIN(row[m], 2) : row[m];
}

typedef struct Near {
    int distance;
    const char *name;
} Near;

static void offer(GArray *near, const char *asked, const char *name, int worse)
{
    if (!name || !*name)
        return;
    Near n = { distance(asked, name) + worse, name };
    guint at = near->len;
    while (at > 0 && g_array_index(near, Near, at - 1).distance > n.distance)
        at--;
    for (guint i = 0; i < near->len; i++)
        if (g_str_equal(g_array_index(near, Near, i).name, name))
            return;
    if (at < MAX_NEAR)
        g_array_insert_val(near, at, n);
    if (near->len > MAX_NEAR)
        g_array_set_size(near, MAX_NEAR);
}

static void fail_with_nearest(TraceReader *r, const char *name, const GArray *values, GError **error)
{
    const char *bare = name[0] == '%' ? name + 1 : name;
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(Near)), params = g_array_new(FALSE, FALSE, sizeof(Near));
    for (guint i = 0; i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        const char *own = v->name[0] == '%' ? v->name + 1 : v->name, *framework = v->param_no.known && v->op_name ? v->op_name : NULL;
        offer(near, bare, own, framework && !g_str_equal(framework, own)); /* the user's names before those of the text */
        offer(near, bare, framework, 0);
        if (v->param_no.known)
            offer(params, bare, framework ? framework : own, 0);
    }
    int limit = MAX(2, (int)strlen(bare) / 3);
    bool close = near->len && g_array_index(near, Near, 0).distance <= limit;
    const GArray *shown = close ? near : params;
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < shown->len && (!close || g_array_index(shown, Near, i).distance <= limit); i++)
        g_string_append_printf(list, "%s%s", i ? ", " : "", g_array_index(shown, Near, i).name);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: no value \"%s\" in the program%s%s%s", r->path, name,
                !list->len ? "" : close ? "\n  hint: did you mean " : "\n  hint: the arguments are ", list->str, list->len && close ? "?" : "");
}

/* ---- finding ------------------------------------------------------------------------------------------------------------- */

/* "mlp.py:12" of "/src/mlp.py:12". */
static bool is_line(const char *at, const char *name)
{
    if (!at || !strchr(name, ':') || !g_str_has_suffix(at, name))
        return false;
    size_t before = strlen(at) - strlen(name);
    return before == 0 || at[before - 1] == '/';
}

/* The only value that is made at a line; several are an error that names them. */
static int64_t find_line(TraceReader *r, const char *name, const GArray *values, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    int64_t found = 0;
    int n = 0;
    for (guint i = 0; i < values->len; i++) {
        const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
        if (!is_line(v->at, name) || !v->sharding)
            continue;
        found = v->inst_id;
        if (n++ < MAX_AT_LINE)
            g_string_append_printf(list, "%s%s", n > 1 ? ", " : "", v->name);
    }
    if (n > MAX_AT_LINE)
        g_string_append_printf(list, " and %d more", n - MAX_AT_LINE);
    if (n > 1)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: line %s computes %d values\n  hint: name one of them: %s", r->path, name, n, list->str);
    return n == 1 ? found : 0;
}

int64_t trace_find_final(TraceReader *r, int64_t module_id, const char *name)
{
    sqlite3_stmt *stmt = db_prepare(r->db, r->path, "SELECT i.id FROM inst i JOIN str n ON n.id = i.name_id JOIN computation c ON c.id = i.comp_id"
                                    " JOIN snapshot s ON s.id = c.snapshot_id AND s.stage = 4 WHERE s.module_id = ?1 AND n.s IN (?2, '%' || ?2) LIMIT 1", NULL);
    if (!stmt)
        return 0;
    sqlite3_bind_int64(stmt, 1, module_id);
    sqlite3_bind_text(stmt, 2, name[0] == '%' ? name + 1 : name, -1, SQLITE_STATIC);
    int64_t id = sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_finalize(stmt);
    return id;
}

bool trace_find_value(TraceReader *r, int64_t module_id, const char *name, int64_t *inst_id, GError **error)
{
    int64_t snapshot = input_snapshot(r, module_id);
    g_autoptr(GArray) values = trace_query_values(r, snapshot, error);
    if (!values)
        return false;
    const char *bare = name[0] == '%' ? name + 1 : name;
    /* The text's own names first: a framework's name may be anything. */
    for (int by = 0; by < 3; by++) {
        for (guint i = 0; i < values->len; i++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, i);
            g_autofree char *arg = v->param_no.known ? g_strdup_printf("arg%" G_GINT64_FORMAT, v->param_no.v) : NULL;
            const char *own = v->name[0] == '%' ? v->name + 1 : v->name;
            if (g_strcmp0(by == 0 ? own : by == 1 ? arg : v->op_name, by == 0 ? bare : name) == 0) {
                *inst_id = v->inst_id;
                return true;
            }
        }
    }
    GError *several = NULL;
    *inst_id = find_result(r, module_id, snapshot, name);
    if (!*inst_id)
        *inst_id = find_line(r, name, values, &several);
    if (several) {
        g_propagate_error(error, several);
        return false;
    }
    int64_t final = *inst_id ? 0 : trace_find_final(r, module_id, name);
    if (final) { /* the value for which it was made */
        *inst_id = db_int(r->db, "SELECT r.inst_id FROM reshard_inst x JOIN reshard r ON r.id = x.reshard_id WHERE x.inst_id = ?1 AND r.inst_id IS NOT NULL"
                                 " ORDER BY r.seq LIMIT 1", &final, 1, 0);
        if (!*inst_id)
            *inst_id = db_int(r->db, "SELECT origin_id FROM inst WHERE id = ?1", &final, 1, 0);
    }
    if (!*inst_id)
        fail_with_nearest(r, name, values, error);
    return *inst_id != 0;
}
