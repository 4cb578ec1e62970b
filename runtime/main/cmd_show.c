/* show: the sharding picture in the terminal. */
#include "runtime/main/cmd.h"
#include "runtime/shard/show.h"
#include "runtime/shard/spell.h"

#include <stdio.h>
#include <unistd.h>

static char *shape, *mesh_text, *spec, *colour, *kind;
static double scale = 1.0;
static int min_width, max_width;

static int parse_shape(const char *text, int64_t *dims)
{
    g_auto(GStrv) parts = g_strsplit_set(text, ",x", -1);
    int n = 0;
    for (char **p = parts; *p; p++) {
        char *end;
        g_strstrip(*p);
        int64_t v = g_ascii_strtoll(*p, &end, 10);
        if (end == *p || *end || v < 0 || n == MAX_RANK)
            return -1;
        dims[n++] = v;
    }
    return n;
}

int cmd_show(int argc, char **argv)
{
    const ShowOptions d = show_defaults;
    min_width = d.min_width;
    max_width = d.max_width;
    static const GOptionEntry entries[] = {
        { "shape", 0, 0, G_OPTION_ARG_STRING, &shape, "Of the array", "8,16" },
        { "mesh", 'm', 0, G_OPTION_ARG_STRING, &mesh_text, "Mesh axes; not needed for GSPMD text", "x=4,y=2" },
        { "spec", 0, 0, G_OPTION_ARG_STRING, &spec, "P(\"x\",\"y\"), Shardy's [{\"x\"}, {}] or GSPMD's {devices=[4,2]<=[8]}", "SPEC" },
        { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "Size of the picture, 1.0", "F" },
        { "min-width", 0, 0, G_OPTION_ARG_INT, &min_width, "Of a cell, 9", "N" },
        { "max-width", 0, 0, G_OPTION_ARG_INT, &max_width, "Of the picture, 80", "N" },
        { "kind", 0, 0, G_OPTION_ARG_STRING, &kind, "What devices are called, CPU", "NAME" },
        { "colour", 0, 0, G_OPTION_ARG_STRING, &colour, "auto (on a terminal), always or never", "WHEN" },
        { "color", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &colour, NULL, NULL },
        { NULL },
    };
    g_auto(GStrv) rest = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &rest, &status))
        return status;
    int64_t dims[MAX_RANK];
    int rank = shape ? parse_shape(shape, dims) : -1;
    if (!shape || !spec || rest[0])
        return cmd_usage("show needs --shape and --spec\n  hint: shardscope show --shape 8,16 --mesh x=4,y=2 --spec 'P(\"x\",\"y\")'");
    if (rank < 0)
        return cmd_usage("--shape %s: sizes like 8,16", shape);
    ShowOptions o = d;
    o.scale = scale;
    o.min_width = min_width;
    o.max_width = max_width;
    if (kind)
        o.kind = kind;
    if (!colour || g_str_equal(colour, "auto"))
        show_use_terminal(&o, isatty(1) != 0);
    else if (g_str_equal(colour, "always") || g_str_equal(colour, "never"))
        o.colour = g_str_equal(colour, "always"); /* 24 bit, whatever the terminal says */
    else
        return cmd_usage("--colour %s: auto, always or never", colour);
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    GError *error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    const Mesh *mesh = mesh_text ? mesh_parse_flag(t, mesh_text, &error) : NULL;
    const Sharding *s = error ? NULL : sharding_parse_any(t, spec, mesh, rank, &error);
    bool ok = s && sharding_show(out, s, rank, dims, &o, &error);
    if (ok)
        fputs(out->str, stdout);
    sharding_table_free(t);
    arena_free(arena);
    return ok ? 0 : cmd_fail(error);
}
