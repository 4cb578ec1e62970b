/* Insides shared by the files nsys*.c. */
#pragma once

#include "trace/import/sqlite_rows.h"

/* A range of XLA's. */
typedef struct NsysRange {
    int64_t tid, start, end;
    guint parent;           /* place + 1 of the range around it; 0 = none */
    char *hlo_op, *module;
    bool has_id;
    uint64_t id;
} NsysRange;

/* A call that launched something. */
typedef struct NsysCall {
    uint64_t key; /* see nsys_key */
    int64_t tid, at;
} NsysCall;

typedef struct Nsys {
    Foreign *f;
    GArray *ranges;         /* NsysRange, by thread and start */
    GHashTable *calls;      /* NsysCall by its key */
    bool by_process;        /* numbers of calls are a process's own, and rows say whose they are */
    GHashTable *gpus;       /* process and its number of a device -> NsysGpu */
    GHashTable *names;      /* GPU's id -> its name */
    GHashTable *contexts;   /* of streams: see nsys_gpu.c */
    int64_t last_process, last_number, last_device; /* of the row before, if there was one */
    bool last_known;
    GHashTable *read;       /* names of tables that were read, or are no events */
} Nsys;

/* What a process calls a device. */
typedef struct NsysGpu {
    int64_t process, number;
    int64_t device;         /* ordinal in the trace */
} NsysGpu;

/* globalPid and globalTid: the thread in bits 0 to 23, the process above, with the machine's number above that. */
static inline int64_t nsys_process(int64_t global)
{
    return global >> 24;
}

/* What a launch and what it launched have in common, for track_launch; 0 = nothing. */
uint64_t nsys_key(const Nsys *n, int64_t process, int64_t correlation);
/* The table's name in the file, which is marked as read; NULL = there is none. The caller frees it. */
char *nsys_table(Nsys *n, const char *name);
/* The column of a table, whose alias is x; the expression 0 where it has none. The caller frees it. */
char *nsys_column(const Nsys *n, const char *table, const char *column);
/* An expression for the text whose number is the expression `id`. The caller frees it. */
char *nsys_text(const Nsys *n, const char *id);

/* The track of a thread. what: of the thread's NVTX ranges, ...; NULL = its calls. */
Track *nsys_thread(Nsys *n, int64_t global_tid, const char *what);
/* Calls, ranges, whatever else threads did, samples of counters; tables that are left are counted. */
void nsys_read_threads(Nsys *n);
void nsys_count_rest(Nsys *n);
/* Which GPU the processes mean by their numbers. */
void nsys_read_devices(Nsys *n);
/* Kernels, graphs, copies, waits, memory, metrics. */
void nsys_read_gpus(Nsys *n);
/* Rows that `sql` counts are no events of a timeline: they are left out, and named. */
void nsys_count_left(Nsys *n, const char *sql, const char *code, const char *what);
