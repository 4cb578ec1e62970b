/* Lists of numbers, and the groups of collectives in their three notations: listed, as a reshaped and
 * transposed range, or by axes of a mesh. */
#include "runtime/text/hlo_mesh.h"

#include <string.h>

bool hlo_number_list(HloReader *rd, char open, char close, Numbers *out)
{
    Lex *lx = &rd->lx;
    if (!lex_expect(lx, open))
        return false;
    LEX_LIST(lx, close) {
        int64_t v;
        if (!lex_int(lx, &v, "a number"))
            return false;
        vec_push(out, v);
    }
    return lex_expect(lx, close);
}

bool hlo_int_list(HloReader *rd, Ints *out)
{
    /* Short lists, which nearly all are, need no heap. */
    Lex *lx = &rd->lx;
    int64_t few[16];
    int n = 0;
    const char *start = lx->p;
    if (!lex_expect(lx, '{'))
        return false;
    for (bool more = lex_peek(lx) != '}'; more && n < (int)G_N_ELEMENTS(few);
         more = lex_accept(lx, ','))
        if (!lex_int(lx, &few[n++], "a number or '}'"))
            return false;
    if (lx->p[-1] != ',' && lex_accept(lx, '}')) {
        *out = ints_dup(rd->a, few, n);
        return true;
    }
    lx->p = start;
    Numbers many = {0};
    bool fine = hlo_number_list(rd, '{', '}', &many);
    if (fine)
        *out = ints_dup(rd->a, many.v, many.n);
    vec_clear(&many);
    return fine;
}

bool hlo_pairs(HloReader *rd, Ints *out)
{
    Lex *lx = &rd->lx;
    Numbers all = {0};
    bool fine = lex_expect(lx, '{');
    for (bool more = fine && lex_peek(lx) != '}'; fine && more; more = lex_accept(lx, ',')) {
        int64_t source, target;
        fine = lex_expect(lx, '{') && lex_int(lx, &source, "a source") && lex_expect(lx, ',') &&
               lex_int(lx, &target, "a target") && lex_expect(lx, '}');
        if (fine) {
            vec_push(&all, source);
            vec_push(&all, target);
        }
    }
    fine = fine && lex_expect(lx, '}');
    if (fine)
        *out = ints_dup(rd->a, all.v, all.n);
    vec_clear(&all);
    return fine;
}

/* {{0,1},{2,3}} */
static bool listed_groups(HloReader *rd, Groups *out)
{
    Lex *lx = &rd->lx;
    VEC(Ints) groups = {0};
    bool fine = lex_expect(lx, '{');
    for (bool more = fine && lex_peek(lx) != '}'; fine && more; more = lex_accept(lx, ',')) {
        Ints group;
        fine = hlo_int_list(rd, &group);
        if (fine)
            vec_push(&groups, group);
    }
    fine = fine && lex_expect(lx, '}');
    if (fine && groups.n) {
        out->n_groups = groups.n;
        out->groups = arena_dup_array(rd->a, groups.v, groups.n);
    }
    vec_clear(&groups);
    return fine;
}

bool hlo_group_product(const int64_t *dims, int n, int64_t *out)
{
    *out = 1;
    for (int i = 0; i < n; i++)
        if (dims[i] < 1 || __builtin_mul_overflow(*out, dims[i], out) || *out > MAX_GROUP_IDS)
            return false;
    return true;
}

/* Element k of a range of the given dims after transposing by perm: the value at row-major place k.
 */
int64_t hlo_transposed_id(int64_t k, const int64_t *dims, const int64_t *perm, int n)
{
    int64_t coordinate[MAX_GROUP_DIMS];
    for (int j = n - 1; j >= 0; j--) {
        coordinate[perm[j]] = k % dims[perm[j]];
        k /= dims[perm[j]];
    }
    int64_t id = 0;
    for (int j = 0; j < n; j++)
        id = id * dims[j] + coordinate[j];
    return id;
}

/* n_groups rows of `size` ids each, from a transposed range; ids (or NULL) renames them. */
typedef struct Range {
    int64_t n_groups, size;
    const int64_t *dims, *perm; /* n_dims each */
    int n_dims;
    const int64_t *ids;
} Range;

