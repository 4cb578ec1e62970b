/* Hand-made rows; see hand.h. Ids: 1000 * (run + 1) + a count; a mesh has the id of its run. */
#include "tests/unit/viewer/hand.h"

#include <string.h>

static int64_t next_id = 1;

Rows *hand_rows(void)
{
    Rows *rows = rows_new("by-hand.db");
    rows->runs = g_array_sized_new(FALSE, TRUE, sizeof(TraceRunInfo), 64); /* never moves: RunRows point into it */
    return rows;
}

int hand_run(Rows *rows, const char *title, const char *mesh)
{
    int64_t id = next_id++;
    MeshGeom *m = g_new0(MeshGeom, 1);
    m->id = id;
    m->axes = g_array_new(FALSE, TRUE, sizeof(TraceMeshAxis));
    m->devices = g_array_new(FALSE, TRUE, sizeof(TraceMeshDevice));
    g_auto(GStrv) list = g_strsplit(mesh, ",", -1);
    int64_t n = 1;
    for (int i = 0; list[i]; i++) {
        char *eq = strchr(list[i], '=');
        *eq = 0;
        TraceMeshAxis a = { .mesh_id = id, .pos = i, .name = g_intern_string(list[i]), .size = atoi(eq + 1) };
        g_array_append_val(m->axes, a);
        n *= a.size;
    }
    for (int64_t i = 0; i < n; i++) {
        TraceMeshDevice d = { .mesh_id = id, .lin = i, .global_id = i };
        g_array_append_val(m->devices, d);
    }
    rows_add_mesh(rows, m);
    TraceRunInfo info = { .id = id, .title = title, .name = title, .mesh_id = id, .mesh = mesh, .n_devices = n };
    g_assert(rows->runs->len < 64);
    g_array_append_val(rows->runs, info);
    RunRows *run = rows_add_run(rows, TRACE_AT(rows->runs, TraceRunInfo, rows->runs->len - 1));
    run->values = g_array_new(FALSE, TRUE, sizeof(TraceValueRow));
    run->reshards = g_array_new(FALSE, TRUE, sizeof(TraceReshardRow));
    if (rows->current < 0)
        rows->current = 0;
    return (int)rows->run->len - 1;
}

static int axis_at(const MeshGeom *m, const char *name, int64_t *stride, int64_t *size)
{
    int64_t step = 1;
    for (int i = (int)m->axes->len - 1; i >= 0; i--) {
        const TraceMeshAxis *a = TRACE_AT(m->axes, TraceMeshAxis, i);
        if (g_str_equal(a->name, name)) {
            *stride = step;
            *size = a->size;
            return i;
        }
        step *= a->size;
    }
    g_assert_not_reached();
}

int64_t hand_sharding(Rows *rows, int run, const char *spec)
{
    const RunRows *r = g_ptr_array_index(rows->run, run);
    const MeshGeom *m = rows_mesh(rows, r->info->mesh_id);
    ShardGeom *g = g_new0(ShardGeom, 1);
    g->id = next_id++;
    g->own = g_array_new(FALSE, TRUE, sizeof(TraceShardingInfo));
    g->dims = g_array_new(FALSE, TRUE, sizeof(TraceShardingDim));
    g->axes = g_array_new(FALSE, TRUE, sizeof(TraceShardingAxis));
    g->tiles = g_array_new(FALSE, TRUE, sizeof(TraceTileRow));
    g->info = (TraceShardingInfo){ .id = g->id, .mesh_id = m->id, .text = g_intern_string(spec), .kind = 3, .shards = 1 };
    g_auto(GStrv) dims = g_strsplit(spec, "|", -1);
    for (int d = 0; dims[d]; d++) {
        int64_t parts = 1, stride, size;
        bool whole = g_str_equal(dims[d], "-") || !*dims[d];
        g_auto(GStrv) axes = g_strsplit(whole ? "" : dims[d], ",", -1);
        for (int k = 0; axes[k]; k++) {
            axis_at(m, axes[k], &stride, &size);
            parts *= size;
        }
        TraceShardingDim row = { .sharding_id = g->id, .dim = d, .parts = parts, .axes = whole ? NULL : g_intern_string(dims[d]) };
        g_array_append_val(g->dims, row);
        g->info.shards *= parts;
        for (guint i = 0; !whole && i < m->devices->len; i++) {
            TraceTileRow t = { .global_id = TRACE_AT(m->devices, TraceMeshDevice, i)->global_id, .dim = d };
            for (int k = 0; axes[k]; k++) {
                axis_at(m, axes[k], &stride, &size);
                t.coord = t.coord * size + (int64_t)i / stride % size;
            }
            g_array_append_val(g->tiles, t);
        }
    }
    g->info.copies = (int64_t)m->devices->len / g->info.shards;
    rows_add_geom(rows, g);
    return g->id;
}

int64_t hand_value(Rows *rows, int run, const char *role, const char *name, const char *shape, const char *spec)
{
    RunRows *r = g_ptr_array_index(rows->run, run);
    int64_t sharding = spec ? hand_sharding(rows, run, spec) : 0;
    TraceValueRow v = { .inst_id = next_id++, .name = name, .opcode = role, .shape = shape, .role = role,
                        .sharding_id = sharding, .sharding = spec, .decided = "user", .at = "train.py:12" };
    g_array_append_val(r->values, v);
    return v.inst_id;
}

