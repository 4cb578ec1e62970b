/* Executables as bytes: a line that says what they are and of which version, the checksum of all that follows, the options and what was decided as
 * a key file, and the texts of the program and, unless it has to be compiled again, of its modules (passes/compiled.h). */
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
    char **shardings, **changes;
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
    g_strfreev(r->changes);
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

static char **texts(Read *r, const char *key)
{
    return has(r, key) ? g_key_file_get_string_list(r->file, group, key, NULL, &r->bad) : NULL;
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
    r->shardings = texts(r, "shardings");
    r->changes = texts(r, "changes");
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

const char *const *library_options_changes(const LibraryOptions *read)
{
    return (const char *const *)read->changes;
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------------------- */

/* The texts after the head, in this order; the last three are empty if the program has to be compiled again. */
enum { TEXT_PROGRAM, TEXT_INPUT, TEXT_WHOLE, TEXT_LOCAL, N_TEXTS };
static const char plan_group[] = "plan";
enum { SUM_LENGTH = 64 }; /* hexadecimal digits of SHA-256 */

/* What was decided, as another group of the head. `lengths`: of the texts. */
static char *plan_text(const ShardscopeExecutable *e, const size_t *lengths)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    const Compiled *c = e->compiled;
    gint list[N_TEXTS];
    for (int i = 0; i < N_TEXTS; i++)
        list[i] = (gint)lengths[i];
    g_key_file_set_integer_list(file, plan_group, "lengths", list, N_TEXTS);
    g_key_file_set_int64(file, plan_group, "devices", c->n_devices);
    g_key_file_set_int64(file, plan_group, "replicas", c->n_replicas);
    g_key_file_set_int64(file, plan_group, "partitions", c->n_partitions);
    g_key_file_set_int64(file, plan_group, "compile_ns", c->compile_ns);
    g_key_file_set_double(file, plan_group, "flops", c->flops_one);
    return g_key_file_to_data(file, NULL, NULL);
}

void *shardscope_executable_serialise(const ShardscopeExecutable *e, size_t *n, ShardscopeError **error)
{
    NEED(e, "an executable", NULL);
    NEED(n, "a place for the size", NULL);
    const IrModule *m = e->program->module;
    g_autofree char *program = module_print(m, m->entry->results ? SPELL_STABLEHLO : SPELL_HLO); /* HLO has no place for annotations of results */
    g_auto(GStrv) made = compiled_texts(e->compiled);
    const char *texts[N_TEXTS] = { program, made ? made[0] : "", made ? made[1] : "", made ? made[2] : "" };
    size_t lengths[N_TEXTS], total = 0;
    for (int i = 0; i < N_TEXTS; i++)
        total += lengths[i] = strlen(texts[i]);
    if (total > INT32_MAX) {
        library_invalid(error, NULL, "the executable's text takes %zu bytes: it can be 2 GiB", total);
        return NULL;
    }
    g_autofree char *plan = plan_text(e, lengths);
    g_autofree char *rest = g_strconcat(e->options_text, plan, "\n", texts[0], texts[1], texts[2], texts[3], NULL);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, rest, -1);
    char *all = g_strconcat(first_line, sum, "\n", rest, NULL);
    *n = strlen(all);
    return all;
}

/* Executables as bytes, taken apart. Texts are copies. */
typedef struct Taken {
    Read *options;
    char *texts[N_TEXTS];
    CompiledParts parts;
} Taken;

static void taken_clear(Taken *t)
{
    library_options_free(t->options);
    for (int i = 0; i < N_TEXTS; i++)
        g_free(t->texts[i]);
}

static bool damaged(ShardscopeError **error)
{
    return library_invalid(error, "serialise it again", "the bytes are damaged");
}

/* Where the texts end must be the end; numbers of devices are checked when the executable is made. */
static bool take_plan(Taken *t, const char *body, size_t n, ShardscopeError **error)
{
    GKeyFile *file = t->options->file;
    gsize n_lengths = 0;
    g_autofree gint *lengths = g_key_file_get_integer_list(file, plan_group, "lengths", &n_lengths, NULL);
    if (!lengths || n_lengths != N_TEXTS)
        return damaged(error);
    for (int i = 0; i < N_TEXTS; i++) {
        if (lengths[i] < 0 || (size_t)lengths[i] > n)
            return damaged(error);
        t->texts[i] = g_strndup(body, (gsize)lengths[i]);
        body += lengths[i];
        n -= (size_t)lengths[i];
    }
    t->parts = (CompiledParts){ .input = t->texts[TEXT_INPUT], .whole = t->texts[TEXT_WHOLE], .local = t->texts[TEXT_LOCAL], .hardware = t->options->o.hardware,
                                .n_devices = g_key_file_get_int64(file, plan_group, "devices", NULL), .n_replicas = g_key_file_get_int64(file, plan_group, "replicas", NULL),
                                .n_partitions = g_key_file_get_int64(file, plan_group, "partitions", NULL), .compile_ns = g_key_file_get_int64(file, plan_group, "compile_ns", NULL),
                                .flops_one = g_key_file_get_double(file, plan_group, "flops", NULL) };
    const CompiledParts *p = &t->parts;
    return (n == 0 && p->n_replicas >= 1 && p->n_partitions >= 1 && p->n_replicas <= p->n_devices && p->n_devices == p->n_replicas * p->n_partitions) || damaged(error);
}

static bool take(Taken *t, const char *text, size_t n, int client_devices, ShardscopeError **error)
{
    size_t head = sizeof first_line - 1, begin = head + SUM_LENGTH + 1;
    if (n < head || memcmp(text, first_line, head) != 0)
        return library_invalid(error, "executables are read by the version that wrote them", "the bytes are no executable of this version (%s)", shardscope_version());
    const char *rest = text + begin, *end = text + n;
    if (n < begin || text[begin - 1] != '\n')
        return damaged(error);
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)rest, n - begin);
    const char *blank = memmem(rest, n - begin, "\n\n", 2);
    if (memcmp(sum, text + head, SUM_LENGTH) != 0 || !blank)
        return damaged(error);
    for (blank++; (blank = memmem(blank - 1, (size_t)(end - blank + 1), "\n\n", 2)) && end - blank > 3 && blank[2] == '['; blank += 3)
        ; /* each group of the head ends with an empty line */
    if (!blank)
        return damaged(error);
    t->options = library_options_read(rest, (size_t)(blank + 1 - rest), client_devices, error);
    return t->options && take_plan(t, blank + 2, (size_t)(end - blank - 2), error);
}

ShardscopeExecutable *shardscope_executable_load(ShardscopeClient *client, const void *bytes, size_t n, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(bytes, "the bytes", NULL);
    Taken t = { 0 };
    ShardscopeProgram *program = take(&t, bytes, n, client->n_devices, error) ? shardscope_program_parse("executable", t.texts[TEXT_PROGRAM], strlen(t.texts[TEXT_PROGRAM]), error) : NULL;
    ShardscopeExecutable *e = program ? library_load(client, program, &t.options->o, t.texts[TEXT_LOCAL][0] ? &t.parts : NULL, error) : NULL;
    shardscope_program_unref(program);
    taken_clear(&t);
    return e;
}
