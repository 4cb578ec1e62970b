/* Represents tilings as mixed-radix numbers, a form that both GSPMD's device grids and Shardy's mesh axes convert to.
 *
 * A grid `[dims]<=[reshape]T(perm)` says: write the tile index in mixed radix, give each digit a stride, and the sum is
 * the device. An axis of a mesh is the interval [stride, stride * size) of device numbers. So a tiling fits a mesh
 * exactly when its digits can be cut at the mesh's interval ends, and a mesh for several tilings is made of all their
 * cuts, as long as each divides the next. An explicit list is a grid when its digits can be found again. */
#include <stdlib.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

/* ---- devices of a grid ---------------------------------------------------------------------------------------- */

/* The digits of the iota form before they are cut at the tile dims. */
static Digits iota_digits(Arena *arena, const Gspmd *g)
{
    int64_t *strides = arena_array(arena, int64_t, g->n_reshape);
    int64_t stride = 1;
    for (int i = g->n_reshape - 1; i >= 0; i--) {
        strides[i] = stride;
        stride *= g->reshape[i];
    }
    Digits digits = { arena_array(arena, Digit, g->n_reshape), g->n_reshape };
    for (int i = 0; i < g->n_reshape; i++)
        digits.v[i] = (Digit){ g->reshape[g->perm[i]], strides[g->perm[i]], 0 };
    return digits;
}

/* All values of a mixed-radix number in order. */
static void enumerate(Digits digits, int64_t *out)
{
    int64_t n = 1;
    out[0] = 0;
    for (int i = digits.n - 1; i >= 0; i--) {
        for (int64_t k = 1; k < digits.v[i].size; k++)
            for (int64_t j = 0; j < n; j++)
                out[k * n + j] = out[j] + k * digits.v[i].stride;
        n *= digits.v[i].size;
    }
}

void gspmd_devices(const Gspmd *g, int64_t *out)
{
    if (g->devices) {
        memcpy(out, g->devices, sizeof *out * (size_t)g->n_devices);
        return;
    }
    Arena *scratch = arena_new_root();
    enumerate(iota_digits(scratch, g), out);
    arena_free(scratch);
}

/* ---- digits of a list ------------------------------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Finds sizes and strides, minor digit first: a digit is the longest run of equal steps. A run that crosses into the
 * next digit does so whole, since the step there is the same, so greedy is right. False if the list is no such number. */
static bool list_digits(Arena *arena, const int64_t *list, int64_t n, Digits *out)
{
    enum { MAX_DIGITS = 64 };
    Digit found[MAX_DIGITS];
    int n_found = 0;
    if (list[0] != 0)
        return false;
    for (int64_t block = 1; block < n;) {
        int64_t stride = list[block], run = 1;
        while ((run + 1) * block <= n && list[run * block] == run * stride)
            run++;
        while (run > 1 && (n / block) % run != 0)
            run--;
        if (run < 2 || stride < 1 || n_found == MAX_DIGITS)
            return false;
        found[n_found++] = (Digit){ run, stride, 0 };
        block *= run;
    }
    out->v = arena_array(arena, Digit, MAX(n_found, 1));
    out->n = n_found;
    for (int i = 0; i < n_found; i++)
        out->v[i] = found[n_found - 1 - i];
    int64_t *check = g_new(int64_t, n);
    enumerate(*out, check);
    bool same = memcmp(check, list, sizeof *list * (size_t)n) == 0;
    g_free(check);
    return same;
}

/* Cuts digits at the ends of the tile dims, major end first. False if neither divides the other somewhere. */
static bool cut_at_dims(Arena *arena, const Gspmd *g, Digits digits, Digits *out)
{
    Digit *v = arena_array(arena, Digit, g->n_dims + digits.n);
    int n = 0, k = 0;
    int64_t left = digits.n ? digits.v[0].size : 1;
    for (int dim = 0; dim < g->n_dims; dim++) {
        int64_t want = g->dims[dim];
        while (want > 1) {
            while (left == 1 && k + 1 < digits.n)
                left = digits.v[++k].size;
            int64_t take = MIN(want, left);
            if (take < 2 || want % take != 0 || left % take != 0)
                return false;
            v[n++] = (Digit){ take, digits.v[k].stride * (left / take), dim };
            want /= take;
            left /= take;
        }
    }
    *out = (Digits){ v, n };
    return true;
}

