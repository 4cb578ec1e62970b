/* Memory of this rank that the others of its machine see: buffers whose data they are to read where it is come from here. What is lent is kept until all
 * who were told of it have done with it, each of which counts that in the line before the data. */
#pragma once

#include "runtime/memory/buffer.h"

typedef struct Ground Ground;

enum { GROUND_LINE = 64 /* bytes before the data of a buffer, with the counter of those who read it */ };

/* memory is aligned to a page, and stays until ground_close. */
Ground *ground_new(char *memory, size_t bytes);
/* The memory is no more: buffers that are left must not be read. Accepts NULL. */
void ground_close(Ground *g);
/* To compare with. */
const BufferGround *ground_of(const Ground *g);
/* For a pool, with a reference. */
BufferGround *ground_ref(Ground *g);
/* So many more read the buffer, which is kept meanwhile, and not overwritten. False: it is not on this ground. */
bool ground_lend(Ground *g, Buffer *b, int readers);
/* Keeps the buffer as long as another is lent. Takes over the reference. */
void ground_keep(Ground *g, Buffer *b, Buffer *until);
/* Drops what was lent and is not read any more. */
void ground_reap(Ground *g);
static inline atomic_int *ground_counter(void *data)
{
    return (atomic_int *)(void *)((char *)data - GROUND_LINE);
}
