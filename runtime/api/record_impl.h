/* Insides of the recorder, shared by record.c (runs, lanes, steps), record_module.c and record_decisions.c. */
#pragma once

#include "runtime/api/record.h"

/* The group of a device at a collective. */
typedef struct CollGroup {
    int number, size;
} CollGroup;

struct Record {
    TraceWriter *w;
    const Compiled *compiled; /* stored in the writer's thread */
    int64_t run_id, module_id, host_id, mesh_id, final_snapshot;
    int64_t zero_ns;              /* clock_ns() at the run's time 0 */
    TraceRun run;
    TraceModule module;
    int64_t *device_id;           /* by device */
    int n_devices;
    GHashTable *shardings;        /* const Sharding * -> row id */
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
    int64_t *choice_row;          /* index -> row */
    int64_t *annotation_row;      /* index -> row, 0 = none */
    int64_t *pass_row;            /* by order in Compiled.passes */
    /* while running */
    int64_t host_lane;            /* of the process's counters; 0 = none */
    int64_t standing_bytes;       /* a device: arguments and constants */
    int steps_done;
    TraceLaneBuffer **lanes;
    struct RecordLane *lane_user; /* one per device */
    void **lane_pointers;
    ExecRecorder recorder;
    Session *session;
};

int64_t record_loc(Record *r, const Loc *loc);
int64_t record_sharding(Record *r, const Sharding *s);
/* NULL-safe: 0 for ids out of range or -1. */
int64_t record_input_inst(const Record *r, int op);
void record_snapshots(Record *r, const Compiled *c);   /* insts of input and final module too */
void record_decisions(Record *r, const Compiled *c);
void record_changes(Record *r, const Compiled *c);     /* after both: what passes did to instructions */
