/* What the files of the library share: what is behind its handles, and how errors get out.
 *
 * A function of the API begins with ENTER: it fails at once if *error is set already. Below, errors are GErrors; leave() turns them
 * into ShardscopeErrors. */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>

#include "runtime/api/program.h"
#include "runtime/exec/execute.h"
#include "runtime/library/shardscope.h"
#include "runtime/passes/compiled.h"
#include "runtime/record/record.h"
#include "runtime/tensor/fill.h"
#include "runtime/tensor/tensor.h"
#include "runtime/watch/watch.h"
#include "runtime/ranks/ranks.h"

/* ---- errors (error.c) ------------------------------------------------------------------------------------------------ */

/* True if an earlier call failed: the caller returns its failure. */
static inline bool failed_before(ShardscopeError *const *error)
{
    return error && *error;
}
/* Takes the GError (never NULL). Always false. */
bool library_fail(ShardscopeError **error, GError *why);
/* The same of an error that was made already. */
bool library_pass(ShardscopeError **error, ShardscopeError *why);
/* An argument of the call is wrong. Always false. */
bool library_invalid(ShardscopeError **error, const char *hint, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* "NAME: NULL where a THING is needed". Always false. */
bool library_null(ShardscopeError **error, const char *function, const char *thing);
/* Returns `failure` after an earlier error, or if the handle is NULL. */
#define NEED(handle, thing, failure)                                                                                                       \
    do {                                                                                                                                   \
        if (failed_before(error))                                                                                                          \
            return failure;                                                                                                                \
        if (!(handle)) {                                                                                                                   \
            library_null(error, __func__, thing);                                                                                          \
            return failure;                                                                                                                \
        }                                                                                                                                  \
    } while (0)

/* Room for `known` bytes of options: what the caller's older struct has, the rest zero. `given` NULL = all zeroes. False if the struct's
 * size cannot be. */
bool library_options(void *out, size_t known, const void *given, const char *name, ShardscopeError **error);

/* ---- traces (trace.c) ------------------------------------------------------------------------------------------------------ */

/* "file.db" or "file.db:run"; *run is to be freed. */
TraceReader *library_open_source(const char *text, char **run, GError **error);
/* *out calls what *copy names. */
bool library_trace_watch(const ShardscopeWatch *given, ShardscopeWatch *copy, TraceWatch *out, ShardscopeError **error);

/* ---- meshes and shardings (mesh.c, sharding.c, positional.c) ------------------------------------------------------------ */

struct ShardscopeMesh {
    atomic_int refs;
    Arena *arena;
    ShardingTable *table;
    const Mesh *mesh;     /* of ids 0 to n - 1 */
    int64_t *devices;     /* by id: the device; NULL = the same */
};

/* Layouts for each rank that was asked for are interned in a table of the handle's own, under its lock. */
struct ShardscopeSharding {
    atomic_int refs;
    ShardscopeShardingKind kind;
    pthread_mutex_t lock;
    Arena *arena;
    ShardingTable *table;
    const Mesh *mesh;     /* in table; of ids 0 to n - 1, a maximal one of its device */
    int64_t *devices;     /* by id: the device; NULL = the same */
    int rank;             /* -1 = any, filled up with dimensions that are not split */
    int n_dims;           /* of `dims` */
    const AxisList *dims;
    AxisList unreduced;
    Reduction reduction;
    bool unstacked[SHARDSCOPE_MAX_RANK]; /* pmap: the dimension goes */
    int64_t *cells;       /* positional: the devices, row-major over `shape`, `copies` to a cell */
    int64_t shape[SHARDSCOPE_MAX_RANK], copies;
};

/* The layout of arrays of that rank, which lives as long as the handle. NULL + error if it is for another rank. */
const Sharding *library_sharding_at(ShardscopeSharding *s, int rank, ShardscopeError **error);
/* A handle on a layout, of kind NAMED, or GSPMD if its mesh was made up; NULL layout: whole on each of n devices. `devices`: the device
 * that represents each id of its mesh; NULL = the id. */
ShardscopeSharding *library_sharding_of(const Sharding *layout, int rank, int64_t n_devices, const int64_t *devices);
/* A handle without dimensions yet. `devices` is copied; NULL = the ids. */
ShardscopeSharding *library_sharding_new(ShardscopeShardingKind kind, const Mesh *mesh, const int64_t *devices, int rank);
/* Of shards, and the device of one: they are numbered as the ids of the mesh, a maximal one's is 0. */
int64_t library_n_shards(const ShardscopeSharding *s);
int64_t library_shard_device(const ShardscopeSharding *s, int64_t shard);
/* The id by which the layout calls the device of a shard. */
static inline int64_t library_shard_id(const Sharding *layout, int64_t shard)
{
    return layout->maximal ? layout->mesh->device_ids[0] : shard;
}
/* The shard of a device; -1 = none. */
int64_t library_shard_of(const ShardscopeSharding *s, int64_t device);
/* True if they are 0 to n - 1 in some order, which a Mesh can say; others stand beside it. */
bool library_is_permutation(const int64_t *devices, int64_t n);

/* A shape that an array can have: sizes at least 0, not too many, fitting in memory. */
bool library_check_shape(const char *function, const ShardscopeShape *shape, ShardscopeError **error);
/* "[8, 2]". To be freed. */
char *library_dims_text(int rank, const int64_t *dims);

/* ---- programs (program.c) ------------------------------------------------------------------------------------------------ */

struct ShardscopeProgram {
    atomic_int refs;
    IrModule *module;     /* as read or built, verified; never changed */
    GPtrArray *arguments, *results; /* of ShardscopeValueInfo */
    GPtrArray *names;     /* what they point at */
    GBytes *source;       /* the text that it was read from, and what messages call that; NULL = it was built */
    char *source_name;
};

/* Takes the module. */
ShardscopeProgram *library_program_of(IrModule *m, ShardscopeError **error);
bool library_spelling(ShardscopeFormat format, IrSpelling *out, ShardscopeError **error);
/* The module's text, for free(); NULL if it cannot be spelt so. */
char *library_text(const IrModule *m, IrSpelling spelling, ShardscopeError **error);
bool library_info(const GPtrArray *list, int i, const char *what, ShardscopeValueInfo *out, ShardscopeError **error);
/* Of the leaves of an entry: lists as in ShardscopeProgram. */
void library_signature(const IrModule *m, GPtrArray *arguments, GPtrArray *results, GPtrArray *names);
/* In what order a leaf of the result stands if the compiler may choose: "{1,0}", minor to major, to be freed. NULL for what is no array. (orders.c) */
char *library_free_order(const IrModule *m, int leaf);

/* ---- clients (client.c) ---------------------------------------------------------------------------------------------------- */

typedef struct Recording Recording;
typedef struct Holding Holding;

/* One thing after the other, in the client's own thread. */
typedef struct Work Work;
struct Work {
    void (*run)(Work *work); /* then the work is freed by it */
    Work *next;
};

typedef struct DeviceUse {
    atomic_int_fast64_t bytes, peak, arrays;
} DeviceUse;

struct ShardscopeClient {
    atomic_int refs;
    int n_devices;
    int forks;             /* as library_is_here counts them, when it was made */
    ExecContext *cx;       /* used by the client's thread alone */
    GThread *thread;
    pthread_mutex_t lock;           /* of what follows */
    pthread_cond_t work_came;       /* for the client's thread */
    pthread_cond_t changed;         /* for those who wait until something is ready, or nothing is left to do */
    Work *first, *last;
    bool busy, closing;
    DeviceUse *use;        /* by device */
    pthread_mutex_t types_lock;
    Arena *types_arena;
    TypeTable *types;      /* of arrays */
    pthread_mutex_t moves_lock;
    GHashTable *moves;     /* executables that array_put and array_slice made, by their text */
    pthread_mutex_t record_lock;    /* the trace's writer is one thread's at a time */
    Recording *recording;  /* NULL = not recorded */
    void (*warn)(void *user, const char *message); /* as in ShardscopeClientOptions */
    void *warn_user;
    int64_t trace_events; /* as in the options */
    pthread_mutex_t annotations_lock;
    GHashTable *annotations; /* GThread * -> GPtrArray of open ones */
    pthread_mutex_t holdings_lock;
    Holding *holdings;     /* what arrays take, newest first */
    WatchGroup *watched;
    Ranks *ranks;          /* the processes that the devices are in, or NULL */
    int first_here, n_here; /* the devices of this one */
    int *process_of;       /* by device */
    Transport *transport;  /* between them, of the program that was executed last; in the client's thread */
    ShardscopeExecutable *transport_of;
    pthread_mutex_t transport_lock;
};

/* ---- devices of several processes (shared.c) ----------------------------------------------------------------------------------- */

/* client->n_devices are this process's when it is called, and all afterwards. ranks may be NULL. */
bool library_join(ShardscopeClient *client, Ranks *ranks, ShardscopeError **error);
/* The client was freed, all but its memory. */
void library_unjoin(ShardscopeClient *client);
/* Waits for all executions of the client whose devices are in these processes. */
void library_finish_shared(const Ranks *ranks);
/* Before the processes are left: waits, some seconds at most, until the threads of clients that have ended with their last execution are through with
 * them: an execution lets go of its executable, and so perhaps of its client, only after its results are there. */
void library_end_shared(const Ranks *ranks);
/* Until all that was asked of the client is done, or that time of CLOCK_REALTIME. */
void library_wait_idle_until(ShardscopeClient *client, const struct timespec *deadline);
/* Requested by shardscope_stop_executing; what clients' executions look at. */
const Stop *library_execution_stop(void);
bool library_is_local(const ShardscopeClient *client, int64_t device);
/* Finds out whether other processes take part; false with an error if they cannot. */
bool library_check_shared(ShardscopeExecutable *e, ShardscopeError **error);
/* Executes in the client's thread; args and results: of the devices here. */
bool library_run_shared(ShardscopeExecutable *e, Buffer **const *args, Buffer ***results, StepStats *stats, GError **error);
/* Frees the transport if it is that executable's, which does not run. */
void library_forget_transport(ShardscopeClient *client, ShardscopeExecutable *of);

/* The client as those who watch the process see it (watched.c). */
WatchGroup *library_watch(ShardscopeClient *client);
/* The executable likewise, once it is compiled. */
void library_watch_executable(ShardscopeExecutable *e);
/* False in a process that was forked off the one that made the client: it has none of its threads. Asked before anything is waited for. */
bool library_is_here(const ShardscopeClient *client);
/* One of the client's locks. In a process that was forked off, whose other threads are gone, nobody has it, and it may look taken for ever: nothing is done there. */
void library_lock(const ShardscopeClient *client, pthread_mutex_t *lock);
void library_unlock(const ShardscopeClient *client, pthread_mutex_t *lock);
/* As library_is_here, with an error. */
bool library_here(const ShardscopeClient *client, ShardscopeError **error);
void library_client_do(ShardscopeClient *client, Work *work);
/* The same of what takes less time than another thread needs to wake up: done by the caller if nothing else is waiting. The work must not
 * hold the last reference to the client. */
void library_client_do_short(ShardscopeClient *client, Work *work);
const Type *library_type(ShardscopeClient *client, const ShardscopeShape *shape);
void library_use(ShardscopeClient *client, int64_t device, int64_t bytes, int arrays);

/* ---- what the host does (annotate.c) ------------------------------------------------------------------------------------------- */

/* The innermost open annotation of the calling thread: its name, to be freed, or NULL; *number: its own, or -1. */
char *library_annotation(ShardscopeClient *client, int64_t *number);
/* A call of the library, in the thread that makes it, as a span of the run with that number (0 = of none), as are the annotations that it lies in.
 * name: a constant. */
typedef struct HostCall {
    int run, depth;
    int64_t start_ns;
} HostCall;
HostCall library_call_begin(ShardscopeClient *client, int run);
void library_call_end(const HostCall *call, const char *name);

/* ---- recording (recording.c) ------------------------------------------------------------------------------------------------- */

/* A program's run in the trace. */
typedef struct RecordedRun RecordedRun;
/* A compile that is recorded. Before and after one: one of the two others must follow, which take it. Without a recording all of them do
 * nothing. A recording that is ended meanwhile waits for it. */
typedef struct RecordedCompile RecordedCompile;
RecordedCompile *recording_begin(ShardscopeClient *client, CompileOptions *o);
void recording_abandon(ShardscopeClient *client, RecordedCompile *compile);
RecordedRun *recording_compiled(ShardscopeExecutable *e, RecordedCompile *compile, const ShardscopeCompileOptions *asked);
/* Around an execution, in the client's thread. A trace that cannot be written any more ends the recording; executions go on. */
const EventSink *recording_events(ShardscopeClient *client, RecordedRun *run);
/* name: of the annotation in which the execution was asked for; NULL = none. */
void recording_step(ShardscopeClient *client, RecordedRun *run, const char *name, const StepStats *stats);
/* A number that no other run of the process has, from 1; 0 for NULL. */
int recording_number(const RecordedRun *run);
/* Kept for the run of that number, if it has not ended; copied. From any thread, with no lock of a client's held. */
void recording_span(int number, const RecordSpan *span);
/* The compiled program is about to go. */
void recording_forget(ShardscopeClient *client, RecordedRun *run);
/* An error that was told through client->warn before is reported again. */
bool recording_end(ShardscopeClient *client, GError **error);

/* ---- what arrays take of devices (holding.c) -------------------------------------------------------------------------------- */

/* The pieces of one array, each with one reference, and counted in the client's DeviceUse while it has any. line: where the array is made, a
 * GRefString, borrowed; NULL = it comes from the host. */
Holding *holding_new(ShardscopeClient *client, ShardscopeSharding *sharding, const Type *type, int64_t shard_bytes, char *line);
/* References to the i-th piece. */
void holding_take(Holding *h, int i);
void holding_drop(Holding *h, int i);
/* What was made as an array of a single device turns out to be a piece of that one. */
void holding_is_part_of(Holding *h, const Type *whole, ShardscopeSharding *sharding);
/* Calls add for each kind of arrays that there is. */
void holdings_each(ShardscopeClient *client, void (*add)(void *to, const WatchArrays *a), void *to);

/* ---- arrays (array.c) -------------------------------------------------------------------------------------------------------- */

/* The memory of an array: what handles and executions in flight share. */
typedef struct Storage {
    atomic_int refs;
    ShardscopeClient *client; /* borrowed: whoever holds storage holds the client */
    int64_t *devices;      /* by shard */
    int n_shards;
    int64_t shard_bytes;
    struct { Holding *of; int i; } *held; /* by shard; of NULL = not yet */
    int run;               /* recording_number() of the program that makes it; 0 = none */
    bool ready;            /* under the client's lock, as are error and, until it is set, shards */
    GError *error;         /* of the execution that was to make it */
    Buffer **shards;       /* by shard */
    Buffer **seen;         /* by shard: copies of memory of several values, made for who looks into it; under the client's lock, NULL = none */
    GSList *waiting;       /* Waiting *: who is told once it is ready */
} Storage;

/* Called without locks, once the storage is ready; freed by whoever it is. */
typedef struct Waiting Waiting;
struct Waiting {
    void (*ready)(Waiting *w, Storage *s);
    bool is_user;          /* somebody outside: told after the release, where that is held */
};
void storage_then(Storage *s, Waiting *w);
/* Between the two, users are not told of storage that this thread makes ready: who is woken by one of several results finds all of them there. */
void storage_hold_users(void);
void storage_release_users(void);

struct ShardscopeArray {
    atomic_int refs;
    ShardscopeClient *client;
    const Type *type;
    ShardscopeSharding *sharding;
    const Sharding *layout; /* of the sharding */
    Storage *storage;      /* under the client's lock; NULL = deleted */
};

/* With memory of its own; line as of holding_new. */
Storage *storage_new(ShardscopeClient *client, ShardscopeSharding *sharding, const Sharding *layout, const Type *type, char *line);
/* Whose shards are other storages': storage_share for each of them follows. */
Storage *storage_new_shared(ShardscopeClient *client, ShardscopeSharding *sharding, const Sharding *layout, const Type *type);
void storage_share(Storage *s, int shard, const Storage *from, int from_shard);
Storage *storage_ref(Storage *s);
void storage_unref(Storage *s);
Buffer *storage_shard(const Storage *s, int64_t device); /* NULL = it holds none */
/* Sets shards (one for each device, taken) or the error (taken), and wakes who waits. */
void storage_done(Storage *s, Buffer **shards, GError *error);
ShardscopeArray *library_array_new(ShardscopeClient *client, const Type *type, ShardscopeSharding *sharding, const Sharding *layout, Storage *storage);
/* What an execution takes of it; NULL + error if it was deleted. `take`: the array is deleted by it. */
Storage *library_array_use(ShardscopeArray *a, bool take, const char *what, ShardscopeError **error);

/* ---- executables (executable.c) ------------------------------------------------------------------------------------------------ */

typedef struct Signature {
    const Type *type;            /* whole, of the client's table */
    ShardscopeSharding *sharding;
    const Sharding *layout;
    _Atomic(ShardscopeSharding *) accepted; /* another one that was found to lay out alike, or NULL */
    char *line;                  /* of results: where they are computed; a GRefString */
} Signature;

struct ShardscopeExecutable {
    atomic_int refs;
    ShardscopeClient *client;
    bool owns_client;            /* not those that the client itself keeps */
    Compiled *compiled;
    Executable *exe;
    int n_devices, n_replicas;
    int n_arguments, n_results;  /* of a replica */
    Signature *arguments, *results; /* by replica */
    GPtrArray *argument_info, *result_info, *names; /* as in ShardscopeProgram */
    int64_t *devices;            /* by partition: the device of the client; NULL = the same */
    bool is_short;               /* takes some microseconds */
    bool never_fits;             /* the results of one device are larger than the memory there is */
    bool calls_host;             /* has calls into its caller */
    atomic_int_fast64_t last_ns; /* what an execution took last; 0 = there was none */
    bool is_shared, has_agreed;  /* by several processes; they have compared the program */
    RecordedRun *recorded;       /* NULL = not recorded */
    WatchProgram *watched;
    ShardscopeProgram *program;  /* to be serialised */
    char *options_text;          /* what library_options_text made of the options */
};

/* Without a reference to the client. */
ShardscopeExecutable *library_compile(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, ShardscopeError **error);

/* One that was compiled before; compiled again if the client is recorded. With a reference to the client. */
ShardscopeExecutable *library_load(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, const CompiledParts *parts,
                                   ShardscopeError **error);

/* ---- executables as bytes (serialise.c) ---------------------------------------------------------------------------------------- */

/* Options but for the label, as the head of an executable's bytes has them; the device assignment, if there is one, has n_devices
 * members. To be freed. */
char *library_options_text(const ShardscopeCompileOptions *o, int n_devices);
/* That text read back. client_devices: least length of the list of devices, if there is one. */
typedef struct LibraryOptions LibraryOptions;
LibraryOptions *library_options_read(const char *text, size_t n, int client_devices, ShardscopeError **error);
const ShardscopeCompileOptions *library_options_of(const LibraryOptions *read);
/* Changes of annotations made in the program as read, each a list as remedy_read_edits() takes it; NULL-terminated, or NULL. Jobs that are watched have them. */
const char *const *library_options_changes(const LibraryOptions *read);
void library_options_free(LibraryOptions *read);

/* What a client's compile of it makes, to its device program, with all reasons, and its texts in `texts`. stop may be NULL. */
Compiled *library_compile_alone(const ShardscopeProgram *program, const LibraryOptions *options, RecordTexts *texts, const Stop *stop, ShardscopeError **error);

/* ---- moving arrays (put.c) ------------------------------------------------------------------------------------------------------ */

/* Executables that the client keeps for that. */
void library_moves_clear(ShardscopeClient *client);

/* ---- processes that listen (peer.c) ------------------------------------------------------------------------------------------- */

/* Of the object "status" of an answer, and the line that it stands in; both borrowed. */
struct _JsonObject;
ShardscopeSnapshot *library_snapshot(struct _JsonObject *status, const char *line);

/* ---- what the commands do (stop.c, file.c, check.c, job.c, show.c, trace.c) -------------------------------------------------- */

struct ShardscopeStop {
    atomic_int refs;
    Stop stop;
};
ShardscopeStop *library_stop_ref(ShardscopeStop *stop);
/* What the compiler looks at; NULL for NULL. */
const Stop *library_stop(const ShardscopeStop *stop);

/* Options, with texts borrowed; `stop` and `last_pass` with them. `given` NULL = none. */
bool library_program_options(const ShardscopeProgramOptions *given, ProgramOptions *out, ShardscopeError **error);
bool library_fill(ShardscopeFill fill, FillKind *out, ShardscopeError **error);
/* Those that occur, into a list of SHARDSCOPE_MAX_COLLECTIVES; how many. */
int library_collectives(const CollTotal *totals, ShardscopeCollective *out);
void library_memory(const MemoryPlan *plan, ShardscopeMemory *out);

struct ShardscopeFile {
    GPtrArray *programs;  /* IrModule, as read */
};
/* A copy of the i-th program, well-formed; the caller frees it. */
IrModule *library_file_module(ShardscopeFile *file, int i, ShardscopeError **error);

/* ---- ranks.c ---- */

Ranks *library_ranks(const ShardscopeRanks *ranks);
