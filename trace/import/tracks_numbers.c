/* Counters and memory of files that are read as tracks; see tracks.h. Start at tracks_put_numbers(). */
#include "trace/import/tracks.h"

#include <math.h>

#include "trace/import/memory.h"

void tracks_sample(Tracks *t, int64_t process, int64_t ts_ns, const char *name, double value)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    TrackSample s = { process, ts_ns, (uint32_t)trace_str(t->run->w, *valid ? valid : "?"), import_memory_named(valid), value };
    g_array_append_val(t->samples, s);
}

static int sample_order(gconstpointer pa, gconstpointer pb)
{
    const TrackSample *a = pa, *b = pb;
    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
    return a->name_id != b->name_id ? (a->name_id < b->name_id ? -1 : 1) : (a->ts_ns > b->ts_ns) - (a->ts_ns < b->ts_ns);
}

/* The samples of a process from `i` on: its device's memory, the others on one lane; of several samples at one moment the last counts. Returns where they end. */
static guint put_process(Tracks *t, guint i, ImportMemory *memory)
{
    const TrackSample *s = &g_array_index(t->samples, TrackSample, i);
    int64_t process = s->process, lane = 0;
    bool is_gpu;
    int64_t ordinal = tracks_device_of(t, process, &is_gpu);
    TimelineDevice *device = ordinal >= 0 ? tracks_device(t, ordinal, is_gpu) : NULL;
    const char *name = g_hash_table_lookup(t->process_names, &process);
    for (; i < t->samples->len && s->process == process; i++, s++) {
        if (isnan(s->value)) {
            t->run->n_left++;
            import_note(t->run, 1, "counters_without_value", 1, "samples of counters are no numbers");
        } else if (i + 1 < t->samples->len && sample_order(s, s + 1) == 0) {
            continue;
        } else if (device && s->memory) {
            import_memory_add(memory, device->row, s->ts_ns - t->zero_ns, s->memory, s->value);
        } else {
            if (!lane)
                lane = trace_put_lane(t->run->w, &(TraceLane){ .run_id = t->run->run_id, .host_id = t->host_row, .device_id = device ? device->row : 0, .kind = TRACE_LANE_OTHER, .name = name ? name : "counters" });
            trace_put_counter(t->run->w, &(TraceCounter){ .lane_id = lane, .name_id = s->name_id, .ts_ns = s->ts_ns - t->zero_ns, .value = s->value });
        }
    }
    return i;
}

static int memory_order(gconstpointer pa, gconstpointer pb)
{
    const TrackMemory *a = pa, *b = pb;
    return a->device != b->device ? (a->device < b->device ? -1 : 1) : (a->ts_ns > b->ts_ns) - (a->ts_ns < b->ts_ns);
}

static void put_memory(Tracks *t)
{
    g_array_sort(t->memory, memory_order);
    for (guint i = 0; i < t->memory->len; i++) {
        const TrackMemory *m = &g_array_index(t->memory, TrackMemory, i), *next = i + 1 < t->memory->len ? m + 1 : NULL;
        if (!next || memory_order(m, next) != 0)
            import_mem_sample(t->run, &(TraceMemSample){ .device_id = tracks_device(t, m->device, true)->row, .ts_ns = m->ts_ns - t->zero_ns, .in_use = m->in_use, .reserved = m->reserved });
    }
}

void tracks_put_numbers(Tracks *t)
{
    g_autoptr(ImportMemory) memory = import_memory_new();
    import_saw(t->run, "counters", t->samples->len);
    g_array_sort(t->samples, sample_order);
    for (guint i = 0; i < t->samples->len;)
        i = put_process(t, i, memory);
    import_memory_store(t->run, memory);
    put_memory(t);
}
