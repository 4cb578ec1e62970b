/* Shardy's attribute text: meshes, shardings, lists of shardings, lists of axes. The grammar follows the sdy
 * dialect's own syntax; one addition of ours, `manual={..}` behind the dims, so that every Sharding prints. */
#include <inttypes.h>
#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

/* ---- meshes ------------------------------------------------------------------------------------------------ */

static bool push_axis(Scan *s, Arena *scratch, MeshAxis *axes, Mesh *mesh)
{
    if (mesh->n_axes == MAX_AXES)
        return scan_fail(s, NULL, "more than %d axes", MAX_AXES);
    char *name = scan_string(s);
    if (!name)
        return false;
    MeshAxis axis = { arena_strdup(scratch, name), 0 };
    g_free(name);
    for (int i = 0; i < mesh->n_axes; i++)
        if (strcmp(axes[i].name, axis.name) == 0)
            return scan_fail(s, NULL, "axis \"%s\" twice", axis.name);
    if (!scan_expect(s, '=') || !scan_int(s, &axis.size))
        return false;
    if (axis.size < 1)
        return scan_fail(s, NULL, "axis \"%s\" of size 0", axis.name);
    if (axis.size > MAX_DEVICES || mesh->n_devices * axis.size > MAX_DEVICES)
        return scan_fail(s, NULL, "more than %d devices", MAX_DEVICES);
    mesh->n_devices *= axis.size;
    axes[mesh->n_axes++] = axis;
    return true;
}

bool scan_mesh_axes(Scan *s, Arena *scratch, Mesh *out)
{
    MeshAxis *axes = arena_array(scratch, MeshAxis, MAX_AXES);
    out->axes = axes;
    out->n_devices = 1;
    if (!scan_expect(s, '['))
        return false;
    if (scan_char(s, ']'))
        return true;
    do {
        if (!push_axis(s, scratch, axes, out))
            return false;
    } while (scan_char(s, ','));
    return scan_expect(s, ']');
}

/* Checks the ids that `mesh` has; a mesh of no axes and one id is a maximal one. */
const Mesh *scan_mesh_done(Scan *s, ShardingTable *t, Mesh *mesh)
{
    if (!mesh->device_ids)
        return mesh_intern(t, mesh);
    if (!mesh->n_axes) {
        mesh->maximal = true;
        if (mesh->device_ids[0] >= MAX_DEVICES) {
            scan_fail(s, NULL, "device %" PRId64 " beyond the limit of %d devices", mesh->device_ids[0], MAX_DEVICES);
            return NULL;
        }
        return mesh_intern(t, mesh);
    }
    bool *seen = g_new0(bool, mesh->n_devices);
    bool ok = true;
    for (int64_t i = 0; ok && i < mesh->n_devices; i++) {
        int64_t id = mesh->device_ids[i];
        if (id >= mesh->n_devices || seen[id])
            ok = scan_fail(s, NULL, "device_ids are not a permutation of 0 to %" PRId64 ": id %" PRId64 "%s",
                           mesh->n_devices - 1, id, id >= mesh->n_devices ? " is too large" : " appears there twice");
        else
            seen[id] = true;
    }
    g_free(seen);
    return ok ? mesh_intern(t, mesh) : NULL;
}

static const Mesh *scan_mesh_body(Scan *s, ShardingTable *t, const char *name)
{
    Arena *scratch = arena_new_root();
    Mesh mesh = { .name = name };
    const Mesh *result = NULL;
    bool ok = scan_mesh_axes(s, scratch, &mesh);
    if (ok && scan_char(s, ',')) {
        int64_t n = 0;
        ok = (scan_word(s, "device_ids") || scan_expected(s, "device_ids")) && scan_expect(s, '=') &&
             scan_int_list(s, scratch, '[', ']', &mesh.device_ids, &n);
        if (ok && n != mesh.n_devices)
            ok = scan_fail(s, NULL, "%" PRId64 " device ids for %" PRId64 " device%s", n, mesh.n_devices,
                           mesh.n_devices == 1 ? "" : "s");
    }
    if (ok)
        result = scan_mesh_done(s, t, &mesh);
    arena_free(scratch);
    return result;
}

