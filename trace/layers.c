/* Layers from names. See layers.h.
 *
 * A slot is a run of digits that is a component of the name, or ends one: 3 in block/3/o, ['3'], layers_3. With each
 * slot replaced by * a name becomes one pattern a slot, and the number of names with the same pattern tells layers
 * (24 of decoder/block/N/o) from other numbers (wi_0 and wi_1). */
#include "trace/layers.h"
#include "trace/reader_impl.h"

#include <string.h>

enum { MAX_SLOTS = 8, LEAST_LAYERS = 3 };

typedef struct Slot {
    int begin, end; /* of the digits, bytes */
} Slot;

struct TraceLayers {
    GHashTable *layers;  /* name -> TraceLayer */
    GStringChunk *texts;
};

static bool is_separator(char c)
{
    return c == '\0' || strchr("/[]'\".() ", c);
}

static int slots_of(const char *name, Slot out[MAX_SLOTS])
{
    int n = 0;
    for (const char *p = name; *p && n < MAX_SLOTS;) {
        if (!g_ascii_isdigit(*p)) {
            p++;
            continue;
        }
        const char *end = p;
        while (g_ascii_isdigit(*end))
            end++;
        bool whole_or_end = p == name || is_separator(p[-1]) || p[-1] == '_' || g_ascii_isalpha(p[-1]);
        if (whole_or_end && is_separator(*end) && end - p <= 6)
            out[n++] = (Slot){ (int)(p - name), (int)(end - name) };
        p = end;
    }
    return n;
}

static char *with_star(const char *name, Slot s)
{
    return g_strdup_printf("%.*s*%s", s.begin, name, name + s.end);
}

