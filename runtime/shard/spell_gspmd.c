/* GSPMD's sharding text, `{devices=[2,4]<=[8]}` and its relatives, read and printed. Forms: keywords, V1 (explicit ids),
 * V2 (iota), tuples, V3 (named axes). What was read becomes axes of a mesh in gspmd_axes.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* Skips a balanced {...} and finds the reduction that Shardy stores in it. */
static bool scan_metadata(Scan *s, Gspmd *out)
{
    if (!scan_expect(s, '='))
        return false;
    bool is_reduction = false;
    int depth = 0;
    do {
        char c = scan_peek(s);
        if (!c)
            return scan_expected(s, "'}'");
        if (c == '"') {
            char *text = scan_string(s);
            if (!text)
                return false;
            is_reduction = is_reduction || strcmp(text, "sdy::reduction_op") == 0;
            if (is_reduction)
                for (int r = REDUCTION_SUM; r <= REDUCTION_XOR; r++)
                    if (g_ascii_strcasecmp(text, reduction_word((Reduction)r)) == 0)
                        out->reduction = (Reduction)r;
            g_free(text);
            continue;
        }
        depth += (c == '{') - (c == '}');
        s->p++;
    } while (depth > 0);
    return true;
}

/* The ids of the list form, once each. */
static bool scan_ids(Scan *s, Arena *arena, Gspmd *out)
{
    int64_t *ids = arena_array(arena, int64_t, out->n_devices), n = 0;
    bool *seen = g_new0(bool, out->n_devices);
    bool ok = true;
    do {
        int64_t id = 0;
        ok = scan_int(s, &id);
        if (ok && n < out->n_devices) {
            if (id >= out->n_devices || seen[id])
                ok = scan_fail(s, NULL, "device %" PRId64 " %s", id,
                               id >= out->n_devices ? "beyond the number of tiles" : "twice");
            else
                seen[id] = true;
            ids[n] = id;
        }
        n++;
    } while (ok && scan_char(s, ','));
    g_free(seen);
    if (ok && n != out->n_devices)
        ok = scan_fail(s, NULL, "%" PRId64 " devices for %" PRId64 " tiles", n, out->n_devices);
    out->devices = ids;
    return ok;
}

/* "[8]" or "[4,2]T(1,0)" behind "<=". */
static bool scan_iota(Scan *s, Arena *arena, Gspmd *out)
{
    int64_t n = 0, product = 1;
    if (!scan_int_list(s, arena, '[', ']', &out->reshape, &n))
        return false;
    if (n > MAX_RANK)
        return scan_fail(s, NULL, "more than %d dimensions", MAX_RANK);
    out->n_reshape = (int)n;
    for (int64_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(product, out->reshape[i], &product))
            return scan_fail(s, NULL, "too many devices");
    if (product != out->n_devices)
        return scan_fail(s, NULL, "%" PRId64 " tiles over %" PRId64 " devices", out->n_devices, product);
    int *perm = arena_array(arena, int, n);
    out->perm = perm;
    for (int i = 0; i < (int)n; i++)
        perm[i] = i;
    if (!scan_char(s, 'T'))
        return true;
    const int64_t *listed;
    int64_t n_listed = 0;
    if (!scan_int_list(s, arena, '(', ')', &listed, &n_listed))
        return false;
    bool seen[MAX_RANK] = { false };
    for (int64_t i = 0; i < n_listed; i++) {
        if (n_listed != n || listed[i] >= n || seen[listed[i]])
            return scan_fail(s, NULL, "T(..) is not a permutation of the %" PRId64 " numbers before it", n);
        seen[listed[i]] = true;
        perm[i] = (int)listed[i];
    }
    return true;
}

/* {manual, replicated} */
static bool scan_subgroups(Scan *s, Arena *arena, Gspmd *out)
{
    VEC(GspmdKind) kinds = { 0 };
    bool ok = scan_expect(s, '=') && scan_expect(s, '{');
    if (ok && !scan_char(s, '}')) {
        do {
            GspmdKind kind = scan_word(s, "manual")       ? GSPMD_MANUAL
                             : scan_word(s, "replicated") ? GSPMD_REPLICATED
                             : scan_word(s, "unreduced")  ? GSPMD_UNREDUCED
                                                          : GSPMD_UNKNOWN;
            if (kind == GSPMD_UNKNOWN)
                ok = scan_expected(s, "manual, replicated or unreduced");
            else
                vec_push(&kinds, kind);
        } while (ok && scan_char(s, ','));
        ok = ok && scan_expect(s, '}');
    }
    out->n_subgroup = kinds.n;
    out->subgroup = arena_dup_array(arena, kinds.v, kinds.n);
    vec_clear(&kinds);
    return ok;
}

