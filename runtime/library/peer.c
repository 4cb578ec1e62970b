/* Looking at processes that listen: connections, and what they say at a moment. */
#include <string.h>

#include "runtime/library/library_impl.h"
#include "runtime/watch/dial.h"
#include "runtime/watch/place.h"

int64_t *shardscope_listeners(int *n)
{
    GArray *list = place_list();
    if (n)
        *n = (int)list->len;
    g_array_append_val(list, (int64_t){ 0 }); /* so that it is never NULL */
    return (int64_t *)(void *)g_array_free(list, FALSE);
}

struct ShardscopePeer {
    Dial dial;
};

ShardscopePeer *shardscope_peer_connect(const char *where, const char *token, ShardscopeError **error)
{
    NEED(where, "a process", NULL);
    ShardscopePeer *peer = g_new0(ShardscopePeer, 1);
    GError *why = NULL;
    if (dial_open(&peer->dial, where, token, &why))
        return peer;
    shardscope_peer_unref(peer);
    library_fail(error, why);
    return NULL;
}

void shardscope_peer_unref(ShardscopePeer *peer)
{
    if (!peer)
        return;
    dial_close(&peer->dial);
    g_free(peer);
}

/* ---- snapshots ----------------------------------------------------------------------------------------------------------------- */

struct ShardscopeSnapshot {
    char *json;
    GPtrArray *texts;
    ShardscopeSeenProcess process;
    GArray *devices, *arrays, *programs, *collectives;
};

/* A text of the object that lives with the snapshot. */
static const char *text(ShardscopeSnapshot *s, JsonObject *o, const char *key)
{
    char *t = dial_text(o, key);
    g_ptr_array_add(s->texts, t);
    return t;
}

static void read_device(ShardscopeSnapshot *s, int group, JsonObject *o)
{
    ShardscopeSeenDevice row = { .group = group, .device = (int)dial_int(o, "device"), .bytes_in_use = dial_int(o, "in_use"), .peak_bytes = dial_int(o, "peak"),
                                 .limit_bytes = dial_int(o, "limit"), .n_arrays = dial_int(o, "arrays") };
    g_array_append_val(s->devices, row);
}

static void read_arrays(ShardscopeSnapshot *s, int group, JsonObject *o)
{
    ShardscopeSeenArrays row = { .group = group, .line = text(s, o, "line"), .type = text(s, o, "type"), .sharding = text(s, o, "sharding"), .count = dial_int(o, "count"),
                                 .bytes = dial_int(o, "bytes") };
    g_array_append_val(s->arrays, row);
}

static void read_program(ShardscopeSnapshot *s, int group, JsonObject *o)
{
    ShardscopeSeenProgram row = { .group = group, .name = text(s, o, "name"), .n_devices = dial_int(o, "devices"), .n_steps = dial_int(o, "steps"),
                                  .steps_per_s = dial_real(o, "rate"), .last_ns = dial_int(o, "last_ns"), .ago_ns = dial_int(o, "ago_ns"), .running_ns = dial_int(o, "running_ns") };
    g_array_append_val(s->programs, row);
}

static void read_collective(ShardscopeSnapshot *s, int group, JsonObject *o)
{
    ShardscopeSeenCollective row = { .group = group, .program = text(s, o, "program"), .kind = text(s, o, "kind"), .line = text(s, o, "line"), .count = dial_int(o, "count"),
                                     .bytes = dial_int(o, "bytes"), .wait_ns = dial_int(o, "wait_ns"), .move_ns = dial_int(o, "ns"), .ago_ns = dial_int(o, "ago_ns") };
    g_array_append_val(s->collectives, row);
}

static void read_group(ShardscopeSnapshot *s, JsonObject *o)
{
    static const struct { const char *key; void (*read)(ShardscopeSnapshot *s, int group, JsonObject *o); } lists[] = {
        { "devices", read_device }, { "arrays", read_arrays }, { "programs", read_program }, { "collectives", read_collective } };
    int group = (int)dial_int(o, "group");
    for (size_t k = 0; k < G_N_ELEMENTS(lists); k++) {
        JsonArray *list = dial_array(o, lists[k].key);
        for (guint i = 0; list && i < json_array_get_length(list); i++)
            if (dial_element(list, i))
                lists[k].read(s, group, dial_element(list, i));
    }
    s->process.n_groups++;
}

ShardscopeSnapshot *library_snapshot(JsonObject *status, const char *line)
{
    ShardscopeSnapshot *s = g_new0(ShardscopeSnapshot, 1);
    s->json = g_strdup(line);
    s->texts = g_ptr_array_new_with_free_func(g_free);
    s->devices = g_array_new(FALSE, FALSE, sizeof(ShardscopeSeenDevice));
    s->arrays = g_array_new(FALSE, FALSE, sizeof(ShardscopeSeenArrays));
    s->programs = g_array_new(FALSE, FALSE, sizeof(ShardscopeSeenProgram));
    s->collectives = g_array_new(FALSE, FALSE, sizeof(ShardscopeSeenCollective));
    s->process = (ShardscopeSeenProcess){ .pid = dial_int(status, "pid"), .command = text(s, status, "command") };
    JsonArray *groups = dial_array(status, "groups");
    for (guint i = 0; groups && i < json_array_get_length(groups); i++)
        if (dial_element(groups, i))
            read_group(s, dial_element(groups, i));
    return s;
}

ShardscopeSnapshot *shardscope_peer_look(ShardscopePeer *peer, ShardscopeError **error)
{
    NEED(peer, "a connection", NULL);
    GError *why = NULL;
    JsonObject *status;
    char *line;
    g_autoptr(JsonParser) parser = dial_ask(&peer->dial, WIRE_STATUS, &why) ? dial_answer(&peer->dial, "status", &status, &line, &why) : NULL;
    if (parser)
        return library_snapshot(status, line);
    library_fail(error, why);
    return NULL;
}

void shardscope_snapshot_unref(ShardscopeSnapshot *s)
{
    if (!s)
        return;
    g_ptr_array_unref(s->texts);
    g_array_unref(s->devices);
    g_array_unref(s->arrays);
    g_array_unref(s->programs);
    g_array_unref(s->collectives);
    g_free(s->json);
    g_free(s);
}

const char *shardscope_snapshot_json(const ShardscopeSnapshot *s)
{
    return s ? s->json : NULL;
}

bool shardscope_snapshot_process(const ShardscopeSnapshot *s, ShardscopeSeenProcess *out)
{
    if (s && out)
        *out = s->process;
    return s && out;
}

/* The i-th row, of so many bytes. */
static bool row(const GArray *list, int i, void *out)
{
    if (!list || !out || i < 0 || (guint)i >= list->len)
        return false;
    guint bytes = g_array_get_element_size((GArray *)list);
    memcpy(out, list->data + (gsize)i * bytes, bytes);
    return true;
}

bool shardscope_snapshot_device(const ShardscopeSnapshot *s, int i, ShardscopeSeenDevice *out)
{
    return s && row(s->devices, i, out);
}

bool shardscope_snapshot_arrays(const ShardscopeSnapshot *s, int i, ShardscopeSeenArrays *out)
{
    return s && row(s->arrays, i, out);
}

bool shardscope_snapshot_program(const ShardscopeSnapshot *s, int i, ShardscopeSeenProgram *out)
{
    return s && row(s->programs, i, out);
}

bool shardscope_snapshot_collective(const ShardscopeSnapshot *s, int i, ShardscopeSeenCollective *out)
{
    return s && row(s->collectives, i, out);
}
