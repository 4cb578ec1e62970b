/* States of the reshard planner's search: axes cut into atoms, layouts as states and back, and how much a device holds in a state. The
 * head of reshard_plan.c explains what a state is. */
#include "runtime/partition/reshard_impl.h"

#include "runtime/shard/tiles.h"

bool state_equal(const State *a, const State *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void add_cuts(GArray *cuts, int axis, AxisList l)
{
    for (int i = 0; i < l.n; i++) {
        if (l.v[i].axis != axis)
            continue;
        int64_t ends[2] = { l.v[i].pre, l.v[i].pre * l.v[i].size };
        for (int e = 0; e < 2; e++) {
            guint k = 0;
            while (k < cuts->len && g_array_index(cuts, int64_t, k) < ends[e])
                k++;
            if (k == cuts->len || g_array_index(cuts, int64_t, k) != ends[e])
                g_array_insert_val(cuts, k, ends[e]);
        }
    }
}

static bool covered(const Sharding *s, AxisRef a)
{
    for (int d = 0; d < s->rank; d++)
        for (int i = 0; i < s->dims[d].axes.n; i++)
            if (axis_contains(s->dims[d].axes.v[i], a))
                return true;
    for (int i = 0; i < s->unreduced.n; i++)
        if (axis_contains(s->unreduced.v[i], a))
            return true;
    return false;
}

/* Cuts each atom into its prime factors, as long as there are not too many: 2 parts of an axis of 4 may then be
 * exchanged against an axis of 2. */
void path_split_atoms(PathSearch *z)
{
    for (int i = 0; i < z->n_atoms && z->n_atoms < MAX_FINE_ATOMS; i++) {
        AxisRef a = z->atoms[i];
        int64_t p = 2;
        while (a.size % p)
            p++;
        if (p == a.size)
            continue;
        memmove(&z->atoms[i + 2], &z->atoms[i + 1], sizeof *z->atoms * (size_t)(z->n_atoms - i - 1));
        z->atoms[i] = (AxisRef){ a.axis, a.pre, p };
        z->atoms[i + 1] = (AxisRef){ a.axis, a.pre * p, a.size / p };
        z->n_atoms++;
    }
}

/* Cuts the axes of both sides into atoms. False: too many, or cuts that do not divide one another. */
bool path_make_atoms(PathSearch *z)
{
    for (int axis = 0; axis < z->mesh->n_axes; axis++) {
        g_autoptr(GArray) cuts = g_array_new(FALSE, FALSE, sizeof(int64_t));
        const Sharding *both[2] = { z->from, z->to };
        for (int k = 0; k < 2; k++) {
            for (int d = 0; d < both[k]->rank; d++)
                add_cuts(cuts, axis, both[k]->dims[d].axes);
            add_cuts(cuts, axis, both[k]->unreduced);
        }
        for (guint i = 0; i + 1 < cuts->len; i++) {
            int64_t lo = g_array_index(cuts, int64_t, i), hi = g_array_index(cuts, int64_t, i + 1);
            if (hi % lo)
                return false;
            AxisRef a = { axis, lo, hi / lo };
            if (!covered(z->from, a) && !covered(z->to, a))
                continue;
            if (z->n_atoms == MAX_ATOMS)
                return false;
            z->atoms[z->n_atoms++] = a;
        }
    }
    return true;
}

/* The atoms of a list, major to minor: within one reference the outer atoms (small pre) come first. */
static int list_atoms(const PathSearch *z, AxisList l, uint8_t *out)
{
    int n = 0;
    for (int i = 0; i < l.n; i++)
        for (int a = 0; a < z->n_atoms; a++) /* atoms stand in order of pre within an axis */
            if (axis_contains(l.v[i], z->atoms[a]))
                out[n++] = (uint8_t)a;
    return n;
}

State state_of_sharding(const PathSearch *z, const Sharding *s)
{
    State st;
    memset(&st, 0, sizeof st);
    for (int i = 0; i < z->n_dims; i++)
        st.n[i] = (uint8_t)list_atoms(z, s->dims[z->dims[i]].axes, st.atom[i]);
    uint8_t u[MAX_ATOMS];
    int n = list_atoms(z, s->unreduced, u);
    for (int i = 0; i < n; i++)
        st.unreduced |= 1u << u[i];
    return st;
}

AxisList path_atoms_list(const PathSearch *z, const uint8_t *atoms, int n)
{
    AxisRef *v = arena_array(z->p->m->arena, AxisRef, n);
    int k = 0;
    for (int i = 0; i < n; i++) {
        AxisRef a = z->atoms[atoms[i]];
        if (k > 0 && v[k - 1].axis == a.axis && v[k - 1].pre * v[k - 1].size == a.pre)
            v[k - 1].size *= a.size;
        else
            v[k++] = a;
    }
    return (AxisList){ v, k };
}

AxisList path_mask_list(const PathSearch *z, uint32_t mask)
{
    uint8_t atoms[MAX_ATOMS];
    int n = 0;
    for (int a = 0; a < z->n_atoms; a++)
        if (mask >> a & 1)
            atoms[n++] = (uint8_t)a;
    return path_atoms_list(z, atoms, n);
}

const Sharding *path_sharding(const PathSearch *z, const State *s)
{
    AxisList dims[MAX_RANK] = { 0 };
    for (int i = 0; i < z->n_dims; i++)
        dims[z->dims[i]] = path_atoms_list(z, s->atom[i], s->n[i]);
    ShardingTable *t = z->p->m->shardings;
    const Sharding *sh = sharding_of_dims(t, z->mesh, z->from->rank, dims);
    return s->unreduced ? sharding_with_unreduced(t, sh, path_mask_list(z, s->unreduced), z->from->reduction) : sh;
}

int64_t state_parts(const PathSearch *z, const State *s, int i)
{
    int64_t p = 1;
    for (int k = 0; k < s->n[i]; k++)
        p *= z->atoms[s->atom[i][k]].size;
    return p;
}

int64_t path_mask_size(const PathSearch *z, uint32_t mask)
{
    int64_t p = 1;
    for (int a = 0; a < z->n_atoms; a++)
        if (mask >> a & 1)
            p *= z->atoms[a].size;
    return p;
}

double state_local_bytes(const PathSearch *z, const State *s)
{
    double b = z->elem_bytes;
    for (int i = 0; i < z->n_dims; i++)
        b *= (double)tile_size(z->type->dims[z->dims[i]], state_parts(z, s, i));
    return b;
}

uint32_t state_atoms(const State *s, int n_dims)
{
    uint32_t used = s->unreduced;
    for (int i = 0; i < n_dims; i++)
        for (int k = 0; k < s->n[i]; k++)
            used |= 1u << s->atom[i][k];
    return used;
}