static bool scan_tiled(Scan *s, Arena *arena, Gspmd *out)
{
    int64_t n = 0;
    out->kind = GSPMD_TILED;
    if (!scan_expect(s, '=') || !scan_int_list(s, arena, '[', ']', &out->dims, &n))
        return false;
    if (n > MAX_RANK)
        return scan_fail(s, NULL, "more than %d dimensions", MAX_RANK);
    out->n_dims = (int)n;
    out->n_devices = 1;
    for (int64_t i = 0; i < n; i++) {
        if (out->dims[i] < 1)
            return scan_fail(s, NULL, "a dimension of 0 tiles");
        if (out->dims[i] > MAX_DEVICES || out->n_devices * out->dims[i] > MAX_DEVICES)
            return scan_fail(s, NULL, "more than %d devices", MAX_DEVICES);
        out->n_devices *= out->dims[i];
    }
    if (scan_char(s, '<'))
        return scan_expect(s, '=') && scan_iota(s, arena, out);
    return scan_ids(s, arena, out);
}

/* ---- V3 ----------------------------------------------------------------------------------------------------------- */

/* "(0,2,1,3)" or "([4,2]T(1,0))". */
static bool scan_named_ids(Scan *s, Arena *arena, Mesh *mesh)
{
    int64_t n = 0;
    if (!scan_expect(s, '='))
        return false;
    scan_peek(s);
    const char *list = s->p;
    if (!scan_expect(s, '('))
        return false;
    if (scan_peek(s) == '[') {
        Gspmd iota = { .n_devices = mesh->n_devices };
        int64_t *ids = arena_array(arena, int64_t, mesh->n_devices);
        if (!scan_iota(s, arena, &iota) || !scan_expect(s, ')'))
            return false;
        gspmd_devices(&iota, ids);
        mesh->device_ids = ids;
        return true;
    }
    s->p = list; /* which wants its bracket back */
    if (!scan_int_list(s, arena, '(', ')', &mesh->device_ids, &n))
        return false;
    return n == mesh->n_devices ||
           scan_fail(s, NULL, "%" PRId64 " device ids for %" PRId64 " devices", n, mesh->n_devices);
}

/* Ids in plain order are the ones that a mesh has without any. */
static bool scan_ids_needed(Scan *s, const Mesh *mesh)
{
    for (int64_t i = 0; i < mesh->n_devices; i++)
        if (mesh->device_ids[i] != i)
            return true;
    return scan_fail(s, NULL, "device_ids in plain order must be left out");
}

/* In the order of the mesh, as a set of axes is written. */
static bool scan_in_order(Scan *s, const AxisRef *v, int n)
{
    for (int i = 1; i < n; i++)
        if (v[i].axis < v[i - 1].axis || (v[i].axis == v[i - 1].axis && v[i].pre < v[i - 1].pre))
            return scan_fail(s, NULL, "replicated, unreduced and manual axes stand in the order of the mesh");
    return true;
}

static bool scan_named_mesh(Scan *s, Arena *arena, ShardingTable *t, const Mesh **out)
{
    Mesh mesh = { 0 };
    if (!scan_mesh_axes(s, arena, &mesh))
        return false;
    const char *before = s->p;
    if (scan_char(s, ',')) {
        if (!scan_word(s, "device_ids"))
            s->p = before; /* the comma belongs to what follows */
        else if (!scan_named_ids(s, arena, &mesh) || !scan_ids_needed(s, &mesh))
            return false;
    }
    *out = scan_mesh_done(s, t, &mesh);
    return *out != NULL;
}

