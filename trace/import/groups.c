/* Replica groups of serialised HLO; see groups.h. Numbers in groups become devices by the collective's mode and the module's device
 * assignment. */
#include "trace/import/groups.h"

#include <string.h>

#include "trace/import/programs_impl.h"

enum { MAX_DEVICES = 1 << 20, MAX_AXES = 32 };

typedef struct Lists {
    GArray *v;        /* int64_t, groups one behind the other, ended by INT64_MIN */
    int n, size;      /* groups; the largest */
} Lists;

static void add_group(Lists *l, const int64_t *ids, int n)
{
    const int64_t end = INT64_MIN;
    if (l->v->len > 2 * MAX_DEVICES)
        return;
    g_array_append_vals(l->v, ids, (guint)n);
    g_array_append_val(l->v, end);
    l->n++;
    l->size = MAX(l->size, n);
}

/* ReplicaGroup messages of a field. */
static void add_explicit(Lists *l, WireMessage m, int number)
{
    const uint8_t *at = NULL;
    WireMessage group;
    while (wire_each(m, number, &at, &group)) {
        WireInts ids = { 0 };
        wire_ints(group, 1, &ids);
        add_group(l, ids.v, ids.n);
        g_free(ids.v);
    }
}

/* The numbers 0 ... reshaped and transposed: the value at position `at` of the result. */
static int64_t iota_at(const WireInts *dims, const WireInts *perm, int64_t at)
{
    int64_t coord[MAX_AXES] = { 0 }, v = 0;
    for (int k = dims->n - 1; k >= 0; k--) {
        int from = perm->n == dims->n ? (int)perm->v[k] : k;
        coord[from] = at % dims->v[from];
        at /= dims->v[from];
    }
    for (int k = 0; k < dims->n; k++)
        v = v * dims->v[k] + coord[k];
    return v;
}

static bool is_sane(const WireInts *dims, const WireInts *perm, int64_t *n)
{
    *n = 1;
    bool ok = dims->n > 0 && dims->n <= MAX_AXES && (perm->n == 0 || perm->n == dims->n);
    for (int i = 0; ok && i < dims->n; i++) {
        ok = dims->v[i] > 0 && dims->v[i] <= MAX_DEVICES;
        *n *= ok ? dims->v[i] : 1;
        ok = ok && *n <= MAX_DEVICES;
    }
    uint64_t seen = 0;
    for (int i = 0; ok && i < perm->n; i++) {
        ok = perm->v[i] >= 0 && perm->v[i] < dims->n && !(seen >> perm->v[i] & 1);
        seen |= ok ? UINT64_C(1) << perm->v[i] : 0;
    }
    return ok;
}

/* {num_groups 1, per_group 2, reshape_dims 3, transpose_perm 4} */
static void add_iota(Lists *l, WireMessage m)
{
    int64_t n_groups = wire_int(m, 1, 0), size = wire_int(m, 2, 0), n;
    WireInts dims = { 0 }, perm = { 0 };
    wire_ints(m, 3, &dims);
    wire_ints(m, 4, &perm);
    if (is_sane(&dims, &perm, &n) && n_groups > 0 && size > 0 && n_groups <= n && n_groups * size == n) {
        g_autofree int64_t *ids = g_new(int64_t, size);
        for (int64_t g = 0; g < n_groups; g++) {
            for (int64_t i = 0; i < size; i++)
                ids[i] = iota_at(&dims, &perm, g * size + i);
            add_group(l, ids, (int)size);
        }
    }
    g_free(dims.v);
    g_free(perm.v);
}

typedef struct Mesh {
    int64_t size[MAX_AXES];
    int n;
    int64_t n_devices;
    WireInts ids, dims, perm; /* device ids, or their iota */
} Mesh;

static bool read_mesh(WireMessage m, Mesh *out)
{
    const uint8_t *at = NULL;
    WireMessage axis;
    *out = (Mesh){ .n_devices = 1 };
    while (out->n < MAX_AXES && wire_each(m, 1, &at, &axis)) {
        out->size[out->n] = wire_int(axis, 2, 1);
        if (out->size[out->n] < 1 || out->size[out->n] > MAX_DEVICES || (out->n_devices *= out->size[out->n]) > MAX_DEVICES)
            return false;
        out->n++;
    }
    wire_ints(m, 2, &out->ids);
    WireMessage iota = wire_message(m, 3);
    wire_ints(iota, 1, &out->dims);
    wire_ints(iota, 2, &out->perm);
    return out->n > 0;
}

static int64_t mesh_device(const Mesh *m, int64_t at)
{
    int64_t n;
    if (m->ids.n)
        return at < m->ids.n ? m->ids.v[at] : at;
    return is_sane(&m->dims, &m->perm, &n) && n == m->n_devices ? iota_at(&m->dims, &m->perm, at) : at;
}

