/* Writes modules as HloModuleProto; see proto_write.h. What is written is the module as its HLO text says it: ops of other dialects are the custom-calls there. */
#include "runtime/text/proto_write.h"

#include <string.h>

#include "runtime/text/proto_write_impl.h"
#include "runtime/text/text.h"

/* ---- stack frames -------------------------------------------------------------------------------------------------------- */

typedef struct Frames {
    GString *files, *funcs, *places, *frames; /* the fields of a StackFrameIndexProto, in order */
    GHashTable *file_of, *func_of;            /* text -> number */
    int n_places, n_frames;
} Frames;

static int number_of(GHashTable *numbers, GString *out, int field, const char *text)
{
    if (!text)
        return 0;
    int have = GPOINTER_TO_INT(g_hash_table_lookup(numbers, text));
    if (have)
        return have;
    wire_put_bytes(out, field, text, strlen(text));
    have = (int)g_hash_table_size(numbers) + 1;
    g_hash_table_insert(numbers, (gpointer)(uintptr_t)text, GINT_TO_POINTER(have));
    return have;
}

/* Callers stand before callees; chains may be long. */
static int frame_number(ProtoOut *w, Frames *f, const Loc *loc)
{
    g_autoptr(GPtrArray) chain = g_ptr_array_new();
    g_autoptr(GString) row = g_string_new(NULL);
    for (const Loc *l = loc; l && !g_hash_table_contains(w->frame_of, l); l = l->caller)
        g_ptr_array_add(chain, (gpointer)(uintptr_t)l);
    for (guint i = chain->len; i > 0; i--) {
        const Loc *l = chain->pdata[i - 1];
        wire_put_int(row, 1, number_of(f->file_of, f->files, 1, l->file));
        wire_put_int(row, 2, number_of(f->func_of, f->funcs, 2, l->func));
        wire_put_int(row, 3, l->line);
        wire_put_int(row, 4, l->col);
        wire_put_int(row, 5, l->end_line);
        wire_put_int(row, 6, l->end_col);
        wire_put_message(f->places, 3, row);
        wire_put_int(row, 1, ++f->n_places);
        wire_put_int(row, 2, l->caller ? GPOINTER_TO_INT(g_hash_table_lookup(w->frame_of, l->caller)) : 0);
        wire_put_message(f->frames, 4, row);
        g_hash_table_insert(w->frame_of, (gpointer)(uintptr_t)l, GINT_TO_POINTER(++f->n_frames));
    }
    return GPOINTER_TO_INT(g_hash_table_lookup(w->frame_of, loc));
}

static void put_frames(ProtoOut *w, GString *module)
{
    bool any = w->m->n_frames > 0;
    for (int k = 0; k < w->m->n_comps && !any; k++)
        for (int i = 0; i < w->m->comps[k]->n_ops && !any; i++)
            any = w->m->comps[k]->ops[i]->loc && w->m->comps[k]->ops[i]->loc->caller;
    if (!any) /* each instruction has its own file and line */
        return;
    Frames f = { g_string_new(NULL), g_string_new(NULL), g_string_new(NULL), g_string_new(NULL), g_hash_table_new(g_str_hash, g_str_equal),
                 g_hash_table_new(g_str_hash, g_str_equal), 0, 0 };
    for (int i = 0; i < w->m->n_frames; i++)
        frame_number(w, &f, w->m->frames[i]);
    for (int k = 0; k < w->m->n_comps; k++)
        for (int i = 0; i < w->m->comps[k]->n_ops; i++)
            if (w->m->comps[k]->ops[i]->loc)
                frame_number(w, &f, w->m->comps[k]->ops[i]->loc);
    g_string_append_len(f.files, f.funcs->str, (gssize)f.funcs->len);
    g_string_append_len(f.files, f.places->str, (gssize)f.places->len);
    g_string_append_len(f.files, f.frames->str, (gssize)f.frames->len);
    wire_put_message(module, 17, f.files);
    GString *all[] = { f.files, f.funcs, f.places, f.frames };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_string_free(all[i], TRUE);
    g_hash_table_unref(f.file_of);
    g_hash_table_unref(f.func_of);
}

/* ---- computations -------------------------------------------------------------------------------------------------------- */

static void put_program_shape(GString *out, int field, const IrComp *c)
{
    g_autoptr(GString) program = g_string_new(NULL), shape = g_string_new(NULL);
    for (int i = 0; i < c->n_params; i++) {
        proto_write_shape(shape, c->params[i]->type);
        wire_put_message(program, 1, shape);
    }
    proto_write_shape(shape, c->root->type);
    wire_put_message(program, 2, shape);
    for (int i = 0; i < c->n_params; i++)
        wire_put_bytes(program, 3, c->params[i]->name, strlen(c->params[i]->name));
    wire_put_message(out, field, program);
}

