/* Messages between the ranks of one run, as a distributed engine carries them: MPI (link_mpi.c, a module that is loaded only where a
 * program was started by mpirun or srun), and within one process in tests.
 *
 * A rank sends heads, which arrive in order and without being announced, and data, which the receiver asks for once a head has said
 * that it comes. Data of one pair of ranks is matched in the order in which it was sent and asked for. All functions are called by one
 * thread at a time. Machines of one run have the same byte order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/ranks/bell.h"
#include "runtime/ranks/note.h"

enum { LINK_VERSION = 6, LINK_HEAD_BYTES = 32 << 10, LINK_ZERO_BYTES = 64 << 10 };

typedef struct Link Link;
struct Link {
    int me, n;        /* this rank, and how many there are */
    const char *name; /* of the engine and its version, for messages */
    Bell **bells;     /* by rank: of those on this machine, this one among them; NULL entries: it cannot be rung. NULL = there are none */
    RankNote **notes; /* likewise: what each says of itself */
    /* By rank: memory of each rank on this machine, that all of them can read and write, of so many bytes each, whose first LINK_ZERO_BYTES are zero; it is aligned to a page.
     * NULL entries: not on this machine, nor is its bell. NULL = there is none. The engine does not use it. */
    char **shared;
    size_t shared_bytes;
    /* Sends at most LINK_HEAD_BYTES; takes over the memory, which is for free(). */
    void (*send_head)(Link *l, int to, void *head, size_t bytes);
    /* The next head that has arrived, for free(). NULL: there is none, or after others it is worth asking again only when they were dealt with. */
    void *(*next_head)(Link *l, int *from, size_t *bytes);
    /* Begins to send, or to receive, bytes at an address that stays valid until `done` is true of what is returned. */
    void *(*send)(Link *l, int to, const void *data, size_t bytes);
    void *(*receive)(Link *l, int from, void *data, size_t bytes);
    /* True once, when the transfer has ended, which next_head has noticed; `transfer` is then no more. */
    bool (*done)(Link *l, void *transfer);
    /* Leaves the run. clean: all ranks call this now; else the engine is told to end them. well: the process succeeds; it may end in this call, if the engine does not
     * return. Frees the link. */
    void (*leave)(Link *l, bool clean, bool well);
};

/* What a module exports as "shardscope_link_open": NULL with a message in `why` if the engine cannot be used. */
typedef Link *LinkOpen(int version, char *why, size_t room);

/* True if this process was started as one of several by a launcher that the module knows. */
bool link_was_launched(void);
/* Loads the module beside the library. NULL with a message to be freed. */
Link *link_load(char **why);