/* {mesh 1, axes 2 {mesh_axis_index 1, sub_axis_info 2 {pre_size 1, size 2}}}: devices that differ along these axes alone meet. */
static void add_mesh_axes(Lists *l, WireMessage m)
{
    Mesh mesh;
    int64_t pre[MAX_AXES], size[MAX_AXES] = { 0 }; /* by axis: the part of it that is grouped; size 0 = none */
    bool ok = read_mesh(wire_message(m, 1), &mesh);
    const uint8_t *at = NULL;
    WireMessage ref;
    while (ok && wire_each(m, 2, &at, &ref)) {
        int64_t axis = wire_int(ref, 1, 0);
        WireMessage sub = wire_message(ref, 2);
        ok = axis >= 0 && axis < mesh.n;
        if (!ok)
            break;
        pre[axis] = MAX(wire_int(sub, 1, 1), 1);
        size[axis] = MAX(wire_int(sub, 2, mesh.size[axis]), 1);
        ok = pre[axis] <= mesh.size[axis] && size[axis] <= mesh.size[axis] && mesh.size[axis] % (pre[axis] * size[axis]) == 0;
    }
    if (ok) {
        g_autoptr(GHashTable) group = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
        g_autoptr(GPtrArray) order = g_ptr_array_new();
        for (int64_t d = 0; d < mesh.n_devices; d++) {
            int64_t rest = d, key = 0, stride = 1;
            for (int a = mesh.n - 1; a >= 0; a--) {
                int64_t c = rest % mesh.size[a], post = size[a] ? mesh.size[a] / (pre[a] * size[a]) : 1;
                rest /= mesh.size[a];
                key += stride * (size[a] ? c / (size[a] * post) * post + c % post : c);
                stride *= mesh.size[a];
            }
            GArray *members = g_hash_table_lookup(group, &key);
            if (!members) {
                members = g_array_new(FALSE, FALSE, sizeof(int64_t));
                g_hash_table_insert(group, g_memdup2(&key, sizeof key), members);
                g_ptr_array_add(order, members);
            }
            int64_t id = mesh_device(&mesh, d);
            g_array_append_val(members, id);
        }
        for (guint i = 0; i < order->len; i++) {
            const GArray *members = order->pdata[i];
            add_group(l, (const int64_t *)members->data, (int)members->len);
        }
    }
    g_free(mesh.ids.v);
    g_free(mesh.dims.v);
    g_free(mesh.perm.v);
}

/* A permute's pairs: devices that are connected by them form a group. */
static void add_pairs(Lists *l, WireMessage inst)
{
    g_autoptr(GHashTable) group = g_hash_table_new(g_direct_hash, g_direct_equal); /* device + 1 -> GPtrArray of devices + 1 */
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    const uint8_t *at = NULL;
    WireMessage pair;
    for (int n = 0; n < 1 << 14 && wire_each(inst, 52, &at, &pair); n++) {
        gpointer end[2] = { GSIZE_TO_POINTER((gsize)wire_int(pair, 1, 0) + 1), GSIZE_TO_POINTER((gsize)wire_int(pair, 2, 0) + 1) };
        GPtrArray *of[2];
        for (int i = 0; i < 2; i++) {
            of[i] = g_hash_table_lookup(group, end[i]);
            if (!of[i]) {
                g_ptr_array_add(all, of[i] = g_ptr_array_new());
                g_ptr_array_add(of[i], end[i]);
                g_hash_table_insert(group, end[i], of[i]);
            }
        }
        if (of[0] == of[1])
            continue;
        for (guint i = 0; i < of[1]->len; i++) {
            g_ptr_array_add(of[0], of[1]->pdata[i]);
            g_hash_table_insert(group, of[1]->pdata[i], of[0]);
        }
        g_ptr_array_set_size(of[1], 0);
    }
    for (guint i = 0; i < all->len; i++) {
        const GPtrArray *members = all->pdata[i];
        g_autofree int64_t *ids = g_new(int64_t, members->len + 1);
        for (guint k = 0; k < members->len; k++)
            ids[k] = (int64_t)GPOINTER_TO_SIZE(members->pdata[k]) - 1;
        if (members->len)
            add_group(l, ids, (int)members->len);
    }
}

/* ---- numbers to devices --------------------------------------------------------------------------------------------------- */

/* DeviceAssignmentProto: computation_devices 3 {replica_device_ids 1}, a list for each partition. By flattened id,
 * replica * partitions + partition. */
void import_groups_assign(ImportProgram *g, WireMessage module)
{
    g->n_assigned = MIN((int64_t)g->n_partitions * g->n_replicas, MAX_DEVICES);
    g->assigned = g_new(int64_t, g->n_assigned + 1);
    for (int64_t i = 0; i < g->n_assigned; i++)
        g->assigned[i] = i;
    const uint8_t *at = NULL;
    WireMessage list, assignment = wire_message(module, 15);
    for (int64_t p = 0; p < g->n_partitions && wire_each(assignment, 3, &at, &list); p++) {
        WireInts ids = { 0 };
        wire_ints(list, 1, &ids);
        for (int64_t k = 0; k < MIN(ids.n, g->n_replicas); k++)
            if (k * g->n_partitions + p < g->n_assigned && ids.v[k] >= 0)
                g->assigned[k * g->n_partitions + p] = ids.v[k];
        g_free(ids.v);
    }
}