/* Everything behind the mesh. A whole-value word without axes represents all of them. */
static bool scan_named_body(Scan *s, ShardingTable *t, const Mesh *mesh, Gspmd *out)
{
    ScannedDims dims = { 0 };
    ScannedSets sets = { 0 };
    bool ok = true, has_dims = false, first = true; /* the comma behind the mesh may be left out */
    GspmdKind whole = GSPMD_NAMED;
    while (ok && (scan_char(s, ',') || (first && scan_peek(s) != '}'))) {
        first = false;
        scan_peek(s);
        const char *word = s->p;
        if (*s->p == '[') {
            ok = !has_dims && scan_dims(s, mesh, &dims);
            has_dims = true;
            continue;
        }
        if (scan_word(s, "metadata")) {
            ok = scan_metadata(s, out);
            continue;
        }
        GspmdKind kind = scan_word(s, "replicated")  ? GSPMD_REPLICATED
                         : scan_word(s, "manual")    ? GSPMD_MANUAL
                         : scan_word(s, "unreduced") ? GSPMD_UNREDUCED
                                                     : GSPMD_NAMED;
        if (kind != GSPMD_NAMED && scan_peek(s) != '=') {
            whole = kind;
            continue;
        }
        s->p = word;
        ok = scan_set(s, mesh, &sets) || scan_expected(s, "dims, replicated, unreduced or manual");
    }
    ok = ok && scan_in_order(s, sets.replicated.v, sets.replicated.n) && scan_in_order(s, sets.unreduced.v, sets.unreduced.n) &&
         scan_in_order(s, sets.manual.v, sets.manual.n);
    out->named_any_rank = dims.n == 0; /* [] too */
    out->named = scan_finish(s, t, mesh, &dims, &sets, ok);
    if (!out->named)
        return false;
    out->kind = whole;
    out->n_devices = mesh->n_devices;
    out->reduction = out->named->reduction;
    return true;
}

static bool scan_named(Scan *s, Arena *arena, ShardingTable *t, Gspmd *out)
{
    if (scan_word(s, "maximal_mesh")) {
        out->kind = GSPMD_MAXIMAL;
        return scan_expect(s, '[') && (scan_word(s, "device_id") || scan_expected(s, "device_id")) &&
               scan_expect(s, '=') && scan_int(s, &out->device) && scan_expect(s, ']');
    }
    const Mesh *mesh;
    return scan_named_mesh(s, arena, t, &mesh) && scan_named_body(s, t, mesh, out);
}

/* replicated, manual, ... */
static bool scan_kind(Scan *s, GspmdKind *out)
{
    static const struct {
        const char *word;
        GspmdKind kind;
    } words[] = { { "replicated", GSPMD_REPLICATED }, { "manual", GSPMD_MANUAL },       { "unknown", GSPMD_UNKNOWN },
                  { "unreduced", GSPMD_UNREDUCED },   { "maximal", GSPMD_MAXIMAL } };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (scan_word(s, words[i].word)) {
            *out = words[i].kind;
            return true;
        }
    return false;
}

/* Which parts of a sharding were there. */
enum { KIND = 1, DEVICE = 2, SUBGROUPS = 4 };

static bool scan_once(Scan *s, unsigned *seen, unsigned part)
{
    bool twice = *seen & part;
    *seen |= part;
    return !twice || scan_fail(s, NULL, "%s twice", part == KIND ? "a kind" : part == DEVICE ? "a device" : "types of the last dimensions");
}

static bool scan_part(Scan *s, Arena *arena, Gspmd *out, unsigned *seen)
{
    static const GspmdKind replicated = GSPMD_REPLICATED;
    if (scan_kind(s, &out->kind))
        return scan_once(s, seen, KIND);
    if (scan_word(s, "devices"))
        return scan_once(s, seen, KIND) && scan_tiled(s, arena, out);
    if (scan_word(s, "device"))
        return scan_once(s, seen, DEVICE) && scan_expect(s, '=') && scan_int(s, &out->device);
    if (scan_word(s, "last_tile_dims"))
        return scan_once(s, seen, SUBGROUPS) && scan_subgroups(s, arena, out);
    if (scan_word(s, "last_tile_dim_replicate")) {
        out->n_subgroup = 1;
        out->subgroup = arena_dup_array(arena, &replicated, 1);
        return scan_once(s, seen, SUBGROUPS);
    }
    bool as = scan_word(s, "shard_as");
    if (as || scan_word(s, "shard_like")) {
        out->shard_group_kind = as ? 1 : 2;
        return scan_int(s, &out->shard_group);
    }
    if (scan_word(s, "metadata"))
        return scan_metadata(s, out);
    return scan_expected(s, *seen & KIND ? "'}'" : "devices=, replicated, maximal, manual, unknown, unreduced or mesh");
}

