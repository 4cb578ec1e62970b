/* Along which axes of the mesh collectives run. */
#include "runtime/xla/explain_impl.h"

#include "runtime/partition/partition.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/sim/collective.h"

typedef VEC(AxisRef) Pieces;

int explain_pieces(const Mesh *mesh, AxisRef *out, int max)
{
    int n = 0;
    for (int a = 0; a < mesh->n_axes; a++) {
        int64_t left = mesh->axes[a].size, pre = 1;
        for (int64_t p = 2; left > 1 && n < max; p++)
            for (; left % p == 0 && n < max; left /= p, pre *= p)
                out[n++] = (AxisRef){ a, pre, p };
    }
    return n;
}

static bool differs(const Mesh *mesh, AxisRef piece, int64_t a, int64_t b)
{
    int64_t at = mesh_position_of(mesh, a), to = mesh_position_of(mesh, b);
    AxisList one = { &piece, 1 };
    return at >= 0 && to >= 0 && axis_list_index(mesh, one, at) != axis_list_index(mesh, one, to);
}

static bool meets_along(const Mesh *mesh, const IrOp *coll, AxisRef piece)
{
    const Ints pairs = coll->a.collective.pairs;
    for (int i = 0; i + 1 < pairs.n; i += 2)
        if (differs(mesh, piece, pairs.v[i], pairs.v[i + 1]))
            return true;
    const Groups *g = &coll->a.collective.groups;
    for (int i = 0; i < g->n_groups; i++)
        for (int k = 1; k < g->groups[i].n; k++)
            if (differs(mesh, piece, g->groups[i].v[0], g->groups[i].v[k]))
                return true;
    return pairs.n == 0 && g->n_groups == 0;
}

AxisList explain_axes(Explain *x, const IrOp *coll)
{
    const Mesh *mesh = x->whole->mesh;
    if (!mesh || mesh->maximal)
        return (AxisList){ 0 };
    IrOp named;
    name_devices(x->arena, coll, &named);
    enum { MAX_PIECES = 64 };
    AxisRef all[MAX_PIECES];
    Pieces mine = { 0 };
    int n = explain_pieces(mesh, all, MAX_PIECES);
    for (int i = 0; i < n; i++)
        if (meets_along(mesh, &named, all[i]))
            vec_push(&mine, all[i]);
    AxisList list = axis_list_merged(x->arena, (AxisList){ arena_dup_array(x->arena, mine.v, mine.n), mine.n });
    vec_clear(&mine);
    return list;
}

static bool covered(AxisList axes, AxisRef piece)
{
    for (int i = 0; i < axes.n; i++)
        if (axis_contains(axes.v[i], piece))
            return true;
    return false;
}

AxisList explain_without(const Explain *x, AxisList axes, AxisList less)
{
    Pieces out = { 0 };
    for (int i = 0; i < axes.n; i++) {
        int64_t left = axes.v[i].size, pre = axes.v[i].pre;
        for (int64_t p = 2; left > 1; p++)
            for (; left % p == 0; left /= p, pre *= p) {
                AxisRef piece = { axes.v[i].axis, pre, p };
                if (!covered(less, piece))
                    vec_push(&out, piece);
            }
    }
    AxisList list = axis_list_merged(x->arena, (AxisList){ arena_dup_array(x->arena, out.v, out.n), out.n });
    vec_clear(&out);
    return list;
}

bool explain_sends(const Sharding *from, const Sharding *to)
{
    const Mesh *mesh = from->mesh;
    for (int64_t i = 0; i < mesh->n_devices; i++) {
        int64_t device = mesh_device_at(mesh, i), a[MAX_RANK + 1], b[MAX_RANK + 1];
        if (!tile_coords(from, device, a) || !tile_coords(to, device, b))
            return true;
        for (int d = 0; d < from->rank; d++) {
            int64_t p = sharding_parts(from, d), q = sharding_parts(to, d);
            if (b[d] * p < a[d] * q || (b[d] + 1) * p > (a[d] + 1) * q)
                return true;
        }
    }
    return false;
}

void explain_step_text(Explain *x, GString *out, const IrOp *coll)
{
    g_string_append(out, coll_kind_names[op_coll_kind(coll)]);
    AxisList axes = explain_axes(x, coll);
    bool dim = coll->code == OP_all_gather || coll->code == OP_reduce_scatter || coll->code == OP_all_gather_start;
    if (!dim && !axes.n)
        return;
    g_string_append_c(out, '(');
    if (dim)
        g_string_append_printf(out, "dim %d", (int)coll->a.collective.dim);
    if (dim && axes.n)
        g_string_append(out, ", ");
    if (axes.n) {
        g_autoptr(GString) s = g_string_new(NULL);
        axis_list_print(s, x->whole->mesh, axes);
        g_string_append(out, s->str);
    }
    g_string_append_c(out, ')');
}
