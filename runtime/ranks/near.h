/* What ranks of one machine give each other without a message of the engine's, in memory that the engine lets them share: heads go through rings, and data
 * is put on a board, where all who need it read it, or is lent where it is. That spares the engine's requests, and copies: a message that the engine carries is
 * written and read in between, by each receiver. */
#pragma once

#include "runtime/ranks/ground.h"
#include "runtime/ranks/link.h"

typedef struct Near Near;

/* NULL if the link has no such memory. */
Near *near_new(const Link *l);
void near_free(Near *n); /* accepts NULL */
/* True for the other ranks of this machine; n may be NULL. */
bool near_reaches(const Near *n, int rank);
/* True if that is all others. */
bool near_reaches_all(const Near *n);

/* ---- heads; called by one thread at a time, as the link is ---- */

/* Sends, or keeps what there is no room for; takes over the memory, which is for free(). */
void near_send_head(Near *n, int to, void *head, size_t bytes);
/* Goes on sending what there was no room for. True if something was sent. */
bool near_flush(Near *n);
/* How many heads have not been sent yet. */
int near_unsent(const Near *n);
/* The next head that has come, for free(), or NULL. */
void *near_next_head(Near *n, int *from, size_t *bytes);

/* ---- slots ---- */

enum { NEAR_SLOT = 256 };
/* So many bytes of `owner`'s memory that are there for what `writer` has to say, aligned to a line of the cache, all zeroes at first. NULL: there are none. */
void *near_slot(const Near *n, int owner, int writer);

/* ---- boards; called by any thread ---- */

/* Room for so many bytes on this rank's board, aligned to a line of the cache, and its place, not 0, which readers are told. Free again when
 * near_done has been called so many times. NULL: there is none now. */
void *near_put(Near *n, size_t bytes, int readers, int64_t *place);
/* What a rank put there. */
void *near_look(const Near *n, int rank, int64_t place);
void near_done(Near *n, int rank, int64_t place);

/* ---- ground; called by any thread ---- */

/* Where buffers come from that can be lent; NULL: there is none, on any rank of the machine. */
Ground *near_ground(const Near *n);
/* Lends a buffer of this rank's to so many readers, and says where it is, not 0, which they are told. False: it is not on the ground. */
bool near_lend(const Near *n, Buffer *b, int readers, int64_t *place);
/* Where a buffer of this rank's is, if it is on the ground; whoever is told reads it with near_at as long as this rank keeps it. */
int64_t near_place(const Near *n, const Buffer *b);
void *near_at(const Near *n, int rank, int64_t place);
/* What another rank lends. Nobody may write it, unless all agree on who writes what. */
Buffer *near_borrow(const Near *n, int rank, int64_t place, size_t bytes);
/* Instead of borrowing it. */
void near_decline(const Near *n, int rank, int64_t place);
