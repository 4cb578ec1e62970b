/* What the formats share: the run that is written, the file, the tracks of its timeline in the viewer's order, the events of a track as
 * slices, and what is known of their instructions. */
#pragma once

#include "trace/export/export.h"
#include "trace/outfile.h"
#include "trace/query_impl.h"
#include "trace/writer_impl.h"

#include <stdio.h>

typedef struct InstFacts InstFacts;

typedef struct Export {
    TraceReader *r;
    sqlite3 *db;
    const TraceExport *o;
    const TraceWatch *watch;
    GArray *runs;            /* TraceRunInfo */
    const TraceRunInfo *run; /* the one to write, or that is being written; NULL = all */
    GPtrArray *side_by_side; /* TraceRunInfo: where a format writes several into one timeline, those; else the run alone */
    GArray *steps;           /* TraceStepRow, those to write */
    GPtrArray *step_runs;    /* TraceRunInfo: whose each of them is, where they are of several runs; else NULL */
    GPtrArray *steps_of;     /* then the arrays that own their texts */
    int64_t from_ns, to_ns;  /* events that begin in [from, to) are written */
    const char *to;          /* the path as given */
    FILE *file;              /* what the format writes to; NULL for folders */
    GString *note;
    TraceExported *done;
    GHashTable *texts;       /* str.id -> text */
    GHashTable *insts;       /* inst.id -> InstFacts */
    sqlite3_stmt *ask_text, *ask_inst;
} Export;

typedef struct ExportFormat {
    TraceExportFormat is;
    bool timeline; /* of all functions of a process, unless one is asked for */
    bool (*write)(Export *x, GError **error);
} ExportFormat;

/* Failures of writing are noticed when the file is closed. */
void put(Export *x, const void *bytes, size_t n);
void put_string(Export *x, GString *s); /* empties it */
/* Times and sizes of a damaged file may be anything; within these bounds sums of two, and ps of short runs, cannot overflow. */
static inline int64_t export_sane(int64_t v)
{
    return CLAMP(v, -(INT64_C(1) << 60), INT64_C(1) << 60);
}
/* A number as an integer, also if it is none or too large. */
static inline int64_t export_whole(double v)
{
    return v != v ? 0 : (int64_t)CLAMP(v, -9e18, 9e18);
}
/* A sentence about what is not in the file. */
void export_note(Export *x, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
/* Calls `row` for each row of the answer, ?1 ?2 ... being `args`, until it returns false. Rows are not kept. */
typedef bool (*ExportRow)(Export *x, sqlite3_stmt *row, void *data);
typedef struct ExportAsk {
    const char *sql;
    const int64_t *args;
    int n_args;
} ExportAsk;
/* From now on this run, with its steps, is the one that is written. */
bool export_turn_to(Export *x, const TraceRunInfo *run, GError **error);
bool export_each(Export *x, ExportAsk ask, ExportRow row, void *data, GError **error);
#define EXPORT_ASK(sql, ...) ((ExportAsk){ sql, (const int64_t[]){ __VA_ARGS__ }, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)) })

/* ---- tracks.c: who is drawn where ------------------------------------------------------------------------------------------------- */

/* A host, a device, or the cores of a host. */
typedef struct ExportPlace {
    char *name;               /* "device 0 (cpu)" */
    int number;               /* from 1; the first is the run itself, with its steps */
    int64_t device_id, host_id; /* 0 = not one; of the first run that has it */
    int64_t global_id;
    bool cores;
    GArray *devices;          /* ExportPart: device_id in each of the runs that have it */
} ExportPlace;

/* What one of the runs has of a place or a track. */
typedef struct ExportPart {
    int64_t id;               /* of the device or the lane in that run */
    int64_t after_ns;         /* the run's time 0, on the clock of the timeline */
    const TraceLaneRow *lane; /* of a track */
} ExportPart;

typedef struct ExportTrack {
    const ExportPlace *place;
    const TraceLaneRow *lane; /* of the first run that has it, for its name and kind */
    int number;               /* from 1 over all tracks; lower ones are drawn first */
    GArray *parts;            /* ExportPart: the lanes whose events it shows */
} ExportTrack;

typedef struct ExportTracks {
    GPtrArray *places; /* ExportPlace, in the viewer's order: the run, hosts, devices, cores */
    GArray *tracks;    /* ExportTrack, of one place together */
    GArray *lanes;     /* TraceLaneRow */
} ExportTracks;
/* Of x->run alone. */
ExportTracks *export_tracks(Export *x, GError **error);
/* The earliest time that a track or a step may have, if it is before the run began; else 0. */
int64_t export_first_ns(const Export *x, const ExportTracks *t);
void export_tracks_free(ExportTracks *t); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExportTracks, export_tracks_free)