const Mesh *mesh_parse_sdy(ShardingTable *t, const char *name, const char *text, const TextPos *at, GError **error)
{
    Scan s = scan_start(text, "mesh", at, error);
    if (scan_char(&s, '#') && !scan_word(&s, "sdy.mesh")) {
        scan_expected(&s, "sdy.mesh");
        return NULL;
    }
    bool angle = scan_char(&s, '<');
    const Mesh *mesh = scan_mesh_body(&s, t, name);
    return mesh && (!angle || scan_expect(&s, '>')) && scan_end(&s) ? mesh : NULL;
}

/* One "name=size" of the command line. */
static bool flag_axis(Scan *s, MeshAxis *axes, Mesh *mesh, Arena *scratch)
{
    scan_peek(s);
    size_t n = strcspn(s->p, "=,; \t");
    if (!n)
        return scan_expected(s, "an axis name");
    char *name = arena_strndup(scratch, s->p, n);
    s->p += n;
    int64_t size = 0;
    if (!scan_expect(s, '=') || !scan_int(s, &size))
        return false;
    for (int i = 0; i < mesh->n_axes; i++)
        if (strcmp(axes[i].name, name) == 0)
            return scan_fail(s, NULL, "axis \"%s\" twice", name);
    if (size < 1)
        return scan_fail(s, NULL, "axis \"%s\" of size 0", name);
    if (mesh->n_axes == MAX_AXES)
        return scan_fail(s, NULL, "more than %d axes", MAX_AXES);
    if (size > MAX_DEVICES || mesh->n_devices * size > MAX_DEVICES)
        return scan_fail(s, NULL, "more than %d devices", MAX_DEVICES);
    mesh->n_devices *= size;
    axes[mesh->n_axes++] = (MeshAxis){ name, size };
    return true;
}

static bool flag_ids(Scan *s, Arena *scratch, Mesh *mesh)
{
    if (!(scan_word(s, "ids") || scan_expected(s, "ids=")) || !scan_expect(s, '='))
        return false;
    int64_t *ids = arena_array(scratch, int64_t, mesh->n_devices), n = 0;
    do {
        int64_t id;
        if (!scan_int(s, &id))
            return false;
        if (n < mesh->n_devices)
            ids[n] = id;
        n++;
    } while (scan_char(s, ','));
    mesh->device_ids = ids;
    return n == mesh->n_devices ||
           scan_fail(s, NULL, "%" PRId64 " device ids for %" PRId64 " devices", n, mesh->n_devices);
}

const Mesh *mesh_parse_flag(ShardingTable *t, const char *text, GError **error)
{
    Scan s = scan_start(text, "mesh", NULL, error);
    s.hint = "axes and their sizes, for example x=4,y=2";
    Arena *scratch = arena_new_root();
    MeshAxis *axes = arena_array(scratch, MeshAxis, MAX_AXES);
    Mesh mesh = { .name = "mesh", .axes = axes, .n_devices = 1 };
    bool ok;
    do
        ok = flag_axis(&s, axes, &mesh, scratch);
    while (ok && scan_char(&s, ','));
    if (ok && scan_char(&s, ';'))
        ok = flag_ids(&s, scratch, &mesh);
    ok = ok && scan_end(&s);
    const Mesh *result = ok ? scan_mesh_done(&s, t, &mesh) : NULL;
    arena_free(scratch);
    return result;
}

/* A name between double quotes. */
static void print_name(GString *out, const char *name)
{
    g_string_append_c(out, '"');
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *name);
    }
    g_string_append_c(out, '"');
}

void mesh_print_sdy(GString *out, const Mesh *mesh)
{
    g_string_append(out, "<[");
    for (int i = 0; i < mesh->n_axes; i++) {
        g_string_append(out, i ? ", " : "");
        print_name(out, mesh->axes[i].name);
        g_string_append_printf(out, "=%" PRId64, mesh->axes[i].size);
    }
    g_string_append_c(out, ']');
    if (mesh->device_ids) {
        for (int64_t i = 0; i < mesh->n_devices; i++)
            g_string_append_printf(out, "%s%" PRId64, i ? ", " : ", device_ids=[", mesh->device_ids[i]);
        g_string_append_c(out, ']');
    }
    g_string_append_c(out, '>');
}

/* A mesh symbol, quoted unless it is a plain one. */
static void print_symbol(GString *out, const char *name)
{
    bool plain = *name != 0;
    for (const char *c = name; *c; c++)
        plain = plain && (g_ascii_isalnum(*c) || strchr("_.$-", *c));
    g_string_append_c(out, '@');
    if (plain)
        g_string_append(out, name);
    else
        print_name(out, name);
}

/* ---- shardings ------------------------------------------------------------------------------------------------ */

