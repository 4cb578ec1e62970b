/* The subcommand show: draws a sharding in the terminal. */
#include "runtime/main/cmd.h"

#include <stdio.h>
#include <unistd.h>

static char *shape, *mesh_text, *spec, *colour, *kind;
static double scale = 1.0;
static int min_width = 9, max_width = 80;

static int parse_shape(const char *text, int64_t *dims)
{
    g_auto(GStrv) parts = g_strsplit_set(text, ",x", -1);
    int n = 0;
    for (char **p = parts; *p; p++) {
        char *end;
        g_strstrip(*p);
        int64_t v = g_ascii_strtoll(*p, &end, 10);
        if (end == *p || *end || v < 0 || n == SHARDSCOPE_MAX_RANK)
            return -1;
        dims[n++] = v;
    }
    return n;
}

int cmd_show(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "shape", 0, 0, G_OPTION_ARG_STRING, &shape, "Shape of the array", "8,16" },
        { "mesh", 'm', 0, G_OPTION_ARG_STRING, &mesh_text, "Names and sizes of the mesh's axes; not needed for GSPMD shardings", "x=4,y=2" },
        { "spec", 0, 0, G_OPTION_ARG_STRING, &spec, "The sharding, as in JAX P(\"x\",\"y\"), Shardy [{\"x\"}, {}] or GSPMD {devices=[4,2]<=[8]}", "SPEC" },
        { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "Scale of the picture, default 1.0", "F" },
        { "min-width", 0, 0, G_OPTION_ARG_INT, &min_width, "Smallest width of a cell in characters, default 9", "N" },
        { "max-width", 0, 0, G_OPTION_ARG_INT, &max_width, "Largest width of the picture in characters, default 80", "N" },
        { "kind", 0, 0, G_OPTION_ARG_STRING, &kind, "What to call the devices, default CPU", "NAME" },
        { "colour", 0, 0, G_OPTION_ARG_STRING, &colour, "When to use colours: auto (default: on a terminal), always or never", "WHEN" },
        { "color", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &colour, NULL, NULL },
        { NULL },
    };
    g_auto(GStrv) rest = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &rest, &status))
        return status;
    int64_t dims[SHARDSCOPE_MAX_RANK];
    int rank = shape ? parse_shape(shape, dims) : -1;
    if (!shape || !spec || rest[0])
        return cmd_usage("show needs --shape and --spec\n  hint: shardscope show --shape 8,16 --mesh x=4,y=2 --spec 'P(\"x\",\"y\")'");
    if (rank < 0)
        return cmd_usage("--shape %s: must be sizes like 8,16", shape);
    ShardscopeShowOptions o = { SHARDSCOPE_SHOW_OPTIONS, .sized = true, .scale = scale, .min_width = min_width, .max_width = max_width, .kind = kind };
    if (!colour || g_str_equal(colour, "auto"))
        o.colour = isatty(1) ? SHARDSCOPE_COLOUR_TERMINAL : SHARDSCOPE_COLOUR_NO_TERMINAL;
    else if (g_str_equal(colour, "always") || g_str_equal(colour, "never"))
        o.colour = g_str_equal(colour, "always") ? SHARDSCOPE_COLOUR_ALWAYS : SHARDSCOPE_COLOUR_NEVER;
    else
        return cmd_usage("--colour %s: must be auto, always or never", colour);
    ShardscopeError *error = NULL;
    char *picture = shardscope_show(mesh_text, spec, rank, dims, &o, &error);
    if (!picture)
        return cmd_fail(error);
    fputs(picture, stdout);
    shardscope_free(picture);
    return 0;
}
