/* The programs of a file: read, checked, compiled up to a pass and printed. */
#include "runtime/library/library_impl.h"

#include "runtime/text/proto_write.h"
#include "runtime/text/text.h"

#include <json-glib/json-glib.h>

ShardscopeFile *shardscope_file_read(const char *path, ShardscopeStop *stop, ShardscopeError **error)
{
    NEED(path, "a path", NULL);
    GError *why = NULL;
    GPtrArray *programs = program_read_all(path, library_stop(stop), &why);
    if (!programs) {
        library_fail(error, why);
        return NULL;
    }
    ShardscopeFile *file = g_new0(ShardscopeFile, 1);
    file->programs = programs;
    return file;
}

void shardscope_file_unref(ShardscopeFile *file)
{
    if (!file)
        return;
    g_ptr_array_unref(file->programs);
    g_free(file);
}

int shardscope_file_n_programs(const ShardscopeFile *file)
{
    return file ? (int)file->programs->len : -1;
}

static IrModule *module_at(const ShardscopeFile *file, int i, ShardscopeError **error)
{
    if (i >= 0 && i < (int)file->programs->len && file->programs->pdata[i])
        return file->programs->pdata[i];
    library_invalid(error, NULL, "program %d of a file with %u", i, file->programs->len);
    return NULL;
}

int shardscope_file_line(const ShardscopeFile *file, int i)
{
    const IrModule *m = file ? module_at(file, i, NULL) : NULL;
    return m ? m->entry->at.line : 0;
}

const char *shardscope_file_remark(const ShardscopeFile *file, int i)
{
    const IrModule *m = file ? module_at(file, i, NULL) : NULL;
    return m ? pair_get(m->extra, m->n_extra, KEY_REMARK) : NULL;
}

IrModule *library_file_module(ShardscopeFile *file, int i, ShardscopeError **error)
{
    IrModule *m = module_at(file, i, error);
    GError *why = NULL;
    if (m && module_verify(m, &why))
        return module_clone(m);
    if (why)
        library_fail(error, why);
    return NULL;
}

ShardscopeProgram *shardscope_file_program(ShardscopeFile *file, int i, ShardscopeError **error)
{
    NEED(file, "a file", NULL);
    IrModule *m = library_file_module(file, i, error);
    return m ? library_program_of(m, error) : NULL;
}

/* ---- checking ---------------------------------------------------------------------------------------------------------------- */

/* Shardings and meshes must mean something too. */
static bool check_import(IrModule *m, ShardscopeError **error)
{
    GError *why = NULL;
    bool ok = pass_import(m, &(ImportOptions){ 0 }, NULL, &why);
    if (ok || !g_error_matches(why, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED))
        return ok || library_fail(error, why);
    g_error_free(why); /* right, only not for us: meshes of different sizes */
    return true;
}

bool shardscope_file_check(ShardscopeFile *file, ShardscopeFileFacts *out, ShardscopeError **error)
{
    NEED(file, "a file", false);
    ShardscopeFileFacts facts = { 0 };
    for (int p = 0; p < (int)file->programs->len; p++) {
        g_autoptr(IrModule) m = library_file_module(file, p, error);
        if (!m)
            return false;
        for (int i = 0; i < m->n_comps; i++)
            facts.n_instructions += m->comps[i]->n_ops;
        facts.n_computations += m->n_comps;
        if (!check_import(m, error))
            return false;
    }
    if (out)
        *out = facts;
    return true;
}

/* ---- compiling up to a pass ------------------------------------------------------------------------------------------------------ */

static void add_int(JsonBuilder *b, const char *name, int64_t value)
{
    json_builder_set_member_name(b, name);
    json_builder_add_int_value(b, value);
}