static void put_comp(ProtoOut *w, GString *module, const IrComp *c)
{
    g_autoptr(GString) comp = g_string_new(NULL);
    wire_put_text(comp, 1, c->name);
    for (int i = 0; i < c->n_ops && !w->error; i++) {
        proto_write_op(w, c->ops[i]);
        wire_put_message(comp, 2, w->out);
    }
    put_program_shape(comp, 4, c);
    wire_put_int(comp, 5, GPOINTER_TO_INT(g_hash_table_lookup(w->comp_of, c)));
    wire_put_int(comp, 6, (int64_t)c->root->id + 1);
    const char *thread = pair_get(c->extra, c->n_extra, "execution_thread");
    if (thread) {
        g_autofree char *plain = g_strndup(thread + (*thread == '"'), strcspn(thread + (*thread == '"'), "\""));
        wire_put_text(comp, 8, plain);
    }
    wire_put_message(module, 3, comp);
}

static void put_schedule(ProtoOut *w, GString *module)
{
    g_autoptr(GString) entry = g_string_new(NULL), sequence = g_string_new(NULL), schedule = g_string_new(NULL);
    for (int k = 0; k < w->m->n_comps; k++) {
        const IrComp *c = w->m->comps[k];
        WireInts ids = { 0 };
        for (int i = 0; i < c->n_ops; i++)
            vec_push(&ids, (int64_t)c->ops[i]->id + 1);
        wire_put_ints(sequence, 1, ids.v, ids.n);
        vec_clear(&ids);
        wire_put_int(entry, 1, GPOINTER_TO_INT(g_hash_table_lookup(w->comp_of, c)));
        wire_put_message(entry, 2, sequence);
        wire_put_message(schedule, 1, entry);
    }
    wire_put_message(module, 7, schedule);
}

/* ---- the module ------------------------------------------------------------------------------------------------------------ */

/* A leaf of all arguments as parameter and leaf of it. */
static int64_t parameter_of(const IrModule *m, int64_t leaf, int64_t *within)
{
    for (int p = 0; p < m->entry->n_params; p++) {
        int n = type_n_leaves(m->entry->params[p]->type);
        if (leaf < n) {
            *within = leaf;
            return p;
        }
        leaf -= n;
    }
    return -1;
}

/* The numbers of the parts that lead to a leaf, as field `number` of `entry`. */
static void put_path(GString *entry, int number, const Type *type, int64_t leaf)
{
    WireInts path = { 0 };
    while (type->kind == TYPE_TUPLE) {
        int part = 0;
        for (; leaf >= type_n_leaves(type->parts[part]); part++)
            leaf -= type_n_leaves(type->parts[part]);
        vec_push(&path, (int64_t)part);
        type = type->parts[part];
    }
    if (path.n)
        wire_put_ints(entry, number, path.v, path.n);
    vec_clear(&path);
}

static void put_aliases(ProtoOut *w, GString *module)
{
    g_autoptr(GString) entry = g_string_new(NULL), aliases = g_string_new(NULL), donors = g_string_new(NULL);
    for (int i = 0; i < w->m->n_aliases; i++) {
        const IrAlias *a = &w->m->aliases[i];
        int64_t within = 0, p = parameter_of(w->m, a->param, &within);
        if (p < 0)
            continue;
        bool donor = a->output < 0;
        if (!donor)
            put_path(entry, 1, w->m->entry->root->type, a->output);
        wire_put_int(entry, donor ? 1 : 2, p);
        put_path(entry, donor ? 2 : 3, w->m->entry->params[p]->type, within);
        if (!donor)
            wire_put_int(entry, 4, a->must ? 2 : 1);
        wire_put_message(donor ? donors : aliases, 1, entry);
    }
    if (aliases->len)
        wire_put_message(module, 8, aliases);
    if (donors->len)
        wire_put_message(module, 18, donors);
}

/* How many replicas and partitions there are: device r * partitions + p is replica r of partition p. */
static void put_devices(const IrModule *m, GString *module)
{
    int64_t replicas = MAX(m->n_replicas, 1), partitions = MAX(m->n_partitions, 1);
    if (replicas * partitions <= 1 || replicas * partitions > MAX_DEVICES)
        return;
    g_autoptr(GString) assigned = g_string_new(NULL), list = g_string_new(NULL);
    wire_put_int(assigned, 1, replicas);
    wire_put_int(assigned, 2, partitions);
    for (int64_t p = 0; p < partitions; p++) {
        WireInts ids = { 0 };
        for (int64_t r = 0; r < replicas; r++)
            vec_push(&ids, r * partitions + p);
        wire_put_ints(list, 1, ids.v, ids.n);
        vec_clear(&ids);
        wire_put_message(assigned, 3, list);
    }
    wire_put_message(module, 15, assigned);
}

