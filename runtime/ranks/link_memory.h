/* Memory that the ranks of one machine share. It has no name, where the system allows that, so that nothing of it is left of a run that is killed, and is not limited
 * by the place where engines keep theirs, which is small in many containers. Else the engine's own is taken. */
#pragma once

#include <mpi.h>
#include <stddef.h>

typedef struct LinkMemory {
    char *at;       /* aligned to a page; NULL = there is none */
    size_t bytes;
    MPI_Win window; /* the engine's; MPI_WIN_NULL = it is not */
} LinkMemory;

/* For the ranks of a communicator, all of which call this. It is zero if it is not the engine's. False: some rank did not get it. */
int link_memory_new(LinkMemory *m, MPI_Comm near, size_t least);
/* All ranks call this. */
void link_memory_free(LinkMemory *m);
