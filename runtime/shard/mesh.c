/* Axis references, lists of them, and device positions. The laws are Shardy's: an axis of size n is a number
 * written in mixed radix, a reference picks the digits between two cut points (`pre` and pre * size) that count
 * from the major end. */
#include "runtime/shard/mesh.h"

#include <glib.h>
#include <string.h>

#include "runtime/base/gcd.h"

static int64_t axis_next(AxisRef a)
{
    return a.pre * a.size;
}

bool axis_overlaps(AxisRef a, AxisRef b)
{
    if (a.axis != b.axis)
        return false;
    return axis_equal(a, b) || MAX(a.pre, b.pre) < MIN(axis_next(a), axis_next(b));
}

bool axis_coexist(AxisRef a, AxisRef b)
{
    if (a.axis != b.axis)
        return true;
    int64_t cuts[4] = { a.pre, axis_next(a), b.pre, axis_next(b) };
    for (int i = 1; i < 4; i++)
        for (int k = i; k > 0 && cuts[k] < cuts[k - 1]; k--) {
            int64_t swap = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = swap;
        }
    for (int i = 1; i < 4; i++)
        if (cuts[i] % cuts[i - 1] != 0)
            return false;
    return true;
}

bool axis_contains(AxisRef whole, AxisRef part)
{
    return whole.axis == part.axis && whole.pre <= part.pre && axis_next(part) <= axis_next(whole);
}

bool axis_list_covers(AxisList a, AxisRef part)
{
    int64_t found = 1;
    for (int i = 0; i < a.n; i++) {
        if (axis_contains(a.v[i], part))
            return true;
        int64_t from = MAX(a.v[i].pre, part.pre), to = MIN(axis_next(a.v[i]), axis_next(part));
        if (a.v[i].axis == part.axis && from < to && to % from == 0)
            found *= to / from;
    }
    return part.size > 1 && found == part.size;
}

bool axis_list_equal(AxisList a, AxisList b)
{
    if (a.n != b.n)
        return false;
    for (int i = 0; i < a.n; i++)
        if (!axis_equal(a.v[i], b.v[i]))
            return false;
    return true;
}

static bool is_prefix_piece(AxisRef a, AxisRef b)
{
    return a.axis == b.axis && a.pre == b.pre && b.size % a.size == 0;
}

bool axis_list_is_prefix(AxisList a, AxisList b)
{
    if (a.n > b.n)
        return false;
    for (int i = 0; i < a.n; i++)
        if (!axis_equal(a.v[i], b.v[i]) && !(i == a.n - 1 && is_prefix_piece(a.v[i], b.v[i])))
            return false;
    return true;
}

bool axis_list_overlaps(AxisList a, AxisList b)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < b.n; k++)
            if (axis_overlaps(a.v[i], b.v[k]))
                return true;
    return false;
}

int64_t axis_list_size(AxisList a)
{
    int64_t size = 1;
    for (int i = 0; i < a.n; i++)
        size *= a.v[i].size;
    return size;
}

AxisList axis_list_fewer(Arena *arena, AxisList a)
{
    AxisRef *v = arena_dup_array(arena, a.v, a.n), *last = &v[a.n - 1];
    int64_t by = 2;
    while (last->size % by)
        by++;
    last->size /= by;
    return (AxisList){ v, a.n - (last->size == 1) };
}

/* ---- lists from lists ------------------------------------------------------------------------- */

/* Appends to a list under construction, merging with its last element where the digits are adjacent. */
static int append(AxisRef *v, int n, AxisRef a)
{
    if (n > 0 && v[n - 1].axis == a.axis && axis_next(v[n - 1]) == a.pre && a.size > 1) {
        v[n - 1].size *= a.size;
        return n;
    }
    v[n] = a;
    return n + 1;
}

AxisList axis_list_concat(Arena *arena, AxisList a, AxisList b)
{
    if (!b.n)
        return a;
    if (!a.n)
        return b;
    AxisRef *v = arena_array(arena, AxisRef, a.n + b.n);
    memcpy(v, a.v, sizeof *v * (size_t)a.n);
    int n = a.n;
    for (int i = 0; i < b.n; i++)
        n = append(v, n, b.v[i]);
    return (AxisList){ v, n };
}

