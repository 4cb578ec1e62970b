/* The driver of the import pass: options, the program's mesh, and the meaning of what import_read.c noted. */
#include "runtime/passes/import.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/passes/import_impl.h"
#include "runtime/propagate/rules.h"

static const ImportOptions no_options = { 0 };

/* ---- the module's meshes --------------------------------------------------------------------------------------------- */

/* Length of one "name = #sdy.mesh<..>" up to a comma that stands outside brackets and quotes. */
static size_t entry_length(const char *s)
{
    int depth = 0;
    bool quoted = false;
    size_t n = 0;
    for (; s[n]; n++) {
        if (s[n] == '\\' && s[n + 1])
            n++;
        else if (s[n] == '"')
            quoted = !quoted;
        else if (!quoted && strchr("<[({", s[n]))
            depth++;
        else if (!quoted && strchr(">])}", s[n])) {
            if (--depth < 0)
                break;
        } else if (!quoted && depth == 0 && s[n] == ',') {
            break;
        }
    }
    return n;
}

typedef VEC(NamedMesh) MeshVec;

/* "{mesh = #sdy.mesh<["a"=4]>, empty_mesh = #sdy.mesh<[]>}" */
static bool parse_meshes(ShardingTable *t, Arena *arena, const char *text, const char *path, MeshVec *out, GError **error)
{
    const TextPos at = { .file = path, .line = 1, .col = 1 }; /* of the header, which keeps no places */
    const char *s = text;
    while (g_ascii_isspace(*s))
        s++;
    s += *s == '{';
    for (;;) {
        while (g_ascii_isspace(*s) || *s == ',')
            s++;
        if (!*s || *s == '}')
            return true;
        size_t n = entry_length(s);
        char *entry = arena_strndup(arena, s, n), *equals = strchr(entry, '=');
        if (!equals)
            return diag(error, SHARD_ERROR_SHARDING, &at, NULL, "expected 'name = #sdy.mesh<..>' before '%s'", entry);
        *equals = 0;
        g_strstrip(entry);
        if (*entry == '"') { /* a symbol in quotes */
            entry++;
            entry[strcspn(entry, "\"")] = 0;
        }
        const Mesh *mesh = mesh_parse_sdy(t, entry, equals + 1, &at, error);
        if (!mesh)
            return false;
        vec_push(out, ((NamedMesh){ entry, mesh }));
        s += n;
        s += *s == '}' || *s == ')' || *s == ']' || *s == '>';
    }
}

int64_t import_n_devices(const IrModule *m, const ImportOptions *o, GError **error)
{
    o = o ? o : &no_options;
    if (o->n_devices > 0)
        return o->n_devices;
    Arena *scratch = arena_new_root();
    ShardingTable *t = sharding_table_new(scratch);
    MeshVec meshes = { 0 };
    int64_t n = -1;
    const char *text = pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes");
    if (o->mesh) {
        const Mesh *mesh = mesh_parse_flag(t, o->mesh, error);
        n = mesh ? mesh->n_devices : -1;
    } else if (m->n_partitions > 1) {
        n = m->n_partitions;
    } else if (!text || parse_meshes(t, scratch, text, m->path, &meshes, error)) {
        n = 1;
        for (int i = 0; i < meshes.n; i++)
            n = MAX(n, meshes.v[i].mesh->n_devices);
    }
    vec_clear(&meshes);
    sharding_table_free(t);
    arena_free(scratch);
    return n;
}

/* ---- parameters by name ------------------------------------------------------------------------------------------------- */

/* A framework's name in HLO's letters: everything else becomes '_'. */
static char *legalised(const char *name)
{
    char *s = g_strdup(name);
    for (char *p = s; *p; p++)
        if (!g_ascii_isalnum(*p) && !strchr("_.-", *p))
            *p = '_';
    return s;
}

