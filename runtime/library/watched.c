/* The process, watched: what clients and executables say of themselves, and listening. */
#include "runtime/library/library_impl.h"

#include <string.h>

static void memory_of(void *user, int device, WatchMemory *out)
{
    const ShardscopeClient *client = user;
    const DeviceUse *use = &client->use[device];
    *out = (WatchMemory){ .in_use = atomic_load(&use->bytes), .peak = atomic_load(&use->peak), .n_arrays = atomic_load(&use->arrays), .limit = (int64_t)buffer_most() };
}

static void arrays_of(void *user, void (*add)(void *to, const WatchArrays *a), void *to)
{
    holdings_each(user, add, to);
}

WatchGroup *library_watch(ShardscopeClient *client)
{
    static const WatchOps ops = { .kind = "client", .memory = memory_of, .arrays = arrays_of };
    return watch_group_new(&ops, client, client->n_devices);
}

/* The text that others compile it from: what it was read from, or of a program that was built, the text that says the same. */
static GBytes *source_of(const ShardscopeProgram *p)
{
    if (p->source)
        return g_bytes_ref(p->source);
    char *text = module_print(p->module, p->module->entry->results ? SPELL_STABLEHLO : SPELL_HLO); /* HLO has no place for annotations of results */
    return g_bytes_new_take(text, strlen(text));
}

void library_watch_executable(ShardscopeExecutable *e)
{
    g_autoptr(GBytes) source = source_of(e->program);
    WatchProgramInfo info = { .compiled = e->compiled, .source = source, .source_name = e->program->source_name ? e->program->source_name : e->program->module->name,
                              .options = g_strdup(e->options_text), .n_cores = exec_context_n_workers(e->client->cx) };
    e->watched = watch_program_new(e->client->watched, &info);
}

bool shardscope_listen(const char *where, const char *token, ShardscopeError **error)
{
    NEED(where && where[0], "a place to listen at", false);
    GError *why = NULL;
    return watch_listen(where, token, &why) || library_fail(error, why);
}

void shardscope_listen_end(void)
{
    watch_listen_end();
}

char *shardscope_listening(void)
{
    return watch_listening();
}
