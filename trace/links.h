/* Internal to the reader: over which links the bytes of collectives go (links.c). */
#pragma once

#include "trace/db.h"

/* Bytes that all devices together receive a step. Unknown where all devices are in one process; between_ranks also where no machine has
 * several processes, between_hosts where there is one machine. */
typedef struct LinkBytes {
    TraceInt inside, between_ranks, between_hosts;
} LinkBytes;

typedef struct Links Links;
Links *links_new(void);
void links_free(Links *l); /* accepts NULL */
/* links(inst_id, which) of SQL, with Links as its data: 0 inside a process, 1 between processes of a machine, 2 between machines. */
void links_function(sqlite3_context *cx, int n, sqlite3_value **args);