AxisList axis_list_merged(Arena *arena, AxisList a)
{
    AxisRef *v = arena_array(arena, AxisRef, a.n);
    int n = 0;
    for (int i = 0; i < a.n; i++)
        n = append(v, n, a.v[i]);
    return (AxisList){ v, n };
}

AxisList axis_list_without_ones(Arena *arena, AxisList a)
{
    AxisRef *v = arena_array(arena, AxisRef, a.n);
    int n = 0;
    for (int i = 0; i < a.n; i++)
        if (a.v[i].size > 1)
            n = append(v, n, a.v[i]);
    return (AxisList){ v, n };
}

AxisList axis_list_drop_prefix(Arena *arena, AxisList a, AxisList prefix)
{
    g_assert(axis_list_is_prefix(prefix, a));
    if (!prefix.n)
        return a;
    int seam = prefix.n - 1;
    AxisRef last = prefix.v[seam];
    if (axis_equal(last, a.v[seam]))
        return (AxisList){ a.v + prefix.n, a.n - prefix.n };
    AxisRef *v = arena_dup_array(arena, a.v + seam, a.n - seam);
    v[0] = (AxisRef){ last.axis, axis_next(last), v[0].size / last.size };
    return (AxisList){ v, a.n - seam };
}

/* The first place behind `from` at which one of `at` begins or ends within the axis part; its end if there is none. */
static int64_t next_cut(AxisRef part, int64_t from, AxisList at)
{
    int64_t next = axis_next(part);
    for (int i = 0; i < at.n; i++) {
        const int64_t ends[] = { at.v[i].pre, axis_next(at.v[i]) };
        for (int k = 0; k < 2 && at.v[i].axis == part.axis; k++)
            if (ends[k] > from && ends[k] < next && ends[k] % from == 0 && axis_next(part) % ends[k] == 0)
                next = ends[k];
    }
    return next;
}

AxisList axis_list_cut(Arena *arena, AxisList a, AxisList at)
{
    AxisRef *v = arena_array(arena, AxisRef, a.n * (2 * at.n + 1));
    int n = 0;
    for (int i = 0; i < a.n; i++) {
        int64_t from = a.v[i].pre;
        do {
            int64_t to = next_cut(a.v[i], from, at);
            v[n++] = (AxisRef){ a.v[i].axis, from, to / from };
            from = to;
        } while (from < axis_next(a.v[i]));
    }
    return (AxisList){ v, n };
}

static AxisList pieces_of(Arena *arena, AxisList a, AxisList by, bool common)
{
    AxisList cut = axis_list_cut(arena, a, by);
    AxisRef *v = arena_array(arena, AxisRef, cut.n);
    int n = 0;
    for (int i = 0; i < cut.n; i++)
        if (axis_list_covers(by, cut.v[i]) == common)
            v[n++] = cut.v[i];
    return axis_list_merged(arena, (AxisList){ v, n });
}

AxisList axis_list_common(Arena *arena, AxisList a, AxisList by)
{
    return pieces_of(arena, a, by, true);
}

AxisList axis_list_without(Arena *arena, AxisList a, AxisList by)
{
    return pieces_of(arena, a, by, false);
}

/* A full axis comes after the parts that start with it and before the rest, as (pre, size) gives by itself. */
static int compare_refs(const void *pa, const void *pb)
{
    const AxisRef *a = pa, *b = pb;
    if (a->axis != b->axis)
        return a->axis < b->axis ? -1 : 1;
    if (a->pre != b->pre)
        return a->pre < b->pre ? -1 : 1;
    return (a->size > b->size) - (a->size < b->size);
}

