/* The programs that a profile's events belong to: modules that the profile carries as serialised HLO, or that were recorded before from a
 * dump folder. Events find their instruction by program and name. */
#pragma once

#include "trace/import/import.h"
#include "trace/trace.h"
#include "trace/wire.h"

/* Groups of devices of a collective, by position in the module's device assignment. */
typedef struct ImportGroups {
    int64_t gset_id;   /* group_set; 0 = none was written */
    int n;             /* groups; 0 = not known: everybody is in one */
    int size;          /* of the largest */
    int mode;          /* as coll.mode */
    GHashTable *of;    /* device (global id) -> group + 1 */
} ImportGroups;

typedef struct ImportOp ImportOp;
struct ImportOp {
    int64_t inst_id;   /* its row; 0 = none */
    int64_t name_id;   /* str */
    int64_t category_id; /* str: XLA's category; 0 = not known */
    const char *name;
    struct ImportProgram *program;
    int cat;           /* TRACE_CAT_* */
    int coll_kind;     /* of a collective, as coll.kind; 0 = it is none */
    bool starts, ends; /* one half of an asynchronous pair */
    bool in_entry;     /* of the entry: runs once a launch */
    int64_t ord;       /* its place in the schedule */
    ImportOp *pair;    /* of the half that ends: the one that starts, and the other way round; NULL = not known */
    const ImportGroups *groups; /* NULL = not known */
};

typedef struct ImportProgram {
    char *name;
    uint64_t program_id;
    int64_t run_id, module_id; /* its row; 0 = not written: the profile says nothing but its name */
    int n_partitions, n_replicas;
    int64_t n_passes;          /* rows of passes, so far */
    int64_t comp_id, n_made;   /* of instructions made from events: their computation, and how many */
    int64_t *assigned, n_assigned; /* device by flattened id; NULL = not known */
    GHashTable *ops;           /* name -> ImportOp */
    int64_t busy_ns, n_execs;  /* filled while the profile is read: of its executions */
    int64_t ops_ns;            /* likewise: what its ops took, also of executions whose end the profile does not have */
    int64_t number;            /* likewise: its number in the dump; -1 = not known */
    GHashTable *insts;         /* of a program that is in the trace already: name -> inst.id; NULL = it is not. Borrowed */
    bool known, has_id;        /* its instructions are; program_id is */
    bool owns;                 /* the timeline is part of its run */
} ImportProgram;

typedef struct ImportPrograms ImportPrograms;

/* What a profile says about an instruction in the table of its events. */
typedef struct ImportFacts {
    char *category, *op_name, *source, *stack, *shape, *opcode, *operand; /* owned; NULL = not said. stack: the places that led to source; operand: the first one's name */
    double flops, bytes;       /* of one execution; below 0 = not said */
} ImportFacts;

/* Makes text of a serialised module, which the caller frees; NULL if it cannot. */
typedef char *(*ImportTextFn)(const uint8_t *bytes, size_t n);

ImportPrograms *import_programs_new(TraceWriter *w, int64_t run_id, ImportTextFn text);
void import_programs_free(ImportPrograms *p);
/* A program that is in the trace already, with its instructions (borrowed): when a profile carries it, its rows are not written again. */
ImportProgram *import_programs_known(ImportPrograms *p, const TraceKnownProgram *known);
/* Of the programs that are in the trace already and have this name, the one that a profile calls by this id: of several that of this number, else one that
 * no other id is for. NULL = there is none of that name. */
ImportProgram *import_programs_dumped(ImportPrograms *p, const char *name, uint64_t program_id);
/* Facts about an instruction, taken: used for the rows of the programs that are added afterwards. Those of the first call for a name count. */
void import_programs_say(ImportPrograms *p, uint64_t program_id, const char *name, ImportFacts *facts);
/* Facts about it were said before. */
bool import_programs_said(const ImportPrograms *p, uint64_t program_id, const char *name);
/* A row for an instruction that a program without HLO runs, from what was said of it. Of one with HLO, that has no such instruction, an op without a row, which
 * has but a category; NULL if the program has no row. */
ImportOp *import_programs_make_op(ImportPrograms *p, ImportProgram *g, const char *name);
/* HloProto or HloModuleProto. NULL if the bytes are neither; *bad is set where bytes are damaged, and what could be read is there. */
ImportProgram *import_programs_add(ImportPrograms *p, uint64_t program_id, WireMessage proto);
/* The program of an id, else of a name; a row for it is made where there is none, so that its executions have a module. name: "jit_f", or
 * "jit_f(17)", which has the id; NULL = not known. has_id: program_id is given. NULL if neither is. */
ImportProgram *import_programs_find(ImportPrograms *p, const char *name, bool has_id, uint64_t program_id);
/* The instruction of that name; NULL = there is none. */
ImportOp *import_program_op(const ImportProgram *g, const char *name, size_t n);
/* The text of a category, for those that ops have; NULL for others. */
const char *import_programs_category(const ImportPrograms *p, int64_t category_id);
/* All of them, ImportProgram. */
const GPtrArray *import_programs_all(const ImportPrograms *p);
int import_programs_unread(const ImportPrograms *p); /* messages that had damage */

/* What our own traces call the wait of a member of a collective, which is worked out again when they are imported. */
#define IMPORT_WAIT_NAME "waiting for a device"
/* The name of the lane of asynchronous ops from their starts to their ends, where the profile has but these. */
#define IMPORT_WORKED_OUT "from start to done (worked out)"

/* The category of an instruction as XLA's profiler names it, from its opcode and kind of fusion. */
const char *import_category(const char *opcode, const char *fusion_kind);
/* TRACE_CAT_* and coll.kind (may be NULL) of an opcode, or of a category. */
int import_cat_of(const char *opcode, int *coll_kind);
/* Of what a kernel is called: NCCL's and RCCL's are collectives. */
int import_cat_of_kernel(const char *name, int *coll_kind);
/* What trace_cat_name() calls so; 0 = nothing. */
int import_own_cat(const char *name);
