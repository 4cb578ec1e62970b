/* Executables as bytes: the four texts of one, between lines "-----", behind a head and a checksum that fit them. What is loaded says the same of
 * itself once it is serialised and loaded again. It is not run. */
#include <string.h>

#include "runtime/library/library_impl.h"
#include "tests/fuzz/fuzz.h"

static char *bytes_of(char *const *texts, size_t *n)
{
    g_autofree char *head = g_strdup_printf("[options]\nreplicas=0\npartitions=0\nto_arguments=false\nto_results=false\n\n[plan]\nlengths=%zu;%zu;%zu;%zu;\n"
                                            "devices=4\nreplicas=1\npartitions=4\ncompile_ns=1\nflops=1\n\n",
                                            strlen(texts[0]), strlen(texts[1]), strlen(texts[2]), strlen(texts[3]));
    g_autofree char *rest = g_strconcat(head, texts[0], texts[1], texts[2], texts[3], NULL), *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, rest, -1);
    char *all = g_strconcat("shardscope executable ", shardscope_version(), "\n", sum, "\n", rest, NULL);
    *n = strlen(all);
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ShardscopeClient *client;
    if (!client)
        client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = 1 }, NULL);
    g_autofree char *text = fuzz_text(data, size);
    g_auto(GStrv) texts = g_strsplit(text, "-----\n", 4);
    if (g_strv_length(texts) != 4)
        return 0;
    size_t n, n_again;
    g_autofree char *bytes = bytes_of(texts, &n);
    ShardscopeError *error = NULL;
    ShardscopeExecutable *e = shardscope_executable_load(client, bytes, n, &error);
    fuzz_law(!e == !!error, "an executable, or an error");
    if (!e) {
        shardscope_error_free(error);
        return 0;
    }
    void *again = shardscope_executable_serialise(e, &n_again, &error);
    ShardscopeExecutable *same = again ? shardscope_executable_load(client, again, n_again, &error) : NULL;
    fuzz_law(same != NULL, "what was loaded and serialised does not load: %s", shardscope_error_message(error));
    fuzz_law(shardscope_executable_n_arguments(same) == shardscope_executable_n_arguments(e) && shardscope_executable_n_results(same) == shardscope_executable_n_results(e),
             "another signature");
    shardscope_free(again);
    shardscope_executable_unref(same);
    shardscope_executable_unref(e);
    return 0;
}
