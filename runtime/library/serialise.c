/* Executables as bytes: a line that says what they are, the options as a key file, an empty line, and the program's text. */
#include "runtime/library/library_impl.h"

#include <string.h>

static const char first_line[] = "shardscope executable 0.1.0\n", group[] = "options";

/* ---- options ------------------------------------------------------------------------------------------------------------------- */

static void set_flags(GKeyFile *file, const char *key, const bool *flags, int n)
{
    g_autofree gboolean *list = g_new0(gboolean, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = flags[i];
    g_key_file_set_boolean_list(file, group, key, list, (gsize)n);
}

char *library_options_text(const ShardscopeCompileOptions *o, int n_devices)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_key_file_set_integer(file, group, "replicas", o->n_replicas);
    g_key_file_set_integer(file, group, "partitions", o->n_partitions);
    const struct { const char *key, *value; } texts[] = { { "mesh", o->mesh }, { "propagation", o->propagation }, { "planner", o->planner }, { "hardware", o->hardware } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].value)
            g_key_file_set_string(file, group, texts[i].key, texts[i].value);
    g_key_file_set_boolean(file, group, "to_arguments", o->propagate_to_arguments);
    g_key_file_set_boolean(file, group, "to_results", o->propagate_to_results);
    if (o->propagate_to_argument)
        set_flags(file, "to_argument", o->propagate_to_argument, o->n_propagate_to_argument);
    if (o->propagate_to_result)
        set_flags(file, "to_result", o->propagate_to_result, o->n_propagate_to_result);
    if (o->shardings)
        g_key_file_set_string_list(file, group, "shardings", o->shardings, g_strv_length((char **)o->shardings));
    if (o->device_assignment) {
        g_autofree int *list = g_new0(int, n_devices + 1);
        for (int i = 0; i < n_devices; i++)
            list[i] = (int)o->device_assignment[i]; /* a device of the client's, which counts them as int */
        g_key_file_set_integer_list(file, group, "devices", list, (gsize)n_devices);
    }
    return g_key_file_to_data(file, NULL, NULL);
}

/* Options that are read, and what they point to. */
typedef struct LibraryOptions Read;
struct LibraryOptions {
    GKeyFile *file;
    GError *bad;          /* the first value that is not of its kind */
    char *texts[4];       /* mesh, propagation, planner, hardware */
    char **shardings;
    bool *flags[2];       /* to_argument, to_result */
    int64_t *devices;
    ShardscopeCompileOptions o;
};

void library_options_free(Read *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(r->texts); i++)
        g_free(r->texts[i]);
    g_strfreev(r->shardings);
    g_free(r->flags[0]);
    g_free(r->flags[1]);
    g_free(r->devices);
    g_clear_error(&r->bad);
    g_key_file_free(r->file);
    g_free(r);
}

static bool has(const Read *r, const char *key)
{
    return !r->bad && g_key_file_has_key(r->file, group, key, NULL);
}

static int number(Read *r, const char *key)
{
    return has(r, key) ? g_key_file_get_integer(r->file, group, key, &r->bad) : 0;
}

static bool flag(Read *r, const char *key)
{
    return has(r, key) && g_key_file_get_boolean(r->file, group, key, &r->bad);
}

static bool *flags(Read *r, const char *key, int *n)
{
    gsize length = 0;
    g_autofree gboolean *list = has(r, key) ? g_key_file_get_boolean_list(r->file, group, key, &length, &r->bad) : NULL;
    if (!list || length > INT32_MAX)
        return NULL;
    bool *v = g_new0(bool, length + 1);
    for (gsize i = 0; i < length; i++)
        v[i] = list[i];
    *n = (int)length;
    return v;
}