/* Devices behind one tile have no order: each group ascending, as every printer writes them. */
static void sort_copies(const Gspmd *g, int64_t *list)
{
    if (!g->n_subgroup || g->subgroup[g->n_subgroup - 1] != GSPMD_REPLICATED)
        return;
    int64_t copies = g->dims[g->n_dims - 1];
    for (int64_t i = 0; copies > 1 && i < g->n_devices; i += copies)
        qsort(list + i, (size_t)copies, sizeof *list, compare_ids);
}

bool gspmd_digits(Arena *arena, const Gspmd *g, const Mesh *order, Digits *out)
{
    bool identity = !order || !order->device_ids;
    if (order && order->n_devices != g->n_devices)
        return false;
    if (identity && !g->devices && cut_at_dims(arena, g, iota_digits(arena, g), out))
        return true;
    int64_t *list = g_new(int64_t, g->n_devices);
    gspmd_devices(g, list);
    if (!identity)
        for (int64_t i = 0; i < g->n_devices; i++)
            list[i] = mesh_position_of(order, list[i]);
    sort_copies(g, list);
    Digits digits;
    bool ok = list_digits(arena, list, g->n_devices, &digits) && cut_at_dims(arena, g, digits, out);
    g_free(list);
    return ok;
}

/* ---- digits on a mesh --------------------------------------------------------------------------------------------- */

bool digit_axes(const Mesh *mesh, Digit digit, RefList *out)
{
    int64_t above = digit.stride * digit.size; /* what is still to be covered: [stride, above) */
    int64_t stride = mesh->n_devices;
    for (int i = 0; i < mesh->n_axes && above > digit.stride; i++) {
        int64_t end = stride;
        stride /= mesh->axes[i].size;
        int64_t lo = MAX(digit.stride, stride), hi = MIN(above, end);
        if (lo >= hi)
            continue;
        if (hi != above || lo % stride != 0 || lo % digit.stride != 0 || hi % lo != 0 || end % hi != 0)
            return false;
        vec_push(out, ((AxisRef){ i, end / hi, hi / lo }));
        above = lo;
    }
    return above == digit.stride;
}

/* The digit that a part of an axis is in its mesh. */
static Digit ref_digit(const Mesh *mesh, AxisRef a)
{
    int64_t stride = 1;
    for (int i = mesh->n_axes - 1; i > a.axis; i--)
        stride *= mesh->axes[i].size;
    return (Digit){ a.size, stride * (mesh->axes[a.axis].size / (a.pre * a.size)), 0 };
}

static bool same_order(const Mesh *a, const Mesh *b)
{
    if (a->n_devices != b->n_devices || !a->device_ids != !b->device_ids)
        return false;
    return !a->device_ids || memcmp(a->device_ids, b->device_ids, sizeof *a->device_ids * (size_t)a->n_devices) == 0;
}

static bool remesh_list(Arena *arena, const Mesh *from, AxisList list, const Mesh *to, AxisList *out)
{
    RefList refs = { 0 };
    bool ok = true;
    for (int i = 0; ok && i < list.n; i++)
        if (list.v[i].size > 1)
            ok = digit_axes(to, ref_digit(from, list.v[i]), &refs);
    *out = (AxisList){ arena_dup_array(arena, refs.v, refs.n), refs.n };
    vec_clear(&refs);
    return ok;
}

const Sharding *sharding_remesh(ShardingTable *t, const Sharding *s, const Mesh *mesh)
{
    if (s->maximal)
        return s;
    if (s->mesh->n_axes && !same_order(s->mesh, mesh))
        return NULL;
    Arena *scratch = arena_new_root();
    Sharding moved = *s;
    DimSharding *dims = arena_dup_array(scratch, s->dims, s->rank);
    bool ok = true;
    for (int d = 0; ok && d < s->rank; d++) {
        ok = remesh_list(scratch, s->mesh, s->dims[d].axes, mesh, &dims[d].axes);
        if (!dims[d].axes.n && !dims[d].open)
            dims[d].priority = -1; /* nothing left to give it to */
    }
    ok = ok && remesh_list(scratch, s->mesh, s->replicated, mesh, &moved.replicated) &&
         remesh_list(scratch, s->mesh, s->unreduced, mesh, &moved.unreduced) &&
         remesh_list(scratch, s->mesh, s->manual, mesh, &moved.manual);
    moved.dims = dims;
    moved.mesh = mesh;
    const Sharding *result = ok ? sharding_intern(t, &moved) : NULL;
    arena_free(scratch);
    return result;
}