/* True if `text` is `name`, or that and ".12". */
static bool equals_but_suffix(const char *text, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(text, name, n) != 0)
        return false;
    return text[n] == 0 || (text[n] == '.' && text[n + 1] && text[n + 1 + strspn(text + n + 1, "0123456789")] == 0);
}

static bool diag_no_parameter(const IrModule *m, const char *name, GError **error)
{
    enum { MAX_LISTED = 30 };
    const IrComp *entry = m->entry;
    const char **names = g_new0(const char *, entry->n_params + 1);
    GString *hint = g_string_new(NULL);
    for (int i = 0; i < entry->n_params; i++)
        names[i] = entry->params[i]->op_name ? entry->params[i]->op_name : entry->params[i]->name;
    const char *nearest = diag_nearest(name, names);
    if (!nearest) { /* HLO's letters and suffix may be all that differs */
        char *hlo = legalised(name), **stems = g_new0(char *, entry->n_params + 1);
        for (int i = 0; i < entry->n_params; i++) {
            stems[i] = g_strdup(entry->params[i]->name);
            stems[i][strcspn(stems[i], ".")] = 0;
        }
        const char *stem = diag_nearest(hlo, (const char *const *)stems);
        for (int i = 0; stem && i < entry->n_params; i++)
            if (stems[i] == stem)
                nearest = names[i];
        g_strfreev(stems);
        g_free(hlo);
    }
    if (nearest)
        g_string_append_printf(hint, "did you mean %s? ", nearest);
    g_string_append(hint, entry->n_params ? "the parameters are " : "it has no parameters");
    for (int i = 0; i < entry->n_params && i < MAX_LISTED; i++)
        g_string_append_printf(hint, "%s%s", i ? ", " : "", names[i]);
    if (entry->n_params > MAX_LISTED)
        g_string_append_printf(hint, ", .. (%d in all)", entry->n_params);
    const TextPos at = { .file = m->path };
    diag(error, SHARD_ERROR_USAGE, &at, hint->str, "the program has no parameter '%s'", name);
    g_string_free(hint, TRUE);
    g_free(names);
    return false;
}

IrOp *import_parameter(const IrModule *m, const char *name, GError **error)
{
    const IrComp *entry = m->entry;
    for (int i = 0; i < entry->n_params; i++)
        if (entry->params[i]->op_name && strcmp(entry->params[i]->op_name, name) == 0)
            return entry->params[i];
    for (int i = 0; i < entry->n_params; i++)
        if (strcmp(entry->params[i]->name, name) == 0 || (*name == '%' && strcmp(entry->params[i]->name, name + 1) == 0))
            return entry->params[i];
    char *hlo = legalised(name);
    IrOp *found = NULL;
    int n_found = 0;
    for (int i = 0; i < entry->n_params; i++)
        if (equals_but_suffix(entry->params[i]->name, hlo)) {
            found = entry->params[i];
            n_found++;
        }
    g_free(hlo);
    if (n_found == 1)
        return found;
    if (g_str_has_prefix(name, "arg") && g_ascii_isdigit(name[3])) {
        char *end;
        int64_t number = g_ascii_strtoll(name + 3, &end, 10);
        if (!*end && number < entry->n_params)
            return entry->params[number];
    }
    diag_no_parameter(m, name, error);
    return NULL;
}

/* Replaces what was noted of the parameters that options name. */
static bool override_parameters(Import *im, GError **error)
{
    for (int i = 0; i < im->o->n_shards; i++) {
        IrOp *param = import_parameter(im->m, im->o->shards[i].name, error);
        if (!param)
            return false;
        const TextPos at = { .file = im->m->path };
        if (param->type->kind != TYPE_ARRAY)
            return diag(error, SHARD_ERROR_USAGE, &at, NULL, "parameter '%s' is not one array", im->o->shards[i].name);
        int n = 0;
        for (int k = 0; k < im->notes.n; k++)
            if (im->notes.v[k].op != param)
                im->notes.v[n++] = im->notes.v[k];
        im->notes.n = n;
        vec_push(&im->notes, ((Note){ .kind = NOTE_OVERRIDE, .op = param, .text = im->o->shards[i].spec,
                                      .loc = param->loc, .at = at }));
    }
    return true;
}

