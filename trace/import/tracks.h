/* Tracks of events, as formats have them that know processes and threads but no planes: gathered while a file is read, then made lanes of devices and
 * threads by what their names say. */
#pragma once

#include "trace/import/run.h"

/* An event on the file's clock. 40 bytes: a file's are all in memory until its tracks are stored. */
typedef struct TrackEvent {
    int64_t start_ns, dur_ns;
    ImportOp *op;              /* NULL = none is known */
    uint32_t name_id, arrow, meets; /* as in TimelineEvent */
    uint8_t cat, coll_kind;
} TrackEvent;

/* A name of events, and what it says, which is found out once. */
typedef struct TrackName {
    char *text;
    int64_t step;              /* see import_step_in */
    uint8_t kernel_cat, kernel_kind; /* of a kernel that is called so: import_cat_of_kernel */
    uint8_t kind;              /* of an op: coll.kind */
    bool waits;                /* IMPORT_WAIT_NAME */
} TrackName;

typedef struct Track {
    int64_t process, thread;   /* numbers of the format */
    char *name;                /* NULL = its number */
    int64_t device;            /* ordinal; -1 = what the process's name says, or a thread of the host */
    int kind;                  /* TRACE_LANE_*; 0 = what its name says */
    bool is_gpu;
    GArray *events;            /* TrackEvent */
    GArray *programs;          /* ImportProgram * of each event, where the reader knows it; NULL = none does */
    GArray *keys;              /* int64_t of each event: TimelineEvent.key, where the file has it; NULL = it has none */
} Track;

typedef struct TrackSample {
    int64_t process, ts_ns;
    uint32_t name_id;
    int memory;                /* MEMORY_*, of a device's own; 0 = another counter */
    double value;
} TrackSample;

/* Memory of a device: in use at a moment. */
typedef struct TrackMemory {
    int64_t device, ts_ns, in_use;
    TraceInt reserved;
} TrackMemory;

typedef struct Tracks {
    ImportRun *run;
    GPtrArray *all;            /* Track */
    GHashTable *index;         /* process and thread -> Track */
    GHashTable *process_names; /* process -> name */
    GArray *samples;           /* TrackSample */
    GArray *memory;            /* TrackMemory */
    GHashTable *device_kinds;  /* ordinal + 1 -> what it is, text */
    bool says_ops;             /* some events say which op they are */
    uint32_t space;            /* of the keys of its arrows */
    int64_t epoch_ns;          /* UNIX time of the file's time 0; 0 = not known */
    char *clock;               /* what its times are counted by, where its files say that and not the time: equal in files of one machine; NULL = not known */
    char *host;                /* NULL = not known */
    int64_t rank;              /* of the process among those that work together; -1 = not known */
    const char *kind;          /* import.kind */
    bool damaged;              /* the file is */
    /* of tracks_files.c */
    int64_t host_row;          /* host */
    int64_t zero_ns;           /* the run's time 0 by the file's clock */
    int64_t first_device;      /* added to ordinals */
    int clock_src;             /* import.clock_src */
    ImportHeld held;
} Tracks;

/* Reads a file. NULL with an error only if it is none of that format. */
typedef Tracks *(*TracksRead)(ImportRun *r, ImportSource *s, GError **error);
Tracks *chrome_read(ImportRun *r, ImportSource *s, GError **error);
Tracks *perfetto_read(ImportRun *r, ImportSource *s, GError **error);
Tracks *sqlite_read(ImportRun *r, ImportSource *s, GError **error);
/* Reads and stores files of one format, of which each may be of another process or machine: on one clock, devices with numbers of their own. */
bool import_tracks(ImportRun *r, GPtrArray *sources, TracksRead read, GError **error);

Tracks *tracks_new(ImportRun *r);
void tracks_free(Tracks *t);
/* The track of a thread of a process, made if there is none. */
Track *tracks_get(Tracks *t, int64_t process, int64_t thread);
/* One that is of no process yet; and it becomes one of `t`, which takes it. */
Track *track_new(void);
Track *tracks_attach(Tracks *t, Track *track, int64_t process, int64_t thread);
void track_free(Track *track);
void tracks_name_process(Tracks *t, int64_t process, const char *name);
/* A time as a file has it, no further from zero than that differences of two, and their sums with a third, are numbers too. */
int64_t track_ns(int64_t ns);
/* The number of a name, and back. */
uint32_t tracks_name(ImportRun *r, const char *text);
const TrackName *tracks_name_of(const ImportRun *r, uint32_t id);
/* An event; its times are starts and ends on the file's clock. Borrowed until the next is added. */
TrackEvent *track_add_named(Tracks *t, Track *track, int64_t start_ns, int64_t end_ns, uint32_t name_id);
TrackEvent *track_add(Tracks *t, Track *track, int64_t start_ns, int64_t end_ns, const char *name);
/* For TrackEvent.arrow of a launch, or of what it launched: both have the number, 0 = none. */
uint32_t track_launch(Tracks *t, uint64_t correlation, ArrowEnd end);
/* The last event's program and op, as the reader found them; the number of its execution. */
void track_of_program(Track *track, ImportProgram *program, ImportOp *op);
void track_of_exec(Track *track, int64_t key);
/* Finds out what each track is. */
void tracks_classify(Tracks *t);
/* The earliest time by the file's clock; 0 if there is none. */
int64_t tracks_first(const Tracks *t);
/* The event is a collective, by its name or category. */
bool tracks_is_collective(const Tracks *t, const TrackEvent *e);
/* Executions and steps: before timeline_launches. Then lanes. Both after the file's clock and devices are known. */
void tracks_look(Tracks *t, const ImportSource *s);
void tracks_store(Tracks *t, const ImportSource *s);
/* True if a process of that name is a device. */
bool import_is_device(const char *process);
/* The ordinal of the device that a process is by its name; -1 = it is none. */
int64_t tracks_device_of(const Tracks *t, int64_t process, bool *is_gpu);
/* The device of that ordinal of the file, made if there is none. */
TimelineDevice *tracks_device(Tracks *t, int64_t ordinal, bool is_gpu);
/* tracks_numbers.c: a sample of a counter. The name is interned. */
void tracks_sample(Tracks *t, int64_t process, int64_t ts_ns, const char *name, double value);
/* Stores counters and memory; after the file's clock and devices are known. */
void tracks_put_numbers(Tracks *t);
/* "ProfilerStep#12", "step 12", "iteration 12": the number; -1 = not such a name. */
int64_t import_step_in(const char *name);
/* tracks_names.c: frees what tracks_name made. */
void tracks_forget_names(ImportRun *r);
