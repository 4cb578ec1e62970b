/* The messages between a program that listens and whoever watches it. protocol.md describes them. Here: their limits, requests, the
 * events of a step as bytes, and the token. Nothing here does input or output. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_VERSION = 1,
    WIRE_MAX_REQUEST = 4096,     /* bytes of a request's line */
    WIRE_MAX_LINE = 8 << 20,     /* of a reply's line */
    WIRE_MAX_BYTES = 1 << 30,    /* that follow a line */
    WIRE_MAX_DEPTH = 32,         /* of objects and arrays in each other, in a reply */
    WIRE_MIN_TOKEN = 16, WIRE_MAX_TOKEN = 256,
};

/* ---- requests ------------------------------------------------------------------------------------------------------------ */

typedef enum WireAsk {
    WIRE_HELLO,   /* the first one: version and token */
    WIRE_STATUS,  /* what the process holds and does, at this moment */
    WIRE_CAPTURE, /* from now on every step, with its events */
    WIRE_END,     /* of the capture */
} WireAsk;

typedef struct WireRequest {
    WireAsk ask;
    int64_t version;
    char token[WIRE_MAX_TOKEN + 1]; /* "" = none */
} WireRequest;

/* Reads a request: a JSON object on a line of its own, whose values are texts, integers, true, false or null; unknown members are
 * skipped. False with *why, a static text, if it is none. */
bool wire_read_request(const char *line, size_t n, WireRequest *out, const char **why);
/* The line, with its end; the caller frees it. token: NULL = none. */
char *wire_print_request(WireAsk ask, const char *token);

/* Appends the text as a JSON string; null for NULL. Bytes that are no UTF-8 become '?'. */
void wire_print_text(GString *to, const char *text);

/* Takes the same time wherever the two differ. */
bool wire_same_token(const char *a, const char *b);

/* Whether a reply's line can be given to a reader of JSON: not nested deeper than WIRE_MAX_DEPTH, no control characters in it. */
bool wire_may_be_json(const char *line, size_t n);

/* ---- events of a step ----------------------------------------------------------------------------------------------------- */

typedef enum WireKind {
    WIRE_EVENT,  /* lane: device; a = start, b = duration, c = trips, as of EventSink.trips, 0 = not said; op and cat as in EventSink.event */
    WIRE_MEMORY, /* lane: device; a = time, b = bytes held, c = the most since the last */
    WIRE_CORE,   /* lane: core; a = start, b = duration; op = device */
    WIRE_N_KINDS,
} WireKind;

/* Times are ns on the program's monotonic clock. */
typedef struct WireEvent {
    int64_t a, b, c;
    int32_t op;
    uint16_t lane;
    uint8_t kind, cat;
} WireEvent;

enum { WIRE_EVENT_BYTES = 32 }; /* of one, little-endian: a, b, c, op, lane, kind, cat */
void wire_put_events(GByteArray *to, const WireEvent *events, size_t n);
void wire_get_event(const uint8_t *from, WireEvent *out);
