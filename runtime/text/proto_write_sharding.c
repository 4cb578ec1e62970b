/* Shardings as messages of a serialised module. Start at proto_write_sharding(). */
#include "runtime/shard/spell.h"
#include "runtime/text/proto_write_impl.h"

enum { SHARDING_REPLICATED, SHARDING_MAXIMAL, SHARDING_TUPLE, SHARDING_TILED, SHARDING_MANUAL, SHARDING_UNKNOWN, SHARDING_UNREDUCED };

static int subgroup_number(GspmdKind kind)
{
    return kind == GSPMD_MANUAL ? SHARDING_MANUAL : kind == GSPMD_UNREDUCED ? SHARDING_UNREDUCED : SHARDING_REPLICATED;
}

static void put_tiles(GString *out, const Gspmd *g)
{
    wire_put_int(out, 1, SHARDING_TILED);
    wire_put_ints(out, 3, g->dims, g->n_dims);
    if (g->n_reshape) {
        int64_t perm[MAX_RANK * 2];
        for (int i = 0; i < g->n_reshape && i < MAX_RANK * 2; i++)
            perm[i] = g->perm ? g->perm[i] : i;
        wire_put_ints(out, 9, g->reshape, g->n_reshape);
        wire_put_ints(out, 10, perm, g->n_reshape);
    } else {
        wire_put_ints(out, 4, g->devices, (int)g->n_devices);
    }
    if (g->n_subgroup == 1 && g->subgroup[0] == GSPMD_REPLICATED) {
        wire_put_int(out, 6, 1);
        return;
    }
    int64_t kinds[MAX_RANK];
    for (int i = 0; i < g->n_subgroup && i < MAX_RANK; i++)
        kinds[i] = subgroup_number(g->subgroup[i]);
    wire_put_ints(out, 8, kinds, MIN(g->n_subgroup, MAX_RANK));
}

/* ---- axes with names --------------------------------------------------------------------------------------------------- */

static void put_axes(GString *out, int number, const Mesh *mesh, AxisList axes)
{
    g_autoptr(GString) ref = g_string_new(NULL), part = g_string_new(NULL);
    for (int i = 0; i < axes.n; i++) {
        AxisRef a = axes.v[i], whole = axis_whole(mesh, a.axis);
        wire_put_int(ref, 1, a.axis);
        if (a.pre != whole.pre || a.size != whole.size) {
            wire_put_int(part, 1, a.pre);
            wire_put_int(part, 2, a.size);
            wire_put_message(ref, 2, part);
        }
        wire_put_message(out, number, ref);
    }
}

static void put_mesh(GString *out, const Mesh *mesh)
{
    g_autoptr(GString) axis = g_string_new(NULL);
    for (int i = 0; i < mesh->n_axes; i++) {
        wire_put_text(axis, 1, mesh->axes[i].name);
        wire_put_int(axis, 2, mesh->axes[i].size);
        wire_put_message(out, 1, axis);
    }
    if (mesh->device_ids)
        wire_put_ints(out, 2, mesh->device_ids, (int)mesh->n_devices);
}

static void put_named(GString *out, const Gspmd *g)
{
    const Sharding *s = g->named;
    g_autoptr(GString) named = g_string_new(NULL), part = g_string_new(NULL);
    put_mesh(part, s->mesh);
    wire_put_message(named, 2, part);
    for (int d = 0; d < s->rank && !g->named_any_rank; d++) {
        put_axes(part, 1, s->mesh, s->dims[d].axes);
        wire_put_int(part, 2, !s->dims[d].open);
        wire_put_message(named, 3, part);
    }
    put_axes(named, 4, s->mesh, s->replicated);
    put_axes(named, 5, s->mesh, s->unreduced);
    put_axes(named, 7, s->mesh, s->manual);
    wire_put_int(named, 8, s->reduction == REDUCTION_MAX ? 1 : s->reduction == REDUCTION_MIN ? 2 : 0);
    wire_put_message(out, 14, named);
}

/* ---- a sharding ---------------------------------------------------------------------------------------------------------- */

static void put_sharding(ProtoOut *w, GString *out, const Gspmd *g);

/* Also by its devices, for readers that do not know axes with names. */
static void put_named_and_tiles(ProtoOut *w, GString *out, const Gspmd *g)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Gspmd tiles;
    ShardingTable *t = sharding_table_new(w->arena);
    sharding_print_gspmd(text, g->named);
    if (gspmd_parse(w->arena, t, text->str, &tiles, NULL, w->error ? NULL : &w->error) && tiles.kind != GSPMD_NAMED)
        put_sharding(w, out, &tiles);
    sharding_table_free(t);
    put_named(out, g);
}

static void put_sharding(ProtoOut *w, GString *out, const Gspmd *g)
{
    g_autoptr(GString) part = g_string_new(NULL);
    switch (g->kind) {
    case GSPMD_REPLICATED:
        break;
    case GSPMD_MAXIMAL:
        wire_put_int(out, 1, SHARDING_MAXIMAL);
        wire_put_ints(out, 3, &(int64_t){ 1 }, 1);
        wire_put_ints(out, 4, &g->device, 1);
        break;
    case GSPMD_MANUAL: case GSPMD_UNKNOWN: case GSPMD_UNREDUCED:
        wire_put_int(out, 1, g->kind == GSPMD_MANUAL ? SHARDING_MANUAL : g->kind == GSPMD_UNKNOWN ? SHARDING_UNKNOWN : SHARDING_UNREDUCED);
        break;
    case GSPMD_TILED:
        put_tiles(out, g);
        break;
    case GSPMD_TUPLE:
        wire_put_int(out, 1, SHARDING_TUPLE);
        for (int i = 0; i < g->n_parts; i++) {
            put_sharding(w, part, &g->parts[i]);
            wire_put_message(out, 5, part);
        }
        break;
    case GSPMD_NAMED:
        put_named_and_tiles(w, out, g);
        break;
    }
    if (g->shard_group_kind) {
        wire_put_int(out, 11, 1);
        wire_put_int(out, 12, g->shard_group);
        wire_put_int(out, 13, g->shard_group_kind == 2);
    }
}

bool proto_write_sharding(ProtoOut *w, GString *out, const char *text)
{
    Gspmd g;
    ShardingTable *t = sharding_table_new(w->arena);
    bool ok = gspmd_parse(w->arena, t, text, &g, NULL, w->error ? NULL : &w->error);
    if (ok)
        put_sharding(w, out, &g);
    sharding_table_free(t);
    return ok;
}