static void add_facts(JsonBuilder *b, const Compiled *c)
{
    json_builder_begin_object(b);
    json_builder_set_member_name(b, "name");
    json_builder_add_string_value(b, c->stopped->name);
    add_int(b, "devices", c->n_devices);
    json_builder_set_member_name(b, "passes");
    json_builder_begin_array(b);
    for (int i = 0; i < c->passes.n; i++) {
        const PassRecord *p = &c->passes.v[i];
        json_builder_begin_object(b);
        json_builder_set_member_name(b, "name");
        json_builder_add_string_value(b, p->name);
        json_builder_set_member_name(b, "s");
        json_builder_add_double_value(b, (double)p->dur_ns / 1e9);
        add_int(b, "instructions", p->insts_after);
        add_int(b, "collectives", p->colls_after);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
    add_int(b, "traffic", c->traffic);
    json_builder_end_object(b);
}

/* One program as a serialised module. */
static char *emit_proto(GPtrArray *programs, const CompileOptions *o, size_t *n, ShardscopeError **error)
{
    if (programs->len != 1) {
        library_invalid(error, NULL, "the file holds %u programs, and a serialised module is one", programs->len);
        return NULL;
    }
    GError *why = NULL;
    g_autoptr(Compiled) c = program_compile_module(g_steal_pointer(&programs->pdata[0]), o, NULL, &why);
    GString *bytes = c ? proto_write(c->stopped, &why) : NULL;
    if (!bytes) {
        library_fail(error, why);
        return NULL;
    }
    *n = bytes->len;
    return g_string_free(bytes, FALSE);
}

static char *emit_all(GPtrArray *programs, const CompileOptions *o, ShardscopeFormat format, ShardscopeError **error)
{
    bool facts = format == SHARDSCOPE_FACTS;
    IrSpelling spelling = SPELL_HLO;
    if (!facts && !library_spelling(format, &spelling, error))
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(JsonBuilder) b = json_builder_new();
    guint n = programs->len;
    if (n > 1)
        json_builder_begin_array(b);
    for (guint i = 0; i < n; i++) {
        GError *why = NULL;
        g_autoptr(Compiled) c = program_compile_module(g_steal_pointer(&programs->pdata[i]), o, NULL, &why);
        if (!c) {
            library_fail(error, why);
            return NULL;
        }
        g_autofree char *text = facts ? NULL : library_text(c->stopped, spelling, error);
        if (!facts && !text)
            return NULL;
        if (facts)
            add_facts(b, c);
        else
            g_string_append_printf(out, "%s%s", i ? "\n// -----\n\n" : "", text);
    }
    if (!facts)
        return g_string_free(g_steal_pointer(&out), FALSE);
    if (n > 1)
        json_builder_end_array(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, TRUE);
    return g_strdup_printf("%s\n", text);
}

char *shardscope_emit_bytes(const char *path, const ShardscopeProgramOptions *options, ShardscopeFormat format, size_t *n_bytes, ShardscopeError **error)
{
    NEED(path, "a path", NULL);
    NEED(n_bytes, "a place for the size", NULL);
    ProgramOptions p;
    CompileOptions o;
    if (!library_program_options(options, &p, error))
        return NULL;
    GError *why = NULL;
    g_autoptr(GPtrArray) programs = compile_options_from(&p, NULL, &o, &why) ? program_read_all(path, o.stop, &why) : NULL;
    o.no_reasons = true;
    char *text = !programs ? NULL : format == SHARDSCOPE_HLO_PROTO ? emit_proto(programs, &o, n_bytes, error) : emit_all(programs, &o, format, error);
    if (text && format != SHARDSCOPE_HLO_PROTO)
        *n_bytes = strlen(text);
    if (why)
        library_fail(error, why);
    compile_options_clear(&o);
    return text;
}

char *shardscope_emit(const char *path, const ShardscopeProgramOptions *options, ShardscopeFormat format, ShardscopeError **error)
{
    size_t n;
    if (format != SHARDSCOPE_HLO_PROTO)
        return shardscope_emit_bytes(path, options, format, &n, error);
    library_invalid(error, NULL, "a serialised module is no text: see shardscope_emit_bytes");
    return NULL;
}