/* The parts of a sharding without a mesh, in any order. */
static bool scan_parts(Scan *s, Arena *arena, Gspmd *out)
{
    unsigned seen = 0;
    while (!(seen & KIND) || scan_peek(s) != '}')
        if (!scan_part(s, arena, out, &seen))
            return false;
    bool maximal = out->kind == GSPMD_MAXIMAL;
    if (maximal != ((seen & DEVICE) != 0))
        return maximal ? scan_expected(s, "device=") : scan_fail(s, NULL, "device= without maximal");
    if (out->n_subgroup > (out->kind == GSPMD_TILED ? out->n_dims : 0))
        return scan_fail(s, NULL, "%d types for %d tile dimensions", out->n_subgroup, out->n_dims);
    return true;
}

/* What is between the braces of a single sharding. */
static bool scan_single(Scan *s, Arena *arena, ShardingTable *t, Gspmd *out)
{
    scan_peek(s);
    bool named = g_str_has_prefix(s->p, "maximal_mesh") || scan_word(s, "mesh");
    if (!(named ? scan_named(s, arena, t, out) : scan_parts(s, arena, out)))
        return false;
    if (out->kind == GSPMD_MAXIMAL && out->device >= MAX_DEVICES)
        return scan_fail(s, NULL, "device %" PRId64 " beyond the limit of %d devices", out->device, MAX_DEVICES);
    return scan_expect(s, '}');
}

bool gspmd_parse(Arena *arena, ShardingTable *t, const char *text, Gspmd *out, const TextPos *at, GError **error)
{
    Scan s = scan_start(text, "sharding", at, error);
    s.bare = true;
    memset(out, 0, sizeof *out);
    if (!scan_expect(&s, '{'))
        return false;
    bool empty = scan_char(&s, '}');
    if (!empty && scan_peek(&s) != '{')
        return scan_single(&s, arena, t, out) && scan_end(&s);
    VEC(Gspmd) parts = { 0 };
    bool ok = true;
    if (!empty) {
        do {
            vec_push(&parts, (Gspmd){ 0 });
            ok = scan_expect(&s, '{') && scan_single(&s, arena, t, &parts.v[parts.n - 1]);
        } while (ok && scan_char(&s, ','));
        ok = ok && scan_expect(&s, '}');
    }
    out->kind = GSPMD_TUPLE;
    out->n_parts = parts.n;
    out->parts = arena_dup_array(arena, parts.v, parts.n);
    vec_clear(&parts);
    return ok && scan_end(&s);
}

/* ---- printing ------------------------------------------------------------------------------------------------------------ */

/* Digits of a list of axes in device positions, appended; neighbours that count on are one digit. */
static int push_digits(const Mesh *mesh, AxisList axes, Digit *v, int n)
{
    int64_t strides[MAX_AXES], stride = 1;
    for (int i = mesh->n_axes - 1; i >= 0; i--) {
        strides[i] = stride;
        stride *= mesh->axes[i].size;
    }
    for (int i = 0; i < axes.n; i++) {
        AxisRef a = axes.v[i];
        if (a.size == 1)
            continue;
        int64_t below = strides[a.axis] * (mesh->axes[a.axis].size / (a.pre * a.size));
        if (n && v[n - 1].stride == below * a.size)
            v[n - 1] = (Digit){ v[n - 1].size * a.size, below, 0 };
        else
            v[n++] = (Digit){ a.size, below, 0 };
    }
    return n;
}

static int compare_strides(const void *a, const void *b)
{
    const Digit *x = a, *y = b;
    return (x->stride < y->stride) - (x->stride > y->stride);
}

static void print_iota(GString *out, const Digit *v, int n)
{
    Digit *sorted = g_memdup2(v, sizeof *v * (size_t)MAX(n, 1));
    for (int i = 0; i < n; i++)
        sorted[i].dim = i; /* where the digit is in the tile order */
    qsort(sorted, (size_t)n, sizeof *sorted, compare_strides);
    g_string_append(out, "<=[");
    for (int i = 0; i < n; i++)
        g_string_append_printf(out, "%s%" PRId64, i ? "," : "", sorted[i].size);
    g_string_append_c(out, ']');
    for (int place = 0; n > 1 && place < n; place++) {
        int from = 0;
        while (sorted[from].dim != place)
            from++;
        g_string_append_printf(out, "%s%d", place ? "," : "T(", from);
    }
    if (n > 1)
        g_string_append_c(out, ')');
    g_free(sorted);
}