/* A symbol behind '@', quoted or not; heap-owned. */
static char *scan_symbol(Scan *s)
{
    if (*s->p == '"' || (s->p[0] == '\\' && s->p[1] == '"'))
        return scan_string(s);
    size_t n = 0;
    while (g_ascii_isalnum(s->p[n]) || (s->p[n] && strchr("_.$-", s->p[n])))
        n++;
    if (!n) {
        scan_expected(s, "a mesh name");
        return NULL;
    }
    char *name = g_strndup(s->p, n);
    s->p += n;
    return name;
}

/* "@mesh" or an inlined "mesh<[..]>". */
static const Mesh *scan_mesh_ref(Scan *s, ShardingTable *t, MeshNames meshes)
{
    if (scan_char(s, '@')) {
        char *name = scan_symbol(s);
        const Mesh *mesh = name && meshes.find ? meshes.find(meshes.data, name) : NULL;
        if (name && !mesh)
            scan_fail(s, "meshes are declared by the module's sdy.mesh", "unknown mesh @%s", name);
        g_free(name);
        return mesh;
    }
    if (scan_char(s, '#') ? !scan_word(s, "sdy.mesh") : !scan_word(s, "mesh")) {
        scan_expected(s, "@mesh or mesh<..>");
        return NULL;
    }
    if (!scan_expect(s, '<'))
        return NULL;
    const Mesh *mesh = scan_mesh_body(s, t, NULL);
    return mesh && scan_expect(s, '>') ? mesh : NULL;
}

/* Shardy wants sets in the mesh's order, sub-axes of one axis from the major end and merged where they touch. */
static bool check_set(Scan *s, const Mesh *mesh, const RefList *set, const char *word)
{
    for (int i = 1; i < set->n; i++) {
        AxisRef last = set->v[i - 1], a = set->v[i];
        if (axis_overlaps(last, a)) /* sharding_check says so better */
            return true;
        if (a.axis < last.axis || (a.axis == last.axis && a.pre < last.pre))
            return scan_fail(s, NULL, "the %s axes are not in the mesh's order: \"%s\" is behind \"%s\"", word, mesh->axes[a.axis].name,
                             mesh->axes[last.axis].name);
        if (a.axis == last.axis && last.pre * last.size == a.pre)
            return scan_fail(s, NULL, "two neighbouring sub-axes of \"%s\" that are one: write them merged", mesh->axes[a.axis].name);
    }
    return true;
}

static const Sharding *scan_sdy(Scan *s, ShardingTable *t, MeshNames meshes)
{
    if (scan_char(s, '#') && !scan_word(s, "sdy.sharding")) {
        scan_expected(s, "sdy.sharding");
        return NULL;
    }
    if (!scan_expect(s, '<'))
        return NULL;
    const Mesh *mesh = scan_mesh_ref(s, t, meshes);
    if (!mesh || !scan_expect(s, ','))
        return NULL;
    ScannedDims dims = { 0 };
    ScannedSets sets = { 0 };
    bool ok = scan_dims(s, mesh, &dims);
    while (ok && scan_char(s, ',')) {
        int n = sets.replicated.n + sets.unreduced.n + sets.manual.n;
        ok = scan_set(s, mesh, &sets) || scan_expected(s, "replicated= or unreduced=");
        if (ok && n == sets.replicated.n + sets.unreduced.n + sets.manual.n)
            ok = scan_fail(s, "leave it out", "a set of no axes");
    }
    ok = ok && scan_expect(s, '>') && check_set(s, mesh, &sets.replicated, "replicated") && check_set(s, mesh, &sets.unreduced, "unreduced");
    return scan_finish(s, t, mesh, &dims, &sets, ok);
}

const Sharding *sharding_parse_sdy(ShardingTable *t, const char *text, MeshNames meshes, const TextPos *at, GError **error)
{
    Scan s = scan_start(text, "sharding", at, error);
    const Sharding *result = scan_sdy(&s, t, meshes);
    return result && scan_end(&s) ? result : NULL;
}

