/* Programs of another process. See captured.h. What comes from there is not trusted. */
#include "runtime/library/captured.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/watch/dial.h"

/* Of more steps than this many, about as many are recorded with all their events; how many there will be is not known before. */
enum { WHOLE_STEPS = 1000, LIKELY_STEPS = 10000, MAX_CORES = 4096 };

struct Captured {
    Compiled *compiled;
    Record *record;
    const EventSink *events;
    int n_devices, n_cores, n_ops;
    int64_t began_ns, until_ns; /* of events that are taken */
};

static bool is_wrong(const char *what, GError **error)
{
    return diag(error, SHARD_ERROR_IO, NULL, NULL, "the process sent a wrong %s", what);
}

/* ---- programs -------------------------------------------------------------------------------------------------------------------- */

static Compiled *compile_again(const CaptureTo *to, JsonObject *module, GBytes *source, RecordTexts *texts, GError **error)
{
    g_autofree char *name = dial_text(module, "source"), *options = NULL;
    JsonNode *node = json_object_get_member(module, "options");
    if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
        options = json_node_dup_string(node); /* of several lines */
    gsize n;
    const char *text = g_bytes_get_data(source, &n);
    if (!options || n == 0) {
        diag(error, SHARD_ERROR_UNSUPPORTED, NULL, NULL, "it was made in the process, and has no text to compile from");
        return NULL;
    }
    ShardscopeError *why = NULL;
    LibraryOptions *read = library_options_read(options, strlen(options), 0, &why);
    ShardscopeProgram *program = read ? shardscope_program_parse(name, text, n, &why) : NULL;
    Compiled *c = program ? library_compile_alone(program, read, texts, to->stop, &why) : NULL;
    library_options_free(read);
    shardscope_program_unref(program);
    if (!c)
        diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s", shardscope_error_message(why));
    shardscope_error_free(why);
    return c;
}

static bool is_same(const Compiled *c, JsonObject *module, GError **error)
{
    g_autofree char *text = module_print(c->local, SPELL_HLO_SHORT), *here = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_autofree char *there = dial_text(module, "fingerprint");
    return (c->n_devices == dial_int(module, "devices") && g_str_equal(here, there)) ||
           diag(error, SHARD_ERROR_UNSUPPORTED, NULL, "use the shardscope that the process was started with", "it compiles to another program here");
}

/* Passes as they were made here, from when the process made its own on. */
static void shift(Compiled *c, int64_t by_ns)
{
    c->start_ns += by_ns;
    for (int i = 0; i < c->passes.n; i++)
        c->passes.v[i].start_ns += by_ns;
}

static char *config_of(const CaptureTo *to)
{
    return g_strdup_printf("{\"captured from process\":%" PRId64 "}", to->pid);
}

static void record_it(Captured *c, const CaptureTo *to, JsonObject *module, GBytes *source, RecordTexts *texts)
{
    g_autofree char *config = config_of(to);
    g_autofree DeviceInfo *devices = exec_devices(c->n_devices);
    RecordSource from = { .text = source };
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    gsize n, n_hash = sizeof from.hash;
    const guchar *text = g_bytes_get_data(source, &n);
    g_checksum_update(sum, text, (gssize)n);
    g_checksum_get_digest(sum, from.hash, &n_hash);
    g_checksum_free(sum);
    RecordInfo info = { .name = c->compiled->whole->name, .label = to->label ? to->label : c->compiled->whole->name, .config = config, .source = &from,
                        .kind = TRACE_RUN_MEASURED, .devices = devices, .n_devices = c->n_devices, .clock = to->clock, .n_steps = LIKELY_STEPS,
                        .whole_steps = WHOLE_STEPS, .elsewhere = true };
    shift(c->compiled, dial_int(module, "compiled_ns") - c->compiled->start_ns);
    c->record = record_run_new(to->writer, &info, to->zero_ns);
    record_compiled(c->record, c->compiled, texts);
    record_memory(c->record, &c->compiled->program->memory);
    c->events = record_events(c->record, c->n_cores);
}