/* ---- meshes from cuts ------------------------------------------------------------------------------------------------ */

typedef struct Cuts {
    int64_t *v;
    int n, cap;
} Cuts;

/* In order, each once; false, and as they were but for their order, if they do not all divide one another. */
static bool chain(Cuts *cuts)
{
    qsort(cuts->v, (size_t)cuts->n, sizeof *cuts->v, compare_ids);
    for (int i = 1; i < cuts->n; i++)
        if (cuts->v[i] % cuts->v[i - 1] != 0)
            return false;
    int n = 1;
    for (int i = 1; i < cuts->n; i++)
        if (cuts->v[i] != cuts->v[n - 1])
            cuts->v[n++] = cuts->v[i];
    cuts->n = n;
    return true;
}

/* Cuts that go with all others, where some do not go together: 2 x 3 and 3 x 2 of 6 are sub-axes of one axis. */
static void keep_common(Cuts *cuts)
{
    int n = 0;
    for (int i = 0; i < cuts->n; i++) {
        bool common = true;
        for (int k = 0; common && k < cuts->n; k++)
            common = cuts->v[i] % cuts->v[k] == 0 || cuts->v[k] % cuts->v[i] == 0;
        if (common) {
            int64_t t = cuts->v[n];
            cuts->v[n++] = cuts->v[i];
            cuts->v[i] = t; /* the others are still compared with */
        }
    }
    cuts->n = n;
}

/* The mesh with one axis between each two neighbouring cuts; `cuts` has 1 and n_devices. An axis that is one of
 * `like` whole keeps that name. */
static const Mesh *mesh_of_cuts(ShardingTable *t, const Cuts *cuts, const Mesh *like, const int64_t *ids)
{
    if (cuts->n - 1 > MAX_AXES)
        return NULL;
    MeshAxis axes[MAX_AXES];
    char *names[MAX_AXES];
    Mesh mesh = { .name = like && like->name ? like->name : "mesh", .axes = axes, .n_axes = cuts->n - 1, .device_ids = ids,
                  .n_devices = cuts->v[cuts->n - 1], .inferred = !like };
    for (int i = 0; i < mesh.n_axes; i++) {
        int64_t stride = cuts->v[mesh.n_axes - 1 - i], size = cuts->v[mesh.n_axes - i] / stride;
        names[i] = NULL;
        for (int k = 0; like && k < like->n_axes; k++) {
            Digit d = ref_digit(like, axis_whole(like, k));
            if (d.stride == stride && d.size == size && size > 1)
                names[i] = g_strdup(like->axes[k].name);
        }
        if (!names[i]) {
            names[i] = g_strdup_printf("axis%d", i);
            for (int k = 0; like && k < like->n_axes; k++)
                if (strcmp(like->axes[k].name, names[i]) == 0) {
                    char *longer = g_strconcat(names[i], "_", NULL);
                    g_free(names[i]);
                    names[i] = longer;
                    k = -1;
                }
        }
        axes[i] = (MeshAxis){ names[i], size };
    }
    const Mesh *result = mesh_intern(t, &mesh);
    for (int i = 0; i < mesh.n_axes; i++)
        g_free(names[i]);
    return result;
}

const Mesh *mesh_refine(ShardingTable *t, const Mesh *const *all, int n)
{
    const Mesh *first = NULL;
    Cuts cuts = { 0 };
    bool ok = true, one = true;
    for (int i = 0; ok && i < n; i++) {
        const Mesh *m = all[i];
        if (m->maximal || !m->n_axes)
            continue;
        if (!first)
            first = m;
        ok = same_order(first, m);
        one = one && m == first;
        int64_t stride = 1;
        vec_push(&cuts, stride);
        for (int k = m->n_axes - 1; k >= 0; k--) {
            stride *= m->axes[k].size;
            vec_push(&cuts, stride);
        }
    }
    const Mesh *result = one ? first : NULL;
    if (first && ok && !one && !chain(&cuts)) {
        keep_common(&cuts);
        ok = chain(&cuts);
    }
    if (first && ok && !one)
        result = mesh_of_cuts(t, &cuts, first, first->device_ids);
    vec_clear(&cuts);
    return result;
}

