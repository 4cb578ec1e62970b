/* libshardscope: compile sharded programs, run them on virtual devices, record why every collective is there.
 *
 *     ShardscopeError *error = NULL;
 *     ShardscopeClient *client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 8 }, &error);
 *     ShardscopeMesh *mesh = shardscope_mesh_new(2, (const char *[]){ "data", "model" }, (int64_t[]){ 4, 2 }, &error);
 *     ShardscopeProgram *program = shardscope_program_read("train.mlir", &error);
 *     ShardscopeExecutable *step = shardscope_compile(client, program, NULL, &error);
 *     ShardscopeSharding *split = shardscope_sharding_parse(mesh, "P('data', None)", 2, &error);
 *     ShardscopeArray *x = shardscope_array_from_host(client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 64, 32 } }, data, NULL, split, &error);
 *     ShardscopeArray *y;
 *     if (shardscope_execute(step, &x, 1, NULL, &y, &error))
 *         shardscope_array_to_host(y, out, sizeof out, &error);
 *     if (error)
 *         fprintf(stderr, "%s\n", shardscope_error_message(error));
 *
 * Rules that hold for every function, unless its comment says otherwise:
 *
 * Errors. The last parameter `error` may be NULL. Where it points to NULL and the function fails, it gets a new error, which the
 * caller frees. Where it points to an error already, the function does nothing and fails: a row of calls can be checked once, at its
 * end. A function fails by returning NULL, false, or a negative number. No function ends the process because of what it is given.
 * Objects given as NULL are an error (SHARDSCOPE_INVALID), so that a failed call may be followed by others.
 * Nor does it end for want of memory: that is SHARDSCOPE_LIMIT, of the compile, or of the execution and so of its results, and the client works on. What a
 * compile had allocated until then is not given back. Only tables of some kilobytes outside of compiles are GLib's, which ends a process that has not even these.
 *
 * Ownership. Functions named _new, _parse, _read, _from, _ref, _load and those that say so return a reference that the caller gives
 * back with the type's _unref, which accepts NULL. Objects keep alive what they need. Returned `const char *` belong to the object
 * and live as long as it does; returned `char *` belong to the caller, who frees them with shardscope_free. Arguments are borrowed for
 * the duration of the call.
 *
 * Threads. Any function may be called from any thread. Meshes, shardings, programs, executables are immutable. Builders and jobs
 * are for one thread at a time, but for the functions that say otherwise.
 *
 * Units. Sizes are bytes, durations nanoseconds. A device's number is its index in the client, 0 to n - 1, and its partition id.
 *
 * Versions. Structs of options begin with their own size, which the macro of the same name in capitals sets, all other fields being
 * zero: a program built against an older header keeps its meaning. Fields are only ever added at the end. */
#ifndef SHARDSCOPE_H
#define SHARDSCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHARDSCOPE_API __attribute__((visibility("default")))
#else
#define SHARDSCOPE_API
#endif

#define SHARDSCOPE_VERSION_MAJOR 0
#define SHARDSCOPE_VERSION_MINOR 1
/* "0.1.0", of the library that runs. */
SHARDSCOPE_API const char *shardscope_version(void);

typedef struct ShardscopeError ShardscopeError;
typedef struct ShardscopeClient ShardscopeClient;
typedef struct ShardscopeMesh ShardscopeMesh;
typedef struct ShardscopeSharding ShardscopeSharding;
typedef struct ShardscopeProgram ShardscopeProgram;
typedef struct ShardscopeExecutable ShardscopeExecutable;
typedef struct ShardscopeArray ShardscopeArray;

/* Frees what functions returned as `char *` or as a list. NULL is fine. */
SHARDSCOPE_API void shardscope_free(void *memory);

/* ---- errors -------------------------------------------------------------------------------------------------------- */

typedef enum ShardscopeStatus {
    SHARDSCOPE_OK,
    SHARDSCOPE_PARSE,       /* a text is not of its language */
    SHARDSCOPE_VERIFY,      /* the program is not well-formed: types, shapes, attributes */
    SHARDSCOPE_SHARDING,    /* a sharding, mesh or annotation does not fit */
    SHARDSCOPE_UNSUPPORTED, /* understood, but not done here */
    SHARDSCOPE_IO,          /* a file could not be read or written */
    SHARDSCOPE_RUN,         /* execution failed: deadlock, an argument that was deleted */
    SHARDSCOPE_INVALID,     /* an argument of the call itself is wrong */
    SHARDSCOPE_LIMIT,       /* a stated limit was exceeded, or there is not enough memory */
    SHARDSCOPE_STOPPED,     /* cancelled */
    SHARDSCOPE_TRACE,       /* the trace file cannot be read or written */
} ShardscopeStatus;

/* SHARDSCOPE_OK for NULL. */
SHARDSCOPE_API ShardscopeStatus shardscope_error_status(const ShardscopeError *error);
/* The whole of it: "file:line:col: what is wrong", and where there is one "\n  hint: what helps". Fields of structs of options stand between
 * backquotes: "`steps` 0: must be at least 1". */
SHARDSCOPE_API const char *shardscope_error_message(const ShardscopeError *error);
/* Its parts: the file, or NULL; line and column from 1, or 0 where not known; the hint, or NULL. */
SHARDSCOPE_API const char *shardscope_error_file(const ShardscopeError *error);
SHARDSCOPE_API int shardscope_error_line(const ShardscopeError *error);
SHARDSCOPE_API int shardscope_error_column(const ShardscopeError *error);
SHARDSCOPE_API const char *shardscope_error_hint(const ShardscopeError *error);
SHARDSCOPE_API void shardscope_error_free(ShardscopeError *error);

/* ---- elements ------------------------------------------------------------------------------------------------------- */

/* Types of elements. On the host an element takes shardscope_dtype_bytes() bytes: integers and floats below 8 bits take one byte
 * each, booleans are one byte 0 or 1, complex numbers are (re, im) pairs. Arrays are row-major. */
typedef enum ShardscopeDtype {
    SHARDSCOPE_PRED = 1, SHARDSCOPE_S1, SHARDSCOPE_S2, SHARDSCOPE_S4, SHARDSCOPE_S8, SHARDSCOPE_S16, SHARDSCOPE_S32, SHARDSCOPE_S64,
    SHARDSCOPE_U1, SHARDSCOPE_U2, SHARDSCOPE_U4, SHARDSCOPE_U8, SHARDSCOPE_U16, SHARDSCOPE_U32, SHARDSCOPE_U64,
    SHARDSCOPE_F16, SHARDSCOPE_BF16, SHARDSCOPE_F32, SHARDSCOPE_F64,
    SHARDSCOPE_F8E5M2, SHARDSCOPE_F8E4M3, SHARDSCOPE_F8E4M3FN, SHARDSCOPE_F8E4M3B11FNUZ, SHARDSCOPE_F8E4M3FNUZ,
    SHARDSCOPE_F8E5M2FNUZ, SHARDSCOPE_F8E3M4, SHARDSCOPE_F8E8M0FNU, SHARDSCOPE_F6E3M2FN, SHARDSCOPE_F6E2M3FN, SHARDSCOPE_F4E2M1FN,
    SHARDSCOPE_C64, SHARDSCOPE_C128,
} ShardscopeDtype;

/* 0 for what is not a type. */
SHARDSCOPE_API size_t shardscope_dtype_bytes(ShardscopeDtype dtype);
/* HLO's name, "f32"; NULL for what is not a type. */
SHARDSCOPE_API const char *shardscope_dtype_name(ShardscopeDtype dtype);

/* The most dimensions that an array can have. */
#define SHARDSCOPE_MAX_RANK 64

/* Element type and sizes of a whole array. */
typedef struct ShardscopeShape {
    ShardscopeDtype dtype;
    int rank;
    int64_t dims[SHARDSCOPE_MAX_RANK]; /* `rank` of them */
} ShardscopeShape;

/* ---- meshes ---------------------------------------------------------------------------------------------------------- */

/* Devices 0 to the product of sizes - 1, arranged row-major over named axes, major to minor. */
SHARDSCOPE_API ShardscopeMesh *shardscope_mesh_new(int n_axes, const char *const *names, const int64_t *sizes, ShardscopeError **error);
/* The same with the devices of the positions, row-major, given. */
SHARDSCOPE_API ShardscopeMesh *shardscope_mesh_new_with_devices(int n_axes, const char *const *names, const int64_t *sizes,
                                                                 const int64_t *devices, ShardscopeError **error);
/* "data=4,model=2", as the option --mesh takes it. */
SHARDSCOPE_API ShardscopeMesh *shardscope_mesh_parse(const char *text, ShardscopeError **error);
/* Devices of several slices: axis i has dcn[i] * ici[i] positions, of which the outer dcn[i] lie in different slices. Devices are numbered
 * slice by slice. What JAX's mesh_utils.create_hybrid_device_mesh makes of devices in row-major order. */
SHARDSCOPE_API ShardscopeMesh *shardscope_mesh_new_hybrid(int n_axes, const char *const *names, const int64_t *ici, const int64_t *dcn,
                                                           ShardscopeError **error);
SHARDSCOPE_API ShardscopeMesh *shardscope_mesh_ref(ShardscopeMesh *mesh);
SHARDSCOPE_API void shardscope_mesh_unref(ShardscopeMesh *mesh);
SHARDSCOPE_API int shardscope_mesh_n_axes(const ShardscopeMesh *mesh);
SHARDSCOPE_API const char *shardscope_mesh_axis_name(const ShardscopeMesh *mesh, int axis);
/* -1 for an axis that is not there. */
SHARDSCOPE_API int64_t shardscope_mesh_axis_size(const ShardscopeMesh *mesh, int axis);
SHARDSCOPE_API int64_t shardscope_mesh_n_devices(const ShardscopeMesh *mesh);
/* The device at a position counted row-major; -1 beyond the end. */
SHARDSCOPE_API int64_t shardscope_mesh_device(const ShardscopeMesh *mesh, int64_t position);

/* ---- shardings -------------------------------------------------------------------------------------------------------- */

typedef enum ShardscopeShardingKind {
    SHARDSCOPE_NAMED,         /* axes of a mesh split dimensions: JAX's NamedSharding */
    SHARDSCOPE_POSITIONAL,    /* an array of devices has the shape of the pieces: JAX's PositionalSharding */
    SHARDSCOPE_GSPMD,         /* XLA's tilings of devices */
    SHARDSCOPE_PMAP,          /* chunked, unstacked or whole dimensions, as jax.pmap makes them */
    SHARDSCOPE_SINGLE_DEVICE,
} ShardscopeShardingKind;

typedef enum ShardscopeSpelling {
    SHARDSCOPE_SPELL_JAX,   /* P('x', None) */
    SHARDSCOPE_SPELL_SDY,   /* [{"x"}, {}] */
    SHARDSCOPE_SPELL_GSPMD, /* {devices=[4,1,2]<=[8] last_tile_dim_replicate} */
} ShardscopeSpelling;

/* Any of the three spellings, for arrays of that many dimensions. The mesh may be NULL for GSPMD's, which then needs `n_devices` in
 * shardscope_sharding_parse_gspmd where it does not list them. */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_parse(ShardscopeMesh *mesh, const char *text, int rank, ShardscopeError **error);
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_parse_gspmd(const char *text, int rank, int64_t n_devices, ShardscopeError **error);
/* A NamedSharding; spec[d] are the axes of dimension d, major to minor, separated by commas: "x", "x,y", and NULL or "" for none.
 * Dimensions beyond n_spec are not split. */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_named(ShardscopeMesh *mesh, int n_spec, const char *const *spec, ShardscopeError **error);
/* Every device of the mesh holds the whole array, of any number of dimensions. */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_replicated(ShardscopeMesh *mesh, ShardscopeError **error);
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_single_device(int64_t device, ShardscopeError **error);

