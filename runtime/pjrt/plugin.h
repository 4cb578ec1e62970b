/* What the files of the PJRT plugin share. The plugin is a shell over shardscope.h: it holds no compiler and no executor. Objects that
 * the client holds are pointers to these structs. Functions return NULL or an error; many may not fail (abi.h's client would end the
 * process), which is said where they are. */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>

#include "runtime/library/shardscope.h"
#include "runtime/pjrt/abi.h"

/* ---- errors (plugin.c) ---------------------------------------------------------------------------------------------------------- */

struct PjrtError {
    void *vtable; /* NULL: the functions of the table serve it */
    int code;
    char *message;
};
PjrtError *pjrt_error(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Takes the error; NULL for NULL. */
PjrtError *pjrt_error_of(ShardscopeError *error);
PjrtError *pjrt_error_copy(const PjrtError *error);

/* ---- clients, devices, memories (client.c) ------------------------------------------------------------------------------------------ */

typedef struct PjrtClient PjrtClient;
typedef struct PjrtDevice PjrtDevice;

typedef struct PjrtMemory {
    void *vtable; /* NULL */
    PjrtDevice *device;
    int id;
    char *text;
} PjrtMemory;

/* A device, which is its own description. */
struct PjrtDevice {
    PjrtClient *client;
    int id;
    char *text;
    PjrtMemory memory, *memories[1];
    PjrtDevice *self[1];
};

struct PjrtClient {
    ShardscopeClient *client;
    int n_devices;
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

/* ---- buffers (buffer.c) ------------------------------------------------------------------------------------------------------------------ */

typedef struct PjrtBuffer {
    ShardscopeArray *array; /* whole on one device */
    PjrtDevice *device;
    ShardscopeShape shape;
    atomic_bool deleted;
} PjrtBuffer;
/* Takes the array. */
PjrtBuffer *buffer_of(ShardscopeArray *array, PjrtDevice *device);
/* The number of an element type in the interface, and back; 0 for none. */
int pjrt_type_of(ShardscopeDtype dtype);
ShardscopeDtype pjrt_dtype_of(int type);

/* ---- executables (executable.c) ------------------------------------------------------------------------------------------------------------ */

/* What shardings are in protobuf, a text for each value. */
typedef struct PjrtBytes {
    char **v;
    size_t *size;
    int n;
} PjrtBytes;

typedef struct PjrtExecutable {
    atomic_int refs;
    PjrtClient *client;
    ShardscopeExecutable *e;
    atomic_bool deleted;
    int n_devices, n_arguments, n_results;
    PjrtDevice **devices;         /* by partition */
    PjrtLogicalDevice *logical;
    char *assignment, *options;   /* protobuf */
    size_t assignment_size, options_size;
    PjrtBytes arguments, results; /* shardings */
    ShardscopeShape *argument_shape, *result_shape; /* whole */
    ShardscopeSharding **argument_sharding;
    bool *donated;                /* by argument */
    const char **kinds;           /* of memories, for each result or argument */
    size_t *kind_sizes;
    char *fingerprint;
    PjrtNamedValue costs[4];
    char *text;                   /* what each device runs, as StableHLO */
    int *result_types;            /* numbers of the interface */
    int64_t *result_dims;         /* one result after the other */
    size_t *result_ranks;
} PjrtExecutable;

/* ---- protobuf (wire.c) -------------------------------------------------------------------------------------------------------------------------- */

/* A field as it stands in a message. */
typedef struct WireField {
    int number, type;     /* type 0 varint, 1 eight bytes, 2 bytes, 5 four bytes */
    uint64_t value;
    const uint8_t *bytes; /* type 2 */
    size_t n;
} WireField;
/* The field at *at, which moves behind it. False at the end, and with *bad set in bytes that are no message. */
bool wire_next(const uint8_t **at, const uint8_t *end, WireField *out, bool *bad);
/* The numbers of a repeated field, packed or not, appended to `out` (of int64_t). */
bool wire_numbers(const WireField *f, GArray *out);
void wire_varint(GByteArray *out, int field, uint64_t value);
void wire_bytes(GByteArray *out, int field, const void *bytes, size_t n);
void wire_packed(GByteArray *out, int field, const int64_t *v, int n);
/* XLA's OpSharding of a text in GSPMD's spelling; NULL if the text is none. */
GByteArray *wire_op_sharding(const char *text);
