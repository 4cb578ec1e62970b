/* Meshes as replica groups and shardings write them: axes with sizes, the devices at their positions, and lists of axes
 * or of parts of axes. */
#include "runtime/text/hlo_mesh.h"

#include <string.h>

/* The name of an axis: 'a' or "a", of some versions of XLA a alone. */
static bool axis_name(Lex *lx, Span *name)
{
    bool escaped;
    char c = lex_peek(lx);
    if (c == '\'' || c == '"')
        return lex_string(lx, name, &escaped);
    *name = lex_word(lx);
    return name->n > 0 || lex_expected(lx, "the name of an axis");
}

/* ['a'=2,'b'=2] or [a=2,b=2] */
bool hlo_mesh(HloReader *rd, MeshText *mesh)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    if (!lex_expect(lx, '['))
        return false;
    LEX_LIST(lx, ']') {
        if (mesh->n == MAX_GROUP_DIMS)
            return lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d axes",
                            MAX_GROUP_DIMS);
        if (!axis_name(lx, &mesh->names[mesh->n]) || !lex_expect(lx, '=') ||
            !lex_int(lx, &mesh->sizes[mesh->n], "the axis size"))
            return false;
        const Span *name = &mesh->names[mesh->n];
        for (int i = 0; i < mesh->n; i++)
            if (mesh->names[i].n == name->n && memcmp(mesh->names[i].s, name->s, name->n) == 0)
                return lex_fail(lx, name->s, SHARD_ERROR_PARSE, NULL,
                                "a second mesh axis named '%.*s'", (int)MIN(name->n, 60), name->s);
        mesh->n++;
    }
    if (!hlo_group_product(mesh->sizes, mesh->n, &mesh->total))
        return lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL,
                        "a mesh of more than %d devices, or an axis below 1", MAX_GROUP_IDS);
    return lex_expect(lx, ']');
}

/* Refuses ids that are redundant (in order) or invalid (one of them twice). */
static bool check_mesh_ids(HloReader *rd, const Numbers *ids, const char *at)
{
    bool in_order = ids->n > 0, twice = false;
    g_autofree bool *seen = g_new0(bool, ids->n + 1);
    for (int i = 0; i < ids->n; i++) {
        int64_t id = ids->v[i];
        in_order = in_order && id == i;
        twice = twice || id < 0 || id >= ids->n || seen[id];
        if (!twice)
            seen[id] = true;
    }
    if (twice)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "device_ids must name each of the %d devices once", ids->n);
    return !in_order || lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                                 "device_ids in plain order must be left out");
}

/* , device_ids=(0,2,1,3) or ([2,2]T(1,0)): the id at each mesh position. */
bool hlo_mesh_ids(HloReader *rd, const MeshText *mesh, Numbers *ids)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    if (!lex_accept(lx, ',') || !lex_accept_text(lx, "device_ids")) {
        lx->p = start;
        return true;
    }
    if (!lex_expect(lx, '='))
        return false;
    const char *open = lx->p;
    if (!lex_expect(lx, '('))
        return false;
    bool fine;
    if (lex_peek(lx) == '[') {
        Numbers dims = {0}, perm = {0};
        int64_t total;
        fine = hlo_number_list(rd, '[', ']', &dims);
        if (fine &&
            (dims.n > MAX_GROUP_DIMS || !hlo_group_product(dims.v, dims.n, &total) || total != mesh->total))
            fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "device_ids do not cover the mesh's %" G_GINT64_FORMAT " positions",
                            mesh->total);
        fine = fine && hlo_permutation(rd, dims.n, &perm);
        for (int64_t k = 0; fine && k < total; k++)
            vec_push(ids, hlo_transposed_id(k, dims.v, perm.v, dims.n));
        vec_clear(&dims);
        vec_clear(&perm);
        return fine && lex_expect(lx, ')') && check_mesh_ids(rd, ids, start);
    }
    lx->p = open;
    fine = hlo_number_list(rd, '(', ')', ids);
    if (fine && ids->n != mesh->total)
        fine =
            lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                     "%d device ids for %" G_GINT64_FORMAT " mesh positions", ids->n, mesh->total);
    return fine && check_mesh_ids(rd, ids, start);
}

/* {'a','b':(2)2} or {a, b:(2)2} */
bool hlo_axis_list(HloReader *rd, const MeshText *mesh, AxisPart *parts, int *n, bool *open)
{
    Lex *lx = &rd->lx;
    int first = *n;
    if (open)
        *open = false;
    if (!lex_expect(lx, '{'))
        return false;
    LEX_LIST(lx, '}') {
        Span name;
        bool by_part = false;
        lex_skip(lx);
        const char *at = lx->p;
        if (open && *at == '?') { /* the last of them */
            lx->p++;
            *open = true;
            break;
        }
        if (*n == MAX_GROUP_DIMS)
            return lex_fail(lx, at, SHARD_ERROR_LIMIT, NULL, "more than %d axes", MAX_GROUP_DIMS);
        if (!axis_name(lx, &name))
            return false;
        AxisPart part = {-1, 1, 0};
        for (int i = 0; i < mesh->n; i++)
            if (mesh->names[i].n == name.n && memcmp(mesh->names[i].s, name.s, name.n) == 0)
                part.axis = i;
        if (part.axis < 0)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "the mesh has no axis '%.*s'",
                            (int)MIN(name.n, 60), name.s);
        part.size = mesh->sizes[part.axis];
        by_part = lex_accept(lx, ':');
        if (by_part && !(lex_expect(lx, '(') && lex_int(lx, &part.pre, "a size") &&
                                     lex_expect(lx, ')') && lex_int(lx, &part.size, "a size")))
            return false;
        int64_t whole = mesh->sizes[part.axis], used;
        bool whole_by_parts = by_part && part.size == whole;
        if (part.pre < 1 || part.size < 1 || __builtin_mul_overflow(part.pre, part.size, &used) ||
            whole % used != 0)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "no such part of an axis of size %" G_GINT64_FORMAT, whole);
        for (int i = 0; i < *n; i++)
            if (parts[i].axis == part.axis && part.pre < parts[i].pre * parts[i].size &&
                parts[i].pre < part.pre * part.size)
                return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "axis '%.*s' is used twice",
                                (int)MIN(name.n, 60), name.s);
        const AxisPart *last = *n > first ? &parts[*n - 1] : NULL;
        if (last && last->axis == part.axis && last->pre * last->size == part.pre)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "adjacent parts of axis '%.*s' must be written as one",
                            (int)MIN(name.n, 60), name.s);
        if (whole_by_parts)
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "the whole axis '%.*s' must be written without a size",
                            (int)MIN(name.n, 60), name.s);
        if (part.size > 1) /* a part of size 1 divides nothing */
            parts[(*n)++] = part;
    }
    return lex_expect(lx, '}');
}

bool hlo_maximal_mesh(HloReader *rd, int64_t *id)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, '['))
        return false;
    if (!lex_accept_text(lx, "device_id"))
        return lex_expected(lx, "device_id=N");
    return lex_expect(lx, '=') && lex_int(lx, id, "a device") && lex_expect(lx, ']');
}
