/* The one mesh of a program: --mesh, else the meshes that its annotations name brought together, else one made for its tilings.
 * Start at import_choose_mesh. */
#include <inttypes.h>

#include "runtime/passes/import_impl.h"

typedef VEC(const Mesh *) MeshSet;

/* The meshes that annotations use; if none does, the first with axes. */
static MeshSet used_meshes(const Import *im)
{
    MeshSet used = { 0 };
    for (int i = 0; i < im->notes.n; i++) {
        const Sharding *s = im->notes.v[i].sdy;
        if (!s || s->maximal || !s->mesh->n_axes)
            continue;
        bool known = false;
        for (int k = 0; k < used.n; k++)
            known = known || used.v[k] == s->mesh;
        if (!known)
            vec_push(&used, s->mesh);
    }
    for (int i = 0; i < im->meshes.n && !used.n; i++)
        if (im->meshes.v[i].mesh->n_axes)
            vec_push(&used, im->meshes.v[i].mesh);
    return used;
}

/* How good a mesh is as the only one: names of the user's own, then many axes. */
static int mesh_rank(const Mesh *mesh)
{
    int n = mesh->name ? 2 * MAX_AXES : 0;
    for (int i = 0; i < mesh->n_axes; i++)
        n += mesh->axes[i].size > 1;
    return n;
}

static bool says_all(const Import *im, const Mesh *mesh)
{
    for (int i = 0; i < im->notes.n; i++)
        if (im->notes.v[i].sdy && !sharding_remesh(im->m->shardings, im->notes.v[i].sdy, mesh))
            return false;
    return true;
}

/* One mesh for all that is said on Shardy's: the best of them on which everything can be said with sub-axes, as
 * Shardy chooses, else one made of all their cuts. NULL without an error if no mesh is used. */
static const Mesh *sdy_mesh(Import *im, GError **error)
{
    MeshSet used = used_meshes(im);
    const Mesh *best = NULL;
    for (int i = 0; i < used.n; i++)
        if ((!best || mesh_rank(used.v[i]) > mesh_rank(best)) && (used.n == 1 || says_all(im, used.v[i])))
            best = used.v[i];
    if (!best && used.n)
        best = mesh_refine(im->m->shardings, used.v, used.n);
    int64_t n = im->m->n_partitions;
    for (int i = 0; i < used.n; i++)
        n = MAX(n, used.v[i]->n_devices);
    if (used.n && (!best || best->n_devices < n))
        best = import_orders(im, n);
    if (!best && used.n) {
        const TextPos at = { .file = im->m->path };
        GString *text = g_string_new(NULL);
        for (int i = 0; i < used.n; i++) {
            g_string_append(text, i ? ", " : "");
            mesh_print_sdy(text, used.v[i]);
        }
        diag(error, SHARD_ERROR_UNSUPPORTED, &at, "one that is given in their place replaces them",
             "the program's meshes have no common one: %s", text->str);
        g_string_free(text, TRUE);
    }
    vec_clear(&used);
    return best;
}

/* A mesh for the notes, if all their tilings fit one. */
static const Mesh *mesh_of_tilings(Import *im, int64_t n_devices, GError **error)
{
    VEC(const Gspmd *) all = { 0 };
    for (int i = 0; i < im->notes.n; i++)
        if (im->notes.v[i].gspmd)
            vec_push(&all, im->notes.v[i].gspmd);
    const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, all.v, all.n, NULL, n_devices, error);
    vec_clear(&all);
    return mesh;
}

static const Mesh *gspmd_mesh(Import *im, int64_t n_devices, GError **error)
{
    GError *local = NULL;
    const Mesh *mesh = mesh_of_tilings(im, n_devices, &local);
    if (!mesh && local)
        mesh = import_orders(im, n_devices);
    TextPos at = { .file = im->m->path };
    for (int i = 0; i < im->notes.n && !at.line; i++) /* the first tiling that does not fit */
        if (im->notes.v[i].gspmd && im->notes.v[i].gspmd->kind == GSPMD_TILED && im->notes.v[i].gspmd->n_devices != n_devices)
            at = im->notes.v[i].at;
    if (!mesh && local)
        diag(error, (ShardError)local->code, &at, NULL, "%s", local->message);
    g_clear_error(&local);
    return mesh;
}

/* Devices that GSPMD's tilings are for, where nothing else says it. */
static int64_t devices_of_tilings(const Import *im)
{
    int64_t n = 1;
    for (int i = 0; i < im->notes.n; i++)
        if (im->notes.v[i].gspmd && im->notes.v[i].gspmd->kind == GSPMD_TILED)
            n = MAX(n, im->notes.v[i].gspmd->n_devices);
    return n;
}

const Mesh *import_flat_mesh(Import *im, int64_t n_devices)
{
    const MeshAxis axis = { "d", n_devices };
    return mesh_intern(im->m->shardings, &(Mesh){ .name = "mesh", .n_axes = n_devices > 1 ? 1 : 0, .axes = &axis,
                                                  .n_devices = n_devices, .inferred = true });
}

bool import_choose_mesh(Import *im, GError **error)
{
    IrModule *m = im->m;
    const TextPos at = { .file = m->path };
    const Mesh *mesh = im->override;
    bool tiled = false, manual = false;
    if (!mesh) {
        GError *local = NULL;
        mesh = sdy_mesh(im, &local);
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
    }
    int64_t n_devices = import_n_devices(m, im->o, error);
    if (n_devices < 1)
        return false;
    if (n_devices > MAX_DEVICES || m->n_replicas > MAX_DEVICES / n_devices)
        return diag(error, SHARD_ERROR_LIMIT, &at, NULL, "%" PRId64 " partitions of %" PRId64 " replicas are more than the limit of %d devices",
                    n_devices, MAX(m->n_replicas, 1), MAX_DEVICES);
    for (int i = 0; i < im->notes.n; i++) {
        tiled = tiled || (im->notes.v[i].gspmd && im->notes.v[i].kind != NOTE_MANUAL_AXES);
        manual = manual || im->notes.v[i].kind == NOTE_MANUAL_AXES;
    }
    if (!mesh && n_devices == 1 && !im->o->n_devices)
        n_devices = devices_of_tilings(im);
    if (mesh && im->o->n_devices && im->o->n_devices != mesh->n_devices)
        return diag(error, SHARD_ERROR_USAGE, &at, "give the program another mesh, a=..,b=..",
                    "%" PRId64 " devices were asked for, and the mesh has %" PRId64, im->o->n_devices, mesh->n_devices);
    if (mesh && !im->override && m->n_partitions > 1 && m->n_partitions != mesh->n_devices)
        return diag(error, SHARD_ERROR_SHARDING, &at, NULL,
                    "the module is for %" PRId64 " partitions, its mesh has %" PRId64 " devices", m->n_partitions,
                    mesh->n_devices);
    if (!mesh && tiled && n_devices > 1 && !(mesh = gspmd_mesh(im, n_devices, error)))
        return false;
    if (!mesh && (n_devices > 1 || manual))
        mesh = import_flat_mesh(im, n_devices);
    m->mesh = mesh;
    int64_t before = m->n_partitions;
    m->n_partitions = mesh ? mesh->n_devices : 1;
    bool asked = im->override || im->o->n_devices;
    if (!asked && before <= 1 && m->n_partitions == 1) /* nothing says for how many it is */
        return true;
    return (!asked && before == m->n_partitions) || import_check_collectives(im, asked, error);
}