/* ---- the mesh -------------------------------------------------------------------------------------------------------------- */

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
    if (!best && used.n) {
        const TextPos at = { .file = im->m->path };
        GString *text = g_string_new(NULL);
        for (int i = 0; i < used.n; i++) {
            g_string_append(text, i ? ", " : "");
            mesh_print_sdy(text, used.v[i]);
        }
        diag(error, SHARD_ERROR_UNSUPPORTED, &at, "--mesh can replace them by one",
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

/* Sets m->mesh and n_partitions. */
static bool choose_mesh(Import *im, GError **error)
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
        return diag(error, SHARD_ERROR_USAGE, &at, "--mesh a=..,b=.. gives the program another mesh",
                    "--devices %" PRId64 " for a mesh of %" PRId64, im->o->n_devices, mesh->n_devices);
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
    return (!asked && before == m->n_partitions) || import_check_collectives(im, asked, error);
}

/* ---- meaning ------------------------------------------------------------------------------------------------------------------ */

/* Opens the dims that "unspecified_dims=[0,2]" names. GSPMD's copies may then go into them: not explicitly replicated. */
static const Sharding *with_open_dims(Import *im, const Note *note, const Sharding *s)
{
    const char *list = note->open_dims ? strstr(note->open_dims, "unspecified_dims=[") : NULL;
    if (!list || s->maximal)
        return s;
    DimSharding *dims = arena_dup_array(im->scratch, s->dims, s->rank);
    for (const char *p = strchr(list, '[') + 1; *p && *p != ']';) {
        char *end;
        int64_t d = g_ascii_strtoll(p, &end, 10);
        if (end == p)
            break;
        if (d >= 0 && d < s->rank)
            dims[d].open = true;
        p = end + (*end == ',');
    }
    Sharding opened = *s;
    opened.dims = dims;
    if (note->gspmd)
        opened.replicated = (AxisList){ 0 };
    return sharding_intern(im->m->shardings, &opened);
}

/* GSPMD repeats the manual axes on values of a manual body; that they are there says it already. */
static const Sharding *without_manual(Import *im, const Sharding *s)
{
    if (!s->manual.n)
        return s;
    Sharding plain = *s;
    plain.manual = (AxisList){ 0 };
    return sharding_intern(im->m->shardings, &plain);
}

static const Type *note_type(const Note *note)
{
    if (note->type)
        return note->type;
    if (note->kind == NOTE_MANUAL_IN)
        return note->op->operands[note->leaf]->type;
    return note->op ? type_leaf(note->op->type, note->leaf) : type_leaf(note->comp->root->type, note->leaf);
}

static const Sharding *on_mesh(Import *im, const Note *note, int rank, GError **error)
{
    const Mesh *mesh = im->m->mesh;
    ShardingTable *t = im->m->shardings;
    const Sharding *s = NULL;
    if (note->kind == NOTE_OVERRIDE || note->respelled) {
        s = sharding_parse_any(t, note->text, mesh, rank, error);
        s = s ? sharding_remesh(t, s, mesh) : NULL;
    } else if (note->sdy) {
        s = sharding_remesh(t, note->sdy, mesh);
        if (s && s->maximal && s->mesh->device_ids[0] >= mesh->n_devices) {
            diag(error, SHARD_ERROR_SHARDING, &note->at, NULL, "device %" PRId64 " in a program for %" PRId64,
                 s->mesh->device_ids[0], mesh->n_devices);
            return NULL;
        }
    } else {
        s = gspmd_to_sharding(t, note->gspmd, mesh, rank, &note->at, error);
        s = s ? sharding_remesh(t, s, mesh) : NULL; /* drops axes of size 1 that --mesh brought in */
    }
    if (!s) {
        GString *text = g_string_new(NULL);
        mesh_print_sdy(text, mesh);
        diag(error, SHARD_ERROR_SHARDING, &note->at, NULL, "the sharding '%s' cannot be written with the axes of mesh %s",
             note->text, text->str);
        g_string_free(text, TRUE);
    }
    return s;
}

static void store(const Note *note, const Sharding *s)
{
    if (note->slot) {
        *note->slot = s;
        return;
    }
    if (!note->op) {
        note->comp->results[note->leaf].sharding = s;
        return;
    }
    IrOp *op = note->op;
    if (!op->shardings)
        op->shardings = arena_array(op->parent->module->arena, const Sharding *, MAX(type_n_leaves(op->type), 1));
    op->shardings[note->leaf] = s;
}

static void log_note(Import *im, const Note *note, const Sharding *s)
{
    if (!note->text || note->kind == NOTE_MANUAL_AXES)
        return;
    int kind = (int)note->kind, op = note->op ? note->op->id : note->comp->root->id, leaf = note->leaf;
    if (note->kind == NOTE_MANUAL_IN && note->op->n_comps && leaf < note->op->comps[0]->n_params) { /* of the argument inside */
        op = note->op->comps[0]->params[leaf]->id;
        leaf = 0;
    }
    const char *text = note->taken_as ? decision_text(im->log, "%s (%s)", note->text, note->taken_as) : decision_text(im->log, "%s", note->text);
    decision_annotation(im->log, &(Annotation){ .op = op, .leaf = leaf, .kind = kind, .text = text, .sharding = s, .loc = note->loc });
}

static bool give_meaning(Import *im, const Note *note, GError **error)
{
    const Type *type = note->kind == NOTE_MANUAL_AXES && note->sdy ? NULL : note_type(note);
    int rank = type && type->kind == TYPE_ARRAY ? type->rank : 0;
    const Sharding *s = on_mesh(im, note, rank, error);
    if (!s)
        return false;
    if (!s->maximal && s->rank != rank)
        return diag(error, SHARD_ERROR_SHARDING, &note->at, NULL, "the sharding has %d dimension%s, the value has %d in '%s'",
                    s->rank, s->rank == 1 ? "" : "s", rank, note->text);
    if (note->kind == NOTE_MANUAL_AXES) {
        note->op->a.manual.axes = s->manual;
        return true;
    }
    s = with_open_dims(im, note, without_manual(im, s));
    store(note, s);
    log_note(im, note, s);
    return true;
}

static bool is_note_of(const Note *note, const ImportChange *change)
{
    int op = note->op ? note->op->id : note->comp->root->id;
    bool is_result = !note->op, of_result = change->kind == NOTE_RESULT;
    return note->kind != NOTE_MANUAL_AXES && op == change->op && note->leaf == change->leaf && is_result == of_result;
}

static IrOp *op_with_id(const Import *im, int id)
{
    for (int i = 0; i < im->comps.n; i++)
        for (int k = 0; k < im->comps.v[i]->n_ops; k++)
            if (im->comps.v[i]->ops[k]->id == id)
                return im->comps.v[i]->ops[k];
    return NULL;
}

/* Notes rewritten as the options ask; what had no note gets one. */
static void change_notes(Import *im)
{
    for (int i = 0; i < im->o->n_changes; i++) {
        const ImportChange *change = &im->o->changes[i];
        Note made = { 0 };
        int n = 0;
        for (int k = 0; k < im->notes.n; k++)
            if (is_note_of(&im->notes.v[k], change))
                made = im->notes.v[k];
            else
                im->notes.v[n++] = im->notes.v[k];
        im->notes.n = n;
        if (!change->spec)
            continue;
        if (!made.kind) {
            IrOp *op = op_with_id(im, change->op);
            made = (Note){ .kind = change->kind, .op = op, .leaf = change->leaf, .loc = op ? op->loc : NULL };
            if (!op)
                continue;
            made.at = op->at;
            if (change->kind == NOTE_RESULT) {
                made.op = NULL;
                made.comp = op->parent;
            }
        }
        made.respelled = made.text = change->spec;
        made.sdy = NULL;
        made.gspmd = NULL;
        made.open_dims = made.taken_as = NULL;
        vec_push(&im->notes, made);
    }
}

static bool is_move(const IrOp *op)
{
    return op->code == OP_custom_call && op->a.custom.target && g_str_has_prefix(op->a.custom.target, "sdy.");
}

/* Without a mesh there is one device and nothing to say, but what the user wrote is still logged. */
static bool give_meanings(Import *im, GError **error)
{
    for (int i = 0; i < im->notes.n; i++) {
        const Note *note = &im->notes.v[i];
        if (im->m->mesh ? !give_meaning(im, note, error)
                        : note->kind == NOTE_OVERRIDE &&
                              !diag(error, SHARD_ERROR_USAGE, &note->at, "--mesh a=4,b=2, or --devices 8",
                                    "the program is for one device: there is no mesh for '%s'", note->text))
            return false;
        if (!im->m->mesh)
            log_note(im, note, NULL);
    }
    for (int i = 0; i < im->comps.n; i++)
        for (int k = 0; k < im->comps.v[i]->n_ops; k++)
            if (is_move(im->comps.v[i]->ops[k]) && im->m->mesh && !import_check_move(im, im->comps.v[i]->ops[k], error))
                return false;
            else if (im->comps.v[i]->ops[k]->code == OP_manual && !import_finish_manual(im, im->comps.v[i]->ops[k], error))
                return false;
    return true;
}

/* A copy of a tuple is about layouts; without them it is what a barrier is: the same values. */
static void plain_tuples(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            IrOp *op = m->comps[c]->ops[i];
            if (op->code == OP_copy && op->type->kind == TYPE_TUPLE)
                op->code = OP_opt_barrier;
        }
}

