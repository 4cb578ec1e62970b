/* Internal to the recorder: shared by record.c (runs), steps.c (events, steps), buffers.c, host.c (what the host did), module.c, decisions.c, changes.c, remedies.c and texts.c. */
#pragma once

#include "runtime/record/record.h"

/* The group of a device at a collective. */
typedef struct CollGroup {
    int number, size;
} CollGroup;

typedef struct Changes Changes;

struct Record {
    TraceWriter *w;
    RecordTexts *texts;       /* NULL = none were kept */
    const Compiled *compiled; /* stored in the writer's thread */
    int64_t run_id, module_id, mesh_id, final_snapshot;
    char **hosts;                      /* by process, n_hosts of them */
    int64_t *host_id;
    int *n_cores;                      /* of each; 0 = not known */
    int n_hosts;
    int own_host;                      /* the process that records */
    bool is_part;
    int first_lane;                    /* device of the first timeline */
    int64_t zero_ns;              /* clock_ns() at the run's time 0 */
    TraceRun run;
    GBytes *source_text;       /* the program, to be stored with the run; NULL = it is a file */
    TraceModule module;
    DeviceInfo *devices;          /* texts owned */
    int64_t *device_id;           /* their rows */
    int n_devices, n_lanes;
    RunClock clock;
    bool elsewhere;
    SimOptions sim;               /* of the predicted step */
    double *op_ns;                /* op id of the local module -> its predicted time; NULL = not simulated */
    GHashTable *shardings;        /* const Sharding * -> row id */
    GHashTable *meshes;           /* const Mesh * -> row id */
    GHashTable *locs;             /* const Loc * -> row id */
    int64_t *input_inst;          /* op id of the input module -> inst row, 0 = none */
    int n_input;
    int64_t *final_inst;          /* op id of the local module -> inst row */
    bool *final_is_tuple;         /* by op id of the local module */
    CollGroup **coll_groups;      /* op id of the local module -> by device; NULL = not a collective */
    GHashTable *meetings;         /* Groups.groups of it -> Meeting: collectives along the same axes share theirs */
    GPtrArray *group_lists;       /* what coll_groups points to */
    int n_final;
    int64_t *reshard_row;         /* reshard id -> row */
    int64_t *reshard_bytes;       /* reshard id -> bytes of its part of collectives, on a device */
    int64_t *choice_row;          /* index -> row */
    int64_t *annotation_row;      /* index -> row, 0 = none */
    int64_t *pass_row;            /* by order in Compiled.passes */
    /* while running */
    int64_t host_lane;            /* of the process's counters; 0 = none */
    int64_t rss_name, shared_name; /* of the counters */
    GHashTable *threads;          /* number -> TraceLaneBuffer of the host's thread; NULL = none yet */
    int n_spans;
    int64_t standing_bytes;       /* of arguments and constants, on one device */
    int steps_done;
    bool *in_loop;                /* by op id of the local module: in a computation that may run many times */
    int64_t first_whole, each_whole; /* steps recorded with every event: the first so many, then every each_whole-th */
    int64_t most_slow, n_slow;       /* of those that were slower than all before, how many may be and are recorded so as they come; then by a quarter slower */
    int64_t slowest_ns;           /* of those */
    int64_t sampled_ns, counted_ns; /* when memory was last looked at */
    GArray *samples;              /* TraceMemSample of a step */
    TraceLaneBuffer **cores;      /* of the host */
    int64_t *device_name;         /* by device: its lane's name as a string's row */
    int64_t wait_name, queue_name;
    TraceLaneBuffer **lanes;
    struct RecordLane *lane_user; /* one per device */
    void **lane_pointers;
    EventSink events;
};

/* What devices' timelines hold. */
void record_lanes_free(Record *r);
int64_t record_loc(Record *r, const Loc *loc);
int64_t record_mesh(Record *r, const Mesh *mesh);
int64_t record_sharding(Record *r, const Sharding *s);
/* NULL-safe: 0 for ids out of range or -1. */
int64_t record_input_inst(const Record *r, int op);
void record_snapshots(Record *r, const Compiled *c);   /* insts of input and final module too */
void record_decisions(Record *r, const Compiled *c);
/* The snapshot row with its text; seq 0 and pass NULL: before the first pass. */
int64_t record_snapshot(Record *r, int seq, const PassRecord *pass, int n_inst);
void record_text_changes(Record *r, const Compiled *c); /* after all of these */

/* What passes did to instructions. Texts are added in their order; rows come when origins are known. text_of: number of the text
 * as read and of the one each pass left. */
Changes *changes_new(void);
void changes_free(Changes *ch);
void changes_add(Changes *ch, const char *text);
void record_changes(Record *r, const Compiled *c, Changes *ch, const int *text_of);