/* Calls for each tiled or named sharding, tuples opened. */
static bool fits(ShardingTable *t, const Gspmd *g, const Mesh *mesh, Arena *scratch)
{
    if (g->kind == GSPMD_TUPLE) {
        for (int i = 0; i < g->n_parts; i++)
            if (!fits(t, &g->parts[i], mesh, scratch))
                return false;
        return true;
    }
    if (g->kind == GSPMD_NAMED)
        return sharding_remesh(t, g->named, mesh) != NULL;
    if (g->kind != GSPMD_TILED)
        return true;
    Digits digits;
    bool ok = gspmd_digits(scratch, g, mesh, &digits);
    RefList refs = { 0 };
    for (int i = 0; ok && i < digits.n; i++)
        ok = digit_axes(mesh, digits.v[i], &refs);
    vec_clear(&refs);
    return ok;
}

/* Adds the cuts of one; false if it has no digits in this order. */
static bool add_cuts(Cuts *cuts, const Gspmd *g, const Mesh *order, Arena *scratch, const Gspmd **culprit)
{
    if (g->kind == GSPMD_TUPLE) {
        for (int i = 0; i < g->n_parts; i++)
            if (!add_cuts(cuts, &g->parts[i], order, scratch, culprit))
                return false;
        return true;
    }
    Digits digits = { 0 };
    if (g->kind == GSPMD_NAMED) {
        const Mesh *m = g->named->mesh;
        if (!g->named->maximal && m->n_axes && !same_order(m, order))
            return *culprit = g, false;
        digits.v = arena_array(scratch, Digit, m->n_axes);
        for (int i = 0; i < m->n_axes; i++)
            digits.v[digits.n++] = ref_digit(m, axis_whole(m, i));
    } else if (g->kind != GSPMD_TILED) {
        return true;
    } else if (g->n_devices != order->n_devices || !gspmd_digits(scratch, g, order, &digits)) {
        return *culprit = g, false;
    }
    for (int i = 0; i < digits.n; i++) {
        vec_push(cuts, digits.v[i].stride);
        vec_push(cuts, digits.v[i].stride * digits.v[i].size);
    }
    return true;
}

/* The mesh for all in one device order, or NULL with the first that does not fit it. */
static const Mesh *infer_in_order(ShardingTable *t, const Gspmd *const *all, int n, const Mesh *order, Arena *scratch,
                                  const Gspmd **culprit)
{
    Cuts cuts = { 0 };
    vec_push(&cuts, 1);
    vec_push(&cuts, order->n_devices);
    bool ok = true;
    for (int i = 0; ok && i < n; i++)
        ok = add_cuts(&cuts, all[i], order, scratch, culprit);
    if (ok && !chain(&cuts)) {
        keep_common(&cuts);
        ok = chain(&cuts);
    }
    const Mesh *result = ok ? mesh_of_cuts(t, &cuts, NULL, order->device_ids) : NULL;
    for (int i = 0; result && i < n; i++)
        result = fits(t, all[i], result, scratch) ? result : NULL;
    vec_clear(&cuts);
    return result;
}

/* A device in the order that is being found: its tiles in the tilings looked at so far, as one number, and in the next. */
typedef struct Ranked {
    int64_t rank, tile, id;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    int64_t by = x->rank != y->rank ? x->rank - y->rank : x->tile != y->tile ? x->tile - y->tile : x->id - y->id;
    return (by > 0) - (by < 0);
}

static int64_t n_copies(const Gspmd *g)
{
    return g->n_subgroup && g->subgroup[g->n_subgroup - 1] == GSPMD_REPLICATED ? g->dims[g->n_dims - 1] : 1;
}

static int compare_copies(const void *a, const void *b)
{
    int64_t x = n_copies(*(const Gspmd *const *)a), y = n_copies(*(const Gspmd *const *)b);
    return (x > y) - (x < y);
}

