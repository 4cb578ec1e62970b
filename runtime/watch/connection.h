/* A connection of somebody who watches, served by the thread that answers. What a peer does not take is kept up to a limit; then steps
 * are left out and counted, so that the program never waits. */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>

#include "runtime/watch/wire.h"

typedef struct Connection {
    int fd;
    pthread_mutex_t *lock; /* the server's */
    const char *token;     /* that a peer must know; NULL = none */
    bool greeted;          /* said hello, with the token where there is one */
    bool ended;            /* the peer sends nothing more */
    bool last;             /* closed once all is written */
    int64_t since_ns;      /* since when it is awaited: its hello, or that it takes something */
    char in[WIRE_MAX_REQUEST];
    size_t n_in;
    size_t written;        /* bytes of the first item */
    GHashTable *told;      /* programs whose module was sent; ids as pointers */
    int64_t newest;        /* program that there was when the capture began */
    /* Under the lock: */
    bool capturing;
    GQueue out;
    size_t queued;         /* bytes in it */
    int64_t n_steps, n_dropped;
} Connection;

/* Takes the descriptor. Both others are borrowed. */
Connection *connection_new(int fd, pthread_mutex_t *lock, const char *token);
void connection_free(Connection *c);
/* Under the lock, from any thread: a step with its events, if the connection captures. */
void connection_step(Connection *c, GBytes *bytes, int64_t program);
bool connection_has_output(Connection *c);
/* Reads and writes what can be without waiting; events: what poll() said. False if it is to be closed. */
bool connection_turn(Connection *c, short events);
