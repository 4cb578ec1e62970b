/* Values that many rows share are stored once: texts, source locations, meshes, shardings, group sets (blobs: pack.c). Each has a table
 * in memory; in a file that contained runs before, a value that is not in memory is looked up in the file. */
#include "trace/writer_impl.h"

#include <string.h>

static guint loc_hash(gconstpointer p)
{
    const TraceLoc *l = p;
    uint64_t h = (uint64_t)l->file_id * 0x9e3779b97f4a7c15u ^ (uint64_t)l->line.v * 0xc2b2ae3d27d4eb4fu;
    h ^= ((uint64_t)l->col.v << 32 ^ (uint64_t)l->func_id << 16 ^ (uint64_t)l->parent_id) * 0x165667b19e3779f9u;
    return (guint)(h >> 32);
}

static bool int_equal(TraceInt a, TraceInt b)
{
    return a.known == b.known && (!a.known || a.v == b.v);
}

static gboolean loc_equal(gconstpointer pa, gconstpointer pb)
{
    const TraceLoc *a = pa, *b = pb;
    return a->file_id == b->file_id && a->func_id == b->func_id && a->parent_id == b->parent_id &&
           int_equal(a->line, b->line) && int_equal(a->col, b->col) && int_equal(a->end_line, b->end_line) &&
           int_equal(a->end_col, b->end_col);
}

void intern_init(TraceWriter *w)
{
    w->strings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    w->locs = g_hash_table_new_full(loc_hash, loc_equal, g_free, NULL);
    w->meshes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    w->shardings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    w->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    w->inst_names = g_hash_table_new(g_direct_hash, g_direct_equal);
}

void intern_clear(TraceWriter *w)
{
    g_hash_table_unref(w->strings);
    g_hash_table_unref(w->locs);
    g_hash_table_unref(w->meshes);
    g_hash_table_unref(w->shardings);
    g_hash_table_unref(w->groups);
    g_hash_table_unref(w->inst_names);
}

static void remember(GHashTable *table, char *key, int64_t id)
{
    g_hash_table_insert(table, key, GSIZE_TO_POINTER(id));
}

static int64_t recall(GHashTable *table, gconstpointer key)
{
    return (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(table, key));
}

/* The id in the file's table; 0 if it is not there, or if the file is new, so that everything is in memory. `text` and `id`
 * are bound to ?1 and ?2. */
static int64_t look_up(TraceWriter *w, sqlite3_stmt **stmt, const char *sql, const char *text, int64_t id)
{
    if (!w->grown || w->failed)
        return 0;
    if (!*stmt)
        *stmt = db_prepare(w->db, w->path, sql, &w->failed);
    if (!*stmt)
        return 0;
    sqlite3_bind_text(*stmt, 1, text, -1, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(*stmt) > 1) {
        if (id)
            sqlite3_bind_int64(*stmt, 2, id);
        else
            sqlite3_bind_null(*stmt, 2);
    }
    int64_t found = sqlite3_step(*stmt) == SQLITE_ROW ? sqlite3_column_int64(*stmt, 0) : 0;
    sqlite3_reset(*stmt);
    sqlite3_clear_bindings(*stmt);
    return found;
}

int64_t trace_str(TraceWriter *w, const char *s)
{
    trace_wait(w);
    if (!w || !s || w->failed)
        return 0;
    int64_t id = recall(w->strings, s);
    if (id)
        return id;
    id = look_up(w, &w->find_str, "SELECT id FROM str WHERE s = ?1", s, 0);
    if (!id)
        id = trace_put_str(w, &(TraceStr){ .s = s });
    if (id)
        remember(w->strings, g_strdup(s), id);
    return id;
}

int64_t trace_strn(TraceWriter *w, const char *s, size_t n)
{
    if (!w || !s)
        return 0;
    g_autofree char *copy = g_strndup(s, n);
    return trace_str(w, copy);
}

int64_t trace_loc(TraceWriter *w, const TraceLoc *loc)
{
    trace_wait(w);
    if (!w || w->failed)
        return 0;
    int64_t id = recall(w->locs, loc);
    if (id)
        return id;
    TraceLoc row = *loc;
    row.id = 0;
    id = trace_put_loc(w, &row);
    if (id)
        g_hash_table_insert(w->locs, g_memdup2(&row, sizeof row), GSIZE_TO_POINTER(id));
    return id;
}