/* `least`: room for so many; those that are not given are -1, which is no device. */
static int64_t *devices(Read *r, int least)
{
    gsize length = 0;
    g_autofree int *list = has(r, "devices") ? g_key_file_get_integer_list(r->file, group, "devices", &length, &r->bad) : NULL;
    if (!list)
        return NULL;
    int64_t *v = g_new0(int64_t, MAX(length, (gsize)least) + 1);
    for (gsize i = 0; i < MAX(length, (gsize)least); i++)
        v[i] = i < length ? list[i] : -1;
    return v;
}

static bool read_options(Read *r, const char *text, size_t n, int client_devices)
{
    static const char *const names[] = { "mesh", "propagation", "planner", "hardware" };
    if (!g_key_file_load_from_data(r->file, text, n, G_KEY_FILE_NONE, &r->bad) || !g_key_file_has_group(r->file, group))
        return false;
    r->o = (ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = number(r, "replicas"), .n_partitions = number(r, "partitions") };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        r->texts[i] = has(r, names[i]) ? g_key_file_get_string(r->file, group, names[i], &r->bad) : NULL;
    r->o.mesh = r->texts[0];
    r->o.propagation = r->texts[1];
    r->o.planner = r->texts[2];
    r->o.hardware = r->texts[3];
    r->o.propagate_to_arguments = flag(r, "to_arguments");
    r->o.propagate_to_results = flag(r, "to_results");
    r->o.propagate_to_argument = r->flags[0] = flags(r, "to_argument", &r->o.n_propagate_to_argument);
    r->o.propagate_to_result = r->flags[1] = flags(r, "to_result", &r->o.n_propagate_to_result);
    r->shardings = has(r, "shardings") ? g_key_file_get_string_list(r->file, group, "shardings", NULL, &r->bad) : NULL;
    r->o.shardings = (const char *const *)r->shardings;
    r->o.device_assignment = r->devices = devices(r, client_devices);
    return !r->bad;
}

LibraryOptions *library_options_read(const char *text, size_t n, int client_devices, ShardscopeError **error)
{
    Read *r = g_new0(Read, 1);
    r->file = g_key_file_new();
    if (read_options(r, text, n, client_devices))
        return r;
    library_invalid(error, NULL, "the options are not of this version (%s)%s%s", shardscope_version(), r->bad ? ": " : "", r->bad ? r->bad->message : "");
    library_options_free(r);
    return NULL;
}

const ShardscopeCompileOptions *library_options_of(const LibraryOptions *read)
{
    return &read->o;
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------------------- */

void *shardscope_executable_serialise(const ShardscopeExecutable *e, size_t *n, ShardscopeError **error)
{
    NEED(e, "an executable", NULL);
    NEED(n, "a place for the size", NULL);
    const IrModule *m = e->program->module;
    g_autofree char *text = module_print(m, m->entry->results ? SPELL_STABLEHLO : SPELL_HLO); /* HLO has no place for annotations of results */
    char *all = g_strconcat(first_line, e->options_text, "\n", text, NULL);
    *n = strlen(all);
    return all;
}

ShardscopeExecutable *shardscope_executable_load(ShardscopeClient *client, const void *bytes, size_t n, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(bytes, "the bytes", NULL);
    const char *text = bytes, *end = text + n, *options = text + sizeof first_line - 1;
    bool ours = n >= sizeof first_line && memcmp(text, first_line, sizeof first_line - 1) == 0;
    const char *options_end = ours ? memmem(options, (size_t)(end - options), "\n\n", 2) : NULL;
    if (!options_end) {
        library_invalid(error, NULL, "the bytes are no executable of this version (%s)", shardscope_version());
        return NULL;
    }
    Read *r = library_options_read(options, (size_t)(options_end + 1 - options), client->n_devices, error);
    ShardscopeProgram *program = r ? shardscope_program_parse("executable", options_end + 2, (size_t)(end - options_end - 2), error) : NULL;
    ShardscopeExecutable *e = program ? shardscope_compile(client, program, &r->o, error) : NULL;
    shardscope_program_unref(program);
    library_options_free(r);
    return e;
}