bool sharding_parse_sdy_list(ShardingTable *t, const char *text, MeshNames meshes, GPtrArray *out, const TextPos *at, GError **error)
{
    Scan s = scan_start(text, "sharding", at, error);
    scan_peek(&s);
    bool per_value = scan_word(&s, "#sdy.sharding_per_value");
    if (per_value && !scan_expect(&s, '<'))
        return false;
    if (!per_value && scan_peek(&s) != '[') { /* a single one */
        const Sharding *one = scan_sdy(&s, t, meshes);
        if (!one || !scan_end(&s))
            return false;
        g_ptr_array_add(out, (gpointer)one);
        return true;
    }
    if (!scan_expect(&s, '['))
        return false;
    if (!scan_char(&s, ']')) {
        do {
            const Sharding *one = scan_sdy(&s, t, meshes);
            if (!one)
                return false;
            g_ptr_array_add(out, (gpointer)one);
        } while (scan_char(&s, ','));
        if (!scan_expect(&s, ']'))
            return false;
    }
    return (!per_value || scan_expect(&s, '>')) && scan_end(&s);
}

bool axis_list_parse(Arena *arena, const char *text, const Mesh *mesh, AxisList *out, const TextPos *at, GError **error)
{
    Scan s = scan_start(text, "list of axes", at, error);
    bool angle = scan_char(&s, '#');
    if (angle && !((scan_word(&s, "sdy") || scan_expected(&s, "sdy")) && scan_expect(&s, '<') &&
                   (scan_word(&s, "manual_axes") || scan_expected(&s, "manual_axes"))))
        return false;
    RefList list = { 0 };
    bool ok = scan_axis_set(&s, mesh, &list) && (!angle || scan_expect(&s, '>')) && scan_end(&s);
    for (int i = 0; ok && i < list.n; i++)
        for (int k = 0; ok && k < i; k++)
            if (axis_overlaps(list.v[i], list.v[k]))
                ok = scan_fail(&s, NULL, "axis \"%s\" twice", mesh->axes[list.v[i].axis].name);
    if (ok)
        *out = (AxisList){ arena_dup_array(arena, list.v, list.n), list.n };
    vec_clear(&list);
    return ok;
}

/* ---- printing --------------------------------------------------------------------------------------------------- */

static void print_axis(GString *out, const Mesh *mesh, AxisRef a)
{
    print_name(out, mesh->axes[a.axis].name);
    if (a.size != mesh->axes[a.axis].size)
        g_string_append_printf(out, ":(%" PRId64 ")%" PRId64, a.pre, a.size);
}

static void print_set(GString *out, const char *intro, const Mesh *mesh, AxisList set)
{
    if (!set.n)
        return;
    g_string_append(out, intro);
    for (int i = 0; i < set.n; i++) {
        g_string_append(out, i ? ", " : "{");
        print_axis(out, mesh, set.v[i]);
    }
    g_string_append_c(out, '}');
}

void sharding_print_sdy(GString *out, const Sharding *s, bool with_mesh_name)
{
    if (with_mesh_name && s->mesh->name) {
        g_string_append_c(out, '<');
        print_symbol(out, s->mesh->name);
        g_string_append(out, ", ");
    } else if (with_mesh_name) {
        g_string_append(out, "<mesh");
        mesh_print_sdy(out, s->mesh);
        g_string_append(out, ", ");
    }
    g_string_append_c(out, '[');
    for (int d = 0; d < s->rank; d++) {
        const DimSharding *dim = &s->dims[d];
        g_string_append(out, d ? ", {" : "{");
        for (int i = 0; i < dim->axes.n; i++) {
            g_string_append(out, i ? ", " : "");
            print_axis(out, s->mesh, dim->axes.v[i]);
        }
        if (dim->open)
            g_string_append(out, dim->axes.n ? ", ?" : "?");
        g_string_append_c(out, '}');
        if (dim->priority >= 0)
            g_string_append_printf(out, "p%d", dim->priority);
    }
    g_string_append_c(out, ']');
    print_set(out, ", replicated=", s->mesh, s->replicated);
    char *intro = g_strdup_printf(", unreduced=%s", s->reduction == REDUCTION_SUM ? "" : reduction_word(s->reduction));
    print_set(out, intro, s->mesh, s->unreduced);
    g_free(intro);
    print_set(out, ", manual=", s->mesh, s->manual);
    if (with_mesh_name)
        g_string_append_c(out, '>');
}

void axis_list_print(GString *out, const Mesh *mesh, AxisList axes)
{
    for (int i = 0; i < axes.n; i++) {
        AxisRef a = axes.v[i];
        g_string_append_printf(out, "%s%s", i ? "," : "", mesh->axes[a.axis].name);
        if (a.size != mesh->axes[a.axis].size)
            g_string_append_printf(out, ":(%" PRId64 ")%" PRId64, a.pre, a.size);
    }
}
