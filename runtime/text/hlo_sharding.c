/* Checks the form of sharding={...}: tiles with devices listed or as a range, or axes of a mesh. The text is kept unchanged;
 * `import` interprets it and compares it with the value's type. Start at hlo_sharding(). */
#include "runtime/text/hlo_mesh.h"

/* {op_name="a" source_line=3} or a list of such in braces: where annotations came from. */
static bool metadata(HloReader *rd)
{
    Lex *lx = &rd->lx;
    Span value;
    if (!lex_expect(lx, '{'))
        return false;
    if (lex_peek(lx) == '{') {
        if (!hlo_enter(rd))
            return false;
        do
            if (!metadata(rd))
                return false;
        while (lex_accept(lx, ','));
        rd->depth--;
        return lex_expect(lx, '}');
    }
    while (lex_peek(lx) != '}') {
        if (lex_word(lx).n == 0)
            return lex_expected(lx, "a name or '}'");
        if (!lex_expect(lx, '=') || !lex_value(lx, &value))
            return false;
        lex_accept(lx, ',');
    }
    return lex_expect(lx, '}');
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* The parts of a sharding without a mesh. */
typedef struct Tiles {
    bool replicated, maximal, whole; /* whole: manual, unknown or unreduced */
    bool subgroups;                  /* last_tile_dim_replicate or last_tile_dims */
    int64_t n_devices;               /* -1: none are named */
    int n_dims;                      /* of devices=[..] */
} Tiles;

/* 0,1,2,3 behind devices=[2,2]: every id once. */
static bool device_list(HloReader *rd, const char *start, Numbers *ids)
{
    Lex *lx = &rd->lx;
    do {
        int64_t id;
        lex_skip(lx);
        const char *at = lx->p;
        if (!lex_int(lx, &id, "'<=' or a device"))
            return false;
        if (id < 0)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "a negative device");
        vec_push(ids, id);
    } while (lex_accept(lx, ','));
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int i = 0; i < ids->n; i++)
        if (!g_hash_table_add(seen, &ids->v[i]))
            return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "device %" G_GINT64_FORMAT " has two tiles", ids->v[i]);
    return true;
}

/* [2,1,2]<=[2,2]T(1,0) or [2,2]0,1,2,3 */
static bool tile_devices(HloReader *rd, Tiles *t)
{
    Lex *lx = &rd->lx;
    Numbers dims = {0}, ids = {0}, perm = {0};
    int64_t n_tiles = 0;
    lex_skip(lx);
    const char *start = lx->p;
    bool fine = hlo_number_list(rd, '[', ']', &dims);
    if (fine && (dims.n == 0 || !hlo_group_product(dims.v, dims.n, &n_tiles)))
        fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "the tiles need one size of 1 or more per dimension, and at most %d devices",
                        MAX_GROUP_IDS);
    if (fine && lex_accept_text(lx, "<=")) {
        fine = hlo_number_list(rd, '[', ']', &ids);
        if (fine && (ids.n == 0 || ids.n > MAX_GROUP_DIMS ||
                     !hlo_group_product(ids.v, ids.n, &t->n_devices)))
            fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "a range needs 1 to %d sizes of 1 or more, and at most %d devices",
                            MAX_GROUP_DIMS, MAX_GROUP_IDS);
        if (fine && ids.n > 1 && lex_peek(lx) != 'T')
            fine = lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                            "%d dimensions behind '<=' need T(...), the order to take them in",
                            ids.n);
        fine = fine && hlo_permutation(rd, ids.n, &perm);
    } else if (fine) {
        fine = device_list(rd, start, &ids);
        t->n_devices = ids.n;
    }
    if (fine && t->n_devices != n_tiles)
        fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "%" G_GINT64_FORMAT " tiles for %" G_GINT64_FORMAT " devices", n_tiles,
                        t->n_devices);
    t->n_dims = dims.n;
    vec_clear(&dims);
    vec_clear(&ids);
    vec_clear(&perm);
    return fine;
}

/* {manual, replicated} */
static bool tile_dim_types(HloReader *rd, int *n)
{
    static const char *const words[] = {"manual", "replicated", "unreduced", "maximal", NULL};
    int which;
    *n = 0;
    if (!lex_expect(&rd->lx, '{'))
        return false;
    LEX_LIST(&rd->lx, '}') {
        if (!hlo_choice(rd, words, false, &which))
            return false;
        (*n)++;
    }
    return lex_expect(&rd->lx, '}');
}

static bool check_tiles(HloReader *rd, const Tiles *t, int n_types, const char *start)
{
    Lex *lx = &rd->lx;
    if ((t->replicated || t->whole) && t->n_devices >= 0)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "%s, but devices are assigned",
                        t->replicated ? "replicated" : "a value that is whole on every device");
    if (t->maximal && (t->n_devices != 1 || t->n_dims > 0))
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "maximal needs device=N, the one that holds the value");
    if (t->replicated || t->whole || t->maximal)
        return true;
    if (t->n_dims == 0)
        return lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "expected replicated, manual, maximal, unknown, unreduced, devices=[...] "
                        "or mesh[...] in a sharding");
    return n_types <= t->n_dims ||
           lex_fail(lx, start, SHARD_ERROR_PARSE, NULL, "%d last_tile_dims of %d tile dimensions",
                    n_types, t->n_dims);
}

