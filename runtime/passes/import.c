/* The driver of the import pass: options, the program's mesh, and the meaning of what import_read.c noted. */
#include "runtime/passes/import.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/partition/orders.h"
#include "runtime/passes/import_impl.h"
#include "runtime/passes/optimise.h"
#include "runtime/propagate/rules.h"

static const ImportOptions no_options = { 0 };

/* ---- the module's meshes --------------------------------------------------------------------------------------------- */

/* Length of one "name = #sdy.mesh<..>" up to a comma that is outside brackets and quotes. */
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

const Mesh *import_home_mesh(IrModule *m, const ImportOptions *o)
{
    if (o->mesh)
        return mesh_parse_flag(m->shardings, o->mesh, NULL);
    Arena *scratch = arena_new_root();
    const char *text = pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes");
    MeshVec meshes = { 0 };
    const Mesh *best = NULL;
    if (text && parse_meshes(m->shardings, scratch, text, m->path, &meshes, NULL))
        for (int i = 0; i < meshes.n; i++)
            if (!meshes.v[i].mesh->maximal && meshes.v[i].mesh->n_devices == m->n_partitions)
                best = meshes.v[i].mesh;
    vec_clear(&meshes);
    arena_free(scratch);
    return best;
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

/* ---- meaning ------------------------------------------------------------------------------------------------------------------ */

/* Opens the dims that "unspecified_dims=[0,2]" names, or all. GSPMD's copies may then go into them: not explicitly replicated. */
static const Sharding *with_open_dims(Import *im, const Note *note, const Sharding *s)
{
    const char *list = note->open_dims ? strstr(note->open_dims, "unspecified_dims=[") : NULL;
    if ((!list && !note->may_change) || s->maximal)
        return s;
    DimSharding *dims = arena_dup_array(im->scratch, s->dims, s->rank);
    for (int d = 0; d < s->rank; d++)
        dims[d].open |= note->may_change;
    for (const char *p = list ? strchr(list, '[') + 1 : ""; *p && *p != ']';) {
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

/* The value that a note is recorded for: of what goes into a manual region, the argument inside. */
static void noted_value(const Note *note, int *op, int *leaf)
{
    *op = note->op ? note->op->id : note->comp->root->id;
    *leaf = note->leaf;
    if (note->kind == NOTE_MANUAL_IN && note->op->n_comps && note->leaf < note->op->comps[0]->n_params) {
        *op = note->op->comps[0]->params[note->leaf]->id;
        *leaf = 0;
    }
}

static void log_note(Import *im, const Note *note, const Sharding *s)
{
    if (!note->text || note->kind == NOTE_MANUAL_AXES)
        return;
    int kind = (int)note->kind, op, leaf;
    noted_value(note, &op, &leaf);
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
        note->op->a.manual.axes = note->gspmd ? import_inner_manual(im, note->op, s) : s->manual;
        return true;
    }
    s = with_open_dims(im, note, without_manual(im, s));
    store(note, s);
    import_store_order(im, note, s);
    if (note->order)
        s = orders_sharding(im->m->shardings, s, note->order); /* as it is shown */
    log_note(im, note, s);
    return true;
}

static bool is_note_of(const Note *note, const ImportChange *change)
{
    int op, leaf;
    noted_value(note, &op, &leaf);
    bool is_result = !note->op, of_result = change->kind == NOTE_RESULT;
    return note->kind != NOTE_MANUAL_AXES && op == change->op && leaf == change->leaf && is_result == of_result;
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
            IrOp *op = change->kind == NOTE_MANUAL_IN || change->kind == NOTE_MANUAL_OUT ? NULL : op_with_id(im, change->op); /* a region says all of its own */
            made = (Note){ .kind = change->kind, .op = op, .leaf = change->leaf, .loc = op ? op->loc : NULL };
            if (!op)
                continue;
            made.at = op_place(op);
            if (change->kind == NOTE_RESULT) {
                made.op = NULL;
                made.comp = op->parent;
            }
        }
        made.respelled = made.text = change->spec;
        made.sdy = NULL;
        made.gspmd = NULL;
        made.open_dims = made.taken_as = NULL;
        made.may_change = false;
        made.order = NULL;
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
                              !diag(error, SHARD_ERROR_USAGE, &note->at, "give it a mesh, a=4,b=2, or a number of devices",
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

/* Collectives that only accelerators have. */
static bool check_collectives_known(const IrModule *m, GError **error)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const IrOp *op = m->comps[c]->ops[i];
            const char *dynamic = op_is_collective(op) ? pair_get(op->extra, op->n_extra, "has_dynamic_root") : NULL;
            bool permute = op->code == OP_collective_permute || op->code == OP_collective_permute_start;
            if (permute && op->n_operands == 4 && pair_get(op->extra, op->n_extra, "slice_sizes"))
                return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "permute a slice, and update the result with it",
                            "%s %s writes into an operand in place", op_info[op->code].hlo, op->name);
            if (dynamic && strcmp(dynamic, "true") == 0)
                return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "gather all, and slice at the root's number",
                            "%s %s has a root that is known at run time only", op_info[op->code].hlo, op->name);
        }
    return true;
}

bool pass_import(IrModule *m, const ImportOptions *o, DecisionLog *log, GError **error)
{
    Import im = { .m = m, .o = o ? o : &no_options, .log = log, .scratch = arena_new_root(),
                  .local = g_hash_table_new(NULL, NULL), .caller = g_hash_table_new(NULL, NULL) };
    const char *meshes = pair_get(m->pairs, m->n_pairs, "xla.sdy.meshes");
    MeshVec named = { 0 };
    bool other_replicas = im.o->n_replicas && im.o->n_replicas != MAX(m->n_replicas, 1);
    m->n_replicas = im.o->n_replicas ? im.o->n_replicas : MAX(m->n_replicas, 1);
    plain_tuples(m);
    pass_join_sends(m);
    bool ok = check_collectives_known(m, error) && rules_check(m, error) && module_flatten_calls(m, error);
    if (ok && im.o->mesh)
        ok = (im.override = mesh_parse_flag(m->shardings, im.o->mesh, error)) != NULL;
    if (ok && meshes)
        ok = parse_meshes(m->shardings, im.scratch, meshes, m->path, &named, error);
    for (int i = 0; i < named.n; i++)
        vec_push(&im.meshes, named.v[i]);
    ok = ok && import_read(&im, error) && import_allow_changes(&im, error) && import_check_notes(&im, error) && override_parameters(&im, error) && import_choose_mesh(&im, error) && (!other_replicas || import_check_collectives(&im, true, error)) && import_check_groups(&im, error);
    if (ok)
        change_notes(&im);
    ok = ok && give_meanings(&im, error);
    m->uneven_boundary = !im.sdy && !im.override;
    if (ok)
        import_drop_lone(&im);
    vec_clear(&named);
    vec_clear(&im.meshes);
    vec_clear(&im.notes);
    vec_clear(&im.comps);
    g_hash_table_unref(im.local);
    g_hash_table_unref(im.caller);
    arena_free(im.scratch);
    return ok;
}