/* One of x->side_by_side. */
typedef struct ExportRun {
    const TraceRunInfo *run;
    ExportTracks *tracks;
    int64_t after_ns;  /* its time 0, after that of the run that began first */
} ExportRun;
typedef struct ExportRuns {
    GArray *runs;      /* ExportRun */
    int64_t first_ns;  /* of all events and steps, on the clock of the run that began first: at most 0 */
    int64_t epoch_ns;  /* UNIX time of that clock's 0; 0 = not known */
} ExportRuns;
ExportRuns *export_runs(Export *x, GError **error);
void export_runs_free(ExportRuns *r); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExportRuns, export_runs_free)
/* The places and tracks of all of them as one timeline: what has the same name in several is one. Valid as long as `runs`. NULL = failed. x->steps becomes the steps of all,
 * in the order of time, on the timeline's clock. */
ExportTracks *export_timeline(Export *x, const ExportRuns *runs, GError **error);
/* The row for a step, from 0: the first in which those before it, in the order of time, have ended. ends: int64_t by row, empty before the first. */
int export_step_row(GArray *ends, const TraceStepRow *s);
/* The name of a step in a timeline; to be freed. */
char *export_step_name(const Export *x, const TraceStepRow *s);

/* ---- slices.c: the events of a track ------------------------------------------------------------------------------------------------ */

/* What is known of an instruction. Texts are owned by the cache: valid until the next slice. */
struct InstFacts {
    int64_t id;
    char *name, *opcode, *shape, *op_name, *at, *file, *func, *label, *groups, *coll, *why, *category, *module; /* category: XLA's */
    int64_t opcode_id, shape_id, op_name_id, loc_id, label_id, module_id, category_id, name_id; /* rows of their texts; 0 = none */
    int64_t line, reshard;
    TraceInt bytes_out, bytes_wire;
    TraceReal flops, bytes_rw;
};

typedef struct ExportSlice {
    const ExportTrack *track;
    int row; /* 0, or where a slice overlaps others of its track without being nested in them: a row of its own below */
    int around; /* slices of the row that it is nested in */
    int64_t id, start_ns, dur_ns, self_ns, name_id, coll_id;
    int cat;
    const char *name;
    const InstFacts *inst; /* NULL = none */
} ExportSlice;

/* `slice`: in the order of time, those around it first; slices of one row nest. `end` (may be NULL): of a slice that was given, before the
 * first that begins at that time or later; of nested ones the innermost first. */
typedef struct SliceCalls {
    void (*slice)(Export *x, const ExportSlice *s, void *data);
    void (*end)(Export *x, const ExportTrack *t, int row, int64_t at_ns, void *data);
    void *data;
} SliceCalls;
bool export_slices(Export *x, const ExportTrack *t, const SliceCalls *calls, GError **error);
/* NULL for 0 and for what is not there. Valid until the next slice. */
const InstFacts *export_inst(Export *x, int64_t id);
const char *export_text(Export *x, int64_t str_id); /* "" if there is none */
void export_cache_clear(Export *x);

/* ---- counters.c: numbers over time --------------------------------------------------------------------------------------------------- */

typedef struct ExportCounter {
    const ExportPlace *place;
    const char *name; /* "memory in use" */
    bool bytes;       /* its unit */
    const char *unit; /* of others, may be NULL */
} ExportCounter;
typedef struct CounterCalls {
    void (*begin)(Export *x, const ExportCounter *c, void *data); /* the values of this one follow, in the order of time */
    void (*value)(Export *x, const ExportCounter *c, int64_t ts_ns, double value, void *data);
    void *data;
} CounterCalls;
/* Memory of each device, bandwidth of its collectives, and what was recorded beside. */
bool export_counters_of(Export *x, const ExportTracks *t, const ExportPlace *place, const CounterCalls *calls, GError **error);
/* Of all places. */
bool export_counters(Export *x, const ExportTracks *t, const CounterCalls *calls, GError **error);