/* Which group of devices each group of numbers is, once for each value of what the numbers leave open. */
static void put_lists(ImportGroups *out, const Lists *numbers, const ImportProgram *g, Lists *devices)
{
    const int64_t *device = g->assigned, n = g->n_assigned;
    int64_t repeat = out->mode == 1 ? g->n_partitions : out->mode == 2 ? g->n_replicas : 1;
    const int64_t *v = (const int64_t *)numbers->v->data;
    for (int64_t k = 0; k < repeat; k++) {
        g_autoptr(GArray) group = g_array_new(FALSE, FALSE, sizeof(int64_t));
        for (guint i = 0; i < numbers->v->len; i++) {
            if (v[i] == INT64_MIN) {
                add_group(devices, (const int64_t *)group->data, (int)group->len);
                g_array_set_size(group, 0);
                continue;
            }
            int64_t first = out->mode == 1 ? v[i] * g->n_partitions + k : out->mode == 2 ? k * g->n_partitions + v[i] : out->mode == 3 ? v[i] * g->n_partitions : v[i];
            for (int64_t q = 0; q < (out->mode == 3 ? g->n_partitions : 1); q++) {
                int64_t id = first + q >= 0 && first + q < n ? device[first + q] : v[i];
                g_array_append_val(group, id);
            }
        }
    }
}

static void put_rows(ImportPrograms *p, ImportGroups *out, const Lists *devices)
{
    g_autofree int64_t *members = g_new(int64_t, (gsize)MAX(devices->n, 1) * MAX(devices->size, 1));
    g_autoptr(GString) s = g_string_new("{");
    const int64_t *v = (const int64_t *)devices->v->data;
    int group = 0, pos = 0;
    for (int64_t i = 0; i < (int64_t)devices->n * devices->size; i++)
        members[i] = -1;
    for (guint i = 0; i < devices->v->len; i++) {
        if (v[i] == INT64_MIN) {
            g_string_append_c(s, '}');
            group++;
            pos = 0;
            continue;
        }
        g_string_append_printf(s, "%s%" G_GINT64_FORMAT, pos ? "," : group ? ",{" : "{", v[i]);
        members[(int64_t)group * devices->size + pos++] = v[i];
        g_hash_table_insert(out->of, GSIZE_TO_POINTER((gsize)v[i]), GINT_TO_POINTER(group + 1));
    }
    g_string_append_c(s, '}');
    out->n = devices->n;
    out->size = devices->size;
    if (devices->n && devices->size && (int64_t)devices->n * devices->size <= 2 * MAX_DEVICES)
        out->gset_id = trace_group_set(p->w, s->str, devices->n, devices->size, members, NULL);
}

ImportGroups *import_groups_of(ImportPrograms *p, const ImportProgram *g, WireMessage inst)
{
    ImportGroups *out = g_new0(ImportGroups, 1);
    out->of = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_ptr_array_add(p->groups, out);
    Lists l = { .v = g_array_new(FALSE, FALSE, sizeof(int64_t)) }, devices = { .v = g_array_new(FALSE, FALSE, sizeof(int64_t)) };
    WireMessage list = wire_message(inst, 87);
    add_explicit(&l, inst, 49);
    if (!l.n)
        add_explicit(&l, list, 1);
    if (!l.n && wire_has(list, 2))
        add_iota(&l, wire_message(list, 2));
    if (!l.n && wire_has(inst, 92))
        add_iota(&l, wire_message(inst, 92));
    if (!l.n && wire_has(inst, 93))
        add_mesh_axes(&l, wire_message(inst, 93));
    if (!l.n && wire_has(inst, 52))
        add_pairs(&l, inst);
    g_autofree char *opcode = g_strndup(wire_has(inst, 2) ? (const char *)wire_message(inst, 2).p : "", wire_message(inst, 2).n);
    bool flag = strstr(opcode, "all-gather") || strstr(opcode, "all-reduce") || strstr(opcode, "reduce-scatter");
    out->mode = wire_int(inst, 26, 0) <= 0 ? 1 : !flag ? 2 : wire_int(inst, 71, 0) ? 4 : 3;
    if (!l.n) { /* an empty list: everybody */
        int64_t n = MIN(out->mode == 1 || out->mode == 3 ? g->n_replicas : out->mode == 2 ? g->n_partitions : (int64_t)g->n_replicas * g->n_partitions, MAX_DEVICES);
        g_autofree int64_t *ids = g_new(int64_t, MAX(n, 1));
        for (int64_t i = 0; i < n; i++)
            ids[i] = i;
        add_group(&l, ids, (int)n);
    }
    put_lists(out, &l, g, &devices);
    put_rows(p, out, &devices);
    g_array_unref(l.v);
    g_array_unref(devices.v);
    return out;
}