/* An order in which devices of one tile are next to each other, those of the tilings with the most tiles first: copies behind a tile have no
 * order of their own, so that the tilings of one permuted mesh may name its devices differently. */
static void order_by_tiles(const Gspmd *const *all, int n, int64_t n_devices, Arena *scratch, int64_t *ids)
{
    enum { MAX_LOOKED_AT = 256 };
    const Gspmd **tilings = arena_array(scratch, const Gspmd *, n);
    int count = 0;
    for (int i = 0; i < n && count < MAX_LOOKED_AT; i++)
        if (all[i]->kind == GSPMD_TILED && all[i]->n_devices == n_devices)
            tilings[count++] = all[i];
    qsort(tilings, (size_t)count, sizeof *tilings, compare_copies);
    Ranked *v = arena_array(scratch, Ranked, n_devices);
    int64_t *list = arena_array(scratch, int64_t, n_devices), *tile = arena_array(scratch, int64_t, n_devices), n_ranks = 1;
    for (int64_t d = 0; d < n_devices; d++)
        v[d].id = d;
    for (int i = 0; i < count && n_ranks < n_devices; i++) {
        gspmd_devices(tilings[i], list);
        for (int64_t k = 0; k < n_devices; k++)
            tile[list[k]] = k / n_copies(tilings[i]);
        for (int64_t k = 0; k < n_devices; k++)
            v[k].tile = tile[v[k].id];
        qsort(v, (size_t)n_devices, sizeof *v, compare_ranked);
        int64_t rank = 0, before = v[0].rank;
        for (int64_t k = 0; k < n_devices; k++) {
            rank += k > 0 && (v[k].rank != before || v[k].tile != v[k - 1].tile);
            before = v[k].rank;
            v[k].rank = rank;
        }
        n_ranks = rank + 1;
    }
    for (int64_t k = 0; k < n_devices; k++)
        ids[k] = v[k].id;
}

/* All in that order of devices; NULL if they do not fit, or it is none. */
static const Mesh *infer_in_ids(ShardingTable *t, const Gspmd *const *all, int n, int64_t *ids, int64_t n_devices, Arena *scratch)
{
    int64_t *positions = arena_array(scratch, int64_t, n_devices);
    for (int64_t i = 0; i < n_devices; i++)
        positions[ids[i]] = i;
    const Mesh order = { .n_devices = n_devices, .device_ids = ids, .positions = positions };
    const Gspmd *culprit;
    return infer_in_order(t, all, n, &order, scratch, &culprit);
}

const Mesh *gspmd_infer_mesh(ShardingTable *t, const Gspmd *const *all, int n, const Mesh *given, int64_t n_devices,
                             GError **error)
{
    Arena *scratch = arena_new_root();
    bool on_given = given && given->n_devices == n_devices;
    for (int i = 0; on_given && i < n; i++)
        on_given = fits(t, all[i], given, scratch);
    const Mesh *result = on_given ? given : NULL;
    const Gspmd *culprit = NULL;
    if (!result)
        result = infer_in_order(t, all, n, &(Mesh){ .n_devices = n_devices }, scratch, &culprit);
    if (!result && culprit && culprit->n_devices == n_devices && culprit->kind == GSPMD_TILED) {
        /* Perhaps the program numbers its devices otherwise: take the odd one's order for all. */
        int64_t *ids = arena_array(scratch, int64_t, n_devices);
        gspmd_devices(culprit, ids);
        sort_copies(culprit, ids);
        result = infer_in_ids(t, all, n, ids, n_devices, scratch);
        if (!result) {
            order_by_tiles(all, n, n_devices, scratch, ids);
            result = infer_in_ids(t, all, n, ids, n_devices, scratch);
        }
    }
    arena_free(scratch);
    if (!result && culprit && culprit->kind == GSPMD_TILED && culprit->n_devices != n_devices)
        diag(error, SHARD_ERROR_SHARDING, NULL, NULL,
             "a sharding of %" G_GINT64_FORMAT " devices in a program for %" G_GINT64_FORMAT, culprit->n_devices,
             n_devices);
    else if (!result)
        diag(error, SHARD_ERROR_SHARDING, NULL, "name the mesh's axes: their sizes must divide one another's products",
             "the tilings of this program do not fit one mesh of %" G_GINT64_FORMAT " devices", n_devices);
    return result;
}
