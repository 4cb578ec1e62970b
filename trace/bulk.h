/* Events into a file as pages of its own: the rows of the tables event and flow, and their indexes. */
#pragma once

#include "trace/events.h"

/* What bulk_write wrote: page numbers, which mean nothing until bulk_install names them. */
typedef struct Bulk {
    int64_t table; /* of events; 0 = the rows were in the file already */
    int64_t index[4];
    int64_t flow, flow_to; /* the table of arrows and its index; 0 = there are none to write */
} Bulk;

/* What to write, and what to do meanwhile. */
typedef struct BulkWork {
    bool with_rows;
    void (*beside)(void *user); /* called in the caller's thread while another one writes indexes, if there is one; may read the file and the set. May be NULL */
    void *user;
} BulkWork;

/* Appends the events' rows (with_rows) and indexes to the file, outside of its tables: a reader does not see them, and if the process is killed, they are only
 * room that is lost. The set has all events that the file will have; with_rows: the file has none yet, and the ids ascend. No transaction may be open.
 * Returns false where the file cannot be extended so (another program has it open, or it is not laid out as we make files): then rows go by INSERT,
 * and indexes by CREATE INDEX. */
bool bulk_write(sqlite3 *db, const EventSet *set, const BulkWork *work, Bulk *out);
/* Makes what was written the table and its indexes, in the caller's transaction. */
bool bulk_install(sqlite3 *db, const char *path, const Bulk *b, GError **error);
/* Stores the rows by INSERT, in the caller's transaction. */
bool bulk_insert(sqlite3 *db, const char *path, const EventSet *set, GError **error);