/* An all-reduce without a channel is between replicas. Where a program that is to be divided has one replica, it says nothing. */
static void drop_lone_sums(const Import *im)
{
    if (!im->m->mesh || !im->notes.n || im->m->n_replicas > 1)
        return;
    for (int c = 0; c < im->comps.n; c++)
        for (int i = 0; i < im->comps.v[c]->n_ops; i++) {
            IrOp *op = im->comps.v[c]->ops[i];
            const Groups *g = &op->a.collective.groups;
            if (op->code != OP_all_reduce || op->n_operands != 1 || op->type->kind != TYPE_ARRAY || (g->has_channel && g->channel))
                continue;
            op->code = OP_copy;
            op_set_comps(op, 0, NULL);
            memset(&op->a, 0, sizeof op->a);
        }
}

bool pass_import(IrModule *m, const ImportOptions *o, DecisionLog *log, GError **error)
{
    Import im = { .m = m, .o = o ? o : &no_options, .log = log, .scratch = arena_new_root() };
    const char *meshes = pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes");
    MeshVec named = { 0 };
    plain_tuples(m);
    bool ok = rules_check(m, error) && module_flatten_calls(m, error);
    if (ok && im.o->mesh)
        ok = (im.override = mesh_parse_flag(m->shardings, im.o->mesh, error)) != NULL;
    if (ok && meshes)
        ok = parse_meshes(m->shardings, im.scratch, meshes, m->path, &named, error);
    for (int i = 0; i < named.n; i++)
        vec_push(&im.meshes, named.v[i]);
    ok = ok && import_read(&im, error) && import_check_notes(&im, error) && override_parameters(&im, error) && choose_mesh(&im, error);
    if (ok)
        change_notes(&im);
    ok = ok && give_meanings(&im, error);
    m->uneven_boundary = !im.sdy && !im.override;
    if (ok)
        drop_lone_sums(&im);
    vec_clear(&named);
    vec_clear(&im.meshes);
    vec_clear(&im.notes);
    vec_clear(&im.comps);
    arena_free(im.scratch);
    return ok;
}