Captured *captured_new(const CaptureTo *to, JsonObject *module, GBytes *source, GError **error)
{
    g_autofree char *name = dial_text(module, "name");
    int64_t cores = dial_int(module, "cores"), compiled_ns = dial_int(module, "compiled_ns");
    if (cores < 0 || cores > MAX_CORES || compiled_ns < 0 || compiled_ns > INT64_C(1) << 60) {
        is_wrong("module", error);
        return NULL;
    }
    RecordTexts *texts = record_texts_new(to->writer);
    g_autoptr(GBytes) none = g_bytes_new(NULL, 0);
    Compiled *compiled = compile_again(to, module, source ? source : none, texts, error);
    if (!compiled || !is_same(compiled, module, error)) {
        record_texts_free(texts);
        compiled_free(compiled);
        g_prefix_error(error, "%s: ", name);
        return NULL;
    }
    Captured *c = g_new0(Captured, 1);
    *c = (Captured){ .compiled = compiled, .n_devices = (int)compiled->n_devices, .n_cores = (int)cores, .n_ops = compiled->local->next_id };
    record_it(c, to, module, source, texts);
    return c;
}

/* ---- steps -------------------------------------------------------------------------------------------------------------------------- */

static bool is_time(const Captured *c, int64_t ns)
{
    return ns >= c->began_ns && ns <= c->until_ns;
}

/* Gives an event to the recorder; false if it cannot be one of the program. */
static bool give(Captured *c, const WireEvent *e)
{
    const EventSink *to = c->events;
    bool ends = e->kind == WIRE_MEMORY || (e->b >= 0 && e->b <= c->until_ns - c->began_ns);
    if (!to || !is_time(c, e->a) || !ends || e->lane >= (e->kind == WIRE_CORE ? c->n_cores : c->n_devices))
        return false;
    switch ((WireKind)e->kind) {
    case WIRE_EVENT:
        if (e->op < -1 || e->op >= c->n_ops)
            return false;
        if (e->cat != EVENT_COMPUTE && e->cat != EVENT_COLLECTIVE && e->cat != EVENT_COPY && e->cat != EVENT_QUEUE && e->cat != EVENT_WAIT)
            return false;
        if (to->trips && e->c > 0)
            to->trips(to->lanes[e->lane], e->c);
        to->event(to->lanes[e->lane], e->op, e->a, e->b, e->cat);
        return true;
    case WIRE_MEMORY:
        if (e->b < 0 || e->c < 0)
            return false;
        to->memory(to->lanes[e->lane], e->a, e->b, e->c);
        return true;
    case WIRE_CORE:
        if (e->op < 0 || e->op >= c->n_devices)
            return false;
        to->core(to->user, e->lane, e->op, e->a, e->b);
        return true;
    case WIRE_N_KINDS:
        break;
    }
    return false;
}

int64_t captured_count(int64_t so_far, JsonObject *from, const char *key)
{
    const int64_t most = INT64_C(1) << 60;
    return MIN(so_far + CLAMP(dial_int(from, key), 0, most), most);
}

bool captured_step(Captured *c, JsonObject *step, GBytes *events, int64_t *lost, GError **error)
{
    StepStats stats = { .start_ns = dial_int(step, "start_ns"), .end_ns = dial_int(step, "end_ns"), .collectives = dial_int(step, "collectives"),
                        .collective_bytes = dial_int(step, "collective_bytes"), .peak_bytes = (size_t)MAX(dial_int(step, "peak_bytes"), 0) };
    const int64_t most_ns = INT64_C(1) << 60, slack_ns = 1000000; /* events of a step may lie a little before or behind it */
    int64_t number = dial_int(step, "number");
    if (stats.start_ns < 0 || stats.end_ns < stats.start_ns || stats.end_ns > most_ns || number < 0 || number > INT32_MAX)
        return is_wrong("step", error);
    c->began_ns = stats.start_ns - slack_ns;
    c->until_ns = stats.end_ns + slack_ns;
    gsize n = 0;
    const uint8_t *at = events ? g_bytes_get_data(events, &n) : NULL;
    for (gsize i = 0; i + WIRE_EVENT_BYTES <= n; i += WIRE_EVENT_BYTES) {
        WireEvent e;
        wire_get_event(at + i, &e);
        *lost += !give(c, &e);
    }
    *lost = captured_count(*lost, step, "lost");
    g_autofree char *name = dial_text(step, "name");
    return record_step(c->record, name[0] ? name : NULL, (int)number, number > 0, &stats, error);
}

bool captured_end(Captured *c, GError **error)
{
    if (!c)
        return true;
    bool ok = record_run_end(c->record, error);
    record_free(c->record);
    compiled_free(c->compiled);
    g_free(c);
    return ok;
}
