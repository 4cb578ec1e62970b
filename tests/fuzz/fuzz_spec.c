/* Shardings and meshes as text, in every notation: a sharding that was read is printed, reading that gives the same sharding, and
 * its tiles cover an array. The first line is a mesh, "a=4,b=2" or "#sdy.mesh<..>"; each line after it a sharding. */
#include <string.h>

#include "runtime/shard/show.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "tests/fuzz/fuzz.h"

enum { MAX_SHOWN = 4096 }; /* largest number of devices at which every tile is checked */

static const Mesh *lookup(void *mesh, const char *name)
{
    (void)name;
    return mesh;
}

/* The boxes of the devices cover the array, and each box lies inside. */
static void check_tiles(const Sharding *s, int rank)
{
    int64_t dims[64], start[64], size[64], sum = 0, whole = 1;
    for (int d = 0; d < rank; d++) {
        dims[d] = 5 + 3 * d;
        whole *= dims[d];
    }
    if (s->mesh->n_devices > MAX_SHOWN || rank > 8)
        return;
    for (int64_t k = 0; k < s->mesh->n_devices; k++) {
        int64_t n = 1;
        if (!tile_box(s, rank, dims, mesh_device_at(s->mesh, k), start, size))
            continue;
        for (int d = 0; d < rank; d++) {
            fuzz_law(start[d] >= 0 && size[d] >= 0 && start[d] + size[d] <= dims[d], "a box outside the array");
            n *= size[d];
        }
        sum += n;
    }
    fuzz_law(sum == whole * tile_copies(s), "boxes hold %" G_GINT64_FORMAT " elements, not %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT, sum,
             whole, tile_copies(s));
    g_autoptr(GString) picture = g_string_new(NULL);
    ShowOptions o = show_defaults;
    if (rank >= 1 && rank <= 2 && s->mesh->n_devices <= 64)
        sharding_show(picture, s, rank, dims, &o, NULL);
}

static void check(ShardingTable *t, Arena *arena, const char *text, const Mesh *mesh)
{
    TextPos at = {"input", 1, 1};
    g_autoptr(GError) error = NULL;
    const Sharding *sdy = sharding_parse_sdy(t, text, (MeshNames){ lookup, (void *)mesh }, &at, &error);
    fuzz_law(!sdy == !!error, "sdy: a sharding, or an error");
    g_clear_error(&error);
    if (sdy && sdy->mesh == mesh) {
        g_autoptr(GString) out = g_string_new(NULL);
        sharding_print_sdy(out, sdy, true);
        const Sharding *again = sharding_parse_sdy(t, out->str, (MeshNames){ lookup, (void *)mesh }, &at, &error);
        fuzz_law(again == sdy, "sdy text does not come back: %s %s", out->str, error ? error->message : "");
        check_tiles(sdy, sdy->rank);
    }
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    sharding_parse_sdy_list(t, text, (MeshNames){ lookup, (void *)mesh }, list, &at, NULL);
    AxisList axes;
    axis_list_parse(arena, text, mesh, &axes, &at, NULL);
    for (int rank = 0; rank < 4; rank++) {
        const Sharding *any = sharding_parse_any(t, text, mesh, rank, &error);
        fuzz_law(!any == !!error, "any: a sharding, or an error");
        g_clear_error(&error);
        if (!any)
            continue;
        g_autoptr(GString) out = g_string_new(NULL);
        sharding_print_spec(out, any);
        g_string_truncate(out, 0);
        sharding_print_gspmd(out, any);
        check_tiles(any, rank);
    }
    Gspmd g = {0};
    bool ok = gspmd_parse(arena, t, text, &g, &at, &error);
    fuzz_law(ok == !error, "gspmd: a sharding, or an error");
    const Gspmd *all[] = {&g};
    g_clear_error(&error);
    const Mesh *inferred = ok && g.kind == GSPMD_TILED ? gspmd_infer_mesh(t, all, 1, NULL, g.n_devices, &error) : NULL;
    const Sharding *put = inferred ? gspmd_to_sharding(t, &g, inferred, g.n_dims - g.n_subgroup, &at, NULL) : NULL;
    if (put)
        check_tiles(put, put->rank);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = fuzz_text(data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 40);
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    g_autoptr(GError) error = NULL;
    const Mesh *mesh = lines[0] ? mesh_parse_flag(t, lines[0], &error) : NULL;
    g_clear_error(&error);
    TextPos at = {"input", 1, 1};
    if (!mesh && lines[0])
        mesh = mesh_parse_sdy(t, "mesh", lines[0], &at, NULL);
    for (char **line = lines; mesh && *line; line++)
        check(t, arena, *line, mesh);
    sharding_table_free(t);
    arena_free(arena);
    return 0;
}
