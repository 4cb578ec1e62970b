/* The picture of a sharding that is given as text. */
#include "runtime/library/library_impl.h"

#include "runtime/shard/show.h"
#include "runtime/shard/spell.h"

static bool show_options(const ShardscopeShowOptions *given, ShowOptions *out, ShardscopeError **error)
{
    ShardscopeShowOptions o;
    *out = show_defaults;
    if (!library_options(&o, sizeof o, given, "ShardscopeShowOptions", error))
        return false;
    if (o.sized) {
        out->scale = o.scale;
        out->min_width = o.min_width;
        out->max_width = o.max_width;
    }
    if (o.kind)
        out->kind = o.kind;
    switch (o.colour) {
    case SHARDSCOPE_COLOUR_NEVER:
    case SHARDSCOPE_COLOUR_ALWAYS: /* 24 bit, whatever the terminal says */
        out->colour = o.colour == SHARDSCOPE_COLOUR_ALWAYS;
        return true;
    case SHARDSCOPE_COLOUR_TERMINAL:
    case SHARDSCOPE_COLOUR_NO_TERMINAL:
        show_use_terminal(out, o.colour == SHARDSCOPE_COLOUR_TERMINAL);
        return true;
    }
    return library_invalid(error, NULL, "there is no colour %d", (int)o.colour);
}

char *shardscope_show(const char *mesh, const char *spec, int rank, const int64_t *dims, const ShardscopeShowOptions *options, ShardscopeError **error)
{
    NEED(spec, "a sharding's text", NULL);
    NEED(dims, "the dimensions", NULL);
    ShowOptions o;
    if (rank < 0 || rank > SHARDSCOPE_MAX_RANK) {
        library_invalid(error, NULL, "an array of %d dimensions: there can be 0 to %d", rank, SHARDSCOPE_MAX_RANK);
        return NULL;
    }
    if (!show_options(options, &o, error))
        return NULL;
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    GError *why = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    const Mesh *m = mesh ? mesh_parse_flag(t, mesh, &why) : NULL;
    const Sharding *s = why ? NULL : sharding_parse_any(t, spec, m, rank, &why);
    bool ok = s && sharding_show(out, s, rank, dims, &o, &why);
    sharding_table_free(t);
    arena_free(arena);
    if (ok)
        return g_string_free(g_steal_pointer(&out), FALSE);
    library_fail(error, why);
    return NULL;
}