static void range_groups(HloReader *rd, Groups *out, const Range *range)
{
    int64_t n_groups = range->n_groups, size = range->size;
    Ints *groups = arena_array(rd->a, Ints, n_groups);
    int64_t *all = arena_array(rd->a, int64_t, n_groups * size);
    for (int64_t k = 0; k < n_groups * size; k++) {
        int64_t id = hlo_transposed_id(k, range->dims, range->perm, range->n_dims);
        all[k] = range->ids ? range->ids[id] : id;
    }
    for (int64_t g = 0; g < n_groups; g++)
        groups[g] = (Ints){all + g * size, (int)size};
    out->n_groups = (int)n_groups;
    out->groups = groups;
}

static bool is_permutation(const int64_t *v, int n)
{
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] < 0 || v[i] >= n || (seen >> v[i] & 1))
            return false;
        seen |= (uint64_t)1 << v[i];
    }
    return true;
}

/* T(1,0), or the identity if there is none. */
bool hlo_permutation(HloReader *rd, int n, Numbers *perm)
{
    Lex *lx = &rd->lx;
    const char *at = lx->p;
    if (lex_peek(lx) == 'T' && lx->p[1] == '(') {
        lx->p++;
        if (!hlo_number_list(rd, '(', ')', perm))
            return false;
        if (perm->n != n || !is_permutation(perm->v, n))
            return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                            "T(...) must be a permutation of the %d dimensions before it", n);
        return true;
    }
    for (int64_t i = 0; i < n; i++)
        vec_push(perm, i);
    return true;
}

/* [2,4]<=[8] and [4,2]<=[2,4]T(1,0) */
static bool iota_groups(HloReader *rd, Groups *out)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    Numbers rows = {0}, dims = {0}, perm = {0};
    bool fine = hlo_number_list(rd, '[', ']', &rows) &&
                (lex_accept_text(lx, "<=") || lex_expected(lx, "'<='")) &&
                hlo_number_list(rd, '[', ']', &dims);
    int64_t n_rows = 0, n_dims = 0;
    if (fine && rows.n != 2)
        fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "groups are [groups,members], not %d numbers", rows.n);
    if (fine && dims.n > MAX_GROUP_DIMS)
        fine =
            lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_GROUP_DIMS);
    bool transposed = fine && lex_peek(lx) == 'T';
    fine = fine && hlo_permutation(rd, dims.n, &perm);
    if (fine && (!hlo_group_product(rows.v, 2, &n_rows) || !hlo_group_product(dims.v, dims.n, &n_dims)))
        fine = lex_fail(lx, start, SHARD_ERROR_LIMIT, NULL,
                        "groups of more than %d ids, or a size below 1", MAX_GROUP_IDS);
    if (fine && dims.n > 1 && !transposed)
        fine = lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL,
                        "%d dimensions behind '<=' need T(...), the order to take them in", dims.n);
    if (fine && n_rows != n_dims)
        fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                        "%" G_GINT64_FORMAT " places for %" G_GINT64_FORMAT " ids", n_rows, n_dims);
    if (fine)
        range_groups(rd, out, &(Range){ rows.v[0], rows.v[1], dims.v, perm.v, dims.n, NULL });
    vec_clear(&rows);
    vec_clear(&dims);
    vec_clear(&perm);
    return fine;
}

/* ---- by mesh axes ---------------------------------------------------------------------------- */

/* Splits each mesh axis at the borders of the parts in use. dims: sizes of the pieces in mesh
 * order; piece_of[i]: the first piece of part i (a part may span several pieces that other parts'
 * borders made), n_pieces_of[i] how many. */
static int split_axes(const MeshText *mesh, const AxisPart *parts, int n, int64_t *dims,
                      int *first_of, int *n_of)
{
    int n_dims = 0;
    for (int a = 0; a < mesh->n; a++) {
        /* All parts are [pre, size, rest] of one axis and disjoint, so walking pre upwards meets
         * every border. */
        int64_t at = 1;
        while (at < mesh->sizes[a] || (at == 1 && mesh->sizes[a] == 1)) {
            int64_t next = mesh->sizes[a];
            int own = -1;
            for (int i = 0; i < n; i++) {
                if (parts[i].axis != a)
                    continue;
                if (parts[i].pre == at)
                    own = i;
                else if (parts[i].pre > at)
                    next = MIN(next, parts[i].pre);
            }
            if (own >= 0)
                next = at * parts[own].size;
            if (n_dims == MAX_GROUP_DIMS || next % at != 0)
                return -1;
            dims[n_dims] = next / at;
            if (own >= 0) {
                first_of[own] = n_dims;
                n_of[own] = 1;
            }
            n_dims++;
            if (next == at)
                break;
            at = next;
        }
    }
    return n_dims;
}

