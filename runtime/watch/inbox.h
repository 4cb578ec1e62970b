/* What a process sends to one that captures, read by a thread of its own, so that nothing is lost while the other one compiles. */
#pragma once

#include "runtime/watch/dial.h"

typedef struct Inbox Inbox;

/* A line and the bytes that follow it. */
typedef struct Message {
    JsonParser *parser;
    JsonObject *object;
    GBytes *bytes;      /* NULL = none */
} Message;

/* Reads from the connection, which is the inbox's until inbox_free. At most 512 MiB of messages wait; then the process is left waiting, which
 * drops steps. */
Inbox *inbox_new(Dial *dial);
/* Ends the thread; the connection may be used again, or closed. NULL is fine. */
void inbox_free(Inbox *box);
/* The next message, to be cleared; DIAL_NOTHING if none came within the time; DIAL_FAILED with the reason once the connection ended and all
 * messages are taken. */
DialResult inbox_take(Inbox *box, int wait_ms, Message *out, GError **error);
void message_clear(Message *m);
