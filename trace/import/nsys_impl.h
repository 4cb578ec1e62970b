/* Insides shared by the files nsys*.c. */
#pragma once

#include "trace/import/sqlite_rows.h"

/* What the name of a range of XLA's says, and which instruction that was the last time. */
typedef struct NsysText {
    char *hlo_op, *module;
    bool has_id;
    uint64_t id;
    const struct NsysText *last; /* of the module's range */
    ImportProgram *program;
    ImportOp *op;
} NsysText;

/* A range of XLA's. */
typedef struct NsysRange {
    int64_t start, end;
    uint32_t thread;        /* place + 1 among the threads */
    guint parent;           /* place + 1 of the range around it; 0 = none */
    uint32_t text;          /* place + 1 among the texts */
} NsysRange;

/* A call that launched something within ranges of XLA's. */
typedef struct NsysCall {
    uint64_t key; /* see nsys_key */
    uint32_t op, module; /* place + 1 of the texts of these ranges; op: 0 = none says it */
} NsysCall;

/* A thread: where its ranges are, and which one began last before the call at hand. */
typedef struct NsysThread {
    Track *calls;
    guint first, n, at;     /* ranges */
} NsysThread;

typedef struct Nsys {
    Foreign *f;
    ForeignNames strings;   /* texts by their number */
    GPtrArray *texts;       /* NsysText */
    GHashTable *text_of;    /* name id -> place + 1 among the texts; UINT_MAX = it is none of XLA's */
    GArray *ranges;         /* NsysRange, by thread and start */
    GArray *threads;        /* NsysThread */
    GHashTable *thread_of;  /* global id of a thread -> place + 1 among them */
    int64_t last_tid;       /* of the row before; its place + 1, 0 = there was none */
    uint32_t last_thread;
    GArray *calls;          /* NsysCall, by key */
    guint call_at;          /* where the last one was found */
    struct {
        int64_t process, number, context, stream;
        Track *track;
    } streams[256];         /* of rows before, by chance */
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
/* The name of a row that has a text at `text`, or else the number of one at `number`; 0 = neither. */
uint32_t nsys_name(Nsys *n, ForeignRows *row, int text, int number);
/* The program and instruction of the call with that key, of which the track's last event is. */
void nsys_find_op(Nsys *n, Track *t, uint64_t key);

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
