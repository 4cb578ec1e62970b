/* What the files of the PJRT plugin share. The plugin is a shell over shardscope.h: it holds no compiler and no executor. Objects that
 * the client holds are pointers to these structs. Functions return NULL or an error; many may not fail (abi.h's client would end the
 * process), which is said where they are. */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>

#include "trace/wire.h"
#include "runtime/library/shardscope.h"
#include "runtime/pjrt/abi.h"

/* ---- errors (plugin.c) ---------------------------------------------------------------------------------------------------------- */

struct PjrtError {
    void *vtable; /* NULL: the functions of the table serve it */
    int code;
    char *message;
};
PjrtError *pjrt_error(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* NULL is fine. */
void pjrt_error_free(PjrtError *e);
/* Takes the error; NULL for NULL. */
PjrtError *pjrt_error_of(ShardscopeError *error);
PjrtError *pjrt_error_copy(const PjrtError *error);

/* ---- clients, devices, memories (client.c) ------------------------------------------------------------------------------------------ */

typedef struct PjrtClient PjrtClient;
typedef struct PjrtDevice PjrtDevice;

/* On this machine they are all the same; the kind is a label. */
enum { MEMORY_DEVICE, MEMORY_PINNED_HOST, MEMORY_UNPINNED_HOST, N_MEMORIES };
extern const char *const memory_kinds[N_MEMORIES];
/* MEMORY_DEVICE for NULL and unknown names. */
int memory_kind_of(const char *name);

typedef struct PjrtMemory {
    void *vtable; /* NULL */
    PjrtDevice *device;
    int id, kind;
    char *text;
} PjrtMemory;

/* A device, which is its own description. */
struct PjrtDevice {
    PjrtClient *client;
    int id;
    char *text, *name; /* "ShardscopeDevice(id=3)", "shardscope:3" */
    PjrtMemory memory[N_MEMORIES], *memories[N_MEMORIES];
    PjrtDevice *self[1];
    ShardscopeSharding *alone; /* of arrays that lie here, and nowhere else: made once, since small arrays come and go */
};

struct PjrtClient {
    ShardscopeClient *client;
    int n_devices;
    int first, n_here; /* devices of this process */
    int process;       /* its number */
    PjrtDevice *devices, **device_list;
    PjrtMemory **memory_list;
};

/* ---- events (event.c) ------------------------------------------------------------------------------------------------------------------ */

typedef struct PjrtEvent PjrtEvent;
/* Not ready; whoever completes it holds a reference of its own. */
PjrtEvent *event_new(void);
PjrtEvent *event_ref(PjrtEvent *e);
void event_unref(PjrtEvent *e);
/* Takes the error (NULL = well) and calls who waits. Once. */
void event_complete(PjrtEvent *e, PjrtError *error);
/* Ready with the array; one that is ready already for NULL. */
PjrtEvent *event_of_array(ShardscopeArray *a);

/* ---- layouts (layout.c) ------------------------------------------------------------------------------------------------------------------ */

enum { MAX_TILES = 8, MAX_TILE_DIMS = 32 };

typedef struct PjrtLayout {
    int rank, n_tiles;
    int bits; /* of an element, where several share a byte; else 0 */
    int64_t minor_to_major[SHARDSCOPE_MAX_RANK];
    size_t tile_ranks[MAX_TILES];
    int64_t tile_dims[MAX_TILE_DIMS]; /* of one tile after the other */
} PjrtLayout;
/* True if the dimensions stand row-major; tiles are not looked at. */
bool layout_is_default(const PjrtLayout *l);
PjrtLayout layout_default(int rank);
/* "{0,1}", minor to major, tiles behind: "{1,0:T(8,128)(2,1)}"; "default", "auto" and NULL are the default. NULL, or what is wrong with it: to be freed. */
char *layout_parse(const char *text, const ShardscopeShape *shape, PjrtLayout *out);
/* "{1,0:T(8,128)}", to be freed. */
char *layout_text(const PjrtLayout *l);
/* The default for NULL. NULL, or what is wrong with it. */
char *layout_read(const PjrtMemoryLayout *given, const ShardscopeShape *shape, PjrtLayout *out);

/* ---- buffers (buffer.c) ------------------------------------------------------------------------------------------------------------------ */

typedef struct PjrtBuffer {
    ShardscopeArray *array; /* whole on one device */
    PjrtDevice *device;
    PjrtMemory *memory;
    ShardscopeShape shape;
    PjrtLayout layout;
    pthread_mutex_t lock;   /* guards the rest */
    int n_looking;          /* references that clients have to the memory itself */
    ShardscopeView *view;   /* while there are some */
    void *ordered;          /* a copy of it in the order of the layout, while there are some and that is another order */
} PjrtBuffer;
/* Takes the array. */
PjrtBuffer *buffer_of(ShardscopeArray *array, PjrtMemory *memory, const PjrtLayout *layout);
/* The number of an element type in the interface, and back; 0 for none. */
int pjrt_type_of(ShardscopeDtype dtype);
ShardscopeDtype pjrt_dtype_of(int type);

/* ---- compile options (options.c) ------------------------------------------------------------------------------------------------------------ */

/* What is read of CompileOptionsProto. */
typedef struct PjrtOptions {
    int64_t n_replicas, n_partitions;
    GArray *devices;              /* of int64_t, by partition; empty = not given */
    GArray *to_arguments, *to_results; /* of int64_t: may be chosen */
    char *mistake;                /* a compiler option that nobody has, or with a wrong value; NULL = none */
    bool bad;                     /* the bytes are no such message */
} PjrtOptions;
void options_read(PjrtOptions *o, const void *bytes, size_t n);
void options_clear(PjrtOptions *o);
/* What is wrong with a compile option (flags.c) of this name and value, a field of OptionOverrideProto (NULL: none was given); NULL if it may be so, else to be freed. */
char *flag_mistake(const char *name, const WireField *given);
/* Such a list as truth values; to be freed. */
bool *options_flags(const GArray *list);

/* ---- executables (executable.c, facts.c, execute.c) ------------------------------------------------------------------------------------------------------------ */

/* What shardings are in protobuf, a text for each value. */
typedef struct PjrtBytes {
    char **v;
    size_t *size;
    int n;
} PjrtBytes;

typedef struct PjrtKinds {
    int *kind;
    const char **names;
    size_t *sizes;
} PjrtKinds;

typedef struct PjrtExecutable {
    atomic_int refs;
    PjrtClient *client;
    ShardscopeExecutable *e;
    atomic_bool deleted;
    int n_devices, n_replicas;
    int first, n_here;            /* the devices of this process among them */
    int n_arguments, n_results;   /* of a replica */
    PjrtDevice **devices;         /* by replica, in it by partition */
    PjrtLogicalDevice *logical;
    char *assignment, *options;   /* protobuf */
    char *program;                /* as it came */
    size_t assignment_size, options_size, program_size;
    PjrtBytes arguments, results; /* shardings */
    ShardscopeShape *argument_shape, *result_shape; /* whole */
    ShardscopeSharding **argument_sharding; /* by replica */
    bool *donated;                /* by argument */
    PjrtKinds argument_kinds, result_kinds; /* of memories */
    PjrtLayout *argument_layouts, *result_layouts;
    pthread_mutex_t lock;         /* guards the next three */
    GSList *layout_lists;         /* lists of handles that were handed out */
    char *optimised;              /* what each device runs, as a HloModuleProtoWithConfig, once it was asked for */
    size_t optimised_size;
    char *fingerprint;
    PjrtNamedValue costs[5];
    int *result_types;            /* numbers of the interface */
    int64_t *result_dims;         /* one result after the other */
    size_t *result_ranks;
} PjrtExecutable;

/* ---- JAX itself (python.c) ----------------------------------------------------------------------------------------------------------------- */

/* Has JAX treat the platform as one that it knows; nothing outside of a Python with JAX. */
void python_support(void);
/* The error with the user's line that this thread is in before its message, "train.py:12: "; as it was where there is no Python with JAX. Takes the
 * interpreter's lock: call it without locks of ours. NULL gives NULL. */
PjrtError *python_place(PjrtError *error);

/* ---- protobuf (wire.c) -------------------------------------------------------------------------------------------------------------------------- */

/* The numbers of a repeated field, packed or not, appended to `out` (of int64_t). */
bool wire_numbers(const WireField *f, GArray *out);
void wire_varint(GByteArray *out, int field, uint64_t value);
void wire_bytes(GByteArray *out, int field, const void *bytes, size_t n);
void wire_packed(GByteArray *out, int field, const int64_t *v, int n);
/* XLA's OpSharding of a text in GSPMD's spelling; NULL if the text is none. */
GByteArray *wire_op_sharding(const char *text);