/* mesh['a'=2,'b'=2], device_ids=(..) {'b'}; the comma before the axes may stand, as in shardings. */
static bool mesh_groups_text(HloReader *rd, Groups *out)
{
    Lex *lx = &rd->lx;
    const char *start = lx->p;
    MeshText mesh = {.total = 1};
    Numbers ids = {0};
    AxisPart parts[MAX_GROUP_DIMS];
    int n_parts = 0;
    bool fine =
        hlo_mesh(rd, &mesh) && hlo_mesh_ids(rd, &mesh, &ids) && (lex_accept(lx, ',') || true) &&
        hlo_axis_list(rd, &mesh, parts, &n_parts, NULL);
    if (fine) {
        int64_t dims[MAX_GROUP_DIMS], perm[MAX_GROUP_DIMS], size = 1;
        int first[MAX_GROUP_DIMS] = {0}, count[MAX_GROUP_DIMS] = {0};
        int n_dims = split_axes(&mesh, parts, n_parts, dims, first, count);
        bool in_group[MAX_GROUP_DIMS] = {false};
        if (n_dims < 0) {
            fine = lex_fail(lx, start, SHARD_ERROR_PARSE, NULL,
                            "the parts of an axis do not fit together");
        } else {
            /* The other axes number the groups, the listed axes number the members. */
            int at = n_dims;
            for (int i = n_parts - 1; i >= 0; i--)
                if (count[i]) {
                    perm[--at] = first[i];
                    in_group[first[i]] = true;
                    size *= dims[first[i]];
                }
            for (int d = n_dims - 1; d >= 0; d--)
                if (!in_group[d])
                    perm[--at] = d;
            range_groups(rd, out, &(Range){ mesh.total / size, size, dims, perm, n_dims, ids.n ? ids.v : NULL });
        }
    }
    vec_clear(&ids);
    return fine;
}

static bool read_groups(HloReader *rd, Groups *out)
{
    Lex *lx = &rd->lx;
    if (*lx->p == '{')
        return listed_groups(rd, out);
    if (*lx->p == '[')
        return iota_groups(rd, out);
    if (lex_accept_text(lx, "maximal_mesh")) {
        int64_t id;
        if (!hlo_maximal_mesh(rd, &id) || (lex_accept(lx, '{') && !lex_expect(lx, '}')))
            return false;
        Ints *one = arena_new(rd->a, Ints);
        *one = ints_dup(rd->a, &id, 1);
        out->groups = one;
        out->n_groups = 1;
        return true;
    }
    return lex_accept_text(lx, "mesh") ? mesh_groups_text(rd, out) : lex_expected(lx, "replica groups");
}

/* An attribute's value up to the comma, the bracket or the line's end after it. */
static Span value_ahead(const char *start)
{
    const char *p = start;
    for (int depth = 0; *p && *p != '\n' && (depth || *p != ','); p++) {
        depth += *p == '{' || *p == '[' || *p == '(';
        depth -= *p == '}' || *p == ']' || *p == ')';
        if (depth < 0)
            break;
    }
    while (p > start && g_ascii_isspace(p[-1]))
        p--;
    return (Span){ start, (size_t)(p - start) };
}

bool hlo_groups(HloReader *rd, Groups *out)
{
    Lex *lx = &rd->lx;
    lex_skip(lx);
    const char *start = lx->p;
    Span ahead = value_ahead(start);
    const Groups *known = ahead.n ? span_map_get(&rd->groups, ahead, 0) : NULL;
    if (known) {
        out->groups = known->groups;
        out->n_groups = known->n_groups;
        out->text = known->text;
        lx->p = start + ahead.n;
        return true;
    }
    if (!read_groups(rd, out))
        return false;
    Span text = {start, (size_t)(lx->p - start)};
    while (text.n && g_ascii_isspace(start[text.n - 1])) /* skipped to find T(...) */
        text.n--;
    out->text = hlo_text(rd, text);
    span_map_add(&rd->groups, text, 0, arena_memdup(rd->a, out, sizeof *out));
    return true;
}
