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

/* Leaf of the program's arguments or results that the note is on, or -1. */
static int boundary_leaf(const Import *im, const Note *note)
{
    if (note->kind == NOTE_RESULT && note->comp == im->m->entry)
        return note->leaf;
    if (note->kind != NOTE_PARAMETER || note->op->code != OP_parameter || note->op->parent != im->m->entry)
        return -1;
    int leaf = note->leaf;
    for (int i = 0; im->m->entry->params[i] != note->op; i++)
        leaf += type_n_leaves(im->m->entry->params[i]->type);
    return leaf;
}

/* The caller's order of devices for what the note is on. */
static void keep_placement(Import *im, const Note *note, const Mesh *mesh)
{
    IrModule *m = im->m;
    int leaf = boundary_leaf(im, note);
    if (leaf < 0)
        return;
    IrPlacement *all = arena_array(m->arena, IrPlacement, m->n_placements + 1);
    for (int i = 0; i < m->n_placements; i++)
        all[i] = m->placements[i];
    all[m->n_placements++] = (IrPlacement){ note->kind == NOTE_RESULT, leaf, arena_dup_array(m->arena, mesh->device_ids, mesh->n_devices) };
    m->placements = all;
}

/* Meshes whose device orders fit no common one: all of them in natural order. Results stay the same, only who holds which tile
 * does not, but for the program's arguments and results, whose placement is kept for the caller; the log says so beside the user's text. */
static const Mesh *mesh_in_natural_order(Import *im, const MeshSet *used)
{
    const Mesh **natural = arena_array(im->scratch, const Mesh *, used->n);
    for (int i = 0; i < used->n; i++) {
        Mesh plain = *used->v[i];
        plain.device_ids = plain.positions = NULL;
        natural[i] = mesh_intern(im->m->shardings, &plain);
    }
    const Mesh *mesh = mesh_refine(im->m->shardings, natural, used->n);
    for (int i = 0; mesh && i < im->notes.n; i++) {
        Note *note = &im->notes.v[i];
        for (int k = 0; k < used->n; k++) {
            if (!note->sdy || note->sdy->mesh != used->v[k] || natural[k] == used->v[k])
                continue;
            Sharding plain = *note->sdy;
            plain.mesh = natural[k];
            note->sdy = sharding_intern(im->m->shardings, &plain);
            note->taken_as = "its mesh in natural device order";
            keep_placement(im, note, used->v[k]);
            break;
        }
    }
    return mesh;
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
    if (!best && used.n)
        best = mesh_in_natural_order(im, &used);
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

/* A mesh for the first n notes, if all their tilings fit one. */
static const Mesh *mesh_of_tilings(Import *im, int n, int64_t n_devices, GError **error)
{
    VEC(const Gspmd *) all = { 0 };
    for (int i = 0; i < n; i++)
        if (im->notes.v[i].gspmd)
            vec_push(&all, im->notes.v[i].gspmd);
    const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, all.v, all.n, NULL, n_devices, error);
    vec_clear(&all);
    return mesh;
}

enum { MAX_ODD_TILINGS = 256 }; /* tried one by one; more are an error */

typedef VEC(const Gspmd *) Tilings;

static const Mesh *mesh_with(Import *im, Tilings *kept, const Gspmd *more, int64_t n_devices)
{
    vec_push(kept, more);
    const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, kept->v, kept->n, NULL, n_devices, NULL);
    kept->n -= mesh ? 0 : 1;
    return mesh;
}

static bool is_natural(Import *im, const Gspmd *g, int64_t n_devices)
{
    const Mesh *mesh = gspmd_infer_mesh(im->m->shardings, &g, 1, NULL, n_devices, NULL);
    return mesh && !mesh->device_ids;
}

/* Tilings that fit no one mesh. Those that deal tiles out in a natural order come first, each as far as it fits with those before it.
 * What does not is taken in natural order, else as whole. Results stay the same, only who holds which tile does not; the log
 * says so beside the user's text. */
static const Mesh *odd_tilings(Import *im, int64_t n_devices)
{
    if (im->notes.n > MAX_ODD_TILINGS)
        return NULL;
    Tilings kept = { 0 };
    const Mesh *mesh = NULL;
    for (int odd = 0; odd < 2; odd++)
        for (int i = 0; i < im->notes.n; i++) {
            Note *note = &im->notes.v[i];
            if (!note->gspmd || note->gspmd->kind != GSPMD_TILED || note->taken_as)
                continue;
            if (note->gspmd->n_devices != n_devices) { /* not odd but wrong */
                vec_clear(&kept);
                return NULL;
            }
            if (is_natural(im, note->gspmd, n_devices) == odd)
                continue;
            const Mesh *with = mesh_with(im, &kept, note->gspmd, n_devices);
            if (!with) {
                Gspmd *natural = arena_dup_array(im->scratch, note->gspmd, 1);
                int64_t *size = arena_new(im->scratch, int64_t);
                *size = natural->n_devices;
                natural->devices = NULL;
                natural->n_reshape = 1;
                natural->reshape = size;
                natural->perm = arena_new(im->scratch, int);
                note->gspmd = natural;
                note->taken_as = "its tiles dealt out in natural device order";
                with = mesh_with(im, &kept, natural, n_devices);
                if (!with && mesh && mesh->device_ids) {
                    natural->n_reshape = 0;
                    natural->devices = arena_dup_array(im->scratch, mesh->device_ids, n_devices);
                    note->taken_as = "its tiles dealt out in the device order of others";
                    with = mesh_with(im, &kept, natural, n_devices);
                }
            }
            if (!with) {
                Gspmd *whole = arena_new(im->scratch, Gspmd);
                whole->kind = GSPMD_REPLICATED;
                note->gspmd = whole;
                note->taken_as = "taken as whole on every device";
            }
            mesh = with ? with : mesh;
        }
    vec_clear(&kept);
    return mesh ? mesh : mesh_of_tilings(im, im->notes.n, n_devices, NULL);
}

static const Mesh *gspmd_mesh(Import *im, int64_t n_devices, GError **error)
{
    GError *local = NULL;
    const Mesh *mesh = mesh_of_tilings(im, im->notes.n, n_devices, &local);
    if (!mesh && local)
        mesh = odd_tilings(im, n_devices);
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

static const Mesh *flat_mesh(Import *im, int64_t n_devices)
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
        mesh = flat_mesh(im, n_devices);
    m->mesh = mesh;
    int64_t before = m->n_partitions;
    m->n_partitions = mesh ? mesh->n_devices : 1;
    bool asked = im->override || im->o->n_devices;
    if (!asked && before <= 1 && m->n_partitions == 1) /* nothing says for how many it is */
        return true;
    return (!asked && before == m->n_partitions) || import_check_collectives(im, asked, error);
}
