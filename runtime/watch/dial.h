/* The other side: a connection to a process that listens, whose answers are read with a time limit. What comes is not trusted. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/stop.h"
#include "runtime/watch/wire.h"

typedef struct Dial {
    int fd;
    char *in;          /* what has come */
    size_t at, n, room;
    int64_t pid;
    char *command;     /* of the process, without control characters */
    int64_t ahead_ns;  /* its monotonic clock minus ours: 0 on one machine */
    int wake_fd;       /* readable: waiting ends; -1 = none */
} Dial;

/* Connects, and says hello. where and token as of shardscope_peer_connect. Call dial_close in any case. */
bool dial_open(Dial *d, const char *where, const char *token, GError **error);
void dial_close(Dial *d);
/* Sends a request. */
bool dial_ask(Dial *d, WireAsk ask, GError **error);

typedef enum DialResult {
    DIAL_FAILED,  /* with an error */
    DIAL_OK,
    DIAL_NOTHING, /* nothing came within the time, or wake_fd became readable */
} DialResult;
/* A line without its end, which lives until the next call. wait_ms -1 = as long as it takes. */
DialResult dial_line(Dial *d, int wait_ms, char **line, size_t *n, GError **error);
/* n bytes that follow a line; the process has ten seconds for each part of them. */
GBytes *dial_bytes(Dial *d, size_t n, GError **error);
/* The object in a line; the caller unrefs the parser. An answer {"error": TEXT} is an error. */
JsonParser *dial_read(const char *line, size_t n, JsonObject **out, GError **error);
/* The answer to a request, within ten seconds. */
JsonParser *dial_answer(Dial *d, const char *member, JsonObject **out, char **line, GError **error);

/* Members of what came, whatever it is: 0, NULL where they are missing or of another type. */
int64_t dial_int(JsonObject *o, const char *key);
double dial_real(JsonObject *o, const char *key);
JsonObject *dial_object(JsonObject *o, const char *key);
JsonArray *dial_array(JsonObject *o, const char *key);
JsonObject *dial_element(JsonArray *a, guint i);
/* Without control characters, which would reach a terminal; "" where there is none. To be freed. */
char *dial_text(JsonObject *o, const char *key);