static void put_module_pairs(const IrModule *m, GString *module)
{
    g_autoptr(GString) map = g_string_new(NULL), entry = g_string_new(NULL);
    for (int i = 0; i < m->n_pairs; i++) {
        wire_put_text(entry, 1, m->pairs[i].key);
        wire_put_text(entry, 2, m->pairs[i].value);
        wire_put_message(map, 1, entry);
    }
    if (m->n_pairs)
        wire_put_message(module, 19, map);
}

static GString *write_module(ProtoOut *w)
{
    GString *out = g_string_new(NULL);
    const IrModule *m = w->m;
    wire_put_text(out, 1, m->name);
    wire_put_text(out, 2, m->entry->name);
    for (int k = 0; k < m->n_comps; k++)
        g_hash_table_insert(w->comp_of, m->comps[k], GINT_TO_POINTER(k + 1));
    g_autoptr(GString) frames = g_string_new(NULL);
    put_frames(w, frames);
    for (int k = 0; k < m->n_comps && !w->error; k++)
        put_comp(w, out, m->comps[k]);
    put_program_shape(out, 4, m->entry);
    wire_put_int(out, 5, 1);
    wire_put_int(out, 6, GPOINTER_TO_INT(g_hash_table_lookup(w->comp_of, m->entry)));
    if (m->is_scheduled)
        put_schedule(w, out);
    put_aliases(w, out);
    put_devices(m, out);
    g_string_append_len(out, frames->str, (gssize)frames->len);
    put_module_pairs(m, out);
    return out;
}

/* Where the parts of the whole arguments and results lie, in the module's fields and at the parameters. */
static void put_shardings(ProtoOut *w, GString *module, const ProtoShardings *s)
{
    g_autoptr(GString) part = g_string_new(NULL), of_results = g_string_new(NULL);
    const Type *root = w->m->entry->root->type;
    bool tuple = root->kind == TYPE_TUPLE;
    if (s->results && s->n_results == (tuple ? root->n_parts : 1)) {
        for (int i = 0; i < s->n_results; i++)
            g_string_append_printf(of_results, "%s%s", i ? ", " : tuple ? "{" : "", s->results[i]);
        g_string_append(of_results, tuple ? "}" : "");
        if (s->n_results > 0 && proto_write_sharding(w, part, of_results->str))
            wire_put_message(module, 12, part);
    }
    for (int i = 0; s->parameters && s->n_parameters == w->m->entry->n_params && i < s->n_parameters; i++)
        if (proto_write_sharding(w, part, s->parameters[i]))
            wire_put_message(module, 14, part);
}

static const Type *ordered(IrModule *m, const Type *type, const char *order)
{
    Type like = *type;
    like.layout = order;
    return type->kind == TYPE_ARRAY && order && *order == '{' ? type_array_like(m->types, &like) : type;
}

/* The entry's parameters and results as their caller orders them. */
static void order_boundary(IrModule *m, const ProtoShardings *s)
{
    IrComp *c = m->entry;
    for (int i = 0; s->parameter_orders && s->n_parameters == c->n_params && i < c->n_params; i++)
        c->params[i]->type = ordered(m, c->params[i]->type, s->parameter_orders[i]);
    const Type *root = c->root->type;
    if (!s->result_orders || s->n_results != (root->kind == TYPE_TUPLE ? root->n_parts : 1))
        return;
    if (root->kind != TYPE_TUPLE) {
        c->root->type = ordered(m, root, s->result_orders[0]);
        return;
    }
    const Type **parts = arena_array(m->arena, const Type *, root->n_parts);
    for (int i = 0; i < root->n_parts; i++)
        parts[i] = ordered(m, root->parts[i], s->result_orders[i]);
    c->root->type = type_tuple(m->types, root->n_parts, parts);
}

