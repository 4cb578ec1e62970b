/* Profiles: imported into a trace that holds together, or refused with an error that names the file. Bytes are changed by libFuzzer itself; without it each
 * seed is also replayed with bytes changed, cut and repeated. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/text/proto.h"
#include "tests/fuzz/fuzz.h"
#include "trace/import/import.h"

static char *text_of(const uint8_t *bytes, size_t n)
{
    return proto_text("profile", (const char *)bytes, n, NULL);
}

static void one(const char *folder, const uint8_t *data, size_t size)
{
    g_autofree char *path = g_build_filename(folder, "x.pb", NULL), *db = g_build_filename(folder, "x.db", NULL);
    fuzz_law(g_file_set_contents(path, (const char *)data, (gssize)size, NULL), "the input can be stored");
    g_autoptr(GError) error = NULL;
    TraceWriter *w = trace_writer_new(db, &error);
    fuzz_law(w != NULL, "%s", error ? error->message : "");
    TraceImported done;
    const char *paths[] = { path };
    bool ok = trace_import(w, &(TraceImportOptions){ .paths = paths, .n_paths = 1, .n_threads = (int)(size % 2) + 1, .text_of = text_of }, &done, &error);
    fuzz_law(ok == !error, "imported, or an error");
    fuzz_law(ok || strstr(error->message, "x.pb"), "the error names the file: %s", error ? error->message : "");
    if (ok)
        fuzz_law(trace_writer_finish(w, &error), "%s", error ? error->message : "finished");
    else
        trace_writer_give_up(w);
    g_autoptr(TraceReader) r = ok ? trace_open(db, &error) : NULL;
    fuzz_law(!ok || r, "%s", error ? error->message : "opened");
    g_unlink(db);
    g_unlink(path);
}

/* Some damages, the same each time. */
static void damaged(const char *folder, const uint8_t *data, size_t size)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)size);
    for (int i = 0; i < 12 && size > 8; i++) {
        g_autofree uint8_t *copy = g_memdup2(data, size);
        size_t n = i % 3 == 0 ? (size_t)g_rand_int_range(rand, 1, (gint32)size) : size;
        for (int k = 0; k < i; k++)
            copy[g_rand_int_range(rand, 0, (gint32)size)] = (uint8_t)(k % 2 ? 0xff : g_rand_int_range(rand, 0, 256));
        one(folder, copy, n);
    }
}

static char *folder;

static void remove_folder(void)
{
    g_rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!folder) {
        folder = g_dir_make_tmp("fuzz-profile-XXXXXX", NULL);
        atexit(remove_folder);
    }
    one(folder, data, size);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    damaged(folder, data, size);
#endif
    return 0;
}