/* A PositionalSharding: devices[] in an array of that shape, row-major; NULL = 0, 1, 2, ... An array that is laid out by it has as many
 * dimensions, and is split along dimension d into shape[d] pieces. */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_positional(int rank, const int64_t *shape, const int64_t *devices,
                                                                   ShardscopeError **error);
/* The devices arranged in another shape; of the same number. */
SHARDSCOPE_API ShardscopeSharding *shardscope_positional_reshape(ShardscopeSharding *s, int rank, const int64_t *shape, ShardscopeError **error);
/* Replicated along dimension `axis` of the array of devices (negative counts from the end), which then has size 1, or goes if
 * !keep_dims; `axis` SHARDSCOPE_ALL_AXES means all of them. */
#define SHARDSCOPE_ALL_AXES INT32_MIN
SHARDSCOPE_API ShardscopeSharding *shardscope_positional_replicate(ShardscopeSharding *s, int axis, bool keep_dims, ShardscopeError **error);
/* Dimension i of the result is dimension axes[i]; NULL reverses them. */
SHARDSCOPE_API ShardscopeSharding *shardscope_positional_transpose(ShardscopeSharding *s, const int *axes, ShardscopeError **error);

/* How jax.pmap lays a dimension out. */
typedef enum ShardscopePmapKind {
    SHARDSCOPE_PMAP_NONE,      /* NoSharding: not split */
    SHARDSCOPE_PMAP_CHUNKED,   /* Chunked([n, ...]): split into the product of them, each a mesh dimension */
    SHARDSCOPE_PMAP_UNSTACKED, /* Unstacked(n): one index of n each, and the dimension goes */
} ShardscopePmapKind;
typedef struct ShardscopePmapDim {
    ShardscopePmapKind kind;
    int n;                 /* numbers in `sizes`; 1 for unstacked */
    int64_t sizes[4];
} ShardscopePmapDim;
/* Sharded dimensions take mesh dimensions in order, and `replicas` copies are made along a last one. devices: NULL = 0, 1, 2, ... */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_pmap(int rank, const ShardscopePmapDim *dims, int64_t replicas,
                                                             const int64_t *devices, ShardscopeError **error);

SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_ref(ShardscopeSharding *s);
SHARDSCOPE_API void shardscope_sharding_unref(ShardscopeSharding *s);
SHARDSCOPE_API ShardscopeShardingKind shardscope_sharding_kind(const ShardscopeSharding *s);
/* -1: of any rank. */
SHARDSCOPE_API int shardscope_sharding_rank(const ShardscopeSharding *s);
/* Devices that hold something, and the number of the i-th of them. */
SHARDSCOPE_API int64_t shardscope_sharding_n_devices(const ShardscopeSharding *s);
SHARDSCOPE_API int64_t shardscope_sharding_device(const ShardscopeSharding *s, int64_t i);
SHARDSCOPE_API bool shardscope_sharding_is_replicated(const ShardscopeSharding *s);
/* True if both lay out arrays of that rank alike on the same devices, whatever they are called. */
SHARDSCOPE_API bool shardscope_sharding_equivalent(const ShardscopeSharding *a, const ShardscopeSharding *b, int rank);
/* The caller frees the text. JAX's and Shardy's spellings of a sharding without named axes name them _0, _1, ... */
SHARDSCOPE_API char *shardscope_sharding_text(const ShardscopeSharding *s, int rank, ShardscopeSpelling spelling, ShardscopeError **error);
/* The same layout as a sharding of the given mesh; fails where its axes cannot say it. */
SHARDSCOPE_API ShardscopeSharding *shardscope_sharding_on_mesh(ShardscopeSharding *s, ShardscopeMesh *mesh, int rank, ShardscopeError **error);

/* Shape of the piece that each device holds, *shard_rank numbers in shard[rank]. Uneven dimensions are an error, as in JAX: see
 * shardscope_sharding_box for those that the compiler may choose. */
SHARDSCOPE_API bool shardscope_shard_shape(const ShardscopeSharding *s, int rank, const int64_t *dims, int64_t *shard, int *shard_rank,
                                           ShardscopeError **error);
/* A part of an array: elements start[d] to stop[d] - 1 of each dimension. */
typedef struct ShardscopeBox {
    int64_t start[SHARDSCOPE_MAX_RANK], stop[SHARDSCOPE_MAX_RANK];
} ShardscopeBox;
/* Where a device's piece of an array lies; false without an error if it holds none. One entry of JAX's devices_indices_map. The last
 * pieces of an uneven dimension are short or empty. */
SHARDSCOPE_API bool shardscope_sharding_box(const ShardscopeSharding *s, int rank, const int64_t *dims, int64_t device, ShardscopeBox *out,
                                            ShardscopeError **error);
/* The picture of jax.debug.visualize_sharding, of an array of 1 or 2 dimensions; colour: with terminal colours. The caller frees it. */
SHARDSCOPE_API char *shardscope_sharding_picture(const ShardscopeSharding *s, int rank, const int64_t *dims, bool colour, ShardscopeError **error);

/* ---- programs --------------------------------------------------------------------------------------------------------- */

/* A file with one program, HLO or StableHLO; "-" = standard input. Read and checked. */
SHARDSCOPE_API ShardscopeProgram *shardscope_program_read(const char *path, ShardscopeError **error);
/* The same of n bytes; `name` is what messages and traces call them. */
SHARDSCOPE_API ShardscopeProgram *shardscope_program_parse(const char *name, const char *text, size_t n, ShardscopeError **error);
SHARDSCOPE_API ShardscopeProgram *shardscope_program_ref(ShardscopeProgram *p);
SHARDSCOPE_API void shardscope_program_unref(ShardscopeProgram *p);
SHARDSCOPE_API const char *shardscope_program_name(const ShardscopeProgram *p);

typedef enum ShardscopeFormat {
    SHARDSCOPE_HLO,        /* XLA's long form, with types on operands */
    SHARDSCOPE_HLO_SHORT,  /* without types on operands and % */
    SHARDSCOPE_HLO_DUMP,   /* as in XLA's dumps */
    SHARDSCOPE_STABLEHLO,  /* MLIR text */
    SHARDSCOPE_FACTS,      /* JSON: devices, passes with times and counts, traffic. Of shardscope_emit alone */
    SHARDSCOPE_HLO_PROTO,  /* a serialised HloModuleProto, as jaxlib reads it. Of shardscope_emit_bytes alone */
} ShardscopeFormat;
/* The caller frees it. */
SHARDSCOPE_API char *shardscope_program_text(const ShardscopeProgram *p, ShardscopeFormat format, ShardscopeError **error);

/* An array that a program takes or returns; tuples are taken apart into their arrays. */
typedef struct ShardscopeValueInfo {
    ShardscopeShape shape;
    const char *name;                  /* the framework's, "w['b1']", or the one in the text; NULL = none */
    bool donated;                      /* of arguments: its memory may be used for a result */
    const char *memory_kind, *layout;  /* what JAX asks for in mhlo.memory_kind and mhlo.layout_mode; nothing is done about either: all memory is
                                        the host's, all functions take and give arrays row-major. A result's layout "auto" is the order that
                                        the program's own transposes and LayoutConstraints lead to: "{0,1}". NULL = nothing */
} ShardscopeValueInfo;
SHARDSCOPE_API int shardscope_program_n_arguments(const ShardscopeProgram *p);
SHARDSCOPE_API int shardscope_program_n_results(const ShardscopeProgram *p);
SHARDSCOPE_API bool shardscope_program_argument(const ShardscopeProgram *p, int i, ShardscopeValueInfo *out, ShardscopeError **error);
SHARDSCOPE_API bool shardscope_program_result(const ShardscopeProgram *p, int i, ShardscopeValueInfo *out, ShardscopeError **error);

/* ---- building programs ------------------------------------------------------------------------------------------------ */

/* A program under construction, the functions in it, and values: results of ops, parameters, constants. Functions and values belong to
 * the builder, and are valid until it is freed; nobody gives them back. An op is added behind all others of its function, at the call.
 * A wrong call fails with the op, its operands' types and what is wrong, and leaves the builder as it was. Operands belong to one
 * function. Shapes are whole, whatever the shardings. Parameters and results are numbered in the order of the calls: C evaluates the
 * arguments of a call in any order, so they need statements of their own.
 *
 *     ShardscopeBuilder *b = shardscope_builder_new("layer", mesh, &error);
 *     ShardscopeFunction *f = shardscope_builder_entry(b, &error);
 *     ShardscopeValue *x = shardscope_parameter(f, "x", &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 64, 32 } }, by_rows, &error);
 *     ShardscopeValue *w = shardscope_parameter(f, "w", &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 32, 16 } }, by_columns, &error);
 *     shardscope_result(f, shardscope_tanh(shardscope_matmul(x, w, &error), &error), "y", NULL, &error);
 *     ShardscopeProgram *program = shardscope_builder_build(b, &error);
 *     shardscope_builder_unref(b); */
typedef struct ShardscopeBuilder ShardscopeBuilder;
typedef struct ShardscopeFunction ShardscopeFunction;
typedef struct ShardscopeValue ShardscopeValue;

/* The name: letters, digits, _ . and -. All shardings become shardings of the mesh, which they must be able to be, and propagation goes by its
 * axes. mesh NULL: shardings are tilings of devices (GSPMD's) of which the compiler makes a mesh. */
SHARDSCOPE_API ShardscopeBuilder *shardscope_builder_new(const char *name, ShardscopeMesh *mesh, ShardscopeError **error);
SHARDSCOPE_API ShardscopeBuilder *shardscope_builder_ref(ShardscopeBuilder *b);
SHARDSCOPE_API void shardscope_builder_unref(ShardscopeBuilder *b);
/* Ops that are added from now on stand in that line of the user's source: messages and reports name it. file NULL = nowhere. NULL b is
 * ignored. */
SHARDSCOPE_API void shardscope_builder_at(ShardscopeBuilder *b, const char *file, int line);
/* This line. */
#define SHARDSCOPE_AT(b) shardscope_builder_at((b), __FILE__, __LINE__)
/* Verifies the whole and makes it a program; the builder can only be given back then. */
SHARDSCOPE_API ShardscopeProgram *shardscope_builder_build(ShardscopeBuilder *b, ShardscopeError **error);

/* The function that is executed. */
SHARDSCOPE_API ShardscopeFunction *shardscope_builder_entry(ShardscopeBuilder *b, ShardscopeError **error);
/* One that others call, by a name of its own. Once an op names it it is complete: nothing can be added to it. */
SHARDSCOPE_API ShardscopeFunction *shardscope_builder_function(ShardscopeBuilder *b, const char *name, ShardscopeError **error);
/* The next parameter. sharding: of the entry's parameters, or NULL. */
SHARDSCOPE_API ShardscopeValue *shardscope_parameter(ShardscopeFunction *f, const char *name, const ShardscopeShape *shape, ShardscopeSharding *sharding,
                                                     ShardscopeError **error);
/* The next result; name and sharding: of the entry's, or NULL. */
SHARDSCOPE_API bool shardscope_result(ShardscopeFunction *f, ShardscopeValue *value, const char *name, ShardscopeSharding *sharding, ShardscopeError **error);
/* The entry's parameter gives its memory to result number `result`, which has its shape; -1: to whichever fits. */
SHARDSCOPE_API bool shardscope_donate(ShardscopeValue *parameter, int result, ShardscopeError **error);

/* Elements row-major, as arrays on the host have them; copied. */
SHARDSCOPE_API ShardscopeValue *shardscope_constant(ShardscopeFunction *f, const ShardscopeShape *shape, const void *data, ShardscopeError **error);
/* All elements the same number, which an integer type must be able to hold; floats take the nearest. */
SHARDSCOPE_API ShardscopeValue *shardscope_fill(ShardscopeFunction *f, const ShardscopeShape *shape, double number, ShardscopeError **error);

