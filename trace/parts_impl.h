/* The steps that a mean is over, and the sums of their parts. */
#pragma once

#include "trace/reader_impl.h"

/* A step of whose parts there are sums over many steps only. */
#define STEP_APART(S) S ".n_events IS NOT NULL AND " S ".n_kept IS NOT NULL AND NOT EXISTS (SELECT 1 FROM step_part p WHERE p.step_id = " S ".id)"

/* The steps that a mean is over, with the name `s`. */
#define COUNTED " s.run_id = ?1 AND (s.warm = 1 OR NOT EXISTS (SELECT 1 FROM step w WHERE w.run_id = ?1 AND w.warm = 1))"

/* " parts(device_id, n, hidden, compute, coll, copy, host, idle, compile, queue, wait) AS (...)", to stand after WITH: of each device the sums of its parts
 * over n steps, ns. Owned by the reader, until it is asked again; NULL with an error. */
const char *parts_sql(TraceReader *r, int64_t run_id, GError **error);
