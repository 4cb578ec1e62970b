/* XSpace profiles: what its files share. xspace.c writes planes of runs, xspace_write.c events, lines and metadata of a plane, xspace_memory.c programs. */
#pragma once

#include "trace/export/export_impl.h"
#include "trace/export/spool.h"

/* Ends the name of a collective that is written as another, which does the exchange, and ops around it. */
#define XSPACE_EXCHANGED ".exchanged"

/* The program of a module as HloProto, with the plan of its memory as buffer assignment. NULL if the trace does not hold it or it has no such form: then
 * x->note says so. exchanged: gets "MODULE NAME" of each instruction that stands for a collective which HLO does not have (XSPACE_EXCHANGED). */
GString *xspace_program(Export *x, int64_t module_id, const char *name, GHashTable *exchanged);
/* The number that profiles call the program by: module.program_id, else its row. */
int64_t xspace_program_id(Export *x, int64_t module_id);

/* ---- field numbers and stats ----------------------------------------------------------------------------------------------------- */

enum { /* XSpace */ PLANES = 1, WARNINGS = 3, HOSTNAMES = 4 };
enum { /* XPlane */ PLANE_ID = 1, PLANE_NAME = 2, LINES = 3, EVENT_METADATA = 4, STAT_METADATA = 5, PLANE_STATS = 6 };
enum { /* XLine */ LINE_ID = 1, LINE_NAME = 2, TIMESTAMP = 3, EVENTS = 4, DURATION = 9, DISPLAY_ID = 10 };
enum { /* XEvent, XEventMetadata */ EVENT_METADATA_ID = 1, EVENT_OFFSET = 2, EVENT_DURATION = 3, EVENT_STATS = 4, EVENT_META_STATS = 5 };
enum { /* kinds of context, by which a producer and its consumer know each other: TSL's context_types.h */ CONTEXT_OTHER = 1, CONTEXT_LAUNCH = 12 };
enum { /* XStat's values */ AS_DOUBLE = 2, AS_UINT = 3, AS_INT = 4, AS_TEXT = 5, AS_BYTES = 6 };

/* Names of stats; the numbers are those of their metadata in every plane. */
typedef enum Stat { STAT_program_id = 1, STAT_symbol_id, STAT_hlo_category, STAT_hlo_module, STAT_hlo_op, STAT_tf_op, STAT_source, STAT_flops, STAT_bytes_accessed, STAT_shape, STAT_step_num,
                    STAT_group_id, STAT_run_id, STAT_flow, STAT_hlo_proto, STAT_device_type, STAT_peak_flops, STAT_peak_memory, STAT_memory_size, STAT_start, STAT_stop,
                    STAT_counter, STAT_kernel_details, STAT_own_category, STAT_own_warm, STAT_producer_type, STAT_producer, STAT_consumer_type, STAT_consumer, STAT_own_part, STAT_count } Stat;

/* Event metadata of instructions have their row's number; of other names, programs and steps, numbers above. */
enum { NAMES = 1, PROGRAMS = 2, STEPS = 3, COUNTERS = 4 };
static inline int64_t metadata_of(int kind, int64_t row)
{
    return (int64_t)(((uint64_t)kind << 40) + (uint64_t)row);
}

typedef struct XLine {
    char *name;
    int nth;            /* of the lines of one run with that name */
    Spool *events;
    int n_parts;        /* of runs, whose times may overlap */
} XLine;

typedef struct XSpan {
    int64_t from, to;
} XSpan;

typedef struct XSpace {
    const GArray *runs; /* ExportRun; those of one process share its planes */
    const ExportTracks *tracks; /* of the run that is being written, as is next */
    int64_t base_ns;    /* is added to the run's times, so that those of all runs have one zero, and none is negative */
    int64_t first_ns;   /* of all runs, on the clock of the one that began first: at most 0 */
    int64_t unix_ns;    /* UNIX time of that; 0 = not known */
    int64_t line_ns;    /* the lines' own beginning: that, or 0 */
    Spool *plane;
    GPtrArray *lines;   /* XLine, of the plane */
    GHashTable *of_run; /* name -> lines of that name that the run has in the plane so far */
    GHashTable *numbers; /* step.id -> the step's number in the profile */
    GPtrArray *rows;    /* Spool: events of the rows of a lane */
    Spool *waits;       /* waits for members, in collectives */
    GArray *busy;       /* XSpan: when the device's ops ran, in order and apart */
    Spool *exposed;     /* what collectives on links take beyond that */
    int64_t exposed_ns; /* until when they are written */
    GString *event, *stat, *entry;
    GHashTable *exchanged; /* "module name" of what xspace_program() found */
    GHashTable *insts;  /* used in this plane: id -> category */
    GHashTable *names;  /* likewise, and the category that such events have: id * categories + category */
    bool is_gpu;        /* the plane is of a device that runs kernels on streams */
    sqlite3_stmt *leaving, *arriving; /* arrows from and to an event; NULL = the trace has none */
    int64_t counter;    /* metadata of the counter that is being written */
} XSpace;

/* ---- xspace_write.c: events, lines and metadata of a plane ------------------------------------------------------------------------ */

/* s->stat, as a field of `out`. */
void xspace_put_stat(XSpace *s, GString *out, int field);
/* A stat as a field of `out`. */
void xspace_stat_int(XSpace *s, GString *out, int field, Stat stat, int64_t v);
void xspace_stat_uint(XSpace *s, GString *out, int field, Stat stat, uint64_t v);
void xspace_stat_double(XSpace *s, GString *out, int field, Stat stat, double v);
/* Nothing for NULL and "". */
void xspace_stat_text(XSpace *s, GString *out, int field, Stat stat, const char *v);
/* Events of a row of the lane that is being written. */
Spool *xspace_row_of(XSpace *s, int row);
/* Begins s->event; its stats may follow. */
void xspace_begin_event(XSpace *s, int64_t metadata, int64_t start_ns, int64_t dur_ns);
void xspace_end_event(XSpace *s, int row);
/* Of XLine. */
void xspace_line_free(gpointer p);
/* The run's next line of that name, which gets these events: other runs may have events in it. */
void xspace_put_line(XSpace *s, const char *name, Spool *events);
/* All of the plane's. */
void xspace_write_lines(XSpace *s);
/* What XProf calls the lane. */
const char *xspace_line_name(const TraceLaneRow *l);
/* As SliceCalls has it; data: the XSpace. */
void xspace_put_slice(Export *x, const ExportSlice *e, void *data);
/* s->event holds the metadata's fields but for id. */
void xspace_put_metadata(XSpace *s, int field, int64_t id);
/* Of events that are no instructions. */
void xspace_put_name(XSpace *s, int64_t id, const char *name, const char *category);
/* Of everything that the plane's events name; and the stats' names. */
void xspace_put_all_metadata(Export *x, XSpace *s);