/* Fails for values that are no arrays. */
SHARDSCOPE_API bool shardscope_value_shape(const ShardscopeValue *v, ShardscopeShape *out, ShardscopeError **error);
/* HLO's text of the type, "f32[8,4]", "(f32[], s32[4])"; the caller frees it. */
SHARDSCOPE_API char *shardscope_value_type(const ShardscopeValue *v, ShardscopeError **error);
/* Ops with several results return one value that represents all of them: their number, and one of them. A single one is its own result 0. */
SHARDSCOPE_API int shardscope_value_n_results(const ShardscopeValue *v);
SHARDSCOPE_API ShardscopeValue *shardscope_value_result(ShardscopeValue *v, int i, ShardscopeError **error);
/* XlaBuilder's SetSharding: the op itself is computed under that sharding. Not for parameters of other functions than the entry. */
SHARDSCOPE_API bool shardscope_value_set_sharding(ShardscopeValue *v, ShardscopeSharding *sharding, ShardscopeError **error);
/* The value under that sharding, for its users: JAX's with_sharding_constraint, HLO's custom call Sharding. */
SHARDSCOPE_API ShardscopeValue *shardscope_value_constrain(ShardscopeValue *v, ShardscopeSharding *sharding, ShardscopeError **error);

/* Any op, in HLO's words: shardscope_op(f, "dot", (ShardscopeValue *[]){ x, y }, 2, "lhs_contracting_dims={1}, rhs_contracting_dims={0}", &error).
 * The opcode may have the result's type before it, "f32[8,4] reshape", "(u64[2], u32[6]) rng-bit-generator", which reshape, broadcast, iota,
 * convert, bitcast-convert, rng, custom-call and a few others need. Attributes name functions of the builder: "dimensions={0}, to_apply=sum".
 * Functions that while and conditional name take the parts of a tuple as their parameters. Element-wise ops without an HLO opcode go by
 * CHLO's name, "square". */
SHARDSCOPE_API ShardscopeValue *shardscope_op(ShardscopeFunction *f, const char *op, ShardscopeValue *const *operands, int n_operands,
                                              const char *attributes, ShardscopeError **error);
typedef struct ShardscopeOp {
    size_t struct_size;
    const char *op;                    /* as above, without a type */
    ShardscopeValue *const *operands;
    int n_operands;
    const char *attributes;            /* NULL = none */
    const ShardscopeShape *results;    /* shapes; of several, the value represents all of them */
    int n_results;                     /* 0 = inferred */
} ShardscopeOp;
#define SHARDSCOPE_OP .struct_size = sizeof(ShardscopeOp)
/* The same with the shapes of its results given. */
SHARDSCOPE_API ShardscopeValue *shardscope_op_of_shape(ShardscopeFunction *f, const ShardscopeOp *op, ShardscopeError **error);

