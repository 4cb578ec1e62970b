/* Derived tables of one run, made again from its events and rows, inside the caller's transaction. */
#pragma once

#include "trace/events.h"
#include "trace/writer_impl.h"

typedef struct Derive {
    sqlite3 *db;
    const char *path;
    const EventSet *events; /* of this run, and perhaps of others */
    int64_t run_id;
    const Watch *watch;
} Derive;

/* Lane totals and levels of detail. */
bool derive_lod(const Derive *d, GError **error);
/* Where the steps' time went, instruction statistics and exposure of collectives. */
bool derive_times(const Derive *d, GError **error);
/* The critical path of each step. */
bool derive_crit(const Derive *d, GError **error);