int64_t trace_loc_at(TraceWriter *w, const char *file, int line, int col)
{
    if (!w || !file)
        return 0;
    TraceLoc loc = { .file_id = trace_str(w, file) };
    if (line > 0)
        loc.line = TRACE_INT(line);
    if (col > 0)
        loc.col = TRACE_INT(col);
    return trace_loc(w, &loc);
}

/* ---- meshes, shardings, groups ---- */

int64_t trace_mesh(TraceWriter *w, const TraceMeshParts *m)
{
    trace_wait(w);
    if (!w || w->failed)
        return 0;
    int64_t n_devices = 1;
    GString *key = g_string_new(NULL);
    g_string_append_printf(key, "%" G_GINT64_FORMAT " %s", m->row.run_id, m->row.name);
    for (int i = 0; i < m->n_axes; i++) {
        n_devices *= m->sizes[i];
        g_string_append_printf(key, " %s=%" G_GINT64_FORMAT, m->axes[i], m->sizes[i]);
    }
    for (int64_t i = 0; m->device_ids && i < n_devices; i++)
        g_string_append_printf(key, ",%" G_GINT64_FORMAT, m->device_ids[i]);
    g_autofree char *text = g_string_free(key, FALSE);
    int64_t id = recall(w->meshes, text);
    if (id)
        return id;
    id = trace_put_mesh(w, &m->row);
    for (int i = 0; i < m->n_axes; i++)
        trace_put_mesh_axis(w, &(TraceMeshAxis){ .mesh_id = id, .pos = i, .name = m->axes[i], .size = m->sizes[i] });
    for (int64_t i = 0; i < n_devices; i++)
        trace_put_mesh_device(w, &(TraceMeshDevice){ .mesh_id = id, .lin = i, .global_id = m->device_ids ? m->device_ids[i] : i });
    if (w->failed)
        return 0;
    remember(w->meshes, g_steal_pointer(&text), id);
    return id;
}

int64_t trace_sharding(TraceWriter *w, const TraceShardingParts *s)
{
    trace_wait(w);
    if (!w || w->failed)
        return 0;
    g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT " %s", s->row.mesh_id, s->row.text);
    int64_t id = recall(w->shardings, key);
    if (id)
        return id;
    id = look_up(w, &w->find_sharding, "SELECT id FROM sharding WHERE text = ?1 AND mesh_id IS ?2", s->row.text, s->row.mesh_id);
    if (!id) {
        TraceSharding row = s->row;
        row.id = 0;
        id = trace_put_sharding(w, &row);
        for (int i = 0; i < s->n_dims; i++) {
            TraceShardingDim part = s->dims[i];
            part.sharding_id = id;
            trace_put_sharding_dim(w, &part);
        }
        for (int i = 0; i < s->n_axes; i++) {
            TraceShardingAxis part = s->axes[i];
            part.sharding_id = id;
            trace_put_sharding_axis(w, &part);
        }
        for (int i = 0; i < s->n_pieces; i++) {
            TraceShardingPiece part = s->pieces[i];
            part.sharding_id = id;
            trace_put_sharding_piece(w, &part);
        }
        for (int i = 0; i < s->n_tiles; i++) {
            TraceShardingTile part = s->tiles[i];
            part.sharding_id = id;
            trace_put_sharding_tile(w, &part);
        }
    }
    if (w->failed)
        return 0;
    remember(w->shardings, g_steal_pointer(&key), id);
    return id;
}

int64_t trace_group_set(TraceWriter *w, const char *text, int n_groups, int group_size, const int64_t *members,
                        const char *axes)
{
    trace_wait(w);
    if (!w || w->failed)
        return 0;
    g_autofree char *key = g_strdup_printf("%s along %s", text, axes ? axes : "");
    int64_t id = recall(w->groups, key);
    if (id)
        return id;
    id = look_up(w, &w->find_groups, "SELECT id FROM group_set WHERE text || ' along ' || COALESCE(axes, '') = ?1", key, 0);
    if (!id) {
        id = trace_put_group_set(w, &(TraceGroupSet){ .text = text, .n_groups = n_groups, .group_size = group_size, .axes = axes });
        for (int g = 0; members && g < n_groups; g++)
            for (int i = 0; i < group_size; i++)
                if (members[g * group_size + i] >= 0)
                    trace_put_group_member(w, &(TraceGroupMember){ .gset_id = id, .grp = g, .pos = i,
                                                                   .global_id = members[g * group_size + i] });
    }
    if (w->failed)
        return 0;
    remember(w->groups, g_steal_pointer(&key), id);
    return id;
}