AxisList axis_list_sorted(Arena *arena, const Mesh *mesh, AxisList a)
{
    (void)mesh; /* references hold positions in the mesh, so their order is the mesh's */
    AxisRef *v = arena_dup_array(arena, a.v, a.n);
    if (a.n > 1)
        qsort(v, (size_t)a.n, sizeof *v, compare_refs);
    int n = 0;
    for (int i = 0; i < a.n; i++)
        n = append(v, n, v[i]);
    return (AxisList){ v, n };
}

AxisList mesh_free_axes(Arena *arena, const Mesh *mesh, const AxisList *used, int n_used)
{
    int n_all = 0;
    for (int i = 0; i < n_used; i++)
        n_all += used[i].n;
    AxisRef *all = arena_array(arena, AxisRef, n_all);
    n_all = 0;
    for (int i = 0; i < n_used; i++)
        for (int k = 0; k < used[i].n; k++)
            all[n_all++] = used[i].v[k];
    if (n_all > 1)
        qsort(all, (size_t)n_all, sizeof *all, compare_refs);

    /* Each used piece leaves at most one gap before it, each axis one behind its last piece. */
    AxisRef *v = arena_array(arena, AxisRef, n_all + mesh->n_axes);
    int n = 0, k = 0;
    for (int axis = 0; axis < mesh->n_axes; axis++) {
        int64_t done = 1, size = mesh->axes[axis].size;
        for (; k < n_all && all[k].axis == axis; k++) {
            if (all[k].pre > done && all[k].pre % done == 0)
                v[n++] = (AxisRef){ axis, done, all[k].pre / done };
            done = MAX(done, axis_next(all[k]));
        }
        if (size > done && size % done == 0)
            v[n++] = (AxisRef){ axis, done, size / done };
    }
    return (AxisList){ v, n };
}

/* ---- devices ---------------------------------------------------------------------------------- */

int64_t mesh_device_at(const Mesh *mesh, int64_t lin)
{
    return mesh->device_ids ? mesh->device_ids[lin] : lin;
}

int64_t mesh_position_of(const Mesh *mesh, int64_t device)
{
    if (mesh->maximal)
        return device == mesh->device_ids[0] ? 0 : -1;
    if (device < 0 || device >= mesh->n_devices)
        return -1;
    if (!mesh->device_ids)
        return device;
    if (mesh->positions)
        return mesh->positions[device];
    for (int64_t i = 0; i < mesh->n_devices; i++)
        if (mesh->device_ids[i] == device)
            return i;
    return -1;
}

int64_t axis_list_index(const Mesh *mesh, AxisList axes, int64_t lin)
{
    int64_t strides[MAX_AXES], stride = 1;
    for (int i = mesh->n_axes - 1; i >= 0; i--) {
        strides[i] = stride;
        stride *= mesh->axes[i].size;
    }
    int64_t index = 0;
    for (int i = 0; i < axes.n; i++) {
        AxisRef a = axes.v[i];
        int64_t below = strides[a.axis] * (mesh->axes[a.axis].size / axis_next(a));
        index = index * a.size + lin / below % a.size;
    }
    return index;
}

int mesh_axis_named(const Mesh *mesh, const char *name)
{
    for (int i = 0; i < mesh->n_axes; i++)
        if (strcmp(mesh->axes[i].name, name) == 0)
            return i;
    return -1;
}

int64_t **mesh_groups(Arena *arena, const Mesh *mesh, AxisList axes, int *n_groups, int *group_size)
{
    AxisList rest = mesh_free_axes(arena, mesh, &axes, 1);
    int64_t size = axis_list_size(axes), n = mesh->n_devices / size;
    g_assert(axis_list_size(rest) == n);
    int64_t *ids = arena_array(arena, int64_t, mesh->n_devices);
    int64_t **groups = arena_array(arena, int64_t *, n);
    for (int64_t g = 0; g < n; g++)
        groups[g] = ids + g * size;
    for (int64_t lin = 0; lin < mesh->n_devices; lin++)
        groups[axis_list_index(mesh, rest, lin)][axis_list_index(mesh, axes, lin)] = mesh_device_at(mesh, lin);
    *n_groups = (int)n;
    *group_size = (int)size;
    return groups;
}
