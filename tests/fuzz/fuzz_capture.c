/* What a process that is captured sends: a line with the message "module" about a fixed program, a line with the message "step", and behind them the
 * events of that step. Whatever is taken is recorded; "FINGERPRINT" stands for the program's. The trace stays whole. */
#include <glib/gstdio.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/library/captured.h"
#include "runtime/watch/dial.h"
#include "tests/fuzz/fuzz.h"

static const char program[] = "HloModule step\nENTRY e {\n  x = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n  ROOT y = f32[8] add(x, x), sharding={replicated}\n}\n";

static int64_t now(void *unused)
{
    (void)unused;
    return clock_ns();
}

static char *fingerprint(void)
{
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_program_parse("step.hlo", program, strlen(program), &error);
    static const char four[] = "[options]\npartitions=4\n";
    LibraryOptions *options = library_options_read(four, strlen(four), 0, &error);
    Compiled *c = library_compile_alone(p, options, NULL, NULL, &error);
    fuzz_law(c != NULL, "the fixed program does not compile: %s", shardscope_error_message(error));
    g_autofree char *text = module_print(c->local, SPELL_HLO_SHORT);
    compiled_free(c);
    library_options_free(options);
    shardscope_program_unref(p);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

/* The object under `key` of a line, kept by the parser; NULL = it is none. */
static JsonObject *object_of(JsonParser **parser, const char *line, const char *key)
{
    JsonObject *all;
    *parser = dial_read(line, strlen(line), &all, NULL);
    return *parser ? dial_object(all, key) : NULL;
}

static void try_one(TraceWriter *w, const char *module_line, const char *step_line, GBytes *events)
{
    const CaptureTo to = { .writer = w, .zero_ns = 1, .clock = { .now_ns = now }, .pid = 12 };
    g_autoptr(JsonParser) a = NULL, b = NULL;
    JsonObject *module = object_of(&a, module_line, "module"), *step = object_of(&b, step_line, "step");
    g_autoptr(GBytes) source = g_bytes_new_static(program, strlen(program));
    g_autoptr(GError) error = NULL;
    Captured *c = module ? captured_new(&to, module, source, &error) : NULL;
    fuzz_law(!module || !c == !!error, "a program, or an error");
    g_clear_error(&error);
    int64_t lost = 0;
    if (c && step) {
        bool ok = captured_step(c, step, events, &lost, &error);
        fuzz_law(ok == !error, "a step, or an error");
        fuzz_law(lost >= 0, "so many events lost: %" G_GINT64_FORMAT, lost);
        g_clear_error(&error);
    }
    fuzz_law(captured_end(c, &error), "the run does not end: %s", error ? error->message : "");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *sum, *path;
    if (!sum) {
        sum = fingerprint();
        path = g_strdup_printf("%s/shardscope-fuzz-%d.db", g_file_test("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir(), (int)g_random_int_range(0, G_MAXINT));
    }
    g_autofree char *text = fuzz_text(data, size);
    char *first_end = memchr(text, '\n', size), *second = first_end ? first_end + 1 : NULL;
    char *second_end = second ? memchr(second, '\n', size - (size_t)(second - text)) : NULL;
    if (!second_end)
        return 0;
    *first_end = *second_end = '\0';
    GString *module = g_string_new(text);
    g_string_replace(module, "FINGERPRINT", sum, 1);
    g_autoptr(GBytes) events = g_bytes_new(second_end + 1, size - (size_t)(second_end + 1 - text));
    g_autoptr(GError) error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    fuzz_law(w != NULL, "no trace: %s", error ? error->message : "");
    try_one(w, module->str, second, events);
    fuzz_law(trace_writer_finish(w, &error), "the trace cannot be finished: %s", error ? error->message : "");
    g_string_free(module, TRUE);
    g_unlink(path);
    return 0;
}