/* The components of a name up to the end of the slot's. To be freed with g_strfreev. */
static char **components(const char *name, int end)
{
    GPtrArray *list = g_ptr_array_new();
    int begin = 0;
    while (!is_separator(name[end]))
        end++;
    for (int i = 0; i <= end; i++) {
        if (i < end && name[i] != '/' && !strchr("[]'\".", name[i]))
            continue;
        if (i > begin)
            g_ptr_array_add(list, g_strndup(name + begin, (gsize)(i - begin)));
        begin = i + 1;
    }
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

/* ---- building ---- */

typedef struct Builder {
    GHashTable *n_like;   /* pattern -> number of names with it */
    GHashTable *words[2]; /* components of ops' names and of arguments' */
} Builder;

static void count(Builder *b, const char *name, bool is_arg)
{
    Slot slots[MAX_SLOTS];
    int n = slots_of(name, slots);
    for (int i = 0; i < n; i++) {
        char *pattern = with_star(name, slots[i]);
        int like = GPOINTER_TO_INT(g_hash_table_lookup(b->n_like, pattern));
        g_hash_table_insert(b->n_like, pattern, GINT_TO_POINTER(like + 1));
    }
    char **parts = components(name, (int)strlen(name));
    for (char **p = parts; *p; p++)
        g_hash_table_add(b->words[is_arg], *p);
    g_free(parts); /* the words belong to the table now */
}

/* "decoder/block/3": the name up to `end`, less the leading components that only ops or only arguments have. */
static char *inside(const Builder *b, const char *name, int end)
{
    g_auto(GStrv) parts = components(name, end);
    bool both = g_hash_table_size(b->words[0]) && g_hash_table_size(b->words[1]);
    char **from = parts;
    while (from[0] && from[1]) {
        bool known = both ? g_hash_table_contains(b->words[0], *from) && g_hash_table_contains(b->words[1], *from) : !strchr(*from, '(');
        if (known)
            break;
        from++;
    }
    if (from[0] && !from[1] && both && !(g_hash_table_contains(b->words[0], *from) && g_hash_table_contains(b->words[1], *from)))
        return NULL;
    return g_strjoinv("/", from);
}

static void decide(TraceLayers *l, const Builder *b, const char *name, bool is_arg)
{
    Slot slots[MAX_SLOTS];
    int n = slots_of(name, slots), best = -1, most = LEAST_LAYERS - 1;
    for (int i = 0; i < n; i++) {
        g_autofree char *pattern = with_star(name, slots[i]);
        int like = GPOINTER_TO_INT(g_hash_table_lookup(b->n_like, pattern));
        if (like > most) {
            most = like;
            best = i;
        }
    }
    TraceLayer *out = g_new0(TraceLayer, 1);
    char *own = g_string_chunk_insert(l->texts, name);
    const char *slash = is_arg ? NULL : strrchr(name, '/');
    g_autofree char *module = slash ? inside(b, name, (int)(slash - name)) : NULL;
    out->module = module ? g_string_chunk_insert_const(l->texts, module) : NULL;
    out->pattern = own;
    if (best >= 0) {
        g_autofree char *pattern = with_star(name, slots[best]), *layer = inside(b, name, slots[best].end);
        out->pattern = g_string_chunk_insert_const(l->texts, pattern);
        out->name = g_string_chunk_insert_const(l->texts, layer ? layer : pattern);
        out->number = g_ascii_strtoll(name + slots[best].begin, NULL, 10);
    }
    g_hash_table_insert(l->layers, own, out);
}

TraceLayers *trace_layers_of(const char *const *names, const bool *is_arg, int n)
{
    TraceLayers *l = g_new0(TraceLayers, 1);
    l->layers = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    l->texts = g_string_chunk_new(4096);
    Builder b = { .n_like = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (int k = 0; k < 2; k++)
        b.words[k] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int i = 0; i < n; i++)
        if (g_hash_table_add(seen, (gpointer)names[i]))
            count(&b, names[i], is_arg[i]);
    g_hash_table_remove_all(seen);
    for (int i = 0; i < n; i++)
        if (g_hash_table_add(seen, (gpointer)names[i]))
            decide(l, &b, names[i], is_arg[i]);
    for (int k = 0; k < 2; k++)
        g_hash_table_unref(b.words[k]);
    g_hash_table_unref(b.n_like);
    return l;
}

TraceLayers *trace_layers(TraceReader *r, int64_t module_id, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(r->db, r->path,
        "SELECT s.s, max(i.param_no IS NOT NULL) FROM snapshot sn JOIN computation c ON c.snapshot_id = sn.id JOIN inst i ON i.comp_id = c.id"
        " JOIN str s ON s.id = i.op_name_id WHERE sn.module_id = ?1 AND sn.stage IN (1, 4) GROUP BY s.id ORDER BY min(i.id)", error);
    if (!stmt)
        return NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) is_arg = g_array_new(FALSE, FALSE, sizeof(bool));
    sqlite3_bind_int64(stmt, 1, module_id);
    int rc;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        bool arg = sqlite3_column_int(stmt, 1) != 0;
        const unsigned char *name = sqlite3_column_text(stmt, 0);
        if (!name)
            continue;
        g_ptr_array_add(names, g_strdup((const char *)name));
        g_array_append_val(is_arg, arg);
    }
    if (rc != SQLITE_DONE) {
        db_fail(r->db, r->path, error);
        sqlite3_finalize(stmt);
        return NULL;
    }
    sqlite3_finalize(stmt);
    return trace_layers_of((const char *const *)names->pdata, (const bool *)is_arg->data, (int)names->len);
}

void trace_layers_free(TraceLayers *l)
{
    if (!l)
        return;
    g_hash_table_unref(l->layers);
    g_string_chunk_free(l->texts);
    g_free(l);
}

/* ---- asking ---- */

TraceLayer trace_layer(const TraceLayers *l, const char *name)
{
    const TraceLayer *found = name ? g_hash_table_lookup(l->layers, name) : NULL;
    return found ? *found : (TraceLayer){ .pattern = name };
}

char *trace_layer_key(const TraceLayers *l, const char *value, const char *user)
{
    TraceLayer v = trace_layer(l, value), u = trace_layer(l, user);
    int64_t between = v.name && u.name ? u.number - v.number : 0;
    return g_strdup_printf("%s\n%s\n%" G_GINT64_FORMAT, v.pattern ? v.pattern : "", u.pattern ? u.pattern : "", between);
}