/* From behind the opening brace to behind the closing one. */
static bool tiled(HloReader *rd, const char *start)
{
    Lex *lx = &rd->lx;
    Tiles t = {.n_devices = -1};
    int n_types = 0;
    int64_t v;
    while (lex_peek(lx) != '}') {
        const char *at = lx->p;
        Span word = lex_word(lx);
        if (lex_peek(lx) == '=') {
            lx->p++;
            bool fine;
            if (span_is(word, "devices") && t.n_devices < 0)
                fine = tile_devices(rd, &t);
            else if (span_is(word, "device") && t.n_devices < 0)
                fine = lex_int(lx, &v, "a device") && (t.n_devices = 1) &&
                       (v >= 0 || lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "a negative device"));
            else if (span_is(word, "last_tile_dims") && !t.subgroups)
                fine = tile_dim_types(rd, &n_types) && (t.subgroups = true);
            else if (span_is(word, "metadata"))
                fine = metadata(rd);
            else
                fine = lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                                "%.*s= in a sharding: expected devices, device, last_tile_dims or "
                                "metadata, each once",
                                (int)MIN(word.n, 60), word.s);
            if (!fine)
                return false;
        } else if (span_is(word, "replicated")) {
            t.replicated = true;
        } else if (span_is(word, "maximal")) {
            t.maximal = true;
        } else if (span_is(word, "manual") || span_is(word, "unknown") ||
                   span_is(word, "unreduced")) {
            t.whole = true;
        } else if (span_is(word, "last_tile_dim_replicate") && !t.subgroups) {
            t.subgroups = true;
            n_types = 1;
        } else if (span_is(word, "shard_as") || span_is(word, "shard_like")) {
            if (!lex_int(lx, &v, "the number of a sharding group"))
                return false;
        } else {
            lx->p = at;
            return lex_expected(lx, "a part of a sharding (devices=, replicated, manual, ...) or '}'");
        }
    }
    lx->p++;
    return check_tiles(rd, &t, n_types, start);
}

/* ---- by mesh axes ---------------------------------------------------------------------------- */

/* [{'a'}, {'b', ?}, {}] */
static bool dim_axes(HloReader *rd, const MeshText *mesh, AxisPart *parts, int *n)
{
    Lex *lx = &rd->lx;
    bool open;
    if (!lex_expect(lx, '['))
        return false;
    LEX_LIST(lx, ']') {
        if (!hlo_axis_list(rd, mesh, parts, n, &open))
            return false;
    }
    return lex_expect(lx, ']');
}

/* =max{'a'}, ={'a'}, =max or =[max]{'a'}; nothing: all axes. */
static bool whole_axes(HloReader *rd, const MeshText *mesh, bool reduces, AxisPart *parts, int *n)
{
    static const char *const ops[] = {"sum", "max", "min", NULL};
    Lex *lx = &rd->lx;
    int op;
    if (!lex_accept(lx, '='))
        return true;
    bool bracket = reduces && lex_accept(lx, '[');
    if (reduces && (bracket || lex_peek(lx) != '{')) {
        if (!hlo_choice(rd, ops, false, &op) || (bracket && !lex_expect(lx, ']')))
            return false;
        if (lex_peek(lx) != '{')
            return true;
    }
    return hlo_axis_list(rd, mesh, parts, n, NULL);
}

/* From behind "mesh" or "maximal_mesh" to behind the closing brace. */
static bool named(HloReader *rd, bool maximal)
{
    Lex *lx = &rd->lx;
    MeshText mesh = {.total = 1};
    AxisPart parts[MAX_GROUP_DIMS];
    int n = 0;
    if (maximal) {
        int64_t id;
        return hlo_maximal_mesh(rd, &id) && lex_expect(lx, '}');
    }
    Numbers ids = {0};
    bool fine = hlo_mesh(rd, &mesh) && hlo_mesh_ids(rd, &mesh, &ids);
    vec_clear(&ids);
    static const char *const bodies[] = {"replicated", "unreduced", "manual", "metadata", NULL};
    unsigned seen = 0;
    bool first = true; /* the comma before it may be left out */
    while (fine && (lex_accept(lx, ',') || (first && lex_peek(lx) != '}'))) {
        int which = 4;
        first = false;
        lex_skip(lx);
        const char *at = lx->p;
        if (*at == '[')
            fine = dim_axes(rd, &mesh, parts, &n);
        else if ((fine = hlo_choice(rd, bodies, false, &which)))
            fine = which == 3 ? lex_expect(lx, '=') && metadata(rd)
                              : whole_axes(rd, &mesh, which == 1, parts, &n);
        if (fine && (seen >> which & 1))
            fine = lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "this part of a sharding appears twice");
        seen |= 1u << which;
    }
    return fine && lex_expect(lx, '}');
}

/* ---- either, and tuples of them -------------------------------------------------------------- */

static bool single(HloReader *rd)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *start = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    lex_skip(lx);
    const char *inside = lx->p;
    Span word = lex_word(lx);
    bool maximal = span_is(word, "maximal_mesh");
    if ((maximal || span_is(word, "mesh")) && lex_peek(lx) == '[')
        return named(rd, maximal);
    lx->p = inside;
    return tiled(rd, start);
}

bool hlo_sharding(HloReader *rd, Span *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *start = lx->p;
    bool fine = lex_expect(lx, '{');
    if (fine && lex_peek(lx) == '}') { /* of an empty tuple */
        lx->p++;
    } else if (fine && *lx->p == '{') {
        do
            fine = single(rd);
        while (fine && lex_accept(lx, ','));
        fine = fine && lex_expect(lx, '}');
    } else if (fine) {
        lx->p = start;
        fine = single(rd);
    }
    *out = (Span){start, (size_t)(lx->p - start)};
    return fine;
}