/* Elements narrower than a byte share bytes in XLA's layouts: "{1,0:E(4)}". */
static const Type *packed(IrModule *m, const Type *type)
{
    if (type->kind == TYPE_TUPLE) {
        const Type **parts = arena_array(m->arena, const Type *, type->n_parts + 1);
        for (int i = 0; i < type->n_parts; i++)
            parts[i] = packed(m, type->parts[i]);
        return type_tuple(m->types, type->n_parts, parts);
    }
    if (type->kind != TYPE_ARRAY || elem_info[type->elem].bits >= 8 || elem_info[type->elem].cls == CLASS_PRED || (type->layout && strstr(type->layout, "E(")))
        return type;
    int order[MAX_RANK];
    g_autoptr(GString) text = g_string_new("{");
    type_minor_to_major(type, order);
    for (int i = 0; i < type->rank; i++)
        g_string_append_printf(text, i ? ",%d" : "%d", order[i]);
    const char *rest = type->layout ? strchr(type->layout, ':') : NULL;
    g_string_append_printf(text, "%s", rest ? rest : ":}");
    g_string_truncate(text, text->len - 1);
    g_string_append_printf(text, "E(%d)}", elem_info[type->elem].bits);
    return ordered(m, type, arena_strdup(m->arena, text->str));
}

/* "{true,false}"; where nothing is said, one "no", without which XLA prints an empty list. */
static void put_flags(const IrModule *m, GString *config, int field, const char *key)
{
    g_autoptr(GString) flags = g_string_new(NULL);
    const char *text = pair_get(m->extra, m->n_extra, key);
    for (const char *at = text; at && *at; at++)
        if (g_str_has_prefix(at, "true") || g_str_has_prefix(at, "false"))
            g_string_append_c(flags, *at == 't');
    if (!flags->len)
        g_string_append_c(flags, 0);
    wire_put_message(config, field, flags);
}

/* whole: as in ProtoShardings. */
static GString *write_config(const IrModule *m, const IrModule *whole, GString *module)
{
    g_autoptr(GString) config = g_string_new(NULL);
    put_program_shape(config, 1, m->entry);
    wire_put_int(config, 4, MAX(m->n_replicas, 1));
    wire_put_int(config, 5, MAX(m->n_partitions, 1));
    wire_put_int(config, 7, m->n_partitions > 1);
    put_flags(whole ? whole : m, config, 27, "allow_spmd_sharding_propagation_to_output");
    put_flags(whole ? whole : m, config, 33, "allow_spmd_sharding_propagation_to_parameters");
    GString *out = g_string_new(NULL);
    wire_put_message(out, 1, module);
    wire_put_message(out, 2, config);
    return out;
}

static GString *write_bytes(const IrModule *m, const ProtoShardings *s, bool with_config, GError **error)
{
    g_autofree char *text = hlo_print(m, SPELL_HLO);
    g_autoptr(IrModule) plain = hlo_parse(m->path ? m->path : m->name, text, strlen(text), error);
    if (!plain)
        return NULL;
    for (int k = 0; with_config && k < plain->n_comps; k++) /* as in XLA's own; sdy's stand in the frontend attributes. Older readers know fewer kinds */
        for (int i = 0; i < plain->comps[k]->n_ops; i++)
            if (plain->comps[k] != plain->entry || plain->comps[k]->ops[i]->code != OP_parameter)
                plain->comps[k]->ops[i]->sharding_text = NULL;
    if (s)
        order_boundary(plain, s);
    plain->is_scheduled |= s && s->whole;
    for (int k = 0; with_config && k < plain->n_comps; k++)
        for (int i = 0; i < plain->comps[k]->n_ops; i++)
            plain->comps[k]->ops[i]->type = packed(plain, plain->comps[k]->ops[i]->type);
    for (int i = 0; s && s->parameters && s->n_parameters == plain->entry->n_params && i < s->n_parameters; i++)
        if (!plain->entry->params[i]->sharding_text)
            plain->entry->params[i]->sharding_text = s->parameters[i];
    ProtoOut w = { .m = plain, .arena = arena_new_root(), .out = g_string_new(NULL), .frame_of = g_hash_table_new(NULL, NULL), .comp_of = g_hash_table_new(NULL, NULL) };
    GString *out = write_module(&w);
    if (s && !w.error)
        put_shardings(&w, out, s);
    if (with_config) {
        GString *both = write_config(plain, s ? s->whole : NULL, out);
        g_string_free(out, TRUE);
        out = both;
    }
    if (w.error) {
        g_string_free(out, TRUE);
        out = NULL;
        g_propagate_error(error, w.error);
    }
    g_string_free(w.out, TRUE);
    g_hash_table_unref(w.frame_of);
    g_hash_table_unref(w.comp_of);
    arena_free(w.arena);
    return out;
}

GString *proto_write(const IrModule *m, GError **error)
{
    return write_bytes(m, NULL, false, error);
}

GString *proto_write_with_config(const IrModule *m, const ProtoShardings *s, GError **error)
{
    return write_bytes(m, s, true, error);
}