/* Element-wise; both operands have one shape. */
SHARDSCOPE_API ShardscopeValue *shardscope_add(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_subtract(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_multiply(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_divide(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_maximum(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_minimum(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_negate(ShardscopeValue *x, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_exp(ShardscopeValue *x, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_log(ShardscopeValue *x, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_tanh(ShardscopeValue *x, ShardscopeError **error);
/* x times a number, plus a number: 1 and 0 leave out the op. */
SHARDSCOPE_API ShardscopeValue *shardscope_scale(ShardscopeValue *x, double factor, double plus, ShardscopeError **error);
/* direction: "EQ", "NE", "LT", "LE", "GT", "GE"; the result is of SHARDSCOPE_PRED. */
SHARDSCOPE_API ShardscopeValue *shardscope_compare(ShardscopeValue *a, ShardscopeValue *b, const char *direction, ShardscopeError **error);
/* Of on_true where the predicate, of the same shape or a scalar, holds. */
SHARDSCOPE_API ShardscopeValue *shardscope_select(ShardscopeValue *which, ShardscopeValue *on_true, ShardscopeValue *on_false, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_convert(ShardscopeValue *x, ShardscopeDtype dtype, ShardscopeError **error);

/* The last dimension of a with the last but one of b, the only one of a vector; dimensions before them are batch dimensions of both. */
SHARDSCOPE_API ShardscopeValue *shardscope_matmul(ShardscopeValue *a, ShardscopeValue *b, ShardscopeError **error);
/* Dimensions of both operands that are summed over, and those that they share; results: batch, the others of a, the others of b. */
typedef struct ShardscopeDotDims {
    int n_contracting, n_batch;
    const int *a_contracting, *b_contracting, *a_batch, *b_batch;
} ShardscopeDotDims;
SHARDSCOPE_API ShardscopeValue *shardscope_dot_general(ShardscopeValue *a, ShardscopeValue *b, const ShardscopeDotDims *dims, ShardscopeError **error);

/* Dimension i of the result is dimension axes[i]; NULL reverses them. */
SHARDSCOPE_API ShardscopeValue *shardscope_transpose(ShardscopeValue *x, const int *axes, ShardscopeError **error);
/* The same elements, row-major, under other sizes. */
SHARDSCOPE_API ShardscopeValue *shardscope_reshape(ShardscopeValue *x, int rank, const int64_t *dims, ShardscopeError **error);
/* Dimension i of x is dimension axes[i] of the result, ascending; along the others it is repeated. axes NULL: x's are the last ones. */
SHARDSCOPE_API ShardscopeValue *shardscope_broadcast(ShardscopeValue *x, int rank, const int64_t *dims, const int *axes, ShardscopeError **error);
/* Elements start[d], start[d] + step[d], ... below stop[d] of each dimension. step NULL = 1. */
SHARDSCOPE_API ShardscopeValue *shardscope_slice(ShardscopeValue *x, const int64_t *start, const int64_t *stop, const int64_t *step, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_concatenate(ShardscopeValue *const *values, int n, int axis, ShardscopeError **error);
/* Counts from 0 along a dimension. */
SHARDSCOPE_API ShardscopeValue *shardscope_iota(ShardscopeFunction *f, const ShardscopeShape *shape, int axis, ShardscopeError **error);
/* Over the given dimensions, which go; axes NULL: over all of them. */
SHARDSCOPE_API ShardscopeValue *shardscope_reduce_sum(ShardscopeValue *x, int n_axes, const int *axes, ShardscopeError **error);
SHARDSCOPE_API ShardscopeValue *shardscope_reduce_max(ShardscopeValue *x, int n_axes, const int *axes, ShardscopeError **error);
/* By a function of two scalars that must be associative; init: a scalar that it starts from. axes as above. */
SHARDSCOPE_API ShardscopeValue *shardscope_reduce(ShardscopeValue *x, ShardscopeValue *init, ShardscopeFunction *by, int n_axes, const int *axes,
                                                  ShardscopeError **error);

/* The results of `callee`, which takes the arguments. */
SHARDSCOPE_API ShardscopeValue *shardscope_call(ShardscopeFunction *f, ShardscopeFunction *callee, ShardscopeValue *const *arguments, int n_arguments,
                                                ShardscopeError **error);
/* state = body(state) as long as condition(state), a scalar of SHARDSCOPE_PRED, holds; both take the n values of the state, and body returns
 * as many of the same shapes. Returns the last state. */
SHARDSCOPE_API ShardscopeValue *shardscope_while(ShardscopeFunction *condition, ShardscopeFunction *body, ShardscopeValue *const *state, int n,
                                                 ShardscopeError **error);
/* The results of one of the branches, which all take the operands: which is a scalar of SHARDSCOPE_PRED, and true takes branches[0] of two; or of
 * SHARDSCOPE_S32, a number, of which those that are out of range take the last. */
SHARDSCOPE_API ShardscopeValue *shardscope_conditional(ShardscopeValue *which, ShardscopeFunction *const *branches, int n_branches,
                                                       ShardscopeValue *const *operands, int n_operands, ShardscopeError **error);

/* ---- clients ---------------------------------------------------------------------------------------------------------- */

typedef struct ShardscopeClientOptions {
    size_t struct_size;
    int n_devices;       /* virtual devices of this machine's processor; 0 = the environment's SHARDSCOPE_DEVICES, else 1 */
    int n_threads;       /* that execute; 0 = one per core */
    const char *trace;   /* file to record into from the start, as shardscope_client_record does; NULL = none */
    const char *label;   /* of the runs in it; may be NULL */
    const char *listen;  /* where the process listens for those who watch it, as shardscope_listen has it; NULL = as the environment's
                            SHARDSCOPE_LISTEN says, nowhere without it */
    const char *listen_token; /* with listen: what they must know; NULL = the environment's SHARDSCOPE_TOKEN */
    struct ShardscopeRanks *ranks; /* processes each of which has n_devices devices, numbered one process after the other; NULL = this one alone. All
                                      of them make the client, and execute the same programs for all devices in the same order; arrays have their
                                      pieces only where they are. Left after the client is gone */
    void (*warn)(void *user, const char *message); /* once a recording, when it cannot go on, such as for a full disk: executions do. From any thread,
                                      also while the client is freed; may be NULL */
    void *user;
    int64_t trace_events; /* with trace, and later recordings: about how many events of steps are stored, so that a long script makes a file of bounded size (some
                             80 bytes each): then trips of loops are left out, and in the end steps are stored as sums. 0 = as usual, half a million; -1 = all */
} ShardscopeClientOptions;
#define SHARDSCOPE_CLIENT_OPTIONS .struct_size = sizeof(ShardscopeClientOptions)

/* Devices and the threads that execute on them. options may be NULL. */
SHARDSCOPE_API ShardscopeClient *shardscope_client_new(const ShardscopeClientOptions *options, ShardscopeError **error);
SHARDSCOPE_API ShardscopeClient *shardscope_client_ref(ShardscopeClient *client);
/* The last one waits for executions in flight, and finishes the trace. */
SHARDSCOPE_API void shardscope_client_unref(ShardscopeClient *client);
SHARDSCOPE_API int shardscope_client_n_devices(const ShardscopeClient *client);
/* Those of this process: all, unless the client was made with ranks. */
SHARDSCOPE_API bool shardscope_client_own_devices(const ShardscopeClient *client, int *first, int *n, ShardscopeError **error);
/* Whose a device is: the number of its process, -1 if there is no such device. Processes may have different numbers of devices. */
SHARDSCOPE_API int shardscope_client_process_of(const ShardscopeClient *client, int device);

typedef struct ShardscopeMemoryStats {
    int64_t bytes_in_use;      /* of arrays on the device, and of the execution that runs */
    int64_t peak_bytes_in_use; /* the most so far */
    int64_t n_arrays;          /* arrays with memory there */
    int64_t limit_bytes;       /* of all devices together, which share the machine's memory */
} ShardscopeMemoryStats;
SHARDSCOPE_API bool shardscope_device_memory(ShardscopeClient *client, int device, ShardscopeMemoryStats *out, ShardscopeError **error);

/* From now on every program that is compiled becomes a run of that trace, with every decision, and every execution of it a step of that
 * run. Programs compiled before are not recorded. A trace that is there gets the runs in addition. The viewer may have it open. */
SHARDSCOPE_API bool shardscope_client_record(ShardscopeClient *client, const char *path, const char *label, ShardscopeError **error);
/* Waits for executions and compiles in flight, ends all runs and finishes the file. True if nothing was recorded. */
SHARDSCOPE_API bool shardscope_client_record_end(ShardscopeClient *client, ShardscopeError **error);
/* Calls done(user) from the client's thread once all that was asked of it so far is done. */
SHARDSCOPE_API bool shardscope_client_on_idle(ShardscopeClient *client, void (*done)(void *user), void *user, ShardscopeError **error);
/* Until all that was asked of the client so far is done. */
SHARDSCOPE_API bool shardscope_client_wait(ShardscopeClient *client, ShardscopeError **error);

/* ---- compiling -------------------------------------------------------------------------------------------------------- */

typedef struct ShardscopeCompileOptions {
    size_t struct_size;
    int n_replicas;               /* each runs the program on n_partitions devices of its own, with arguments of its own; 0 = as the program says */
    int n_partitions;             /* 0 = as the program's mesh or header says, else 1 */
    const int64_t *device_assignment; /* device of partition p of replica r at [r * n_partitions + p]; NULL = 0, 1, 2, ... */
    const char *mesh;             /* replaces the program's: "x=4,y=2"; NULL = its own */
    const char *const *shardings; /* overrides "NAME=SPEC", NULL-terminated; may be NULL */
    const char *propagation;      /* user-priority (NULL), op-priority, aggressive, basic */
    const char *planner;          /* search (NULL), first-match */
    const char *hardware;         /* cost model that prices plans; NULL = cpu */
    bool propagate_to_arguments;  /* the shardings that the program gives its arguments may be changed; those without one are always chosen */
    bool propagate_to_results;    /* likewise of results */
    const char *label;            /* of its run in the trace; NULL = the client's, else the program's name */
    const bool *propagate_to_argument; /* instead of propagate_to_arguments: one for each argument; n_propagate_to_argument of them */
    int n_propagate_to_argument;
    const bool *propagate_to_result; /* the same of results */
    int n_propagate_to_result;
    const char *const *argument_layouts; /* how the caller's memory is ordered, minor dimension first: "{1,0}" of a matrix by rows; NULL-terminated, one for each
                                            argument; "" or "default" = as it is. Arrays lie row-major here: another order is SHARDSCOPE_UNSUPPORTED */
    const char *const *result_layouts; /* the same of results */
} ShardscopeCompileOptions;
#define SHARDSCOPE_COMPILE_OPTIONS .struct_size = sizeof(ShardscopeCompileOptions)

/* options may be NULL. Needs no more devices than the client has. */
SHARDSCOPE_API ShardscopeExecutable *shardscope_compile(ShardscopeClient *client, ShardscopeProgram *program,
                                                        const ShardscopeCompileOptions *options, ShardscopeError **error);
SHARDSCOPE_API ShardscopeExecutable *shardscope_executable_ref(ShardscopeExecutable *e);
SHARDSCOPE_API void shardscope_executable_unref(ShardscopeExecutable *e);
SHARDSCOPE_API const char *shardscope_executable_name(const ShardscopeExecutable *e);
/* Of all replicas together. */
SHARDSCOPE_API int shardscope_executable_n_devices(const ShardscopeExecutable *e);
SHARDSCOPE_API int shardscope_executable_n_replicas(const ShardscopeExecutable *e);
/* What each replica takes and returns: their number, and of the i-th its whole shape and the sharding that was asked for or chosen, which the
 * caller gives back. `i` beyond that number: argument i % n of replica i / n, whose sharding is on that replica's devices. */
SHARDSCOPE_API int shardscope_executable_n_arguments(const ShardscopeExecutable *e);
SHARDSCOPE_API int shardscope_executable_n_results(const ShardscopeExecutable *e);
SHARDSCOPE_API bool shardscope_executable_argument(const ShardscopeExecutable *e, int i, ShardscopeValueInfo *out, ShardscopeSharding **sharding,
                                                   ShardscopeError **error);
SHARDSCOPE_API bool shardscope_executable_result(const ShardscopeExecutable *e, int i, ShardscopeValueInfo *out, ShardscopeSharding **sharding,
                                                 ShardscopeError **error);

typedef enum ShardscopeStage {
    SHARDSCOPE_STAGE_INPUT,       /* whole shapes, the sharding of every value */
    SHARDSCOPE_STAGE_RESHARDED,   /* with every change of layout as an instruction */
    SHARDSCOPE_STAGE_PARTITIONED, /* what each device runs */
} ShardscopeStage;
/* The module at a stage; the caller frees it. */
SHARDSCOPE_API char *shardscope_executable_text(const ShardscopeExecutable *e, ShardscopeStage stage, ShardscopeFormat format, ShardscopeError **error);
/* What each device runs as XLA's HloModuleProtoWithConfig: *size bytes, which the caller frees. Parameters have the shardings of the whole arguments. */
SHARDSCOPE_API char *shardscope_executable_proto(const ShardscopeExecutable *e, size_t *size, ShardscopeError **error);

/* Of one execution; per device where not said otherwise. */
typedef struct ShardscopeCost {
    double flops;              /* of the unpartitioned program */
    double flops_all_devices;  /* what the devices compute together, repeated work included */
    int64_t collective_bytes;  /* received by the device that receives most, under ring algorithms */
    double memory_bytes;       /* read and written by the device's instructions; those of a loop's body counted once */
    double predicted_ns;       /* on the hardware model that the plan was priced for */
    int64_t n_collectives;     /* instructions of the partitioned program */
    int64_t compile_ns;
} ShardscopeCost;
SHARDSCOPE_API bool shardscope_executable_cost(const ShardscopeExecutable *e, ShardscopeCost *out, ShardscopeError **error);

/* Planned, on one device. */
typedef struct ShardscopeMemory {
    int64_t argument_bytes, result_bytes;
    int64_t alias_bytes;     /* results that lie in donated arguments */
    int64_t constant_bytes;
    int64_t temporary_bytes; /* the arena in which temporaries are packed */
    int64_t peak_bytes;      /* most in use at one position of the schedule */
} ShardscopeMemory;
SHARDSCOPE_API bool shardscope_executable_memory(const ShardscopeExecutable *e, ShardscopeMemory *out, ShardscopeError **error);

/* An executable as bytes, with the options it was compiled under; the caller frees them. Loading neither propagates nor plans: the partitioned
 * program is in the bytes. Two kinds of programs are compiled again when they are loaded: those whose mesh orders devices in several ways, and all
 * into a client that is recorded, since a trace has the reasons. SHARDSCOPE_INVALID if the bytes are damaged or of another version. */
SHARDSCOPE_API void *shardscope_executable_serialise(const ShardscopeExecutable *e, size_t *n, ShardscopeError **error);
SHARDSCOPE_API ShardscopeExecutable *shardscope_executable_load(ShardscopeClient *client, const void *bytes, size_t n, ShardscopeError **error);

/* ---- arrays ----------------------------------------------------------------------------------------------------------- */

/* Copies a host array onto the devices. strides: bytes from one element to the next along each dimension, NULL = row-major without gaps.
 * sharding NULL: whole on device 0. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_from_host(ShardscopeClient *client, const ShardscopeShape *shape, const void *data,
                                                           const int64_t *strides, ShardscopeSharding *sharding, ShardscopeError **error);
/* The same from the pieces: shards[i] is that of the sharding's i-th device, row-major, of the shard's shape. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_from_shards(ShardscopeClient *client, const ShardscopeShape *shape, const void *const *shards,
                                                             int64_t n_shards, ShardscopeSharding *sharding, ShardscopeError **error);
SHARDSCOPE_API ShardscopeArray *shardscope_array_ref(ShardscopeArray *a);
SHARDSCOPE_API void shardscope_array_unref(ShardscopeArray *a);
SHARDSCOPE_API bool shardscope_array_shape(const ShardscopeArray *a, ShardscopeShape *out, ShardscopeError **error);
SHARDSCOPE_API int64_t shardscope_array_bytes(const ShardscopeArray *a);
/* A new reference. */
SHARDSCOPE_API ShardscopeSharding *shardscope_array_sharding(const ShardscopeArray *a);

/* Waits until the array is computed. Fails with the error of the execution that was to make it. */
SHARDSCOPE_API bool shardscope_array_wait(ShardscopeArray *a, ShardscopeError **error);
/* Without waiting: true once shardscope_array_wait would return at once. */
SHARDSCOPE_API bool shardscope_array_is_ready(const ShardscopeArray *a);
/* Waits, then copies the whole array, row-major; `bytes` must be shardscope_array_bytes(). */
SHARDSCOPE_API bool shardscope_array_to_host(ShardscopeArray *a, void *out, size_t bytes, ShardscopeError **error);
/* The same of the piece on one device, of the shard's shape. */
SHARDSCOPE_API bool shardscope_array_shard_to_host(ShardscopeArray *a, int64_t device, void *out, size_t bytes, ShardscopeError **error);
/* The memory of the device's piece, row-major, to be read only; waits until the array is ready. It stays as it is until the view is freed,
 * also if the array is deleted or donated meanwhile, which then takes a copy. NULL with an error if there is none. */
typedef struct ShardscopeView ShardscopeView;
SHARDSCOPE_API ShardscopeView *shardscope_array_view(ShardscopeArray *array, int64_t device, const void **data, ShardscopeError **error);
SHARDSCOPE_API void shardscope_view_free(ShardscopeView *view);
/* Calls done(user, error) once the array is ready: at once, or from a thread of the client's, which must not be kept waiting and may use any
 * function but those that wait. error: why it could not be made, to be freed by the callee; NULL = it is there. */
SHARDSCOPE_API bool shardscope_array_on_ready(ShardscopeArray *a, void (*done)(void *user, ShardscopeError *why), void *user, ShardscopeError **error);
/* The piece on one device as an array of its own, whole on that device, of the shard's shape. Nothing is copied, and the array need not be
 * ready. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_shard(ShardscopeArray *a, int64_t device, ShardscopeError **error);
/* One array from those of single devices: parts[i] is whole on the sharding's i-th device. Nothing is copied, and the parts need not be ready.
 * JAX's make_array_from_single_device_arrays. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_assemble(ShardscopeClient *client, const ShardscopeShape *shape, ShardscopeArray *const *parts, int64_t n_parts,
                                                          ShardscopeSharding *sharding, ShardscopeError **error);
/* The same values under another sharding, by a program that is planned and recorded as any other: JAX's device_put. Asynchronous. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_put(ShardscopeArray *a, ShardscopeSharding *sharding, ShardscopeError **error);
/* A part of it as a new array; sharding NULL: the array's own if it divides the slice evenly, else
 * replicated. Asynchronous. */
SHARDSCOPE_API ShardscopeArray *shardscope_array_slice(ShardscopeArray *a, const ShardscopeBox *box, ShardscopeSharding *sharding, ShardscopeError **error);
/* Gives the memory back now, or as soon as executions in flight are through with it. Later uses fail. */
SHARDSCOPE_API void shardscope_array_delete(ShardscopeArray *a);
SHARDSCOPE_API bool shardscope_array_is_deleted(const ShardscopeArray *a);

/* ---- executing -------------------------------------------------------------------------------------------------------- */

typedef struct ShardscopeExecuteOptions {
    size_t struct_size;
    const int *keep;        /* numbers, in `arguments`, of donated ones that are to stay valid: they are copied; may be NULL */
    int n_keep;
    /* If not NULL, called once where shardscope_execute() returned true: the execution has ended. From the client's thread or the caller's, which must
     * not be kept waiting; why: what it failed of, to be freed by the callee, or NULL. Of use where there are no results to tell. */
    void (*done)(void *user, ShardscopeError *why);
    void *user;
} ShardscopeExecuteOptions;
#define SHARDSCOPE_EXECUTE_OPTIONS .struct_size = sizeof(ShardscopeExecuteOptions)

/* Starts one execution on all devices of the executable and returns at once; executions of a client take place in the order in which they
 * were started. results[i] gets a new array that becomes ready later, for each of shardscope_executable_n_results(). Arguments must have the
 * executable's shapes, types and shardings, and donated ones are deleted. With several replicas there are arguments and results for each:
 * argument i of replica r is arguments[r * n + i] of n to a replica, results likewise. options may be NULL. An execution that takes microseconds
 * is done by the calling thread where nothing waits before it, and if it fails then, so does this call; the failure of any other is that of its results. One
 * of less than two milliseconds is done by the calling thread too if that has waited for its last ones as soon as it had asked for them. */
SHARDSCOPE_API bool shardscope_execute(ShardscopeExecutable *e, ShardscopeArray *const *arguments, int n_arguments,
                                       const ShardscopeExecuteOptions *options, ShardscopeArray **results, ShardscopeError **error);

/* Marks what this thread asks of the client from now on as belonging to a step or a section of the host's program, until the matching
 * _end; they nest. `number` -1 = none. Executions started within a step are named by it in the trace. */
SHARDSCOPE_API bool shardscope_annotation_begin(ShardscopeClient *client, const char *name, int64_t number, ShardscopeError **error);
SHARDSCOPE_API bool shardscope_annotation_end(ShardscopeClient *client, ShardscopeError **error);
/* The same with more of it. In a trace an annotation is a span on the timeline of its thread, of each program with executions asked for in it. */
typedef struct ShardscopeAnnotation {
    size_t struct_size;
    const char *name;
    int64_t number;              /* -1 = none */
    const char *const *metadata; /* "batch=32", "lr=0.1", NULL-terminated; may be NULL */
} ShardscopeAnnotation;
#define SHARDSCOPE_ANNOTATION .struct_size = sizeof(ShardscopeAnnotation)
/* client NULL: of any client, to be ended by shardscope_thread_annotation_end. */
SHARDSCOPE_API bool shardscope_annotation_begin_with(ShardscopeClient *client, const ShardscopeAnnotation *annotation, ShardscopeError **error);
/* The same of what this thread asks of any client; annotations of the client itself come before. */
SHARDSCOPE_API bool shardscope_thread_annotation_begin(const char *name, int64_t number, ShardscopeError **error);
SHARDSCOPE_API bool shardscope_thread_annotation_end(ShardscopeError **error);

/* ---- several processes ------------------------------------------------------------------------------------------------ */

/* A job or a check that several processes share, started by an MPI launcher (mpirun, srun): each runs a contiguous block of the program's
 * devices, and devices of different processes exchange data by MPI. Each process joins, makes the same job with `ranks` set, runs it
 * and leaves; rank 0 records, writes results, and compares. MPI is used by one thread of the library, and is initialised and ended by it. */
typedef struct ShardscopeRanks ShardscopeRanks;
/* NULL without an error if this process was started alone. SHARDSCOPE_UNSUPPORTED if it was not, and the library was built without MPI. */
SHARDSCOPE_API ShardscopeRanks *shardscope_ranks_join(ShardscopeError **error);
/* Leaves, and frees it. ok: waits until all ranks leave; false with an error if one of them has failed. Otherwise the others are told that this
 * one cannot go on, and given five seconds to end (those that do not are ended by the launcher), and it returns false. NULL: true. */
SHARDSCOPE_API bool shardscope_ranks_leave(ShardscopeRanks *ranks, bool ok, ShardscopeError **error);
SHARDSCOPE_API int shardscope_ranks_me(const ShardscopeRanks *ranks); /* 0 for NULL */
SHARDSCOPE_API int shardscope_ranks_n(const ShardscopeRanks *ranks);  /* 1 for NULL */
/* Tells the other ranks why this one cannot go on; jobs and checks that fail have done so already. NULL: those that this process has joined. */
SHARDSCOPE_API void shardscope_ranks_fail(ShardscopeRanks *ranks, const char *message);
/* As a process ends: finishes the executions that its clients were asked for, and says that there will be no more, so that others that wait for its devices
 * end with an error that names it. NULL = the ranks that this process has joined, if any. They are left later. */
SHARDSCOPE_API void shardscope_ranks_farewell(ShardscopeRanks *ranks);

/* ---- jobs, checks and traces ------------------------------------------------------------------------------------------ */

/* What the commands of the program `shardscope` do. */

/* A request to end long work early, which may be given to any number of calls: they then fail with SHARDSCOPE_STOPPED. */
typedef struct ShardscopeStop ShardscopeStop;
SHARDSCOPE_API ShardscopeStop *shardscope_stop_new(void);
SHARDSCOPE_API void shardscope_stop_unref(ShardscopeStop *stop);
/* From any thread, and from signal handlers. */
SHARDSCOPE_API void shardscope_stop_request(ShardscopeStop *stop);
/* False for NULL. */
SHARDSCOPE_API bool shardscope_stop_requested(const ShardscopeStop *stop);

/* How a program is compiled that is run, verified or evaluated without a client. */
typedef struct ShardscopeProgramOptions {
    size_t struct_size;
    int n_devices;                /* 0 = as the program says; else the mesh's number where there is a mesh */
    const char *mesh;             /* replaces the program's: "x=4,y=2"; NULL = its own */
    const char *const *shardings; /* overrides "NAME=SPEC", NULL-terminated; may be NULL */
    const char *propagation;      /* user-priority (NULL), op-priority, aggressive, basic */
    const char *planner;          /* search (NULL), first-match */
    const char *hardware;         /* cost model that prices plans; NULL = cpu */
    const char *last_pass;        /* of shardscope_emit: one of shardscope_pass_names; NULL = the last there is */
    ShardscopeStop *stop;         /* may be NULL. Jobs are stopped by shardscope_job_cancel instead */
    int n_replicas;               /* each on n_devices devices of its own, with arguments of its own; 0 = as the program says */
} ShardscopeProgramOptions;
#define SHARDSCOPE_PROGRAM_OPTIONS .struct_size = sizeof(ShardscopeProgramOptions)

/* False with SHARDSCOPE_INVALID if the options cannot be understood, whatever the program is. */
SHARDSCOPE_API bool shardscope_program_options_check(const ShardscopeProgramOptions *options, ShardscopeError **error);
/* "parse", then the passes of the compiler in order; NULL-terminated. */
SHARDSCOPE_API const char *const *shardscope_pass_names(void);
/* "hlo", "hlo-short", "hlo-dump", "stablehlo", "json". */
SHARDSCOPE_API bool shardscope_format_parse(const char *name, ShardscopeFormat *out, ShardscopeError **error);

/* What arguments are filled with where none are given. */
typedef enum ShardscopeFill { SHARDSCOPE_FILL_RANDOM, SHARDSCOPE_FILL_ZEROS, SHARDSCOPE_FILL_IOTA } ShardscopeFill;
/* "random", "zeros", "iota"; false for anything else. */
SHARDSCOPE_API bool shardscope_fill_parse(const char *name, ShardscopeFill *out);

/* A cost model. Rates are per device and nanosecond, one way, at the peak. */
typedef struct ShardscopeHardware {
    const char *name;       /* "h100xN" where N devices can be asked for: "h100x8" */
    const char *source;     /* where the numbers come from */
    double bf16_flops_per_ns, memory_bytes, memory_bytes_per_ns, link_bytes_per_ns;
} ShardscopeHardware;
/* The i-th model; false beyond the last. */
SHARDSCOPE_API bool shardscope_hardware(int i, ShardscopeHardware *out);

/* Collectives of one kind in one step. */
typedef struct ShardscopeCollective {
    const char *kind;       /* "all-gather", ...: lives as long as the library */
    int64_t count;
    int64_t bytes;          /* of the operands on one device */
    int64_t traffic;        /* bytes that a device receives, under ring algorithms */
} ShardscopeCollective;
#define SHARDSCOPE_MAX_COLLECTIVES 16

/* The programs of a file, as read: MLIR text may hold several, divided by lines that begin with "// -----". They need not be
 * well-formed, which each of the functions below looks at. A handle is for one thread at a time. */
typedef struct ShardscopeFile ShardscopeFile;
/* "-" = standard input. stop may be NULL. */
SHARDSCOPE_API ShardscopeFile *shardscope_file_read(const char *path, ShardscopeStop *stop, ShardscopeError **error);
SHARDSCOPE_API void shardscope_file_unref(ShardscopeFile *file);
SHARDSCOPE_API int shardscope_file_n_programs(const ShardscopeFile *file);
/* The line of the file on which the i-th program's entry is; 0 if there is no such program. */
SHARDSCOPE_API int shardscope_file_line(const ShardscopeFile *file, int i);
/* The i-th program, checked. */
SHARDSCOPE_API ShardscopeProgram *shardscope_file_program(ShardscopeFile *file, int i, ShardscopeError **error);

/* Of all programs of a file together. */
typedef struct ShardscopeFileFacts {
    int64_t n_instructions, n_computations;
} ShardscopeFileFacts;
/* What is likely not meant as it is written in the i-th program, though it was read, as an attribute that is not known: "FILE:LINE:COL: ..."; NULL = nothing.
 * Lives as long as the file. */
SHARDSCOPE_API const char *shardscope_file_remark(const ShardscopeFile *file, int i);
/* True if all programs are well-formed, and their shardings and meshes mean something. */
SHARDSCOPE_API bool shardscope_file_check(ShardscopeFile *file, ShardscopeFileFacts *out, ShardscopeError **error);
/* All programs of a file compiled, one after the other, up to options->last_pass: their texts divided as such files are, or of
 * SHARDSCOPE_FACTS a JSON object, of several programs a list. Up to "parse" they need not be well-formed. options may be NULL. The
 * caller frees it. */
SHARDSCOPE_API char *shardscope_emit(const char *path, const ShardscopeProgramOptions *options, ShardscopeFormat format, ShardscopeError **error);
/* The same with its size, for SHARDSCOPE_HLO_PROTO too, which has zero bytes; of that form a file must hold one program. */
SHARDSCOPE_API char *shardscope_emit_bytes(const char *path, const ShardscopeProgramOptions *options, ShardscopeFormat format, size_t *n_bytes,
                                           ShardscopeError **error);

typedef struct ShardscopeVerifyOptions {
    size_t struct_size;
    const ShardscopeProgramOptions *program; /* may be NULL */
    const char *inputs;     /* .npz file with arg0, arg1, ...; NULL = made-up arguments, random ones twice */
    ShardscopeFill fill;
    uint64_t seed;
    int n_threads;          /* that execute; 0 = one per core */
    ShardscopeRanks *ranks; /* the processes that share the check, of which rank 0 compares; NULL = this one alone */
} ShardscopeVerifyOptions;
#define SHARDSCOPE_VERIFY_OPTIONS .struct_size = sizeof(ShardscopeVerifyOptions)

typedef struct ShardscopeVerified {
    bool equal;             /* all results are, within the tolerance of their type, or as far as rounding explains */
    char *what;             /* else: the first that is not, and by how much. The caller frees it */
    double max_abs, max_rel; /* errors of the results that are within the tolerance */
    int n_noise;            /* results that are off by no more than rounding makes them */
    int64_t n_devices;
    int64_t traffic;        /* bytes that a device receives in a step */
    int n_fallbacks;        /* ops that were not supported sharded */
    int n_collectives;
    ShardscopeCollective collectives[SHARDSCOPE_MAX_COLLECTIVES];
    int n_stand_ins;        /* custom-calls of unknown targets and constants printed as {...}, in whose place something made up ran on both sides */
} ShardscopeVerified;
/* Partitions and executes the i-th program and compares with the evaluator. False with an error if one of them fails; results that
 * differ are no error. options may be NULL. */
SHARDSCOPE_API bool shardscope_file_verify(ShardscopeFile *file, int i, const ShardscopeVerifyOptions *options, ShardscopeVerified *out,
                                           ShardscopeError **error);

typedef struct ShardscopeEvaluateOptions {
    size_t struct_size;
    const ShardscopeProgramOptions *program; /* may be NULL */
    const char *inputs;     /* as in ShardscopeVerifyOptions */
    ShardscopeFill fill;
    uint64_t seed;
    bool per_device;        /* the program is one device's already: evaluated on all, in step. An array of `inputs` is every device's, or has a row for
                               each along a dimension in front; made-up arguments differ between devices */
    void (*warn)(void *user, const char *message); /* what the results depend on beside the program, as values that its text leaves out. May be NULL */
    void *user;
} ShardscopeEvaluateOptions;
#define SHARDSCOPE_EVALUATE_OPTIONS .struct_size = sizeof(ShardscopeEvaluateOptions)

/* Results of an evaluation. */
typedef struct ShardscopeEvaluation ShardscopeEvaluation;
/* The i-th program on the reference evaluator, on whole arrays: slow, and obviously right. options may be NULL. */
SHARDSCOPE_API ShardscopeEvaluation *shardscope_file_evaluate(ShardscopeFile *file, int i, const ShardscopeEvaluateOptions *options,
                                                          ShardscopeError **error);
SHARDSCOPE_API void shardscope_evaluation_unref(ShardscopeEvaluation *evaluation);
/* 1 but for per_device. */
SHARDSCOPE_API int64_t shardscope_evaluation_n_devices(const ShardscopeEvaluation *evaluation);
/* Results of each device. */
SHARDSCOPE_API int shardscope_evaluation_n_results(const ShardscopeEvaluation *evaluation);
/* "f32[8] = 0, 1, 2, ...", with at most `most` elements; of tokens "token[]". The caller frees it. */
SHARDSCOPE_API char *shardscope_evaluation_text(const ShardscopeEvaluation *evaluation, int64_t device, int i, int most, ShardscopeError **error);
/* False with an error for tokens, which have no shape. */
SHARDSCOPE_API bool shardscope_evaluation_shape(const ShardscopeEvaluation *evaluation, int64_t device, int i, ShardscopeShape *out, ShardscopeError **error);
/* Copies the array, row-major; `bytes` must be its size. */
SHARDSCOPE_API bool shardscope_evaluation_copy(const ShardscopeEvaluation *evaluation, int64_t device, int i, void *out, size_t bytes, ShardscopeError **error);
/* Writes out0, out1, ... as .npz, all of the file or nothing; per_device with a row for each device. */
SHARDSCOPE_API bool shardscope_evaluation_write(const ShardscopeEvaluation *evaluation, const char *path, ShardscopeError **error);

/* What a job does now. Called by the thread that is in shardscope_job_run, or of SHARDSCOPE_PHASE_REMEDIES by one of the threads that it
 * made; never by two at a time. Some phases are called back thousands of times a second: whoever draws must leave most calls out. */
typedef enum ShardscopePhase {
    SHARDSCOPE_PHASE_READ, SHARDSCOPE_PHASE_COMPILE, SHARDSCOPE_PHASE_FILL, SHARDSCOPE_PHASE_STEPS, SHARDSCOPE_PHASE_RESULTS,
    SHARDSCOPE_PHASE_REMEDIES, SHARDSCOPE_PHASE_FINISH,
} ShardscopePhase;
typedef struct ShardscopeProgress {
    ShardscopePhase phase;
    const char *what;       /* "reading", "filling arguments", "steps", ... */
    const char *label;      /* of the run; NULL = there is one, without a label */
    int64_t done, total;    /* in the phase's own unit; total 0 = not known */
    double phase_s;         /* seconds since the phase began */
    double left_s;          /* of this phase, if it goes on as it went; -1 = not known */
} ShardscopeProgress;

#define SHARDSCOPE_REMEDIES_DEFAULT (-1.0) /* 2 s, of slow compiles up to 5 */

/* A program that is compiled, recorded and run on virtual devices of its own, once or under several choices of shardings, with what
 * would remove its collectives looked for. */
typedef struct ShardscopeJobOptions {
    size_t struct_size;
    const ShardscopeProgramOptions *program; /* may be NULL */
    const char *path;       /* the program's file, "-" = standard input */
    const char *text;       /* or its text; `path` is then what messages and the trace call it */
    size_t text_bytes;
    const char *const *tries; /* "LABEL:NAME=SPEC,...": a run for each, under these overrides besides; NULL-terminated; NULL = one run */
    bool base;              /* with tries: first a run without any */
    const char *label;      /* of the run; with tries in front of their labels; may be NULL */
    int64_t steps;          /* measured ones, at least 1; with more, an unmeasured one goes first */
    ShardscopeFill fill;
    uint64_t seed;
    const char *inputs, *outputs; /* .npz files; NULL = made-up arguments, no file */
    const char *trace;      /* recorded there, in addition to the runs in it; NULL = not recorded */
    int whole_steps;        /* of more steps than this about so many are recorded with all events, the others as sums; 0 = all */
    bool trace_optional;    /* a trace that cannot be written any more ends the recording, not the run: `warn` says so */
    void (*warn)(void *user, const char *message); /* may be NULL */
    double remedies_s;      /* with a trace: for how long changes are looked for; 0 = not, SHARDSCOPE_REMEDIES_DEFAULT */
    int try_best;           /* then runs that many of the best of them */
    bool no_execute;        /* compile and record only */
    bool force;             /* run even what needs more memory than there is, or hours */
    int n_threads;          /* that execute; 0 = one per core */
    const char *dump;       /* folder for the module's text after each pass; NULL = none */
    void (*progress)(void *user, const ShardscopeProgress *at); /* may be NULL */
    void *user;
    /* A run of a trace made again: its program, which must not have changed since, under its options. `path`, `text` and `tries` are NULL;
     * what `program` says, and steps other than 0, take the place of what was recorded; fill, seed, inputs and whole_steps are as recorded.
     * Where `trace` is NULL it is recorded into the same one. */
    const char *again;      /* the trace; NULL = none */
    const char *again_run;  /* the run: its number, label or name; NULL = the last */
    int remedy;             /* under this one of its changes of annotations, counted from 1 as report reshards --remove does; 0 = none */
    ShardscopeRanks *ranks; /* the processes that share this job; NULL = this one alone. Left after the job was run */
    bool trace_parts;       /* with ranks: each records its own devices, rank 2 of "run.db" into "run.rank-2.db", for shardscope_trace_merge */
} ShardscopeJobOptions;
#define SHARDSCOPE_JOB_OPTIONS .struct_size = sizeof(ShardscopeJobOptions)

/* What one run came to; it belongs to the job. */
typedef struct ShardscopeOutcome {
    const char *label;      /* NULL = none */
    int64_t n_devices, compile_ns;
    int64_t traffic;        /* bytes that a device receives in a step */
    int n_fallbacks;        /* ops that were not supported sharded */
    ShardscopeMemory memory; /* all zeroes where nothing was planned */
    const int64_t *step_ns; /* measured steps, sorted */
    int64_t n_steps;
    int n_collectives;
    ShardscopeCollective collectives[SHARDSCOPE_MAX_COLLECTIVES]; /* of one step */
} ShardscopeOutcome;

typedef struct ShardscopeJob ShardscopeJob;
/* SHARDSCOPE_INVALID if the options do not go together. Texts and lists are copied. */
SHARDSCOPE_API ShardscopeJob *shardscope_job_new(const ShardscopeJobOptions *options, ShardscopeError **error);
SHARDSCOPE_API void shardscope_job_unref(ShardscopeJob *job);
/* Once for each job. False with an error if a run fails, also after others went well, which are among the outcomes. After
 * shardscope_job_cancel: SHARDSCOPE_STOPPED; the trace holds all steps that were finished. */
SHARDSCOPE_API bool shardscope_job_run(ShardscopeJob *job, ShardscopeError **error);
/* From any thread, and from signal handlers; before the job is run or while it is. */
SHARDSCOPE_API void shardscope_job_cancel(ShardscopeJob *job);
SHARDSCOPE_API int shardscope_job_n_outcomes(const ShardscopeJob *job);
SHARDSCOPE_API bool shardscope_job_outcome(const ShardscopeJob *job, int i, ShardscopeOutcome *out, ShardscopeError **error);
/* The q-th part of the sorted steps of an outcome, 0.5 = the median; 0 without steps. */
SHARDSCOPE_API int64_t shardscope_job_step_ns(const ShardscopeJob *job, int i, double q);
/* The outcomes as a JSON object in one line, of several a list. The caller frees it. */
SHARDSCOPE_API char *shardscope_job_json(const ShardscopeJob *job, ShardscopeError **error);

/* What an accelerator would take that need not be here: a program, a product of matrices, or a collective. One of path, gemm and
 * collective is given. */
typedef struct ShardscopeSimulateOptions {
    size_t struct_size;
    const char *hardware;   /* "h100x8", "v6e-256", "2xv6e-256", "v5p-4x4x8", or a file "my.ini"; of a program several, with commas between them */
    const char *gemm;       /* "MxNxK:TYPE" or "BATCHxMxNxK:TYPE" */
    const char *collective; /* "KIND:SIZE" or "KIND:SIZE:MEMBERS", as "all-reduce:64MiB" */
    bool json;              /* the answer as a JSON object in one line, of several a list; else sentences for people */
    const ShardscopeProgramOptions *program; /* how the program is compiled; may be NULL. Its hardware is that of above */
    const char *path;       /* the program's file, "-" = standard input */
    bool no_flash;          /* attention is run as it is written, not in a flash kernel, which is how it runs on TPUs and NVIDIA's GPUs */
    bool no_overlap;        /* nothing runs beside a collective */
    bool per_device;        /* the program is what each device runs, as XLA writes it after partitioning; scheduled modules are known as such */
    const char *const *tries; /* "LABEL:NAME=SPEC,...": a prediction for each, under these overrides besides; NULL-terminated; NULL = one */
    bool base;              /* with tries: first one without any */
    const char *label;      /* of the run; with tries in front of their labels; may be NULL */
    const char *trace;      /* recorded there as predicted runs; NULL = not recorded */
    int64_t steps;          /* so many equal steps are recorded; 0 = 1 */
    const char *const *paths; /* files of several programs instead of path; NULL-terminated; NULL = none */
    double within_ns;       /* the longest step, in ns, of those to choose the cheapest from; 0 = any */
    double remedies_s;      /* with a trace: seconds to search for changes of annotations and of the order of the mesh's axes, whose gains are simulated;
                             * 0 = none; below 0 = as a job does, but none where several things are predicted */
    bool no_latency_hiding; /* kernels run in the program's order, beside collectives where they do not need them */
    bool collective_matmul; /* products run in pieces while their operand is gathered or their result scattered (XLA's windowed einsum), where that is faster */
    double jitter;          /* share by which the time of a kernel varies between devices, one standard deviation, 0 to 1; where devices meet they wait for the last */
    int64_t straggler;      /* a device whose kernels take ... */
    double straggler_factor; /* ... so many times as long; 0 = none */
    bool flash;             /* attention runs in a flash kernel on every model; no_flash is stronger */
    const char *device_order; /* which device of the model runs which partition: "jax" as jax.make_mesh places the axes of a mesh on those of a torus, "rows" the
                             * i-th the i-th, or the devices by partition, "3,1,0,2" or as HLO writes orders, "[4,2]T(1,0)"; NULL = "jax" */
} ShardscopeSimulateOptions;
#define SHARDSCOPE_SIMULATE_OPTIONS .struct_size = sizeof(ShardscopeSimulateOptions)
/* The predicted time, between what it lies four times in five, and where the numbers come from. Of several programs, shardings or models also which
 * to choose: of those that fit and are fast enough the one whose step costs least, by list prices or those of my.ini; without prices the
 * one with the fewest chips. One that cannot be predicted is a row that says why; an error only if none can. The caller frees it. */
SHARDSCOPE_API char *shardscope_simulate(const ShardscopeSimulateOptions *options, ShardscopeError **error);

/* Measures n_devices virtual devices of this machine, all at once, for a few seconds, and returns their description as the text of a
 * file that ShardscopeSimulateOptions.hardware can name. stop may be NULL. The caller frees it. */
SHARDSCOPE_API char *shardscope_calibrate(int n_devices, ShardscopeStop *stop, ShardscopeError **error);
/* The same for the n_devices of all processes of a run together, each of which calls it. Processes of several machines describe a cluster: its machines and what lies between
 * them. Rank 0 gets the text, the others an empty one. */
SHARDSCOPE_API char *shardscope_calibrate_ranks(ShardscopeRanks *ranks, int n_devices, ShardscopeStop *stop, ShardscopeError **error);

typedef enum ShardscopeColour {
    SHARDSCOPE_COLOUR_NEVER,
    SHARDSCOPE_COLOUR_ALWAYS,      /* 24 bit */
    SHARDSCOPE_COLOUR_TERMINAL,    /* for a terminal: what TERM, COLORTERM, FORCE_COLOR, TTY_COMPATIBLE say */
    SHARDSCOPE_COLOUR_NO_TERMINAL, /* the same for what is no terminal */
} ShardscopeColour;
typedef struct ShardscopeShowOptions {
    size_t struct_size;
    bool sized;             /* the next three are given; else 1.0, 9 and 80 */
    double scale;           /* of the picture */
    int min_width, max_width; /* of a cell, in characters; the second also of the whole picture */
    const char *kind;       /* what devices are called; NULL = CPU */
    ShardscopeColour colour;
} ShardscopeShowOptions;
#define SHARDSCOPE_SHOW_OPTIONS .struct_size = sizeof(ShardscopeShowOptions)
/* The picture of jax.debug.visualize_sharding for an array of 1 or 2 dimensions. spec: any of the three spellings; mesh: "x=4,y=2", NULL for
 * GSPMD's. options may be NULL. The caller frees it. */
SHARDSCOPE_API char *shardscope_show(const char *mesh, const char *spec, int rank, const int64_t *dims, const ShardscopeShowOptions *options,
                                     ShardscopeError **error);

/* A trace that was recorded, or that is being recorded. For one thread at a time. */
typedef struct ShardscopeTrace ShardscopeTrace;
SHARDSCOPE_API ShardscopeTrace *shardscope_trace_open(const char *path, ShardscopeError **error);
SHARDSCOPE_API void shardscope_trace_unref(ShardscopeTrace *trace);
/* False with an error if the file is damaged in its structure, after which rows may be missing and sums wrong. Files beyond 64 MiB are not looked through; and what is damaged within a
 * number or a name cannot be told. */
SHARDSCOPE_API bool shardscope_trace_check(ShardscopeTrace *trace, ShardscopeError **error);
/* How it writes shardings; JAX's form without this. */
SHARDSCOPE_API bool shardscope_trace_spell(ShardscopeTrace *trace, ShardscopeSpelling spelling, ShardscopeError **error);
/* "jax", "sdy", "gspmd"; false for anything else. */
SHARDSCOPE_API bool shardscope_spelling_parse(const char *name, ShardscopeSpelling *out);

/* A table about a trace, and what an option does in it; NULL = it does not have the option. */
typedef struct ShardscopeReportInfo {
    const char *name, *summary;
    const char *why, *remove, *number, *all; /* of the options of that name */
} ShardscopeReportInfo;
/* The i-th report; false beyond the last. */
SHARDSCOPE_API bool shardscope_report_info(int i, ShardscopeReportInfo *out);
/* The name of the viewer's i-th view; NULL beyond the last. */
SHARDSCOPE_API const char *shardscope_view_name(int i);

typedef enum ShardscopeTables {
    SHARDSCOPE_TABLES_TEXT, /* aligned columns, values with units */
    SHARDSCOPE_TABLES_JSON, /* ns, bytes, FLOP; keys are stable */
    SHARDSCOPE_TABLES_CSV,  /* the main table only */
} ShardscopeTables;
typedef struct ShardscopeReportOptions {
    size_t struct_size;
    ShardscopeTables tables;
    const char *run;        /* its number, label or name; NULL = all runs */
    const char *why;        /* the chain of reasons for this value's sharding */
    bool remove;            /* the changes that were tried, by gain */
    bool numbered;          /* `number` is given */
    int64_t number;         /* this row alone, in detail */
    bool all;               /* rows, too, that are left out by default */
    const char *group;      /* layer, line, kind, axis or cause: the main table as sums by these; NULL = not grouped */
    const char *sort;       /* a column, as JSON names it or as the heading says, "COLUMN:desc" from the top; NULL = the report's own order */
    const char *filter;     /* rows with these words alone; NULL = all */
    int64_t top;            /* so many lines of the main table; 0 = as many as the report shows of itself */
    bool fold;              /* rows that differ in their layer alone are one, also in JSON and CSV */
    bool expand;            /* each row, also in text, where such rows are folded otherwise; of groups, too */
} ShardscopeReportOptions;
#define SHARDSCOPE_REPORT_OPTIONS .struct_size = sizeof(ShardscopeReportOptions)
/* A report; name NULL = the first one, options may be NULL. The caller frees it. */
SHARDSCOPE_API char *shardscope_report(ShardscopeTrace *trace, const char *name, const ShardscopeReportOptions *options, ShardscopeError **error);
/* All reports, and pictures of the views, as one HTML page; `tables` is not used. All of the file or nothing. */
SHARDSCOPE_API bool shardscope_report_page(ShardscopeTrace *trace, const ShardscopeReportOptions *options, const char *path, ShardscopeError **error);
typedef struct ShardscopeCompareOptions {
    size_t struct_size;
    ShardscopeTables tables;
    ShardscopeSpelling spelling; /* of shardings in sentences */
    const char *sort, *filter;   /* as of a report: of the list of runs, and of each run's ops */
    int64_t top;                 /* so many runs, and so many ops of each; 0 = all runs, five ops */
    bool fold, expand;           /* as of a report */
} ShardscopeCompareOptions;
#define SHARDSCOPE_COMPARE_OPTIONS .struct_size = sizeof(ShardscopeCompareOptions)
/* Runs side by side. sources: n of "FILE" or "FILE:RUN". *slower (may be NULL): by how many per cent the slowest is slower than the first,
 * 0 if none is. The caller frees it. */
SHARDSCOPE_API char *shardscope_trace_compare(const char *const *sources, int n, ShardscopeTables tables, double *slower, ShardscopeError **error);
/* The same, listed as the options (may be NULL) say. */
SHARDSCOPE_API char *shardscope_trace_compare_as(const char *const *sources, int n, const ShardscopeCompareOptions *options, double *slower,
                                                 ShardscopeError **error);

/* Of long work on traces: how far it is, and its end. */
typedef struct ShardscopeWatch {
    size_t struct_size;
    void (*progress)(void *user, const char *what, int64_t done, int64_t of); /* at most ten times a second; may be NULL */
    void *user;
    ShardscopeStop *stop;   /* may be NULL */
} ShardscopeWatch;
#define SHARDSCOPE_WATCH .struct_size = sizeof(ShardscopeWatch)
/* Makes indexes and derived tables again; finishes a trace that was cut short. watch may be NULL. */
SHARDSCOPE_API bool shardscope_trace_optimise(const char *path, const ShardscopeWatch *watch, ShardscopeError **error);
/* Brings a trace of an older version to this one. */
SHARDSCOPE_API bool shardscope_trace_upgrade(const char *path, ShardscopeError **error);
/* The part of a timeline that is kept. */
typedef struct ShardscopeCut {
    size_t struct_size;
    int64_t from_ns, to_ns; /* since each run began; grown to whole steps */
    const int64_t *devices; /* NULL = all */
    int n_devices;
} ShardscopeCut;
#define SHARDSCOPE_CUT .struct_size = sizeof(ShardscopeCut)
/* Writes a new trace `out` with a part of the timeline, and everything about the compile. watch may be NULL. */
SHARDSCOPE_API bool shardscope_trace_cut(const char *path, const char *out, const ShardscopeCut *keep, const ShardscopeWatch *watch,
                                         ShardscopeError **error);
/* Writes a new trace `out` of the parts that the processes of one run recorded, in any order; parts may be missing, and end early. told (may be
 * NULL): what there is to say of that, a line each, freed with shardscope_free. watch may be NULL. */
SHARDSCOPE_API bool shardscope_trace_merge(const char *const *parts, int n, const char *out, const ShardscopeWatch *watch, char **told, ShardscopeError **error);

/* Where a process records its part: "run.rank-2.db" of "run.db" and 2. To be freed with shardscope_free. */
SHARDSCOPE_API char *shardscope_trace_part_path(const char *path, int rank);

/* A trace in the format of another tool. */
typedef struct ShardscopeExportFormatInfo {
    const char *name, *summary;
    bool folder; /* writes a folder, except of one table */
} ShardscopeExportFormatInfo;
/* The i-th format; false beyond the last. */
SHARDSCOPE_API bool shardscope_export_format(int i, ShardscopeExportFormatInfo *out);

typedef struct ShardscopeExportOptions {
    size_t struct_size;
    const char *run;   /* its number, label or name; NULL = as the source says, else the last run; tables: all; xspace: all functions of its process */
    bool one_step;     /* only what happened in the step with this number */
    int64_t step;
    const char *table; /* csv, parquet: this table alone, as one file; NULL = a folder with all of them */
    const char *value; /* folded: what is counted, time, bytes or memory; NULL = time */
    const ShardscopeWatch *watch; /* may be NULL */
    bool all_runs;     /* xspace: every run of the file, side by side in one profile */
    bool unix_time;    /* xspace: times are UNIX times, and only devices and programs are written: a part of a profiler's profile */
} ShardscopeExportOptions;
#define SHARDSCOPE_EXPORT_OPTIONS .struct_size = sizeof(ShardscopeExportOptions)
typedef struct ShardscopeExported {
    int64_t n_events;  /* events of the timeline that were written; of tables: rows; of stacks and graphs: stacks and nodes */
    int64_t n_files;
    char *note;        /* what was left out, and why, a sentence a line; "" = nothing. Free it with shardscope_free */
} ShardscopeExported;
/* Writes a run of "FILE" or "FILE:RUN" to `path`: all of it or nothing; links and devices are written through. options may be NULL. */
SHARDSCOPE_API bool shardscope_trace_export(const char *source, const char *format, const char *path, const ShardscopeExportOptions *options,
                                            ShardscopeExported *out, ShardscopeError **error);

/* What XLA did: its dump folders as runs of a trace, with the reason of each collective; profiles as timelines, joined with the programs that they are of. */
typedef struct ShardscopeImportOptions {
    size_t struct_size;
    const char *const *paths; /* folders that --xla_dump_to wrote, files of modules in them, profiles (*.xplane.pb, one a host, or the folder that
                               * jax.profiler.trace wrote; also Chrome's JSON, Perfetto's protobuf, SQLite files of Nsight Systems and rocpd, pprof), and logs of the partitioner (.log, .err); n_paths of them */
    int n_paths;
    const char *trace;      /* the file to make, or a trace to add runs to */
    const char *label;      /* of the runs; NULL = XLA */
    const char *hardware;   /* model that prices plans; NULL = cpu */
    bool no_plan;           /* no run of the same program as Shardscope would divide it */
    ShardscopeStop *stop;   /* may be NULL */
    void (*tell)(void *user, const char *line); /* what was found and what is missing, line by line; may be NULL */
    void *user;
    double remedies_s;      /* seconds of work for each module to look for changes of annotations that would remove XLA's collectives; 0 = not, SHARDSCOPE_REMEDIES_DEFAULT */
} ShardscopeImportOptions;
#define SHARDSCOPE_IMPORT_OPTIONS .struct_size = sizeof(ShardscopeImportOptions)

typedef struct ShardscopeImported {
    int n_modules, n_runs, n_failed; /* modules found, runs recorded, modules that could not be read */
    int n_collectives, n_explained, n_written, n_unknown; /* of the final programs: explained, written by the user, without a cause that could be found */
    int n_profiles, n_steps;                      /* files of profiles, and the steps in them */
    int64_t n_events, n_joined, n_left;           /* of profiles: stored, with their instruction, left out since they have no time or could not be read */
} ShardscopeImported;
/* False with an error if no module could be imported or the trace could not be written; modules that cannot be read are told and counted. */
SHARDSCOPE_API bool shardscope_import(const ShardscopeImportOptions *options, ShardscopeImported *out, ShardscopeError **error);

/* True if a file can be made or changed there, as far as folders and permissions tell: to be asked before long work. */
SHARDSCOPE_API bool shardscope_can_write(const char *path, ShardscopeError **error);
/* The same of a trace that is to get a run: also false if a file is there that is none, or of another format. */
SHARDSCOPE_API bool shardscope_can_record(const char *path, ShardscopeError **error);
/* The name that a misspelt word probably means, or NULL. names: NULL-terminated. */
SHARDSCOPE_API const char *shardscope_nearest(const char *word, const char *const *names);
/* Numbers with units, "8 MiB" and "12.3 ms", as reports write them. */
typedef struct ShardscopeWord {
    char text[128];
} ShardscopeWord;
SHARDSCOPE_API ShardscopeWord shardscope_bytes_word(int64_t bytes);
SHARDSCOPE_API ShardscopeWord shardscope_ns_word(double ns);
/* For programs that do nothing else; first in main(). Memory from malloc is on large pages where the system has them, OpenBLAS
 * has no threads of its own, and where GLib finds no memory the process ends with a message and status 1 instead of an abort. */
SHARDSCOPE_API void shardscope_own_process(void);

/* A program's call into its caller, such as a callback of JAX: custom-calls of the target xla_ffi_python_cpu_callback with {index = NUMBER}
 * as their configuration, or of xla_ffi_partitioned_python_cpu_callback, which each device calls with its own part. `data` of operands is to be read only, of results to be filled, row-major. */
typedef struct ShardscopeHostValue {
    ShardscopeShape shape;
    void *data;
} ShardscopeHostValue;
typedef struct ShardscopeHostCall {
    int64_t number;
    const ShardscopeHostValue *in, *out;
    int n_in, n_out;
    char *message; /* to be written where the call fails: the execution's error */
    size_t room;   /* bytes of it, with the final zero */
} ShardscopeHostCall;
/* False if the call failed. Called by any thread, by several at a time; outside of regions that each device computes by itself once for all
 * devices. */
typedef bool (*ShardscopeHostCallFn)(void *user, const ShardscopeHostCall *call);
/* One function for the process, before programs with such calls are compiled; NULL = none, and they are refused. */
SHARDSCOPE_API void shardscope_set_host_call(ShardscopeHostCallFn fn, void *user);
/* True while an execution of any client of the process was asked for and may still call. What a call needs is kept until its executable is gone
 * and this is false. Cannot fail; any thread. */
SHARDSCOPE_API bool shardscope_is_executing(void);
/* For a process that is about to end and needs no more results: executions of all its clients, those under way included, end with SHARDSCOPE_STOPPED from
 * here on, so that nobody waits for them. There is no way back. Async-signal-safe. */
SHARDSCOPE_API void shardscope_stop_executing(void);

/* ---- a running program, watched ------------------------------------------------------------------------------------------- */

/* A process can be watched by others of its user while it runs: what its devices hold, its live arrays by line, its steps, its collectives; and
 * traces can be taken of what it does at the moment. It has to listen for that: because of the environment's SHARDSCOPE_LISTEN, an option of
 * a client, or this call. Whoever connects can ask, and can make the process neither run code nor write files. Programs that use clients or
 * jobs are watched so, whatever else they do; those that nobody watches run as before. runtime/watch/protocol.md describes the messages.
 *
 * Listens from now on, with a thread of the library's. where: "1" = a socket PID.sock in the user's own folder, $XDG_RUNTIME_DIR/shardscope or
 * else /tmp/shardscope-UID; "/a/path" = a socket there; both can be used by this user alone. "tcp:PORT" = a port of 127.0.0.1, 0 = any that is free.
 * token: a secret of 16 to 256 printable ASCII characters that those who connect must know; needed for ports, else it may be NULL. True if the
 * process listens there already. SHARDSCOPE_INVALID if it listens elsewhere, SHARDSCOPE_IO if it cannot. */
SHARDSCOPE_API bool shardscope_listen(const char *where, const char *token, ShardscopeError **error);
/* Ends that, and all connections. Nothing happens if the process does not listen. */
SHARDSCOPE_API void shardscope_listen_end(void);
/* Where the process listens: the socket's path, or "tcp:127.0.0.1:PORT". NULL = it does not. The caller frees it. */
SHARDSCOPE_API char *shardscope_listening(void);

/* Processes of this user that listen in the user's folder, by number; *n of them. Sockets of processes that are gone are removed. The caller
 * frees the list, which is never NULL. */
SHARDSCOPE_API int64_t *shardscope_listeners(int *n);

/* A connection to a process that listens. For one thread at a time. */
typedef struct ShardscopePeer ShardscopePeer;
/* where: the process's number, its socket's path, or "tcp:PORT". token: NULL = the environment's SHARDSCOPE_TOKEN, if there is one.
 * Fails with SHARDSCOPE_IO if nobody listens there, another user does, or the token is wrong. */
SHARDSCOPE_API ShardscopePeer *shardscope_peer_connect(const char *where, const char *token, ShardscopeError **error);
/* Closes the connection. */
SHARDSCOPE_API void shardscope_peer_unref(ShardscopePeer *peer);

/* What a process held and did at a moment. Immutable. */
typedef struct ShardscopeSnapshot ShardscopeSnapshot;
/* Asks for it. Fails with SHARDSCOPE_IO once the process is gone or says nothing for ten seconds. */
SHARDSCOPE_API ShardscopeSnapshot *shardscope_peer_look(ShardscopePeer *peer, ShardscopeError **error);
SHARDSCOPE_API void shardscope_snapshot_unref(ShardscopeSnapshot *s);
/* All of it as a JSON object in one line, as protocol.md describes it. */
SHARDSCOPE_API const char *shardscope_snapshot_json(const ShardscopeSnapshot *s);

/* The rows below belong to the snapshot, with their texts. `group` numbers clients and runs of the process, from 1. */
typedef struct ShardscopeSeenProcess {
    int64_t pid;
    const char *command;  /* its command line */
    int n_groups;
} ShardscopeSeenProcess;
SHARDSCOPE_API bool shardscope_snapshot_process(const ShardscopeSnapshot *s, ShardscopeSeenProcess *out);

typedef struct ShardscopeSeenDevice {
    int group, device;
    int64_t bytes_in_use, peak_bytes; /* as ShardscopeMemoryStats has them */
    int64_t limit_bytes;  /* of all devices together, which share the machine's memory; 0 = not known */
    int64_t n_arrays;
} ShardscopeSeenDevice;
/* The i-th row; false beyond the last. The same holds for the next three functions. */
SHARDSCOPE_API bool shardscope_snapshot_device(const ShardscopeSnapshot *s, int i, ShardscopeSeenDevice *out);

typedef struct ShardscopeSeenArrays {
    int group;
    const char *line;     /* of the user's source that computes them, "train.py:40"; or "copied from the host" */
    const char *type;     /* "f32[64,32]", of the whole array */
    const char *sharding; /* "P('data', None)", or "on device 0" */
    int64_t count;        /* arrays that are alike in all of that */
    int64_t bytes;        /* of them on all devices */
} ShardscopeSeenArrays;
/* Most bytes first; at most 200 of a group. */
SHARDSCOPE_API bool shardscope_snapshot_arrays(const ShardscopeSnapshot *s, int i, ShardscopeSeenArrays *out);

typedef struct ShardscopeSeenProgram {
    int group;
    const char *name;
    int64_t n_devices, n_steps; /* executions so far */
    double steps_per_s;   /* of the last 32 steps, not going back beyond ten seconds if two are within them; falls while none ends */
    int64_t last_ns;      /* duration of the last step */
    int64_t ago_ns;       /* since it ended; -1 = there was none */
    int64_t running_ns;   /* of the step that runs; -1 = none does */
} ShardscopeSeenProgram;
/* The one that ran last first; at most 64 of a group. */
SHARDSCOPE_API bool shardscope_snapshot_program(const ShardscopeSnapshot *s, int i, ShardscopeSeenProgram *out);

/* A collective as it took place last, since somebody is connected. */
typedef struct ShardscopeSeenCollective {
    int group;
    const char *program, *kind; /* "all-gather" */
    const char *line;     /* the call that it serves, and its line: "dot_general (train.py:12)" */
    int64_t count;        /* in one step */
    int64_t bytes;        /* received by a device, each time */
    int64_t wait_ns, move_ns; /* from the first member's arrival to the last one's, and from there to its end */
    int64_t ago_ns;       /* since it ended */
} ShardscopeSeenCollective;
/* The one that ended last first; at most 32 of a group. */
SHARDSCOPE_API bool shardscope_snapshot_collective(const ShardscopeSnapshot *s, int i, ShardscopeSeenCollective *out);

typedef struct ShardscopeCaptureOptions {
    size_t struct_size;
    const char *where, *token; /* as of shardscope_peer_connect */
    const char *path;       /* of the trace to write, in addition to the runs in it; the viewer may have it open meanwhile */
    const char *label;      /* of the runs in it; NULL = the program's name */
    double seconds;         /* 0 = until it is stopped, or the process ends */
    ShardscopeStop *stop;   /* may be NULL */
    void (*progress)(void *user, int64_t n_steps, double seconds); /* about ten times a second; may be NULL */
    void (*warn)(void *user, const char *message); /* a program that cannot be recorded; may be NULL */
    void *user;
    ShardscopeStop *end;    /* requested: its time is over, and what happened until then is still taken; may be NULL */
} ShardscopeCaptureOptions;
#define SHARDSCOPE_CAPTURE_OPTIONS .struct_size = sizeof(ShardscopeCaptureOptions)

typedef struct ShardscopeCaptured {
    int64_t n_steps, n_dropped; /* steps that were recorded; that were not: they came too fast, or their program is left out */
    int64_t n_lost_events;  /* of recorded steps */
    int n_programs, n_left_out; /* runs in the trace; programs that cannot be compiled alike here */
    bool process_ended;     /* before the time was over */
} ShardscopeCaptured;
/* Takes a trace of what a process that listens does from now on: each program that runs, or is compiled, meanwhile becomes a run of the trace, with its
 * passes, shardings and reshards, whenever it was compiled, and each of its steps with its events. If none runs, all programs that there are become runs
 * without steps. Programs are compiled once more for that, here: the process sends their text. Blocks until the time is over, the stop is requested, or the
 * process ends, which is no error: the trace holds what came. SHARDSCOPE_RUN if there was nothing to record, no file is left then. out may be NULL. */
SHARDSCOPE_API bool shardscope_capture(const ShardscopeCaptureOptions *options, ShardscopeCaptured *out, ShardscopeError **error);

/* ---- calls that the caller partitions ----------------------------------------------------------------------------------- */

/* A custom-call of a program that somebody else says how to divide: jax.experimental.custom_partitioning's, say. Known once the program's shardings are
 * propagated; belongs to the call of the function below. */
typedef struct ShardscopePartitioning {
    const char *target, *config;        /* of the custom-call; config may be NULL */
    int n_operands, n_results;
    const ShardscopeShape *shapes;      /* whole, of operands, then of results */
    const char *const *shardings;       /* of the same, as GSPMD spells them */
    void *answer;                       /* the library's */
} ShardscopePartitioning;
/* Answers the call: with the program that each device runs on its pieces, as text or bytecode, and the shardings of the pieces, of operands, then of
 * results, as Shardy spells them on the program's mesh: "[{\"x\"}, {}]". Both are copied. program NULL: the call goes, its operand being its result. */
SHARDSCOPE_API void shardscope_partitioning_answer(const ShardscopePartitioning *p, const void *program, size_t n, const char *const *shardings);
/* Refuses it: the compile's error. */
SHARDSCOPE_API void shardscope_partitioning_refuse(const ShardscopePartitioning *p, const char *message);
/* False if it refuses. Called by the thread that compiles, once for each such call of the program. */
typedef bool (*ShardscopePartitionFn)(void *user, const ShardscopePartitioning *p);
/* One function for the process, before programs with such calls are compiled, with the targets that it answers, NULL-terminated; they are copied.
 * fn NULL = none. */
SHARDSCOPE_API void shardscope_set_partitioner(ShardscopePartitionFn fn, void *user, const char *const *targets);

#ifdef __cplusplus
}
#endif

#endif
