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

/* A step of which there are events: all that index step_events holds. Of a long run most have none. */
#define STEP_HAS_EVENTS "(n_events IS NULL OR n_kept > 0)"
/* The meetings of run ?1 as c, found from the few there are, not from the many steps. */
#define MEETINGS_OF_RUN " FROM coll_exec c CROSS JOIN step s ON s.id = c.step_id WHERE s.run_id = ?1 AND c.step_id BETWEEN" \
                        " (SELECT min(id) FROM step WHERE run_id = ?1 AND " STEP_HAS_EVENTS ") AND (SELECT max(id) FROM step WHERE run_id = ?1 AND " STEP_HAS_EVENTS ")"

/* Lane totals and levels of detail. */
bool derive_lod(const Derive *d, GError **error);
/* Where the steps' time went, instruction statistics and exposure of collectives. */
bool derive_times(const Derive *d, GError **error);
/* The critical path of each step. found: its rows, where derive_find_crit has been asked before; NULL = they are found now. */
bool derive_crit(const Derive *d, const GArray *found, GError **error);
/* TraceCrit of all steps: reads the file and stores nothing. NULL on failure. */
GArray *derive_find_crit(const Derive *d, GError **error);
