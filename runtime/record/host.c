/* What threads of the host did during a run: a lane for each of them. */
#include "runtime/record/record_impl.h"

enum { MOST_SPANS = 20000, LANE_ROOM = 16 };

static TraceLaneBuffer *lane_of(Record *r, int thread)
{
    if (!r->threads)
        r->threads = g_hash_table_new(NULL, NULL);
    TraceLaneBuffer *lane = g_hash_table_lookup(r->threads, GINT_TO_POINTER(thread));
    if (lane)
        return lane;
    g_autofree char *name = r->n_hosts > 1 ? g_strdup_printf("host thread %d of rank %d", thread, r->own_host) : g_strdup_printf("host thread %d", thread);
    TraceLane row = { .run_id = r->run_id, .host_id = r->host_id[r->own_host], .kind = TRACE_LANE_HOST, .name = name, .rank = r->n_devices };
    lane = trace_lane_new(r->w, &row, LANE_ROOM);
    g_hash_table_insert(r->threads, GINT_TO_POINTER(thread), lane);
    return lane;
}

void record_spans(Record *r, const RecordSpan *spans, int n)
{
    if (!r->w || !r->host_lane)
        return;
    for (int i = 0; i < n; i++) {
        const RecordSpan *s = &spans[i];
        TraceLaneBuffer *lane = lane_of(r, s->thread);
        int64_t start_ns = MAX(s->start_ns - r->zero_ns, 0), end_ns = MAX(s->end_ns - r->zero_ns, start_ns);
        if (r->n_spans++ < MOST_SPANS)
            trace_lane_span(lane, r->w, &(TraceSpan){ start_ns, end_ns - start_ns, trace_str(r->w, s->name), s->depth });
        else
            trace_lane_left_out(lane, 1);
    }
}