static int compare_ids(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The explicit list, for meshes that permute their devices; copies of a tile ascending. */
static void print_list(GString *out, const Mesh *mesh, const Digit *v, int n, int64_t copies)
{
    int64_t *ids = g_new(int64_t, mesh->n_devices), filled = 1;
    ids[0] = 0;
    for (int i = n - 1; i >= 0; i--) {
        for (int64_t k = 1; k < v[i].size; k++)
            for (int64_t j = 0; j < filled; j++)
                ids[k * filled + j] = ids[j] + k * v[i].stride;
        filled *= v[i].size;
    }
    for (int64_t i = 0; i < mesh->n_devices; i++)
        ids[i] = mesh_device_at(mesh, ids[i]);
    for (int64_t base = 0; copies > 1 && base < mesh->n_devices; base += copies)
        qsort(ids + base, (size_t)copies, sizeof *ids, compare_ids);
    for (int64_t i = 0; i < mesh->n_devices; i++)
        g_string_append_printf(out, "%s%" PRId64, i ? "," : "", ids[i]);
    g_free(ids);
}

static void print_tiled(GString *out, const Sharding *s, AxisList rest)
{
    int max_digits = s->manual.n + s->unreduced.n + rest.n;
    for (int d = 0; d < s->rank; d++)
        max_digits += s->dims[d].axes.n;
    Digit *digits = g_new(Digit, MAX(max_digits, 1));
    int n = 0, n_types = 0;
    const char *types[3];
    g_string_append(out, "{devices=[");
    for (int d = 0; d < s->rank; d++) {
        g_string_append_printf(out, "%s%" PRId64, d ? "," : "", sharding_parts(s, d));
        n = push_digits(s->mesh, s->dims[d].axes, digits, n);
    }
    const AxisList sets[3] = { s->manual, s->unreduced, rest };
    static const char *const words[3] = { "manual", "unreduced", "replicated" };
    for (int i = 0; i < 3; i++)
        if (axis_list_size(sets[i]) > 1) {
            g_string_append_printf(out, "%s%" PRId64, s->rank || n_types ? "," : "", axis_list_size(sets[i]));
            n = push_digits(s->mesh, sets[i], digits, n);
            types[n_types++] = words[i];
        }
    g_string_append_c(out, ']');
    if (s->mesh->device_ids)
        print_list(out, s->mesh, digits, n, axis_list_size(rest));
    else
        print_iota(out, digits, n);
    g_free(digits);
    if (n_types == 1 && types[0] == words[2])
        g_string_append(out, " last_tile_dim_replicate");
    else
        for (int i = 0; i < n_types; i++)
            g_string_append_printf(out, "%s%s%s", i ? ", " : " last_tile_dims={", types[i], i + 1 == n_types ? "}" : "");
}

void sharding_print_gspmd(GString *out, const Sharding *s)
{
    if (s->maximal) {
        g_string_append_printf(out, "{maximal device=%" PRId64 "}", s->mesh->device_ids[0]);
        return;
    }
    Arena *scratch = arena_new_root();
    int64_t tiles = 1, n = s->mesh->n_devices;
    AxisList *used = arena_array(scratch, AxisList, s->rank + 2);
    for (int d = 0; d < s->rank; d++) {
        used[d] = s->dims[d].axes;
        tiles *= sharding_parts(s, d);
    }
    used[s->rank] = s->manual;
    used[s->rank + 1] = s->unreduced;
    int64_t n_manual = axis_list_size(s->manual), n_unreduced = axis_list_size(s->unreduced);
    if (n > 1 && n_manual == n)
        g_string_append(out, "{manual");
    else if (n > 1 && n_unreduced == n)
        g_string_append(out, "{unreduced");
    else if (tiles * n_manual * n_unreduced == 1)
        g_string_append(out, "{replicated");
    else
        print_tiled(out, s, mesh_free_axes(scratch, s->mesh, used, s->rank + 2));
    if (n_unreduced > 1 && s->reduction != REDUCTION_SUM) {
        char *word = g_ascii_strup(reduction_word(s->reduction), -1);
        g_string_append_printf(out, " metadata={op_type=\"sdy::reduction_op\" op_name=\"%s\"}", word);
        g_free(word);
    }
    g_string_append_c(out, '}');
    arena_free(scratch);
}
